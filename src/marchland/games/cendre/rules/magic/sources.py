"""Sources in winter: the fluid that comes back."""

from __future__ import annotations

from ...state import Cendre, Code, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.inquiry import is_held, owned
from ..common.ledger import change_land
from ..common.marks import drop_marks, marks
from ..glory.account import change_glory
from ..standing.account import change_counter
from ..towns.towns import EFFECTS


def refill_sources(game: Cendre) -> None:
    """TC-LAND-12 TC-MAG-06 Fluid is back at the level of its source, unless the world is out of joint."""
    if all(mark.until != game.turn for mark in marks(game, "no_refill")):
        for code in SITES:
            land = game.lands[code]
            change_land(game, code, "fluid", land.source - land.fluid, "winter", "TC-MAG-06")
    for mark in marks(game, "refill_bonus"):
        overfill(game, mark.nation, mark.amount)
    for mark in marks(game, "moon_sacrifice"):
        _moon_sacrifice(game, mark.nation, mark.territory)
    drop_marks(game, "moon_sacrifice")


def overfill(game: Cendre, nation: NationId, above: int) -> None:
    """TC-EVT-03 The owned sources hold more than their level, never more than any source can."""
    for code in owned(game, nation):
        land = game.lands[code]
        full = min(land.source + above, TABLES.magic.fluid_maximum)
        change_land(game, code, "fluid", max(0, full - land.fluid), "event", "TC-EVT-03")


def _moon_sacrifice(game: Cendre, nation: NationId, code: Code) -> None:
    """TC-STRUCT-08 The temple of the moon takes a life's worth of people for glory and power."""
    land, effect = game.lands[code], EFFECTS["temple-de-la-lune"]
    if is_held(land, nation) and land.population > 1:
        change_land(game, code, "population", -1, "temple-de-la-lune", "TC-STRUCT-08")
        change_land(game, code, "fluid", 1, "temple-de-la-lune", "TC-STRUCT-08")
        change_glory(game, nation, effect.amount, "temple-de-la-lune", "TC-STRUCT-08")
        change_counter(game, nation, effect.tenths, "temple-de-la-lune", "TC-STRUCT-08")
