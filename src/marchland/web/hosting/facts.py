"""Facts on the table that everybody knows: the only ones that can be looked up here, and corrected.

A fact is public if it is the same at every table that somebody who only watches could not tell from this one (the state is dealt
anew for such a reader several times, as it is for bots), and if that somebody would see it being otherwise: a secret that is dealt
anew by being forgotten is the same everywhere if there is none, and that is a secret too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from marchland.kernel.chance import KEY_BYTES
from marchland.kernel.corrections import (
    ANY_FAULT,
    UNTOUCHED,
    BadCorrection,
    Correction,
    changed_facts,
    corrected,
    fact_at,
    path_of,
    plain_facts,
    steps_of,
)
from marchland.kernel.state import State
from marchland.kernel.views import View
from marchland.web.tables import keeping
from marchland.web.tables.models import Table

from .refusals import NoSense, NotPublic

DEALS = 8
"""How often everything hidden is dealt anew: what lies the same in all of them by chance alone is rare."""
LEAVES = 16
"""How many facts of a part are looked at, to find one that everybody knows."""
TRIES = 4
"""How many other texts are tried out at a place."""
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
        return self.is_same(steps) and any(self.shows(Correction(path_of(steps), *change)) for change in self._changes(steps))

    def is_same(self, steps: Sequence[str]) -> bool:
        """At every such table?"""
        if steps and steps[0] in UNTOUCHED:
            return False
        truth = found(self.truth, steps)
        return truth is not MISSING and all(found(deal, steps) == truth for deal in self.deals)

    def is_known(self, steps: Sequence[str]) -> bool:
        """Is there something of this kind at the place at every such table? Then its parts may be looked through, one by one."""
        kinds = {type(found(facts, steps)) for facts in (self.truth, *self.deals)}
        return len(kinds) == 1 and (not steps or steps[0] not in UNTOUCHED)

    def shows(self, correction: Correction) -> bool:
        """Would somebody who only watches see the difference?"""
        title = keeping.title_of(self.table)
        try:
            other = title.load(changed_facts(self.state, [correction]))
            return title.view(other, None) != self.seen
        except (BadCorrection, *ANY_FAULT):
            return False

    @cached_property
    def seen(self) -> View:
        return keeping.title_of(self.table).view(self.state, None)

    def _changes(self, steps: Sequence[str]) -> Iterator[tuple[Any, Any]]:
        """Something else that could lie there, with what does: another number, or what lies at places of the same kind."""
        truth = found(self.truth, steps)
        if isinstance(truth, bool):
            yield (not truth, truth)
        elif isinstance(truth, int):
            yield from ((truth + 1, truth), (truth - 1, truth))
        else:
            alike = [other for other in self._alike(steps) if other is not MISSING and other != truth]
            yield from ((other, truth) for other in alike[:TRIES])

    def _alike(self, steps: Sequence[str]) -> Iterator[Any]:
        """What lies where one step of the way is another."""
        for depth in range(len(steps) - 1, max(-1, len(steps) - 3), -1):
            for name in names_in(fact_at(self.truth, steps[:depth])):
                yield found(self.truth, [*steps[:depth], name, *steps[depth + 1 :]])

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
        return [told for part in parts if self.is_known(part) and (told := self._part(part)) is not None]

    def _part(self, steps: list[str]) -> dict[str, Any] | None:
        truth = fact_at(self.truth, steps)
        told = {"name": steps[-1], "path": path_of(steps)}
        if isinstance(truth, dict | list):
            return {**told, "deep": True, "text": ""} if truth and self.is_there_for_all(steps) else None
        return {**told, "deep": False, "text": msgspec.json.encode(truth).decode()} if self.is_public(steps) else None

    def is_there_for_all(self, steps: Sequence[str]) -> bool:
        """Is it known that there is such a part? Somebody who only watches would miss it, or sees something of it."""
        gone = Correction(path_of(steps), was=fact_at(self.truth, steps), op="remove")
        return self.shows(gone) or any(self.is_public(leaf) for leaf in islice(self._leaves(steps), LEAVES))

    def _leaves(self, steps: Sequence[str]) -> Iterator[list[str]]:
        """The simple facts within a part."""
        truth = fact_at(self.truth, steps)
        if not isinstance(truth, dict | list):
            yield [*steps]
            return
        for name in names_in(truth):
            yield from self._leaves([*steps, name])


def found(facts: Any, steps: Sequence[str]) -> Any:
    try:
        return fact_at(facts, steps)
    except BadCorrection:
        return MISSING


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
    if title.view(right, None) == facts.seen:
        raise NotPublic(table.slug)
    return right


def _is_public(facts: Facts, correction: Correction) -> bool:
    """What is replaced or taken away is known to all, and so is everything beside what is added; and all see that it was done."""
    try:
        steps = steps_of(correction.path)
    except BadCorrection:
        raise NoSense(correction.path) from None
    if correction.op == "add":
        return facts.is_same(steps[:-1]) and facts.shows(correction)
    there = found(facts.truth, steps)
    return facts.is_public(steps) or (facts.is_same(steps) and facts.shows(replace(correction, was=there)))
