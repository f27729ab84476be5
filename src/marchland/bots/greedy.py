"""Greedy: try every option once and keep the one whose position the title's evaluation likes best."""

from __future__ import annotations

from marchland.kernel.actions import Action

from .protocol import Glimpse

MOST_OPTIONS = 60
"""Beyond this many options a random sample is tried, so that a decision never takes long."""


class GreedyBot:
    """One ply deep: the value of an option is the title's `evaluate` of the position right after it."""

    name = "greedy"

    def choose(self, glimpse: Glimpse) -> Action:
        options = glimpse.options
        if len(options) == 1:
            return options[0]
        if len(options) > MOST_OPTIONS:
            options = tuple(glimpse.random.sample(options, MOST_OPTIONS))
        evaluate = glimpse.title.module("bot").evaluate
        table = glimpse.redealt()
        best, choice = float("-inf"), options[0]
        for option in options:
            trial = table.clone()
            trial.play(glimpse.seat, option)
            value = evaluate(trial, glimpse.seat) + glimpse.random.random() * 1e-6
            if value > best:
                best, choice = value, option
        return choice
