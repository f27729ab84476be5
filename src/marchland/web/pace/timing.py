"""Keeping time at a table: whose stretch begins, whose is over, and when the next one will have lasted too long.

Called with every entry, under the table's lock. At a table without time it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db import transaction

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.tables import background
from marchland.web.tables.models import Pace, Seat, SeatKind, Status, Table, Until

from .tempo import Clock, Tempo, tempo_from

TIMED = (Pace.CLOCK, Pace.DEADLINE, Pace.SCHEDULE)
TIME_FIELDS = ("asked", "due", "bank", "missed", "stand_in", "stand_in_until")


def is_timed(table: Table) -> bool:
    return table.pace in TIMED


def tempo_of(table: Table) -> Tempo:
    return tempo_from(table.tempo)


def wind_up(table: Table) -> None:
    """Before the first question: everybody's clock is full."""
    tempo = tempo_of(table) if is_timed(table) else None
    if isinstance(tempo, Clock):
        table.seats.update(bank=tempo.bank)


def keep_time(table: Table, asked: Iterable[SeatNumber], now: datetime) -> None:
    """Some seats are asked from now on, others no more."""
    if not is_timed(table):
        return
    deciders = set(asked) if table.status == Status.PLAYING else set()
    for place in table.seats.all():
        if place.asked is None and place.number in deciders and has_time(place):
            begin(table, place, now)
        elif place.asked is not None and place.number not in deciders:
            end(table, place, now)
    set_due(table)


def has_time(place: Seat) -> bool:
    """Bots think at once, and empty chairs wait for somebody to take them; time runs for people who are there to lose it."""
    return place.kind == SeatKind.USER and not place.departed and not place.stand_in


def begin(table: Table, place: Seat, now: datetime) -> None:
    place.asked = now
    place.due = tempo_of(table).due(now, place.bank) if table.paused is None else None
    save(place)


def end(table: Table, place: Seat, now: datetime) -> None:
    """The stretch is over; whoever stood in for its length only gets up."""
    assert place.asked is not None
    place.bank = tempo_of(table).left(place.asked, table.paused or now, place.bank)
    place.asked = place.due = None
    if place.stand_in_until == Until.ANSWERED:
        place.stand_in = place.stand_in_until = ""
    elif not place.stand_in:
        place.missed = 0
    save(place)


def is_back(table: Table, place: Seat) -> None:
    """Whoever answers for their own seat is there again: nobody stands in for them any more."""
    if place.stand_in:
        place.stand_in, place.stand_in_until, place.missed = "", "", 0
        save(place)


def forget(place: Seat) -> None:
    """An empty chair has no time to lose."""
    place.asked = place.due = None
    place.stand_in, place.stand_in_until, place.missed = "", "", 0


def set_due(table: Table) -> None:
    table.due = min((place.due for place in table.seats.all() if place.due is not None), default=None)
    if table.due is not None:
        transaction.on_commit(partial(background.set_alarm, table.due))


def save(place: Seat) -> None:
    Seat.objects.filter(pk=place.pk).update(**{name: getattr(place, name) for name in TIME_FIELDS})
