"""What a good layout is: who must and who must not meet, and how much every fault counts."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..board import Points
from .diagram import Diagram, tessellate
from .world import BEYOND, World

Flags: TypeAlias = npt.NDArray[np.bool_]
Numbers: TypeAlias = npt.NDArray[np.int64]

LONGEST = 400.0
MUST_MEET = 30.0
"""How long a border is that the source wants, if it does not say."""

LAND_AREA, SEA_AREA = 9300.0, 11500.0


class Rules:
    """The layout rules of a world, as arrays over its seeds."""

    def __init__(self, world: World) -> None:
        self.world, names, rules = world, world.names, world.rules
        self.size, self.real = len(names), len(world.codes)
        self.sea: Flags = np.array([world.is_sea(name) for name in names])
        self.beyond: Flags = np.array([name.startswith(BEYOND) for name in names])
        self.forbidden = self._forbidden()
        self.wanted: Numbers = np.array([(world.index[one], world.index[other]) for one, other, *_ in rules["must_touch"]])
        self.wanted_length: Points = np.array([pair[2] if len(pair) > 2 else MUST_MEET for pair in rules["must_touch"]])
        self.shores = {
            world.index[land.code]: np.array([world.index[code] for code in rules["water_bodies"][land.water]])
            for land in world.lands.values()
            if land.coastal and not land.is_sea
        }
        self.quad: list[int] = [world.index[code] for code in rules["four_corners"]["order"]]
        self.quad_offsets: Points = np.array(rules["four_corners"]["offsets"], float)
        self.areas: Points = np.where(self.sea, SEA_AREA, LAND_AREA)
        for code, share in rules["sizes"].items():
            self.areas[world.index[code]] *= share

    def _forbidden(self) -> Flags:
        """Who may not touch whom; it goes both ways."""
        found = np.array([[self._clash(one, other) for other in self.world.names] for one in self.world.names])
        capitals = [self.world.index[nation["capital"]] for nation in self.world.nations]
        for one, other in product(capitals, capitals):
            found[one, other] |= one != other
        for one, other in self.world.rules["must_not_touch"]:
            found[self.world.index[one], self.world.index[other]] = True
        both: Flags = found | found.T
        return both

    def _clash(self, one: str, other: str) -> bool:
        world, rules = self.world, self.world.rules
        if one == other or one.startswith(BEYOND):
            return False
        if other.startswith(BEYOND):
            return other.removeprefix(BEYOND) not in rules["edge_of_world"].get(one, ())
        if world.is_sea(one):
            return world.is_sea(other) and world.body[one] != world.body[other]
        if world.is_sea(other):
            return not world.lands[one].coastal or world.lands[one].water != world.body[other]
        return one in rules["islands"] or other in rules["islands"]

    def is_quad(self, one: int, other: int) -> bool:
        """Opposite lands of the four that meet at one point."""
        return {one, other} in ({self.quad[0], self.quad[2]}, {self.quad[1], self.quad[3]})


class Position(NamedTuple):
    """A layout with what is measured of it: border lengths, as a list and as a matrix."""

    points: Points
    diagram: Diagram
    lengths: Points
    matrix: Points

    @property
    def one(self) -> Any:
        return self.diagram.pairs[:, 0]

    @property
    def other(self) -> Any:
        return self.diagram.pairs[:, 1]


def measured(points: Points, weights: Points) -> Position:
    diagram = tessellate(points, weights)
    lengths = np.minimum(np.hypot(*(diagram.starts - diagram.ends).T), LONGEST)
    matrix = np.zeros((len(points), len(points)))
    matrix[diagram.pairs[:, 0], diagram.pairs[:, 1]] = lengths
    matrix[diagram.pairs[:, 1], diagram.pairs[:, 0]] = lengths
    return Position(points, diagram, lengths, matrix)


def broken_rules(rules: Rules, points: Points, weights: Points) -> list[str]:
    """Broken rules in words."""
    position, names = measured(points, weights), rules.world.names
    found = []
    for (one, other), length in zip(position.diagram.pairs.tolist(), position.lengths, strict=True):
        if rules.forbidden[one, other] and length > 1e-6:
            found.append(f"forbidden: {names[one]}-{names[other]} {length:.0f}")
        elif length < 12 and not (rules.beyond[one] or rules.beyond[other] or rules.is_quad(one, other)):
            found.append(f"short: {names[one]}-{names[other]} {length:.1f}")
    for one, other in rules.wanted.tolist():
        if position.matrix[one, other] < 15:
            found.append(f"missing: {names[one]}-{names[other]} {position.matrix[one, other]:.0f}")
    for land, water in rules.shores.items():
        shore = position.matrix[land, water].sum()
        if shore < 15:
            found.append(f"dry: {names[land]} {shore:.0f}")
    return found
