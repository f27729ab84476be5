"""What single rules do, in figures, on both sides of every condition: the tests that notice a rule that is off by one."""

import pytest

from marchland.games.vinci.rules.civilizations import (
    ChooseCivilization,
    CivilizationDrawn,
    CivilizationTaken,
    GoWithout,
    TakeCivilization,
    enduring_tiles,
    tokens_for,
)
from marchland.games.vinci.rules.conquest.conquest import (
    Conquer,
    Conquered,
    DecliningTilesReturned,
    EndConquests,
    conquest_costs,
    cost_breakdown,
    defence,
)
from marchland.games.vinci.rules.decline import DeclareDecline, DeclineAfterScoring, Declined, PlayOn
from marchland.games.vinci.rules.empire import ProvincesEmptied, empty
from marchland.games.vinci.rules.forts import BuildFort, BuildNoFort, ChooseFort, FortBuilt, build_fort
from marchland.games.vinci.rules.gathering import Abandon, AbandonAll, GatherForces, GoToWar, Reinforced, receive_reinforcements
from marchland.games.vinci.rules.reorganization import (
    Deploy,
    Deployed,
    KeepPart,
    Place,
    RedeploySurvivors,
    Reorganize,
    TemporaryTokensLeft,
    has_survivors_to_place,
    is_wiped_out,
    must_choose_part,
)
from marchland.games.vinci.rules.scoring import PointsMoved, Scored, TargetReached, active_points, add_to_score, gain_points
from marchland.games.vinci.rules.turn import EndTurn, TurnBegan
from marchland.games.vinci.sequence import GameEnded
from marchland.games.vinci.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, happened, held, play, table


def emitted(game, act, *arguments):
    """The events of a single verb of the rules."""
    game.outbox = []
    act(game, *arguments)
    return game.outbox


# -- choosing a civilization -------------------------------------------------------------------------------


def market(score=30, **position):
    """Red chooses; three counters lie on the second pair."""
    position = {"land": {"castile": held("yellow")}, "counters": [0, 3, 0, 0, 0, 0], "ending": True} | position
    return table(turn=("red", "begin"), score={"red": score}, **position)


@pytest.mark.rule("VI-CHOICE-07", "VI-DECL-06")
def test_exactly_the_six_pairs_on_offer_can_be_chosen():
    game = market()
    assert game.decision == ChooseCivilization(RED)
    assert [option for option in game.options() if option != GoWithout()] == [TakeCivilization(slot) for slot in range(1, 7)]
    for slot in (0, 7, -1):
        check_illegal(game, RED, TakeCivilization(slot), "VI-CHOICE-06")
    poor = market(score=3)
    assert [option.slot for option in poor.options() if option != GoWithout()] == [1, 2]
    assert poor.decision.why_not(poor, RED, "slot:1") == []
    assert [(r.rule, r.facts) for r in poor.decision.why_not(poor, RED, "slot:6")] == [("VI-CHOICE-06", {"need": 10, "have": 3})]
    for elsewhere in ("slot:0", "slot:7", "slot:x", "castile", "seat:1"):
        assert [refusal.rule for refusal in poor.decision.why_not(poor, RED, elsewhere)] == ["VI-DECL-06"], elsewhere


@pytest.mark.rule("VI-CHOICE-06", "VI-CHOICE-01")
def test_a_price_equal_to_the_score_can_be_paid():
    assert TakeCivilization(3) in market(score=4).options()
    assert TakeCivilization(3) not in market(score=3).options()


@pytest.mark.rule("VI-CHOICE-01", "VI-CHOICE-03", "VI-TOKENS-01", "VI-CHOICE-07", "VI-DECL-06")
def test_the_preview_of_a_choice_shows_price_counters_and_tokens():
    game = market(slots=[["mines", "forts"], ["astronomy", "weapons"]] + [["barbarians", "militia"]] * 4)
    lines = game.decision.preview(game, RED, TakeCivilization(2))
    assert [(line.rule, line.amount, line.unit) for line in lines] == [
        ("VI-CHOICE-01", -2, "points"),
        ("VI-CHOICE-03", 6, "points"),
        ("VI-TOKENS-01", 8 + 8, "tokens"),
    ]
    assert game.decision.preview(game, RED, GoWithout()) == []
    assert game.decision.facts(game, RED, TakeCivilization(2)) == {"civ": ("astronomy", "weapons")}
    assert game.decision.facts(game, RED, GoWithout()) == {}


@pytest.mark.rule("VI-CHOICE-02", "VI-CHOICE-03", "VI-CHOICE-08", "VI-CHOICE-04", "VI-CHOICE-05", "VI-SETUP-03")
def test_a_choice_pays_counters_onto_the_skipped_pairs_collects_its_own_and_refills_the_row():
    game = market()
    before, wanted = list(game.slots), game.slots[2]
    game.counters = [0, 3, 1, 0, 2, 0]
    events = play(game, RED, TakeCivilization(3))
    (taken,) = [event for event in happened(events, CivilizationTaken) if event.seat == RED]
    assert (taken.slot, taken.civ, taken.price, taken.counters) == (3, wanted, 4, 1)
    assert game.tokens[RED] == game.hand[RED] == taken.tokens == tokens_for(game, RED, wanted)
    assert game.fresh[RED]
    assert happened(events, PointsMoved)[0].points == 2 - 4
    assert game.score[RED] == 30 + 2 - 4
    assert game.slots[:5] == [before[0], before[1], before[3], before[4], before[5]]
    assert game.counters[:5] == [1, 4, 0, 2, 0]
    drawn = happened(events, CivilizationDrawn)[0]
    assert (drawn.slot, drawn.civ) == (6, game.slots[5])
    assert len(game.slots) == len(game.counters) == 6


@pytest.mark.rule("VI-CHOICE-03")
def test_nothing_is_told_where_no_points_move():
    assert emitted(market(), gain_points, RED, 0) == []
    assert [event.points for event in happened(emitted(market(), gain_points, RED, -3), PointsMoved)] == [-3]


