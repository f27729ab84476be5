"""What a strong player counts: the position of every player in figures, for a judgement learned from play.

Figures are about one player each and the same for all of them; how the players' figures compare is the judgement's affair. They
are counted at the end of a turn and in the middle of one, for which there are two sets of weights. Most are in tens, so that the
weights come out alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.frames import Procedure
from marchland.kernel.judgement import Weights, strength
from marchland.kernel.memo import recalled

from ..rules.civilizations import enduring_tiles, price_of
from ..rules.conquest.conquest import defence
from ..rules.fictional.fictional import FictionalTurn
from ..rules.scoring import province_points
from ..rules.tiles import token_number
from ..rules.turn import Turn
from ..state import Holding, Vinci
from ..tables import FIGURES, KINDS, Civ, kind_of
from ..world import Province, board
from .campaigns import NOTHING, Campaign, campaign, free_tokens, front
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
)

TILES = tuple(sorted(KINDS))

STANDING = ("score", "forecast", "outcome", "active", "declining", "due", "waits", "ends_it", "nears", "lead")
FORCES = ("tokens", "free", "provinces", "mountains", "reach", "fresh", "career", "landing", "landless", "without", "peace")
TIMING = ("kept", "successor", "gain_of_decline", "ripe", "spent")
THREATS = ("losses", "old_losses", "landed_on", "marked_losses", "prey")
FRONTIERS = ("bare", "thin", "held", "strong", "rim", "inner", "enemies", "forts")
RUINS = ("old_bare", "old_held", "old_rim", "old_inner")
THIS_TURN = ("hand", "spies")
COUNTED: tuple[str, ...] = (
    *(*STANDING, *FORCES, *TIMING, *THREATS, *FRONTIERS, *RUINS),
    *(f"tile_{kind}" for kind in TILES),
    *THIS_TURN,
)
"""What is counted for a player, in this order."""
ARRIVALS = frozenset({"fresh", "career", "landing", "landless", "without"})
"""What there is only for who has no empire on the board,"""
POSSESSIONS = frozenset({"active", "provinces", "mountains", "reach", "kept", "spent", "losses", *FRONTIERS})
"""and only for who has one."""
OFF_BOARD = "off_"
"""Before the names of figures of who has no empire on the board: the same thing is worth something else to them."""
NAMES = (
    *(name for name in COUNTED if name not in ARRIVALS),
    *(f"{OFF_BOARD}{name}" for name in COUNTED if name not in POSSESSIONS),
)
"""Every figure by name, in the order of the weights."""
ON, OFF = (itemgetter(*[place for place, name in enumerate(COUNTED) if name not in others]) for others in (ARRIVALS, POSSESSIONS))
NOTHING_ON, NOTHING_OFF = (0.0,) * len(ON(COUNTED)), (0.0,) * len(OFF(COUNTED))

PHASES = (0.0, 1.2, 2.5, 4.0, 6.0)
"""Rounds left up to which a phase of the game lasts; the first is the final round. What counts differs from one to the other."""
THIN, HELD, STRONG = 3, 4, 5
"""Strengths up to which a province is called bare, thin and held; beyond, it is strong."""
NEAR = 10
"""Points from the target at which somebody nears it."""
FEW = 4
"""An empire with fewer free tokens than this is as good as spent."""

Market = tuple[str, tuple[Civ, ...], tuple[int, ...]]
"""The board, the civilizations on offer, and their counters."""
Steps = Mapping[Seat, str]
"""The next step of every turn of this round that is not over, the present one first."""


def pending_turns(game: Vinci) -> Steps:
    return {frame.seat: game.step_of(frame) for frame in game.frames(Procedure) if isinstance(frame, Turn | FictionalTurn)}


def phase_of(rounds: float) -> int:
    return sum(rounds > limit for limit in PHASES)


def features(game: Vinci) -> tuple[int, list[list[float]]]:
    """The phase of the game, and everybody's figures in the order of `NAMES`."""
    table = Table(game)
    return phase_of(table.rounds), [player.figures() for player in table.players]


