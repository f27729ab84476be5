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
    return {"news_count": _later(user) if user is not None and user.is_authenticated else 0}
