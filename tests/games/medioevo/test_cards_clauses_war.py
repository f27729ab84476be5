"""Cards of war, clause by clause as both rulebooks print them: who, when, what for, how long, what not."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.battle.declarations import TryCapture
from marchland.games.medioevo.rules.cards.assassin import DieLowered
from marchland.games.medioevo.rules.cards.powers import CardTurned, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.kernel.events import Rolled

from .open_table import battle, cards, fought, hands, rolls, table, until
from .table import Table

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


# -- dice of cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-16", "MU-CARD-17", "MU-CARD-18")
@pytest.mark.parametrize("card", [16, 17, 18])
@pytest.mark.parametrize(
    ("die", "verdict"), [(1, "works"), (3, "works"), (4, "nothing"), (6, "nothing"), (7, "caught"), (8, "caught")]
)
def test_a_spy_throws_a_die_of_eight(card: int, die: int, verdict: str) -> None:
    engine = {"owner": 1, "kind": "engine", "level": 2, "space": "wallachia"}
    game = until(battle({"li": 5}, {"hi": 5}, players=hands(zero=[card]), vehicles=[engine]), "W-B0", 0).script(die)
    game.do(f"playcard {card}")
    assert [(event.sides, event.values) for event in game.happened(Rolled) if event.purpose == f"card {card}"] == [(8, (die,))]
    assert game.units("wallachia", 0) == {"li": 4 if verdict == "caught" else 5}
    lowered = game.game.vehicles[1].level == 1
    killed = game.units("wallachia", 1) == {"hi": 4}
    trapped = game.game.fights[-1].sides[1].benched == (0, 1, 0, 0, 0, 0, 0)
    assert [lowered, killed, trapped] == [card == number and verdict == "works" for number in (16, 17, 18)]


@pytest.mark.rule("MU-CARD-46", "MU-CARD-47")
def test_no_die_falls_below_one_and_the_log_says_what_it_was() -> None:
    game = battle({"li": 9}, {"li": 9}, players=hands(two=[46, 47])).script(1, 2, 8, 1, 1, 2)
    until(game, "W-B5", 2).do("playcard 47")
    assert {option.id for option in game.offers(Target)} == {"die:side0:1", "die:side0:2", "die:side1:2"}, "not those that show 1"
    game.do("target die:side0:1")
    assert {option.id for option in game.offers(Target)} == {"nothing", "die:side0:2", "die:side1:2"}, "the 2 is a 1 by then"
    game.do("target nothing")
    assert game.game.fights[-1].sides[0].dice == (1, 1, 8)
    assert [(event.was, event.shows) for event in game.happened(DieLowered)] == [(2, 1)]
    game.do("playcard 46", "target die:side0:2")
    assert game.game.fights[-1].sides[0].dice == (1, 1, 7)


# -- 10 Scientist, 39 Jailer -------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-10")
def test_a_scientist_doubles_the_crew_of_one_manned_engine_of_his_own() -> None:
    engines = [{"owner": owner, "kind": "engine", "level": 1, "space": "wallachia"} for owner in (0, 0, 0, 1)]
    game = battle({"li": 9}, {"hi": 5}, players=hands(zero=[10, 44]), vehicles=engines)
    while game.asked() != "AssignCrews":
        game.do(game.offers()[0])
    game.do("man 1 li", "man 1 li", "man 2 li", "crewsready", "man 4 hi", "crewsready")
    game.do("playcard 10")
    assert {option.id for option in game.offers(Target)} == {"v:1", "v:2"}, "the third has no crew, the fourth is the enemy's"
    game.do("target v:1", "playcard 44")
    game.script(*[8] * 7, *[1] * 60)
    game.do("playcard 10")
    fought(game)
    assert [len(values) for values in rolls(game, "artillery")] == [4, 2, 1], "twice two, twice one, and the enemy's"


@pytest.mark.rule("MU-CARD-39")
@pytest.mark.parametrize(("window", "dice"), [("W-B2", (3,)), ("W-B3b", (8, 3))])
def test_a_jailer_takes_who_would_fall_to_stones_or_arrows(window: str, dice: tuple[int, ...]) -> None:
    """The Catapult's hit would kill two Light infantry, the Archer's one: one of them is taken instead."""
    engine = {"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"arc": 1, "hi": 5}, {"li": 9}, players=hands(zero=[39]), vehicles=[engine])
    while game.asked() != "AssignCrews":
        game.do(game.offers()[0])
    game.do("man 1 hi").script(*dice, *([8] if window == "W-B2" else []), *[1] * 40).do("crewsready")
    until(game, window, 0).do("playcard 39")
    assert [(captive.holder, captive.owner, captive.kind) for captive in game.game.prisoners] == [(0, 1, "li")]


@pytest.mark.rule("MU-CARD-39")
@pytest.mark.parametrize(("seat", "dice"), [(0, (1, 6, 8, 1, 1, 2)), (1, (1, 1, 2, 1, 6, 8))])
def test_either_side_may_keep_one_unit_of_the_score_as_a_prisoner(seat: int, dice: tuple[int, ...]) -> None:
    """A score of three and a loss value of one: of four that leave one is a prisoner."""
    game = battle({"li": 3}, {"li": 3}, players={seat: {"hand": [39]}}).script(*dice)
    until(game, "W-B6", seat).do("playcard 39")
    while game.game.fights and game.game.fights[-1].round == 1:
        game.do(game.offers()[0])
    assert [(captive.holder, captive.owner, captive.kind) for captive in game.game.prisoners] == [(seat, 1 - seat, "li")]


@pytest.mark.rule("MU-CARD-39")
def test_a_jailer_does_not_take_who_falls_to_the_loss_value() -> None:
    """The attacker loses the round; his card was not played in time for the enemy's own losses."""
    game = battle({"li": 3}, {"li": 3}, players=hands(zero=[39])).script(1, 1, 2, 4, 6, 8)
    while game.game.fights and game.game.fights[-1].round == 1:
        assert 39 not in cards(game)
        game.do(game.offers()[0])
    assert not game.game.prisoners


