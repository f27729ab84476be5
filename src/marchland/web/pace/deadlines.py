"""When time runs out: noticed by whoever looks first, done once, written into the log.

Nothing is held in memory. A table says in its row when the next seat will be late (`Table.due`); whoever finds that moment past
locks the row, looks again, and answers in the seat's place or sends for a stand-in, all in one transaction. So a crash before the
commit leaves the deadline to the next round, and two processes that find it at once run it once.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from marchland.web.absence import fallbacks, offers, reliability
from marchland.web.absence.vacations import has_company
from marchland.web.absence.vacations import is_away as is_on_vacation
from marchland.web.tables import keeping, services
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import EntryKind, Seat, Status, Table

from . import timing

logger = logging.getLogger("marchland.deadlines")


def run_due(now: datetime | None = None) -> int:
    """Everything that is due; how many deadlines were run here."""
    moment = now or timezone.now()
    due = Table.objects.filter(status=Status.PLAYING, due__lte=moment).order_by("due")
    run = sum(_tried(slug, moment) for slug in due.values_list("slug", flat=True))
    offers.run_due(moment)
    return run


def _tried(slug: str, now: datetime) -> int:
    """One table's fault keeps no other waiting; it is tried again in the next round."""
    try:
        return time_runs_out(slug, now)
    except Exception:
        logger.exception("a deadline failed", extra={"table": slug})
        return 0


def next_due(after: datetime) -> datetime | None:
    """When to look again. What was due before has been seen to, or cannot be now."""
    waiting = Table.objects.filter(status=Status.PLAYING, due__gt=after)
    moments = (waiting.order_by("due").values_list("due", flat=True).first(), offers.next_due(after))
    return min((moment for moment in moments if moment is not None), default=None)


def time_runs_out(slug: str, now: datetime) -> int:
    """Every seat of the table whose time has run out, in the order of their deadlines."""
    fallbacks.read_ahead(slug)
    with table_locked(slug, with_seats=True) as table:
        if table.status != Status.PLAYING or table.paused is not None or not keeping.is_of_these_rules(table):
            return 0
        run = 0
        for place in sorted(table.seats.all(), key=lambda place: (place.due or now, place.number)):
            if place.due is not None and place.due <= now:
                miss(table, place)
                run += 1
        if not run:  # whoever was late has got up in the meantime
            timing.set_due(table)
            table.save(update_fields=["due"])
        return run


def miss(table: Table, place: Seat) -> None:
    """A deadline was missed, or its owner is on vacation: it is told, and somebody answers instead."""
    now = timezone.now()
    is_away = is_on_vacation(place.user_id, now)
    if not is_away:
        place.missed += 1
        reliability.missed(table, place, now)
    has_given_up = place.missed > table.misses_allowed and has_company(table, place, now)
    fallbacks.answer_late(table, place, now, for_good=has_given_up, is_away=is_away)


# -- releases ----------------------------------------------------------------------------------------


def follow_rules(now: datetime | None = None) -> None:
    """When a server starts: no time runs where its release cannot go on with a game, and runs again where it can."""
    moment = now or timezone.now()
    timed = Table.objects.filter(Q(pace__in=timing.TIMED) | Q(ends__isnull=False), status=Status.PLAYING)
    for table in timed.only("slug", "title", "options", "rules_version", "paused"):
        if (table.paused is None) is not keeping.is_of_these_rules(table):
            _halt_or_go_on(table.slug, moment)


def _halt_or_go_on(slug: str, now: datetime) -> None:
    with table_locked(slug, with_seats=True) as table:
        plays = keeping.is_of_these_rules(table)
        if not plays and table.paused is None:
            timing.pause(table, now)
            services.note(table, EntryKind.TIME, None, {"do": "halt"})
        elif plays and table.paused is not None and _was_halted(table):
            timing.go_on(table, now)
            services.note(table, EntryKind.TIME, None, {"do": "resume"})


def _was_halted(table: Table) -> bool:
    """Was it a release that stopped the clocks last, and not the host?"""
    stops = table.entries.filter(kind__in=(EntryKind.TIME, EntryKind.HOUSE)).order_by("-n")
    return next((entry.action["do"] == "halt" for entry in stops if entry.action and entry.action.get("do") in STOPS), False)


STOPS = ("halt", "resume", "pause", "go_on")
"""What entries say that stop clocks and let them go on."""
