"""Phase 4: technologies, buildings, transports, units, engines, Empire cards, ransoms."""

import pytest

from marchland.games.medioevo.rules.conquest.buildings import structure
from marchland.games.medioevo.rules.conquest.control import PlaceToken
from marchland.games.medioevo.rules.purchases.empire import BuyCard, CardsDrawn, KeepCard
from marchland.games.medioevo.rules.purchases.placement import has_token_for, takes_vehicle
from marchland.games.medioevo.rules.purchases.purchases import BuyHere, DoneBuying, LeaveSite, Purchase, Study, Visit
from marchland.games.medioevo.rules.purchases.sites import (
    BuyVehicle,
    Promote,
    Raise,
    Ransom,
    Recall,
    Recruit,
    Repair,
    UpgradeVehicle,
)
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.tables import COLOURS
from marchland.games.medioevo.title import TITLE
from marchland.kernel.errors import IllegalAction

from .table import Table

SITE = "nicaea"
POINTS = dict.fromkeys(COLOURS, 9)


def shop(florins=1600, armies=None, lands=None, vehicles=(), prisoners=(), pacts=(), space=SITE, options=None, **player):
    """Seat 0, Byzantium, begins its block of purchases with points of every colour, and visits a territory."""
    facts = {"florins": florins, "points": POINTS, **player}
    table = Table(
        2,
        options=options,
        at="purchases",
        order=[0, 1],
        players={0: facts},
        armies=armies or {},
        lands=lands or {},
        vehicles=list(vehicles),
        prisoners=list(prisoners),
        pacts=list(pacts),
    )
    return table.do(Visit(space)) if space else table


def bought(table, action):
    """Florins and points a purchase cost."""
    florins, points = table.florins(0), sum(table.game.players[0].points)
    table.do(action)
    return florins - table.florins(0), points - sum(table.game.players[0].points)


# -- the block -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TURN-01", "MU-BUY-01")
def test_players_buy_in_turn_order():
    table = Table(3, at="purchases", order=[2, 0, 1])
    for seat in (2, 0, 1):
        assert table.game.deciders == (seat,)
        assert table.asked() == "Purchase"
        table.do(DoneBuying())
    assert table.game.phase > 4


@pytest.mark.rule("MU-BUY-01")
def test_a_territory_is_open_again_once_something_else_was_bought():
    table = shop()
    table.do(LeaveSite())
    assert Visit(SITE) not in table.offers(), "nothing has changed since he left it"
    table.do(Visit("smyrna"), Recruit("li"), LeaveSite())
    assert Visit(SITE) in table.offers()
    assert Visit("smyrna") not in table.offers()
    table.do(Visit(SITE), LeaveSite(), Study("red"))
    assert {Visit(SITE), Visit("smyrna")} <= set(table.offers()), "a technology opens new purchases everywhere"


# -- technologies --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-01")
@pytest.mark.parametrize(("known", "price"), [(0, 100), (1, 200), (2, 300), (3, 400)])
def test_a_technology_costs_a_hundred_florins_a_level(known, price):
    """E-14: a technology of level IV costs 400."""
    table = shop(space="", technology={"yellow": known})
    table.do(Study("yellow"))
    assert table.florins(0) == 1600 - price
    assert table.game.players[0].technology[COLOURS.index("yellow")] == known + 1


@pytest.mark.rule("MU-BUY-01")
def test_one_technology_per_branch_and_turn_level_by_level():
    """E-56: three of level I cost 300."""
    table = shop(space="")
    table.do(Study("blue"), Study("yellow"), Study("orange"))
    assert table.florins(0) == 1300
    assert [study.branch for study in table.offers(Study)] == ["red", "green", "violet"]
    with pytest.raises(IllegalAction):
        table.do(Study("blue"))


