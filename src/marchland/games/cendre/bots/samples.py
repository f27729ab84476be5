"""Sample sheets: a few sensible ways to write a season, from what the nation itself knows."""

from __future__ import annotations

from collections.abc import Iterator

from ..orders import AnyOrder
from ..state import Cendre, NationId
from .writer import STEWARD, WARLORD, write_orders


def sample_sheets(game: Cendre, nation: NationId) -> Iterator[tuple[AnyOrder, ...]]:
    """The empty sheet first, then that of a careful steward and that of a warlord; no two are alike."""
    seen: set[tuple[AnyOrder, ...]] = {()}
    yield ()
    for bent in (STEWARD, WARLORD):
        orders = write_orders(game, nation, lambda sides: sides // 2, bent)
        if orders not in seen:
            seen.add(orders)
            yield orders
