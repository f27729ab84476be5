"""Who may sit down at a table that asks for people who keep their deadlines: the host is no exception."""

from __future__ import annotations

from marchland.web.accounts.models import User

from .manners import Manners
from .refusals import NotReliable
from .reliability import reliability_of


def must_be_reliable(manners: Manners, user: User) -> None:
    if not manners.reliability:
        return
    found = reliability_of(user)
    if not (found.percent >= manners.reliability if found.is_known else manners.newcomers):
        raise NotReliable(manners.reliability, found)
