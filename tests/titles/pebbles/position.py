"""Positions of Pebbles for scenarios: `scores`, by name of seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.kernel.errors import BadFile

from .state import Pebbles


def lay(game: Pebbles, position: Mapping[str, Any], names: Sequence[str]) -> None:
    for key in position:
        if key != "scores":
            raise BadFile(f"position: unknown key {key!r}; known: scores")
    for name, score in position.get("scores", {}).items():
        game.scores[names.index(name)] = score
