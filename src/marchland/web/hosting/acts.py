"""Everything that can be done from the host's desk, as records: a host sends one, a motion keeps one until it is voted through.

Each says what one must have seen to want it (`seen_by_now`), and does it under the table's lock: one transaction, one entry that
everybody can read. Nothing here asks who may: `services` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar

import msgspec
from django.db.models import Max
from django.utils import timezone
from msgspec import Meta

from marchland.kernel.corrections import Correction
from marchland.web.absence import choices, fallbacks
from marchland.web.absence.handover import seat_left
from marchland.web.company.ratings import must_not_count
from marchland.web.letters.selectors import are_allowed
from marchland.web.lobby.services import tempo_for
from marchland.web.notices import services as notices
from marchland.web.pace import timing
from marchland.web.tables import announcing, keeping
from marchland.web.tables.models import STANDING, TELLING, EntryKind, Invitation, Pace, Seat, SeatKind, Status, Table, Until
from marchland.web.tables.refusals import BadRequest, OtherRulesHere, WrongMoment
from marchland.web.tables.services import lay_right, note, restore
from marchland.web.tables.thinking import bot_levels
from marchland.web.tables.viewers import PEOPLE

from .facts import corrected_state
from .refusals import NoteMissing, TooSoon

HOST, VOTE, OPERATOR = "host", "vote", "operator"
LONGEST_NOTE = 300
LONGEST_EXTENSION = 24 * 31
REMIND_EVERY = 12
"""Hours between two reminders."""

Hours = Annotated[int, Meta(ge=1, le=LONGEST_EXTENSION)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]


class Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all: `note` is what everybody is told about it."""

    NEEDS_NOTE: ClassVar[bool] = False
    NEEDS_RULES: ClassVar[bool] = False
    """Does it play on, so that this release must know the rules of the game?"""
    SPOILS: ClassVar[bool] = False
    """Would it falsify a game that counts? A majority could win by it."""

    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""

    def seen_by_now(self, table: Table) -> int:
        """The last entry that bears on it: usually what was done at the desk before."""
        return last_of(table, exclude=(EntryKind.ACT, EntryKind.UNDO, EntryKind.TIME, EntryKind.START))

    def must_be_possible(self, table: Table) -> None:
        if table.status != Status.PLAYING:
            raise WrongMoment(table.slug)
        if self.NEEDS_NOTE and not self.note.strip():
            raise NoteMissing(table.slug)
        if self.NEEDS_RULES and not keeping.is_of_these_rules(table):
            raise OtherRulesHere(table.slug)
        if self.SPOILS:
            must_not_count(table)

    def done(self, table: Table, by: str) -> None:
        """Carried out; the caller holds the lock and has asked whether it is possible."""
        raise NotImplementedError

    def told(self, by: str) -> dict[str, Any]:
        """What the log and the record say of it."""
        facts: dict[str, Any] = msgspec.to_builtins(self)
        return {**facts, "by": by, "note": " ".join(self.note.split())}


def last_of(table: Table, exclude: Iterable[str] = ()) -> int:
    return table.entries.exclude(kind__in=list(exclude)).aggregate(last=Max("n"))["last"] or 0


def last_change(table: Table) -> int:
    """The last entry after which the table lay otherwise."""
    return last_of(table, exclude=TELLING)


def asked(table: Table) -> list[Seat]:
    """The people who are awaited now, in person."""
    return [
        place for place in table.seats.all() if place.number in table.deciders and place.kind != SeatKind.BOT and not place.stand_in
    ]


def place_of(table: Table, seat: int) -> Seat:
    place = next((place for place in table.seats.all() if place.number == seat), None)
    if place is None:
        raise BadRequest(f"seat {seat}")
    return place


# -- time ----------------------------------------------------------------------------------------------


class Remind(Act, frozen=True, tag="remind"):
    """Everybody who is awaited is told once more."""

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if not any(place.user_id for place in asked(table)):
            raise WrongMoment(table.slug)
        last = table.entries.filter(kind=EntryKind.HOUSE, action__do="remind").aggregate(made=Max("made"))["made"]
        if last is not None and timezone.now() - last < timedelta(hours=REMIND_EVERY):
            raise TooSoon(REMIND_EVERY)

    def done(self, table: Table, by: str) -> None:
        seats = [place.number for place in asked(table) if place.user_id]
        note(table, EntryKind.HOUSE, None, {**self.told(by), "seats": seats})


