"""Corrections that somebody is still putting together: they lie in the browser's session until all are made at once."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from marchland.kernel.corrections import MOST
from marchland.web.tables.refusals import BadRequest

COLLECT, DROP = "collect", "drop"


def collected(request: HttpRequest, slug: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = request.session.get(_key(slug), [])
    return found


def collect(request: HttpRequest, slug: str, correction: dict[str, Any]) -> None:
    """One more; a place that is on the list already gets the new value."""
    others = [one for one in collected(request, slug) if one["path"] != correction["path"]]
    if len(others) >= MOST:
        raise BadRequest(f"1 to {MOST} corrections at once")
    request.session[_key(slug)] = [*others, correction]


def drop(request: HttpRequest, slug: str) -> None:
    request.session.pop(_key(slug), None)


def _key(slug: str) -> str:
    return f"corrections:{slug}"
