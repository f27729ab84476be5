"""Running spells: what the lasting atoms of spells say about a number, a right or a quality when somebody asks.

Every chapter asks about a `Subject`: the object concerned and the circumstances. Nothing here changes the game.
The order of `game.spells` is the order in which the spells were resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypedDict, Unpack

import msgspec

from marchland.kernel.memo import remembered

from ...state import Cendre, Code, Lasting, LeaderId, NationId
from ...world import ATLAS, SITES
from .book import OPS, SPELLS, WHATS, Atom, Condition, atom_ends

OWN_TARGETS = ("self_nation", "own_territory", "own_army", "own_leader", "own_city")
FOREIGN_TARGETS = ("enemy_territory", "enemy_army", "enemy_leader", "enemy_city", "nation")
FROZEN, RIVER, DEAD = "gelé", "rivière", "terre morte"


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked about: a territory (with its town and source), a nation, a leader or an army, and the circumstances.

    `army` holds the leaders' ids and `CODE:NATION` garrisons that make it up; `territory` is then where it stands,
    starts or fights, as the question asks. `traits` are those of the unit, or of all units of the side.
    """

    territory: Code = ""
    nation: NationId = ""
    leader: LeaderId = ""
    army: tuple[str, ...] = ()
    side: str = ""
    operation: str = ""
    traits: frozenset[str] = frozenset()


class Target(TypedDict, total=False):
    """What a spell is cast on."""

    territory: Code
    nation: NationId
    leader: LeaderId
    army: tuple[str, ...]


class Where(Target, total=False):
    """A subject as other chapters name it."""

    side: str
    operation: str
    traits: frozenset[str]


# -- the questions of other chapters ----------------------------------------------------------------------------


def spell_adjusted(game: Cendre, what: str, value: int, **where: Unpack[Where]) -> int:
    """The value after every running spell on the object (`territory`, `nation`, `leader`, `army`) has had its say."""
    return modified(game, what, value, Subject(**where)) if game.spells else value


def spell_forbids(game: Cendre, what: str, **where: Unpack[Where]) -> bool:
    return bool(game.spells) and is_forbidden(game, what, Subject(**where))


def spell_roll_twice(game: Cendre, what: str, **where: Unpack[Where]) -> int:
    """+1: the better of two rolls counts; -1: the worse; 0: one roll."""
    return rolls_twice(game, what, Subject(**where)) if game.spells else 0


def rolls_twice(game: Cendre, what: str, *subjects: Subject) -> int:
    """As `spell_roll_twice`, for all armies of a side; best and worst cancel out."""
    kinds = {atom.value for _, _, atom in _atoms(game, ("roll_twice",), what, subjects)}
    return ("best" in kinds) - ("worst" in kinds)


def modified(game: Cendre, what: str, value: int, *subjects: Subject) -> int:
    """TC-MAG-02 A number with every running spell: modifiers summed and capped, then the factors, rounded down.

    Several subjects are the armies of one side: a spell counts once for the side, however many of them carry it.
    """
    return _computed(game, what, value, subjects, lambda atom: True)


def furthered(game: Cendre, what: str, value: int, *subjects: Subject) -> int:
    """As `modified`, without whatever lowers the number."""
    return _computed(game, what, value, subjects, lambda atom: atom.op == "modify" and atom.amount > 0)


def _computed(game: Cendre, what: str, value: int, subjects: tuple[Subject, ...], counts: Callable[[Atom], bool]) -> int:
    if not game.spells:
        return value
    added, low, high = _gathered(game, what, subjects, counts)
    entry = WHATS[what]
    if entry.cap is not None:
        added = max(-entry.cap, min(entry.cap, added))
    if not added and low == high == 1.0:
        return value
    number = int((value + added) * low * high)
    number = number if not isinstance(entry.min, int) else max(entry.min, number)
    return number if not isinstance(entry.max, int) else min(entry.max, number)


