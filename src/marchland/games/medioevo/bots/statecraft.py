"""War and peace by interest: what a pact gives and takes, whom to attack, and how to vote.

Peace with somebody is worth what he could take, less what one could take from him. Nobody is offered anything that does not look to
be in his own interest, and nobody is asked again before three turns have passed.
"""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.actions import Action, Seat

from ..rules.components.table import living
from ..rules.diplomacy.diplomacy import AnswerEnd, AnswerOffer, DeclareWar
from ..rules.diplomacy.pacts import Accept, DraftPact, Propose, Refuse, TearUp, Terms, WritePact, objections
from ..rules.diplomacy.relations import are_at_war, are_bound_to_peace, are_teammates, has_right
from ..rules.turn_end import KeepQuiet, SayTime
from ..state import Medioevo
from .judgement import COIN, next_token, promise
from .raids import SWORN, likelihood, raids
from .realm import realms
from .styles import STYLES, Style
from .weights import turns_left

ROUND_OF_OFFERS = 3
"""The same player gets an offer at most every so many turns."""
TERM = 2
"""Turns for which a pact is offered."""
PRICE = 50
"""What peace is sold for, to somebody who needs it."""
WELCOME = 0.05
"""A pact must be worth so much to be signed."""
KNOWN_TIME = 3
"""Before this turn is over nobody could say that time is up."""
CLEAR = 2.0
"""A lead of so much honour is one to end a game with."""
PARTNERS_WANTED = (18, 50, 51)
"""Objectives that ask for pacts."""


# -- what a pact is worth ----------------------------------------------------------------------------------


def peace_worth(game: Medioevo, seat: Seat, other: Seat, style: Style) -> float:
    """What peace with a player takes away: his raids, and one's own."""
    likely = likelihood(game, seat, other)
    if likely <= SWORN:
        return 0.0
    share = 1 - SWORN / likely
    danger = max((raid.harm + 0.4 * likely * raid.spoils for raid in raids(game, other) if raid.holder == seat), default=0.0)
    hope = likely * sum(raid.spoils for raid in raids(game, seat) if raid.holder == other)
    found = realms(game)
    threat = 0.08 * (found[other].army * (found[other].carriers > 0) - found[seat].army * (found[seat].carriers > 0))
    return share * (max(style.fear, 0.3) * danger - style.hope * hope) + threat + style.goodwill


def pact_worth(game: Medioevo, seat: Seat, terms: Terms, style: Style) -> float:
    """What a pact gives a player and asks of him, in honour."""
    others = [other for other in terms.parties if other != seat]
    guests = terms.guests or terms.parties
    is_guest, is_host = seat in guests, any(other in guests for other in others)
    value = 0.0
    if {"peace", "defence", "offence"} & {*terms.kinds}:
        value += sum(peace_worth(game, seat, other, style) for other in others)
    if "trade" in terms.kinds:
        lacks = not all(has_right(game, seat, other, "trade") for other in others)
        value += 0.25 * (is_guest and lacks and realms(game)[seat].merchants > 0) - 0.08 * is_host
    value += sum(0.1 * is_guest - 0.6 * is_host for kind in ("passage", "military", "civil") if kind in terms.kinds)
    value -= 0.3 * ("defence" in terms.kinds) + 0.6 * ("offence" in terms.kinds) + 0.05 * terms.units
    paid = terms.florins if seat == terms.parties[0] else -terms.florins if seat == terms.parties[1] else 0
    value -= COIN[min(turns_left(game), 4)] * paid
    value += sum(0.5 * (one.owner == seat) - 0.4 * (one.holder == seat) for one in terms.prisoners)
    return value + wanted_partners(game, seat, others)


def wanted_partners(game: Medioevo, seat: Seat, others: list[Seat]) -> float:
    """An objective that asks for partners makes anybody a good one."""
    player = game.players[seat]
    wants = any(game.objectives[held.card] in PARTNERS_WANTED for held in player.hand)
    if not wants or any(seat in pact.parties and other in pact.parties for pact in game.pacts.values() for other in others):
        return 0.0
    return 0.5 * next_token(sum(player.tokens), turns_left(game))


