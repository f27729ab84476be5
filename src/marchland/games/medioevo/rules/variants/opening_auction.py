"""The starting auction for kingdoms, in honour points (rulebook: Variants, starting auction)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import shuffled
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure, Together

from ...state import Medioevo
from ...tables import tables
from ..components.table import change
from ..victory.honour import honour


class BidKingdom(Action, frozen=True):
    """Honour offered for a kingdom."""

    kingdom: str
    honour: int


class KingdomWon(Event, frozen=True):
    """A kingdom and what it cost; `bid` -1: by lot."""

    RULE = "MU-VAR-01"
    seat: Seat
    kingdom: str
    bid: int


class OpeningAuction(Procedure[Medioevo], frozen=True):
    """MU-VAR-01 Two rounds of secret bids for kingdoms, leftovers by lot, then all markers shift."""

    kingdoms: tuple[str, ...]
    STEPS = ("first", "second", "lot", "shift")

    def first(self, game: Medioevo) -> None:
        """MU-VAR-01 The best bid for each kingdom gets it."""
        game.push(KingdomBids(seats=tuple(range(game.seats)), kingdoms=self.kingdoms))

    def second(self, game: Medioevo) -> None:
        """MU-VAR-01 Players still without a kingdom bid once more, for any that is left (reading R-44)."""
        without = landless(game)
        if without:
            game.push(KingdomBids(seats=without, kingdoms=unassigned(game, self.kingdoms)))

    def lot(self, game: Medioevo) -> None:
        """MU-VAR-01 Whoever still has none gets one at random."""
        without = landless(game)
        for seat, kingdom in zip(without, shuffled(game, unassigned(game, self.kingdoms)), strict=False):
            win_kingdom(game, seat, kingdom, -1)

    def shift(self, game: Medioevo) -> None:
        """MU-VAR-01 All markers move by the same amount, so that the lowest stands on 10 (reading R-43)."""
        lift = tables().start["honour"] - min(player.honour for player in game.players)
        for seat in range(game.seats):
            honour(game, seat, lift, "MU-VAR-01")


class KingdomBids(Together[Medioevo], frozen=True, kw_only=True):
    """MU-VAR-01 A kingdom and 0 to 10 honour points, in secret."""

    RULE = "MU-VAR-01"
    kingdoms: tuple[str, ...]

    def options_for(self, game: Medioevo, seat: Seat) -> Iterator[Action]:
        for kingdom in self.kingdoms:
            yield from (BidKingdom(kingdom, bid) for bid in range(tables().opening_bid + 1))

    def settle(self, game: Medioevo, answers: dict[Seat, tuple[Action, ...]]) -> None:
        for kingdom in self.kingdoms:
            offers = {seat: bid for seat, (bid, *_) in answers.items()}
            bids = {seat: bid.honour for seat, bid in offers.items() if isinstance(bid, BidKingdom) and bid.kingdom == kingdom}
            best = [seat for seat in sorted(bids) if bids[seat] == max(bids.values())]
            if len(best) == 1:
                winner = best.pop()
                win_kingdom(game, winner, kingdom, bids[winner])


def landless(game: Medioevo) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(game.seats) if not game.players[seat].kingdom)


def unassigned(game: Medioevo, kingdoms: tuple[str, ...]) -> tuple[str, ...]:
    taken = {player.kingdom for player in game.players}
    return tuple(kingdom for kingdom in kingdoms if kingdom not in taken)


def win_kingdom(game: Medioevo, seat: Seat, kingdom: str, bid: int) -> None:
    """MU-VAR-01 The kingdom is taken and the bid paid in honour."""
    change(game, seat, kingdom=kingdom)
    game.emit(KingdomWon(seat=seat, kingdom=kingdom, bid=bid))
    honour(game, seat, -max(0, bid), "MU-VAR-01")
