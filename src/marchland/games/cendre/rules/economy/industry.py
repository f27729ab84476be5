"""Secondary upkeep, production: resources turned into gold, provisions or other resources."""

from __future__ import annotations

from ...goods import RESOURCES, Goods
from ...orders import ConvertInBuilding, ConvertInTown, SellAsIndustrialist, Transmute, UseStructure
from ...state import Cendre, Code, Land, NationId
from ...tables import TABLES
from ...world import MAJORS, SITES
from ..common.inquiry import controlled, has_gift, has_structure, is_able, is_held, knows, lines, serving_town
from ..common.ledger import can_pay, done, gain, pay, refuse, tally
from ..common.marks import has_mark
from ..common.modifiers import added, multiplied
from ..events.answers import ANSWERS, answer_event
from ..towns.booklet import fair_income
from ..towns.workshops import WORKSHOPS

BUILDINGS = {kind.building: resource for resource, kind in TABLES.land.resources.items()}


def industry_factor(game: Cendre, nation: NationId, land: Land) -> int:
    """TC-CITY-09 A manufactory doubles a town's industry, the discovery Industrie doubles it again."""
    factor = TABLES.towns.mill_factor if has_structure(land, "manufacture") else 1
    return factor * (TABLES.towns.industry_factor if knows(game, nation, "Industrie") else 1)


def convert_in_towns(game: Cendre) -> None:
    """TC-CITY-07 A town sells up to its level of its territory's own resource."""
    for nation in MAJORS:
        sold: dict[Code, int] = {}
        for line, order in lines(game, nation, ConvertInTown):
            capacity = town_capacity(game, nation, order.territory) - sold.get(order.territory, 0)
            if not 0 < order.amount <= capacity:
                refuse(game, nation, line, order, "TC-CITY-07", territory=order.territory, most=max(0, capacity))
                continue
            resource = SITES[order.territory].resource
            factor = industry_factor(game, nation, game.lands[order.territory])
            yielded = Goods(gold=TABLES.land.resources[resource].value * order.amount * factor)
            if _convert(game, nation, line, order, resource, yielded, "TC-CITY-07"):
                sold[order.territory] = sold.get(order.territory, 0) + order.amount


def town_capacity(game: Cendre, nation: NationId, code: Code) -> int:
    """TC-CITY-07 Points a controlled serving town can take in a season."""
    if code not in SITES or game.lands[code].controller != nation:
        return 0
    land = game.lands[code]
    return serving_town(land) * industry_factor(game, nation, land)


def convert_in_buildings(game: Cendre) -> None:
    """TC-CITY-08 Industrial buildings take as much again of their own resource, at a better price."""
    for nation in MAJORS:
        used: dict[tuple[Code, str], int] = {}
        for line, order in lines(game, nation, ConvertInBuilding):
            place = (order.territory, order.building)
            capacity = building_capacity(game, nation, *place) - used.get(place, 0)
            if not 0 < order.amount <= capacity:
                refuse(game, nation, line, order, "TC-CITY-08", territory=order.territory, most=max(0, capacity))
                continue
            resource = BUILDINGS[order.building]
            factor = industry_factor(game, nation, game.lands[order.territory])
            yielded = TABLES.land.resources[resource].built * (order.amount * factor)
            if _convert(game, nation, line, order, resource, yielded, "TC-CITY-08"):
                used[place] = used.get(place, 0) + order.amount


def building_capacity(game: Cendre, nation: NationId, code: Code, building: str) -> int:
    if building not in BUILDINGS or code not in SITES or not has_structure(game.lands[code], building):
        return 0
    return town_capacity(game, nation, code)


def _convert(
    game: Cendre, nation: NationId, line: int, order: ConvertInTown | ConvertInBuilding, resource: str, yielded: Goods, rule: str
) -> bool:
    price = Goods.one(resource, order.amount)
    if not can_pay(game, nation, price):
        refuse(game, nation, line, order, rule, territory=order.territory, have=game.nations[nation].goods[resource])
        return False
    pay(game, nation, price, "industry", rule, territory=order.territory)
    gold = multiplied(game, nation, "income.industry", yielded.gold)
    gain(game, nation, Goods(gold=gold, provisions=yielded.provisions), "industry", rule, territory=order.territory)
    done(game, nation, line, order, rule, territory=order.territory)
    return True


