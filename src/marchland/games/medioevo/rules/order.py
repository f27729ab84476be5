"""Phase 1: bids for the turn order (rulebook: Order of play)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import shuffled
from marchland.kernel.errors import IllegalAction
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure, Together

from ..state import Medioevo
from .cards.windows import open_window
from .components.table import pay

LADDER = (0, 10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000)
"""Bids offered to bots and clicks; any whole number up to one's cash is accepted."""
MODEST = 100
"""A bid that others may be expected to make."""


class Bid(Action, frozen=True):
    """Florins offered for the first place."""

    florins: int


class BidsShown(Event, frozen=True):
    RULE = "MU-ORD-01"
    bids: dict[int, int]


class OrderSet(Event, frozen=True):
    RULE = "MU-ORD-01"
    order: tuple[Seat, ...]


class OrderPhase(Procedure[Medioevo], frozen=True):
    """MU-ORD-01 Sealed bids decide who plays first; the others follow by bid."""

    bids: tuple[int, ...] = ()
    tied: tuple[Seat, ...] = ()
    STEPS = ("loans", "bid", "rank", "pay")

    def loans(self, game: Medioevo) -> None:
        """MU-ORD-01 Before the bids lock a loan may be taken."""
        open_window(game, "W-1")

    def bid(self, game: Medioevo) -> None:
        """MU-ORD-01 Everybody bids in secret, from nothing to all his cash."""
        game.push(Bids(seats=bidders(game)))

    def rank(self, game: Medioevo) -> str | None:
        """MU-ORD-02 Players tied for the first place bid again among themselves until the tie is broken."""
        tied = leaders(game, self.bids)
        if len(tied) > 1 and tied != self.tied:
            game.update(self, tied=tied)
            game.push(ExtraBids(seats=tuple(sorted(tied))))
            return "rank"
        game.order = ranking(game, self.bids)
        game.active = game.order[0]
        game.emit(OrderSet(order=game.order))
        return None

    def pay(self, game: Medioevo) -> None:
        """MU-ORD-04 Only the first player pays, and to the last; all others keep their bids."""
        alive = [seat for seat in game.order if not game.players[seat].eliminated]
        if len(alive) > 1:
            pay(game, alive[0], self.bids[alive[0]], "MU-ORD-04", to=alive[-1])


class Bids(Together[Medioevo], frozen=True):
    """MU-ORD-01 A secret bid, at most one's cash."""

    RULE = "MU-ORD-01"

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"have": purse(game, seat)}

    def options_for(self, game: Medioevo, seat: Seat) -> Iterator[Action]:
        yield from (Bid(florins) for florins in LADDER if florins <= purse(game, seat))

    def check(self, game: Medioevo, seat: Seat, action: Action) -> None:
        if not isinstance(action, Bid) or not 0 <= action.florins <= purse(game, seat):
            raise IllegalAction(self.RULE, most=purse(game, seat))

    def settle(self, game: Medioevo, answers: dict[Seat, tuple[Action, ...]]) -> None:
        phase = game.running(OrderPhase)
        bids = list(phase.bids or (0,) * game.seats)
        for seat, (bid, *_) in answers.items():
            assert isinstance(bid, Bid)
            bids[seat] += bid.florins
        game.emit(BidsShown(bids={seat: bids[seat] for seat in sorted(answers)}))
        raised = any(bid.florins for (bid, *_) in answers.values() if isinstance(bid, Bid))
        game.update(phase, bids=tuple(bids), tied=() if raised else phase.tied)


class ExtraBids(Bids, frozen=True):
    """MU-ORD-02 An addition to a tied first bid."""

    RULE = "MU-ORD-02"


def purse(game: Medioevo, seat: Seat) -> int:
    """Cash that is not already bid."""
    phase = game.find(OrderPhase)
    bid = phase.bids[seat] if phase is not None and phase.bids else 0
    return game.players[seat].florins - bid


def bidders(game: Medioevo) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(game.seats) if not game.players[seat].eliminated)


def leaders(game: Medioevo, bids: tuple[int, ...]) -> tuple[Seat, ...]:
    seats = bidders(game)
    best = max(bids[seat] for seat in seats)
    return tuple(seat for seat in seats if bids[seat] == best)


def ranking(game: Medioevo, bids: tuple[int, ...]) -> tuple[Seat, ...]:
    """MU-ORD-03 By bid; ties reverse the last order, and are decided by lot on the first turn."""
    before = list(game.order) if game.order else shuffled(game, range(game.seats))
    fallback = {seat: -place for place, seat in enumerate(before)}
    alive = sorted(bidders(game), key=lambda seat: (-bids[seat], fallback[seat]))
    return (*alive, *(seat for seat in range(game.seats) if seat not in alive))
