"""Tests before they are rolled: the difficulty and every part of the bonus, as the rules will count them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ...orders import (
    Agitate,
    AnyOrder,
    Assassinate,
    Brigandage,
    CivilOrder,
    DevelopmentOrder,
    Hire,
    Intercept,
    LearnMagic,
    MoveCapital,
    Prospect,
    RecruitLeader,
    Spy,
    Train,
)
from ...rules.civil.affairs import PLANS
from ...rules.civil.assassins import attempt_parts, find_target
from ...rules.civil.intrigue import prospect_difficulty, prospect_parts, rabble_parts, spy_parts
from ...rules.civil.operation import difficulty_of, has_second_try, never_fails, on_the_spot, parts_of
from ...rules.common.figures import Parts, total
from ...rules.general import capital_parts, recruiting_parts, training_parts, training_row
from ...rules.leaders.actors import Actor, civil_actor
from ...rules.leaders.people import is_immortal
from ...rules.leaders.recruits import base_level
from ...rules.magic.magic import learning_difficulty, learning_parts
from ...rules.war.bodies import army_body
from ...rules.war.movement import interception_parts
from ...state import Cendre, Code, Leader, NationId
from ...tables import TABLES
from ...world import SITES, land_neighbours
from .guesses import Guesses

FACES = 10
RULES: dict[type[CivilOrder], str] = {
    Spy: "TC-CIV-13",
    Assassinate: "TC-CIV-04",
    Prospect: "TC-CIV-17",
    Agitate: "TC-CIV-02",
    Brigandage: "TC-CIV-03",
    Hire: "TC-CIV-11",
    **{kind: plan.rule for kind, plan in PLANS.items()},
}
HIDDEN = (Spy, Assassinate, Prospect, Agitate, Brigandage)
"""Tests in which counts what others hide."""


class Test(msgspec.Struct, frozen=True):
    """A d10 and these parts against a difficulty."""

    parts: Parts
    difficulty: int
    rule: str
    """Why it is so difficult."""
    sure: bool = False
    """Whatever the die says."""

    @property
    def share(self) -> float:
        """How often the die is enough."""
        return 1.0 if self.sure else max(0, min(FACES, FACES + 1 - self.difficulty + total(self.parts))) / FACES


class Tested(msgspec.Struct, frozen=True, kw_only=True):
    """The tests a line may meet, one for each guess at what is hidden."""

    tests: tuple[Test, ...]
    again: bool = False
    """The first failure of the season is rolled again."""

    @property
    def shares(self) -> tuple[float, ...]:
        return tuple(test.share for test in self.tests)


def tested(table: Cendre, nation: NationId, order: AnyOrder, guesses: Guesses) -> Tested | None:
    """What a line will be tested by, asked just before its phase; nothing if it needs no test or cannot be carried out."""
    if isinstance(order, HIDDEN):
        tests = [_test_of(copy, nation, order) for copy in guesses.at(table, _place_of(table, order))]
    elif isinstance(order, Intercept):
        tests = list(_interceptions(table, order))
    else:
        tests = [_test_of(table, nation, order)]
    found = tuple(test for test in tests if test is not None)
    again = isinstance(order, CivilOrder) and has_second_try(table, nation)
    return Tested(tests=found, again=again) if found else None


def _place_of(table: Cendre, order: AnyOrder) -> Code:
    if not isinstance(order, Assassinate):
        return str(getattr(order, "territory", ""))
    target = find_target(table, order)
    return target.at if target else table.nations[order.nation].capital if order.nation in table.nations else ""


def _test_of(table: Cendre, nation: NationId, order: AnyOrder) -> Test | None:
    if isinstance(order, CivilOrder):
        actor = _actor(table, nation, order)
        return None if actor is None else _operation(table, nation, order, actor)
    ask = OTHERS.get(type(order))
    return ask(table, nation, order) if ask else None


def _actor(table: Cendre, nation: NationId, order: CivilOrder) -> Actor | None:
    """Who would act, if he can: the rules' own answer, without its echo."""
    told = len(table.outbox)
    actor = civil_actor(table, nation, 0, order)
    del table.outbox[told:]
    place = order.territory if isinstance(order, DevelopmentOrder | Hire) else ""
    return on_the_spot(table, actor, place) if actor and place else actor