@pytest.mark.rule("MU-BUY-01")
def test_four_levels_are_the_end_of_a_branch():
    assert Study("red") not in shop(space="", technology={"red": 4}).offers()
    assert shop(space="", florins=99).offers(Study) == []


# -- buildings -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-02")
@pytest.mark.parametrize(
    ("category", "level", "cost"),
    [
        ("civil", 1, (100, 1)),
        ("civil", 2, (200, 2)),
        ("civil", 3, (300, 3)),
        ("military", 1, (100, 1)),
        ("military", 2, (200, 2)),
        ("military", 3, (300, 3)),
        ("cathedral", 1, (300, 1)),
    ],
)
def test_buildings_cost_florins_and_points_of_their_design(category, level, cost):
    """E-16: a Village, Town or City takes one, two or three green points."""
    table = shop(technology={"green": 2, "violet": 1})
    assert bought(table, Raise(category, level)) == cost
    assert getattr(table.game.lands[SITE], category) == level


@pytest.mark.rule("MU-BUY-02")
def test_what_is_not_designed_is_not_built():
    assert shop(technology={}).offers(Raise) == []
    assert {offer.category for offer in shop(technology={"green": 1}).offers(Raise)} == {"civil"}
    assert {offer.category for offer in shop(technology={"violet": 1}).offers(Raise)} == {"cathedral"}


@pytest.mark.rule("MU-BUY-02")
def test_civil_buildings_need_a_settlement_others_do_not():
    """E-17"""
    table = shop(space="hellas", technology={"green": 2, "violet": 1})
    assert {offer.category for offer in table.offers(Raise)} == {"military", "cathedral"}


@pytest.mark.rule("MU-BUY-02")
def test_buildings_stand_in_controlled_land_only():
    table = shop(space="", technology={"green": 2}, armies={"tarnovo": {0: {"li": 1}}, "iconium": {"barbarians": {"li": 1}}})
    visits = {visit.space for visit in table.offers(Visit)}
    assert "tarnovo" in visits
    assert not visits & {"iconium", "buda", "serbia"}


@pytest.mark.rule("MU-BUY-03")
def test_a_tower_becomes_a_castle_for_the_difference():
    """E-18: two green points and 200 florins; the Tower goes back to the supply."""
    table = shop(technology={"green": 2}, lands={SITE: {"military": 1}})
    towers, castles = (table.game.supply[piece] for piece in ("tower", "castle"))
    assert bought(table, Raise("military", 3)) == (200, 2)
    assert table.game.supply["tower"] == towers + 1
    assert table.game.supply["castle"] == castles - 1


@pytest.mark.rule("MU-BUY-03")
def test_one_building_of_each_category_per_territory():
    table = shop(technology={"green": 2, "violet": 1}, lands={SITE: {"civil": 2, "military": 3, "cathedral": 1}})
    assert table.offers(Raise) == [Raise("civil", 3)]


@pytest.mark.rule("MU-BUY-03", "MU-SET-08")
def test_a_level_that_the_supply_lacks_is_skipped():
    table = shop(space="", technology={"green": 1})
    table.game.supply["town"] = 0
    table.game.menu = None
    table.game.push(BuyHere(0, SITE))
    assert [offer.level for offer in table.offers(Raise)] == [1, 3]


@pytest.mark.rule("MU-BUY-03")
def test_damage_stays_when_a_building_rises():
    table = shop(technology={"green": 1}, lands={SITE: {"civil": 1, "civil_damage": 1}})
    table.do(Raise("civil", 2))
    assert table.game.lands[SITE].civil_damage == 1


@pytest.mark.rule("MU-BUY-04")
def test_repairs_cost_fifty_florins_a_token():
    table = shop(lands={SITE: {"military": 1, "military_damage": 2}})
    assert bought(table, Repair("military")) == (50, 0)
    assert bought(table, Repair("military")) == (50, 0)
    assert table.game.lands[SITE].military_damage == 0
    assert table.offers(Repair) == []
    assert shop(49, lands={SITE: {"military": 1, "military_damage": 1}}).offers(Repair) == []


