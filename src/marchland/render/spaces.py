"""What one can point at on the drawing, in words: the spaces of the map and the things beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup, escape

from marchland.kernel.board import Board, Mark, Thing
from marchland.kernel.phrasebook import Phrasebook

from .ground import Ground
from .mapfile import Place


class Space(msgspec.Struct, frozen=True):
    """A space with all that is said of it, and what that was made of."""

    place: Place
    made_of: tuple[Mark | None, bool, float]
    said: Markup
    """By a screen reader: its name, its ground, and what stands there."""
    is_hit: bool
    """Can it be pointed at?"""
    is_told: bool
    """Does it stand in the text beside the drawing?"""

    @property
    def reach(self) -> float | None:
        """The radius around a dot that belongs to it; an outline needs none."""
        return None if self.place.path else self.made_of[2]


Spaces = Mapping[str, Space]


class Voice(msgspec.Struct, frozen=True):
    """How the board is spoken of: in the words of a title, in a language, with the names of the people by seat."""

    phrases: Phrasebook
    language: str
    names: tuple[str, ...]

    def filled(self, text: str) -> str:
        """A board's text with the names of people in its gaps `{0}`, `{1}`..."""
        return text.format(*self.names)

    def of_spaces(self, board: Board, ground: Ground, before: Spaces) -> Spaces:
        """Every space of the map. Where nothing changed it is the one that was there `before`, of which the same voice spoke."""
        found: dict[str, Space] = {}
        for place in ground.sheet.places:
            known = before.get(place.id)
            made_of = (board.holders.get(place.id), board.with_seas, board.reach)
            found[place.id] = known if known is not None and known.made_of == made_of else self._space(place, ground, *made_of)
        return found

    def of_things(self, things: Sequence[Thing]) -> dict[str, Thing]:
        """Everything beside the spaces, by id, with the names of people in its text."""
        return {thing.id: msgspec.structs.replace(thing, text=self.filled(thing.text)) for thing in things}

    def _space(self, place: Place, ground: Ground, mark: Mark | None, with_seas: bool, reach: float) -> Space:
        return Space(
            place,
            (mark, with_seas, reach),
            escape(", ".join(word for word in self.words_of(place, ground, mark) if word)),
            place.kind in ("land", "city") or (place.kind == "sea" and with_seas),
            place.kind == "land" or (mark is not None and place.kind != "void"),
        )

    def words_of(self, place: Place, ground: Ground, mark: Mark | None) -> list[str]:
        """Its name first, then its ground and what stands there."""
        symbols = () if place.kind == "city" else place.symbols
        words = [
            place.name[self.language],
            ground.sheet.terrains.get(place.terrain, {}).get(self.language, ""),
            *(self.phrases.word(symbol, self.language) for symbol in symbols),
        ]
        if mark is not None:
            holder = str(mark.seat) if mark.seat is None else self.names[mark.seat]
            words.append(mark.text.format(*self.names, name=holder))
        return words
