"""Technologies of commerce in whole deals: who pays what, and what they add up to together."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.powers import PlayCard, Target, UseTechnology
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.technologies.points import TurnCard
from marchland.games.medioevo.rules.trade.deals import DealStopped, Sold
from marchland.games.medioevo.rules.trade.routes import NoRoute, RouteEnded, TakePoints
from marchland.games.medioevo.rules.trade.trade import BuyCubes, ChooseTransport, Employ, SellCubes
from marchland.games.medioevo.state import BARBARIANS, Medioevo, Pact, Route

from .bare import act, at_desk, hold, land, left, numbers, offered, play_card, player, scholar, use, vehicle

STAGES = ("buda", "napoli", "pozsony", "roma", "vienna")


def at_market(game: Medioevo, space: str, *goods: str) -> Medioevo:
    """Seat 0's Caravan III is about to deal."""
    caravan = vehicle(game, 0, "caravan", 3, space, pm=6, goods=tuple(sorted(goods)))
    at_desk(game, 0, "W-6", 6)
    game.push(ChooseTransport(0))
    game.run()
    act(game, 0, Employ(caravan))
    return game


def quantities(game: Medioevo) -> list[int]:
    return [option.number for option in offered(game, BuyCubes)]


# -- Market ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-22", "MU-TRD-06")
@pytest.mark.parametrize(
    ("points", "florins", "most"),
    [(3, 50, 2), (2, 50, 1), (1, 50, 1), (0, 50, 0), (9, 0, 0), (9, 49, 0), (9, 50, 5), (0, 250, 2), (3, 250, 4)],
)
def test_the_price_after_market_is_what_a_buyer_needs(points: int, florins: int, most: int) -> None:
    """Two grain for 50 with three points; a total of 0 is never reached, so 50 florins are needed at least."""
    game = scholar("yellow", 2, points=points)
    player(game, 0, florins=florins)
    assert quantities(at_market(game, "roma")) == list(range(1, most + 1))


@pytest.mark.rule("MU-TEC-22")
def test_points_on_cards_count_and_the_deal_is_paid_after_they_are_spent() -> None:
    game = scholar("yellow", 2, points=1)
    player(game, 0, florins=50)
    hold(game, 0, 31)
    at_market(game, "roma")
    assert quantities(game) == [1, 2]
    act(game, 0, BuyCubes(2), TurnCard(31, ("yellow", "yellow")))
    for _ in range(3):
        use(game, 0, "market")
    assert game.vehicles[1].goods == ("grain", "grain")
    assert (game.players[0].florins, left(game)) == (0, 0)


@pytest.mark.rule("MU-TEC-22", "MU-TRD-06")
def test_a_buyer_who_does_not_bring_the_price_down_gets_nothing() -> None:
    game = scholar("yellow", 2, points=3)
    player(game, 0, florins=50)
    events = act(at_market(game, "roma"), 0, BuyCubes(2), Pass())
    assert [event for event in events if isinstance(event, DealStopped)]
    assert (game.vehicles[1].goods, game.players[0].florins, left(game)) == ((), 50, 3)


@pytest.mark.rule("MU-TEC-22")
def test_without_market_or_when_he_does_not_want_to_be_asked_the_full_price_counts() -> None:
    game = scholar("yellow", 1, points=3)
    player(game, 0, florins=50)
    assert quantities(at_market(game, "roma")) == []
    game = scholar("yellow", 2, points=3)
    player(game, 0, florins=50, heed="never")
    assert quantities(at_market(game, "roma")) == []


@pytest.mark.rule("MU-TEC-22", "MU-DIP-05")
def test_the_fee_of_a_trade_pact_comes_on_top() -> None:
    for florins, most in ((99, 0), (100, 2)):
        game = scholar("yellow", 2, points=3)
        game.pacts[1] = Pact(parties=(0, 1), kinds=("trade",), per_use=50)
        land(game, "roma", holder=1)
        player(game, 0, florins=florins)
        assert quantities(at_market(game, "roma")) == list(range(1, most + 1))
        if most:
            act(game, 0, BuyCubes(2))
            game.apply(0, UseTechnology("market"))
            assert not offered(game, Target), "no dearer than he can pay after the fee, so there is nothing to choose"
            use(game, 0, "market")
            use(game, 0, "market")
            assert (game.players[0].florins, game.players[1].florins) == (0, 1050)


# -- Guilds ------------------------------------------------------------------------------------------------


