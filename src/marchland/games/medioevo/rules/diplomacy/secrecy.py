"""Secret pacts: who knows of them, and what somebody who does not may take them for (rulebook: C. Diplomacy)."""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.frames import Frame
from marchland.kernel.memo import Ledger

from ...state import Medioevo, Pact
from ..components.armies import parties
from ..components.table import living
from .pacts import RIGHTS, AnswerPact, Terms, WritePact
from .relations import is_guest


def pacts_seen_by(game: Medioevo, seat: Seat | None) -> dict[int, Pact]:
    """MU-DIP-04 Public pacts, and the secret ones a player has signed himself."""
    return {number: pact for number, pact in sorted(game.pacts.items()) if not pact.secret or seat in pact.parties}


def forget_secrets(game: Medioevo, seat: Seat | None) -> None:
    """MU-DIP-04 For a redeal: secret pacts and drafts of others are unknown to a player, even while they are being talked about."""
    seen = pacts_seen_by(game, seat)
    spoken_of = {getattr(frame, "pact", 0) for frame in game.frames(Frame)}
    guessed = {number: _as_others_take_it(game, pact) for number, pact in game.pacts.items() if number not in seen}
    kept = {number: pact for number, pact in guessed.items() if pact.guests or number in spoken_of}
    known = {**seen, **kept}
    if known != game.pacts:  # else what has been worked out from them stays known
        game.pacts = Ledger(dict(sorted(known.items())))
    _forget_drafts(game, seat)


def _as_others_take_it(game: Medioevo, pact: Pact) -> Pact:
    """Troops that stand unmolested in another's land show that they may; all else about a secret pact is anybody's guess."""
    hosts = {space: game.lands[space].holder for space in sorted(game.armies) if space in game.lands}
    guests = {
        guest
        for space, host in hosts.items()
        for guest in parties(game, space)
        if guest != host and {guest, host} <= set(pact.parties) and is_guest(game, guest, host)
    }
    return Pact(parties=pact.parties, kinds=("passage",) if guests else RIGHTS[:1], guests=tuple(sorted(guests)), secret=True)


def _forget_drafts(game: Medioevo, seat: Seat | None) -> None:
    """A draft is known to be written by one player; whom he asks shows only when that one is asked."""
    for draft in game.frames(WritePact):
        if seat != draft.seat:
            others = [other for other in living(game) if other not in (draft.seat, seat)] or [draft.terms.parties[1]]
            game.update(draft, terms=Terms(parties=(draft.seat, others[0]), kinds=RIGHTS[:1]))
    for asked in game.frames(AnswerPact):
        if seat not in asked.terms.parties:
            game.update(asked, terms=Terms(parties=(asked.terms.parties[0], asked.seat), kinds=RIGHTS[:1]), waiting=())
