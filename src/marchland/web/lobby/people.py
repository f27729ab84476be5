"""A guest who was somebody known all along, and somebody who leaves for good: what becomes of their tables."""

from __future__ import annotations

from django.db.models import Q

from marchland.web.absence import handover as absence
from marchland.web.accounts.models import User
from marchland.web.letters import services as letters
from marchland.web.post import services as post
from marchland.web.tables import announcing
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import (
    Admission,
    AdmissionKind,
    ChatMessage,
    Invitation,
    Seat,
    SeatKind,
    Sheet,
    Status,
    Table,
    Waiting,
)
from marchland.web.tables.viewers import PEOPLE

from . import line
from .services import abandon_if_empty, lay_down_office, seat_leave


def hand_over(guest: User, account: User) -> None:
    """Every table of a guest goes on as the account's, but those at which the account sits already."""
    absence.person_renamed(guest, account)
    for slug in list(Table.objects.filter(seats__user=guest).distinct().values_list("slug", flat=True)):
        with table_locked(slug) as table:
            if table.seats.filter(user=account).exists():
                continue
            table.seats.filter(user=guest).update(user=account)
            Table.objects.filter(pk=table.pk, host=guest).update(host=account)
            ChatMessage.objects.filter(table=table, user=guest).update(user=account)
            Sheet.objects.filter(table=table, user=guest).update(user=account)
            letters.person_renamed(guest, account, table)
            Invitation.objects.filter(table=table, taken_by=guest).update(taken_by=account)
            announcing.after_commit(table, "seats")
    _hand_over_hopes(guest, account)


def _hand_over_hopes(guest: User, account: User) -> None:
    """Where a guest waits, watches, is kept a seat or is offered one, the account does; unless the table knows it already."""
    _stay_away(guest, account)
    known = Table.objects.filter(Q(waiting__user=account) | Q(admissions__user=account) | Q(seats__user=account))
    Waiting.objects.filter(user=guest).exclude(table__in=known).update(user=account)
    Admission.objects.filter(user=guest).exclude(table__in=known).update(user=account)
    Invitation.objects.filter(kept_for=guest).update(kept_for=account)
    Seat.objects.filter(held_for=guest).update(held_for=account)


def _stay_away(guest: User, account: User) -> None:
    """Whoever was sent away as a guest does not come back by logging in, but where they sit already or are the host."""
    own = Table.objects.filter(Q(seats__user=account) | Q(host=account))
    for one in list(Admission.objects.filter(user=guest, kind=AdmissionKind.BARRED).exclude(table__in=own)):
        Admission.objects.update_or_create(table_id=one.table_id, user=account, defaults={"kind": AdmissionKind.BARRED})
        Waiting.objects.filter(table_id=one.table_id, user__in=(guest, account)).delete()


def forget_player(user: User) -> None:
    """Take a person who is being deleted off every table; what they wrote there goes with them. Games of others go on."""
    absence.person_left(user)
    letters.person_left(user)
    post.person_left(user)
    seats = list(Seat.objects.filter(user=user).values_list("pk", flat=True))
    under_way = Table.objects.filter(status__in=(Status.GATHERING, Status.PLAYING))
    for slug in list(under_way.filter(seats__in=seats).distinct().values_list("slug", flat=True)):
        seat_leave(slug, user)
    for slug in list(under_way.filter(host=user).values_list("slug", flat=True)):
        _leave_office(slug, user)
    for slug in list(
        Table.objects.filter(Q(waiting__user=user) | Q(seats__held_for=user)).distinct().values_list("slug", flat=True)
    ):
        with table_locked(slug) as table:
            line.pass_over(table, user)
    _forget_traces(user, seats)


def _leave_office(slug: str, user: User) -> None:
    """A host without a seat of their own."""
    with table_locked(slug) as table:
        abandon_if_empty(table)
        lay_down_office(table, user)
        announcing.after_commit(table, "seats")


def _forget_traces(user: User, seats: list[int]) -> None:
    """Moves stay, by seat; names and words go, also on seats that were left long ago."""
    gone = {"name": "", "waived": [], "standing": [], "plan": {}, "guide": {}, "advice": {}}
    Seat.objects.filter(pk__in=seats, kind__in=PEOPLE).update(user=None, departed=True, **gone)
    Seat.objects.filter(kind=SeatKind.USER, user=None, departed=True, name=user.username).update(name="")
    Sheet.objects.filter(user=user).update(text="", letters={}, receipt={}, user=None)
    ChatMessage.objects.filter(user=user).delete()
