"""Empire cards 1 to 12, clause by clause: windows that open and do not, limits, how long it lasts, what stays untouched."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.battle.flight import Fled
from marchland.games.medioevo.rules.cards.powers import CardTurned, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.components.armies import UnitLost
from marchland.games.medioevo.rules.movement.groups import Go
from marchland.games.medioevo.rules.movement.meeting import Engage
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.trade.trade import Employ, SellCubes

from .open_table import battle, cards, fought, hands, rolls, table, until
from .table import Table


def targets(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


def wait_for(game: Table, asked: str) -> Table:
    """Everybody takes his first answer, which lets things happen, until this is asked."""
    while game.asked() != asked:
        game.do(game.offers()[0])
    return game


def next_turn(game: Table) -> Table:
    turn = game.game.turn
    while game.game.turn == turn:
        game.do(game.offers()[0])
    return game


# -- 1 Bishop: no fighting ---------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-01")
def test_at_leisure_any_territory_may_be_named_and_no_sea() -> None:
    game = table(players=hands(zero=[1]), at="combat").do("playcard 1")
    assert targets(game) == set(game.game.area)
    assert not targets(game) & set(game.game.waters)


@pytest.mark.rule("MU-CARD-01")
@pytest.mark.parametrize(("named", "rounds"), [("wallachia", 0), ("moldavia", 1)])
def test_only_in_the_named_territory_nobody_fights(named: str, rounds: int) -> None:
    """Seat 0 marches against the horde in Wallachia; the ban holds against barbarians, too."""
    game = table(
        armies={"tarnovo": {0: {"hi": 3}}, "wallachia": {"barbarians": {"li": 4}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        players=hands(zero=[1]),
        at="combat",
        dice=[1, 2, 3],
    )
    game.do("playcard 1", f"target {named}", "muster tarnovo", "take 1", "boardall", "go wallachia")
    while game.game.fights and not game.happened(RoundFought):
        game.do(game.offers()[0])
    assert len(game.happened(RoundFought)) == rounds
    if not rounds:
        assert game.units("wallachia", 0) == {"hi": 3}
        assert game.units("wallachia", -1) == {"li": 4}
        assert game.game.lands["wallachia"].holder == -1, "they coexist: nobody's land"
        assert game.game.vehicles[1].stopped, "the movement has ended all the same"


@pytest.mark.rule("MU-CARD-01")
def test_the_fight_that_was_put_off_may_be_fought_in_the_next_turn() -> None:
    game = until(battle({"hi": 4}, {"hi": 4}, players=hands(two=[1])), "W-B0", 2).do("playcard 1")
    assert [event.outcome for event in game.happened(BattleEnded)] == ["banned"]
    while game.asked() == "ChooseMove":
        assert not game.offers(Engage)
        game.do("passround")
    wait_for(next_turn(game), "ChooseMove")
    while game.game.deciders == (2,):
        game.do("passround")
    assert [option.space for option in game.offers(Engage)] == ["wallachia"]


@pytest.mark.rule("MU-CARD-01", "MU-MOV-11")
def test_land_that_nobody_defends_is_taken_without_a_fight_under_the_ban() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(one=[1]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("playcard 1", "target adrianople", "muster tarnovo", "take 1", "boardall", "go adrianople")
    assert game.game.lands["adrianople"].holder == 1


@pytest.mark.rule("MU-CARD-01", "MU-CARD-15")
def test_rebels_and_a_garrison_stand_side_by_side_under_the_ban() -> None:
    """Nobody falls and nothing is pillaged."""
    game = table(
        armies={"buda": {1: {"li": 1}}},
        lands={"buda": {"civil": 2}},
        players=hands(zero=[15], one=[1]),
        at="combat",
        circle=[4, 6, 8],
    )
    game.do("playcard 15", "target buda")
    assert isinstance(game.game.decision, React)
    assert (game.game.decision.window, game.game.decision.place, cards(game)) == ("W-2e", "buda", [1])
    game.do("playcard 1")
    assert not game.happened(BattleEnded)
    assert (game.units("buda", 1), game.units("buda", -1)) == ({"li": 1}, {"li": 1})
    assert game.game.lands["buda"].civil == 2


@pytest.mark.rule("MU-CARD-01", "MU-CARD-03")
@pytest.mark.parametrize("card", [1, 3])
def test_a_bishop_may_name_a_territory_again_after_a_turn_without_him(card: int) -> None:
    game = table(players=hands(zero=[card]), at="combat").do(f"playcard {card}", "target roma")
    for banned in (True, False):
        until(next_turn(game), "W-PH", 0)
        clone = game.game.clone()
        game.do(f"playcard {card}")
        assert ("roma" not in targets(game)) == banned
        game.game = clone


# -- 3 Bishop: no departure --------------------------------------------------------------------------------


def departures(*hand: int, **position: Any) -> Table:
    """Seat 0 has a Castle with troops, a Galley and a loaded Caravan at Constantinople, a wagon with troops at Adrianople."""
    pieces = [("galley", "constantinople"), ("caravan", "constantinople"), ("wagon", "adrianople")]
    return table(
        lands={"constantinople": {"military": 3}},
        armies={"constantinople": {0: {"hi": 2}}, "adrianople": {0: {"hi": 2}}},
        vehicles=[{"owner": 0, "kind": kind, "level": 1, "space": space} for kind, space in pieces],
        players=hands(zero=list(hand)),
        **{"at": "combat", **position},
    )


@pytest.mark.rule("MU-CARD-03")
def test_neither_a_castle_nor_a_ship_lets_anything_leave() -> None:
    free = departures(3)
    assert {option.space for option in free.offers(Muster)} == {"constantinople", "adrianople"}
    held = free.do("playcard 3", "target constantinople")
    assert {option.space for option in held.offers(Muster)} == {"adrianople"}


@pytest.mark.rule("MU-CARD-03")
def test_what_enters_the_territory_goes_no_further() -> None:
    game = departures(3).do("playcard 3", "target constantinople", "muster adrianople", "take 3", "boardall")
    assert "constantinople" in {option.to for option in game.offers(Go)}, "it may be entered"
    game.do("go constantinople")
    assert game.units("constantinople", 0) == {"hi": 4}
    assert not game.offers(Go)


@pytest.mark.rule("MU-CARD-03")
def test_merchants_too_are_held_until_the_end_of_the_turn() -> None:
    game = departures(3, at="trade").do("playcard 3", "target constantinople", "employ 2")
    assert game.asked() == "ManageTransport"
    assert not [option for option in game.offers() if type(option).__name__ == "Ride"]
    next_turn(game)
    assert not game.game.effects


@pytest.mark.rule("MU-CARD-03", "MU-CARD-25")
@pytest.mark.parametrize(("banned", "relief"), [("constantinople", set()), ("nicaea", {"unit:constantinople:0:li"})])
def test_a_militia_cannot_call_units_out_of_the_territory(banned: str, relief: set[str]) -> None:
    """Seat 1 invades Adrianople; the nearest troops of seat 0 stand at Constantinople."""
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}, "adrianople": {0: {"li": 1}}, "constantinople": {0: {"li": 2}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[25], one=[3]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("playcard 3", f"target {banned}", "muster tarnovo", "take 1", "boardall", "go adrianople")
    assert (cards(game) == [25]) == bool(relief)
    if relief:
        game.do("playcard 25")
        assert targets(game) == {"nothing", *relief}


def fugitives(*hand: int) -> Table:
    """Seat 0 has declared Flight from Tarnovo; seat 2, not in the battle, holds a Bishop."""
    game = table(
        armies={"tarnovo": {0: {"hi": 3}, 1: {"li": 6}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        battle={"place": "tarnovo", "attacker": 0, "defender": 1},
        players=hands(two=list(hand)),
    )
    return game.script(1, 2, 7, 1, 2, 3)


@pytest.mark.rule("MU-CARD-03", "MU-FLE-01")
@pytest.mark.parametrize("window", ["W-B1", "W-B7", ""])
def test_a_bishop_stops_a_flight_under_way(window: str) -> None:
    game = fugitives(3)
    assert game.asked() == "DeclareIntent", "as long as nobody flees nothing is leaving"
    game.do("flee adrianople 1", "stand")
    if window:
        until(game, window, 2)
        assert cards(game) == [3]
        game.do("playcard 3")
        assert game.happened(CardTurned)[0].chosen == ("tarnovo",)
    while not game.happened(RoundFought) or game.asked() in ("ChooseDamage", "React"):
        game.do(game.offers()[0])
    assert len(game.happened(Fled)) == (not window)
    assert bool(game.units("tarnovo", 0)) == bool(window)


@pytest.mark.rule("MU-CARD-03")
def test_in_a_battle_from_which_nobody_flees_a_bishop_has_nothing_to_stop() -> None:
    game = fugitives(3).do("stand", "stand")
    while not game.happened(RoundFought):
        assert not isinstance(game.game.decision, React)
        game.do(game.offers()[0])


# -- 4 and 5 Warlord ---------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-04")
def test_the_fewer_do_not_shoot_and_neither_do_equals() -> None:
    for own, foes, shots in ((3, 1, [(8, 8, 8)]), (2, 2, []), (1, 3, [])):
        game = battle({"arc": own}, {"arc": foes, "hi": 3}, players=hands(zero=[4]))
        until(game, "W-B1", 0).script(*[8] * 3 if shots else (), 1, 2, 3, 1, 2, 3).do("playcard 4")
        fought(game)
        assert rolls(game, "archery") == shots, "the enemy's Archers are blocked as ever"


@pytest.mark.rule("MU-CARD-04")
def test_the_warlord_serves_for_one_round() -> None:
    game = battle({"arc": 3}, {"arc": 1, "hi": 6}, players=hands(zero=[4]))
    until(game, "W-B3", 0).script(8, 8, 8, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3).do("playcard 4")
    fought(game, 2)
    assert rolls(game, "archery") == [(8, 8, 8)]


@pytest.mark.rule("MU-CARD-04", "MU-BAT-12")
def test_a_captain_stops_a_power_whatever_a_warlord_says() -> None:
    game = battle({"arc": 3}, {"arc": 1, "hi": 3, "cap1": 1}, players=hands(zero=[4]))
    until(game, "W-B1", 0).do("playcard 4")
    wait_for(game, "UseCaptain").script(1, 2, 3, 1, 2, 3).do("lead stop:arc")
    fought(game)
    assert rolls(game, "archery") == []


@pytest.mark.rule("MU-CARD-04", "MU-CARD-07")
@pytest.mark.parametrize(("hand", "shots"), [([7], [(5,)]), ([4, 7], [(8, 8), (5,)])])
def test_a_warlord_lets_more_marksmen_shoot_than_the_enemy_has_archers(hand: list[int], shots: list[Any]) -> None:
    """Two Heavy infantry with the Archers' power against one Archer, who shoots himself: he blocks them, unless numbers count."""
    game = battle({"hi": 3}, {"arc": 1, "hi": 3}, players=hands(zero=hand))
    if 4 in hand:
        until(game, "W-B1", 0).do("playcard 4")
    until(game, "W-B3", 0).script(3, *sum(shots, ()), 1, 2, 3, 1, 2, 3).do("playcard 7")
    fought(game)
    assert rolls(game, "archery") == shots


