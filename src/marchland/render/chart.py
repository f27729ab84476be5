"""Scores over time as a drawing: one line per seat, each with its own dashes and its charge at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 46, 40, 16, 34


def chart_facts(series: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of the drawing; `series` holds `n` (entry) and `scores` (by seat; none before the first scoring)."""
    series = [point for point in series if point["scores"]]
    last_n = max((point["n"] for point in series), default=1) or 1
    highest = max((score for point in series for score in point["scores"]), default=1)
    lowest = min((score for point in series for score in point["scores"]), default=0)
    floor, ceiling = min(0, lowest), max(1, highest)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "levels": [{"value": level, "y": _y(level, floor, ceiling)} for level in levels(floor, ceiling)],
        "last": last_n,
        "lines": [_line(series, seat, last_n, floor, ceiling) for seat in range(len(series[0]["scores"]))] if series else [],
    }


def _line(series: Sequence[Mapping[str, Any]], seat: int, last_n: int, floor: int, ceiling: int) -> dict[str, Any]:
    """A stair: a score holds until it changes."""
    corners: list[str] = []
    for point in series:
        x, y = _x(point["n"], last_n), _y(point["scores"][seat], floor, ceiling)
        corners.append(f"M{x} {y}" if not corners else f"H{x}V{y}")
    corners.append(f"H{_x(last_n, last_n)}")
    first, last = series[0]["scores"][seat], series[-1]["scores"][seat]
    return {"seat": seat, "d": "".join(corners), "end_y": _y(last, floor, ceiling), "first": first, "last": last}


def _x(n: int, last_n: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * n / last_n, 1)


def _y(score: float, floor: int, ceiling: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - floor) / (ceiling - floor), 1)


def levels(floor: int, ceiling: int, most: int = 6) -> list[int]:
    """Round numbers for the scale, at most one more than `most`."""
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10000, 100000) if (ceiling - floor) / size <= most)
    return list(range(-(-floor // step) * step, ceiling + 1, step))
