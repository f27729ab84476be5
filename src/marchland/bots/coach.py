"""The coach: which answers are best for a seat, where they lead, and which moves of a game cost most.

Options are judged twice, always on tables dealt anew. At first sight (`appraisal.py`): by the best turn that begins with each, as
the title's judgement has it, or by its evaluation right after the option where it has none; that decides on the order. Then the
best are played on until the seat's own stretch of answers is over (its turn, its share of a battle): there the view says, in
figures that a player knows (`kernel/gauges.py`), what has come of it. Where the two differ, the coach is unsure and says so.

How much is tried is counted and not timed: the same table, seat and seed give the same advice on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Procedure
from marchland.kernel.gauges import Gauges, gauges_of
from marchland.kernel.state import State

from .appraisal import Company, Looks, first_looks, value
from .greedy import outcome
from .protocol import Glimpse

CANDIDATES = 6
"""So many of them are played on: those that come to the same in the end are told once."""
IDEAS = 3
TABLES = 6
"""Each idea is tried on so many tables dealt anew,"""
EFFORT = 4000
"""but on no further one once so many options have been looked at: about a second."""
LONGEST = 48
"""No stretch is followed for more answers than this."""
FEW = 3
"""So few options are followed to the end of the seat's next stretch (declining bears fruit only then),"""
FURTHER = 160
"""if that comes within so many answers, and does not take more than twice the effort."""
STEPS = 4
"""Own answers to come, as far as they are told."""
SAME = 0.04
"""What differs by less than this share of what was at stake counts as equal."""


class Step(msgspec.Struct, frozen=True):
    """An answer to come, with what a sentence about it may name besides (`Decision.facts`)."""

    action: Action
    facts: Mapping[str, Any]


class Idea(msgspec.Struct, frozen=True, kw_only=True):
    """An option, and where it leads."""

    action: Action
    facts: Mapping[str, Any]
    """What a sentence about it may name besides (`Decision.facts`)."""
    standing: tuple[Gauges, ...]
    """How everybody stands at the end of the seat's stretch, on average over the tables."""
    then: tuple[Step, ...] = ()
    """What the seat would answer next, on the first of the tables."""
    is_equal: bool = False
    """As good as the first idea, as far as anybody can tell."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The best options of a seat, the best first."""

    ideas: tuple[Idea, ...]
    now: tuple[Gauges, ...]
    """How everybody stands before."""
    tables: int
    """On how many tables each was tried; one, where neither dice nor cards nor anybody else have a say."""
    options: int
    """How many there were to choose from."""
    is_further: bool = False
    """They were followed to the end of the seat's next stretch."""
    doubt: int = 0
    """The number of the idea that came out best when they were played on, where it is not the first."""


