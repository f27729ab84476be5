"""Pools: what can come into question for a blank, the likeliest first. Whether it will do is for the rules to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..orders import DeclareWar, Discover
from ..rules.events.answers import CROWNS, SECRET
from ..rules.science import choices, pending
from ..rules.towns.workshops import WORKSHOPS
from ..sheet import blanks as s
from ..sheet.blanks import Blank
from ..tables import TABLES
from ..world import ATLAS, CODES, DOMAINS, SITES
from .writer import Writer

Values = Mapping[str, str]
ANSWERS = {CROWNS: "crown", SECRET: "secret"}
"""Events that wait for an answer, and the marks by which one knows that they do."""


def pool(blank: Blank, writer: Writer, values: Values, start: str) -> Iterable[str]:
    """What may be tried for a blank; `start` is where whoever acts stands."""
    ids = blank.ids(writer.words)
    narrowed = _narrowed(blank.among, writer, values, start)
    if narrowed is not None:
        return [value for value in dict.fromkeys(narrowed) if value in ids]
    return writer.near if CODES[0] in ids else ids


def _narrowed(among: str, writer: Writer, values: Values, start: str) -> Iterable[str] | None:
    match among:
        case s.OWN:
            return _own_places(writer)
        case s.BESIDE:
            return ATLAS.neighbours(values["territory"]) if values.get("territory") in SITES else ()
        case s.THEIRS:
            return [code for code, land in writer.view.lands.items() if land.controller == values.get("nation")]
        case s.REACH:
            return reach(start)
        case s.AIM:
            return [code for code in reach(start) if not _is_at_peace(writer, code)]
        case s.BUILT:
            return [structure.kind for land in writer.estate.lands.values() for structure in land.structures]
        case s.HERE:
            return _standing(writer, start)
        case s.ASKING:
            return _asking(writer)
        case s.STANDS if values.get("structure") not in ANSWERS:
            built = values.get("structure")
            return [code for code, land in writer.estate.lands.items() if any(one.kind == built for one in land.structures)]
        case s.TAUGHT:
            return _spells(writer)
        case s.FIELD:
            return _due(writer, values.get("domain", ""))
        case s.ENEMIES:
            return _enemies(writer)
        case s.LED:
            return _units(writer)
    return None


def _own_places(writer: Writer) -> Iterator[str]:
    """One's own land, and wherever one's troops stand."""
    yield from writer.estate.lands
    yield from (key[:3] for key in writer.estate.troops if key[4:] == writer.nation)


def _standing(writer: Writer, code: str) -> Iterator[str]:
    """TC-WAR-23 What is known to stand where the army is: seen now, or learnt by spies."""
    own = writer.estate
    seen = own.lands.get(code) or writer.view.lands.get(code)
    yield from (structure.kind for structure in (seen.structures if seen else ()))
    if code not in own.lands and code in own.dossiers:
        yield from own.dossiers[code].structures


def _is_at_peace(writer: Writer, code: str) -> bool:
    """One's own land, with nobody on it but one's own people: nothing there to attack."""
    strangers = any(key[:3] == code and key[4:] != writer.nation for key, troops in writer.estate.troops.items() if troops)
    return writer.view.lands[code].controller == writer.nation and not strangers


def _asking(writer: Writer) -> Iterator[str]:
    """Structures on one's own land that ask for a decision, and events that wait for an answer."""
    kinds = {structure.kind for land in writer.estate.lands.values() for structure in land.structures}
    yield from (kind for kind in WORKSHOPS if kind in kinds)
    yield from (answer for answer, mark in ANSWERS.items() if any(entry.kind == mark for entry in writer.estate.marks))


def _spells(writer: Writer) -> Iterator[str]:
    """Those of every colour that the nation or one of its people practises."""
    practised = {colour for leader in writer.estate.leaders if leader.magic for colour in leader.magic.colours}
    for colour in TABLES.grimoire["colours"]:
        if colour["id"] in practised or colour["id"] in writer.estate.nation.colours:
            yield from (f"{colour['id']}/{spell['level']}" for spell in colour["spells"])


def _due(writer: Writer, domain: str) -> tuple[str, ...]:
    """What can be discovered in a field where something is due, once this sheet's points are allocated."""
    table = writer.trials().before(Discover(domain, ""))
    if table is None or domain not in DOMAINS or pending(table, writer.nation, domain) <= 0:
        return ()
    return choices(table, writer.nation, domain)


def _enemies(writer: Writer) -> Iterator[str]:
    """Those at war with one, or about to be."""
    for war in writer.view.wars:
        if writer.nation in (war.one, war.other):
            yield war.other if war.one == writer.nation else war.one
    yield from (order.nation for order in writer.sheet.orders if isinstance(order, DeclareWar))


def _units(writer: Writer) -> Iterator[str]:
    yield from (troop.unit for key, troops in writer.estate.troops.items() if key[4:] == writer.nation for troop in troops)


# -- ways ---------------------------------------------------------------------------------------------------------


def reach(start: str) -> list[str]:
    """Everything within an army's longest march, the nearest first."""
    if start not in SITES:
        return []
    found, edge = {start: 0}, [start]
    for distance in range(1, TABLES.war.steps + 1):
        edge = [code for code in dict.fromkeys(other for one in edge for other in ATLAS.neighbours(one)) if code not in found]
        found.update(dict.fromkeys(edge, distance))
    return [code for code in found if code != start]


def ways(start: str, end: str) -> Iterator[tuple[str, ...]]:
    """What lies between, on every way an army could go, the shortest first."""
    between: list[tuple[str, ...]] = [()] if start in SITES else []
    for _ in range(TABLES.war.steps):
        yield from (way for way in between if way and end in ATLAS.neighbours(way[-1]))
        further = ((way, code) for way in between for code in ATLAS.neighbours(way[-1] if way else start))
        between = [(*way, code) for way, code in further if code not in (*way, start, end)]
