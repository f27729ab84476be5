"""Sheets of text that answer a decision: what the title's `mail` makes of them."""

from __future__ import annotations

from hashlib import blake2b

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.mail import Reading
from marchland.kernel.state import State
from marchland.kernel.title import Title

from .keeping import title_of
from .memory import Memory
from .models import Table
from .refusals import BadRequest

LONGEST = 60_000
"""Characters a sheet may have here; what a title thinks of long sheets is its own matter."""
_readings: Memory[Reading] = Memory(room=200)


def is_written(title: Title, state: State | None) -> bool:
    """Is the question on the table answered by a sheet?"""
    return state is not None and state.decision is not None and state.decision.WRITTEN and title.has_mail


def read_sheet(table: Table, state: State, seat: SeatNumber, text: str) -> Reading:
    """The sheet as the title understands it.

    Reading one means playing the turn on trial; the same text, to the same question, from the same seat reads the same, so that a
    sheet which was checked is not tried again when it is handed in. What others have handed in meanwhile is no part of it.
    """
    sheet = bytes_of(text)
    key = (table.slug, table.question, table.fresh, seat, blake2b(sheet, digest_size=16).digest())
    known = _readings.get(key)
    if known is None:
        known = _readings.keep(key, title_of(table).parts.mail.read(state, seat, sheet))
    return known


def bytes_of(text: str) -> bytes:
    """What was sent, with the line ends of a browser made plain."""
    if len(text) > LONGEST:
        raise BadRequest(f"text: more than {LONGEST} characters")
    return text.replace("\r\n", "\n").encode("utf-8", errors="replace")