def strengths(game: Vinci, weights: Weights) -> list[float]:
    """Everybody's strength by the weights of the phase of the game: what `features` come to."""
    table = Table(game)
    of_phase = weights[phase_of(table.rounds)]
    return [player.strength(of_phase) for player in table.players]


class Table:
    """All players, and what each may do to the others before it is their turn."""

    def __init__(self, game: Vinci) -> None:
        self.game, self.pending = game, pending_turns(game)
        self.market = game.settings.board, tuple(game.slots), tuple(game.counters)
        self.players = [Player(self, seat) for seat in range(len(game.score))]
        self.threaten()
        self.rounds = self.rounds_to_go()
        for player in self.players:
            player.look_ahead(self.rounds, self.market)
        ranked = sorted((player.outcome for player in self.players), reverse=True)
        for player in self.players:
            player.lead = player.outcome - ranked[1] if player.outcome == ranked[0] else 0.0

    def threaten(self) -> None:
        """Whoever plays before a player scores again may take something from it; the one who is playing has nothing to fear."""
        to_play = [seat for seat, step in self.pending.items() if step in BEFORE_SCORING]
        upcoming = [*to_play, *([] if self.game.ending else self.game.order)]
        rank = {seat: upcoming.index(seat) for seat in upcoming}
        for attacker in self.players:
            prompt = rank.get(attacker.seat, len(upcoming))
            for province, likely in attacker.campaign.aims.items():
                held = self.game.land[province]
                if held is not None and prompt < rank.get(held.seat, 0):
                    attacker.robs(self.players[held.seat], province, held, likely)

    def rounds_to_go(self) -> float:
        """Rounds that are left after this one, if everybody goes on at the present pace; none if somebody will reach the target
        in this one for certain.
        """
        target = self.game.settings.target
        if self.game.ending or any(player.due and player.next_score >= target for player in self.players):
            return 0.0
        return max(0.1, min((target - one.score) / max(SLOWEST_PACE, float(one.now)) - one.due for one in self.players))


