"""Which design technologies a player may use, and prices of what they design (rulebook: Purchase phase; Technology)."""

from __future__ import annotations

from typing import NamedTuple

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ...tables import figure, level, tables, technologies
from ..cards.effects import effects, has_effect, total_effect, use_up
from ..components.armies import INDEX
from ..components.table import bumped, change, colour_index, pay
from ..technologies.points import missing_points, spend_points

DESIGNS = {"transport": "carpentry", "captain": "art_of_war", "civil": "masonry", "military": "architecture"}
DESIGNS |= {"engine": "mathematics", "cathedral": "religion"}


class Price(NamedTuple):
    """Florins, and technology points of a colour."""

    florins: int
    points: int = 0
    colour: str = "green"


def knows(game: Medioevo, seat: Seat, key: str) -> bool:
    """MU-TECH-01 Has the player this technology, or borrowed it for this phase (MU-TEC-64)?"""
    technology = technologies()[key]
    if game.players[seat].technology[colour_index(technology.branch)] >= technology.level:
        return True
    return has_effect(game, "borrowed", key, seat)


def use_loan(game: Medioevo, seat: Seat, key: str) -> None:
    """MU-TEC-64 A borrowed technology serves once."""
    technology = technologies()[key]
    if game.players[seat].technology[colour_index(technology.branch)] < technology.level:
        use_up(game, next(effects(game, "borrowed", key, seat)))


def can_pay(game: Medioevo, seat: Seat, price: Price, fee: int = 0) -> bool:
    """Cash for the florins, for points that the pool lacks, and for what a pact asks for the place."""
    return price.florins + fee + missing_points(game, seat, price.colour, price.points) <= game.players[seat].florins


def pay_price(game: Medioevo, seat: Seat, price: Price, rule: str, audience: tuple[Seat, ...] | None = None) -> None:
    """Points, then florins; a hidden purchase is known to its buyer only."""
    spend_points(game, seat, price.colour, price.points, audience)
    pay(game, seat, price.florins, rule, audience=audience)


def unit_price(game: Medioevo, seat: Seat, kind: str) -> Price:
    """MU-BUY-06 Florins by type; a Captain costs 100 and a red point per level; what a Surgeon saved costs half (MU-CARD-28)."""
    steps = max(1, level(kind))
    florins = tables().units[figure(kind)] * steps
    if game.players[seat].cheap[INDEX[kind]]:
        return Price(florins // 2, 0, "red")
    return Price(florins, level(kind), "red")


def use_saving(game: Medioevo, seat: Seat, kind: str) -> None:
    cheap = game.players[seat].cheap
    if cheap[INDEX[kind]]:
        change(game, seat, cheap=bumped(cheap, INDEX[kind], -1))


def building_price(game: Medioevo, seat: Seat, category: str, old: int, new: int) -> Price:
    """MU-TEC-51 MU-TEC-52 MU-TEC-61 100 florins and a green point per level, a Cathedral 300 and a violet one; Architects help."""
    table = tables().buildings[category]
    florins = table.price * (new - old) - total_effect(game, "discount", seat=seat)
    if has_effect(game, "half-price", seat=seat):
        florins //= 2
    points = technologies()["religion"].points if category == "cathedral" else new - old
    return Price(florins, points, table.colour)


def use_discounts(game: Medioevo, seat: Seat) -> None:
    """MU-CARD-32 MU-CARD-33 An Architect's reduction serves one building."""
    for name in ("discount", "half-price"):
        for effect in list(effects(game, name, seat=seat)):
            use_up(game, effect)


def vehicle_cost(kind: str, old: int, new: int) -> Price:
    """MU-TEC-11 MU-TEC-53 100 florins and a point per level: blue for transports, green for engines."""
    steps = new - old
    return Price(tables().transport["price"] * steps, steps, "green" if kind == "engine" else "blue")
