"""The moving group: what may join it, what it may leave behind, and where it may go (rulebook: Movement)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from marchland.kernel.actions import Action, Seat

from ... import world
from ...state import BARBARIANS, March, Medioevo
from ..cards.effects import has_effect, is_departure_banned
from ..components.armies import army_at, kinds_in, parties, standing_places, strength, vehicles_at
from ..components.table import replace
from ..components.vehicles import capacity, is_carrier
from ..diplomacy.relations import are_bound_to_peace, is_hostile, is_shut_by_truce, is_welcome, may_attack, may_pass
from ..technologies.logistics import can_convert, is_converted
from .terrain import is_castle, step_cost
from .transfer import fresh_units, spaces_needed
from .ways import leads_on


class Take(Action, frozen=True):
    """A carrier or engine joins the group (a Galley at sea with all aboard)."""

    TOUCHES = ("vehicle",)
    PREFIX = {"vehicle": "v"}
    vehicle: int


class Board(Action, frozen=True):
    """One unit joins the group."""

    kind: str


class BoardAll(Action, frozen=True):
    """As many units as can join do so."""


class Drop(Action, frozen=True):
    """One unit stays behind, exhausted."""

    kind: str


class Leave(Action, frozen=True):
    """A carrier or engine stays behind with its movement left."""

    TOUCHES = ("vehicle",)
    PREFIX = {"vehicle": "v"}
    vehicle: int


class Go(Action, frozen=True):
    """The group moves to an adjacent space."""

    TOUCHES = ("to",)
    to: str


class Halt(Action, frozen=True):
    """The group stops here."""

    IDLE = True


class Step(NamedTuple):
    to: str
    cost: int


def march_of(game: Medioevo) -> March:
    """The movement in progress."""
    return game.marches[-1]


def change_march(game: Medioevo, **changes: object) -> None:
    game.marches[-1] = replace(game.marches[-1], **changes)


def is_led(march: March) -> bool:
    """MU-DIP-06 Are these troops of an ally, led by the player whom they support?"""
    return march.leader != BARBARIANS


def is_bound(march: March) -> bool:
    """MU-MOV-01 Is this a further group, already on its way to the common destination?"""
    return march.goal != "" and march.steps > 0


def leader_of(march: March) -> Seat:
    """Who decides about a movement."""
    return march.leader if is_led(march) else march.seat


def group_size(march: March) -> int:
    return len(march.vehicles) + sum(march.counts)


def can_gather(game: Medioevo, id: int) -> bool:
    """MU-MOV-02 MU-MOV-13 War wagons, Galleys and engines with movement left; at 0 only free moves out of a Castle."""
    vehicle = game.vehicles[id]
    if vehicle.kind == "merchantman" or (vehicle.kind == "caravan" and not is_carrier(game, id)):
        return False
    if is_castle(game, vehicle.owner, vehicle.space) and vehicle.kind != "galley":
        return True
    return vehicle.pm > 0 and not vehicle.stopped


def musters(game: Medioevo, seat: Seat) -> list[str]:
    """MU-MOV-02 Spaces from which something can move: carriers and engines with movement left, or troops in an own Castle."""
    spaces = {
        vehicle.space
        for id, vehicle in game.vehicles.items()
        if vehicle.owner == seat and not vehicle.aboard and can_gather(game, id) and not is_departure_banned(game, vehicle.space)
    }
    spaces |= {
        space for space in standing_places(game, seat) if is_castle(game, seat, space) and not is_departure_banned(game, space)
    }
    return sorted(spaces)


def joinable(game: Medioevo, march: March) -> list[int]:
    """MU-MOV-05 MU-CARD-53 Carriers and engines here that may join the group, a tireless engine even without points."""
    return [
        id
        for id, vehicle in vehicles_at(game, march.space, march.seat)
        if id not in march.vehicles and id not in march.left and not vehicle.aboard
        if can_gather(game, id) or has_effect(game, "tireless", f"v:{id}")
    ]


def boardable(game: Medioevo, march: March) -> list[str]:
    """MU-MOV-05 Kinds of units that may join: fresh ones as far as carriers have room, in an own Castle any; none just left."""
    army = army_at(game, march.space, march.seat)
    if world.is_sea(march.space) or army is None or room_left(game, march) <= 0:
        return []
    if is_castle(game, march.seat, march.space):
        joining = tuple(max(0, a - b) for a, b in zip(strength(army), march.counts, strict=True))
    else:
        joining = fresh_units(army)
    return [kind for kind in kinds_in(joining) if kind not in march.shed]


def room_left(game: Medioevo, march: March) -> int:
    """MU-MOV-03 Units that may still join: as carriers take them, and of an ally's troops not more than he owes."""
    room = carrier_room(game, march)
    return min(room, march.quota - sum(march.counts)) if is_led(march) else room


def carrier_room(game: Medioevo, march: March) -> int:
    """MU-MOV-03 Units that the group's carriers still take: Galleys if it has some, else wagons; no limit out of a Castle."""
    if is_castle(game, march.seat, march.space):
        return 99
    ships = [id for id in march.vehicles if game.vehicles[id].kind == "galley"]
    if ships:
        return sum(capacity(game, id) for id in ships) - spaces_needed(game, march.vehicles, march.counts)
    return sum(capacity(game, id) for id in march.vehicles if is_carrier(game, id)) - sum(march.counts)


