"""The world map as a nation knows it: who owns and who holds what, towns, castles and roads."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from marchland.kernel.documents import Drawing, Label, Shape
from marchland.kernel.typography import colon

from ..state import Code
from ..tables import FOLDER
from ..view import CendreView, PublicLand
from ..world import ATLAS, SITES
from .pen import Pen

VACANT = "#efe7d6"
OTHER = "#b9b2a6"
SEA = "#cfe0ea"
WASTE = "#d9d2c5"
WASTES = {"crachant": "#6b4a3a", "ocean": SEA, "north": "#f4f6f8", "south": "#a39a90"}
"""Land and water nobody enters."""
INK, CHALK = "#1d1b18", "#ffffff"
DARK = 110
"""Below this brightness a ground needs white lettering."""
BORDER = "#5c5347"
LINES = {"river": ("#4a7fb5", 2.0), "navigable": ("#2f66a8", 4.0), "lava": ("#d2452b", 3.5)}
POINT = re.compile(r"-?\d+(?:\.\d+)?")
Ring = tuple[tuple[float, float], ...]


class MapFile(msgspec.Struct, frozen=True):
    """What the drawing needs of the map."""

    width: float
    height: float
    nation_colours: dict[str, str]
    spaces: tuple[dict[str, Any], ...]
    rivers: tuple[dict[str, Any], ...] = ()
    impassable: tuple[dict[str, Any], ...] = ()


@cache
def map_file() -> MapFile:
    return msgspec.json.decode((FOLDER / "map.json").read_bytes(), type=MapFile)


@cache
def rings(path: str) -> tuple[Ring, ...]:
    """The outlines of a path made of moves and straight lines."""
    found = []
    for part in filter(None, path.replace("Z", "").replace("z", "").split("M")):
        numbers = [float(number) for number in POINT.findall(part)]
        found.append(tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    return tuple(found)


def draw(view: CendreView, pen: Pen) -> Drawing:
    chart = map_file()
    sea = Shape((((0, 0), (chart.width, 0), (chart.width, chart.height), (0, chart.height)),), fill=SEA)
    grounds = tuple(_ground(space, view, pen) for space in chart.spaces)
    wastes = tuple(Shape(rings(entry["path"]), fill=WASTES.get(entry["id"], WASTE)) for entry in chart.impassable)
    marks = tuple(shape for space in chart.spaces for shape in _marks(space, view.lands[space["id"]], view))
    return Drawing(
        width=chart.width,
        height=chart.height,
        shapes=(sea, *grounds, *wastes, *_rivers(), *_caravans(view), *marks),
        labels=tuple(_label(space, view) for space in chart.spaces),
        caption=pen.head("map_key"),
        description=describe(view, pen),
    )


def _colour(space: dict[str, Any], nation: str) -> str:
    if not nation:
        return SEA if SITES[space["id"]].open_sea else VACANT
    return map_file().nation_colours.get(nation, OTHER)


def _ground(space: dict[str, Any], view: CendreView, pen: Pen) -> Shape:
    """A territory in its controller's colour; a broad rim in the owner's where somebody else holds it."""
    land = view.lands[space["id"]]
    occupied = land.owner != land.controller and bool(land.owner)
    title = f"{pen.place(space['id'])}{colon(pen.language)}{pen.nation(land.owner)}" + (
        f" / {pen.nation(land.controller)}" if occupied else ""
    )
    stroke = _colour(space, land.owner) if occupied else BORDER
    return Shape(
        rings(space["path"]), fill=_colour(space, land.controller), stroke=stroke, width=4.0 if occupied else 0.8, title=title
    )


def _rivers() -> tuple[Shape, ...]:
    return tuple(
        Shape(rings(river["path"]), stroke=LINES[river["type"]][0], width=LINES[river["type"]][1], closed=False)
        for river in map_file().rivers
        if river.get("path") and river["type"] in LINES
    )


def _caravans(view: CendreView) -> tuple[Shape, ...]:
    anchors = _anchors()
    return tuple(
        Shape((tuple(anchors[code] for code in caravan.route),), stroke="#3b2a14", width=1.5, closed=False, dashed=True)
        for caravan in view.caravans
    )


@cache
def _anchors() -> dict[Code, tuple[float, float]]:
    return {space["id"]: (float(space["anchor"]["xy"][0]), float(space["anchor"]["xy"][1])) for space in map_file().spaces}


def _marks(space: dict[str, Any], land: PublicLand, view: CendreView) -> tuple[Shape, ...]:
    """A square for a town, with a ring around a capital; a triangle for a castle; a diamond for anything else to be seen."""
    x, y = space.get("city_at") or space["anchor"]["xy"]
    capital = any(nation.capital == space["id"] for nation in view.nations.values())
    found = []
    if land.town:
        size = 6 if capital else 4
        found.append(Shape((_square(x, y, size),), fill="#ffffff" if capital else "#222222", stroke="#000000", width=1.5))
    kinds = {structure.kind for structure in land.structures}
    ax, ay = space["anchor"]["xy"]
    if "chateau" in kinds:
        found.append(Shape((((ax - 16, ay + 6), (ax - 10, ay - 6), (ax - 4, ay + 6)),), fill="#444444"))
    if kinds - {"chateau"}:
        found.append(Shape((((ax + 10, ay - 6), (ax + 16, ay), (ax + 10, ay + 6), (ax + 4, ay)),), fill="#8c2f6b"))
    if land.roads:
        found.append(Shape((((ax - 12, ay + 10), (ax + 12, ay + 10)),), stroke="#7a5b2b", width=2.0, closed=False))
    return tuple(found)


def _square(x: float, y: float, size: float) -> Ring:
    return ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))


def _label(space: dict[str, Any], view: CendreView) -> Label:
    x, y = space["anchor"]["xy"]
    ground = _colour(space, view.lands[space["id"]].controller)
    return Label(space["id"], (x, y + 4), size=12.0, colour=CHALK if brightness(ground) < DARK else INK)


def brightness(colour: str) -> float:
    """How light a colour looks, from 0 to 255."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def describe(view: CendreView, pen: Pen) -> str:
    """The map in words: every nation with the territories it controls."""
    holdings: dict[str, list[Code]] = {}
    for code in ATLAS.spaces:
        holdings.setdefault(view.lands[code].controller, []).append(code)
    parts = [f"{pen.nation(nation)}{colon(pen.language)}{' '.join(codes)}" for nation, codes in sorted(holdings.items())]
    return "; ".join(parts)
