"""What may be seen of a game of Vinci: everything but the future."""

from __future__ import annotations

import msgspec

from marchland.kernel.actions import Seat
from marchland.kernel.views import View, forget, header

from .rules.civilizations import price_of
from .rules.scoring import active_points, declining_points
from .state import Holding, ThisTurn, Vinci
from .tables import Civ
from .world import Province


class Offer(msgspec.Struct, frozen=True):
    """A pair on the market."""

    slot: int
    civ: Civ
    price: int
    counters: int


class SeatView(msgspec.Struct, frozen=True):
    seat: Seat
    fictional: bool
    score: int
    civ: Civ
    hand: int
    tokens: int
    declining_civ: Civ
    peace: tuple[Seat, ...]
    turns: int
    waiting: bool
    """Has a civilization that has not had a turn yet."""
    active_points: int
    declining_points: int


class VinciView(View, frozen=True):
    board: str
    target: int
    ending: bool
    order: tuple[Seat, ...]
    land: dict[Province, Holding | None]
    market: tuple[Offer, ...]
    bag: int
    seats: tuple[SeatView, ...]
    this_turn: ThisTurn
    scores: tuple[int, ...]


def view(game: Vinci, seat: Seat | None) -> VinciView:
    return VinciView(
        **header(game, seat),
        board=game.settings.board,
        target=game.settings.target,
        ending=game.ending,
        order=game.order,
        land=dict(game.land),
        market=tuple(
            Offer(slot, civ, price_of(slot), counters)
            for slot, (civ, counters) in enumerate(zip(game.slots, game.counters, strict=True), 1)
        ),
        bag=len(game.bag),
        seats=tuple(seat_view(game, other) for other in range(len(game.score))),
        this_turn=game.this_turn,
        scores=scores(game),
    )


def scores(game: Vinci) -> tuple[int, ...]:
    return tuple(game.score)


def seat_view(game: Vinci, seat: Seat) -> SeatView:
    return SeatView(
        seat=seat,
        fictional=seat in game.fictional,
        score=game.score[seat],
        civ=game.civ[seat],
        hand=game.hand[seat],
        tokens=game.tokens[seat],
        declining_civ=game.declining_civ[seat],
        peace=game.peace[seat],
        turns=game.turns[seat],
        waiting=bool(game.civ[seat]) and game.fresh[seat],
        active_points=active_points(game, seat),
        declining_points=declining_points(game, seat),
    )


def redeal(game: Vinci, seat: Seat | None, key: bytes) -> Vinci:
    """Nothing lies hidden on the table: tiles are drawn by chance, so only the future is dealt anew."""
    dealt = game.clone()
    forget(dealt, seat, key)
    return dealt
