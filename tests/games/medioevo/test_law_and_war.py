"""Technologies of law, war and construction, clause by clause and together."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.battle.aftermath import end_battle
from marchland.games.medioevo.rules.battle.battle import Battle, begin_battle
from marchland.games.medioevo.rules.battle.damage import TakeDamage, deal, free_hands
from marchland.games.medioevo.rules.battle.fight import fighters, protection, shielded, shots
from marchland.games.medioevo.rules.cards.powers import Target, UseTechnology
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.events.events import Rebellion
from marchland.games.medioevo.rules.movement.groups import BoardAll, Go, Halt, Take
from marchland.games.medioevo.rules.movement.movement import begin_march
from marchland.games.medioevo.rules.technologies.law import law_sites
from marchland.games.medioevo.rules.trade.deals import DealStopped
from marchland.games.medioevo.rules.trade.trade import ChooseTransport, Employ, Ride, SellCubes
from marchland.games.medioevo.state import BARBARIANS, Army, Circle, Crew, Medioevo, Special

from .bare import (
    act,
    army,
    at_desk,
    battle,
    counts,
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
    use,
    vehicle,
)
from .table import Table


def keys(game: Medioevo) -> set[str]:
    return {option.technology for option in offered(game, UseTechnology)}


def ids(game: Medioevo) -> set[str]:
    return {option.id for option in offered(game, Target)}


# -- Edict -------------------------------------------------------------------------------------------------


def column(points: int, *kinds: str, **troops: int) -> Medioevo:
    """A group at Nicaea is about to leave for wild land."""
    game = scholar("orange", 1, points=points)
    game.circle = Circle((4, 5, 6), counts(li=1))
    pieces = [vehicle(game, 0, kind, 1, "nicaea", pm=6) for kind in kinds]
    if troops:
        army(game, "nicaea", 0, **troops)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "nicaea")
    game.run()
    act(game, 0, *map(Take, pieces))
    if BoardAll() in game.options(0):
        act(game, 0, BoardAll())
    return game


@pytest.mark.rule("MU-TEC-31")
def test_each_territory_crossed_is_a_point_of_edict() -> None:
    game = column(2, "wagon", hi=3)
    act(game, 0, Go("iconium"))
    use(game, 0, "edict")
    assert (left(game), numbers(game, "iconium", BARBARIANS)) == (1, {})
    act(game, 0, Go("attalia"))
    use(game, 0, "edict")
    act(game, 0, Go("cilicia"))
    assert left(game) == 0
    assert game.fights[-1].place == "cilicia", "there is no point left for the third"


@pytest.mark.rule("MU-TEC-31")
def test_whoever_stops_under_an_edict_meets_the_resistance_after_all() -> None:
    game = column(1, "wagon", hi=3)
    act(game, 0, Go("iconium"))
    use(game, 0, "edict")
    act(game, 0, Halt())
    assert game.fights[-1].place == "iconium"
    assert numbers(game, "iconium", BARBARIANS) == {"li": 1}


@pytest.mark.rule("MU-TEC-31")
def test_edict_is_no_use_against_a_horde_for_troops_or_engines_nor_without_one_for_transports() -> None:
    game = column(1, "engine")
    army(game, "iconium", BARBARIANS, li=1)
    act(game, 0, Go("iconium"))
    assert game.vehicles == {}, "the lone engine is pillaged, Edict or not"
    game = column(1, "engine")
    act(game, 0, Go("iconium"))
    assert offered(game, Halt), "nobody rises against an engine without troops, so there was nothing to ask"
    game = column(1, "wagon")
    army(game, "iconium", BARBARIANS, li=1)
    act(game, 0, Go("iconium"))
    use(game, 0, "edict")
    act(game, 0, Halt())
    assert (game.vehicles[1].space, left(game)) == ("iconium", 0), "an empty wagon may even stay beside the horde"


@pytest.mark.rule("MU-TEC-31", "MU-TRD-04")
def test_a_caravan_pays_its_edict_when_it_meets_the_horde_and_not_when_it_leaves() -> None:
    game = scholar("orange", 1, points=2)
    army(game, "iconium", BARBARIANS, li=2)
    caravan = vehicle(game, 0, "caravan", 1, "nicaea", pm=6)
    at_desk(game, 0, "W-6", 6)
    game.push(ChooseTransport(0))
    game.run()
    act(game, 0, Employ(caravan), Ride("iconium"))
    use(game, 0, "edict")
    act(game, 0, Ride("nicaea"))
    assert game.vehicles[caravan].space == "nicaea", "nobody asked on the way out"
    assert left(game) == 1


# -- Law ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-32")
def test_law_sends_a_rebellion_only_into_empty_barbarian_land_next_to_the_home_kingdom() -> None:
    game = scholar("orange", 2)
    assert set(law_sites(game, 0)) == {"attalia", "epirus", "iconium", "serbia", "sinope", "tarnovo"}
    army(game, "iconium", BARBARIANS, li=1)
    army(game, "attalia", 1, li=1)
    land(game, "tarnovo", holder=0, token=0)
    assert set(law_sites(game, 0)) == {"epirus", "serbia", "sinope"}, "no horde, no army, nobody's land; next to home only"


@pytest.mark.rule("MU-TEC-32", "MU-EVT-16")
@pytest.mark.parametrize(("divert", "honour"), [(True, 10), (False, 9)])
def test_a_point_of_law_moves_one_rebellion_and_saves_its_honour(divert: bool, honour: int) -> None:
    game = scholar("orange", 2, points=1)
    game.circle = Circle((4, 5, 6), counts(li=2))
    at_desk(game, 0, "W-2", 2)
    game.push(Rebellion(0, "MU-EVT-17", burdened=True))
    game.run()
    act(game, 0, game.options(0)[0])
    site = next(frame.space for frame, _ in game.stack if isinstance(frame, Rebellion))
    if divert:
        use(game, 0, "law", "iconium")
    else:
        act(game, 0, Pass())
    assert numbers(game, "iconium", BARBARIANS) == ({"li": 2} if divert else {})
    assert numbers(game, site, BARBARIANS) == ({} if divert else {"li": 2})
    assert (game.players[0].honour, left(game)) == (honour, 0 if divert else 1)
    assert game.now[0].new_rebellions == (0 if divert else 1)


@pytest.mark.rule("MU-TEC-32", "MU-BKR-03")
def test_law_does_not_move_a_rebellion_for_which_a_bankrupt_is_paid() -> None:
    """Both books pay him for rebellions in his own territories; Law is for those he has to place."""
    game = scholar("orange", 2, points=1)
    at_desk(game, 0, "W-3", 3)
    game.push(Rebellion(0, "MU-BKR-03"))
    game.run()
    act(game, 0, game.options(0)[0])
    assert "law" not in keys(game)


# -- Nation and Influence ----------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-33")
def test_nation_costs_a_point_for_each_unit_and_step() -> None:
    game = scholar("orange", 3, points=3)
    army(game, "iconium", BARBARIANS, li=1, arc=1)
    at_desk(game, 0, "W-5", 5)
    use(game, 0, "nation", "unit:iconium:-1:arc", "sivas")
    assert (numbers(game, "iconium", BARBARIANS), numbers(game, "sivas", BARBARIANS)) == ({"li": 1}, {"arc": 1})
    assert left(game) == 2
    act(game, 0, Pass())  # the moment of arrival at Sivas
    use(game, 0, "nation", "unit:sivas:-1:arc", "iconium")
    assert numbers(game, "iconium", BARBARIANS) == {"li": 1, "arc": 1}
    assert left(game) == 1


@pytest.mark.rule("MU-TEC-33", "MU-PH-05")
@pytest.mark.parametrize("driven", [0, 1])
def test_a_great_army_that_was_partly_driven_off_was_not_destroyed(driven: int) -> None:
    game = scholar("orange", 3, points=driven)
    battle(game, "iconium", 0, BARBARIANS, {"hi": 5}, {"li": 5})
    set_side(game, 1, start=5)
    in_window(game, "W-B0", "iconium")
    for _ in range(driven):
        use(game, 0, "nation", "sivas")
    army(game, "iconium", BARBARIANS)
    del game.armies["iconium"]
    army(game, "iconium", 0, hi=5)
    end_battle(game)
    assert game.players[0].honour == 10 + (not driven), "both books: all units of the army, destroyed or captured"


@pytest.mark.rule("MU-TEC-34", "MU-PH-05")
def test_influence_costs_two_points_a_unit_and_takes_figures_of_the_reserve() -> None:
    game = scholar("orange", 4, points=4)
    player(game, 0, reserve=(1, 0, 0, 0, 1))
    battle(game, "iconium", 0, BARBARIANS, {"hi": 1}, {"li": 2, "arc": 1, "cap1": 1})
    in_window(game, "W-B0", "iconium")
    game.apply(0, UseTechnology("influence"))
    assert ids(game) == {"unit:iconium:-1:li", "unit:iconium:-1:cap1"}, "no Archer is left in the box"
    act(game, 0, Target("unit:iconium:-1:li"))
    assert left(game) == 2
    use(game, 0, "influence")
    assert numbers(game, "iconium", 0) == {"hi": 1, "li": 1, "cap1": 1}
    assert numbers(game, "iconium", BARBARIANS) == {"li": 1, "arc": 1}
    assert game.players[0].reserve == (0, 0, 0, 0, 0)
    assert side(game, 1).fled == 2, "they were won over, not destroyed"


@pytest.mark.rule("MU-TEC-34")
def test_influence_works_next_to_controlled_land_and_not_in_battles_of_others() -> None:
    game = scholar("orange", 4, points=2)
    army(game, "sivas", BARBARIANS, li=1)
    assert "influence" not in keys(at_desk(game, 0, "W-5", 5)), "two steps from home"
    land(game, "iconium", holder=0, token=0)
    assert "influence" in keys(at_desk(game, 0, "W-5", 5)), "land he controls, not only his home"
    game = scholar("orange", 4, points=2)
    battle(game, "iconium", 1, BARBARIANS, {"hi": 1}, {"li": 1})
    in_window(game, "W-B0", "iconium", active=1)
    assert game.deciders == (1,) or "influence" not in keys(game)


# -- Hierarchy, Tactics, Strategy --------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-42")
@pytest.mark.parametrize(
    ("kind", "ranks"),
    [
        ("li", {"arc", "hi"}),
        ("arc", {"li", "hi"}),
        ("hi", {"li", "arc", "cav"}),
        ("cav", {"hi", "cap1"}),
        ("cap1", {"cav", "cap2"}),
        ("cap2", {"cap1", "cap3"}),
        ("cap3", {"cap2"}),
    ],
)
def test_a_point_of_hierarchy_is_one_step_of_the_printed_order(kind: str, ranks: set[str]) -> None:
    game = scholar("red", 2, points=1)
    battle(game, "roma", 0, 1, {"li": 1}, {kind: 1})
    in_window(game, "W-B1", "roma")
    game.apply(0, UseTechnology("hierarchy"))
    act(game, 0, Target(f"unit:roma:1:{kind}"))
    if len(ranks) > 1:
        assert ids(game) == {f"kind:{rank}" for rank in ranks}
        act(game, 0, Target(f"kind:{sorted(ranks)[0]}"))
    assert numbers(game, "roma", 1) == {sorted(ranks)[0]: 1}
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-42")
def test_hierarchy_is_for_units_in_battle_and_for_its_two_sides() -> None:
    game = scholar("red", 2)
    army(game, "nicaea", 0, li=1)
    assert not keys(at_desk(game, 0, "W-5", 5)), "not in battle"
    battle(game, "roma", 1, 2, {"li": 1}, {"li": 1})
    in_window(game, "W-B1", "roma", active=1)
    assert not keys(game)


@pytest.mark.rule("MU-TEC-42", "MU-BAT-07")
def test_a_changed_rank_counts_for_powers_and_damage() -> None:
    """The barbarian Captain made Light infantry leads nobody, and White's man made Heavy infantry takes a loss less."""
    game = scholar("red", 2, points=4)
    battle(game, "roma", 0, BARBARIANS, {"li": 1}, {"li": 1, "cap1": 1})
    in_window(game, "W-B1", "roma")
    use(game, 0, "hierarchy", "unit:roma:0:li", "kind:hi")
    for before, after in (("cap1", "cav"), ("cav", "hi"), ("hi", "li")):
        use(game, 0, "hierarchy", f"unit:roma:-1:{before}", f"kind:{after}")
    Battle().fix_powers(game)
    assert side(game, 0).powers == ("hi:1",)
    assert side(game, 1).powers == ("li:2",)


