"""Trials: what the rules say to an order, asked of the rules themselves.

The sheet's other lines are carried out on a table dealt anew from what the nation knows, with nobody else giving orders and all
dice as high as they fall; the table is copied before every step. An order is tried by taking the copy before the step that carries
out its kind, with the order added to the sheet, and doing that one step: no rule is written twice, and a trial takes microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from marchland.kernel.actions import Seat
from marchland.kernel.errors import IllegalAction, MarchlandError, Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ..orders import LeaderOrder, Order
from ..rules.common.inquiry import nation_of
from ..rules.common.ledger import OrderRefused
from ..rules.leaders.actors import check_actor
from ..sheet import lexicon as names
from ..sheet.checker import hand_in, leant, season_of, why
from ..state import WINTER, Cendre, NationId

Home = tuple[str, str]
"""Where a kind of order is carried out: a procedure and one of its steps."""
Moment = tuple[str, str, str]
"""The same in a season."""
HOMES: dict[tuple[type[Order], str], Home | None] = {}
"""Where each kind of order (of a leader, or of a kind of structure) is carried out, as found out by watching."""
HELPINGS = (1, 6, 60)
"""How many orders are tried at once: one that will do is mostly among the first."""


class Settled(MarchlandError):
    """Enough has been heard: the rest of the step need not be carried out."""


class Witness(list[Event]):
    """An outbox that listens for what becomes of some lines, and stops the trial once one is carried out or all are refused."""

    def __init__(self, nation: NationId, first: int, lines: int) -> None:
        super().__init__()
        self.nation = nation
        self.first = first
        self.lines = lines
        self.refused: dict[int, Refusal] = {}

    def append(self, event: Event) -> None:
        super().append(event)
        line = getattr(event, "line", -1)
        if line < self.first or getattr(event, "nation", "") != self.nation:
            return
        if not isinstance(event, OrderRefused):
            raise Settled
        self.refused.setdefault(line - self.first, Refusal(event.rule, dict(event.facts)))
        if len(self.refused) == self.lines:
            raise Settled

    @property
    def is_content(self) -> bool:
        """Was one of them carried out?"""
        return len(self.refused) < self.lines

    @property
    def is_hopeful(self) -> bool:
        return self.is_content or any(is_hopeful(refusal) for refusal in self.refused.values())


class Trials:
    """A season with the sheet's other lines, on which one more can be tried."""

    def __init__(self, table: Cendre, seat: Seat, orders: Sequence[Order]) -> None:
        """`table` is dealt anew from what the seat knows."""
        self.nation = nation_of(table, seat)
        self.orders = tuple(orders)
        self._seat = seat
        self._opening = leant(table, high=True)
        self._table = leant(self._opening, high=True)
        hand_in(self._table, seat, self.orders)
        self._walk: Iterator[tuple[Procedure[Cendre], str]] = season_of(self._table)
        self._met: dict[Moment, tuple[Cendre, Procedure[Cendre]]] = {}
        self._known: dict[Order, Witness | None] = {}

    # -- asking ----------------------------------------------------------------------------------------

    def refusal(self, order: Order) -> Refusal | None:
        """Why the order would not be carried out."""
        heard = self._heard_of(order)
        return heard.refused.get(0) if heard else None

    def is_lawful(self, orders: Iterable[Order], *, strictly: bool = False) -> bool:
        """May one of these orders of one kind be given? Not strictly: what hangs on others or on what the season brings, too.

        They are tried together: whatever is refused changes nothing.
        """
        left = iter(orders)
        for helping in (*HELPINGS, None):
            some = list(islice(left, helping))
            if not some:
                return False
            heard = self._heard_of(some[0]) if len(some) == 1 else self._tried(some)
            if heard is None or heard.is_content or (not strictly and heard.is_hopeful):
                return True
            if helping == 1 and is_settled(heard.refused[0]):
                return False
        return False

    def is_barred(self, order: Order) -> bool:
        """Would this order be refused, and with any other words, too? Who cannot act at all is found out without a trial."""
        table = self.before(order)
        if table is not None and isinstance(order, LeaderOrder) and order.leader in table.leaders:
            try:
                check_actor(table, self.nation, order)
            except IllegalAction as barred:
                return not is_hopeful(barred.refusal)
        return is_settled(self.refusal(order))

    def before(self, order: Order) -> Cendre | None:
        """The table as it is when orders of this kind are carried out."""
        found = self._before(order)
        return found[0] if found else None

    def _heard_of(self, order: Order) -> Witness | None:
        if order not in self._known:
            self._known[order] = self._tried([order])
        return self._known[order]

    def _tried(self, orders: Sequence[Order]) -> Witness | None:
        found = self._before(orders[0])
        if found is None:
            return None
        table, frame, step = found
        table = table.clone()
        table.sheets[self.nation] = (*self.orders, *orders)
        witness = Witness(self.nation, len(self.orders), len(orders))
        table.outbox = witness
        with suppress(Settled):
            frame.PLAN[step][1](frame, table)
        return witness

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
            HOMES[key] = self._watched(order)
        return HOMES[key]

    def _watched(self, order: Order) -> Home | None:
        """In which step something is first heard of a line that says this."""
        table = leant(self._opening, high=True)
        hand_in(table, self._seat, (order,))
        home: Home | None = None
        for frame, step in season_of(table):
            if home and _is_telling(table.outbox, self.nation):
                return home
            table.outbox, home = [], (type(frame).__name__, step)
        return None


def _is_telling(events: Sequence[Event], nation: NationId) -> bool:
    return any(getattr(event, "line", -1) == 0 and getattr(event, "nation", "") == nation for event in events)


def _house(order: Order) -> str:
    """The kind of structure that acts, if it is none of the leaders."""
    kind, at, _ = str(getattr(order, "leader", "")).partition("@")
    return kind if at else ""


def is_settled(refusal: Refusal | None) -> bool:
    """Would no other words help?"""
    return refusal is not None and not {why(refusal), refusal.rule}.isdisjoint(names.vocabulary().settled)


def is_hopeful(refusal: Refusal | None) -> bool:
    """What hangs on others' sheets or on what the season brings is no hindrance."""
    return refusal is None or why(refusal) in (*names.vocabulary().others, *names.vocabulary().depends)
