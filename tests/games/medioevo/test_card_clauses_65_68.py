"""Empire cards 65 to 68, clause by clause: hired hordes, men lent to barbarians, Captains for a day."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.battle.declarations import TryCapture
from marchland.games.medioevo.rules.cards.powers import Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.movement.groups import Board
from marchland.games.medioevo.rules.turn_end import revert_units
from marchland.games.medioevo.state import BARBARIANS
from marchland.games.medioevo.tables import tables

from .open_table import battle, cards, fought, hands, table, until
from .table import Table


def wagon(space: str, **facts: Any) -> dict[str, Any]:
    return {"owner": 0, "kind": "wagon", "level": 1, "space": space, **facts}


def own_turn(game: Table) -> Table:
    """The others pass until seat 0 moves again."""
    while game.asked() != "ChooseMove" or game.game.deciders != (0,):
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    return game


def next_turn(game: Table) -> Table:
    """Everybody lets the turn end."""
    turn = game.game.turn
    while game.game.turn == turn:
        game.do("passround" if game.asked() == "ChooseMove" else game.offers()[0])
    return game


def named(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


# -- Marauder 65 -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-65")
@pytest.mark.parametrize(("florins", "usable"), [(100, True), (99, False)])
def test_a_hired_horde_costs_a_hundred_florins(florins: int, usable: bool) -> None:
    game = table(players={0: {"hand": [65], "florins": florins}}, at="combat", circle=[1, 6, 1])
    assert (65 in cards(game)) == usable
    if usable:
        game.do("playcard 65", "target nicaea")
        assert (game.florins(0), game.units("nicaea", 0)) == (0, {"li": 2, "cap1": 1})


@pytest.mark.rule("MU-CARD-65")
def test_a_horde_is_hired_in_own_land_or_beside_own_troops_and_nowhere_else() -> None:
    """The Italian book: land he controls, or where he has an army, be it a guest's."""
    pact = {"parties": [0, 1], "kinds": ["passage"], "guests": [0]}
    game = table(
        armies={"buda": {0: {"li": 1}, 1: {"li": 1}}, "roma": {"barbarians": {"li": 1}}},
        lands={"buda": {"holder": 1}},
        pacts=[pact],
        players=hands(zero=[65]),
        at="combat",
    )
    game.do("playcard 65")
    places = named(game)
    assert {"buda", "nicaea", "smyrna"} <= places
    assert not {"pozsony", "roma", "wallachia", "aegean"} & places


@pytest.mark.rule("MU-CARD-65")
def test_a_hired_horde_is_as_good_as_ones_own_troops_and_marches_with_them() -> None:
    """Both books: the player considers it his own until the end of the turn."""
    game = table(
        armies={"wallachia": {0: {"arc": 1}}},
        vehicles=[wagon("wallachia")],
        wars=[[0, 1, 0]],
        players=hands(zero=[65]),
        at="combat",
        circle=[1, 6, 1],
    )
    stock = game.game.supply["horde_li"]
    game.do("playcard 65", "target wallachia", "muster wallachia", "take 1")
    game.do("board li", "board li", "board cap1", "go banat")
    assert game.units("banat", 0) == {"li": 2, "cap1": 1}
    assert (game.game.lands["banat"].holder, game.honour(0)) == (0, 10), "taken by the hired horde; there is no settlement"
    assert game.units("wallachia", 0) == {"arc": 1}
    next_turn(game)
    assert game.units("banat", 0) == {}
    assert game.game.lands["banat"].holder == 1, "nobody of his is left there"
    assert game.game.supply["horde_li"] == stock


@pytest.mark.rule("MU-CARD-65")
def test_hired_barbarians_move_once_a_turn_like_everybody() -> None:
    game = table(
        armies={"nicaea": {0: {"hi": 1}}},
        vehicles=[wagon("nicaea"), wagon("smyrna")],
        players=hands(zero=[65]),
        at="combat",
        circle=[4, 6, 8],
    )
    game.do("playcard 65", "target nicaea", "muster nicaea", "take 1", "boardall")
    assert sum(game.game.marches[-1].counts) == 2, "one of each, and nobody twice"
    game.do("go smyrna", "halt")
    own_turn(game).do("muster smyrna", "take 2")
    assert not game.offers(Board), "they have moved"


