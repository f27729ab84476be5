"""Positions built from the rulebooks' words: events, barbarians, taxes, loans, end of turn."""

import pytest

from marchland.games.medioevo.rules.barbarians import Rebelled
from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import BattleBegan
from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.events.calamities import Struck, Suffer
from marchland.games.medioevo.rules.events.events import EventDrawn
from marchland.games.medioevo.rules.events.hordes import Drive, Reinforce, Rouse
from marchland.games.medioevo.rules.loans import Borrow, Default, Eliminated, Repay, SelfPillage, SelfRebel
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.taxes import PayUpkeep, SetTax
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS

from .table import Table

HOMES = ("constantinople", "adrianople", "thessalonica", "hellas", "morea", "nicaea", "smyrna")


def phase_two(*, icons=("armies", "goods"), dice=(), event="carpathians-2", back="carpathians-1", **more):
    """The events phase of turn 2; the first player keeps the barbarian dice 4, 6, 8 and chooses two icons; event dice follow."""
    position = {"turn": 2, "order": [0, 1], "events": [event, back], **more}
    table = Table(2, at="events", dice=[4, 6, 8], **position)
    table.do("keepdice").script(*dice)
    chosen = next(option for option in table.offers() if set(option.icons) == set(icons))
    return table.do(chosen)


def caravan(space, owner=1, level=1, **more):
    return {"owner": owner, "kind": "caravan", "level": level, "space": space, **more}


# -- events: the card --------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EVT-01")
def test_in_the_first_turn_no_event_no_barbarian_points_and_no_rebellion():
    armies = {"vienna": {"barbarians": {"li": 1}}}
    table = Table(2, at="events", turn=1, order=[0, 1], dice=[4, 6, 8], players={1: {"tax": 50}}, armies=armies)
    table.do("keepdice")
    assert (table.happened(EventDrawn), table.happened(Rebelled)) == ([], [])
    assert table.asked() == "ChooseTax"


@pytest.mark.rule("MU-EVT-03")
def test_the_first_player_chooses_any_two_of_the_three_icons():
    table = Table(2, at="events", turn=2, order=[1, 0], dice=[4, 6, 8], events=["carpathians-2"])
    table.do("keepdice")
    assert table.game.deciders == (1,)
    assert {frozenset(option.icons) for option in table.offers()} == {
        frozenset(pair) for pair in (("movement", "armies"), ("movement", "goods"), ("armies", "goods"))
    }


@pytest.mark.rule("MU-EVT-05")
@pytest.mark.parametrize(("die", "stopped"), [(1, 1), (2, 2), (3, 0), (6, 0)])
def test_a_movement_event_stops_as_many_transports_as_a_low_die_shows(die, stopped):
    """Transports only, merchant ones too; engines and pieces outside the red area go on."""
    vehicles = [
        caravan("buda"),
        {"owner": 1, "kind": "wagon", "space": "kassa"},
        {"owner": 1, "kind": "galley", "space": "adriatic"},
        {"owner": 1, "kind": "engine", "space": "buda"},
        caravan("nicaea"),
    ]
    table = phase_two(icons=("movement", "armies"), dice=[die], vehicles=vehicles)
    while table.asked() == "ChooseVictim":
        assert {option.piece for option in table.offers()} <= {"v:1", "v:2", "v:3"}
        table.do(table.offers()[0])
    assert sum(vehicle.pm == 0 for vehicle in table.game.vehicles.values()) == stopped
    assert [(event.seat, event.icon) for event in table.happened(Struck)] == [(1, "movement")], "nobody else rolls"


@pytest.mark.rule("MU-EVT-05", "MU-END-01")
def test_what_an_event_stopped_moves_again_next_turn():
    table = Table(2, at="end", turn=2, vehicles=[{**caravan("buda"), "pm": 0}])
    assert table.game.vehicles[1].pm == 6


