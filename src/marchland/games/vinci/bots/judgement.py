"""A judgement learned from play: how likely each player is to win, from what `features` counts."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.judgement import Judgement, Weights, odds_of

from ..rules.scoring import winners
from ..state import Vinci
from ..tables import DATA
from .features import NAMES, strengths

CERTAIN = 12.0
"""The odds of a game that is over, as a logarithm."""
MARGIN = 0.02
"""What a point of lead counts once all is decided."""

JUDGEMENT = Judgement(DATA / "judgement.json", NAMES)


def log_odds(game: Vinci, seat: Seat, weights: Weights) -> float:
    """The seat's odds to win, as a logarithm."""
    if game.is_over:
        return decided(game, seat)
    return odds_of(strengths(game, weights), seat)


def decided(game: Vinci, seat: Seat) -> float:
    """The game is over: won or lost, by how much."""
    lead = game.score[seat] - max(score for other, score in enumerate(game.score) if other != seat)
    return (CERTAIN if seat in winners(game) else -CERTAIN) + MARGIN * lead
