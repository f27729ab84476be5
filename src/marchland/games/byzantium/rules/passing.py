"""G. Passing."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ..state import Byzantium
from ..tables import CASUALTIES, POOL, SHEET
from .cubes import Take, cubes_at, spend


class Pass(Action, frozen=True):
    """Do nothing more this turn."""

    TOUCHES = ("box",)
    IDLE = True

    @property
    def box(self) -> str:
        return "box:pass"


class Passed(Event, frozen=True):
    RULE = "BY-PASS-01"
    seat: Seat


class FirstToPass(Event, frozen=True):
    RULE = "BY-PASS-02"
    seat: Seat


class ChoosePassCube(Decision[Byzantium], frozen=True):
    """BY-PASS-01 With no cube in Casualties the passing player takes one of his sheet."""

    RULE = "BY-PASS-01"
    FORCED = True
    seat: Seat

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield from (Take(slot) for slot in SHEET if cubes_at(game, self.seat, slot))

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Take(source=source):
                spend(game, self.seat, source, "pass")


def pass_turn(game: Byzantium, seat: Seat) -> None:
    """BY-PASS-02 The player is out for this turn; the first to pass starts the next one."""
    if not game.passed:
        game.emit(FirstToPass(seat=seat))
    game.passed = (*game.passed, seat)
    game.emit(Passed(seat=seat))
    _lay_pass_cube(game, seat)


def _lay_pass_cube(game: Byzantium, seat: Seat) -> None:
    """BY-PASS-01 The pass cube is free: from Casualties, else from the sheet, else from the pool, else there is none."""
    if cubes_at(game, seat, CASUALTIES):
        spend(game, seat, CASUALTIES, "pass")
    elif any(cubes_at(game, seat, slot) for slot in SHEET):
        game.push(ChoosePassCube(seat))
    elif cubes_at(game, seat, POOL):
        spend(game, seat, POOL, "pass")
