"""Another world of which a reader knows the same: everything in the database that is hidden from that reader is another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from sys import modules

from django.db import connection, transaction
from django.utils import timezone

from marchland.kernel.actions import Seat
from marchland.kernel.state import State
from marchland.web.absence.models import Draft
from marchland.web.letters.models import Missive
from marchland.web.tables import history, keeping, questions, selectors
from marchland.web.tables.memory import Memory
from marchland.web.tables.models import EntryKind, Table

MOMENTS = 3
"""So many moments of the past are looked at, beside those at which a turn began."""


@contextmanager
def for_a_while() -> Iterator[None]:
    """Whatever is done is taken back, and nothing is remembered of it."""
    forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()


@cache
def _memories() -> list[Memory[object]]:
    site = [module for name, module in sorted(modules.items()) if name.startswith("marchland.web.")]
    return [value for module in site for value in vars(module).values() if isinstance(value, Memory)]


def forget() -> None:
    """As if the process had just been started: what one world has brought to mind must not be told in another."""
    for memory in _memories():
        memory.forget_all()


class Past:
    """The moments of a table that are looked at, as they truly were."""

    def __init__(self, table: Table) -> None:
        self.stops = history.stops(table, history.Way())
        looked_at = {self.stops[len(self.stops) * part // MOMENTS] for part in range(MOMENTS)} | {self.stops[-1]}
        turns = selectors.standing_entries(table).exclude(turn="").values_list("n", flat=True)
        self.states: dict[int, State] = {n: keeping.state_after(table, n) for n in sorted({*looked_at, *turns})}

    @property
    def steps(self) -> list[int]:
        """Of a replay, by their number."""
        return [self.stops.index(n) for n in self.states if n in self.stops][-MOMENTS - 1 :]


def make_another(table: Table, past: Past, seat: Seat | None, key: bytes) -> None:
    """Change everything that the reader at this seat, or without one, does not know. After the end the game itself is told."""
    if not selectors.is_told(table):
        _deal_another(table, past, seat, key)
    _change_papers(table, seat, key)


def _deal_another(table: Table, past: Past, seat: Seat | None, key: bytes) -> None:
    dealt = {n: keeping.title_of(table).redeal(state, seat, key) for n, state in past.states.items()}
    last = dealt[past.stops[-1]]
    Table.objects.filter(pk=table.pk).update(state=last.to_json().decode(), key=key)
    _change_entries(table, {n: state.to_json() for n, state in dealt.items()}, seat, key)
    others = table.seats.all() if seat is None else table.seats.exclude(number=seat)
    word = key.hex()[:16]
    others.update(standing=[{"kind": word, "answer": word}])  # the record tells what had been said beforehand


def _change_entries(table: Table, states: dict[int, bytes], seat: Seat | None, key: bytes) -> None:
    """Of what happened only what the reader was told is as it was; others' answers, and marks of the true states, are not."""
    changed = []
    for pk, n, kind, who, action, events in table.entries.values_list("pk", "n", "kind", "seat", "action", "events"):
        is_secret = kind == EntryKind.ACT and who != seat
        seen = [event for event in events if questions.is_for(event, seat)]
        mark = keeping.fingerprint(states.get(n, key + bytes(str(n), "ascii")))
        changed.append((json.dumps({"type": key.hex()} if is_secret else action), json.dumps(seen), mark, pk))
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE tables_entry SET action = %s, events = %s, fingerprint = %s WHERE id = %s", changed)
        kept = [(keeping.packed(text), table.pk, n) for n, text in states.items()]
        cursor.executemany("UPDATE tables_entry SET snapshot = %s WHERE table_id = %s AND n = %s", kept)


def _change_papers(table: Table, seat: Seat | None, key: bytes) -> None:
    """What others have written for themselves or to each other, prepared, or been advised."""
    word = {"secret": key.hex()}
    others = table.seats.all() if seat is None else table.seats.exclude(number=seat)
    others.update(plan=word, advice=word, guide=word)
    for number in others.values_list("number", flat=True):
        facts = {"turn": "another", "text": key.hex(), "saved": timezone.now()}
        Draft.objects.update_or_create(table=table, seat=number, defaults=facts)
    table.sheets.exclude(seat=-1 if seat is None else seat).update(text=key.hex(), receipt=word, letters=word)
    Missive.objects.filter(thread__table=table).exclude(thread__parties__seat=-1 if seat is None else seat).update(text=key.hex())
