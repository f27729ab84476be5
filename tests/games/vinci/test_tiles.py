"""Every kind of tile, plain and doubled by Specialization."""

import pytest

from marchland.games.vinci.rules.conquest.conquest import Conquer, EndConquests, conquest_costs
from marchland.games.vinci.rules.decline import DeclareDecline
from marchland.games.vinci.rules.diplomacy import ChoosePeace, MakePeace, are_at_peace
from marchland.games.vinci.rules.forts import BuildFort, BuildNoFort, ChooseFort
from marchland.games.vinci.rules.gathering import GoToWar, Reinforced
from marchland.games.vinci.rules.reorganization import Deploy, Reorganize
from marchland.games.vinci.rules.scoring import Scored, active_points, province_points
from marchland.games.vinci.rules.tiles import powers, token_number
from marchland.games.vinci.rules.turn import ConfirmTurn, EndTurn
from marchland.games.vinci.tables import FACES, KINDS
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, happened, held, play, table

S = "specialization"


def worth(province, *civ):
    return province_points("standard", civ)[province]


def attacker(*civ, at="castile", hand=20, **more):
    land = {at: held("red")} | more.pop("land", {})
    return table(civ={"red": civ} | more.pop("civ", {}), hand={"red": hand}, land=land, clear=True, **more)


def test_there_are_22_kinds_and_26_faces():
    assert len(KINDS) == 22
    assert len(FACES) == 26


@pytest.mark.rule("VI-SCORETILE-01", "VI-SPEC-01")
def test_agriculture_scores_farmland():
    assert worth("neustria", "agriculture", "weapons") == 2
    assert worth("lusitania", "agriculture", "weapons") == 1
    assert worth("neustria", "agriculture", S) == 3


@pytest.mark.rule("VI-SCORETILE-02", "VI-SPEC-02")
def test_livestock_scores_pasture():
    assert worth("lusitania", "livestock", "weapons") == 2
    assert worth("lusitania", S, "livestock") == 3


@pytest.mark.rule("VI-SCORETILE-03", "VI-SPEC-04")
def test_ports_score_anchors_also_on_mountains():
    assert worth("aquitaine", "ports", "weapons") == 2
    assert worth("dalmatia", "ports", "weapons") == 1
    assert worth("aquitaine", "ports", S) == 3
    assert worth("castile", "ports", S) == 1


@pytest.mark.rule("VI-SCORETILE-04", "VI-SPEC-03", "VI-SCORETILE-05", "VI-SCORETILE-09")
def test_a_mountain_with_a_mine():
    mountain = "carpathians"
    assert worth(mountain) == 0
    assert worth(mountain, "mines", "weapons") == 2
    assert worth(mountain, "currency", "weapons") == 1
    assert worth(mountain, "mountaineers", "currency") == 2
    assert worth(mountain, S, "mines") == 4


@pytest.mark.rule("VI-SCORETILE-05", "VI-SPEC-06")
def test_currency_scores_every_province():
    assert worth("castile", "currency", "weapons") == 2
    assert worth("pyrenees", "currency", "weapons") == 1
    assert worth("pyrenees", "currency", S) == 2


@pytest.mark.rule("VI-SCORETILE-08")
def test_equal_tiles_add_up_plain_or_enduring():
    assert worth("neustria", "agriculture", "agriculture_enduring") == 3
    assert worth("hercynia", "mines", "mines") == 5


@pytest.mark.rule("VI-SCORETILE-06", "VI-SCORETILE-07", "VI-SPEC-05")
@pytest.mark.parametrize(("other", "captives"), [("barbarians", 3), (S, 6)])
def test_slavery_scores_a_point_per_eliminated_token(other, captives):
    land = {"lusitania": held("yellow", 4, fort=True), "south_spain": held("blue", declining=True), "pyrenees": "nobody"}
    land |= {"aquitaine": "brown", "sicily": held("yellow")}
    game = attacker("slavery", other, hand=30, land=land)
    play(game, RED, *(Conquer(p) for p in ("lusitania", "south_spain", "pyrenees", "aquitaine")), EndConquests())
    events = play(game, RED, Deploy({"castile": game.hand[RED]}), EndTurn())
    assert happened(events, Scored)[0].captives == captives


