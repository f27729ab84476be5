"""What counts in a test, part by part: the dice and whoever reckons the chances beforehand count the same figures."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Part(msgspec.Struct, frozen=True):
    """One thing that helps or hinders a test: a word of the phrase book, how much, and the rule behind it."""

    name: str
    amount: int
    rule: str


Parts = tuple[Part, ...]


def counting(*parts: Part) -> Parts:
    """Those that make a difference."""
    return tuple([part for part in parts if part.amount])


def total(parts: Iterable[Part]) -> int:
    return sum([part.amount for part in parts])
