"""Phase 1: bids for the order of play."""

import pytest

from marchland.games.medioevo.rules.components.table import Paid
from marchland.games.medioevo.rules.order import Bid, BidsShown, ranking
from marchland.kernel.errors import IllegalAction

from .table import Table


def bidding(*bids, order=(0, 1, 2), seats=3, **more):
    return Table(seats, at="order", turn=2, order=order, **more).do(*map(Bid, bids))


@pytest.mark.rule("MU-ORD-01", "MU-ORD-04", "MU-TURN-01")
def test_the_highest_bidder_plays_first_and_pays_the_last():
    table = bidding(50, 100, 0)
    assert table.game.order == (1, 0, 2)
    assert [(event.seat, event.payee, event.florins) for event in table.happened(Paid)] == [(1, 2, 100)]
    assert [table.florins(seat) for seat in range(3)] == [1600, 1500, 1700]
    assert table.game.phase == 2


@pytest.mark.rule("MU-ORD-01")
def test_bids_are_sealed_and_no_more_than_cash():
    table = Table(2, at="order", turn=2, players={0: {"florins": 120}})
    table.do(Bid(117))
    assert table.happened(BidsShown) == []
    poor = Table(2, at="order", turn=2, players={0: {"florins": 120}})
    with pytest.raises(IllegalAction) as refused:
        poor.game.apply(0, Bid(121))
    assert refused.value.rule == "MU-ORD-01"
    assert refused.value.facts == {"most": 120}


@pytest.mark.rule("MU-ORD-02")
def test_a_tie_for_the_first_place_is_broken_by_further_bids():
    table = bidding(100, 100, 50)
    assert table.asked() == "ExtraBids"
    assert table.game.deciders == (0, 1)
    table.do(Bid(0), Bid(10))
    assert table.game.order == (1, 0, 2)
    assert table.florins(1) == 1600 - 110


@pytest.mark.rule("MU-ORD-02")
def test_if_nobody_adds_the_last_order_is_reversed():
    table = bidding(100, 100, 50, order=(0, 1, 2))
    table.do(Bid(0), Bid(0))
    assert table.game.order == (1, 0, 2)


@pytest.mark.rule("MU-ORD-03")
def test_other_ties_reverse_the_order_of_last_turn():
    table = bidding(100, 20, 20, order=(0, 1, 2))
    assert table.game.order == (0, 2, 1)
    assert ranking(table.game, (5, 5, 9)) == (2, 1, 0)


@pytest.mark.rule("MU-ORD-03")
def test_on_the_first_turn_ties_are_decided_by_lot():
    orders = set()
    for start in range(12):
        table = Table(3, at="order")
        table.game.order = ()
        table.game.chance = type(table.game.chance)(bytes([start]) * 32)
        orders.add(ranking(table.game, (0, 0, 0)))
    assert len(orders) > 1
