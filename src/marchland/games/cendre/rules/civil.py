"""Chapter "Les opérations civiles": the test, its price, and the operations that develop a nation.

Espionage, assassination, prospecting, agitation and brigandage are in `intrigue`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ....kernel.events import Event
from ..goods import Goods
from ..orders import (
    BuildRoads,
    CivilOrder,
    Claim,
    Clear,
    Construct,
    Cultivate,
    Develop,
    DevelopmentOrder,
    Embellish,
    Exploit,
    FoundTown,
    Hire,
    Populate,
    Research,
    Stabilise,
    Urbanise,
)
from ..state import WINTER, Cendre, Code, NationId, Structure
from ..tables import TABLES
from ..world import DOMAINS, MAJORS, SITES
from .actors import Actor, civil_actor, use_up
from .building import building_effects, construct_refusal, half_price, spend_half_price, structure_price, town_price, town_refusal
from .dice import d10
from .inquiry import is_frozen, is_held, knows, lines, seats_of, structures_of, terrains
from .ledger import (
    add_science,
    can_pay,
    change,
    change_civil,
    change_glory,
    change_land,
    change_reputation,
    make_national,
    pay,
    refuse,
    tally,
    write_land,
)
from .marks import has_mark, mark_total, next_winter
from .modifiers import added, here, is_forbidden
from .placement import quarantined
from .relations import give_casus
from .towns import EFFECTS, add_structure, grow

SECRET = ("espionnage", "assassinat")
"""Operations against what another nation hides: police, spells and the stability of the victim count in them."""


class OperationTested(Event, frozen=True):
    """A civil operation: die, bonus and difficulty (none are told of a secret one), and whether it succeeded."""

    nation: NationId
    line: int
    operation: str
    leader: str
    die: int
    bonus: int
    difficulty: int
    success: bool
    rule: str
    territory: Code = ""


class TerritoryClaimed(Event, frozen=True):
    """Everybody hears of a claim, made good or not."""

    RULE = "TC-CIV-20"
    nation: NationId
    territory: Code
    owner: NationId
    success: bool


# -- the test ---------------------------------------------------------------------------------------------------


def terrain_difficulty(game: Cendre, code: Code) -> int:
    """TC-LAND-07 The hardest of all terrains of a territory decides."""
    hardest = max(TABLES.land.terrains[terrain].difficulty for terrain in terrains(game, code))
    return max(hardest, TABLES.land.frozen.difficulty) if is_frozen(game, code) else hardest


def operation_bonus(game: Cendre, nation: NationId, actor: Actor, operation: str, code: Code = "") -> int:
    """TC-CIV-01 Stability, competence (twice for a talent), people, discoveries and events."""
    competence = actor.competence * (2 if operation in actor.talents else 1)
    development = is_development(operation, code, nation, game)
    facts = {**(here(game, nation, code) if code else {}), "operation": operation, "development": development}
    bonus = game.nations[nation].stability + competence + added(game, nation, "roll.operation", **facts)
    if development and knows(game, nation, "Ingénierie"):
        bonus += TABLES.science.effects.engineering_test
    return bonus + mark_total(game, "operation_test", nation=nation)


def is_development(operation: str, code: Code, nation: NationId, game: Cendre) -> bool:
    """TC-CIV-01 Prospecting one's own land counts as development too."""
    if operation == "prospection":
        return bool(code) and game.lands[code].owner == nation
    return TABLES.operations.operations[operation].development


def tested(
    game: Cendre, nation: NationId, line: int, order: CivilOrder, actor: Actor, bonus: int, difficulty: int, rule: str
) -> OperationTested:
    """TC-CIV-01 d10 and bonus against the difficulty; a specialist never fails at his talents."""
    test = OperationTested(
        nation=nation,
        line=line,
        operation=order.OPERATION,
        leader=actor.id,
        die=0,
        bonus=bonus,
        difficulty=difficulty,
        success=actor.has_gift("spécialiste") and order.OPERATION in actor.talents,
        rule=rule,
        territory=getattr(order, "territory", ""),
        audience=seats_of(game, nation),
    )
    test = _rolled(game, test)
    if not test.success and has_second_try(game, nation):
        tally(game, nation, "season", rerolled=True)
        test = _rolled(game, test)
    if not test.success:
        _blunder(game, actor, difficulty - test.die - bonus)
    return test


