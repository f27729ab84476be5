"""Transports and siege engines: movement, capacity, loss."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ...state import BARBARIANS, Medioevo, Vehicle
from ...tables import ENGINES, MERCHANT, SHIPS, tables
from ..cards.effects import effects, has_effect
from .armies import each, use_figure
from .table import change, draw_supply, replace, return_supply


class VehiclePlaced(Event, frozen=True):
    TOUCHES = ("space",)
    seat: Seat
    vehicle: int
    kind: str
    level: int
    space: str
    rule: str


class VehicleLost(Event, frozen=True):
    """A transport or engine left the map."""

    TOUCHES = ("space",)
    seat: Seat
    vehicle: int
    kind: str
    level: int
    space: str
    rule: str


def piece_of(kind: str, level: int) -> str:
    """The figure in the supply: engines have one per level."""
    return ENGINES[level - 1] if kind == "engine" else kind


def full_pm(vehicle: Vehicle) -> int:
    """MU-MOV-03 MU-TRD-02 Movement points at the start of a turn."""
    if vehicle.kind == "engine":
        return int(tables().military_transport["engine_pm"])
    return int(tables().military_transport["pm"][vehicle.level - 1])


def is_carrier(game: Medioevo, id: int) -> bool:
    """MU-MOV-02 Does this carry troops by land: a War wagon, or what a card lets serve as one?"""
    vehicle = game.vehicles[id]
    if vehicle.kind == "wagon":
        return True
    if not game.effects:
        return False
    effect = {"caravan": "dual", "engine": "engine-wagon"}.get(vehicle.kind, "")
    return has_effect(game, effect, f"v:{id}", vehicle.owner)


def is_merchant(game: Medioevo, id: int) -> bool:
    """Does this carry goods: a Caravan or Merchant ship, or a wagon that a Scientist lets serve as one?"""
    vehicle = game.vehicles[id]
    return vehicle.kind in MERCHANT or (vehicle.kind == "wagon" and has_effect(game, "dual", f"v:{id}"))


def capacity(game: Medioevo, id: int) -> int:
    """MU-MOV-03 Military units a carrier takes; engines and Caravans take none unless a card lets them."""
    vehicle = game.vehicles[id]
    for effect in effects(game, "engine-wagon", f"v:{id}", vehicle.owner):
        return effect.amount
    if vehicle.kind != "galley" and not is_carrier(game, id):
        return 0
    return int(tables().military_transport["capacity"][vehicle.level - 1])


def hold(vehicle: Vehicle) -> int:
    """MU-TRD-02 Cubes a merchant transport takes."""
    return tables().merchant_transport["capacity"][vehicle.level - 1]


def is_ship(vehicle: Vehicle) -> bool:
    return vehicle.kind in SHIPS


def new_vehicle(game: Medioevo, seat: Seat, kind: str, level: int, space: str, rule: str, pm: int | None = None) -> int:
    """A transport or engine is put on the map with its Property token; it may move this turn."""
    draw_supply(game, piece_of(kind, level))
    vehicle = Vehicle(seat, kind, level, space)
    id = game.next_vehicle
    game.next_vehicle += 1
    game.vehicles[id] = replace(vehicle, pm=full_pm(vehicle) if pm is None else pm)
    game.emit(VehiclePlaced(seat=seat, vehicle=id, kind=kind, level=level, space=space, rule=rule))
    return id


def upgrade_vehicle(game: Medioevo, id: int, level: int, rule: str) -> None:
    """A transport or engine rises to a level (or falls, by sabotage); engines change figure."""
    vehicle = game.vehicles[id]
    return_supply(game, piece_of(vehicle.kind, vehicle.level))
    draw_supply(game, piece_of(vehicle.kind, level))
    gain = full_pm(replace(vehicle, level=level)) - full_pm(vehicle)
    pm = max(0, vehicle.pm + gain) if vehicle.pm else 0  # what an event has stopped, or is spent, does not start again (MU-EVT-05)
    game.vehicles[id] = replace(vehicle, level=level, pm=pm)
    game.emit(VehiclePlaced(seat=vehicle.owner, vehicle=id, kind=vehicle.kind, level=level, space=vehicle.space, rule=rule))


def remove_vehicle(game: Medioevo, id: int, rule: str) -> None:
    """A transport or engine returns to the supply with its cubes; units aboard go to the reserve, what it carried sinks with it."""
    vehicle = game.vehicles.pop(id)
    return_supply(game, piece_of(vehicle.kind, vehicle.level))
    drop_goods(game, vehicle.goods)
    if vehicle.cargo is not None:
        for kind in each(vehicle.cargo.counts):
            use_figure(game, vehicle.owner, kind, -1)
        for special in vehicle.cargo.specials:
            use_figure(game, special.owner, special.figure, -1)
    for other in [key for key, carried in sorted(game.vehicles.items()) if carried.aboard == id]:
        remove_vehicle(game, other, rule)
    lose_route_carrier(game, vehicle.owner, id)
    event = VehicleLost(seat=vehicle.owner, vehicle=id, kind=vehicle.kind, level=vehicle.level, space=vehicle.space, rule=rule)
    game.emit(event)


def drop_goods(game: Medioevo, cubes: tuple[str, ...]) -> None:
    for good in cubes:
        return_supply(game, f"cube:{good}")


def spill_goods(game: Medioevo, id: int) -> None:
    """MU-TRD-02 Cubes that a transport of lower level has no room for are lost."""
    vehicle = game.vehicles[id]
    drop_goods(game, vehicle.goods[hold(vehicle) :])
    game.vehicles[id] = replace(vehicle, goods=vehicle.goods[: hold(vehicle)])


def lose_route_carrier(game: Medioevo, seat: Seat, id: int) -> None:
    """MU-TRD-14 A lost transport takes its Trade Route with it, unless a Salesman keeps the tokens this turn."""
    if seat == BARBARIANS:
        return
    route = game.players[seat].route
    if route is not None and route.carrier == id:
        keeps = has_effect(game, "keep-route", seat=seat)
        change(game, seat, route=replace(route, carrier=0) if keeps else None)


def vehicle_price(vehicle: Vehicle) -> int:
    return tables().transport["price"] * vehicle.level
