"""Why the site says no. Each refusal has a code for programs, a status for HTTP and a sentence for people."""

from __future__ import annotations

from typing import Any

from marchland.kernel.actions import Action
from marchland.kernel.errors import IllegalAction, MarchlandError, NotYourDecision
from marchland.kernel.mail import Reading
from marchland.kernel.match import UndoRefused
from marchland.web.words import say

UNREADABLE, FORBIDDEN, MISSING, CONFLICT, UNLAWFUL = 400, 403, 404, 409, 422


class TableRefusal(MarchlandError):
    """Something about a table cannot be done."""

    code = "refused"
    status = CONFLICT

    def sentence(self) -> str:
        return str(self)


class NoSuchTable(TableRefusal):
    code, status = "no-such-table", MISSING

    def sentence(self) -> str:
        return say("no_such_table")


class NotYourSeat(TableRefusal):
    code, status = "not-your-seat", FORBIDDEN

    def sentence(self) -> str:
        return say("not_your_seat")


class BehindCurtain(TableRefusal):
    """At a shared screen somebody else's seat was asked for before the screen was passed on."""

    code = "behind-curtain"

    def sentence(self) -> str:
        return say("behind_curtain")


class SheetVoid(TableRefusal):
    """A written answer of which nothing counts; the reading says why."""

    code, status = "sheet-void", UNLAWFUL

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        super().__init__(reading.refusal.rule if reading.refusal else "")

    def sentence(self) -> str:
        return say("sheet_void", rule=self.args[0])


class ItemRefused(TableRefusal):
    """One of several answers handed in at once cannot be given: none of them is."""

    code, status = "item-refused", UNLAWFUL

    def __init__(self, place: int, action: Action, refusal: IllegalAction) -> None:
        self.place, self.action, self.refusal = place, action, refusal
        super().__init__(f"item {place + 1}: {refusal}")

    def sentence(self) -> str:
        return say("item_refused", n=self.place + 1, rule=self.refusal.rule)


class TooFarAhead(TableRefusal):
    """Answers were handed in for what nobody can foresee."""

    code, status = "too-far-ahead", UNLAWFUL

    def sentence(self) -> str:
        return say("too_far_ahead")


class NotTheHost(TableRefusal):
    code, status = "not-the-host", FORBIDDEN

    def sentence(self) -> str:
        return say("not_the_host")


class Stale(TableRefusal):
    """The client answered a question it saw before something else happened."""

    code = "stale"

    def __init__(self, seen: int, now: int) -> None:
        self.seen, self.now = seen, now
        super().__init__(f"seen {seen}, now {now}")

    def sentence(self) -> str:
        return say("stale")


class WrongMoment(TableRefusal):
    """The table is not in the state in which this makes sense."""

    code = "wrong-moment"

    def sentence(self) -> str:
        return say("wrong_moment")


class OtherRulesHere(TableRefusal):
    """The game was begun by another version of the rules."""

    code = "other-rules"

    def sentence(self) -> str:
        return say("other_rules")


class TitleGone(TableRefusal):
    """The table's title is no longer installed, or no longer complete."""

    code = "title-gone"

    def sentence(self) -> str:
        return say("title_gone")


class SeatTaken(TableRefusal):
    code = "seat-taken"

    def sentence(self) -> str:
        return say("seat_taken")


class SentAway(TableRefusal):
    code, status = "sent-away", FORBIDDEN

    def sentence(self) -> str:
        return say("sent_away")


class PickTaken(TableRefusal):
    code = "pick-taken"

    def sentence(self) -> str:
        return say("pick_twice")


class TooManyTables(TableRefusal):
    code = "too-many-tables"

    def sentence(self) -> str:
        return say("too_many_tables")


class BadRequest(TableRefusal):
    code, status = "malformed", UNREADABLE

    def sentence(self) -> str:
        return say("unreadable", why=self.args[0] if self.args else "")


def status_of(error: MarchlandError) -> int:
    """The HTTP status that tells a program what kind of no it is."""
    match error:
        case TableRefusal():
            return error.status
        case IllegalAction():
            return UNLAWFUL
        case NotYourDecision() | UndoRefused():
            return CONFLICT
        case _:
            return UNREADABLE


def code_of(error: MarchlandError) -> str:
    match error:
        case TableRefusal():
            return error.code
        case IllegalAction():
            return "illegal"
        case NotYourDecision():
            return "not-your-turn"
        case UndoRefused():
            return "undo-refused"
        case _:
            return "malformed"


def told(error: MarchlandError) -> dict[str, Any]:
    """The refusal as every client gets it; an illegal action gets its `reasons` added where the table is known."""
    return {"error": sentence_of(error), "code": code_of(error), "reasons": []}


def sentence_of(error: MarchlandError) -> str:
    match error:
        case TableRefusal():
            return error.sentence()
        case IllegalAction():
            return say("illegal", rule=error.rule)
        case NotYourDecision():
            return say("not_your_turn")
        case UndoRefused():
            return say("undo_refused")
        case _:
            return say("unreadable", why=error)
