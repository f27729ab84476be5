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

from marchland.kernel.actions import Action
from marchland.kernel.frames import Together
from marchland.kernel.state import State
from marchland.web.notices import services as notices
from marchland.web.tables import announcing, keeping, services
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import By, EntryKind, Seat, Status, Table, Until
from marchland.web.tables.thinking import USUAL_LEVEL

from . import timing

logger = logging.getLogger("marchland.deadlines")

DEFAULT = "default"
"""The title's own answer for somebody who is silent; where it has none, a bot of the usual level answers."""


def run_due(now: datetime | None = None) -> int:
    """Everything that is due; how many deadlines were run here."""
    moment = now or timezone.now()
    due = Table.objects.filter(status=Status.PLAYING, due__lte=moment).order_by("due")
    return sum(_tried(slug, moment) for slug in due.values_list("slug", flat=True))


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
    return waiting.order_by("due").values_list("due", flat=True).first()


def time_runs_out(slug: str, now: datetime) -> int:
    """Every seat of the table whose time has run out, in the order of their deadlines."""
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
    """A deadline was missed: it is told, and somebody answers instead."""
    place.missed += 1
    send_for(table, place, Until.RETURN if place.missed > table.misses_allowed else Until.ANSWERED)
    services.note(table, EntryKind.TIME, place.number, {"do": "late", "by": place.stand_in, "until": place.stand_in_until})
    notices.late(table, place)
    answer_instead(table, place)


def send_for(table: Table, place: Seat, until: Until) -> None:
    """Somebody sits down in the place of its owner."""
    place.stand_in = _stand_in(table, place, for_good=until == Until.RETURN)
    place.stand_in_until, place.due = until, None
    timing.save(place)
    timing.set_due(table)


def answer_instead(table: Table, place: Seat) -> None:
    """Whoever was sent for answers: the title at once, a bot as soon as it has thought."""
    if place.stand_in == DEFAULT:
        answer_by_default(table, place)
    else:
        announcing.wake_bots(table)


def _stand_in(table: Table, place: Seat, for_good: bool) -> str:
    """A seat that is given up needs somebody who plays it."""
    wanted = place.when_late or table.when_late
    return USUAL_LEVEL if for_good and wanted == DEFAULT else wanted


def answer_by_default(table: Table, place: Seat) -> None:
    """Until the seat is asked no more, or is asked something to which the title has no answer of its own."""
    while place.stand_in == DEFAULT and place.number in table.deciders:
        state = keeping.present_state(table)
        action = default_answer(state, place)
        if action is None:
            place.stand_in = USUAL_LEVEL
            timing.save(place)
            announcing.wake_bots(table)
        else:
            services.answer_for(table, place, state, action, By.TIME)


def default_answer(state: State, place: Seat) -> Action | None:
    decision = state.decision
    if isinstance(decision, Together):
        return decision.default(state, place.number)
    if decision is not None and decision.moment(state):
        return decision.waiver()
    return None


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
