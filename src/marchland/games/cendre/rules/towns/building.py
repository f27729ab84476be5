"""Town growth and structures: what stands in their way, what they cost and what they bring."""

from __future__ import annotations

from collections.abc import Iterable

from ...goods import RESOURCES, Goods
from ...orders import Construct, FoundTown, Urbanise
from ...state import Cendre, Code, NationId, Structure
from ...tables import TABLES
from ...world import ATLAS, SITES
from ..civil.operation import rebate
from ..common.inquiry import has_structure, knows, structures_of, terrains
from ..common.ledger import add_science, change_land
from ..common.marks import has_mark
from ..common.modifiers import added, factor, is_forbidden
from ..glory.account import change_glory
from ..leaders.actors import Actor
from ..standing.account import change_reputation, change_stability
from .towns import EFFECTS, buildings, is_building, structure_kind, town_level

BY_VALUE = tuple(sorted(RESOURCES, key=lambda kind: (TABLES.land.resources[kind].value, RESOURCES.index(kind))))
"""The resources from the cheapest to the dearest."""


# -- towns ------------------------------------------------------------------------------------------------------


def town_price(game: Cendre, nation: NationId, order: Urbanise | FoundTown, actor: Actor) -> Goods | None:
    """TC-CITY-02 Gold and resources of the next level; None if the resources cannot be made up."""
    gold, resources = town_bill(game, nation, order, actor)
    mix = resource_mix(game, nation, order.resources, _usable(game, order), resources)
    return None if mix is None else mix + Goods(gold=gold)


def town_bill(game: Cendre, nation: NationId, order: Urbanise | FoundTown, actor: Actor) -> tuple[int, int]:
    """TC-LEAD-10 Flat rebates first, a planner's among them; then the town planner halves what is left of an urbanisation."""
    half = actor.has_gift("urbaniste") and isinstance(order, Urbanise)
    level = game.lands[order.territory].town + 1
    return town_cost(game, nation, level, 0.5 if half else 1.0, rebate(game, nation, order, actor))


def mix_refusal(game: Cendre, nation: NationId, order: Urbanise | FoundTown, actor: Actor) -> str:
    """TC-CITY-02 A mix that was asked for must be of usable kinds and of the right amount; whether one has it is another matter."""
    _, resources = town_bill(game, nation, order, actor)
    wrong = bool(order.resources) and resource_mix(game, nation, order.resources, _usable(game, order), resources) is None
    return "TC-CITY-02" if wrong else ""


def _usable(game: Cendre, order: Urbanise | FoundTown) -> tuple[str, ...]:
    return tuple(town_level(game.lands[order.territory].town + 1).usable)


def town_cost(game: Cendre, nation: NationId, level: int, share: float = 1.0, flat: int = 0) -> tuple[int, int]:
    """TC-CITY-02 What a town of this level costs the nation: gold, and resources of any usable kind."""
    figures, effects = town_level(level), TABLES.science.effects
    gold = figures.cost_gold + added(game, nation, "cost.city.gold") + flat
    resources = figures.cost_resources + added(game, nation, "cost.city.resources")
    if knows(game, nation, "Architecture"):
        gold -= effects.architecture_gold
        resources -= effects.architecture_resources
    gold_share, resource_share = factor(game, nation, "cost.city.gold") * share, factor(game, nation, "cost.city.resources") * share
    return rounded_up(max(0, gold) * gold_share), rounded_up(max(0, resources) * resource_share)