@pytest.mark.rule("MU-EVT-06")
def test_the_owner_spreads_the_damage_over_the_red_territories():
    """A 4 for the armies: one point each to an Archer here and Cavalry there, two to Heavy infantry."""
    armies = {"buda": {1: {"arc": 1, "hi": 1}}, "kassa": {1: {"cav": 1}}, "nicaea": {1: {"li": 5}}}
    table = phase_two(dice=[4], armies=armies, lands={"nicaea": {"holder": 0}})
    table.do(Suffer("unit:buda:1:arc"), Suffer("unit:kassa:1:cav"), Suffer("unit:buda:1:hi"), Suffer("unit:buda:1:li"))
    assert (table.units("buda", 1), table.units("kassa", 1), table.units("nicaea", 1)) == ({}, {"hi": 1}, {"li": 5})


@pytest.mark.rule("MU-EVT-06", "MU-CTL-02")
def test_an_army_that_an_event_wipes_out_no_longer_holds_foreign_land():
    table = phase_two(dice=[1], armies={"vienna": {1: {"li": 1}}})
    assert table.game.lands["vienna"].holder == BARBARIANS


@pytest.mark.rule("MU-EVT-07", "MU-EVT-03")
@pytest.mark.parametrize(("die", "left"), [(1, (1, 1)), (2, (0, 0)), (4, (1, 0))])
def test_a_village_stands_one_point_of_damage_and_falls_at_two(die, left):
    table = phase_two(
        icons=("buildings", "goods"), event="carpathians-1", back="carpathians-2", dice=[die], lands={"buda": {"civil": 1}}
    )
    land = table.game.lands["buda"]
    assert (land.civil, land.civil_damage) == left


@pytest.mark.rule("MU-EVT-08")
def test_lost_goods_come_from_one_transport():
    vehicles = [caravan("buda", goods=["salt"]), caravan("kassa", goods=["furs", "wine"])]
    table = phase_two(icons=("movement", "goods"), dice=[6, 2], vehicles=vehicles)
    table.do(Suffer("good:1:salt"))
    assert table.game.vehicles[1].goods == ()
    assert table.game.vehicles[2].goods == ("furs", "wine"), "the second cube is not taken from another one"
    assert table.game.supply["cube:salt"] == 20


@pytest.mark.rule("MU-EVT-04")
def test_each_player_with_pieces_there_rolls_once_per_icon():
    armies = {"buda": {1: {"li": 9}}, "serbia": {0: {"li": 9}}}
    vehicles = [caravan("buda", goods=["salt"]), caravan("banat", goods=["salt"])]
    table = phase_two(dice=[5, 5, 6], armies=armies, vehicles=vehicles)
    assert [(event.seat, event.icon) for event in table.happened(Struck)] == [(0, "armies"), (1, "armies"), (1, "goods")]


# -- events: barbarian points ------------------------------------------------------------------------------


def roaming(**more):
    """The first player has three barbarian points to spend."""
    table = phase_two(event="egypt-1", icons=("armies", "goods"), **more)
    assert table.asked() == "SpendPoint"
    return table


@pytest.mark.rule("MU-EVT-09", "MU-EVT-12")
def test_a_whole_horde_moves_for_one_point_and_may_move_three_times():
    table = roaming(armies={"serbia": {"barbarians": {"li": 3, "arc": 1}}})
    table.do(Rouse("serbia"), Drive("tarnovo"), Rouse("tarnovo"), Drive("black_sea_west"))
    assert table.units("black_sea_west", BARBARIANS) == {"li": 3, "arc": 1}
    table.do(Rouse("black_sea_west"), Drive("sinope"))
    assert table.units("sinope", BARBARIANS) == {"li": 3, "arc": 1}
    assert table.asked() != "SpendPoint", "three points are spent"
    assert not [space for space in table.game.armies if space == "black_sea_west"]


@pytest.mark.rule("MU-EVT-09")
def test_two_hordes_that_meet_are_one():
    table = roaming(armies={"serbia": {"barbarians": {"li": 2}}, "tarnovo": {"barbarians": {"arc": 1}}})
    table.do(Rouse("serbia"), Drive("tarnovo"))
    assert table.units("tarnovo", BARBARIANS) == {"li": 2, "arc": 1}


