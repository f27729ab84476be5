"""What a leader can do at court: beauty, learning, calm, hiring, and schooling himself."""

from __future__ import annotations

from collections.abc import Iterator

from ... import orders as o
from ...goods import Goods
from ...rules.common.inquiry import leaders_of
from ...rules.common.modifiers import added
from ...rules.leaders.actors import Actor
from ...rules.leaders.recruits import base_level
from ...rules.leaders.training import ceiling
from ...state import Leader
from ...tables import TABLES
from ..odds import succeeds
from .council import Council
from .ideas import ANYBODY, Idea, operation
from .learning import best_field, missing, rate

SEES_INTO = 0.9
"""Whatever is promised for later is worth a little less."""
POINT_OF_SKILL = 1.1
"""What one more point of competence, with a gift or a talent, brings in a season."""
BEYOND = "au-delà"
"""The row of the training table for those at the last level."""


def court_ideas(council: Council, actor: Actor) -> Iterator[Idea]:
    """Operations that bring as much as the leader is able."""
    skill, domain = actor.competence, best_field(council)
    yield operation(o.Embellish(leader=ANYBODY), skill * (0.85 + 0.15 * council.temper.glory) * council.weights.show)
    if council.seasons_left:
        value = min(skill, max(1, missing(council, domain))) * rate(council, domain) * (0.8 + 0.2 * council.temper.science)
        yield operation(o.Research(leader=ANYBODY, domain=domain), value * council.weights.learning)
    before, after = council.calm_now(council.effort), council.calm_now(skill + council.effort)
    yield operation(o.Stabilise(leader=ANYBODY), after - before)


def hiring_ideas(council: Council) -> Iterator[Idea]:
    """Sages and artists, as long as their upkeep can be borne."""
    units, seasons = TABLES.leaders.civil_units, council.seasons
    if council.flow - council.pledged.gold < 15:
        return
    rates = {
        "sages": council.scholarship * seasons * council.temper.science,
        "artistes": council.winters * council.temper.glory + council.calm_worth(1),
        "diplomates": 0.02 * council.winters * council.point_of_reputation * (council.record.reputation < 5),
    }
    for unit, value in rates.items():
        upkeep = Goods(gold=units[unit].upkeep)
        net = SEES_INTO * value * council.weights.hiring - council.income_worth(upkeep.gold)
        if net > 0:
            yield operation(o.Hire(leader=ANYBODY, unit=unit), net, units[unit].cost, upkeep)


# -- schooling --------------------------------------------------------------------------------------------------


def training(council: Council, leader: Leader) -> tuple[float, o.Train, Goods] | None:
    """The best way to school a civil leader: what it is worth less its price, the line, and the price."""
    if not council.manner.trains or (level := next_level(council, leader)) is None:
        return None
    entry = TABLES.leaders.training.get(level, TABLES.leaders.training[BEYOND])
    people = added(council.game, council.nation, "roll.train", leader_type="civil")
    gain = training_gain(council, leader)
    best: tuple[float, o.Train, Goods] | None = None
    for bonus in range(entry.bonus + 1):
        price = Goods(gold=entry.cost * (1 + bonus))
        value = succeeds(bonus + people, entry.difficulty) * gain - council.cost(price)
        if best is None or value > best[0]:
            best = value, o.Train(leader.id, "civil", level, bonus), price
    return best


def next_level(council: Council, leader: Leader) -> str | None:
    """What a civil leader could reach next: a level, beyond the last one more competence; nothing at the top."""
    part, levels = leader.civil, TABLES.leaders.levels
    if part is None:
        return None
    if part.level != levels[-1]:
        return levels[levels.index(part.level) + 1]
    return "competence" if part.competence < ceiling(council.game, leader, "competence") else None


def training_gain(council: Council, leader: Leader) -> float:
    """A point of competence in every operation to come, less for those who may not live to use it."""
    years = max(0.0, (100 - 2 * leader.age) / 100)
    return max(0, council.seasons - 1) * POINT_OF_SKILL * council.weights.schooling * (0.5 + 0.5 * years)


def vacancy_worth(council: Council, kind: str) -> float:
    """What looking for a leader of a type is worth: those found are not always of the type asked for."""
    found = TABLES.leaders.found[kind]
    level = base_level(council.game, council.nation, "civil")
    skill = TABLES.leaders.civil.competence[TABLES.leaders.levels.index(level)]
    seasons = max(0, council.seasons - 1)
    civil = sum("civil" in types for types in found) / len(found)
    each = civil * 0.85 * skill + (1 - civil) * 0.8 - TABLES.leaders.upkeep * council.worth_later
    return council.weights.leaders * max(0.0, seasons * each)


def civil_leaders(council: Council) -> list[Leader]:
    return [leader for leader in leaders_of(council.game, council.nation) if leader.civil]
