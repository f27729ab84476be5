"""What a seat wants to be shown: kept with the seat, and read by nobody else."""

from __future__ import annotations

from dataclasses import dataclass

from marchland.web.tables.models import Seat
from marchland.web.tables.selectors import Sight

LESSONS, TURN, REFUSED = "lessons", "turn", "refused"


@dataclass(frozen=True)
class Guide:
    has_lessons: bool = False
    refused: frozenset[str] = frozenset()
    """Proposals that are not to be shown again this turn."""


def guide_of(sight: Sight) -> Guide:
    """For the seat through which the viewer looks."""
    place = next((place for place in sight.table.seats.all() if place.number == sight.viewer.seat), None)
    if place is None or sight.state is None:
        return Guide()
    return read_guide(place, sight.title.parts.mail.turn_name(sight.state))


def read_guide(place: Seat, turn: str) -> Guide:
    kept = place.guide
    refused = kept.get(REFUSED, ()) if kept.get(TURN) == turn else ()
    return Guide(bool(kept.get(LESSONS)), frozenset(refused))
