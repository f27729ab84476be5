"""What is kept in mind of past seasons: a few figures, and what was learnt of others, each with its date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from marchland.kernel.events import Event
from marchland.kernel.story import Compared, Graph, Recollection, Series

from ..goods import KINDS
from ..phrases import PHRASEBOOK, record_line
from ..rules.civil.intrigue import Dossier, ProspectorsSeen, SpiesNamed, TerritorySpied
from ..rules.events.answers import SecretsLearnt
from ..rules.leaders.people import LeaderCaptured
from ..rules.magic.visions import ArmiesSeen, LeadersSeen, LedgerSeen, OperationsSeen
from ..rules.war.battle import BattleReport, Present
from ..state import MAJOR, Code, NationId
from ..view import CendreView, Estate
from .pen import Pen
from .story_heads import rank

SIGHTS = (
    ArmiesSeen,
    BattleReport,
    LeaderCaptured,
    LeadersSeen,
    LedgerSeen,
    OperationsSeen,
    ProspectorsSeen,
    SecretsLearnt,
    SpiesNamed,
)
"""Events by which a nation learns something of others; dossiers of territories are in the state itself."""
GRAPHS = ("glory", "gold", "towns", "science", "stability")
HOSTILE = -1


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """A season in short: public glory, one's own figures when it ended, and what was learnt in it."""

    turn: int
    """The season that begins now."""
    glory: dict[NationId, int]
    figures: dict[str, int] = {}
    sights: tuple[Event, ...] = ()
    spied: dict[Code, Dossier] = {}


def season(view: CendreView, events: Sequence[Event]) -> Season:
    glory = {nation.id: nation.glory for nation in view.nations.values() if nation.kind == MAJOR}
    own = view.estate
    if own is None:
        return Season(turn=view.turn, glory=glory)
    sights = tuple(event for event in events if isinstance(event, SIGHTS) and _is_news(event, own.nation.id))
    spied = {event.territory: event.dossier for event in events if isinstance(event, TerritorySpied)}
    return Season(turn=view.turn, glory=glory, figures=figures(view, own), sights=sights, spied=spied)


def _is_news(event: Event, nation: NationId) -> bool:
    """Something of others: not that one's own leader was taken."""
    return not isinstance(event, LeaderCaptured) or event.captor == nation


# -- figures ----------------------------------------------------------------------------------------------------


def figures(view: CendreView, own: Estate) -> dict[str, int]:
    """Everything that is compared with the season before, in the order in which it is shown."""
    nation = own.nation
    held = [land for land in own.lands.values() if land.controller == nation.id]
    units = sum(troop.count for key, troops in own.troops.items() if key[4:] == nation.id for troop in troops)
    return {
        "glory": nation.glory,
        "rank": rank(view, nation.id),
        "stability": nation.stability,
        "reputation": nation.reputation,
        **{kind: nation.goods[kind] for kind in KINDS},
        "lands": len(held),
        "towns": sum(land.town for land in held),
        "people": sum(land.population for land in held),
        "works": sum(land.farms + land.exploitations for land in held),
        "units": units,
        "leaders": len(own.leaders),
        "science": sum(nation.science) + nation.free_science,
        "discoveries": len(nation.known),
    }


def figure_name(key: str, pen: Pen) -> str:
    if key in KINDS:
        return pen.word(key)
    if key in ("stability", "reputation"):
        return pen.head(key)
    return pen.head("glory_points") if key == "glory" else PHRASEBOOK.named(f"story_row_{key}", pen.language, {})


def compared(before: CendreView | None, after: CendreView, pen: Pen) -> tuple[Compared, ...]:
    """Last season's figures beside this one's."""
    if before is None or before.estate is None or after.estate is None:
        return ()
    was, now = figures(before, before.estate), figures(after, after.estate)
    return tuple(
        Compared(id=key, name=figure_name(key, pen), was=was[key], now=now[key], sense=HOSTILE if key == "rank" else 1)
        for key in now
    )


def graphs(past: Sequence[Season], nation: NationId, pen: Pen) -> tuple[Graph, ...]:
    """Glory of all, the reader's own first and then by what they have now; the other figures are one's own secret."""
    last = past[-1].glory
    order = sorted(last, key=lambda other: (other != nation, -last[other], other))
    glory = tuple(Series(pen.nation(other), tuple(one.glory.get(other) for one in past), is_own=other == nation) for other in order)
    own = [Graph(key, figure_name(key, pen), (_own_series(past, key, pen),)) for key in GRAPHS[1:]] if nation else []
    return (Graph("glory", figure_name("glory", pen), glory), *own)


def _own_series(past: Sequence[Season], key: str, pen: Pen) -> Series:
    return Series(figure_name(key, pen), tuple(one.figures.get(key) for one in past), is_own=True)


def turns(past: Sequence[Season], pen: Pen) -> tuple[str, ...]:
    return tuple(pen.turn(one.turn) for one in past)


# -- what was learnt --------------------------------------------------------------------------------------------


