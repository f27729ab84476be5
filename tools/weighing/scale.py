"""What a title gives to those who look for its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Protocol

import msgspec

SHAKEN = 0.35
"""How far weights are shaken: the spread of their logarithms."""


class Sample(msgspec.Struct, frozen=True):
    """What became of a seat whose weights were shaken."""

    who: str
    """What it played, or where it sat: some have it easier, and that is none of the weights' doing."""
    came_to: float
    by: tuple[float, ...]
    """How far each weight was moved, as a logarithm."""


class Scale(Protocol):
    """Weights that bots of a title go by."""

    @property
    def names(self) -> Sequence[str]: ...

    def play(self, seed: str) -> list[Sample]:
        """One game, every seat with weights shaken in its own way."""

    def write(self, steps: Mapping[str, float], record: Mapping[str, object], file: Path) -> None:
        """The weights in use, moved by these logarithms."""

    def gain(self, file: Path, seed: str) -> float:
        """How much more those came to who went by a file than those who went by the weights in use.

        Every other seat goes by the file; on the same deal once more, the others do.
        """


def shaken(names: Sequence[str], random: Random) -> tuple[float, ...]:
    return tuple(random.gauss(0, SHAKEN) for _ in names)


def led_by(came_to: Sequence[float], first: int) -> float:
    """By how much every other seat, from the first one on, did better than the others."""
    return fmean(came_to[first::2]) - fmean(came_to[1 - first :: 2])
