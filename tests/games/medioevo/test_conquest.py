"""Conquest, pillage, control of territories, Control tokens."""

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.components.armies import destroy_unit
from marchland.games.medioevo.rules.components.table import change_land
from marchland.games.medioevo.rules.conquest.buildings import damage_building, raise_building, remove_building
from marchland.games.medioevo.rules.conquest.conquest import Conquest, Pillage, can_possess, conquest_honour, spoils
from marchland.games.medioevo.rules.conquest.control import PlaceToken, refresh_control
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS

from .table import Table


def wagon(space, level=1, owner=0, **more):
    return {"owner": owner, "kind": "wagon", "level": level, "space": space, **more}


def conquest(space, loser=1, seats=2, **more):
    """Seat 0 stands in a territory it has just won from seat 1."""
    armies = {**more.pop("armies", {}), space: {0: {"hi": 2}}}
    table = Table(seats, armies=armies, wars=[[0, 1, 0]], turn=2, order=range(seats), **more)
    change_land(table.game, space, holder=loser)
    table.game.push(Conquest(0, space, loser))
    table.game.run()
    table.events += table.game.outbox
    table.game.outbox = []
    return table


@pytest.mark.rule("MU-CON-02", "MU-CON-03", "MU-PH-01")
def test_pillage_pays_half_and_kept_transports_change_owner():
    """E-48: Village and Cathedral pillaged for 200, Caravan II kept; 1 + 1 + 3 honour."""
    lands = {"buda": {"civil": 1, "cathedral": 1}}
    vehicles = [{"owner": 1, "kind": "caravan", "level": 2, "space": "buda"}]
    table = conquest("buda", lands=lands, vehicles=vehicles)
    table.do("pillage building:buda:civil", "pillage building:buda:cathedral", "keep")
    assert table.florins(0) == 1600 + 200
    assert table.honour(0) == 10 + 5
    assert table.game.vehicles[1].owner == 0
    assert table.game.ever[0].seized_transports == 1
    assert (table.game.lands["buda"].civil, table.game.lands["buda"].cathedral) == (0, 0)


@pytest.mark.rule("MU-CON-02")
def test_cubes_are_pillaged_for_fifty_each():
    vehicles = [{"owner": 1, "kind": "caravan", "space": "buda", "goods": ["salt", "furs"]}]
    table = conquest("buda", lands={"buda": {"cubes": ["spices"]}}, vehicles=vehicles)
    assert {o.element for o in table.offers(Pillage)} == {"cube:buda:spices", "v:1", "v:1:cargo"}
    table.do("pillage cube:buda:spices", "pillage v:1:cargo")
    assert table.florins(0) == 1600 + 50 + 100
    table.do("keep")
    assert table.game.vehicles[1].goods == ()


@pytest.mark.rule("MU-CON-02", "MU-BUY-05")
def test_without_a_free_property_token_a_prize_must_be_pillaged():
    own = [wagon("adrianople") for _ in range(8)] + [wagon("adrianople", 2) for _ in range(2)]
    table = conquest("buda", vehicles=[*own, {"owner": 1, "kind": "caravan", "level": 3, "space": "buda"}])
    table.do("keep")
    assert 11 not in table.game.vehicles
    assert table.florins(0) == 1600 + 150


@pytest.mark.rule("MU-CON-02")
def test_a_third_partys_pieces_stay():
    vehicles = [{"owner": 2, "kind": "caravan", "space": "buda"}]
    table = conquest("buda", seats=3, vehicles=vehicles)
    assert "v:1" not in list(spoils(table.game, 0, "buda"))
    assert table.game.vehicles[1].owner == 2


@pytest.mark.rule("MU-PH-01")
def test_a_city_and_a_castle_bring_seven_points():
    """E-64"""
    table = Table(2, lands={"buda": {"civil": 3, "military": 3}})
    assert conquest_honour(table.game, 0, "buda") == 7


@pytest.mark.rule("MU-PH-01")
def test_land_without_settlement_brings_nothing():
    assert conquest_honour(Table(2).game, 0, "wallachia") == 0


@pytest.mark.rule("MU-PH-03")
def test_the_same_land_twice_in_a_turn_and_own_home_bring_nothing():
    table = Table(2)
    assert conquest_honour(table.game, 0, "buda") == 1
    assert conquest_honour(table.game, 0, "buda") == 0
    assert conquest_honour(table.game, 0, "constantinople") == 0


