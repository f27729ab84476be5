"""Who is looking: which seats are theirs, and through which seat's eyes they see the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.people import Anybody
from marchland.web.prepared import Prepared

from .keeping import title_of
from .models import Seat, SeatKind, Status, Table
from .refusals import BehindCurtain, NoSuchTable, NotYourSeat
from .screens import NOBODY, Screen

PEOPLE = (SeatKind.USER, SeatKind.HOT_SEAT)
PREFETCHED = "_prefetched_objects_cache"
"""Where Django keeps what `prefetch_related` has read."""

_table = Prepared(lambda slug: Table.objects.filter(slug=slug).order_by())
_seats = Prepared(lambda table: Seat.objects.filter(table_id=table))
_seats_with_names = Prepared(lambda table: Seat.objects.filter(table_id=table).select_related("user"))


@dataclass(frozen=True)
class Viewer:
    """`seat` is whose view is shown (None: a spectator's); `seats` are all the seats this person plays."""

    seat: SeatNumber | None
    seats: tuple[SeatNumber, ...]
    is_host: bool
    name: str
    is_behind_curtain: bool = False
    """One of `seats` is asked, but somebody else still sits before the screen: only what everybody knows is shown."""

    @property
    def is_spectator(self) -> bool:
        return not self.seats


def viewer_of(
    table: Table,
    user: Anybody | None,
    deciders: tuple[SeatNumber, ...] = (),
    wanted: SeatNumber | None = None,
    screen: Screen | None = None,
) -> Viewer:
    """A person at a shared screen sees through the seat that is asked; nobody sees through somebody else's."""
    person = user if user is not None and user.is_authenticated else None
    own = tuple(place.number for place in table.seats.all() if person is not None and is_own(place, person))
    if wanted is not None and wanted not in own:
        raise NotYourSeat(table.slug)
    asked = [seat for seat in own if seat in deciders]
    seat = wanted if wanted is not None else next(iter(asked or own), None)
    is_host = person is not None and table.host_id == person.pk
    viewer = Viewer(seat, own, is_host, person.username if person is not None else "")
    if screen is not None and needs_curtain(table, own):
        return _before_screen(table, viewer, screen, asked, wanted)
    return viewer


def needs_curtain(table: Table, own: tuple[SeatNumber, ...]) -> bool:
    """Several people share a screen, and each may know something the others should not."""
    return len(own) > 1 and title_of(table).has_secrets


def _holder(table: Table, own: tuple[SeatNumber, ...], screen: Screen) -> SeatNumber:
    """Who sits before the screen; until anybody says so, the person who is logged in."""
    if screen.holder in (NOBODY, *own):
        return screen.holder
    return next((place.number for place in table.seats.all() if place.number in own and place.kind == SeatKind.USER), own[0])


def _before_screen(table: Table, viewer: Viewer, screen: Screen, asked: list[SeatNumber], wanted: SeatNumber | None) -> Viewer:
    """The holder's eyes, until something happens after which somebody else at this screen is asked and the holder is not."""
    holder = _holder(table, viewer.seats, screen)
    has_moved_on = bool(asked) and holder not in asked and screen.since != table.entries_made
    is_over_to_others = holder == NOBODY or has_moved_on
    if is_over_to_others and wanted is None:
        return replace(viewer, seat=None, is_behind_curtain=True)
    if is_over_to_others or wanted not in (None, holder):
        raise BehindCurtain
    return replace(viewer, seat=holder)


def is_own(place: Seat, user: Anybody) -> bool:
    return place.kind in PEOPLE and place.user_id == user.pk and not place.departed


def is_vacant(table: Table, seat: Seat) -> bool:
    """May anybody take it? One that is held for the next in line is theirs alone."""
    return is_empty(table, seat) and not is_held(seat)


def is_empty(table: Table, seat: Seat) -> bool:
    """Open before the start; during play left behind by somebody, or looking for somebody."""
    if table.status == Status.GATHERING:
        return seat.kind == SeatKind.OPEN
    return table.status == Status.PLAYING and (seat.departed or seat.sought)


def is_held(seat: Seat) -> bool:
    return seat.held_for_id is not None and seat.held_until is not None and timezone.now() < seat.held_until


def known_table(slug: str) -> Table:
    """A table by its address, for those who change it; whoever only looks comes by `watching.visible_table`."""
    table = found_table(slug)
    if table is None:
        raise NoSuchTable(slug)
    return seated(table)


def found_table(slug: str) -> Table | None:
    return _table.first(slug)


def seated(table: Table, with_names: bool = True) -> Table:
    """Read who sits there once for all: what `prefetch_related` does, for one table. Whoever looks closer looks at this table."""
    return with_seats_read(table, (_seats_with_names if with_names else _seats).all(table.pk))


def with_seats_read(table: Table, places: list[Seat]) -> Table:
    """Which seats these are is put into SQL only for whoever looks closer: Django's own managers wait with it in the same way."""
    seats = Seat.objects.all()
    seats._defer_next_filter = True  # type: ignore[attr-defined]  # the stubs leave it out
    seats = seats.filter(table_id=table.pk)
    seats._result_cache = places
    setattr(table, PREFETCHED, {"seats": seats})
    return table
