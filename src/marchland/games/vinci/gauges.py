"""How players of Vinci stand: points, what both empires bring a turn, provinces, tokens."""

from __future__ import annotations

from .view import SeatView, VinciView


def gauges(view: VinciView) -> list[dict[str, int]]:
    return [_gauges(view, own) for own in view.seats]


def _gauges(view: VinciView, own: SeatView) -> dict[str, int]:
    held = [land for land in view.land.values() if land is not None and land.seat == own.seat]
    return {
        "points": own.score,
        "income": own.active_points + own.declining_points,
        "provinces": sum(not land.declining for land in held),
        "declining": sum(land.declining for land in held),
        "tokens": own.tokens,
    }
