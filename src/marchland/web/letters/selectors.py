"""Reading letters: what a seat got and wrote, how much of it is unread, and what was announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.cards import Bond
from marchland.kernel.writing import Binding, Signing
from marchland.web.accounts.models import User
from marchland.web.tables import keeping
from marchland.web.tables.models import STANDING, Seat, SeatKind, Status, Table
from marchland.web.tables.refusals import BadRequest, WrongMoment
from marchland.web.tables.selectors import Sight, sight_back

from .models import Announcement, Missive, Party, Thread

THREADS = 200
EXCERPT = 90


def are_allowed(table: Table) -> bool:
    """As the host says; where nobody did, at tables of titles that are played in writing."""
    return keeping.title_of(table).has_mail if table.with_letters is None else table.with_letters


def can_announce(table: Table) -> bool:
    """There is a gazette, and a turn whose gazette is still to come."""
    return table.status == Status.PLAYING and keeping.title_of(table).has_mail


def unread(table: Table, seat: SeatNumber | None) -> int:
    """Letters to this seat that its holder has not opened."""
    if seat is None:
        return 0
    to_seat = Missive.objects.filter(thread__table=table, thread__parties__seat=seat, pk__gt=F("thread__parties__read"))
    return to_seat.exclude(seat=seat).count()


def link(sight: Sight) -> dict[str, Any] | None:
    """For pages of the table: how many letters wait; None where the viewer has none to read or write."""
    seat, table = sight.viewer.seat, sight.table
    if seat is None or not (are_allowed(table) or Party.objects.filter(thread__table=table, seat=seat).exists()):
        return None
    return {"unread": unread(table, seat)}


def own_thread(table: Table, seat: SeatNumber, number: int | None) -> Thread:
    """A thread that the seat belongs to; one of others is none."""
    found = Thread.objects.filter(table=table, parties__seat=seat, pk=number).first() if number is not None else None
    if found is None:
        raise BadRequest("no such letter")
    return found


# -- for pages -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Correspondent:
    """A seat as it signs, and who plays it."""

    number: SeatNumber
    sign: str
    player: str
    silence: str
    """Why no answer is to be expected: `bot`, `away` or `gone`."""
    is_own: bool


@dataclass(frozen=True)
class Page:
    """A letter as it is read."""

    number: int
    writer: Correspondent
    text: str
    written: datetime
    is_new: bool


@dataclass(frozen=True)
class Bundle:
    """A thread in the list."""

    number: int
    subject: str
    others: list[Correspondent]
    touched: datetime
    excerpt: str
    unread: int


class Mailbox:
    """The letters of one seat, through the eyes of its holder."""

    def __init__(self, sight: Sight, seat: SeatNumber) -> None:
        self.sight, self.table, self.seat = sight, sight.table, seat

    @cached_property
    def people(self) -> list[Correspondent]:
        signs = signatures(self.sight)
        return [
            Correspondent(
                place.number,
                signs[place.number],
                self.sight.players[place.number],
                _silence(place),
                place.number == self.seat,
            )
            for place in self.table.seats.all()
        ]

    def bundles(self) -> list[Bundle]:
        """All threads, the latest first."""
        last = Missive.objects.filter(thread=OuterRef("thread")).order_by("-pk").values("text")[:1]
        is_new = Q(thread__missives__pk__gt=F("read")) & ~Q(thread__missives__seat=self.seat)
        mine = Party.objects.filter(thread__table=self.table, seat=self.seat).select_related("thread")
        found = mine.annotate(fresh=Count("thread__missives", filter=is_new), last=Subquery(last))
        return [
            self._bundle(party) for party in found.prefetch_related("thread__parties").order_by("-thread__touched", "-pk")[:THREADS]
        ]

    def _bundle(self, party: Any) -> Bundle:
        thread: Thread = party.thread
        return Bundle(thread.pk, thread.subject, self._others(thread), thread.touched, shortened(party.last or ""), party.fresh)

    def _others(self, thread: Thread) -> list[Correspondent]:
        return [self.people[party.seat] for party in thread.parties.all() if party.seat != self.seat]

    def opened(self, thread: Thread) -> dict[str, Any]:
        """A thread with all its letters, oldest first."""
        read = thread.parties.get(seat=self.seat).read
        pages = [
            Page(one.pk, self.people[one.seat], one.text, one.written, one.pk > read and one.seat != self.seat)
            for one in thread.missives.all()
        ]
        others = self._others(thread)
        names = ", ".join(one.sign for one in others)
        return {"number": thread.pk, "subject": thread.subject, "others": others, "names": names, "pages": pages}


def _silence(place: Seat) -> str:
    """Why nobody at a seat may answer."""
    if place.kind == SeatKind.BOT:
        return "bot"
    return "gone" if place.user_id is None or place.departed else "away" if place.stand_in else ""


def mailbox_of(table: Table, place: Seat, language: str) -> Mailbox:
    """The letters of a seat, in its holder's language, where nobody has a page before them."""
    assert place.user is not None
    return Mailbox(sight_back(table, place.user, language, place.number), place.number)


