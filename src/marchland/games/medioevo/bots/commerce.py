"""Trade as a bot plans it: Trade Routes by the shortest round of settlements, and where goods are bought and sold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from marchland.kernel.actions import Action, Seat
from marchland.kernel.memo import kept_with

from .. import world
from ..rules.components.armies import parties
from ..rules.components.table import has_port, settlements
from ..rules.components.vehicles import full_pm, hold, is_ship
from ..rules.diplomacy.relations import has_right, is_hostile, pacts_granting
from ..rules.trade.deals import can_trade, present_goods, purchases, sales
from ..rules.trade.routes import AddStage, DropRoute, NoRoute, PlanRoute, RouteLength, route_lengths, route_points
from ..rules.trade.trade import BuyCubes, DoneTrading, Employ, ManageTransport, Rest, Ride, SellCubes
from ..state import BARBARIANS, Medioevo, Route, Vehicle
from ..tables import MERCHANT, tables
from .trade import FAR, steps

CARGO = 85
"""What a cube aboard will bring, on the whole."""
COIN = 0.0032
SURE = 0.85
"""How often a route that can be finished in time is."""
FADE = 0.99
"""What is left of it for every step still to go."""
ROUTE = 12
"""Movement points that a long route takes, from the purchase to the sale."""
HOPE = 0.6
"""How much of the routes that could still be made counts."""
DEALS = 2
"""Movement points for the purchase and the sale."""
DETOUR = 7
"""Nobody goes further for the next stage of a route, if another one is closed by enemies."""
BRANCHES, ROUNDS = 5, 14
"""Next stages that are tried from each, and beginnings of routes that are followed at a time."""
PARTNER = 0.06
"""What the right to trade with a player is worth in a turn."""
SPARE = 300
"""With so much money a second cube is bought."""


@kept_with("vehicles")
def merchants(game: Medioevo, seat: Seat) -> list[tuple[int, Vehicle]]:
    return [(id, vehicle) for id, vehicle in sorted(game.vehicles.items()) if vehicle.owner == seat and vehicle.kind in MERCHANT]


def trade(game: Medioevo, seat: Seat, left: int) -> tuple[float, float, float, float]:
    """Goods aboard, the route under way, partners, and routes that there is time for.

    One route at a time: a second transport begins the next as soon as the first has ended one, so that two make twice as many.
    """
    player, cargo, route, way, power = game.players[seat], 0.0, 0.0, 0, 0.0
    own = merchants(game, seat)
    if not own:
        return 0.0, 0.0, 0.0, 0.0
    for place, (id, vehicle) in enumerate(own):
        cargo += COIN * CARGO * len(vehicle.goods)
        fresh = vehicle.pm if not vehicle.stopped else 0
        share = (1.0, 0.85, 0.1)[min(place, 2)]
        power += share * (full_pm(vehicle) * (left + (game.phase < 6)) + (fresh if game.phase == 6 else 0))
        if player.route is not None and player.route.carrier == id:
            route, way = route_worth(game, vehicle, player.route, left)
    ready = 1.0 if player.route is not None or any(vehicle.goods for _, vehicle in own) else min(1.0, player.florins / 100)
    most, least = points_of_routes()
    ahead = max(0.0, power - way)
    routes = HOPE * ready * (most * ahead / ROUTE if ahead >= ROUTE else least * max(0.0, ahead - 5) / 7)
    return cargo, route, PARTNER * min(left, 4) * trading_partners(game, seat), routes


@kept_with("pacts")
def trading_partners(game: Medioevo, seat: Seat) -> int:
    """Players in whose settlements one may buy and sell."""
    return sum(bool(pacts_granting(game, seat, other, "trade")) for other in range(game.seats) if other != seat)


@cache
def points_of_routes() -> tuple[int, int]:
    points = tables().trade["route_points"]
    return int(max(points.values())), int(min(points.values()))


def route_worth(game: Medioevo, vehicle: Vehicle, route: Route, left: int) -> tuple[float, int]:
    """A route under way: its points, if it can be finished in time, and the way that is left of it."""
    missing = [space for space in route.stages if space not in route.done]
    way = round_trip(game, is_ship(vehicle), vehicle.space, (*missing, route.destination)) + 1
    fresh = vehicle.pm if not vehicle.stopped and game.phase <= 6 else 0
    if way > fresh + full_pm(vehicle) * left or not vehicle.goods:
        return 0.1, 0
    sold = present_goods(game, route.destination) if route.destination in game.lands else ()
    saleable = any(good not in sold for good in vehicle.goods)
    return SURE * route_points(route) * FADE**way * (1.0 if saleable else 0.3), way


def reach(game: Medioevo, vehicle: Vehicle, start: str) -> dict[str, int]:
    return steps(game.area, game.waters, start, is_ship(vehicle))


@kept_with("lands")
def round_trip(game: Medioevo, by_sea: bool, start: str, stages: tuple[str, ...]) -> int:
    """Steps through all stages, in the order in which they were named; the destination is the last."""
    legs = pairwise((start, *stages))
    return sum([steps(game.area, game.waters, here, by_sea).get(there, FAR) for here, there in legs])


# -- planning a route --------------------------------------------------------------------------------------


def is_safe(game: Medioevo, seat: Seat, space: str) -> bool:
    """Can a transport pass here without being robbed?"""
    return not any(is_hostile(game, seat, other) for other in parties(game, space))


def takes_goods(game: Medioevo, seat: Seat, space: str, goods: Iterable[str]) -> bool:
    """Could these goods be sold here?"""
    holder = game.lands[space].holder
    if holder not in (seat, BARBARIANS) and not has_right(game, seat, holder, "trade"):
        return False
    sold = present_goods(game, space)
    return is_safe(game, seat, space) and any(good not in sold for good in goods)


def plan(game: Medioevo, question: PlanRoute, longest: int) -> tuple[str, ...]:
    """The stages of the best route that can be finished in time, the destination last; none if none can."""
    vehicle = game.vehicles[question.vehicle]
    left = max(0, tables().turns[str(game.settings["length"])] - game.turn)
    power = vehicle.pm + full_pm(vehicle) * left
    best: tuple[str, ...] = ()
    worth = -9.0
    for tour in tours(game, question, vehicle):
        length = len(tour.stages)
        points = int(tables().trade["route_points"].get(length, 0))
        if points and question.length in (0, length) and length <= longest and tour.way < power:
            rate = points / (tour.way + DEALS) if left else float(points)
            if rate > worth and takes_goods(game, question.seat, tour.stages[-1], vehicle.goods):
                best, worth = tour.stages, rate
    return best


class Tour(NamedTuple):
    """Settlements one after the other, and the steps that it takes to visit them."""

    way: int
    stages: tuple[str, ...]


def shortest_round(game: Medioevo, seat: Seat, space: str) -> int:
    """How long a caravan's way is that begins a long route in a settlement."""
    found = tours(game, PlanRoute(seat, 0, space), Vehicle(seat, "caravan", 1, space))
    return min((tour.way for tour in found if len(tour.stages) == max(route_lengths())), default=FAR)


