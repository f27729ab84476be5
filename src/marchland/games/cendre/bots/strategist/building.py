"""Structures: where each may stand, what it costs, and the glory it brings by the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ... import orders as o
from ...goods import RESOURCES, Goods
from ...rules.common.inquiry import has_structure
from ...rules.common.modifiers import is_forbidden
from ...rules.economy.industry import BUILDINGS, building_capacity, industry_factor, town_capacity
from ...rules.towns.building import structure_price
from ...rules.towns.towns import EFFECTS, buildings, structure_kind
from ...state import Code
from ...tables import TABLES
from ...world import ATLAS, BOOKLETS, SITES, land_neighbours
from ..odds import difficulty_of
from .council import ACTIVE, Council
from .ideas import ANYBODY, NOBODY, Idea

GREAT = 10
"""Structures of so much glory are worth laying materials by for."""
SCHOOL = {"universite": 2.0, "academie-militaire": 0.4, "ecole-de-magie": 0.4}
"""What a school is worth each winter, in leaders who are better and more."""
OWN_WORK = 0.25
"""What a people's own structure does for it, in glory for each season, where nothing better is known."""


def structure_ideas(council: Council, code: Code) -> Iterator[Idea]:
    """What could be built in a place with what there is."""
    for kind in kinds(council):
        if may_build(council, code, kind):
            order = building_order(council, code, kind)
            price = structure_price(council.game, council.nation, order, NOBODY)
            if price is not None and council.purse.covers(price):
                yield construction(council, order, price)


def kinds(council: Council) -> list[str]:
    own = (structure.id for structure in BOOKLETS[council.nation].structures)
    common = [kind for kind in TABLES.towns.structures if council.manner.industry or kind not in BUILDINGS]
    return sorted((*common, *own))


def construction(council: Council, order: o.Construct, price: Goods) -> Idea:
    kind = structure_kind(order.structure)
    errand = ("construction", order.structure) if kind.unique else ("construction", order.structure, order.territory)
    return Idea(
        order,
        worth(council, order.territory, order.structure),
        price,
        difficulty_of(order.territory),
        order.territory,
        True,
        errand=errand,
        is_great=kind.glory >= GREAT,
    )


def building_order(council: Council, code: Code, kind: str) -> o.Construct:
    entry = structure_kind(kind)
    name = f"Merveille de {SITES[code].name}" if entry.named else ""
    return o.Construct(
        leader=ANYBODY, territory=code, structure=kind, border=open_border(council, code) if entry.border else "", name=name
    )


def open_border(council: Council, code: Code) -> Code:
    """The border most in need of works: towards strangers, or else any."""
    near = sorted(ATLAS.neighbours(code))
    foreign = [other for other in near if council.game.lands[other].controller not in ("", council.nation)]
    return (foreign or near)[0]


def may_build(council: Council, code: Code, kind: str) -> bool:
    land, entry = council.game.lands[code], structure_kind(kind)
    if has_structure(land, kind) or is_forbidden(council.game, council.nation, "structures", kind):
        return False
    if entry.unique and any(has_structure(council.game.lands[other], kind) for other in {*council.mine, *council.held}):
        return False
    if (entry.port and not SITES[code].port) or (entry.coastal and not SITES[code].by_the_sea):
        return False
    if (entry.terrains and not set(entry.terrains) & set(SITES[code].terrains)) or (
        entry.national_land and council.nation not in land.national
    ):
        return False
    return room_in(council, code, entry.place) > 0


def room_in(council: Council, code: Code, place: str) -> int:
    """How many more structures fit into a town, or onto a territory, with those begun already."""
    land = council.game.lands[code]
    if place == "ville":
        most = TABLES.towns.levels[land.town - 1].buildings if land.town else 0
        return most - len(buildings(land)) - council.building.get(code, 0)
    return TABLES.land.territory_structures - (len(land.structures) - len(buildings(land)))


# -- what it is worth -------------------------------------------------------------------------------------------


