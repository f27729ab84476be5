"""When time runs out, at a small game of everything: who answers, how often, and what is written down."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.pace import deadlines
from marchland.web.tables import bots, crew
from marchland.web.tables.keeping import forget, present_state, state_after
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import By, EntryKind, Table, Until
from marchland.web.tables.services import action_submit, note

from .conftest import START, Wait


def timed_table(host: User, *others: User, pace: str = "deadline", when_late: str = "default", **tempo: Any) -> Table:
    places = [Place("me"), *(Place("open") for _ in others)]
    table = table_create(host, Wish("pebbles", places, {}, pace=pace, tempo=tempo, when_late=when_late))
    for number, other in enumerate(others, 1):
        seat_take(table.slug, other, number)
    table.refresh_from_db()
    return table


def answer(table: Table, users: list[User]) -> None:
    """Whoever is asked first gives the first answer there is."""
    table.refresh_from_db()
    state = present_state(table)
    seat = state.deciders[0]
    action_submit(table.slug, users[seat], seat, 0, table.entries_made)
    table.refresh_from_db()


@pytest.mark.django_db
def test_whoever_is_asked_has_a_deadline_and_nobody_else(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    for place in table.seats.all():
        is_asked = place.number in table.deciders
        assert (place.due == START + timedelta(hours=24)) is is_asked
    assert table.due == START + timedelta(hours=24)


@pytest.mark.django_db
def test_a_table_without_time_waits_for_ever(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="slow")
    assert deadlines.run_due(wait(days=3000)) == 0
    assert table.due is None


@pytest.mark.django_db
def test_nothing_happens_before_the_deadline_and_once_after_it(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    assert deadlines.run_due(wait(hours=23.9)) == 0
    assert deadlines.run_due(wait(hours=0.2)) == 2
    assert deadlines.run_due(wait(hours=0.2)) == 0
    assert [entry.seat for entry in table.entries.filter(kind=EntryKind.TIME)] == [0, 1]


@pytest.mark.django_db
def test_the_titles_default_answers_what_all_are_asked_at_once(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    answer(table, [ada, bob])
    assert deadlines.run_due(wait(hours=25)) == 1
    told, bid = table.entries.order_by("-n")[:2][::-1]
    assert (told.kind, told.seat, told.action) == (EntryKind.TIME, 1, {"do": "late", "by": "default", "until": Until.ANSWERED})
    assert (bid.kind, bid.seat, bid.by) == (EntryKind.ACT, 1, By.TIME)
    table.refresh_from_db()
    assert len(table.deciders) == 1  # the bids are in, and somebody's turn has begun, with a deadline of its own
    assert table.due == START + timedelta(hours=25 + 24)


@pytest.mark.django_db
def test_where_the_title_has_no_default_a_bot_answers_until_the_turn_is_over(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    for _ in range(2):
        answer(table, [ada, bob])
    late = table.deciders[0]
    deadlines.run_due(wait(hours=25))
    place = table.seats.get(number=late)
    assert (place.stand_in, place.stand_in_until, place.missed) == ("hard", Until.ANSWERED, 1)
    bots.move_all(table.slug)
    table.refresh_from_db()
    place.refresh_from_db()
    assert late not in table.deciders
    assert (place.stand_in, place.stand_in_until, place.missed, place.asked, place.due) == ("", "", 1, None, None)
    assert {entry.by for entry in table.entries.filter(seat=late, n__gt=2, kind=EntryKind.ACT)} == {By.STAND_IN}


@pytest.mark.django_db
def test_own_small_answers_do_not_put_the_deadline_off(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    for _ in range(2):
        answer(table, [ada, bob])
    seat, due = table.deciders[0], table.due
    wait(hours=5)
    answer(table, [ada, bob])
    assert (table.deciders, table.due) == ([seat], due)


@pytest.mark.django_db
def test_after_too_many_misses_a_bot_sits_there_until_the_owner_answers(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    Table.objects.filter(pk=table.pk).update(misses_allowed=0)
    deadlines.run_due(wait(hours=25))
    assert [(place.stand_in, place.stand_in_until) for place in table.seats.all()] == [("hard", Until.RETURN), ("", "")]
    table.refresh_from_db()
    action_submit(table.slug, ada, 0, 0, table.entries_made)
    back = table.seats.get(number=0)
    assert (back.stand_in, back.missed) == ("", 0)


@pytest.mark.django_db
def test_a_kept_deadline_wipes_out_those_missed_before(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24, pace="deadline")
    deadlines.run_due(wait(hours=25))
    table.refresh_from_db()
    seat = table.deciders[0]
    assert table.seats.get(number=seat).missed == 1
    while seat in table.deciders:
        answer(table, [ada, bob])
    assert table.seats.get(number=seat).missed == 0


@pytest.mark.django_db
def test_clocks_run_only_while_their_owner_is_asked(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, pace="clock", bank=600, increment=10)
    wait(seconds=100)
    action_submit(table.slug, ada, 0, 0, table.entries_made)
    wait(seconds=200)
    action_submit(table.slug, bob, 1, 0, table.entries_made)
    banks = {place.number: place.bank for place in table.seats.all()}
    assert banks == {0: 600 - 100 + 10, 1: 600 - 300 + 10}
    table.refresh_from_db()
    seat = table.deciders[0]
    assert table.due == START + timedelta(seconds=300 + banks[seat])


@pytest.mark.django_db
def test_a_restart_loses_no_deadline(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    forget()
    assert deadlines.next_due(START) == START + timedelta(hours=24)
    assert deadlines.run_due(wait(hours=24)) == 2
    assert Table.objects.get(pk=table.pk).entries_made == 4


@pytest.mark.django_db
def test_what_the_clock_does_changes_no_past(ada: User, bob: User, wait: Wait) -> None:
    """The game can be played again from its answers, over the entries that only tell of time."""
    table = timed_table(ada, bob, hours=24)
    deadlines.run_due(wait(hours=25))
    table.refresh_from_db()
    table.entries.exclude(n=0).update(snapshot=None)
    assert state_after(table, table.entries_made).fingerprint() == present_state(table).fingerprint()


@pytest.mark.django_db
def test_what_only_tells_of_time_makes_nobodys_answer_stale(ada: User, bob: User, wait: Wait) -> None:
    table = timed_table(ada, bob, hours=24)
    for _ in range(2):
        answer(table, [ada, bob])
    seat, seen = table.deciders[0], table.entries_made
    with table_locked(table.slug, with_seats=True) as locked:
        note(locked, EntryKind.HOUSE, None, {"do": "remind"})
    assert action_submit(table.slug, [ada, bob][seat], seat, 0, seen).entry == seen + 2


@pytest.mark.django_db
def test_one_tables_fault_keeps_no_other_waiting(ada: User, bob: User, wait: Wait, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty, sound = timed_table(ada, bob, hours=24), timed_table(ada, bob, hours=25)
    honest, told = deadlines.time_runs_out, []

    def broken(slug: str, now: datetime) -> int:
        if slug == faulty.slug:
            raise ZeroDivisionError
        return honest(slug, now)

    monkeypatch.setattr(deadlines, "time_runs_out", broken)
    monkeypatch.setattr(deadlines.logger, "exception", lambda message, **facts: told.append((message, facts)))
    assert deadlines.run_due(wait(hours=26)) == 2
    assert sound.entries.filter(kind=EntryKind.TIME).count() == 2
    assert told == [("a deadline failed", {"extra": {"table": faulty.slug}})]


def test_a_round_that_fails_is_told_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(crew.logger, "exception", told.append)
    asyncio.run(crew.tried(broken, "a round failed"))
    assert told == ["a round failed"]
