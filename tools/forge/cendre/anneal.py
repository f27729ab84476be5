"""The search for a layout: seeds wander, less and less, and stay where the rules are better kept."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.spatial import QhullError

from ..board import Points
from .layout import Rules, broken_rules
from .penalties import judge
from .world import World

COLDEST = 0.003
REPORT_EVERY = 2000


def anneal(world: World, steps: int, seed: int, heat: float, log: Callable[[str], None]) -> list[str]:
    """Moves the seeds of a world to the best layout found; says which rules are still broken."""
    search = Search(Rules(world), seed)
    for step in range(steps):
        left = 1 - step / steps
        search.step(warmth=heat * left**2 + COLDEST, reach=24 * left + 3)
        if step % REPORT_EVERY == 0:
            log(f"step {step:6d}  cost {search.cost:8.2f}  broken rules {search.hard:7.2f}  best {search.best[0]:8.2f}")
    _, world.points, world.weights = search.best
    return broken_rules(search.rules, world.points, world.weights)


class Search:
    """Where the search stands, and the best it has seen."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self._chance = np.random.default_rng(seed)
        self.points, self.weights = rules.world.points.copy(), rules.world.weights.copy()
        self.points[rules.quad] = self.points[rules.quad].mean(0) + rules.quad_offsets
        self.weights[rules.quad] = 0.0
        self.cost, self.hard, self._blame = judge(rules, self.points, self.weights)
        self.best = (self.cost, self.points, self.weights)

    def step(self, warmth: float, reach: float) -> None:
        """One move; a worse layout is taken the less likely, the colder it is."""
        points, weights = self._moved(reach)
        try:
            cost, hard, blame = judge(self.rules, points, weights)
        except QhullError:
            return
        if cost < self.cost or self._chance.random() < math.exp((self.cost - cost) / warmth):
            self.points, self.weights, self.cost, self.hard, self._blame = points, weights, cost, hard, blame
            if cost < self.best[0]:
                self.best = (cost, points, weights)

    def _moved(self, reach: float) -> tuple[Points, Points]:
        """The four that meet at one point move as one."""
        points, weights, seed = self.points.copy(), self.weights.copy(), self._picked()
        if seed in self.rules.quad:
            points[self.rules.quad] += self._chance.normal(0, reach * 0.7, 2)
        elif self._chance.random() < 0.25:
            weights[seed] = np.clip(weights[seed] + self._chance.normal(0, 900), -4500, 5000)
        else:
            points[seed] += self._chance.normal(0, reach, 2)
        return points, weights

    def _picked(self) -> int:
        """A seed that is to blame, or one beside it."""
        blame = self._blame[: self.rules.real] + 0.04
        seed = int(self._chance.choice(self.rules.real, p=blame / blame.sum()))
        if self._chance.random() < 0.35:
            away = np.hypot(*(self.points[: self.rules.real] - self.points[seed]).T)
            seed = int(self._chance.choice(np.argsort(away)[1:8]))
        return seed
