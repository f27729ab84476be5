"""Orders as forms: what a card asks for each argument, made into a record and back by the grammar's own table.

Values are texts by the name of a blank: an id, a number, words, spaces one after the other; of amounts by `blank.thing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from marchland.kernel.cards import AMOUNTS, NUMBER, PLACES, TEXT

from ..goods import Goods
from ..orders import Order
from ..spelling import fold
from .blanks import Blank, Values
from .grammar import Spec, specs
from .lexicon import Lexicon
from .slots import DOWN, LARGEST, Slot, amounts

LONGEST_TEXT = 80
"""Words of one's own: names, mostly."""
SPACE = str.maketrans(dict.fromkeys('"#\r\n\t«»“”„', " "))
"""What would end a quotation or a line."""


@cache
def _needed(order: type[Order]) -> dict[str, bool]:
    return {field.name: field.required for field in msgspec.structs.fields(order)}


def blanks(spec: Spec, values: Values) -> tuple[Blank, ...]:
    """Everything a card of this kind asks for, when so much is filled in already."""
    return _blanks(spec.order, values.get(_hinge(spec.order), ""))


@cache
def _hinge(order: type[Order]) -> str:
    """The blank on which it hangs what else is asked: a kind of order has one at most."""
    slots = specs()[fold(order.KEYWORD)].slots
    found = [slot.form.hinge for slot in slots if slot.form] + [slot.when.blank for slot in slots if slot.when]
    return next(filter(None, found), "")


@cache
def _blanks(order: type[Order], hinge: str) -> tuple[Blank, ...]:
    found: list[Blank] = []
    for slot in specs()[fold(order.KEYWORD)].slots:
        if slot.form:
            found += slot.form.blanks({slot.form.hinge: hinge})
        else:
            found.append(_blank(order, slot, is_idle=slot.when is not None and not slot.when.does(hinge)))
    return tuple(found)


def _blank(order: type[Order], slot: Slot, *, is_idle: bool) -> Blank:
    needed, vital = _needed(order)[slot.field], slot.is_vital and not is_idle
    return Blank(slot.field, slot.kind, slot.known, needed, slot.among, slot.least, vital, is_idle)


def filled(spec: Spec, values: Values, lexicon: Lexicon, fixed: Mapping[str, Any]) -> Order | None:
    """The order, once everything it needs is filled in."""
    known: dict[str, Any] = {}
    for blank in blanks(spec, values):
        value = _value(blank, values, lexicon)
        if value is not None:
            known[blank.name] = value
        elif blank.is_needed and blank.name not in fixed:
            return None
    fields: dict[str, Any] = {}
    for slot in spec.slots:
        if slot.form:
            fields |= slot.form.taken(known)
        elif slot.field in known:
            fields[slot.field] = _as_record(spec, slot, known[slot.field])
    return spec.order(**{**fields, **fixed})


def _as_record(spec: Spec, slot: Slot, value: Any) -> Any:
    """Goods are counted by kind, units are listed."""
    if slot.kind != AMOUNTS:
        return value
    return Goods.of(value) if _is_goods(spec.order, slot.field) else tuple(value.items())


@cache
def _is_goods(order: type[Order], name: str) -> bool:
    return any(field.name == name and field.type is Goods for field in msgspec.structs.fields(order))


def _value(blank: Blank, values: Values, lexicon: Lexicon) -> Any:
    """What is filled in, made into what the record holds; None if it is nothing, or nothing that could be."""
    if blank.kind == AMOUNTS:
        return _amounts(blank, values, lexicon) or None
    written = values.get(blank.name, "").strip()
    if blank.kind == NUMBER:
        return _number(written, blank.least)
    if blank.kind == TEXT:
        return " ".join(written.translate(SPACE).split())[:LONGEST_TEXT].strip() or None
    known = blank.ids(lexicon)
    if blank.kind == PLACES:
        return tuple(word for word in written.split() if word in known) or None
    return written if written in known else None


def _number(written: str, least: int = 1) -> int | None:
    if written in DOWN and least < 0:
        return -1
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 and 1 <= int(written) <= LARGEST else None


def _amounts(blank: Blank, values: Values, lexicon: Lexicon) -> dict[str, int]:
    start = f"{blank.name}."
    written = {name.removeprefix(start): value.strip() for name, value in values.items() if name.startswith(start)}
    if not written:
        return {}
    known = blank.ids(lexicon)
    found = {thing: _number(value) for thing, value in written.items() if thing in known}
    return {thing: number for thing, number in found.items() if number}


def spread(spec: Spec, order: Order) -> dict[str, str]:
    """What a card of this order is filled in with."""
    values: dict[str, str] = {}
    for slot in spec.slots:
        values |= slot.form.spread(order) if slot.form else _spread(slot.field, getattr(order, slot.field))
    return {name: value for name, value in values.items() if value}


def _spread(name: str, value: Any) -> dict[str, str]:
    match value:
        case Goods():
            return amounts(name, dict(value.items()))
        case tuple() if value and isinstance(value[0], tuple):
            return amounts(name, dict(value))
        case tuple():
            return {name: " ".join(value)}
        case int():
            return {name: str(value) if value else ""}
        case _:
            return {name: str(value)}
