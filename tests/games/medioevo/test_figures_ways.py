"""What flight, alliances, odds, Cartography and Logistics come to, in figures, on both sides of every condition."""

from itertools import product

import pytest

from marchland.games.medioevo.rules.battle.aftermath import CloseRound
from marchland.games.medioevo.rules.battle.declarations import Flee, FleeAboard, flight_lines, flights
from marchland.games.medioevo.rules.battle.flight import (
    AcceptTerms,
    AnswerTerms,
    ChooseFugitives,
    DemandSurrender,
    FightOn,
    Fled,
    OfferSurrender,
    OfferTerms,
    RefuseTerms,
    Surrendered,
    Way,
    escape,
    flight_carriers,
    refuges,
    run_away,
    surrender,
)
from marchland.games.medioevo.rules.battle.odds import (
    attacks,
    battle_lines,
    chance_against,
    chance_against_barbarians,
    chance_of_throw,
    chance_with_reroll,
)
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.diplomacy.allies import (
    AnswerCall,
    CallAlly,
    Decline,
    Support,
    SupportAnswered,
    call_ally,
    calls,
    come_to_help,
    cries_for_help,
    enemies_in_scope,
    is_excused,
)
from marchland.games.medioevo.rules.diplomacy.hostilities import PactBroken, WarBegan
from marchland.games.medioevo.rules.diplomacy.leading import (
    AnswerOrder,
    Disobey,
    LeadAlly,
    Obey,
    TroopsLent,
    lead,
    orders,
    units_owed,
)
from marchland.games.medioevo.rules.diplomacy.pacts import figures
from marchland.games.medioevo.rules.movement.groups import Board, BoardAll, Go
from marchland.games.medioevo.rules.movement.meeting import Meeting
from marchland.games.medioevo.rules.movement.movement import CombatPhase, Movement
from marchland.games.medioevo.rules.technologies.cartography import (
    KEEP,
    ChooseRiders,
    MappedStep,
    loadable,
    map_a_way,
    points_to_buy,
    travellers,
    ways_to_use,
)
from marchland.games.medioevo.rules.technologies.logistics import can_convert, can_return, crossers, is_converted
from marchland.games.medioevo.state import BARBARIANS, NO_UNITS, Army, Circle, Fight, March, Pact, Side, Special, War
from marchland.games.medioevo.tables import technologies

from .bare import (
    OUTER,
    SEA,
    WILD,
    army,
    bare_table,
    counts,
    duel,
    emitted,
    land,
    lay_effect,
    now,
    numbers,
    options_of,
    player,
    pushed,
    set_side,
    side,
    technology,
    vehicle,
)

CITY = "constantinople"


# -- flight ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-FLE-01", "MU-NAV-01")
def test_refuges_are_what_the_movement_left_reaches():
    game = duel({"li": 2}, {"li": 1}, place="tarnovo")
    game.turn, game.wars = 2, [War((0, 1), 1)]
    assert refuges(game, 0, "tarnovo") == {}
    wagon = vehicle(game, 0, "wagon", 1, "tarnovo", pm=1)
    near = {space: Way(1) for space in ("adrianople", "serbia", "thessalonica", WILD)}
    assert refuges(game, 0, "tarnovo") == near
    game.vehicles[wagon] = type(game.vehicles[wagon])(0, "wagon", 1, "tarnovo", pm=2)
    assert refuges(game, 0, "tarnovo") == {**near, CITY: Way(2), "epirus": Way(2), "hellas": Way(2)}, "on through own land only"
    army(game, "adrianople", 1, li=1)
    assert CITY not in refuges(game, 0, "tarnovo"), "an enemy ends the way"
    land(game, "adrianople", military=3)
    game.armies.pop("adrianople")
    assert refuges(game, 0, "tarnovo")[CITY] == Way(1), "free out of a Castle"
    lay_effect(game, "no-leave", "tarnovo")
    assert refuges(game, 0, "tarnovo") == {}
    game.effects.clear()
    game.lands.pop("epirus")
    assert "epirus" not in refuges(game, 0, "tarnovo")
    game.pacts = {1: Pact(parties=(0, 2), kinds=("passage",), per_use=30)}
    land(game, "thessalonica", holder=2)
    assert refuges(game, 0, "tarnovo")["hellas"] == Way(2, ((2, 30),))
    player(game, 0, florins=29)
    assert "thessalonica" not in refuges(game, 0, "tarnovo")
    player(game, 0, florins=30)
    assert "thessalonica" in refuges(game, 0, "tarnovo")
    assert refuges(game, 0, "tarnovo", aboard=True) == {}
    galley = vehicle(game, 0, "galley", 1, "tarnovo", pm=2)
    over_sea = refuges(game, 0, "tarnovo", aboard=True)
    assert (over_sea["black_sea_west"], over_sea[CITY], over_sea[SEA]) == (Way(1), Way(2), Way(2))
    assert "smyrna" not in over_sea
    assert flight_carriers(game, 0, "tarnovo", True) == [(galley, game.vehicles[galley])]
    assert flight_carriers(game, 0, "tarnovo", False) == [(wagon, game.vehicles[wagon])]
    offered = list(flights(game, 0, "tarnovo"))
    assert Flee("adrianople", 1) in offered
    assert FleeAboard(CITY, 2) in offered
    lines = [(line.rule, line.amount, line.unit) for line in flight_lines(game, 0, Flee("hellas", 2))]
    assert lines == [("MU-FLE-01", -2, "pm"), ("MU-DIP-05", -30, "florins")]


