"""Salesman 30 and 31, Architect 32 and 33, Templar 34 and 35, Magnate 36 to 38, clause by clause as both rulebooks print them."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.barbarians import HordeAppeared
from marchland.games.medioevo.rules.battle.battle import BattleBegan
from marchland.games.medioevo.rules.cards.powers import CardTurned, PlayCard, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.loans import interest_due
from marchland.games.medioevo.rules.technologies.points import TurnCard
from marchland.games.medioevo.rules.trade.routes import AssignCarrier
from marchland.games.medioevo.state import BARBARIANS, War

from .open_table import battle, cards, hands, table, until
from .table import Table


def targets(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


def paid(game: Table, rule: str) -> list[tuple[int, int, int]]:
    return [(event.seat, event.payee, event.florins) for event in game.happened(Paid) if event.rule == rule]


# -- 30 and 31 Salesman ------------------------------------------------------------------------------------

ROUTE = {
    "origin": "nicaea",
    "stages": ["constantinople", "roma", "napoli"],
    "done": ["roma"],
    "destination": "venezia",
    "carrier": 1,
}


def convoy(*hand: int, ride: int = 1) -> Table:
    """Two Caravans of seat 0 in Tarnovo, the first carries his route; one of them rides into a horde in Wallachia."""
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "tarnovo"}
    game = table(
        vehicles=[caravan, caravan],
        armies={"wallachia": {"barbarians": {"li": 1}}},
        players={0: {"hand": list(hand), "route": ROUTE}},
        at="trade",
    )
    return game.do(f"employ {ride}", "ride wallachia")


@pytest.mark.rule("MU-CARD-30", "MU-TRD-14")
def test_without_the_card_the_route_goes_with_its_transport() -> None:
    game = convoy()
    assert game.game.players[0].route is None
    game = convoy(30)
    while cards(game) == [30]:
        game.do("pass")
    assert game.game.players[0].route is None


@pytest.mark.rule("MU-CARD-30")
def test_a_transport_that_carries_no_route_needs_no_salesman() -> None:
    game = convoy(30, ride=2)
    assert 2 not in game.game.vehicles
    assert game.game.players[0].route is not None
    assert not game.happened(CardTurned)


@pytest.mark.rule("MU-CARD-30", "MU-END-01")
def test_tokens_without_a_transport_are_kept_for_this_turn_only() -> None:
    game = convoy(30).do("playcard 30")
    route = game.game.players[0].route
    assert route is not None
    assert (route.carrier, route.done) == (0, ("roma",))
    assert game.offers(AssignCarrier) == [AssignCarrier(2)]
    while game.game.turn == 2:
        game.do(game.offers()[0])
    assert game.game.players[0].route is None


@pytest.mark.rule("MU-CARD-30")
def test_a_route_saved_from_an_army_in_combat_goes_on_in_the_trade_of_the_same_turn() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1}
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}},
        vehicles=[
            {**caravan, "space": "adrianople"},
            {**caravan, "space": "nicaea"},
            {"owner": 1, "kind": "wagon", "space": "tarnovo"},
        ],
        wars=[[0, 1, 0]],
        players={0: {"hand": [30], "route": ROUTE}},
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster tarnovo", "take 3", "boardall", "go adrianople", "playcard 30")
    while game.game.phase < 6 or game.game.deciders != (0,):
        game.do(game.offers()[0])
    assert 1 not in game.game.vehicles or game.game.vehicles[1].owner == 1
    game.do(AssignCarrier(2), "employ 2", "ride constantinople")
    route = game.game.players[0].route
    assert route is not None
    assert (route.carrier, route.done) == (2, ("constantinople", "roma"))


@pytest.mark.rule("MU-CARD-31")
def test_a_salesman_without_a_route_is_not_offered() -> None:
    assert 31 not in cards(table(players=hands(zero=[31]), at="combat"))
    assert 31 in cards(table(players={0: {"hand": [31], "route": ROUTE}}, at="combat"))


@pytest.mark.rule("MU-CARD-31", "MU-TRD-11")
def test_a_token_put_where_the_transport_stands_is_not_done_by_that() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "smyrna"}
    game = table(vehicles=[caravan], players={0: {"hand": [31], "route": ROUTE}}, at="trade")
    game.do("playcard 31", "target napoli", "target smyrna", "target nothing")
    route = game.game.players[0].route
    assert route is not None
    assert (route.stages, route.done) == (("constantinople", "roma", "smyrna"), ("roma",))


# -- 32 and 33 Architect -----------------------------------------------------------------------------------

RICH = {
    "florins": 3000,
    "technology": {"green": 3, "blue": 1, "red": 1, "violet": 1},
    "points": {"green": 9, "blue": 9, "violet": 9},
}


def builder(*hand: int, **land: Any) -> Table:
    """Seat 0 buys in Nicaea, with points enough; his Architects have been played."""
    game = table(players={0: {**RICH, "hand": list(hand)}}, lands={"nicaea": land}, at="purchases")
    return game.do(*(f"playcard {card}" for card in hand), "visit nicaea")


@pytest.mark.rule("MU-CARD-32", "MU-CARD-33")
@pytest.mark.parametrize(
    ("building", "there", "full"),
    [
        ("civil 1", {}, 100),
        ("civil 3", {}, 300),
        ("civil 3", {"civil": 1}, 200),
        ("military 1", {}, 100),
        ("military 2", {"military": 1}, 100),
        ("cathedral 1", {}, 300),
    ],
)
def test_an_architect_makes_one_building_cheaper_new_or_raised(building: str, there: dict[str, int], full: int) -> None:
    for hand, price in (((), full), ((32,), full - 50), ((33,), full // 2), ((32, 33), (full - 50) // 2)):
        game = builder(*hand, **there).do(f"raise {building}")
        assert 3000 - game.florins(0) == price


@pytest.mark.rule("MU-CARD-32", "MU-CARD-33", "MU-TEC-51")
def test_an_architect_saves_florins_and_no_points() -> None:
    game = builder(33).do("raise civil 3")
    assert game.game.players[0].points[4] == 9 - 3


@pytest.mark.rule("MU-CARD-32", "MU-CARD-33")
@pytest.mark.parametrize("card", [32, 33])
def test_what_is_no_building_costs_what_it_always_does_and_leaves_the_reduction_for_one(card: int) -> None:
    game = builder(card, civil=1, civil_damage=1)
    game.do("recruit cav", "buyvehicle caravan 1", "buyvehicle engine 1", "repair civil")
    assert 3000 - game.florins(0) == 100 + 100 + 100 + 50
    game.do("leavesite", "study yellow", "visit nicaea")
    before = game.florins(0)
    game.do("raise civil 2")
    assert before - game.florins(0) == 50


@pytest.mark.rule("MU-CARD-32", "MU-CARD-33")
@pytest.mark.parametrize("card", [32, 33])
def test_an_architect_works_for_his_player_in_this_phase_only(card: int) -> None:
    game = table(players={0: {**RICH, "hand": [card]}, 1: RICH}, at="purchases")
    game.do(f"playcard {card}", "donebuying")
    while game.game.deciders != (1,) or game.asked() != "Purchase":
        game.do(game.offers()[0])
    game.do("visit buda", "raise civil 1")
    assert game.florins(1) == 2900, "the neighbour pays in full"
    while game.game.phase < 5:
        game.do(game.offers()[0])
    assert not game.game.effects, "the reduction was not used and is gone"


@pytest.mark.rule("MU-CARD-32", "MU-CARD-33")
@pytest.mark.parametrize("phase", ["events", "taxes", "combat", "trade", "end"])
def test_an_architect_has_nothing_to_do_in_other_phases(phase: str) -> None:
    game = table(players={0: {**RICH, "hand": [32, 33]}}, at=phase, events=["rus-1", "germany-1"])
    began = game.game.phase
    while game.game.phase == began:
        assert not {32, 33} & set(cards(game))
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-33", "MU-CARD-48")
def test_a_mocked_architect_saves_nothing() -> None:
    game = table(players={0: {**RICH, "hand": [33]}, 1: {"hand": [48]}}, at="purchases")
    game.do("playcard 33", "playcard 48", "visit nicaea", "raise civil 1")
    assert (game.florins(0), game.florins(1)) == (2900, 1550)


# -- 34 and 35 Templar -------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-34")
def test_a_templar_who_comes_to_own_land_abroad_meets_nobody() -> None:
    game = table(armies={"wallachia": {0: {"li": 1}}}, players=hands(zero=[34]), at="combat")
    game.do("playcard 34", "target wallachia", "target kind:hi")
    assert game.units("wallachia", 0) == {"li": 1, "hi": 1}
    assert game.florins(0) == 1600
    assert not game.happened(HordeAppeared)
    assert not game.happened(BattleBegan)


@pytest.mark.rule("MU-CARD-34", "MU-MOV-09")
@pytest.mark.parametrize(("horde", "rises"), [({}, True), ({"wallachia": {"barbarians": {"li": 2}}}, False)])
def test_wild_land_resists_a_templar_and_a_horde_that_is_there_fights_as_it_stands(horde: dict[str, Any], rises: bool) -> None:
    game = table(armies=horde, players=hands(zero=[34]), circle=[3, 6, 8], at="combat").script(1, 1, 1)
    game.do("playcard 34", "target wallachia", "target kind:hi")
    assert bool(game.happened(HordeAppeared)) == rises
    assert [(side.owner, side.start) for side in game.game.fights[-1].sides] == [(0, 1), (BARBARIANS, 2)]


@pytest.mark.rule("MU-CARD-34", "MU-DIP-02", "MU-DIP-03")
def test_a_templar_in_the_land_of_others_attacks_it_but_spares_a_partner_of_an_armistice() -> None:
    game = table(armies={"buda": {1: {"hi": 1}}}, players=hands(zero=[34]), wars=[[0, 2, 0]], at="combat")
    game.game.wars[0] = War((0, 2), 0, truce=2)
    game.do("playcard 34")
    assert "caffa" not in targets(game), "seat 2 has an armistice"
    assert {"buda", "cairo", "roma"} <= targets(game)
    assert not {"nicaea", "constantinople", "smyrna"} & targets(game), "never at home"
    assert "aegean" not in targets(game), "a territory, not the sea"
    game.do("target buda", "target kind:li")
    assert [(side.owner, side.start) for side in game.game.fights[-1].sides] == [(0, 1), (1, 1)]
    assert game.honour(0) == 10 - 3, "nobody had declared war"


@pytest.mark.rule("MU-CARD-34")
def test_a_templar_of_a_kind_that_the_reserve_lacks_does_not_come() -> None:
    game = table(players={0: {"hand": [34], "reserve": (0, 3, 0, 1, 3)}}, at="combat")
    game.game.apply(0, PlayCard(34))
    game.game.apply(0, Target("roma"))
    assert {option.id for option in game.game.options()} == {"kind:hi", "kind:arc"}


@pytest.mark.rule("MU-CARD-34", "MU-CARD-35")
@pytest.mark.parametrize("card", [34, 35])
def test_a_templar_joins_a_battle_of_his_player_abroad_in_any_of_its_rounds(card: int) -> None:
    """Card 35 is card 34 that can *only* join a battle, so 34 can do it, too; the battle goes on."""
    game = battle({"arc": 2}, {"arc": 9}, players=hands(zero=[card])).script(1, 2, 3, 1, 2, 4)
    assert cards(game) == [card]
    while game.asked() != "OfferTerms":
        game.do(game.offers()[0])
    game.do("fighton", "fighton", "stand", "stand")
    until(game, "W-B1", 0)
    game.script(1, 6, 8, 1, 2, 4).do(f"playcard {card}", *(["target kind:arc"]))
    assert len(game.game.fights) == 1, "no second battle beside it"
    assert game.units("wallachia", 0) == {"arc": 2}
    while game.asked() in ("React", "ChooseReroll"):
        game.do(game.offers()[0])
    assert game.game.now[0].rounds[1].won
    assert game.units("wallachia", 1) == {"arc": 9 - 1 - 2 - 1}, "a score of two men, and a loss value in each round"


@pytest.mark.rule("MU-CARD-34", "MU-CARD-35")
@pytest.mark.parametrize(("place", "seat"), [("nicaea", 0), ("wallachia", 2)])
def test_no_templar_joins_a_battle_at_home_or_one_of_others(place: str, seat: int) -> None:
    game = table(
        armies={place: {0: {"li": 1}, 1: {"li": 2}}},
        wars=[[0, 1, 0]],
        battle={"place": place, "attacker": 1, "defender": 0},
        players={seat: {"hand": [34, 35]}},
        dice=[1, 2, 3, 4, 5, 6, *[1] * 30],
    )
    while game.game.fights:
        assert not {34, 35} & set(cards(game))
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-34", "MU-EVT-14")
def test_a_templar_hurries_to_own_land_abroad_where_a_rebellion_breaks_out() -> None:
    game = table(
        armies={"serbia": {1: {"li": 1}}},
        lands={"wallachia": {"holder": 0, "token": 0}},
        players=hands(zero=[34], one=[15]),
        circle=[4, 6, 8],
        order=[1, 0, 2],
        at="combat",
    )
    game.do("playcard 15", "target wallachia")
    assert (game.game.decision.window, game.game.decision.seat, cards(game)) == ("W-2e", 0, [34])
    game.script(1, 1, 1).do("playcard 34", "target kind:cav")
    assert [(side.owner, side.start) for side in game.game.fights[-1].sides] == [(0, 1), (BARBARIANS, 1)], "he attacks at once"


@pytest.mark.rule("MU-CARD-35", "MU-CARD-34")
def test_against_barbarians_abroad_a_templar_joins_too() -> None:
    game = table(
        armies={"wallachia": {0: {"li": 1}, "barbarians": {"li": 2}}},
        battle={"place": "wallachia", "attacker": 0, "defender": "barbarians"},
        players=hands(zero=[34, 35]),
    )
    assert cards(game) == [34, 35]
    game.do("playcard 34", "target kind:hi", "playcard 35", "target kind:cav")
    assert game.units("wallachia", 0) == {"li": 1, "hi": 1, "cav": 1}


# -- 36 Magnate --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-36", "MU-END-02")
def test_what_lies_on_the_magnate_stays_there_over_the_turn_and_is_taken_back_whole() -> None:
    game = table(players={0: {"hand": [36], "florins": 500, "tax": 10}}, at="trade", events=["rus-1", "germany-1"])
    game.do("playcard 36", "target number:120")
    assert game.florins(0) == 380
    while game.game.turn == 2:
        game.do(game.offers()[0])
    assert [(held.turned, held.stored) for held in game.game.players[0].hand] == [(False, 120)]
    while 36 not in cards(game):
        game.do(game.offers()[0])
    before = game.florins(0)
    game.do("playcard 36")
    assert game.florins(0) - before == 180, "no more can be put on it, and no part is taken"
    assert game.game.players[0].hand[0].stored == 0


@pytest.mark.rule("MU-CARD-36")
@pytest.mark.parametrize(("florins", "offered"), [(9, False), (10, True)])
def test_an_empty_purse_has_nothing_for_an_empty_magnate(florins: int, offered: bool) -> None:
    game = table(players={0: {"hand": [36], "florins": florins}}, at="combat")
    assert (36 in cards(game)) == offered


@pytest.mark.rule("MU-CARD-36", "MU-EMP-02")
def test_a_magnate_turned_for_points_moves_no_florins() -> None:
    held = {"card": 36, "stored": 100}
    game = table(players={0: {"hand": [held], "technology": {"violet": 1}, "florins": 400}}, at="purchases")
    game.do(TurnCard(36, ("violet",)))
    player = game.game.players[0]
    assert (player.florins, player.hand[0].stored, player.hand[0].turned, sum(player.points)) == (400, 100, True, 1)


# -- 37 and 38 Magnate -------------------------------------------------------------------------------------


def taxed(players: dict[int, dict[str, Any]], level: int = 10) -> Table:
    """The taxes phase, with the same level for everybody."""
    return table(players=players, at="taxes").do(*[f"settax {level}"] * 3)


@pytest.mark.rule("MU-CARD-37")
@pytest.mark.parametrize(
    ("loans", "new", "asked"), [((1, 0, 0), (0, 0, 0), False), ((0, 1, 0), (0, 1, 0), False), ((0, 1, 0), (0, 0, 0), True)]
)
def test_a_magnate_is_asked_only_where_others_pay_interest(loans: tuple[int, ...], new: tuple[int, ...], asked: bool) -> None:
    """His own loans bring nothing, nor do those taken this turn."""
    players = {seat: {"loans": loans[seat], "new_loans": new[seat]} for seat in range(3)}
    game = taxed({**players, 0: {**players[0], "hand": [37]}})
    assert (isinstance(game.game.decision, React) and cards(game) == [37]) == asked


@pytest.mark.rule("MU-CARD-37")
@pytest.mark.parametrize(("played", "share"), [(True, [(BARBARIANS, 0, 75)]), (False, [])])
def test_half_of_the_others_interest_comes_from_the_bank_and_costs_them_nothing(played: bool, share: list[tuple[int, ...]]) -> None:
    game = taxed({0: {"hand": [37], "loans": 2, "florins": 0}, 1: {"loans": 2, "florins": 0}, 2: {"loans": 1, "florins": 0}}, 20)
    game.do("playcard 37" if played else "pass")
    assert paid(game, "MU-CARD-37") == share
    assert [game.florins(seat) for seat in range(3)] == [140 - 100 + 75 * played, 40, 90]


@pytest.mark.rule("MU-CARD-37", "MU-BKR-01")
def test_interest_that_a_bankrupt_pays_in_part_counts_for_the_magnate() -> None:
    """Seat 1 owes 250, has 70 from taxes and can borrow no more: he pays the 70."""
    game = taxed({0: {"hand": [37]}, 1: {"loans": 5, "florins": 0}}).do("playcard 37", "default")
    assert game.florins(1) == 0
    assert game.game.players[1].arrears == 180
    assert paid(game, "MU-CARD-37") == [(BARBARIANS, 0, 35)]


@pytest.mark.rule("MU-CARD-37", "MU-CARD-38")
@pytest.mark.parametrize("phase", ["events", "purchases", "combat", "trade", "end"])
def test_magnates_of_debts_work_in_the_phase_of_taxes_only(phase: str) -> None:
    players = {0: {"hand": [37, 38], "loans": 2}, 1: {"loans": 2}}
    game = table(players=players, at=phase, events=["rus-1", "germany-1"])
    began = game.game.phase
    while game.game.phase == began:
        assert not {37, 38} & set(cards(game))
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-38", "MU-LOA-03")
@pytest.mark.parametrize(
    ("loans", "new", "arrears", "due"), [(2, 0, 0, 50), (1, 0, 0, 0), (1, 0, 30, 30), (0, 0, 30, 0), (0, 0, 80, 30), (1, 1, 30, 0)]
)
def test_fifty_florins_less_of_all_the_interest_due_and_never_less_than_nothing(
    loans: int, new: int, arrears: int, due: int
) -> None:
    """Both books lessen what is paid as interest; what is left over from the last turn is interest as well."""
    player = {"hand": [38], "loans": loans, "new_loans": new, "arrears": arrears, "florins": 0}
    game = taxed({0: player}).do("playcard 38")
    assert paid(game, "MU-TAX-05") == ([(0, BARBARIANS, due)] if due else [])
    assert game.florins(0) == 70 - due


@pytest.mark.rule("MU-CARD-38")
@pytest.mark.parametrize(("loans", "new", "asked"), [(0, 0, False), (1, 1, False), (1, 0, True)])
def test_who_pays_no_interest_this_turn_is_not_asked(loans: int, new: int, asked: bool) -> None:
    game = taxed({0: {"hand": [38], "loans": loans, "new_loans": new}, 1: {"loans": 3}})
    assert (isinstance(game.game.decision, React) and cards(game) == [38]) == asked


@pytest.mark.rule("MU-CARD-38", "MU-BKR-04")
def test_a_magnate_can_save_a_player_from_bankruptcy_and_eases_this_turn_only() -> None:
    player = {"hand": [38], "loans": 5, "florins": 130}
    assert taxed({0: player}).do("pass").asked() == "FaceBankruptcy", "250 are due and 200 are there"
    game = taxed({0: player}).do("playcard 38")
    assert (game.florins(0), game.game.players[0].strikes) == (0, 0)
    while game.game.phase < 7 and game.game.turn == 2:
        game.do(game.offers()[0])
    while game.game.turn == 2:
        game.do(game.offers()[0])
    assert interest_due(game.game, 0) == 250


@pytest.mark.rule("MU-CARD-37", "MU-CARD-38")
def test_an_eased_debtor_brings_a_magnate_less() -> None:
    game = taxed({0: {"hand": [37]}, 1: {"hand": [38], "loans": 3}})
    game.do("playcard 37", "playcard 38")
    assert paid(game, "MU-CARD-37") == [(BARBARIANS, 0, 50)], "half of 150 - 50"
    assert [event.card for event in game.happened(CardTurned)] == [37, 38]
