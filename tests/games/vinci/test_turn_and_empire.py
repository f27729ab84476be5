"""The order of a turn, elimination, cohesion and reorganization."""

import pytest

from marchland.games.vinci.rules.civilizations import ChooseCivilization, TakeCivilization
from marchland.games.vinci.rules.conquest.conquest import ChooseConquest, Conquer, EndConquests
from marchland.games.vinci.rules.decline import DeclareDecline, Declined, DeclineOrPlay, PlayOn
from marchland.games.vinci.rules.diplomacy import ChoosePeace, MakePeace
from marchland.games.vinci.rules.empire import ProvincesEmptied, parts_of_empire
from marchland.games.vinci.rules.forts import BuildFort, ChooseFort, FortBuilt
from marchland.games.vinci.rules.gathering import GatherForces, GoToWar, Reinforced
from marchland.games.vinci.rules.reorganization import (
    ChoosePart,
    Deploy,
    Deployed,
    KeepPart,
    Place,
    Reorganize,
    TemporaryTokensLeft,
)
from marchland.games.vinci.rules.scoring import Scored
from marchland.games.vinci.rules.turn import ConfirmTurn, EndTurn, Turn
from marchland.games.vinci.title import TITLE
from marchland.kernel.testing import check_illegal

from .table import RED, YELLOW, happened, held, play, table


@pytest.mark.rule("VI-TURN-01")
def test_a_turn_begins_with_decline_peace_tokens_gathering_and_conquest():
    game = table(turn=("red", "begin"), civ={"red": ("diplomacy", "medicine")}, land={"castile": held("red", 4)})
    assert game.decision == DeclineOrPlay(RED)
    play(game, RED, PlayOn())
    assert game.decision == ChoosePeace(RED)
    events = play(game, RED, MakePeace(YELLOW))
    assert happened(events, Reinforced)
    assert game.decision == GatherForces(RED)
    play(game, RED, GoToWar())
    assert game.decision == ChooseConquest(RED)


@pytest.mark.rule("VI-TURN-02", "VI-LOSS-05", "VI-SCORE-05")
def test_a_turn_ends_with_defenders_temporary_tokens_reorganization_forts_and_points():
    land = {"castile": held("red", 4), "lusitania": held("yellow", 2), "sicily": held("yellow")}
    game = table(civ={"red": ("general", "forts"), "yellow": ("weapons",)}, land=land, clear=True)
    play(game, RED, Conquer("lusitania"))
    events = play(game, RED, EndConquests())
    kinds = [type(event) for event in events if isinstance(event, Deployed | TemporaryTokensLeft)]
    assert kinds == [Deployed, TemporaryTokensLeft]
    assert game.decision == Reorganize(RED)
    play(game, RED, Deploy({"castile": 2}))
    assert game.decision == ChooseFort(RED)
    events = play(game, RED, BuildFort("castile"))
    assert happened(events, FortBuilt)
    assert game.decision == ConfirmTurn(RED)
    assert happened(play(game, RED, EndTurn()), Scored)


@pytest.mark.rule("VI-TURN-03", "VI-DECL-08")
def test_a_decline_takes_the_place_of_everything_else():
    game = table(turn=("red", "begin"), civ={"red": ("medicine", "general")}, land={"castile": held("red", 4)})
    events = play(game, RED, DeclareDecline())
    assert not happened(events, Reinforced)
    assert game.decision == ChooseCivilization(RED)
    play(game, RED, TakeCivilization(1))
    assert game.this_turn.seat == YELLOW


@pytest.mark.rule("VI-ELIM-02", "VI-ELIM-03", "VI-ELIM-04", "VI-SCORETILE-07")
def test_a_civilization_without_tokens_declines_and_its_owner_passes_a_turn():
    land = {"castile": held("red", 9), "lusitania": held("yellow"), "greece": held("yellow", declining=True)}
    civ = {"red": ("slavery", "weapons"), "yellow": ("militia", "forts")}
    game = table(civ=civ, land=land, declining={"yellow": ("mines_enduring",)}, clear=True)
    play(game, RED, Conquer("lusitania"))
    events = play(game, RED, EndConquests())
    assert happened(events, Declined)[0].rule == "VI-ELIM-02"
    assert game.land["greece"] is None, "the older declining empire is emptied at once"
    assert game.civ[YELLOW] == game.declining_civ[YELLOW] == ()
    points = game.score[YELLOW]
    events = play(game, RED, Deploy({"castile": game.hand[RED]}), EndTurn())
    assert happened(events, Scored)[0].captives == 1, "only the token that was taken"
    assert game.decision == ChooseCivilization(YELLOW)
    assert game.score[YELLOW] == points
    play(game, YELLOW, TakeCivilization(1))
    assert game.this_turn.seat != YELLOW, "the new civilization enters one turn later"


