"""The number beside the bell on every page, counted only where it is shown."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import lazy

from marchland.web.accounts.people import Anybody

from .selectors import count_for

_later = lazy(count_for, int)


def news(request: HttpRequest) -> dict[str, Any]:
    user: Anybody | None = getattr(request, "user", None)  # an error page may be made before anybody is known
    return {"news_count": _later(user, _table_in_view(request)) if user is not None and user.is_authenticated else 0}


def _table_in_view(request: HttpRequest) -> str:
    """Whoever looks at a table need not be called to it."""
    return request.resolver_match.kwargs.get("slug", "") if request.resolver_match is not None else ""
