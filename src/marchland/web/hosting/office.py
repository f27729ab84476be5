"""Who may act from the desk: the host, or those who play where there is none; and when a vote is carried."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from marchland.web.accounts.models import User
from marchland.web.tables.models import Pace, Table, Until
from marchland.web.tables.viewers import PEOPLE

from .models import Motion

LASTS = timedelta(days=3)
"""How long is voted at a table where days pass between two moves."""
LASTS_LIVE = timedelta(minutes=10)


def has_host(table: Table) -> bool:
    return table.host_id is not None and not table.by_vote


def is_host(table: Table, user: User) -> bool:
    return has_host(table) and table.host_id == user.pk


def voters(table: Table) -> dict[int, int]:
    """The people who vote, each with a seat of theirs: those who sit here and are there. Bots and stand-ins do not vote."""
    there = (place for place in table.seats.all() if place.kind in PEOPLE and not place.departed)
    present = [place for place in there if place.user_id is not None and place.stand_in_until != Until.RETURN]
    return {place.user_id: place.number for place in reversed(present) if place.user_id is not None}


def lasts(table: Table) -> timedelta:
    return LASTS_LIVE if table.pace in (Pace.LIVE, Pace.CLOCK) else LASTS


class Tally(NamedTuple):
    in_favour: int
    against: int
    voters: int

    @property
    def is_carried(self) -> bool:
        """More than half of those who vote."""
        return 2 * self.in_favour > self.voters

    @property
    def is_lost(self) -> bool:
        """Even if all the others were for it."""
        return 2 * (self.voters - self.against) <= self.voters

    @property
    def is_carried_in_the_end(self) -> bool:
        """Whoever did not vote leaves it to those who did; a tie changes nothing."""
        return self.in_favour > self.against


def tally(table: Table, motion: Motion) -> Tally:
    """Only votes of those who still sit here count."""
    people = voters(table)
    votes = [vote for user, vote in motion.ballots.values_list("user_id", "in_favour") if user in people]
    return Tally(sum(votes), len(votes) - sum(votes), len(people))
