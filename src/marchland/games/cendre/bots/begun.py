"""A plan that goes on where somebody else has begun: who is busy, what is spent and who was sent where stays as it was written."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .. import orders as o
from ..goods import NOTHING, Goods
from ..rules.leaders.actors import Actor
from ..rules.towns.building import structure_price
from ..tables import TABLES
from ..world import unit_kind
from .plan import Plan
from .works import ANYBODY, errand, growth_mix

replace = msgspec.structs.replace


def begin_with(plan: Plan, orders: Iterable[o.AnyOrder]) -> None:
    """Lines of somebody else's sheet: nothing of it is planned again."""
    for order in orders:
        plan.spend(price_of(plan, order))
        match order:
            case o.Place():
                _send(plan, order)
            case o.FormArmy():
                _muster(plan, order)
            case o.LeaderOrder():
                plan.busy.add(order.leader)
        if isinstance(order, o.CivilOrder):
            plan.errands.add(errand(order))
        if isinstance(order, o.MarchOrder):
            plan.targets.add(order.territory)
        if isinstance(order, o.RecruitUnits):
            plan.pledged = plan.pledged + unit_kind(order.unit).upkeep * order.number


def _send(plan: Plan, order: o.Place) -> None:
    """Whoever was sent somewhere is there now; who stays where he is may still be sent elsewhere."""
    leader = plan.game.leaders.get(order.leader)
    if leader is not None and leader.at != order.territory:
        plan.game.leaders[leader.id] = replace(leader, at=order.territory)
        plan.placed[leader.id] = order.territory


def _muster(plan: Plan, order: o.FormArmy) -> None:
    """An army has its own purpose: its leader and its units are not free."""
    plan.busy.add(order.leader)
    leader = plan.game.leaders.get(order.leader)
    here = plan.garrisons.get(order.territory or (leader.at if leader else ""), {})
    for unit, number in order.units:
        here[unit] = max(0, here.get(unit, 0) - number)


def price_of(plan: Plan, order: o.AnyOrder) -> Goods:
    """What a line takes from the purse, as far as a bot would know; what it cannot know the trial of the sheet finds out."""
    tables = TABLES.leaders
    match order:
        case o.Construct():
            return structure_price(plan.game, plan.nation, order, Actor(ANYBODY, "", 0)) or NOTHING
        case o.Urbanise() | o.FoundTown():
            land = plan.game.lands.get(order.territory)
            return (growth_mix(plan, land.town + 1) if land is not None else None) or NOTHING
        case o.Hire():
            return tables.civil_units[order.unit].cost
        case o.CivilOrder():
            return Goods(gold=TABLES.operations.operations[order.OPERATION].gold)
        case o.RecruitUnits():
            return unit_kind(order.unit).price * order.number
        case o.Train():
            return Goods(gold=tables.training[order.level].cost * (1 + order.bonus)) if order.level in tables.training else NOTHING
        case o.Send():
            return order.goods
        case o.Bid() | o.HireSails():
            return Goods(gold=order.gold)
        case o.Heal():
            return Goods(gold=tables.heal)
    return NOTHING


def matter_of(order: o.AnyOrder) -> tuple[str, ...]:
    """What a line is about: a second line about the same would be in the first one's way. Leaders have one matter each."""
    match order:
        case o.LeaderOrder() if not getattr(order, "winter", False):
            return "leader", order.leader
        case o.DiplomaticOrder():
            return "nation", order.nation
        case o.Allocate() | o.DrainSource() | o.Transmute():
            return (type(order).__name__,)
        case o.Discover():
            return "domain", order.domain
    fields = ("leader", "nation", "structure", "building", "territory")
    return type(order).__name__, *(str(getattr(order, name, "")) for name in fields)
