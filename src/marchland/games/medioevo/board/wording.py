"""The board's own words: `words.yaml`. What rules already name is in the title's phrasebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from marchland.kernel.catalogue import Catalogue

from ..tables import DATA


@cache
def words() -> dict[str, dict[str, str]]:
    return msgspec.yaml.decode((Path(__file__).parent / "words.yaml").read_bytes(), type=dict[str, dict[str, str]])


def say(key: str, language: str, **facts: object) -> str:
    return words()[key][language].format(**facts)


def named(seat: int) -> str:
    """A gap for the name of whoever sits there, which the page fills in."""
    return f"{{{seat}}}"


@cache
def rules() -> Catalogue:
    return Catalogue(DATA / "rules.yaml")


def rule_text(rule: str, language: str) -> str:
    return rules().rules[rule].text(language)