@pytest.mark.rule("MU-FLE-01")
def test_fugitives_leave_with_their_carriers_pay_and_meet_what_is_there():
    game = duel({"li": 2, "hi": 3}, {"li": 1}, place="tarnovo")
    game.pacts = {1: Pact(parties=(0, 2), kinds=("passage",), per_use=30)}
    land(game, "thessalonica", holder=2)
    wagon = vehicle(game, 0, "wagon", 1, "tarnovo", pm=3)
    slow = vehicle(game, 0, "wagon", 1, "tarnovo", pm=1)
    engine = vehicle(game, 0, "engine", 1, "tarnovo", pm=2)
    set_side(game, 0, flight=3, refuge="hellas")
    assert pushed(game, run_away) == [ChooseFugitives(0)], "five units, room for three"
    assert options_of(game, ChooseFugitives(0, counts(li=2))) == [Board("hi")]
    assert pushed(game, ChooseFugitives(0, counts(li=1)).resolve, Board("hi")) == [ChooseFugitives(0, counts(li=1, hi=1))]
    game.outbox = []
    assert pushed(game, ChooseFugitives(0, counts(li=1, hi=1)).resolve, Board("hi")) == [Meeting(0, "hellas")]
    assert [(e.seat, e.space, e.to, e.units) for e in game.outbox if isinstance(e, Fled)] == [(0, "tarnovo", "hellas", 3)]
    assert [(e.payee, e.florins) for e in game.outbox if isinstance(e, Paid)] == [(2, 30)]
    assert (numbers(game, "hellas", 0), numbers(game, "tarnovo", 0)) == ({"li": 1, "hi": 2}, {"li": 1, "hi": 1})
    told = {id: (game.vehicles[id].space, game.vehicles[id].pm, game.vehicles[id].stopped) for id in (wagon, slow, engine)}
    assert told == {wagon: ("hellas", 1, True), slow: ("tarnovo", 1, False), engine: ("hellas", 0, True)}
    assert (side(game, 0).fled, game.fights[-1].outcome) == (3, "")
    set_side(game, 0, flight=2, refuge="adrianople")
    escape(game, counts(li=1, hi=1))
    assert (side(game, 0).fled, game.fights[-1].outcome) == (5, "fled")


@pytest.mark.rule("MU-FLE-01")
def test_who_has_room_or_a_free_way_leaves_whole_and_who_has_none_stays():
    game = duel({"li": 4}, {"li": 1}, place="tarnovo")
    vehicle(game, 0, "wagon", 1, "tarnovo", pm=1)
    set_side(game, 0, flight=2, refuge="adrianople")
    assert pushed(game, run_away) == [ChooseFugitives(0)]
    army(game, "tarnovo", 0, li=3)
    assert pushed(game, run_away) == [Meeting(0, "adrianople")]
    game = duel({"li": 4}, {"li": 1}, place="tarnovo")
    land(game, "tarnovo", holder=0, military=3)
    set_side(game, 0, flight=1, refuge="adrianople")
    assert pushed(game, run_away) == [Meeting(0, "adrianople")], "out of a Castle"
    game = duel({"li": 4}, {"li": 1}, place="tarnovo")
    set_side(game, 0, flight=2, refuge="adrianople")
    assert pushed(game, run_away) == [], "no way"
    game = duel({"li": 4}, {"li": 1}, place="tarnovo")
    vehicle(game, 0, "wagon", 1, "tarnovo", pm=2)
    set_side(game, 0, flight=2, refuge="hellas")
    assert pushed(game, run_away) == [], "it costs more than was declared"
    assert pushed(game, CloseRound().take_flight) == []
    army(game, "tarnovo", 0, li=1)
    set_side(game, 0, flight=3)
    assert pushed(game, CloseRound().take_flight) == [Meeting(0, "hellas")]


