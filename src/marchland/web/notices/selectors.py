"""What waits for somebody, and what there is to read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.tables.models import Invitation, Seat, Status, Until
from marchland.web.tables.viewers import PEOPLE

from .models import Notice, NoticeKind, Preferences
from .telling import ASKED, Message, game_of, message, preferences_of

SHOWN = 50
JUST_NOW = timedelta(minutes=1)


@dataclass(frozen=True)
class Waiting:
    """A table that waits for the reader."""

    slug: str
    game: str
    since: datetime
    until: datetime | None
    is_paused: bool

    @property
    def is_fresh(self) -> bool:
        return _is_fresh(self.since)


@dataclass(frozen=True)
class News:
    """A notice, in words."""

    pk: int
    made: datetime
    read: bool
    told: Message

    @property
    def is_fresh(self) -> bool:
        return _is_fresh(self.made)


def _is_fresh(moment: datetime) -> bool:
    return timezone.now() - moment < JUST_NOW


def seats_asked(user: User) -> list[Seat]:
    """One seat for every table at which somebody who is here on this account is asked, and answers themselves."""
    own = _own_seats(user).select_related("table").defer("table__state")
    asked = [seat for seat in own if seat.number in seat.table.deciders]
    return list({seat.table_id: seat for seat in reversed(asked)}.values())


def _own_seats(user: User) -> QuerySet[Seat]:
    """Where somebody on this account answers themselves, in games under way."""
    return Seat.objects.filter(user=user, kind__in=PEOPLE, departed=False, stand_in="", table__status=Status.PLAYING)


def waiting_for(user: User) -> list[Waiting]:
    """What is most urgent first, then what waits longest."""
    told = dict(Notice.objects.filter(user=user, kind=NoticeKind.YOUR_TURN, standing=True).values_list("table_id", "made"))
    found = [_waiting(seat, told.get(seat.table_id)) for seat in seats_asked(user)]
    return sorted(found, key=lambda one: (one.until is None, one.until or one.since))


def _waiting(seat: Seat, told: datetime | None) -> Waiting:
    table, is_paused = seat.table, seat.table.paused is not None
    since = seat.asked or told or table.touched
    return Waiting(table.slug, game_of(table), since, None if is_paused else seat.due, is_paused)


@dataclass(frozen=True)
class Replaced:
    """A table at which a computer plays for the reader until they say that they are back."""

    slug: str
    game: str
    is_sought: bool


def replaced(user: User) -> list[Replaced]:
    own = Seat.objects.filter(user=user, departed=False, stand_in_until=Until.RETURN, table__status=Status.PLAYING)
    found = own.select_related("table").defer("table__state").order_by("table_id")
    return [Replaced(one.table.slug, game_of(one.table), one.sought) for one in found]


@dataclass(frozen=True)
class Kept:
    """A seat that is kept for the reader."""

    code: str
    game: str
    host: str


def invitations_for(user: User) -> list[Kept]:
    kept = Invitation.objects.filter(kept_for=user, taken_by=None, table__status=Status.GATHERING)
    found = kept.select_related("table__host").defer("table__state").order_by("-id")
    return [Kept(one.code, game_of(one.table), one.table.host.username if one.table.host else "") for one in found]


def news_for(user: User, chosen: Preferences) -> list[News]:
    """The latest, but for whose turn it is, which is said above them."""
    return [News(one.pk, one.made, one.read, message(one, chosen)) for one in notices(user).exclude(kind__in=ASKED)[:SHOWN]]


def notices(user: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user).select_related("table").defer("table__state")


def count_for(user: User, in_view: str = "") -> int:
    """The number on the badge: tables that wait, but for the one in view, and what has not been read.

    Every page shows it: nothing is read but what is counted.
    """
    own = _own_seats(user).values_list("number", "table__slug", "table__deciders")
    asked = {slug for number, slug, deciders in own if number in deciders}
    return len(asked - {in_view}) + Notice.objects.filter(user=user, read=False).exclude(kind__in=ASKED).count()


def whose_secret(secret: str) -> tuple[User, Preferences] | None:
    """Who reads a feed or a calendar."""
    chosen = Preferences.objects.select_related("user").filter(secret=secret, user__is_active=True).first()
    return None if chosen is None else (chosen.user, chosen)


def news_data(user: User) -> dict[str, object]:
    """For the export: what is known of how somebody is told, but for the keys that would let others tell them."""
    chosen = preferences_of(user)
    names = ("mail", "hour", "zone", "reminders", "unmailed", "unpushed")
    return {
        "preferences": {name: getattr(chosen, name) for name in names},
        "devices": [{"name": one.name, "endpoint": one.endpoint, "made": one.made.isoformat()} for one in user.devices.all()],
        "hooks": [{"url": one.url, "made": one.made.isoformat()} for one in user.hooks.all()],
        "deliveries": [
            {"table": one.table.slug, "kind": one.kind, "by": one.channel, "made": one.made.isoformat(), "progress": one.progress}
            for one in user.deliveries.select_related("table")
        ],
    }
