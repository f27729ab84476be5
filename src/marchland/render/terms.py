"""The terms of a table: those that every table has, and the title's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from marchland.kernel.glossary import Glossary, read_glossary
from marchland.kernel.title import Title

HOUSE = Path(__file__).parent / "data" / "glossary.yaml"


@cache
def house_terms() -> Glossary:
    """Seats, clocks, tools, tabs: whatever stands on the page of every title."""
    return read_glossary(HOUSE, {}, {})


def terms_of(title: Title) -> Glossary:
    """A title may explain better what is common to all."""
    return {**house_terms(), **title.glossary}


def explained(title: Title, language: str) -> dict[str, dict[str, str]]:
    """Every term of the table for the page that explains them, in one language."""
    rules = title.catalogue.rules
    return {
        id: {
            "name": term.name[language],
            "text": term.text[language],
            **({"rule": term.rule, "rule_name": rules[term.rule].name[language]} if term.rule in rules else {}),
        }
        for id, term in terms_of(title).items()
    }
