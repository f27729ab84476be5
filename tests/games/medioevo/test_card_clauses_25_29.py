"""Militia 25 and 26, Surgeon 27 to 29, clause by clause as both rulebooks print them."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.battle.fight import protection
from marchland.games.medioevo.rules.cards.powers import CardTurned, Target
from marchland.games.medioevo.rules.cards.windows import React
from marchland.games.medioevo.rules.movement.steps import Moved
from marchland.games.medioevo.state import BARBARIANS, Effect, Land

from .open_table import battle, cards, hands, table, until
from .table import Table

PASSAGE = {"parties": [0, 2], "kinds": ["passage"], "guests": [0]}


def targets(game: Table) -> set[str]:
    return {option.id for option in game.offers(Target)}


def played(game: Table) -> list[int]:
    return [event.card for event in game.happened(CardTurned)]


# -- 25 Militia --------------------------------------------------------------------------------------------


def invasion(*hand: int, troops: int = 2, **position: Any) -> Table:
    """Seat 1's wagon comes from Tarnovo into Adrianople, home of seat 0."""
    armies = {**({"tarnovo": {1: {"hi": troops}}} if troops else {}), **position.pop("armies", {})}
    wagon = {"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}
    game = table(
        armies=armies,
        vehicles=[wagon, *position.pop("vehicles", [])],
        wars=[[0, 1, 0]],
        players={0: {"hand": list(hand), **position.pop("purse", {})}},
        order=[1, 0, 2],
        at="combat",
        **position,
    )
    game.do("muster tarnovo", "take 1", *(["boardall"] if troops else []), "go adrianople")
    return game


def is_warned(game: Table) -> bool:
    """Is seat 0 asked because something has come to Adrianople?"""
    return isinstance(game.game.decision, React) and (game.game.decision.seat, game.game.decision.place) == (0, "adrianople")


@pytest.mark.rule("MU-CARD-25")
def test_engines_are_units_and_hurry_for_points_but_caravans_and_galleys_do_not() -> None:
    kinds = ("engine", "caravan", "galley", "wagon")
    vehicles = [{"owner": 0, "kind": kind, "level": 1, "space": "nicaea"} for kind in kinds]
    game = invasion(25, vehicles=vehicles, armies={"constantinople": {0: {"li": 2}}}).do("playcard 25")
    assert targets(game) == {"nothing", "unit:constantinople:0:li", "v:2"}
    game.do("target v:2")
    assert game.game.vehicles[2].space == "adrianople"
    assert targets(game) == {"nothing", "unit:constantinople:0:li"}, "one of three points is left; no troops left Nicaea"
    game.do("target unit:constantinople:0:li")
    assert game.asked() != "SendRelief", "the points are spent, so nobody is asked any more"
    assert game.units("adrianople", 0) == {"li": 1}
    moves = [(event.space, event.to, event.troops, event.vehicles) for event in game.happened(Moved) if event.seat == 0]
    assert moves == [("nicaea", "adrianople", {}, (2,)), ("constantinople", "adrianople", {"li": 1}, ())], "the log says who came"


@pytest.mark.rule("MU-CARD-25")
def test_the_points_may_bring_three_men_one_step_or_one_man_three() -> None:
    armies = {"constantinople": {0: {"li": 4}}, "smyrna": {0: {"cav": 1}}}
    game = invasion(25, armies=armies).do("playcard 25")
    game.do(*["target unit:constantinople:0:li"] * 3)
    assert game.units("adrianople", 0) == {"li": 3}
    assert game.asked() != "SendRelief"
    game = invasion(25, armies=armies).do("playcard 25", "target unit:smyrna:0:cav")
    assert game.units("adrianople", 0) == {"cav": 1}
    assert game.asked() != "SendRelief", "Smyrna is three steps away"


@pytest.mark.rule("MU-CARD-25", "MU-MOV-07")
def test_out_of_a_castle_relief_comes_free_of_points() -> None:
    game = invasion(25, armies={"constantinople": {0: {"li": 4, "hi": 1}}}, lands={"constantinople": {"military": 3}}).do(
        "playcard 25"
    )
    game.do(*["target unit:constantinople:0:li"] * 4, "target unit:constantinople:0:hi")
    assert game.units("adrianople", 0) == {"li": 4, "hi": 1}


@pytest.mark.rule("MU-CARD-25", "MU-CARD-03")
def test_relief_comes_neither_out_of_a_bishops_land_nor_past_enemies_nor_through_wild_land() -> None:
    game = invasion(25, armies={"nicaea": {0: {"li": 1}}, "constantinople": {1: {"li": 1}}})
    assert not is_warned(game), "an enemy stands between"
    game = invasion(25, armies={"wallachia": {0: {"li": 1}}})
    assert not is_warned(game), "Tarnovo, which the enemy has left, is wild"
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}, "constantinople": {0: {"li": 1}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[25], one=[3]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("playcard 3", "target constantinople", "muster tarnovo", "take 1", "boardall", "go adrianople")
    assert not is_warned(game), "nothing leaves Constantinople this turn"


@pytest.mark.rule("MU-CARD-25", "MU-DIP-05")
@pytest.mark.parametrize(
    ("pact", "fee", "florins", "comes"), [(True, 0, 0, True), (True, 30, 30, True), (True, 30, 29, False), (False, 0, 99, False)]
)
def test_relief_passes_through_a_partners_land_for_his_fee(pact: bool, fee: int, florins: int, comes: bool) -> None:
    """Seat 0's man in Wallachia can come by Tarnovo, which seat 2 holds, to defend Thessalonica."""
    game = table(
        armies={"serbia": {1: {"hi": 2}}, "wallachia": {0: {"cav": 1}}, "tarnovo": {2: {"li": 1}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "serbia"}],
        wars=[[0, 1, 0]],
        pacts=[{**PASSAGE, "per_use": fee}] if pact else [],
        players={0: {"hand": [25], "florins": florins}},
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster serbia", "take 1", "boardall", "go thessalonica")
    asked = isinstance(game.game.decision, React) and cards(game) == [25]
    assert asked == comes
    if comes:
        game.do("playcard 25", "target unit:wallachia:0:cav")
        assert game.units("thessalonica", 0) == {"cav": 1}
        assert (game.florins(0), game.florins(2)) == (florins - fee, 1600 + fee)
        assert game.game.lands["wallachia"].holder == BARBARIANS, "nobody holds what they left"


@pytest.mark.rule("MU-CARD-25", "MU-DIP-05")
@pytest.mark.parametrize(("florins", "comes"), [(60, True), (59, False)])
def test_relief_that_enters_two_lands_of_a_partner_pays_twice(florins: int, comes: bool) -> None:
    game = table(
        armies={"serbia": {1: {"hi": 2}}, "moldavia": {0: {"cav": 1}}, "wallachia": {2: {"li": 1}}, "tarnovo": {2: {"li": 1}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "serbia"}],
        wars=[[0, 1, 0]],
        pacts=[{**PASSAGE, "per_use": 30}],
        players={0: {"hand": [25], "florins": florins}},
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster serbia", "take 1", "boardall", "go thessalonica")
    assert (isinstance(game.game.decision, React) and cards(game) == [25]) == comes
    if comes:
        game.do("playcard 25", "target unit:moldavia:0:cav")
        assert (game.florins(0), game.florins(2)) == (0, 1660)


@pytest.mark.rule("MU-CARD-25", "MU-DIP-05")
def test_relief_comes_from_an_army_that_is_a_guest_abroad() -> None:
    game = table(
        armies={"serbia": {1: {"hi": 2}}, "tarnovo": {2: {"li": 1}, 0: {"cav": 1}}},
        lands={"tarnovo": {"holder": 2}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "serbia"}],
        wars=[[0, 1, 0]],
        pacts=[{**PASSAGE, "per_use": 30}],
        players={0: {"hand": [25], "florins": 30}},
        order=[1, 0, 2],
        at="combat",
    )
    game.do("muster serbia", "take 1", "boardall", "go thessalonica", "playcard 25", "target unit:tarnovo:0:cav")
    assert game.units("thessalonica", 0) == {"cav": 1}
    assert game.florins(0) == 30, "leaving costs nothing"


@pytest.mark.rule("MU-CARD-25")
def test_troops_that_have_moved_this_turn_hurry_all_the_same() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}, "nicaea": {0: {"li": 1}}},
        vehicles=[{"owner": seat, "kind": "wagon", "level": 1, "space": space} for seat, space in ((1, "tarnovo"), (0, "nicaea"))],
        wars=[[0, 1, 0]],
        players=hands(zero=[25]),
        at="combat",
    )
    game.do("muster nicaea", "take 2", "boardall", "go constantinople", "halt")
    game.do("muster tarnovo", "take 1", "boardall", "go adrianople", "playcard 25", "target unit:constantinople:0:li", "target v:2")
    assert game.units("adrianople", 0) == {"li": 1}
    assert game.game.vehicles[2].space == "adrianople", "the wagon may accompany them"


