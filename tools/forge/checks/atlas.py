"""A finished map, as the checks look at it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import networkx as nx
import shapely
from shapely.geometry import MultiPolygon, Polygon

from ..coast import polygons
from ..facts import graph
from ..paths import Xy, subpaths

Claim = tuple[bool, str]
"""Does it hold, and what is claimed."""

Claims = Iterable[Claim]
BY_LAND = {"land", "river", "strait"}
Stretch = tuple[Xy, Xy]


class Atlas:
    """An area map: its spaces by id, with their shapes and who touches whom."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.spaces: dict[str, dict[str, Any]] = {space["id"]: space for space in data["spaces"]}
        self.land = {name: space for name, space in self.spaces.items() if space["kind"] == "land"}
        self.sea = {name: space for name, space in self.spaces.items() if space["kind"] == "sea"}
        self.towns = {name: space["town"] for name, space in self.land.items() if space.get("town")}
        self.ways = {(name, way["to"]): way["type"] for name, space in self.spaces.items() for way in space["adjacent"]}
        self.rules: dict[str, Any] = data.get("rules", {})

    @cached_property
    def shapes(self) -> dict[str, Any]:
        return {name: shape(space["path"]) for name, space in self.spaces.items()}

    @cached_property
    def stretches(self) -> dict[Stretch, set[str]]:
        """Every stretch of outline with its owners."""
        found: dict[Stretch, set[str]] = defaultdict(set)
        for name, space in self.spaces.items():
            for ring in subpaths(space["path"]):
                for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
                    if one != other:
                        found[min(one, other), max(one, other)].add(name)
        return found

    @cached_property
    def on_land(self) -> Any:
        return graph(self.data, BY_LAND, {"land"})

    @cached_property
    def everywhere(self) -> Any:
        return graph(self.data, None, {"land", "sea"})

    @cached_property
    def open_sea(self) -> Any:
        """The seas that are not closed."""
        seas = graph(self.data, {"sea"}, {"sea"})
        return seas.subgraph(name for name in seas if not self.sea[name]["attributes"].get("closed"))

    def shores(self, one: str, other: str) -> set[str]:
        """Seas on which both lie."""
        return set(self.spaces[one]["seas"]) & set(self.spaces[other]["seas"])


def shape(path: str) -> Any:
    """Outer rings less the rings inside them."""
    rings = sorted((Polygon(ring) for ring in subpaths(path) if len(ring) > 3), key=lambda ring: -ring.area)
    found: list[Any] = []
    for ring in rings:
        host = next((index for index, other in enumerate(found) if other.contains(ring.representative_point())), None)
        if host is None:
            found.append(ring)
        else:
            found[host] = shapely.difference(found[host], ring)
    return MultiPolygon([part for whole in found for part in polygons(whole)])


def steps(ways: Any, one: str, other: str) -> float:
    return float(nx.shortest_path_length(ways, one, other)) if nx.has_path(ways, one, other) else math.inf
