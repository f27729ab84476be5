"""Playing: every change of a game under way. One transaction each, with the table's row locked."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.asking import obvious
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.chance import pass_over
from marchland.kernel.events import Event
from marchland.kernel.frames import Together
from marchland.kernel.mail import Reading
from marchland.kernel.match import UndoRefused, may_take_back
from marchland.kernel.receipts import make_receipt
from marchland.kernel.state import State
from marchland.kernel.vocabulary import plain
from marchland.render.paper import receipt_text
from marchland.web.absence import reliability
from marchland.web.absence.drafts import keep_draft
from marchland.web.accounts.models import User
from marchland.web.accounts.people import Anybody
from marchland.web.ahead import foresight
from marchland.web.company import ratings
from marchland.web.notices import services as notices
from marchland.web.pace import timing
from marchland.web.prepared import Insert, Update
from marchland.web.tours import script

from . import announcing, background, beforehand, keeping, turns
from .changes import Change, clocked
from .keeping import sealed_answer
from .locking import table_locked
from .models import STANDING, TELLING, By, ChatMessage, Entry, EntryKind, Seat, SeatKind, Sheet, Status, Table
from .refusals import BadRequest, NotYourSeat, OtherRulesHere, SheetVoid, Stale, WrongMoment
from .screens import Screen
from .sheets import bytes_of, is_written, read_sheet
from .viewers import is_own, known_table, viewer_of
from .watching import is_behind, may_watch

CHAT_LENGTH = ChatMessage._meta.get_field("text").max_length or 0

_insert_entry = Insert(Entry)
_update_table = Update(
    Table, "state", "entries_made", "question", "deciders", "touched", "status", "outcome", "rules_version", "turner"
)
_update_due = Update(Table, "due")
_update_seen = Update(Seat, "seen", "turned", "since")
_update_told = Update(Seat, "told")


@clocked
def action_submit(
    slug: str, user: User, seat: SeatNumber | None, action: dict[str, Any] | int, seen: int, screen: Screen | None = None,
    spared: bool = False,
) -> Change:  # fmt: skip
    """A person answers the question on the table, with an action or with its number in the list of options seen at entry `seen`.

    Without a seat it is the one of the person's that is asked; at a shared screen, the one that sits before it. Whoever is to be
    `spared` is not asked next what goes without saying.
    """
    with table_locked(slug, with_seats=True) as table:
        place = place_of(table, user, seat, screen)
        must_be_playing(table)
        state = keeping.present_state(table)
        must_be_fresh(table, place, state, seen)
        answer = _spelled_out(table, state, place.number, action)
        script.must_be_wanted(table, place, answer)
        is_back(table, place)
        return answer_for(table, place, state, answer, spared=spared and script.lesson_for(table, place.number) is None)


@clocked
def bot_action_submit(slug: str, seat: SeatNumber, action: Action, seen: int, is_given: bool = False) -> Change:
    """A bot's answer, thought of while entry `seen` was the last one; one that is `given` by a lesson may be anybody's."""
    with table_locked(slug, with_seats=True, with_names=False) as table:
        place = next((place for place in table.seats.all() if place.number == seat and (place.thinker or is_given)), None)
        if place is None:
            raise NotYourSeat(slug)
        must_be_playing(table)
        state = keeping.present_state(table)
        must_be_fresh(table, place, state, seen)
        return answer_for(table, place, state, action, By.SEAT if place.kind == SeatKind.BOT else By.STAND_IN)


def undo(
    slug: str, user: User, seat: SeatNumber | None, seen: int, whole_turn: bool = False, screen: Screen | None = None
) -> Change:
    """Take back the seat's last answer, or all of its answers since the last point of no return.

    A sealed answer is taken back as a whole, as long as somebody else is still thinking.
    """
    with table_locked(slug, with_seats=True) as table:
        place = place_of(table, user, seat, screen)
        must_be_playing(table)
        state = keeping.present_state(table)
        must_be_fresh(table, place, state, seen)
        if sealed_answer(state, place.number):
            if timing.is_too_late(table, place, timezone.now()):
                raise UndoRefused("its time is over")
            return _sheet_back(table, place, state)
        taken_back = keeping.undoable(table, place.number)
        if not taken_back:
            raise UndoRefused("nothing to take back")
        return _take_back(table, place, taken_back if whole_turn else taken_back[:1])


def answer_unasked(table: Table, place: Seat, state: State | None) -> Change:
    """Somebody has said beforehand what to answer: a question that waits is answered at once. The caller holds the lock."""
    asked = table.deciders
    is_back(table, place)
    goes_on = table.status == Status.PLAYING and keeping.is_of_these_rules(table)
    if state is not None and goes_on and _let_pass(table, state, place):
        keeping.keep_state(table, state)
        _tell(table, state, None, asked, afresh=_count_time(table))
    return Change(table, state, table.entries_made)


@clocked
def sheet_hand_in(slug: str, user: User, seat: SeatNumber | None, text: str, seen: int, screen: Screen | None = None) -> Change:
    """A person's written answer. Reading takes longer than a move, so it comes before the lock; an earlier sheet is replaced."""
    table = known_table(slug)
    place = place_of(table, user, seat, screen)
    must_be_playing(table)
    question, state = table.question, keeping.present_state(table)
    if not is_written(keeping.title_of(table), state):
        raise WrongMoment(slug)
    reading = read_sheet(table, state, place.number, text)
    if reading.refusal is not None or reading.action is None:
        raise SheetVoid(reading)
    beforehand.work_out(table, place.number, reading.action)
    with table_locked(slug, with_seats=True) as table:
        if table.question != question:
            raise Stale(seen, table.entries_made)
        return _lay_sheet(table, place_of(table, user, place.number, screen), text, reading, seen)