def _rolled(game: Cendre, test: OperationTested) -> OperationTested:
    die = d10(game, test.nation, test.operation)
    success = test.success or die + test.bonus >= test.difficulty
    test = msgspec.structs.replace(test, die=die, success=success)
    game.emit(as_told(test))
    return test


def as_told(test: OperationTested) -> OperationTested:
    """TC-INFO-06 The author of a secret operation learns whether it succeeded; its figures would give away those of the victim."""
    return msgspec.structs.replace(test, die=0, bonus=0, difficulty=0) if test.operation in SECRET else test


def has_second_try(game: Cendre, nation: NationId) -> bool:
    """TC-STRUCT-08 The great Curia, or a good omen, rolls the first failure of a season again."""
    if game.nations[nation].season.rerolled:
        return False
    return bool(structures_of(game, nation, "grande-curie")) or has_mark(game, "second_try", nation=nation)


def _blunder(game: Cendre, actor: Actor, missed_by: int) -> None:
    """TC-STRUCT-08 Work by the dead or by slaves that fails badly troubles the town."""
    trouble = {"ateliers-mortuaires": "agitators", "maison-des-esclaves": "brigands"}.get(actor.structure)
    if trouble and missed_by >= EFFECTS[actor.structure].margin:
        change_land(game, actor.at, trouble, 1, actor.structure, "TC-STRUCT-08")


# -- the plan of every operation --------------------------------------------------------------------------------


class Plan(msgspec.Struct, frozen=True):
    """How an operation is carried out: what forbids it, its price, its difficulty and its effect."""

    rule: str
    refusal: Callable[[Cendre, NationId, CivilOrder, Actor], str]
    price: Callable[[Cendre, NationId, CivilOrder, Actor], Goods | None]
    effect: Callable[[Cendre, NationId, CivilOrder, Actor], None]


def operate(game: Cendre, *kinds: type[CivilOrder], houses: tuple[str, ...] = (), apart: tuple[str, ...] = ()) -> None:
    """TC-CIV-01 Carry out the operations of these kinds, nation by nation, in the order of their sheets.

    `houses` limits the step to these structures; `apart` leaves out those that have a step of their own.
    """
    winter = game.season == WINTER
    for nation in MAJORS:
        for line, order in lines(game, nation, *kinds):
            house = order.leader.partition("@")[0] if "@" in order.leader else ""
            if order.winter == winter and (house in houses if houses else house not in apart):
                carry_out(game, nation, line, order)


def carry_out(game: Cendre, nation: NationId, line: int, order: CivilOrder) -> None:
    """TC-CIV-01 Refuse or pay, then test, then apply; what is paid is lost even if the test fails."""
    actor = civil_actor(game, nation, line, order)
    if actor is None:
        return
    plan = PLANS[type(order)]
    rule = "TC-CIV-01" if is_forbidden(game, nation, "operations", order.OPERATION) else plan.refusal(game, nation, order, actor)
    if rule:
        refuse(game, nation, line, order, rule, territory=getattr(order, "territory", ""))
        return
    price = plan.price(game, nation, order, actor)
    if price is None or not can_pay(game, nation, price):
        refuse(game, nation, line, order, plan.rule, why="price")
        return
    use_up(game, nation, actor)
    pay(game, nation, price, order.OPERATION, plan.rule, territory=getattr(order, "territory", ""))
    bonus = bonus_of(game, nation, order, actor)
    if tested(game, nation, line, order, actor, bonus, difficulty_of(game, order), plan.rule).success:
        plan.effect(game, nation, order, actor)