@pytest.mark.rule("MU-EVT-14", "MU-BAR-07")
def test_a_horde_driven_into_an_empty_home_territory_lays_it_waste():
    lands = {"nicaea": {"civil": 2, "military": 1, "cubes": ["salt"]}}
    vehicles = [caravan("nicaea", owner=0, goods=["furs"]), {"owner": 0, "kind": "engine", "space": "nicaea"}]
    table = roaming(order=[1, 0], armies={"sinope": {"barbarians": {"li": 1}}}, lands=lands, vehicles=vehicles)
    table.do(Rouse("sinope"), Drive("nicaea"))
    land = table.game.lands["nicaea"]
    assert (land.holder, land.civil, land.military, land.cubes) == (BARBARIANS, 0, 0, ())
    assert table.game.vehicles == {}
    assert table.florins(0) == table.florins(1) == 1600, "nobody gains by it"
    assert table.happened(Honoured) == []


@pytest.mark.rule("MU-EVT-13")
def test_hordes_in_another_players_home_may_be_moved_those_in_ones_own_may_not():
    armies = {"nicaea": {"barbarians": {"li": 1}}, "buda": {"barbarians": {"li": 1}}, "serbia": {"barbarians": {"li": 1}}}
    lands = {"nicaea": {"holder": "barbarians"}, "buda": {"holder": "barbarians"}}
    for first, rousable in ((0, {"buda", "serbia"}), (1, {"nicaea", "serbia"})):
        table = roaming(order=[first, 1 - first], armies=armies, lands=lands)
        assert {option.space for option in table.offers(Rouse)} == rousable
        assert {"nicaea", "buda", "serbia"} <= {option.space for option in table.offers(Reinforce)}, "adding is another matter"


@pytest.mark.rule("MU-EVT-11")
def test_a_horde_of_four_may_get_a_captain_and_one_of_three_only_an_archer():
    table = roaming(armies={"serbia": {"barbarians": {"li": 3}}})
    kinds = {option.kind for option in table.offers(Reinforce) if option.space == "serbia"}
    assert kinds == {"li", "arc"}
    table.do(Reinforce("serbia", "arc"))
    assert Reinforce("serbia", "cap1") in table.offers()


# -- events: rebellions ------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EVT-15", "MU-EVT-17")
def test_rebellions_break_out_one_after_the_other_where_the_fewest_units_are():
    """Tax 40 where 20 is tolerated: two rebellions; five homes are garrisoned, the two others are the choice."""
    armies = {space: {1: {"li": 1}} for space in ("pozsony", "kassa", "buda", "alfold", "slavonia")}
    table = roaming(back="carpathians-2", players={1: {"tax": 40}}, armies=armies)
    table.do("leavehordes")
    assert (table.asked(), table.game.deciders) == ("ChooseRebellion", (1,))
    assert {option.space for option in table.offers()} == {"banat", "transylvania"}
    table.do("rebel banat")
    assert [event.space for event in table.happened(Rebelled)] == ["banat", "transylvania"], "then only one is left without units"
    assert table.honour(1) == 10, "no rebellion was in progress before: the second costs nothing either"


@pytest.mark.rule("MU-EVT-15")
@pytest.mark.parametrize("tax", [10, 20])
def test_a_tax_that_is_tolerated_brings_no_rebellion(tax):
    table = roaming(back="carpathians-2", players={1: {"tax": tax}})
    table.do("leavehordes")
    assert table.happened(Rebelled) == []


@pytest.mark.rule("MU-EVT-16")
def test_a_horde_in_ones_home_kingdom_makes_every_new_rebellion_cost_honour():
    armies = {"buda": {"barbarians": {"li": 1}}}
    table = roaming(back="carpathians-2", players={1: {"tax": 40}}, armies=armies, lands={"buda": {"holder": "barbarians"}})
    table.do("leavehordes")
    while table.asked() == "ChooseRebellion":
        table.do(table.offers()[0])
    assert table.honour(1) == 10 - 2