def letters_since(place: Seat, number: int, moment: datetime) -> list[Missive]:
    """What others have written to a seat after this letter and this moment, oldest first."""
    came = Missive.objects.filter(thread__table_id=place.table_id, thread__parties__seat=place.number, pk__gt=number)
    return list(
        came.filter(written__gte=moment).exclude(seat=place.number).exclude(text="").select_related("thread").order_by("pk")
    )


def signatures(sight: Sight) -> tuple[str, ...]:
    """What each seat is called by those who write to it, in the reader's language."""
    mail = sight.title.parts.mail if sight.title.has_mail else None
    if isinstance(mail, Signing) and sight.state is not None:
        return mail.signatures(sight.state, sight.language)
    return tuple(sight.title.phrases.seat(place.number, sight.language) for place in sight.table.seats.all())


def shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= EXCERPT else words[:EXCERPT].rsplit(" ", 1)[0] + " …"


# -- who is bound to whom ------------------------------------------------------------------------------------------


def has_bonds(sight: Sight) -> bool:
    return sight.state is not None and isinstance(sight.title.parts.desk, Binding)


def matrix(sight: Sight) -> dict[str, Any]:
    """By rows: each party with its name and, for every party, what stands between the two; None for itself."""
    desk, view = sight.title.parts.desk, sight.view
    if not isinstance(desk, Binding) or view is None:
        raise WrongMoment(sight.table.slug)
    known = desk.bonds(view, sight.language)
    between: dict[frozenset[str], list[Bond]] = {}
    for bond in known.bonds:
        between.setdefault(frozenset((bond.one, bond.other)), []).append(bond)
    rows = [
        {
            "name": name,
            "is_own": one == known.own,
            "cells": [None if one == other else between.get(frozenset((one, other)), []) for other, _ in known.parties],
            "bonds": [(called, found) for other, called in known.parties if (found := between.get(frozenset((one, other))))],
        }
        for one, name in known.parties
    ]
    return {"rows": rows, "marks": known.marks, "is_any": bool(between)}


# -- announcements -------------------------------------------------------------------------------------------------


def present_turn(table: Table) -> int | None:
    """The entry that opened the turn which is being written for."""
    opened = keeping.standing(table).filter(kind__in=STANDING).exclude(turn="").order_by("-n")
    return opened.values_list("n", flat=True).first()


def waiting_announcements(table: Table, seat: SeatNumber) -> QuerySet[Announcement]:
    """What a seat has announced in the present turn: nobody else knows of it yet."""
    turn = present_turn(table)
    return Announcement.objects.filter(table=table, seat=seat, opened=turn) if turn is not None else Announcement.objects.none()


# -- for the export ------------------------------------------------------------------------------------------------


def letters_data(user: User) -> dict[str, Any]:
    """What somebody wrote. What others wrote to their seats is those others'."""
    return {
        "written": [
            {
                "table": one.thread.table.slug,
                "seat": one.seat,
                "to": [party.seat for party in one.thread.parties.all() if party.seat != one.seat],
                "subject": one.thread.subject,
                "text": one.text,
                "written": one.written.isoformat(),
            }
            for one in user.missives.select_related("thread__table").prefetch_related("thread__parties")
        ],
        "announced": [
            {"table": one.table.slug, "seat": one.seat, "text": one.text, "written": one.written.isoformat()}
            for one in user.announcements.select_related("table")
        ],
    }
