"""`marchland backup` and `marchland restore`: a whole site as one file, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from marchland import __version__
from marchland.kernel.errors import BadFile, BadOption

from .reporting import progress_bar, report
from .shelf import DATABASE, KEYS, Backup, open_backup, take_out, write_backup
from .site import open_site
from .upgrade import take_copy

File = Annotated[Path, typer.Argument(help="The backup.", metavar="FILE")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Put what is there aside (SQLite) or drop it (PostgreSQL).")]


def backup(
    file: File, overwrite: Annotated[bool, typer.Option(help="Replace an earlier file.")] = False, as_json: JsonFlag = False
) -> None:
    """Write the site into one file while it goes on: database, keys, versions, checksums. Keep it as secret as the keys."""
    if file.exists() and not overwrite:
        raise BadOption(f"{file} is there already; --overwrite replaces it")
    from .copying import into_one_file

    home, source = site_now()
    with tempfile.TemporaryDirectory(prefix="marchland-backup-") as folder:
        copy = Path(folder) / DATABASE
        left_out = take_copy(source, copy)
        facts = {**facts_of_copy(), "left_out": left_out, "source": source.partition(":")[0]}
        into_one_file(copy)
        manifest = write_backup(file, copy, home, facts)
    if as_json:
        print(json.dumps(manifest))
    else:
        print(f"{file}: {manifest['tables']} tables, {manifest['entries']} entries, {file.stat().st_size:,} bytes")
        for name in left_out:
            print(f"left out: {name} is no table of a site")


def site_now() -> tuple[Path, str]:
    """The site's home folder, and the address of its database."""
    from marchland.web.config import environment

    home = environment.home()
    return home, os.environ.get("DATABASE_URL") or f"sqlite:///{(home / 'marchland.sqlite3').absolute()}"


def facts_of_copy() -> dict[str, Any]:
    """What is written into the manifest: whoever restores it sees beforehand what it needs."""
    from django.db import connection

    from marchland.web.tables.models import Entry, Table

    from .compared import compare
    from .copying import applied_in

    return {
        "version": __version__,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "tables": Table.objects.count(),
        "entries": Entry.objects.count(),
        "titles": compare().titles,
        "migrations": sorted(f"{app}.{name}" for app, name in applied_in(connection)),
    }


def restore(
    file: File,
    overwrite: Overwrite = False,
    sample: Annotated[int | None, typer.Option(min=0, help="Play only so many tables again; all if not given.")] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many replay at once.")] = os.cpu_count() or 1,
    as_json: JsonFlag = False,
) -> None:
    """Bring a stopped site back from its backup: verified before anything is written, migrated to this release, played again."""
    home, target = site_now()
    found = open_backup(file)
    with tempfile.TemporaryDirectory(prefix="restore-", dir=home) as folder:
        database = Path(folder) / DATABASE
        take_out(found, DATABASE, database)
        must_be_free(home, target, found, overwrite)
        made = [name for name in KEYS if not (home / name).exists()]
        open_site()
        must_be_empty(target, overwrite)
        keys_back(home, found, made)
        if target.startswith("sqlite"):
            file_back(database, Path(target.removeprefix("sqlite:///")))
        else:
            rows_back(database)
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    play_again(sample, processes, {"file": str(file), "made": found.manifest.get("made")}, as_json)


def must_be_free(home: Path, target: str, found: Backup, overwrite: bool) -> None:
    """Nothing is overwritten that was not to be."""
    in_the_way = [home / name for name in found.keys if (home / name).exists()]
    if target.startswith("sqlite") and (there := Path(target.removeprefix("sqlite:///"))).exists():
        in_the_way.append(there)
    if in_the_way and not overwrite:
        raise BadOption(f"{in_the_way[-1]} is there already; --overwrite puts it aside")


def must_be_empty(target: str, overwrite: bool) -> None:
    from .copying import drop_everything, is_empty

    if target.startswith("sqlite") or is_empty():
        return
    if not overwrite:
        raise BadOption("the database is not empty; --overwrite drops everything in it")
    drop_everything()


def keys_back(home: Path, found: Backup, made: list[str]) -> None:
    """Keys that the site made for itself when it was opened just now are nobody's."""
    for name in made:
        (home / name).unlink(missing_ok=True)
    for name in found.keys:
        put_aside(home / name)
        take_out(found, name, home / name)


def file_back(database: Path, target: Path) -> None:
    """The copy takes the place of the site's file, and no journal of another one stays beside it."""
    put_aside(target)
    for journal in ("-wal", "-shm", "-journal"):
        put_aside(target.with_name(target.name + journal))
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(database, target)


def put_aside(path: Path) -> None:
    if path.exists():
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        path.rename(path.with_name(f"{path.name}.before-{stamp}"))


def rows_back(database: Path) -> None:
    """Into the site's PostgreSQL database."""
    from .copying import fill_from, opened

    with opened({"ENGINE": "django.db.backends.sqlite3", "NAME": str(database)}) as source:
        if left_out := fill_from(source):
            raise BadFile(f"{left_out[0]} has no place in this release")


def play_again(sample: int | None, processes: int, facts: dict[str, object], as_json: bool) -> None:
    """Every table that came back, or the last of them."""
    from marchland.web.tables.models import Table

    from .replaying import check_all

    slugs = list(Table.objects.order_by("-touched").values_list("slug", flat=True)[:sample])
    with progress_bar("tables", len(slugs)) as advance:
        verdicts = check_all(slugs, processes, advance)
    report(verdicts, facts, as_json)
