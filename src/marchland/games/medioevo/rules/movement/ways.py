"""The way to a common destination: where further groups can pass, and what it costs them (rulebook: Combat phase)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from marchland.kernel.actions import Seat

from ... import world
from ...state import BARBARIANS, March, Medioevo
from ..cards.effects import is_departure_banned
from ..components.armies import parties
from ..diplomacy.relations import is_hostile, may_pass
from .terrain import is_castle, step_cost

FAR = 9
"""More movement than anything has."""


def is_open(game: Medioevo, seat: Seat, space: str) -> bool:
    """MU-MOV-01 Can a group pass here without being stopped: sea, own land or a partner's, no enemy in it?"""
    if is_departure_banned(game, space) or any(is_hostile(game, seat, other) for other in parties(game, space)):
        return False
    if world.is_sea(space):
        return space in game.waters
    holder = game.lands[space].holder if space in game.lands else BARBARIANS
    return holder == seat or (holder != BARBARIANS and may_pass(game, seat, holder))


def way_costs(
    game: Medioevo,
    seat: Seat,
    goal: str,
    by_sea: bool,
    harbours: Iterable[str] = (),
    trail: tuple[str, ...] = (),
) -> dict[str, int]:
    """MU-MOV-01 Movement points from every space to the goal, or to a harbour, over open spaces, by land or by sea.

    Nobody comes through spaces of his own trail again.
    """
    return {space: way.cost for space, way in ways(game, seat, goal, by_sea, harbours, trail).items()}


class Way(NamedTuple):
    """What is left to go from a space to the goal, and the next space on the cheapest way there."""

    cost: int
    onward: str


def ways(
    game: Medioevo,
    seat: Seat,
    goal: str,
    by_sea: bool,
    harbours: Iterable[str] = (),
    trail: tuple[str, ...] = (),
) -> dict[str, Way]:
    """MU-MOV-01 The cheapest way from every space to the goal, or to a harbour."""
    found = {goal: Way(0, ""), **dict.fromkeys(harbours, Way(0, ""))}
    queue = deque(found)
    while queue:
        there = queue.popleft()
        for here in _back(there, by_sea):
            cost = found[there].cost + (0 if not by_sea and is_castle(game, seat, here) else step_cost(game, here, there))
            if cost < (found[here].cost if here in found else FAR) and here not in trail and is_open(game, seat, here):
                found[here] = Way(cost, there)
                queue.append(here)
    del found[goal]
    return found


def spaces_entered(found: dict[str, Way], space: str) -> list[str]:
    """MU-MOV-04 The spaces on the way from here, the goal last."""
    entered: list[str] = []
    while space in found:
        space = found[space].onward
        entered.append(space)
    return entered


def _back(there: str, by_sea: bool) -> tuple[str, ...]:
    if not by_sea:
        return world.land_neighbours(there) if not world.is_sea(there) else ()
    return (*world.sea_neighbours(there), *world.coasts(there)) if world.is_sea(there) else world.sea_neighbours(there)


def harbours(game: Medioevo, seat: Seat, costs: dict[str, int]) -> list[str]:
    """MU-MOV-05 Where an own Galley is docked that can still sail to the goal: a group may go there and aboard (E-30)."""
    return sorted(
        vehicle.space
        for vehicle in game.vehicles.values()
        if vehicle.owner == seat and vehicle.kind == "galley" and not vehicle.stopped and not world.is_sea(vehicle.space)
        if costs.get(vehicle.space, FAR) <= vehicle.pm
    )


class Ways:
    """What is left to go from every space to a common destination: for a fleet, and for a group ashore."""

    def __init__(self, game: Medioevo, seat: Seat, goal: str, trail: tuple[str, ...] = ()) -> None:
        self.by_sea = way_costs(game, seat, goal, by_sea=True, trail=trail)
        ports = harbours(game, seat, self.by_sea)
        self.by_land = way_costs(game, seat, goal, by_sea=False, harbours=ports, trail=trail)

    def left(self, space: str, afloat: bool) -> int:
        return (self.by_sea if afloat else self.by_land).get(space, FAR)


def leads_on(game: Medioevo, march: March, to: str, cost: int, power: int) -> bool:
    """MU-MOV-01 Does a step lead to the common destination within the group's movement?"""
    if to == march.goal:
        return True
    afloat = any(game.vehicles[id].kind == "galley" for id in march.vehicles)
    return cost + Ways(game, march.seat, march.goal, march.trail).left(to, afloat) <= power
