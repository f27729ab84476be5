"""What bots and the coach are asked, counted from the question to the answer, in the process that asks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from . import figures, tracing

if TYPE_CHECKING:
    from marchland.web.tables.thinking import Question, Thinker


async def watched(thinker: Thinker, question: Question) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        with figures.questions.track_inprogress(), tracing.span("think", table=question.slug, task=question.task.value):
            return await thinker.think(question)
    except Exception:
        figures.bot_failures.labels(question.title).inc()
        raise
    finally:
        if question.given is None:
            figures.thinking_seconds.labels(question.title, question.task.value).observe(time.perf_counter() - started)
