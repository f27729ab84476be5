"""Cards of peace and travel, clause by clause as both rulebooks print them: who, when, what for, how long, what not."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.cards.powers import Target, UseTechnology
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.movement.groups import Board, Go, musters
from marchland.games.medioevo.rules.purchases.sites import Raise
from marchland.games.medioevo.rules.technologies.points import TurnCard
from marchland.games.medioevo.rules.trade.deals import Bought, DealStopped, Sold
from marchland.games.medioevo.rules.trade.trade import BuyCubes, SellCubes

from .open_table import cards, hands, table
from .table import Table

# -- 2 Bishop: a deal under way is stopped -----------------------------------------------------------------


@pytest.mark.rule("MU-CARD-02")
@pytest.mark.parametrize("deal", ['sellcubes ["wine"]', "buycubes 1"])
def test_a_stopped_deal_changes_neither_florins_nor_cubes_and_none_follows(deal: str) -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 2, "space": "roma", "goods": ["wine"]}
    game = table(vehicles=[caravan], players=hands(one=[2]), at="trade")
    game.do("employ 1", deal)
    assert isinstance(game.game.decision, React)
    assert (game.game.decision.window, cards(game)) == ("W-6b", [2])
    game.do("playcard 2")
    assert game.florins(0) == 1600
    assert game.game.vehicles[1].goods == ("wine",)
    assert game.game.lands["roma"].cubes == ()
    assert len(game.happened(DealStopped)) == 1
    assert not game.happened(Sold) + game.happened(Bought)
    assert not game.offers(BuyCubes) + game.offers(SellCubes), "nor can another be begun"
    game.do("ride venezia")
    assert game.offers(SellCubes), "elsewhere trade goes on"


@pytest.mark.rule("MU-CARD-02")
def test_a_deal_that_the_bishop_lets_happen_is_settled() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 2, "space": "roma", "goods": ["wine"]}
    game = table(vehicles=[caravan], players=hands(one=[2]), at="trade")
    game.do("employ 1", 'sellcubes ["wine"]', "pass")
    assert game.florins(0) == 1700
    assert game.game.lands["roma"].cubes == ("wine",)


@pytest.mark.rule("MU-CARD-02")
def test_the_ban_on_trade_ends_with_the_turn_and_may_not_be_repeated_in_the_next() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 2, "space": "roma", "goods": ["wine"]}
    game = table(vehicles=[caravan], players=hands(one=[2], two=[]), at="trade")
    game.do("employ 1", "buycubes 1", "playcard 2")
    while game.game.turn == 2:
        game.do(game.offers()[0])
    assert not game.game.effects
    assert game.game.banned_before == ["2:roma"]
    while not cards(game):
        game.do(game.offers()[0])
    game.do("playcard 2")
    targets = {option.id for option in game.offers(Target)}
    assert "roma" not in targets
    assert "venezia" in targets


# -- 11 Scientist, 54 Artilleryman, 56 Ranger --------------------------------------------------------------


@pytest.mark.rule("MU-CARD-11")
@pytest.mark.parametrize(("level", "capacity"), [(1, 3), (2, 6), (3, 9)])
def test_a_caravan_carries_troops_as_a_war_wagon_of_its_level(level: int, capacity: int) -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": level, "space": "nicaea"}
    game = table(vehicles=[caravan], armies={"nicaea": {0: {"li": 12}}}, players=hands(zero=[11]), at="combat")
    game.do("playcard 11", "muster nicaea", "take 1", "boardall")
    assert sum(game.game.marches[-1].counts) == capacity
    game.do("go smyrna", "halt")
    assert game.units("smyrna", 0) == {"li": capacity}
    assert game.game.vehicles[1].space == "smyrna"


@pytest.mark.rule("MU-CARD-11")
def test_a_caravan_without_a_scientist_is_no_war_wagon() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "nicaea"}
    game = table(vehicles=[caravan], armies={"nicaea": {0: {"li": 3}}}, at="combat")
    assert musters(game.game, 0) == []


@pytest.mark.rule("MU-CARD-11")
@pytest.mark.parametrize(("level", "room"), [(1, 2), (2, 4), (3, 6)])
def test_a_war_wagon_trades_as_a_caravan_of_its_level_this_turn_only(level: int, room: int) -> None:
    wagon = {"owner": 0, "kind": "wagon", "level": level, "space": "roma"}
    game = table(vehicles=[wagon], players=hands(zero=[11]), at="trade")
    game.do("playcard 11", "employ 1")
    assert [option.number for option in game.offers(BuyCubes)] == list(range(1, room + 1))
    game.do(f"buycubes {room}")
    assert game.game.vehicles[1].goods == ("grain",) * room
    assert game.florins(0) == 1600 - 100 * room


@pytest.mark.rule("MU-CARD-11")
def test_one_own_transport_is_chosen_and_no_rivals() -> None:
    pieces = [(0, "wagon"), (0, "caravan"), (0, "galley"), (0, "engine"), (1, "wagon"), (1, "caravan")]
    vehicles = [{"owner": owner, "kind": kind, "level": 1, "space": "constantinople"} for owner, kind in pieces]
    game = table(vehicles=vehicles, players=hands(zero=[11]), at="combat", wars=[])
    game.do("playcard 11")
    assert {option.id for option in game.offers(Target)} == {"v:1", "v:2"}


@pytest.mark.rule("MU-CARD-54")
@pytest.mark.parametrize(("die", "capacity"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_an_engine_carries_one_to_three_units_as_far_as_it_goes(die: int, capacity: int) -> None:
    engine = {"owner": 0, "kind": "engine", "level": 3, "space": "nicaea"}
    game = table(vehicles=[engine], armies={"nicaea": {0: {"li": 5}}}, players=hands(zero=[54]), at="combat").script(die)
    game.do("playcard 54", "muster nicaea", "take 1", "boardall")
    assert sum(game.game.marches[-1].counts) == capacity
    game.do("go smyrna", "go nicaea", "go smyrna", "go nicaea")
    assert not game.offers(Go), "an engine has four movement points, carrying or not"
    game.do("halt")


@pytest.mark.rule("MU-CARD-54")
def test_an_engine_carries_nobody_without_the_artilleryman() -> None:
    engine = {"owner": 0, "kind": "engine", "level": 3, "space": "nicaea"}
    game = table(vehicles=[engine], armies={"nicaea": {0: {"li": 5}}}, at="combat")
    game.do("muster nicaea", "take 1")
    assert not game.offers(Board)


def column(*hand: int) -> Table:
    """Two wagons and two Heavy infantry in Nicaea and a third wagon in Smyrna; a rival's army stands in Iconium, a horde beyond."""
    wagons = [{"owner": 0, "kind": "wagon", "level": 1, "space": space} for space in ("nicaea", "nicaea", "smyrna")]
    return table(
        vehicles=wagons,
        armies={"nicaea": {0: {"hi": 6}}, "iconium": {1: {"hi": 2}}},
        wars=[[0, 1, 0]],
        players=hands(zero=list(hand)),
        at="combat",
    )


