"""Civil operations: every civil leader takes the operation that promises most for its price."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .. import orders as o
from ..goods import NOTHING, RESOURCES, Goods
from ..rules.common.inquiry import has_structure, knows, structures_of
from ..rules.common.modifiers import is_forbidden
from ..rules.leaders.actors import HOUSES, Actor
from ..rules.towns.building import BY_VALUE, structure_price, town_cost
from ..rules.towns.towns import EFFECTS, buildings, size_limit, structure_kind
from ..state import Code
from ..tables import TABLES
from ..world import BOOKLETS, SITES, land_neighbours
from .chores import favourite
from .odds import difficulty_of, operation_bonus, succeeds
from .plan import Plan, Why, why, worth_of

SEASONS_AHEAD = 7
"""How many harvests a bot thinks ahead."""
POINT = 6.0
"""What a point of glory is worth in gold to a nation that cares for it."""


NEAR_REVOLT = -3
SCARCE = 4
"""A resource of which there is less in the stores is wanted more."""


class Idea(msgspec.Struct, frozen=True):
    """An operation worth doing: what it brings if it succeeds, what it costs, and how hard it is."""

    order: o.CivilOrder
    value: float
    price: Goods
    difficulty: int
    operation: str
    why: Why
    territory: Code = ""
    development: bool = False
    upkeep: Goods = NOTHING
    """What it costs every season from then on."""


ANYBODY = ""
"""Ideas are collected once for all leaders; who carries one out is written in last."""
NOBODY = Actor(ANYBODY, "", 0)
"""Prices are reckoned as for somebody without gifts."""


def plan_works(plan: Plan) -> None:
    """The ablest choose first; what one has taken is no longer there for the next. Houses that act take what they are for."""
    crew = [
        Actor(leader.id, leader.at, leader.civil.competence, leader.civil.talents, leader.civil.gifts)
        for leader in plan.free()
        if leader.civil
    ]
    crew.sort(key=lambda actor: (-actor.competence, actor.id))
    crew += houses(plan)
    common = (
        [idea for idea in ideas(plan) if not is_forbidden(plan.game, plan.nation, "operations", idea.operation)] if crew else []
    )
    for actor in crew:
        known = [*common, *court_ideas(plan, actor)]
        if actor.structure:
            known = [idea for idea in known if idea.operation in HOUSES[actor.structure]]
        best = max(_rated(plan, actor, known), key=lambda found: found[0], default=None)
        if best and best[0] > 0:
            idea = best[1]
            plan.write(msgspec.structs.replace(idea.order, leader=actor.id), idea.price, idea.why)
            plan.errands.add(errand(idea.order))
            plan.pledged = plan.pledged + idea.upkeep


def houses(plan: Plan) -> list[Actor]:
    """TC-STRUCT-08 Structures that carry out an operation of their own each season."""
    return [
        Actor(f"{kind}@{code}", code, EFFECTS[kind].competence, (), (), kind)
        for kind in HOUSES
        for code in structures_of(plan.game, plan.nation, kind)
    ]


def _rated(plan: Plan, actor: Actor, found: list[Idea]) -> Iterator[tuple[float, Idea]]:
    for idea in found:
        if errand(idea.order) in plan.errands and not _may_repeat(plan, idea):
            continue
        if not plan.can_spend(idea.price) or plan.forbids(idea.operation):
            continue
        bonus = operation_bonus(plan.game, plan.nation, actor, idea.operation, idea.territory, idea.development)
        chance = succeeds(bonus, idea.difficulty)
        taste = 0.8 + plan.draw(40) / 100
        if chance > 0.2:
            yield chance * idea.value * taste - cost_of(plan, idea.price), idea


def errand(order: o.CivilOrder) -> tuple[str, str]:
    """What two leaders would do in each other's way."""
    return order.OPERATION, getattr(order, "unit", "") or getattr(order, "territory", "")


def _may_repeat(plan: Plan, idea: Idea) -> bool:
    """Science and beauty never come to an end; a people near revolt needs more than one to calm it."""
    if isinstance(idea.order, o.Stabilise):
        return plan.record.stability <= NEAR_REVOLT
    return isinstance(idea.order, o.Research | o.Embellish)


