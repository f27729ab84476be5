"""The next sheet, filled in as far as it can be: what is due, who is free, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterator

from .. import orders as o
from ..rules.economy.industry import town_capacity
from ..rules.science import choices, pending
from ..state import AUTUMN, Cendre, Leader, NationId
from ..world import DOMAINS, SITES
from . import grammar
from . import lexicon as names
from .lexicon import Lexicon, lexicon
from .reader import SECTIONS, canonical_line, header, heading, turn_name
from .words import NEUTRAL

LEADER = "LEADER"
"""Stands for whoever is to lead."""


def blank_form(game: Cendre, nation: NationId, key: str = "", language: str = NEUTRAL) -> str:
    """TC-INFO-05 A valid sheet with the placements as they are and, as comments, what can be written in each section."""
    words = lexicon(game, nation, language)
    bodies = {
        "PRODUCTION": _towns(game, nation, words),
        "SCIENCE": _science(game, nation, words),
        "LEADERS": _leaders(game, nation, words),
        "ORDRES": _actors(game, nation, words),
        "DIPLOMATIE": _offers(game, nation, words),
        "MARCHE": _market(game, words),
    }
    lines = [header(words, turn_name(game), key)]
    for section in SECTIONS if game.season == AUTUMN else SECTIONS[:-1]:
        lines += [heading(section, language), *bodies.get(section, ())]
    return "\n".join(lines) + "\n"


def _suggested(order: o.Order, words: Lexicon, about: str = "") -> str:
    """A line to be made valid by taking its first sign away."""
    return f"# {grammar.write_order(order, words)}" + (f"   ({about})" if about else "")


def _towns(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    for code, land in sorted(game.lands.items()):
        if land.controller == nation and land.town:
            order = o.ConvertInTown(code, town_capacity(game, nation, code))
            yield _suggested(order, words, names.goods().write(SITES[code].resource, words.language))


def _science(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    free = game.nations[nation].free_science
    if free:
        every = ", ".join(names.domains().write(domain, words.language) for domain in DOMAINS)
        yield _suggested(o.Allocate(DOMAINS[0], free), words, every)
    for domain in DOMAINS:
        if pending(game, nation, domain) > 0:
            yield from (_suggested(o.Discover(domain, name), words) for name in choices(game, nation, domain))


def _own(game: Cendre, nation: NationId) -> list[Leader]:
    found = [leader for leader in game.leaders.values() if leader.nation == nation and not leader.captor]
    return sorted(found, key=lambda leader: (not leader.ruler, int(leader.id[1:])))


def _leaders(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    """Everybody stays where he is unless the line is changed; garrisons are listed as armies to copy from."""
    for leader in _own(game, nation):
        if leader.at in SITES:
            yield grammar.write_order(o.Place(leader.id, leader.at), words)
    for key, troops in sorted(game.garrisons.items()):
        if key[4:] == nation:
            units = tuple((troop.unit, troop.count) for troop in troops)
            yield _suggested(o.FormArmy(LEADER, units, key[:3]), words)


def _actors(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    for leader in _own(game, nation):
        if leader.wounded:
            yield canonical_line(o.Heal(leader.id), words)
        else:
            yield f"# {grammar.actor(leader.id, words)} :   ({', '.join(_callings(leader, words.language))})"


def _callings(leader: Leader, language: str) -> Iterator[str]:
    kinds = {"civil": leader.civil, "militaire": leader.military, "magique": leader.magic}
    yield from (names.words_for(*kinds).write(kind, language) for kind, part in kinds.items() if part)


ANSWERS: dict[str, type[o.DiplomaticOrder]] = {
    "peace": o.AcceptPeace,
    "white_peace": o.AcceptWhitePeace,
    "surrender": o.AcceptSurrender,
}


def _offers(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    for offer in game.offers:
        if offer.to == nation and offer.kind in ANSWERS:
            yield _suggested(ANSWERS[offer.kind](offer.by), words)
        elif offer.to == nation:
            yield _suggested(o.AcceptRansom(offer.by, offer.leader), words)
    for call in game.calls:
        if call.to == nation:
            yield _suggested(o.DeclareWar(call.against), words, f"{grammar.keyword(o.CallAlly, words.language)}: {call.by}")


def _market(game: Cendre, words: Lexicon) -> Iterator[str]:
    for leader, listing in sorted(game.market.items()):
        yield _suggested(o.Bid(leader, listing.price), words, game.leaders[leader].name)
