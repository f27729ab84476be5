"""Why the coach says nothing."""

from __future__ import annotations

from marchland.web.tables.refusals import FORBIDDEN, TableRefusal
from marchland.web.words import say


class NoAdviceHere(TableRefusal):
    code, status = "no-advice", FORBIDDEN

    def sentence(self) -> str:
        return say("coach_not_here")
