"""Merchant, Salesman, Camel driver: cubes sold, bought and moved against the rules of trade, and Trade Routes saved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Decision, Procedure
from marchland.kernel.memo import kept_with

from ... import world
from ...state import BARBARIANS, Deal, Medioevo, Route
from ...tables import tables
from ..components.armies import horde_size, parties
from ..components.table import change, change_land, draw_supply, earn, pay, replace, return_supply, settlements, tally
from ..components.vehicles import hold, is_merchant
from ..diplomacy.pacts import use_right
from ..diplomacy.relations import is_hostile
from ..registry import ANY, ability
from ..trade.deals import (
    Bought,
    CubePlaced,
    DealStopped,
    Deposit,
    Sold,
    can_settle,
    can_trade,
    count_sale,
    deal_total,
    deposits,
    is_contested,
    lowest_price,
    market_value,
    present_goods,
    trade_fee,
)
from ..trade.routes import completes_route, drop_route, offer_route
from .common import NOTHING, is_at_leisure, moment, own_vehicles, printed, read_number, read_word, scene
from .effects import expire, is_trade_banned, lay_effect
from .powers import Target
from .windows import open_window

# -- Merchant ----------------------------------------------------------------------------------------------


def _traders(game: Medioevo, seat: Seat) -> Iterator[int]:
    """Own merchant transports ashore; during a voyage the one under way."""
    moving = game.marches[-1].vehicles if game.marches else None
    for id, vehicle in own_vehicles(game, seat):
        if vehicle.space in game.lands and is_merchant(game, id) and (moving is None or id in moving):
            yield id


def colours_aboard(game: Medioevo, id: int) -> int:
    return len(set(game.vehicles[id].goods))


def _among_barbarians(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Transports with two colours or more and something to sell where barbarians buy; one cube a turn, even with a Bard's help."""
    if game.now[seat].barbarian_sales:
        return
    for id in _traders(game, seat):
        if is_barbarian_market(game, seat, game.vehicles[id].space) and colours_aboard(game, id) > 1 and unknown_goods(game, id):
            yield f"v:{id}"


