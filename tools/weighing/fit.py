"""Where weights belong: what shaking them did to what seats came to, by least squares, with a parabola for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from .scale import Sample

STEP = 0.3
"""How far a weight moves at most in one fit, as a logarithm."""
SURE = 2.0
"""A slope that is so many times its doubt is believed in full, one that is less accordingly less."""


def fit(names: Sequence[str], samples: Sequence[Sample]) -> tuple[Mapping[str, float], float]:
    """How far each weight should be moved, and the spread of what is left unexplained.

    Who plays what is fitted beside it, so that a rich nation makes no weights look good.
    """
    everybody = sorted({sample.who for sample in samples})
    by = np.array([sample.by for sample in samples])
    who = np.array([[sample.who == one for one in everybody] for sample in samples], dtype=float)
    table = np.hstack([by, by**2, who])
    came_to = np.array([sample.came_to for sample in samples])
    found, *_ = np.linalg.lstsq(table, came_to, rcond=None)
    spread = float(np.std(came_to - table @ found))
    doubt = spread * np.sqrt(np.diag(np.linalg.pinv(table.T @ table)))
    steps = {}
    for place, name in enumerate(names):
        slope, bend = float(found[place]), float(found[len(names) + place])
        top = -slope / (2 * bend) if bend < 0 else STEP * (1 if slope > 0 else -1)
        steps[name] = max(-STEP, min(STEP, top)) * min(1.0, abs(slope) / (SURE * float(doubt[place])))
        print(f"{name:18} slope {slope:+.4f} +- {float(doubt[place]):.4f}  bend {bend:+.4f}  step {steps[name]:+.3f}")
    return steps, spread
