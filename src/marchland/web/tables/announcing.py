"""Telling everybody at a table, after the change is safe on disk, that there is something to fetch.

The message holds numbers only: what each viewer may see of it, each fetches for themselves.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from . import background
from .models import Table

NEWS = "news"
SEATS = "seats"
ACCESS = "access"
"""Somebody's sessions or keys have changed: told to the server's own ends of their sockets and streams alone."""


def group_of(slug: str) -> str:
    return f"table.{slug}"


def lobby_of(slug: str) -> str:
    """Those who came by the table's link and have no seat yet: they hear of seats, and of nothing else."""
    return f"lobby.{slug}"


def group_of_user(user_id: int) -> str:
    return f"user.{user_id}"


def after_commit(table: Table, kind: str, **facts: Any) -> None:
    slug, message = table.slug, {"type": NEWS, "kind": kind, "entry": table.entries_made, **facts}
    transaction.on_commit(lambda: _send(group_of(slug), message))
    if kind == SEATS:
        transaction.on_commit(lambda: _send(lobby_of(slug), {"type": NEWS, "kind": SEATS}))


def wake_bots(table: Table) -> None:
    """A bot is asked, or has just sat down and may be the one that everybody waits for."""
    slug = table.slug
    transaction.on_commit(lambda: background.wake_bots(slug))


def send_to_user(user_id: int, **facts: Any) -> None:
    transaction.on_commit(lambda: _send(group_of_user(user_id), {"type": NEWS, **facts}))


def _send(group: str, message: dict[str, Any]) -> None:
    """In the server the news is handed to the event loop, and nobody waits for it to be told."""
    layer = get_channel_layer()
    if layer is not None and not background.soon(partial(layer.group_send, group, message)):
        async_to_sync(layer.group_send)(group, message)
