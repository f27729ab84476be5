"""Retelling: what happened lately in a few lines, what one had better know now, and where points came from.

A title with a `retelling.py` says what only it can know: which questions are put to players out of their turn, whom an event is
directed against, which events are worth showing the moment they happen. The sentences stand in `data/phrases*.yaml`:

- `told` has a clause for each kind of event that is worth a word afterwards, without whoever did it. Events of a kind are told
  together: `{n}` is how many they were, `{places}` at how many places, `{tokens}` the sum of a number, `{province}` the names, of
  which at most `NAMED` are said and `{province_more}` are not (`{province_n}` in all). `Conquered:you` is the same where it was
  done to the reader.
- `notices` has a sentence for each notice.

Everything is drawn from one reader's own events and view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from .actions import Seat
from .events import Event
from .views import View

if TYPE_CHECKING:
    from .phrasebook import Phrasebook
    from .title import Outcome, Title

V_in = TypeVar("V_in", bound=View, contravariant=True)
NAMED = 3
"""So many places or things are named one by one."""
YOU = ":you"
Happened = tuple[int, Event]
"""An event with the number of the entry it came with."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something one had better know now; the same notice is not told twice in a row. `about` are ids on the board."""

    key: str
    facts: Mapping[str, Any] = {}
    about: tuple[str, ...] = ()


class Gain(NamedTuple):
    """Points that a seat gained or lost, and where they came from: one of the title's `SOURCES`."""

    seat: Seat
    source: str
    points: int


class As(NamedTuple):
    """A key in `told`, and whose doing it is (None: nobody's)."""

    key: str
    seat: Seat | None


def plainly(event: Event, field: str = "seat") -> As:
    """As what it is, done by whoever stands in this field."""
    seat = getattr(event, field, None)
    return As(type(event).__name__, seat if isinstance(seat, int) and seat >= 0 else None)


class RetellingPart(Protocol):
    """retelling.py"""

    @property
    def ASIDES(self) -> frozenset[str]:
        """Questions put to a player in somebody else's turn: whoever answers one has not had a turn."""

    @property
    def AGAINST(self) -> Mapping[str, str]:
        """Kinds of events that are directed against somebody, with the field that says whom."""

    @property
    def SHOWN(self) -> frozenset[str]:
        """What is shown to everybody the moment it happens, as `told_as` calls it: battles, income, upkeep."""

    def told_as(self, event: Event, /) -> As:
        """Under which key an event is told, and as whose doing; mostly `plainly`."""


@runtime_checkable
class Noticing(Protocol[V_in]):
    """A retelling.py that says what one had better know now."""

    def notices(self, view: V_in, /) -> Iterable[Notice]: ...


@runtime_checkable
class Accounting(Protocol):
    """A retelling.py that says where points came from; over a whole game its gains add up to the scores."""

    @property
    def SOURCES(self) -> Sequence[str]:
        """In the order in which they are shown; the words `source_...` name them."""

    def gains(self, event: Event, sums: Mapping[Seat, int], /) -> Iterable[Gain]:
        """What a public event brought; `sums` is what each seat has gained before."""


@runtime_checkable
class Deciding(Protocol[V_in]):
    """A retelling.py that says what decided between equal scores."""

    def verdict(self, view: V_in, outcome: Outcome, /) -> Notice | None: ...


# -- told together -----------------------------------------------------------------------------------------


class Clause(NamedTuple):
    """Events of a kind in words, the entry of the first, and what they touch on the board."""

    text: str
    n: int
    touches: tuple[str, ...]
    is_about_you: bool = False


class Line(NamedTuple):
    """What one seat did, or what happened of itself (None), in the order of its first event."""

    seat: Seat | None
    clauses: tuple[Clause, ...]

    @property
    def n(self) -> int:
        return min(clause.n for clause in self.clauses)

    @property
    def touches(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(target for clause in self.clauses for target in clause.touches))


