"""A finished game looked through: every move of every person at first sight, then closely those that look as if they had cost most.

Each is judged on tables dealt anew for whoever made it: by what they could know then. The coach thinks in the bots' process, a few
moves at a time, so that bots of other tables come in between.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from marchland.kernel.chance import KEY_BYTES
from marchland.kernel.state import State
from marchland.web.tables import background, keeping
from marchland.web.tables.models import By, Entry, EntryKind, Table
from marchland.web.tables.thinking import Move, Question, Task
from marchland.web.tables.viewers import PEOPLE

AT_ONCE = {Task.SIFT: 12, Task.REVIEW: 1}
"""So many moves are a second's work."""
CLOSELY = 8
"""So many of each person's moves are looked at closely,"""
TOLD = 3
"""and so many told."""

Keep = Callable[[str, list[dict[str, Any]]], None]


class Reviewer:
    """One look through a game. What it finds is kept by entry: `{n, seat, action, lapse}`."""

    def __init__(self, table: Table, keep: Keep) -> None:
        self.table, self.keep = table, keep
        self.people = {place.number for place in table.seats.all() if place.kind in PEOPLE}
        self.moves: list[Move] = []
        self.stretch: dict[int, int] = {}
        """Which run of answers of one seat a move belongs to: a blunder shows in several of them, and is told once."""
        self.looks: dict[int, float] = {}
        self.found: list[dict[str, Any]] = []
        self.waiting: Iterator[Move] = self._moves()

    def begin(self) -> None:
        """With a question about nothing: the game is walked through beside requests, not in one."""
        background.ponder(self._question(Task.SIFT, []), self.go_on)

    def go_on(self, question: Question, answer: dict[str, Any] | None) -> Question | None:
        """What was found out about the last few, and the next few; None once everything is known."""
        if question.task == Task.SIFT:
            self.looks |= {int(n): cost for n, cost in (answer or {}).items()}
            following = self._next(Task.SIFT)
            if following is not None:
                return following
            self.waiting = iter(self._suspects())
        else:
            self.found += [self._told(int(n), lapse) for n, lapse in (answer or {}).items() if lapse]
        following = self._next(Task.REVIEW)
        if following is None:
            self.keep(self.table.slug, self._worst())
        return following

    def _next(self, task: Task) -> Question | None:
        few = list(islice(self.waiting, AT_ONCE[task]))
        return self._question(task, few) if few else None

    def _question(self, task: Task, moves: list[Move]) -> Question:
        luck = os.urandom(KEY_BYTES).hex()
        return Question(self.table.slug, self.table.title, 0, "", msgspec.json.encode(moves), 0, luck, task=task)

    def _moves(self) -> Iterator[Move]:
        """What people answered themselves where they had a choice, with the table before it as they could know it."""
        title, run, last = keeping.title_of(self.table), 0, None
        for entry, state in keeping.walk(self.table):
            if entry.kind != EntryKind.ACT or entry.seat is None:
                continue
            run, last = run + (entry.seat != last), entry.seat
            self.stretch[entry.n] = run
            if self._is_choice(entry, state):
                dealt = title.redeal(state, entry.seat, os.urandom(KEY_BYTES))
                self.moves.append(Move(entry.n, entry.seat, msgspec.Raw(dealt.to_json()), entry.action or {}))
                yield self.moves[-1]

    def _is_choice(self, entry: Entry, state: State) -> bool:
        decision = state.decision
        if entry.seat not in self.people or entry.by != By.SEAT or decision is None or decision.WRITTEN:
            return False
        options = state.options(entry.seat)
        return len(options) > 1 and keeping.title_of(self.table).vocabulary.action(entry.action or {}) in options

    def _suspects(self) -> list[Move]:
        """Of each person the moves that look worst, one of a stretch."""
        by_seat: dict[int, dict[int, Move]] = defaultdict(dict)
        for move in sorted(self.moves, key=lambda move: -self.looks.get(move.n, 0.0)):
            if self.looks.get(move.n, 0.0) > 0 and len(by_seat[move.seat]) < CLOSELY:
                by_seat[move.seat].setdefault(self.stretch[move.n], move)
        return [move for moves in by_seat.values() for move in moves.values()]

    def _told(self, n: int, lapse: dict[str, Any]) -> dict[str, Any]:
        move = next(move for move in self.moves if move.n == n)
        return {"n": n, "seat": move.seat, "action": move.action, "lapse": lapse}

    def _worst(self) -> list[dict[str, Any]]:
        """Of each person the few that cost most, in the order of the game."""
        ranked = sorted(self.found, key=lambda one: -one["lapse"]["cost"])
        told = [one for seat in sorted(self.people) for one in [move for move in ranked if move["seat"] == seat][:TOLD]]
        return sorted(told, key=lambda one: (one["seat"], one["n"]))