class Player:
    """One player's figures."""

    def __init__(self, table: Table, seat: Seat) -> None:
        game = self.game = table.game
        self.seat, self.pending = seat, table.pending
        self.step = table.pending.get(seat, "")
        self.score, self.due = game.score[seat], self.step in BEFORE_SCORING
        self.is_done = game.ending and not self.due
        self.frontiers, self.ruins = frontiers(game, seat), ruins(game, seat)
        self.now = self.frontiers.points + self.ruins.points
        self.free = free_tokens(game, seat, self.step) if game.civ[seat] else 0
        self.campaign: Campaign = NOTHING if self.is_done else campaign(game, seat, self.free)
        self.losses = self.old_losses = self.landed_on = self.prey = self.lead = 0.0

    def robs(self, other: Player, province: Province, held: Holding, likely: float) -> None:
        """What the other may lose to this player, and this player may take from it."""
        worth = (other.ruins if held.declining else other.frontiers).worth[province]
        self.prey += likely * worth
        if not self.game.active[self.seat]:
            other.landed_on += likely * worth
        elif held.declining:
            other.old_losses += likely * worth
        else:
            other.losses += likely * worth

    @property
    def next_score(self) -> float:
        return self.score + max(0.0, self.now - self.losses - self.old_losses)

    def look_ahead(self, rounds: float, market: Market) -> None:
        """How many turns there are to come, and what might follow this civilization."""
        game, seat = self.game, self.seat
        self.turns = min(HORIZON, round(rounds))
        self.outcome = self.score + (rounds + self.due) * self.now
        self.is_done = self.is_done or (rounds == 0 and not self.due)
        base = game.settings.fictional_tokens if seat in game.fictional else game.settings.base_tokens
        self.following = followers(*market, base, min(self.score, 10), self.turns)

    def figures(self) -> list[float]:
        """What was counted, in the places of those who are on the board or of those who are not."""
        if self.is_done:
            return [*self.in_the_end(), *(0.0,) * (len(NAMES) - 3)]
        counted = self.counted()
        if self.game.active[self.seat]:
            return [*ON(counted), *NOTHING_OFF]
        return [*NOTHING_ON, *OFF(counted)]

    def strength(self, weights: Sequence[float]) -> float:
        """The same, weighed."""
        if self.is_done:
            return strength(self.in_the_end(), weights)
        if self.game.active[self.seat]:
            return strength(ON(self.counted()), weights)
        return strength(OFF(self.counted()), weights[len(NOTHING_ON) :])

    def in_the_end(self) -> tuple[float, ...]:
        """Nothing but the score is left to be counted: it is the forecast, too, and the outcome."""
        return (self.score / 10,) * 3

    def counted(self) -> tuple[float, ...]:
        threats, tiles = self.threats(), tiles_of(self.game.civ[self.seat])
        land = *self.frontiers.counted, *self.ruins.counted
        return *self.standing(), *self.forces(), *self.timing(), *threats, *land, *tiles, *self.this_turn()

    def this_turn(self) -> tuple[float, float]:
        """What may still conquer, in the middle of a turn."""
        game, seat = self.game, self.seat
        if game.this_turn.seat != seat or self.step not in BEFORE_DEFENDERS:
            return 0.0, 0.0
        return game.hand[seat] / 10, float(game.this_turn.spies_left)

    def standing(self) -> list[float]:
        game, target = self.game, self.game.settings.target
        expected = self.next_score + self.campaign.value
        return [
            self.score / 10,
            (self.score + self.to_come()) / 10,
            self.outcome / 10,
            self.frontiers.points / 10,
            self.ruins.points / 10,
            float(self.due),
            waits(game, self.seat, self.pending),
            float(not game.ending and self.score + self.now >= target),
            max(0.0, 1 - max(0.0, target - expected) / NEAR),
            self.lead / 10,
        ]

    def prospects(self) -> Hashable:
        """All that `to_come` goes by."""
        game, seat = self.game, self.seat
        hoped = self.campaign[:2] if self.step in BEFORE_DEFENDERS else ()
        own = game.settings.board, game.civ[seat], game.active[seat], game.tokens[seat], self.ruins.points, self.due
        return own, hoped, self.turns, self.following

    @recalled(by=prospects)
    def to_come(self) -> float:
        """What both empires and a civilization to follow will bring, as the forecast of `prospects` has it."""
        game, seat, old, due = self.game, self.seat, float(self.ruins.points), self.due
        if not game.civ[seat]:
            return (old if due else 0.0) + EROSION * old * annuity(self.turns) + self.following[self.turns]
        gained, value, _ = self.campaign if self.step in BEFORE_DEFENDERS else NOTHING
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
            self.free / 10,
            provinces / 10,
            self.frontiers.mountains / 10,
            self.campaign.value / 10 if provinces else 0.0,
            float(fresh),
            waiting / 10,
            0.0 if provinces else self.campaign.value / 10,
            float(bool(civ) and not fresh and not provinces),
            float(not civ),
            float(at_peace),
        ]

    def timing(self) -> list[float]:
        """What would be left of the empire in decline, what might follow, and whether it pays to wait no longer."""
        kept, after = self.frontiers.kept, self.following[max(0, self.turns - 1)]
        civ, is_old = self.game.civ[self.seat], bool(self.game.active[self.seat])
        gain = (kept - self.now) * self.turns + after if civ else 0.0
        spent = max(0.0, 1 - self.free / FEW) if is_old else 0.0
        return [kept / 10, after / 10, gain / 10, max(0.0, gain) / 10, spent]

    def threats(self) -> list[float]:
        """What others may take before this player scores again, above all from who is ahead, and what it may take from them."""
        losses = self.losses + self.old_losses
        return [self.losses / 10, self.old_losses / 10, self.landed_on / 10, (losses if self.lead else 0.0) / 10, self.prey / 10]


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


@lru_cache(maxsize=4096)
def lookout(board_name: str, own: tuple[Province, ...]) -> itemgetter[Any]:
    """Something that looks at these provinces and all around."""
    return itemgetter(*front(board_name, own).union(own))


