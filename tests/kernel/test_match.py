"""A match: log, undo, save and resume, replay, tampering."""

import msgspec
import pytest

from marchland.games.vinci.rules.civilizations import TakeCivilization
from marchland.games.vinci.rules.conquest.conquest import EndConquests
from marchland.games.vinci.rules.turn import EndTurn
from marchland.games.vinci.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import BadFile, NotYourDecision, OtherRules, Tampered
from marchland.kernel.match import Match, UndoRefused, read_record, write_record
from marchland.kernel.replay import replay


def started():
    """Three players have chosen; the first one is to enter."""
    match = Match(TITLE, 3, key_from_seed(5))
    for seat in match.state.order:
        match.act(seat, TakeCivilization(1))
    return match, match.state.order[0]


def test_undo_goes_back_step_by_step_to_the_last_draw_or_change_of_seat():
    match, seat = started()
    assert not match.can_undo(seat), "a draw lies between"
    before = match.state.fingerprint()
    targets = [option for option in match.state.options() if not isinstance(option, EndConquests)]
    match.act(seat, targets[0])
    match.act(seat, match.state.options()[0])
    match.undo(seat)
    match.undo(seat)
    assert match.state.fingerprint() == before
    with pytest.raises(UndoRefused):
        match.undo(seat)


def test_undo_is_over_when_the_turn_is_ended():
    match, seat = started()
    match.act(seat, EndConquests())
    assert match.can_undo(seat)
    match.act(seat, EndTurn())
    assert not match.can_undo(seat)


def test_nobody_undoes_for_somebody_else():
    match, seat = started()
    match.act(seat, EndConquests())
    with pytest.raises(UndoRefused):
        match.undo((seat + 1) % 3)


def test_a_saved_match_goes_on_where_it_was():
    match, seat = started()
    match.act(seat, EndConquests())
    again = Match.resume(read_record(write_record(match.record())))
    assert again.state.fingerprint() == match.state.fingerprint()
    again.act(seat, EndTurn())
    assert len(again.entries) == len(match.entries) + 1


def test_an_action_out_of_turn_is_refused_and_not_logged():
    match, seat = started()
    with pytest.raises(NotYourDecision, match="waiting for seat"):
        match.act((seat + 1) % 3, EndConquests())
    assert len(match.entries) == 3


def honest():
    match, seat = started()
    match.act(seat, EndConquests())
    match.act(seat, EndTurn())
    return read_record(write_record(match.record()))


def test_an_honest_record_replays():
    assert [step.number for step in replay(honest())] == [1, 2, 3, 4, 5]
    assert [step.number for step in replay(honest(), to=2)] == [1, 2]


def tampered(**changes):
    return msgspec.structs.replace(honest(), **changes)


def changed_entry(number, **changes):
    entries = list(honest().entries)
    entries[number] = msgspec.structs.replace(entries[number], **changes)
    return tuple(entries)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (tampered(key=key_from_seed(6)), "key"),
        (tampered(key=None), "key"),
        (tampered(commitment="0" * 64), "key"),
        (tampered(entries=changed_entry(1, fingerprint="0" * 32)), "entry 2: fingerprint"),
        (tampered(entries=changed_entry(0, action={"type": "TakeCivilization", "slot": 2})), "entry 1: fingerprint"),
        (tampered(entries=changed_entry(0, action={"type": "EndTurn"})), "entry 1"),
        (tampered(entries=changed_entry(0, seat=9)), "entry 1"),
        (tampered(entries=honest().entries[1:]), "entry 1"),
        (tampered(entries=honest().entries[:-1]), "state"),
    ],
)
def test_tampering_is_found_and_named(record, message):
    with pytest.raises(Tampered, match=message):
        list(replay(record))


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b'{"title": "vinci"}', b'{"marchland": 2}', write_record(honest())[:-20]])
def test_broken_files_are_refused(text):
    with pytest.raises(BadFile):
        read_record(text)


def test_a_file_of_another_version_is_refused():
    record = msgspec.structs.replace(honest(), marchland=2)
    with pytest.raises(BadFile, match="version 2"):
        read_record(write_record(record))


def test_a_record_without_its_key_cannot_be_resumed():
    with pytest.raises(BadFile, match="no key"):
        Match.resume(tampered(key=None))


def test_a_match_may_start_from_a_position_and_its_record_remembers_it():
    position = {"score": {"0": 7, "2": 3}}
    match = Match(TITLE, 3, key_from_seed(5), position=position)
    assert (match.state.score[0], match.state.score[2]) == (7, 3)
    match.act(match.state.deciders[0], match.state.options()[0])
    record = read_record(write_record(match.record()))
    assert record.position == position
    assert len(list(replay(record))) == 1
    assert Match.resume(record).record() == match.record()
    with pytest.raises(Tampered):
        list(replay(msgspec.structs.replace(record, position=None)))


def other(record, version=99):
    return msgspec.structs.replace(record, rules_version=version)


def test_a_match_of_other_rules_is_not_played_on():
    record = started()[0].record()
    with pytest.raises(OtherRules, match="played by version 99 of the rules; this release has version"):
        Match.resume(other(record))


def test_a_record_of_other_rules_replays_if_it_can_and_is_not_called_forged_if_it_cannot():
    record = other(started()[0].record())
    assert len(list(replay(record))) == len(record.entries)
    entries = (msgspec.structs.replace(record.entries[0], fingerprint="0" * 32), *record.entries[1:])
    with pytest.raises(OtherRules, match="entry 1: fingerprint"):
        list(replay(msgspec.structs.replace(record, entries=entries)))
    with pytest.raises(Tampered):
        list(replay(msgspec.structs.replace(record, entries=entries, rules_version=TITLE.rules_version)))


def test_rules_that_agree_are_played_on(monkeypatch):
    agreeing = msgspec.structs.replace(TITLE, agrees_with=(99,))
    monkeypatch.setattr("marchland.kernel.match.find_title", lambda name: agreeing)
    record = started()[0].record()
    assert Match.resume(other(record)).state.to_json() == started()[0].state.to_json()