def bonus_of(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> int:
    code = order.territory if isinstance(order, DevelopmentOrder) else ""
    return operation_bonus(game, nation, actor, order.OPERATION, code)


def difficulty_of(game: Cendre, order: CivilOrder) -> int:
    """TC-LAND-07 Development is as hard as the land; other operations have a difficulty of their own."""
    printed = TABLES.operations.operations[order.OPERATION].difficulty
    return printed or terrain_difficulty(game, order.territory)  # type: ignore[attr-defined]


def plain_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods:
    """TC-CIV-01 The gold of an operation; a planner develops more cheaply."""
    operation = TABLES.operations.operations[order.OPERATION]
    return Goods(gold=discounted(game, nation, order, actor, operation.gold))


def discounted(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor, gold: int) -> int:
    development = TABLES.operations.operations[order.OPERATION].development
    gold += added(game, nation, "cost.operation.gold", operation=order.OPERATION)
    if development and actor.has_gift("planificateur"):
        gold += TABLES.leaders.gift_effects.planificateur_gold
    if actor.structure == "maison-des-esclaves":
        gold = -(-gold // EFFECTS[actor.structure].share)
    return max(0, gold)


# -- development ------------------------------------------------------------------------------------------------


def development_refusal(game: Cendre, nation: NationId, order: DevelopmentOrder, actor: Actor) -> str:
    """TC-CIV-01 Only on land owned and controlled, with the leader on the spot."""
    if order.territory not in SITES or not is_held(game.lands[order.territory], nation):
        return "TC-LAND-02"
    if not actor.structure and actor.at != order.territory:
        return "TC-CIV-01"
    return "TC-EVT-04" if quarantined(game, nation, order.territory) else ""


def _below(what: str, limit: str, rule: str) -> Callable[[Cendre, NationId, CivilOrder, Actor], str]:
    """A figure that may still rise: up to another figure of the territory, or to the general limit."""

    def refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
        assert isinstance(order, DevelopmentOrder)
        problem = development_refusal(game, nation, order, actor)
        if problem:
            return problem
        land = game.lands[order.territory]
        most = getattr(land, limit) if limit else TABLES.land.limit
        return "" if getattr(land, what) < most else rule

    return refusal


def _raise(what: str, rule: str) -> Callable[[Cendre, NationId, CivilOrder, Actor], None]:
    def effect(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
        assert isinstance(order, DevelopmentOrder)
        change_land(game, order.territory, what, 1, order.OPERATION, rule)

    return effect


def _clear(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-07 Land is cleared; where ash lies, it is swept away instead."""
    assert isinstance(order, Clear)
    land = game.lands[order.territory]
    if land.ash:
        change_land(game, order.territory, "ash", -1, order.OPERATION, "TC-EVT-05")
    else:
        change_land(game, order.territory, "farm_capacity", 1, order.OPERATION, "TC-CIV-07")


def _road_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    """TC-CIV-16 Roads need their discovery and are built once."""
    assert isinstance(order, BuildRoads)
    if not knows(game, nation, "Réseau routier"):
        return "TC-SCI-06"
    problem = development_refusal(game, nation, order, actor)
    return problem or ("TC-CIV-16" if game.lands[order.territory].roads else "")


def _road_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods:
    assert isinstance(order, BuildRoads)
    gold = TABLES.operations.road_gold_per_difficulty * terrain_difficulty(game, order.territory)
    return Goods(gold=discounted(game, nation, order, actor, gold))


def _build_road(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-16 A road is seen by everybody on the map."""
    assert isinstance(order, BuildRoads)
    write_land(game, order.territory, roads=True)
    game.emit(RoadsBuilt(nation=nation, territory=order.territory))


class RoadsBuilt(Event, frozen=True):
    RULE = "TC-CIV-16"
    nation: NationId
    territory: Code


# -- towns and structures ---------------------------------------------------------------------------------------


def _town_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    assert isinstance(order, Urbanise | FoundTown)
    return development_refusal(game, nation, order, actor) or town_refusal(game, nation, order)


def _town_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods | None:
    assert isinstance(order, Urbanise | FoundTown)
    price = town_price(game, nation, order, actor)
    if price is None:
        return None
    price = msgspec.structs.replace(price, gold=discounted(game, nation, order, actor, price.gold))
    return half_price(game, nation, price) if isinstance(order, Urbanise) else price


def _grow(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-15 The town gains a level (TC-CIV-14: a first one)."""
    assert isinstance(order, DevelopmentOrder)
    grow(game, order.territory, order.OPERATION, PLANS[type(order)].rule)
    spend_half_price(game, nation)


def _construct_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    assert isinstance(order, Construct)
    return development_refusal(game, nation, order, actor) or construct_refusal(game, nation, order)


def _construct_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods | None:
    assert isinstance(order, Construct)
    price = structure_price(game, nation, order, actor)
    return None if price is None else half_price(game, nation, price)


def _construct(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-05 The structure stands, with its glory and its effects."""
    assert isinstance(order, Construct)
    structure = Structure(order.structure, order.name, order.border)
    add_structure(game, order.territory, nation, structure, "TC-CIV-05")
    building_effects(game, nation, order.territory, structure)
    spend_half_price(game, nation)


# -- people and learning ----------------------------------------------------------------------------------------


def _nothing_forbids(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    return ""


def _embellish(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-12 Glory by the leader's competence, never doubled by a talent."""
    change_glory(game, nation, actor.competence, order.OPERATION, "TC-CIV-12")


def _stabilise(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-19 The leader's competence helps at this season's stability test."""
    change(game, nation, effort=game.nations[nation].effort + actor.competence)


def _research_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    assert isinstance(order, Research)
    return "" if order.domain in DOMAINS else "TC-CIV-18"


def _research(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-18 Science points in one domain by the leader's competence."""
    assert isinstance(order, Research)
    add_science(game, nation, order.domain, actor.competence, order.OPERATION, "TC-CIV-18")


def hire_refusal(game: Cendre, nation: NationId, order: Hire, actor: Actor) -> str:
    """TC-CIV-11 Police and militia are raised where the leader stands, on land owned and controlled."""
    kind = TABLES.leaders.civil_units.get(order.unit)
    if kind is None or kind.order != order.OPERATION:
        return "TC-CIV-11"
    if kind.pool:
        return ""
    on_the_spot = order.territory in SITES and is_held(game.lands[order.territory], nation) and actor.at == order.territory
    return "" if on_the_spot else "TC-CIV-11"


DOUBLE_HIRE = {
    "policier": ("police", "milice"),
    "criminel": ("assassins", "brigands"),
    "homme de l'ombre": ("agitateurs", "espions"),
}


def unit_price(game: Cendre, nation: NationId, unit: str) -> Goods:
    """TC-UNIT-01 Price of one civil unit."""
    base = TABLES.leaders.civil_units[unit].cost
    gold = max(0, base.gold + added(game, nation, "cost.hire.gold", civil_unit=unit))
    return msgspec.structs.replace(base, gold=gold)


def number_hired(game: Cendre, nation: NationId, actor: Actor, unit: str) -> int:
    """TC-LEAD-10 Some gifts bring two units at once, if both can be paid."""
    double = any(actor.has_gift(gift) and unit in units for gift, units in DOUBLE_HIRE.items())
    return 2 if double and can_pay(game, nation, unit_price(game, nation, unit) * 2) else 1


def hire_units(game: Cendre) -> None:
    """TC-CIV-11 Civil units join the pool, or the territory where they are raised."""
    winter = game.season == WINTER
    for nation in MAJORS:
        for line, order in lines(game, nation, Hire):
            if order.winter == winter:
                _hire(game, nation, line, order)


def _hire(game: Cendre, nation: NationId, line: int, order: Hire) -> None:
    actor = civil_actor(game, nation, line, order)
    if actor is None:
        return
    rule = hire_refusal(game, nation, order, actor)
    number = 0 if rule else number_hired(game, nation, actor, order.unit)
    price = Goods() if rule else unit_price(game, nation, order.unit) * number
    if rule or not can_pay(game, nation, price):
        refuse(game, nation, line, order, rule or "TC-UNIT-01", unit=order.unit, why="" if rule else "price")
        return
    use_up(game, nation, actor)
    pay(game, nation, price, order.OPERATION, "TC-UNIT-01")
    bonus = bonus_of(game, nation, order, actor)
    if not tested(game, nation, line, order, actor, bonus, difficulty_of(game, order), "TC-CIV-11").success:
        return
    if TABLES.leaders.civil_units[order.unit].pool:
        change_civil(game, nation, order.unit, number, order.OPERATION, "TC-CIV-11")
    else:
        what = {"police": "police", "milice": "militia"}[order.unit]
        change_land(game, order.territory, what, number, order.OPERATION, "TC-CIV-11")


def _claim_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    """TC-CIV-20 A territory that is national already cannot be claimed."""
    assert isinstance(order, Claim)
    return "" if order.territory in SITES and nation not in game.lands[order.territory].national else "TC-CIV-20"


def claim_aftermath(game: Cendre, nation: NationId, order: Claim, success: bool) -> None:
    """TC-CIV-20 A claim costs reputation whatever comes of it, and gives the owner a casus belli."""
    owner = game.lands[order.territory].owner
    change_reputation(game, nation, TABLES.standing.reputation.claim, "claim", "TC-CIV-20")
    if owner and owner != nation:
        give_casus(game, owner, nation, "claimed", next_winter(game))
    game.emit(TerritoryClaimed(nation=nation, territory=order.territory, owner=owner, success=success))


def claim_territories(game: Cendre) -> None:
    """TC-CIV-20 Claims: the only operation with a price beyond its gold when it fails."""
    winter = game.season == WINTER
    for nation in MAJORS:
        for line, order in lines(game, nation, Claim):
            if order.winter != winter:
                continue
            before = len(game.outbox)
            carry_out(game, nation, line, order)
            tested = [event for event in game.outbox[before:] if isinstance(event, OperationTested)]
            if tested:
                claim_aftermath(game, nation, order, tested[-1].success)


def _claim(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    assert isinstance(order, Claim)
    make_national(game, order.territory, nation, order.OPERATION, "TC-CIV-20")


def _improvement(rule: str, what: str, limit: str) -> Plan:
    return Plan(rule, _below(what, limit, rule), plain_price, _raise(what, rule))


PLANS: dict[type[CivilOrder], Plan] = {
    Cultivate: _improvement("TC-CIV-06", "farms", "farm_capacity"),
    Clear: Plan("TC-CIV-07", _below("farm_capacity", "", "TC-CIV-07"), plain_price, _clear),
    Develop: _improvement("TC-CIV-08", "resource_level", ""),
    Exploit: _improvement("TC-CIV-09", "exploitations", "resource_level"),
    Populate: _improvement("TC-CIV-10", "population", ""),
    BuildRoads: Plan("TC-CIV-16", _road_refusal, _road_price, _build_road),
    Construct: Plan("TC-CIV-05", _construct_refusal, _construct_price, _construct),
    Urbanise: Plan("TC-CIV-15", _town_refusal, _town_price, _grow),
    FoundTown: Plan("TC-CIV-14", _town_refusal, _town_price, _grow),
    Claim: Plan("TC-CIV-20", _claim_refusal, plain_price, _claim),
    Research: Plan("TC-CIV-18", _research_refusal, plain_price, _research),
    Stabilise: Plan("TC-CIV-19", _nothing_forbids, plain_price, _stabilise),
    Embellish: Plan("TC-CIV-12", _nothing_forbids, plain_price, _embellish),
}
