"""The thirteen colours of magic as typed tables: spells, their atoms and the vocabulary they are written in."""

from __future__ import annotations

from functools import cache

import msgspec

from ...state import AUTUMN, NEVER, SEASONS, WINTER
from ...tables import TABLES, Text
from ...world import UnitKind

INSTANT, SEASON, UNTIL_WINTER, PERMANENT = "instant", "season", "until_winter", "permanent"
LATE_PHASES = ("militaire", "evenement", "finale")
"""Phases that come after the magical one in the same season."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is named must hold."""

    terrain: tuple[str, ...] = ()
    coastal: bool = False
    water: bool = False
    resource: tuple[str, ...] = ()
    side: tuple[str, ...] = ()
    unit_trait: tuple[str, ...] = ()
    unit_not_trait: tuple[str, ...] = ()
    operation: tuple[str, ...] = ()
    chance: int = 100


class Atom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One effect of a spell: an operation on something, for some of the objects around the target."""

    op: str
    what: str
    amount: int | float = 0
    value: str = ""
    unit: UnitKind | None = None
    area: str = "target"
    of: str = ""
    condition: Condition = Condition()


class What(msgspec.Struct, frozen=True):
    """Something a spell can touch: how it is kept, on what kinds of object, and within which limits."""

    kind: str
    scope: tuple[str, ...]
    phase: str = "magique"
    min: int | str | None = None
    max: int | str | None = None
    cap: int | None = None
    values: tuple[str, ...] = ()


class Op(msgspec.Struct, frozen=True):
    kinds: tuple[str, ...]
    lasting: bool


class Spell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One spell of one colour; `rule` is its id in the catalogue."""

    id: str
    rule: str
    level: int
    name: Text
    target: str
    range: str
    when: str
    duration: str
    public: bool
    effect: tuple[Atom, ...]
    text: Text
    requires: Condition = Condition()
    colour: str = ""

    @property
    def only_reveals(self) -> bool:
        return all(atom.op == "reveal" for atom in self.effect)

    @property
    def summons(self) -> tuple[UnitKind, ...]:
        """The units it calls up."""
        return tuple(atom.unit for atom in self.effect if atom.unit)

    @property
    def lasts(self) -> bool:
        """Has it anything that runs on after the casting?"""
        return any(OPS[atom.op].lasting or (atom.op == "reveal" and self.duration != INSTANT) for atom in self.effect)


def _spells() -> dict[str, Spell]:
    found: dict[str, Spell] = {}
    for colour in TABLES.grimoire["colours"]:
        for plain in colour["spells"]:
            spell: Spell = msgspec.convert({**plain, "colour": colour["id"]}, Spell)
            found[spell.id] = spell
    return found


_VOCABULARY = TABLES.grimoire["vocabulary"]
OPS: dict[str, Op] = msgspec.convert(_VOCABULARY["ops"], dict[str, Op])
WHATS: dict[str, What] = msgspec.convert(_VOCABULARY["whats"], dict[str, What])
SPELLS: dict[str, Spell] = _spells()

_BY_LEVEL: dict[tuple[str, int], Spell] = {(spell.colour, spell.level): spell for spell in SPELLS.values()}


@cache
def spell_named(written: str) -> Spell | None:
    """A spell by its id, by `colour/level` or by its name in any language."""
    colour, _, level = written.partition("/")
    if level.isdigit():
        return _BY_LEVEL.get((colour, int(level)))
    wanted = written.casefold()
    return SPELLS.get(written) or next(
        (spell for spell in SPELLS.values() if wanted in map(str.casefold, spell.name.values())), None
    )


@cache
def last_turn(duration: str, phase: str, since: int) -> int:
    """TC-MAG-02 The turn at whose end an effect cast in `since` expires, by the phase in which it is felt."""
    if duration == PERMANENT:
        return NEVER
    season = since % len(SEASONS)
    autumn, winter = SEASONS.index(AUTUMN), SEASONS.index(WINTER)
    next_active = since + (2 if season == autumn else 1)
    for_a_season = since if phase in LATE_PHASES or duration == INSTANT else next_active
    return max(for_a_season, since - season + winter) if duration == UNTIL_WINTER else for_a_season


@cache
def atom_ends(spell: str, index: int, since: int) -> int:
    """When one lasting atom of a spell cast in the turn `since` ends."""
    entry = SPELLS[spell]
    return last_turn(entry.duration, WHATS[entry.effect[index].what].phase, since)


@cache
def spell_ends(spell: str, since: int) -> int:
    """When the last of a spell's lasting atoms ends."""
    return max(atom_ends(spell, index, since) for index in range(len(SPELLS[spell].effect)))