@pytest.mark.rule("MU-FLE-01", "MU-MOV-03")
def test_aboard_wagons_and_engines_go_along_where_units_leave_room_and_pay_nothing():
    game = duel({"li": 2}, {"li": 1}, place="tarnovo")
    galley = vehicle(game, 0, "galley", 1, "tarnovo", pm=2)
    wagon, engine = vehicle(game, 0, "wagon", 1, "tarnovo", pm=2), vehicle(game, 0, "engine", 1, "tarnovo", pm=2)
    set_side(game, 0, flight=3, refuge=CITY, aboard=True)
    escape(game, counts(li=2))
    told = {id: (game.vehicles[id].space, game.vehicles[id].pm, game.vehicles[id].stopped) for id in (galley, wagon, engine)}
    assert told == {galley: (CITY, 0, True), wagon: (CITY, 2, True), engine: ("tarnovo", 2, False)}
    sea = bare_table()
    first = vehicle(sea, 0, "galley", 1, SEA, pm=2, cargo=Army(0, counts(li=1)))
    second = vehicle(sea, 0, "galley", 1, SEA, pm=1, cargo=Army(0, counts(hi=1)))
    sea.fights = [OUTER, Fight(SEA, (Side(0, flight=3, refuge="levantine"), Side(1)))]
    assert refuges(sea, 0, SEA)["levantine"] == Way(2)
    run_away(sea)
    assert (sea.vehicles[first].space, sea.vehicles[second].space) == ("levantine", SEA), "the second cannot pay the way"
    assert (side(sea, 0).fled, sea.fights[-1].outcome) == (1, "")


@pytest.mark.rule("MU-SUR-01", "MU-DIP-03")
def test_surrender_is_offered_or_demanded_and_needs_both():
    game = duel({"li": 2}, {"hi": 1})
    first = options_of(game, OfferTerms(0, 0))
    assert first[:3] == [FightOn(), OfferSurrender(), DemandSurrender()]
    assert pushed(game, OfferTerms(0, 0).resolve, FightOn()) == []
    assert pushed(game, OfferTerms(0, 0).resolve, OfferSurrender()) == [AnswerTerms(1, 0)]
    assert pushed(game, OfferTerms(0, 0).resolve, DemandSurrender()) == [AnswerTerms(1, 1)]
    assert options_of(game, AnswerTerms(1, 0)) == [RefuseTerms(), AcceptTerms()]
    AnswerTerms(1, 0).resolve(game, RefuseTerms())
    assert game.fights[-1].outcome == ""
    army(game, WILD, 0, [Special("arc", "arc", BARBARIANS), Special("cav", "hi", 0)], li=2)
    before = game.supply["horde_arc"]
    told = emitted(game, Surrendered, AnswerTerms(1, 0).resolve, AcceptTerms())
    assert [(e.seat, e.victor, e.units) for e in told] == [(0, 1, 4)]
    assert (game.fights[-1].outcome, game.players[0].exiles) == ("surrendered", counts(li=2, hi=1))
    assert game.supply["horde_arc"] == before + 1, "a hired barbarian goes home"
    surrender(game, 1)
    assert WILD not in game.armies


# -- alliances ---------------------------------------------------------------------------------------------


def allied(*kinds, **more):
    """Byzantium and Hungary are allies; the Horde has attacked Byzantium."""
    game = bare_table()
    game.turn, game.phase, game.active = 3, 5, 0
    game.pacts = {1: Pact(**{"parties": (0, 1), "kinds": kinds, "units": 3, **more})}
    game.wars = [War((0, 2), 2, by=2)]
    return game


