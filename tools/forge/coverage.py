"""Areas become outlines of one decimal that neighbours share point by point; borders are read off what is shared."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
import shapely
from shapely.geometry import Polygon

from .coast import polygons
from .paths import Xy

Outlines = dict[str, list[Any]]
Stretch = tuple[Xy, Xy]
Pair = tuple[str, str]


def simplified(areas: dict[str, Any], tolerance: float) -> Outlines:
    """All areas simplified together, so that there are neither gaps nor overlaps."""
    simple = shapely.coverage_simplify(np.array(list(areas.values()), dtype=object), tolerance)
    return {name: _to_one_decimal(shape) for name, shape in zip(areas, simple, strict=True)}


def _to_one_decimal(shape: Any) -> list[Any]:
    found = []
    for polygon in polygons(shapely.transform(shape, lambda points: np.round(points, 1))):
        rings = [ring for ring in map(_without_repeats, (polygon.exterior, *polygon.interiors)) if len(ring) >= 4]
        if rings:
            found.append(Polygon(rings[0], rings[1:]))
    return found


def _without_repeats(ring: Any) -> list[Xy]:
    points: list[Xy] = []
    for x, y in ring.coords:
        if not points or points[-1] != (x, y):
            points.append((float(x), float(y)))
    return points


class Contacts(NamedTuple):
    """What outlines share: stretches of each border, and how much of the rim each space has."""

    shared: dict[Pair, list[Stretch]]
    rim: dict[str, float]

    def length(self, pair: Pair) -> float:
        return sum(math.dist(*stretch) for stretch in self.shared[pair])


def contacts(outlines: Outlines, is_on_rim: Callable[[Xy, Xy], bool]) -> Contacts:
    shared: dict[Pair, list[Stretch]] = defaultdict(list)
    rim: dict[str, float] = defaultdict(float)
    for (one, other), owners in stretches(outlines).items():
        names = sorted(set(owners))
        if len(names) == 2:
            shared[names[0], names[1]].append((one, other))
        elif len(names) == 1 and is_on_rim(one, other):
            rim[names[0]] += math.dist(one, other)
    return Contacts(shared, rim)


def stretches(outlines: Outlines) -> dict[Stretch, list[str]]:
    """Every stretch of outline, whichever way it is drawn, with its owners."""
    found: dict[Stretch, list[str]] = defaultdict(list)
    for name, parts in outlines.items():
        for polygon in parts:
            for ring in (polygon.exterior, *polygon.interiors):
                points = [tuple(point) for point in ring.coords]
                for one, other in itertools.pairwise(points):
                    found[(one, other) if one < other else (other, one)].append(name)
    return found


def chained(loose: Iterable[Stretch]) -> list[list[Xy]]:
    """Stretches joined into lines, from a loose end where there is one."""
    graph = nx.MultiGraph()
    graph.add_edges_from(loose)
    lines = []
    while graph.number_of_edges():
        ends = [node for node, degree in graph.degree() if degree == 1] or [node for node, degree in graph.degree() if degree]
        lines.append(_walk(graph, ends[0]))
        graph.remove_nodes_from([node for node, degree in list(graph.degree()) if degree == 0])
    return lines


def _walk(graph: Any, node: Xy) -> list[Xy]:
    """One line, taken out of the graph, up to its end or to a fork."""
    line = [node]
    while (following := next(iter(graph[node]), None)) is not None:
        graph.remove_edge(node, following)
        line.append(following)
        node = following
        if graph.degree(node) != 1:
            break
    return line


def anchor(parts: list[Any]) -> tuple[list[float], float]:
    """Middle and radius of the largest circle that is free: where name and pieces go."""
    circle = shapely.maximum_inscribed_circle(max(parts, key=lambda part: part.area), 0.5)
    x, y = circle.coords[0]
    return [round(x, 1), round(y, 1)], round(circle.length, 1)
