"""Superior fortifications: a town that holds out until winter, and is never sacked."""

from __future__ import annotations

from ...state import Cendre, Code, Land
from ...world import SITES
from ..common.inquiry import has_structure
from ..common.ledger import write_land

FORTIFICATIONS = "fortifications-superieures"


def lay_siege(game: Cendre, code: Code) -> None:
    """TC-STRUCT-05 Superior fortifications keep the town from serving its conqueror until winter."""
    land = game.lands[code]
    if land.town and has_structure(land, FORTIFICATIONS):
        write_land(game, code, besieged=True)


def resists_plunder(land: Land) -> bool:
    """TC-STRUCT-05 No occupier ever pillages a town behind superior fortifications, nor one that still holds out."""
    return land.besieged or has_structure(land, FORTIFICATIONS)


def end_sieges(game: Cendre) -> None:
    """TC-STRUCT-05 A fortified town gives in during the winter."""
    for code in SITES:
        if game.lands[code].besieged:
            write_land(game, code, besieged=False)
