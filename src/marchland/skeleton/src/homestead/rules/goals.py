"""Goals: the ground that each player likes best."""

from marchland.kernel.actions import Seat
from marchland.kernel.chance import shuffled
from marchland.kernel.events import Event

from ..state import Game
from ..tables import GROUNDS


class GoalDealt(Event, frozen=True):
    RULE = "HO-GOAL-01"
    seat: Seat
    ground: str


def deal_goals(game: Game, seats: int) -> None:
    """HO-GOAL-01 Everybody is dealt another kind of ground in secret; what is left stays hidden."""
    game.goals = tuple(shuffled(game, GROUNDS)[:seats])
    for seat, ground in enumerate(game.goals):
        game.emit(GoalDealt(seat=seat, ground=ground, audience=(seat,)))
