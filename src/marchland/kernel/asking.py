"""How a question is put: what whoever is asked is told, and which of the options go without saying."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from .actions import Action, Seat
from .events import Event
from .frames import Decision
from .state import State
from .title import Title


def asked(title: Title, state: State, seat: Seat, language: str, players: Sequence[str] = (), events: Iterable[Event] = ()) -> str:
    """The question on the table as it is put to a seat that is asked: `events` are what the seat has lately seen happen."""
    question = state.question(seat)
    if question is None:
        return ""
    return title.phrases.prompt(question, language, players, particulars(title, question, state, seat, events))


def particulars(
    title: Title, question: Decision[State], state: State, seat: Seat, events: Iterable[Event] = ()
) -> Mapping[str, object]:
    """All that the sentence may name beside the question's own fields; of every question, how many options it `offered`."""
    recalling = title.parts.recalling
    recalled = recalling.recalled(question, [event for event in events if event.is_seen_by(seat)]) if recalling else {}
    offered = {} if question.WRITTEN else {"offered": len(state.options(seat))}
    return {**offered, **question.particulars(state, seat), **recalled}


def needless(state: State, seat: Seat, options: Sequence[Action]) -> Collection[Action]:
    """Options that are left out until somebody asks for them; none, where the question is which of them it is to be."""
    decision = state.decision
    spared = decision.needless(state, seat) if decision is not None else ()
    return spared if spared and len(options) - len(spared) > 1 else ()


def obvious(state: State, seat: Seat) -> Action | None:
    """The only answer that is not needless, where others are."""
    decision = state.decision
    spared = decision.needless(state, seat) if decision is not None and seat in decision.deciders() else ()
    left = [option for option in state.options(seat) if option not in spared] if spared else []
    return left[0] if len(left) == 1 else None