@pytest.mark.rule("VI-SCORETILE-07")
def test_slavery_counts_no_own_declining_token():
    game = attacker("slavery", "heritage", land={"lusitania": held("red", declining=True)})
    play(game, RED, Conquer("lusitania"))
    assert game.this_turn.captives == 0


@pytest.mark.rule("VI-SCORETILE-09", "VI-WAR-02", "VI-SPEC-13")
def test_mountaineering_scores_and_takes_mountains():
    assert worth("pyrenees", "mountaineers", "weapons") == 1
    assert worth("pyrenees", "mountaineers", S) == 2
    assert conquest_costs(attacker("mountaineers", "barbarians"), RED)["pyrenees"] == 2
    assert conquest_costs(attacker("mountaineers", S), RED)["pyrenees"] == 1
    assert conquest_costs(attacker("mountaineers", S), RED)["lusitania"] == 2


@pytest.mark.rule("VI-WAR-01", "VI-SPEC-07")
def test_weapons_make_every_conquest_cheaper():
    assert conquest_costs(attacker("weapons", "barbarians"), RED)["lusitania"] == 1
    assert conquest_costs(attacker("weapons", S), RED)["lusitania"] == 0


@pytest.mark.rule("VI-WAR-03", "VI-SPEC-10")
def test_shipbuilding_helps_along_a_common_coast():
    assert conquest_costs(attacker("galleys", "barbarians", at="lusitania"), RED)["south_spain"] == 2
    assert conquest_costs(attacker("galleys", S, at="lusitania"), RED)["south_spain"] == 1
    assert conquest_costs(attacker("galleys", "barbarians", at="lusitania"), RED)["castile"] == 2, "Castile has no coast"
    strait = attacker("galleys", "barbarians", at="south_spain")
    assert conquest_costs(strait, RED)["africa"] == 1


@pytest.mark.rule("VI-WAR-04", "VI-SPEC-10")
def test_shipbuilding_helps_across_the_sea():
    assert conquest_costs(attacker("galleys", "astronomy", at="sicily"), RED)["greece"] == 1
    assert conquest_costs(attacker("barbarians", "astronomy", at="sicily"), RED)["greece"] == 2


@pytest.mark.rule("VI-WAR-05", "VI-SPEC-08")
@pytest.mark.parametrize(("other", "uses"), [("weapons", 1), (S, 2)])
def test_espionage_costs_exactly_two_once_or_doubled_twice_a_turn(other, uses):
    land = {"lusitania": held("yellow", 7, fort=True), "south_spain": held("yellow", 5), "aquitaine": held("yellow", 3)}
    land |= {"pyrenees": held("red"), "sicily": held("yellow")}
    game = attacker("espionage", other, land=land, civ={"yellow": ("militia", "barbarians")})
    targets = ["lusitania", "south_spain"][:uses]
    for province in targets:
        play(game, RED, Conquer(province, True))
        assert game.land[province].tokens == 2
    check_illegal(game, RED, Conquer("aquitaine", True), "VI-WAR-05")
    assert Conquer("aquitaine") in game.options(), "other conquests are normal"


@pytest.mark.rule("VI-WAR-05")
def test_espionage_is_optional_and_needs_two_tokens():
    game = attacker("espionage", "weapons", hand=1)
    assert Conquer("lusitania") in game.options()
    assert Conquer("lusitania", True) not in game.options()
    check_illegal(game, RED, Conquer("lusitania", True), "VI-CONQ-13")


@pytest.mark.rule("VI-WAR-06", "VI-SPEC-11")
@pytest.mark.parametrize(("other", "extra"), [("barbarians", 7), (S, 14)])
def test_a_field_general_lends_tokens_for_the_turn(other, extra):
    game = attacker("general", other, hand=4)
    assert game.hand[RED] == 4 + extra
    play(game, RED, EndConquests())
    assert game.tokens[RED] == 5
    assert game.land["castile"].tokens == 5


