"""What a nation knows of a territory, in words: what it sees now, and what it learnt, with the date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..board.wording import say
from ..report.pen import Pen
from ..rules.civil.intrigue import Dossier
from ..state import Code, Troops
from ..view import CendreView, Estate


def estate_of(view: CendreView) -> Estate:
    """The nation's own part of what it knows; only those who have one ask."""
    assert view.estate is not None
    return view.estate


def present(view: CendreView, code: Code, pen: Pen) -> list[str]:
    """Whose units stand there now, as far as they are seen."""
    own = estate_of(view)
    seen = {key[4:]: troops for key, troops in own.troops.items() if key[:3] == code and troops}
    return [
        say("stands_here", pen.language, nation=pen.nation(nation), units=listed(troops, pen)) for nation, troops in seen.items()
    ]


def listed(troops: Troops, pen: Pen) -> str:
    return ", ".join(f"{troop.count} {pen.unit(troop.unit)}" for troop in troops)


def remembered(view: CendreView, code: Code, pen: Pen) -> str:
    """The units that spies saw, with the date; empty if nobody ever looked."""
    dossier = estate_of(view).dossiers.get(code)
    if dossier is None or dossier.recruits < 0:
        return ""
    when = say("learnt", pen.language, turn=pen.turn(dossier.turn))
    return when + ("; ".join(units_in(dossier, pen)) or say("no_units", pen.language))


def units_in(dossier: Dossier, pen: Pen) -> list[str]:
    by_nation: dict[str, list[str]] = {}
    for nation, unit, number in dossier.units:
        by_nation.setdefault(nation, []).append(f"{number} {pen.unit(unit)}")
    return [
        say("stands_here", pen.language, nation=pen.nation(nation), units=", ".join(units)) for nation, units in by_nation.items()
    ]


def danger(view: CendreView, code: Code, pen: Pen) -> str:
    """Of one's own land as it is, of foreign land as it was when somebody looked."""
    own = estate_of(view)
    if code in own.danger:
        return say("danger", pen.language, n=max(0, own.danger[code]))
    if code in own.dossiers:
        dossier = own.dossiers[code]
        told = say("danger", pen.language, n=dossier.danger if dossier.danger_now < 0 else dossier.danger_now)
        return f"{told} ({pen.turn(dossier.turn)})"
    return ""


def awaited(view: CendreView, code: Code, pen: Pen) -> Iterator[str]:
    """Who an army may meet there: what is seen, what was seen, or that nobody knows."""
    there = present(view, code, pen)
    memory = remembered(view, code, pen)
    yield from there
    if not there and memory:
        yield memory
    foreign = view.lands[code].controller not in ("", estate_of(view).nation.id)
    if foreign and not there and not memory:
        yield say("garrison_unknown", pen.language)


def joined(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)
