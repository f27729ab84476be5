"""Trials: what the rules say to an order, asked of the rules themselves.

The sheet's other lines are carried out on a table dealt anew from what the nation knows, with nobody else giving orders and all
dice as high as they fall; the table is copied before every step. An order is tried by taking the copy before the step that carries
out its kind, with the order added to the sheet, and doing that one step: no rule is written twice, and a trial takes microseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marchland.kernel.actions import Seat
from marchland.kernel.chance import key_from_seed, leaning
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import Procedure, Together

from ..orders import Order
from ..rules.common.inquiry import nation_of
from ..rules.common.ledger import OrderRefused
from ..rules.turn.sheets import Submit
from ..sheet import lexicon as names
from ..sheet.checker import why
from ..state import WINTER, Cendre
from ..view import redeal

Home = tuple[str, str]
"""Where a kind of order is carried out: a procedure and one of its steps."""
Moment = tuple[str, str, str]
"""The same in a season."""
HOMES: dict[tuple[type[Order], str], Home | None] = {}
"""Where each kind of order (of a leader, or of a kind of structure) is carried out, as found out by watching."""


class Trials:
    """A season with the sheet's other lines, on which one more can be tried."""

    def __init__(self, game: Cendre, seat: Seat, orders: Sequence[Order]) -> None:
        self.nation = nation_of(game, seat)
        self.orders = tuple(orders)
        self._table = _dealt(game, seat)
        self._opening = self._table.clone()
        self._seat = seat
        _hand_in(self._table, seat, self.orders)
        self._walk: Iterator[tuple[Procedure[Cendre], str]] = self._table.walk()
        self._met: dict[Moment, tuple[Cendre, Procedure[Cendre]]] = {}
        self._known: dict[Order, Refusal | None] = {}

    # -- asking ----------------------------------------------------------------------------------------

    def refusal(self, order: Order) -> Refusal | None:
        """Why the order would not be carried out."""
        if order not in self._known:
            self._known[order] = self._tried([order]).get(0)
        return self._known[order]

    def is_any_lawful(self, orders: Sequence[Order]) -> bool:
        """May one of these orders of one kind be given? They are tried together: whatever is refused changes nothing."""
        if not orders:
            return False
        found = self._tried(orders)
        return any(is_hopeful(found.get(place)) for place in range(len(orders)))

    def _tried(self, orders: Sequence[Order]) -> dict[int, Refusal]:
        found = self._before(orders[0])
        if found is None:
            return {}
        table, frame, step = found
        table = table.clone()
        first = len(self.orders)
        table.sheets = {**table.sheets, self.nation: (*self.orders, *orders)}
        table.outbox = []
        frame.PLAN[step][1](frame, table)
        return refused(table, self.nation, first)

    # -- the season, step by step ------------------------------------------------------------------------

    def _before(self, order: Order) -> tuple[Cendre, Procedure[Cendre], str] | None:
        home = self._home(order)
        if home is None:
            return None
        season = WINTER if getattr(order, "winter", False) else self._opening.season
        met = self._until((season, *home))
        return (*met, home[1]) if met else None

    def _until(self, moment: Moment) -> tuple[Cendre, Procedure[Cendre]] | None:
        """The table before a step: the season goes on until it is reached, and every step on the way is remembered."""
        while moment not in self._met:
            found = next(self._walk, None)
            if found is None:
                return None
            frame, step = found
            self._met[self._table.season, type(frame).__name__, step] = (self._table.clone(), frame)
        return self._met[moment]

    def _home(self, order: Order) -> Home | None:
        key = (type(order), _house(order))
        if key not in HOMES:
            HOMES[key] = next(iter(self._watched([order]).values()), None)
        return HOMES[key]

    def _watched(self, orders: Sequence[Order]) -> dict[int, Home]:
        """In which step each line is first heard of."""
        table = self._opening.clone()
        table.outbox = []  # clones share it
        _hand_in(table, self._seat, orders)
        found: dict[int, Home] = {}
        now: Home = ("", "")
        for frame, step in table.walk():
            _note(table, self.nation, now, found)
            now = (type(frame).__name__, step)
        _note(table, self.nation, now, found)
        return found


def _note(table: Cendre, nation: str, home: Home, found: dict[int, Home]) -> None:
    """Lines of which the last step has told something are at home there."""
    for event in table.outbox:
        line = getattr(event, "line", None)
        if line is not None and getattr(event, "nation", "") == nation:
            found.setdefault(line, home)
    table.outbox = []


def _house(order: Order) -> str:
    """The kind of structure that acts, if it is none of the leaders."""
    kind, at, _ = str(getattr(order, "leader", "")).partition("@")
    return kind if at else ""


def _dealt(game: Cendre, seat: Seat) -> Cendre:
    table = redeal(game, seat, key_from_seed("desk"))
    table.chance, table.outbox = leaning(high=True), []
    question = table.decision
    if isinstance(question, Together) and seat not in question.deciders():
        question.reopen(table, seat)
    return table


def _hand_in(table: Cendre, seat: Seat, orders: Sequence[Order]) -> None:
    """Our sheet, and an empty one for everybody else; nothing goes on yet."""
    for other in table.deciders:
        question = table.decision
        assert question is not None
        question.take(table, other, Submit(tuple(orders) if other == seat else ()))


def refused(table: Cendre, nation: str, first: int = 0) -> dict[int, Refusal]:
    """What the rules have refused, by place on the sheet from the first line of interest."""
    found: dict[int, Refusal] = {}
    for event in table.outbox:
        if isinstance(event, OrderRefused) and event.nation == nation and event.line >= first:
            found.setdefault(event.line - first, Refusal(event.rule, dict(event.facts)))
    return found


def is_hopeful(refusal: Refusal | None) -> bool:
    """What hangs on others' sheets or on what the season brings is no hindrance."""
    return refusal is None or why(refusal) in (*names.vocabulary().others, *names.vocabulary().depends)
