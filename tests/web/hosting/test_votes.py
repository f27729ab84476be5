"""Where nobody is host: proposals, majorities, time, and changes of mind."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create, account_delete
from marchland.web.hosting.models import Motion, Standing
from marchland.web.hosting.office import LASTS, Tally
from marchland.web.hosting.refusals import NoVote, OneAtATime
from marchland.web.hosting.services import act, motion_propose, motion_vote, run_motions
from marchland.web.lobby.services import Place, Wish, seat_leave, seat_take, table_create
from marchland.web.tables.models import EntryKind, Table
from marchland.web.tables.refusals import NotTheHost, Stale, WrongMoment
from marchland.web.tables.services import action_submit

from ..conftest import client_of
from .conftest import answer, fresh, play_at, wanted

pytestmark = pytest.mark.django_db


@pytest.fixture
def cid(db: None) -> User:
    return account_create("cid", "", "one more long secret")


@pytest.fixture
def hostless(ada: User, bob: User, eve: User, cid: User, clock: time_machine.Traveller) -> Table:
    """Ada opened the table and has gone; Bob, Eve and Cid play on with a bot in her place."""
    table = play_at(ada, bob, eve, cid)
    account_delete(ada)
    return fresh(table)


def propose(table: Table, user: User, name: str = "pause", **facts: object) -> Motion:
    return motion_propose(table.slug, user, wanted(name, **facts), fresh(table).entries_made)


def told(table: Table) -> list[str]:
    return [entry.action["do"] for entry in table.entries.filter(kind=EntryKind.HOUSE).order_by("n")]


def test_more_than_half_of_those_who_play_are_enough_and_it_is_done_once(hostless: Table, bob: User, eve: User, cid: User) -> None:
    motion = propose(hostless, bob, note="a holiday")
    assert fresh(hostless).paused is None
    motion_vote(hostless.slug, eve, motion.pk, True)
    assert fresh(hostless).paused is not None
    assert told(hostless) == ["no_host", "propose", "vote_passed", "pause"]
    done = fresh(hostless).entries.order_by("-n")[0]
    assert (done.action["by"], done.action["note"]) == ("vote", "a holiday")
    with pytest.raises(WrongMoment):
        motion_vote(hostless.slug, cid, motion.pk, True)


def test_one_may_think_better_of_it(hostless: Table, bob: User, eve: User) -> None:
    motion = propose(hostless, bob)
    motion_vote(hostless.slug, bob, motion.pk, False)
    motion_vote(hostless.slug, bob, motion.pk, True)
    assert motion.ballots.count() == 1
    motion_vote(hostless.slug, eve, motion.pk, True)
    assert fresh(hostless).paused is not None


def test_what_most_are_against_is_over_at_once(hostless: Table, bob: User, eve: User, cid: User) -> None:
    motion = propose(hostless, bob)
    motion_vote(hostless.slug, eve, motion.pk, False)
    motion_vote(hostless.slug, cid, motion.pk, False)
    motion.refresh_from_db()
    assert (motion.standing, fresh(hostless).paused) == (Standing.FAILED, None)
    propose(hostless, eve)


@pytest.mark.parametrize(("against", "carried"), [(0, True), (1, False)])
def test_when_time_is_over_those_who_voted_decide_and_a_tie_changes_nothing(
    hostless: Table, bob: User, eve: User, clock: time_machine.Traveller, against: int, carried: bool
) -> None:
    motion = propose(hostless, bob)
    if against:
        motion_vote(hostless.slug, eve, motion.pk, False)
    assert run_motions() == 0
    clock.shift(LASTS)
    with pytest.raises(WrongMoment):
        motion_vote(hostless.slug, eve, motion.pk, True)
    assert run_motions() == 1
    assert run_motions() == 0
    assert (fresh(hostless).paused is not None) is carried


def test_one_thing_after_the_other(hostless: Table, bob: User, eve: User) -> None:
    propose(hostless, bob)
    with pytest.raises(OneAtATime):
        propose(hostless, eve, "close", note="enough")


def test_what_has_become_impossible_is_told_and_not_done(hostless: Table, bob: User, eve: User, cid: User) -> None:
    motion = propose(hostless, bob, "resolve")
    seat = {1: bob, 2: eve, 3: cid}
    for number, user in seat.items():
        action_submit(hostless.slug, user, number, 0, fresh(hostless).entries_made)
    Table.objects.update(deciders=[])
    motion_vote(hostless.slug, eve, motion.pk, True)
    assert told(hostless)[-1] == "vote_void"
    motion.refresh_from_db()
    assert motion.standing == Standing.VOID


def test_only_people_who_are_there_vote(hostless: Table, bob: User, eve: User, cid: User) -> None:
    stranger = User.objects.create(username="stranger")
    motion = propose(hostless, bob)
    for user in (stranger,):
        with pytest.raises(NoVote):
            motion_vote(hostless.slug, user, motion.pk, True)
        with pytest.raises(NoVote):
            propose(hostless, user)
    hostless.seats.filter(user=eve).update(stand_in="easy", stand_in_until="return")
    with pytest.raises(NoVote):
        motion_vote(hostless.slug, eve, motion.pk, True)
    seat_leave(hostless.slug, eve)
    seat_leave(hostless.slug, cid)  # alone, Bob is more than half
    motion_vote(hostless.slug, bob, motion.pk, True)
    assert fresh(hostless).paused is not None


def test_where_there_is_a_host_nobody_votes_and_where_there_is_none_nobody_commands(hostless: Table, bob: User) -> None:
    with pytest.raises(NotTheHost):
        act(hostless.slug, bob, wanted("pause"), fresh(hostless).entries_made)
    other = play_at(bob, User.objects.create(username="dan"))
    with pytest.raises(WrongMoment):
        propose(other, bob)


def test_a_table_may_be_made_without_a_host(ada: User, bob: User) -> None:
    wish = Wish("pebbles", [Place("me"), Place("open")], {}, by_vote=True)
    table = table_create(ada, wish)
    seat_take(table.slug, bob)
    with pytest.raises(NotTheHost):
        act(table.slug, ada, wanted("pause"), 0)
    motion = propose(table, bob, "name_host", seat=0)
    motion_vote(table.slug, ada, motion.pk, True)
    act(table.slug, ada, wanted("pause"), fresh(table).entries_made)


def test_a_host_can_be_voted_in(hostless: Table, bob: User, eve: User) -> None:
    motion = propose(hostless, bob, "name_host", seat=2)
    motion_vote(hostless.slug, eve, motion.pk, True)
    assert fresh(hostless).host == eve
    act(hostless.slug, eve, wanted("pause"), fresh(hostless).entries_made)


def test_a_table_is_taken_back_by_vote(hostless: Table, bob: User, eve: User, cid: User) -> None:
    users = [bob, bob, eve, cid]
    newcomer = User.objects.create(username="nan")
    seat_take(hostless.slug, newcomer, 0)
    users[0] = newcomer
    for _ in range(5):
        answer(hostless, users)
    with pytest.raises(Stale):
        motion_propose(hostless.slug, bob, wanted("take_back", to=2, note="a slip"), 3)
    motion = propose(hostless, bob, "take_back", to=2, note="a slip")
    answer(hostless, users)
    motion_vote(hostless.slug, eve, motion.pk, True)
    assert fresh(hostless).entries.filter(kind=EntryKind.BACK).count() == 0, "two of four are not more than half"
    motion_vote(hostless.slug, cid, motion.pk, True)
    back = fresh(hostless).entries.get(kind=EntryKind.BACK)
    assert (back.action["by"], back.fingerprint) == ("vote", fresh(hostless).entries.get(n=2).fingerprint)


def test_the_page_of_those_who_vote(hostless: Table, bob: User, eve: User) -> None:
    page = f"/t/{hostless.slug}/host/"
    assert client_of(bob).post(page, {"entry": fresh(hostless).entries_made, "do": "pause"}).status_code == 200
    told_to_eve = client_of(eve).get(page).json()["motion"]
    assert [one["vote"] for one in told_to_eve["votes"]].count(True) == 1
    assert client_of(User.objects.create(username="stranger")).get(page).status_code == 403
    address = f"/t/{hostless.slug}/vote/"
    assert client_of(eve).post(address, {"motion": told_to_eve["number"], "vote": "perhaps"}).status_code == 400
    assert client_of(None).post(address, {"motion": told_to_eve["number"], "vote": "yes"}).status_code == 401
    assert client_of(eve).post(address, {"motion": told_to_eve["number"], "vote": "yes"}).status_code == 200
    assert fresh(hostless).paused is not None


def test_arithmetic_of_majorities() -> None:
    """Of four, three are needed; two against end it."""
    assert [Tally(ayes, 0, 4).is_carried for ayes in range(5)] == [False, False, False, True, True]
    assert [Tally(0, noes, 4).is_lost for noes in range(5)] == [False, False, True, True, True]
    assert [Tally(0, noes, 3).is_lost for noes in range(4)] == [False, False, True, True]
    assert not Tally(2, 2, 5).is_carried_in_the_end
    assert timedelta(days=1) < LASTS
