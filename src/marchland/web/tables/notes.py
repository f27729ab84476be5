"""What the clock and the host did, as lines of the log: everybody reads them, so they tell nothing that is hidden.

Such an entry holds `{"do": ..., ...}`; whoever makes one of a new kind says here how it is told (`@tells("pause")`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.title import Title
from marchland.web.absence.vacations import day
from marchland.web.lobby.words import level_name
from marchland.web.words import say

from .models import TELLING, EntryKind, Until

NOTES = (*TELLING, EntryKind.BACK, EntryKind.CORRECT)


@dataclass(frozen=True)
class Note:
    """What was done, about which seat, with everybody's name."""

    data: Mapping[str, Any]
    seat: SeatNumber | None
    players: Sequence[str]
    title: Title

    @property
    def name(self) -> str:
        return self.players[self.seat] if self.seat is not None else ""


Teller = Callable[[Note], str]
_tellers: dict[str, Teller] = {}


def tells(*does: str) -> Callable[[Teller], Teller]:
    """This function says what was done."""

    def known(teller: Teller) -> Teller:
        _tellers.update(dict.fromkeys(does, teller))
        return teller

    return known


def told(note: Note) -> str:
    """What was done, as a sentence. What this release no longer knows keeps its name, as events do."""
    do = str(note.data.get("do", ""))
    teller = _tellers.get(do)
    return teller(note) if teller is not None else do


@tells("late")
def late(note: Note) -> str:
    """Which answer is given for somebody who is late once is not told: it would tell what lies in a sealed lane."""
    if note.data["until"] == Until.RETURN:
        return say("log_stands_in", name=note.name, level=level_name(note.title, note.data["by"]))
    return say("log_late", name=note.name)


@tells("back")
def back(note: Note) -> str:
    return say("log_back", name=note.name)


@tells("halt")
def halt(note: Note) -> str:
    return say("log_halt")


@tells("resume")
def resume(note: Note) -> str:
    return say("log_resume")


@tells("away")
def away(note: Note) -> str:
    return say("log_away", name=note.name)


@tells("moved")
def moved(note: Note) -> str:
    due = timezone.localtime(datetime.fromisoformat(note.data["due"]))
    return say("log_moved", name=note.name, due=f"{day(due.date())} {due:%H:%M}")


@tells("offered")
def offered(note: Note) -> str:
    return say("log_offered", name=note.name)


@tells("taken")
def taken(note: Note) -> str:
    return say("log_taken", name=note.name)