def tours(game: Medioevo, question: PlanRoute, vehicle: Vehicle) -> list[Tour]:
    """Short rounds of settlements of every length: the nearest few from each, and the shortest ways so far."""
    towns = [space for space in settlements(game) if space in game.lands and space != question.origin]
    if is_ship(vehicle):
        towns = [space for space in towns if has_port(game, space)]
    safe = frozenset(space for space in towns if is_safe(game, question.seat, space))
    way, here = 0, vehicle.space
    for space in question.stages:
        way, here = way + reach(game, vehicle, here).get(space, FAR), space
    beam, found = [Tour(way, question.stages)], []
    while beam and len(beam[0].stages) < max(route_lengths()):
        further = [step for tour in beam for step in extended(game, vehicle, tour, safe)]
        found += further
        beam = sorted({frozenset(tour.stages) | {tour.stages[-1]}: tour for tour in sorted(further, reverse=True)}.values())[
            :ROUNDS
        ]
    return found


def extended(game: Medioevo, vehicle: Vehicle, tour: Tour, safe: frozenset[str]) -> list[Tour]:
    """The tour with one of the nearest settlements more."""
    near = reach(game, vehicle, tour.stages[-1] if tour.stages else vehicle.space)
    ways: list[tuple[int, str]] = []
    for space, way in near.items():  # in the order of their distance
        if space in safe and space not in tour.stages:
            ways.append((way, space))
            if len(ways) >= BRANCHES:
                break
    return [Tour(tour.way + way, (*tour.stages, space)) for way, space in ways]


def next_of_plan(game: Medioevo, question: PlanRoute, longest: int) -> Action:
    """The answer to the next question about a route; some know only short ones."""
    stages = plan(game, question, max(longest, question.length))
    if not question.length:
        return RouteLength(len(stages)) if stages else NoRoute()
    options = game.options(question.seat)
    wanted = AddStage(stages[len(question.stages)]) if stages else options[0]
    return wanted if wanted in options else options[0]


# -- a voyage ----------------------------------------------------------------------------------------------


def voyage(game: Medioevo, seat: Seat, question: ManageTransport) -> list[Action]:
    """What a transport does next: sell where it is worth it, buy for a route, go on, or rest."""
    id = question.vehicle
    vehicle, route = game.vehicles[id], game.players[seat].route
    carries = route if route is not None and route.carrier == id else None
    found: list[Action] = []
    if can_trade(game, seat, id) and vehicle.pm > 0:
        found += deals(game, seat, id, vehicle, carries)
    if not found:
        ways_out = ways_around(game, seat, vehicle)
        if carries is not None and is_lost(game, seat, vehicle, carries, ways_out):
            return [DropRoute()]
        found += legs(goals(game, seat, id, vehicle, carries, ways_out), ways_out)
    offered = game.options(seat)
    return [action for action in found if action in offered] or [rest_of(offered)]


