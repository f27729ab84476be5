"""Set-up: scores, brown tokens, the order of play."""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.chance import Chance, below, shuffled
from marchland.kernel.events import Event

from ..state import NEUTRAL, Holding, Settings, Vinci
from ..tables import FIGURES, tile_set
from ..world import Board, Province, board
from .tiles import powers


class GameBegan(Event, frozen=True):
    RULE = "VI-SETUP-05"
    order: tuple[Seat, ...]
    target: int
    points: tuple[int, ...]


class Agreed(msgspec.Struct, frozen=True):
    """The options of the title, as they were set."""

    board: str
    target: int
    tiles: str
    fictional_points: int
    fictional_tokens: int
    fictional_ranking: str
    fictional_hunt: bool


def lay_out(seats: int, options: Agreed, chance: Chance) -> Vinci:
    """VI-SETUP-01 VI-SETUP-02 VI-SETUP-05 VI-SOLO-01 Scores at 10, brown tokens on the map, a random first player."""
    fictional = tuple(range(seats, seats + FIGURES.fictional_by_humans.get(seats, 0)))
    players = seats + len(fictional)
    game = Vinci(
        chance=chance,
        settings=settings(seats, players, options),
        order=(),
        fictional=fictional,
        land=brown_tokens(board(options.board)),
        active=[()] * players,
        declining=[()] * players,
        score=[FIGURES.starting_points] * seats + [options.fictional_points] * len(fictional),
        civ=[()] * players,
        powers=[powers(())] * players,
        hand=[0] * players,
        tokens=[0] * players,
        declining_civ=[()] * players,
        fresh=[True] * players,
        peace=[()] * players,
        turns=[0] * players,
        slots=[],
        counters=[],
        bag=tile_set(options.tiles),
    )
    game.order = turn_order(game, players)
    game.emit(GameBegan(order=game.order, target=game.settings.target, points=tuple(game.score)))
    return game


def settings(seats: int, players: int, options: Agreed) -> Settings:
    """VI-SETUP-06 VI-SETUP-07 VI-END-06 VI-SOLO-02 VI-SOLO-03 VI-SOLO-20 Base tokens and target for the size of the game; the
    target may be set freely.
    """
    alone = seats in FIGURES.fictional_by_humans
    targets = FIGURES.targets[options.board]
    return Settings(
        board=options.board,
        target=options.target or targets["fictional" if alone else players],
        tiles=options.tiles,
        base_tokens=FIGURES.base_tokens_beside_fictional if alone else FIGURES.base_tokens[players],
        fictional_tokens=options.fictional_tokens,
        fictional_ranking=options.fictional_ranking,
        fictional_hunt=options.fictional_hunt,
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
