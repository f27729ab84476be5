"""What is declared before a round: protection, Flight, Capture, crews and targets (rulebook: Battle; Siege engines)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine

from ...state import BARBARIANS, NO_UNITS, Crew, Medioevo
from ...tables import tables
from ..cards.effects import has_effect
from ..components.armies import at_most, minus, one, plus, size
from ..components.table import replace
from ..conquest.buildings import buildings_in
from .damage import crew_of, free_hands
from .fight import PROTECTIONS, battle_facts, change_side, engines, galley_room, is_naval, side_size, side_units
from .flight import refuges
from .odds import battle_lines


class Protect(Action, frozen=True):
    """Set the walls against one kind of damage."""

    kind: str


class Stand(Action, frozen=True):
    """Fight an ordinary round."""

    IDLE = True


class Flee(Action, frozen=True):
    """Fight this round at half value and then leave for a refuge."""

    TOUCHES = ("to",)
    to: str
    pm: int


class FleeAboard(Action, frozen=True):
    """Fight this round at half value and then leave on the docked Galleys."""

    TOUCHES = ("to",)
    to: str
    pm: int


class TryCapture(Action, frozen=True):
    """Try to take prisoners this round."""


class Man(Action, frozen=True):
    """Put one unit to an engine."""

    TOUCHES = ("engine",)
    PREFIX = {"engine": "v"}
    engine: int
    kind: str


class Aim(Action, frozen=True):
    """Point an engine at the enemy's units or at a building."""

    TOUCHES = ("engine",)
    PREFIX = {"engine": "v"}
    engine: int
    target: str


class CrewsReady(Action, frozen=True):
    """No more crews."""

    IDLE = True


class Protected(Event, frozen=True):
    RULE = "MU-FOR-01"
    seat: Seat
    kind: str


class FlightDeclared(Event, frozen=True):
    RULE = "MU-FLE-01"
    TOUCHES = ("to",)
    seat: Seat
    to: str


class CaptureDeclared(Event, frozen=True):
    RULE = "MU-CAP-01"
    seat: Seat


class ChooseProtection(Decision[Medioevo], frozen=True):
    """MU-FOR-01 Before each round the building's owner picks the kind of damage its walls reduce (with a Scientist two kinds)."""

    RULE = "MU-FOR-01"
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        chosen = game.fights[-1].sides[self.index].protections
        yield from (Protect(kind) for kind in PROTECTIONS if kind not in chosen)

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, Protect)
        fight = game.fights[-1]
        chosen = (*fight.sides[self.index].protections, action.kind)
        change_side(game, self.index, protections=chosen)
        game.emit(Protected(seat=self.seat, kind=action.kind))
        if len(chosen) == 1 and has_effect(game, "second-protection", fight.place, self.seat):
            game.push(self)


class DeclareIntent(Decision[Medioevo], frozen=True):
    """MU-BAT-01 Attacker, then defender: stand, flee (attacker only) or try to capture."""

    RULE = "MU-BAT-01"
    FORCED = True
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield Stand()
        if self.index == 0:
            yield from flights(game, self.seat, game.fights[-1].place)
        if game.fights[-1].sides[1 - self.index].owner != BARBARIANS:
            yield TryCapture()

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Flee(to=to, pm=pm):
                change_side(game, self.index, flight=pm + 1, refuge=to)
                game.emit(FlightDeclared(seat=self.seat, to=to))
            case FleeAboard(to=to, pm=pm):
                change_side(game, self.index, flight=pm + 1, refuge=to, aboard=True)
                game.emit(FlightDeclared(seat=self.seat, to=to))
            case TryCapture():
                strengths = (side_size(game, self.index), side_size(game, 1 - self.index))
                change_side(game, self.index, capturing=True, strengths=strengths)
                game.emit(CaptureDeclared(seat=self.seat))

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        return flight_lines(game, seat, action) if isinstance(action, Flee | FleeAboard) else []


def flight_lines(game: Medioevo, seat: Seat, action: Flee | FleeAboard) -> list[PreviewLine]:
    """MU-FLE-01 What a Flight costs on its way, and whom it would meet at its end."""
    place = game.fights[-1].place
    way = refuges(game, seat, place, isinstance(action, FleeAboard))[action.to]
    lines = [PreviewLine("MU-FLE-01", -way.pm, unit="pm")]
    lines += [PreviewLine("MU-DIP-05", -fee, unit="florins") for _, fee in way.fees]
    return [*lines, *battle_lines(game, seat, size(game, place, seat), action.to)]


