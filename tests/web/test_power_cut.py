"""A power cut on SQLite: with `synchronous=NORMAL` the last moves may be lost, but whatever is there after it hangs together."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from marchland.web.accounts.models import User
from marchland.web.config import environment
from marchland.web.tables.models import Table
from marchland.web.tables.services import action_submit

MOVES = 6


@pytest.mark.django_db(transaction=True)
def test_what_a_power_cut_leaves_is_the_table_as_it_stood_at_some_move(table: Table, ada: User, bob: User, tmp_path: Path) -> None:
    """The journal is cut off at any length, in the middle of a write too: that is all that a disk may have forgotten."""
    file = Path(str(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for _ in range(MOVES):
        table.refresh_from_db()
        seat = table.deciders[0]
        action_submit(table.slug, (ada, bob)[seat], seat, 0, table.entries_made)
    journal = Path(f"{file}-wal").read_bytes()
    found = [_after_the_cut(tmp_path / str(share), file, journal[: len(journal) * share // 40], table) for share in range(41)]
    assert found == sorted(found), "no move without those before it"
    assert (found[0], found[-1]) == (0, MOVES)
    assert len(set(found)) > 2


def _after_the_cut(folder: Path, file: Path, journal: bytes, table: Table) -> int:
    """How many moves are left."""
    folder.mkdir()
    shutil.copy(file, folder / "site.sqlite3")
    (folder / "site.sqlite3-wal").write_bytes(journal)
    database = sqlite3.connect(folder / "site.sqlite3")
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    made, last = database.execute(
        "SELECT entries_made, (SELECT max(n) FROM tables_entry WHERE table_id = tables_table.id) FROM tables_table WHERE slug = ?",
        [table.slug],
    ).fetchone()
    database.close()
    assert made == last, "the table stands where its record ends"
    return int(made)


def test_whoever_wants_it_waits_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.synchronous() == "NORMAL"
    monkeypatch.setenv("MARCHLAND_SYNCHRONOUS", "full")
    assert environment.synchronous() == "FULL"
    monkeypatch.setenv("MARCHLAND_SYNCHRONOUS", "off")
    with pytest.raises(ImproperlyConfigured, match="OFF"):
        environment.synchronous()
