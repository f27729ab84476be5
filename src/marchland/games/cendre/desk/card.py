"""Cards: one order, on the sheet or about to be."""

from __future__ import annotations

import msgspec

from marchland.kernel.cards import Card, Offer, Wish

from ..orders import Order
from ..phrases import order_name, word
from ..sheet.checker import checked
from ..sheet.forms import blanks, spread
from ..sheet.grammar import Spec, specs
from ..sheet.help import chapter, entries, purposes
from ..sheet.reader import Verdict
from ..spelling import fold
from .menus import Menu, plain_field
from .writer import UNREAD, Writer, fixed_by, gives, group_of, spec_of

replace = msgspec.structs.replace


def opened(writer: Writer, wish: Wish) -> Card:
    """An order being filled in, with its menus."""
    verdict = writer.verdict(wish.line)
    spec = spec_of(wish.kind)
    if spec is None or not gives(wish.group, spec):
        return unread(verdict) if verdict else Card(group=wish.group, kind=wish.kind, name=wish.kind)
    values = dict(wish.values) or written_values(spec, verdict)
    menu = Menu(writer, writer.trials(wish.line), spec, fixed_by(wish.group, spec), values)
    menu.find_way()
    order = menu.order()
    refusal = menu.trials.refusal(order) if order is not None else None
    return replace(
        _blank_card(spec, writer.language, wish.group),
        line=wish.line,
        text=writer.line(order) if order is not None and not menu.lacking else "",
        fields=menu.fields(),
        reasons=(refusal,) if refusal else (),
    )


def written_values(spec: Spec, verdict: Verdict | None) -> dict[str, str]:
    """What the line says already, if it is an order of this kind."""
    order = verdict.order if verdict else None
    return spread(spec, order) if isinstance(order, spec.order) else {}


def _blank_card(spec: Spec, language: str, group: str) -> Card:
    kind = fold(spec.keyword)
    name = order_name(spec.order.__name__, language)
    return Card(group=group, kind=kind, name=name, help=purposes()[kind][language], rule=entries()[kind].rule)


def unread(verdict: Verdict) -> Card:
    """A line that cannot be read: it stays, with its error."""
    return Card(
        group=UNREAD,
        kind="",
        name=verdict.text,
        line=verdict.line,
        text=verdict.text,
        status=verdict.status,
        reasons=verdict.reasons,
    )


def standing(writer: Writer) -> tuple[Card, ...]:
    """A card for every line of the sheet, as it stands."""
    judged = checked(writer.game, writer.seat, writer.sheet.verdicts, writer.table)
    return tuple(_standing(writer, verdict) if verdict.order else unread(verdict) for verdict in judged)


def _standing(writer: Writer, verdict: Verdict) -> Card:
    assert verdict.order is not None
    spec = specs()[fold(verdict.order.KEYWORD)]
    values, group = spread(spec, verdict.order), group_of(verdict.order)
    fixed = fixed_by(group, spec)
    asked = [
        blank for blank in blanks(spec, values) if blank.name not in fixed and not (blank.is_idle and blank.name not in values)
    ]
    return replace(
        _blank_card(spec, writer.language, group),
        line=verdict.line,
        text=writer.line(verdict.order),
        status=verdict.status,
        reasons=verdict.reasons,
        fields=tuple(plain_field(blank, writer, values) for blank in asked),
    )


def offer(spec: Spec, language: str) -> Offer:
    kind = fold(spec.keyword)
    name = order_name(spec.order.__name__, language)
    said = word(f"section.{chapter(spec.order)}", language)
    return Offer(kind, name, purposes()[kind][language], entries()[kind].rule, said)


def order_of(writer: Writer, wish: Wish) -> Order | None:
    """The order that a card says, if nothing is missing."""
    spec = spec_of(wish.kind)
    if spec is None or not gives(wish.group, spec):
        return None
    menu = Menu(writer, writer.trials(wish.line), spec, fixed_by(wish.group, spec), wish.values)
    menu.find_way()
    return None if menu.lacking else menu.order()
