"""Who is looking: which seats are theirs, and through which seat's eyes they see the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marchland.kernel.actions import Seat as SeatNumber

from .models import Seat, SeatKind, Status, Table
from .refusals import NoSuchTable, NotYourSeat

PEOPLE = (SeatKind.USER, SeatKind.HOT_SEAT)


@dataclass(frozen=True)
class Viewer:
    """`seat` is whose view is shown (None: a spectator's); `seats` are all the seats this person plays."""

    seat: SeatNumber | None
    seats: tuple[SeatNumber, ...]
    is_host: bool
    name: str

    @property
    def is_spectator(self) -> bool:
        return not self.seats


def viewer_of(table: Table, user: Any, deciders: tuple[SeatNumber, ...] = (), wanted: SeatNumber | None = None) -> Viewer:
    """A person at a shared screen sees through the seat that is asked; nobody sees through somebody else's."""
    known = user is not None and user.is_authenticated
    own = tuple(place.number for place in table.seats.all() if known and is_own(place, user))
    if wanted is not None and wanted not in own:
        raise NotYourSeat(table.slug)
    asked = [seat for seat in own if seat in deciders]
    seat = wanted if wanted is not None else next(iter(asked or own), None)
    return Viewer(seat, own, known and table.host_id == user.pk, user.username if known else "")


def is_own(place: Seat, user: Any) -> bool:
    return place.kind in PEOPLE and place.user_id == user.pk and not place.departed


def is_vacant(table: Table, seat: Seat) -> bool:
    """Open before the start, or left behind by somebody during play."""
    if table.status == Status.GATHERING:
        return seat.kind == SeatKind.OPEN
    return table.status == Status.PLAYING and seat.departed


def visible_table(slug: str) -> Table:
    """A table by its address; the address of a private table is known only to those who were given it."""
    table = Table.objects.filter(slug=slug).select_related("host").prefetch_related("seats__user").first()
    if table is None:
        raise NoSuchTable(slug)
    return table
