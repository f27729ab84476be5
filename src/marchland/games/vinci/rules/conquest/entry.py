"""How a civilization comes onto the board."""

from __future__ import annotations

from collections.abc import Mapping

from ...world import Board, Province
from ..tiles import Arms


def entry_discounts(ground: Board, means: Arms) -> Mapping[Province, int]:
    """VI-ENTRY-03 VI-ENTRY-06 VI-ENTRY-07 VI-ENTRY-09 Every open province with the discount of the way in: entry has no province
    of origin, so neither mountain nor fort helps; Shipbuilding helps from the sea. Coming back is no different.
    """
    by_land, by_sea = entries(ground, means)
    return {**by_land, **dict.fromkeys(by_sea, means.cost_coast)}


def entries(ground: Board, means: Arms) -> tuple[dict[Province, int], frozenset[Province]]:
    """VI-ENTRY-01 VI-ENTRY-02 VI-ENTRY-04 VI-ENTRY-05 VI-SPECIAL-11 From the rim by land (with Revolution anywhere), and over
    one sea area that touches the rim (with Astronomy over any chain of them).
    """
    by_land = ground.provinces if means.enters_anywhere else ground.edge_provinces
    by_sea = ground.sea_chain_entries if means.crosses_seas else ground.one_sea_entries
    return dict.fromkeys(by_land, 0), by_sea
