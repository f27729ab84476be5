"""Costs of conquest, and what a conquest does."""

import pytest

from marchland.games.vinci.rules.conquest.conquest import (
    ChooseConquest,
    Conquer,
    Conquered,
    EndConquests,
    conquest_costs,
    cost_breakdown,
)
from marchland.games.vinci.rules.decline import DeclareDecline, DeclineOrPlay, PlayOn
from marchland.games.vinci.rules.empire import hold
from marchland.games.vinci.rules.forts import build_fort
from marchland.games.vinci.rules.gathering import Abandon, AbandonAll, GatherForces, GoToWar
from marchland.games.vinci.rules.reorganization import Deploy, Reorganize
from marchland.games.vinci.rules.scoring import Scored
from marchland.games.vinci.rules.turn import EndTurn
from marchland.games.vinci.state import Holding
from marchland.games.vinci.title import TITLE
from marchland.kernel.errors import IllegalAction
from marchland.kernel.testing import Walk, check_illegal

from .table import BLUE, RED, YELLOW, happened, held, play, table


def attacker(*civ, hand=20, at="castile", **position):
    """Red stands in one province with plenty of tokens in hand; everything else is empty."""
    land = {at: held("red")} | position.pop("land", {})
    return table(civ={"red": civ or ("barbarians",)}, hand={"red": hand}, land=land, clear=True, **position)


def cost(game, province):
    return conquest_costs(game, RED)[province]


@pytest.mark.rule("VI-CONQ-01", "VI-CONQ-02", "VI-CONQ-03")
def test_terrain_costs_two_or_three():
    assert cost(attacker(), "lusitania") == 2
    assert cost(attacker(), "south_spain") == 3
    assert cost(attacker(), "pyrenees") == 3
    assert cost(attacker(at="aquitaine"), "neustria") == 2


@pytest.mark.rule("VI-CONQ-04")
def test_each_defending_token_costs_one():
    assert cost(attacker(land={"lusitania": held("yellow", 4)}), "lusitania") == 6
    assert cost(attacker(land={"lusitania": "brown"}), "lusitania") == 3


@pytest.mark.rule("VI-CONQ-20")
def test_a_declining_province_counts_one_token():
    assert cost(attacker(land={"lusitania": held("yellow", declining=True)}), "lusitania") == 3


@pytest.mark.rule("VI-CONQ-05")
def test_a_fort_costs_one():
    assert cost(attacker(land={"lusitania": held("yellow", 2, fort=True)}), "lusitania") == 5


@pytest.mark.rule("VI-CONQ-06")
def test_an_attack_from_a_mountain_is_one_cheaper():
    assert cost(attacker(at="pyrenees"), "castile") == 1


@pytest.mark.rule("VI-CONQ-07")
def test_an_attack_from_an_own_fort_is_one_cheaper():
    game = attacker(land={"castile": held("red", fort=True)})
    assert cost(game, "lusitania") == 1


@pytest.mark.rule("VI-CONQ-08", "VI-WAR-05", "VI-WAR-10")
def test_all_modifiers_add_up_but_espionage_ignores_them():
    land = {"pyrenees": held("red", 1, fort=True), "auvergne": "nobody", "aquitaine": held("red")}
    land |= {"western_alps": held("yellow", 2, fort=True), "burgundy": held("red"), "hercynia": "nobody"}
    game = table(civ={"red": ("espionage", "barbarians"), "yellow": ("militia", "weapons")}, hand={"red": 9}, land=land, clear=True)
    assert cost(game, "western_alps") == 3 + 1 + 2 + 1
    hold(game, "burgundy", Holding(RED, 1, fort=True))
    game.menu = None
    assert cost(game, "western_alps") == 6
    play(game, RED, Conquer("western_alps", True))
    assert game.land["western_alps"].tokens == 2


@pytest.mark.rule("VI-CONQ-08")
def test_fort_on_a_mountain_attacks_a_fort_on_a_mountain_with_militia():
    land = {"eastern_alps": held("red", 1, fort=True), "western_alps": held("yellow", 2, fort=True)}
    game = table(civ={"red": ("barbarians", "messages"), "yellow": ("militia", "weapons")}, hand={"red": 9}, land=land, clear=True)
    assert cost(game, "western_alps") == 3 + 1 + 2 + 1 - 1 - 1


