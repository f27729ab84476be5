"""Fluid and its source."""

from __future__ import annotations

from ...state import Cendre, Code
from ..common.ledger import change_land


def spill(game: Cendre, code: Code, reason: str, rule: str) -> None:
    """TC-MAG-01 A source that sank holds no more fluid than its level."""
    land = game.lands[code]
    change_land(game, code, "fluid", min(0, land.source - land.fluid), reason, rule)
