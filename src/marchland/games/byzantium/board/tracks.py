"""The two score tracks: both start in the south-west corner and meet in the north-east one.

The Byzantine track runs up the west and along the north, the Arab one along the south and up the east.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.board import Figures

from ..tables import ARAB, BYZANTINE, Side
from .chart import sheet

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

WIDTH = 46
"""Of the frame that holds the tracks."""
UPRIGHT, LEVEL = 27, 31
"""Cells between two corners on the short and on the long side."""
LENGTH = UPRIGHT + LEVEL + 2
"""The number in the last corner; beyond it one goes round again."""
SHIFT = 15
"""Markers that share a cell stand this far apart."""


class Cell(msgspec.Struct, frozen=True):
    """A cell of a track: its number, its corner and its size."""

    n: int
    x: float
    y: float
    w: float
    h: float

    @property
    def cx(self) -> float:
        return round(self.x + self.w / 2, 1)

    @property
    def cy(self) -> float:
        return round(self.y + self.h / 2, 1)


@cache
def cells(side: Side) -> tuple[Cell, ...]:
    """Every cell of a track from 0 to the last: its box and its number."""
    return tuple(_cell(number, *frame) for number, frame in enumerate(_way(side)))


def _way(side: Side) -> Iterator[Box]:
    """An L between the two corners: the Byzantine one by way of the north-west, the Arab one by way of the south-east."""
    width, height = sheet().width, sheet().height
    yield (-WIDTH, height, WIDTH, WIDTH)
    if side == BYZANTINE:
        yield from _upwards(-WIDTH)
        yield (-WIDTH, -WIDTH, WIDTH, WIDTH)
        yield from _eastwards(-WIDTH)
    else:
        yield from _eastwards(height)
        yield (width, height, WIDTH, WIDTH)
        yield from _upwards(width)
    yield (width, -WIDTH, WIDTH, WIDTH)


def _upwards(x: float) -> Iterator[Box]:
    high = sheet().height / UPRIGHT
    return ((x, sheet().height - (step + 1) * high, WIDTH, high) for step in range(UPRIGHT))


def _eastwards(y: float) -> Iterator[Box]:
    wide = sheet().width / LEVEL
    return ((step * wide, y, wide, WIDTH) for step in range(LEVEL))


def _cell(number: int, x: float, y: float, w: float, h: float) -> Cell:
    return Cell(number, round(x, 1), round(y, 1), round(w, 1), round(h, 1))


def markers(side: Side, scores: Sequence[int]) -> list[Figures]:
    """Where each seat's marker stands on a track, the leader on top."""
    standing: Counter[int] = Counter()
    found = []
    for seat, score in sorted(enumerate(scores), key=lambda item: (-item[1], item[0])):
        rounds, number = divmod(score, LENGTH) if score > LENGTH else (0, score)
        cell = cells(side)[number]
        shift = standing[number] * SHIFT
        standing[number] += 1
        dx, dy = _backwards(side, number)
        found.append(_marker(seat, side, score, rounds, cell.cx + dx * shift, cell.cy + dy * shift))
    return found[::-1]


def _backwards(side: Side, number: int) -> tuple[int, int]:
    """The direction in which markers make room for each other: back along the track."""
    upright = number <= UPRIGHT if side == BYZANTINE else number > LEVEL
    return (0, 1) if upright else (-1, 0)


def _marker(seat: Seat, side: Side, score: int, rounds: int, x: float, y: float) -> Figures:
    return {"seat": seat, "side": side, "score": score, "beyond": rounds * LENGTH, "x": round(x, 1), "y": round(y, 1)}


@cache
def tracks() -> dict[Side, tuple[Cell, ...]]:
    return {side: cells(side) for side in (BYZANTINE, ARAB)}
