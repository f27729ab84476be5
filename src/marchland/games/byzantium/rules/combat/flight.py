"""F. Flight: before a battle by choice, after a defeat by force."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ...state import Byzantium
from ...tables import ARAB, DESERT, ROAD, SEA, CityId, Side
from ...world import ATLAS
from ..cubes import field_cubes
from ..special.special import holder
from .armies import ARMY, Force, inflict, wipe_out

UNKNOWN = -1
"""Who attacks is nobody's seat, where it is not remembered."""
Refuges = dict[CityId, tuple[CityId, ...]]
"""Cities a pawn may flee to, each with the unfriendly cities on the way."""


class Stand(Action, frozen=True):
    """Stay and fight."""


class Flee(Action, frozen=True):
    """Leave before the battle."""


class FleeTo(Action, frozen=True):
    """Seek refuge in this city."""

    TOUCHES = ("city",)
    city: CityId


class BlockSea(Action, frozen=True):
    """Let the Byzantine fleet close the sea to the fleeing Arab army."""


class AllowSea(Action, frozen=True):
    """Let the Arab army escape over the sea."""


class StoodGround(Event, frozen=True):
    RULE = "BY-FLEE-01"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId


class SeaBlocked(Event, frozen=True):
    RULE = "BY-FLEE-04"
    seat: Seat
    fleeing: Seat


class ArmyFled(Event, frozen=True):
    RULE = "BY-FLEE-02"
    TOUCHES = ("city", "to")
    seat: Seat
    side: Side
    city: CityId
    to: CityId
    losses: int


class ArmyWentBack(Event, frozen=True):
    RULE = "BY-FLEE-06"
    TOUCHES = ("city", "to")
    seat: Seat
    side: Side
    city: CityId
    to: CityId


class ArmyTrapped(Event, frozen=True):
    """No flight was left: all field cubes are lost."""

    RULE = "BY-FLEE-05"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId


class OfferFlight(Decision[Byzantium], frozen=True):
    """BY-FLEE-01 Before any die is rolled, the owner of a pawn in the attacked city fights or flees."""

    RULE = "BY-FLEE-01"
    FORCED = True
    seat: Seat
    side: Side
    city: CityId

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield Stand()
        if not any(flight_obstacles(game, self.seat, self.side, self.city)):
            yield Flee()

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        losses = flight_losses(refuges(game, self.side, self.city, True))
        return {"cubes": field_cubes(game.realm(seat, self.side)), "losses": losses or 0, "attacker": UNKNOWN}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Flee():
                yield from flight_obstacles(game, seat, self.side, self.city)

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Stand():
                game.emit(StoodGround(seat=self.seat, city=self.city))
            case Flee():
                game.push(Flight(self.seat, self.side, self.city))


class Flight(Procedure[Byzantium], frozen=True):
    """BY-FLEE-02 A pawn leaves without paying Move cubes, and loses a cube in each unfriendly city on its way.

    `home` is the city a beaten attacker came from, `forced` a flight after a defeat.
    """

    STEPS = ("ask_for_the_sea", "go_home", "choose_refuge", "lose_cubes", "arrive")
    seat: Seat
    side: Side
    city: CityId
    forced: bool = False
    home: CityId | None = None
    by_sea: bool = True
    to: CityId | None = None
    losses: int = 0

    def ask_for_the_sea(self, game: Byzantium) -> None:
        """BY-FLEE-04 Another player who holds the Byzantine fleet may close the sea to a fleeing Arab."""
        fleet = holder(game, "fleet_byzantine")
        if self.side == ARAB and fleet not in (None, self.seat) and self._needs_sea(game):
            game.push(OfferBlock(fleet, self.seat, self.city))

    def _needs_sea(self, game: Byzantium) -> bool:
        if self.home:
            return ATLAS.are_adjacent(self.city, self.home, SEA)
        return refuges(game, self.side, self.city, True) != refuges(game, self.side, self.city, False)

    def go_home(self, game: Byzantium) -> str | None:
        """BY-FLEE-06 A beaten attacker goes back without loss to where it came from, unless the sea is closed."""
        if not self.home or not (self.by_sea or not ATLAS.are_adjacent(self.city, self.home, SEA)):
            return None
        game.change_realm(self.seat, self.side, at=self.home)
        game.emit(ArmyWentBack(seat=self.seat, side=self.side, city=self.city, to=self.home))
        return DONE

    def choose_refuge(self, game: Byzantium) -> str | None:
        """BY-FLEE-03 Only the refuges of least loss are open; without one a beaten army perishes, a standing one stays."""
        havens = refuges(game, self.side, self.city, self.by_sea)
        losses = flight_losses(havens)
        if losses is None or losses >= field_cubes(game.realm(self.seat, self.side)):
            self._find_no_way(game)
            return DONE
        game.update(self, losses=losses)
        game.push(ChooseRefuge(self.seat, self.side, self.city, tuple(havens)))
        return None

    def _find_no_way(self, game: Byzantium) -> None:
        """BY-FLEE-05 A forced flight without a way out destroys the army; a chosen one is called off."""
        if not self.forced:
            game.emit(StoodGround(seat=self.seat, city=self.city))
            return
        game.emit(ArmyTrapped(seat=self.seat, side=self.side, city=self.city))
        wipe_out(game, self.seat, self.side)

    def lose_cubes(self, game: Byzantium) -> None:
        """BY-FLEE-07 The owner chooses the cubes lost on the way."""
        inflict(game, Force(ARMY, self.side, self.seat), self.losses)

    def arrive(self, game: Byzantium) -> None:
        """BY-FLEE-02 The flight ends in the first friendly city."""
        assert self.to is not None
        game.change_realm(self.seat, self.side, at=self.to)
        game.emit(ArmyFled(seat=self.seat, side=self.side, city=self.city, to=self.to, losses=self.losses))


