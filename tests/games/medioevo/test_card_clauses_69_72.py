"""Empire cards 69 to 72, clause by clause: Sheriffs who raise buildings, Mystics who sell points; and what every card gives."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.court import EndRite, Offer
from marchland.games.medioevo.rules.cards.powers import Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.technologies.points import TurnCard
from marchland.games.medioevo.rules.technologies.scholarship import BorrowPoints, Convert

from .open_table import battle, cards, hands, table, until
from .table import Table


def named(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


def points(game: Table) -> tuple[int, ...]:
    """Blue, yellow, orange, red, green, violet."""
    return game.game.players[0].points


# -- Sheriffs ----------------------------------------------------------------------------------------------

LEVELS = [
    (0, 1, False),
    (0, 3, False),
    (1, 1, False),
    (1, 2, True),
    (1, 3, True),
    (2, 2, False),
    (2, 3, True),
    (3, 3, False),
    (2, 1, False),
]
"""Level of the building to be raised, of the other one, and whether the Sheriff may raise it by one."""


@pytest.mark.rule("MU-CARD-69", "MU-CARD-70", "MU-PH-04")
@pytest.mark.parametrize(("low", "high", "raised"), LEVELS)
@pytest.mark.parametrize(("card", "lower", "higher"), [(69, "civil", "military"), (70, "military", "civil")])
def test_a_sheriff_raises_a_building_beside_one_of_higher_level(
    card: int, lower: str, higher: str, low: int, high: int, raised: bool
) -> None:
    game = table(players={0: {"hand": [card], "florins": 0}}, lands={"nicaea": {lower: low, higher: high}}, at="purchases")
    assert (card in cards(game)) == raised
    if raised:
        game.do(f"playcard {card}")
        while game.asked() == "PlaceToken":
            game.do(game.offers()[0])
        assert (getattr(game.game.lands["nicaea"], lower), getattr(game.game.lands["nicaea"], higher)) == (low + 1, high)
        assert game.honour(0) == 10 + (low + 1 == 3), "a City or a Castle is worth a point"
        assert game.florins(0) == 0


@pytest.mark.rule("MU-CARD-69")
def test_a_sheriff_wants_the_two_buildings_in_one_territory_of_his_player() -> None:
    lands = {"nicaea": {"civil": 1}, "smyrna": {"military": 3}, "buda": {"civil": 1, "military": 2}}
    assert 69 not in cards(table(players=hands(zero=[69]), lands=lands, at="purchases"))


@pytest.mark.rule("MU-CARD-69")
def test_a_sheriff_needs_the_figure_of_the_next_level() -> None:
    game = table(players=hands(zero=[69]), lands={"nicaea": {"civil": 2, "military": 3}}, at="purchases")
    assert 69 in cards(game)
    game.game.supply["city"] = 0
    assert 69 not in [option.card for option in game.game.decision.options(game.game) if type(option).__name__ == "PlayCard"]


@pytest.mark.rule("MU-CARD-70")
def test_walls_that_a_sheriff_raises_in_the_middle_of_a_battle_protect_at_once() -> None:
    """The abilities work at any moment: the Tower of Nicaea becomes a Fort when the enemy stands before it."""
    game = table(
        armies={"nicaea": {0: {"hi": 3}, 1: {"hi": 3}}},
        lands={"nicaea": {"holder": 0, "civil": 2, "military": 1}, "smyrna": {"civil": 3, "military": 1}},
        wars=[[0, 1, 0]],
        battle={"place": "nicaea", "attacker": 1, "defender": 0},
        players=hands(zero=[70]),
    )
    until(game, "W-B0", 0).do("playcard 70")
    assert (game.game.lands["nicaea"].military, game.game.lands["smyrna"].military) == (2, 1), "only what stands there"


@pytest.mark.rule("MU-CARD-70")
def test_a_sheriff_answers_an_alarm() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        lands={"adrianople": {"military": 1}, "nicaea": {"military": 1, "civil": 2}},
        wars=[[0, 1, 0]],
        players=hands(zero=[70]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster tarnovo", "take 1", "boardall", "go adrianople")
    assert not (isinstance(game.game.decision, React) and 70 in cards(game)), "no town stands in Adrianople, and Nicaea is quiet"


@pytest.mark.rule("MU-CARD-69")
def test_a_bystander_is_not_asked_in_the_battles_of_others() -> None:
    lands = {"saraj": {"civil": 1, "military": 2}}
    game = battle({"hi": 1}, {"hi": 1}, players=hands(two=[69]), lands=lands)
    asked = set()
    while game.game.fights:
        asked.update(game.game.deciders)
        game.do(game.offers()[0])
    assert 2 not in asked


# -- Mystics -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-71")
def test_a_mystic_pays_twenty_florins_a_point_from_pool_tokens_and_cards() -> None:
    player = {"hand": [71, 52], "points": {"red": 1}, "tokens": {"blue": 1}, "florins": 0}
    game = table(players={0: player}, at="combat").do("playcard 71", 'offer ["red"]', "fliptoken blue", 'offer ["blue"]')
    assert game.florins(0) == 40
    game.do(TurnCard(52, ("green", "red")), 'offer ["green"]')
    assert (game.florins(0), points(game)) == (60, (0, 0, 0, 1, 0, 0))
    game.do("endrite")
    assert (game.florins(0), points(game)) == (60, (0, 0, 0, 1, 0, 0)), "what is not offered stays in the pool"


@pytest.mark.rule("MU-CARD-71")
def test_a_mystic_does_not_feed_on_his_own_points() -> None:
    """He is turned for his ability, so he cannot be turned for his two violet points as well."""
    assert 71 not in cards(table(players=hands(zero=[71]), at="combat"))
    game = table(players={0: {"hand": [71], "points": {"red": 1}}}, at="combat").do("playcard 71")
    assert not game.offers(TurnCard)


@pytest.mark.rule("MU-CARD-72")
@pytest.mark.parametrize(
    ("pool", "sets"), [({"red": 1, "blue": 1, "green": 1}, 1), ({"red": 2, "blue": 2, "green": 2, "violet": 1}, 2)]
)
def test_a_triad_is_worth_a_hundred_florins(pool: dict[str, int], sets: int) -> None:
    game = table(players={0: {"hand": [72], "points": pool, "florins": 0}}, at="combat").do("playcard 72")
    for _ in range(sets):
        assert game.offers(Offer)
        game.do(next(option for option in game.offers(Offer) if "red" in option.colours and "green" in option.colours))
    assert not game.offers(Offer)
    assert game.florins(0) == 100 * sets
    assert sum(points(game)) == sum(pool.values()) - 3 * sets


@pytest.mark.rule("MU-CARD-72", "MU-TEC-62")
def test_with_monasticism_three_violet_points_make_a_triad() -> None:
    """Each violet point may become one of another colour."""
    player = {"hand": [72], "points": {"violet": 3}, "technology": {"violet": 2}, "florins": 0}
    game = table(players={0: player}, at="combat")
    assert 72 in cards(game)
    game.do("playcard 72")
    assert not game.offers(Offer)
    game.do(Convert("red"), Convert("blue"))
    assert game.offers(Offer) == [Offer(("blue", "red", "violet"))]
    game.do(game.offers(Offer)[0])
    assert game.florins(0) == 100
    assert points(game) == (0,) * 6


@pytest.mark.rule("MU-CARD-72", "MU-TEC-62")
@pytest.mark.parametrize(
    ("pool", "level", "usable"),
    [
        ({"violet": 3}, 2, True),
        ({"violet": 3}, 1, False),
        ({"violet": 2}, 2, False),
        ({"violet": 2, "red": 1}, 2, True),
        ({"violet": 1, "red": 2}, 2, False),
        ({"red": 3}, 2, False),
    ],
)
def test_a_triad_takes_three_points_that_are_or_become_of_three_colours(pool: dict[str, int], level: int, usable: bool) -> None:
    player = {"hand": [72], "points": pool, "technology": {"violet": level}, "florins": 0}
    assert (72 in cards(table(players={0: player}, at="combat"))) == usable


@pytest.mark.rule("MU-CARD-72")
@pytest.mark.parametrize(("hand", "usable"), [([72, 52], False), ([72, 9, 52], True), ([72, 33, 54], False), ([72, 57, 54], True)])
def test_a_triad_needs_cards_that_together_give_three_colours(hand: list[int], usable: bool) -> None:
    """A slash gives one colour or the other: green/yellow and green make two points at most."""
    assert (72 in cards(table(players={0: {"hand": hand, "florins": 0}}, at="combat"))) == usable


@pytest.mark.rule("MU-CARD-71", "MU-TEC-63")
def test_a_mystic_takes_points_of_a_rivals_card_that_a_violet_point_pays_for() -> None:
    """One violet point would bring 20 florins; for the two points of a neighbour's card it brings 40."""
    player = {"hand": [71], "points": {"violet": 1}, "technology": {"violet": 3}, "florins": 0}
    game = table(players={0: player, 1: {"hand": [52]}}, armies={"wallachia": {0: {"li": 1}}}, at="combat")
    game.do("playcard 71", BorrowPoints(52, ("green", "red")), 'offer ["green"]', 'offer ["red"]')
    assert game.florins(0) == 40
    assert not game.game.players[1].hand[0].turned


