"""What the lobby shows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from marchland.kernel.title import Title
from marchland.web.accounts.people import Anybody
from marchland.web.pace import shown
from marchland.web.tables import keeping
from marchland.web.tables.gone import is_gone
from marchland.web.tables.models import Admission, AdmissionKind, Invitation, Seat, SeatKind, Status, Table, Watching
from marchland.web.tables.refusals import NoSuchTable, SentAway
from marchland.web.tables.viewers import is_own, is_vacant
from marchland.web.tables.watching import belongs_to, is_barred, is_behind, may_watch

from .words import seated_bot

OPEN_SHOWN = 50
OWN_SHOWN = 60
NO_DEADLINE = {"due": None, "due_words": "", "due_mine": False, "paused": None}


def card(table: Table, user: Anybody, language: str) -> dict[str, Any]:
    """A table as one line of the lobby."""
    title = keeping.title_of(table)
    known, sees = user.is_authenticated, sees_now(table, user)
    deciders = table.deciders if table.status == Status.PLAYING and sees and title.plays(table.rules_version) else []
    places = list(table.seats.all())
    return {
        "slug": table.slug,
        "name": table.name,
        "title": table.title,
        "title_name": title.name[language],
        "status": table.status,
        "status_text": table.get_status_display(),
        "pace": table.pace,
        "pace_words": shown.pace_words(table),
        **(shown.next_deadline(table, [place for place in places if known and is_own(place, user)]) if sees else NO_DEADLINE),
        "public": table.public,
        "rated": table.rated,
        "host": table.host.username if table.host else "",
        "seats": [
            {
                "number": place.number,
                "name": _seat_name(title, place, language),
                "kind": place.kind,
                "bot": seated_bot(title, place.bot) if place.kind == SeatKind.BOT else "",
                "colour": title.seat_colours[place.number % len(title.seat_colours)],
                "deciding": place.number in deciders,
                "mine": known and is_own(place, user),
                "departed": place.departed,
            }
            for place in places
        ],
        "my_turn": known and any(is_own(place, user) and place.number in deciders for place in places),
        "mine": known and any(is_own(place, user) for place in places),
        "vacant": [place.number for place in places if is_vacant(table, place)] if not is_gone(title) else [],
        "sought": table.status == Status.PLAYING and any(is_vacant(table, place) for place in places),
        "can_enter": sees or may_watch(table, user),
        "touched": table.touched if sees else None,
        "fresh": sees and timezone.now() - table.touched < timedelta(minutes=1),
    }


def sees_now(table: Table, user: Anybody) -> bool:
    """May this reader know whose turn it is? Not where they may not watch, nor where they would be kept behind."""
    return belongs_to(table, user) or (table.watching == Watching.EVERYBODY and not is_behind(table))


def _seat_name(title: Title, place: Seat, language: str) -> str:
    if place.kind == SeatKind.USER and place.user is not None:
        return place.user.username
    return place.name or title.phrases.seat(place.number, language)


def own_tables(user: Anybody, language: str) -> list[dict[str, Any]]:
    """My tables, those that wait for me first."""
    if not user.is_authenticated:
        return []
    tables = _full(Table.objects.filter(seats__user=user, seats__departed=False).exclude(status=Status.ABANDONED).distinct())
    cards = [card(table, user, language) for table in tables.order_by("-touched")[:OWN_SHOWN]]
    order = {Status.PLAYING: 1, Status.GATHERING: 2, Status.OVER: 3}
    return sorted(cards, key=lambda one: 0 if one["my_turn"] else order[one["status"]])


def open_tables(user: Anybody, language: str) -> list[dict[str, Any]]:
    """Public tables one could join or watch."""
    tables = Table.objects.filter(public=True, status__in=(Status.GATHERING, Status.PLAYING))
    if user.is_authenticated:
        sent_away = Admission.objects.filter(user=user, kind=AdmissionKind.BARRED).values("table")
        tables = tables.exclude(seats__user=user).exclude(pk__in=sent_away)
    cards = [card(table, user, language) for table in _full(tables).order_by("-touched")[:OPEN_SHOWN]]
    return sorted(cards, key=lambda one: not one["vacant"])


def _full(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.select_related("host").prefetch_related("seats__user").defer("state")


def invitation(code: str, user: Anybody, language: str) -> dict[str, Any]:
    """Who invites to what, and whether the seat is still free."""
    found = Invitation.objects.filter(code=code).select_related("table__host").prefetch_related("table__seats__user").first()
    if found is None:
        raise NoSuchTable(code)
    if is_barred(found.table, user):
        raise SentAway(found.table.slug)
    own = found.kept_for_id is None or (user.is_authenticated and found.kept_for_id == user.pk)
    # The card's own button would offer an open seat beside the one that the link is for.
    shown = {**card(found.table, user, language), "vacant": []}
    return {"card": shown, "code": code, "free": found.taken_by_id is None and own}


def invitation_links(table: Table, user: Anybody) -> list[dict[str, Any]]:
    """The links the host may hand out, and the one kept for the reader."""
    if not user.is_authenticated:
        return []
    free = table.invitations.filter(taken_by=None)
    if table.host_id != user.pk:
        free = free.filter(kept_for=user)
    return [
        {
            "seat": one.seat,
            "code": one.code,
            "kept_for": one.kept_for.username if one.kept_for else "",
            "mine": one.kept_for_id == user.pk,
        }
        for one in free.select_related("kept_for")
    ]
