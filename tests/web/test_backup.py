"""A site is backed up while it is played at, brought back elsewhere, and every table of it played again: on both databases."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from marchland.kernel.errors import BadFile
from marchland.web.operating.shelf import DATABASE, open_backup, take_out, write_backup

from .serving import ROOT, TITLES, copy_database

MARCHLAND = "from marchland.cli import main; main()"
OPENED = "from marchland.web.operating.site import open_site; open_site()\n"
SEED = (
    OPENED
    + """
from django.core.management import call_command
call_command("migrate", interactive=False, verbosity=0)
from marchland.web.accounts.services import account_create
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables.services import action_submit, chat_write
ada = account_create("ada", "ada@example.org", "a long secret")
for number in range(3):
    places = [Place("me"), Place("hotseat", name="Kit")]
    table = table_create(ada, Wish("pebbles", places, {"rounds": 6}, pace="deadline", tempo={"hours": 24}))
    action_submit(table.slug, ada, 0, {"type": "Bid", "amount": number}, 0)
    chat_write(table.slug, ada, "NUL is not \\u2603")
print(table.slug)
"""
)
PLAY = (
    OPENED
    + """
import sys
from marchland.kernel.vocabulary import plain
from marchland.web.accounts.models import User
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables import keeping
from marchland.web.tables.services import action_submit
from marchland.web.tables.viewers import known_table
ada = User.objects.get(username="ada")
for round in range(int(sys.argv[1])):
    slug = table_create(ada, Wish("pebbles", [Place("me"), Place("hotseat", name="Kit")], {"rounds": 6})).slug
    while (table := known_table(slug)).status == "playing":
        state = keeping.present_state(table)
        action_submit(slug, ada, state.deciders[0], plain(state.options(state.deciders[0])[0]), table.entries_made)
        print(slug, table.entries_made + 1, flush=True)
"""
)


class Home:
    """A site in a folder: what is done there is done by processes of its own, as an operator does it."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir()
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("MARCHLAND_", "DJANGO_", "DATABASE"))},
            "MARCHLAND_HOME": str(folder), "MARCHLAND_LOG_LEVEL": "ERROR", "PYTHONPATH": f"{ROOT / 'src'}:{TITLES}",
        }  # fmt: skip
        if database:
            self.environment["DATABASE_URL"] = database

    def run(self, code: str, *words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code, *map(str, words)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, cwd=self.folder)

    def marchland(self, *words: object) -> tuple[int, dict[str, Any], str]:
        """Exit status, what was told programs, and what was told people of what they did wrong."""
        done = self.run(MARCHLAND, *words, "--json")
        assert "Traceback" not in done.stderr, done.stderr
        lines = done.stdout.splitlines()
        return done.returncode, json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}, done.stderr


def seeded(home: Home) -> Home:
    done = home.run(SEED)
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory, model: Path) -> Path:
    """A site with a few games, set up once, and copied by whoever needs one."""
    home = Home(tmp_path_factory.mktemp("model") / "site")
    copy_database(model, home.folder)
    return seeded(home).folder


def copied(model: Path, folder: Path) -> Home:
    home = Home(folder)
    shutil.copytree(model, folder, dirs_exist_ok=True)
    return home


def backed_up_in_play(site: Home, file: Path, games: int) -> tuple[str, dict[str, Any]]:
    """A table of which an entry was acknowledged before the backup began, and the backup's manifest."""
    command = [sys.executable, "-c", PLAY, str(games)]
    playing = subprocess.Popen(command, env=site.environment, stdout=subprocess.PIPE, text=True, cwd=site.folder)
    assert playing.stdout is not None
    known = playing.stdout.readline().split()[0]
    rest = threading.Thread(target=playing.stdout.read)
    rest.start()
    status, manifest, said = site.marchland("backup", file)
    assert (status, said) == (0, "")
    rest.join()
    assert playing.wait() == 0
    return known, manifest


