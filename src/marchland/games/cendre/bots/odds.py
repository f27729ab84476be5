"""Chances a bot reckons with: tests by d10, battles by three dice a side, and how dangerous unknown land is."""

from __future__ import annotations

from functools import cache

from ..goods import Goods
from ..rules.common.inquiry import is_vacant
from ..rules.common.modifiers import added, here
from ..rules.economy.industry import sale_value
from ..rules.leaders.actors import Actor
from ..state import Cendre, Code, NationId
from ..tables import TABLES
from ..world import SITES

AMBUSH = 1
"""Vacant land lies in ambush almost always."""


def succeeds(bonus: int, difficulty: int) -> float:
    """The chance that a d10 and its bonus reach the difficulty."""
    return min(1.0, max(0.0, (11 - (difficulty - bonus)) / 10))


def operation_bonus(
    game: Cendre, nation: NationId, actor: Actor, operation: str, code: Code = "", development: bool = False
) -> int:
    """Stability, competence (twice with the talent) and what the people adds."""
    skill = actor.competence * (2 if operation in actor.talents else 1)
    facts = {**(here(game, nation, code) if code else {}), "operation": operation, "development": development}
    engineering = TABLES.science.effects.engineering_test if development and "Ingénierie" in game.nations[nation].known else 0
    return game.nations[nation].stability + skill + engineering + added(game, nation, "roll.operation", **facts)


def difficulty_of(code: Code) -> int:
    """TC-LAND-07 The highest development difficulty of the territory's terrains."""
    site = SITES[code]
    found = [TABLES.land.terrains[terrain].difficulty for terrain in site.terrains]
    return max([*found, TABLES.land.frozen.difficulty if site.frozen else 0])


@cache
def _margins() -> dict[int, int]:
    """How often three dice beat three others by each margin, of 46656."""
    one = {0: 1}
    for _ in range(3):
        one = _plus_die(one)
    table: dict[int, int] = {}
    for mine, ways in one.items():
        for theirs, others in one.items():
            table[mine - theirs] = table.get(mine - theirs, 0) + ways * others
    return table


def _plus_die(table: dict[int, int]) -> dict[int, int]:
    grown: dict[int, int] = {}
    for total, ways in table.items():
        for face in range(1, 7):
            grown[total + face] = grown.get(total + face, 0) + ways
    return grown


@cache
def wins(advantage: int) -> float:
    """The attacker's chance with this much more on his side than the defender; ties are the defender's."""
    table = _margins()
    return sum(ways for margin, ways in table.items() if margin + advantage > 0) / sum(table.values())


def ratio_bonus(mine: float, theirs: float) -> int:
    """TC-WAR-15 What superior force adds to the test."""
    if theirs <= 0:
        return 10
    ratio = mine / theirs
    if ratio < 1.5:
        return 0
    return 1 if ratio < 2 else int(ratio)


@cache
def usual_danger(terrain: str) -> float:
    """How dangerous vacant land of a terrain is as a rule, as travellers tell."""
    found = [site.danger for site in SITES.values() if not site.owner and site.terrains[0] == terrain]
    return sum(found) / len(found) if found else 25.0


def expected_resistance(code: Code, danger: int | None) -> float:
    """TC-WAR-21 The passive force one expects on vacant land, by its danger if that is known."""
    table = TABLES.war.passive_defence
    known = usual_danger(SITES[code].terrains[0]) if danger is None else danger
    return (table.sides + 1) / 2 + known / table.danger_per_unit


def ground_bonus(code: Code) -> int:
    """TC-LAND-08 What the terrain gives a defender."""
    return max(TABLES.land.terrains[terrain].defence for terrain in SITES[code].terrains)


def worth(game: Cendre, code: Code) -> float:
    """What a territory would bring, as far as its terrain tells: nobody has counted the fields of vacant land."""
    site = SITES[code]
    kinds = sorted({kind for terrain in site.terrains for kind in TABLES.land.terrains[terrain].resources})
    value = max((sale_value(Goods.one(kind, 1)) for kind in kinds), default=5)
    return 30 + value + (10 if not is_vacant(game.lands[code]) else 0) - 2 * difficulty_of(code)
