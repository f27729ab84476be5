"""Time spent on the database, per request, and what was slow. Values are never logged: they may be anybody's words."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from . import tracing
from .courtesy import give_way

logger = logging.getLogger("marchland.slow")
SHOWN = 500
"""Letters of a statement that tell which one it is."""


class Spent(threading.local):
    """What this thread has asked of the database since somebody last looked."""

    seconds = 0.0
    queries = 0

    def take(self) -> tuple[float, int]:
        found = self.seconds, self.queries
        self.seconds, self.queries = 0.0, 0
        return found


spent = Spent()


def watch(sender: object, connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Every new connection is timed."""
    if timed not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, timed)


def timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    give_way()
    started = time.perf_counter()
    try:
        if tracing.is_on():
            with tracing.span("database", **{"db.statement": sql[:SHOWN]}):
                return execute(sql, params, many, context)
        return execute(sql, params, many, context)
    finally:
        took = time.perf_counter() - started
        spent.seconds += took
        spent.queries += 1
        if took >= settings.SLOW_QUERY_SECONDS:
            logger.warning("slow query", extra={"ms": round(took * 1000, 1), "sql": sql[:SHOWN]})
