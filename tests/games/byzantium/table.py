"""Terse positions for Byzantium tests."""

from typing import Any

from marchland.games.byzantium.position import lay
from marchland.games.byzantium.state import Byzantium
from marchland.games.byzantium.title import TITLE
from marchland.kernel.actions import Action
from marchland.kernel.chance import key_from_seed, scripted
from marchland.kernel.events import Event

RED, YELLOW, BLUE, GREEN = range(4)
NAMES = ("red", "yellow", "blue", "green")


def table(seats: int = 3, dice: tuple[int, ...] = (), options: Any = None, **position: Any) -> Byzantium:
    """A game in the given position in which red acts first; `red`, `yellow`... are what these players have."""
    game = TITLE.new(seats, key_from_seed(7), options or {})
    game.chance = scripted(*dice)
    players = {name: position.pop(name) for name in NAMES[:seats] if name in position}
    lay(game, {**position, "players": players}, NAMES[:seats])
    TITLE.audit(game)
    return game


def play(game: Byzantium, *orders: str | tuple[int, str]) -> list[Event]:
    """Apply orders in the one-line form, each by whoever must decide; the events of all of them."""
    events: list[Event] = []
    for order in orders:
        seat, text = order if isinstance(order, tuple) else (game.deciders[0], order)
        events += game.apply(seat, TITLE.vocabulary.parse(text))
        TITLE.audit(game)
    return events


def order(text: str) -> Action:
    return TITLE.vocabulary.parse(text)


def menu(game: Byzantium) -> set[str]:
    """What may be answered now, in the one-line form."""
    return {TITLE.vocabulary.text(option) for option in game.options()}


def asked(game: Byzantium) -> str:
    return type(game.decision).__name__


def happened(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def why(game: Byzantium, target: str) -> list[str]:
    """The rules cited when the deciding player points at something."""
    assert game.decision is not None
    return [refusal.rule for refusal in game.decision.why_not(game, game.deciders[0], target)]
