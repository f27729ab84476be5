"""What a notice says, in the language that is spoken: the same words on the page, in mails, on devices and in feeds.

It names the table, the game and what happened, as the lobby does; nothing of what anybody sees at the table is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from marchland.web.accounts.models import User
from marchland.web.tables.keeping import title_of
from marchland.web.tables.models import Seat, Status, Table
from marchland.web.tables.notes import Note, told
from marchland.web.words import say

from .models import Delivery, Notice, NoticeKind, Preferences

ASKED = (NoticeKind.YOUR_TURN, NoticeKind.REMINDER)


@dataclass(frozen=True)
class Message:
    headline: str
    game: str
    """The title of the game, and the table's name where it has one."""
    path: str
    until: datetime | None
    """When the reader's time runs out, where they are asked and time is kept."""

    @property
    def link(self) -> str:
        return str(settings.SITE_URL) + self.path

    @property
    def line(self) -> str:
        return say("news_line", headline=self.headline, game=self.game)


def message(news: Notice | Delivery, preferences: Preferences) -> Message:
    path = reverse("news:settings") if news.kind == NoticeKind.HOOK_OFF else _place(news)
    until = due_of(news.table, news.user_id) if news.kind in ASKED else None
    return Message(headline(news), game_of(news.table), path, until.astimezone(ZoneInfo(preferences.zone)) if until else None)


def _place(news: Notice | Delivery) -> str:
    """Where it is to be seen."""
    return reverse("letters:letters" if news.kind == NoticeKind.LETTER else "tables:table", args=[news.table.slug])


def headline(news: Notice | Delivery) -> str:
    match news.kind:
        case NoticeKind.REMINDER:
            return say("reminder_hours", hours=news.detail["hours"])
        case NoticeKind.HOUSE:
            return _what_the_house_did(news)
        case NoticeKind.HOOK_OFF:
            return say("hook_off", host=news.detail["host"])
        case kind:
            return str(NoticeKind(kind).label)


def _what_the_house_did(news: Notice | Delivery) -> str:
    """As the log says it; an act for which it has no sentence yet is at least told of."""
    what, seats = news.detail["what"], news.table.seats.select_related("user")
    players = [place.name or (place.user.username if place.user else "") for place in seats]
    line = told(Note(what, news.detail["seat"], players, title_of(news.table)))
    return str(NoticeKind.HOUSE.label) if line == what.get("do") else line


def game_of(table: Table) -> str:
    title = title_of(table).name[translation.get_language() or settings.LANGUAGE_CODE]
    return f"{title}, {table.name}" if table.name else title


def is_asked(news: Delivery) -> bool:
    """Whether the reader still sits at the table, answers themselves, and is awaited."""
    own = Seat.objects.filter(table=news.table, user_id=news.user_id, departed=False, stand_in="")
    deciders = news.table.deciders if news.table.status == Status.PLAYING else []
    return own.filter(number__in=deciders).exists()


def due_of(table: Table, user_id: int) -> datetime | None:
    if table.status != Status.PLAYING or table.paused is not None:
        return None
    return (
        Seat.objects.filter(table=table, user_id=user_id, departed=False, due__isnull=False).values_list("due", flat=True).first()
    )


@contextmanager
def spoken_to(user: User, preferences: Preferences) -> Iterator[None]:
    """In the reader's language and time zone."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(ZoneInfo(preferences.zone)):
        yield


def preferences_of(user: User) -> Preferences:
    """What the person chose, or what holds for whoever never did."""
    return Preferences.objects.filter(user=user).first() or Preferences(user=user)
