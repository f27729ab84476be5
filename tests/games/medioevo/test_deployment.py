"""The Deployment variant: purchases hidden behind screens until all have bought."""

import pytest

from marchland.games.medioevo.rules.components.armies import one, plus
from marchland.games.medioevo.rules.components.table import Paid, change
from marchland.games.medioevo.rules.purchases.sites import Recruit
from marchland.games.medioevo.rules.variants.deployment import Order, Ordered, hidden_points
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE

from .table import Table


def buying(**more):
    """Seat 1, Hungary, buys first and has every technology."""
    players = {1: {"technology": dict.fromkeys(COLOURS, 4), "florins": 9000}}
    return Table(2, at="purchases", order=(1, 0), players=players, options={"deployment": True}, **more)


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


@pytest.mark.rule("MU-VAR-06", "MU-DIP-05")
def test_a_piece_placed_in_a_partners_land_pays_the_fee():
    pact = {"parties": [1, 0], "kinds": ["military"], "guests": [1], "per_use": 50}
    table = buying(pacts=[pact])
    table.do("calldeployment", "ordergoods", Order("cav"), "closeorder", "donebuying", "donebuying", "deploy constantinople")
    assert table.units("constantinople", 1) == {"cav": 1}
    assert (table.florins(1), table.florins(0)) == (9000 - 100 - 50, 1600 + 50)


@pytest.mark.rule("MU-VAR-06", "MU-CARD-28")
def test_what_a_surgeon_saved_is_ordered_at_half_price_once_and_needs_no_design():
    table = buying()
    change(table.game, 1, technology=(0,) * 6, cheap=plus(one("cav"), one("cap1")))
    table.do("calldeployment", "ordergoods")
    assert Order("cap1") in table.offers()
    table.do(Order("cap1"), Order("cav"), Order("cav"))
    assert table.florins(1) == 9000 - 50 - 50 - 100
    assert Order("cap1") not in table.offers()


@pytest.mark.rule("MU-VAR-06")
def test_points_of_the_pool_are_spent_before_florins():
    table = buying()
    change(table.game, 1, points=(1, 0, 0, 0, 0, 0))
    table.do("calldeployment", "ordergoods", Order("wagon:2"))
    assert table.game.players[1].order == ("wagon:2=300+1:blue",)
    assert hidden_points(table.game, 1) == (1, 0, 0, 0, 0, 0)
