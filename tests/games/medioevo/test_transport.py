"""Technologies of transport: Logistics and Cartography, clause by clause."""

from __future__ import annotations

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.effects import has_effect, lay_effect
from marchland.games.medioevo.rules.cards.powers import Target, UseTechnology
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.movement.groups import Board, BoardAll, Go, Halt, Leave, Take
from marchland.games.medioevo.rules.movement.meeting import Refrain
from marchland.games.medioevo.rules.movement.movement import begin_march
from marchland.games.medioevo.rules.movement.terrain import step_cost
from marchland.games.medioevo.rules.trade.routes import NoRoute
from marchland.games.medioevo.rules.trade.trade import BuyCubes, ChooseTransport, Employ, Rest, Ride
from marchland.games.medioevo.state import BARBARIANS, Army, Circle, March, Medioevo, Pact, War
from marchland.kernel.errors import IllegalAction

from .bare import (
    act,
    army,
    at_desk,
    bare_table,
    battle,
    counts,
    hold,
    in_window,
    land,
    left,
    numbers,
    offered,
    play_card,
    player,
    scholar,
    technology,
    use,
    vehicle,
)
from .table import Table

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


# -- Cartography -------------------------------------------------------------------------------------------

BLUE_MAP = {"technology": {"blue": 4}, "points": {"blue": 2}, "florins": 0}


def expedition(*, asked: str = "always", **changes: object) -> Table:
    """Blue's wagon with three Cavalry has beaten the horde of Tarnovo: 8 against 6, one loss."""
    position: dict[str, object] = {
        "order": [0, 1, 2],
        "circle": [4, 5, 6],
        "players": {0: BLUE_MAP},
        "armies": {"adrianople": {0: {"cav": 3}}},
        "vehicles": [{"owner": 0, "kind": "wagon", "level": 1, "space": "adrianople"}],
        "dice": [1, 2, 8] * 2,
    }
    table = Table(3, {"ask_1": asked}, **{**position, **changes})
    return table.do("muster adrianople", "take 1", "boardall", "go tarnovo", "stand", "keepdice")


@pytest.mark.rule("MU-TEC-14", "MU-MOV-09")
def test_after_a_won_battle_two_points_take_the_wagon_and_its_troops_one_land_further() -> None:
    """The printed example: a battle, then one movement point, the whole cargo, and a new horde."""
    table = expedition()
    wagon = table.game.vehicles[1]
    assert (wagon.space, wagon.pm, wagon.stopped) == ("tarnovo", 0, True), "the points left were lost on contact"
    table.do("usetechnology cartography", "target v:1", "target wallachia")
    assert table.game.vehicles[1].pm == 1
    table.do("boardall")
    assert table.units("wallachia", 0) == {"hi": 1, "cav": 2}
    assert table.units("tarnovo", 0) == {}
    assert table.game.lands["tarnovo"].holder == BARBARIANS, "nobody was left behind"
    assert [side.owner for side in table.game.fights[-1].sides] == [0, BARBARIANS]
    assert table.units("wallachia", BARBARIANS) == {"li": 1}
    assert (table.game.vehicles[1].pm, table.game.players[0].points) == (0, (0,) * 6)
    assert table.asked() == "ChooseReroll", "no movement is left to flee with"


@pytest.mark.rule("MU-TEC-14")
def test_the_owner_says_who_goes_along_and_whom_he_leaves_as_garrison() -> None:
    table = expedition().do("usetechnology cartography", "target v:1", "target wallachia", "board cav", "go wallachia")
    assert table.units("wallachia", 0) == {"cav": 1}
    assert table.units("tarnovo", 0) == {"hi": 1, "cav": 1}
    assert table.game.lands["tarnovo"].holder == 0


@pytest.mark.rule("MU-TEC-14", "MU-MOV-01")
def test_nobody_who_could_use_a_map_is_passed_over_in_the_next_round() -> None:
    table = expedition(asked="never").do("passround", "passround")
    assert (table.asked(), table.game.deciders) == ("ChooseMove", (0,)), "nothing can be mustered, but the map is there"
    table.do("usetechnology cartography", "target v:1", "target wallachia", "boardall")
    assert table.units("wallachia", 0) == {"hi": 1, "cav": 2}
    table = expedition(asked="never", players={0: {**BLUE_MAP, "points": {"blue": 1}}}).do("passround", "passround")
    assert table.game.phase == 6, "without the second point nobody can act any more"


