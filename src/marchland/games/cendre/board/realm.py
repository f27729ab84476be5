"""The books beside the map: the nation as its own player knows it, and the table of glory for everybody."""

from __future__ import annotations

from msgspec.structs import asdict

from marchland.kernel.board import Figures
from marchland.kernel.documents import AnyBlock, Paragraph, Table

from ..goods import KINDS
from ..report import estate, world
from ..report.pen import Pen
from ..state import MAJOR, Leader, NationId
from ..tables import TABLES
from ..view import CendreView, Estate
from ..world import DOMAINS
from .marks import Numbers
from .wording import say


def date(view: CendreView, language: str) -> dict[str, str]:
    season = Pen(language).word(view.season)
    return {"season": season, "year": str(view.year), "last": say("last_season", language, year=view.last_year)}


def seat_plate(view: CendreView, nation: NationId, language: str) -> dict[str, object]:
    """What stands on a seat's card: the nation and its glory."""
    name = Pen(language).nation(nation)
    return {"score": view.nations[nation].glory, "nation": name, "text": f"{name}, {view.nations[nation].glory}"}


def own(view: CendreView, numbers: Numbers, language: str) -> dict[str, object] | None:
    """TC-INFO-04 The viewer's nation in full; nothing for a spectator."""
    if view.estate is None:
        return None
    pen, books, me = Pen(language), view.estate, view.estate.nation.id
    return {
        "number": numbers[me],
        "name": pen.nation(me),
        "ruler": say("ruler", language, name=view.nations[me].ruler) if view.nations[me].ruler else "",
        "goods": goods(books, pen),
        "scores": scores(view, books, pen),
        "leaders": [leader(entry, pen) for entry in books.leaders],
        "places": pen.head("places").format(count=sum(not entry.ruler for entry in books.leaders), most=books.most_leaders),
        "civil": [{"name": pen.word(kind), "count": count} for kind, count in asdict(books.nation.civil).items()],
        "science": science(books, pen),
        "relations": own_relations(view, me, numbers, pen),
        "news": [block.text for block in estate.diplomacy(view, pen) if isinstance(block, Paragraph)],
        "books": [book(key, pen, blocks) for key, blocks in _books(books, pen) if blocks],
    }


def _books(books: Estate, pen: Pen) -> list[tuple[str, list[AnyBlock]]]:
    """Long tables, folded away: the same as in the report."""
    return [
        ("lands", estate.lands(books, pen)),
        ("troops", estate.troops(books, pen)),
        ("grimoire", estate.grimoire(books, pen)),
        ("dossiers", estate.dossiers(books, pen)),
    ]


def book(key: str, pen: Pen, blocks: list[AnyBlock]) -> dict[str, object]:
    tables = [block for block in blocks if isinstance(block, Table)]
    return {
        "key": key,
        "name": pen.head(key),
        "tables": [
            {"columns": table.columns, "rows": table.rows, "right": table.right, "caption": table.caption} for table in tables
        ],
        "lines": [block.text for block in blocks if isinstance(block, Paragraph)],
    }


def goods(books: Estate, pen: Pen) -> list[dict[str, object]]:
    """TC-INFO-04 Stocks and how much can be kept; gold has no bounds."""
    held = books.nation.goods
    return [
        {"kind": kind, "name": pen.word(kind), "have": held[kind], "most": 0 if kind == "gold" else books.storage[kind]}
        for kind in KINDS
    ]


def scores(view: CendreView, books: Estate, pen: Pen) -> list[dict[str, object]]:
    record = books.nation
    majors = sorted((nation.glory for nation in view.nations.values() if nation.kind == MAJOR), reverse=True)
    rank, tenths = 1 + majors.index(record.glory), f"{record.tenths / 10:+.1f}"
    return [
        {"key": "stability", "name": pen.head("stability"), "value": f"{record.stability:+}"},
        {"key": "reputation", "name": pen.head("reputation"), "value": f"{record.reputation:+}", "more": tenths},
        {"key": "glory", "name": pen.head("glory_points"), "value": str(record.glory), "more": f"{rank}/{len(majors)}"},
        {"key": "science", "name": pen.head("free_science"), "value": str(record.free_science)},
    ]


