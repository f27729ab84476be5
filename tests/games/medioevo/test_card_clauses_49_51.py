"""Empire cards 49 to 51, clause by clause: a free Joker, and Diplomats who keep things from being pillaged."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.cards.powers import CardCancelled, PlayCard, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.conquest.conquest import Pillage
from marchland.games.medioevo.rules.events.hordes import move_horde
from marchland.games.medioevo.rules.technologies.points import TurnCard
from marchland.games.medioevo.state import BARBARIANS, Army

from .bare import replace
from .open_table import cards, hands, table, until
from .table import Table


def next_turn(game: Table) -> Table:
    """Everybody lets the turn end."""
    turn = game.game.turn
    while game.game.turn == turn:
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    return game


def asked_in(game: Table) -> tuple[str, str, int]:
    asked = game.game.decision
    assert isinstance(asked, React)
    return asked.window, asked.place, asked.seat


# -- Joker 49 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-49")
def test_a_card_turned_for_points_gives_none_when_it_is_mocked() -> None:
    game = table(
        players={0: {"hand": [32], "technology": {"green": 4}}, 1: {"hand": [49], "florins": 0}},
        lands={"nicaea": {"civil": 1}},
        at="combat",
    )
    game.do(TurnCard(32, ("green", "green")))
    assert asked_in(game) == ("J", "", 1)
    game.do("playcard 49")
    assert not any(game.game.players[0].points)
    assert game.game.players[0].hand[0].turned, "it is turned all the same"
    assert [(event.seat, event.card) for event in game.happened(CardCancelled)] == [(0, 32)]
    assert (game.florins(1), game.game.players[1].hand[0].turned) == (0, True), "this Joker is free"


@pytest.mark.rule("MU-CARD-49")
def test_a_joker_has_his_say_right_after_a_card_is_turned_and_never_later() -> None:
    game = table(players=hands(zero=[65], one=[49]), at="combat", circle=[4, 6, 8])
    game.do("playcard 65", "target nicaea", "pass")
    assert game.units("nicaea", 0) == {"li": 1}
    while game.game.phase == 5:
        assert PlayCard(49) not in game.offers()
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])


@pytest.mark.rule("MU-CARD-49", "MU-CARD-59")
def test_a_mocked_princess_adds_nothing() -> None:
    game = table(players=hands(zero=[65], one=[59], two=[49]), at="combat", circle=[4, 6, 8])
    game.do("playcard 65", "target nicaea", "playcard 59", "playcard 49")
    assert game.units("nicaea", 0) == {"li": 1}, "the Marauder comes"
    assert not any(game.game.players[0].points), "but no points"
    assert [event.card for event in game.happened(CardCancelled)] == [59]


@pytest.mark.rule("MU-CARD-49", "MU-TEC-63")
def test_no_joker_mocks_a_card_that_is_used_through_proselytism() -> None:
    """Nothing is turned, so there is nothing to answer."""
    game = table(
        players={0: {"technology": {"violet": 3}, "points": {"violet": 1}}, 1: {"hand": [23]}, 2: {"hand": [49]}},
        vehicles=[{"owner": 1, "kind": "caravan", "level": 1, "space": "nicaea", "goods": ["salt"]}],
        armies={"wallachia": {0: {"li": 1}}},
        at="combat",
    )
    game.do("usetechnology proselytism")
    assert game.florins(0) == 1620


# -- Diplomat ----------------------------------------------------------------------------------------------


def horde_at_nicaea(**players: list[Any]) -> Table:
    """Barbarians are about to break into Nicaea, which nobody defends, in the phase of events."""
    game = table(
        armies={"iconium": {"barbarians": {"li": 3}}},
        lands={"nicaea": {"civil": 2, "military": 1, "cubes": ["salt"]}},
        vehicles=[{"owner": 0, "kind": "caravan", "level": 1, "space": "nicaea", "goods": ["furs"]}],
        players=hands(**players),
        at="combat",
    )
    move_horde(game.game, 1, "iconium", "nicaea")
    game.game.run()
    return game


@pytest.mark.rule("MU-CARD-51")
@pytest.mark.parametrize(
    ("element", "left"),
    [
        ("building:nicaea:civil", (2, 0, (), False)),
        ("building:nicaea:military", (0, 1, (), False)),
        ("cube:nicaea:salt", (0, 0, ("salt",), False)),
        ("v:1", (0, 0, (), True)),
    ],
)
def test_barbarians_leave_one_protected_element_of_any_kind_and_take_the_rest(element: str, left: tuple[Any, ...]) -> None:
    game = horde_at_nicaea(two=[51])
    assert asked_in(game) == ("W-2e", "nicaea", 2)
    game.do("playcard 51")
    assert {option.id for option in game.offers(Target)} == {
        "building:nicaea:civil",
        "building:nicaea:military",
        "cube:nicaea:salt",
        "v:1",
    }
    game.do(f"target {element}")
    land = game.game.lands["nicaea"]
    assert (land.civil, land.military, land.cubes, 1 in game.game.vehicles) == left
    assert land.holder == BARBARIANS


@pytest.mark.rule("MU-CARD-51", "MU-BAR-07")
def test_barbarians_spare_what_is_protected_for_this_turn_only() -> None:
    """The Italian book: they leave it in the territory, but only for the current turn. Alone there they pillage at once."""
    game = horde_at_nicaea(two=[51]).do("playcard 51", "target building:nicaea:civil")
    turn = game.game.turn
    while game.game.turn == turn:
        assert game.game.lands["nicaea"].civil == 2
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    assert game.game.lands["nicaea"].civil == 0


@pytest.mark.rule("MU-CARD-51", "MU-BAR-07")
def test_what_was_retaken_in_time_is_not_pillaged() -> None:
    game = horde_at_nicaea(two=[51]).do("playcard 51", "target building:nicaea:civil")
    game.game.armies["nicaea"] = (Army(0, (1, 0, 0, 0, 0, 0, 0)),)
    game.game.players[0] = replace(game.game.players[0], reserve=(19, *game.game.players[0].reserve[1:]))
    game.game.supply["horde_li"] += 3
    game.game.lands["nicaea"] = replace(game.game.lands["nicaea"], holder=0)
    next_turn(game)
    assert game.game.lands["nicaea"].civil == 2


@pytest.mark.rule("MU-CARD-51", "MU-CARD-50")
def test_another_diplomat_may_go_on_protecting_when_the_turn_is_over() -> None:
    game = horde_at_nicaea(two=[51], one=[50]).do("pass", "playcard 51", "target building:nicaea:civil")
    turn = game.game.turn
    while not (isinstance(game.game.decision, React) and game.game.decision.window == "W-6c"):
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    assert game.game.turn == turn
    while game.game.deciders != (1,):
        game.do("pass")
    game.script(1).do("playcard 50")
    while game.asked() == "PickTargets":
        game.do("target building:nicaea:civil")
    game.game.chance = table().game.chance
    while game.game.turn == turn:
        game.do(game.offers()[0])
    assert game.game.lands["nicaea"].civil == 2


@pytest.mark.rule("MU-CARD-55", "MU-TRD-04")
def test_a_hidden_caravan_that_stays_beside_a_horde_is_found_when_the_turn_is_over() -> None:
    caravan = {"owner": 0, "kind": "caravan", "level": 1, "space": "napoli", "goods": ["furs"]}
    game = table(armies={"roma": {"barbarians": {"li": 3}}}, vehicles=[caravan], players=hands(zero=[55]), at="trade")
    game.do("employ 1", "playcard 55", "ride roma")
    turn = game.game.turn
    while game.game.turn == turn:
        assert 1 in game.game.vehicles
        game.do("rest" if game.asked() == "ManageTransport" else game.offers()[0])
    assert 1 not in game.game.vehicles


@pytest.mark.rule("MU-CARD-51")
def test_a_conqueror_must_keep_what_is_protected_and_may_pillage_the_rest() -> None:
    game = table(
        armies={"slavonia": {0: {"hi": 3}}},
        vehicles=[
            {"owner": 0, "kind": "wagon", "level": 1, "space": "slavonia"},
            {"owner": 1, "kind": "engine", "level": 2, "space": "buda"},
        ],
        lands={"buda": {"civil": 2}, "slavonia": {"holder": 0}},
        wars=[[0, 1, 0]],
        players=hands(one=[51]),
        at="combat",
    )
    game.do("muster slavonia", "take 1", "boardall", "go buda")
    until(game, "W-6c", 1).do("playcard 51", "target v:2")
    assert game.offers(Pillage) == [Pillage("building:buda:civil")]
    game.do(Pillage("building:buda:civil"))
    while game.asked() == "ChooseLoot":
        game.do("keep")
    assert (game.florins(0), game.game.lands["buda"].civil) == (1700, 0), "half of 200"
    assert (game.game.vehicles[2].owner, game.game.vehicles[2].level) == (0, 2)


@pytest.mark.rule("MU-CARD-51")
@pytest.mark.parametrize(("card", "asked"), [(51, True), (50, True), (49, False)])
def test_a_diplomat_is_asked_at_any_time_of_his_own_and_needs_something_to_protect(card: int, asked: bool) -> None:
    game = table(players=hands(zero=[card]), at="purchases")
    assert card not in cards(game), "there is nothing on the map"
    game = table(players=hands(zero=[card]), lands={"buda": {"civil": 1}}, at="purchases")
    assert (card in cards(game)) == asked, "anybody's building, at any moment"