def _gathered(game: Cendre, what: str, subjects: tuple[Subject, ...], counts: Callable[[Atom], bool]) -> tuple[int, float, float]:
    """The sum of the modifiers, the lowest factor below one and the highest above."""
    amounts: dict[tuple[str, int], int] = {}
    low, high = 1.0, 1.0
    for cast, index, atom in _atoms(game, ("modify", "multiply"), what, subjects):
        if not counts(atom):
            continue
        if atom.op == "multiply":
            low, high = min(low, atom.amount), max(high, atom.amount)
        else:
            amounts[cast.spell, index] = int(atom.amount)
    return sum(amounts.values()), low, high


def is_forbidden(game: Cendre, what: str, *subjects: Subject) -> bool:
    return bool(game.spells) and any(True for _ in _atoms(game, ("forbid",), what, subjects))


def is_permitted(game: Cendre, what: str, *subjects: Subject) -> bool:
    """Is it allowed by a spell, and by no spell forbidden?"""
    if not game.spells or is_forbidden(game, what, *subjects):
        return False
    return any(True for _ in _atoms(game, ("permit",), what, subjects))


def granted(game: Cendre, what: str, *subjects: Subject) -> tuple[str, ...]:
    """What spells give; a quality that is also taken away is not there."""
    if not game.spells:
        return ()
    given = {(cast.spell, atom.value) for cast, _, atom in _atoms(game, ("grant",), what, subjects)}
    taken = suppressed(game, what, *subjects) if given else ()
    return tuple(sorted(value for _, value in given if value not in taken))


def is_veiled(game: Cendre, code: Code, nation: NationId) -> bool:
    """TC-INFO-07 Does a spell keep this nation from learning anything of a territory? It never blinds its caster's friends."""
    if not game.spells:
        return False
    veils = _atoms(game, ("forbid",), "spying", (Subject(territory=code),))
    return any(not is_friend(game, cast.caster, nation) for cast, _, _ in veils)


def suppressed(game: Cendre, what: str, *subjects: Subject) -> tuple[str, ...]:
    if not game.spells:
        return ()
    return tuple(sorted({atom.value for _, _, atom in _atoms(game, ("suppress",), what, subjects)}))


def terrains(game: Cendre, code: Code) -> tuple[str, ...]:
    """TC-MAG-02 The terrains a territory counts as: its own, the dead land of the Ash, and what spells add or take."""
    own = (DEAD,) if game.lands[code].dead else SITES[code].terrains
    if not game.spells:
        return own
    subject = Subject(territory=code)
    taken = suppressed(game, "terrain", subject)
    given = tuple(terrain for terrain in granted(game, "terrain", subject) if terrain not in (FROZEN, *own))
    return tuple(terrain for terrain in (*own, *given) if terrain not in taken)


def is_frozen(game: Cendre, code: Code) -> bool:
    if SITES[code].frozen or game.lands[code].frozen:
        return True
    return bool(game.spells) and FROZEN in granted(game, "terrain", Subject(territory=code))


def has_rivers(game: Cendre, code: Code) -> bool:
    """Do the rivers along this territory count? A bridge of ice takes them away."""
    return not game.spells or RIVER not in suppressed(game, "terrain", Subject(territory=code))


# -- which atoms reach the subject ------------------------------------------------------------------------------


def _atoms(game: Cendre, ops: tuple[str, ...], what: str, subjects: tuple[Subject, ...]) -> Iterator[tuple[Lasting, int, Atom]]:
    speaking = _speaking((ops, what))
    for place, cast in enumerate(game.spells):
        if cast.spell in speaking:
            for index, atom in speaking[cast.spell]:
                if atom_ends(cast.spell, index, cast.since) >= game.turn and _touches(game, place, atom, subjects):
                    yield cast, index, atom


@remembered
def _speaking(question: tuple[tuple[str, ...], str]) -> dict[str, tuple[tuple[int, Atom], ...]]:
    """The spells with atoms that speak of this: most questions are about something few spells mention."""
    return {spell: atoms for spell in SPELLS if (atoms := _asked(spell, *question))}


