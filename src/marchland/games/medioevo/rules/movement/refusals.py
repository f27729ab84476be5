"""Why a group cannot gather, or cannot go where it is sent (rulebook: Movement)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Seat
from marchland.kernel.errors import Refusal

from ... import world
from ...state import March, Medioevo
from ..cards.effects import departure_ban, fighting_ban, is_departure_banned, is_fighting_banned
from ..components.armies import size
from ..components.table import refusal
from ..components.vehicles import capacity, is_carrier
from ..diplomacy.relations import is_shut_by_truce, passage_fee
from ..setup import out_of_play
from ..technologies.logistics import beyond_logistics, lacks_logistics
from .groups import can_gather, group_size, lacks_fee, power_left
from .terrain import step_cost


def why_not_muster(game: Medioevo, seat: Seat, space: str) -> Iterator[Refusal]:
    """MU-MOV-02 Nothing there can move: no troops, no carrier, no movement left, or a Bishop holds everything."""
    if is_departure_banned(game, space):
        yield departure_ban(space)
    own = [id for id, vehicle in sorted(game.vehicles.items()) if vehicle.space == space and vehicle.owner == seat]
    if own and not any(can_gather(game, id) for id in own):
        yield refusal("MU-MOV-13", need=1, have=0)
    yield refusal("MU-MOV-02", space=space)


def why_not_engage(game: Medioevo, seat: Seat, space: str) -> Iterator[Refusal]:
    """MU-CARD-01 An army that faces another may not fight where a Bishop has forbidden it."""
    if is_fighting_banned(game, space) and size(game, space, seat):
        yield fighting_ban(space)


def why_not_go(game: Medioevo, march: March, to: str) -> Iterator[Refusal]:
    """MU-MOV-04 Why a group cannot enter a space now."""
    if to not in game.lands and to not in game.waters:
        yield out_of_play(to)
    elif to not in world.neighbours(march.space):
        yield refusal("MU-MOV-04", space=to)
    elif is_departure_banned(game, march.space):
        yield departure_ban(march.space)
    elif to in game.lands and is_shut_by_truce(game, march.seat, game.lands[to].holder):
        yield refusal("MU-DIP-03", space=to)
    elif lacks_fee(game, march, to):
        yield refusal("MU-DIP-05", need=passage_fee(game, march.seat, game.lands[to].holder), have=game.players[march.seat].florins)
    elif march.goal and to != march.goal:
        yield refusal("MU-MOV-01", space=march.goal)
    elif not group_size(march):
        yield refusal("MU-MOV-02", space=march.space)
    else:
        yield from _why_not_carry(game, march, to)


def _why_not_carry(game: Medioevo, march: March, to: str) -> Iterator[Refusal]:
    """MU-MOV-03 MU-MOV-13 Too little room, or too little movement; over the other element too little Logistics."""
    if lacks_logistics(game, march, to, power_left(game, march)):
        yield beyond_logistics(to)
    at_sea = world.is_sea(to) or world.is_sea(march.space)
    carriers = [id for id in march.vehicles if (game.vehicles[id].kind == "galley" if at_sea else is_carrier(game, id))]
    room = sum(capacity(game, id) for id in carriers)
    if sum(march.counts) > room or (at_sea and not carriers):
        yield refusal("MU-MOV-03", need=sum(march.counts), have=room)
    yield refusal("MU-MOV-13", need=step_cost(game, march.space, to), have=power_left(game, march))
