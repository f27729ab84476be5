"""What lies before a player: the seat cards."""

from __future__ import annotations

from functools import cache

from ..phrases import kingdom_name
from ..rules.components.armies import strength
from ..state import Prisoner
from ..tables import COLOURS, FIGURES, KINDS, figure, tables, technologies
from ..view import MedioevoView, SeatView
from .wording import say


def seat_sheet(view: MedioevoView, seat: SeatView, language: str) -> dict[str, object]:
    known = _technology_names(language)
    return {
        "score": seat.honour,
        "kingdom": kingdom_name(seat.kingdom, language) if seat.kingdom else "",
        "arms": seat.kingdom,
        "rank": view.order.index(seat.seat) + 1 if seat.seat in view.order else 0,
        "penalty": penalty(view, seat.seat),
        "florins": seat.florins,
        "loans": seat.loans,
        "tax": seat.tax,
        "income": seat.income,
        "upkeep": seat.upkeep,
        "territories": seat.territories,
        "units": _units(view, seat),
        "prisoners": len(prisoners_of(view, seat.seat)),
        "branches": [
            {"colour": colour, "level": level, "name": known.get((colour, level), ""), "points": points}
            for colour, level, points in zip(COLOURS, seat.technology, seat.points, strict=True)
        ],
        "tokens": [
            {"colour": colour, "ready": own - used, "used": used}
            for colour, own, used in zip(COLOURS, seat.tokens, seat.flipped, strict=True)
            if own
        ],
        "cards": len(seat.hand),
        "ready": sum(not held.turned for held in seat.hand),
        "blood": seat.blood,
        "eliminated": seat.eliminated,
        "foes": [other for war in view.wars if seat.seat in war.sides for other in war.sides if other != seat.seat],
        "text": say("seat_text", language, honour=seat.honour, florins=seat.florins, territories=seat.territories),
    }


@cache
def _technology_names(language: str) -> dict[tuple[str, int], str]:
    return {(technology.branch, technology.level): technology.name[language] for technology in technologies().values()}


def prisoners_of(view: MedioevoView, holder: int) -> list[Prisoner]:
    return [prisoner for prisoner in view.prisoners if prisoner.holder == holder]


def penalty(view: MedioevoView, seat: int) -> int:
    """MU-BAT-04 What a later place in the order takes off the attack."""
    alive = [other for other in view.order if not view.seats[other].eliminated]
    if len(alive) < 2 or seat not in alive:
        return 0
    return tables().order_penalty[len(alive)][alive.index(seat)]


def _units(view: MedioevoView, seat: SeatView) -> list[dict[str, object]]:
    """All units on the map, ashore and aboard."""
    armies = [army for there in view.armies.values() for army in there if army.owner == seat.seat]
    armies += [vehicle.cargo for vehicle in view.vehicles.values() if vehicle.cargo and vehicle.owner == seat.seat]
    counts = dict.fromkeys(FIGURES, 0)
    for army in armies:
        for kind, number in zip(KINDS, strength(army), strict=True):
            counts[figure(kind)] += number
    return [{"kind": kind, "count": number} for kind, number in counts.items() if number]
