"""Map files as drawings: whatever a map file looks like, the cartographer gets places, lines and names.

Three kinds of file are known by their contents: area maps (`spaces`), area maps with plain borders (`territories`) and point maps
(`cities` and `links`). Rules read the same files through `kernel.atlas`; here only their looks matter.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.catalogue import LANGUAGES

Point = tuple[float, float]
Names = dict[str, str]
SEA = ("sea", "mer")


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A space as drawn: its outline (or its dot), where its name and pieces go, and what kind of ground it is."""

    id: str
    name: Names
    kind: str
    xy: Point
    r: float = 20.0
    terrain: str = ""
    path: str = ""
    symbols: tuple[str, ...] = ()
    town: Names = {}
    town_xy: Point | None = None
    label: str = ""


class Line(msgspec.Struct, frozen=True):
    """A border, river, strait, road or sea lane."""

    type: str
    d: str
    between: tuple[str, str] | None = None


class Lettering(msgspec.Struct, frozen=True):
    """Words on the map that are no space."""

    name: Names
    xy: Point
    kind: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One map, ready to draw."""

    id: str
    name: Names
    width: int
    height: int
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    lettering: tuple[Lettering, ...] = ()
    land: str = ""
    terrains: dict[str, Names] = {}
    credits: str = ""

    def place(self, place_id: str) -> Place | None:
        return next((place for place in self.places if place.id == place_id), None)


@lru_cache(maxsize=16)
def load_sheet(path: Path) -> Sheet:
    data = _whole_file(path)
    for mark, read in (("spaces", _area_sheet), ("territories", _territory_sheet), ("cities", _point_sheet)):
        if mark in data:
            return read(path.stem, data)
    raise ValueError(f"{path.name} is no map: it has neither spaces nor territories nor cities")


def _whole_file(path: Path) -> dict[str, Any]:
    """A map file. A later printing of another (`of`) names the spaces that bear a sign, all others do not; and more towns."""
    data: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    if "of" not in data:
        return data
    whole = _whole_file(path.with_name(data["of"]))
    for space in whole["spaces"]:
        space["attributes"] = space["attributes"] | {sign: space["id"] in there for sign, there in data["attributes"].items()}
        space["town"] = data.get("towns", {}).get(space["id"], space.get("town"))
    return whole


def is_map(path: Path) -> bool:
    """Does the file look like a map of one of the known kinds?"""
    try:
        data = msgspec.json.decode(path.read_bytes())
    except msgspec.DecodeError:
        return False
    return isinstance(data, dict) and any(mark in data for mark in ("spaces", "territories", "cities")) and "width" in data


# -- area maps -----------------------------------------------------------------------------------------


def _area_sheet(name: str, data: dict[str, Any]) -> Sheet:
    legend = data.get("legend", {})
    return Sheet(
        id=name,
        name=_names(data.get("title", name)),
        width=data["width"],
        height=data["height"],
        places=tuple(_space(space, legend) for space in data["spaces"]),
        lines=tuple(_area_lines(data)),
        terrains={key: _names(entry["name"]) for key, entry in data.get("terrains", {}).items()},
        credits=data.get("credits", ""),
    )


def _space(space: dict[str, Any], legend: Mapping[str, str]) -> Place:
    town = space.get("town") or {}
    anchor = space.get("anchor") or {"xy": _middle(space["bbox"]), "r": 10}
    marks = [legend[key] for key, value in space.get("attributes", {}).items() if value and key in legend]
    return Place(
        id=space["id"],
        name=_names(space["name"]),
        kind=space["kind"],
        xy=tuple(anchor["xy"]),
        r=anchor["r"],
        terrain=space.get("terrain") or "",
        path=compact(space["path"]),
        symbols=tuple(marks),
        town=_names(town["name"]) if town else {},
        town_xy=tuple(town["xy"]) if town else None,
    )


def _area_lines(data: dict[str, Any]) -> Iterable[Line]:
    for border in data.get("borders", ()):
        yield Line(border["type"], compact(border["d"]), tuple(border["between"]))
    for strait in data.get("straits", ()):
        yield Line("strait", points_path(strait["line"]), tuple(strait["between"]))


# -- territories and borders ---------------------------------------------------------------------------


def _territory_sheet(name: str, data: dict[str, Any]) -> Sheet:
    land = [_territory(entry) for entry in data["territories"]]
    void = [_wasteland(entry) for entry in data.get("impassable", ())]
    rivers = [Line(f"river {river['type']}", compact(river["path"])) for river in data.get("rivers", ())]
    borders = [
        Line(border["type"], compact(border["path"]), (border["a"], border["b"]))
        for border in data["borders"]
        if border.get("path")
    ]
    return Sheet(
        id=name,
        name=_names(data.get("title", name)),
        width=data["width"],
        height=data["height"],
        places=(*land, *void),
        lines=(*borders, *rivers),
    )


def _territory(entry: dict[str, Any]) -> Place:
    city = entry.get("city")
    marks = [mark for mark in ("capital", "frozen", "archipelago") if entry.get(mark)]
    return Place(
        id=entry["id"],
        name=_names(entry["name"]),
        kind="sea" if entry.get("terrain") in SEA else "land",
        xy=tuple(entry["label"]),
        r=(entry.get("area", 1200) / 12) ** 0.5,
        terrain=entry.get("terrain") or "",
        path=compact(entry["path"]),
        symbols=tuple(marks),
        town=_names(city) if city else {},
        town_xy=tuple(entry["city_at"]) if city and entry.get("city_at") else None,
    )


def _wasteland(entry: dict[str, Any]) -> Place:
    """Scenery; its name is written only where the file says so (`r` 0: nowhere)."""
    xs, ys = zip(*(point for ring in rings(entry["path"]) for point in ring), strict=True)
    return Place(
        id=entry["id"],
        name=_names(entry["name"]),
        kind="void",
        xy=tuple(entry.get("label") or _middle([min(xs), min(ys), max(xs), max(ys)])),
        r=20.0 if "label" in entry else 0.0,
        path=compact(entry["path"]),
    )


# -- point maps ----------------------------------------------------------------------------------------


def _point_sheet(name: str, data: dict[str, Any]) -> Sheet:
    return Sheet(
        id=name,
        name=_names(data.get("title", name)),
        width=data["width"],
        height=data["height"],
        places=tuple(_city(city) for city in data["cities"]),
        lines=tuple(Line(link["type"], link["d"], tuple(link["between"])) for link in data["links"]),
        lettering=tuple(Lettering(_names(label["name"]), tuple(label["xy"]), label["class"]) for label in data.get("labels", ())),
        land=data.get("land", ""),
        credits=data.get("credits", ""),
    )


def _city(city: dict[str, Any]) -> Place:
    return Place(
        id=city["id"],
        name=_names(city["name"]),
        kind="city",
        xy=tuple(city["xy"]),
        r=14.0,
        symbols=(str(city["value"]),) if "value" in city else (),
        label=city.get("label", "r"),
        terrain=city.get("side", ""),
    )


# -- path data -----------------------------------------------------------------------------------------

_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")


def rings(path: str) -> list[list[Point]]:
    """The closed rings of a path made of M, L, l and z."""
    found: list[list[Point]] = []
    x = y = 0.0
    command = ""
    numbers: list[float] = []
    for token in _TOKEN.findall(path):
        if token.isalpha():
            command, numbers = token, []
            continue
        numbers.append(float(token))
        if len(numbers) < 2:
            continue
        x, y = (x + numbers[0], y + numbers[1]) if command.islower() else (numbers[0], numbers[1])
        if command in "Mm":
            found.append([])
            command = "L" if command == "M" else "l"
        found[-1].append((x, y))
        numbers = []
    return found


def compact(path: str) -> str:
    """The same path with relative steps of one decimal: half the bytes."""
    closed = "z" in path.lower()
    return "".join(_ring_path(ring, closed) for ring in rings(path)) if "L" in path else path


def _ring_path(ring: list[Point], closed: bool) -> str:
    points = [(round(x * 10), round(y * 10)) for x, y in ring]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)]
    start = f"M{_tenth(points[0][0])} {_tenth(points[0][1])}"
    body = " ".join(f"{_tenth(dx)} {_tenth(dy)}" for dx, dy in steps if dx or dy).replace(" -", "-")
    return f"{start}l{body}" + ("z" if closed else "")


def _tenth(value: int) -> str:
    return f"{value / 10:g}"


def points_path(points: Iterable[Iterable[float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _middle(box: list[float]) -> list[float]:
    return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]


def _names(name: Any) -> Names:
    """A name in every language: one string for all, a list in the order of the languages, or a mapping."""
    if isinstance(name, str):
        return dict.fromkeys(LANGUAGES, name)
    if isinstance(name, list):
        return dict(zip(LANGUAGES, name, strict=True))
    return {language: name.get(language) or next(iter(name.values())) for language in LANGUAGES}
