"""What does not change is sent once: marks (ETags) by which a browser asks whether what it has is still right.

A mark is made from everything that the answer is made from, who looks included; it is asked for with every look, so that nobody
sees what they may see no longer.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

import marchland

DRAWN_BY = (".py", ".html", ".svg", ".yaml", ".json")


@cache
def release() -> str:
    """Another release may draw the same thing otherwise; so may the same one while somebody works on it."""
    files = (path for path in Path(marchland.__file__).parent.rglob("*") if path.suffix in DRAWN_BY)
    return f"{marchland.__version__} {max(path.stat().st_mtime_ns for path in files)}"


def mark_of(*made_of: object) -> str:
    """Weak, since answers are packed in different ways."""
    return f'W/"{blake2b(repr((release(), made_of)).encode(), digest_size=12).hexdigest()}"'


def still_good(request: HttpRequest, mark: str) -> HttpResponse | None:
    """The short answer for those who have it already."""
    known = get_conditional_response(request, etag=mark)
    return None if known is None else marked(known, mark)


def marked(response: HttpResponse, mark: str) -> HttpResponse:
    response.headers["ETag"] = mark
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Accept", "Accept-Language", "Cookie"))
    return response


def by_content(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """For what is cheaply made and dearly sent."""
    mark = mark_of(response.content)
    return still_good(request, mark) or marked(response, mark)
