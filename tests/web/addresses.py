"""Every address of the site, as the resolver knows it: whoever walks through them cannot forget a new one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from django.urls import URLResolver, get_resolver

BLANK = re.compile(r"<(?:\w+:)?(\w+)>")
"""What differs in an address: `<slug:slug>`."""


@cache
def routes() -> tuple[str, ...]:
    """`/t/<slug:slug>/chat/` and all others, each once."""
    return tuple(sorted({f"/{route}" for route in _found(get_resolver().url_patterns, "")}))


def _found(patterns: Any, before: str) -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _found(one.url_patterns, route)
        else:
            yield route


def filled(route: str, values: Mapping[str, object]) -> str:
    """The address with these values in its blanks."""
    return BLANK.sub(lambda blank: quote(str(values[blank[1]]), safe=""), route)
