"""The balance: what there is now, what the sheet leaves of it, and what the next season's production and upkeep make of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import msgspec

from ...goods import KINDS, NOTHING, RESOURCES, Goods
from ...orders import AnyOrder, Attack, Bid, March, MarchOrder, Raid, TunnelAttack, TunnelRaid
from ...rules.common.inquiry import controlled, gifted, leaders_of
from ...rules.common.ledger import change
from ...rules.common.marks import expire_marks, has_mark
from ...rules.economy.caravans import caravan_base, caravan_income, review_caravans
from ...rules.economy.trade import receive_goods
from ...rules.events.world import season_effects
from ...rules.land.danger import danger_of, is_first_year
from ...rules.land.population import grow_population
from ...rules.land.production import (
    bring_gifts,
    fill_treasury,
    gather_food,
    gather_materials,
    harvest,
    national_gold,
    raw_materials,
    share_of,
    tax_yield,
    with_stability,
    yield_of,
)
from ...rules.leaders.pay import leader_pay
from ...rules.standing.revolution import halved
from ...rules.towns.towns import storage
from ...rules.towns.upkeep import keep, unit_upkeep
from ...state import SEASONS, SPRING, WINTER, Cendre, Code
from ...tables import TABLES
from ...world import SITES
from .guesses import loot_in
from .rehearsal import TAKEN, Rehearsal, unsure_price

RICH = Goods(*(10**6 for _ in KINDS))
"""A treasury that pays for everything: what is taken from it is the whole bill."""
UNLIKELY = 0.01
"""Troubles so rare are left out of the range."""
UNKNOWN = 5
"""So many points another nation's stability may be off what one guesses."""


class Span(msgspec.Struct, frozen=True):
    """Goods from the worst to the best case."""

    least: Goods
    most: Goods

    def __add__(self, other: Span) -> Span:
        return Span(self.least + other.least, self.most + other.most)

    @classmethod
    def around(cls, one: Goods, other: Goods) -> Span:
        return cls.over((one, other))

    @classmethod
    def over(cls, cases: Sequence[Goods]) -> Span:
        """All of them, each kind of goods for itself."""
        kinds = list(zip(*(goods.amounts() for goods in cases), strict=True))
        return cls(Goods(*map(min, kinds)), Goods(*map(max, kinds)))


Outcomes = frozenset[int]
"""What a stability test may come to: a point lost, nothing, a point gained."""
ANY: Outcomes = frozenset((-1, 0, 1))


class Season(NamedTuple):
    """What a season brings and asks for."""

    income: Goods
    upkeep: Goods


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """The way of a nation's goods from this sheet to the next."""

    now: Goods
    orders: Span
    """What the lines cost and bring; `season` is what else comes before the season ends."""
    season: Span
    lost: Span
    """What the stores cannot hold."""
    income: Span
    upkeep: Span
    limit: Goods
    left: Span
    """What there will be for the next sheet; nothing is ever below nothing."""
    lacking: Goods
    """What the upkeep asks for, at worst, and nobody will have."""
    danger: dict[Code, int]
    """Danger of the coming season, in per cent."""
    is_quiet: bool
    """No troubles are tested in the coming season, whatever the danger."""


def balance(high: Rehearsal, low: Rehearsal, orders: Sequence[AnyOrder], *, falls: bool, outcomes: Outcomes) -> Balance:
    """From both rehearsals, whose tables are then turned to the next season; `outcomes` are those of the stability test."""
    now, limits = high.start, Span.around(storage(high.table, high.nation), storage(low.table, low.nation))
    charged = Span.around(_charged(high), _charged(low)) + _open(low, orders)
    season = Span.around(_besides(high), _besides(low))
    before = Span((now + charged.least + season.least).at_least_nothing(), now + charged.most + season.most)
    if falls:
        before = Span(before.least - halved(before.least), before.most)
    lost = Span(_over(before.least, limits.least), _over(before.most, limits.most))
    ahead = [season for rehearsal in (low, high) for season in _next_seasons(rehearsal, outcomes)]
    income = Span.over([season.income for season in ahead]) + _troubles(low.table, low.nation) + _spoils(high, orders)
    income += _partners(high.table, high.nation) + _signs(high.table, high.nation)
    income = Span(msgspec.structs.replace(income.least.at_least_nothing(), gold=income.least.gold), income.most)
    stock = Span(before.least - lost.least, before.most - lost.most) + income
    bills = Span.over([season.upkeep * -1 for season in ahead])
    spared = Span(NOTHING, _at_risk(high, orders) + _not_hired(high, orders))
    upkeep = Span.over([paid * -1 for paid in _paid((low, high), stock, bills)]) + spared
    upkeep = Span(upkeep.least, upkeep.most.least(NOTHING))
    left = stock + upkeep
    return Balance(
        now=now,
        orders=charged,
        season=season,
        lost=lost,
        income=income,
        upkeep=upkeep,
        limit=limits.least,
        left=Span(left.least.at_least_nothing(), left.most.at_least_nothing()),
        lacking=(NOTHING - stock.least - bills.least).least(bills.least * -1).at_least_nothing(),
        danger={code: danger_of(low.table, code) for code in controlled(low.table, low.nation)},
        is_quiet=is_first_year(low.table),
    )


