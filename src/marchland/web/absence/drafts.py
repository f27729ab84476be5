"""What a seat has written and not handed in: a draft for one turn, orders for any."""

from __future__ import annotations

from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.state import State
from marchland.kernel.writing import Renewing
from marchland.web.tables.keeping import title_of
from marchland.web.tables.models import Seat, Table

from .models import Draft, Instructions


def draft_of(table: Table, seat: SeatNumber, turn: str) -> Draft | None:
    """The seat's draft for this turn; whoever calls this draws for that seat alone."""
    return Draft.objects.filter(table=table, seat=seat, turn=turn).first()


def keep_draft(table: Table, seat: SeatNumber, turn: str, text: str) -> Draft:
    """What stands on the seat's sheet now; the caller holds the lock."""
    kept = {"turn": turn, "text": text, "saved": timezone.now()}
    return Draft.objects.update_or_create(table=table, seat=seat, defaults=kept)[0]


def instructions_of(table: Table, place: Seat) -> Instructions:
    found = Instructions.objects.filter(table=table, seat=place.number).first()
    return found or Instructions(table=table, seat=place.number)


def renewed(table: Table, place: Seat, state: State, orders: str) -> str:
    """Standing orders as a sheet for the present turn."""
    mail = title_of(table).parts.mail
    return mail.renewed(state, place.number, orders) if orders and isinstance(mail, Renewing) else orders