@pytest.mark.rule("VI-TOKENS-01", "VI-TOKENS-03", "VI-SETUP-06", "VI-SOLO-03")
def test_tokens_are_the_numbers_of_the_pair_plus_the_base_of_the_table():
    assert tokens_for(table(seats=5, turn=None), RED, ("astronomy", "weapons")) == 8 + 4
    assert tokens_for(table(seats=3, turn=None), RED, ("astronomy", "weapons")) == 8 + 8
    alone = table(seats=1, turn=None, options={"fictional_tokens": 9})
    assert [tokens_for(alone, seat, ("astronomy", "weapons")) for seat in (0, 1)] == [8 + 6, 8 + 9]


@pytest.mark.rule("VI-DECL-03", "VI-DECL-04", "VI-DECL-10", "VI-SPEC-24")
def test_only_tiles_with_the_broken_column_stay():
    assert enduring_tiles(("mines_enduring", "weapons")) == ("mines_enduring",)
    assert enduring_tiles(("mines", "specialization")) == ()


# -- the start of a turn -----------------------------------------------------------------------------------


@pytest.mark.rule("VI-SPECIAL-04", "VI-END-04")
def test_turns_are_counted_and_told():
    game = table(turn=("red", "begin"), land={"castile": held("red", 3)}, clear=True)
    assert game.turns == [1, 0, 0]
    game = table(turn=("red", "confirm"), land={"castile": held("red", 3), "sicily": held("yellow", 3)}, clear=True)
    (began,) = happened(play(game, RED, EndTurn()), TurnBegan)
    assert (began.seat, began.turn) == (YELLOW, 1)


@pytest.mark.rule("VI-TOKENS-04", "VI-SPECIAL-02", "VI-WAR-06")
@pytest.mark.parametrize(
    ("civ", "tokens", "hand", "told"),
    [
        (("weapons", "forts"), 5, 5, []),
        (("medicine", "forts"), 6, 6, [(1, 0)]),
        (("general", "forts"), 5, 12, [(0, 7)]),
        (("medicine", "general"), 6, 13, [(1, 7)]),
    ],
)
def test_medicine_gives_tokens_to_keep_and_a_general_tokens_to_lend(civ, tokens, hand, told):
    game = table(turn=None, civ={"red": civ}, hand={"red": 5})
    events = emitted(game, receive_reinforcements, RED)
    assert (game.tokens[RED], game.hand[RED]) == (tokens, hand)
    assert [(event.tokens, event.temporary) for event in happened(events, Reinforced)] == told
    assert game.this_turn.temporary == hand - tokens


@pytest.mark.rule("VI-WAR-05")
@pytest.mark.parametrize(("civ", "spies"), [(("espionage", "forts"), 1), (("espionage", "specialization"), 2), (("forts",), 0)])
def test_espionage_comes_back_every_turn(civ, spies):
    game = table(turn=None, civ={"red": civ}, hand={"red": 5})
    receive_reinforcements(game, RED)
    assert game.this_turn.spies_left == spies


@pytest.mark.rule("VI-GATHER-01", "VI-GATHER-02", "VI-GATHER-04")
def test_giving_up_provinces_one_by_one_or_several_at_once():
    def gathering():
        land = {"castile": held("red", 4), "lusitania": held("red", 1), "sicily": held("red", 2)}
        return table(turn=("red", "gather_forces"), land=land, clear=True)

    game = gathering()
    assert set(game.options()) == {GoToWar(), Abandon("castile"), Abandon("lusitania"), Abandon("sicily")}
    events = play(game, RED, Abandon("lusitania"))
    assert game.decision == GatherForces(RED), "more may be given up"
    assert (game.hand[RED], game.land["lusitania"]) == (4 + 1, None)
    assert happened(events, ProvincesEmptied)[0].rule == "VI-GATHER-02"
    play(game, RED, Abandon("castile"), Abandon("sicily"))
    assert game.decision != GatherForces(RED), "there is nothing left to give up"
    assert game.hand[RED] == game.tokens[RED] == 7
    bulk = gathering()
    play(bulk, RED, AbandonAll(("castile", "castile", "sicily")))
    assert (bulk.hand[RED], bulk.active[RED]) == (4 + 2, ("lusitania",))
    assert bulk.decision != GatherForces(RED), "conquests begin"


# -- conquests ---------------------------------------------------------------------------------------------


def front(*civ, hand=20, at="castile", **position):
    land = {at: held("red")} | position.pop("land", {})
    return table(
        civ={"red": civ or ("barbarians",)} | position.pop("civs", {}), hand={"red": hand}, land=land, clear=True, **position
    )


@pytest.mark.rule("VI-CONQ-01", "VI-CONQ-02", "VI-CONQ-03", "VI-WAR-01", "VI-WAR-02")
def test_terrain_and_tiles_add_up():
    plain = conquest_costs(front(), RED)
    assert (plain["lusitania"], plain["south_spain"], plain["pyrenees"]) == (2, 3, 3)
    weapons = conquest_costs(front("weapons", "barbarians"), RED)
    assert (weapons["lusitania"], weapons["south_spain"], weapons["pyrenees"]) == (1, 2, 2)
    climbers = conquest_costs(front("mountaineers", "barbarians"), RED)
    assert (climbers["lusitania"], climbers["south_spain"], climbers["pyrenees"]) == (2, 3, 2)
    both = conquest_costs(front("mountaineers", "weapons"), RED)
    assert (both["lusitania"], both["pyrenees"]) == (1, 1)


@pytest.mark.rule("VI-CONQ-04", "VI-CONQ-05", "VI-CONQ-20", "VI-WAR-07")
@pytest.mark.parametrize(
    ("there", "civ", "expected"),
    [
        (held("yellow", 3), ("weapons",), 3),
        (held("yellow", 3, fort=True), ("weapons",), 4),
        (held("yellow", 3), ("militia",), 4),
        (held("yellow", 3, fort=True), ("militia", "specialization"), 6),
        (held("yellow", 1, declining=True, fort=True), ("militia",), 2),
        ("brown", ("militia",), 1),
    ],
)
def test_the_defence_of_a_province(there, civ, expected):
    game = front(land={"lusitania": there}, civs={"yellow": civ})
    assert defence(game, game.land["lusitania"]) == expected


