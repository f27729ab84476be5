"""Positions built from the rulebooks' words: purchases, conquest and control."""

import pytest

from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import BattleBegan
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.conquest.conquest import Conquered, Pillage
from marchland.games.medioevo.rules.conquest.control import PlaceToken, refresh_control
from marchland.games.medioevo.rules.events.hordes import Drive, Rouse, move_horde
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.purchases.empire import BuyCard, KeepCard
from marchland.games.medioevo.rules.purchases.purchases import Study, Visit
from marchland.games.medioevo.rules.purchases.sites import BuyVehicle, Promote, Raise, Ransom, Recruit, Repair, UpgradeVehicle
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS
from marchland.games.medioevo.tables import COLOURS

from .table import Table

PLENTY = dict.fromkeys(COLOURS, 9)
MASTER = dict.fromkeys(COLOURS, 3)


def shop(space="nicaea", florins=2000, technology=MASTER, **more):
    """Seat 0 (Byzantium) buys, with technologies of three levels and points of every colour."""
    player = {"florins": florins, "points": PLENTY, "technology": technology, **more.pop("player", {})}
    table = Table(2, at="purchases", order=[0, 1], players={0: player}, **more)
    return table.do(Visit(space)) if space else table


def wagon(space, owner=0, level=1, **more):
    return {"owner": owner, "kind": "wagon", "level": level, "space": space, **more}


SPENT = {
    space: {"holder": 0, "token": 0}
    for space in ("kiev", "cumania", "circassia", "georgia", "armenia", "iconium", "sinope", "attalia")
}
"""All eight Control tokens of seat 0 lie somewhere else."""


# -- purchases ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-08")
def test_a_village_built_first_lets_its_owner_recruit_one_unit_more():
    table = shop()
    for _ in range(3):
        table.do(Recruit("li"))
    assert table.offers(Recruit) == []
    table.do(Raise("civil", 1), Recruit("li"))
    assert table.offers(Recruit) == []
    assert table.units("nicaea", 0) == {"li": 4}


@pytest.mark.rule("MU-BUY-03", "MU-PH-04")
def test_a_village_becomes_a_city_in_one_step_for_the_difference():
    table = shop(lands={"nicaea": {"civil": 1, "civil_damage": 1}})
    table.do(Raise("civil", 3))
    land, player = table.game.lands["nicaea"], table.game.players[0]
    assert (land.civil, land.civil_damage) == (3, 1), "the damage stays"
    assert (player.florins, sum(player.points), player.honour) == (2000 - 200, 54 - 2, 11)
    assert (table.game.supply["village"], table.game.supply["city"]) == (24, 11)
    assert not [offer for offer in table.offers(Raise) if offer.category == "civil"]


@pytest.mark.rule("MU-BUY-02", "MU-BUY-05", "MU-BUY-07")
def test_without_a_settlement_no_civil_building_and_with_a_tower_troops_and_wagons():
    """Morea has no settlement: towers and Cathedrals may stand there, and at a Tower units, wagons and engines are placed."""
    table = shop("morea")
    assert {offer.category for offer in table.offers(Raise)} == {"military", "cathedral"}
    assert (table.offers(Recruit), table.offers(BuyVehicle)) == ([], [])
    table.do(Raise("military", 1))
    while table.asked() == "PlaceTokens":
        table.do("skiptoken")
    assert Recruit("cav") in table.offers()
    assert {offer.kind for offer in table.offers(BuyVehicle)} == {"wagon", "engine"}


@pytest.mark.rule("MU-BUY-05")
@pytest.mark.parametrize(
    ("space", "kinds"),
    [("nicaea", {"caravan", "wagon", "engine"}), ("smyrna", {"caravan", "wagon", "engine", "galley", "merchantman"})],
)
def test_ships_are_built_in_ports_only(space, kinds):
    assert {offer.kind for offer in shop(space).offers(BuyVehicle)} == kinds


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09")
def test_four_pieces_of_the_third_level_are_all_that_tokens_allow():
    own = [wagon("nicaea", level=3) for _ in range(4)]
    table = shop(vehicles=own)
    assert {offer.level for offer in table.offers(BuyVehicle)} == {1, 2}
    ten = shop(vehicles=[*own, *(wagon("nicaea") for _ in range(6))])
    assert ten.offers(BuyVehicle) == []
    assert ten.offers(UpgradeVehicle) == [UpgradeVehicle(number, 2) for number in range(5, 11)]


