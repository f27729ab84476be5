"""Barbarian points: the first player strengthens and moves hordes (rulebook: Events, step 3)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure
from marchland.kernel.memo import kept_with

from ... import world
from ...state import BARBARIANS, Army, Medioevo
from ...tables import tables
from ..barbarians import Arrival, invade
from ..cards.effects import is_departure_banned
from ..cards.windows import open_window
from ..components.armies import army_at, garrisons, horde_size, hordes, in_reserve, place_unit, put_army, vehicles_at
from ..components.table import homes, living, printing
from ..conquest.buildings import buildings_in
from ..conquest.control import refresh_control


class HordeMoved(Event, frozen=True):
    RULE = "MU-EVT-09"
    TOUCHES = ("space", "to")
    seat: Seat
    space: str
    to: str


class Reinforce(Action, frozen=True):
    """Add a barbarian unit here."""

    TOUCHES = ("space",)
    space: str
    kind: str


class Rouse(Action, frozen=True):
    """Move the horde of this space."""

    TOUCHES = ("space",)
    space: str


class Drive(Action, frozen=True):
    """Move the horde to this space."""

    TOUCHES = ("to",)
    to: str


class LeaveHordes(Action, frozen=True):
    """Spend no more barbarian points."""

    IDLE = True


class SpendPoints(Procedure[Medioevo], frozen=True):
    """MU-EVT-09 Points are spent one at a time; what each brings about happens at once."""

    seat: Seat
    left: int
    STEPS = ("spend",)

    def spend(self, game: Medioevo) -> str:
        """MU-EVT-09 Spending is optional."""
        if not self.left or game.players[self.seat].eliminated:
            return DONE
        game.update(self, left=self.left - 1)
        game.push(SpendPoint(self.seat, self.left))
        return "spend"


class SpendPoint(Decision[Medioevo], frozen=True):
    """MU-EVT-09 One point adds a barbarian unit or moves a whole horde one space."""

    RULE = "MU-EVT-09"
    FORCED = True
    seat: Seat
    left: int

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield LeaveHordes()
        for space in reinforceable(game):
            yield from (Reinforce(space, kind) for kind in recruits(game, space))
        yield from map(Rouse, rousable(game, self.seat))

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case LeaveHordes():
                game.update(game.running(SpendPoints), left=0)
            case Reinforce(space=space, kind=kind):
                reinforce(game, space, kind)
            case Rouse(space=space):
                game.push(DriveHorde(self.seat, space))


class DriveHorde(Decision[Medioevo], frozen=True):
    """MU-EVT-12 A horde goes to an adjacent territory or sea zone in play."""

    RULE = "MU-EVT-12"
    seat: Seat
    space: str

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(Drive, horde_ways(game, self.space))

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Drive)
        game.push(Departure(self.seat, self.space, action.to))


class Departure(Procedure[Medioevo], frozen=True):
    """MU-EVT-12 A horde sets out: a Bishop may still hold it where it is."""

    seat: Seat
    space: str
    to: str
    STEPS = ("warn", "leave")

    def warn(self, game: Medioevo) -> None:
        """MU-EVT-09 Before the horde leaves a Bishop may hold it up."""
        open_window(game, "W-2h", self.space)

    def leave(self, game: Medioevo) -> None:
        """MU-EVT-12 It goes, unless it was stopped; the point is spent in any case."""
        if horde_size(game, self.space) and self.to in horde_ways(game, self.space):
            move_horde(game, self.seat, self.space, self.to)


def reinforceable(game: Medioevo) -> list[str]:
    """MU-EVT-10 Where barbarians stand, and fire territories nobody controls; if all are controlled, any empty wild land."""
    places = {space for space in hordes(game) if not world.is_sea(space)}
    fires = [space for space in world.fires(printing(game)) if space in game.lands]
    open_fires = {space for space in fires if game.lands[space].holder == BARBARIANS}
    if not open_fires:
        open_fires = {space for space in game.area if is_wild(game, space)}
    return sorted(places | open_fires)


def is_wild(game: Medioevo, space: str) -> bool:
    """MU-EVT-10 Outside home kingdoms, uncontrolled, without armies, engines, transports and buildings."""
    land = game.lands[space]
    at_home = any(space in homes(game, seat) for seat in living(game))
    empty = space not in game.armies and not vehicles_at(game, space) and not buildings_in(land)
    return not at_home and land.holder == BARBARIANS and empty


def recruits(game: Medioevo, space: str) -> list[str]:
    """MU-EVT-11 Light infantry always, Archers from two units on, a Captain from four on."""
    strong = horde_size(game, space)
    kinds = ["li"]
    if strong >= tables().events["archer_needs"]:
        kinds.append("arc")
    if strong >= tables().events["captain_needs"]:
        kinds.append("cap1")
    return [kind for kind in kinds if in_reserve(game, BARBARIANS, kind)]


def reinforce(game: Medioevo, space: str, kind: str) -> None:
    """MU-EVT-10 A unit joins a horde or starts one; lone pieces of players there are pillaged."""
    place_unit(game, space, BARBARIANS, kind, "MU-EVT-10")
    game.push(Arrival(space))


def rousable(game: Medioevo, seat: Seat) -> list[str]:
    """MU-EVT-13 Hordes that share their space with no player's units and do not stand in the first player's home."""
    shut = {*homes(game, seat), *player_units(game)}
    return [space for space in hordes(game) if space not in shut and horde_ways(game, space)]


def player_units(game: Medioevo) -> set[str]:
    """MU-EVT-13 Where players have troops, wagons, Galleys or engines (reading R-33)."""
    aboard = {v.space for v in game.vehicles.values() if v.cargo is not None or v.kind in ("wagon", "galley", "engine")}
    return aboard.union(garrisons(game))


def horde_ways(game: Medioevo, space: str) -> list[str]:
    """MU-EVT-12 Adjacent spaces in play, unless a Bishop holds it; a sea zone takes one barbarian Galley, and there are four."""
    if is_departure_banned(game, space):
        return []
    return [
        there for there in world.neighbours(space) if there in game.lands or (there in game.waters and can_sail(game, space, there))
    ]


def can_sail(game: Medioevo, space: str, sea: str) -> bool:
    """MU-EVT-12 A horde at sea has its Galley, one that joins another there needs none, all others take one that is left."""
    return world.is_sea(space) or bool(horde_size(game, sea)) or galleys_left(game) > 0


def move_horde(game: Medioevo, seat: Seat, space: str, to: str) -> None:
    """MU-EVT-12 The whole horde moves; putting to sea takes a barbarian Galley, landing gives it back."""
    horde = army_at(game, space, BARBARIANS)
    assert horde is not None
    put_army(game, space, Army(BARBARIANS))
    invade(game, to)
    there = army_at(game, to, BARBARIANS) or Army(BARBARIANS)
    counts = tuple(a + b for a, b in zip(horde.counts, there.counts, strict=True))
    put_army(game, to, Army(BARBARIANS, counts, (*there.specials, *horde.specials)))
    game.emit(HordeMoved(seat=seat, space=space, to=to))
    refresh_control(game, space)
    game.push(Arrival(to))


@kept_with("armies")
def galleys_left(game: Medioevo) -> int:
    """MU-EVT-12 Every horde at sea has a barbarian Galley, and there are four Property tokens for them."""
    afloat = sum(1 for space in hordes(game) if world.is_sea(space))
    return tables().supply["horde_galley"] - afloat
