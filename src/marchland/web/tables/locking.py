"""One writer at a time: the row of the table is locked for the whole of a change."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings
from django.db import connection, transaction

from marchland.web.prepared import Prepared

from .models import Table
from .refusals import NoSuchTable
from .viewers import seated

_sqlite_queue = threading.Lock()
_table_for_update = Prepared(lambda slug: Table.objects.select_for_update().filter(slug=slug).order_by())


@contextmanager
def table_locked(slug: str, with_seats: bool = False, with_names: bool = True) -> Iterator[Table]:
    """The table, locked until the change is committed.

    `with_seats` reads the seats once for all, where none will change; without names where nobody will draw the table from it.
    """
    with write_transaction():
        table = _table_for_update.first(slug)
        if table is None:
            raise NoSuchTable(slug)
        if with_seats:
            seated(table, with_names)
        yield table


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that writes.

    SQLite has one writer per file and makes the others poll with growing pauses; threads of one process
    queue here instead, and processes of one site before a lock file, which keeps the slowest moves fast.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    turn = _Turn()
    try:
        with transaction.atomic():
            # The first thing after the commit, before any news go out: the next writer may go on.
            transaction.on_commit(turn.end)
            yield
    finally:
        turn.end()


class _Turn:
    """One writer's turn in the queue; ending it twice does no harm."""

    def __init__(self) -> None:
        _sqlite_queue.acquire()
        self.is_over = False
        if settings.SHARED:
            fcntl.flock(_queue_of_processes(), fcntl.LOCK_EX)

    def end(self) -> None:
        if not self.is_over:
            self.is_over = True
            if settings.SHARED:
                fcntl.flock(_queue_of_processes(), fcntl.LOCK_UN)
            _sqlite_queue.release()


@cache
def _queue_of_processes() -> int:
    """Open for as long as the process lives; however it ends, its turn ends with it."""
    return os.open(settings.HOME / "writers.lock", os.O_RDWR | os.O_CREAT, 0o600)
