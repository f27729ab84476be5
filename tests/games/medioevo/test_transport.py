"""Technologies of transport: Logistics and Cartography, clause by clause."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.effects import lay_effect
from marchland.games.medioevo.rules.groups import BoardAll, Go, Halt, Leave, Take
from marchland.games.medioevo.rules.movement import begin_march
from marchland.games.medioevo.rules.routes import NoRoute
from marchland.games.medioevo.rules.trade import BuyCubes, ChooseTransport, Employ, Rest, Ride
from marchland.games.medioevo.state import Medioevo, War
from marchland.kernel.errors import IllegalAction

from .bare import (
    act,
    army,
    at_desk,
    bare_table,
    counts,
    land,
    left,
    numbers,
    offered,
    player,
    scholar,
    use,
    vehicle,
)

# -- Logistics ---------------------------------------------------------------------------------------------


def marching(game: Medioevo, space: str, *vehicles: int) -> Medioevo:
    """Seat 0 has gathered everything at a place."""
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, space)
    game.run()
    act(game, 0, *map(Take, vehicles))
    if BoardAll() in game.options(0):
        act(game, 0, BoardAll())
    return game


def trading(game: Medioevo, id: int) -> Medioevo:
    at_desk(game, 0, "W-6", 6)
    game.push(ChooseTransport(0))
    game.run()
    act(game, 0, Employ(id))
    return game


def goals(game: Medioevo) -> set[str]:
    return {option.to for option in (*offered(game, Go), *offered(game, Ride))}


def refused(game: Medioevo, action: Go | Halt | Leave | Rest | Ride | BuyCubes) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.clone().apply(0, action)
    return refusal.value.rule


@pytest.mark.rule("MU-TEC-12")
@pytest.mark.parametrize("kind", ["wagon", "engine"])
def test_a_land_vehicle_may_not_stay_at_sea(kind: str) -> None:
    game = scholar("blue", 2, points=1)
    piece = vehicle(game, 0, kind, 1, "smyrna", pm=4)
    marching(game, "smyrna", piece)
    assert refused(game, Go("aegean")) == "MU-TEC-12"
    use(game, 0, "logistics")
    act(game, 0, Go("aegean"))
    assert refused(game, Halt()) == "MU-TEC-12"
    assert "ionian" not in goals(game), "a second sea zone is a second point"
    act(game, 0, Go("morea"), Halt())
    assert (game.vehicles[piece].space, left(game)) == ("morea", 0)


@pytest.mark.rule("MU-TEC-12")
def test_it_does_not_set_out_without_the_movement_to_land_again() -> None:
    for pm, sets_out in ((1, False), (2, True)):
        game = scholar("blue", 2, points=1)
        wagon = vehicle(game, 0, "wagon", 1, "smyrna", pm=pm)
        use(marching(game, "smyrna", wagon), 0, "logistics")
        assert ("aegean" in goals(game)) == sets_out


@pytest.mark.rule("MU-TEC-12")
def test_two_sea_zones_cost_two_points_and_two_vehicles_one_each() -> None:
    game = scholar("blue", 2, points=2)
    wagon = vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
    army(game, "smyrna", 0, hi=2)
    use(marching(game, "smyrna", wagon), 0, "logistics")
    use(game, 0, "logistics")
    act(game, 0, Go("aegean"), Go("ionian"))
    assert refused(game, Halt()) == "MU-TEC-12"
    act(game, 0, Go("morea"), Halt())
    assert numbers(game, "morea", 0) == {"hi": 2}
    assert left(game) == 0
    game = scholar("blue", 2, points=2)
    pair = (vehicle(game, 0, "wagon", 1, "smyrna", pm=6), vehicle(game, 0, "engine", 1, "smyrna", pm=4))
    use(marching(game, "smyrna", *pair), 0, "logistics")
    assert "aegean" not in goals(game), "the engine's move is not paid for"
    use(game, 0, "logistics")
    act(game, 0, Go("aegean"))
    assert refused(game, Leave(pair[1])) == "MU-TEC-12", "nothing is left behind at sea"
    act(game, 0, Go("morea"), Halt())
    assert [game.vehicles[id].space for id in pair] == ["morea", "morea"]
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-12", "MU-MOV-10")
def test_land_vehicles_keep_clear_of_enemy_galleys() -> None:
    for at_war in (False, True):
        game = scholar("blue", 2, points=1)
        wagon = vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
        game.wars += [War((0, 1), 0)] if at_war else []
        vehicle(game, 1, "galley", 1, "aegean", cargo=_troops(1))
        use(marching(game, "smyrna", wagon), 0, "logistics")
        assert ("aegean" in goals(game)) != at_war, "there its movement would end, out of its element"


def _troops(owner: int) -> object:
    game = bare_table()
    army(game, "roma", owner, li=1)
    return game.armies["roma"][0]


@pytest.mark.rule("MU-TEC-12", "MU-MOV-03")
def test_a_wagon_takes_no_more_across_than_it_holds() -> None:
    """Out of a Castle any number may walk, but not into the sea."""
    game = scholar("blue", 2, points=1)
    land(game, "smyrna", military=3)
    wagon = vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
    army(game, "smyrna", 0, hi=4)
    use(marching(game, "smyrna", wagon), 0, "logistics")
    assert sum(game.marches[-1].counts) == 4
    assert "aegean" not in goals(game)
    assert "nicaea" in goals(game)


@pytest.mark.rule("MU-TEC-12")
def test_a_ship_crosses_land_but_must_end_at_sea() -> None:
    """A Galley docked at Constantinople goes overland to Thrace: it may not stay there, and sails again."""
    game = scholar("blue", 2, points=1)
    galley = vehicle(game, 0, "galley", 1, "constantinople", pm=2)
    army(game, "constantinople", 0, hi=2)
    marching(game, "constantinople", galley)
    assert goals(game) == {"aegean", "black_sea_west"}
    use(game, 0, "logistics")
    assert "adrianople" in goals(game)
    act(game, 0, Go("adrianople"))
    assert numbers(game, "adrianople", 0) == {"hi": 2}
    assert refused(game, Halt()) == "MU-TEC-12"
    assert goals(game) == {"aegean", "black_sea_west"}
    act(game, 0, Go("black_sea_west"))
    assert (game.vehicles[galley].space, game.vehicles[galley].pm, left(game)) == ("black_sea_west", 0, 0)
    assert game.vehicles[galley].cargo is not None


@pytest.mark.rule("MU-TEC-12")
def test_a_ship_needs_the_movement_to_reach_the_sea_again_and_land_that_lets_it_pass() -> None:
    def overland(pm: int, **troops: int) -> set[str]:
        game = scholar("blue", 2, points=1)
        galley = vehicle(game, 0, "galley", 1, "adrianople", pm=pm)
        if troops:
            army(game, "adrianople", 0, **troops)
        return goals(use_and_go_on(marching(game, "adrianople", galley))) - {"aegean", "black_sea_west"}

    assert overland(1) == set()
    assert overland(2) == {"constantinople", "tarnovo", "thessalonica"}, "empty, it crosses barbarian land too"
    assert overland(2, li=1) == {"constantinople", "thessalonica"}, "troops would meet resistance at Tarnovo and stay inland"


def use_and_go_on(game: Medioevo) -> Medioevo:
    use(game, 0, "logistics")
    return game


@pytest.mark.rule("MU-TEC-12", "MU-CARD-03")
def test_a_ship_held_inland_by_a_bishop_stays_where_it_is() -> None:
    game = scholar("blue", 2, points=1)
    galley = vehicle(game, 0, "galley", 1, "constantinople", pm=6)
    use(marching(game, "constantinople", galley), 0, "logistics")
    act(game, 0, Go("adrianople"))
    lay_effect(game, "no-leave", 1, "adrianople")
    game.menu = None
    assert game.options(0) == (Halt(),), "a prohibition beats a permission"


@pytest.mark.rule("MU-TEC-12", "MU-MOV-06")
def test_docking_is_no_crossing() -> None:
    game = scholar("blue", 2, points=0)
    galley = vehicle(game, 0, "galley", 1, "aegean", pm=6)
    act(marching(game, "aegean", galley), 0, Go("smyrna"), Halt())
    assert game.vehicles[galley].space == "smyrna"


@pytest.mark.rule("MU-TEC-12", "MU-TRD-02")
def test_a_merchant_ship_may_trade_in_a_port_it_reached_overland_but_not_rest_there() -> None:
    game = scholar("blue", 2, points=1)
    player(game, 0, florins=300)
    ship = vehicle(game, 0, "merchantman", 1, "roma", pm=3)
    trading(game, ship)
    assert "napoli" not in goals(game)
    use(game, 0, "logistics")
    act(game, 0, Ride("napoli"))
    assert refused(game, Rest()) == "MU-TEC-12"
    act(game, 0, BuyCubes(1), NoRoute())
    assert not offered(game, BuyCubes), "the last movement point takes it back to sea"
    assert goals(game) == {"adriatic", "ionian", "tyrrhenian"}
    act(game, 0, Ride("ionian"))
    assert (game.vehicles[ship].space, game.vehicles[ship].pm, left(game)) == ("ionian", 0, 0)


@pytest.mark.rule("MU-TEC-12", "MU-TRD-04")
def test_a_caravan_keeps_clear_of_hostile_seas_and_needs_a_way_to_land() -> None:
    game = scholar("blue", 2, points=1)
    caravan = vehicle(game, 0, "caravan", 1, "roma", pm=1)
    use(trading(game, caravan), 0, "logistics")
    assert "tyrrhenian" not in goals(game), "one movement point is not enough"
    game = scholar("blue", 2, points=1)
    caravan = vehicle(game, 0, "caravan", 1, "roma", pm=2)
    game.wars.append(War((0, 1), 0))
    vehicle(game, 1, "galley", 1, "tyrrhenian", cargo=_troops(1))
    use(trading(game, caravan), 0, "logistics")
    assert "tyrrhenian" not in goals(game)
    assert "adriatic" in goals(game)
    assert counts() == game.marches[-1].counts