@pytest.mark.rule("VI-CONQ-09", "VI-CONQ-14", "VI-CONQ-15")
def test_a_cost_of_zero_needs_no_token_and_leaves_the_province_empty():
    game = attacker("weapons", "barbarians", at="pyrenees", hand=0)
    assert cost(game, "castile") == 0
    play(game, RED, Conquer("castile"))
    assert game.land["castile"].tokens == 0
    assert game.land["castile"].seat == RED


@pytest.mark.rule("VI-CONQ-09")
def test_discounts_never_make_a_cost_negative():
    game = attacker("weapons", "galleys", at="pyrenees", hand=0)
    assert cost(game, "lusitania") == 0
    lines = cost_breakdown(game, RED, "lusitania")
    assert sum(line.amount for line in lines) == 0
    assert lines[-1].rule == "VI-CONQ-09"


@pytest.mark.rule("VI-CONQ-10")
def test_only_land_borders_and_straits_lead_to_a_target():
    game = attacker(at="south_spain")
    assert set(conquest_costs(game, RED)) == {"castile", "lusitania", "pyrenees", "africa"}
    check_illegal(game, RED, Conquer("sardinia"), "VI-CONQ-10")
    check_illegal(game, RED, Conquer("atlantis"), "VI-CONQ-10")


@pytest.mark.rule("VI-CONQ-11", "VI-CONQ-12")
def test_a_new_province_is_an_origin_at_once_and_its_tokens_stay_there():
    game = attacker(hand=7)
    play(game, RED, Conquer("pyrenees"), Conquer("aquitaine"))
    assert game.land["pyrenees"].tokens == 3
    assert game.land["aquitaine"].tokens == 1
    assert game.hand[RED] == 3


@pytest.mark.rule("VI-CONQ-13")
def test_a_cost_above_the_hand_is_refused_with_the_figures():
    game = attacker(hand=3, land={"lusitania": held("yellow", 2)})
    refusal = check_illegal(game, RED, Conquer("lusitania"), "VI-CONQ-13")
    assert (refusal.facts["need"], refusal.facts["have"]) == (4, 3)
    assert game.decision.why_not(game, RED, "lusitania")[0].facts["need"] == 4


@pytest.mark.rule("VI-CONQ-16")
def test_the_cheapest_origin_is_used():
    game = attacker(land={"castile": held("red"), "pyrenees": held("red")})
    assert cost(game, "lusitania") == 1


@pytest.mark.rule("VI-CONQ-17", "VI-CONQ-06")
def test_a_mountain_helps_across_a_strait_but_not_across_the_sea():
    game = attacker("astronomy", "barbarians", at="scotland")
    assert cost(game, "ireland") == 1
    assert cost(game, "lusitania") == 2
    by_sea = attacker("astronomy", "barbarians", at="dalmatia")
    assert cost(by_sea, "sicily") == 2


@pytest.mark.rule("VI-CONQ-18")
def test_an_own_active_province_is_no_target():
    check_illegal(attacker(), RED, Conquer("castile"), "VI-CONQ-18")


@pytest.mark.rule("VI-CONQ-19", "VI-LOSS-01", "VI-LOSS-02")
def test_the_attacker_loses_nothing_the_defender_one_token():
    game = attacker(land={"lusitania": held("yellow", 4), "aquitaine": held("yellow", 1)})
    before = game.tokens[RED]
    events = play(game, RED, Conquer("lusitania"))
    assert game.tokens[RED] == before
    assert game.tokens[YELLOW] == 4
    assert game.hand[YELLOW] == 3, "survivors have left the province and defend nothing"
    assert happened(events, Conquered)[0].survivors == 3


@pytest.mark.rule("VI-LOSS-06")
def test_declining_and_brown_provinces_have_no_survivors():
    game = attacker(land={"lusitania": held("yellow", declining=True), "south_spain": "brown"})
    events = play(game, RED, Conquer("lusitania"), Conquer("south_spain"))
    assert [event.survivors for event in happened(events, Conquered)] == [0, 0]
    assert game.hand[YELLOW] == 0


@pytest.mark.rule("VI-LOSS-07")
def test_the_fort_of_a_conquered_province_is_gone():
    game = attacker(land={"lusitania": held("yellow", 1, fort=True)})
    play(game, RED, Conquer("lusitania"))
    assert game.land["lusitania"].fort is False


@pytest.mark.rule("VI-GATHER-01")
def test_gathering_leaves_exactly_one_token_in_each_province():
    game = table(turn=("red", "gather_forces"), land={"castile": held("red", 5), "aquitaine": held("red", 2)})
    assert game.decision == GatherForces(RED)
    assert game.land["castile"].tokens == game.land["aquitaine"].tokens == 1
    assert game.hand[RED] == 5