@pytest.mark.rule("MU-EVT-16")
def test_a_horde_in_land_conquered_elsewhere_is_no_rebellion():
    armies = {"serbia": {"barbarians": {"li": 1}}}
    table = roaming(back="carpathians-2", players={1: {"tax": 30}}, armies=armies)
    table.do("leavehordes", "rebel buda")
    assert table.honour(1) == 10


# -- barbarians --------------------------------------------------------------------------------------------


def wagon(space, owner=0, **more):
    return {"owner": owner, "kind": "wagon", "space": space, **more}


@pytest.mark.rule("MU-BAR-01", "MU-MOV-09")
def test_a_lone_wagon_wakes_no_horde_and_one_that_meets_a_horde_is_lost():
    table = Table(
        2, order=[0, 1], vehicles=[wagon("adrianople"), wagon("thessalonica")], armies={"serbia": {"barbarians": {"li": 1}}}
    )
    table.do(Muster("adrianople"), "take 1", "go tarnovo", "halt")
    assert "tarnovo" not in table.game.armies
    table.do("passround", Muster("thessalonica"), "take 2", "go serbia")
    assert list(table.game.vehicles) == [1]


@pytest.mark.rule("MU-MOV-10")
def test_no_horde_is_added_where_one_stands_already():
    armies = {"adrianople": {0: {"cav": 3}}, "tarnovo": {"barbarians": {"li": 1}}}
    table = Table(2, order=[0, 1], circle=[1, 1, 1], vehicles=[wagon("adrianople")], armies=armies, dice=[8])
    table.script(1, 2, 3).do(Muster("adrianople"), "take 1", "boardall", "go tarnovo")
    assert table.units("tarnovo", BARBARIANS) == {"li": 1}


@pytest.mark.rule("MU-BAR-07", "MU-MOV-09")
def test_barbarians_who_beat_an_invader_take_his_wagon_but_hold_nothing_more():
    armies = {"adrianople": {0: {"li": 1}}}
    table = Table(2, order=[0, 1], circle=[1, 6, 8], vehicles=[wagon("adrianople")], armies=armies)
    table.script(1, 2, 3).do(Muster("adrianople"), "take 1", "boardall", "go tarnovo", "stand", "keepdice")
    assert table.happened(BattleEnded)[0].winner == BARBARIANS
    assert table.game.vehicles == {}
    assert table.honour(0) == 9
    assert table.game.lands["adrianople"].holder == 0


@pytest.mark.rule("MU-BAT-15")
def test_if_all_die_at_home_the_land_returns_to_its_owner_and_abroad_it_is_wild():
    for place, holder in (("adrianople", 0), ("tarnovo", BARBARIANS)):
        table = Table(2, order=[0, 1], circle=[2, 3, 4], armies={place: {0: {"li": 1}, "barbarians": {"li": 1}}},
                      battle={"place": place, "attacker": 0, "defender": "barbarians"}, dice=[1, 2, 4])  # fmt: skip
        table.do("keepdice")
        assert table.happened(BattleEnded)[0].winner is None
        assert place not in table.game.armies
        assert table.game.lands[place].holder == holder
        assert [event.points for event in table.happened(Honoured)] == [-1], "all his units are destroyed"


@pytest.mark.rule("MU-EVT-17", "MU-EVT-14")
def test_a_rebellion_against_a_garrison_is_fought_at_once_and_the_horde_attacks():
    armies = {space: {1: {"hi": 2}} for space in ("pozsony", "kassa", "buda", "alfold", "slavonia", "banat", "transylvania")}
    table = roaming(back="carpathians-2", players={1: {"tax": 30}}, armies=armies)
    table.do("leavehordes").script(1, 2, 8)
    table.do("rebel buda")
    began = table.happened(BattleBegan)[0]
    assert (began.place, began.attacker, began.defender) == ("buda", BARBARIANS, 1)
    assert table.game.phase == 2


