"""A whole sheet, in the order in which a careful ruler would think of it."""

from __future__ import annotations

import msgspec

from ..orders import AnyOrder
from ..state import Cendre, NationId
from .campaign import plan_campaign
from .chores import find_leaders, mend, save_the_capital, sell_surplus, study, train_the_idle
from .embassy import plan_embassy, plan_trade
from .plan import Draw, Plan, Temper, habits
from .sorcery import plan_sorcery
from .works import plan_works

STEWARD = {"war": 0.0, "raid": 0.0, "build": 1.4, "science": 1.3, "glory": 1.3}
WARLORD = {"war": 2.0, "raid": 1.5, "expand": 1.6, "intrigue": 1.0}
"""How a temper is bent for players of a pronounced style: at least so much of these, or nothing at all."""


def bend(temper: Temper, bent: dict[str, float]) -> Temper:
    weights = {name: max(weight, getattr(temper, name)) if weight else 0.0 for name, weight in bent.items()}
    return msgspec.structs.replace(temper, **weights)


def forget(orders: tuple[AnyOrder, ...], draw: Draw) -> tuple[AnyOrder, ...]:
    """The sheet of a beginner: half of his people have nothing to do, and half of the other lines are forgotten."""
    actors = {str(getattr(order, "leader", "")) for order in orders} - {""}
    idle = {actor for actor in sorted(actors) if draw(2)}

    def is_kept(order: AnyOrder) -> bool:
        actor = getattr(order, "leader", "")
        return actor not in idle if actor else bool(draw(2))

    return tuple(filter(is_kept, orders))


def write_orders(game: Cendre, nation: NationId, draw: Draw, bent: dict[str, float] | None = None) -> tuple[AnyOrder, ...]:
    """Everything a nation does in a season. Reads only what the nation knows."""
    plan = plan_for(game, nation, draw, bent or {})
    fill(plan)
    return tuple(plan.orders)


def plan_for(game: Cendre, nation: NationId, draw: Draw, bent: dict[str, float]) -> Plan:
    """An empty plan in the temper of the nation, bent this way or that."""
    return Plan(game, nation, bend(habits().tempers.get(nation, Temper()), bent), draw)


def fill(plan: Plan) -> None:
    """Everything that is still free finds something to do."""
    mend(plan)
    save_the_capital(plan)
    plan_embassy(plan)
    sell_surplus(plan)
    study(plan)
    find_leaders(plan)
    plan_campaign(plan)
    plan_sorcery(plan)
    plan_works(plan)
    train_the_idle(plan)
    plan_trade(plan)
