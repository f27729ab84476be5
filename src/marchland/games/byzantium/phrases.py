"""Records of Byzantium as sentences."""

from collections.abc import Sequence
from typing import Any

from marchland.kernel.events import Event
from marchland.kernel.frames import Decision
from marchland.kernel.manners import Manner
from marchland.kernel.phrasebook import Namer, Phrasebook

from .rules.combat.combat import AttackDeclared
from .rules.combat.flight import OfferFlight
from .tables import CONFIG, DATA, SHEET, CityId
from .world import CITIES, SITES

SEAT_FIELDS = ("seat", "controller", "mover", "fleeing", "opponent", "winners", "attacker")
COLOURS = ("red", "blue", "green", "yellow")
MANNERS = {
    "UseMilitia": Manner.PRIMARY,
    "OpenFire": Manner.PRIMARY,
    "Double": Manner.PRIMARY,
    "BlockSea": Manner.PRIMARY,
    "PayDouble": Manner.PRIMARY,
}
"""How kinds of action are offered."""


def recalled(question: Decision[Any], events: Sequence[Event]) -> dict[str, object]:
    """Who attacks the city in which somebody is to fight or to flee."""
    attacks = [event for event in events if isinstance(event, AttackDeclared)]
    if not isinstance(question, OfferFlight) or not attacks or attacks[-1].city != question.city:
        return {}
    return {"attacker": attacks[-1].seat}


def seat_name(seat: int, language: str) -> str:
    return PHRASEBOOK.word(f"seat.{COLOURS[seat]}", language)


def attacker_name(seat: int, language: str) -> str:
    return PHRASEBOOK.word("somebody", language) if seat < 0 else seat_name(seat, language)


def city_name(city: CityId, language: str) -> str:
    return SITES[city].name[language] if city in SITES else str(city)


def place_name(place: str, language: str) -> str:
    """Where a cube went: a city, a box, a slot or an area."""
    kind, _, name = str(place).rpartition(":")
    return city_name(name, language) if name in SITES else PHRASEBOOK.word(f"{kind or 'area'}.{name}", language)


def worded(kind: str) -> Namer:
    """A namer over the words whose keys begin with this kind."""
    return lambda value, language: PHRASEBOOK.word(f"{kind}.{value}", language)


def board_ids(language: str) -> dict[str, str]:
    """Everything on the board that can be pointed at, with its name."""
    cities = {city: city_name(city, language) for city in CITIES}
    slots = {f"slot:{slot}": PHRASEBOOK.word(f"slot.{slot}", language) for slot in SHEET}
    areas = {f"box:{area}": PHRASEBOOK.word(f"area.{area}", language) for area in ("tax", "church", "mosque", "pass")}
    return {**cities, **slots, **{f"box:{box}": PHRASEBOOK.word(f"box.{box}", language) for box in CONFIG.boxes}, **areas}


NAMERS: dict[str, Namer] = {
    "seat": seat_name,
    "attacker": attacker_name,
    **dict.fromkeys(("city", "origin", "havens"), city_name),
    "to": place_name,
    "side": worded("side"),
    "treasury": worded("treasury"),
    **dict.fromkeys(("slot", "source"), worded("slot")),
    **dict.fromkeys(("box", "role"), worded("box")),
    "building": worded("area"),
    "marker": worded("marker"),
    "purpose": worded("purpose"),
}

PHRASEBOOK = Phrasebook(sorted(DATA.glob("phrases*.yaml")), NAMERS, SEAT_FIELDS, board_ids)
