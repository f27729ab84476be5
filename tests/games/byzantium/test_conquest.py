"""F. What follows when a city is taken."""

import pytest

from marchland.games.byzantium.rules.combat.armies import GuardLost
from marchland.games.byzantium.rules.combat.conquest import CityTaken, MarkerRemoved
from marchland.games.byzantium.rules.cubes import ArmyDestroyed
from marchland.kernel.testing import check_illegal

from .table import RED, YELLOW, asked, happened, menu, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}


def storm(pool=0, treasury=0, boxes=None, tokens=2, main=6, move=3, **more):
    """Red's Arab army takes Jerusalem without losses."""
    return table(
        2,
        dice=(1,) * tokens,
        boxes=boxes or {},
        cities={"jerusalem": {"tokens": tokens, **more.pop("city", {})}},
        red={"pool": pool, "arab": {**NO_ARMY, "main": main, "move": move, "at": "tabuk", "treasury": treasury}},
        yellow={"byzantine": {"militia": 0}},
        **more,
    )


@pytest.mark.rule("BY-CONQ-01")
@pytest.mark.parametrize(("tokens", "left", "spoils"), [(3, 2, 2), (2, 1, 1), (1, 1, 0)])
def test_one_token_fewer_and_spoils_of_tokens_minus_one(tokens, left, spoils):
    game = storm(pool=3, tokens=tokens)
    events = play(game, "march arab jerusalem")
    (taken,) = happened(events, CityTaken)
    assert (taken.tokens, taken.points, taken.bezants) == (left, spoils, spoils)
    assert (game.cities["jerusalem"].side, game.cities["jerusalem"].tokens) == ("arab", left)


@pytest.mark.rule("BY-CONQ-02")
def test_points_and_pillage_go_to_the_conquering_side_before_the_marker():
    game = storm(treasury=2)
    play(game, "march arab jerusalem")
    assert (game.realm(RED, "arab").points, game.realm(RED, "arab").treasury) == (11, 3)
    assert asked(game) == "PayCube", "the pillage made the third bezant"


@pytest.mark.rule("BY-CONQ-03")
def test_a_pool_cube_or_a_bought_one_marks_the_city():
    game = storm(pool=1, treasury=5)
    play(game, "march arab jerusalem")
    assert {"take pool free", "take casualties arab"} <= menu(game)
    broke = storm(pool=0, treasury=0)
    play(broke, "march arab jerusalem")
    assert asked(broke) == "GiveMarker"
    before = broke.players[RED].casualties
    play(broke, "lose arab-main", "lose arab-move")
    assert broke.players[RED].casualties == before + 1
    assert (broke.cities["jerusalem"].controller, broke.cities["jerusalem"].marker) == (RED, "cube")


@pytest.mark.rule("BY-CONQ-03")
def test_with_three_bezants_and_an_empty_pool_buying_is_compulsory():
    game = storm(treasury=5)
    play(game, "march arab jerusalem")
    assert asked(game) == "PayCube"
    assert all(text.endswith(" arab") for text in menu(game))
    check_illegal(game, RED, order("take pool"), "BY-CUBE-01")


@pytest.mark.rule("BY-CONQ-04")
def test_a_guard_is_given_up_only_when_nothing_else_is_left():
    game = storm(tokens=1, main=1, move=1, boxes={"caliph": "red"})
    events = play(game, "march arab jerusalem")
    assert [event.side for event in happened(events, GuardLost)] == ["arab"]
    assert game.cities["jerusalem"].controller == RED
    assert happened(events, ArmyDestroyed)
    assert game.boxes["caliph"] == (RED,)
    two = storm(tokens=1, main=2, move=1, boxes={"caliph": "red"})
    play(two, "march arab jerusalem")
    assert two.realm(RED, "arab").guard
    assert two.realm(RED, "arab").at == "jerusalem"


@pytest.mark.rule("BY-CONQ-05")
def test_the_losers_cube_goes_to_his_casualties():
    game = storm(pool=2, city={"control": "yellow"})
    before = game.players[YELLOW].casualties
    events = play(game, "march arab jerusalem")
    assert happened(events, MarkerRemoved)[0].marker == "cube"
    assert game.players[YELLOW].casualties == before + 1


@pytest.mark.rule("BY-CONQ-06")
@pytest.mark.parametrize(("side", "at", "to"), [("byzantine", "edessa", "nisibis"), ("arab", "medina", "hira")])
def test_both_sides_conquer_persia_and_make_it_theirs(side, at, to):
    game = table(2, dice=(1, 1), red={side: {**NO_ARMY, "main": 5, "move": 2, "at": at}})
    play(game, f"march {side} {to}", "take pool")
    city = game.cities[to]
    assert (city.side, city.tokens, city.controller) == (side, 1, RED)
    assert game.realm(RED, side).points == 11
    play(game, f"develop {side}", f"grow {to}")
    assert game.cities[to].tokens == 2


@pytest.mark.rule("BY-CONQ-06")
def test_a_bulgar_city_is_conquered_like_any_other():
    game = table(
        2,
        dice=(1, 1),
        bulgars=0,
        cities={"athens": {"side": "bulgar", "tokens": 2}},
        red={"byzantine": {**NO_ARMY, "main": 5, "move": 2, "at": "candia"}},
    )
    play(game, "march byzantine athens", "take pool")
    assert (game.cities["athens"].side, game.cities["athens"].tokens) == ("byzantine", 1)
    assert (game.realm(RED, "byzantine").points, game.realm(RED, "byzantine").treasury) == (11, 16)
