"""Reaction windows: who is asked, in which order, how often; what a seat wants to be asked."""

import pytest

from marchland.games.medioevo.phrases import window_name
from marchland.games.medioevo.rules.cards.attention import Heed
from marchland.games.medioevo.rules.cards.powers import PlayCard, UseTechnology
from marchland.games.medioevo.rules.cards.windows import Pass, Window, is_asked
from marchland.games.medioevo.rules.components.table import priority
from marchland.games.medioevo.rules.registry import ANY, CARDS_BY_WINDOW, TECHNOLOGIES_BY_WINDOW
from marchland.games.medioevo.rules.technologies.points import FlipToken, TurnCard

from .table import Table
from .test_battle import FIELD

ALWAYS = {f"ask_{number}": "always" for number in range(1, 5)}


def war(hands, options=ALWAYS, dice=(1, 2, 3, 1, 2, 3), **more):
    """Seat 0 attacks seat 1; each seat holds the cards named."""
    players = {seat: {"hand": cards} for seat, cards in hands.items()}
    facts = {"place": FIELD, "attacker": 0, "defender": 1}
    armies = {FIELD: {0: {"hi": 3}, 1: {"hi": 3}}}
    return Table(4, options=options, order=[3, 2, 1, 0], armies=armies, battle=facts, dice=list(dice), wars=[[0, 1, 0]], turn=2,
                 players={**players, **more.pop("players", {})}, **more)  # fmt: skip


def to_dice(table):
    return table.do("stand", "stand", "keepdice", "keepdice")


@pytest.mark.rule("MU-EMP-01")
def test_the_active_player_is_asked_first_then_turn_order():
    table = war({0: [5], 2: [46], 3: [47]})
    to_dice(table)
    assert priority(table.game) == (0, 3, 2, 1)
    asked = []
    while table.asked() == "React":
        asked.append(table.game.deciders[0])
        table.do("pass")
    assert asked == [0, 3, 2], "seat 1 has nothing to react with"


@pytest.mark.rule("MU-EMP-01", "MU-EMP-07")
def test_a_reaction_reopens_the_window_for_those_who_had_passed():
    table = war({0: [46], 3: [5]})
    to_dice(table)
    table.do("pass")
    assert table.game.deciders == (3,)
    table.do(PlayCard(5), "target side:1")
    assert table.game.deciders == (0,), "whoever passed before is asked again"
    table.do("pass")
    assert table.asked() != "React", "the Warlord is used up"


QUICK = {
    "Bids": "bid 0",
    "RerollHorde": "keepdice",
    "SpendPoint": "leavehordes",
    "ChooseTax": "settax 10",
    "MeetUpkeep": "payupkeep",
    "Purchase": "donebuying",
    "ChooseMove": "passround",
    "React": "pass",
}
"""The answers that let a turn go by."""


@pytest.mark.rule("MU-EMP-01")
def test_a_card_for_any_moment_can_be_used_in_every_phase_of_everybodys_turn():
    """A Magnate is offered at the start of phases 2 to 7, in which seat 0 acts first, and in decisions of one's own."""
    table = Table(2, options={"ask_2": "always"}, at="order", turn=2, order=[0, 1], players={1: {"hand": [36]}})
    reacting, deciding = set(), set()
    while table.game.turn == 2:
        if table.game.deciders[0] == 1 and PlayCard(36) in table.offers():
            (reacting if table.asked() == "React" else deciding).add(table.game.phase)
        assert table.game.deciders[0] == 1 or PlayCard(36) not in table.offers(), "it is nobody else's"
        table.do(QUICK.get(table.asked()) or table.offers()[0])
    assert reacting == {2, 3, 4, 5, 6, 7}
    assert deciding == {4, 5, 6}, "his own purchases, movements and trade"


@pytest.mark.rule("MU-EMP-01", "MU-EMP-02")
def test_a_card_works_at_once_and_again_only_next_turn():
    table = Table(2, options={"ask_2": "always"}, at="combat", turn=2, order=[0, 1], players={1: {"hand": [36]}})
    table.do("passround")
    table.do(PlayCard(36), "target number:300")
    assert (table.florins(1), table.game.players[1].hand[0].stored) == (1600 - 300, 300)
    while table.game.turn == 2:
        assert PlayCard(36) not in table.offers(), "it lies turned for the rest of the turn"
        table.do(QUICK.get(table.asked()) or table.offers()[0])
    while table.game.deciders[0] != 1 or PlayCard(36) not in table.offers():
        table.do(QUICK.get(table.asked()) or table.offers()[0])
    before = table.florins(1)
    assert table.do(PlayCard(36)).florins(1) == before + 450


