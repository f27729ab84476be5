"""Two cards that meet in one window: which comes first, what is left of the other, on an audited table."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.battle.declarations import TryCapture
from marchland.games.medioevo.rules.cards.court import EventsOffered
from marchland.games.medioevo.rules.cards.powers import CardCancelled, Target
from marchland.games.medioevo.rules.cards.windows import Pass, React
from marchland.games.medioevo.rules.conquest.conquest import Pillage
from marchland.games.medioevo.rules.trade.deals import Sold
from marchland.games.medioevo.rules.trade.routes import RouteEnded
from marchland.games.medioevo.state import BARBARIANS

from .open_table import battle, cards, fought, hands, rolls, table, until
from .table import Table


def turned(game: Table, seat: int) -> dict[int, bool]:
    return {held.card: held.turned for held in game.game.players[seat].hand}


# -- Joker -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-49", "MU-CARD-45")
def test_a_mocked_bard_is_paid_and_turned_and_wakes_nobody() -> None:
    game = table(players=hands(zero=[45, {"card": 36, "turned": True}], one=[49]), at="combat")
    game.do("playcard 45", "playcard 49")
    assert turned(game, 0) == {45: True, 36: True}
    assert game.florins(0) == 1550
    assert turned(game, 1) == {49: True}


@pytest.mark.rule("MU-CARD-44", "MU-CARD-49")
def test_a_bard_may_wake_a_card_that_was_mocked() -> None:
    game = table(players=hands(zero=[36, 44], one=[49]), at="combat")
    game.do("playcard 36", "target number:300", "playcard 49")
    assert game.florins(0) == 1600, "nothing was put on the mocked Magnate"
    game.do("playcard 44", "target card:36", "playcard 36", "target number:300")
    assert game.florins(0) == 1300
    assert game.game.players[0].hand[0].stored == 300


@pytest.mark.rule("MU-CARD-48", "MU-CARD-51")
def test_a_mocked_diplomat_leaves_the_spoils_open_to_pillage() -> None:
    game = table(
        armies={"slavonia": {0: {"hi": 3}}},
        vehicles=[{"owner": 0, "kind": "wagon", "level": 1, "space": "slavonia"}],
        lands={"buda": {"civil": 2}, "slavonia": {"holder": 0}},
        wars=[[0, 1, 0]],
        players=hands(zero=[48], one=[51]),
        at="combat",
    )
    game.do("muster slavonia", "take 1", "boardall", "go buda")
    until(game, "W-6c", 1).do("playcard 51", "target building:buda:civil", "playcard 48")
    assert game.florins(0) == 1550
    assert [event.card for event in game.happened(CardCancelled)] == [51]
    assert game.offers(Pillage) == [Pillage("building:buda:civil")]


@pytest.mark.rule("MU-CARD-49", "MU-CARD-24")
def test_a_mocked_militia_raises_nobody() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[24], one=[49]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster tarnovo", "take 1", "boardall", "go adrianople", "playcard 24", "target kind:hi", "playcard 49")
    assert game.units("adrianople", 0) == {}
    assert game.game.players[0].reserve[1] == 20


# -- dice --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-46", "MU-CARD-05", "MU-EMP-07")
def test_two_assassins_and_a_warlord_on_one_throw() -> None:
    """5, 5 and 1 would be 25: an Assassin spoils the critical throw, another makes one of 4 and 4, the Warlord adds 2."""
    game = battle({"li": 9}, {"li": 9}, players=hands(zero=[46, 5], one=[47])).script(1, 5, 5, 1, 2, 3)
    until(game, "W-B5", 0).do(Pass())
    game.do("playcard 47", "target die:side0:1", "target nothing")
    assert game.game.fights[-1].sides[0].dice == (1, 4, 5)
    game.do("playcard 46", "target die:side0:2", "playcard 5", "target side:0")
    fought(game)
    assert game.happened(RoundFought)[0].attacks == (4 * 4 + 2, 3 - 1)


@pytest.mark.rule("MU-CARD-08", "MU-CARD-09", "MU-CARD-46")
def test_steady_hands_count_for_arrows_thrown_again_and_lowered() -> None:
    """Four Archers: 2 off each die, so that 5 hits. 8, 8, 6, 5: an 8 is thrown again and falls on 6, which an Assassin lowers."""
    game = battle({"arc": 4}, {"li": 9}, players=hands(zero=[8, 9, 46])).script(8, 8, 6, 5)
    until(game, "W-B3b", 0).do("playcard 8")
    game.script(6, *[1] * 30)
    game.do("playcard 9", "target number:0", "target nothing", "playcard 46", "target die:arrows0:0")
    assert game.game.fights[-1].sides[0].arrows == (5, 8, 6, 5)
    assert game.units("wallachia", 1) == {"li": 7}, "both fives hit"
    assert rolls(game, "archery again") == [(6,)]


# -- Surgeons and Jailers ----------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-27", "MU-CARD-29")
def test_one_surgeon_takes_a_point_off_and_another_puts_the_rest_off() -> None:
    """Three arrows hit: one is ignored, two leave at the end of the round, so that five still fight."""
    game = battle({"arc": 3, "hi": 6}, {"li": 5}, players=hands(one=[27, 29])).script(1, 2, 3)
    until(game, "W-B3b", 1)
    game.script(1, 1, 2, 4, 6, 8)
    game.do("playcard 27", "playcard 29")
    fought(game)
    assert game.happened(RoundFought)[0].score == 5, "all five Light infantry took part: 8 - 1 against 2, capped by their number"
    while game.game.fights and game.game.fights[-1].round == 1:
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {}, "2 put off and a loss value of 4"


@pytest.mark.rule("MU-CARD-28", "MU-CAP-01")
def test_prisoners_are_ransomed_not_rebought_from_the_surgeon() -> None:
    game = battle({"hi": 9}, {"li": 3}, players=hands(one=[28]))
    while game.asked() != "DeclareIntent":
        game.do(game.offers()[0])
    game.do(TryCapture()).script(1, 6, 8, 1, 1, 2)
    until(game, "W-B6", 1).do("playcard 28")
    while game.game.fights:
        game.do(game.offers()[0])
    assert len(game.game.prisoners) == 3
    assert game.game.players[1].fallen == (0,) * 7


# -- Sage and Plague doctor --------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-61", "MU-CARD-43")
def test_a_sage_replaces_the_event_and_the_doctors_territory_stays_immune() -> None:
    events = ["carpathians-2", "carpathians-1", "italy-1", "italy-2", "carpathians-3"]
    game = table(
        armies={"buda": {1: {"li": 4}}},
        players=hands(one=[43], two=[61]),
        events=events,
        at="events",
        dice=[4, 6, 8],
    )
    until(game, "W-2b", 1).do("playcard 43", "target buda")
    until(game, "W-2b", 2).do("playcard 61")
    assert [event.events for event in game.happened(EventsOffered)] == [("carpathians-1", "italy-1", "italy-2")]
    assert {option.id for option in game.offers(Target)} == {"event:carpathians-1", "event:italy-1", "event:italy-2"}
    game.do("target event:carpathians-1")
    assert game.game.happening.card == "carpathians-1"
    assert game.game.events[0] == "carpathians-3", "the top of the pile tells the tolerated tax"
    game.script(*[1] * 12)
    while game.game.phase == 2 and game.asked() != "SpendPoint":
        game.do(game.offers()[0])
    assert game.units("buda", 1) == {"li": 4}


# -- Merchant and route ------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-20", "MU-TRD-14")
def test_a_route_that_a_sale_by_card_ends_brings_no_points() -> None:
    route = {"origin": "nicaea", "stages": ["napoli", "genova", "venezia"], "done": [], "destination": "roma", "carrier": 1}
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "alps", "goods": ["furs"]}
    game = table(vehicles=[caravan], players={0: {"hand": [20], "route": route}}, at="trade")
    game.do("playcard 20")
    assert [event.points for event in game.happened(RouteEnded)] == [0]
    assert (game.florins(0), game.honour(0)) == (1650, 10)


# -- Marauder and Infiltrator ------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-65", "MU-CARD-15")
def test_a_hired_horde_defends_against_a_rebellion_that_an_infiltrator_stirs_up() -> None:
    """Seat 1 stirs up Nicaea, where nobody stands; seat 0 hires the same horde there: they fight each other."""
    game = table(
        players=hands(zero=[65], one=[15]), armies={"wallachia": {1: {"li": 1}}}, circle=[4, 6, 8], at="combat", order=[1, 0, 2]
    )
    game.do("playcard 15", "target constantinople")
    assert isinstance(game.game.decision, React)
    assert (game.game.decision.window, game.game.decision.seat, cards(game)) == ("W-2e", 0, [65])
    game.script(1, 1, 1, *[1] * 20)
    game.do("playcard 65")
    assert game.game.fights
    assert [side.owner for side in game.game.fights[-1].sides] == [BARBARIANS, 0]
    assert (game.florins(0), game.florins(1)) == (1500, 1500)


# -- what the turn's counters and the log say --------------------------------------------------------------


@pytest.mark.rule("MU-CARD-17")
@pytest.mark.parametrize(("kind", "captains"), [("hi", 0), ("cap1", 1)])
def test_an_ambush_counts_as_a_kill_for_the_one_and_a_loss_for_the_other(kind: str, captains: int) -> None:
    game = until(battle({"li": 2}, {kind: 2}, players=hands(zero=[17])), "W-B0", 0).script(3)
    game.do("playcard 17")
    killer, victim = game.game.now[0], game.game.now[1]
    assert (killer.enemy_units_killed, killer.captains_killed, killer.own_units_lost) == (1, captains, 0)
    assert (victim.own_units_lost, victim.enemy_units_killed) == (1, 0)


@pytest.mark.rule("MU-CARD-20")
def test_a_sale_by_card_is_a_sale_in_the_log_and_for_objectives() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 2, "space": "alps", "goods": ["furs", "furs", "salt"]}
    game = table(vehicles=[caravan], players=hands(zero=[20]), at="trade")
    game.do("playcard 20", "target goods:furs+furs+salt")
    assert [(event.vehicle, event.space, event.goods, event.florins) for event in game.happened(Sold)] == [
        (1, "alps", ("furs", "furs", "salt"), 150)
    ]
    now = game.game.now[0]
    assert (now.cubes_sold, now.colours_sold, now.best_sale) == (3, ("furs", "salt"), 150)


@pytest.mark.rule("MU-CARD-27")
def test_a_surgeon_spares_one_volley_and_not_the_next() -> None:
    """The Catapult's stone does 2, the Archer's arrow 1: one point of the three is ignored."""
    engine = {"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"arc": 1, "hi": 5}, {"li": 9}, players=hands(one=[27]), vehicles=[engine])
    while game.asked() != "AssignCrews":
        game.do(game.offers()[0])
    game.do("man 1 hi").script(1, 1, 4, 6, 8, 1, 1, 2).do("crewsready")
    until(game, "W-B2", 1).do("playcard 27")
    while not rolls(game, "battle"):
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {"li": 9 - 2}


@pytest.mark.rule("MU-CARD-60", "MU-CARD-59")
def test_a_princess_looks_at_the_card_just_turned_not_at_one_below() -> None:
    """The Marauder is played for points and answered by a Joker: the other Princess may double nothing of the Joker's."""
    game = table(players=hands(zero=[65], one=[48], two=[60]), at="combat")
    game.do("playcard 65", "target nicaea")
    assert game.game.deciders == (1,), "an ability gives no points to double"
    game.do("playcard 48")
    assert not (isinstance(game.game.decision, React) and game.game.decision.seat == 2), "nor does the Joker's"


@pytest.mark.rule("MU-CARD-64", "MU-CARD-20")
def test_a_camel_driver_adds_nothing_to_a_smugglers_price() -> None:
    stages = ["napoli", "genova", "venezia"]
    route = {"origin": "nicaea", "stages": stages, "done": sorted(stages), "destination": "roma", "carrier": 1}
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs"]}
    lands = {"roma": {"holder": "barbarians", "cubes": ["salt"]}}
    game = table(vehicles=[caravan], lands=lands, players={0: {"hand": [20, 64], "route": route}}, at="trade")
    game.do("playcard 20")
    assert game.florins(0) == 1650
    assert turned(game, 0) == {20: True, 64: False}
