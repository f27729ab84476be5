"""Which tiles were led, and which nobody ever led: for simulations and the league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from marchland.kernel.casting import Cast
from marchland.kernel.events import Event

from .rules.civilizations import CivilizationTaken
from .rules.decline import Declined
from .state import Vinci
from .tables import FACES


class Statistics:
    """Counts tiles by how often they were led, and how often their civilization declined."""

    def __init__(self) -> None:
        self._led: Counter[str] = Counter()
        self._declines = 0

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case CivilizationTaken(civ=civ):
                    self._led.update(civ)
                case Declined():
                    self._declines += 1

    def report(self) -> dict[str, Any]:
        return {
            "tiles": dict(sorted(self._led.items())),
            "tiles_never_led": [face for face in FACES if not self._led[face]],
            "declines": self._declines,
        }


def cast(game: Vinci, events: Sequence[Event]) -> Cast:
    """The tiles that each seat has led, each once for every civilization that had it."""
    led: list[list[str]] = [[] for _ in game.score]
    for event in events:
        if isinstance(event, CivilizationTaken):
            led[event.seat] += event.civ
    return {"tile": tuple(map(tuple, led))}
