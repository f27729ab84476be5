"""The order of play."""

from collections.abc import Mapping

from marchland.kernel.chance import Chance
from marchland.kernel.frames import Procedure
from marchland.kernel.title import Outcome, Value

from .rules.goals import deal_goals
from .rules.scoring import bonus, points, show_goals
from .rules.turns import Turn
from .state import Game
from .tables import FIELDS


class WholeGame(Procedure[Game], frozen=True):
    """HO-END-01 After the last round goals are shown, and the most points win."""

    STEPS = ("turns", "next_round", "show_goals")

    def turns(self, game: Game) -> None:
        """HO-TURN-02 Everybody has a turn; each round begins with the next player."""
        first = game.round - 1
        game.push(*(Turn((first + seat) % len(game.seats)) for seat in game.seats))

    def next_round(self, game: Game) -> str | None:
        if game.round == game.rounds:
            return None
        game.round += 1
        return "turns"

    def show_goals(self, game: Game) -> None:
        show_goals(game)


def set_up(seats: int, options: Mapping[str, Value], chance: Chance) -> Game:
    game = Game(chance=chance, rounds=int(options["rounds"]), holders=dict.fromkeys(FIELDS))
    deal_goals(game, seats)
    game.begin(WholeGame())
    return game


def outcome(game: Game) -> Outcome:
    scores = tuple(points(game, seat) + bonus(game, seat) for seat in game.seats)
    return Outcome(scores, tuple(seat for seat in game.seats if scores[seat] == max(scores)), "rounds")