@pytest.mark.rule("MU-TEC-14")
def test_only_the_units_a_carrier_brought_go_on_with_it() -> None:
    """Of four tired men one came with the wagon; a fresh one may board as well."""
    game = scholar("blue", 4, points=2)
    wagon = vehicle(game, 0, "wagon", 1, "tarnovo", stopped=True, brought=1)
    land(game, "tarnovo", holder=0)
    game.armies["tarnovo"] = (Army(0, counts(li=4, hi=1), spent=counts(li=4)),)
    at_desk(game, 0, "W-5", 5)
    use(game, 0, "cartography", f"v:{wagon}", "adrianople")
    act(game, 0, Board("li"))
    assert [option.kind for option in offered(game, Board)] == ["hi"]
    act(game, 0, Board("hi"))
    assert numbers(game, "adrianople", 0) == {"li": 1, "hi": 1}
    assert game.armies["adrianople"][0].spent == counts(li=1), "the fresh one has not used its own movement"


@pytest.mark.rule("MU-TEC-14", "MU-MOV-03")
def test_a_carrier_takes_no_more_along_than_it_holds() -> None:
    game = scholar("blue", 4, points=2)
    wagon = vehicle(game, 0, "wagon", 1, "tarnovo", stopped=True, brought=5)
    land(game, "tarnovo", holder=0, military=3)
    game.armies["tarnovo"] = (Army(0, counts(li=5), spent=counts(li=5)),)
    at_desk(game, 0, "W-5", 5)
    use(game, 0, "cartography", f"v:{wagon}", "adrianople")
    act(game, 0, BoardAll())
    assert numbers(game, "adrianople", 0) == {"li": 3}, "in an own Castle, too"


@pytest.mark.rule("MU-TEC-14")
def test_a_vehicle_that_has_yet_to_move_keeps_the_point() -> None:
    for phase in (2, 4, 5):
        game = scholar("blue", 4, points=2)
        wagon = vehicle(game, 0, "wagon", 1, "nicaea", pm=6)
        use(at_desk(game, 0, f"W-{phase}", phase), 0, "cartography")
        assert (game.vehicles[wagon].pm, left(game)) == (7, 0)
    game = scholar("blue", 4, points=2)
    wagon = vehicle(game, 0, "wagon", 1, "nicaea", pm=6)
    use(at_desk(game, 0, "W-6", 6), 0, "cartography", "smyrna")
    assert game.vehicles[wagon].space == "smyrna", "after phase 5 it steps at once"


@pytest.mark.rule("MU-TEC-14")
def test_a_group_on_its_way_goes_on_for_another_point() -> None:
    game = scholar("blue", 4, points=2)
    wagon = vehicle(game, 0, "wagon", 1, "nicaea", pm=1)
    army(game, "nicaea", 0, hi=2)
    marching(game, "nicaea", wagon)
    act(game, 0, Go("constantinople"))
    assert not offered(game, Go), "its own points are spent"
    use(game, 0, "cartography")
    act(game, 0, Go("adrianople"))
    assert numbers(game, "adrianople", 0) == {"hi": 2}
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-14")
def test_a_unit_walks_without_carrier_and_meets_what_is_there() -> None:
    game = scholar("blue", 4, points=2)
    game.circle = Circle((4, 5, 6), counts(li=1))
    army(game, "nicaea", 0, cav=1)
    at_desk(game, 0, "W-5", 5)
    use(game, 0, "cartography", "iconium")
    assert numbers(game, "iconium", 0) == {"cav": 1}
    assert game.fights[-1].sides[1].owner == BARBARIANS
    assert not offered(game, UseTechnology), "in battle it gains nothing"


@pytest.mark.rule("MU-TEC-14")
@pytest.mark.parametrize("tired", [0, 1])
def test_a_step_through_own_land_leaves_a_unit_as_fresh_as_it_was(tired: int) -> None:
    game = scholar("blue", 4, points=2)
    game.armies["nicaea"] = (Army(0, counts(cav=1), spent=counts(cav=tired)),)
    use(at_desk(game, 0, "W-5", 5), 0, "cartography", "smyrna")
    assert game.armies["smyrna"] == (Army(0, counts(cav=1), spent=counts(cav=tired)),)


