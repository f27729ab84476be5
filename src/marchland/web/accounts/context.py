"""What every page needs to know of the reader."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from .models import Language, Palette, Theme
from .people import Anybody


def preferences(request: HttpRequest) -> dict[str, Any]:
    user: Anybody | None = getattr(request, "user", None)  # an error page may be made before anybody is known
    person = user if user is not None and user.is_authenticated else None
    return {
        "theme": person.theme if person else request.COOKIES.get("theme", Theme.SYSTEM.value),
        "palette": person.palette if person else request.COOKIES.get("palette", Palette.STANDARD.value),
        "languages": Language.choices,
    }
