"""Sheets of text that answer a decision: what the title's `mail` makes of them."""

from __future__ import annotations

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.mail import Reading
from marchland.kernel.state import State
from marchland.kernel.title import Title

from .refusals import BadRequest

LONGEST = 60_000
"""Characters a sheet may have here; what a title thinks of long sheets is its own matter."""


def is_written(title: Title, state: State | None) -> bool:
    """Is the question on the table answered by a sheet?"""
    return state is not None and state.decision is not None and state.decision.WRITTEN and title.has("mail")


def read_sheet(title: Title, state: State, seat: SeatNumber, text: str) -> Reading:
    """The sheet as the title understands it."""
    reading: Reading = title.module("mail").read(state, seat, bytes_of(text))
    return reading


def bytes_of(text: str) -> bytes:
    """What was sent, with the line ends of a browser made plain."""
    if len(text) > LONGEST:
        raise BadRequest(f"text: more than {LONGEST} characters")
    return text.replace("\r\n", "\n").encode("utf-8", errors="replace")