def on_the_road(points: int, done: tuple[str, ...] = ("buda", "napoli", "roma")) -> Medioevo:
    """A route of six stages to Genoa; the Caravan has reached the destination."""
    game = scholar("yellow", 4, points=points)
    player(game, 0, route=Route("nicaea", STAGES, done, "genova", 1))
    return at_market(game, "genova", "furs")


@pytest.mark.rule("MU-TEC-24", "MU-TRD-12")
def test_two_points_finish_a_stage_and_the_destination_is_reached_by_the_caravan_itself() -> None:
    """The printed example: three of six done, at the destination, four points for the two that are missing, then the sale."""
    game = on_the_road(points=4)
    game.apply(0, UseTechnology("guilds"))
    assert {option.id for option in offered(game, Target)} == {"pozsony", "vienna"}, "neither done ones nor the destination"
    act(game, 0, Target("vienna"))
    assert left(game) == 2
    use(game, 0, "guilds")
    events = act(game, 0, SellCubes(("furs",)), TakePoints(0))
    assert [event.points for event in events if isinstance(event, RouteEnded)] == [4]
    assert (game.players[0].honour, game.players[0].florins, left(game)) == (14, 100, 0)
    assert game.now[0].route_stages_completed == 6


@pytest.mark.rule("MU-TEC-24", "MU-TRD-14")
def test_with_one_stage_missing_the_route_brings_nothing() -> None:
    game = on_the_road(points=3)
    use(game, 0, "guilds", "vienna")
    assert not offered(game, UseTechnology), "one point is not enough for another stage"
    events = act(game, 0, SellCubes(("furs",)), Pass())
    assert [event.points for event in events if isinstance(event, RouteEnded)] == [0]
    assert (game.players[0].honour, game.players[0].florins) == (10, 100)


@pytest.mark.rule("MU-TEC-24")
def test_the_last_stage_may_be_finished_when_the_sale_is_announced() -> None:
    game = on_the_road(points=2, done=("buda", "napoli", "roma", "vienna"))
    act(game, 0, SellCubes(("furs",)))
    use(game, 0, "guilds")
    act(game, 0, TakePoints(4))
    assert game.players[0].florins == 300, "100 and 50 for each of four trade points"


@pytest.mark.rule("MU-TEC-24")
def test_guilds_need_a_route_of_ones_own_with_an_open_stage() -> None:
    game = scholar("yellow", 4)
    player(game, 1, route=Route("nicaea", STAGES, (), "genova", 1))
    assert not offered(at_market(game, "genova", "furs"), UseTechnology)
    assert not offered(on_the_road(9, done=STAGES), UseTechnology)


# -- together ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TEC-21", "MU-TEC-22", "MU-TEC-24", "MU-CARD-64", "MU-TRD-15")
def test_guilds_camel_driver_commerce_and_market_add_up_in_one_sale() -> None:
    """Two cubes at (100 + 4 x 50 + 2 x 20), twice 50 in a Town, 50 for Market: 830 florins for 2 + 2 + 1 yellow points."""
    game = scholar("yellow", 4, points=5)
    player(game, 0, route=Route("nicaea", STAGES, STAGES[1:], "genova", 1))
    hold(game, 0, 64)
    land(game, "genova", civil=2, cubes=("salt", "wine"))
    at_market(game, "genova", "furs", "furs")
    act(game, 0, SellCubes(("furs", "furs")))
    use(game, 0, "guilds")
    play_card(game, 0, 64)
    use(game, 0, "commerce")
    use(game, 0, "commerce")
    use(game, 0, "market", "number:50")
    events = act(game, 0, TakePoints(4))
    assert [event.florins for event in events if isinstance(event, Sold)] == [830]
    assert left(game) == 0


@pytest.mark.rule("MU-TEC-23", "MU-TRD-09")
def test_a_cube_moved_by_monopoly_raises_the_price_at_once() -> None:
    """White moves two cubes from Panormus to Rome and sells there for 20 more each."""
    game = scholar("yellow", 3, points=2)
    land(game, "roma", holder=0)
    land(game, "sicily", cubes=("furs", "salt", "slaves", "wine"))
    vehicle(game, 0, "merchantman", 1, "sicily")
    caravan = vehicle(game, 0, "caravan", 1, "roma", pm=6, goods=("weapons",))
    at_desk(game, 0, "W-6", 6)
    game.push(ChooseTransport(0))
    game.run()
    use(game, 0, "monopoly", "cube:sicily:furs", "roma")
    use(game, 0, "monopoly", "cube:sicily:salt", "roma")
    act(game, 0, Employ(caravan), SellCubes(("weapons",)))
    assert game.players[0].florins == 140
    assert numbers(game, "roma", 0) == {}


