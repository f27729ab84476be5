"""What a service hands back, and how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from marchland.kernel.state import State

from .models import Table

logger = logging.getLogger("marchland.move")


@dataclass(frozen=True)
class Change:
    """What a service made of a table: whoever draws it next need not look it up again."""

    table: Table
    state: State | None
    """None before the game has begun."""
    entry: int
    """The number of the entry that was made, or of the last one where none was needed."""


def clocked(service: Callable[..., Change]) -> Callable[..., Change]:
    """Logs how long a move took from the asking for the lock to the news having gone out."""

    @wraps(service)
    def clocked_service(slug: str, *args: Any, **kwargs: Any) -> Change:
        started, worked = time.perf_counter(), time.thread_time()
        change = service(slug, *args, **kwargs)
        took = {"ms": _thousandths(time.perf_counter() - started), "cpu_ms": _thousandths(time.thread_time() - worked)}
        logger.info("move", extra={"table": slug, "entry": change.entry, **took})
        return change

    return clocked_service


def _thousandths(seconds: float) -> float:
    return round(seconds * 1000, 2)
