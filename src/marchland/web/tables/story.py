"""The story of a turn, for one reader: made from the table whenever somebody asks, like a report (`papers.py`).

Figures over the years need a word of every turn before. The state in which a turn began is always kept, so that all of them can be
read again; what little is needed of each is then remembered by the process. Turns that were taken back are not among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from marchland import render
from marchland.kernel.events import Event
from marchland.kernel.state import State
from marchland.kernel.story import Headline, Story
from marchland.kernel.title import Title
from marchland.kernel.writing import Recounting
from marchland.web.words import say

from . import keeping, papers, questions, selectors
from .memory import Memory
from .models import Status
from .papers import Turn
from .refusals import BadRequest
from .selectors import Sight

_seasons: Memory[Any] = Memory(room=20_000)
"""The little that is kept in mind of a turn, by table, reader and entry."""
_headlines: Memory[tuple[Headline, ...]] = Memory(room=2_000)
"""Headlines by table, reader, entry and language."""


def forget() -> None:
    """As if the process had just been started."""
    _seasons.forget_all()
    _headlines.forget_all()


def is_told(title: Title) -> bool:
    """Does this title tell its turns as stories?"""
    return title.has_mail and isinstance(title.parts.mail, Recounting)


def _teller(sight: Sight) -> Recounting[State, Any]:
    mail = sight.title.parts.mail if sight.title.has_mail else None
    if not isinstance(mail, Recounting):
        raise BadRequest("no stories here")
    return mail


def chosen_turn(sight: Sight, number: int | None) -> Turn:
    """The turn with this entry, or the latest."""
    _teller(sight)
    return papers.chosen_turn(sight, number)


def story_of(sight: Sight, turn: Turn) -> Story:
    """What the reader saw of the turn, with what is remembered of those before."""
    seat = sight.viewer.seat
    before, now = _both_ends(sight, turn)
    return _teller(sight).story(
        before,
        now,
        seat,
        papers.events_in(sight, turn, seat),
        papers.lines_of(sight, turn, seat) if seat is not None else (),
        seasons(sight, turn),
        sight.language,
    )


def headlines(sight: Sight, turn: Turn) -> tuple[Headline, ...]:
    """What matters most to the reader; asked for with every page of the table, and worked out once."""
    seat, fingerprint = sight.viewer.seat, next(mark for n, _, mark in sight.begun if n == turn.n)
    key = (sight.table.slug, seat, turn.n, sight.language)
    known = _headlines.get(key, fingerprint)
    if known is not None:
        return known
    before, now = _both_ends(sight, turn)
    found = _teller(sight).headlines(
        before,
        now,
        seat,
        papers.events_in(sight, turn, seat),
        sight.language,
    )
    return _headlines.keep(key, found, fingerprint)


def _both_ends(sight: Sight, turn: Turn) -> tuple[State | None, State]:
    """The states in which the turn before began (None: there was none), and this one."""
    before, marks = papers.turn_before(sight, turn), {n: mark for n, _, mark in sight.begun}
    first = keeping.turn_begun_at(sight.table, before, marks[before]) if before >= 0 else None
    return first, keeping.turn_begun_at(sight.table, turn.n, marks[turn.n])


# -- all turns so far ------------------------------------------------------------------------------------------------


def seasons(sight: Sight, turn: Turn) -> list[Any]:
    """What is remembered of every turn up to this one; the database is asked for those that are not remembered."""
    marks = {n: fingerprint for n, _, fingerprint in sight.begun if n <= turn.n}
    seat, slug = sight.viewer.seat, sight.table.slug
    found = {n: _seasons.get((slug, seat, n), mark) for n, mark in marks.items()}
    missing = [n for n, season in found.items() if season is None]
    for n, season in _read(sight, list(marks), missing):
        found[n] = _seasons.keep((slug, seat, n), season, marks[n])
    return list(found.values())


def _read(sight: Sight, begun: list[int], missing: list[int]) -> Iterator[tuple[int, Any]]:
    """Two questions to the database, however many turns are missing."""
    if not missing:
        return
    first = max((n for n in begun if n < missing[0]), default=-1)
    entries = selectors.standing_entries(sight.table).filter(n__gt=first, n__lte=missing[-1]).order_by("n")
    states = dict(entries.filter(n__in=missing).values_list("n", "snapshot"))
    wanted, happened = set(missing), []
    for n, events in entries.values_list("n", "events").iterator(chunk_size=20):
        happened += _seen(sight, events)
        if n in wanted:
            yield n, _teller(sight).remembered(_state(sight, n, states[n]), sight.viewer.seat, happened)
        if n in begun:
            happened = []


def _seen(sight: Sight, events: list[dict[str, Any]]) -> list[Event]:
    known = (keeping.known_event(sight.title, data) for data in events if questions.is_for(data, sight.viewer.seat))
    return [event for event in known if event is not None]


def _state(sight: Sight, n: int, snapshot: bytes | memoryview | None) -> State:
    return keeping.unpacked(sight.title, bytes(snapshot)) if snapshot else keeping.state_after(sight.table, n)


# -- the page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """What a table's page says of the last turn: the headlines, unless their reader has read the story."""

    turn: int
    heading: str
    headlines: tuple[Headline, ...]
    is_new: bool
    address: str


def card_of(sight: Sight) -> Card | None:
    """Nothing before the first turn is over, and nothing for those who only watch."""
    seat = sight.viewer.seat
    if seat is None or sight.state is None or sight.table.status == Status.GATHERING or not is_told(sight.title):
        return None
    if len(sight.begun) < 2:
        return None
    *_, before, turn = papers.turns(sight)
    place = next(place for place in sight.table.seats.all() if place.number == seat)
    return Card(
        turn=turn.n,
        heading=before.words,
        headlines=headlines(sight, turn),
        is_new=place.told < turn.n,
        address=f"{reverse('tables:story', args=[sight.table.slug])}?turn={turn.n}&seat={seat}",
    )


def beside(sight: Sight, turn: Turn) -> tuple[Turn | None, Turn | None]:
    """The stories before and after this one, each by the turn that it tells: the one before the entry at which it is told."""
    begun = papers.turns(sight)
    place = next(place for place, one in enumerate(begun) if one.n == turn.n)
    names = [say("story_beginning"), *(one.words for one in begun)]
    stories = [Turn(one.n, one.name, words) for one, words in zip(begun, names, strict=False)]
    return (stories[place - 1] if place else None), (stories[place + 1] if place + 1 < len(stories) else None)


def drawn(sight: Sight, told: Story) -> dict[str, Any]:
    """The figures of a story as drawings."""
    page = reverse("tables:table", args=[sight.table.slug])
    return {
        "graphs": [render.graph(graph, told.turns, sight.language) for graph in told.graphs],
        "sketch": render.sketch(told.sketch, lambda space: f"{page}?look={space}") if told.sketch is not None else "",
    }