@pytest.mark.rule("MU-BUY-06")
def test_three_captains_are_all_there_are_and_promotion_takes_no_place_among_the_recruits():
    table = shop(lands={"nicaea": {"civil": 3}}, armies={"nicaea": {0: {"cap1": 3}}})
    assert not [offer for offer in table.offers(Recruit) if offer.kind.startswith("cap")]
    table.do(Promote("cap1", 3))
    player = table.game.players[0]
    assert (player.florins, player.recruits) == (2000 - 200, 0)
    assert table.units("nicaea", 0) == {"cap1": 2, "cap3": 1}


@pytest.mark.rule("MU-BUY-01")
def test_one_level_in_each_of_several_branches_a_turn():
    table = shop("", technology={"blue": 1})
    table.do(Study("blue"), Study("red"))
    assert table.florins(0) == 2000 - 200 - 100
    assert not {Study("blue"), Study("red")} & set(table.offers())
    assert Study("green") in table.offers()


@pytest.mark.rule("MU-BUY-10")
def test_two_cathedrals_let_draw_six_cards_of_which_one_is_kept():
    table = shop(
        "", lands={"morea": {"cathedral": 1}, "hellas": {"cathedral": 1}}, deck=[1, 2, 3, 4, 5, 6, 7], player={"hand": [10, 11]}
    )
    table.do(BuyCard())
    assert table.florins(0) == 2000 - 200
    assert set(table.offers()) == {KeepCard(number) for number in range(1, 7)}
    table.do(KeepCard(4))
    assert [held.card for held in table.game.players[0].hand] == [4, 10, 11]
    assert table.game.deck[0] == 7
    assert sorted(table.game.deck[-5:]) == [1, 2, 3, 5, 6]
    assert BuyCard() not in table.offers()


@pytest.mark.rule("MU-BUY-04")
def test_each_destruction_token_costs_fifty_to_remove():
    table = shop(florins=120, lands={"nicaea": {"military": 2, "military_damage": 3}})
    table.do(Repair("military"), Repair("military"))
    assert (table.florins(0), table.game.lands["nicaea"].military_damage) == (20, 1)
    assert table.offers(Repair) == []


@pytest.mark.rule("MU-BUY-11", "MU-BUY-08")
@pytest.mark.parametrize(("kind", "price"), [("li", 40), ("arc", 100), ("hi", 100), ("cav", 200), ("cap1", 200), ("cap3", 600)])
def test_prisoners_are_bought_back_for_twice_their_price(kind, price):
    table = shop(prisoners=[[1, 0, kind]])
    table.do(Ransom(1, kind))
    assert (table.florins(0), table.florins(1)) == (2000 - price, 1600 + price)
    assert table.units("nicaea", 0) == {kind: 1}
    assert table.game.players[0].recruits == 1


@pytest.mark.rule("MU-CTL-04", "MU-BUY-12")
def test_a_fort_brings_two_control_tokens_for_adjacent_land_that_is_free():
    """From Thessalonica: not Epirus with its horde, not Serbia that a rival holds; one's own home or wild land."""
    armies = {"epirus": {"barbarians": {"li": 1}}, "serbia": {1: {"li": 1}}}
    table = shop("thessalonica", armies=armies)
    table.do(Raise("military", 2))
    assert {offer.space for offer in table.offers(PlaceToken)} == {"adrianople", "hellas", "tarnovo"}
    table.do(PlaceToken("tarnovo"), PlaceToken("hellas"))
    assert table.game.lands["tarnovo"].holder == 0
    assert table.game.players[0].stars == 6
    assert table.asked() == "BuyHere"
    table.do(Raise("military", 3))
    assert table.asked() == "PlaceTokens", "a Castle brings the third"


@pytest.mark.rule("MU-CTL-04")
def test_without_control_tokens_in_reserve_none_are_placed():
    table = shop("thessalonica", lands=SPENT)
    assert table.do(Raise("military", 2)).asked() == "BuyHere"


# -- conquest ----------------------------------------------------------------------------------------------


def march(space, to, units, *, dice=(), seats=2, armies=None, vehicles=(), **more):
    """Seat 0 goes with a wagon from one territory to the next; it has been at war with seat 1 since turn 1."""
    position = {"turn": 3, "order": list(range(seats)), "wars": [[0, 1, 1]], **more}
    table = Table(seats, armies={space: {0: units}, **(armies or {})}, vehicles=[wagon(space), *vehicles], **position)
    return table.script(*dice).do(Muster(space), "take 1", "boardall", f"go {to}")


def fight(table):
    """Both sides stand and keep their dice until the battle is over."""
    answers = {"DeclareIntent": "stand", "ChooseReroll": "keepdice", "OfferTerms": "fighton"}
    while not table.happened(BattleEnded):
        table.do(answers.get(table.asked()) or table.offers()[0])
    return table


