"""Why the site says no to somebody who is away, or is away too often."""

from __future__ import annotations

from marchland.web.tables.refusals import FORBIDDEN, UNLAWFUL, TableRefusal
from marchland.web.words import say

from .reliability import ENOUGH, Reliability


class NotReliable(TableRefusal):
    """A table asks for somebody who keeps more deadlines, or of whom more is known."""

    code, status = "not-reliable", FORBIDDEN

    def __init__(self, asked: int, found: Reliability) -> None:
        self.asked, self.found = asked, found
        super().__init__(f"{found.kept} of {found.had}, {asked} % asked")

    def sentence(self) -> str:
        if not self.found.is_known:
            return say("reliability_unknown", asked=self.asked, enough=ENOUGH, had=self.found.had)
        return say("reliability_lacking", asked=self.asked, kept=self.found.kept, had=self.found.had, percent=self.found.percent)


class NoVacation(TableRefusal):
    """A vacation that would begin in the past, be too short, or be more than a year's share."""

    code, status = "no-vacation", UNLAWFUL

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence
        super().__init__(sentence)

    def sentence(self) -> str:
        return self._sentence
