"""Carrying out the lines of the sheets: kind by kind, nation by nation; a line that cannot be obeyed is refused with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from marchland.kernel.chance import shuffled
from marchland.kernel.errors import IllegalAction

from ...orders import Order
from ...state import Cendre, NationId
from .inquiry import lines
from .ledger import done, refuse

Line = TypeVar("Line", bound=Order)
Act = Callable[[Cendre, NationId, Line], None]
"""Carries out one line, or raises IllegalAction."""


def carry_out(game: Cendre, kind: type[Line], act: Act[Line], rule: str, *, contested: bool = False) -> None:
    """Every line of one kind, under its rule; where nations can be in each other's way (`contested`) their order is drawn."""
    written = {nation: lines(game, nation, kind) for nation in sorted(game.sheets)}
    nations = [nation for nation, found in written.items() if found]
    for nation in shuffled(game, nations) if contested and len(nations) > 1 else nations:
        for number, order in written[nation]:
            attempt(game, nation, number, order, act, rule)


def attempt(game: Cendre, nation: NationId, number: int, order: Line, act: Act[Line], rule: str) -> None:
    """One line: done by the rule it is carried out under, or refused with the rule that forbids it."""
    try:
        act(game, nation, order)
    except IllegalAction as refusal:
        refuse(game, nation, number, order, refusal.rule, **refusal.facts)
    else:
        done(game, nation, number, order, rule)