@pytest.mark.rule("MU-EMP-01")
def test_nobody_is_asked_without_a_legal_reaction():
    table = war({0: [22], 1: [61], 2: [62]})
    to_dice(table)
    assert not any(isinstance(frame, Window) for frame, _ in table.game.stack)


@pytest.mark.rule("MU-EMP-01")
@pytest.mark.parametrize(("heed", "asked"), [("always", True), ("battles", False), ("never", False)])
def test_onlookers_are_asked_only_if_they_want(heed, asked):
    table = war({2: [46]}, options={**ALWAYS, "ask_3": heed})
    to_dice(table)
    assert (table.asked() == "React") == asked


@pytest.mark.rule("MU-EMP-01")
@pytest.mark.parametrize(("heed", "asked"), [("always", True), ("battles", True), ("never", False)])
def test_fighters_are_asked_in_their_own_battles_unless_never(heed, asked):
    table = war({1: [46]}, options={**ALWAYS, "ask_2": heed})
    to_dice(table)
    assert (table.asked() == "React") == asked


@pytest.mark.rule("MU-EMP-01")
def test_outside_battles_only_always_is_asked():
    table = Table(3, options={"ask_1": "always", "ask_2": "battles", "ask_3": "never"})
    assert [is_asked(table.game, seat, "W-PH") for seat in range(3)] == [True, False, False]


@pytest.mark.rule("MU-EMP-01")
def test_a_player_changes_his_mind_in_a_decision_of_his_own_once_a_turn():
    table = Table(2, at="purchases", order=[0, 1])
    assert set(table.offers(Heed)) == {Heed("always"), Heed("battles")}
    table.do(Heed("battles"))
    assert table.game.players[0].heed == "battles"
    assert table.offers(Heed) == []


@pytest.mark.rule("MU-EMP-01")
def test_whoever_is_asked_between_phases_may_say_that_he_does_not_want_to_be_asked():
    table = Table(2, at="purchases", order=[0, 1], players={1: {"hand": [36]}}, options={"ask_2": "always"})
    table.do("donebuying", "donebuying")
    assert (table.asked(), table.game.deciders) == ("React", (1,))
    assert set(table.offers(Heed)) == {Heed("battles"), Heed("never")}
    table.do(Heed("never"))
    assert table.asked() == "ChooseMove", "no more questions, not even at this moment"


@pytest.mark.rule("MU-EMP-03", "MU-EMP-06", "MU-TECH-03")
def test_points_are_raised_where_a_technology_of_their_colour_can_be_used():
    players = {0: {"hand": [9], "technology": {"red": 3}, "tokens": {"red": 1, "blue": 1}, "florins": 0}}
    table = war({}, players=players, dice=(1, 2, 8, 1, 2, 3))
    quiet = {"DeclareIntent": "stand", "ChooseReroll": "keepdice", "React": "pass"}
    while table.asked() != "React" or table.game.decision.window != "W-B6":
        table.do(quiet[table.asked()])
    assert TurnCard(9, ("yellow", "red")) in table.offers()
    assert FlipToken("red") in table.offers()
    assert FlipToken("blue") not in table.offers()
    assert UseTechnology("tactics") not in table.offers(), "no point yet, and no florins to buy one"
    table.do(FlipToken("red"))
    assert UseTechnology("tactics") in table.offers()
    assert Pass() in table.offers()


@pytest.mark.rule("MU-EMP-04")
def test_unused_points_are_lost_with_the_phase():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"points": {"green": 2}}})
    table.do("donebuying", "donebuying")
    assert table.game.phase == 5
    assert table.game.players[0].points == (0,) * 6


@pytest.mark.rule("MU-EMP-02")
def test_a_turned_card_is_used_for_the_turn():
    table = war({0: [5]})
    to_dice(table)
    table.do(PlayCard(5), "target side:0")
    assert table.game.players[0].hand[0].turned


@pytest.mark.rule("MU-EMP-01")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_moment_at_which_somebody_is_asked_has_a_name(language):
    """Own main decisions, and those on the way of one's own group, are questions with sentences of their own."""
    moments = ({*CARDS_BY_WINDOW, *TECHNOLOGIES_BY_WINDOW} | {"W-PH", "W-1"}) - {ANY, "W-5m", "W-4", "W-5", "W-6"}
    assert {"W-5e", "W-5f", "J"} < moments
    assert not [moment for moment in sorted(moments) if moment in window_name(moment, language)]
