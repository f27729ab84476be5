"""The contract of titles (`contract.py`) for answers that are written: `mail.py`, and `desk/` for sheets filled in by cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from .actions import Action, Seat
    from .cards import Bonds, Card, Deal, Forecast, Group, Lesson, Light, Place, Proposal, Trace, Wish
    from .documents import Document
    from .errors import Refusal
    from .events import Event
    from .mail import Line, OrderKind, Reading
    from .state import State
    from .story import Headline, Story
    from .views import View

G_in = TypeVar("G_in", bound="State", contravariant=True)
V_in = TypeVar("V_in", bound="View", contravariant=True)
R = TypeVar("R", bound=msgspec.Struct)


class MailPart(Protocol[G_in, R]):
    """mail.py: sheets in, reports and a gazette out. Decisions that are answered by a sheet say so (`Decision.WRITTEN`)."""

    @property
    def SEAT_NAMES(self) -> tuple[str, ...]:
        """All seats there can be."""

    @property
    def FORGED(self) -> str:
        """The rule that voids a sheet which is not from its seat."""

    def seating(self, wanted: Sequence[str], /) -> tuple[int, Mapping[str, object]]:
        """How many seats these names are, and the options that say so."""

    def seat_names(self, state: G_in, /) -> tuple[str, ...]:
        """How each seat signs its letters."""

    def turn_name(self, state: G_in, /) -> str:
        """The turn that sheets are written for."""

    def turn_words(self, turn: str, language: str, /) -> str:
        """The name of a turn as people say it."""

    def read(self, state: G_in, seat: Seat, data: bytes, /) -> Reading:
        """A sheet as it was understood, with a verdict for every line."""

    def explain(self, refusal: Refusal, language: str, /) -> str:
        """Why a line is doubtful or refused."""

    def form(self, state: G_in, seat: Seat, key: str = "", language: str = "", /) -> str:
        """The next sheet, filled in as far as it can be; without a language as it is kept."""

    def write(self, state: G_in, seat: Seat, action: Action, language: str = "", /) -> str:
        """The sheet that says this; without a language as it is kept."""

    def kinds(self, state: G_in, seat: Seat, language: str, /) -> tuple[OrderKind, ...]:
        """What can be written, with examples from the seat's own table."""

    def lines(self, state: G_in, seat: Seat, action: Action, /) -> tuple[Line, ...]:
        """A sheet's orders as they are played, before the turn."""

    def report(self, state: G_in, seat: Seat, events: Sequence[Event], lines: Sequence[Line], /) -> R:
        """Everything the seat may know after a turn, as data."""

    def gazette(self, state: G_in, events: Sequence[Event], /) -> R:
        """What everybody may know."""

    def document(self, report: R, language: str, /) -> Document:
        """Either of them in words."""


@runtime_checkable
class Probing(Protocol[G_in]):
    """A mail.py that knows sheets which try to find out what others hide, for the tests."""

    def probes(self, state: G_in, seat: Seat, /) -> tuple[str, ...]: ...


@runtime_checkable
class Renewing(Protocol[G_in]):
    """A mail.py whose sheets name the turn they are for: a sheet that is kept for any turn can be made out for the present one."""

    def renewed(self, state: G_in, seat: Seat, text: str, /) -> str: ...


@runtime_checkable
class Signing(Protocol[G_in]):
    """A mail.py that says what its seats are called by those who write to them."""

    def signatures(self, state: G_in, language: str, /) -> tuple[str, ...]:
        """The name of each seat in a language, as people say it."""


@runtime_checkable
class Recounting(Protocol[G_in, R]):
    """A mail.py that tells a turn as a story, from what one seat sees alone; without a seat from what is public."""

    def remembered(self, state: G_in, seat: Seat | None, events: Sequence[Event], /) -> R:
        """The little that is kept in mind of a turn, to draw figures over the years and to know what was learnt when."""

    def headlines(
        self, before: G_in | None, state: G_in, seat: Seat | None, events: Sequence[Event], language: str, /
    ) -> tuple[Headline, ...]:
        """What matters most to the seat, the heaviest first. `before` is the table when the turn began; None for the opening."""

    def story(
        self,
        before: G_in | None,
        state: G_in,
        seat: Seat | None,
        events: Sequence[Event],
        lines: Sequence[Line],
        past: Sequence[R],
        language: str,
        /,
    ) -> Story:
        """The turn that ended with this state; `past` is what is remembered of all turns up to this one."""


class DeskPart(Protocol[G_in]):
    """desk/: a sheet as cards. All it tells comes from what the seat may know (`redeal`, `view`) and from the text before it."""

    def groups(self, state: G_in, seat: Seat, text: str, language: str, /) -> tuple[Group, ...]:
        """Everybody who takes orders, with the orders that stand on the sheet and those that could."""

    def card(self, state: G_in, seat: Seat, text: str, wish: Wish, language: str, /) -> Card:
        """An order being filled in, with a menu of legal values for every argument."""

    def changed(self, state: G_in, seat: Seat, text: str, wish: Wish, language: str, /) -> str:
        """The text with this order on it: in the place of its line, or as a new one where it belongs."""

    def dropped(self, state: G_in, seat: Seat, text: str, line: int, /) -> str:
        """The text without this line."""

    def added(self, state: G_in, seat: Seat, text: str, line: str, section: str, /) -> str:
        """The text with one more line, under its heading."""


@runtime_checkable
class Pointing(Protocol[G_in]):
    """A desk/ that gives orders on the map."""

    def lights(self, state: G_in, seat: Seat, text: str, group: str, language: str, /) -> tuple[Light, ...]:
        """Where a group can be sent, and by which order."""

    def traces(self, state: G_in, seat: Seat, text: str, language: str, /) -> tuple[Trace, ...]:
        """The orders of the sheet as they are drawn."""

    def place(self, state: G_in, seat: Seat, text: str, space: str, language: str, /) -> Place:
        """What is known of a space, and what can be ordered there."""


@runtime_checkable
class Foreseeing(Protocol[G_in]):
    """A desk/ that knows what a sheet costs and may bring."""

    def forecast(self, state: G_in, seat: Seat, text: str, language: str, /) -> Forecast: ...


@runtime_checkable
class Advising(Protocol[G_in]):
    """A desk/ with somebody who proposes orders, each with its reason."""

    def proposals(self, state: G_in, seat: Seat, text: str, language: str, /) -> tuple[Proposal, ...]: ...


@runtime_checkable
class Teaching(Protocol[G_in]):
    """A desk/ that leads newcomers through their first sheets."""

    def lesson(self, state: G_in, seat: Seat, text: str, language: str, /) -> Lesson | None: ...


@runtime_checkable
class Hesitating(Protocol[G_in]):
    """A desk/ that knows when one should think twice before a sheet is handed in."""

    def misgivings(self, state: G_in, seat: Seat, text: str, language: str, /) -> tuple[str, ...]: ...


@runtime_checkable
class Comparing(Protocol[G_in]):
    """A desk/ that lays another sheet beside one's own: what it would add, and what of it would be in the way."""

    def compared(self, state: G_in, seat: Seat, text: str, other: str, language: str, /) -> tuple[Proposal, ...]: ...


@runtime_checkable
class Negotiating(Protocol[G_in]):
    """A desk/ of a game of treaties: what lies on the table between this seat and others."""

    def deals(self, state: G_in, seat: Seat, text: str, language: str, /) -> tuple[Deal, ...]: ...


@runtime_checkable
class Binding(Protocol[V_in]):
    """A desk/ that knows who is bound to whom, for players and for those who watch."""

    def bonds(self, view: V_in, language: str, /) -> Bonds: ...
