"""What never moves on the map beyond the shared ground: the ends of the world, the volcano, islets, frost, woods in the hills."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import hypot, sin

from ..report.chart import map_file, rings
from ..state import Code
from ..world import SITES

Point = tuple[float, float]
Ring = Sequence[Point]
COMPASS = (120, 1190)
WASTES = {"north": "mountain", "east": "mountain", "south": "waste"}
"""The ends of the world, and what is strewn over them."""
VOLCANO = "crachant"
WASTE_SPACING, WOOD_SPACING = 34.0, 30.0
NAME_ROOM = 36.0
"""Little drawings keep off the middle of a territory, where its name stands."""


@cache
def chart() -> dict[str, object]:
    """The figures of the template `ground.svg`."""
    wild = {entry["id"]: entry for entry in map_file().impassable}
    return {
        "wastes": [
            {"kind": kind, "end": name, "d": steps(rings(wild[name]["path"])), "glyphs": _strewn(rings(wild[name]["path"]), kind)}
            for name, kind in WASTES.items()
        ],
        "volcano": {"d": steps(rings(wild[VOLCANO]["path"])), "at": wild[VOLCANO]["label"], "name": wild[VOLCANO]["name"]},
        "islets": [steps(rings(islet)) for space in map_file().spaces for islet in space.get("islets", ())],
        "frozen": [code for code, site in SITES.items() if site.frozen],
        "woods": [glyph for space in map_file().spaces if _is_wooded(space["id"]) for glyph in _woods(space["id"], space["path"])],
        "codes": list(SITES),
    }


@cache
def anchors() -> dict[Code, Point]:
    """The middle of each territory."""
    return {space["id"]: (float(space["anchor"]["xy"][0]), float(space["anchor"]["xy"][1])) for space in map_file().spaces}


def _is_wooded(code: Code) -> bool:
    return SITES[code].terrains[1:] == ("forêt",) and not SITES[code].sea


def _woods(code: Code, path: str) -> list[dict[str, object]]:
    middle = anchors()[code]
    points = _lattice(rings(path), WOOD_SPACING)
    kept = [(x, y) for x, y in points if hypot(x - middle[0], (y - middle[1]) * 1.4) > NAME_ROOM]
    return [{"code": code, "name": f"forest-{place % 3}", "x": x, "y": y} for place, (x, y) in enumerate(kept)]


def _strewn(outline: Sequence[Ring], kind: str) -> list[dict[str, object]]:
    variants = 2 if kind == "waste" else 3
    return [{"name": f"{kind}-{place % variants}", "x": x, "y": y} for place, (x, y) in enumerate(_lattice(outline, WASTE_SPACING))]


def _lattice(outline: Sequence[Ring], spacing: float) -> Iterator[Point]:
    """Points inside, in rows that a hand might have drawn: every other row is shifted, and none lies quite where it should."""
    xs, ys = zip(*(point for ring in outline for point in ring), strict=True)
    row = 0
    y = min(ys) + spacing / 2
    while y < max(ys):
        x = min(xs) + spacing * (0.5 + 0.5 * (row % 2))
        while x < max(xs):
            shaken = (round(x + 7 * sin(x * 12.9 + y), 1), round(y + 5 * sin(y * 7.3 + x), 1))
            if _is_inside(outline, *shaken) and _is_inside(outline, shaken[0], shaken[1] + 9):
                yield shaken
            x += spacing
        y += spacing * 0.8
        row += 1


def _is_inside(outline: Sequence[Ring], x: float, y: float) -> bool:
    inside = False
    for ring in outline:
        for (x1, y1), (x2, y2) in _edges(ring):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    yield from zip(ring, (*ring[1:], ring[0]), strict=True)


def steps(outline: Iterable[Ring], closed: bool = True) -> str:
    """A path in relative steps of one decimal: half the bytes of an absolute one."""
    return "".join(_ring_path(ring, closed) for ring in outline)


def _ring_path(ring: Ring, closed: bool) -> str:
    points = [(round(x * 10), round(y * 10)) for x, y in ring]
    moves = ((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    body = " ".join(f"{dx / 10:g} {dy / 10:g}" for dx, dy in moves if dx or dy).replace(" -", "-")
    return f"M{points[0][0] / 10:g} {points[0][1] / 10:g}l{body}" + ("z" if closed else "")


# -- outlines of realms -----------------------------------------------------------------------------------------


@cache
def _sides() -> dict[Code, tuple[tuple[Point, Point], ...]]:
    return {space["id"]: tuple(side for ring in rings(space["path"]) for side in _edges(ring)) for space in map_file().spaces}


@cache
def outline(codes: tuple[Code, ...]) -> str:
    """The border around these territories: sides that two of them share cancel out, for neighbours share their points exactly."""
    left: dict[frozenset[Point], tuple[Point, Point]] = {}
    for code in codes:
        for a, b in _sides()[code]:
            key = frozenset((a, b))
            if left.pop(key, None) is None:
                left[key] = (a, b)
    return steps(_chained(list(left.values())))


def _chained(sides: list[tuple[Point, Point]]) -> Iterator[list[Point]]:
    beside: dict[Point, list[Point]] = {}
    for a, b in sides:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    for start in list(beside):
        while beside[start]:
            yield _walk(start, beside)


def _walk(start: Point, beside: dict[Point, list[Point]]) -> list[Point]:
    """Along unused sides until one is back."""
    line, here = [start], start
    while beside[here]:
        there = beside[here].pop()
        beside[there].remove(here)
        line.append(there)
        here = there
    return line[:-1] if line[-1] == start else line
