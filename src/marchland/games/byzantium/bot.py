"""Evaluation for greedy play and search."""

from marchland.kernel.actions import Seat

from .state import Byzantium

BOTS: dict[str, object] = {}


def evaluate(game: Byzantium, seat: Seat) -> float:
    return 0.0
