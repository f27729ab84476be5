"""What can be pointed at or named in an option: where it lies, and what it is in a few words."""

from __future__ import annotations

from functools import cache, lru_cache

from marchland.kernel.typography import colon

from ..phrases import ROMAN, good_name, kingdom_name, load_name, tally_name, vehicle_name, word
from ..rules.components.armies import by_kind, strength
from ..state import BARBARIANS, Army, Land, Vehicle
from ..tables import BUILDINGS, COLOURS, empire_cards, tables, technologies
from ..view import MedioevoView
from ..world import atlas, fires, home_of, towns
from .ground import terrain_name
from .wording import named, rule_text, say

PIECES = ("unit", "building", "cube")
"""Ids that begin so name the space where the piece lies: `unit:kiev:0:arc`."""


def place_of(view: MedioevoView, thing: str) -> str:
    """The space where a piece lies; empty for what lies on no space."""
    kind, _, rest = thing.partition(":")
    if kind in PIECES:
        return rest.split(":")[0]
    if kind == "v":
        vehicle = view.vehicles.get(rest.split(":")[0])
        return vehicle.space if vehicle else ""
    return ""


def notes(view: MedioevoView, language: str) -> dict[str, str]:
    """A few words on everything that an option may touch."""
    parked: dict[str, tuple[Vehicle, ...]] = {}
    for vehicle in view.vehicles.values():
        parked[vehicle.space] = (*parked.get(vehicle.space, ()), vehicle)
    return {
        **{
            space: space_note(space, view.lands.get(space), view.armies.get(space, ()), parked.get(space, ()), language, view.map)
            for space in (*view.lands, *view.waters)
        },
        **{f"v:{number}": vehicle_note(vehicle, language) for number, vehicle in view.vehicles.items()},
        **{f"card:{card}": rule_text(empire_cards()[card].rule, language) for card in _cards_in_sight(view)},
        **_technology_notes(language),
        **{f"technology:{branch}": _next_note(view, branch, language) for branch in COLOURS},
    }


def parked_in(view: MedioevoView, space: str) -> tuple[Vehicle, ...]:
    """The transports and engines of a space."""
    return tuple(vehicle for vehicle in view.vehicles.values() if vehicle.space == space)


@cache
def _technology_notes(language: str) -> dict[str, str]:
    return {f"technology:{key}": rule_text(technology.rule, language) for key, technology in technologies().items()}


def _cards_in_sight(view: MedioevoView) -> list[int]:
    return [card for seat in view.seats for card in (*(held.card for held in seat.hand), *seat.drawn)]


def _next_note(view: MedioevoView, branch: str, language: str) -> str:
    """The technology that the viewer would reach next in a branch."""
    if view.viewer is None:
        return ""
    return _note_at(branch, view.seats[view.viewer].technology[COLOURS.index(branch)] + 1, language)


@cache
def _note_at(branch: str, level: int, language: str) -> str:
    return next(
        (
            f"{technology.name[language]} ({ROMAN[level]}): {rule_text(technology.rule, language)}"
            for technology in technologies().values()
            if (technology.branch, technology.level) == (branch, level)
        ),
        "",
    )


# -- spaces ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def space_note(
    space: str, land: Land | None, armies: tuple[Army, ...], parked: tuple[Vehicle, ...], language: str, printing: str
) -> str:
    """Everything that is on a space and in it, beside its name; a sea has no `land`."""
    said = [] if land is None else [*_ground_said(space, language, printing), *_land_said(space, land, language, printing)]
    said += [army_said(army, language) for army in armies]
    said += [f"{named(vehicle.owner)}{colon(language)}{vehicle_note(vehicle, language, with_space=False)}" for vehicle in parked]
    return "; ".join(said)


def _ground_said(space: str, language: str, printing: str) -> list[str]:
    said = [terrain_name(space, language)]
    if space in home_of():
        said.append(kingdom_name(home_of()[space], language))
    if space in fires(printing):
        said.append(say("fire", language))
    return said


def _land_said(space: str, land: Land, language: str, printing: str) -> list[str]:
    said = [] if land.holder == BARBARIANS else [say("held", language, name=named(land.holder))]
    said += buildings(land, language)
    town = towns(printing).get(space)
    if town:
        goods = [town.good, *land.cubes]
        said.append(say("sells", language, goods=", ".join(good_name(good, language) for good in goods)))
        said += [say("port", language)] if town.port else []
    return said + ([say("token", language)] if land.token == land.holder != BARBARIANS else [])


def buildings(land: Land, language: str) -> list[str]:
    """What stands in a territory, with its damage."""
    return [
        word(tables().buildings[category].names[getattr(land, category) - 1], language)
        + (say("damaged", language, n=getattr(land, f"{category}_damage")) if getattr(land, f"{category}_damage") else "")
        for category in BUILDINGS
        if getattr(land, category)
    ]


def army_said(army: Army, language: str) -> str:
    owner = say("barbarians", language) if army.owner == BARBARIANS else named(army.owner)
    return f"{owner}{colon(language)}{tally_name(by_kind(strength(army)), language)}"


# -- transports, cards, technologies -----------------------------------------------------------------------


@lru_cache(maxsize=1024)
def vehicle_note(vehicle: Vehicle, language: str, with_space: bool = True) -> str:
    """`War wagon II, Kiev, 7 PM, 2 Archer`."""
    said = [vehicle_name(vehicle, language), *([atlas()[vehicle.space].name[language]] if with_space else [])]
    said.append(say("moves", language, n=vehicle.pm))
    if vehicle.goods:
        said.append(load_name(vehicle.goods, language))
    if vehicle.cargo is not None:
        said.append(tally_name(by_kind(strength(vehicle.cargo)), language))
    return ", ".join(said)
