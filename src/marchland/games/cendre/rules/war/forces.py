"""The force of a side: every unit with its strong and weak points, where and against whom it fights."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import msgspec

from ...state import THREAT, Cendre, Code, LeaderId, NationId
from ...tables import TABLES
from ...world import SITES, THREATS, UnitKind
from ..common.inquiry import has_structure, is_held, kind_of, knows
from ..common.marks import has_mark, mark_total
from ..common.modifiers import added, here
from ..magic.lasting import granted, is_frozen, is_permitted, modified, terrains
from .bodies import (
    AMPHIBIOUS,
    FLYING,
    HEAVY,
    LIGHT,
    NAVAL,
    RANGED,
    TACTICS,
    Body,
    head_count,
    kind_of_unit,
    subject_of,
    tactics,
    traits_of,
)
from .ways import LANDINGS, RAIDS, is_sea

ATTACK, DEFENCE = "attaque", "défense"
INCOMPETENT = "incompétent"
FROST, FIRE, GIANTS, MONSTER, TERROR, IRON, UNDEAD = (
    "terres gelées",
    "feu",
    "géants",
    "monstre",
    "terreur",
    "moral de fer",
    "mort-vivants",
)
BELL, OASIS = "grande-cloche", "oasis-sacree"


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a fight: its bodies in order of arrival, its leaders, and who commands."""

    role: str
    bodies: tuple[Body, ...]
    leaders: tuple[LeaderId, ...] = ()
    commander: LeaderId = ""
    nation: NationId = ""
    """The commanding nation; empty for the passive defence."""

    @property
    def nations(self) -> tuple[NationId, ...]:
        return tuple(dict.fromkeys(body.nation for body in self.bodies))

    @property
    def size(self) -> int:
        return head_count(self.bodies)

    @property
    def captains(self) -> tuple[LeaderId, ...]:
        """The leaders of its armies and garrisons, and its commander."""
        led = {body.captain for body in self.bodies} & set(self.leaders)
        return tuple(sorted(led | {self.commander} - {""}))

    @property
    def spearhead(self) -> Body:
        """The commander's own army, or the first to arrive: its way is the way of the attack."""
        return next((body for body in self.bodies if body.key == self.commander), self.bodies[0])


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A battle or a raid in one territory."""

    at: Code
    attack: Side
    defence: Side
    raid: bool = False

    def against(self, side: Side) -> Side:
        return self.defence if side.role == ATTACK else self.attack

    @property
    def is_passive(self) -> bool:
        return not self.defence.nation


class Field:
    """What everybody in a fight can see: the ground, and what units each side has. Reckoned once per fight."""

    def __init__(self, game: Cendre, fight: Fight) -> None:
        self.game, self.fight, self.at = game, fight, fight.at
        self.traits = {side.role: _traits(game, fight, side) for side in (fight.attack, fight.defence)}
        self.kinds = {role: frozenset[str]().union(*found.values()) for role, found in self.traits.items()}
        """Every trait somebody on each side has."""

    @cached_property
    def ground(self) -> tuple[str, ...]:
        return terrains(self.game, self.at)

    @cached_property
    def frozen(self) -> bool:
        return is_frozen(self.game, self.at)

    @cached_property
    def open_sea(self) -> bool:
        return SITES[self.at].open_sea and is_sea(self.game, self.at)

    @cached_property
    def has_castle(self) -> bool:
        return has_structure(self.game.lands[self.at], "chateau")

    @cached_property
    def behind_works(self) -> bool:
        """TC-STRUCT-04 Does the attack cross a border protected by defensive works? Wings and tunnels pass them."""
        head = self.fight.attack.spearhead
        if head.army is None or head.way in ("air", "tunnel"):
            return False
        works = [structure for structure in self.game.lands[self.at].structures if structure.kind == "ouvrages-defensifs"]
        return any(structure.border == head.army.entered for structure in works)

    def enemy_has(self, side: Side, trait: str) -> bool:
        return trait in self.kinds[self.fight.against(side).role]

    def all_are(self, side: Side, trait: str) -> bool:
        return all(trait in traits for traits in self.traits[side.role].values())


def _traits(game: Cendre, fight: Fight, side: Side) -> dict[tuple[str, str], frozenset[str]]:
    return {(body.key, troop.unit): traits_of(game, body, troop.unit, fight.at) for body in side.bodies for troop in body.troops}


# -- a side -----------------------------------------------------------------------------------------------------


def side_force(field: Field, side: Side) -> int:
    """TC-WAR-06 All units, then what the whole army adds; a raid doubles the attacker unless works stop it."""
    total = sum(
        troop.count * unit_force(field, side, body, kind_of_unit(troop.unit)) for body in side.bodies for troop in body.troops
    )
    total += _army_bonus(field, side)
    doubled = field.fight.raid and side.role == ATTACK and not field.behind_works
    return total * TABLES.war.force.raid_factor if doubled else total


def _army_bonus(field: Field, side: Side) -> int:
    """TC-LEAD-11 TC-SCI-04 A leader's own guard fights too; combined arms count every different kind of unit."""
    guards = sum(TACTICS.army_force.get(tactic, 0) for captain in side.captains for tactic in tactics(field.game, captain))
    combined = bool(side.nation) and knows(field.game, side.nation, "Armes combinées")
    return guards + (len({troop.unit for body in side.bodies for troop in body.troops}) if combined else 0)


