"""Work that waits until the change it belongs to is safe on disk, so that no page waits for a mail server."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from marchland.web.tables.background import wake_postman


def later(work: Any, *facts: Any) -> None:
    """Queue a task once the present change is safe on disk, and wake the one who carries it out."""
    transaction.on_commit(partial(_queue, work, facts))


def _queue(work: Any, facts: tuple[Any, ...]) -> None:
    work.enqueue(*facts)
    wake_postman()
