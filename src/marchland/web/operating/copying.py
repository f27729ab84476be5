"""A site's database as one SQLite file, whatever it runs on, and back again.

A SQLite database is copied by SQLite itself, in one reading transaction: those who play go on, and the copy is of one moment.
PostgreSQL is read in one transaction that can only read, and row by row: the copy gets the very migrations that the original has
had, so that a later release finds what its own migrations expect. `default` is always the database that is written.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import IntegrityError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler

from marchland.kernel.errors import BadFile

AT_ONCE = 500
OWN = ("django_migrations", "sqlite_sequence")
JSON, BOOLEAN = 3802, 16
"""PostgreSQL's numbers of types."""
HEADER = b"SQLite format 3\x00"


def copy_file(source: Path, target: Path) -> None:
    """A SQLite database at one moment, in a file of its own that needs no others beside it."""
    if not is_sqlite(source):
        raise BadFile(f"{source}: not a SQLite database")
    from_there = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=60)
    with contextlib.closing(from_there) as reading, contextlib.closing(sqlite3.connect(target)) as writing:
        try:
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.DatabaseError as error:
            raise BadFile(f"{source}: {error}") from None


def into_one_file(path: Path) -> None:
    """Everything that the site wrote into its database lies in the file itself, and in no journal beside it."""
    connection.close()
    with contextlib.closing(sqlite3.connect(path)) as written:
        written.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        written.execute("PRAGMA journal_mode=DELETE")


def is_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


@contextlib.contextmanager
def opened(config: dict[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """Another database than the site's own."""
    found = ConnectionHandler({"default": config})["default"]
    try:
        yield found
    finally:
        found.close()


@contextlib.contextmanager
def at_one_moment(source: BaseDatabaseWrapper) -> Iterator[None]:
    """Everything read within is of the same moment, and nothing can be written."""
    source.ensure_connection()
    with contextlib.closing(source.cursor()) as cursor:
        if source.vendor == "postgresql":
            source.set_autocommit(False)
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        else:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            source.rollback() if source.vendor == "postgresql" else cursor.execute("ROLLBACK")


def fill_from(source: BaseDatabaseWrapper) -> list[str]:
    """Everything from another database into the site's own, which is empty; the tables that are left out, being no site's."""
    with at_one_moment(source):
        migrate_as(applied_in(source))
        names = [name for name in source.introspection.table_names() if name not in OWN]
        known = set(connection.introspection.table_names())
        with _unchecked(), transaction.atomic():
            for name in [name for name in names if name in known]:
                _copy_rows(source, name)
        _count_on()
    return [name for name in names if name not in known]


def applied_in(source: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    """The migrations that another database has had."""
    if "django_migrations" not in source.introspection.table_names():
        raise BadFile("it is no database of a site")
    with contextlib.closing(source.cursor()) as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return {(app, name) for app, name in cursor.fetchall()}


def migrate_as(applied: set[tuple[str, str]]) -> None:
    """The site's own database gets exactly these migrations."""
    executor = MigrationExecutor(connection)
    unknown = applied - set(executor.loader.disk_migrations)
    if unknown:
        raise BadFile(f"it was made by a newer release: {'.'.join(min(unknown))} is not known here")
    nodes = executor.loader.graph.node_map
    last = [key for key in applied if key in nodes and not any(_follows(key, child.key, applied) for child in nodes[key].children)]
    executor.migrate(sorted(last))


def _follows(key: tuple[str, str], child: tuple[str, str], applied: set[tuple[str, str]]) -> bool:
    """Is this a later migration of the same app that was made too?"""
    return child[0] == key[0] and child in applied


@contextlib.contextmanager
def _unchecked() -> Iterator[None]:
    """Rows come table by table: what they refer to is checked at the end."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.constraint_checks_disabled():
        yield
        try:
            connection.check_constraints()
        except IntegrityError as error:
            raise BadFile(str(error)) from None


def _copy_rows(source: BaseDatabaseWrapper, table: str) -> None:
    columns = _columns(source, table)
    wanted = set(_columns(connection, table))
    names = [name for name in columns if name in wanted]
    if missing := set(columns) - wanted:
        raise BadFile(f"{table} has a column {min(missing)} that this release's migrations do not make")
    selected = ", ".join(_read_as(source, name, columns[name]) for name in names)
    target = _columns(connection, table)
    converters = [_writer(connection, target[name]) for name in names]
    quoted = ", ".join(map(connection.ops.quote_name, names))
    into = connection.ops.quote_name(table)
    with contextlib.closing(source.chunked_cursor()) as reading, connection.cursor() as writing:
        writing.execute(f"DELETE FROM {into}")
        reading.execute(f"SELECT {selected} FROM {source.ops.quote_name(table)}")
        statement = f"INSERT INTO {into} ({quoted}) VALUES ({', '.join(['%s'] * len(names))})"
        while rows := reading.fetchmany(AT_ONCE):
            writing.executemany(statement, [[write(value) for write, value in zip(converters, row, strict=True)] for row in rows])


def _columns(database: BaseDatabaseWrapper, table: str) -> dict[str, Any]:
    """Names and types."""
    with contextlib.closing(database.cursor()) as cursor:
        return {one.name: one.type_code for one in database.introspection.get_table_description(cursor, table)}


def _read_as(source: BaseDatabaseWrapper, name: str, kind: Any) -> str:
    """JSON is copied as the text that it is: nothing in it is read, and no null is taken for another."""
    quoted = source.ops.quote_name(name)
    return f"{quoted}::text" if source.vendor == "postgresql" and kind == JSON else quoted


def _writer(target: BaseDatabaseWrapper, kind: Any) -> Callable[[Any], Any]:
    if target.vendor == "sqlite":
        return _for_sqlite
    return _as_boolean if kind == BOOLEAN else _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _as_boolean(value: Any) -> Any:
    return None if value is None else bool(value)


def _for_sqlite(value: Any) -> Any:
    """As Django itself would have written it there."""
    match value:
        case dt.datetime():
            return str(value.astimezone(dt.UTC).replace(tzinfo=None) if value.tzinfo else value)
        case dt.date() | dt.time() | Decimal() | ipaddress.IPv4Address() | ipaddress.IPv6Address():
            return str(value)
        case dt.timedelta():
            return round(value.total_seconds() * 1_000_000)
        case uuid.UUID():
            return value.hex
        case memoryview():
            return bytes(value)
        case dict() | list():
            return json.dumps(value)
        case _:
            return value


def _count_on() -> None:
    """What counts rows goes on after the highest number that was copied."""
    for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models(include_auto_created=True)):
        with connection.cursor() as cursor:
            cursor.execute(statement)


def is_empty() -> bool:
    """Has the site's own database nothing in it?"""
    return not [name for name in connection.introspection.table_names() if name not in OWN]


def drop_everything() -> None:
    """Every table of a PostgreSQL site."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in connection.introspection.table_names():
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)} CASCADE")
