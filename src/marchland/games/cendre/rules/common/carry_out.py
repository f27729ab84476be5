"""Carrying out the lines of the sheets: kind by kind, nation by nation; a line that cannot be obeyed is refused with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .....kernel.chance import shuffled
from .....kernel.errors import IllegalAction
from ...orders import LeaderOrder, Order
from ...state import Cendre, Leader, NationId
from ..leaders.actors import unfitness
from ..magic.lasting import spell_forbids
from .inquiry import lines
from .ledger import done, refuse

Line = TypeVar("Line", bound=Order)

RULES = {
    **dict.fromkeys(("Attack", "March"), "TC-WAR-08"),
    **dict.fromkeys(("TunnelAttack", "TunnelRaid"), "TC-WAR-13"),
    **dict.fromkeys(("Defend", "Demolish", "Disband", "Pillage"), "TC-WAR-23"),
    "Intercept": "TC-WAR-11",
    "Raid": "TC-WAR-12",
    "RecruitUnits": "TC-WAR-02",
    **dict.fromkeys(("SignContract", "SignPact", "SignAlliance", "BreakAlliance", "Denounce", "CallAlly"), "TC-DIP-05"),
    "DeclareWar": "TC-DIP-02",
    **dict.fromkeys(("AskWhitePeace", "AcceptWhitePeace"), "TC-DIP-06"),
    **dict.fromkeys(("AskPeace", "AcceptPeace"), "TC-DIP-07"),
    **dict.fromkeys(("SurrenderTo", "AcceptSurrender"), "TC-DIP-08"),
    **dict.fromkeys(("DemandRansom", "AcceptRansom", "Annex"), "TC-DIP-12"),
    **dict.fromkeys(("Exhaust", "Divert"), "TC-MAG-03"),
    **dict.fromkeys(("Reinforce", "Siphon", "ChangeColour", "DryUp", "BoostSource"), "TC-MAG-04"),
    "LearnMagic": "TC-MAG-05",
    "CastSpell": "TC-MAG-02",
}
"""The rule under which each kind of line is carried out."""
Act = Callable[[Cendre, NationId, Line], None]
"""Carries out one line, or raises IllegalAction."""


def carry_out(game: Cendre, kind: type[Line], act: Act[Line], *, contested: bool = False) -> None:
    """Every line of one kind; where nations can be in each other's way (`contested`) their order is drawn."""
    written = {nation: lines(game, nation, kind) for nation in sorted(game.sheets)}
    nations = [nation for nation, found in written.items() if found]
    for nation in shuffled(game, nations) if contested and len(nations) > 1 else nations:
        for number, order in written[nation]:
            attempt(game, nation, number, order, act)


def attempt(game: Cendre, nation: NationId, number: int, order: Line, act: Act[Line]) -> None:
    """One line: done, or refused with the rule that forbids it."""
    try:
        act(game, nation, order)
    except IllegalAction as refusal:
        refuse(game, nation, number, order, refusal.rule, **refusal.facts)
    else:
        done(game, nation, number, order, RULES[type(order).__name__])


def check_actor(game: Cendre, nation: NationId, order: LeaderOrder) -> Leader:
    """TC-LEAD-01 A leader acts for his own nation, once a season, if he is free, healthy, paid and of the right type."""
    record = game.leaders.get(order.leader)
    if record is None or record.nation != nation:
        raise IllegalAction("TC-LEAD-01", leader=order.leader, why="unknown")
    problem = unfitness(record, order)
    if problem:
        raise IllegalAction(problem[0], leader=order.leader, why=problem[1])
    if spell_forbids(game, "act", leader=order.leader):
        raise IllegalAction("TC-MAG-02", leader=order.leader, why="spellbound")
    return record