def memory(past: Sequence[Season], view: CendreView, pen: Pen) -> tuple[Recollection, ...]:
    """The last that was learnt of each place and nation in each way, the newest first."""
    own = view.estate
    if own is None or not past:
        return ()
    now = past[-1].turn
    found: dict[tuple[str, str], tuple[int, Recollection]] = {}
    for one in past:
        for event in one.sights:
            for about, entry in _recalled(event, own.nation.id, pen):
                found[about, type(event).__name__] = (one.turn, _dated(entry, one.turn - 1, one.turn == now, pen))
    for code, dossier in own.dossiers.items():
        found[code, "Dossier"] = (
            dossier.turn + 1,
            _dated(_of_dossier(code, dossier, pen), dossier.turn, code in past[-1].spied, pen),
        )
    for key, entry in _in_sight(own, pen):
        found[key, "here"] = (now, _dated(entry, now, False, pen))
    newest = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))
    return tuple(entry for _, (_, entry) in newest)


def _dated(entry: Recollection, turn: int, is_new: bool, pen: Pen) -> Recollection:
    return msgspec.structs.replace(entry, when=pen.turn(max(turn, 0)), is_new=is_new)


def _entry(about: str, text: str, space: Code = "", rule: str = "") -> Recollection:
    return Recollection(about=about, when="", text=text, space=space, rule=rule)


def _recalled(event: Event, nation: NationId, pen: Pen) -> Iterator[tuple[str, Recollection]]:
    """What an event told, and of whom or what."""
    match event:
        case BattleReport():
            for side in (event.attack_troops, event.defence_troops):
                yield from _met(event, side, nation, pen)
        case ArmiesSeen() | LeadersSeen() | SpiesNamed() | ProspectorsSeen():
            yield event.territory, _entry(pen.place(event.territory), pen.event(event), event.territory, event.cause)
        case LedgerSeen() | OperationsSeen() | SecretsLearnt():
            yield event.other, _entry(pen.nation(event.other), pen.event(event), rule=event.cause)
        case LeaderCaptured():
            text = PHRASEBOOK.named("story_seen_prisoner", pen.language, {"name": event.name})
            yield event.name, _entry(pen.nation(event.nation), text, rule=event.cause)


def _met(event: BattleReport, side: Sequence[Present], nation: NationId, pen: Pen) -> Iterator[tuple[str, Recollection]]:
    """The troops of others that stood on the field."""
    for other in dict.fromkeys(whose for whose, _, _ in side if whose and whose != nation):
        troops = ", ".join(f"{count} {pen.unit(unit)}" for whose, unit, count in side if whose == other)
        text = PHRASEBOOK.named("story_seen_force", pen.language, {"listed": troops})
        about = f"{pen.nation(other)}, {pen.place(event.territory)}"
        yield f"{other} {event.territory}", _entry(about, text, event.territory, event.cause)


def _of_dossier(code: Code, dossier: Dossier, pen: Pen) -> Recollection:
    """TC-INFO-07 TC-INFO-08 A dossier in one sentence: land, town, works, troops and people."""
    farms, works = f"{dossier.farms}/{dossier.farm_capacity}", f"{dossier.exploitations}/{dossier.resource_level}"
    facts = {"farms": farms, "works": works, "resource": pen.word(dossier.resource), "people": dossier.population}
    parts = [_said("yields", pen, **facts)]
    parts += [_said("town", pen, level=dossier.town)] if dossier.town else []
    parts.append(_said("danger", pen, danger=dossier.danger_now if dossier.danger_now >= 0 else dossier.danger))
    if dossier.structures:
        parts.append(_said("structures", pen, structures=pen.structures(dossier.structures)))
    if dossier.units:
        troops = ", ".join(f"{count} {pen.unit(unit)} ({pen.nation(nation)})" for nation, unit, count in dossier.units)
        parts.append(_said("troops", pen, listed=troops))
    if dossier.leaders:
        parts.append(_said("people", pen, names="; ".join(record_line(leader, pen.language) for leader in dossier.leaders)))
    return _entry(pen.place(code), "; ".join(parts), code, "TC-INFO-07" if dossier.recruits >= 0 else "TC-INFO-08")


def _said(key: str, pen: Pen, **facts: object) -> str:
    """Facts here are words already."""
    return PHRASEBOOK.on_board(f"story_seen_{key}", pen.language, **facts)


def _in_sight(own: Estate, pen: Pen) -> Iterator[tuple[str, Recollection]]:
    """TC-INFO-12 Foreign troops that stand beside one's own, or on one's own land."""
    for key, troops in own.troops.items():
        code, nation = key[:3], key[4:]
        if nation and nation != own.nation.id and troops:
            said = ", ".join(f"{troop.count} {pen.unit(troop.unit)}" for troop in troops)
            yield key, _entry(f"{pen.nation(nation)}, {pen.place(code)}", _said("here", pen, listed=said), code, "TC-INFO-12")