@pytest.mark.rule("VI-WAR-07", "VI-SPEC-12")
@pytest.mark.parametrize(("other", "extra"), [("barbarians", 1), (S, 2)])
def test_militia_defends_the_active_empire_only(other, extra):
    land = {"lusitania": held("yellow", 1), "south_spain": held("yellow", declining=True)}
    game = attacker("weapons", "messages", land=land, civ={"yellow": ("militia", other)})
    assert conquest_costs(game, RED)["lusitania"] == 2 + 1 - 1 + extra
    assert conquest_costs(game, RED)["south_spain"] == 3 + 1 - 1


@pytest.mark.rule("VI-WAR-07")
def test_militia_does_not_hinder_its_owner():
    game = attacker("militia", "heritage", land={"lusitania": held("red", declining=True)})
    assert conquest_costs(game, RED)["lusitania"] == 3


@pytest.mark.rule("VI-WAR-08", "VI-WAR-09", "VI-WAR-10", "VI-WAR-11")
def test_one_fort_a_turn_in_any_own_province_without_one():
    game = attacker("forts", "barbarians", at="pyrenees", land={"pyrenees": held("red"), "castile": held("red", 1, fort=True)})
    play(game, RED, EndConquests(), Deploy({"castile": game.tokens[RED] - 2}))
    assert game.decision == ChooseFort(RED)
    check_illegal(game, RED, BuildFort("castile"), "VI-WAR-09")
    check_illegal(game, RED, BuildFort("greece"), "VI-WAR-08")
    assert game.decision.why_not(game, RED, "castile")[0].rule == "VI-WAR-09"
    play(game, RED, BuildFort("pyrenees"))
    assert game.land["pyrenees"].fort
    assert game.decision == ConfirmTurn(RED)


@pytest.mark.rule("VI-WAR-08")
def test_building_is_optional():
    game = attacker("forts", "barbarians", hand=1)
    if game.decision == Reorganize(RED):
        play(game, RED, Deploy({"castile": 1}))
    play(game, RED, BuildNoFort())
    assert not game.land["castile"].fort


@pytest.mark.rule("VI-SPEC-09", "VI-WAR-09")
def test_doubled_fortification_builds_two_forts_in_two_provinces():
    game = attacker("forts", S, land={"castile": held("red"), "lusitania": held("red")}, hand=5)
    play(game, RED, EndConquests(), Deploy({"castile": 5}), BuildFort("castile"))
    check_illegal(game, RED, BuildFort("castile"), "VI-WAR-09")
    play(game, RED, BuildFort("lusitania"), EndTurn())
    assert game.land["castile"].fort
    assert game.land["lusitania"].fort


@pytest.mark.rule("VI-SPECIAL-01", "VI-SPEC-14")
@pytest.mark.parametrize("other", ["barbarians", S])
def test_astronomy_conquers_across_chains_of_seas(other):
    costs = conquest_costs(attacker("astronomy", other, at="sicily"), RED)
    assert {"greece", "ireland", "anatolia", "sweden"} <= set(costs)
    assert "castile" not in costs
    assert costs["greece"] == 2
    assert token_number(("astronomy", S)) == 11


@pytest.mark.rule("VI-SPECIAL-01")
def test_without_astronomy_the_sea_is_a_wall():
    assert set(conquest_costs(attacker("barbarians", at="sicily"), RED)) == {"africa", "italy"}


@pytest.mark.rule("VI-SPECIAL-02", "VI-SPEC-18")
@pytest.mark.parametrize(("other", "gift"), [("weapons", 1), (S, 2)])
def test_medicine_gives_tokens_every_turn_the_first_included(other, gift):
    game = table(turn=("red", "begin"), civ={"red": ("medicine", other)}, hand={"red": 6}, fresh=["red"])
    assert game.tokens[RED] == 6 + gift
    later = table(turn=("red", "receive_reinforcements"), civ={"red": ("medicine", other)}, land={"castile": held("red", 6)})
    assert later.tokens[RED] == 6 + gift
    play(later, RED, GoToWar())
    assert later.hand[RED] == 5 + gift


@pytest.mark.rule("VI-SPECIAL-02")
def test_a_declining_turn_brings_no_medicine():
    game = table(turn=("red", "begin"), civ={"red": ("medicine", "weapons")}, land={"castile": held("red", 6)})
    assert not happened(play(game, RED, DeclareDecline()), Reinforced)


