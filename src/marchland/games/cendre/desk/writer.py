"""Whoever writes a sheet: what he has written, and what he knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from marchland.kernel.actions import Seat

from ..orders import LeaderOrder, Order
from ..rules.common.inquiry import nation_of
from ..sheet.checker import dealt
from ..sheet.grammar import Spec, specs
from ..sheet.lexicon import lexicon
from ..sheet.reader import Sheet, Verdict, canonical_line, read_sheet, turn_name, write_sheet
from ..spelling import fold
from ..state import Cendre, Code
from ..view import CendreView, Estate, view
from ..world import ATLAS, CODES
from .trials import Trials

LEADER, HOUSE, WINTER, TOWN, UNREAD = "leader", "house", "winter", "town", "unread"
ROOMS = {
    "PRODUCTION": "treasury", "SCIENCE": "science", "LEADERS": LEADER, "ORDRES": LEADER, "COMMERCE": "trade",
    "DIPLOMATIE": "diplomacy", "MARCHE": "market",
}  # fmt: skip
"""Where the orders of a section are given, unless the grammar says otherwise."""


class Writer:
    """A seat at its desk with a text before it. Made for one question and thrown away: what it works out is worked out once."""

    def __init__(self, game: Cendre, seat: Seat, text: str, language: str) -> None:
        self.game = game
        self.seat = seat
        self.language = language
        self.nation = nation_of(game, seat)
        self.words = lexicon(game, self.nation, language)
        self.text = self._in_lines(text)
        self._trials: dict[tuple[Order, ...], Trials] = {}

    def _in_lines(self, text: str) -> str:
        """A sheet that a program wrote as JSON, in lines."""
        sheet = read_sheet(text, self.words, self.turn) if text.lstrip().startswith("{") else None
        return write_sheet(sheet.orders, self.words, self.turn, sheet.key) if sheet and sheet.valid else text

    @property
    def turn(self) -> str:
        return turn_name(self.game)

    @cached_property
    def sheet(self) -> Sheet:
        return read_sheet(self.text, self.words, self.turn)

    @cached_property
    def view(self) -> CendreView:
        return view(self.game, self.seat)

    @cached_property
    def estate(self) -> Estate:
        assert self.view.estate is not None
        return self.view.estate

    @cached_property
    def table(self) -> Cendre:
        """The table dealt anew, on which everything is tried."""
        return dealt(self.game, self.seat)

    @cached_property
    def near(self) -> tuple[Code, ...]:
        """All the world: one's own land, then what lies beside it, then the rest."""
        own = list(self.estate.lands)
        beside = (other for code in own for other in ATLAS.neighbours(code))
        return tuple(dict.fromkeys((*own, *beside, *CODES)))

    def verdict(self, line: int) -> Verdict | None:
        return next((verdict for verdict in self.sheet.verdicts if verdict.line == line), None)

    def trials(self, without: int = 0) -> Trials:
        """A season with all lines that can be read, but for this one."""
        return self.season(verdict.order for verdict in self.sheet.verdicts if verdict.order and verdict.line != without)

    def season(self, orders: Iterable[Order]) -> Trials:
        """A season with these orders, tried once; nobody else makes trials, so that none is made on the table itself."""
        kept = tuple(orders)
        if kept not in self._trials:
            self._trials[kept] = Trials(self.table, self.seat, kept)
        return self._trials[kept]

    def line(self, order: Order) -> str:
        return canonical_line(order, self.words)


def spec_of(kind: str) -> Spec | None:
    return specs().get(fold(kind))


def room_of(spec: Spec) -> str:
    """The kind of group that gives such orders."""
    return spec.room or ROOMS[spec.order.SECTION]


def gives(group: str, spec: Spec) -> bool:
    """Is it such a group's kind of order?"""
    kind = group.partition(":")[0]
    return room_of(spec) == (LEADER if kind in (HOUSE, WINTER) else kind)


def group_of(order: Order) -> str:
    """Whose order it is: the id of a group."""
    room = room_of(specs()[fold(order.KEYWORD)])
    if room == LEADER:
        leader = str(getattr(order, "leader", ""))
        kind = WINTER if getattr(order, "winter", False) else HOUSE if "@" in leader else LEADER
        return f"{kind}:{leader}"
    return f"{TOWN}:{getattr(order, 'territory', '')}" if room == TOWN else room


def fixed_by(group: str, spec: Spec) -> dict[str, object]:
    """What is settled by whose order it is."""
    kind, _, who = group.partition(":")
    if kind == TOWN:
        return {"territory": who}
    if kind not in (LEADER, HOUSE, WINTER):
        return {}
    return {"leader": who} | ({"winter": True} if kind == WINTER and issubclass(spec.order, LeaderOrder) else {})
