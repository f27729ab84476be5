"""Chances of a round before it is fought: counted by hand, by throwing every die, and shown where an attack is offered."""

from itertools import product

import pytest

from marchland.games.medioevo.rules.battle.fight import attack_of_dice
from marchland.games.medioevo.rules.battle.melee import ChooseReroll, KeepDice, Reroll
from marchland.games.medioevo.rules.battle.odds import (
    FACES,
    attacks,
    battle_lines,
    chance_against,
    chance_against_barbarians,
    chance_with_reroll,
)
from marchland.games.medioevo.rules.movement.groups import Go
from marchland.games.medioevo.rules.taxes import SetTax

from .table import Table


@pytest.mark.rule("MU-BAT-03")
def test_the_attacks_of_all_throws_are_counted():
    assert sum(attacks().values()) == 192
    assert attacks()[64] == 1  # three fours
    assert attacks()[1] == 1  # three ones
    assert attacks()[36] == sum(attack_of_dice(dice) == 36 for dice in product(*(range(1, faces + 1) for faces in FACES)))


@pytest.mark.rule("MU-BAT-03")
def test_a_reroll_can_only_help():
    for need in range(1, 66):
        plain = sum(ways for attack, ways in attacks().items() if attack >= need) / 192
        assert plain <= chance_with_reroll(need) <= 1
    assert chance_with_reroll(1) == 1
    assert chance_with_reroll(65) == 0
    assert chance_with_reroll(8) > sum(ways for attack, ways in attacks().items() if attack >= 8) / 192


@pytest.mark.rule("MU-BAR-05")
def test_barbarian_dice_are_known_so_that_a_low_circle_is_beaten_more_often():
    low, high = (Table(2, circle=circle, at="combat").game for circle in ([1, 2, 3], [2, 5, 8]))
    assert chance_against_barbarians(low, 0) > chance_against_barbarians(high, 0) > 0


@pytest.mark.rule("MU-BAT-04")
def test_the_place_in_the_order_tells_against_a_rival():
    game = Table(2, order=[0, 1], at="combat").game
    assert chance_against(game, 0, 1) > 50 > chance_against(game, 1, 0)
    assert chance_against(game, 0, 1) + chance_against(game, 1, 0) <= 100


@pytest.mark.rule("MU-MOV-09")
def test_a_march_is_told_whom_it_would_fight():
    table = Table(
        2,
        kingdoms={0: "byzantium", 1: "hungary"},
        armies={"adrianople": {0: {"li": 4}}, "tarnovo": {"barbarians": {"li": 3}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 2, "space": "adrianople"}],
        at="combat",
    )
    table.do("muster adrianople", "take 1", "boardall")
    lines = table.game.decision.preview(table.game, 0, Go("tarnovo"))
    assert [(line.unit, line.facts) for line in lines if line.unit.startswith("percent")] == [
        ("percent_horde", {"own": 4, "units": 3})
    ]
    assert [line.unit for line in table.game.decision.preview(table.game, 0, Go("constantinople"))] == ["pm"]
    assert battle_lines(table.game, 0, 0, "tarnovo") == []


@pytest.mark.rule("MU-TAX-02")
def test_a_tax_level_says_what_it_brings():
    table = Table(2, kingdoms={0: "byzantium", 1: "hungary"}, at="taxes")
    low, high = (sum(line.amount for line in table.game.decision.preview(table.game, 0, SetTax(level))) for level in (10, 50))
    assert high == low + 40 * 7


@pytest.mark.rule("MU-BAT-05")
def test_who_throws_second_knows_the_chance_of_every_throw():
    """The attacker shows 4 with 1, 3 and 4; the defender, three worse for his place in the order, must show 8 with 2, 5 and 6."""
    table = Table(
        2,
        kingdoms={0: "byzantium", 1: "hungary"},
        armies={"tarnovo": {0: {"hi": 4}, 1: {"hi": 4}}},
        wars=[[0, 1, 1]],
        turn=3,
        battle={"place": "tarnovo", "attacker": 0, "defender": 1},
    )
    table.script(1, 3, 4, 2, 5, 6).do("stand", "stand")
    first = table.game.decision
    assert isinstance(first, ChooseReroll)
    assert first.preview(table.game, 0, KeepDice()) == []
    table.do("keepdice")
    second = table.game.decision
    chances = {again: second.preview(table.game, 1, Reroll(again))[0].amount for again in ((1,), (2,), (0, 1, 2))}
    assert second.preview(table.game, 1, KeepDice())[0].amount == 0
    assert chances[(2,)] == 25  # an eight, or a five beside the five
    assert chances[(1,)] == 17  # a six beside the six
    assert chances[(0, 1, 2)] == round(100 * sum(ways for attack, ways in attacks().items() if attack >= 8) / 192)
