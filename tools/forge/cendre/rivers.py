"""Courses of rivers: the cheapest way along borders between lands, from the spring to a mouth or to another river."""

from __future__ import annotations

import heapq
from collections import defaultdict
from typing import NamedTuple

from shapely.geometry import LineString

from ..paths import Xy
from ..source import SourceError, Spec
from .mesh import Drawn, Mesh
from .world import VOLCANO

COST_BY_PREFERRED_BANKS = (4.0, 1.5, 1.0)
COST_OF_AVOIDED_BANKS = 6


class River(NamedTuple):
    """A river from spring to mouth, and the pairs of lands it parts."""

    name: str
    type: str
    along: list[tuple[str, str]]
    points: list[Xy]


class Reach(NamedTuple):
    """A stretch of a course: from corner to corner, between two lands."""

    start: int
    end: int
    banks: tuple[str, str]
    line: Drawn
    length: float

    @property
    def points(self) -> list[Xy]:
        return self.line.points if self.line.start == self.start else self.line.points[::-1]


class RiverSystem:
    """Rivers traced one after the other: none runs where another does."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh, self.world = mesh, mesh.world
        self.around = mesh.around_corner()
        self.wet = {corner for corner, names in self.around.items() if any(map(self.world.is_sea, names))}
        self.reaches = self._reaches()
        self.types: dict[frozenset[str], str] = {}
        self._corners: dict[str, list[int]] = {}
        self.rivers = [self._trace(spec) for spec in self.world.rules["rivers"]]

    def _reaches(self) -> dict[int, list[Reach]]:
        """Ways on from every corner along borders between lands."""
        found = defaultdict(list)
        for banks, line in self.mesh.borders().items():
            if all(map(self.world.is_land, banks)):
                length = LineString(line.points).length
                found[line.start].append(Reach(line.start, line.end, banks, line, length))
                found[line.end].append(Reach(line.end, line.start, banks, line, length))
        return found

    def _trace(self, spec: Spec) -> River:
        if spec["type"] == "lava":
            return self._lava(spec)
        course = self._course(spec)
        for reach in course:
            self.types[frozenset(reach.banks)] = spec["type"]
        self._corners[spec["name"]] = [reach.end for reach in course[:-1]]
        points = course[0].points[:1] + [point for reach in course for point in reach.points[1:]]
        return River(spec["name"], spec["type"], [reach.banks for reach in course], points)

    def _lava(self, spec: Spec) -> River:
        """Lava runs down the whole border of two lands, from the crater."""
        one, other = spec["from"]
        borders = self.mesh.borders()
        line = borders.get((one, other)) or borders[other, one]
        points = line.points if VOLCANO in self.around[line.start] else line.points[::-1]
        self.types[frozenset((one, other))] = "lava"
        return River(spec["name"], "lava", [(one, other)], points)

    def _springs(self, spec: Spec) -> list[int]:
        source = set(spec["from"])
        at_water = any(map(self.world.is_sea, source))
        found = [corner for corner in self.reaches if source <= self.around[corner] and (corner in self.wet) == at_water]
        if not found:
            raise SourceError(f"{spec['name']}: no spring at {sorted(source)}")
        return found

    def _mouths(self, spec: Spec) -> set[int]:
        joined = {corner for river in spec.get("joins", []) for corner in self._corners[river]}
        if not spec.get("to"):
            return joined
        return joined | {corner for corner in self.reaches if set(spec["to"]) <= self.around[corner] and corner in self.wet}

    def _course(self, spec: Spec) -> list[Reach]:
        springs, mouths = self._springs(spec), self._mouths(spec)
        cost, back = dict.fromkeys(springs, 0.0), dict[int, Reach]()
        heap = [(0.0, corner) for corner in springs]
        while heap:
            spent, corner = heapq.heappop(heap)
            if spent > cost[corner]:
                continue
            if corner in mouths and corner not in springs:
                return _way_back(corner, back)
            if corner in self.wet and corner not in springs:
                continue  # any other shore ends the river
            for reach in self.reaches[corner]:
                total = spent + self._cost(reach, spec)
                if self._is_free(reach) and total < cost.get(reach.end, 1e18):
                    cost[reach.end], back[reach.end] = total, reach
                    heapq.heappush(heap, (total, reach.end))
        raise SourceError(f"{spec['name']}: no course from {sorted(spec['from'])}")

    def _is_free(self, reach: Reach) -> bool:
        return frozenset(reach.banks) not in self.types and VOLCANO not in self.around[reach.end]

    def _cost(self, reach: Reach, spec: Spec) -> float:
        banks = set(reach.banks)
        cost = reach.length * COST_BY_PREFERRED_BANKS[len(banks & set(spec.get("prefer", [])))]
        return cost * COST_OF_AVOIDED_BANKS if banks & set(spec.get("avoid", [])) else cost


def _way_back(corner: int, back: dict[int, Reach]) -> list[Reach]:
    course = []
    while corner in back:
        course.append(back[corner])
        corner = back[corner].start
    return course[::-1]
