"""Logs as one JSON object a line: what was asked, by whom, how it ended and how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

logger = logging.getLogger("marchland.request")


class JsonLines(JsonFormatter):
    """One line per record; whatever was passed as `extra` becomes a field."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "trace"},
            timestamp="time",
            reserved_attrs=[*RESERVED_ATTRS, "color_message", "taskName"],
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {**log_data, "level": log_data["level"].lower()}


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
