"""The fit: weights by which everybody's figures foretell who will win (a conditional logit, one for every set of positions).

What a position is fitted to is not only how its game ended: luck has a say in that for many turns more. It is drawn towards what
the positions after it were thought to be worth, the nearer the more (a lambda-return), by the fit before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from marchland.kernel.judgement import Weights

from .games import Game

RIDGE = 3.0
NEWTON = 12
CLOSE = 1e-4
"""Newton's steps end with one as small as this."""
PASSES = 3
"""How often all is fitted: the first time to how games ended, then to what positions were followed by."""
TRUST = 0.95
"""How much of what comes later counts, from one end of a turn to the next."""
HELD_BACK = 10
"""Every tenth game is left out of the fit, to see how well it foretells."""


@dataclass
class Samples:
    """Positions of one kind, as a fit wants them: figures, who is there, what is aimed at, and how much each counts."""

    rows: Any
    figures: Any
    there: Any
    counts: Any


class Fit:
    """All games, each with how much it counts, and the weights that come of them."""

    def __init__(self, games: Sequence[tuple[float, Game]], sets: int) -> None:
        self.games = games
        ends = np.cumsum([0, *(len(game.sets) for _, game in games)])
        self.spans = list(pairwise(ends))
        self.most = max(len(game.shares) for _, game in games)
        self.size = games[0][1].figures.shape[2]
        self.samples = [self._of_set(number) for number in range(sets)]
        self.aims = self._outcomes()
        self.weights = np.zeros((sets, self.size))

    def run(self) -> Weights:
        for number in range(PASSES):
            if number:
                self.aims = self._foreseen()
            for place, samples in enumerate(self.samples):
                if len(samples.rows):
                    self.weights[place] = newton(samples, self.aims[samples.rows], self.weights[place])
        return tuple(tuple(round(float(w), 4) for w in phase) for phase in self.weights)

    def loss(self, held: Sequence[Game]) -> float:
        """How badly games that were held back are foretold: the mean logarithm of the odds given to who won."""
        other = Fit([(1.0, game) for game in held], len(self.samples))
        odds = other._odds(self.weights)
        return float(-(other.aims * np.log(odds + 1e-9)).sum(axis=1).mean())

    def _of_set(self, number: int) -> Samples:
        chosen = [np.flatnonzero(game.sets == number) for _, game in self.games]
        rows = np.concatenate([start + found for (start, _), found in zip(self.spans, chosen, strict=True)])
        figures = np.zeros((len(rows), self.most, self.size), dtype=np.float32)
        there, counts, row = np.zeros((len(rows), self.most), dtype=bool), np.zeros(len(rows)), 0
        for found, (count, game) in zip(chosen, self.games, strict=True):
            players, until = len(game.shares), row + len(found)
            figures[row:until, :players] = game.figures[found]
            there[row:until, :players] = True
            counts[row:until] = count
            row = until
        return Samples(rows, figures, there, counts)

    def _outcomes(self) -> Any:
        aims = np.zeros((self.spans[-1][1], self.most))
        for (start, end), (_, game) in zip(self.spans, self.games, strict=True):
            aims[start:end, : len(game.shares)] = game.shares
        return aims

    def _odds(self, weights: Any) -> Any:
        odds = np.zeros((self.spans[-1][1], self.most))
        for place, samples in enumerate(self.samples):
            odds[samples.rows] = chances(samples, weights[place])
        return odds

    def _foreseen(self) -> Any:
        """What every position is followed by: the odds at the end of the next turn, of the one after it and so on, and who won."""
        odds, aims, middle = self._odds(self.weights), self._outcomes(), len(self.samples) // 2
        for (start, end), (_, game) in zip(self.spans, self.games, strict=True):
            later = aims[end - 1].copy()
            for row in range(end - 1, start - 1, -1):
                aims[row] = later
                if game.sets[row - start] < middle:
                    later = TRUST * later + (1 - TRUST) * odds[row]
        return aims


def newton(samples: Samples, aims: Any, weights: Any) -> Any:
    """The conditional logit by Newton's method, with a ridge."""
    x = samples.figures
    for _ in range(NEWTON):
        odds = chances(samples, weights)
        counted = odds * samples.counts[:, None]
        mean = np.einsum("np,npd->nd", odds, x)
        flat = (x * np.sqrt(counted)[:, :, None]).reshape(-1, x.shape[2])
        curvature = (flat.T @ flat - (mean * samples.counts[:, None]).T @ mean).astype(np.float64)
        gradient = np.einsum("np,npd->d", (aims - odds) * samples.counts[:, None], x) - RIDGE * weights
        step = np.linalg.solve(curvature + RIDGE * np.eye(x.shape[2]), gradient)
        weights = weights + step
        if np.abs(step).max() < CLOSE:
            break
    return weights


def chances(samples: Samples, weights: Any) -> Any:
    strengths = np.where(samples.there, samples.figures @ weights, -1e9)
    strengths -= strengths.max(axis=1, keepdims=True)
    powers = np.exp(strengths) * samples.there
    return powers / powers.sum(axis=1, keepdims=True)
