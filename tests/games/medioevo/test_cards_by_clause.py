"""Cards clause by clause, as both rulebooks print them, on an audited table: who, when, what for, how long, what not."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle import RoundFought
from marchland.games.medioevo.rules.deals import Bought, DealStopped, Sold
from marchland.games.medioevo.rules.declarations import TryCapture
from marchland.games.medioevo.rules.groups import Board, Go, musters
from marchland.games.medioevo.rules.points import TurnCard
from marchland.games.medioevo.rules.powers import CardTurned, PlayCard, Target, UseTechnology
from marchland.games.medioevo.rules.sites import Raise
from marchland.games.medioevo.rules.trade import BuyCubes, SellCubes
from marchland.games.medioevo.rules.windows import React
from marchland.kernel.events import Rolled

from .table import Table

ALWAYS = {f"ask_{number}": "always" for number in range(1, 7)}


def table(**position: Any) -> Table:
    """Three players who are asked at every moment, in the second turn."""
    return Table(3, ALWAYS, **{"turn": 2, "order": range(3), **position})


def hands(**cards: list[Any]) -> dict[int, dict[str, Any]]:
    """`zero=[5]`: what each seat holds."""
    return {("zero", "one", "two").index(name): {"hand": held} for name, held in cards.items()}


def battle(attackers: dict[str, int], defenders: dict[str, int], **position: Any) -> Table:
    """Seat 0 attacks seat 1 in Wallachia, wild land."""
    return table(
        armies={"wallachia": {0: attackers, 1: defenders}},
        wars=[[0, 1, 0]],
        battle={"place": "wallachia", "attacker": 0, "defender": 1},
        **position,
    )


def until(game: Table, window: str, seat: int) -> Table:
    """Everybody takes his first answer, which lets things happen, until this seat is asked in this window."""
    while not (isinstance(game.game.decision, React) and (game.game.decision.window, game.game.decision.seat) == (window, seat)):
        game.do(game.offers()[0])
    return game


def fought(game: Table, rounds: int = 1) -> Table:
    """So many rounds have been compared."""
    while len(game.happened(RoundFought)) < rounds:
        game.do(game.offers()[0])
    return game


def rolls(game: Table, purpose: str) -> list[tuple[int, ...]]:
    return [event.values for event in game.happened(Rolled) if event.purpose == purpose]


def cards(game: Table) -> list[int]:
    return [option.card for option in game.offers(PlayCard)]


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


# -- 7 and 9 Crossbowman -----------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-07")
@pytest.mark.parametrize(("die", "shots"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_one_to_three_units_also_shoot_for_one_round(die: int, shots: int) -> None:
    game = battle({"hi": 5}, {"hi": 5}, players=hands(zero=[7]))
    until(game, "W-B3", 0).script(die, *[8] * shots, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3)
    game.do("playcard 7")
    fought(game)
    assert rolls(game, "archery") == [(8,) * shots]
    fought(game, 2)
    assert len(rolls(game, "archery")) == 1, "in the second round nobody shoots"


@pytest.mark.rule("MU-CARD-07")
def test_an_archer_may_shoot_twice_but_nobody_a_third_time() -> None:
    game = until(battle({"arc": 1}, {"hi": 5}, players=hands(zero=[7])), "W-B3", 0).script(6, 8, 8, 1, 2, 3, 1, 2, 3)
    game.do("playcard 7")
    fought(game)
    assert rolls(game, "archery") == [(8, 8)], "his own shot and one more: three were thrown, but he is alone"


@pytest.mark.rule("MU-CARD-07")
def test_those_who_also_shoot_fight_on_in_the_melee_with_their_own_power() -> None:
    game = until(battle({"hi": 2}, {"li": 9}, players=hands(zero=[7])), "W-B3", 0).script(3, 3, 4, 2, 6, 8, 1, 1, 2)
    game.do("playcard 7")
    fought(game)
    assert rolls(game, "archery") == [(3, 4)], "a 3 hits, a 4 does not"
    assert game.happened(RoundFought)[0].score == 2, "both count in the melee"
    assert game.units("wallachia", 1) == {"li": 9 - 1 - 2 - 1}, "an arrow, the score, its own loss value"


@pytest.mark.rule("MU-CARD-09")
def test_only_the_players_own_arrows_are_thrown_again_each_once() -> None:
    game = battle({"arc": 3}, {"li": 9}, players=hands(zero=[9]))
    game.script(8, 2, 7)
    until(game, "W-B3b", 0).script(1, 8, 1, 2, 3, 1, 2, 3)
    game.do("playcard 9")
    assert {option.id for option in game.offers(Target)} == {"nothing", "number:0", "number:1", "number:2"}
    game.do("target number:0")
    assert {option.id for option in game.offers(Target)} == {"nothing", "number:1", "number:2"}, "each die once"
    game.do("target number:2", "target nothing")
    assert game.game.fights[-1].sides[0].arrows == (1, 2, 8)
    fought(game)
    assert game.units("wallachia", 1) == {"li": 9 - 2 - 1 - 1}, "two arrows, the score of 3 against 3 - 1, the loss value"


@pytest.mark.rule("MU-CARD-09")
def test_where_no_arrow_has_flown_there_is_nothing_to_throw_again() -> None:
    game = fought(battle({"li": 2}, {"li": 2}, players=hands(zero=[9]), dice=[1, 2, 3, 1, 2, 3]))
    assert not game.happened(CardTurned)
    game = battle({"li": 2}, {"arc": 2}, players=hands(zero=[9]), dice=[8, 8, 1, 2, 3, 1, 2, 3])
    fought(game)
    assert rolls(game, "archery") == [(8, 8)], "the enemy's"
    assert not game.happened(CardTurned)


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


# -- 26 Militia, 27 and 28 Surgeon -------------------------------------------------------------------------


def invasion(walls: int, *hand: int, garrison: int = 5) -> Table:
    """Seat 1's wagon brings five Heavy infantry from Tarnovo into Adrianople, home of seat 0, whose garrison waits behind walls."""
    armies = {"tarnovo": {1: {"hi": 5}}, **({"adrianople": {0: {"hi": garrison}}} if garrison else {})}
    game = table(
        armies=armies,
        vehicles=[{"owner": 1, "kind": "wagon", "level": 2, "space": "tarnovo"}],
        lands={"adrianople": {"military": walls}},
        wars=[[0, 1, 0]],
        players=hands(zero=list(hand)),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster tarnovo", "take 1", "boardall", "go adrianople")
    return game


@pytest.mark.rule("MU-CARD-26")
@pytest.mark.parametrize(("walls", "shield"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_a_militia_is_a_tower_or_lets_a_building_absorb_one_more(walls: int, shield: int) -> None:
    """8 against 2 - 1: a score of 5 for five men, less what the walls absorb of it."""
    game = invasion(walls, 26)
    assert (game.game.decision.window, game.game.decision.place) == ("W-5b", "adrianople")
    game.do("playcard 26")
    while game.asked() != "ChooseProtection":
        game.do(game.offers()[0])
    game.do("protect melee").script(4, 6, 8, 1, 1, 2)
    while game.game.fights[-1].round == 1:
        game.do(game.offers()[0])
    assert 5 * 2 - _strength(game) == (5 - shield) + 1, "the score less the walls, and the own loss value of 1"


def _strength(game: Table) -> int:
    """Damage points that seat 0's Heavy and Light infantry in Adrianople can still take."""
    units = game.units("adrianople", 0)
    return 2 * units.get("hi", 0) + units.get("li", 0)


@pytest.mark.rule("MU-CARD-26")
def test_a_militia_without_troops_in_the_territory_is_no_tower() -> None:
    game = invasion(0, 26, garrison=0)
    assert not game.happened(CardTurned)
    assert 26 not in cards(game)


@pytest.mark.rule("MU-CARD-26", "MU-CARD-24")
def test_a_recruit_of_one_militia_is_garrison_enough_for_the_other() -> None:
    game = invasion(0, 24, 26, garrison=0)
    assert cards(game) == [24]
    game.do("playcard 24", "target kind:cap1")
    assert cards(game) == [26]
    game.do("playcard 26")
    assert [(effect.name, effect.target, effect.until) for effect in game.game.effects] == [("militia-tower", "adrianople", "turn")]
    assert game.units("adrianople", 0) == {"cap1": 1}


@pytest.mark.rule("MU-CARD-26")
def test_a_militia_answers_only_an_entry_into_its_own_land() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}, "adrianople": {0: {"hi": 1}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[24, 25, 26]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster tarnovo", "take 1", "boardall", "go wallachia")
    assert not (isinstance(game.game.decision, React) and game.game.decision.seat == 0)


def wounded(*hand: Any, units: dict[str, int] | None = None) -> Table:
    """Seat 1 loses a round by 8 to 2 - 1 against three Light infantry: score 3, then its loss value of 1."""
    return battle({"li": 3}, units or {"arc": 5}, players=hands(one=list(hand)))


@pytest.mark.rule("MU-CARD-27")
@pytest.mark.parametrize(("window", "left"), [("W-B6", 5 - 2 - 1), ("W-B7", 5 - 3 - 0), ("", 5 - 3 - 1)])
def test_a_surgeon_ignores_one_point_of_the_score_or_of_the_losses(window: str, left: int) -> None:
    game = wounded(27).script(8, 8, 8, 8, 8, 4, 6, 8, 1, 1, 2)
    if window:
        until(game, window, 1).do("playcard 27")
    while game.game.fights and game.game.fights[-1].round == 1:
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {"arc": left}


@pytest.mark.rule("MU-CARD-27")
def test_a_surgeon_is_of_no_use_to_a_bystander() -> None:
    game = battle({"hi": 6, "li": 1}, {"arc": 5}, players=hands(two=[27]))
    game.script(8, 8, 8, 8, 8, 4, 6, 8, 1, 1, 2, *[1] * 40)
    asked = set()
    while game.game.fights and game.game.fights[-1].round == 1:
        asked.update(game.game.deciders)
        game.do(game.offers()[0])
    assert 2 not in asked


def bereaved(*hand: Any, units: dict[str, int], dice: tuple[int, ...]) -> Table:
    """After a round that cost seat 1 some units, its Surgeon was played; the next turn's purchases begin."""
    game = battle({"hi": 4}, units, players={1: {"hand": list(hand), "florins": 3000, "technology": {"red": 1}}})
    game.script(*dice)
    return game


@pytest.mark.rule("MU-CARD-28")
def test_only_the_units_of_that_round_are_rebought_at_half_price_in_the_next_turn() -> None:
    game = bereaved(28, units={"cav": 1, "li": 5}, dice=(4, 6, 8, 1, 1, 2))
    until(game, "W-B6", 1).do("playcard 28")
    game.do("hurt li", "hurt li", "hurt li", "hurt li")
    while game.asked() == "ChooseDamage":
        game.do("hurt li")
    player = game.game.players[1]
    assert player.fallen == (5, 0, 0, 0, 0, 0, 0), "score 4 and a loss value of 1"
    assert player.cheap == (0,) * 7, "not in this turn"


@pytest.mark.rule("MU-CARD-28", "MU-CARD-67")
def test_a_captain_for_a_day_is_rebought_as_what_he_was() -> None:
    """The Heroine makes a Captain of the lone Light infantry; when he falls, a Light infantry has fallen."""
    game = battle({"hi": 4}, {"li": 1}, players={1: {"hand": [28, 67]}})
    until(game, "W-B0", 1).do("playcard 67", "target unit:wallachia:1:li")
    assert game.units("wallachia", 1) == {"cap1": 1}
    game.script(4, 6, 8, 1, 1, 2)
    until(game, "W-B6", 1).do("playcard 28")
    while game.game.fights:
        game.do(game.offers()[0])
    assert game.game.players[1].fallen == (1, 0, 0, 0, 0, 0, 0)


@pytest.mark.rule("MU-CARD-28", "MU-CARD-65")
def test_hired_barbarians_are_not_rebought() -> None:
    game = battle({"hi": 4}, {"arc": 1}, players={1: {"hand": [28, 65]}}, circle=[4, 6, 8])
    until(game, "W-B1", 1).script(8, 4, 6, 8, 1, 1, 2).do("playcard 65")
    assert game.units("wallachia", 1) == {"li": 1, "arc": 1}
    until(game, "W-B6", 1).do("playcard 28")
    while game.game.fights:
        game.do(game.offers()[0])
    assert game.game.players[1].fallen == (0, 0, 0, 1, 0, 0, 0), "the Archer alone"


@pytest.mark.rule("MU-CARD-28")
@pytest.mark.parametrize(
    ("kind", "half", "full"), [("li", 10, 20), ("hi", 25, 50), ("cav", 50, 100), ("arc", 25, 50), ("cap1", 50, 200)]
)
def test_as_many_as_fell_cost_half_and_a_captain_no_red_point(kind: str, half: int, full: int) -> None:
    """A Captain costs 100 florins and a red point, bought for another 100; the next of a kind costs what it always does."""
    player = {"cheap": {kind: 1}, "technology": {"red": 1}}
    game = table(players={0: player}, lands={"nicaea": {"civil": 1}}, at="purchases")
    game.do("visit nicaea", f"recruit {kind}")
    assert game.florins(0) == 1600 - half
    game.do(f"recruit {kind}")
    assert game.florins(0) == 1600 - half - full
    assert game.units("nicaea", 0) == {kind: 2}


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


# -- 35 Templar, 40 and 41 Jailer --------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-35")
def test_a_templar_joins_a_battle_abroad_free_of_charge_but_no_captain_does() -> None:
    game = until(battle({"li": 1}, {"li": 2}, players=hands(zero=[35])), "W-B0", 0)
    game.do("playcard 35")
    assert {option.id for option in game.offers(Target)} == {"kind:li", "kind:hi", "kind:cav", "kind:arc"}
    game.do("target kind:cav")
    assert game.units("wallachia", 0) == {"li": 1, "cav": 1}
    assert game.florins(0) == 1600
    assert game.game.players[0].reserve[2] == 9


@pytest.mark.rule("MU-CARD-35")
@pytest.mark.parametrize(("place", "seat"), [("nicaea", 0), ("wallachia", 2)])
def test_a_templar_joins_neither_a_battle_at_home_nor_one_of_others(place: str, seat: int) -> None:
    game = table(
        armies={place: {0: {"li": 1}, 1: {"li": 2}}},
        wars=[[0, 1, 0]],
        battle={"place": place, "attacker": 1, "defender": 0},
        players={seat: {"hand": [35]}},
        dice=[1, 2, 3, 4, 5, 6, *[1] * 30],
    )
    while game.game.fights:
        assert 35 not in cards(game)
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-35")
def test_outside_a_battle_this_templar_stays_at_home() -> None:
    game = table(players=hands(zero=[34, 35]), at="combat")
    while not cards(game):
        game.do(game.offers()[0])
    assert cards(game) == [34]


def capture(own: int, foes: int, *hand: int) -> Table:
    """Seat 0 tries to capture; it throws 2, 5, 7: an attack of 7, of which 4 are taken off without the ratio."""
    game = battle({"hi": own}, {"hi": foes}, players=hands(zero=list(hand)))
    while game.asked() != "DeclareIntent":
        game.do(game.offers()[0])
    return game.do(TryCapture())


@pytest.mark.rule("MU-CARD-40", "MU-CARD-41", "MU-CAP-01")
@pytest.mark.parametrize(
    ("own", "foes", "hand", "attack"),
    [
        (6, 2, (), 7),
        (5, 2, (), 3),
        (4, 2, (40,), 7),
        (3, 2, (40,), 3),
        (4, 2, (41,), 5),
        (3, 2, (40, 41), 5),
    ],
)
def test_a_capturing_attack_with_and_without_jailers(own: int, foes: int, hand: tuple[int, ...], attack: int) -> None:
    game = capture(own, foes, *hand)
    for card in hand:
        until(game, "W-B1", 0)
        if card == hand[-1]:
            game.script(2, 5, 7, 1, 2, 3)
        game.do(f"playcard {card}")
    if not hand:
        while game.asked() not in ("ChooseReroll",):
            game.script(2, 5, 7, 1, 2, 3)
            game.do(game.offers()[0])
    fought(game)
    assert game.happened(RoundFought)[0].attacks[0] == attack


@pytest.mark.rule("MU-CARD-40", "MU-CARD-41")
@pytest.mark.parametrize("own", [6, 9])
def test_jailers_have_nothing_to_ease_where_the_ratio_is_there(own: int) -> None:
    game = capture(own, 2, 40, 41).script(2, 5, 7, 1, 2, 3)
    fought(game)
    assert not game.happened(CardTurned)


@pytest.mark.rule("MU-CARD-40", "MU-CARD-41")
def test_jailers_do_nothing_for_who_does_not_capture() -> None:
    game = battle({"hi": 3}, {"hi": 2}, players=hands(zero=[40, 41]), dice=[2, 5, 7, 1, 2, 3])
    fought(game)
    assert not game.happened(CardTurned)


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
