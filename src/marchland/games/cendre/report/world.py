"""Tables of the gazette: glory, relations and the market."""

from __future__ import annotations

from marchland.kernel.documents import AnyBlock, Paragraph, Table
from marchland.kernel.typography import colon

from ..state import MAJOR
from ..view import CendreView, PublicNation
from .pen import Pen

RANKING = ("rank", "nation", "ruler", "glory_points", "reputation", "territories")


def glory_table(view: CendreView, pen: Pen) -> Table:
    """TC-INFO-02 The table of glory, with what else is public about each nation."""
    majors = sorted(
        (nation for nation in view.nations.values() if nation.kind == MAJOR), key=lambda nation: (-nation.glory, nation.id)
    )
    held = [land.controller for land in view.lands.values()]
    rows = tuple(_ranked(place, nation, held.count(nation.id), pen) for place, nation in enumerate(majors, 1))
    return Table(pen.heads(*RANKING), rows, right=(0, 3, 4, 5))


def _ranked(place: int, nation: PublicNation, lands: int, pen: Pen) -> tuple[str, ...]:
    return str(place), pen.nation(nation.id), nation.ruler, str(nation.glory), f"{nation.reputation:+}", str(lands)


def relations(view: CendreView, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-03 Wars and treaties in force, and nations that are not among the twenty."""
    listed = {"wars": [f"{pen.nation(war.one)} - {pen.nation(war.other)} ({pen.turn(war.since)})" for war in view.wars]}
    for kind in ("alliance", "pact", "contract"):
        pairs = [(treaty.one, treaty.other) for treaty in view.treaties if treaty.kind == kind]
        listed[kind] = [f"{pen.nation(one)} - {pen.nation(other)}" for one, other in pairs]
    listed["minors"] = [pen.nation(nation.id) for nation in view.nations.values() if nation.kind != MAJOR]
    return [Paragraph(f"{pen.head(key)}{colon(pen.language)}{'; '.join(entries)}") for key, entries in listed.items() if entries]


def market(view: CendreView, pen: Pen) -> list[AnyBlock]:
    """TC-INFO-02 TC-INFO-13 Who can be hired and for how much at least; bids stay secret."""
    rows = []
    for entry in view.market:
        leader = entry.leader
        skills = (pen.civil(leader), pen.military(leader), pen.magic(leader))
        rows.append((f"M{leader.id[1:]}", leader.name, str(entry.listing.price), *skills))
    return [Table(pen.heads("bid_number", "name", "price", "civil", "military", "magic"), tuple(rows), right=(2,))] if rows else []
