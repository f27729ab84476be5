"""Lessons are begun, read on, left: one transaction each, with the table's row locked."""

from __future__ import annotations

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.tour import Tour, tour_of
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables import announcing, keeping
from marchland.web.tables.locking import table_locked, write_transaction
from marchland.web.tables.models import By, Seat, SeatKind, Status, Table, Watching
from marchland.web.tables.screens import Screen
from marchland.web.tables.services import answer_for, place_of
from marchland.web.titles import title_named

from .refusals import NoTour
from .script import READ, TOUR, Lesson, lesson_at
from .selectors import unfinished

LEVEL = "easy"
"""Who goes on playing once a lesson is left."""


def tour_begin(learner: User, title_id: str, language: str) -> Table:
    """A lesson begun anew, at a table of its own; one of the same title that was not finished is given up for it."""
    tour = tour_of(title_named(title_id))
    if tour is None:
        raise NoTour(title_id)
    with write_transaction():
        for former in unfinished(learner, title_id):
            _give_up(former.slug)
        return _laid(learner, tour, language)


def _give_up(slug: str) -> None:
    with table_locked(slug) as table:
        table.status = Status.ABANDONED
        table.save(update_fields=["status"])
        announcing.after_commit(table, "seats")


def _laid(learner: User, tour: Tour, language: str) -> Table:
    """A private table with everything played that comes before the first sentence."""
    places = [Place("me" if seat == tour.you else "bot", level=LEVEL) for seat in range(len(tour.seat_names))]
    options = tour.title.settings(tour.options)  # as it was written for: what is suggested to new tables since is no part of it
    wish = Wish(tour.title.id, places, options, tour.name[language], public=False, watching=Watching.NOBODY, key=tour.key)
    made = table_create(learner, wish)
    with table_locked(made.slug) as table:
        place = table.seats.get(number=tour.you)
        place.guide = {**place.guide, TOUR: {}}
        place.save(update_fields=["guide"])
        while (lesson := lesson_at(table)) is not None and lesson.standing.step is None:
            _play_on(table, lesson)
        return table


def _play_on(table: Table, lesson: Lesson) -> None:
    move = lesson.next_move
    if move is not None:
        seat, action = move
        place = next(place for place in table.seats.all() if place.number == seat)
        state = keeping.present_state(table)
        answer_for(table, place, state, action, By.SEAT if place.kind == SeatKind.BOT else By.STAND_IN)


def step_read(slug: str, user: User, seat: SeatNumber | None, step: int, screen: Screen | None = None) -> Table:
    """The learner has read this step and goes on; whoever says so twice goes on once."""
    with table_locked(slug, with_seats=True) as table:
        lesson = _own_lesson(table, user, seat, screen)
        if lesson.standing.is_read and lesson.standing.number == step:
            _keep(lesson.place, {READ: step})
            announcing.wake_bots(table)
        return table


def tour_leave(slug: str, user: User, seat: SeatNumber | None, screen: Screen | None = None) -> Table:
    """From now on it is a game as any other, against whoever sits there."""
    with table_locked(slug, with_seats=True) as table:
        lesson = _own_lesson(table, user, seat, screen)
        lesson.place.guide = {name: value for name, value in lesson.place.guide.items() if name != TOUR}
        lesson.place.save(update_fields=["guide"])
        announcing.wake_bots(table)
        return table


def _own_lesson(table: Table, user: User, seat: SeatNumber | None, screen: Screen | None) -> Lesson:
    place, lesson = place_of(table, user, seat, screen), lesson_at(table)
    if lesson is None or lesson.place.number != place.number:
        raise NoTour(table.slug)
    return lesson


def _keep(place: Seat, news: dict[str, int]) -> None:
    place.guide = {**place.guide, TOUR: {**place.guide[TOUR], **news}}
    place.save(update_fields=["guide"])