@pytest.mark.rule("MU-CARD-56")
def test_all_transports_of_one_territory_pass_an_army_unnoticed() -> None:
    game = column(56)
    game.do("playcard 56", "target nicaea")
    assert sorted(effect.target for effect in game.game.effects if effect.name == "unseen") == ["v:1", "v:2"]
    game.do("muster nicaea", "take 1", "take 2", "boardall", "go iconium")
    assert not game.game.fights
    assert game.offers(Go), "the army in Iconium ignores them"
    assert game.honour(0) == 10


@pytest.mark.rule("MU-CARD-56")
def test_a_column_with_a_transport_that_was_not_hidden_is_noticed() -> None:
    game = column(55)
    game.do("playcard 55", "target v:1", "muster nicaea", "take 1", "take 2", "boardall", "go iconium")
    assert not game.offers(Go)
    while not game.game.fights:
        game.do(game.offers()[0])
    assert game.game.fights[-1].place == "iconium"


@pytest.mark.rule("MU-CARD-56", "MU-CARD-55")
def test_where_a_hidden_column_stops_it_is_met() -> None:
    game = column(56)
    game.do("playcard 56", "target nicaea", "muster nicaea", "take 1", "boardall", "go iconium", "halt")
    while not game.game.fights:
        game.do(game.offers()[0])
    assert (game.game.fights[-1].place, game.game.fights[-1].sides[1].owner) == ("iconium", 1)