@pytest.mark.rule("MU-CARD-25", "MU-CARD-67")
def test_a_captain_for_a_day_hurries_like_any_other() -> None:
    game = table(
        armies={"tarnovo": {1: {"hi": 2}}, "constantinople": {0: {"li": 1}}},
        vehicles=[{"owner": 1, "kind": "wagon", "level": 1, "space": "tarnovo"}],
        wars=[[0, 1, 0]],
        players=hands(zero=[25], one=[67]),
        order=[1, 0, 2],
        at="combat",
    )
    game.do("playcard 67", "target unit:constantinople:0:li", "muster tarnovo", "take 1", "boardall", "go adrianople")
    game.do("playcard 25", "target unit:constantinople:0:cap1")
    assert game.units("adrianople", 0) == {"cap1": 1}


@pytest.mark.rule("MU-CARD-25", "MU-CARD-26")
@pytest.mark.parametrize("case", ["no troops", "guests", "elsewhere"])
def test_a_militia_is_not_called_by_empty_wagons_guests_or_what_happens_elsewhere(case: str) -> None:
    armies = {"constantinople": {0: {"li": 1}}, "adrianople": {0: {"li": 1}}}
    if case == "no troops":
        game = invasion(25, 26, troops=0, armies=armies)
    else:
        game = table(
            armies={**armies, "tarnovo": {2: {"hi": 2}}},
            vehicles=[{"owner": 2, "kind": "wagon", "level": 1, "space": "tarnovo"}],
            pacts=[{"parties": [0, 2], "kinds": ["passage"], "guests": [2]}],
            players=hands(zero=[25, 26]),
            order=[2, 1, 0],
            at="combat",
        )
        game.do("muster tarnovo", "take 1", "boardall", "go adrianople" if case == "guests" else "go serbia")
    assert not isinstance(game.game.decision, React)