def is_barbarian_market(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-CARD-19 Barbarian land without barbarians; a Bishop's ban and armies at war forbid this sale like any other (T-11)."""
    wild = game.lands[space].holder == BARBARIANS and not horde_size(game, space)
    return wild and not is_trade_banned(game, space) and not is_contested(game, seat, space)


def unknown_goods(game: Medioevo, id: int) -> list[str]:
    """MU-TRD-07 Cubes aboard of colours that do not lie where the transport is; only Merchant 20 sells others."""
    present = present_goods(game, game.vehicles[id].space)
    return sorted({good for good in game.vehicles[id].goods if good not in present})


def _cubes_aboard(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    yield from (f"good:{good}" for good in unknown_goods(game, read_number(chosen[0])))


@ability(19, windows=("W-6",), stages=(_among_barbarians, _cubes_aboard))
def sell_to_barbarians(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-19 One cube is sold in barbarian land for 100 florins times the colours aboard less one."""
    transport, cube = chosen
    id = read_number(transport)
    tally(game, seat, barbarian_sales=1)
    begin_card_deal(game, seat, 19, id, (read_word(cube),), printed(19, "florins") * (colours_aboard(game, id) - 1))


def _abroad(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for id in _traders(game, seat):
        if game.vehicles[id].goods and game.lands[game.vehicles[id].space].holder != seat:
            yield f"v:{id}"


def _bundles(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    cubes = sorted(game.vehicles[read_number(chosen[0])].goods)
    for number in range(1, len(cubes) + 1):
        yield from ("goods:" + "+".join(bundle) for bundle in dict.fromkeys(combinations(cubes, number)))


@ability(20, windows=("W-6",), stages=(_abroad, _bundles))
def smuggle(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-20 Cubes are sold at 50 florins each outside the player's territories, whatever forbids it."""
    transport, cubes = chosen
    goods = tuple(read_word(cubes).split("+"))
    begin_card_deal(game, seat, 20, read_number(transport), goods, printed(20, "florins") * len(goods))


class CardDeal(Procedure[Medioevo], frozen=True):
    """MU-TRD-15 A Merchant's deal costs no movement, but is announced like any other: prices may change, a Bishop may stop it."""

    STEPS = ("announce", "settle", "close")

    def announce(self, game: Medioevo) -> None:
        """Before it is settled others may interfere: Commerce, Market, a Bishop."""
        open_window(game, "W-6b", game.deals[-1].space)

    def settle(self, game: Medioevo) -> None:
        """MU-CARD-20 What forbids trade stops every Merchant but the smuggler."""
        deal = game.deals[-1]
        if is_called_off(game, deal):
            game.emit(DealStopped(seat=deal.seat, space=deal.space))
        elif deal.selling:
            peddle(game, deal)
        else:
            fetch(game, deal)

    def close(self, game: Medioevo) -> None:
        """The deal is done."""
        game.deals.pop()
        expire(game, "deal")


def begin_card_deal(game: Medioevo, seat: Seat, card: int, id: int, goods: tuple[str, ...], florins: int) -> None:
    """A Merchant announces a sale, or with 21 a purchase."""
    game.deals.append(Deal(seat, id, game.vehicles[id].space, card != 21, goods, card=card, price=florins))
    game.push(CardDeal())


def is_called_off(game: Medioevo, deal: Deal) -> bool:
    """Is the transport or its cargo gone, or has somebody forbidden the deal, or made it too dear?"""
    if deal.vehicle not in game.vehicles:
        return True
    if deal.card == 20:
        cubes = game.vehicles[deal.vehicle].goods
        return any(cubes.count(good) < deal.goods.count(good) for good in deal.goods)
    return deal.off or is_trade_banned(game, deal.space) or not can_settle(game, deal)


def peddle(game: Medioevo, deal: Deal) -> None:
    """A sale by card: cubes to the supply, florins to the seller, a cube left in a settlement, a foreign route given up."""
    seat, id, goods, florins = deal.seat, deal.vehicle, deal.goods, deal_total(game, deal)
    vehicle = game.vehicles[id]
    left = list(vehicle.goods)
    for good in goods:
        left.remove(good)
        return_supply(game, f"cube:{good}")
    game.vehicles[id] = replace(vehicle, goods=tuple(left))
    game.emit(Sold(seat=seat, vehicle=id, space=vehicle.space, goods=goods, florins=florins))
    earn(game, seat, florins, "MU-TRD-07")
    count_sale(game, seat, goods, florins)
    route = game.players[seat].route
    if route is not None and route.carrier == id and not completes_route(game, Deal(seat, id, vehicle.space, True, goods)):
        drop_route(game, seat, 0)
    if deposits(game, vehicle.space, goods):
        game.push(Deposit(seat, vehicle.space, goods))


def _at_markets(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for id in _traders(game, seat):
        if (
            len(game.vehicles[id].goods) < hold(game.vehicles[id])
            and can_trade(game, seat, id)
            and _can_afford_rarity(game, seat, id)
        ):
            yield f"v:{id}"


def _rarities(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Goods that the settlement does not produce."""
    produced = settlements(game)[game.vehicles[read_number(chosen[0])].space].good
    yield from (f"good:{good}" for good in world.goods() if good != produced and game.supply[f"cube:{good}"])


def _can_afford_rarity(game: Medioevo, seat: Seat, id: int) -> bool:
    """The price after Market, and the fee of a pact that opens the settlement."""
    price = lowest_price(game, seat, printed(21, "florins"), by=21)
    return game.players[seat].florins >= price + trade_fee(game, seat, game.vehicles[id].space)


@ability(21, windows=("W-6",), stages=(_at_markets, _rarities))
def buy_rarity(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-21 One cube of a good that a settlement does not produce is bought there for 150 florins."""
    transport, cube = chosen
    begin_card_deal(game, seat, 21, read_number(transport), (read_word(cube),), printed(21, "florins"))


def fetch(game: Medioevo, deal: Deal) -> None:
    """A purchase by card: the fee of a pact, the price, the cube, perhaps a Trade Route."""
    vehicle, good = game.vehicles[deal.vehicle], deal.goods[0]
    use_right(game, deal.seat, game.lands[deal.space].holder, "trade")
    pay(game, deal.seat, deal_total(game, deal), "MU-CARD-21")
    draw_supply(game, f"cube:{good}")
    game.vehicles[deal.vehicle] = replace(vehicle, goods=tuple(sorted((*vehicle.goods, good))))
    game.emit(Bought(seat=deal.seat, vehicle=deal.vehicle, space=deal.space, good=good, number=1))
    offer_route(game, deal)


# -- Salesman ----------------------------------------------------------------------------------------------


def _is_carrier_in_danger(game: Medioevo, seat: Seat) -> bool:
    """The transport of the player's route stands where enemies are about to pillage."""
    route = game.players[seat].route
    if route is None or route.carrier not in game.vehicles:
        return False
    window, _ = moment(game)
    space = game.vehicles[route.carrier].space
    threatened = any(is_hostile(game, seat, other) for other in parties(game, space) if other != seat)
    return space == scene(game) and (window == "W-6c" or threatened)


@ability(30, windows=("W-2e", "W-5b", "W-6a", "W-6c"), usable=_is_carrier_in_danger)
def keep_route(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-30 If the transport is lost, its Route tokens stay this turn and another may take them over."""
    lay_effect(game, "keep-route", seat)


@ability(31, windows=(ANY,), usable=lambda game, seat: game.players[seat].route is not None)
def redraw(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-31 The player's Route tokens are rearranged, done or not."""
    game.push(RedrawRoute(seat))


class RedrawRoute(Decision[Medioevo], frozen=True):
    """MU-CARD-31 Which Route token moves next; each one once."""

    RULE = "MU-CARD-31"
    seat: Seat
    moved: tuple[str, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Target(NOTHING)
        yield from (Target(space) for space in _tokens(_route(game, self.seat)) if space not in self.moved)

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        if action.id != NOTHING:
            game.push(PlaceRouteToken(self.seat, action.id, self.moved))


class PlaceRouteToken(Decision[Medioevo], frozen=True):
    """MU-CARD-31 Where the token goes: a settlement in play other than the origin; a token that lies there takes its old place."""

    RULE = "MU-CARD-31"
    seat: Seat
    token: str
    moved: tuple[str, ...] = ()

    def options(self, game: Medioevo) -> Iterator[Action]:
        closed = {_route(game, self.seat).origin, *self.moved}
        yield from (Target(space) for space in game.area if space in settlements(game) and space not in closed)

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Target)
        route = _route(game, self.seat)
        change(game, self.seat, route=_with_token_moved(route, self.token, action.id))
        game.push(RedrawRoute(self.seat, (*self.moved, action.id)))


def _route(game: Medioevo, seat: Seat) -> Route:
    route = game.players[seat].route
    assert route is not None
    return route


def _tokens(route: Route) -> tuple[str, ...]:
    return (*route.stages, route.destination)


def _with_token_moved(route: Route, token: str, to: str) -> Route:
    """The token goes to its new place, and one that lay there to the old one; none is turned over."""
    swap = {token: to, to: token}
    return replace(
        route,
        stages=tuple(swap.get(space, space) for space in route.stages),
        done=tuple(sorted(swap.get(space, space) for space in route.done)),
        destination=swap.get(route.destination, route.destination),
    )


# -- Camel driver ------------------------------------------------------------------------------------------


@kept_with("lands")
def market_cubes(game: Medioevo) -> tuple[tuple[str, str], ...]:
    """Every cube lying in a settlement."""
    return tuple([(space, good) for space in game.area for good in game.lands[space].cubes])


def receivers(game: Medioevo, space: str, good: str) -> list[str]:
    """Settlements within three steps that lack the colour, printed or real."""
    reach = world.within(space, tables().neighbour)
    return [
        there
        for there in game.area
        if there in reach and there != space and there in settlements(game) and good not in present_goods(game, there)
    ]


def move_cube(game: Medioevo, seat: Seat, space: str, good: str, to: str) -> None:
    """A market cube goes from one settlement to another."""
    cubes = list(game.lands[space].cubes)
    cubes.remove(good)
    change_land(game, space, cubes=tuple(cubes))
    change_land(game, to, cubes=tuple(sorted((*game.lands[to].cubes, good))))
    game.emit(CubePlaced(seat=seat, space=to, good=good))


def _movable_cubes(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    for space, good in market_cubes(game):
        id = f"cube:{space}:{good}"
        if any(True for _ in _receiving(game, seat, (id,))):
            yield id


def _receiving(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Amid a deal only its place gives or takes a cube."""
    _, space, good = chosen[0].split(":")
    yield from (there for there in receivers(game, space, good) if is_at_leisure(game) or scene(game) in (space, there))


@ability(63, windows=(ANY, "W-6b"), stages=(_movable_cubes, _receiving))
def carry_cube(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-63 A cube moves from a settlement to one within three steps that lacks its colour."""
    cube, to = chosen
    _, space, good = cube.split(":")
    move_cube(game, seat, space, good, to)


def _is_completing_a_route(game: Medioevo, seat: Seat) -> bool:
    """MU-CARD-64 The player's own sale completes his route in a market; a Merchant's price by card knows no bonus."""
    if not game.deals or game.deals[-1].seat != seat or game.deals[-1].card:
        return False
    return completes_route(game, game.deals[-1]) and market_value(game, game.deals[-1].space) > 0


@ability(64, windows=("W-6b",), usable=_is_completing_a_route)
def both_bonuses(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-CARD-64 The sale that completes a Trade Route also gets the Great Market bonus."""
    lay_effect(game, "route-and-market", seat, until="deal")
