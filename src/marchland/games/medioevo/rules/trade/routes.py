"""Trade Routes of 4, 6 or 8 stages (rulebook: Trade Route bonus)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ...state import Deal, Medioevo, Route
from ...tables import tables
from ..components.table import change, has_settlement, replace
from ..components.vehicles import is_merchant
from ..registry import free_action, free_options
from ..victory.honour import honour


class NoRoute(Action, frozen=True):
    """Open no Trade Route."""

    IDLE = True


class RouteLength(Action, frozen=True):
    """Open a Trade Route of so many stages, the destination included."""

    stages: int


class AddStage(Action, frozen=True):
    """The next stage; the last one named is the destination."""

    TOUCHES = ("space",)
    space: str


class TakePoints(Action, frozen=True):
    """Take so many trade points as florins, the rest as honour."""

    florin_points: int


class DropRoute(Action, frozen=True):
    """Give up the Trade Route."""


class AssignCarrier(Action, frozen=True):
    """A transport takes over the Trade Route of a lost one."""

    TOUCHES = ("vehicle",)
    PREFIX = {"vehicle": "v"}
    vehicle: int


class RouteOpened(Event, frozen=True):
    RULE = "MU-TRD-10"
    TOUCHES = ("destination",)
    seat: Seat
    vehicle: int
    stages: tuple[str, ...]
    destination: str


class StageDone(Event, frozen=True):
    RULE = "MU-TRD-11"
    TOUCHES = ("space",)
    seat: Seat
    space: str


class RouteEnded(Event, frozen=True):
    """The route's tokens are taken up; `points` are the trade points it brought."""

    RULE = "MU-TRD-14"
    seat: Seat
    points: int


class PlanRoute(Decision[Medioevo], frozen=True):
    """MU-TRD-10 On a purchase a player without route may open one: 4, 6 or 8 settlements, the destination last."""

    RULE = "MU-TRD-10"
    FORCED = True
    seat: Seat
    vehicle: int
    origin: str
    length: int = 0
    stages: tuple[str, ...] = ()

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"named": len(self.stages), "stages": self.length}

    def options(self, game: Medioevo) -> Iterator[Action]:
        if not self.length:
            yield NoRoute()
            towns = sum(has_settlement(game, space) for space in game.area)
            yield from (RouteLength(stages) for stages in route_lengths() if stages < towns)
            return
        yield from (AddStage(space) for space in game.area if self._can_add(game, space))

    def _can_add(self, game: Medioevo, space: str) -> bool:
        return has_settlement(game, space) and space != self.origin and space not in self.stages

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case RouteLength(stages=stages):
                game.push(replace(self, length=stages))
            case AddStage(space=space) if len(self.stages) + 1 < self.length:
                game.push(replace(self, stages=(*self.stages, space)))
            case AddStage(space=space):
                open_route(game, self.seat, Route(self.origin, self.stages, (), space, self.vehicle))


class SplitPoints(Decision[Medioevo], frozen=True):
    """MU-TRD-12 Each trade point is one honour point, or 50 florins more for every cube sold."""

    RULE = "MU-TRD-12"
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        route = game.players[seat].route
        return {"points": route_points(route) if route is not None else 0}

    def options(self, game: Medioevo) -> Iterator[Action]:
        route = game.players[self.seat].route
        assert route is not None
        yield from map(TakePoints, range(route_points(route) + 1))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, TakePoints)
        route = game.players[self.seat].route
        assert route is not None
        game.deals[-1] = replace(game.deals[-1], points=action.florin_points)
        honour(game, self.seat, route_points(route) - action.florin_points, "MU-PH-06")


def route_lengths() -> list[int]:
    return sorted(int(length) for length in tables().trade["route_points"])


def route_points(route: Route) -> int:
    """MU-TRD-12 2, 4 or 6 trade points for 4, 6 or 8 stages."""
    return int(tables().trade["route_points"][len(route.stages) + 1])


def offer_route(game: Medioevo, deal: Deal) -> None:
    """MU-TRD-14 One route per player."""
    if game.players[deal.seat].route is None:
        game.push(PlanRoute(deal.seat, deal.vehicle, deal.space))


def open_route(game: Medioevo, seat: Seat, route: Route) -> None:
    change(game, seat, route=route)
    game.emit(RouteOpened(seat=seat, vehicle=route.carrier, stages=route.stages, destination=route.destination))


def pass_stage(game: Medioevo, seat: Seat, id: int, space: str) -> None:
    """MU-TRD-11 The assigned transport arrives at or passes a stage."""
    route = game.players[seat].route
    if route is not None and route.carrier == id and space in route.stages and space not in route.done:
        finish_stage(game, seat, space)


def finish_stage(game: Medioevo, seat: Seat, space: str) -> None:
    """A stage token is turned to its finished side."""
    route = game.players[seat].route
    assert route is not None
    change(game, seat, route=replace(route, done=tuple(sorted((*route.done, space)))))
    game.emit(StageDone(seat=seat, space=space))


def completes_route(game: Medioevo, deal: Deal) -> bool:
    """MU-TRD-12 Is this the assigned transport selling at the destination with every stage done?"""
    route = game.players[deal.seat].route
    if route is None or deal.card or not deal.selling or route.carrier != deal.vehicle or route.destination != deal.space:
        return False
    return len(route.done) == len(route.stages)


def drop_route(game: Medioevo, seat: Seat, points: int) -> None:
    """MU-TRD-14 The route's tokens leave the board."""
    change(game, seat, route=None)
    game.emit(RouteEnded(seat=seat, points=points))


@free_options
def route_acts(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-TRD-14 A route may be given up at will; MU-CARD-30 one without carrier may be taken over."""
    route = game.players[seat].route
    if route is None or game.phase != 6 or game.active != seat:
        return
    yield DropRoute()
    if not route.carrier:
        yield from (AssignCarrier(id) for id, v in sorted(game.vehicles.items()) if v.owner == seat and is_merchant(game, id))


@free_action(DropRoute)
def give_up(game: Medioevo, seat: Seat, action: DropRoute) -> None:
    drop_route(game, seat, 0)


@free_action(AssignCarrier)
def take_over(game: Medioevo, seat: Seat, action: AssignCarrier) -> None:
    """MU-CARD-30 Another transport carries the route on."""
    route = game.players[seat].route
    assert route is not None
    change(game, seat, route=replace(route, carrier=action.vehicle))
