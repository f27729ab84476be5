"""Why the desk says no."""

from __future__ import annotations

from marchland.web.tables.refusals import FORBIDDEN, UNLAWFUL, UNREADABLE, TableRefusal
from marchland.web.words import say


class TooSoon(TableRefusal):
    """Nobody wants to be reminded every hour."""

    code = "too-soon"

    def __init__(self, hours: int) -> None:
        self.hours = hours
        super().__init__(f"{hours} hours")

    def sentence(self) -> str:
        return say("host_too_soon", hours=self.hours)


class NoteMissing(TableRefusal):
    code, status = "note-missing", UNREADABLE

    def sentence(self) -> str:
        return say("host_note_missing")


class NoVote(TableRefusal):
    """Not one of the people who vote here."""

    code, status = "no-vote", FORBIDDEN

    def sentence(self) -> str:
        return say("host_no_vote")


class OneAtATime(TableRefusal):
    """Something else is being voted on."""

    code = "one-at-a-time"

    def sentence(self) -> str:
        return say("host_one_at_a_time")


class NotPublic(TableRefusal):
    """The fact is hidden from somebody: correcting it would tell, or do, something that nobody can check."""

    code, status = "not-public", FORBIDDEN

    def sentence(self) -> str:
        return say("host_not_public")


class NoSense(TableRefusal):
    """The table would contradict the rules. Why, might be a secret."""

    code, status = "no-sense", UNLAWFUL

    def sentence(self) -> str:
        return say("host_no_sense")