@pytest.mark.rule("MU-TEC-43", "MU-BAT-13")
def test_tactics_passes_by_the_order_in_which_barbarians_fall() -> None:
    game = scholar("red", 3, points=1)
    battle(game, "roma", 0, BARBARIANS, {"li": 3}, {"li": 2, "cap1": 1})
    set_side(game, 1, pending=2)
    set_fight(game, step="melee", winner=0)
    in_window(game, "W-B6", "roma")
    use(game, 0, "tactics", "kind:cap1")
    game.push(TakeDamage(1))
    game.run()
    assert numbers(game, "roma", BARBARIANS) == {"li": 1}, "the Captain by Tactics, the other point as usual"


@pytest.mark.rule("MU-TEC-43")
def test_tactics_steers_ones_own_damage_only_and_each_point_once() -> None:
    game = scholar("red", 3, points=9)
    battle(game, "roma", 0, 1, {"li": 3}, {"hi": 1, "li": 3})
    set_side(game, 0, pending=2)
    set_fight(game, step="melee", winner=1)
    assert "tactics" not in keys(in_window(game, "W-B6", "roma")), "the damage lies before himself"
    set_side(game, 0, pending=0)
    set_side(game, 1, pending=2)
    set_fight(game, step="losses", winner=0)
    assert "tactics" not in keys(in_window(game, "W-B7", "roma")), "the enemy's own losses are not his doing"


