"""What a player is in the middle of, as a bot sees it: purchases, battles, movements, voyages, Trade Routes, pacts and wars."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ..rules.diplomacy.diplomacy import AnswerCharge, AnswerEnd
from ..rules.diplomacy.pacts import WritePact
from ..rules.movement.groups import leader_of
from ..rules.movement.meeting import ChooseFoe
from ..rules.movement.movement import ManageGroup
from ..rules.movement.removal import ChooseRemoval
from ..rules.purchases.purchases import BuyHere
from ..rules.setup import ChooseStartTransport, PlaceTransport
from ..rules.trade.deals import deal_total
from ..rules.trade.trade import ManageTransport
from ..state import Medioevo
from .battle import fight_promise, menace
from .diplomacy import diplomacy
from .movement import march_promise
from .purchases import best_bargain
from .trade import trade_promise
from .weights import KIT, UPGRADE, florin, turns_left


def promise(game: Medioevo, seat: Seat) -> float:
    """Everything under way that concerns the seat."""
    value = sum(fight_promise(game, fight, seat) for fight in game.fights)
    if game.marches and not game.fights and leader_of(game.marches[-1]) == seat:
        value += march_promise(game, game.marches[-1])
    if game.deals and game.deals[-1].seat == seat:
        deal = game.deals[-1]
        value += florin(turns_left(game)) * deal_total(game, deal) * (1 if deal.selling else -1)
    return value + trade_promise(game, seat) + menace(game, seat) + diplomacy(game, seat)


def start_promise(game: Medioevo, seat: Seat) -> float:
    """Starting transports that are chosen but not yet placed, and levels still to choose."""
    chosen = sum(KIT[one.kind] + UPGRADE * (one.level - 1) for one in game.frames(PlaceTransport) if one.seat == seat)
    return chosen + sum(2.5 * more.levels for more in game.frames(ChooseStartTransport) if more.seat == seat)


def idleness(game: Medioevo, seat: Seat) -> float:
    """A question of the seat's own that it might as well not have opened."""
    top = game.decision
    if isinstance(top, ChooseRemoval | ManageGroup | WritePact | ChooseFoe) and top.seat == seat:
        return 0.1
    if isinstance(top, BuyHere) and top.seat == seat:
        return 0.1 - best_bargain(game, seat, top.space)
    if isinstance(top, ManageTransport) and top.seat == seat and not game.marches[-1].steps and not game.marches[-1].stopped:
        return -0.5  # setting out is never wrong: resting comes later
    if isinstance(top, AnswerCharge | AnswerEnd) and top.rival == seat:
        return 1.0  # no quarrels about pacts without a reason
    return 0.0
