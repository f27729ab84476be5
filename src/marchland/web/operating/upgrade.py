"""`marchland upgrade --check DATABASE`: would this release go on with everything that a site has under way?"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from marchland.kernel.errors import BadOption

from .reporting import progress_bar, report
from .site import described, open_elsewhere
from .versions import versions


def upgrade(
    check: Annotated[
        str, typer.Option("--check", metavar="DATABASE", help="A SQLite file, a backup, or a postgres:// address; it is only read.")
    ] = "",
    processes: Annotated[int, typer.Option(min=1, help="How many replay at once.")] = os.cpu_count() or 1,
    every: Annotated[bool, typer.Option("--every", help="Name every table, not only those that are not as they were.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")] = False,
) -> None:
    """Before a release is let on: migrate a copy of a site's database, play every table again, and compare."""
    if not check:
        versions(as_json)
        return
    with tempfile.TemporaryDirectory(prefix="marchland-upgrade-") as folder:
        facts = open_copy(check, Path(folder))
        from marchland.web.tables.models import Table

        from .compared import compare
        from .replaying import check_all

        slugs = list(Table.objects.order_by("pk").values_list("slug", flat=True))
        with progress_bar("tables", len(slugs)) as advance:
            verdicts = check_all(slugs, processes, advance)
        if not as_json:
            for line in compare().sentences():
                print(line)
        report(verdicts, facts, as_json, every)


def open_copy(database: str, folder: Path) -> dict[str, object]:
    """The site over a copy of that database, migrated to this release; what there was to migrate."""
    copy = folder / "copy.sqlite3"
    left_out = take_copy(database, copy, folder)
    from django.core.management import call_command

    from .compared import compare

    before = compare()
    if before.foreign:
        raise BadOption(f"{database} was written by a newer release: {before.foreign[0]} is not known here")
    call_command("migrate", interactive=False, verbosity=0)
    return {"database": database.rpartition("@")[2], "migrated": before.missing, "left_out": left_out}


def take_copy(database: str, copy: Path, home: Path | None = None) -> list[str]:
    """Whatever the operator names, as a SQLite file over which the site is opened; the tables that no site has."""
    if "://" not in database:
        copy_of_file(Path(database), copy)
    elif described(database)["ENGINE"] == "django.db.backends.sqlite3":
        copy_of_file(Path(str(described(database)["NAME"])), copy)
    else:
        config = described(database)
        open_elsewhere(copy, home)
        from .copying import fill_from, opened

        with opened(config) as source:
            return fill_from(source)
    open_elsewhere(copy, home)
    return []


def copy_of_file(path: Path, copy: Path) -> None:
    from .copying import copy_file
    from .shelf import DATABASE, is_backup, open_backup, take_out

    if is_backup(path):
        take_out(open_backup(path), DATABASE, copy)
    else:
        copy_file(path, copy)
