"""Where operations need their leader: he goes there before anybody acts."""

from __future__ import annotations

from ...orders import CivilOrder, DevelopmentOrder, Hire, LeaderOrder, MoveCapital, Prospect
from ...state import Cendre, Code, Leader, NationId
from ...world import SITES
from ..civil_units import unit_price
from ..common.inquiry import is_held
from ..common.ledger import can_pay
from ..general import capital_price, may_be_capital
from ..leaders.actors import Actor, unfitness
from .affairs import PLANS, hire_refusal
from .intrigue import may_prospect

Work = DevelopmentOrder | Hire | MoveCapital | Prospect
"""Operations that need their leader in the territory they name."""


def places_of_work(game: Cendre, nation: NationId) -> dict[str, Code]:
    """TC-CIV-01 Operations that need the leader on the spot put him there: the first of his lines that can be carried out."""
    places: dict[str, Code] = {}
    for order in game.sheets.get(nation, ()):
        leader = game.leaders.get(order.leader) if isinstance(order, LeaderOrder) else None
        if isinstance(order, Work) and leader and leader.nation == nation and _has_work(game, nation, order, leader):
            places.setdefault(leader.id, order.territory)
    return places


def _has_work(game: Cendre, nation: NationId, order: Work, leader: Leader) -> bool:
    """Would the order be carried out if its leader stood there? A line that is refused must not move anybody."""
    if order.territory not in SITES or not is_held(game.lands[order.territory], nation) or unfitness(leader, order):
        return False
    if isinstance(order, MoveCapital):
        return may_be_capital(game, nation, order.territory) and can_pay(game, nation, capital_price())
    if leader.civil is None or order.winter:
        return False
    actor = Actor(leader.id, order.territory, leader.civil.competence, leader.civil.talents, leader.civil.gifts)
    if isinstance(order, Prospect):
        return may_prospect(game, nation, order, actor)
    if isinstance(order, Hire):
        return not hire_refusal(game, nation, order, actor) and can_pay(game, nation, unit_price(game, nation, order.unit))
    return _can_develop(game, nation, order, actor)


def _can_develop(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> bool:
    plan = PLANS[type(order)]
    if plan.refusal(game, nation, order, actor):
        return False
    price = plan.price(game, nation, order, actor)
    return price is not None and can_pay(game, nation, price)
