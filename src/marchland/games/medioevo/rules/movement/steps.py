"""The moving group step by step: who joins or stays behind, and what a step costs (rulebook: Movement)."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event

from ... import world
from ...state import BARBARIANS, March, Medioevo, Vehicle
from ..components.armies import INDEX, army_at, by_kind, one, plus, units
from ..components.table import note, pay, replace
from ..conquest.control import refresh_control
from ..diplomacy.relations import passage_fee
from ..technologies.logistics import crossers, is_converted
from ..trade.deals import ride_along
from .groups import (
    Board,
    BoardAll,
    Drop,
    Leave,
    Take,
    boardable,
    change_march,
    march_of,
    room_left,
)
from .terrain import is_castle, step_cost
from .transfer import cargo_of, fresh_units, relocate, tire, with_passengers


class Moved(Event, frozen=True):
    RULE = "MU-MOV-04"
    TOUCHES = ("space", "to")
    seat: Seat
    space: str
    to: str
    troops: dict[str, int]
    vehicles: tuple[int, ...]


def regroup(game: Medioevo, march: March, action: Action) -> None:
    """MU-MOV-05 One change to the group; leavers are exhausted, carriers are not (reading R-06)."""
    match action:
        case Take(vehicle=id):
            joined = with_passengers(game, (*march.vehicles, id))
            change_march(game, vehicles=joined, counts=plus(march.counts, cargo_of(game, id)))
        case Board(kind=kind):
            board_unit(game, kind)
        case BoardAll():
            while boardable(game, march_of(game)) and room_left(game, march_of(game)) > 0:
                board_unit(game, boardable(game, march_of(game))[-1])
        case Drop(kind=kind):
            change_march(game, counts=plus(march.counts, one(kind, -1)), shed=(*march.shed, kind))
        case Leave(vehicle=id):
            counts = tuple(a - b for a, b in zip(march.counts, cargo_of(game, id), strict=True))
            gone = with_passengers(game, (id,))
            left = tuple(other for other in march.vehicles if other not in gone)
            change_march(game, vehicles=left, counts=counts, left=(*march.left, *gone))


def board_unit(game: Medioevo, kind: str) -> None:
    """A unit joins the group; one that had already moved can only make free moves."""
    march = march_of(game)
    fresh = fresh_units(army_at(game, march.space, march.seat))[INDEX[kind]] > 0
    if fresh:
        tire(game, march.space, march.seat, kind)
    tired = march.tired if fresh else plus(march.tired, one(kind))
    change_march(game, counts=plus(march.counts, one(kind)), tired=tired)


def rest(game: Medioevo, march: March) -> None:
    """A group that never left is as fresh as before."""
    if not world.is_sea(march.space):
        for kind, index in INDEX.items():
            tire(game, march.space, march.seat, kind, march.tired[index] - march.counts[index])


def take_step(game: Medioevo, to: str) -> None:
    """MU-MOV-04 MU-MOV-07 The group moves on; all that goes under its own power pays, except out of a Castle."""
    march = march_of(game)
    origin = march.space
    free = is_castle(game, march.seat, origin) and not world.is_sea(to)
    converted = crossers(game, march) if is_converted(game, march, to) else 0
    pay_way(game, march, 0 if free else step_cost(game, origin, to), to)
    relocate(game, march.seat, origin, to, march.vehicles, march.counts)
    event = Moved(seat=march.seat, space=origin, to=to, troops=by_kind(march.counts), vehicles=march.vehicles)
    game.emit(event)
    change_march(
        game,
        space=to,
        entering="",
        steps=march.steps + 1,
        trail=(*march.trail, to),
        shed=(),
        conversions=march.conversions - converted,
        astray=converted > 0,
    )
    if origin not in march.stragglers:  # who stopped there has yet to meet whoever holds it
        refresh_control(game, origin)
    pay_passage(game, march_of(game))
    ride_along(game, march.seat, march.vehicles, origin, to)


def count_survivors(game: Medioevo) -> None:
    """Whoever fell, or was lost, in a battle fought as a reaction is no longer in the group."""
    march = march_of(game)
    there = tuple(id for id in march.vehicles if id in game.vehicles and game.vehicles[id].owner == march.seat)
    present = units(game, march.space, march.seat)
    change_march(game, vehicles=there, counts=tuple(map(min, march.counts, present)))


def pay_passage(game: Medioevo, march: March) -> None:
    """MU-DIP-05 Troops that come into a partner's land pay the fee the pact names, before anything else happens there."""
    host = game.lands[march.space].holder if march.space in game.lands and any(march.counts) else BARBARIANS
    if host != BARBARIANS:
        pay(game, march.seat, passage_fee(game, march.seat, host), "MU-DIP-05", to=host)


def pay_way(game: Medioevo, march: March, cost: int, to: str) -> None:
    at_sea = world.is_sea(to) or world.is_sea(march.space)
    for id in march.vehicles:
        vehicle = game.vehicles[id]
        carried = at_sea and vehicle.kind != "galley" and any(game.vehicles[other].kind == "galley" for other in march.vehicles)
        if not carried:
            game.vehicles[id] = replace(vehicle, pm=max(0, vehicle.pm - cost), steps=vehicle.steps + 1)
            count_steps(game, game.vehicles[id])


def count_steps(game: Medioevo, vehicle: Vehicle) -> None:
    """What objectives ask about long marches: the spaces one War wagon or Galley has moved this turn."""
    if vehicle.kind in ("wagon", "galley") and vehicle.steps > game.now[vehicle.owner].max_steps_of_one_military_transport:
        note(game, vehicle.owner, max_steps_of_one_military_transport=vehicle.steps)