# -- a unit -----------------------------------------------------------------------------------------------------


def unit_force(field: Field, side: Side, body: Body, kind: UnitKind) -> int:
    """TC-WAR-04 Base, strong and weak points, bonuses; artillery doubles at castles and works; always one to ten."""
    limits = TABLES.war.force
    traits = field.traits[side.role][body.key, kind.id]
    if is_incompetent(field, side, body, traits):
        return limits.lowest
    value = base_force(field.game, body, kind)
    value += strong_points(field, side, body, kind, traits) - weak_points(field, side, body, kind, traits)
    value += _led_bonus(field.game, body, traits) + _national_bonus(field, side, body, traits)
    value = modified(field.game, "unit_force", value, subject_of(body, field.at, side=side.role, traits=traits))
    if "artillerie" in traits and (field.has_castle or (side.role == DEFENCE and field.behind_works)):
        value *= limits.artillery_factor
    return max(limits.lowest, min(limits.highest, value))


def base_force(game: Cendre, body: Body, kind: UnitKind) -> int:
    """TC-SCI-03 The printed force; boarding parties make ships stronger, the great bell rouses the swarm."""
    boarders = TABLES.science.effects.naval_force if NAVAL in kind.traits and _knows(game, body, "Troupes embarquées") else 0
    if kind.id == "gri-nuee" and has_mark(game, "bell", nation=body.nation):
        return max(kind.force, TABLES.national_structures[BELL].amount)
    return kind.force + boarders


def _knows(game: Cendre, body: Body, discovery: str) -> bool:
    return bool(body.nation) and knows(game, body.nation, discovery)


def _led_bonus(game: Cendre, body: Body, traits: frozenset[str]) -> int:
    """TC-LEAD-11 Admirals, commanders of an arm and lovers of monsters make their own units stronger."""
    wanted = {"amiral": {NAVAL}, "amateur de monstres": {MONSTER, GIANTS}}
    bonus = 0
    for known in tactics(game, body.captain):
        tactic, _, arm = known.partition(":")
        if tactic in TACTICS.unit_force and not traits.isdisjoint(wanted.get(tactic, {arm})):
            bonus += TACTICS.unit_force[tactic]
    return bonus


def _national_bonus(field: Field, side: Side, body: Body, traits: frozenset[str]) -> int:
    """TC-WAR-04 What the booklet and the events of a people add to its units."""
    if not body.nation:
        return 0
    facts = here(field.game, body.nation, field.at)
    stirred = mark_total(field.game, "attack_force", nation=body.nation) if side.role == ATTACK else 0
    return stirred + added(field.game, body.nation, "unit.force", side=side.role, unit_trait=traits, **facts)


# -- strong and weak points -------------------------------------------------------------------------------------


def strong_points(field: Field, side: Side, body: Body, kind: UnitKind, traits: frozenset[str]) -> int:
    """TC-WAR-06 One for each strong point that applies; the same point may count several times."""
    points = list(kind.strengths)
    for known in tactics(field.game, body.captain):
        tactic, _, race = known.partition(":")
        points += [race] if tactic == "haine" else [GIANTS] if tactic == "tueur de géants" else []
    if NAVAL in traits and _knows(field.game, body, "Armement"):
        points.append(RANGED)
    points += granted(field.game, "strength", subject_of(body, field.at, side=side.role, traits=traits))
    return sum(applies(field, side, traits, point) for point in points)


def weak_points(field: Field, side: Side, body: Body, kind: UnitKind, traits: frozenset[str]) -> int:
    """TC-WAR-06 One for each weak point that applies, with those the enemy's traits and the ground impose."""
    armed = NAVAL in traits and _knows(field.game, body, "Armement")
    points = [point for point in kind.weaknesses if not (armed and point == RANGED)]
    printed = sum(applies(field, side, traits, point) for point in points)
    return printed + _frightened(field, side, body, traits) + _out_of_element(field, side, body, traits)


