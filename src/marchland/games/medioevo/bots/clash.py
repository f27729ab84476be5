"""How a battle is likely to end: an army as points of damage that it bears, worn down round by round.

Every round both sides lose as much as their lowest die shows, and the loser the difference of the attacks besides, as far as the
winner has units to strike with. Powers, cards and rolls thrown again are left out, except that nobody lets a throw lie that
barbarians, whose dice are known, would beat.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from marchland.kernel.memo import remembered

from ..rules.battle.fight import attack_of_dice
from ..state import Counts
from ..tables import KINDS

BEARS = {"li": 1.0, "hi": 2.0, "cav": 3.6, "arc": 1.7, "cap1": 1.8, "cap2": 2.8, "cap3": 4.0}
"""How many points of damage a unit is good for, its power included."""
MOST = 16
"""Armies that bear more are reckoned as if they bore this."""
FACES = (4, 6, 8)
KNOWN = 1 << 14
"""Battles that are kept in mind."""

_BEARS = tuple(BEARS[kind] for kind in KINDS)


class Throw(NamedTuple):
    """What a throw of the three dice comes to."""

    attack: int
    loss: int


class Outlook(NamedTuple):
    """The chance to be left alone on the field, and how much of one's army then is."""

    chance: float
    left: float


Odds = tuple[tuple[Throw, float], ...]


@remembered
def mass(counts: Counts) -> float:
    """How much damage these units bear."""
    return sum([worth * number for worth, number in zip(_BEARS, counts, strict=True) if number])


@cache
def throws() -> Odds:
    """Every throw with its chance."""
    found = Counter(thrown(dice) for dice in product(*(range(1, faces + 1) for faces in FACES)))
    whole = sum(found.values())
    return tuple((throw, ways / whole) for throw, ways in sorted(found.items()))


@cache
def throws_against(need: int) -> Odds:
    """Throws of somebody who rolls all dice again unless they show so much."""
    again = sum(chance for throw, chance in throws() if throw.attack < need)
    return tuple((throw, chance * (again + (throw.attack >= need))) for throw, chance in throws())


@lru_cache(KNOWN)
def field(own: float, foe: float, edge: int) -> Outlook:
    """A battle between players: masses, and by how much the first one's place in the order of play is better."""
    return _fought(_whole(own), _whole(foe), edge)


@lru_cache(KNOWN)
def against_horde(own: float, foe: float, dice: tuple[int, ...], penalty: int) -> Outlook:
    """A battle with barbarians, whose dice lie on the table."""
    return _hunted(_whole(own), _whole(foe), thrown(dice), penalty)


@remembered
def thrown(dice: tuple[int, ...]) -> Throw:
    return Throw(attack_of_dice(dice), min(dice))


def _whole(mass_: float) -> int:
    return min(MOST, round(mass_)) if mass_ > 0.5 else int(mass_ > 0)


@cache
def _fought(own: int, foe: int, edge: int) -> Outlook:
    if own <= 0 or foe <= 0:
        return Outlook(float(own > 0), float(max(own, 0)))
    return _mean(own, foe, _rounds(edge), edge, None)


@cache
def _hunted(own: int, foe: int, horde: Throw, penalty: int) -> Outlook:
    if own <= 0 or foe <= 0:
        return Outlook(float(own > 0), float(max(own, 0)))
    return _mean(own, foe, _hunts(horde, penalty), penalty, horde)


Exchange = tuple[int, int, int]
"""The difference of the attacks, and what either side loses anyway."""


@cache
def _rounds(edge: int) -> tuple[tuple[Exchange, float], ...]:
    found: dict[Exchange, float] = defaultdict(float)
    for (mine, chance), (theirs, other) in product(throws(), throws()):
        found[_gap(mine.attack + edge - theirs.attack), mine.loss, theirs.loss] += chance * other
    return tuple(found.items())


@cache
def _hunts(horde: Throw, penalty: int) -> tuple[tuple[Exchange, float], ...]:
    found: dict[Exchange, float] = defaultdict(float)
    for mine, chance in throws_against(horde.attack + 1 - penalty):
        found[_gap(mine.attack + penalty - horde.attack), mine.loss, horde.loss] += chance
    return tuple(found.items())


def _gap(difference: int) -> int:
    return max(-MOST, min(MOST, difference))


def _mean(own: int, foe: int, rounds: tuple[tuple[Exchange, float], ...], edge: int, horde: Throw | None) -> Outlook:
    """What one round after the other comes to."""
    won = left = 0.0
    for (gap, loss, toll), chance in rounds:
        mine = own - loss - min(max(-gap, 0), foe)
        theirs = foe - toll - min(max(gap, 0), own)
        after = _fought(mine, theirs, edge) if horde is None else _hunted(mine, theirs, horde, edge)
        won += chance * after.chance
        left += chance * after.chance * after.left
    return Outlook(won, left / won if won > 0.001 else 0.0)
