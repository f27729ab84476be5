"""Facts on the table that everybody knows: the only ones that can be looked up here, and corrected.

A fact is public if it is the same at every table that somebody who only watches could not tell from this one: the state is dealt
anew for such a reader several times, as it is for bots, and what stays the same is no secret.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from marchland.kernel.chance import KEY_BYTES
from marchland.kernel.corrections import UNTOUCHED, BadCorrection, Correction, corrected, fact_at, path_of, plain_facts, steps_of
from marchland.kernel.state import State
from marchland.web.tables import keeping
from marchland.web.tables.models import Table

from .refusals import NoSense, NotPublic

DEALS = 8
"""How often everything hidden is dealt anew: what lies the same in all of them by chance alone is rare."""
MISSING = object()


@dataclass(frozen=True)
class Facts:
    """The table's facts, each seen only if everybody may."""

    table: Table
    state: State

    @cached_property
    def truth(self) -> dict[str, Any]:
        return plain_facts(self.state)

    @cached_property
    def deals(self) -> tuple[dict[str, Any], ...]:
        title = keeping.title_of(self.table)
        return tuple(plain_facts(title.redeal(self.state, None, os.urandom(KEY_BYTES))) for _ in range(DEALS))

    def is_public(self, steps: Sequence[str]) -> bool:
        if steps and steps[0] in UNTOUCHED:
            return False
        truth = found(self.truth, steps)
        return truth is not MISSING and all(found(deal, steps) == truth for deal in self.deals)

    def is_known(self, steps: Sequence[str]) -> bool:
        """Is there something at this place, whatever it is, at every such table? Then its parts may be looked through."""
        kinds = {kind_at(facts, steps) for facts in (self.truth, *self.deals)}
        return len(kinds) == 1 and (not steps or steps[0] not in UNTOUCHED)

    def at(self, path: str) -> list[dict[str, Any]]:
        """What lies at a place, part by part: simple facts with their value, others to be looked through."""
        try:
            steps = steps_of(path) if path else []
        except BadCorrection:
            raise NotPublic(path) from None
        holder = found(self.truth, steps)
        if not isinstance(holder, dict | list) or not self.is_known(steps):
            raise NotPublic(path)
        parts = [[*steps, name] for name in names_in(holder)]
        return [self._part(part) for part in parts if self.is_known(part)]

    def _part(self, steps: list[str]) -> dict[str, Any]:
        truth = fact_at(self.truth, steps)
        told = {"name": steps[-1], "path": path_of(steps), "deep": isinstance(truth, dict | list), "value": None, "text": ""}
        if not told["deep"] and self.is_public(steps):
            told |= {"value": truth, "text": msgspec.json.encode(truth).decode()}
        told["public"] = told["deep"] or bool(told["text"])
        return told


def found(facts: Any, steps: Sequence[str]) -> Any:
    try:
        return fact_at(facts, steps)
    except BadCorrection:
        return MISSING


def kind_at(facts: Any, steps: Sequence[str]) -> object:
    """Names of parts are facts too: where they differ, there is nothing that everybody knows."""
    there = found(facts, steps)
    return (type(there), tuple(names_in(there))) if isinstance(there, dict | list) else (there is MISSING)


def names_in(holder: Any) -> list[str]:
    return sorted(holder) if isinstance(holder, dict) else [str(number) for number in range(len(holder))]


def corrected_state(table: Table, state: State, patch: Sequence[Correction]) -> State:
    """The table with these facts laid right. Everybody could see what was wrong, and everybody sees that it was put right."""
    facts, title = Facts(table, state), keeping.title_of(table)
    if not all(_is_public(facts, correction) for correction in patch):
        raise NotPublic(table.slug)
    try:
        right = corrected(title, state, patch, table.seats.count())
    except BadCorrection:
        raise NoSense(table.slug) from None
    if title.view(right, None) == title.view(state, None):
        raise NotPublic(table.slug)
    return right


def _is_public(facts: Facts, correction: Correction) -> bool:
    """What is replaced or taken away is known to all; so is everything beside what is added."""
    try:
        steps = steps_of(correction.path)
    except BadCorrection:
        raise NoSense(correction.path) from None
    return facts.is_public(steps[:-1] if correction.op == "add" else steps)
