"""A purchase or sale of goods: conditions, price, cubes left behind (rulebook: Buying and selling; Great Market)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import BARBARIANS, Deal, Medioevo
from ...tables import tables
from ..cards.effects import expire, has_effect, is_trade_banned
from ..cards.windows import is_asked, open_window
from ..components.armies import parties
from ..components.table import (
    change_land,
    draw_supply,
    earn,
    has_port,
    has_settlement,
    note,
    pay,
    replace,
    return_supply,
    settlements,
)
from ..components.vehicles import hold, is_merchant, is_ship
from ..diplomacy.pacts import use_right
from ..diplomacy.relations import are_at_war, are_teammates, fee_for, has_right
from ..technologies.knowledge import knows
from ..technologies.points import raisable_points
from .routes import SplitPoints, completes_route, drop_route, offer_route, pass_stage, route_points


class Bought(Event, frozen=True):
    RULE = "MU-TRD-06"
    TOUCHES = ("space",)
    seat: Seat
    vehicle: int
    space: str
    good: str
    number: int


class Sold(Event, frozen=True):
    RULE = "MU-TRD-07"
    TOUCHES = ("space",)
    seat: Seat
    vehicle: int
    space: str
    goods: tuple[str, ...]
    florins: int


class DealStopped(Event, frozen=True):
    RULE = "MU-TRD-05"
    TOUCHES = ("space",)
    seat: Seat
    space: str


class CubePlaced(Event, frozen=True):
    RULE = "MU-TRD-08"
    TOUCHES = ("space",)
    seat: Seat
    space: str
    good: str


class LeaveCube(Action, frozen=True):
    """Leave a cube of this good behind."""

    good: str


class Bargain(Procedure[Medioevo], frozen=True):
    """MU-TRD-15 A deal: announced, perhaps changed by others, then settled."""

    STEPS = ("announce", "route", "settle", "leave_cube", "close")

    def announce(self, game: Medioevo) -> None:
        """MU-TRD-02 The action costs a movement point; others may interfere before it is settled."""
        deal = game.deals[-1]
        vehicle = game.vehicles[deal.vehicle]
        game.vehicles[deal.vehicle] = replace(vehicle, pm=vehicle.pm - 1)
        open_window(game, "W-6b", deal.space)

    def route(self, game: Medioevo) -> str | None:
        """MU-TRD-12 A sale that completes a Trade Route: its points become honour or a higher price."""
        deal = game.deals[-1]
        if deal.off or is_trade_banned(game, deal.space) or deal.vehicle not in game.vehicles or not can_settle(game, deal):
            game.emit(DealStopped(seat=deal.seat, space=deal.space))
            return "close"
        if deal.selling and completes_route(game, deal):
            game.push(SplitPoints(deal.seat))
        return None

    def settle(self, game: Medioevo) -> None:
        """MU-TRD-06 MU-TRD-07 Cubes and florins change hands."""
        deal = game.deals[-1]
        use_right(game, deal.seat, game.lands[deal.space].holder, "trade")
        sell(game, deal) if deal.selling else buy_cubes(game, deal)

    def leave_cube(self, game: Medioevo) -> None:
        """MU-TRD-08 After a sale one cube is left in the settlement; after a purchase a Trade Route may be opened."""
        deal = game.deals[-1]
        if deal.selling and deposits(game, deal.space, deal.goods):
            game.push(Deposit(deal.seat, deal.space, deal.goods))
        elif not deal.selling:
            offer_route(game, deal)

    def close(self, game: Medioevo) -> str:
        """The deal is done."""
        game.deals.pop()
        expire(game, "deal")
        return DONE


class Deposit(Decision[Medioevo], frozen=True):
    """MU-TRD-08 The owner picks the cube that is left, of a good not yet there (reading S-26)."""

    RULE = "MU-TRD-08"
    FORCED = True
    seat: Seat
    space: str
    goods: tuple[str, ...]

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(LeaveCube, deposits(game, self.space, self.goods))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, LeaveCube)
        place_cube(game, self.space, action.good)
        game.emit(CubePlaced(seat=self.seat, space=self.space, good=action.good))


class LeaveGoods(Procedure[Medioevo], frozen=True):
    """MU-TRD-08 A merchant transport has left a settlement loaded: one cube stays, if its goods are not there yet."""

    seat: Seat
    space: str
    goods: tuple[str, ...]
    STEPS = ("leave",)

    def leave(self, game: Medioevo) -> None:
        """MU-TRD-08 The owner picks it."""
        if deposits(game, self.space, self.goods):
            game.push(Deposit(self.seat, self.space, self.goods))


def ride_along(game: Medioevo, seat: Seat, ids: tuple[int, ...], origin: str, to: str) -> None:
    """MU-TRD-08 MU-TRD-11 Merchant transports in a group of troops (MU-CARD-11) leave cubes and pass stages as on a voyage."""
    for id in ids:
        if is_merchant(game, id):
            pass_stage(game, seat, id, to)
            game.push(LeaveGoods(seat, origin, game.vehicles[id].goods))


def begin_deal(game: Medioevo, seat: Seat, vehicle: int, goods: tuple[str, ...], selling: bool) -> None:
    """Announce a purchase or sale."""
    game.deals.append(Deal(seat, vehicle, game.vehicles[vehicle].space, selling, goods))
    game.push(Bargain())


# -- conditions --------------------------------------------------------------------------------------------


def can_trade(game: Medioevo, seat: Seat, id: int) -> bool:
    """MU-TRD-05 No trade under a Bishop's ban, amid armies at war, or with a rival without pact; ships trade in ports."""
    space, by_ship = game.vehicles[id].space, is_ship(game.vehicles[id])
    if not has_settlement(game, space) or (by_ship and not has_port(game, space)) or is_trade_banned(game, space):
        return False
    holder = game.lands[space].holder
    if holder not in (seat, BARBARIANS) and not has_right(game, seat, holder, "trade") and not are_teammates(game, seat, holder):
        return False
    return not is_contested(game, seat, space)


