"""Why a letter does not go."""

from __future__ import annotations

from marchland.web.tables.refusals import UNLAWFUL, UNREADABLE, TableRefusal
from marchland.web.words import say


class NoLetters(TableRefusal):
    """At this table no letters are written."""

    code = "no-letters"

    def sentence(self) -> str:
        return say("letters_none_here")


class NobodyToWriteTo(TableRefusal):
    code, status = "nobody-to-write-to", UNREADABLE

    def sentence(self) -> str:
        return say("letter_to_nobody")


class WrongLength(TableRefusal):
    code, status = "wrong-length", UNREADABLE

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"1 to {most} characters")

    def sentence(self) -> str:
        return say("letter_length", most=self.most)


class Announced(TableRefusal):
    """The seat has announced enough in this turn."""

    code, status = "announced-enough", UNLAWFUL

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"{most} a turn")

    def sentence(self) -> str:
        return say("announced_enough", most=self.most)
