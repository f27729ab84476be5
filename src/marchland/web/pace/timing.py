"""Keeping time at a table: whose stretch begins, whose is over, and when the next one will have lasted too long.

Called with every entry, under the table's lock. At a table without time it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from marchland.kernel.actions import Seat as SeatNumber
from marchland.tempo import Clock, Tempo, tempo_from
from marchland.web.absence.vacations import due_of
from marchland.web.prepared import Update
from marchland.web.tables import background
from marchland.web.tables.models import Pace, Seat, Status, Table, Until
from marchland.web.tables.viewers import PEOPLE

TIMED = (Pace.CLOCK, Pace.DEADLINE, Pace.SCHEDULE)
_update_times = Update(
    Seat, "asked", "due", "was_due", "bank", "missed", "stand_in", "stand_in_until", "offer_at", "sought", "held_for", "held_until"
)


def is_timed(table: Table) -> bool:
    return table.pace in TIMED


def tempo_of(table: Table) -> Tempo:
    return tempo_from(table.tempo)


def begin_game(table: Table, now: datetime) -> None:
    """Before the first question: clocks are wound up, and where the whole game has a limit, its time begins."""
    wind_up(table)
    if table.limit:
        table.ends = now + timedelta(minutes=table.limit)
        table.save(update_fields=["ends"])


def wind_up(table: Table) -> None:
    """Everybody's clock is full."""
    tempo = tempo_of(table) if is_timed(table) else None
    if isinstance(tempo, Clock):
        table.seats.update(bank=tempo.bank)


def keep_time(table: Table, asked: Iterable[SeatNumber], now: datetime, afresh: bool = False) -> None:
    """Some seats are asked from now on, others no more; `afresh` if those who were asked before are asked something new."""
    deciders = set(asked) if table.status == Status.PLAYING else set()
    if not is_timed(table):
        _get_up(table, set() if afresh else deciders)
        return
    tempo, changed = tempo_of(table), []
    for place in table.seats.all():
        is_over = place.asked is not None and (afresh or place.number not in deciders)
        if is_over:
            _end(table, tempo, place, now)
        begins = place.asked is None and place.number in deciders and has_time(place)
        if begins:
            _begin(table, tempo, place, now)
        if is_over or begins:
            changed.append(place)
    _update_times.all(changed)
    set_due(table)


def _get_up(table: Table, deciders: set[SeatNumber]) -> None:
    """Where no time is kept, somebody may yet stand in until a question is answered: the host may have sent for them."""
    for place in table.seats.all():
        if place.stand_in_until == Until.ANSWERED and place.number not in deciders:
            place.stand_in = place.stand_in_until = ""
            save(place)


def start_over(table: Table) -> None:
    """The table was laid anew: every stretch that lasted is forgotten, with whoever stood in for its length only."""
    for place in table.seats.all():
        if place.asked is not None or place.stand_in_until == Until.ANSWERED:
            place.asked = place.due = place.was_due = None
            if place.stand_in_until == Until.ANSWERED:
                place.stand_in = place.stand_in_until = ""
            save(place)


def has_time(place: Seat) -> bool:
    """Bots think at once, and empty chairs wait for somebody to take them; time runs for people who are there to lose it."""
    return place.kind in PEOPLE and not place.departed and not place.stand_in


def _begin(table: Table, tempo: Tempo, place: Seat, now: datetime) -> None:
    place.asked = now
    place.due = due_of(table, tempo, place, now) if table.paused is None else None


def _end(table: Table, tempo: Tempo, place: Seat, now: datetime) -> None:
    """The stretch is over; whoever stood in for its length only gets up."""
    assert place.asked is not None
    place.bank = tempo.left(place.asked, table.paused or now, place.bank)
    place.was_due, place.asked, place.due = place.due, None, None
    if place.stand_in_until == Until.ANSWERED:
        place.stand_in = place.stand_in_until = ""
    elif not place.stand_in:
        place.missed = 0


def is_back(table: Table, place: Seat, now: datetime) -> bool:
    """Whoever answers for their own seat is there again: nobody stands in for them any more, and their time runs. Were they away?

    Who was late for one turn only has still been late; who had given the seat up begins anew.
    """
    if not place.stand_in:
        return False
    was_away = place.stand_in_until == Until.RETURN
    place.missed = 0 if was_away else place.missed
    _alone(place)
    if is_timed(table) and place.number in table.deciders:
        tempo = tempo_of(table)
        place.bank = tempo.spent(place.asked or now, table.paused or now, place.bank)
        _begin(table, tempo, place, now)
    save(place)
    set_due(table)
    table.save(update_fields=["due"])
    return was_away


def take_up_again(table: Table, place: Seat, now: datetime) -> None:
    """An answer is taken back that had ended the seat's stretch: it goes on as if it had never ended, so that no time is won."""
    if not is_timed(table) or place.asked is not None or not has_time(place):
        return
    tempo = tempo_of(table)
    place.asked, place.bank = table.paused or now, tempo.before_end(place.bank)
    place.due = tempo.due(place.asked, place.bank) if isinstance(tempo, Clock) else place.was_due
    save(place)


def is_too_late(table: Table, place: Seat, now: datetime) -> bool:
    """Is the time over in which the seat's last answer had to be given?"""
    is_over = place.was_due is not None and place.was_due <= now
    return is_timed(table) and table.paused is None and table.pace != Pace.CLOCK and is_over


def pause(table: Table, now: datetime) -> None:
    """From now on no time runs. The caller writes the table's row, here and in the next three."""
    table.paused = now
    set_due(table)


def go_on(table: Table, now: datetime) -> None:
    """Time runs again: whoever was asked before the pause has as much left as then."""
    paused, table.paused = table.paused, None
    if paused is None:
        return
    table.ends = table.ends + (now - paused) if table.ends is not None else None
    if is_timed(table):
        _let_run(table, paused, now)


def _let_run(table: Table, paused: datetime, now: datetime) -> None:
    tempo, asked = tempo_of(table), [place for place in table.seats.all() if place.asked is not None]
    for place in asked:
        assert place.asked is not None
        if not has_time(place):
            place.due = None
        elif place.due is None:
            _begin(table, tempo, place, now)
        else:
            place.due = tempo.resumed(place.due, paused, now)
            place.asked += now - paused
    _update_times.all(asked)
    set_due(table)


def put_off(table: Table, place: Seat, time: timedelta) -> None:
    """More time for a seat that is asked, whatever the pace."""
    if place.due is not None:
        place.due += time
    if table.pace == Pace.CLOCK:
        place.bank += time.total_seconds()
    save(place)
    set_due(table)


def seat_changed(table: Table, now: datetime) -> None:
    """Somebody has sat down, or got up, in the middle of a game: time runs for those who are there."""
    if is_timed(table):
        keep_time(table, table.deciders, now)
        Table.objects.filter(pk=table.pk).update(due=table.due)


def forget(place: Seat) -> None:
    """An empty chair has no time to lose."""
    place.asked = place.due = place.was_due = None
    place.missed = 0
    _alone(place)


def _alone(place: Seat) -> None:
    """Nobody stands in for the seat's owner any more, and nobody else is looked for."""
    place.stand_in = place.stand_in_until = ""
    place.offer_at, place.sought, place.held_for, place.held_until = None, False, None, None


def set_due(table: Table) -> None:
    dues = (place.due for place in table.seats.all() if place.due is not None)
    table.due = min(dues, default=None) if table.paused is None else None
    if table.due is not None:
        transaction.on_commit(partial(background.set_alarm, table.due))


def save(place: Seat) -> None:
    _update_times(place)
