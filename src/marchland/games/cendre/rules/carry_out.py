"""Carrying out the lines of the sheets: kind by kind, nation by nation; a line that cannot be obeyed is refused with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ....kernel.chance import shuffled
from ....kernel.errors import IllegalAction
from ..orders import Order
from ..state import Cendre, Leader, LeaderId, NationId
from .inquiry import lines
from .lasting import spell_forbids
from .ledger import refuse
from .people import write_leader

Line = TypeVar("Line", bound=Order)


def carry_out(game: Cendre, kind: type[Line], act: Callable[[Cendre, NationId, Line], None], *, contested: bool = False) -> None:
    """Every line of one kind; where nations can be in each other's way (`contested`) their order is drawn."""
    written = {nation: lines(game, nation, kind) for nation in sorted(game.sheets)}
    nations = [nation for nation, found in written.items() if found]
    for nation in shuffled(game, nations) if contested and len(nations) > 1 else nations:
        for number, order in written[nation]:
            attempt(game, nation, number, order, act)


def attempt(game: Cendre, nation: NationId, number: int, order: Line, act: Callable[[Cendre, NationId, Line], None]) -> None:
    """One line: done, or refused with the rule that forbids it."""
    try:
        act(game, nation, order)
    except IllegalAction as refusal:
        refuse(game, nation, number, order, refusal.rule, **refusal.facts)


def check_actor(game: Cendre, nation: NationId, leader: LeaderId) -> Leader:
    """TC-LEAD-01 A leader acts for his own nation, once a season, if he is free, healthy and paid."""
    record = game.leaders.get(leader)
    if record is None or record.nation != nation:
        raise IllegalAction("TC-LEAD-01", reason="not_yours", leader=leader)
    if record.captor:
        raise IllegalAction("TC-LEAD-01", reason="prisoner", leader=leader)
    if record.wounded:
        raise IllegalAction("TC-GEN-01", leader=leader)
    if record.idle:
        raise IllegalAction("TC-LEAD-04", reason=record.idle, leader=leader)
    if record.acted:
        raise IllegalAction("TC-LEAD-01", reason="second_order", leader=leader)
    if spell_forbids(game, "act", leader=leader):
        raise IllegalAction("TC-MAG-02", reason="spellbound", leader=leader)
    return record


def mark_acted(game: Cendre, leader: LeaderId) -> None:
    if leader in game.leaders:
        write_leader(game, leader, acted=True)