@pytest.mark.rule("MU-TEC-43", "MU-TEC-44")
def test_tactics_aims_what_strategy_inflicts() -> None:
    """Both books name the combination: two sure hits, one of them on the Captain."""
    game = scholar("red", 4, points=5)
    army(game, "roma", 0, li=1)
    army(game, "roma", BARBARIANS, li=2, cap1=1)
    game.circle = Circle((4, 5, 6), counts(li=1))
    at_desk(game, 0, "W-5", 5)
    begin_battle(game, "roma", 0, BARBARIANS)
    roll_next(game, 8, 1, 1, 1)
    game.run()
    while "strategy" not in keys(game):
        act(game, 0, game.options()[0])
    use(game, 0, "strategy")
    use(game, 0, "strategy")
    act(game, 0, Pass())
    use(game, 0, "tactics", "kind:cap1")
    assert numbers(game, "roma", BARBARIANS) == {"li": 1}
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-44", "MU-FOR-01")
@pytest.mark.parametrize(("protected", "damage"), [("archery", 1), ("melee", 2)])
def test_walls_against_archery_take_their_share_of_strategy(protected: str, damage: int) -> None:
    game = scholar("red", 4, points=4)
    land(game, "roma", holder=1, military=1)
    battle(game, "roma", 0, 1, {"li": 1}, {"hi": 3})
    set_side(game, 1, protections=(protected,))
    in_window(game, "W-B3", "roma")
    use(game, 0, "strategy")
    use(game, 0, "strategy")
    assert shielded(game, 1, "archery", side(game, 0).sure) == damage
    deal(game, 1, shielded(game, 1, "archery", side(game, 0).sure), "archery")
    assert side(game, 1).pending == damage


