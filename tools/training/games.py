"""Games to learn from: by bots of the house, and by pupils who search with what was learned so far."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from marchland.bots.protocol import Bot, Glimpse, answer, make_bot
from marchland.bots.search import Budget, SearchBot, TurnSearch, Way
from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import key_from_seed
from marchland.kernel.judgement import Learned, Weights
from marchland.kernel.planning import Planning
from marchland.kernel.state import State
from marchland.kernel.title import Title, find_title

from .lesson import Lesson, lesson_of

PUPILS = 0.5
"""How many of the seats search, once there is something to go by; the others are of the house."""
CHANCE = 0.15
"""How often a pupil plays one of the best turns that is not the best, so that there is something to compare."""
BEST = 12
"""So many are the best."""
WHIM = 0.03
"""How often anybody else does something at random."""

Sample = tuple[int, Any]
"""A set of weights (the phase; in the middle of a turn as many further on as there are phases), and everybody's figures."""


@dataclass(frozen=True)
class Game:
    """Positions of a game in order, and everybody's share of the victory."""

    sets: Any
    figures: Any
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Task:
    """A game to be played: which, and by what knowledge."""

    title: str
    seed: str
    number: int
    known: Weights | None


def play_all(title: str, seed: str, games: int, known: Weights | None, workers: int) -> list[Game]:
    """So many games; the same however many workers there are."""
    tasks = [Task(title, f"{seed}/{number}", number, known) for number in range(games)]
    if workers == 1:
        found = [play_one(task) for task in tasks]
    else:
        with ProcessPoolExecutor(workers) as pool:
            found = list(pool.map(play_one, tasks, chunksize=4))
    return [game for game in found if len(game.sets)]


def play_one(task: Task) -> Game:
    title, lesson = find_title(task.title), lesson_of(task.title)
    if task.known is not None:
        ends, midway = task.known[: lesson.phases], task.known[lesson.phases :]
        lesson.judgement.use(Learned(lesson.judgement.names, ends, midway, {}))
    seats, options = lesson.tables[task.number % len(lesson.tables)]
    state = title.new(seats, key_from_seed(task.seed), options)
    samples = list(Play(title, lesson, state, Random(task.seed), task.known is not None).samples())
    outcome = title.outcome(state)
    samples = samples if lesson.counts(outcome) else []
    winners = outcome.winners
    shares = tuple((seat in winners) / len(winners) for seat in range(len(samples[0][1]))) if samples else ()
    return Game(np.array([one for one, _ in samples]), np.array([figures for _, figures in samples], dtype=np.float32), shares)


class Pupil(SearchBot):
    """Searches with what was learned so far, and now and then tries a turn that is not quite the best."""

    def way(self, glimpse: Glimpse, table: State) -> Way:
        mind = self.mind
        ways = TurnSearch(self._part, glimpse.seat, mind, Budget(mind.looks, mind.seconds)).ways(table)
        return glimpse.random.choice(ways[:BEST]) if glimpse.random.random() < CHANCE else ways[0]


class Play:
    """A game that is being played, and what is kept of it."""

    def __init__(self, title: Title, lesson: Lesson, state: State, random: Random, is_search: bool) -> None:
        part = title.parts.bot
        assert isinstance(part, Planning)
        self.title, self.part, self.lesson, self.state, self.random = title, part, lesson, state, random
        self.is_search = is_search
        self.bots: dict[Seat, Bot] = {}

    def bot_of(self, seat: Seat) -> Bot:
        if seat not in self.bots:
            name, is_pupil = self.random.choice(self.lesson.house), self.random.random() < PUPILS
            pupil = Pupil("pupil", self.part, self.lesson.pupil)
            self.bots[seat] = pupil if self.is_search and is_pupil else make_bot(self.title, name)
        return self.bots[seat]

    def samples(self) -> Iterator[Sample]:
        state, part = self.state, self.part
        while not state.is_over:
            seat = state.deciders[0]
            turn, bot = part.turn_of(state, seat), self.bot_of(seat)
            state.play(seat, self.answer(bot, seat))
            is_end = self.lesson.is_end(part, state, seat, turn)
            if not state.is_over and (is_end or self.random.random() < self.lesson.middles):
                phase, table = self.lesson.features(state)
                yield phase + (0 if is_end else self.lesson.phases), table

    def answer(self, bot: Bot, seat: Seat) -> Action:
        if not isinstance(bot, Pupil) and self.random.random() < WHIM:
            return self.random.choice(self.state.options(seat))
        return answer(bot, self.title, self.state, seat, f"{self.random.getrandbits(64):x}")
