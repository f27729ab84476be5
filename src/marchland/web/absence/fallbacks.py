"""Answering for somebody whose time has run out: the first of the choices made for such a case that can answer, does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from marchland.kernel.actions import Action
from marchland.kernel.mail import Reading
from marchland.kernel.state import State
from marchland.web.notices import services as notices
from marchland.web.pace import timing
from marchland.web.tables import announcing, keeping, services
from marchland.web.tables.models import By, EntryKind, Seat, Status, Table, Until
from marchland.web.tables.sheets import is_written, read_sheet
from marchland.web.tables.viewers import known_table

from .choices import DEFAULT, DRAFT, SHEETS, bot_in, parsed
from .drafts import draft_of, instructions_of, renewed


@dataclass(frozen=True)
class Remedy:
    """What will answer: with a sheet and how it was read, with the title's answer, or by a bot that has to think first."""

    choice: str
    text: str = ""
    reading: Reading | None = None
    action: Action | None = None


def choices_for(table: Table, place: Seat, state: State | None = None) -> tuple[str, ...]:
    """What may answer for this seat, in its order: as its owner wants it at this moment, always, or as the table says."""
    decision = state.decision if state is not None else None
    moment = decision.moment(state) if decision is not None and state is not None else ""
    own = instructions_of(table, place).moments.get(moment, "") if moment else ""
    return parsed(own or place.when_late or table.when_late or DEFAULT)


def remedy(table: Table, place: Seat, state: State) -> Remedy:
    """The first of the choices that has an answer to what is asked now."""
    choices = choices_for(table, place, state)
    for choice in choices:
        found = _tried(table, place, state, choice)
        if found is not None:
            return found
    return Remedy(bot_in(choices))


def _tried(table: Table, place: Seat, state: State, choice: str) -> Remedy | None:
    if choice in SHEETS:
        return _sheet(table, place, state, choice)
    if choice == DEFAULT:
        action = default_answer(state, place)
        return Remedy(DEFAULT, action=action) if action is not None else None
    return Remedy(choice)


def _sheet(table: Table, place: Seat, state: State, choice: str) -> Remedy | None:
    """A sheet that waits for this turn, unless nothing of it would count."""
    text = sheet_left(table, place, state, choice)
    reading = read_sheet(table, state, place.number, text) if text else None
    if reading is None or reading.refusal is not None or reading.action is None:
        return None
    return Remedy(choice, text, reading)


def sheet_left(table: Table, place: Seat, state: State, choice: str) -> str:
    """What the owner has written: for this turn, or for any."""
    title = keeping.title_of(table)
    if not is_written(title, state):
        return ""
    if choice == DRAFT:
        turn = title.parts.mail.turn_name(state)
        draft = draft_of(table, place.number, turn)
        return draft.text if draft is not None else ""
    return renewed(table, place, state, instructions_of(table, place).orders)


def default_answer(state: State, place: Seat) -> Action | None:
    decision = state.decision
    return decision.default(state, place.number) if decision is not None else None


def read_ahead(slug: str) -> None:
    """Reading a sheet takes longer than a move: what will be needed is read before the table's row is locked, and remembered."""
    table = known_table(slug)
    state = keeping.present_state(table) if table.status == Status.PLAYING and keeping.is_of_these_rules(table) else None
    if state is None or not is_written(keeping.title_of(table), state):
        return
    for place in table.seats.all():
        if place.due is not None and place.due == table.due and place.number in state.deciders:
            remedy(table, place, state)


def answer_late(table: Table, place: Seat, now: datetime, *, for_good: bool, is_away: bool = False) -> None:
    """Somebody answers instead of the seat's owner: this once, or until the owner comes back. Everybody is told."""
    state = keeping.present_state(table)
    found = _sent_for(table, place, state, now if for_good else None)
    _tell(table, place, is_away)
    _carry_out(table, place, state, found)


def answer_now(table: Table, place: Seat) -> None:
    """As if the seat's time had run out, though nobody is late."""
    state = keeping.present_state(table)
    _carry_out(table, place, state, _sent_for(table, place, state))


def _sent_for(table: Table, place: Seat, state: State, for_good_from: datetime | None = None) -> Remedy:
    """Somebody sits down in the owner's place; even where that is for good, the owner's own sheet for this turn comes first."""
    found = remedy(table, place, state)
    if for_good_from is not None:
        stand_in(table, place, bot_in(choices_for(table, place)), for_good_from)
        found = found if found.reading is not None else Remedy(place.stand_in)
    else:
        place.stand_in, place.stand_in_until = found.choice, Until.ANSWERED
    place.due = None
    timing.save(place)
    timing.set_due(table)
    return found


def stand_in(table: Table, place: Seat, level: str, now: datetime) -> None:
    """A bot takes the seat until its owner comes back; after some days others may have it. The caller saves the seat."""
    place.stand_in, place.stand_in_until = level, Until.RETURN
    place.offer_at = now + timedelta(days=table.offer_after) if table.offer_after else None
    announcing.after_commit(table, "seats")


def _tell(table: Table, place: Seat, is_away: bool) -> None:
    """Of somebody on vacation it is told once, and not at every question."""
    told = {"do": "away" if is_away else "late", "by": place.stand_in, "until": place.stand_in_until}
    last = table.entries.filter(seat=place.number, kind=EntryKind.TIME).order_by("-n").first()
    if not is_away or last is None or last.action != told:
        services.note(table, EntryKind.TIME, place.number, told)
    if place.stand_in_until == Until.RETURN and place.user_id is not None:
        notices.replaced(table, place.user_id)
    elif not is_away:
        notices.late(table, place)


def _carry_out(table: Table, place: Seat, state: State, found: Remedy) -> None:
    """Carry out what was found. A bot is woken, and answers when it has thought."""
    if found.reading is not None and found.reading.action is not None:
        services.lay_sheet(table, place, state, found.text, found.reading, By.TIME)
    elif found.choice == DEFAULT:
        _answer_by_default(table, place)
    else:
        announcing.wake_bots(table)


def _answer_by_default(table: Table, place: Seat) -> None:
    """Until the seat is asked no more, or is asked something to which the title has no answer of its own."""
    while place.stand_in == DEFAULT and place.number in table.deciders:
        state = keeping.present_state(table)
        action = default_answer(state, place)
        if action is None:
            place.stand_in = bot_in(choices_for(table, place, state))
            timing.save(place)
            announcing.wake_bots(table)
        else:
            services.answer_for(table, place, state, action, By.TIME)
