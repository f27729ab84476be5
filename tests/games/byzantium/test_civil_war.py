"""C. Civil war."""

import pytest

from marchland.games.byzantium.rules.combat.combat import SiegeFailed
from marchland.games.byzantium.rules.combat.conquest import CityTaken
from marchland.kernel.testing import check_illegal

from .table import RED, YELLOW, asked, happened, menu, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
NO_MILITIA = {"byzantine": {"militia": 0}, "arab": {"militia": 0}}


@pytest.mark.rule("BY-CIV-01", "BY-MOVE-10")
def test_a_pawn_attacks_where_it_stands_without_moving():
    game = table(2, dice=(1, 1), cities={"nicea": "yellow"}, red={"byzantine": {"at": "nicea"}}, yellow=NO_MILITIA)
    events = play(game, "declarecivilwar byzantine", "take pool")
    assert happened(events, CityTaken)[0].city == "nicea"
    assert game.realm(RED, "byzantine").move == 2
    check_illegal(table(2), RED, order("declarecivilwar arab"), "BY-CIV-01")


@pytest.mark.rule("BY-CIV-01", "BY-CIV-02")
def test_civil_war_may_follow_a_move_and_nothing_else_may():
    game = table(2, cities={"nicea": "yellow"}, red={"byzantine": {"at": "ankara"}}, yellow=NO_MILITIA)
    play(game, "march byzantine nicea")
    assert "declarecivilwar byzantine" in menu(game)
    check_illegal(game, RED, order("claim emperor"), "BY-CIV-02")
    check_illegal(game, RED, order("develop byzantine"), "BY-CIV-02")
    assert check_illegal(game, RED, order("declarecivilwar arab"), "BY-MOVE-10").facts == {"side": "byzantine"}


@pytest.mark.rule("BY-CIV-02", "BY-MOVE-03")
def test_an_attack_ends_the_action():
    game = table(2, dice=(1,), red={"arab": {"at": "damascus", "move": 5}}, cities={"damascus": {"side": "arab", "tokens": 1}})
    play(game, "march arab palmyra", "take pool")
    assert game.deciders == (YELLOW,)


@pytest.mark.rule("BY-CIV-03")
def test_constantinople_is_no_target_of_civil_war():
    game = table(2, red={"byzantine": {"at": "constantinople"}})
    check_illegal(game, RED, order("declarecivilwar byzantine"), "BY-CIV-03")


@pytest.mark.rule("BY-CIV-03")
def test_ones_own_city_is_a_target_unless_the_option_is_off():
    position = {"cities": {"nicea": "red"}, "red": {"byzantine": {"at": "nicea"}}}
    game = table(2, dice=(1, 1), **position)
    before = game.players[RED].casualties
    play(game, "declarecivilwar byzantine", "take pool")
    assert asked(game) == "PayCube", "neither flight nor one's own militia is asked for"
    play(game, "take pool")
    assert game.cities["nicea"].tokens == 1
    assert game.players[RED].casualties == before + 1
    strict = table(2, options={"civil_war_own_city": False}, **position)
    assert check_illegal(strict, RED, order("declarecivilwar byzantine"), "BY-CIV-03").facts == {"city": "nicea"}


@pytest.mark.rule("BY-CIV-04")
@pytest.mark.parametrize(("tokens", "left", "spoils"), [(3, 2, 2), (2, 1, 1), (1, 1, 0)])
def test_the_city_keeps_its_colour_and_loses_a_token(tokens, left, spoils):
    game = table(
        2,
        dice=(1,) * tokens,
        cities={"mecca": {"tokens": tokens, "control": "yellow"}},
        red={"arab": {"at": "mecca", "elite": 2}},
        yellow=NO_MILITIA,
    )
    play(game, "declarecivilwar arab", "take pool", "take pool")
    assert (game.cities["mecca"].side, game.cities["mecca"].tokens, game.cities["mecca"].controller) == ("arab", left, RED)
    assert (game.realm(RED, "arab").points, game.realm(RED, "arab").treasury) == (10 + spoils, 5 + spoils)


@pytest.mark.rule("BY-CIV-05")
def test_a_beaten_rebel_goes_back_if_it_moved_and_flees_if_it_did_not():
    weak = {**NO_ARMY, "main": 2, "move": 3}
    moved = table(2, dice=(1, 1), cities={"nicea": "yellow"}, red={"byzantine": {**weak, "at": "ankara"}}, yellow=NO_MILITIA)
    events = play(moved, "march byzantine nicea", "declarecivilwar byzantine", "take pool")
    assert happened(events, SiegeFailed)
    assert moved.realm(RED, "byzantine").at == "ankara"
    stayed = table(2, dice=(1, 1), cities={"nicea": "yellow"}, red={"byzantine": {**weak, "at": "nicea"}}, yellow=NO_MILITIA)
    play(stayed, "declarecivilwar byzantine", "take pool")
    assert menu(stayed) == {"fleeto ankara", "fleeto constantinople", "fleeto sinope", "fleeto smyrna"}


@pytest.mark.rule("BY-SPEC-04")
def test_the_attacking_army_does_not_sell_its_last_cube_for_the_box():
    game = table(2, cities={"nicea": "yellow"}, red={"pool": 0, "byzantine": {**NO_ARMY, "main": 1, "at": "nicea"}})
    play(game, "declarecivilwar byzantine")
    assert "take byzantine-main byzantine" not in menu(game)
    check_illegal(game, RED, order("take byzantine-main byzantine"), "BY-SPEC-04")


@pytest.mark.rule("BY-FORT-03", "BY-CONQ-05")
def test_a_fortification_lost_in_civil_war_comes_back():
    game = table(
        2,
        dice=(1, 1, 1),
        cities={"mecca": {"tokens": 2, "control": "yellow", "fortified": True}},
        red={"arab": {"at": "mecca"}},
        yellow=NO_MILITIA,
    )
    play(game, "declarecivilwar arab", "take pool", "take pool")
    assert game.players[YELLOW].fortifications == 2
