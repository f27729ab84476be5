"""A table as a file, for those who may have it: operators all of it, the host of a finished game what a host may read."""

from __future__ import annotations

import msgspec
from django.utils import timezone
from msgspec import UNSET

from marchland import __version__
from marchland.kernel.match import Record
from marchland.web.absence.models import Draft
from marchland.web.accounts.models import User
from marchland.web.letters.models import Thread
from marchland.web.tables import history, selectors
from marchland.web.tables.models import Seat, SeatKind, Status, Table
from marchland.web.tables.refusals import NotTheHost, WrongMoment
from marchland.web.tables.viewers import PEOPLE, is_own

from . import tablefile
from .tablefile import Letter, Letters, Paper, Place, Said, TableFile


def for_operator(table: Table) -> bytes:
    """Everything, secrets and all: enough to go on elsewhere."""
    if not table.state:
        raise WrongMoment(table.slug)
    drafts = [Paper(one.seat, one.turn, one.text) for one in Draft.objects.filter(table=table).order_by("seat")]
    return tablefile.written(_file(table, list(table.threads.order_by("pk")), drafts))


def for_host(table: Table, host: User) -> bytes:
    """A game that is over, or was closed: its record, its chat, and the letters of the host's own seats."""
    if table.host_id != host.pk:
        raise NotTheHost(table.slug)
    if not selectors.is_told(table):
        raise WrongMoment(table.slug)
    own = [place.number for place in table.seats.all() if is_own(place, host)]
    return tablefile.written(_file(table, list(table.threads.filter(parties__seat__in=own).distinct().order_by("pk")), []))


def _file(table: Table, threads: list[Thread], drafts: list[Paper]) -> TableFile:
    entries = history.lasting_entries(table)
    made = dict(table.entries.values_list("n", "made"))
    return TableFile(
        version=__version__,
        exported=timezone.now().isoformat(timespec="seconds"),
        name=table.name,
        status=Status(table.status).value,
        pace=table.pace,
        tempo=table.tempo,
        limit=table.limit,
        left=_left(table),
        record=_record(table),
        made=[made[entry.n].isoformat() for entry in entries],
        places=[_place(place) for place in table.seats.select_related("user")],
        chat=[
            Said(one.author, one.text, one.seat, one.written.isoformat(timespec="seconds")) for one in table.messages.order_by("pk")
        ],
        letters=[_letters(thread) for thread in threads],
        drafts=drafts,
    )


def _record(table: Table) -> Record:
    """As `history.record`, also of a game under way: with its key, which nobody but an operator is given before the end."""
    return Record(
        title=table.title,
        rules_version=table.rules_version,
        seats=table.seats.count(),
        options=table.options,
        commitment=table.commitment,
        key=bytes(table.key),
        entries=tuple(history.record_entries(table)),
        state=msgspec.json.decode(table.state),
        players=tuple(_name(place) for place in table.seats.select_related("user")),
        notes=tuple(history.record_notes(table)) or UNSET,
    )


def _left(table: Table) -> float | None:
    """Of the time for the whole game, where there is a limit."""
    if table.ends is None or table.status != Status.PLAYING:
        return None
    return max(0.0, (table.ends - (table.paused or timezone.now())).total_seconds())


def _place(place: Seat) -> Place:
    if place.kind == SeatKind.BOT:
        return Place("bot", place.name, place.bot)
    departed = place.departed and place.kind in PEOPLE
    return Place("person", _name(place)[:40], place.stand_in, departed, place.waived, place.standing, place.bank)


def _name(place: Seat) -> str:
    return place.name or (place.user.username if place.user else "")


def _letters(thread: Thread) -> Letters:
    seats = list(thread.parties.values_list("seat", flat=True))
    letters = [Letter(one.seat, one.text, one.written.isoformat(timespec="seconds")) for one in thread.missives.order_by("pk")]
    return Letters(seats, letters, thread.subject)
