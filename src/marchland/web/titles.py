"""The games this site offers: whatever is installed. Looked up once, because reading package metadata is slow."""

from __future__ import annotations

from functools import cache

from marchland.kernel.errors import UnknownTitle
from marchland.kernel.title import Title
from marchland.kernel.title import titles as find_titles


@cache
def installed() -> dict[str, Title]:
    return find_titles()


def title_named(title_id: str) -> Title:
    try:
        return installed()[title_id]
    except KeyError:
        raise UnknownTitle(title_id, installed()) from None
