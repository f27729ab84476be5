"""Which kinds of order were given, which were carried out, and which nobody ever used: for simulations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, get_args

from marchland.kernel.events import Event

from .orders import AnyOrder
from .rules.common.ledger import OrderDone, OrderRefused

KINDS: dict[str, str] = {order.__name__: order.KEYWORD for order in get_args(AnyOrder)}
"""Every kind of order there is, with its keyword."""


class Statistics:
    """Counts the orders of one game after the other: only figures are kept, so that a run of any length fits in memory."""

    def __init__(self) -> None:
        self._tried: Counter[str] = Counter()
        self._succeeded: Counter[str] = Counter()

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
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
        }


def kind_of(event: Event) -> str:
    """The kind of order an event tells the end of, or nothing."""
    order = getattr(event, "order", "") or OPERATIONS.get(getattr(event, "operation", ""), "")
    return order if order in KINDS and hasattr(event, "line") else ""


OPERATIONS = {getattr(order, "OPERATION", ""): order.__name__ for order in get_args(AnyOrder) if getattr(order, "OPERATION", "")}


def is_success(event: Event) -> bool:
    if isinstance(event, OrderRefused):
        return False
    return isinstance(event, OrderDone) or bool(getattr(event, "success", False))
