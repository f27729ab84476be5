"""The chart: everything of the map that never moves, as its template draws it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from pathlib import Path

import msgspec

from ..tables import DATA, SEA, CityId

Point = tuple[float, float]
Names = dict[str, str]

WAVE, SWELL = 21.0, 3.6
"""Length and height of the waves that mark a sea link."""

SLIVER = 8
"""Outlines of fewer numbers are too small to be drawn."""


class Lettering(msgspec.Struct, frozen=True):
    """A region or a sea: its name, where it stands, and by how many degrees it is turned."""

    at: Point
    size: int
    name: Names
    turn: int = 0


class Scenery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`chart.yaml`."""

    labels: dict[CityId, tuple[float, float, str]]
    markers_right: tuple[CityId, ...]
    armies_left: tuple[CityId, ...]
    regions: tuple[Lettering, ...]
    seas: tuple[Lettering, ...]
    rivers: tuple[tuple[Point, ...], ...]
    lakes: tuple[tuple[float, float, float, float], ...]
    mountains: tuple[Point, ...]
    dunes: tuple[Point, ...]
    palms: tuple[Point, ...]


class _City(msgspec.Struct, frozen=True):
    id: CityId
    name: Names
    xy: Point


class _Link(msgspec.Struct, frozen=True):
    between: tuple[CityId, CityId]
    type: str
    d: str
    points: tuple[Point, ...]
    arab_cost_factor: int = 1


class _Arrow(msgspec.Struct, frozen=True):
    to: CityId
    points: tuple[Point, Point]


class _Bulgars(msgspec.Struct, frozen=True):
    xy: Point
    arrows: tuple[_Arrow, ...]


class _Sheet(msgspec.Struct, frozen=True):
    width: int
    height: int
    land: str
    cities: tuple[_City, ...]
    links: tuple[_Link, ...]
    bulgars: _Bulgars


@cache
def sheet() -> _Sheet:
    return msgspec.json.decode((DATA / "map.json").read_bytes(), type=_Sheet)


@cache
def scenery() -> Scenery:
    return msgspec.yaml.decode((Path(__file__).parent / "chart.yaml").read_bytes(), type=Scenery)


@cache
def spots() -> dict[CityId, Point]:
    """Where each city lies."""
    return {city.id: city.xy for city in sheet().cities}


@cache
def chart(language: str) -> dict[str, object]:
    """The figures of the template `chart.svg`."""
    drawn = scenery()
    return {
        "width": sheet().width,
        "height": sheet().height,
        "land": land(),
        "links": links(),
        "labels": _labels(language),
        "regions": [_lettering(word, language) for word in drawn.regions],
        "seas": [_lettering(word, language) for word in drawn.seas],
        "rivers": [curve(river) for river in drawn.rivers],
        "lakes": drawn.lakes,
        "mountains": drawn.mountains,
        "dunes": drawn.dunes,
        "palms": drawn.palms,
        "arrows": arrows(),
    }


def land() -> str:
    """All land but slivers at the rim of the sheet."""
    return "".join(f"{shore}z" for shore in sheet().land.split("z") if shore.count(" ") > SLIVER)


def _lettering(word: Lettering, language: str) -> dict[str, object]:
    return {"x": word.at[0], "y": word.at[1], "size": word.size, "turn": word.turn, "name": word.name[language]}


def _labels(language: str) -> list[dict[str, object]]:
    found = []
    for city in sheet().cities:
        dx, dy, anchor = scenery().labels[city.id]
        x, y = city.xy
        name = city.name[language].partition(" (")[0]
        found.append({"id": city.id, "x": round(x + dx, 1), "y": round(y + dy, 1), "anchor": anchor, "name": name})
    return found


@cache
def links() -> tuple[dict[str, object], ...]:
    """Roads and desert tracks as they are, sea links as waves; a link with a factor has a place for it."""
    return tuple(
        {
            "type": link.type,
            "d": waves(link.points) if link.type == SEA else link.d,
            "factor": link.arab_cost_factor if link.arab_cost_factor > 1 else 0,
            "middle": link.points[len(link.points) // 2],
        }
        for link in sheet().links
    )


@cache
def arrows() -> tuple[dict[str, object], ...]:
    """The ways of the Bulgars: a shaft, and a head turned the way it goes."""
    found = []
    for arrow in sheet().bulgars.arrows:
        (x1, y1), (x2, y2) = arrow.points
        bend = ((x1 + x2) / 2 + (y2 - y1) * 0.12, (y1 + y2) / 2 - (x2 - x1) * 0.12)
        turn = degrees(atan2(y2 - bend[1], x2 - bend[0]))
        found.append(
            {
                "d": f"M{x1:g} {y1:g}Q{bend[0]:.1f} {bend[1]:.1f} {x2:g} {y2:g}",
                "x": x2,
                "y": y2,
                "turn": round(turn),
            }
        )
    return tuple(found)


# -- lines ---------------------------------------------------------------------------------------------


def curve(points: tuple[Point, ...]) -> str:
    """A smooth line through the points."""
    start = f"M{points[0][0]:g} {points[0][1]:g}"
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    bends = (f"Q{x:g} {y:g} {mx:g} {my:g}" for (x, y), (mx, my) in zip(points[1:-1], middles[1:], strict=True))
    return start + "".join(bends) + f"L{points[-1][0]:g} {points[-1][1]:g}"


def waves(points: tuple[Point, ...]) -> str:
    """The line as a swell: a sine along it that fades at both ends."""
    along = _stations(points, WAVE / 6)
    length = len(along) * WAVE / 6
    crests = []
    for step, (x, y, direction) in enumerate(along):
        way = step * WAVE / 6
        height = SWELL * sin(2 * pi * way / WAVE) * min(1.0, way / WAVE, (length - way) / WAVE)
        crests.append(f"{x - sin(direction) * height:.1f} {y + cos(direction) * height:.1f}")
    return "M" + "L".join(crests)


def _stations(points: tuple[Point, ...], spacing: float) -> list[tuple[float, float, float]]:
    """Points at even distances along a line, each with the direction of the line there."""
    found: list[tuple[float, float, float]] = []
    over = 0.0
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        direction = atan2(y2 - y1, x2 - x1)
        while over <= length:
            share = over / length
            found.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, direction))
            over += spacing
        over -= length
    return found