@pytest.mark.rule("MU-CARD-04", "MU-CARD-07", "MU-CARD-08", "MU-CARD-29", "MU-CARD-52")
def test_cards_for_ones_own_battle_are_nothing_to_a_bystander() -> None:
    own_battles = [4, 7, 8, 9, 10, 12, 14, 16, 17, 18, 27, 28, 29, 35, 39, 40, 41, 52]
    engine = {"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"arc": 2, "hi": 5}, {"li": 9}, players=hands(two=own_battles), vehicles=[engine])
    game.script(1, 8, 8, *[2] * 60)
    asked: set[int] = set()
    while game.game.fights and game.game.fights[-1].round <= 1:
        asked.update(game.game.deciders)
        manned = game.asked() == "AssignCrews" and not game.game.fights[-1].sides[0].crews
        game.do("man 1 hi" if manned else TryCapture() if game.asked() == "DeclareIntent" else game.offers()[0])
    assert 2 not in asked


@pytest.mark.rule("MU-CARD-07")
def test_gunners_do_not_also_shoot() -> None:
    engine = {"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"hi": 2}, {"li": 9}, players=hands(zero=[7]), vehicles=[engine])
    while game.asked() != "AssignCrews":
        game.do(game.offers()[0])
    game.script(8, 8, *[1] * 60)
    game.do("man 1 hi", "man 1 hi")
    fought(game)
    assert not game.happened(CardTurned), "both serve the engine"


@pytest.mark.rule("MU-CARD-46", "MU-CARD-47", "MU-EMP-07")
def test_an_assassin_may_lower_the_dice_of_both_sides_engines_and_arrows() -> None:
    engines = [{"owner": owner, "kind": "engine", "level": 1, "space": "wallachia"} for owner in (0, 1)]
    game = battle({"hi": 3, "arc": 2}, {"hi": 3, "li": 1}, players=hands(two=[46, 47]), vehicles=engines)
    while game.asked() != "AssignCrews":
        game.do(game.offers()[0])
    game.do("man 1 hi", "crewsready", "man 2 hi").script(4, 5, 8, 4, *[1] * 30).do("crewsready")
    until(game, "W-B2", 2).do("playcard 46")
    assert {option.id for option in game.offers(Target)} == {"die:engine1:0", "die:engine2:0"}
    game.do("target die:engine1:0")
    assert [side.crews[0].dice for side in game.game.fights[-1].sides] == [(3,), (5,)]
    until(game, "W-B3b", 2).do("playcard 47")
    assert {option.id for option in game.offers(Target)} == {"die:arrows0:0", "die:arrows0:1"}
    game.do("target die:arrows0:1", "target nothing")
    assert game.game.fights[-1].sides[0].arrows == (8, 3)
