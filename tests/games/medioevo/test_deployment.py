"""The Deployment variant: purchases hidden behind screens until all have bought."""

import pytest

from marchland.games.medioevo.rules.deployment import Order, Ordered
from marchland.games.medioevo.rules.sites import Recruit
from marchland.games.medioevo.rules.table import Paid
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE

from .table import Table


def buying():
    """Seat 1, Hungary, buys first and has every technology."""
    players = {1: {"technology": dict.fromkeys(COLOURS, 4), "florins": 9000}}
    return Table(2, at="purchases", order=(1, 0), players=players, options={"deployment": True})


@pytest.mark.rule("MU-VAR-06")
def test_deployment_hides_purchases_until_all_have_bought():
    table = buying()
    assert table.asked() == "DecideDeployment"
    table.do("calldeployment", "ordergoods", Order("cav"), Order("wagon:1"), "closeorder")
    game = table.game
    assert game.players[1].order
    assert table.units("buda", 1) == {}
    hidden = TITLE.view(game, 0).seats[1]
    assert hidden.orders == ()
    assert hidden.florins == 9000, "the screen hides what was spent"
    assert all(event.audience == (1,) for event in table.events if isinstance(event, Ordered | Paid))
    table.do("donebuying", "donebuying", "deploy buda", "deploy buda")
    assert table.units("buda", 1) == {"cav": 1}
    assert [vehicle.space for vehicle in game.vehicles.values()] == ["buda"]
    assert game.players[1].florins == 9000 - 100 - 200


@pytest.mark.rule("MU-VAR-06")
def test_what_finds_no_place_is_paid_back():
    table = buying()
    table.do("calldeployment", "ordergoods", Order("galley:1"), "closeorder", "donebuying", "donebuying")
    assert table.game.players[1].florins == 9000, "Hungary has no port"


@pytest.mark.rule("MU-VAR-06")
def test_without_a_call_purchases_are_open():
    table = buying()
    table.do("openbuying", "openbuying", "visit buda")
    assert Recruit("li") in table.offers()
