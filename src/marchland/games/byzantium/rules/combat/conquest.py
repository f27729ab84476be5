"""F. What follows when a city is taken."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Procedure

from ...state import CUBE, FORTIFICATION, Byzantium
from ...tables import ARAB, BULGAR, CAPITAL, CASUALTIES, CONFIG, PERSIAN, CityId, Side, other_side, slot_id, split_slot
from ...world import SITES
from ..cubes import CubeSpent, PayCube, add_cubes, drop_empty_armies, is_payable, lay
from ..ledger import receive, score
from ..scoring import announce
from .armies import GUARD, GuardLost, Lose, losable


class CityTaken(Event, frozen=True):
    """A player's army conquered a city: its points and pillage."""

    RULE = "BY-CONQ-01"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId
    tokens: int
    points: int
    bezants: int


class BulgarsTookCity(Event, frozen=True):
    """The Bulgars conquered a city, and whoever led them scores on the track of the other side."""

    RULE = "BY-BULG-05"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId
    tokens: int
    points: int


class MarkerRemoved(Event, frozen=True):
    RULE = "BY-CONQ-05"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    marker: str


class ConstantinopleFell(Event, frozen=True):
    RULE = "BY-CONST-04"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    side: Side
    points: int


class Conquest(Procedure[Byzantium], frozen=True):
    """BY-CONQ-01 Old marker off, one token fewer, points and pillage, then the new marker."""

    STEPS = ("remove_marker", "plunder", "mark")
    seat: Seat
    side: Side
    city: CityId

    def remove_marker(self, game: Byzantium) -> None:
        """BY-CONQ-05 The loser gets his cube into Casualties, or his fortification back."""
        remove_marker(game, self.city)

    def plunder(self, game: Byzantium) -> None:
        """BY-CONQ-02 Points and bezants, one less than the tokens, belong to the conquering side."""
        spoils = city_tokens(game, self.city) - 1
        game.change_city(self.city, side=self.side, tokens=max(1, spoils))
        score(game, self.seat, self.side, spoils)
        receive(game, self.seat, self.side, spoils)
        game.emit(
            CityTaken(seat=self.seat, side=self.side, city=self.city, tokens=max(1, spoils), points=spoils, bezants=spoils),
        )

    def mark(self, game: Byzantium) -> None:
        """BY-CONQ-03 The marker comes from the pool or is bought; only without both does the army give cubes."""
        if is_payable(game, self.seat, (self.side,)):
            game.push(PayCube(self.seat, f"city:{self.city}", (self.side,)))
        else:
            game.push(GiveMarker(self.seat, self.side, self.city, CONFIG.marker_field_cubes))


class GiveMarker(Decision[Byzantium], frozen=True):
    """BY-CONQ-03 Two field cubes leave the army: the first marks the city, the second goes to Casualties."""

    RULE = "BY-CONQ-03"
    FORCED = True
    seat: Seat
    side: Side
    city: CityId
    left: int

    def options(self, game: Byzantium) -> Iterator[Action]:
        for slot in losable(game.realm(self.seat, self.side)):
            yield Lose(slot_id(self.side, slot))

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Lose(slot=place):
                self._give(game, place)

    def _give(self, game: Byzantium, place: str) -> None:
        """BY-CONQ-04 A guard is given only when it alone is left, and goes back to its box."""
        if split_slot(place)[1] == GUARD:
            game.change_realm(self.seat, self.side, guard=False)
            game.emit(GuardLost(seat=self.seat, side=self.side))
        else:
            add_cubes(game, self.seat, place, -1)
            self._put(game, place)
        if self.left > 1 and losable(game.realm(self.seat, self.side)):
            game.push(GiveMarker(self.seat, self.side, self.city, self.left - 1))
        else:
            drop_empty_armies(game, self.seat)

    def _put(self, game: Byzantium, place: str) -> None:
        """BY-CONQ-03 The first cube becomes the marker."""
        first = game.cities[self.city].marker is None
        to = f"city:{self.city}" if first else CASUALTIES
        game.emit(CubeSpent(seat=self.seat, source=place, to=to))
        if first:
            lay(game, self.seat, to)
        else:
            add_cubes(game, self.seat, CASUALTIES, 1)


def remove_marker(game: Byzantium, city: CityId) -> None:
    """BY-FORT-03 A fallen city gives a fortification back to its owner, who may use it again."""
    place = game.cities[city]
    if place.controller is None or place.marker is None:
        return
    if place.marker == FORTIFICATION:
        game.change(place.controller, fortifications=game.players[place.controller].fortifications + 1)
    elif place.marker == CUBE:
        add_cubes(game, place.controller, CASUALTIES, 1)
    game.change_city(city, controller=None, marker=None)
    game.emit(MarkerRemoved(seat=place.controller, city=city, marker=place.marker))


def give_to_bulgars(game: Byzantium, seat: Seat, city: CityId) -> None:
    """BY-BULG-05 BY-BULG-06 Orange tokens replace the others without marker or bezants; the side not attacked scores."""
    remove_marker(game, city)
    side, spoils = game.cities[city].side, city_tokens(game, city) - 1
    track = other_side(side)
    game.change_city(city, side=BULGAR, tokens=max(1, spoils))
    score(game, seat, track, spoils)
    game.emit(BulgarsTookCity(seat=seat, side=track, city=city, tokens=max(1, spoils), points=spoils))


def end_the_empire(game: Byzantium, seat: Seat) -> None:
    """BY-CONST-04 Whoever takes Constantinople scores Arab points, and the game is over at once."""
    points = CONFIG.constantinople.points
    score(game, seat, ARAB, points)
    game.fell_to = seat
    game.emit(ConstantinopleFell(seat=seat, city=CAPITAL, side=ARAB, points=points))
    announce(game)
    game.end_game()


def city_tokens(game: Byzantium, city: CityId) -> int:
    """BY-CONQ-06 The tokens on a city; a Persian one counts its printed value."""
    place = game.cities[city]
    return SITES[city].value if place.side == PERSIAN else place.tokens
