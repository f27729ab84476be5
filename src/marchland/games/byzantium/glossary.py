"""The boxes and areas as terms: their names and what they do stand with the words of the board."""

from __future__ import annotations

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.glossary import Glossary, Term

from .board.furniture import LAYOUT, box_help, box_name


def terms() -> Glossary:
    return {f"box:{name}": _term(name) for row in LAYOUT for name in row}


def _term(name: str) -> Term:
    return Term(
        name={language: box_name(name, language) for language in LANGUAGES},
        text={language: box_help(name, language) for language in LANGUAGES},
    )
