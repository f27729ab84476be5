"""The table makes sense."""

from typing import Any

from .state import Pebbles


def audit(game: Pebbles) -> None:
    lying = [holding.value for holding in game.land.values() if holding is not None]
    everything = sorted([*game.bag, *lying, *(pebble for hand in game.hands for pebble in hand)])
    assert everything == list(range(1, 25)), everything


def reconcile(game: Pebbles, events: Any) -> None:
    audit(game)
