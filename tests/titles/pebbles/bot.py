"""How a bot judges Pebbles."""

from marchland.kernel.actions import Seat

from .state import Pebbles

BOTS: dict[str, object] = {}


def evaluate(game: Pebbles, seat: Seat) -> float:
    return float(game.scores[seat])
