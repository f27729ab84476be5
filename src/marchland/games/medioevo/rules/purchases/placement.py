"""Where new pieces may be put, and how many units (rulebook: Purchase phase)."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ...tables import MERCHANT, SHIPS, tables
from ..components.table import has_port, has_settlement, holdings
from ..diplomacy.relations import has_right


def takes_units(game: Medioevo, seat: Seat, space: str, right: str = "military") -> bool:
    """MU-BUY-07 A controlled settlement, or controlled land with a military building; a pact may open a partner's."""
    land = game.lands[space]
    if not has_settlement(space) and not land.military:
        return False
    return land.holder == seat or has_right(game, seat, land.holder, right)


def takes_vehicle(game: Medioevo, seat: Seat, space: str, kind: str) -> bool:
    """MU-TEC-11 Caravans in settlements, wagons and engines also at military buildings, ships in ports."""
    right = "civil" if kind in MERCHANT else "military"
    if kind in SHIPS:
        return has_port(space) and takes_units(game, seat, space, right)
    if kind == "caravan":
        return has_settlement(space) and takes_units(game, seat, space, right)
    return takes_units(game, seat, space, right)


def unit_limit(game: Medioevo, seat: Seat) -> int:
    """MU-BUY-08 Three units and one per level of own civil buildings."""
    return tables().unit_limit + sum(game.lands[space].civil for space in holdings(game, seat))


def room_for_units(game: Medioevo, seat: Seat) -> bool:
    return game.players[seat].recruits < unit_limit(game, seat)
