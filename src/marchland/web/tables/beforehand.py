"""Seasons played before the table is locked for them.

The last sheet sets a whole season going. That takes longer than all the rest of a move, and on SQLite every other table waits for
whoever writes. So it is played on the table as it was read, and taken over under the lock if the table is still the same; if it
is not, it is played there, as any answer is.
"""

from __future__ import annotations

from typing import NamedTuple

from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.chance import pass_over
from marchland.kernel.errors import MarchlandError
from marchland.kernel.events import Event
from marchland.kernel.state import State

from . import keeping
from .memory import Memory
from .models import Table


class Outcome(NamedTuple):
    state: State
    events: list[Event]


_outcomes: Memory[Outcome] = Memory(room=20)
"""What the last answers came to, by table and by all that they were worked out from."""


def work_out(table: Table, seat: SeatNumber, action: Action) -> None:
    """Play the season that this answer sets going, if it is the last one that is waited for. What is refused is refused later."""
    state = keeping.present_state(table)
    decision = state.decision
    if decision is None or not decision.WRITTEN or decision.deciders() != (seat,):
        return
    pass_over(state, table.drawn)
    try:
        events = state.apply(seat, action)
    except MarchlandError:
        return
    _outcomes.keep(table.slug, Outcome(state, events), _made_of(table, seat, action))


def carry_out(table: Table, state: State, seat: SeatNumber, action: Action) -> list[Event]:
    """The answer is played on the table's state, unless it has been worked out already what that comes to."""
    known = _outcomes.get(table.slug, _made_of(table, seat, action))
    if known is None:
        return state.apply(seat, action)
    state.become(known.state.clone())
    return known.events


def _made_of(table: Table, seat: SeatNumber, action: Action) -> tuple[str, int, SeatNumber, Action]:
    return table.state, table.drawn, seat, action
