"""Chapters "Le pays" and "L'économie": what territories, towns, leaders, roads and caravans bring in."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.atlas import connected_parts
from marchland.kernel.chance import pick

from ...goods import RESOURCES, Goods
from ...state import MINOR, SPRING, Cendre, Code, NationId
from ...tables import TABLES
from ...world import MAJORS, SITES, land_neighbours
from ..common.dice import dice
from ..common.inquiry import (
    by_controller,
    enemies,
    gifted,
    knows,
    owned,
    serving_town,
    structures_of,
    terrains,
)
from ..common.ledger import change_land, count, gain, units_at
from ..common.marks import drop_marks, has_mark, mark_total
from ..common.modifiers import added, added_here
from ..diplomacy.minor import take_in
from ..economy.caravans import caravan_income
from ..magic.lasting import spell_adjusted
from ..standing.account import change_stability
from ..towns.booklet import seasonal_gold, structure_yield, town_provisions

# -- what a territory yields ------------------------------------------------------------------------------------


def provisions_yield(game: Cendre, code: Code, nation: NationId) -> int:
    """TC-LAND-10 Provisions of a quiet territory for its controller, before halving for an occupier."""
    land, effects = game.lands[code], TABLES.science.effects
    total = land.farms
    if knows(game, nation, "Irrigation"):
        total += max(effects.irrigation.get(terrain, 0) for terrain in terrains(game, code))
    if SITES[code].sea and knows(game, nation, "Chalutiers"):
        total += effects.trawlers
    total += added_here(game, nation, "yield.provisions", code)
    total += structure_yield(game, code, nation, "provisions")
    total += mark_total(game, "provisions", territory=code) + mark_total(game, "world_provisions")
    total -= min(game.lands[code].ash, 2)
    return max(0, spell_adjusted(game, "provisions_yield", total, territory=code))


def resource_yield(game: Cendre, code: Code, nation: NationId) -> int:
    """TC-LAND-10 Resource points of a quiet territory; nothing comes from land without an exploitation."""
    land, effects, kind = game.lands[code], TABLES.science.effects, SITES[code].resource
    if not land.exploitations:
        return 0
    bonuses = {
        "mer": ("Chalutiers", effects.trawlers * SITES[code].sea),
        "metal": ("Techniques de mine", effects.mining),
        "pierre": ("Techniques de mine", effects.mining),
        "precieux": ("Techniques de mine", effects.mining),
        "bois": ("Exploitations forestières", effects.forestry),
        "agricole": ("Élevage intensif", effects.breeding),
    }
    discovery, bonus = bonuses[kind]
    total = land.exploitations + bonus * knows(game, nation, discovery)
    total += added_here(game, nation, "yield.resource", code)
    total += structure_yield(game, code, nation, "resource")
    total += mark_total(game, "resource", territory=code)
    return max(0, spell_adjusted(game, "resource_yield", total, territory=code))


def tax_yield(game: Cendre, code: Code, nation: NationId) -> int:
    """TC-LAND-10 Gold paid by the population of a quiet territory."""
    rate = TABLES.land.tax + added_here(game, nation, "income.tax", code)
    return max(0, rate) * game.lands[code].population


def share_of(game: Cendre, code: Code, nation: NationId, amount: int) -> int:
    """TC-LAND-04 An occupier gets half of what the land yields, rounded down."""
    return amount if game.lands[code].owner == nation else amount // 2


def yield_of(game: Cendre, code: Code) -> Goods:
    """TC-LAND-10 What a territory yields in theory: taxes, farms and exploitations."""
    land = game.lands[code]
    goods = {"gold": TABLES.land.tax * land.population, "provisions": land.farms}
    return Goods.of({**goods, SITES[code].resource: land.exploitations})


def fit_under_caps(game: Cendre, code: Code) -> None:
    """TC-LAND-10 Farms and exploitations never exceed what the land can bear."""
    land = game.lands[code]
    change_land(game, code, "farms", min(0, land.farm_capacity - land.farms), "cap", "TC-LAND-10")
    change_land(game, code, "exploitations", min(0, land.resource_level - land.exploitations), "cap", "TC-LAND-10")


# -- provisions and resources -----------------------------------------------------------------------------------


def produce(game: Cendre) -> None:
    """TC-LAND-02 Every quiet controlled territory feeds its controller (TC-LAND-03: its owner gets nothing)."""
    for nation, codes in sorted(by_controller(game).items()):
        if nation in MAJORS or game.nations[nation].kind == MINOR:
            gather_food(game, nation, codes)
    for nation, codes in sorted(by_controller(game).items()):
        if nation in MAJORS or game.nations[nation].kind == MINOR:
            gather_materials(game, nation, codes)


def gather_food(game: Cendre, nation: NationId, codes: Sequence[Code]) -> None:
    provisions = sum(harvest(game, code, nation) for code in codes)
    gain(game, nation, Goods(provisions=provisions), "farms", "TC-LAND-10")


def gather_materials(game: Cendre, nation: NationId, codes: Sequence[Code]) -> None:
    gain(game, nation, raw_materials(game, nation, codes), "exploitations", "TC-LAND-10")


def harvest(game: Cendre, code: Code, nation: NationId) -> int:
    """TC-LAND-14 Provisions of a territory this season, troubles and blights included."""
    if game.lands[code].troubled or has_mark(game, "no_provisions", territory=code):
        return town_provisions(game, code, nation)
    grown = share_of(game, code, nation, provisions_yield(game, code, nation))
    return grown // 2 if has_mark(game, "half_provisions", territory=code) else grown


def raw_materials(game: Cendre, nation: NationId, codes: Sequence[Code]) -> Goods:
    """TC-LAND-09 Each quiet territory gives of its one resource, whatever is built or known there."""
    amounts = dict.fromkeys(RESOURCES, 0)
    for code in codes:
        if not game.lands[code].troubled and not has_mark(game, "no_resource", territory=code):
            amounts[SITES[code].resource] += share_of(game, code, nation, resource_yield(game, code, nation))
    return Goods.of(amounts)


def gifts_in_kind(game: Cendre) -> None:
    """TC-LEAD-10 Merchants bring a random resource, farmers a provision."""
    for nation in MAJORS:
        bring_gifts(game, nation)


def bring_gifts(game: Cendre, nation: NationId) -> None:
    for _ in gifted(game, nation, "marchand"):
        gain(game, nation, Goods.one(pick(game, RESOURCES), 1), "marchand", "TC-LEAD-10")
    gain(game, nation, Goods(provisions=len(gifted(game, nation, "fermier"))), "fermier", "TC-LEAD-10")


# -- gold -------------------------------------------------------------------------------------------------------


def collect_gold(game: Cendre) -> None:
    """TC-ECO-01 All income that stability touches, source by source, then its effect on the whole."""
    for nation, codes in sorted(by_controller(game).items()):
        if nation in MAJORS:
            fill_treasury(game, nation, codes)
        elif game.nations[nation].kind == MINOR:
            gold = tax_income(game, nation, codes) + sum(town_incomes(game, nation, codes))
            take_in(game, nation, gold)


def fill_treasury(game: Cendre, nation: NationId, codes: Sequence[Code]) -> None:
    """TC-ECO-01 A major nation's income."""
    total = sum(_collect(game, nation, codes))
    adjusted = with_stability(total, game.nations[nation].stability)
    gain(game, nation, Goods(gold=adjusted - total), "stability", "TC-ECO-01")


