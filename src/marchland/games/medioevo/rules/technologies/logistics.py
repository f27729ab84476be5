"""Moves over the other element: land transports across the sea, ships across the land (rulebook: Logistics)."""

from __future__ import annotations

from marchland.kernel.errors import Refusal

from ... import world
from ...state import March, Medioevo
from ..cards.effects import is_departure_banned, is_hidden
from ..components.armies import parties
from ..components.vehicles import is_ship
from ..diplomacy.relations import is_hostile, is_shut_by_truce, is_welcome
from ..movement.terrain import step_cost
from .knowledge import knows


def sails(game: Medioevo, march: March) -> bool:
    """Is the sea this group's own element?"""
    return any(is_ship(game.vehicles[id]) for id in march.vehicles)


def crossers(game: Medioevo, march: March) -> int:
    """MU-TEC-12 How many vehicles go over the other element: a point pays for one step of one of them."""
    ships = sum(is_ship(game.vehicles[id]) for id in march.vehicles)
    return ships or len(march.vehicles)


def is_converted(game: Medioevo, march: March, to: str) -> bool:
    """MU-TEC-12 Does this step lead over the other element: into the sea without a ship, or with ships overland?"""
    if sails(game, march):
        return not world.is_sea(march.space) and not world.is_sea(to)
    return world.is_sea(to) and bool(march.vehicles)


def can_convert(game: Medioevo, march: March, to: str, pm: int) -> bool:
    """MU-TEC-12 Is a step over the other element paid for, and can the group get back to its own from there?"""
    cost, need = step_cost(game, march.space, to), crossers(game, march)
    if march.conversions < need or cost > pm or not _is_passable(game, march, to):
        return False
    return can_return(game, march, to, pm - cost, march.conversions - need)


def can_return(game: Medioevo, march: March, here: str, pm: int, conversions: int) -> bool:
    """MU-TEC-12 Does what is left of movement and of paid conversions lead from here back to the group's own element?"""
    if is_departure_banned(game, here):
        return False
    need = crossers(game, march)
    own, other = world.sea_neighbours(here), world.land_neighbours(here)
    if not sails(game, march):
        own, other = world.coasts(here), world.sea_neighbours(here)
    if any(_is_enterable(game, march, to) and step_cost(game, here, to) <= pm for to in own):
        return True
    further = [to for to in other if conversions >= need and step_cost(game, here, to) <= pm and _is_passable(game, march, to)]
    return any(can_return(game, march, to, pm - step_cost(game, here, to), conversions - need) for to in further)


def _is_enterable(game: Medioevo, march: March, to: str) -> bool:
    """In play, and not land of a partner in an armistice."""
    if to not in game.lands:
        return to in game.waters
    holder = game.lands[to].holder
    return not is_shut_by_truce(game, march.seat, holder)


def _is_passable(game: Medioevo, march: March, to: str) -> bool:
    """May the group go on from here: nothing there ends its movement?"""
    if not _is_enterable(game, march, to):
        return False
    if is_hidden(game, march.vehicles):
        return True
    if any(other != march.seat and is_hostile(game, march.seat, other) for other in parties(game, to)):
        return False
    if world.is_sea(to) or not any(march.counts):
        return True
    holder = game.lands[to].holder
    return holder == march.seat or is_welcome(game, march.seat, holder)


def beyond_logistics(space: str) -> Refusal:
    return Refusal("MU-TEC-12", {"space": space})


def lacks_logistics(game: Medioevo, march: March, to: str, pm: int) -> bool:
    """MU-TEC-12 Would the player's Logistics take the group there, but for points or the movement back?"""
    if not knows(game, march.seat, "logistics") or not is_converted(game, march, to):
        return False
    return not can_convert(game, march, to, pm)
