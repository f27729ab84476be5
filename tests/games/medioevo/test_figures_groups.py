"""What moving groups are, where they go and what they touch, in figures, on both sides of every condition."""

import pytest

from marchland.games.medioevo.rules.barbarians import Ravage
from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.conquest.conquest import Booty
from marchland.games.medioevo.rules.diplomacy.hostilities import WarBegan
from marchland.games.medioevo.rules.movement.contact import contact, expose, seize
from marchland.games.medioevo.rules.movement.groups import (
    Board,
    BoardAll,
    Drop,
    Leave,
    Take,
    boardable,
    can_gather,
    carrier_room,
    droppable,
    is_bound,
    is_closed,
    is_harmless,
    is_led,
    joinable,
    lacks_fee,
    musters,
    room_left,
    steps_from,
)
from marchland.games.medioevo.rules.movement.movement import origins
from marchland.games.medioevo.rules.movement.removal import Seize
from marchland.games.medioevo.rules.movement.steps import Moved, pay_passage, regroup, take_step
from marchland.games.medioevo.rules.movement.transfer import embark, relocate, spaces_needed
from marchland.games.medioevo.rules.movement.ways import Ways, harbours, is_open, leads_on, way_costs
from marchland.games.medioevo.state import BARBARIANS, NO_UNITS, Army, March, Pact, Special, War

from .bare import (
    SEA,
    WILD,
    army,
    at_war,
    bare_table,
    counts,
    emitted,
    land,
    lay_effect,
    numbers,
    player,
    pushed,
    vehicle,
)

CITY = "constantinople"


# -- groups ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-DIP-06", "MU-MOV-01")
def test_led_and_bound_groups():
    assert is_led(March(0, CITY, leader=0))
    assert not is_led(March(0, CITY))
    assert is_bound(March(0, CITY, goal="smyrna", steps=1))
    assert not is_bound(March(0, CITY, goal="smyrna"))
    assert not is_bound(March(0, CITY, steps=1))


@pytest.mark.rule("MU-MOV-02", "MU-MOV-13")
def test_what_can_gather_and_where_something_can_move():
    game = bare_table()
    for kind, fresh in (("wagon", True), ("galley", True), ("engine", True), ("caravan", False), ("merchantman", False)):
        id = vehicle(game, 0, kind, 1, CITY, pm=1)
        assert can_gather(game, id) == fresh
        game.vehicles[id] = type(game.vehicles[id])(0, kind, 1, CITY, pm=1, stopped=True)
        assert not can_gather(game, id)
        game.vehicles[id] = type(game.vehicles[id])(0, kind, 1, CITY, pm=0)
        assert not can_gather(game, id)
        land(game, CITY, military=3)
        assert can_gather(game, id) == (kind in ("wagon", "engine")), "free moves out of a Castle"
        land(game, CITY, military=0)
    lay_effect(game, "dual", "v:4")
    game.vehicles[4] = type(game.vehicles[4])(0, "caravan", 1, CITY, pm=1)
    assert can_gather(game, 4)
    game.vehicles.clear()
    assert musters(game, 0) == []
    vehicle(game, 0, "wagon", 1, "smyrna", pm=1)
    vehicle(game, 0, "wagon", 1, "morea", pm=1, aboard=9)
    vehicle(game, 0, "wagon", 1, "hellas", pm=0)
    vehicle(game, 1, "wagon", 1, "buda", pm=1)
    army(game, "nicaea", 0, li=1)
    army(game, CITY, 0, li=1)
    land(game, CITY, military=3)
    assert musters(game, 0) == [CITY, "smyrna"]
    army(game, CITY, 1, li=1)
    assert musters(game, 1) == ["buda"]
    lay_effect(game, "no-leave", CITY)
    assert musters(game, 0) == ["smyrna"]
    lay_effect(game, "no-leave", "smyrna")
    assert musters(game, 0) == []


