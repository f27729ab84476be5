"""The six technologies that design purchases."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.purchases.purchases import BuyHere, LeaveSite
from marchland.games.medioevo.rules.purchases.sites import BuyVehicle, Promote, Raise, Recruit, UpgradeVehicle
from marchland.games.medioevo.state import Medioevo

from .bare import act, army, at_desk, bare_table, land, numbers, offered, player, technology, vehicle

COLOURS = ("blue", "yellow", "orange", "red", "green", "violet")


def shop(space: str, points: int = 9, **levels: int) -> Medioevo:
    """Seat 0 buys in a territory and has points of the colours it knows."""
    game = bare_table()
    technology(game, 0, **levels)
    player(game, 0, points=tuple(points if colour in levels else 0 for colour in COLOURS))
    at_desk(game)
    game.push(BuyHere(0, space))
    game.run()
    return game


def spent(game: Medioevo, points: int = 9) -> tuple[int, int]:
    """Florins and points a purchase cost."""
    colours = [pool for pool, level in zip(game.players[0].points, game.players[0].technology, strict=True) if level]
    return 1000 - game.players[0].florins, points * len(colours) - sum(colours)


@pytest.mark.rule("MU-TEC-11", "MU-BUY-05")
@pytest.mark.parametrize(("kind", "level"), [("caravan", 1), ("wagon", 2), ("galley", 2), ("merchantman", 3)])
def test_carpentry_designs_a_transport_for_a_point_and_a_hundred_a_level(kind: str, level: int) -> None:
    game = shop("smyrna", blue=1)
    act(game, 0, BuyVehicle(kind, level))
    assert spent(game) == (100 * level, level)


@pytest.mark.rule("MU-TEC-11")
def test_missing_points_for_a_caravan_are_bought() -> None:
    game = shop("nicaea", points=1, blue=1)
    act(game, 0, BuyVehicle("caravan", 2))
    assert game.players[0].florins == 1000 - 200 - 100


@pytest.mark.rule("MU-TEC-11")
def test_ships_need_a_port_caravans_a_settlement_wagons_also_a_tower() -> None:
    assert {option.kind for option in offered(shop("nicaea", blue=1), BuyVehicle)} == {"wagon", "caravan"}
    assert not offered(shop("hellas", blue=1), BuyVehicle)
    game = shop("nicaea", blue=1)
    act(game, 0, LeaveSite())
    land(game, "hellas", military=1)
    game.push(BuyHere(0, "hellas"))
    game.run()
    assert {option.kind for option in offered(game, BuyVehicle)} == {"wagon"}


@pytest.mark.rule("MU-TEC-11")
@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 3), (1, 3)])
def test_transports_rise_for_the_difference(old: int, new: int) -> None:
    game = bare_table()
    galley = vehicle(game, 0, "galley", old, "smyrna", pm=6)
    technology(game, 0, blue=1)
    player(game, 0, points=(9, 0, 0, 0, 0, 0))
    at_desk(game)
    game.push(BuyHere(0, "smyrna"))
    game.run()
    act(game, 0, UpgradeVehicle(galley, new))
    assert spent(game) == (100 * (new - old), new - old)
    assert game.vehicles[galley].level == new


@pytest.mark.rule("MU-TEC-41", "MU-BUY-06")
def test_art_of_war_hires_a_captain_for_a_red_point_and_a_hundred_a_level() -> None:
    game = shop("nicaea", red=1)
    act(game, 0, Recruit("cap2"))
    assert spent(game) == (200, 2)
    assert numbers(game, "nicaea", 0) == {"cap2": 1}
    assert "cap1" not in {option.kind for option in offered(shop("nicaea", blue=1), Recruit)}


@pytest.mark.rule("MU-TEC-41")
def test_art_of_war_promotes_for_the_difference() -> None:
    game = bare_table()
    army(game, "nicaea", 0, cap1=1)
    technology(game, 0, red=1)
    player(game, 0, points=(0, 0, 0, 9, 0, 0), reserve=(20, 20, 10, 10, 2))
    at_desk(game)
    game.push(BuyHere(0, "nicaea"))
    game.run()
    act(game, 0, Promote("cap1", 3))
    assert spent(game) == (200, 2)
    assert numbers(game, "nicaea", 0) == {"cap3": 1}


@pytest.mark.rule("MU-TEC-51")
@pytest.mark.parametrize(("level", "cost"), [(1, (100, 1)), (2, (200, 2)), (3, (300, 3))])
def test_masonry_designs_civil_buildings_in_settlements(level: int, cost: tuple[int, int]) -> None:
    game = shop("nicaea", green=1)
    act(game, 0, Raise("civil", level))
    assert spent(game) == cost
    assert "civil" not in {option.category for option in offered(shop("hellas", green=1), Raise)}


@pytest.mark.rule("MU-TEC-51")
def test_masonry_makes_a_city_of_a_village_for_the_difference() -> None:
    game = shop("nicaea", green=1)
    act(game, 0, Raise("civil", 1), Raise("civil", 3))
    assert spent(game) == (300, 3)
    assert game.lands["nicaea"].civil == 3


@pytest.mark.rule("MU-TEC-52")
def test_architecture_designs_military_buildings_anywhere_controlled() -> None:
    game = shop("hellas", green=2)
    assert {(option.category, option.level) for option in offered(game, Raise)} == {
        ("military", 1),
        ("military", 2),
        ("military", 3),
    }
    player(game, 0, stars=0)
    act(game, 0, Raise("military", 1), Raise("military", 3))
    assert spent(game) == (300, 3)
    assert "military" not in {option.category for option in offered(shop("hellas", green=1), Raise)}


@pytest.mark.rule("MU-TEC-53", "MU-BUY-09")
def test_mathematics_designs_engines_at_settlements_and_towers() -> None:
    game = shop("nicaea", green=3)
    act(game, 0, BuyVehicle("engine", 1))
    (engine,) = game.vehicles
    act(game, 0, UpgradeVehicle(engine, 3))
    assert spent(game) == (300, 3)
    assert not offered(shop("hellas", green=3), BuyVehicle)
    assert not offered(shop("nicaea", green=2), BuyVehicle)


@pytest.mark.rule("MU-TEC-61")
def test_religion_designs_a_cathedral_for_a_violet_point_and_three_hundred() -> None:
    game = shop("hellas", violet=1)
    act(game, 0, Raise("cathedral", 1))
    assert spent(game) == (300, 1)
    assert game.players[0].honour == 11
    assert "cathedral" not in {option.category for option in offered(game, Raise)}, "one to a territory"
