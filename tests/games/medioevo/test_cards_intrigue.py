"""Infiltrator, Spy, Bard, Assassin, Joker, Princess."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.battle.damage import Hurt, HurtTrapped, TakeDamage
from marchland.games.medioevo.rules.battle.fight import attack_of_dice, fighters
from marchland.games.medioevo.rules.cards.powers import CardCancelled, PlayCard, Target
from marchland.games.medioevo.rules.cards.throws import SINKING, Throw
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.technologies.points import TurnCard
from marchland.games.medioevo.rules.turn_end import freshen
from marchland.games.medioevo.state import BARBARIANS, Circle, Crew, Happening, Held, Medioevo

from .bare import (
    act,
    army,
    at_desk,
    bare_table,
    battle,
    counts,
    hold,
    in_window,
    land,
    numbers,
    offered,
    play_card,
    player,
    roll_next,
    set_fight,
    set_side,
    side,
    technology,
    vehicle,
)


def held(game: Medioevo, seat: int, card: int) -> Held:
    return next(one for one in game.players[seat].hand if one.card == card)


def before_battle(card: int, attackers: dict[str, int], defenders: dict[str, int], defender: int = 1) -> Medioevo:
    game = bare_table()
    hold(game, 0, card)
    battle(game, "roma", 0, defender, attackers, defenders)
    return in_window(game, "W-B0", "roma")


# -- Infiltrator -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-13")
def test_infiltrator_keeps_used_cards_turned_for_another_turn() -> None:
    game = bare_table()
    hold(game, 0, 13)
    hold(game, 1, 5, 6, 7, turned=True)
    at_desk(game)
    roll_next(game, 3)
    play_card(game, 0, 13, "card:5", "card:6")
    assert game.players[0].florins == 900
    freshen(game, 1)
    assert [(one.card, one.turned) for one in game.players[1].hand] == [(5, True), (6, True), (7, False)]
    freshen(game, 1)
    assert not any(one.turned for one in game.players[1].hand)


@pytest.mark.rule("MU-CARD-13", "MU-CARD-44")
def test_bard_cannot_wake_a_card_that_was_not_used_this_turn() -> None:
    game = bare_table()
    hold(game, 0, 44)
    player(game, 1, hand=(Held(5, True, True),))
    freshen(game, 1)
    assert held(game, 1, 5).idle
    assert not offered(at_desk(game), PlayCard)


@pytest.mark.rule("MU-CARD-14")
def test_infiltrator_buys_an_enemy_unit_before_the_first_die() -> None:
    game = before_battle(14, {"li": 1}, {"li": 1, "arc": 1, "cap1": 1}, BARBARIANS)
    game.apply(0, PlayCard(14))
    assert {option.id for option in offered(game, Target)} == {"unit:roma:-1:li", "unit:roma:-1:arc"}, "Captains are immune"
    act(game, 0, Target("unit:roma:-1:arc"))
    assert numbers(game, "roma", 0) == {"li": 1, "arc": 1}
    assert numbers(game, "roma", BARBARIANS) == {"li": 1, "cap1": 1}
    assert game.players[0].florins == 900


@pytest.mark.rule("MU-CARD-14")
def test_infiltrator_needs_a_figure_and_a_battle_without_dice() -> None:
    game = before_battle(14, {"li": 1}, {"cav": 1})
    player(game, 0, reserve=(20, 20, 0, 10, 3))
    assert not offered(in_window(game, "W-B0", "roma"), PlayCard)
    player(game, 0, reserve=(20, 20, 1, 10, 3))
    set_fight(game, rolled=True)
    assert not offered(in_window(game, "W-B1", "roma"), PlayCard)


@pytest.mark.rule("MU-CARD-15")
def test_infiltrator_stirs_up_a_rebellion_nearby() -> None:
    game = bare_table()
    hold(game, 0, 15)
    game.circle = Circle((4, 6, 8), counts(li=2))
    land(game, "tarnovo", holder=1, civil=1)
    at_desk(game)
    game.apply(0, PlayCard(15))
    places = {option.id for option in offered(game, Target)}
    assert "tarnovo" in places
    assert "nicaea" not in places
    assert "london" not in places
    act(game, 0, Target("tarnovo"))
    assert numbers(game, "tarnovo", BARBARIANS) == {"li": 2}
    assert game.lands["tarnovo"].civil == 0, "nobody defended it"
    assert game.players[0].honour == 10, "no attack in the sense of the rules"


# -- Spy ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-16")
@pytest.mark.parametrize(("die", "level"), [(3, 1), (4, 2), (6, 2)])
def test_spy_may_lower_an_enemy_wagon(die: int, level: int) -> None:
    game = before_battle(16, {"li": 2}, {"li": 1})
    wagon = vehicle(game, 1, "wagon", 2, "roma")
    in_window(game, "W-B0", "roma")
    roll_next(game, die)
    play_card(game, 0, 16)
    assert game.vehicles[wagon].level == level


@pytest.mark.rule("MU-CARD-16")
def test_spy_removes_an_engine_of_the_first_level() -> None:
    game = before_battle(16, {"li": 2}, {"li": 1})
    engine = vehicle(game, 1, "engine", 1, "roma")
    in_window(game, "W-B0", "roma")
    roll_next(game, 1)
    play_card(game, 0, 16)
    assert engine not in game.vehicles


@pytest.mark.rule("MU-CARD-16", "MU-CARD-17", "MU-CARD-18")
@pytest.mark.parametrize("card", [16, 17, 18])
def test_caught_spy_costs_an_own_unit(card: int) -> None:
    game = before_battle(card, {"li": 1, "hi": 1}, {"li": 1})
    vehicle(game, 1, "wagon", 2, "roma")
    in_window(game, "W-B0", "roma")
    roll_next(game, 7)
    play_card(game, 0, card, "unit:roma:0:li")
    assert numbers(game, "roma", 0) == {"hi": 1}
    assert numbers(game, "roma", 1) == {"li": 1}


@pytest.mark.rule("MU-CARD-17")
@pytest.mark.parametrize(("die", "left"), [(1, {"li": 1}), (5, {"li": 1, "cap1": 1})])
def test_spy_may_remove_an_enemy_unit(die: int, left: dict[str, int]) -> None:
    game = before_battle(17, {"li": 2}, {"li": 1, "cap1": 1})
    roll_next(game, die)
    play_card(game, 0, 17, "unit:roma:1:cap1")
    assert numbers(game, "roma", 1) == left
    assert game.now[0].captains_killed == (1 if die <= 3 else 0)


@pytest.mark.rule("MU-CARD-18")
def test_spy_may_keep_a_unit_out_of_the_fight() -> None:
    game = before_battle(18, {"li": 2}, {"li": 1, "cav": 1})
    roll_next(game, 2)
    play_card(game, 0, 18, "unit:roma:1:cav")
    assert fighters(game, 1) == counts(li=1)
    assert numbers(game, "roma", 1) == {"li": 1, "cav": 1}, "still there, and can be damaged"


@pytest.mark.rule("MU-CARD-17")
def test_spy_is_of_no_use_once_a_die_has_fallen_or_to_bystanders() -> None:
    game = before_battle(17, {"li": 2}, {"li": 1})
    set_fight(game, rolled=True)
    assert not offered(in_window(game, "W-B1", "roma"), PlayCard)
    game = bare_table()
    hold(game, 2, 17)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    assert not offered(in_window(game, "W-B0", "roma"), PlayCard)


# -- Bard --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-44")
def test_bard_wakes_any_players_used_card() -> None:
    game = bare_table()
    hold(game, 0, 44)
    hold(game, 1, 5, turned=True)
    play_card(at_desk(game), 0, 44)
    assert not held(game, 1, 5).turned
    assert held(game, 0, 44).turned


@pytest.mark.rule("MU-CARD-45", "MU-EMP-08")
def test_second_bard_costs_fifty() -> None:
    game = bare_table()
    hold(game, 0, 45)
    hold(game, 0, 5, turned=True)
    play_card(at_desk(game), 0, 45)
    assert game.players[0].florins == 950
    assert not held(game, 0, 5).turned
    game = bare_table()
    hold(game, 0, 45)
    hold(game, 0, 5, turned=True)
    player(game, 0, florins=40)
    assert not offered(at_desk(game), PlayCard)


# -- Assassin ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-46", "MU-EMP-07")
def test_assassin_lowers_a_die_and_may_make_a_critical_roll() -> None:
    game = bare_table()
    hold(game, 2, 46)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    set_side(game, 0, dice=(2, 4, 5))
    set_side(game, 1, dice=(1, 1, 1))
    in_window(game, "W-B5", "roma")
    game.apply(2, PlayCard(46))
    assert {option.id for option in offered(game, Target)} == {"die:side0:0", "die:side0:1", "die:side0:2"}, "no die below 1"
    act(game, 2, Target("die:side0:2"))
    assert side(game, 0).dice == (2, 4, 4)
    assert attack_of_dice(side(game, 0).dice) == 16


@pytest.mark.rule("MU-CARD-47")
@pytest.mark.parametrize(
    ("targets", "dice"),
    [
        (("die:side0:2", "die:side0:2"), (2, 4, 3)),
        (("die:side0:2", "die:side0:1"), (2, 3, 4)),
        (("die:side0:0", "nothing"), (1, 4, 5)),
    ],
)
def test_assassin_takes_two_points_off_one_or_two_dice(targets: tuple[str, str], dice: tuple[int, ...]) -> None:
    game = bare_table()
    hold(game, 2, 47)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    set_side(game, 0, dice=(2, 4, 5))
    set_side(game, 1, dice=(1, 1, 1))
    in_window(game, "W-B5", "roma")
    play_card(game, 2, 47, *targets)
    assert side(game, 0).dice == dice


@pytest.mark.rule("MU-CARD-46")
def test_assassin_also_stabs_barbarian_event_archery_and_artillery_dice() -> None:
    game = bare_table()
    hold(game, 0, 46)
    game.circle = Circle((4, 6, 8), counts(li=1))
    in_window(game, "W-2a", phase=2)
    play_card(game, 0, 46, "die:circle:0")
    assert (game.circle.dice, game.circle.horde) == ((3, 6, 8), counts(li=2)), "the horde follows its dice"
    game = bare_table()
    hold(game, 0, 46)
    game.happening = Happening("italy-1", die=5)
    in_window(game, "W-2d", phase=2)
    play_card(game, 0, 46)
    assert game.happening.die == 4
    game = bare_table()
    hold(game, 0, 46)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    set_side(game, 0, arrows=(4,))
    in_window(game, "W-B3b", "roma")
    play_card(game, 0, 46)
    assert side(game, 0).arrows == (3,)
    set_side(game, 1, crews=(Crew(9, counts(li=1), dice=(4, 1)),))
    player(game, 0, hand=(Held(46),))
    in_window(game, "W-B2", "roma")
    play_card(game, 0, 46)
    assert side(game, 1).crews[0].dice == (3, 1)


# -- Joker and Princess ------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-49", "MU-EMP-08")
def test_joker_cancels_a_card_which_stays_turned_and_paid() -> None:
    game = bare_table()
    hold(game, 0, 65)
    hold(game, 1, 49)
    play_card(at_desk(game), 0, 65, "nicaea")
    events = play_card(game, 1, 49)
    assert any(isinstance(event, CardCancelled) and event.card == 65 for event in events)
    assert numbers(game, "nicaea", 0) == {}
    assert held(game, 0, 65).turned
    assert game.players[0].florins == 900


@pytest.mark.rule("MU-CARD-48")
def test_paid_joker_also_cancels_points() -> None:
    game = bare_table()
    hold(game, 0, 32)
    hold(game, 1, 48)
    technology(game, 0, green=4)
    land(game, "nicaea", civil=1)
    at_desk(game)
    act(game, 0, TurnCard(32, ("green", "green")))
    play_card(game, 1, 48)
    assert not any(game.players[0].points)
    assert game.players[1].florins == 950
    assert held(game, 0, 32).turned


@pytest.mark.rule("MU-CARD-48", "MU-CARD-49")
def test_a_joker_may_be_cancelled_by_a_joker() -> None:
    game = bare_table()
    hold(game, 0, 65, 48)
    hold(game, 1, 49)
    play_card(at_desk(game), 0, 65, "nicaea")
    play_card(game, 1, 49)
    play_card(game, 0, 48)
    assert numbers(game, "nicaea", 0), "the horde came after all"


@pytest.mark.rule("MU-CARD-49")
def test_joker_may_let_it_happen_and_does_not_answer_its_owner() -> None:
    game = bare_table()
    hold(game, 0, 65, 49)
    play_card(at_desk(game), 0, 65, "nicaea")
    assert numbers(game, "nicaea", 0), "not asked about one's own card"
    game = bare_table()
    hold(game, 0, 65)
    hold(game, 1, 49)
    play_card(at_desk(game), 0, 65, "nicaea")
    act(game, 1, Pass())
    assert numbers(game, "nicaea", 0)


@pytest.mark.rule("MU-CARD-59")
def test_princess_gives_points_along_with_an_ability() -> None:
    game = bare_table()
    hold(game, 0, 65)
    hold(game, 1, 59)
    play_card(at_desk(game), 0, 65, "nicaea")
    play_card(game, 1, 59)
    act(game, 0, Target("colour:orange"))
    assert numbers(game, "nicaea", 0)
    assert game.players[0].points == (0, 0, 1, 0, 0, 0)


@pytest.mark.rule("MU-CARD-59")
def test_princess_gives_the_ability_along_with_points() -> None:
    game = bare_table()
    hold(game, 0, 65, 59)
    technology(game, 0, orange=3)
    army(game, "roma", BARBARIANS, li=1)
    at_desk(game)
    act(game, 0, TurnCard(65, ("orange",)))
    play_card(game, 0, 59)
    act(game, 0, Target("nicaea"))
    assert numbers(game, "nicaea", 0)
    assert game.players[0].points == (0, 0, 1, 0, 0, 0)
    assert game.players[0].florins == 900, "the ability is paid for"


@pytest.mark.rule("MU-CARD-59")
def test_princess_cannot_wake_an_ability_that_does_not_work_now() -> None:
    game = bare_table()
    hold(game, 0, 5, 59)
    technology(game, 0, red=2, blue=4)
    vehicle(game, 0, "wagon", 1, "nicaea")
    at_desk(game, 0, "W-5", 5)
    act(game, 0, TurnCard(5, ("blue",)))
    assert not offered(game, PlayCard), "there is no battle for the Warlord"


@pytest.mark.rule("MU-CARD-60")
def test_princess_doubles_anyones_points() -> None:
    game = bare_table()
    hold(game, 0, 32)
    hold(game, 2, 60)
    technology(game, 0, green=4)
    land(game, "nicaea", civil=1)
    at_desk(game)
    act(game, 0, TurnCard(32, ("green", "green")))
    play_card(game, 2, 60)
    assert game.players[0].points == (0, 0, 0, 0, 4, 0)


@pytest.mark.rule("MU-CARD-59", "MU-CARD-48")
@pytest.mark.parametrize(("florins", "left", "hired"), [(150, 0, {"li": 1}), (149, 99, {}), (100, 50, {})])
def test_who_can_no_longer_pay_for_the_ability_has_the_points_alone(florins: int, left: int, hired: dict[str, int]) -> None:
    """The Marauder costs 100; its player spends 50 on a Joker against the Joker that answered the Princess."""
    game = bare_table()
    hold(game, 0, 65, 48)
    hold(game, 1, 59)
    hold(game, 2, 49)
    player(game, 0, florins=florins)
    technology(game, 0, orange=3)
    army(game, "roma", BARBARIANS, li=1)
    at_desk(game)
    act(game, 0, TurnCard(65, ("orange",)))
    play_card(game, 1, 59)
    act(game, 0, Pass())
    play_card(game, 2, 49)
    play_card(game, 0, 48)
    if hired:
        act(game, 0, Target("nicaea"))
    assert game.players[0].florins == left
    assert game.players[0].points == (0, 0, 1, 0, 0, 0), "the points come in any case"
    assert numbers(game, "nicaea", 0) == hired


@pytest.mark.rule("MU-CARD-59", "MU-CARD-60")
def test_one_princess_doubles_the_points_that_the_other_adds_to_an_ability() -> None:
    game = bare_table()
    hold(game, 0, 65)
    hold(game, 1, 59)
    hold(game, 2, 60)
    play_card(at_desk(game), 0, 65, "nicaea")
    assert PlayCard(60) not in game.options(1)
    play_card(game, 1, 59)
    assert offered(game, PlayCard, 2) == [PlayCard(60)], "there are points to double now"
    play_card(game, 2, 60)
    act(game, 0, Target("colour:orange"))
    assert numbers(game, "nicaea", 0) == {"li": 1}
    assert game.players[0].points == (0, 0, 2, 0, 0, 0)


@pytest.mark.rule("MU-CARD-60")
def test_princess_has_nothing_to_double_where_a_card_is_played_for_its_ability() -> None:
    game = bare_table()
    hold(game, 0, 65)
    hold(game, 2, 60)
    play_card(at_desk(game), 0, 65, "nicaea")
    assert 2 not in game.deciders
    assert not any(game.players[0].points)


# -- trapped units -----------------------------------------------------------------------------------------


def trapped(troops: dict[str, int], kind: str, pending: int = 1) -> Medioevo:
    """Seat 1 has damage to take while one of its units is kept out of the fight."""
    game = bare_table()
    battle(game, "roma", 0, 1, {"li": 2}, troops)
    set_fight(game, step="melee", winner=0)
    set_side(game, 1, benched=counts(**{kind: 1}), pending=pending)
    at_desk(game)
    game.push(TakeDamage(1))
    game.run()
    return game


@pytest.mark.rule("MU-CARD-18", "MU-BAT-13")
def test_a_trapped_unit_that_is_hit_stays_trapped() -> None:
    game = trapped({"cav": 1, "li": 1}, "cav")
    act(game, 1, Hurt("cav"))
    assert numbers(game, "roma", 1) == {"hi": 1, "li": 1}
    assert fighters(game, 1) == counts(li=1), "the rider lost his horse and is still out of the fight"


@pytest.mark.rule("MU-CARD-18", "MU-BAT-13")
@pytest.mark.parametrize(("answer", "fighting"), [(Hurt("hi"), {"li": 1}), (HurtTrapped("hi"), {"hi": 1})])
def test_the_owner_says_whether_the_trapped_unit_or_another_is_hit(answer: Hurt | HurtTrapped, fighting: dict[str, int]) -> None:
    game = trapped({"hi": 2, "arc": 1}, "hi")
    assert set(game.options(1)) == {Hurt("hi"), HurtTrapped("hi"), Hurt("arc")}
    act(game, 1, answer)
    assert fighters(game, 1) == counts(arc=1, **fighting)


# -- dice of cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-46", "MU-CARD-17")
def test_assassin_helps_a_spy_whose_die_is_just_too_high() -> None:
    game = before_battle(17, {"li": 2}, {"hi": 1, "li": 1})
    hold(game, 2, 46)
    roll_next(game, 4)
    play_card(game, 0, 17, "unit:roma:1:hi")
    act(game, 2, PlayCard(46))
    assert numbers(game, "roma", 1) == {"li": 1}


@pytest.mark.rule("MU-CARD-47", "MU-CARD-13")
def test_assassin_takes_cards_out_of_an_infiltrators_hand() -> None:
    game = bare_table()
    hold(game, 0, 13)
    hold(game, 1, 5, 6, 7, turned=True)
    hold(game, 2, 47)
    at_desk(game)
    roll_next(game, 5)
    act(game, 0, PlayCard(13))
    act(game, 2, PlayCard(47), Target("die:thrown:0"))
    act(game, 0, Target("card:5"), Target("card:6"))
    assert [one.barred for one in game.players[1].hand] == [True, True, False], "5 became 3: two cards"


@pytest.mark.rule("MU-CARD-46", "MU-NAV-04")
def test_assassin_sinks_a_galley_that_was_about_to_float() -> None:
    game = bare_table()
    galley = vehicle(game, 1, "galley", 1, "aegean")
    hold(game, 2, 46)
    at_desk(game)
    roll_next(game, 4)
    game.push(Throw(1, SINKING, (f"v:{galley}",), sides=8))
    game.run()
    act(game, 2, PlayCard(46))
    assert galley not in game.vehicles
