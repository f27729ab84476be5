"""What is drawn beside the lands: islets, towns, and what lies beyond the known world."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from scipy.spatial import cKDTree
from shapely.geometry import Point, Polygon, box
from shapely.ops import polylabel, unary_union

from .borders import Chance, chance_for, warped
from .mesh import Mesh
from .world import BEYOND

MOST_ISLETS = 8
POINTS_OF_AN_ISLET = 14
GRAIN = 6
"""Regions beyond the known world are laid out in squares of this size, then smoothed."""

ENDS = {
    "south": "Provinces ensevelies sous la Cendre",
    "north": "Grand Nord gelé",
    "east": "Montagnes infranchissables",
    "ocean": "Océan sans fin",
}
"""In the order in which they take their share; the ocean has what is left."""


def islets(code: str, zone: Any) -> list[Any]:
    """Small islands of an archipelago, clear of its name and of each other."""
    chance, room, label = chance_for("islets", code), zone.buffer(-16), polylabel(zone, 2)
    west, north, east, south = room.bounds
    found: list[Any] = []
    for _ in range(400):
        if len(found) >= MOST_ISLETS:
            break
        middle = Point(chance.uniform(west, east), chance.uniform(north, south))
        size = chance.uniform(6, 15)
        on_name = abs(middle.y - label.y) < 10 + size * 0.7 and abs(middle.x - label.x) < 30 + size
        if not room.contains(middle) or on_name:
            continue
        islet = _islet(middle, size, chance)
        if islet.is_valid and room.buffer(9).contains(islet) and all(islet.distance(other) > 6 for other in found):
            found.append(islet)
    return found


def _islet(middle: Any, size: float, chance: Chance) -> Any:
    phase = chance.uniform(0, 6.3)
    ring = []
    for step in range(POINTS_OF_AN_ISLET):
        angle = step * 2 * math.pi / POINTS_OF_AN_ISLET
        radius = size * (1 + 0.22 * math.sin(2 * angle + phase) + chance.uniform(-0.16, 0.16))
        x, y = middle.x + radius * 1.15 * math.cos(angle), middle.y + radius * 0.85 * math.sin(angle)
        ring.append((round(x, 1), round(y, 1)))
    return Polygon(ring)


def town_spot(code: str, outline: Any, label: Any, shore: Any | None) -> Any:
    """A place for the town: inside, clear of the name, near the water if there is any."""
    chance, inner = chance_for("city", code), outline.buffer(-9)
    west, north, east, south = inner.bounds
    best, least = None, math.inf
    for _ in range(500):
        spot = Point(chance.uniform(west, east), chance.uniform(north, south))
        if not inner.contains(spot):
            continue
        right, down = abs(spot.x - label.x), spot.y - label.y
        clash = max(0, 1 - right / 34) * max(0, 1 - abs(down - 3) / 19)
        score = clash * 90 + 0.35 * spot.distance(label)
        if shore is not None:
            score += 0.9 * spot.distance(shore)
        if score < least:
            best, least = spot, score
    return best


def beyond(mesh: Mesh) -> dict[str, Any]:
    """The rest of the canvas, shared out among the ends of the world."""
    frame = box(0, 0, mesh.world.width, mesh.world.height)
    left = frame.difference(unary_union(list(mesh.polygons.values())))
    squares = _squares(mesh)
    found = {}
    for side in ENDS:
        zone = _smoothed(squares[side]) if side in squares else frame
        found[side] = left.intersection(zone)
        left = left.difference(zone)
    return found


def _smoothed(squares: Any) -> Any:
    return shapely.coverage_union_all(squares).buffer(9).buffer(-14).buffer(5).simplify(0.8)


def _squares(mesh: Mesh) -> dict[str, Any]:
    """Squares of the canvas by the end of the world they are nearest to, along wavering lines."""
    world = mesh.world
    x, y = (corners.ravel() for corners in np.mgrid[-12 : world.width + 12 : GRAIN, -12 : world.height + 12 : GRAIN])
    waver_x = x + 14 * np.sin(y / 17) + 8 * np.sin(y / 7)
    waver_y = y + 14 * np.sin(x / 19) + 8 * np.sin(x / 8)
    _, nearest = cKDTree([warped(point) for point in world.barrier]).query(np.column_stack([waver_x, waver_y]))
    sides = np.array([name.removeprefix(BEYOND) for name in world.names[len(world.codes) :]])[nearest]
    squares = shapely.box(x, y, x + GRAIN, y + GRAIN)
    return {side: squares[sides == side] for side in ENDS if side != "ocean"}
