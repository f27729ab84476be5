"""A and B: control and reinforcement."""

import pytest

from marchland.games.byzantium.rules.control import ArmyRaised
from marchland.kernel.testing import check_illegal

from .table import RED, YELLOW, asked, happened, menu, order, play, table, why


@pytest.mark.rule("BY-CTRL-01", "BY-CTRL-02")
def test_control_of_a_free_city_scores_its_tokens_on_its_track():
    game = table(2)
    play(game, "takecontrol medina", "take pool")
    assert (game.realm(RED, "arab").points, game.realm(RED, "byzantine").points) == (12, 10)
    assert (game.cities["medina"].controller, game.cities["medina"].marker) == (RED, "cube")
    refusal = check_illegal(game, YELLOW, order("takecontrol medina"), "BY-CTRL-01")
    assert refusal.facts == {"city": "medina", "controller": RED}


@pytest.mark.rule("BY-CTRL-03", "BY-CONST-03")
@pytest.mark.parametrize("city", ["constantinople", "baghdad", "athens"])
def test_no_control_of_constantinople_persian_or_bulgar_cities(city):
    game = table(2, cities={"athens": {"side": "bulgar", "tokens": 1}})
    check_illegal(game, RED, order(f"takecontrol {city}"), "BY-CTRL-03")
    assert "BY-CTRL-03" in why(game, city)


@pytest.mark.rule("BY-CTRL-04")
def test_only_the_first_byzantine_control_raises_the_army():
    game = table(2)
    first = play(game, "takecontrol mecca", "take pool", "pass", "takecontrol nicea", "take pool")
    assert happened(first, ArmyRaised)[0].city == "nicea"
    game = table(2, cities={"nicea": "red"}, red={"byzantine": {"at": "nicea"}})
    assert happened(play(game, "takecontrol athens", "take pool"), ArmyRaised) == []
    assert game.realm(RED, "byzantine").at == "nicea"


@pytest.mark.rule("BY-REINF-01")
def test_reinforcement_stops_after_one_two_or_three_cubes():
    for cubes in (1, 2):
        game = table(2)
        play(game, *["reinforce arab-move", "take pool"] * cubes)
        assert asked(game) == "ContinueReinforcement"
        play(game, "stop")
        assert game.deciders == (YELLOW,)
        assert game.realm(RED, "arab").move == 3 + cubes
    game = table(2)
    play(game, *["reinforce arab-move", "take pool"] * 3)
    assert game.deciders == (YELLOW,)


@pytest.mark.rule("BY-REINF-01")
def test_both_sides_may_be_reinforced_in_one_action():
    game = table(2)
    play(game, "reinforce arab-move", "take pool", "reinforce byzantine-militia", "take pool", "stop")
    assert (game.realm(RED, "arab").move, game.realm(RED, "byzantine").militia) == (4, 3)


@pytest.mark.rule("BY-REINF-02")
def test_each_elite_slot_gets_one_cube_a_round():
    game = table(2)
    play(game, "reinforce arab-elite", "take pool")
    assert "reinforce arab-elite" not in menu(game)
    assert check_illegal(game, RED, order("reinforce arab-elite"), "BY-REINF-02").facts == {"slot": "arab-elite"}
    play(game, "reinforce byzantine-elite", "take pool")
    assert (game.realm(RED, "arab").elite, game.realm(RED, "byzantine").elite) == (2, 2)