def is_lost(game: Medioevo, seat: Seat, vehicle: Vehicle, route: Route, ways_out: dict[str, Way]) -> bool:
    """Is a route better given up: closed by enemies and nothing near left of it, or its goods no longer wanted?"""
    missing = [space for space in route.stages if space not in route.done]
    if not takes_goods(game, seat, route.destination, vehicle.goods) and (not missing or len(vehicle.goods) >= hold(vehicle)):
        return True
    left = max(0, tables().turns[str(game.settings["length"])] - game.turn)
    if round_trip(game, is_ship(vehicle), vehicle.space, (*missing, route.destination)) >= vehicle.pm + full_pm(vehicle) * left:
        return True
    ahead = [*missing, route.destination]
    return any(space not in ways_out for space in ahead) and not any(
        space in ways_out and ways_out[space].steps <= DETOUR for space in missing
    )


def rest_of(offered: Sequence[Action]) -> Action:
    return next((action for action in offered if isinstance(action, Rest)), offered[0])


def deals(game: Medioevo, seat: Seat, id: int, vehicle: Vehicle, route: Route | None) -> list[Action]:
    """Sales and purchases worth making here."""
    bundles = sales(game, id)
    if route is not None:
        is_done = vehicle.space == route.destination and len(route.done) == len(route.stages)
        return [SellCubes(bundles[-1])] if bundles and is_done else substitutes(game, seat, id, vehicle, route)
    left = max(0, tables().turns[str(game.settings["length"])] - game.turn)
    free = game.players[seat].route is None
    if bundles and (not free or not left or len(game.lands[vehicle.space].cubes) > 1):
        return [SellCubes(bundles[-1])]
    numbers = purchases(game, seat, id)
    if numbers and free and may_begin(game, seat, id, vehicle, left):
        most = 2 if game.players[seat].florins >= SPARE and hold(vehicle) > 2 else 1
        return [BuyCubes(max(number for number in numbers if number <= most))]
    return []


def substitutes(game: Medioevo, seat: Seat, id: int, vehicle: Vehicle, route: Route) -> list[Action]:
    """Another good for a destination where what is aboard cannot be sold any more."""
    sold = present_goods(game, route.destination)
    if any(good not in sold for good in vehicle.goods) or settlements(game)[vehicle.space].good in sold:
        return []
    return [BuyCubes(1)] if vehicle.pm > 1 and 1 in purchases(game, seat, id) else []


def may_begin(game: Medioevo, seat: Seat, id: int, vehicle: Vehicle, left: int) -> bool:
    """Is this the transport to begin a route with, and is there time for one?"""
    if not left and vehicle.pm < full_pm(vehicle):
        return False
    return not any(other != id and one.pm > vehicle.pm and not one.stopped for other, one in merchants(game, seat))


def goals(game: Medioevo, seat: Seat, id: int, vehicle: Vehicle, route: Route | None, ways_out: dict[str, Way]) -> list[str]:
    """Where a transport is bound for, the best first."""
    if route is not None:
        return [*(space for space in route.stages if space not in route.done), route.destination]
    towns = [space for space in settlements(game) if space in ways_out and (not is_ship(vehicle) or has_port(game, space))]
    if vehicle.goods:
        open_towns = [space for space in towns if takes_goods(game, seat, space, vehicle.goods)]
        return sorted(open_towns, key=lambda space: ways_out[space].steps - len(game.lands[space].cubes))
    if can_trade(game, seat, id):
        return []
    return nearest([space for space in towns if game.lands[space].holder in (seat, BARBARIANS)], ways_out)


def nearest(spaces: Iterable[str], ways_out: dict[str, Way]) -> list[str]:
    return sorted(spaces, key=lambda space: ways_out[space].steps)


class Way(NamedTuple):
    """How far a place is, and the first step there."""

    steps: int
    first: str


def ways_around(game: Medioevo, seat: Seat, vehicle: Vehicle) -> dict[str, Way]:
    """Everything that a transport reaches in its own element without meeting enemies."""
    by_sea = is_ship(vehicle)
    found, queue = {vehicle.space: Way(0, "")}, deque([vehicle.space])
    while queue:
        here = queue.popleft()
        if by_sea:
            near = (*world.sea_neighbours(here), *(world.coasts(here) if here in game.waters else ()))
        else:
            near = world.land_neighbours(here) if here in game.lands else world.coasts(here)
        for there in near:
            if there not in found and (there in game.lands or there in game.waters) and is_safe(game, seat, there):
                found[there] = Way(found[here].steps + 1, found[here].first or there)
                queue.append(there)
    return found


def legs(bound_for: Sequence[str], ways_out: dict[str, Way]) -> Sequence[Action]:
    """The first step to the first goal that there is a way to."""
    return [Ride(ways_out[goal].first) for goal in bound_for if goal in ways_out and ways_out[goal].first][:1]


def employ(game: Medioevo, seat: Seat) -> Action:
    """The transport that carries a route goes first, then the freshest."""
    offered = [one for one in game.options(seat) if isinstance(one, Employ)]
    route = game.players[seat].route
    carrier = route.carrier if route is not None else 0
    return max(offered, key=lambda one: (one.vehicle == carrier, game.vehicles[one.vehicle].pm), default=DoneTrading())
