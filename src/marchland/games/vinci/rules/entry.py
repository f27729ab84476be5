"""How a civilization comes onto the board."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ..state import Vinci
from ..tables import Province


def is_entry(game: Vinci, seat: Seat, province: Province) -> bool:
    """VI-ENTRY-01 VI-ENTRY-02 VI-ENTRY-03 VI-ENTRY-09 From the edge, or over exactly one sea area that touches the edge;
    coming back is no different.
    """
    return can_enter_by_land(game, province) or can_enter_by_sea(game, seat, province) or game.powers(seat).enters_anywhere


def can_enter_by_land(game: Vinci, province: Province) -> bool:
    """VI-ENTRY-01 Provinces on the rim of the board are open."""
    return province in game.board.edge_provinces


def can_enter_by_sea(game: Vinci, seat: Seat, province: Province) -> bool:
    """VI-ENTRY-02 VI-ENTRY-04 Over one sea area that touches the rim; with Astronomy over any chain of them."""
    coasts = game.board.sea_chain_entries if game.powers(seat).crosses_seas else game.board.one_sea_entries
    return province in coasts


def entry_discounts(game: Vinci, seat: Seat) -> dict[Province, int]:
    """VI-ENTRY-05 VI-ENTRY-06 VI-ENTRY-07 VI-SPECIAL-11 Every open province with the discount of the way in.

    Entry has no province of origin, so neither mountain nor fort helps; Shipbuilding helps from the sea.
    Revolution opens every province.
    """
    ground, tiles = game.board, game.powers(seat)
    by_sea = ground.sea_chain_entries if tiles.crosses_seas else ground.one_sea_entries
    open_provinces = ground.provinces if tiles.enters_anywhere else [p for p in ground.provinces if is_entry(game, seat, p)]
    return {p: -tiles.cost_coast if p in by_sea else 0 for p in open_provinces}
