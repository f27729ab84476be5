"""Phase 4: purchases."""

import pytest

from marchland.games.medioevo.rules.buildings import structure
from marchland.games.medioevo.rules.buying import Study, Visit
from marchland.games.medioevo.rules.deployment import Order, Ordered
from marchland.games.medioevo.rules.designs import building_price, unit_price, vehicle_cost
from marchland.games.medioevo.rules.empire import BuyCard, KeepCard, card_price, draw_size
from marchland.games.medioevo.rules.honour import Honoured
from marchland.games.medioevo.rules.placement import takes_units, takes_vehicle, unit_limit
from marchland.games.medioevo.rules.sites import BuyVehicle, Promote, Raise, Ransom, Recruit, Repair, UpgradeVehicle, ransom_price
from marchland.games.medioevo.rules.table import Paid, has_settlement
from marchland.games.medioevo.rules.vehicles import has_token_for
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE

from .table import Table

EVERYTHING = dict.fromkeys(COLOURS, 4)


def buying(seats=2, order=(1, 0), **more):
    """Seat 1, Hungary, buys first and has every technology."""
    players = {1: {"technology": EVERYTHING, "florins": 9000, **more.pop("player", {})}}
    return Table(seats, at="purchases", order=order, players=players, **more)


# -- technologies ------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-01")
def test_technologies_level_by_level_one_per_branch_and_turn():
    """E-14, E-56: three of level I cost 300; the next turn's level II costs 200; level IV costs 400."""
    table = Table(2, at="purchases", order=[0, 1])
    table.do(Study("blue"), Study("yellow"), Study("orange"))
    assert table.florins(0) == 1300
    assert Study("blue") not in table.offers()
    later = Table(2, at="purchases", order=[0, 1], players={0: {"technology": {"blue": 1, "red": 3, "green": 4}}})
    assert Study("green") not in later.offers()
    later.do(Study("blue"))
    assert later.florins(0) == 1400
    later.do(Study("red"))
    assert later.florins(0) == 1000


# -- buildings ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-02", "MU-BUY-03")
def test_prices_and_structure():
    game = Table(2).game
    for level in (1, 2, 3):
        assert building_price(game, 0, "civil", 0, level) == (100 * level, level, "green")
        assert building_price(game, 0, "military", 0, level) == (100 * level, level, "green")
    assert building_price(game, 0, "cathedral", 0, 1) == (300, 1, "violet")
    assert [structure("civil", level) for level in (1, 2, 3)] == [2, 4, 6]
    assert [structure("military", level) for level in (1, 2, 3)] == [3, 6, 9]
    assert structure("cathedral", 1) == 3


@pytest.mark.rule("MU-BUY-03", "MU-TEC-52")
def test_a_tower_becomes_a_castle_for_the_difference():
    """E-18, L-09: two points and 200 florins; the Tower goes back."""
    table = buying(lands={"buda": {"military": 1}}, player={"points": {"green": 2}})
    table.do("visit buda", Raise("military", 3))
    assert table.florins(1) == 9000 - 200
    assert table.game.supply["tower"] == 40
    assert table.game.supply["castle"] == 19
    assert [event.points for event in table.happened(Honoured)] == [1]


@pytest.mark.rule("MU-BUY-02", "MU-BUY-12", "MU-PH-04")
def test_civil_buildings_need_a_settlement_others_do_not():
    """E-17"""
    empty = next(space for space in Table(2).game.lands if space in ("alfold", "banat", "pozsony") and not has_settlement(space))
    table = buying()
    table.do(f"visit {empty}")
    categories = {option.category for option in table.offers(Raise)}
    assert categories == {"military", "cathedral"}
    table.do(Raise("cathedral", 1))
    assert table.honour(1) == 11


@pytest.mark.rule("MU-BUY-02")
def test_missing_points_cost_a_hundred_each():
    table = buying()
    table.do("visit buda", Raise("civil", 2))
    assert table.florins(1) == 9000 - 200 - 200


