"""Servers that are killed, and several of them at once: no deadline is lost, none is run twice."""

from __future__ import annotations

import signal
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from marchland.web.accounts.models import User
from marchland.web.pace import deadlines
from marchland.web.tables.models import EntryKind, Table

from ..serving import COLD, PATIENCE, Person, Server, await_true
from .conftest import Wait
from .test_choosing import form_of
from .test_deadlines import timed_table

KILLED_IN_THE_MIDDLE = f"""
import os, signal
import marchland.web.serve as site
def prepared(prepare=site.prepare):
    prepare()
    from marchland.web.tables import services
    def struck(table, kind, seat, what, note=services.note):
        note(table, kind, seat, what)
        os.killpg(os.getpid(), signal.SIGKILL)
    services.note = struck
site.prepare = prepared
{COLD}"""
"""A server that is killed when it has written down that somebody is late, and before that is safe on disk."""


class Home:
    """A site's database, looked at from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ask(self, sql: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(self.folder / "marchland.sqlite3", timeout=PATIENCE)) as site, site:
            return site.execute(sql, values).fetchall()

    def let_time_pass(self) -> None:
        """Whoever is asked has been late for years."""
        for table in ("tables_table", "tables_seat"):
            self.ask(f"UPDATE {table} SET due = '2020-01-01 00:00:00' WHERE due IS NOT NULL")

    def told(self) -> Counter[str]:
        """How often it was told at each table that time ran out."""
        sql = "SELECT slug FROM tables_entry JOIN tables_table ON tables_table.id = table_id WHERE kind = 'time'"
        return Counter(slug for (slug,) in self.ask(sql))


@pytest.fixture
def running() -> Iterator[list[Server]]:
    """Servers of this test; none outlives it."""
    servers: list[Server] = []
    yield servers
    for server in servers:
        if server.process is not None and server.process.poll() is None:
            server.kill()


@pytest.mark.slow
def test_killed_servers_lose_no_deadline_and_several_run_each_once(tmp_path: Path, running: list[Server], model: Path) -> None:
    home = Home(tmp_path / "home")
    running.append(first := Server(home.folder, COLD, model=model).start())
    tables = [made(Person(first)) for _ in range(3)]
    first.kill()
    home.let_time_pass()

    running.append(struck := Server(home.folder, KILLED_IN_THE_MIDDLE, model=model))
    with suppress(AssertionError):  # it may be killed before it answers for the first time
        struck.start()
    assert struck.process is not None
    assert struck.process.wait(PATIENCE) == -signal.SIGKILL
    assert home.told() == {}  # nothing is half done

    running.extend(two := [Server(home.folder, COLD, model=model) for _ in range(2)])
    starting = [threading.Thread(target=server.start) for server in two]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    await_true(lambda: home.told().total() >= len(tables), "a deadline is lost")
    for server in two:
        server.kill()
    assert home.told() == dict.fromkeys(tables, 1)


def made(person: Person) -> str:
    """A table with a deadline, at which this person is asked, with a bot."""
    wanted = form_of(
        "pebbles", seats="2", seat_1="bot:easy", pace="deadline", length="1", unit="hours", quiet_from="0", quiet_to="0"
    )
    page = person.post("/new/pebbles/", **wanted)
    slug = str(page.url).rstrip("/").rpartition("/")[2]
    await_true(lambda: person.position(slug)["yours"] is True, "the person is not asked")
    return slug


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_two_that_find_a_deadline_at_once_run_it_once(ada: User, bob: User, wait: Wait) -> None:
    """On PostgreSQL each has a connection of its own, and only the lock on the table's row between them."""
    tables = [timed_table(ada, bob, hours=1) for _ in range(3)]
    now, run, start = wait(hours=1), [], threading.Barrier(3)

    def work() -> None:
        start.wait()
        run.append(deadlines.run_due(now))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(run) == 2 * len(tables)
    for table in tables:
        assert table.entries.filter(kind=EntryKind.TIME).count() == 2
        assert Table.objects.get(pk=table.pk).due == now + (now - table.created)