@pytest.mark.rule("MU-DIP-06", "MU-DIP-07")
def test_whom_an_alliance_is_good_against():
    assert enemies_in_scope(allied("defence"), 0, 1) == [2]
    attacker = allied("defence")
    attacker.wars = [War((0, 2), 2, by=0)]
    assert enemies_in_scope(attacker, 0, 1) == []
    assert enemies_in_scope(allied("offence"), 0, 1) == [2]
    assert enemies_in_scope(allied("offence", against=(2,)), 0, 1) == [2]
    assert enemies_in_scope(allied("offence", against=(1,)), 0, 1) == []
    assert enemies_in_scope(allied("peace"), 0, 1) == []
    assert enemies_in_scope(allied("defence"), 1, 1) == [], "not his war"
    third = allied("defence", parties=(1, 2))
    third.wars = [War((0, 2), 2, by=0)]
    assert enemies_in_scope(third, 2, 1) == [0]


@pytest.mark.rule("MU-DIP-06", "MU-DIP-07")
def test_allies_are_called_once_a_turn_each_while_they_do_not_help():
    game = allied("defence")
    assert list(calls(game, 0)) == [CallAlly(1, 1, 2)]
    assert pushed(game, call_ally, 0, CallAlly(1, 1, 2)) == [AnswerCall(1, 0, 1, 2)]
    assert game.pacts[1].called == ((3, 1, 2),)
    assert list(calls(game, 0)) == []
    game.turn = 4
    assert list(calls(game, 0)) == [CallAlly(1, 1, 2)]
    assert list(calls(allied("defence", parties=(0, 1, 2)), 0)) == [CallAlly(1, 1, 2)], "the enemy himself is not called"
    helping = allied("defence", aiding=((0, 1, 2),))
    helping.wars = [War((0, 2), 2, by=2), War((1, 2), 2, by=1)]
    assert list(calls(helping, 0)) == []
    helping.wars = []
    assert list(calls(helping, 0)) == []
    for place, attacker, heard in ((0, 2, True), (1, 2, False), (0, 1, False)):
        game.fights = [OUTER, Fight(WILD, (Side(attacker), Side(place)))]
        assert bool(list(cries_for_help(game, 0))) == heard


@pytest.mark.rule("MU-DIP-06", "MU-DIP-07")
def test_who_comes_joins_the_war_and_who_declines_breaks_the_pact():
    game = allied("defence")
    game.pacts[2] = Pact(parties=(1, 2), kinds=("trade",))
    assert options_of(game, AnswerCall(1, 0, 1, 2)) == [Support(), Decline()]
    game.outbox = []
    AnswerCall(1, 0, 1, 2).resolve(game, Support())
    answers = [event for event in game.outbox if isinstance(event, SupportAnswered)]
    assert [(e.rule, e.seat, e.rival, e.enemy, e.units, e.comes, e.audience) for e in answers] == [
        ("MU-DIP-06", 1, 0, 2, 3, True, None)
    ]
    assert game.pacts[1].aiding == ((0, 1, 2),)
    assert War((1, 2), 2, by=1) in game.wars, "as old as the war it joins"
    assert [(e.seat, e.other, e.declared) for e in game.outbox if isinstance(e, WarBegan)] == [(1, 2, True)]
    assert [(e.seat, e.pact) for e in game.outbox if isinstance(e, PactBroken)] == [(1, 2)]
    assert emitted(game, WarBegan, come_to_help, 0, 1, 2) == [], "he is in it already"
    assert emitted(bare_table(), WarBegan, come_to_help, 0, 1, 2) == [], "no war to join"
    secret = allied("offence", secret=True)
    told = emitted(secret, SupportAnswered, AnswerCall(1, 0, 1, 2).resolve, Decline())
    assert [(e.rule, e.comes, e.audience) for e in told] == [("MU-DIP-07", False, (0, 1))]
    assert (secret.pacts, secret.players[1].honour) == ({}, 8)
    bound = allied("defence")
    bound.pacts[2] = Pact(parties=(1, 2), kinds=("peace",))
    AnswerCall(1, 0, 1, 2).resolve(bound, Decline())
    assert (sorted(bound.pacts), bound.players[1].honour) == ([1, 2], 10), "coming would break another pact"


