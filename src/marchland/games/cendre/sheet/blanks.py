"""What a card asks of whoever fills in an order, and which things can come into question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from marchland.kernel.cards import CHOICE

from .lexicon import Lexicon
from .words import Names

OWN, BESIDE, THEIRS, REACH, AIM, WAY = "own", "beside", "theirs", "reach", "aim", "way"
"""Territories: one's own, those beside another, a nation's, those an army can get to, those of them where there is somebody or
something to attack, and those on its way there."""
BUILT, HERE, ASKING, STANDS = "built", "here", "asking", "stands"
"""Structures on one's land, those where the army is, those that ask for a decision, and where one stands."""
TAUGHT, LED, FIELD, ENEMIES = "taught", "led", "field", "enemies"
"""Spells of colours that are practised, units the nation has, discoveries of a field, nations at war."""

Known = Callable[[Lexicon], Names]
Values = Mapping[str, str]


class Blank(msgspec.Struct, frozen=True):
    """What a card asks of whoever fills it in: a field of the record, what kind of thing it takes, and what that is chosen from."""

    name: str
    kind: str = CHOICE
    known: Known | None = None
    is_needed: bool = True
    among: str = ""
    """Which of the things it is chosen from can come into question at all, where that can be told from what the nation sees."""

    least: int = 1
    """Of a number."""
    is_vital: bool = False
    """Not needed, and yet some orders of the kind are refused without it."""
    is_idle: bool = False
    """It does nothing in this order: a card does not ask for it, and keeps what is written."""

    def ids(self, lexicon: Lexicon) -> Mapping[str, None]:
        return self.known(lexicon).ids if self.known else {}


class When(msgspec.Struct, frozen=True):
    """On what is filled in elsewhere it hangs whether something is asked."""

    blank: str
    does: Callable[[str], bool]


class Form(msgspec.Struct, frozen=True):
    """How a card asks for an argument by several blanks.

    Which ones may depend on what is filled in already; `taken` makes fields of the record of their values, `spread` the reverse.
    """

    blanks: Callable[[Values], tuple[Blank, ...]]
    """All of them, when so much is filled in."""
    taken: Callable[[Mapping[str, Any]], dict[str, Any]]
    spread: Callable[[Any], dict[str, str]]
    hinge: str = ""
    """The blank on which it hangs what else is asked."""
