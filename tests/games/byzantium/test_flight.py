"""F. Flight."""

import pytest

from marchland.games.byzantium.rules.combat.armies import GuardLost
from marchland.games.byzantium.rules.combat.flight import ArmyFled, ArmyTrapped, ArmyWentBack, SeaBlocked, StoodGround, refuges
from marchland.kernel.events import Rolled
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, asked, happened, menu, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
STRONG = {**NO_ARMY, "main": 9, "move": 3}


def hunted(dice=(1, 1), army=None, cities=None, boxes=None, **more):
    """Red's Byzantine army comes from Athens against yellow's Arab army in Candia."""
    land = {"candia": {"side": "arab", "tokens": 1}, **(cities or {})}
    realm = {**NO_ARMY, "main": 1, "move": 1, "at": "candia", **(army or {})}
    return table(
        3, dice=dice, cities=land, boxes=boxes or {}, red={"byzantine": {**STRONG, "at": "athens"}}, yellow={"arab": realm}, **more
    )


@pytest.mark.rule("BY-FLEE-01")
def test_owners_choose_clockwise_from_the_active_player_before_any_dice():
    army = {"byzantine": {**NO_ARMY, "main": 2, "at": "nicea"}}
    game = table(
        4,
        act="yellow",
        dice=(1, 1),
        cities={"ankara": {"side": "arab", "tokens": 1}},
        yellow={"arab": {**STRONG, "at": "ankara"}},
        red=army,
        blue=army,
        green=army,
    )
    events = play(game, "march arab nicea")
    order_of_answers = []
    while asked(game) == "OfferFlight":
        order_of_answers.append(game.deciders[0])
        assert happened(events, Rolled) == []
        assert menu(game) == {"stand", "flee"}
        events = play(game, "flee", "fleeto smyrna")
    assert order_of_answers == [2, 3, 0]
    assert [game.realm(seat, "byzantine").at for seat in (0, 2, 3)] == ["smyrna"] * 3


@pytest.mark.rule("BY-FLEE-02")
def test_flight_is_free_of_move_cubes_and_ends_in_the_first_friendly_city():
    game = table(
        2,
        dice=(1, 1, 1),
        cities={"palmyra": {"side": "arab", "tokens": 1}},
        red={"byzantine": {**STRONG, "at": "antioch"}},
        yellow={"arab": {"at": "palmyra", "move": 0, "main": 2, "elite": 0}, "byzantine": {}},
    )
    game.change_city("damascus", side="arab")
    events = play(game, "march byzantine palmyra", "flee")
    (fled,) = happened(events, ArmyFled)
    assert (fled.to, fled.losses) == ("damascus", 0)


@pytest.mark.rule("BY-FLEE-02", "BY-BULG-09")
def test_persian_and_bulgar_cities_cost_a_cube():
    game = table(2, cities={"athens": {"side": "bulgar", "tokens": 1}, "hira": {"side": "arab", "tokens": 1}})
    assert refuges(game, "byzantine", "thessalonica", True) == {"adrianople": (), "dyrrachium": ()}
    assert refuges(game, "arab", "basra", True) == {"hira": (), "medina": ()}
    assert refuges(game, "arab", "baghdad", True) == {"hira": ()}
    assert refuges(game, "arab", "hamadan", True) == {"hira": ("baghdad",)}
    assert refuges(game, "byzantine", "tabriz", True) == {"trebizond": ("dvin",)}


@pytest.mark.rule("BY-FLEE-03")
def test_only_refuges_of_least_loss_are_open():
    cities = {city: {"side": "arab", "tokens": 1} for city in ("tarsus", "palmyra", "damascus", "jerusalem")}
    game = table(2, cities=cities)
    assert refuges(game, "arab", "tarsus", True) == {"damascus": ("antioch",), "palmyra": ("antioch",)}
    owned = table(2, cities={**cities, "antioch": {"side": "arab", "tokens": 1, "control": "yellow"}})
    assert refuges(owned, "arab", "tarsus", True) == {"antioch": ()}, "another player's city is a refuge"


