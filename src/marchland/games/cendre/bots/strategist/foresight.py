"""A sheet is a turn: what the search over turns asks of this title (`kernel/planning.py`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from marchland.kernel.actions import Action, Seat

from ...rules.common.inquiry import nation_of
from ...rules.turn.sheets import Submit, blank_sheet
from ...state import Cendre
from .writer import write_orders


def turn_of(game: Cendre, seat: Seat) -> int | None:
    """A nation's turn is the season."""
    return game.turn


def steps(game: Cendre, seat: Seat, style: str) -> Sequence[Action]:
    """The sheet of a strategist."""
    return (Submit(write_orders(game, nation_of(game, seat), style)),)


def sameness(game: Cendre, seat: Seat) -> Hashable:
    return game.fingerprint()


def hunch(game: Cendre, seat: Seat, style: str) -> float:
    return judge(game, seat, style)


def judge(game: Cendre, seat: Seat, style: str) -> float:
    """How a nation stands."""
    return float(game.nations[nation_of(game, seat)].glory)


def reply(game: Cendre, seat: Seat) -> Action:
    """Others are taken to rest: what they do in a season hardly ever touches one's own."""
    return blank_sheet()
