"""The Deployment variant: purchases stay behind the screen and are placed in turn order (rulebook: Variants)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import NO_POINTS, Medioevo
from ...tables import BUILDINGS, TRANSPORTS, figure, tables
from ..cards.effects import has_effect, lay_effect, use_discounts
from ..components.armies import INDEX, in_reserve, place_unit
from ..components.table import bumped, change, colour_index, earn, has_settlement, holdings, is_option, living
from ..components.vehicles import new_vehicle, piece_of
from ..conquest.buildings import can_raise, raise_building
from ..diplomacy.pacts import use_right
from ..purchases.placement import has_token_for, right_for, takes_units, takes_vehicle, unit_limit
from ..purchases.prices import Price, building_price, can_pay, pay_price, unit_price, use_saving, vehicle_cost
from ..technologies.knowledge import DESIGNS, knows, use_loan


class CallDeployment(Action, frozen=True):
    """Ask that purchases stay hidden this turn."""


class OpenBuying(Action, frozen=True):
    """Do not ask for hidden purchases."""

    IDLE = True


class OrderGoods(Action, frozen=True):
    """Order pieces behind the screen."""


class Order(Action, frozen=True):
    """Order one piece: `li`, `cap2`, `wagon:1`, `engine:3`, `civil:1`."""

    item: str


class CloseOrder(Action, frozen=True):
    """Order nothing more."""

    IDLE = True


class Deploy(Action, frozen=True):
    """Place the next ordered piece."""

    TOUCHES = ("space",)
    space: str


class DeploymentCalled(Event, frozen=True):
    RULE = "MU-VAR-06"
    seat: Seat


class Ordered(Event, frozen=True):
    """Seen by the buyer alone."""

    RULE = "MU-VAR-06"
    seat: Seat
    item: str
    florins: int


class OrderReturned(Event, frozen=True):
    """A hidden purchase that could not be placed was paid back: now everybody knows of it."""

    RULE = "MU-VAR-06"
    REVEALS = True
    seat: Seat
    item: str
    florins: int


class Ware(NamedTuple):
    """An ordered piece: what it is, its level, and the florins and points of the pool paid for it."""

    kind: str
    level: int
    florins: int
    points: int = 0
    colour: str = "green"


def is_deployed(game: Medioevo) -> bool:
    """MU-VAR-06 Has Deployment been called this phase?"""
    return has_effect(game, "deployment")


class CallDeployments(Procedure[Medioevo], frozen=True):
    """MU-VAR-06 Players are asked in turn order until one calls."""

    asked: int = 0
    STEPS = ("ask",)

    def ask(self, game: Medioevo) -> str:
        seats = living(game)
        if not is_option(game, "deployment") or is_deployed(game) or self.asked >= len(seats):
            return DONE
        game.push(DecideDeployment(seats[self.asked]))
        game.update(self, asked=self.asked + 1)
        return "ask"


class DecideDeployment(Decision[Medioevo], frozen=True):
    """MU-VAR-06 Any player may call for Deployment in any purchase phase."""

    RULE = "MU-VAR-06"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield OpenBuying()
        yield CallDeployment()

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, CallDeployment):
            lay_effect(game, "deployment", self.seat, until="phase")
            game.emit(DeploymentCalled(seat=self.seat))


class PlaceOrders(Decision[Medioevo], frozen=True):
    """MU-VAR-06 New pieces are bought behind the screen."""

    RULE = "MU-VAR-06"
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"florins": game.players[seat].florins}

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield CloseOrder()
        yield from map(Order, wares(game, self.seat))

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, Order):
            order(game, self.seat, action.item)
            game.push(self)


def price_of_ware(game: Medioevo, seat: Seat, item: str) -> Price:
    kind, _, level = item.partition(":")
    if kind in BUILDINGS:
        return building_price(game, seat, kind, 0, int(level))
    return vehicle_cost(kind, 0, int(level)) if level else unit_price(game, seat, kind)


def design_of(item: str) -> str:
    """The technology that designs an item; none for plain units."""
    kind = item.partition(":")[0]
    if kind in DESIGNS:
        return DESIGNS[kind]
    if kind in TRANSPORTS:
        return DESIGNS["transport"]
    return DESIGNS["captain"] if kind.startswith("cap") else ""


def wares(game: Medioevo, seat: Seat) -> Iterator[str]:
    """MU-VAR-06 What can be ordered: only what the player alone can see limits it, not what others may have ordered."""
    ordered = [read(entry) for entry in game.players[seat].order]
    items = ["li", "arc", "hi", "cav", "cap1", "cap2", "cap3"]
    items += [f"{kind}:{level}" for kind in (*TRANSPORTS, "engine", *BUILDINGS) for level in (1, 2, 3)]
    for item in items:
        if item in ("cathedral:2", "cathedral:3") or not can_design(game, seat, item):
            continue
        if is_in_stock(game, seat, item, ordered) and can_pay(game, seat, price_of_ware(game, seat, item)):
            yield item


def can_design(game: Medioevo, seat: Seat, item: str) -> bool:
    """Is the design technology known, or none needed: for plain units, and for Captains whom a Surgeon saved?"""
    design = design_of(item)
    return not design or knows(game, seat, design) or is_saved(game, seat, item)


def is_saved(game: Medioevo, seat: Seat, item: str) -> bool:
    """MU-CARD-28 May this unit be bought back at half price?"""
    return item in INDEX and game.players[seat].cheap[INDEX[item]] > 0


def is_in_stock(game: Medioevo, seat: Seat, item: str, ordered: list[Ware]) -> bool:
    kind, _, level = item.partition(":")
    if kind in BUILDINGS:
        return sum(1 for ware in ordered if ware.kind == kind) < len(holdings(game, seat))
    if level:
        pieces = sum(1 for ware in ordered if ware.kind in (*TRANSPORTS, "engine"))
        return pieces < tables().property_tokens["total"] and has_token_for(game, seat, int(level))
    units = [ware for ware in ordered if ware.level == 0]
    same = sum(1 for ware in units if figure(ware.kind) == figure(kind))
    return game.players[seat].recruits + len(units) < unit_limit(game, seat) and in_reserve(game, seat, kind) > same


def order(game: Medioevo, seat: Seat, item: str) -> None:
    """MU-VAR-06 A piece is paid now and placed later; only its buyer knows."""
    before, price = game.players[seat], price_of_ware(game, seat, item)
    pay_price(game, seat, price, "MU-VAR-06", audience=(seat,))
    if item.partition(":")[0] in BUILDINGS:
        use_discounts(game, seat)
    if is_saved(game, seat, item):
        use_saving(game, seat, item)
    elif design_of(item):
        use_loan(game, seat, design_of(item))
    florins, points = before.florins - game.players[seat].florins, sum(before.points) - sum(game.players[seat].points)
    change(game, seat, order=(*before.order, f"{item}={florins}" + (f"+{points}:{price.colour}" if points else "")))
    game.emit(Ordered(seat=seat, item=item, florins=florins, audience=(seat,)))


def read(entry: str) -> Ware:
    item, _, price = entry.partition("=")
    kind, _, level = item.partition(":")
    florins, _, points = price.partition("+")
    number, _, colour = points.partition(":")
    return Ware(kind, int(level or 0), int(florins), int(number or 0), colour or "green")


def hidden_florins(game: Medioevo, seat: Seat) -> int:
    """Florins behind the screen: what a player has paid for pieces nobody else has seen."""
    return sum(read(entry).florins for entry in game.players[seat].order)


def hidden_points(game: Medioevo, seat: Seat) -> tuple[int, ...]:
    """Points of the pool that went into such pieces, by colour."""
    points = NO_POINTS
    for ware in map(read, game.players[seat].order):
        points = bumped(points, colour_index(ware.colour), ware.points)
    return points


# -- placing -----------------------------------------------------------------------------------------------


class DeployAll(Procedure[Medioevo], frozen=True):
    """MU-VAR-06 At the end of the phase each player in turn places what he bought."""

    STEPS = ("next",)

    def next(self, game: Medioevo) -> str:
        """MU-VAR-06 In turn order, piece by piece; what finds no place is paid back."""
        for seat in living(game):
            orders = game.players[seat].order
            if orders:
                deploy_next(game, seat, orders[0])
                return "next"
        return DONE


def deploy_next(game: Medioevo, seat: Seat, entry: str) -> None:
    change(game, seat, order=game.players[seat].order[1:])
    ware = read(entry)
    sites = deployable(game, seat, ware)
    if sites:
        game.push(DeployPiece(seat, ware.kind, ware.level))
    else:
        game.emit(OrderReturned(seat=seat, item=ware.kind, florins=ware.florins))
        earn(game, seat, ware.florins, "MU-VAR-06")


class DeployPiece(Decision[Medioevo], frozen=True):
    """MU-VAR-06 Where the next piece goes."""

    RULE = "MU-VAR-06"
    FORCED = True
    UNCOVERS = True
    seat: Seat
    kind: str
    level: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(Deploy, deployable(game, self.seat, Ware(self.kind, self.level, 0)))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Deploy)
        host = game.lands[action.space].holder
        if self.kind in BUILDINGS:
            raise_building(game, self.seat, action.space, self.kind, self.level, "MU-VAR-06")
        elif self.level:
            new_vehicle(game, self.seat, self.kind, self.level, action.space, "MU-VAR-06")
            use_right(game, self.seat, host, right_for(self.kind))
        else:
            place_unit(game, action.space, self.seat, self.kind, "MU-VAR-06")
            change(game, self.seat, recruits=game.players[self.seat].recruits + 1)
            use_right(game, self.seat, host, "military")


def deployable(game: Medioevo, seat: Seat, ware: Ware) -> list[str]:
    """MU-VAR-06 Places where a piece may go now; none if the supply or the Property tokens have run out meanwhile."""
    if ware.kind in BUILDINGS:
        return [
            space
            for space in holdings(game, seat)
            if not getattr(game.lands[space], ware.kind)
            and can_raise(game, ware.kind, ware.level)
            and (ware.kind != "civil" or has_settlement(game, space))
        ]
    if ware.level:
        if not game.supply[piece_of(ware.kind, ware.level)] or not has_token_for(game, seat, ware.level):
            return []
        return [space for space in game.area if takes_vehicle(game, seat, space, ware.kind)]
    return [space for space in game.area if takes_units(game, seat, space)] if in_reserve(game, seat, ware.kind) else []
