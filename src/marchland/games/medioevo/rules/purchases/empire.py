"""Buying Empire cards (rulebook: Purchase phase, Empire cards)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Procedure

from ...state import Held, Medioevo
from ...tables import tables
from ..cards.windows import open_window
from ..components.table import change, holdings


class BuyCard(Action, frozen=True):
    """Buy an Empire card."""


class KeepCard(Action, frozen=True):
    """Keep this card of those drawn."""

    TOUCHES = ("card",)
    PREFIX = {"card": "card"}
    card: int


class CardsDrawn(Event, frozen=True):
    """Seen by the buyer alone."""

    RULE = "MU-BUY-10"
    seat: Seat
    cards: tuple[int, ...]


class CardKept(Event, frozen=True):
    """A card lies before a player, character side up."""

    RULE = "MU-BUY-10"
    REVEALS = True
    seat: Seat
    card: int


class DrawCards(Procedure[Medioevo], frozen=True):
    """MU-BUY-10 Draw two cards and two per Cathedral, keep one, put the rest under the deck."""

    seat: Seat
    STEPS = ("draw", "sage", "keep")

    def draw(self, game: Medioevo) -> None:
        """MU-BUY-10 The cards come from the top of the deck."""
        change(game, self.seat, bought_card=True)
        draw_cards(game, self.seat, draw_size(game, self.seat))

    def sage(self, game: Medioevo) -> None:
        """MU-BUY-10 A Sage may draw anew."""
        open_window(game, "W-4e")

    def keep(self, game: Medioevo) -> None:
        """MU-BUY-10 One card is kept."""
        if game.players[self.seat].drawn:
            game.push(ChooseCard(self.seat))


class ChooseCard(Decision[Medioevo], frozen=True):
    """MU-BUY-10 One of the cards drawn is kept; the others go under the deck."""

    RULE = "MU-BUY-10"
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"drawn": len(game.players[seat].drawn)}

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield from map(KeepCard, game.players[self.seat].drawn)

    def resolve(self, game: Medioevo, action: Action) -> None:
        assert isinstance(action, KeepCard)
        keep_card(game, self.seat, action.card)


def card_price(game: Medioevo, seat: Seat) -> int:
    """MU-BUY-10 100 florins and 50 for every card owned."""
    return tables().empire_card["price"] + tables().empire_card["per_card"] * len(game.players[seat].hand)


def can_buy_card(game: Medioevo, seat: Seat) -> bool:
    """MU-BUY-10 One card per turn, while the deck lasts."""
    player = game.players[seat]
    return not player.bought_card and bool(game.deck) and card_price(game, seat) <= player.florins


def draw_size(game: Medioevo, seat: Seat) -> int:
    cathedrals = sum(game.lands[space].cathedral for space in holdings(game, seat))
    return tables().empire_card["draw"] + tables().empire_card["per_cathedral"] * cathedrals


def draw_cards(game: Medioevo, seat: Seat, number: int) -> None:
    """Cards go from the deck to the buyer's hand, unseen by others; a short deck gives what it has (reading S-33)."""
    cards = tuple(game.deck[:number])
    del game.deck[:number]
    change(game, seat, drawn=(*game.players[seat].drawn, *cards))
    game.emit(CardsDrawn(seat=seat, cards=cards, audience=(seat,)))


def keep_card(game: Medioevo, seat: Seat, card: int) -> None:
    """MU-BUY-10 The card chosen lies upright before its owner; the rest go under the deck."""
    player = game.players[seat]
    game.deck.extend(other for other in player.drawn if other != card)
    change(game, seat, drawn=(), hand=tuple(sorted((*player.hand, Held(card)), key=lambda held: held.card)))
    game.emit(CardKept(seat=seat, card=card))