def with_stability(gold: int, stability: int) -> int:
    """TC-ECO-01 Ten per cent more or less for each point of stability."""
    return max(0, gold * (10 + stability) // 10)


def _collect(game: Cendre, nation: NationId, codes: Sequence[Code]) -> list[int]:
    sources = [
        ("taxes", tax_income(game, nation, codes), "TC-LAND-10"),
        ("towns", sum(town_incomes(game, nation, codes)), "TC-CITY-01"),
        ("mint", minted(game, nation, codes), "TC-SCI-10"),
        ("roads", road_income(game, codes), "TC-ECO-01"),
        ("collecteur de taxes", collected(game, nation), "TC-LEAD-10"),
    ]
    if game.season == SPRING:
        sources.append(("richissime", riches(game, nation), "TC-LEAD-10"))
        sources.append(("compagnie-maritime", company_income(game, nation), "TC-STRUCT-06"))
    for reason, gold, rule in sources:
        gain(game, nation, Goods(gold=gold), reason, rule)
    return [gold for _, gold, _ in sources]


def tax_income(game: Cendre, nation: NationId, codes: Sequence[Code]) -> int:
    return sum(
        share_of(game, code, nation, tax_yield(game, code, nation))
        for code in codes
        if not game.lands[code].troubled and not refuses_taxes(game, nation, code)
    )


def refuses_taxes(game: Cendre, nation: NationId, code: Code) -> bool:
    """TC-EVT-04 Unruly country pays nothing until as many troops as people stand there."""
    if not has_mark(game, "no_tax", territory=code):
        return False
    if count(units_at(game, code, nation)) >= game.lands[code].population:
        drop_marks(game, "no_tax", territory=code)
        return False
    return True


def town_incomes(game: Cendre, nation: NationId, codes: Sequence[Code]) -> list[int]:
    """TC-SCI-10 Each serving town's gold; a bank adds to it, the bourgeoisie doubles both."""
    return [town_income(game, nation, code) for code in codes if serving_town(game.lands[code])]


def town_income(game: Cendre, nation: NationId, code: Code) -> int:
    """TC-CITY-01 What a town earns its controller."""
    if has_mark(game, "town_no_gold", territory=code):
        return 0
    gold = TABLES.towns.levels[game.lands[code].town - 1].gold
    gold += added(game, nation, "income.city")
    gold += TABLES.science.effects.bank_gold * knows(game, nation, "Banque")
    if knows(game, nation, "Bourgeoisie"):
        gold *= 2
    return max(0, spell_adjusted(game, "city_income", gold, territory=code))


def minted(game: Cendre, nation: NationId, codes: Sequence[Code]) -> int:
    """TC-SCI-10 Coin: a die of gold for each controlled territory."""
    if not knows(game, nation, "Frappe de monnaie"):
        return 0
    return sum(dice(game, nation, "mint", len(codes), TABLES.science.effects.mint_sides))


def road_income(game: Cendre, codes: Sequence[Code]) -> int:
    """TC-ECO-01 Each connected group of n road territories brings (2 n) squared."""
    roads = [code for code in codes if game.lands[code].roads]
    groups = connected_parts(roads, land_neighbours)
    return sum((TABLES.operations.road_income * len(group)) ** 2 for group in groups)


def collected(game: Cendre, nation: NationId) -> int:
    each = TABLES.leaders.gift_effects.collecteur_gold
    return sum(each * leader.civil.competence for leader in gifted(game, nation, "collecteur de taxes") if leader.civil)


def riches(game: Cendre, nation: NationId) -> int:
    each = TABLES.leaders.gift_effects.richissime_gold
    return sum(each * leader.civil.competence for leader in gifted(game, nation, "richissime") if leader.civil)


def company_income(game: Cendre, nation: NationId) -> int:
    """TC-STRUCT-06 A shipping company earns by the dice in spring, less for every war."""
    table, total = TABLES.towns.maritime_company, 0
    for _ in structures_of(game, nation, "compagnie-maritime"):
        rolled = sum(dice(game, nation, "compagnie-maritime", table.dice, table.sides))
        total += max(0, rolled + table.per_war * len(enemies(game, nation))) * table.times
    return total


def other_gold(game: Cendre) -> None:
    """TC-ECO-01 Caravans, national income and structures: not touched by stability."""
    if game.season == SPRING:
        caravan_income(game)
    for nation in MAJORS:
        national_gold(game, nation)


def national_gold(game: Cendre, nation: NationId) -> None:
    """TC-STRUCT-08 What a people and its structures earn by themselves."""
    gold = max(added(game, nation, "national.gold"), -game.nations[nation].goods.gold)
    gain(game, nation, Goods(gold=gold), "national", "TC-STRUCT-08")
    seasonal_gold(game, nation)
    if game.season == SPRING:
        ruinous_fashion(game, nation)


def ruinous_fashion(game: Cendre, nation: NationId) -> None:
    """TC-EVT-03 A levy on every level of the nation's towns; an empty treasury costs stability."""
    rate = mark_total(game, "town_levy", nation=nation)
    if not rate:
        return
    bill = rate * sum(game.lands[code].town for code in owned(game, nation))
    have = game.nations[nation].goods.gold
    gain(game, nation, Goods(gold=-min(bill, have)), "event", "TC-EVT-03")
    if have < bill:
        change_stability(game, nation, -1, "event", "TC-EVT-03")