def is_back(table: Table, place: Seat) -> None:
    """Whoever answers, or says so, sends away who stood in for them; everybody is told, if it was to last until then."""
    if timing.is_back(table, place, timezone.now()):
        note(table, EntryKind.TIME, place.number, {"do": "back"})
        announcing.after_commit(table, "seats")


def _lay_sheet(table: Table, place: Seat, text: str, reading: Reading, seen: int) -> Change:
    must_be_playing(table)
    state = keeping.present_state(table)
    must_be_fresh(table, place, state, seen)
    if sealed_answer(state, place.number):
        _reopen(table, place, state)
    is_back(table, place)
    return lay_sheet(table, place, state, text, reading)


def lay_sheet(table: Table, place: Seat, state: State, text: str, reading: Reading, by: By = By.SEAT) -> Change:
    """A sheet becomes the seat's answer, whoever hands it in, and has its receipt; the caller holds the lock."""
    mail = keeping.title_of(table).parts.mail
    turn, signs = mail.turn_name(state), mail.seat_names(state)[place.number]
    assert reading.action is not None
    change = answer_for(table, place, state, reading.action, by)
    _keep_sheet(table, place, text, reading, entry=change.entry, turn=turn, signs=signs)
    return change


def _keep_sheet(table: Table, place: Seat, text: str, reading: Reading, *, entry: int, turn: str, signs: str) -> None:
    """The sheet as it came, with a receipt that only the holder of the table's key can have signed."""
    made, number = timezone.now(), table.sheets.count() + 1
    receipt = make_receipt(
        bytes(table.key), reading, bytes_of(text), game=table.commitment[:16], turn=turn, seat=signs, number=number,
        file="", received=made.isoformat(timespec="seconds"),
    )  # fmt: skip
    letters = {language: receipt_text(keeping.title_of(table), receipt, language) for language in LANGUAGES}
    facts = {"text": text, "receipt": plain(receipt), "letters": letters}
    writer = {"seat": place.number, "user_id": place.user_id}
    Sheet.objects.create(table=table, **writer, number=number, entry=entry, turn=turn, made=made, **facts)


def chat_write(slug: str, user: User, text: str) -> ChatMessage:
    """Say something at the table; those who watch a public table as it stands may speak too."""
    words = " ".join(text.split())
    if not words or len(words) > CHAT_LENGTH:
        raise BadRequest(f"1 to {CHAT_LENGTH} characters")
    with table_locked(slug) as table:
        own = table.seats.filter(user=user).first()
        if own is None and not (table.public and may_watch(table, user) and not is_behind(table)):
            raise NotYourSeat(slug)
        message = ChatMessage.objects.create(
            table=table, user=user, author=user.username, seat=own.number if own else None, text=words
        )
        Table.objects.filter(pk=table.pk).update(said=message.pk)
        announcing.after_commit(table, "chat", message=message.pk)
        return message


def table_opened(table: Table, user: Anybody) -> None:
    """Whoever opens the table has seen what there was to tell about it."""
    if user.is_authenticated:
        notices.notices_read(user, table)


