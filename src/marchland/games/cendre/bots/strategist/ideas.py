"""Ideas: operations worth doing, each with the glory it brings if it succeeds, its price and how hard it is."""

from __future__ import annotations

import msgspec

from ... import orders as o
from ...goods import NOTHING, Goods
from ...rules.leaders.actors import Actor
from ...state import Code
from ...tables import TABLES
from ..odds import difficulty_of, operation_bonus, succeeds
from .council import Council

ANYBODY = ""
"""Ideas are collected once for all leaders; who carries one out is written in last."""
NOBODY = Actor(ANYBODY, "", 0)
"""Prices are reckoned as for somebody without gifts."""


class Idea(msgspec.Struct, frozen=True):
    """Something a civil leader could do."""

    order: o.CivilOrder
    value: float
    price: Goods
    difficulty: int
    territory: Code = ""
    development: bool = False
    upkeep: Goods = NOTHING
    errand: tuple[str, ...] = ()
    """What nobody else need do in the same season."""
    is_great: bool = False
    """May use what was laid by."""


def operation(order: o.CivilOrder, value: float, price: Goods | None = None, upkeep: Goods = NOTHING, code: Code = "") -> Idea:
    """An operation with the price and difficulty of the table."""
    entry = TABLES.operations.operations[order.OPERATION]
    errand = (order.OPERATION, str(getattr(order, "unit", "")), str(getattr(order, "territory", "")))
    return Idea(order, value, price or Goods(gold=entry.gold), entry.difficulty, code, upkeep=upkeep, errand=errand)


def development(order: o.DevelopmentOrder, value: float, price: Goods | None = None, upkeep: Goods = NOTHING) -> Idea:
    """A development of a territory, as hard as its land."""
    gold, code = TABLES.operations.operations[order.OPERATION].gold, order.territory
    errand = (order.OPERATION, code)
    return Idea(order, value, price or Goods(gold=gold), difficulty_of(code), code, True, upkeep, errand)


def chance_of(council: Council, actor: Actor, idea: Idea) -> float:
    """The chance that somebody succeeds; specialists always do what they have a talent for."""
    name = idea.order.OPERATION
    known = (actor.id, name, idea.territory)
    if known not in council.chances:
        council.chances[known] = _chance(council, actor, idea, name)
    return council.chances[known]


def _chance(council: Council, actor: Actor, idea: Idea, name: str) -> float:
    if actor.has_gift("spécialiste") and name in actor.talents:
        return 1.0
    bonus = operation_bonus(council.game, council.nation, actor, name, idea.territory, idea.development)
    return succeeds(bonus, idea.difficulty)
