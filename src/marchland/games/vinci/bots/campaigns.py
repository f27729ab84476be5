"""What everybody may take next: how far free tokens go, where a new empire would land best, and what rivals stand to lose by it."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping
from functools import cache, lru_cache
from heapq import heappop, heappush
from operator import itemgetter
from typing import Any, NamedTuple

from marchland.kernel.actions import Seat
from marchland.kernel.memo import recalled, recalled_where

from ..rules.conquest.conquest import conquest_costs, defended_costs
from ..rules.conquest.reach import Costs, bare_costs, costs_from, reach
from ..rules.diplomacy import spared_by
from ..rules.scoring import province_points
from ..state import Vinci
from ..tables import Civ
from ..world import Province, board
from .prospects import BEYOND, HOPE, price, typical_worth

LIKELY = 0.8
"""How likely the best target of all is to be attacked."""
SPAN = 1.6
"""Targets become less likely the more those before them cost; beyond so many times the free tokens nothing is."""
LANDINGS = 3
"""So many places to land are tried."""
FOOTHOLD = 0.3
"""What a province is worth beside its points: one gets further from there."""


class Campaign(NamedTuple):
    """What a player may take: how many provinces, what they are worth, and how likely each is to be attacked."""

    gained: float = 0.0
    value: float = 0.0
    aims: Mapping[Province, float] = {}


NOTHING = Campaign()


@lru_cache(maxsize=4096)
def front(board_name: str, provinces: tuple[Province, ...]) -> frozenset[Province]:
    """All that borders on these provinces."""
    links = board(board_name).links
    return frozenset().union(*[links[p] for p in provinces])


def militia(game: Vinci) -> tuple[int, ...]:
    """What everybody's tiles add to the defence of every province."""
    return tuple([tiles.defence for tiles in game.powers])


GATHERED = ("conquer", "let_defenders_redeploy")
"""The next steps of a turn in which forces have been gathered and may still conquer."""


def free_tokens(game: Vinci, seat: Seat, step: str = "") -> int:
    """What there is to conquer with: in hand, if the turn has come as far as that by its next step; else in the turn to come."""
    if step in GATHERED and game.this_turn.seat == seat:
        return game.hand[seat]
    tiles = game.powers[seat]
    return game.tokens[seat] - len(game.active[seat]) + tiles.tokens_per_turn + tiles.temporary_tokens


def campaign(game: Vinci, seat: Seat, free: float) -> Campaign:
    """The provinces in reach that cost least for what they bring, and hopes beyond."""
    if free <= 0 or not game.civ[seat]:
        return NOTHING
    if not game.active[seat]:
        return landing(game, seat, free)
    if game.campaign is not None and game.this_turn.seat == seat:  # that of another seat, or of nobody, is not known
        return ranked(game, seat, free, game.campaign)
    return advance(game, seat, free)


def in_sight(game: Vinci, seat: Seat, free: float) -> Hashable:
    """All that `advance` goes by: who and what is in reach."""
    _, look = in_reach(game, seat)
    return look, free, spared_by(game, seat), militia(game), look(game.land)  # there is a `look` for each start


def starts(game: Vinci, seat: Seat) -> Hashable:
    """All that `in_reach` goes by."""
    land, own = game.land, game.active[seat]
    return game.settings.board, game.civ[seat], own, tuple([p for p in own if (held := land[p]) is not None and held.fort])


@recalled(by=starts)
def in_reach(game: Vinci, seat: Seat) -> tuple[Costs, Callable[[Mapping[Province, Any]], Any]]:
    """What an empire can attack, with the bare costs, and something that looks there."""
    own = game.active[seat]
    costs = {p: cost for p, cost in bare_costs(game, seat).items() if p not in own}
    return costs, itemgetter(*(costs or own))


@recalled(by=in_sight)
def advance(game: Vinci, seat: Seat, free: float) -> Campaign:
    return ranked(game, seat, free, defended_costs(game, seat, in_reach(game, seat)[0]))


