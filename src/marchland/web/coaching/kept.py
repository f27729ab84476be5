"""What is kept of the coach, and for how long it counts.

`Seat.advice` holds the `question` it is about (a key that changes with every question put to the seat), when it was `asked`, and
once the coach has thought its `answer` as plain data, in no language; an empty one says that nothing came of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from marchland.web.tables.models import Review, Seat, Table

PATIENCE = timedelta(seconds=20)
"""An answer that is not there by then does not come any more: the server was restarted meanwhile."""
LONG_PATIENCE = timedelta(minutes=3)
"""The same for a whole game."""


def question_key(table: Table, place: Seat) -> str:
    """Changes with every question that the seat is asked, and with whatever the seat has answered to it so far."""
    return f"{table.question}.{table.fresh}.{place.seen}" if place.number in table.deciders else f"before {table.entries_made}"


def is_asking(table: Table, place: Seat) -> bool:
    """Is the coach thinking about this very question, or has it answered?"""
    kept = place.advice
    if kept.get("question") != question_key(table, place):
        return False
    return bool(kept.get("answer")) or not is_late(place)


def is_late(place: Seat) -> bool:
    return timezone.now() - datetime.fromisoformat(place.advice["asked"]) > PATIENCE


def is_lost(review: Review) -> bool:
    return not review.is_done and timezone.now() - review.asked > LONG_PATIENCE