def cost_of(plan: Plan, price: Goods) -> float:
    """What a price hurts, all in gold."""
    goods = sum(TABLES.land.resources[kind].value * amount for kind, amount in price.items() if kind in RESOURCES)
    return (price.gold + 0.6 * goods) * plan.thrift


def ideas(plan: Plan) -> Iterator[Idea]:
    for code in plan.held:
        yield from land_ideas(plan, code)
        yield from town_ideas(plan, code)
    yield from hiring_ideas(plan)
    yield from dark_ideas(plan)


def _development(order: o.CivilOrder, code: Code, value: float, why: Why, price: Goods | None = None) -> Idea:
    gold = TABLES.operations.operations[order.OPERATION].gold
    return Idea(order, value, price or Goods(gold=gold), difficulty_of(code), order.OPERATION, why, code, True)


# -- land -------------------------------------------------------------------------------------------------------


def land_ideas(plan: Plan, code: Code) -> Iterator[Idea]:
    land, limit = plan.game.lands[code], TABLES.land.limit
    hunger = max(0, 4 - plan.food_balance)
    food = (6 + 5 * hunger) * SEASONS_AHEAD / 2
    good = TABLES.land.resources[SITES[code].resource].value * 0.5 * SEASONS_AHEAD
    have, what = plan.purse[SITES[code].resource], SITES[code].resource
    scarce = 1.6 if have < SCARCE else 1.0
    if land.farms < land.farm_capacity:
        reason = why("hunger", amount=plan.food_balance) if hunger else why("farm", territory=code)
        yield _development(o.Cultivate(leader=ANYBODY, territory=code), code, food, reason)
    elif land.farm_capacity < limit:
        yield _development(o.Clear(leader=ANYBODY, territory=code), code, food * 0.45, why("clear", territory=code))
    if land.exploitations < land.resource_level:
        reason = why("scarce", what=what, have=have) if have < SCARCE else why("exploit", what=what, territory=code)
        yield _development(o.Exploit(leader=ANYBODY, territory=code), code, good * scarce + 12, reason)
    elif land.resource_level < limit:
        yield _development(o.Develop(leader=ANYBODY, territory=code), code, good * 0.5, why("develop", what=what, territory=code))
        if plan.civil_units["prospecteurs"]:
            price = Goods(gold=TABLES.operations.operations["prospection"].gold)
            order, reason = o.Prospect(leader=ANYBODY, territory=code), why("develop", what=what, territory=code)
            yield Idea(order, good * 0.6, price, difficulty_of(code), "prospection", reason, code, True)
    if land.population < limit:
        room = 1.4 if land.recruits == 0 and plan.foes else 1.0
        reason = why("populate", territory=code, have=land.population)
        yield _development(o.Populate(leader=ANYBODY, territory=code), code, (5 * SEASONS_AHEAD + 15) * room, reason)
    if knows(plan.game, plan.nation, "Réseau routier") and not land.roads:
        linked = sum(plan.game.lands[near].roads for near in land_neighbours(code) if near in plan.mine)
        gold = TABLES.operations.road_gold_per_difficulty * difficulty_of(code)
        value = (4 + 8 * linked) * SEASONS_AHEAD + 20
        reason = why("roads", territory=code)
        yield _development(o.BuildRoads(leader=ANYBODY, territory=code), code, value, reason, Goods(gold=gold))
    price = TABLES.leaders.civil_units["milice"].cost
    if land.brigands > 1 and land.militia < 3:
        reason = why("brigands", territory=code, have=land.brigands)
        yield _operation(o.Hire(leader=ANYBODY, unit="milice", territory=code), 14 * land.brigands, reason, code, price=price)
    if land.agitators and land.police < 3:
        reason = why("agitators", territory=code, have=land.agitators)
        yield _operation(o.Hire(leader=ANYBODY, unit="police", territory=code), 25 * land.agitators, reason, code, price=price)


# -- towns ------------------------------------------------------------------------------------------------------