def _charged(rehearsal: Rehearsal) -> Goods:
    return Goods.together((NOTHING, *rehearsal.bills.values())) * -1


def _besides(rehearsal: Rehearsal) -> Goods:
    """What came and went without a line; what the stores lost and what arms may win is reckoned apart."""
    left_out = ("overflow", *TAKEN)
    return Goods.together((NOTHING, *(goods for reason, goods in rehearsal.others.items() if reason not in left_out)))


def _open(low: Rehearsal, orders: Sequence[AnyOrder]) -> Span:
    """What may come otherwise: a bid that somebody beats costs nothing, raids and plunder bring something or nothing."""
    table, nation = low.table, low.nation
    unsure = Goods.together((NOTHING, *(unsure_price(low, place, order) for place, order in enumerate(orders))))
    gold = sum(order.gold for order in orders if isinstance(order, Bid))
    most = Goods(gold=gold)
    for order in orders:
        army = table.armies.get(getattr(order, "leader", ""))
        if isinstance(order, Raid | TunnelRaid) and army:
            most += loot_in(table, nation, order.territory, sum(troop.count for troop in army.troops))
    return Span(unsure * -1, most + _plunder(low))


def _plunder(low: Rehearsal) -> Goods:
    """TC-WAR-23 What was taken from towns: the dice choose which resource, so that all of it may be of any kind."""
    taken = low.others.get("pillage", NOTHING)
    pieces = taken.resources().total()
    return Goods(taken.gold, 0, *(pieces for _ in RESOURCES))


def _over(goods: Goods, limit: Goods) -> Goods:
    """TC-STRUCT-05 Gold is never lost."""
    return msgspec.structs.replace((goods - limit).at_least_nothing(), gold=0)


# -- the next season --------------------------------------------------------------------------------------------


def _next_seasons(rehearsal: Rehearsal, outcomes: Outcomes) -> Iterator[Season]:
    """The season to come with the lowest and the highest stability that its tests may leave; the table is turned to it."""
    table = rehearsal.table
    tests = [outcomes, ANY] if table.season in (SEASONS[2], WINTER) else [outcomes]
    reached = {table.nations[rehearsal.nation].stability}
    for results in tests:
        reached = {_tested(stability, result) for stability in reached for result in results}
    _turn(table)
    for code in controlled(table, rehearsal.nation):
        table.lay_land(code, msgspec.structs.replace(table.lands[code], troubled=False))
    for stability, gains in ((min(reached), -1), (max(reached), 1)):
        yield _season(table.clone(), rehearsal.nation, stability, gains)


def _tested(stability: int, result: int) -> int:
    """TC-STAB-01 TC-STAB-04 Never above the ceiling; a revolution sets it to nothing."""
    limits = TABLES.standing.stability
    after = min(stability + result, limits.highest)
    return 0 if after <= limits.revolution else after


def _season(table: Cendre, nation: str, stability: int, gains: int) -> Season:
    """Income and upkeep in quiet."""
    table.outbox = []
    change(table, nation, stability=stability, goods=RICH)
    codes = controlled(table, nation)
    for gather in (gather_food, gather_materials, fill_treasury):
        gather(table, nation, codes)
    _gifts(table, nation, gains)
    receive_goods(table)
    if table.season == SPRING:
        caravan_income(table)
    national_gold(table, nation)
    income = table.nations[nation].goods - RICH
    keep(table, nation)
    return Season(income, RICH + income - table.nations[nation].goods)


def _paid(rehearsals: Sequence[Rehearsal], stock: Span, bills: Span) -> Iterator[Goods]:
    """TC-CITY-04 The upkeep that is paid: all of it where there is enough; whoever goes without something gets nothing."""
    if (stock.most + bills.most).covers(NOTHING):
        yield from (bills.least * -1, bills.most * -1)
    if (stock.least + bills.least).covers(NOTHING):
        return
    for rehearsal in rehearsals:
        for gold, other in product((stock.least, stock.most), repeat=2):
            have = msgspec.structs.replace(other, gold=gold.gold).at_least_nothing()
            table = rehearsal.table.clone()
            table.outbox = []
            change(table, rehearsal.nation, goods=have)
            keep(table, rehearsal.nation)
            yield have - table.nations[rehearsal.nation].goods


def _gifts(table: Cendre, nation: str, gains: int) -> None:
    """Merchants bring one of six resources each: at best the one that is asked for, at worst another."""
    before = table.nations[nation].goods
    bring_gifts(table, nation)
    merchants = len(gifted(table, nation, "marchand"))
    brought = table.nations[nation].goods - before
    resources = Goods(0, 0, *(merchants * (gains > 0) for _ in KINDS[2:]))
    change(table, nation, goods=before + resources + Goods(provisions=brought.provisions))


