"""Trade as a bot sees it: cargo, errands and Trade Routes under way."""

from __future__ import annotations

from collections import deque
from functools import cache

from marchland.kernel.actions import Seat

from .. import world
from ..rules.components.armies import parties
from ..rules.components.table import printing, settlements
from ..rules.components.vehicles import full_pm, is_ship
from ..rules.diplomacy.relations import is_hostile
from ..rules.trade.deals import can_trade, present_goods
from ..rules.trade.routes import PlanRoute, route_lengths
from ..state import BARBARIANS, Medioevo, Route, Vehicle
from ..tables import MERCHANT, tables
from .weights import ERRAND, HONOUR, florin, turns_left

FAR = 99


@cache
def steps(area: tuple[str, ...], waters: tuple[str, ...], start: str, by_sea: bool) -> dict[str, int]:
    """Steps of a caravan or ship from a space to every other in play."""
    lands, seas = frozenset(area), frozenset(waters)
    costs = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if by_sea:
            ways = (*world.sea_neighbours(here), *(world.coasts(here) if here in seas else ()))
        else:
            ways = world.land_neighbours(here) if here in lands else world.coasts(here)
        for there in ways:
            if there not in costs and (there in lands or there in seas):
                costs[there] = costs[here] + 1
                queue.append(there)
    return costs


def distance(game: Medioevo, vehicle: Vehicle, start: str, goal: str) -> int:
    return steps(game.area, game.waters, start, is_ship(vehicle)).get(goal, FAR)


def nearest(game: Medioevo, vehicle: Vehicle, start: str, goals: list[str]) -> str:
    """The goal with the shortest way."""
    ways = steps(game.area, game.waters, start, is_ship(vehicle))
    return min(goals, key=lambda space: ways.get(space, FAR))


def trade_promise(game: Medioevo, seat: Seat) -> float:
    """Goods aboard by what they will fetch, empty holds by what they could, and how far a Trade Route has come."""
    route, value = game.players[seat].route, 0.0
    coin = florin(turns_left(game))
    for id, vehicle in game.vehicles.items():
        if vehicle.owner == seat and vehicle.kind in MERCHANT:
            carries_route = route is not None and route.carrier == id
            value += cargo_value(game, vehicle, coin)
            if route is not None and carries_route:
                value += route_value(game, vehicle, route)
            elif not vehicle.goods and turns_left(game):
                value += errand(game, seat, id, vehicle)
    top = game.decision
    if isinstance(top, PlanRoute) and top.seat == seat and top.vehicle in game.vehicles:
        value += plan_value(game, top)
    return value


def cargo_value(game: Medioevo, vehicle: Vehicle, coin: float) -> float:
    """Each cube by the best price within reach, less for a long way."""
    if not vehicle.goods:
        return 0.0
    best = 60.0 * len(vehicle.goods)
    for space, good, nearness in markets(printing(game), game.area, game.waters, vehicle.space, is_ship(vehicle)):
        cubes = game.lands[space].cubes
        saleable = 0
        for own in vehicle.goods:
            if own != good and own not in cubes:
                saleable += 1
        price = (saleable * (100 + 20 * len(cubes)) + (len(vehicle.goods) - saleable) * 60) * nearness
        if price > best:
            best = price
    return coin * best


@cache
def markets(
    printing: str, area: tuple[str, ...], waters: tuple[str, ...], start: str, by_sea: bool
) -> tuple[tuple[str, str, float], ...]:
    """Settlements in play within eight steps of a space, with their good and what is left of a price after the way there."""
    reach = steps(area, waters, start, by_sea)
    near = ((space, town) for space, town in world.towns(printing).items() if space in area and reach.get(space, FAR) < 9)
    return tuple((space, town.good, 1 - 0.02 * reach[space]) for space, town in near)


def errand(game: Medioevo, seat: Seat, id: int, vehicle: Vehicle) -> float:
    """An empty transport is worth the more the nearer it is to a settlement where it may buy; a route may begin there."""
    fresh = game.players[seat].route is None
    ways = steps(game.area, game.waters, vehicle.space, is_ship(vehicle))
    way = next((way for space, way in ways.items() if is_open(game, seat, space)), FAR)
    here = way == 0 and can_trade(game, seat, id)
    purse = min(1.0, game.players[seat].florins / 100)
    return purse * max(0.0, (ERRAND if fresh else 0.4) - 0.3 * way) + 0.1 * here


def is_open(game: Medioevo, seat: Seat, space: str) -> bool:
    """A settlement without strangers in the way."""
    if space not in settlements(game) or space not in game.lands or game.lands[space].holder not in (seat, BARBARIANS):
        return False
    return not any(is_hostile(game, seat, other) for other in parties(game, space))


def route_value(game: Medioevo, vehicle: Vehicle, route: Route) -> float:
    """A Trade Route by its points, the way that is left, and whether it can be finished in time."""
    missing = [space for space in route.stages if space not in route.done]
    sold = present_goods(game, route.destination) if route.destination in game.lands else ()
    saleable = any(good not in sold for good in vehicle.goods)
    return way_value(game, vehicle, missing, route.destination, len(route.stages) + 1) * (1.0 if saleable else 0.1)


def way_value(game: Medioevo, vehicle: Vehicle, missing: list[str], destination: str, length: int) -> float:
    cost, here, open_stages = 0, vehicle.space, list(missing)
    while open_stages:
        there = nearest(game, vehicle, here, open_stages)
        cost += distance(game, vehicle, here, there)
        open_stages.remove(there)
        here = there
    cost += distance(game, vehicle, here, destination)
    power = vehicle.pm * (not vehicle.stopped) + full_pm(vehicle) * turns_left(game)
    points = int(tables().trade["route_points"][length])
    if cost + 1 > power:
        return 0.2 * points
    return HONOUR * 0.7 * points * 0.985**cost


def plan_value(game: Medioevo, plan: PlanRoute) -> float:
    """A route being planned: the stages named so far, and the nearest settlements for the rest."""
    if not plan.length:
        plans = [PlanRoute(plan.seat, plan.vehicle, plan.origin, length) for length in route_lengths()]
        return max(plan_value(game, longer) for longer in plans)
    vehicle, stages = game.vehicles[plan.vehicle], list(plan.stages)
    open_towns = [space for space in settlements(game) if is_open(game, plan.seat, space)]
    closed = sum(1 for space in stages if space not in open_towns)
    while len(stages) < plan.length:
        free = [space for space in open_towns if space not in stages and space != plan.origin]
        if not free:
            return 0.0
        stages.append(nearest(game, vehicle, stages[-1] if stages else plan.origin, free))
    sold = present_goods(game, stages[-1])
    saleable = any(good not in sold for good in vehicle.goods)
    return way_value(game, vehicle, stages[:-1], stages[-1], plan.length) * (1.0 if saleable else 0.1) - 3.0 * closed
