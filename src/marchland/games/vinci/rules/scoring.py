"""Victory points, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event

from ..state import Vinci
from ..tables import FIGURES, Civ
from ..world import Board, Province, board
from .tiles import Powers, powers


class Scored(Event, frozen=True):
    RULE = "VI-SCORE-05"
    seat: Seat
    active: int
    declining: int
    captives: int
    total: int


class PointsMoved(Event, frozen=True):
    """Points paid for a civilization, or collected with it."""

    RULE = "VI-CHOICE-03"
    seat: Seat
    points: int


class TargetReached(Event, frozen=True):
    RULE = "VI-END-01"
    seat: Seat
    target: int


def score_turn(game: Vinci, seat: Seat) -> None:
    """VI-SCORE-03 VI-SCORE-04 VI-SCORE-05 VI-SCORE-06 Once per own turn: both empires, each with its own tiles, and Slavery."""
    active, declining, captives = turn_points(game, seat)
    total = active + declining + captives
    game.emit(Scored(seat=seat, active=active, declining=declining, captives=captives, total=total))
    add_to_score(game, seat, total)


def turn_points(game: Vinci, seat: Seat) -> tuple[int, int, int]:
    """What the turn brings if it is scored now: the active empire, the declining one, Slavery."""
    captives = game.powers[seat].score_per_eliminated_token * game.this_turn.captives if game.civ[seat] else 0
    return active_points(game, seat), declining_points(game, seat), captives


def active_points(game: Vinci, seat: Seat) -> int:
    """VI-SCORE-01 What the active empire is worth now, with the tiles of the active civilization."""
    worth = province_points(game.settings.board, game.civ[seat])
    return sum([worth[p] for p in game.active[seat]])


def declining_points(game: Vinci, seat: Seat) -> int:
    """VI-SCORE-04 What the declining empire is worth, with its enduring tiles only."""
    worth = province_points(game.settings.board, game.declining_civ[seat])
    return sum([worth[p] for p in game.declining[seat]])


def gain_points(game: Vinci, seat: Seat, points: int) -> None:
    """VI-CHOICE-03 Points outside the scoring step."""
    if points:
        game.emit(PointsMoved(seat=seat, points=points))
        add_to_score(game, seat, points)


def add_to_score(game: Vinci, seat: Seat, points: int) -> None:
    """VI-END-01 VI-END-02 VI-SCORE-07 Whoever first reaches the target brings the final round about, and nothing undoes it."""
    game.score[seat] += points
    if not game.ending and game.score[seat] >= game.settings.target:
        game.ending = True
        game.emit(TargetReached(seat=seat, target=game.settings.target))


@cache
def province_points(board_name: str, civ: Civ) -> Mapping[Province, int]:
    """VI-SCORE-01 VI-SCORE-02 What each province is worth to an empire with these tiles."""
    ground, tiles = board(board_name), powers(civ)
    return {p: _points(ground, tiles, p) for p in ground.provinces}


def _points(ground: Board, tiles: Powers, province: Province) -> int:
    """VI-SCORETILE-01 VI-SCORETILE-02 VI-SCORETILE-03 VI-SCORETILE-04 VI-SCORETILE-05 VI-SCORETILE-08 VI-SCORETILE-09 Terrain,
    symbols and tiles add up.
    """
    terrain = ground.terrain[province]
    points = FIGURES.terrain_points[terrain] + tiles.score_terrain.get(terrain, 0) + tiles.score_every_province
    for symbol, amount in tiles.score_symbol.items():
        if ground.has_symbol(province, symbol):
            points += amount
    return points


def winners(game: Vinci) -> tuple[Seat, ...]:
    """VI-END-05 The highest score wins; equal scores share the victory."""
    return tuple(seat for seat, points in enumerate(game.score) if points == max(game.score))