@pytest.mark.rule("MU-TEC-44")
def test_strategy_is_offered_while_anybody_is_left_to_hit() -> None:
    game = scholar("red", 4, points=9)
    battle(game, "roma", 0, 1, {"li": 1}, {"hi": 1})
    in_window(game, "W-B3", "roma")
    use(game, 0, "strategy")
    use(game, 0, "strategy")
    assert "strategy" not in keys(game), "Heavy infantry takes two points"


# -- Machinery ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-13")
def test_machinery_serves_one_engine_shots_and_melee_until_the_end_of_the_turn() -> None:
    game = scholar("blue", 3, points=1)
    battle(game, "roma", 0, 1, {"li": 5, "hi": 1}, {"li": 2})
    pair = [vehicle(game, 0, "engine", 1, "roma") for _ in range(2)]
    crews = (Crew(pair[0], counts(li=3)), Crew(pair[1], counts(li=2)))
    set_side(game, 0, crews=crews)
    in_window(game, "W-B1", "roma")
    use(game, 0, "machinery", f"v:{pair[0]}")
    assert [shots(game, 0, crew) for crew in crews] == [3, 2], "all still shoot"
    assert fighters(game, 0) == counts(li=3, hi=1), "and three of them fight"
    assert left(game) == 0
    game.fights.clear()
    battle(game, "roma", 0, 2, {"li": 5, "hi": 1}, {"li": 2})
    set_side(game, 0, crews=crews)
    assert fighters(game, 0) == counts(li=3, hi=1), "in a second battle of the turn, too"


