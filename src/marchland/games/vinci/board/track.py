"""The score track around the board: a hundred cells, clockwise from the top left corner; beyond that one goes round again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from marchland.kernel.actions import Seat

TRACK_WIDTH = 46
COLUMNS, ROWS = 30, 22
LENGTH = 2 * COLUMNS + 2 * (ROWS - 2)
WIDTH, HEIGHT = 1500, 1215
"""Both boards are drawn at this size."""


class Cell(msgspec.Struct, frozen=True):
    """A cell of the track: its number, its corner and its size."""

    n: int
    x: float
    y: float
    w: float
    h: float


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's marker, with how many times it has gone round."""

    seat: Seat
    x: float
    y: float
    rounds: int
    score: int


@cache
def track_cells() -> tuple[Cell, ...]:
    """Every cell with its corner, size and number."""
    wide = (WIDTH + 2 * TRACK_WIDTH) / COLUMNS
    high = (HEIGHT + 2 * TRACK_WIDTH) / ROWS
    return tuple(_cell(number, *_column_and_row(number), wide, high) for number in range(LENGTH))


def _column_and_row(number: int) -> tuple[int, int]:
    if number < COLUMNS:
        return number, 0
    number -= COLUMNS
    if number < ROWS - 1:
        return COLUMNS - 1, number + 1
    number -= ROWS - 1
    if number < COLUMNS - 1:
        return COLUMNS - 2 - number, ROWS - 1
    return 0, ROWS - 2 - (number - (COLUMNS - 1))


def _cell(number: int, column: int, row: int, wide: float, high: float) -> Cell:
    """Cells on the left and right are as narrow as the track; those above and below as low."""
    left = -TRACK_WIDTH + column * wide if column < COLUMNS - 1 or row in (0, ROWS - 1) else WIDTH
    top = -TRACK_WIDTH + row * high if row < ROWS - 1 else HEIGHT
    width = wide if row in (0, ROWS - 1) else TRACK_WIDTH
    height = TRACK_WIDTH if row in (0, ROWS - 1) else high
    return Cell(number, round(left, 1), round(top, 1), round(width, 1), round(height, 1))


def markers(scores: Sequence[int], order: Sequence[Seat]) -> list[Marker]:
    """Where each seat's marker stands; several on one cell are shifted so that all are seen."""
    cells = track_cells()
    standing: dict[int, int] = {}
    found = []
    for seat in order:
        cell = cells[scores[seat] % LENGTH]
        shift = standing.get(cell.n, 0)
        standing[cell.n] = shift + 1
        along = (shift * 17, 0) if cell.h == TRACK_WIDTH else (0, shift * 17)
        x, y = round(cell.x + cell.w / 2 + along[0], 1), round(cell.y + cell.h / 2 + along[1], 1)
        found.append(Marker(seat=seat, x=x, y=y, rounds=scores[seat] // LENGTH, score=scores[seat]))
    return found
