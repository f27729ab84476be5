"""How often people are asked in a game, and how often the table then waits for somebody else than before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.state import State


@dataclass
class Count:
    """Questions, and how many of them wait for somebody new. Where several are asked at once, it is one hand-over for all."""

    questions: Counter[str] = field(default_factory=Counter)
    hand_overs: Counter[str] = field(default_factory=Counter)
    waiting: frozenset[Seat] = frozenset()

    def ask(self, kind: str, awaited: Iterable[Seat]) -> None:
        asked = frozenset(awaited)
        self.questions[kind] += 1
        self.hand_overs[kind] += not asked <= self.waiting
        self.waiting = asked


@dataclass
class Interruptions:
    """What people were asked, and what the rules asked: the same, unless people say some things beforehand.

    What a person hands in at once answers one question, however many answers of the rules it holds.
    """

    people: Count = field(default_factory=Count)
    rules: Count = field(default_factory=Count)
    prepared: int = 0
    """Plans handed in before they were asked for."""
    player_turns: int = 0

    def end(self, state: State) -> None:
        """A game is over: the next one begins with nobody asked."""
        self.people.waiting = self.rules.waiting = frozenset()
        self.player_turns += state.player_turns

    def report(self) -> dict[str, Any]:
        return {
            "player_turns": self.player_turns,
            "questions_per_player_turn": self._each(self.people.questions.total()),
            "hand_overs_per_player_turn": self._each(self.people.hand_overs.total()),
            "prepared_per_player_turn": self._each(self.prepared),
            "rules_questions_per_player_turn": self._each(self.rules.questions.total()),
            "rules_hand_overs_per_player_turn": self._each(self.rules.hand_overs.total()),
            "questions_by_kind": self._by_kind(self.people.questions),
            "hand_overs_by_kind": self._by_kind(self.people.hand_overs),
        }

    def _by_kind(self, counted: Counter[str]) -> dict[str, float | None]:
        return {kind: self._each(number) for kind, number in counted.most_common() if number}

    def _each(self, number: int) -> float | None:
        return round(number / self.player_turns, 3) if self.player_turns else None


def kind_of(state: State) -> str:
    """What a question is called in the figures: its name, and the moment if it is one at which players break in."""
    decision = state.decision
    assert decision is not None
    moment = decision.moment(state)
    return f"{type(decision).__name__}:{moment}" if moment else type(decision).__name__