@pytest.mark.rule("MU-CARD-25", "MU-CARD-26")
def test_a_militia_defends_neither_a_neighbour_nor_with_a_tower_where_nobody_stands() -> None:
    game = table(
        armies={"wallachia": {2: {"hi": 2}}, "moldavia": {0: {"li": 1}}},
        vehicles=[{"owner": 2, "kind": "wagon", "level": 1, "space": "wallachia"}],
        wars=[[1, 2, 0], [0, 2, 0]],
        players=hands(zero=[25, 26]),
        order=[2, 1, 0],
        at="combat",
    )
    game.do("muster wallachia", "take 1", "boardall", "go transylvania")
    assert not isinstance(game.game.decision, React), "Transylvania is seat 1's"
    assert not is_warned(invasion(26)), "Adrianople is empty"
    assert is_warned(invasion(26, armies={"adrianople": {0: {"li": 1}}}))


@pytest.mark.rule("MU-CARD-25", "MU-EVT-17")
def test_relief_also_answers_a_rebellion_and_fights_it_as_the_defender() -> None:
    """The garrison of one man is joined by two; then the horde of one attacks."""
    game = table(
        armies={"wallachia": {1: {"li": 1}}, "adrianople": {0: {"arc": 1}}, "constantinople": {0: {"arc": 2}}},
        players=hands(zero=[25], one=[15]),
        circle=[4, 6, 8],
        order=[1, 0, 2],
        at="combat",
    )
    game.do("playcard 15", "target adrianople")
    assert (game.game.decision.window, game.game.decision.seat) == ("W-2e", 0)
    game.script(8, 8, 8, 1, 1, 1).do("playcard 25", *["target unit:constantinople:0:arc"] * 2)
    sides = game.game.fights[-1].sides
    assert [(side.owner, side.start) for side in sides] == [(BARBARIANS, 1), (0, 3)]


# -- 26 Militia --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-26")
def test_the_makeshift_tower_stands_for_the_next_battle_of_the_turn_and_not_in_the_next_turn() -> None:
    game = table(
        armies={"tarnovo": {1: {"arc": 1}}, "thessalonica": {2: {"arc": 1}}, "adrianople": {0: {"arc": 9}}},
        vehicles=[
            {"owner": seat, "kind": "wagon", "level": 1, "space": space} for seat, space in ((1, "tarnovo"), (2, "thessalonica"))
        ],
        lands={"thessalonica": {"holder": 2}},
        wars=[[0, 1, 0], [0, 2, 0]],
        players=hands(zero=[26]),
        order=[1, 2, 0],
        at="combat",
    )
    game.do("muster tarnovo", "take 1", "boardall", "go adrianople").script(1, 1, 2, 1, 6, 8)
    game.do("playcard 26", "protect melee", "stand", "stand", "keepdice", "keepdice")
    assert not game.game.fights
    game.do(game.offers()[0])
    game.do("muster thessalonica", "take 2", "boardall", "go adrianople").script(1, 1, 2, 1, 6, 8)
    assert game.asked() == "ChooseProtection"
    game.do("protect archery", "stand", "stand", "keepdice", "keepdice")
    assert played(game) == [26]
    while game.game.turn == 2 and game.game.phase < 7:
        game.do(game.offers()[0])
    assert not [effect for effect in game.game.effects if effect.name == "militia-tower"]


