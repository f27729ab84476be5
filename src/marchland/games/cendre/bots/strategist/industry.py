"""Industry: what is sold and where, what is turned into something else, and what national structures are told."""

from __future__ import annotations

from functools import partial

from ... import orders as o
from ...goods import RESOURCES, Goods
from ...rules.common.inquiry import has_gift, has_structure, knows
from ...state import Code
from ...tables import TABLES
from ..chores import run_workshops
from .council import Council
from .learning import BUILT

WORTHLESS = 0.1
"""For so little glory nothing is sold."""
SMALL_CHANGE = 2
"""Of every resource a little is kept, for hiring."""


def work_up(council: Council) -> None:
    feed_from_workshops(council)
    transmute(council)
    for kind in RESOURCES:
        sell(council, kind)
    sell_through_industrialists(council)
    run_workshops(council)


def kept(council: Council, kind: str) -> int:
    """What stays in the stores: what is laid by, a little of everything, and all that fits in where building pays better."""
    least = max(council.keeps[kind], SMALL_CHANGE)
    price = council.outlets[kind][0][0] if council.outlets[kind] else TABLES.land.resources[kind].value
    return max(least, council.room[kind]) if price * council.worth_of_gold < BUILT[kind] * council.weights.materials else least


def sell(council: Council, kind: str) -> None:
    """At the best price first; where gold is worth next to nothing, friends may have what the stores do not hold."""
    for price, capacity, building, code in council.outlets[kind]:
        if price * council.worth_of_gold < WORTHLESS:
            return
        amount = min(capacity, council.purse[kind] - kept(council, kind))
        if amount > 0:
            order = o.ConvertInBuilding(code, building, amount) if building else o.ConvertInTown(code, amount)
            council.write(order, Goods.one(kind, amount) - Goods(gold=price * amount))


def sell_through_industrialists(council: Council) -> None:
    for leader in council.staff:
        if leader.civil and has_gift(leader, "industrialiste"):
            best = max(RESOURCES, key=partial(_value_of_surplus, council))
            amount = min(leader.civil.competence, council.purse[best] - kept(council, best))
            if amount > 0:
                price = Goods.one(best, amount) - Goods(gold=TABLES.land.resources[best].value * amount)
                council.write(o.SellAsIndustrialist(leader.id, Goods.one(best, amount)), price)


def _value_of_surplus(council: Council, kind: str) -> tuple[int, str]:
    return max(0, council.purse[kind] - kept(council, kind)) * TABLES.land.resources[kind].value, kind


def feed_from_workshops(council: Council) -> None:
    """Slaughterhouses and canneries feed a hungry people."""
    if council.hunger < -2:
        return
    for code in council.mine:
        for kind in ("agricole", "mer"):
            _preserve(council, code, kind)


def _preserve(council: Council, code: Code, kind: str) -> None:
    entry, land = TABLES.land.resources[kind], council.game.lands[code]
    if not has_structure(land, entry.building) or land.besieged:
        return
    amount = min(land.town, council.purse[kind])
    if amount > 0:
        council.write(o.ConvertInBuilding(code, entry.building, amount), Goods.one(kind, amount) - entry.built * amount)


def transmute(council: Council) -> None:
    """Natural philosophy turns what is not needed into what a great work lacks most."""
    if not knows(council.game, council.nation, "Philosophie naturelle"):
        return
    lacking = {kind: council.keeps[kind] - council.purse[kind] for kind in RESOURCES}
    spare = {kind: council.purse[kind] - council.keeps[kind] for kind in RESOURCES}
    wanted, source = max(RESOURCES, key=lambda kind: lacking[kind]), max(RESOURCES, key=lambda kind: spare[kind])
    most = max((council.game.lands[code].town for code in council.mine), default=0)
    amount = min(most, lacking[wanted], spare[source])
    if amount > 0:
        council.write(o.Transmute(source, wanted, amount), Goods.one(source, amount) - Goods.one(wanted, amount))
