"""Replay: play a record again from its key and compare every fingerprint and every roll."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .chance import commitment, verify_roll
from .errors import BadFile, MarchlandError, OtherRules, Tampered
from .events import Event, Rolled
from .match import BACK, Entry, Match, Record
from .title import find_title


class Replayed(msgspec.Struct, frozen=True):
    """One entry played again, with what happened."""

    number: int
    entry: Entry
    events: tuple[Event, ...]


def replay(record: Record, to: int | None = None) -> Iterator[Replayed]:
    """Yield each entry after it has been checked; raise Tampered (or OtherRules) at the first that does not fit."""
    match = open_match(record)
    for number, entry in enumerate(record.entries[:to], 1):
        yield Replayed(number, entry, tuple(_step(match, record, number, entry)))
    # Compared as JSON: a record that comes from a file holds lists where the state has tuples.
    if to is None and record.state is not None and msgspec.json.encode(record.state, order="sorted") != match.state.to_json():
        raise _misfit(record, "state: the saved state is not the one the log leads to")


def _misfit(record: Record, what: str) -> BadFile:
    """What does not fit is forged, unless other rules were played by."""
    title = find_title(record.title)
    if title.plays(record.rules_version):
        return Tampered(what)
    return OtherRules(title.id, record.rules_version, title.rules_version, what)


def open_match(record: Record) -> Match:
    """The match at its start, its key checked against the published hash."""
    if record.key is None:
        raise Tampered("key: not published yet, so the dice cannot be checked")
    if commitment(record.key) != record.commitment:
        raise Tampered("key: it is not the key whose hash was published")
    return Match(find_title(record.title), record.seats, record.key, record.options, record.position)


def _step(match: Match, record: Record, number: int, entry: Entry) -> list[Event]:
    try:
        events = match.repeat(entry)
    except MarchlandError as error:
        raise _misfit(record, f"entry {number}: {error}") from None
    if entry.kind == BACK and match.drawn != entry.action.get("draws"):
        raise Tampered(f"entry {number}: {match.drawn} draws were spent, not {entry.action.get('draws')}")
    if match.entries[-1].fingerprint != entry.fingerprint:
        raise _misfit(record, f"entry {number}: fingerprint {entry.fingerprint} should be {match.entries[-1].fingerprint}")
    for event in events:
        if isinstance(event, Rolled) and not verify_roll(record.key or b"", event):
            raise Tampered(f"entry {number}: roll {event.values} does not follow from the key")
    return events