def is_contested(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-TRD-05 Are there armies at war with the trader or with each other (reading R-16)?"""
    present = parties(game, space)
    return any(are_at_war(game, one, other) for one in {*present, seat} for other in present if one != other)


def purchases(game: Medioevo, seat: Seat, id: int) -> list[int]:
    """MU-TRD-06 How many cubes of the printed good can be bought: room, supply, and cash after a pact's fee allow."""
    vehicle = game.vehicles[id]
    good = settlements(game)[vehicle.space].good
    most = min(hold(vehicle) - len(vehicle.goods), game.supply[f"cube:{good}"])
    cash = game.players[seat].florins - trade_fee(game, seat, vehicle.space)
    price = int(tables().trade["price"])
    return [number for number in range(1, most + 1) if lowest_price(game, seat, price * number) <= cash]


def lowest_price(game: Medioevo, seat: Seat, price: int, by: int = 0) -> int:
    """MU-TEC-22 What a purchase (by a card) costs at least: Market takes 50 off for each point at hand, but never all."""
    step = int(tables().trade["per_point"])
    if not knows(game, seat, "market") or not is_asked(game, seat, "W-6b"):
        return price
    return price - step * min(raisable_points(game, seat, "yellow", but=by), (price - 1) // step)


def present_goods(game: Medioevo, space: str) -> tuple[str, ...]:
    """The printed good and the cubes of a settlement."""
    town = settlements(game).get(space)
    return (*((town.good,) if town else ()), *game.lands[space].cubes)


def sales(game: Medioevo, id: int) -> list[tuple[str, ...]]:
    """MU-TRD-07 Sets of cubes that may be sold here: goods neither printed nor present."""
    vehicle = game.vehicles[id]
    present = present_goods(game, vehicle.space)
    cubes = sorted(good for good in vehicle.goods if good not in present)
    found = {chosen for number in range(1, len(cubes) + 1) for chosen in combinations(cubes, number)}
    return sorted(found, key=lambda chosen: (len(chosen), chosen))


def deposits(game: Medioevo, space: str, goods: tuple[str, ...]) -> list[str]:
    """MU-TRD-08 Goods of which a cube can be left in a settlement."""
    if not has_settlement(game, space):
        return []
    present = present_goods(game, space)
    return sorted({good for good in goods if good not in present and game.supply[f"cube:{good}"]})


def place_cube(game: Medioevo, space: str, good: str) -> None:
    draw_supply(game, f"cube:{good}")
    change_land(game, space, cubes=tuple(sorted((*game.lands[space].cubes, good))))


# -- money -------------------------------------------------------------------------------------------------


def market_value(game: Medioevo, space: str) -> int:
    """MU-TRD-09 The value of a Great Market is the number of its cubes."""
    return len(game.lands[space].cubes)


def cube_price(game: Medioevo, deal: Deal) -> int:
    """MU-TRD-09 MU-TRD-13 100 florins and 20 per market cube, or with a completed route 50 per point taken in florins."""
    price = int(tables().trade["price"])
    bonus = int(tables().trade["per_cube"]) * market_value(game, deal.space)
    if not completes_route(game, deal):
        return price + bonus
    both = bonus if has_effect(game, "route-and-market", seat=deal.seat) else 0
    return price + int(tables().trade["per_point"]) * deal.points + both


def commerce_bonus(game: Medioevo, deal: Deal) -> int:
    """MU-TEC-21 Commerce adds 25, 50 or 100 per cube in a Village, Town or City."""
    return deal.commerce * (0, 25, 50, 100)[game.lands[deal.space].civil]


def deal_total(game: Medioevo, deal: Deal) -> int:
    """MU-TRD-15 What is paid or received: cubes at their price, or a Merchant's, Commerce, then Market."""
    if deal.card:
        return deal.price + (commerce_bonus(game, deal) if deal.selling else 0) + deal.market
    if not deal.selling:
        return int(tables().trade["price"]) * len(deal.goods) + deal.market
    return cube_price(game, deal) * len(deal.goods) + commerce_bonus(game, deal) + deal.market


def trade_fee(game: Medioevo, seat: Seat, space: str) -> int:
    """MU-DIP-05 What a deal here costs beside its price, by the pact that allows it."""
    return fee_for(game, seat, game.lands[space].holder, "trade")


def can_settle(game: Medioevo, deal: Deal) -> bool:
    """MU-TRD-06 MU-TRD-07 Is there still the money, a pact's fee included, the buyer's room, the seller's cubes and demand?"""
    vehicle = game.vehicles[deal.vehicle]
    price = 0 if deal.selling else deal_total(game, deal)
    if price + trade_fee(game, deal.seat, deal.space) > game.players[deal.seat].florins:
        return False
    if deal.selling:
        present = present_goods(game, deal.space)
        return all(good not in present and vehicle.goods.count(good) >= deal.goods.count(good) for good in deal.goods)
    return len(vehicle.goods) + len(deal.goods) <= hold(vehicle)


def buy_cubes(game: Medioevo, deal: Deal) -> None:
    """MU-TRD-06 The cubes go aboard."""
    pay(game, deal.seat, deal_total(game, deal), "MU-TRD-06")
    vehicle = game.vehicles[deal.vehicle]
    for good in deal.goods:
        draw_supply(game, f"cube:{good}")
    game.vehicles[deal.vehicle] = replace(vehicle, goods=tuple(sorted((*vehicle.goods, *deal.goods))))
    event = Bought(seat=deal.seat, vehicle=deal.vehicle, space=deal.space, good=deal.goods[0], number=len(deal.goods))
    game.emit(event)


def sell(game: Medioevo, deal: Deal) -> None:
    """MU-TRD-07 The cubes go to the supply and the seller is paid; a route is completed or, sold elsewhere, lost (MU-TRD-14)."""
    florins = deal_total(game, deal)
    vehicle = game.vehicles[deal.vehicle]
    left = list(vehicle.goods)
    for good in deal.goods:
        left.remove(good)
        return_supply(game, f"cube:{good}")
    game.vehicles[deal.vehicle] = replace(vehicle, goods=tuple(left))
    game.emit(Sold(seat=deal.seat, vehicle=deal.vehicle, space=deal.space, goods=deal.goods, florins=florins))
    earn(game, deal.seat, florins, "MU-TRD-07")
    count_sale(game, deal.seat, deal.goods, florins)
    end_route_by_sale(game, deal)


def count_sale(game: Medioevo, seat: Seat, goods: tuple[str, ...], florins: int) -> None:
    """What objectives ask about sales."""
    now = game.now[seat]
    colours = tuple(sorted({*now.colours_sold, *goods}))
    note(game, seat, cubes_sold=now.cubes_sold + len(goods), colours_sold=colours, best_sale=max(now.best_sale, florins))


def end_route_by_sale(game: Medioevo, deal: Deal) -> None:
    """MU-TRD-14 A sale by the assigned transport ends its route, completed or not."""
    route = game.players[deal.seat].route
    if route is None or route.carrier != deal.vehicle:
        return
    if completes_route(game, deal):
        length = len(route.stages) + 1
        note(game, deal.seat, route_stages_completed=max(length, game.now[deal.seat].route_stages_completed))
    drop_route(game, deal.seat, route_points(route) if completes_route(game, deal) else 0)
