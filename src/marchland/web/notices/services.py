"""Notices: one of a kind per person and table, read or not, mailed where the pace is slow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.models import User
from marchland.web.prepared import Prepared, Update
from marchland.web.tables import announcing
from marchland.web.tables.models import Pace, SeatKind, Table

from .models import Notice, NoticeKind
from .tasks import mail_later

_notice = Prepared(lambda kind, table, user: Notice.objects.filter(kind=kind, table_id=table, user_id=user))
_notices_of_a_kind = Prepared(lambda kind, table: Notice.objects.filter(kind=kind, table_id=table))
_renew = Update(Notice, "read", "mailed", "made")


def turns(table: Table, deciders: Iterable[SeatNumber], by: SeatNumber | None) -> None:
    """It is somebody's turn; whoever has just moved needs no telling, and their own notice is settled."""
    seats = set(deciders) - {by}
    asked = {user_id for number, user_id in _people(table) if number in seats}
    for notice in _notices_of_a_kind.all(NoticeKind.YOUR_TURN, table.pk):
        if not notice.read and notice.user_id not in asked:
            notice.read = True
            _renew(notice)
    for user_id in sorted(asked):
        _tell(table, user_id, NoticeKind.YOUR_TURN)


def started(table: Table) -> None:
    _tell_all(table, NoticeKind.STARTED, but=table.host_id)


def game_over(table: Table) -> None:
    Notice.objects.filter(table=table, kind=NoticeKind.YOUR_TURN, read=False).update(read=True)
    _tell_all(table, NoticeKind.OVER)


def rematch(table: Table, by: User) -> None:
    _tell_all(table, NoticeKind.REMATCH, but=by.pk)


def removed(table: Table, user: User) -> None:
    _tell(table, user.pk, NoticeKind.REMOVED)


def notices_read(user: User, table: Table) -> None:
    """Whoever opens a table has seen what there was to tell about it."""
    Notice.objects.filter(user=user, table=table, read=False).update(read=True)


def _people(table: Table) -> list[tuple[SeatNumber, int]]:
    """The seats of those who have an account or are guests, each with whose it is."""
    there = (seat for seat in table.seats.all() if seat.kind == SeatKind.USER and not seat.departed)
    return [(seat.number, seat.user_id) for seat in there if seat.user_id is not None]


def _tell_all(table: Table, kind: str, but: int | None = None) -> None:
    for user_id in sorted({user_id for _number, user_id in _people(table)} - {but}):
        _tell(table, user_id, kind)


def _tell(table: Table, user_id: int, kind: str) -> None:
    same: dict[str, Any] = {"user_id": user_id, "table": table, "kind": kind}
    notice = _notice.first(kind, table.pk, user_id)
    if notice is not None:  # mostly there is one of an earlier turn
        notice.read, notice.mailed, notice.made = False, False, timezone.now()
        _renew(notice)
    else:
        Notice.objects.update_or_create(**same, defaults={"read": False, "mailed": False, "made": timezone.now()})
    announcing.send_to_user(user_id, kind=kind, slug=table.slug)
    if table.pace == Pace.SLOW:
        mail_later(Notice.objects.select_related("user").get(**same))