def story_read(table: Table, seat: SeatNumber, turn: int) -> None:
    """Whoever sits here has read the story that this entry brought; an older one changes nothing. No game waits for it."""
    for place in table.seats.all():
        if place.number == seat and place.told < turn:
            place.told = turn
            _update_told(place)


# -- how a game goes on ------------------------------------------------------------------------------


def open_game(table: Table) -> None:
    """Set the game up from its key and write entry 0; the caller holds the lock."""
    title = keeping.title_of(table)
    state = title.new(table.seats.count(), bytes(table.key), table.options)
    events, state.outbox = state.outbox, []
    table.status, table.rules_version = Status.PLAYING, title.rules_version
    timing.begin_game(table, timezone.now())
    _write(table, Entry(table=table, n=0, kind=EntryKind.START), state, events)


def _spelled_out(table: Table, state: State, seat: SeatNumber, action: dict[str, Any] | int) -> Action:
    """The action itself; an option's number is looked up in the list of options."""
    if not isinstance(action, int):
        return keeping.title_of(table).vocabulary.action(action)
    offered = state.options(seat) if seat in state.deciders else ()
    if not 0 <= action < len(offered):
        raise BadRequest("no such option")
    return offered[action]


def answer_for(table: Table, place: Seat, state: State, action: Action, by: By = By.SEAT, spared: bool = False) -> Change:
    """The seat's answer, whoever gives it; the caller holds the lock."""
    asked, due = table.deciders, place.due
    entry = take_answer(table, state, place.number, action, by)
    if by == By.SEAT:
        _has_acted(place, entry)
    _let_pass(table, state)
    while spared and (answer := obvious(state, place.number)) is not None:
        _has_acted(place, take_answer(table, state, place.number, answer, By.WAIVER))
        _let_pass(table, state)
    keeping.keep_state(table, state)
    afresh = _count_time(table)
    if by == By.SEAT and due is not None and (afresh or place.asked is None):
        reliability.kept(table, place, due, entry.made)
    _tell(table, state, place.number if by == By.SEAT else None, asked, afresh)
    return Change(table, state, entry.n)


def take_answer(table: Table, state: State, seat: SeatNumber, action: Action, by: By) -> Entry:
    """One answer, checked, carried out and stored."""
    pass_over(state, table.drawn)
    before = state.clone()
    events = beforehand.carry_out(table, state, seat, action)
    foresight.upset(table, before, seat, action)
    entry = Entry(table=table, n=table.entries_made + 1, seat=seat, action=plain(action), by=by)
    turns.count(table, before, entry)
    entry.undoable = by in (By.SEAT, By.WAIVER) and may_take_back(before, state, seat, events)
    is_new = not keeping.is_same_question(state)
    if is_new:
        table.question = entry.n
    table.asked_afresh |= is_new and any(isinstance(asked, Together) for asked in (before.decision, state.decision))
    _keep(table, entry, state, events)
    return entry


def _count_time(table: Table) -> bool:
    """Once it is known who is really asked: whoever was answered for unasked has lost no time. Is everybody asked afresh?"""
    afresh, table.asked_afresh = table.asked_afresh, False
    due_before = table.due
    timing.keep_time(table, table.deciders, table.touched, afresh)
    if table.due != due_before:
        _update_due(table)
    return afresh


def _has_acted(place: Seat, entry: Entry) -> None:
    """What happened up to this entry is no news to the seat. Nothing is news to a bot."""
    turns.note(place, entry)
    place.seen = entry.n
    if place.kind != SeatKind.BOT:
        _update_seen(place)


def _let_pass(table: Table, state: State, here: Seat | None = None) -> int:
    """Answer for people who have said beforehand what they answer, until somebody is really asked; how many answers that were.

    Such an answer is an entry like any other, but nobody has acted: what is news to the seat stays news. Only whoever is `here` and
    has just handed in a plan knows what comes of it.
    """
    passed = _tell_time(table, state)
    while (found := foresight.next_given(table, state)) is not None:
        entry = take_answer(table, state, found.seat, found.action, By.SEAT if found.planned else By.WAIVER)
        foresight.use(table, found)
        if here is not None and found.planned and found.seat == here.number:
            _has_acted(here, entry)
        passed += 1 + _tell_time(table, state)
    return passed


