"""The stack, decisions, simultaneous decisions, JSON, clones and refusals."""

import sys

import msgspec
import pytest

from marchland.kernel.chance import Chance, key_from_seed, scripted
from marchland.kernel.errors import AmbiguousOrder, BadFile, IllegalAction, MalformedOrder, NotYourDecision
from marchland.kernel.events import Forced, Rolled
from marchland.kernel.match import may_take_back
from marchland.kernel.views import forget, header
from marchland.kernel.vocabulary import Vocabulary

from . import toy
from .toy import Bid, Bids, Heap, Take, new

VOCABULARY = Vocabulary([sys.modules[toy.__name__]])


def at_heap(*dice: int) -> Heap:
    game = new(scripted(*dice))
    game.apply(0, Bid(1))
    game.apply(1, Bid(2))
    return game


def test_a_simultaneous_decision_waits_for_all_lanes():
    game = new(scripted(3, 4))
    assert game.deciders == (0, 1)
    game.apply(1, Bid(2))
    assert game.deciders == (0,)
    with pytest.raises(NotYourDecision):
        game.apply(1, Bid(3))
    events = game.apply(0, Bid(1))
    assert game.first == 1
    assert [event.values for event in events if isinstance(event, Rolled)] == [(3, 4)]
    assert game.deciders == (1,)


def test_what_each_may_answer_is_worked_out_once_a_question(monkeypatch):
    worked_out = []

    def options_for(self, game, seat):
        worked_out.append(seat)
        yield from (Bid(amount) for amount in range(seat + 2))

    monkeypatch.setattr(Bids, "options_for", options_for)
    game = new(scripted(1, 1))
    twin = game.clone()
    assert [game.options(0), game.options(1), game.options(0), game.options()] == [
        (Bid(0), Bid(1)),
        (Bid(0), Bid(1), Bid(2)),
        (Bid(0), Bid(1)),
        (Bid(0), Bid(1)),
    ]
    assert worked_out == [0, 1]
    assert (game.options(2), game.options(-1)) == ((), ())
    late = game.clone()
    assert (len(late.options(1)), len(twin.options(1)), worked_out) == (3, 3, [0, 1, 1]), (
        "a clone knows what was known when it was made"
    )
    game.apply(0, Bid(1))
    assert game.options(0) == ()
    assert (len(game.options(1)), worked_out) == (3, [0, 1, 1, 1]), "an answer may change what the others can say"


def test_an_open_lane_can_be_taken_back_while_others_think():
    game = new(scripted(1, 1))
    game.apply(0, Bid(3))
    game.decision.reopen(game, 0)
    assert game.deciders == (0, 1)
    game.apply(0, Bid(0))
    game.apply(1, Bid(0))
    assert game.first == 0


def test_a_view_shows_only_ones_own_lane():
    game = new(scripted())
    game.apply(0, Bid(3))
    assert header(game, 0)["own_lane"] == (Bid(3),)
    assert header(game, 1)["own_lane"] == ()
    assert header(game, None)["own_lane"] == ()


def test_redealing_replaces_other_lanes_and_future_dice():
    guesses = set()
    for seed in range(20):
        game = new(Chance(key_from_seed(1)))
        game.apply(0, Bid(3))
        forget(game, 1, key_from_seed(seed))
        assert game.deciders == (1,)
        guesses.add(game.decision.lane(0))
    assert len(guesses) > 1


def test_an_illegal_answer_names_the_rule_and_changes_nothing():
    game = at_heap(1, 1)
    before = game.to_json()
    with pytest.raises(IllegalAction) as refused:
        game.apply(1, Take(3))
    assert refused.value.rule == "TOY-TAKE-01"
    assert game.to_json() == before


def test_a_lone_option_is_taken_and_logged():
    game = at_heap(1, 2)
    events = game.apply(1, Take(2))
    assert game.is_over
    assert any(isinstance(event, Forced) and event.seat == 0 for event in events)
    assert game.taken == [1, 2]


