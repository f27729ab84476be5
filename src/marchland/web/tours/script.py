"""Where a guided game stands, and what it allows: it follows from the entries, and only what was read is kept, with the seat."""

from __future__ import annotations

from typing import NamedTuple

from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.tour import Standing, Tour, tour_of
from marchland.web.tables import announcing, keeping
from marchland.web.tables.models import EntryKind, Seat, Status, Table

from .refusals import NotBeforehand, NotTheLesson

TOUR, READ = "tour", "read"
"""What is kept in `Seat.guide` as long as nobody has left the lesson: the last step that was read."""


class Lesson(NamedTuple):
    """A tour at a table, with its learner."""

    tour: Tour
    place: Seat
    standing: Standing

    @property
    def next_move(self) -> tuple[SeatNumber, Action] | None:
        """What is played next without the learner; None: it waits."""
        beat = self.standing.following
        action = beat.wanted[0].action if beat is not None else None
        return (beat.seat, action) if beat is not None and action is not None else None

    def takes(self, action: Action) -> bool:
        """Does the step wait for this answer of the learner's?"""
        return self.standing.asked is not None and self.standing.asked.fits(action)


def lesson_at(table: Table) -> Lesson | None:
    """The lesson that goes on at this table; None where there is none, or it was left."""
    place = next((place for place in table.seats.all() if TOUR in place.guide), None)
    tour = tour_of(keeping.title_of(table)) if place is not None and table.status in (Status.PLAYING, Status.OVER) else None
    if place is None or tour is None or place.number != tour.you or place.user_id is None or place.departed:
        return None
    answers = _answers(table)
    standing = tour.after(answers, place.guide[TOUR].get(READ, -1)) if answers is not None else None
    return Lesson(tour, place, standing) if standing is not None else None


def _answers(table: Table) -> list[tuple[SeatNumber, Action]] | None:
    """Every answer that stands in the table as it was read, though others may have moved since.

    None where the host has laid something otherwise: no lesson foresaw that.
    """
    known = keeping.title_of(table).vocabulary
    entries = keeping.standing(table).filter(kind__in=(EntryKind.ACT, EntryKind.CORRECT), n__lte=table.entries_made)
    made = list(entries.order_by("n").only("kind", "seat", "action"))
    if any(entry.kind == EntryKind.CORRECT for entry in made):
        return None
    return [(seat, known.action(action)) for seat, action in (entry.answer for entry in made)]


def lesson_for(table: Table, seat: SeatNumber | None) -> Lesson | None:
    """The lesson of whoever sits there: nobody else has one."""
    is_learner = any(place.number == seat and TOUR in place.guide for place in table.seats.all())
    return lesson_at(table) if is_learner else None


def must_be_wanted(table: Table, place: Seat, action: Action) -> None:
    """In a lesson only what it asks for is taken. The caller holds the lock."""
    lesson = lesson_at(table)
    if lesson is not None and lesson.place.number == place.number and not lesson.takes(action):
        raise NotTheLesson(lesson.standing)


def must_not_be_said_ahead(table: Table, place: Seat) -> None:
    """In a lesson nothing is answered beforehand: each step waits for its own answer. The caller holds the lock."""
    if lesson_for(table, place.number) is not None:
        raise NotBeforehand(table.slug)


def resume(table: Table, lesson: Lesson | None) -> None:
    """Somebody looks: if others were interrupted in the middle of their moves, they go on."""
    if lesson is not None and lesson.next_move is not None:
        announcing.wake_bots(table)


def goes_on_alone(table: Table) -> bool:
    """Has a lesson something to play by itself?"""
    lesson = lesson_at(table)
    return lesson is not None and lesson.next_move is not None