@pytest.mark.rule("VI-ELIM-01")
def test_an_exile_may_decline_and_then_loses_the_older_declining_empire():
    land = {"greece": held("red", declining=True)}
    game = table(turn=("red", "begin"), civ={"red": ("weapons", "forts")}, hand={"red": 3}, land=land, clear=True)
    play(game, RED, DeclareDecline())
    assert game.land["greece"] is None
    assert game.score[RED] == 10


@pytest.mark.rule("VI-ELIM-05", "VI-ELIM-06")
def test_exile_may_last_and_scores_only_the_declining_empire():
    land = {"greece": held("red", declining=True), "castile": held("yellow")}
    game = table(turn=("red", "begin"), civ={"red": ("weapons", "forts")}, hand={"red": 3}, land=land, clear=True)
    play(game, RED, PlayOn(), EndConquests(), EndTurn())
    assert game.score[RED] == 11
    assert game.hand[RED] == 3


def divided(*civ, **more):
    """Red holds two parts: Castile with Lusitania, and Greece with Thrace."""
    land = {"castile": held("red", 2), "lusitania": held("red"), "greece": held("red", 3), "thrace": held("red")}
    return table(civ={"red": civ or ("barbarians",)}, land=land | more.pop("land", {}), clear=True, **more)


@pytest.mark.rule("VI-COHES-01", "VI-COHES-02", "VI-COHES-03", "VI-COHES-04")
def test_a_divided_empire_keeps_one_part_at_the_end_of_the_own_turn():
    game = divided()
    tokens = game.tokens[RED]
    play(game, RED, EndConquests())
    assert game.decision == ChoosePart(RED)
    check_illegal(game, RED, KeepPart("sicily"), "VI-COHES-02")
    assert game.decision.why_not(game, RED, "sicily")[0].rule == "VI-COHES-02"
    events = play(game, RED, KeepPart("thrace"))
    assert happened(events, ProvincesEmptied)[0].provinces == ("castile", "lusitania")
    assert game.land["castile"] is None
    play(game, RED, Deploy({"thrace": game.hand[RED]}))
    assert game.land["greece"].tokens + game.land["thrace"].tokens == tokens, "no token is lost"


@pytest.mark.rule("VI-COHES-01")
def test_an_empire_cut_in_two_by_others_stays_until_its_owners_turn_ends():
    land = {"castile": held("red", 9), "lusitania": held("yellow", 1), "pyrenees": "nobody", "aquitaine": held("yellow", 2)}
    land |= {"south_spain": held("yellow", 2)}
    game = table(civ={"red": ("barbarians",)}, land=land, clear=True)
    play(game, RED, EndConquests(), EndTurn())
    assert len(parts_of_empire(game, YELLOW)) == 2


@pytest.mark.rule("VI-COHES-05")
def test_straits_hold_an_empire_together():
    game = table(civ={"red": ("barbarians",)}, land={"south_spain": held("red"), "africa": held("red", 9)}, clear=True)
    assert len(parts_of_empire(game, RED)) == 1


@pytest.mark.rule("VI-COHES-06")
def test_seas_hold_an_empire_together_only_with_astronomy():
    assert len(parts_of_empire(divided(), RED)) == 2
    assert len(parts_of_empire(divided("astronomy", "weapons"), RED)) == 1


@pytest.mark.rule("VI-COHES-07", "VI-SPECIAL-09", "VI-SPEC-19")
@pytest.mark.parametrize("civ", [("messages", "weapons"), ("messages", "specialization")])
def test_messengers_keep_a_divided_empire(civ):
    game = divided(*civ)
    play(game, RED, EndConquests())
    assert game.decision == Reorganize(RED)
    play(game, RED, Deploy({"castile": game.hand[RED]}), EndTurn())
    assert game.score[RED] == 14


