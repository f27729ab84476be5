"""Jailer 39 to 41, Plague doctor 42 and 43, Bard 44 and 45, Assassin 46 and 47, Joker 48, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.battle.damage import Imprison, LetFall
from marchland.games.medioevo.rules.battle.declarations import TryCapture
from marchland.games.medioevo.rules.cards.powers import CardTurned, Target
from marchland.games.medioevo.rules.cards.windows import React

from .open_table import battle, cards, hands, rolls, table, until
from .table import Table


def targets(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


def turned(game: Table) -> list[int]:
    return [event.card for event in game.happened(CardTurned)]


def captives(game: Table) -> list[tuple[int, int, str]]:
    return [(captive.holder, captive.owner, captive.kind) for captive in game.game.prisoners]


# -- 39 Jailer ---------------------------------------------------------------------------------------------


def beaten(defenders: dict[str, int], *hand: int) -> Table:
    """Seat 1 loses a round by 8 to 2 - 1 against two Archers: a score of two, then its loss value of one."""
    game = battle({"arc": 2}, defenders, players=hands(zero=list(hand))).script(1, 6, 8, 1, 1, 2)
    return until(game, "W-B6", 0)


@pytest.mark.rule("MU-CARD-39")
@pytest.mark.parametrize(("answers", "taken"), [((Imprison(),), "arc"), ((LetFall(), "hurt cap1"), "cap1")])
def test_the_jailers_player_says_which_of_the_fallen_is_his_prisoner(answers: tuple[Any, ...], taken: str) -> None:
    """The owner gives up an Archer first; the Captain falls to the second point."""
    game = beaten({"arc": 3, "cap1": 1}, 39).do("playcard 39", "hurt arc")
    assert (game.asked(), game.game.deciders, game.game.decision.kind) == ("ChooseCaptive", (0,), "arc")
    game.do(*answers)
    if taken == "cap1" and game.asked() == "ChooseCaptive":
        game.do(Imprison())
    assert captives(game) == [(0, 1, taken)]


@pytest.mark.rule("MU-CARD-39", "MU-CAP-01")
def test_who_is_worn_down_and_falls_is_taken_as_what_he_was() -> None:
    game = beaten({"hi": 1, "arc": 3}, 39).do("playcard 39", "hurt hi", "hurt li")
    assert (game.game.decision.fallen, game.game.decision.kind) == ("li", "hi")
    game.do(Imprison())
    assert captives(game) == [(0, 1, "hi")]


@pytest.mark.rule("MU-CARD-39", "MU-CAP-01")
def test_the_next_to_fall_is_not_taken_for_the_one_who_was_worn_down() -> None:
    game = battle({"arc": 3, "li": 1}, {"hi": 1, "li": 2, "arc": 3}, players=hands(zero=[39])).script(1, 6, 8, 1, 1, 2)
    until(game, "W-B6", 0).do("playcard 39", "hurt hi", "hurt li", LetFall(), "hurt li")
    assert (game.game.decision.fallen, game.game.decision.kind) == ("li", "li")


@pytest.mark.rule("MU-CARD-39", "MU-NAV-04")
def test_a_jailer_takes_prisoners_at_sea() -> None:
    galleys = [
        {"owner": 0, "kind": "galley", "level": 1, "space": "aegean", "cargo": {"arc": 2}},
        {"owner": 1, "kind": "galley", "level": 1, "space": "aegean", "cargo": {"arc": 1, "cav": 1}},
    ]
    fight = {"place": "aegean", "attacker": 0, "defender": 1}
    game = table(vehicles=galleys, wars=[[0, 1, 0]], battle=fight, players=hands(zero=[39])).script(1, 6, 8, 1, 1, 2, 8)
    until(game, "W-B6", 0).do("playcard 39", "hurt arc", LetFall())
    assert captives(game) == [(0, 1, "cav")], "the last one aboard, taken without a question"
    assert game.game.vehicles[2].cargo is None


@pytest.mark.rule("MU-CARD-39")
def test_of_one_kind_no_choice_is_asked_and_one_only_is_taken() -> None:
    game = beaten({"arc": 4}, 39).do("playcard 39")
    assert captives(game) == [(0, 1, "arc")]
    assert game.units("wallachia", 1) == {"arc": 4 - 2 - 1}
    assert (game.game.now[0].captured, game.game.now[0].enemy_units_killed, game.game.now[1].own_units_lost) == (1, 2, 3)


@pytest.mark.rule("MU-CARD-39")
def test_a_jailer_who_waited_does_not_get_who_falls_to_the_loss_value() -> None:
    game = battle({"arc": 1}, {"arc": 2, "li": 2}, players=hands(zero=[39])).script(1, 6, 8, 1, 1, 2)
    until(game, "W-B6", 0).do("playcard 39", "hurt arc", LetFall(), "hurt li")
    assert game.units("wallachia", 1) == {"arc": 1, "li": 1}
    assert captives(game) == []


@pytest.mark.rule("MU-CARD-39", "MU-CARD-65")
def test_hired_barbarians_are_no_prisoners_and_the_jailer_waits_on() -> None:
    """A point meant for the Light infantry strikes the hired one first or last; a prisoner is a man of seat 1's own."""
    game = battle({"li": 9}, {"li": 1}, players=hands(zero=[39], one=[65]), circle=[4, 6, 8])
    until(game, "W-B1", 1).do("playcard 65")
    assert game.units("wallachia", 1) == {"li": 2}
    game.script(1, 6, 8, 1, 1, 2)
    until(game, "W-B6", 0).do("playcard 39")
    assert captives(game) == [(0, 1, "li")]
    assert game.game.prisoners[0].owner == 1


