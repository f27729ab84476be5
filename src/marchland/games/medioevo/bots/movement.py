"""Movements as a bot sees them: what a group could take from where it stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from marchland.kernel.actions import Seat

from .. import world
from ..rules.components.armies import army_at, parties, units
from ..rules.components.table import has_settlement, home_owner
from ..rules.components.vehicles import capacity, is_carrier
from ..rules.diplomacy.relations import may_attack
from ..rules.movement.groups import boardable, carrier_room, joinable
from ..rules.movement.terrain import is_castle
from ..state import BARBARIANS, March, Medioevo
from ..tables import MERCHANT, tables
from .battle import attack_value
from .weights import HONOUR, land_worth, troops_worth, turns_left


def march_promise(game: Medioevo, march: March) -> float:
    """The best target this group could still reach, with what may join it."""
    if march.stopped or any(game.vehicles[id].kind in MERCHANT for id in march.vehicles if id in game.vehicles):
        return 0.0
    strength = troops_worth(march.counts) + 0.9 * waiting(game, march)
    if not strength:
        return 0.0
    best = 0.0
    for space, cost in targets(game, march):
        best = max(best, prospect(game, march.seat, space, strength) * 0.9 * 0.97**cost)
    return max(0.0, best - forsaken(game, march))


def forsaken(game: Medioevo, march: March) -> float:
    """Land that is lost when its whole garrison sets out."""
    land = game.lands.get(march.space)
    if march.steps or land is None or land.holder != march.seat or march.seat in (land.token, home_owner(game, march.space)):
        return 0.0
    army = army_at(game, march.space, march.seat)
    free = carrier_room(game, march) + sum(capacity(game, id) for id in joinable(game, march) if is_carrier(game, id))
    if army is None or sum(army.counts) > sum(march.counts) + free:
        return 0.0
    holy = march.space in (tables().holy["rome"], tables().holy["jerusalem"])
    return land_worth(land, has_settlement(game, march.space), turns_left(game)) + 3 * HONOUR * holy


def waiting(game: Medioevo, march: March) -> float:
    """Units that could still come along."""
    army = army_at(game, march.space, march.seat)
    if army is None or not (boardable(game, march) or joinable(game, march)):
        return 0.0
    room = carrier_room(game, march) + sum(capacity(game, id) for id in joinable(game, march) if is_carrier(game, id))
    share = min(1.0, max(0, room) / max(1, sum(army.counts)))
    return share * max(0.0, troops_worth(army.counts) - troops_worth(march.counts))


def targets(game: Medioevo, march: March) -> Iterable[tuple[str, int]]:
    """Land that is not one's own and can be reached this turn, with the steps to it."""
    vehicles = [game.vehicles[id] for id in (*march.vehicles, *joinable(game, march)) if id in game.vehicles]
    most = 1 if is_castle(game, march.seat, march.space) else 0
    most = max(most, max((vehicle.pm for vehicle in vehicles if vehicle.kind != "engine"), default=0))
    afloat = any(vehicle.kind == "galley" for vehicle in vehicles)
    costs = {march.space: 0}
    queue = deque([march.space])
    while queue:
        here = queue.popleft()
        for there in world.neighbours(here) if afloat else world.land_neighbours(here):
            if there in costs or costs[here] >= most:
                continue
            costs[there] = costs[here] + 1
            if there in game.waters or (there in game.lands and game.lands[there].holder == march.seat):
                queue.append(there)
            elif there in game.lands:
                yield there, costs[there]


def prospect(game: Medioevo, seat: Seat, space: str, strength: float) -> float:
    """What attacking a territory would be worth."""
    land = game.lands[space]
    others = [other for other in parties(game, space) if other != seat]
    foe = sum(troops_worth(units(game, space, other)) for other in others)
    wild = land.holder == BARBARIANS
    if wild and not others:
        foe = troops_worth(game.circle.horde)
    value = attack_value(game, seat, space, strength, foe, wild)
    players = {other for other in (*others, land.holder) if other not in (BARBARIANS, seat)}
    return value - sum(3 * HONOUR for other in players if not may_attack(game, seat, other))