@pytest.mark.rule("MU-CARD-71")
def test_no_points_are_bought_to_be_sold() -> None:
    player = {"hand": [71], "technology": {"violet": 3}, "florins": 500}
    game = table(players={0: player, 1: {"hand": [52]}}, armies={"wallachia": {0: {"li": 1}}}, at="combat")
    assert 71 not in cards(game)


# -- what the cards give when they are turned for points -----------------------------------------------------

PRINTED: dict[int, list[tuple[str, ...]]] = {
    50: [("orange",), ("blue",)],
    51: [("orange", "violet")],
    52: [("green", "red")],
    53: [("blue", "green")],
    54: [("green",)],
    55: [("blue",)],
    56: [("blue",)],
    61: [("green",), ("violet",)],
    62: [("violet", "blue")],
    63: [("yellow",), ("blue",)],
    64: [("yellow",)],
    65: [("red",), ("orange",)],
    66: [("red", "blue")],
    67: [("red",)],
    68: [("red", "green")],
    69: [("green",), ("orange",)],
    70: [("green", "blue")],
    71: [("violet", "violet")],
    72: [("violet",), ("blue",)],
}
COLOURS = ("blue", "yellow", "orange", "red", "green", "violet")


@pytest.mark.rule("MU-EMP-03", "MU-CARD-71")
@pytest.mark.parametrize("card", sorted({*range(49, 73)} - {71}))
def test_a_card_gives_the_points_printed_on_it_and_is_turned(card: int) -> None:
    """Spent on Mystic 71, who takes every colour."""
    game = table(players={0: {"hand": [71, card], "points": {"red": 1}, "florins": 0}}, at="combat").do("playcard 71")
    offered = [option.colours for option in game.offers(TurnCard) if option.card == card]
    assert offered == PRINTED.get(card, [])
    for colours in offered[:1]:
        game.do('offer ["red"]', TurnCard(card, colours))
        assert points(game) == tuple(colours.count(colour) for colour in COLOURS)
        assert [held.turned for held in game.game.players[0].hand] == [True, True]


@pytest.mark.rule("MU-CARD-71")
def test_a_rite_ends_when_the_player_says_so() -> None:
    game = table(players={0: {"hand": [71], "points": {"red": 2}}}, at="combat").do("playcard 71")
    assert EndRite() in game.offers()
    game.do("endrite")
    assert (game.florins(0), game.asked()) == (1600, "ChooseMove")