def at_peace(**more):
    land = {"castile": held("red", 9), "lusitania": held("yellow", 2), "south_spain": held("yellow", declining=True)}
    land |= {"aquitaine": held("blue", 2)} | more.pop("land", {})
    civ = {"red": ("diplomacy", more.pop("other", "weapons")), "yellow": ("barbarians",), "blue": ("barbarians",)}
    game = table(turn=("red", "make_peace"), civ=civ, land=land, clear=True, **more)
    play(game, RED, MakePeace(YELLOW))
    return game


@pytest.mark.rule("VI-SPECIAL-04", "VI-SPECIAL-05")
def test_peace_bars_both_sides_from_each_others_active_empire():
    game = at_peace()
    play(game, RED, GoToWar())
    check_illegal(game, RED, Conquer("lusitania"), "VI-SPECIAL-04")
    assert Conquer("south_spain") in game.options(), "declining empires are fair game"
    play(game, RED, EndConquests(), EndTurn())
    assert are_at_peace(game, YELLOW, RED)
    assert "castile" not in conquest_costs(game, YELLOW)


@pytest.mark.rule("VI-SPECIAL-04")
def test_peace_ends_with_the_owners_next_turn():
    game = table(
        turn=("red", "begin"), civ={"red": ("diplomacy", "weapons")}, land={"castile": held("red", 3)}, peace={"red": ["yellow"]}
    )
    assert not are_at_peace(game, RED, YELLOW)


@pytest.mark.rule("VI-SPECIAL-06")
def test_a_player_without_an_empire_may_be_named_and_cannot_attack_on_entry():
    land = {"atlas": held("red", 9), "greece": held("blue")}
    game = table(turn=("red", "make_peace"), civ={"red": ("diplomacy", "weapons")}, hand={"yellow": 9}, land=land, fresh=["yellow"])
    play(game, RED, MakePeace(YELLOW))
    assert "atlas" not in conquest_costs(game, YELLOW)
    assert "urals" in conquest_costs(game, YELLOW)


@pytest.mark.rule("VI-SPECIAL-07")
def test_peace_ends_early_when_the_civilization_declines():
    game = table(turn=("red", "decline_or_play"), civ={"red": ("diplomacy", "weapons")}, land={"castile": held("red", 3)})
    game.peace[RED] = (YELLOW,)
    play(game, RED, DeclareDecline())
    assert not are_at_peace(game, RED, YELLOW)


@pytest.mark.rule("VI-SPEC-16")
def test_doubled_diplomacy_names_two_different_opponents():
    game = table(seats=4, turn=("red", "make_peace"), civ={"red": ("diplomacy", S)}, land={"castile": held("red", 3)})
    play(game, RED, MakePeace(YELLOW))
    assert game.decision == ChoosePeace(RED)
    check_illegal(game, RED, MakePeace(YELLOW), "VI-SPEC-16")
    play(game, RED, MakePeace(BLUE))
    assert game.peace[RED] == (YELLOW, BLUE)


@pytest.mark.rule("VI-SPECIAL-08", "VI-SPEC-15")
def test_barbarians_have_no_effect_only_numbers():
    assert powers(("barbarians",)) == powers(())
    assert powers(("barbarians", S)) == powers(())
    assert token_number(("barbarians", S)) == 13


@pytest.mark.rule("VI-SPEC-21", "VI-SPECIAL-11")
def test_specialized_revolution_opens_everything_once():
    game = table(civ={"red": ("revolution", S)}, hand={"red": 9}, fresh=["red"])
    assert set(conquest_costs(game, RED)) == set(game.board.provinces)
    assert token_number(("revolution", S)) == 11


@pytest.mark.rule("VI-SPEC-22", "VI-SPEC-24")
def test_specialization_has_no_effect_of_its_own_and_leaves_at_decline():
    assert powers((S,)) == powers(())
    land = {"neustria": held("red", 3)}
    game = table(turn=("red", "begin"), civ={"red": (S, "agriculture_enduring")}, land=land, clear=True)
    assert active_points(game, RED) == 3
    (scored,) = happened(play(game, RED, DeclareDecline()), Scored)
    assert scored.declining == 2
    assert S in game.bag
