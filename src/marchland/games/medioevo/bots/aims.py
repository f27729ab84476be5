"""How near a player is to an objective: what a strong player counts before he buys a card, and while he holds it.

Nothing here decides whether an objective is met (`rules/cards/objectives.py` does): nearness is a guess from 0 to 1, by what is
there already of what it asks for. Where only luck or a battle can bring it, the guess is a low one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from marchland.kernel.actions import Seat

from ..rules.cards.objectives import objective_table
from ..rules.cards.powers import holds
from ..rules.components.armies import horde_size
from ..rules.components.table import homes, lands_of, settlements
from ..rules.diplomacy.pacts import ALLIANCES
from ..rules.loans import net_florins
from ..rules.technologies.points import own_points
from ..state import Medioevo
from ..tables import COLOURS, TRANSPORTS
from .realm import realms

UNMET = 0.85
"""The nearness of something that has all it needs except the moment at which it counts."""
STEEPNESS = 1.4
LUCK = {5: 0.3, 6: 0.12, 7: 0.08, 8: 0.12, 9: 0.15, 17: 0.1, 18: 0.15, 19: 0.12, 20: 0.12, 21: 0.08, 24: 0.15, 26: 0.02}
LUCK |= {29: 0.08, 39: 0.04, 40: 0.08, 41: 0.03, 42: 0.3, 46: 0.12, 47: 0.15, 52: 0.03, 54: 0.03, 59: 0.12, 64: 0.06, 66: 0.06}
"""Objectives that come by luck or by battles, and how often they do."""


class Stand:
    """Where a player stands, in the words of objectives."""

    __slots__ = ("game", "player", "realm", "seat")

    def __init__(self, game: Medioevo, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.player, self.realm = game.players[seat], realms(game)[seat]

    @property
    def technology(self) -> list[int]:
        return sorted(self.player.technology, reverse=True)

    @property
    def foes(self) -> int:
        return sum(self.seat in war.sides for war in self.game.wars)

    @property
    def others(self) -> int:
        return sum(not player.eliminated for player in self.game.players) - 1

    def partners(self, *kinds: str) -> int:
        pacts = [
            pact for pact in self.game.pacts.values() if self.seat in pact.parties and (not kinds or set(kinds) & {*pact.kinds})
        ]
        return len({other for pact in pacts for other in pact.parties if other != self.seat})

    def levels(self, kind: str) -> list[int]:
        own = [vehicle.level for vehicle in self.game.vehicles.values() if vehicle.owner == self.seat and vehicle.kind == kind]
        return sorted(own, reverse=True)


def part(have: float, need: float) -> float:
    return min(1.0, max(0.0, have / need))


def _route(at: Stand, stages: int) -> float:
    route = at.player.route
    if route is None:
        return 0.3 * (at.realm.merchants > 0)
    if len(route.stages) + 1 < stages:
        return 0.05
    return 0.4 + 0.6 * part(len(route.done), len(route.stages))


def _towns_at_home(at: Stand) -> float:
    held = lands_of(at.game, at.seat)
    settled = [space for space in homes(at.game, at.seat) if space in settlements(at.game)]
    levels = sorted((held[space].civil if space in held else 0 for space in settled), reverse=True)
    have = sum(level >= 1 for level in levels) + sum(level >= 2 for level in levels[:2])
    return part(have, len(settled) + 2)


def _cities(at: Stand) -> float:
    levels = sorted((land.civil for land in lands_of(at.game, at.seat).values()), reverse=True)
    return part(sum(levels[:2]), 6) if len(levels) > 1 else 0.0


def _garrisons(at: Stand) -> float:
    return part(at.realm.guarded, len(homes(at.game, at.seat)))


def _lead(at: Stand) -> float:
    best = max((player.honour for seat, player in enumerate(at.game.players) if seat != at.seat), default=0)
    return part(at.player.honour - best + 3, 6) * part(at.player.honour, 20)


def _last(at: Stand) -> float:
    others = [player.honour for seat, player in enumerate(at.game.players) if seat != at.seat]
    return 0.3 + 0.6 * (at.game.turn >= 4) if all(at.player.honour < other for other in others) else 0.05


def _debtors(at: Stand) -> float:
    owing = sum(player.loans > 0 for seat, player in enumerate(at.game.players) if seat != at.seat)
    return part(owing, 2) if not at.player.loans else 0.0


def _flames(at: Stand) -> float:
    lost = [
        sum(horde_size(at.game, space) > 0 for space in homes(at.game, other)) for other in range(at.game.seats) if other != at.seat
    ]
    return 0.15 + 0.85 * part(max(lost, default=0), 2)


def _points(at: Stand) -> float:
    ready = own_points(at.game, at.seat, set(COLOURS)) + at.player.florins // 100
    return 0.7 * part(ready, 6)


def _disciplines(at: Stand) -> float:
    first, second, *_ = at.technology
    return part(min(first, 3) + min(second, 2), 5)


def _captains(at: Stand) -> int:
    return sum(at.realm.units[4:])


def _highest_captain(at: Stand) -> int:
    return max((level for level, number in enumerate(at.realm.units[4:], 1) if number), default=0)


def _largest_share(at: Stand) -> int:
    return max((at.realm.goods.count(good) for good in at.realm.goods), default=0)


def _abroad(at: Stand) -> float:
    ready = 0.3 * (at.player.technology[COLOURS.index("violet")] > 0)
    return ready + 0.3 * (at.realm.abroad > 0) + 0.05


Guess = Callable[[Stand], float]

GUESSES: dict[int, Guess] = {
    1: lambda at: part(at.realm.cathedrals, 2) * (0.3 if at.foes else 1.0),
    2: lambda at: 0.4 * part(at.realm.cathedrals, 1) + 0.4 * part(at.realm.market, 3),
    3: lambda at: 1.0 if at.realm.holy else 0.15 + 0.1 * (at.realm.carriers > 0),
    4: lambda at: part(at.realm.units[3], 6),
    10: lambda at: 0.5 * part(at.player.technology[4], 3) + 0.5 * part(sum(at.levels("engine")), 4),
    11: lambda at: part(sum(kind in at.realm.vehicles for kind in TRANSPORTS), 4),
    12: _disciplines,
    13: lambda at: part(len(at.player.hand), 5),
    14: lambda at: part(at.realm.foreign, 2) or 0.12 + 0.2 * bool(at.foes),
    15: _flames,
    16: lambda at: 0.08 + 0.2 * bool(at.foes),
    22: lambda at: part(30 * at.realm.base, 450),
    23: lambda at: 0.5 if at.player.tax >= 40 else 0.2,
    25: _garrisons,
    27: lambda at: part(sum(at.realm.units), 15),
    28: lambda at: 0.7 * part(at.realm.crowd, 8) + 0.3 * part(_captains(at), 1),
    30: lambda at: _route(at, 4),
    31: lambda at: _route(at, 6),
    32: lambda at: part(at.realm.complete, 3),
    33: _cities,
    34: _abroad,
    35: lambda at: 0.1 + 0.3 * bool(at.foes) * (at.realm.carriers > 0),
    36: lambda at: part(net_florins(at.game, at.seat), 2500),
    37: _debtors,
    38: lambda at: part(_largest_share(at), 3),
    43: lambda at: part(at.realm.buildings, 5) * (0.5 if at.realm.damage else 1.0),
    44: _lead,
    45: _last,
    48: lambda at: part(sum(level > 0 for level in at.technology), 6),
    49: lambda at: part(sum(range(1, at.technology[0] + 1)), 10),
    50: lambda at: part(at.partners(), min(3, at.others)) if at.others else 0.0,
    51: lambda at: part(at.partners(), 2) * part(at.game.turn, 6) * (not at.game.ever[at.seat].pacts_broken),
    53: lambda at: 0.5 * part(at.player.technology[4], 3) + 0.5 * part(max(at.levels("engine"), default=0), 3),
    55: lambda at: 0.7 if max(at.levels("wagon") + at.levels("galley"), default=0) > 1 else 0.2,
    56: lambda at: part(sum(kind in TRANSPORTS for kind in at.realm.vehicles), 6),
    57: lambda at: 0.05 + 0.2 * bool(at.foes),
    58: lambda at: part(at.realm.ports, 4),
    59: lambda at: 0.1 + 0.3 * bool(at.partners(*ALLIANCES)),
    60: _points,
    61: lambda at: part(sum(at.technology), 10),
    62: lambda at: part(sum(min(level, 2) for level in at.technology[:4]), 8),
    63: lambda at: part(at.realm.market, 4),
    65: lambda at: part(at.realm.fires, 3),
    67: lambda at: 0.25 * part(at.player.technology[3], 1) + 0.75 * part(_captains(at), 3),
    68: lambda at: 0.3 * part(at.player.technology[3], 1) + 0.7 * part(_highest_captain(at), 3),
    69: lambda at: part(at.realm.stronghold, 6),
    70: _towns_at_home,
    71: lambda at: part(at.player.technology[5] * (at.player.technology[5] + 1), 12),
    72: lambda at: part(sum(number > 0 for number in at.player.tokens), 3),
}
"""By the number of an objective, how near somebody is to it."""


@cache
def _all_known() -> frozenset[int]:
    return frozenset(objective_table())


def nearness(game: Medioevo, seat: Seat, card: int) -> float:
    """How near a player is to the objective on the back of a card: 1 if it could be claimed now."""
    objective = game.objectives[card]
    assert objective in _all_known()
    if holds(game, seat, card):
        return 1.0
    guess = GUESSES.get(objective)
    near = guess(Stand(game, seat)) if guess is not None else LUCK.get(objective, 0.05)
    return float(UNMET * min(1.0, near) ** STEEPNESS)