@pytest.mark.rule("VI-CONQ-06", "VI-CONQ-07", "VI-CONQ-10", "VI-WAR-03", "VI-WAR-10")
def test_the_discounts_of_the_origin():
    def price(at, target, *civ, fort=False):
        return conquest_costs(front(*civ, at=at, land={at: held("red", fort=fort)}), RED)[target]

    assert price("castile", "lusitania") == 2
    assert price("castile", "lusitania", fort=True) == 1
    assert price("pyrenees", "lusitania") == 1
    assert price("pyrenees", "lusitania", fort=True) == 0
    assert price("pyrenees", "aquitaine", "galleys", "barbarians") == 1 - 1, "Biscay: a common coast"
    assert price("eastern_alps", "bavaria", "galleys", "barbarians") == price("eastern_alps", "bavaria"), "no common coast"
    assert price("castile", "lusitania", "galleys", "barbarians") == 2, "Castile has no coast"


@pytest.mark.rule("VI-CONQ-08")
def test_a_breakdown_names_every_rule_with_its_figure():
    land = {"pyrenees": held("red", 1, fort=True), "aquitaine": held("yellow", 4, fort=True)}
    game = front("weapons", "galleys", at="pyrenees", land=land, civs={"yellow": ("militia",)})
    lines = {line.rule: (line.amount, line.unit) for line in cost_breakdown(game, RED, "aquitaine")}
    assert lines == {
        "VI-CONQ-01": (2, "tokens"),
        "VI-CONQ-04": (4, "tokens"),
        "VI-CONQ-05": (1, "tokens"),
        "VI-WAR-07": (1, "tokens"),
        "VI-WAR-01": (-1, "tokens"),
        "VI-CONQ-06": (-1, "tokens"),
        "VI-CONQ-07": (-1, "tokens"),
        "VI-WAR-03": (-1, "tokens"),
    }
    nothing_left = cost_breakdown(front("weapons", "barbarians", at="pyrenees"), RED, "castile")
    assert [line.rule for line in nothing_left] == ["VI-CONQ-01", "VI-WAR-01", "VI-CONQ-06"], "exactly zero needs no floor"
    below = cost_breakdown(front("weapons", "specialization", at="pyrenees"), RED, "castile")
    assert (below[-1].rule, below[-1].amount, below[-1].unit) == ("VI-CONQ-09", 1, "tokens")


@pytest.mark.rule("VI-CONQ-12", "VI-CONQ-14", "VI-CONQ-15", "VI-CONQ-19", "VI-LOSS-07")
def test_a_conquest_moves_exactly_its_cost_into_the_province():
    land = {"lusitania": held("yellow", 3, fort=True), "sicily": held("yellow", 2)}
    game = front(land=land, hand=9)
    (event,) = happened(play(game, RED, Conquer("lusitania")), Conquered)
    assert (event.cost, event.defender, event.declining, event.lost, event.survivors) == (6, YELLOW, False, 1, 2)
    assert (game.hand[RED], game.tokens[RED]) == (3, 10)
    assert (game.land["lusitania"].tokens, game.land["lusitania"].fort) == (6, False)
    assert (game.tokens[YELLOW], game.hand[YELLOW]) == (4, 2)
    assert (game.this_turn.conquests, game.this_turn.captives) == (1, 1)


@pytest.mark.rule("VI-LOSS-01", "VI-LOSS-02", "VI-LOSS-06", "VI-CONTACT-07")
@pytest.mark.parametrize(
    ("there", "captives", "lost", "survivors"),
    [
        ("nobody", 0, 0, 0),
        ("brown", 1, 1, 0),
        (held("yellow", 1), 1, 1, 0),
        (held("yellow", 3), 1, 1, 2),
        (held("yellow", 1, declining=True), 1, 1, 0),
        (held("red", 1, declining=True), 0, 1, 0),
    ],
)
def test_who_loses_what_when_a_province_falls(there, captives, lost, survivors):
    game = front(land={"lusitania": there, "greece": held("yellow", 2)})
    (event,) = happened(play(game, RED, Conquer("lusitania")), Conquered)
    assert (game.this_turn.captives, event.lost, event.survivors) == (captives, lost, survivors)
    assert game.hand[YELLOW] == survivors
    assert game.tokens[YELLOW] == 2 + survivors
    assert game.tokens[RED] == 21


@pytest.mark.rule(
    "VI-CONTACT-01", "VI-CONTACT-02", "VI-CONTACT-03", "VI-CONTACT-04", "VI-CONTACT-05", "VI-CONTACT-06", "VI-SPECIAL-10"
)
def test_contact_empties_own_declining_neighbours_only():
    land = {
        "lusitania": held("red", declining=True, fort=True),
        "aquitaine": held("yellow", declining=True),
        "south_spain": held("yellow", 1),
        "greece": held("red", declining=True),
    }
    game = front(land=land, declining={"red": ("mines_enduring",)})
    events = play(game, RED, Conquer("pyrenees"))
    assert [event.provinces for event in happened(events, ProvincesEmptied)] == [("lusitania",)]
    assert game.land["lusitania"] is None
    assert game.land["aquitaine"].declining
    assert game.land["south_spain"].seat == YELLOW
    assert game.land["greece"].declining, "not a neighbour"
    assert game.declining_civ[RED] == ("mines_enduring",), "a declining province is left"
    assert not happened(events, DecliningTilesReturned)
    heir = front("heritage", "barbarians", land=land, declining={"red": ("mines_enduring",)})
    assert happened(play(heir, RED, Conquer("pyrenees")), ProvincesEmptied) == []
    last = front(land={"lusitania": held("red", declining=True)}, declining={"red": ("mines_enduring",)})
    mines = last.bag.count("mines_enduring")
    (returned,) = happened(play(last, RED, Conquer("pyrenees")), DecliningTilesReturned)
    assert (returned.seat, returned.civ) == (RED, ("mines_enduring",))
    assert (last.declining_civ[RED], last.bag.count("mines_enduring")) == ((), mines + 1)


@pytest.mark.rule("VI-DECL-12", "VI-BAG-02")
def test_enduring_tiles_stay_as_long_as_one_declining_province_does():
    land = {"lusitania": held("yellow", declining=True), "greece": held("yellow", declining=True)}
    game = front(land=land, declining={"yellow": ("ports_enduring",)})
    ports = game.bag.count("ports_enduring")
    events = play(game, RED, Conquer("lusitania"))
    assert not happened(events, DecliningTilesReturned)
    assert (game.declining_civ[YELLOW], game.bag.count("ports_enduring")) == (("ports_enduring",), ports)


