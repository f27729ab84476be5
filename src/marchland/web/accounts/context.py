"""What every page needs to know of the reader."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from .models import Language, Palette, Theme


def preferences(request: HttpRequest) -> dict[str, Any]:
    user = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    return {
        "theme": user.theme if known else request.COOKIES.get("theme", Theme.SYSTEM.value),
        "palette": user.palette if known else request.COOKIES.get("palette", Palette.STANDARD.value),
        "languages": Language.choices,
    }
