"""Dice of the arbiter: rolled behind the screen, logged for verification, shown through the events they decide."""

from __future__ import annotations

import re

from marchland.kernel.chance import roll
from marchland.kernel.events import NOBODY

from ...state import Cendre, NationId


def dice(game: Cendre, nation: NationId, purpose: str, number: int, sides: int) -> tuple[int, ...]:
    return roll(game, game.seats.get(nation), purpose, number, sides, audience=NOBODY)


def d6(game: Cendre, nation: NationId, purpose: str) -> int:
    return dice(game, nation, purpose, 1, 6)[0]


def d10(game: Cendre, nation: NationId, purpose: str) -> int:
    return dice(game, nation, purpose, 1, 10)[0]


def d20(game: Cendre, nation: NationId, purpose: str) -> int:
    return dice(game, nation, purpose, 1, 20)[0]


def percent(game: Cendre, nation: NationId, purpose: str, chance: int) -> bool:
    """d100 at or under the chance; certain and impossible things need no die."""
    if chance <= 0:
        return False
    if chance >= 100:
        return True
    return dice(game, nation, purpose, 1, 100)[0] <= chance


def written(game: Cendre, nation: NationId, purpose: str, text: str | int) -> int:
    """Dice as the data writes them: `2`, `1d3`, `1d3+1`."""
    match = re.fullmatch(r"(?:(\d+)d(\d+))?\+?(\d+)?", str(text))
    assert match, f"not dice: {text!r}"
    number, sides, plus = match.groups()
    rolled = sum(dice(game, nation, purpose, int(number), int(sides))) if number else 0
    return rolled + int(plus or 0)
