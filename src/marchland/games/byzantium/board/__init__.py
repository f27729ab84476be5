"""Byzantium's board: the figures that its templates draw, taken from a view and from what just happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchland.kernel.board import Board, Figures
from marchland.kernel.events import Event

from ..phrases import PHRASEBOOK
from ..tables import DATA, SIDES, CityId, Side
from ..view import ByzantiumView
from . import armies, furniture, tracks
from .answers import answers as answers
from .answers import beside
from .battle import battle_now, chronicle
from .chart import chart
from .wording import say

CITY_REACH = 33
"""Radius around a city that belongs to it for pointer and finger."""


class ByzantiumBoard(Board, frozen=True, kw_only=True):
    """The chart, both tracks, the boxes of special actions and whatever stands on them."""

    chart: Figures
    tracks: Mapping[Side, Sequence[tracks.Cell]]
    markers: Sequence[Figures]
    cities: Mapping[CityId, Figures]
    boxes: Mapping[str, furniture.SpecialBox]
    plate: Figures
    turn: Figures
    horde: Figures
    combat: Figures | None


def scene(view: ByzantiumView, language: str) -> ByzantiumBoard:
    """What the templates of this folder need, and what every board tells the page."""
    boxes = furniture.boxes(view, language)
    return ByzantiumBoard(
        map=DATA / "map.json",
        margin=tracks.WIDTH,
        reach=CITY_REACH,
        holders={city: armies.city_mark(held, language) for city, held in view.cities.items()},
        things=(*boxes.values(), *beside(view, language)),
        chart=chart(language),
        tracks=tracks.tracks(),
        markers=[
            marker for side in SIDES for marker in tracks.markers(side, [getattr(player, side).points for player in view.players])
        ],
        cities=armies.cities(view),
        boxes=boxes,
        plate=furniture.plate(),
        turn=furniture.turn_track(view, language),
        horde=furniture.horde(view, language),
        combat=battle_now(view, language),
        seats={seat: armies.seat_sheet(view, seat, language) for seat in range(len(view.players))},
        panels_name=say("panels", language),
        words=PHRASEBOOK.board_words(language),
    )


def story(events: Sequence[Event], view: ByzantiumView, language: str, players: Sequence[str]) -> Figures:
    """The last battle, blow by blow, out of what happened lately."""
    return {"battle": chronicle(events, language, players)}
