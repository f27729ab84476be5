"""What an event does to a player: stopped transports, damage to armies and buildings, lost goods (rulebook: Events, step 2)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import roll
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import Medioevo, Vehicle
from ...tables import TRANSPORTS, tables
from ..battle.damage import weakened
from ..cards.effects import has_effect
from ..cards.windows import open_window
from ..components.armies import change_unit, destroy_unit, figure_owner, kinds_in, units
from ..components.table import event_zone, replace, tally
from ..components.vehicles import drop_goods
from ..conquest.buildings import buildings_in, damage_building
from ..conquest.control import refresh_control

RULES = {"movement": "MU-EVT-05", "armies": "MU-EVT-06", "buildings": "MU-EVT-07", "goods": "MU-EVT-08"}


class Struck(Event, frozen=True):
    """What a player's event die brought."""

    seat: Seat
    icon: str
    die: int
    points: int
    rule: str


class TransportStopped(Event, frozen=True):
    RULE = "MU-EVT-05"
    seat: Seat
    vehicle: int


class CubeLost(Event, frozen=True):
    RULE = "MU-EVT-08"
    seat: Seat
    vehicle: int
    good: str


class Suffer(Action, frozen=True):
    """Name the piece that takes the next point: `v:12`, `unit:roma:0:hi`, `building:roma:civil`, `good:12:salt`."""

    TOUCHES = ("piece",)
    piece: str


class Calamity(Procedure[Medioevo], frozen=True):
    """MU-EVT-04 A player with matching pieces in the area rolls a die for an icon and takes its points as far as he has pieces."""

    seat: Seat
    icon: str
    points: int = 0
    transport: int = 0
    STEPS = ("throw", "read", "suffer")

    def throw(self, game: Medioevo) -> str | None:
        """MU-EVT-04 One d6; players without such pieces roll nothing."""
        assert game.happening is not None
        if game.players[self.seat].eliminated or not stricken(game, self.seat, self.icon):
            return DONE
        (die,) = roll(game, self.seat, f"event {self.icon}", sides=6)
        game.happening = replace(game.happening, die=die, spared=0)
        tally(game, self.seat, event_rolls=1)
        open_window(game, "W-2d")
        return None

    def read(self, game: Medioevo) -> None:
        """MU-EVT-05 MU-EVT-06 MU-EVT-07 MU-EVT-08 Low dice strike with as many points as they show; a Surgeon may spare one."""
        assert game.happening is not None
        die = game.happening.die
        points = max(0, points_of_die(self.icon, die) - game.happening.spared)
        game.emit(Struck(seat=self.seat, icon=self.icon, die=die, points=points, rule=RULES[self.icon]))
        game.update(self, points=points)

    def suffer(self, game: Medioevo) -> str:
        """MU-EVT-06 The owner distributes the points one by one."""
        pieces = stricken(game, self.seat, self.icon, self.transport)
        if not self.points or not pieces:
            return DONE
        game.push(ChooseVictim(self.seat, self.icon, self.transport))
        return "suffer"


class ChooseVictim(Decision[Medioevo], frozen=True):
    """MU-EVT-06 The owner says which piece takes the next point."""

    RULE = "MU-EVT-04"
    FORCED = True
    seat: Seat
    icon: str
    transport: int = 0

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(Suffer, stricken(game, self.seat, self.icon, self.transport))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Suffer)
        frame = game.running(Calamity)
        strike(game, self.seat, self.icon, action.piece)
        tally(game, self.seat, event_losses=1)
        transport = int(action.piece.split(":")[1]) if self.icon == "goods" else 0
        game.update(frame, points=frame.points - 1, transport=transport)


def points_of_die(icon: str, die: int) -> int:
    """Low dice bring as many points as they show, higher ones nothing."""
    return die if die <= tables().events[icon] else 0


def wounded_by_event(game: Medioevo) -> Seat | None:
    """The player whose units the event die on the table hurts, if it does."""
    frame = game.find(Calamity)
    if frame is None or frame.icon != "armies" or game.happening is None:
        return None
    return frame.seat if points_of_die("armies", game.happening.die) > game.happening.spared else None


def stricken(game: Medioevo, seat: Seat, icon: str, transport: int = 0) -> list[str]:
    """MU-EVT-03 A player's pieces of the icon's sort in the red territories and adjacent seas; immune territories are left out."""
    zone = event_zone(game)
    if game.effects:
        zone = frozenset(space for space in zone if not has_effect(game, "immune", space))
    match icon:
        case "movement":
            return [f"v:{id}" for id, v in _transports(game, seat, zone) if v.pm]
        case "armies":
            return _struck_units(game, seat, zone)
        case "buildings":
            held = [space for space in game.area if space in zone and game.lands[space].holder == seat]
            return [f"building:{space}:{category}" for space in held for category in buildings_in(game.lands[space])]
        case _:
            laden = [(id, v) for id, v in _transports(game, seat, zone) if v.goods and transport in (0, id)]
            return [f"good:{id}:{good}" for id, v in laden for good in dict.fromkeys(v.goods)]


def _transports(game: Medioevo, seat: Seat, zone: frozenset[str]) -> list[tuple[int, Vehicle]]:
    found = sorted(game.vehicles.items())
    return [(id, v) for id, v in found if v.owner == seat and v.kind in TRANSPORTS and v.space in zone]


def _struck_units(game: Medioevo, seat: Seat, zone: frozenset[str]) -> list[str]:
    places = {space for space in game.armies if space in zone}
    places |= {v.space for v in game.vehicles.values() if v.cargo is not None and v.space in zone}
    return [f"unit:{space}:{seat}:{kind}" for space in sorted(places) for kind in kinds_in(units(game, space, seat))]


def strike(game: Medioevo, seat: Seat, icon: str, piece: str) -> None:
    """One point strikes one piece."""
    _, first, *rest = piece.split(":")
    match icon:
        case "movement":
            game.vehicles[int(first)] = replace(game.vehicles[int(first)], pm=0)
            game.emit(TransportStopped(seat=seat, vehicle=int(first)))
        case "armies":
            wound(game, first, seat, rest[1], "MU-EVT-06")
        case "buildings":
            damage_building(game, first, rest[0], 1, "MU-EVT-07")
        case _:
            lose_cube(game, int(first), rest[0])


def wound(game: Medioevo, space: str, owner: Seat, kind: str, rule: str) -> None:
    """One damage point outside battle."""
    lower = weakened(game, figure_owner(game, space, owner, kind), kind)
    if lower:
        change_unit(game, space, owner, kind, lower, rule)
        return
    destroy_unit(game, space, owner, kind, rule)
    refresh_control(game, space)


def lose_cube(game: Medioevo, id: int, good: str) -> None:
    """MU-EVT-08 A cube is lost from a transport."""
    vehicle = game.vehicles[id]
    goods = list(vehicle.goods)
    goods.remove(good)
    game.vehicles[id] = replace(vehicle, goods=tuple(goods))
    drop_goods(game, (good,))
    game.emit(CubeLost(seat=vehicle.owner, vehicle=id, good=good))