def rounded_up(amount: float) -> int:
    """Costs are rounded up after discounts."""
    return -int(-(amount - 1e-9) // 1) if amount > 0 else 0


def resource_mix(game: Cendre, nation: NationId, wished: Goods, usable: Iterable[str], total: int) -> Goods | None:
    """TC-CITY-02 Any mix of the usable kinds: the one asked for, or the cheapest first."""
    if wished:
        fits = wished.total() == total and all(kind in usable and amount > 0 for kind, amount in wished.items())
        return wished if fits else None
    stock = game.nations[nation].goods
    taken: dict[str, int] = {}
    for kind in BY_VALUE:
        if kind in usable and total > 0:
            taken[kind] = min(total, stock[kind])
            total -= taken[kind]
    return Goods.of(taken) if total == 0 else None


# -- structures -------------------------------------------------------------------------------------------------


def structure_refusal(game: Cendre, nation: NationId, order: Construct) -> str:
    """TC-STRUCT-01 One of each kind, room for it, some kinds only once in a nation and some only for one people."""
    kind, land = structure_kind(order.structure), game.lands[order.territory]
    if kind.nation not in ("", nation) or is_forbidden(game, nation, "structures", order.structure):
        return "TC-STRUCT-08"
    if has_structure(land, order.structure) or (kind.unique and already_has(game, nation, order.structure)):
        return "TC-STRUCT-01"
    if not has_room_for(game, order.territory, order.structure):
        return "TC-STRUCT-01"
    if knows(game, nation, "Techniques de construction") and building_rebate(kind.cost, order.resources) is None:
        return "TC-SCI-06"
    return ""


def already_has(game: Cendre, nation: NationId, structure: str) -> bool:
    """TC-STRUCT-01 A unique structure counts wherever the nation owns or controls one."""
    return any(nation in (land.owner, land.controller) and has_structure(land, structure) for land in game.lands.values())


def has_room_for(game: Cendre, code: Code, structure: str) -> bool:
    """TC-STRUCT-01 A territory holds three structures, a town as many buildings as its level allows."""
    land = game.lands[code]
    if structure_kind(structure).place == "ville":
        return land.town > 0 and len(buildings(land)) < town_level(land.town).buildings
    return sum(not is_building(built) for built in land.structures) < TABLES.land.territory_structures


def is_place_right(game: Cendre, nation: NationId, order: Construct) -> bool:
    """TC-STRUCT-02 Ports, borders, names and terrains as the structure asks."""
    kind, code = structure_kind(order.structure), order.territory
    if kind.port and not SITES[code].port:
        return False
    if kind.coastal and not SITES[code].by_the_sea:
        return False
    if kind.terrains and not set(kind.terrains) & set(terrains(game, code)):
        return False
    if kind.national_land and nation not in game.lands[code].national:
        return False
    if kind.border and order.border not in ATLAS.neighbours(code):
        return False
    return bool(order.name) or not kind.named


def structure_price(game: Cendre, nation: NationId, order: Construct, actor: Actor) -> Goods | None:
    """TC-STRUCT-02 The printed price; flat discounts first, then percentages added together, rounded up."""
    price = structure_kind(order.structure).cost
    gold = price.gold + rebate(game, nation, order, actor)
    if knows(game, nation, "Techniques de construction"):
        gold -= TABLES.science.effects.building_gold
        off_resources = building_rebate(price, order.resources)
        if off_resources is None:
            return None
        price = price - off_resources
    off = TABLES.leaders.gift_effects.batisseur_percent / 100 if actor.has_gift("bâtisseur") else 0.0
    gold_share = factor(game, nation, "cost.structure.gold") - off
    share = factor(game, nation, "cost.structure.resources") - off
    amounts = {kind: rounded_up(max(0, amount) * share) for kind, amount in price.resources().items()}
    return Goods.of({**amounts, "gold": rounded_up(max(0, gold) * gold_share)})


def building_rebate(price: Goods, wished: Goods) -> Goods | None:
    """TC-SCI-06 Five resources off, of the builder's choice; by default the dearest."""
    most = TABLES.science.effects.building_resources
    if wished:
        fits = wished.resources() == wished and wished.total() <= most and price.covers(wished)
        return wished if fits else None
    off: dict[str, int] = {}
    for kind in reversed(BY_VALUE):
        off[kind] = min(most, price[kind])
        most -= off[kind]
    return Goods.of(off)


def half_price(game: Cendre, nation: NationId, price: Goods) -> Goods:
    """TC-EVT-04 The architects' contest halves the first building or town growth."""
    if not has_mark(game, "half_price", nation=nation):
        return price
    return Goods(*(-(-amount // 2) for amount in price.amounts()))


def building_effects(game: Cendre, nation: NationId, code: Code, structure: Structure) -> None:
    """TC-STRUCT-03 What a structure brings when it is finished."""
    kind = structure_kind(structure.kind)
    change_glory(game, nation, kind.glory, structure.kind, "TC-STRUCT-02")
    change_stability(game, nation, kind.stability, structure.kind, "TC-STRUCT-03")
    change_reputation(game, nation, kind.reputation, structure.kind, "TC-STRUCT-03")
    effect = EFFECTS.get(structure.kind)
    if effect and effect.source:
        land = game.lands[code]
        change_land(game, code, "source", min(effect.source, TABLES.land.limit - land.source), structure.kind, "TC-STRUCT-08")
    if structure.kind == "oasis-sacree":
        _dig_oasis(game, code)


def _dig_oasis(game: Cendre, code: Code) -> None:
    """TC-STRUCT-08 An oasis opens land to farming."""
    effect, limit = EFFECTS["oasis-sacree"], TABLES.land.limit
    land = game.lands[code]
    change_land(game, code, "farm_capacity", min(effect.amount, limit - land.farm_capacity), "oasis-sacree", "TC-STRUCT-08")
    farms = min(effect.share, game.lands[code].farm_capacity - land.farms)
    change_land(game, code, "farms", farms, "oasis-sacree", "TC-STRUCT-08")


def academies(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-03 Each academy brings free science in an active season."""
    points = TABLES.towns.academy_science * len(structures_of(game, nation, "academie"))
    add_science(game, nation, "", points, "academie", "TC-STRUCT-03")
