"""Play by mail: what a title's `mail.py` gives to whoever runs a game by letters.

A title that can be played by mail has a module `mail` with

    seating(wanted) -> (seats, options)          the seats of these names, and the options that say so
    seat_names(state) -> tuple[str, ...]         how each seat signs its letters
    turn_name(state) -> str                      the turn that sheets are written for
    turn_words(turn, language) -> str            the name of a turn as people say it
    read(state, seat, data) -> Reading           a sheet as it was understood, with a verdict for every line
    explain(refusal, language) -> str            why a line is doubtful or refused
    form(state, seat, key) -> str                the next sheet, filled in as far as it can be
    write(state, seat, action) -> str            the sheet that says this
    kinds(state, seat, language) -> tuple[OrderKind, ...]      what can be written, with examples from the seat's own table
    lines(state, seat, action) -> tuple[str, ...]              a sheet's orders as they are played, before the turn
    report(state, seat, events, lines) -> msgspec.Struct       everything the seat may know after a turn, as data
    gazette(state, events) -> msgspec.Struct     what everybody may know
    document(report, language) -> Document       either of them in words
    probes(state, seat) -> tuple[str, ...]       sheets that try to find out what others hide, for the tests (optional)

and with SEAT_NAMES, all seats there can be, and FORGED, the rule that voids a sheet which is not from its seat. Decisions that are
answered by such a sheet say so (`Decision.WRITTEN`).
"""

from __future__ import annotations

import msgspec

from .actions import Action
from .errors import Refusal

ACCEPTED, DOUBTFUL, REFUSED = "accepted", "doubtful", "refused"


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one line of a sheet: the canonical line it was read as, and why it is doubtful or refused."""

    line: int
    text: str
    status: str
    canonical: str = ""
    reasons: tuple[Refusal, ...] = ()


class OrderKind(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be written on a sheet: a line to start from, what may follow it, and the rule behind it."""

    name: str
    section: str = ""
    """The heading it stands under, as the sheet spells it."""
    section_name: str = ""
    example: str
    more: str = ""
    rule: str


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet as it was understood. With a `refusal` the whole sheet is void and `action` is empty."""

    action: Action | None = None
    canonical: str = ""
    verdicts: tuple[Verdict, ...] = ()
    refusal: Refusal | None = None
    key: str = ""
    """The pass-phrase on the sheet, if it bears one."""

    @property
    def valid(self) -> bool:
        return self.refusal is None

    def count(self, status: str) -> int:
        return sum(verdict.status == status for verdict in self.verdicts)
