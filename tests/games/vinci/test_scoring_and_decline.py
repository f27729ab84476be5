"""Points, decline, contact of empires, the end of the game."""

import pytest

from marchland.games.vinci.rules.civilizations import ChooseCivilization, GoWithout, TakeCivilization
from marchland.games.vinci.rules.conquest.conquest import Conquer, DecliningTilesReturned, EndConquests
from marchland.games.vinci.rules.decline import DeclareDecline, DeclineAfterScoring, DeclineOrPlay, PlayOn
from marchland.games.vinci.rules.empire import ProvincesEmptied
from marchland.games.vinci.rules.scoring import Scored, TargetReached, active_points, declining_points, winners
from marchland.games.vinci.rules.turn import EndTurn
from marchland.games.vinci.sequence import GameEnded
from marchland.games.vinci.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import BadOption, IllegalAction
from marchland.kernel.testing import Walk

from .table import BLUE, RED, YELLOW, happened, held, play, table


def finish(game, seat=RED):
    """End the turn of a seat that has nothing to decide but where its tokens go."""
    events = []
    while game.this_turn.seat == seat and game.deciders == (seat,) and not game.is_over:
        options = game.options()
        choice = next((o for o in options if isinstance(o, EndConquests | EndTurn)), options[0])
        events += play(game, seat, choice)
    return events


def empire(*civ, **land):
    return table(civ={"red": civ or ("barbarians",)}, land=land, clear=True)


@pytest.mark.rule("VI-SCORE-01", "VI-SCORE-02")
def test_every_province_but_mountains_scores_one():
    game = empire(castile=held("red"), lusitania=held("red"), pyrenees=held("red"))
    assert active_points(game, RED) == 2


@pytest.mark.rule("VI-SCORE-03", "VI-SCORE-05")
def test_both_empires_score_once_at_the_end_of_the_own_turn():
    game = empire(castile=held("red"), greece=held("red", declining=True), thrace=held("red", declining=True))
    assert game.score[RED] == 10
    (scored,) = [event for event in happened(finish(game), Scored) if event.seat == RED]
    assert (scored.active, scored.declining, scored.total) == (1, 2, 3)
    assert game.score[RED] == 13


@pytest.mark.rule("VI-SCORE-04", "VI-DECL-04")
def test_tiles_serve_only_their_own_empire():
    land = {"neustria": held("red"), "poland": held("red", declining=True), "hercynia": held("red", declining=True)}
    game = table(civ={"red": ("agriculture", "barbarians")}, declining={"red": ("mines_enduring",)}, land=land, clear=True)
    assert active_points(game, RED) == 2, "farmland with Agriculture"
    assert declining_points(game, RED) == 1 + 3, "farmland plain, a forest with a mine and enduring Mining"


@pytest.mark.rule("VI-SCORE-06", "VI-DECL-05", "VI-DECL-03", "VI-DECL-06")
def test_the_turn_of_the_declaration_scores_the_new_declining_empire_only():
    """Seven plain provinces, an older declining empire worth four: 7 points, and the old one is gone before."""
    seven = ("castile", "lusitania", "south_spain", "aquitaine", "neustria", "burgundy", "flanders")
    four = ("greece", "thrace", "scythia", "pannonia")
    land = {p: held("red", 2) for p in seven} | {p: held("red", declining=True) for p in four}
    game = table(turn=("red", "begin"), civ={"red": ("agriculture", "weapons")}, land=land, clear=True)
    (scored,) = happened(play(game, RED, DeclareDecline()), Scored)
    assert scored.total == 7
    assert all(game.land[p] is None for p in four)
    assert game.decision == ChooseCivilization(RED)
    assert game.score[RED] == 17, "the price is paid from the score after scoring"


@pytest.mark.rule("VI-SCORE-07")
def test_scores_never_fall_below_zero():
    walk = Walk(TITLE, 5, "poor")
    while not walk.state.is_over:
        walk.step()
        assert min(walk.state.score) >= 0


