"""States in the database: canonical JSON as text for the present, compressed snapshots for the past."""

from __future__ import annotations

import zlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

import msgspec
from django.db.models import Q, QuerySet

from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.chance import pass_over
from marchland.kernel.corrections import Correction, corrected
from marchland.kernel.errors import BadFile
from marchland.kernel.events import Event
from marchland.kernel.frames import Together
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.views import View

from .gone import is_gone, title_or_gone
from .memory import Memory
from .models import STANDING, TAKING_BACK, ChatMessage, Entry, EntryKind, Table
from .refusals import OtherRulesHere

SMALL_SNAPSHOT = 4096
"""Bytes up to which the state is kept after every entry, so that any moment can be shown at once."""
SNAPSHOT_EVERY = 20
_titles: Memory[Title] = Memory(room=200)
_states: Memory[State] = Memory(room=8_000_000)
"""The present states of tables in play, by address and text; the room is counted in letters of that text."""
LATEST = 120
"""How many entries back a page may look without asking for the log: to take back, to say what is new, to tell what happened."""
RECENT = 40
"""How many of them a board looks through that draws what happened lately."""
_latest: Memory[tuple[Standing, ...]] = Memory(room=400)
"""The last entries of tables, by address, number of the last one and the text of the state after it."""
_texts: Memory[str] = Memory(room=4_000_000)
"""The states of tables as they stood, as text, by address and the last entry that is told."""
_happened: Memory[tuple[Happened, ...]] = Memory(room=50_000)
"""What entries made happen, by address and number; the room is counted in events."""
_turns: Memory[State] = Memory(room=60)
"""The states in which turns of tables began, by address and number of the entry: stories are told of them."""


def title_of(table: Table) -> Title:
    """The title as it is played at this table, or what is left of one that is no longer installed (`gone.py`)."""
    title = title_or_gone(table.title)
    key = (table.title, tuple(sorted(table.options.items())))
    return _titles.get(key, id(title)) or _titles.keep(key, title.at_table(table.options), id(title))


def is_of_these_rules(table: Table) -> bool:
    """Can this release go on with the table's game, and play its past again?"""
    return title_of(table).plays(table.rules_version)


def is_readable(table: Table) -> bool:
    """Has the game begun, and can its table be laid out? Not once its title is no longer installed."""
    return bool(table.state) and not is_gone(title_of(table))


def present_state(table: Table) -> State:
    """What the table's text says, as a copy of one's own. A text that was read before is not read again."""
    known = _states.get(_key(table), table.state)
    if known is None:
        known = title_of(table).load(msgspec.json.decode(table.state))
        keep_state(table, known)
    return known.clone()


def keep_state(table: Table, state: State) -> None:
    """Remember the state that the table's text was made from (or made into): it must not be changed from now on."""
    _states.keep(_key(table), state, table.state, len(table.state))


def _key(table: Table) -> Hashable:
    """Whoever is kept behind looks at another state of the same table."""
    return table.slug if table.past is None else (table.slug, "behind")


def options_at(table: Table, state: State, seat: SeatNumber) -> tuple[Action, ...]:
    """What the seat may answer in the table's present state; whoever asks next for the same state need not work it out again."""
    offered = state.options(seat)
    known = _states.get(_key(table), table.state)
    if known is not None and known.menu is None:
        known.menu = state.menu
    return offered


class Standing(NamedTuple):
    """An entry of the log, without what it made happen. None was taken back, but for those `undone` by the host."""

    n: int
    kind: str
    seat: SeatNumber | None
    undoable: bool
    made: datetime
    fingerprint: str
    aside: bool = False
    """Asked for in somebody else's turn."""
    undone: bool = False


COLUMNS = Standing._fields[:-1]


def latest_entries(table: Table) -> tuple[Standing, ...]:
    """The last entries that stand in the table's present state, the newest first."""
    known = _latest.get(_key(table), (table.entries_made, table.state))
    return known if known is not None else _keep_latest(table, last_entries(table, table.entries_made))


def last_entries(table: Table, up_to: int) -> tuple[Standing, ...]:
    entries = standing(table).filter(n__lte=up_to).order_by("-n")
    return tuple(Standing(*row) for row in entries.values_list(*COLUMNS)[:LATEST])


def standing(table: Table) -> QuerySet[Entry]:
    """Entries that were not taken back; at a table as it stood, those that had been made and not been taken back by then."""
    entries = Entry.objects.filter(table_id=table.pk)
    if table.past is None:
        return entries.filter(undone=False)
    return entries.filter(Q(undone=False) | Q(undone_by__gt=table.past.entry), n__lte=table.past.entry)