@pytest.mark.rule("BY-FLEE-04")
def test_byzantines_flee_by_sea_but_never_through_the_desert():
    cities = {city: {"side": "arab", "tokens": 1} for city in ("damascus", "jerusalem")}
    game = table(2, cities=cities)
    assert refuges(game, "byzantine", "candia", True) == {"alexandria": (), "athens": (), "smyrna": ()}
    assert "tabuk" not in refuges(game, "byzantine", "damascus", True)
    assert "tabuk" in refuges(game, "arab", "damascus", True)


@pytest.mark.rule("BY-FLEE-02", "BY-FLEE-04", "BY-FLEE-05")
@pytest.mark.parametrize("holder", ["red", "blue"])
def test_another_players_byzantine_fleet_may_block_the_sea(holder):
    cities = {"smyrna": {"side": "arab", "tokens": 1}}
    game = hunted(cities=cities, boxes={"fleet_byzantine": holder}, dice=(1, 1, 1, 1, 1))
    play(game, "march byzantine candia", (YELLOW, "flee"))
    assert (asked(game), game.deciders) == ("OfferBlock", ({"red": RED, "blue": BLUE}[holder],))
    allowed = game.clone()
    play(allowed, "allowsea")
    assert allowed.realm(YELLOW, "arab").at == "smyrna"
    events = play(game, "blocksea")
    assert happened(events, SeaBlocked)
    assert happened(events, StoodGround)[0].seat == YELLOW, "a chosen flight that became impossible is called off"


@pytest.mark.rule("BY-FLEE-04")
def test_ones_own_byzantine_fleet_does_not_ask():
    game = hunted(cities={"smyrna": {"side": "arab", "tokens": 1}}, boxes={"fleet_byzantine": "yellow"}, dice=(1,))
    play(game, "march byzantine candia", "flee")
    assert game.realm(YELLOW, "arab").at == "smyrna"


@pytest.mark.rule("BY-FLEE-02", "BY-FLEE-04")
def test_the_fleet_is_not_asked_where_the_land_is_as_good_a_way_out():
    red = {"byzantine": {**STRONG, "at": "jerusalem"}}
    yellow = {"arab": {**NO_ARMY, "main": 1, "move": 1, "at": "damascus"}}
    cities = {"damascus": {"side": "arab", "tokens": 1}}
    game = table(2, dice=(1,) * 5, cities=cities, boxes={"fleet_byzantine": "red"}, red=red, yellow=yellow)
    play(game, "march byzantine damascus", (YELLOW, "flee"))
    assert asked(game) != "OfferBlock"
    assert game.realm(YELLOW, "arab").at == "tabuk"


@pytest.mark.rule("BY-FLEE-05")
def test_nobody_flees_to_destroy_his_own_army():
    game = hunted(army={"main": 1, "move": 0}, dice=(6, 1, 1, 1, 1))
    play(game, "march byzantine candia")
    assert asked(game) != "OfferFlight", "standing is the only answer"
    lone = table(
        2,
        dice=(1, 1, 1, 1, 1),
        cities={"candia": {"side": "arab", "tokens": 1}, "jerusalem": {"side": "arab", "tokens": 1}},
        red={"byzantine": {**STRONG, "at": "athens"}},
        yellow={"arab": {**NO_ARMY, "main": 1, "move": 1, "at": "candia"}},
    )
    play(lone, "march byzantine candia")
    assert menu(lone) == {"stand", "flee"}, "through Alexandria to Jerusalem costs one of two cubes"