@pytest.mark.rule("VI-DECL-01", "VI-DECL-11")
def test_decline_is_declared_at_the_start_of_a_turn_and_not_before_the_first():
    game = table(turn=("red", "begin"), civ={"red": ("barbarians",)}, land={"castile": held("red", 3)}, clear=True)
    assert game.decision == DeclineOrPlay(RED)
    fresh = table(turn=("red", "begin"), civ={"red": ("barbarians",)}, hand={"red": 9}, fresh=["red"])
    with pytest.raises(IllegalAction):
        fresh.apply(RED, DeclareDecline())


@pytest.mark.rule("VI-DECL-02", "VI-DECL-09", "VI-DECL-10", "VI-DECL-03")
def test_one_token_stays_per_province_and_forts_stay_while_fortification_leaves():
    provinces = ("castile", "lusitania", "south_spain", "aquitaine", "pyrenees")
    land = {p: held("red", 3, fort=p in ("castile", "pyrenees")) for p in provinces}
    game = table(turn=("red", "begin"), civ={"red": ("forts", "heritage")}, land=land, clear=True)
    play(game, RED, DeclareDecline())
    assert [game.land[p].tokens for p in provinces] == [1] * 5
    assert [game.land[p].fort for p in provinces] == [True, False, False, False, True]
    assert all(game.land[p].declining for p in provinces)
    assert game.declining_civ[RED] == ()
    assert "forts" in game.bag
    assert "heritage" in game.bag


@pytest.mark.rule("VI-DECL-04")
@pytest.mark.parametrize(
    ("face", "province", "worth"),
    [("agriculture", "neustria", 2), ("livestock", "lusitania", 2), ("mines", "carpathians", 2), ("ports", "aquitaine", 2)],
)
def test_enduring_tiles_stay_and_score(face, province, worth):
    for version, expected in ((f"{face}_enduring", worth), (face, worth - (2 if face == "mines" else 1))):
        game = table(turn=("red", "begin"), civ={"red": (version, "weapons")}, land={province: held("red", 3)}, clear=True)
        (scored,) = happened(play(game, RED, DeclareDecline()), Scored)
        assert scored.declining == expected


@pytest.mark.rule("VI-DECL-07")
def test_the_new_civilization_enters_on_the_next_turn():
    land = {"castile": held("red", 3), "sicily": held("yellow", 3), "greece": held("blue", 3)}
    game = table(turn=("red", "begin"), land=land, clear=True)
    play(game, RED, DeclareDecline(), TakeCivilization(1))
    assert game.deciders == (YELLOW,)
    assert game.fresh[RED]
    assert not game.active[RED]


@pytest.mark.rule("VI-DECL-08")
def test_a_declining_empire_attacks_nobody():
    game = table(civ={"red": ("barbarians",)}, hand={"red": 9}, land={"castile": held("red", declining=True)}, clear=True)
    with pytest.raises(IllegalAction):
        game.apply(RED, Conquer("aquitaine"))


@pytest.mark.rule("VI-DECL-12")
def test_a_second_decline_empties_the_first_and_returns_its_tiles():
    land = {"castile": held("red", 3), "greece": held("red", declining=True, fort=True)}
    civ, kept = {"red": ("ports_enduring", "weapons")}, {"red": ("mines_enduring",)}
    game = table(turn=("red", "begin"), civ=civ, declining=kept, land=land, clear=True)
    mines = game.bag.count("mines_enduring")
    play(game, RED, DeclareDecline())
    assert game.land["greece"] is None
    assert game.declining_civ[RED] == ("ports_enduring",)
    assert game.bag.count("mines_enduring") == mines + 1


@pytest.mark.rule("VI-DECL-12")
def test_enduring_tiles_return_when_the_last_declining_province_is_taken():
    land = {"castile": held("red", 9), "lusitania": held("yellow", declining=True)}
    game = table(civ={"red": ("barbarians",)}, declining={"yellow": ("ports_enduring",)}, land=land, clear=True)
    events = play(game, RED, Conquer("lusitania"))
    assert happened(events, DecliningTilesReturned)[0].seat == YELLOW
    assert game.declining_civ[YELLOW] == ()


# -- contact -------------------------------------------------------------------------------------------


def meeting(*civ, **more):
    """Red's new empire in Castile will touch its declining provinces in Lusitania and Aquitaine through the Pyrenees."""
    land = {
        "castile": held("red", 9),
        "lusitania": held("red", declining=True),
        "aquitaine": held("red", declining=True, fort=True),
    }
    return table(civ={"red": civ or ("barbarians",)}, land=land | more.pop("land", {}), clear=True, **more)


