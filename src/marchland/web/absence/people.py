"""What may be known of a person: how reliable they are, and when they are away."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.notices.telling import preferences_of

from .models import Draft, Instructions, Vacation, own_papers
from .periods import Period, days_in_year, first_day, last_day
from .reliability import ENOUGH, LOOKED_BACK, reliability_of
from .vacations import LEAST_DAYS, away_now, day


def vacation_usual(user: User) -> dict[str, str]:
    """By the zone in which they are told the time."""
    return {"zone": preferences_of(user).zone}


def vacation_page(user: User) -> dict[str, Any]:
    now = timezone.now()
    every = list(user.vacations.all())
    spent = sum(days_in_year(_period(one), one.zone, now.year, LEAST_DAYS) for one in every)
    return {
        "vacations": [_vacation(one, now) for one in every if one.end > now],
        "least": LEAST_DAYS,
        "days": settings.VACATION_DAYS,
        "left": max(0, settings.VACATION_DAYS - spent),
        "year": str(now.year),
    }


def _vacation(one: Vacation, now: datetime) -> dict[str, Any]:
    period = _period(one)
    days = {"first": day(first_day(period, one.zone)), "last": day(last_day(period, one.zone))}
    return {"pk": one.pk, "is_now": period.holds(now), "zone": one.zone, **days}


def person(user: User) -> dict[str, Any]:
    return {
        "reliability": reliability_of(user),
        "enough": ENOUGH,
        "back": LOOKED_BACK,
        "since": day(user.date_joined.date()),
        "away": away_now([user.pk], timezone.now()).get(user.pk, ""),
    }


def absence_data(user: User) -> dict[str, Any]:
    """For the export: what is known of somebody's absences."""
    return {
        "vacations": [{"start": one.start.isoformat(), "end": one.end.isoformat()} for one in user.vacations.all()],
        "deadlines": [{"kept": one.kept, "at": one.at.isoformat()} for one in user.deadlines.all()],
        "drafts": [
            {"table": one.table.slug, "turn": one.turn, "text": one.text} for one in own_papers(Draft, user).select_related("table")
        ],
        "standing_orders": [
            {"table": one.table.slug, "text": one.orders, "moments": one.moments}
            for one in own_papers(Instructions, user).select_related("table")
        ],
    }


def _period(one: Vacation) -> Period:
    return Period(one.start, one.end)
