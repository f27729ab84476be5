"""Militia, Templar, Marauder, Heroine."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.battle.fight import protection
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.events.events import rebel
from marchland.games.medioevo.rules.turn_end import revert_units
from marchland.games.medioevo.state import BARBARIANS, Circle, March, Medioevo, Special, War

from .bare import (
    act,
    army,
    at_desk,
    bare_table,
    battle,
    counts,
    hold,
    in_window,
    land,
    numbers,
    offered,
    play_card,
    player,
    vehicle,
)


def rebellion(*cards: int) -> Medioevo:
    """A rebellion breaks out in Nicaea, home of seat 0, who holds the cards."""
    game = bare_table()
    hold(game, 0, *cards)
    game.circle = Circle((4, 6, 8), counts(li=1, arc=1))
    return game


def announced(game: Medioevo) -> Medioevo:
    at_desk(game, 0, "W-5", 2)
    rebel(game, 0, "nicaea", "MU-EVT-17")
    game.run()
    return game


def invaded(card: int) -> Medioevo:
    """Seat 1 has just entered Nicaea with an army."""
    game = bare_table()
    hold(game, 0, card)
    army(game, "nicaea", 1, hi=2)
    game.marches.append(March(1, "nicaea", (), counts(hi=2)))
    return in_window(game, "W-5b", "nicaea", active=1)


@pytest.mark.rule("MU-CARD-24")
@pytest.mark.parametrize("kind", ["li", "hi", "cav", "arc", "cap1"])
def test_militia_raises_a_free_defender_against_a_rebellion(kind: str) -> None:
    game = announced(rebellion(24))
    play_card(game, 0, 24, f"kind:{kind}")
    assert numbers(game, "nicaea", 0) == {kind: 1}
    assert game.players[0].florins == 1000
    assert game.fights, "the garrison fights at once"


@pytest.mark.rule("MU-CARD-24")
def test_militia_also_answers_an_invasion_but_not_one_elsewhere() -> None:
    game = invaded(24)
    play_card(game, 0, 24, "kind:cav")
    assert numbers(game, "nicaea", 0) == {"cav": 1}
    game = bare_table()
    hold(game, 2, 24)
    army(game, "nicaea", 1, hi=2)
    game.marches.append(March(1, "nicaea", (), counts(hi=2)))
    assert not offered(in_window(game, "W-5b", "nicaea", active=1), PlayCard)


@pytest.mark.rule("MU-CARD-24")
def test_a_guest_with_passage_does_not_alarm_the_militia() -> None:
    game = bare_table()
    hold(game, 0, 24)
    army(game, "nicaea", 1, hi=2)
    game.marches.append(March(1, "nicaea", (), counts(hi=2)))
    from marchland.games.medioevo.state import Pact

    game.pacts[1] = Pact(parties=(0, 1), kinds=("passage",))
    assert not offered(in_window(game, "W-5b", "nicaea", active=1), PlayCard)


@pytest.mark.rule("MU-CARD-25")
def test_militia_relief_spends_three_points_without_wagons() -> None:
    game = rebellion(25)
    army(game, "smyrna", 0, hi=2)
    army(game, "constantinople", 0, cav=1)
    wagon = vehicle(game, 0, "wagon", 1, "smyrna")
    announced(game)
    play_card(game, 0, 25, "unit:smyrna:0:hi", "unit:constantinople:0:cav", f"v:{wagon}", "unit:smyrna:0:hi")
    assert numbers(game, "nicaea", 0) == {"hi": 2, "cav": 1}
    assert game.vehicles[wagon].space == "nicaea"


@pytest.mark.rule("MU-CARD-25")
def test_militia_relief_takes_only_units_that_can_arrive() -> None:
    game = rebellion(25)
    army(game, "morea", 0, hi=2)
    assert not offered(announced(game), PlayCard), "Morea is more than three steps away"
    game = rebellion(25)
    army(game, "adrianople", 0, hi=2)
    announced(game)
    play_card(game, 0, 25, "unit:adrianople:0:hi")
    assert "unit:adrianople:0:hi" not in {option.id for option in offered(game, Target)}, "one point is not enough for a second"


@pytest.mark.rule("MU-CARD-26")
@pytest.mark.parametrize(("walls", "shield"), [(0, 1), (2, 3)])
def test_militia_barricade_is_a_tower_or_one_more_protection(walls: int, shield: int) -> None:
    game = rebellion(26)
    army(game, "nicaea", 0, hi=2)
    land(game, "nicaea", military=walls)
    announced(game)
    play_card(game, 0, 26)
    assert protection(game, 1) == shield


@pytest.mark.rule("MU-CARD-26")
def test_militia_barricade_needs_troops() -> None:
    assert not offered(announced(rebellion(26)), PlayCard)


@pytest.mark.rule("MU-CARD-34")
def test_templar_lands_abroad_and_meets_resistance() -> None:
    game = bare_table()
    hold(game, 0, 34)
    game.circle = Circle((4, 6, 8), counts(li=1))
    at_desk(game)
    game.apply(0, PlayCard(34))
    places = {option.id for option in offered(game, Target)}
    assert "roma" in places
    assert "nicaea" not in places
    act(game, 0, Target("roma"))
    assert {option.id for option in offered(game, Target)} == {"kind:li", "kind:hi", "kind:cav", "kind:arc"}
    act(game, 0, Target("kind:cav"))
    assert game.fights[-1].place == "roma"
    assert game.fights[-1].sides[1].owner == BARBARIANS


@pytest.mark.rule("MU-CARD-34", "MU-DIP-02")
def test_templar_in_a_rivals_land_is_an_attack() -> None:
    game = bare_table()
    hold(game, 0, 34)
    play_card(at_desk(game), 0, 34, "buda", "kind:hi")
    assert game.players[0].honour <= 10 - 3 + 2
    assert game.ever[0].undeclared_attacks == 1
    assert game.lands["buda"].holder == 0


@pytest.mark.rule("MU-CARD-35")
def test_templar_joins_a_battle_abroad_only() -> None:
    game = bare_table()
    hold(game, 0, 35)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 2})
    in_window(game, "W-B1", "roma")
    play_card(game, 0, 35, "kind:hi")
    assert numbers(game, "roma", 0) == {"li": 1, "hi": 1}
    game = bare_table()
    hold(game, 0, 35)
    battle(game, "nicaea", 1, 0, {"li": 1}, {"li": 2})
    assert not offered(in_window(game, "W-B1", "nicaea"), PlayCard)


@pytest.mark.rule("MU-CARD-65")
def test_marauder_hires_a_horde_until_the_end_of_the_turn() -> None:
    game = bare_table()
    hold(game, 0, 65)
    game.circle = Circle((4, 6, 8), counts(li=2, arc=1))
    stock = game.supply["horde_li"]
    play_card(at_desk(game), 0, 65, "nicaea")
    assert numbers(game, "nicaea", 0) == {"li": 2, "arc": 1}
    assert game.players[0].florins == 900
    assert game.supply["horde_li"] == stock - 2
    revert_units(game)
    assert numbers(game, "nicaea", 0) == {}
    assert game.supply["horde_li"] == stock
    assert game.lands["nicaea"].holder == 0


@pytest.mark.rule("MU-CARD-65")
def test_marauder_hires_where_the_player_rules_or_has_an_army() -> None:
    game = bare_table()
    hold(game, 0, 65)
    army(game, "roma", 0, li=1)
    at_desk(game)
    game.apply(0, PlayCard(65))
    places = {option.id for option in offered(game, Target)}
    assert {"roma", "nicaea"} <= places
    assert "napoli" not in places


@pytest.mark.rule("MU-CARD-66")
def test_marauders_men_fight_as_barbarians_and_come_back() -> None:
    game = bare_table()
    hold(game, 0, 66)
    army(game, "nicaea", 0, hi=2, cav=1)
    army(game, "roma", BARBARIANS, li=2)
    play_card(at_desk(game), 0, 66, "unit:nicaea:0:hi", "unit:nicaea:0:cav")
    assert numbers(game, "roma", BARBARIANS) == {"li": 2, "hi": 1, "cav": 1}
    assert numbers(game, "nicaea", 0) == {"hi": 1}
    revert_units(game)
    assert numbers(game, "roma", BARBARIANS) == {"li": 2}
    assert numbers(game, "nicaea", 0) == {"hi": 2, "cav": 1}


@pytest.mark.rule("MU-CARD-66")
def test_marauder_sends_one_or_two_units_from_other_territories() -> None:
    game = bare_table()
    hold(game, 0, 66)
    army(game, "nicaea", 0, hi=1)
    army(game, "roma", BARBARIANS, li=2)
    army(game, "roma", 0, hi=4)
    play_card(at_desk(game), 0, 66)
    assert numbers(game, "roma", BARBARIANS) == {"li": 2, "hi": 1}, "the only unit outside went"


@pytest.mark.rule("MU-CARD-67")
def test_heroine_makes_a_captain_of_any_army_without_one() -> None:
    game = bare_table()
    hold(game, 0, 67)
    army(game, "buda", 1, li=1)
    army(game, "nicaea", 0, hi=1, cap1=1)
    play_card(at_desk(game), 0, 67)
    assert numbers(game, "buda", 1) == {"cap1": 1}
    revert_units(game)
    assert numbers(game, "buda", 1) == {"li": 1}


@pytest.mark.rule("MU-CARD-68")
def test_heroine_promotes_a_captain_up_to_the_third_level() -> None:
    game = bare_table()
    hold(game, 0, 68)
    army(game, "buda", 1, cap3=1)
    army(game, "nicaea", 0, cap2=1)
    play_card(at_desk(game), 0, 68)
    assert numbers(game, "nicaea", 0) == {"cap3": 1}
    assert game.armies["nicaea"][0].specials == (Special("cap3", "cap2", 0),)
    revert_units(game)
    assert numbers(game, "nicaea", 0) == {"cap2": 1}


@pytest.mark.rule("MU-CARD-68")
def test_in_a_battle_the_heroine_helps_one_of_its_sides() -> None:
    game = bare_table()
    hold(game, 2, 68)
    game.wars.append(War((0, 1), 0))
    army(game, "nicaea", 0, cap2=1)
    battle(game, "roma", 0, 1, {"cap1": 1, "li": 1}, {"li": 2})
    player(game, 2, florins=0)
    in_window(game, "W-B1", "roma")
    play_card(game, 2, 68)
    assert numbers(game, "roma", 0) == {"li": 1, "cap2": 1}


@pytest.mark.rule("MU-CARD-66", "MU-CARD-65")
def test_marauder_never_sends_hired_barbarians_as_his_own() -> None:
    game = bare_table()
    hold(game, 0, 66)
    army(game, "nicaea", 0, [Special("cav", "li", BARBARIANS)], cav=1)
    army(game, "roma", BARBARIANS, li=2)
    play_card(at_desk(game), 0, 66)
    assert game.armies["nicaea"][0].specials == (Special("cav", "li", BARBARIANS),)
    assert game.armies["roma"][0].specials == (Special("cav", "cav", 0, "nicaea"),)


@pytest.mark.rule("MU-CARD-25", "MU-CARD-66")
@pytest.mark.parametrize("card", [25, 66])
def test_nobody_is_called_out_of_a_battle_that_a_reaction_has_interrupted(card: int) -> None:
    """While seat 0 fights in Smyrna a horde comes to Nicaea: only those in Constantinople may go there."""
    game = rebellion(card)
    battle(game, "smyrna", 1, 0, {"li": 2}, {"hi": 2})
    army(game, "constantinople", 0, cav=1)
    army(game, "nicaea", BARBARIANS, li=1)
    in_window(game, "W-2e", "nicaea", phase=5)
    game.apply(0, PlayCard(card))
    if card == 25:
        assert {option.id for option in offered(game, Target)} == {"nothing", "unit:constantinople:0:cav"}
    else:
        assert numbers(game, "nicaea", BARBARIANS) == {"li": 1, "cav": 1}, "the lone volunteer is taken without asking"
    assert numbers(game, "smyrna", 0) == {"hi": 2}
