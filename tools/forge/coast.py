"""The coastline of a board: Natural Earth's land (TopoJSON, public domain), projected, cut and tidied."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from .board import Board, Points
from .source import LAND_FILE, Spec

MARGIN = 40
"""Land is kept this far (in pixels) beyond the frame while it is tidied."""

CHANNEL = 3
"""Width in pixels of a cut or a fill that names none."""


def build_land(spec: Spec, board: Board, seeds: Iterable[Any]) -> Any:
    """The land of a board as one shape; islands with a seed are kept, however small."""
    land = unary_union(list(_projected(spec, board))).intersection(board.frame.buffer(MARGIN))
    land = _tidied(_edited(land, spec, board), spec.get("tidy", {}), seeds)
    return unary_union(polygons(shapely.make_valid(land.intersection(board.frame).simplify(0.35))))


def polygons(shape: Any) -> list[Any]:
    """The polygons a shape is made of, however deep they are nested."""
    if shape is None or shape.is_empty:
        return []
    if shape.geom_type == "Polygon":
        return [shape]
    return [polygon for part in getattr(shape, "geoms", []) for polygon in polygons(part)]


def _projected(spec: Spec, board: Board) -> Iterable[Any]:
    """Land inside the window, less what the source erases and the islands it drops."""
    window = box(*spec.get("lonlat_window", [-40, 15, 75, 80]))
    for ring in spec.get("erase", []):
        window = window.difference(Polygon(ring))
    dropped = [Point(point) for point in spec.get("drop_islands", [])]
    for polygon in _read_land(LAND_FILE):
        if not any(polygon.contains(point) for point in dropped):
            for piece in polygons(polygon.intersection(window)):
                yield shapely.make_valid(board.shape(shapely.segmentize(piece, 0.5)))


def _edited(land: Any, spec: Spec, board: Board) -> Any:
    """Hair-thin inlets closed, declared bridges of land added, declared channels cut."""
    close = spec.get("tidy", {}).get("close", 0.0)
    if close:
        land = land.buffer(close, join_style="round").buffer(-close, join_style="round")
    for fill in spec.get("fills", []):
        land = land.union(_strip(fill, board))
    for cut in spec.get("cuts", []):
        land = land.difference(_strip(cut, board))
    return land


def _strip(line: Spec, board: Board) -> Any:
    return LineString(board.pixels(line["line"])).buffer(line.get("width", CHANNEL) / 2)


def _tidied(land: Any, tidy: Spec, seeds: Iterable[Any]) -> Any:
    """Without the smallest islands and lakes."""
    tree = shapely.STRtree([Point(seed) for seed in seeds])
    kept = []
    for island in polygons(land):
        if island.area >= tidy.get("min_island", 60) or len(tree.query(island, "contains")):
            lakes = [lake for lake in island.interiors if Polygon(lake).area >= tidy.get("min_lake", 400)]
            kept.append(Polygon(island.exterior, lakes))
    return unary_union(kept)


# -- TopoJSON ------------------------------------------------------------------------------------------


def _read_land(path: Path) -> Iterable[Any]:
    """The polygons of the `land` object of a quantised TopoJSON file, in degrees."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    arcs = list(_arcs(topology))
    for geometry in topology["objects"]["land"]["geometries"]:
        groups = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for group in groups:
            outer, *holes = [_ring(references, arcs) for references in group]
            yield shapely.make_valid(Polygon(outer, holes))


def _arcs(topology: dict[str, Any]) -> Iterable[Points]:
    """Steps of whole numbers become degrees."""
    (scale_x, scale_y), (shift_x, shift_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    for arc in topology["arcs"]:
        points = np.cumsum(np.array(arc, float), axis=0)
        yield np.column_stack([points[:, 0] * scale_x + shift_x, points[:, 1] * scale_y + shift_y])


def _ring(references: list[int], arcs: list[Points]) -> Points:
    """Arcs joined end to end, unwrapped where they cross 180 degrees; a negative number is an arc taken backwards."""
    parts = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in references]
    points = np.vstack([parts[0], *(part[1:] for part in parts[1:])])
    jumps = np.diff(points[:, 0], prepend=points[0, 0])
    points[:, 0] -= 360 * np.cumsum(np.round(jumps / 360))
    points[:, 0] -= 360 * np.round(points[:, 0].mean() / 360)
    return points
