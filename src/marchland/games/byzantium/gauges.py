"""How players of Byzantium stand: the points of both tracks, cities, money, armies and cubes."""

from __future__ import annotations

from .view import ByzantiumView, PlayerView


def gauges(view: ByzantiumView) -> list[dict[str, int]]:
    return [_gauges(own) for own in view.players]


def _gauges(own: PlayerView) -> dict[str, int]:
    return {
        "byzantine_points": own.byzantine.points,
        "arab_points": own.arab.points,
        "cities": own.cities,
        "bezants": own.byzantine.treasury + own.arab.treasury,
        "army": own.byzantine.strength + own.arab.strength,
        "cubes": own.pool,
    }
