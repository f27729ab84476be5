"""Seats that were given up: after some days they are offered to those who wait for one, and then to everybody.

As deadlines are, an offer is a moment in the seat's row; whoever finds it past locks the table, looks again, and makes it once.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from marchland.web.lobby.line import offer_to_waiting
from marchland.web.notices import services as notices
from marchland.web.pace import timing
from marchland.web.tables import services
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import EntryKind, Seat, Status, Table


def run_due(now: datetime) -> None:
    for slug in sorted(set(_given_up().filter(offer_at__lte=now).values_list("table__slug", flat=True))):
        _make(slug, now)


def next_due(after: datetime) -> datetime | None:
    return _given_up().filter(offer_at__gt=after).order_by("offer_at").values_list("offer_at", flat=True).first()


def _given_up() -> QuerySet[Seat]:
    return Seat.objects.filter(offer_at__isnull=False, table__status=Status.PLAYING, table__paused=None)


def _make(slug: str, now: datetime) -> None:
    with table_locked(slug, with_seats=True) as table:
        for place in table.seats.all():
            if place.offer_at is not None and place.offer_at <= now and table.status == Status.PLAYING:
                offer(table, place)


def offer(table: Table, place: Seat) -> None:
    """The bot plays on, and the owner may still come back, until somebody sits down."""
    place.offer_at = None
    timing.save(place)
    offer_to_waiting(table, place)
    services.note(table, EntryKind.TIME, place.number, {"do": "offered"})
    if place.user_id is not None:
        notices.seat_sought(table, place.user_id)
