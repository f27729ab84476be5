"""What a page is drawn from: a view, the options as they stand, the people at the table, the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Allotment, PreviewLine
from marchland.kernel.retelling import Gain
from marchland.kernel.title import Outcome, Title
from marchland.kernel.views import View


class Choice(msgspec.Struct, frozen=True):
    """One legal answer of the viewer: its place in the list of options, its sentence and what it touches."""

    index: int
    label: str
    touches: tuple[str, ...] = ()
    preview: Sequence[PreviewLine] = ()
    verb: str = ""
    """The action's type: choices with one verb stand together."""
    is_needless: bool = False
    """Does what another one does, and costs no less."""
    is_obvious: bool = False
    """The only one that is not needless, though somebody is asked: it stands out."""


class SeatTime(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's clock or deadline, as it is until somebody moves: pages count down by themselves."""

    due: str = ""
    """When its time runs out, in UTC as ISO 8601; empty while it does not run."""
    due_words: str = ""
    left: str = ""
    """What the seat's clock shows while it does not run."""
    is_clock: bool = False
    """Seconds matter."""
    note: str = ""
    """Who answers instead."""


class SeatCard(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where. `kind` is human, bot or open."""

    seat: Seat
    name: str
    kind: str = "human"
    bot: str = ""
    """Which bot it is, in words."""
    you: bool = False
    online: bool = False
    time: SeatTime | None = None
    away: str = ""
    """That somebody is on vacation, and until when."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log. `n` is the entry number it belongs to; `kind` the event's name, for the filters."""

    n: int
    text: str
    rule: str = ""
    kind: str = ""
    seat: Seat | None = None
    touches: tuple[str, ...] = ()
    at: str = ""
    private: bool = False
    dice: tuple[int, ...] = ()
    """What six-sided dice showed, if the line is about a throw."""
    new: bool = False
    """Happened since the viewer's last move."""
    undone: bool = False
    """The host took it back."""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at the table; `seat` None is a spectator."""

    name: str
    text: str
    seat: Seat | None = None
    at: str = ""


class DeskCards(msgspec.Struct, frozen=True, kw_only=True):
    """A desk with cards: where they are changed, and what stands on it as HTML where that is part of the page already."""

    address: str
    parts: Mapping[str, str] = {}
    """`cards`, `forecast`, `proposals`, `lesson` and `place`, as far as there are any."""


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """Where the viewer writes a sheet: the turn it is for, what stands on it, and what was handed in already."""

    turn: str
    turn_words: str
    text: str
    longest: int
    bots: Sequence[Mapping[str, str]] = ()
    """Bots whose sheet one can start from: `name` and `label`."""
    receipt: Mapping[str, Any] | None = None
    """Of the sheet that counts now: `number`, `time` and `url`."""
    verdicts: str = ""
    """What became of its lines, as HTML."""
    papers: str = ""
    """Where the report of the turn before can be read."""
    saved: str = ""
    """When the text was last saved as a draft; empty where it is none."""
    misgivings: tuple[str, ...] = ()
    """Why one should think twice before handing it in: what was handed in a moment ago was not taken yet."""
    cards: DeskCards | None = None
    """The sheet as cards, where the title's sheets can be filled in by them."""


class Turning(NamedTuple):
    """When a game turned: `lead` (took the lead for good), `gain` (the most at once) or `behind` (the winner's worst moment)."""

    kind: str
    n: int
    seat: Seat
    points: int
    other: Seat | None = None


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in figures, all of them public."""

    series: Sequence[Mapping[str, Any]] = ()
    """Scores over time: `n` (entry) and `scores` (by seat), oldest first."""
    sources: Mapping[str, str] = {}
    """Where points came from, by name, in the title's order."""
    gains: Sequence[tuple[int, Gain]] = ()
    verdict: str = ""
    """What decided between equal scores."""
    turning: Sequence[Turning] = ()


def plain_asset(path: str) -> str:
    return f"/static/{path}"


class Scene(msgspec.Struct, kw_only=True, dict=True):
    """Everything one viewer's page shows at one moment."""

    title: Title
    view: View
    language: str
    seats: Sequence[SeatCard]
    prompt: str = ""
    """What the viewer is asked; for everybody else, what is being done by whoever is asked."""
    notice: str = ""
    """A whole sentence that stands where others would be waited for."""
    question: str = ""
    """The type of the question, as the viewer may know it."""
    is_shared: bool = False
    """Do several people look at this page in turns? Then it says whose turn it is."""
    is_guided: bool = False
    """A lesson says what to do: nothing has to be entered or is asked about first."""
    is_closed: bool = False
    """Nobody goes on with this game, though it has no end."""
    choices: Sequence[Choice] = ()
    allotment: Allotment | None = None
    """What can be divided among places in one answer, beside the choices."""
    entry: int = 0
    can_undo: bool = False
    can_restart: bool = False
    can_be_advised: bool = False
    """The coach may be asked."""
    has_steward: bool = False
    """Whoever advises sits at the desk."""
    outcome: Outcome | None = None
    reason: str = ""
    """Why a finished game ended, as a sentence."""
    ending: Ending | None = None
    """How a finished game came about."""
    moves: str = ""
    """Where the game can be seen again, move by move."""
    touched: frozenset[str] = frozenset()
    """What changed on the board in this step of a replay."""
    asset: Callable[[str], str] = plain_asset
    replay: bool = False
    """Stepping through the past: nothing can be played."""
    desk: Desk | None = None
    """For decisions that are answered by a written sheet."""
    pace: str = ""
    """How time is kept at the table, in words."""
    ends: SeatTime | None = None
    """When the last turn is begun, where a game ends by the clock."""
    is_paused: bool = False
    """No time runs."""
    recent: Sequence[Event] = ()
    """What happened lately and the viewer may know, oldest first: for boards that tell a story."""

    @property
    def viewer(self) -> Seat | None:
        return self.view.viewer

    @property
    def is_yours(self) -> bool:
        return self.viewer is not None and self.viewer in self.view.deciders and not self.replay

    @cached_property
    def card(self) -> dict[Seat, SeatCard]:
        return {card.seat: card for card in self.seats}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, by seat."""
        return tuple(card.name for card in sorted(self.seats, key=lambda card: card.seat))

    def named(self, seat: Any) -> str:
        card = self.card.get(seat)
        return card.name if card else str(seat)
