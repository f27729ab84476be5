"""The question on the table as it is put to the viewer: its sentence, and what its options say, cost and bring."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from marchland.kernel import asking
from marchland.kernel.actions import Action
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.events import Event
from marchland.kernel.frames import Allotment, Decision, PreviewLine
from marchland.kernel.state import State

from . import keeping
from .keeping import Standing
from .models import EntryKind

if TYPE_CHECKING:
    from .selectors import Sight


def asked(sight: Sight) -> str:
    """The question as it is put to the viewer, who is asked."""
    if sight.state is None or sight.viewer.seat is None:
        return ""
    happened = recent_events(sight) if sight.title.parts.recalling is not None else ()
    return asking.asked(sight.title, sight.state, sight.viewer.seat, sight.language, sight.players, happened)


def awaited(sight: Sight, question: Decision[State]) -> str:
    """What whoever is asked is doing, for those who are not, and in the past."""
    return sight.title.phrases.awaited(question, sight.language, sight.players)


def needless(sight: Sight, offered: tuple[Action, ...]) -> Collection[Action]:
    """Those of the viewer's options that do what another one does and cost no less."""
    asked = sight.question if offered else None
    return asking.needless(asked.state, asked.seat, offered) if asked is not None else ()


def obvious(sight: Sight, offered: tuple[Action, ...]) -> Action | None:
    """The option that goes without saying, where the viewer is asked all the same."""
    asked = sight.question if offered else None
    return asking.obvious(asked.state, asked.seat) if asked is not None else None


def option_words(sight: Sight, action: Action) -> str:
    """An option of the viewer's, in words: with what the question knows of it."""
    asked = sight.question
    facts = asked.decision.facts(asked.state, asked.seat, action) if asked is not None else {}
    return sight.title.phrases.action(action, sight.language, sight.players, facts)


def allotment(sight: Sight) -> Allotment | None:
    """What the viewer's seat may divide among places in one answer."""
    asked = sight.question if sight.is_asked else None
    return asked.decision.allotment(asked.state, asked.seat) if asked is not None else None


def preview_lines(sight: Sight, action: Action) -> list[PreviewLine]:
    asked = sight.question
    return asked.decision.preview(asked.state, asked.seat, action) if asked is not None else []


def recent_events(sight: Sight) -> list[Event]:
    """What the last entries made happen, as far as the viewer may know it, oldest first."""
    entries = [entry for entry in reversed(sight.latest[: keeping.RECENT]) if entry.kind != EntryKind.UNDO]
    return [event for _, event in known_events(sight, entries)]


def known_events(sight: Sight, entries: list[Standing]) -> list[tuple[int, Event]]:
    """What these entries made happen, as far as the viewer may know it, each with its entry's number."""
    seat = sight.viewer.seat
    return [
        (entry.n, one.event)
        for entry, happened in zip(entries, keeping.events_of(sight.table, entries), strict=True)
        for one in happened
        if one.event is not None and is_for(one.data, seat)
    ]


def is_for(event: dict[str, Any], seat: SeatNumber | None) -> bool:
    audience = event.get("audience")
    return audience is None or (seat is not None and seat in audience)
