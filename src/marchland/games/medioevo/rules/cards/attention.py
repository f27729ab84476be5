"""What a player wants to be asked: reactions always, in his own battles, or never."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat

from ...state import Medioevo
from ..components.table import change, tally
from ..registry import free_action, free_options

LEVELS = ("always", "battles", "never")
CHANGES = 1
"""Changes of mind in one turn, so that questions about questions come to an end."""


class Heed(Action, frozen=True):
    """Say when to be asked for reactions: always, in own battles, or never."""

    level: str


@free_options
def heeding(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-EMP-01 In every main decision of his own, and at the calm moments at which he is asked, a player says when to ask him."""
    if game.now[seat].heeded < CHANGES:
        yield from (Heed(level) for level in LEVELS if level != game.players[seat].heed)


@free_action(Heed)
def heed(game: Medioevo, seat: Seat, action: Heed) -> None:
    """MU-EMP-01 From now on he is asked at these moments only."""
    change(game, seat, heed=action.level)
    tally(game, seat, heeded=1)
