"""Where the coach may be asked: only where nobody else can be harmed by it."""

from __future__ import annotations

from marchland.web.tables.models import SeatKind, Table


def may_be_advised(table: Table) -> bool:
    """May those who play here ask the coach: alone with bots, or where the host said so when the table was made?

    Never where the game counts for anything.
    """
    return not table.rated and (table.with_advice or is_alone_with_bots(table))


def is_alone_with_bots(table: Table) -> bool:
    """One person, and bots on all other seats. A seat that somebody left may be theirs again; a shared screen has two people."""
    return sum(place.kind != SeatKind.BOT for place in table.seats.all()) == 1