@pytest.mark.rule("MU-CARD-04", "MU-BAT-11")
@pytest.mark.parametrize(("riders", "damage"), [(2, 2 + 4 + 1), (1, 1 + 1)])
def test_more_cavalry_strikes_though_the_enemy_has_some(riders: int, damage: int) -> None:
    """The score, two points for each rider who strikes, and the enemy's own loss of 1."""
    game = battle({"cav": riders}, {"cav": 1, "li": 9}, players=hands(zero=[4]))
    until(game, "W-B4", 0).script(1, 2, 8, 1, 2, 4).do("playcard 4")
    while game.game.fights[-1].round == 1 and game.asked() != "OfferTerms":
        game.do("hurt li" if game.asked() == "ChooseDamage" and game.game.deciders == (1,) else game.offers()[0])
    assert game.units("wallachia", 1) == {"cav": 1, "li": 9 - damage}


@pytest.mark.rule("MU-CARD-05")
def test_two_points_more_count_before_a_flight_halves_them_and_for_one_round() -> None:
    """7 and 2 are 9, halved for the Flight 5; without the Warlord 7 is halved to 4."""
    for hand, attack in (([5], 5), ([], 4)):
        game = table(
            armies={"tarnovo": {0: {"hi": 3}, 1: {"li": 6}}},
            vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "tarnovo"}],
            wars=[[0, 1, 0]],
            battle={"place": "tarnovo", "attacker": 0, "defender": 1},
            players=hands(zero=hand),
        )
        game.script(1, 2, 7, 1, 2, 3).do("flee adrianople 1")
        if hand:
            until(game, "W-B5", 0).do("playcard 5", "target side:0")
        fought(game)
        assert game.happened(RoundFought)[0].attacks == (attack, 2)


