"""What seats may play, introduced to somebody who sits down for the first time: the contract of a title's `guide.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from .title import Value


class Introduction(msgspec.Struct, frozen=True, kw_only=True):
    """One of the picks of the option `of_seats`, in the reader's language."""

    pick: str
    name: str
    temper: str
    strengths: tuple[str, ...]
    goal: str
    is_gentle: bool = False
    """A good one to begin with."""


class GuidePart(Protocol):
    """guide.py"""

    @property
    def FIRST_GAME(self) -> Mapping[str, Value]:
        """The options of a first game, where they are not the usual ones."""

    def introductions(self, language: str, /) -> tuple[Introduction, ...]:
        """Everything a seat may play, those to begin with first."""
