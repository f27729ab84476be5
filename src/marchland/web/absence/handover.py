"""A seat changes hands: what its former owner left there is nobody else's."""

from __future__ import annotations

from marchland.web.accounts.models import User
from marchland.web.notices import services as notices
from marchland.web.tables.models import EntryKind, Seat, Status, Table
from marchland.web.tables.services import note

from .models import Deadline, Draft, Instructions, own_papers


def seat_left(table: Table, seat: Seat) -> None:
    """Drafts, standing orders and wishes go with whoever wrote them. The caller holds the lock and saves the seat."""
    for kept in (Draft, Instructions):
        kept.objects.filter(table=table, seat=seat.number).delete()
    seat.when_late, seat.waived, seat.standing, seat.plan, seat.guide = "", [], [], {}, {}


def person_left(user: User) -> None:
    """Somebody is deleted: nothing they wrote stays behind, at games that are over either."""
    Draft.objects.filter(pk__in=list(own_papers(Draft, user).values_list("pk", flat=True))).delete()
    Instructions.objects.filter(pk__in=list(own_papers(Instructions, user).values_list("pk", flat=True))).delete()


def person_renamed(guest: User, account: User) -> None:
    """A guest was somebody known all along, with their deadlines."""
    Deadline.objects.filter(user=guest).update(user=account)


def seat_taken(table: Table, seat: Seat) -> None:
    """Somebody sits down in the place of somebody who was away too long: that one is told, and everybody."""
    if table.status != Status.PLAYING or seat.user_id is None:
        return
    notices.seat_lost(table, seat.user_id)
    seat_left(table, seat)
    note(table, EntryKind.TIME, seat.number, {"do": "taken"})
