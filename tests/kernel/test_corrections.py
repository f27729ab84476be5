"""Taken back and laid right: what a record says of it, and what replay makes of that."""

import msgspec
import pytest

from marchland.games.vinci.rules.civilizations import TakeCivilization
from marchland.games.vinci.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.corrections import BadCorrection, Correction
from marchland.kernel.errors import Tampered
from marchland.kernel.events import Event
from marchland.kernel.match import Match, Record, read_record, write_record
from marchland.kernel.replay import replay

SCORE = Correction("/score/0", 7, 10)


def chosen(match: Match, times: int) -> list[Event]:
    """The next players choose the second civilization, and another is drawn."""
    return [event for _ in range(times) for event in match.act(match.state.deciders[0], TakeCivilization(1))]


def started() -> Match:
    match = Match(TITLE, 3, key_from_seed(5))
    chosen(match, 2)
    return match


def filed(match: Match) -> Record:
    return read_record(write_record(match.record()))


def test_a_table_taken_back_is_exactly_as_it_was_and_its_dice_are_new():
    match = started()
    before, drawn = match.entries[0].fingerprint, match.state.chance.counter
    match.back(1, {"note": "a slip"})
    assert match.entries[-1].fingerprint == match.state.fingerprint() == before
    assert match.entries[-1].action == {"note": "a slip", "to": 1, "draws": drawn}
    chosen(match, 1)
    assert match.entries[-1].fingerprint != match.entries[1].fingerprint, "the same draw once more"
    assert match.state.chance.counter > drawn
    assert len(list(replay(filed(match)))) == 4


def test_where_nothing_was_drawn_since_nothing_is_drawn_anew():
    match = started()
    chosen(match, 1)
    seat = match.state.deciders[0]
    expected, counter = match.state.clone(), match.state.chance.counter
    match.act(seat, match.state.options()[0])
    assert match.state.chance.counter == counter, "a conquest without dice"
    match.back(3)
    assert match.state.to_json() == expected.to_json()
    match.act(seat, match.state.options()[0])
    assert match.entries[-1].fingerprint == match.entries[3].fingerprint


def test_one_may_go_back_over_and_over_and_to_before_a_correction():
    match = started()
    match.correct([SCORE])
    chosen(match, 1)
    match.back(3)
    assert match.state.score[0] == 7
    chosen(match, 1)
    match.back(2)
    assert match.state.score[0] == 10
    match.back(5)
    assert match.state.score[0] == 7, "back to a moment that was itself taken back"
    chosen(match, 1)
    assert [step.entry.kind for step in replay(filed(match))] == [
        "act", "act", "correct", "act", "back", "act", "back", "back", "act"
    ]  # fmt: skip
    again = Match.resume(filed(match))
    assert (again.drawn, again.state.to_json()) == (match.drawn, match.state.to_json())


@pytest.mark.parametrize(
    ("number", "change", "told"),
    [
        (2, {"to": 0}, "fingerprint"),
        (2, {"draws": 0}, "draws were spent"),
        (2, {"to": 9}, "there is none"),
        (2, {"to": "first"}, "not a number"),
        (3, {"patch": [{"path": "/score/0", "value": 99, "was": 10}]}, "fingerprint"),
        (3, {"patch": [{"path": "/chance/counter", "value": 0, "was": 0}]}, "cannot be corrected"),
        (3, {"patch": "all"}, "patch"),
    ],
)
def test_a_record_that_lies_about_it_is_found_out(number: int, change: dict[str, object], told: str):
    match = started()
    match.back(1)
    match.correct([SCORE])
    record = filed(match)
    entries = list(record.entries)
    entries[number] = msgspec.structs.replace(entries[number], action={**entries[number].action, **change})
    with pytest.raises(Tampered, match=told):
        list(replay(msgspec.structs.replace(record, entries=tuple(entries))))


@pytest.mark.parametrize(
    "correction",
    [
        Correction("/score/0", -1, 10),  # the audit says no
        Correction("/score/0", "many", 10),  # it is no state
        Correction("/score/0", 7, 3),  # somebody else was faster
        Correction("/score/9", 7, 10),
        Correction("/score/x", 7, 10),
        Correction("score/0", 7, 10),
        Correction("/stack/0/1", "begin", ""),
        Correction("/chance/counter", 0, 0),
        Correction("/schema", 9, 1),
        Correction("/bag/-", "ports", op="add"),  # a tile too many
        Correction("/bag/0", was="agriculture", op="remove"),
        Correction("/land/atlantis", None, op="add"),
        Correction("/score/0/deeper", None, op="add"),
        Correction("", {}, {}),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(correction: Correction):
    match = started()
    before = match.state.to_json()
    with pytest.raises(BadCorrection):
        match.correct([correction])
    assert match.state.to_json() == before


def test_several_facts_are_laid_right_at_once_and_only_together_make_sense():
    """A tile of the bag lies on the market, and the other way round."""
    match = started()
    bag, slot = match.state.bag, match.state.slots[0][0]
    other = next(tile for tile in bag if tile not in match.state.slots[0])
    swap = [Correction(f"/bag/{bag.index(other)}", slot, other), Correction("/slots/0/0", other, slot)]
    with pytest.raises(BadCorrection):
        match.correct(swap[:1])
    match.correct(swap)
    assert match.state.slots[0][0] == other
    assert len(list(replay(filed(match)))) == 3
