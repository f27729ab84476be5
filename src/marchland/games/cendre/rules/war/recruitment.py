"""Raising and dismissing military units."""

from __future__ import annotations

import msgspec

from marchland.kernel.errors import IllegalAction

from ...goods import RESOURCES, Goods
from ...orders import Disband, RecruitUnits
from ...state import Cendre, Code, Leader, NationId
from ...tables import TABLES
from ...world import BOOKLETS, SITES, UnitKind, recruitable, unit_kind
from ..common.inquiry import has_gift, has_structure, has_tactic, has_treaty, is_held, knows, structures_of
from ..common.ledger import add_units, can_pay, change_land, count, garrison, pay, remove_from_army, remove_units, tally
from ..common.marks import drop_marks, has_mark, mark_total
from ..common.modifiers import added
from ..leaders.actors import check_actor, take_action
from ..towns.towns import EFFECTS
from .armies import quarantined
from .bodies import NAVAL

CAMP, PARADE, STUD, FORGES, TOTEMS, FAIR = (
    "camp-d-entrainement",
    "champ-de-mars",
    "haras-royal",
    "forges-federales",
    "cercle-des-totems",
    "foire-aux-chevaux",
)
HORSEMEN = "cvx-cavaliers"


class Levy(msgspec.Struct, frozen=True, kw_only=True):
    """Who recruits, where and what."""

    nation: NationId
    at: Code
    kind: UnitKind
    leader: Leader | None = None
    structure: str = ""


# -- recruiting -------------------------------------------------------------------------------------------------


def recruit(game: Cendre, nation: NationId, order: RecruitUnits) -> None:
    """TC-WAR-02 All the units asked for, or as many as possible if the order says so; always successful if payable."""
    levy = check_levy(game, nation, order)
    number = affordable(game, levy, order.number)
    if number < (1 if order.most else order.number):
        raise IllegalAction("TC-WAR-02", why="cannot_pay", need=order.number, have=number)
    bill = price(game, levy, number)
    pay(game, nation, bill, "recruit", "TC-WAR-02", territory=levy.at)
    change_land(game, levy.at, "recruits", -levy.kind.people * number, "recruit", "TC-WAR-02")
    add_units(game, levy.at, nation, levy.kind.id, number, "recruit", "TC-WAR-02")
    _use_up(game, levy, number)


def check_levy(game: Cendre, nation: NationId, order: RecruitUnits) -> Levy:
    """TC-WAR-02 A military leader or a militarist recruits where he stands, on national land owned and controlled."""
    levy = _structure_levy(game, nation, order) if "@" in order.leader else _leader_levy(game, nation, order)
    land, site = game.lands[levy.at], SITES[levy.at]
    if not is_held(land, nation) or nation not in land.national or quarantined(game, nation, levy.at):
        raise IllegalAction("TC-WAR-02", why="not_national", territory=levy.at)
    _check_calm(game, levy)
    naval = NAVAL in levy.kind.traits
    if naval and not site.port:
        raise IllegalAction("TC-WAR-02", why="no_port", territory=levy.at)
    if not naval and site.open_sea:
        raise IllegalAction("TC-WAR-02", why="only_ships", territory=levy.at)
    if order.number < 1:
        raise IllegalAction("TC-WAR-02", why="number")
    return levy


def _check_calm(game: Cendre, levy: Levy) -> None:
    """TC-EVT-04 Some events keep a people, or its horsemen, from being called up for a season."""
    cavalry = "cavalerie" in levy.kind.traits and has_mark(game, "no_cavalry", nation=levy.nation)
    if cavalry or has_mark(game, "no_units", nation=levy.nation):
        raise IllegalAction("TC-EVT-04", why="no_levy", unit=levy.kind.id)


def _kind(game: Cendre, nation: NationId, unit: str) -> UnitKind:
    if nation not in BOOKLETS or unit not in recruitable(nation, game.nations[nation].known):
        raise IllegalAction("TC-WAR-02", why="unknown_unit", unit=unit)
    return unit_kind(unit)


def _leader_levy(game: Cendre, nation: NationId, order: RecruitUnits) -> Levy:
    leader = check_actor(game, nation, order)
    return Levy(nation=nation, at=leader.at, kind=_kind(game, nation, order.unit), leader=leader)


def _structure_levy(game: Cendre, nation: NationId, order: RecruitUnits) -> Levy:
    """TC-STRUCT-08 Training camps, the parade ground and the royal stud raise one unit without a leader."""
    structure, _, code = order.leader.partition("@")
    if structure not in (CAMP, PARADE, STUD) or code not in SITES or not has_structure(game.lands[code], structure):
        raise IllegalAction("TC-STRUCT-08", why="unknown", structure=structure)
    record = game.nations[nation]
    used = record.year.used if structure == STUD else record.season.used
    if order.leader in used or order.number > 1 or (structure == STUD and order.unit != HORSEMEN):
        raise IllegalAction("TC-STRUCT-08", why="used", structure=structure)
    return Levy(nation=nation, at=code, kind=_kind(game, nation, order.unit), structure=structure)


