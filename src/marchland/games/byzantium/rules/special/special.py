"""C. Special actions: one cube on a free box."""

from collections.abc import Iterator
from typing import Literal

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine, Procedure
from marchland.kernel.memo import kept_in

from ...state import CUBE, FORTIFICATION, Byzantium, City
from ...tables import ARAB, BYZANTINE, CAPITAL, CASUALTIES, CONFIG, SIDES, CityId, Side
from ...world import CITIES
from ..cubes import PayCube, add_cubes, is_payable, payment_refusal
from ..forecast import POINTS, TOKENS, line
from ..ledger import score

Office = Literal["emperor", "caliph", "fleet_byzantine", "fleet_arab"]
ROLES: dict[Office, Side] = {"emperor": BYZANTINE, "caliph": ARAB}
FLEETS: dict[Office, Side] = {"fleet_byzantine": BYZANTINE, "fleet_arab": ARAB}
CLAIMS: dict[Office, Side] = {**ROLES, **FLEETS}
"""The boxes that make their holder somebody for the rest of the turn, with their colours."""

ROOM = CONFIG.boxes
GROWTH: dict[Side, str] = {side: f"growth_{side}" for side in SIDES}


class Claim(Action, frozen=True):
    """Become Emperor or Caliph, or take command of a fleet."""

    TOUCHES = ("box",)
    PREFIX = {"box": "box"}
    box: Office


class Develop(Action, frozen=True):
    """Take a growth box of this colour."""

    TOUCHES = ("box",)
    side: Side

    @property
    def box(self) -> str:
        return f"box:growth_{self.side}"


class Grow(Action, frozen=True):
    """Add a token to this city."""

    TOUCHES = ("city",)
    city: CityId


class Fortify(Action, frozen=True):
    """Replace one's own control cube by a fortification token."""

    TOUCHES = ("city", "box")
    city: CityId

    @property
    def box(self) -> str:
        return "box:fortification"


class RoleTaken(Event, frozen=True):
    RULE = "BY-EMP-01"
    seat: Seat
    role: str
    side: Side
    points: int


class FleetTaken(Event, frozen=True):
    RULE = "BY-SPEC-02"
    seat: Seat
    box: str


class CityGrew(Event, frozen=True):
    RULE = "BY-GROW-01"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId
    tokens: int


class Fortified(Event, frozen=True):
    RULE = "BY-FORT-01"
    TOUCHES = ("city",)
    seat: Seat
    city: CityId


class Claiming(Procedure[Byzantium], frozen=True):
    """BY-SPEC-01 A cube on the box gives its role or fleet until the end of the turn."""

    STEPS = ("pay", "take")
    seat: Seat
    box: Office

    def pay(self, game: Byzantium) -> None:
        """BY-SPEC-02 The colour of the box says which treasury pays for a bought cube."""
        game.push(PayCube(self.seat, f"box:{self.box}", (CLAIMS[self.box],)))

    def take(self, game: Byzantium) -> None:
        """BY-EMP-01 Emperor and Caliph get their guard into Elite and score at once."""
        if self.box in FLEETS:
            game.emit(FleetTaken(seat=self.seat, box=self.box))
            return
        side = ROLES[self.box]
        game.change_realm(self.seat, side, guard=True)
        score(game, self.seat, side, CONFIG.role_points)
        game.emit(RoleTaken(seat=self.seat, role=self.box, side=side, points=CONFIG.role_points))


class Growth(Procedure[Byzantium], frozen=True):
    """BY-GROW-01 A cube on a growth box adds a token to a city of the box's colour, and scores nothing."""

    STEPS = ("choose", "pay")
    seat: Seat
    side: Side

    def choose(self, game: Byzantium) -> None:
        """BY-GROW-01 The player names the city."""
        game.push(ChooseGrowth(self.seat, self.side))

    def pay(self, game: Byzantium) -> None:
        """BY-SPEC-02 The colour of the box says which treasury pays for a bought cube."""
        game.push(PayCube(self.seat, f"box:growth_{self.side}", (self.side,)))


class ChooseGrowth(Decision[Byzantium], frozen=True):
    """BY-GROW-01 Any city of the box's colour below three tokens, whoever controls it."""

    RULE = "BY-GROW-01"
    FORCED = True
    seat: Seat
    side: Side

    def options(self, game: Byzantium) -> list[Action]:
        return [Grow(city) for city in CITIES if can_grow(city, game.cities[city], self.side)]

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"targets": len(game.options(seat)), "limit": CONFIG.city_limit}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Grow(city=city) if city in game.cities:
                yield from growth_obstacles(game, self.side, city)

    def why_not(self, game: Byzantium, seat: Seat, target: str) -> list[Refusal]:
        if target not in game.cities:
            return super().why_not(game, seat, target)
        return list(growth_obstacles(game, self.side, target))

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Grow(city=city):
                return [line("BY-GROW-01", 1, TOKENS, city=city, side=self.side)]
        return []

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Grow(city=city):
                tokens = game.cities[city].tokens + 1
                game.change_city(city, tokens=tokens)
                game.emit(CityGrew(seat=self.seat, city=city, tokens=tokens))


class Fortifying(Procedure[Byzantium], frozen=True):
    """BY-FORT-01 A cube on a fortification box turns one's own control cube into a fortification."""

    STEPS = ("pay", "build")
    seat: Seat
    city: CityId

    def pay(self, game: Byzantium) -> None:
        """BY-SPEC-02 The side of the city pays, since the box has no colour."""
        game.push(PayCube(self.seat, "box:fortification", (game.cities[self.city].side,)))

    def build(self, game: Byzantium) -> None:
        """BY-FORT-02 The token becomes the marker of control; the cube goes to Casualties."""
        game.change_city(self.city, marker=FORTIFICATION)
        game.change(self.seat, fortifications=game.players[self.seat].fortifications - 1)
        add_cubes(game, self.seat, CASUALTIES, 1)
        game.emit(Fortified(seat=self.seat, city=self.city))


