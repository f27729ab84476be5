"""Vinci from set-up to the last round: the rulebook's outline."""

from __future__ import annotations

from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.chance import Chance, below, shuffled
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Procedure
from marchland.kernel.title import Outcome

from .rules.civilizations import ask_for_civilization, fill_market
from .rules.fictional import FictionalTurn
from .rules.turn import Turn
from .state import NEUTRAL, Holding, Settings, Vinci
from .tables import FIGURES, Board, Province, board, tile_set


class GameBegan(Event, frozen=True):
    RULE = "VI-SETUP-05"
    order: tuple[Seat, ...]
    target: int
    points: tuple[int, ...]


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


def set_up(seats: int, options: dict[str, Any], chance: Chance) -> Vinci:
    """VI-SETUP-01 VI-SETUP-02 VI-SETUP-05 VI-SOLO-01 Scores at 10, brown tokens on the map, a random first player."""
    fictional = tuple(range(seats, seats + FIGURES.fictional_by_humans.get(seats, 0)))
    players = seats + len(fictional)
    game = Vinci(
        chance=chance,
        settings=settings(seats, players, options),
        order=(),
        fictional=fictional,
        land=brown_tokens(board(options["board"])),
        active=[()] * players,
        declining=[()] * players,
        score=[FIGURES.starting_points] * seats + [options["fictional_points"]] * len(fictional),
        civ=[()] * players,
        hand=[0] * players,
        tokens=[0] * players,
        declining_civ=[()] * players,
        fresh=[True] * players,
        peace=[()] * players,
        turns=[0] * players,
        slots=[],
        counters=[],
        bag=tile_set(options["tiles"]),
    )
    game.order = turn_order(game, players)
    game.emit(GameBegan(order=game.order, target=game.settings.target, points=tuple(game.score)))
    game.begin(WholeGame())
    return game


def settings(seats: int, players: int, options: dict[str, Any]) -> Settings:
    """VI-SETUP-06 VI-SETUP-07 VI-END-06 VI-SOLO-02 VI-SOLO-03 VI-SOLO-20 Base tokens and target for the size of the game; the
    target may be set freely.
    """
    alone = seats in FIGURES.fictional_by_humans
    targets = FIGURES.targets[options["board"]]
    return Settings(
        board=options["board"],
        target=options["target"] or targets["fictional" if alone else players],
        tiles=options["tiles"],
        base_tokens=FIGURES.base_tokens_beside_fictional if alone else FIGURES.base_tokens[players],
        fictional_tokens=options["fictional_tokens"],
        fictional_ranking=options["fictional_ranking"],
        fictional_hunt=options["fictional_hunt"],
    )


def brown_tokens(ground: Board) -> dict[Province, Holding | None]:
    """VI-SETUP-02 One brown token on every province that is not a mountain."""
    return {p: None if p in ground.mountains else Holding(NEUTRAL, 1) for p in ground.provinces}


def turn_order(game: Vinci, players: int) -> tuple[Seat, ...]:
    """VI-SETUP-05 VI-SOLO-01 A random first player, then clockwise; beside fictional players the whole order is random."""
    if game.fictional:
        return tuple(shuffled(game, range(players)))
    first = below(game, players)
    return tuple((first + place) % players for place in range(players))


def winners(game: Vinci) -> tuple[Seat, ...]:
    """VI-END-05 The highest score wins; equal scores share the victory."""
    return tuple(seat for seat, points in enumerate(game.score) if points == max(game.score))


def outcome(game: Vinci) -> Outcome:
    return Outcome(scores=tuple(game.score), winners=winners(game), reason="target")
