"""Cards in battles fought step by step on an audited table: what they stop, whom they take, and what then still fires."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo.rules.battle.battle import RoundFought
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.kernel.events import Rolled

from .open_table import battle, fought, rolls, until
from .table import Table

ENGINE = {"kind": "engine", "level": 1, "space": "wallachia"}


def duel(attackers: dict[str, int], defenders: dict[str, int], hands: dict[int, list[Any]], **position: Any) -> Table:
    """Seat 0 attacks seat 1 in Wallachia; seats hold cards."""
    return battle(attackers, defenders, players={seat: {"hand": cards} for seat, cards in hands.items()}, **position)


# -- Bishop 1 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-01")
@pytest.mark.parametrize("window", ["W-B0", "W-B1", "W-B3", "W-B4"])
def test_before_the_first_die_a_bishop_prevents_the_battle(window: str) -> None:
    table = until(duel({"hi": 2}, {"hi": 2}, {2: [1]}), window, 2)
    table.do("playcard 1")
    assert not table.game.fights
    assert not table.happened(Rolled)
    assert not table.happened(RoundFought)
    assert (table.units("wallachia", 0), table.units("wallachia", 1)) == ({"hi": 2}, {"hi": 2}), "both stay where they are"


@pytest.mark.rule("MU-CARD-01")
@pytest.mark.parametrize("window", ["W-B3b", "W-B5", "W-B6", "W-B7"])
def test_once_a_die_has_fallen_the_round_is_finished_first(window: str) -> None:
    """The Archer shoots 8; then 4-6-8 against 1-1-2: the attacker wins the round by 6."""
    table = duel({"arc": 1, "li": 9}, {"li": 9}, {2: [1]}).script(8, 4, 6, 8, 1, 1, 2)
    until(table, window, 2).do("playcard 1")
    while table.game.fights:
        table.do(table.offers()[0])
    assert [event.attacks for event in table.happened(RoundFought)] == [(8, 1)], "one round and no second one"
    assert table.units("wallachia", 1) == {"li": 9 - 7 - 1}, "score 7, loss value 1"


@pytest.mark.rule("MU-CARD-01", "MU-CTL-03")
@pytest.mark.parametrize(("cards", "token"), [([1], 1), ([], -1)])
def test_a_control_token_goes_only_if_the_battle_takes_place(cards: list[int], token: int) -> None:
    lands = {"wallachia": {"holder": 1, "token": 1}}
    table = duel({"hi": 2}, {"hi": 2}, {2: cards}, lands=lands, dice=[1, 2, 3, 1, 2, 3])
    if cards:
        until(table, "W-B0", 2).do("playcard 1")
    else:
        while not table.happened(RoundFought):
            table.do(table.offers()[0])
    assert table.game.lands["wallachia"].token == token


@pytest.mark.rule("MU-CARD-01", "MU-CARD-10")
def test_what_a_prevented_round_had_brought_is_gone_with_it() -> None:
    table = duel({"li": 3}, {"hi": 2}, {0: [10], 2: [1]}, vehicles=[{"owner": 0, **ENGINE}])
    while not table.offers(PlayCard) or table.game.decision.window != "W-B1":
        table.do("man 1 li" if table.asked() == "AssignCrews" and not table.game.fights[-1].sides[0].crews else table.offers()[0])
    table.do("playcard 10")
    until(table, "W-B1", 2).do("playcard 1")
    assert not table.game.fights
    assert not [effect for effect in table.game.effects if effect.name == "double-crew"]


# -- crews and engines that a card takes away --------------------------------------------------------------


def manned(card: int, crew: int, **attackers: int) -> Table:
    """Seat 0's Catapult is served by so many Light infantry; seat 1 is asked before the first die."""
    table = duel(attackers, {"hi": 2}, {1: [card]}, vehicles=[{"owner": 0, **ENGINE}])
    while table.asked() != "AssignCrews":
        table.do(table.offers()[0])
    table.do(*["man 1 li"] * crew, "crewsready")
    return until(table, "W-B1", 1)


@pytest.mark.rule("MU-CARD-14", "MU-SIE-01")
def test_a_bribed_gunner_no_longer_fires_for_his_old_side() -> None:
    table = manned(14, 2, li=2, hi=1).script(8, 1, 2, 3, 1, 2, 3)
    table.do("playcard 14", "target unit:wallachia:0:li")
    fought(table)
    assert rolls(table, "artillery") == [(8,)], "one gunner is left, one shot"