@pytest.mark.rule("MU-CARD-05")
def test_in_the_next_round_the_two_points_are_gone() -> None:
    game = battle({"hi": 6}, {"hi": 6}, players=hands(zero=[5])).script(*[1, 2, 7, 1, 2, 3] * 2)
    until(game, "W-B5", 0).do("playcard 5", "target side:0")
    fought(game, 2)
    assert [event.attacks for event in game.happened(RoundFought)] == [(9, 2), (7, 2)]


@pytest.mark.rule("MU-CARD-05", "MU-EMP-07")
def test_once_damage_is_assigned_it_is_too_late() -> None:
    game = battle({"hi": 6}, {"hi": 6}, players=hands(zero=[5])).script(1, 2, 7, 1, 2, 3)
    until(game, "W-B5", 0).do("pass")
    while game.game.fights[-1].round == 1 and game.asked() == "ChooseDamage":
        assert not cards(game)
        game.do(game.offers()[0])
    assert game.happened(RoundFought)[0].attacks == (7, 2)


# -- 6 Warlord ---------------------------------------------------------------------------------------------


def raid(*, host: int = 1, garrison: dict[str, int] | None = None, pacts: Any = ()) -> Table:
    """Seat 0 brings three units from Wallachia into Banat, held by seat 1 unless said otherwise."""
    game = table(
        armies={"wallachia": {0: {"hi": 3}}, **({"banat": {host: garrison}} if garrison else {})},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "wallachia"}],
        wars=[] if pacts else [[0, 1, 0]],
        pacts=list(pacts),
        players=hands(zero=[6]),
        at="combat",
    )
    return game.do("muster wallachia", "take 1", "boardall", "go banat")