@pytest.mark.rule("BY-FLEE-05")
def test_a_suicidal_flight_is_refused_with_its_figures():
    game = table(
        3,
        dice=(1, 1, 1, 1),
        cities={"candia": {"side": "arab", "tokens": 1}, "jerusalem": {"side": "arab", "tokens": 1}},
        red={"byzantine": {**STRONG, "at": "athens"}},
        yellow={"arab": {**NO_ARMY, "main": 1, "at": "candia"}},
        blue={"arab": {**NO_ARMY, "main": 2, "at": "candia"}},
    )
    play(game, "march byzantine candia")
    assert game.deciders == (BLUE,), "yellow had no choice"
    game.change_realm(BLUE, "arab", main=1)
    game.change(BLUE, casualties=game.players[BLUE].casualties + 1)
    game.menu = None
    assert check_illegal(game, BLUE, order("flee"), "BY-FLEE-05").facts == {"need": 1, "have": 1}


@pytest.mark.rule("BY-FLEE-05")
def test_a_forced_flight_without_a_way_destroys_the_army():
    game = hunted(army={"main": 2, "move": 2}, boxes={"fleet_byzantine": "red", "caliph": "yellow"}, dice=(1, 1, 1, 1, 1, 1, 1))
    play(game, "march byzantine candia", "stand")
    events = play(game, "blocksea")
    assert happened(events, ArmyTrapped)[0].seat == YELLOW
    assert happened(events, GuardLost)
    realm = game.realm(YELLOW, "arab")
    assert (realm.at, realm.main, realm.move) == (None, 0, 0)


@pytest.mark.rule("BY-FLEE-06")
def test_a_beaten_attacker_goes_back_without_loss():
    game = table(2, dice=(1, 1, 1), red={"arab": {**NO_ARMY, "main": 3, "move": 2, "at": "tabuk"}})
    events = play(game, "march arab damascus")
    assert happened(events, ArmyWentBack)[0].to == "tabuk"
    assert (game.realm(RED, "arab").main, game.realm(RED, "arab").move) == (3, 1)


@pytest.mark.rule("BY-FLEE-06")
def test_after_two_links_the_attacker_goes_back_to_the_middle_city():
    game = table(2, dice=(1, 1, 1), red={"arab": {**NO_ARMY, "main": 3, "move": 5, "at": "medina"}})
    play(game, "march arab tabuk", "march arab damascus")
    assert game.realm(RED, "arab").at == "tabuk"


@pytest.mark.rule("BY-FLEE-06")
def test_a_blocked_attacker_flees_by_land_or_perishes():
    cities = {"alexandria": {"side": "arab", "tokens": 1}}
    army = {"arab": {**NO_ARMY, "main": 1, "move": 3, "at": "alexandria"}}
    game = table(2, dice=(1,), cities=cities, boxes={"fleet_byzantine": "yellow"}, red=army, yellow={"byzantine": {"militia": 0}})
    play(game, "march arab candia", "letsail", "holdfire")
    assert asked(game) == "OfferBlock"
    events = play(game, "blocksea")
    assert happened(events, ArmyTrapped)
    assert game.realm(RED, "arab").at is None
    by_land = table(
        2,
        dice=(1, 1, 1),
        cities={"salamis": {"side": "arab", "tokens": 1}, "damascus": {"side": "arab", "tokens": 1}},
        boxes={"fleet_byzantine": "yellow"},
        red={"arab": {**NO_ARMY, "main": 2, "move": 3, "at": "salamis"}},
    )
    play(by_land, "march arab antioch", "letsail", "holdfire", "blocksea")
    assert by_land.realm(RED, "arab").at == "damascus"


@pytest.mark.rule("BY-FLEE-07")
def test_the_owner_chooses_flight_losses_and_a_guard_goes_last():
    game = hunted(
        army={"elite": 1, "main": 1, "move": 1},
        cities={"jerusalem": {"side": "arab", "tokens": 1}},
        boxes={"caliph": "yellow"},
        dice=(1,),
    )
    play(game, "march byzantine candia", "flee")
    assert menu(game) == {"lose arab-elite", "lose arab-main", "lose arab-move"}
    play(game, "lose arab-elite")
    assert game.realm(YELLOW, "arab").at == "jerusalem"
    assert game.realm(YELLOW, "arab").guard
