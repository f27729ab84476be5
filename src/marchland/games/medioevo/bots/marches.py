"""Movements as a bot plans them: where a group could strike from where it stands, and the first step on the way there."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from marchland.kernel.actions import Action, Seat

from .. import world
from ..rules.components.armies import army_at, strength
from ..rules.components.vehicles import capacity, is_carrier
from ..rules.diplomacy.relations import (
    are_teammates,
    is_shut_by_truce,
    is_welcome,
)
from ..rules.movement.groups import Board, BoardAll, Go, Halt, Take, boardable, carrier_room, joinable, musters, power_left
from ..rules.movement.meeting import Engage
from ..rules.movement.movement import ChooseMove, ManageGroup, Muster, PassRound
from ..rules.movement.terrain import is_castle
from ..state import BARBARIANS, March, Medioevo
from .clash import BEARS, mass
from .raids import BEATEN, PER_LOSS, outlook, prize, treachery


class Strike(NamedTuple):
    """A territory that a group could fight for now: the first step there, and what to expect."""

    first: str
    space: str
    value: float


def strike_value(game: Medioevo, seat: Seat, space: str, bears: float) -> float:
    """What an attack now is worth: the prize by the odds, less losses, and the honour that it costs to attack at all."""
    holder = game.lands[space].holder
    price = 0.0
    if holder != BARBARIANS:
        if are_teammates(game, seat, holder) or is_shut_by_truce(game, seat, holder):
            return -99.0
        price = treachery(game, seat, holder, game.turn)
    hope = outlook(game, seat, space, bears, now=True)
    shame = BEATEN if holder == BARBARIANS else 0.0
    gain = hope.chance * prize(game, seat, space) - (1 - hope.chance) * shame
    return gain - PER_LOSS * (bears - hope.chance * hope.left) - price


def strikes(game: Medioevo, march: March) -> list[Strike]:
    """What the group could attack, the best first."""
    bears = mass(march.counts) + waiting(game, march)
    if not bears:
        return []
    found = []
    for space, first in targets(game, march).items():
        value = strike_value(game, march.seat, space, bears)
        if value > 0:
            found.append(Strike(first, space, value))
    return sorted(found, key=lambda one: -one.value)


def waiting(game: Medioevo, march: March) -> float:
    """What could still come along, by what it bears."""
    army = army_at(game, march.space, march.seat)
    if army is None or march.steps:
        return 0.0
    room = carrier_room(game, march) + sum(capacity(game, id) for id in joinable(game, march) if is_carrier(game, id))
    counts = strength(army)
    number = sum(counts)
    return max(0.0, mass(counts) * min(1.0, (room + sum(march.counts)) / number) - mass(march.counts)) if number else 0.0


def targets(game: Medioevo, march: March) -> dict[str, str]:
    """Land that the group reaches and where it would be stopped, with the first step of the way."""
    vehicles = [game.vehicles[id] for id in (*march.vehicles, *joinable(game, march)) if id in game.vehicles]
    most = power_left(game, march) if march.vehicles else max((v.pm for v in vehicles if v.kind != "engine"), default=0)
    if is_castle(game, march.seat, march.space):
        most = max(most, 1)
    afloat = any(vehicle.kind == "galley" for vehicle in vehicles)
    costs, queue = {march.space: 0}, deque([(march.space, "")])
    found: dict[str, str] = {}
    while queue:
        here, first = queue.popleft()
        if costs[here] >= most:
            continue
        for there in world.neighbours(here) if afloat else world.land_neighbours(here):
            if there in costs or (there not in game.lands and there not in game.waters):
                continue
            costs[there] = costs[here] + 1
            way = first or there
            if is_passable(game, march.seat, there):
                queue.append((there, way))
            elif there in game.lands:
                found[there] = way
    return found


def is_passable(game: Medioevo, seat: Seat, space: str) -> bool:
    if space not in game.lands:
        return True
    holder = game.lands[space].holder
    return holder == seat or (holder != BARBARIANS and is_welcome(game, seat, holder))


# -- answers -----------------------------------------------------------------------------------------------


def first_moves(game: Medioevo, seat: Seat, question: ChooseMove, choices: int) -> list[Action]:
    """Stay, or set out from where something can be won."""
    offered = game.options(seat)
    found: list[Strike] = []
    for space in musters(game, seat):
        best = strikes(game, March(seat, space, trail=(space,)))[:1]
        found += [Strike(space, one.space, one.value) for one in best]
    found.sort(key=lambda one: -one.value)
    ready = [Muster(one.first) for one in found[:choices]]
    engaged = [one for one in offered if isinstance(one, Engage)]
    return [PassRound(), *(one for one in ready if one in offered), *engaged[:2]]


def group_steps(game: Medioevo, seat: Seat, question: ManageGroup, choices: int) -> list[Action]:
    """Get ready, then go where something can be won, or halt."""
    march, offered = game.marches[-1], game.options(seat)
    found: list[Action] = []
    kinds = boardable(game, march)
    if not march.steps and not march.vehicles:
        wagons = [id for id in joinable(game, march) if is_carrier(game, id) or game.vehicles[id].kind == "galley"]
        found += [Take(id) for id in wagons[:2]]
    if kinds and not march.steps:
        found.append(BoardAll())
        found += [Board(kind) for kind in sorted(kinds, key=lambda kind: -BEARS[kind])[:2]]
    if any(march.counts):
        found += [Go(one.first) for one in strikes(game, march)[:choices]]
    usual = [action for action in dict.fromkeys(found) if action in offered]
    halt = [action for action in offered if isinstance(action, Halt)]
    return [*usual, *halt] or [offered[0]]


def march_hope(game: Medioevo, march: March) -> float:
    """What a group under way may hope for."""
    if march.stopped:
        return 0.0
    best = strikes(game, march)[:1]
    return 0.95 * best[0].value if best else 0.0