@pytest.mark.rule("MU-MOV-05")
def test_who_may_join_and_leave():
    game = bare_table()
    ids = [vehicle(game, 0, "wagon", 1, CITY, pm=2) for _ in range(3)]
    vehicle(game, 0, "wagon", 1, CITY, pm=0)
    vehicle(game, 0, "wagon", 1, CITY, pm=2, aboard=ids[0])
    vehicle(game, 1, "wagon", 1, CITY, pm=2)
    assert joinable(game, March(0, CITY)) == ids
    assert joinable(game, March(0, CITY, (ids[0],), left=(ids[1],))) == [ids[2]]
    army(game, CITY, 0, li=3, hi=1)
    game.armies[CITY] = (Army(0, counts(li=3, hi=1), spent=counts(hi=1)),)
    assert boardable(game, March(0, CITY, (ids[0],))) == ["li"], "the Heavy infantry has moved"
    assert boardable(game, March(0, CITY, (ids[0],), shed=("li",))) == []
    assert boardable(game, March(0, CITY, (ids[0],), counts(li=3))) == [], "full"
    assert boardable(game, March(0, CITY, (ids[0],), counts(li=2))) == ["li"]
    assert boardable(game, March(0, "smyrna", (ids[0],))) == []
    land(game, CITY, military=3)
    assert boardable(game, March(0, CITY)) == ["li", "hi"], "out of a Castle all, without carriers"
    assert boardable(game, March(0, CITY, counts=counts(hi=1))) == ["li"]
    assert droppable(game, March(0, CITY, counts=counts(li=1))) == []
    assert droppable(game, March(0, CITY, counts=counts(li=1), steps=1)) == ["li"]
    assert droppable(game, March(0, SEA, counts=counts(li=1), steps=1)) == []


@pytest.mark.rule("MU-MOV-03", "MU-DIP-06")
def test_room_by_carriers_and_what_an_ally_owes():
    game = bare_table()
    wagon, engine = vehicle(game, 0, "wagon", 2, CITY), vehicle(game, 0, "engine", 3, CITY)
    galley = vehicle(game, 0, "galley", 1, CITY)
    assert carrier_room(game, March(0, CITY, (wagon, engine), counts(li=2))) == 4
    assert carrier_room(game, March(0, CITY, (engine,))) == 0
    assert carrier_room(game, March(0, CITY, (galley, wagon), counts(li=1))) == 1, "the wagon takes a space aboard"
    assert spaces_needed(game, (galley, wagon, engine), counts(li=2)) == 4
    assert room_left(game, March(0, CITY, (wagon,), counts(li=2))) == 4
    assert room_left(game, March(0, CITY, (wagon,), counts(li=2), leader=1, quota=3)) == 1
    assert room_left(game, March(0, CITY, (wagon,), counts(li=2), leader=1, quota=9)) == 4
    land(game, CITY, military=3)
    assert carrier_room(game, March(0, CITY)) == 99


@pytest.mark.rule("MU-DIP-06")
def test_orders_that_cost_the_owner_nothing():
    game = at_war()
    assert is_harmless(game, 0, SEA)
    assert not is_harmless(game, 0, WILD), "barbarians"
    assert is_harmless(game, 0, CITY)
    assert is_harmless(game, 0, "buda"), "an enemy of an older war"
    assert not is_harmless(game, 0, "tana"), "no war"
    game.pacts = {1: Pact(parties=(0, 1), kinds=("peace",)), 2: Pact(parties=(0, 2), kinds=("passage",))}
    assert not is_harmless(game, 0, "buda")
    assert is_harmless(game, 0, "tana")
    game.pacts.clear()
    game.wars = [War((0, 1), 2)]
    assert not is_harmless(game, 0, "buda")
    army(game, CITY, 1, li=1)
    assert not is_harmless(game, 0, CITY), "a war of this turn"
    game.wars = [War((0, 1), 1)]
    assert is_harmless(game, 0, CITY)
    army(game, SEA, BARBARIANS, li=1)
    assert not is_harmless(game, 0, SEA)


@pytest.mark.rule("MU-DIP-03", "MU-DIP-05")
def test_closed_lands_and_fees_that_cannot_be_paid():
    game = at_war()
    march = March(0, CITY, counts=counts(li=1))
    assert [is_closed(game, march, space) for space in ("buda", SEA, WILD, "nowhere")] == [False, False, False, True]
    game.waters = ()
    assert is_closed(game, march, SEA)
    game.wars = [War((0, 1), 1, truce=2)]
    assert is_closed(game, march, "buda")
    game.wars = []
    game.pacts = {1: Pact(parties=(0, 1), kinds=("passage",), per_use=50)}
    player(game, 0, florins=50)
    assert not lacks_fee(game, march, "buda")
    player(game, 0, florins=49)
    assert lacks_fee(game, march, "buda")
    assert is_closed(game, march, "buda")
    assert not lacks_fee(game, March(0, CITY, (1,)), "buda"), "no troops, no fee"
    assert not lacks_fee(game, march, SEA)
    assert not lacks_fee(game, march, "tana")


