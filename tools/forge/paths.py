"""Numbers, names and path data as maps write them: one decimal, three languages."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

LANGUAGES = ("en", "fr", "it")

Xy = tuple[float, float]
Names = dict[str, str]


def names(value: Any) -> Names:
    """One name for all languages, a list in their order, or a mapping: what is missing is the first."""
    if isinstance(value, dict):
        return {language: str(value.get(language, value["en"])) for language in LANGUAGES}
    if isinstance(value, str):
        return dict.fromkeys(LANGUAGES, value)
    known = list(value)
    return dict(zip(LANGUAGES, known + [known[0]] * (len(LANGUAGES) - len(known)), strict=True))


def number(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def rounded(point: Iterable[float]) -> list[float]:
    return [round(float(value), 1) for value in point]


def outlines(polygon: Any) -> list[list[Xy]]:
    """The rings of a polygon, the outer one first, without the point that closes them."""
    return [list(ring.coords)[:-1] for ring in (polygon.exterior, *polygon.interiors)]


def relative_area(polygons: Iterable[Any]) -> str:
    return "".join(relative_line(ring) + "z" for polygon in polygons for ring in outlines(polygon))


def relative_line(points: Sequence[Xy]) -> str:
    """Steps from point to point, in tenths so that rounding never adds up."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [
        f"{number((x - before_x) / 10)} {number((y - before_y) / 10)}"
        for (before_x, before_y), (x, y) in itertools.pairwise(tenths)
    ]
    return f"M{number(points[0][0])} {number(points[0][1])}l" + " ".join(steps).replace(" -", "-")


def absolute_area(shape: Any) -> str:
    polygons = [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]
    return "".join(absolute_line(ring) + "Z" for polygon in polygons for ring in outlines(polygon))


def absolute_line(points: Iterable[Xy]) -> str:
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points)


def subpaths(path: str) -> list[list[Xy]]:
    """Reads back what is written above, exact to one decimal."""
    found = []
    for part in re.findall(r"M[^M]*", path):
        tenths = [round(float(text) * 10) for text in re.findall(r"-?\d+(?:\.\d+)?", part)]
        points = list(zip(tenths[::2], tenths[1::2], strict=True))
        if "l" in part:
            for index in range(1, len(points)):
                points[index] = (points[index - 1][0] + points[index][0], points[index - 1][1] + points[index][1])
        found.append([(x / 10, y / 10) for x, y in points])
    return found
