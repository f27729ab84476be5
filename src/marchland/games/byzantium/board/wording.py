"""The board's words, from the title's phrasebook."""

from __future__ import annotations

from ..phrases import PHRASEBOOK


def say(key: str, language: str, **facts: object) -> str:
    return PHRASEBOOK.on_board(key, language, **facts)


def count(key: str, number: int, language: str) -> str:
    """A number with its noun."""
    return say(key, language, n=number)


def known(key: str, language: str) -> str:
    """A word of the rules: a side, a slot, a box."""
    return PHRASEBOOK.word(key, language)


def named(seat: int) -> str:
    """A gap for the name of whoever sits there, which the page fills in."""
    return f"{{{seat}}}"
