"""Prices of what is bought, and how they are paid (rulebook: Purchase phase)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from marchland.kernel.actions import Seat
from marchland.kernel.memo import remembered

from ...state import Medioevo, Player
from ...tables import figure, level, tables, technologies
from ..cards.effects import discounted, is_served
from ..components.armies import INDEX
from ..components.table import COLOUR_INDEX, bumped, change, pay
from ..technologies.points import spend_points

HIGHEST = 3
"""The highest level of transports and engines."""


class Price(NamedTuple):
    """Florins, and technology points of a colour."""

    florins: int
    points: int = 0
    colour: str = "green"


def can_pay(game: Medioevo, seat: Seat, price: Price, fee: int = 0) -> bool:
    """Cash for the florins, for points that the pool lacks, and for what a pact asks for the place."""
    player = game.players[seat]
    return cash_for(player, price) + fee <= player.florins


def cash_for(player: Player, price: Price) -> int:
    """What a price takes from the treasury: its florins, and what the points cost that the pool lacks."""
    lacking = price.points - player.points[COLOUR_INDEX[price.colour]]
    return price.florins + lacking * tables().point_price if lacking > 0 else price.florins


def payable(game: Medioevo, seat: Seat, prices: tuple[Price, ...], fee: int = 0) -> int:
    """How far up a rising list of prices a player can pay, each instead of those before it."""
    player = game.players[seat]
    for steps, price in enumerate(prices):
        if cash_for(player, price) + fee > player.florins:
            return steps
    return len(prices)


def pay_price(game: Medioevo, seat: Seat, price: Price, rule: str, audience: tuple[Seat, ...] | None = None) -> None:
    """Points, then florins; a hidden purchase is known to its buyer only."""
    spend_points(game, seat, price.colour, price.points, audience)
    pay(game, seat, price.florins, rule, audience=audience)


def unit_price(game: Medioevo, seat: Seat, kind: str) -> Price:
    """MU-BUY-06 Florins by type; a Captain costs 100 and a red point per level; what a Surgeon saved costs half."""
    full, halved = unit_prices(kind)
    return halved if game.players[seat].cheap[INDEX[kind]] else full


@remembered
def unit_prices(kind: str) -> tuple[Price, Price]:
    """The price of a unit, and of one that a Surgeon saved."""
    florins = tables().units[figure(kind)] * max(1, level(kind))
    return Price(florins, level(kind), "red"), Price(florins // 2, 0, "red")


def use_saving(game: Medioevo, seat: Seat, kind: str) -> None:
    cheap = game.players[seat].cheap
    if cheap[INDEX[kind]]:
        change(game, seat, cheap=bumped(cheap, INDEX[kind], -1))


def building_price(game: Medioevo, seat: Seat, category: str, old: int, new: int) -> Price:
    """MU-TEC-51 MU-TEC-52 MU-TEC-61 100 florins and a green point per level, a Cathedral 300 and a violet one; Architects help."""
    return building_prices(game, seat, category, old)[new - old - 1]


def building_prices(game: Medioevo, seat: Seat, category: str, old: int) -> tuple[Price, ...]:
    """What the player pays for each higher level of a building."""
    full = full_prices(category, old)
    if not is_served(game, seat):
        return full
    return tuple(price._replace(florins=discounted(game, seat, price.florins)) for price in full)


@cache
def full_prices(category: str, old: int) -> tuple[Price, ...]:
    """The price of each higher level of a building without an Architect."""
    table = tables().buildings[category]
    points = technologies()["religion"].points if category == "cathedral" else 1
    return tuple(Price(table.price * steps, points * steps, table.colour) for steps in range(1, len(table.names) - old + 1))


def vehicle_cost(kind: str, old: int, new: int) -> Price:
    """MU-TEC-11 MU-TEC-53 100 florins and a point per level: blue for transports, green for engines."""
    return vehicle_prices(kind, old)[new - old - 1]


@cache
def vehicle_prices(kind: str, old: int) -> tuple[Price, ...]:
    """What each higher level of a transport or engine costs."""
    colour = "green" if kind == "engine" else "blue"
    return tuple(Price(tables().transport["price"] * steps, steps, colour) for steps in range(1, HIGHEST - old + 1))


def price_of(category: str, level: int) -> int:
    """MU-BUY-02 The price of a building from nothing."""
    return tables().buildings[category].price * level
