"""A slow table in simulations: people who say beforehand what they can, with the same code that answers for them on the site.

Bots sit in for them. Each has the answers standing that its title calls usual, and what it has once refused a rival it refuses him
from then on; it hands in the rest of its stretch at once, as far as it can be foreseen; and, before it gets up, what it would do
when it is next asked, if that can be foreseen as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import key_from_seed
from marchland.kernel.matters import Standing
from marchland.kernel.rehearsal import Rehearsal, invited, plan_for
from marchland.kernel.standing import MOST_STEPS, Foresight, given, is_amiss, matter_of, upset_by
from marchland.kernel.state import State
from marchland.kernel.title import Title

from .interruptions import Interruptions, kind_of
from .protocol import Bot, answer

HABITS = ("standing", "joint", "plans", "ahead")
"""What people at a slow table may make use of; each includes those before it."""


class SlowTable:
    """Who has said what beforehand. `go_on` plays until somebody has answered a question, and tells what happened."""

    def __init__(self, title: Title, bots: Sequence[Bot], seed: str, habits: Sequence[str], counts: Interruptions) -> None:
        self.title, self.bots, self.seed, self.counts = title, bots, seed, counts
        self.habits = frozenset(habits)
        usual = title.parts.standing.USUAL if title.parts.standing is not None and "standing" in habits else ()
        self.said = {seat: Foresight(standing=tuple(usual)) for seat in range(len(bots))}
        self._moves = 0

    def go_on(self, state: State, play: Callable[[Seat, Action], None]) -> None:
        """Everything said beforehand, then one answer by hand."""
        self._let_pass(state, play)
        if state.is_over:
            return
        seat = state.deciders[0]
        awaited = (*state.deciders, *self._invited(state))
        self.counts.people.ask(kind_of(state), awaited)
        for other in awaited[len(state.deciders) :]:
            self._answer_early(state, other)
        if "plans" in self.habits and self._hand_in(state, seat):
            self._let_pass(state, play)
        else:
            self._answer(state, seat, play)
        if "ahead" in self.habits and seat not in state.deciders and not self.said[seat].plan:
            self.counts.prepared += self._hand_in(state, seat)

    def _answer(self, state: State, seat: Seat, play: Callable[[Seat, Action], None]) -> None:
        action = self._choice(state, seat)
        self._remember(state, seat, action)
        self._play(state, seat, action, play)

    def _remember(self, state: State, seat: Seat, action: Action) -> None:
        """What is refused stands from now on: whenever this rival asks for such a thing."""
        matter, part, decision = matter_of(self.title, state, seat), self.title.parts.standing, state.decision
        assert decision is not None
        if "standing" not in self.habits or part is None or matter is None or not matter.rivals or decision.moment(state):
            return
        if action != decision.default(state, seat):
            return
        words = part.SUBJECTS[matter.kind].answers
        wanted = (Standing(kind=matter.kind, answer=word, rivals=matter.rivals) for word in words)
        rule = next((rule for rule in wanted if part.answer(state, seat, rule) == action), None)
        if rule is not None:
            self.said[seat] = msgspec.structs.replace(self.said[seat], standing=(rule, *self.said[seat].standing))

    def _let_pass(self, state: State, play: Callable[[Seat, Action], None]) -> None:
        while True:
            for seat in state.deciders:
                if is_amiss(self.title, state, seat, self.said[seat]):
                    self.said[seat] = self.said[seat].without_plan()
            found = given(self.title, state, self.said)
            if found is None:
                return
            self._play(state, found.seat, found.action, play)
            self.said[found.seat] = found.left

    def _play(self, state: State, seat: Seat, action: Action, play: Callable[[Seat, Action], None]) -> None:
        for other in upset_by(state, self.said, seat, action):
            self.said[other] = self.said[other].without_plan()
        self._moves += 1
        play(seat, action)

    def _choice(self, state: State, seat: Seat) -> Action:
        return answer(self.bots[seat], self.title, state, seat, f"{self.seed}/{self._moves}")

    def _invited(self, state: State) -> tuple[Seat, ...]:
        return invited(self.title, state, self._key(), self.said) if "joint" in self.habits else ()

    def _answer_early(self, state: State, seat: Seat) -> None:
        """A seat that will be asked the same in a moment answers it now."""
        rehearsal = Rehearsal(self.title, state, seat, self._key(), self.said[seat])
        if rehearsal.is_open:
            self.counts.people.questions[kind_of(rehearsal.state)] += 1
            rehearsal.act(self._choice(rehearsal.state, seat))
            self.said[seat] = plan_for(self.said[seat], rehearsal)

    def _hand_in(self, state: State, seat: Seat) -> bool:
        """The seat's next answers as far as they can be foreseen."""
        rehearsal = Rehearsal(self.title, state, seat, self._key(), self.said[seat])
        while rehearsal.is_open and len(rehearsal.steps) < MOST_STEPS:
            action = self._choice(rehearsal.state, seat)
            self._remember(rehearsal.state, seat, action)
            rehearsal.act(action)
            self._moves += 1
        self.said[seat] = plan_for(self.said[seat], rehearsal)
        return bool(rehearsal.steps)

    def _key(self) -> bytes:
        return key_from_seed(f"{self.seed}/{self._moves}/rehearsal")
