"""The board as the page draws it: `scene` hands a view to the templates of this folder. Facts of the map are in `world`."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.board import Figures
from marchland.kernel.events import Event

from ..view import MedioevoView
from .answers import answers as answers
from .battle import chronicle
from .drawing import MedioevoBoard, drawn
from .things import place_of as where


def scene(view: MedioevoView, language: str) -> MedioevoBoard:
    """What the templates of this folder need, and what every board tells the page."""
    return drawn(view, language)


def story(events: Sequence[Event], view: MedioevoView, language: str, players: Sequence[str]) -> Figures:
    """The last battle, blow by blow, out of what happened lately."""
    return {"battle": chronicle(events, language, players)}


def place_of(view: MedioevoView, thing: str) -> str:
    """The space where a piece lies that an option touches."""
    return where(view, thing)
