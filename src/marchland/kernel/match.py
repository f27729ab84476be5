"""Match: a game being played: the state, the log of answers that led there, and the right to undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .actions import Action, Seat
from .chance import commitment, pass_over
from .corrections import Correction, corrected
from .errors import BadFile, MarchlandError, OtherRules
from .events import Event, Forced
from .frames import Together
from .state import State
from .strangers import read_json
from .title import Title, find_title
from .vocabulary import plain


class UndoRefused(MarchlandError):
    """Taking back would cross a roll, a reveal or another seat's decision."""


ACT, BACK, CORRECT = "act", "back", "correct"
"""Kinds of entries."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: who answered what, and the fingerprint of the state after it.

    Not every line is an answer: `back` takes the table back to what it was after entry `to`, and `correct` lays something on it
    right. These are nobody's seat.
    """

    seat: Seat | None
    action: dict[str, Any]
    fingerprint: str
    by: str = ""
    """Who answered for the seat, where it did not answer itself: `time`, `stand-in`, `waiver`."""
    kind: str = ACT


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What whoever keeps the table did beside the game (time ran out, somebody stood in): evidence, which changes no state."""

    after: int
    """How many entries came before it."""
    what: dict[str, Any]
    seat: Seat | None = None
    at: str = ""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match as a file: enough to go on playing, or to check every answer and every die."""

    marchland: int = 1
    title: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    commitment: str
    key: bytes | None = None
    position: dict[str, Any] | None = None
    """What was laid over the opening before the first answer, in the title's own keys with seats as numbers; usually nothing."""
    entries: tuple[Entry, ...] = ()
    state: dict[str, Any] | None = None
    players: tuple[str, ...] = ()
    notes: tuple[Note, ...] | UnsetType = UNSET
    """Left out of the file where there are none."""