@cache
def _asked(spell: str, ops: tuple[str, ...], what: str) -> tuple[tuple[int, Atom], ...]:
    """The atoms of a spell that speak of this, with their places."""
    return tuple((index, atom) for index, atom in enumerate(SPELLS[spell].effect) if atom.what == what and atom.op in ops)


def _touches(game: Cendre, place: int, atom: Atom, subjects: tuple[Subject, ...]) -> bool:
    cast = game.spells[place]
    for subject in subjects:
        if reaches(game, cast, atom, subject) and not is_spared(game, cast, subject) and not _warded(game, place, atom, subject):
            return True
    return False


def reaches(game: Cendre, cast: Lasting, atom: Atom, subject: Subject) -> bool:
    """Does this atom of a running spell concern the subject?"""
    scope = WHATS[atom.what].scope
    kind = _own_kind(cast, atom)
    kinds = (kind,) if kind in scope else scope
    for kind in kinds:
        if _covers(game, cast, atom, kind, subject):
            return _is_of(game, cast, atom, scope, subject) and holds(game, atom.condition, subject)
    return False


def _own_kind(cast: Lasting, atom: Atom) -> str:
    """What the atom's objects are before any projection: one that is within the scope is taken as it is."""
    if atom.area != "target":
        return "territory"
    if cast.leader:
        return "leader"
    return "army" if cast.army else "nation" if cast.nation else "territory"


def _covers(game: Cendre, cast: Lasting, atom: Atom, kind: str, subject: Subject) -> bool:
    """Project the objects of the atom's area to this kind of object: is the subject among them?"""
    if atom.area == "caster":
        return kind == "nation" and subject.nation == cast.caster
    if kind == "army":
        return bool(subject.army) and _covers_army(game, cast, atom, subject)
    if kind == "leader":
        return bool(subject.leader) and _covers_leader(game, cast, atom, subject)
    if kind == "nation":
        return bool(subject.nation) and not subject.army and _covers_nation(game, cast, subject.nation)
    return bool(subject.territory) and not subject.army and in_area(game, cast, atom, subject.territory)


def _covers_army(game: Cendre, cast: Lasting, atom: Atom, subject: Subject) -> bool:
    if cast.army and atom.area == "target":
        return any(part in cast.army for part in subject.army)
    if cast.nation and atom.area == "target":
        return subject.nation == cast.nation
    return in_area(game, cast, atom, subject.territory)


def _covers_leader(game: Cendre, cast: Lasting, atom: Atom, subject: Subject) -> bool:
    if cast.leader and atom.area == "target":
        return subject.leader == cast.leader
    if cast.army and atom.area == "target":
        return subject.leader in cast.army
    leader = game.leaders[subject.leader]
    if cast.nation and atom.area == "target":
        return leader.nation == cast.nation
    return in_area(game, cast, atom, leader.at)


def _covers_nation(game: Cendre, cast: Lasting, nation: NationId) -> bool:
    if cast.nation:
        return nation == cast.nation
    return bool(cast.territory) and game.lands[cast.territory].controller == nation


def in_area(game: Cendre, cast: Lasting, atom: Atom, code: Code) -> bool:
    """Is the territory within the atom's area around the spell's target?"""
    if cast.nation:
        return _in_realm(game, cast.nation, atom.area, code)
    centre = spell_place(game, cast)
    if not centre or not code:
        return False
    if atom.area == "target":
        return code == centre
    if atom.area == "adjacent":
        return code in ATLAS.neighbours(centre)
    if atom.area == "around":
        return code == centre or code in ATLAS.neighbours(centre)
    return code in within_two(centre)


def _in_realm(game: Cendre, nation: NationId, area: str, code: Code) -> bool:
    controlled = bool(code) and game.lands[code].controller == nation
    if area in ("target", "controlled"):
        return controlled
    return bool(code) and not controlled and any(game.lands[near].controller == nation for near in ATLAS.neighbours(code))


def spell_place(game: Cendre, cast: Lasting) -> Code:
    """Where the spell's target is: a territory, or wherever the leader or army stands."""
    return cast.territory or place_of(game, cast.leader or (cast.army[0] if cast.army else ""))


