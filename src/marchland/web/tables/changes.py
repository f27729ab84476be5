"""What a service hands back, and how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings

from marchland.kernel.errors import MarchlandError
from marchland.kernel.state import State
from marchland.web.monitoring import figures, tracing
from marchland.web.monitoring.courtesy import moving

from .models import Table
from .refusals import code_of

logger = logging.getLogger("marchland.move")
slow = logging.getLogger("marchland.slow")
NOT_BY_HAND = {"bot_action_submit": "bot", "sheet_hand_in": "sheet", "plan_hand_in": "plan"}
"""Services whose moves are counted apart from those that people make on the board."""


@dataclass(frozen=True)
class Change:
    """What a service made of a table: whoever draws it next need not look it up again."""

    table: Table
    state: State | None
    """None before the game has begun."""
    entry: int
    """The number of the entry that was made, or of the last one where none was needed."""


def clocked(service: Callable[..., Change]) -> Callable[..., Change]:
    """Counts a move, or its refusal, and logs how long it took from the asking for the lock to the news having gone out."""
    by = NOT_BY_HAND.get(service.__name__, "person")

    @wraps(service)
    def clocked_service(slug: str, *args: Any, **kwargs: Any) -> Change:
        started, worked = time.perf_counter(), time.thread_time()
        try:
            with tracing.span("move", table=slug, by=by), moving():
                change = service(slug, *args, **kwargs)
        except MarchlandError as refusal:
            figures.refusals.labels(code_of(refusal)).inc()
            raise
        _note(change, by, time.perf_counter() - started, time.thread_time() - worked)
        return change

    return clocked_service


def _note(change: Change, by: str, seconds: float, worked: float) -> None:
    figures.moves.labels(change.table.title, by).inc()
    figures.move_seconds.labels(change.table.title).observe(seconds)
    facts = {"table": change.table.slug, "entry": change.entry, "ms": _thousandths(seconds), "cpu_ms": _thousandths(worked)}
    logger.info("move", extra=facts)
    if seconds >= settings.SLOW_MOVE_SECONDS:
        slow.warning("slow move", extra={**facts, "title": change.table.title, "by": by})


def _thousandths(seconds: float) -> float:
    return round(seconds * 1000, 2)