@pytest.mark.rule("VI-GATHER-02", "VI-GATHER-03", "VI-GATHER-05")
def test_a_province_may_be_emptied_before_the_first_conquest_only():
    land = {"castile": held("red", 2), "pyrenees": held("red", 1, fort=True)}
    game = table(turn=("red", "gather_forces"), land=land)
    play(game, RED, Abandon("castile"))
    assert game.land["castile"] is None, "neither owner nor brown token"
    assert game.hand[RED] == 2
    assert cost(game, "castile") == 2 - 1 - 1
    play(game, RED, GoToWar())
    assert isinstance(game.decision, ChooseConquest)
    with pytest.raises(IllegalAction):
        game.apply(RED, Abandon("pyrenees"))


@pytest.mark.rule("VI-GATHER-03")
def test_the_fort_of_an_emptied_province_is_gone():
    game = table(turn=("red", "gather_forces"), land={"castile": held("red", 3, fort=True), "aquitaine": held("red")})
    play(game, RED, Abandon("castile"), GoToWar())
    assert game.land["castile"] is None


@pytest.mark.rule("VI-GATHER-02")
def test_only_own_provinces_can_be_emptied():
    game = table(turn=("red", "gather_forces"), land={"castile": held("red", 3), "aquitaine": held("yellow")})
    check_illegal(game, RED, Abandon("aquitaine"), "VI-GATHER-02")
    check_illegal(game, RED, AbandonAll(("castile", "aquitaine")), "VI-GATHER-02")
    assert game.decision.why_not(game, RED, "aquitaine")[0].rule == "VI-GATHER-02"
    assert game.decision.why_not(game, RED, "castile") == []


@pytest.mark.rule("VI-GATHER-04", "VI-ENTRY-09")
def test_emptying_everything_means_entering_anew():
    land = {"castile": held("red", 4), "sicily": held("red", 2)}
    game = table(turn=("red", "gather_forces"), land=land)
    play(game, RED, AbandonAll(("castile", "sicily")))
    assert game.hand[RED] == 6
    assert "scotland" in conquest_costs(game, RED)
    assert "neustria" not in conquest_costs(game, RED)


@pytest.mark.rule("VI-CONQ-04", "VI-CONQ-06", "VI-ENTRY-06", "VI-LOSS-01", "VI-LOSS-04", "VI-LOSS-05", "VI-REORG-02", "VI-SCORE-01")
def test_the_rulebooks_campaign_in_spain():
    """13 tokens: southern Spain 5, the Pyrenees 3, Spain 2, France 2; one is left; yellow loses 3 and replaces 1."""
    land = {"south_spain": held("yellow", 2), "pyrenees": "nobody", "castile": held("yellow"), "aquitaine": held("yellow")}
    land |= {"sicily": held("yellow")}
    game = table(civ={"red": ("barbarians", "barbarians")}, hand={"red": 13}, land=land, fresh=["red"])
    steps = [("south_spain", 5), ("pyrenees", 3), ("castile", 2), ("aquitaine", 2)]
    for province, expected in steps:
        (event,) = happened(play(game, RED, Conquer(province)), Conquered)
        assert event.cost == expected
    assert isinstance(game.decision, Reorganize), "the last token is of no use, so conquests are over"
    assert game.tokens[YELLOW] == 2
    assert game.land["sicily"].tokens == 2, "the only place left for the survivor"
    events = play(game, RED, Deploy({"south_spain": 3, "aquitaine": 6}), EndTurn())
    assert sum(game.land[province].tokens for province, _ in steps) == 13
    assert happened(events, Scored)[0].total == 3


@pytest.mark.rule("VI-CONQ-08")
def test_previews_always_add_up_to_the_price():
    """Over random play: the breakdown that players see is the cost that is charged."""
    walk, seen = Walk(TITLE, 4, "breakdowns"), 0
    while not walk.state.is_over and seen < 1500:
        if isinstance(walk.state.decision, ChooseConquest):
            seat = walk.state.deciders[0]
            for province, price in conquest_costs(walk.state, seat).items():
                lines = cost_breakdown(walk.state, seat, province)
                assert sum(line.amount for line in lines) == price, (walk, province, lines)
                seen += 1
        walk.step()
    assert seen > 500


