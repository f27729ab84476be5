"""Reminding those whose time runs out: at the hours before their deadline that they chose, once for each deadline."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from marchland.web.tables.models import Seat, SeatKind, Status

from .models import REMINDERS, Notice, NoticeKind, Preferences, usual_reminders
from .services import AT_THE_TABLE, reminded

OF_WHAT = ("user_id", "table_id", "occasion")


def remind(now: datetime) -> None:
    """Everybody whose chosen hour has come; where several have passed unnoticed, the last of them alone is told."""
    seats = list(awaited(now))
    chosen = dict(Preferences.objects.filter(user__in=[seat.user_id for seat in seats]).values_list("user_id", "reminders"))
    told = set(Notice.objects.filter(kind=NoticeKind.REMINDER, table__in=[seat.table_id for seat in seats]).values_list(*OF_WHAT))
    _forget_settled(seats)
    for seat in seats:
        assert seat.user_id is not None
        hours = hours_passed(seat, chosen.get(seat.user_id, usual_reminders()), now)
        when = f"{_deadline(seat)}/{min(hours)}" if hours else ""
        if hours and (seat.user_id, seat.table_id, when) not in told:
            reminded(seat, when, min(hours))


def awaited(now: datetime) -> QuerySet[Seat]:
    """Seats of people whose time will run out within the longest time for a reminder."""
    soon = now + timedelta(hours=max(REMINDERS))
    playing = Seat.objects.filter(due__gt=now, due__lte=soon, table__status=Status.PLAYING, table__paused=None)
    people = playing.filter(kind=SeatKind.USER, user__isnull=False, departed=False, stand_in="")
    return people.exclude(table__pace__in=AT_THE_TABLE).select_related("table").defer("table__state")


def hours_passed(seat: Seat, chosen: list[int], now: datetime) -> list[int]:
    """Those that lie between the question and now: whoever has just been asked knows it without a reminder."""
    assert seat.due is not None
    marks = [(hours, seat.due - timedelta(hours=hours)) for hours in chosen]
    return [hours for hours, mark in marks if mark <= now and (seat.asked is None or mark > seat.asked)]


def _deadline(seat: Seat) -> str:
    assert seat.due is not None
    return seat.due.strftime("%Y-%m-%dT%H:%M:%SZ")


def _forget_settled(seats: list[Seat]) -> None:
    """A reminder of a deadline that is no more has nothing left to tell."""
    running = {(seat.user_id, seat.table_id, _deadline(seat)) for seat in seats}
    unread = Notice.objects.filter(kind=NoticeKind.REMINDER, read=False).values_list("pk", *OF_WHAT)
    settled = [pk for pk, user, table, when in unread if (user, table, when.partition("/")[0]) not in running]
    if settled:
        Notice.objects.filter(pk__in=settled).update(read=True)
