"""Board: what a title's board tells the page that draws it.

A title with a board of its own subclasses `Board` with the figures that only its own templates read; the fields here are those that
every page knows how to draw. All of it is taken from a view, so that a page shows no more than its reader may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from .actions import Seat

Figures = Mapping[str, object]
"""Names and values for a template: nothing else reads them."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on a space: whose it is, in which state, and all of it in words.

    In `text`, `{0}`, `{1}`... are filled with the names of the players, `{name}` with the holder's. A title adds what its
    pieces show.
    """

    text: str
    seat: Seat | None = None
    state: str = ""
    count: int | None = None
    """The number on its piece, on a plain board."""
    guests: tuple[Seat, ...] = ()


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """Something beside the spaces that can be pointed at: a box, a track, a pile."""

    id: str
    name: str
    text: str
    x: float
    y: float
    w: float
    h: float
    d: str = ""
    """Its outline as a path, where it is no rectangle."""
    is_inert: bool = False
    """It only answers: no option ever touches it."""


class Answer(msgspec.Struct, frozen=True):
    """A line of the card that a thing on the board shows whoever points at it: what it is, whose, what is there, what it brings.

    `text` may have gaps for names as that of a `Mark`. A `term` of the glossary gives the line its name, and its explanation too.
    """

    text: str
    head: str = ""
    term: str = ""


class Layer(msgspec.Struct, frozen=True):
    """Something on the drawing that can be shown or not: whatever its templates mark with `data-layer` and this id.

    What is not `is_on` from the start bears `data-off`, too.
    """

    id: str
    name: str
    is_on: bool = True


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The board as one viewer sees it now."""

    map: Path | None = None
    """The map file; without one there is no drawing, only tables."""
    margin: float = 16
    """Paper around the map, in map units."""
    frame: tuple[float, float, float, float] | None = None
    """The part of the map that is drawn, if not all of it: x, y, width, height."""
    reach: float = 24
    """Radius around a city that belongs to it for pointer and finger."""
    with_seas: bool = False
    """Can seas be pointed at?"""
    compass: tuple[float, float] | None = None
    holders: Mapping[str, Mark] = {}
    """By space."""
    things: Sequence[Thing] = ()
    layers: Sequence[Layer] = ()
    """What readers may switch on and off, if anything."""
    notes: Mapping[str, str] = {}
    """What a space or thing is, in a sentence, by id."""
    seats: Mapping[Seat, Figures] = {}
    """For the cards of the players: `score`, `text`, and what the title's own template shows."""
    words: Mapping[str, str] = {}
    """The board's own words, in the reader's language."""
    panels_name: str = ""
    """What the panels beside the board are called."""
    story: Figures = {}
    """What happened lately, where the board tells stories."""