@pytest.mark.rule("MU-MOV-04", "MU-MOV-03", "MU-MOV-07", "MU-MOV-13")
def test_where_a_group_can_go():
    game = bare_table()
    wagon, galley = vehicle(game, 0, "wagon", 1, CITY, pm=1), vehicle(game, 0, "galley", 1, CITY, pm=1)

    def ways(march):
        return [(step.to, step.cost) for step in steps_from(game, march)]

    by_land = [("adrianople", 1), ("nicaea", 1)]
    by_sea = [(SEA, 1), ("black_sea_west", 1)]
    assert ways(March(0, CITY)) == []
    assert ways(March(0, CITY, (wagon,))) == by_land
    assert ways(March(0, CITY, (wagon,), counts(li=3))) == by_land
    assert ways(March(0, CITY, (wagon,), counts(li=4))) == []
    assert ways(March(0, CITY, (wagon,), counts(li=1), tired=counts(li=1))) == []
    assert ways(March(0, CITY, (galley,), counts(li=3))) == by_sea
    assert ways(March(0, CITY, (galley,), counts(li=4))) == []
    assert ways(March(0, CITY, (galley, wagon), counts(li=2))) == by_sea
    assert ways(March(0, CITY, (galley,), counts(li=1), tired=counts(li=1))) == []
    assert ways(March(0, CITY, (wagon,), goal=CITY)) == []
    lay_effect(game, "no-leave", CITY)
    assert ways(March(0, CITY, (wagon,))) == []
    game.effects.clear()
    for id, kind in ((wagon, "wagon"), (galley, "galley")):
        game.vehicles[id] = type(game.vehicles[id])(0, kind, 1, CITY, pm=1, stopped=True)
        assert ways(March(0, CITY, (id,))) == []
        game.vehicles[id] = type(game.vehicles[id])(0, kind, 1, CITY, pm=0)
        assert ways(March(0, CITY, (id,))) == []
    lay_effect(game, "tireless", f"v:{wagon}")
    assert ways(March(0, CITY, (wagon,))) == []
    assert ways(March(0, CITY, (wagon,), counts(li=1))) == [], "what has no points carries nobody"
    other = vehicle(game, 0, "wagon", 1, CITY, pm=1)
    assert ways(March(0, CITY, (wagon, other))) == [], "there is no army to follow"
    assert ways(March(0, CITY, (wagon, other), counts(li=3))) == by_land
    assert ways(March(0, CITY, (wagon, other), counts(li=4))) == []
    game.vehicles.pop(other)
    game.effects.clear()
    land(game, CITY, military=3)
    free = [("adrianople", 0), ("nicaea", 0)]
    assert ways(March(0, CITY, counts=counts(li=1), trail=(CITY,))) == free
    assert ways(March(0, CITY, counts=counts(li=1), trail=("nicaea", CITY))) == free[:1]
    game.lands.pop("adrianople")
    assert ways(March(0, CITY, counts=counts(li=1))) == free[1:]
    land(game, "nicaea", holder=1)
    assert ways(March(0, CITY, counts=counts(li=1), leader=1)) == [], "an order that would be an attack"
    sailing = vehicle(game, 0, "galley", 1, SEA, pm=1, cargo=Army(0, counts(li=1)))
    shores = {step.to for step in steps_from(game, March(0, SEA, (sailing,), counts(li=1), tired=counts(li=1)))}
    assert {"ionian", "black_sea_west", "smyrna", CITY} <= shores


