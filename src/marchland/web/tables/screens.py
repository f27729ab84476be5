"""A screen that several people share: the curtain falls when it must be passed on, and rises for whoever says who they are.

Who sits before it is kept in the browser's session, not at the table: another window of the same person may be on another desk.
Programs have no screen; they name the seat they ask for.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from marchland.kernel.actions import Seat as SeatNumber

from .models import Table

KEPT = "before_the_screen"
NOBODY: SeatNumber = -1
MOST = 20
"""For how many tables a session remembers who sits there."""


@dataclass(frozen=True)
class Screen:
    """A page in a browser. `holder` is the seat of the person before it, who said so when entry `since` was the last one."""

    holder: SeatNumber | None = None
    since: int = -1


def screen_of(request: HttpRequest, slug: str) -> Screen:
    return Screen(*request.session.get(KEPT, {}).get(slug, ()))


def screen_take(request: HttpRequest, table: Table, seat: SeatNumber | None) -> None:
    """From now on this seat's person sits before the screen; None: nobody until somebody says so, the curtain falls."""
    others = {slug: holder for slug, holder in request.session.get(KEPT, {}).items() if slug != table.slug}
    kept = (NOBODY if seat is None else seat, table.entries_made)
    request.session[KEPT] = {**dict(list(others.items())[1 - MOST :]), table.slug: kept}
