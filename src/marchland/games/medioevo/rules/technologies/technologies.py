"""The use of a technology: what it is used on, its points, what it does (rulebook: B. Technology).

What each of them does is in the module of its branch; the six that design purchases (Carpentry, Art of War, Masonry,
Architecture, Mathematics, Religion) are in `knowledge` and in the purchase phase.
"""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ...state import Medioevo
from ...tables import technologies
from ..cards.powers import TechnologyUsed, UseTechnology, points_of
from ..cards.targets import ChooseTarget, Use
from ..registry import TECHNOLOGIES, free_action
from .knowledge import use_loan
from .points import spend_points


class Application(Use, frozen=True):
    """MU-TECH-02 One use of a technology: choose, pay the points, carry out. It cannot be answered."""

    seat: Seat
    technology: str
    chosen: tuple[str, ...] = ()
    STEPS = ("choose", "pay", "carry_out")

    def choose(self, game: Medioevo) -> str | None:
        """MU-TECH-02 What the technology is used on."""
        if len(self.chosen) == len(TECHNOLOGIES[self.technology].stages):
            return None
        game.push(ChooseTarget(self.seat, f"technology:{self.technology}", self.chosen))
        return "choose"

    def pay(self, game: Medioevo) -> None:
        """MU-TECH-03 Its points are paid; one that was borrowed has served (MU-TEC-64)."""
        spend_points(game, self.seat, technologies()[self.technology].branch, points_of(self.technology))
        use_loan(game, self.seat, self.technology)

    def carry_out(self, game: Medioevo) -> None:
        """MU-TECH-01 A player has the abilities of every level reached in a branch."""
        game.emit(TechnologyUsed(seat=self.seat, technology=self.technology, chosen=self.chosen))
        TECHNOLOGIES[self.technology].carry(game, self.seat, self.chosen)


@free_action(UseTechnology)
def use_technology(game: Medioevo, seat: Seat, action: UseTechnology) -> None:
    game.push(Application(seat, action.technology))
