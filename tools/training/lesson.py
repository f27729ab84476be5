"""What a title gives to those who learn it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.judgement import Judgement
from marchland.kernel.planning import Mind, Planning
from marchland.kernel.state import State
from marchland.kernel.title import Outcome

Table = tuple[int, Mapping[str, str]]
"""How many players there are, and the options of the table."""


def is_turn_over(planning: Planning[Any], state: State, seat: Seat, turn: int | None) -> bool:
    """Has the seat, whose turn of this number was under way before its last answer, come to the end of it?"""
    return state.is_over or (turn is not None and planning.turn_of(state, seat) != turn)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """How a title is learned."""

    judgement: Judgement
    """What its bots go by."""
    phases: int
    """Into how many phases a game falls: each has weights of its own."""
    features: Callable[[Any], tuple[int, Sequence[Sequence[float]]]]
    """The phase of a position, and everybody's figures."""
    tables: Sequence[Table]
    """What is played at, one after the other and from the beginning again."""
    house: Sequence[str]
    """Bots that need no judgement to play."""
    pupil: Mind = field(default_factory=lambda: Mind(width=4, looks=400, seconds=600))
    """How those search who play by what was learned so far."""
    is_end: Callable[[Planning[Any], State, Seat, int | None], bool] = is_turn_over
    """When a position is kept as the end of a turn."""
    middles: float = 0.1
    """How often one in the middle of a turn is."""
    counts: Callable[[Outcome], bool] = lambda _: True
    """Which games are learned from, by how they ended."""
    played: str = ""
    """What makes seats unequal, by the word that the title's `cast` has for it."""
    narrow: float = 10.0
    """A lead of so many points is no certain victory yet."""


def lesson_of(title: str) -> Lesson:
    found = import_module(f"tools.training.{title}").LESSON
    assert isinstance(found, Lesson)
    return found
