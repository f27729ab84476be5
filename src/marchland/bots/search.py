"""Search over turns: many ways through the seat's own turn, judged where it ends.

A beam: the steps of the turn are tried from the best positions found so far, and the most promising stay. Whatever has ended the
turn is judged. The best of those may be played on until it is the seat's turn again, on tables dealt anew, by players in a hurry:
those of the title (`Brisk`), or the same search with narrower minds, such as rivals are believed to have.
Where a turn rolls dice a mind may take the mean of several throws, instead of believing in the one that it happens to see.

How much is tried is counted and not timed, so that the same table, seat and seed give the same answer on any machine; the clock
is only a cap. Where two turns come to the same, what they promise in the end decides, then the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from math import exp, log
from operator import attrgetter
from random import Random
from statistics import fmean
from time import perf_counter

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import futures, key_from_seed
from marchland.kernel.planning import Brisk, Mind, Planning
from marchland.kernel.state import State
from marchland.kernel.title import Title

from .protocol import Glimpse

LONGEST = 64
"""No turn has more steps than this that matter."""
QUICK = Mind(width=1, looks=120, seconds=0.2)
"""How everybody is believed to play on."""
SUREST = 15.0
"""Odds beyond this, as a logarithm, are as good as certain."""
LATE = 0.6
"""Once this part of the time is used, one way alone is followed to its end: a turn that is broken off is a bad one."""
HURRY = 0.125
"""This part of its time a bot has however long it was kept waiting."""
OWN_EYES = 0.5
"""How much of what a turn looks worth where it ends stays in its value once it has been played on."""


Clock = Callable[[], float]


@dataclass
class Way:
    """Steps taken in a turn, and where they lead."""

    state: State
    steps: tuple[Action, ...]
    value: float = 0.0


@dataclass
class Budget:
    """Positions that may still be looked at. Thinking is over when they are used up, or time is."""

    looks: int
    seconds: float
    clock: Clock = perf_counter
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    def spend(self) -> None:
        self.looks -= 1

    @property
    def is_spent(self) -> bool:
        return self.looks <= 0 or self.clock() - self.started > self.seconds

    @property
    def is_late(self) -> bool:
        """Is there hardly time to come to an end?"""
        return self.clock() - self.started > LATE * self.seconds


class TurnSearch:
    """A search through one turn of a seat, from a table that it may know."""

    def __init__(self, part: Planning[State], seat: Seat, mind: Mind, budget: Budget) -> None:
        self.part, self.seat, self.mind, self.budget = part, seat, mind, budget
        self.turn: int | None = None
        self.ended: list[Way] = []

    def ways(self, table: State, first: Action | None = None) -> list[Way]:
        """The turns found, the best first, all of them beginning with `first` if there is one. There is always a turn."""
        self.turn = self.part.turn_of(table, self.seat)
        beam = [Way(table, ())]
        if first is not None:
            begun: dict[Hashable, Way] = {}
            self._try(beam[0], first, begun)
            beam = list(begun.values())
        for _ in range(LONGEST):
            if not beam or (self.budget.is_spent and self.ended):
                break
            beam = self._best(self._next_of(beam))
        if not self.ended:
            self.ended.append(beam[0])
        return sorted(self.ended, key=attrgetter("value"), reverse=True)

    def _next_of(self, beam: Sequence[Way]) -> dict[Hashable, Way]:
        """Every step from every position; ways that meet go on as one."""
        found: dict[Hashable, Way] = {}
        for way in beam:
            for step in self.part.steps(way.state, self.seat, self.mind.style):
                if self.budget.is_spent and (found or self.ended):
                    return found
                self._try(way, step, found)
        return found

    def _try(self, way: Way, step: Action, found: dict[Hashable, Way]) -> None:
        self.budget.spend()
        state = way.state.clone()
        state.play(self.seat, step)
        steps = self._run_on(state, [*way.steps, step])
        if self.mind.futures > 1 and state.chance.counter != way.state.chance.counter:
            self.ended.append(Way(state, (*way.steps, step), self._expected(way.state, step)))
            return
        if not self._goes_on(state):
            self.ended.append(Way(state, steps, self.part.judge(state, self.seat, self.mind.style)))
            return
        same = self.part.sameness(state, self.seat)
        if same not in found:
            found[same] = Way(state, steps, self.part.hunch(state, self.seat, self.mind.style))

    def _run_on(self, state: State, steps: list[Action]) -> tuple[Action, ...]:
        """Others answer in the middle of the turn, and a step without a choice is no step."""
        while self._goes_on(state):
            if self.seat not in state.deciders:
                asked = state.deciders[0]
                state.play(asked, self.part.reply(state, asked))
                continue
            worth_it = self.part.steps(state, self.seat, self.mind.style)
            if len(worth_it) > 1:
                break
            state.play(self.seat, worth_it[0])
            steps.append(worth_it[0])
        return tuple(steps)

    def _expected(self, before: State, step: Action) -> float:
        """What a step is worth whose dice are not known: the odds of the mean chance to win over several throws."""
        return odds_of(fmean(chance_of(self._after(state, step)) for state in futures(before, self.mind.futures)))

    def _after(self, state: State, step: Action) -> float:
        """The turn with these dice, finished by the first thing that comes to mind, and judged."""
        self.budget.spend()
        state.play(self.seat, step)
        while self._goes_on(state):
            asked = state.deciders[0]
            is_own = asked == self.seat
            state.play(asked, self.part.steps(state, asked, self.mind.style)[0] if is_own else self.part.reply(state, asked))
        return self.part.judge(state, self.seat, self.mind.style)

    def _goes_on(self, state: State) -> bool:
        return not state.is_over and self.part.turn_of(state, self.seat) == self.turn

    def _best(self, found: dict[Hashable, Way]) -> list[Way]:
        width = 1 if self.budget.is_late else self.mind.width
        return sorted(found.values(), key=attrgetter("value"), reverse=True)[:width]


def chance_of(odds: float) -> float:
    """The chance to win that goes with the logarithm of odds."""
    return 1 / (1 + exp(-max(-SUREST, min(SUREST, odds))))


def odds_of(chance: float) -> float:
    return log(chance / (1 - chance))


class SearchBot:
    """Searches through its turn, and goes on by its plan as long as the table looks as foreseen."""

    def __init__(self, name: str, part: Planning[State], mind: Mind) -> None:
        self.name, self.mind = name, mind
        self.waited = 0.0
        """Seconds that the question has waited already: they count as thought."""
        self.clock: Clock = perf_counter
        """What its seconds are counted by: what others wait, or what the bot itself has computed."""
        self._part = part
        self._plan: dict[bytes, Action] = {}

    def choose(self, glimpse: Glimpse) -> Action:
        table, seat = glimpse.redealt(), glimpse.seat
        if self._part.turn_of(table, seat) is None:
            return self._part.reply(table, seat)
        steps = self._part.steps(table, seat, self.mind.style)
        if len(steps) == 1:
            return steps[0]
        planned = self._plan.pop(sight(glimpse.title, table, seat), None)  # once: what came to nothing is not tried again
        if planned is not None:
            return planned
        way = self.way(glimpse, table)
        self._plan = plan_of(glimpse.title, self._part, table, seat, way)
        return way.steps[0]

    def way(self, glimpse: Glimpse, table: State) -> Way:
        """The turn that it settles on."""
        mind = hurried(self.mind, self.waited)
        return best_way(glimpse.title, self._part, table, glimpse.seat, mind, glimpse.random, self.clock)


def hurried(mind: Mind, waited: float) -> Mind:
    """The same mind with the time that is left to it, and a little in any case."""
    left = max(mind.seconds - waited, HURRY * mind.seconds)
    return msgspec.structs.replace(mind, seconds=left) if left < mind.seconds else mind


def best_way(
    title: Title, part: Planning[State], table: State, seat: Seat, mind: Mind, random: Random, clock: Clock = perf_counter
) -> Way:
    """The best turn that was found: at its end, or after having been played on."""
    budget = Budget(mind.looks, mind.seconds, clock)
    ways = apart(part, seat, TurnSearch(part, seat, mind, budget).ways(table), mind.finalists)
    if len(ways) > 1 and mind.rounds:
        playing_on = PlayingOn(title, part, seat, mind, budget)
        ways = playing_on.ranked(ways, random)
    best = [way for way in ways if way.value == ways[0].value]
    return best[0] if len(best) == 1 else random.choice(best)


def apart(part: Planning[State], seat: Seat, ways: Sequence[Way], most: int) -> list[Way]:
    """The best ways that come to something different."""
    found: dict[Hashable, Way] = {}
    for way in ways:
        found.setdefault(part.sameness(way.state, seat), way)
        if len(found) >= max(most, 1) and way.value < ways[0].value:
            break
    return list(found.values())


class PlayingOn:
    """Turns that have been found are played on by everybody, each on the same tables dealt anew."""

    def __init__(self, title: Title, part: Planning[State], seat: Seat, mind: Mind, budget: Budget) -> None:
        self.title, self.part, self.seat, self.mind, self.budget = title, part, seat, mind, budget
        self.hasty = part if isinstance(part, Brisk) and not mind.rivals else None
        self.rivals = mind.rivals or (QUICK,)

    def ranked(self, ways: Sequence[Way], random: Random) -> list[Way]:
        """The ways with what they came to, the best first; those of a deal that could not be finished count as they did before."""
        luck = [f"{random.getrandbits(64):x}" for _ in range(self.mind.deals)]
        futures: list[list[float]] = [[] for _ in ways]
        for deal, rival in zip(luck, cycle(self.rivals), strict=False):
            values = [self._value(way, deal, rival) for way in ways]
            if self.budget.is_spent:  # the last table was not finished for all of them
                break
            for known, value in zip(futures, values, strict=True):
                known.append(value)
        valued = [Way(way.state, way.steps, self._weighed(way, known)) for way, known in zip(ways, futures, strict=True)]
        return sorted(valued, key=attrgetter("value"), reverse=True)

    def _weighed(self, way: Way, futures: Sequence[float]) -> float:
        return OWN_EYES * way.value + (1 - OWN_EYES) * mean_odds(futures) if futures else way.value

    def _value(self, way: Way, deal: str, rival: Mind) -> float:
        """What the way is worth once it is the seat's turn again, for as many rounds as the mind looks ahead."""
        if way.state.is_over:
            return way.value
        state = self.title.redeal(way.state, self.seat, key_from_seed(deal))
        begun: set[int] = set()
        while not state.is_over and not self.budget.is_spent:
            asked = state.deciders[0]
            turn = self.part.turn_of(state, asked)
            if asked == self.seat and turn is not None:
                begun.add(turn)
                if len(begun) == self.mind.rounds:
                    break
            self._play(state, asked, turn, rival)
        return self.part.judge(state, self.seat, self.mind.style)

    def _play(self, state: State, asked: Seat, turn: int | None, rival: Mind) -> None:
        """An answer of somebody in a hurry, or a whole turn that was quickly searched."""
        if self.hasty is not None:
            state.play(asked, self.hasty.rush(state, asked))
        elif turn is None:
            state.play(asked, self.part.reply(state, asked))
        else:
            quick = Budget(rival.looks, rival.seconds, self.budget.clock)
            follow(self.part, state, asked, TurnSearch(self.part, asked, rival, quick).ways(state)[0].steps)
            self.budget.looks -= rival.looks - quick.looks


