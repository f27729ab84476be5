"""Empire cards 57 to 64, clause by clause: Pirates, Princesses, Sages and Camel drivers."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.cards.court import EventsOffered
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.technologies.points import PointsGained, TurnCard
from marchland.games.medioevo.rules.trade.deals import DealStopped, Sold

from .open_table import cards, hands, table, until
from .table import Table


def engineer(hand: list[Any], **others: list[Any]) -> Table:
    """Seat 0 knows Engineering and has a Village to use green points on."""
    seats = {("zero", "one", "two").index(name): {"hand": held} for name, held in others.items()}
    players = {0: {"hand": hand, "technology": {"green": 4}, "florins": 0}, **seats}
    return table(players=players, lands={"nicaea": {"civil": 1}}, at="combat")


def points(game: Table, seat: int = 0) -> tuple[int, ...]:
    """Blue, yellow, orange, red, green, violet."""
    return game.game.players[seat].points


def named(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


# -- Pirates -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-57", "MU-CARD-58")
def test_one_pirate_brings_two_colours_and_the_other_a_pair() -> None:
    game = engineer([57, 58]).do("playcard 57", "target colour:blue", "target colour:violet")
    assert points(game) == (1, 0, 0, 0, 0, 1)
    game.do("playcard 58", "target colour:green")
    assert points(game) == (1, 0, 0, 0, 2, 1)
    assert [event.rule for event in game.happened(PointsGained)] == ["MU-CARD-57", "MU-CARD-58"]
    assert [held.turned for held in game.game.players[0].hand] == [True, True]
    assert not {57, 58} & set(cards(game)), "used for this turn"


@pytest.mark.rule("MU-CARD-58", "MU-CARD-48")
def test_a_mocked_pirate_brings_nothing() -> None:
    game = engineer([58], one=[48]).do("playcard 58", "target colour:green", "playcard 48")
    assert points(game) == (0,) * 6
    assert game.game.players[0].hand[0].turned


@pytest.mark.rule("MU-CARD-57", "MU-CARD-59", "MU-CARD-60")
def test_princesses_find_no_printed_points_on_a_pirate() -> None:
    """His two points are his ability; the corner of his card is empty."""
    game = engineer([57], one=[59], two=[60]).do("playcard 57", "target colour:green", "target colour:green")
    assert points(game) == (0, 0, 0, 0, 2, 0), "nobody was asked"
    assert game.game.deciders == (0,)


# -- Princesses --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-59")
def test_a_princess_lets_her_players_own_card_give_both() -> None:
    """Tax collector 23: twenty florins a cube, and one of its colours."""
    caravan = {"owner": 1, "kind": "caravan", "level": 1, "space": "nicaea", "goods": ["salt", "furs"]}
    game = table(players=hands(zero=[23, 59]), vehicles=[caravan], at="combat").do("playcard 23")
    assert (game.florins(0), game.game.decision.window) == (1600, "J"), "not yet: both come at the same moment"
    game.do("playcard 59")
    if game.asked() == "ChooseColour":
        game.do(game.offers()[0])
    assert game.florins(0) == 1640
    assert sum(points(game)) == 1
    assert [held.turned for held in game.game.players[0].hand] == [True, True]


@pytest.mark.rule("MU-CARD-59")
def test_what_a_princess_adds_goes_to_the_player_of_the_card() -> None:
    game = table(players=hands(zero=[65], one=[59]), at="combat", circle=[4, 6, 8])
    game.do("playcard 65", "target nicaea", "playcard 59", "target colour:red")
    assert (points(game, 0), points(game, 1)) == ((0, 0, 0, 1, 0, 0), (0,) * 6)


@pytest.mark.rule("MU-CARD-59", "MU-CARD-60")
@pytest.mark.parametrize("card", [59, 60])
def test_princesses_answer_a_card_and_do_nothing_by_themselves(card: int) -> None:
    game = engineer([card])
    assert card not in cards(game)
    assert not game.offers(TurnCard), "no points are printed on her"


@pytest.mark.rule("MU-CARD-59")
@pytest.mark.parametrize(("florins", "asked"), [(100, True), (99, False)])
def test_she_adds_an_ability_to_points_only_if_it_can_be_paid(florins: int, asked: bool) -> None:
    """Marauder 65 turned for an orange point: his horde costs 100 florins besides."""
    game = table(
        players={0: {"hand": [65, 59], "technology": {"orange": 3}, "florins": florins}},
        armies={"iconium": {"barbarians": {"li": 1}}},
        at="combat",
        circle=[4, 6, 8],
    )
    game.do(TurnCard(65, ("orange",)))
    assert (isinstance(game.game.decision, React) and 59 in cards(game)) == asked
    if asked:
        game.do("playcard 59", "target nicaea")
        assert (game.florins(0), game.units("nicaea", 0), points(game)) == (0, {"li": 1}, (0, 0, 1, 0, 0, 0))


@pytest.mark.rule("MU-CARD-60")
@pytest.mark.parametrize(
    ("card", "colours", "doubled"),
    [
        (32, ("green", "green"), (0, 0, 0, 0, 4, 0)),
        (52, ("green", "red"), (0, 0, 0, 2, 2, 0)),
        (54, ("green",), (0, 0, 0, 0, 2, 0)),
    ],
)
def test_every_point_of_the_card_is_doubled(card: int, colours: tuple[str, ...], doubled: tuple[int, ...]) -> None:
    player = {"hand": [card, 71], "points": {"blue": 1}}
    game = table(players={0: player, 1: {"hand": [60]}}, at="combat").do("playcard 71", 'offer ["blue"]')
    game.do(TurnCard(card, colours), "playcard 60")
    assert points(game, 0) == doubled
    assert points(game, 1) == (0,) * 6, "whoever plays her, the points are the card's player's"


@pytest.mark.rule("MU-CARD-60")
def test_a_princess_may_stay_silent() -> None:
    assert points(engineer([32], one=[60]).do(TurnCard(32, ("green", "green")), "pass")) == (0, 0, 0, 0, 2, 0)


# -- Sages -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-61")
def test_a_sage_chooses_among_three_new_events_and_the_first_is_discarded() -> None:
    events = ["italy-1", "rus-1", "rus-2", "rus-3", "egypt-1", "egypt-2"]
    game = table(players=hands(two=[61]), events=events, at="events", dice=[4, 6, 8])
    until(game, "W-2b", 2)
    assert game.game.happening.card == "italy-1", "even after a card was drawn"
    game.do("playcard 61")
    assert [event.events for event in game.happened(EventsOffered)] == [("rus-1", "rus-2", "rus-3")]
    assert (game.game.deciders, named(game)) == ((2,), {"event:rus-1", "event:rus-2", "event:rus-3"})
    game.do("target event:rus-3")
    assert game.game.happening.card == "rus-3"
    assert sorted(game.game.event_discard) == ["italy-1", "rus-1", "rus-2", "rus-3"]
    assert game.game.events[0] == "egypt-1"


@pytest.mark.rule("MU-CARD-61")
@pytest.mark.parametrize("phase", ["purchases", "combat", "trade"])
def test_a_sage_foresees_events_in_their_phase_only(phase: str) -> None:
    assert 61 not in cards(table(players=hands(zero=[61]), at=phase))


@pytest.mark.rule("MU-CARD-62")
def test_a_sage_discards_the_draw_and_draws_as_many() -> None:
    """Two cards and two for the Cathedral; the price is paid once."""
    game = table(
        players={0: {"hand": [62], "florins": 150}},
        lands={"nicaea": {"cathedral": 1}},
        deck=[1, 2, 3, 4, 5, 6, 7, 8, 9],
        at="purchases",
    )
    game.do("buycard")
    assert game.game.players[0].drawn == (1, 2, 3, 4)
    game.do("playcard 62")
    assert game.game.players[0].drawn == (5, 6, 7, 8)
    assert game.florins(0) == 0
    assert set(game.game.deck[-4:]) == {1, 2, 3, 4}
    game.do("keepcard 7")
    assert sorted(held.card for held in game.game.players[0].hand) == [7, 62]


@pytest.mark.rule("MU-CARD-62")
def test_a_sage_looks_at_his_own_draw_only() -> None:
    game = table(players=hands(one=[62]), deck=[1, 2, 3, 4], at="purchases").do("buycard")
    assert game.game.deciders == (0,), "seat 1 is not asked"
    assert game.asked() == "ChooseCard"


@pytest.mark.rule("MU-CARD-62")
def test_without_a_purchase_there_is_nothing_to_draw_again() -> None:
    assert 62 not in cards(table(players=hands(zero=[62]), at="purchases"))


# -- Camel driver 63 ---------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-63")
def test_a_cube_goes_to_a_neighbouring_market_without_its_colour_printed_or_real() -> None:
    lands = {"roma": {"cubes": ["salt", "furs"]}, "napoli": {"cubes": ["salt"]}}
    game = table(players=hands(zero=[63]), lands=lands, at="purchases").do("playcard 63", "target cube:roma:salt")
    assert "genova" in named(game), "nobody's settlement, two steps away"
    assert not {"roma", "napoli", "venezia", "nicaea"} & named(game), "itself, salt there, salt made there, too far"
    game.do("target genova")
    assert (game.game.lands["roma"].cubes, game.game.lands["genova"].cubes) == (("furs",), ("salt",))
    assert game.game.players[0].hand[0].turned


@pytest.mark.rule("MU-CARD-63")
def test_without_cubes_on_the_map_nothing_is_moved() -> None:
    assert 63 not in cards(table(players=hands(zero=[63]), at="purchases"))


def sale(**position: Any) -> Table:
    """Seat 0 announces a sale of furs in Rome, whose market holds salt; Naples holds furs and wine is made there."""
    return table(
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs"]}],
        lands={"roma": {"holder": "barbarians", "cubes": ["salt"]}, "napoli": {"cubes": ["furs", "cloth"]}},
        at="trade",
        **position,
    ).do("employ 1", 'sellcubes ["furs"]')


@pytest.mark.rule("MU-CARD-63", "MU-TRD-07")
def test_a_cube_that_is_carried_in_forbids_the_sale_of_its_colour() -> None:
    """At any moment, so also when a deal has been announced."""
    game = sale(players=hands(one=[63]))
    assert isinstance(game.game.decision, React)
    assert (game.game.decision.window, game.game.deciders, cards(game)) == ("W-6b", (1,), [63])
    game.do("playcard 63", "target cube:napoli:furs")
    assert len(game.happened(DealStopped)) == 1
    assert (game.florins(0), game.game.vehicles[1].goods) == (1600, ("furs",))


@pytest.mark.rule("MU-CARD-63", "MU-TRD-09")
@pytest.mark.parametrize(("moved", "price"), [(True, 140), (False, 120)])
def test_a_cube_that_is_carried_in_makes_the_market_worth_more(moved: bool, price: int) -> None:
    game = sale(players=hands(zero=[63]))
    if moved:
        game.do("playcard 63", "target cube:napoli:cloth")
    else:
        game.do("pass")
    (sold,) = game.happened(Sold)
    assert sold.florins == price


@pytest.mark.rule("MU-CARD-63")
def test_amid_a_deal_only_the_cubes_of_its_place_come_or_go() -> None:
    game = table(
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs"]}],
        lands={"roma": {"holder": "barbarians", "cubes": ["salt"]}, "tana": {"cubes": ["cloth"]}},
        players=hands(one=[63]),
        at="trade",
    ).do("employ 1", 'sellcubes ["furs"]', "playcard 63")
    assert "cube:tana:cloth" not in named(game)
    assert {"genova", "napoli"} <= named(game), "the salt of Rome is the only cube it can be"


# -- Camel driver 64 ---------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-64", "MU-TRD-13")
def test_where_no_cube_lies_there_is_no_market_bonus_to_take_besides() -> None:
    stages = ["napoli", "genova", "venezia"]
    game = table(
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "roma", "goods": ["furs"]}],
        lands={"roma": {"holder": "barbarians"}},
        players={
            0: {
                "hand": [64],
                "route": {"origin": "nicaea", "stages": stages, "done": sorted(stages), "destination": "roma", "carrier": 1},
            }
        },
        at="trade",
    )
    game.do("employ 1", 'sellcubes ["furs"]')
    assert PlayCard(64) not in game.offers()
    assert game.asked() == "SplitPoints"