@pytest.mark.rule("VI-CONQ-09", "VI-CONQ-11", "VI-CONQ-16", "VI-ENTRY-09", "VI-CONTACT-01")
def test_costs_brought_up_to_date_by_each_conquest_are_those_worked_out_afresh():
    """Over random play: entries, provinces taken and contact broken; between campaigns nothing is kept."""
    walk, campaigns, conquests = Walk(TITLE, 6, "campaigns"), 0, 0
    for _ in range(1500):
        game = walk.state
        if isinstance(game.decision, ChooseConquest):
            game.options()
            assert game.campaign == conquest_costs(game, game.decision.seat), walk
            campaigns += game.this_turn.conquests == 0
            conquests += game.this_turn.conquests > 0
        else:
            assert game.campaign is None, walk
        walk.step()
        if walk.state.is_over:
            break
    assert campaigns > 50
    assert conquests > 50


def test_the_audit_finds_costs_that_are_out_of_date():
    game = attacker(land={"lusitania": held("yellow", 2)})
    game.options()
    TITLE.audit(game)
    build_fort(game, YELLOW, "lusitania")
    with pytest.raises(AssertionError, match="lusitania"):
        TITLE.audit(game)


def test_the_audit_finds_costs_kept_after_the_last_conquest():
    game = attacker()
    costs = conquest_costs(game, RED)
    play(game, RED, EndConquests())
    assert game.campaign is None
    game.campaign = costs
    with pytest.raises(AssertionError, match="ConfirmTurn"):
        TITLE.audit(game)


@pytest.mark.rule("VI-CONQ-16", "VI-WAR-04")
def test_the_sea_is_taken_where_it_is_the_cheaper_way_to_a_neighbour():
    """Aquitaine and Burgundy border each other without a common coast, but both lie on connected seas."""
    game = attacker("astronomy", "galleys", at="aquitaine")
    assert cost(game, "burgundy") == cost(attacker(at="aquitaine"), "burgundy") - 1
    assert [line.rule for line in cost_breakdown(game, RED, "burgundy")] == ["VI-CONQ-01", "VI-WAR-04"]


@pytest.mark.rule("VI-TURN-04")
def test_a_turn_without_conquest_is_legal():
    game = attacker()
    play(game, RED, EndConquests(), EndTurn())
    assert game.land["castile"].tokens == 21
    assert game.score[RED] == 11


def test_seas_are_never_taken():
    game = attacker("astronomy", "barbarians")
    assert game.decision.why_not(game, RED, "western_med")[0].rule == "VI-SPECIAL-01"


def test_every_option_costs_no_more_than_the_hand():
    walk = Walk(TITLE, 6, "hands")
    for _ in range(600):
        decision = walk.state.decision
        if isinstance(decision, ChooseConquest):
            options = walk.state.options()
            normal = [option for option in options if isinstance(option, Conquer) and not option.espionage]
            costs = conquest_costs(walk.state, decision.seat)
            assert {option.province for option in normal} == {p for p, c in costs.items() if c <= walk.state.hand[decision.seat]}
        walk.step()
        if walk.state.is_over:
            break


@pytest.mark.rule("VI-LOSS-03", "VI-LOSS-04", "VI-LOSS-05")
def test_defenders_redeploy_clockwise_before_the_attacker_reorganizes():
    land = {"lusitania": held("blue", 3), "south_spain": held("yellow", 3), "sicily": held("yellow"), "italy": held("yellow")}
    land |= {"greece": held("blue"), "thrace": held("blue")}
    game = attacker(land=land)
    play(game, RED, Conquer("lusitania"), Conquer("south_spain"), EndConquests())
    assert game.deciders == (YELLOW,)
    check_illegal(game, YELLOW, Deploy({"sicily": 3}), "VI-LOSS-04")
    check_illegal(game, YELLOW, Deploy({"greece": 2}), "VI-LOSS-03")
    play(game, YELLOW, Deploy({"sicily": 2}))
    assert game.deciders == (BLUE,)
    play(game, BLUE, Deploy({"greece": 1, "thrace": 1}))
    assert game.deciders == (RED,)


@pytest.mark.rule("VI-LOSS-08", "VI-ELIM-01")
def test_survivors_without_a_province_stay_in_hand_and_may_come_back():

    game = attacker(land={"lusitania": held("yellow", 4)})
    play(game, RED, Conquer("lusitania"), EndConquests())
    assert game.hand[YELLOW] == 3
    play(game, RED, Deploy({"castile": game.hand[RED]}), EndTurn())
    assert game.decision == DeclineOrPlay(YELLOW)
    assert set(game.options(YELLOW)) == {PlayOn(), DeclareDecline()}
    play(game, YELLOW, PlayOn())
    assert "ireland" in conquest_costs(game, YELLOW)
