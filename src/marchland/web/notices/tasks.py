"""Work that waits until the change it belongs to is safe on disk, so that no page waits for a mail server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.db import transaction
from django_tasks import task

from marchland.web.monitoring import requestid, tracing
from marchland.web.tables.background import wake_postman


def job(work: Callable[..., Any]) -> Any:
    """A function that can be queued by `later`; it is carried out on behalf of the request that queued it."""

    @wraps(work)
    def named(*facts: Any, request: str = "") -> Any:
        with tracing.span("job", job=work.__name__):
            return requestid.on_behalf(request, partial(work, *facts))

    return task()(named)


def later(work: Any, *facts: Any) -> None:
    """Queue a job once the present change is safe on disk, and wake the one who carries it out."""
    transaction.on_commit(partial(_queue, work, facts, requestid.current()))


def _queue(work: Any, facts: tuple[Any, ...], request: str) -> None:
    work.enqueue(*facts, request=request)
    wake_postman()
