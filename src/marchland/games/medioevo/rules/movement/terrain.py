"""What a step costs: Castles, and the terrain variant (rulebook: Movement; Variants, type of terrain)."""

from __future__ import annotations

from functools import cache

from marchland.kernel.actions import Seat

from ... import world
from ...state import Medioevo
from ...tables import tables


def step_cost(game: Medioevo, here: str, there: str) -> int:
    """MU-MOV-04 A step costs one movement point; MU-VAR-02 with the variant, by the terrain entered and one more over a river."""
    return terrain_cost(here, there) if game.settings.get("terrain") else 1


@cache
def terrain_cost(here: str, there: str) -> int:
    """MU-VAR-02 Plain 1, desert, forest and hill 2, mountain 3, sea 1; a river adds one."""
    river = tables().river_pm if world.crosses_river(here, there) else 0
    return tables().terrain_pm[world.terrain(there)] + river


def is_castle(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-MOV-07 A Castle territory the seat controls: land moves out of it are free."""
    land = game.lands.get(space)
    return land is not None and land.military == 3 and land.holder == seat
