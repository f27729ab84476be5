"""Works on the land and in towns: farms, mines, people, roads, and towns that grow."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.atlas import connected_parts

from ... import orders as o
from ...goods import Goods
from ...rules.common.inquiry import knows
from ...rules.land.production import tax_yield
from ...rules.leaders.recruits import base_level, most_leaders, staff
from ...rules.towns.building import BY_VALUE, town_cost
from ...rules.towns.towns import size_limit
from ...state import Code
from ...tables import TABLES
from ...world import SITES, land_neighbours
from ..odds import difficulty_of
from .council import Council
from .ideas import ANYBODY, Idea, development, operation
from .learning import material_income

DEMOGRAPHY = 0.15
"""What a point of population or a level of a town counts for being the most populous, in glory."""
SLOT = 3.0
"""What room for one more building is worth."""
NEW_TOWN = 10.0
MOUTH = Goods(provisions=1)
"""What one more level of a town eats."""
STARVING = 3
"""With so many provisions lacking nothing else matters."""


def land_ideas(council: Council, code: Code) -> Iterator[Idea]:
    yield from field_ideas(council, code)
    yield from mine_ideas(council, code)
    yield from village_ideas(council, code)
    yield from order_ideas(council, code)


def field_ideas(council: Council, code: Code) -> Iterator[Idea]:
    """Farms where there is hunger, or soon will be."""
    land, hunger = council.game.lands[code], council.hunger
    urgent = 3.0 + 8.0 * min(hunger, STARVING) + 60.0 * max(0.0, hunger - STARVING)
    value = (urgent if hunger > 0 else 0.4 if hunger > -3 else 0.1) * council.quiet(code)
    if council.seasons == 0:
        value = 0.0
    if land.farms < land.farm_capacity:
        yield development(o.Cultivate(leader=ANYBODY, territory=code), value)
    elif land.farm_capacity < TABLES.land.limit:
        yield development(o.Clear(leader=ANYBODY, territory=code), 0.45 * value)


def mine_ideas(council: Council, code: Code) -> Iterator[Idea]:
    land = council.game.lands[code]
    value = material_income(council, SITES[code].resource) * council.seasons * council.quiet(code) * council.temper.build
    value *= council.weights.mines
    if land.exploitations < land.resource_level:
        yield development(o.Exploit(leader=ANYBODY, territory=code), value)
    elif land.resource_level < TABLES.land.limit:
        later = value * max(0, council.seasons - 2) / max(1, council.seasons)
        yield development(o.Develop(leader=ANYBODY, territory=code), 0.45 * later)


def village_ideas(council: Council, code: Code) -> Iterator[Idea]:
    land = council.game.lands[code]
    if land.population < TABLES.land.limit:
        rate = tax_yield(council.game, code, council.nation) / land.population if land.population else TABLES.land.tax
        gold = rate * (10 + council.record.stability) / 10 * council.quiet(code)
        value = council.income_worth(gold) + DEMOGRAPHY * council.winters
        yield development(o.Populate(leader=ANYBODY, territory=code), value * council.weights.villages)
    if knows(council.game, council.nation, "Réseau routier") and not land.roads:
        gold = road_gain(council, code) * (10 + council.record.stability) / 10
        price = Goods(gold=TABLES.operations.road_gold_per_difficulty * difficulty_of(code))
        yield development(o.BuildRoads(leader=ANYBODY, territory=code), council.income_worth(gold), price)


def road_gain(council: Council, code: Code) -> int:
    """Gold that a road here adds: every connected group of n brings (2 n) squared."""
    each = TABLES.operations.road_income
    roads = [other for other in council.mine if council.game.lands[other].roads]
    before = sum((each * len(group)) ** 2 for group in connected_parts(roads, land_neighbours))
    after = sum((each * len(group)) ** 2 for group in connected_parts([*roads, code], land_neighbours))
    near = sum(other in council.held and not council.game.lands[other].roads for other in land_neighbours(code))
    return after - before + 6 * min(near, 2)


def order_ideas(council: Council, code: Code) -> Iterator[Idea]:
    """Police against agitators, militia against brigands."""
    land = council.game.lands[code]
    price = TABLES.leaders.civil_units["milice"].cost
    if land.agitators and land.police < 3:
        value = 0.4 * council.calm_worth(land.agitators)
        yield operation(o.Hire(leader=ANYBODY, unit="police", territory=code), value, price, code=code)
    if land.brigands > 1 and land.militia < 3:
        gold = 0.05 * land.population * TABLES.land.tax
        yield operation(o.Hire(leader=ANYBODY, unit="milice", territory=code), council.income_worth(gold) + 1.5, price, code=code)


# -- towns ------------------------------------------------------------------------------------------------------


def town_ideas(council: Council, code: Code) -> Iterator[Idea]:
    land = council.game.lands[code]
    if land.town and land.town < size_limit(council.nation):
        mix = growth_mix(council, land.town + 1)
        if mix is not None:
            order = o.Urbanise(leader=ANYBODY, territory=code, resources=mix.resources())
            yield development(order, growth(council, code), mix, MOUTH)
    if not land.town and knows(council.game, council.nation, "Essor urbain") and council.hunger < -1:
        mix = growth_mix(council, 1)
        if mix is not None:
            value = council.income_worth(10) + NEW_TOWN * council.seasons / 30 + towards_leader(council, 1)
            yield development(o.FoundTown(leader=ANYBODY, territory=code, resources=mix.resources()), value, mix, MOUTH)


def growth(council: Council, code: Code) -> float:
    """What one more level of a town brings: gold, rank among towns, a leader, room for a building."""
    level = council.game.lands[code].town + 1
    others = sorted((council.game.lands[other].town for other in council.held if other != code), reverse=True)
    rank = council.winters * (1.0 if not others or level > others[0] else 0.5 if len(others) < 2 or level > others[1] else 0.0)
    value = council.income_worth(10 * (10 + council.record.stability) / 10) + rank + SLOT * min(1.0, council.seasons / 6)
    value += DEMOGRAPHY * council.winters
    value += towards_leader(council, level)
    return value * council.weights.towns * council.temper.build * (1.0 if council.hunger < -0.5 else 0.3)


def towards_leader(council: Council, level: int) -> float:
    """A town of some size feeds another leader: every level on the way there has its share of him."""
    limit = size_limit(council.nation)
    steps = min((least - level + 1 for least, _ in TABLES.leaders.town_bonus if level <= least <= limit), default=0)
    if not steps or steps > council.seasons:
        return 0.0
    vacant = most_leaders(council.game, council.nation) - staff(council.game, council.nation)
    return 0.8 * council.weights.leaders * leader_worth(council) / steps / (1 + 0.5 * max(0, vacant))


def leader_worth(council: Council) -> float:
    """What room for another leader brings until the end."""
    level = base_level(council.game, council.nation, "civil")
    skill = TABLES.leaders.civil.competence[TABLES.leaders.levels.index(level)]
    seasons = max(0, council.seasons - 2)
    return max(0.0, seasons * (0.8 * skill - TABLES.leaders.upkeep * council.worth_later))


def growth_mix(council: Council, level: int) -> Goods | None:
    """The cheapest resources that pay for a town of this level and are not laid by; None if there are not enough."""
    gold, left = town_cost(council.game, council.nation, level)
    mix = Goods(gold=gold)
    for kind in BY_VALUE:
        usable = kind in TABLES.towns.levels[level - 1].usable
        used = min(left, max(0, council.purse[kind] - council.keeps[kind])) if usable else 0
        mix, left = mix + Goods.one(kind, used), left - used
    return mix if left == 0 else None
