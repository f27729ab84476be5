"""How quickly bots play: so slowly that each turn can be followed, so quickly that nobody waits for its small steps."""

from __future__ import annotations

FASTER = 0.8
"""Of what one bot does in a row each step comes sooner than the one before it,"""
LEAST = 0.2
"""but not sooner than this share of a whole pause."""
PATIENCE = 15
"""So many whole pauses anybody watches; from then on every step comes as soon as it may."""


class Rhythm:
    """The pauses between the moves of bots, from when people last had the word."""

    def __init__(self, pause: float) -> None:
        self.pause = pause
        self.seat: int | None = None
        self.share = 1.0
        self.spent = 0.0

    def before_move(self, seat: int, thought: float = 0.0) -> float:
        """Seconds to wait before a move of this seat shows; what it took to think has been waited already."""
        self.share = 1.0 if seat != self.seat else max(LEAST, self.share * FASTER)
        self.seat = seat
        if self.spent >= PATIENCE:
            self.share = LEAST
        self.spent += self.share
        return max(0.0, self.pause * self.share - thought)
