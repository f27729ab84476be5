"""States in the database: canonical JSON as text for the present, compressed snapshots for the past."""

from __future__ import annotations

import zlib
from hashlib import blake2b
from typing import Any

import msgspec

from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.views import View
from marchland.web.titles import title_named

from .models import Entry, EntryKind, Table
from .refusals import OtherRulesHere

SMALL_SNAPSHOT = 4096
"""Bytes up to which the state is kept after every entry, so that any moment can be shown at once."""
SNAPSHOT_EVERY = 20


def title_of(table: Table) -> Title:
    return title_named(table.title).at_table(table.options)


def is_of_these_rules(table: Table) -> bool:
    """Can this release go on with the table's game, and play its past again?"""
    return title_of(table).plays(table.rules_version)


def present_state(table: Table) -> State:
    return title_of(table).load(msgspec.json.decode(table.state))


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
    standing = table.entries.filter(undone=False, n__lte=number)
    anchor = standing.exclude(snapshot=None).order_by("-n").first()
    if anchor is None:
        raise Entry.DoesNotExist(f"{table} has no snapshot before entry {number}")
    state = unpacked(title, anchor.snapshot)
    later = list(standing.filter(n__gt=anchor.n).order_by("n"))
    if later and not is_of_these_rules(table):
        raise OtherRulesHere(table.slug)
    for entry in later:
        state.play(entry.seat, title.vocabulary.action(entry.action))
    return state


def fingerprint(canonical: bytes) -> str:
    """As State.fingerprint, from JSON that is at hand already."""
    return blake2b(canonical, digest_size=16).hexdigest()


def public_scores(table: Table, state: State) -> list[int] | None:
    """The scores a spectator sees."""
    return scores_in(title_of(table).view(state, None))


def scores_in(view: View | None) -> list[int] | None:
    """The scores by seat, where the title's view has them and does not hide them."""
    scores: Any = getattr(view, "scores", None)
    return list(scores) if isinstance(scores, tuple | list) and scores else None


def turn_begun(title: Title, state: State) -> str:
    """The name of the turn that sheets are now to be written for, or after which the game is over; "" at other moments."""
    decision = state.decision
    is_put = decision is not None and decision.WRITTEN and not any(getattr(decision, "lanes", ()))
    return str(title.module("mail").turn_name(state)) if title.has("mail") and (is_put or state.is_over) else ""