class OfferBlock(Decision[Byzantium], frozen=True):
    """BY-FLEE-04 The holder of the Byzantine fleet lets a fleeing Arab pass over the sea or not."""

    RULE = "BY-FLEE-04"
    seat: Seat
    fleeing: Seat
    city: CityId

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield BlockSea()
        yield AllowSea()

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case BlockSea():
                game.emit(SeaBlocked(seat=self.seat, fleeing=self.fleeing))
                game.update(game.running(Flight), by_sea=False)


class ChooseRefuge(Decision[Byzantium], frozen=True):
    """BY-FLEE-03 Among equally good refuges the owner chooses."""

    RULE = "BY-FLEE-03"
    FORCED = True
    seat: Seat
    side: Side
    city: CityId
    havens: tuple[CityId, ...]

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield from map(FleeTo, self.havens)

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"refuges": len(self.havens), "losses": game.running(Flight).losses}

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case FleeTo(city=to):
                game.update(game.running(Flight), to=to)


# -- ways of escape ------------------------------------------------------------------------------------


def is_friendly(game: Byzantium, side: Side, city: CityId) -> bool:
    """BY-FLEE-03 A city of the pawn's colour is friendly, whoever controls it."""
    return game.cities[city].side == side


def escape_links(side: Side, by_sea: bool) -> tuple[str, ...]:
    """BY-FLEE-04 Roads are open to all, deserts to Arabs, the sea unless it is blocked."""
    links = (ROAD, DESERT) if side == ARAB else (ROAD,)
    return (*links, SEA) if by_sea else links


def refuges(game: Byzantium, side: Side, city: CityId, by_sea: bool) -> Refuges:
    """BY-FLEE-03 The friendly cities reached through the fewest unfriendly ones; empty if there is no way."""
    links = escape_links(side, by_sea)
    front: Refuges = {city: ()}
    seen = {city}
    while front:
        reached: Refuges = {}
        for here, way in front.items():
            for there in ATLAS.neighbours(here, *links):
                if there not in seen:
                    reached.setdefault(there, (*way, there))
        found = {there: way[:-1] for there, way in sorted(reached.items()) if is_friendly(game, side, there)}
        if found:
            return found
        seen.update(reached)
        front = reached
    return {}


def flight_losses(havens: Refuges) -> int | None:
    """BY-FLEE-02 One cube for each unfriendly city on the way; None if there is no way."""
    return len(next(iter(havens.values()))) if havens else None


def flight_obstacles(game: Byzantium, seat: Seat, side: Side, city: CityId) -> Iterator[Refusal]:
    """BY-FLEE-05 Nobody may choose a flight that has no way or that would destroy his army."""
    losses = flight_losses(refuges(game, side, city, True))
    have = field_cubes(game.realm(seat, side))
    if losses is None:
        yield Refusal("BY-FLEE-05", {"have": have})
    elif losses >= have:
        yield Refusal("BY-FLEE-05", {"need": losses, "have": have})