@pytest.mark.rule("MU-MOV-11", "MU-PH-01")
def test_an_empty_territory_of_an_enemy_is_taken_without_a_battle_and_movement_ends():
    table = march("serbia", "slavonia", {"hi": 1}, lands={"slavonia": {"civil": 2, "military": 1}})
    assert table.happened(BattleBegan) == []
    assert table.honour(0) == 10 + 1 + 2 + 1
    table.do("keep")
    assert (table.game.lands["slavonia"].holder, table.game.lands["slavonia"].civil) == (0, 2)
    assert table.game.vehicles[1].stopped


@pytest.mark.rule("MU-PH-01", "MU-CON-03")
def test_honour_counts_the_buildings_that_stood_before_the_pillage():
    table = march("serbia", "slavonia", {"hi": 1}, lands={"slavonia": {"civil": 3}})
    table.do(Pillage("building:slavonia:civil"))
    assert (table.honour(0), table.florins(0)) == (10 + 4, 1600 + 150)
    assert table.game.lands["slavonia"].civil == 0


@pytest.mark.rule("MU-PH-03", "MU-CTL-01")
def test_winning_back_ones_own_home_brings_no_honour_even_with_a_city_on_it():
    table = march("tarnovo", "thessalonica", {"cav": 3}, dice=[1, 6, 6, 1, 2, 3], armies={"thessalonica": {1: {"li": 1}}},
                  lands={"thessalonica": {"civil": 3, "holder": 1}})  # fmt: skip
    fight(table)
    assert table.happened(Conquered)[0].space == "thessalonica"
    assert table.honour(0) == 10


@pytest.mark.rule("MU-PH-03")
def test_land_that_changes_hands_twice_in_a_turn_honours_only_the_first_conqueror():
    table = march("serbia", "slavonia", {"hi": 1}, armies={"buda": {1: {"cav": 3}}}, vehicles=[wagon("buda", owner=1)])
    assert table.honour(0) == 11
    table.script(1, 6, 6, 1, 2, 3).do(Muster("buda"), "take 2", "boardall", "go slavonia")
    fight(table)
    assert table.game.lands["slavonia"].holder == 1
    assert table.honour(1) == 10


@pytest.mark.rule("MU-CTL-03", "MU-CON-01")
def test_the_token_of_conquered_land_goes_back_and_does_not_return_with_the_land():
    lands = {"serbia": {"holder": 1, "token": 1}, "banat": {"military": 1}}
    table = march("tarnovo", "serbia", {"hi": 1}, lands=lands)
    assert (table.game.lands["serbia"].token, table.game.lands["serbia"].holder) == (BARBARIANS, 0)
    assert table.game.players[1].stars == 8


@pytest.mark.rule("MU-CTL-05")
@pytest.mark.parametrize(("elsewhere", "token"), [({}, 0), (SPENT, BARBARIANS)])
def test_who_keeps_a_captured_tower_takes_over_its_tokens_as_far_as_he_has_some(elsewhere, token):
    lands = {"slavonia": {"military": 1}, "ragusa": {"holder": 1, "token": 1}, **elsewhere}
    table = march("serbia", "slavonia", {"hi": 1}, lands=lands)
    table.do("keep")
    assert table.game.lands["ragusa"].token == token
    assert table.game.lands["ragusa"].holder == token


@pytest.mark.rule("MU-CTL-05", "MU-CTL-06")
def test_a_token_that_another_tower_of_the_loser_supports_stays():
    lands = {"slavonia": {"military": 1}, "serbia": {"holder": 1, "token": 1}, "banat": {"military": 1}}
    table = march("ragusa", "slavonia", {"hi": 1}, lands=lands)
    table.do("keep")
    assert table.game.lands["serbia"].token == 1


@pytest.mark.rule("MU-CTL-06", "MU-BAR-07")
def test_a_tower_that_barbarians_raze_takes_its_tokens_with_it():
    table = Table(
        2, lands={"slavonia": {"military": 1}, "ragusa": {"holder": 1, "token": 1}}, armies={"vienna": {"barbarians": {"li": 1}}}
    )
    move_horde(table.game, 0, "vienna", "buda")
    table.game.run()
    move_horde(table.game, 0, "buda", "slavonia")
    table.game.run()
    assert (table.game.lands["ragusa"].token, table.game.lands["ragusa"].holder) == (BARBARIANS, BARBARIANS)
    assert table.game.players[1].stars == 8