@pytest.mark.rule("MU-BUY-02")
def test_without_the_technology_nothing_is_built():
    table = Table(2, at="purchases", order=[1, 0])
    table.do("visit buda")
    assert table.offers(Raise) == []
    assert table.offers(BuyVehicle) == []


@pytest.mark.rule("MU-BUY-04")
def test_repairs_cost_fifty_a_token():
    table = buying(lands={"buda": {"civil": 2, "civil_damage": 2}})
    table.do("visit buda", Repair("civil"), Repair("civil"))
    assert table.florins(1) == 8900
    assert table.offers(Repair) == []


# -- transports and engines --------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09", "MU-TEC-11", "MU-TEC-53")
def test_prices_of_transports_and_engines():
    """E-19, E-20, E-22, L-10, L-11"""
    assert vehicle_cost("galley", 0, 2) == (200, 2, "blue")
    assert vehicle_cost("galley", 2, 3) == (100, 1, "blue")
    assert vehicle_cost("engine", 1, 3) == (200, 2, "green")


@pytest.mark.rule("MU-BUY-05")
def test_where_transports_are_built():
    lands = {"nicaea": {"military": 1}}
    game = Table(2, lands=lands).game
    assert takes_vehicle(game, 0, "constantinople", "galley")
    assert not takes_vehicle(game, 1, "buda", "galley"), "no port"
    assert takes_vehicle(game, 1, "buda", "caravan")
    village = next(space for space in ("adrianople", "hellas", "nicaea", "smyrna", "morea") if not has_settlement(space))
    assert not takes_vehicle(game, 0, village, "wagon") or game.lands[village].military
    assert not takes_vehicle(game, 0, "buda", "wagon"), "not one's own"


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09")
def test_property_tokens_limit_the_fleet():
    """L-05"""

    def fleet(one, two, three):
        levels = [1] * one + [2] * two + [3] * three
        return Table(2, vehicles=[{"owner": 1, "kind": "wagon", "level": level, "space": "buda"} for level in levels]).game

    assert not has_token_for(fleet(8, 0, 0), 1, 1)
    assert has_token_for(fleet(8, 0, 0), 1, 2)
    assert not has_token_for(fleet(0, 6, 0), 1, 2)
    assert not has_token_for(fleet(0, 0, 4), 1, 3)
    assert not has_token_for(fleet(0, 5, 3), 1, 3)
    assert not has_token_for(fleet(7, 3, 0), 1, 2)
    assert has_token_for(fleet(7, 3, 0), 1, 2, instead_of=1)


@pytest.mark.rule("MU-BUY-09")
def test_an_engine_is_upgraded_in_a_settlement():
    table = buying(vehicles=[{"owner": 1, "kind": "engine", "space": "buda"}])
    table.do("visit buda", UpgradeVehicle(1, 3))
    assert table.game.supply["catapult"] == 16
    assert table.game.supply["bombard"] == 11
    assert table.florins(1) == 9000 - 400


# -- units -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-06")
@pytest.mark.parametrize(
    ("kind", "florins", "points"), [("li", 20, 0), ("arc", 50, 0), ("hi", 50, 0), ("cav", 100, 0), ("cap2", 200, 2)]
)
def test_prices_of_units(kind, florins, points):
    assert unit_price(Table(2).game, 0, kind)[:2] == (florins, points)


@pytest.mark.rule("MU-BUY-06", "MU-TEC-41")
def test_captains_need_the_art_of_war_and_may_be_promoted():
    """E-89 and L-12"""
    table = buying()
    table.do("visit buda", Recruit("cap1"), Promote("cap1", 3))
    assert table.units("buda", 1) == {"cap3": 1}
    assert table.florins(1) == 9000 - 200 - 400
    unlearned = Table(2, at="purchases", order=[1, 0])
    unlearned.do("visit buda")
    assert {option.kind for option in unlearned.offers(Recruit)} == {"li", "arc", "hi", "cav"}


