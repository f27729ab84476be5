"""What may be answered beforehand: the kinds of questions, what each is about, and what the answers come to.

Only what the whole table knows bears on a condition (`docs/decisions/0033-fewer-interruptions.md`): a claim that shuffled backs
keep secret and an ally whom a secret pact names are nobody's means here, and of a pact that is offered only the writer counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.matters import Matter, Standing, Subject, Text

from .rules.battle.flight import AcceptTerms, AnswerTerms, RefuseTerms
from .rules.cards.cards import CardPlay
from .rules.cards.powers import ANSWERS, Claim, PlayCard, UseTechnology, reactions
from .rules.cards.windows import Pass, React, is_secret
from .rules.diplomacy.allies import AnswerCall, CallAlly, Decline, Support
from .rules.diplomacy.diplomacy import AnswerOffer
from .rules.diplomacy.pacts import Accept, AnswerPact, Refuse
from .rules.diplomacy.relations import wars_of
from .rules.events.calamities import Calamity
from .rules.loans import Borrow
from .rules.movement.groups import musters
from .rules.movement.meeting import quarrels
from .rules.movement.movement import ChooseMove, PassRound
from .rules.order import Bid, Bids, purse
from .rules.purchases.purchases import DoneBuying, Purchase
from .rules.taxes import ChooseTax, MeetUpkeep, PayUpkeep, SetTax, upkeep
from .rules.technologies.knowledge import known
from .rules.trade.deals import deal_total
from .rules.trade.trade import ChooseTransport, DoneTrading, traders
from .rules.turn_end import KeepQuiet, TimeVote
from .state import BARBARIANS, Medioevo
from .tables import DATA, tables, technologies
from .title import TITLE

JOINT = frozenset({"React", "MeetUpkeep"})
"""Seats are asked these one after the other, and what one answers hardly ever changes what the next would."""


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all moments at which players break in have in common."""

    answers: dict[str, Text]
    means: dict[str, Text]
    cost: Text


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/standing.yaml`."""

    windows: Window
    subjects: dict[str, Subject]
    usual: tuple[Standing, ...]


_LISTED = msgspec.yaml.decode((DATA / "standing.yaml").read_bytes(), type=Listed)


def _window(moment: str) -> Subject:
    return Subject(
        name=dict(TITLE.moments[moment]),
        answers=_LISTED.windows.answers,
        means=_LISTED.windows.means,
        cost=_LISTED.windows.cost if moment == "trade" else {},
        has_rivals=moment not in ("phases", "events", "taxes"),
        has_cards=True,
    )


SUBJECTS: dict[str, Subject] = {**{moment: _window(moment) for moment in TITLE.moments}, **_LISTED.subjects}
USUAL = _LISTED.usual


# -- what a question is about ------------------------------------------------------------------------------


def matter(table: Medioevo, seat: Seat) -> Matter | None:
    """What the seat is asked about. A question that speaks of a secret pact is always put."""
    game = open_table(table)
    decision = game.decision
    match decision:
        case React():
            return _reaction(game, decision)
        case MeetUpkeep():
            return Matter("upkeep", cost=upkeep(game, seat))
        case ChooseMove():
            means = (("army", musters(game, seat)), ("quarrel", quarrels(game, seat)))
            return Matter("combat", tuple(wars_of(game, seat)), means=tuple(name for name, found in means if found))
        case ChooseTransport():
            return Matter("trading", means=("transport",) if traders(game, seat) else ())
        case AnswerOffer(rival=rival, offer=offer):
            return Matter("offers", (rival,), means=(offer,))
        case AnswerPact(terms=terms):
            return Matter("pacts", terms.parties[:1])
        case AnswerCall(rival=rival, pact=pact):
            return Matter("calls", (rival,)) if pact in game.pacts else None
        case AnswerTerms():
            return Matter("surrender", _owners(game, seat))
        case _:
            kind = _PLAIN.get(type(decision))
            return Matter(kind) if kind else None


def open_table(game: Medioevo) -> Medioevo:
    """The table as if nobody had signed anything in secret: what such a pact allows is known to its parties alone."""
    if not any(pact.secret for pact in game.pacts.values()):
        return game
    known_to_all = game.clone()
    known_to_all.pacts = {number: pact for number, pact in game.pacts.items() if not pact.secret}
    return known_to_all


_PLAIN: dict[type[Any], str] = {Bids: "bids", ChooseTax: "tax", Purchase: "buying", TimeVote: "time"}


def _reaction(game: Medioevo, decision: React) -> Matter:
    """A window: whose doing it is, what a deal is worth, and what the seat could use that everybody knows of."""
    seat = decision.seat
    rivals = _doers(game, decision)
    means = {name for act in reactions(game, seat, decision.window) if not is_secret(game, act) for name in _means(act)}
    if _concerns(game, decision):
        means.add("mine")
    cost = deal_total(game, game.deals[-1]) if game.deals and decision.window.startswith("W-6") else 0
    return Matter(decision.moment(game), rivals, cost, tuple(sorted(means)))


def _means(act: Action) -> Iterator[str]:
    match act:
        case PlayCard(card=card):
            yield from ("card", f"card:{card}")
        case UseTechnology(technology=technology):
            yield from ("technology", f"technology:{technology}")
        case Claim(card=card):
            yield from ("claim", f"card:{card}")
        case CallAlly():
            yield "ally"
        case Borrow():
            yield "loan"
        case _:  # points raised for a technology
            yield "technology"


def _doers(game: Medioevo, decision: React) -> tuple[Seat, ...]:
    """Whose card, battle, movement or deal may be answered here."""
    if decision.window == ANSWERS:
        found = tuple(play.seat for play in game.frames(CardPlay)[:1])
    elif decision.window.startswith("W-B") or decision.window == "W-5f":
        return _owners(game, decision.seat)
    else:
        found = _under_way(game) if decision.window[:3] in ("W-5", "W-6") else ()
    return tuple(sorted({seat for seat in found if seat not in (decision.seat, BARBARIANS)}))


def _under_way(game: Medioevo) -> tuple[Seat, ...]:
    """Whose movement or deal is going on."""
    return (*(march.seat for march in game.marches[-1:]), *(deal.seat for deal in game.deals[-1:]))


def _owners(game: Medioevo, seat: Seat) -> tuple[Seat, ...]:
    sides = game.fights[-1].sides if game.fights else ()
    return tuple(sorted({side.owner for side in sides} - {seat, BARBARIANS}))


def _concerns(game: Medioevo, decision: React) -> bool:
    """Is it the seat's own land, army, transport or deal that this is about, or a card played there?"""
    seat, place = decision.seat, decision.place
    if place in game.lands and game.lands[place].holder == seat:
        return True
    if seat in _under_way(game):
        return True
    if game.fights and any(side.owner == seat for side in game.fights[-1].sides):
        return True
    struck = game.find(Calamity)
    return struck is not None and struck.seat == seat


# -- what an answer comes to -------------------------------------------------------------------------------


def answer(game: Medioevo, seat: Seat, standing: Standing) -> Action | None:
    match standing.kind:
        case "bids":
            return Bid(min(standing.amount, purse(game, seat)))
        case "tax":
            return _tax(game, seat, standing)
        case _:
            return _ANSWERS[_asked(game), standing.answer]()


def _asked(game: Medioevo) -> type[Any]:
    return type(game.decision)


def _tax(game: Medioevo, seat: Seat, standing: Standing) -> Action | None:
    level = game.players[seat].tax if standing.answer == "same" else standing.amount
    return SetTax(level) if level in tables().taxes["levels"] else None


_ANSWERS: dict[tuple[type[Any], str], Callable[[], Action]] = {
    (React, "pass"): Pass,
    (MeetUpkeep, "pay"): PayUpkeep,
    (Purchase, "done"): DoneBuying,
    (ChooseMove, "pass"): PassRound,
    (ChooseTransport, "done"): DoneTrading,
    (AnswerOffer, "accept"): Accept,
    (AnswerOffer, "refuse"): Refuse,
    (AnswerPact, "accept"): Accept,
    (AnswerPact, "refuse"): Refuse,
    (AnswerCall, "accept"): Support,
    (AnswerCall, "refuse"): Decline,
    (AnswerTerms, "accept"): AcceptTerms,
    (AnswerTerms, "refuse"): RefuseTerms,
    (TimeVote, "quiet"): KeepQuiet,
}


def belongings(game: Medioevo, seat: Seat) -> tuple[str, ...]:
    """The seat's Empire cards and technologies: all of them lie open."""
    cards = (f"card:{held.card}" for held in game.players[seat].hand)
    return (*cards, *(f"technology:{key}" for key in technologies() if key in known(game, seat)))
