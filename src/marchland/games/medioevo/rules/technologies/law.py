"""Technologies of law, orange: Edict, Law, Nation, Influence."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat

from ... import world
from ...state import BARBARIANS, Medioevo
from ...tables import figure
from ..barbarians import Arrival, invade
from ..battle.fight import leave_alive
from ..cards.common import is_at_leisure, is_in_battle, read_unit, scene, unit_id
from ..cards.effects import is_departure_banned
from ..components.armies import (
    add_special,
    add_units,
    destroy_unit,
    horde_size,
    hordes,
    in_reserve,
    kinds_in,
    lift_unit,
    one,
    parties,
    place_unit,
    units,
)
from ..components.table import holdings, homes
from ..conquest.control import refresh_control
from ..events.events import announced_rebellion
from ..loans import SOLD
from ..movement.groups import change_march, march_of
from ..movement.meeting import meet
from ..registry import ANY, technology


def _can_use_edict(game: Medioevo, seat: Seat) -> bool:
    """Reading R-18: troops need it where nobody stands, transports alone where a horde does; troops and engines cross no horde."""
    if not game.marches or march_of(game).seat != seat or march_of(game).edicts:
        return False
    march = march_of(game)
    has_entered = march.entering in ("", march.space)
    if not has_entered or march.space not in game.lands or game.lands[march.space].holder != BARBARIANS:
        return False
    others = [other for other in parties(game, march.space) if other != seat]
    if any(march.counts):
        return not others and not march.mapped
    group = [game.vehicles[id] for id in march.vehicles if id in game.vehicles]  # a reaction may have cost it something
    return BARBARIANS in others and all(vehicle.kind != "engine" for vehicle in group)


@technology("edict", "MU-TEC-31", windows=("W-5b", "W-6a"), usable=_can_use_edict)
def safe_passage(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-31 A group crosses one barbarian territory without resistance."""
    change_march(game, edicts=march_of(game).edicts + 1)


def _diversions(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Rebellions that the player has to place, not those for which a bankrupt is paid in his own land."""
    rebellion = announced_rebellion(game)
    if rebellion is not None and rebellion.seat == seat and not rebellion.diverted and rebellion.rule != SOLD:
        yield from law_sites(game, seat)


@technology("law", "MU-TEC-32", windows=("W-2r",), stages=(_diversions,))
def divert_rebellion(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-32 A rebellion breaks out in barbarian land next to the home kingdom instead."""
    (space,) = chosen
    rebellion = announced_rebellion(game)
    assert rebellion is not None
    game.update(rebellion, space=space, diverted=True)


def _barbarian_units(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    spaces = hordes(game) if is_at_leisure(game) else [scene(game)]
    for space in spaces:
        yield from (unit_id(space, BARBARIANS, kind) for kind in kinds_in(units(game, space, BARBARIANS)))


def _next_territories(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    space = read_unit(chosen[0])[0]
    ways = world.coasts(space) if world.is_sea(space) else world.land_neighbours(space)
    yield from (there for there in ways if there in game.lands)


def _drivable(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Barbarian units with somewhere to go that no Bishop holds where they are."""
    for id in _barbarian_units(game, seat, chosen):
        if not is_departure_banned(game, read_unit(id)[0]) and any(True for _ in _next_territories(game, seat, (id,))):
            yield id


MID_BATTLE = ("W-B0", "W-B1", "W-B3")


@technology("nation", "MU-TEC-33", windows=(ANY, "W-2e", "W-5b", *MID_BATTLE), stages=(_drivable, _next_territories))
def drive_on(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-33 One barbarian unit moves to an adjacent territory, even in the middle of a battle."""
    barbarian, there = chosen
    space, _, kind = read_unit(barbarian)
    unit = lift_unit(game, space, BARBARIANS, kind)
    leave_alive(game, space, BARBARIANS)
    invade(game, there)
    if unit.owner == BARBARIANS and unit.kind == unit.figure:
        add_units(game, there, BARBARIANS, one(kind))
    else:
        add_special(game, there, BARBARIANS, unit)
    refresh_control(game, space)
    game.push(Arrival(there))


def _converts(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> Iterator[str]:
    """Barbarians next to land the player controls, of kinds he has in reserve; in a battle only in his own."""
    if game.fights and not is_at_leisure(game) and not is_in_battle(game, seat):
        return
    own = set(holdings(game, seat))
    for id in _barbarian_units(game, seat, chosen):
        space, _, kind = read_unit(id)
        if in_reserve(game, seat, kind) and not own.isdisjoint(world.land_neighbours(space)):
            yield id


@technology("influence", "MU-TEC-34", windows=(ANY, "W-2e", "W-5b", *MID_BATTLE), stages=(_converts,))
def win_over(game: Medioevo, seat: Seat, chosen: tuple[str, ...]) -> None:
    """MU-TEC-34 A barbarian unit becomes an own one of its type, a Captain at level I."""
    (barbarian,) = chosen
    space, _, kind = read_unit(barbarian)
    destroy_unit(game, space, BARBARIANS, kind, "MU-TEC-34")
    leave_alive(game, space, BARBARIANS)
    place_unit(game, space, seat, "cap1" if figure(kind) == "cap" else kind, "MU-TEC-34")
    if not any(fight.place == space for fight in game.fights):
        if horde_size(game, space):
            meet(game, seat, space)
        refresh_control(game, space)


def law_sites(game: Medioevo, seat: Seat) -> list[str]:
    """MU-TEC-32 Barbarian land without military units next to the home kingdom."""
    near = {there for space in homes(game, seat) for there in world.land_neighbours(space)}
    return sorted(s for s in near if s in game.lands and game.lands[s].holder == BARBARIANS and s not in game.armies)