# -- 21, 22, 23: goods and tolls ---------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-21")
def test_one_cube_of_a_good_not_produced_there_costs_a_hundred_and_fifty_and_no_movement() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "roma"}
    game = table(vehicles=[caravan], players=hands(zero=[21]), at="trade")
    before = game.game.vehicles[1].pm
    game.do("playcard 21", "target good:spices", "noroute")
    assert (game.florins(0), game.game.vehicles[1].goods, game.game.vehicles[1].pm) == (1450, ("spices",), before)
    assert [(event.good, event.number) for event in game.happened(Bought)] == [("spices", 1)]


@pytest.mark.rule("MU-CARD-21", "MU-DIP-05")
def test_a_rarity_bought_from_a_partner_also_costs_his_fee() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "buda"}
    pact = {"parties": [0, 1], "kinds": ["trade"], "per_use": 40}
    game = table(vehicles=[caravan], players={0: {"hand": [21], "florins": 190}}, pacts=[pact], at="trade")
    game.do("playcard 21", "target good:spices", "noroute")
    assert (game.florins(0), game.florins(1)) == (0, 1640)
    game = table(vehicles=[caravan], players={0: {"hand": [21], "florins": 189}}, pacts=[pact], at="trade")
    assert not cards(game), "150 and 40 are needed"


@pytest.mark.rule("MU-CARD-22", "MU-CARD-23")
@pytest.mark.parametrize(("card", "each"), [(22, 10), (23, 20)])
def test_toll_counts_cubes_of_others_in_the_players_own_territories_alone(card: int, each: int) -> None:
    vehicles = [
        {"owner": 1, "kind": "caravan", "level": 2, "space": "nicaea", "goods": ["salt", "salt", "wine"]},
        {"owner": 2, "kind": "merchantman", "level": 1, "space": "constantinople", "goods": ["furs"]},
        {"owner": 0, "kind": "caravan", "level": 1, "space": "nicaea", "goods": ["furs", "furs"]},
        {"owner": 1, "kind": "caravan", "level": 1, "space": "buda", "goods": ["furs", "furs"]},
        {"owner": 1, "kind": "caravan", "level": 1, "space": "wallachia", "goods": ["furs", "furs"]},
    ]
    game = table(vehicles=vehicles, players=hands(zero=[card]), at="combat")
    while card not in cards(game):
        game.do(game.offers()[0])
    game.do(f"playcard {card}")
    assert game.florins(0) == 1600 + each * 4
    assert (game.florins(1), game.florins(2)) == (1600, 1600), "the bank pays"
    assert game.game.vehicles[1].goods == ("salt", "salt", "wine")


# -- 32 and 33 Architect -----------------------------------------------------------------------------------


def builder(*hand: int, **player: Any) -> Table:
    """Seat 0 may build in Nicaea, where a Village stands, with six green points at hand."""
    facts = {"hand": list(hand), "technology": {"green": 2}, "points": {"green": 6}, **player}
    return table(players={0: facts}, lands={"nicaea": {"civil": 1}}, at="purchases")


@pytest.mark.rule("MU-CARD-33", "MU-CARD-32")
@pytest.mark.parametrize(
    ("hand", "costs"),
    [((), [100, 100]), ((33,), [50, 100]), ((32,), [50, 100]), ((32, 33), [25, 100])],
)
def test_an_architect_cheapens_the_next_building_and_no_other(hand: tuple[int, ...], costs: list[int]) -> None:
    """A Town from a Village, then a Tower: 100 florins each."""
    game = builder(*hand)
    game.do(*[f"playcard {card}" for card in hand], "visit nicaea")
    paid = []
    for work in ("raise civil 2", "raise military 1"):
        before = game.florins(0)
        game.do(work)
        paid.append(before - game.florins(0))
        if game.asked() == "PlaceTokens":
            game.do("skiptoken")
    assert paid == costs


@pytest.mark.rule("MU-CARD-33")
@pytest.mark.parametrize(("level", "price"), [(2, 50), (3, 100)])
def test_half_price_holds_for_a_rise_of_several_levels_and_leaves_the_points_due(level: int, price: int) -> None:
    game = builder(33)
    game.do("playcard 33", "visit nicaea", f"raise civil {level}")
    assert game.florins(0) == 1600 - price
    assert game.game.players[0].points[4] == 6 - (level - 1), "green points are due as ever"
    assert game.game.lands["nicaea"].civil == level