@pytest.mark.rule("VI-CONTACT-01", "VI-CONTACT-06")
def test_own_declining_neighbours_are_emptied_at_once_and_for_good():
    game = meeting()
    events = play(game, RED, Conquer("pyrenees"))
    assert set(happened(events, ProvincesEmptied)[0].provinces) == {"aquitaine", "lusitania"}
    assert game.land["lusitania"] is None
    assert game.land["aquitaine"] is None, "its fort has gone with it"
    finish(game)
    assert game.land["lusitania"] is None


@pytest.mark.rule("VI-CONTACT-02", "VI-SPECIAL-10", "VI-SPEC-17")
@pytest.mark.parametrize("civ", [("heritage", "weapons"), ("heritage", "specialization")])
def test_heritage_lets_both_empires_touch_and_even_fight(civ):
    game = meeting(*civ)
    play(game, RED, Conquer("pyrenees"))
    assert game.land["lusitania"].declining
    play(game, RED, Conquer("lusitania"))
    assert not game.land["lusitania"].declining
    assert game.land["aquitaine"].declining


@pytest.mark.rule("VI-CONTACT-02")
def test_heritage_of_the_declining_civilization_is_worthless():
    land = {"castile": held("red", 3)}
    game = table(turn=("red", "begin"), civ={"red": ("heritage", "ports_enduring")}, land=land, clear=True)
    play(game, RED, DeclareDecline())
    assert game.declining_civ[RED] == ("ports_enduring",)


@pytest.mark.rule("VI-CONTACT-03")
def test_contact_does_not_exist_across_seas():
    land = {"sicily": held("red", 9), "sardinia": held("red", declining=True), "italy": "nobody"}
    game = table(civ={"red": ("astronomy", "weapons")}, land=land, clear=True)
    play(game, RED, Conquer("greece"))
    assert game.land["sardinia"].declining


@pytest.mark.rule("VI-CONTACT-04")
def test_straits_are_contact():
    land = {"northern_italy": held("red", 9), "sardinia": held("red", declining=True)}
    game = table(civ={"red": ("barbarians",)}, land=land, clear=True)
    play(game, RED, Conquer("italy"))
    assert game.land["sardinia"] is None


@pytest.mark.rule("VI-CONTACT-05")
def test_a_conquest_that_costs_nothing_breaks_contact_too():
    land = {"pyrenees": held("red", 2), "lusitania": held("red", declining=True)}
    game = table(civ={"red": ("weapons", "barbarians")}, land=land, clear=True)
    play(game, RED, Conquer("castile"))
    assert game.land["castile"].tokens == 0
    assert game.land["lusitania"] is None


@pytest.mark.rule("VI-CONTACT-07")
def test_an_own_declining_province_may_be_conquered_at_normal_cost():
    game = meeting("slavery", "weapons")
    events = play(game, RED, Conquer("lusitania"))
    assert events[0].cost == 2 + 1 - 1
    assert game.this_turn.captives == 0
    assert game.land["lusitania"].seat == RED
    assert not game.land["lusitania"].declining


# -- Rebirth -------------------------------------------------------------------------------------------


@pytest.mark.rule("VI-SPECIAL-03", "VI-SPEC-20", "VI-DECL-01")
@pytest.mark.parametrize("civ", [("renaissance", "weapons"), ("renaissance", "specialization")])
def test_rebirth_declines_after_scoring_and_scores_once(civ):
    """Old declining empire worth 4, active worth 9: 13 points, then the old one is removed."""
    nine = ("aquitaine", "neustria", "burgundy", "flanders", "saxony", "hercynia", "poland", "denmark", "bavaria")
    four = ("greece", "thrace", "scythia", "sicily")
    land = {p: held("red", 1) for p in nine} | {p: held("red", declining=True) for p in four}
    game = table(civ={"red": civ}, land=land, clear=True)
    if game.decision != DeclineAfterScoring(RED):
        finish_to_rebirth(game)
    assert game.score[RED] == 23
    events = play(game, RED, DeclareDecline())
    assert not happened(events, Scored)
    assert all(game.land[p] is None for p in four)
    assert all(game.land[p].declining for p in nine)
    play(game, RED, TakeCivilization(1))
    assert game.deciders != (RED,)


