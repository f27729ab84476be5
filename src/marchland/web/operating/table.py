"""`marchland table export SLUG FILE` and `marchland table import FILE`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from marchland.kernel.errors import BadOption

from .site import open_site

table_app = typer.Typer(help="A single table as one file.", no_args_is_help=True)


@table_app.command("export")
def table_export(
    slug: Annotated[str, typer.Argument(help="The table, as in its address.", metavar="SLUG")],
    file: Annotated[Path, typer.Argument(help="Where to write it.", metavar="FILE")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an earlier file.")] = False,
) -> None:
    """Write a table with everything that belongs to it, secrets included: keep the file from those who still play."""
    open_site()
    from marchland.web.tables.viewers import known_table

    from .selectors import for_operator

    data = for_operator(known_table(slug))
    if file.exists() and not overwrite:
        raise BadOption(f"{file} is there already; --overwrite replaces it")
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as target:
        target.write(data)
    print(f"{file}: {len(data):,} bytes")


@table_app.command("import")
def table_import(
    file: Annotated[Path, typer.Argument(help="A table's file.", metavar="FILE")],
    host: Annotated[str, typer.Option(help="Who shall be its host, by name; nobody if not given.")] = "",
) -> None:
    """Play a table's file again, verify it, and set the table up; its seats are taken by the links that are printed."""
    open_site()
    from django.conf import settings

    from marchland.web.accounts.models import User

    from . import services, tablefile

    found = User.objects.filter(username=host).first()
    if host and found is None:
        raise BadOption(f"--host {host}: nobody is called that")
    table = services.table_import(tablefile.read(file.read_bytes()), found)
    print(f"{settings.SITE_URL}/t/{table.slug}/  {table.title}, {table.entries_made} entries")
    for invitation in table.invitations.order_by("seat"):
        print(f"seat {invitation.seat + 1}: {settings.SITE_URL}/join/{invitation.code}/")