@pytest.mark.rule("MU-TEC-23")
@pytest.mark.parametrize(
    ("held", "trading", "works"),
    [("roma", "sicily", True), ("sicily", "roma", True), ("roma", "roma", True), ("", "sicily", False), ("roma", "", False)],
)
def test_monopoly_wants_control_and_a_merchant_in_the_pair(held: str, trading: str, works: bool) -> None:
    game = scholar("yellow", 3, points=1)
    for space in game.lands:
        land(game, space, holder=BARBARIANS)
    land(game, "sicily", cubes=("furs",))
    if held:
        land(game, held, holder=0)
    if trading:
        vehicle(game, 0, "caravan", 1, trading)
    vehicle(game, 0, "wagon", 1, "sicily")
    assert bool(offered(at_desk(game), UseTechnology)) == works


@pytest.mark.rule("MU-TEC-23")
def test_monopoly_takes_no_cube_where_its_colour_lies_or_is_printed_nor_beyond_three_steps() -> None:
    game = scholar("yellow", 3, points=9)
    land(game, "sicily", holder=0, cubes=("furs", "weapons"))
    land(game, "roma", cubes=("furs",))
    vehicle(game, 0, "merchantman", 1, "sicily")
    at_desk(game).apply(0, UseTechnology("monopoly"))
    act(game, 0, Target("cube:sicily:furs"))
    targets = {option.id for option in offered(game, Target)}
    assert "roma" not in targets, "furs lie there"
    assert "napoli" in targets
    assert "bruges" not in targets, "too far"


def merchant(card: int, space: str, *goods: str, level: int, points: int) -> Medioevo:
    """Seat 0 has a Merchant and a Caravan II."""
    game = scholar("yellow", level, points=points)
    hold(game, 0, card)
    vehicle(game, 0, "caravan", 2, space, pm=6, goods=tuple(sorted(goods)))
    return game


@pytest.mark.rule("MU-CARD-21", "MU-TEC-22")
@pytest.mark.parametrize(("points", "florins", "bought"), [(2, 50, True), (1, 50, False), (0, 150, True), (9, 49, False)])
def test_market_lowers_a_merchants_purchase(points: int, florins: int, bought: bool) -> None:
    """150 for a rarity, 50 off for each point, never for nothing."""
    game = merchant(21, "roma", level=2, points=points)
    player(game, 0, florins=florins)
    assert (PlayCard(21) in at_desk(game, 0, "W-6", 6).options(0)) == bought
    if bought:
        play_card(game, 0, 21, "good:spices")
        for _ in range(points):
            use(game, 0, "market")
        act(game, 0, Pass() if Pass() in game.options(0) else NoRoute())
        assert game.vehicles[1].goods == ("spices",)
        assert (game.players[0].florins, left(game)) == (0, 0)


@pytest.mark.rule("MU-CARD-20", "MU-TEC-21")
def test_commerce_raises_what_a_smuggler_gets_in_a_town() -> None:
    """Two cubes at 50 in Buda's Town, 50 more for each point: 200."""
    game = merchant(20, "buda", "wine", "wine", level=1, points=2)
    land(game, "buda", civil=2)
    play_card(at_desk(game, 0, "W-6", 6), 0, 20, "goods:wine+wine")
    use(game, 0, "commerce")
    use(game, 0, "commerce")
    assert (game.players[0].florins, left(game)) == (200, 0)


@pytest.mark.rule("MU-CARD-19", "MU-TEC-22")
def test_market_raises_what_barbarians_pay() -> None:
    game = merchant(19, "alps", "salt", "wine", "furs", level=2, points=1)
    play_card(at_desk(game, 0, "W-6", 6), 0, 19, "good:wine")
    use(game, 0, "market", "number:50")
    assert game.players[0].florins == 250, "three colours less one, and 50"


@pytest.mark.rule("MU-CARD-02", "MU-CARD-20", "MU-CARD-21")
@pytest.mark.parametrize(("card", "target", "florins"), [(21, "good:spices", 500), (20, "", 550)])
def test_a_bishop_stops_a_merchants_deal_under_way_but_not_a_smugglers(card: int, target: str, florins: int) -> None:
    game = merchant(card, "roma", *(["wine"] if card == 20 else []), level=1, points=0)
    player(game, 0, florins=500)
    hold(game, 1, 2)
    play_card(at_desk(game, 0, "W-6", 6), 0, card, *([target] if target else []))
    assert game.deciders == (1,)
    play_card(game, 1, 2)
    assert game.players[0].florins == florins
    assert game.deals == []
