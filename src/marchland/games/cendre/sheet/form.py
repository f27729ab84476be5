"""The next sheet, filled in as far as it can be: what is due, who is free, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterator

from .. import orders as o
from ..rules.economy.industry import town_capacity
from ..rules.science import choices, pending
from ..spelling import fold
from ..state import AUTUMN, Cendre, Leader, NationId
from ..world import DOMAINS, SITES
from . import grammar
from .lexicon import Lexicon, lexicon
from .reader import header, turn_name


def blank_form(game: Cendre, nation: NationId, key: str = "") -> str:
    """TC-INFO-05 A valid sheet with the placements as they are and, as comments, what can be written in each section."""
    words = lexicon(game, nation)
    lines = [header(nation, turn_name(game)) + (f" cle={key}" if key else "")]
    lines += ["[PRODUCTION]", *_towns(game, nation)]
    lines += ["[SCIENCE]", *_science(game, nation)]
    lines += ["[LEADERS]", *_leaders(game, nation, words)]
    lines += ["[ORDRES]", *_actors(game, nation, words)]
    lines += ["[COMMERCE]", "[DIPLOMATIE]", *_offers(game, nation, words), "[MARCHE]", *_market(game)]
    if game.season == AUTUMN:
        lines.append("[HIVER]")
    return "\n".join(lines) + "\n"


def _towns(game: Cendre, nation: NationId) -> Iterator[str]:
    for code, land in sorted(game.lands.items()):
        if land.controller == nation and land.town:
            yield f"# ville {code} {town_capacity(game, nation, code)}   ({SITES[code].resource})"


def _science(game: Cendre, nation: NationId) -> Iterator[str]:
    free = game.nations[nation].free_science
    if free:
        yield f"# allouer domaine {free}"
    for domain in DOMAINS:
        if pending(game, nation, domain) > 0:
            yield from (f'# decouverte {fold(domain)} "{name}"' for name in choices(game, nation, domain))


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
            units = " ".join(f"{troop.unit}={troop.count}" for troop in troops)
            yield f"# armee LEADER {units} de {key[:3]}"


def _actors(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    for leader in _own(game, nation):
        kinds = [
            name for name, part in (("civil", leader.civil), ("militaire", leader.military), ("magique", leader.magic)) if part
        ]
        if leader.wounded:
            yield f"{grammar.actor(leader.id, words)} : se-soigner"
        else:
            yield f"# {grammar.actor(leader.id, words)} :   ({', '.join(kinds)})"


ANSWERS: dict[str, type[o.DiplomaticOrder]] = {
    "peace": o.AcceptPeace,
    "white_peace": o.AcceptWhitePeace,
    "surrender": o.AcceptSurrender,
}


def _offers(game: Cendre, nation: NationId, words: Lexicon) -> Iterator[str]:
    for offer in game.offers:
        if offer.to == nation and offer.kind in ANSWERS:
            yield f"# {grammar.write_order(ANSWERS[offer.kind](offer.by), words)}"
        elif offer.to == nation:
            yield f"# {grammar.write_order(o.AcceptRansom(offer.by, offer.leader), words)}"
    for call in game.calls:
        if call.to == nation:
            yield f"# {grammar.write_order(o.DeclareWar(call.against), words)}   (activer: {call.by})"


def _market(game: Cendre) -> Iterator[str]:
    for leader, listing in sorted(game.market.items()):
        yield f"# enchere M{leader[1:]} or={listing.price}   ({game.leaders[leader].name})"
