"""Bishop, Plague doctor, Diplomat."""

from __future__ import annotations

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.barbarians import lay_waste
from marchland.games.medioevo.rules.battle.battle import begin_battle
from marchland.games.medioevo.rules.cards.effects import is_departure_banned, is_fighting_banned, is_safe, is_trade_banned
from marchland.games.medioevo.rules.cards.powers import PlayCard, Target
from marchland.games.medioevo.rules.cards.windows import Pass
from marchland.games.medioevo.rules.events.calamities import stricken
from marchland.games.medioevo.rules.movement.groups import steps_from
from marchland.games.medioevo.state import BARBARIANS, Deal, Happening, March

from .bare import act, army, at_desk, bare_table, battle, hold, in_window, land, numbers, offered, play_card, roll_next, vehicle


@pytest.mark.rule("MU-CARD-01")
def test_bishop_forbids_fighting_for_the_turn() -> None:
    game = bare_table()
    hold(game, 0, 1)
    play_card(at_desk(game), 0, 1, "roma")
    assert is_fighting_banned(game, "roma")
    assert not is_fighting_banned(game, "napoli")


@pytest.mark.rule("MU-CARD-01")
def test_bishop_stops_a_battle_after_its_round() -> None:
    game = bare_table()
    hold(game, 2, 1)
    at_desk(game, 0, "W-5", 5)
    army(game, "roma", 0, hi=3)
    army(game, "roma", 1, hi=3)
    begin_battle(game, "roma", 0, 1)
    roll_next(game, *(4, 6, 8, 1, 1, 8))
    game.run()
    while 2 not in game.deciders:
        act(game, game.deciders[0], game.options()[0])
    play_card(game, 2, 1)
    assert is_fighting_banned(game, "roma")
    assert not game.fights, "banned before the first round: no die falls"
    assert numbers(game, "roma", 0) == {"hi": 3}


@pytest.mark.rule("MU-CARD-01", "MU-CARD-02", "MU-CARD-03")
@pytest.mark.parametrize("card", [1, 2, 3])
def test_bishop_may_not_name_a_territory_in_consecutive_turns(card: int) -> None:
    game = bare_table()
    hold(game, 1, card)
    game.banned_before.append(f"{card}:roma")
    at_desk(game, 1)
    game.apply(1, PlayCard(card))
    assert Target("roma") not in game.options(1)
    act(game, 1, Target("napoli"))
    assert game.banned == [f"{card}:napoli"]


@pytest.mark.rule("MU-CARD-02")
def test_bishop_stops_a_deal_under_way() -> None:
    game = bare_table()
    hold(game, 1, 2)
    game.deals.append(Deal(0, 1, "roma", True, ("salt",)))
    in_window(game, "W-6b", "roma", phase=6)
    play_card(game, 1, 2)
    assert is_trade_banned(game, "roma")
    assert game.deals[-1].off


@pytest.mark.rule("MU-CARD-03")
def test_bishop_lets_nothing_leave() -> None:
    game = bare_table()
    hold(game, 1, 3)
    wagon = vehicle(game, 0, "wagon", 1, "nicaea", pm=6)
    game.marches.append(March(0, "nicaea", vehicles=(wagon,)))
    assert list(steps_from(game, game.marches[-1]))
    in_window(game, "W-5a", "nicaea")
    play_card(game, 1, 3)
    assert is_departure_banned(game, "nicaea")
    assert not list(steps_from(game, game.marches[-1]))


def event_in_italy(*cards: int) -> object:
    game = bare_table()
    hold(game, 0, *cards)
    game.happening = Happening("italy-1")
    for space in ("roma", "napoli", "genova", "venezia"):
        army(game, space, 0, li=1)
    return in_window(game, "W-2b", phase=2)


@pytest.mark.rule("MU-CARD-42")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_plague_doctor_protects_one_to_three_territories(die: int, number: int) -> None:
    game = event_in_italy(42)
    roll_next(game, die)
    play_card(game, 0, 42, *("roma", "napoli", "genova")[:number])
    safe = {effect.target for effect in game.effects if effect.name == "immune"}
    assert len(safe) == number
    assert len(stricken(game, 0, "armies")) == 4 - number


@pytest.mark.rule("MU-CARD-43")
def test_plague_doctor_protects_one_territory_of_the_event() -> None:
    game = event_in_italy(43)
    game.apply(0, PlayCard(43))
    assert {option.id for option in offered(game, Target)} == {s for s in world.event_zone("italy") if not world.is_sea(s)}
    act(game, 0, Target("roma"))
    assert "unit:roma:0:li" not in stricken(game, 0, "armies")
    assert "unit:napoli:0:li" in stricken(game, 0, "armies")


@pytest.mark.rule("MU-CARD-51")
def test_diplomat_saves_one_element_from_barbarians() -> None:
    game = bare_table()
    hold(game, 0, 51)
    land(game, "roma", civil=2, military=1, cubes=("salt",))
    caravan = vehicle(game, 1, "caravan", 1, "roma")
    army(game, "roma", BARBARIANS, li=1)
    in_window(game, "W-2e", "roma", phase=2)
    play_card(game, 0, 51, "building:roma:civil")
    lay_waste(game, "roma")
    assert (game.lands["roma"].civil, game.lands["roma"].military, game.lands["roma"].cubes) == (2, 0, ())
    assert caravan not in game.vehicles


@pytest.mark.rule("MU-CARD-50")
def test_diplomat_saves_up_to_three_elements() -> None:
    game = bare_table()
    hold(game, 0, 50)
    land(game, "roma", civil=1, cathedral=1, cubes=("salt", "wine"))
    caravan = vehicle(game, 0, "caravan", 1, "roma")
    in_window(game, "W-6c", "roma")
    roll_next(game, 4)
    play_card(game, 0, 50, f"v:{caravan}", "cube:roma:salt")
    assert is_safe(game, f"v:{caravan}")
    assert is_safe(game, "cube:roma:salt")
    assert not is_safe(game, "cube:roma:wine")


@pytest.mark.rule("MU-CARD-50")
def test_diplomat_may_stop_early_and_needs_something_to_protect() -> None:
    game = bare_table()
    hold(game, 0, 50)
    assert not offered(at_desk(game), PlayCard)
    land(game, "nicaea", civil=1)
    at_desk(game)
    roll_next(game, 6)
    play_card(game, 0, 50, "building:nicaea:civil")
    assert game.decision is not None
    assert type(game.decision).__name__ == "Desk"


@pytest.mark.rule("MU-CARD-01")
def test_in_a_battle_only_its_place_can_be_named() -> None:
    game = bare_table()
    hold(game, 2, 1)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    in_window(game, "W-B6", "roma")
    assert offered(game, Pass)
    game.apply(2, PlayCard(1))
    assert is_fighting_banned(game, "roma"), "a lone target is taken without asking"
