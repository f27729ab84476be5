"""Terre de Cendre by mail: sheets in, reports and a gazette out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchland.kernel.actions import Action, Seat
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.documents import Document
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.mail import Line, OrderKind, Reading, Verdict
from marchland.kernel.story import Headline, Story

from .orders import Order
from .phrases import PHRASEBOOK, facts_list, nation_name, word
from .report.data import Gazette, Report, build, build_gazette
from .report.pages import document as pages
from .report.story import story as tell
from .report.story_heads import Reader
from .report.story_heads import headlines as heads
from .report.story_past import Season, season
from .rules.common.inquiry import nation_of
from .rules.turn.sheets import Submit
from .sheet.checker import checked
from .sheet.form import blank_form
from .sheet.help import order_kinds
from .sheet.lexicon import Lexicon, lexicon
from .sheet.probes import probing_sheets as probes
from .sheet.reader import Verdict as LineVerdict
from .sheet.reader import canonical_line, header, is_header, read_sheet, turn_name, write_sheet
from .sheet.words import NEUTRAL
from .state import Cendre
from .title import NATIONS, TITLE
from .view import view

SEAT_NAMES = NATIONS
FORGED = "TC-SHEET-01"
"""The rule that voids a sheet which does not come from the nation it names."""

__all__ = [
    "FORGED",
    "SEAT_NAMES",
    "document",
    "explain",
    "form",
    "gazette",
    "headlines",
    "kinds",
    "lines",
    "probes",
    "read",
    "remembered",
    "renewed",
    "report",
    "seat_names",
    "seating",
    "signatures",
    "story",
    "turn_name",
    "turn_words",
    "write",
]


def seating(wanted: Sequence[str]) -> tuple[int, dict[str, Any]]:
    """The nations that are played, seat by seat."""
    return len(wanted), {"nations": ",".join(wanted)}


def seat_names(game: Cendre) -> tuple[str, ...]:
    return tuple(nation for nation, _ in sorted(game.seats.items(), key=lambda item: item[1]))


def signatures(game: Cendre, language: str) -> tuple[str, ...]:
    return tuple(nation_name(nation, language) for nation in seat_names(game))


def turn_words(turn: str, language: str) -> str:
    year, _, season = turn.partition("-")
    return f"{word(season, language)} {year}"


def read(game: Cendre, seat: Seat, data: bytes) -> Reading:
    """TC-SHEET-06 A sheet with a verdict for each line: read first, then tried against what the nation knows."""
    nation = nation_of(game, seat)
    words, tongues = lexicon(game, nation), _tongues(game, seat)
    sheet = read_sheet(data, words, turn_name(game))
    if sheet.refusal is not None:
        return Reading(refusal=sheet.refusal)
    verdicts = checked(game, seat, sheet.verdicts)
    orders = tuple(verdict.order for verdict in verdicts if verdict.counts and verdict.order is not None)
    return Reading(
        action=Submit(orders),
        canonical=write_sheet(orders, words, turn_name(game)),
        sheets={language: write(game, seat, Submit(orders), language) for language in LANGUAGES},
        verdicts=tuple(_verdict(verdict, tongues) for verdict in verdicts),
        key=sheet.key,
    )


def _tongues(game: Cendre, seat: Seat) -> dict[str, Lexicon]:
    """The nation's words in every language."""
    return {language: lexicon(game, nation_of(game, seat), language) for language in LANGUAGES}


def _said(order: Order, tongues: dict[str, Lexicon]) -> Line:
    return {language: canonical_line(order, words) for language, words in tongues.items()}


def _verdict(verdict: LineVerdict, tongues: dict[str, Lexicon]) -> Verdict:
    said = _said(verdict.order, tongues) if verdict.order is not None else {}
    return Verdict(verdict.line, verdict.text, verdict.status, verdict.canonical, verdict.reasons, said)


def explain(refusal: Refusal, language: str) -> str:
    """Why a line is doubtful or refused: what is wrong with the writing, or the rule and its figures."""
    reason = PHRASEBOOK.reason(refusal, language)
    if reason:
        return reason
    figures = facts_list(refusal.facts, language)
    return TITLE.catalogue.rules[refusal.rule].name[language] + (f" ({figures})" if figures else "")


def lines(game: Cendre, seat: Seat, action: Action) -> tuple[Line, ...]:
    """The lines of a sheet as they are played, in the order in which events count them."""
    assert isinstance(action, Submit)
    tongues = _tongues(game, seat)
    return tuple(_said(order, tongues) for order in action.orders)


def write(game: Cendre, seat: Seat, action: Action, language: str = NEUTRAL) -> str:
    """TC-SHEET-01 The canonical sheet with these orders."""
    assert isinstance(action, Submit)
    return write_sheet(action.orders, lexicon(game, nation_of(game, seat), language), turn_name(game))


def kinds(game: Cendre, seat: Seat, language: str) -> tuple[OrderKind, ...]:
    return order_kinds(view(game, seat), lexicon(game, nation_of(game, seat), language), language)


def form(game: Cendre, seat: Seat, key: str = "", language: str = NEUTRAL) -> str:
    return blank_form(game, nation_of(game, seat), key, language)


def renewed(game: Cendre, seat: Seat, text: str) -> str:
    """The same orders under this turn's header."""
    rows = [row for row in text.splitlines() if not is_header(row.strip())]
    return "\n".join([header(lexicon(game, nation_of(game, seat)), turn_name(game)), *rows, ""])


def report(game: Cendre, seat: Seat, events: Sequence[Event], played: Sequence[Line]) -> Report:
    """TC-INFO-05 The private report: from the seat's view and from events it may see."""
    seen = [event for event in events if event.is_seen_by(seat)]
    sheet = {} if game.is_over else {language: form(game, seat, "", language) for language in LANGUAGES}
    return build(view(game, seat), nation_of(game, seat), turn_name(game), seen, played, sheet)


def gazette(game: Cendre, events: Sequence[Event]) -> Gazette:
    return build_gazette(view(game, None), turn_name(game), [event for event in events if event.is_seen_by(None)])


def document(found: Report | Gazette, language: str) -> Document:
    return pages(found, language)


# -- the season's story -----------------------------------------------------------------------------------------


def remembered(game: Cendre, seat: Seat | None, events: Sequence[Event]) -> Season:
    return season(view(game, seat), [event for event in events if event.is_seen_by(seat)])


def headlines(
    before: Cendre | None, game: Cendre, seat: Seat | None, events: Sequence[Event], language: str
) -> tuple[Headline, ...]:
    then = view(before, seat) if before is not None else None
    reader = Reader(nation=_nation(game, seat), before=then, after=view(game, seat))
    return heads(reader, [event for event in events if event.is_seen_by(seat)], language)


def story(
    before: Cendre | None,
    game: Cendre,
    seat: Seat | None,
    events: Sequence[Event],
    played: Sequence[Line],
    past: Sequence[Season],
    language: str,
) -> Story:
    """TC-INFO-05 What a season brought: from the seat's views and from events it may see."""
    then = view(before, seat) if before is not None else None
    seen = [event for event in events if event.is_seen_by(seat)]
    return tell(then, view(game, seat), _nation(game, seat), seen, played, past, language)


def _nation(game: Cendre, seat: Seat | None) -> str:
    return "" if seat is None else nation_of(game, seat)
