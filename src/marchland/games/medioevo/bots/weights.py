"""What things are worth to a bot, in tenths of an honour point."""

from __future__ import annotations

from ..state import Counts, Land, Medioevo
from ..tables import KINDS, tables

HONOUR = 10.0
VICTORY = 50.0
"""Winning, beyond the honour it takes."""
FLORIN = 0.012
LATE_FLORIN = 0.002
LAND = 4.0
SETTLED = 2.0
BUILDING = {"civil": 3.0, "military": 2.2, "cathedral": 4.0}
"""Each level of a building."""
MARKET = 0.5
DAMAGE = 0.4
UNIT = {"li": 0.35, "hi": 1.0, "cav": 2.0, "arc": 1.05, "cap1": 2.3, "cap2": 3.6, "cap3": 4.8}
ENOUGH = 14.0
"""Troops beyond this are worth less."""
KIT = {"wagon": 4.0, "caravan": 4.0, "galley": 2.0, "merchantman": 2.6, "engine": 1.8}
"""The first transport or engine of a kind; the second is worth half of it, the third a third."""
UPGRADE = 1.3
MOBILE = 0.3
"""A unit beside a wagon that can take it."""
ERRAND = 4.0
"""An empty merchant transport with money to buy, before a route is opened."""
KEEP = 3
"""Turns of upkeep that are counted ahead."""
SHORTAGE = 0.08
"""Each florin of upkeep that cannot be paid."""
TIRED = 0.01
"""A movement point left."""
TECHNOLOGY = 2.4
CARD = 2.0
READY = 0.3
TOKEN = 1.5
POINT = 0.05
USEFUL_POINT = 0.4
"""A point that can serve a purchase in this block."""
UNPREPARED = 15.0
"""A card or token left upright when points were bought instead: more than any purchase, so that turning it comes first."""
LOAN = 8.0
LATE_LOAN = 20.0
ARREARS = 0.05
PRISONER = 1.0
FIRST = 1.2
"""Being first player."""
REBELLION = 6.0
REBELLIONS = {10: 0.0, 20: 0.1, 30: 0.43, 40: 1.1, 50: 2.0}
"""Expected rebellions at a tax level, from the backs of the Event cards."""
RIVAL = 0.35

_UNIT_VALUES = tuple(UNIT[kind] for kind in KINDS)


def turns_left(game: Medioevo) -> int:
    return max(0, tables().turns[str(game.settings["length"])] - game.turn)


def florin(left: int) -> float:
    """Money is worth the less the fewer turns are left to spend it in."""
    return LATE_FLORIN + (FLORIN - LATE_FLORIN) * min(1.0, left / 4)


def debt_weight(left: int) -> float:
    """A loan costs interest, and two honour points and more if it is not paid back by the end."""
    return LATE_LOAN + (LOAN - LATE_LOAN) * min(1.0, left / 4)


def land_worth(land: Land, is_settled: bool, left: int) -> float:
    """A territory earns taxes; buildings earn honour, units and cards."""
    value = LAND + 0.2 * left + (SETTLED if is_settled else 0.0)
    if land.civil or land.military or land.cathedral:
        value += BUILDING["civil"] * land.civil + BUILDING["military"] * land.military + BUILDING["cathedral"] * land.cathedral
        value -= DAMAGE * (land.civil_damage + land.military_damage + land.cathedral_damage)
    return value + MARKET * len(land.cubes)


def troops_worth(counts: Counts) -> float:
    return sum(value * number for value, number in zip(_UNIT_VALUES, counts, strict=True) if number)


def soldiers(troops: float) -> float:
    """An army is worth its keep up to a point."""
    return troops if troops < ENOUGH else ENOUGH + 0.4 * (troops - ENOUGH)