@pytest.mark.rule("MU-BUY-12", "MU-CTL-04")
def test_a_new_military_building_brings_its_control_tokens_at_once():
    """E-44"""
    table = shop(technology={"green": 2}, armies={"tarnovo": {0: {"li": 1}}}, space="tarnovo")
    table.do(Raise("military", 1))
    assert table.asked() == "PlaceTokens"
    assert PlaceToken("wallachia") in table.offers()
    table.do(PlaceToken("wallachia"))
    assert table.game.lands["wallachia"].holder == 0
    assert table.asked() == "BuyHere"
    table.do(Raise("military", 3))
    table.do(*table.offers(PlaceToken)[:1], *table.offers(PlaceToken)[1:2])
    assert table.asked() == "BuyHere", "a Castle on a Tower brings two more"


@pytest.mark.rule("MU-BUY-12", "MU-PH-04")
@pytest.mark.parametrize(
    ("category", "level", "honour"),
    [("civil", 2, 0), ("civil", 3, 1), ("military", 2, 0), ("military", 3, 1), ("cathedral", 1, 1)],
)
def test_a_city_a_castle_and_a_cathedral_bring_a_point_each(category, level, honour):
    table = shop(technology={"green": 2, "violet": 1}).do(Raise(category, level))
    assert table.honour(0) == 10 + honour
    assert [event.rule for event in table.happened(Honoured)] == ["MU-PH-04"] * honour


@pytest.mark.rule("MU-BUY-02", "MU-CTL-06")
def test_structure_points():
    assert [structure("civil", level) for level in (1, 2, 3)] == [2, 4, 6]
    assert [structure("military", level) for level in (1, 2, 3)] == [3, 6, 9]
    assert structure("cathedral", 1) == 3


@pytest.mark.rule("MU-BUY-02", "MU-TECH-03")
def test_missing_points_cost_a_hundred_each():
    table = shop(technology={"green": 1}, points={"green": 1})
    assert bought(table, Raise("civil", 3)) == (300 + 2 * 100, 1)


# -- transports and engines ----------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-05")
@pytest.mark.parametrize(
    ("seat", "space", "kind", "taken"),
    [
        (0, "constantinople", "galley", True),
        (0, "nicaea", "galley", False),
        (1, "buda", "galley", False),
        (1, "buda", "caravan", True),
        (0, "morea", "wagon", False),
        (0, "hellas", "wagon", True),
        (0, "hellas", "caravan", False),
        (0, "buda", "wagon", False),
    ],
)
def test_ships_need_a_port_caravans_a_settlement_wagons_that_or_a_military_building(seat, space, kind, taken):
    game = Table(2, lands={"hellas": {"military": 1}}).game
    assert takes_vehicle(game, seat, space, kind) == taken


@pytest.mark.rule("MU-BUY-05")
def test_a_galley_of_the_second_level_in_a_port():
    """E-19, E-20: two blue points and 200 florins; the third level for one more point and 100."""
    table = shop(space="smyrna", technology={"blue": 1})
    assert bought(table, BuyVehicle("galley", 2)) == (200, 2)
    assert bought(table, UpgradeVehicle(1, 3)) == (100, 1)
    assert table.game.vehicles[1].pm == 8


