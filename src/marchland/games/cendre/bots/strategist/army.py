"""Armies: vacant land is taken, enemies are struck where that wins, and troops are raised for what they are needed for."""

from __future__ import annotations

from ... import orders as o
from ...rules.common.inquiry import has_gift, kind_of
from ...state import THREAT, Code, Leader
from ...world import SITES, land_neighbours, recruitable, unit_kind
from ..campaign import (
    Sortie,
    best_units,
    disband_surplus,
    intercept,
    launch,
    muster,
    recruit,
    regroup,
    sorties_of,
    strength,
)
from ..odds import expected_resistance
from .council import Council

RAIDERS = 1.5
"""Who loves raids so much makes some."""
READY = 2.6
"""Force for each unit of a captain's command with which he is ready for vacant land."""
LEAST_FORCE, BATCH = 2, 3
"""Weaker units are not raised for that, nor more at a time."""
PER_HAND, SPARE = 100, 25
"""Gold that is left for every builder, and for each season, when troops are raised in peace."""
WATCH = 2.5
"""Force for each territory that keeps neighbours honest."""


def plan_army(council: Council) -> None:
    """The best sorties first; then troops for what lies ahead, or an army that waits for the enemy."""
    captains = [leader for leader in council.free() if leader.military]
    while captains:
        sorties = [sortie for leader in captains for sortie in sorties_of(council, leader) if is_wise(council, sortie)]
        best = max(sorties, key=lambda sortie: (sortie.value, sortie.leader, sortie.target), default=None)
        if best is None or best.value <= 0 or not outweighs(council, best):
            break
        launch(council, best)
        council.targets.add(best.target)
        captains = [leader for leader in captains if leader.id != best.leader]
    for leader in captains:
        stand_by(council, leader)
    for leader in council.free():
        if leader.civil and has_gift(leader, "militariste") and council.foes and needs_troops(council):
            recruit(council, leader)


def is_wise(council: Council, sortie: Sortie) -> bool:
    """Raids are for those who live by them: others have a name to lose."""
    raids = council.temper.raid >= RAIDERS and council.record.reputation > 0
    return sortie.target not in council.targets and (raids or not sortie.mode.startswith("raid"))


def outweighs(council: Council, sortie: Sortie) -> bool:
    """A leader who can also build leaves his desk for land only."""
    leader = council.game.leaders[sortie.leader]
    return leader.civil is None or leader.civil.competence <= 2 or bool(sortie.whose)


def stand_by(council: Council, leader: Leader) -> None:
    for act in (intercept, defend, disband_surplus, prepare, raise_troops, regroup):
        if act(council, leader):
            return


def prepare(council: Council, leader: Leader) -> bool:
    """Vacant land next door that is too strong as yet: the best troops for its captain, or more men under his command."""
    assert leader.military is not None
    if wanted_for_land(council) <= 0 or (leader.civil and leader.civil.competence > 2):
        return False
    at_hand = max((own_force(council, leader, code) for code in council.posts), default=0.0)
    return at_hand < READY * leader.military.command and can_arm(council) and levy(council, leader)


def can_arm(council: Council) -> bool:
    """In peace troops are raised with what the builders leave over."""
    return council.purse.gold > council.reserve + PER_HAND * council.hands and council.flow - council.pledged.gold > SPARE


def own_force(council: Council, leader: Leader, code: Code) -> float:
    """The force of the army a captain could lead from a place."""
    return sum(number * unit_kind(unit).force for unit, number in best_units(council, leader, code))


def levy(council: Council, leader: Leader) -> bool:
    """The strongest unit that can be paid and kept, where vacant land is near, two or three at a time."""
    best: tuple[float, Code, str, int] | None = None
    for code in council.held:
        land = council.game.lands[code]
        if council.nation not in land.national or SITES[code].open_sea:
            continue
        near = any(not council.game.lands[other].controller for other in land_neighbours(code))
        for unit in recruitable(council.nation, council.record.known):
            number = affordable(council, code, unit)
            merit = unit_kind(unit).force + 0.5 * near + 0.1 * number
            if number and (best is None or (merit, code, unit, number) > best):
                best = merit, code, unit, number
    if best is None:
        return False
    _, code, unit, number = best
    if leader.at != code:
        council.write(o.Place(leader.id, code))
    council.write(o.RecruitUnits(leader.id, unit, number, most=True), unit_kind(unit).price * number)
    council.drafted[code] = council.drafted.get(code, 0) + unit_kind(unit).people * number
    council.pledged = council.pledged + unit_kind(unit).upkeep * number
    return True


def affordable(council: Council, code: Code, unit: str) -> int:
    """How many of a unit a place can raise, the purse pay and the stores feed."""
    kind = unit_kind(unit)
    if "naval" in kind.traits or kind.force < LEAST_FORCE:
        return 0
    number = BATCH
    if kind.people:
        number = min(number, (council.game.lands[code].recruits - council.drafted.get(code, 0)) // kind.people)
    if kind.upkeep.provisions:
        number = min(number, int(max(0.0, 1 - council.hunger)) // kind.upkeep.provisions)
    if kind.upkeep.gold:
        number = min(number, int(max(0.0, council.flow - council.pledged.gold - 10)) // kind.upkeep.gold)
    while number > 0 and not (council.can_spend(kind.price * number) and council.has_spare(kind.price * number)):
        number -= 1
    return max(0, number)


def defend(council: Council, leader: Leader) -> bool:
    """In war the strongest garrison next to the enemy has its captain; the capital before all."""
    if not council.foes and not menaced(council):
        return False
    hostile = {*council.foes, *menaces(council)}
    front = [code for code in council.mine if any(council.game.lands[near].controller in hostile for near in land_neighbours(code))]
    front.sort(key=lambda code: (code != council.record.capital, -council.game.lands[code].town, code))
    for code in front:
        units = best_units(council, leader, code)
        if units and (leader.civil is None or leader.civil.competence <= 2):
            muster(council, leader.id, code, units)
            council.write(o.Defend(leader.id))
            return True
    return False


def menaces(council: Council) -> set[str]:
    """Outside threats next door."""
    near = {council.game.lands[code].controller for code in council.border} - {""}
    return {other for other in near if kind_of(council.game, other) == THREAT}


def menaced(council: Council) -> bool:
    return bool(menaces(council))


def raise_troops(council: Council, leader: Leader) -> bool:
    """Against enemies, strangers at the border, or for vacant land that is too strong as yet."""
    if leader.civil and leader.civil.competence > 2 and not council.foes:
        return False
    if not council.foes and not menaced(council) and not can_arm(council):
        return False
    return needs_troops(council) and recruit(council, leader)


def needs_troops(council: Council) -> bool:
    if council.foes or menaced(council):
        return strength(council) < 6 * len(council.mine) + 20
    if not council.manner.armed or council.seasons_left < 4:
        return False
    strangers = sum(not council.bound(other) for other in council.neighbours)
    watch = WATCH * len(council.mine) * (0.4 + 0.3 * min(strangers, 2)) * (0.6 + 0.4 * council.temper.war)
    return strength(council) < max(watch, wanted_for_land(council))


def wanted_for_land(council: Council) -> float:
    """Force that would take the weakest vacant land next door."""
    vacant = [code for code in council.border if not council.game.lands[code].controller]
    if not vacant or council.temper.expand < 0.3 or council.seasons_left < 6:
        return 0.0
    seen = [(council.dossier(code), code) for code in vacant]
    return 1.6 * min(expected_resistance(code, one.danger if one is not None else None) for one, code in seen)
