"""Logs as one JSON object a line: what was asked, by whom, how it ended and how long it took."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
logger = logging.getLogger("marchland.request")


class JsonLines(logging.Formatter):
    """One line per record; whatever was passed as `extra` becomes a field."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({name: value for name, value in vars(record).items() if name not in PLAIN})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class RequestLog:
    """Logs each request and tells the browser how long the server took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        milliseconds = round((time.perf_counter() - started) * 1000, 2)
        response.headers["Server-Timing"] = f"app;dur={milliseconds}"
        logger.info(
            "%s %s",
            request.method,
            request.path,
            extra={"status": response.status_code, "ms": milliseconds, "user": _user_id(request)},
        )
        return response


def _user_id(request: HttpRequest) -> int | None:
    # The session is not opened just for the log: only a user somebody already looked up is named.
    user = getattr(request, "_cached_user", None)
    return user.pk if user is not None else None
