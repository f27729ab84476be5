"""Technologies in use: movement, commerce, law, war, construction, religion (the designs are tested with purchases)."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.battle.battle import begin_battle
from marchland.games.medioevo.rules.battle.damage import TakeDamage
from marchland.games.medioevo.rules.battle.fight import fighters
from marchland.games.medioevo.rules.cards.powers import Target, UseTechnology
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.events.events import Rebellion
from marchland.games.medioevo.rules.movement.groups import BoardAll, Go, Halt, Take
from marchland.games.medioevo.rules.movement.movement import begin_march
from marchland.games.medioevo.rules.technologies.knowledge import knows
from marchland.games.medioevo.rules.technologies.points import FlipToken, TurnCard
from marchland.games.medioevo.rules.technologies.technologies import Application
from marchland.games.medioevo.rules.trade.deals import deal_total
from marchland.games.medioevo.rules.trade.trade import Employ, ManageTransport, Rest, Ride
from marchland.games.medioevo.rules.turn_end import revert_units
from marchland.games.medioevo.state import BARBARIANS, Circle, Crew, Deal, March, Medioevo, Route, War
from marchland.games.medioevo.tables import technologies

from .bare import (
    act,
    army,
    at_desk,
    battle,
    counts,
    hold,
    in_window,
    land,
    left,
    numbers,
    offered,
    player,
    roll_next,
    scholar,
    set_fight,
    set_side,
    side,
    technology,
    use,
    vehicle,
)

# -- in general --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TECH-01")
def test_a_level_gives_the_abilities_of_lower_levels_too() -> None:
    game = scholar("orange", 4)
    army(game, "roma", BARBARIANS, li=1)
    assert knows(game, 0, "edict")
    assert UseTechnology("nation") in at_desk(game).options(0)
    technology(game, 0, orange=2)
    assert UseTechnology("nation") not in at_desk(game).options(0)


@pytest.mark.rule("MU-TECH-02")
def test_a_technology_works_again_and_again_while_points_last() -> None:
    game = scholar("green", 4, points=5)
    land(game, "nicaea", civil=1)
    use(at_desk(game), 0, "engineering")
    use(game, 0, "engineering")
    assert game.lands["nicaea"].civil == 3
    assert not offered(game, UseTechnology), "one point is not enough"


@pytest.mark.rule("MU-TECH-02")
def test_only_the_six_designs_are_confined_to_the_purchase_phase() -> None:
    designs = {key for key, known in technologies().items() if known.phase4}
    assert designs == {"carpentry", "art_of_war", "masonry", "architecture", "mathematics", "religion"}


@pytest.mark.rule("MU-TECH-03", "MU-EMP-06")
def test_points_come_from_cards_tokens_and_florins() -> None:
    game = scholar("green", 4, points=0)
    land(game, "nicaea", civil=1)
    hold(game, 0, 10)
    player(game, 0, tokens=(0, 0, 0, 0, 1, 0), florins=100)
    at_desk(game)
    assert UseTechnology("engineering") not in game.options(0)
    act(game, 0, TurnCard(10, ("green",)))
    assert FlipToken("green") in game.options(0)
    use(game, 0, "engineering")
    assert (game.players[0].florins, game.lands["nicaea"].civil) == (0, 2), "the second point was bought"
    assert game.players[0].tokens == (0, 0, 0, 0, 1, 0)


@pytest.mark.rule("MU-EMP-06")
def test_an_objective_token_gives_one_point_a_turn_and_is_kept() -> None:
    game = scholar("green", 4, points=0)
    land(game, "nicaea", civil=1)
    player(game, 0, tokens=(0, 0, 0, 0, 2, 0), florins=0)
    act(at_desk(game), 0, FlipToken("green"), FlipToken("green"))
    assert game.players[0].points == (0, 0, 0, 0, 2, 0)
    assert not offered(game, FlipToken)
    assert game.players[0].tokens == (0, 0, 0, 0, 2, 0)


# -- transport ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-12")
def test_logistics_takes_a_caravan_across_one_sea_zone() -> None:
    game = scholar("blue", 2, points=1)
    caravan = vehicle(game, 0, "caravan", 1, "roma", pm=6)
    at_desk(game, 0, "W-6", 6)
    game.marches.append(March(0, "roma", (caravan,), trail=("roma",)))
    from marchland.games.medioevo.rules.trade.trade import Voyage

    game.push(Voyage(caravan))
    game.run()
    seas = {option.to for option in offered(game, Ride)}
    assert "tyrrhenian" not in seas
    use(game, 0, "logistics")
    act(game, 0, Ride("tyrrhenian"))
    assert not offered(game, Rest), "it may not end at sea"
    act(game, 0, Ride("sicily"))
    assert game.vehicles[caravan].space == "sicily"
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-12")
def test_logistics_also_carries_a_wagon_with_troops() -> None:
    game = scholar("blue", 2, points=1)
    wagon = vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
    army(game, "smyrna", 0, hi=2)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "smyrna")
    game.run()
    act(game, 0, Take(wagon), BoardAll())
    assert "aegean" not in {option.to for option in offered(game, Go)}
    use(game, 0, "logistics")
    act(game, 0, Go("aegean"), Go("morea"), Halt())
    assert numbers(game, "morea", 0) == {"hi": 2}


@pytest.mark.rule("MU-TEC-13")
def test_machinery_lets_a_crew_fight_too() -> None:
    game = scholar("blue", 3, points=1)
    battle(game, "roma", 0, 1, {"li": 3, "hi": 1}, {"li": 2})
    engine = vehicle(game, 0, "engine", 1, "roma")
    set_side(game, 0, crews=(Crew(engine, counts(li=3)),))
    in_window(game, "W-B1", "roma")
    assert fighters(game, 0) == counts(hi=1)
    use(game, 0, "machinery")
    assert fighters(game, 0) == counts(li=3, hi=1)


# -- commerce ----------------------------------------------------------------------------------------------


def sale(branch_level: int, space: str, *goods: str, selling: bool = True, points: int = 9) -> Medioevo:
    game = scholar("yellow", branch_level, points)
    caravan = vehicle(game, 0, "caravan", 3, space, pm=6, goods=goods if selling else ())
    game.deals.append(Deal(0, caravan, space, selling, goods))
    return in_window(game, "W-6b", space, phase=6)


@pytest.mark.rule("MU-TEC-21")
@pytest.mark.parametrize(("level", "total"), [(1, 250), (2, 300), (3, 400)])
def test_commerce_raises_the_price_of_each_cube_by_the_town(level: int, total: int) -> None:
    game = sale(1, "roma", "weapons", "weapons")
    land(game, "roma", civil=level)
    in_window(game, "W-6b", "roma", phase=6)
    use(game, 0, "commerce")
    use(game, 0, "commerce")
    assert deal_total(game, game.deals[-1]) == total
    assert left(game) == 7
    assert not offered(game, UseTechnology), "once for each cube"


@pytest.mark.rule("MU-TEC-21")
def test_commerce_needs_a_civil_building() -> None:
    assert not offered(sale(1, "roma", "weapons"), UseTechnology)


@pytest.mark.rule("MU-TEC-22")
def test_market_lowers_a_purchase_but_never_to_nothing() -> None:
    game = sale(2, "roma", "grain", "grain", selling=False)
    player(game, 0, florins=200)
    in_window(game, "W-6b", "roma", phase=6)
    assert _swings(game) == ["number:-50"], "no dearer than he can pay"
    use(game, 0, "market")
    use(game, 0, "market", "number:-50")
    use(game, 0, "market", "number:-50")
    assert deal_total(game, game.deals[-1]) == 50
    assert "number:-50" not in _swings(game)


def _swings(game: Medioevo) -> list[str]:
    from marchland.games.medioevo.rules.registry import TECHNOLOGIES

    return list(TECHNOLOGIES["market"].stages[0](game, 0, ()))


@pytest.mark.rule("MU-TEC-22")
def test_market_raises_an_own_sale_and_leaves_others_alone() -> None:
    game = sale(2, "roma", "weapons")
    use(game, 0, "market", "number:50")
    assert deal_total(game, game.deals[-1]) == 150
    game.deals[-1] = Deal(1, game.deals[-1].vehicle, "roma", True, ("weapons",))
    assert not offered(in_window(game, "W-6b", "roma", phase=6), UseTechnology)


@pytest.mark.rule("MU-TEC-23")
def test_monopoly_moves_cubes_between_two_markets() -> None:
    game = scholar("yellow", 3, points=2)
    land(game, "roma", holder=0)
    land(game, "sicily", cubes=("furs", "salt", "slaves", "wine"))
    vehicle(game, 0, "merchantman", 1, "sicily")
    at_desk(game)
    use(game, 0, "monopoly", "cube:sicily:furs", "roma")
    use(game, 0, "monopoly", "cube:sicily:salt", "roma")
    assert game.lands["roma"].cubes == ("furs", "salt")
    assert game.lands["sicily"].cubes == ("slaves", "wine")
    assert not offered(game, UseTechnology)


@pytest.mark.rule("MU-TEC-23")
def test_monopoly_needs_control_of_one_and_a_transport_in_one_of_the_two() -> None:
    game = scholar("yellow", 3)
    land(game, "london", cubes=("furs",))
    vehicle(game, 0, "merchantman", 1, "london")
    assert not offered(at_desk(game), UseTechnology), "neither is controlled"
    game = scholar("yellow", 3)
    land(game, "sicily", cubes=("furs",))
    land(game, "roma", holder=0)
    assert not offered(at_desk(game), UseTechnology), "no transport"


@pytest.mark.rule("MU-TEC-24")
def test_guilds_finish_stages_but_never_the_destination() -> None:
    game = scholar("yellow", 4, points=4)
    stages = ("buda", "genova", "napoli", "pozsony", "vienna")
    player(game, 0, route=Route("nicaea", stages, ("buda", "genova", "napoli"), "venezia", 1))
    at_desk(game, 0, "W-6", 6)
    use(game, 0, "guilds", "pozsony")
    use(game, 0, "guilds")
    route = game.players[0].route
    assert route is not None
    assert set(route.done) == set(stages)
    assert left(game) == 0


# -- law ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-31")
def test_edict_crosses_barbarian_land_but_the_stop_resists() -> None:
    game = scholar("orange", 1, points=1)
    game.circle = Circle((4, 6, 8), counts(li=1))
    wagon = vehicle(game, 0, "wagon", 1, "nicaea", pm=6)
    army(game, "nicaea", 0, hi=3)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "nicaea")
    game.run()
    act(game, 0, Take(wagon), BoardAll(), Go("iconium"))
    use(game, 0, "edict")
    assert offered(game, Go), "nothing happened there"
    act(game, 0, Go("attalia"))
    assert game.fights[-1].place == "attalia"


@pytest.mark.rule("MU-TEC-31")
def test_edict_does_not_lead_troops_past_a_horde_but_merchants_it_does() -> None:
    game = scholar("orange", 1)
    army(game, "iconium", BARBARIANS, li=2)
    army(game, "iconium", 0, hi=1)
    game.marches.append(March(0, "iconium", (), counts(hi=1)))
    assert not offered(in_window(game, "W-5b", "iconium"), UseTechnology)
    game = scholar("orange", 1)
    army(game, "iconium", BARBARIANS, li=2)
    caravan = vehicle(game, 0, "caravan", 1, "nicaea", pm=6)
    at_desk(game, 0, "W-6", 6)
    from marchland.games.medioevo.rules.trade.trade import ChooseTransport

    game.push(ChooseTransport(0))
    game.run()
    act(game, 0, Employ(caravan), Ride("iconium"))
    use(game, 0, "edict")
    assert caravan in game.vehicles
    assert isinstance(game.decision, ManageTransport)


@pytest.mark.rule("MU-TEC-32")
def test_law_diverts_a_rebellion_to_barbarian_land_next_door() -> None:
    game = scholar("orange", 2, points=1)
    game.circle = Circle((4, 6, 8), counts(li=2))
    for space in ("adrianople", "constantinople", "hellas", "morea", "smyrna", "thessalonica"):
        army(game, space, 0, li=1)
    at_desk(game, 0, "W-5", 2)
    game.push(Rebellion(0, "MU-EVT-17", burdened=True))
    game.run()
    game.apply(0, UseTechnology("law"))
    assert "roma" not in {option.id for option in offered(game, Target)}
    act(game, 0, Target("iconium"))
    assert numbers(game, "iconium", BARBARIANS) == {"li": 2}
    assert game.lands["nicaea"].holder == 0
    assert game.players[0].honour == 10, "a diverted rebellion costs no honour"


@pytest.mark.rule("MU-TEC-33")
def test_nation_drives_a_horde_next_door_unit_by_unit() -> None:
    game = scholar("orange", 3, points=3)
    game.wars.append(War((0, 1), 0))
    land(game, "tarnovo", holder=1, token=1)
    battle(game, "wallachia", 0, BARBARIANS, {"hi": 2}, {"li": 1, "arc": 1, "cap1": 1})
    in_window(game, "W-B0", "wallachia")
    use(game, 0, "nation", "unit:wallachia:-1:li", "tarnovo")
    act(game, 0, Pass())  # the moment of arrival next door
    use(game, 0, "nation", "unit:wallachia:-1:arc", "tarnovo")
    act(game, 0, Pass())
    use(game, 0, "nation", "tarnovo")
    assert numbers(game, "tarnovo", BARBARIANS) == {"li": 1, "arc": 1, "cap1": 1}
    assert numbers(game, "wallachia", BARBARIANS) == {}
    assert game.lands["tarnovo"].holder == BARBARIANS
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-34")
def test_influence_wins_barbarians_over_in_the_middle_of_a_battle() -> None:
    game = scholar("orange", 4, points=4)
    battle(game, "iconium", 0, BARBARIANS, {"hi": 1}, {"li": 1, "cap1": 1})
    in_window(game, "W-B0", "iconium")
    use(game, 0, "influence", "unit:iconium:-1:cap1")
    use(game, 0, "influence")
    assert numbers(game, "iconium", 0) == {"hi": 1, "li": 1, "cap1": 1}
    assert numbers(game, "iconium", BARBARIANS) == {}


@pytest.mark.rule("MU-TEC-34")
def test_influence_needs_adjacency_and_figures() -> None:
    game = scholar("orange", 4)
    army(game, "roma", BARBARIANS, li=1)
    assert "influence" not in {option.technology for option in offered(at_desk(game), UseTechnology)}
    game = scholar("orange", 4)
    army(game, "iconium", BARBARIANS, arc=1)
    player(game, 0, reserve=(20, 20, 10, 0, 3))
    assert "influence" not in {option.technology for option in offered(at_desk(game), UseTechnology)}


# -- war ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-42")
def test_hierarchy_shifts_own_and_enemy_units_step_by_step_for_the_turn() -> None:
    game = scholar("red", 2, points=4)
    battle(game, "roma", 0, BARBARIANS, {"li": 1}, {"li": 1, "cap1": 1})
    in_window(game, "W-B1", "roma")
    use(game, 0, "hierarchy", "unit:roma:0:li", "kind:hi")
    use(game, 0, "hierarchy", "unit:roma:-1:cap1", "kind:cav")
    use(game, 0, "hierarchy", "unit:roma:-1:cav", "kind:hi")
    use(game, 0, "hierarchy", "unit:roma:-1:hi", "kind:li")
    assert numbers(game, "roma", 0) == {"hi": 1}
    assert numbers(game, "roma", BARBARIANS) == {"li": 2}
    revert_units(game)
    assert numbers(game, "roma", 0) == {"li": 1}
    assert numbers(game, "roma", BARBARIANS) == {"li": 1, "cap1": 1}


@pytest.mark.rule("MU-TEC-43")
def test_tactics_steers_two_damage_points_into_one_heavy_infantry() -> None:
    game = scholar("red", 3, points=2)
    battle(game, "roma", 0, 1, {"li": 3}, {"hi": 1, "li": 3})
    set_side(game, 1, pending=2)
    set_fight(game, step="melee", winner=0)
    in_window(game, "W-B6", "roma")
    use(game, 0, "tactics", "kind:hi")
    use(game, 0, "tactics", "kind:li")
    assert not offered(game, UseTechnology), "no more points to steer"
    game.push(TakeDamage(1))
    game.run()
    assert numbers(game, "roma", 1) == {"li": 3}, "the Heavy infantry is gone, and nobody else"


@pytest.mark.rule("MU-TEC-43")
def test_tactics_steers_arrows_too() -> None:
    game = scholar("red", 3)
    battle(game, "roma", 0, 1, {"arc": 2}, {"cap1": 1, "li": 3})
    set_side(game, 0, arrows=(1, 8))
    in_window(game, "W-B3b", "roma")
    use(game, 0, "tactics", "kind:cap1")
    assert side(game, 1).aimed == ("cap1",)
    assert not offered(game, UseTechnology)


@pytest.mark.rule("MU-TEC-44")
def test_strategy_kills_without_a_die_before_the_melee() -> None:
    game = scholar("red", 4, points=4)
    game.circle = Circle((4, 6, 8), counts(li=2))
    army(game, "roma", 0, li=1)
    army(game, "roma", BARBARIANS, li=2)
    at_desk(game, 0, "W-5", 5)
    begin_battle(game, "roma", 0, BARBARIANS)
    roll_next(game)
    game.run()
    while UseTechnology("strategy") not in game.options():
        act(game, 0, game.options()[0])
    use(game, 0, "strategy")
    use(game, 0, "strategy")
    while game.fights:
        act(game, game.deciders[0], Pass() if Pass() in game.options() else game.options()[0])
    assert numbers(game, "roma", BARBARIANS) == {}
    assert numbers(game, "roma", 0) == {"li": 1}
    assert game.now[0].battles_won_before_melee == 1


# -- construction ------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-54")
def test_engineering_raises_a_building_or_an_engine_without_florins() -> None:
    game = scholar("green", 4, points=4)
    land(game, "nicaea", military=1)
    engine = vehicle(game, 0, "engine", 1, "nicaea")
    at_desk(game)
    use(game, 0, "engineering", f"v:{engine}")
    assert game.vehicles[engine].level == 2
    use(game, 0, "engineering", "building:nicaea:military")
    assert game.lands["nicaea"].military == 2
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-54")
def test_engineering_leaves_cathedrals_and_engines_in_the_field_alone() -> None:
    game = scholar("green", 4)
    land(game, "nicaea", cathedral=1)
    vehicle(game, 0, "engine", 1, "adrianople")
    assert not offered(at_desk(game), UseTechnology)


@pytest.mark.rule("MU-TECH-03")
def test_a_technology_with_nothing_left_to_work_on_costs_nothing() -> None:
    game = at_desk(scholar("green", 4, points=2))
    game.push(Application(0, "engineering"))
    game.run()
    assert left(game) == 2
    assert type(game.decision).__name__ == "Desk"