@pytest.mark.rule("VI-WAR-05")
def test_spies_need_two_tokens_and_are_used_up():
    game = front("espionage", "barbarians", hand=9, land={"lusitania": held("yellow", 9), "south_spain": held("yellow", 9)})
    assert Conquer("lusitania", True) in game.options()
    assert [line.amount for line in game.decision.preview(game, RED, Conquer("lusitania", True))] == [-2]
    play(game, RED, Conquer("lusitania", True))
    assert (game.hand[RED], game.this_turn.spies_left) == (7, 0)
    check_illegal(game, RED, Conquer("south_spain", True), "VI-WAR-05")
    assert (
        Conquer("lusitania", True) not in front("espionage", "barbarians", hand=1, land={"lusitania": held("yellow", 9)}).options()
    )


@pytest.mark.rule("VI-TURN-04", "VI-ENTRY-08", "VI-ENTRY-10")
def test_conquests_go_on_until_they_are_ended():
    game = front(hand=9, land={"sicily": held("yellow")})
    play(game, RED, Conquer("lusitania"))
    assert Conquer("pyrenees") in game.options()
    assert EndConquests() in game.options()
    play(game, RED, EndConquests())
    assert game.decision == Reorganize(RED)
    exact = front(hand=2)
    assert Conquer("lusitania") in exact.options()
    assert Conquer("south_spain") not in exact.options()


# -- the end of a turn -------------------------------------------------------------------------------------


@pytest.mark.rule("VI-LOSS-03", "VI-LOSS-04")
def test_survivors_are_placed_one_by_one_or_all_at_once():
    def beaten():
        land = {"lusitania": held("yellow", 4), "sicily": held("yellow", 2), "italy": held("yellow", 1), "greece": held("blue", 2)}
        game = front(land=land)
        play(game, RED, Conquer("lusitania"), EndConquests())
        return game

    game = beaten()
    assert game.decision == RedeploySurvivors(YELLOW)
    assert set(game.options()) == {Place("sicily"), Place("italy")}
    assert check_illegal(game, YELLOW, Place("greece"), "VI-LOSS-03").facts == {"province": "greece"}
    check_illegal(game, YELLOW, Deploy({"sicily": 4, "italy": -1}), "VI-LOSS-03")
    assert list(game.decision.refusals(game, YELLOW, EndTurn())) == []
    allotment = game.decision.allotment(game, YELLOW)
    assert (allotment.amount, allotment.places) == (3, ("italy", "sicily"))
    play(game, YELLOW, Place("sicily"))
    assert (game.decision, game.hand[YELLOW]) == (RedeploySurvivors(YELLOW), 2)
    events = play(game, YELLOW, Deploy({"sicily": 2, "italy": 0}))
    assert [(event.province, event.tokens) for event in happened(events, Deployed)] == [("sicily", 2)]
    assert (game.land["sicily"].tokens, game.land["italy"].tokens, game.hand[YELLOW]) == (5, 1, 0)
    assert game.deciders == (RED,)


@pytest.mark.rule("VI-LOSS-08")
def test_only_survivors_with_a_province_left_are_placed():
    game = table(turn=None, land={"sicily": held("yellow", 2)}, hand={"yellow": 2, "blue": 2}, clear=True)
    assert [has_survivors_to_place(game, seat) for seat in (RED, YELLOW, BLUE)] == [False, True, False]
    game.hand[YELLOW] = 0
    assert not has_survivors_to_place(game, YELLOW)


@pytest.mark.rule("VI-REORG-02", "VI-LOSS-04")
def test_with_one_province_all_survivors_go_there_unasked():
    land = {"lusitania": held("yellow", 4), "sicily": held("yellow", 2)}
    game = front(land=land)
    events = play(game, RED, Conquer("lusitania"), EndConquests())
    assert next((e.seat, e.province, e.tokens, e.rule) for e in happened(events, Deployed)) == (YELLOW, "sicily", 3, "VI-LOSS-03")
    assert game.hand[YELLOW] == 0


@pytest.mark.rule("VI-ELIM-02")
def test_a_civilization_is_wiped_out_without_tokens_and_only_then():
    game = table(turn=None, civ={"red": ("weapons",), "yellow": ("forts",)}, hand={"red": 1})
    assert [is_wiped_out(game, seat) for seat in (RED, YELLOW, BLUE)] == [False, True, False]


@pytest.mark.rule("VI-ELIM-02", "VI-ELIM-03", "VI-LOSS-05")
def test_wiped_out_means_declined_at_the_end_of_the_attackers_turn_and_told_so():
    land = {"lusitania": held("yellow", 1), "greece": held("yellow", declining=True), "sicily": held("blue", 2)}
    game = front(land=land, declining={"yellow": ("mines_enduring",)}, civs={"yellow": ("ports_enduring", "weapons")})
    play(game, RED, Conquer("lusitania"))
    assert game.land["greece"].declining, "not before the end of the conquests"
    (declined,) = happened(play(game, RED, EndConquests()), Declined)
    assert (declined.seat, declined.provinces, declined.kept, declined.lost) == (YELLOW, (), (), 0)
    assert game.land["greece"] is None
    assert (game.civ[YELLOW], game.declining_civ[YELLOW]) == ((), ())
    assert {"ports_enduring", "weapons", "mines_enduring"} <= set(game.bag)


@pytest.mark.rule("VI-COHES-01", "VI-COHES-07", "VI-COHES-09", "VI-SPECIAL-09")
def test_who_must_choose_a_part():
    parts = {"castile": held("red", 2), "greece": held("red", 2)}
    assert must_choose_part(table(turn=None, civ={"red": ("weapons",)}, land=parts, clear=True), RED)
    assert not must_choose_part(table(turn=None, civ={"red": ("messages",)}, land=parts, clear=True), RED)
    whole = {"castile": held("red", 2), "lusitania": held("red", 2)}
    assert not must_choose_part(table(turn=None, land=whole, clear=True), RED)
    automaton = table(seats=1, turn=None, civ={1: ("weapons",)}, land={"castile": held(1), "greece": held(1)}, clear=True)
    assert not must_choose_part(automaton, 1)


