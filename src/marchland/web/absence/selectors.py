"""What pages may know about absence: one's own drafts and instructions, and of others only that they are away."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils import timezone

from marchland.web.pace import timing
from marchland.web.tables.models import By, Entry, EntryKind, Pace, Seat, Status, Until
from marchland.web.tables.selectors import Sight
from marchland.web.tables.sheets import is_written, read_sheet

from .drafts import instructions_of, renewed
from .forms import LateForm
from .vacations import away_now


def own_place(sight: Sight) -> Seat | None:
    """The viewer's seat at a game under way."""
    if sight.table.status != Status.PLAYING or sight.viewer.seat is None:
        return None
    return next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)


def late_form(sight: Sight, data: QueryDict | None = None) -> LateForm | None:
    """The viewer's own panel, where time is kept or a host may lose patience."""
    place = own_place(sight)
    if place is None or not (timing.is_timed(sight.table) or sight.table.pace == Pace.SLOW):
        return None
    left = instructions_of(sight.table, place)
    now = {"when_late": place.when_late, "orders": left.orders, **{f"moment_{name}": one for name, one in left.moments.items()}}
    return LateForm(sight.title, sight.language, data, table_says=sight.table.when_late, initial=now, auto_id="late_%s")


def orders_void(sight: Sight) -> str:
    """Why the standing orders would not count this turn; empty if they would, or nothing is asked."""
    place = own_place(sight)
    if place is None or sight.state is None or not is_written(sight.title, sight.state):
        return ""
    text = renewed(sight.table, place, sight.state, instructions_of(sight.table, place).orders)
    refusal = read_sheet(sight.table, sight.state, place.number, text).refusal if text else None
    return str(sight.title.parts.mail.explain(refusal, sight.language)) if refusal is not None else ""


def own_absence(sight: Sight) -> dict[str, Any] | None:
    """Whether somebody stands in for the viewer, and what was answered in the meantime; None where there is nothing to say."""
    place = own_place(sight)
    if place is None or not (timing.is_timed(sight.table) or place.stand_in):
        return None
    away = away_now([place.user_id], timezone.now()) if place.user_id is not None else {}
    answers = Entry.objects.filter(table=sight.table, seat=place.number, n__gt=place.seen, undone=False, kind=EntryKind.ACT)
    facts = {
        "plays": place.stand_in_until == Until.RETURN,
        "offered": place.sought,
        "vacation": next(iter(away.values()), ""),
        "answers": answers.filter(by__in=(By.TIME, By.STAND_IN)).count(),
        "since": place.seen,
    }
    return facts if any(facts[name] for name in ("plays", "offered", "vacation", "answers")) else None
