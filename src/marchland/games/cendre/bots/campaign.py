"""Armies: defend what is threatened, take vacant land, strike enemies one can beat, raid the rich, recruit the rest."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .. import orders as o
from ..goods import Goods
from ..rules.common.inquiry import at_war, has_gift, has_tactic
from ..rules.towns.fortifications import resists_plunder
from ..rules.towns.towns import structure_kind
from ..rules.war.bodies import Body, all_have, speed
from ..rules.war.ways import may_enter, way_between
from ..state import Army, Code, Leader, NationId, Troop
from ..world import ATLAS, SITES, land_neighbours, recruitable, unit_kind
from .odds import AMBUSH, expected_resistance, ground_bonus, ratio_bonus, wins, worth
from .plan import Plan, why

BRAVE = 0.55
"""The least chance of victory for which a bot attacks."""
FRESH = 3
"""Seasons after which what spies saw is stale."""
STRONGHOLDS = ("chateau", "ouvrages-defensifs", "fortifications-superieures")
GARRISON_GUESS = 5.0
"""Force expected in an enemy territory nobody has spied on."""


class Sortie(msgspec.Struct, frozen=True):
    """One thing an army could do: from where, with whom, whither, and how good that looks."""

    leader: str
    origin: Code
    target: Code
    units: tuple[tuple[str, int], ...]
    value: float
    mode: str
    whose: NationId = ""


def plan_campaign(plan: Plan) -> None:
    """Best sorties first; each takes its leader and its units, and no two go for the same place."""
    captains = [leader for leader in plan.free() if leader.military]
    while captains:
        sorties = [sortie for leader in captains for sortie in sorties_of(plan, leader) if sortie.target not in plan.targets]
        best = max(sorties, key=lambda sortie: (sortie.value, sortie.leader, sortie.target), default=None)
        if best is None or best.value <= 0:
            break
        launch(plan, best)
        plan.targets.add(best.target)
        captains = [leader for leader in captains if leader.id != best.leader]
    for leader in captains:
        stay_useful(plan, leader)
    for leader in plan.free():
        if leader.civil and has_gift(leader, "militariste") and plan.foes:
            recruit(plan, leader)


# -- sorties ----------------------------------------------------------------------------------------------------


def sorties_of(plan: Plan, leader: Leader) -> Iterator[Sortie]:
    for origin in plan.posts:
        if not may_stand(plan, origin):
            continue
        units = best_units(plan, leader, origin)
        if not units:
            continue
        body = _body(plan, leader, origin, units)
        for target in sorted(ATLAS.neighbours(origin)):
            yield from _against(plan, leader, body, target, units)


def may_stand(plan: Plan, code: Code) -> bool:
    return code in plan.mine or bool(plan.garrisons.get(code))


def _body(plan: Plan, leader: Leader, origin: Code, units: tuple[tuple[str, int], ...]) -> Body:
    troops = tuple(Troop(unit, number) for unit, number in units)
    army = Army(leader=leader.id, nation=plan.nation, at=origin, troops=troops, origin=origin)
    return Body(key=leader.id, nation=plan.nation, at=origin, troops=troops, army=army)


def best_units(plan: Plan, leader: Leader, origin: Code) -> tuple[tuple[str, int], ...]:
    """The strongest units on the spot that the leader can command; militia and ships stay with their own kind."""
    assert leader.military is not None
    here = plan.garrisons.get(origin, {})
    sea = SITES[origin].open_sea
    pool = [unit for unit, number in here.items() for _ in range(number) if ("naval" in unit_kind(unit).traits) == sea]
    pool.sort(key=lambda unit: (-unit_kind(unit).force, unit))
    keep = 1 if plan.foes and origin in plan.mine and len(pool) > 2 else 0
    chosen = pool[: min(leader.military.command, len(pool) - keep)]
    return tuple((unit, chosen.count(unit)) for unit in sorted(set(chosen)))


def force(units: tuple[tuple[str, int], ...], target: Code) -> float:
    """Printed force, a little more or less for ground the units like or fear."""
    return sum(number * max(1, unit_kind(unit).force + _likes(unit, target)) for unit, number in units)


def _likes(unit: str, target: Code) -> int:
    kind, grounds = unit_kind(unit), {terrain.rstrip("s") for terrain in SITES[target].terrains}
    strong = sum(point.rstrip("s") in grounds for point in kind.strengths) + ("attaque" in kind.strengths)
    weak = sum(point.rstrip("s") in grounds for point in kind.weaknesses) + ("attaque" in kind.weaknesses)
    return strong - weak


def _against(plan: Plan, leader: Leader, body: Body, target: Code, units: tuple[tuple[str, int], ...]) -> Iterator[Sortie]:
    land = plan.game.lands[target]
    if not way_between(plan.game, body, body.at, target, False):
        return
    mine = force(units, target) * (0.35 if SITES[target].open_sea and not SITES[body.at].open_sea else 1.0)
    skill = leader.military.strategy if leader.military else 0
    if not land.controller:
        chance = _chance(mine, resistance(plan, target), skill, ground_bonus(target) + AMBUSH)
        if chance >= BRAVE:
            value = chance * _land_value(plan, target) * plan.temper.expand
            yield Sortie(leader.id, body.at, target, units, value, "attack")
    elif at_war(plan.game, plan.nation, land.controller):
        chance = _chance(mine, guessed_garrison(plan, target), skill, ground_bonus(target))
        value = chance * (_land_value(plan, target) + 25) * (1.4 if land.owner == plan.nation else 1.0)
        if chance >= BRAVE - 0.1:
            yield Sortie(leader.id, body.at, target, units, value, _war_mode(plan, body, target), land.controller)
    elif may_raid(plan, land.controller) and all_have(plan.game, body, "raid"):
        chance = _chance(2 * mine, guessed_garrison(plan, target), skill, ground_bonus(target))
        value = chance * 22 * plan.temper.raid - 6
        if chance >= BRAVE:
            tunnel = all_have(plan.game, body, "tunnelier")
            mode = "raid_tunnel" if tunnel else "raid"
            yield Sortie(leader.id, body.at, target, units, value, mode, land.controller)


def resistance(plan: Plan, target: Code) -> float:
    """The passive force of vacant land: by its danger if somebody has been there, else by what travellers tell."""
    seen = plan.dossier(target)
    return expected_resistance(target, seen.danger if seen is not None else None)


def _war_mode(plan: Plan, body: Body, target: Code) -> str:
    return "tunnel" if all_have(plan.game, body, "tunnelier") and ground_bonus(target) else "attack"


def _chance(mine: float, theirs: float, skill: int, ground: int) -> float:
    advantage = skill + ratio_bonus(mine, theirs) - ratio_bonus(theirs, mine) - ground
    return wins(advantage)


def _land_value(plan: Plan, target: Code) -> float:
    liked = 1.5 if set(plan.temper.wants) & set(SITES[target].terrains) else 1.0
    return worth(plan.game, target) * liked * (2.0 if plan.game.lands[target].town else 1.0)


def guessed_garrison(plan: Plan, target: Code) -> float:
    """What spies saw not long ago, or a guess that grows with the years; capitals are better guarded."""
    land = plan.game.lands[target]
    seen = plan.dossier(target)
    if seen is not None and seen.recruits >= 0 and plan.game.turn - seen.turn <= FRESH:
        return max(1.0, sum(unit_kind(unit).force * count for nation, unit, count in seen.units if nation == land.controller))
    capital = plan.game.nations[land.controller].capital == target if land.controller in plan.game.nations else False
    return (GARRISON_GUESS + 0.15 * plan.game.turn) * (1.8 if capital else 1.0)


def may_raid(plan: Plan, nation: NationId) -> bool:
    """Raids are for those who like them, on strangers, as long as there is a name left to lose."""
    return plan.temper.raid > 0 and nation != plan.nation and not plan.bound(nation) and plan.record.reputation > -4


ORDERS = {"attack": o.Attack, "raid": o.Raid, "tunnel": o.TunnelAttack, "raid_tunnel": o.TunnelRaid, "move": o.March}


def launch(plan: Plan, sortie: Sortie) -> None:
    muster(plan, sortie.leader, sortie.origin, sortie.units)
    kind = "raid" if sortie.mode.startswith("raid") else "war" if sortie.whose else "expand"
    reason = why(kind, territory=sortie.target, nation=sortie.whose)
    plan.write(ORDERS[sortie.mode](sortie.leader, sortie.target), why=reason)


def muster(plan: Plan, leader: str, origin: Code, units: tuple[tuple[str, int], ...]) -> None:
    """Put the leader where the units are and form his army."""
    if plan.game.leaders[leader].at != origin:
        plan.write(o.Place(leader, origin))
    plan.placed[leader] = origin
    plan.write(o.FormArmy(leader, units, origin))
    for unit, number in units:
        plan.garrisons[origin][unit] -= number
        if not plan.garrisons[origin][unit]:
            del plan.garrisons[origin][unit]


# -- those who stay ---------------------------------------------------------------------------------------------


def stay_useful(plan: Plan, leader: Leader) -> None:
    """Pillage an occupied town, lie in wait, recruit, bring distant garrisons to the front, or just stand guard."""
    for act in (pillage, demolish, intercept, disband_surplus, recruit, regroup, guard):
        if act(plan, leader):
            return


def pillage(plan: Plan, leader: Leader) -> bool:
    """Occupied towns that cannot be held for good are plundered by those without scruples."""
    if plan.temper.raid < 1:
        return False
    for code in plan.mine:
        land = plan.game.lands[code]
        if land.town and land.owner != plan.nation and not resists_plunder(land) and (units := best_units(plan, leader, code)):
            muster(plan, leader.id, code, units)
            plan.write(o.Pillage(leader.id), why=why("pillage", territory=code))
            return True
    return False


def demolish(plan: Plan, leader: Leader) -> bool:
    """What stands on land held only by force would serve its owner: castles first, then whatever he was proudest of."""
    for code in plan.mine:
        land = plan.game.lands[code]
        built = [structure.kind for structure in land.structures]
        if built and at_war(plan.game, plan.nation, land.owner) and (units := best_units(plan, leader, code)):
            muster(plan, leader.id, code, units)
            doomed = max(built, key=lambda kind: (kind in STRONGHOLDS, structure_kind(kind).glory, kind))
            plan.write(o.Demolish(leader.id, doomed), why=why("demolish", structure=doomed, territory=code))
            return True
    return False


def intercept(plan: Plan, leader: Leader) -> bool:
    if not plan.foes:
        return False
    for code in _front(plan):
        units = best_units(plan, leader, code)
        if units and (has_tactic(leader, "interception") or all("interception" in unit_kind(unit).traits for unit, _ in units)):
            muster(plan, leader.id, code, units)
            plan.write(o.Intercept(leader.id), why=why("intercept", territory=code))
            return True
    return False


def _front(plan: Plan) -> list[Code]:
    """Own territories next to somebody who could attack, nearest to the capital first."""
    hostile = set(plan.foes) or set(plan.neighbours)
    near = [code for code in plan.mine if any(plan.game.lands[other].controller in hostile for other in land_neighbours(code))]
    return sorted(near, key=lambda code: (plan.steps_home(code), code))


def recruit(plan: Plan, leader: Leader) -> bool:
    """As many of the best unit as gold, upkeep, people and resources bear, until there are enough."""
    wanted = 1 + round(plan.temper.war + plan.temper.expand / 2) + (2 if plan.foes else 0)
    spare = plan.slack + (plan.purse.gold // 12 if plan.foes else 0)
    if spare < 5 or plan.spare_food <= 0 or (strength(plan) >= enough(plan) and not plan.foes):
        return False
    best: tuple[float, Code, str, int] | None = None
    for code in _recruiting_grounds(plan):
        for unit in recruitable(plan.nation, plan.record.known):
            number = _affordable(plan, code, unit, wanted, spare)
            if number and (best is None or (_merit(plan, code, unit, number), code, unit, number) > best):
                best = (_merit(plan, code, unit, number), code, unit, number)
    if best is None:
        return False
    _, code, unit, number = best
    if leader.at != code:
        plan.write(o.Place(leader.id, code))
    reason = why("weak", have=strength(plan), most=round(enough(plan))) if not plan.foes else why("enemies")
    plan.write(o.RecruitUnits(leader.id, unit, number, most=True), unit_kind(unit).price * number, reason)
    plan.drafted[code] = plan.drafted.get(code, 0) + unit_kind(unit).people * number
    plan.pledged = plan.pledged + unit_kind(unit).upkeep * number
    return True


def strength(plan: Plan) -> int:
    """The force of all one's units, as printed."""
    return sum(unit_kind(unit).force * number for units in plan.garrisons.values() for unit, number in units.items())


