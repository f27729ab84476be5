"""What was fought for and what each seat has played: for simulations and the league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from marchland.kernel.casting import Cast
from marchland.kernel.events import Event

from .rules.combat.combat import AttackDeclared, BattleLost, BattleWon, SiegeFailed
from .rules.combat.conquest import BulgarsTookCity, CityTaken, ConstantinopleFell
from .rules.control import ControlTaken
from .rules.special.special import RoleTaken
from .sequence import TurnBegan
from .state import Byzantium
from .tables import BULGAR, CAPITAL

COUNTED = {
    BattleWon: "battles",
    BattleLost: "battles",
    SiegeFailed: "sieges_failed",
    CityTaken: "cities_taken",
    BulgarsTookCity: "cities_taken_by_bulgars",
    ConstantinopleFell: "falls_of_constantinople",
}
ON_THE_CAPITAL = "attacks_on_constantinople"


class Statistics:
    """Counts attacks by who made them, those on Constantinople for themselves, and what came of them."""

    def __init__(self) -> None:
        self._counts = Counter(dict.fromkeys((*COUNTED.values(), ON_THE_CAPITAL), 0))

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, AttackDeclared):
                self._counts[f"attacks_{event.side}"] += 1
                self._counts[ON_THE_CAPITAL] += event.city == CAPITAL
            elif (kind := COUNTED.get(type(event))) is not None:
                self._counts[kind] += 1

    def report(self) -> dict[str, Any]:
        return dict(sorted(self._counts.items()))


def cast(game: Byzantium, events: Sequence[Event]) -> Cast:
    """Who acted first, second and so on in the first turn, with which city each began, which offices and which wars each had."""
    seats = range(len(game.players))
    opening: list[list[str]] = [[] for _ in seats]
    offices: list[list[str]] = [[] for _ in seats]
    wars: list[list[str]] = [[] for _ in seats]
    for event in events:
        match event:
            case ControlTaken(seat=seat, city=city) if not opening[seat]:
                opening[seat].append(city)
            case RoleTaken(seat=seat, role=role):
                offices[seat].append(role)
            case CityTaken(seat=seat, side=side):
                wars[seat].append(side)
            case BulgarsTookCity(seat=seat):
                wars[seat].append(BULGAR)
    found = {"order": places(events, len(game.players)), "opening": opening, "office": offices, "war": wars}
    return {kind: tuple(map(tuple, things)) for kind, things in found.items()}


def places(events: Sequence[Event], players: int) -> list[list[str]]:
    """Each seat's place in the order of the first turn, from 1 on."""
    first = next(event.seat for event in events if isinstance(event, TurnBegan))
    return [[str((seat - first) % players + 1)] for seat in range(players)]
