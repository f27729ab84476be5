"""How time is counted at a table: plain arithmetic, which never asks what time it is.

Time belongs to stretches: a seat's stretch begins when it is asked and ends when it is asked no more. However many small answers it
gives in between, there is one deadline for all of them, and one increment when they are done. A question that is put to several at
once is a stretch of its own: whoever answers it last has no less time for the next one than the others. Moments are in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Annotated, Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta

DAY = timedelta(days=1)
WEEK = 7
Hour = Annotated[int, Meta(ge=0, le=23)]
Weekday = Annotated[int, Meta(ge=0, le=6)]
"""0 is Monday."""
LEAST = 30
"""Seconds that a stretch lasts even if the clock is empty: whoever lost on time and comes back can play."""


class Untimed(msgspec.Struct, frozen=True, tag="untimed"):
    """Everybody takes the time they need."""

    def due(self, asked: datetime, bank: float) -> datetime | None:
        """When a stretch that began at `asked` has lasted too long."""
        return None

    def resumed(self, due: datetime, paused: datetime, now: datetime) -> datetime:
        """When a stretch that was to last until `due` has lasted too long, if no time ran between `paused` and `now`."""
        return due + (now - paused)

    def spent(self, asked: datetime, now: datetime, bank: float) -> float:
        """The seconds in the seat's bank while its stretch goes on."""
        return bank

    def left(self, asked: datetime, now: datetime, bank: float) -> float:
        """The seconds in the seat's bank once its stretch has ended."""
        return bank

    def before_end(self, bank: float) -> float:
        """The seconds in the bank before the end of the last stretch: where an answer is taken back, nothing is won by it."""
        return bank


class Clock(Untimed, frozen=True, tag="clock"):
    """As at a chess clock: a bank of seconds for the whole game, and some more after every stretch."""

    bank: Annotated[int, Meta(ge=60, le=86_400)] = 1200
    increment: Annotated[int, Meta(ge=0, le=3600)] = 30

    def due(self, asked: datetime, bank: float) -> datetime | None:
        return asked + timedelta(seconds=max(bank, LEAST))

    def spent(self, asked: datetime, now: datetime, bank: float) -> float:
        return max(0.0, bank - max(0.0, (now - asked).total_seconds()))

    def left(self, asked: datetime, now: datetime, bank: float) -> float:
        return self.spent(asked, now, bank) + self.increment

    def before_end(self, bank: float) -> float:
        return max(0.0, bank - self.increment)


class Deadline(Untimed, frozen=True, tag="deadline"):
    """So many hours for every stretch; a deadline that would fall into the quiet hours waits for their end."""

    hours: Annotated[int, Meta(ge=1, le=24 * 60)] = 48
    quiet_from: Hour = 0
    quiet_to: Hour = 0
    """Hours of the day in the host's zone; if both are the same, none is quiet."""
    zone: str = "UTC"

    def due(self, asked: datetime, bank: float) -> datetime | None:
        return self._awake(asked + timedelta(hours=self.hours))

    def resumed(self, due: datetime, paused: datetime, now: datetime) -> datetime:
        return self._awake(due + (now - paused))

    def _awake(self, moment: datetime) -> datetime:
        """This moment, or the end of the quiet hours it falls into."""
        here = moment.astimezone(ZoneInfo(self.zone))
        if self._is_quiet(here.hour):
            end = here.replace(hour=self.quiet_to, minute=0, second=0, microsecond=0)
            here = end if end > here else end + DAY
        return here.astimezone(UTC)

    def _is_quiet(self, hour: int) -> bool:
        if self.quiet_from <= self.quiet_to:
            return self.quiet_from <= hour < self.quiet_to
        return hour >= self.quiet_from or hour < self.quiet_to


class Schedule(Untimed, frozen=True, tag="schedule"):
    """On certain days of the week at a certain time; whoever is asked has at least `notice` hours."""

    days: Annotated[tuple[Weekday, ...], Meta(min_length=1, max_length=WEEK)] = (6,)
    at: Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = "20:00"
    zone: str = "UTC"
    notice: Annotated[int, Meta(ge=0, le=24 * WEEK)] = 12

    def due(self, asked: datetime, bank: float) -> datetime | None:
        return self._first_after(asked + timedelta(hours=self.notice))

    def resumed(self, due: datetime, paused: datetime, now: datetime) -> datetime:
        """The same day if enough is left until then; a pause of an hour puts nothing off by a week."""
        needed = min(due - paused, timedelta(hours=self.notice))
        return max(due, self._first_after(now + needed)) if due < now + needed else due

    def _first_after(self, moment: datetime) -> datetime:
        earliest = moment.astimezone(ZoneInfo(self.zone))
        first = datetime.combine(earliest.date(), time.fromisoformat(self.at), earliest.tzinfo)
        ahead = (first + DAY * days for days in range(WEEK + 1))
        return next(moment for moment in ahead if moment.weekday() in self.days and moment >= earliest).astimezone(UTC)


Tempo = Untimed | Clock | Deadline | Schedule


def tempo_from(data: Any) -> Tempo:
    """The tempo as it was stored, or as a form or a program asks for it; `msgspec.ValidationError` says what is wrong."""
    tempo: Tempo = msgspec.convert(data, Tempo)
    if isinstance(tempo, Deadline | Schedule) and tempo.zone not in _known_zones():
        raise msgspec.ValidationError(f"no such time zone: {tempo.zone}")
    return tempo


@cache
def _known_zones() -> frozenset[str]:
    """Reading their list takes a while."""
    return frozenset(available_timezones())


@cache
def zones() -> tuple[str, ...]:
    """The places by whose clocks one can live, as a form offers them: `Europe/Rome`, and neither `CET` nor `Etc/GMT-1`."""
    return ("UTC", *sorted(zone for zone in _known_zones() if "/" in zone and not zone.startswith(("Etc/", "US/"))))
