"""Vacations as plain arithmetic, which never asks what time it is.

Where a table waits for those who are away, a vacation is time that does not count: whoever is asked before it has afterwards what
was left, and whoever is asked during it has the whole time once it is over. Where a table does not wait, a deadline that falls
into a vacation is brought forward to its first moment: nobody waits for an answer that will not come.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from marchland.tempo import Clock, Tempo

DAY = timedelta(days=1)


class Period(NamedTuple):
    """From the first moment of a vacation to the first one after it."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


def due_with(tempo: Tempo, asked: datetime, bank: float, away: Iterable[Period], waits: bool) -> datetime | None:
    """When a stretch that began at `asked` has lasted too long, for somebody with these vacations. Chess clocks know none."""
    due = tempo.due(asked, bank)
    if due is None or isinstance(tempo, Clock):
        return due
    for period in sorted(away):
        if period.end <= asked or due < period.start:
            continue
        if not waits:
            return max(asked, period.start)
        asked = period.end if period.start <= asked else asked + (period.end - period.start)
        due = tempo.due(asked, bank)
        assert due is not None
    return due


def midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def first_day(period: Period, zone: str) -> date:
    return period.start.astimezone(ZoneInfo(zone)).date()


def last_day(period: Period, zone: str) -> date:
    """The last day of which anything belongs to the vacation."""
    return (period.end - timedelta(microseconds=1)).astimezone(ZoneInfo(zone)).date()


def days_in_year(period: Period, zone: str, year: int, least: int) -> int:
    """The days of this year that a vacation has cost: every day begun, and never fewer than `least`, however soon it was ended."""
    first = first_day(period, zone)
    last = max(last_day(period, zone), first + (least - 1) * DAY)
    inside = min(last, date(year, 12, 31)) - max(first, date(year, 1, 1))
    return max(0, inside.days + 1)
