"""`marchland serve`: the site on this machine, migrated and ready, in one process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

SETTINGS = "marchland.web.config.settings"
SITE = "marchland.web.config.asgi"


def prepare() -> None:
    """Bring the database up to date, gather static files, and load the site, which looks at them: nobody gathers them meanwhile."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    from marchland.web.config.storage import NOT_SERVED

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()
    with alone(settings.HOME):
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SERVED)
        import_module(SITE)


def tell_what_stands_still() -> None:
    """Games under way that this release cannot go on with: whoever did not try it on a copy beforehand hears of it now."""
    from marchland.web.operating.compared import compare

    found = compare()
    if not found.is_well:
        print("\n".join([*found.sentences(), "`marchland upgrade --check DATABASE` says more"]), flush=True)


@contextmanager
def alone(home: Path) -> Iterator[None]:
    """Several processes may start at once in one home: the others wait. The lock goes with the process, whatever ends it."""
    with (home / "prepare.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def serve(port: int = 8000, host: str = "127.0.0.1") -> None:
    """Run until interrupted."""
    import uvicorn

    os.environ.setdefault("MARCHLAND_URL", f"http://{'localhost' if host == '127.0.0.1' else host}:{port}")
    prepare()
    tell_what_stands_still()
    print(f"Marchland is open: {os.environ['MARCHLAND_URL']}  (Ctrl+C closes it)", flush=True)
    uvicorn.run(
        f"{SITE}:application",
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # news are a few letters: packing them takes longer than sending them
        proxy_headers=True,
        timeout_keep_alive=75,
    )
