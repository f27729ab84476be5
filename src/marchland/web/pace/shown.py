"""What is shown of time: the pace in words, each seat's clock or deadline, the next deadline of a table.

Nothing here depends on what time it is now: a page says when time runs out, and counts down by itself.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format

from marchland.tempo import WEEK, Clock, Deadline, Schedule, Tempo
from marchland.web.lobby.words import level_name
from marchland.web.tables.keeping import title_of
from marchland.web.tables.models import Pace, Seat, Status, Table, Until
from marchland.web.words import say

from . import timing

MINUTE, HOUR, DAY = 60, 3600, 24


def table_time(table: Table) -> dict[str, Any]:
    """The pace as a program reads it and as people do, and whether time runs."""
    return {
        "tempo": table.tempo,
        "pace_words": pace_words(table),
        "when_late": table.when_late if timing.is_timed(table) else "",
        "misses_allowed": table.misses_allowed if timing.is_timed(table) else None,
        "due": moment(table.due),
        "paused": moment(table.paused),
        "ends": moment(table.ends) if table.past is None else None,
    }


def seat_time(table: Table, place: Seat) -> dict[str, Any] | None:
    """A seat's clock or deadline; nothing where no time is kept, and to those who are shown the table as it stood."""
    if not timing.is_timed(table) or table.status != Status.PLAYING or table.past is not None:
        return None
    return {
        "asked": moment(place.asked),
        "due": moment(place.due) if table.paused is None else None,
        "left": seconds_left(table, place) if table.pace == Pace.CLOCK and place.kind != "bot" else None,
        "late": place.stand_in_until == Until.ANSWERED,
        "stand_in": place.stand_in if place.stand_in_until == Until.RETURN else "",
    }


def seconds_left(table: Table, place: Seat) -> int:
    """On a clock that stands: what a running one shows is a matter of now."""
    if place.asked is None or table.paused is None:
        return int(place.bank)
    return int(timing.tempo_of(table).spent(place.asked, table.paused, place.bank))


def stand_in_words(table: Table, time: dict[str, Any]) -> str:
    """Who answers for the seat, as everybody may know it: not which answer is given for somebody who is late once."""
    if time["stand_in"]:
        return say("stand_in_level", level=level_name(title_of(table), time["stand_in"]))
    return say("late_answered") if time["late"] else ""


def next_deadline(table: Table, own: list[Seat]) -> dict[str, Any]:
    """When somebody who looks at a list of tables has to be there, or else when the table goes on without whoever is late."""
    mine = min((place.due for place in own if place.due is not None), default=None) if table.paused is None else None
    due = mine or table.due
    return {"due": moment(due), "due_words": in_words(due), "due_mine": mine is not None, "paused": moment(table.paused)}


def moment(when: datetime | None) -> str | None:
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if when is not None else None


def in_words(when: datetime | None) -> str:
    """For pages without a script, which cannot know where the reader's clock stands."""
    return f"{date_format(when.astimezone(UTC), 'SHORT_DATETIME_FORMAT')} UTC" if when is not None else ""


def on_clock(seconds: float) -> str:
    """As a chess clock shows it: 19:32, or 1:05:00."""
    hours, rest = divmod(int(seconds), HOUR)
    return f"{hours}:{rest // MINUTE:02}:{rest % MINUTE:02}" if hours else f"{rest // MINUTE}:{rest % MINUTE:02}"


# -- the pace in words -------------------------------------------------------------------------------


def pace_words(table: Table) -> str:
    """As '48 hours a turn, quiet 22-8 (Europe/Rome)'."""
    if timing.is_timed(table):
        return tempo_words(timing.tempo_of(table))
    return say("pace_says_slow") if table.pace == Pace.SLOW else say("pace_says_live")


def tempo_words(tempo: Tempo) -> str:
    match tempo:
        case Clock():
            return say("pace_says_clock", bank=on_clock(tempo.bank), n=tempo.increment)
        case Deadline():
            return _deadline_words(tempo)
        case Schedule():
            return _schedule_words(tempo)
    return say("pace_says_slow")


def _deadline_words(tempo: Deadline) -> str:
    days, hours = divmod(tempo.hours, DAY)
    length = say("pace_says_days", n=days) if not hours and days > 1 else say("pace_says_hours", n=tempo.hours)
    if tempo.quiet_from == tempo.quiet_to:
        return length
    return f"{length}, {say('pace_says_quiet', start=tempo.quiet_from, end=tempo.quiet_to, zone=tempo.zone)}"


def _schedule_words(tempo: Schedule) -> str:
    if len(tempo.days) == WEEK:
        return say("pace_says_daily", at=tempo.at, zone=tempo.zone)
    days = ", ".join(str(WEEKDAYS[day]) for day in sorted(tempo.days))
    return say("pace_says_weekly", days=days, at=tempo.at, zone=tempo.zone)
