"""The plain board: for a title without one of its own.

Its map is the first map file in the title's `data/`; what stands where is read off the view: every mapping whose keys are spaces
of the map says something about them, and everything else becomes a table. Without a map all of it becomes tables; the rows of a
mapping can be pointed at like spaces, by its keys. What else can be pointed at (`things` of the title's phrasebook) stands in
a list of its own, so that it lights up too. Together with the list of options this is enough to play any title.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.board import Board, Figures, Mark
from marchland.kernel.title import Title
from marchland.kernel.views import View
from marchland.words import speaker

from .mapfile import is_map, load_sheet

_BASE = frozenset(View.__struct_fields__)
SEAT_FIELDS = ("seat", "owner", "holder", "controller", "player")


class Cell(msgspec.Struct, frozen=True):
    """One entry of a table: text, or a seat to be drawn with its mark."""

    text: str
    seat: int | None = None


class Row(msgspec.Struct, frozen=True):
    head: str
    cells: tuple[Cell, ...]
    target: str = ""
    seat: int | None = None


class Tableau(msgspec.Struct, frozen=True):
    """A field of the view as a table; `columns` is empty where every row has one entry, or one per seat (`by_seat`)."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    by_seat: int = 0


class PlainBoard(Board, frozen=True, kw_only=True):
    """What stands on the map, and a table for everything else."""

    tableaus: Sequence[Tableau] = ()


def scene(title: Title, view: View, language: str) -> PlainBoard:
    path = map_file(title.folder / "data")
    spaces = {place.id for place in load_sheet(path).places} if path else set()
    fields = {name: getattr(view, name) for name in type(view).__struct_fields__ if name not in _BASE}
    on_map = {name: value for name, value in fields.items() if _is_about(value, spaces)}
    teller = Teller(title, language, len(_scores(fields)))
    tableaus = teller.tableaus({name: value for name, value in fields.items() if name not in (*on_map, "scores", "score")})
    return PlainBoard(
        map=path,
        with_seas=True,
        holders=_holders(on_map, teller),
        tableaus=[*tableaus, *teller.things_beside(spaces | {row.target for tableau in tableaus for row in tableau.rows})],
        seats=_scores(fields),
    )


@lru_cache(maxsize=16)
def map_file(folder: Path) -> Path | None:
    return next((path for path in sorted(folder.glob("*.json")) if is_map(path)), None)


def _is_about(value: Any, spaces: set[str]) -> bool:
    return isinstance(value, Mapping) and bool(value) and spaces.issuperset(value)


def _scores(fields: Mapping[str, Any]) -> dict[int, Figures]:
    """By the convention that a view calls its public scores `scores`."""
    scores = fields.get("scores", fields.get("score", ()))
    return {seat: {"score": score} for seat, score in enumerate(scores)} if isinstance(scores, list | tuple) else {}


# -- what stands on the map ----------------------------------------------------------------------------


def _holders(on_map: Mapping[str, Mapping[str, Any]], teller: Teller) -> dict[str, Mark]:
    """Who holds each space, a number for its piece, and every figure about it in words."""
    marks: dict[str, Mark] = {}
    for name, about in on_map.items():
        for space, value in about.items():
            if value is not None:
                marks[space] = _with(marks.get(space, Mark(text="")), facts_of(name, value), teller)
    return marks


def _with(mark: Mark, facts: Mapping[str, Any], teller: Teller) -> Mark:
    holder = next((facts[field] for field in SEAT_FIELDS if is_seat(facts.get(field))), None)
    counts = [value for field, value in facts.items() if field not in SEAT_FIELDS and is_number(value)]
    guests = [seat for value in facts.values() if isinstance(value, tuple) for seat in map(_seat_of, value) if seat is not None]
    said = teller.said(facts).replace("{", "(").replace("}", ")")
    return Mark(
        seat=holder if mark.seat is None else mark.seat,
        guests=(*mark.guests, *guests),
        count=next(iter(counts), None) if mark.count is None else mark.count,
        text="; ".join(part for part in (mark.text, said) if part),
    )


def _seat_of(piece: Any) -> int | None:
    """Whose piece it is, if it is somebody's."""
    facts = facts_of("", piece) if isinstance(piece, msgspec.Struct) else {}
    return next((facts[field] for field in SEAT_FIELDS if is_seat(facts.get(field))), None)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: Any) -> bool:
    return is_number(value) and value >= 0


def is_guests(value: Any) -> bool:
    """Pieces of seats, which are drawn and not told."""
    return isinstance(value, tuple) and bool(value) and all(_seat_of(piece) is not None for piece in value)


def facts_of(name: str, value: Any) -> dict[str, Any]:
    """A record as its fields; anything else as one fact."""
    if isinstance(value, msgspec.Struct):
        return {field: getattr(value, field) for field in type(value).__struct_fields__}
    return dict(value) if isinstance(value, Mapping) else {name: value}


# -- tables --------------------------------------------------------------------------------------------