@pytest.mark.rule("MU-CARD-39", "MU-CAP-03")
def test_a_jailers_prisoner_is_free_again_if_all_who_took_him_fall() -> None:
    """Two Archers take one of five by arrows that miss and a score of two; then the loss value of 2 kills them both."""
    game = battle({"arc": 2}, {"arc": 5}, players=hands(zero=[39])).script(2, 6, 8, 1, 1, 2)
    until(game, "W-B6", 0).do("playcard 39")
    assert captives(game) == []
    assert game.units("wallachia", 1) == {"arc": 5 - 2 - 1 + 1}


@pytest.mark.rule("MU-CARD-39")
def test_who_is_not_beaten_has_nobody_to_give_to_a_jailer() -> None:
    game = battle({"arc": 2}, {"arc": 5}, players=hands(zero=[39])).script(1, 2, 3, 1, 2, 4)
    while game.game.fights and game.game.fights[-1].round == 1:
        assert 39 not in cards(game), "a draw: both have losses of their own only"
        game.do(game.offers()[0])
    assert captives(game) == []


# -- 40 and 41 Jailer --------------------------------------------------------------------------------------


def capture(own: int, foes: int, *hand: int, seat: int = 0) -> Table:
    """A seat tries to capture; whoever throws for it gets 2, 5, 7."""
    game = battle({"arc": own}, {"arc": foes}, players={seat: {"hand": list(hand)}})
    while game.asked() != "DeclareIntent" or game.game.deciders != (seat,):
        game.do("stand" if game.asked() == "DeclareIntent" else game.offers()[0])
    return game.do(TryCapture())


def attacks(game: Table) -> list[tuple[int, int]]:
    return [event.attacks for event in game.happened(RoundFought)]


@pytest.mark.rule("MU-CARD-40", "MU-CARD-41")
@pytest.mark.parametrize(("card", "first", "second"), [(40, (7, 6), 7), (41, (5, 6), 3)])
def test_the_ratio_is_eased_for_the_battle_the_penalty_for_a_round(card: int, first: tuple[int, int], second: int) -> None:
    """Eight Archers against four: 7 loses 4 without the ratio. In the second round they are still less than three to one."""
    game = until(capture(8, 4, card), "W-B1", 0).script(2, 5, 7, 1, 1, 7).do(f"playcard {card}")
    while game.asked() != "OfferTerms":
        game.do(game.offers()[0])
    assert attacks(game) == [first]
    own, foes = (game.units("wallachia", seat)["arc"] for seat in (0, 1))
    assert (own, foes) == {40: (6, 3), 41: (5, 3)}[card]
    game.do("fighton", "fighton").script(2, 5, 7, 1, 1, 6).do(TryCapture(), "stand")
    while len(attacks(game)) < 2:
        game.do(game.offers()[0])
    assert attacks(game)[1][0] == second
    assert turned(game) == [card]