def answer_pact(game: Medioevo, seat: Seat, terms: Terms, style: Style) -> Action:
    """Sign what is in one's interest."""
    if not style.makes_pacts:  # a beginner signs whatever costs him nothing
        costs = (terms.florins < 0 and seat == terms.parties[1]) or terms.units or set(terms.kinds) - {"peace", "trade"}
        return Refuse() if costs or any(objections(game, terms, seat)) else Accept()
    if any(objections(game, terms, seat)):
        return Refuse()
    return Accept() if pact_worth(game, seat, terms, style) > WELCOME else Refuse()


def answer_offer(game: Medioevo, seat: Seat, question: AnswerOffer, style: Style) -> Action:
    """Peace, or an armistice, for whoever has more to fear than to hope."""
    return Accept() if peace_worth(game, seat, question.rival, style) > WELCOME or turns_left(game) < 1 else Refuse()


def answer_end(game: Medioevo, seat: Seat, question: AnswerEnd, style: Style) -> Action:
    pact = game.pacts[question.pact]
    known = Terms(parties=pact.parties, kinds=pact.kinds, guests=pact.guests, units=pact.units)
    others = [other for other in pact.parties if other != seat]
    hope = sum(raid.spoils for raid in raids(game, seat) if raid.holder in others)
    return Accept() if SWORN * hope > 0.2 and "peace" in known.kinds else Refuse()


# -- offers and wars ---------------------------------------------------------------------------------------


def offer_to(game: Medioevo, seat: Seat, rival: Seat, style: Style) -> Terms | None:
    """The pact to offer to a player, if there is one that both would sign."""
    until = game.turn + min(TERM, max(1, turns_left(game)))
    kinds = ("trade", "peace") if peace_worth(game, seat, rival, style) > WELCOME else ("trade",)
    for florins in (-PRICE, 0, PRICE):
        terms = Terms(parties=(seat, rival), kinds=kinds, until=until, florins=florins)
        if any(objections(game, terms, seat)):
            continue
        mine, theirs = pact_worth(game, seat, terms, style), pact_worth(game, rival, terms, STYLES[""])
        if mine > WELCOME + 0.1 and theirs > WELCOME:
            return terms
    return None


def overtures(game: Medioevo, seat: Seat, style: Style) -> Sequence[Action]:
    """Whom to send a draft now: one player a turn, each at most every third turn."""
    if not style.makes_pacts or game.now[seat].proposals or not turns_left(game):
        return []
    rivals = [other for other in living(game) if other != seat and (game.turn + seat + other) % ROUND_OF_OFFERS == 0]
    open_to = [other for other in rivals if not are_bound_to_peace(game, seat, other) and not are_teammates(game, seat, other)]
    return [DraftPact(other) for other in open_to if offer_to(game, seat, other, style) is not None][:1]


def draft(game: Medioevo, seat: Seat, question: WritePact, style: Style) -> Action:
    """The whole pact at once."""
    terms = offer_to(game, seat, question.terms.parties[1], style)
    return Propose(terms) if terms is not None else TearUp()


def declarations(game: Medioevo, seat: Seat, style: Style) -> Sequence[Action]:
    """Wars worth a thought: against whoever has something that one's armies could reach."""
    if not style.makes_war or not turns_left(game):
        return []
    wars = sum(seat in war.sides for war in game.wars)
    prey = {raid.holder for raid in raids(game, seat) if raid.spoils > 0}
    rivals = [other for other in living(game) if other in prey and other != seat and not are_at_war(game, seat, other)]
    return [DeclareWar(other) for other in rivals if not are_teammates(game, seat, other)][: max(0, 2 - wars)]


# -- the time limit ----------------------------------------------------------------------------------------


def vote(game: Medioevo, seat: Seat, style: Style) -> Action:
    """Whoever leads clearly finds that time is up, whoever is behind that it is not; in between it is left to the others."""
    own = promise(game, seat, style, is_own=True)
    best = max(promise(game, other, style, is_own=False) for other in living(game) if other != seat)
    if own < best - CLEAR:
        return SayTime(False)
    return SayTime(True) if own > best + CLEAR and game.turn >= KNOWN_TIME else KeepQuiet()