class Match:
    """A title played from a key: every answer goes through `act`."""

    def __init__(
        self,
        title: Title,
        seats: int,
        key: bytes,
        options: Mapping[str, object] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.title = title.at_table(options or {})
        self.seats = seats
        self.key = key
        self.options = title.settings(options or {})
        self.state = title.new(seats, key, self.options)
        self.position = dict(position) if position else None
        if self.position:
            title.parts.position.lay(self.state, self.position, tuple(map(str, range(seats))))
        self.entries: list[Entry] = []
        self.events: list[Event] = self.state.outbox
        self.state.outbox = []
        self.drawn = 0
        """Draws up to this one are spent, though the table may have been taken back to before them."""
        self._undoable: list[tuple[Seat, State, int]] = []

    def act(self, seat: Seat, action: Action) -> list[Event]:
        """Check and carry out one answer, and log it."""
        pass_over(self.state, self.drawn)
        before = self.state.clone()
        events = self.state.apply(seat, action)
        self.entries.append(Entry(seat, plain(action), self.state.fingerprint()))
        self.events += events
        if may_take_back(before, self.state, seat, events):
            self._undoable.append((seat, before, len(events)))
        else:
            self._undoable.clear()
        return events

    def can_undo(self, seat: Seat) -> bool:
        return bool(self._undoable) and self._undoable[-1][0] == seat

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last answer."""
        if not self.can_undo(seat):
            raise UndoRefused("nothing to take back: a roll, a reveal or another seat's decision lies between")
        _, self.state, happened = self._undoable.pop()
        del self.events[len(self.events) - happened :]
        self.entries.pop()

    def back(self, to: int, told: Mapping[str, Any] | None = None) -> None:
        """The table as it was after an entry. No draw is taken twice: the dice go on where they had got to."""
        if not 0 <= to <= len(self.entries):
            raise BadFile(f"back to entry {to}: there is none")
        self.drawn = max(self.drawn, self.state.chance.counter)
        self.state = self._state_after(to)
        self._log(BACK, {**(told or {}), "to": to, "draws": self.drawn})

    def correct(self, corrections: Sequence[Correction], told: Mapping[str, Any] | None = None) -> None:
        """Lay something on the table right."""
        self.state = corrected(self.title, self.state, corrections, self.seats)
        self._log(CORRECT, {**(told or {}), "patch": msgspec.to_builtins(tuple(corrections))})

    def _log(self, kind: str, what: Mapping[str, Any]) -> None:
        self.entries.append(Entry(None, dict(what), self.state.fingerprint(), kind=kind))
        self._undoable.clear()

    def repeat(self, entry: Entry) -> list[Event]:
        """An entry of a log once more."""
        match entry.kind:
            case "act" if entry.seat is not None:
                return self.act(entry.seat, self.title.vocabulary.action(entry.action))
            case "act":
                raise BadFile("an answer without a seat")
            case "back":
                self.back(_number(entry.action, "to"), entry.action)
            case "correct":
                self.correct(_corrections(entry.action), entry.action)
            case kind:
                raise BadFile(f"no such kind of entry: {kind}")
        return []

    def _state_after(self, to: int) -> State:
        """Played anew along the entries that stood then."""
        past = Match(self.title, self.seats, self.key, self.options, self.position)
        for entry, drawn in _way_to(self.entries, to):
            past.drawn = drawn
            past.repeat(entry)
        return past.state

    def record(self) -> Record:
        return Record(
            title=self.title.id,
            rules_version=self.title.rules_version,
            seats=self.seats,
            options=self.options,
            commitment=commitment(self.key),
            key=self.key,
            position=self.position,
            entries=tuple(self.entries),
            state=self.state.to_plain(),
        )

    @classmethod
    def resume(cls, record: Record) -> Match:
        """Go on from a saved match: the snapshot is the truth, the log is evidence.

        A match of other rules is not played on, unless golden games prove that they agree with these (`Title.agrees_with`).
        """
        title = find_title(record.title)
        if not title.plays(record.rules_version):
            raise OtherRules(title.id, record.rules_version, title.rules_version)
        if record.key is None or record.state is None:
            raise BadFile("this record has no key or no state: it can be replayed, not resumed")
        match = cls(title, record.seats, record.key, record.options, record.position)
        match.state = title.load(record.state)
        match.entries = list(record.entries)
        match.drawn = _drawn_before(match.entries, len(match.entries))
        return match


def _way_to(entries: Sequence[Entry], to: int) -> list[tuple[Entry, int]]:
    """The answers and corrections that led to the table after an entry, each with the draws that were spent by then."""
    way: list[tuple[Entry, int]] = []
    while to > 0:
        entry = entries[to - 1]
        if entry.kind == BACK:
            to = _number(entry.action, "to")
            continue
        way.append((entry, _drawn_before(entries, to - 1)))
        to -= 1
    return way[::-1]


def _drawn_before(entries: Sequence[Entry], end: int) -> int:
    return max((_number(entry.action, "draws") for entry in entries[:end] if entry.kind == BACK), default=0)


def _number(facts: Mapping[str, Any], name: str) -> int:
    found = facts.get(name)
    if not isinstance(found, int) or found < 0:
        raise BadFile(f"{name}: {found!r} is not a number")
    return found


def _corrections(facts: Mapping[str, Any]) -> tuple[Correction, ...]:
    try:
        return msgspec.convert(facts.get("patch"), tuple[Correction, ...])
    except msgspec.ValidationError as error:
        raise BadFile(f"patch: {error}") from None


def may_take_back(before: State, after: State, seat: Seat, events: list[Event]) -> bool:
    """Undo reaches back to the last roll, reveal or change of decider, also one who had no choice, and no further."""
    if before.chance.counter != after.chance.counter:
        return False
    if isinstance(before.decision, Together) or after.deciders != (seat,):
        return False
    if any(isinstance(event, Forced) and event.seat != seat for event in events):
        return False
    return not any(event.REVEALS or event.audience is not None for event in events)


def read_record(text: bytes) -> Record:
    try:
        read_json(text)  # refuses what is too deep for anybody further on
        record = msgspec.json.decode(text, type=Record)
    except (BadFile, msgspec.DecodeError) as error:
        raise BadFile(f"not a match file: {error}") from None
    if record.marchland != 1:
        raise BadFile(f"marchland: file version {record.marchland} is not known")
    return record


def write_record(record: Record) -> bytes:
    return msgspec.json.encode(record)
