"""A crew says that it is alive, in the database: whoever looks after the site need not be on its machine."""

from __future__ import annotations

import os
import socket
from datetime import timedelta

from django.utils import timezone

from marchland import __version__

from .models import Heartbeat

LATE = timedelta(minutes=3)
"""A crew goes round once a minute; one that has not been seen for so long is stuck or gone."""
FORGOTTEN = timedelta(days=1)


def own_name() -> str:
    return f"{socket.gethostname()[:100]}:{os.getpid()}"


def beat() -> None:
    now = timezone.now()
    Heartbeat.objects.update_or_create(
        process=own_name(),
        defaults={"version": __version__, "seen": now},
        create_defaults={"version": __version__, "begun": now, "seen": now},
    )
    Heartbeat.objects.filter(seen__lt=now - FORGOTTEN).delete()


def leave() -> None:
    """An orderly end is no death."""
    Heartbeat.objects.filter(process=own_name()).delete()


def alive() -> list[Heartbeat]:
    return list(Heartbeat.objects.filter(seen__gte=timezone.now() - LATE))


def overdue() -> list[Heartbeat]:
    return list(Heartbeat.objects.filter(seen__lt=timezone.now() - LATE))
