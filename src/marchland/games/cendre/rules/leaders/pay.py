"""Upkeep of leaders."""

from __future__ import annotations

from ...goods import Goods
from ...state import Cendre, NationId
from ...tables import TABLES
from ..common.inquiry import leaders_of
from ..common.ledger import pay
from ..common.modifiers import added
from .people import write_leader


def leader_pay(game: Cendre, nation: NationId) -> int:
    """TC-LEAD-02 What each leader costs in a season."""
    return max(0, TABLES.leaders.upkeep + added(game, nation, "upkeep.leader.gold"))


def pay_leaders(game: Cendre, nation: NationId) -> None:
    """TC-LEAD-02 The ruler first, then the others; whoever is not paid may not act this season."""
    each = leader_pay(game, nation)
    staff = sorted((leader for leader in leaders_of(game, nation) if not leader.captor), key=lambda leader: not leader.ruler)
    affordable = len(staff) if not each else min(len(staff), game.nations[nation].goods.gold // each)
    pay(game, nation, Goods(gold=each * affordable), "leaders", "TC-LEAD-02")
    for leader in staff[affordable:]:
        write_leader(game, leader.id, idle="unpaid")
