"""One writer at a time: the row of the table is locked for the whole of a change."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from .models import Table
from .refusals import NoSuchTable

_sqlite_queue = threading.Lock()


@contextmanager
def table_locked(slug: str) -> Iterator[Table]:
    """The table, locked until the change is committed."""
    with write_transaction():
        try:
            yield Table.objects.select_for_update().get(slug=slug)
        except Table.DoesNotExist:
            raise NoSuchTable(slug) from None


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that writes.

    SQLite has one writer per file and makes the others poll with growing pauses; threads of one process
    queue here instead, which keeps the slowest moves fast. Other processes still meet at the file's own lock.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _sqlite_queue, transaction.atomic():
        yield
