"""Prices of what is bought, and how they are paid (rulebook: Purchase phase)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from marchland.kernel.actions import Seat
from marchland.kernel.memo import remembered

from ...state import Medioevo
from ...tables import figure, level, tables, technologies
from ..cards.effects import discounted
from ..components.armies import INDEX
from ..components.table import bumped, change, pay
from ..technologies.points import missing_points, spend_points


class Price(NamedTuple):
    """Florins, and technology points of a colour."""

    florins: int
    points: int = 0
    colour: str = "green"


def can_pay(game: Medioevo, seat: Seat, price: Price, fee: int = 0) -> bool:
    """Cash for the florins, for points that the pool lacks, and for what a pact asks for the place."""
    return price.florins + fee + missing_points(game, seat, price.colour, price.points) <= game.players[seat].florins


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
    table = tables().buildings[category]
    florins = discounted(game, seat, table.price * (new - old))
    points = technologies()["religion"].points if category == "cathedral" else new - old
    return Price(florins, points, table.colour)


@cache
def vehicle_cost(kind: str, old: int, new: int) -> Price:
    """MU-TEC-11 MU-TEC-53 100 florins and a point per level: blue for transports, green for engines."""
    steps = new - old
    return Price(tables().transport["price"] * steps, steps, "green" if kind == "engine" else "blue")


def price_of(category: str, level: int) -> int:
    """MU-BUY-02 The price of a building from nothing."""
    return tables().buildings[category].price * level
