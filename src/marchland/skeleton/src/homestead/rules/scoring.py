"""Scoring: what fields are worth, and to whom they are worth more."""

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import PreviewLine

from ..state import Game
from ..tables import FIELDS, GROUND, WORTH


class GoalShown(Event, frozen=True):
    RULE = "HO-SCORE-02"
    REVEALS = True
    seat: Seat
    ground: str
    points: int


def points(game: Game, seat: Seat) -> int:
    """HO-SCORE-01 Every field counts what it is worth for whoever holds it."""
    return sum(WORTH[field] for field in FIELDS if game.holders[field] == seat)


def worth_line(field: str) -> PreviewLine:
    """What a field would bring, for the button that takes it."""
    return PreviewLine("HO-SCORE-01", WORTH[field], unit="points")


def bonus(game: Game, seat: Seat) -> int:
    """HO-SCORE-02 Fields of a player's secret ground count twice for that player."""
    return sum(WORTH[field] for field in FIELDS if game.holders[field] == seat and GROUND[field] == game.goals[seat])


def show_goals(game: Game) -> None:
    for seat in game.seats:
        game.emit(GoalShown(seat=seat, ground=game.goals[seat], points=bonus(game, seat)))