def test_a_site_that_is_played_at_is_backed_up_and_comes_back(model: Path, tmp_path: Path) -> None:
    """Nothing that was acknowledged before the backup began is missing, nothing in it is half done."""
    site, file = copied(model, tmp_path / "site"), tmp_path / "site.backup"
    known, manifest = backed_up_in_play(site, file, games=4)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it holds the keys"
    elsewhere = Home(tmp_path / "elsewhere")
    status, report, said = elsewhere.marchland("restore", file)
    assert (status, said, report["well"]) == (0, "", True)
    assert report["counts"] == {"ok": manifest["tables"]}
    assert any(table["slug"] == known for table in report["tables"])
    assert (elsewhere.folder / "secret-key").read_text() == (site.folder / "secret-key").read_text()
    status, _, said = elsewhere.marchland("restore", file)
    assert status == 2
    assert "--overwrite" in said
    assert elsewhere.marchland("restore", file, "--overwrite", "--sample", 0)[0] == 0
    assert list(elsewhere.folder.glob("marchland.sqlite3.before-*")), "what was there is put aside"


def test_a_damaged_backup_is_refused_before_anything_is_written(model: Path, tmp_path: Path) -> None:
    file, copy = tmp_path / "site.backup", tmp_path / "copy"
    write_backup(file, model / "marchland.sqlite3", model, {"made": "today"})
    with zipfile.ZipFile(file) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    bad = {
        "changed": {**parts, DATABASE: parts[DATABASE].replace(b"NUL is", b"NIL is")},
        "newer": {**parts, "manifest.json": parts["manifest.json"].replace(b'"marchland_backup": 1', b'"marchland_backup": 2')},
        "more": {**parts, "../../outside": b"x"},
        "nothing": {},
    }
    for name, members in bad.items():
        with zipfile.ZipFile(tmp_path / name, "w") as packed:
            for member, data in members.items():
                packed.writestr(member, data)
        with pytest.raises(BadFile, match=r"backup|damaged"):
            take_out(open_backup(tmp_path / name), DATABASE, copy)
    home = Home(tmp_path / "empty")
    status, _, said = home.marchland("restore", tmp_path / "changed")
    assert status == 2
    assert "checksum" in said
    assert not list(home.folder.iterdir())
    take_out(open_backup(file), DATABASE, copy)
    assert copy.read_bytes() == parts[DATABASE]


def test_a_release_is_tried_on_a_copy(model: Path, tmp_path: Path) -> None:
    """Nothing of the site is touched; a table that would not go on is named with its entry, and the exit status says so."""
    site = copied(model, tmp_path / "site")
    database = site.folder / "marchland.sqlite3"
    with sqlite3.connect(database) as rows:
        rows.execute("PRAGMA journal_mode=DELETE")
        rows.execute("UPDATE tables_entry SET action = json_set(action, '$.amount', 1) WHERE n = 1 AND table_id = 1")
    before = database.read_bytes()
    status, report, _ = site.marchland("upgrade", "--check", database)
    [wrong] = [table for table in report["tables"] if not table["well"]]
    assert (status, wrong["finding"], wrong["entry"]) == (1, "differs", 1)
    assert report["counts"] == {"ok": 2, "differs": 1}
    assert database.read_bytes() == before
    with sqlite3.connect(database) as rows:
        rows.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_to_come', '2099-01-01')")
    status, _, said = site.marchland("upgrade", "--check", database)
    assert status == 2
    assert "newer release" in said


@pytest.mark.slow
@pytest.mark.long
def test_a_site_on_postgresql_is_backed_up_moved_to_sqlite_and_back(tmp_path: Path, database_url: str) -> None:
    """One format for both: what comes from one comes back on either, and a backup is of one moment."""
    site, file = seeded(Home(tmp_path / "site", database_url)), tmp_path / "site.backup"
    _, manifest = backed_up_in_play(site, file, games=2)
    status, report, said = Home(tmp_path / "file").marchland("restore", file)
    assert (status, said, report["counts"]) == (0, "", {"ok": manifest["tables"]})
    assert site.marchland("restore", file)[0] == 2, "it is not empty"
    status, _, said = site.marchland("restore", file, "--overwrite", "--sample", 0)
    assert (status, said) == (0, "")
    status, report, said = site.marchland("upgrade", "--check", database_url)
    assert (status, said, report["counts"]) == (0, "", {"ok": manifest["tables"]})
    assert site.run(PLAY, 1).returncode == 0, "rows are counted on from where they were"
