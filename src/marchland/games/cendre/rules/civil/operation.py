"""Chapter "Les opérations civiles": the test, its price, and how an operation is carried out.

Which operations there are is in `development`, `affairs` and `intrigue`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import CivilOrder, Construct, DevelopmentOrder, Urbanise
from ...state import WINTER, Cendre, Code, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.dice import d10
from ..common.figures import Part, Parts, counting, total
from ..common.inquiry import is_frozen, knows, seats_of, structures_of, terrains
from ..common.ledger import can_pay, change_land, pay, refuse, tally
from ..common.marks import drop_marks, has_mark, mark_total
from ..common.modifiers import added, here, is_forbidden
from ..land.territory import unheld_refusal
from ..leaders.actors import Actor, civil_actor, use_up
from ..towns.towns import EFFECTS
from ..war.armies import quarantined

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


# -- the test ---------------------------------------------------------------------------------------------------


def terrain_difficulty(game: Cendre, code: Code) -> int:
    """TC-LAND-07 The hardest of all terrains of a territory decides."""
    hardest = max(TABLES.land.terrains[terrain].difficulty for terrain in terrains(game, code))
    return max(hardest, TABLES.land.frozen.difficulty) if is_frozen(game, code) else hardest


def operation_parts(game: Cendre, nation: NationId, actor: Actor, operation: str, code: Code = "") -> Parts:
    """TC-CIV-01 Stability, competence (twice for a talent), people, discoveries and events."""
    development = is_development(operation, code, nation, game)
    facts = {**(here(game, nation, code) if code else {}), "operation": operation, "development": development}
    learnt = development and knows(game, nation, "Ingénierie")
    return counting(
        Part("stability", game.nations[nation].stability, "TC-STAB-01"),
        Part("competence", actor.competence, "TC-CIV-01"),
        Part("talent", actor.competence * (operation in actor.talents), "TC-LEAD-09"),
        Part("people", added(game, nation, "roll.operation", **facts), "TC-CIV-01"),
        Part("Ingénierie", TABLES.science.effects.engineering_test * learnt, "TC-SCI-06"),
        Part("event", mark_total(game, "operation_test", nation=nation), "TC-EVT-04"),
    )


def is_development(operation: str, code: Code, nation: NationId, game: Cendre) -> bool:
    """TC-CIV-01 Prospecting one's own land counts as development too."""
    if operation == "prospection":
        return bool(code) and game.lands[code].owner == nation
    return TABLES.operations.operations[operation].development


def tested(
    game: Cendre, nation: NationId, line: int, order: CivilOrder, actor: Actor, parts: Parts, difficulty: int, rule: str
) -> OperationTested:
    """TC-CIV-01 d10 and bonus against the difficulty; a specialist never fails at his talents."""
    bonus = total(parts)
    test = OperationTested(
        nation=nation,
        line=line,
        operation=order.OPERATION,
        leader=actor.id,
        die=0,
        bonus=bonus,
        difficulty=difficulty,
        success=never_fails(actor, order.OPERATION),
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


def never_fails(actor: Actor, operation: str) -> bool:
    """TC-LEAD-10 A specialist at one of his talents."""
    return actor.has_gift("spécialiste") and operation in actor.talents


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


def carry_out(game: Cendre, nation: NationId, line: int, order: CivilOrder, plan: Plan) -> None:
    """TC-CIV-01 Refuse or pay, then test, then apply; what is paid is lost even if the test fails."""
    actor = civil_actor(game, nation, line, order)
    if actor is None:
        return
    if isinstance(order, DevelopmentOrder):
        actor = on_the_spot(game, actor, order.territory)
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
    if isinstance(order, Construct | Urbanise):
        drop_marks(game, "half_price", nation=nation)
    parts = parts_of(game, nation, order, actor)
    if tested(game, nation, line, order, actor, parts, difficulty_of(game, order), plan.rule).success:
        plan.effect(game, nation, order, actor)


def on_the_spot(game: Cendre, actor: Actor, code: Code) -> Actor:
    """TC-CIV-01 The leader as he is once he has gone where his order needs him: he may, until he acts or leads an army."""
    stays = actor.structure or actor.id in game.armies or game.season == WINTER or code not in SITES
    return actor if stays else msgspec.structs.replace(actor, at=code)


def development_refusal(game: Cendre, nation: NationId, order: DevelopmentOrder, actor: Actor) -> str:
    """TC-CIV-01 Only on land owned and controlled, with the leader on the spot."""
    unheld = unheld_refusal(game, nation, order.territory)
    if unheld:
        return unheld
    if not actor.structure and actor.at != order.territory:
        return "TC-CIV-01"
    return "TC-EVT-03" if quarantined(game, nation, order.territory) else ""


def parts_of(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Parts:
    code = order.territory if isinstance(order, DevelopmentOrder) else ""
    return operation_parts(game, nation, actor, order.OPERATION, code)


def difficulty_of(game: Cendre, order: CivilOrder) -> int:
    """TC-LAND-07 Development is as hard as the land; other operations have a difficulty of their own."""
    printed = TABLES.operations.operations[order.OPERATION].difficulty
    return printed or terrain_difficulty(game, getattr(order, "territory", ""))


def plain_price(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Goods:
    """TC-CIV-01 The gold of an operation; a planner develops more cheaply."""
    operation = TABLES.operations.operations[order.OPERATION]
    return Goods(gold=discounted(game, nation, order, actor, operation.gold))


def rebate(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> int:
    """TC-LEAD-10 Gold that a people, or a planner at a development, puts on or takes off the price; before any half or share."""
    development = TABLES.operations.operations[order.OPERATION].development
    planned = TABLES.leaders.gift_effects.planificateur_gold if development and actor.has_gift("planificateur") else 0
    return planned + added(game, nation, "cost.operation.gold", operation=order.OPERATION)


def discounted(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor, gold: int) -> int:
    gold += rebate(game, nation, order, actor)
    if actor.structure == "maison-des-esclaves":
        gold = -(-gold // EFFECTS[actor.structure].share)
    return max(0, gold)
