"""A turn told as a story: what passes between a title's `mail` (`writing.Recounting`) and the page that shows it.

Everything comes from what one reader saw: the views before and after the turn, and the events that reader may know. Every sentence
in these records is in the reader's language; ids are neutral, so that a page can draw a story without knowing the title.
"""

from __future__ import annotations

import msgspec

from .cards import Figure
from .documents import LogLine

WON, LOST, GAINED, THREATENED, OFFERED, TOLD = "won", "lost", "gained", "threatened", "offered", "told"
"""What a headline means to its reader; `told`: news of others."""
MOST_HEADLINES = 5


class Headline(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that matters: the heaviest come first."""

    kind: str
    text: str
    weight: int
    space: str = ""
    """Where it happened on the map."""
    rule: str = ""


class Throw(msgspec.Struct, frozen=True):
    """A test: dice and bonus against what was needed."""

    dice: tuple[int, ...]
    bonus: int
    needed: int
    is_met: bool


class Deed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order of one's own: the line, what became of it, the throw that decided it, and what came of it."""

    line: int
    text: str
    status: str
    outcome: str
    """The status in words."""
    throw: Throw | None = None
    causes: tuple[LogLine, ...] = ()
    space: str = ""


class Host(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side of a fight, as far as the reader knows it: `force` and everything after it only where he fought himself."""

    name: str
    units: int
    lost: int
    is_victor: bool
    is_own: bool = False
    troops: tuple[Figure, ...] = ()
    fallen: tuple[Figure, ...] = ()
    force: int | None = None
    figures: tuple[Figure, ...] = ()
    """Each thing that counted for this side, with its amount."""
    dice: tuple[int, ...] = ()
    total: int | None = None


class Stage(msgspec.Struct, frozen=True):
    """One step of a fight, in the order in which it was taken."""

    id: str
    heading: str
    lines: tuple[LogLine, ...]


class Fight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    space: str
    heading: str
    attack: Host
    defence: Host
    is_own: bool = False
    stages: tuple[Stage, ...] = ()
    result: str = ""
    """Who holds the field, and whose the land is now."""
    rule: str = ""

    @property
    def sides(self) -> tuple[Host, Host]:
        return self.attack, self.defence


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """A figure before the turn and after it; `sense` is 1 where more is better, -1 where less is."""

    id: str
    name: str
    was: int
    now: int
    sense: int = 1

    @property
    def by(self) -> str:
        """The difference, with its sign; nothing where there is none."""
        return f"{self.now - self.was:+}" if self.now != self.was else ""

    @property
    def trend(self) -> str:
        change = (self.now - self.was) * self.sense
        return "better" if change > 0 else "worse" if change else "same"


class Alteration(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the map that is not as it was."""

    kind: str
    text: str
    space: str


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of the small map: an outline with its holder's colour; `look` says what it is, or what happened there."""

    path: str
    look: str
    fill: str = ""
    space: str = ""
    title: str = ""


class Sketch(msgspec.Struct, frozen=True, kw_only=True):
    """A small map of what has changed, beside the list that says it in words.

    `box` is the part of the world that is worth showing: left, top, width, height.
    """

    box: tuple[float, float, float, float]
    areas: tuple[Area, ...]
    pins: tuple[tuple[str, float, float, str], ...] = ()
    """Where something changed: its kind, the place, and its name."""


class Series(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure turn by turn; None where it is not known."""

    name: str
    values: tuple[int | None, ...]
    is_own: bool = False


class Graph(msgspec.Struct, frozen=True):
    """Figures over the years: one's own first, then those of others as far as they are public."""

    id: str
    name: str
    series: tuple[Series, ...]


class Recollection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was once learnt of others, with its date."""

    about: str
    """The place or the people, by name."""
    when: str
    text: str
    space: str = ""
    rule: str = ""
    is_new: bool = False
    """Learnt in the turn that is told."""


class Story(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A turn, told to one reader (or to everybody)."""

    heading: str
    reader: str = ""
    """Whom it is told to; nobody for what everybody may read."""
    headlines: tuple[Headline, ...] = ()
    deeds: tuple[Deed, ...] = ()
    fights: tuple[Fight, ...] = ()
    changes: tuple[Alteration, ...] = ()
    sketch: Sketch | None = None
    compared: tuple[Compared, ...] = ()
    turns: tuple[str, ...] = ()
    """The turns that the graphs go through."""
    graphs: tuple[Graph, ...] = ()
    memory: tuple[Recollection, ...] = ()