@pytest.mark.rule("VI-COHES-01")
def test_cohesion_is_asked_of_the_player_whose_turn_it_is_and_of_nobody_else():
    """Red cuts yellow's empire in two; it stays so until the end of yellow's own turn, when yellow must choose."""
    land = {
        "aquitaine": held("red", 9),
        "lusitania": held("yellow", 2),
        "castile": held("yellow", 1),
        "pyrenees": held("yellow", 1),
    }
    game = table(civ={"red": ("barbarians",), "yellow": ("barbarians", "messages")}, land=land, clear=True)
    yellow = table(civ={"red": ("barbarians",), "yellow": ("barbarians",)}, land=land | {"greece": held("yellow", 2)}, clear=True)
    play(yellow, RED, EndConquests(), EndTurn())
    play(yellow, YELLOW, PlayOn(), GoToWar(), EndConquests())
    check_illegal(yellow, YELLOW, KeepPart("aquitaine"), "VI-COHES-02")
    assert {option.province for option in yellow.options()} == {"castile", "greece"}
    play(game, RED, EndConquests(), EndTurn())
    play(game, YELLOW, PlayOn(), GoToWar(), EndConquests())
    assert not any(isinstance(option, KeepPart) for option in game.options())


@pytest.mark.rule("VI-COHES-02", "VI-COHES-03", "VI-COHES-04")
def test_the_tokens_of_the_other_parts_come_to_hand():
    land = {"castile": held("red", 3), "lusitania": held("red", 2), "greece": held("red", 4), "sicily": held("yellow")}
    game = table(civ={"red": ("barbarians",)}, land=land, clear=True)
    play(game, RED, EndConquests())
    assert {option.province for option in game.options()} == {"castile", "greece"}
    assert game.decision.why_not(game, RED, "lusitania") == []
    events = play(game, RED, KeepPart("lusitania"))
    assert [(e.provinces, e.rule) for e in happened(events, ProvincesEmptied)] == [(("greece",), "VI-COHES-03")]
    assert game.hand[RED] == 9 - 2, "one token waits in each of the two provinces that are kept"
    assert game.land["greece"] is None


@pytest.mark.rule("VI-REORG-01", "VI-REORG-02", "VI-REORG-03", "VI-REORG-06")
def test_reorganization_asks_until_the_hand_is_empty():
    game = table(civ={"red": ("barbarians",)}, land={"castile": held("red", 3), "lusitania": held("red", 2)}, clear=True)
    play(game, RED, EndConquests())
    assert (game.hand[RED], set(game.options())) == (3, {Place("castile"), Place("lusitania")})
    assert game.decision.why_not(game, RED, "castile") == []
    assert (game.decision.allotment(game, RED).amount, game.decision.allotment(game, RED).places) == (3, ("castile", "lusitania"))
    play(game, RED, Place("lusitania"))
    assert game.decision == Reorganize(RED)
    refusal = check_illegal(game, RED, Deploy({"castile": 1}), "VI-REORG-02")
    assert refusal.facts == {"need": 2, "have": 1}
    check_illegal(game, RED, Deploy({"castile": 3, "lusitania": -1}), "VI-REORG-01")
    play(game, RED, Deploy({"castile": 2}))
    assert (game.land["castile"].tokens, game.land["lusitania"].tokens, game.hand[RED]) == (3, 2, 0)
    assert game.decision != Reorganize(RED)


@pytest.mark.rule("VI-REORG-01", "VI-REORG-04", "VI-REORG-05", "VI-WAR-06")
def test_short_of_tokens_every_province_gets_one_or_is_lost():
    game = table(civ={"red": ("general", "weapons")}, land={"castile": held("red", 2)}, clear=True)
    play(game, RED, Conquer("lusitania"), Conquer("south_spain"), Conquer("pyrenees"))
    events = play(game, RED, EndConquests())
    assert [event.tokens for event in happened(events, TemporaryTokensLeft)] == [7]
    assert (game.this_turn.temporary, game.hand[RED], game.tokens[RED]) == (0, 2, 2)
    assert all(game.land[p].tokens == 0 for p in game.active[RED])
    assert {option.province for option in game.options()} == {"castile", "lusitania", "south_spain", "pyrenees"}
    refusal = check_illegal(game, RED, Deploy({"castile": 2}), "VI-REORG-04")
    assert refusal.facts == {"need": 4, "have": 2}
    assert game.decision.allotment(game, RED) is None
    events = play(game, RED, Place("south_spain"), Place("castile"))
    assert [(e.provinces, e.rule) for e in happened(events, ProvincesEmptied)] == [(("lusitania", "pyrenees"), "VI-REORG-04")]
    assert game.active[RED] == ("castile", "south_spain")
    assert [game.land[p].tokens for p in game.active[RED]] == [1, 1]


@pytest.mark.rule("VI-REORG-04", "VI-REORG-01")
def test_messengers_may_keep_provinces_apart_when_tokens_are_short():
    game = table(civ={"red": ("general", "messages")}, land={"castile": held("red", 2)}, clear=True)
    play(game, RED, Conquer("pyrenees"), Conquer("aquitaine"), EndConquests(), Place("castile"))
    assert Place("aquitaine") in game.options()


@pytest.mark.rule("VI-REORG-04")
def test_as_many_tokens_as_provinces_are_enough():
    game = table(civ={"red": ("general", "weapons")}, land={"castile": held("red", 2)}, clear=True)
    events = play(game, RED, Conquer("lusitania"), EndConquests())
    assert not happened(events, ProvincesEmptied)
    assert [game.land[p].tokens for p in game.active[RED]] == [1, 1]


@pytest.mark.rule("VI-WAR-06")
def test_without_a_general_no_temporary_tokens_leave():
    game = table(civ={"red": ("weapons", "forts")}, land={"castile": held("red", 2)}, clear=True)
    assert not happened(play(game, RED, EndConquests()), TemporaryTokensLeft)


@pytest.mark.rule("VI-WAR-08", "VI-WAR-09", "VI-WAR-10", "VI-SPEC-09")
def test_forts_are_asked_for_once_and_only_where_none_stands():
    land = {"castile": held("red", 2, fort=True), "lusitania": held("red", 2), "pyrenees": held("red", 1), "greece": held("yellow")}
    game = table(turn=("red", "build_forts"), civ={"red": ("forts", "weapons")}, land=land, clear=True)
    assert game.decision == ChooseFort(RED)
    assert set(game.options()) == {BuildFort("lusitania"), BuildFort("pyrenees"), BuildNoFort()}
    check_illegal(game, RED, BuildFort("castile"), "VI-WAR-09")
    check_illegal(game, RED, BuildFort("greece"), "VI-WAR-08")
    assert game.decision.why_not(game, RED, "pyrenees") == []
    assert [refusal.rule for refusal in game.decision.why_not(game, RED, "castile")] == ["VI-WAR-09"]
    play(game, RED, BuildFort("pyrenees"))
    assert game.land["pyrenees"].fort
    assert game.decision != ChooseFort(RED)


