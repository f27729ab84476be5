"""Buildings standing on the map: building and raising them, damage, removal."""

from __future__ import annotations

from functools import cache

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ...state import Land, Medioevo
from ...tables import BUILDINGS, tables
from ..components.table import building_level, change_land, draw_supply, return_supply
from ..victory.honour import honour, worth
from .control import drop_orphans, offer_tokens

GREAT = {"civil": 3, "military": 3, "cathedral": 1}
"""The level at which a building brings honour when it is built: City, Castle, Cathedral."""


class Built(Event, frozen=True):
    TOUCHES = ("space",)
    seat: Seat
    space: str
    building: str
    rule: str


class BuildingDamaged(Event, frozen=True):
    TOUCHES = ("space",)
    space: str
    building: str
    damage: int
    rule: str


class BuildingLost(Event, frozen=True):
    RULE = "MU-CTL-06"
    TOUCHES = ("space",)
    space: str
    building: str


@cache
def name_of(category: str, level: int) -> str:
    return tables().buildings[category].names[level - 1]


def structure(category: str, level: int) -> int:
    return tables().buildings[category].structure[level - 1]


def honour_level(category: str, level: int) -> int:
    """MU-PH-01 A Cathedral counts as a building of the third level."""
    return 3 * level if category == "cathedral" else level


def raise_building(game: Medioevo, seat: Seat, space: str, category: str, level: int, rule: str) -> None:
    """MU-BUY-12 MU-PH-04 A building is built or raised; City, Castle and Cathedral bring honour, military ones Control tokens."""
    old = building_level(game.lands[space], category)
    if old:
        return_supply(game, name_of(category, old))
    draw_supply(game, name_of(category, level))
    change_land(game, space, **{category: level})
    game.emit(Built(seat=seat, space=space, building=name_of(category, level), rule=rule))
    if category == "military":
        offer_tokens(game, seat, space, level - old)
    if level == GREAT[category]:
        honour(game, seat, worth("great_building"), "MU-PH-04")


def can_raise(game: Medioevo, category: str, level: int) -> bool:
    """Is the piece of the next level in the supply?"""
    return level <= highest_level(category) and game.supply[name_of(category, level)] > 0


@cache
def highest_level(category: str) -> int:
    return len(tables().buildings[category].names)


def damage_building(game: Medioevo, space: str, category: str, points: int, rule: str) -> None:
    """MU-CTL-06 Damage tokens are laid; a building with as many as its structure points is destroyed."""
    land = game.lands[space]
    level = building_level(land, category)
    damage = getattr(land, f"{category}_damage") + points
    game.emit(BuildingDamaged(space=space, building=name_of(category, level), damage=points, rule=rule))
    if damage >= structure(category, level):
        remove_building(game, space, category)
    else:
        change_land(game, space, **{f"{category}_damage": damage})


def remove_building(game: Medioevo, space: str, category: str) -> None:
    """MU-CTL-06 A building leaves the map with its damage and the Control tokens that hang on it."""
    land = game.lands[space]
    name = name_of(category, building_level(land, category))
    return_supply(game, name)
    change_land(game, space, **{category: 0, f"{category}_damage": 0})
    game.emit(BuildingLost(space=space, building=name))
    if category == "military":
        drop_orphans(game, space)


def is_damaged(land: Land) -> bool:
    """Does a damage token lie on any building here?"""
    return bool(land.civil_damage or land.military_damage or land.cathedral_damage)


def buildings_in(land: Land) -> list[str]:
    return [category for category in BUILDINGS if getattr(land, category)]