# -- taxes -------------------------------------------------------------------------------------------------


def tax(level=10, **more):
    """Phase 3: seat 0 sets this level, seat 1 ten."""
    return Table(2, at="taxes", order=[0, 1], **more).do(SetTax(level), SetTax(10))


def income_of(table, seat=0):
    return sum(event.florins for event in table.happened(Paid) if event.payee == seat and event.rule in ("MU-TAX-02", "MU-TAX-04"))


@pytest.mark.rule("MU-TAX-02")
@pytest.mark.parametrize(
    ("facts", "territories"),
    [({}, 7), ({"civil": 1}, 8), ({"civil": 2}, 9), ({"civil": 3}, 10), ({"military": 3}, 7), ({"cathedral": 1}, 7)],
)
def test_a_civil_building_counts_as_so_many_territories_and_others_as_none(facts, territories):
    assert income_of(tax(30, lands={"nicaea": facts})) == 30 * territories


@pytest.mark.rule("MU-TAX-02")
@pytest.mark.parametrize(("civil", "market"), [(2, 0), (3, 60)])
def test_only_a_city_brings_twenty_florins_for_each_cube_of_its_market(civil, market):
    table = tax(10, lands={"nicaea": {"civil": civil, "cubes": ["salt", "furs", "wine"]}})
    assert income_of(table) == 10 * (7 + civil) + market


@pytest.mark.rule("MU-TAX-03")
def test_conquered_land_pays_by_garrison_or_token_and_home_without_either():
    armies, lands = {"serbia": {0: {"li": 1}}}, {"tarnovo": {"holder": 0, "token": 0}}
    assert income_of(tax(20, armies=armies, lands=lands)) == 20 * 9


@pytest.mark.rule("MU-TAX-04")
@pytest.mark.parametrize(("armies", "florins"), [({}, 200), ({"tarnovo": {0: {"li": 1}}}, 50)])
def test_two_hundred_florins_are_for_those_with_neither_army_nor_land(armies, florins):
    lost = {space: {"holder": 1} for space in HOMES}
    garrisons = {space: {1: {"li": 1}} for space in HOMES}
    table = tax(50, lands=lost, armies={**garrisons, **armies}, wars=[[0, 1, 0]])
    assert income_of(table) == florins


@pytest.mark.rule("MU-TAX-04", "MU-TAX-06")
def test_transports_are_no_army_and_cost_upkeep_all_the_same():
    lost = {space: {"holder": 1} for space in HOMES}
    garrisons = {space: {1: {"li": 1}} for space in HOMES}
    table = tax(
        50, lands=lost, armies=garrisons, vehicles=[caravan("tarnovo", owner=0)], wars=[[0, 1, 0]], players={0: {"florins": 0}}
    )
    table.do(PayUpkeep())
    assert table.florins(0) == 200 - 20


@pytest.mark.rule("MU-TAX-06")
def test_prisoners_and_surrendered_units_cost_their_owner_no_upkeep():
    table = tax(10, prisoners=[[1, 0, "cav"]], players={0: {"camp": {"hi": 2}, "florins": 0}})
    assert table.asked() != "MeetUpkeep" or table.game.deciders != (0,)
    assert table.florins(0) == 70


# -- loans -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-LOA-02", "MU-LOA-03")
def test_a_loan_repaid_before_the_taxes_bears_no_more_interest():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"loans": 2}})
    table.do(Repay())
    assert Repay() not in table.offers(), "one a turn"
    assert (table.florins(0), table.game.players[0].loans) == (1100, 1)
    owing = tax(10, players={0: {"loans": 1}})
    assert [event.florins for event in owing.happened(Paid) if event.rule == "MU-TAX-05"] == [50]


@pytest.mark.rule("MU-LOA-02")
def test_nothing_less_than_five_hundred_is_repaid():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"loans": 1, "florins": 499}})
    assert Repay() not in table.offers()


