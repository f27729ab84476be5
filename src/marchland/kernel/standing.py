"""What a seat has said beforehand: answers that stand, on simple conditions, and plans of answers to come.

Nothing here changes a rule. An answer given beforehand is the answer the seat would have given when asked: it is checked and
carried out like any other, and the record of the game is the same. Whether a question is answered so must tell nobody a secret
(decisions 31 and 32): conditions speak of a `Matter`, and a matter holds only what the whole table may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import Action, Seat
from .errors import IllegalAction
from .matters import ASK, Matter, Standing, Subject

if TYPE_CHECKING:
    from .state import State
    from .title import Title

MOST_STEPS = 60


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One answer of a plan, and the question it was meant for."""

    question: str
    action: dict[str, Any]
    passing: bool = False
    """It only lets something happen: if the question is not put after all, nothing is amiss."""


class Foresight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything one seat has said beforehand."""

    standing: tuple[Standing, ...] = ()
    plan: tuple[Step, ...] = ()
    begun: bool = False
    """Has the plan's first answer been given?"""
    waived: tuple[str, ...] = ()

    def without_plan(self) -> Foresight:
        return msgspec.structs.replace(self, plan=(), begun=False)


class Given(msgspec.Struct, frozen=True):
    """An answer that was given beforehand, and what is left of the seat's foresight once it is used."""

    seat: Seat
    action: Action
    left: Foresight
    planned: bool


def given(title: Title, state: State, said: Mapping[Seat, Foresight]) -> Given | None:
    """The next answer to the question on the table that somebody has given beforehand."""
    decision = state.decision
    if decision is None or decision.WRITTEN:
        return None
    for seat in decision.deciders():
        foresight = said.get(seat)
        if foresight is not None:
            found = _planned(title, state, seat, foresight) or _standing(title, state, seat, foresight)
            if found is not None:
                return found
    return None


def is_amiss(title: Title, state: State, seat: Seat, foresight: Foresight) -> bool:
    """Is the seat asked something that its plan did not foresee? Then it wants to think again.

    Before the plan has begun, other questions do not bear on it.
    """
    if not foresight.plan or seat not in state.deciders or given(title, state, {seat: foresight}) is not None:
        return False
    return foresight.begun or any(step.question == name_of(state) for step in foresight.plan[:1])


def upset_by(state: State, said: Mapping[Seat, Foresight], seat: Seat, action: Action) -> list[Seat]:
    """Whose plans under way this answer to the question on the table upsets: everybody else's, unless it lets things happen."""
    decision = state.decision
    if decision is None or (decision.moment(state) and action == decision.waiver()):
        return []
    return [other for other, foresight in said.items() if other != seat and foresight.begun]


def _planned(title: Title, state: State, seat: Seat, foresight: Foresight) -> Given | None:
    plan, question = foresight.plan, name_of(state)
    while plan and plan[0].passing and plan[0].question != question:
        plan = plan[1:]
    if not plan or plan[0].question != question:
        return None
    action = title.vocabulary.action(plan[0].action)
    left = msgspec.structs.replace(foresight, plan=plan[1:], begun=len(plan) > 1)
    return Given(seat, action, left, planned=True) if is_legal(state, seat, action) else None


def _standing(title: Title, state: State, seat: Seat, foresight: Foresight) -> Given | None:
    """The first standing answer that fits; where none does, a waiver."""
    matter = matter_of(title, state, seat) if foresight.standing else None
    rule = next((rule for rule in foresight.standing if rule.fits(matter)), None) if matter is not None else None
    if rule is None:
        return _waived(state, seat, foresight)
    action = None if rule.answer == ASK else _answer(title, state, seat, rule)
    if action is None or not is_legal(state, seat, action):
        return None
    kept = tuple(other for other in foresight.standing if other is not rule) if rule.once else foresight.standing
    return Given(seat, action, msgspec.structs.replace(foresight, standing=kept), planned=False)


def _waived(state: State, seat: Seat, foresight: Foresight) -> Given | None:
    decision = state.decision
    assert decision is not None
    moment = decision.moment(state) if foresight.waived else ""
    return Given(seat, decision.waiver(), foresight, planned=False) if moment and moment in foresight.waived else None


def matter_of(title: Title, state: State, seat: Seat) -> Matter | None:
    """What the seat is asked about, as the title says; a title that says nothing has its moments."""
    if title.parts.standing is not None:
        return title.parts.standing.matter(state, seat)
    moment = state.decision.moment(state) if state.decision is not None else ""
    return Matter(moment) if moment else None


def _answer(title: Title, state: State, seat: Seat, rule: Standing) -> Action | None:
    if title.parts.standing is not None:
        return title.parts.standing.answer(state, seat, rule)
    return state.decision.waiver() if state.decision is not None else None


def subjects_of(title: Title) -> Mapping[str, Subject]:
    """The kinds of questions for which answers may stand."""
    return title.parts.standing.SUBJECTS if title.parts.standing is not None else {}


def is_legal(state: State, seat: Seat, action: Action) -> bool:
    assert state.decision is not None
    try:
        state.decision.check(state, seat, action)
    except IllegalAction:
        return False
    return True


def name_of(state: State) -> str:
    """What the question on the table is called."""
    return type(state.decision).__name__


def objections(standing: Iterable[Standing], subjects: Mapping[str, Subject], seats: int) -> list[str]:
    """What is wrong with a list of standing answers that a page or a program sends."""
    return [objection for rule in standing if (objection := _objection(rule, subjects.get(rule.kind), seats))]


def _objection(rule: Standing, subject: Subject | None, seats: int) -> str:
    if subject is None:
        return f"no such kind: {rule.kind}"
    if rule.answer != ASK and rule.answer not in subject.answers:
        return f"{rule.kind} has no answer {rule.answer}"
    if rule.rivals and not (subject.has_rivals and all(0 <= rival < seats for rival in rule.rivals)):
        return f"{rule.kind}: no such rival"
    if rule.below and not subject.cost:
        return f"{rule.kind} has no cost"
    if rule.amount and not subject.amount:
        return f"{rule.kind} has no amount"
    unknown = [means for means in rule.means if means not in subject.means and not (subject.has_cards and ":" in means)]
    return f"{rule.kind} knows nothing of {unknown[0]}" if unknown else ""
