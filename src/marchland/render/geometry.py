"""Plane geometry for drawing maps: what lies inside, how far a border is, where lettering fits, which edges are coast."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from .mapfile import Point

Ring = Sequence[Point]
Box = tuple[float, float, float, float]

# The plastic number's powers: a low-discrepancy sequence that looks hand-scattered and needs no dice.
_R2 = (0.7548776662466927, 0.5698402909980532)


def bounds(rings: Iterable[Ring]) -> Box:
    points = [point for ring in rings for point in ring]
    return (min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points))


def area(ring: Ring) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(ring))) / 2


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    yield from zip(ring, (*ring[1:], ring[0]), strict=True)


class Outline:
    """The rings of a place, ready to be asked of many points: a survey asks some of a thousand."""

    def __init__(self, rings: Sequence[Ring]) -> None:
        self.bounds = bounds(rings)
        self._edges = [(*a, *b) for ring in rings for a, b in edges(ring)]

    def crossings(self, y: float) -> list[float]:
        """Where borders cross the line at this height, from left to right."""
        return sorted((x2 - x1) * (y - y1) / (y2 - y1) + x1 for x1, y1, x2, y2 in self._edges if (y1 > y) != (y2 > y))

    def holds(self, x: float, y: float) -> bool:
        return _is_between(x, self.crossings(y))

    def is_clear(self, x: float, y: float, margin: float) -> bool:
        """Is every border at least so far away?"""
        low, high, near = y - margin, y + margin, margin * margin
        for x1, y1, x2, y2 in self._edges:
            if (y1 > high and y2 > high) or (y1 < low and y2 < low):
                continue
            dx, dy = x2 - x1, y2 - y1
            length = dx * dx + dy * dy
            along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / length)) if length else 0.0
            if (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2 < near:
                return False
        return True


def _is_between(x: float, crossings: list[float]) -> bool:
    """Even-odd rule, over all rings at once."""
    return (len(crossings) - bisect_right(crossings, x)) % 2 == 1


def scatter(outline: Outline, spacing: float, margin: float, keep_off: Sequence[Box], start: int = 0) -> list[Point]:
    """Evenly strewn points inside an outline, `margin` away from borders and outside the boxes; top to bottom."""
    left, top, right, bottom = outline.bounds
    width, height = right - left, bottom - top
    found: list[Point] = []
    for step in range(int(width * height / spacing**2) + 1):
        x = left + width * ((0.5 + _R2[0] * (step + start)) % 1)
        y = top + height * ((0.5 + _R2[1] * (step + start)) % 1)
        if any(x1 < x < x2 and y1 < y < y2 for x1, y1, x2, y2 in keep_off):
            continue
        if outline.holds(x, y) and outline.is_clear(x, y, margin):
            found.append((round(x, 1), round(y, 1)))
    return sorted(found, key=lambda point: point[1])


def block_spot(outline: Outline, anchor: Point, width: float, height: float) -> Point:
    """The middle of a block of this size that lies inside an outline, as near as possible to the anchor (or the anchor)."""
    left, top, right, bottom = outline.bounds
    nearest = sorted(
        ((x, y) for x in _steps(left, right) for y in _steps(top, bottom)),
        key=lambda point: (point[0] - anchor[0]) ** 2 + (point[1] - anchor[1]) ** 2,
    )
    crossings = cache(outline.crossings)
    for shrink in (1.0, 0.85, 0.7):
        for x, y in nearest:
            if _block_fits(crossings, x, y, width * shrink / 2, height * shrink / 2):
                return (x, y)
    return anchor


def _block_fits(crossings: Callable[[float], list[float]], x: float, y: float, half_width: float, half_height: float) -> bool:
    rows = (crossings(y + half_height * v) for v in (-1.0, 0.0, 1.0))
    return all(_is_between(x + half_width * u, row) for row in rows for u in (-1.0, -0.5, 0.0, 0.5, 1.0))


def _steps(low: float, high: float) -> Iterator[float]:
    count = max(2, min(16, int((high - low) / 8)))
    for step in range(count + 1):
        yield low + (high - low) * step / count


def coastline(outlines: Iterable[Sequence[Ring]]) -> list[list[Point]]:
    """The edges that belong to one outline only, chained into lines: neighbours share their vertices exactly."""
    seen: dict[frozenset[tuple[int, int]], tuple[Point, Point] | None] = {}
    for rings in outlines:
        for ring in rings:
            for a, b in edges(ring):
                key = frozenset((_grain(a), _grain(b)))
                seen[key] = None if key in seen else (a, b)
    return _chained([edge for edge in seen.values() if edge and edge[0] != edge[1]])


def _grain(point: Point) -> tuple[int, int]:
    return (round(point[0] * 10), round(point[1] * 10))


def _chained(loose: list[tuple[Point, Point]]) -> list[list[Point]]:
    starts: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for edge in loose:
        starts.setdefault(_grain(edge[0]), []).append(edge)
    ends = {_grain(b) for _, b in loose}
    heads = [edge for edge in loose if _grain(edge[0]) not in ends] + loose
    chains: list[list[Point]] = []
    used: set[int] = set()
    for head in heads:
        if id(head) not in used:
            chains.append(_follow(head, starts, used))
    return chains


def _follow(edge: tuple[Point, Point], starts: dict[tuple[int, int], list[tuple[Point, Point]]], used: set[int]) -> list[Point]:
    line = [edge[0]]
    step: tuple[Point, Point] | None = edge
    while step is not None:
        used.add(id(step))
        line.append(step[1])
        step = next((other for other in starts.get(_grain(step[1]), ()) if id(other) not in used), None)
    return line
