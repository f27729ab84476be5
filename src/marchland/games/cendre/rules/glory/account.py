"""The account of glory."""

from __future__ import annotations

from ...state import MAJOR, Cendre, NationId
from ..common.inquiry import seats_of
from ..common.ledger import Entry, change, tally


class GloryChanged(Entry, frozen=True):
    amount: int
    now: int


def change_glory(game: Cendre, nation: NationId, amount: int, reason: str, rule: str) -> None:
    """TC-GLORY-01 Only major nations count glory."""
    record = game.nations[nation]
    if not amount or record.kind != MAJOR:
        return
    change(game, nation, glory=record.glory + amount)
    audience = seats_of(game, nation)
    game.emit(GloryChanged(nation=nation, amount=amount, now=record.glory + amount, reason=reason, rule=rule, audience=audience))


def award_glory(game: Cendre, nation: NationId, amount: int, deed: str) -> None:
    """TC-GLORY-01 Table 32: glory won or lost by a deed, at once."""
    change_glory(game, nation, amount, deed, "TC-GLORY-01")


def limited_glory(game: Cendre, nation: NationId, amount: int, most: int, source: str, rule: str) -> None:
    """Glory from a source that gives only so much in a year."""
    taken = dict(game.nations[nation].year.glory)
    granted = min(amount, most - taken.get(source, 0))
    if granted > 0:
        taken[source] = taken.get(source, 0) + granted
        tally(game, nation, "year", glory=tuple(sorted(taken.items())))
        change_glory(game, nation, granted, source, rule)