@pytest.mark.rule("VI-WAR-11")
def test_a_new_fort_defends_and_helps_from_the_next_attack_on():
    land = {"castile": held("red", 2), "lusitania": held("yellow", 3)}
    game = table(turn=None, civ={"red": ("forts", "weapons"), "yellow": ("barbarians",)}, land=land, hand={"yellow": 9}, clear=True)
    before = conquest_costs(game, YELLOW)["castile"], conquest_costs(game, RED)["lusitania"]
    build_fort(game, RED, "castile")
    assert (conquest_costs(game, YELLOW)["castile"], conquest_costs(game, RED)["lusitania"]) == (before[0] + 1, before[1] - 1)
    assert (game.land["castile"].tokens, game.land["castile"].declining) == (2, False)


# -- points and the end ------------------------------------------------------------------------------------


@pytest.mark.rule("VI-SCORE-03", "VI-SCORE-04", "VI-SCORE-05", "VI-SCORE-06")
def test_a_turn_scores_both_empires_and_the_captives():
    land = {"castile": held("red", 12), "lusitania": held("yellow", 2), "south_spain": "brown"}
    land |= {"greece": held("red", declining=True), "sicily": held("yellow")}
    game = table(civ={"red": ("slavery", "livestock")}, declining={"red": ("agriculture_enduring",)}, land=land, clear=True)
    play(game, RED, Conquer("lusitania"), Conquer("south_spain"), EndConquests(), Deploy({"castile": game.tokens[RED] - 3}))
    scored = happened(play(game, RED, EndTurn()), Scored)[0]
    assert (scored.seat, scored.captives) == (RED, 2)
    assert scored.active == active_points(game, RED)
    assert scored.total == scored.active + scored.declining + 2
    assert game.score[RED] == 10 + scored.total


@pytest.mark.rule("VI-SCORE-04")
def test_enduring_tiles_score_for_the_declining_empire_and_plain_ones_do_not_come_back():
    land = {"castile": held("red", 2), "neustria": held("red", declining=True)}
    game = table(civ={"red": ("weapons",)}, declining={"red": ("agriculture_enduring",)}, land=land, clear=True)
    play(game, RED, EndConquests())
    scored = happened(play(game, RED, EndTurn()), Scored)[0]
    assert (scored.active, scored.declining) == (1, 2)


@pytest.mark.rule("VI-END-01", "VI-END-02", "VI-SCORE-07")
@pytest.mark.parametrize(("points", "reached"), [(139, False), (140, True), (141, True)])
def test_the_target_is_reached_with_equal_points_and_told_once(points, reached):
    game = table(turn=None, score={"red": 10})
    events = emitted(game, add_to_score, RED, points)
    assert game.score[RED] == 10 + points
    assert [(event.seat, event.target) for event in happened(events, TargetReached)] == ([(RED, 150)] if reached else [])
    assert game.ending is reached
    assert emitted(game, add_to_score, YELLOW, 200 if reached else 1) == []


@pytest.mark.rule("VI-END-03", "VI-END-05")
def test_the_last_round_is_told_with_winners_and_points():
    land = {"castile": held("red", 2), "sicily": held("yellow", 2), "greece": held("blue", 2)}
    game = table(turn=("blue", "confirm"), land=land, score={"red": 160, "yellow": 160}, ending=True, clear=True)
    (ended,) = happened(play(game, BLUE, EndTurn()), GameEnded)
    assert (ended.winners, ended.points) == ((RED, YELLOW), 160)
    assert game.is_over
    going_on = table(turn=("blue", "confirm"), land=land, score={"red": 140}, clear=True)
    play(going_on, BLUE, EndTurn())
    assert not going_on.is_over
    assert going_on.this_turn.seat == RED


@pytest.mark.rule("VI-SETUP-01", "VI-SETUP-02", "VI-SETUP-05", "VI-SOLO-01")
def test_an_empty_table():
    game = TITLE.new(5, key_from_seed(2))
    assert (game.score, game.tokens, game.hand, game.turns) == ([10] * 5, [0] * 5, [0] * 5, [0] * 5)
    assert game.fresh == [True] * 5
    assert (game.civ, game.declining_civ, game.peace, game.fictional) == ([()] * 5, [()] * 5, [()] * 5, ())
    assert game.counters == [0] * 6


# -- decline -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VI-DECL-01", "VI-ELIM-01", "VI-DECL-11")
def test_at_the_start_of_a_turn_there_are_two_ways():
    game = table(turn=("red", "begin"), land={"castile": held("red", 4)}, clear=True)
    assert set(game.options()) == {PlayOn(), DeclareDecline()}
    playing = game.clone()
    play(playing, RED, PlayOn())
    assert (playing.this_turn.declined, playing.fresh[RED]) == (False, False)
    (declined,) = happened(play(game, RED, DeclareDecline()), Declined)
    assert (declined.seat, declined.provinces, declined.lost, declined.rule) == (RED, ("castile",), 3, "VI-DECL-01")
    fresh = table(turn=("red", "begin"), civ={"red": ("barbarians",)}, hand={"red": 4}, fresh=["red"])
    assert DeclareDecline() not in fresh.options()
    assert fresh.fresh[RED] is False, "the turn has begun: it may decline from the next one on"


