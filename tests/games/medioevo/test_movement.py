"""Combat rounds and movement."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.battle.battle import BattleBegan
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.conquest.conquest import Conquered
from marchland.games.medioevo.rules.movement.groups import Board, Drop, Go, Halt, Leave, Take
from marchland.games.medioevo.rules.movement.meeting import Engage
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.movement.removal import Remove, Seize
from marchland.games.medioevo.rules.movement.steps import Moved
from marchland.games.medioevo.rules.movement.terrain import step_cost
from marchland.games.medioevo.rules.victory.honour import Honoured

from .table import Table


def wagon(space, level=1, owner=0, **more):
    return {"owner": owner, "kind": "wagon", "level": level, "space": space, **more}


def galley(space, level=1, owner=0, **more):
    return {"owner": owner, "kind": "galley", "level": level, "space": space, **more}


@pytest.mark.rule("MU-MOV-01")
def test_rounds_go_on_until_all_pass_in_a_row():
    vehicles = [wagon("adrianople"), wagon("buda", owner=1)]
    table = Table(2, vehicles=vehicles, order=[0, 1])
    table.do("passround")
    assert table.game.deciders == (1,)
    table.do(Muster("buda"), "take 2", "go alfold", "halt")
    assert table.game.deciders == (0,), "a player who passed may act in a later round"
    table.do("passround")
    assert table.game.phase == 6, "the other one has nothing left to move"


@pytest.mark.rule("MU-MOV-01", "MU-MOV-05")
def test_several_groups_move_to_one_place_before_the_battle():
    armies = {"adrianople": {0: {"li": 2}}, "constantinople": {0: {"hi": 2}}, "tarnovo": {"barbarians": {"li": 4}}}
    table = Table(2, vehicles=[wagon("adrianople"), wagon("constantinople")], armies=armies, order=[0, 1], dice=[1, 2, 3])
    table.do(Muster("adrianople"), "take 1", "boardall", "go tarnovo")
    assert table.asked() == "BringMore"
    assert Muster("constantinople") in table.offers()
    table.do(Muster("constantinople"), "take 2", "boardall")
    assert set(table.offers(Go)) == {Go("adrianople")}, "only where the way leads to the common destination"
    table.do("go adrianople", "go tarnovo", "nomore")
    assert table.units("tarnovo", 0) == {"li": 2, "hi": 2}
    assert table.happened(BattleBegan)


@pytest.mark.rule("MU-MOV-02", "MU-MOV-03")
@pytest.mark.parametrize(("level", "room", "steps"), [(1, 3, 6), (2, 6, 7), (3, 9, 8)])
def test_wagons_carry_and_move_by_level(level, room, steps):
    """E-28"""
    table = Table(2, vehicles=[wagon("adrianople", level)], armies={"adrianople": {0: {"li": 10}}}, order=[0, 1])
    assert table.game.vehicles[1].pm == steps
    table.do(Muster("adrianople"), "take 1", "boardall")
    assert sum(table.game.marches[-1].counts) == room
    assert table.offers(Board) == []


@pytest.mark.rule("MU-MOV-02")
def test_troops_without_a_carrier_do_not_move():
    table = Table(2, armies={"adrianople": {0: {"li": 3}}}, vehicles=[wagon("nicaea")], order=[0, 1])
    assert Muster("adrianople") not in table.offers()


@pytest.mark.rule("MU-MOV-03")
def test_a_galley_takes_wagons_and_engines_at_one_space_each():
    """E-29: wagon, Catapult and three units take 5 of the 6 spaces of a Galley II."""
    vehicles = [galley("smyrna", 2), wagon("smyrna"), {"owner": 0, "kind": "engine", "space": "smyrna"}]
    table = Table(2, vehicles=vehicles, armies={"smyrna": {0: {"li": 5}}}, order=[0, 1])
    table.do(Muster("smyrna"), "take 1", "take 2", "take 3", "board li", "board li", "board li")
    assert table.offers(Board) == [Board("li")], "one space is left"
    table.do("board li")
    assert table.offers(Board) == []
    table.do("go aegean")
    assert table.game.vehicles[2].aboard == 1
    assert table.game.vehicles[3].aboard == 1
    assert table.units("aegean", 0) == {"li": 4}


@pytest.mark.rule("MU-MOV-04", "MU-MOV-05", "MU-MOV-06", "MU-MOV-13")
def test_units_change_carrier_and_the_wagon_goes_on():
    """E-30: a wagon brings three units to Constantinople in one step; they sail; the wagon has 5 PM left and may move back."""
    vehicles = [wagon("adrianople"), galley("constantinople")]
    table = Table(2, vehicles=vehicles, armies={"adrianople": {0: {"li": 3}}}, order=[0, 1])
    table.do(Muster("adrianople"), "take 1", "boardall", "go constantinople", "take 2", "leave 1", "go aegean", "halt")
    assert table.game.vehicles[1].pm == 5
    assert not table.game.vehicles[1].stopped
    assert table.units("aegean", 0) == {"li": 3}
    assert table.game.vehicles[2].stopped
    table.do("passround")
    assert Muster("constantinople") in table.offers()
    table.do(Muster("constantinople"), "take 1")
    assert Go("adrianople") in table.offers(), "transports may move empty"


@pytest.mark.rule("MU-MOV-05")
def test_units_left_on_the_way_are_exhausted():
    table = Table(2, vehicles=[wagon("adrianople"), wagon("constantinople")], armies={"adrianople": {0: {"li": 2}}}, order=[0, 1])
    table.do(Muster("adrianople"), "take 1", "boardall", "go constantinople")
    assert Drop("li") in table.offers()
    table.do("drop li", "go nicaea", "halt", "nomore", "passround")
    table.do(Muster("constantinople"), "take 2")
    assert table.offers(Board) == [], "the unit left behind has no movement"
    assert Leave(1) not in table.offers()


@pytest.mark.rule("MU-MOV-06")
def test_nobody_boards_or_leaves_a_galley_at_sea():
    vehicles = [galley("aegean", cargo={"li": 2}), galley("aegean")]
    table = Table(2, vehicles=vehicles, order=[0, 1])
    table.do(Muster("aegean"), "take 1", "go ionian")
    assert table.offers(Board) == []
    assert table.offers(Drop) == []
    table.do("go morea")
    assert table.units("morea", 0) == {"li": 2}, "ashore they stand on land"


@pytest.mark.rule("MU-MOV-07", "MU-MOV-13")
def test_moves_out_of_an_own_castle_are_free_and_need_no_carrier():
    """E-27"""
    lands = {"adrianople": {"military": 3}}
    table = Table(2, armies={"adrianople": {0: {"hi": 3}}}, lands=lands, order=[0, 1], dice=[1, 2, 3])
    table.do(Muster("adrianople"), "board hi", "board hi", "go constantinople")
    assert table.offers(Go) == [], "from there no free move leads on"
    table.do("halt", "nomore")
    assert table.units("constantinople", 0) == {"hi": 2}
    table.do("passround")
    assert Muster("adrianople") in table.offers()


@pytest.mark.rule("MU-MOV-08")
def test_the_dardanelles_are_crossed_by_land_and_no_other_strait():
    assert "nicaea" in world.land_neighbours("constantinople")
    assert "sicily" not in world.land_neighbours("napoli")
    table = Table(2, vehicles=[wagon("constantinople")], order=[0, 1])
    table.do(Muster("constantinople"), "take 1", "go nicaea")
    assert table.happened(Moved)[-1].to == "nicaea"


@pytest.mark.rule("MU-MOV-10")
def test_meeting_an_enemy_ends_the_movement():
    """E-31"""
    armies = {"adrianople": {0: {"hi": 3}}, "tarnovo": {1: {"hi": 1}}}
    table = Table(2, vehicles=[wagon("adrianople")], armies=armies, wars=[[0, 1, 0]], turn=2, order=[0, 1], dice=[1, 2, 3] * 4)
    table.do(Muster("adrianople"), "take 1", "boardall", "go tarnovo")
    assert table.happened(BattleBegan)[0].defender == 1
    assert table.game.vehicles[1].stopped


@pytest.mark.rule("MU-MOV-11", "MU-CON-01", "MU-PH-01")
def test_an_empty_territory_of_an_enemy_is_taken_without_battle():
    armies = {"serbia": {0: {"hi": 3}}}
    table = Table(2, vehicles=[wagon("serbia")], armies=armies, wars=[[0, 1, 0]], turn=2, order=[0, 1])
    table.do(Muster("serbia"), "take 1", "boardall", "go slavonia")
    assert table.happened(BattleBegan) == []
    assert table.happened(Conquered)[0].loser == 1
    assert table.game.lands["slavonia"].holder == 0
    assert table.honour(0) == 10 + ("slavonia" in world.towns(world.FIRST))


@pytest.mark.rule("MU-MOV-12", "MU-DIP-02", "MU-PH-07")
def test_an_invasion_without_declaration_costs_three_honour():
    table = Table(2, vehicles=[wagon("serbia")], armies={"serbia": {0: {"hi": 3}}}, turn=2, order=[0, 1])
    table.do(Muster("serbia"), "take 1", "boardall", "go slavonia")
    assert [event.points for event in table.happened(Honoured) if event.rule == "MU-DIP-02"] == [-3]
    assert table.game.wars[0].sides == (0, 1)


@pytest.mark.rule("MU-MOV-12", "MU-DIP-05")
def test_a_pact_of_passage_opens_the_way():
    pacts = [{"parties": [0, 1], "kinds": ["passage"]}]
    table = Table(2, vehicles=[wagon("serbia")], armies={"serbia": {0: {"hi": 3}}}, pacts=pacts, turn=2, order=[0, 1])
    table.do(Muster("serbia"), "take 1", "boardall", "go slavonia")
    assert table.honour(0) == 10
    assert table.game.lands["slavonia"].holder == 1
    assert table.offers(Go), "the movement goes on"


@pytest.mark.rule("MU-MOV-13", "MU-MOV-04")
def test_every_step_costs_a_point_and_without_points_nothing_moves():
    table = Table(2, vehicles=[wagon("adrianople", pm=1)], order=[0, 1])
    table.do(Muster("adrianople"), "take 1", "go constantinople")
    assert table.game.vehicles[1].pm == 0
    assert table.offers(Go) == []


@pytest.mark.rule("MU-MOV-14")
def test_own_pieces_may_be_removed_in_ones_own_turn():
    table = Table(2, vehicles=[wagon("adrianople")], armies={"tarnovo": {0: {"li": 1}}}, order=[0, 1])
    table.do("dismiss", "remove unit:tarnovo:0:li", "remove v:1", "doneremoving")
    assert table.game.vehicles == {}
    assert table.game.lands["tarnovo"].holder == -1, "without troops the land is lost"


@pytest.mark.rule("MU-MOV-14")
def test_own_pieces_may_be_removed_in_ones_purchase_block_too():
    """At any time in one's turn: here a wagon of level III makes room for a Property token of that level."""
    vehicles = [{"owner": 0, "kind": "wagon", "level": 3, "space": "adrianople"}, wagon("buda", owner=1)]
    armies = {"tarnovo": {0: {"li": 2}}}
    table = Table(2, at="purchases", vehicles=vehicles, armies=armies, order=[0, 1])
    table.do("dismiss")
    assert Remove("v:2") not in table.offers(), "only his own"
    table.do("remove v:1", "remove unit:tarnovo:0:li", "doneremoving")
    assert list(table.game.vehicles) == [2]
    assert table.units("tarnovo", 0) == {"li": 1}
    assert table.game.players[0].reserve[0] == 19
    assert table.asked() == "Purchase"
    assert table.game.deciders == (0,)


