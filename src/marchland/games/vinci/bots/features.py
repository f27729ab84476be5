"""What a strong player counts: the position of every player in figures, for a judgement learned from play.

Figures are about one player each and the same for all of them; how the players' figures compare is the judgement's affair. They
are counted at the end of a turn and in the middle of one, for which there are two sets of weights. Most are in tens, so that the
weights come out alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from marchland.kernel.actions import Seat

from ..rules.civilizations import enduring_tiles, price_of
from ..rules.conquest.conquest import defence
from ..rules.scoring import province_points
from ..rules.tiles import token_number
from ..rules.turn import Turn
from ..state import NEUTRAL, Holding, Vinci
from ..tables import FIGURES, KINDS, Civ, kind_of
from ..world import Province, board
from .prospects import (
    BEFORE_DEFENDERS,
    BEFORE_SCORING,
    EROSION,
    GIFT,
    HORIZON,
    SLOWEST_PACE,
    TRUST,
    annuity,
    career,
    grown,
    present_empire,
    within_reach,
)

TILES = tuple(sorted(KINDS))

STANDING = ("score", "forecast", "outcome", "active", "declining", "due", "waits", "ends_it")
FORCES = ("tokens", "free", "provinces", "mountains", "reach", "fresh", "career", "landless", "without", "peace")
TIMING = ("kept", "successor", "gain_of_decline")
FRONTIERS = ("bare", "thin", "held", "strong", "rim", "inner", "enemies", "forts")
RUINS = ("old_bare", "old_held", "old_rim", "old_inner")
THIS_TURN = ("hand", "spies")
NAMES: tuple[str, ...] = (*STANDING, *FORCES, *TIMING, *FRONTIERS, *RUINS, *(f"tile_{kind}" for kind in TILES), *THIS_TURN)
"""Every figure by name, in the order in which they are counted."""

PHASES = (0.0, 1.2, 2.5, 4.0, 6.0)
"""Rounds left up to which a phase of the game lasts; the first is the final round. What counts differs from one to the other."""
THIN, HELD, STRONG = 3, 4, 5
"""Strengths up to which a province is called bare, thin and held; beyond, it is strong."""


def rounds_to_go(game: Vinci, pending: Steps) -> float:
    """Rounds that are left after this one at the pace of the leader."""
    if game.ending:
        return 0.0
    leader = max(game.order, key=lambda seat: game.score[seat])
    pace = max(SLOWEST_PACE, float(income(game, leader)))
    return max(0.1, (game.settings.target - game.score[leader]) / pace - (pending.get(leader) in BEFORE_SCORING))


def income(game: Vinci, seat: Seat) -> int:
    name = game.settings.board
    active, old = province_points(name, game.civ[seat]), province_points(name, game.declining_civ[seat])
    return sum([active[p] for p in game.active[seat]]) + sum([old[p] for p in game.declining[seat]])


Steps = Mapping[Seat, str]
"""The next step of every turn of this round that is not over, the present one first."""


def phase_of(rounds: float) -> int:
    return sum(rounds > limit for limit in PHASES)


def features(game: Vinci) -> tuple[int, list[list[float]]]:
    """The phase of the game, and everybody's figures in the order of `NAMES`."""
    pending = {turn.seat: game.step_of(turn) for turn in game.frames(Turn)}
    rounds = rounds_to_go(game, pending)
    return phase_of(rounds), [Player(game, seat, rounds, pending).figures() for seat in range(len(game.score))]


class Player:
    """One player's figures."""

    def __init__(self, game: Vinci, seat: Seat, rounds: float, pending: Steps) -> None:
        self.game, self.seat, self.rounds, self.pending = game, seat, rounds, pending
        self.turns = min(HORIZON, round(rounds))
        self.step = pending.get(seat, "")
        self.frontiers, self.ruins = Frontiers(game, seat), Ruins(game, seat)
        self.now = self.frontiers.points + self.ruins.points
        self.reach = within_reach(game, seat) if game.civ[seat] else (0.0, 0.0)
        base = game.settings.fictional_tokens if seat in game.fictional else game.settings.base_tokens
        self.following = followers(
            game.settings.board, tuple(game.slots), tuple(game.counters), base, min(game.score[seat], 10), self.turns
        )

    def figures(self) -> list[float]:
        counted = (*self.standing(), *self.forces(), *self.timing(), *self.frontiers.counted(), *self.ruins.counted())
        return [*counted, *tiles_of(self.game.civ[self.seat]), *self.this_turn()]

    def this_turn(self) -> tuple[float, float]:
        """What may still conquer, in the middle of a turn."""
        game, seat = self.game, self.seat
        if game.this_turn.seat != seat or self.step not in BEFORE_DEFENDERS:
            return 0.0, 0.0
        return game.hand[seat] / 10, float(game.this_turn.spies_left)

    def standing(self) -> list[float]:
        game, score, due = self.game, self.game.score[self.seat], self.step in BEFORE_SCORING
        return [
            score / 10,
            (score + self.to_come()) / 10,
            (score + (self.rounds + due) * self.now) / 10,
            self.frontiers.points / 10,
            self.ruins.points / 10,
            float(due),
            waits(game, self.seat, self.pending),
            float(not game.ending and score + self.now >= game.settings.target),
        ]

    def to_come(self) -> float:
        """What both empires and a civilization to follow will bring, as the forecast of `prospects` has it."""
        game, seat, old, due = self.game, self.seat, float(self.ruins.points), self.step in BEFORE_SCORING
        if not game.civ[seat]:
            return (old if due else 0.0) + EROSION * old * annuity(self.turns) + self.following[self.turns]
        gained, value = self.reach if self.step in BEFORE_DEFENDERS else (0.0, 0.0)
        empire = present_empire(game, seat, gained, value)
        points = empire.points + old if due else 0.0
        declining, best, total = EROSION * old, 0.0, 0.0
        for left in range(self.turns, 0, -1):
            best = max(best, total + empire.points * empire.kept * annuity(left) + self.following[left - 1])
            empire = grown(empire, game.powers[seat])
            total += empire.points + declining
            declining *= EROSION
        points += max(best, total)
        return points if game.active[seat] else TRUST * points

    def forces(self) -> list[float]:
        game, seat = self.game, self.seat
        civ, tokens, provinces = game.civ[seat], game.tokens[seat], len(game.active[seat])
        fresh = bool(civ) and game.fresh[seat]
        waiting = career(game.settings.board, civ, tokens)[max(1, self.turns)] if fresh else 0.0
        at_peace = sum([seat in partners for partners in game.peace]) + len(game.peace[seat])
        return [
            tokens / 10,
            (tokens + game.powers[seat].temporary_tokens - provinces) / 10 if civ else 0.0,
            provinces / 10,
            self.frontiers.mountains / 10,
            self.reach[1] / 10,
            float(fresh),
            waiting / 10,
            float(bool(civ) and not fresh and not provinces),
            float(not civ),
            float(at_peace),
        ]

    def timing(self) -> list[float]:
        """What would be left of the empire in decline, what might follow, and whether it pays to wait no longer."""
        kept, after = self.frontiers.kept, self.following[max(0, self.turns - 1)]
        gain = (kept - self.now) * self.turns + after if self.game.civ[self.seat] else 0.0
        return [kept / 10, after / 10, gain / 10]


