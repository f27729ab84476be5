"""The games this site offers: whatever is installed. Looked up once, because reading package metadata is slow."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from threading import Lock

import msgspec

from marchland import render
from marchland.kernel.errors import UnknownTitle
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.title import titles as find_titles

ANSWERS = 40
"""How far a title is played before anybody else does: enough to load what it loads when it is first needed."""

_warm: dict[str, State] = {}
"""What a title came to when it was played a little."""
_drawn: set[str] = set()
_warming = Lock()


@cache
def installed() -> dict[str, Title]:
    """By id, those first that a newcomer does best to begin with."""
    return dict(sorted(find_titles().items(), key=lambda named: (named[1].weight, named[0])))


def title_named(title_id: str) -> Title:
    """Ready to be played and to be looked at."""
    title = title_to_think_of(title_id)
    if title_id not in _drawn:
        with _warming:
            if title_id not in _drawn:
                _look_at(title, _warm[title_id].clone())
                _drawn.add(title_id)
    return title


def title_to_think_of(title_id: str) -> Title:
    """Ready to be played: a process that only thinks does not wait for drawings, which take most of the time."""
    try:
        title = installed()[title_id]
    except KeyError:
        raise UnknownTitle(title_id, installed()) from None
    if title_id not in _warm:
        with _warming:
            if title_id not in _warm:
                _warm[title_id] = warm_up(title)
    return title


def warm_up(title: Title) -> State:
    """Use every kind of record once, in one thread.

    msgspec works out the shape of a record type when it is first used, and two threads that do so at once bring the whole
    process down. So the first to ask for a title plays a little of it before anybody gets it.
    """
    title.check()
    known = title.vocabulary
    for record in (*known.frames.values(), *known.actions.values(), *known.events.values()):
        with suppress(msgspec.ValidationError):
            msgspec.convert({}, record, str_keys=True)
    return title.load(_played_a_little(title).to_plain())


def _played_a_little(title: Title) -> State:
    state = title.new(title.seats[0], b"only to warm up")
    for _ in range(ANSWERS):
        if state.is_over:
            break
        seat = state.deciders[0]
        state.apply(seat, state.options(seat)[0])
    return state


def _look_at(title: Title, state: State) -> None:
    """Draw the table once, rules and all."""
    seats = tuple(render.SeatCard(seat=seat, name="") for seat in range(title.seats[0]))
    render.draw(render.Scene(title=title, view=title.view(state, None), language="en", seats=seats))
    render.rules(title, "en")
