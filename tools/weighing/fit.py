"""Where weights belong: what shaking them did to what seats came to, by least squares, with a parabola for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .scale import Sample

STEP = 0.3
"""How far a weight moves at most in one fit, as a logarithm."""
SURE = 2.0
"""A slope that is so many times its doubt is believed in full, one that is less accordingly less."""


@dataclass(frozen=True)
class Fit:
    steps: Mapping[str, float]
    """How far each weight should be moved."""
    believed: float
    """How much of all slopes together is more than chance: so much of each step is taken."""
    spread: float
    """What is left unexplained."""


def fit(names: Sequence[str], samples: Sequence[Sample]) -> Fit:
    """Where the weights belong.

    Who plays what is fitted beside it, so that a rich nation makes no weights look good.
    """
    everybody = sorted({sample.who for sample in samples})
    by = np.array([sample.by for sample in samples])
    who = np.array([[sample.who == one for one in everybody] for sample in samples], dtype=float)
    table = np.hstack([by, by**2, who])
    came_to = np.array([sample.came_to for sample in samples])
    found, *_ = np.linalg.lstsq(table, came_to, rcond=None)
    spread = float(np.std(came_to - table @ found))
    doubts = spread * np.sqrt(np.diag(np.linalg.pinv(table.T @ table)))
    slopes, bends = found[: len(names)], found[len(names) : 2 * len(names)]
    believed = beyond_chance(slopes / doubts[: len(names)])
    steps = {}
    for name, slope, bend, doubt in zip(names, map(float, slopes), map(float, bends), map(float, doubts), strict=False):
        steps[name] = believed * min(1.0, abs(slope) / (SURE * doubt)) * top(slope, bend)
        print(f"{name:18} slope {slope:+.4f} +- {doubt:.4f}  bend {bend:+.4f}  step {steps[name]:+.3f}")
    return Fit(steps, believed, spread)


def top(slope: float, bend: float) -> float:
    """Where the parabola is highest, as far as one goes."""
    if bend < 0:
        return max(-STEP, min(STEP, -slope / (2 * bend)))
    return STEP if slope > 0 else -STEP


def beyond_chance(slopes: NDArray[np.float64]) -> float:
    """Slopes in units of their doubt: were all of it chance, the mean of their squares would be one (James and Stein)."""
    return max(0.0, 1 - 1 / float(np.mean(slopes**2)))