@pytest.mark.rule("MU-CARD-06")
def test_half_goes_past_a_garrison_which_the_others_must_fight() -> None:
    game = raid(garrison={"li": 1}).do("playcard 6")
    assert game.units("banat", 0) == {"hi": 3}
    assert {option.to for option in game.offers(Go)} >= {"alfold", "transylvania"}
    game.do("go transylvania")
    assert game.game.lands["transylvania"].holder == 0
    assert game.units("transylvania", 0) == {"hi": 2}
    assert [(fight.place, fight.sides[0].owner, fight.sides[1].owner) for fight in game.game.fights] == [("banat", 0, 1)]
    assert game.units("banat", 0) == {"hi": 1}


@pytest.mark.rule("MU-CARD-06")
def test_among_partners_and_in_wild_land_nobody_presses_on() -> None:
    pact = {"parties": [0, 1], "kinds": ["passage"], "until": 9}
    game = raid(pacts=[pact])
    assert game.asked() == "ManageGroup", "a guest is not stopped"
    wild = table(
        armies={"tarnovo": {0: {"hi": 3}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        players=hands(zero=[6]),
        at="combat",
    )
    wild.do("muster tarnovo", "take 1", "boardall", "go wallachia")
    assert wild.game.fights, "the horde rises and is fought"
    assert not wild.happened(CardTurned)


# -- 8 to 10: Crossbowman, Scientist -----------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-08")
def test_archers_at_an_engine_steady_nobody() -> None:
    engine = {"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"arc": 3}, {"hi": 5}, vehicles=[engine], players=hands(zero=[8]))
    wait_for(game, "AssignCrews").script(8, 8, 8, 1, 2, 3, 1, 2, 3).do("man 1 arc", "man 1 arc", "crewsready")
    while not game.happened(RoundFought):
        assert not cards(game), "one Archer is left to shoot"
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-08")
def test_hands_are_steady_for_one_round() -> None:
    """Two Archers throw 4 and 4 in two rounds: less 1 both hit, without the Crossbowman neither does."""
    game = battle({"arc": 2, "hi": 6}, {"li": 9}, players=hands(zero=[8]))
    until(game, "W-B3", 0).script(*[4, 4, 1, 2, 3, 1, 2, 3] * 2).do("playcard 8")
    while len(game.happened(RoundFought)) < 2:
        own = game.asked() == "ChooseDamage" and game.game.deciders == (0,)
        game.do("hurt hi" if own else game.offers()[0])
    assert rolls(game, "archery") == [(4, 4), (4, 4)]
    assert [event.rule for event in game.happened(UnitLost)].count("MU-BAT-08") == 2


@pytest.mark.rule("MU-CARD-09")
def test_after_the_melee_dice_no_arrow_is_thrown_again() -> None:
    game = battle({"arc": 2}, {"hi": 6}, players=hands(zero=[9])).script(8, 8, 1, 2, 3, 1, 2, 3)
    until(game, "W-B3b", 0).do("pass")
    while not game.happened(RoundFought):
        assert not cards(game)
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-10")
def test_of_two_engines_one_is_served_double() -> None:
    engines = [{"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"} for _ in range(2)]
    game = battle({"hi": 5}, {"hi": 9}, vehicles=engines, players=hands(zero=[10]))
    wait_for(game, "AssignCrews").do("man 1 hi", "man 2 hi", "crewsready")
    game.script(8, 8, 8, 1, 2, 3, 1, 2, 3).do("playcard 10")
    assert targets(game) == {"v:1", "v:2"}
    game.do("target v:2")
    assert rolls(game, "artillery") == [(8,), (8, 8)]


# -- 11 and 12 Scientist -----------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-11")
def test_the_next_turn_a_wagon_keeps_its_goods_but_trades_no_more() -> None:
    wagon = {"owner": 0, "kind": "wagon", "level": 1, "space": "roma"}
    game = table(vehicles=[wagon], players=hands(zero=[11]), at="trade").do("playcard 11", "employ 1", "buycubes 1")
    while game.game.deals or game.asked() == "PlanRoute":
        game.do(game.offers()[0])
    game.do("rest")
    next_turn(game)
    assert game.game.vehicles[1].goods == ("grain",)
    while game.game.phase < 6:
        game.do(game.offers()[0])
    wait_for(game, "ChooseTransport") if game.game.phase == 6 and game.asked() != "ChooseTransport" else None
    assert not game.offers(Employ) + game.offers(SellCubes)


def convoy(kind: str, *hand: int, goods: tuple[str, ...] = ("salt",)) -> Table:
    """Seat 0's transport goes with troops from Nicaea to Smyrna, a stage of its Trade Route."""
    route = {"origin": "roma", "stages": ["smyrna", "thessalonica", "venezia"], "done": [], "destination": "genova", "carrier": 1}
    game = table(
        vehicles=[{"owner": 0, "kind": kind, "level": 1, "space": "nicaea", "goods": list(goods)}],
        armies={"nicaea": {0: {"li": 4}}},
        players={0: {"hand": list(hand), "route": route}},
        at="combat",
    )
    return game.do(*(f"playcard {card}" for card in hand), "muster nicaea", "take 1", "boardall", "go smyrna")


@pytest.mark.rule("MU-CARD-11", "MU-TRD-08", "MU-TRD-11")
@pytest.mark.parametrize(("goods", "left"), [(("salt",), ("salt",)), (("weapons",), ()), ((), ())])
def test_a_caravan_that_carries_troops_leaves_a_cube_and_passes_stages_as_ever(
    goods: tuple[str, ...], left: tuple[str, ...]
) -> None:
    """It is both at the same time: every time a merchant transport leaves a settlement loaded it leaves a cube."""
    game = convoy("caravan", 11, goods=goods)
    assert game.game.lands["nicaea"].cubes == left, "weapons are produced there"
    assert game.game.vehicles[1].goods == goods, "the cube comes from the supply"
    assert game.game.players[0].route.done == ("smyrna",)


@pytest.mark.rule("MU-CARD-11", "MU-TRD-08")
def test_a_war_wagon_that_is_no_merchant_any_more_leaves_none() -> None:
    game = convoy("wagon")
    assert game.game.lands["nicaea"].cubes == ()
    assert game.game.players[0].route.done == ()


@pytest.mark.rule("MU-CARD-12", "MU-FOR-01")
@pytest.mark.parametrize(("hand", "kinds"), [([], 1), ([12], 2)])
def test_walls_protect_against_two_kinds_and_never_three(hand: list[int], kinds: int) -> None:
    game = table(
        lands={"adrianople": {"military": 3}},
        armies={"adrianople": {0: {"hi": 4}, 1: {"hi": 4}}},
        wars=[[0, 1, 0]],
        battle={"place": "adrianople", "attacker": 1, "defender": 0},
        players=hands(zero=hand),
    )
    if hand:
        until(game, "W-B0", 0).do("playcard 12")
    asked = 0
    while game.asked() == "ChooseProtection":
        asked += 1
        game.do(game.offers()[0])
    assert (asked, len(game.game.fights[-1].sides[1].protections)) == (kinds, kinds)


@pytest.mark.rule("MU-CARD-12")
def test_a_second_wall_lasts_for_the_turn_and_only_in_own_walls() -> None:
    game = table(
        lands={"adrianople": {"military": 1}, "banat": {"military": 1}, "nicaea": {"civil": 1}},
        players=hands(zero=[12]),
        at="combat",
    )
    game.do("playcard 12")
    assert [(effect.name, effect.target, effect.until) for effect in game.game.effects] == [
        ("second-protection", "adrianople", "turn")
    ], "the only military building of his own"
    next_turn(game)
    assert not game.game.effects
