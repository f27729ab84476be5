"""The sequence of play: four seasons a year, each a list of phases."""

from __future__ import annotations

from typing import Any

from ...kernel.chance import Chance
from ...kernel.frames import DONE, Procedure
from ...kernel.title import Outcome
from .opening import lay_out
from .rules.diplomacy import DiplomaticPhase
from .rules.magic import MagicPhase
from .rules.sheets import WriteSheets
from .rules.war import MilitaryPhase
from .state import SEASONS, WINTER, Cendre
from .world import MAJORS


class Campaign(Procedure, frozen=True):
    """TC-TURN-01 Seasons follow each other from spring 201 until somebody wins or the last winter is over."""

    STEPS = ("play_season", "pass_time")

    def play_season(self, game: Cendre) -> None:
        game.push(Winter() if game.season == WINTER else Season())

    def pass_time(self, game: Cendre) -> str:
        if game.ending:
            return DONE
        following = SEASONS.index(game.season) + 1
        if following == len(SEASONS):
            game.year += 1
        game.season = SEASONS[following % len(SEASONS)]
        return "play_season"


class Season(Procedure, frozen=True):
    """TC-TURN-01 Spring, summer or autumn."""

    STEPS = ("write_orders", "diplomacy", "magic", "military")

    def write_orders(self, game: Cendre) -> None:
        game.push(WriteSheets(tuple(sorted(game.seats.values()))))

    def diplomacy(self, game: Cendre) -> None:
        game.push(DiplomaticPhase())

    def magic(self, game: Cendre) -> None:
        game.push(MagicPhase())

    def military(self, game: Cendre) -> None:
        game.push(MilitaryPhase())


class Winter(Procedure, frozen=True):
    """TC-TURN-03 Winter has no sheets: entitled operations, events and the final phase."""

    STEPS = ("final_phase",)

    def final_phase(self, game: Cendre) -> None:
        if game.year >= game.last_year:
            game.ending = "years"


def set_up(seats: int, options: dict[str, Any], chance: Chance) -> Cendre:
    game = lay_out(seats, options, chance)
    game.begin(Campaign())
    return game


def outcome(game: Cendre) -> Outcome:
    """TC-GLORY-04 The most glory wins, unless an automatic victory came first; scores are by seat."""
    scores = tuple(game.nations[nation].glory for nation, _ in sorted(game.seats.items(), key=lambda item: item[1]))
    if game.winner:
        winners = tuple(seat for nation, seat in sorted(game.seats.items()) if nation == game.winner)
    else:
        best = max(game.nations[nation].glory for nation in MAJORS)
        winners = tuple(sorted(seat for nation, seat in game.seats.items() if game.nations[nation].glory == best))
    top = max(scores)
    return Outcome(scores, winners or tuple(seat for seat, score in enumerate(scores) if score == top), game.ending)
