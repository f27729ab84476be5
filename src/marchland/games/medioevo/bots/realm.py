"""What everybody has on the map, counted in one look: land, buildings, pieces, markets."""

from __future__ import annotations

from copy import copy

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.memo import kept_with

from .. import world
from ..rules.components.table import home_owner, printing, settlements
from ..state import BARBARIANS, NO_UNITS, Counts, Land, Medioevo
from ..tables import MERCHANT, tables
from .clash import mass

GREATEST = 3


class Realm(msgspec.Struct):
    """One player's share of the map."""

    lands: int = 0
    settled: int = 0
    base: int = 0
    """What taxes are reckoned by: territories and levels of civil buildings."""
    levels: int = 0
    """Of all buildings, as a conqueror would count them."""
    buildings: int = 0
    cathedrals: int = 0
    cities: int = 0
    castles: int = 0
    damage: int = 0
    ports: int = 0
    fires: int = 0
    market: int = 0
    """The most cubes in one of his settlements."""
    best_town: int = 0
    """Levels of buildings in the richest of his territories."""
    complete: int = 0
    """The most kinds of buildings in one territory."""
    stronghold: int = 0
    abroad: int = 0
    """Settlements outside his own kingdom."""
    foreign: int = 0
    """Territories of others' kingdoms."""
    holy: int = 0
    pieces: int = 0
    """Whatever costs upkeep."""
    units: Counts = NO_UNITS
    army: float = 0.0
    crowd: int = 0
    vehicles: tuple[str, ...] = ()
    carriers: int = 0
    merchants: int = 0
    guarded: int = 0
    """Home territories with a garrison."""
    goods: tuple[str, ...] = ()


def honours(land: Land) -> int:
    """Levels of the buildings in a territory, by which a conqueror is honoured."""
    return land.civil + land.military + GREATEST * land.cathedral


@kept_with("lands", "armies", "vehicles")
def realms(game: Medioevo) -> tuple[Realm, ...]:
    found = tuple([copy(estate) for estate in _estates(game)])
    _count_units(game, found)
    for vehicle in game.vehicles.values():
        own = found[vehicle.owner]
        own.pieces += 1
        own.vehicles = (*own.vehicles, vehicle.kind)
        own.carriers += vehicle.kind in ("wagon", "galley")
        own.merchants += vehicle.kind in MERCHANT
        if vehicle.cargo is not None:
            _count_army(own, vehicle.cargo.counts)
    return found


@kept_with("lands")
def _estates(game: Medioevo) -> tuple[Realm, ...]:
    """What everybody has of land, without the pieces on it."""
    found = tuple([Realm() for _ in range(game.seats)])
    for space, land in game.lands.items():
        if land.holder != BARBARIANS:
            _count_land(game, found[land.holder], land.holder, space, land)
    return found


def _count_land(game: Medioevo, own: Realm, seat: Seat, space: str, land: Land) -> None:
    own.lands += 1
    own.base += 1 + land.civil
    own.fires += space in world.fires(printing(game))
    town = settlements(game).get(space)
    home = home_owner(game, space)
    own.foreign += home not in (seat, BARBARIANS)
    if town is not None:
        own.settled += 1
        own.ports += town.port
        own.abroad += home != seat
        own.goods = (*own.goods, town.good)
        own.market = max(own.market, len(land.cubes))
        holy = tables().holy
        own.holy += space == holy["rome"] or (space == holy["jerusalem"] and game.players[seat].kingdom != holy["not_scored_by"])
    if land.civil or land.military or land.cathedral:
        _count_buildings(own, land)


def _count_buildings(own: Realm, land: Land) -> None:
    levels = honours(land)
    kinds = (land.civil > 0) + (land.military > 0) + (land.cathedral > 0)
    own.levels += levels
    own.buildings += kinds
    own.cathedrals += land.cathedral
    own.cities += land.civil == GREATEST
    own.castles += land.military == GREATEST
    own.damage += land.civil_damage + land.military_damage + land.cathedral_damage
    own.best_town = max(own.best_town, levels)
    own.complete = max(own.complete, kinds)
    own.stronghold = max(own.stronghold, land.civil + land.military)


def _count_units(game: Medioevo, found: tuple[Realm, ...]) -> None:
    for space, standing in game.armies.items():
        for army in standing:
            if army.owner != BARBARIANS:
                own = found[army.owner]
                _count_army(own, army.counts)
                own.guarded += home_owner(game, space) == army.owner


def _count_army(own: Realm, counts: Counts) -> None:
    number = sum(counts)
    own.units = tuple([a + b for a, b in zip(own.units, counts, strict=True)])
    own.pieces += number
    own.army += mass(counts)
    own.crowd = max(own.crowd, number)
