"""The versions of this release beside those the database was written by."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count

from marchland import __version__
from marchland.web.tables.models import Status, Table
from marchland.web.titles import installed

NONE = "-"


@dataclass(frozen=True)
class Begun:
    """Tables of one title that were begun by one version of its rules."""

    title: str
    rules_version: int
    tables: int
    under_way: int

    @property
    def is_installed(self) -> bool:
        return self.title in installed()

    @property
    def goes_on(self) -> bool:
        return self.is_installed and installed()[self.title].plays(self.rules_version)


@dataclass(frozen=True)
class Versions:
    """What this release is, and what it finds."""

    begun: list[Begun]
    missing: list[str]
    """Migrations of this release that the database has not seen."""
    foreign: list[str]
    """Migrations of the database that this release does not know: a newer one has been here."""

    @property
    def is_well(self) -> bool:
        """Does everything that is under way go on with this release?"""
        return not self.missing and not self.foreign and not self.halted

    @property
    def halted(self) -> list[Begun]:
        """Games under way that this release cannot go on with."""
        return [begun for begun in self.begun if begun.under_way and not begun.goes_on]

    @property
    def titles(self) -> list[dict[str, object]]:
        """A row for every title that is installed or played."""
        rows: dict[str, dict[str, object]] = {}
        for title in sorted({*installed(), *(begun.title for begun in self.begun)}):
            here = [begun for begun in self.begun if begun.title == title]
            rows[title] = {
                **_release_of(title),
                "tables": sum(begun.tables for begun in here),
                "under_way": sum(begun.under_way for begun in here),
                "halted": sum(begun.under_way for begun in here if not begun.goes_on),
            }
        return list(rows.values())

    def sentences(self) -> list[str]:
        """What an operator should know, worst first."""
        told = [f"database: {name} was made by a newer release" for name in self.foreign]
        if self.missing:
            told.append(
                f"database: {len(self.missing)} migrations to come, the last {self.missing[-1]}; `marchland serve` does them"
            )
        for begun in self.halted:
            where = f"{begun.under_way} of {begun.title}, rules {begun.rules_version}"
            told.append(f"cannot go on: {where} ({'other rules' if begun.is_installed else 'not installed'})")
        return told or [f"Marchland {__version__}: everything goes on"]

    def as_json(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "titles": self.titles,
            "migrations_missing": self.missing,
            "migrations_foreign": self.foreign,
            "well": self.is_well,
        }


def _release_of(title_id: str) -> dict[str, object]:
    title = installed().get(title_id)
    if title is None:
        return {"title": title_id, "rules": NONE, "agrees_with": NONE, "schema": NONE}
    earlier = ", ".join(map(str, title.agrees_with)) or NONE
    return {"title": title_id, "rules": title.rules_version, "agrees_with": earlier, "schema": title.parts.state.STATE.SCHEMA}


def compare() -> Versions:
    """This release beside the database of this site, which need not be migrated yet."""
    missing, foreign = _migrations()
    has_tables = Table._meta.db_table in connection.introspection.table_names()
    return Versions(_begun() if has_tables else [], missing, foreign)


def _migrations() -> tuple[list[str], list[str]]:
    executor = MigrationExecutor(connection)
    to_come = executor.migration_plan(executor.loader.graph.leaf_nodes())
    known = {app for app, _ in executor.loader.disk_migrations}
    foreign = [key for key in executor.loader.applied_migrations if key not in executor.loader.disk_migrations and key[0] in known]
    return [f"{step.app_label}.{step.name}" for step, _ in to_come], sorted(f"{app}.{name}" for app, name in foreign)


def _begun() -> list[Begun]:
    """Counted by fields that every release has had."""
    counts: dict[tuple[str, int], dict[str, int]] = defaultdict(dict)
    rows = Table.objects.order_by().values_list("title", "rules_version", "status").annotate(Count("pk"))
    for title, version, status, number in rows:
        counts[title, version][status] = number
    return [Begun(title, version, sum(by.values()), by.get(Status.PLAYING, 0)) for (title, version), by in sorted(counts.items())]
