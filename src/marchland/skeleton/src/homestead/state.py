"""What lies on the table. Data only: containers of ids and numbers, from which any game can be continued."""

from marchland.kernel.actions import Seat
from marchland.kernel.state import State


class Game(State, kw_only=True):
    rounds: int
    round: int = 1
    holders: dict[str, Seat | None] = {}
    """Who holds each field."""
    goals: tuple[str, ...] = ()
    """The secret ground of each seat."""

    @property
    def seats(self) -> range:
        return range(len(self.goals))


STATE = Game