@pytest.mark.rule("MU-MOV-05")
def test_regrouping():
    game = bare_table()
    galley = vehicle(game, 0, "galley", 1, SEA, pm=2, cargo=Army(0, counts(li=2)))
    wagon = vehicle(game, 0, "wagon", 1, SEA, pm=2, aboard=galley)
    other = vehicle(game, 0, "galley", 1, SEA, pm=2, cargo=Army(0, counts(hi=1)))
    game.marches = [March(0, SEA)]

    def after(action):
        regroup(game, game.marches[-1], action)
        march = game.marches[-1]
        return march.vehicles, march.counts

    assert after(Take(galley)) == ((galley, wagon), counts(li=2))
    assert after(Take(other)) == ((galley, wagon, other), counts(li=2, hi=1))
    assert after(Leave(galley)) == ((other,), counts(hi=1))
    assert game.marches[-1].left == (galley, wagon)
    army(game, CITY, 0, li=2, hi=5)
    cart = vehicle(game, 0, "wagon", 2, CITY, pm=2)
    game.marches = [March(0, CITY, (cart,))]
    assert after(Board("li")) == ((cart,), counts(li=1))
    assert game.armies[CITY][0].spent == counts(li=1)
    assert after(BoardAll()) == ((cart,), counts(li=1, hi=5)), "the last kinds first, as far as there is room"
    assert game.marches[-1].tired == NO_UNITS
    assert after(Drop("hi")) == ((cart,), counts(li=1, hi=4))
    assert game.marches[-1].shed == ("hi",)


# -- steps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-04", "MU-MOV-07")
def test_a_step_moves_everything_costs_a_point_and_is_told():
    game = bare_table()
    wagon, engine = vehicle(game, 0, "wagon", 1, CITY, pm=3), vehicle(game, 0, "engine", 1, CITY, pm=2)
    army(game, CITY, 0, li=3)
    land(game, "adrianople", holder=BARBARIANS)
    game.marches = [March(0, CITY, (wagon, engine), counts(li=2), (CITY,), shed=("hi",), entering="adrianople")]
    told = emitted(game, Moved, take_step, "adrianople")
    assert [(e.seat, e.space, e.to, e.troops, e.vehicles) for e in told] == [
        (0, CITY, "adrianople", {"li": 2}, (wagon, engine)),
    ]
    assert [(game.vehicles[id].space, game.vehicles[id].pm, game.vehicles[id].steps) for id in (wagon, engine)] == [
        ("adrianople", 2, 1),
        ("adrianople", 1, 1),
    ]
    march = game.marches[-1]
    assert (march.space, march.entering, march.steps, march.trail, march.shed) == ("adrianople", "", 1, (CITY, "adrianople"), ())
    assert (march.conversions, march.astray) == (0, False)
    assert (numbers(game, CITY, 0), numbers(game, "adrianople", 0)) == ({"li": 1}, {"li": 2})
    assert game.now[0].max_steps_of_one_military_transport == 1
    land(game, "adrianople", military=3, holder=0)
    take_step(game, "tarnovo")
    assert game.vehicles[wagon].pm == 2, "free out of a Castle"
    land(game, "tarnovo", holder=0)
    take_step(game, WILD)
    assert game.vehicles[wagon].pm == 1
    assert game.lands["tarnovo"].holder == BARBARIANS, "left behind and lost"
    game.marches = [March(0, WILD, (wagon, engine), counts(li=2), (WILD,), stragglers=(WILD,))]
    land(game, WILD, holder=0)
    take_step(game, "tarnovo")
    assert game.lands[WILD].holder == 0, "who stopped there has yet to meet whoever holds it"


@pytest.mark.rule("MU-MOV-04", "MU-MOV-03")
def test_putting_to_sea_loads_the_galleys_and_landing_unloads_them():
    game = bare_table()
    galley, wagon = vehicle(game, 0, "galley", 1, CITY, pm=3), vehicle(game, 0, "wagon", 1, CITY, pm=3)
    army(game, CITY, 0, [Special("hi", "li", 0)], li=1)
    game.marches = [March(0, CITY, (galley, wagon), counts(li=1, hi=1), (CITY,))]
    land(game, CITY, military=3)
    take_step(game, SEA)
    assert (game.vehicles[galley].pm, game.vehicles[wagon].pm, game.vehicles[wagon].aboard) == (2, 3, galley), "the sea is not free"
    assert game.vehicles[galley].cargo == Army(0, counts(li=1), (Special("hi", "li", 0),))
    assert CITY not in game.armies
    take_step(game, "ionian")
    assert (game.vehicles[galley].space, game.vehicles[wagon].space) == ("ionian", "ionian")
    take_step(game, "morea")
    assert (game.vehicles[galley].pm, game.vehicles[galley].cargo, game.vehicles[wagon].aboard) == (0, None, 0)
    assert numbers(game, "morea", 0) == {"li": 1, "hi": 1}
    game.vehicles.clear()
    lonely = vehicle(game, 0, "galley", 1, SEA)
    relocate(game, 0, SEA, "morea", (lonely,), NO_UNITS)
    assert numbers(game, "morea", 0) == {"li": 1, "hi": 1}
    first, second = vehicle(game, 0, "galley", 1, CITY), vehicle(game, 0, "galley", 1, CITY)
    engine = vehicle(game, 0, "engine", 1, CITY)
    embark(game, 0, (first, second, engine), Army(0, counts(li=5)))
    assert game.vehicles[engine].aboard == first
    assert [sum(game.vehicles[id].cargo.counts) for id in (first, second)] == [2, 3]