@lru_cache(maxsize=4096)
def followers(
    board_name: str, slots: tuple[Civ, ...], counters: tuple[int, ...], base: int, purse: int, turns: int
) -> tuple[float, ...]:
    """What the best civilization on offer brings in 0, 1, 2 ... turns to somebody with so many points, its price paid."""
    best, most = (0.0,) * (HORIZON + 1), 0.0
    for slot, civ in enumerate(slots, 1):
        net = FIGURES.skip_price * counters[slot - 1] - (1 + GIFT) * price_of(slot)
        points = career(board_name, civ, token_number(civ) + base)
        if price_of(slot) <= purse and points[turns] + net > most:
            best, most = tuple(total + net for total in points), points[turns] + net
    return best


def waits(game: Vinci, seat: Seat, pending: Steps) -> float:
    """How many others play before this player does, as a share of the table."""
    order, count = game.order, len(game.order)
    first = order.index(next(iter(pending))) if pending else 0
    return ((order.index(seat) - first) % count) / count


class Frontiers:
    """An active empire: its points by how well they are held."""

    def __init__(self, game: Vinci, seat: Seat) -> None:
        name = game.settings.board
        self.worth = province_points(name, game.civ[seat])
        enduring = province_points(name, enduring_tiles(game.civ[seat]))
        self.points = self.mountains = self.kept = self.forts = 0
        self.at_risk, self.rim, self.inner = [0, 0, 0, 0], 0, 0
        self.enemies: set[Seat] = set()
        for province in game.active[seat]:
            held = game.land[province]
            assert held is not None
            self.kept += enduring[province]
            self.points += self.worth[province]
            self._count(game, province, held)

    def _count(self, game: Vinci, province: Province, held: Holding) -> None:
        ground, value = game.board, self.worth[province]
        self.mountains += province in ground.mountains
        self.forts += held.fort
        near = enemies_around(game, province, held.seat)
        strength = ground.base_cost[province] + defence(game, held)
        self.enemies |= near
        if near:
            self.at_risk[0 if strength <= THIN else 1 if strength <= HELD else 2 if strength <= STRONG else 3] += value
        elif province in rim(ground.name):
            self.rim += value
        else:
            self.inner += value

    def counted(self) -> list[float]:
        return [*(points / 10 for points in self.at_risk), self.rim / 10, self.inner / 10, len(self.enemies) / 3, self.forts / 3]


class Ruins:
    """A declining empire: its points by how likely they are to last."""

    def __init__(self, game: Vinci, seat: Seat) -> None:
        worth, ground = province_points(game.settings.board, game.declining_civ[seat]), game.board
        self.points = self.bare = self.held = self.rim = self.inner = 0
        for province in game.declining[seat]:
            held, value = game.land[province], worth[province]
            assert held is not None
            self.points += value
            if enemies_around(game, province, seat):
                if ground.base_cost[province] + defence(game, held) <= THIN:
                    self.bare += value
                else:
                    self.held += value
            elif province in rim(ground.name):
                self.rim += value
            else:
                self.inner += value

    def counted(self) -> list[float]:
        return [self.bare / 10, self.held / 10, self.rim / 10, self.inner / 10]


def enemies_around(game: Vinci, province: Province, seat: Seat) -> set[Seat]:
    """Whose active empires border on the province."""
    land = game.land
    near = set()
    for neighbour in game.board.links[province]:
        held = land[neighbour]
        if held is not None and held.seat != seat and held.seat != NEUTRAL and not held.declining:
            near.add(held.seat)
    return near


@cache
def rim(board_name: str) -> frozenset[Province]:
    """Where anybody may enter."""
    ground = board(board_name)
    return frozenset(ground.edge_provinces) | ground.one_sea_entries


@cache
def tiles_of(civ: Civ) -> Sequence[float]:
    kinds = [kind_of(face).id for face in civ]
    return [float(kinds.count(kind)) for kind in TILES]