@pytest.mark.rule("MU-CARD-40", "MU-CARD-41")
@pytest.mark.parametrize(("card", "attack"), [(40, 7 - 1), (41, 6 - 3 + 2)])
def test_a_defender_who_captures_has_his_jailer_too(card: int, attack: int) -> None:
    game = capture(2, 4, card, seat=1)
    until(game, "W-B1", 1).script(1, 1, 2, 2, 5, 7).do(f"playcard {card}")
    while not attacks(game):
        game.do(game.offers()[0])
    assert attacks(game)[0][1] == attack


@pytest.mark.rule("MU-CARD-41", "MU-CAP-01")
@pytest.mark.parametrize(("die", "attack"), [(8, 6), (7, 5), (5, 4), (4, 4), (3, 3), (2, 2)])
def test_the_penalty_falls_by_two_and_never_below_nothing(die: int, attack: int) -> None:
    """Half of the value rounded up, less two: 8 loses 2, 5 loses 1, 4 and less lose nothing."""
    game = until(capture(4, 4, 41), "W-B1", 0).script(1, 1, die, 1, 1, 1).do("playcard 41")
    while not attacks(game):
        game.do(game.offers()[0])
    assert attacks(game)[0][0] == attack


# -- 42 and 43 Plague doctor -------------------------------------------------------------------------------


def plague(*hand: int, seat: int = 2, **position: Any) -> Table:
    """The Carpathians are struck; seat 1 has four men in Buda."""
    game = table(
        armies={"buda": {1: {"li": 4}}, **position.pop("armies", {})},
        players={seat: {"hand": list(hand)}},
        events=["carpathians-2", "germany-1", "carpathians-3", "rus-1"],
        at="events",
        dice=[4, 6, 8],
        **position,
    )
    return game.do("keepdice")


@pytest.mark.rule("MU-CARD-43", "MU-EVT-04")
@pytest.mark.parametrize("window", ["W-2b", "W-2c"])
def test_a_doctor_may_wait_until_the_icons_are_chosen_but_not_for_the_dice(window: str) -> None:
    game = plague(43)
    assert (game.game.decision.window, game.game.deciders) == ("W-2b", (2,))
    if window == "W-2c":
        game.do("pass", 'chooseicons ["armies","goods"]')
        assert (game.game.decision.window, game.game.deciders) == ("W-2c", (2,))
    game.do("playcard 43", "target buda")
    if window == "W-2b":
        game.do('chooseicons ["armies","goods"]')
    assert rolls(game, "event armies") == [], "who has nothing to lose throws no die"
    assert game.units("buda", 1) == {"li": 4}
    game = plague(43).do("pass", 'chooseicons ["armies","goods"]').script(3).do("pass")
    assert rolls(game, "event armies") == [(3,)]
    assert game.units("buda", 1) == {"li": 1}
    assert turned(game) == [], "he was not asked again when the die lay on the table"


@pytest.mark.rule("MU-CARD-43")
def test_only_the_named_territory_is_spared_and_only_from_this_event() -> None:
    game = plague(43, armies={"kassa": {1: {"li": 4}}}).script(2)
    game.do("playcard 43", "target buda", 'chooseicons ["armies","goods"]')
    assert (game.units("buda", 1), game.units("kassa", 1)) == ({"li": 4}, {"li": 2})
    while game.asked() != "SpendPoint":
        game.do(game.offers()[0])
    assert not [effect for effect in game.game.effects if effect.name == "immune"], "the event is over"


@pytest.mark.rule("MU-CARD-43", "MU-EVT-05")
def test_a_territory_is_spared_and_not_the_sea_beside_it() -> None:
    """A Galley docked in Ragusa is safe with it; one in the Adriatic is not."""
    galleys = [{"owner": 1, "kind": "galley", "level": 1, "space": space} for space in ("ragusa", "adriatic")]
    game = plague(43, vehicles=galleys).script(2, 5).do("playcard 43")
    assert "adriatic" not in targets(game)
    game.do("target ragusa", 'chooseicons ["movement","goods"]')
    assert [game.game.vehicles[id].pm for id in (1, 2)] == [6, 0]


@pytest.mark.rule("MU-CARD-42", "MU-CARD-43")
@pytest.mark.parametrize("card", [42, 43])
def test_a_doctor_shields_anybodys_land_inside_the_area_and_none_outside(card: int) -> None:
    game = plague(card, seat=0).script(6).do(f"playcard {card}")
    assert {"buda", "slavonia", "serbia"} <= targets(game)
    assert not {"nicaea", "roma", "caffa"} & targets(game)


