"""Whose turn an entry belongs to: what lies between two turns of a seat is told to it as news."""

from __future__ import annotations

from marchland.kernel.state import State
from marchland.kernel.title import Title

from .keeping import title_of
from .models import Entry, Seat, Table


def count(table: Table, before: State, entry: Entry) -> None:
    """An answer in one's own turn, or only one that somebody else's turn asks for?"""
    entry.aside = is_aside(title_of(table), before)
    if not entry.aside:
        entry.opens_turn = table.turner != entry.seat
        table.turner = entry.seat


def is_aside(title: Title, state: State) -> bool:
    """Is the question on the table put to somebody whose turn it is not? What may be waived is, and what the title names."""
    decision, part = state.decision, title.parts.retelling
    if decision is None:
        return False
    return bool(decision.moment(state)) or (part is not None and type(decision).__name__ in part.ASIDES)


def note(place: Seat, entry: Entry) -> None:
    """The seat has acted itself: from here on counts what happens until its next turn."""
    if entry.aside:
        return
    if entry.opens_turn:
        place.since = place.turned or place.seen
    place.turned = entry.n


def news_after(table: Table, place: Seat) -> int:
    """The entry after which things are news to the seat: its last turn, or while it is still having one, the turn before."""
    return place.since if table.turner == place.number else place.turned or place.seen
