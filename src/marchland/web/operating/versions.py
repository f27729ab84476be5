"""`marchland versions`: what this release plays and what the database holds, side by side."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Columns

from .site import open_site

CHECK_FAILED = 1


def versions(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")] = False,
) -> None:
    """Which versions of every title and of the database this release has, and which the site's tables were begun with."""
    open_site()
    from .compared import compare

    found = compare()
    if as_json:
        print(json.dumps(found.as_json()))
    else:
        show_titles(found.titles)
        for line in found.sentences():
            print(line)
    if not found.is_well:
        raise typer.Exit(CHECK_FAILED)


def show_titles(rows: list[dict[str, object]]) -> None:
    columns = Columns("title", "rules", "also plays", "state", "tables", "under way", "cannot go on")
    for row in rows:
        columns.add_row(*(str(value) for value in row.values()))
    Console().print(columns)
