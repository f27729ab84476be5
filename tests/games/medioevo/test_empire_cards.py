"""Empire cards in general: uses, points, claims, buying."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.powers import CardTurned, Claim, ObjectiveMet, PlayCard
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.technologies.points import FlipToken, TurnCard, empty_pools
from marchland.games.medioevo.rules.turn_end import freshen
from marchland.games.medioevo.state import BARBARIANS, Held
from marchland.games.medioevo.tables import COLOURS, empire_cards

from .bare import (
    act,
    army,
    at_desk,
    bare_table,
    battle,
    hold,
    in_window,
    land,
    offered,
    play_card,
    player,
    set_side,
    side,
    technology,
)


@pytest.mark.rule("MU-EMP-01")
def test_cards_work_in_other_players_actions() -> None:
    game = bare_table()
    hold(game, 2, 5)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    set_side(game, 0, dice=(1, 2, 3))
    set_side(game, 1, dice=(1, 2, 3))
    in_window(game, "W-B5", "roma")
    assert game.deciders == (2,), "only the player who has something to say is asked"
    act(game, 2, Pass())
    assert game.deciders == (0,)


@pytest.mark.rule("MU-EMP-01")
def test_a_window_stays_open_until_all_have_passed_in_a_row() -> None:
    game = bare_table()
    hold(game, 1, 5)
    hold(game, 2, 46)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    set_side(game, 0, dice=(1, 2, 3))
    set_side(game, 1, dice=(1, 2, 3))
    in_window(game, "W-B5", "roma")
    act(game, 1, Pass())
    play_card(game, 2, 46, "die:side0:2")
    assert game.deciders == (1,), "asked again after something has changed"


@pytest.mark.rule("MU-EMP-02")
def test_a_card_is_used_once_a_turn_for_one_thing() -> None:
    game = bare_table()
    hold(game, 0, 34)
    technology(game, 0, violet=3)
    land(game, "buda", cathedral=1, holder=0)
    at_desk(game)
    assert Claim(34, "violet") in game.options(0)
    play_card(game, 0, 34, "kiev", "kind:li")
    while not game.is_over and type(game.decision).__name__ != "Desk":
        act(game, game.deciders[0], game.options()[0])
    assert game.players[0].hand[0].turned
    assert not [option for option in game.options(0) if getattr(option, "card", 0) == 34]
    freshen(game, 0)
    assert PlayCard(34) in at_desk(game).options(0)


@pytest.mark.rule("MU-EMP-03")
def test_a_slash_offers_one_colour_or_the_other_and_two_icons_come_together() -> None:
    game = bare_table()
    technology(game, 0, green=4, yellow=3, red=4, blue=4)
    land(game, "nicaea", civil=1, cubes=("salt",))
    hold(game, 0, 33, 32)
    at_desk(game)
    turns = {(option.card, option.colours) for option in offered(game, TurnCard)}
    assert turns == {(33, ("green",)), (32, ("green", "green"))}
    assert empire_cards()[33].choices == (("green",), ("yellow",))


@pytest.mark.rule("MU-EMP-03")
def test_cards_without_icons_give_no_points() -> None:
    blank = {number for number, card in empire_cards().items() if not card.choices}
    assert blank == {44, 49, 57, 58, 59, 60}


@pytest.mark.rule("MU-EMP-04")
def test_points_left_over_are_lost_with_the_phase() -> None:
    game = bare_table()
    technology(game, 0, green=4)
    land(game, "nicaea", civil=1)
    hold(game, 0, 32)
    act(at_desk(game), 0, TurnCard(32, ("green", "green")))
    assert sum(game.players[0].points) == 2
    empty_pools(game)
    assert sum(game.players[0].points) == 0


@pytest.mark.rule("MU-EMP-04")
def test_points_are_offered_only_where_they_can_be_spent() -> None:
    game = bare_table()
    hold(game, 0, 32)
    player(game, 0, tokens=(1, 1, 1, 1, 1, 1))
    at_desk(game, 0, "W-5", 5)
    assert not offered(game, TurnCard)
    assert not offered(game, FlipToken)


@pytest.mark.rule("MU-EMP-05")
def test_a_claimed_card_goes_under_the_deck_for_a_token_of_its_colour() -> None:
    game = bare_table()
    game.deck = [70, 71]
    hold(game, 0, 46)
    game.now[0] = type(game.now[0])(captains_killed=1)
    at_desk(game)
    assert offered(game, Claim) == [Claim(46, "red"), Claim(46, "violet")]
    events = act(game, 0, Claim(46, "red"))
    assert game.players[0].hand == ()
    assert game.deck == [70, 71, 46]
    assert game.players[0].tokens == (0, 0, 0, 1, 0, 0)
    assert next(event for event in events if isinstance(event, ObjectiveMet)).objective == 46


@pytest.mark.rule("MU-EMP-05")
def test_a_card_without_icons_earns_a_token_of_any_colour() -> None:
    game = bare_table()
    hold(game, 0, 49)
    technology(game, 0, red=4)
    assert {option.colour for option in offered(at_desk(game), Claim)} == set(COLOURS)


@pytest.mark.rule("MU-EMP-05")
def test_no_token_when_the_colour_has_run_out_and_no_claim_with_a_turned_card() -> None:
    game = bare_table()
    hold(game, 0, 13, 4, 5, 6, 7)
    game.supply["objective:orange"] = 0
    act(at_desk(game), 0, Claim(13, "orange"))
    assert not any(game.players[0].tokens)
    game = bare_table()
    hold(game, 0, 4, 5, 6, 7)
    hold(game, 0, 13, turned=True)
    assert not offered(at_desk(game), Claim), "reading R-69"


@pytest.mark.rule("MU-EMP-05")
def test_an_objective_can_be_claimed_the_moment_it_holds() -> None:
    game = bare_table()
    hold(game, 0, 4)
    army(game, "nicaea", 0, arc=5)
    assert not offered(at_desk(game), Claim)
    army(game, "nicaea", 0, arc=6)
    assert offered(at_desk(game), Claim)


@pytest.mark.rule("MU-EMP-05")
def test_a_shuffled_back_decides_what_is_claimed() -> None:
    game = bare_table()
    hold(game, 0, 4)
    game.objectives[4], game.objectives[13] = 13, 4
    army(game, "nicaea", 0, arc=6)
    assert not offered(at_desk(game), Claim)


@pytest.mark.rule("MU-EMP-06")
def test_a_token_serves_again_next_turn() -> None:
    game = bare_table()
    technology(game, 0, green=4)
    land(game, "nicaea", civil=1)
    player(game, 0, tokens=(0, 0, 0, 0, 1, 0))
    act(at_desk(game), 0, FlipToken("green"))
    assert not offered(game, FlipToken)
    freshen(game, 0)
    assert offered(at_desk(game), FlipToken)


@pytest.mark.rule("MU-EMP-07")
def test_dice_can_be_changed_only_before_damage() -> None:
    game = bare_table()
    hold(game, 2, 46)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    set_side(game, 0, dice=(1, 2, 3))
    set_side(game, 1, dice=(1, 2, 3), pending=1)
    assert offered(in_window(game, "W-B5", "roma"), PlayCard)
    assert not offered(in_window(game, "W-B6", "roma"), PlayCard)
    assert side(game, 0).dice == (1, 2, 3)


@pytest.mark.rule("MU-EMP-08")
def test_an_ability_must_be_affordable_and_is_paid_when_the_card_is_turned() -> None:
    game = bare_table()
    hold(game, 0, 65)
    player(game, 0, florins=99)
    assert not offered(at_desk(game), PlayCard)
    player(game, 0, florins=100)
    hold(game, 1, 49)
    play_card(at_desk(game), 0, 65, "nicaea")
    assert game.players[0].florins == 0, "paid before anybody answers"
    assert game.deciders == (1,)


def test_every_card_is_told_apart_in_the_log() -> None:
    game = bare_table()
    hold(game, 0, 51)
    land(game, "nicaea", civil=1)
    (event,) = [event for event in play_card(at_desk(game), 0, 51) if isinstance(event, CardTurned)]
    assert (event.seat, event.owner, event.card, event.chosen) == (0, 0, 51, ("building:nicaea:civil",))
    assert game.players[0].hand == (Held(51, True),)


@pytest.mark.rule("MU-EMP-05")
def test_an_objective_can_be_claimed_in_the_middle_of_a_battle() -> None:
    game = bare_table()
    hold(game, 2, 66)
    army(game, "buda", BARBARIANS, li=4)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    in_window(game, "W-B4", "roma")
    assert offered(game, Claim) == [Claim(66, "red"), Claim(66, "blue")]
    act(game, 2, Claim(66, "blue"))
    assert game.players[2].tokens == (1, 0, 0, 0, 0, 0)
