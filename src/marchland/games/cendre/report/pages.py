"""A report as pages: headings, tables and log lines in one of three languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from marchland.kernel.documents import AnyBlock, Document, Form, Log, LogLine, Paragraph, Part, Table
from marchland.kernel.events import Event
from marchland.kernel.story import GAINED, LOST, THREATENED, WON

from ..goods import KINDS, Goods
from ..rules.civil.operation import OperationTested
from ..rules.common.ledger import OrderDone, OrderRefused
from ..rules.general import GeneralTest
from ..title import TITLE
from ..view import CendreView
from . import estate, world
from .chart import draw
from .data import DONE, FAILED, REFUSED, Account, Gazette, OrderOutcome, Plain, Report
from .pen import Pen
from .story_heads import Weighed, worded

TONES = {DONE: "good", FAILED: "bad", REFUSED: "bad"}
HEAD_TONES = {WON: "good", GAINED: "good", LOST: "bad", THREATENED: "bad"}
ALWAYS = ("orders", "news", "gazette")
"""Parts a reader looks for even when nothing happened."""


def document(report: Report | Gazette, language: str) -> Document:
    pen = Pen(language)
    return private_pages(report, pen) if isinstance(report, Report) else public_pages(report, pen)


def private_pages(report: Report, pen: Pen) -> Document:
    """TC-INFO-05 The private report: orders first, then what happened, then how the nation stands."""
    view, own = report.view, report.view.estate
    assert own is not None
    parts = [
        part("headlines", pen, headlines(report.heads, pen)),
        part("orders", pen, orders(report.orders, pen)),
        part("news", pen, log(report.news, pen)),
        part("findings", pen, log([finding.event for finding in report.findings], pen)),
        part("accounts", pen, accounts(report.accounts, own.nation.goods, pen)),
        part("standing", pen, [*estate.standing(own, pen), *log(report.standing, pen)]),
        part("lands", pen, estate.lands(own, pen)),
        part("leaders", pen, estate.leaders(own, pen)),
        part("troops", pen, estate.troops(own, pen)),
        part("science", pen, estate.science(own, pen)),
        part("grimoire", pen, estate.grimoire(own, pen)),
        part("dossiers", pen, estate.dossiers(own, pen)),
        part("diplomacy", pen, estate.diplomacy(view, pen)),
        *public_parts(report.gazette, view, pen),
        part("sheet", pen, [Form(report.sheet[pen.language])] if report.sheet else []),
    ]
    return bound(pen.nation(report.nation), view, pen, parts)


def public_pages(gazette: Gazette, pen: Pen) -> Document:
    """TC-INFO-02 The gazette: news of the world, the map, glory and the market."""
    return bound(pen.head("gazette"), gazette.view, pen, public_parts(gazette.gazette, gazette.view, pen))


def public_parts(events: Sequence[Plain], view: CendreView, pen: Pen) -> list[Part | None]:
    return [
        part("gazette", pen, log(events, pen)),
        part("glory", pen, [world.glory_table(view, pen)]),
        part("relations", pen, world.relations(view, pen)),
        part("market", pen, world.market(view, pen)),
        part("map", pen, [draw(view, pen)]),
    ]


def bound(name: str, view: CendreView, pen: Pen, parts: Iterable[Part | None]) -> Document:
    season = f"{pen.word(view.season)} {view.year}"
    due = pen.head("over" if view.over else "orders_due").format(season=season)
    kept = tuple(found for found in parts if found is not None)
    return Document(title=f"{name}, {season}", subtitle=f"{TITLE.name[pen.language]}. {due}", language=pen.language, parts=kept)


def part(key: str, pen: Pen, blocks: Sequence[AnyBlock]) -> Part | None:
    if blocks:
        return Part(pen.head(key), tuple(blocks))
    return Part(pen.head(key), (Paragraph(pen.head("nothing")),)) if key in ALWAYS else None


def headlines(heads: Sequence[Weighed], pen: Pen) -> list[AnyBlock]:
    """What matters most, before everything else."""
    told = [worded(news, weight, pen.language) for news, weight in heads]
    lines = tuple(LogLine(head.text, rule=head.rule, tone=HEAD_TONES.get(head.kind, "")) for head in told)
    return [Log(lines)] if lines else []


# -- events -----------------------------------------------------------------------------------------------------


def log(events: Sequence[Plain], pen: Pen) -> list[AnyBlock]:
    """Lines that say the same thing are told once, with their number."""
    counted = Counter(log_line(event, pen) for event in events)
    lines = tuple(replace(line, text=f"{line.text} (× {times})") if times > 1 else line for line, times in counted.items())
    return [Log(lines)] if lines else []


def log_line(plain: Plain, pen: Pen, depth: int = 0) -> LogLine:
    event = TITLE.vocabulary.event(plain)
    success = getattr(event, "success", None)
    tone = "" if success is None else ("good" if success else "bad")
    return LogLine(pen.event(event), rule=event.cause, dice=dice_of(event, pen), depth=depth, tone=tone)


def dice_of(event: Event, pen: Pen) -> str:
    """The roll behind an event: `(d10: 7 +3 >= 10)`."""
    die, difficulty = getattr(event, "die", 0), getattr(event, "difficulty", None)
    if not die or difficulty is None:
        return ""
    bonus = getattr(event, "bonus", 0)
    return f"({pen.head('die')} {die} {bonus:+} {'>=' if die + bonus >= difficulty else '<'} {difficulty})"


def orders(outcomes: Sequence[OrderOutcome], pen: Pen) -> list[AnyBlock]:
    """TC-INFO-05 Each line as it was played, its outcome, and beneath it the chain of causes."""
    lines: list[LogLine] = []
    for outcome in outcomes:
        text = f"{outcome.line}. {outcome.text[pen.language]} - {pen.head(outcome.status)}"
        lines.append(LogLine(text, tone=TONES.get(outcome.status, "")))
        lines += [cause(event, pen) for event in outcome.events if event["type"] != OrderDone.__name__]
    return [Log(tuple(lines))] if lines else []


def cause(plain: Plain, pen: Pen) -> LogLine:
    """One link of the chain: a refusal by its rule and figures, a test by its dice, anything else as it is told."""
    event = TITLE.vocabulary.event(plain)
    if isinstance(event, OrderRefused):
        rule = TITLE.catalogue.rules[event.rule].name[pen.language]
        return LogLine(f"{rule}{pen.facts(event.facts)}", rule=event.rule, depth=1, tone="bad")
    if isinstance(event, OperationTested | GeneralTest):
        result, tone = ("passed", "good") if event.success else ("missed", "bad")
        return LogLine(pen.head(result), rule=event.rule, dice=dice_of(event, pen), depth=1, tone=tone)
    return log_line(plain, pen, depth=1)


# -- accounts ---------------------------------------------------------------------------------------------------


def accounts(entries: Sequence[Account], stock: Goods, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-05 One row per source, one column per kind of goods, and what is in stock now."""
    if not entries:
        return []
    rows = [(pen.word(entry.reason), *figures(entry.goods, signed=True), entry.rule) for entry in entries]
    total = sum((entry.goods for entry in entries), Goods())
    rows.append((pen.head("balance"), *figures(total, signed=True), ""))
    rows.append((pen.head("stock"), *figures(stock), ""))
    columns = (pen.head("origin"), *map(pen.word, KINDS), pen.head("rule"))
    return [Table(columns, tuple(rows), right=tuple(range(1, len(KINDS) + 1)))]


def figures(goods: Goods, *, signed: bool = False) -> tuple[str, ...]:
    return tuple("" if not amount else f"{amount:+}" if signed else str(amount) for amount in goods.amounts())