class Extend(Act, frozen=True, tag="extend"):
    """More time for one of those who are asked, or for all."""

    hours: Hours
    seat: Number | None = None

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if table.paused is not None or not self._late(table):
            raise WrongMoment(table.slug)

    def _late(self, table: Table) -> list[Seat]:
        return [place for place in table.seats.all() if place.due is not None and self.seat in (None, place.number)]

    def done(self, table: Table, by: str) -> None:
        for place in self._late(table):
            timing.put_off(table, place, timedelta(hours=self.hours))
        note(table, EntryKind.HOUSE, self.seat, self.told(by))


class Pause(Act, frozen=True, tag="pause"):
    """No time runs from now on. Whoever wants to may still answer."""

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if table.paused is not None:
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        timing.pause(table, timezone.now())
        note(table, EntryKind.HOUSE, None, self.told(by))


class GoOn(Act, frozen=True, tag="go_on"):
    """Time runs again, and everybody has as much of it as before."""

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if table.paused is None:
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        timing.go_on(table, timezone.now())
        note(table, EntryKind.HOUSE, None, self.told(by))


class ChangePace(Act, frozen=True, tag="pace"):
    """Another pace from now on; everybody's time begins anew."""

    pace: str
    tempo: dict[str, Any] = {}
    when_late: str = ""

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if self.pace not in Pace.values:
            raise BadRequest(f"pace: {self.pace}"[:60])
        tempo_for(self.pace, self.tempo)
        choices.written(choices.parsed(self.when_late), keeping.title_of(table))

    def done(self, table: Table, by: str) -> None:
        table.pace, table.tempo = self.pace, tempo_for(self.pace, self.tempo)
        wanted = choices.written(choices.parsed(self.when_late), keeping.title_of(table))
        table.when_late, table.due = wanted or table.when_late, None
        table.save(update_fields=["pace", "tempo", "when_late"])
        timing.start_over(table)
        timing.wind_up(table)
        timing.keep_time(table, table.deciders, timezone.now())
        note(table, EntryKind.HOUSE, None, {**self.told(by), "tempo": table.tempo})


# -- seats ---------------------------------------------------------------------------------------------


class Resolve(Act, frozen=True, tag="resolve"):
    """Nobody is waited for any longer: it is as if everybody's time had run out, but nobody has missed a deadline."""

    NEEDS_RULES = True

    def seen_by_now(self, table: Table) -> int:
        return max(super().seen_by_now(table), table.question)

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if not asked(table):
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        awaited, question = asked(table), (table.question, table.fresh)
        note(table, EntryKind.HOUSE, None, {**self.told(by), "seats": [place.number for place in awaited]})
        for place in awaited:
            if (table.question, table.fresh) == question:  # whoever is asked after that has not kept anybody waiting
                fallbacks.answer_now(table, place)


class HandOver(Act, frozen=True, tag="hand_over"):
    """A bot answers for somebody until they return."""

    seat: Number
    level: str

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        place = place_of(table, self.seat)
        if self.level not in bot_levels(table.title) or place.kind == SeatKind.BOT:
            raise BadRequest(f"seat {self.seat}: {self.level}"[:60])
        if place.stand_in_until == Until.RETURN:
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        place = place_of(table, self.seat)
        fallbacks.stand_in(table, place, self.level, timezone.now())
        place.due = None
        timing.save(place)
        timing.set_due(table)
        note(table, EntryKind.HOUSE, self.seat, self.told(by))
        announcing.wake_bots(table)


class GiveBack(Act, frozen=True, tag="give_back"):
    """The owner of a seat answers again."""

    seat: Number

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        place = place_of(table, self.seat)
        if not place.stand_in or place.user_id is None:
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        timing.is_back(table, place_of(table, self.seat), timezone.now())
        note(table, EntryKind.HOUSE, self.seat, self.told(by))


class Reseat(Act, frozen=True, tag="reseat"):
    """A seat that a bot or nobody plays is offered to a new person by a link; until they come, a bot goes on there."""

    seat: Number
    level: str = ""

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        place = place_of(table, self.seat)
        if self.level and self.level not in bot_levels(table.title):
            raise BadRequest(f"seat {self.seat}: {self.level}"[:60])
        is_played_by_its_owner = place.kind in PEOPLE and not place.departed and place.stand_in_until != Until.RETURN
        if is_played_by_its_owner or place.kind == SeatKind.INVITED:
            raise WrongMoment(table.slug)
        if place.user_id is not None:
            must_not_count(table)  # its owner may come back; who is gone is gone

    def done(self, table: Table, by: str) -> None:
        place = place_of(table, self.seat)
        if place.user is not None:
            notices.removed(table, place.user)
        level = self.level or place.thinker
        timing.forget(place)
        seat_left(table, place)
        place.kind, place.user, place.bot, place.name = SeatKind.INVITED, None, "", ""
        place.departed = False
        place.stand_in, place.stand_in_until = level, Until.RETURN if level else ""
        place.save()
        Invitation.objects.create(table=table, seat=self.seat)
        timing.set_due(table)
        note(table, EntryKind.HOUSE, self.seat, self.told(by))
        announcing.after_commit(table, "seats")
        announcing.wake_bots(table)