def finish_to_rebirth(game):
    while game.decision != DeclineAfterScoring(RED):
        options = game.options()
        play(game, RED, next((o for o in options if isinstance(o, EndConquests | EndTurn)), options[0]))


@pytest.mark.rule("VI-SPECIAL-03")
def test_rebirth_may_be_declined_and_the_ordinary_decline_stays_available():
    game = table(turn=("red", "begin"), civ={"red": ("renaissance", "weapons")}, land={"castile": held("red", 2)}, clear=True)
    assert DeclareDecline() in game.options()
    game = table(civ={"red": ("renaissance", "weapons")}, land={"castile": held("red", 1)}, clear=True)
    finish_to_rebirth(game)
    play(game, RED, PlayOn())
    assert game.civ[RED]


# -- the end -------------------------------------------------------------------------------------------


def last_round(score, seat="red", **more):
    land = {"castile": held("red", 2), "sicily": held("yellow", 2), "greece": held("blue", 2)}
    return table(turn=(seat, "confirm"), land=land, score=score, clear=True, **more)


@pytest.mark.rule("VI-END-01", "VI-END-02", "VI-END-03", "VI-END-05")
def test_the_round_is_completed_and_the_highest_score_wins():
    game = last_round({"red": 149, "yellow": 20, "blue": 153})
    events = play(game, RED, EndTurn())
    assert happened(events, TargetReached)[0].seat == RED
    assert not game.is_over
    finish(game, YELLOW)
    events = finish(game, BLUE)
    assert game.is_over
    assert happened(events, GameEnded)[0].winners == (BLUE,)
    assert winners(game) == (BLUE,)


@pytest.mark.rule("VI-END-01", "VI-END-02")
def test_counters_can_trigger_the_end_and_paying_does_not_undo_it():
    game = table(turn=("red", "begin"), score={"red": 147}, land={"castile": held("red", 2)}, clear=True, counters=[2] + [0] * 5)
    play(game, RED, DeclareDecline())
    assert game.score[RED] == 148
    events = play(game, RED, TakeCivilization(1))
    assert happened(events, TargetReached)
    game = table(turn=("red", "begin"), score={"red": 150}, land={"castile": held("red", 2)}, clear=True)
    play(game, RED, DeclareDecline(), TakeCivilization(6))
    assert game.score[RED] < 150
    assert game.ending


@pytest.mark.rule("VI-END-04")
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_everybody_has_had_equally_many_turns(seats):
    walk = Walk(TITLE, seats, "turns")
    while not walk.state.is_over:
        walk.step()
    assert len(set(walk.state.turns)) == 1


@pytest.mark.rule("VI-END-05")
def test_equal_scores_share_the_victory():
    game = last_round({"red": 10, "yellow": 200, "blue": 200})
    assert winners(game) == (YELLOW, BLUE)


@pytest.mark.rule("VI-END-06")
def test_the_target_can_be_set():
    assert TITLE.new(3, key_from_seed(1), {"target": 60}).settings.target == 60
    assert TITLE.new(3, key_from_seed(1), {"board": "grand"}).settings.target == 250
    with pytest.raises(BadOption):
        TITLE.new(3, key_from_seed(1), {"target": "many"})


@pytest.mark.rule("VI-DECL-06")
def test_in_the_final_round_a_player_may_do_without_a_new_civilization():
    land = {"castile": held("red", 2), "sicily": held("yellow", 2)}
    game = table(turn=("red", "begin"), land=land, clear=True, ending=True)
    play(game, RED, DeclareDecline())
    assert GoWithout() in game.options()
    play(game, RED, GoWithout())
    assert game.civ[RED] == ()
    before = table(turn=("red", "begin"), land=land, clear=True)
    play(before, RED, DeclareDecline())
    with pytest.raises(IllegalAction) as refused:
        before.apply(RED, GoWithout())
    assert refused.value.rule == "VI-DECL-06"


@pytest.mark.rule("VI-REORG-02")
def test_no_token_stays_in_hand_at_the_end_of_a_turn():
    game = empire(castile=held("red", 4), lusitania=held("red", 2))
    finish(game)
    assert game.hand[RED] == 0