def log_entries(table: Table, after: int, before: int | None, limit: int) -> list[Standing]:
    """The last entries between these two, oldest first: those that stand, and marked those that the host took back."""
    entries = Entry.objects.filter(table_id=table.pk, n__lt=before if before is not None else table.entries_made + 1, n__gt=after)
    by_the_host = Entry.objects.filter(table_id=table.pk, kind__in=(EntryKind.BACK, EntryKind.CORRECT), n__lte=table.entries_made)
    numbers = set(by_the_host.values_list("n", flat=True))
    stands = Q(pk__in=standing(table).values("pk")) if table.past is not None else Q(undone=False)
    rows = entries.filter(stands | Q(undone_by__in=numbers)).order_by("-n").values_list(*COLUMNS, "undone_by")[:limit]
    return [Standing(*row)._replace(undone=by in numbers) for *row, by in reversed(rows)]


def messages(table: Table) -> QuerySet[ChatMessage]:
    """What people said, as far as it is told."""
    said = ChatMessage.objects.filter(table_id=table.pk)
    return said if table.past is None else said.filter(written__lt=table.past.until)


def before_entry(table: Table) -> tuple[Standing, ...] | None:
    """The latest entries, if they are remembered: to be handed to `after_entry` once there is one more."""
    return _latest.get(_key(table), (table.entries_made, table.state))


def after_entry(table: Table, entry: Entry, before: tuple[Standing, ...] | None, events: Sequence[Event]) -> None:
    """The entry joins those that are remembered; where something was taken back, they are read anew."""
    keep_events(table, entry, events)
    if before is not None and entry.kind not in TAKING_BACK:
        latest = Standing(*(getattr(entry, field) for field in COLUMNS))
        _keep_latest(table, (latest, *before[: LATEST - 1]))


def _keep_latest(table: Table, entries: tuple[Standing, ...]) -> tuple[Standing, ...]:
    return _latest.keep(_key(table), entries, (table.entries_made, table.state))


