"""The end of turns and of the game; honour points."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.components.armies import add_special, use_figure
from marchland.games.medioevo.rules.components.table import change, homes
from marchland.games.medioevo.rules.loans import net_florins
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.turn_end import TimeCalled, TimeDisputed, revert_units
from marchland.games.medioevo.rules.victory.honour import Honoured, honour
from marchland.games.medioevo.rules.victory.victory import (
    FinalScored,
    award,
    award_holy_cities,
    award_market,
    award_monopolies,
    award_technology,
    castles,
    cathedrals,
    cities,
    final_scores,
    settle_accounts,
    standing,
    territories,
)
from marchland.games.medioevo.sequence import outcome
from marchland.games.medioevo.state import Special
from marchland.games.medioevo.tables import event_cards

from .table import Table
from .test_battle import battle


def points(table, rule):
    """Honour given for a rule, by seat."""
    honours = [event for event in [*table.events, *table.game.outbox] if isinstance(event, Honoured)]
    return {event.seat: event.points for event in honours if event.rule == rule}


# -- phase 7 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-END-01", "MU-END-02")
def test_the_end_of_a_turn_restores_movement_cards_and_tokens():
    players = {0: {"hand": [{"card": 5, "turned": True}], "tokens": {"red": 1}, "flipped": {"red": 1}, "borrowed": True}}
    vehicles = [{"owner": 0, "kind": "wagon", "space": "adrianople", "pm": 0, "stopped": True}]
    table = Table(2, at="end", players=players, vehicles=vehicles, armies={"adrianople": {0: {"li": 1}}})
    player = table.game.players[0]
    assert not player.hand[0].turned
    assert player.flipped == (0,) * 6
    assert not player.borrowed
    assert table.game.vehicles[1].pm == 6
    assert not table.game.vehicles[1].stopped
    assert table.game.turn == 2


@pytest.mark.rule("MU-END-01")
def test_changed_hired_and_lent_units_go_back():
    table = Table(2, armies={"adrianople": {0: {"li": 1}}, "tarnovo": {"barbarians": {"li": 1}}})
    game = table.game
    use_figure(game, 0, "li")
    add_special(game, "adrianople", 0, Special("hi", "li", 0))
    use_figure(game, -1, "li")
    add_special(game, "adrianople", 0, Special("li", "li", -1))
    use_figure(game, 0, "cav")
    add_special(game, "tarnovo", -1, Special("cav", "cav", 0, "adrianople"))
    assert table.units("adrianople", 0) == {"li": 2, "hi": 1}
    revert_units(game)
    assert table.units("adrianople", 0) == {"li": 2, "cav": 1}
    assert table.units("tarnovo", -1) == {"li": 1}


@pytest.mark.rule("MU-END-02")
def test_barred_cards_stay_turned_once():
    table = Table(2, at="end", players={0: {"hand": [{"card": 5, "turned": True, "barred": True}]}})
    assert table.game.players[0].hand[0].turned
    assert not table.game.players[0].hand[0].barred


# -- limits ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-PH-19", "MU-VAR-07")
def test_the_honour_limit_stops_the_game_at_once():
    """E-01: limit 30, a player at 29 conquers a settlement."""
    armies = {"serbia": {0: {"hi": 3}}}
    vehicles = [{"owner": 0, "kind": "wagon", "space": "serbia"}]
    table = Table(
        2,
        options={"honour_limit": 30},
        players={0: {"honour": 29}},
        armies=armies,
        vehicles=vehicles,
        wars=[[0, 1, 0]],
        turn=2,
        order=[0, 1],
    )
    table.do(Muster("serbia"), "take 1", "boardall", "go slavonia")
    assert table.game.is_over
    assert outcome(table.game).reason == "honour"
    assert table.happened(FinalScored)


def time_vote(*answers):
    """Turn 3 is over and everybody says what the clock says."""
    table = Table(len(answers), options={"time_limit": True}, at="end", turn=3)
    assert table.asked() == "TimeVote"
    return table.do(*answers)


UP, NOT_UP, QUIET = "saytime yes", "saytime no", "keepquiet"


@pytest.mark.rule("MU-VAR-07", "MU-SET-09")
@pytest.mark.parametrize(
    "answers",
    [
        (UP, UP),
        (UP, UP, NOT_UP),  # one player cannot hold up the others
        (UP, UP, UP, NOT_UP, NOT_UP),
        (UP, QUIET, QUIET, QUIET),  # nobody contradicts: bots and absent players have no clock
    ],
)
def test_when_time_is_up_the_turn_just_played_was_the_last(answers):
    """E-02, R-62: the turn in progress is completed, then the game is scored."""
    table = time_vote(*answers)
    assert table.game.is_over
    assert table.happened(TimeCalled)[0].turn == 3
    assert outcome(table.game).reason == "time"
    assert table.happened(FinalScored)


@pytest.mark.rule("MU-VAR-07", "MU-SET-09")
@pytest.mark.parametrize("answers", [(NOT_UP, NOT_UP), (UP, NOT_UP, NOT_UP), (QUIET, QUIET), (NOT_UP, QUIET, QUIET)])
def test_until_time_is_up_the_game_goes_on(answers):
    table = time_vote(*answers)
    assert not table.game.is_over
    assert table.game.turn == 4


@pytest.mark.rule("MU-VAR-07")
def test_a_table_divided_on_the_time_plays_one_more_turn_and_no_further():
    """Two players cannot outvote each other; whoever denies it gains a turn, not the whole game."""
    table = time_vote(UP, NOT_UP)
    assert (table.game.is_over, table.game.turn) == (False, 4)
    assert [event.turn for event in table.happened(TimeDisputed)] == [3], "all are told"
    again = Table(2, options={"time_limit": True}, at="end", turn=4)
    again.game.divided = table.game.divided
    again.do(UP, NOT_UP)
    assert again.game.is_over
    assert outcome(again.game).reason == "time"


@pytest.mark.rule("MU-VAR-07")
@pytest.mark.parametrize("answers", [(NOT_UP, NOT_UP), (QUIET, QUIET)])
def test_a_table_that_was_divided_before_but_is_not_now_plays_on(answers):
    table = time_vote(*answers)
    divided = Table(2, options={"time_limit": True}, at="end", turn=3)
    divided.game.divided = 2
    divided.do(*answers)
    assert divided.game.turn == table.game.turn == 4
    later = Table(2, options={"time_limit": True}, at="end", turn=5)
    later.game.divided = 3
    later.do(UP, NOT_UP)
    assert later.game.turn == 6, "that was two turns ago: the table is divided anew"


@pytest.mark.rule("MU-VAR-07")
def test_without_a_time_limit_nobody_is_asked_for_the_time():
    assert Table(2, at="end", turn=3).game.turn == 4


@pytest.mark.rule("MU-SET-09", "MU-PH-09")
def test_the_last_turn_ends_the_game():
    table = Table(2, at="end", turn=8)
    assert table.game.is_over
    assert outcome(table.game).reason == "turns"


# -- final scoring -----------------------------------------------------------------------------------------


@pytest.mark.rule("MU-PH-09")
def test_a_last_event_brings_rebellions_before_the_bonuses():
    ten = [id for id, card in event_cards().items() if card.back == 10]
    table = Table(2, at="final", players={1: {"tax": 30}}, events=[ten[0], ten[1]])
    assert table.asked() == "ChooseRebellion"
    table.do(table.offers()[0])
    while table.asked() == "ChooseRebellion":
        table.do(table.offers()[0])
    assert table.game.is_over
    assert sum(table.game.lands[space].holder == -1 for space in homes(table.game, 1)) == 2


@pytest.mark.rule("MU-PH-10", "MU-PH-09")
def test_most_net_florins():
    table = Table(3, players={0: {"florins": 900}, 1: {"florins": 1400, "loans": 1}, 2: {"florins": 100}})
    award(table.game, net_florins, "MU-PH-10")
    assert points(table, "MU-PH-10") == {0: 3}


@pytest.mark.rule("MU-PH-09")
def test_a_tie_gives_each_one_point():
    table = Table(3, players={0: {"florins": 900}, 1: {"florins": 900}, 2: {"florins": 100}})
    award(table.game, net_florins, "MU-PH-10")
    assert points(table, "MU-PH-10") == {0: 1, 1: 1}


@pytest.mark.rule("MU-PH-10")
def test_the_greatest_market_counts_for_its_controller():
    lands = {
        "buda": {"cubes": ["salt", "furs"]},
        "constantinople": {"cubes": ["salt"]},
        "roma": {"cubes": ["salt", "furs", "spices"]},
    }
    table = Table(2, lands=lands)
    award_market(table.game)
    assert points(table, "MU-PH-10") == {1: 3}, "Rome is barbarian"


@pytest.mark.rule("MU-PH-10")
@pytest.mark.parametrize(
    ("cubes", "result"),
    [
        ({"buda": 3, "constantinople": 2}, {1: 3}),
        ({"buda": 2, "constantinople": 2}, {0: 1, 1: 1}),
        ({"buda": 2, "kassa": 2, "constantinople": 1}, {1: 3}),  # one player has both of the greatest
        ({}, {}),
    ],
)
def test_the_greatest_market_is_that_with_most_cubes_and_a_tie_between_players_gives_each_one(cubes, result):
    goods = ("cloth", "furs", "grain")
    table = Table(2, lands={space: {"cubes": list(goods[:number])} for space, number in cubes.items()})
    award_market(table.game)
    assert points(table, "MU-PH-10") == result


@pytest.mark.rule("MU-PH-10")
@pytest.mark.parametrize(
    ("pacts", "scorer"),
    [
        ([], 0),
        ([{"parties": [0, 1], "kinds": ["passage"], "guests": [0]}], 1),
        ([{"parties": [0, 1], "kinds": ["trade"], "guests": [0]}], 0),
    ],
)
def test_an_army_contests_a_market_unless_a_pact_lets_it_in(pacts, scorer):
    lands = {"buda": {"cubes": ["salt", "furs"], "holder": 1}, "constantinople": {"cubes": ["salt"]}}
    table = Table(2, lands=lands, armies={"buda": {0: {"li": 1}, 1: {"li": 1}}}, pacts=pacts)
    award_market(table.game)
    assert points(table, "MU-PH-10") == {scorer: 3}


@pytest.mark.rule("MU-PH-10", "MU-LOA-04")
def test_wealth_and_the_greatest_market_are_both_scored_at_the_end():
    """Debts count 550 a loan: 1000 florins with a loan are less than 460 without."""
    players = {0: {"florins": 1000, "loans": 1}, 1: {"florins": 460}, 2: {"florins": 0}}
    table = Table(3, at="final", players=players, lands={"saraj": {"cubes": ["furs"]}})
    given = [(event.seat, event.points) for event in table.events if isinstance(event, Honoured) and event.rule == "MU-PH-10"]
    assert given == [(1, 3), (2, 3)]


@pytest.mark.rule("MU-PH-11")
@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ({"blue": 3}, {"red": 2, "blue": 2}, {0: 3}),
        ({"blue": 3}, {"red": 3, "blue": 3}, {1: 3}),
        ({"blue": 3}, {"red": 3}, {0: 1, 1: 1}),
        ({}, {}, {}),
    ],
)
def test_the_highest_technology(one, other, result):
    table = Table(2, players={0: {"technology": one}, 1: {"technology": other}})
    award_technology(table.game)
    assert points(table, "MU-PH-11") == result


@pytest.mark.rule("MU-PH-12")
def test_rome_and_jerusalem_but_not_for_the_mamluks():
    lands = {"roma": {"holder": 0}}
    table = Table(3, kingdoms={0: "byzantium", 1: "mamluks", 2: "hungary"}, lands=lands, armies={"roma": {0: {"li": 1}}})
    award_holy_cities(table.game)
    assert points(table, "MU-PH-12") == {0: 3}
    taken = Table(2, kingdoms={0: "byzantium", 1: "mamluks"}, armies={"jerusalem": {0: {"li": 1}}})
    award_holy_cities(taken.game)
    assert points(taken, "MU-PH-12") == {0: 3}


@pytest.mark.rule("MU-PH-13")
def test_most_cathedrals_cities_castles_and_territories():
    lands = {"buda": {"civil": 3, "cathedral": 1}, "kassa": {"military": 3}, "constantinople": {"civil": 3}}
    table = Table(2, lands=lands, armies={"wallachia": {1: {"li": 1}}})
    assert [cathedrals(table.game, 1), cities(table.game, 1), castles(table.game, 1), territories(table.game, 1)] == [1, 1, 1, 8]
    award(table.game, cathedrals, "MU-PH-13")
    assert points(table, "MU-PH-13") == {1: 3}
    tied = Table(2, lands=lands)
    award(tied.game, cities, "MU-PH-13")
    assert points(tied, "MU-PH-13") == {0: 1, 1: 1}
    nobody = Table(2)
    award(nobody.game, castles, "MU-PH-13")
    assert points(nobody, "MU-PH-13") == {}, "a majority of nothing scores nothing"


@pytest.mark.rule("MU-PH-14")
def test_a_monopoly_needs_every_producing_settlement_in_play():
    table = Table(2)
    good = next(good for good in world.goods() if any(space in table.game.lands for space in world.producers(good, world.FIRST)))
    spaces = [space for space in world.producers(good, world.FIRST) if space in table.game.lands]
    full = Table(2, armies={space: {0: {"li": 1}} for space in spaces})
    award_monopolies(full.game)
    assert points(full, "MU-PH-14")[0] == 3
    part = Table(2, armies={space: {0: {"li": 1}} for space in spaces[1:]}, lands={spaces[0]: {"holder": "barbarians"}})
    award_monopolies(part.game)
    assert points(part, "MU-PH-14") == {}


@pytest.mark.rule("MU-PH-15")
@pytest.mark.parametrize(("held", "lost"), [(0, 0), (1, -3), (3, -3), (4, -6), (6, -6), (7, -9)])
def test_prisoners_cost_honour(held, lost):
    table = Table(2, prisoners=[[0, 1, "li"]] * held)
    settle_accounts(table.game, 1)
    assert points(table, "MU-PH-15").get(1, 0) == lost


@pytest.mark.rule("MU-PH-16")
@pytest.mark.parametrize(("loans", "lost"), [(0, 0), (1, -2), (2, -4), (3, -6), (4, -9), (5, -15)])
def test_debts_cost_honour(loans, lost):
    table = Table(2, players={1: {"loans": loans}})
    settle_accounts(table.game, 1)
    assert points(table, "MU-PH-16").get(1, 0) == lost


@pytest.mark.rule("MU-PH-17")
@pytest.mark.parametrize(("tokens", "gained"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 5), (5, 8), (6, 11), (7, 15), (8, 20), (9, 20)])
def test_objective_tokens_bring_honour(tokens, gained):
    table = Table(2, players={1: {"tokens": {"red": min(tokens, 8), "blue": max(0, tokens - 8)}}})
    settle_accounts(table.game, 1)
    assert points(table, "MU-PH-17").get(1, 0) == gained


@pytest.mark.rule("MU-PH-18")
def test_ties_go_to_the_richer_then_to_the_later_in_the_order():
    """R-01"""
    even = Table(3, order=[0, 1, 2])
    even.game.scores = (12, 12, 12)
    assert sorted(range(3), key=lambda seat: standing(even.game, seat)) == [2, 1, 0]
    change(even.game, 0, florins=5000)
    assert sorted(range(3), key=lambda seat: standing(even.game, seat)) == [0, 2, 1]
    even.game.scores = (12, 13, 12)
    assert min(range(3), key=lambda seat: standing(even.game, seat)) == 1


@pytest.mark.rule("MU-PH-08")
def test_honour_may_pass_fifty_and_fall_below_zero():
    table = Table(2)
    honour(table.game, 0, 45, "MU-PH-01")
    honour(table.game, 1, -15, "MU-DIP-02")
    assert (table.honour(0), table.honour(1)) == (55, -5)


@pytest.mark.rule("MU-PH-05")
def test_a_great_army_destroyed_brings_a_point():
    table = battle({"cav": 4}, {"li": 5}, [1, 2, 8], foe="barbarians", circle=[1, 2, 3])
    table.do("keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert points(table, "MU-PH-05") == {0: 1}
    small = battle({"cav": 4}, {"li": 4}, [1, 2, 8], foe="barbarians", circle=[1, 2, 3])
    small.do("keepdice")
    while small.asked() == "ChooseDamage":
        small.do(small.offers()[0])
    assert points(small, "MU-PH-05") == {}


@pytest.mark.rule("MU-VAR-05")
def test_teams_add_their_honour():
    table = Table(4, options={"teams": True}, players={0: {"honour": 5}, 1: {"honour": 9}, 2: {"honour": 6}, 3: {"honour": 1}})
    assert final_scores(table.game) == (11, 10, 11, 10)
    done = Table(4, options={"teams": True}, at="final")
    assert len(outcome(done.game).winners) == 2


@pytest.mark.rule("MU-PH-19", "MU-VAR-01")
def test_the_shift_after_the_starting_auction_does_not_end_the_game():
    table = Table(2, options={"honour_limit": 12})
    table.game.phase = 0
    honour(table.game, 0, 5, "MU-VAR-01")
    assert not table.game.closing
    table.game.phase = 5
    honour(table.game, 0, -1, "MU-PH-07")
    assert not table.game.closing, "nobody reaches a limit by losing honour"
    honour(table.game, 0, 1, "MU-PH-04")
    assert table.game.closing


@pytest.mark.rule("MU-PH-10")
def test_nobody_is_richest_without_a_florin_of_his_own():
    table = Table(2, players={0: {"florins": 0}, 1: {"florins": 500, "loans": 1}})
    award(table.game, net_florins, "MU-PH-10")
    assert points(table, "MU-PH-10") == {}
    table = Table(2, players={0: {"florins": 1}, 1: {"florins": 500, "loans": 1}})
    award(table.game, net_florins, "MU-PH-10")
    assert points(table, "MU-PH-10") == {0: 3}


@pytest.mark.rule("MU-PH-09", "MU-PH-19")
def test_honour_of_the_final_scoring_reaches_no_limit_any_more():
    """The bonuses carry a player past the limit: everything is scored once all the same."""
    table = Table(2, options={"honour_limit": 12}, at="final", players={0: {"florins": 900}, 1: {"florins": 100, "loans": 1}})
    assert len(table.happened(FinalScored)) == 1
    assert table.game.scores == (10 + 3 + 1, 10 + 1 - 2), "most florins; as much land as the other; a debt"
    assert outcome(table.game).reason == "turns"


@pytest.mark.rule("MU-END-01", "MU-CTL-02")
def test_land_that_only_a_hired_horde_held_is_lost_when_the_turn_ends():
    """Marauder 65 in Tarnovo: at the end of the turn the barbarians go, and nobody is left to hold it."""
    table = Table(2, lands={"tarnovo": {"holder": 0}, "nicaea": {"holder": 0}})
    for space in ("tarnovo", "nicaea"):
        use_figure(table.game, -1, "li")
        add_special(table.game, space, 0, Special("li", "li", -1))
    revert_units(table.game)
    assert (table.game.lands["tarnovo"].holder, table.game.lands["nicaea"].holder) == (-1, 0), "home is home"
    assert table.game.armies == {}
    assert table.game.supply["horde_li"] == 40


@pytest.mark.rule("MU-PH-09", "MU-PH-13")
@pytest.mark.parametrize(
    ("lands", "result"),
    [({"morea": {"cathedral": 1}}, {0: 3}), ({}, {}), ({"morea": {"cathedral": 1}, "buda": {"cathedral": 1}}, {0: 1, 1: 1})],
)
def test_one_is_most_where_the_others_have_none_and_none_is_nobodys(lands, result):
    table = Table(2, lands=lands)
    award(table.game, cathedrals, "MU-PH-13")
    assert points(table, "MU-PH-13") == result
