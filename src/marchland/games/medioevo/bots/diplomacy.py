"""Wars and pacts as a bot sees them: who is stronger, what a pact gives and takes."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from .. import world
from ..rules.components.vehicles import hold
from ..rules.diplomacy.diplomacy import AnswerOffer
from ..rules.diplomacy.pacts import AnswerPact, Terms, WritePact, objections
from ..rules.diplomacy.relations import are_at_war, has_right, pacts_between, war_between
from ..state import Medioevo, War
from ..tables import MERCHANT
from .weights import florin, troops_worth, turns_left


def diplomacy(game: Medioevo, seat: Seat) -> float:
    """Wars by who is stronger, pacts by what they give and take, and a pact that is being talked about."""
    value = sum(war_worth(game, seat, war) for war in game.wars if seat in war.sides)
    for pact in game.pacts.values():
        if seat in pact.parties:
            known = Terms(parties=pact.parties, kinds=pact.kinds, guests=pact.guests, units=pact.units, until=pact.until)
            value += terms_worth(game, seat, known, signed=True)
    top = game.decision
    if isinstance(top, WritePact) and top.seat == seat:
        return value + draft_worth(game, seat, top.terms)
    if isinstance(top, AnswerPact) and seat in top.terms.parties and top.seat != seat:
        return value + draft_worth(game, seat, top.terms)
    if isinstance(top, AnswerOffer) and top.rival == seat:
        return value + hope(game, seat, top)
    return value


def war_worth(game: Medioevo, seat: Seat, war: War) -> float:
    """War pays for the much stronger neighbour while there is time to wage it; once on, for the stronger; others it costs."""
    rival = sum(war.sides) - seat
    if turns_left(game) < 1 or not are_adjacent(game, seat, rival):
        return -4.0
    own, foe = might(game, seat), might(game, rival)
    if war.since == game.turn and war.by == seat:
        return 0.6 if own > 6 and own > 2.5 * foe + 3 else -6.0
    return 1.5 if own > 1.2 * foe else -3.0


def hope(game: Medioevo, seat: Seat, offer: AnswerOffer) -> float:
    """An armistice or peace offered to somebody who has reason to accept it."""
    war = war_between(game, seat, offer.seat)
    if war is None or war_worth(game, offer.seat, war) > 0:
        return 0.0
    return max(0.0, -war_worth(game, seat, war)) * (0.8 if offer.offer == "peace" else 0.3)


def might(game: Medioevo, seat: Seat) -> float:
    return sum(troops_worth(army.counts) for standing in game.armies.values() for army in standing if army.owner == seat)


def are_adjacent(game: Medioevo, seat: Seat, rival: Seat) -> bool:
    """Do the lands of the two touch?"""
    lands = game.lands
    return any(
        there in lands and lands[there].holder == rival
        for space, land in lands.items()
        if land.holder == seat
        for there in world.land_neighbours(space)
    )


def draft_worth(game: Medioevo, seat: Seat, terms: Terms) -> float:
    """A draft is worth what it brings if everybody would sign it; an empty one what peace with that player would bring."""
    if not terms.kinds and not terms.florins and not terms.prisoners:
        wish = Terms(parties=terms.parties, kinds=("peace",))
        return 0.8 * draft_worth(game, seat, wish)
    if any(objections(game, terms, seat)):
        return -0.5
    if any(terms_worth(game, other, terms) <= 0 for other in terms.parties if other != seat):
        return -0.5
    return terms_worth(game, seat, terms)


def terms_worth(game: Medioevo, seat: Seat, terms: Terms, signed: bool = False) -> float:
    """What a pact gives a player and asks of him; peace once more with the same partner adds nothing."""
    others = [other for other in terms.parties if other != seat]
    guest = seat in (terms.guests or terms.parties)
    host = any(other in (terms.guests or terms.parties) for other in others)
    value = 0.0
    if "peace" in terms.kinds:
        value += sum(1.2 for other in others if signed or not _at_peace(game, seat, other))
    if "trade" in terms.kinds:
        wanted = signed or not all(has_right(game, seat, other, "trade") for other in others)
        value += 0.4 * (guest and wanted and has_merchants(game, seat)) - 0.1 * host
    value += sum(0.2 * guest - 0.6 * host for kind in ("passage", "military", "civil") if kind in terms.kinds)
    value += 0.1 * (signed and "defence" in terms.kinds) - 0.5 * ("offence" in terms.kinds) - 0.06 * terms.units
    lasting = 1.0 if not terms.until else min(1.0, 0.4 + 0.15 * (terms.until - game.turn))
    paid = terms.florins if seat == terms.parties[0] else -terms.florins if seat == terms.parties[1] else 0
    freed = sum(1.5 * (prisoner.owner == seat) - 1.0 * (prisoner.holder == seat) for prisoner in terms.prisoners)
    return value * lasting - florin(turns_left(game)) * paid + freed - 0.05 * terms.secret


def _at_peace(game: Medioevo, seat: Seat, other: Seat) -> bool:
    return are_at_war(game, seat, other) or any("peace" in pact.kinds for pact in pacts_between(game, seat, other))


def has_merchants(game: Medioevo, seat: Seat) -> bool:
    return any(vehicle.owner == seat and hold(vehicle) for vehicle in game.vehicles.values() if vehicle.kind in MERCHANT)
