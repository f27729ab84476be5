"""The end of caravans."""

from __future__ import annotations

from .....kernel.events import Event
from ...state import Caravan, Cendre, Code, NationId


class CaravanEnded(Event, frozen=True):
    creator: NationId
    partner: NationId
    start: Code
    end: Code
    reason: str
    rule: str


def drop_surplus_caravans(game: Cendre, code: Code) -> None:
    """TC-ECO-05 A town serves no more caravans than its level; the newest end."""
    serving = [caravan for caravan in game.caravans if code in (caravan.start, caravan.end)]
    for caravan in serving[game.lands[code].town :]:
        end_caravan(game, caravan, "town_too_small")


def end_caravan(game: Cendre, caravan: Caravan, reason: str) -> None:
    game.caravans.remove(caravan)
    game.emit(
        CaravanEnded(
            creator=caravan.creator, partner=caravan.partner, start=caravan.start, end=caravan.end, reason=reason, rule="TC-ECO-05"
        )
    )