class Made(Protocol):
    """An entry, or what is needed of it."""

    @property
    def n(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...


class Happened(NamedTuple):
    """An event as it is stored, and as the title knows it (None: no longer)."""

    data: dict[str, Any]
    event: Event | None


def keep_events(table: Table, entry: Entry, at_hand: Sequence[Event] = ()) -> tuple[Happened, ...]:
    """What an entry made happen, read once; the last of it may be at hand. The fingerprint tells it from an entry of that number
    which never came to be.
    """
    title, first = title_of(table), len(entry.events) - len(at_hand)
    events = [*(known_event(title, data) for data in entry.events[:first]), *at_hand]
    happened = tuple(map(Happened, entry.events, events))
    return _happened.keep((table.slug, entry.n), happened, entry.fingerprint, 1 + len(happened))


def events_of(table: Table, entries: Iterable[Made]) -> list[tuple[Happened, ...]]:
    """What each of these entries made happen; only for those that are not remembered the database is asked."""
    found = {entry.n: _happened.get((table.slug, entry.n), entry.fingerprint) for entry in entries}
    missing = [n for n, happened in found.items() if happened is None]
    if missing:
        stored = Entry.objects.filter(table=table, n__in=missing).only("n", "events", "fingerprint")
        found |= {entry.n: keep_events(table, entry) for entry in stored}
    return [happened or () for happened in found.values()]


def known_event(title: Title, data: dict[str, Any]) -> Event | None:
    """An event as the title knows it; None where it does so no longer."""
    try:
        return title.vocabulary.event(data)
    except (BadFile, msgspec.ValidationError):
        return None


def forget() -> None:
    """As if the process had just been started."""
    for memory in (_titles, _states, _latest, _happened, _texts, _turns):
        memory.forget_all()


def packed(canonical: bytes) -> bytes:
    return zlib.compress(canonical, level=3)  # a sixth larger than at level 6, in a third of the time; writers wait for it


def unpacked(title: Title, snapshot: bytes) -> State:
    return title.load(msgspec.json.decode(zlib.decompress(bytes(snapshot))))


def is_worth_keeping(entry: Entry, snapshot: bytes) -> bool:
    """Always where something could be or was taken back and where a turn begins; else if it is small, and once in a while."""
    return (
        entry.undoable
        or bool(entry.turn)
        or entry.kind != EntryKind.ACT
        or len(snapshot) <= SMALL_SNAPSHOT
        or entry.n % SNAPSHOT_EVERY == 0
    )


def state_after(table: Table, number: int) -> State:
    """The state after an entry that still stands: from its snapshot, or played on from the last one before it."""
    title = title_of(table)
    stood = standing(table).filter(n__lte=number)
    anchor = stood.exclude(snapshot=None).order_by("-n").first()
    if anchor is None:
        raise Entry.DoesNotExist(f"{table} has no snapshot before entry {number}")
    state = unpacked(title, bytes(anchor.snapshot or b""))
    later = list(stood.filter(n__gt=anchor.n, kind__in=(EntryKind.ACT, EntryKind.CORRECT)).order_by("n"))
    if later and not is_of_these_rules(table):
        raise OtherRulesHere(table.slug)
    spent = draws_spent(table) if later else []
    for entry in later:
        pass_over(state, max((drawn for n, drawn in spent if n < entry.n), default=0))
        state = _played_on(table, state, entry)
    return state


def turn_begun_at(table: Table, number: int, fingerprint: str) -> State:
    """The state in which a turn began, which whoever asks must not change."""
    return _turns.get((table.slug, number), fingerprint) or keep_turn(table, number, fingerprint, state_after(table, number))


def keep_turn(table: Table, number: int, fingerprint: str, state: State) -> State:
    return _turns.keep((table.slug, number), state, fingerprint)


def walk(table: Table) -> Iterator[tuple[Entry, State]]:
    """A game once more from its start: every answer and correction that stands, with the state before it."""
    if not is_of_these_rules(table):
        raise OtherRulesHere(table.slug)
    state, spent = state_after(table, 0), draws_spent(table)
    for entry in standing(table).filter(kind__in=(EntryKind.ACT, EntryKind.CORRECT)).order_by("n").defer("snapshot", "events"):
        pass_over(state, max((drawn for n, drawn in spent if n < entry.n), default=0))
        yield entry, state.clone()
        state = _played_on(table, state, entry)


def text_then(table: Table) -> str:
    """The state of a table as it stood, as text; the same one is asked for as long as nothing more is told."""
    last = standing(table).order_by("-n").values_list("n", "fingerprint")[0]
    known = _texts.get(table.slug, last)
    if known is None:
        known = state_after(table, table.entries_made).to_json().decode()
        _texts.keep(table.slug, known, last, len(known))
    return known


def _played_on(table: Table, state: State, entry: Entry) -> State:
    if entry.kind == EntryKind.CORRECT:
        return corrected(title_of(table), state, corrections_of(entry), table.seats.count())
    seat, action = entry.answer
    state.play(seat, title_of(table).vocabulary.action(action))
    return state


def corrections_of(entry: Entry) -> tuple[Correction, ...]:
    return msgspec.convert((entry.action or {})["patch"], tuple[Correction, ...])


def draws_spent(table: Table) -> list[tuple[int, int]]:
    """Every entry that took the table back, with the draws that had been taken by then: they do not come again."""
    if not table.drawn:
        return []
    back = Entry.objects.filter(table_id=table.pk, kind=EntryKind.BACK).order_by("n")
    return [(n, (action or {})["draws"]) for n, action in back.values_list("n", "action")]


def fingerprint(canonical: bytes) -> str:
    """As State.fingerprint, from JSON that is at hand already."""
    return blake2b(canonical, digest_size=16).hexdigest()


def public_scores(table: Table, state: State) -> list[int] | None:
    """The scores a spectator sees."""
    title = title_of(table)
    scored = title.parts.scored
    return list(scored.scores(state)) or None if scored is not None else scores_in(title.view(state, None))


def scores_in(view: View | None) -> list[int] | None:
    """The scores by seat, where the title's view has them and does not hide them."""
    scores: Any = getattr(view, "scores", None)
    return list(scores) if isinstance(scores, tuple | list) and scores else None


def turn_begun(title: Title, state: State) -> str:
    """The name of the turn that sheets are now to be written for, or after which the game is over; "" at other moments."""
    decision = state.decision
    is_put = decision is not None and decision.WRITTEN and not any(getattr(decision, "lanes", ()))
    return str(title.parts.mail.turn_name(state)) if title.has_mail and (is_put or state.is_over) else ""


def sealed_answer(state: State, seat: SeatNumber) -> bool:
    """Has the seat answered a simultaneous decision that is still open for others?"""
    decision = state.decision
    return isinstance(decision, Together) and seat in decision.seats and bool(decision.lane(seat))


def is_same_question(state: State) -> bool:
    """A simultaneous decision stays the same question while its lanes fill."""
    return isinstance(state.decision, Together) and any(state.decision.lanes)


def undoable(table: Table, seat: SeatNumber) -> list[Entry]:
    """The seat's answers that can still be taken back, the latest first."""
    found: list[Entry] = []
    answers = table.entries.filter(undone=False, kind__in=STANDING).order_by("-n")
    for entry in answers.defer("snapshot", "events"):
        if not entry.undoable or entry.seat != seat:
            break
        found.append(entry)
    return found
