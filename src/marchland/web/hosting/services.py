"""Who may act from the host's desk: the host, or where there is none, a majority of those who play.

Either way an act is carried out once, in one transaction with the table's row locked, and told in the log. A motion keeps the act
until more than half of those who vote are for it; whoever is silent until its time is over leaves it to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from marchland.kernel.errors import MarchlandError
from marchland.web.accounts.models import User
from marchland.web.tables import announcing
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import EntryKind, Status, Table
from marchland.web.tables.refusals import NotTheHost, Stale, WrongMoment
from marchland.web.tables.services import note

from .acts import HOST, VOTE, Act, act_from
from .models import Ballot, Motion, Standing
from .office import Tally, has_host, is_host, lasts, tally, voters
from .refusals import NoVote, OneAtATime

# -- the host acts -------------------------------------------------------------------------------------


def act(slug: str, host: User, wanted: Act, seen: int) -> Table:
    """The host does something, having seen the table after entry `seen`."""
    with table_locked(slug, with_seats=True) as table:
        if not is_host(table, host):
            raise NotTheHost(slug)
        _must_be_fresh(table, wanted, seen)
        wanted.must_be_possible(table)
        wanted.done(table, HOST)
        return table


def _must_be_fresh(table: Table, wanted: Act, seen: int) -> None:
    if not wanted.seen_by_now(table) <= seen <= table.entries_made:
        raise Stale(seen, table.entries_made)


# -- the table votes -----------------------------------------------------------------------------------


def motion_propose(slug: str, user: User, wanted: Act, seen: int) -> Motion:
    """Somebody who plays proposes an act, and is for it."""
    with _voting(slug, user) as table:
        if has_host(table):
            raise WrongMoment(slug)
        _must_be_fresh(table, wanted, seen)
        wanted.must_be_possible(table)
        if table.motions.filter(standing=Standing.OPEN).exists():
            raise OneAtATime(slug)
        now = timezone.now()
        until, seat = now + lasts(table), voters(table)[user.pk]
        motion = Motion.objects.create(table=table, act=msgspec.to_builtins(wanted), seat=seat, made=now, until=until)
        _tell(table, motion, "propose", until=until.isoformat(timespec="minutes"))
        _vote(motion, user, in_favour=True)
        _decide(table, motion)
        return motion


def motion_vote(slug: str, user: User, number: int, in_favour: bool) -> Motion:
    """Until it is decided everybody may vote, and think better of it."""
    with _voting(slug, user) as table:
        motion = table.motions.filter(pk=number, standing=Standing.OPEN).first()
        if motion is None or motion.until <= timezone.now():
            raise WrongMoment(slug)
        _vote(motion, user, in_favour)
        _decide(table, motion)
        announcing.after_commit(table, "entry")
        return motion


@contextmanager
def _voting(slug: str, user: User) -> Iterator[Table]:
    with table_locked(slug, with_seats=True) as table:
        if user.pk not in voters(table):
            raise NoVote(slug)
        if table.status != Status.PLAYING:
            raise WrongMoment(slug)
        yield table


def _vote(motion: Motion, user: User, in_favour: bool) -> None:
    Ballot.objects.update_or_create(motion=motion, user=user, defaults={"in_favour": in_favour})


def _decide(table: Table, motion: Motion, in_the_end: bool = False) -> None:
    """Carried out at once when it is carried; over when it cannot be any more, or when its time is."""
    votes = tally(table, motion)
    if votes.is_carried or (in_the_end and votes.is_carried_in_the_end):
        _carry(table, motion, votes)
    elif in_the_end or votes.is_lost:
        _close(table, motion, Standing.FAILED, votes)


def _carry(table: Table, motion: Motion, votes: Tally) -> None:
    """What was possible when it was proposed may not be any more: then that is told, and nothing is done."""
    wanted = act_from(motion.act)
    try:
        wanted.must_be_possible(table)
    except MarchlandError:
        _close(table, motion, Standing.VOID, votes)
        return
    _close(table, motion, Standing.PASSED, votes)
    wanted.done(table, VOTE)


def _close(table: Table, motion: Motion, standing: Standing, votes: Tally) -> None:
    motion.standing = standing
    motion.save(update_fields=["standing"])
    _tell(table, motion, f"vote_{standing.value}", votes=[votes.in_favour, votes.against, votes.voters])


def _tell(table: Table, motion: Motion, do: str, **facts: Any) -> None:
    note(table, EntryKind.HOUSE, motion.seat, {"do": do, "motion": motion.pk, "act": motion.act, **facts})


def run_motions(now: datetime | None = None) -> int:
    """Everything that was voted on long enough; how many motions ended here."""
    moment = now or timezone.now()
    over = Motion.objects.filter(standing=Standing.OPEN, until__lte=moment)
    return sum(_run(slug, number, moment) for slug, number in over.values_list("table__slug", "pk"))


def _run(slug: str, number: int, now: datetime) -> int:
    with table_locked(slug, with_seats=True) as table:
        motion = table.motions.filter(pk=number, standing=Standing.OPEN, until__lte=now).first()
        if motion is None:
            return 0
        if table.status != Status.PLAYING or has_host(table):
            _drop(motion)
        else:
            _decide(table, motion, in_the_end=True)
        return 1


def _drop(motion: Motion) -> None:
    """The game is over, or somebody is host again."""
    motion.standing = Standing.VOID
    motion.save(update_fields=["standing"])
