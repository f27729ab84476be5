"""The desk: where a seat writes a sheet of orders, and what became of each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from marchland.kernel.mail import ACCEPTED, DOUBTFUL, REFUSED, OrderKind, Reading, Verdict
from marchland.kernel.title import Title
from marchland.words import speaker

from .stage import environment, rule_name


class Reason(msgspec.Struct, frozen=True):
    rule: str
    rule_name: str
    text: str


class Line(msgspec.Struct, frozen=True):
    """One line of the sheet with its verdict; `text` is what will be played, or what was written if that is refused."""

    number: int
    status: str
    text: str
    reasons: tuple[Reason, ...]


def verdicts(title: Title, reading: Reading, language: str) -> str:
    """The whole sheet line by line: what is wrong first, then what was accepted, then the sheet as it would be played."""
    return _fill("verdicts.html", language, **verdict_facts(title, reading, language))


def verdict_facts(title: Title, reading: Reading, language: str) -> dict[str, Any]:
    lines = [_line(title, verdict, language) for verdict in reading.verdicts]
    return {
        "refusal": _reason(title, reading.refusal, language) if reading.refusal is not None else None,
        "counts": {status: reading.count(status) for status in (ACCEPTED, DOUBTFUL, REFUSED)},
        "troubled": sorted(
            (line for line in lines if line.status != ACCEPTED), key=lambda line: (line.status != REFUSED, line.number)
        ),
        "fine": [line for line in lines if line.status == ACCEPTED],
        "marks": {line.number: line.status for line in lines},
        "canonical": reading.sheets.get(language) or reading.canonical,
    }


def misgivings(doubts: Sequence[str], language: str) -> str:
    """Why one should think twice, and how to hand the sheet in all the same."""
    return _fill("desk_sure.html", language, doubts=doubts)


def order_kinds(title: Title, kinds: Sequence[OrderKind], language: str) -> str:
    """Everything that can be written, under its headings, with the rule behind it."""
    sections: dict[str, list[dict[str, Any]]] = {}
    for kind in kinds:
        rule = title.catalogue.rules.get(kind.rule)
        entry = {"kind": kind, "rule_name": rule_name(title, language, kind.rule), "text": rule.text(language) if rule else ""}
        sections.setdefault(kind.section_name or kind.section, []).append(entry)
    return _fill("kinds.html", language, sections=sections)


def _line(title: Title, verdict: Verdict, language: str) -> Line:
    reasons = tuple(_reason(title, reason, language) for reason in verdict.reasons)
    return Line(verdict.line, verdict.status, verdict.shown(language), reasons)


def _reason(title: Title, refusal: Any, language: str) -> Reason:
    said = title.parts.mail.explain(refusal, language)
    return Reason(refusal.rule, rule_name(title, language, refusal.rule), said)


def _fill(template: str, language: str, **context: Any) -> str:
    return environment().get_template(template).render(language=language, say=speaker(language), **context).strip()
