"""A judgement learned from play: how likely each player is to win, from what `features` counts.

Each player's figures, weighed, give a strength; the odds to win go by the exponentials of the strengths. The weights, one set for
every phase of the game, were fitted to the ends of games between bots by `tools/train.py`; `data/judgement.json` holds them, and
the record of how they came about.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

import msgspec

from marchland.kernel.actions import Seat

from ..rules.scoring import winners
from ..state import Vinci
from ..tables import DATA
from .features import NAMES, features

CERTAIN = 12.0
"""The odds of a game that is over, as a logarithm."""
MARGIN = 0.02
"""What a point of lead counts once all is decided."""


Weights = tuple[tuple[float, ...], ...]


class Learned(msgspec.Struct, frozen=True):
    """Weights by phase, each in the order of `names`: for ends of turns, and for positions in the middle of one."""

    names: tuple[str, ...]
    weights: Weights
    midway: Weights
    record: dict[str, Any]


_in_use: list[Learned] = []


def learned() -> Learned:
    """What bots judge by."""
    if not _in_use:
        use(msgspec.json.decode((DATA / "judgement.json").read_bytes(), type=Learned))
    return _in_use[0]


def use(found: Learned) -> None:
    """Judge by this from now on: for training."""
    assert found.names == NAMES, "data/judgement.json was learned for other figures: tools/train.py makes it anew"
    _in_use[:] = [found]


def log_odds(game: Vinci, seat: Seat, weights: Weights) -> float:
    """The seat's odds to win, as a logarithm."""
    if game.is_over:
        return decided(game, seat)
    phase, table = features(game)
    return odds_of([strength(figures, weights[phase]) for figures in table], seat)


def strength(figures: Sequence[float], weights: Sequence[float]) -> float:
    return sum([w * x for w, x in zip(weights, figures, strict=True)])


def decided(game: Vinci, seat: Seat) -> float:
    """The game is over: won or lost, by how much."""
    lead = game.score[seat] - max(score for other, score in enumerate(game.score) if other != seat)
    return (CERTAIN if seat in winners(game) else -CERTAIN) + MARGIN * lead


def odds_of(all_strengths: list[float], seat: Seat) -> float:
    highest = max(all_strengths)
    rivals = sum([exp(value - highest) for other, value in enumerate(all_strengths) if other != seat])
    return all_strengths[seat] - highest - log(rivals + 1e-9)