class NameHost(Act, frozen=True, tag="name_host"):
    """Somebody else is host from now on."""

    SPOILS = True
    seat: Number

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        place = place_of(table, self.seat)
        if place.kind != SeatKind.USER or place.user_id is None or place.departed:
            raise BadRequest(f"seat {self.seat}")
        if place.user_id == table.host_id and not table.by_vote:
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        table.host, table.by_vote = place_of(table, self.seat).user, False
        table.save(update_fields=["host", "by_vote"])
        note(table, EntryKind.HOUSE, self.seat, self.told(by))


# -- the table itself ----------------------------------------------------------------------------------


class TakeBack(Act, frozen=True, tag="take_back"):
    """The table as it was after an earlier entry."""

    NEEDS_NOTE = NEEDS_RULES = SPOILS = True
    to: Number

    def seen_by_now(self, table: Table) -> int:
        return last_change(table)

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        standing = table.entries.filter(undone=False, kind__in=STANDING)
        there = standing.filter(n=self.to).only("fingerprint", "table_id", "n").first()
        if there is None:
            raise BadRequest(f"entry {self.to}")
        if not standing.filter(n__gt=self.to).exists():
            raise WrongMoment(table.slug)
        if keeping.state_after(table, self.to).fingerprint() != there.fingerprint:
            raise WrongMoment(table.slug)  # an answer that lay there sealed was taken back by its owner since

    def done(self, table: Table, by: str) -> None:
        restore(table, self.to, self.told(by))


class Correct(Act, frozen=True, tag="correct"):
    """Facts that everybody knows to be wrong are laid right."""

    NEEDS_NOTE = NEEDS_RULES = SPOILS = True
    patch: tuple[Correction, ...]

    def seen_by_now(self, table: Table) -> int:
        return last_change(table)

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        corrected_state(table, keeping.present_state(table), self.patch)

    def done(self, table: Table, by: str) -> None:
        lay_right(table, corrected_state(table, keeping.present_state(table), self.patch), self.told(by))


class AllowLetters(Act, frozen=True, tag="letters_on"):
    """Seats may write to each other from now on."""

    ALLOWED: ClassVar[bool] = True

    def must_be_possible(self, table: Table) -> None:
        super().must_be_possible(table)
        if are_allowed(table) == self.ALLOWED:
            raise WrongMoment(table.slug)

    def done(self, table: Table, by: str) -> None:
        table.with_letters = self.ALLOWED
        table.save(update_fields=["with_letters"])
        note(table, EntryKind.HOUSE, None, self.told(by))


class EndLetters(AllowLetters, frozen=True, tag="letters_off"):
    """No more letters; those that were written stay their readers'."""

    ALLOWED: ClassVar[bool] = False


class Close(Act, frozen=True, tag="close"):
    """The game is not played to its end. Nobody has won, and the key is told."""

    NEEDS_NOTE = SPOILS = True

    def done(self, table: Table, by: str) -> None:
        table.status, table.outcome, table.paused, table.deciders = Status.ABANDONED, None, None, []
        table.save(update_fields=["status", "outcome", "deciders"])
        timing.start_over(table)
        timing.set_due(table)
        note(table, EntryKind.HOUSE, None, self.told(by))
        notices.turns(table, (), None)


Any_act = (
    Remind
    | Extend
    | Pause
    | GoOn
    | ChangePace
    | Resolve
    | HandOver
    | GiveBack
    | Reseat
    | NameHost
    | TakeBack
    | Correct
    | Close
    | AllowLetters
    | EndLetters
)
NAMES = (
    "remind",
    "extend",
    "pause",
    "go_on",
    "pace",
    "resolve",
    "hand_over",
    "give_back",
    "reseat",
    "name_host",
    "take_back",
    "correct",
    "close",
    "letters_on",
    "letters_off",
)


def act_from(data: Any) -> Act:
    """An act as a form, a program or the database has it."""
    try:
        act: Act = msgspec.convert(data, Any_act)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None
    return act


def since(table: Table, place: Seat) -> datetime:
    """Since when a seat is awaited: where time is kept it is known, elsewhere it is when the question was put."""
    if place.asked is not None:
        return place.asked
    put = table.entries.filter(n=max(table.question, table.fresh)).values_list("made", flat=True).first()
    return put or table.touched
