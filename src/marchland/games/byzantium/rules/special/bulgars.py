"""C. The Bulgar box: an attack by the Bulgars, or more of them."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine, Procedure
from marchland.kernel.memo import kept_in

from ...state import Byzantium
from ...tables import BULGAR, CONFIG, SIDES, CityId, Side, other_side
from ...world import BALKANS, ROADS, SITES
from ..combat.combat import Attack
from ..cubes import PayCube
from ..forecast import ORANGE_CUBES, line
from .special import box_obstacles, has_room

BOX = "bulgars"


class UnleashBulgars(Action, frozen=True):
    """Attack this city with the Bulgars."""

    TOUCHES = ("city", "box")
    city: CityId

    @property
    def box(self) -> str:
        return f"box:{BOX}"


class StrengthenBulgars(Action, frozen=True):
    """Add orange cubes instead of attacking."""

    TOUCHES = ("box",)

    @property
    def box(self) -> str:
        return f"box:{BOX}"


class BulgarsGathered(Event, frozen=True):
    RULE = "BY-BULG-01"
    seat: Seat
    cubes: int
    total: int


class BulgarAttack(Procedure[Byzantium], frozen=True):
    """BY-BULG-01 Pay, add two orange cubes, then attack the declared city."""

    STEPS = ("pay", "gather", "attack")
    seat: Seat
    city: CityId

    def pay(self, game: Byzantium) -> None:
        """BY-BULG-07 The side that may score pays for a bought cube: the one not attacked."""
        game.push(PayCube(self.seat, f"box:{BOX}", (paying_side(game, self.city),)))

    def gather(self, game: Byzantium) -> None:
        """BY-BULG-01 As many orange cubes come as are available, two at most."""
        gather(game, self.seat, min(CONFIG.bulgars.added, supply(game)))

    def attack(self, game: Byzantium) -> None:
        """BY-BULG-04 All orange cubes attack as one army, and nothing flees when they lose."""
        game.push(Attack(self.seat, BULGAR, self.city))


class BulgarReinforcement(Procedure[Byzantium], frozen=True):
    """BY-BULG-02 Instead of attacking, two more orange cubes are added: four in all."""

    STEPS = ("pay", "gather")
    seat: Seat

    def pay(self, game: Byzantium) -> None:
        """BY-BULG-07 Either treasury may pay for a bought cube."""
        game.push(PayCube(self.seat, f"box:{BOX}", SIDES))

    def gather(self, game: Byzantium) -> None:
        """BY-BULG-02 Both additions at once."""
        gather(game, self.seat, 2 * CONFIG.bulgars.added)


def gather(game: Byzantium, seat: Seat, cubes: int) -> None:
    game.bulgars += cubes
    game.emit(BulgarsGathered(seat=seat, cubes=cubes, total=game.bulgars))


def supply(game: Byzantium) -> int:
    """BY-SETUP-02 Orange cubes that are not in the Bulgar box."""
    return CONFIG.bulgars.cubes - game.bulgars


def paying_side(game: Byzantium, city: CityId) -> Side:
    """BY-BULG-07 The side not attacked: it may score, so it pays."""
    return other_side(game.cities[city].side)


def open_bulgar_actions(game: Byzantium, sides: tuple[Side, ...]) -> tuple[Action, ...]:
    """BY-BULG-02 What a player who finds cubes for these sides can do with the Bulgar box."""
    if not sides or not has_room(game, BOX):
        return ()
    attacks = open_attacks(game, sides)
    return (*attacks, StrengthenBulgars()) if can_strengthen(game) else attacks


@kept_in("by_colour")
def open_attacks(game: Byzantium, sides: tuple[Side, ...]) -> tuple[Action, ...]:
    """BY-BULG-07 The targets for which one of these sides pays."""
    return tuple(UnleashBulgars(city) for city in bulgar_targets(game) if paying_side(game, city) in sides)


def can_strengthen(game: Byzantium) -> bool:
    """BY-BULG-02 Without two cubes left for the second addition an attack is compulsory."""
    return supply(game) >= 2 * CONFIG.bulgars.added


def bulgar_targets(game: Byzantium) -> tuple[CityId, ...]:
    """BY-BULG-03 Cities with an orange arrow or joined by road to a Bulgar city, never a Bulgar one."""
    return tuple(city for city in BALKANS if is_bulgar_target(game, city))


def is_bulgar_target(game: Byzantium, city: CityId) -> bool:
    """BY-BULG-10 The arrows and roads confine the Bulgars to four cities, and to Constantinople by way of Adrianople."""
    if game.cities[city].side == BULGAR:
        return False
    return SITES[city].bulgar_arrow or any(game.cities[next_to].side == BULGAR for next_to in ROADS[city])


def bulgar_attack_obstacles(game: Byzantium, seat: Seat, city: CityId) -> Iterator[Refusal]:
    """BY-BULG-03 The city must be in reach of the Bulgars, and the box free and payable."""
    if not is_bulgar_target(game, city):
        yield Refusal("BY-BULG-03", {"city": city})
    else:
        yield from box_obstacles(game, seat, BOX, (paying_side(game, city),))


def bulgar_reinforcement_obstacles(game: Byzantium, seat: Seat) -> Iterator[Refusal]:
    """BY-BULG-02 The Bulgars must have cubes left for both additions, and the box be free and payable."""
    if not can_strengthen(game):
        yield Refusal("BY-BULG-02", {"need": 2 * CONFIG.bulgars.added, "have": supply(game)})
    else:
        yield from box_obstacles(game, seat, BOX, SIDES)


def gathering_preview(game: Byzantium, cubes: int) -> list[PreviewLine]:
    return [line("BY-BULG-01", min(cubes, supply(game)), ORANGE_CUBES)]
