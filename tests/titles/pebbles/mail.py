"""Pebbles by letter: a sheet with one line, `bid 2`."""

from collections.abc import Sequence

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.documents import Document, Log, LogLine, Paragraph, Part
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.mail import ACCEPTED, DOUBTFUL, REFUSED, Line, OrderKind, Reading, Verdict

from .phrases import PHRASEBOOK, SEATS
from .rules.turns import Bid
from .state import Pebbles

SEAT_NAMES = tuple(name.upper() for name in SEATS)
FORGED = "PB-BID-01"
MOST = 2
LONGEST = 400


class Report(msgspec.Struct, frozen=True):
    turn: str
    told: tuple[dict[str, object], ...]
    lines: tuple[Line, ...] = ()
    hand: tuple[int, ...] = ()
    seat: int | None = None


def seating(wanted: Sequence[str]) -> tuple[int, dict[str, object]]:
    return len(wanted), {"written": True}


def seat_names(game: Pebbles) -> tuple[str, ...]:
    return SEAT_NAMES[: len(game.scores)]


def turn_name(game: Pebbles) -> str:
    return f"round-{game.round + 1}"


def turn_words(turn: str, language: str) -> str:
    return turn.replace("-", " ") + ("" if language == "en" else f" ({language})")


def read(game: Pebbles, seat: Seat, data: bytes) -> Reading:
    """PB-BID-01 `from RED` and then `bid N`; a bid above two counts as two, in doubt; the last bid that can be read counts."""
    if len(data) > LONGEST or b"\0" in data:
        return Reading(refusal=Refusal(FORGED, {"text": "too long or no text"}))
    rows = [(number, row.strip()) for number, row in enumerate(data.decode(errors="replace").splitlines(), 1) if row.strip()]
    if not rows or rows[0][1].upper() != f"FROM {SEAT_NAMES[seat]}":
        return Reading(refusal=Refusal(FORGED, {"text": rows[0][1][:40] if rows else ""}))
    verdicts = tuple(_verdict(number, row) for number, row in rows[1:])
    played = [verdict.canonical for verdict in verdicts if verdict.status != REFUSED]
    action = Bid(int(played[-1].split()[1]) if played else 0)
    return Reading(action=action, canonical=write(game, seat, action), verdicts=verdicts)


def _verdict(number: int, row: str) -> Verdict:
    verb, _, amount = row.partition(" ")
    if verb != "bid" or not amount.isdigit():
        return Verdict(number, row, REFUSED, reasons=(Refusal("PB-BID-01", {"text": row[:40]}),))
    if int(amount) > MOST:
        return Verdict(number, row, DOUBTFUL, f"bid {MOST}", (Refusal("PB-BID-01", {"text": amount}),))
    return Verdict(number, row, ACCEPTED, row)


def explain(refusal: Refusal, language: str) -> str:
    return f"not understood: {refusal.facts.get('text', '')}"


def write(game: Pebbles, seat: Seat, action: Action, language: str = "") -> str:
    return f"from {SEAT_NAMES[seat]}\nbid {action.amount}\n"


def kinds(game: Pebbles, seat: Seat, language: str) -> tuple[OrderKind, ...]:
    return (OrderKind(name="a bid", example="bid 1", rule="PB-BID-01"),)


def form(game: Pebbles, seat: Seat, key: str = "", language: str = "") -> str:
    return write(game, seat, Bid(0))


def lines(game: Pebbles, seat: Seat, action: Action) -> tuple[Line, ...]:
    return (dict.fromkeys(LANGUAGES, f"bid {action.amount}"),)


def report(game: Pebbles, seat: Seat, events: Sequence[Event], played: Sequence[Line]) -> Report:
    told = tuple({"text": PHRASEBOOK.event(event, "en"), "rule": event.cause} for event in events if event.is_seen_by(seat))
    return Report(turn_name(game), told, tuple(played), game.hands[seat], seat)


def gazette(game: Pebbles, events: Sequence[Event]) -> Report:
    told = tuple({"text": PHRASEBOOK.event(event, "en"), "rule": event.cause} for event in events if event.is_seen_by(None))
    return Report(turn_name(game), told)


def document(found: Report, language: str) -> Document:
    name = "Gazette" if found.seat is None else SEATS[found.seat]
    log = Log(tuple(LogLine(str(entry["text"]), rule=str(entry["rule"])) for entry in found.told))
    wrote = "; ".join(line[language] for line in found.lines)
    own = (Paragraph(f"Your hand: {', '.join(map(str, found.hand))}. You wrote: {wrote}"),) if found.hand else ()
    return Document(title=f"{name}, {turn_words(found.turn, language)}", language=language, parts=(Part("News", (*own, log)),))
