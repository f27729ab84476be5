"""Trade in figures, on both sides of every condition: voyages, deals, routes, commerce, Merchants."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.powers import Target
from marchland.games.medioevo.rules.cards.trade import (
    CardDeal,
    PlaceRouteToken,
    RedrawRoute,
    begin_card_deal,
    is_barbarian_market,
    is_called_off,
    move_cube,
    receivers,
)
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.registry import TECHNOLOGIES
from marchland.games.medioevo.rules.technologies.logistics import lacks_logistics
from marchland.games.medioevo.rules.trade.deals import (
    Bargain,
    Bought,
    CubePlaced,
    DealStopped,
    Deposit,
    LeaveCube,
    Sold,
    begin_deal,
    buy_cubes,
    can_settle,
    can_trade,
    commerce_bonus,
    cube_price,
    deal_total,
    deposits,
    end_route_by_sale,
    is_contested,
    lowest_price,
    purchases,
    sales,
    sell,
)
from marchland.games.medioevo.rules.trade.refusals import why_not_ride
from marchland.games.medioevo.rules.trade.routes import (
    AddStage,
    AssignCarrier,
    DropRoute,
    NoRoute,
    PlanRoute,
    RouteEnded,
    RouteLength,
    RouteOpened,
    SplitPoints,
    StageDone,
    TakePoints,
    completes_route,
    drop_route,
    offer_route,
    pass_stage,
    route_acts,
    route_points,
    take_over,
)
from marchland.games.medioevo.rules.trade.trade import (
    BuyCubes,
    DoneTrading,
    Employ,
    ManageTransport,
    Rest,
    Ride,
    Robbed,
    Robbery,
    Rode,
    SellCubes,
    TradePhase,
    Voyage,
    beset,
    can_linger,
    deal_lines,
    rebate_lines,
    ride,
    traders,
    ways,
    why_not_trade,
)
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS, Deal, March, Pact, Route, War

from .bare import army, bare_table, hold, land, player, technology, vehicle
from .figures import emitted, facts, frames, happened, paid, pushed
from .table import Table

TOWN, NEXT = "constantinople", "nicaea"


def merchants(*goods, space=TOWN, level=2, **more):
    """Seat 0 is on the way with a Caravan (number 1)."""
    game = bare_table(3)
    game.phase = 6
    vehicle(game, 0, "caravan", level, space, pm=6, goods=tuple(sorted(goods)), **more)
    game.marches.append(March(0, space, (1,), trail=(space,)))
    return game


# -- voyages -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TRD-01")
def test_everybody_handles_his_transports_in_turn():
    table = Table(3, at="trade", order=[2, 0, 1])
    for seat in (2, 0, 1):
        assert (table.game.deciders, table.game.active) == ((seat,), seat)
        table.do(DoneTrading())
    game = bare_table(2)
    ids = [
        vehicle(game, 0, "caravan", 1, TOWN, pm=1),
        vehicle(game, 0, "caravan", 1, TOWN, pm=0),
        vehicle(game, 0, "caravan", 1, TOWN, pm=3, stopped=True),
        vehicle(game, 0, "merchantman", 1, TOWN, pm=3),
        vehicle(game, 0, "wagon", 1, TOWN, pm=3),
        vehicle(game, 1, "caravan", 1, TOWN, pm=3),
        vehicle(game, 0, "caravan", 1, TOWN, pm=3, aboard=4),
    ]
    assert traders(game, 0) == [ids[0], ids[3]]
    assert [frame.seat for frame in pushed(game, TradePhase().blocks)[0]][::-1] == [0, 1]


@pytest.mark.rule("MU-TRD-01", "MU-TRD-02")
def test_a_transport_sets_out_and_rests():
    table = Table(2, at="trade", order=[0, 1], vehicles=[{"owner": 0, "kind": "caravan", "space": TOWN}])
    assert table.offers()[:2] == [DoneTrading(), Employ(1)]
    table.do(Employ(1))
    assert table.game.marches == [March(0, TOWN, (1,), trail=(TOWN,))]
    assert table.offers()[:3] == [Rest(), Ride("adrianople"), Ride(NEXT)]
    table.do(Rest())
    assert (table.game.marches, table.game.vehicles[1].pm, table.game.vehicles[1].stopped) == ([], 0, True)
    assert (table.asked(), Employ(1) in table.offers()) == ("ChooseTransport", False)


@pytest.mark.rule("MU-TRD-02", "MU-TRD-03", "MU-TRD-08", "MU-CARD-03")
def test_the_steps_of_a_voyage():
    game = merchants("salt")
    voyage = Voyage(1)
    assert pushed(game, voyage.decide) == ([ManageTransport(0, 1)], None)
    assert pushed(game, voyage.depart) == ([], "decide"), "nowhere to go yet"
    game.marches[-1] = March(0, TOWN, (1,), trail=(TOWN,), entering=NEXT)
    assert pushed(game, voyage.depart) == ([Window("W-6a", TOWN)], None)
    assert pushed(game, voyage.unload) == ([Deposit(0, TOWN, ("salt",))], None)
    land(game, TOWN, cubes=("salt",))
    assert pushed(game, voyage.unload) == ([], None), "such a cube lies there already"
    assert pushed(game, voyage.arrive) == ([Window("W-6a", NEXT)], None)
    assert (game.vehicles[1].space, game.vehicles[1].pm) == (NEXT, 5)
    game.marches[-1] = March(0, NEXT, (1,), entering="smyrna")
    lay_effect(game, "no-leave", 1, NEXT)
    assert pushed(game, voyage.unload) == ([], "decide"), "one that is held up leaves no cube"
    assert pushed(game, voyage.arrive) == ([], "decide")
    assert game.vehicles[1].space == NEXT
    game.marches[-1] = March(0, NEXT, (1,), entering="smyrna", stopped=True)
    assert pushed(game, voyage.depart) == ([], "decide")
    assert pushed(game, voyage.decide) == ([], "close")
    game.marches[-1] = March(0, NEXT, (1,), entering="smyrna")
    del game.vehicles[1]
    assert pushed(game, voyage.decide) == ([], "close")
    assert pushed(game, voyage.contact) == ([], "decide")
    for id in (1, 3):
        lay_effect(game, "unseen", 0, f"v:{id}", until="move")
    game.marches[-1] = March(0, NEXT, (1,))
    pushed(game, voyage.close)
    assert [effect.target for effect in game.effects] == [NEXT, "v:1", "v:3"], "it never left"
    game.marches.append(March(0, NEXT, (1,), steps=1))
    pushed(game, voyage.close)
    assert game.marches == []
    assert [effect.target for effect in game.effects] == [NEXT, "v:3"], "the other one has its movement before it"


@pytest.mark.rule("MU-TRD-03")
def test_which_ways_are_open():
    game = merchants()
    march = game.marches[-1]
    assert ways(game, march, 1) == ["adrianople", NEXT], "a Caravan goes by land"
    ship = vehicle(game, 0, "merchantman", 1, TOWN, pm=2)
    assert ways(game, March(0, TOWN, (ship,)), ship) == ["aegean", "black_sea_west"]
    del game.lands["adrianople"]
    assert ways(game, march, 1) == [NEXT]
    lay_effect(game, "no-leave", 1, TOWN)
    assert ways(game, march, 1) == []
    game.effects.clear()
    game.vehicles[1] = type(game.vehicles[1])(0, "caravan", 1, TOWN, pm=0)
    assert ways(game, march, 1) == []


@pytest.mark.rule("MU-TRD-02", "MU-TRD-03", "MU-TRD-11")
def test_a_step_is_told_and_counted():
    game = merchants()
    game.marches[-1] = March(0, TOWN, (1,), trail=(TOWN,), entering=NEXT, steps=2)
    player(game, 0, route=Route("caffa", (NEXT, "saraj"), (), "buda", 1))
    events = emitted(game, lambda game: ride(game, game.marches[-1], 1))
    (rode,) = happened(events, Rode)
    assert (rode.seat, rode.vehicle, rode.space, rode.to) == (0, 1, TOWN, NEXT)
    assert [(event.seat, event.space) for event in happened(events, StageDone)] == [(0, NEXT)]
    march = game.marches[-1]
    assert (march.space, march.steps, march.trail, march.conversions, march.astray) == (NEXT, 3, (TOWN, NEXT), 0, False)


@pytest.mark.rule("MU-TRD-02", "MU-TEC-12")
def test_a_deal_needs_a_movement_point():
    game = merchants()
    assert can_linger(game, game.marches[-1], 1)
    game.vehicles[1] = type(game.vehicles[1])(0, "caravan", 1, TOWN, pm=1)
    assert can_linger(game, game.marches[-1], 1)
    game.vehicles[1] = type(game.vehicles[1])(0, "caravan", 1, TOWN, pm=0)
    assert not can_linger(game, game.marches[-1], 1)


@pytest.mark.rule("MU-TRD-02", "MU-TRD-06", "MU-TRD-07", "MU-TRD-15")
def test_what_a_transport_may_do_and_what_it_would_cost():
    game = merchants("salt", "furs")
    desk = ManageTransport(0, 1)
    options = [option for option in desk.options(game) if isinstance(option, Rest | Ride | BuyCubes | SellCubes)]
    assert options == [
        Rest(),
        Ride("adrianople"),
        Ride(NEXT),
        BuyCubes(1),
        BuyCubes(2),
        SellCubes(("furs",)),
        SellCubes(("salt",)),
        SellCubes(("furs", "salt")),
    ]
    assert [(line.rule, line.amount, line.unit) for line in desk.preview(game, 0, Ride(NEXT))] == [("MU-TRD-02", -1, "pm")]
    assert [(line.rule, line.amount, line.unit) for line in desk.preview(game, 0, BuyCubes(2))] == [
        ("MU-TRD-06", -200, "florins"),
        ("MU-TRD-02", -1, "pm"),
    ]
    assert [(line.rule, line.amount, line.unit) for line in deal_lines(game, 0, 1, SellCubes(("furs", "salt")))] == [
        ("MU-TRD-15", 200, "florins"),
        ("MU-TRD-02", -1, "pm"),
    ]
    assert desk.preview(game, 0, Rest()) == []
    game.marches[-1] = March(0, TOWN, (1,), astray=True)
    assert Rest() not in desk.options(game), "in the other element it may not stay"
    assert facts(why_not_trade(game, 0, 1, Rest())) == [("MU-TEC-12", {"space": TOWN})]
    game.marches[-1] = March(0, TOWN, (1,))
    assert facts(why_not_trade(game, 0, 1, Rest())) == []
    assert facts(why_not_trade(game, 0, 1, BuyCubes(3))) == [("MU-TRD-06", {"need": 2, "have": 4})]
    assert facts(why_not_trade(game, 0, 1, SellCubes(("wine",)))) == [("MU-TRD-07", {"need": 2, "have": 4})]
    assert facts(why_not_trade(game, 0, 1, Ride("buda"))) == [("MU-TRD-03", {"space": "buda"})]
    game.vehicles[1] = type(game.vehicles[1])(0, "caravan", 2, TOWN, pm=0)
    assert [option for option in desk.options(game) if isinstance(option, Rest | Ride | BuyCubes | SellCubes)] == [Rest()]


@pytest.mark.rule("MU-TRD-02")
def test_pointing_at_a_space_tells_why_it_cannot_be_entered():
    table = Table(2, at="trade", order=[0, 1], vehicles=[{"owner": 0, "kind": "caravan", "space": TOWN}]).do(Employ(1))
    desk = table.game.decision
    assert desk.why_not(table.game, 0, NEXT) == []
    assert facts(desk.why_not(table.game, 0, "buda")) == [("MU-TRD-03", {"space": "buda"})]
    assert [reason.rule for reason in desk.why_not(table.game, 0, "v:7")] != ["MU-TRD-03"]


@pytest.mark.rule("MU-TRD-02", "MU-TRD-03")
def test_why_a_transport_cannot_ride():
    game = merchants()
    march = game.marches[-1]
    assert facts(why_not_ride(game, march, 1, "nowhere")) == [("MU-SET-10", {"space": "nowhere"})]
    assert facts(why_not_ride(game, march, 1, "aegean")) == [("MU-TRD-03", {"space": "aegean"})]
    game.vehicles[1] = type(game.vehicles[1])(0, "caravan", 1, TOWN, pm=0)
    assert facts(why_not_ride(game, march, 1, NEXT)) == [("MU-TRD-02", {"need": 1, "have": 0})]
    assert facts(why_not_ride(game, march, 1, "buda")) == [("MU-TRD-03", {"space": "buda"})]
    lay_effect(game, "no-leave", 1, TOWN)
    assert facts(why_not_ride(game, march, 1, NEXT)) == [("MU-CARD-03", {"space": TOWN})]


@pytest.mark.rule("MU-TEC-12")
def test_lacking_logistics_is_a_reason_only_for_who_knows_it():
    game = merchants()
    march = game.marches[-1]
    assert not lacks_logistics(game, march, "aegean", 6)
    technology(game, 0, blue=2)
    assert lacks_logistics(game, march, "aegean", 6), "no conversion is paid yet"
    assert not lacks_logistics(game, march, NEXT, 6), "none is needed by land"
    assert facts(why_not_ride(game, march, 1, "aegean")) == [("MU-TEC-12", {"space": "aegean"})]
    game.marches[-1] = March(0, TOWN, (1,), conversions=2)
    assert not lacks_logistics(game, game.marches[-1], "aegean", 6)


@pytest.mark.rule("MU-TRD-04", "MU-TEC-31", "MU-CARD-55")
def test_whom_a_transport_must_fear():
    game = merchants()
    march = game.marches[-1]
    assert pushed(game, lambda game: beset(game, march, 1))[0] == []
    army(game, TOWN, 1, li=1)
    army(game, TOWN, 0, li=1)
    assert pushed(game, lambda game: beset(game, march, 1))[0] == [], "own and neutral armies do nothing"
    assert not game.marches[-1].stopped
    army(game, TOWN, BARBARIANS, li=1)
    lay_effect(game, "unseen", 0, "v:1")
    assert pushed(game, lambda game: beset(game, march, 1))[0] == []
    game.effects.clear()
    game.marches[-1] = March(0, TOWN, (1,), edicts=1)
    assert pushed(game, lambda game: beset(game, game.marches[-1], 1))[0] == []
    assert (game.marches[-1].edicts, game.marches[-1].stopped) == (0, False)
    assert pushed(game, lambda game: beset(game, game.marches[-1], 1))[0] == [Robbery(0, 1, TOWN)]
    assert game.marches[-1].stopped
    game.marches[-1] = March(0, TOWN, (1,), edicts=1)
    game.wars = [War((0, 1), 0)]
    game.armies[TOWN] = tuple(one for one in game.armies[TOWN] if one.owner != 0)
    stack, _ = pushed(game, lambda game: beset(game, game.marches[-1], 1))
    assert Robbery(0, 1, TOWN) not in stack, "players take booty; an Edict holds none of them back"
    assert (len(stack), game.marches[-1].edicts, game.marches[-1].stopped) == (1, 1, True)


@pytest.mark.rule("MU-TRD-04", "MU-CARD-51", "MU-CARD-30")
@pytest.mark.parametrize("safe", [False, True])
def test_barbarians_rob_what_no_diplomat_protects(safe):
    game = merchants("salt")
    if safe:
        lay_effect(game, "safe", 0, "v:1")
    robbery = Robbery(0, 1, TOWN)
    assert pushed(game, robbery.announce)[0] == [Window("W-6c", TOWN)]
    events = emitted(game, robbery.rob)
    assert [(event.seat, event.vehicle, event.space) for event in happened(events, Robbed)] == ([] if safe else [(0, 1, TOWN)])
    assert (1 in game.vehicles) == safe


# -- deals -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TRD-05")
def test_where_trade_is_allowed():
    game = merchants()
    at = {space: vehicle(game, 0, "caravan", 1, space, pm=1) for space in ("adrianople", "buda", "tarnovo")}
    ship = vehicle(game, 0, "merchantman", 1, NEXT, pm=1)
    port = vehicle(game, 0, "merchantman", 1, TOWN, pm=1)
    assert can_trade(game, 0, 1)
    assert can_trade(game, 0, port)
    assert not can_trade(game, 0, ship), "Nicaea has no port"
    assert not can_trade(game, 0, at["adrianople"]), "no settlement"
    assert can_trade(game, 0, at["tarnovo"]), "barbarian land"
    assert not can_trade(game, 0, at["buda"]), "a rival without pact"
    game.pacts = {1: Pact(parties=(0, 1), kinds=("trade",), per_use=30)}
    assert can_trade(game, 0, at["buda"])
    player(game, 0, florins=29)
    assert not can_trade(game, 0, at["buda"])
    game.pacts = {}
    player(game, 0, florins=1000, team=1)
    player(game, 1, team=1)
    assert can_trade(game, 0, at["buda"]), "a team mate"
    lay_effect(game, "no-trade", 1, TOWN)
    assert not can_trade(game, 0, 1)
    game.effects.clear()
    army(game, TOWN, 1, li=1)
    assert can_trade(game, 0, 1)
    game.wars = [War((0, 1), 0)]
    assert not can_trade(game, 0, 1), "an army at war with the trader"
    game.wars = [War((1, 2), 0)]
    assert not is_contested(game, 0, TOWN)
    army(game, TOWN, 2, li=1)
    assert is_contested(game, 0, TOWN), "armies at war with each other"


@pytest.mark.rule("MU-TRD-06")
def test_how_many_cubes_can_be_bought():
    game = merchants("salt")
    assert purchases(game, 0, 1) == [1, 2, 3], "room for four"
    game.supply["cube:cloth"] = 2
    assert purchases(game, 0, 1) == [1, 2]
    player(game, 0, florins=199)
    assert purchases(game, 0, 1) == [1]
    player(game, 0, florins=200)
    assert purchases(game, 0, 1) == [1, 2]
    land(game, TOWN, holder=1)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("trade",), per_use=1)}
    assert purchases(game, 0, 1) == [1], "the fee comes on top"


@pytest.mark.rule("MU-TEC-22")
def test_market_lowers_a_price_but_never_to_nothing():
    game = merchants()
    technology(game, 0, yellow=2)
    player(game, 0, points=(0, 1, 0, 0, 0, 0))
    assert [lowest_price(game, 0, price) for price in (100, 200)] == [50, 150]
    player(game, 0, points=(0, 9, 0, 0, 0, 0))
    assert [lowest_price(game, 0, price) for price in (100, 200, 150)] == [50, 50, 50]
    player(game, 0, heed="never")
    assert lowest_price(game, 0, 100) == 100, "who is not asked cannot use it"
    player(game, 0, heed="always", points=(0,) * 6)
    hold(game, 0, 21)
    assert lowest_price(game, 0, 200) == 150
    assert lowest_price(game, 0, 200, by=21) == 200, "the card that buys gives no points"
    technology(game, 0, yellow=1)
    player(game, 0, points=(0, 9, 0, 0, 0, 0))
    assert lowest_price(game, 0, 100) == 100


@pytest.mark.rule("MU-TEC-22")
@pytest.mark.parametrize(("florins", "rebate"), [(200, []), (199, [50]), (150, [50]), (149, [100])])
def test_the_preview_tells_what_market_must_take_off(florins, rebate):
    game = merchants()
    player(game, 0, florins=florins)
    lines = rebate_lines(game, Deal(0, 1, TOWN, False, ("cloth", "cloth")))
    assert [(line.rule, line.amount, line.unit) for line in lines] == [("MU-TEC-22", amount, "florins") for amount in rebate]
    land(game, TOWN, holder=1)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("trade",), per_use=50)}
    assert sum(line.amount for line in rebate_lines(game, Deal(0, 1, TOWN, False, ("cloth", "cloth")))) == sum(rebate) + 50


@pytest.mark.rule("MU-TRD-07", "MU-TRD-08")
def test_what_can_be_sold_and_left_behind():
    game = merchants("cloth", "salt", "salt", "wine")
    land(game, TOWN, cubes=("wine",))
    assert sales(game, 1) == [("salt",), ("salt", "salt")], "neither the printed good nor one that lies there"
    assert deposits(game, TOWN, ("salt", "salt", "furs", "wine", "cloth")) == ["furs", "salt"]
    game.supply["cube:furs"] = 0
    assert deposits(game, TOWN, ("salt", "furs")) == ["salt"]
    assert deposits(game, "adrianople", ("salt",)) == []
    deposit = Deposit(0, TOWN, ("salt", "wine"))
    assert list(deposit.options(game)) == [LeaveCube("salt")]
    before = game.supply["cube:salt"]
    game.outbox = []
    deposit.resolve(game, LeaveCube("salt"))
    assert [(event.seat, event.space, event.good) for event in happened(game.outbox, CubePlaced)] == [(0, TOWN, "salt")]
    assert (game.lands[TOWN].cubes, game.supply["cube:salt"]) == (("salt", "wine"), before - 1)


ROUTE = Route("caffa", ("a", "b", "c"), ("a", "b", "c"), TOWN, 1)


@pytest.mark.rule("MU-TRD-09", "MU-TRD-12", "MU-TRD-13", "MU-TRD-15", "MU-TEC-21", "MU-CARD-64")
def test_prices_in_figures():
    game = merchants("salt", "furs")
    land(game, TOWN, civil=2, cubes=("wine", "grain"))
    sale = Deal(0, 1, TOWN, True, ("salt", "furs"))
    assert cube_price(game, sale) == 140
    assert deal_total(game, sale) == 280
    bonus = Deal(0, 1, TOWN, True, ("salt", "furs"), commerce=2, market=-50)
    assert [commerce_bonus(game, bonus), deal_total(game, bonus)] == [100, 330]
    for civil, each in ((0, 0), (1, 25), (3, 100)):
        land(game, TOWN, civil=civil)
        assert commerce_bonus(game, bonus) == 2 * each
    purchase = Deal(0, 1, TOWN, False, ("cloth",) * 3, market=-50)
    assert deal_total(game, purchase) == 250
    land(game, TOWN, civil=1)
    card = Deal(0, 1, TOWN, True, ("salt",), card=20, price=50, commerce=1, market=50)
    assert deal_total(game, card) == 125
    assert deal_total(game, Deal(0, 1, TOWN, False, ("salt",), card=21, price=150, commerce=1, market=50)) == 200
    player(game, 0, route=ROUTE)
    routed = Deal(0, 1, TOWN, True, ("salt", "furs"), points=2)
    assert cube_price(game, routed) == 200, "50 a point, no market"
    lay_effect(game, "route-and-market", 1, until="deal")
    assert cube_price(game, routed) == 200
    lay_effect(game, "route-and-market", 0, until="deal")
    assert (cube_price(game, routed), deal_total(game, routed)) == (240, 480)


@pytest.mark.rule("MU-TRD-12")
def test_when_a_sale_completes_a_route():
    game = merchants("salt")
    sale = Deal(0, 1, TOWN, True, ("salt",))
    assert not completes_route(game, sale)
    player(game, 0, route=ROUTE)
    assert completes_route(game, sale)
    assert not completes_route(game, Deal(0, 1, TOWN, False, ("salt",)))
    assert not completes_route(game, Deal(0, 2, TOWN, True, ("salt",)))
    assert not completes_route(game, Deal(0, 1, NEXT, True, ("salt",)))
    assert not completes_route(game, Deal(0, 1, TOWN, True, ("salt",), card=20))
    player(game, 0, route=Route("caffa", ("a", "b", "c"), ("a", "b"), TOWN, 1))
    assert not completes_route(game, sale)


@pytest.mark.rule("MU-TRD-06", "MU-TRD-07")
def test_when_a_deal_can_still_be_settled():
    game = merchants("salt", "salt", "furs")
    assert can_settle(game, Deal(0, 1, TOWN, True, ("salt", "salt")))
    assert not can_settle(game, Deal(0, 1, TOWN, True, ("salt",) * 3))
    land(game, TOWN, cubes=("salt",))
    assert not can_settle(game, Deal(0, 1, TOWN, True, ("salt",)))
    assert can_settle(game, Deal(0, 1, TOWN, True, ("furs",)))
    assert can_settle(game, Deal(0, 1, TOWN, False, ("cloth",)))
    assert not can_settle(game, Deal(0, 1, TOWN, False, ("cloth",) * 2)), "one place is left"
    player(game, 0, florins=100)
    assert can_settle(game, Deal(0, 1, TOWN, False, ("cloth",)))
    player(game, 0, florins=99)
    assert not can_settle(game, Deal(0, 1, TOWN, False, ("cloth",)))
    player(game, 0, florins=0)
    assert can_settle(game, Deal(0, 1, TOWN, True, ("furs",))), "a sale needs no cash"
    land(game, TOWN, holder=1)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("trade",), per_use=10)}
    assert not can_settle(game, Deal(0, 1, TOWN, True, ("furs",))), "but for a fee"
    player(game, 0, florins=10)
    assert can_settle(game, Deal(0, 1, TOWN, True, ("furs",)))


@pytest.mark.rule("MU-TRD-06", "MU-TRD-07", "MU-TRD-14")
def test_cubes_and_florins_change_hands():
    game = merchants("salt", "furs")
    before = dict(game.supply)
    events = emitted(game, buy_cubes, Deal(0, 1, TOWN, False, ("cloth", "cloth")))
    assert paid(events) == [(0, BARBARIANS, 200, "MU-TRD-06")]
    (told,) = happened(events, Bought)
    assert (told.seat, told.vehicle, told.space, told.good, told.number) == (0, 1, TOWN, "cloth", 2)
    assert (game.vehicles[1].goods, game.supply["cube:cloth"]) == (("cloth", "cloth", "furs", "salt"), before["cube:cloth"] - 2)
    events = emitted(game, sell, Deal(0, 1, TOWN, True, ("salt", "furs")))
    assert paid(events) == [(BARBARIANS, 0, 200, "MU-TRD-07")]
    (told,) = happened(events, Sold)
    assert (told.seat, told.vehicle, told.space, told.goods, told.florins) == (0, 1, TOWN, ("salt", "furs"), 200)
    assert (game.vehicles[1].goods, game.supply["cube:salt"]) == (("cloth", "cloth"), before["cube:salt"] + 1)
    now = game.now[0]
    assert (now.cubes_sold, now.colours_sold, now.best_sale) == (2, ("furs", "salt"), 200)


@pytest.mark.rule("MU-TRD-14", "MU-TRD-12")
@pytest.mark.parametrize(
    ("deal", "ended", "stages"),
    [
        (Deal(0, 1, TOWN, True, ("salt",)), [(0, 2)], 4),
        (Deal(0, 1, NEXT, True, ("salt",)), [(0, 0)], 0),  # sold elsewhere
        (Deal(0, 2, NEXT, True, ("salt",)), [], 0),  # by another transport
    ],
)
def test_a_sale_of_the_assigned_transport_ends_its_route(deal, ended, stages):
    game = merchants("salt")
    player(game, 0, route=ROUTE)
    events = emitted(game, end_route_by_sale, deal)
    assert [(event.seat, event.points) for event in happened(events, RouteEnded)] == ended
    assert (game.players[0].route is None) == bool(ended)
    assert game.now[0].route_stages_completed == stages
    player(game, 0, route=None)
    assert emitted(game, end_route_by_sale, deal) == []


@pytest.mark.rule("MU-TRD-02", "MU-TRD-05", "MU-TRD-06", "MU-TRD-07", "MU-TRD-08", "MU-TRD-12", "MU-TRD-15")
def test_the_steps_of_a_deal():
    game = merchants("salt")
    bargain = Bargain()
    game.stack.clear()
    begin_deal(game, 0, 1, ("salt",), selling=True)
    assert frames(game) == [bargain]
    assert game.deals == [Deal(0, 1, TOWN, True, ("salt",))]
    assert pushed(game, bargain.announce) == ([Window("W-6b", TOWN)], None)
    assert game.vehicles[1].pm == 5
    assert pushed(game, bargain.route) == ([], None)
    player(game, 0, route=ROUTE)
    assert pushed(game, bargain.route) == ([SplitPoints(0)], None)
    events = emitted(game, bargain.settle)
    assert (len(happened(events, Sold)), game.vehicles[1].goods) == (1, ())
    assert pushed(game, bargain.leave_cube)[0] == [Deposit(0, TOWN, ("salt",))]
    land(game, TOWN, cubes=("salt",))
    assert pushed(game, bargain.leave_cube)[0] == []
    lay_effect(game, "route-and-market", 0, until="deal")
    game.stack.clear()
    assert bargain.close(game) is not None
    assert (game.deals, game.effects) == ([], [])
    begin_deal(game, 0, 1, ("cloth",), selling=False)
    assert pushed(game, bargain.route) == ([], None)
    assert len(happened(emitted(game, bargain.settle), Bought)) == 1
    assert pushed(game, bargain.leave_cube)[0] == [PlanRoute(0, 1, TOWN)], "a route may be opened on a purchase"


@pytest.mark.rule("MU-TRD-05", "MU-TRD-12", "MU-TRD-15", "MU-CARD-02")
@pytest.mark.parametrize("cause", ["off", "ban", "gone", "unsettled"])
def test_what_stops_a_deal(cause):
    game = merchants("salt")
    game.deals = [Deal(0, 1, TOWN, True, ("salt",), off=cause == "off")]
    if cause == "ban":
        lay_effect(game, "no-trade", 1, TOWN)
    if cause == "gone":
        del game.vehicles[1]
    if cause == "unsettled":
        land(game, TOWN, cubes=("salt",))
    game.outbox = []
    assert Bargain().route(game) == "close"
    assert [(event.seat, event.space) for event in happened(game.outbox, DealStopped)] == [(0, TOWN)]


@pytest.mark.rule("MU-DIP-05", "MU-TRD-06", "MU-TRD-07")
def test_a_deal_in_a_partners_town_pays_its_fee():
    game = merchants("salt")
    land(game, TOWN, holder=1)
    game.pacts = {1: Pact(parties=(0, 1), kinds=("trade",), per_use=25)}
    game.deals = [Deal(0, 1, TOWN, True, ("salt",))]
    assert paid(emitted(game, Bargain().settle)) == [(0, 1, 25, "MU-DIP-05"), (BARBARIANS, 0, 100, "MU-TRD-07")]
    assert [(line.rule, line.amount) for line in deal_lines(game, 0, 1, BuyCubes(1))] == [
        ("MU-TRD-06", -100),
        ("MU-DIP-05", -25),
        ("MU-TRD-02", -1),
    ]


# -- routes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TRD-10", "MU-TRD-14")
def test_a_route_is_planned_stage_by_stage():
    game = merchants()
    plan = PlanRoute(0, 1, TOWN)
    assert list(plan.options(game)) == [NoRoute(), RouteLength(4), RouteLength(6), RouteLength(8)]
    game.area = ("adrianople", TOWN, NEXT, "smyrna", "thessalonica", "tarnovo")
    assert list(plan.options(game)) == [NoRoute(), RouteLength(4)], "five settlements, one of them the origin"
    assert pushed(game, lambda game: plan.resolve(game, NoRoute()))[0] == []
    (plan,), _ = pushed(game, lambda game: plan.resolve(game, RouteLength(4)))
    assert plan == PlanRoute(0, 1, TOWN, 4)
    assert list(plan.options(game)) == [AddStage(space) for space in (NEXT, "smyrna", "thessalonica", "tarnovo")]
    for space in (NEXT, "smyrna", "tarnovo"):
        (plan,), _ = pushed(game, lambda game, plan=plan, space=space: plan.resolve(game, AddStage(space)))
    assert list(plan.options(game)) == [AddStage("thessalonica")]
    game.outbox = []
    assert pushed(game, lambda game: plan.resolve(game, AddStage("thessalonica")))[0] == []
    route = Route(TOWN, (NEXT, "smyrna", "tarnovo"), (), "thessalonica", 1)
    assert game.players[0].route == route
    (told,) = happened(game.outbox, RouteOpened)
    assert (told.seat, told.vehicle, told.stages, told.destination) == (0, 1, route.stages, "thessalonica")
    assert pushed(game, lambda game: offer_route(game, Deal(0, 1, TOWN, False, ("cloth",))))[0] == [], "one route per player"
    player(game, 0, route=None)
    assert pushed(game, lambda game: offer_route(game, Deal(0, 1, TOWN, False, ("cloth",))))[0] == [PlanRoute(0, 1, TOWN)]


@pytest.mark.rule("MU-TRD-11")
def test_which_steps_do_a_stage():
    game = merchants()
    player(game, 0, route=Route(TOWN, (NEXT, "smyrna"), ("smyrna",), "buda", 1))
    for id, space in ((2, NEXT), (1, "smyrna"), (1, "buda"), (1, TOWN)):
        assert emitted(game, pass_stage, 0, id, space) == []
    (told,) = emitted(game, pass_stage, 0, 1, NEXT)
    assert (told.seat, told.space) == (0, NEXT)
    assert game.players[0].route.done == (NEXT, "smyrna")
    assert emitted(game, pass_stage, 1, 1, NEXT) == []


@pytest.mark.rule("MU-TRD-12")
@pytest.mark.parametrize(("stages", "points"), [(3, 2), (5, 4), (7, 6)])
def test_trade_points_become_honour_or_florins(stages, points):
    game = merchants("salt")
    route = Route("caffa", tuple("abcdefg"[:stages]), (), TOWN, 1)
    assert route_points(route) == points
    player(game, 0, route=route)
    game.deals = [Deal(0, 1, TOWN, True, ("salt",))]
    assert list(SplitPoints(0).options(game)) == [TakePoints(number) for number in range(points + 1)]
    game.outbox = []
    SplitPoints(0).resolve(game, TakePoints(1))
    assert game.deals[-1].points == 1
    assert [(event.seat, event.points, event.rule) for event in happened(game.outbox, Honoured)] == [(0, points - 1, "MU-PH-06")]


@pytest.mark.rule("MU-TRD-14", "MU-CARD-30")
def test_a_route_may_be_given_up_and_one_without_carrier_taken_over():
    game = merchants()
    game.active = 0
    vehicle(game, 0, "merchantman", 1, TOWN)
    vehicle(game, 0, "wagon", 1, TOWN)
    vehicle(game, 1, "caravan", 1, TOWN)
    assert list(route_acts(game, 0)) == []
    player(game, 0, route=ROUTE)
    assert list(route_acts(game, 0)) == [DropRoute()]
    player(game, 0, route=Route("caffa", ("a",), (), TOWN, 0))
    assert list(route_acts(game, 0)) == [DropRoute(), AssignCarrier(1), AssignCarrier(2)]
    take_over(game, 0, AssignCarrier(2))
    assert game.players[0].route == Route("caffa", ("a",), (), TOWN, 2)
    game.active = 1
    assert list(route_acts(game, 0)) == []
    game.active, game.phase = 0, 5
    assert list(route_acts(game, 0)) == []
    (told,) = emitted(game, drop_route, 0, 3)
    assert (told.seat, told.points, game.players[0].route) == (0, 3, None)


# -- commerce ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-21")
def test_commerce_serves_each_cube_of_a_sale_in_a_town_once():
    game = merchants("salt", "furs")
    commerce = TECHNOLOGIES["commerce"]
    assert not commerce.usable(game, 0)
    game.deals = [Deal(0, 1, TOWN, True, ("salt", "furs"))]
    assert not commerce.usable(game, 0), "no civil building"
    land(game, TOWN, civil=1)
    assert commerce.usable(game, 0)
    assert not commerce.usable(game, 1)
    commerce.carry(game, 0, ())
    assert (game.deals[-1].commerce, commerce.usable(game, 0)) == (1, True)
    commerce.carry(game, 0, ())
    assert (game.deals[-1].commerce, commerce.usable(game, 0)) == (2, False)
    game.deals = [Deal(0, 1, TOWN, False, ("cloth",))]
    assert not commerce.usable(game, 0)


@pytest.mark.rule("MU-TEC-22")
def test_market_swings_by_fifty():
    game = merchants("salt")
    swings = TECHNOLOGIES["market"].stages[0]
    assert list(swings(game, 0, ())) == []
    game.deals = [Deal(0, 1, TOWN, True, ("salt",))]
    assert list(swings(game, 0, ())) == ["number:50", "number:-50"]
    assert list(swings(game, 1, ())) == []
    TECHNOLOGIES["market"].carry(game, 0, ("number:-50",))
    assert (game.deals[-1].market, list(swings(game, 0, ()))) == (-50, ["number:50"]), "never down to nothing"
    game.deals = [Deal(0, 1, TOWN, False, ("cloth",))]
    player(game, 0, florins=150)
    assert list(swings(game, 0, ())) == ["number:-50", "number:50"]
    player(game, 0, florins=149)
    assert list(swings(game, 0, ())) == ["number:-50"]
    TECHNOLOGIES["market"].carry(game, 0, ("number:-50",))
    assert game.deals[-1].market == -50


@pytest.mark.rule("MU-TEC-23", "MU-TEC-24", "MU-CARD-63")
def test_cubes_move_between_settlements_and_stages_are_skipped():
    game = merchants()
    game.marches.clear()
    land(game, NEXT, cubes=("salt", "wine"))
    there = receivers(game, NEXT, "salt")
    near = [s for s in game.area if s in world.within(NEXT, 3) and s in world.towns(world.FIRST) and s != NEXT]
    assert there == [space for space in near if world.towns(world.FIRST)[space].good != "salt"]
    (told,) = emitted(game, move_cube, 0, NEXT, "salt", TOWN)
    assert (told.seat, told.space, told.good) == (0, TOWN, "salt")
    assert (game.lands[NEXT].cubes, game.lands[TOWN].cubes) == (("wine",), ("salt",))
    assert TOWN not in receivers(game, NEXT, "salt")
    TECHNOLOGIES["monopoly"].carry(game, 0, (f"cube:{TOWN}:salt", NEXT))
    assert game.lands[NEXT].cubes == ("salt", "wine")
    player(game, 0, route=Route(TOWN, (NEXT, "smyrna"), ("smyrna",), "buda", 1))
    assert list(TECHNOLOGIES["guilds"].stages[0](game, 0, ())) == [NEXT]
    TECHNOLOGIES["guilds"].carry(game, 0, (NEXT,))
    assert game.players[0].route.done == (NEXT, "smyrna")
    assert list(TECHNOLOGIES["guilds"].stages[0](game, 1, ())) == []


# -- Merchants ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-19")
def test_where_barbarians_buy():
    game = merchants()
    assert is_barbarian_market(game, 0, "tarnovo")
    assert not is_barbarian_market(game, 0, TOWN)
    army(game, "tarnovo", BARBARIANS, li=1)
    assert not is_barbarian_market(game, 0, "tarnovo")
    del game.armies["tarnovo"]
    lay_effect(game, "no-trade", 1, "tarnovo")
    assert not is_barbarian_market(game, 0, "tarnovo")
    game.effects.clear()
    game.wars = [War((0, 1), 0)]
    army(game, "tarnovo", 1, li=1)
    assert not is_barbarian_market(game, 0, "tarnovo")


@pytest.mark.rule("MU-TRD-15", "MU-CARD-19", "MU-CARD-20", "MU-CARD-21", "MU-TEC-21", "MU-TEC-22", "MU-CARD-02")
@pytest.mark.parametrize(("card", "florins"), [(19, 100), (20, 50), (21, -150)])
def test_the_steps_of_a_deal_by_card(card, florins):
    game = merchants("salt", "furs")
    game.stack.clear()
    begin_card_deal(game, 0, card, 1, ("salt",), abs(florins))
    assert frames(game) == [CardDeal()]
    assert game.deals == [Deal(0, 1, TOWN, card != 21, ("salt",), card=card, price=abs(florins))]
    assert pushed(game, CardDeal().announce)[0] == [Window("W-6b", TOWN)]
    assert game.vehicles[1].pm == 6, "no movement"
    game.stack.clear()
    events = emitted(game, CardDeal().settle)
    assert game.players[0].florins == 1000 + florins
    assert game.vehicles[1].goods == (("furs", "salt", "salt") if card == 21 else ("furs",))
    assert len(happened(events, Bought if card == 21 else Sold)) == 1
    assert frames(game) == [PlanRoute(0, 1, TOWN) if card == 21 else Deposit(0, TOWN, ("salt",))]
    lay_effect(game, "route-and-market", 0, until="deal")
    CardDeal().close(game)
    assert (game.deals, game.effects) == ([], [])


@pytest.mark.rule("MU-CARD-20", "MU-CARD-21", "MU-CARD-19")
@pytest.mark.parametrize("card", [19, 20, 21])
@pytest.mark.parametrize("cause", ["none", "off", "ban", "gone", "cargo"])
def test_what_stops_a_merchant_but_not_the_smuggler(card, cause):
    game = merchants("salt", level=1)
    game.deals = [Deal(0, 1, TOWN, card != 21, ("salt",), card=card, price=50, off=cause == "off")]
    if cause == "ban":
        lay_effect(game, "no-trade", 1, TOWN)
    if cause == "gone":
        del game.vehicles[1]
    if cause == "cargo":
        goods = ("furs", "wine")
        game.vehicles[1] = type(game.vehicles[1])(0, "caravan", 1, TOWN, goods=goods)
    stopped = cause in ("gone", "cargo") or (cause in ("off", "ban") and card != 20)
    assert is_called_off(game, game.deals[-1]) == stopped
    events = emitted(game, CardDeal().settle)
    assert [(event.seat, event.space) for event in happened(events, DealStopped)] == [(0, TOWN)] * stopped


@pytest.mark.rule("MU-CARD-31")
def test_route_tokens_are_moved_each_once():
    game = merchants()
    player(game, 0, route=Route("caffa", (NEXT, "smyrna"), (NEXT,), TOWN, 1))
    nothing, *tokens = RedrawRoute(0).options(game)
    assert (nothing, tokens) == (Target("nothing"), [Target(NEXT), Target("smyrna"), Target(TOWN)])
    assert pushed(game, lambda game: RedrawRoute(0).resolve(game, nothing))[0] == []
    (placing,), _ = pushed(game, lambda game: RedrawRoute(0).resolve(game, Target(NEXT)))
    assert placing == PlaceRouteToken(0, NEXT)
    towns = world.towns(world.FIRST)
    assert [option.id for option in placing.options(game)] == [s for s in game.area if s in towns and s != "caffa"]
    (again,), _ = pushed(game, lambda game: placing.resolve(game, Target(TOWN)))
    assert again == RedrawRoute(0, (TOWN,))
    assert game.players[0].route == Route("caffa", (TOWN, "smyrna"), (TOWN,), NEXT, 1), "the two change places"
    assert [option.id for option in again.options(game)] == ["nothing", "smyrna", NEXT]
    (placing,), _ = pushed(game, lambda game: again.resolve(game, Target("smyrna")))
    assert TOWN not in [option.id for option in placing.options(game)]
    (again,), _ = pushed(game, lambda game: placing.resolve(game, Target("buda")))
    assert game.players[0].route == Route("caffa", (TOWN, "buda"), (TOWN,), NEXT, 1)
    assert again.moved == (TOWN, "buda")
