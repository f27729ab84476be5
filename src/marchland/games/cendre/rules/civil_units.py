"""Chapter "Les unités civiles": what they cost, how they are committed, and what they do."""

from __future__ import annotations

import msgspec

from ..goods import Goods
from ..orders import Assassinate, Prospect, Spy
from ..state import Cendre, NationId
from ..tables import TABLES
from .common.ledger import add_science, can_pay, change_civil, pay, tally
from .common.modifiers import added
from .leaders.actors import Actor

# -- what they cost ---------------------------------------------------------------------------------------------


def unit_price(game: Cendre, nation: NationId, unit: str) -> Goods:
    """TC-UNIT-01 Price of one civil unit."""
    base = TABLES.leaders.civil_units[unit].cost
    gold = max(0, base.gold + added(game, nation, "cost.hire.gold", civil_unit=unit))
    return msgspec.structs.replace(base, gold=gold)


def price_refusal(game: Cendre, nation: NationId, unit: str) -> str:
    """TC-UNIT-01 The rule that refuses a unit which cannot be paid, or nothing."""
    return "" if can_pay(game, nation, unit_price(game, nation, unit)) else "TC-UNIT-01"


def pay_price(game: Cendre, nation: NationId, unit: str, number: int, reason: str) -> None:
    """TC-UNIT-01 Civil units are paid when they are raised, whatever comes of it."""
    pay(game, nation, unit_price(game, nation, unit) * number, reason, "TC-UNIT-01")


def pay_civil_units(game: Cendre, nation: NationId) -> None:
    """TC-UNIT-01 Units of the pools are paid; those that cannot be are dismissed, the cheapest first."""
    pool = game.nations[nation].civil
    rates = {unit: civil_upkeep(game, nation, unit) for unit in type(pool).__struct_fields__}
    for unit in sorted(rates, key=lambda unit: (rates[unit], unit)):
        while (
            civil_bill(game, nation, rates) > game.nations[nation].goods.gold
            and rates[unit]
            and getattr(game.nations[nation].civil, unit)
        ):
            change_civil(game, nation, unit, -1, "unpaid", "TC-UNIT-01")
    pay(game, nation, Goods(gold=civil_bill(game, nation, rates)), "civil_units", "TC-UNIT-01")


def civil_upkeep(game: Cendre, nation: NationId, unit: str) -> int:
    base = TABLES.leaders.civil_units[unit].upkeep
    return max(0, base + added(game, nation, "upkeep.civil_unit.gold", civil_unit=unit))


def civil_bill(game: Cendre, nation: NationId, rates: dict[str, int]) -> int:
    pool = game.nations[nation].civil
    return sum(rate * getattr(pool, unit) for unit, rate in rates.items())


# -- what they do -----------------------------------------------------------------------------------------------


def commit(game: Cendre, nation: NationId, unit: str, order: Spy | Assassinate | Prospect, actor: Actor) -> bool:
    """TC-UNIT-02 One unit and those sent along are busy this season; a house needs none."""
    if actor.structure:
        return True
    needed = 1 + max(0, order.extra) + max(0, getattr(order, "diversion", 0))
    free = getattr(game.nations[nation].civil, unit) - busy(game, nation, unit)
    return order.extra >= 0 and getattr(order, "diversion", 0) >= 0 and needed <= free


def busy(game: Cendre, nation: NationId, unit: str) -> int:
    """Units of a pool that already serve an operation of this season."""
    return sum(int(word.split("#")[1]) for word in game.nations[nation].season.used if word.startswith(f"{unit}#"))


def engage(game: Cendre, nation: NationId, unit: str, order: Spy | Assassinate | Prospect, actor: Actor) -> int:
    """Note the units as busy and tell how many they are."""
    if actor.structure:
        return 0
    number = 1 + order.extra + getattr(order, "diversion", 0)
    used = game.nations[nation].season.used
    tally(game, nation, "season", used=(*used, f"{unit}#{number}"))
    return number


def lose_agents(game: Cendre, nation: NationId, unit: str, number: int, rule: str) -> None:
    """TC-UNIT-02 A failed operation costs every unit committed, diversions included."""
    change_civil(game, nation, unit, -min(number, getattr(game.nations[nation].civil, unit)), "lost", rule)


def sages(game: Cendre, nation: NationId) -> None:
    """TC-UNIT-02 Each unit of sages brings a free point of science in an active season."""
    add_science(game, nation, "", game.nations[nation].civil.sages, "sages", "TC-UNIT-02")