@pytest.mark.rule("MU-CARD-65")
def test_who_is_invaded_hires_a_horde_that_defends_him_at_once() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[65]),
        order=[1, 0, 2],
        at="combat",
        circle=[1, 6, 1],
    )
    game.do("muster tarnovo", "take 1", "boardall", "go adrianople")
    assert isinstance(game.game.decision, React)
    assert (game.game.decision.window, game.game.deciders) == ("W-5b", (0,))
    game.do("playcard 65")
    assert [(side.owner) for side in game.game.fights[-1].sides] == [1, 0]
    assert game.units("adrianople", 0) == {"li": 2, "cap1": 1}
    assert game.florins(0) == 1500


@pytest.mark.rule("MU-CARD-65")
def test_a_horde_has_no_more_units_than_figures_are_left() -> None:
    others = {"roma": {"barbarians": {"li": tables().supply["horde_li"] - 1}}}
    game = table(armies=others, players=hands(zero=[65]), at="combat", circle=[1, 6, 1]).do("playcard 65", "target nicaea")
    assert game.units("nicaea", 0) == {"li": 1, "cap1": 1}


# -- Marauder 66 -------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-66")
def test_lent_men_fight_on_the_side_of_the_horde_and_go_home() -> None:
    """Two Cavalry of seat 2 help the horde that seat 0 attacks in Wallachia."""
    game = table(
        armies={"wallachia": {0: {"hi": 4}, "barbarians": {"li": 1}}, "saraj": {2: {"cav": 3}}},
        battle={"place": "wallachia", "attacker": 0, "defender": "barbarians"},
        players=hands(two=[66]),
        circle=[1, 2, 8],
    )
    until(game, "W-B1", 2).script(1, 2, 8).do("playcard 66", "target unit:saraj:2:cav")
    assert game.units("wallachia", BARBARIANS) == {"li": 1, "cav": 2}
    assert game.units("saraj", 2) == {"cav": 1}
    assert game.honour(2) == 10
    fought(game)
    (compared,) = game.happened(RoundFought)
    assert compared.attacks == (8, 8)
    assert game.units("wallachia", 0) == {"hi": 3, "li": 1}, "the Cavalry strikes, for the horde"
    revert_units(game.game)
    assert game.units("wallachia", BARBARIANS) == {"li": 1}
    assert game.units("saraj", 2) == {"cav": 3}


@pytest.mark.rule("MU-CARD-66")
def test_men_are_lent_to_a_horde_that_is_there_and_from_own_land_only() -> None:
    game = table(armies={"nicaea": {0: {"li": 1}}}, players=hands(zero=[66]), at="combat")
    assert 66 not in cards(game), "there is no horde"
    abroad = {"nicaea": {0: {"li": 1}, 1: {"li": 1}}, "roma": {"barbarians": {"li": 1}}}
    game = table(armies=abroad, lands={"nicaea": {"holder": 1}}, players=hands(zero=[66]), at="combat")
    assert 66 not in cards(game), "Nicaea is not his"


# -- Heroine -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-67")
def test_a_unit_that_rises_to_captain_takes_one_place_aboard() -> None:
    game = table(armies={"nicaea": {0: {"li": 2}}}, vehicles=[wagon("nicaea")], players=hands(zero=[67]), at="combat")
    game.do("playcard 67", "muster nicaea", "take 1", "boardall")
    assert game.game.marches[-1].counts == (1, 0, 0, 0, 1, 0, 0)
    game.do("go smyrna")
    assert game.units("smyrna", 0) == {"li": 1, "cap1": 1}


@pytest.mark.rule("MU-CARD-67")
@pytest.mark.parametrize("raised", ["before", "after"])
def test_a_captain_for_a_day_moves_no_farther_than_the_unit_he_is(raised: str) -> None:
    game = table(
        armies={"nicaea": {0: {"li": 1}}},
        vehicles=[wagon("nicaea"), wagon("smyrna")],
        players=hands(zero=[67]),
        at="combat",
    )
    if raised == "before":
        game.do("playcard 67")
    game.do("muster nicaea", "take 1", "boardall", "go smyrna", "halt")
    own_turn(game)
    if raised == "after":
        game.do("playcard 67")
    assert game.units("smyrna", 0) == {"cap1": 1}
    game.do("muster smyrna", "take 2")
    assert not game.offers(Board), "he has moved this turn"


