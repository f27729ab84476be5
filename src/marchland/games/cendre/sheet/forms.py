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
from .grammar import Spec
from .lexicon import Lexicon
from .slots import DOWN, LARGEST, Blank, Slot, Values, amounts

LONGEST_TEXT = 80
"""Words of one's own: names, mostly."""
SPACE = str.maketrans(dict.fromkeys('"#\r\n\t«»“”„', " "))
"""What would end a quotation or a line."""


@cache
def _needed(order: type[Order]) -> dict[str, bool]:
    return {field.name: field.required for field in msgspec.structs.fields(order)}


def blanks(spec: Spec, values: Values) -> tuple[Blank, ...]:
    """Everything a card of this kind asks for, when so much is filled in already."""
    return tuple(blank for slot in spec.slots for blank in _blanks(spec, slot, values))


def _blanks(spec: Spec, slot: Slot, values: Values) -> tuple[Blank, ...]:
    if slot.form:
        return slot.form.blanks(values)
    return (Blank(slot.field, slot.kind, slot.known, _needed(spec.order)[slot.field]),)


def filled(spec: Spec, values: Values, lexicon: Lexicon, fixed: Mapping[str, Any]) -> Order | None:
    """The order, once everything it needs is filled in."""
    fields: dict[str, Any] = dict(fixed)
    asked = blanks(spec, values)
    known = {blank.name: value for blank in asked if (value := _value(blank, values, lexicon)) is not None}
    if any(blank.is_needed and blank.name not in known and blank.name not in fixed for blank in asked):
        return None
    for slot in spec.slots:
        if slot.form:
            fields |= slot.form.taken(known)
        elif slot.field in known:
            fields[slot.field] = _as_record(spec, slot, known[slot.field])
    try:
        return msgspec.convert(msgspec.to_builtins({**fields, **fixed}), spec.order)
    except msgspec.ValidationError:
        return None


def _as_record(spec: Spec, slot: Slot, value: Any) -> Any:
    """Goods are counted by kind, units are listed."""
    return tuple(value.items()) if slot.kind == AMOUNTS and not _is_goods(spec.order, slot.field) else value


@cache
def _is_goods(order: type[Order], name: str) -> bool:
    return any(field.name == name and field.type is Goods for field in msgspec.structs.fields(order))


def _value(blank: Blank, values: Values, lexicon: Lexicon) -> Any:
    """What is filled in, made into what the record holds; None if it is nothing, or nothing that could be."""
    if blank.kind == AMOUNTS:
        return _amounts(blank, values, lexicon) or None
    written = values.get(blank.name, "").strip()
    if blank.kind == NUMBER:
        return _number(written)
    if blank.kind == TEXT:
        return " ".join(written.translate(SPACE).split())[:LONGEST_TEXT].strip() or None
    known = blank.ids(lexicon)
    if blank.kind == PLACES:
        return tuple(word for word in written.split() if word in known) or None
    return written if written in known else None


def _number(written: str) -> int | None:
    if written in DOWN:
        return -1
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 and 1 <= int(written) <= LARGEST else None


def _amounts(blank: Blank, values: Values, lexicon: Lexicon) -> dict[str, int]:
    found = {thing: _number(values.get(f"{blank.name}.{thing}", "").strip() or "0") for thing in blank.ids(lexicon)}
    return {thing: number for thing, number in found.items() if number and number > 0}


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
