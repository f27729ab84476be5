"""The record of a game with a host in it: every line is there, and replay checks each."""

from __future__ import annotations

import msgspec
import pytest
import time_machine

from marchland.kernel.errors import Tampered
from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.web.accounts.models import User
from marchland.web.hosting.facts import Facts
from marchland.web.hosting.refusals import NoSense, NotPublic
from marchland.web.pace import deadlines
from marchland.web.tables import history
from marchland.web.tables.keeping import forget, present_state, state_after
from marchland.web.tables.models import EntryKind, Table
from marchland.web.tables.refusals import BadRequest, Stale, WrongMoment
from marchland.web.tables.services import action_submit, undo

from .conftest import answer, do, fresh, play_at

pytestmark = pytest.mark.django_db


def score(table: Table, seat: int, value: object) -> dict[str, object]:
    return {"path": f"/scores/{seat}", "value": value, "was": present_state(fresh(table)).scores[seat]}


def test_a_fact_is_laid_right_and_everybody_answers_anew(table: Table, ada: User, bob: User, eve: User) -> None:
    answer(table, [ada, bob, eve])
    told = do(table, ada, "correct", patch=[score(table, 1, 12)], note="twelve, as agreed")
    now = fresh(table)
    assert (told.kind, present_state(now).scores) == (EntryKind.CORRECT, [0, 12, 0])
    assert (now.deciders, now.entries.get(n=1).undone_by) == ([0, 1, 2], told.n)
    with pytest.raises(Stale):
        action_submit(table.slug, bob, 1, 0, told.n - 1)
    for _ in range(3):
        answer(table, [ada, bob, eve])
    now.entries.exclude(n=0).update(snapshot=None)
    forget()
    assert state_after(fresh(table), fresh(table).entries_made).to_json().decode() == fresh(table).state


@pytest.mark.parametrize(
    ("patch", "refusal"),
    [
        ([{"path": "/hands/1", "value": [1, 2], "was": [3, 4]}], NotPublic),
        ([{"path": "/hands/1/0", "value": 1, "was": 2}], NotPublic),
        ([{"path": "/bag/0", "value": 1, "was": 2}], NotPublic),
        ([{"path": "/bag/-", "value": 1, "op": "add"}], NotPublic),
        ([{"path": "/chance/counter", "value": 0, "was": 0}], NoSense),
        ([{"path": "/stack/0/1", "value": "again", "was": "bid"}], NoSense),
        ([{"path": "/rounds", "value": 3, "was": 2}], NotPublic),  # nobody would see it
        ([{"path": "/nothing", "value": 2, "was": 3}], NotPublic),
        ([{"path": "/scores/0", "value": 2, "was": 99}], NoSense),
        ([{"path": "/scores/0", "value": "two", "was": 0}], NoSense),
        ([{"path": "/land/stone01", "value": {"seat": 0, "value": 7}, "was": None}], NoSense),  # pebble 7 lies elsewhere already
        ([], NoSense),
    ],
)
def test_nothing_hidden_and_nothing_senseless_is_corrected(
    table: Table, ada: User, patch: object, refusal: type[Exception]
) -> None:
    before = fresh(table).state
    with pytest.raises(refusal):
        do(table, ada, "correct", patch=patch, note="why not")
    assert fresh(table).state == before


def test_a_correction_needs_its_form(table: Table, ada: User) -> None:
    for patch in ("all", [{"value": 3}], [{"path": "/scores/0", "op": "copy"}]):
        with pytest.raises(BadRequest):
            do(table, ada, "correct", patch=patch, note="why not")


def test_what_can_be_looked_up_is_what_everybody_knows(table: Table) -> None:
    facts = Facts(table, present_state(table))
    top = {part["name"]: part["text"] for part in facts.at("")}
    assert top == {"bag": "", "hands": "", "land": "", "round": "0", "scores": ""}
    assert [part["text"] for part in facts.at("/scores")] == ["0", "0", "0"]
    shown = [part for path in ("/bag", "/hands/0", "/hands/1") for part in facts.at(path)]
    assert not shown, "a pebble that only its owner knows"
    for hidden in ("/chance", "/stack", "/stack/0", "/chance/key", "/elsewhere", "chance"):
        with pytest.raises((NotPublic, NoSense)):
            facts.at(hidden)


def test_the_record_of_an_eventful_game_is_verified(ada: User, bob: User, eve: User, clock: time_machine.Traveller) -> None:
    table, people = play_at(ada, bob, eve, options={"dice": True, "rounds": 2}), [ada, bob, eve]
    answer(table, people)
    undo(table.slug, ada, 0, fresh(table).entries_made)
    for _ in range(6):
        answer(table, people)
    do(table, ada, "take_back", to=4, note="to where Ada had sealed hers")
    do(table, ada, "pause")
    do(table, ada, "go_on")
    do(table, ada, "correct", patch=[score(table, 0, 5)], note="five")
    for _ in range(5):
        answer(table, people)
    back = fresh(table).entries.filter(kind=EntryKind.CORRECT).get().n
    do(table, ada, "take_back", to=back, note="once more")
    deadlines.run_due(fresh(table).due)
    with pytest.raises(WrongMoment):
        history.record(fresh(table))
    while present_state(fresh(table)).deciders:
        now = fresh(table)
        seat = now.deciders[0]
        action_submit(table.slug, people[seat], seat, len(present_state(now).options(seat)) - 1, now.entries_made)
    record = read_record(history.record(fresh(table)))
    steps = [step.entry for step in replay(record)]
    assert [entry.kind for entry in steps if entry.kind != "act"] == ["back", "correct", "back"]
    assert {entry.by for entry in steps} == {"", "time"}
    assert [entry.action["note"] for entry in steps if entry.kind == "back"] == ["to where Ada had sealed hers", "once more"]
    forged = [msgspec.structs.replace(one, action={**one.action, "draws": 0}) if one.kind == "back" else one for one in steps]
    with pytest.raises(Tampered):
        list(replay(msgspec.structs.replace(record, entries=tuple(forged))))


def test_dice_that_were_seen_do_not_come_again(ada: User, bob: User, clock: time_machine.Traveller) -> None:
    table, people = play_at(ada, bob, options={"dice": True}), [ada, bob]
    for _ in range(2):
        answer(table, people)
    draws = []
    for _ in range(3):
        now = fresh(table)
        seat = now.deciders[0]
        throw = next(n for n, one in enumerate(present_state(now).options(seat)) if type(one).__name__ == "Throw")
        action_submit(table.slug, people[seat], seat, throw, now.entries_made)
        draws.append(next(event["draw"] for event in fresh(table).entries.order_by("-n")[0].events if event["type"] == "Rolled"))
        do(table, ada, "take_back", to=2, note="another throw")
    assert draws == sorted(set(draws))


def test_a_closed_game_can_be_checked_too(table: Table, ada: User, bob: User, eve: User) -> None:
    for _ in range(4):
        answer(table, [ada, bob, eve])
    do(table, ada, "close", note="no time")
    assert len(list(replay(read_record(history.record(fresh(table)))))) == 4
