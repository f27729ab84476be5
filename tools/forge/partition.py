"""Seeds become areas: bent Voronoi cells inside the coast, one diagram for the land and one for the water."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import networkx as nx
import numpy as np
import shapely
from scipy.spatial import Voronoi, cKDTree
from shapely.geometry import LineString, Point, box
from shapely.ops import polygonize, unary_union

from .bend import Bend
from .board import Board, Points
from .source import SourceError, Spec

LAND_OCTAVES = [[220, 9], [90, 5], [38, 2.6], [17, 1.1]]
SEA_OCTAVES = [[400, 10], [160, 5]]
OVERSHOOT = 1
"""Walls run this far beyond the coast (in pixels): loose ends vanish when faces are made, gaps would not."""

ROUNDS_OF_TIDYING = 4


class Element:
    """Land or water: its spaces, their seeds, and the noise that bends the walls between them."""

    def __init__(self, spaces: list[Spec], board: Board, bend: Bend) -> None:
        self.bend = bend
        self.owners = [space["id"] for space in spaces for _ in space["at"]]
        self.seeds = np.array([point for space in spaces for point in board.pixels(space["at"])])
        self._origins = bend.inverse(self.seeds) if self.owners else self.seeds
        self._tree = cKDTree(self._origins) if self.owners else None

    def owner_at(self, point: Any) -> str | None:
        """The space of the nearest seed, looked up through the bend."""
        if self._tree is None:
            return None
        _, (nearest,) = self._tree.query(self.bend.inverse([[point.x, point.y]]))
        return str(self.owners[nearest])

    def walls(self, size: float) -> Any:
        """Bent walls between seeds of different spaces, on a square board of this size."""
        around = 20 * size * _EIGHT_WINDS
        diagram = Voronoi(np.vstack([self._origins, around]))
        owners = [*self.owners, *[None] * len(around)]
        window = box(-size * 0.1, -size * 0.1, size * 1.1, size * 1.1)
        lines = []
        for (one, other), corners in zip(diagram.ridge_points, diagram.ridge_vertices, strict=True):
            if -1 in corners or owners[one] == owners[other]:
                continue
            wall = LineString(diagram.vertices[corners]).intersection(window)
            if not wall.is_empty and wall.length > 0:
                lines.append(LineString(self.bend.forward(np.array(shapely.segmentize(wall, 2.5).coords))))
        return unary_union(lines)


_EIGHT_WINDS: Points = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1], [0, 1], [0, -1], [1, 0], [-1, 0]], float)


def partition(board: Board, land: Any, spec: Spec) -> dict[str, Any]:
    """The area of every space, in the order of the source: land, then sea."""
    noise = spec.get("bend", {})
    seed = noise.get("seed", 7)
    earth = Element(spec["land"], board, Bend(seed, noise.get("land", LAND_OCTAVES)))
    water = Element(spec.get("sea", []), board, Bend(seed + 1, noise.get("sea", SEA_OCTAVES)))
    faces = _faces(board, land, earth, water)
    shapely.prepare(land)
    owners = [
        (earth if land.contains(middle) else water).owner_at(middle) for middle in (face.representative_point() for face in faces)
    ]
    _hand_out_scraps(faces, owners, earth, water)
    return {space["id"]: _area(space["id"], faces, owners) for space in [*spec["land"], *spec.get("sea", [])]}


def _faces(board: Board, land: Any, earth: Element, water: Element) -> list[Any]:
    """Coast, frame and walls noded together: every face lies in one cell of one element."""
    size = max(board.width, board.height)
    lines = [shapely.intersection(earth.walls(size), land.buffer(OVERSHOOT))]
    if water.owners:
        lines.append(shapely.intersection(water.walls(size), board.frame.difference(land).buffer(OVERSHOOT)))
    lines += [land.boundary, board.frame.boundary]
    return list(polygonize(shapely.union_all(lines, grid_size=1e-3)))


def _area(name: str, faces: list[Any], owners: list[str | None]) -> Any:
    mine = [face for face, owner in zip(faces, owners, strict=True) if owner == name]
    if not mine:
        raise SourceError(f"{name} got no area: move its seed")
    return shapely.coverage_union_all(shapely.GeometryCollection(mine))


# -- scraps: pieces cut off from every seed of their space -------------------------------------------------


def _hand_out_scraps(faces: list[Any], owners: list[str | None], earth: Element, water: Element) -> None:
    """A scrap goes to the neighbour of its element with which it shares most border, until there is none left."""
    borders = dict(_borders(faces, owners))
    element = dict.fromkeys(earth.owners, "land") | dict.fromkeys(water.owners, "sea")
    seeds = defaultdict(list)
    for part in (earth, water):
        for point, owner in zip(part.seeds, part.owners, strict=True):
            seeds[owner].append(Point(point))
    for _ in range(ROUNDS_OF_TIDYING):
        pieces = _pieces(owners, borders)
        contacts = _contacts(pieces, owners, borders)
        changed = False
        for number, piece in enumerate(pieces):
            owner = owners[next(iter(piece))]
            if owner is None or any(faces[face].distance(seed) < 0.5 for face in piece for seed in seeds[owner]):
                continue
            takers = {
                name: length for name, length in contacts[number].items() if element[name] == element[owner] and name != owner
            }
            if takers:
                changed = True
                taker = max(takers, key=lambda name: takers[name])
                for face in piece:
                    owners[face] = taker
        if not changed:
            return


def _borders(faces: list[Any], owners: list[str | None]) -> Iterable[tuple[tuple[int, int], float]]:
    """How long the common border of two faces is."""
    tree = shapely.STRtree(faces)
    for one, face in enumerate(faces):
        for other in tree.query(face):
            if other > one and owners[one] is not None and owners[other] is not None:
                length = face.boundary.intersection(faces[other].boundary).length
                if length > 1e-3:
                    yield (one, int(other)), length


def _pieces(owners: list[str | None], borders: dict[tuple[int, int], float]) -> list[set[int]]:
    """Faces of one owner that hang together."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(owners)))
    graph.add_edges_from(pair for pair in borders if owners[pair[0]] == owners[pair[1]])
    return list(nx.connected_components(graph))


def _contacts(
    pieces: list[set[int]], owners: list[str | None], borders: dict[tuple[int, int], float]
) -> dict[int, dict[str, float]]:
    """For every piece the length of its border with each space."""
    piece_of = {face: number for number, piece in enumerate(pieces) for face in piece}
    found: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for (one, other), length in borders.items():
        if piece_of[one] != piece_of[other]:
            found[piece_of[one]][str(owners[other])] += length
            found[piece_of[other]][str(owners[one])] += length
    return found
