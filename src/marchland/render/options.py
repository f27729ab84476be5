"""The viewer's options as the page lists them: sorted by what kind of thing they do, each with what it would cost or bring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from marchland.kernel.frames import PreviewLine
from marchland.kernel.manners import Manner

from .scene import Choice, Scene

FEW, LONG = 6, 60
"""Up to so many options that touch nothing on the drawing are buttons above it; more, or longer ones, stand in the list."""
SHORT = 12
"""Beyond so many options one can search."""
ROOMY = 24
"""Up to so many options all groups stand open; beyond it long groups are folded."""
SMALL = 3
"""A group of so many options is never folded."""
TERSE = 22
"""Letters of an answer that needs no line of its own: a bid, a rate."""
SEVERAL = 3
"""From so many kinds of action on they stand in the bar by name; fewer are told apart on the board."""
IN_ROW = 12
"""Up to so many options of a kind stand in the bar once it has been chosen; more are found on the board and in the list."""
WARNING = "⚠"


class Line(msgspec.Struct, frozen=True):
    """One line of a breakdown; `share` is set for a chance."""

    rule: str
    text: str
    share: int | None = None


class Entry(msgspec.Struct, frozen=True):
    """An option with its breakdown, and in short what stands on its button. `note`: what the thing is that it touches, `noted`."""

    choice: Choice
    note: str = ""
    noted: str = ""
    figures: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    total: str | None = None
    """The sum of a breakdown whose lines are all of one unit."""
    manner: Manner | None = None
    kind: str = ""
    """The kind that has to be chosen, or may be, before it is lit alone (`Kind.id`)."""

    @property
    def is_primary(self) -> bool:
        return self.manner is Manner.PRIMARY or self.choice.is_obvious

    @property
    def said_manner(self) -> str:
        """As the page's scripts know it."""
        return "spared" if self.choice.is_needless else self.manner.value if self.manner else ""

    @property
    def is_asked(self) -> bool:
        return self.manner is Manner.ASKED

    @property
    def is_mode(self) -> bool:
        return self.manner is Manner.MODE


class Group(msgspec.Struct, frozen=True):
    """Options of one kind."""

    verb: str
    name: str
    entries: tuple[Entry, ...]
    is_open: bool
    about: str = ""

    @property
    def is_terse(self) -> bool:
        """Short answers without a word of explanation stand beside each other."""
        return len(self.entries) > SMALL and all(len(entry.choice.label) <= TERSE and not entry.note for entry in self.entries)


class Kind(msgspec.Struct, frozen=True):
    """A kind of action that is a button of its own in the bar, with a sentence: choosing it leaves only its options."""

    id: str
    name: str
    about: str
    entries: tuple[Entry, ...]
    is_mode: bool = False
    """Nothing of it is lit before it is chosen."""

    @property
    def row(self) -> tuple[Entry, ...]:
        """What stands in the bar once it is chosen."""
        return self.entries if len(self.entries) <= IN_ROW else ()


class Menu(msgspec.Struct, frozen=True):
    """`bar` are buttons above the board, `kinds` those behind which others stand, `groups` the list beside it, `spared` its end:
    what does the same as another and costs no less.
    """

    bar: tuple[Entry, ...]
    groups: tuple[Group, ...]
    kinds: tuple[Kind, ...] = ()
    spared: tuple[Entry, ...] = ()

    @property
    def listed(self) -> int:
        return sum(len(group.entries) for group in self.groups)

    @property
    def is_long(self) -> bool:
        return self.listed > SHORT


def menu_of(scene: Scene, drawn: Collection[str], notes: Mapping[str, str], filled: Callable[[str], str] = str) -> Menu:
    """All options of the viewer; `drawn` are the ids that can be pointed at on the drawing, `notes` say what a thing is.

    `filled` puts the names of people into a note.
    """
    kinds = _kinds_by_verb(scene)
    entries = [_entry(scene, choice, notes, filled, kinds.get(choice.verb, "")) for choice in scene.choices]
    spared = [entry for entry in entries if entry.choice.is_needless]
    offered = [entry for entry in entries if not entry.choice.is_needless]
    bar = _bar(scene, [entry for entry in offered if not entry.kind], drawn)
    listed = [entry for entry in offered if entry not in bar]
    return Menu(tuple(bar), tuple(_groups(scene, listed)), tuple(_kinds(scene, offered)), tuple(spared))


def _bar(scene: Scene, entries: list[Entry], drawn: Collection[str]) -> list[Entry]:
    """A few short answers that need no pointing."""
    off_board = not any(target in drawn for choice in scene.choices for target in choice.touches)
    loose = [entry for entry in entries if not entry.note and (off_board or not entry.choice.touches)]
    if len(loose) > FEW:
        loose = [entry for entry in entries if not entry.choice.touches]
    loose = _apart_from_families(scene, loose)
    if len(loose) > FEW or any(len(entry.choice.label) > LONG for entry in loose):
        loose = []
    return loose + [entry for entry in entries if entry.choice.is_obvious and entry not in loose]


def _kinds(scene: Scene, entries: Sequence[Entry]) -> list[Kind]:
    """Kinds of action in the order of their first options; several verbs with one heading are one kind."""
    by_kind: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.kind:
            by_kind.setdefault(entry.kind, []).append(entry)
    return [
        Kind(kind, _heading(scene, kind), _about(scene, kind), tuple(found), all(one.is_mode for one in found))
        for kind, found in by_kind.items()
    ]


