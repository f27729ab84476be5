"""News as an Atom feed and deadlines as a calendar, for readers that cannot log in: whoever knows the address may read."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from icalendar import Alarm, Calendar, Event

from marchland.web.accounts.models import User
from marchland.web.tables.models import Seat
from marchland.web.words import say

from .models import Preferences
from .selectors import SHOWN, notices, seats_asked
from .telling import game_of, message, spoken_to

LENGTH = timedelta(minutes=30)
"""A deadline as a calendar shows it: the half-hour before it."""


def atom(user: User, chosen: Preferences) -> str:
    with spoken_to(user, chosen):
        feed = Atom1Feed(
            title=say("feed_title", name=user.username), link=settings.SITE_URL, description=None, language=user.language or "en"
        )
        for notice in notices(user)[:SHOWN]:
            told = message(notice, chosen)
            number = f"{settings.SITE_URL}/news/#{notice.pk}.{notice.occasion}"
            feed.add_item(told.line, told.link, "", unique_id=number, updateddate=notice.made, pubdate=notice.made)
        return feed.writeString("utf-8")


def calendar(user: User, chosen: Preferences) -> bytes:
    with spoken_to(user, chosen):
        made = Calendar()
        made.add("prodid", "-//Marchland//Deadlines//EN")
        made.add("version", "2.0")
        made.add("x-wr-calname", say("calendar_title"))
        made.add("refresh-interval", timedelta(hours=1), {"value": "DURATION"})
        for seat in seats_asked(user):
            if seat.due is not None and seat.table.paused is None:
                made.add_component(_deadline(seat, chosen))
        return bytes(made.to_ical())


def _deadline(seat: Seat, chosen: Preferences) -> Event:
    assert seat.due is not None
    event, link = Event(), f"{settings.SITE_URL}/t/{seat.table.slug}/"
    event.add("uid", f"{seat.table.slug}.{seat.number}.{int((seat.asked or seat.due).timestamp())}@marchland")
    event.add("summary", say("calendar_event", game=game_of(seat.table)))
    event.add("dtstart", seat.due - LENGTH)
    event.add("dtend", seat.due)
    event.add("dtstamp", timezone.now())
    event.add("url", link)
    event.add("description", link)
    for hours in chosen.reminders:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", say("reminder_hours", hours=hours))
        alarm.add("trigger", LENGTH - timedelta(hours=hours))
        event.add_component(alarm)
    return event
