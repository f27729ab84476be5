"""What never moves: the part of the map that is played on, and the arms of the kingdoms."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from marchland.kernel.catalogue import LANGUAGES

from ..world import FIRST, MAPS, atlas, home_of, lands, seas

MARGIN = 16
"""Paper around the sheet, and land shown around the part in play."""


class _Place(msgspec.Struct, frozen=True):
    id: str
    bbox: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class _Terrain(msgspec.Struct, frozen=True):
    name: tuple[str, str, str]


class _Sheet(msgspec.Struct, frozen=True):
    width: float
    height: float
    spaces: tuple[_Place, ...]
    terrains: dict[str, _Terrain]


@cache
def _sheet() -> _Sheet:
    return msgspec.json.decode(MAPS[FIRST].read_bytes(), type=_Sheet)


@lru_cache(maxsize=64)
def frame(area: tuple[str, ...]) -> tuple[float, float, float, float]:
    """The box around every territory in play, as x, y, width and height: fewer players see a part of the map, and larger."""
    sheet = _sheet()
    boxes = [place.bbox for place in sheet.spaces if place.id in area]
    left, top, right, bottom = (
        (min(box[0] for box in boxes), min(box[1] for box in boxes), max(box[2] for box in boxes), max(box[3] for box in boxes))
        if boxes
        else (0, 0, sheet.width, sheet.height)
    )
    left, top = max(-MARGIN, left - 2 * MARGIN), max(-MARGIN, top - 2 * MARGIN)
    right, bottom = min(sheet.width + MARGIN, right + 2 * MARGIN), min(sheet.height + MARGIN, bottom + 2 * MARGIN)
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


@lru_cache(maxsize=64)
def outside(area: tuple[str, ...], waters: tuple[str, ...]) -> tuple[str, ...]:
    """The spaces that are not in play."""
    return tuple(space for space in (*lands(), *seas()) if area and space not in area and space not in waters)


@cache
def heraldry() -> tuple[dict[str, object], ...]:
    """The arms beside the name of every territory of a kingdom."""
    return tuple({"space": space, "kingdom": kingdom} for space, kingdom in sorted(home_of().items()))


def terrain_name(space: str, language: str) -> str:
    """What kind of ground a territory is."""
    return _sheet().terrains[atlas()[space].terrain].name[LANGUAGES.index(language)]