@pytest.mark.rule("MU-BUY-05", "MU-EVT-05")
def test_an_upgrade_does_not_set_a_stopped_transport_going():
    table = shop(technology={"blue": 1}, vehicles=[{"owner": 0, "kind": "caravan", "space": SITE, "pm": 0}])
    table.do(UpgradeVehicle(1, 2))
    assert table.game.vehicles[1].pm == 0


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09")
def test_property_tokens_limit_transports_and_engines():
    """L-05: at most ten pieces, eight of level I, four of level III."""
    fleet = [{"owner": 0, "kind": "wagon", "space": "hellas"} for _ in range(8)]
    table = shop(technology={"blue": 1, "green": 3}, vehicles=fleet)
    assert {offer.level for offer in table.offers(BuyVehicle)} == {2, 3}
    ten = [*fleet, *({"owner": 0, "kind": "wagon", "level": 2, "space": "hellas"} for _ in range(2))]
    assert shop(technology={"blue": 1, "green": 3}, vehicles=ten).offers(BuyVehicle) == []
    great = [{"owner": 0, "kind": "wagon", "level": 3, "space": "hellas"} for _ in range(4)]
    assert {offer.level for offer in shop(technology={"blue": 1}, vehicles=great).offers(BuyVehicle)} == {1, 2}


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09")
@pytest.mark.parametrize(
    ("fleet", "level", "instead_of", "free"),
    [
        ((8, 0, 0), 1, 0, False),
        ((8, 0, 0), 2, 0, True),
        ((0, 6, 0), 2, 0, False),
        ((0, 0, 4), 3, 0, False),
        ((0, 5, 3), 3, 0, False),
        ((7, 3, 0), 2, 0, False),
        ((7, 3, 0), 2, 1, True),
    ],
)
def test_property_tokens_by_their_faces(fleet, level, instead_of, free):
    """L-05: two I/III, four I/II, two II/III and two I."""
    levels = [own for own, number in zip((1, 2, 3), fleet, strict=True) for _ in range(number)]
    game = Table(2, vehicles=[{"owner": 1, "kind": "wagon", "level": own, "space": "buda"} for own in levels]).game
    assert has_token_for(game, 1, level, instead_of) == free


@pytest.mark.rule("MU-BUY-09")
def test_a_catapult_becomes_a_bombard_for_the_difference():
    """E-22: two green points and 200 florins, and another figure."""
    table = shop(technology={"green": 3}, vehicles=[{"owner": 0, "kind": "engine", "space": SITE}])
    catapults = table.game.supply["catapult"]
    assert bought(table, UpgradeVehicle(1, 3)) == (200, 2)
    assert table.game.supply["catapult"] == catapults + 1


# -- units ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-06")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [("li", (20, 0)), ("arc", (50, 0)), ("hi", (50, 0)), ("cav", (100, 0)), ("cap1", (100, 1)), ("cap3", (300, 3))],
)
def test_units_have_their_price(kind, cost):
    table = shop(technology={"red": 1})
    assert bought(table, Recruit(kind)) == cost
    assert table.units(SITE, 0) == {kind: 1}


@pytest.mark.rule("MU-BUY-06", "MU-TEC-41")
def test_captains_need_the_art_of_war_and_rise_for_the_difference():
    """E-89 and L-12"""
    table = shop(technology={"red": 1}, armies={SITE: {0: {"cap1": 1}}})
    assert bought(table, Promote("cap1", 3)) == (200, 2)
    assert table.units(SITE, 0) == {"cap3": 1}
    assert {offer.kind for offer in shop().offers(Recruit)} == {"li", "arc", "hi", "cav"}


@pytest.mark.rule("MU-BUY-06")
def test_the_reserve_limits_units():
    table = shop(technology={"red": 1}, armies={"hellas": {0: {"cav": 10, "cap1": 2, "cap2": 1}}})
    assert [offer.kind for offer in table.offers(Recruit)] == ["li", "arc", "hi"]


@pytest.mark.rule("MU-BUY-07")
def test_units_come_to_settlements_and_military_buildings():
    table = shop(space="", lands={"hellas": {"military": 1}})
    spaces = {visit.space for visit in table.offers(Visit)}
    assert spaces == {"constantinople", "thessalonica", "nicaea", "smyrna", "hellas"}, "not Morea and Adrianople"
    assert Recruit("li") in table.do(Visit("hellas")).offers()


