"""Which Empire cards and technologies were used, and which nobody ever used; who played what: for simulations and leagues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from marchland.kernel.casting import Cast
from marchland.kernel.events import Event

from .rules.cards.powers import CardCancelled, CardTurned, ObjectiveMet, TechnologyUsed
from .rules.technologies.knowledge import learned
from .state import Medioevo
from .tables import empire_cards, technologies


class Statistics:
    """Counts what was used in one game after the other: only figures are kept, so that a run of any length fits in memory."""

    def __init__(self) -> None:
        self._abilities: Counter[int] = Counter()
        self._points: Counter[int] = Counter()
        self._cancelled: Counter[int] = Counter()
        self._technologies: Counter[str] = Counter()

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case CardTurned(card=card, colours=colours):
                    (self._points if colours else self._abilities)[card] += 1
                case CardCancelled(card=card):
                    self._cancelled[card] += 1
                case TechnologyUsed(technology=key):
                    self._technologies[key] += 1

    def report(self) -> dict[str, Any]:
        """How often each card was turned for its ability, for its points, and cancelled; technologies; and what was never used."""
        turned = sorted({*self._abilities, *self._points})
        return {
            "cards": {str(card): [self._abilities[card], self._points[card], self._cancelled[card]] for card in turned},
            "cards_never_used_for_ability": [card for card in sorted(empire_cards()) if not self._abilities[card]],
            "technologies": dict(sorted(self._technologies.items())),
            "technologies_never_used": [key for key in _powers() if not self._technologies[key]],
        }


def _powers() -> list[str]:
    """Technologies that are used by themselves: designs are used up in purchases."""
    return [key for key, known in technologies().items() if not known.phase4]


def cast(game: Medioevo, events: Sequence[Event]) -> Cast:
    """The kingdom of each seat, the objectives it has claimed, by the cards that bear them, and the technologies it has learned."""
    claimed: list[list[str]] = [[] for _ in game.players]
    for event in events:
        if isinstance(event, ObjectiveMet):
            claimed[event.seat].append(str(event.objective))
    return {
        "kingdom": tuple((player.kingdom,) for player in game.players),
        "objective": tuple(map(tuple, claimed)),
        "technology": tuple(tuple(sorted(learned(player.technology))) for player in game.players),
    }