@pytest.mark.rule("MU-BKR-01", "MU-LOA-01")
def test_whoever_can_still_borrow_is_not_bankrupt():
    table = tax(10, players={0: {"loans": 2, "florins": 0}}, lands={space: {"holder": "barbarians"} for space in HOMES[1:]})
    assert table.florins(0) == 10 + 500 - 100
    assert table.game.players[0].loans == 3
    assert table.game.players[0].strikes == 0


def bankrupt(**more):
    """Five loans and no cash: 250 florins are due, and the homes bring 10 each."""
    player = {"loans": 5, "florins": 0, **more.pop("player", {})}
    table = tax(10, players={0: player}, **more)
    assert table.asked() == "FaceBankruptcy"
    return table


@pytest.mark.rule("MU-BKR-02", "MU-BKR-03")
def test_a_bankrupt_sells_buildings_and_transports_first_and_only_then_lets_rebellions_break_out():
    vehicles = [caravan("nicaea", owner=0, level=2), {"owner": 0, "kind": "engine", "level": 3, "space": "nicaea"}]
    table = bankrupt(lands={"nicaea": {"civil": 1}}, vehicles=vehicles)
    assert set(table.offers()) == {Default(), SelfPillage("building:nicaea:civil"), SelfPillage("v:1")}
    table.do(SelfPillage("v:1"))
    assert table.florins(0) == 80 + 100
    table.do(SelfPillage("building:nicaea:civil"))
    assert set(table.offers()) == {Default(), SelfRebel()}, "230 of 250; the engine is no property to plunder"
    table.do(SelfRebel())
    while table.asked() == "ChooseRebellion":
        table.do(table.offers()[0])
    assert table.florins(0) == 330 - 250
    assert len(table.happened(Rebelled)) == 1


@pytest.mark.rule("MU-BKR-03", "MU-EVT-16")
def test_rebellions_for_money_follow_the_rules_of_rebellions():
    """With one in progress, each new one costs honour."""
    armies, lands = {"smyrna": {"barbarians": {"li": 1}}}, {"smyrna": {"holder": "barbarians"}}
    table = bankrupt(armies=armies, lands=lands)
    table.do(SelfRebel(), "rebel nicaea")
    assert table.honour(0) == 9
    assert table.florins(0) == 60 + 100


@pytest.mark.rule("MU-BKR-04")
def test_unpaid_interest_twice_in_a_row_ends_a_players_game_and_once_does_not():
    table = bankrupt()
    table.do(Default())
    assert table.happened(Eliminated) == []
    assert table.game.players[0].arrears == 250 - 70
    assert table.florins(0) == 0, "what cash there was has gone towards it"
    assert [(event.seat, event.florins) for event in table.happened(Paid) if event.rule == "MU-BKR-01"] == [(0, 70)]
    again = bankrupt(player={"strikes": 1, "arrears": 180})
    again.do(Default())
    assert [event.seat for event in again.happened(Eliminated)] == [0]
    assert again.game.is_over or again.game.players[0].eliminated


@pytest.mark.rule("MU-BKR-01", "MU-BKR-04")
def test_whoever_pays_what_was_left_starts_anew():
    table = tax(50, players={0: {"loans": 1, "florins": 0, "arrears": 100, "strikes": 1}})
    assert table.florins(0) == 350 - 50 - 100
    assert (table.game.players[0].strikes, table.game.players[0].arrears) == (0, 0)


@pytest.mark.rule("MU-LOA-01")
def test_a_loan_can_be_taken_before_the_bids_and_while_upkeep_is_due():
    table = Table(2, at="order", turn=2, order=[0, 1], options={"ask_1": "always"}, players={0: {"florins": 0}})
    assert Borrow() in table.offers()
    broke = tax(10, players={0: {"florins": 0}}, armies={"nicaea": {0: {"li": 9}}})
    assert Borrow() in broke.offers()
