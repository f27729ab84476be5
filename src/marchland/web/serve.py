"""`marchland serve` and `marchland worker`: the site on this machine, migrated and ready, in one process or in several."""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path

from marchland.kernel.errors import BadOption

SETTINGS = "marchland.web.config.settings"
SITE = "marchland.web.config.asgi"
ONE_AT_A_TIME = 20_260_101
"""The number under which processes on several machines queue before one PostgreSQL database to prepare it."""
QUEUE = 2048
"""Connections that may wait to be answered."""


def prepare() -> None:
    """Bring everything up to date and load the site, which looks at static files: nobody gathers them meanwhile."""
    with prepared():
        import_module(SITE)


@contextmanager
def prepared() -> Iterator[None]:
    """The database brought up to date and static files gathered; nobody else prepares anything until this ends."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    from marchland.web.config.storage import NOT_SERVED

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()
    with alone(settings.HOME):
        with alone_at_the_database():
            call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG and not os.environ.get("MARCHLAND_STATIC"):
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NOT_SERVED)
        yield


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


@contextmanager
def alone_at_the_database() -> Iterator[None]:
    """Several machines may start at once at one PostgreSQL. The lock goes with the connection."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
    try:
        yield
    finally:
        connection.close()


def serve(port: int = 8000, host: str = "127.0.0.1", processes: int = 1) -> None:
    """Run until interrupted."""
    if processes > 1 and not os.environ.get("REDIS_URL"):
        raise BadOption(f"--processes {processes}: several processes tell each other what happens through Redis; set REDIS_URL")
    os.environ.setdefault("MARCHLAND_URL", f"http://{'localhost' if host == '127.0.0.1' else host}:{port}")
    if processes == 1:
        prepare()
    else:
        with prepared():
            pass
    tell_what_stands_still()
    print(f"Marchland is open: {os.environ['MARCHLAND_URL']}  (Ctrl+C closes it)", flush=True)
    if processes == 1:
        answer_pages(host, port)
    else:
        serve_together(host, port, processes)


def serve_together(host: str, port: int, processes: int) -> None:
    """So many web processes that answer at one port, and a worker beside them unless workers run elsewhere."""
    from django.conf import settings

    from marchland.web.family import Job, keep_running

    with listening(host, port) as door:
        web = Job("web", partial(answer_pages, host, port, door), {"MARCHLAND_CREW": "0"})
        worker = Job("worker", work, {"MARCHLAND_CREW": "1"})
        keep_running([web] * processes + [worker] * settings.CREW)


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """One queue of connections for all processes: who comes while one of them dies is answered by the next."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=QUEUE) as door:
        yield door


def answer_pages(host: str, port: int, door: socket.socket | None = None) -> None:
    """One web process: with a port of its own, or at a door that others stand at, too."""
    import uvicorn

    config = uvicorn.Config(
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
        backlog=QUEUE,
    )
    server = uvicorn.Server(config)
    try:
        server.run(sockets=[door] if door is not None else None)
    except KeyboardInterrupt:
        return
    if not server.started:
        raise SystemExit(1)


def work() -> None:
    """A worker in a process that has prepared nothing: whoever starts it has, or `prepare` comes first."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()
    from marchland.web.tables.crew import work_alone

    asyncio.run(work_alone())