# -- who holds what ------------------------------------------------------------------------------------


def holder(game: Byzantium, box: str) -> Seat | None:
    """BY-EMP-04 Who is Emperor, Caliph or commander of a fleet: the cube on the box tells, until the turn ends."""
    cubes = game.boxes[box]
    return cubes[0] if cubes else None


# -- what stands against a box -------------------------------------------------------------------------


def box_obstacles(game: Byzantium, seat: Seat, box: str, sides: tuple[Side, ...], keep: Side | None = None) -> Iterator[Refusal]:
    """BY-SPEC-01 The box must have room and a cube must be found."""
    if not has_room(game, box):
        yield Refusal("BY-SPEC-01", {"box": box, "have": len(game.boxes[box])})
    elif not is_payable(game, seat, sides, keep=keep):
        yield payment_refusal(game, seat, sides)


def has_room(game: Byzantium, box: str) -> bool:
    return len(game.boxes[box]) < ROOM[box]


def claim_obstacles(game: Byzantium, seat: Seat, box: Office) -> Iterator[Refusal]:
    """BY-SPEC-01 Roles and fleets need only their box."""
    yield from box_obstacles(game, seat, box, (CLAIMS[box],))


def development_obstacles(game: Byzantium, seat: Seat, side: Side) -> Iterator[Refusal]:
    """BY-SPEC-04 A growth box needs a city that can grow."""
    if not has_growth(game, side):
        yield Refusal("BY-SPEC-04", {})
    else:
        yield from box_obstacles(game, seat, GROWTH[side], (side,))


def growth_obstacles(game: Byzantium, side: Side, city: CityId) -> Iterator[Refusal]:
    """BY-GROW-02 Only cities of the box's colour below three tokens grow, and never Constantinople."""
    place = game.cities[city]
    if city == CAPITAL or place.side not in SIDES:
        yield Refusal("BY-GROW-02", {"city": city})
    elif not can_grow(city, place, side):
        yield Refusal("BY-GROW-01", {"city": city, "side": side, "have": place.tokens, "limit": CONFIG.city_limit})


def can_grow(city: CityId, place: City, side: Side) -> bool:
    """BY-GROW-01 A city of this colour below three tokens; BY-GROW-02 never Constantinople."""
    return place.side == side and place.tokens < CONFIG.city_limit and city != CAPITAL


@kept_in("by_tokens")
def has_growth(game: Byzantium, side: Side) -> bool:
    return any(can_grow(city, place, side) for city, place in game.cities.items())


def fortification_obstacles(game: Byzantium, seat: Seat, city: CityId) -> Iterator[Refusal]:
    """BY-SPEC-04 A fortification needs a token and an own city that is marked by a cube."""
    place = game.cities[city]
    if place.controller != seat:
        yield Refusal("BY-FORT-01", {"city": city})
    elif not is_unfortified(place, seat) or not game.players[seat].fortifications:
        yield Refusal("BY-FORT-02", {"city": city, "have": game.players[seat].fortifications})
    else:
        yield from box_obstacles(game, seat, "fortification", (place.side,))


def is_unfortified(place: City, seat: Seat) -> bool:
    """BY-FORT-01 A city of one's own that is marked by a cube."""
    return place.controller == seat and place.marker == CUBE


def claim_preview(box: Office) -> list[PreviewLine]:
    return [line("BY-EMP-01", CONFIG.role_points, POINTS, side=ROLES[box])] if box in ROLES else []


# -- which boxes are open ------------------------------------------------------------------------------


CLAIM = [(Claim(box), box, side) for box, side in CLAIMS.items()]


@kept_in("by_boxes")
def open_claims(game: Byzantium, sides: tuple[Side, ...]) -> list[Action]:
    """BY-SPEC-01 The roles and fleets that a player can have who finds cubes for these sides."""
    return [claim for claim, box, side in CLAIM if side in sides and has_room(game, box)]


DEVELOP = {side: Develop(side) for side in SIDES}


def open_growth(game: Byzantium, sides: tuple[Side, ...]) -> list[Action]:
    """BY-SPEC-04 The colours that can grow at the hands of a player who finds cubes for these sides."""
    return [DEVELOP[side] for side in sides if has_room(game, GROWTH[side]) and has_growth(game, side)]


def open_fortifications(game: Byzantium, seat: Seat, sides: tuple[Side, ...]) -> list[Action]:
    """BY-SPEC-04 The cities a player can fortify who finds cubes for these sides."""
    if not sides or not game.players[seat].fortifications or not has_room(game, FORTIFICATION):
        return []
    places = game.cities
    own = [(city, places[city]) for city in held_cities(game)[seat]]
    return [FORTIFY[city] for city, place in own if place.side in sides and is_unfortified(place, seat)]


FORTIFY = {city: Fortify(city) for city in CITIES}


@kept_in("by_marker")
def held_cities(game: Byzantium) -> dict[Seat | None, list[CityId]]:
    """The cities that somebody controls."""
    places = game.cities
    held: dict[Seat | None, list[CityId]] = {seat: [] for seat in range(len(game.players))}
    for city in [city for city in CITIES if places[city].controller is not None]:
        held[places[city].controller].append(city)
    return held