@pytest.mark.rule("VI-DECL-02", "VI-DECL-03", "VI-DECL-04", "VI-DECL-09", "VI-COHES-08")
def test_a_decline_leaves_one_token_the_forts_and_the_enduring_tile():
    land = {"castile": held("red", 4, fort=True), "greece": held("red", 1)}
    game = table(turn=("red", "begin"), civ={"red": ("livestock_enduring", "weapons")}, land=land, clear=True)
    weapons, livestock = game.bag.count("weapons"), game.bag.count("livestock_enduring")
    (declined,) = happened(play(game, RED, DeclareDecline()), Declined)
    assert (declined.provinces, declined.kept, declined.lost) == (("castile", "greece"), ("livestock_enduring",), 3)
    assert [(game.land[p].tokens, game.land[p].declining, game.land[p].fort) for p in land] == [(1, True, True), (1, True, False)]
    assert (game.bag.count("weapons"), game.bag.count("livestock_enduring")) == (weapons + 1, livestock)
    assert (game.declining_civ[RED], game.civ[RED], game.hand[RED], game.tokens[RED]) == (("livestock_enduring",), (), 0, 0)


# -- what others are told, and what is only asked ----------------------------------------------------------


@pytest.mark.rule("VI-GATHER-03", "VI-GATHER-05")
def test_emptied_provinces_are_told_and_lose_fort_and_brown_token_for_good():
    game = table(turn=("red", "gather_forces"), land={"castile": held("red", 3, fort=True), "sicily": held("red", 2)})
    events = play(game, RED, Abandon("castile"))
    assert [(e.seat, e.provinces, e.rule) for e in happened(events, ProvincesEmptied)] == [(RED, ("castile",), "VI-GATHER-02")]
    assert game.land["castile"] is None
    assert emitted(game, empty, RED, (), "VI-GATHER-02") == []


@pytest.mark.rule("VI-WAR-11")
def test_a_new_fort_is_told():
    game = table(turn=None, civ={"red": ("forts",)}, land={"castile": held("red", 2)}, clear=True)
    assert [(e.seat, e.province) for e in happened(emitted(game, build_fort, RED, "castile"), FortBuilt)] == [(RED, "castile")]


@pytest.mark.rule("VI-ELIM-04")
def test_a_passed_turn_is_a_turn():
    game = table(turn=("red", "begin"), land={"greece": held("red", declining=True), "castile": held("yellow")}, score={"red": 20})
    assert game.decision == ChooseCivilization(RED)
    assert (game.turns[RED], game.score[RED]) == (1, 21)
    play(game, RED, TakeCivilization(1))
    assert game.this_turn.seat == YELLOW
    assert game.fresh[RED]


@pytest.mark.rule("VI-TURN-04", "VI-ENTRY-08", "VI-ENTRY-10", "VI-WAR-05")
def test_spies_double_the_options_only_where_they_can_be_used():
    land = {"lusitania": held("yellow", 9)}
    spying = front("espionage", "barbarians", hand=4, land=land)
    assert Conquer("lusitania", True) in spying.options()
    assert Conquer("lusitania") not in spying.options()
    assert Conquer("pyrenees", True) in spying.options()
    assert Conquer("pyrenees") in spying.options()
    plain = front(hand=4, land=land)
    assert not any(option.espionage for option in plain.options() if isinstance(option, Conquer))
    assert [refusal.rule for refusal in plain.decision.why_not(plain, RED, "lusitania")] == ["VI-CONQ-13"]
    assert plain.decision.why_not(plain, RED, "pyrenees") == []
    told = {line.unit: line.amount for line in plain.decision.preview(plain, RED, EndConquests())}
    reach = [option for option in plain.options() if isinstance(option, Conquer)]
    assert told == {"told_unused": 4, "told_in_reach": len(reach)}, "whoever stops early is told what is left"


@pytest.mark.rule("VI-WAR-05")
def test_espionage_is_not_offered_first_where_it_saves_nothing():
    game = front("espionage", "weapons", hand=9, land={"lusitania": held("yellow", 9)})
    spared = game.decision.needless(game, RED)
    dear = {option.province for option in game.options() if isinstance(option, Conquer) and game.campaign[option.province] > 2}
    assert spared
    assert all(option.espionage and option.province not in dear for option in spared)
    assert {option.province for option in game.options() if option not in spared and getattr(option, "espionage", False)} == dear


@pytest.mark.rule("VI-LOSS-05", "VI-ELIM-02")
def test_survivors_in_an_only_province_need_no_answer_and_others_do():
    land = {"lusitania": held("yellow", 3), "sicily": held("yellow", 1), "south_spain": held("blue", 3)}
    land |= {"greece": held("blue", 1), "thrace": held("blue", 1)}
    game = front(land=land)
    play(game, RED, Conquer("lusitania"), Conquer("south_spain"), EndConquests())
    assert game.land["sicily"].tokens == 3
    assert (game.decision, game.hand[BLUE]) == (RedeploySurvivors(BLUE), 2)
    assert (game.land["greece"].tokens, game.land["thrace"].tokens) == (1, 1)


@pytest.mark.rule("VI-CONQ-12", "VI-CONQ-14", "VI-CONQ-15", "VI-CONQ-19", "VI-LOSS-07")
@pytest.mark.parametrize("victim", ["red", "yellow"])
def test_the_last_declining_province_takes_the_enduring_tiles_along_whoever_owned_it(victim):
    seat = {"red": RED, "yellow": YELLOW}[victim]
    game = front(
        "heritage", "barbarians", land={"lusitania": held(victim, declining=True)}, declining={victim: ("mines_enduring",)}
    )
    (returned,) = happened(play(game, RED, Conquer("lusitania")), DecliningTilesReturned)
    assert (returned.seat, game.declining_civ[seat]) == (seat, ())


@pytest.mark.rule("VI-CONQ-04", "VI-CONQ-05", "VI-CONQ-20", "VI-WAR-07", "VI-CONQ-09")
def test_brown_tokens_have_no_militia():
    """The last seat has Militia: a brown token belongs to nobody, not to the seat before the first."""
    game = front(land={"lusitania": "brown"}, civs={"blue": ("militia",)})
    assert defence(game, game.land["lusitania"]) == 1
    assert conquest_costs(game, RED)["lusitania"] == 3
    defended = front(land={"lusitania": held("blue", 2)}, civs={"blue": ("militia",)})
    assert conquest_costs(defended, RED)["lusitania"] == 2 + 2 + 1
    first_seat = front("militia", land={"castile": held("red", 2)})
    assert defence(first_seat, first_seat.land["castile"]) == 1 + 1, "gathered to one token, and the Militia of the first seat"


