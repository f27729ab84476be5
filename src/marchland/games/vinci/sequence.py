"""Vinci from set-up to the last round: the rulebook's outline."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import Chance
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Procedure
from marchland.kernel.title import Outcome, Value

from .rules.civilizations import ask_for_civilization, fill_market
from .rules.fictional.fictional import FictionalTurn
from .rules.scoring import winners
from .rules.setup import Agreed, lay_out
from .rules.turn import Turn
from .state import Vinci


class GameEnded(Event, frozen=True):
    RULE = "VI-END-05"
    winners: tuple[Seat, ...]
    points: int


class WholeGame(Procedure[Vinci], frozen=True):
    """VI-CHOICE-07 VI-END-03 First civilizations in turn order, then rounds until one is completed in which the target was
    reached.
    """

    STEPS = ("open_market", "choose_first_civilizations", "play_round", "end_or_go_on")

    def open_market(self, game: Vinci) -> None:
        """VI-SETUP-03 Six pairs of tiles lie open."""
        fill_market(game)

    def choose_first_civilizations(self, game: Vinci) -> None:
        game.push(*(FirstChoice(seat) for seat in game.order))

    def play_round(self, game: Vinci) -> None:
        """VI-END-04 Every player has one turn in a round."""
        game.push(*(turn_of(game, seat) for seat in game.order))

    def end_or_go_on(self, game: Vinci) -> str:
        """VI-END-03 VI-END-05 The round in which the target was reached is the last one."""
        if not game.ending:
            return "play_round"
        game.emit(GameEnded(winners=winners(game), points=max(game.score)))
        return DONE


class FirstChoice(Procedure[Vinci], frozen=True):
    """VI-CHOICE-07 Everybody has a civilization before the first turn."""

    STEPS = ("choose",)
    seat: Seat

    def choose(self, game: Vinci) -> None:
        ask_for_civilization(game, self.seat)


def turn_of(game: Vinci, seat: Seat) -> Procedure[Vinci]:
    return FictionalTurn(seat) if seat in game.fictional else Turn(seat)


def set_up(seats: int, options: Mapping[str, Value], chance: Chance) -> Vinci:
    game = lay_out(seats, msgspec.convert(options, Agreed), chance)
    game.begin(WholeGame())
    return game


def outcome(game: Vinci) -> Outcome:
    return Outcome(scores=tuple(game.score), winners=winners(game), reason="target")
