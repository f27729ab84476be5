"""Terse positions for Vinci tests."""

from typing import Any

from marchland.games.vinci.position import lay
from marchland.games.vinci.state import Vinci
from marchland.games.vinci.title import TITLE
from marchland.kernel.actions import Action
from marchland.kernel.chance import key_from_seed, scripted
from marchland.kernel.events import Event

RED, YELLOW, BLUE, GREEN, WHITE, BLACK = range(6)
NAMES = ("red", "yellow", "blue", "green", "white", "black")


def table(
    seats: int = 3, turn: Any = ("red", "conquer"), chance: tuple[int, ...] | None = None, options: Any = None, **position: Any
) -> Vinci:
    """A game in the given position: `turn` is who plays and at which step of the turn."""
    game = TITLE.new(seats, key_from_seed(7), options or {})
    if chance is not None:
        game.chance = scripted(*chance)
    position.setdefault("order", list(range(len(game.score))))
    if turn:
        position["turn"] = {"seat": turn[0], "at": turn[1]}
    lay(game, position, NAMES[:seats])
    TITLE.audit(game)
    return game


def held(seat: str | int, tokens: int = 1, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "tokens": tokens, **more}


def play(game: Vinci, seat: int, *actions: Action) -> list[Event]:
    """Apply actions one after the other; the events of all of them."""
    events: list[Event] = []
    for action in actions:
        events += game.apply(seat, action)
        TITLE.audit(game)
    return events


def happened(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
