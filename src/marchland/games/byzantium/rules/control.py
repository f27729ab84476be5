"""A. Taking control of a city."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine, Procedure
from marchland.kernel.memo import kept_in

from ..state import Byzantium, City
from ..tables import BYZANTINE, CAPITAL, SIDES, CityId, Side
from ..world import CITIES
from .cubes import PayCube, field_cubes, is_payable, payment_refusal
from .forecast import POINTS, line
from .ledger import score


class TakeControl(Action, frozen=True):
    """Put a control cube on a city nobody controls."""

    TOUCHES = ("city",)
    city: CityId


class ControlTaken(Event, frozen=True):
    RULE = "BY-CTRL-02"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    side: Side
    points: int


class ArmyRaised(Event, frozen=True):
    """The Byzantine pawn appeared on the first Byzantine city its player controls."""

    RULE = "BY-CTRL-04"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId


class Control(Procedure[Byzantium], frozen=True):
    """BY-CTRL-01 One cube marks an uncontrolled city, wherever the player's pawns stand."""

    STEPS = ("pay", "count_points", "raise_army")
    seat: Seat
    city: CityId

    def pay(self, game: Byzantium) -> None:
        """BY-CUBE-02 The city's own side pays for a bought cube."""
        game.push(PayCube(self.seat, f"city:{self.city}", (game.cities[self.city].side,)))

    def count_points(self, game: Byzantium) -> None:
        """BY-CTRL-02 The city's tokens are points on the track of its colour."""
        city = game.cities[self.city]
        score(game, self.seat, city.side, city.tokens)
        game.emit(ControlTaken(seat=self.seat, city=self.city, side=city.side, points=city.tokens))

    def raise_army(self, game: Byzantium) -> None:
        """BY-CTRL-04 The first Byzantine city a player controls is where his Byzantine pawn appears."""
        if game.cities[self.city].side != BYZANTINE or game.players[self.seat].mustered:
            return
        game.change(self.seat, mustered=True)
        if field_cubes(game.realm(self.seat, BYZANTINE)):
            game.change_realm(self.seat, BYZANTINE, at=self.city)
            game.emit(ArmyRaised(seat=self.seat, city=self.city))


def control_obstacles(game: Byzantium, seat: Seat, city: CityId) -> Iterator[Refusal]:
    """BY-CTRL-03 Constantinople, Persian, Bulgar and controlled cities cannot be taken; a cube must be found."""
    place = game.cities[city]
    if not is_open(city, place):
        yield _closed(city, place)
    elif not is_payable(game, seat, (place.side,)):
        yield payment_refusal(game, seat, (place.side,))


def is_open(city: CityId, place: City) -> bool:
    """BY-CTRL-01 One cube for each city: nobody may control it yet."""
    return place.controller is None and is_controllable(city, place)


def is_controllable(city: CityId, place: City) -> bool:
    """BY-CTRL-03 A Byzantine or Arab city; never Constantinople."""
    return place.side in SIDES and city != CAPITAL


def _closed(city: CityId, place: City) -> Refusal:
    if not is_controllable(city, place):
        return Refusal("BY-CTRL-03", {"city": city})
    return Refusal("BY-CTRL-01", {"city": city, "controller": place.controller})


@kept_in("by_marker")
def open_cities(game: Byzantium, sides: tuple[Side, ...]) -> tuple[Action, ...]:
    """BY-CTRL-01 The cities that can be taken by a player who finds cubes for these sides."""
    places = game.cities
    return tuple([take for city, take in controllable_cities(game, sides) if places[city].controller is None])


@kept_in("by_colour")
def controllable_cities(game: Byzantium, sides: tuple[Side, ...]) -> tuple[tuple[CityId, Action], ...]:
    """BY-CTRL-03 The cities of these sides that can be controlled at all."""
    places = game.cities
    cities = [city for city in CITIES if places[city].side in sides and is_controllable(city, places[city])]
    return tuple((city, TakeControl(city)) for city in cities)


def control_preview(game: Byzantium, city: CityId) -> list[PreviewLine]:
    place = game.cities[city]
    return [line("BY-CTRL-02", place.tokens, POINTS, city=city, side=place.side)]
