"""The board's words, from the title's phrasebook and catalogue."""

from __future__ import annotations

from functools import cache

from marchland.kernel.catalogue import Catalogue

from ..phrases import PHRASEBOOK
from ..tables import DATA


def say(key: str, language: str, **facts: object) -> str:
    return PHRASEBOOK.on_board(key, language, **facts)


def named(seat: int) -> str:
    """A gap for the name of whoever sits there, which the page fills in."""
    return f"{{{seat}}}"


@cache
def rules() -> Catalogue:
    return Catalogue(DATA / "rules.yaml")


def rule_text(rule: str, language: str) -> str:
    return rules().rules[rule].text(language)
