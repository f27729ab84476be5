"""Reach: which provinces a civilization can attack, and what each would cost it if nobody were there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from marchland.kernel.actions import Seat

from ...state import Vinci
from ...tables import FIGURES, Civ
from ...world import Board, Province, board
from ..tiles import Arms, arms
from .entry import entry_discounts

Costs = Mapping[Province, int]
"""What provinces cost before anybody defends them; it may be less than zero."""


class Reach(NamedTuple):
    """How a civilization attacks: the bare costs by entry, and from each province to every one that can be attacked from there."""

    entry: Costs
    ways: Mapping[Province, Costs]
    ways_from_forts: Mapping[Province, Costs]


@cache
def reach(board_name: str, civ: Civ) -> Reach:
    return _reach(board_name, arms(civ))


@cache
def _reach(board_name: str, means: Arms) -> Reach:
    """Asked at every move, so it is worked out once; few civilizations differ in it."""
    ground = board(board_name)
    entry = {p: terrain_cost(ground, means, p) + discount for p, discount in sorted(entry_discounts(ground, means).items())}
    ways, ways_from_forts = ({p: _costs_from(ground, means, p, fort) for p in ground.provinces} for fort in (False, True))
    return Reach(entry, ways, ways_from_forts)


def _costs_from(ground: Board, means: Arms, origin: Province, fort: bool) -> Costs:
    costs: dict[Province, int] = {}
    for target, discount in (*land_discounts(ground, means, origin, fort), *sea_discounts(ground, means, origin)):
        cost = terrain_cost(ground, means, target) + discount
        costs[target] = min(cost, costs.get(target, cost))
    return dict(sorted(costs.items()))


def terrain_cost(ground: Board, means: Arms, province: Province) -> int:
    """VI-CONQ-01 VI-CONQ-02 VI-CONQ-03 VI-WAR-01 VI-WAR-02 Terrain and tiles, whatever the way of attack."""
    return ground.base_cost[province] + means.cost_any + (means.cost_mountain if province in ground.mountains else 0)


def land_discounts(ground: Board, means: Arms, origin: Province, fort: bool) -> Iterator[tuple[Province, int]]:
    """VI-CONQ-06 VI-CONQ-07 VI-CONQ-10 VI-WAR-03 VI-WAR-10 Over land borders and straits: one token less from a mountain, one
    less from an own fort, both from a fort on a mountain; and Shipbuilding along a common coast.
    """
    bonus = FIGURES.origin_bonus * ((origin in ground.mountains) + fort)
    for target in ground.links[origin]:
        yield target, (means.cost_coast if (origin, target) in ground.shared_coasts else 0) - bonus


def sea_discounts(ground: Board, means: Arms, origin: Province) -> Iterator[tuple[Province, int]]:
    """VI-CONQ-17 VI-WAR-04 VI-SPECIAL-01 Over seas with Astronomy: Shipbuilding helps, mountain and fort of origin do not."""
    if means.crosses_seas:
        for target in ground.sea_links[origin]:
            yield target, means.cost_coast


def bare_costs(game: Vinci, seat: Seat) -> Costs:
    """VI-CONQ-11 VI-CONQ-16 VI-COHES-10 VI-ENTRY-09 Every province in reach by the cheapest way: from own provinces, or by entry
    if there are none. Own provinces have their way too, which nobody goes.
    """
    within = reach(game.settings.board, game.civ[seat])
    own = game.active[seat]
    if not own:
        return within.entry
    best = dict(_ways_from(game, within, own[0]))
    for origin in own[1:]:
        for target, cost in _ways_from(game, within, origin).items():
            if target not in best or cost < best[target]:
                best[target] = cost
    return best


def costs_from(game: Vinci, seat: Seat, origin: Province) -> Costs:
    """VI-CONQ-11 The same from a single province of origin."""
    return _ways_from(game, reach(game.settings.board, game.civ[seat]), origin)


def _ways_from(game: Vinci, within: Reach, origin: Province) -> Costs:
    held = game.land[origin]
    return within.ways_from_forts[origin] if held is not None and held.fort else within.ways[origin]
