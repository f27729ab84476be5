"""Chapter "L'économie", trade: goods sent abroad."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import Send
from ...state import Cendre, NationId, Shipment
from ...tables import TABLES
from ...world import MAJORS
from ..common.inquiry import lines, seats_of, treaty
from ..common.ledger import done, gain, pay, refuse
from ..diplomacy.relations import frozen_goods
from ..standing.deeds import help_in_need


class GoodsSent(Event, frozen=True):
    nation: NationId
    other: NationId
    goods: Goods
    RULE = "TC-ECO-02"


def ship_goods(game: Cendre) -> None:
    """TC-ECO-02 Goods leave at once and arrive next season; short stocks are served in the order of the sheet."""
    for nation in MAJORS:
        for line, order in lines(game, nation, Send):
            if may_trade(game, nation, order.nation) or is_tribute(game, order):
                _ship(game, nation, line, order)
            else:
                refuse(game, nation, line, order, "TC-ECO-02", nation=order.nation)


def may_trade(game: Cendre, nation: NationId, other: NationId) -> bool:
    """TC-ECO-02 A contract that was in force before this season."""
    contract = treaty(game, "contract", nation, other)
    return other in game.nations and contract is not None and contract.since < game.turn


def is_tribute(game: Cendre, order: Send) -> bool:
    """TC-EVT-05 Tribute to the Horde needs no treaty."""
    return order.nation == "EXT-EAST" and order.nation in game.nations


def _ship(game: Cendre, nation: NationId, line: int, order: Send) -> None:
    free = (game.nations[nation].goods - frozen_goods(game, nation)).at_least_nothing()
    goods = order.goods.least(free).at_least_nothing()
    if not goods:
        refuse(game, nation, line, order, "TC-ECO-02", nation=order.nation, why="price")
        return
    pay(game, nation, goods, "trade", "TC-ECO-02", other=order.nation)
    game.shipments.append(Shipment(nation, order.nation, goods))
    reward_help(game, nation, order.nation, goods)
    audience = seats_of(game, nation)
    game.emit(GoodsSent(nation=nation, other=order.nation, goods=goods, audience=audience))
    done(game, nation, line, order, "TC-ECO-02", nation=order.nation)


def receive_goods(game: Cendre) -> None:
    """TC-ECO-02 What was sent last season arrives."""
    arriving, game.shipments = game.shipments, []
    for shipment in arriving:
        if shipment.to in game.nations:
            gain(game, shipment.to, shipment.goods, "trade", "TC-ECO-02", other=shipment.by)
        elif shipment.by in game.nations:
            gain(game, shipment.by, shipment.goods, "trade_returned", "TC-ECO-02", other=shipment.to)


def reward_help(game: Cendre, nation: NationId, needy: NationId, goods: Goods) -> None:
    """TC-ECO-02 Food for a nation that starves this season is help in need, and counts at once."""
    if game.nations[needy].season.famine and goods.provisions >= TABLES.standing.helping_provisions:
        help_in_need(game, nation, needy)