def mean_odds(logarithms: Sequence[float]) -> float:
    """The odds of the mean chance, as a logarithm: one world in which all is lost does not outweigh all others."""
    return odds_of(fmean(map(chance_of, logarithms)))


def follow(part: Planning[State], state: State, seat: Seat, steps: Sequence[Action]) -> None:
    """Take the steps of a turn; whoever is asked in between answers quickly."""
    for step in steps:
        while seat not in state.deciders:
            state.play(state.deciders[0], part.reply(state, state.deciders[0]))
        state.play(seat, step)


def sight(title: Title, state: State, seat: Seat) -> bytes:
    """What the seat sees and what it is asked: two tables that look the same to it are the same to its plan.

    The same table may be looked at by one question after the other (two shops); sealed answers of others are no part of it.
    """
    question = state.question(seat)
    asked = (type(question).__name__, question) if question is not None and not question.SIMULTANEOUS else None
    return msgspec.json.encode((title.view(state, seat), asked))


def plan_of(title: Title, part: Planning[State], table: State, seat: Seat, way: Way) -> dict[bytes, Action]:
    """The steps of a turn by what the seat will see before each."""
    plan: dict[bytes, Action] = {}
    state = table.clone()
    for step in way.steps:
        while seat not in state.deciders:
            state.play(state.deciders[0], part.reply(state, state.deciders[0]))
        plan[sight(title, state, seat)] = step
        state.play(seat, step)
    return plan
