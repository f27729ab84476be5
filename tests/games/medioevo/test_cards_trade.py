"""Merchant, Salesman, Camel driver."""

from __future__ import annotations

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.cards.effects import has_effect, lay_effect
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.cards.trade import receivers
from marchland.games.medioevo.rules.components.vehicles import remove_vehicle
from marchland.games.medioevo.rules.trade.deals import begin_deal, cube_price
from marchland.games.medioevo.rules.trade.routes import AssignCarrier, NoRoute, PlanRoute
from marchland.games.medioevo.state import BARBARIANS, Deal, Medioevo, Route, War

from .bare import act, army, at_desk, bare_table, hold, in_window, land, now, offered, play_card, player, technology, use, vehicle


def caravan_with(card: int, space: str, *goods: str, level: int = 2) -> tuple[Medioevo, int]:
    game = bare_table()
    hold(game, 0, card)
    caravan = vehicle(game, 0, "caravan", level, space, pm=6, goods=tuple(sorted(goods)))
    return at_desk(game, 0, "W-6", 6), caravan


@pytest.mark.rule("MU-CARD-19")
def test_merchant_sells_a_cube_to_barbarians_by_colours_aboard() -> None:
    game, caravan = caravan_with(19, "alps", "salt", "wine", "furs", "grain")
    play_card(game, 0, 19, "good:wine")
    assert game.players[0].florins == 1300
    assert game.vehicles[caravan].goods == ("furs", "grain", "salt")
    assert game.now[0].best_sale == 300


@pytest.mark.rule("MU-CARD-19")
def test_merchant_gets_nothing_for_one_colour_and_shuns_hordes_and_rivals() -> None:
    game, _ = caravan_with(19, "alps", "salt", "salt", "salt", "salt")
    assert not offered(game, PlayCard)
    game, _ = caravan_with(19, "alps", "salt", "wine")
    army(game, "alps", BARBARIANS, li=1)
    assert not offered(at_desk(game, 0, "W-6", 6), PlayCard)
    game, _ = caravan_with(19, "buda", "salt", "wine")
    assert not offered(game, PlayCard)


@pytest.mark.rule("MU-CARD-19", "MU-CARD-44")
def test_not_even_a_bard_lets_a_merchant_sell_two_cubes_to_barbarians_in_a_turn() -> None:
    game, _ = caravan_with(19, "alps", "salt", "wine", "furs")
    hold(game, 0, 44)
    play_card(at_desk(game, 0, "W-6", 6), 0, 19, "good:wine")
    play_card(game, 0, 44)
    assert not game.players[0].hand[0].turned
    assert PlayCard(19) not in game.options()


@pytest.mark.rule("MU-CARD-20")
def test_merchant_smuggles_whatever_forbids_it() -> None:
    game, caravan = caravan_with(20, "buda", "grain", "wine", "wine")
    lay_effect(game, "no-trade", 1, "buda")
    play_card(at_desk(game, 0, "W-6", 6), 0, 20, "goods:grain+wine")
    assert game.players[0].florins == 1100
    assert game.vehicles[caravan].goods == ("wine",)
    assert game.lands["buda"].cubes == ("wine",), "a cube of a colour not yet there is left"


@pytest.mark.rule("MU-CARD-20")
def test_merchant_smuggles_in_empty_land_but_not_at_home() -> None:
    game, _ = caravan_with(20, "alps", "grain")
    play_card(game, 0, 20)
    assert game.players[0].florins == 1050
    game, _ = caravan_with(20, "nicaea", "grain")
    assert not offered(game, PlayCard)


@pytest.mark.rule("MU-CARD-20", "MU-TRD-14")
def test_selling_by_card_elsewhere_ends_the_route_of_that_transport() -> None:
    game, caravan = caravan_with(20, "alps", "grain")
    player(game, 0, route=Route("nicaea", ("buda", "roma", "napoli"), (), "genova", caravan))
    play_card(game, 0, 20)
    assert game.players[0].route is None


@pytest.mark.rule("MU-CARD-21")
def test_merchant_buys_any_good_for_a_hundred_and_fifty() -> None:
    game, caravan = caravan_with(21, "roma")
    game.apply(0, PlayCard(21))
    offers = {option.id for option in offered(game, Target)}
    assert offers == {f"good:{good}" for good in world.goods()} - {"good:grain"}, "what Rome produces is bought in the ordinary way"
    act(game, 0, Target("good:spices"))
    assert game.players[0].florins == 850
    assert game.vehicles[caravan].goods == ("spices",)
    assert isinstance(game.decision, PlanRoute), "a purchase may open a Trade Route"
    act(game, 0, NoRoute())


