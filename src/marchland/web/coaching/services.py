"""Asking the coach: what is asked and what came of it is kept with the seat. One transaction each, with the table's row locked."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.state import State
from marchland.web.accounts.models import User
from marchland.web.tables import announcing, background, keeping
from marchland.web.tables.bots import luck_of
from marchland.web.tables.changes import Change
from marchland.web.tables.locking import table_locked
from marchland.web.tables.models import Review, Seat, Status, Table
from marchland.web.tables.refusals import NotYourSeat, WrongMoment
from marchland.web.tables.screens import Screen
from marchland.web.tables.services import must_be_playing, place_of
from marchland.web.tables.thinking import Question, Task
from marchland.web.tables.viewers import is_own

from .kept import is_asking, is_lost, question_key
from .permits import may_be_advised
from .refusals import NoAdviceHere
from .reviewing import Reviewer

ADVICE, REVIEW = "advice", "review"


def advice_ask(slug: str, user: User, seat: SeatNumber | None, screen: Screen | None = None) -> Change:
    """A person asks the coach about the question that is put to their seat; before they are asked, only that they did is kept."""
    with table_locked(slug, with_seats=True) as table:
        place = place_of(table, user, seat, screen)
        must_be_playing(table)
        if not may_be_advised(table):
            raise NoAdviceHere(slug)
        state = keeping.present_state(table)
        if not is_asking(table, place):
            _keep(place, {"question": question_key(table, place), "asked": timezone.now().isoformat()})
            if place.number in state.deciders:
                _have_thought_about(table, place, state)
        return Change(table, state, table.entries_made)


def _have_thought_about(table: Table, place: Seat, state: State) -> None:
    decision = state.decision
    if decision is None or decision.WRITTEN:
        raise WrongMoment(table.slug)
    luck = luck_of(table, place)
    dealt = keeping.title_of(table).redeal(state, place.number, luck)
    question = Question(
        table.slug, table.title, place.number, "", dealt.to_json(), table.entries_made, luck.hex(), task=Task.ADVISE
    )
    transaction.on_commit(partial(background.ponder, question, partial(advice_keep, place.advice["question"])))


def advice_keep(about: str, question: Question, answer: dict[str, Any] | None) -> None:
    """The coach has thought, or could not; if the seat was asked something else meanwhile, it is of no use any more."""
    with table_locked(question.slug, with_seats=True) as table:
        for place in table.seats.all():
            if place.number == question.seat and place.advice.get("question") == about:
                _keep(place, {**place.advice, "answer": answer or {}})
                if place.user_id is not None:
                    announcing.send_to_user(place.user_id, kind=ADVICE, slug=table.slug)


def _keep(place: Seat, advice: dict[str, Any]) -> None:
    place.advice = advice
    place.save(update_fields=["advice"])


# -- a game that is over -----------------------------------------------------------------------------


def review_ask(slug: str, user: User) -> Table:
    """Somebody who played wants to know which moves cost most; what was worked out once is there for everybody."""
    with table_locked(slug, with_seats=True) as table:
        if not any(is_own(place, user) for place in table.seats.all()):
            raise NotYourSeat(slug)
        if table.status != Status.OVER or not keeping.is_of_these_rules(table):
            raise WrongMoment(slug)
        review, is_new = Review.objects.get_or_create(table=table)
        if is_new or is_lost(review):
            review.asked = timezone.now()
            review.save(update_fields=["asked"])
            reviewer = Reviewer(table, review_keep)
            transaction.on_commit(reviewer.begin)
        return table


def review_keep(slug: str, moves: list[dict[str, Any]]) -> None:
    with table_locked(slug) as table:
        Review.objects.filter(table=table).update(moves=moves, is_done=True)
        announcing.after_commit(table, REVIEW)
