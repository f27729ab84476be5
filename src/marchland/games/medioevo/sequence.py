"""The outline of play: setup, turns of seven phases, final scoring."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from marchland.kernel.chance import Chance, shuffled
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure
from marchland.kernel.title import Outcome, Value

from . import rules, world
from .rules.cards.effects import expire
from .rules.cards.windows import open_window
from .rules.components.table import living, stock
from .rules.events.events import EventsPhase
from .rules.movement.movement import CombatPhase
from .rules.order import OrderPhase
from .rules.purchases.purchases import BuyingPhase
from .rules.setup import Setup, card_numbers, new_player
from .rules.taxes import TaxesPhase
from .rules.technologies.points import empty_pools
from .rules.trade.trade import TradePhase
from .rules.turn_end import EndPhase
from .rules.victory.victory import FinalScoring
from .state import Ever, Medioevo, Now
from .tables import tables

for _module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
    import_module(_module.name)  # cards, technologies and objectives register themselves


class TurnBegan(Event, frozen=True):
    RULE = "MU-TURN-01"
    turn: int


class PhaseBegan(Event, frozen=True):
    RULE = "MU-TURN-01"
    turn: int
    phase: int


class Game(Procedure[Medioevo], frozen=True):
    """MU-SET-09 Setup, then 8, 10 or 12 turns or until a limit is reached, then the final scoring."""

    STEPS = ("prepare", "turn", "next_turn", "final_scoring")

    def prepare(self, game: Medioevo) -> None:
        """MU-SET-01 Setup."""
        game.push(Setup())

    def turn(self, game: Medioevo) -> None:
        """MU-TURN-01 One turn."""
        game.emit(TurnBegan(turn=game.turn))
        game.push(Turn())

    def next_turn(self, game: Medioevo) -> str | None:
        """MU-END-02 The marker advances until the last turn, the time limit, or only one player is left."""
        if len(living(game)) < 2 and not game.reason:
            game.reason = "last"
        if game.closing or game.reason or game.turn >= tables().turns[str(game.settings["length"])]:
            return None
        game.turn += 1
        return "turn"

    def final_scoring(self, game: Medioevo) -> None:
        """MU-PH-09 The final scoring."""
        game.push(FinalScoring())


class Turn(Procedure[Medioevo], frozen=True):
    """MU-TURN-01 Seven phases: order, events, taxes, purchases, combat, trade, end."""

    STEPS = ("order", "events", "taxes", "purchases", "combat", "trade", "end")

    def order(self, game: Medioevo) -> None:
        """MU-ORD-01 Phase 1; on the first turn it was part of setup (reading R-63)."""
        if game.turn > 1:
            begin_phase(game, 1, OrderPhase())

    def events(self, game: Medioevo) -> None:
        """MU-EVT-01 Phase 2."""
        begin_phase(game, 2, EventsPhase())

    def taxes(self, game: Medioevo) -> None:
        """MU-TAX-01 Phase 3."""
        begin_phase(game, 3, TaxesPhase())

    def purchases(self, game: Medioevo) -> None:
        """MU-BUY-01 Phase 4."""
        begin_phase(game, 4, BuyingPhase())

    def combat(self, game: Medioevo) -> None:
        """MU-MOV-01 Phase 5."""
        begin_phase(game, 5, CombatPhase())

    def trade(self, game: Medioevo) -> None:
        """MU-TRD-01 Phase 6."""
        begin_phase(game, 6, TradePhase())

    def end(self, game: Medioevo) -> None:
        """MU-END-01 Phase 7."""
        begin_phase(game, 7, EndPhase())


def begin_phase(game: Medioevo, phase: int, procedure: Procedure[Medioevo]) -> None:
    """MU-TURN-01 Points of the last phase are lost, then everybody may act before the new phase starts."""
    empty_pools(game)
    expire(game, "phase")
    game.phase = phase
    seats = living(game)
    if seats:
        game.active = seats[0]
    game.emit(PhaseBegan(turn=game.turn, phase=phase))
    game.push(procedure)
    if phase > 1:
        open_window(game, "W-PH")


# -- what the platform asks --------------------------------------------------------------------------------


def set_up(seats: int, settings: Mapping[str, Value], chance: Chance) -> Medioevo:
    """MU-SET-02 A new game, run to its first decision."""
    game = Medioevo(
        chance=chance,
        seats=seats,
        settings=kept_settings(settings),
        players=[new_player(seat, settings) for seat in range(seats)],
        now=[Now() for _ in range(seats)],
        ever=[Ever() for _ in range(seats)],
        supply=stock(seats),
    )
    numbers = card_numbers()
    backs = shuffled(game, numbers) if settings["objectives"] == "shuffled" else numbers
    game.objectives = [0, *backs]
    game.deck = shuffled(game, numbers)
    game.events = shuffled(game, world.event_deck())
    game.begin(Game())
    return game


def kept_settings(settings: Mapping[str, Value]) -> dict[str, Value]:
    """What a table has agreed on; the first printing of the map is not named, as it was not when there was no other."""
    return {name: value for name, value in settings.items() if (name, value) != ("map", world.FIRST)}


def outcome(game: Medioevo) -> Outcome:
    """MU-PH-18 The scores, the winner (with his team, MU-VAR-05) and why the game ended."""
    best = game.ranking[0]
    team = game.players[best].team
    winners = (best,) if not team else tuple(seat for seat in range(game.seats) if game.players[seat].team == team)
    return Outcome(scores=game.scores, winners=winners, reason=game.reason)
