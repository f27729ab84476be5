"""Records of Byzantium as sentences."""

from pathlib import Path
from typing import Any

from marchland.kernel.phrasebook import Namer, Phrasebook

from .tables import SITES

COLOURS = ("red", "yellow", "blue", "green")


def seat_name(seat: Any, language: str) -> str:
    return PHRASEBOOK.word(f"seat.{COLOURS[seat]}", language)


def city_name(city: Any, language: str) -> str:
    return SITES[city].name[language] if city in SITES else str(city)


def place_name(place: Any, language: str) -> str:
    """Where a cube went: a city, a box, a slot or an area."""
    kind, _, name = str(place).rpartition(":")
    return city_name(name, language) if name in SITES else PHRASEBOOK.word(f"{kind or 'area'}.{name}", language)


def worded(kind: str) -> Namer:
    """A namer over the words whose keys begin with this kind."""
    return lambda value, language: PHRASEBOOK.word(f"{kind}.{value}", language)


def number(value: Any, language: str) -> str:
    return str(value)


NAMERS: dict[str, Namer] = {
    **dict.fromkeys(("seat", "controller", "mover", "fleeing", "opponent", "winners"), seat_name),
    **dict.fromkeys(("city", "origin", "havens"), city_name),
    "to": place_name,
    **dict.fromkeys(("side", "treasury"), worded("side")),
    **dict.fromkeys(("slot", "source"), worded("slot")),
    **dict.fromkeys(("box", "role"), worded("box")),
    "building": worded("area"),
    "marker": worded("marker"),
    "purpose": worded("purpose"),
    **dict.fromkeys(("values", "scores"), number),
}

PHRASEBOOK = Phrasebook(Path(__file__).parent / "data" / "phrases.yaml", NAMERS)