@pytest.mark.rule("MU-TRD-04", "MU-DIP-02")
def test_a_rivals_lone_transport_beside_an_army_may_be_seized():
    vehicles = [wagon("tarnovo"), {"owner": 1, "kind": "caravan", "level": 2, "space": "tarnovo"}]
    table = Table(2, vehicles=vehicles, armies={"tarnovo": {0: {"li": 1}}}, turn=2, order=[0, 1])
    assert Seize(2) in table.offers()
    table.do("seize 2", "keep")
    assert table.game.vehicles[2].owner == 0
    assert table.honour(0) == 7


@pytest.mark.rule("MU-MOV-05")
def test_a_group_that_never_left_is_as_fresh_as_before():
    table = Table(2, vehicles=[wagon("adrianople")], armies={"adrianople": {0: {"li": 2}}}, order=[0, 1])
    table.do(Muster("adrianople"), "take 1", "boardall", "halt")
    assert table.game.armies["adrianople"][0].spent == (0,) * 7
    assert not table.game.vehicles[1].stopped
    assert Take(1) not in table.offers()


@pytest.mark.rule("MU-VAR-02")
def test_with_the_terrain_variant_steps_cost_by_terrain_and_rivers():
    table = Table(2, options={"terrain": True}, vehicles=[wagon("buda", owner=1)], order=[1, 0])
    assert step_cost(table.game, "buda", "alfold") == {"plains": 1, "forest": 2, "hills": 2, "mountains": 3, "desert": 2}[
        world.terrain("alfold")
    ] + int(world.crosses_river("buda", "alfold"))
    assert world.crosses_river("buda", "alfold")
    assert step_cost(table.game, "smyrna", "aegean") == 1
    plain = Table(2, order=[1, 0])
    assert step_cost(plain.game, "buda", "alfold") == 1


