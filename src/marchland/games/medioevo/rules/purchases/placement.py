"""Where new pieces may be put, and how many units (rulebook: Purchase phase)."""

from __future__ import annotations

from functools import cache

from marchland.kernel.actions import Seat
from marchland.kernel.memo import kept_with

from ...state import Medioevo
from ...tables import MERCHANT, SHIPS, tables
from ..components.table import has_port, has_settlement, holdings
from ..diplomacy.relations import has_right


def takes_units(game: Medioevo, seat: Seat, space: str, right: str = "military") -> bool:
    """MU-BUY-07 A controlled settlement, or controlled land with a military building; a pact may open a partner's."""
    land = game.lands[space]
    if not land.military and not has_settlement(game, space):
        return False
    return land.holder == seat or has_right(game, seat, land.holder, right)


def takes_vehicle(game: Medioevo, seat: Seat, space: str, kind: str) -> bool:
    """MU-TEC-11 Caravans in settlements, wagons and engines also at military buildings, ships in ports."""
    return suits(game, space, kind) and takes_units(game, seat, space, right_for(kind))


def suits(game: Medioevo, space: str, kind: str) -> bool:
    """MU-TEC-11 Has a place the port that ships need, the settlement that Caravans need?"""
    if kind in SHIPS:
        return has_port(game, space)
    return kind != "caravan" or has_settlement(game, space)


def right_for(kind: str) -> str:
    """MU-DIP-05 The right that places a transport or engine in a partner's land."""
    return "civil" if kind in MERCHANT else "military"


@kept_with("lands")
def unit_limit(game: Medioevo, seat: Seat) -> int:
    """MU-BUY-08 Three units and one per level of own civil buildings."""
    return tables().unit_limit + sum(game.lands[space].civil for space in holdings(game, seat))


def room_for_units(game: Medioevo, seat: Seat) -> bool:
    return game.players[seat].recruits < unit_limit(game, seat)


def property_levels(game: Medioevo, seat: Seat) -> tuple[int, int, int]:
    """How many transports and engines of each level a player has."""
    levels = [vehicle.level for vehicle in game.vehicles.values() if vehicle.owner == seat]
    return levels.count(1), levels.count(2), levels.count(3)


def has_token_for(game: Medioevo, seat: Seat, level: int, instead_of: int = 0) -> bool:
    """MU-BUY-05 MU-BUY-09 Is there a Property token left for one more of this level (or for raising one of another level)?"""
    return tokens_allow(property_levels(game, seat), level, instead_of)


@cache
def tokens_allow(owned: tuple[int, int, int], level: int, instead_of: int = 0) -> bool:
    """MU-BUY-05 MU-BUY-09 Do the Property tokens allow one more of this level to whoever has so many of each?"""
    counts = list(owned)
    if instead_of:
        counts[instead_of - 1] -= 1
    counts[level - 1] += 1
    one, two, three = counts
    limit = tables().property_tokens
    return (
        one <= limit["one"]
        and two <= limit["two"]
        and three <= limit["three"]
        and two + three <= limit["two_or_three"]
        and sum(counts) <= limit["total"]
    )
