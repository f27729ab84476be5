"""Which maps there are: what makes each, how it is written, and where it goes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .areas import forge_areas
from .cendre.chart import forge_cendre
from .points import forge_points
from .source import SOURCES, load_source

GAMES = Path(__file__).parents[2] / "src" / "marchland" / "games"

MapData = dict[str, Any]


class Map(NamedTuple):
    """A shipped map and the way it is made."""

    target: Path
    make: Callable[[], MapData]
    written: Callable[[MapData], str]

    def text(self) -> str:
        return self.written(self.make())


def in_one_line(data: MapData) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def in_rows(data: MapData) -> str:
    """A row for every space, border and river: a change shows in few rows."""
    return "{\n" + ",\n".join(f' "{key}": {_entry(value)}' for key, value in data.items()) + "\n}\n"


def _entry(value: Any) -> str:
    if isinstance(value, list) and isinstance(value[0], dict):
        return "[\n" + ",\n".join("  " + in_one_line(row) for row in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)


def _areas(name: str) -> MapData:
    return forge_areas(load_source(SOURCES / f"{name}.yaml"))


def _points(name: str) -> MapData:
    return forge_points(load_source(SOURCES / f"{name}.yaml"))


MAPS = {
    "vinci": Map(GAMES / "vinci/data/vinci.json", partial(_areas, "vinci"), in_one_line),
    "vinci45": Map(GAMES / "vinci/data/vinci45.json", partial(_areas, "vinci45"), in_one_line),
    "medioevo": Map(GAMES / "medioevo/data/map.json", partial(_areas, "medioevo"), in_one_line),
    "byzantium": Map(GAMES / "byzantium/data/map.json", partial(_points, "byzantium"), in_one_line),
    "cendre": Map(GAMES / "cendre/data/map.json", forge_cendre, in_rows),
}
