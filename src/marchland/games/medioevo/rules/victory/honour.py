"""Honour points during the game (rulebook: Victory)."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ...state import BARBARIANS, Medioevo
from ...tables import tables
from ..components.table import change


class Honoured(Event, frozen=True):
    """Honour points gained or lost; `rule` says why."""

    seat: Seat
    points: int
    total: int
    rule: str


class EndAtOnce(Procedure[Medioevo], frozen=True):
    """MU-PH-19 The honour limit was reached: the game stops here and is scored."""

    STEPS = ("stop",)

    def stop(self, game: Medioevo) -> None:
        """MU-PH-19 Whatever was going on is left as it lies, and the game goes straight to its final scoring."""
        outline = game.frames(Procedure)[-1]
        game.jump(outline, "final_scoring")
        game.fights.clear()
        game.marches.clear()
        game.deals.clear()


def honour(game: Medioevo, seat: Seat, points: int, rule: str) -> None:
    """MU-PH-08 A player gains or loses honour; totals may pass 50 or fall below 0."""
    if not points or seat == BARBARIANS:
        return
    total = game.players[seat].honour + points
    change(game, seat, honour=total)
    game.emit(Honoured(seat=seat, points=points, total=total, rule=rule))
    if points > 0 and game.phase and not game.closing and reaches_limit(game, total):
        game.closing = True
        game.reason = "honour"
        game.push(EndAtOnce())


def reaches_limit(game: Medioevo, total: int) -> bool:
    """MU-PH-19 Is this as much honour as the players agreed to play for?"""
    limit = int(game.settings.get("honour_limit", 0))
    return 0 < limit <= total


def worth(name: str) -> int:
    """A figure of the honour table."""
    return int(tables().honour[name])
