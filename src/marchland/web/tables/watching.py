"""Who may look on without a seat, and how far behind: every page, answer and socket about a table begins here.

`visible_table` is the only door. Whoever may not watch finds no table at all; whoever is kept behind gets the table as it
stood then, and everything drawn from it is of that moment: nothing after this door needs to know.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.accounts.people import Anybody

from . import keeping
from .models import Admission, AdmissionKind, DelayBy, Entry, Invitation, Past, Seat, Status, Table, Watching
from .refusals import BadRequest, NoSuchTable
from .viewers import found_table, is_own, seated, with_seats_read

LONGEST_DELAY = {DelayBy.ENTRIES.value: 500, DelayBy.MINUTES.value: 7 * 24 * 60}


def settings_of(watching: str, delay_by: str, delay: int) -> dict[str, Any]:
    """What a host wants, as it is kept; nonsense is refused."""
    if watching not in Watching or delay_by not in DelayBy or (delay_by and not 1 <= delay <= LONGEST_DELAY[delay_by]):
        raise BadRequest(f"watching: {watching} {delay_by} {delay}")
    return {"watching": Watching(watching), "delay_by": DelayBy(delay_by), "delay": delay if delay_by else 0}


def visible_table(slug: str, user: Anybody) -> Table:
    """The table as this person may see it: as it stands, or as it stood."""
    table = found_table(slug)
    if table is None:
        raise NoSuchTable(slug)
    return as_seen_by(seated(table), user)


def as_seen_by(table: Table, user: Anybody) -> Table:
    if belongs_to(table, user):
        return table
    if not may_watch(table, user):
        raise NoSuchTable(table.slug)
    return _as_it_stood(table) if is_behind(table) else table


def is_hidden(slug: str, user: Anybody) -> bool:
    """Is there no such table, for all that this person may know?"""
    try:
        visible_table(slug, user)
    except NoSuchTable:
        return True
    return False


def belongs_to(table: Table, user: Anybody) -> bool:
    """Those who play here, and the host."""
    return user.is_authenticated and (table.host_id == user.pk or any(is_own(place, user) for place in table.seats.all()))


def may_watch(table: Table, user: Anybody) -> bool:
    """Somebody without a seat; a table that still gathers players shows itself to those who may sit down.

    Whoever was sent away sees nothing, at public tables neither.
    """
    if is_barred(table, user):
        return False
    if table.watching == Watching.EVERYBODY or (table.public and table.status == Status.GATHERING):
        return True
    if not user.is_authenticated:
        return False
    if table.watching == Watching.INVITED and admission(table, user) == AdmissionKind.WATCHES:
        return True
    return table.status == Status.GATHERING and Invitation.objects.filter(table=table, kept_for=user, taken_by=None).exists()


def admission(table: Table, user: User) -> str:
    """How the table knows somebody without a seat: may watch, was sent away, or not at all."""
    return Admission.objects.filter(table=table, user=user).values_list("kind", flat=True).first() or ""


def is_barred(table: Table, user: Anybody) -> bool:
    """Was this person sent away by the host, and not let back in?"""
    return user.is_authenticated and admission(table, user) == AdmissionKind.BARRED


def is_behind(table: Table) -> bool:
    """Are those who watch kept behind? Only while there is something to whisper: after the end everything is shown."""
    return table.status == Status.PLAYING and table.delay_by != DelayBy.NOTHING


# -- the table as it stood ---------------------------------------------------------------------------


def _as_it_stood(table: Table) -> Table:
    """A copy of the table after the last entry that those who watch may know of, never to be saved."""
    past = _horizon(table)
    then = copy(table)
    then.past, then.entries_made = past, past.entry
    then.deciders, then.outcome, then.rematch = [], None, None
    if keeping.is_readable(table):  # else nobody sees a state: only what was written is told
        then.state = keeping.text_then(then)
        then.deciders = list(keeping.present_state(then).deciders)
    then.touched = keeping.standing(then).order_by("-n").values_list("made", flat=True)[0]
    then.due = then.paused = None
    then.said = _last_said(then)
    return with_seats_read(then, [_without_time(place) for place in table.seats.all()])


def _without_time(place: Seat) -> Seat:
    """Whose clock runs now would tell who is asked now."""
    then = copy(place)
    then.asked = then.due = None
    return then


def _horizon(table: Table) -> Past:
    """Which entry was the last one, and until when what people said is told."""
    if table.delay_by == DelayBy.ENTRIES:
        entry = _shown_at(table, max(0, table.entries_made - table.delay))
        following = Entry.objects.filter(table=table, n=entry + 1).values_list("made", flat=True).first()
        return Past(entry, following or timezone.now())
    until = timezone.now() - timedelta(minutes=table.delay)
    known = Entry.objects.filter(table=table, made__lte=until).order_by("-n").values_list("n", flat=True).first()
    return Past(_shown_at(table, known or 0), until)


def _shown_at(table: Table, entry: int) -> int:
    """The entry itself; where its rules are not those of this release nothing is played again, and what was kept is shown."""
    if keeping.is_of_these_rules(table):
        return entry
    kept = Entry.objects.filter(table=table, n__lte=entry, undone=False).exclude(snapshot=None)
    return kept.order_by("-n").values_list("n", flat=True).first() or 0


def _last_said(then: Table) -> int:
    return keeping.messages(then).order_by("-pk").values_list("pk", flat=True).first() or 0


# -- what sockets and streams may say ----------------------------------------------------------------


@dataclass(frozen=True)
class Hearing:
    """What somebody who listens may know by now: the numbers of the last entry and of the last word said."""

    entry: int
    said: int
    has_begun: bool
    is_behind: bool
    wait: timedelta
    """After how long they may know what happens now; nothing where it depends on entries and not on time."""


def hearing(slug: str, user: Anybody) -> Hearing | None:
    """None: nothing at all, for this person there is no such table."""
    try:
        table = visible_table(slug, user)
    except NoSuchTable:
        return None
    behind = table.past is not None
    wait = timedelta(minutes=table.delay) if behind and table.delay_by == DelayBy.MINUTES else timedelta()
    return Hearing(table.entries_made, table.said, table.status != Status.GATHERING, behind, wait)