def _tell_time(table: Table, state: State) -> int:
    """Where it is asked whether the time agreed for the game is up, the table's clock answers for everybody; how often that was."""
    told = 0
    while table.ends is not None and (decision := state.decision) is not None:
        answer = decision.by_the_clock(table.ends <= (table.paused or timezone.now()))
        if answer is None:
            break
        take_answer(table, state, decision.deciders()[0], answer, By.TIME)
        told += 1
    return told


def _take_back(table: Table, place: Seat, entries: list[Entry]) -> Change:
    """Restore the state before the oldest of the entries; they stay in the log, marked."""
    oldest = entries[-1]
    state = keeping.state_after(table, oldest.n - 1)
    table.question = table.entries_made + 1
    return _write_undo(table, place, state, entries, {"to": oldest.n - 1})


def _reopen(table: Table, place: Seat, state: State) -> Change:
    """Empty the seat's lane of a simultaneous decision; the other lanes stay as they are."""
    decision = state.decision
    assert isinstance(decision, Together)
    decision.reopen(state, place.number)
    timing.take_up_again(table, place, timezone.now())
    sealed = table.entries.filter(n__gt=table.question, seat=place.number, kind=EntryKind.ACT, undone=False)
    return _write_undo(table, place, state, list(sealed.defer("snapshot", "events")), {"reopened": True})


def _sheet_back(table: Table, place: Seat, state: State) -> Change:
    """A sealed answer is taken back; what was written comes back to the desk as a draft."""
    standing = table.entries.filter(undone=False, n__gt=table.question, seat=place.number).values("n")
    sheet = table.sheets.filter(seat=place.number, entry__in=standing).order_by("-entry").first()
    change = _reopen(table, place, state)
    if sheet is not None:
        keep_draft(table, place.number, sheet.turn, sheet.text)
    return change


def _write_undo(table: Table, place: Seat, state: State, entries: list[Entry], how: dict[str, Any]) -> Change:
    number = table.entries_made + 1
    table.entries.filter(pk__in=[entry.pk for entry in entries]).update(undone=True, undone_by=number)
    entry = Entry(table=table, n=number, kind=EntryKind.UNDO, seat=place.number, action=how)
    foresight.forget_plan(place)
    _write(table, entry, state, [])
    _has_acted(place, entry)
    return Change(table, state, entry.n)


def restore(table: Table, to: int, what: dict[str, Any]) -> Change:
    """The table as it was after entry `to`, whoever moved since; the caller holds the lock.

    What came later stays in the log, marked. Dice that were seen do not come again: the next answer draws from where the stream
    had got to. Everybody's time begins anew.
    """
    state = keeping.state_after(table, to)
    table.drawn = max(table.drawn, keeping.present_state(table).chance.counter)
    entry = Entry(table=table, n=table.entries_made + 1, kind=EntryKind.BACK, action={**what, "to": to, "draws": table.drawn})
    later = table.entries.filter(n__gt=to, undone=False).exclude(kind__in=TELLING)
    later.update(undone=True, undone_by=entry.n)
    table.question = _question_up_to(table, state, to)
    return _lay_anew(table, entry, state)


def lay_right(table: Table, state: State, what: dict[str, Any]) -> Change:
    """A table on which something was corrected; the caller holds the lock. Answers that lay there sealed are given anew."""
    entry = Entry(table=table, n=table.entries_made + 1, kind=EntryKind.CORRECT, action=what)
    sealed = table.entries.filter(n__gt=table.question, kind=EntryKind.ACT, undone=False)
    sealed.update(undone=True, undone_by=entry.n)
    return _lay_anew(table, entry, state)


def _lay_anew(table: Table, entry: Entry, state: State) -> Change:
    """Nobody who has not seen this answers anything."""
    table.fresh, entry.events = entry.n, [entry.action]
    foresight.forget_plan(*table.seats.all())
    table.save(update_fields=["fresh", "drawn"])
    timing.start_over(table)
    _keep(table, entry, state, [])
    _count_time(table)
    _tell(table, state, None, [], afresh=True)
    notices.house(table, entry)
    return Change(table, state, entry.n)


def _question_up_to(table: Table, state: State, to: int) -> int:
    """The entry that put the question which was open after entry `to`: before all answers that lie there sealed."""
    sealed = sum(map(len, state.decision.lanes)) if isinstance(state.decision, Together) else 0
    standing = table.entries.filter(n__lte=to, undone=False, kind__in=STANDING).order_by("-n")
    return standing.values_list("n", flat=True)[sealed]


