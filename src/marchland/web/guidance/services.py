"""Lessons are left and taken up again, proposals refused: one transaction each, with the table's row locked."""

from __future__ import annotations

import re
from typing import Any

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.models import User
from marchland.web.tables import keeping
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import Seat, Status, Table
from marchland.web.tables.refusals import BadRequest, WrongMoment
from marchland.web.tables.screens import Screen
from marchland.web.tables.services import place_of
from marchland.web.tables.sheets import is_written

from .selectors import LESSONS, REFUSED, TURN, read_guide

MOST_REFUSED = 100
"""More than anybody proposes in a turn."""


def lessons_set(slug: str, user: User, seat: SeatNumber | None, on: bool, screen: Screen | None = None) -> None:
    """A seat's lessons are shown from now on, or no more."""
    with table_locked(slug, with_seats=True) as table:
        _keep(place_of(table, user, seat, screen), {LESSONS: on})


def begin_lessons(table: Table, seat: SeatNumber) -> None:
    """A table made for somebody's first game: its lessons are shown until they are left."""
    with table_locked(table.slug, with_seats=True) as locked:
        for place in locked.seats.all():
            if place.number == seat:
                _keep(place, {LESSONS: True})


def proposal_refuse(slug: str, user: User, seat: SeatNumber | None, proposal: str, screen: Screen | None = None) -> None:
    """A proposal is not shown again this turn."""
    if not re.fullmatch(r"[0-9a-f]{1,40}", proposal):
        raise BadRequest("order")
    with table_locked(slug, with_seats=True) as table:
        place, title = place_of(table, user, seat, screen), keeping.title_of(table)
        state = keeping.present_state(table) if table.status == Status.PLAYING else None
        if state is None or not is_written(title, state):
            raise WrongMoment(slug)
        turn = title.parts.mail.turn_name(state)
        refused = [*sorted(read_guide(place, turn).refused), proposal][-MOST_REFUSED:]
        _keep(place, {TURN: turn, REFUSED: refused})


def _keep(place: Seat, news: dict[str, Any]) -> None:
    place.guide = {**place.guide, **news}
    place.save(update_fields=["guide"])
