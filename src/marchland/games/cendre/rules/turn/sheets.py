"""The order phase: what counts as a sheet, and where it goes."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import IllegalAction

from ...orders import AnyOrder
from ...state import Cendre

MOST_LINES = 400


class Submit(Action, frozen=True):
    """A nation's whole sheet for the season; a later one replaces it as long as others are still writing."""

    orders: tuple[AnyOrder, ...] = ()


def check_sheet(action: Action) -> None:
    """TC-TURN-01 A sheet is always accepted; a bad line is refused when the season is resolved."""
    if not isinstance(action, Submit):
        raise IllegalAction("TC-TURN-01")
    if len(action.orders) > MOST_LINES:
        raise IllegalAction("TC-TURN-01", lines=len(action.orders), most=MOST_LINES)


def blank_sheet() -> Submit:
    """TC-SHEET-04 No sheet in time: no operation, armies defend, nothing is lost."""
    return Submit()


def hand_in(game: Cendre, answers: dict[Seat, tuple[Action, ...]]) -> None:
    """Every nation's last sheet is the one that counts."""
    for nation, seat in sorted(game.seats.items()):
        (submitted,) = answers[seat]
        assert isinstance(submitted, Submit)
        game.sheets[nation] = submitted.orders
