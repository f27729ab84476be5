"""Fictional players: how they spread tokens and where they build forts."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.actions import Seat
from marchland.kernel.chance import pick
from marchland.kernel.frames import Procedure

from ...state import Vinci
from ...tables import FIGURES
from ...world import Province
from ..conquest.reach import bare_costs
from ..empire import is_on_the_board, opponents_clockwise
from ..forts import build_fort, fort_sites
from ..reorganization import put
from ..scoring import province_points


class FictionalSurvivors(Procedure[Vinci], frozen=True):
    """VI-SOLO-10 VI-LOSS-03 The survivors of a fictional player join the weakest provinces."""

    STEPS = ("redeploy",)
    seat: Seat

    def redeploy(self, game: Vinci) -> None:
        spread_evenly(game, self.seat, "VI-LOSS-03")


def spread_evenly(game: Vinci, seat: Seat, rule: str) -> None:
    """VI-SOLO-10 Tokens in hand go, one at a time, where the defence is weakest; the rest by preference."""
    own = game.active[seat]
    while game.hand[seat]:
        weakest = min(defence(game, seat, p) for p in own)
        weak = [p for p in own if defence(game, seat, p) == weakest]
        if len(weak) > game.hand[seat]:
            weak = preferred(game, seat, weak, game.hand[seat])
        for province in weak:
            put(game, seat, province, 1, rule)


def defence(game: Vinci, seat: Seat, province: Province) -> int:
    """VI-SOLO-10 What a province costs an attacker: terrain, tokens, fort and Militia."""
    held = game.land[province]
    assert held is not None
    fort = FIGURES.fort_defence if held.fort else 0
    return game.board.base_cost[province] + held.tokens + fort + game.powers[seat].defence


def preferred(game: Vinci, seat: Seat, provinces: list[Province], count: int) -> list[Province]:
    """VI-SOLO-11 Spare tokens: the edge if a new civilization is announced, else the front, then the more valuable; ties by lot."""
    worth = province_points(game.settings.board, game.civ[seat])
    is_exposed = is_open_to_entry if is_a_civilization_announced(game, seat) else is_front

    def rank(province: Province) -> tuple[int, ...]:
        return (0 if is_exposed(game, seat, province) else 1, -worth[province])

    return [first_by_lot(game, provinces, rank, chosen) for chosen in _growing(count)]


def _growing(count: int) -> list[list[Province]]:
    """`count` references to one list, which fills as provinces are chosen."""
    chosen: list[Province] = []
    return [chosen] * count


def first_by_lot(
    game: Vinci, provinces: list[Province], rank: Callable[[Province], tuple[int, ...]], chosen: list[Province]
) -> Province:
    """The best-ranked province not chosen yet, by lot among equals; it is noted as chosen."""
    left = [p for p in provinces if p not in chosen]
    best = min(map(rank, left))
    province = pick(game, [p for p in left if rank(p) == best])
    chosen.append(province)
    return province


def is_a_civilization_announced(game: Vinci, seat: Seat) -> bool:
    """VI-SOLO-11 Does another player hold a civilization that is not on the board yet?"""
    return any(game.civ[other] and not is_on_the_board(game, other) for other in opponents_clockwise(game, seat))


def is_open_to_entry(game: Vinci, seat: Seat, province: Province) -> bool:
    newcomers = [other for other in opponents_clockwise(game, seat) if game.civ[other] and not is_on_the_board(game, other)]
    return any(province in bare_costs(game, other) for other in newcomers)


def is_front(game: Vinci, seat: Seat, province: Province) -> bool:
    """VI-SOLO-11 Next to an opponent's active empire."""
    land = game.land
    neighbours = (land[p] for p in game.board.links[province])
    return any(held is not None and held.seat >= 0 and held.seat != seat and not held.declining for held in neighbours)


def build_fictional_forts(game: Vinci, seat: Seat) -> None:
    """VI-SOLO-12 A fort goes where most neighbours are not the player's own, then where they are worth most; ties by lot."""
    worth = province_points(game.settings.board, game.civ[seat])

    def rank(province: Province) -> tuple[int, ...]:
        foreign = [p for p in game.board.links[province] if (held := game.land[p]) is None or held.seat != seat]
        return (-len(foreign), -sum(worth[p] for p in foreign))

    for _ in range(game.powers[seat].forts_per_turn):
        sites = fort_sites(game, seat)
        if sites:
            build_fort(game, seat, first_by_lot(game, sites, rank, []))
