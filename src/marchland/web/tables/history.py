"""The past of a table: a replay's steps, the record of a finished game, scores over time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from marchland.kernel.match import Entry as RecordEntry
from marchland.kernel.match import Match, Record, write_record
from marchland.kernel.match import Note as RecordNote
from marchland.web.accounts.people import Anybody
from marchland.web.config.unchanged import mark_of

from . import keeping
from .models import TELLING, Entry, EntryKind, Table
from .refusals import OtherRulesHere, WrongMoment
from .screens import Screen
from .selectors import Sight, is_told, standing_entries
from .viewers import viewer_of

BY_TURN, BY_MOVE = "turn", "move"


class Way(msgspec.Struct, frozen=True):
    """How a replay steps through a game: by moves, by turns, or from turn to turn of one seat."""

    by: str = BY_MOVE
    """`move`, `turn`, or the number of a seat."""

    @property
    def seat(self) -> int | None:
        return int(self.by) if self.by.isdigit() else None


def stops(table: Table, way: Way) -> list[int]:
    """The entry numbers a replay stops at, from the set-up to the end; a turn ends where another seat's begins."""
    entries = list(standing_entries(table).order_by("n").values_list("n", "seat", "aside"))
    if way.by == BY_MOVE or not entries:
        return [n for n, _, _ in entries]
    last, ends = entries[-1][0], [entries[0][0]]
    turn: int | None = None
    for (after, *_), (_, seat, aside) in pairwise(entries):
        if aside or seat == turn:
            continue
        if turn is not None and way.seat in (None, turn):
            ends.append(after)
        turn = seat
    return list(dict.fromkeys([*ends, last]))


def step_with(steps: list[int], way: Way, entry: int) -> int:
    """The step in which an entry came; by moves, what was taken back is seen as it was before."""
    return bisect_right(steps, entry) - 1 if way.by == BY_MOVE else min(bisect_left(steps, entry), len(steps) - 1)


def sight_then(table: Table, user: Anybody, language: str, n: int, screen: Screen | None = None) -> Sight:
    """The table after entry `n`, as this viewer could see it then."""
    viewed = viewed_then(table, user, language, n, screen)
    viewed.state = keeping.state_after(table, n)
    return viewed


def viewed_then(table: Table, user: Anybody, language: str, n: int, screen: Screen | None = None) -> Sight:
    """As `sight_then`, before anything is laid out: who looks at which moment."""
    return Sight(table, None, viewer_of(table, user, tuple(table.deciders), screen=screen), language, at=n)


def mark_of_record(table: Table) -> str:
    """By which a browser knows the record of a game that is over; empty before."""
    players = [(place.name, place.user_id) for place in table.seats.all()]
    return mark_of("record", table.slug, table.status, table.entries_made, players) if is_told(table) else ""


def record(table: Table) -> bytes:
    """A game that is over, or was closed, as a file: with the key, so that anybody can check every roll."""
    if not is_told(table):
        raise WrongMoment(table.slug)
    return write_record(
        Record(
            title=table.title,
            rules_version=table.rules_version,
            seats=table.seats.count(),
            options=table.options,
            commitment=table.commitment,
            key=bytes(table.key),
            entries=tuple(record_entries(table)),
            state=msgspec.json.decode(table.state),
            players=tuple(place.name or (place.user.username if place.user else "") for place in table.seats.all()),
            notes=tuple(record_notes(table)) or UNSET,
        )
    )


def record_notes(table: Table) -> list[RecordNote]:
    """What the clock and the host did, by how many of the record's entries came before it."""
    numbers = [entry.n for entry in lasting_entries(table)]
    told = table.entries.filter(kind__in=TELLING).order_by("n").values_list("n", "seat", "action", "made")
    return [
        RecordNote(bisect_right(numbers, n), what or {}, seat, made.isoformat(timespec="seconds")) for n, seat, what, made in told
    ]


def record_entries(table: Table) -> list[RecordEntry]:
    """All answers, and where the table was taken back or laid right; only what a seat took back itself was never given.

    Where a sealed answer was taken back, fingerprints in between held it: those are made anew.
    """
    entries = renumbered(lasting_entries(table))
    if not has_reopened(table):
        return entries
    if not keeping.is_of_these_rules(table):
        raise OtherRulesHere(table.slug)
    match = Match(keeping.title_of(table), table.seats.count(), bytes(table.key), table.options)
    for entry in entries:
        match.repeat(entry)
    return [replace(again, by=entry.by) for again, entry in zip(match.entries, entries, strict=True)]


def has_reopened(table: Table) -> bool:
    """Was a sealed answer ever taken back? Then fingerprints in between held it."""
    return table.entries.filter(kind=EntryKind.UNDO, action__reopened=True).exists()


def lasting_entries(table: Table) -> list[Entry]:
    """What a record consists of."""
    entries = table.entries.exclude(kind__in=(EntryKind.START, *TELLING)).order_by("n")
    found = list(entries.only("n", "table_id", "kind", "seat", "action", "fingerprint", "by", "undone", "undone_by"))
    by_the_host = {entry.n for entry in found if entry.kind in (EntryKind.BACK, EntryKind.CORRECT)}
    lasting = (entry for entry in found if not entry.undone or entry.undone_by in by_the_host)
    return [entry for entry in lasting if entry.kind != EntryKind.UNDO]


def renumbered(entries: list[Entry]) -> list[RecordEntry]:
    """In a record entries are counted from 1, without those that are left out."""
    numbers = [entry.n for entry in entries]
    made = []
    for entry in entries:
        action = dict(entry.action or {})
        if entry.kind == EntryKind.BACK:
            action["to"] = bisect_right(numbers, action["to"])
        made.append(RecordEntry(entry.seat, action, entry.fingerprint, entry.by, entry.kind))
    return made


def scores_over_time(table: Table) -> list[dict[str, Any]]:
    """Public scores after every standing entry at which they changed."""
    kept: list[dict[str, Any]] = []
    for n, scores in standing_entries(table).order_by("n").values_list("n", "scores"):
        if scores is not None and (not kept or kept[-1]["scores"] != scores):
            kept.append({"n": n, "scores": scores})
    return kept