@pytest.mark.rule("MU-BUY-07")
def test_units_appear_in_settlements_and_at_military_buildings():
    lands = {space: {"military": 0} for space in ("buda",)}
    game = Table(2, lands=lands).game
    plain = next(space for space in ("alfold", "banat", "pozsony", "slavonia") if not has_settlement(space))
    assert takes_units(game, 1, "buda")
    assert not takes_units(game, 1, plain)
    assert takes_units(Table(2, lands={plain: {"military": 1}}).game, 1, plain)
    pacts = [{"parties": [0, 1], "kinds": ["military"]}]
    assert takes_units(Table(2, pacts=pacts).game, 0, "buda"), "as if he controlled it"


@pytest.mark.rule("MU-BUY-08")
def test_the_limit_of_units():
    """E-21: an empty settlement, a Village and a City allow seven."""
    table = buying(lands={"buda": {"civil": 3}, "kassa": {"civil": 1}})
    assert unit_limit(table.game, 1) == 7
    table.do("visit buda", *[Recruit("li")] * 7)
    assert table.offers(Recruit) == []


@pytest.mark.rule("MU-BUY-11", "MU-BUY-08")
def test_prisoners_are_ransomed_for_double():
    table = buying(prisoners=[[0, 1, "hi"], [0, 1, "cap2"]])
    assert (ransom_price("hi"), ransom_price("cap2")) == (100, 400)
    table.do("visit buda", Ransom(0, "cap2"))
    assert table.units("buda", 1) == {"cap2": 1}
    assert (table.florins(0), table.florins(1)) == (2000, 8600)
    assert table.game.ever[0].ransom_income == 400
    assert table.game.players[1].recruits == 1


# -- Empire cards ------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-10")
def test_the_price_of_a_card_grows_with_the_hand_and_cathedrals_widen_the_choice():
    """E-23: with three cards the next costs 250."""
    lands = {"buda": {"cathedral": 1}, "kassa": {"cathedral": 1}}
    table = buying(lands=lands, player={"hand": [5, 12, 30]}, deck=[1, 2, 3, 4, 6, 7])
    assert card_price(table.game, 1) == 250
    assert draw_size(table.game, 1) == 6
    table.do(BuyCard())
    assert [option.card for option in table.offers(KeepCard)] == [1, 2, 3, 4, 6, 7]
    table.do(KeepCard(4))
    assert table.florins(1) == 8750
    assert table.game.deck[-5:] == [1, 2, 3, 6, 7], "the rest goes under the deck"
    assert BuyCard() not in table.offers(), "one per turn"


@pytest.mark.rule("MU-BUY-10")
def test_nobody_else_sees_the_cards_drawn():
    table = buying(deck=[1, 2, 3])
    table.do(BuyCard())
    drawn = [event for event in table.last if type(event).__name__ == "CardsDrawn"]
    assert drawn[0].audience == (1,)
    assert TITLE.view(table.game, 0).seats[1].drawn == ()


# -- flow --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TURN-01", "MU-BUY-01")
def test_players_buy_in_turn_order_and_visit_each_territory_once():
    table = buying()
    table.do("visit buda", "leavesite")
    assert Visit("buda") not in table.offers()
    table.do("donebuying")
    assert table.game.deciders == (0,)


# -- Deployment --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-VAR-06")
def test_deployment_hides_purchases_until_all_have_bought():
    table = buying(options={"deployment": True})
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
    table = buying(options={"deployment": True})
    table.do("calldeployment", "ordergoods", Order("galley:1"), "closeorder", "donebuying", "donebuying")
    assert table.game.players[1].florins == 9000, "Hungary has no port"


@pytest.mark.rule("MU-VAR-06")
def test_without_a_call_purchases_are_open():
    table = buying(options={"deployment": True})
    table.do("openbuying", "openbuying", "visit buda")
    assert Recruit("li") in table.offers()