@pytest.mark.rule("MU-TEC-13", "MU-CON-02")
def test_machinery_stays_with_its_player_when_the_engine_is_taken() -> None:
    game = scholar("blue", 3, points=1)
    battle(game, "roma", 0, 1, {"li": 3, "hi": 1}, {"li": 2})
    engine = vehicle(game, 0, "engine", 1, "roma")
    set_side(game, 0, crews=(Crew(engine, counts(li=3)),))
    use(in_window(game, "W-B1", "roma"), 0, "machinery")
    set_side(game, 0, crews=())
    set_side(game, 1, crews=(Crew(engine, counts(li=2)),))
    assert fighters(game, 1) == counts(), "the captors' crew does not fight besides"


# -- Engineering -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-54", "MU-FOR-01")
def test_engineering_raises_walls_and_engines_in_the_middle_of_a_battle_there() -> None:
    """Technologies influence a battle at any moment: a Tower becomes a Fort and protects by two, a Catapult a Trebuchet."""
    game = scholar("green", 4, points=4)
    land(game, "nicaea", military=1)
    land(game, "smyrna", civil=1)
    player(game, 0, stars=0)
    battle(game, "nicaea", 1, 0, {"hi": 3}, {"hi": 1})
    engine = vehicle(game, 0, "engine", 1, "nicaea")
    in_window(game, "W-B1", "nicaea", active=1)
    assert protection(game, 1) == 1
    game.apply(0, UseTechnology("engineering"))
    assert ids(game) == {"building:nicaea:military", f"v:{engine}"}, "what stands elsewhere does not touch the battle"
    act(game, 0, Target("building:nicaea:military"))
    assert protection(game, 1) == 2
    use(game, 0, "engineering", f"v:{engine}")
    assert (game.vehicles[engine].level, left(game)) == (2, 0)


@pytest.mark.rule("MU-TEC-54", "MU-PH-04", "MU-CTL-04")
def test_engineering_brings_the_honour_and_the_token_of_a_castle() -> None:
    game = scholar("green", 4, points=2)
    land(game, "nicaea", military=2)
    events = use(at_desk(game), 0, "engineering")
    assert (game.lands["nicaea"].military, game.players[0].honour) == (3, 11)
    assert type(game.decision).__name__ == "PlaceTokens"
    assert game.players[0].florins == 0
    assert [event.rule for event in events if type(event).__name__ == "Built"] == ["MU-TEC-54"]


@pytest.mark.rule("MU-TEC-54")
def test_engineering_works_in_controlled_land_and_on_engines_at_a_settlement_or_military_building() -> None:
    game = scholar("green", 4)
    land(game, "buda", civil=1)
    vehicle(game, 0, "engine", 1, "buda")
    vehicle(game, 1, "engine", 1, "nicaea")
    assert not keys(at_desk(game)), "another's land, another's engine"
    land(game, "hellas", military=1)
    engine = vehicle(game, 0, "engine", 1, "hellas")
    land(game, "adrianople", civil=0)
    at_desk(game).apply(0, UseTechnology("engineering"))
    assert ids(game) == {"building:hellas:military", f"v:{engine}"}


# -- Monopoly in a rival's deal ----------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-23", "MU-TRD-07")
def test_monopoly_brings_a_good_to_where_a_rival_is_about_to_sell_it() -> None:
    game = scholar("yellow", 3, points=1)
    land(game, "sicily", holder=0, cubes=("furs",))
    vehicle(game, 0, "merchantman", 1, "sicily")
    caravan = vehicle(game, 1, "caravan", 1, "roma", pm=6, goods=("furs",))
    at_desk(game, 1, "W-6", 6)
    game.push(ChooseTransport(1))
    game.run()
    act(game, 1, Employ(caravan), SellCubes(("furs",)))
    assert game.deciders == (0,)
    events = use(game, 0, "monopoly")
    assert any(isinstance(event, DealStopped) for event in events), "what lies there already cannot be sold"
    assert game.vehicles[caravan].goods == ("furs",)
    assert game.players[1].florins == 1000