@pytest.mark.rule("MU-CTL-06", "MU-BAR-07")
def test_so_does_one_whose_garrison_barbarians_destroy_after_a_bishop_had_put_the_fight_off():
    lands = {"slavonia": {"military": 1, "holder": 1}, "ragusa": {"holder": 1, "token": 1}}
    armies = {"buda": {"barbarians": {"li": 9}}, "slavonia": {1: {"li": 1}}}
    table = Table(2, lands=lands, armies=armies, circle=[2, 3, 8], order=[1, 0])
    game = table.game
    lay_effect(game, "no-fight", 0, "slavonia", until="turn")
    move_horde(game, 0, "buda", "slavonia")
    game.run()
    assert game.lands["slavonia"].military == 1
    assert game.lands["ragusa"].token == 1
    game.effects.clear()
    game.menu = None
    table.script(1, 2, 3).do("engage slavonia")
    while not table.happened(BattleEnded):
        table.do("keepdice" if table.asked() == "ChooseReroll" else table.offers()[0])
    assert game.lands["slavonia"].military == 0
    assert game.lands["ragusa"].token == BARBARIANS


@pytest.mark.rule("MU-PH-02", "MU-PH-01")
def test_rome_brings_its_first_conqueror_two_points_more_and_the_next_one_none():
    armies = {"roma": {"barbarians": {"li": 1}}, "napoli": {0: {"cav": 3}}}
    position = {"kingdoms": {0: "empire", 1: "hungary"}, "armies": armies, "vehicles": [wagon("napoli")], "order": [0, 1]}
    table = Table(2, **position, lands={"roma": {"holder": "barbarians"}}).script(1, 6, 6)
    table.do(Muster("napoli"), "take 1", "boardall", "go roma")
    fight(table)
    assert [event.points for event in table.happened(Honoured) if event.points > 0] == [1, 2]


@pytest.mark.rule("MU-CON-02", "MU-SUR-01")
def test_a_beaten_attacker_leaves_his_wagon_to_the_defender():
    table = march("serbia", "slavonia", {"li": 1}, dice=[1, 2, 3, 1, 6, 6], armies={"slavonia": {1: {"cav": 2}}})
    fight(table)
    assert (table.asked(), table.game.deciders) == ("ChooseLoot", (1,))
    table.do(Pillage("v:1"))
    assert table.florins(1) == 1600 + 50
    assert table.happened(Conquered) == []


@pytest.mark.rule("MU-CON-02")
def test_a_market_is_kept_or_pillaged_cube_by_cube():
    table = march("serbia", "slavonia", {"hi": 1}, lands={"slavonia": {"cubes": ["salt", "furs"]}})
    table.do(Pillage("cube:slavonia:salt"), "keep")
    assert table.game.lands["slavonia"].cubes == ("furs",)
    assert table.florins(0) == 1650


@pytest.mark.rule("MU-CTL-02", "MU-CTL-01")
def test_foreign_land_is_lost_with_its_garrison_and_an_enemys_home_falls_back_to_him():
    armies = {"slavonia": {0: {"hi": 1}}, "serbia": {0: {"hi": 1}}}
    table = Table(2, order=[0, 1], wars=[[0, 1, 0]], turn=2, armies=armies, vehicles=[wagon("slavonia")])
    table.do(Muster("slavonia"), "take 1", "boardall", "go serbia", "halt")
    assert table.game.lands["slavonia"].holder == 1
    table.do("passround", "dismiss", "remove unit:serbia:0:hi", "remove unit:serbia:0:hi")
    assert table.game.lands["serbia"].holder == BARBARIANS


@pytest.mark.rule("MU-MOV-12", "MU-DIP-02")
def test_walking_into_a_neutrals_empty_land_is_an_attack_and_a_conquest():
    table = march("serbia", "slavonia", {"hi": 1}, wars=[])
    assert table.honour(0) == 10 - 3 + 1
    assert table.game.lands["slavonia"].holder == 0
    assert [war.sides for war in table.game.wars] == [(0, 1)]


@pytest.mark.rule("MU-EVT-14", "MU-BAR-06")
def test_a_horde_fights_every_army_it_finds_one_after_the_other():
    armies = {"serbia": {"barbarians": {"li": 2}}, "tarnovo": {1: {"li": 1}, 2: {"li": 1}}}
    position = {"at": "events", "turn": 2, "order": [0, 1, 2], "dice": [1, 2, 8], "events": ["egypt-1"]}
    table = Table(3, armies=armies, lands={"tarnovo": {"holder": 1}}, **position)
    table.do("keepdice").script(*[1, 2, 3] * 4)
    table.do(next(option for option in table.offers() if set(option.icons) == {"armies", "goods"}))
    table.do(Rouse("serbia"), Drive("tarnovo"))
    while table.asked() in ("ChooseReroll", "ChooseDamage"):
        table.do("keepdice" if table.asked() == "ChooseReroll" else table.offers()[0])
    assert [event.defender for event in table.happened(BattleBegan)] == [1, 2]
    assert (table.honour(1), table.honour(2)) == (9, 9)
    assert table.game.lands["tarnovo"].holder == BARBARIANS


