"""The ledger: the only place where what a nation has changes. Every entry is an event with its rule.

Reports are renderings of these events, and `audit.reconcile` adds them up again: what is not in the ledger did not
happen. Amounts are signed; `reason` is a word of the phrase book.
"""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...state import THREAT, Cendre, Code, Land, Nation, NationId, Tally, Troop, Troops
from ...world import DOMAINS, unit_kind
from ..diplomacy.relations import frozen_goods
from .inquiry import seats_of

replace = msgspec.structs.replace

# -- events -----------------------------------------------------------------------------------------------------


class Entry(Event, frozen=True):
    """A line of a nation's accounts."""

    nation: NationId
    reason: str
    rule: str


class GoodsMoved(Entry, frozen=True):
    """Gold, provisions or resources came in or went out."""

    goods: Goods
    territory: Code = ""
    other: NationId = ""


class ScienceGained(Entry, frozen=True):
    """Points in a domain, or free points when `domain` is empty."""

    domain: str
    points: int


class CivilUnitsChanged(Entry, frozen=True):
    unit: str
    amount: int


class UnitsChanged(Entry, frozen=True):
    """Military units appeared or disappeared at a place."""

    unit: str
    amount: int
    territory: Code


class LandChanged(Event, frozen=True):
    """A figure of a territory changed."""

    territory: Code
    what: str
    amount: int
    now: int
    reason: str
    rule: str


class ControlChanged(Event, frozen=True):
    territory: Code
    before: NationId
    after: NationId
    reason: str
    rule: str


class OwnerChanged(Event, frozen=True):
    territory: Code
    before: NationId
    after: NationId
    reason: str
    rule: str


class NationalChanged(Event, frozen=True):
    """A territory became national for a nation, or ceased to be."""

    territory: Code
    nation: NationId
    gained: bool
    reason: str
    rule: str


class OrderRefused(Event, frozen=True):
    """A line of the sheet could not be carried out: the rule says why."""

    nation: NationId
    line: int
    order: str
    rule: str
    facts: dict[str, object] = {}


class OrderDone(Event, frozen=True):
    """A line of the sheet was carried out without a test."""

    nation: NationId
    line: int
    order: str
    rule: str
    facts: dict[str, object] = {}


# -- nations ----------------------------------------------------------------------------------------------------


def change(game: Cendre, nation: NationId, **fields: object) -> Nation:
    """Write a nation's record anew; figures that players count go through the entries below."""
    record = replace(game.nations[nation], **fields)
    game.nations[nation] = record
    return record


def gain(
    game: Cendre, nation: NationId, goods: Goods, reason: str, rule: str, *, territory: Code = "", other: NationId = ""
) -> None:
    """Goods come in (or go out, where negative)."""
    if not goods:
        return
    record = game.nations[nation]
    change(game, nation, goods=record.goods + goods)
    audience = seats_of(game, nation)
    game.emit(GoodsMoved(nation=nation, goods=goods, reason=reason, rule=rule, territory=territory, other=other, audience=audience))


def pay(
    game: Cendre, nation: NationId, goods: Goods, reason: str, rule: str, *, territory: Code = "", other: NationId = ""
) -> None:
    """Goods go out; the caller has made sure that they are there."""
    assert game.nations[nation].goods.covers(goods), f"{nation} cannot pay {goods} for {reason}"
    gain(game, nation, goods * -1, reason, rule, territory=territory, other=other)


def can_pay(game: Cendre, nation: NationId, goods: Goods) -> bool:
    return (game.nations[nation].goods - frozen_goods(game, nation)).covers(goods)


def add_science(game: Cendre, nation: NationId, domain: str, points: int, reason: str, rule: str) -> None:
    """Points in a domain; without a domain they are free until they are allocated."""
    if not points:
        return
    record = game.nations[nation]
    if domain:
        place = DOMAINS.index(domain)
        science = tuple(value + points * (n == place) for n, value in enumerate(record.science))
        change(game, nation, science=science)
    else:
        change(game, nation, free_science=record.free_science + points)
    audience = seats_of(game, nation)
    game.emit(ScienceGained(nation=nation, domain=domain, points=points, reason=reason, rule=rule, audience=audience))


