"""What questions are about, and answers that stand for questions of a kind, as titles declare them.

A title's `standing.py` lists the `Subject`s for which answers may stand, and says of each question which one it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import msgspec
from msgspec import Meta

from .actions import Action, Seat

if TYPE_CHECKING:
    from .state import State

G_in = TypeVar("G_in", bound="State", contravariant=True)
Text = dict[str, str]
ASK = "ask"
"""The answer that is none: whoever says so is asked, whatever stands further down the list."""
MOST_ANSWERS = 40
Sum = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(max_length=40)]


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of question for which answers may stand, as its title declares it."""

    name: Text
    answers: Mapping[str, Text]
    """What may be answered, by a word for it; `ASK` goes without saying."""
    amount: Text = {}
    """What the number of an answer means (a bid); without it answers have none."""
    cost: Text = {}
    """What the cost of the matter is; without it there is none."""
    means: Mapping[str, Text] = {}
    """What the seat may have at hand here, apart from its own cards."""
    has_rivals: bool = False
    has_cards: bool = False


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer that stands: to questions of a kind, if every condition holds. The first that fits is given."""

    kind: Word
    answer: Word
    rivals: Annotated[tuple[Seat, ...], Meta(max_length=20)] = ()
    """Only if it is the doing of one of these."""
    means: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    """Only if the seat could use one of these here."""
    below: Sum = 0
    """Only if the matter costs less; 0: whatever it costs."""
    amount: Sum = 0
    once: bool = False

    def fits(self, matter: Matter) -> bool:
        return (
            self.kind == matter.kind
            and (not self.rivals or not set(self.rivals).isdisjoint(matter.rivals))
            and (not self.means or not set(self.means).isdisjoint(matter.means))
            and (not self.below or matter.cost < self.below)
        )


class Matter(msgspec.Struct, frozen=True):
    """What a question is about, in terms that the whole table may know."""

    kind: str
    rivals: tuple[Seat, ...] = ()
    cost: int = 0
    means: tuple[str, ...] = ()


class StandingPart(Protocol[G_in]):
    """standing.py: what may be answered beforehand, on conditions (`matters`)."""

    @property
    def SUBJECTS(self) -> Mapping[str, Subject]:
        """The kinds of questions for which answers may stand."""

    @property
    def USUAL(self) -> Sequence[Standing]:
        """Answers that suit most players at a slow table; cards and rivals are nobody's in particular."""

    @property
    def JOINT(self) -> frozenset[str]:
        """Questions, by name, that are put to one seat after the other though the order hardly ever matters."""

    def matter(self, state: G_in, seat: Seat, /) -> Matter | None:
        """What the seat is asked about: only what the whole table may know. None: no answer can stand for it."""

    def answer(self, state: G_in, seat: Seat, standing: Standing, /) -> Action | None:
        """What a standing answer comes to here; None where it cannot be given, and the seat is asked."""

    def belongings(self, state: G_in, seat: Seat, /) -> tuple[str, ...]:
        """What the seat has that conditions may name (`card:7`), as the whole table knows it."""
