"""What stands beside the map on the drawing: special actions, tax, buildings, passing, turns and the Bulgars' cubes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.board import Figures, Thing

from ..tables import CONFIG
from ..view import BoxView, ByzantiumView
from .chart import sheet
from .wording import count, known, named, say

LEFT, TOP = 16.0, 862.0
CELL, HIGH, GAP = 103.0, 113.0, 3.0
HEAD = 40.0
"""Height of the heading over the boxes."""
LAYOUT = (
    ("civil_war_byzantine", "growth_byzantine", "emperor", "fleet_byzantine", "bulgars"),
    ("civil_war_arab", "growth_arab", "caliph", "fleet_arab", "fortification"),
    ("tax", "church", "mosque", "pass"),
)
"""Special actions of the Byzantines, of the Arabs, and the areas open to all."""
NO_ROOM = 0
"""The areas are no boxes: nobody counts the places on them."""
TURN_TOP = TOP + HEAD + 3 * (HIGH + GAP)
ROW = 6
"""Orange cubes in a row of the Bulgars' camp."""


class Pile(msgspec.Struct, frozen=True):
    """Cubes of one owner."""

    seat: Seat
    count: int


class SpecialBox(Thing, frozen=True, kw_only=True):
    """A box or an area, with its words and the cubes on it."""

    icon: str
    side: str
    label: Sequence[str]
    help: str
    room: int
    is_box: bool
    is_full: bool
    cubes: Sequence[Seat]
    piles: Sequence[Pile]


def boxes(view: ByzantiumView, language: str) -> dict[str, SpecialBox]:
    """Every box and area with its place, its words and the cubes on it, by id."""
    found = (
        _box(name, view.boxes.get(name) or BoxView(NO_ROOM, tuple(_area_cubes(view, name))), row, column, language)
        for row, names in enumerate(LAYOUT)
        for column, name in enumerate(names)
    )
    return {box.id: box for box in found}


@lru_cache(maxsize=2048)
def _box(name: str, lying: BoxView, row: int, column: int, language: str) -> SpecialBox:
    room, cubes = lying.room, lying.cubes
    is_box = room != NO_ROOM
    title = _title(name, language)
    return SpecialBox(
        id=f"box:{name}",
        x=LEFT + column * (CELL + GAP),
        y=TOP + HEAD + row * (HIGH + GAP),
        w=CELL,
        h=HIGH,
        icon=name,
        side=_side_of(name),
        name=box_name(name, language),
        label=_lines(say(f"short_{name}", language)),
        help=box_help(name, language),
        room=room,
        is_box=is_box,
        is_full=is_box and len(cubes) >= room,
        cubes=cubes,
        piles=piles(cubes),
        text=_spoken(title, cubes, room, language),
    )


def box_name(name: str, language: str) -> str:
    title = _title(name, language)
    return title[:1].upper() + title[1:]


def _title(name: str, language: str) -> str:
    return known(f"box.{name}" if name in CONFIG.boxes else f"area.{name}", language)


def box_help(name: str, language: str) -> str:
    """What a cube on it does."""
    return say(f"help_{name}", language, **_figures())


def _side_of(name: str) -> str:
    for side, marks in (("byzantine", ("_byzantine", "emperor", "church")), ("arab", ("_arab", "caliph", "mosque"))):
        if name.endswith(marks):
            return side
    return "bulgar" if name == "bulgars" else "common"


def _figures() -> dict[str, int]:
    """The numbers that the help texts name."""
    return {
        "points": CONFIG.role_points,
        "limit": CONFIG.city_limit,
        "price": CONFIG.building_price,
        "gain": CONFIG.building_points,
        "added": CONFIG.bulgars.added,
        "doubled": 2 * CONFIG.bulgars.added,
        "tax": CONFIG.tax_per_cube,
    }


def _area_cubes(view: ByzantiumView, name: str) -> Iterator[Seat]:
    """The owners of the cubes on an area: those who passed in their order, everything else by seat."""
    if name == "pass":
        yield from view.passed
        return
    field = {"tax": "tax", "church": "churches", "mosque": "mosques"}[name]
    for seat, player in enumerate(view.players):
        yield from [seat] * getattr(player, field)


def piles(cubes: Sequence[Seat]) -> list[Pile]:
    """Cubes by owner, in the order in which they first appear."""
    return [Pile(seat, cubes.count(seat)) for seat in dict.fromkeys(cubes)]


def _lines(label: str) -> list[str]:
    """A label in one line, or in two if it is long."""
    head, _, tail = label.partition(" ")
    return [head, tail] if tail and len(label) > 10 else [label]


def _spoken(title: str, cubes: Sequence[Seat], room: int, language: str) -> str:
    owners = ", ".join(f"{named(pile.seat)} {pile.count}" for pile in piles(cubes))
    free = count("place", room - len(cubes), language) if room else ""
    return ", ".join(part for part in (title, free, owners) if part)


# -- the turn ------------------------------------------------------------------------------------------


def turn_track(view: ByzantiumView, language: str) -> Figures:
    """The three turns, who began this one and who passed."""
    top = TURN_TOP
    return {
        "turns": [
            {
                "n": turn,
                "numeral": "I" * turn,
                "now": turn == view.turn,
                "gone": turn < view.turn,
                "x": LEFT + 46 + (turn - 1) * 66,
                "y": top + 50,
            }
            for turn in range(1, view.turns + 1)
        ],
        "y": top,
        "first": view.first,
        "text": say("turn_of", language, n=view.turn, of=view.turns),
        "last_action": view.last_action,
    }


@cache
def plate() -> dict[str, float]:
    """The plate under all of it."""
    return {"x": LEFT - 8, "y": TOP - 2, "w": 5 * (CELL + GAP) + 13, "h": sheet().height - TOP - 6}


# -- the Bulgars ---------------------------------------------------------------------------------------


def camp() -> tuple[float, float, float, float]:
    """The room of the Bulgars' camp: left, top, width, height."""
    x, y = sheet().bulgars.xy
    return x - 120, y - 24, 290, 84


def horde(view: ByzantiumView, language: str) -> Figures:
    """The orange cubes in the Bulgars' camp, row upon row."""
    x, y = sheet().bulgars.xy
    return {
        "count": view.bulgars,
        "supply": view.bulgar_supply,
        "x": x,
        "y": y,
        "cubes": [{"x": round(x - 62 + 25 * (n % ROW), 1), "y": round(y + 26 - 22 * (n // ROW), 1)} for n in range(view.bulgars)],
        "name": known("heading.bulgars", language),
        "text": say("horde", language, n=view.bulgars, supply=view.bulgar_supply),
    }
