"""Corrections: a fact on the table is laid right by hand, where somebody made a mistake that no rule undoes.

A correction names a place in the canonical JSON of the state by a pointer (`/land/castile/tokens`). What is under way (the stack)
and chance cannot be corrected, and what comes out must be a table that the title's own audit accepts, that everybody can look at
and at which whoever is asked can answer. Answers to a simultaneous question that lie there already are given anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from .errors import MarchlandError
from .frames import Together

if TYPE_CHECKING:
    from .state import State
    from .title import Title

UNTOUCHED = ("schema", "chance", "stack")
MOST = 20
"""Corrections at once; who needs more should take the table back."""
ANY_FAULT = (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What rules, views and audits may stumble over at a table that makes no sense."""


class BadCorrection(MarchlandError):
    """The table would make no sense, or the fact is none that can be corrected."""


class Correction(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fact: `was` is what lies there (to be sure that everybody means the same), `value` what should."""

    path: str
    value: Any = None
    was: Any = None
    op: Literal["replace", "add", "remove"] = "replace"


def corrected(title: Title, state: State, corrections: Sequence[Correction], seats: int) -> State:
    """A new state with these facts laid right, or BadCorrection."""
    if not 1 <= len(corrections) <= MOST:
        raise BadCorrection(f"1 to {MOST} corrections at once")
    facts = changed_facts(state, corrections)
    try:
        found = title.load(facts)
        _answer_anew(found)
        _must_make_sense(title, found, seats)
    except ANY_FAULT as fault:
        raise BadCorrection(f"the table would make no sense: {fault}") from None
    return found


def changed_facts(state: State, corrections: Sequence[Correction]) -> dict[str, Any]:
    """The plain facts with these laid right, whether or not they make sense together."""
    facts = plain_facts(state)
    for correction in corrections:
        _apply(facts, correction)
    return facts


def plain_facts(state: State) -> dict[str, Any]:
    """The state as a file has it: keys are texts, sequences are lists."""
    facts: dict[str, Any] = msgspec.json.decode(state.to_json())
    return facts


def steps_of(path: str) -> list[str]:
    """The keys along a pointer, from the outside in."""
    if not path.startswith("/"):
        raise BadCorrection(f"{path!r} is no pointer")
    steps = [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]
    if steps[0] in UNTOUCHED:
        raise BadCorrection(f"{steps[0]} cannot be corrected")
    return steps


def path_of(steps: Sequence[str]) -> str:
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)


def fact_at(facts: Any, steps: Sequence[str]) -> Any:
    """What lies at a place; BadCorrection if there is no such place."""
    for step in steps:
        facts = facts[_key(facts, step)]
    return facts


def _key(holder: Any, step: str) -> str | int:
    if isinstance(holder, dict) and step in holder:
        return step
    if isinstance(holder, list) and step.isascii() and step.isdigit() and int(step) < len(holder):
        return int(step)
    raise BadCorrection(f"there is no {step!r}")


def _apply(facts: Any, correction: Correction) -> None:
    *outer, last = steps_of(correction.path)
    holder = fact_at(facts, outer)
    if correction.op == "add":
        _add(holder, last, correction.value)
        return
    key: Any = _key(holder, last)
    if holder[key] != correction.was:
        raise BadCorrection(f"{correction.path} is no longer {correction.was!r}")
    if correction.op == "remove":
        del holder[key]
    else:
        holder[key] = correction.value


def _add(holder: Any, key: str, value: Any) -> None:
    if isinstance(holder, list):
        holder.insert(len(holder) if key == "-" else int(_key([*holder, None], key)), value)
    elif isinstance(holder, dict) and key not in holder:
        holder[key] = value
    else:
        raise BadCorrection(f"nothing can be added at {key!r}")


def _answer_anew(state: State) -> None:
    """Sealed answers were given to another table."""
    decision = state.decision
    if isinstance(decision, Together) and decision.lanes:
        state.update(decision, lanes=(), closed=())


def _must_make_sense(title: Title, state: State, seats: int) -> None:
    title.audit(state)
    for viewer in (None, *range(seats)):
        title.view(state, viewer)
    for seat in state.deciders:
        assert state.options(seat), f"seat {seat} can answer nothing"