@pytest.mark.rule("MU-CARD-26", "MU-FOR-01")
@pytest.mark.parametrize(("holder", "shield"), [(0, 1), (1, 0)])
def test_the_makeshift_tower_protects_nobody_who_has_lost_the_land(holder: int, shield: int) -> None:
    """As a Tower would: who comes back in the same turn attacks it."""
    game = battle({"li": 1}, {"li": 1})
    game.game.effects.append(Effect("militia-tower", 0, "wallachia"))
    game.game.lands["wallachia"] = Land(holder=holder)
    assert (protection(game.game, 0), protection(game.game, 1)) == (shield, 0)


# -- 27 to 29 Surgeon --------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-27")
def test_the_last_man_lives_if_his_only_wound_is_dressed() -> None:
    game = battle({"arc": 1}, {"arc": 2}, players=hands(zero=[27])).script(1, 6, 8, 1, 1, 2)
    until(game, "W-B7", 0).do("playcard 27")
    assert game.units("wallachia", 0) == {"arc": 1}


@pytest.mark.rule("MU-CARD-27")
@pytest.mark.parametrize(("surgeon", "left"), [(True, {"cav": 1}), (False, {"hi": 1})])
def test_a_point_that_is_ignored_changes_no_unit_either(surgeon: bool, left: dict[str, int]) -> None:
    game = battle({"cav": 1}, {"cav": 2}, players=hands(zero=[27] if surgeon else [])).script(1, 6, 8, 1, 1, 2)
    while not game.happened(RoundFought):
        game.do(game.offers()[0])
    while game.asked() in ("React", "ChooseDamage"):
        game.do("playcard 27" if 27 in cards(game) and game.game.decision.window == "W-B7" else game.offers()[0])
    assert game.units("wallachia", 0) == left


@pytest.mark.rule("MU-CARD-27")
@pytest.mark.parametrize(("arrow", "left"), [(8, 5), (3, 4)])
def test_a_surgeon_called_for_arrows_that_miss_dresses_the_first_wound_after_them(arrow: int, left: int) -> None:
    """Seat 1 wins the round, so that after the arrow only its loss value of 1 is to be taken."""
    game = battle({"arc": 1, "li": 4}, {"li": 5}, players=hands(one=[27])).script(arrow, 1, 1, 2, 1, 6, 8)
    until(game, "W-B3b", 1).do("playcard 27")
    while game.game.fights and game.game.fights[-1].round == 1:
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {"li": left}


@pytest.mark.rule("MU-CARD-27", "MU-EVT-06", "MU-EVT-07")
@pytest.mark.parametrize(("icons", "asked"), [('["armies","goods"]', True), ('["movement","goods"]', False)])
def test_of_an_event_only_wounds_of_armies_are_dressed(icons: str, asked: bool) -> None:
    game = table(
        armies={"buda": {1: {"li": 4}}},
        vehicles=[{"owner": 1, "kind": "caravan", "level": 1, "space": "buda", "goods": ["salt"]}],
        players=hands(one=[27]),
        events=["carpathians-2", "germany-1"],
        at="events",
        dice=[4, 6, 8],
    )
    game.do("keepdice").script(*[2] * 4).do(f"chooseicons {icons}")
    assert (game.asked() == "React" and cards(game) == [27]) == asked
    if asked:
        game.do("playcard 27")
        assert game.units("buda", 1) == {"li": 4 - 2 + 1}


