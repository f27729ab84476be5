"""Chapter "L'économie", trade: what the sheets send abroad before the diplomats meet."""

from __future__ import annotations

from marchland.kernel.frames import Procedure

from ...state import Cendre
from ..events.threats import sails
from . import caravans, trade


class TradePhase(Procedure[Cendre], frozen=True):
    """TC-ECO-02 Before diplomacy: goods are sent and caravans set out."""

    STEPS = ("goods", "caravans")

    def goods(self, game: Cendre) -> None:
        """TC-ECO-02 Goods sent abroad, and gold for the Pale Sails."""
        trade.ship_goods(game)
        sails.hire_sails(game)

    def caravans(self, game: Cendre) -> None:
        """TC-ECO-03 New caravans."""
        caravans.establish_caravans(game)