@pytest.mark.rule("MU-CARD-17", "MU-SIE-01")
def test_an_ambushed_gunner_no_longer_fires() -> None:
    table = manned(17, 1, li=1, hi=2).script(3, 1, 2, 3, 1, 2, 3)
    table.do("playcard 17", "target unit:wallachia:0:li")
    assert table.units("wallachia", 0) == {"hi": 2}
    fought(table)
    assert rolls(table, "artillery") == []


@pytest.mark.rule("MU-CARD-17", "MU-SIE-01")
def test_those_who_fight_fall_into_an_ambush_before_the_gunners() -> None:
    table = manned(17, 2, li=3, hi=1).script(3, 8, 8, 1, 2, 3, 1, 2, 3)
    table.do("playcard 17", "target unit:wallachia:0:li")
    fought(table)
    assert rolls(table, "artillery") == [(8, 8)]


@pytest.mark.rule("MU-CARD-18", "MU-SIE-01")
def test_a_trapped_gunner_does_not_fire() -> None:
    table = manned(18, 2, li=2, hi=1).script(3, 8, 1, 2, 3, 1, 2, 3)
    table.do("playcard 18", "target unit:wallachia:0:li")
    fought(table)
    assert rolls(table, "artillery") == [(8,)]


@pytest.mark.rule("MU-CARD-16", "MU-SIE-01")
def test_a_sabotaged_engine_that_is_gone_does_not_fire_and_its_crew_fights() -> None:
    table = manned(16, 2, li=2, hi=1).script(3, 4, 6, 8, 1, 1, 2)
    table.do("playcard 16")
    fought(table)
    assert 1 not in table.game.vehicles
    assert rolls(table, "artillery") == []
    assert [event.score for event in table.happened(RoundFought)] == [3], "three fight: 8 against 1, capped by their number"


@pytest.mark.rule("MU-CARD-16", "MU-CARD-17")
def test_a_side_without_units_sends_no_second_spy() -> None:
    """The first spy is caught and was the last unit: there is nobody left whom a second failure could cost."""
    table = until(duel({"li": 1}, {"hi": 2}, {0: [17, 18]}), "W-B0", 0).script(8)
    table.do("playcard 17")
    assert table.units("wallachia", 0) == {}
    assert not table.game.fights, "the battle is over before it began"
    assert not table.offers(Target)


@pytest.mark.rule("MU-CARD-16", "MU-CARD-11")
def test_a_spy_also_sabotages_a_caravan_that_serves_as_a_war_wagon() -> None:
    caravan = {"owner": 1, "kind": "caravan", "level": 2, "space": "wallachia", "goods": ["furs", "salt", "wine"]}
    table = duel({"li": 2}, {"hi": 2}, {0: [16], 1: [11]}, vehicles=[caravan])
    assert not table.offers(PlayCard), "an ordinary Caravan is no target, and a Scientist is not played amid a battle"
    table = duel({"li": 2}, {"hi": 2}, {0: [16], 2: [1]}, vehicles=[caravan])
    lay_effect(table.game, "dual", 1, "v:1")
    until(table, "W-B1", 0).script(1)
    table.do("playcard 16")
    assert (table.game.vehicles[1].level, table.game.vehicles[1].goods) == (1, ("furs", "salt")), "it holds two cubes now"


# -- Bard --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-CARD-44", "MU-CARD-46")
def test_a_bard_wakes_an_assassin_while_the_dice_still_lie() -> None:
    table = duel({"li": 9}, {"li": 9}, {2: [46, 44, 36]}).script(4, 6, 8, 1, 1, 2)
    until(table, "W-B5", 2).do("playcard 46", "target die:side0:2")
    assert [option.card for option in table.offers(PlayCard)] == [44]
    table.do("playcard 44")
    assert [option.card for option in table.offers(PlayCard)] == [46], "the Magnate does not work here"
    table.do("playcard 46", "target die:side0:2")
    fought(table)
    assert table.happened(RoundFought)[0].attacks == (6 * 6, 2 - 1), "4, 6 and 6 are a critical throw"


@pytest.mark.rule("MU-CARD-44")
def test_amid_a_battle_a_bard_wakes_only_what_works_there() -> None:
    used = [{"card": 36, "turned": True}, {"card": 5, "turned": True}]
    table = duel({"li": 2}, {"li": 2}, {2: [44], 1: used}, dice=[1, 2, 3, 1, 2, 3])
    until(table, "W-B5", 2).do("playcard 44")
    assert [(held.card, held.turned) for held in table.game.players[1].hand] == [(36, True), (5, False)]