@pytest.mark.rule("MU-CARD-67")
def test_a_captain_for_a_day_who_did_not_leave_is_as_fresh_as_before() -> None:
    game = table(
        armies={"nicaea": {0: {"li": 2}}},
        vehicles=[wagon("nicaea"), {"owner": 1, "kind": "wagon", "level": 1, "space": "buda"}],
        players=hands(zero=[67]),
        at="combat",
    )
    game.do("playcard 67", "muster nicaea", "take 1", "boardall", "halt")
    game.do("muster buda", "take 2", "go pozsony", "halt", "passround")
    game.do("muster nicaea", "take 1", "boardall")
    assert game.game.marches[-1].counts == (1, 0, 0, 0, 1, 0, 0)


@pytest.mark.rule("MU-CARD-67")
def test_the_heroine_works_where_no_captain_leads_and_on_no_barbarians() -> None:
    armies = {
        "nicaea": {0: {"li": 1, "cav": 1}},
        "smyrna": {0: {"hi": 1, "cap2": 1}},
        "buda": {1: {"arc": 1}},
        "roma": {"barbarians": {"li": 2}},
    }
    game = table(armies=armies, players=hands(zero=[67]), at="combat").do("playcard 67")
    assert named(game) == {"unit:nicaea:0:li", "unit:nicaea:0:cav", "unit:buda:1:arc"}
    game.do("target unit:buda:1:arc")
    assert game.units("buda", 1) == {"cap1": 1}
    next_turn(game)
    assert game.units("buda", 1) == {"arc": 1}


@pytest.mark.rule("MU-CARD-68")
def test_the_heroine_promotes_by_one_level_and_never_beyond_the_third() -> None:
    armies = {"nicaea": {0: {"cap1": 1}}, "buda": {1: {"cap2": 1}}, "saraj": {2: {"cap3": 1}}}
    game = table(armies=armies, players=hands(zero=[68]), at="combat").do("playcard 68")
    assert named(game) == {"unit:nicaea:0:cap1", "unit:buda:1:cap2"}
    game.do("target unit:buda:1:cap2")
    assert game.units("buda", 1) == {"cap3": 1}
    assert game.units("nicaea", 0) == {"cap1": 1}
    next_turn(game)
    assert game.units("buda", 1) == {"cap2": 1}


@pytest.mark.rule("MU-CARD-67", "MU-CARD-68")
def test_in_a_battle_a_heroine_leads_those_who_fight_there() -> None:
    """Her Captain commands: two uses, one for each level above the enemy's none, once she has promoted him too."""
    game = battle({"hi": 2}, {"hi": 2}, players=hands(two=[67, 68]))
    until(game, "W-B0", 2).do("playcard 67")
    assert named(game) == {"unit:wallachia:0:hi", "unit:wallachia:1:hi"}
    game.do("target unit:wallachia:1:hi")
    until(game, "W-B0", 2).do("playcard 68")
    assert game.units("wallachia", 1) == {"hi": 1, "cap2": 1}
    assert game.units("wallachia", 0) == {"hi": 2}


@pytest.mark.rule("MU-CARD-67", "MU-CAP-01")
def test_a_captain_for_a_day_is_held_prisoner_as_the_unit_he_is() -> None:
    """At the end of the turn the unit is what it was before, in prison too."""
    game = battle({"hi": 6}, {"li": 1}, players=hands(two=[67]))
    until(game, "W-B0", 2).do("playcard 67", "target unit:wallachia:1:li")
    before = game.game.players[1].reserve
    game.script(4, 6, 8, 1, 2, 3)
    while game.game.fights:
        game.do(TryCapture() if TryCapture() in game.offers() else game.offers()[0])
    assert [(prisoner.holder, prisoner.owner, prisoner.kind) for prisoner in game.game.prisoners] == [(0, 1, "li")]
    assert game.game.players[1].reserve == before, "his figure is still the Light infantry's"