@pytest.mark.rule("MU-NAV-01", "MU-EVT-14")
def test_a_horde_that_puts_to_sea_fights_the_fleet_there_before_it_harms_merchants():
    vehicles = [
        {"owner": 0, "kind": "galley", "level": 2, "space": "black_sea_west", "cargo": {"hi": 2}},
        {"owner": 1, "kind": "merchantman", "space": "black_sea_west", "goods": ["salt"]},
    ]
    table = Table(2, armies={"tarnovo": {"barbarians": {"li": 1}}}, vehicles=vehicles, circle=[1, 3, 4], order=[0, 1])
    table.script(1, 6, 6)
    move_horde(table.game, 1, "tarnovo", "black_sea_west")
    table.game.run()
    while table.asked() != "ChooseMove":
        table.do("keepdice" if table.asked() == "ChooseReroll" else table.offers()[0])
    assert table.units("black_sea_west", BARBARIANS) == {}
    assert sorted(table.game.vehicles) == [1, 2], "the horde never stood there alone"


@pytest.mark.rule("MU-CON-02")
def test_kept_transports_are_remembered_as_plunder_and_engines_as_engines():
    prizes = [{"owner": 1, "kind": kind, "space": "slavonia"} for kind in ("galley", "caravan", "engine")]
    table = march("serbia", "slavonia", {"hi": 1}, vehicles=prizes)
    table.do("keep")
    assert [table.game.vehicles[number].owner for number in (2, 3, 4)] == [0, 0, 0]
    assert table.game.now[0].transports_plundered == 2
    assert (table.game.ever[0].seized_transports, table.game.ever[0].seized_engines) == (2, 1)


@pytest.mark.rule("MU-TAX-03")
@pytest.mark.parametrize(("pacts", "holder"), [([{"parties": [0, 1], "kinds": ["passage"], "guests": [0]}], 1), ([], BARBARIANS)])
def test_an_enemy_beside_a_garrison_disputes_the_land_unless_a_pact_of_the_war_lets_him_in(pacts, holder):
    armies = {"buda": {0: {"li": 1}, 1: {"li": 1}}}
    table = Table(2, turn=3, wars=[[0, 1, 1]], armies=armies, pacts=pacts, lands={"buda": {"holder": 1}})
    refresh_control(table.game, "buda")
    assert table.game.lands["buda"].holder == holder


@pytest.mark.rule("MU-CARD-50", "MU-CON-02")
def test_a_diplomat_is_asked_before_a_conqueror_pillages():
    lands, players = {"slavonia": {"civil": 1}}, {1: {"hand": [50]}}
    table = march("serbia", "slavonia", {"hi": 1}, lands=lands, players=players, options={"ask_2": "always"})
    while not (table.asked() == "React" and table.game.decision.window == "W-6c"):
        assert table.asked() == "React", "the Diplomat must have his say before the loot is chosen"
        table.do("pass")
    assert table.game.deciders == (1,)
    table.script(1).do("playcard 50")
    while table.asked() == "ChooseTarget":
        table.do(table.offers()[0])
    assert not [offer for offer in table.offers(Pillage) if offer.element == "building:slavonia:civil"]


@pytest.mark.rule("MU-CTL-05")
def test_a_tower_found_in_wild_land_brings_its_conqueror_no_tokens():
    """Tokens are taken over from a player; a tower that lay dormant among barbarians had none."""
    lands = {"serbia": {"military": 1}}
    table = march("tarnovo", "serbia", {"cav": 3}, dice=[1, 6, 6], lands=lands)
    fight(table)
    while table.asked() == "ChooseLoot":
        table.do("keep")
    assert (table.game.lands["serbia"].holder, table.game.lands["serbia"].military) == (0, 1)
    assert table.game.players[0].stars == 8
    assert not [space for space, land in table.game.lands.items() if land.token == 0]


@pytest.mark.rule("MU-BUY-06", "MU-TEC-64")
def test_a_borrowed_art_of_war_hires_one_captain():
    table = shop("", technology={})
    lay_effect(table.game, "borrowed", 0, "art_of_war", until="phase")
    table.game.menu = None
    table.do(Visit("nicaea"), Recruit("cap1"))
    assert table.units("nicaea", 0) == {"cap1": 1}
    assert not [offer for offer in table.offers(Recruit) if offer.kind.startswith("cap")]
