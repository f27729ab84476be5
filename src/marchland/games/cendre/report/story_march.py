"""Marches in vain: armies that set out and came to nothing, because they were stopped or others were there first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

import msgspec

from marchland.kernel.events import Event

from ..rules.common.ledger import ControlChanged
from ..rules.war.battle import BattleFought
from ..rules.war.movement import ArmyHalted, ArmyMoved
from ..rules.war.raids import RaidResolved
from ..sheet.lexicon import RULER
from ..state import Code, LeaderId, NationId
from ..view import CendreView

HALTED, FORESTALLED, TURNED_BACK = "march_halted", "forestalled", "turned_back"


class Vain(msgspec.Struct, frozen=True):
    """An army that did not do what it set out for: how that is told, by which facts and rule, and where it ended."""

    key: str
    leader: LeaderId
    facts: dict[str, Any]
    rule: str

    @property
    def territory(self) -> Code:
        return str(self.facts["territory"])

    def is_led_by(self, spelling: str, ruler: str) -> bool:
        """As the sheet names him: by his office, his name or his number."""
        return self.leader == spelling or self.facts["name"] == (ruler if spelling == RULER else spelling.strip('"'))


def in_vain(nation: NationId, after: CendreView, events: Sequence[Event]) -> tuple[Vain, ...]:
    """Everything of the kind that befell a nation's armies; of who turned back nothing tells but where he stands now."""
    halts = {event.leader: event for event in events if isinstance(event, ArmyHalted) and event.nation == nation}
    stopped = [Vain(HALTED, key, _facts(halt, halt.territory, reason=halt.reason), halt.rule) for key, halt in halts.items()]
    ends = {event.leader: event for event in events if isinstance(event, ArmyMoved) and event.nation == nation}
    return (*stopped, *_turned_back(nation, after, events, {key: end for key, end in ends.items() if key not in halts}))


def _turned_back(
    nation: NationId, after: CendreView, events: Sequence[Event], ends: Mapping[LeaderId, ArmyMoved]
) -> Iterator[Vain]:
    """TC-WAR-22 He came there, did nothing there, and is not there."""
    places = {leader.id: leader.at for leader in after.estate.leaders} if after.estate else {}
    busy = {event.territory for event in events if _is_deed(event, nation)}
    taken = {event.territory: event.after for event in events if isinstance(event, ControlChanged) and event.after}
    for key, moved in ends.items():
        if moved.end in busy or places.get(key, moved.end) == moved.end:
            continue
        if moved.end in taken:
            yield Vain(FORESTALLED, key, _facts(moved, moved.end, after=taken[moved.end]), "TC-WAR-22")
        else:
            yield Vain(TURNED_BACK, key, _facts(moved, moved.end), "TC-WAR-22")


def _facts(event: ArmyMoved | ArmyHalted, territory: Code, **more: str) -> dict[str, Any]:
    return {"name": event.name, "territory": territory, **more}


def _is_deed(event: Event, nation: NationId) -> TypeGuard[BattleFought | RaidResolved | ControlChanged]:
    match event:
        case BattleFought():
            return nation in event.attackers or nation in event.defenders
        case RaidResolved():
            return event.nation == nation
        case ControlChanged():
            return event.after == nation
    return False
