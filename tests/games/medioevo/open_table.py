"""An open table for card tests: everybody is asked at every moment, and every answer is audited."""

from __future__ import annotations

from typing import Any

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.cards.powers import PlayCard
from marchland.games.medioevo.rules.cards.windows import React
from marchland.kernel.events import Rolled

from .table import Table

ALWAYS = {f"ask_{number}": "always" for number in range(1, 7)}


def table(**position: Any) -> Table:
    """Three players who are asked at every moment, in the second turn."""
    return Table(3, ALWAYS, **{"turn": 2, "order": range(3), **position})


def hands(**cards: list[Any]) -> dict[int, dict[str, Any]]:
    """`zero=[5]`: what each seat holds."""
    return {("zero", "one", "two").index(name): {"hand": held} for name, held in cards.items()}


def battle(attackers: dict[str, int], defenders: dict[str, int], **position: Any) -> Table:
    """Seat 0 attacks seat 1 in Wallachia, wild land."""
    return table(
        armies={"wallachia": {0: attackers, 1: defenders}},
        wars=[[0, 1, 0]],
        battle={"place": "wallachia", "attacker": 0, "defender": 1},
        **position,
    )


def until(game: Table, window: str, seat: int) -> Table:
    """Everybody takes his first answer, which lets things happen, until this seat is asked in this window."""
    while not (isinstance(game.game.decision, React) and (game.game.decision.window, game.game.decision.seat) == (window, seat)):
        game.do(game.offers()[0])
    return game


def fought(game: Table, rounds: int = 1) -> Table:
    """So many rounds have been compared."""
    while len(game.happened(RoundFought)) < rounds:
        game.do(game.offers()[0])
    return game


def rolls(game: Table, purpose: str) -> list[tuple[int, ...]]:
    return [event.values for event in game.happened(Rolled) if event.purpose == purpose]


def cards(game: Table) -> list[int]:
    return [option.card for option in game.offers(PlayCard)]