@pytest.mark.rule("MU-DIP-06")
def test_excuses():
    game = bare_table()
    assert not is_excused(game, 0, 1)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("peace",))}
    assert is_excused(game, 0, 1)
    game.pacts[2] = Pact(parties=(0, 1), kinds=("defence",))
    assert not is_excused(game, 0, 1), "he chooses which ally to betray"
    for seat in (0, 1):
        player(game, seat, team=1)
    assert is_excused(game, 0, 1)


@pytest.mark.rule("MU-DIP-06", "MU-DIP-07")
def test_orders_to_an_allys_troops():
    game = allied("defence", aiding=((0, 1, 2),))
    game.wars = [War((0, 2), 2, by=2), War((1, 2), 2, by=1)]
    vehicle(game, 1, "wagon", 1, "buda", pm=1)
    assert list(orders(game, 0)) == [LeadAlly(1, 1, "buda")]
    assert list(orders(game, 1)) == []
    for led, owed in ((2, 1), (3, 0)):
        now(game, 1, led=led)
        assert units_owed(game, 1, 1) == owed
        assert bool(list(orders(game, 0))) == (owed > 0)
    now(game, 1, led=1)
    for used, open_ in ((figures().orders - 1, True), (figures().orders, False)):
        now(game, 0, orders=used)
        assert bool(list(orders(game, 0))) == open_
    now(game, 0, orders=0)
    assert pushed(game, lead, 0, LeadAlly(1, 1, "buda")) == [AnswerOrder(1, 0, 1, "buda")]
    assert game.now[0].orders == 1
    assert options_of(game, AnswerOrder(1, 0, 1, "buda")) == [Obey(), Disobey()]
    game.stack.clear()
    game.push(CombatPhase(passes=2))
    told = emitted(game, TroopsLent, AnswerOrder(1, 0, 1, "buda").resolve, Obey())
    assert [(e.seat, e.rival, e.space) for e in told] == [(1, 0, "buda")]
    assert [frame for frame, _ in game.stack] == [CombatPhase(passes=0), Movement()]
    assert game.marches == [March(1, "buda", trail=("buda",), leader=0, quota=2)]
    game.marches = []
    told = emitted(game, PactBroken, AnswerOrder(1, 0, 1, "buda").resolve, Disobey())
    assert [(e.seat, e.pact) for e in told] == [(1, 1)]
    assert game.marches == []


# -- odds --------------------------------------------------------------------------------------------------

THROWS = list(product(range(1, 5), range(1, 7), range(1, 9)))


def value(dice):
    return max([max(dice), *(face ** dice.count(face) for face in dice if dice.count(face) > 1)])


@pytest.mark.rule("MU-BAT-03", "MU-BAT-05", "MU-BAR-05")
def test_chances_are_those_of_all_throws():
    for attack in (1, 8, 9, 16, 64):
        assert attacks()[attack] == sum(value(dice) == attack for dice in THROWS)

    def best(dice, need):
        kept = product(*((False, True) for _ in dice))
        shares = []
        for stays in kept:
            ways = [throw for throw in THROWS if all(a == b for a, b, stay in zip(throw, dice, stays, strict=True) if stay)]
            shares.append(sum(value(way) >= need for way in ways) / len(ways))
        return 1 if value(dice) >= need else max(shares)

    assert chance_with_reroll(9) == pytest.approx(sum(best(dice, 9) for dice in THROWS) / 192)
    game = bare_table()
    game.circle = Circle((1, 2, 7))
    assert chance_against_barbarians(game, 0) == round(100 * chance_with_reroll(8))
    assert chance_against_barbarians(game, 2) == round(100 * chance_with_reroll(11)), "three points worse"

    def wins(edge):
        return round(100 * sum(value(a) + edge > value(b) for a in THROWS for b in THROWS) / 192**2)

    assert chance_against(game, 0, 1) == wins(1)
    assert chance_against(game, 2, 0) == wins(-3)


