"""Point maps: Byzantium's cities and ways over a coastline."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import shapely
from scipy.interpolate import splev, splprep

from .board import Board
from .coast import build_land, polygons
from .paths import Xy, names, relative_area, relative_line, rounded
from .source import Spec

CREDITS = "Coastline: Natural Earth (public domain). Everything else: original."
BOW = 0.06
"""How far a straight way bows out, as a share of its length: roads should look drawn."""

POINTS_OF_A_CURVE = 24
ARROW_GAP = 16
"""Arrows end this far from their city, in pixels."""


def forge_points(spec: Spec) -> dict[str, Any]:
    """The whole map file of a point map."""
    board = Board(spec)
    cities = [_city(city, board) for city in spec["cities"]]
    places = {city["id"]: city["xy"] for city in cities}
    links = [_link(link, board, places) for link in spec["links"]]
    _add_ways(cities, spec["links"])
    data = {
        "map": spec["map"],
        "title": names(spec["title"]),
        "version": spec.get("version", 1),
        "projection": spec["projection"],
        "width": board.width,
        "height": board.height,
        "viewBox": f"0 0 {board.width} {board.height}",
        "credits": CREDITS,
        **{key: spec[key] for key in spec.get("copy", []) if key in spec},
        "land": _land(spec, board),
        "cities": cities,
        "links": links,
    }
    if spec.get("bulgars"):
        data["bulgars"] = _bulgars(spec["bulgars"], board, places)
    data["labels"] = [
        {"name": names(label["name"]), "class": label["class"], "xy": rounded(board.pixel(label["at"]))}
        for label in spec.get("labels", [])
    ]
    return data


def _land(spec: Spec, board: Board) -> str:
    (simple,) = shapely.coverage_simplify(np.array([build_land(spec, board, [])], dtype=object), spec.get("simplify", 1.2))
    parts = polygons(shapely.transform(simple, lambda points: np.round(points, 1)))
    return relative_area(part for part in parts if part.area > 1)


def _city(city: Spec, board: Board) -> dict[str, Any]:
    x, y = board.pixel(city["at"])
    right, down = city.get("nudge", [0, 0])
    said = {key: value for key, value in city.items() if key not in ("id", "name", "at", "nudge")}
    place = [round(float(x) + right, 1), round(float(y) + down, 1)]
    return {"id": city["id"], "name": names(city["name"]), **said, "lonlat": city["at"], "xy": place}


def _link(link: Spec, board: Board, places: dict[str, list[float]]) -> dict[str, Any]:
    one, other = (places[name] for name in link["between"])
    stations = [one, *(rounded(board.pixel(point)) for point in link.get("via", [])), other]
    if len(stations) == 2:
        stations.insert(1, _bowed(one, other, link.get("bow", BOW)))
    line = _smooth(stations)
    points = [[round(x, 1), round(y, 1)] for x, y in line]
    return {"between": link["between"], "type": link["type"], **_said_of(link), "points": points, "d": relative_line(line)}


def _said_of(link: Spec) -> dict[str, Any]:
    return {key: value for key, value in link.items() if key not in ("between", "type", "via", "bow")}


def _bowed(one: list[float], other: list[float], bow: float) -> list[float]:
    (x0, y0), (x1, y1) = one, other
    return [round((x0 + x1) / 2 - (y1 - y0) * bow, 1), round((y0 + y1) / 2 + (x1 - x0) * bow, 1)]


def _smooth(stations: list[list[float]]) -> list[Xy]:
    """A soft curve through the given points."""
    points = np.array(stations, float)
    spline, _ = splprep(points.T, k=min(3, len(points) - 1), s=0)
    curve = np.array(splev(np.linspace(0, 1, POINTS_OF_A_CURVE), spline)).T
    curve[0], curve[-1] = points[0], points[-1]
    return [(float(x), float(y)) for x, y in np.round(curve, 1)]


def _add_ways(cities: list[dict[str, Any]], links: list[Spec]) -> None:
    ways = defaultdict(list)
    for link in links:
        one, other = link["between"]
        ways[one].append({"to": other, "type": link["type"], **_said_of(link)})
        ways[other].append({"to": one, "type": link["type"], **_said_of(link)})
    for city in cities:
        city["adjacent"] = sorted(ways[city["id"]], key=lambda way: (way["type"], way["to"]))


def _bulgars(source: Spec, board: Board, places: dict[str, list[float]]) -> dict[str, Any]:
    arrows = []
    for arrow in source["arrows"]:
        tip, tail = np.array(places[arrow["to"]]), board.pixel(arrow["from"])
        head = tip - (tip - tail) / np.linalg.norm(tip - tail) * ARROW_GAP
        arrows.append({"to": arrow["to"], "points": [rounded(tail), rounded(head)]})
    return {"name": names(source["name"]), "xy": rounded(board.pixel(source["at"])), "arrows": arrows}
