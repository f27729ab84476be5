"""A table that comes as a file: verified before anything is written, written in one transaction."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from marchland.kernel.corrections import corrected
from marchland.kernel.errors import BadFile
from marchland.kernel.match import Entry as RecordEntry
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.web.absence.models import Draft
from marchland.web.accounts.models import User
from marchland.web.letters.models import Missive, Party, Thread
from marchland.web.pace import timing
from marchland.web.tables import keeping
from marchland.web.tables.changes import Change
from marchland.web.tables.locking import write_transaction
from marchland.web.tables.models import By, ChatMessage, Entry, EntryKind, Invitation, Seat, SeatKind, Status, Table
from marchland.web.tables.services import lay_right, note, open_game, restore, take_answer
from marchland.web.tables.thinking import bot_levels

from .tablefile import Letters, Place, TableFile, moment, verify

GOES_ON = Status.PLAYING.value


def table_import(file: TableFile, host: User | None) -> Table:
    """A table like the one that was exported. Nobody sits at it yet: whoever has the link of a seat takes it.

    No time runs, since nobody is there: whoever is host lets it go on. It counts for no rating.
    """
    title = verify(file)
    with write_transaction():
        table = _laid(file, title, host)
        _play(table, title, file)
        _say(table, file)
        return table


def _laid(file: TableFile, title: Title, host: User | None) -> Table:
    record = file.record
    table = Table.objects.create(
        title=title.id,
        rules_version=record.rules_version,
        name=file.name,
        host=host,
        options=title.settings(record.options),
        pace=file.pace,
        tempo=file.tempo,
        public=False,
        watching="invited",
        key=record.key,
        commitment=record.commitment,
    )
    goes_on = file.status == GOES_ON
    Seat.objects.bulk_create(_seat(table, number, place, goes_on) for number, place in enumerate(file.places))
    if goes_on:
        people = [number for number, place in enumerate(file.places) if place.kind == "person"]
        Invitation.objects.bulk_create(Invitation(table=table, seat=number) for number in people)
    return table


def _seat(table: Table, number: int, place: Place, goes_on: bool) -> Seat:
    if place.bot and place.bot not in bot_levels(table.title):
        raise BadFile(f"seat {number}: there is no bot {place.bot!r} here")
    facts = {"table": table, "number": number, "name": place.name}
    if place.kind == "bot":
        return Seat(kind=SeatKind.BOT, bot=place.bot, **facts)
    if not goes_on:
        return Seat(kind=SeatKind.USER, departed=True, **facts)
    return Seat(kind=SeatKind.INVITED, waived=place.waived, standing=place.standing, bank=place.bank, **facts)


def _play(table: Table, title: Title, file: TableFile) -> None:
    """Every entry once more: the same state as was verified, with what happened on the way."""
    open_game(table)
    state = keeping.present_state(table)
    for entry in file.record.entries:
        state = _repeat(table, title, state, entry)
    if keeping.fingerprint(table.state.encode()) != _last_fingerprint(table, file):
        raise BadFile("the record does not lead to the same state here")
    now = timezone.now()
    _date(table, file, now)
    if file.status == GOES_ON:
        table.limit, table.ends = file.limit, now + timedelta(seconds=file.left) if file.left is not None else None
        table.save(update_fields=["limit", "ends"])
        timing.pause(table, now)
        note(table, EntryKind.TIME, None, {"do": "halt"})
    elif table.status == Status.PLAYING:
        Table.objects.filter(pk=table.pk).update(status=Status.ABANDONED)
        table.status = Status.ABANDONED


def _repeat(table: Table, title: Title, state: State, entry: RecordEntry) -> State:
    """As it was played; numbers of entries are those of the record, since nothing lies in between."""
    if entry.kind == EntryKind.BACK:
        told = {name: value for name, value in entry.action.items() if name not in ("to", "draws")}
        return _state_of(restore(table, int(entry.action["to"]), told))
    if entry.kind == EntryKind.CORRECT:
        patch = keeping.corrections_of(Entry(table=table, action=entry.action))
        return _state_of(lay_right(table, corrected(title, state, patch, len(table.seats.all())), entry.action))
    assert entry.seat is not None
    by = By(entry.by) if entry.by in By.values else By.SEAT
    take_answer(table, state, entry.seat, title.vocabulary.action(entry.action), by)
    return state


def _state_of(change: Change) -> State:
    assert change.state is not None
    return change.state


def _last_fingerprint(table: Table, file: TableFile) -> str:
    if file.record.entries:
        return file.record.entries[-1].fingerprint
    return table.entries.values_list("fingerprint", flat=True)[0]


def _date(table: Table, file: TableFile, now: datetime) -> None:
    """When it was played, not when it was imported."""
    entries = list(table.entries.filter(n__gte=1).order_by("n").only("pk", "made"))
    for entry, made in zip(entries, file.made, strict=False):
        entry.made = moment(made, now)
    Entry.objects.bulk_update(entries, ["made"], batch_size=500)


def _say(table: Table, file: TableFile) -> None:
    now = timezone.now()
    for one in file.chat:
        written = moment(one.written or now.isoformat(), now)
        message = ChatMessage.objects.create(table=table, author=one.author, seat=one.seat, text=one.text, written=written)
        Table.objects.filter(pk=table.pk).update(said=message.pk)
    for thread in file.letters:
        _lay_letters(table, thread, now)
    Draft.objects.bulk_create(Draft(table=table, seat=one.seat, turn=one.turn, text=one.text) for one in file.drafts)


def _lay_letters(table: Table, found: Letters, now: datetime) -> None:
    thread = Thread.objects.create(table=table, subject=found.subject, touched=now)
    Party.objects.bulk_create(Party(thread=thread, seat=seat) for seat in sorted(set(found.seats)))
    for one in found.letters:
        Missive.objects.create(thread=thread, seat=one.seat, text=one.text, written=moment(one.written or now.isoformat(), now))