def change_civil(game: Cendre, nation: NationId, unit: str, amount: int, reason: str, rule: str) -> None:
    if not amount:
        return
    civil = game.nations[nation].civil
    now = getattr(civil, unit) + amount
    assert now >= 0, f"{nation} has no {-amount} {unit}"
    change(game, nation, civil=replace(civil, **{unit: now}))
    audience = seats_of(game, nation)
    game.emit(CivilUnitsChanged(nation=nation, unit=unit, amount=amount, reason=reason, rule=rule, audience=audience))


def tally(game: Cendre, nation: NationId, span: str, **fields: object) -> Tally:
    """Note what the nation did this `season` or this `year`."""
    record: Tally = replace(getattr(game.nations[nation], span), **fields)
    change(game, nation, **{span: record})
    return record


# -- territories ------------------------------------------------------------------------------------------------


def write_land(game: Cendre, code: Code, **fields: object) -> Land:
    """Write a territory's record anew without an entry; for flags nobody counts."""
    land: Land = replace(game.lands[code], **fields)
    game.lay_land(code, land)
    return land


def change_land(game: Cendre, code: Code, what: str, amount: int, reason: str, rule: str) -> None:
    """A figure of a territory moves by so much; population takes the recruitment capacity along (TC-LAND-11)."""
    if not amount:
        return
    land = game.lands[code]
    now = getattr(land, what) + amount
    assert now >= 0, f"{code}: {what} would be {now}"
    fields = {what: now}
    if what == "population":
        fields["recruits"] = max(0, land.recruits + amount)
    write_land(game, code, **fields)
    audience = seats_of(game, land.owner, land.controller)
    game.emit(LandChanged(territory=code, what=what, amount=amount, now=now, reason=reason, rule=rule, audience=audience))


