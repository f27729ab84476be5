"""The number beside the bell on every page, counted only where it is shown, and once."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from django.http import HttpRequest

from marchland.web.accounts.people import Anybody

from .selectors import count_for


def news(request: HttpRequest) -> dict[str, Any]:
    user: Anybody | None = getattr(request, "user", None)  # an error page may be made before anybody is known
    if user is None or not user.is_authenticated:
        return {"news_count": 0}
    return {"news_count": cache(partial(count_for, user, _table_in_view(request)))}  # a template calls it wherever it is named


def _table_in_view(request: HttpRequest) -> str:
    """Whoever looks at a table need not be called to it."""
    return request.resolver_match.kwargs.get("slug", "") if request.resolver_match is not None else ""
