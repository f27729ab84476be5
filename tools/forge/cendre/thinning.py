"""Outlines with half their points and the same look; what two spaces share, they still share."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely

from ..paths import Xy

LEAST_TRIANGLE = 5.0
"""A point goes if it makes less of a difference than this, in square pixels."""


class Thinning:
    """Which points of a set of outlines stay."""

    def __init__(self, outlines: Iterable[Any]) -> None:
        shapes = np.array([rounded(outline) for outline in outlines], dtype=object)
        thinned = shapely.coverage_simplify(shapes, math.sqrt(LEAST_TRIANGLE))
        self._kept = {(x, y) for x, y in shapely.get_coordinates(thinned).tolist()}

    def line(self, points: Iterable[Xy]) -> list[Xy]:
        """The same line, in the same direction, without the points that go."""
        return [point for point in points if point in self._kept]

    def shape(self, outline: Any) -> Any:
        """The same outline, beginning at the same point."""
        parts = getattr(outline, "geoms", [outline])
        return shapely.MultiPolygon([self._polygon(rounded(part)) for part in parts if part.geom_type == "Polygon"])

    def _polygon(self, polygon: Any) -> Any:
        rings = [self.line(ring.coords[:-1]) for ring in (polygon.exterior, *polygon.interiors)]
        return shapely.Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 2])


def rounded(shape: Any) -> Any:
    return shapely.transform(shape, lambda points: np.round(points, 1))