def droppable(game: Medioevo, march: March) -> list[str]:
    """MU-MOV-05 Units may leave the group on the way, ashore."""
    return kinds_in(march.counts) if march.steps and not world.is_sea(march.space) else []


# -- where to ----------------------------------------------------------------------------------------------


def steps_from(game: Medioevo, march: March) -> Iterator[Step]:
    """MU-MOV-04 Spaces the whole group can enter now; with a common destination only on the way to it."""
    if not group_size(march) or is_departure_banned(game, march.space) or march.space == march.goal != "":
        return
    power = power_left(game, march)
    for step in _steps(game, march):
        if not is_closed(game, march, step.to) and (not march.goal or leads_on(game, march, step.to, step.cost, power)):
            if not is_led(march) or is_harmless(game, march.seat, step.to):
                yield step


def is_harmless(game: Medioevo, seat: Seat, to: str) -> bool:
    """MU-DIP-06 Can troops be ordered here without their owner losing honour: no barbarians, no attack that is not allowed?"""
    foes = [other for other in parties(game, to) if other != seat and is_hostile(game, seat, other)]
    if any(foe == BARBARIANS or not may_attack(game, seat, foe) for foe in foes):
        return False
    if world.is_sea(to):
        return True
    holder = game.lands[to].holder
    if holder == BARBARIANS:
        return False
    if holder == seat or may_pass(game, seat, holder):
        return True
    return may_attack(game, seat, holder) and not are_bound_to_peace(game, seat, holder)


def power_left(game: Medioevo, march: March) -> int:
    return min((game.vehicles[id].pm for id in movers(game, march)), default=0)


def movers(game: Medioevo, march: March) -> list[int]:
    """The vehicles that go under their own power: Galleys if the group is or goes aboard, else all."""
    ships = [id for id in march.vehicles if game.vehicles[id].kind == "galley"]
    return ships or list(march.vehicles)


def is_closed(game: Medioevo, march: March, to: str) -> bool:
    """MU-DIP-03 Land of an armistice partner is not invaded this turn; spaces out of play are closed."""
    if to not in game.lands:
        return to not in game.waters
    holder = game.lands[to].holder
    return is_shut_by_truce(game, march.seat, holder) or lacks_fee(game, march, to)


def lacks_fee(game: Medioevo, march: March, to: str) -> bool:
    """MU-DIP-05 Would a pact let these troops in, if only their owner could pay its fee? Without it they would be invaders."""
    host = game.lands[to].holder if to in game.lands else BARBARIANS
    return any(march.counts) and is_welcome(game, march.seat, host) and not may_pass(game, march.seat, host)


def _steps(game: Medioevo, march: March) -> Iterator[Step]:
    here = march.space
    ships = [id for id in march.vehicles if game.vehicles[id].kind == "galley"]
    if world.is_sea(here):
        if ships:
            yield from _sail(game, march, ships, (*world.sea_neighbours(here), *world.coasts(here)))
        elif march.vehicles:
            yield from _convert(game, march, (*world.coasts(here), *world.sea_neighbours(here)))
        return
    if ships:
        yield from _sail(game, march, ships, world.sea_neighbours(here))
        if march.conversions:
            yield from _convert(game, march, world.land_neighbours(here))
        return
    yield from _walk(game, march)
    if march.conversions:
        yield from _convert(game, march, world.sea_neighbours(here))


def _sail(game: Medioevo, march: March, ships: list[int], ways: tuple[str, ...]) -> Iterator[Step]:
    """MU-MOV-03 A fleet sails if everything fits aboard and every Galley can pay."""
    room = sum(capacity(game, id) for id in ships)
    if spaces_needed(game, march.vehicles, march.counts) > room:
        return
    if not world.is_sea(march.space) and any(march.tired):
        return
    for to in ways:
        cost = step_cost(game, march.space, to)
        if all(game.vehicles[id].pm >= cost and not game.vehicles[id].stopped for id in ships):
            yield Step(to, cost)


def _walk(game: Medioevo, march: March) -> Iterator[Step]:
    """MU-MOV-07 MU-MOV-13 By land with wagons that have room and movement, or free out of an own Castle."""
    free = is_castle(game, march.seat, march.space)
    for to in world.land_neighbours(march.space):
        cost = step_cost(game, march.space, to)
        if free:
            if to not in march.trail:
                yield Step(to, 0)
        elif _can_advance(game, march, cost):
            yield Step(to, cost)


def _can_advance(game: Medioevo, march: March, cost: int) -> bool:
    """MU-MOV-13 MU-CARD-53 Fresh troops have room aboard what can pay the way; a tireless engine without points follows them."""
    payers = [id for id in march.vehicles if game.vehicles[id].pm >= cost and not game.vehicles[id].stopped]
    followers = [id for id in march.vehicles if id not in payers]
    if any(march.tired) or sum(march.counts) > sum(capacity(game, id) for id in payers):
        return False
    return not followers or (any(march.counts) and all(has_effect(game, "tireless", f"v:{id}") for id in followers))


def _convert(game: Medioevo, march: March, ways: tuple[str, ...]) -> Iterator[Step]:
    """Moves over the other element that Logistics has paid for, and back to the group's own."""
    for to in ways:
        cost = step_cost(game, march.space, to)
        if _can_advance(game, march, cost):
            if not is_converted(game, march, to) or can_convert(game, march, to, power_left(game, march)):
                yield Step(to, cost)