@pytest.mark.rule("MU-TEC-14")
@pytest.mark.parametrize("phase", [2, 3, 4, 6])
def test_maps_work_in_any_phase(phase: int) -> None:
    """Technologies are used at any time, except the six designs (reading R-68)."""
    game = scholar("blue", 4, points=2)
    army(game, "nicaea", 0, cav=1)
    use(in_window(game, "W-PH", phase=phase), 0, "cartography", "smyrna")
    assert numbers(game, "smyrna", 0) == {"cav": 1}


@pytest.mark.rule("MU-TEC-14")
def test_a_unit_in_battle_gains_nothing() -> None:
    game = scholar("blue", 4, points=2)
    battle(game, "nicaea", 1, 0, {"hi": 1}, {"hi": 1})
    vehicle(game, 0, "wagon", 1, "nicaea", pm=1, stopped=True)
    assert not offered(at_desk(game, 0, "W-5", 5), UseTechnology)


@pytest.mark.rule("MU-TEC-14", "MU-MOV-06")
def test_a_galley_takes_its_cargo_along() -> None:
    game = scholar("blue", 4, points=2)
    galley = vehicle(game, 0, "galley", 1, "aegean", pm=0, stopped=True, cargo=Army(0, counts(hi=2)))
    wagon = vehicle(game, 0, "wagon", 1, "aegean", aboard=galley)
    use(at_desk(game, 0, "W-5", 5), 0, "cartography", "smyrna")
    assert numbers(game, "smyrna", 0) == {"hi": 2}
    assert (game.vehicles[wagon].space, game.vehicles[wagon].aboard) == ("smyrna", 0)
    assert game.vehicles[galley].pm == 0


@pytest.mark.rule("MU-TEC-14", "MU-TRD-02")
def test_a_caravan_at_rest_gains_one_more_move_or_deal() -> None:
    game = scholar("blue", 4, points=2)
    caravan = vehicle(game, 0, "caravan", 1, "nicaea", pm=3)
    act(trading(game, caravan), 0, Ride("smyrna"), Rest())
    assert game.vehicles[caravan].pm == 0, "the two points left are lost"
    assert not offered(game, Employ)
    use(game, 0, "cartography")
    act(game, 0, Employ(caravan), Ride("nicaea"))
    assert (game.vehicles[caravan].space, game.vehicles[caravan].pm) == ("nicaea", 0)


@pytest.mark.rule("MU-TEC-14", "MU-VAR-02")
def test_with_terrain_a_step_costs_a_use_for_each_point_it_lacks() -> None:
    game = scholar("blue", 4, points=4)
    game.settings = {"terrain": True}
    dear = next(space for space in world.land_neighbours("nicaea") if step_cost(game, "nicaea", space) == 2)
    army(game, "nicaea", 0, cav=1)
    at_desk(game, 0, "W-5", 5)
    use(game, 0, "cartography", dear)
    assert numbers(game, dear, 0) == {"cav": 1}
    assert left(game) == 0
    game = scholar("blue", 4, points=3)
    game.settings = {"terrain": True}
    army(game, "nicaea", 0, cav=1)
    game.apply(0, UseTechnology("cartography")) if UseTechnology("cartography") in at_desk(game, 0, "W-5", 5).options(0) else None
    assert dear not in {option.id for option in offered(game, Target)}


@pytest.mark.rule("MU-TEC-14", "MU-CARD-24")
def test_militia_answers_a_mapped_invasion() -> None:
    game = scholar("blue", 4, points=2)
    game.turn = 3
    game.wars.append(War((0, 1), 1))
    hold(game, 1, 24)
    land(game, "tarnovo", holder=1, token=1)
    army(game, "adrianople", 0, cav=1)
    use(at_desk(game, 0, "W-5", 5), 0, "cartography", "tarnovo")
    assert game.deciders == (1,)
    play_card(game, 1, 24, "kind:hi")
    assert numbers(game, "tarnovo", 1) == {"hi": 1}
    assert [side.owner for side in game.fights[-1].sides] == [0, 1], "the land is not taken without a fight"


@pytest.mark.rule("MU-TEC-14", "MU-CARD-03")
def test_a_bishop_holds_a_mapped_step_up() -> None:
    game = scholar("blue", 4, points=2)
    hold(game, 1, 3)
    army(game, "adrianople", 0, cav=1)
    use(at_desk(game, 0, "W-5", 5), 0, "cartography", "tarnovo")
    play_card(game, 1, 3)
    assert numbers(game, "adrianople", 0) == {"cav": 1}
    assert game.armies["adrianople"][0].spent == counts()
    assert not game.marches