@pytest.mark.rule("MU-CARD-33")
def test_half_price_makes_affordable_what_was_not() -> None:
    game = builder(33, florins=50)
    game.do("visit nicaea")
    assert Raise("civil", 2) not in game.offers()
    game = builder(33, florins=50)
    game.do("playcard 33", "visit nicaea")
    assert Raise("civil", 2) in game.offers()
    assert Raise("civil", 3) not in game.offers()


@pytest.mark.rule("MU-CARD-33", "MU-CARD-32")
def test_architects_touch_neither_units_nor_transports_and_lapse_with_the_phase() -> None:
    game = builder(33, 32)
    game.do("playcard 33", "playcard 32", "visit nicaea", "recruit hi")
    assert game.florins(0) == 1550
    game.do("leavesite")
    while game.game.phase == 4:
        game.do(game.offers()[0])
    assert not game.game.effects


@pytest.mark.rule("MU-CARD-33")
def test_an_architect_is_played_in_the_purchase_phase_only() -> None:
    for phase in ("combat", "trade"):
        game = table(players=hands(zero=[32, 33, 36]), at=phase)
        while not cards(game):
            game.do(game.offers()[0])
        assert cards(game) == [36]


# -- 42 and 43 Plague doctor -------------------------------------------------------------------------------


def struck(*hand: int) -> Table:
    """An event over the Carpathians strikes Buda: seat 1's troops, walls and a loaded Caravan."""
    return table(
        armies={"buda": {1: {"li": 4}}},
        vehicles=[{"owner": 1, "kind": "caravan", "level": 2, "space": "buda", "goods": ["salt", "wine"]}],
        lands={"buda": {"civil": 2}},
        players=hands(two=list(hand)),
        events=["carpathians-2"],
        at="events",
        dice=[4, 6, 8],
    )


@pytest.mark.rule("MU-CARD-43", "MU-EVT-04")
@pytest.mark.parametrize("doctor", [False, True])
def test_an_immune_territory_suffers_from_none_of_the_icons(doctor: bool) -> None:
    game = struck(43)
    while game.asked() != "React" or 43 not in cards(game):
        game.do(game.offers()[0])
    if doctor:
        game.do("playcard 43", "target buda")
    game.script(*[1] * 8)
    while game.game.phase == 2 and game.asked() != "SpendPoint":
        game.do(game.offers()[0])
    hurt = game.units("buda", 1) != {"li": 4} or game.game.lands["buda"].civil_damage or not game.game.vehicles[1].pm
    hurt = bool(hurt or len(game.game.vehicles[1].goods) < 2)
    assert hurt != doctor


@pytest.mark.rule("MU-CARD-42")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_die_says_how_many_territories_are_immune(die: int, number: int) -> None:
    game = struck(42)
    while game.asked() != "React" or 42 not in cards(game):
        game.do(game.offers()[0])
    game.script(die).do("playcard 42")
    for count in range(number):
        assert game.asked() == "PickTargets", count
        game.do(game.offers(Target)[-1])
    assert game.asked() != "PickTargets"
    assert len({effect.target for effect in game.game.effects if effect.name == "immune"}) == number


# -- 44 and 45 Bard ----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-44", "MU-CARD-45")
@pytest.mark.parametrize(("card", "cost"), [(44, 0), (45, 50)])
def test_a_bard_turns_any_players_used_card_back_and_it_works_again(card: int, cost: int) -> None:
    used = [{"card": 36, "turned": True}, {"card": 63, "turned": False}]
    game = table(players=hands(zero=[card, {"card": 22, "turned": True}], one=used), at="combat")
    while card not in cards(game):
        game.do(game.offers()[0])
    game.do(f"playcard {card}")
    assert {option.id for option in game.offers(Target)} == {"card:22", "card:36"}, "used cards, not the Bard himself"
    game.do("target card:36")
    assert game.florins(0) == 1600 - cost
    assert [held.turned for held in game.game.players[1].hand] == [False, False]
    assert game.game.players[0].hand[0].turned
    while 36 not in cards(game):
        game.do(game.offers()[0])
    assert game.game.deciders[0] == 1, "its owner may use it again this turn"


@pytest.mark.rule("MU-CARD-45")
def test_the_second_bard_wants_fifty_florins() -> None:
    game = table(players={0: {"hand": [45, {"card": 36, "turned": True}], "florins": 49}}, at="combat")
    assert 45 not in cards(game)


# -- 50 and 51 Diplomat ------------------------------------------------------------------------------------


