"""How a title's questions are put: kinds of action that stand out or have to be entered, and whose doing a question is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from .events import Event
    from .frames import Decision


class Manner(Enum):
    """A word of the title's about a kind of action. One that has none is a button among others, and plays at once."""

    PRIMARY = "primary"
    """What most players want here: the button that stands out. Never what gives something up."""
    ASKED = "asked"
    """Not done at a first click: what it brings is shown, and it is asked about once."""
    MODE = "mode"
    """Gives something up by pointing at it: nothing is lit before one has entered this mode by its button."""


@runtime_checkable
class Mannered(Protocol):
    """A phrases.py that says how kinds of action are offered, by their names."""

    @property
    def MANNERS(self) -> Mapping[str, Manner]: ...


@runtime_checkable
class Recalling(Protocol):
    """A phrases.py that can say whose doing a question is: what was attacked, and by whom."""

    def recalled(self, question: Decision[Any], events: Sequence[Event], /) -> Mapping[str, object]:
        """Facts for the question's sentence from what whoever is asked has lately seen happen, oldest first."""
