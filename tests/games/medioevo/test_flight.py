"""Leaving a battle: Flight, surrender, capture."""

import pytest

from marchland.games.medioevo.rules.battle.aftermath import BattleEnded, PrisonersFreed
from marchland.games.medioevo.rules.battle.battle import BattleBegan, RoundFought
from marchland.games.medioevo.rules.battle.damage import Captured
from marchland.games.medioevo.rules.battle.declarations import Flee, FleeAboard, TryCapture
from marchland.games.medioevo.rules.battle.fight import attack_value, change_side
from marchland.games.medioevo.rules.battle.flight import Fled
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.components.armies import by_kind, destroy_unit
from marchland.games.medioevo.rules.diplomacy.diplomacy import OfferPeace
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS, Prisoner, War
from marchland.games.medioevo.title import TITLE
from marchland.kernel.events import Rolled

from .table import Table
from .test_battle import FIELD, battle

WAGON = [{"owner": 0, "kind": "wagon", "space": "tarnovo", "pm": 3}]


@pytest.mark.rule("MU-FLE-01")
def test_flight_halves_the_attack_and_adds_its_movement_to_the_losses():
    """E-46: HI 7/1 flees one step: attack 4, losses 2, less 1 for its power; it leaves as LI with the wagon."""
    table = battle({"hi": 1}, {"li": 2}, [1, 2, 7, 1, 2, 5], place="tarnovo", vehicles=WAGON)
    assert Flee("adrianople", 1) in table.offers()
    table.do("flee adrianople 1", "stand", "keepdice", "roll", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (4, 4)
    assert table.happened(Fled)[0].to == "adrianople"
    assert table.units("adrianople", 0) == {"li": 1}
    assert table.units("tarnovo", 1) == {"li": 1}
    assert table.game.vehicles[1].space == "adrianople"
    assert table.game.vehicles[1].pm == 2


@pytest.mark.rule("MU-FLE-01", "MU-PH-07")
def test_fleeing_from_barbarians_costs_honour():
    table = battle({"hi": 2}, {"li": 3}, [1, 2, 7], foe="barbarians", place="tarnovo", vehicles=WAGON, circle=[1, 2, 8])
    table.do("flee adrianople 1", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.happened(Fled)
    assert table.honour(0) == 9


def fleeing_in_part(horde, dice):
    """Eight Heavy infantry flee a horde with a wagon for three: the others stay behind and fight on."""
    table = battle({"hi": 8}, horde, dice, foe="barbarians", place="tarnovo", vehicles=WAGON, circle=[1, 2, 8])
    table.do("flee adrianople 1", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do("hurt hi" if any(option.kind == "hi" for option in table.offers()) else "hurt li")
    while table.asked() == "ChooseFugitives":
        table.do(table.offers()[0])
    assert table.happened(Fled)[0].units == 3
    assert table.happened(BattleEnded) == []
    return table


def fight_to_the_end(table):
    """Everybody stands, keeps his dice and sacrifices nobody until the battle is over."""
    answers = {"DeclareIntent": "stand", "ChooseReroll": "keepdice", "ChooseSacrifice": "roll", "OfferTerms": "fighton"}
    while not table.happened(BattleEnded):
        table.do(answers.get(table.asked()) or table.offers()[0])


@pytest.mark.rule("MU-PH-07", "MU-FLE-01")
def test_who_leaves_some_behind_and_beats_the_barbarians_with_them_keeps_his_honour():
    """Only when all units in the battle are destroyed or have fled is it lost to barbarians."""
    table = fleeing_in_part({"li": 9}, [1, 2, 3, 1, 6, 6])
    assert table.honour(0) == 10, "nothing is decided yet"
    while table.units("tarnovo", -1) != {"li": 1}:
        destroy_unit(table.game, "tarnovo", -1, "li", "MU-BAT-08")
    fight_to_the_end(table)
    ended = table.happened(BattleEnded)[0]
    assert (ended.winner, ended.outcome) == (0, "destroyed")
    assert table.honour(0) == 10 + 1 + 1, "a horde of nine destroyed, a settlement conquered, and no defeat suffered"


@pytest.mark.rule("MU-PH-05")
@pytest.mark.parametrize(("wagons", "earned"), [(WAGON, 0), ([], 1)])
def test_a_great_army_is_destroyed_only_if_none_of_it_has_fled(wagons, earned):
    table = battle({"li": 6}, {"hi": 8}, [1, 2, 3, 1, 2, 3] * 6, place="tarnovo", vehicles=wagons)
    if wagons:
        table.do("flee adrianople 1")
    fight_to_the_end(table)
    assert bool(table.happened(Fled)) == bool(wagons)
    assert table.happened(BattleEnded)[0].winner == 1
    assert [event.points for event in table.happened(Honoured) if event.rule == "MU-PH-05"] == [1] * earned


@pytest.mark.rule("MU-PH-07", "MU-FLE-01")
def test_part_fled_and_part_destroyed_is_one_defeat_not_two():
    table = fleeing_in_part({"li": 9}, [1, 2, 3] * 9)
    fight_to_the_end(table)
    assert table.happened(BattleEnded)[0].winner == -1
    assert table.units("adrianople", 0)
    assert table.honour(0) == 9


@pytest.mark.rule("MU-FLE-01")
def test_without_movement_left_there_is_no_flight():
    table = battle({"hi": 1}, {"hi": 1}, [], place="tarnovo", vehicles=[{**WAGON[0], "pm": 0}])
    assert not any(isinstance(option, Flee) for option in table.offers())


@pytest.mark.rule("MU-SUR-01")
def test_both_must_agree_to_a_surrender_and_the_units_come_back_next_turn():
    table = battle({"hi": 3}, {"hi": 3}, [2, 3, 4] * 4, place="buda", vehicles=[{"owner": 1, "kind": "wagon", "space": "buda"}])
    table.do("stand", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do("hurt hi" if any(o.kind == "hi" for o in table.offers()) else "hurt li")
    table.do("demandsurrender", "refuseterms")
    assert table.asked() == "OfferTerms", "refused: the defender may still speak"
    table.do("offersurrender", "acceptterms")
    ended = table.happened(BattleEnded)[0]
    assert (ended.winner, ended.outcome) == (0, "surrendered")
    assert table.units("buda", 1) == {}
    assert sum(table.game.players[1].exiles) == 3
    assert table.asked() == "ChooseLoot", "what stays behind is the winner's"
    table.do("keep")
    assert table.game.vehicles[1].owner == 0
    assert table.game.lands["buda"].holder == 0


@pytest.mark.rule("MU-SUR-01")
def test_once_a_surrender_is_accepted_nobody_is_asked_to_fight_on():
    table = battle({"hi": 3}, {"hi": 3}, [2, 3, 4] * 4, place="buda", vehicles=[{"owner": 1, "kind": "wagon", "space": "buda"}])
    table.do("stand", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.game.deciders == (0,)
    table.do("demandsurrender", "acceptterms")
    assert table.asked() == "ChooseLoot", "the defender has laid down his arms: he has no word to add"
    assert table.game.deciders == (0,)
    assert sum(table.game.players[1].exiles) == 2


@pytest.mark.rule("MU-SUR-01", "MU-BUY-08")
def test_surrendered_units_return_free_within_the_unit_limit():
    table = Table(2, at="purchases", order=[1, 0], players={1: {"camp": {"hi": 1, "cap2": 1}, "florins": 0}})
    table.do("visit buda", "recall cap2", "recall hi")
    assert table.units("buda", 1) == {"hi": 1, "cap2": 1}
    assert table.game.players[1].recruits == 2
    assert table.florins(1) == 0


@pytest.mark.rule("MU-CAP-01", "MU-CAP-02")
def test_capture_below_the_ratio_costs_half_the_attack_rounded_up():
    """E-47: 9 less ceil(9/2) is 4, against 3: the yellow HI is taken as an HI; Yellow counts no losses."""
    table = battle({"cav": 1, "li": 1}, {"hi": 1}, [1, 3, 3, 1, 2, 4], order=[0, 1, 2, 3])
    table.do("trycapture", "stand", "roll", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (4, 3)
    assert [(event.owner, event.kind) for event in table.happened(Captured)] == [(1, "hi")]
    assert table.game.prisoners == [Prisoner(0, 1, "hi")]
    table.do("hurt cav")
    assert table.units(FIELD, 0) == {"hi": 1, "li": 1}, "only the captor has losses"


@pytest.mark.rule("MU-CAP-01", "MU-CARD-41")
@pytest.mark.parametrize(("die", "attack"), [(8, 8 - 2), (5, 5 - 1), (4, 4), (3, 3)])
def test_a_jailer_takes_two_off_what_a_capture_costs_but_never_adds_to_the_attack(die, attack):
    table = battle({"cav": 1, "li": 1}, {"hi": 1}, [], order=[0, 1, 2, 3])
    change_side(table.game, 0, capturing=True, strengths=(2, 1), capture_relief=2, dice=(1, 2, die))
    assert attack_value(table.game, 0) == attack


@pytest.mark.rule("MU-CAP-01")
def test_with_three_to_one_the_attack_is_whole():
    table = battle({"hi": 3}, {"hi": 1}, [1, 2, 7, 1, 2, 4])
    table.do("trycapture", "stand", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks[0] == 7


@pytest.mark.rule("MU-CAP-02")
def test_a_lost_capture_round_is_an_ordinary_one():
    table = battle({"hi": 2}, {"hi": 2}, [1, 2, 4, 1, 2, 8])
    table.do("trycapture", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.happened(Captured) == []
    assert table.game.fights[-1].sides[1].suffered == 1, "the defender has his loss too"


def take_hits(table):
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    return table


@pytest.mark.rule("MU-CAP-03", "MU-CAP-01")
def test_a_captor_who_dies_of_his_losses_in_the_same_round_frees_his_prisoner_who_wins():
    """36 less half is 18 against 4: the defender's only unit is captured; the captor's only unit dies of its loss of 2."""
    table = battle({"li": 1}, {"li": 1}, [2, 6, 6, 1, 2, 5])
    take_hits(table.do("trycapture", "stand", "keepdice", "keepdice"))
    assert [(event.seat, event.kind) for event in table.happened(Captured)] == [(0, "li")]
    assert [(event.owner, event.units) for event in table.happened(PrisonersFreed)] == [(1, 1)]
    assert table.game.prisoners == []
    assert (table.units(FIELD, 0), table.units(FIELD, 1)) == ({}, {"li": 1})
    assert [(event.winner, event.outcome) for event in table.happened(BattleEnded)] == [(1, "destroyed")]


@pytest.mark.rule("MU-CAP-03")
def test_a_captor_who_survives_keeps_his_prisoner():
    table = battle({"li": 3}, {"li": 1}, [2, 4, 7, 1, 2, 5])
    take_hits(table.do("trycapture", "stand", "keepdice", "keepdice"))
    assert table.units(FIELD, 0) == {"li": 1}
    assert table.game.prisoners == [Prisoner(0, 1, "li")]
    assert table.happened(PrisonersFreed) == []
    assert table.game.lands[FIELD].holder == 0


@pytest.mark.rule("MU-CAP-03")
def test_prisoners_of_an_earlier_round_are_free_when_the_last_captor_dies():
    """Round one: 8 less 4 against 3 takes one of two; round two the captor's last unit falls."""
    table = battle({"li": 2}, {"li": 2}, [1, 2, 8, 1, 2, 4, 1, 2, 3, 1, 2, 8])
    take_hits(table.do("trycapture", "stand", "keepdice", "keepdice"))
    assert table.game.prisoners == [Prisoner(0, 1, "li")]
    table.do("fighton", "fighton", "stand", "stand", "keepdice", "keepdice")
    take_hits(table)
    assert table.game.prisoners == []
    assert table.units(FIELD, 1) == {"li": 1}, "one fell in round two, the freed one stands"
    assert table.happened(BattleEnded)[0].winner == 1


@pytest.mark.rule("MU-CAP-03")
def test_prisoners_stay_prisoners_if_some_of_their_captors_got_away():
    """Only if all captors die are they free: here three of them have fled with the wagon."""
    dice = [1, 2, 8, 1, 2, 4, 1, 2, 3, 1, 1, 3, 1, 2, 3, 1, 2, 8]
    table = battle({"li": 7}, {"li": 3}, dice, place="tarnovo", vehicles=WAGON)
    take_hits(table.do("trycapture", "stand", "keepdice", "keepdice")).do("fighton", "fighton")
    take_hits(table.do("flee adrianople 1", "stand", "keepdice", "keepdice"))
    assert (table.units("adrianople", 0), table.units("tarnovo", 0), table.units("tarnovo", 1)) == ({"li": 3}, {"li": 1}, {"li": 1})
    take_hits(table.do("fighton", "fighton", "stand", "stand", "keepdice", "keepdice"))
    assert table.units("tarnovo", 0) == {}
    assert table.game.prisoners == [Prisoner(0, 1, "li")]


@pytest.mark.rule("MU-CAP-03")
def test_barbarians_cannot_be_captured():
    table = battle({"hi": 2}, {"li": 2}, [], foe="barbarians", place="tarnovo", vehicles=WAGON)
    assert table.asked() == "DeclareIntent"
    assert TryCapture() not in table.offers()


@pytest.mark.rule("MU-FLE-01")
def test_where_the_wagon_has_no_room_for_all_the_owner_says_who_flees():
    table = battle({"li": 2, "hi": 1, "cav": 3}, {"li": 20}, [1, 2, 8, 1, 2, 3], place="tarnovo", vehicles=WAGON)
    table.do("flee adrianople 1", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.asked() == "ChooseFugitives"
    assert table.units("tarnovo", 0) == {"li": 1, "hi": 1, "cav": 3}
    table.do("board li", "board hi")  # for the third place only riders are left
    assert table.units("adrianople", 0) == {"li": 1, "hi": 1, "cav": 1}
    assert table.units("tarnovo", 0) == {"cav": 2}, "the others stay in the battle"
    assert table.happened(BattleEnded) == []


# -- where to ----------------------------------------------------------------------------------------------


def flee_from_tarnovo(way, **more):
    """E-46 in Tarnovo: one HI against two LI, both sides 4; after the round it leaves as a Light infantry, by `way`."""
    table = battle({"hi": 1}, {"li": 2}, [1, 2, 7, 1, 2, 5], place="tarnovo", vehicles=more.pop("vehicles", WAGON), **more)
    assert way in [TITLE.vocabulary.text(option) for option in table.offers()]
    return table.do(way, "stand", "keepdice", "roll", "keepdice")


@pytest.mark.rule("MU-FLE-01", "MU-MOV-09")
def test_an_army_may_flee_into_wild_land_and_meets_its_resistance():
    """It moves by the rules of any movement: a horde rises there and is fought at once."""
    table = flee_from_tarnovo("flee serbia 1")
    assert table.units("tarnovo", 0) == {}
    assert table.units("serbia", 0) == {"li": 1}
    assert table.units("serbia", -1) == {"li": 1}
    assert [(event.place, event.defender) for event in table.happened(BattleBegan)] == [("tarnovo", 1), ("serbia", -1)]
    assert table.asked() == "DeclareIntent"
    assert table.game.vehicles[1].pm == 2, "what is left pays for another Flight"
    assert Flee("thessalonica", 1) in table.offers()


@pytest.mark.rule("MU-FLE-01", "MU-BAR-02")
def test_the_player_who_fled_throws_the_arrows_of_the_horde_he_met():
    """The battle he left is still being settled; the one in Serbia is his own, and so are its dice."""
    facts = {"place": "tarnovo", "vehicles": WAGON, "circle": [4, 3, 8]}  # a horde of one LI and one Archer
    table = battle({"cav": 2, "hi": 1}, {"li": 9}, [1, 2, 7, 1, 2, 5, 8, 1, 2, 3], **facts)
    take_hits(table.do("flee serbia 1", "stand", "keepdice", "roll", "keepdice"))
    table.do("stand")
    assert [(event.seat, event.values) for event in table.happened(Rolled) if event.purpose == "archery"] == [(0, (8,))]


@pytest.mark.rule("MU-SUR-01", "MU-DIP-03", "MU-FLE-01")
def test_terms_after_a_flight_into_another_enemy_are_offered_to_that_enemy():
    armies = {"tarnovo": {0: {"hi": 4}, 1: {"li": 9}}, "serbia": {2: {"hi": 4}}}
    wars, fight = [[0, 1, 0], [0, 2, 0]], {"place": "tarnovo", "attacker": 0, "defender": 1}
    dice = [1, 2, 7, 1, 2, 5, *[1, 2, 4, 1, 2, 5]]
    table = Table(3, order=range(3), armies=armies, battle=fight, wars=wars, turn=2, vehicles=WAGON, dice=dice)
    take_hits(table.do("flee serbia 1", "stand", "keepdice", "roll", "keepdice"))
    take_hits(table.do("stand", "stand", "keepdice", "keepdice"))
    assert table.asked() == "OfferTerms"
    assert [option.rival for option in table.offers(OfferPeace)] == [2]


@pytest.mark.rule("MU-FLE-01", "MU-CTL-02")
def test_an_army_may_flee_back_into_the_land_it_has_just_emptied():
    """Serbia was held by this army alone: when it left, control went with it, and now the land resists."""
    armies = {"serbia": {0: {"hi": 1}}, "tarnovo": {1: {"li": 2}}}
    vehicles = [{"owner": 0, "kind": "wagon", "space": "serbia"}]
    table = Table(4, armies=armies, vehicles=vehicles, wars=[[0, 1, 0]], turn=2, order=range(4), dice=[1, 2, 7, 1, 2, 5])
    assert table.game.lands["serbia"].holder == 0
    table.do("muster serbia", "take 1", "boardall", "go tarnovo")
    assert table.game.lands["serbia"].holder == BARBARIANS
    assert Flee("serbia", 1) in table.offers()
    table.do("flee serbia 1", "stand", "keepdice", "roll", "keepdice")
    assert (table.units("serbia", 0), table.units("serbia", -1)) == ({"li": 1}, {"li": 1})


@pytest.mark.rule("MU-FLE-01", "MU-MOV-11")
def test_an_army_may_flee_into_an_enemys_empty_land_and_takes_it():
    table = flee_from_tarnovo("flee serbia 1", lands={"serbia": {"holder": 1, "token": 1}})
    assert table.game.lands["serbia"].holder == 0
    assert table.honour(0) == 10, "they are at war"


@pytest.mark.rule("MU-FLE-01", "MU-DIP-02")
def test_fleeing_into_a_neutrals_land_is_an_attack_on_him():
    table = flee_from_tarnovo("flee serbia 1", lands={"serbia": {"holder": 2, "token": 2}})
    assert table.game.lands["serbia"].holder == 0
    assert table.honour(0) == 7


@pytest.mark.rule("MU-FLE-01", "MU-MOV-10")
def test_nobody_flees_through_wild_land_or_enemies_but_only_up_to_them():
    table = battle({"hi": 1}, {"li": 2}, [], place="tarnovo", vehicles=WAGON)
    ways = {option.to: option.pm for option in table.offers(Flee)}
    assert ways["serbia"] == 1
    assert ways["thessalonica"] == 1
    assert ways["epirus"] == 2, "by way of Thessalonica, which is one's own"
    assert "banat" not in ways, "beyond Serbia and Wallachia, which are wild"


@pytest.mark.rule("MU-FLE-01", "MU-DIP-03")
def test_the_land_of_an_armistice_partner_is_no_refuge():
    lands = {"serbia": {"holder": 2, "token": 2}}
    table = battle({"hi": 1}, {"li": 2}, [], place="tarnovo", vehicles=WAGON, lands=lands)
    table.game.wars.append(War((0, 2), 1, truce=2))
    table.game.menu = None
    assert "serbia" not in {option.to for option in table.offers(Flee)}


@pytest.mark.rule("MU-FLE-01", "MU-DIP-05")
@pytest.mark.parametrize(("florins", "open_to_him"), [(49, False), (50, True)])
def test_a_flight_through_a_partners_land_costs_his_fee(florins, open_to_him):
    pact = {"parties": [0, 2], "kinds": ["passage"], "guests": [0], "per_use": 50}
    facts = {"lands": {"serbia": {"holder": 2, "token": 2}}, "pacts": [pact], "players": {0: {"florins": florins}}}
    table = battle({"hi": 1}, {"li": 2}, [], place="tarnovo", vehicles=WAGON, **facts)
    assert (Flee("serbia", 1) in table.offers()) is open_to_him
    if open_to_him:
        lines = table.game.decision.preview(table.game, 0, Flee("serbia", 1))
        assert [(line.rule, line.amount) for line in lines] == [("MU-FLE-01", -1), ("MU-DIP-05", -50)]
        fled = flee_from_tarnovo("flee serbia 1", **facts)
        assert (fled.florins(0), fled.florins(2)) == (0, 1650)
        assert fled.units("serbia", 0) == {"li": 1}
        assert fled.game.lands["serbia"].holder == 2, "a guest is no conqueror"
        assert fled.honour(0) == 10


DOCKED = [{"owner": 0, "kind": "galley", "space": "tarnovo", "pm": 3}]


@pytest.mark.rule("MU-FLE-01", "MU-NAV-01")
def test_an_army_ashore_may_flee_aboard_its_docked_galley():
    table = flee_from_tarnovo("fleeaboard black_sea_west 1", vehicles=DOCKED)
    galley = table.game.vehicles[1]
    assert (galley.space, galley.pm, by_kind(galley.cargo.counts)) == ("black_sea_west", 2, {"li": 1})
    assert table.units("tarnovo", 0) == {}
    assert table.happened(BattleEnded)[0].outcome == "fled"


@pytest.mark.rule("MU-FLE-01", "MU-NAV-01")
def test_the_galley_goes_as_far_as_its_movement_and_lands_where_it_may():
    table = battle({"hi": 1}, {"li": 2}, [], place="tarnovo", vehicles=DOCKED)
    assert table.offers(Flee) == [], "there is no wagon"
    ways = {option.to: option.pm for option in table.offers(FleeAboard)}
    assert (ways["black_sea_west"], ways["constantinople"], ways["aegean"], ways["smyrna"]) == (1, 2, 2, 3)
    assert ways["wallachia"] == 2, "wild shores, too"
    assert "tarnovo" not in ways
    ashore = flee_from_tarnovo("fleeaboard constantinople 2", vehicles=DOCKED)
    assert ashore.units("constantinople", 0) == {}, "losses of 1 + 2 less 1 destroyed it"


@pytest.mark.rule("MU-FLE-01", "MU-MOV-03")
def test_a_galley_takes_three_units_and_what_else_finds_room_the_rest_stays():
    """Of six units three flee on a Galley I; beside two units a wagon finds room."""
    vehicles = [*DOCKED, {"owner": 0, "kind": "wagon", "space": "tarnovo", "pm": 0}]
    many = battle({"hi": 6}, {"li": 9}, [1, 2, 7, 1, 2, 3], place="tarnovo", vehicles=vehicles)
    many.do("fleeaboard black_sea_west 1", "stand", "keepdice", "roll", "keepdice")
    while many.asked() == "ChooseDamage":
        many.do(many.offers()[0])
    assert many.happened(Fled)[0].units == 3
    assert many.game.vehicles[2].space == "tarnovo"
    assert many.units("tarnovo", 0) == {"hi": 3}
    few = battle({"hi": 2}, {"li": 9}, [1, 2, 7, 1, 2, 3], place="tarnovo", vehicles=vehicles)
    few.do("fleeaboard black_sea_west 1", "stand", "keepdice", "roll", "keepdice")
    while few.asked() == "ChooseDamage":
        few.do(few.offers()[0])
    assert (few.game.vehicles[2].space, few.game.vehicles[2].aboard) == ("black_sea_west", 1)
    assert by_kind(few.game.vehicles[1].cargo.counts) == {"hi": 2}


@pytest.mark.rule("MU-FLE-01", "MU-MOV-03")
def test_an_engine_with_movement_left_flees_along_one_without_is_lost():
    engines = [{"owner": 0, "kind": "engine", "space": "tarnovo", "pm": pm} for pm in (1, 0)]
    table = battle({"hi": 1}, {"li": 2}, [1, 2, 7, 1, 2, 5], place="tarnovo", vehicles=[*WAGON, *engines])
    table.do("flee adrianople 1", "stand", "crewsready", "keepdice", "roll", "keepdice", "keep")
    assert (table.game.vehicles[2].space, table.game.vehicles[2].pm) == ("adrianople", 0)
    assert table.game.vehicles[3].owner == 1


@pytest.mark.rule("MU-FLE-01", "MU-CARD-03")
def test_a_way_that_was_barred_during_the_round_is_not_taken():
    table = battle({"hi": 1}, {"li": 2}, [1, 2, 7, 1, 2, 5], place="tarnovo", vehicles=WAGON)
    table.do("flee adrianople 1", "stand", "keepdice", "roll")
    lay_effect(table.game, "no-leave", 1, "tarnovo")
    table.do("keepdice")
    assert table.happened(Fled) == []
    assert table.units("tarnovo", 0) == {"li": 1}
    assert table.game.vehicles[1].pm == 3


@pytest.mark.rule("MU-CAP-03")
@pytest.mark.parametrize(("captives", "freed"), [(("hi", "li"), 2), ((), 0)])
def test_captors_who_all_die_in_the_battle_give_their_prisoners_back_on_the_spot(captives, freed):
    """The prisoners stand in the field again at the end of the round and win it with the others."""
    held = [[0, 1, kind] for kind in captives]
    table = battle({"li": 1}, {"hi": 3}, [1, 2, 3, 1, 2, 8], prisoners=held)
    change_side(table.game, 0, captives=captives)
    fight_to_the_end(table)
    assert sum(event.units for event in table.happened(PrisonersFreed)) == freed
    assert len(table.happened(PrisonersFreed)) == bool(freed)
    assert table.game.prisoners == []
    assert sum(table.units(FIELD, 1).values()) == 3 + freed
    assert table.happened(BattleEnded)[0].winner == 1


@pytest.mark.rule("MU-FLE-01")
def test_nobody_flees_if_nobody_is_left():
    table = battle({"li": 1}, {"li": 2}, [1, 2, 3, 1, 2, 8], place="tarnovo", vehicles=WAGON)
    table.do("flee adrianople 1")
    fight_to_the_end(table)
    assert table.happened(Fled) == []
    assert (table.happened(BattleEnded)[0].outcome, table.game.vehicles[1].space) == ("destroyed", "tarnovo")


@pytest.mark.rule("MU-FLE-01")
def test_nobody_need_flee_from_an_enemy_who_is_gone():
    table = battle({"hi": 3}, {"li": 1}, [1, 6, 6, 1, 2, 3], place="tarnovo", vehicles=WAGON)
    table.do("flee adrianople 1")
    fight_to_the_end(table)
    assert table.happened(Fled) == []
    assert table.happened(BattleEnded)[0].winner == 0