@pytest.mark.rule("MU-BAR-06", "MU-MOV-10")
def test_a_fight_that_a_ban_put_off_is_due_in_a_later_turn():
    """S-45: armies that stand side by side may fight without moving."""
    armies = {"tarnovo": {0: {"cav": 3}, "barbarians": {"li": 1}}}
    table = Table(2, armies=armies, lands={"tarnovo": {"holder": "barbarians"}}, order=[0, 1], dice=[1, 2, 8])
    assert Engage("tarnovo") in table.offers()
    table.do("engage tarnovo")
    assert table.happened(BattleBegan)[0].defender == -1


def converging(first="adrianople", **position):
    """A first group of two has entered Tarnovo, where a horde of four stands; further groups may come before the battle."""
    armies = {first: {0: {"li": 2}}, "tarnovo": {"barbarians": {"li": 4}}, **position.pop("armies")}
    vehicles = [wagon(first), *position.pop("vehicles", [])]
    table = Table(2, vehicles=vehicles, armies=armies, order=[0, 1], dice=[1, 2, 3], **position)
    return table.do(Muster(first), "take 1", "boardall", "go tarnovo")


@pytest.mark.rule("MU-MOV-01", "MU-MOV-06")
def test_a_further_group_may_put_to_sea_from_a_docked_galley_and_land_at_the_common_destination():
    table = converging(armies={"nicaea": {0: {"hi": 3}}}, vehicles=[galley("nicaea", pm=2)])
    assert table.offers(Muster) == [Muster("nicaea")]
    table.do(Muster("nicaea"), "take 2", "boardall")
    assert table.offers(Go) == [Go("black_sea_west")], "by the Aegean it is further than two steps"
    table.do("go black_sea_west")  # from there only one step is left
    assert table.units("tarnovo", 0) == {"li": 2, "hi": 3}
    assert table.game.vehicles[2].space == "tarnovo"
    assert table.game.vehicles[2].pm == 0
    table.do("nomore")
    assert table.happened(BattleBegan)[0].place == "tarnovo"


