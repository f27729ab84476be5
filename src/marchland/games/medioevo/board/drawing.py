"""The scene of the table: what the templates of this folder need, gathered from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchland.kernel.board import Board, Figures

from ..phrases import PHRASEBOOK
from ..view import MedioevoView
from ..world import MAPS
from .battle import battles
from .ground import frame, heraldry, outside
from .pieces import armies, event_zone_now, journeys, marks, towns_drawn, vehicles
from .realm import cards, diplomacy, drawn_cards, fleet, group_now, legend, technology_tree, turn_now
from .seats import seat_sheet
from .things import notes
from .wording import say


class MedioevoBoard(Board, frozen=True, kw_only=True):
    """Arms and towns, armies and transports on the map; cards, technologies, diplomacy and battles beside it."""

    heraldry: Sequence[Figures]
    towns: Mapping[str, Figures]
    armies: Sequence[Figures]
    vehicles: Sequence[Figures]
    journeys: Sequence[Figures]
    event_zone: Sequence[str]
    outside: Sequence[str]
    turn: Figures
    battles: Sequence[Figures]
    drawn: Sequence[Figures]
    cards: Sequence[Figures]
    technologies: Mapping[str, Figures]
    diplomacy: Figures
    fleet: Figures
    legend: Figures
    group: str


def drawn(view: MedioevoView, language: str) -> MedioevoBoard:
    return MedioevoBoard(
        map=MAPS[view.map],
        with_seas=True,
        frame=frame(view.area),
        holders=marks(view, language),
        notes=notes(view, language),
        heraldry=heraldry(),
        towns=towns_drawn(view),
        armies=armies(view, language),
        vehicles=vehicles(view, language),
        journeys=journeys(view),
        event_zone=event_zone_now(view),
        outside=outside(view.area, view.waters),
        seats={seat.seat: seat_sheet(view, seat, language) for seat in view.seats},
        turn=turn_now(view, language),
        battles=battles(view, language),
        drawn=drawn_cards(view, language),
        cards=cards(view, language),
        technologies=technology_tree(view, language),
        diplomacy=diplomacy(view, language),
        fleet=fleet(view, language),
        legend=legend(language),
        group=group_now(view, language),
        panels_name=say("panels", language),
        words=PHRASEBOOK.board_words(language),
    )
