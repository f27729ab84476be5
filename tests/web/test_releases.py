"""Saves of every release are loaded, played again and gone on with by this one (`make release-fixtures` writes its own)."""

from __future__ import annotations

import io
import json
import lzma
import random
import sqlite3
import tarfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from tools.release_fixtures import play

from marchland.kernel.errors import OtherRules
from marchland.kernel.match import read_record
from marchland.kernel.replay import replay
from marchland.kernel.title import titles
from marchland.web.accounts.models import User
from marchland.web.operating import replaying, services, tablefile
from marchland.web.operating.compared import compare
from marchland.web.operating.copying import copy_file
from marchland.web.operating.replaying import Finding, Verdict
from marchland.web.tables import keeping
from marchland.web.tables.models import Status, Table
from marchland.web.tables.viewers import known_table
from marchland.web.tours.script import lesson_at
from marchland.web.tours.services import tour_leave

from .conftest import client_of
from .serving import ROOT

RELEASES = sorted((ROOT / "tests" / "releases").glob("*"))
GOLDEN = ROOT / "tests" / "golden"
each_release = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


def site_of(release: Path, target: Path) -> Path:
    target.write_bytes(lzma.decompress((release / "site.sqlite3.xz").read_bytes()))
    return target


@pytest.fixture
def site(release: Path, tmp_path: Path, django_db_blocker: pytest.FixtureRequest) -> Iterator[Path]:
    """The site of a release as its database was, before this one has migrated anything."""
    path, before = site_of(release, tmp_path / "site.sqlite3"), connection.settings_dict["NAME"]
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        connection.close()
        connection.settings_dict["NAME"] = str(path)
        keeping.forget()
        yield path
        connection.close()
        connection.settings_dict["NAME"] = before
        keeping.forget()


def titles_of(release: Path) -> set[str]:
    return {row["title"] for row in json.loads((release / "release.json").read_text())["titles"]}


def is_as_it_was(verdict: Verdict) -> bool:
    """Rules may have changed since, on purpose and under another number: then a game is read, and not called broken."""
    if not titles()[verdict.title].plays(verdict.rules_version):
        return verdict.finding == Finding.OTHER_RULES
    return verdict.finding in (Finding.OK, Finding.UNBEGUN)


@each_release
def test_the_site_of_a_release_is_read_replayed_and_gone_on_with(release: Path, site: Path) -> None:
    assert not compare().foreign
    call_command("migrate", interactive=False, verbosity=0)
    assert compare().is_well or compare().halted
    tables = list(Table.objects.order_by("pk"))
    assert {table.title for table in tables} == titles_of(release)
    for verdict in map(replaying.check, [table.slug for table in tables]):
        assert is_as_it_was(verdict), verdict.sentence()
    with time_machine.travel(max(table.touched for table in tables) + timedelta(minutes=1)):  # no deadline is over yet
        played = sum(gone_on_with(table) for table in tables)
    assert played > 5 or compare().halted
    assert client_of(User.objects.get(username="ada")).get("/", headers={"accept": "text/html"}).status_code == 200


def gone_on_with(table: Table) -> int:
    """The page is drawn, a few answers are given, and it is still what its record leads to; how many answers that were."""
    ada = User.objects.get(username="ada")
    page = client_of(ada).get(f"/t/{table.slug}/", headers={"accept": "text/html"})
    assert page.status_code == 200
    if table.status != Status.PLAYING or not titles()[table.title].plays(table.rules_version):
        return 0
    if lesson_at(table) is not None:
        tour_leave(table.slug, ada, None)
    played = play(table, 2, random.Random(table.slug))
    assert replaying.check(table.slug).finding == Finding.OK
    return played


@each_release
def test_tables_that_a_release_wrote_as_files_come_back(release: Path, site: Path) -> None:
    call_command("migrate", interactive=False, verbosity=0)
    for path in sorted((release / "tables").glob("*.json.xz")):
        file = tablefile.read(lzma.decompress(path.read_bytes()))
        try:
            table = services.table_import(file, User.objects.get(username="eve"))
        except OtherRules:
            assert not titles()[file.record.title].plays(file.record.rules_version)
            continue
        assert replaying.check(table.slug).finding == Finding.OK, path.name
        assert known_table(table.slug).status == file.status


@each_release
def test_golden_games_of_a_release_replay_or_say_that_they_are_of_other_rules(release: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(lzma.decompress((release / "golden.tar.xz").read_bytes()))) as packed:
        games = {member.name: packed.extractfile(member) for member in packed.getmembers()}
        assert {Path(name).parent.name for name in games} == titles_of(release)
        for name, file in games.items():
            data = file.read() if file else b""
            if (GOLDEN / name).is_file() and (GOLDEN / name).read_bytes() == data:
                continue  # those are replayed by `tests/test_golden.py`
            record = read_record(data)
            try:
                assert sum(1 for _ in replay(record)) == len(record.entries)
            except OtherRules:
                assert not titles()[record.title].plays(record.rules_version)


@pytest.mark.parametrize("release", RELEASES[-1:], ids=lambda path: path.name)
def test_a_table_that_is_not_what_its_record_leads_to_is_found(release: Path, site: Path) -> None:
    """What a changed rule, a damaged row or a lost migration would do: the very entry is named."""
    call_command("migrate", interactive=False, verbosity=0)
    table = Table.objects.filter(status=Status.PLAYING, entries_made__gte=8, title="vinci").first()
    assert table is not None
    wrong = table.entries.filter(kind="act").order_by("n")[3]
    table.entries.filter(pk=wrong.pk).update(fingerprint="0" * 32)
    found = replaying.check(table.slug)
    assert (found.finding, found.entry, found.entries) == (Finding.DIFFERS, wrong.n, 3)
    Table.objects.filter(pk=table.pk).update(state=table.state.replace('"schema":1', '"schema":99'))
    assert replaying.check(table.slug).finding == Finding.UNREADABLE
    Table.objects.filter(pk=table.pk).update(state=table.state, rules_version=99)
    found = replaying.check(table.slug)
    assert (found.finding, found.is_well) == (Finding.OTHER_RULES, False)
    assert compare().halted[0].rules_version == 99
    assert "cannot go on: 1 of vinci, rules 99" in compare().sentences()[0]


def test_releases_are_kept() -> None:
    """Today's is the first, and none is ever taken away."""
    assert [path.name for path in RELEASES][:1] == ["1"]
    for release in RELEASES:
        assert sum(path.stat().st_size for path in release.rglob("*")) < 2_000_000


def test_a_copy_is_of_one_moment_and_needs_no_other_file(tmp_path: Path) -> None:
    """Also of a database that is being written: what is not committed is not in it."""
    with sqlite3.connect(tmp_path / "site.sqlite3", isolation_level=None) as site:
        site.execute("PRAGMA journal_mode=WAL")
        site.execute("CREATE TABLE told (n)")
        site.execute("INSERT INTO told VALUES (1)")
        site.execute("BEGIN")
        site.execute("INSERT INTO told VALUES (2)")
        copy_file(tmp_path / "site.sqlite3", tmp_path / "copy.sqlite3")
        site.execute("COMMIT")
    with sqlite3.connect(tmp_path / "copy.sqlite3") as copy:
        assert copy.execute("SELECT n FROM told").fetchall() == [(1,)]
    assert not (tmp_path / "copy.sqlite3-wal").exists()
