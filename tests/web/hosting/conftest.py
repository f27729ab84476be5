"""A game of pebbles under way, and a clock that stands still until it is moved."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from marchland.web.accounts.models import User
from marchland.web.hosting.acts import Act, act_from
from marchland.web.hosting.services import act
from marchland.web.lobby.services import Place, Wish, seat_take, table_create
from marchland.web.tables.keeping import present_state
from marchland.web.tables.models import Entry, Table
from marchland.web.tables.services import action_submit

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def play_at(host: User, *others: User, bots: int = 0, pace: str = "deadline", options: dict[str, Any] | None = None) -> Table:
    places = [Place("me"), *(Place("open") for _ in others), *[Place("bot", level="easy")] * bots]
    tempo = {"hours": 24} if pace == "deadline" else {}
    table = table_create(host, Wish("pebbles", places, options or {}, pace=pace, tempo=tempo))
    for number, other in enumerate(others, 1):
        seat_take(table.slug, other, number)
    return fresh(table)


@pytest.fixture
def table(ada: User, bob: User, eve: User, clock: time_machine.Traveller) -> Table:
    """Ada is host; Bob and Eve play; whoever is asked has a day."""
    return play_at(ada, bob, eve)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def do(table: Table, host: User, name: str, seen: int | None = None, **facts: Any) -> Entry:
    """The host does something, having seen everything; what is written about it."""
    act(table.slug, host, wanted(name, **facts), fresh(table).entries_made if seen is None else seen)
    return fresh(table).entries.filter(kind__in=("house", "back", "correct")).order_by("-n")[0]


def wanted(name: str, **facts: Any) -> Act:
    return act_from({"do": name, **facts})


def answer(table: Table, users: list[User], option: int = 0) -> None:
    """Whoever is asked first gives an answer."""
    now = fresh(table)
    seat = present_state(now).deciders[0]
    action_submit(table.slug, users[seat], seat, option, now.entries_made)
