"""The report as data: built from the view of a seat and the events it may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from marchland.kernel.events import Event, Forced, Rolled
from marchland.kernel.mail import Line
from marchland.kernel.vocabulary import plain

from ..goods import NOTHING, Goods
from ..rules.civil.assassins import AssassinsReturned
from ..rules.civil.intrigue import TerritorySpied
from ..rules.civil.operation import OperationTested
from ..rules.common.ledger import Entry, GoodsMoved, OrderDone, OrderRefused, ScienceGained
from ..rules.general import GeneralTest
from ..rules.glory.account import GloryChanged
from ..rules.glory.glory import GloryTable
from ..rules.science import DiscoveryMade
from ..rules.standing.account import CounterChanged, ReputationChanged, StabilityChanged
from ..state import Code, NationId
from ..view import CendreView
from .story_heads import Reader, Weighed, ranked

DONE, FAILED, REFUSED, SILENT = "done", "failed", "refused", "silent"
"""What became of an order. `silent`: nothing tells, as for a treaty nobody countersigned."""

Plain = dict[str, Any]


class OrderOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """TC-INFO-05 One line of the sheet: what it was, what became of it, and the events that tell why."""

    line: int
    text: Line
    status: str
    events: tuple[Plain, ...] = ()


class Account(msgspec.Struct, frozen=True):
    """TC-INFO-05 All income or expense of one kind."""

    reason: str
    rule: str
    goods: Goods


class Finding(msgspec.Struct, frozen=True):
    """TC-INFO-07 What spies, prospectors or magic brought home this season."""

    territory: Code
    event: Plain


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one nation knows after a season."""

    title: str = "cendre"
    nation: NationId
    turn: str
    view: CendreView
    heads: tuple[Weighed, ...]
    """What matters most, the heaviest first."""
    orders: tuple[OrderOutcome, ...]
    accounts: tuple[Account, ...]
    standing: tuple[Plain, ...]
    """What changed stability, reputation, glory and science, with its causes."""
    news: tuple[Plain, ...]
    """What happened to the nation and only some were told."""
    findings: tuple[Finding, ...]
    gazette: tuple[Plain, ...]
    sheet: Line
    """The next sheet, by language."""


class Gazette(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows after a season."""

    title: str = "cendre"
    turn: str
    view: CendreView
    gazette: tuple[Plain, ...]


STANDING = (StabilityChanged, ReputationChanged, CounterChanged, GloryChanged, ScienceGained, DiscoveryMade)
NOT_NEWS = (*STANDING, GoodsMoved, GloryTable, TerritorySpied, Rolled, Forced)
"""Told elsewhere in the report, or nobody's business."""


def build(view: CendreView, nation: NationId, turn: str, events: Sequence[Event], lines: Sequence[Line], sheet: Line) -> Report:
    """TC-INFO-05 The private report of a season."""
    causes = chains(events, nation)
    told = {id(event) for chain in causes.values() for event in chain}
    mine = [event for event in events if event.audience is not None and id(event) not in told]
    return Report(
        nation=nation,
        turn=turn,
        view=view,
        heads=tuple(ranked(Reader(nation=nation, before=None, after=view), events)),
        orders=tuple(outcome(number, text, causes.get(number, [])) for number, text in enumerate(lines)),
        accounts=tuple(accounts(nation, events)),
        standing=tuple(plain(event) for event in events if isinstance(event, STANDING) and _concerns(event, nation)),
        news=tuple(plain(event) for event in mine if is_news(event)),
        findings=tuple(Finding(event.territory, plain(event)) for event in events if isinstance(event, TerritorySpied)),
        gazette=tuple(plain(event) for event in events if is_public_news(event)),
        sheet=sheet,
    )


def build_gazette(view: CendreView, turn: str, events: Sequence[Event]) -> Gazette:
    """TC-INFO-02 TC-INFO-03 The public news of a season."""
    return Gazette(turn=turn, view=view, gazette=tuple(plain(event) for event in events if is_public_news(event)))


def is_news(event: Event) -> bool:
    return not isinstance(event, NOT_NEWS)


def is_public_news(event: Event) -> bool:
    """Accounts are for those they concern, even where everybody may see them."""
    return event.audience is None and not isinstance(event, Entry) and is_news(event)


def _concerns(event: Event, nation: NationId) -> bool:
    return getattr(event, "nation", nation) == nation


# -- orders -----------------------------------------------------------------------------------------------------


def own_line(event: Event, nation: NationId) -> int | None:
    """The line of this nation's sheet that an event is about."""
    line: int | None = getattr(event, "line", None)
    return line if getattr(event, "nation", "") == nation else None


def chains(events: Sequence[Event], nation: NationId) -> dict[int, list[Event]]:
    """TC-INFO-05 For each line the chain of its causes and effects: what it cost, the test, and what followed by the same rule."""
    found: dict[int, list[Event]] = {}
    waiting: list[Event] = []
    last: int | None = None
    for event in events:
        line = own_line(event, nation)
        if line is not None:
            paid = [earlier for earlier in waiting if isinstance(earlier, GoodsMoved) and earlier.cause == event.cause]
            found.setdefault(line, []).extend([*paid, event])
            waiting, last = [], line
        elif last is not None and _follows(event, found[last][-1], nation):
            found[last].append(event)
        else:
            waiting.append(event)
    return found


def _follows(event: Event, before: Event, nation: NationId) -> bool:
    """Is this the effect of the event just before it, by the same rule on the same nation? Payments come before, never after."""
    own = getattr(event, "nation", nation) == nation and event.audience is not None
    return own and not isinstance(event, GoodsMoved) and bool(event.cause) and event.cause == before.cause


def outcome(number: int, text: Line, chain: Sequence[Event]) -> OrderOutcome:
    """TC-INFO-05 What became of one line, with the tests and refusals that decided it."""
    return OrderOutcome(number + 1, text, status_of(chain), tuple(plain(event) for event in chain))


def status_of(chain: Sequence[Event]) -> str:
    if any(isinstance(event, OrderRefused) for event in chain):
        return REFUSED
    if any(isinstance(event, AssassinsReturned) for event in chain):
        return FAILED
    tests = [event for event in chain if isinstance(event, OperationTested | GeneralTest)]
    if tests:
        return DONE if tests[-1].success else FAILED
    return DONE if any(isinstance(event, OrderDone) for event in chain) else SILENT


# -- accounts ---------------------------------------------------------------------------------------------------


def accounts(nation: NationId, events: Iterable[Event]) -> list[Account]:
    """TC-INFO-05 Income and upkeep by source, in the order in which they first occurred."""
    sums: dict[tuple[str, str], Goods] = {}
    for event in events:
        if isinstance(event, GoodsMoved) and event.nation == nation:
            key = (event.reason, event.rule)
            sums[key] = sums.get(key, NOTHING) + event.goods
    return [Account(reason, rule, goods) for (reason, rule), goods in sums.items() if goods]
