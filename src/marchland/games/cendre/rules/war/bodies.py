"""Bodies of troops: armies and garrisons as the war chapters see them, with the qualities their units have now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from ...state import THREAT, Army, Cendre, Code, LeaderId, Military, NationId, Troops
from ...tables import TABLES, Strict, read_yaml
from ...world import THREATS, UnitKind, unit_kind
from ..common.inquiry import at_war, kind_of, knows
from ..magic.lasting import Subject, furthered, granted, modified, spell_forbids, suppressed

NAVAL, AMPHIBIOUS, FLYING = "naval", "amphibie", "volant"
LIGHT, HEAVY, RANGED, SKIRMISHER = "troupe légère", "troupe lourde", "distance", "tirailleur"


class TacticTable(Strict, frozen=True):
    strategy: dict[str, int]
    losses_avoided: dict[str, int]
    losses_inflicted: dict[str, int]
    evasion: int
    army_force: dict[str, int]
    unit_force: dict[str, int]
    traits: tuple[str, ...]


PASSIVE = UnitKind(
    id="passive",
    name={},
    force=1,
    move=0,
    loss_priority=0,
    traits=("infanterie", "cavalerie", LIGHT, HEAVY, SKIRMISHER),
)
"""TC-WAR-21 The dangers and people of vacant land, as so many units of force one."""
TACTICS = read_yaml("tables/tactics.yaml", TacticTable)


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """Units of one nation that fight together: an army under its leader, or a garrison (`leader` empty)."""

    key: str
    """The army's key in `game.armies`, or `CODE:NATION` for a garrison."""
    nation: NationId
    at: Code
    troops: Troops
    army: Army | None = None
    chief: LeaderId = ""
    """For a garrison in a fight: the leader of its nation who takes it under his command."""

    @property
    def captain(self) -> LeaderId:
        """Whose tactics its units follow, empty without a leader."""
        return self.key if self.army else self.chief

    @property
    def rank(self) -> int:
        return self.army.rank if self.army else 0

    @property
    def way(self) -> str:
        return self.army.way if self.army else ""

    @property
    def size(self) -> int:
        return sum(troop.count for troop in self.troops)


def army_body(key: str, army: Army) -> Body:
    return Body(key=key, nation=army.nation, at=army.at, troops=army.troops, army=army)


def bodies(game: Cendre) -> dict[Code, list[Body]]:
    """Everything under arms by territory, first arrived first; garrisons before armies that stood there."""
    found: dict[Code, list[Body]] = {}
    for key in sorted(game.garrisons):
        code, _, nation = key.partition(":")
        found.setdefault(code, []).append(Body(key=key, nation=nation, at=code, troops=game.garrisons[key]))
    for key in sorted(game.armies, key=lambda key: (game.armies[key].rank, key)):
        army = game.armies[key]
        if army.troops:
            found.setdefault(army.at, []).append(army_body(key, army))
    return found


def bodies_at(game: Cendre, code: Code) -> list[Body]:
    """As `bodies`, for one territory."""
    garrisons = sorted([key for key in game.garrisons if key.startswith(code)])
    found = [Body(key=key, nation=key[len(code) + 1 :], at=code, troops=game.garrisons[key]) for key in garrisons]
    armies = [(key, army) for key, army in game.armies.items() if army.at == code and army.troops]
    return found + [army_body(key, army) for key, army in sorted(armies, key=lambda item: (item[1].rank, item[0]))]


def head_count(group: Iterable[Body]) -> int:
    return sum(body.size for body in group)


def has_enemy(game: Cendre, nation: NationId, group: Iterable[Body]) -> bool:
    return any(at_war(game, nation, body.nation) for body in group)


# -- leaders ----------------------------------------------------------------------------------------------------


def officer(game: Cendre, leader: LeaderId) -> Military | None:
    """A leader's military side, if he is there, free, healthy and not held by a spell."""
    record = game.leaders.get(leader)
    if record is None or record.military is None or record.wounded or record.captor:
        return None
    return None if spell_forbids(game, "act", leader=leader) else record.military


def tactics(game: Cendre, leader: LeaderId) -> tuple[str, ...]:
    """TC-LEAD-11 TC-LEAD-12 The tactics a leader can bring to bear now, for the troops he leads himself."""
    military = officer(game, leader)
    return military.tactics if military else ()


def has_tactic(game: Cendre, leader: LeaderId, tactic: str) -> bool:
    return any(known.partition(":")[0] == tactic for known in tactics(game, leader))


def strategy(game: Cendre, body: Body) -> int:
    """The strategy of an army's leader; armies of an outside threat have that of their kind."""
    military = officer(game, body.key)
    if military is not None:
        return military.strategy
    if body.army is not None and kind_of(game, body.nation) == THREAT:
        return THREATS[body.nation.partition("-")[2].lower()].army.strategy
    return 0


# -- units ------------------------------------------------------------------------------------------------------


def traits_of(game: Cendre, body: Body, unit: str, at: Code = "") -> frozenset[str]:
    """TC-WAR-05 The traits of a unit now: its own, those of its leader's tactics, and what spells give or take."""
    own = _led_traits(unit, tactics(game, body.captain))
    if not game.spells:
        return own
    subject = subject_of(body, at or body.at, traits=own)
    return (own | set(granted(game, "trait", subject))) - set(suppressed(game, "trait", subject))


def kind_of_unit(unit: str) -> UnitKind:
    """A unit type, the people and beasts of vacant land included."""
    return PASSIVE if unit == PASSIVE.id else unit_kind(unit)


@cache
def _led_traits(unit: str, known: tuple[str, ...]) -> frozenset[str]:
    return frozenset((*kind_of_unit(unit).traits, *(tactic for tactic in known if tactic in TACTICS.traits)))


def subject_of(body: Body, at: Code, *, side: str = "", traits: frozenset[str] = frozenset()) -> Subject:
    """The body as running spells see it."""
    return Subject(army=(body.key,), nation=body.nation, territory=at, side=side, traits=traits)


def all_have(game: Cendre, body: Body, trait: str) -> bool:
    """TC-WAR-05 Some traits only help if every unit of the army shares them."""
    return bool(body.troops) and all(trait in traits_of(game, body, troop.unit) for troop in body.troops)


def any_has(game: Cendre, body: Body, *wanted: str) -> bool:
    return any(not traits_of(game, body, troop.unit).isdisjoint(wanted) for troop in body.troops)


def number_with(game: Cendre, body: Body, trait: str) -> int:
    return sum(troop.count for troop in body.troops if trait in traits_of(game, body, troop.unit))


def speed(game: Cendre, body: Body, *, hindered: bool = True) -> int:
    """TC-WAR-08 An army goes as fast as its slowest unit, three territories at most."""
    return min(TABLES.war.steps, min(unit_speed(game, body, unit_kind(troop.unit), hindered) for troop in body.troops))


def unit_speed(game: Cendre, body: Body, kind: UnitKind, hindered: bool) -> int:
    """TC-SCI-03 A unit's movement: sails make ships faster, spells change anybody's. Not `hindered`: without those that slow."""
    sails = TABLES.science.effects.naval_move if NAVAL in kind.traits and knows(game, body.nation, "Voiles") else 0
    subject = subject_of(body, body.army.origin or body.at if body.army else body.at, traits=traits_of(game, body, kind.id))
    return (modified if hindered else furthered)(game, "movement", kind.move + sails, subject)