def _turn(table: Cendre) -> None:
    """TC-TURN-01 The calendar of the next season with a sheet, with what ends and begins by it."""
    season = table.season
    if season in (SEASONS[2], WINTER):
        grow_population(table)
        table.year, table.season = table.year + 1, SPRING
    else:
        table.season = SEASONS[SEASONS.index(season) + 1]
    expire_marks(table)
    season_effects(table)
    review_caravans(table)


def _troubles(table: Cendre, nation: str) -> Span:
    """TC-LAND-14 What troubles may take: of each kind so much that more is most unlikely."""
    if is_first_year(table):
        return Span(NOTHING, NOTHING)
    taken: list[tuple[float, Goods]] = []
    for code in controlled(table, nation):
        share = min(100, max(0, danger_of(table, code))) / 100
        if share:
            taken.append((share, _lost_by_trouble(table, nation, code)))
    worst = Goods.of({kind: _quantile([(share, goods[kind]) for share, goods in taken], 1 - UNLIKELY) for kind in KINDS})
    best = Goods.of({kind: _quantile([(share, goods[kind]) for share, goods in taken], UNLIKELY) for kind in KINDS})
    return Span(worst * -1, best * -1)


def _lost_by_trouble(table: Cendre, nation: str, code: Code) -> Goods:
    quiet = table.lands[code]
    grown = harvest(table, code, nation)
    table.lay_land(code, msgspec.structs.replace(quiet, troubled=True))
    left = harvest(table, code, nation)
    table.lay_land(code, quiet)
    tax = with_stability(share_of(table, code, nation, tax_yield(table, code, nation)), table.nations[nation].stability)
    return raw_materials(table, nation, (code,)) + Goods(gold=tax + 1, provisions=grown - left)


def _quantile(risks: Sequence[tuple[float, int]], share: float) -> int:
    """Of a sum of independent losses, the one that is not exceeded in this share of all cases."""
    spread = {0: 1.0}
    for chance, amount in risks:
        if not amount:
            continue
        grown: dict[int, float] = {}
        for total, often in spread.items():
            grown[total] = grown.get(total, 0.0) + often * (1 - chance)
            grown[total + amount] = grown.get(total + amount, 0.0) + often * chance
        spread = grown
    reached = 0.0
    for total in sorted(spread):
        reached += spread[total]
        if reached >= share - 1e-12:
            return total
    return max(spread)


def _spoils(high: Rehearsal, orders: Sequence[AnyOrder]) -> Span:
    """What land that may be won yields to whoever holds it."""
    table = high.table
    aims = {order.territory for order in orders if isinstance(order, Attack | TunnelAttack | March)}
    won = (aims & set(table.lands)) - set(controlled(table, high.nation))
    yields = [yield_of(table, code) + Goods(gold=_town(table, code)) for code in sorted(won)]
    return Span(NOTHING, Goods.together((NOTHING, *yields)) * 2)


def _town(table: Cendre, code: Code) -> int:
    level = table.lands[code].town
    return TABLES.towns.levels[level - 1].gold if level else 0


def _partners(table: Cendre, nation: str) -> Span:
    """TC-ECO-04 Caravans earn by the stability of the other end, which is its secret: a few points of it up or down."""
    if table.season != SPRING:
        return Span(NOTHING, NOTHING)
    routes = [caravan for caravan in table.caravans if nation in (caravan.creator, caravan.partner)]
    gold = sum(caravan_base(caravan) for caravan in routes) * -TABLES.operations.caravan.stability * UNKNOWN // 100
    return Span(Goods(gold=-gold), Goods(gold=gold))


def _signs(table: Cendre, nation: str) -> Span:
    """TC-EVT-02 TC-EVT-04 What the events of a winter or of an astral year usually do to harvests and mines."""
    if table.season != SPRING and not has_mark(table, "astral"):
        return Span(NOTHING, NOTHING)
    codes = controlled(table, nation)
    mined = {SITES[code].resource for code in codes}
    some = Goods(TABLES.events.feast_gold, len(codes), *(int(kind in mined) for kind in RESOURCES))
    return Span(some * -1, some)


def _not_hired(high: Rehearsal, orders: Sequence[AnyOrder]) -> Goods:
    """Whoever takes another's better bid need not be paid."""
    bids = {order.leader for order in orders if isinstance(order, Bid)}
    joined = [leader for leader in leaders_of(high.table, high.nation) if leader.id in bids]
    return Goods(gold=leader_pay(high.table, high.nation) * len(joined))


def _at_risk(high: Rehearsal, orders: Sequence[AnyOrder]) -> Goods:
    """Whoever falls need not be fed."""
    found = NOTHING
    for order in orders:
        army = high.table.armies.get(order.leader) if isinstance(order, MarchOrder) else None
        for troop in army.troops if army else ():
            found += unit_upkeep(high.table, high.nation, army.at if army else "", troop.unit) * troop.count
    return found
