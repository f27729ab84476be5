"""The order phase: every nation writes its sheet in secret."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.actions import Action, Seat
from .....kernel.errors import IllegalAction
from .....kernel.frames import Together
from ...orders import AnyOrder
from ...state import Cendre
from ..common.inquiry import nation_of
from .samples import sample_sheets

MOST_LINES = 400


class Submit(Action, frozen=True):
    """A nation's whole sheet for the season; a later one replaces it as long as others are still writing."""

    orders: tuple[AnyOrder, ...] = ()


class WriteSheets(Together[Cendre], frozen=True):
    """TC-TURN-01 All nations write their orders for the season at the same time, and nobody sees another's sheet."""

    RULE = "TC-TURN-01"
    WRITTEN = True

    def options_for(self, game: Cendre, seat: Seat) -> Iterator[Action]:
        """A few sensible sheets; any other is accepted by `check`."""
        for orders in sample_sheets(game, nation_of(game, seat)):
            yield Submit(orders)

    def default(self, game: Cendre, seat: Seat) -> Action:
        """TC-SHEET-04 No sheet in time: no operation, armies defend, nothing is lost."""
        return Submit()

    def check(self, game: Cendre, seat: Seat, action: Action) -> None:
        """TC-TURN-01 A sheet is always accepted; a bad line is refused when the season is resolved."""
        if not isinstance(action, Submit):
            raise IllegalAction(self.RULE)
        if len(action.orders) > MOST_LINES:
            raise IllegalAction(self.RULE, lines=len(action.orders), most=MOST_LINES)

    def settle(self, game: Cendre, answers: dict[Seat, tuple[Action, ...]]) -> None:
        for nation, seat in sorted(game.seats.items()):
            (submitted,) = answers[seat]
            assert isinstance(submitted, Submit)
            game.sheets[nation] = submitted.orders
