"""Positions for tests and scenarios.

Keys, all optional: `fields` {field: seat}, `goals` [ground of each seat], `round` (its first turn is the next).
"""

from collections.abc import Mapping
from typing import Any

from marchland.kernel.errors import BadFile

from .sequence import WholeGame
from .state import Game
from .tables import FIELDS

KEYS = ("fields", "goals", "round")


def lay(game: Game, position: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """Lay the position on the table of a new game and run to its first decision."""
    for key in position:
        if key not in KEYS:
            raise BadFile(f"position: unknown key {key!r}; known: {', '.join(KEYS)}")
    for field, name in position.get("fields", {}).items():
        if field not in FIELDS or name not in names:
            raise BadFile(f"position: {field!r} is no field or {name!r} no seat")
        game.holders[field] = names.index(name)
    game.goals = tuple(position.get("goals", game.goals))
    game.round = position.get("round", game.round)
    game.end_game()
    game.begin(WholeGame())
