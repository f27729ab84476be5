"""Why a lesson says no."""

from __future__ import annotations

from marchland.kernel.tour import Standing
from marchland.web.tables.refusals import UNLAWFUL, TableRefusal
from marchland.web.words import say


class NotTheLesson(TableRefusal):
    """A move that the rules allow, at a moment at which the lesson asks for another one, or for none."""

    code, status = "not-the-lesson", UNLAWFUL

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        super().__init__(f"step {standing.number + 1}")

    def sentence(self) -> str:
        return say("tour_not_this") if self.standing.asked is not None else say("tour_not_yet")


class NotBeforehand(TableRefusal):
    """Something said beforehand where a lesson asks for every answer itself."""

    code, status = "not-the-lesson", UNLAWFUL

    def sentence(self) -> str:
        return say("tour_not_ahead")


class NoTour(TableRefusal):
    """A title without a guided game, or a table at which none goes on."""

    code = "no-tour"

    def sentence(self) -> str:
        return say("tour_none")
