"""The board of Terre de Cendre: an atlas of the ash land as one nation knows it, and the nation's own books beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..phrases import PHRASEBOOK
from ..tables import FOLDER
from ..view import CendreView
from . import chart, marks, realm
from .lands import known_of, spoken
from .wording import say


def scene(view: CendreView, language: str) -> Mapping[str, Any]:
    """What the templates of this folder need, and what every board tells the page."""
    numbers = marks.numbers(view)
    return {
        "map": FOLDER / "map.json",
        "with_seas": True,
        "compass": chart.COMPASS,
        "holders": {code: spoken(view, code, numbers, language) for code in view.lands},
        "notes": {code: known_of(view, code, language) for code in view.lands},
        "chart": chart.chart(),
        "home": view.estate.nation.id if view.estate else "",
        "realms": marks.realms(view, numbers),
        "occupied": marks.occupied(view, numbers),
        "roads": marks.roads(view),
        "caravans": marks.caravans(view),
        "towns": marks.towns(view, numbers),
        "armies": marks.armies(view, numbers),
        "seats": {seat: realm.seat_plate(view, nation, language) for nation, seat in view.seats.items()},
        "date": realm.date(view, language),
        "own": realm.own(view, numbers, language),
        "ranking": realm.ranking(view, numbers, language),
        "relations": realm.relations(view, language),
        "market": realm.market(view, language),
        "panels_name": say("panels", language),
        "words": PHRASEBOOK.board_words(language),
    }
