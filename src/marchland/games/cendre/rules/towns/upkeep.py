"""Upkeep of everybody, and the famine of towns and troops that cannot be paid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...state import Cendre, Code, NationId
from ...tables import TABLES
from ...world import MAJORS, unit_kind
from ..civil_units import pay_civil_units
from ..common.inquiry import controlled, has_structure, is_held, knows, seats_of, serving_town
from ..common.ledger import all_units, change_land, lose_units, pay, tally
from ..common.marks import mark_total, marks
from ..common.modifiers import added, added_here
from ..leaders.pay import pay_leaders
from ..magic.lasting import spell_adjusted, spell_forbids
from ..standing.account import change_counter, change_reputation
from .towns import EFFECTS, shrink, town_level


class Famine(Event, frozen=True):
    """Towns or troops went without."""

    RULE = "TC-CITY-04"
    nation: NationId
    units: int
    levels: int


class Mouth(msgspec.Struct, frozen=True):
    """A town or a single unit that must be kept: the lower its priority, the sooner it goes without."""

    priority: int
    place: Code
    unit: str
    need: Goods


def pay_everything(game: Cendre) -> None:
    """TC-CITY-04 Leaders, then civil units, then towns and troops from the highest priority down."""
    for nation in MAJORS:
        keep(game, nation)


def keep(game: Cendre, nation: NationId) -> None:
    """TC-CITY-04 One nation's upkeep."""
    pay_leaders(game, nation)
    pay_civil_units(game, nation)
    feed(game, nation)


# -- towns and troops -------------------------------------------------------------------------------------------


def town_appetite(game: Cendre, nation: NationId, code: Code, level: int) -> int:
    """TC-CITY-01 Provisions a town of this level eats in a season."""
    land = game.lands[code]
    eaten = town_level(level).eats + added(game, nation, "upkeep.city.provisions")
    if land.owner == nation:
        eaten += sum(mark.amount for mark in marks(game, "town_appetite", nation=nation) if level >= int(mark.word))
    if is_held(land, nation) and has_structure(land, "terriers-profonds"):
        eaten = max(1, eaten - EFFECTS["terriers-profonds"].amount)
    return max(0, spell_adjusted(game, "city_upkeep", eaten, territory=code))


def unit_upkeep(game: Cendre, nation: NationId, code: Code, unit: str) -> Goods:
    """TC-WAR-03 What a unit costs each season where it stands."""
    kind, effects = unit_kind(unit), TABLES.science.effects
    need = kind.upkeep
    if knows(game, nation, "Casernement"):
        need -= Goods(gold=effects.barracks_gold)
    if "naval" in kind.traits and knows(game, nation, "Chantiers navals"):
        need -= effects.shipyards
    if "cavalerie" in kind.traits and knows(game, nation, "Élevage de chevaux"):
        need -= Goods(provisions=effects.horses_provisions)
    gold = added_here(game, nation, "upkeep.unit.gold", code, unit_trait=kind.traits) + mark_total(game, "unit_gold", nation=nation)
    provisions = added_here(game, nation, "upkeep.unit.provisions", code, unit_trait=kind.traits)
    return (need + Goods(gold=gold, provisions=provisions)).at_least_nothing()


def mouths(game: Cendre, nation: NationId) -> Iterator[Mouth]:
    """Every town and every unit with its need, in no particular order."""
    for code in controlled(game, nation):
        level = serving_town(game.lands[code])
        if level:
            yield town_mouth(game, nation, code, level)
    for code, troops in all_units(game, nation).items():
        for troop in troops:
            need = unit_upkeep(game, nation, code, troop.unit)
            yield from repeat(Mouth(unit_kind(troop.unit).loss_priority, code, troop.unit, need), troop.count)


def town_mouth(game: Cendre, nation: NationId, code: Code, level: int) -> Mouth:
    """TC-CITY-03 A town among those to be fed: the larger it is, the sooner it goes without."""
    return Mouth(town_level(level).priority, code, "", Goods(provisions=town_appetite(game, nation, code, level)))


def feed(game: Cendre, nation: NationId) -> None:
    """TC-CITY-04 Everybody is paid if everything is there; otherwise by priority, and the rest starve."""
    everybody = list(mouths(game, nation))
    towns = sum(mouth.need.provisions for mouth in everybody if not mouth.unit)
    spared = towns // 2 if knows(game, nation, "Cultures urbaines") else 0
    troops = Goods.together(mouth.need for mouth in everybody if mouth.unit)
    if game.nations[nation].goods.covers(troops + Goods(provisions=towns - spared)):
        pay(game, nation, Goods(provisions=towns - spared), "towns", "TC-CITY-01")
        pay(game, nation, troops, "army", "TC-WAR-03")
        return
    starve(game, nation, everybody)


def starve(game: Cendre, nation: NationId, everybody: list[Mouth]) -> None:
    """TC-CITY-04 Pay from the highest priority down; what cannot be paid in full gets nothing and suffers."""
    queue = sorted(everybody, key=lambda mouth: (-mouth.priority, mouth.unit, mouth.place))
    halved = knows(game, nation, "Cultures urbaines")
    eaten = 0
    lost: list[Mouth] = []
    levels: list[Code] = []
    while queue:
        mouth = queue.pop(0)
        need = mouth.need
        if halved and not mouth.unit:
            need = Goods(provisions=-(-(eaten + need.provisions) // 2) - -(-eaten // 2))
        if game.nations[nation].goods.covers(need):
            pay(game, nation, need, "army" if mouth.unit else "towns", "TC-CITY-04", territory=mouth.place)
            eaten += 0 if mouth.unit else mouth.need.provisions
        elif mouth.unit:
            lost.append(mouth)
        elif not spell_forbids(game, "famine", territory=mouth.place):
            levels.append(mouth.place)
            smaller = game.lands[mouth.place].town - levels.count(mouth.place)
            if smaller > 0:
                queue.append(town_mouth(game, nation, mouth.place, smaller))
                queue.sort(key=lambda mouth: (-mouth.priority, mouth.unit, mouth.place))
    _suffer(game, nation, lost, levels)


def _suffer(game: Cendre, nation: NationId, lost: list[Mouth], levels: list[Code]) -> None:
    """TC-CITY-05 Agronomy halves the losses, rounded up; a famine costs reputation once."""
    lost.sort(key=lambda mouth: (mouth.priority, mouth.unit, mouth.place))
    if knows(game, nation, "Agronomie"):
        lost, levels = lost[: -(-len(lost) // 2)], levels[: -(-len(levels) // 2)]
    if not lost and not levels:
        return
    for mouth in lost:
        lose_units(game, mouth.place, nation, mouth.unit, 1, "famine", "TC-CITY-04")
        change_land(game, mouth.place, "brigands", 1, "famine", "TC-CITY-04")
    for code in levels:
        shrink(game, code, 1, "famine", "TC-CITY-04")
        change_land(game, code, "brigands", 1, "famine", "TC-CITY-04")
    game.emit(Famine(nation=nation, units=len(lost), levels=len(levels), audience=seats_of(game, nation)))
    change_counter(game, nation, TABLES.standing.tenths.famine, "famine", "TC-CITY-05")
    tally(game, nation, "season", famine=True)
    if levels:
        change_reputation(game, nation, mark_total(game, "famine_shame", nation=nation), "famine", "TC-EVT-03")