def _operation(table: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> Test | None:
    place = str(getattr(order, "territory", ""))
    if place and place not in SITES:
        return None
    difficulty, parts = _figures(table, nation, order, actor)
    if parts is None:
        return None
    hard_land = difficulty != TABLES.operations.operations[order.OPERATION].difficulty
    rule = "TC-LAND-07" if hard_land else RULES[type(order)]
    return Test(parts, difficulty, rule, never_fails(actor, order.OPERATION))


def _figures(table: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> tuple[int, Parts | None]:
    match order:
        case Spy():
            return difficulty_of(table, order), spy_parts(table, nation, order, actor)
        case Assassinate():
            return difficulty_of(table, order), _attempt(table, nation, order, actor)
        case Prospect():
            return prospect_difficulty(table, nation, order), prospect_parts(table, nation, order, actor)
        case Agitate() | Brigandage():
            return difficulty_of(table, order), rabble_parts(table, nation, order, actor, order.territory)
    return difficulty_of(table, order), parts_of(table, nation, order, actor)


def _attempt(table: Cendre, nation: NationId, order: Assassinate, actor: Actor) -> Parts | None:
    """Somebody of whom nothing but a name is known is looked for in his capital; the deathless are never struck."""
    target = find_target(table, order)
    if order.nation not in table.nations or (target and is_immortal(target)):
        return None
    somebody = target or Leader(id="", name=order.name, at=table.nations[order.nation].capital)
    return attempt_parts(table, nation, order, actor, somebody)


# -- other chapters ---------------------------------------------------------------------------------------------


def _capital(table: Cendre, nation: NationId, order: AnyOrder) -> Test:
    return Test(capital_parts(table, nation), TABLES.leaders.capital.difficulty, "TC-GEN-03")


def _training(table: Cendre, nation: NationId, order: AnyOrder) -> Test | None:
    assert isinstance(order, Train)
    leader = table.leaders.get(order.leader)
    row = training_row(table, leader, order) if leader else None
    return Test(training_parts(table, nation, order), row.difficulty, "TC-GEN-05") if row else None


def _recruiting(table: Cendre, nation: NationId, order: AnyOrder) -> Test | None:
    assert isinstance(order, RecruitLeader)
    if order.kind not in TABLES.leaders.found:
        return None
    row = TABLES.leaders.recruiting[base_level(table, nation, order.kind)]
    return Test(recruiting_parts(table, nation, order), row.difficulty, "TC-GEN-04")


def _learning(table: Cendre, nation: NationId, order: AnyOrder) -> Test | None:
    assert isinstance(order, LearnMagic)
    leader = table.leaders.get(order.leader)
    return Test(learning_parts(table, nation, order), learning_difficulty(leader), "TC-MAG-05") if leader and leader.magic else None


OTHERS: dict[type[AnyOrder], Callable[[Cendre, NationId, AnyOrder], Test | None]] = {
    MoveCapital: _capital,
    Train: _training,
    RecruitLeader: _recruiting,
    LearnMagic: _learning,
}


def _interceptions(table: Cendre, order: Intercept) -> Iterator[Test]:
    """Where an enemy may come by: every land beside the army, and whether he is wary."""
    army = table.armies.get(order.leader)
    for code in land_neighbours(army.at) if army and army.troops else ():
        for wary in (False, True):
            parts = interception_parts(table, army_body(order.leader, army), code, wary=wary) if army else ()
            yield Test(parts, TABLES.war.interception.difficulty, "TC-WAR-11")
