"""How players of Medioevo Universale stand: honour, land, money, cards, knowledge, soldiers."""

from __future__ import annotations

from .view import MedioevoView, SeatView


def gauges(view: MedioevoView) -> list[dict[str, int]]:
    return [_gauges(view, own) for own in view.seats]


def _gauges(view: MedioevoView, own: SeatView) -> dict[str, int]:
    return {
        "honour": own.honour,
        "territories": own.territories,
        "florins": own.net_florins,
        "income": own.income - own.upkeep,
        "cards": len(own.hand),
        "technology": sum(own.technology),
        "troops": sum(sum(army.counts) for armies in view.armies.values() for army in armies if army.owner == own.seat),
    }
