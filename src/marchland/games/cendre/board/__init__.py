"""The board of Terre de Cendre: an atlas of the ash land as one nation knows it, and the nation's own books beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchland.kernel.board import Board, Figures

from ..phrases import PHRASEBOOK
from ..state import Code
from ..tables import FOLDER
from ..view import CendreView
from . import chart, marks, realm
from .lands import known_of, spoken
from .layers import layers, overlays
from .wording import say


class CendreBoard(Board, frozen=True, kw_only=True):
    """Realms, roads, towns and armies on the atlas; the nation's books, its standing and the market beside it."""

    chart: Figures
    home: str
    realms: Sequence[Figures]
    occupied: Sequence[Figures]
    roads: Figures
    caravans: Sequence[str]
    towns: Mapping[Code, Figures]
    armies: Mapping[Code, Figures]
    overlays: Figures
    date: Figures
    own: Figures | None
    ranking: Figures
    relations: Sequence[str]
    market: Figures | None


def scene(view: CendreView, language: str) -> CendreBoard:
    """What the templates of this folder need, and what every board tells the page."""
    numbers = marks.numbers(view)
    return CendreBoard(
        map=FOLDER / "map.json",
        with_seas=True,
        compass=chart.COMPASS,
        holders={code: spoken(view, code, numbers, language) for code in view.lands},
        notes={code: known_of(view, code, language) for code in view.lands},
        chart=chart.chart(),
        home=view.estate.nation.id if view.estate else "",
        realms=marks.realms(view, numbers),
        occupied=marks.occupied(view, numbers),
        roads=marks.roads(view),
        caravans=marks.caravans(view),
        towns=marks.towns(view, numbers),
        armies=marks.armies(view, numbers),
        layers=layers(view, language),
        overlays=overlays(view, numbers, language),
        seats={seat: realm.seat_plate(view, nation, language) for nation, seat in view.seats.items()},
        date=realm.date(view, language),
        own=realm.own(view, numbers, language),
        ranking=realm.ranking(view, numbers, language),
        relations=realm.relations(view, language),
        market=realm.market(view, language),
        panels_name=say("panels", language),
        words=PHRASEBOOK.board_words(language),
    )