def ranked(game: Vinci, seat: Seat, free: float, costs: Costs) -> Campaign:
    """The campaign of an empire on the board for which provinces cost so much."""
    worth = province_points(game.settings.board, game.civ[seat])
    targets = sorted([(cost / worth[p], cost, p) for p, cost in costs.items() if worth[p] > 0])
    aims: dict[Province, float] = {}
    count = value = spent = 0.0
    for _, cost, p in targets:
        if spent >= SPAN * free:
            break
        if cost <= free:
            aims[p] = LIKELY * (1 - spent / (SPAN * free))
        share = min(1.0, max(0.0, free - spent) / cost) if cost else 1.0
        count, value, spent = count + share, value + share * worth[p], spent + cost
    beyond = BEYOND * max(0.0, free - spent) / price(game.powers[seat])
    hoped = value + beyond * typical_worth(game.settings.board, game.civ[seat])
    return Campaign(HOPE * (count + beyond), HOPE * hoped, aims)


# -- an empire that comes onto the board ------------------------------------------------------------------


def landing(game: Vinci, seat: Seat, free: float) -> Campaign:
    """The best of a few ways to come onto the board and go on from there."""
    best = NOTHING
    for place, cost in landings(game, seat, free):
        taken, points = march(game, seat, place, free - cost)
        if points > best.value:
            best = Campaign(float(len(taken)), points, dict.fromkeys(taken, LIKELY))
    return best


def at_the_gates(game: Vinci, seat: Seat, free: float) -> Hashable:
    """All that `landings` goes by."""
    name, civ = game.settings.board, game.civ[seat]
    return name, civ, free, spared_by(game, seat), militia(game), gates(name, civ)(game.land)


@cache
def gates(board_name: str, civ: Civ) -> itemgetter[Any]:
    return itemgetter(*reach(board_name, civ).entry)


@recalled(by=at_the_gates)
def landings(game: Vinci, seat: Seat, free: float) -> list[tuple[Province, int]]:
    """The most promising places to land, with their costs."""
    worth = province_points(game.settings.board, game.civ[seat])
    entries = [(cost - 2 * worth[p], p, cost) for p, cost in conquest_costs(game, seat).items() if cost <= free]
    return [(place, cost) for _, place, cost in sorted(entries)[:LANDINGS]]


def before_a_march(game: Vinci, seat: Seat, place: Province, free: float) -> Hashable:
    """All that `march` goes by, but for the land on its way."""
    own = game.settings.board, game.civ[seat], game.tokens[seat], game.declining[seat], game.declining_civ[seat]
    return own, place, free, spared_by(game, seat), militia(game)


@recalled_where("land", by=before_a_march)
def march(game: Vinci, seat: Seat, place: Province, free: float) -> tuple[tuple[list[Province], float], set[Province]]:
    """From where it landed, an empire takes what costs least for what it brings; contact with its forerunner costs that points.

    And all that it has looked at on its way.
    """
    worth, taken, seen = province_points(game.settings.board, game.civ[seat]), [place], {place}
    sacred, most = forsaking(game, seat), game.tokens[seat]
    open_to_it: list[tuple[float, Province, int]] = []
    while len(taken) < most:
        ways = costs_from(game, seat, taken[-1])
        seen.update(ways)
        for p, cost in defended_costs(game, seat, ways).items():
            if cost <= free and p not in taken and p not in sacred:
                heappush(open_to_it, (cost / (worth[p] + FOOTHOLD), p, cost))
        while open_to_it:
            _, p, cost = heappop(open_to_it)
            if cost <= free and p not in taken:
                break
        else:
            break
        free -= cost
        taken.append(p)
    old = province_points(game.settings.board, game.declining_civ[seat])
    lost = sum([old[p] for p in forsaken(game, seat, place)])
    return (taken, float(sum([worth[p] for p in taken]) - lost)), seen


def forsaking(game: Vinci, seat: Seat) -> Container[Province]:
    """Where an empire would lose provinces of its declining forerunner if it went there."""
    old = game.declining[seat]
    return () if not old or game.powers[seat].touches_own_decline else front(game.settings.board, old).union(old)


def forsaken(game: Vinci, seat: Seat, province: Province) -> list[Province]:
    """Provinces of its declining forerunner that it would lose by taking this one."""
    if game.powers[seat].touches_own_decline:
        return []
    links = game.board.links[province]
    return [p for p in game.declining[seat] if p == province or p in links]