def _write(table: Table, entry: Entry, state: State, events: list[Event]) -> None:
    """Store an entry, and tell everybody once it is safe on disk."""
    asked = table.deciders
    _keep(table, entry, state, events)
    _count_time(table)
    _tell(table, state, entry.seat, asked)


def _keep(table: Table, entry: Entry, state: State, events: list[Event]) -> None:
    """Store the entry and the new snapshot together."""
    canonical = state.to_json()
    snapshot = keeping.packed(canonical)
    entry.fingerprint = keeping.fingerprint(canonical)
    entry.events = [*entry.events, *(plain(event) for event in events)]
    entry.turn = keeping.turn_begun(keeping.title_of(table), state) if _puts_question(table, entry) else ""
    entry.snapshot = snapshot if keeping.is_worth_keeping(entry, snapshot) else None
    entry.scores = keeping.public_scores(table, state)
    before = keeping.before_entry(table)
    _insert_entry(entry)
    table.state, table.entries_made, table.touched = canonical.decode(), entry.n, timezone.now()
    keeping.after_entry(table, entry, before, events)
    if entry.turn:
        keeping.keep_turn(table, entry.n, entry.fingerprint, state.clone())
    table.deciders = list(state.deciders)
    if state.is_over:
        _close(table, state)
    _update_table(table)


def note(table: Table, kind: EntryKind, seat: SeatNumber | None, what: dict[str, Any]) -> Entry:
    """An entry that changes nothing in the game: what the clock or the host did (`notes.py` says it). The caller holds the lock.

    The process does not remember it: until it is safe on disk, nothing would tell it from another one of its number.
    """
    last = table.entries.order_by("-n").values_list("fingerprint", flat=True).first()
    entry = Entry(table=table, n=table.entries_made + 1, kind=kind, seat=seat, action=what, fingerprint=last or "", events=[what])
    entry.save(force_insert=True)
    table.entries_made, table.touched = entry.n, timezone.now()
    table.save(update_fields=["entries_made", "touched", "due", "paused", "ends"])
    announcing.after_commit(table, "entry")
    if kind == EntryKind.HOUSE:
        notices.house(table, entry)
    return entry


def _puts_question(table: Table, entry: Entry) -> bool:
    return entry.kind in (EntryKind.START, EntryKind.ACT) and entry.n == table.question


def _tell(table: Table, state: State, by: SeatNumber | None, asked_before: list[SeatNumber], afresh: bool = False) -> None:
    """Pages refresh, bots think, people who are asked get a notice: all of it after the commit."""
    announcing.after_commit(table, "entry")
    deciders = state.deciders
    if any(place.thinker and place.number in deciders for place in table.seats.all()) or script.goes_on_alone(table):
        announcing.wake_bots(table)
    if table.status == Status.OVER:
        notices.game_over(table)
    elif {*asked_before, *(asked := (*deciders, *foresight.invite(table, state)))} != {by}:  # else one's own turn goes on
        notices.turns(table, asked, by, afresh)


def _close(table: Table, state: State) -> None:
    table.status = Status.OVER
    table.outcome = plain(keeping.title_of(table).outcome(state))
    ratings.settle(table)
    transaction.on_commit(background.wake_postman)  # a tournament may wait for it


# -- who may --------------------------------------------------------------------------------------


def place_of(table: Table, user: User, wanted: SeatNumber | None, screen: Screen | None) -> Seat:
    """The seat for which this person acts (at this screen, which others may share)."""
    seat = viewer_of(table, user, tuple(table.deciders), wanted, screen).seat
    place = next((place for place in table.seats.all() if place.number == seat and is_own(place, user)), None)
    if place is None:
        raise NotYourSeat(table.slug)
    return place


def must_be_playing(table: Table) -> None:
    if table.status != Status.PLAYING:
        raise WrongMoment(table.slug)
    if not keeping.is_of_these_rules(table):
        raise OtherRulesHere(table.slug)


def must_be_fresh(table: Table, place: Seat, state: State, seen: int) -> None:
    """The client must have seen everything that bears on its answer.

    In a simultaneous decision other lanes do not: whoever has seen the question and the own last answer may go on. What the
    host does, and what the clock says, bears on no answer.
    """
    known = max(table.question, place.seen) if isinstance(state.decision, Together) else table.question
    if not max(known, table.fresh) <= seen <= table.entries_made:
        raise Stale(seen, table.entries_made)