class Reader(NamedTuple):
    """Who reads, in which language, and what the players are called."""

    seat: Seat | None
    language: str
    players: Sequence[str] = ()


def retold(title: Title, happened: Iterable[Happened], reader: Reader, with_own: bool = False) -> list[Line]:
    """A line for each seat but the reader's own; events must be such as the reader may know."""
    lines: dict[Seat | None, dict[str, list[Happened]]] = {}
    for n, event in happened:
        key, seat = _told_as(title, event, reader.seat)
        if key and (with_own or seat is None or seat != reader.seat):
            lines.setdefault(seat, {}).setdefault(key, []).append((n, event))
    return [
        Line(seat, tuple(_clause(title.phrases, key, heap, reader) for key, heap in heaps.items())) for seat, heaps in lines.items()
    ]


def shown(title: Title, happened: Iterable[Happened], reader: Reader) -> list[Line]:
    """What is worth showing the moment it happens, one's own things included."""
    part = title.parts.retelling
    if part is None:
        return []
    return retold(title, ((n, event) for n, event in happened if part.told_as(event).key in part.SHOWN), reader, with_own=True)


def _told_as(title: Title, event: Event, reader: Seat | None) -> As:
    """Under which key the event is told; empty if it is not worth a word. A title that says nothing of this has its log retold."""
    part, phrases = title.parts.retelling, title.phrases
    told = phrases.phrases.told
    if part is None:
        name, seat = plainly(event)
        return As(name, seat) if name in told else As("" if told else phrases.event(event, "en"), seat)
    key, seat = part.told_as(event)
    against = getattr(event, part.AGAINST.get(key, ""), None)
    if reader is not None and against == reader and key + YOU in told:
        return As(key + YOU, seat)
    return As(key if key in told else "", seat)


def _clause(phrases: Phrasebook, key: str, heap: Sequence[Happened], reader: Reader) -> Clause:
    events = [event for _, event in heap]
    places = tuple(dict.fromkeys(target for event in events for target in event.touched()))
    if key in phrases.phrases.told:
        wanted = phrases.told_facts(key, reader.language)
        facts = {"n": len(events), "places": len(places), **together(events, phrases.named_fields, wanted)}
        text = phrases.told(key, reader.language, facts, reader.players)
    else:
        text = phrases.event(events[0], reader.language, reader.players)
    return Clause(text, heap[0][0], places, key.endswith(YOU))


def together(events: Sequence[Event], named: Set[str], wanted: Set[str]) -> dict[str, Any]:
    """The facts of like events as those of one, as far as they are wanted: numbers are added up, everything else is listed once."""
    facts: dict[str, Any] = {}
    for field in type(events[0]).__struct_fields__:
        if wanted.isdisjoint((field, f"{field}_more", f"{field}_n")):
            continue
        values = [value for event in events for value in _several(getattr(event, field))]
        if values and all(type(value) is int for value in values) and field not in named:
            facts[field] = sum(values)
            continue
        different = list(dict.fromkeys(value for value in values if isinstance(value, str | int)))
        facts[field] = different[:NAMED] if len(different) > 1 else next(iter(different), None)
        facts[f"{field}_more"] = max(0, len(different) - NAMED)
        facts[f"{field}_n"] = len(different)
    return facts


def _several(value: Any) -> Iterable[Any]:
    if value is None:
        return ()
    return value if isinstance(value, tuple | list) else (value,)


# -- points ------------------------------------------------------------------------------------------------


def gained(title: Title, happened: Iterable[Happened], seats: int) -> Iterator[tuple[int, Gain]]:
    """Where all points came from, oldest first; only what everybody knows counts."""
    part = title.parts.retelling
    sums = dict.fromkeys(range(seats), 0)
    if not isinstance(part, Accounting):
        return
    for n, event in happened:
        for gain in part.gains(event, sums) if event.audience is None else ():
            sums[gain.seat] += gain.points
            if gain.points:
                yield n, gain