@pytest.mark.rule("MU-BAT-05")
def test_the_chance_of_a_throw_counts_what_comes_on_top():
    game = duel({"li": 1}, {"li": 1})
    set_side(game, 1, dice=(1, 2, 3))
    assert chance_of_throw(game, 1, (0,)) is None, "the enemy has not thrown"
    set_side(game, 0, dice=(1, 2, 6), sacrificed=1)
    assert chance_of_throw(game, 1, ()) == 0
    # Ten to beat, one point worse: eleven on the dice, with the 3 thrown again that is out of reach.
    assert chance_of_throw(game, 1, (2,)) == 0
    set_side(game, 0, sacrificed=0)
    assert chance_of_throw(game, 1, (2,)) == 12, "an eight of eight"
    set_side(game, 1, bonus=1)
    assert chance_of_throw(game, 1, (2,)) == 25
    set_side(game, 1, bonus=5)
    assert chance_of_throw(game, 1, ()) == 100
    for declared in ({"flight": 1}, {"capturing": True}):
        set_side(game, 1, **{"flight": 0, "capturing": False, **declared})
        assert chance_of_throw(game, 1, ()) is None
    assert battle_lines(game, 0, 2, WILD) == [], "no war"
    game.wars = [War((0, 1), 0)]
    assert [(line.rule, line.facts, line.unit) for line in battle_lines(game, 0, 2, WILD)] == [
        ("MU-BAT-05", {"own": 2, "units": 1}, "percent_rival")
    ]
    assert battle_lines(game, 0, 0, WILD) == []
    assert [line.unit for line in battle_lines(game, 0, 2, "serbia")] == ["percent_horde"]


# -- Cartography -------------------------------------------------------------------------------------------


def surveyor(phase=5):
    """Seat 0 knows Cartography and has four points for it."""
    game = bare_table()
    technology(game, 0, blue=6)
    player(game, 0, points=(4, 0, 0, 0, 0, 0), florins=0)
    game.phase = phase
    return game


@pytest.mark.rule("MU-TEC-14")
def test_who_may_gain_a_movement_point():
    game = surveyor()
    army(game, CITY, 0, li=1, hi=1)
    army(game, "buda", 1, li=1)
    units = [f"unit:{CITY}:0:li", f"unit:{CITY}:0:hi"]
    assert list(travellers(game, 0, ())) == units
    wagon = vehicle(game, 0, "wagon", 1, "smyrna")
    vehicle(game, 0, "wagon", 1, "smyrna", aboard=wagon)
    assert list(travellers(game, 0, ())) == [*units, f"v:{wagon}"]
    game.marches = [March(0, CITY, counts=counts(li=1))]
    assert list(travellers(game, 0, ())) == [units[1], f"v:{wagon}"], "who is on his way comes later"
    game.marches = []
    game.fights = [Fight("smyrna", (Side(1), Side(0)))]
    assert list(travellers(game, 0, ())) == units
    game.fights = [Fight(CITY, (Side(1), Side(0)))]
    assert list(travellers(game, 0, ())) == [f"v:{wagon}"]
    game.fights = []
    lay_effect(game, "no-leave", CITY)
    assert list(travellers(game, 0, ())) == [f"v:{wagon}"]
    lay_effect(game, "no-leave", "smyrna")
    assert list(travellers(game, 0, ())) == []


@pytest.mark.rule("MU-TEC-14", "MU-VAR-02")
def test_how_the_point_is_used():
    game = surveyor()
    wagon = vehicle(game, 0, "wagon", 1, CITY)
    stopped = vehicle(game, 0, "wagon", 1, CITY, stopped=True)
    caravan = vehicle(game, 0, "caravan", 1, CITY)
    galley = vehicle(game, 0, "galley", 1, CITY, stopped=True)
    by_land = ["adrianople", "nicaea"]

    def uses(id):
        return list(ways_to_use(game, 0, (id,)))

    assert uses(f"v:{wagon}") == uses(f"v:{caravan}") == [KEEP]
    assert uses(f"v:{stopped}") == uses(f"unit:{CITY}:0:li") == by_land
    assert uses(f"v:{galley}") == [SEA, "black_sea_west"]
    game.phase = 6
    assert uses(f"v:{wagon}") == by_land
    assert uses(f"v:{caravan}") == [KEEP]
    game.phase = 7
    assert uses(f"v:{caravan}") == []
    game.phase = 5
    game.marches = [March(0, CITY, (stopped,))]
    assert uses(f"v:{stopped}") == []
    game.marches = []
    player(game, 0, points=(0,) * 6)
    assert uses(f"v:{stopped}") == []
    player(game, 0, points=(4, 0, 0, 0, 0, 0))
    game.push(Window("W-5b", "nicaea"))
    assert uses(f"v:{stopped}") == ["nicaea"], "into where things happen"
    game.stack.clear()
    game.push(Window("W-5b", "smyrna"))
    assert uses(f"v:{stopped}") == []
    game.stack.clear()
    game.push(Window("W-5e", CITY))
    assert uses(f"v:{stopped}") == by_land
    game.active = 1
    assert uses(f"v:{stopped}") == []
    game.stack.clear()
    game.settings = {"terrain": True}
    assert points_to_buy(game, f"v:{stopped}", "adrianople") == 2
    assert points_to_buy(game, f"v:{stopped}", "nicaea") == 1
    game.vehicles[stopped] = type(game.vehicles[stopped])(0, "wagon", 1, CITY, pm=1)
    assert points_to_buy(game, f"v:{stopped}", "adrianople") == 1
    assert points_to_buy(game, f"unit:{CITY}:0:li", "adrianople") == 2


