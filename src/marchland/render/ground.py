"""The ground of a map: everything that never moves, worked out once per map file.

The look is that of an engraved, hand-coloured atlas: water lines along the coast, little drawings strewn over each kind of
ground, names set where they fit. Nothing relies on colour alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec
from markupsafe import Markup

from . import geometry
from .mapfile import Place, Point, Sheet, load_sheet, rings

_CHIP = 40.0
"""Height kept free under a name for the pieces standing there."""

_LETTER = 0.53
"""Mean width of a letter, in parts of its size."""


class Family(msgspec.Struct, frozen=True):
    """One kind of ground in `data/terrain.yaml`."""

    names: tuple[str, ...]
    spacing: float
    margin: float
    variants: int


class Glyph(msgspec.Struct, frozen=True):
    """One little drawing: which, and where."""

    name: str
    x: float
    y: float


class Spot(msgspec.Struct, frozen=True):
    """Where a place's name, symbols and pieces go."""

    size: float
    lines: tuple[str, ...]
    x: float
    y: float
    chip: Point
    symbol_x: float
    symbol_y: float


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet with everything placed on it, for one language."""

    sheet: Sheet
    language: str
    spots: dict[str, Spot]
    glyphs: tuple[Glyph, ...]
    coast: str
    families: dict[str, str]
    areas: frozenset[str]
    """The places that have borders and are no mere points."""
    hits: dict[str, Markup]
    """The beginning of what one points at, by place: most of it is the same on every page."""

    @property
    def is_points(self) -> bool:
        return bool(self.sheet.land)


@lru_cache(maxsize=32)
def survey(path: Path, language: str) -> Ground:
    """The ground of a map file, with names in one language."""
    sheet = load_sheet(path)
    spots = {place.id: _spot(place, language) for place in sheet.places}
    return Ground(
        sheet=sheet,
        language=language,
        spots=spots,
        glyphs=tuple(_strewn(sheet, spots)),
        coast=_coast(path),
        families={name: family for family, entry in _families().items() for name in entry.names},
        areas=frozenset(place.id for place in sheet.places if place.path),
        hits={place.id: _hit(place, spots[place.id], language) for place in sheet.places},
    )


@lru_cache(maxsize=1024)
def _outline(path: str) -> geometry.Outline:
    return geometry.Outline(rings(path))


def _hit(place: Place, spot: Spot, language: str) -> Markup:
    """What is pointed at: its shape, its name, and where scripts draw what is about it."""
    shape = (
        f'<use class="hit {place.kind}" href="#p-{place.id}"'
        if place.path
        else f'<circle class="hit" cx="{place.xy[0]}" cy="{place.xy[1]}"'
    )
    at = " ".join(f"{side:g}" for side in spot.chip)
    return Markup(shape) + Markup(' data-target="{}" data-name="{}" data-at="{}" ').format(
        place.id, place.name.get(language, ""), at
    )


@lru_cache(maxsize=1)
def _families() -> dict[str, Family]:
    path = Path(__file__).parent / "data" / "terrain.yaml"
    return msgspec.yaml.decode(path.read_bytes(), type=dict[str, Family])


# -- names ---------------------------------------------------------------------------------------------


def _spot(place: Place, language: str) -> Spot:
    name = place.name[language]
    if place.kind == "city":
        return _city_spot(place, name)
    size = min(23.0, max(13.0, place.r * 0.34)) if place.kind == "land" else min(24.0, max(14.0, place.r * 0.3))
    lines = wrap(name, max(len(word) for word in name.split()), place.r * 2.1 / (size * _LETTER))
    width = max(len(line) for line in lines) * size * _LETTER
    chip = _CHIP if place.kind == "land" else 0.0
    height = len(lines) * size + chip
    x, y = _block(place, width, height)
    top = y - height / 2 + size * 0.8
    first = len(lines[0]) * size * _LETTER
    return Spot(
        size,
        lines,
        round(x, 1),
        round(top, 1),
        (round(x, 1), round(y + height / 2 - chip / 2, 1)),
        round(x - first / 2 - 12, 1),
        round(top - size * 0.3, 1),
    )


def _block(place: Place, width: float, height: float) -> Point:
    if not place.path or place.kind != "land":
        return place.xy
    return geometry.block_spot(_outline(place.path), place.xy, width, height)


def _city_spot(place: Place, name: str) -> Spot:
    size = 17.0
    x, y = place.xy
    dx, dy = {"l": (-20, 5), "t": (0, -20), "b": (0, 32)}.get(place.label, (20, 5))
    return Spot(size, (name,), round(x + dx, 1), round(y + dy, 1), place.xy, x, y)


def wrap(name: str, longest: int, fits: float) -> tuple[str, ...]:
    """Break a name into as few lines as fit, balanced; never inside a word."""
    room = max(float(longest), fits)
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


# -- drawings on the land ------------------------------------------------------------------------------


def _strewn(sheet: Sheet, spots: dict[str, Spot]) -> Iterable[Glyph]:
    families = {name: (family, entry) for family, entry in _families().items() for name in entry.names}
    for number, place in enumerate(sheet.places):
        if place.kind == "land" and place.terrain in families:
            family, entry = families[place.terrain]
            yield from _strewn_over(place, spots[place.id], family, entry, number)


def _strewn_over(place: Place, spot: Spot, family: str, entry: Family, number: int) -> Iterable[Glyph]:
    outline = _outline(place.path)
    name, chip = _boxes(spot, place)
    for spacing, margin, boxes in (
        (1.0, 1.0, (name, chip)),
        (0.7, 0.8, (name, chip)),
        (0.6, 0.7, (name, chip)),
        (0.6, 0.7, (chip,)),
    ):
        points = geometry.scatter(outline, entry.spacing * spacing, entry.margin * margin, boxes, number * 7)
        if len(points) >= 3:
            break
    for step, (x, y) in enumerate(points):
        yield Glyph(f"{family}-{(step * 5 + number) % entry.variants}", x, y)


def _boxes(spot: Spot, place: Place) -> tuple[geometry.Box, geometry.Box]:
    """What the name and the pieces need: drawings keep off it."""
    half = max(len(line) for line in spot.lines) * spot.size * _LETTER / 2 + 12
    left = half + (20 if place.symbols else 0)
    bottom = spot.y + (len(spot.lines) - 1) * spot.size + 12
    x, y = spot.chip
    return (spot.x - left, spot.y - spot.size - 6, spot.x + half, bottom), (x - 32, y - 24, x + 32, y + 30)


@lru_cache(maxsize=16)
def _coast(path: Path) -> str:
    """All shores as one path: the water lines follow it."""
    sheet = load_sheet(path)
    outlines = [rings(place.path) for place in sheet.places if place.kind in ("land", "void") and place.path]
    lines = (piece for line in geometry.coastline(outlines) for piece in _inside(line, sheet))
    return "".join(_line_path(line) for line in lines)


def _inside(line: list[Point], sheet: Sheet) -> Iterable[list[Point]]:
    """The pieces of a line that do not run along the rim of the sheet."""
    piece: list[Point] = []
    for a, b in itertools.pairwise(line):
        if _on_rim(a, sheet) and _on_rim(b, sheet):
            if len(piece) > 1:
                yield piece
            piece = []
            continue
        piece = piece or [a]
        piece.append(b)
    if len(piece) > 1:
        yield piece


def _on_rim(point: Point, sheet: Sheet) -> bool:
    x, y = point
    return x <= 1 or y <= 1 or x >= sheet.width - 1 or y >= sheet.height - 1


def _line_path(line: list[Point]) -> str:
    points = [(round(x * 10), round(y * 10)) for x, y in line]
    steps = (f"{(b[0] - a[0]) / 10:g} {(b[1] - a[1]) / 10:g}" for a, b in itertools.pairwise(points) if a != b)
    return f"M{points[0][0] / 10:g} {points[0][1] / 10:g}l" + " ".join(steps).replace(" -", "-")
