"""Who can be relied on: of the last deadlines somebody had, how many were kept.

Only deadlines of hours or days count, at tables public and private: a chess clock is part of the game. Every miss counts. What was
kept counts once in half a day and table, so that an evening of quick answers back and forth does not bury a game that was left
alone. The figure looks back on a fixed number of deadlines and not on a whole life: whoever has mended their ways is soon seen to.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from marchland.web.accounts.models import User
from marchland.web.tables.models import Pace, Seat, SeatKind, Table

from .models import Deadline

LOOKED_BACK = 50
ENOUGH = 10
"""With fewer deadlines than this nothing is said of anybody."""
APART = timedelta(hours=12)
COUNTED = (Pace.DEADLINE, Pace.SCHEDULE)


class Reliability(NamedTuple):
    kept: int
    had: int

    @property
    def is_known(self) -> bool:
        return self.had >= ENOUGH

    @property
    def percent(self) -> int:
        """Rounded down: whoever missed one has not kept them all."""
        return self.kept * 100 // self.had if self.had else 0


def kept(table: Table, place: Seat, due: datetime, now: datetime) -> None:
    """The seat's own answer ended its stretch: in time, if it is not late and nobody has noticed yet."""
    user_id = _counted(table, place)
    if user_id is None or now > due:
        return
    lately = Deadline.objects.filter(user_id=user_id, table=table, kept=True, at__gt=now - APART)
    if not lately.exists():
        Deadline.objects.create(user_id=user_id, table=table, kept=True, at=now)


def missed(table: Table, place: Seat, now: datetime) -> None:
    user_id = _counted(table, place)
    if user_id is not None:
        Deadline.objects.create(user_id=user_id, table=table, kept=False, at=now)


def _counted(table: Table, place: Seat) -> int | None:
    """Whose figure it is; somebody else at the same screen has no name of their own."""
    return place.user_id if place.kind == SeatKind.USER and table.pace in COUNTED else None


def reliability_of(user: User) -> Reliability:
    last = list(Deadline.objects.filter(user=user).values_list("kept", flat=True)[:LOOKED_BACK])
    return Reliability(sum(last), len(last))