def place_of(game: Cendre, key: str) -> Code:
    """Where a leader, an army (those of outside threats have no leader) or a garrison `CODE:NATION` is."""
    if ":" in key:
        return key.partition(":")[0]
    if key in game.leaders:
        return game.leaders[key].at
    return game.armies[key].at if key in game.armies else ""


@cache
def within_two(centre: Code) -> frozenset[Code]:
    near = ATLAS.neighbours(centre)
    return frozenset((centre, *near, *(far for code in near for far in ATLAS.neighbours(code))))


def _is_of(game: Cendre, cast: Lasting, atom: Atom, scope: tuple[str, ...], subject: Subject) -> bool:
    """Whose objects the atom concerns: the caster's own, his friends', the others' or everybody's."""
    whose = atom.of or default_of(SPELLS[cast.spell].target)
    return atom.area == "caster" or belongs(game, cast.caster, whose, _nation_of(game, scope, subject))


def default_of(target: str) -> str:
    if target in OWN_TARGETS:
        return "own"
    return "others" if target in FOREIGN_TARGETS else "all"


def belongs(game: Cendre, caster: NationId, whose: str, nation: NationId) -> bool:
    """Is this nation one of those an atom speaks of?"""
    if whose == "all":
        return True
    if whose == "own":
        return nation == caster
    return is_friend(game, caster, nation) == (whose == "friends")


def _nation_of(game: Cendre, scope: tuple[str, ...], subject: Subject) -> NationId:
    if subject.army or (subject.nation and "nation" in scope):
        return subject.nation
    if subject.leader and "leader" in scope:
        return game.leaders[subject.leader].nation
    return game.lands[subject.territory].controller


def is_friend(game: Cendre, nation: NationId, other: NationId) -> bool:
    """The nation itself or an ally of it."""
    if nation == other:
        return True
    one, two = (nation, other) if nation < other else (other, nation)
    return f"alliance:{one}|{two}" in game.treaties


def holds(game: Cendre, condition: Condition, subject: Subject) -> bool:
    """Do the circumstances meet an atom's condition? (Chance is rolled when the atom acts.)"""
    if condition.side and subject.side not in condition.side:
        return False
    if condition.operation and subject.operation not in condition.operation:
        return False
    if condition.unit_trait and subject.traits.isdisjoint(condition.unit_trait):
        return False
    if condition.unit_not_trait and not subject.traits.isdisjoint(condition.unit_not_trait):
        return False
    return land_fits(condition, subject.territory)


def land_fits(condition: Condition, code: Code) -> bool:
    """The conditions that speak of a territory."""
    if not (condition.terrain or condition.coastal or condition.water or condition.resource):
        return True
    if not code:
        return False
    site = SITES[code]
    if condition.terrain and set(site.terrains).isdisjoint(condition.terrain):
        return False
    if condition.resource and site.resource not in condition.resource:
        return False
    if condition.coastal and not site.by_the_sea:
        return False
    return not condition.water or site.by_the_sea or bool(ATLAS.neighbours(code, "river", "navigable"))


def is_spared(game: Cendre, cast: Lasting, subject: Subject) -> bool:
    """Was the subject, or the place where it is, shielded from this spell when it was cast, or freed of it since?"""
    if not cast.spared:
        return False
    place = subject.territory or (game.leaders[subject.leader].at if subject.leader else "")
    return place in cast.spared or subject.leader in cast.spared or any(part in cast.spared for part in subject.army)


def is_stopped(game: Cendre, cast: Lasting) -> bool:
    """Is nothing left that this spell could work on?"""
    if cast.nation or not cast.spared:
        return False
    touched = reached(game, cast) if cast.territory else {*cast.army, cast.leader} - {""}
    return set(cast.spared).issuperset(touched)


# -- wards ------------------------------------------------------------------------------------------------------

WARDS = frozenset(spell.id for spell in SPELLS.values() if any(atom.op == "ward" for atom in spell.effect))
STRONGEST_WARD = max(atom.amount for spell in SPELLS.values() for atom in spell.effect if atom.op == "ward")


