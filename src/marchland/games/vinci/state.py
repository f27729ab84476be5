"""What lies on the table in Vinci."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.state import State

from .rules.tiles import Powers, powers
from .tables import Civ, Face
from .world import Board, Province, board

NEUTRAL: Seat = -1
"""The brown tokens: the last forces of earlier empires, led by nobody."""


class Holding(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Who is in a province. A province conquered for nothing holds no token until the reorganization."""

    seat: Seat
    tokens: int
    declining: bool = False
    fort: bool = False


class Settings(msgspec.Struct, frozen=True):
    """What was agreed before the game."""

    board: str
    target: int
    tiles: str
    base_tokens: int
    fictional_tokens: int
    fictional_ranking: str
    fictional_hunt: bool


class ThisTurn(msgspec.Struct, frozen=True, gc=False):
    """What the seat whose turn it is has done so far."""

    seat: Seat = NEUTRAL
    declined: bool = False
    temporary: int = 0
    spies_left: int = 0
    captives: int = 0
    conquests: int = 0


class Vinci(State, kw_only=True):
    """Lists are by seat. `hand` holds tokens off the board; `tokens` all that belong to the active civilization.

    `active` and `declining` repeat what `land` says: the provinces of each empire, sorted; `powers` what the tiles of each
    active civilization do. `campaign` is what every province in reach costs the seat that is conquering, from one conquest to
    the next. Rules ask for them all the time; the audit proves that they agree.
    """

    DERIVED = ("declining", "powers", "campaign")

    settings: Settings
    order: tuple[Seat, ...]
    fictional: tuple[Seat, ...]
    land: dict[Province, Holding | None]
    active: list[tuple[Province, ...]]
    score: list[int]
    civ: list[Civ]
    hand: list[int]
    tokens: list[int]
    declining_civ: list[Civ]
    fresh: list[bool]
    peace: list[tuple[Seat, ...]]
    turns: list[int]
    slots: list[Civ]
    counters: list[int]
    bag: list[Face]
    this_turn: ThisTurn = ThisTurn()
    ending: bool = False
    declining: list[tuple[Province, ...]] = []
    powers: list[Powers] = []
    campaign: Mapping[Province, int] | None = None

    @property
    def player_turns(self) -> int:
        return sum(self.turns)

    def derive(self) -> None:
        declining = [(p, held.seat) for p, held in sorted(self.land.items()) if held is not None and held.declining]
        self.declining = [tuple(p for p, owner in declining if owner == seat) for seat in range(len(self.score))]
        self.powers = [powers(civ) for civ in self.civ]

    @property
    def board(self) -> Board:
        return board(self.settings.board)


STATE = Vinci
