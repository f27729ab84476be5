"""A strategist's sheet, in the order in which things are decided."""

from __future__ import annotations

from ...orders import AnyOrder
from ...state import Cendre, NationId
from ..chores import mend, save_the_capital
from .army import plan_army
from .council import Council
from .embassy import plan_embassy
from .industry import work_up
from .learning import study
from .manners import Weights
from .people import fill_places, train_idle
from .projects import lay_by
from .sorcery import plan_sorcery, tend_sources
from .tasks import plan_tasks, plan_winter
from .trade import establish_caravan, send_surplus


def write_orders(game: Cendre, nation: NationId, style: str, weights: Weights | None = None) -> tuple[AnyOrder, ...]:
    """Everything a nation does in a season. Reads only what the nation knows, and rolls no dice."""
    council = Council(game, nation, style, weights)
    mend(council)
    save_the_capital(council)
    plan_embassy(council)
    lay_by(council)
    work_up(council)
    study(council)
    establish_caravan(council)
    plan_army(council)
    plan_sorcery(council)
    fill_places(council)
    plan_tasks(council)
    plan_winter(council)
    tend_sources(council)
    train_idle(council)
    send_surplus(council)
    return tuple(council.orders)
