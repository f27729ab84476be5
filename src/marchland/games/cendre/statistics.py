"""Which orders were given and carried out, and where glory came from: for simulations; who was which nation: for leagues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from marchland.kernel.casting import Cast
from marchland.kernel.events import Event

from .orders import AnyOrder
from .rules.common.ledger import OrderDone, OrderRefused
from .rules.glory.account import GloryChanged
from .state import Cendre

KINDS: dict[str, str] = {order.__name__: order.KEYWORD for order in get_args(AnyOrder)}
"""Every kind of order there is, with its keyword."""


class Statistics:
    """Counts the orders of one game after the other: only figures are kept, so that a run of any length fits in memory."""

    def __init__(self) -> None:
        self._games = 0
        self._tried: Counter[str] = Counter()
        self._succeeded: Counter[str] = Counter()
        self._glory: dict[str, Counter[str]] = {}

    def add(self, events: Iterable[Event]) -> None:
        self._games += 1
        for event in events:
            if isinstance(event, GloryChanged):
                self._glory.setdefault(event.nation, Counter())[event.reason] += event.amount
            kind = kind_of(event)
            if kind:
                self._tried[kind] += 1
                self._succeeded[kind] += is_success(event)

    def report(self) -> dict[str, Any]:
        """Orders by keyword: how many succeeded and how many were tried; the kinds never used and those that never succeeded."""
        tried, succeeded = self._tried, self._succeeded
        used = {KINDS[kind]: [succeeded[kind], tried[kind]] for kind in sorted(tried, key=lambda kind: KINDS[kind])}
        return {
            "order_kinds": len(KINDS),
            "order_kinds_used": len(tried),
            "order_kinds_succeeded": sum(count > 0 for count in succeeded.values()),
            "orders": used,
            "orders_unused": sorted(keyword for kind, keyword in KINDS.items() if not tried[kind]),
            "orders_never_succeeded": sorted(KINDS[kind] for kind in tried if not succeeded[kind]),
            "glory": {nation: self._mean(sources) for nation, sources in sorted(self._glory.items())},
        }

    def _mean(self, sources: Counter[str]) -> dict[str, float]:
        """What a nation had of each source in a game on average, and of all of them."""
        mean = {reason: round(amount / self._games, 1) for reason, amount in sorted(sources.items())}
        return {"all": round(sources.total() / self._games, 1), **mean}


def cast(game: Cendre, events: Sequence[Event]) -> Cast:
    """The nation of each seat."""
    return {"nation": tuple((nation,) for nation in sorted(game.seats, key=game.seats.__getitem__))}


def kind_of(event: Event) -> str:
    """The kind of order an event tells the end of, or nothing."""
    order = getattr(event, "order", "") or OPERATIONS.get(getattr(event, "operation", ""), "")
    return order if order in KINDS and hasattr(event, "line") else ""


OPERATIONS = {getattr(order, "OPERATION", ""): order.__name__ for order in get_args(AnyOrder) if getattr(order, "OPERATION", "")}


def is_success(event: Event) -> bool:
    if isinstance(event, OrderRefused):
        return False
    return isinstance(event, OrderDone) or bool(getattr(event, "success", False))