@pytest.mark.rule("MU-CARD-21")
def test_merchant_needs_room_money_and_an_open_market() -> None:
    game, _ = caravan_with(21, "roma", "salt", "salt", "salt", "salt")
    assert not offered(game, PlayCard), "full"
    game, _ = caravan_with(21, "roma")
    player(game, 0, florins=149)
    assert not offered(at_desk(game, 0, "W-6", 6), PlayCard)
    game, _ = caravan_with(21, "buda")
    assert not offered(game, PlayCard), "no trade pact with Hungary"
    game, _ = caravan_with(21, "alps")
    assert not offered(game, PlayCard), "no settlement"


def with_route(card: int, *done: str) -> tuple[Medioevo, int]:
    game, caravan = caravan_with(card, "roma", "salt")
    player(game, 0, route=Route("nicaea", ("roma", "napoli", "genova"), done, "venezia", caravan))
    return game, caravan


@pytest.mark.rule("MU-CARD-30")
def test_salesman_keeps_the_route_of_a_lost_transport_for_another() -> None:
    game, caravan = with_route(30, "roma")
    army(game, "roma", BARBARIANS, li=1)
    other = vehicle(game, 0, "caravan", 1, "nicaea", pm=6)
    in_window(game, "W-2e", "roma", phase=6)
    play_card(game, 0, 30)
    remove_vehicle(game, caravan, "MU-BAR-07")
    route = game.players[0].route
    assert route is not None
    assert (route.carrier, route.done) == (0, ("roma",))
    at_desk(game, 0, "W-6", 6)
    act(game, 0, AssignCarrier(other))
    assert game.players[0].route == Route("nicaea", ("roma", "napoli", "genova"), ("roma",), "venezia", other)


@pytest.mark.rule("MU-CARD-30")
def test_salesman_is_played_only_when_the_carrier_is_in_danger() -> None:
    game, _ = with_route(30)
    assert not offered(in_window(game, "W-2e", "roma", phase=6), PlayCard)
    army(game, "roma", BARBARIANS, li=1)
    assert offered(in_window(game, "W-2e", "roma", phase=6), PlayCard)
    assert not offered(in_window(game, "W-2e", "napoli", phase=6), PlayCard)


@pytest.mark.rule("MU-CARD-31")
def test_salesman_redraws_the_route_done_or_not() -> None:
    game, caravan = with_route(31, "roma")
    play_card(game, 0, 31, "roma", "buda")
    act(game, 0, Target("venezia"))
    assert Target("nicaea") not in game.options(0), "never the origin"
    act(game, 0, Target("constantinople"), Target("nothing"))
    assert game.players[0].route == Route("nicaea", ("buda", "napoli", "genova"), ("buda",), "constantinople", caravan)


@pytest.mark.rule("MU-CARD-31")
def test_each_route_token_moves_once() -> None:
    game, _ = with_route(31)
    play_card(game, 0, 31, "roma", "buda")
    assert Target("buda") not in game.options(0)
    assert Target("napoli") in game.options(0)


@pytest.mark.rule("MU-CARD-63")
def test_camel_driver_moves_a_cube_to_a_near_market_that_lacks_it() -> None:
    game = bare_table()
    hold(game, 0, 63)
    land(game, "roma", cubes=("salt",))
    land(game, "napoli", cubes=("salt",))
    land(game, "genova", cubes=())
    at_desk(game)
    game.apply(0, PlayCard(63))
    act(game, 0, Target("cube:roma:salt"))
    places = {option.id for option in offered(game, Target)}
    assert "genova" in places
    assert "napoli" not in places, "it has salt already"
    assert "venezia" not in places, "it produces salt"
    assert "london" not in places, "too far"
    act(game, 0, Target("genova"))
    assert game.lands["roma"].cubes == ()
    assert game.lands["genova"].cubes == ("salt",)


@pytest.mark.rule("MU-CARD-63")
def test_receivers_lie_within_three_steps() -> None:
    game = bare_table()
    assert "napoli" in receivers(game, "roma", "salt")
    assert "baghdad" not in receivers(game, "roma", "salt")


