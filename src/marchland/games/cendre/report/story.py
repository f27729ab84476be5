"""The season's story: from a seat's views before and after, and the events it may see, and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from marchland.kernel.documents import LogLine
from marchland.kernel.events import Event
from marchland.kernel.mail import Line
from marchland.kernel.story import Deed, Story, Throw
from marchland.kernel.vocabulary import plain

from ..phrases import PHRASEBOOK
from ..rules.civil.operation import OperationTested
from ..rules.common.ledger import ControlChanged, OrderDone
from ..rules.general import GeneralTest
from ..rules.war.battle import BattleFought
from ..rules.war.forces import ATTACK
from ..rules.war.movement import ArmyHalted
from ..rules.war.raids import RaidResolved
from ..rules.war.war import MARCHES as MARCH_ORDERS
from ..state import SPRING, Code, NationId
from ..view import CendreView
from ..world import SITES
from .data import FAILED, chains, status_of
from .pages import cause
from .pen import Pen
from .story_heads import Reader, headlines
from .story_map import changes, sketch, told
from .story_march import Vain, in_vain
from .story_past import Season, compared, graphs, memory, turns
from .story_war import fights

MARCHES = tuple(kind.__name__ for kind in MARCH_ORDERS)
CODE = re.compile(r"\b[A-Z]{3}\b")


def story(
    before: CendreView | None,
    after: CendreView,
    nation: NationId,
    events: Sequence[Event],
    lines: Sequence[Line],
    past: Sequence[Season],
    language: str,
) -> Story:
    """Everything worth telling of a season, to one nation or (without one) to everybody."""
    pen, altered = Pen(language), changes(before, after, nation)
    return Story(
        heading=heading(before, after, language),
        reader=pen.nation(nation) if nation else "",
        headlines=headlines(Reader(nation=nation, before=before, after=after), events, language),
        deeds=deeds(before, after, nation, events, lines, pen),
        fights=fights(after, nation, events, language),
        changes=tuple(told(change, language) for change in altered),
        sketch=sketch(after, nation, altered, pen),
        compared=compared(before, after, pen),
        turns=turns(past, pen),
        graphs=graphs(past, nation, pen) if past else (),
        memory=memory(past, after, pen),
    )


def heading(before: CendreView | None, after: CendreView, language: str) -> str:
    """The season that is over; winter has no sheets of its own and is told with autumn."""
    told_of = after if before is None else before
    key = "opening" if before is None else "winter" if after.season == SPRING or after.over else "of"
    turn = f"{PHRASEBOOK.word(told_of.season, language)} {told_of.year}"
    return PHRASEBOOK.on_board(f"story_{key}", language, turn=turn)


# -- orders -----------------------------------------------------------------------------------------------------


def deeds(
    before: CendreView | None, after: CendreView, nation: NationId, events: Sequence[Event], lines: Sequence[Line], pen: Pen
) -> tuple[Deed, ...]:
    """TC-INFO-05 Every line of the sheet: what became of it, the die that decided it, and what came of it."""
    caused = chains(events, nation)
    vain = in_vain(nation, after, events) if nation else ()
    ruler = (before or after).nations[nation].ruler if nation else ""
    found = []
    for number, line in enumerate(lines):
        chain, idle = caused.get(number, []), None
        if _is_march(chain):
            leader = line["fr"].partition(" : ")[0]
            idle = next((one for one in vain if one.is_led_by(leader, ruler)), None)
            chain = [*(event for event in chain if not isinstance(event, ArmyHalted)), *_campaign(nation, events, line)]
        found.append(_deed(number, line, chain, idle, pen))
    return tuple(found)


def _is_march(chain: Sequence[Event]) -> bool:
    return any(isinstance(event, OrderDone) and event.order in MARCHES for event in chain)


def _campaign(nation: NationId, events: Sequence[Event], line: Line) -> list[Event]:
    """A march is done when it sets out: what came of it is told by the fights and raids at the places it names."""
    places = {code for code in CODE.findall(line["fr"]) if code in SITES}
    return [event for event in events if _place(event) in places and _is_its_own(event, nation)]


def _is_its_own(event: Event, nation: NationId) -> bool:
    match event:
        case BattleFought():
            return nation in event.attackers and not event.raid
        case RaidResolved():
            return event.nation == nation
        case ControlChanged():
            return event.after == nation
    return False


def _status(chain: Sequence[Event], idle: Vain | None) -> str:
    """An attack or a raid that was beaten off or never came about has failed, though it was carried out."""
    lost = any(isinstance(event, BattleFought) and event.winner != ATTACK for event in chain)
    beaten = any(isinstance(event, RaidResolved) and not event.success for event in chain)
    return FAILED if lost or beaten or idle is not None else status_of(chain)


def _deed(number: int, line: Line, chain: Sequence[Event], idle: Vain | None, pen: Pen) -> Deed:
    status = _status(chain, idle)
    causes = [_cause(event, pen) for event in chain if not isinstance(event, OrderDone)]
    if idle is not None:
        told_why = PHRASEBOOK.named(f"story_head_{idle.key}", pen.language, idle.facts)
        causes.append(LogLine(told_why, rule=idle.rule, depth=1, tone="bad"))
    return Deed(
        line=number + 1,
        text=line[pen.language],
        status=status,
        outcome=pen.head(status),
        throw=_throw(chain),
        causes=tuple(causes),
        space=next((code for event in chain if (code := _place(event))), idle.territory if idle else ""),
    )


def _cause(event: Event, pen: Pen) -> LogLine:
    return cause(plain(event), pen)


def _throw(chain: Sequence[Event]) -> Throw | None:
    """A die that is not told (whether spies were seen, say) is none."""
    tests = [event for event in chain if isinstance(event, OperationTested | GeneralTest)]
    if not tests or not tests[-1].die:
        return None
    last = tests[-1]
    return Throw((last.die,), last.bonus, last.difficulty, last.success)


def _place(event: Event) -> Code:
    code = getattr(event, "territory", "")
    return code if code in SITES else ""
