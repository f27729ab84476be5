"""People who wait for a game: as soon as enough of them want the same one, it begins."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables.locking import write_transaction
from marchland.web.tables.models import Table
from marchland.web.tables.refusals import BadRequest
from marchland.web.titles import title_named

from .models import Seek, Tempo
from .people import waiting
from .ratings import must_have_account

PATIENCE = {Tempo.LIVE: timedelta(minutes=30), Tempo.DAYS: timedelta(days=14)}
"""Who wants to play at once is not there for ever; who has time may wait for days."""
FIGURES = {Tempo.LIVE: {}, Tempo.DAYS: {"hours": 24}}


def seek_begin(user: User, title_id: str, seats: int, pace: str, rated: bool) -> Table | None:
    """Wait for others; the table, if this was the last one missing."""
    must_have_account(user)
    title = title_named(title_id)
    if seats not in title.seats or seats < 2 or pace not in Tempo.values:
        raise BadRequest(f"{title_id}: {seats} seats, {pace}"[:80])
    now = timezone.now()
    wanted = {"seats": seats, "pace": pace, "rated": rated, "since": now, "until": now + PATIENCE[Tempo(pace)]}
    with write_transaction():
        seek, _made = Seek.objects.update_or_create(user=user, title=title.id, defaults=wanted)
    # In a transaction of its own: of two who come at once, one at least sees both.
    return _match(seek, now)


def seek_end(user: User, title_id: str) -> None:
    Seek.objects.filter(user=user, title=title_id).delete()


def _match(wanted: Seek, now: datetime) -> Table | None:
    """A table for the first who want the same, if they are enough. Its host is whoever came last: they are surely there."""
    with write_transaction():
        same = waiting(now).filter(title=wanted.title, seats=wanted.seats, pace=wanted.pace, rated=wanted.rated)
        found = list(same.select_for_update(of=("self",))[: wanted.seats])
        if len(found) < wanted.seats:
            return None
        people = [seek.user for seek in found]
        places = [Place("person", guest=person) for person in people]
        tempo = FIGURES[Tempo(wanted.pace)]
        table = table_create(people[-1], Wish(wanted.title, places, {}, pace=wanted.pace, tempo=tempo, rated=wanted.rated))
        Seek.objects.filter(pk__in=[seek.pk for seek in found]).delete()
        return table