@pytest.mark.rule("MU-CARD-28")
def test_losses_of_another_round_are_not_rebought() -> None:
    """One Archer falls in the first round, three in the second, when the card is played."""
    game = battle({"arc": 9}, {"arc": 9}, players=hands(one=[28])).script(1, 1, 2, 1, 6, 8)
    while game.asked() != "OfferTerms":
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {"arc": 8}
    game.do("fighton", "fighton", "stand").script(1, 1, 4, 1, 2, 3).do("stand")
    until(game, "W-B6", 1).do("playcard 28")
    assert game.units("wallachia", 1) == {"arc": 8 - 2 - 1}
    assert game.game.players[1].fallen == (0, 0, 0, 3, 0, 0, 0)
    game.do("fighton", "fighton", "stand").script(1, 1, 2, 1, 2, 3).do("stand")
    while game.game.fights and game.game.fights[-1].round == 3:
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {"arc": 4}
    assert game.game.players[1].fallen == (0, 0, 0, 3, 0, 0, 0), "the third round has no Surgeon"


@pytest.mark.rule("MU-CARD-28")
def test_a_wounded_unit_is_not_a_lost_one() -> None:
    game = battle({"arc": 1}, {"hi": 3}, players=hands(one=[28])).script(8, 1, 6, 8, 1, 1, 2)
    until(game, "W-B6", 1).do("playcard 28")
    while game.asked() == "ChooseDamage":
        game.do("hurt hi")
    assert game.units("wallachia", 1) == {"hi": 2, "li": 1}
    assert game.game.players[1].fallen == (0,) * 7


@pytest.mark.rule("MU-CARD-28", "MU-BUY-08")
def test_rebought_units_count_for_the_limit_and_the_offer_ends_with_the_turn() -> None:
    game = table(players={0: {"cheap": {"li": 4}, "fallen": {"hi": 1}}}, at="purchases")
    game.do("visit nicaea", "recruit li", "recruit li", "recruit li")
    assert game.florins(0) == 1600 - 3 * 10
    assert not any(option.kind == "li" for option in game.offers() if hasattr(option, "kind")), (
        "three units a turn without buildings"
    )
    while game.game.turn == 2:
        game.do(game.offers()[0])
    assert game.game.players[0].cheap == (0, 1, 0, 0, 0, 0, 0), "the fourth Light infantry is no bargain any more, the next one is"


def under_fire(*hand: int, melee: tuple[int, ...] = (1, 1, 2, 1, 6, 8)) -> Table:
    """Seat 0's Catapult and two Archers shoot at five Light infantry of seat 1: the stone and one arrow hit."""
    engine = {"owner": 0, "kind": "engine", "level": 1, "space": "wallachia"}
    game = battle({"arc": 2, "li": 3}, {"li": 5}, players=hands(one=list(hand)), vehicles=[engine])
    while game.asked() != "AssignCrews":
        game.do(game.offers()[0])
    return game.do("man 1 li").script(3, 3, 4, *melee).do("crewsready")


@pytest.mark.rule("MU-CARD-29")
@pytest.mark.parametrize(("window", "fighting"), [("W-B2", 5), ("W-B3b", 3), ("", 2)])
def test_from_the_moment_it_is_played_shot_men_fight_on_to_the_end_of_the_round(window: str, fighting: int) -> None:
    """Two fall to the stone, one to the arrow; the round is won by 7 to 2, with as many points as men fight."""
    game = under_fire(29)
    if window:
        until(game, window, 1).do("playcard 29")
    while not game.happened(RoundFought):
        game.do(game.offers()[0])
    assert game.happened(RoundFought)[0].score == fighting
    while game.asked() in ("React", "ChooseDamage"):
        game.do(game.offers()[0])
    assert game.units("wallachia", 1) == {"li": 5 - 2 - 1 - 1}, "the dead have left, and one for the loss value"


@pytest.mark.rule("MU-CARD-29", "MU-CARD-07")
def test_men_kept_on_their_feet_fall_to_what_hit_them() -> None:
    """For objectives the stone's victims are not the Archers'."""
    game = under_fire(29, melee=(1, 2, 3, 1, 2, 4))
    until(game, "W-B2", 1).do("playcard 29")
    while game.asked() != "OfferTerms":
        game.do(game.offers()[0])
    killer = game.game.now[0]
    assert (killer.enemy_units_killed, killer.units_killed_by_archery) == (3, 1)


@pytest.mark.rule("MU-CARD-29")
def test_in_the_next_round_men_fall_where_they_are_hit_again() -> None:
    game = battle({"arc": 1, "li": 1}, {"li": 9}, players=hands(one=[29])).script(1, 1, 1, 2, 1, 1, 2)
    until(game, "W-B3b", 1).do("playcard 29")
    while game.asked() != "OfferTerms":
        game.do(game.offers()[0])
    before = game.units("wallachia", 1)["li"]
    game.do("fighton", "fighton", "stand").script(1, 1, 1, 2, 1, 1, 2).do("stand")
    assert game.units("wallachia", 1) == {"li": before - 1}