def leader(entry: Leader, pen: Pen) -> dict[str, object]:
    parts = (("civil", pen.civil(entry)), ("military", pen.military(entry)), ("magic", pen.magic(entry)))
    states = [
        key
        for key, there in (("wounded", entry.wounded), ("prisoner", bool(entry.captor)), (entry.idle, bool(entry.idle)))
        if there
    ]
    return {
        "name": entry.name,
        "id": entry.id,
        "ruler": entry.ruler,
        "at": entry.at,
        "parts": [{"kind": kind, "name": pen.head(kind), "text": text} for kind, text in parts if text],
        "states": [pen.word(state) for state in states],
    }


def science(books: Estate, pen: Pen) -> list[dict[str, object]]:
    """TC-SCI-01 Points, the next threshold and what was discovered, domain by domain."""
    found = []
    for place, domain in enumerate(DOMAINS):
        points = books.nation.science[place]
        ahead = next((threshold for threshold in TABLES.science.thresholds if threshold > points), 0)
        known = [pen.word(name) for name in TABLES.science.domains[domain] if name in books.nation.known]
        found.append({"name": pen.word(domain), "points": points, "ahead": ahead, "known": known})
    return found


def own_relations(view: CendreView, me: NationId, numbers: Numbers, pen: Pen) -> list[Figures]:
    """TC-INFO-03 One's own wars, with their counter, and treaties."""
    found: list[Figures] = []
    for war in view.wars:
        if me in (war.one, war.other):
            foe = war.other if war.one == me else war.one
            points = (war.counter or 0) * (1 if war.one == me else -1)
            text = say("war_with", pen.language, nation=pen.nation(foe), turn=pen.turn(war.since))
            more = say("war_counter", pen.language, points=f"{points:+}")
            found.append({"kind": "war", "number": numbers.get(foe), "text": text, "more": more})
    for treaty in view.treaties:
        if me in (treaty.one, treaty.other):
            other = treaty.other if treaty.one == me else treaty.one
            text = say("treaty_with", pen.language, kind=pen.word(treaty.kind), nation=pen.nation(other))
            found.append({"kind": treaty.kind, "number": numbers.get(other), "text": text, "more": ""})
    return found


# -- what everybody knows ---------------------------------------------------------------------------------------


def ranking(view: CendreView, numbers: Numbers, language: str) -> dict[str, object]:
    """TC-INFO-02 The table of glory."""
    pen = Pen(language)
    held = [land.controller for land in view.lands.values()]
    majors = sorted(
        (nation for nation in view.nations.values() if nation.kind == MAJOR), key=lambda nation: (-nation.glory, nation.id)
    )
    mine = view.estate.nation.id if view.estate else ""
    rows = [
        {
            "rank": place,
            "number": numbers[nation.id],
            "name": pen.nation(nation.id),
            "mine": nation.id == mine,
            "war": nation.at_war,
            "glory": nation.glory,
            "reputation": f"{nation.reputation:+}",
            "lands": held.count(nation.id),
        }
        for place, nation in enumerate(majors, 1)
    ]
    return {
        "name": pen.head("glory"),
        "columns": [pen.head(key) for key in ("nation", "glory_points", "reputation", "territories")],
        "rows": rows,
    }


def relations(view: CendreView, language: str) -> list[str]:
    return [block.text for block in world.relations(view, Pen(language)) if isinstance(block, Paragraph)]


def market(view: CendreView, language: str) -> dict[str, object] | None:
    pen = Pen(language)
    blocks = world.market(view, pen)
    return book("market", pen, blocks) if blocks else None
