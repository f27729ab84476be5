"""The market of leaders: arrivals, prices, bids and departures."""

from __future__ import annotations

import msgspec

from marchland.kernel.events import Event

from ...goods import Goods
from ...orders import Bid
from ...state import WINTER, Cendre, LeaderId, Listing, NationId
from ...tables import TABLES
from ...world import MAJORS
from ..common.dice import percent
from ..common.inquiry import by_number, lines
from ..common.ledger import can_pay, done, pay, refuse
from .people import die, join, leave
from .recruits import any_people, create_leader, has_room, parts, random_types
from .training import rank


class LeaderOffered(Event, frozen=True):
    """Everybody sees who is for hire, with his types, levels and gifts."""

    RULE = "TC-LEAD-13"
    REVEALS = True
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


class Offer(msgspec.Struct, frozen=True):
    """A nation's bid for a leader, with the line it stands on."""

    gold: int
    reputation: int
    nation: NationId
    line: int
    order: Bid

    @property
    def rank(self) -> tuple[int, int]:
        return self.gold, self.reputation


def settle_bids(game: Cendre) -> None:
    """TC-LEAD-13 The highest bid wins and is paid; a tie goes to the better name, a second tie to nobody."""
    bids: dict[LeaderId, list[Offer]] = {}
    for nation in MAJORS:
        for offer in own_bids(game, nation):
            bids.setdefault(offer.order.leader, []).append(offer)
    for leader in sorted(bids, key=lambda leader: (-max(offer.gold for offer in bids[leader]), leader)):
        _award(game, leader, sorted(bids[leader], key=lambda offer: (-offer.gold, -offer.reputation, offer.nation)))


def own_bids(game: Cendre, nation: NationId) -> list[Offer]:
    """TC-LEAD-13 The nation's legal bids: for each leader its highest one, so that nobody bids against himself."""
    best: dict[LeaderId, Offer] = {}
    for line, order in lines(game, nation, Bid):
        why = bid_refusal(game, nation, order)
        offer = Offer(order.gold, game.nations[nation].reputation, nation, line, order)
        rival = best.get(order.leader)
        if why:
            _turn_down(game, offer, why)
        elif rival is None:
            best[order.leader] = offer
        else:
            best[order.leader] = max(rival, offer, key=lambda bid: (bid.gold, -bid.line))
            _turn_down(game, min(rival, offer, key=lambda bid: (bid.gold, -bid.line)), "bid_twice")
    return list(best.values())


def bid_refusal(game: Cendre, nation: NationId, order: Bid) -> str:
    """TC-LEAD-13 Why a bid does not count: nobody of that number, below the price, or for somebody who left this nation."""
    listing = game.market.get(order.leader)
    if listing is None:
        return "unknown"
    if listing.refuses == nation:
        return "former_service"
    return "below_price" if order.gold < listing.price else ""


def _turn_down(game: Cendre, offer: Offer, why: str) -> None:
    refuse(game, offer.nation, offer.line, offer.order, "TC-LEAD-13", leader=offer.order.leader, gold=offer.gold, why=why)


def _award(game: Cendre, leader: LeaderId, offers: list[Offer]) -> None:
    able = []
    for offer in offers:
        problem = _obstacle(game, offer)
        if problem:
            _turn_down(game, offer, problem)
        else:
            able.append(offer)
    tied = len(able) > 1 and able[0].rank == able[1].rank
    for offer in able if tied else able[1:]:
        _turn_down(game, offer, "outbid")
    if able and not tied:
        _hire(game, leader, able[0])


def _obstacle(game: Cendre, offer: Offer) -> str:
    """TC-LEAD-13 A bid is worth something only with the gold to pay it and a place to fill."""
    if not has_room(game, offer.nation):
        return "no_room"
    return "" if can_pay(game, offer.nation, Goods(gold=offer.gold)) else "cannot_pay"


def _hire(game: Cendre, leader: LeaderId, offer: Offer) -> None:
    pay(game, offer.nation, Goods(gold=offer.gold), "market", "TC-LEAD-13")
    join(game, leader, offer.nation, "market", "TC-LEAD-13")
    game.emit(LeaderHired(leader=leader, name=game.leaders[leader].name, nation=offer.nation))
    done(game, offer.nation, offer.line, offer.order, "TC-LEAD-13", leader=leader)


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
