"""How bots judge a position. The copy they think with has everything dealt anew that they may not know."""

from collections.abc import Callable, Mapping

from marchland.kernel.actions import Seat
from marchland.kernel.contract import Automaton

from .rules.scoring import bonus, points
from .state import Game

BOTS: Mapping[str, Callable[[], Automaton[Game]]] = {}
"""Automata of the game's own; random and greedy can play every title."""


def evaluate(game: Game, seat: Seat) -> float:
    """One's own points, and how far ahead they are of the strongest rival's."""
    own = points(game, seat) + bonus(game, seat)
    return 2 * own - max(points(game, other) for other in game.seats if other != seat)