@pytest.mark.rule("MU-CARD-42")
def test_fewer_territories_than_the_die_allows_may_be_shielded() -> None:
    game = plague(42).script(6).do("playcard 42", "target buda", "target nothing")
    assert [effect.target for effect in game.game.effects if effect.name == "immune"] == ["buda"]
    assert game.asked() == "PickIcons"


@pytest.mark.rule("MU-CARD-42", "MU-CARD-43", "MU-EVT-01")
def test_without_an_event_there_is_nothing_to_shield_from() -> None:
    game = table(players=hands(zero=[42, 43]), turn=1, at="events", dice=[4, 6, 8])
    while game.game.phase < 5:
        assert not {42, 43} & set(cards(game))
        game.do(game.offers()[0])


# -- 44 and 45 Bard ----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-44", "MU-CARD-45")
def test_two_bards_wake_each_other_for_fifty_florins_a_time() -> None:
    used = {"card": 36, "turned": True}
    game = table(players={0: {"hand": [44, 45, used], "florins": 100}}, at="combat")
    game.do("playcard 44", "playcard 45")
    assert {held.card: held.turned for held in game.game.players[0].hand} == {44: False, 45: True, 36: False}
    game.do("playcard 44")
    assert {held.card: held.turned for held in game.game.players[0].hand} == {44: True, 45: False, 36: False}
    assert game.florins(0) == 50


@pytest.mark.rule("MU-CARD-44", "MU-CARD-45")
@pytest.mark.parametrize(
    ("hand", "offered"), [([44, 45, 36], False), ([44, 45, {"card": 36, "turned": True, "idle": True}], False)]
)
def test_a_bard_has_nothing_to_sing_to_where_no_card_was_used_this_turn(hand: list[Any], offered: bool) -> None:
    game = table(players=hands(zero=hand), at="combat")
    assert bool({44, 45} & set(cards(game))) == offered


@pytest.mark.rule("MU-CARD-44", "MU-EMP-03")
def test_a_card_woken_after_it_gave_points_gives_them_again() -> None:
    player = {"hand": [32, 44], "technology": {"green": 2}, "florins": 200}
    game = table(players={0: player}, at="purchases")
    game.do('turncard 32 ["green","green"]', "playcard 44", 'turncard 32 ["green","green"]')
    assert game.game.players[0].points[4] == 4


@pytest.mark.rule("MU-CARD-44", "MU-CARD-13")
def test_a_bard_may_wake_a_card_that_an_infiltrator_has_barred_and_it_stays_barred() -> None:
    barred = {"card": 36, "turned": True, "barred": True}
    game = table(players=hands(zero=[44, barred]), at="combat").do("playcard 44")
    assert (game.game.players[0].hand[1].turned, game.game.players[0].hand[1].barred) == (False, True)


# -- 46 and 47 Assassin ------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-46", "MU-CARD-47", "MU-EMP-07")
def test_once_damage_follows_from_the_dice_no_assassin_changes_them() -> None:
    game = battle({"arc": 4}, {"arc": 4}, players=hands(two=[46, 47])).script(1, 6, 8, 1, 1, 2)
    seen = set()
    while not (game.game.fights and game.game.fights[-1].step == "losses") and game.game.fights and game.game.fights[-1].round == 1:
        if game.game.deciders == (2,):
            seen.add(game.game.decision.window)
        game.do(game.offers()[0])
    assert seen == {"W-B5"}


@pytest.mark.rule("MU-CARD-46", "MU-CARD-47")
@pytest.mark.parametrize(("card", "points"), [(46, 1), (47, 2)])
def test_an_assassin_takes_one_point_or_two_off_a_die_of_the_event(card: int, points: int) -> None:
    """A 5 harms nobody; as a 4 it costs four points, as a 3 three."""
    game = plague(card).do("pass").script(5).do('chooseicons ["armies","goods"]')
    assert (game.game.decision.window, game.game.deciders) == ("W-2d", (2,))
    game.do(f"playcard {card}", *(["target die:event:0"] if card == 47 else []))
    assert game.units("buda", 1) == ({} if points == 1 else {"li": 1})


