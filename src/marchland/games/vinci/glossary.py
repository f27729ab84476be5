"""The tiles as terms: their names stand with the tiles, what they do in the words of the board."""

from __future__ import annotations

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.glossary import Glossary, Term

from .phrases import PHRASEBOOK
from .tables import KINDS, TileKind


def terms() -> Glossary:
    return {f"tile:{kind.id}": _term(kind) for kind in KINDS.values()}


def _term(kind: TileKind) -> Term:
    text = {language: PHRASEBOOK.on_board(f"help_{kind.id}", language) for language in LANGUAGES}
    return Term(name=kind.name, text=text, sign=f"games/vinci/tiles.svg#{kind.id}", about="tile")
