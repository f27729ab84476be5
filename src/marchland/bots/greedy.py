"""Greedy: try every option once and keep the one whose position the title's evaluation likes best."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.actions import Action, Seat
from marchland.kernel.contract import Shortlisting
from marchland.kernel.state import State

from .protocol import Glimpse

MOST_OPTIONS = 60
"""Beyond this many options a random sample is tried, so that a decision never takes long."""
SAMPLES = 4
"""An option that rolls or draws is judged by the mean of this many futures, not by one lucky one."""

Evaluate = Callable[[State, Seat], float]


class GreedyBot:
    """One ply deep: the value of an option is the title's `evaluate` of the position right after it."""

    name = "greedy"

    def choose(self, glimpse: Glimpse) -> Action:
        futures: list[State] = []
        options = shortlist(glimpse, futures)
        if len(options) == 1:
            return options[0]
        if len(options) > MOST_OPTIONS:
            options = tuple(glimpse.random.sample(options, MOST_OPTIONS))
        evaluate = glimpse.title.parts.bot.evaluate
        futures = futures or [glimpse.redealt()]
        values = {option: worth(glimpse, futures, option, evaluate) for option in options}
        best = max(values.values())
        return glimpse.random.choice([option for option in options if values[option] == best])


def shortlist(glimpse: Glimpse, futures: list[State]) -> tuple[Action, ...]:
    """The options worth a thought: all of them, unless the title's `shortlist`, shown the first future, leaves some out."""
    options = glimpse.options
    bot = glimpse.title.parts.bot
    if len(options) == 1 or not isinstance(bot, Shortlisting):
        return options
    futures.append(glimpse.redealt())
    return bot.shortlist(futures[0], glimpse.seat, options) or options


def worth(glimpse: Glimpse, futures: list[State], option: Action, evaluate: Evaluate) -> float:
    """The option's value in one future, or the mean over several where chance has a say. Futures are shared by all options."""
    first = futures[0]
    trial = outcome(first, glimpse.seat, option)
    total = evaluate(trial, glimpse.seat)
    if trial.chance.counter == first.chance.counter:
        return total
    while len(futures) < SAMPLES:
        futures.append(glimpse.redealt())
    return (total + sum(evaluate(outcome(future, glimpse.seat, option), glimpse.seat) for future in futures[1:])) / len(futures)


def outcome(table: State, seat: Seat, option: Action) -> State:
    trial = table.clone()
    trial.play(seat, option)
    return trial