def loser(*hand: int) -> Table:
    """Seat 0 walks into Buda, which nobody defends: a City, a Castle, a market cube, a Caravan and a Catapult are there."""
    return table(
        armies={"slavonia": {0: {"hi": 3}}},
        vehicles=[
            {"owner": 0, "kind": "wagon", "level": 1, "space": "slavonia"},
            {"owner": 1, "kind": "caravan", "level": 1, "space": "buda", "goods": ["wine"]},
            {"owner": 1, "kind": "engine", "level": 1, "space": "buda"},
        ],
        lands={"buda": {"civil": 3, "military": 1, "cubes": ["salt"]}, "slavonia": {"holder": 0}},
        wars=[[0, 1, 0]],
        players=hands(one=list(hand)),
        at="combat",
    )


def invaded(*hand: int) -> Table:
    game = loser(*hand)
    return game.do("muster slavonia", "take 1", "boardall", "go buda")


@pytest.mark.rule("MU-CARD-50")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_diplomat_protects_one_to_three_elements_of_any_kind(die: int, number: int) -> None:
    game = invaded(50)
    while 50 not in cards(game):
        game.do(game.offers()[0])
    game.script(die).do("playcard 50")
    wanted = ["building:buda:civil", "v:2", "cube:buda:salt"][:number]
    assert {"building:buda:military", "v:3", *wanted} <= {option.id for option in game.offers(Target)}
    game.do(*[f"target {element}" for element in wanted])
    while game.asked() != "ChooseLoot":
        game.do(game.offers()[0])
    open_to_pillage = {option.element for option in game.offers() if type(option).__name__ == "Pillage"}
    everything = {"building:buda:civil", "building:buda:military", "cube:buda:salt", "v:2", "v:2:cargo", "v:3"}
    safe = set(wanted) | ({"v:2:cargo"} if "v:2" in wanted else set())
    assert open_to_pillage == everything - safe
    game.do("keep")
    assert game.game.vehicles[2].owner == 0, "what is protected is kept by the conqueror"
    assert game.game.lands["buda"].civil == 3


# -- 57 and 58 Pirate --------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-57", "MU-CARD-58")
@pytest.mark.parametrize(
    ("card", "targets", "points"),
    [
        (57, ("red", "green"), (0, 0, 0, 1, 1, 0)),
        (57, ("green", "green"), (0, 0, 0, 0, 2, 0)),
        (58, ("green",), (0, 0, 0, 0, 2, 0)),
    ],
)
def test_pirates_bring_two_points_that_the_phase_takes_back(card: int, targets: tuple[str, ...], points: tuple[int, ...]) -> None:
    game = table(players={0: {"hand": [card], "technology": {"green": 4}}}, lands={"nicaea": {"civil": 1}}, at="combat")
    while card not in cards(game):
        game.do(game.offers()[0])
    game.do(f"playcard {card}", *[f"target colour:{colour}" for colour in targets])
    assert game.game.players[0].points == points
    game.do("usetechnology engineering")
    assert game.game.lands["nicaea"].civil == 2, "for two green points"
    assert game.florins(0) == 1600 - 100 * (2 - points[4]), "one that lacks is bought"
    phase = game.game.phase
    while game.game.phase == phase:
        game.do(game.offers()[0])
    assert not any(game.game.players[0].points)


@pytest.mark.rule("MU-CARD-57")
def test_a_pirate_has_no_points_to_be_turned_for() -> None:
    game = table(players={0: {"hand": [57, 58], "technology": {"green": 4}}}, lands={"nicaea": {"civil": 1}}, at="combat")
    while 57 not in cards(game):
        game.do(game.offers()[0])
    assert not game.offers(TurnCard)
    assert UseTechnology("engineering") in game.offers(), "1600 florins buy points as well"


