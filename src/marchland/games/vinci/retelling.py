"""What happened in a game of Vinci, told afterwards; what one had better know; where points came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.retelling import Gain, Notice, plainly
from marchland.kernel.title import Outcome

from .rules.scoring import PointsMoved, Scored
from .rules.setup import GameBegan
from .view import SeatView, VinciView

ASIDES = frozenset({"RedeploySurvivors"})
AGAINST = {"Conquered": "defender", "PeaceMade": "opponent"}
SHOWN = frozenset({"Scored", "TargetReached", "Declined", "CivilizationTaken", "PeaceMade"})
told_as = plainly
SOURCES = ("start", "active", "declining", "captives", "choice")


def notices(view: VinciView) -> Iterator[Notice]:
    """The last round, and whoever may bring it about with the next scoring."""
    if view.over:
        return
    if view.ending:
        yield Notice(key="last_round", facts={"target": view.target})
        return
    near = [seat for seat in view.seats if _foreseen(seat) >= view.target]
    for seat in sorted(near, key=_foreseen, reverse=True)[:1]:
        key = "near_target_you" if seat.seat == view.viewer else "near_target"
        yield Notice(key=key, facts={"seat": seat.seat, "points": seat.score, "target": view.target})


def _foreseen(seat: SeatView) -> int:
    """What the seat would have if it scored once more for what it holds."""
    return seat.score + seat.active_points + seat.declining_points


def gains(event: Event, sums: Mapping[Seat, int]) -> Iterator[Gain]:
    if isinstance(event, GameBegan):
        yield from (Gain(seat, "start", points) for seat, points in enumerate(event.points))
    elif isinstance(event, Scored):
        yield Gain(event.seat, "active", event.active)
        yield Gain(event.seat, "declining", event.declining)
        yield Gain(event.seat, "captives", event.captives)
    elif isinstance(event, PointsMoved):
        yield Gain(event.seat, "choice", event.points)


def verdict(view: VinciView, outcome: Outcome) -> Notice | None:
    """VI-END-05 Equal scores share the victory."""
    if len(outcome.winners) < 2:
        return None
    return Notice(key="victory_shared", facts={"winners": outcome.winners, "points": max(outcome.scores)})