@pytest.mark.rule("MU-TEC-14", "MU-DIP-03")
def test_maps_do_not_lead_into_the_land_of_an_armistice_partner() -> None:
    game = scholar("blue", 4, points=2)
    game.turn = 3
    game.wars.append(War((0, 1), 1, truce=3))
    land(game, "tarnovo", holder=1, token=1)
    army(game, "adrianople", 0, cav=1)
    at_desk(game, 0, "W-5", 5).apply(0, UseTechnology("cartography"))
    assert "tarnovo" not in {option.id for option in offered(game, Target)}


def invasion() -> Medioevo:
    """Yellow (2) has entered land of Green (1), Blue's partner, and nothing is settled yet."""
    game = scholar("blue", 4, points=2)
    game.turn = 3
    game.wars += [War((0, 2), 1), War((1, 2), 1)]
    game.pacts[1] = Pact(parties=(0, 1), kinds=("passage",))
    land(game, "tarnovo", holder=1, token=1)
    army(game, "tarnovo", 2, hi=2)
    game.marches.append(March(2, "tarnovo", (), counts(hi=2)))
    return game


@pytest.mark.rule("MU-TEC-14", "MU-EMP-01")
def test_an_ally_breaks_into_anothers_invasion_and_fights_at_once() -> None:
    game = invasion()
    army(game, "adrianople", 0, cav=1)
    use(in_window(game, "W-5b", "tarnovo", active=2), 0, "cartography")
    assert numbers(game, "tarnovo", 0) == {"cav": 1}
    assert [side.owner for side in game.fights[-1].sides] == [0, 2], "the newcomer attacks"
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-14")
def test_whoever_is_invaded_may_step_aside_and_others_far_away_may_not_break_in() -> None:
    game = invasion()
    technology(game, 1, blue=4)
    player(game, 1, points=(2, 0, 0, 0, 0, 0), florins=0)
    army(game, "tarnovo", 1, li=1)
    in_window(game, "W-5b", "tarnovo", active=2)
    assert game.deciders == (1,), "Blue has nobody near"
    use(game, 1, "cartography", "wallachia")
    assert numbers(game, "wallachia", 1) == {"li": 1}


@pytest.mark.rule("MU-TEC-14", "MU-CARD-55")
def test_a_step_inside_anothers_movement_does_not_end_what_lasts_for_that_movement() -> None:
    game = invasion()
    wagon = vehicle(game, 2, "wagon", 1, "tarnovo", pm=3)
    lay_effect(game, "unseen", 2, f"v:{wagon}", until="move")
    game.circle = Circle((4, 5, 6), counts(li=1))
    army(game, "adrianople", 0, cav=1)
    game.pacts.clear()
    game.wars = [War((1, 2), 1)]
    use(in_window(game, "W-5b", "tarnovo", active=2), 0, "cartography")
    act(game, 0, Refrain())
    assert [march.seat for march in game.marches] == [2]
    assert has_effect(game, "unseen", f"v:{wagon}")


@pytest.mark.rule("MU-TEC-14")
def test_a_group_cannot_slip_away_by_map_from_what_it_has_just_met() -> None:
    table = Table(
        3,
        {"ask_1": "always"},
        circle=[4, 5, 6],
        players={0: BLUE_MAP},
        armies={"adrianople": {0: {"cav": 1}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "adrianople"}],
    ).do("muster adrianople", "take 1", "boardall", "go tarnovo")
    assert table.asked() == "DeclareIntent", "the horde is there before any map can be read"


@pytest.mark.rule("MU-TEC-14")
def test_of_equal_men_those_who_came_with_the_carrier_board_first() -> None:
    """One of two tired men came with the wagon; the second to board is the fresh one."""
    game = scholar("blue", 4, points=2)
    wagon = vehicle(game, 0, "wagon", 1, "tarnovo", stopped=True, brought=1)
    land(game, "tarnovo", holder=0)
    game.armies["tarnovo"] = (Army(0, counts(li=3), spent=counts(li=2)),)
    use(at_desk(game, 0, "W-5", 5), 0, "cartography", f"v:{wagon}", "adrianople")
    act(game, 0, BoardAll())
    assert game.armies["adrianople"] == (Army(0, counts(li=2), spent=counts(li=1)),)
    assert game.armies["tarnovo"] == (Army(0, counts(li=1), spent=counts(li=1)),)


