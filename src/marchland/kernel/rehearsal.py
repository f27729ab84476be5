"""Trying out what comes next: a copy of the table on which a seat gives its next answers before it is asked.

Everything hidden from the seat is dealt anew on that copy, and the others let things be. A rehearsal ends where nothing can be
foreseen any more: when a die falls or something is drawn, or when somebody else has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import Action, Seat
from .errors import IllegalAction, MarchlandError
from .events import Event
from .frames import Decision
from .standing import MOST_STEPS, Foresight, Step, given, name_of
from .vocabulary import plain

if TYPE_CHECKING:
    from .state import State
    from .title import Title

PATIENCE = 60
"""How many answers of others are foreseen until the seat is asked."""


class PlanRefused(MarchlandError):
    """An item of a plan cannot be done: none of it is."""

    def __init__(self, place: int, action: Action, refusal: IllegalAction) -> None:
        super().__init__(f"item {place + 1}, {type(action).__name__}: {refusal}")
        self.place, self.action, self.refusal = place, action, refusal


class PlanTooLong(MarchlandError):
    """The plan goes on where nothing can be foreseen."""

    def __init__(self, place: int) -> None:
        super().__init__(f"item {place + 1} lies beyond what can be foreseen")
        self.place = place


class Rehearsal:
    """A seat's next answers on a copy of the table. `state` asks the seat as long as `is_open`."""

    def __init__(self, title: Title, state: State, seat: Seat, key: bytes, said: Foresight | None = None) -> None:
        self.title, self.seat = title, seat
        self.said = (said or Foresight()).without_plan()
        self.state = title.redeal(state, seat, key)
        self.steps: tuple[Step, ...] = ()
        self._fallen = self.state.chance.counter
        self._is_known = True
        self.is_open = self._reach()

    def act(self, action: Action) -> None:
        """The next answer: IllegalAction leaves everything as it was."""
        decision = self.state.decision
        assert decision is not None
        if not self.is_open or len(self.steps) >= MOST_STEPS:
            raise PlanTooLong(len(self.steps))
        decision.check(self.state, self.seat, action)
        passing = bool(decision.moment(self.state)) and action == decision.waiver()
        self.steps = (*self.steps, Step(name_of(self.state), plain(action), passing))
        self._play(self.seat, action)
        self.is_open = self._goes_on()

    def _reach(self) -> bool:
        """Others let things be until the seat is asked."""
        return self._wait(lambda decision: decision.default(self.state, decision.deciders()[0]))

    def _goes_on(self) -> bool:
        """Once begun, only those who may break in let things be: if another has to decide, the stretch is over."""
        return self._wait(lambda decision: decision.waiver() if decision.moment(self.state) else None)

    def _wait(self, quiet: Callable[[Decision[Any]], Action | None]) -> bool:
        for _ in range(PATIENCE):
            decision = self.state.decision
            if decision is None or decision.WRITTEN or not self._is_known:
                return False
            own = given(self.title, self.state, {self.seat: self.said})
            if own is not None:
                self.said = own.left
                self._play(self.seat, own.action)
            elif self.seat in decision.deciders():
                return True
            else:
                action = quiet(decision)
                if action is None:
                    return False
                self._play(decision.deciders()[0], action)
        return False

    def _play(self, seat: Seat, action: Action) -> None:
        events = self.state.play(seat, action)
        self._is_known = self._is_known and tells_nothing(self.state, self._fallen, events)


def tells_nothing(state: State, fallen: int, events: Iterable[Event]) -> bool:
    """Has no die fallen, nothing been drawn or shown, so that the same would come of it on the table itself?"""
    decision = state.decision
    if state.chance.counter != fallen or (decision is not None and decision.UNCOVERS):
        return False
    return not any(event.REVEALS or event.audience is not None for event in events)


def rehearse(
    title: Title, state: State, seat: Seat, key: bytes, actions: Iterable[Action], said: Foresight | None = None
) -> Rehearsal:
    """All of these answers, or PlanRefused naming the first that cannot be given."""
    rehearsal = Rehearsal(title, state, seat, key, said)
    for place, action in enumerate(actions):
        try:
            rehearsal.act(action)
        except IllegalAction as refusal:
            raise PlanRefused(place, action, refusal) from None
    return rehearsal


def plan_for(foresight: Foresight, rehearsal: Rehearsal) -> Foresight:
    """The seat's foresight with what was rehearsed as its plan."""
    return msgspec.structs.replace(foresight, plan=rehearsal.steps, begun=False)


def invited(title: Title, state: State, key: bytes, said: Mapping[Seat, Foresight]) -> tuple[Seat, ...]:
    """Seats that will be asked the same next, if everybody before them lets things be: they may as well answer at once.

    Only for questions of which the title says so. Nobody's secrets bear on who is asked (decision 32), so one copy serves all.
    """
    if title.parts.standing is None or state.is_over or name_of(state) not in title.parts.standing.JOINT:
        return ()
    trial, question, found = title.redeal(state, None, key), name_of(state), list(state.deciders)
    for _ in range(PATIENCE):
        if trial.is_over or name_of(trial) != question:
            break
        decision, seat = trial.decision, trial.deciders[0]
        assert decision is not None
        if seat not in found and given(title, trial, {seat: said.get(seat, Foresight())}) is None:
            found.append(seat)
        action, fallen = decision.default(trial, seat), trial.chance.counter
        if action is None or not tells_nothing(trial, fallen, trial.play(seat, action)):
            break
    return tuple(found[len(state.deciders) :])