def town_ideas(plan: Plan, code: Code) -> Iterator[Idea]:
    land = plan.game.lands[code]
    if land.town and land.town < size_limit(plan.nation) and (mix := growth_mix(plan, land.town + 1)) is not None:
        feeds = 1.0 if plan.spare_food > 0 else 0.2
        value = (10 * SEASONS_AHEAD + POINT * plan.temper.glory * 2 + 25) * plan.temper.build * feeds
        reason = why("town", territory=code, level=land.town + 1)
        yield _development(o.Urbanise(leader=ANYBODY, territory=code), code, value, reason, mix)
    if not land.town and knows(plan.game, plan.nation, "Essor urbain") and (mix := growth_mix(plan, 1)) is not None:
        reason = why("found", territory=code)
        yield _development(o.FoundTown(leader=ANYBODY, territory=code), code, 110 * plan.temper.build, reason, mix)
    for kind in sorted((*TABLES.towns.structures, *(structure.id for structure in BOOKLETS[plan.nation].structures))):
        idea = _structure_idea(plan, code, kind)
        if idea is not None:
            yield idea


def growth_mix(plan: Plan, level: int) -> Goods | None:
    """The cheapest resources in stock that pay for a town of this level; None if there are not enough."""
    gold, left = town_cost(plan.game, plan.nation, level)
    mix = Goods(gold=gold)
    for kind in BY_VALUE:
        used = min(left, plan.purse[kind]) if kind in TABLES.towns.levels[level - 1].usable else 0
        mix, left = mix + Goods.one(kind, used), left - used
    return mix if not left else None


def _structure_idea(plan: Plan, code: Code, kind: str) -> Idea | None:
    if not may_build(plan, code, kind):
        return None
    entry = structure_kind(kind)
    price = structure_price(plan.game, plan.nation, o.Construct(leader=ANYBODY, territory=code, structure=kind), NOBODY)
    if price is None or not plan.can_spend(price):
        return None
    value = (worth_of(kind) + POINT * plan.temper.glory * entry.glory / 2) * plan.temper.build
    value += 25 * worry(plan) * entry.stability_test
    border = _threatened_border(plan, code) if entry.border else ""
    if entry.border and not border:
        return None
    name = f"Merveille de {SITES[code].name}" if entry.named else ""
    order = o.Construct(leader=ANYBODY, territory=code, structure=kind, border=border, name=name)
    return _development(order, code, value, why("structure", structure=kind, territory=code, points=entry.glory), price)


def may_build(plan: Plan, code: Code, kind: str) -> bool:
    land, entry = plan.game.lands[code], structure_kind(kind)
    if has_structure(land, kind) or is_forbidden(plan.game, plan.nation, "structures", kind):
        return False
    if entry.unique and any(has_structure(plan.game.lands[other], kind) for other in plan.mine):
        return False
    if (entry.port and not SITES[code].port) or (entry.coastal and not SITES[code].by_the_sea):
        return False
    if (entry.terrains and not set(entry.terrains) & set(SITES[code].terrains)) or (
        entry.national_land and plan.nation not in land.national
    ):
        return False
    if entry.place == "ville":
        return bool(land.town) and len(buildings(land)) < TABLES.towns.levels[land.town - 1].buildings
    return len(land.structures) - len(buildings(land)) < TABLES.land.territory_structures


def _threatened_border(plan: Plan, code: Code) -> Code:
    foreign = [near for near in land_neighbours(code) if plan.game.lands[near].controller not in ("", plan.nation)]
    return foreign[0] if foreign else ""


# -- the court --------------------------------------------------------------------------------------------------


def _operation(order: o.CivilOrder, value: float, why: Why, code: Code = "", easier: int = 0, price: Goods | None = None) -> Idea:
    """An operation with the price and difficulty of the table."""
    entry = TABLES.operations.operations[order.OPERATION]
    return Idea(order, value, price or Goods(gold=entry.gold), entry.difficulty - easier, order.OPERATION, why, code)


def court_ideas(plan: Plan, actor: Actor) -> Iterator[Idea]:
    skill, temper = actor.competence, plan.temper
    domain = favourite(plan)
    yield _operation(o.Stabilise(leader=ANYBODY), skill * 5 * worry(plan), why("unrest", have=plan.record.stability))
    yield _operation(o.Embellish(leader=ANYBODY), skill * POINT * 2 * temper.glory, why("embellish"))
    yield _operation(o.Research(leader=ANYBODY, domain=domain), skill * 20 * temper.science, why("research", domain=domain))
    claim = wanted_claim(plan)
    if claim and plan.record.reputation > -4:
        value = 70 * temper.war if plan.game.lands[claim].owner != plan.nation else 45 * temper.expand
        yield _operation(o.Claim(leader=ANYBODY, territory=claim), value, why("claim", territory=claim), claim)


