"""Hopes: lines that the rules carry out and that cannot succeed, by all that the nation knows.

What came of a line is read from the two trials of the checker, with all dice as high and with all dice as low as they fall. Only
what hangs on nothing hidden counts: a test that fails on a ten, a march over land that nobody may enter, a fight against troops
in sight that the best throw does not win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event

from ..orders import Attack, MarchOrder, Order, TunnelAttack
from ..rules.civil.operation import SECRET, OperationTested
from ..rules.general import GeneralTest
from ..rules.war.battle import BattleFought, BattleReport
from ..rules.war.movement import ArmyHalted
from ..state import Cendre, Code, LeaderId, NationId
from ..view import visible_troops

HOPELESS, NOT_THERE = "hopeless", "not_there"
SURE = ("barred", "slowed")
"""Why an army stops without having met anybody."""


class Trial(msgspec.Struct, frozen=True):
    """What came of a sheet, and where each army stood once all had marched."""

    events: Sequence[Event]
    places: Mapping[LeaderId, Code]


def hopeless(table: Cendre, nation: NationId, orders: Sequence[Order], high: Trial, low: Trial) -> dict[int, Refusal]:
    """By place on the sheet what cannot succeed, and why."""
    found = dict(_failed_tests(table, nation, high.events))
    for place, order in enumerate(orders):
        if isinstance(order, MarchOrder):
            lost = [_lost_march(table, nation, order, trial) for trial in (high, low)]
            if lost[0] is not None and lost[1] is not None:
                found[place] = lost[1]
    return found


def _failed_tests(table: Cendre, nation: NationId, events: Sequence[Event]) -> Iterator[tuple[int, Refusal]]:
    """TC-CIV-01 TC-GEN-05 Ten and the bonus are not enough; of a test on foreign land or people the difficulty is not known."""
    for event in events:
        if not isinstance(event, OperationTested | GeneralTest) or event.nation != nation or event.success:
            continue
        if isinstance(event, OperationTested) and (event.operation in SECRET or not _is_home(table, nation, event.territory)):
            continue
        yield event.line, Refusal(event.rule, {"why": HOPELESS, "need": event.difficulty, "have": event.die + event.bonus})


def _is_home(table: Cendre, nation: NationId, code: Code) -> bool:
    return not code or nation in (table.lands[code].owner, table.lands[code].controller)


def _lost_march(table: Cendre, nation: NationId, order: MarchOrder, trial: Trial) -> Refusal | None:
    """TC-WAR-08 It does not get there, or TC-WAR-15 is beaten there."""
    if order.leader not in trial.places:
        return None
    if trial.places[order.leader] != order.territory:
        return _halted(order, trial.events)
    return _beaten(table, nation, order, trial.events) if isinstance(order, Attack | TunnelAttack) else None


def _halted(order: MarchOrder, events: Sequence[Event]) -> Refusal | None:
    """Barred or slowed, or in a year of mud simply not there yet; whoever is stopped by an enemy might meet none."""
    halts = [event for event in events if isinstance(event, ArmyHalted) and event.leader == order.leader]
    if any(halt.reason not in SURE for halt in halts):
        return None
    rule = halts[0].rule if halts else "TC-WAR-08"
    return Refusal(rule, {"why": halts[0].reason if halts else NOT_THERE, "territory": order.territory})


def _beaten(table: Cendre, nation: NationId, order: MarchOrder, events: Sequence[Event]) -> Refusal | None:
    """TC-WAR-15 The best throw against the worst is not enough, against troops in sight or the people of vacant land."""
    report: BattleReport | None = None
    for event in events:
        if isinstance(event, BattleReport):
            report = event
        elif isinstance(event, BattleFought) and event.territory == order.territory and nation in event.attackers:
            return _out_of_reach(report) if report is not None and _is_seen(table, nation, event) else None
    return None


def _out_of_reach(report: BattleReport) -> Refusal | None:
    best = report.attack_total + sum(6 - die for die in report.attack_dice)
    worst = report.defence_total - sum(die - 1 for die in report.defence_dice)
    return Refusal("TC-WAR-15", {"why": HOPELESS, "need": worst + 1, "have": best}) if best <= worst else None


def _is_seen(table: Cendre, nation: NationId, fight: BattleFought) -> bool:
    seen = visible_troops(table, nation)
    return all(f"{fight.territory}:{defender}" in seen for defender in fight.defenders)