@pytest.mark.rule("MU-BUY-07", "MU-DIP-05")
def test_a_pact_of_military_control_opens_a_partners_land():
    pact = {"parties": [0, 1], "kinds": ["military"], "guests": [0], "per_use": 50}
    table = shop(space="", pacts=[pact])
    table.do(Visit("buda"), Recruit("li"))
    assert table.units("buda", 0) == {"li": 1}
    assert table.florins(0) == 1600 - 20 - 50
    assert table.game.lands["buda"].holder == 1, "a guest takes no control"


MILITARY = {"parties": [0, 1], "kinds": ["military"], "guests": [0], "per_use": 50}


@pytest.mark.rule("MU-DIP-05", "MU-BUY-06")
@pytest.mark.parametrize(
    ("florins", "kinds"), [(69, []), (70, ["li"]), (99, ["li"]), (100, ["li", "arc", "hi"]), (1000, ["li", "arc", "hi", "cav"])]
)
def test_a_unit_for_a_partners_land_is_bought_only_with_price_and_fee_in_hand(florins, kinds):
    """The fee of 50 is paid in full or the piece is not placed there."""
    table = shop(florins, space="", pacts=[MILITARY])
    if not kinds:
        assert Visit("buda") not in table.offers()
        return
    table.do(Visit("buda"))
    assert [offer.kind for offer in table.offers(Recruit)] == kinds
    before = table.florins(1)
    table.do(Recruit("li"))
    assert (table.florins(0), table.florins(1)) == (florins - 20 - 50, before + 50)


@pytest.mark.rule("MU-DIP-05", "MU-BUY-05")
@pytest.mark.parametrize(("florins", "level"), [(149, 0), (150, 1), (249, 1), (250, 2)])
def test_a_transport_for_a_partners_land_is_bought_only_with_price_and_fee_in_hand(florins, level):
    pact = {**MILITARY, "kinds": ["civil"]}
    table = shop(florins, space="", pacts=[pact], technology={"blue": 1})
    if not level:
        assert Visit("buda") not in table.offers()
        return
    table.do(Visit("buda"))
    assert table.offers(BuyVehicle) == [BuyVehicle("caravan", n) for n in range(1, level + 1)]
    table.do(BuyVehicle("caravan", 1))
    assert table.florins(0) == florins - 100 - 50


@pytest.mark.rule("MU-DIP-05", "MU-BUY-11", "MU-SUR-01")
def test_a_prisoner_bought_back_pays_the_fee_and_surrendered_units_come_home():
    """The pact is about what one buys: a ransomed unit is bought, a surrendered one only returns to one's own land."""
    table = shop(129, space="", pacts=[MILITARY], prisoners=[[1, 0, "li"], [1, 0, "hi"]], camp={"li": 1})
    table.do(Visit("buda"))
    assert table.offers(Ransom) == [Ransom(1, "li")], "twice 20 and 50; not twice 50 and 50"
    assert table.offers(Recall) == []
    table.do(Ransom(1, "li"))
    assert table.florins(0) == 129 - 40 - 50
    assert Recall("li") in table.do(LeaveSite(), Visit(SITE)).offers()


@pytest.mark.rule("MU-DIP-05")
def test_the_fee_of_a_placement_is_shown_before_it_is_paid_and_named_when_it_is_lacking():
    table = shop(100, space="", pacts=[MILITARY])
    table.do(Visit("buda"))
    lines = table.game.decision.preview(table.game, 0, Recruit("li"))
    assert [(line.rule, line.amount) for line in lines if line.rule == "MU-DIP-05"] == [("MU-DIP-05", -50)]
    refused = table.game.decision.refusals(table.game, 0, Recruit("cav"))
    assert [(reason.rule, reason.facts) for reason in refused] == [("MU-BUY-06", {"need": 150, "have": 100})]


