"""Phase 4: one block of purchases per player (rulebook: Purchase phase)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine, Procedure

from ...state import Medioevo
from ...tables import COLOURS, tables
from ..cards.powers import free_acts
from ..cards.windows import break_off
from ..components.table import bumped, change, colour_index, living, pay, refusal
from ..loans import Borrow, Repay, why_no_loan
from ..technologies.points import sources
from ..variants.deployment import CallDeployments, DeployAll, OrderGoods, PlaceOrders, is_deployed
from .empire import BuyCard, DrawCards, can_buy_card, card_price
from .refusals import price_lines, why_not_study
from .sites import Buyer, Repair, buy, fee_of_action, open_sites, price_of_action, site_offers, why_not_buy

LAST_LEVEL = 4
"""The deepest level of every branch of technology."""
ORDERS = "orders"
"""The entry among visited places for hidden orders under Deployment."""


class Study(Action, frozen=True):
    """Buy the next technology of a branch."""

    TOUCHES = ("branch",)
    PREFIX = {"branch": "technology"}
    branch: str


class Visit(Action, frozen=True):
    """See what can be bought in a territory."""

    TOUCHES = ("space",)
    space: str


class DoneBuying(Action, frozen=True):
    """Buy nothing more this turn."""

    IDLE = True


class LeaveSite(Action, frozen=True):
    """Buy nothing more here."""

    IDLE = True


class Studied(Event, frozen=True):
    RULE = "MU-BUY-01"
    seat: Seat
    branch: str
    level: int


class BuyingPhase(Procedure[Medioevo], frozen=True):
    """MU-TURN-01 Purchases, one player after the other in turn order (reading R-26)."""

    STEPS = ("call", "blocks", "deploy")

    def call(self, game: Medioevo) -> None:
        """With the variant any player may call for Deployment before the first purchase."""
        game.push(CallDeployments())

    def blocks(self, game: Medioevo) -> None:
        """MU-BUY-01 Each player buys in turn."""
        game.push(*(PurchaseBlock(seat) for seat in living(game)))

    def deploy(self, game: Medioevo) -> None:
        """Under Deployment hidden purchases are placed in turn order."""
        if is_deployed(game):
            game.push(DeployAll())


class PurchaseBlock(Procedure[Medioevo], frozen=True):
    """MU-BUY-01 One player's purchases."""

    seat: Seat
    STEPS = ("begin", "buy")

    def begin(self, game: Medioevo) -> None:
        """MU-BUY-08 The limit on units starts anew; technologies and cards may be bought again."""
        game.active = self.seat
        change(game, self.seat, recruits=0)

    def buy(self, game: Medioevo) -> None:
        """MU-BUY-01 He buys until he has done."""
        if not game.players[self.seat].eliminated:
            game.push(Purchase(self.seat))


class Purchase(Decision[Medioevo], frozen=True):
    """MU-BUY-01 Technologies, a card, or something in one of his territories.

    A territory that was left is open again as soon as something has been bought or done elsewhere, so that visits come to an end.
    """

    RULE = "MU-BUY-01"
    seat: Seat
    visited: tuple[str, ...] = ()

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"florins": game.players[seat].florins}

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield DoneBuying()
        yield from map(Study, studies(game, self.seat))
        if can_buy_card(game, self.seat):
            yield BuyCard()
        if is_deployed(game) and ORDERS not in self.visited:
            yield OrderGoods()
        yield from (Visit(space) for space in open_sites(game, self.seat) if space not in self.visited)
        acts = tuple(free_acts(game, self.seat, "W-4"))
        yield from acts
        yield from (source for source in sources(game, self.seat, set(COLOURS)) if source not in acts)

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case DoneBuying():
                return
            case Visit(space=space):
                game.push(BuyHere(self.seat, space), Purchase(self.seat, (*self.visited, space)))
            case Study(branch=branch):
                game.push(self.reopened())
                study(game, self.seat, branch)
            case BuyCard():
                game.push(self.reopened())
                pay(game, self.seat, card_price(game, self.seat), "MU-BUY-10")
                game.push(DrawCards(self.seat))
            case OrderGoods():
                game.push(PlaceOrders(self.seat), Purchase(self.seat, (*self.visited, ORDERS)))
            case _:
                break_off(game, self.reopened(), self.seat, action)

    def refusals(self, game: Medioevo, seat: Seat, action: Action) -> Iterator[Refusal]:
        if isinstance(action, Study) and action.branch in COLOURS:
            yield from why_not_study(game, seat, action.branch)
        elif isinstance(action, BuyCard):
            yield refusal("MU-BUY-10", need=card_price(game, seat), have=game.players[seat].florins)
        elif isinstance(action, Borrow | Repay):
            yield why_no_loan(action)

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Study(branch=branch):
                return [PreviewLine("MU-BUY-01", -study_price(game, seat, branch), unit="florins")]
            case BuyCard():
                return [PreviewLine("MU-BUY-10", -card_price(game, seat), unit="florins")]
            case _:
                return []

    def reopened(self) -> Purchase:
        """Something has changed: every territory may be looked at again."""
        return Purchase(self.seat, tuple(place for place in self.visited if place == ORDERS))


class BuyHere(Decision[Medioevo], frozen=True):
    """MU-BUY-02 Purchases in one territory."""

    RULE = "MU-BUY-02"
    seat: Seat
    space: str

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"florins": game.players[seat].florins}

    def facts(self, game: Medioevo, seat: Seat, action: Action) -> Mapping[str, object]:
        """What is to be repaired, by its proper name."""
        known = super().facts(game, seat, action)
        if not isinstance(action, Repair):
            return known
        return {**known, "item": f"{action.category}:{getattr(game.lands[self.space], action.category)}"}

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield LeaveSite()
        yield from site_offers(Buyer(game, self.seat), self.space)

    def resolve(self, game: Medioevo, action: Action) -> None:
        if isinstance(action, LeaveSite):
            return
        below = game.top
        if isinstance(below, Purchase):
            game.update(below, visited=(*below.reopened().visited, self.space))
        game.push(self)
        buy(game, self.seat, self.space, action)

    def refusals(self, game: Medioevo, seat: Seat, action: Action) -> Iterator[Refusal]:
        yield from why_not_buy(game, seat, self.space, action)

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        priced = price_of_action(game, seat, self.space, action)
        fee = fee_of_action(game, seat, self.space, action)
        lines = price_lines(game, seat, *priced) if priced else []
        return [*lines, PreviewLine("MU-DIP-05", -fee, unit="florins")] if fee else lines


def study_price(game: Medioevo, seat: Seat, branch: str) -> int:
    """MU-BUY-01 100 florins times the level."""
    return tables().technology_price * (game.players[seat].technology[colour_index(branch)] + 1)


def studies(game: Medioevo, seat: Seat) -> list[str]:
    """MU-BUY-01 The branches in which the player can buy a technology: level by level, one per branch and turn."""
    player = game.players[seat]
    paid = min(player.florins // tables().technology_price, LAST_LEVEL)
    return [
        branch for branch, level in zip(COLOURS, player.technology, strict=True) if level < paid and branch not in player.studied
    ]


def study(game: Medioevo, seat: Seat, branch: str) -> None:
    """MU-BUY-01 The marker moves down one level."""
    pay(game, seat, study_price(game, seat, branch), "MU-BUY-01")
    player = game.players[seat]
    levels = bumped(player.technology, colour_index(branch), 1)
    change(game, seat, technology=levels, studied=(*player.studied, branch))
    game.emit(Studied(seat=seat, branch=branch, level=levels[colour_index(branch)]))