def _warded(game: Cendre, place: int, atom: Atom, subject: Subject) -> bool:
    """A ward keeps off what walks into a spell, or what the spell comes to reach later; it never lifts what is in force."""
    cast = game.spells[place]
    if atom.area == "caster" or cast.level > STRONGEST_WARD or cast.army or cast.leader:
        return False
    return any(
        _ward_stops(game, game.spells[index], cast.level, cast.caster, subject)
        for index in _wards(game)
        if index < place or (index > place and subject.army and game.spells[index].army)
    )


def is_warded(game: Cendre, level: int, caster: NationId, subject: Subject) -> bool:
    """Would a spell of this level by this nation be kept off the subject now?"""
    if level > STRONGEST_WARD:
        return False
    return any(_ward_stops(game, game.spells[place], level, caster, subject) for place in _wards(game))


def _wards(game: Cendre) -> list[int]:
    """The places of the running spells that ward anything."""
    return [place for place, cast in enumerate(game.spells) if cast.spell in WARDS]


def shielded(game: Cendre, cast: Lasting) -> tuple[str, ...]:
    """TC-MAG-02 What wards keep out of a spell that is being cast; when they end it does not start to work there."""
    if cast.level > STRONGEST_WARD or not _wards(game):
        return ()
    if cast.army or cast.leader:
        return tuple(
            key for key in (*cast.army, cast.leader) if key and is_warded(game, cast.level, cast.caster, _bearer(game, key))
        )
    lands = [code for code in reached(game, cast) if is_warded(game, cast.level, cast.caster, Subject(territory=code))]
    carried = [key for ward in game.spells if not is_friend(game, ward.caster, cast.caster) for key in ward.army]
    armies = [key for key in carried if spreads_to(game, cast, place_of(game, key))]
    return (*lands, *(key for key in armies if is_warded(game, cast.level, cast.caster, _bearer(game, key))))


def _bearer(game: Cendre, key: str) -> Subject:
    """An army, garrison or leader as wards see it."""
    return Subject(army=(key,), leader=key if key in game.leaders else "", territory=place_of(game, key))


def reached(game: Cendre, cast: Lasting) -> list[Code]:
    """The territories in which a spell on land, or on a nation's land, goes on working, in order; no area is wider than two."""
    near = SITES if cast.nation or not cast.territory else sorted(within_two(cast.territory))
    return [code for code in near if spreads_to(game, cast, code)]


def spreads_to(game: Cendre, cast: Lasting, code: Code) -> bool:
    """Does any atom of a spell on land, or on the land of a nation, go on working in this territory?"""
    return any(in_area(game, cast, atom, code) for atom in _spreading(cast.spell, bool(cast.territory)))


@cache
def _spreading(spell: str, on_land: bool) -> tuple[Atom, ...]:
    """The atoms of a spell that go on working in a territory; of those cast on a nation, what lies on its land."""
    running = [atom for atom in SPELLS[spell].effect if atom.area != "caster" and (OPS[atom.op].lasting or atom.op == "reveal")]
    return tuple(atom for atom in running if on_land or atom.area in ("controlled", "borders"))


def _ward_stops(game: Cendre, ward: Lasting, level: int, caster: NationId, subject: Subject) -> bool:
    if is_friend(game, ward.caster, caster):
        return False
    if is_spared(game, ward, subject):
        return False
    return any(
        atom.amount >= level and atom_ends(ward.spell, index, ward.since) >= game.turn and _shields(game, ward, atom, subject)
        for index, atom in _asked(ward.spell, ("ward",), "spell")
    )


def _shields(game: Cendre, ward: Lasting, atom: Atom, subject: Subject) -> bool:
    """A ward on land covers all that is there, on an army its units and leaders."""
    if ward.army:
        return subject.leader in ward.army or any(part in ward.army for part in subject.army)
    place = subject.territory or (game.leaders[subject.leader].at if subject.leader else "")
    if not place or not in_area(game, ward, atom, place):
        return False
    whose = atom.of or default_of(SPELLS[ward.spell].target)
    return belongs(game, ward.caster, whose, game.lands[place].controller)