POINTS: dict[str, Callable[[Field, Side], bool]] = {
    "attaque": lambda field, side: side.role == ATTACK,
    "défense": lambda field, side: side.role == DEFENCE,
    "absence de cavalerie": lambda field, side: not field.enemy_has(side, "cavalerie"),
    "absence de légers": lambda field, side: not field.enemy_has(side, LIGHT),
    "absence de lourds": lambda field, side: not field.enemy_has(side, HEAVY),
    "absence d'infanterie": lambda field, side: not field.enemy_has(side, "infanterie"),
    "sans distance": lambda field, side: not field.enemy_has(side, RANGED),
    "que distance": lambda field, side: field.all_are(field.fight.against(side), RANGED),
    "que léger": lambda field, side: field.all_are(field.fight.against(side), LIGHT),
    "que lourd": lambda field, side: field.all_are(field.fight.against(side), HEAVY),
    "infériorité numérique": lambda field, side: side.size < field.fight.against(side).size,
    "supériorité numérique": lambda field, side: side.size > field.fight.against(side).size,
    FROST: lambda field, side: field.frozen or field.enemy_has(side, FROST),
}
GROUNDS = {"collines": "collines", "désert": "désert", "forêts": "forêt", "jungle": "jungle", "marais": "marais"}
GROUNDS |= {"montagnes": "montagnes", "plaine": "plaine"}


def applies(field: Field, side: Side, traits: frozenset[str], point: str) -> bool:
    """Does a strong or weak point of table 41 apply? One enemy unit with the trait is enough; ships do not walk."""
    if point in GROUNDS:
        afloat = NAVAL in traits and SITES[field.at].sea
        return GROUNDS[point] in field.ground and not afloat
    if point in POINTS:
        return POINTS[point](field, side)
    return field.enemy_has(side, point)


def _frightened(field: Field, side: Side, body: Body, traits: frozenset[str]) -> int:
    """TC-WAR-05 Monsters and terror weaken those who cannot bear them; fire weakens the people of the cold."""
    weak = 0
    if field.enemy_has(side, MONSTER) and traits.isdisjoint((IRON, MONSTER, GIANTS)):
        weak += 1
    if field.enemy_has(side, TERROR) and traits.isdisjoint((IRON, TERROR, UNDEAD)) and not _braves_terror(field, side, body):
        weak += 1
    if field.enemy_has(side, FIRE) and FROST in traits:
        weak += 1
    return weak


def _braves_terror(field: Field, side: Side, body: Body) -> bool:
    """TC-STRUCT-08 Nobody is afraid who defends a sacred oasis of his own."""
    land = field.game.lands[field.at]
    return side.role == DEFENCE and is_held(land, body.nation) and has_structure(land, OASIS)


def _out_of_element(field: Field, side: Side, body: Body, traits: frozenset[str]) -> int:
    """TC-WAR-07 Weak: those not used to frozen land, ships on the coast, amphibians at sea or landing."""
    weak = int(field.frozen and FROST not in traits)
    if FLYING in traits:
        return weak
    if NAVAL in traits:
        return weak + int(not is_sea(field.game, field.at) and not _knows(field.game, body, "Armement"))
    if AMPHIBIOUS in traits:
        weak += int(field.open_sea) + int(is_clumsy_landing(field, side, body))
    return weak


def is_incompetent(field: Field, side: Side, body: Body, traits: frozenset[str]) -> bool:
    """TC-WAR-05 TC-WAR-07 Force one, whatever else: light troops before giants or terror, horses before fire, at sea."""
    if INCOMPETENT in traits:
        return True
    if field.enemy_has(side, FIRE) and not traits.isdisjoint(("cavalerie", MONSTER)):
        return True
    if LIGHT in traits and (field.enemy_has(side, GIANTS) or _panics(field, side, body, traits)):
        return True
    return _cannot_swim(field, side, body, traits)


def _panics(field: Field, side: Side, body: Body, traits: frozenset[str]) -> bool:
    steady = not traits.isdisjoint((IRON, TERROR, UNDEAD, RANGED))
    return field.enemy_has(side, TERROR) and not steady and not _braves_terror(field, side, body)


def _cannot_swim(field: Field, side: Side, body: Body, traits: frozenset[str]) -> bool:
    if FLYING in traits or AMPHIBIOUS in traits or not body.nation:
        return False
    if field.open_sea:
        return NAVAL not in traits
    return is_clumsy_landing(field, side, body)


def is_clumsy_landing(field: Field, side: Side, body: Body) -> bool:
    """TC-WAR-07 Landing without the discovery (or a spell that stands for it)."""
    if side.role != ATTACK or body.way not in LANDINGS:
        return False
    return not knows_landing(field.game, body) and not is_permitted(field.game, "landing", subject_of(body, field.at))


def knows_landing(game: Cendre, body: Body) -> bool:
    if kind_of(game, body.nation) == THREAT:
        return bool(THREATS[body.nation.partition("-")[2].lower()].army.landing)
    return knows(game, body.nation, "Débarquement")


def is_raider(body: Body) -> bool:
    return body.army is not None and body.army.mode in RAIDS and not body.army.path
