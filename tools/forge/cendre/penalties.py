"""How bad a layout is: faults by rule and the seeds they are blamed on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..board import Points
from .layout import Position, Rules, measured

SHORTEST_BORDER = 20.0
"""Shorter contacts are ambiguous on a printed map."""

SHORTEST_SHORE = 34.0
"""The shore that makes a land honestly coastal."""

WEIGHT_OF_RULES = 1.6


def judge(rules: Rules, points: Points, weights: Points) -> tuple[float, float, Points]:
    """The cost of a layout, its part for broken rules (zero if all hold), and the blame of every seed."""
    position = measured(points, weights)
    forbidden, missing, dry = _forbidden(rules, position), _missing(rules, position), _dry(rules, position)
    short, near = _short(rules, position), _near(rules, position)
    shapes = _degrees(rules, position) + _shapes(rules, position) + _off_frame(rules, position)
    drift = ((points[: rules.real] - rules.world.anchors[: rules.real]) ** 2).sum(1) / 60.0**2 * 0.12
    hard = float(forbidden.sum() + missing.sum() + dry.sum())
    soft = float(short.sum() + near.sum() + shapes.sum() + drift.sum())
    blame = dry.copy()
    for seeds, fault in (
        (position.one, forbidden + short + near),
        (position.other, forbidden + short + near),
        (rules.wanted[:, 0], missing),
        (rules.wanted[:, 1], missing),
    ):
        np.add.at(blame, seeds, fault)
    blame[: rules.real] += shapes
    return hard * WEIGHT_OF_RULES + soft, hard, blame


def _distance(position: Position, one: Any, other: Any) -> Points:
    found: Points = np.hypot(*(position.points[one] - position.points[other]).T)
    return found


def _forbidden(rules: Rules, position: Position) -> Points:
    meets = rules.forbidden[position.one, position.other] & (position.lengths > 1e-6)
    return np.where(meets, 3 + position.lengths / 25.0, 0.0)


def _missing(rules: Rules, position: Position) -> Points:
    one, other = rules.wanted[:, 0], rules.wanted[:, 1]
    lengths = position.matrix[one, other]
    apart = np.where(lengths <= 0, 1 + np.maximum(_distance(position, one, other) - 80, 0) / 40, 0)
    return np.where(lengths < rules.wanted_length, (rules.wanted_length - lengths) / 15 + apart, 0)


def _dry(rules: Rules, position: Position) -> Points:
    """Coastal lands that have too little of their shore."""
    found = np.zeros(rules.size)
    for land, water in rules.shores.items():
        shore = position.matrix[land, water].sum()
        if shore < SHORTEST_SHORE:
            away = _distance(position, water, land).min()
            found[land] = (SHORTEST_SHORE - shore) / 15 + (1 + max(away - 90, 0) / 40 if shore <= 0 else 0)
    return found


def _inside(rules: Rules, position: Position) -> Any:
    """Borders of which at least one side is a territory."""
    return ~(rules.beyond[position.one] & rules.beyond[position.other])


def _short(rules: Rules, position: Position) -> Points:
    meant = np.array([rules.is_quad(one, other) for one, other in position.diagram.pairs.tolist()])
    short = _inside(rules, position) & (position.lengths < SHORTEST_BORDER) & ~meant
    return np.where(short, 0.35 + (SHORTEST_BORDER - position.lengths) / 20.0, 0.0)


def _near(rules: Rules, position: Position) -> Points:
    apart = _distance(position, position.one, position.other)
    return np.where(_inside(rules, position) & (apart < 62), (62 - apart) / 18, 0)


def _degrees(rules: Rules, position: Position) -> Points:
    """Three to eight neighbours are good."""
    degree = ((position.matrix > 1e-6) & ~rules.beyond[None, :]).sum(1)[: rules.real]
    found: Points = np.maximum(degree - 8, 0) * 1.0 + np.maximum(3 - degree, 0) * 0.7
    return found


def _shapes(rules: Rules, position: Position) -> Points:
    """Cells of the size that is wished for, and rather round."""
    area = (_summed(rules, position, _triangles(position, position.one), _triangles(position, position.other)))[: rules.real]
    around = _summed(rules, position, position.lengths, position.lengths)[: rules.real]
    share = area / rules.areas[: rules.real]
    found = np.where(share < 0.75, (0.75 - share) * 5, 0) + np.where(share > 1.7, (share - 1.7) * 0.8, 0)
    roundness = around**2 / (4 * math.pi * np.maximum(area, 500.0))
    found += np.where(roundness > 1.38, (roundness - 1.38) * 1.6, 0)
    return found


def _triangles(position: Position, seeds: Any) -> Points:
    """The part of a seed's cell that each border closes off."""
    one, other = position.diagram.starts - position.points[seeds], position.diagram.ends - position.points[seeds]
    found: Points = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
    return found


def _summed(rules: Rules, position: Position, of_one: Points, of_other: Points) -> Points:
    found = np.bincount(position.one, of_one, rules.size) + np.bincount(position.other, of_other, rules.size)
    return found.astype(float)


def _off_frame(rules: Rules, position: Position) -> Points:
    points = position.points[: rules.real]
    found: Points = np.maximum(78 - points[:, 0], 0) / 12 + np.maximum(48 - points[:, 1], 0) / 12
    return found
