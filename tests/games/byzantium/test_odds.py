"""The exact odds of an attack, against enumeration of every throw and against the rules themselves."""

from fractions import Fraction
from itertools import product

import pytest

from marchland.games.byzantium.rules.combat.odds import Body, Odds, attack_odds, hit_chances, odds_against, wounded
from marchland.games.byzantium.title import TITLE
from marchland.kernel.chance import scripted

from .table import RED, YELLOW, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}


def hits(faces):
    return sum(face >= 4 for face in faces)


@pytest.mark.rule("BY-BAT-01")
def test_the_chances_of_hits_are_those_of_every_throw():
    for dice in range(5):
        thrown = [hits(faces) for faces in product(range(1, 7), repeat=dice)]
        assert hit_chances(dice) == [Fraction(thrown.count(n), len(thrown)) for n in range(dice + 1)]


@pytest.mark.rule("BY-SIEGE-02")
def test_the_sanity_figures_of_the_start():
    fresh = Body(elite=1, main=3, move=2)
    assert attack_odds(fresh, (), 2).taken == 1
    assert attack_odds(fresh, (), 3).taken == Fraction(7, 8)
    assert attack_odds(Body(main=10), (), 5, 2).taken == Fraction(1, 2)


@pytest.mark.rule("BY-BAT-02")
def test_move_cubes_are_given_up_first_then_main_then_elite():
    assert wounded(Body(2, 2, 1), 2) == Body(2, 1, 0)
    assert wounded(Body(2, 2, 1), 4) == Body(1, 0, 0)
    assert wounded(Body(2, 2, 1), 9) == Body(0, 0, 0)


@pytest.mark.rule("BY-BAT-03", "BY-SIEGE-02")
def test_odds_agree_with_every_throw_of_a_battle_and_a_siege():
    attacker, defender, walls = Body(1, 2, 1), Body(0, 2, 0), 1
    count = won = 0
    lost_cubes = 0
    for dealt in product((0, 1), repeat=attacker.dice):
        for taken in product((0, 1), repeat=defender.dice):
            after, foe = wounded(attacker, sum(taken)), wounded(defender, sum(dealt))
            for siege in (0, 1):
                count += 1
                end = wounded(after, siege) if after.strength > foe.strength else after
                won += after.strength > foe.strength and end.strength > walls
                lost_cubes += attacker.cubes - end.cubes
    odds = attack_odds(attacker, (defender,), walls)
    assert (odds.taken, odds.losses) == (Fraction(won, count), Fraction(lost_cubes, count))


def test_nothing_can_go_wrong_or_right():
    assert attack_odds(Body(main=9), (), 1) == Odds(Fraction(1), Fraction(0), Fraction(1, 2))
    assert attack_odds(Body(move=3), (), 1).taken == 0
    assert attack_odds(Body(main=1), (), 2).destroyed == Fraction(3, 4)


def played_out(faces):
    """Red's Arab army attacks Jerusalem, defended by yellow's militia, with these dice."""
    game = table(
        2, cities={"jerusalem": {"tokens": 1, "control": "yellow"}}, red={"arab": {**NO_ARMY, "main": 3, "move": 2, "at": "tabuk"}}
    )
    game.chance = scripted(*faces)
    play(game, "march arab jerusalem", "usemilitia")
    while game.deciders == (RED,) and type(game.decision).__name__ == "ChooseLoss":
        lost = "lose arab-move" if game.realm(RED, "arab").move else "lose arab-main"
        play(game, lost)
    return game.cities["jerusalem"].side == "arab"


@pytest.mark.rule("BY-MIL-02")
def test_odds_agree_with_the_rules_played_out():
    throws = list(product((1, 4), repeat=3 + 2 + 1))
    taken = Fraction(sum(map(played_out, throws)), len(throws))
    game = table(
        2, cities={"jerusalem": {"tokens": 1, "control": "yellow"}}, red={"arab": {**NO_ARMY, "main": 3, "move": 2, "at": "tabuk"}}
    )
    odds = odds_against(game, RED, "arab", "jerusalem", Body(main=3, move=1))
    assert odds["militia"].taken == taken
    assert 0 < taken < 1


def test_every_way_of_defending_has_its_odds():
    game = table(
        3,
        cities={"jerusalem": "yellow"},
        red={"arab": {**NO_ARMY, "main": 3, "move": 2, "at": "tabuk"}},
        blue={"byzantine": {**NO_ARMY, "main": 2, "at": "jerusalem"}},
    )
    cases = odds_against(game, RED, "arab", "jerusalem", Body(main=3, move=1))
    assert list(cases) == ["siege", "militia", "pawns", "pawns_militia"]
    assert cases["siege"].taken > cases["militia"].taken > cases["pawns_militia"].taken
    units = [line.unit for line in game.decision.preview(game, RED, order("march arab jerusalem"))]
    assert units == ["move_cubes", "percent_siege", "percent_militia", "percent_pawns", "percent_pawns_militia"]
    assert all(TITLE.phrases.word(unit, "it") != unit for unit in units)


def test_bulgars_always_defend_their_city_in_the_odds():
    game = table(2, bulgars=5, cities={"athens": {"side": "bulgar", "tokens": 1}}, red={"byzantine": {"at": "candia"}})
    cases = odds_against(game, RED, "byzantine", "athens", Body(elite=1, main=3, move=1))
    assert list(cases) == ["siege"]
    assert cases["siege"].taken == Fraction(119, 256)


def test_civil_war_previews_its_odds():
    game = table(2, cities={"nicea": "yellow"}, red={"byzantine": {"at": "nicea"}}, yellow={"byzantine": {"militia": 0}})
    (line,) = game.decision.preview(game, RED, order("declarecivilwar byzantine"))
    assert (line.amount, line.facts["against"]) == (100, "siege")
    assert game.cities["nicea"].controller == YELLOW