@pytest.mark.rule("MU-TEC-14")
def test_a_step_on_the_map_begins_a_march_of_its_own():
    game = surveyor()
    game.settings = {"terrain": True}
    wagon = vehicle(game, 0, "wagon", 1, CITY, pm=1)
    assert pushed(game, map_a_way, 0, (f"v:{wagon}", KEEP)) == []
    assert (game.vehicles[wagon].pm, game.players[0].points[0]) == (2, 4)
    game.vehicles[wagon] = type(game.vehicles[wagon])(0, "wagon", 1, CITY, stopped=True)
    assert pushed(game, map_a_way, 0, (f"v:{wagon}", "adrianople")) == [MappedStep()]
    assert (game.vehicles[wagon].pm, game.vehicles[wagon].stopped) == (2, False)
    assert game.players[0].points[0] == 4 - technologies()["cartography"].points, "the first point is paid by the use itself"
    assert game.marches == [March(0, CITY, (wagon,), NO_UNITS, (CITY,), entering="adrianople", mapped=True)]
    army(game, CITY, 0, li=2)
    game.marches = []
    map_a_way(game, 0, (f"unit:{CITY}:0:li", "nicaea"))
    assert game.marches == [March(0, CITY, counts=counts(li=1), trail=(CITY,), entering="nicaea", mapped=True)]
    game.armies[CITY] = (Army(0, counts(li=2), spent=counts(li=1)),)
    game.marches = []
    map_a_way(game, 0, (f"unit:{CITY}:0:li", "nicaea"))
    assert game.marches[-1].tired == counts(li=1), "one that has moved goes first"


@pytest.mark.rule("MU-TEC-14", "MU-CARD-03", "MU-MOV-04", "MU-MOV-10")
def test_the_mapped_step():
    game = surveyor()
    game.turn, game.wars = 2, [War((0, 1), 1)]
    wagon = vehicle(game, 0, "wagon", 1, CITY, pm=1)
    army(game, CITY, 0, li=2)

    def on(**march):
        game.marches = [March(0, **{"space": CITY, "vehicles": (wagon,), "trail": (CITY,), "entering": "adrianople", **march})]
        return game

    assert pushed(on(), MappedStep().load) == [ChooseRiders(0, "adrianople")]
    assert pushed(on(space="smyrna"), MappedStep().load) == []
    assert pushed(on(), MappedStep().depart) == [Window("W-5a", CITY)]
    assert MappedStep().enter(on(entering="nowhere")) == "close"
    lay_effect(game, "no-leave", CITY)
    assert MappedStep().enter(on()) == "close"
    game.effects.clear()
    assert options_of(on(), ChooseRiders(0, "adrianople")) == [BoardAll(), Board("li"), Go("adrianople")]
    assert pushed(game, ChooseRiders(0, "adrianople").resolve, Board("li")) == [ChooseRiders(0, "adrianople")]
    assert game.marches[-1].counts == counts(li=1)
    assert pushed(game, ChooseRiders(0, "adrianople").resolve, BoardAll()) == []
    assert game.marches[-1].counts == counts(li=2)
    army(game, CITY, 0, li=2, hi=2)
    ChooseRiders(0, "adrianople").resolve(on(), BoardAll())
    assert game.marches[-1].counts == counts(li=1, hi=2), "the heavier first"
    army(game, CITY, 0, li=2)
    on(counts=counts(li=2))
    assert pushed(game, MappedStep().enter) == [Window("W-5b", "adrianople")]
    assert (game.vehicles[wagon].space, numbers(game, "adrianople", 0)) == ("adrianople", {"li": 2})
    MappedStep().contact(game)
    assert (game.vehicles[wagon].stopped, game.vehicles[wagon].brought) == (False, 2)
    assert game.armies["adrianople"][0].spent == NO_UNITS, "as fresh as before"
    assert pushed(game, MappedStep().meet) == [Meeting(0, "adrianople")]
    army(game, "adrianople", 1, li=1)
    MappedStep().contact(game)
    assert game.vehicles[wagon].stopped, "contact ends all movement"
    assert pushed(on(), MappedStep().meet) == [], "it never left"


