"""Single dice thrown for a card or a ship: they lie on the table before they are read (rulebook: Empire cards, Assassin)."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.actions import Seat
from marchland.kernel.chance import roll
from marchland.kernel.frames import Procedure

from ...state import Medioevo
from .windows import open_window

Reading = Callable[[Medioevo, Seat, tuple[str, ...], int], None]
"""What a die brings: who threw it, what it was thrown for, what it shows."""
READINGS: dict[str, Reading] = {}
SINKING = "sinking"


def reading(purpose: str) -> Callable[[Reading], Reading]:
    """Register what the die of a purpose (`card 16`, `sinking`) brings."""

    def register(read: Reading) -> Reading:
        READINGS[purpose] = read
        return read

    return register


class Throw(Procedure[Medioevo], frozen=True):
    """MU-EMP-07 A die is thrown, may be changed while it lies on the table, and is then read."""

    seat: Seat
    purpose: str
    chosen: tuple[str, ...] = ()
    sides: int = 6
    die: int = 0
    STEPS = ("throw", "changes", "read")

    def throw(self, game: Medioevo) -> None:
        """MU-EMP-07 The die falls."""
        (die,) = roll(game, self.seat, self.purpose, sides=self.sides)
        game.update(self, die=die)

    def changes(self, game: Medioevo) -> None:
        """MU-CARD-46 An Assassin may lower it."""
        open_window(game, "W-D", game.fights[-1].place if game.fights else "")

    def read(self, game: Medioevo) -> None:
        """MU-EMP-07 What it shows counts."""
        READINGS[self.purpose](game, self.seat, self.chosen, self.die)


def throw_for_card(game: Medioevo, seat: Seat, card: int, chosen: tuple[str, ...] = (), sides: int = 6) -> None:
    """A card asks for a die."""
    game.push(Throw(seat, f"card {card}", chosen, sides))


def thrown(game: Medioevo) -> Throw | None:
    """The single die on the table, if there is one."""
    return game.find(Throw)