@pytest.mark.rule("MU-PH-02")
def test_the_first_conquest_of_rome_brings_two_more_once():
    table = conquest("roma", loser=BARBARIANS)
    holy = [event.points for event in table.happened(Honoured) if event.rule == "MU-PH-02"]
    assert holy == [2]
    assert table.honour(0) == 13
    table.game.taken_this_turn.clear()
    table.game.push(Conquest(0, "roma", BARBARIANS))
    table.game.run()
    assert table.honour(0) == 14, "later only the settlement counts"


@pytest.mark.rule("MU-CTL-01")
def test_home_land_returns_when_the_conqueror_leaves():
    table = Table(2, armies={"buda": {0: {"li": 1}}}, wars=[[0, 1, 0]], order=[0, 1])
    assert table.game.lands["buda"].holder == 0
    destroy_unit(table.game, "buda", 0, "li", "MU-MOV-14")
    refresh_control(table.game, "buda")
    assert table.game.lands["buda"].holder == 1


@pytest.mark.rule("MU-CTL-02", "MU-TAX-03")
def test_other_land_needs_a_unit_or_a_token():
    """E-49"""
    lands = {"tarnovo": {"holder": 0}, "serbia": {"holder": 0, "token": 0}, "adrianople": {"military": 1}}
    table = Table(2, armies={"tarnovo": {0: {"li": 1}}}, lands=lands, vehicles=[wagon("tarnovo")], order=[0, 1])
    table.do(Muster("tarnovo"), "take 1", "boardall", "go adrianople")
    assert table.game.lands["tarnovo"].holder == BARBARIANS
    refresh_control(table.game, "serbia")
    assert table.game.lands["serbia"].holder == 0


@pytest.mark.rule("MU-CTL-03")
def test_a_conquered_token_is_gone_for_good():
    table = conquest("tarnovo", lands={"tarnovo": {"token": 1, "holder": 1}})
    assert table.game.lands["tarnovo"].token == BARBARIANS
    assert table.game.players[1].stars == 8


@pytest.mark.rule("MU-CTL-04", "MU-BUY-12")
@pytest.mark.parametrize(("level", "tokens"), [(1, 1), (2, 2), (3, 3)])
def test_a_military_building_brings_control_tokens(level, tokens):
    """E-44 for the Tower."""
    table = Table(2, order=[0, 1])
    raise_building(table.game, 0, "adrianople", "military", level, "MU-BUY-02")
    table.game.run()
    placed = 0
    while table.asked() == "PlaceTokens":
        table.do(table.offers(PlaceToken)[0])
        placed += 1
    assert placed == tokens
    assert table.game.players[0].stars == 8 - tokens


@pytest.mark.rule("MU-CTL-04")
def test_an_upgrade_brings_only_the_difference_and_tokens_may_be_given_up():
    table = Table(2, lands={"adrianople": {"military": 1}}, order=[0, 1])
    raise_building(table.game, 0, "adrianople", "military", 2, "MU-BUY-02")
    table.game.run()
    assert table.game.decision.tokens == 1
    table.do("skiptoken")
    assert table.game.players[0].stars == 8


@pytest.mark.rule("MU-CTL-04")
def test_tokens_do_not_go_where_others_are():
    armies = {"tarnovo": {"barbarians": {"li": 1}}, "serbia": {1: {"li": 1}}}
    table = Table(2, armies=armies, order=[0, 1])
    raise_building(table.game, 0, "adrianople", "military", 3, "MU-BUY-02")
    table.game.run()
    sites = {option.space for option in table.offers(PlaceToken)}
    assert sites
    assert sites.isdisjoint({"tarnovo", "serbia"})


@pytest.mark.rule("MU-CTL-05")
def test_tokens_of_a_captured_and_kept_building_change_hands():
    lands = {"transylvania": {"military": 1}, "moldavia": {"holder": 1, "token": 1}}
    table = conquest("transylvania", lands=lands)
    table.do("keep")
    assert table.game.lands["moldavia"].token == 0
    assert table.game.lands["moldavia"].holder == 0


@pytest.mark.rule("MU-CTL-05")
def test_tokens_that_another_building_supports_stay():
    """E-45"""
    lands = {"transylvania": {"military": 1}, "wallachia": {"holder": 1, "token": 1}, "serbia": {"holder": 1, "military": 1}}
    table = conquest("transylvania", lands=lands, armies={"serbia": {1: {"li": 1}}})
    table.do("keep")
    assert table.game.lands["wallachia"].token == 1