@pytest.mark.rule("MU-CARD-64", "MU-TRD-13")
def test_camel_driver_adds_the_market_bonus_to_a_completed_route() -> None:
    game, caravan = caravan_with(64, "genova", "salt")
    land(game, "genova", cubes=("wine", "furs"))
    player(game, 0, route=Route("nicaea", ("roma", "napoli", "buda"), ("buda", "napoli", "roma"), "genova", caravan))
    begin_deal(game, 0, caravan, ("salt",), selling=True)
    game.run()
    assert cube_price(game, game.deals[-1]) == 100
    play_card(game, 0, 64)
    assert has_effect(game, "route-and-market", seat=0) or game.deals
    assert cube_price(game, game.deals[-1]) == 140


@pytest.mark.rule("MU-CARD-64")
def test_camel_driver_needs_a_sale_that_completes_a_route() -> None:
    game, caravan = caravan_with(64, "genova", "salt")
    land(game, "genova", cubes=("wine", "furs"))
    game.deals.append(Deal(0, caravan, "genova", True, ("salt",)))
    now(game, 0, cubes_sold=0)
    assert not offered(in_window(game, "W-6b", "genova", phase=6), PlayCard)


@pytest.mark.rule("MU-CARD-21", "MU-TEC-63")
def test_a_rarity_is_not_bought_on_credit() -> None:
    game, caravan = caravan_with(21, "roma")
    player(game, 0, florins=200, hand=())
    hold(game, 1, 21)
    technology(game, 0, violet=3)
    at_desk(game, 0, "W-6", 6)
    use(game, 0, "proselytism")
    assert game.players[0].florins == 100, "the violet point was paid, the cube could not be"
    assert game.vehicles[caravan].goods == ()


@pytest.mark.rule("MU-CARD-19", "MU-CARD-02")
def test_a_bishops_ban_also_binds_sales_to_barbarians_but_not_smuggling() -> None:
    game, _ = caravan_with(19, "alps", "salt", "wine")
    assert offered(game, PlayCard)
    lay_effect(game, "no-trade", 1, "alps")
    hold(game, 0, 20)
    assert offered(at_desk(game, 0, "W-6", 6), PlayCard) == [PlayCard(20)]


@pytest.mark.rule("MU-CARD-19", "MU-TRD-05")
def test_armies_at_war_stop_sales_to_barbarians() -> None:
    game, _ = caravan_with(19, "alps", "salt", "wine")
    army(game, "alps", 1, li=1)
    army(game, "alps", 2, li=1)
    assert offered(at_desk(game, 0, "W-6", 6), PlayCard), "armies at peace do not mind"
    game.wars.append(War((1, 2), 0))
    assert not offered(at_desk(game, 0, "W-6", 6), PlayCard)


@pytest.mark.rule("MU-CARD-19", "MU-TRD-07")
def test_barbarians_in_a_settlement_buy_only_what_does_not_lie_there() -> None:
    game, _ = caravan_with(19, "roma", "grain", "salt", "wine", "furs")
    land(game, "roma", cubes=("salt",))
    at_desk(game, 0, "W-6", 6)
    game.apply(0, PlayCard(19))
    assert {option.id for option in offered(game, Target)} == {"good:wine", "good:furs"}, "grain is printed, salt lies there"
    act(game, 0, Target("good:wine"))
    assert game.players[0].florins == 1300, "all four colours aboard count"
    assert game.lands["roma"].cubes == ("salt", "wine")


@pytest.mark.rule("MU-CARD-31")
def test_salesman_swaps_two_tokens_which_keep_their_sides() -> None:
    game, caravan = with_route(31, "roma")
    play_card(game, 0, 31, "roma", "napoli", "nothing")
    assert game.players[0].route == Route("nicaea", ("napoli", "roma", "genova"), ("napoli",), "venezia", caravan)


@pytest.mark.rule("MU-CARD-31")
def test_salesman_swaps_a_done_stage_with_the_destination() -> None:
    game, caravan = with_route(31, "roma")
    play_card(game, 0, 31, "venezia", "roma", "nothing")
    assert game.players[0].route == Route("nicaea", ("venezia", "napoli", "genova"), ("venezia",), "roma", caravan)


@pytest.mark.rule("MU-CARD-31")
def test_a_token_that_has_found_its_place_is_not_pushed_out_again() -> None:
    game, _ = with_route(31, "roma")
    play_card(game, 0, 31, "roma", "napoli", "genova")
    assert Target("napoli") not in game.options(0), "the done token has been put there"
    assert Target("roma") in game.options(0), "the token pushed out of Napoli lies there and may give way again"
    assert Target("nicaea") not in game.options(0), "never the origin"