def sell_as_industrialist(game: Cendre) -> None:
    """TC-LEAD-10 An industrialist sells up to his competence of any resources at the plain price."""
    for nation in MAJORS:
        sold: dict[str, int] = {}
        for line, order in lines(game, nation, SellAsIndustrialist):
            leader = game.leaders.get(order.leader)
            goods = order.goods.resources().at_least_nothing()
            if leader is None or leader.nation != nation or not has_gift(leader, "industrialiste") or not is_able(game, leader):
                refuse(game, nation, line, order, "TC-LEAD-10", leader=order.leader)
                continue
            most = (leader.civil.competence if leader.civil else 0) - sold.get(leader.id, 0)
            if not goods or goods.total() > most or not can_pay(game, nation, goods):
                refuse(game, nation, line, order, "TC-LEAD-10", leader=order.leader, most=most)
                continue
            sold[leader.id] = sold.get(leader.id, 0) + goods.total()
            pay(game, nation, goods, "industrialiste", "TC-LEAD-10")
            gain(game, nation, Goods(gold=sale_value(goods)), "industrialiste", "TC-LEAD-10")
            done(game, nation, line, order, "TC-LEAD-10", leader=order.leader)


def sale_value(goods: Goods) -> int:
    return sum(TABLES.land.resources[kind].value * amount for kind, amount in goods.items() if kind in RESOURCES)


def transmute(game: Cendre) -> None:
    """TC-SCI-08 Natural philosophy turns one resource into another, once a season, up to the largest town."""
    for nation in MAJORS:
        used = False
        for line, order in lines(game, nation, Transmute):
            towns = [serving_town(game.lands[code]) for code in controlled(game, nation)]
            most = max(towns, default=0) if knows(game, nation, "Philosophie naturelle") and not used else 0
            wrong = {order.source, order.into} - set(RESOURCES) or order.source == order.into
            if wrong or not 0 < order.amount <= most or not can_pay(game, nation, Goods.one(order.source, order.amount)):
                refuse(game, nation, line, order, "TC-SCI-08", most=most)
                continue
            pay(game, nation, Goods.one(order.source, order.amount), "philosophy", "TC-SCI-08")
            gain(game, nation, Goods.one(order.into, order.amount), "philosophy", "TC-SCI-08")
            used = True
            done(game, nation, line, order, "TC-SCI-08")


def use_structures(game: Cendre) -> None:
    """TC-STRUCT-08 National structures that ask for a decision: each once a season."""
    for nation in MAJORS:
        for line, order in lines(game, nation, UseStructure):
            if order.structure in ANSWERS:
                answer_event(game, nation, line, order)
                continue
            workshop = WORKSHOPS.get(order.structure)
            place = f"{order.structure}@{order.territory}"
            land = game.lands.get(order.territory)
            usable = land is not None and is_held(land, nation) and has_structure(land, order.structure)
            fresh = place not in game.nations[nation].season.used
            if workshop is None or not usable or not fresh or not workshop(game, nation, order):
                refuse(game, nation, line, order, "TC-STRUCT-08", structure=order.structure)
                continue
            tally(game, nation, "season", used=(*game.nations[nation].season.used, place))
            done(game, nation, line, order, "TC-STRUCT-08", structure=order.structure)


def national_provisions(game: Cendre) -> None:
    """TC-STRUCT-08 Provisions a people finds every season, and the guests of the horse fair."""
    for nation in MAJORS:
        if not has_mark(game, "no_food_bonus", nation=nation):
            gain(game, nation, Goods(provisions=added(game, nation, "national.provisions")), "national", "TC-STRUCT-08")
        fair_income(game, nation)