@pytest.mark.rule("MU-MOV-01")
@pytest.mark.parametrize(("pm", "comes"), [(2, True), (1, False)])
def test_a_docked_galley_brings_nobody_whom_its_movement_does_not_bring_there(pm, comes):
    table = converging(armies={"nicaea": {0: {"hi": 3}}}, vehicles=[galley("nicaea", pm=pm)])
    assert (table.asked() == "BringMore") == comes


@pytest.mark.rule("MU-MOV-01", "MU-MOV-05")
def test_a_further_group_may_drive_to_a_docked_galley_and_go_on_by_sea():
    """E-30 on the way to a common destination: from Smyrna by wagon to Nicaea, there aboard."""
    table = converging(armies={"smyrna": {0: {"hi": 3}}}, vehicles=[galley("nicaea", pm=2), wagon("smyrna", pm=1)])
    table.do(Muster("smyrna"), "take 3", "boardall")
    assert table.offers(Go) == [Go("nicaea")]
    table.do("go nicaea", "take 2", "leave 3", "go black_sea_west")
    assert table.units("tarnovo", 0) == {"li": 2, "hi": 3}
    assert table.game.vehicles[3].space == "nicaea"


@pytest.mark.rule("MU-MOV-01", "MU-DIP-05")
@pytest.mark.parametrize(("kinds", "comes"), [(["passage"], True), (["trade"], False)])
def test_a_further_group_may_come_through_a_partners_land(kinds, comes):
    pact = {"parties": [0, 1], "kinds": kinds, "guests": [0], "per_use": 30}
    lands = {"serbia": {"holder": 1, "token": 1}}
    table = converging(armies={"ragusa": {0: {"hi": 3}}}, vehicles=[wagon("ragusa")], lands=lands, pacts=[pact])
    assert (table.asked() == "BringMore") == comes
    if comes:
        table.do(Muster("ragusa"), "take 2", "board hi", "board hi", "go serbia", "go tarnovo")
        assert table.units("tarnovo", 0) == {"li": 2, "hi": 2}
        assert table.florins(0) == 1600 - 30, "the passage is paid"
        assert table.game.lands["serbia"].holder == 1


@pytest.mark.rule("MU-MOV-01", "MU-MOV-07")
def test_a_further_group_may_come_out_of_a_castle_without_a_wagon():
    table = converging(armies={"thessalonica": {0: {"hi": 3}}}, lands={"thessalonica": {"military": 3}})
    table.do(Muster("thessalonica"), "boardall", "go tarnovo")
    assert table.units("tarnovo", 0) == {"li": 2, "hi": 3}


