"""A single table as one file: its record, who sat where, how time was kept, what was said.

The record is the kernel's own (`kernel/match.py`): whoever reads the file plays it again from its key and compares every
fingerprint before anything else is believed. The digest tells a damaged file from a whole one; it proves nothing about who made it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from marchland.kernel.errors import BadFile, MarchlandError, OtherRules
from marchland.kernel.match import Record
from marchland.kernel.replay import replay
from marchland.kernel.standing import objections, subjects_of
from marchland.kernel.strangers import read_json
from marchland.kernel.title import Title
from marchland.tempo import tempo_from
from marchland.web.ahead.services import read_standing
from marchland.web.letters.models import LONGEST_LETTER, LONGEST_SUBJECT
from marchland.web.pace.timing import TIMED
from marchland.web.tables.models import Pace
from marchland.web.titles import title_named

FORMAT = 1
LARGEST = 64_000_000
MOST_ENTRIES = 100_000
MOST_SECONDS = 10 * 365 * 24 * 3600
Name = Annotated[str, Meta(max_length=150)]
Level = Annotated[str, Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=1000)]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: who had it, and what they had said beforehand. Nobody's account is in the file."""

    kind: str
    name: Annotated[str, Meta(max_length=40)] = ""
    bot: Level = ""
    departed: bool = False
    waived: list[Annotated[str, Meta(max_length=80)]] = []
    standing: list[dict[str, Any]] = []
    bank: float = 0
    """Seconds left on its clock."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    author: Name
    text: Annotated[str, Meta(max_length=500)]
    seat: Number | None = None
    written: str = ""


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Number
    text: Annotated[str, Meta(max_length=LONGEST_LETTER)]
    written: str = ""


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What seats wrote to each other."""

    seats: list[Number]
    letters: list[Letter]
    subject: Annotated[str, Meta(max_length=LONGEST_SUBJECT)] = ""


class Paper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet that was being written."""

    seat: Number
    turn: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=100_000)]


class TableFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    marchland_table: int = FORMAT
    version: Annotated[str, Meta(max_length=40)] = ""
    exported: Annotated[str, Meta(max_length=40)] = ""
    name: Annotated[str, Meta(max_length=80)] = ""
    status: str
    pace: str = Pace.LIVE.value
    tempo: dict[str, Any] = {}
    limit: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """Minutes for the whole game, where it ends by the clock."""
    left: float | None = None
    """Seconds of them that were left."""
    record: Record
    made: list[str] = []
    """When each entry of the record was made."""
    places: list[Place]
    chat: list[Said] = []
    letters: list[Letters] = []
    drafts: list[Paper] = []
    digest: str = ""


def digest_of(file: TableFile) -> str:
    """Of what a reader finds in it: a number may be whole here and a fraction there."""
    bare = msgspec.json.encode(msgspec.structs.replace(file, digest=""))
    return sha256(msgspec.json.encode(msgspec.json.decode(bare, type=TableFile), order="sorted")).hexdigest()


def written(file: TableFile) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(file, digest=digest_of(file)))


def read(data: bytes) -> TableFile:
    """A file that is whole and whose parts fit together; its record is not played yet (`verify`)."""
    if len(data) > LARGEST:
        raise BadFile(f"a table's file has at most {LARGEST:,} bytes")
    try:
        file = msgspec.json.decode(data, type=TableFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(f"not a table's file: {error}"[:300]) from None
    read_json(data)  # refuses what is too deep for anybody further on
    if file.marchland_table != FORMAT:
        raise BadFile(f"a table's file of format {file.marchland_table}; this release reads format {FORMAT}")
    if file.digest != digest_of(file):
        raise BadFile("the file is damaged or was changed: its digest is not that of what it holds")
    _must_fit(file)
    return file


def _must_fit(file: TableFile) -> None:
    record, seats = file.record, range(file.record.seats)
    if len(file.places) != record.seats:
        raise BadFile(f"places: {len(file.places)} for {record.seats} seats")
    if len(record.entries) > MOST_ENTRIES or len(file.made) not in (0, len(record.entries)):
        raise BadFile("entries: too many, or not as many as moments at which they were made")
    named = [one.seat for one in file.chat if one.seat is not None] + [one.seat for one in file.drafts]
    named += [seat for thread in file.letters for seat in (*thread.seats, *(one.seat for one in thread.letters))]
    if not all(seat in seats for seat in named):
        raise BadFile(f"seat {max(named)}: there are {record.seats}")
    if file.status not in ("playing", "over", "abandoned") or file.pace not in Pace.values:
        raise BadFile(f"status {file.status!r}, pace {file.pace!r}: not known"[:200])
    if any(place.kind not in ("person", "bot") for place in file.places):
        raise BadFile("places: a seat is a person's or a bot's")
    _must_be_a_tempo(file)


def _must_be_a_tempo(file: TableFile) -> None:
    if file.pace not in TIMED:
        if file.tempo:
            raise BadFile(f"tempo: none is kept at pace {file.pace}")
        return
    try:
        tempo_from({**file.tempo, "type": file.pace})
    except msgspec.ValidationError as error:
        raise BadFile(f"tempo: {error}") from None


def verify(file: TableFile) -> Title:
    """The record played again by this release, every fingerprint and every roll compared; its title."""
    record = file.record
    if record.position is not None:
        raise BadFile("the game began from a position of its own: no table is laid so here")
    title = title_named(record.title)
    if not title.plays(record.rules_version):
        raise OtherRules(title.id, record.rules_version, title.rules_version)
    if record.state is None:
        raise BadFile("state: there is none to compare with")
    try:
        for _ in replay(record):
            pass
    except MarchlandError:
        raise
    except Exception as error:  # whatever a made-up record does to the rules is the record's fault
        raise BadFile(f"the record cannot be played: {type(error).__name__}: {error}"[:300]) from None
    _must_have_been_said(file, title)
    return title


def _must_have_been_said(file: TableFile, title: Title) -> None:
    """What people said beforehand is what the title lets them say."""
    for number, place in enumerate(file.places):
        if unknown := set(place.waived) - set(title.moments):
            raise BadFile(f"seat {number}: no such moment: {min(unknown)}")
        if wrong := objections(read_standing(place.standing), subjects_of(title), file.record.seats):
            raise BadFile(f"seat {number}: {wrong[0]}")
        if not 0 <= place.bank < MOST_SECONDS:
            raise BadFile(f"seat {number}: {place.bank} seconds")
    if file.left is not None and not 0 <= file.left < MOST_SECONDS:
        raise BadFile(f"left: {file.left} seconds")


def moment(text: str, latest: datetime) -> datetime:
    """A moment of the file; nothing in it lies in the future."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise BadFile(f"{text[:40]!r} is not a moment") from None
    found = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return min(found, latest)
