"""E. Building a church or a mosque."""

from collections.abc import Iterator
from typing import Literal

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine, Procedure

from ..state import Byzantium, Player
from ..tables import ARAB, BYZANTINE, CONFIG, SIDES, Side
from .cubes import PayCube, is_payable, payment_refusal, purse
from .forecast import BEZANTS, POINTS, line
from .ledger import pay, score

House = Literal["church", "mosque"]
BUILDINGS: dict[House, Side] = {"church": BYZANTINE, "mosque": ARAB}


class Build(Action, frozen=True):
    """Build a church or a mosque."""

    TOUCHES = ("building",)
    PREFIX = {"building": "box"}
    building: House


class Built(Event, frozen=True):
    RULE = "BY-REL-01"
    seat: Seat
    building: str
    side: Side
    points: int
    bezants: int


class Building(Procedure[Byzantium], frozen=True):
    """BY-REL-01 Six bezants and a cube of one side buy two points on its track."""

    STEPS = ("pay_bezants", "pay_cube")
    seat: Seat
    building: House

    def pay_bezants(self, game: Byzantium) -> None:
        """BY-REL-01 The price comes from the side that scores, and so do the points."""
        side, price, points = BUILDINGS[self.building], CONFIG.building_price, CONFIG.building_points
        pay(game, self.seat, side, price)
        score(game, self.seat, side, points)
        game.emit(Built(seat=self.seat, building=self.building, side=side, points=points, bezants=-price))

    def pay_cube(self, game: Byzantium) -> None:
        """BY-REL-01 The cube stays on the building to the end of the game."""
        game.push(PayCube(self.seat, self.building, (BUILDINGS[self.building],)))


BUILDS = {side: Build(building) for building, side in BUILDINGS.items()}


def open_buildings(player: Player) -> list[Action]:
    """BY-REL-01 What the player can build now."""
    rich = [side for side in SIDES if has_price(player, side)]
    if not rich:
        return []
    found = purse(player, saved=CONFIG.building_price).sides
    return [BUILDS[side] for side in rich if side in found]


def has_price(player: Player, side: Side) -> bool:
    return player.realm(side).treasury >= CONFIG.building_price


def building_obstacles(game: Byzantium, seat: Seat, building: House) -> Iterator[Refusal]:
    """BY-REL-01 The price and a cube must be found on that side."""
    side = BUILDINGS[building]
    have = game.realm(seat, side).treasury
    if not has_price(game.players[seat], side):
        yield Refusal("BY-REL-01", {"need": CONFIG.building_price, "have": have, "side": side})
    elif not is_payable(game, seat, (side,), saved=CONFIG.building_price):
        yield payment_refusal(game, seat, (side,), saved=CONFIG.building_price)


def building_preview(building: House) -> list[PreviewLine]:
    side = BUILDINGS[building]
    return [
        line("BY-REL-01", -CONFIG.building_price, BEZANTS, side=side),
        line("BY-REL-01", CONFIG.building_points, POINTS, side=side),
    ]
