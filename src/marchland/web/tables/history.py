"""The past of a table: a replay's steps, the record of a finished game, scores over time."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from marchland.kernel.match import Entry as RecordEntry
from marchland.kernel.match import Match, Record, write_record
from marchland.kernel.match import Note as RecordNote
from marchland.web.accounts.people import Anybody

from . import keeping
from .models import EntryKind, Status, Table
from .notes import NOTES
from .refusals import OtherRulesHere, WrongMoment
from .screens import Screen
from .selectors import Sight, standing_entries
from .viewers import viewer_of


def steps(table: Table) -> list[int]:
    """The entry numbers a replay stops at, from the set-up to the end."""
    return list(standing_entries(table).order_by("n").values_list("n", flat=True))


def sight_then(table: Table, user: Anybody, language: str, n: int, screen: Screen | None = None) -> Sight:
    """The table after entry `n`, as this viewer could see it then."""
    viewer = viewer_of(table, user, tuple(table.deciders), screen=screen)
    return Sight(table, keeping.state_after(table, n), viewer, language, at=n)


def record(table: Table) -> bytes:
    """A finished game as a file: with the key, so that anybody can check every roll."""
    if table.status != Status.OVER:
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
    """What the clock and the host did, by how many of the answers that stand came before it."""
    kept, answers = [], 0
    entries = table.entries.filter(undone=False, kind__in=(EntryKind.ACT, *NOTES)).order_by("n")
    for kind, seat, what, made in entries.values_list("kind", "seat", "action", "made"):
        if kind == EntryKind.ACT:
            answers += 1
        else:
            kept.append(RecordNote(answers, what or {}, seat, made.isoformat(timespec="seconds")))
    return kept


def record_entries(table: Table) -> list[RecordEntry]:
    """The answers that stand. Where a sealed answer was taken back, fingerprints in between held it: those are made anew."""
    moves = (
        standing_entries(table)
        .filter(kind=EntryKind.ACT)
        .order_by("n")
        .only("n", "table_id", "seat", "action", "fingerprint", "by")
    )
    if not table.entries.filter(kind=EntryKind.UNDO, action__reopened=True).exists():
        return [RecordEntry(*move.answer, move.fingerprint, move.by) for move in moves]
    if not keeping.is_of_these_rules(table):
        raise OtherRulesHere(table.slug)
    match = Match(keeping.title_of(table), table.seats.count(), bytes(table.key), table.options)
    for seat, action in (move.answer for move in moves):
        match.act(seat, match.title.vocabulary.action(action))
    return [replace(entry, by=move.by) for entry, move in zip(match.entries, moves, strict=True)]


def scores_over_time(table: Table) -> list[dict[str, Any]]:
    """Public scores after every standing entry at which they changed."""
    kept: list[dict[str, Any]] = []
    for n, scores in standing_entries(table).order_by("n").values_list("n", "scores"):
        if scores is not None and (not kept or kept[-1]["scores"] != scores):
            kept.append({"n": n, "scores": scores})
    return kept
