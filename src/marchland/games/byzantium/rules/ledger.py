"""Treasuries and score tracks: the only place where money and points change."""

from marchland.kernel.actions import Seat

from ..state import Byzantium
from ..tables import Side


def pay(game: Byzantium, seat: Seat, side: Side, bezants: int) -> None:
    """BY-CUBE-03 Bezants spent go from one treasury to the bank."""
    _shift(game, seat, side, -bezants)


def receive(game: Byzantium, seat: Seat, side: Side, bezants: int) -> None:
    _shift(game, seat, side, bezants)


def _shift(game: Byzantium, seat: Seat, side: Side, bezants: int) -> None:
    game.change_realm(seat, side, treasury=game.realm(seat, side).treasury + bezants)
    game.bank_paid += bezants


def score(game: Byzantium, seat: Seat, side: Side, points: int) -> None:
    """BY-END-03 Points move one track of a player, which never falls below 0."""
    game.change_realm(seat, side, points=max(0, game.realm(seat, side).points + points))