@pytest.mark.rule("MU-TEC-14", "MU-TRD-01")
@pytest.mark.parametrize(
    ("phase", "stopped", "active", "keeps"),
    [(4, False, 1, True), (6, False, 1, True), (6, True, 0, True), (6, True, 1, False), (7, False, 0, False)],
)
def test_a_caravan_keeps_a_point_for_its_trade_and_gains_none_when_that_is_over(
    phase: int, stopped: bool, active: int, keeps: bool
) -> None:
    game = scholar("blue", 4, points=2)
    caravan = vehicle(game, 0, "caravan", 1, "nicaea", pm=0 if stopped else 6, stopped=stopped)
    in_window(game, "W-PH", active=active, phase=phase)
    assert (UseTechnology("cartography") in game.options(0)) == keeps
    if keeps:
        use(game, 0, "cartography")
        assert (game.vehicles[caravan].pm, game.vehicles[caravan].stopped) == (1 if stopped else 7, False)


@pytest.mark.rule("MU-TEC-14", "MU-DIP-02")
def test_a_mapped_step_into_a_rivals_land_without_war_is_an_attack() -> None:
    game = scholar("blue", 4, points=2)
    land(game, "tarnovo", holder=1, token=1)
    army(game, "adrianople", 0, cav=1)
    use(at_desk(game, 0, "W-5", 5), 0, "cartography", "tarnovo")
    assert game.lands["tarnovo"].holder == 0
    assert game.players[0].honour == 10 - 3 + 1, "the attack without declaration, and the settlement taken"


@pytest.mark.rule("MU-TEC-14")
def test_after_a_movement_only_its_owner_is_asked_and_only_for_what_stands_there() -> None:
    """Blue's man next door and Yellow's beside them could break in when the land was entered; now the wagon's owner goes on."""
    table = Table(
        3,
        {"ask_1": "always", "ask_2": "always"},
        circle=[4, 5, 6],
        players={0: BLUE_MAP, 1: BLUE_MAP},
        armies={"adrianople": {0: {"cav": 3}}, "thessalonica": {0: {"li": 1}}, "serbia": {1: {"li": 1}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "adrianople"}],
        dice=[1, 2, 8],
    ).do("muster adrianople", "take 1", "boardall", "go tarnovo")
    assert table.game.deciders == (0,)
    table.do("pass")
    assert table.game.deciders == (1,)
    table.do("pass", "stand", "keepdice")
    assert (table.asked(), table.game.deciders) == ("React", (0,))
    clone = table.game.clone()
    table.do("usetechnology cartography")
    assert {option.id for option in table.offers(Target)} == {"unit:tarnovo:0:cav", "unit:tarnovo:0:hi", "v:1"}
    clone.apply(0, Pass())
    assert type(clone.decision).__name__ == "ChooseMove", "Yellow has his own turn, and no question before it"


@pytest.mark.rule("MU-TEC-12")
def test_a_ship_goes_far_inland_only_with_the_points_and_the_movement_for_the_whole_way() -> None:
    """From Thessalonica to Serbia, which has no coast, and on to one: two conversions and three movement points."""
    for points, pm, reached in ((2, 3, True), (1, 3, False), (2, 2, False)):
        game = scholar("blue", 2, points=points)
        galley = vehicle(game, 0, "galley", 1, "thessalonica", pm=pm)
        marching(game, "thessalonica", galley)
        for _ in range(points):
            use(game, 0, "logistics")
        assert ("serbia" in goals(game)) == reached


@pytest.mark.rule("MU-TEC-12")
def test_logistics_is_for_vehicles_of_ones_own_on_their_way() -> None:
    game = scholar("blue", 2, points=1)
    land(game, "smyrna", military=3)
    army(game, "smyrna", 0, hi=2)
    marching(game, "smyrna")
    assert game.marches[-1].counts == counts(hi=2)
    assert not offered(game, UseTechnology), "men on foot have nothing to convert"
    game = scholar("blue", 2, points=1)
    assert not offered(at_desk(game, 0, "W-5", 5), UseTechnology), "nobody is on his way"