@pytest.mark.rule("MU-DIP-05")
def test_troops_pay_the_fee_of_a_partners_land():
    game = bare_table()
    game.pacts = {1: Pact(parties=(0, 1), kinds=("passage",), per_use=40)}
    for march in (March(0, "buda", (1,)), March(0, SEA, counts=counts(li=1)), March(0, WILD, counts=counts(li=1))):
        assert emitted(game, Paid, pay_passage, march) == []
    told = emitted(game, Paid, pay_passage, March(0, "buda", counts=counts(li=1)))
    assert [(e.seat, e.payee, e.florins, e.rule) for e in told] == [(0, 1, 40, "MU-DIP-05")]
    assert [game.players[seat].florins for seat in (0, 1)] == [960, 1040]


# -- contact -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-09", "MU-MOV-10", "MU-MOV-11")
def test_what_ends_a_movement():
    game = at_war()
    wagon = vehicle(game, 0, "wagon", 1, WILD)
    group = counts(li=1)

    def met(space, **march):
        return contact(game, March(0, space, **{"vehicles": (wagon,), "counts": group, **march}))

    assert (met(WILD), met(WILD, edicts=1), met(CITY), met("buda"), met("tana"), met(SEA)) == (
        "resist",
        "edict",
        "",
        "invade",
        "invade",
        "",
    )
    assert met("buda", pressing=True) == "press"
    assert (met(WILD, counts=NO_UNITS), met("buda", counts=NO_UNITS)) == ("", "")
    army(game, WILD, 2, li=1)
    assert met(WILD, edicts=1) == "resist", "not alone with the barbarians"
    army(game, WILD, 1, li=1)
    assert met(WILD, edicts=1) == "fight"
    assert met(WILD, pressing=True) == "press"
    assert met(WILD, counts=NO_UNITS) == "prey"
    lay_effect(game, "unseen", f"v:{wagon}")
    assert met(WILD) == ""
    assert met(WILD, vehicles=()) == "fight"
    engine = vehicle(game, 0, "engine", 1, WILD)
    assert met(WILD, vehicles=(wagon, engine)) == "fight", "all must be unseen"
    game.effects.clear()
    game.armies.clear()
    army(game, WILD, BARBARIANS, li=1)
    assert met(WILD, pressing=True) == "fight"
    assert met(WILD, counts=NO_UNITS) == "prey"
    assert met(WILD, counts=NO_UNITS, edicts=1) == "edict"
    assert met(WILD, counts=NO_UNITS, edicts=1, vehicles=(wagon, engine)) == "prey"
    game.pacts = {1: Pact(parties=(0, 2), kinds=("passage",))}
    assert met("tana") == ""


@pytest.mark.rule("MU-TRD-04", "MU-TEC-31", "MU-DIP-02")
def test_lone_transports_are_exposed_to_hordes_and_enemies():
    game = at_war()
    vehicle(game, 0, "caravan", 1, WILD)
    march = March(0, WILD, (1,))
    assert pushed(game, expose, march) == []
    army(game, WILD, BARBARIANS, li=1)
    assert pushed(game, expose, march) == [Ravage(WILD)]
    assert pushed(game, expose, March(0, WILD, (1,), at_peace=WILD)) == [], "under an Edict"
    army(game, WILD, 2, li=1)
    assert pushed(game, expose, march) == [], "a third one's army shields it from the horde and leaves it alone"
    army(game, WILD, 1, li=1)
    assert pushed(game, expose, march) == [Booty(1, WILD, 0)]
    game.armies[WILD] = ()
    army(game, WILD, 1, li=1)
    prize = vehicle(game, 2, "caravan", 1, WILD)
    game.outbox = []
    assert pushed(game, seize, 1, Seize(prize)) == [Booty(1, WILD, 2)]
    assert [(e.seat, e.other, e.declared) for e in game.outbox if isinstance(e, WarBegan)] == [(1, 2, False)]


