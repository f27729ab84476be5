"""Loans, interest, bankruptcy."""

import pytest

from marchland.games.medioevo.rules.loans import (
    Borrow,
    Default,
    Eliminated,
    Repay,
    SelfPillage,
    SelfRebel,
    interest_due,
    net_florins,
    own_valuables,
)
from marchland.games.medioevo.rules.taxes import SetTax
from marchland.games.medioevo.rules.turn_end import freshen
from marchland.games.medioevo.state import BARBARIANS

from .table import Table

HOMES = ("constantinople", "adrianople", "thessalonica", "hellas", "morea", "nicaea", "smyrna")


@pytest.mark.rule("MU-LOA-01", "MU-LOA-02")
def test_one_loan_and_one_repayment_per_turn():
    table = Table(2, at="purchases", order=[0, 1])
    assert Borrow() in table.offers()
    table.do("borrow")
    assert table.florins(0) == 2100
    assert Borrow() not in table.offers()
    assert Repay() in table.offers(), "both in one turn are allowed"
    table.do("repay")
    assert (table.florins(0), table.game.players[0].loans) == (1600, 0)


@pytest.mark.rule("MU-LOA-01")
def test_five_loans_at_most():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"loans": 5}})
    assert Borrow() not in table.offers()


@pytest.mark.rule("MU-LOA-03")
def test_worked_example_of_interest():
    """E-61: nothing in the turn of the loan, 50 the turn after, 100 with a second loan of that turn."""
    table = Table(2, at="purchases", order=[0, 1])
    table.do("borrow")
    assert interest_due(table.game, 0) == 0
    freshen(table.game, 0)
    assert interest_due(table.game, 0) == 50
    table.do("borrow")
    assert interest_due(table.game, 0) == 50
    freshen(table.game, 0)
    assert interest_due(table.game, 0) == 100


@pytest.mark.rule("MU-LOA-04")
def test_net_wealth_counts_550_per_loan():
    """E-60"""
    table = Table(2, players={0: {"florins": 1000, "loans": 1}})
    assert net_florins(table.game, 0) == 450


def bankrupt(**more):
    """Seat 0 owes 250 and has 200 of the destitute; everything at home is lost."""
    lands = {space: {"holder": 1} for space in HOMES}
    armies = {space: {1: {"li": 1}} for space in HOMES}
    players = {0: {"florins": 0, "loans": 5, **more.pop("player", {})}}
    table = Table(2, at="taxes", order=[0, 1], lands=lands, armies=armies, players=players, **more)
    return table.do(SetTax(10), SetTax(10))


@pytest.mark.rule("MU-BKR-01", "MU-BKR-04")
def test_interest_unpaid_twice_in_a_row_eliminates():
    table = bankrupt(vehicles=[{"owner": 0, "kind": "engine", "space": "tarnovo"}])
    assert table.game.players[0].arrears == 50
    assert table.game.players[0].strikes == 1
    again = bankrupt(player={"strikes": 1, "hand": [5]}, vehicles=[{"owner": 0, "kind": "engine", "space": "tarnovo"}])
    assert again.happened(Eliminated)
    assert again.game.vehicles == {}
    assert 5 in again.game.deck
    assert again.game.players[0].loans == 0


@pytest.mark.rule("MU-BKR-02")
def test_a_bankrupt_may_destroy_buildings_and_transports_but_not_engines_for_half():
    vehicles = [{"owner": 0, "kind": "caravan", "level": 3, "space": "tarnovo"}, {"owner": 0, "kind": "engine", "space": "tarnovo"}]
    table = bankrupt(vehicles=vehicles)
    assert own_valuables(table.game, 0) == ["v:1"]
    assert SelfRebel() not in table.offers(), "rebellions only when nothing is left to pillage"
    table.do(SelfPillage("v:1"))
    assert table.florins(0) == 200 + 150 - 250
    assert table.game.players[0].strikes == 0


@pytest.mark.rule("MU-BKR-03")
def test_a_bankrupt_with_nothing_left_may_allow_rebellions():
    players = {0: {"florins": 0, "loans": 5, "arrears": 200}}
    table = Table(2, at="taxes", order=[0, 1], players=players, circle=[4, 6, 8])
    table.do(SetTax(10), SetTax(10))
    assert SelfRebel() in table.offers()
    assert Default() in table.offers()
    before = table.florins(0)
    table.do("selfrebel")
    if table.asked() == "ChooseRebellion":
        table.do(table.offers()[0])
    assert table.florins(0) == before + 100
    assert sum(table.game.lands[space].holder == BARBARIANS for space in HOMES) == 1


@pytest.mark.rule("MU-BKR-04")
def test_home_land_of_the_eliminated_becomes_barbarian():
    table = Table(3, at="taxes", order=[0, 1, 2], players={0: {"florins": 0, "loans": 5, "arrears": 500, "strikes": 1}})
    table.do(SetTax(10), SetTax(10), SetTax(10), "default")
    assert table.happened(Eliminated)[0].seat == 0
    assert all(table.game.lands[space].holder == BARBARIANS for space in HOMES)
    assert 0 not in table.game.deciders
