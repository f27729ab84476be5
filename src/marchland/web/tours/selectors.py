"""What a learner is shown of a lesson: only what its sentences say, and what the page offers anyway."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.html import format_html

from marchland.kernel.actions import Action
from marchland.kernel.title import Title
from marchland.kernel.tour import tour_of
from marchland.kernel.writing import Teaching
from marchland.web.accounts.people import Anybody
from marchland.web.tables.models import Status, Table
from marchland.web.tables.selectors import Sight, legal_actions
from marchland.web.words import say

from .refusals import NotTheLesson
from .script import TOUR, Lesson

FEW = 6
"""Buttons on a card."""


def unfinished(learner: Anybody, title_id: str) -> QuerySet[Table]:
    """Lessons of this title that the person has begun and neither finished nor left, the latest first."""
    own = {"seats__user": learner, "seats__departed": False, "seats__guide__has_key": TOUR}
    return Table.objects.filter(title=title_id, status=Status.PLAYING, **own).order_by("-touched")


def offers(lesson: Lesson | None, action: Action) -> bool:
    """Is the option shown? In a lesson only what it asks for is."""
    return lesson is None or lesson.takes(action)


def not_now(sight: Sight, thing: str) -> str:
    """For the card of something on the board: the rules would allow it, and the lesson asks for something else."""
    lesson = sight.lesson
    here = [action for action in legal_actions(sight) if thing in action.touches()] if lesson is not None else []
    if lesson is None or not here or any(map(lesson.takes, here)):
        return ""
    return format_html('<div class="refused"><p>{}</p></div>', NotTheLesson(lesson.standing).sentence())


def prompt_of(lesson: Lesson | None) -> str:
    """What the page asks for where nothing is to be played; empty: as usual."""
    if lesson is None or lesson.standing.asked is not None or lesson.standing.following is not None:
        return ""
    return say("tour_over_prompt") if lesson.standing.is_end else say("tour_read_prompt")


def card_of(sight: Sight) -> dict[str, Any] | None:
    """What stands on the card over the board; None where there is none."""
    lesson = sight.lesson
    if lesson is None or lesson.standing.step is None:
        return None
    tour, standing, step = lesson.tour, lesson.standing, lesson.standing.step
    is_watching = standing.following is not None
    text = step.watch if is_watching and step.watch else {} if is_watching else step.say
    return {
        "name": tour.said(tour.name, sight.language, sight.players),
        "number": standing.number,
        "shown_number": min(standing.number + 1, len(tour.steps)),
        "count": len(tour.steps),
        "heading": tour.said(step.heading, sight.language, sight.players),
        "text": tour.said(text, sight.language, sight.players) if text else say("tour_watch"),
        "point": " ".join(() if is_watching else step.point),
        "is_read": standing.is_read,
        "is_asked": standing.asked is not None,
        "is_watching": is_watching,
        "is_end": standing.is_end,
        "times": len(step.own),
        "left": len(step.own) - standing.done,
        "options": _options(sight, lesson),
        "title": sight.title.id,
        "goes_on": sight.goes_on,
    }


def _options(sight: Sight, lesson: Lesson) -> list[dict[str, Any]]:
    """Buttons for those whose browser runs no script."""
    legal = enumerate(legal_actions(sight))
    named = [
        (index, sight.title.phrases.action(action, sight.language, sight.players))
        for index, action in legal
        if lesson.takes(action)
    ]
    return [{"index": index, "text": text} for index, text in named[:FEW]]


def learning(title: Title) -> dict[str, int] | None:
    """How a title is learned: by a tour of so many minutes, or (0) by lessons in a game that is played anyway; None: not here."""
    tour = tour_of(title)
    if tour is not None:
        return {"minutes": tour.minutes}
    return {"minutes": 0} if title.parts.guide is not None and isinstance(title.parts.desk, Teaching) else None