# -- 64 Camel driver ---------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-64", "MU-TRD-13")
@pytest.mark.parametrize(
    ("played", "points", "florins", "honour"),
    [
        (True, 2, 2 * (100 + 2 * 50 + 3 * 20), 0),
        (True, 0, 2 * (100 + 3 * 20), 2),
        (False, 2, 2 * (100 + 2 * 50), 0),
        (False, 0, 200, 2),
    ],
)
def test_the_sale_that_completes_a_route_also_gets_the_market_bonus(played: bool, points: int, florins: int, honour: int) -> None:
    """Two cubes sold in a market of three, at the end of a route of four."""
    route = {"origin": "nicaea", "stages": ["napoli", "genova", "venezia"], "done": ["genova", "napoli", "venezia"]}
    game = table(
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs", "furs"]}],
        lands={"roma": {"holder": "barbarians", "cubes": ["salt", "wine", "cloth"]}},
        players={0: {"hand": [64], "route": {**route, "destination": "roma", "carrier": 1}}},
        at="trade",
    )
    game.do("employ 1", 'sellcubes ["furs","furs"]')
    game.do("playcard 64" if played else "pass", f"takepoints {points}")
    assert game.florins(0) == 1600 + florins
    assert game.honour(0) == 10 + honour
    assert game.game.players[0].route is None


@pytest.mark.rule("MU-CARD-64")
def test_an_ordinary_sale_is_nothing_to_the_camel_driver() -> None:
    game = table(
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs"]}],
        lands={"roma": {"holder": "barbarians", "cubes": ["salt"]}},
        players=hands(zero=[64]),
        at="trade",
    )
    game.do("employ 1", 'sellcubes ["furs"]')
    assert game.florins(0) == 1600 + 120, "settled at once: nobody was asked"


@pytest.mark.rule("MU-CARD-64")
def test_a_camel_driver_helps_his_own_player_alone() -> None:
    route = {"origin": "nicaea", "stages": ["napoli", "genova", "venezia"], "done": ["genova", "napoli", "venezia"]}
    game = table(
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs"]}],
        lands={"roma": {"holder": "barbarians", "cubes": ["salt"]}},
        players={0: {"route": {**route, "destination": "roma", "carrier": 1}}, 1: {"hand": [64]}},
        at="trade",
    )
    game.do("employ 1", 'sellcubes ["furs"]')
    assert game.asked() == "SplitPoints", "nobody else was asked"


# -- 71 and 72 Mystic --------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-71", "MU-CARD-72")
@pytest.mark.parametrize(
    ("card", "player", "usable"),
    [
        (71, {}, False),
        (71, {"points": {"red": 1}}, True),
        (71, {"tokens": {"red": 1}}, True),
        (71, {"tokens": {"red": 1}, "flipped": {"red": 1}}, False),
        (72, {"points": {"red": 3, "blue": 2}}, False),
        (72, {"points": {"red": 1, "blue": 1, "green": 1}}, True),
        (72, {"points": {"red": 1, "blue": 1}, "tokens": {"green": 1}}, True),
        (72, {"points": {"red": 1, "blue": 1}, "tokens": {"red": 1}}, False),
    ],
)
def test_a_mystic_wants_points_to_spend(card: int, player: dict[str, Any], usable: bool) -> None:
    game = table(players={0: {"hand": [card], **player}}, at="combat")
    assert (card in cards(game)) == usable


@pytest.mark.rule("MU-CARD-71", "MU-CARD-72")
def test_mystics_pay_twenty_a_point_and_a_hundred_a_triad() -> None:
    points = {"points": {"red": 2, "blue": 2, "green": 2, "violet": 1}}
    game = table(players={0: {"hand": [71, 72], **points}}, at="combat")
    game.do("playcard 72")
    assert {len(option.colours) for option in game.offers() if type(option).__name__ == "Offer"} == {3}
    game.do('offer ["blue","red","green"]', 'offer ["red","green","violet"]', "endrite")
    assert game.florins(0) == 1600 + 200
    assert sum(game.game.players[0].points) == 1
    game.do("playcard 71", 'offer ["blue"]')
    assert game.florins(0) == 1600 + 200 + 20
    assert not any(game.game.players[0].points)


@pytest.mark.rule("MU-CARD-57", "MU-CARD-58")
@pytest.mark.parametrize(
    ("hand", "offered"), [([57, 5], [57]), ([58, 5], [58]), ([{"card": 57, "turned": True}, 58], [58]), ([5], [])]
)
def test_upright_pirates_are_played_where_points_can_be_spent_and_no_other_card_with_them(
    hand: list[Any], offered: list[int]
) -> None:
    game = table(players={0: {"hand": hand, "technology": {"green": 4}}}, lands={"nicaea": {"civil": 1}}, at="combat")
    assert cards(game) == offered
    game = table(players={0: {"hand": hand}}, lands={"nicaea": {"civil": 1}}, at="combat")
    assert cards(game) == [], "without a technology to spend them on nobody loots points"
