"""Tables of a private report: the nation in full, and what it has learnt of others."""

from __future__ import annotations

from marchland.kernel.documents import AnyBlock, Paragraph, Table
from marchland.kernel.typography import colon

from ..goods import KINDS
from ..orders import Terms
from ..rules.civil.intrigue import Dossier
from ..rules.magic.book import SPELLS
from ..state import NEVER, Code, Land, Leader
from ..tables import TABLES
from ..view import CendreView, Estate
from ..world import DOMAINS, SITES
from .pen import Pen

SCORES = ("stability", "reputation", "counter", "glory_points", "free_science")
LAND_HEADS = (
    "territory",
    "status",
    "farms",
    "works",
    "resource",
    "people",
    "recruits",
    "town",
    "danger",
    "source",
    "unrest",
    "built",
)
DOSSIER_HEADS = (
    "territory",
    "learnt",
    "farms",
    "works",
    "resource",
    "people",
    "town",
    "danger",
    "source",
    "unrest",
    "built",
    "units",
)
LEADER_HEADS = ("name", "place", "age", "civil", "military", "magic", "state")


def standing(own: Estate, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-04 Treasury, stores, stability and good name."""
    record, pool = own.nation, type(own.nation.civil).__struct_fields__
    limits = ["-" if kind == "gold" else str(own.storage[kind]) for kind in KINDS]
    held = (pen.head("held_goods"), *(str(record.goods[kind]) for kind in KINDS))
    stock = Table((pen.head("stock"), *map(pen.word, KINDS)), (held, (pen.head("storage"), *limits)), right=_figures(1, len(KINDS)))
    scores = (
        f"{record.stability:+}",
        f"{record.reputation:+}",
        f"{record.tenths / 10:+.1f}",
        str(record.glory),
        str(record.free_science),
    )
    units = tuple(str(getattr(record.civil, unit)) for unit in pool)
    figures = Table((*pen.heads(*SCORES), *map(pen.word, pool)), ((*scores, *units),), right=_figures(0, len(SCORES) + len(pool)))
    return [stock, figures]


def _figures(first: int, count: int) -> tuple[int, ...]:
    return tuple(range(first, first + count))


def lands(own: Estate, pen: Pen) -> list[AnyBlock]:
    rows = tuple(_land(own, code, land, pen) for code, land in own.lands.items())
    return [Table(pen.heads(*LAND_HEADS), rows, right=_figures(5, 4), caption=pen.head("unrest_key"))] if rows else []


def _land(own: Estate, code: Code, land: Land, pen: Pen) -> tuple[str, ...]:
    return (
        pen.place(code),
        pen.head(_title_to(own, land)),
        f"{land.farms}/{land.farm_capacity}",
        f"{land.exploitations}/{land.resource_level}",
        pen.word(SITES[code].resource),
        str(land.population),
        str(land.recruits),
        str(land.town or ""),
        f"{own.danger[code]}%" if code in own.danger else "",
        _source(land, pen),
        _unrest(land),
        pen.structures(land.structures, land.roads),
    )


def _title_to(own: Estate, land: Land) -> str:
    if land.owner != own.nation.id:
        return "occupied"
    return "held" if land.controller == own.nation.id else "lost"


def _source(land: Land | Dossier, pen: Pen) -> str:
    return f"{land.fluid}/{land.source} {pen.word(land.colour)}".strip() if land.source else ""


def _unrest(land: Land | Dossier) -> str:
    return f"{land.militia}/{land.police}/{land.brigands}/{land.agitators}"


def leaders(own: Estate, pen: Pen) -> list[AnyBlock]:
    count = sum(not leader.ruler for leader in own.leaders)
    places = pen.head("places").format(count=count, most=own.most_leaders)
    tables = [Table(pen.heads(*LEADER_HEADS), tuple(_leader(leader, pen) for leader in own.leaders), right=(2,), caption=places)]
    if own.prisoners:
        captives = tuple(_leader(leader, pen) for leader in own.prisoners)
        tables.append(Table(pen.heads(*LEADER_HEADS), captives, right=(2,), caption=pen.head("prisoners")))
    return list(tables)


def _leader(leader: Leader, pen: Pen) -> tuple[str, ...]:
    name = f"{leader.name} ({leader.id})" + (f", {pen.word('dirigeant')}" if leader.ruler else "")
    place = pen.place(leader.at) if leader.at else pen.nation(leader.captor) if leader.captor else ""
    marks = {"wounded": leader.wounded, "prisoner": bool(leader.captor), leader.idle: bool(leader.idle)}
    state = pen.words((*(key for key, there in marks.items() if there), *leader.specials))
    return name, place, str(leader.age), pen.civil(leader), pen.military(leader), pen.magic(leader), state


def troops(own: Estate, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-12 One's own units, and those of others that stand with them."""
    rows = []
    for key, group in own.troops.items():
        units = ", ".join(f"{troop.count} {pen.unit(troop.unit)}" for troop in group)
        rows.append((pen.place(key[:3]), pen.nation(key[4:]), units))
    return [Table(pen.heads("territory", "nation", "units"), tuple(rows))] if rows else []


def science(own: Estate, pen: Pen) -> list[AnyBlock]:
    rows = []
    for place, domain in enumerate(DOMAINS):
        points = own.nation.science[place]
        known = [name for name in TABLES.science.domains[domain] if name in own.nation.known]
        ahead = next((threshold for threshold in TABLES.science.thresholds if threshold > points), "")
        rows.append((pen.word(domain), str(points), str(ahead), pen.words(known)))
    return [Table(pen.heads("domain", "points", "next", "discoveries"), tuple(rows), right=(1, 2))]


# -- what one knows of others -----------------------------------------------------------------------------------


def grimoire(own: Estate, pen: Pen) -> list[AnyBlock]:
    """TC-MAG-01 The spells the nation's magicians practise, and those of its own that still run."""
    practised = {colour for leader in own.leaders if leader.magic for colour in leader.magic.colours}
    spells = [spell for spell in SPELLS.values() if spell.colour in practised]
    if not spells:
        return []
    rows = tuple((f"{spell.colour}/{spell.level}", spell.name[pen.language], spell.text[pen.language]) for spell in spells)
    mine = [cast for cast in own.spells if cast.caster == own.nation.id and cast.until < NEVER]
    running = [f"{SPELLS[cast.spell].name[pen.language]} ({pen.turn(cast.until)})" for cast in mine]
    still = [Paragraph(f"{pen.head('running_spells')}{colon(pen.language)}{', '.join(running)}")] if running else []
    return [Table(pen.heads("spell", "name", "effect"), rows), *still]


def dossiers(own: Estate, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-07 TC-INFO-08 Everything ever learnt about foreign land, with its date."""
    rows = tuple(_dossier(code, entry, pen) for code, entry in own.dossiers.items())
    people = [
        f"{pen.place(code)}{colon(pen.language)}{_people(entry, pen)}" for code, entry in own.dossiers.items() if entry.leaders
    ]
    return [Table(pen.heads(*DOSSIER_HEADS), rows), *map(Paragraph, people)] if rows else []


def _dossier(code: Code, entry: Dossier, pen: Pen) -> tuple[str, ...]:
    units = [f"{count} {pen.unit(unit)} ({pen.nation(nation)})" for nation, unit, count in entry.units]
    return (
        pen.place(code),
        pen.turn(entry.turn),
        f"{entry.farms}/{entry.farm_capacity}",
        f"{entry.exploitations}/{entry.resource_level}",
        pen.word(entry.resource),
        str(entry.population),
        str(entry.town or ""),
        f"{entry.danger_now if entry.danger_now >= 0 else entry.danger}%",
        _source(entry, pen),
        _unrest(entry),
        pen.structures(entry.structures),
        ", ".join(units),
    )


def _people(entry: Dossier, pen: Pen) -> str:
    doing = dict(entry.operations)
    found = []
    for leader in entry.leaders:
        figures = ", ".join(filter(None, (pen.civil(leader), pen.military(leader), pen.magic(leader))))
        task = f" [{pen.word('order.' + doing[leader.name])}]" if leader.name in doing else ""
        found.append(f"{leader.name} ({figures}){task}")
    return "; ".join(found)


def diplomacy(view: CendreView, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-04 Offers, calls, casus belli, war counters and shipments that concern this nation."""
    own = view.estate
    assert own is not None
    texts = [
        *(
            f"{pen.word('offer.' + one.kind)}{colon(pen.language)}{_to(one.by, one.to, pen)} {terms(one.terms, pen)}".strip()
            for one in own.offers
        ),
        *(
            f"{pen.head('call')}{colon(pen.language)}{_to(entry.by, entry.to, pen)} ({pen.nation(entry.against)})"
            for entry in own.calls
        ),
        *(
            f"{pen.head('casus')}{colon(pen.language)}{_to(entry.holder, entry.against, pen)} ({pen.word(entry.cause)})"
            for entry in own.casus
        ),
        *_counters(view, own.nation.id, pen),
        *(
            f"{pen.head('shipment')}{colon(pen.language)}{pen.nation(entry.to)}, {pen.goods(entry.goods)}"
            for entry in own.shipments
        ),
    ]
    return [Paragraph(text) for text in texts]


def _to(one: str, other: str, pen: Pen) -> str:
    return f"{pen.nation(one)} > {pen.nation(other)}"


def _counters(view: CendreView, me: str, pen: Pen) -> list[str]:
    texts = []
    for war in view.wars:
        if war.counter is not None:
            foe, points = (war.other, war.counter) if war.one == me else (war.one, -war.counter)
            texts.append(f"{pen.head('war')}{colon(pen.language)}{pen.nation(foe)}, {pen.head('counter_war')} {points:+}")
    return texts


def terms(entry: Terms, pen: Pen) -> str:
    given = [pen.goods(entry.give) if entry.give else "", *map(pen.place, entry.cede)]
    taken = [pen.goods(entry.take) if entry.take else "", *map(pen.place, entry.claim), *map(pen.word, entry.treaties)]
    sides = (("gives", given), ("takes", taken))
    return "".join(f"; {pen.head(key)} {', '.join(filter(None, side))}" for key, side in sides if any(side))
