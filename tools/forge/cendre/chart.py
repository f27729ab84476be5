"""The map file of Terre de Cendre."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from shapely.ops import polylabel, unary_union

from ..paths import absolute_area, absolute_line, names
from .mesh import Mesh
from .ornaments import ENDS, beyond, islets, town_spot
from .rivers import RiverSystem
from .thinning import Thinning, rounded
from .world import VOLCANO, Land, World

ROOM = 24
"""Radius of the circle around a name where pieces find room, in pixels: every territory has that much."""


def forge_cendre(world: World | None = None) -> dict[str, Any]:
    """The whole map file, from the seeds stored in the source."""
    chart = Chart(Mesh(world or World()))
    world = chart.world
    return {
        "map": "cendre",
        "title": names("Terre de Cendre"),
        "version": 1,
        "width": world.width,
        "height": world.height,
        "viewBox": f"0 0 {world.width} {world.height}",
        "credits": "Original map, generated from named seeds.",
        "border_types": ["open", "river", "navigable", "lava"],
        "nation_colours": {nation["id"]: nation["colour"] for nation in world.nations},
        "spaces": [chart.space(land) for land in world.lands.values()],
        "borders": chart.borders(),
        "rivers": chart.rivers(),
        "impassable": chart.impassable(),
    }


class Chart:
    """A mesh with its rivers and ornaments; areas and names are measured before outlines are thinned."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh, self.world = mesh, mesh.world
        self.system = RiverSystem(mesh)
        self.beyond = beyond(mesh)
        self.thinning = Thinning([*mesh.polygons.values(), *self.beyond.values()])
        self.water = unary_union([mesh.polygons[code] for code in self.world.codes if self.world.is_sea(code)])
        self.adjacent: dict[str, list[dict[str, str]]] = defaultdict(list)
        for one, other in sorted(mesh.borders()):
            kind = self._type(one, other)
            self.adjacent[one].append({"to": other, "type": kind})
            self.adjacent[other].append({"to": one, "type": kind})

    def _type(self, one: str, other: str) -> str:
        return self.system.types.get(frozenset((one, other)), "open")

    def space(self, land: Land) -> dict[str, Any]:
        outline = self.mesh.polygons[land.code]
        label = polylabel(outline, 1.0)
        adjacent = sorted(self.adjacent[land.code], key=lambda way: way["to"])
        rim = self.world.rules["edge_of_world"].get(land.code)
        space = {
            "id": land.code,
            "name": names(land.name),
            "kind": "sea" if land.is_sea else "land",
            "terrain": land.terrain,
            "attributes": _attributes(land, rim),
            "edge": bool(rim),
            "seas": [way["to"] for way in adjacent if self.world.is_sea(way["to"])] if land.coastal else [],
            "anchor": {"xy": [round(label.x, 1), round(label.y, 1)], "r": ROOM},
            "bbox": [round(value, 1) for value in outline.bounds],
            "area": round(outline.area),
            "adjacent": adjacent,
            "path": absolute_area(self.thinning.shape(outline)),
        }
        if land.city:
            shore = self.water if land.coastal and not land.is_sea else None
            spot = town_spot(land.code, outline, label, shore)
            space["city_at"] = [round(spot.x, 1), round(spot.y, 1)]
        if land.archipelago:
            space["islets"] = [absolute_area(islet) for islet in islets(land.code, outline)]
        return space

    def borders(self) -> list[dict[str, Any]]:
        return [
            {"between": [one, other], "type": self._type(one, other), "d": absolute_line(self.thinning.line(line.points))}
            for (one, other), line in sorted(self.mesh.borders().items())
        ]

    def rivers(self) -> list[dict[str, Any]]:
        return [
            {
                "name": river.name,
                "type": river.type,
                "along": [list(banks) for banks in river.along],
                "path": absolute_line(self.thinning.line(river.points)),
            }
            for river in self.system.rivers
        ]

    def impassable(self) -> list[dict[str, Any]]:
        """The Crachant and the ends of the world."""
        rules, crater = self.world.rules["volcano"], self.mesh.polygons[VOLCANO]
        label = polylabel(crater, 1.0)
        volcano = {
            "id": "crachant",
            "name": rules["name"],
            "touches": rules["touches"],
            "label": [round(label.x, 1), round(label.y, 1)],
            "path": absolute_area(self.thinning.shape(crater)),
        }
        ends = [
            {"id": side, "name": ENDS[side], "path": absolute_area(self.thinning.shape(rounded(shape)))}
            for side, shape in self.beyond.items()
        ]
        return [volcano, *ends]


def _attributes(land: Land, rim: list[str] | None) -> dict[str, Any]:
    """What is true of a land, and nothing that is not."""
    said = {
        "coastal": land.coastal,
        "frozen": land.frozen,
        "archipelago": land.archipelago,
        "terrain2": land.terrain2,
        "city": land.city,
        "water": land.water,
        "rim": rim,
    }
    return {key: value for key, value in said.items() if value}