def test_json_round_trip_in_every_position():
    game = new(Chance(key_from_seed(5)))
    while not game.is_over:
        again = Heap.from_plain(msgspec.json.decode(game.to_json()), VOCABULARY)
        assert again.to_json() == game.to_json()
        assert again.fingerprint() == game.fingerprint()
        seat = game.deciders[0]
        assert again.options(seat) == game.options(seat)
        game.play(seat, game.options(seat)[-1])


def test_a_half_answered_simultaneous_decision_survives_json():
    game = new(scripted(1, 1))
    game.apply(1, Bid(2))
    again = Heap.from_plain(msgspec.json.decode(game.to_json()), VOCABULARY)
    assert isinstance(again.decision, Bids)
    assert again.decision.lane(1) == (Bid(2),)


def test_a_clone_is_independent():
    game = at_heap(6, 6)
    twin = game.clone()
    twin.apply(1, Take(3))
    assert game.stones == 12
    assert game.taken == [0, 0]


def test_old_schemas_are_migrated_and_newer_ones_refused():
    data = at_heap(6, 6).to_plain()
    old = {**data, "schema": 1, "stones_taken": data["taken"]}
    del old["taken"]
    assert Heap.from_plain(old, VOCABULARY).taken == [0, 0]
    with pytest.raises(BadFile, match="newer"):
        Heap.from_plain({**data, "schema": 3}, VOCABULARY)


@pytest.mark.parametrize("plain", [{"schema": 2}, {"schema": 2, "chance": {"key": 5}}])
def test_broken_states_are_refused(plain):
    with pytest.raises(BadFile):
        Heap.from_plain(plain, VOCABULARY)


def test_undo_stops_at_rolls_and_other_deciders():
    game = at_heap(6, 6)
    before = game.clone()
    events = game.apply(1, Take(1))
    assert not may_take_back(before, game, 1, events)
    before = new(scripted(6, 6))
    after = before.clone()
    assert not may_take_back(before, after, 0, after.apply(0, Bid(1)))


def test_actions_as_text():
    assert VOCABULARY.text(Take(2)) == "take 2"
    assert VOCABULARY.parse("TAKE 2") == Take(2)
    assert VOCABULARY.parse("t 2") == Take(2)
    for wrong in ("", "fly 2", "take", "take two", "take 1 2"):
        with pytest.raises(MalformedOrder):
            VOCABULARY.parse(wrong)
    for wrong in (None, {}, {"type": "Fly"}, {"type": "Take"}, {"type": "Take", "count": "2"}):
        with pytest.raises(MalformedOrder):
            VOCABULARY.action(wrong)


def test_an_ambiguous_word_lists_its_meanings():
    class Tell(toy.Action, frozen=True):
        pass

    vocabulary = Vocabulary([sys.modules[toy.__name__]])
    vocabulary.actions["Tell"] = Tell
    with pytest.raises(AmbiguousOrder) as ambiguous:
        vocabulary.parse("t 2")
    assert ambiguous.value.candidates == ("Take", "Tell")


def test_touched_things_carry_their_namespace():
    assert Take(2).touches() == ("stone:2",)


def test_equal_states_have_equal_bytes():
    game = at_heap(6, 6)
    assert game.to_json() == msgspec.json.encode(game.to_plain(), order="sorted")


def test_whoever_is_silent_does_nothing_or_the_only_thing_there_is(monkeypatch):
    game = new(scripted(3, 4))
    assert game.decision.default(game, 0) == Bid(0)
    game = at_heap(3, 4)
    seat, asked = game.deciders[0], game.decision
    assert asked.default(game, seat) is None  # some stones have to be taken, and nobody knows how many
    monkeypatch.setattr(Take, "IDLE", True)
    assert asked.default(game, seat) == Take(1)
    monkeypatch.setattr(Take, "IDLE", False)
    game.stones, game.menu = 1, None
    assert asked.default(game, seat) == Take(1)