def worth(council: Council, code: Code, kind: str) -> float:
    """Glory at once and every winter, calm, reputation, and what the structure is for."""
    entry = structure_kind(kind)
    value = float(entry.glory + entry.yearly_glory * council.winters)
    value += council.calm_worth(entry.stability_test) if entry.stability_test else 0.0
    value += entry.stability * council.point_of_stability * (council.record.stability < TABLES.standing.stability.highest)
    value += entry.reputation * council.point_of_reputation * (council.record.reputation < TABLES.standing.reputation.highest)
    purpose = PURPOSES.get(kind)
    if purpose is not None:
        value += purpose(council, code, kind)
    elif entry.nation:
        value += own_purpose(council, kind)
    return value * (0.7 + 0.3 * council.temper.build) * council.weights.building


def own_purpose(council: Council, kind: str) -> float:
    """What is known of a people's own structure: calm it brings, or something useful every season."""
    effect = EFFECTS.get(kind)
    calm = council.calm_worth(effect.stability_test) if effect and effect.stability_test else 0.0
    return calm + OWN_WORK * council.seasons


def _workshop(council: Council, code: Code, kind: str) -> float:
    """What a workshop adds to what a season's resource is sold for."""
    resource = BUILDINGS[kind]
    entry = TABLES.land.resources[resource]
    amount = council.output[resource] * 0.8
    if not entry.built.gold:
        return 2.0 * max(0.0, min(council.hunger, amount))
    capacity = town_capacity(council.game, council.nation, code)
    factor = industry_factor(council.game, council.nation, council.game.lands[code])
    better = entry.built.gold * factor * min(amount, capacity) + council.proceeds(resource, max(0.0, amount - capacity))
    return council.income_worth(max(0.0, better - council.proceeds(resource, amount)))


def _manufactory(council: Council, code: Code, kind: str) -> float:
    """A manufactory doubles the industry of its town."""
    sold = sum(
        min(0.8 * council.output[resource], building_capacity(council.game, council.nation, code, entry.building))
        * entry.built.gold
        for resource, entry in TABLES.land.resources.items()
    )
    own = SITES[code].resource
    level = council.game.lands[code].town
    sold += min(0.8 * council.output[own], level) * TABLES.land.resources[own].value
    return council.income_worth(sold * council.manner.industry)


def _company(council: Council, code: Code, kind: str) -> float:
    entry = TABLES.towns.maritime_company
    gold = entry.dice * (entry.sides + 1) / 2 * entry.times / ACTIVE
    return council.income_worth(gold)


def _academy(council: Council, code: Code, kind: str) -> float:
    return TABLES.towns.academy_science * council.scholarship * council.seasons * council.temper.science


def _laboratory(council: Council, code: Code, kind: str) -> float:
    spare = sum(max(0, council.output[kind] - 3) for kind in RESOURCES if not council.outlets[kind])
    return 0.5 * min(spare, council.game.lands[code].town) * council.scholarship * council.seasons


def _warehouse(council: Council, code: Code, kind: str) -> float:
    """Room in the stores is what great works wait for."""
    return 0.5 * council.seasons if council.room["pierre"] < 20 else 0.15 * council.seasons


def _silos(council: Council, code: Code, kind: str) -> float:
    return 1.0 + max(0.0, council.hunger)


def _school(council: Council, code: Code, kind: str) -> float:
    return SCHOOL[kind] * council.winters


def _castle(council: Council, code: Code, kind: str) -> float:
    """Walls count where somebody could come, and keep the country quiet."""
    strangers = {council.game.lands[near].controller for near in land_neighbours(code)} - {"", council.nation}
    return 1.0 * sum(not council.bound(other) for other in strangers) + 4.0 * bool(strangers & set(council.foes))


def _tower(council: Council, code: Code, kind: str) -> float:
    fluid = sum(council.game.lands[other].source for other in council.mine)
    return min(fluid, 9) * 0.5 * council.scholarship * council.winters


PURPOSES: dict[str, Callable[[Council, Code, str], float]] = {
    **dict.fromkeys(BUILDINGS, _workshop),
    "manufacture": _manufactory,
    "compagnie-maritime": _company,
    "academie": _academy,
    "laboratoire": _laboratory,
    "entrepots": _warehouse,
    "silos": _silos,
    "universite": _school,
    "academie-militaire": _school,
    "ecole-de-magie": _school,
    "chateau": _castle,
    "ouvrages-defensifs": _castle,
    "fortifications-superieures": _castle,
    "tour-de-mage": _tower,
}