class Teller:
    """Any value of a view in words of the title, as far as it has them."""

    def __init__(self, title: Title, language: str, seats: int) -> None:
        self.book = title.phrases
        self.language = language
        self.say = speaker(language)
        self.seats = seats

    def heading(self, key: str) -> str:
        word = self.book.word(key, self.language)
        return word if word != key else key.replace("_", " ").capitalize()

    def name(self, field: str, value: Any) -> str:
        """By the title's namer of that field, if it knows such values: a view may use the field's name for something else."""
        if isinstance(value, bool) or not isinstance(value, str | int):
            return self.plainly(value)
        try:
            return self.book.name(field, value, self.language)
        except (ValueError, LookupError, TypeError, AttributeError):
            return self.plainly(value)

    def plainly(self, value: Any) -> str:
        """Short text for anything."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if isinstance(value, msgspec.Struct):
            return self.said(facts_of("", value))
        if isinstance(value, Mapping):
            return ", ".join(f"{self.heading(str(key))} {self.plainly(item)}" for key, item in value.items())
        if isinstance(value, list | tuple | set | frozenset):
            return ", ".join(self.plainly(item) for item in value) or "–"
        return self.book.word(str(value), self.language)

    def said(self, facts: Mapping[str, Any]) -> str:
        """The facts that say something, in a row."""
        telling = {
            field: value for field, value in facts.items() if value not in (None, False, 0, "", (), {}) and not is_guests(value)
        }
        return ", ".join(
            f"{self.heading(field)} {self.name(field, value)}" for field, value in telling.items() if field not in SEAT_FIELDS
        )

    def tableaus(self, fields: Mapping[str, Any]) -> list[Tableau]:
        """Single figures together in a first table, everything else in one of its own."""
        single = {name: value for name, value in fields.items() if isinstance(value, str | int) or value is None}
        rows = tuple(
            Row(self.heading(name), (Cell(self.name(name, value)),)) for name, value in single.items() if value not in (None, "")
        )
        first = [Tableau("", (), rows)] if rows else []
        others = [self.tableau(name, value) for name, value in fields.items() if name not in single and value not in ((), [], {})]
        return first + others

    def things_beside(self, shown: Collection[str]) -> list[Tableau]:
        """What can be pointed at and is shown nowhere else; seats have their cards."""
        things = self.book.things(self.language).items()
        rows = tuple(Row(name, (), thing) for thing, name in things if thing not in shown and not thing.startswith("seat:"))
        return [Tableau("", (), rows)] if rows else []

    def sheets(self, name: str, records: Sequence[msgspec.Struct]) -> Tableau:
        """A record per seat: its figures go down the side, the seats across."""
        facts = [self.flat(record) for record in records]
        rows = tuple(Row(key, tuple(Cell(fact.get(key, "")) for fact in facts)) for key in facts[0])
        return Tableau(self.heading(name), (), rows, by_seat=len(records))

    def flat(self, record: msgspec.Struct, prefix: str = "") -> dict[str, str]:
        """A record's figures, those of records within it under both names."""
        found: dict[str, str] = {}
        for field, value in facts_of("", record).items():
            head = f"{prefix}{self.heading(field)}"
            if isinstance(value, msgspec.Struct):
                found |= self.flat(value, f"{head}: ")
            else:
                found[head] = self.name(field, value)
        return found

    def is_sheets(self, value: Any) -> bool:
        return (
            isinstance(value, list | tuple)
            and len(value) == self.seats > 0
            and all(isinstance(item, msgspec.Struct) for item in value)
        )

    def tableau(self, name: str, value: Any) -> Tableau:
        if self.is_sheets(value):
            return self.sheets(name, value)
        if isinstance(value, Mapping):
            rows = [(self.heading(str(key)), item, str(key)) for key, item in value.items()]
        elif isinstance(value, list | tuple):
            rows = [(str(number), item, "") for number, item in enumerate(value, 1)]
        else:
            rows = [("", value, "")]
        columns = tuple(
            dict.fromkeys(
                field for _, item, _ in rows if isinstance(item, msgspec.Struct) for field in type(item).__struct_fields__
            )
        )
        return Tableau(
            self.heading(name),
            tuple(self.heading(column) for column in columns),
            tuple(
                Row(head, self.cells(name, item, columns), target, seat) for seat, (head, item, target) in self.seated(value, rows)
            ),
        )

    def seated(self, value: Any, rows: list[tuple[str, Any, str]]) -> list[tuple[int | None, tuple[str, Any, str]]]:
        """A list as long as the table has seats is taken to be by seat."""
        by_seat = isinstance(value, list | tuple) and len(value) == self.seats
        return [(number if by_seat else None, row) for number, row in enumerate(rows)]

    def cells(self, name: str, value: Any, columns: tuple[str, ...]) -> tuple[Cell, ...]:
        if not columns:
            return (Cell(self.name(name, value)),)
        facts = facts_of(name, value) if value is not None else {}
        return tuple(self.cell(column, facts.get(column)) for column in columns)

    def cell(self, field: str, value: Any) -> Cell:
        if field in SEAT_FIELDS and is_seat(value):
            return Cell("", value)
        return Cell("" if value is None else self.name(field, value))