@pytest.mark.rule("VI-COHES-08")
def test_a_divided_empire_declines_with_all_its_parts():
    land = {"castile": held("red", 2), "greece": held("red", 3)}
    game = table(turn=("red", "begin"), civ={"red": ("barbarians",)}, land=land, clear=True)
    play(game, RED, DeclareDecline())
    assert game.land["castile"].declining
    assert game.land["greece"].declining


@pytest.mark.rule("VI-COHES-10")
def test_a_divided_empire_attacks_from_every_part():
    game = divided(land={"castile": held("red", 5), "greece": held("red", 5)})
    targets = {option.province for option in game.options() if isinstance(option, Conquer)}
    assert {"pyrenees", "dalmatia"} <= targets


@pytest.mark.rule("VI-REORG-01", "VI-REORG-02", "VI-REORG-03")
def test_all_tokens_are_spread_and_no_province_is_left_empty():
    game = table(civ={"red": ("barbarians",)}, land={"castile": held("red", 5), "lusitania": held("red", 2)}, clear=True)
    play(game, RED, EndConquests())
    assert [game.land[p].tokens for p in ("castile", "lusitania")] == [1, 1]
    check_illegal(game, RED, Deploy({"castile": 4}), "VI-REORG-02")
    check_illegal(game, RED, Deploy({"castile": 6, "lusitania": -1}), "VI-REORG-01")
    check_illegal(game, RED, Place("greece"), "VI-REORG-01")
    assert game.decision.why_not(game, RED, "greece")[0].rule == "VI-REORG-01"
    play(game, RED, Deploy({"castile": 4, "lusitania": 1}))
    assert [game.land[p].tokens for p in ("castile", "lusitania")] == [5, 2]


@pytest.mark.rule("VI-REORG-04", "VI-REORG-05", "VI-WAR-06")
def test_a_general_with_three_own_tokens_keeps_three_of_five_provinces():
    game = table(civ={"red": ("general", "weapons")}, land={"castile": held("red", 3)}, clear=True)
    assert game.hand[RED] == 9
    for province in ("lusitania", "south_spain", "pyrenees", "aquitaine"):
        play(game, RED, Conquer(province))
    play(game, RED, EndConquests())
    assert game.hand[RED] == 3
    check_illegal(game, RED, Deploy({"castile": 3}), "VI-REORG-04")
    play(game, RED, Place("aquitaine"), Place("castile"))
    kept = game.active[RED]
    assert kept == ("aquitaine", "castile", "pyrenees"), "the Pyrenees came of themselves: nothing else touched Aquitaine"
    assert all(game.land[p].tokens == 1 for p in kept)
    assert len(parts_of_empire(game, RED)) == 1


@pytest.mark.rule("VI-REORG-04")
def test_a_province_apart_from_those_already_kept_is_refused():
    game = table(civ={"red": ("general", "weapons")}, land={"castile": held("red", 3)}, clear=True)
    for province in ("lusitania", "pyrenees", "aquitaine", "auvergne"):
        play(game, RED, Conquer(province))
    play(game, RED, EndConquests(), Place("lusitania"))
    check_illegal(game, RED, Place("auvergne"), "VI-REORG-04")


@pytest.mark.rule("VI-REORG-06", "VI-CONQ-15")
def test_a_province_taken_for_nothing_is_garrisoned_when_tokens_suffice():
    game = table(civ={"red": ("weapons", "barbarians")}, land={"pyrenees": held("red", 3)}, clear=True)
    play(game, RED, Conquer("castile"))
    assert game.land["castile"].tokens == 0
    play(game, RED, EndConquests())
    assert game.land["castile"].tokens == 1


def test_the_steps_of_a_turn_read_like_the_rulebook():
    assert Turn.STEPS[-4:] == ("build_forts", "confirm", "score", "offer_rebirth")
    assert Turn.STEPS.index("let_defenders_redeploy") < Turn.STEPS.index("make_the_empire_whole") < Turn.STEPS.index("reorganize")


def test_a_saved_game_knows_its_declining_empires_again():
    """They are not in the file: the provinces say it all."""
    yellow = {province: held("yellow", declining=True) for province in ("greece", "atlas")}
    game = table(land={"castile": held("red"), **yellow})
    assert "declining" not in game.to_plain()
    assert TITLE.load(game.to_plain()).declining == game.declining == [(), ("atlas", "greece"), ()]
