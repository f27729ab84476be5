"""What is asked of the database for every move and every page: put into SQL once, later only the values differ.

Django builds the SQL of a queryset anew whenever it is asked, which takes it many times as long as the database takes to
answer. What is read here is written down as a queryset, and Django makes its SQL and its objects; nothing is ever remembered
of the answers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)
Value = str | int


class Prepared(Generic[M]):
    """A queryset with blanks for texts and numbers, in the order of the SQL.

    As in `Prepared(lambda slug: Table.objects.filter(slug=slug))`.
    """

    def __init__(self, queryset: Callable[..., QuerySet[M]]) -> None:
        self.queryset = queryset
        self._here = threading.local()  # as connections are: how a column is read is a matter of the connection

    def all(self, *values: Value) -> list[M]:
        reader = getattr(self._here, "reader", None)
        if reader is None:
            blanks = tuple(str(place) if isinstance(value, str) else place for place, value in enumerate(values))
            reader = self._here.reader = _Reader(self.queryset(*blanks), blanks)
        return cast(list[M], reader.read(values))

    def first(self, *values: Value) -> M | None:
        return next(iter(self.all(*values)), None)


class _Reader:
    """The SQL of a queryset, and how Django makes objects of the rows it gives."""

    def __init__(self, queryset: QuerySet[Any], blanks: tuple[Value, ...]) -> None:
        self.connection = connections[queryset.db]
        compiler = queryset.query.get_compiler(connection=self.connection)
        self.sql, params = compiler.as_sql()
        if tuple(params) != blanks:
            raise ValueError(f"the SQL must ask for the values, in their order, and for nothing else: {params} and not {blanks}")
        select, kind = compiler.select, cast(dict[str, Any], compiler.klass_info)
        self.model: type[Model] = kind["model"]
        self.width = len(kind["select_fields"])
        self.names = [column.target.attname for column, *_ in cast(Any, select)[: self.width]]
        self.converters = [
            (index, [*converters], column)
            for index, (converters, column) in compiler.get_converters([column for column, *_ in select]).items()
        ]
        self.related = cast(Any, get_related_populators)(kind, select, queryset.db)

    def read(self, values: tuple[Value, ...]) -> list[Model]:
        with self.connection.cursor() as cursor:
            cursor.execute(self.sql, values)
            return [self._made_of(list(row)) for row in cursor.fetchall()]

    def _made_of(self, row: list[Any]) -> Model:
        for index, converters, column in self.converters:
            for convert in converters:
                row[index] = convert(row[index], column, self.connection)
        made = self.model.from_db(self.connection.alias, self.names, row[: self.width])
        for related in self.related:
            related.populate(row, made)
        return made


class Insert(Generic[M]):
    """A new row: every field but its number, which nobody asks for."""

    def __init__(self, model: type[M]) -> None:
        self.model = model

    @cached_property
    def fields(self) -> list[Field[Any, Any]]:
        return [field for field in self.model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def sql(self) -> str:
        columns = ", ".join(_quoted(field.column) for field in self.fields)
        return f"INSERT INTO {_quoted(self.model._meta.db_table)} ({columns}) VALUES ({', '.join(['%s'] * len(self.fields))})"

    def __call__(self, made: M) -> None:
        _write(self.sql, made, self.fields)


class Update(Generic[M]):
    """Some fields of a row, by its number."""

    def __init__(self, model: type[M], *names: str) -> None:
        self.model, self.names = model, names

    @cached_property
    def fields(self) -> list[Field[Any, Any]]:
        """Those that are written, and last the number by which the row is found."""
        by_name = {field.name: field for field in self.model._meta.concrete_fields}
        return [by_name[name] for name in (*self.names, "id")]

    @cached_property
    def sql(self) -> str:
        *written, number = (f"{_quoted(field.column)} = %s" for field in self.fields)
        return f"UPDATE {_quoted(self.model._meta.db_table)} SET {', '.join(written)} WHERE {number}"

    def __call__(self, changed: M) -> None:
        _write(self.sql, changed, self.fields)

    def all(self, changed: Sequence[M]) -> None:
        """Several rows with one word to the database."""
        if changed:
            here = connections[DEFAULT_DB_ALIAS]
            with here.cursor() as cursor:
                cursor.executemany(self.sql, [_values(one, self.fields, here) for one in changed])


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(name or "")


def _write(sql: str, model: Model, fields: list[Field[Any, Any]]) -> None:
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(sql, _values(model, fields, here))


def _values(model: Model, fields: list[Field[Any, Any]], here: Any) -> list[Any]:
    return [field.get_db_prep_save(getattr(model, field.attname), here) for field in fields]
