"""Warlord 6, Scientist 11, Artilleryman 53 and 54, Ranger."""

from __future__ import annotations

import pytest

from marchland.games.medioevo.rules.cards.effects import effects, expire, has_effect
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.components.vehicles import capacity, is_carrier, is_merchant
from marchland.games.medioevo.rules.movement.contact import contact
from marchland.games.medioevo.rules.movement.groups import BoardAll, Go, Halt, Take, steps_from
from marchland.games.medioevo.rules.movement.movement import begin_march
from marchland.games.medioevo.rules.trade.trade import beset
from marchland.games.medioevo.state import BARBARIANS, March, Medioevo, War

from .bare import act, army, at_desk, bare_table, counts, hold, numbers, offered, play_card, roll_next, vehicle


def marching(card: int, **units: int) -> Medioevo:
    """A wagon with troops sets out from Nicaea; its owner holds the card."""
    game = bare_table()
    hold(game, 0, card)
    army(game, "nicaea", 0, **units)
    wagon = vehicle(game, 0, "wagon", 2, "nicaea", pm=7)
    at_desk(game, 0, "W-5", 5)
    begin_march(game, 0, "nicaea")
    game.run()
    act(game, 0, Take(wagon), BoardAll())
    return game


@pytest.mark.rule("MU-CARD-06")
def test_warlord_presses_on_with_half_and_leaves_half_to_conquer() -> None:
    game = marching(6, hi=5)
    game.wars.append(War((0, 1), 0))
    game.lands["iconium"] = type(game.lands["iconium"])(holder=1, token=1)
    act(game, 0, Go("iconium"))
    play_card(game, 0, 6)
    assert game.marches[-1].counts == counts(hi=3)
    assert offered(game, Go), "three keep their movement"
    act(game, 0, Go("nicaea"), Halt())
    assert numbers(game, "nicaea", 0) == {"hi": 3}
    assert numbers(game, "iconium", 0) == {"hi": 2}
    assert game.lands["iconium"].holder == 0, "those who stopped have taken it"


@pytest.mark.rule("MU-CARD-06")
def test_warlord_works_only_when_entering_a_rival() -> None:
    game = marching(6, hi=4)
    act(game, 0, Go("smyrna"))
    assert not offered(game, PlayCard)


@pytest.mark.rule("MU-CARD-11")
def test_scientist_makes_a_caravan_carry_troops_and_a_wagon_goods() -> None:
    game = bare_table()
    hold(game, 0, 11)
    caravan, wagon = vehicle(game, 0, "caravan", 2, "nicaea"), vehicle(game, 0, "wagon", 1, "nicaea")
    assert not is_carrier(game, caravan)
    play_card(at_desk(game), 0, 11, f"v:{caravan}")
    assert is_carrier(game, caravan)
    assert capacity(game, caravan) == 6
    assert is_merchant(game, caravan)
    assert not is_merchant(game, wagon)
    expire(game, "turn")
    assert not is_carrier(game, caravan)


@pytest.mark.rule("MU-CARD-53")
def test_artilleryman_takes_an_engine_beyond_its_movement() -> None:
    game = bare_table()
    hold(game, 0, 53)
    army(game, "nicaea", 0, hi=2)
    wagon, engine = vehicle(game, 0, "wagon", 3, "nicaea", pm=8), vehicle(game, 0, "engine", 1, "nicaea", pm=0)
    march = March(0, "nicaea", (wagon, engine), counts(hi=2))
    assert not list(steps_from(game, march))
    play_card(at_desk(game, 0, "W-5", 5), 0, 53)
    assert list(steps_from(game, march))
    expire(game, "move")
    assert not list(steps_from(game, march)), "for one movement"


@pytest.mark.rule("MU-CARD-53")
def test_artilleryman_needs_an_army_with_the_engine() -> None:
    game = bare_table()
    hold(game, 0, 53)
    vehicle(game, 0, "engine", 1, "nicaea", pm=4)
    assert not offered(at_desk(game, 0, "W-5", 5), PlayCard)


@pytest.mark.rule("MU-CARD-54")
@pytest.mark.parametrize(("die", "places"), [(2, 1), (3, 2), (5, 3)])
def test_artilleryman_turns_an_engine_into_a_wagon(die: int, places: int) -> None:
    game = bare_table()
    hold(game, 0, 54)
    engine = vehicle(game, 0, "engine", 2, "nicaea", pm=4)
    at_desk(game, 0, "W-5", 5)
    roll_next(game, die)
    play_card(game, 0, 54)
    assert is_carrier(game, engine)
    assert capacity(game, engine) == places


@pytest.mark.rule("MU-CARD-55")
def test_ranger_passes_unnoticed_but_meets_resistance_where_it_stops() -> None:
    game = marching(55, hi=3)
    play_card(game, 0, 55)
    act(game, 0, Go("iconium"))
    assert offered(game, Go), "barbarian land did not stop the group"
    assert contact(game, game.marches[-1]) == ""
    game.circle = type(game.circle)((4, 6, 8), counts(li=1))
    act(game, 0, Halt())
    assert game.fights, "a horde rises where it stops"
    assert game.fights[-1].sides[1].owner == BARBARIANS


@pytest.mark.rule("MU-CARD-55")
def test_ranger_hides_a_merchant_until_the_end_of_the_turn() -> None:
    game = bare_table()
    hold(game, 0, 55)
    caravan = vehicle(game, 0, "caravan", 1, "iconium", pm=6)
    army(game, "iconium", BARBARIANS, li=2)
    play_card(at_desk(game, 0, "W-6", 6), 0, 55)
    march = March(0, "iconium", (caravan,))
    game.marches.append(march)
    beset(game, march, caravan)
    assert caravan in game.vehicles
    assert [effect.until for effect in effects(game, "unseen")] == ["turn"]


@pytest.mark.rule("MU-CARD-56")
def test_ranger_hides_all_transports_of_one_territory() -> None:
    game = bare_table()
    hold(game, 0, 56)
    here = [vehicle(game, 0, kind, 1, "nicaea", pm=6) for kind in ("wagon", "caravan")]
    there = vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
    at_desk(game, 0, "W-5", 5)
    game.apply(0, PlayCard(56))
    assert {option.id for option in offered(game, Target)} == {"nicaea", "smyrna"}
    act(game, 0, Target("nicaea"))
    assert all(has_effect(game, "unseen", f"v:{id}") for id in here)
    assert not has_effect(game, "unseen", f"v:{there}")


@pytest.mark.rule("MU-CARD-55")
def test_during_a_movement_only_its_transports_can_be_hidden() -> None:
    game = marching(55, hi=3)
    vehicle(game, 0, "wagon", 1, "smyrna", pm=6)
    game.apply(0, PlayCard(55))
    assert not offered(game, Target), "the only choice was taken"
    assert not offered(game, Pass)
