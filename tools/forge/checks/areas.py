"""What is true of any area map."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import networkx as nx
import shapely
from shapely.geometry import Point

from ..paths import LANGUAGES
from .atlas import Atlas, Claims

KINDS = {"land": {"land"}, "river": {"land"}, "strait": {"land"}, "sea": {"sea"}, "coast": {"land", "sea"}}
SMALLEST, SHORTEST, CORNER, TOKEN = 600, 7, 3, 7
"""In pixels: the least area of a space, the least border, how near lands may come that do not touch, the room for a token."""


def spaces_have_names(atlas: Atlas) -> Claims:
    yield len(atlas.spaces) == len(atlas.data["spaces"]), "ids are unique"
    for language in LANGUAGES:
        counted = Counter(space["name"].get(language) for space in atlas.land.values())
        yield None not in counted and "" not in counted, f"every land has a name ({language})"
        yield max(counted.values()) == 1, f"no two lands share a name ({language}): {counted.most_common(1)}"


def spaces_tile_the_board(atlas: Atlas) -> Claims:
    board = atlas.data["width"] * atlas.data["height"]
    total = sum(shape.area for shape in atlas.shapes.values())
    yield abs(total - board) < 1e-3 * board, f"spaces tile the board ({total / board:.5f})"
    yield abs(shapely.union_all(list(atlas.shapes.values())).area - total) < 1e-4 * board, "no spaces overlap"
    for name, shape in atlas.shapes.items():
        yield shape.is_valid and not shape.is_empty, f"{name} has a clean outline"
        yield max(part.area for part in shape.geoms) >= SMALLEST, f"{name} can be seen"


def borders_have_two_sides(atlas: Atlas) -> Claims:
    width, height = atlas.data["width"], atlas.data["height"]
    for ((x0, y0), (x1, y1)), owners in atlas.stretches.items():
        on_rim = x0 == x1 in (0, width) or y0 == y1 in (0, height)
        yield len(owners) == 2 or (len(owners) == 1 and on_rim), f"the border at {x0}, {y0} has two sides: {sorted(owners)}"


def adjacency_is_what_touches(atlas: Atlas) -> Claims:
    touching = {frozenset(owners) for owners in atlas.stretches.values() if len(owners) == 2}
    for (one, other), kind in atlas.ways.items():
        yield one != other and atlas.ways.get((other, one)) == kind, f"{one} and {other} are adjacent both ways"
        kinds = {atlas.spaces[one]["kind"], atlas.spaces[other]["kind"]}
        yield kinds == KINDS.get(kind), f"{one} and {other} can have a border of type {kind}"
        yield kind == "strait" or frozenset((one, other)) in touching, f"{one} and {other} touch"
    yield nx.is_connected(atlas.everywhere), "the board hangs together"
    for name, space in atlas.spaces.items():
        yield space["kind"] != "void" or not space["adjacent"], f"{name} is scenery and has no neighbours"


def nothing_is_in_doubt(atlas: Atlas) -> Claims:
    for one, other in combinations(atlas.land, 2):
        if (one, other) not in atlas.ways:
            yield atlas.shapes[one].distance(atlas.shapes[other]) >= CORNER, f"{one} and {other} clearly do not touch"
    for name, space in atlas.spaces.items():
        for way in space["adjacent"]:
            clear = way["type"] == "sea" or way.get("length", SHORTEST) >= SHORTEST
            yield clear, f"the border of {name} and {way['to']} can be seen"
        yield atlas.shapes[name].contains(Point(space["anchor"]["xy"])), f"the middle of {name} lies in it"
        yield space["kind"] == "void" or space["anchor"]["r"] >= TOKEN, f"{name} has room for a token"


def water_has_shores(atlas: Atlas) -> Claims:
    for strait in atlas.data["straits"]:
        shores = [atlas.shapes[name] for name in strait["between"]]
        ends = [Point(strait["line"][0]), Point(strait["line"][-1])]
        gap = max(min(shore.distance(end) for shore in shores) for end in ends)
        yield gap < 6, f"the line between {' and '.join(strait['between'])} joins their shores"
    for name, space in atlas.sea.items():
        yield any(way["type"] == "coast" for way in space["adjacent"]), f"{name} has a coast"


AREAS = (
    spaces_have_names,
    spaces_tile_the_board,
    borders_have_two_sides,
    adjacency_is_what_touches,
    nothing_is_in_doubt,
    water_has_shores,
)