def flights(game: Medioevo, seat: Seat, place: str) -> Iterator[Action]:
    """MU-FLE-01 MU-NAV-01 Where the attacker can flee to: as he stands, or from the shore on his docked Galleys."""
    yield from (Flee(space, way.pm) for space, way in refuges(game, seat, place).items())
    if not is_naval(game):
        yield from (FleeAboard(space, way.pm) for space, way in refuges(game, seat, place, aboard=True).items())


class AssignCrews(Decision[Medioevo], frozen=True):
    """MU-SIE-01 MU-CARD-52 Up to three units serve each engine; its target, manned or not, is named before any die (MU-SIE-02)."""

    RULE = "MU-SIE-01"
    FORCED = True
    seat: Seat
    index: int

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return battle_facts(game, seat)

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield CrewsReady()
        hands = free_hands(game, self.index)
        for id, _ in engines(game, self.index):
            crew = crew_of(game, self.index, id)
            served = sum(crew.counts) if crew else 0
            if served < tables().battle["crew"] and galley_room(game, self.index, id):
                yield from (Man(id, kind) for kind in hands)
            if crew is not None or game.fights[-1].sides[self.index].extra_crew:
                yield from (Aim(id, target) for target in aims(game, self.index, id))

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Man(engine=engine, kind=kind):
                man(game, self.index, engine, kind)
                game.push(self)
            case Aim(engine=engine, target=target):
                set_crew(game, self.index, replace(crew_of(game, self.index, engine) or Crew(engine), target=target))
                game.push(self)


def man(game: Medioevo, index: int, engine: int, kind: str) -> None:
    crew = crew_of(game, index, engine) or Crew(engine)
    set_crew(game, index, replace(crew, counts=plus(crew.counts, one(kind))))


def set_crew(game: Medioevo, index: int, crew: Crew) -> None:
    others = tuple(other for other in game.fights[-1].sides[index].crews if other.engine != crew.engine)
    change_side(game, index, crews=tuple(sorted((*others, crew), key=lambda crew: crew.engine)))


def man_anew(game: Medioevo) -> None:
    """MU-SIE-01 Engines and crews that cards have taken away or trapped since they were told off are no longer there to fire."""
    for index in (0, 1):
        side = game.fights[-1].sides[index]
        hands = tuple(max(0, number) for number in minus(side_units(game, index), side.benched))
        crews: list[Crew] = []
        for crew in side.crews:
            if crew.engine in game.vehicles:
                crews.append(replace(crew, counts=at_most(crew.counts, hands)))
                hands = minus(hands, crews[-1].counts)
        change_side(game, index, crews=tuple(crews))


def aims(game: Medioevo, index: int, engine: int) -> list[str]:
    """MU-SIE-02 Units, or a building of the enemy that this engine can hurt. A target may be changed once: to a building."""
    fight = game.fights[-1]
    crew = crew_of(game, index, engine)
    if is_naval(game) or (crew and crew.target != "units"):
        return []
    land = game.lands[fight.place]
    if not tables().engine_damage["buildings"][game.vehicles[engine].level - 1] or land.holder == fight.sides[index].owner:
        return []
    return buildings_in(land)


def lone_engines(game: Medioevo, index: int) -> tuple[Crew, ...]:
    """MU-CARD-52 Engines without crew fire once when every engine counts one unit more."""
    side = game.fights[-1].sides[index]
    if not side.extra_crew:
        return side.crews
    served = {crew.engine for crew in side.crews}
    empty = tuple(Crew(id, NO_UNITS) for id in unmanned_engines(game, index, served))
    return tuple(sorted((*side.crews, *empty), key=lambda crew: crew.engine))


def unmanned_engines(game: Medioevo, index: int, served: set[int]) -> list[int]:
    """MU-CARD-52 MU-NAV-02 Engines without crew that may fire: ashore all, at sea as a Galley still has levels for."""
    idle = [id for id, _ in engines(game, index) if id not in served]
    if not is_naval(game):
        return idle
    loads: dict[int, list[int]] = {}
    for id in idle:
        loads.setdefault(game.vehicles[id].aboard, []).append(id)
    return sorted(id for ship, load in loads.items() for id in _best_load(game, ship, served, load))


def _best_load(game: Medioevo, ship: int, served: set[int], idle: list[int]) -> tuple[int, ...]:
    """Of the engines aboard a Galley those that do most damage within the levels it has left for them."""

    def levels(ids: Iterable[int]) -> int:
        return sum(game.vehicles[id].level for id in ids)

    room = game.vehicles[ship].level - levels(id for id in served if game.vehicles[id].aboard == ship)
    loads = (load for number in range(len(idle) + 1) for load in combinations(idle, number) if levels(load) <= room)
    harm = tables().engine_damage["units"]
    return max(loads, key=lambda load: sum(harm[game.vehicles[id].level - 1] for id in load), default=())
