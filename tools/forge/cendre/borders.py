"""How a border is drawn: straight edges become ragged lines, and the whole plane bends a little."""

from __future__ import annotations

import hashlib
import math
import random

from ..paths import Xy

Chance = random.Random


def chance_for(*key: str) -> Chance:
    """Depends on the key alone, so that a map is the same every time."""
    return random.Random(int(hashlib.sha256("|".join(key).encode()).hexdigest()[:12], 16))


def between(one: Xy, other: Xy, share: float) -> Xy:
    return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)


def roughened(start: Xy, end: Xy, kite: tuple[Xy, Xy], amplitude: float, chance: Chance, shortest: float) -> list[Xy]:
    """Points strictly between the ends of an edge, inside the kite it forms with the middles of both cells.

    Such lines cannot cross: kites of different edges do not overlap.
    """
    middle = between(start, end, 0.5)
    found: list[Xy] = []

    def split(a: Xy, b: Xy, c: Xy, d: Xy) -> None:
        if math.dist(a, c) < shortest:
            return
        along, across = chance.uniform(0.3, 0.7), chance.uniform(0.25, 0.75)
        left, right = between(a, d, along), between(b, c, along)
        top, bottom = between(a, b, across), between(d, c, across)
        bend = between(left, right, across)
        narrow, narrower = chance.uniform(0, 0.3), chance.uniform(0, 0.3)
        split(a, between(top, b, narrow), bend, between(left, d, narrower))
        found.append(bend)
        split(bend, between(right, b, narrow), c, between(bottom, d, narrower))

    split(start, between(middle, kite[0], amplitude), end, between(middle, kite[1], amplitude))
    return found


def crater_rim(start: Xy, end: Xy, hub: Xy, chance: Chance) -> list[Xy]:
    """An arc around the hub, slightly uneven."""
    x, y = hub
    first, last = (math.atan2(point[1] - y, point[0] - x) for point in (start, end))
    turn = (last - first + math.pi) % (2 * math.pi) - math.pi
    radius = math.dist(start, hub)
    return [
        (
            x + radius * (1 + chance.uniform(-0.05, 0.07)) * math.cos(first + turn * step / 9),
            y + radius * (1 + chance.uniform(-0.05, 0.07)) * math.sin(first + turn * step / 9),
        )
        for step in range(1, 9)
    ]


def warped(point: Xy) -> Xy:
    """Slow bending of the plane, too gentle to fold it."""
    x, y = point
    right = 11 * math.sin(y / 61 + 0.7) + 8 * math.sin(x / 83 + y / 117) + 5 * math.sin(y / 29 - x / 47)
    down = 10 * math.sin(x / 67 + 1.9) + 8 * math.sin(y / 91 - x / 131) + 5 * math.sin(x / 31 + y / 53)
    return (round(x + right + 6, 1), round(y + down + 30, 1))
