"""The desk of Terre de Cendre: a sheet as cards (`kernel/cards.py`), made of what the nation knows and of the text before it."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.cards import Card, Group, Wish

from ..orders import Order
from ..rules.common.inquiry import nation_of
from ..sheet.lexicon import lexicon
from ..sheet.reader import WINTER, section_named, section_of, turn_name
from ..state import Cendre
from .bonds import bonds
from .card import opened, order_of
from .embassy import deals
from .groups import all_groups
from .lessons import lesson
from .lights import lights
from .lines import rows, tongue_of, with_line, with_replaced, without
from .marches import with_army
from .outlook import forecast
from .places import place
from .scruples import misgivings
from .steward import compared, proposals
from .traces import traces
from .writer import Writer

__all__ = [
    "added",
    "bonds",
    "card",
    "changed",
    "compared",
    "deals",
    "dropped",
    "forecast",
    "groups",
    "lesson",
    "lights",
    "misgivings",
    "place",
    "proposals",
    "traces",
]


def groups(game: Cendre, seat: Seat, text: str, language: str) -> tuple[Group, ...]:
    return all_groups(Writer(game, seat, text, language)) if game.decision is not None else ()


def card(game: Cendre, seat: Seat, text: str, wish: Wish, language: str) -> Card:
    return opened(Writer(game, seat, text, language), wish)


def changed(game: Cendre, seat: Seat, text: str, wish: Wish, language: str) -> str:
    """The text with this order on it; as it was, while something needed is missing."""
    writer = Writer(game, seat, text, language)
    order = order_of(writer, wish)
    if order is None:
        return text
    text = _with_order(writer, order, wish.line if writer.verdict(wish.line) else 0)
    return with_army(Writer(game, seat, text, language), order)


def _with_order(writer: Writer, order: Order, number: int) -> str:
    """In the place of its line; elsewhere only if it is for winter and the line was not, or the reverse."""
    text, line, section = writer.text, writer.line(order), section_of(order)
    if number and (section == WINTER) == (rows(text)[number - 1].section == WINTER):
        return with_replaced(text, number, line)
    return with_line(without(text, number) if number else text, line, section, writer.words, writer.turn)


def dropped(game: Cendre, seat: Seat, text: str, line: int) -> str:
    return without(Writer(game, seat, text, tongue_of(text)).text, line)


def added(game: Cendre, seat: Seat, text: str, line: str, section: str) -> str:
    words = lexicon(game, nation_of(game, seat), tongue_of(text))
    return with_line(text, line, section_named(section), words, turn_name(game))