# -- ways --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-MOV-01", "MU-MOV-05")
def test_ways_to_a_common_destination():
    game = at_war()
    assert [is_open(game, 0, space) for space in (CITY, SEA, WILD, "buda")] == [True, True, False, False]
    game.waters = tuple(sea for sea in game.waters if sea != "red_sea")
    assert not is_open(game, 0, "red_sea")
    game.pacts = {1: Pact(parties=(0, 2), kinds=("passage",), per_use=5)}
    assert is_open(game, 0, "tana")
    army(game, CITY, 2, li=1)
    assert is_open(game, 0, CITY)
    army(game, CITY, 1, li=1)
    assert not is_open(game, 0, CITY)
    game.armies.clear()
    lay_effect(game, "no-leave", CITY)
    assert not is_open(game, 0, CITY)
    game.effects.clear()
    assert way_costs(game, 0, "tarnovo", by_sea=False) == {
        "adrianople": 1,
        "thessalonica": 1,
        CITY: 2,
        "hellas": 2,
        "morea": 3,
        "nicaea": 3,
        "smyrna": 4,
    }
    land(game, CITY, military=3)
    costs = way_costs(game, 0, "tarnovo", by_sea=False, trail=("thessalonica",))
    assert costs == {"adrianople": 1, CITY: 1, "nicaea": 2, "smyrna": 3}
    sea = way_costs(game, 0, "tarnovo", by_sea=True)
    assert (sea["black_sea_west"], sea[SEA], sea["smyrna"], sea[CITY], sea["ionian"]) == (1, 2, 3, 2, 3)
    assert "tarnovo" not in sea
    galley = vehicle(game, 0, "galley", 1, "smyrna", pm=3)
    for other in ({"owner": 1}, {"kind": "wagon"}, {"stopped": True}, {"space": SEA}, {"pm": 2}):
        vehicle(game, **{"owner": 0, "kind": "galley", "level": 1, "space": "smyrna", "pm": 3, **other})
    assert harbours(game, 0, sea) == ["smyrna"]
    ways = Ways(game, 0, "tarnovo")
    assert (ways.left("smyrna", afloat=False), ways.left("nicaea", afloat=False)) == (0, 1), "aboard in Smyrna"
    assert (ways.left("smyrna", afloat=True), ways.left("buda", afloat=True)) == (3, 9)
    wagon = vehicle(game, 0, "wagon", 1, "hellas", pm=3)
    march = March(0, "hellas", (wagon,), goal="tarnovo", trail=("hellas",))
    assert leads_on(game, march, "tarnovo", 9, 0)
    assert leads_on(game, march, "thessalonica", 1, 2)
    assert not leads_on(game, march, "thessalonica", 1, 1)
    afloat = March(0, "morea", (galley,), goal="tarnovo", trail=("morea",))
    assert leads_on(game, afloat, SEA, 1, 3)
    assert not leads_on(game, afloat, SEA, 1, 2)


@pytest.mark.rule("MU-MOV-01", "MU-MOV-07")
def test_places_from_which_another_group_can_come():
    game = bare_table()
    army(game, "adrianople", 0, li=1)
    for kind, space, pm in (("wagon", "thessalonica", 1), ("wagon", "hellas", 1), ("galley", "smyrna", 3), ("wagon", "tarnovo", 3)):
        vehicle(game, 0, kind, 1, space, pm=pm)
    assert origins(game, 0, "tarnovo") == ["thessalonica"], "Hellas is too far, nobody is aboard in Smyrna"
    army(game, "smyrna", 0, li=1)
    land(game, "adrianople", military=3)
    assert origins(game, 0, "tarnovo") == ["adrianople", "smyrna", "thessalonica"]
    land(game, CITY, military=3)
    army(game, CITY, 0, li=1)
    assert CITY in origins(game, 0, "tarnovo"), "free all the way through two Castles"
    land(game, "adrianople", military=0)
    assert CITY not in origins(game, 0, "tarnovo")
