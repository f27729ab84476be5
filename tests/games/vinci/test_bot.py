"""The bot's judgement: when to decline, what to pay for, whom to hit; and that greedy play with it is good play."""

import pytest

from marchland.bots.arena import simulate
from marchland.bots.protocol import answer, make_bot
from marchland.games.vinci.bots.prospects import HORIZON, annuity, career, evaluate, rounds_left
from marchland.games.vinci.rules.civilizations import TakeCivilization
from marchland.games.vinci.rules.conquest.conquest import Conquer, EndConquests
from marchland.games.vinci.rules.decline import DeclareDecline, PlayOn
from marchland.games.vinci.rules.reorganization import Place
from marchland.games.vinci.title import TITLE

from .table import RED, YELLOW, held, play, table

PLAIN = ("barbarians", "heritage")


def greedy(game, seed="bot"):
    """What greedy play does now."""
    return answer(make_bot(TITLE, "greedy"), TITLE, game, game.deciders[0], seed)


def crowd(seat, *provinces, tokens=1):
    return {province: held(seat, tokens) for province in provinces}


def test_an_empire_with_many_free_tokens_plays_on():
    game = table(turn=("red", "begin"), civ={"red": PLAIN}, land={"castile": held("red", 16)})
    assert greedy(game) == PlayOn()


def test_an_empire_that_cannot_grow_declines():
    land = crowd("red", "castile", "lusitania", "aquitaine", "auvergne") | crowd("yellow", "south_spain", "neustria", tokens=6)
    game = table(turn=("red", "begin"), civ={"red": PLAIN, "yellow": ("weapons", "militia")}, land=land)
    assert greedy(game) == DeclareDecline()


def test_nobody_declines_in_the_last_round():
    game = table(turn=("red", "begin"), civ={"red": PLAIN}, land=crowd("red", "castile", "lusitania", tokens=3), ending=True)
    assert greedy(game) == PlayOn()


def test_equal_civilizations_are_not_paid_for():
    game = table(turn=("red", "begin"), civ={"red": PLAIN}, land=crowd("red", "castile"), slots=[["ports", "general"]] * 2)
    play(game, RED, DeclareDecline())
    assert greedy(game) == TakeCivilization(1)


def test_a_far_better_civilization_is_paid_for():
    poor, rich = ["heritage", "messages"], ["currency", "medicine"]
    game = table(turn=("red", "begin"), civ={"red": PLAIN}, land=crowd("red", "castile"), slots=[poor, rich], score={"red": 30})
    play(game, RED, DeclareDecline())
    assert greedy(game) == TakeCivilization(2)


@pytest.mark.parametrize(("leader", "target"), [("yellow", "lusitania"), ("blue", "south_spain")])
def test_the_leader_is_hit_rather_than_somebody_else(leader, target):
    land = {"castile": held("red"), "lusitania": held("yellow"), "south_spain": held("blue")}
    far = {"greece": held("yellow"), "thrace": held("blue")}
    game = table(civ={"red": PLAIN}, hand={"red": 4}, land=land | far, score={leader: 90}, clear=True)
    assert greedy(game) == Conquer(target)


def test_tokens_in_hand_are_used_while_they_bring_points():
    game = table(civ={"red": PLAIN}, hand={"red": 2}, land={"castile": held("red")}, clear=True)
    assert greedy(game) != EndConquests()


def test_spare_tokens_go_to_the_frontier():
    land = crowd("red", "aquitaine", "neustria") | crowd("yellow", "pyrenees", tokens=3)
    game = table(civ={"red": PLAIN}, hand={"red": 1}, land=land, clear=True)
    assert greedy(game) == Place("aquitaine")


def test_the_game_is_expected_to_end_when_the_leader_gets_there():
    assert rounds_left(table(score={"yellow": 10})) == HORIZON
    assert rounds_left(table(score={"yellow": 145})) == 0, "the leader's turn of this round is still to come"
    assert rounds_left(table(turn=("blue", "conquer"), score={"yellow": 145})) == 1
    assert rounds_left(table(ending=True)) == 0


def test_forecasts_grow_with_time_tokens_and_tiles():
    plain = career("standard", PLAIN, 12)
    assert list(plain) == sorted(plain)
    assert plain[0] == 0
    assert career("standard", PLAIN, 14)[3] > plain[3]
    assert career("standard", ("currency", "heritage"), 12)[3] > plain[3]
    assert 2 < annuity(3) < 3


def test_a_stronger_rival_makes_a_position_worse():
    values = [evaluate(table(civ={"red": PLAIN}, hand={"red": 5}, score={"yellow": points}), RED) for points in (20, 40)]
    assert values[0] > values[1]
    assert table().score[YELLOW] == 10


def test_greedy_beats_random_always():
    assert simulate(TITLE, 3, 3, ["greedy", "random"], "bot").wins["random"] == 0


def test_greedy_beats_the_automaton_clearly():
    wins = simulate(TITLE, 12, 4, ["greedy", "automaton"], "bot").wins
    assert wins["greedy"] >= 1.5 * wins["automaton"], wins
