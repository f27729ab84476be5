"""Phase 6: merchant transports, deals, markets, Trade Routes."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.components.table import change
from marchland.games.medioevo.rules.components.vehicles import hold, remove_vehicle
from marchland.games.medioevo.rules.trade.deals import CubePlaced, Sold, can_trade, cube_price, deposits, sales
from marchland.games.medioevo.rules.trade.routes import RouteEnded, StageDone
from marchland.games.medioevo.rules.trade.trade import BuyCubes, Employ, Robbed, SellCubes
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import Deal, Route

from .table import Table

STAGES = ("addstage saraj", "addstage trebisonda", "addstage constantinople", "addstage antakya")


def caravan(space, level=1, owner=0, **more):
    return {"owner": owner, "kind": "caravan", "level": level, "space": space, **more}


def trading(vehicles, order=(0, 1), seats=2, **more):
    """The Golden Horde (seat 0) trades; Caffa and Saraj are its own."""
    kingdoms = {0: "horde", 1: "byzantium"}
    return Table(seats, at="trade", order=order, kingdoms=kingdoms, vehicles=vehicles, **more)


def way(start, end):
    return [f"ride {space}" for space in world.atlas().path(start, end, *world.LAND_BORDERS)[1:]]


@pytest.mark.rule("MU-TRD-01", "MU-TRD-02", "MU-TRD-06", "MU-TRD-07", "MU-TRD-08")
def test_buy_ride_sell_and_buy_again():
    """E-50: 1 green at Caffa, three steps to Saraj, sold, 1 orange bought: six movement points."""
    table = trading([caravan("caffa")])
    table.do(Employ(1), BuyCubes(1), "noroute")
    assert table.florins(0) == 1500
    table.do(*way("caffa", "saraj"))
    assert table.game.vehicles[1].pm == 2
    table.do(SellCubes(("slaves",)))
    assert table.florins(0) == 1600
    assert table.game.lands["saraj"].cubes == ("slaves",), "a cube is left behind"
    table.do(BuyCubes(1), "noroute")
    assert table.game.vehicles[1].pm == 0
    assert table.game.vehicles[1].goods == ("spices",)


@pytest.mark.rule("MU-TRD-02")
@pytest.mark.parametrize(("level", "room", "pm"), [(1, 2, 6), (2, 4, 7), (3, 6, 8)])
def test_capacity_and_movement_by_level(level, room, pm):
    table = trading([caravan("caffa", level)])
    assert hold(table.game.vehicles[1]) == room
    assert table.game.vehicles[1].pm == pm
    table.do(Employ(1))
    assert max(option.number for option in table.offers(BuyCubes)) == room


@pytest.mark.rule("MU-TRD-06")
def test_two_cubes_at_rome():
    """E-52: 200 florins, one movement point."""
    table = Table(6, at="trade", order=range(6), vehicles=[caravan("roma")])
    table.do(Employ(1), BuyCubes(2))
    assert table.florins(0) == 1400
    assert table.game.vehicles[1].goods == ("grain", "grain")
    assert table.game.vehicles[1].pm == 5


@pytest.mark.rule("MU-TRD-04")
def test_barbarians_pillage_a_transport_that_rides_into_them():
    """E-51 from the other side: whoever does not stop before them is robbed."""
    path = world.atlas().path("caffa", "saraj", *world.LAND_BORDERS)
    table = trading(
        [caravan("caffa", goods=["salt"])], armies={path[1]: {"barbarians": {"li": 1}}}, lands={path[1]: {"holder": "barbarians"}}
    )
    table.do(Employ(1), f"ride {path[1]}")
    assert table.happened(Robbed)
    assert 1 not in table.game.vehicles


@pytest.mark.rule("MU-TRD-04", "MU-TRD-03")
def test_an_enemy_army_takes_or_pillages_and_a_neutral_one_does_nothing():
    hostile = Table(2, at="trade", kingdoms={0: "byzantium", 1: "hungary"}, order=[0, 1], wars=[[0, 1, 0]],
                    armies={"tarnovo": {1: {"li": 1}}}, vehicles=[caravan("adrianople")])  # fmt: skip
    hostile.do(Employ(1), "ride tarnovo")
    assert hostile.game.deciders == (1,)
    hostile.do("keep")
    assert hostile.game.vehicles[1].owner == 1
    neutral = Table(2, at="trade", order=[0, 1], armies={"tarnovo": {1: {"li": 1}}}, vehicles=[caravan("adrianople")])
    neutral.do(Employ(1), "ride tarnovo")
    assert neutral.asked() == "ManageTransport"
    assert neutral.game.vehicles[1].owner == 0


@pytest.mark.rule("MU-TRD-03")
def test_merchants_enter_wild_land_without_resistance():
    table = Table(2, at="trade", order=[0, 1], vehicles=[caravan("adrianople")])
    table.do(Employ(1), "ride tarnovo")
    assert "tarnovo" not in table.game.armies


@pytest.mark.rule("MU-TRD-05")
def test_where_trade_is_forbidden():
    rival = Table(2, vehicles=[caravan("buda")])
    assert not can_trade(rival.game, 0, 1), "a rival's settlement without a pact"
    pact = Table(2, vehicles=[caravan("buda")], pacts=[{"parties": [0, 1], "kinds": ["trade"]}])
    assert can_trade(pact.game, 0, 1)
    war = Table(3, vehicles=[caravan("constantinople")], armies={"constantinople": {0: {"li": 1}, 2: {"li": 1}}},
                wars=[[0, 2, 0]], lands={"constantinople": {"holder": 0}})  # fmt: skip
    assert not can_trade(war.game, 0, 1), "armies at war"
    open_town = Table(6, vehicles=[caravan("roma")])
    assert can_trade(open_town.game, 0, 1), "uncontrolled settlements are open"
    nowhere = Table(2, vehicles=[caravan("wallachia")])
    assert not can_trade(nowhere.game, 0, 1), "no settlement"


@pytest.mark.rule("MU-TRD-06", "MU-TRD-05")
def test_ships_trade_in_ports():
    inland = next(space for space, town in world.towns(world.FIRST).items() if not town.port and world.sea_neighbours(space))
    game = Table(6, vehicles=[{"owner": 0, "kind": "merchantman", "space": inland}]).game
    game.lands[inland] = type(game.lands[inland])()
    assert not can_trade(game, 0, 1)


@pytest.mark.rule("MU-TRD-07")
def test_goods_printed_or_present_are_not_sold():
    table = trading([caravan("saraj", 3, goods=["slaves", "spices", "salt", "salt"])], lands={"saraj": {"cubes": ["slaves"]}})
    assert sales(table.game, 1) == [("salt",), ("salt", "salt")]


@pytest.mark.rule("MU-TRD-08", "MU-TRD-09", "MU-TRD-07")
def test_worked_example_of_a_great_market():
    """E-53: no deposit at Saraj, which has green; at Trebizond two cubes make a green one worth 140."""
    lands = {"saraj": {"cubes": ["slaves"]}, "trebisonda": {"holder": "barbarians", "cubes": ["weapons", "grain"]}}
    table = trading([caravan("caffa", goods=["slaves"])], lands=lands)
    table.do(Employ(1), *way("caffa", "saraj"), *way("saraj", "trebisonda"))
    assert table.game.lands["saraj"].cubes == ("slaves",)
    assert [event for event in table.happened(CubePlaced) if event.space == "saraj"] == []
    assert table.game.vehicles[1].pm == 1
    table.do(SellCubes(("slaves",)))
    assert table.happened(Sold)[0].florins == 140
    assert "slaves" in table.game.lands["trebisonda"].cubes


@pytest.mark.rule("MU-TRD-08")
def test_leaving_a_settlement_loaded_leaves_a_cube_of_a_new_colour():
    table = trading([caravan("saraj", 2, goods=["salt", "wine", "spices"])])
    assert deposits(table.game, "saraj", ("salt", "wine", "spices")) == ["salt", "wine"]
    table.do(Employ(1), way("saraj", "caffa")[0])
    assert table.asked() == "Deposit"
    table.do("leavecube wine")
    assert table.game.lands["saraj"].cubes == ("wine",)


@pytest.mark.rule("MU-TRD-08", "MU-CARD-03")
def test_a_transport_that_is_held_up_leaves_no_cube():
    table = trading([caravan("saraj", 2, goods=["salt"])], players={1: {"hand": [3]}}, options={"ask_2": "always"})
    table.do(Employ(1), way("saraj", "caffa")[0])
    assert table.asked() == "React"
    table.do("playcard 3")
    while table.asked() == "ChooseTarget":
        table.do("target saraj")
    assert table.asked() == "ManageTransport"
    assert (table.game.vehicles[1].space, table.game.lands["saraj"].cubes) == ("saraj", ())


def with_route(length=4, done=3, **more):
    stages = ("saraj", "trebisonda", "roma", "sicily", "buda", "jerusalem", "alexandria")[: length - 1]
    table = trading([caravan("antakya", 2, goods=["slaves", "slaves"])], seats=2, lands={"antakya": {"cubes": ["salt"]}}, **more)
    route = Route("caffa", stages, tuple(sorted(stages[:done])), "antakya", 1)
    change(table.game, 0, route=route)
    table.game.menu = None
    return table


@pytest.mark.rule("MU-TRD-10", "MU-TRD-14")
def test_a_route_is_opened_with_a_purchase():
    """E-54: stages not done, a destination, a carrier."""
    table = trading([caravan("caffa"), caravan("saraj")])
    table.do(Employ(1), BuyCubes(1), "routelength 4")
    assert not [option for option in table.offers() if option.space == "caffa"], "the place of purchase is no stage"
    table.do(*STAGES)
    route = table.game.players[0].route
    assert (len(route.stages), route.done, route.destination, route.carrier) == (3, (), "antakya", 1)
    table.do("rest", Employ(2), BuyCubes(1))
    assert table.asked() == "ManageTransport", "one route per player"


@pytest.mark.rule("MU-TRD-11")
def test_stages_are_done_by_passing_through():
    table = trading([caravan("caffa")])
    table.do(
        Employ(1),
        BuyCubes(1),
        "routelength 4",
        "addstage saraj",
        "addstage trebisonda",
        "addstage constantinople",
        "addstage antakya",
    )
    table.do(*way("caffa", "saraj"))
    assert [event.space for event in table.happened(StageDone)] == ["saraj"]
    assert table.game.players[0].route.done == ("saraj",)


@pytest.mark.rule("MU-TRD-12", "MU-PH-06", "MU-TRD-13", "MU-TRD-15")
@pytest.mark.parametrize(("florin_points", "florins", "honour"), [(0, 200, 2), (1, 300, 1), (2, 400, 0)])
def test_a_completed_route_brings_honour_or_florins(florin_points, florins, honour):
    """E-55: four stages bring two trade points; the market bonus does not come on top."""
    table = with_route()
    table.do(Employ(1), SellCubes(("slaves", "slaves")), f"takepoints {florin_points}")
    assert table.happened(Sold)[0].florins == florins
    assert sum(event.points for event in table.happened(Honoured)) == honour
    assert table.game.players[0].route is None
    assert table.game.now[0].route_stages_completed == 4


@pytest.mark.rule("MU-TRD-12")
@pytest.mark.parametrize(("length", "points"), [(4, 2), (6, 4), (8, 6)])
def test_trade_points_by_length(length, points):
    table = with_route(length, length - 1)
    table.do(Employ(1), SellCubes(("slaves",)))
    assert len(table.offers()) == points + 1


@pytest.mark.rule("MU-TRD-14", "MU-TRD-13")
def test_selling_too_early_loses_the_route():
    table = with_route(done=2)
    table.do(Employ(1), SellCubes(("slaves",)))
    assert table.happened(Sold)[0].florins == 120, "an ordinary sale with the market bonus"
    assert table.happened(RouteEnded)[0].points == 0
    assert table.game.players[0].route is None


@pytest.mark.rule("MU-TRD-14")
def test_a_route_may_be_dropped_and_goes_with_its_transport():
    dropped = with_route()
    dropped.do("droproute")
    assert dropped.game.players[0].route is None
    lost = with_route()
    remove_vehicle(lost.game, 1, "MU-CON-02")
    assert lost.game.players[0].route is None


@pytest.mark.rule("MU-TRD-15", "MU-TRD-09")
def test_the_price_of_a_cube_adds_up():
    lands = {"saraj": {"cubes": ["salt", "wine", "furs"], "civil": 2}}
    game = trading([caravan("saraj")], lands=lands).game
    assert cube_price(game, Deal(0, 1, "saraj", True, ("weapons",))) == 160


@pytest.mark.rule("MU-TRD-01")
def test_a_transport_that_rests_is_done_for_the_turn():
    table = trading([caravan("caffa"), caravan("saraj")])
    table.do(Employ(1), "rest")
    assert table.offers(Employ) == [Employ(2)]
    table.do("donetrading")
    assert table.game.active == 1
