"""What one must know of those who take orders, in a few words: skill and state, town and stock, science, treaties, prices."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from marchland.kernel.typography import colon

from ..phrases import domain_name, leader_figures, nation_name, structure_name, unit_name, word
from ..rules.economy.industry import town_capacity
from ..rules.science import pending
from ..state import Code, Leader, Troops
from ..tables import TABLES
from ..world import DOMAINS, SITES
from .writer import Writer

# -- people and places ----------------------------------------------------------------------------------------------


def of_leader(writer: Writer, leader: Leader) -> tuple[str, ...]:
    """What he can do, what keeps him from it, and whom he could lead."""
    return (*_skills(leader, writer.language), *_states(leader, writer.language), *_troops(writer, leader))


def _skills(leader: Leader, language: str) -> Iterator[str]:
    figures = zip(("civil", "militaire", "magique"), leader_figures(leader, language), strict=True)
    yield from (f"{word(kind, language)} {said}" for kind, said in figures if said)


def _states(leader: Leader, language: str) -> Iterator[str]:
    if leader.ruler:
        yield word("dirigeant", language)
    if leader.wounded:
        yield word("wounded", language)
    if leader.captor:
        yield f"{word('prisoner', language)} ({nation_name(leader.captor, language)})"
    if leader.idle:
        yield word(leader.idle, language)


def _troops(writer: Writer, leader: Leader) -> Iterator[str]:
    standing = writer.estate.troops.get(f"{leader.at}:{writer.nation}", ())
    if leader.military and standing:
        yield f"{word('desk.here', writer.language)}{colon(writer.language)}{troops_list(standing, writer.language)}"


def troops_list(troops: Troops, language: str) -> str:
    return ", ".join(f"{troop.count} {unit_name(troop.unit, language)}" for troop in troops)


def of_town(writer: Writer, code: Code) -> tuple[str, ...]:
    """Its size, what it can sell of the stock, and what stands in it."""
    land, language, resource = writer.estate.lands[code], writer.language, SITES[code].resource
    stock, most = writer.estate.nation.goods[resource], town_capacity(writer.table, writer.nation, code)
    sells = f"{word('desk.sells', language)}{colon(language)}{word(resource, language)}, {min(most, stock)} / {stock}"
    return (f"{word('desk.level', language)} {land.town}", sells, *(structure_name(built, language) for built in land.structures))


# -- the nation as a whole --------------------------------------------------------------------------------------------


def _science(writer: Writer) -> Iterator[str]:
    record, language = writer.estate.nation, writer.language
    if record.free_science:
        yield f"{record.free_science} {word('free_points', language)}"
    for domain, points in zip(DOMAINS, record.science, strict=True):
        due = pending(writer.table, writer.nation, domain)
        yield f"{domain_name(domain, language)} {points}" + (f" ({due} {word('desk.due', language)})" if due > 0 else "")


def _treasury(writer: Writer) -> Iterator[str]:
    yield from (f"{amount} {word(kind, writer.language)}" for kind, amount in writer.estate.nation.goods.items())


def _national(writer: Writer) -> Iterator[str]:
    for code, land in sorted(writer.estate.lands.items()):
        own = (built for built in land.structures if built.kind in TABLES.national_structures)
        yield from (f"{structure_name(built, writer.language)} ({code})" for built in own)


def _trade(writer: Writer) -> Iterator[str]:
    language = writer.language
    for caravan in writer.view.caravans:
        if writer.nation in (caravan.creator, caravan.partner):
            other = caravan.partner if caravan.creator == writer.nation else caravan.creator
            yield f"{word('desk.caravan', language)} {caravan.start}-{caravan.end} ({nation_name(other, language)})"
    for shipment in writer.estate.shipments:
        yield f"{word('desk.sent', language)}{colon(language)}{nation_name(shipment.to, language)}"


def _diplomacy(writer: Writer) -> Iterator[str]:
    """Wars, treaties, and what others have offered or asked."""
    own, language = writer.nation, writer.language
    wars = [("war", war.one, war.other) for war in writer.view.wars]
    for kind, one, other in (*wars, *((treaty.kind, treaty.one, treaty.other) for treaty in writer.view.treaties)):
        if own in (one, other):
            yield f"{word(kind, language)}{colon(language)}{nation_name(other if one == own else one, language)}"
    yield from (
        f"{word('offer.' + offer.kind, language)}{colon(language)}{nation_name(offer.by, language)}"
        for offer in writer.estate.offers
        if offer.to == own
    )
    yield from (
        f"{word('desk.call', language)}{colon(language)}{nation_name(call.by, language)} ({nation_name(call.against, language)})"
        for call in writer.estate.calls
        if call.to == own
    )


def _market(writer: Writer) -> Iterator[str]:
    for entry in writer.view.market:
        yield f"{entry.leader.name} ({', '.join(_skills(entry.leader, writer.language))}): {entry.listing.price}"


OF_HALLS: dict[str, Callable[[Writer], Iterator[str]]] = {
    "science": _science,
    "treasury": _treasury,
    "national": _national,
    "trade": _trade,
    "diplomacy": _diplomacy,
    "market": _market,
}
"""What the nation orders as a whole, and what is to be known of it."""