@pytest.mark.rule("MU-BUY-08")
def test_three_units_and_one_per_civil_level():
    """E-21: an empty settlement, a Village and a City allow seven."""
    table = shop(lands={SITE: {"civil": 1}, "smyrna": {"civil": 3}})
    for _ in range(7):
        table.do(Recruit("li"))
    assert table.offers(Recruit) == []
    assert table.units(SITE, 0) == {"li": 7}


# -- Empire cards --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-10")
@pytest.mark.parametrize(("hand", "price"), [([], 100), ([1], 150), ([1, 2, 3], 250)])
def test_a_card_costs_more_for_every_card_owned(hand, price):
    """E-23: with three cards the next one costs 250."""
    table = shop(space="", hand=hand)
    table.do(BuyCard())
    assert table.florins(0) == 1600 - price


@pytest.mark.rule("MU-BUY-10")
def test_one_of_two_cards_is_kept_the_other_goes_under_the_deck():
    table = shop(space="")
    first, second = table.game.deck[:2]
    table.do(BuyCard())
    assert table.offers() == [KeepCard(first), KeepCard(second)]
    table.do(KeepCard(second))
    assert [held.card for held in table.game.players[0].hand] == [second]
    assert table.game.deck[-1] == first
    assert BuyCard() not in table.offers(), "one card a turn"


@pytest.mark.rule("MU-BUY-10")
def test_every_cathedral_shows_two_more_cards():
    table = shop(space="", lands={SITE: {"cathedral": 1}, "hellas": {"cathedral": 1}, "buda": {"cathedral": 1}})
    table.do(BuyCard())
    assert len(table.offers(KeepCard)) == 6


# -- prisoners and surrendered units -------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-10")
def test_nobody_else_sees_the_cards_drawn():
    table = shop(space="")
    table.do(BuyCard())
    assert [event.audience for event in table.last if isinstance(event, CardsDrawn)] == [(0,)]
    assert TITLE.view(table.game, 1).seats[0].drawn == ()
    assert len(TITLE.view(table.game, 0).seats[0].drawn) == 2


@pytest.mark.rule("MU-BUY-11")
@pytest.mark.parametrize(("kind", "price"), [("li", 40), ("hi", 100), ("cav", 200), ("cap2", 400)])
def test_the_owner_buys_his_prisoners_back_for_double(kind, price):
    table = shop(prisoners=[[1, 0, kind]])
    table.do(Ransom(1, kind))
    assert (table.florins(0), table.florins(1)) == (1600 - price, 1600 + price)
    assert table.units(SITE, 0) == {kind: 1}
    assert table.game.prisoners == []
    assert table.game.ever[1].ransom_income == price


@pytest.mark.rule("MU-BUY-08", "MU-BUY-11", "MU-SUR-01")
def test_prisoners_and_surrendered_units_count_against_the_limit():
    table = shop(prisoners=[[1, 0, "li"]], camp={"hi": 2})
    table.do(Ransom(1, "li"), Recall("hi"), Recall("hi"))
    assert table.units(SITE, 0) == {"li": 1, "hi": 2}
    assert table.offers(Recruit) == []
    assert table.florins(0) == 1560, "surrendered units come back free"


@pytest.mark.rule("MU-BUY-01")
def test_the_block_is_where_a_player_is_always_asked():
    table = Table(2, at="purchases", order=[0, 1], players={0: {"florins": 0}})
    assert isinstance(table.game.decision, Purchase)


@pytest.mark.rule("MU-CARD-62", "MU-BUY-10")
def test_a_sage_is_asked_after_the_draw_and_before_the_choice():
    table = shop(space="", hand=[62], options={"ask_1": "always"})
    table.do(BuyCard())
    assert (table.asked(), table.game.deciders, table.game.decision.window) == ("React", (0,), "W-4e")
    drawn = table.game.players[0].drawn
    table.do("playcard 62")
    assert table.asked() == "ChooseCard"
    assert not set(table.game.players[0].drawn) & set(drawn)