@pytest.mark.rule("MU-TEC-33", "MU-CON-01")
def test_the_printed_example_of_nation_takes_the_land_without_a_blow() -> None:
    table = Table(
        3,
        {"ask_1": "always"},
        circle=[1, 1, 1],
        players={0: {"technology": {"orange": 3}, "points": {"orange": 4}, "florins": 0}},
        armies={"adrianople": {0: {"hi": 1}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "adrianople"}],
        lands={"serbia": {"holder": 1, "token": 1, "civil": 0}},
    ).do("muster adrianople", "take 1", "boardall", "go tarnovo")
    while not table.game.fights:
        table.do("pass")
    for kind in ("li", "li", "arc", "cap1"):
        while getattr(table.game.decision, "place", "") != "tarnovo":
            table.do("pass")
        table.do("usetechnology nation")
        if kind != "cap1":
            table.do(f"target unit:tarnovo:-1:{kind}")
        table.do("target serbia")
    while table.asked() == "React":
        table.do("pass")
    assert table.units("serbia", BARBARIANS) == {"li": 2, "arc": 1, "cap1": 1}
    assert table.game.lands["tarnovo"].holder == 0
    assert table.units("tarnovo", 0) == {"hi": 1}
    assert table.game.lands["serbia"].holder == BARBARIANS


@pytest.mark.rule("MU-TEC-43")
def test_a_defender_aims_too() -> None:
    game = scholar("red", 3, points=9)
    battle(game, "roma", 1, 0, {"cap1": 1, "li": 3}, {"li": 3})
    set_side(game, 0, pending=1)
    set_fight(game, step="melee", winner=1)
    in_window(game, "W-B6", "roma", active=1)
    use(game, 0, "tactics", "kind:cap1")
    assert side(game, 0).aimed == ("cap1",)
    assert "tactics" not in keys(game), "there is one point to steer"


@pytest.mark.rule("MU-TEC-54")
def test_nothing_rises_beyond_the_third_level() -> None:
    game = scholar("green", 4)
    land(game, "nicaea", civil=3, military=3)
    vehicle(game, 0, "engine", 3, "nicaea")
    assert not keys(at_desk(game))


@pytest.mark.rule("MU-TEC-44")
@pytest.mark.parametrize(("kind", "hits"), [("li", 1), ("hi", 2), ("cav", 3)])
def test_strategy_hits_as_often_as_the_enemy_can_bear(kind: str, hits: int) -> None:
    game = scholar("red", 4, points=9)
    battle(game, "roma", 0, 1, {"li": 1}, {kind: 1})
    in_window(game, "W-B3", "roma")
    for _ in range(hits):
        use(game, 0, "strategy")
    assert (side(game, 0).sure, "strategy" in keys(game)) == (hits, False)


@pytest.mark.rule("MU-TEC-13", "MU-SIE-01")
def test_with_machinery_a_man_still_serves_one_engine_only() -> None:
    """In the next round the effect lasts, but three men at one Catapult are not free for another."""
    game = scholar("blue", 3, points=1)
    battle(game, "roma", 0, 1, {"li": 3}, {"li": 2})
    pair = [vehicle(game, 0, "engine", 1, "roma") for _ in range(2)]
    set_side(game, 0, crews=(Crew(pair[0], counts(li=3)),))
    assert free_hands(game, 0) == []
    use(in_window(game, "W-B1", "roma"), 0, "machinery")
    assert fighters(game, 0) == counts(li=3)
    assert free_hands(game, 0) == []
    set_side(game, 0, crews=(Crew(pair[0], counts(li=2)),))
    assert free_hands(game, 0) == ["li"]


@pytest.mark.rule("MU-TEC-54", "MU-BUY-09")
def test_engineering_needs_the_figure_and_a_property_token_of_the_next_level() -> None:
    game = scholar("green", 4)
    vehicle(game, 0, "engine", 1, "nicaea")
    game.supply["trebuchet"] = 0
    assert not keys(at_desk(game)), "no Trebuchet is left in the box"
    game.supply["trebuchet"] = 1
    assert keys(at_desk(game)) == {"engineering"}
    for _ in range(6):
        vehicle(game, 0, "wagon", 2, "smyrna")
    assert not keys(at_desk(game)), "six tokens of level II are all there are"


@pytest.mark.rule("MU-TEC-33", "MU-TEC-42")
def test_a_barbarian_of_changed_rank_keeps_it_where_nation_drives_him() -> None:
    game = scholar("orange", 3, points=1)
    game.armies["iconium"] = (Army(BARBARIANS, specials=(Special("hi", "li", BARBARIANS),)),)
    use(at_desk(game, 0, "W-5", 5), 0, "nation", "sivas")
    assert game.armies["sivas"] == (Army(BARBARIANS, specials=(Special("hi", "li", BARBARIANS),)),)
    assert "iconium" not in game.armies
