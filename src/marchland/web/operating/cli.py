"""Operators' commands, mounted at the top of `marchland`.

A command's module imports nothing of Django before `site.open_site()`: `marchland --help` stays quick, and works without the site.
"""

from __future__ import annotations

import typer

from .admin import admin
from .backup import backup, restore
from .doctor import doctor
from .table import table_app
from .upgrade import upgrade
from .versions import versions
from .worker import worker

app = typer.Typer(help="Operate a site.", no_args_is_help=True)
for command in (doctor, admin, versions, upgrade, backup, restore, worker):
    app.command()(command)
app.add_typer(table_app, name="table")