def _use_up(game: Cendre, levy: Levy, number: int) -> None:
    if levy.leader is not None:
        take_action(game, levy.leader.id)
    else:
        span = "year" if levy.structure == STUD else "season"
        used = getattr(game.nations[levy.nation], span).used
        tally(game, levy.nation, span, used=(*used, f"{levy.structure}@{levy.at}"))
    if _horse_voucher(game, levy):
        tally(game, levy.nation, "year", used=(*game.nations[levy.nation].year.used, FAIR))
    drop_marks(game, "free_resources", nation=levy.nation)
    forged = min(number, _forge_slots(game, levy.nation))
    if forged:
        tally(game, levy.nation, "season", used=(*game.nations[levy.nation].season.used, *(FORGES,) * forged))


def affordable(game: Cendre, levy: Levy, wanted: int) -> int:
    """TC-WAR-02 How many of the wanted units the land can man and the nation can pay."""
    people = levy.kind.people
    most = min(wanted, game.lands[levy.at].recruits // people) if people else wanted
    while most > 0 and not can_pay(game, levy.nation, price(game, levy, most)):
        most -= 1
    return most


# -- prices -----------------------------------------------------------------------------------------------------


def price(game: Cendre, levy: Levy, number: int) -> Goods:
    """TC-WAR-02 What so many units cost: list price less every discount, never below nothing."""
    each = levy.kind.price - _discount(game, levy)
    slots = min(number, _forge_slots(game, levy.nation))
    forged = each - Goods(gold=EFFECTS[FORGES].price, metal=EFFECTS[FORGES].amount)
    each, forged = each.at_least_nothing(), forged.at_least_nothing()
    bill = forged * slots + each * (number - slots)
    given = min(number, mark_total(game, "free_resources", nation=levy.nation))
    bill -= forged.resources() * min(given, slots) + each.resources() * max(0, given - slots)
    return (bill - Goods(agricole=1)).at_least_nothing() if number and _horse_voucher(game, levy) else bill


def _discount(game: Cendre, levy: Levy) -> Goods:
    """What gifts, tactics, discoveries, the people and the place take off each unit."""
    gold = -added(game, levy.nation, "cost.unit.gold", unit_trait=levy.kind.traits)
    if levy.leader is not None:
        effects = TABLES.leaders.gift_effects
        gold -= effects.militariste_gold * has_gift(levy.leader, "militariste")
        gold -= effects.recruteur_gold * has_tactic(levy.leader, "recruteur")
    gold += EFFECTS[PARADE].price * (levy.structure == PARADE)
    gold += EFFECTS[TOTEMS].price * has_structure(game.lands[levy.at], TOTEMS)
    return Goods(gold=gold) + _learned_discount(game, levy)


def _learned_discount(game: Cendre, levy: Levy) -> Goods:
    """TC-SCI-03 TC-SCI-04 TC-SCI-09 Shipyards, arsenals and horse breeding make recruits cheaper."""
    effects, off = TABLES.science.effects, Goods()
    if NAVAL in levy.kind.traits and knows(game, levy.nation, "Chantiers navals"):
        off += effects.shipyards
    if "cavalerie" in levy.kind.traits:
        if knows(game, levy.nation, "Élevage de chevaux"):
            off += effects.horses
        if has_structure(game.lands[levy.at], STUD):
            off += Goods(agricole=EFFECTS[STUD].amount, gold=EFFECTS[STUD].price)
    if knows(game, levy.nation, "Arsenaux"):
        off += Goods.one(_dearest(levy.kind), effects.arsenals)
    return off


def _dearest(kind: UnitKind) -> str:
    """The resource a unit costs most of; arsenals save on it."""
    return max(RESOURCES, key=lambda resource: kind.price[resource])


def _forge_slots(game: Cendre, nation: NationId) -> int:
    """TC-STRUCT-08 How many units the federal forges still equip this season."""
    room = sum(game.lands[code].town for code in structures_of(game, nation, FORGES))
    return max(0, room - mark_total(game, "forge_slots", nation=nation) - game.nations[nation].season.used.count(FORGES))


def _horse_voucher(game: Cendre, levy: Levy) -> bool:
    """TC-STRUCT-08 A partner of the horse fair saves on its first cavalry of the year."""
    if "cavalerie" not in levy.kind.traits or FAIR in game.nations[levy.nation].year.used:
        return False
    fairs = [
        land for land in game.lands.values() if land.structures and has_structure(land, FAIR) and land.owner == land.controller
    ]
    return any(has_treaty(game, "contract", levy.nation, land.owner) for land in fairs)


# -- dismissing -------------------------------------------------------------------------------------------------


def disband(game: Cendre, nation: NationId, order: Disband) -> None:
    """TC-WAR-23 Units go back to civil life without harm; the land's capacity is not given back."""
    leader = check_actor(game, nation, order)
    army = game.armies.get(leader.id)
    wanted: dict[str, int] = {}
    for unit, number in order.units:
        wanted[unit] = wanted.get(unit, 0) + number if number > 0 else 0
    led = {unit: count(tuple(troop for troop in army.troops if troop.unit == unit)) if army else 0 for unit in wanted}
    for unit, number in wanted.items():
        stationed = count(tuple(troop for troop in garrison(game, leader.at, nation) if troop.unit == unit))
        if number < 1 or number > led[unit] + stationed:
            raise IllegalAction("TC-WAR-23", why="no_units", unit=unit, need=number, have=led[unit] + stationed)
    for unit, number in wanted.items():
        remove_from_army(game, leader.id, unit, min(led[unit], number), "disbanded", "TC-WAR-23")
        remove_units(game, leader.at, nation, unit, max(0, number - led[unit]), "disbanded", "TC-WAR-23")
    take_action(game, leader.id)