def worry(plan: Plan) -> float:
    """How much a point in the stability test is worth now, from 1 for a steady people up to ruin before a revolution."""
    unrest = max(0, 1 - plan.record.stability)
    return (1 + 1.5 * unrest + 0.4 * unrest**2) * (0.4 if plan.calm > 0.5 else 1.2 if plan.calm < 0 else 1.0)


def wanted_claim(plan: Plan) -> Code:
    """A neighbour's territory worth a claim: a pretext for a war to come, or one's own land that is not yet national."""
    own = [code for code in plan.held if plan.nation not in plan.game.lands[code].national]
    if own:
        return own[0]
    foreign = [
        code
        for code in plan.border
        if plan.game.lands[code].owner in plan.temper.foe and plan.nation not in plan.game.lands[code].national
    ]
    return foreign[0] if foreign and not plan.bound(plan.game.lands[foreign[0]].owner) else ""


def hiring_ideas(plan: Plan) -> Iterator[Idea]:
    """Units for the pools, as long as their upkeep can be borne; artists above all where the people is restless."""
    temper = plan.temper
    calming = 220 * max(0.0, 0.4 - plan.calm)
    if plan.slack >= 20 and calming:
        yield _hiring("artistes", 60 + calming)
    if plan.slack < 25:
        return
    wishes = {
        "artistes": (95 * temper.glory, 8),
        "sages": (110 * temper.science, 6),
        "diplomates": (60 * temper.trade, 4),
        "espions": (45 * temper.intrigue, 3),
        "assassins": (45 * temper.intrigue, 2),
        "prospecteurs": (45 + 15 * temper.expand, 2),
    }
    for unit, (value, most) in wishes.items():
        if plan.civil_units[unit] < most + plan.purse.gold // 500:
            yield _hiring(unit, value)


def _hiring(unit: str, value: float) -> Idea:
    entry = TABLES.leaders.civil_units[unit]
    idea = _operation(o.Hire(leader=ANYBODY, unit=unit), value, why(f"hire.{unit}"), price=entry.cost)
    return msgspec.structs.replace(idea, upkeep=Goods(gold=entry.upkeep))


# -- in the dark ------------------------------------------------------------------------------------------------


def dark_ideas(plan: Plan) -> Iterator[Idea]:
    """Spies, murder and unrest against foes and rivals; scouts before an expansion."""
    rivals = plan.foes or tuple(foe for foe in plan.temper.foe if not plan.bound(foe))
    targets = [code for code in sorted(SITES) if plan.game.lands[code].controller in rivals]
    if targets:
        yield from _intrigues(plan, targets[plan.draw(len(targets))])
    vacant = [code for code in plan.border if not plan.game.lands[code].controller]
    unknown = [code for code in vacant if f"{plan.nation}:{code}" not in plan.game.knowledge]
    if unknown and plan.civil_units["prospecteurs"]:
        code = unknown[plan.draw(len(unknown))]
        yield _operation(o.Prospect(leader=ANYBODY, territory=code), 38 * plan.temper.expand, why("unknown", territory=code), code)


def _intrigues(plan: Plan, code: Code) -> Iterator[Idea]:
    passion = plan.temper.intrigue * (1.5 if plan.foes else 1.0)
    victim, units = plan.game.lands[code].controller, TABLES.leaders.civil_units
    if plan.civil_units["espions"]:
        yield _operation(o.Spy(leader=ANYBODY, territory=code), 50 * passion, why("spy", nation=victim, territory=code), code)
    harm = why("harm", nation=victim)
    yield _operation(o.Agitate(leader=ANYBODY, territory=code), 42 * passion, harm, code, price=units["agitateurs"].cost)
    yield _operation(o.Brigandage(leader=ANYBODY, territory=code), 40 * passion, harm, code, price=units["brigands"].cost)
    extra = plan.civil_units["assassins"] - 1
    name = known_ruler(plan, victim)
    if extra >= 0 and name:
        order = o.Assassinate(leader=ANYBODY, nation=victim, name=name, extra=extra)
        yield _operation(order, 70 * passion, harm, easier=extra)


def known_ruler(plan: Plan, nation: str) -> str:
    """Rulers' names are public; nobody else's are."""
    return next((leader.name for leader in plan.game.leaders.values() if leader.nation == nation and leader.ruler), "")
