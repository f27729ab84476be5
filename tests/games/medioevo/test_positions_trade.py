"""Positions built from the rulebooks' words: trade, end of turn."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.components.table import change
from marchland.games.medioevo.rules.conquest.conquest import Pillage
from marchland.games.medioevo.rules.movement.removal import Seize
from marchland.games.medioevo.rules.purchases.purchases import Visit
from marchland.games.medioevo.rules.purchases.sites import Recall
from marchland.games.medioevo.rules.trade.deals import CubePlaced, Sold, can_settle
from marchland.games.medioevo.rules.trade.routes import RouteEnded
from marchland.games.medioevo.rules.trade.trade import BuyCubes, Employ, Ride, SellCubes
from marchland.games.medioevo.state import Deal, Route

from .table import Table


def caravan(space, owner=0, level=1, **more):
    return {"owner": owner, "kind": "caravan", "level": level, "space": space, **more}


def wagon(space, owner=0, level=1, **more):
    return {"owner": owner, "kind": "wagon", "level": level, "space": space, **more}


# -- trade -------------------------------------------------------------------------------------------------


def trading(vehicles, **more):
    """The Golden Horde (seat 0), whose are Caffa and Saraj, trades first."""
    return Table(2, at="trade", order=[0, 1], kingdoms={0: "horde", 1: "byzantium"}, vehicles=vehicles, **more)


def way(start, end):
    return [Ride(space) for space in world.atlas().path(start, end, *world.LAND_BORDERS)[1:]]


@pytest.mark.rule("MU-TRD-08", "MU-TRD-09")
def test_each_cube_sold_has_the_market_of_before_the_sale_and_one_cube_is_left():
    lands = {"saraj": {"cubes": ["furs", "grain", "salt"]}}
    table = trading([caravan("saraj", level=2, goods=["slaves", "slaves", "wine"])], lands=lands)
    table.do(Employ(1), SellCubes(("slaves", "slaves", "wine")))
    assert table.florins(0) == 1600 + 3 * 160
    assert table.asked() == "Deposit"
    table.do("leavecube wine")
    assert table.game.lands["saraj"].cubes == ("furs", "grain", "salt", "wine")
    assert table.game.supply["cube:slaves"] == 20, "those sold are back, and none of them was left"


@pytest.mark.rule("MU-TRD-02", "MU-TRD-06")
def test_any_number_of_cubes_costs_one_movement_point_and_only_what_has_room_is_bought():
    table = trading([caravan("caffa", level=2, goods=["wine"])])
    table.do(Employ(1))
    assert [offer.number for offer in table.offers(BuyCubes)] == [1, 2, 3]
    table.do(BuyCubes(3), "noroute")
    assert (table.game.vehicles[1].pm, table.florins(0)) == (6, 1300)
    assert table.offers(BuyCubes) == []


@pytest.mark.rule("MU-TRD-06")
def test_no_more_cubes_are_bought_than_the_bank_and_the_purse_have():
    table = trading([caravan("caffa", level=3)], players={0: {"florins": 299}})
    assert [offer.number for offer in table.do(Employ(1)).offers(BuyCubes)] == [1, 2]
    hoard = [caravan("ukek", level=3, goods=["slaves"] * 6) for _ in range(3)]
    bank = trading([caravan("caffa", level=3), *hoard], lands={"saraj": {"cubes": ["slaves"]}})
    assert [offer.number for offer in bank.do(Employ(1)).offers(BuyCubes)] == [1], "19 of the 20 cubes are on the map"


@pytest.mark.rule("MU-TRD-08")
def test_a_cube_left_behind_comes_from_the_bank_not_from_the_load():
    table = trading([caravan("saraj", goods=["wine"])])
    table.do(Employ(1), way("saraj", "caffa")[0])
    assert table.game.vehicles[1].goods == ("wine",)
    assert table.game.lands["saraj"].cubes == ("wine",)
    assert table.game.supply["cube:wine"] == 18


@pytest.mark.rule("MU-TRD-08")
def test_a_settlement_passed_through_gets_a_cube_and_other_land_none():
    path = world.atlas().path("caffa", "saraj", *world.LAND_BORDERS)
    table = trading([caravan("caffa", level=2, goods=["wine"])])
    table.do(Employ(1), *way("caffa", "saraj"))
    towns = world.towns(world.FIRST)
    assert [event.space for event in table.happened(CubePlaced)] == [space for space in path[:-1] if space in towns]


def routed(at, done, stages=("saraj", "trebisonda", "tana"), lands=None, **more):
    """A caravan with two cubes of slaves on a route of four stages to Antakya."""
    table = trading(
        [caravan(at, level=2, goods=["slaves", "slaves"]), caravan("antakya", goods=["furs"])], lands=lands or {}, **more
    )
    change(table.game, 0, route=Route("caffa", stages, tuple(sorted(done)), "antakya", 1))
    table.game.menu = None
    return table


@pytest.mark.rule("MU-TRD-14", "MU-TRD-09")
def test_a_sale_at_a_stage_ends_the_route_and_has_the_market_bonus_alone():
    table = routed("trebisonda", ("saraj", "trebisonda"), lands={"trebisonda": {"cubes": ["furs"]}})
    table.do(Employ(1), SellCubes(("slaves",)))
    assert table.happened(Sold)[0].florins == 120
    assert table.happened(RouteEnded)[0].points == 0
    assert table.honour(0) == 10


@pytest.mark.rule("MU-TRD-14", "MU-TRD-12")
def test_another_transport_neither_completes_nor_ends_the_route():
    table = routed("saraj", ("saraj", "trebisonda", "tana"), lands={"antakya": {"cubes": ["salt"]}})
    table.do(Employ(2), SellCubes(("furs",)))
    assert table.happened(Sold)[0].florins == 120
    assert table.game.players[0].route is not None


@pytest.mark.rule("MU-TRD-12", "MU-TRD-13", "MU-TRD-14")
def test_after_a_completed_route_another_may_be_opened():
    table = routed("antakya", ("saraj", "trebisonda", "tana"), lands={"antakya": {"cubes": ["salt", "furs"]}})
    table.do(Employ(1), SellCubes(("slaves", "slaves")), "takepoints 1")
    assert table.florins(0) == 1600 + 2 * 150
    assert table.honour(0) == 11
    table.do(BuyCubes(1))
    assert table.asked() == "PlanRoute"


@pytest.mark.rule("MU-TRD-05", "MU-DIP-05")
@pytest.mark.parametrize(
    ("kinds", "guests", "open_"),
    [(["trade"], [0], True), (["trade"], [], True), (["trade"], [1], False), (["passage", "civil"], [0], False)],
)
def test_only_a_trade_pact_for_oneself_opens_anothers_settlement(kinds, guests, open_):
    pact = {"parties": [0, 1], "kinds": kinds, "guests": guests}
    table = trading([caravan("nicaea", goods=["slaves"])], pacts=[pact]).do(Employ(1))
    assert bool(table.offers(BuyCubes)) == bool(table.offers(SellCubes)) == open_


@pytest.mark.rule("MU-TRD-05")
def test_a_foreign_army_at_peace_hinders_no_trade_in_ones_own_town():
    table = trading([caravan("saraj", goods=["wine"])], armies={"saraj": {1: {"li": 1}, 0: {"li": 1}}}).do(Employ(1))
    assert table.offers(SellCubes)
    war = trading([caravan("saraj", goods=["wine"])], armies={"saraj": {1: {"li": 1}, 0: {"li": 1}}}, wars=[[0, 1, 0]])
    assert war.do(Employ(1)).offers(SellCubes) == []


@pytest.mark.rule("MU-TRD-03", "MU-TRD-06")
def test_a_merchant_ship_lands_on_any_coast_and_trades_in_ports():
    ship = {"owner": 0, "kind": "merchantman", "space": "black_sea_west", "goods": ["slaves"]}
    table = Table(2, at="trade", order=[0, 1], vehicles=[ship])
    table.do(Employ(1), Ride("nicaea"))
    assert (table.offers(SellCubes), table.offers(BuyCubes)) == ([], []), "a settlement without a port"
    table.do(Ride("black_sea_west"), Ride("constantinople"))
    assert table.offers(SellCubes)


@pytest.mark.rule("MU-TRD-04", "MU-DIP-02")
def test_a_neutral_army_lets_a_caravan_be_and_may_rob_it_in_its_own_turn_at_the_price_of_honour():
    table = trading([caravan("constantinople", goods=["wine"])], armies={"tarnovo": {1: {"li": 1}}}, turn=2)
    table.do(Employ(1), Ride("adrianople"), Ride("tarnovo"), "rest")
    assert table.game.vehicles[1].owner == 0
    rival = Table(2, order=[1, 0], turn=3, kingdoms={0: "horde", 1: "byzantium"}, armies={"tarnovo": {1: {"li": 1}}},
                  vehicles=[caravan("tarnovo", goods=["wine"])])  # fmt: skip
    assert Seize(1) in rival.offers()
    rival.do(Seize(1), Pillage("v:1"))
    assert (rival.honour(1), rival.florins(1)) == (7, 1600 + 50 + 50)


@pytest.mark.rule("MU-TRD-01", "MU-TRD-02")
def test_a_voyage_ends_when_its_movement_is_spent():
    """1 for the purchase, 3 for the way, 1 for each of two sales: then it can only rest."""
    table = trading([caravan("caffa", goods=["wine"])], lands={"tana": {"cubes": ["slaves", "wine"]}})
    table.do(Employ(1), BuyCubes(1), "noroute", *way("caffa", "saraj"), SellCubes(("wine",)))
    assert table.game.vehicles[1].pm == 1
    table.do(SellCubes(("slaves",)))
    assert table.game.vehicles[1].pm == 0
    assert not table.offers(Ride)
    assert not table.offers(BuyCubes)


# -- end of turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-END-01", "MU-SUR-01")
def test_units_that_surrendered_this_turn_are_there_to_be_recalled_in_the_next():
    table = Table(2, at="end", turn=2, players={0: {"exiles": {"hi": 2}}})
    player = table.game.players[0]
    assert (sum(player.exiles), sum(player.camp)) == (0, 2)
    back = Table(2, at="purchases", order=[0, 1], players={0: {"camp": {"hi": 1}}}).do(Visit("nicaea"), Recall("hi"))
    assert (back.units("nicaea", 0), back.florins(0)) == ({"hi": 1}, 1600)


@pytest.mark.rule("MU-END-01")
def test_every_mover_has_its_full_movement_again():
    spent = [
        wagon("nicaea", level=3, pm=0),
        {"owner": 0, "kind": "engine", "space": "nicaea", "pm": 1},
        caravan("nicaea", level=2, pm=0),
    ]
    table = Table(2, at="end", vehicles=[*spent, {"owner": 0, "kind": "galley", "space": "smyrna", "pm": 2, "stopped": True}])
    assert [vehicle.pm for _, vehicle in sorted(table.game.vehicles.items())] == [8, 4, 7, 6]


@pytest.mark.rule("MU-END-02", "MU-DIP-09")
@pytest.mark.parametrize(("until", "left"), [(2, 0), (3, 1), (0, 1)])
def test_a_pact_ends_with_the_turn_it_names(until, left):
    pact = {"parties": [0, 1], "kinds": ["passage"], "until": until}
    assert len(Table(2, at="end", turn=2, pacts=[pact]).game.pacts) == left


@pytest.mark.rule("MU-END-02", "MU-EMP-02")
def test_cards_and_tokens_are_ready_again_and_points_are_gone():
    player = {"hand": [{"card": 5, "turned": True}], "tokens": {"red": 2}, "flipped": {"red": 2}, "points": {"blue": 3}}
    table = Table(2, at="end", turn=2, players={0: player})
    state = table.game.players[0]
    assert (state.hand[0].turned, sum(state.flipped), sum(state.points)) == (False, 0, 0)
    assert table.game.turn == 3


@pytest.mark.rule("MU-TRD-06", "MU-TRD-07", "MU-DIP-05")
@pytest.mark.parametrize(
    ("florins", "selling", "settled"), [(50, True, True), (49, True, False), (150, False, True), (149, False, False)]
)
def test_a_deal_is_settled_only_with_cash_for_the_fee_and_for_what_is_bought(florins, selling, settled):
    pact = {"parties": [0, 1], "kinds": ["trade"], "guests": [0], "per_use": 50}
    load = ["slaves"] if selling else []
    game = trading([caravan("nicaea", goods=load)], pacts=[pact], players={0: {"florins": florins}}).game
    goods = ("slaves",) if selling else ("weapons",)
    assert can_settle(game, Deal(0, 1, "nicaea", selling, goods)) == settled
