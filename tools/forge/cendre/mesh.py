"""Cells with shared corners and edges; each edge is roughened once."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

from shapely.geometry import Polygon

from ..paths import Xy
from ..source import SourceError
from .borders import between, chance_for, crater_rim, roughened, warped
from .diagram import tessellate
from .world import BEYOND, VOLCANO, World

SAME_CORNER = 0.6
"""Ends of borders closer than this are one corner: four lands meet at one point."""

CALM, RAGGED, PLAIN = (0.16, 11.0), (0.80, 4.8), (0.55, 6.5)
"""How far a line leaves its edge and how short its steps are: on open water, on coasts, between lands."""

MOST_TRIES = 30
CALMER = 0.93


class Edge(NamedTuple):
    """A straight edge between two cells (by index), from corner to corner."""

    one: int
    other: int
    start: int
    end: int


class Drawn(NamedTuple):
    """An edge as drawn."""

    start: int
    end: int
    points: list[Xy]


class Mesh:
    """The cells of a world and their outlines."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.names = [*world.names, VOLCANO]
        self.corners: list[Xy] = []
        self.edges = self._with_crater(self._straight_edges())
        self._sides: dict[int, list[Edge]] = defaultdict(list)
        for edge in self.edges:
            self._sides[edge.one].append(edge)
            self._sides[edge.other].append(edge)
        self._cells = [cell for cell in self._sides if not self.names[cell].startswith(BEYOND)]
        self._middles = {cell: self._middle(cell) for cell in self._cells}
        self.drawn: dict[tuple[int, int], Drawn] = {}
        self.polygons = self._draw_cleanly()

    def borders(self) -> dict[tuple[str, str], Drawn]:
        """The borders between territories."""
        real = len(self.world.codes)
        return {
            (self.names[one], self.names[other]): line for (one, other), line in self.drawn.items() if one < real and other < real
        }

    def around_corner(self) -> dict[int, set[str]]:
        """Who meets at each corner."""
        found: dict[int, set[str]] = defaultdict(set)
        for edge in self.edges:
            for corner in (edge.start, edge.end):
                found[corner] |= {self.names[edge.one], self.names[edge.other]}
        return found

    # -- straight edges --------------------------------------------------------------------------------------

    def _straight_edges(self) -> list[Edge]:
        diagram, real = tessellate(self.world.points, self.world.weights), len(self.world.codes)
        grid: dict[tuple[int, int], list[int]] = defaultdict(list)
        found = []
        for (one, other), here, there in zip(diagram.pairs.tolist(), diagram.starts, diagram.ends, strict=True):
            if one >= real and other >= real:
                continue
            start, end = self._corner(here, grid), self._corner(there, grid)
            if start != end:
                found.append(Edge(min(one, other), max(one, other), start, end))
        return found

    def _corner(self, point: Xy, grid: dict[tuple[int, int], list[int]]) -> int:
        """The corner at a point, made if there is none yet."""
        column, row = int(point[0] // 1), int(point[1] // 1)
        for near in ((column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)):
            for corner in grid.get(near, ()):
                if math.dist(self.corners[corner], point) < SAME_CORNER:
                    return corner
        self.corners.append((float(point[0]), float(point[1])))
        grid[column, row].append(len(self.corners) - 1)
        return len(self.corners) - 1

    def _with_crater(self, edges: list[Edge]) -> list[Edge]:
        """A round crater opens where the three lands of the volcano meet."""
        rules = self.world.rules["volcano"]
        lands = [self.world.index[code] for code in rules["touches"]]
        trio = [edge for edge in edges if edge.one in lands and edge.other in lands]
        (hub,) = set.intersection(*({edge.start, edge.end} for edge in trio))
        self._hub = self.corners[hub]
        found, mouths = [edge for edge in edges if edge not in trio], {}
        for one, other, start, end in trio:
            far = end if start == hub else start
            share = rules["radius"] / math.dist(self._hub, self.corners[far])
            self.corners.append(between(self._hub, self.corners[far], share))
            mouths[one, other] = len(self.corners) - 1
            found.append(Edge(one, other, mouths[one, other], far))
        for land in lands:
            start, end = (corner for pair, corner in mouths.items() if land in pair)
            found.append(Edge(land, len(self.names) - 1, start, end))
        return found

    def _ring(self, cell: int) -> list[int]:
        """The corners around a cell, in order."""
        following = defaultdict(list)
        for edge in self._sides[cell]:
            following[edge.start].append(edge.end)
            following[edge.end].append(edge.start)
        if any(len(corners) != 2 for corners in following.values()):
            raise SourceError(f"{self.names[cell]} is not in one piece: move its seed")
        start = self._sides[cell][0].start
        ring, before, here = [start], -1, start
        while True:
            ahead = following[here][0] if following[here][0] != before else following[here][1]
            if ahead == start:
                return ring
            ring.append(ahead)
            before, here = here, ahead

    def _middle(self, cell: int) -> Xy:
        centroid = Polygon([self.corners[corner] for corner in self._ring(cell)]).centroid
        return (centroid.x, centroid.y)

    # -- drawn edges -----------------------------------------------------------------------------------------

    def _draw_cleanly(self) -> dict[str, Polygon]:
        """Rounding can make two hairpins of one coast touch: those are drawn again, calmer."""
        again = self.edges
        for attempt in range(MOST_TRIES):
            for edge in again:
                self.drawn[edge.one, edge.other] = self._draw(edge, attempt)
            polygons = {cell: Polygon(self._outline(cell)) for cell in self._cells}
            bad = {cell for cell, polygon in polygons.items() if not polygon.is_valid}
            if not bad:
                return {self.names[cell]: polygon for cell, polygon in polygons.items()}
            again = [edge for edge in self.edges if bad & {edge.one, edge.other}]
        raise SourceError(f"no clean borders for {', '.join(sorted(self.names[cell] for cell in bad))}")

    def _draw(self, edge: Edge, attempt: int) -> Drawn:
        start, end = self.corners[edge.start], self.corners[edge.end]
        one, other = self.names[edge.one], self.names[edge.other]
        chance = chance_for("edge", one, other, *([str(attempt)] if attempt else []))
        if other == VOLCANO:
            inner = crater_rim(start, end, self._hub, chance)
        else:
            middle = self._middles[edge.one]
            beyond = self._middles.get(edge.other) or between(middle, between(start, end, 0.5), 1.7)
            amplitude, shortest = self._manner(one, other)
            inner = roughened(start, end, (middle, beyond), amplitude * CALMER**attempt, chance, shortest)
        points: list[Xy] = []
        for point in map(warped, [start, *inner, end]):
            if not points or point != points[-1]:
                points.append(point)
        return Drawn(edge.start, edge.end, points)

    def _manner(self, one: str, other: str) -> tuple[float, float]:
        wet, wet_too = self.world.is_sea(one), self.world.is_sea(other)
        if wet and (wet_too or other.startswith(BEYOND)):
            return CALM
        return RAGGED if wet != wet_too else PLAIN

    def _outline(self, cell: int) -> list[Xy]:
        ways = {}
        for edge in self._sides[cell]:
            points = self.drawn[edge.one, edge.other].points
            ways[edge.start, edge.end], ways[edge.end, edge.start] = points, points[::-1]
        ring = self._ring(cell)
        return [point for step in zip(ring, [*ring[1:], ring[0]], strict=True) for point in ways[step][:-1]]
