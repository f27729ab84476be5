"""Limits: beyond which number more would change nothing, since the rules take only what is there."""

from __future__ import annotations

import msgspec

from marchland.kernel.errors import IllegalAction

from .. import orders as o
from ..goods import KINDS, Goods
from ..rules.common.ledger import count, garrison
from ..rules.science import may_go_into
from ..rules.war.recruitment import affordable, check_levy
from ..sheet.slots import LARGEST
from ..state import Cendre, NationId
from .trials import Trials

LIMITED = (o.Allocate, o.FormArmy, o.RecruitUnits)
"""Orders that are carried out as far as possible, whatever number they name."""


def limit(trials: Trials, order: o.Order, thing: str = "") -> int:
    """The most that this order can bring about; `thing` is what is counted, if there are several."""
    table = trials.before(order)
    if table is None:
        return LARGEST
    match order:
        case o.Allocate():
            return may_go_into(table, trials.nation, order.domain)
        case o.FormArmy() if order.leader in table.leaders:
            here = garrison(table, table.leaders[order.leader].at, trials.nation)
            return count(tuple(troop for troop in here if troop.unit == thing))
        case o.RecruitUnits():
            return _recruits(table, trials.nation, order)
    return LARGEST


def _recruits(table: Cendre, nation: NationId, order: o.RecruitUnits) -> int:
    """TC-WAR-02 As many as can be paid; if none can be paid yet, as many as the land can man."""
    try:
        levy = check_levy(table, nation, order)
    except IllegalAction:
        return 0
    rich = table.clone()
    rich.nations[nation] = msgspec.structs.replace(rich.nations[nation], goods=Goods.of(dict.fromkeys(KINDS, LARGEST**2)))
    manned = affordable(rich, levy, LARGEST)
    wanted = 1
    while wanted < manned and affordable(table, levy, wanted) == wanted:
        wanted *= 2
    return affordable(table, levy, min(wanted, manned)) or manned