def marches(game: Vinci, seat: Seat) -> Hashable:
    """All that `Frontiers` go by."""
    name, civ, own = game.settings.board, game.civ[seat], game.active[seat]
    return name, civ, own, own and lookout(name, own)(game.land)


def old_marches(game: Vinci, seat: Seat) -> Hashable:
    """All that `Ruins` go by."""
    name, civ, own = game.settings.board, game.declining_civ[seat], game.declining[seat]
    return name, seat, civ, own, own and lookout(name, own)(game.land)


class Frontiers:
    """An active empire: its points by how well they are held."""

    def __init__(self, game: Vinci, seat: Seat) -> None:
        name = game.settings.board
        self.worth = province_points(name, game.civ[seat])
        enduring = province_points(name, enduring_tiles(game.civ[seat]))
        self.points = self.mountains = self.kept = self.forts = 0
        self.at_risk, self.rim, self.inner = [0, 0, 0, 0], 0, 0
        self.enemies: set[Seat] = set()
        fronts = fronts_against(game, seat)
        for province in game.active[seat]:
            held = game.land[province]
            assert held is not None
            self.kept += enduring[province]
            self.points += self.worth[province]
            self._count(game, province, held, fronts)
        risks = [points / 10 for points in self.at_risk]
        self.counted = (*risks, self.rim / 10, self.inner / 10, len(self.enemies) / 3, self.forts / 3)

    def _count(self, game: Vinci, province: Province, held: Holding, fronts: Fronts) -> None:
        ground, value = game.board, self.worth[province]
        self.mountains += province in ground.mountains
        self.forts += held.fort
        near = [seat for seat, front in fronts if province in front]
        if near:
            strength = ground.base_cost[province] + defence(game, held)
            self.enemies.update(near)
            self.at_risk[0 if strength <= THIN else 1 if strength <= HELD else 2 if strength <= STRONG else 3] += value
        elif province in rim(ground.name):
            self.rim += value
        else:
            self.inner += value


class Ruins:
    """A declining empire: its points by how likely they are to last."""

    def __init__(self, game: Vinci, seat: Seat) -> None:
        self.worth, ground = province_points(game.settings.board, game.declining_civ[seat]), game.board
        self.points = self.bare = self.held = self.rim = self.inner = 0
        fronts = fronts_against(game, seat)
        for province in game.declining[seat]:
            held, value = game.land[province], self.worth[province]
            assert held is not None
            self.points += value
            if any(province in front for _, front in fronts):
                if ground.base_cost[province] + defence(game, held) <= THIN:
                    self.bare += value
                else:
                    self.held += value
            elif province in rim(ground.name):
                self.rim += value
            else:
                self.inner += value
        self.counted = (self.bare / 10, self.held / 10, self.rim / 10, self.inner / 10)


Fronts = list[tuple[Seat, frozenset[Province]]]
"""Players, and where their active empires border on."""


def fronts_against(game: Vinci, seat: Seat) -> Fronts:
    name = game.settings.board
    return [(other, front(name, own)) for other, own in enumerate(game.active) if own and other != seat]


@recalled(by=marches)
def frontiers(game: Vinci, seat: Seat) -> Frontiers:
    return Frontiers(game, seat)


@recalled(by=old_marches)
def ruins(game: Vinci, seat: Seat) -> Ruins:
    return Ruins(game, seat)


def enemies_around(game: Vinci, province: Province, seat: Seat) -> list[Seat]:
    """Whose active empires border on the province."""
    return [other for other, front in fronts_against(game, seat) if province in front]


@cache
def rim(board_name: str) -> frozenset[Province]:
    """Where anybody may enter."""
    ground = board(board_name)
    return frozenset(ground.edge_provinces) | ground.one_sea_entries


@cache
def tiles_of(civ: Civ) -> Sequence[float]:
    kinds = [kind_of(face).id for face in civ]
    return [float(kinds.count(kind)) for kind in TILES]
