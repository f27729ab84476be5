"""When people are away: what others may know of it, and what it does to their deadlines."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from marchland.kernel.actions import Seat as SeatNumber
from marchland.tempo import Tempo
from marchland.web.prepared import Prepared
from marchland.web.tables.models import Pace, Seat, Status, Table, Until

from .models import Vacation
from .periods import Period, due_with, last_day

_vacations_at = Prepared(lambda table: Vacation.objects.filter(user__seats__table=table).distinct())
WAITED_FOR = (Pace.SLOW, Pace.DEADLINE, Pace.SCHEDULE)
"""Paces at which a vacation means something."""
DAY_AND_MONTH = "j F"
LEAST_DAYS = 3
"""A vacation costs so many days, however soon it is ended: one before every deadline would soon use up a year's share."""


def periods_of(user_id: int | None) -> list[Period]:
    """All vacations of somebody, in their order."""
    if user_id is None:
        return []
    return [Period(*row) for row in Vacation.objects.filter(user_id=user_id).values_list("start", "end")]


def is_away(user_id: int | None, now: datetime) -> bool:
    return any(period.holds(now) for period in periods_of(user_id))


def due_of(table: Table, tempo: Tempo, place: Seat, asked: datetime) -> datetime | None:
    """When a stretch of this seat that begins at `asked` will have lasted too long."""
    away = _periods_at(table, place)
    return due_with(tempo, asked, place.bank, away, not away or waits_for(table, place, asked))


def waits_for(table: Table, place: Seat, now: datetime) -> bool:
    """Do deadlines wait for the seat's owner to come back from a vacation? They do where there is nobody else to wait."""
    return table.vacation_stops or not has_company(table, place, now)


def has_company(table: Table, place: Seat, now: datetime) -> bool:
    """Is anybody else there? If not, nobody is answered for in a hurry: bots would play the game to its end."""
    return any(
        other.user_id not in (None, place.user_id)
        and not other.departed
        and other.stand_in_until != Until.RETURN
        and not any(period.holds(now) for period in _periods_at(table, other))
        for other in table.seats.all()
    )


def _periods_at(table: Table, place: Seat) -> list[Period]:
    """The vacations of whoever sits there; those of all at the table are read at once, and once in a change."""
    if table.pace == Pace.CLOCK or place.user_id is None:
        return []
    if table.away is None:
        table.away = {}
        for one in _vacations_at.all(table.pk):
            table.away.setdefault(one.user_id, []).append(Period(one.start, one.end))
    return table.away.get(place.user_id, [])


def away_now(user_ids: Iterable[int], now: datetime) -> dict[int, str]:
    """Who of these people is away now, with the last day of it."""
    found = Vacation.objects.filter(user_id__in=list(user_ids), start__lte=now, end__gt=now)
    return {one.user_id: day(last_day(Period(one.start, one.end), one.zone)) for one in found}


def day(of: date) -> str:
    """As it stands in a sentence: only English writes its months large, whatever Django thinks of Italian."""
    said = date_format(of, DAY_AND_MONTH)
    return said if get_language() == "en" else said.lower()


def seats_away(table: Table, places: Iterable[Seat]) -> dict[SeatNumber, str]:
    """The last day of their vacation, for those at a table who are on one."""
    if table.pace not in WAITED_FOR or table.status != Status.PLAYING:
        return {}
    people = {place.user_id: place.number for place in places if place.user_id is not None and not place.departed}
    found = away_now(people, timezone.now()) if people else {}
    return {people[user_id]: last for user_id, last in found.items()}
