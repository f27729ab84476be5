"""Who does what: every leader, and every house that acts, gets the task at which he does most more than at court."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ... import orders as o
from ...goods import NOTHING, Goods
from ...rules.common.inquiry import has_gift
from ...rules.common.modifiers import is_forbidden
from ...rules.leaders.actors import HOUSES, Actor
from ...rules.towns.towns import structure_kind
from ...state import AUTUMN, Leader
from ...world import DOMAINS
from ..works import houses
from .building import room_in, structure_ideas
from .council import Council
from .court import court_ideas, hiring_ideas, training
from .ideas import Idea, chance_of
from .works import land_ideas, town_ideas

LEAST_CHANCE = 0.25
GREATER = 2.0
"""What is laid by is used for something else only if that brings so many times as much."""


class Task(msgspec.Struct, frozen=True):
    """What somebody could do, with what it is worth, its price taken off."""

    value: float
    order: o.LeaderOrder
    price: Goods
    idea: Idea | None = None


def plan_tasks(council: Council) -> None:
    """The pair of leader and task that gains most over what he would do at court goes first."""
    crew = [actor_of(leader) for leader in council.free() if leader.civil] + houses(council)
    common = common_ideas(council) if crew else []
    while crew:
        tasks = [(actor, best_task(council, actor, common)) for actor in crew]
        chosen = max(tasks, key=lambda found: (found[1][0], found[0].id))
        actor, (_, task) = chosen
        crew.remove(actor)
        if task is not None:
            carry_out(council, task)


def actor_of(leader: Leader) -> Actor:
    assert leader.civil is not None
    return Actor(leader.id, leader.at, leader.civil.competence, leader.civil.talents, leader.civil.gifts)


def common_ideas(council: Council) -> list[Idea]:
    ideas = [idea for code in council.held for idea in land_ideas(council, code)]
    ideas += [idea for code in council.held for idea in town_ideas(council, code)]
    ideas += [idea for code in council.held for idea in structure_ideas(council, code)]
    ideas += hiring_ideas(council)
    return [idea for idea in ideas if idea.value > 0 and not forbidden(council, idea)]


def forbidden(council: Council, idea: Idea) -> bool:
    return is_forbidden(council.game, council.nation, "operations", idea.order.OPERATION)


def best_task(council: Council, actor: Actor, common: Sequence[Idea]) -> tuple[float, Task | None]:
    """The best task of an actor, and how much better it is than the best at court."""
    if actor.structure:
        fitting = [idea for idea in common if idea.order.OPERATION in HOUSES[actor.structure]]
        best = max(rated(council, actor, fitting), key=lambda task: task.value, default=None)
        return (best.value, best) if best is not None and best.value > 0 else (0.0, None)
    court = rated(council, actor, [idea for idea in court_ideas(council, actor) if not forbidden(council, idea)])
    at_home = max(court, key=lambda task: task.value, default=None)
    least = max(0.0, at_home.value) if at_home is not None else 0.0
    elsewhere = [*rated(council, actor, common), *schooling(council, actor)]
    best = max(elsewhere, key=lambda task: task.value, default=None)
    if best is not None and best.value > least:
        return best.value - least, best
    return 0.0, at_home if at_home is not None and at_home.value > 0 else None


def rated(council: Council, actor: Actor, ideas: Sequence[Idea]) -> list[Task]:
    return [task for idea in ideas if (task := rate_idea(council, actor, idea)) is not None]


def rate_idea(council: Council, actor: Actor, idea: Idea) -> Task | None:
    if idea.errand in council.taken and not isinstance(idea.order, o.Research | o.Embellish | o.Stabilise):
        return None
    if not council.can_spend(idea.price) or (idea.territory and isinstance(idea.order, o.Construct) and not fits(council, idea)):
        return None
    if idea.upkeep.provisions and council.hunger > 0:
        return None
    chance = chance_of(council, actor, idea)
    if chance < LEAST_CHANCE:
        return None
    value = chance * idea.value - council.cost(priced(actor, idea))
    if not idea.is_great and not council.has_spare(idea.price) and value < GREATER:
        return None
    if not idea.is_great and council.purse.gold - idea.price.gold < council.hoard and value < GREATER * idea.price.gold / 10:
        return None
    return Task(value, signed(actor, idea), idea.price, idea)


def signed(actor: Actor, idea: Idea) -> o.CivilOrder:
    """The order in a leader's name; a town planner pays half, so that his mix of materials is left to the rules."""
    if isinstance(idea.order, o.Urbanise) and actor.has_gift("urbaniste"):
        return msgspec.structs.replace(idea.order, leader=actor.id, resources=NOTHING)
    return msgspec.structs.replace(idea.order, leader=actor.id)


def fits(council: Council, idea: Idea) -> bool:
    """Is there still room where it would be built, with what this sheet builds there?"""
    assert isinstance(idea.order, o.Construct)
    return room_in(council, idea.territory, structure_kind(idea.order.structure).place) > 0


def priced(actor: Actor, idea: Idea) -> Goods:
    """What a gifted leader saves."""
    gold = idea.price.gold
    if isinstance(idea.order, o.Urbanise) and actor.has_gift("urbaniste"):
        gold //= 2
    elif idea.development and actor.has_gift("planificateur"):
        gold = max(0, gold - 10)
    return msgspec.structs.replace(idea.price, gold=gold)


def schooling(council: Council, actor: Actor) -> list[Task]:
    found = training(council, council.game.leaders[actor.id])
    if found is None or not council.can_spend(found[2]) or council.purse.gold - found[2].gold < council.hoard:
        return []
    return [Task(found[0], found[1], found[2])]


def carry_out(council: Council, task: Task) -> None:
    council.write(task.order, task.price)
    idea = task.idea
    if idea is None:
        return
    council.taken.add(idea.errand)
    council.pledged = council.pledged + idea.upkeep
    if isinstance(idea.order, o.Construct):
        council.building[idea.territory] = council.building.get(idea.territory, 0) + 1
        council.keeps = (council.keeps - task.price.resources()).at_least_nothing()
    if isinstance(idea.order, o.Research):
        council.learning[DOMAINS.index(idea.order.domain)] += actor_skill(council, task.order.leader)
    if isinstance(idea.order, o.Stabilise):
        council.effort += actor_skill(council, task.order.leader)


def actor_skill(council: Council, leader: str) -> int:
    part = council.game.leaders[leader].civil
    return part.competence if part else 0


def plan_winter(council: Council) -> None:
    """Those who never sleep have one more operation in winter, written in autumn."""
    if council.game.season != AUTUMN:
        return
    for leader in council.staff:
        if leader.civil and has_gift(leader, "insomniaque") and council.can_spend(Goods(gold=30)):
            council.orders.append(o.Embellish(leader=leader.id, winter=True))
            council.whys.append(None)
            council.spend(Goods(gold=30))
