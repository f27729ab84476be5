"""Every pace and every kind of missed deadline in every title: what is due, who answers, what is written down."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from marchland.kernel.match import Match
from marchland.web.accounts.models import User
from marchland.web.ahead.services import waivers_set
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.pace import deadlines
from marchland.web.tables import bots, history, keeping
from marchland.web.tables.models import By, EntryKind, Status, Table, Until
from marchland.web.titles import title_named

from ...games.medioevo.table import Table as Medioevo
from .conftest import START, Wait
from .test_timing import act

pytestmark = pytest.mark.django_db
TITLES = ["vinci", "byzantium", "medioevo", "cendre"]
PACES: dict[str, tuple[dict[str, Any], timedelta]] = {
    "clock": ({"bank": 900, "increment": 10}, timedelta(minutes=15)),
    "deadline": ({"hours": 10, "quiet_from": 22, "quiet_to": 8}, timedelta(hours=20)),
    "schedule": ({"days": [6], "at": "20:00", "zone": "Europe/Rome"}, datetime(2026, 3, 8, 19, tzinfo=UTC) - START),
}


def table_of(title: str, ada: User, bob: User, pace: str, when_late: str = "default", **tempo: Any) -> Table:
    """Two people, and bots that never move by themselves where the title wants more seats."""
    others = title_named(title).seats[0] - 2
    places = [Place("me"), Place("open"), *[Place("bot", level="easy")] * others]
    table = table_create(ada, Wish(title, places, {}, pace=pace, tempo=tempo, when_late=when_late))
    seat_take(table.slug, bob, 1)
    return fresh(table)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def people_asked(table: Table) -> set[int]:
    return {place.number for place in table.seats.all() if place.user_id is not None and place.number in table.deciders}


def assert_plays_again(table: Table) -> None:
    """The entries that tell of time change nothing: the answers alone lead to the table as it stands."""
    match = Match(keeping.title_of(table), table.seats.count(), bytes(table.key), table.options)
    for entry in history.record_entries(table):
        match.act(entry.seat, match.title.vocabulary.action(entry.action))
    assert match.state.fingerprint() == keeping.present_state(table).fingerprint()


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("title", TITLES)
def test_whoever_is_late_is_answered_for_once_and_only_then(title: str, pace: str, ada: User, bob: User, wait: Wait) -> None:
    tempo, length = PACES[pace]
    table = table_of(title, ada, bob, pace, **tempo)
    late = people_asked(table)
    assert late
    assert {place.number for place in table.seats.all() if place.due == START + length} == late
    assert deadlines.run_due(wait(seconds=length.total_seconds() - 1)) == 0
    assert deadlines.run_due(wait(seconds=1)) == len(late)
    assert deadlines.run_due(wait(seconds=1)) == 0
    assert_all_answered_for(table, late)
    assert_plays_again(fresh(table))


def assert_all_answered_for(table: Table, late: set[int]) -> None:
    """By the title's own answer at once, or by a stand-in that has still to think."""
    told = table.entries.filter(kind=EntryKind.TIME)
    assert [entry.seat for entry in told] == sorted(late)
    answers = table.entries.filter(kind=EntryKind.ACT, seat__in=late)
    standing_in = {place.number for place in table.seats.exclude(stand_in="") if place.thinker}
    assert {entry.seat for entry in answers} | standing_in == late
    assert {entry.by for entry in answers} <= {By.TIME}


@pytest.mark.parametrize("title", TITLES)
def test_a_stand_in_plays_a_turn_and_after_too_many_the_game(title: str, ada: User, bob: User, wait: Wait) -> None:
    table = table_of(title, ada, bob, "deadline", when_late="easy", hours=1)
    Table.objects.update(misses_allowed=1)
    seat = min(people_asked(table))
    deadlines.run_due(wait(hours=1))
    place = table.seats.get(number=seat)
    assert (place.thinker, place.stand_in_until, place.missed) == ("easy", Until.ANSWERED, 1)
    let_stand_in_answer(table, seat)
    place.refresh_from_db()
    while seat not in people_asked(fresh(table)):  # somebody else is asked, and is late too, but never for good
        table.seats.exclude(number=seat).update(missed=0)
        deadlines.run_due(wait(hours=2))
        bots.move_all(table.slug)
    deadlines.run_due(wait(hours=2))
    place.refresh_from_db()
    assert (place.stand_in, place.stand_in_until) == ("easy", Until.RETURN)
    assert_plays_again(fresh(table))


def let_stand_in_answer(table: Table, seat: int) -> None:
    """Until the seat has been answered for; entries say by whom."""
    bots.move_all(table.slug)
    assert {entry.by for entry in table.entries.filter(kind=EntryKind.ACT, seat=seat)} == {By.STAND_IN}


@pytest.mark.parametrize("title", TITLES)
def test_whoever_answers_in_time_keeps_the_deadline(title: str, ada: User, bob: User, wait: Wait) -> None:
    table = table_of(title, ada, bob, "deadline", hours=1)
    wait(minutes=59)
    seat, *others = sorted(people_asked(table))
    while seat in table.deciders and not keeping.sealed_answer(keeping.present_state(table), seat):
        act(table, [ada, bob][seat], seat)
    assert deadlines.run_due(wait(minutes=1)) == len(others)
    assert not table.entries.filter(kind=EntryKind.TIME, seat=seat).exists()


@pytest.mark.parametrize(("minutes", "is_over"), [(179, False), (180, True)])
def test_where_a_game_ends_by_the_clock_the_table_knows_what_it_says(
    minutes: int, is_over: bool, ada: User, bob: User, wait: Wait
) -> None:
    """Medioevo's time limit: at the end of a turn nobody is asked, the clock answers for all, each time in the log."""
    places = [Place("me"), Place("open")]
    table = table_create(ada, Wish("medioevo", places, {}, limit=180))
    seat_take(table.slug, bob, 1)
    assert fresh(table).ends == START + timedelta(hours=3)
    at_end = Medioevo(2, options=fresh(table).options, at="end", turn=3)
    assert at_end.asked() == "TimeVote"
    Table.objects.update(state=at_end.game.to_json().decode(), deciders=[0, 1])
    wait(minutes=minutes)
    waivers_set(table.slug, ada, 0, [])
    said = list(table.entries.filter(kind=EntryKind.ACT))
    assert [(entry.seat, entry.action, entry.by) for entry in said] == [
        (seat, {"type": "SayTime", "up": is_over}, By.TIME) for seat in (0, 1)
    ]
    assert (fresh(table).status == Status.OVER) is is_over
    if is_over:
        assert fresh(table).outcome["reason"] == "time"  # type: ignore[index]
