"""What the host does: time, seats, the table itself. Each is one entry that everybody reads."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from marchland.kernel.errors import MarchlandError
from marchland.web.accounts.models import User
from marchland.web.hosting.acts import act_from
from marchland.web.hosting.refusals import NoteMissing, TooSoon
from marchland.web.lobby.services import invitation_accept, seat_leave
from marchland.web.notices.models import Notice
from marchland.web.pace import deadlines
from marchland.web.tables import bots
from marchland.web.tables.keeping import present_state, title_of
from marchland.web.tables.models import By, EntryKind, SeatKind, Status, Table, Until
from marchland.web.tables.refusals import BadRequest, NotYourSeat, OtherRulesHere, Stale, WrongMoment
from marchland.web.tables.services import action_submit, undo

from .conftest import START, answer, do, fresh, play_at

pytestmark = pytest.mark.django_db
DAY = timedelta(hours=24)


def dues(table: Table) -> list[object]:
    return [place.due and place.due - START for place in table.seats.all()]


# -- time ----------------------------------------------------------------------------------------------


def test_a_reminder_reaches_those_who_are_awaited_and_not_every_hour(
    table: Table, ada: User, bob: User, eve: User, clock: time_machine.Traveller
) -> None:
    answer(table, [ada, bob, eve])
    Notice.objects.update(read=True)
    told = do(table, ada, "remind")
    assert (told.kind, told.action["seats"], told.action["by"]) == (EntryKind.HOUSE, [1, 2], "host")
    reminders = Notice.objects.filter(read=False, kind="house", detail__what__do="remind")
    assert set(reminders.values_list("user__username", flat=True)) == {"bob", "eve"}
    with pytest.raises(TooSoon):
        do(table, ada, "remind")
    clock.shift(timedelta(hours=12))
    do(table, ada, "remind")


def test_more_time_for_one_or_for_all(table: Table, ada: User) -> None:
    do(table, ada, "extend", hours=5, seat=1)
    assert dues(table) == [DAY, DAY + timedelta(hours=5), DAY]
    do(table, ada, "extend", hours=1)
    assert dues(table) == [timedelta(hours=25), timedelta(hours=30), timedelta(hours=25)]
    assert fresh(table).due == START + timedelta(hours=25)


def test_in_a_pause_no_time_runs_and_after_it_everybody_has_as_much_as_before(
    table: Table, ada: User, bob: User, eve: User, clock: time_machine.Traveller
) -> None:
    do(table, ada, "extend", hours=6, seat=2)
    clock.shift(timedelta(hours=4))
    do(table, ada, "pause", note="Christmas")
    clock.shift(timedelta(days=10))
    assert deadlines.run_due() == 0
    answer(table, [ada, bob, eve])
    with pytest.raises(WrongMoment):
        do(table, ada, "pause")
    with pytest.raises(WrongMoment):
        do(table, ada, "extend", hours=1)
    do(table, ada, "go_on")
    assert dues(table) == [None, DAY + timedelta(days=10), DAY + timedelta(days=10, hours=6)]
    assert fresh(table).paused is None
    assert deadlines.run_due(fresh(table).due) == 1
    with pytest.raises(WrongMoment):
        do(table, ada, "go_on")


def test_another_pace_begins_everybodys_time_anew(table: Table, ada: User, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(hours=20))
    told = do(table, ada, "pace", pace="deadline", tempo={"hours": 72})
    assert dues(table) == [timedelta(hours=92)] * 3
    assert told.action["tempo"]["hours"] == 72
    do(table, ada, "pace", pace="clock", tempo={"bank": 600, "increment": 5})
    assert [place.bank for place in table.seats.all()] == [600] * 3
    do(table, ada, "pace", pace="slow")
    assert (dues(table), fresh(table).due, fresh(table).pace) == ([None] * 3, None, "slow")
    for wrong in ({"pace": "hasty"}, {"pace": "deadline", "tempo": {"hours": 0}}, {"pace": "slow", "when_late": "oracle"}):
        with pytest.raises(BadRequest):
            do(table, ada, "pace", **wrong)


# -- nobody is waited for ------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["deadline", "slow"])
def test_resolving_answers_for_everybody_who_is_awaited_and_for_this_question_only(
    ada: User, bob: User, eve: User, clock: time_machine.Traveller, pace: str
) -> None:
    table = play_at(ada, bob, eve, pace=pace)
    answer(table, [ada, bob, eve], option=2)
    told = do(table, ada, "resolve")
    assert told.action["seats"] == [1, 2]
    now = fresh(table)
    assert now.deciders == [0]
    given = now.entries.filter(kind=EntryKind.ACT, n__gt=1)
    assert {(entry.seat, entry.by) for entry in given} == {(1, By.TIME), (2, By.TIME)}
    assert {(place.stand_in, place.missed) for place in now.seats.all()} == {("", 0)}


def test_where_the_title_has_no_answer_a_bot_gives_it_and_gets_up(ada: User, bob: User, clock: time_machine.Traveller) -> None:
    table = play_at(ada, bob, pace="slow")
    for _ in range(2):
        answer(table, [ada, bob])
    late = fresh(table).deciders[0]
    Table.objects.update(when_late="easy")
    do(table, ada, "resolve")
    bots.move_all(table.slug)
    now = fresh(table)
    assert late not in now.deciders
    assert {place.stand_in for place in now.seats.all()} == {""}
    assert {entry.by for entry in now.entries.filter(kind=EntryKind.ACT, n__gt=3)} == {By.STAND_IN}


# -- seats ---------------------------------------------------------------------------------------------


def test_a_stand_in_plays_until_the_owner_is_back(table: Table, ada: User, bob: User) -> None:
    told = do(table, ada, "hand_over", seat=1, level="easy", note="in hospital")
    assert (told.seat, told.action["level"], told.action["note"]) == (1, "easy", "in hospital")
    assert dues(table)[1] is None
    bots.move_all(table.slug)
    assert fresh(table).entries.filter(seat=1, by=By.STAND_IN).count() == 1
    with pytest.raises(WrongMoment):
        do(table, ada, "hand_over", seat=1, level="easy")
    do(table, ada, "give_back", seat=1)
    assert table.seats.get(number=1).stand_in == ""
    with pytest.raises(WrongMoment):
        do(table, ada, "give_back", seat=1)
    for seat, level in ((9, "easy"), (1, "oracle")):
        with pytest.raises(BadRequest):
            do(table, ada, "hand_over", seat=seat, level=level)


def test_a_seat_is_offered_to_a_new_person_by_a_link_and_played_meanwhile(table: Table, ada: User, bob: User) -> None:
    newcomer = User.objects.create(username="nan")
    with pytest.raises(WrongMoment):
        do(table, ada, "reseat", seat=1)  # Bob is there
    do(table, ada, "hand_over", seat=1, level="easy")
    do(table, ada, "reseat", seat=1)
    place = table.seats.get(number=1)
    assert (place.kind, place.user, place.stand_in, place.stand_in_until) == (SeatKind.INVITED, None, "easy", Until.RETURN)
    assert Notice.objects.filter(user=bob, kind="removed").exists()
    with pytest.raises(NotYourSeat):
        action_submit(table.slug, bob, 1, 0, fresh(table).entries_made)
    invitation_accept(table.invitations.get().code, newcomer)
    place.refresh_from_db()
    assert (place.kind, place.user, place.stand_in) == (SeatKind.USER, newcomer, "")
    answer(table, [ada, newcomer, ada])
    assert place.due is None or place.number in fresh(table).deciders


def test_somebody_else_is_host(table: Table, ada: User, bob: User) -> None:
    do(table, ada, "name_host", seat=1)
    assert fresh(table).host == bob
    with pytest.raises(MarchlandError):
        do(table, ada, "pause")
    do(table, bob, "pause")


# -- the table -----------------------------------------------------------------------------------------


def views(table: Table) -> list[object]:
    state = present_state(fresh(table))
    return [title_of(table).view(state, seat) for seat in (None, 0, 1, 2)]


def test_a_table_is_taken_back_exactly_and_what_came_later_stays_in_the_log(
    ada: User, bob: User, eve: User, clock: time_machine.Traveller
) -> None:
    table, people = play_at(ada, bob, eve, options={"dice": True}), [ada, bob, eve]
    for _ in range(3):
        answer(table, people)
    then, state, seen = fresh(table), fresh(table).state, views(table)
    for _ in range(4):
        answer(table, people)
    clock.shift(timedelta(hours=3))
    with pytest.raises(NoteMissing):
        do(table, ada, "take_back", to=3)
    told = do(table, ada, "take_back", to=3, note="Bob misread a card")
    now = fresh(table)
    assert told.kind == EntryKind.BACK
    assert now.state == state
    assert told.fingerprint == now.entries.get(n=3).fingerprint
    assert views(table) == seen
    assert now.deciders == then.deciders
    assert {entry.n: entry.undone_by for entry in now.entries.all() if entry.undone} == dict.fromkeys((4, 5, 6, 7), told.n)
    assert now.due == START + timedelta(hours=3) + DAY
    with pytest.raises(Stale):
        action_submit(table.slug, people[now.deciders[0]], now.deciders[0], 0, told.n - 1)
    answer(table, people)


def test_the_answers_that_lay_there_sealed_lie_there_again_and_can_be_taken_back(
    table: Table, ada: User, bob: User, eve: User
) -> None:
    people = [ada, bob, eve]
    for _ in range(4):
        answer(table, people, option=0)
    do(table, ada, "take_back", to=1, note="once more")
    now = fresh(table)
    assert (now.deciders, now.question) == ([1, 2], 0)
    undo(table.slug, ada, 0, now.entries_made)
    assert fresh(table).deciders == [0, 1, 2]
    assert fresh(table).entries.get(n=1).undone
    for _ in range(3):
        answer(table, people, option=1)
    assert len(fresh(table).deciders) == 1


def test_one_cannot_go_back_to_what_is_gone_or_is_now(table: Table, ada: User, bob: User, eve: User) -> None:
    for _ in range(4):
        answer(table, [ada, bob, eve])
    with pytest.raises(Stale):
        do(table, ada, "take_back", to=1, note="unseen", seen=3)
    with pytest.raises(WrongMoment):
        do(table, ada, "take_back", to=4, note="now")
    do(table, ada, "take_back", to=2, note="a slip")
    for gone in (3, 4, 5, 99):
        with pytest.raises(BadRequest):
            do(table, ada, "take_back", to=gone, note="gone")
    with pytest.raises(WrongMoment):
        do(table, ada, "take_back", to=2, note="now")


def test_a_closed_table_has_no_winner_and_no_secrets(table: Table, ada: User, bob: User, eve: User) -> None:
    with pytest.raises(NoteMissing):
        do(table, ada, "close", note="  ")
    do(table, ada, "close", note="Nobody has time any more")
    now = fresh(table)
    assert (now.status, now.outcome, now.due, now.deciders) == (Status.ABANDONED, None, None, [])
    with pytest.raises(WrongMoment):
        do(table, ada, "pause")
    with pytest.raises(WrongMoment):
        answer(table, [ada, bob, eve])


def test_a_game_of_other_rules_can_be_paused_and_closed_but_not_played_on(table: Table, ada: User, bob: User, eve: User) -> None:
    for _ in range(4):
        answer(table, [ada, bob, eve])
    Table.objects.update(rules_version=99)
    for name, facts in {"resolve": {}, "take_back": {"to": 1, "note": "a slip"}}.items():
        with pytest.raises(OtherRulesHere):
            do(table, ada, name, **facts)
    do(table, ada, "pause")
    do(table, ada, "close", note="as it cannot go on")


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"do": "burn"},
        {"do": "extend"},
        {"do": "extend", "hours": 0},
        {"do": "pause", "note": "x" * 301},
        {"do": "pause", "x": 1},
        [],
    ],
)
def test_what_makes_no_sense_is_not_even_an_act(nonsense: object) -> None:
    with pytest.raises(BadRequest):
        act_from(nonsense)


def test_a_host_who_leaves_is_host_no_longer(table: Table, ada: User) -> None:
    seat_leave(table.slug, ada)
    now = fresh(table)
    assert now.host is None
    assert now.entries.filter(kind=EntryKind.HOUSE).get().action == {"do": "no_host"}