@pytest.mark.rule("MU-MOV-01", "MU-MOV-05")
def test_a_further_group_may_take_a_longer_way_if_its_movement_lasts():
    """From Constantinople by Adrianople alone, or round by Thessalonica to fetch another unit."""
    armies = {"constantinople": {0: {"hi": 1}}, "thessalonica": {0: {"cav": 1}}}
    table = converging(first="wallachia", armies=armies, vehicles=[wagon("constantinople", pm=3)])
    table.do(Muster("constantinople"), "take 2", "boardall", "go adrianople")
    assert set(table.offers(Go)) == {Go("tarnovo"), Go("thessalonica")}
    table.do("go thessalonica", "boardall", "go tarnovo")
    assert table.units("tarnovo", 0) == {"li": 2, "hi": 1, "cav": 1}


@pytest.mark.rule("MU-MOV-01")
def test_a_further_group_on_its_way_does_not_halt_short_of_the_common_destination():
    table = converging(first="wallachia", armies={"constantinople": {0: {"hi": 1}}}, vehicles=[wagon("constantinople")])
    table.do(Muster("constantinople"), "take 2", "boardall")
    assert Halt() in table.offers(), "before it has left it may stay"
    table.do("go adrianople")
    assert Halt() not in table.offers()
    assert table.do("go tarnovo").asked() != "ManageGroup"


@pytest.mark.rule("MU-MOV-01")
def test_further_groups_come_once_from_each_place():
    vehicles = [wagon("adrianople"), wagon("constantinople")]
    armies = {"adrianople": {0: {"li": 2}}, "constantinople": {0: {"hi": 2}}, "tarnovo": {"barbarians": {"li": 1}}}
    table = Table(2, vehicles=vehicles, armies=armies, order=[0, 1], dice=[1, 2, 3])
    table.do(Muster("adrianople"), "take 1", "boardall", "go tarnovo", Muster("constantinople"), "halt")
    assert Muster("constantinople") not in table.offers()


@pytest.mark.rule("MU-MOV-05", "MU-MOV-07")
def test_a_unit_left_in_a_castle_does_not_join_again_at_once():
    table = Table(
        2,
        vehicles=[wagon("adrianople")],
        armies={"adrianople": {0: {"li": 2}}},
        lands={"constantinople": {"military": 3}},
        order=[0, 1],
    )
    table.do(Muster("adrianople"), "take 1", "boardall", "go constantinople", "drop li")
    assert table.offers(Board) == []


@pytest.mark.rule("MU-MOV-09", "MU-CARD-01")
def test_where_fighting_is_banned_the_horde_rises_but_the_battle_waits():
    table = Table(2, vehicles=[wagon("adrianople")], armies={"adrianople": {0: {"cav": 3}}}, order=[0, 1])
    lay_effect(table.game, "no-fight", 1, "tarnovo", until="turn")
    table.do(Muster("adrianople"), "take 1", "boardall", "go tarnovo")
    assert (table.units("tarnovo", -1), table.units("tarnovo", 0)) == ({"li": 1}, {"cav": 3})
    assert table.happened(BattleBegan) == []
    assert table.game.lands["tarnovo"].holder == -1


@pytest.mark.rule("MU-MOV-10", "MU-MOV-04")
def test_a_group_goes_on_through_calm_land_until_it_meets_an_adversarys_army():
    """Constantinople, Adrianople, Tarnovo: the first two steps leave it its movement, the third ends it in a battle."""
    armies = {"nicaea": {0: {"hi": 2}}, "tarnovo": {1: {"li": 1}}}
    facts = {
        "armies": armies,
        "vehicles": [wagon("nicaea")],
        "order": [0, 1],
        "wars": [[0, 1, 0]],
        "turn": 2,
        "dice": [1, 2, 3] * 2,
    }
    table = Table(2, **facts)
    table.do(Muster("nicaea"), "take 1", "boardall")
    for step, left in (("constantinople", 5), ("adrianople", 4)):
        table.do(Go(step))
        assert (table.asked(), table.game.vehicles[1].pm, table.game.vehicles[1].stopped) == ("ManageGroup", left, False)
    table.do(Go("tarnovo"))
    assert [(event.place, event.attacker, event.defender) for event in table.happened(BattleBegan)] == [("tarnovo", 0, 1)]
    assert table.game.vehicles[1].stopped
