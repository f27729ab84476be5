"""Troops on foreign land go home."""

from __future__ import annotations

from collections.abc import Collection

from ...state import Cendre, Code, NationId
from ...world import distances
from ..common.inquiry import controlled
from ..war.aftermath import withdraw
from ..war.bodies import bodies


def send_home(game: Cendre, nation: NationId, hosts: Collection[NationId] | None = None) -> None:
    """TC-DIP-06 Units on foreign land (of these hosts, or of anybody) go to the nearest own territory without loss."""
    for code, present in sorted(bodies(game).items()):
        land = game.lands[code]
        if land.controller == nation or (hosts is not None and land.controller not in hosts):
            continue
        for body in present:
            if body.nation == nation:
                withdraw(game, body, prefer=nearest_home(game, nation, code), reason="sent_home", rule="TC-DIP-06", unharmed=True)


def nearest_home(game: Cendre, nation: NationId, code: Code) -> Code:
    steps = distances(code)
    return min(controlled(game, nation), key=lambda home: (steps.get(home, len(steps) + 1), home), default="")
