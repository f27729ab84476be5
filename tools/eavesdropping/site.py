"""A site of one process' own, on which games of one title are played and listened to."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from itertools import count

Result = tuple[str, Counter[str], str]
"""The title, how much was compared by kind, and what leaks."""


def listen(title: str, enough: int, seed: str, every: int, worlds: int) -> Result:
    """Games of one title on a site of its own, until enough was compared."""
    home = tempfile.mkdtemp(prefix="marchland-eavesdropping-")
    try:
        open_site(home)
        return title, *_listen(title, enough, seed, every, worlds)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _listen(title: str, enough: int, seed: str, every: int, worlds: int) -> tuple[Counter[str], str]:
    from django.db import transaction

    from .looking import Look, look_around

    counted: Counter[str] = Counter()
    with transaction.atomic():  # nothing is ever committed
        for number in count():
            leak = look_around(title, f"{seed}/{number}", counted, Look(enough, every, worlds=worlds))
            if leak or counted.total() >= enough:
                transaction.set_rollback(True)
                return counted, leak
    raise AssertionError


def open_site(home: str) -> None:
    """A site in this process: nothing of it outlives the run."""
    os.environ |= {
        "MARCHLAND_HOME": home,
        "MARCHLAND_LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    import django
    from django.conf import settings

    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