@pytest.mark.rule("VI-CONQ-11", "VI-CONQ-16", "VI-COHES-10", "VI-ENTRY-09")
def test_every_own_province_is_an_origin_whatever_the_order():
    land = {"atlas": held("red"), "castile": held("red"), "pyrenees": held("red")}
    costs = conquest_costs(table(civ={"red": ("barbarians",)}, hand={"red": 9}, land=land, clear=True), RED)
    assert costs["lusitania"] == 1, "from the Pyrenees, not from Castile"
    assert costs["africa"] == 1, "from Atlas"
    assert not {"atlas", "castile", "pyrenees"} & set(costs)


@pytest.mark.rule("VI-CHOICE-07", "VI-DECL-06")
def test_a_refused_pair_says_what_it_costs_and_what_there_is():
    game = market(score=1, counters=[0] * 6)
    for slot, need in ((2, 2), (6, 10)):
        assert check_illegal(game, RED, TakeCivilization(slot), "VI-CHOICE-06").facts == {"need": need, "have": 1}
    assert [refusal.rule for refusal in game.decision.refusals(game, RED, TakeCivilization(7))] == []
    assert [refusal.facts["need"] for refusal in game.decision.refusals(game, RED, TakeCivilization(1))] == [0]


@pytest.mark.rule("VI-TURN-03", "VI-DECL-11")
def test_a_civilization_that_has_had_a_turn_is_fresh_no_more():
    game = table(turn=("red", "begin"), civ={"red": ("barbarians",)}, hand={"red": 4}, fresh=["red"])
    assert not game.fresh[RED]


@pytest.mark.rule("VI-LOSS-08")
def test_a_single_survivor_is_placed_too():
    game = table(turn=None, land={"sicily": held("yellow", 2)}, hand={"yellow": 1}, clear=True)
    assert has_survivors_to_place(game, YELLOW)


@pytest.mark.rule("VI-CHOICE-07", "VI-DECL-06")
def test_the_whole_score_may_be_paid():
    assert [option.slot for option in market(score=4).options() if option != GoWithout()] == [1, 2, 3]


@pytest.mark.rule("VI-SPECIAL-04", "VI-SPECIAL-05")
def test_peace_with_the_last_seat_does_not_protect_brown_tokens():
    game = front(land={"lusitania": "brown", "south_spain": held("blue", 1)}, peace={"blue": ["red"]})
    assert "lusitania" in conquest_costs(game, RED)
    assert "south_spain" not in conquest_costs(game, RED)


@pytest.mark.rule("VI-TURN-04", "VI-ENTRY-08", "VI-ENTRY-10")
def test_pointing_at_a_province_that_can_be_taken_gives_no_reason_and_at_others_theirs():
    game = front(hand=3, land={"south_spain": held("yellow", 4)})
    assert game.decision.why_not(game, RED, "lusitania") == []
    assert [refusal.rule for refusal in game.decision.why_not(game, RED, "south_spain")] == ["VI-CONQ-13"]
    assert [refusal.rule for refusal in game.decision.why_not(game, RED, "castile")] == ["VI-CONQ-18"]
    spies = front("espionage", "barbarians", hand=3, land={"south_spain": held("yellow", 4), "pyrenees": held("yellow", 1)})
    priced = {(option.province, option.espionage) for option in spies.options() if isinstance(option, Conquer)}
    assert priced == {("lusitania", False), ("lusitania", True), ("south_spain", True), ("pyrenees", True)}


@pytest.mark.rule("VI-CONQ-12", "VI-CONQ-14", "VI-CONQ-15", "VI-CONQ-19", "VI-LOSS-07")
def test_a_conquest_breaks_contact_with_the_own_decline():
    game = front(land={"lusitania": held("red", declining=True)})
    play(game, RED, Conquer("pyrenees"))
    assert game.land["lusitania"] is None


@pytest.mark.rule("VI-CONQ-11", "VI-CONQ-16", "VI-COHES-10", "VI-ENTRY-09")
def test_own_provinces_are_never_among_the_targets():
    land = {"castile": held("red"), "lusitania": held("red"), "pyrenees": held("red")}
    costs = conquest_costs(table(civ={"red": ("barbarians",)}, hand={"red": 9}, land=land, clear=True), RED)
    assert not set(land) & set(costs)
    assert {"south_spain", "aquitaine"} <= set(costs)


@pytest.mark.rule("VI-TURN-01", "VI-TURN-02", "VI-SPECIAL-03")
@pytest.mark.parametrize(("civ", "asked"), [(("renaissance", "forts"), True), (("weapons", "forts"), False)])
def test_only_rebirth_is_asked_again_after_scoring(civ, asked):
    land = {"castile": held("red", 2), "sicily": held("yellow", 2)}
    game = table(turn=("red", "confirm"), civ={"red": civ}, land=land, clear=True)
    play(game, RED, EndTurn())
    assert isinstance(game.decision, DeclineAfterScoring) is asked


@pytest.mark.rule("VI-ELIM-05", "VI-ELIM-06", "VI-ENTRY-10")
def test_an_exile_keeps_its_own_tokens_in_hand_and_gives_lent_ones_back():
    land = {"castile": held("yellow", 3)}
    game = table(civ={"red": ("general", "weapons")}, hand={"red": 3}, land=land)
    play(game, RED, EndConquests())
    assert (game.hand[RED], game.tokens[RED], game.this_turn.temporary) == (3, 3, 0)


@pytest.mark.rule("VI-DECL-05")
def test_the_older_empire_takes_its_tiles_into_the_bag():
    land = {"castile": held("red", 3), "greece": held("red", declining=True, fort=True)}
    game = table(turn=("red", "begin"), civ={"red": ("weapons",)}, declining={"red": ("mines_enduring",)}, land=land, clear=True)
    mines = game.bag.count("mines_enduring")
    play(game, RED, DeclareDecline())
    assert (game.bag.count("mines_enduring"), game.declining_civ[RED], game.land["greece"]) == (mines + 1, (), None)


@pytest.mark.rule("VI-LOSS-05", "VI-ELIM-02")
def test_survivors_of_an_only_province_go_there_in_one_step():
    land = {"lusitania": held("yellow", 4), "sicily": held("yellow", 1)}
    game = front(land=land)
    events = play(game, RED, Conquer("lusitania"), EndConquests())
    assert [(e.province, e.tokens) for e in happened(events, Deployed) if e.seat == YELLOW] == [("sicily", 3)]