@pytest.mark.rule("MU-CTL-06")
def test_a_building_falls_when_damage_reaches_its_structure():
    lands = {"transylvania": {"military": 1, "military_damage": 2}, "moldavia": {"holder": 1, "token": 1}}
    table = Table(2, lands=lands)
    damage_building(table.game, "transylvania", "military", 1, "MU-SIE-01")
    assert table.game.lands["transylvania"].military == 0
    assert table.game.lands["moldavia"].token == BARBARIANS
    assert table.game.lands["moldavia"].holder == BARBARIANS


@pytest.mark.rule("MU-CTL-06")
def test_a_pillaged_tower_takes_its_tokens_along():
    table = Table(2, lands={"transylvania": {"military": 1}, "moldavia": {"holder": 1, "token": 1}})
    remove_building(table.game, "transylvania", "military")
    assert table.game.players[1].stars == 8


@pytest.mark.rule("MU-ELI-01")
def test_a_player_without_land_and_troops_is_still_in_the_game():
    lands = {space: {"holder": 0} for space in ("pozsony", "kassa", "buda", "alfold", "slavonia", "banat", "transylvania")}
    armies = {space: {0: {"li": 1}} for space in lands}
    table = Table(2, lands=lands, armies=armies, at="taxes", wars=[[0, 1, 0]])
    assert 1 in table.game.deciders
    assert not table.game.players[1].eliminated


@pytest.mark.rule("MU-VAR-04")
def test_blood_for_a_lost_home_and_for_pillage_and_how_it_is_spent():
    table = conquest("buda", options={"blood": True, "ask_2": "always"}, lands={"buda": {"civil": 1}})
    assert table.game.players[1].blood == 1
    table.do("pillage building:buda:civil")
    assert table.game.players[1].blood == 2
    field = Table(
        2,
        options={"blood": True, "ask_1": "always"},
        armies={"wallachia": {0: {"hi": 1}, 1: {"hi": 1}}},
        players={0: {"blood": 2}},
        wars=[[0, 1, 0]],
        turn=2,
        order=[0, 1],
        battle={"place": "wallachia", "attacker": 0, "defender": 1},
        dice=[1, 2, 3, 1, 2, 3],
    )
    field.do("stand", "stand", "keepdice", "keepdice", "spendblood", "spendblood")
    assert field.game.players[0].blood == 0
    assert field.happened(RoundFought)[0].attacks[0] == 5


@pytest.mark.rule("MU-CTL-06", "MU-CTL-03")
def test_pillaging_a_captured_tower_removes_the_losers_tokens():
    lands = {"transylvania": {"military": 1}, "moldavia": {"holder": 1, "token": 1}}
    table = conquest("transylvania", lands=lands)
    table.do("pillage building:transylvania:military")
    assert table.game.lands["moldavia"].token == BARBARIANS
    assert table.game.lands["moldavia"].holder == BARBARIANS
    assert table.game.players[1].stars == 8


@pytest.mark.rule("MU-CTL-01")
def test_contested_home_land_goes_to_whoever_is_left_there_alone():
    """After a fight that was put off nobody controls Buda; an enemy alone in it holds it, its owner alone too."""
    armies = {"buda": {0: {"li": 1}, 1: {"li": 1}}}
    for gone, holder in ((1, 0), (0, 1)):
        table = Table(2, armies=armies, wars=[[0, 1, 0]], turn=2, order=[0, 1], lands={"buda": {"holder": "barbarians"}})
        destroy_unit(table.game, "buda", gone, "li", "MU-MOV-14")
        refresh_control(table.game, "buda")
        assert table.game.lands["buda"].holder == holder


@pytest.mark.rule("MU-CON-01")
def test_land_is_not_taken_while_an_enemy_in_it_was_not_fought_nor_twice():
    """Seat 0 beats seat 1's only unit in Serbia and leaves seat 2, with whom it is at war as well, alone."""
    armies = {"serbia": {0: {"hi": 3}, 2: {"hi": 1}}}
    wars = [[0, 1, 0], [0, 2, 0]]
    table = Table(3, armies=armies, wars=wars, turn=2, order=[0, 1, 2], lands={"serbia": {"holder": 1, "token": 1}})
    assert not can_possess(table.game, 0, "serbia")
    destroy_unit(table.game, "serbia", 2, "hi", "MU-MOV-14")
    assert can_possess(table.game, 0, "serbia")
    change_land(table.game, "serbia", holder=0)
    assert not can_possess(table.game, 0, "serbia"), "it is his already"
