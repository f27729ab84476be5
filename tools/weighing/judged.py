"""Weights of a judgement: everybody at the table searches by the same figures, and each weighs them a little differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean
from zlib import crc32

import msgspec

from marchland.bots.league import League, Table
from marchland.bots.protocol import Glimpse
from marchland.bots.search import SearchBot
from marchland.kernel.actions import Action, Seat
from marchland.kernel.casting import Cast, Casting
from marchland.kernel.judgement import Judgement, Learned
from marchland.kernel.planning import Planning
from marchland.kernel.title import Outcome, find_title

from ..training.lesson import Lesson, lesson_of
from .scale import Sample, led_by, shaken


class Judged:
    """A title that has a lesson."""

    def __init__(self, title: str) -> None:
        self.title, self.lesson = find_title(title), lesson_of(title)
        self.known = self.lesson.judgement.learned
        self.names = self.known.names

    def play(self, seed: str) -> list[Sample]:
        random, (seats, _) = Random(seed), self._laid(seed)
        moves = [shaken(self.names, random) for _ in range(seats)]
        ends = self._ends(seed, [moved(self.known, by) for by in moves])
        return [Sample(who, came_to, by) for (who, came_to), by in zip(ends, moves, strict=True)]

    def gain(self, file: Path, seed: str) -> float:
        found, (seats, _) = msgspec.json.decode(file.read_bytes(), type=Learned), self._laid(seed)
        gains = []
        for first in (0, 1):
            weights = [found if seat % 2 == first else self.known for seat in range(seats)]
            gains.append(led_by([came_to for _, came_to in self._ends(seed, weights)], first))
        return fmean(gains)

    def _laid(self, seed: str) -> tuple[int, Mapping[str, str]]:
        return self.lesson.tables[crc32(seed.encode()) % len(self.lesson.tables)]

    def _ends(self, seed: str, weights: Sequence[Learned]) -> list[tuple[str, float]]:
        """A game, every seat by its weights: who everybody was, and what he came to."""
        part, (seats, options) = self.title.parts.bot, self._laid(seed)
        assert isinstance(part, Planning)
        bots = [
            Weighing(SearchBot(f"shaken {place}", part, self.lesson.pupil), self.lesson.judgement, known)
            for place, known in enumerate(weights)
        ]
        league = League(title=self.title.id, bots=tuple(bot.name for bot in bots), seats=seats, seed=seed, options=options)
        table = Table(self.title, bots, league, 0)
        while not table.state.is_over:
            table.ask()
        outcome, played = self.title.outcome(table.state), self._played(table, seats)
        return [(f"{seats} {seat} {played[seat]}", share(self.lesson, outcome, seat)) for seat in range(seats)]

    def _played(self, table: Table, seats: int) -> list[str]:
        """What made seats unequal, by seat."""
        statistics = self.title.parts.statistics
        cast: Cast = statistics.cast(table.state, table.events) if isinstance(statistics, Casting) else {}
        return [" ".join(names) for names in cast.get(self.lesson.played, ((),) * seats)]

    def write(self, steps: Mapping[str, float], record: Mapping[str, object], file: Path) -> None:
        found = moved(self.known, [steps[name] for name in self.names])
        record = {**self.known.record, "weighed": [*self.known.record.get("weighed", ()), record]}
        file.write_bytes(msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(found, record=record)), indent=1) + b"\n")


class Weighing:
    """A bot that goes by weights of its own."""

    def __init__(self, bot: SearchBot, judgement: Judgement, weights: Learned) -> None:
        self.name, self.bot, self.judgement, self.weights = bot.name, bot, judgement, weights

    def choose(self, glimpse: Glimpse) -> Action:
        self.judgement.use(self.weights)
        return self.bot.choose(glimpse)


def moved(known: Learned, by: Sequence[float]) -> Learned:
    """Weights, each moved by a logarithm; what counts nothing goes on counting nothing."""
    factors = [exp(much) for much in by]
    ends, midway = (
        tuple(tuple(round(weight * factor, 4) for weight, factor in zip(phase, factors, strict=True)) for phase in phases)
        for phases in (known.weights, known.midway)
    )
    return msgspec.structs.replace(known, weights=ends, midway=midway)


def share(lesson: Lesson, outcome: Outcome, seat: Seat) -> float:
    """How far a seat was from winning, from 0 to 1: a narrow defeat is better than a heavy one, unless points did not decide."""
    if not lesson.counts(outcome):
        return (seat in outcome.winners) / len(outcome.winners)
    lead = outcome.scores[seat] - max(points for other, points in enumerate(outcome.scores) if other != seat)
    return 1 / (1 + exp(-lead / lesson.narrow))
