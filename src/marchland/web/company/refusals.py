"""Why the site says no to company."""

from __future__ import annotations

from marchland.web.tables.refusals import FORBIDDEN, UNLAWFUL, TableRefusal
from marchland.web.words import say


class NeedsAccount(TableRefusal):
    """What lasts is for those who can be known again."""

    code, status = "needs-account", FORBIDDEN

    def sentence(self) -> str:
        return say("company_needs_account")


class NotForRating(TableRefusal):
    """A rated game is between people: no bots, no two at one screen."""

    code, status = "not-for-rating", UNLAWFUL

    def sentence(self) -> str:
        return say("rated_people_only")


class CountsForRating(TableRefusal):
    """At a rated table nothing is taken back, corrected or broken off, whoever is for it."""

    code = "counts-for-rating"

    def sentence(self) -> str:
        return say("rated_untouched")


class NoSuchPerson(TableRefusal):
    code, status = "no-such-person", 404

    def sentence(self) -> str:
        return say("company_no_such_person")


class TooFew(TableRefusal):
    code, status = "too-few", UNLAWFUL

    def sentence(self) -> str:
        return say("tournament_too_few")


class NotTheOrganiser(TableRefusal):
    code, status = "not-the-organiser", FORBIDDEN

    def sentence(self) -> str:
        return say("tournament_not_yours")
