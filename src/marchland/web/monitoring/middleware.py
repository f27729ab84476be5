"""Every request is named, timed, counted and logged; the browser is told how long the server took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from . import figures, requestid, tracing
from .database import spent

logger = logging.getLogger("marchland.request")
NO_VIEW = "none"
"""Static files, and addresses that are not there."""


class RequestWatch:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = requestid.begin(request.headers.get(requestid.HEADER, ""))
        spent.take()
        started = time.perf_counter()
        with tracing.request_span(request.headers, {"http.request.method": request.method or "", "url.path": request.path}) as told:
            response = self.get_response(request)
            told(view_of(request), response.status_code)
        self._note(request, response, time.perf_counter() - started)
        response.headers[requestid.HEADER] = name
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        view, milliseconds = view_of(request), round(seconds * 1000, 2)
        database, queries = spent.take()
        figures.requests.labels(view, response.status_code).inc()
        figures.request_seconds.labels(view).observe(seconds)
        figures.database_seconds.labels(view).observe(database)
        figures.queries.labels(view).inc(queries)
        response.headers["Server-Timing"] = f"app;dur={milliseconds}"
        facts = {"status": response.status_code, "ms": milliseconds, "db_ms": round(database * 1000, 2), "user": _user_id(request)}
        logger.info("%s %s", request.method, request.path, extra=facts)


def view_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match.view_name or NO_VIEW) if match is not None else NO_VIEW


def _user_id(request: HttpRequest) -> int | None:
    # The session is not opened just for the log: only a user somebody already looked up is named.
    user = getattr(request, "_cached_user", None)
    return user.pk if user is not None else None
