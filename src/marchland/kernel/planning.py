"""Planning: what a title tells bots that search over whole turns (`marchland.bots.search`).

The unit of thought is one's own turn, from the question at hand to the moment at which others go on. Its small steps are tried in
many orders; what the turn came to is judged where it ends, because evaluations made in the middle of a turn compare badly.

How hard a bot thinks is data, a `Mind`. How it thinks is a *style*, a word that the hooks of the title understand: a beginner's
short sight, a builder's or a raider's taste. Levels differ by both, and never by chance. A title may have tastes that go with every
level (`Tasteful`): the style of a hard builder is that of hard, a `+` and the builder's.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from .actions import Action, Seat
    from .state import State

G_in = TypeVar("G_in", bound="State", contravariant=True)


class Mind(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a bot thinks, and in which manner."""

    style: str = ""
    """In what manner: the title's hooks know what it means."""
    width: int = 8
    """Ways through the turn that are followed at a time."""
    looks: int = 2000
    """Positions it looks at before it must have made up its mind: the same on every machine."""
    futures: int = 1
    """A step that rolls or draws ends a way if this is more than one: it is worth what so many throws come to on average."""
    seconds: float = 0.4
    """Only a cap, for slow machines: time decides nothing as long as it is kept."""
    finalists: int = 1
    """So many of the best turns are played on,"""
    deals: int = 1
    """each on so many tables on which what cannot be known is dealt anew,"""
    rounds: int = 0
    """until everybody else has had so many turns more, and it is the seat's again,"""
    rivals: tuple[Mind, ...] = ()
    """by players such as everybody is believed to be, at every table the next; by people in a hurry (`Brisk`) if none is named."""

    def with_taste(self, taste: str) -> Mind:
        """The same mind, with a liking for something."""
        return msgspec.structs.replace(self, style=f"{self.style}{AND}{taste}")


AND = "+"
"""Between a style and a taste that goes with it."""


def parted(style: str) -> tuple[str, str]:
    """A style and the taste that goes with it, if any."""
    manner, _, taste = style.partition(AND)
    return manner, taste


@runtime_checkable
class Planning(Protocol[G_in]):
    """A bot.py that lets bots search over turns."""

    @property
    def MINDS(self) -> Mapping[str, Mind]:
        """The bots that search, by name, the weakest first."""

    def turn_of(self, state: G_in, seat: Seat, /) -> int | None:
        """The number of the seat's own turn that is under way, even if others are asked in the middle of it; None if none is."""

    def steps(self, state: G_in, seat: Seat, style: str, /) -> Sequence[Action]:
        """The answers worth a thought, the likeliest first; there is always one."""

    def sameness(self, state: G_in, seat: Seat, /) -> Hashable:
        """What tells positions in the middle of a turn apart: ways that meet are followed once."""

    def hunch(self, state: G_in, seat: Seat, style: str, /) -> float:
        """How promising a position in the middle of the seat's turn is."""

    def judge(self, state: G_in, seat: Seat, style: str, /) -> float:
        """How good a position is for the seat once its turn is over: the logarithm of its odds to win."""

    def reply(self, state: G_in, seat: Seat, /) -> Action:
        """A quick answer: what anybody would do who is asked in the middle of somebody else's turn."""


@runtime_checkable
class Brisk(Protocol[G_in]):
    """A bot.py that knows how people play who do not think long: turns are played on by them, many times in a moment."""

    def rush(self, state: G_in, seat: Seat, /) -> Action:
        """What such a player would answer."""


@runtime_checkable
class Tasteful(Protocol):
    """A bot.py whose minds may have a taste, whatever their level: its hooks understand `style+taste` for all styles of levels."""

    @property
    def TASTES(self) -> Sequence[str]: ...
