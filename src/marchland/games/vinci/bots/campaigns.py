"""What everybody may take next: how far free tokens go, where a new empire would land best, and what rivals stand to lose by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from marchland.kernel.actions import Seat

from ..rules.conquest.conquest import conquest_costs, defended_costs
from ..rules.conquest.reach import costs_from
from ..rules.scoring import province_points
from ..state import Vinci
from ..world import Province
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
    worth = province_points(game.settings.board, game.civ[seat])
    ranked = sorted([(cost / worth[p], cost, p) for p, cost in conquest_costs(game, seat).items() if worth[p] > 0])
    aims: dict[Province, float] = {}
    count = value = spent = 0.0
    for _, cost, p in ranked:
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
    worth = province_points(game.settings.board, game.civ[seat])
    entries = [(cost - 2 * worth[p], p, cost) for p, cost in conquest_costs(game, seat).items() if cost <= free]
    best = NOTHING
    for _, place, cost in sorted(entries)[:LANDINGS]:
        taken, points = march(game, seat, place, free - cost)
        if points > best.value:
            best = Campaign(float(len(taken)), points, dict.fromkeys(taken, LIKELY))
    return best


def march(game: Vinci, seat: Seat, place: Province, free: float) -> tuple[list[Province], float]:
    """From where it landed, an empire takes what costs least for what it brings; contact with its forerunner costs that points."""
    worth, lost = province_points(game.settings.board, game.civ[seat]), set[Province]()
    taken, costs = [place], dict(defended_costs(game, seat, costs_from(game, seat, place)))
    lost.update(forsaken(game, seat, place))
    while len(taken) < game.tokens[seat]:
        open_to_it = [
            (cost / (worth[p] + FOOTHOLD), p) for p, cost in costs.items() if cost <= free and not forsaken(game, seat, p)
        ]
        if not open_to_it:
            break
        p = min(open_to_it)[1]
        free -= costs.pop(p)
        taken.append(p)
        for beyond, cost in defended_costs(game, seat, costs_from(game, seat, p)).items():
            if beyond not in taken and cost < costs.get(beyond, 99):
                costs[beyond] = cost
    old = province_points(game.settings.board, game.declining_civ[seat])
    return taken, float(sum([worth[p] for p in taken]) - sum([old[p] for p in lost]))


def forsaken(game: Vinci, seat: Seat, province: Province) -> list[Province]:
    """Provinces of its declining forerunner that an empire would lose by taking this one."""
    if not game.declining[seat] or game.powers[seat].touches_own_decline:
        return []
    old, links = game.declining[seat], game.board.links[province]
    return [p for p in old if p == province or p in links]
