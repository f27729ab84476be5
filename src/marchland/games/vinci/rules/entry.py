"""How a civilization comes onto the board."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ..state import Vinci
from ..tables import Board, Powers, Province


def is_entry(game: Vinci, seat: Seat, province: Province) -> bool:
    """VI-ENTRY-03 VI-ENTRY-09 Inland provinces and those two seas away are closed; coming back is no different."""
    return province in entry_discounts(game, seat)


def entry_discounts(game: Vinci, seat: Seat) -> dict[Province, int]:
    """VI-ENTRY-06 VI-ENTRY-07 Every open province with the discount of the way in: entry has no province of origin, so
    neither mountain nor fort helps; Shipbuilding helps from the sea.
    """
    tiles = game.powers(seat)
    by_land, by_sea = entries(game.board, tiles)
    return {**by_land, **dict.fromkeys(by_sea, tiles.cost_coast)}


def entries(ground: Board, tiles: Powers) -> tuple[dict[Province, int], frozenset[Province]]:
    """VI-ENTRY-01 VI-ENTRY-02 VI-ENTRY-04 VI-ENTRY-05 VI-SPECIAL-11 From the rim by land (with Revolution anywhere), and over
    one sea area that touches the rim (with Astronomy over any chain of them).
    """
    by_land = ground.provinces if tiles.enters_anywhere else ground.edge_provinces
    by_sea = ground.sea_chain_entries if tiles.crosses_seas else ground.one_sea_entries
    return dict.fromkeys(by_land, 0), by_sea