def enough(plan: Plan) -> float:
    """The force with which a nation feels safe in peace: by its land, its temper and the years."""
    return len(plan.mine) * (3 + 0.1 * plan.game.turn) * (0.7 + 0.4 * plan.temper.war)


def _recruiting_grounds(plan: Plan) -> list[Code]:
    return [code for code in plan.held if plan.nation in plan.game.lands[code].national]


def _merit(plan: Plan, code: Code, unit: str, number: int) -> float:
    kind = unit_kind(unit)
    front = 1.2 if any(near in plan.border for near in land_neighbours(code)) else 1.0
    naval = "naval" in kind.traits
    liked = 0.5 if naval and "mer" not in plan.temper.wants else 1.0
    return number * kind.force * front * liked / (1 + kind.upkeep.gold / 20)


def _affordable(plan: Plan, code: Code, unit: str, wanted: int, spare: int) -> int:
    kind, land = unit_kind(unit), plan.game.lands[code]
    if ("naval" in kind.traits and not SITES[code].port) or ("naval" not in kind.traits and SITES[code].open_sea):
        return 0
    people = land.recruits - plan.drafted.get(code, 0)
    number = min(wanted, people // kind.people if kind.people else wanted)
    if kind.upkeep.gold:
        number = min(number, spare // kind.upkeep.gold)
    if kind.upkeep.provisions:
        number = min(number, plan.spare_food // kind.upkeep.provisions)
    while number and not plan.can_spend(kind.price * number):
        number -= 1
    return number


def regroup(plan: Plan, leader: Leader) -> bool:
    """Units far from any border march towards it."""
    front = set(_front(plan)) or {code for code in plan.mine if any(near in plan.border for near in land_neighbours(code))}
    for origin in plan.posts:
        if origin in front or not may_stand(plan, origin) or not (units := best_units(plan, leader, origin)):
            continue
        body = _body(plan, leader, origin, units)
        for target in sorted(front & set(land_neighbours(origin))):
            if (
                way_between(plan.game, body, origin, target, False)
                and may_enter(plan.game, plan.nation, target, False)
                and speed(plan.game, body)
            ):
                muster(plan, leader.id, origin, units)
                plan.write(o.March(leader.id, target), why=why("regroup", territory=target))
                return True
    return False


def disband_surplus(plan: Plan, leader: Leader) -> bool:
    """A nation that cannot keep its troops sends some home before famine does: half of what it lacks, the worst bargains first."""
    lacking = Goods(gold=-plan.surplus - plan.purse.gold // 5, provisions=-plan.food_balance - plan.purse.provisions // 3)
    if lacking.gold <= 0 and lacking.provisions <= 0:
        return False
    posts = [code for code in plan.posts if may_stand(plan, code) and _eaters(plan, code, lacking)]
    if not posts:
        return False
    origin = max(posts, key=lambda code: (_eaters(plan, code, lacking), code))
    gone = dismissed(plan, leader, origin, lacking)
    muster(plan, leader.id, origin, gone)
    plan.write(o.Disband(leader.id, gone), why=why("disband"))
    plan.pledged = sum((unit_kind(unit).upkeep * -number for unit, number in gone), plan.pledged)
    return True


def _eaters(plan: Plan, code: Code, lacking: Goods) -> int:
    """How many units in a place eat what is lacking."""
    return sum(number for unit, number in plan.garrisons.get(code, {}).items() if _eats(unit, lacking))


def _eats(unit: str, lacking: Goods) -> int:
    upkeep = unit_kind(unit).upkeep
    return (upkeep.gold if lacking.gold > 0 else 0) + (5 * upkeep.provisions if lacking.provisions > 0 else 0)


def dismissed(plan: Plan, leader: Leader, origin: Code, lacking: Goods) -> tuple[tuple[str, int], ...]:
    """Those who cost most for their force, as many as the leader commands, until half of the lack is made good."""
    assert leader.military is not None
    here = plan.garrisons[origin]
    pool = [unit for unit, number in here.items() for _ in range(number) if _eats(unit, lacking)]
    pool.sort(key=lambda unit: (-_eats(unit, lacking) / (1 + unit_kind(unit).force), unit))
    gone: list[str] = []
    while pool and len(gone) < leader.military.command and (lacking.gold > 0 or lacking.provisions > 0):
        gone.append(pool.pop(0))
        lacking = lacking - unit_kind(gone[-1]).upkeep * 2
    return tuple((unit, gone.count(unit)) for unit in sorted(set(gone)))


def guard(plan: Plan, leader: Leader) -> bool:
    """In war the rest defend the capital under a leader."""
    if not plan.foes:
        return False
    capital = plan.record.capital
    units = best_units(plan, leader, capital) if capital in plan.mine else ()
    if not units:
        return False
    muster(plan, leader.id, capital, units)
    plan.write(o.Defend(leader.id), why=why("guard", territory=capital))
    return True
