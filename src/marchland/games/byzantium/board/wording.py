"""The board's own words: `words.yaml`. What rules already name is in the title's phrasebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ..phrases import PHRASEBOOK


@cache
def words() -> dict[str, dict[str, str]]:
    return msgspec.yaml.decode((Path(__file__).parent / "words.yaml").read_bytes(), type=dict[str, dict[str, str]])


def say(key: str, language: str, **facts: object) -> str:
    return words()[key][language].format(**facts)


def count(key: str, number: int, language: str) -> str:
    """A number with its noun: `token` and `tokens` are two words of the file."""
    return say(key if number == 1 else f"{key}s", language, n=number)


def known(key: str, language: str) -> str:
    """A word of the rules: a side, a slot, a box."""
    return PHRASEBOOK.word(key, language)


def named(seat: int) -> str:
    """A gap for the name of whoever sits there, which the page fills in."""
    return f"{{{seat}}}"
