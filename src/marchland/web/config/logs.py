"""Logs as one JSON object a line, each with the name of the request it belongs to."""

from __future__ import annotations

from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from marchland.web.monitoring import requestid


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
        request = requestid.current()
        return {**log_data, "level": log_data["level"].lower(), **({"request": request} if request else {})}
