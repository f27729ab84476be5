"""The waiting list of a table: who would like a seat, and what becomes of one that falls free.

A seat that falls free is held for the first in line for a while; whoever lets that pass is taken off the list, and the next
one is asked. Where nobody waits, a seat of a game under way looks for somebody: anybody who may come may take it.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.notices import services as notices
from marchland.web.tables import announcing
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import Pace, Seat, Status, Table, Waiting
from marchland.web.tables.refusals import NotYourSeat, WrongMoment
from marchland.web.tables.viewers import PEOPLE, is_empty, is_vacant

HELD = {Pace.LIVE: timedelta(minutes=10), Pace.CLOCK: timedelta(minutes=10)}
HELD_LONG = timedelta(days=1)
"""How long a seat is held for the next in line: where everybody sits at the screen, and at all other tables."""
NOTE_LENGTH = 200


def wait_for_seat(table: Table, user: User, note: str = "") -> Waiting:
    """Stand in line; saying it again changes the note. The caller holds the lock and has seen that this person may come."""
    if table.status not in (Status.GATHERING, Status.PLAYING) or _sits_here(table, user):
        raise WrongMoment(table.slug)
    if any(is_vacant(table, seat) for seat in table.seats.all()):
        raise WrongMoment("there is a free seat")
    note = " ".join(note.split())[:NOTE_LENGTH]
    waiting, _is_new = Waiting.objects.update_or_create(table=table, user=user, defaults={"note": note})
    announcing.after_commit(table, "seats")
    return waiting


def stop_waiting(slug: str, user: User) -> Table:
    """Leave the line; a seat that was held goes to the next one."""
    with table_locked(slug) as table:
        if not table.waiting.filter(user=user).exists():
            raise NotYourSeat(slug)
        pass_over(table, user)
        announcing.after_commit(table, "seats")
        return table


def offer_to_waiting(table: Table, seat: Seat) -> Waiting | None:
    """A seat has fallen free: hold it for the first in line and tell them. The caller holds the lock.

    Also for a seat whose owner has been away too long: it is theirs until somebody takes it (`withdraw_offer` if they return).
    """
    asked = table.seats.filter(held_for__isnull=False).values("held_for")
    first = table.waiting.exclude(user__in=asked).select_related("user").first()
    seat.sought = table.status == Status.PLAYING
    seat.held_for = first.user if first is not None else None
    seat.held_until = timezone.now() + HELD.get(Pace(table.pace), HELD_LONG) if first is not None else None
    seat.save(update_fields=["sought", "held_for", "held_until"])
    if first is not None:
        notices.offered(table, first.user)
    announcing.after_commit(table, "seats")
    return first


def withdraw_offer(table: Table, seat: Seat) -> None:
    """The owner is back: nobody is looked for any more. The caller holds the lock."""
    seat.sought, seat.held_for, seat.held_until = False, None, None
    seat.save(update_fields=["sought", "held_for", "held_until"])
    announcing.after_commit(table, "seats")


def offers_move_on() -> int:
    """Whoever let an offer pass is taken off the list and the next one is asked; how many did. Once, whoever runs it."""
    now = timezone.now()
    late = Seat.objects.filter(held_for__isnull=False, held_until__lte=now)
    passed = 0
    for slug in list(late.values_list("table__slug", flat=True).distinct()):
        with table_locked(slug) as table:
            for seat in table.seats.filter(held_for__isnull=False, held_until__lte=now).select_related("held_for"):
                assert seat.held_for is not None
                pass_over(table, seat.held_for)
                passed += 1
    return passed


def pass_over(table: Table, user: User) -> None:
    table.waiting.filter(user=user).delete()
    for seat in table.seats.filter(held_for=user):
        if is_empty(table, seat):
            offer_to_waiting(table, seat)
        else:
            withdraw_offer(table, seat)


def _sits_here(table: Table, user: User) -> bool:
    return table.seats.filter(Q(user=user), kind__in=PEOPLE, departed=False).exists()