class Lapse(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the past beside the best that could have been played instead, judged by what its player could know."""

    played: Idea
    better: Idea
    now: tuple[Gauges, ...]
    cost: float
    """How much worse it was, in the title's own measure."""
    tables: int
    is_further: bool = False


def advise(glimpse: Glimpse) -> Advice:
    """The ideas for the question that is put to the seat."""
    found = first_looks(glimpse)
    looks, hand = found.values, Hand(glimpse, found)
    trials = [Trial(option) for option in list(looks)[:CANDIDATES]]
    hand.try_all(trials)
    trials = _apart(trials)[:IDEAS]
    is_further = hand.try_more(trials, is_few=len(looks) <= FEW)
    best, trifle = trials[0], _trifle(looks)
    return Advice(
        ideas=tuple(_idea(hand, trial, is_equal=_are_equal(looks, best.action, trial.action)) for trial in trials),
        now=hand.standing(glimpse.redealt()),
        tables=len(best.values),
        options=len(glimpse.options),
        is_further=is_further,
        doubt=next((place for place, trial in enumerate(trials) if trial.leads(best, trifle)), 0),
    )


def first_sight(glimpse: Glimpse, played: Action) -> float:
    """How much worse a move looks at first sight than the best there was: quick, to know where to look closer."""
    looks = first_looks(glimpse, played).values
    return next(iter(looks.values())) - looks[played]


def lapse(glimpse: Glimpse, played: Action) -> Lapse | None:
    """What the move cost; None where nothing was better both at first sight and when it is played on."""
    found = first_looks(glimpse, played)
    looks, hand = found.values, Hand(glimpse, found)
    better = next(iter(looks))
    if _are_equal(looks, better, played):
        return None
    trials = [Trial(better), Trial(played)]
    hand.try_all(trials)
    is_further = hand.try_more(trials, is_few=len(looks) <= FEW)
    if len(_apart(trials)) == 1 or not trials[0].leads(trials[1], _trifle(looks)):
        return None
    return Lapse(
        played=_idea(hand, trials[1]),
        better=_idea(hand, trials[0]),
        now=hand.standing(glimpse.redealt()),
        cost=looks[better] - looks[played],
        tables=len(trials[0].values),
        is_further=is_further,
    )


# -- what makes a difference -----------------------------------------------------------------------------


def _trifle(looks: Mapping[Action, float]) -> float:
    """Less than this makes no difference. Most options are poor ones: what is at stake is how far the middle one falls short."""
    values = list(looks.values())
    return SAME * (values[0] - values[len(values) // 2])


def _are_equal(looks: Mapping[Action, float], best: Action, other: Action) -> bool:
    return best != other and looks[best] - looks[other] <= _trifle(looks)


# -- playing on -------------------------------------------------------------------------------------------

Home = tuple[int, type[Procedure[Any]]]
"""How deep in the stack a procedure lies, and its kind."""


class Trial(msgspec.Struct):
    """An option on all tables: how each of them stands at the end of the stretch, and what that is worth."""

    action: Action
    ends: list[State] = []
    values: list[float] = []
    then: tuple[Step, ...] = ()
    is_certain: bool = True

    def leads(self, other: Trial, trifle: float) -> bool:
        """Does it come out ahead, by more than a trifle and more than the tables differ by chance?"""
        leads = [own - others for own, others in zip(self.values, other.values, strict=True)]
        noise = stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else 0.0
        return fmean(leads) > max(noise, trifle)


def _apart(trials: Sequence[Trial]) -> list[Trial]:
    """Of those that come to the same in the end, in whatever order, the first."""
    found: dict[str, Trial] = {}
    for trial in trials:
        found.setdefault(trial.ends[0].fingerprint(), trial)
    return list(found.values())


class Hand:
    """Plays a seat's options on, for whoever is asked on a table."""

    def __init__(self, glimpse: Glimpse, looks: Looks) -> None:
        self.glimpse, self.title, self.seat = glimpse, glimpse.title, glimpse.seat
        self._company = Company(glimpse, looks)
        self._home: Home | None = None

    def try_all(self, trials: Sequence[Trial]) -> None:
        """Each option on one more table, the same for all of them."""
        table, luck = self.glimpse.redealt(), f"{self.glimpse.random.getrandbits(64):x}"
        self._home = home_of(table, self.seat)
        for trial in trials:
            self._try(trial, table, luck)

    def try_more(self, trials: Sequence[Trial], is_few: bool) -> bool:
        """On further tables, if that can make a difference; were they followed further, too?"""
        is_chancy = not all(trial.is_certain for trial in trials)
        while (is_chancy or is_few) and len(trials[0].ends) < TABLES and self._company.looked_at < EFFORT:
            self.try_all(trials)
        is_further = is_few and self._home is not None and self._go_further(trials, self._home[1])
        for trial in trials:
            trial.values = [value(self.title, end, self.seat) for end in trial.ends]
        return is_further

    def standing(self, state: State) -> tuple[Gauges, ...]:
        """How everybody stands, as the seat sees it."""
        return gauges_of(self.title, self.title.view(state, self.seat))

    def facts(self, action: Action) -> Mapping[str, Any]:
        """What is known beside an option of the seat's."""
        table = self.glimpse.redealt()
        assert table.decision is not None
        return table.decision.facts(table, self.seat, action)

    def _try(self, trial: Trial, table: State, luck: str) -> None:
        """One option on one table, played on to the end of the seat's stretch."""
        state, answers = outcome(table, self.seat, trial.action), 0
        own: list[Step] = []
        while answers < LONGEST and is_at_home(state, self.seat, self._home):
            step = self._answer(state, f"{luck}/{answers}")
            own += [step] if step is not None else []
            answers += 1
        is_alone = len(own) == answers
        trial.is_certain = trial.is_certain and is_alone and state.chance.counter == table.chance.counter
        trial.then = trial.then if trial.ends else tuple(own[:STEPS])
        trial.ends.append(state)

    def _go_further(self, trials: Sequence[Trial], kind: type[Procedure[Any]]) -> bool:
        """All tables on to the end of the seat's next stretch of this kind; none of them if one does not get there."""
        before, tables = self._company.looked_at, [(number, end) for trial in trials for number, end in enumerate(trial.ends)]
        reached: list[State] = []
        for number, end in tables:
            found = self._next_end(end.clone(), kind, str(number))
            if found is None or (self._company.looked_at - before) * len(tables) > 2 * EFFORT * (len(reached) + 1):
                return False
            reached.append(found)
        for place, trial in enumerate(trials):
            trial.ends = reached[place * len(trial.ends) :][: len(trial.ends)]
        return True

    def _next_end(self, state: State, kind: type[Procedure[Any]], luck: str) -> State | None:
        home: Home | None = None
        for step in range(FURTHER):
            if state.is_over or (home is not None and not is_at_home(state, self.seat, home)):
                return state
            if home is None and self.seat in state.deciders:
                found = home_of(state, self.seat)
                home = found if found is not None and found[1] is kind else None
            self._answer(state, f"{luck}/{step}")
        return None

    def _answer(self, state: State, luck: str) -> Step | None:
        """The next answer on a table; None where it is somebody else's."""
        asked, decision = self.seat if self.seat in state.deciders else state.deciders[0], state.decision
        assert decision is not None
        answer = self._company.answer(state, asked, luck)
        step = Step(answer, decision.facts(state, asked, answer)) if asked == self.seat else None
        state.play(asked, answer)
        return step


def home_of(state: State, seat: Seat) -> Home | None:
    """What the seat is in the middle of: the outermost procedure of its own, up to the first that is somebody else's.

    None where it only answers to something: its stretch is over as soon as somebody else is asked.
    """
    home = None
    for depth in range(len(state.stack) - 1, -1, -1):
        frame = state.stack[depth][0]
        if getattr(frame, "seat", seat) != seat:
            break
        if isinstance(frame, Procedure) and hasattr(frame, "seat"):
            home = (depth, type(frame))
    return home


def is_at_home(state: State, seat: Seat, home: Home | None) -> bool:
    """Does the stretch go on?"""
    if state.is_over:
        return False
    if home is None:
        return seat in state.deciders
    depth, kind = home
    frame = state.stack[depth][0] if depth < len(state.stack) else None
    return isinstance(frame, kind) and getattr(frame, "seat", None) == seat


def _idea(hand: Hand, trial: Trial, is_equal: bool = False) -> Idea:
    standings = [hand.standing(end) for end in trial.ends]
    means = tuple(_mean([standing[seat] for standing in standings]) for seat in range(len(standings[0])))
    return Idea(action=trial.action, facts=hand.facts(trial.action), standing=means, then=trial.then, is_equal=is_equal)


def _mean(tables: Sequence[Gauges]) -> Gauges:
    return {gauge: round(fmean(table[gauge] for table in tables), 2) for gauge in tables[0]}