def _kinds_by_verb(scene: Scene) -> dict[str, str]:
    """The kind of each verb that has one: the first verb under the same heading, where the title has a sentence about it.

    A few kinds are told apart on the board; but what gives something up is always behind a button of its own.
    """
    offered = dict.fromkeys(choice.verb for choice in scene.choices if not choice.is_needless)
    first: dict[str, str] = {}
    kinds = {verb: first.setdefault(_heading(scene, verb), verb) for verb in offered if _about(scene, verb)}
    several = len(first) >= SEVERAL
    return {verb: kind for verb, kind in kinds.items() if several or _manner(scene, verb) is Manner.MODE}


def _manner(scene: Scene, verb: str) -> Manner | None:
    """In a lesson nothing has to be entered, nor is it asked about: what is offered is what is to be done."""
    manner = scene.title.parts.manners.get(verb)
    return None if scene.is_guided and manner is not Manner.PRIMARY else manner


def _about(scene: Scene, verb: str) -> str:
    return _word(scene, f"about_verb_{verb}")


def _apart_from_families(scene: Scene, loose: list[Entry]) -> list[Entry]:
    """Several options under one heading leave the bar to the others, if there are any."""
    headings = [_heading(scene, entry.choice.verb) for entry in loose]
    alone = [entry for entry, heading in zip(loose, headings, strict=True) if not heading or headings.count(heading) == 1]
    return alone or loose


def _groups(scene: Scene, listed: Sequence[Entry]) -> list[Group]:
    """Groups in the order in which their first option is offered; kinds of action with one heading stand under it together."""
    by_heading: dict[str, list[Entry]] = {}
    for entry in listed:
        by_heading.setdefault(_heading(scene, entry.choice.verb) or f"#{entry.choice.verb}", []).append(entry)
    return [
        Group(
            entries[0].choice.verb,
            heading if (len(by_heading) > 1 or entries[0].is_mode) and not heading.startswith("#") else "",
            tuple(entries),
            (len(listed) <= ROOMY or len(entries) <= SMALL) and not all(entry.is_mode for entry in entries),
            _about(scene, entries[0].choice.verb),
        )
        for heading, entries in by_heading.items()
    ]


def _heading(scene: Scene, verb: str) -> str:
    """The title's word for a kind of action, if it has one."""
    return _word(scene, f"verb_{verb}")


def _word(scene: Scene, key: str) -> str:
    word = scene.title.phrases.word(key, scene.language)
    return "" if word == key else word


class Measure(Protocol):
    """An amount with its unit, in words."""

    def __call__(self, unit: str, amount: int, language: str, facts: Mapping[str, Any] | None = None) -> str: ...


def _entry(scene: Scene, choice: Choice, notes: Mapping[str, str], filled: Callable[[str], str], kind: str) -> Entry:
    measure = scene.title.phrases.measure
    noted = next((target for target in choice.touches if notes.get(target)), "")
    return Entry(
        choice,
        filled(notes[noted]) if noted else "",
        noted,
        tuple(_figures(choice.preview, scene.language, measure)),
        tuple(_line(line, scene.language, measure, place > 0) for place, line in enumerate(choice.preview)),
        _total(choice.preview, scene.language, measure),
        _manner(scene, choice.verb),
        kind,
    )


def _total(preview: Sequence[PreviewLine], language: str, measure: Measure) -> str | None:
    lines = [line for line in preview if line.adds_up]
    units = {line.unit for line in lines}
    if len(units) != 1:
        return None
    return measure(units.pop(), sum(line.amount for line in lines), language).replace("-", "−", 1)


def _figures(preview: Sequence[PreviewLine], language: str, measure: Measure) -> list[str]:
    """A breakdown in short: a sum for each unit, the range of the chances, and a sign if something may go wrong."""
    sums: dict[str, int] = {}
    for line in preview:
        if line.adds_up:
            sums[line.unit] = sums.get(line.unit, 0) + line.amount
    figures = [
        signed(measure(unit, amount, language), amount) if unit else str(amount)
        for unit, amount in sums.items()
        if amount or not unit
    ]
    chances = [line.amount for line in preview if line.is_chance]
    figures += [_range(chances)] if chances else []
    figures += [measure(line.unit, line.amount, language, line.facts) for line in preview if line.is_told]
    return [*figures, WARNING] if any(line.is_risk for line in preview) else figures


def _line(line: PreviewLine, language: str, measure: Measure, follows: bool) -> Line:
    """A sum without units starts with its first amount; everything else says whether it adds or takes away."""
    text = measure(line.unit, line.amount, language, line.facts)
    if line.is_chance:
        return Line(line.rule, text, line.amount)
    if line.is_risk:
        return Line(line.rule, f"{WARNING} {text}")
    if line.is_told:
        return Line(line.rule, text)
    return Line(line.rule, signed(text, line.amount) if line.unit or follows else text)


def signed(text: str, amount: int) -> str:
    """An amount with the sign people write."""
    return f"+{text}" if amount > 0 else text.replace("-", "−", 1)


def _range(chances: Sequence[int]) -> str:
    low, high = min(chances), max(chances)
    return f"{low} %" if low == high else f"{low}–{high} %"