@pytest.mark.rule("MU-TEC-14")
def test_who_may_board_a_carrier_that_gains_a_step():
    game = surveyor()
    wagon = vehicle(game, 0, "wagon", 1, CITY, pm=1)
    galley = vehicle(game, 0, "galley", 1, CITY, pm=1)
    engine = vehicle(game, 0, "engine", 1, CITY, pm=1)
    game.armies[CITY] = (Army(0, counts(li=2, hi=1), spent=counts(hi=1)),)
    assert loadable(game, March(0, CITY, (wagon,))) == ["li"]
    assert loadable(game, March(0, CITY, (engine,))) == loadable(game, March(0, CITY)) == []
    assert loadable(game, March(0, CITY, (wagon,), counts(li=3))) == []
    assert loadable(game, March(0, CITY, (galley,), counts(arc=2))) == ["li"]
    assert loadable(game, March(0, CITY, (galley,), counts(arc=3))) == []
    game.vehicles[wagon] = type(game.vehicles[wagon])(0, "wagon", 1, CITY, brought=1)
    assert loadable(game, March(0, CITY, (wagon,))) == ["li", "hi"], "it brought one that has moved"
    assert loadable(game, March(0, CITY, (wagon,), counts(hi=1), tired=counts(hi=1))) == ["li"]
    assert loadable(game, March(0, SEA, (galley,))) == []


# -- Logistics ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-12")
def test_moves_over_the_other_element():
    game = bare_table()
    wagon, second = vehicle(game, 0, "wagon", 1, CITY, pm=4), vehicle(game, 0, "wagon", 1, CITY, pm=4)
    galley = vehicle(game, 0, "galley", 1, CITY, pm=4)
    carts = March(0, CITY, (wagon, second), conversions=2)
    fleet = March(0, CITY, (galley, wagon), conversions=1)
    assert (crossers(game, carts), crossers(game, fleet)) == (2, 1)
    assert is_converted(game, carts, SEA)
    assert not is_converted(game, carts, "nicaea")
    assert not is_converted(game, March(0, CITY), SEA)
    assert is_converted(game, fleet, "nicaea")
    assert not is_converted(game, fleet, SEA)
    assert not is_converted(game, March(0, SEA, (galley,)), CITY)
    assert can_convert(game, carts, SEA, 2)
    assert not can_convert(game, carts, SEA, 1), "there would be no way back"
    assert not can_convert(game, March(0, CITY, (wagon, second), conversions=1), SEA, 4)
    assert can_convert(game, fleet, "nicaea", 2)
    assert not can_convert(game, fleet, "nicaea", 0)
    lay_effect(game, "no-leave", SEA)
    assert not can_convert(game, carts, SEA, 4)
    game.effects.clear()
    assert can_return(game, carts, SEA, 1, 0)
    assert not can_return(game, carts, SEA, 0, 0)
    assert not can_return(game, March(0, "hellas", (galley,)), "tarnovo", 0, 1)
    inland = March(0, "thessalonica", (galley,))
    assert not can_return(game, inland, "serbia", 1, 1)
    land(game, "slavonia", holder=0)
    assert not can_return(game, inland, "serbia", 2, 0), "no conversion is left to go on overland"
    assert can_return(game, inland, "serbia", 2, 1)
    game.turn, game.wars = 2, [War((0, 1), 1)]
    game.armies.clear()
    troops = March(0, CITY, (wagon,), counts(li=1), conversions=1)
    assert can_convert(game, troops, SEA, 2)
    vehicle(game, 1, "galley", 1, SEA, cargo=Army(1, counts(li=1)))
    assert not can_convert(game, troops, SEA, 2), "an enemy there ends the movement"
    lay_effect(game, "unseen", f"v:{wagon}")
    assert can_convert(game, troops, SEA, 2)
