"""The power diagram: the plane shared out among weighted seeds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull

from ..board import Points


class Diagram(NamedTuple):
    """Every finite border: the two seeds (by index) and its two ends."""

    pairs: npt.NDArray[np.int64]
    starts: Points
    ends: Points


def tessellate(points: Points, weights: Points) -> Diagram:
    """Found as the lower hull of the seeds, lifted onto a paraboloid."""
    hull = ConvexHull(np.c_[points, (points**2).sum(1) - weights])
    planes, corners = hull.equations, hull.simplices
    lower = planes[:, 2] < -1e-12
    centres = np.zeros((len(corners), 2))
    centres[lower] = -planes[lower, :2] / (2 * planes[lower, 2:3])
    here = np.repeat(np.arange(len(corners)), 3)
    there = hull.neighbors.ravel()
    kept = (here < there) & lower[here] & lower[there]
    one = corners[:, [1, 2, 0]].ravel()[kept]
    other = corners[:, [2, 0, 1]].ravel()[kept]
    return Diagram(np.c_[one, other], centres[here[kept]], centres[there[kept]])
