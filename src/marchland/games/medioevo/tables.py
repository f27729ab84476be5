"""The printed figures, cards and board of the game: data files loaded once into frozen tables."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parent / "data"

KINDS = ("li", "hi", "cav", "arc", "cap1", "cap2", "cap3")
"""Kinds of military unit; a Captain's kind says its level."""
FIGURES = ("li", "hi", "cav", "arc", "cap")
"""The figures a reserve holds."""
COLOURS = ("blue", "yellow", "orange", "red", "green", "violet")
"""Branches of technology, left to right on the board."""
ENGINES = ("catapult", "trebuchet", "bombard")
MERCHANT = ("caravan", "merchantman")
SHIPS = ("galley", "merchantman")
TRANSPORTS = ("wagon", "galley", "caravan", "merchantman")
BUILDINGS = ("civil", "military", "cathedral")
ICONS = ("movement", "armies", "buildings", "goods")


def figure(kind: str) -> str:
    """The figure that stands for a kind of unit: all Captains share one."""
    return "cap" if kind.startswith("cap") else kind


def level(kind: str) -> int:
    """The level of a Captain's kind; 0 for everybody else."""
    return int(kind[3]) if kind.startswith("cap") else 0


class BuildingTable(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    price: int
    structure: tuple[int, ...]
    colour: str


class Tables(msgspec.Struct, frozen=True):
    """`data/tables.yaml`."""

    start: dict[str, int]
    reserve: dict[str, int]
    control_tokens: int
    property_tokens: dict[str, int]
    supply: dict[str, int]
    turns: dict[str, int]
    order_penalty: dict[int, tuple[int, ...]]
    events: dict[str, int]
    taxes: dict[str, Any]
    loans: dict[str, int]
    buildings: dict[str, BuildingTable]
    repair: int
    point_price: int
    technology_price: int
    units: dict[str, int]
    unit_limit: int
    empire_card: dict[str, int]
    transport: dict[str, int]
    ransom: int
    military_transport: dict[str, Any]
    merchant_transport: dict[str, tuple[int, ...]]
    battle: dict[str, int]
    engine_damage: dict[str, tuple[int, ...]]
    combat_rounds: int
    trade: dict[str, Any]
    neighbour: int
    honour: dict[str, Any]
    terrain_pm: dict[str, int]
    river_pm: int
    terrain_upkeep: dict[str, int]
    opening_bid: int
    holy: dict[str, str]


class Technology(msgspec.Struct, frozen=True, kw_only=True):
    """One of the 24: `id` is two digits, branch then level."""

    id: int
    branch: str
    level: int
    key: str
    points: int
    name: dict[str, str]
    phase4: bool = False

    @property
    def rule(self) -> str:
        return f"MU-TEC-{self.id}"


class EmpireCard(msgspec.Struct, frozen=True):
    """One of the 72, both sides; `choices` are the sets of technology points it can give (one of them per use)."""

    number: int
    character: str
    ability: str
    icons: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    objective: str
    condition: str

    @property
    def rule(self) -> str:
        return f"MU-CARD-{self.number:02}"


class EventArea(msgspec.Struct, frozen=True, kw_only=True):
    name: dict[str, str]
    home: str = ""
    near: tuple[str, ...] = ()
    within: int = 0
    fire: bool = False


class EventCard(msgspec.Struct, frozen=True):
    """One of the 30: where it strikes, what it can do, and the tax tolerated while it lies on top."""

    id: str
    area: str
    icons: tuple[str, ...]
    back: int


class _EventFace(msgspec.Struct, frozen=True):
    without: str
    back: int


class _EventFile(msgspec.Struct, frozen=True):
    icons: tuple[str, ...]
    areas: dict[str, EventArea]
    cards: dict[str, tuple[_EventFace, ...]]


@cache
def tables() -> Tables:
    return msgspec.yaml.decode((DATA / "tables.yaml").read_bytes(), type=Tables)


@cache
def technologies() -> dict[str, Technology]:
    """The technologies by key, in the order of the board."""
    listed = msgspec.yaml.decode((DATA / "technologies.yaml").read_bytes(), type=list[Technology])
    return {technology.key: technology for technology in listed}


@cache
def empire_cards() -> dict[int, EmpireCard]:
    """The Empire cards by number."""
    rows = csv.DictReader(io.StringIO((DATA / "cards.csv").read_text("utf-8")))
    return {int(row["number"]): _card(row) for row in rows}


def _card(row: dict[str, str]) -> EmpireCard:
    printed = row["tp"]
    icons = () if printed == "none" else tuple(printed.replace("/", "+").split("+"))
    choices = tuple((icon,) for icon in icons) if "/" in printed else (icons,) if icons else ()
    return EmpireCard(
        int(row["number"]), row["character"], row["ability_short"], icons, choices, row["objective"], row["objective_condition"]
    )


@cache
def _event_file() -> _EventFile:
    return msgspec.yaml.decode((DATA / "events.yaml").read_bytes(), type=_EventFile)


@cache
def event_areas() -> dict[str, EventArea]:
    return _event_file().areas


@cache
def event_cards() -> dict[str, EventCard]:
    """The Event cards by id (`egypt-2`)."""
    return {
        f"{area}-{number}": EventCard(f"{area}-{number}", area, tuple(icon for icon in ICONS if icon != face.without), face.back)
        for area, faces in _event_file().cards.items()
        for number, face in enumerate(faces, 1)
    }
