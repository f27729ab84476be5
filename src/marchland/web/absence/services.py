"""What people do about their absence: keep a draft, leave instructions, come back. One transaction each, with the table locked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.web.accounts.models import User
from marchland.web.pace import timing
from marchland.web.tables import keeping
from marchland.web.tables.changes import Change
from marchland.web.tables.locking import table_locked, write_transaction
from marchland.web.tables.models import EntryKind, Seat, Status, Table
from marchland.web.tables.refusals import BadRequest, NotYourSeat, WrongMoment
from marchland.web.tables.screens import Screen
from marchland.web.tables.services import is_back, note, place_of
from marchland.web.tables.sheets import bytes_of, is_written
from marchland.web.tables.viewers import is_own
from marchland.web.words import say

from . import choices, vacations
from .drafts import keep_draft
from .models import Draft, Instructions, Vacation
from .periods import Period, days_in_year, due_with, first_day, last_day, midnight
from .refusals import NoVacation
from .vacations import LEAST_DAYS

FARTHEST = 365
"""Days ahead for which one can be announced."""


def draft_save(slug: str, user: User, seat: SeatNumber | None, text: str, turn: str, screen: Screen | None = None) -> Draft:
    """Keep what stands on the sheet now. It commits to nothing; it is there on every device, and may answer if time runs out."""
    bytes_of(text)
    with table_locked(slug, with_seats=True) as table:
        place = place_of(table, user, seat, screen)
        title = keeping.title_of(table)
        state = keeping.present_state(table) if table.status == Status.PLAYING else None
        if state is None or not is_written(title, state) or title.parts.mail.turn_name(state) != turn:
            raise WrongMoment(slug)
        return keep_draft(table, place.number, turn, text)


def instructions_set(
    slug: str,
    user: User,
    seat: SeatNumber | None,
    *,
    when_late: Iterable[str],
    moments: Mapping[str, str],
    orders: str,
    screen: Screen | None = None,
) -> Instructions:
    """What shall be done for a seat whose time runs out; without a choice, what the table says."""
    bytes_of(orders)
    with table_locked(slug, with_seats=True) as table:
        place, title = place_of(table, user, seat, screen), keeping.title_of(table)
        unknown = set(moments) - set(title.moments) or set(moments.values()) - {"", *choices.offered_at_moments(title)}
        if unknown:
            raise BadRequest(f"moments: {min(unknown)}")
        place.when_late = choices.written(when_late, title)
        Seat.objects.filter(pk=place.pk).update(when_late=place.when_late)
        own = {moment: choice for moment, choice in moments.items() if choice}
        left = {"orders": orders if title.has_mail else "", "moments": own, "saved": timezone.now()}
        return Instructions.objects.update_or_create(table=table, seat=place.number, defaults=left)[0]


def seat_return(slug: str, user: User) -> Change:
    """'I am back': every seat of this person at the table is theirs again, and their vacation is over."""
    now = timezone.now()
    if vacations.is_away(user.pk, now):
        vacation_end(user)
    with table_locked(slug, with_seats=True) as table:
        own = [place for place in table.seats.all() if is_own(place, user)]
        if not own:
            raise NotYourSeat(slug)
        if table.status != Status.PLAYING:
            raise WrongMoment(slug)
        for place in own:
            is_back(table, place)
        table.save(update_fields=["due"])
        return Change(table, keeping.present_state(table), table.entries_made)


# -- vacations ---------------------------------------------------------------------------------------


def vacation_take(user: User, first: date, last: date, zone: str) -> Vacation:
    """Announce a vacation from the first day to the last; one that meets another of the same person's becomes one with it."""
    now = timezone.now()
    with write_transaction():
        User.objects.select_for_update().get(pk=user.pk)
        before = vacations.periods_of(user.pk)
        wanted = _wanted(first, last, zone, now)
        met = list(Vacation.objects.filter(user=user, start__lte=wanted.end, end__gte=wanted.start, end__gt=now))
        whole = Period(min([wanted.start, *(one.start for one in met)]), max([wanted.end, *(one.end for one in met)]))
        _must_have_days(user, whole, zone, met)
        Vacation.objects.filter(pk__in=[one.pk for one in met]).delete()
        made = Vacation.objects.create(user=user, start=whole.start, end=whole.end, zone=zone)
        _put_off(user, before)
    return made


def _wanted(first: date, last: date, zone: str, now: datetime) -> Period:
    """From now at the earliest: what was missed before is missed."""
    today = now.astimezone(ZoneInfo(zone)).date()
    if first < today or last > today + timedelta(days=FARTHEST):
        raise NoVacation(say("vacation_in_sight", days=FARTHEST))
    if (last - first).days + 1 < LEAST_DAYS:
        raise NoVacation(say("vacation_too_short", days=LEAST_DAYS))
    return Period(max(now, midnight(first, zone)), midnight(last + timedelta(days=1), zone))


def _must_have_days(user: User, whole: Period, zone: str, replaced: list[Vacation]) -> None:
    others = [one for one in user.vacations.all() if one not in replaced]
    for year in range(first_day(whole, zone).year, last_day(whole, zone).year + 1):
        spent = sum(days_in_year(Period(one.start, one.end), one.zone, year, LEAST_DAYS) for one in others)
        left = settings.VACATION_DAYS - spent
        if days_in_year(whole, zone, year, LEAST_DAYS) > left:
            raise NoVacation(say("vacation_too_long", year=year, left=max(0, left), days=settings.VACATION_DAYS))


def vacation_end(user: User, pk: int | None = None) -> None:
    """Be back before its time: the one with this number, or the one that goes on now. One that has not begun is called off."""
    now = timezone.now()
    with write_transaction():
        User.objects.select_for_update().get(pk=user.pk)
        before = vacations.periods_of(user.pk)
        ended = user.vacations.filter(end__gt=now)
        ended = ended.filter(start__lte=now) if pk is None else ended.filter(pk=pk)
        ended.filter(start__gt=now).delete()
        ended.update(end=now)
        _put_off(user, before)


def _put_off(user: User, before: list[Period]) -> None:
    """Deadlines that run follow a change of somebody's vacations; what a host has granted on top of them stays granted."""
    running = Seat.objects.filter(user=user, departed=False, due__isnull=False, table__status=Status.PLAYING)
    for slug in sorted(running.values_list("table__slug", flat=True).distinct()):
        with table_locked(slug, with_seats=True) as table:
            moved = [place for place in table.seats.all() if place.user_id == user.pk and _follow(table, place, before)]
            timing.set_due(table)
            table.save(update_fields=["due"])
            for place in (one for one in moved if vacations.waits_for(table, one, timezone.now())):
                assert place.due is not None
                note(table, EntryKind.TIME, place.number, {"do": "moved", "due": place.due.isoformat()})


def _follow(table: Table, place: Seat, before: list[Period]) -> bool:
    """Did the deadline move?"""
    if place.asked is None or place.due is None:
        return False
    tempo = timing.tempo_of(table)
    waits = vacations.waits_for(table, place, timezone.now())
    was = due_with(tempo, place.asked, place.bank, before, waits)
    becomes = due_with(tempo, place.asked, place.bank, vacations.periods_of(place.user_id), waits)
    if was is None or becomes is None or was == becomes:
        return False
    place.due += becomes - was
    timing.save(place)
    return True
