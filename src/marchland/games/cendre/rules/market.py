"""The market of leaders: arrivals, prices, bids and departures."""

from __future__ import annotations

import msgspec

from ....kernel.events import Event
from ..goods import Goods
from ..orders import Bid
from ..state import WINTER, Cendre, LeaderId, Listing, NationId
from ..tables import TABLES
from ..world import MAJORS
from .dice import percent
from .inquiry import by_number, lines
from .ledger import can_pay, done, pay, refuse
from .people import die, join, leave
from .recruits import any_people, create_leader, has_room, parts, random_types
from .training import rank


class LeaderOffered(Event, frozen=True):
    """Everybody sees who is for hire, with his types, levels and gifts."""

    RULE = "TC-LEAD-13"
    leader: LeaderId
    name: str
    price: int
    former: NationId = ""


class LeaderHired(Event, frozen=True):
    """Everybody sees who hired him; nobody but the two knows the price."""

    RULE = "TC-LEAD-13"
    leader: LeaderId
    name: str
    nation: NationId


class LeaderWithdrew(Event, frozen=True):
    RULE = "TC-LEAD-13"
    leader: LeaderId
    name: str


def asking_price(game: Cendre, leader: LeaderId) -> Listing:
    """TC-LEAD-13 Base price and floor by level; two types add up."""
    table, record = TABLES.leaders.market, game.leaders[leader]
    places = [rank(part.level) for _, part in parts(record)]
    price, floor = sum(table.price[place] for place in places), sum(table.floor[place] for place in places)
    return Listing(price, floor, game.turn)


def offer_on_market(game: Cendre, leader: LeaderId, reason: str, rule: str) -> None:
    """TC-LEAD-13 A leader leaves his nation for the market and will not serve it again."""
    former = game.leaders[leader].nation
    if former:
        leave(game, leader, reason, rule)
    _list(game, leader, former)


def _list(game: Cendre, leader: LeaderId, former: NationId) -> None:
    listing = msgspec.structs.replace(asking_price(game, leader), refuses=former)
    game.market[leader] = listing
    game.emit(LeaderOffered(leader=leader, name=game.leaders[leader].name, price=listing.price, former=former))


def settle_bids(game: Cendre) -> None:
    """TC-LEAD-13 The highest bid wins and is paid; a tie goes to the better name, a second tie to nobody."""
    bids: dict[LeaderId, list[tuple[int, int, NationId, int, Bid]]] = {}
    for nation in MAJORS:
        for line, order in lines(game, nation, Bid):
            if is_bid_legal(game, nation, order):
                entry = (order.gold, game.nations[nation].reputation, nation, line, order)
                bids.setdefault(order.leader, []).append(entry)
            else:
                refuse(game, nation, line, order, "TC-LEAD-13", leader=order.leader, gold=order.gold)
    for leader in sorted(bids, key=lambda leader: (-max(bid[0] for bid in bids[leader]), leader)):
        _award(game, leader, sorted(bids[leader], key=lambda bid: (-bid[0], -bid[1], bid[2])))


def is_bid_legal(game: Cendre, nation: NationId, order: Bid) -> bool:
    listing = game.market.get(order.leader)
    return listing is not None and order.gold >= listing.price and listing.refuses != nation


def _award(game: Cendre, leader: LeaderId, bids: list[tuple[int, int, NationId, int, Bid]]) -> None:
    able = [bid for bid in bids if has_room(game, bid[2]) and can_pay(game, bid[2], Goods(gold=bid[0]))]
    tied = len(able) > 1 and able[0][:2] == able[1][:2]
    for bid in bids:
        if bid is not (able[0] if able and not tied else None):
            refuse(game, bid[2], bid[3], bid[4], "TC-LEAD-13", leader=leader, gold=bid[0])
    if not able or tied:
        return
    gold, _, nation, line, order = able[0]
    pay(game, nation, Goods(gold=gold), "market", "TC-LEAD-13")
    join(game, leader, nation, "market", "TC-LEAD-13")
    game.emit(LeaderHired(leader=leader, name=game.leaders[leader].name, nation=nation))
    done(game, nation, line, order, "TC-LEAD-13", leader=leader)


def lower_prices(game: Cendre) -> None:
    """TC-LEAD-13 Whoever was not hired asks for less; below his floor he retires."""
    if game.season == WINTER:
        return
    for leader in sorted(game.market):
        listing = game.market[leader]
        if listing.since == game.turn:
            continue
        cheaper = msgspec.structs.replace(listing, price=listing.price - TABLES.leaders.market.fall)
        game.market[leader] = cheaper
        if cheaper.price < cheaper.floor:
            game.emit(LeaderWithdrew(leader=leader, name=game.leaders[leader].name))
            game.market.pop(leader)
            del game.leaders[leader]


def newcomers(game: Cendre) -> None:
    """TC-LEAD-13 Each winter somebody new may look for work, most likely when nobody else does."""
    table = TABLES.leaders.market
    if percent(game, "", "market", table.arrival if game.market else table.arrival_empty):
        origin = any_people(game)
        leader = create_leader(game, origin, random_types(game, origin))
        _list(game, leader, "")


def market_deaths(game: Cendre, is_dying: list[LeaderId]) -> None:
    """TC-LEAD-13 Leaders for hire age and die like others."""
    for leader in by_number(game.leaders[name] for name in is_dying if name in game.market):
        game.emit(LeaderWithdrew(leader=leader.id, name=leader.name))
        die(game, leader.id, "old_age", "TC-LEAD-13")