@pytest.mark.rule("MU-CARD-46", "MU-CARD-47")
def test_dice_that_all_show_one_are_safe_from_assassins() -> None:
    game = battle({"arc": 4}, {"arc": 4}, players=hands(two=[46, 47])).script(1, 1, 1, 1, 1, 1)
    while game.game.fights and game.game.fights[-1].round == 1:
        assert game.game.deciders != (2,)
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-46", "MU-BAT-03")
def test_an_assassin_may_lower_the_loss_value_of_his_own_side() -> None:
    """4, 2, 8 loses two; 4, 1, 8 loses one."""
    game = battle({"arc": 4}, {"arc": 4}, players=hands(zero=[46])).script(4, 2, 8, 1, 1, 2)
    until(game, "W-B5", 0).do("playcard 46", "target die:side0:1")
    assert game.units("wallachia", 0) == {"arc": 3}


@pytest.mark.rule("MU-CARD-46", "MU-BAR-02")
def test_a_die_lowered_in_a_battle_with_barbarians_is_lowered_for_that_battle_alone() -> None:
    game = table(
        armies={"wallachia": {0: {"li": 3}, "barbarians": {"li": 3}}},
        battle={"place": "wallachia", "attacker": 0, "defender": "barbarians"},
        circle=[4, 6, 8],
        players=hands(zero=[46]),
        dice=[1, 2, 3],
    )
    until(game, "W-B5", 0).do("playcard 46", "target die:side1:2")
    assert game.game.circle.dice == (4, 6, 8)
    assert attacks(game) == [(3, 7)]


# -- 48 Joker ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-48")
@pytest.mark.parametrize(("florins", "asked"), [(50, True), (49, False)])
def test_who_cannot_pay_fifty_does_not_mock(florins: int, asked: bool) -> None:
    game = table(players={0: {"hand": [36]}, 1: {"hand": [48], "florins": florins}}, at="combat")
    game.do("playcard 36", "target number:100")
    assert (isinstance(game.game.decision, React) and game.game.decision.window == "J") == asked
    assert game.florins(0) == (1600 if asked else 1500)


@pytest.mark.rule("MU-CARD-48", "MU-EMP-02")
def test_a_mocked_card_gives_neither_ability_nor_points_and_is_used_for_the_turn() -> None:
    game = table(players={0: {"hand": [32], "technology": {"green": 2}}, 1: {"hand": [48]}}, at="purchases")
    game.do('turncard 32 ["green","green"]', "playcard 48")
    player = game.game.players[0]
    assert (sum(player.points), player.hand[0].turned, game.florins(1)) == (0, True, 1550)
    assert 32 not in cards(game)


@pytest.mark.rule("MU-CARD-48", "MU-CARD-49")
def test_a_mocked_joker_is_paid_for_and_the_first_card_works() -> None:
    game = table(players=hands(zero=[36], one=[48], two=[49]), at="combat")
    game.do("playcard 36", "target number:100")
    while 48 not in cards(game):
        game.do("pass")
    game.do("playcard 48")
    while 49 not in cards(game):
        game.do("pass")
    game.do("playcard 49")
    assert (game.florins(0), game.florins(1), game.game.players[0].hand[0].stored) == (1500, 1550, 100)
    assert turned(game) == [36, 48, 49]


@pytest.mark.rule("MU-CARD-48")
def test_a_joker_answers_only_the_card_just_turned() -> None:
    game = table(players=hands(zero=[36, 22], one=[48]), at="combat")
    game.do("playcard 36", "target number:100", "pass")
    assert game.florins(0) == 1500
    assert game.game.deciders == (0,), "the Magnate has had his effect"
    while game.game.phase < 7:
        assert 48 not in cards(game)
        game.do(game.offers()[0])


@pytest.mark.rule("MU-CARD-48", "MU-TEC-63")
def test_a_card_used_through_proselytism_is_not_turned_and_cannot_be_mocked() -> None:
    monk = {"technology": {"violet": 3}, "points": {"violet": 1}}
    game = table(armies={"wallachia": {0: {"li": 1}}}, players={0: monk, 1: {"hand": [34]}, 2: {"hand": [48]}}, at="combat")
    game.do("usetechnology proselytism", "target wallachia", "target kind:hi")
    assert game.units("wallachia", 0) == {"li": 1, "hi": 1}
    assert [held.turned for seat in (1, 2) for held in game.game.players[seat].hand] == [False, False]
