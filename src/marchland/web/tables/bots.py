"""Bots at tables: what they are asked, and how their answer gets onto the table.

A bot never gets the true state: what is hidden from its seat is dealt anew before it may look.
"""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from django.db.models import Q

from marchland.kernel.chance import KEY_BYTES
from marchland.kernel.state import State
from marchland.kernel.vocabulary import plain
from marchland.web.titles import title_named
from marchland.web.tours.script import Lesson, lesson_at

from . import beforehand, keeping, services
from .models import Seat, SeatKind, Status, Table
from .refusals import NotYourSeat, Stale, WrongMoment
from .thinking import Question, choose
from .viewers import found_table, seated


def next_question(slug: str) -> Question | None:
    """The question that waits for a bot at this table, if any."""
    table = found_table(slug)
    if table is None or table.status != Status.PLAYING or not keeping.is_of_these_rules(table):
        return None
    seated(table, with_names=False)
    return _question_at(table, keeping.present_state(table))


def _question_at(table: Table, state: State) -> Question | None:
    """The question this state puts to a bot; in a lesson nobody thinks."""
    lesson = lesson_at(table)
    if lesson is not None:
        return _given_in(lesson, table)
    place = next((seat for seat in table.seats.all() if seat.thinker and seat.number in state.deciders), None)
    if place is None:
        return None
    luck = luck_of(table, place)
    dealt = keeping.title_of(table).redeal(state, place.number, luck)
    return Question(table.slug, table.title, place.number, place.thinker, dealt.to_json(), table.entries_made, luck.hex())


def _given_in(lesson: Lesson, table: Table) -> Question | None:
    """What the lesson has somebody play next, as if it had been thought of; nothing while it waits for its learner."""
    if lesson.next_move is None:
        return None
    seat, action = lesson.next_move
    return Question(table.slug, table.title, seat, "", b"", table.entries_made, "", given=plain(action))


def luck_of(table: Table, place: Seat) -> bytes:
    """What a bot's guesses and whims are drawn from: fresh for every question, and never the table's own key."""
    return os.urandom(KEY_BYTES)


def answer(question: Question, action: dict[str, Any]) -> Question | None:
    """Play what the bot chose, unless the table has moved on in the meantime; the next question to a bot, if there is one."""
    title = title_named(question.title)
    chosen = title.vocabulary.action(action)
    if title.has_mail and (table := found_table(question.slug)) is not None:
        beforehand.work_out(table, question.seat, chosen)
    try:
        change = services.bot_action_submit(question.slug, question.seat, chosen, question.n, question.given is not None)
    except (Stale, WrongMoment, NotYourSeat):
        return next_question(question.slug)
    return _question_at(change.table, change.state) if change.state is not None else None


def tables_waiting_for_bots(since: datetime | None = None) -> list[str]:
    """All of them, or those at which something has happened since then."""
    playing = Seat.objects.filter(table__status=Status.PLAYING).select_related("table").defer("table__state")
    if since is not None:
        playing = playing.filter(table__touched__gte=since)
    seats = playing.filter(Q(kind=SeatKind.BOT) | ~Q(stand_in=""))
    return sorted({seat.table.slug for seat in seats if seat.thinker and seat.number in seat.table.deciders})


def move_all(slug: str) -> None:
    """Let every bot move at once, here and now: for tests and scripts, where no server runs beside."""
    question = next_question(slug)
    while question is not None:
        question = answer(question, choose(question))
