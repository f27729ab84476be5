"""E. Building a church or a mosque."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine, Procedure

from ..state import Byzantium
from ..tables import BYZANTINE, CONFIG, Side
from .cubes import PayCube, is_payable, payment_refusal
from .forecast import BEZANTS, POINTS, line
from .ledger import pay, score


class Build(Action, frozen=True):
    """Build a church (Byzantine) or a mosque (Arab)."""

    TOUCHES = ("side",)
    PREFIX = {"side": "building"}
    side: Side


class Built(Event, frozen=True):
    RULE = "BY-REL-01"
    seat: Seat
    building: str
    side: Side
    points: int
    bezants: int


def building_of(side: Side) -> str:
    return "church" if side == BYZANTINE else "mosque"


class Building(Procedure, frozen=True):
    """BY-REL-01 Six bezants and a cube of one side buy two points on its track."""

    STEPS = ("pay_bezants", "pay_cube")
    seat: Seat
    side: Side

    def pay_bezants(self, game: Byzantium) -> None:
        """BY-REL-01 The price comes from the side that scores, and so do the points."""
        pay(game, self.seat, self.side, CONFIG.building_price)
        score(game, self.seat, self.side, CONFIG.building_points)
        game.emit(
            Built(
                seat=self.seat,
                building=building_of(self.side),
                side=self.side,
                points=CONFIG.building_points,
                bezants=-CONFIG.building_price,
            )
        )

    def pay_cube(self, game: Byzantium) -> None:
        """BY-REL-01 The cube stays on the building to the end of the game."""
        game.push(PayCube(self.seat, building_of(self.side), (self.side,)))


def building_obstacles(game: Byzantium, seat: Seat, side: Side) -> Iterator[Refusal]:
    """BY-REL-01 The price and a cube must be found on that side."""
    have = game.realm(seat, side).treasury
    if have < CONFIG.building_price:
        yield Refusal("BY-REL-01", {"need": CONFIG.building_price, "have": have, "side": side})
    elif not is_payable(game, seat, (side,), saved=CONFIG.building_price):
        yield payment_refusal(game, seat, (side,), saved=CONFIG.building_price)


def building_preview(side: Side) -> list[PreviewLine]:
    return [
        line("BY-REL-01", -CONFIG.building_price, BEZANTS, side=side),
        line("BY-REL-01", CONFIG.building_points, POINTS, side=side),
    ]
