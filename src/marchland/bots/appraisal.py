"""What options look worth to the coach: by the judgement of a title whose bots search over turns, else by its evaluation.

A judgement says what the end of a turn is worth. So an option is as good as the best turn that begins with it; only the options
that look most promising are followed there, the others come behind them in the order of their promise.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.planning import Brisk, Mind, Planning
from marchland.kernel.state import State
from marchland.kernel.title import Title

from .greedy import GreedyBot, outcome, shortlist, worth
from .protocol import Glimpse
from .search import Budget, SearchBot, TurnSearch, Way, plan_of, sight

MOST_OPTIONS = 120
"""Beyond this many options a sample is looked at."""
FOLLOWED = 4
"""So many options, the most promising, are followed to the end of the turn,"""
NARROW = Mind(width=1, looks=80, seconds=60)
"""straight on,"""
SEARCH = 4 * NARROW.looks
"""What that costs, counted in options looked at as greedy does."""
DEALS = 3
"""and on so many tables dealt anew, where chance has a say."""
FUTURES = 6
"""So many tables there are to look at options by evaluation."""


class Looks(msgspec.Struct):
    """What each option looks worth, the best first, and the turns that some of them begin."""

    values: dict[Action, float]
    ways: Sequence[Way] = ()


def first_looks(glimpse: Glimpse, also: Action | None = None) -> Looks:
    """Every option at first sight; `also` is looked at though nobody would think of it."""
    options = shortlist(glimpse, [])
    if len(options) > MOST_OPTIONS:
        options = tuple(glimpse.random.sample(options, MOST_OPTIONS))
    if also is not None and also not in options:
        options = (*options, also)
    looks = judged(glimpse, options, also) or Looks(evaluated(glimpse, options))
    return Looks(dict(sorted(looks.values.items(), key=lambda look: -look[1])), looks.ways)


def value(title: Title, state: State, seat: Seat) -> float:
    """What a stretch that is over has come to."""
    part = title.parts.bot
    return part.judge(state, seat, NARROW.style) if isinstance(part, Planning) else part.evaluate(state, seat)


def evaluated(glimpse: Glimpse, options: Sequence[Action]) -> dict[Action, float]:
    """As greedy sees it, right after the option."""
    futures = [glimpse.redealt() for _ in range(FUTURES)]
    evaluate = glimpse.title.parts.bot.evaluate
    return {option: worth(glimpse, futures, option, evaluate) for option in options}


def judged(glimpse: Glimpse, options: Sequence[Action], also: Action | None) -> Looks | None:
    """By the turns that begin with them; nothing where the seat is in no turn of its own."""
    part, table, seat = glimpse.title.parts.bot, glimpse.redealt(), glimpse.seat
    if not isinstance(part, Planning) or part.turn_of(table, seat) is None:
        return None
    turn = Turn(part, seat, part.turn_of(table, seat))
    promise = {option: turn.promise(outcome(table, seat, option)) for option in options}
    ranked = sorted(options, key=lambda option: -promise[option])
    followed = [option for place, option in enumerate(ranked) if place < FOLLOWED or option == also]
    tables = [table, *(glimpse.redealt() for _ in range(DEALS - 1))]
    ways = {option: turn.best_ways(tables, option) for option in followed}
    values = {option: fmean(way.value for way in found) for option, found in ways.items()}
    least, known = min((value, promise[option]) for option, value in values.items())
    behind = {option: values.get(option, least - abs(known - promise[option])) for option in options}
    return Looks(behind, [ways[option][0] for option in sorted(values, key=lambda option: -values[option])])


class Turn:
    """A turn of the seat that is under way."""

    def __init__(self, part: Planning[State], seat: Seat, number: int | None) -> None:
        self.part, self.seat, self.number = part, seat, number

    def promise(self, state: State) -> float:
        sees = self.part.hunch if self._goes_on(state) else self.part.judge
        return sees(state, self.seat, NARROW.style)

    def best_ways(self, tables: Sequence[State], option: Action) -> list[Way]:
        """The best turn that begins with the option: on one table, or on several where chance has a say in it."""
        first = self._best(tables[0], option)
        is_certain = first.state.chance.counter == tables[0].chance.counter
        return [first] if is_certain else [first, *(self._best(table, option) for table in tables[1:])]

    def _best(self, table: State, option: Action) -> Way:
        return TurnSearch(self.part, self.seat, NARROW, Budget(NARROW.looks, NARROW.seconds)).ways(table, option)[0]

    def _goes_on(self, state: State) -> bool:
        return not state.is_over and self.part.turn_of(state, self.seat) == self.number


class Narrow(SearchBot):
    """Counts how often it searches."""

    searches = 0

    def way(self, glimpse: Glimpse, table: State) -> Way:
        self.searches += 1
        return super().way(glimpse, table)


class Company:
    """Whoever is asked while options are played on: the seat goes by the turns found, or its judgement; others are in a hurry.
    Greedy answers where there is neither.
    """

    def __init__(self, glimpse: Glimpse, looks: Looks) -> None:
        self.title, self.seat, self.part = glimpse.title, glimpse.seat, glimpse.title.parts.bot
        self._options, self._greedy = 0, GreedyBot()
        self._hasty = self.part if isinstance(self.part, Brisk) else None
        self._own: Narrow | None = None
        self._plans: dict[bytes, Action] = {}
        if isinstance(self.part, Planning):
            self._own = Narrow("narrow", self.part, NARROW)
            table = glimpse.redealt()
            for way in looks.ways:
                self._plans = {**plan_of(self.title, self.part, table, self.seat, way), **self._plans}

    @property
    def looked_at(self) -> int:
        """What all answers so far have cost, in options as greedy looks at them."""
        return self._options + (SEARCH * self._own.searches if self._own is not None else 0)

    def answer(self, state: State, asked: Seat, luck: str) -> Action:
        if asked == self.seat and self._own is not None:
            planned = self._plans.get(sight(self.title, state, asked))
            return planned if planned is not None else self._own.choose(Glimpse(self.title, state, asked, luck))
        if self._hasty is not None:
            self._options += 1
            return self._hasty.rush(state, asked)
        self._options += len(state.options(asked))
        return self._greedy.choose(Glimpse(self.title, state, asked, luck))
