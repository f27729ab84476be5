"""The two score tracks: both start in the south-west corner and meet in the north-east one.

The Byzantine track runs up the west and along the north, the Arab one along the south and up the east.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from marchland.kernel.actions import Seat

from ..tables import ARAB, BYZANTINE, Side
from .chart import Point, sheet

WIDTH = 46
"""Of the frame that holds the tracks."""
UPRIGHT, LEVEL = 27, 31
"""Cells between two corners on the short and on the long side."""
LENGTH = UPRIGHT + LEVEL + 2
"""The number in the last corner; beyond it one goes round again."""
SHIFT = 15
"""Markers that share a cell stand this far apart."""


@cache
def cells(side: Side) -> tuple[dict[str, Any], ...]:
    """Every cell of a track from 0 to the last: corner, size and number."""
    return tuple(_cell(side, number) for number in range(LENGTH + 1))


def _cell(side: Side, number: int) -> dict[str, Any]:
    """The way is an L: first leg, corner, second leg; the Arab one is the Byzantine one mirrored."""
    width, height = sheet().width, sheet().height
    first, second = (UPRIGHT, LEVEL) if side == BYZANTINE else (LEVEL, UPRIGHT)
    step = number - 1 if number <= first else number - first - 2
    along = number <= first
    size_up, size_level = height / UPRIGHT, width / LEVEL
    if number in (0, first + 1, LENGTH):
        x, y = _corner(side, number, first)
        return _box(number, x, y, WIDTH, WIDTH)
    if side == BYZANTINE:
        if along:
            return _box(number, -WIDTH, height - (step + 1) * size_up, WIDTH, size_up)
        return _box(number, step * size_level, -WIDTH, size_level, WIDTH)
    if along:
        return _box(number, step * size_level, height, size_level, WIDTH)
    return _box(number, width, height - (step + 1) * size_up, WIDTH, size_up)


def _corner(side: Side, number: int, first: int) -> Point:
    width, height = sheet().width, sheet().height
    if number == 0:
        return (-WIDTH, height)
    if number == first + 1:
        return (-WIDTH, -WIDTH) if side == BYZANTINE else (width, height)
    return (width, -WIDTH)


def _box(number: int, x: float, y: float, w: float, h: float) -> dict[str, Any]:
    return {
        "n": number,
        "x": round(x, 1),
        "y": round(y, 1),
        "w": round(w, 1),
        "h": round(h, 1),
        "cx": round(x + w / 2, 1),
        "cy": round(y + h / 2, 1),
    }


def markers(side: Side, scores: Sequence[int]) -> list[dict[str, Any]]:
    """Where each seat's marker stands on a track, the leader on top."""
    standing: Counter[int] = Counter()
    found = []
    for seat, score in sorted(enumerate(scores), key=lambda item: (-item[1], item[0])):
        rounds, number = divmod(score, LENGTH) if score > LENGTH else (0, score)
        cell = cells(side)[number]
        shift = standing[number] * SHIFT
        standing[number] += 1
        dx, dy = _backwards(side, number)
        found.append(_marker(seat, side, score, rounds, cell["cx"] + dx * shift, cell["cy"] + dy * shift))
    return found[::-1]


def _backwards(side: Side, number: int) -> tuple[int, int]:
    """The direction in which markers make room for each other: back along the track."""
    upright = number <= UPRIGHT if side == BYZANTINE else number > LEVEL
    return (0, 1) if upright else (-1, 0)


def _marker(seat: Seat, side: Side, score: int, rounds: int, x: float, y: float) -> dict[str, Any]:
    return {"seat": seat, "side": side, "score": score, "beyond": rounds * LENGTH, "x": round(x, 1), "y": round(y, 1)}


def tracks() -> dict[Side, tuple[dict[str, Any], ...]]:
    return {side: cells(side) for side in (BYZANTINE, ARAB)}