def set_control(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    """Everybody sees on the map who controls a territory."""
    before = game.lands[code].controller
    if before != nation:
        write_land(game, code, controller=nation)
        game.emit(ControlChanged(territory=code, before=before, after=nation, reason=reason, rule=rule))


def set_owner(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    """TC-EVT-05 A new owner; an outside threat never owns land, so what it would get is nobody's."""
    if nation and game.nations[nation].kind == THREAT:
        nation = ""
    before = game.lands[code].owner
    if before != nation:
        write_land(game, code, owner=nation)
        game.emit(OwnerChanged(territory=code, before=before, after=nation, reason=reason, rule=rule))


def make_national(game: Cendre, code: Code, nation: NationId, reason: str, rule: str) -> None:
    national = game.lands[code].national
    if nation not in national:
        write_land(game, code, national=tuple(sorted((*national, nation))))
        game.emit(NationalChanged(territory=code, nation=nation, gained=True, reason=reason, rule=rule))


# -- troops -----------------------------------------------------------------------------------------------------


def garrison(game: Cendre, code: Code, nation: NationId) -> Troops:
    return game.garrisons.get(f"{code}:{nation}", ())


def nations_with_units(game: Cendre, code: Code) -> tuple[NationId, ...]:
    """Who has units in a territory, garrisons and armies alike."""
    prefix = f"{code}:"
    found = {key[4:] for key in game.garrisons if key.startswith(prefix)}
    found |= {army.nation for army in game.armies.values() if army.at == code and army.troops}
    return tuple(sorted(found))


def units_at(game: Cendre, code: Code, nation: NationId) -> Troops:
    """All units of a nation in a territory, garrison and armies together."""
    troops = garrison(game, code, nation)
    for leader in sorted([leader for leader, army in game.armies.items() if army.at == code and army.nation == nation]):
        troops = merged(troops, game.armies[leader].troops)
    return troops


def all_units(game: Cendre, nation: NationId) -> dict[Code, Troops]:
    """Every unit of a nation by territory."""
    places = {key[:3] for key in game.garrisons if key[4:] == nation}
    places |= {army.at for army in game.armies.values() if army.nation == nation and army.troops}
    return {code: units_at(game, code, nation) for code in sorted(places)}


def count(troops: Troops) -> int:
    return sum(troop.count for troop in troops)


def merged(one: Troops, other: Troops) -> Troops:
    """Two groups as one, same units together, in a stable order."""
    numbers: dict[tuple[str, int], int] = {}
    for troop in (*one, *other):
        numbers[troop.unit, troop.until] = numbers.get((troop.unit, troop.until), 0) + troop.count
    return tuple(Troop(unit, number, until) for (unit, until), number in sorted(numbers.items()) if number > 0)


def without(troops: Troops, unit: str, number: int) -> Troops:
    """The group without so many units of a kind, those that leave soonest first."""
    kept: list[Troop] = []
    for troop in sorted(troops, key=lambda troop: (troop.unit, troop.until or 1 << 30)):
        gone = min(number, troop.count) if troop.unit == unit else 0
        number -= gone
        if troop.count > gone:
            kept.append(replace(troop, count=troop.count - gone))
    assert number <= 0, f"there are not so many {unit}"
    return merged((), tuple(kept))


def set_garrison(game: Cendre, code: Code, nation: NationId, troops: Troops) -> None:
    if troops:
        game.garrisons[f"{code}:{nation}"] = troops
    else:
        game.garrisons.pop(f"{code}:{nation}", None)


def add_units(game: Cendre, code: Code, nation: NationId, unit: str, number: int, reason: str, rule: str, until: int = 0) -> None:
    """New units in a nation's garrison."""
    if number <= 0:
        return
    unit_kind(unit)
    set_garrison(game, code, nation, merged(garrison(game, code, nation), (Troop(unit, number, until),)))
    _enter_units(game, code, nation, unit, number, reason, rule)


def remove_units(game: Cendre, code: Code, nation: NationId, unit: str, number: int, reason: str, rule: str) -> None:
    """Units of a garrison are gone."""
    if number <= 0:
        return
    set_garrison(game, code, nation, without(garrison(game, code, nation), unit, number))
    _enter_units(game, code, nation, unit, -number, reason, rule)


def remove_from_army(game: Cendre, leader: str, unit: str, number: int, reason: str, rule: str) -> None:
    """Units of an army are gone."""
    if number <= 0:
        return
    army = game.armies[leader]
    game.armies[leader] = replace(army, troops=without(army.troops, unit, number))
    _enter_units(game, army.at, army.nation, unit, -number, reason, rule)


def lose_units(game: Cendre, code: Code, nation: NationId, unit: str, number: int, reason: str, rule: str) -> None:
    """Units in a territory are gone: those in garrison first, then those in armies."""
    idle = sum(troop.count for troop in garrison(game, code, nation) if troop.unit == unit)
    remove_units(game, code, nation, unit, min(number, idle), reason, rule)
    left = number - min(number, idle)
    for leader in sorted(game.armies):
        army = game.armies[leader]
        if left and army.at == code and army.nation == nation:
            led = sum(troop.count for troop in army.troops if troop.unit == unit)
            remove_from_army(game, leader, unit, min(left, led), reason, rule)
            left -= min(left, led)
    assert left == 0, f"{nation} has no such {unit} in {code}"


def _enter_units(game: Cendre, code: Code, nation: NationId, unit: str, number: int, reason: str, rule: str) -> None:
    audience = seats_of(game, nation)
    game.emit(UnitsChanged(nation=nation, unit=unit, amount=number, territory=code, reason=reason, rule=rule, audience=audience))


def weakest_first(troops: Troops) -> list[str]:
    """Single units in the order in which they are lost: lowest priority, then lowest force, then name."""
    singles = [troop.unit for troop in troops for _ in range(troop.count)]
    return sorted(singles, key=lambda unit: (unit_kind(unit).loss_priority, unit_kind(unit).force, unit))


# -- the sheet --------------------------------------------------------------------------------------------------


def refuse(game: Cendre, nation: NationId, line: int, order: object, rule: str, /, **facts: object) -> None:
    """An order that cannot be carried out never stops the turn: its author reads why."""
    audience = seats_of(game, nation)
    game.emit(OrderRefused(nation=nation, line=line, order=type(order).__name__, rule=rule, facts=facts, audience=audience))


def done(game: Cendre, nation: NationId, line: int, order: object, rule: str, /, **facts: object) -> None:
    audience = seats_of(game, nation)
    game.emit(OrderDone(nation=nation, line=line, order=type(order).__name__, rule=rule, facts=facts, audience=audience))
