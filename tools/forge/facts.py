"""What is worked out from a finished area map, as its source asks under `derive`."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import networkx as nx

from .paths import names
from .source import Spec


def add_facts(data: dict[str, Any], spec: Spec) -> None:
    """`entry`, `coasts` (Vinci) and `kingdoms` (Medioevo)."""
    wanted = spec.get("derive", [])
    if "entry" in wanted:
        _add_entry(data)
    if "coasts" in wanted:
        _add_coasts(data)
    if "kingdoms" in wanted:
        _add_kingdoms(data, spec.get("near_limit", 3))


def _add_entry(data: dict[str, Any]) -> None:
    """A new civilisation enters over the edge of the board, or across one sea that reaches it."""
    open_seas = {space["id"] for space in data["spaces"] if space["kind"] == "sea" and space["edge"]}
    for space in data["spaces"]:
        if space["kind"] == "land":
            by_sea = sorted(set(space["seas"]) & open_seas)
            space["entry"] = {"edge": space["edge"], "by_sea": by_sea, "ok": bool(space["edge"] or by_sea)}


def _add_coasts(data: dict[str, Any]) -> None:
    """The lands of each sea: two in one list share a coast."""
    data["coasts"] = {
        space["id"]: sorted(way["to"] for way in space["adjacent"] if way["type"] == "coast")
        for space in data["spaces"]
        if space["kind"] == "sea"
    }


def _add_kingdoms(data: dict[str, Any], limit: int) -> None:
    """The territories of every kingdom, and for every space its steps to the kingdoms near it (a sea zone is a step)."""
    homes = defaultdict(list)
    for space in data["spaces"]:
        if space["attributes"].get("home"):
            homes[space["attributes"]["home"]].append(space["id"])
    ways = graph(data)
    steps = {kingdom: nx.multi_source_dijkstra_path_length(ways, lands) for kingdom, lands in homes.items()}
    for space in data["spaces"]:
        space["near"] = {
            kingdom: reach[space["id"]] for kingdom, reach in steps.items() if reach.get(space["id"], limit + 1) <= limit
        }
    for kingdom in data["kingdoms"]:
        kingdom["territories"] = homes[kingdom["id"]]
        kingdom["name"] = names(kingdom["name"])
    for good in data.get("goods", []):
        good["name"] = names(good["name"])


def graph(data: dict[str, Any], types: set[str] | None = None, kinds: set[str] | None = None) -> Any:
    """Adjacency as a graph: all of it, or only some types of border between some kinds of spaces."""
    kind = {space["id"]: space["kind"] for space in data["spaces"]}
    found = nx.Graph()
    for name, space in ((space["id"], space) for space in data["spaces"] if not kinds or space["kind"] in kinds):
        found.add_node(name)
        for way in space["adjacent"]:
            if (types is None or way["type"] in types) and (not kinds or kind[way["to"]] in kinds):
                found.add_edge(name, way["to"])
    return found
