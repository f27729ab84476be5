"""What may be seen of a game: everything but the goals of others."""

from marchland.kernel.actions import Seat
from marchland.kernel.chance import shuffled
from marchland.kernel.views import View, forget, header

from .rules.scoring import bonus, points
from .state import Game
from .tables import FIELDS, GROUNDS


class GameView(View, frozen=True):
    round: int
    rounds: int
    fields: dict[str, Seat | None]
    scores: tuple[int, ...]
    goal: str
    """The viewer's own; empty for those who only watch."""
    goals: tuple[str, ...]
    """Everybody's, once they are shown."""

    def goal_of(self, seat: Seat) -> str:
        """The secret ground of a seat, as far as the viewer knows it."""
        return self.goals[seat] if self.goals else self.goal if seat == self.viewer else ""


def view(game: Game, seat: Seat | None) -> GameView:
    return GameView(
        **header(game, seat),
        round=game.round,
        rounds=game.rounds,
        fields={field: game.holders[field] for field in FIELDS},
        scores=tuple(points(game, other) + (bonus(game, other) if game.is_over else 0) for other in game.seats),
        goal=game.goals[seat] if seat is not None else "",
        goals=game.goals if game.is_over else (),
    )


def redeal(game: Game, seat: Seat | None, key: bytes) -> Game:
    """A copy in which all that the seat does not know is dealt anew: the goals of others, and every die to come."""
    dealt = game.clone()
    forget(dealt, seat, key)
    if not game.is_over:
        unknown = shuffled(dealt, [ground for ground in GROUNDS if seat is None or ground != game.goals[seat]])
        dealt.goals = tuple(game.goals[other] if other == seat else unknown.pop() for other in game.seats)
    return dealt
