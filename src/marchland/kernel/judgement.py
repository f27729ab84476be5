"""Judgements learned from play: how likely each player is to win, from figures that a title counts.

Each player's figures, weighed, give a strength; the odds to win go by the exponentials of the strengths. There is one set of
weights for every phase of the game at the end of turns, and as many for positions in the middle of one. They were fitted to the
ends of games between bots by `tools/train.py`; a file of the title's data holds them, and the record of how they came about.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from operator import mul
from pathlib import Path
from typing import Any

import msgspec

from .actions import Seat

Weights = tuple[tuple[float, ...], ...]
"""By phase, in the order of the figures' names."""


class Learned(msgspec.Struct, frozen=True):
    """Weights for ends of turns, and for positions in the middle of one."""

    names: tuple[str, ...]
    weights: Weights
    midway: Weights
    record: dict[str, Any]


class Judgement:
    """What a title's bots go by: its file, read when it is first asked for, or what is being learned."""

    def __init__(self, file: Path, names: tuple[str, ...]) -> None:
        self.file, self.names = file, names
        self._in_use: Learned | None = None

    @property
    def learned(self) -> Learned:
        if self._in_use is None:
            self.use(msgspec.json.decode(self.file.read_bytes(), type=Learned))
        assert self._in_use is not None
        return self._in_use

    def use(self, found: Learned) -> None:
        """Judge by this from now on: for training."""
        assert found.names == self.names, f"{self.file.name} was learned for other figures: tools/train.py makes it anew"
        self._in_use = found


def strength(figures: Sequence[float], weights: Sequence[float]) -> float:
    """Figures that are left out at the end count nothing."""
    total: float = sum(map(mul, figures, weights))
    return total


def odds_of(strengths: Sequence[float], seat: Seat) -> float:
    """The seat's odds to win among players of these strengths, as a logarithm."""
    highest = max(strengths)
    rivals = sum([exp(value - highest) for other, value in enumerate(strengths) if other != seat])
    return strengths[seat] - highest - log(rivals + 1e-9)
