"""Smooth noise that bends walls: one field bends them all, so that they never cross and both neighbours see the same line."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from .board import Points

WAVES_PER_OCTAVE = 5
STEPS_OF_INVERSION = 12


class Bend:
    """A few octaves of waves in random directions, from a seed; an octave is a wavelength and an amplitude in pixels."""

    def __init__(self, seed: int, octaves: Iterable[tuple[float, float]]) -> None:
        chance = np.random.default_rng(seed)
        self._waves = np.array([_wave(chance, *octave) for octave in octaves for _ in range(WAVES_PER_OCTAVE)])

    def offset(self, points: Any) -> Points:
        heights = np.sin(np.asarray(points, float) @ self._waves[:, :2].T + self._waves[:, 2])
        moved: Points = heights @ self._waves[:, 3:5]
        return moved

    def forward(self, points: Any) -> Points:
        return np.asarray(points, float) + self.offset(points)

    def inverse(self, points: Any) -> Points:
        """Where a point comes from: seeds are meant where their author put them, after bending."""
        bent = np.asarray(points, float)
        origin = bent.copy()
        for _ in range(STEPS_OF_INVERSION):
            origin = bent - self.offset(origin)
        return origin


def _wave(chance: np.random.Generator, wavelength: float, amplitude: float) -> tuple[float, ...]:
    """Wave vector, phase and displacement; the order of the draws is part of every map."""
    angle = chance.uniform(0, 2 * math.pi)
    frequency = 2 * math.pi / (wavelength * chance.uniform(0.8, 1.25))
    height = amplitude / math.sqrt(WAVES_PER_OCTAVE)
    towards = chance.uniform(0, 2 * math.pi)
    phase = chance.uniform(0, 2 * math.pi)
    return (
        frequency * math.cos(angle),
        frequency * math.sin(angle),
        phase,
        height * math.cos(towards),
        height * math.sin(towards),
    )
