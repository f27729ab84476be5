"""Warlord, Crossbowman, Scientist, Artilleryman, Surgeon, Jailer: what they change in a battle round."""

from __future__ import annotations

from typing import Any

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.battle.aftermath import CloseRound
from marchland.games.medioevo.rules.battle.artillery import fire, strike
from marchland.games.medioevo.rules.battle.battle import arrow_hits
from marchland.games.medioevo.rules.battle.damage import TakeDamage, deal
from marchland.games.medioevo.rules.battle.declarations import Aim, AssignCrews, ChooseProtection, CrewsReady, Protect
from marchland.games.medioevo.rules.battle.fight import archers, attack_value, has_capture_ratio, is_power_active, shielded, shots
from marchland.games.medioevo.rules.cards.effects import has_effect, lay_effect
from marchland.games.medioevo.rules.cards.powers import PlayCard
from marchland.games.medioevo.rules.events.calamities import Calamity
from marchland.games.medioevo.rules.purchases.prices import unit_price
from marchland.games.medioevo.rules.turn_end import freshen
from marchland.games.medioevo.state import BARBARIANS, Army, Crew, Fight, Happening, Medioevo, Prisoner, Side
from marchland.games.medioevo.tables import event_cards

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
    roll_next,
    set_fight,
    set_side,
    side,
    vehicle,
)


def fight(
    window: str, card: int, attackers: dict[str, int], defenders: dict[str, int], holder: int = 0, defender: int = 1, **own: Any
) -> Medioevo:
    """Seat 0 attacks in Rome; `holder` has the card and the window is open. Keywords are fields of the attacker's side."""
    game = bare_table()
    hold(game, holder, card)
    battle(game, "roma", 0, defender, attackers, defenders)
    if own:
        set_side(game, 0, **own)
    return in_window(game, window, "roma")


@pytest.mark.rule("MU-CARD-04")
def test_warlord_lets_a_power_work_against_fewer_of_the_type() -> None:
    game = fight("W-B1", 4, {"arc": 3}, {"arc": 1})
    assert not is_power_active(game, 0, "arc")
    play_card(game, 0, 4)
    assert is_power_active(game, 0, "arc")
    assert not is_power_active(game, 1, "arc")


@pytest.mark.rule("MU-CARD-04")
def test_warlord_is_blocked_by_equal_numbers() -> None:
    game = fight("W-B4", 4, {"cav": 2}, {"cav": 2})
    play_card(game, 0, 4)
    assert not is_power_active(game, 0, "cav")


@pytest.mark.rule("MU-CARD-05")
@pytest.mark.parametrize("index", [0, 1])
def test_warlord_adds_two_to_either_side_even_for_a_bystander(index: int) -> None:
    game = fight("W-B5", 5, {"li": 1}, {"li": 1}, holder=2, defender=BARBARIANS, dice=(1, 2, 5))
    set_side(game, 1, dice=(1, 2, 6))
    before = attack_value(game, index)
    play_card(game, 2, 5, f"side:{index}")
    assert attack_value(game, index) == before + 2
    assert not any(game.players[2].points)


@pytest.mark.rule("MU-CARD-07")
@pytest.mark.parametrize(("die", "marksmen"), [(1, 1), (4, 2), (6, 3)])
def test_crossbowman_gives_one_to_three_more_shots(die: int, marksmen: int) -> None:
    game = fight("W-B3", 7, {"hi": 3, "arc": 1}, {"li": 2})
    assert archers(game, 0) == 1
    roll_next(game, die)
    play_card(game, 0, 7)
    assert archers(game, 0) == 1 + marksmen


@pytest.mark.rule("MU-CARD-07")
def test_crossbowman_needs_different_units() -> None:
    game = fight("W-B3", 7, {"hi": 1}, {"li": 2})
    roll_next(game, 6)
    play_card(game, 0, 7)
    assert archers(game, 0) == 1


@pytest.mark.rule("MU-CARD-07", "MU-CARD-04", "MU-BAT-07")
@pytest.mark.parametrize(
    ("marksmen", "foes", "state", "shots"),
    [
        (3, 1, {}, 0),
        (3, 2, {"outnumbering": True}, 3),
        (2, 2, {"outnumbering": True}, 0),
        (1, 2, {"uses": ("free:arc",)}, 1),
    ],
)
def test_enemy_archers_block_those_who_also_shoot(marksmen: int, foes: int, state: dict[str, Any], shots: int) -> None:
    game = fight("W-B3", 7, {"hi": 3}, {"arc": foes})
    set_side(game, 0, marksmen=marksmen, **state)
    assert archers(game, 0) == shots


@pytest.mark.rule("MU-CARD-07", "MU-BAT-12")
def test_a_captain_stops_those_who_also_shoot() -> None:
    game = fight("W-B3", 7, {"hi": 3}, {"cap1": 1})
    set_side(game, 0, marksmen=3)
    set_side(game, 1, uses=("stop:arc",))
    assert archers(game, 0) == 0


@pytest.mark.rule("MU-CARD-08")
@pytest.mark.parametrize(("bows", "less"), [(2, 1), (5, 2), (8, 3), (10, 3)])
def test_crossbowman_steadies_by_pairs_of_archers(bows: int, less: int) -> None:
    game = fight("W-B3b", 8, {"arc": bows}, {"li": 2}, arrows=(5, 8, 3))
    play_card(game, 0, 8)
    assert side(game, 0).steady == less
    assert arrow_hits(side(game, 0)) == (2 if less >= 2 else 1)


@pytest.mark.rule("MU-CARD-08")
def test_crossbowman_needs_a_pair() -> None:
    assert not offered(fight("W-B3b", 8, {"arc": 1}, {"li": 2}, arrows=(5,)), PlayCard)


@pytest.mark.rule("MU-CARD-09")
def test_crossbowman_rerolls_each_arrow_once() -> None:
    game = fight("W-B3b", 9, {"arc": 3}, {"li": 2}, arrows=(8, 2, 7))
    roll_next(game, 1, 6)
    play_card(game, 0, 9, "number:0", "number:2", "nothing")
    assert side(game, 0).arrows == (1, 2, 6)


@pytest.mark.rule("MU-CARD-10")
def test_scientist_doubles_a_crew_beyond_three() -> None:
    game = bare_table()
    hold(game, 0, 10)
    battle(game, "roma", 0, 1, {"li": 5}, {"li": 2})
    engine = vehicle(game, 0, "engine", 1, "roma")
    crew = Crew(engine, counts(li=2))
    set_side(game, 0, crews=(crew,))
    in_window(game, "W-B1", "roma")
    assert shots(game, 0, crew) == 2
    play_card(game, 0, 10)
    assert shots(game, 0, crew) == 4
    game.push(CloseRound())
    game.run()
    assert not has_effect(game, "double-crew"), "for one round only"


@pytest.mark.rule("MU-CARD-12")
def test_scientist_lets_walls_protect_against_a_second_kind() -> None:
    game = bare_table()
    hold(game, 1, 12)
    land(game, "roma", holder=1, military=2)
    battle(game, "roma", 0, 1, {"li": 5}, {"li": 2})
    in_window(game, "W-B0", "roma")
    play_card(game, 1, 12)
    game.push(ChooseProtection(1, 1))
    game.run()
    act(game, 1, Protect("archery"), Protect("melee"))
    assert [shielded(game, 1, kind, 3) for kind in ("artillery", "archery", "melee")] == [3, 1, 1]


@pytest.mark.rule("MU-CARD-12")
def test_scientist_needs_an_own_military_building() -> None:
    game = bare_table()
    hold(game, 0, 12)
    land(game, "buda", military=2)
    assert not offered(at_desk(game), PlayCard)


@pytest.mark.rule("MU-CARD-52")
def test_artilleryman_adds_a_shot_to_every_engine_even_without_crew() -> None:
    game = bare_table()
    hold(game, 0, 52)
    battle(game, "roma", 0, 1, {"li": 5}, {"li": 9})
    served, alone = vehicle(game, 0, "engine", 1, "roma"), vehicle(game, 0, "engine", 2, "roma")
    set_side(game, 0, crews=(Crew(served, counts(li=3)),))
    in_window(game, "W-B1", "roma")
    play_card(game, 0, 52)
    roll_next(game, 8, 8, 8, 8, 1)
    fire(game)
    assert [(crew.engine, len(crew.dice)) for crew in side(game, 0).crews] == [(served, 4), (alone, 1)]
    strike(game)
    assert side(game, 1).pending == 3, "a Trebuchet's hit"


@pytest.mark.rule("MU-CARD-27")
def test_surgeon_ignores_one_damage_point() -> None:
    game = fight("W-B6", 27, {"li": 3}, {"li": 3}, pending=2)
    play_card(game, 0, 27)
    game.push(TakeDamage(0))
    set_fight(game, step="melee")
    game.run()
    assert numbers(game, "roma", 0) == {"li": 2}


@pytest.mark.rule("MU-CARD-27")
def test_surgeon_spares_a_point_of_arrows_still_to_count() -> None:
    game = fight("W-B3b", 27, {"li": 3}, {"arc": 2}, holder=0)
    set_side(game, 1, arrows=(1, 2))
    in_window(game, "W-B3b", "roma")
    play_card(game, 0, 27)
    deal(game, 0, 2, "archery")
    assert side(game, 0).pending == 1


@pytest.mark.rule("MU-CARD-27", "MU-EVT-06")
def test_surgeon_ignores_a_damage_point_of_an_event() -> None:
    game = bare_table()
    hold(game, 0, 27)
    hold(game, 1, 27)
    army(game, "nicaea", 0, li=4)
    game.happening = Happening(
        next(card.id for card in event_cards().values() if card.area == "aegean_lands" and "armies" in card.icons)
    )
    at_desk(game, 0, "W-2", 2)
    game.push(Calamity(0, "armies"))
    roll_next(game, 3)
    game.run()
    assert game.deciders == (0,), "only the player whose units are hurt is asked"
    play_card(game, 0, 27)
    assert numbers(game, "nicaea", 0) == {"li": 2}


@pytest.mark.rule("MU-CARD-28")
def test_surgeon_sells_the_fallen_back_at_half_price_next_turn() -> None:
    game = fight("W-B6", 28, {"hi": 3}, {"li": 3}, pending=1)
    play_card(game, 0, 28)
    set_side(game, 0, lost=counts(hi=1, cap2=1), pending=0)
    game.push(CloseRound())
    game.run()
    assert game.players[0].fallen == counts(hi=1, cap2=1)
    freshen(game, 0)
    assert unit_price(game, 0, "hi").florins == 25
    assert (unit_price(game, 0, "cap2").florins, unit_price(game, 0, "cap2").points) == (100, 0)
    assert unit_price(game, 0, "cav").florins == 100


@pytest.mark.rule("MU-CARD-29")
def test_surgeon_keeps_casualties_of_arrows_fighting_until_the_end_of_the_round() -> None:
    game = fight("W-B3b", 29, {"li": 2}, {"arc": 2})
    set_side(game, 1, arrows=(1, 2))
    in_window(game, "W-B3b", "roma")
    play_card(game, 0, 29)
    deal(game, 0, 2, "archery")
    assert side(game, 0).pending == 0
    assert numbers(game, "roma", 0) == {"li": 2}
    game.push(CloseRound())
    game.run()
    assert numbers(game, "roma", 0) == {}


@pytest.mark.rule("MU-CARD-39", "MU-CAP-01")
def test_jailer_takes_a_unit_prisoner_instead_of_destroying_it() -> None:
    game = fight("W-B6", 39, {"li": 3}, {"li": 2})
    set_side(game, 1, pending=2)
    in_window(game, "W-B6", "roma")
    play_card(game, 0, 39)
    set_fight(game, step="melee", winner=0)
    game.push(TakeDamage(1))
    game.run()
    assert game.prisoners == [Prisoner(0, 1, "li")], "one of the two"
    assert numbers(game, "roma", 1) == {}


@pytest.mark.rule("MU-CARD-39")
def test_jailer_cannot_hold_barbarians() -> None:
    game = fight("W-B6", 39, {"li": 3}, {"li": 2}, defender=BARBARIANS)
    set_side(game, 1, pending=2)
    assert not offered(in_window(game, "W-B6", "roma"), PlayCard)


@pytest.mark.rule("MU-CARD-40")
def test_jailer_captures_with_twice_the_enemy() -> None:
    game = fight("W-B1", 40, {"li": 4}, {"li": 2}, capturing=True, dice=(1, 2, 9))
    assert attack_value(game, 0) == 4
    play_card(game, 0, 40)
    assert has_capture_ratio(game, 0)
    assert attack_value(game, 0) == 9


@pytest.mark.rule("MU-CARD-41")
def test_jailer_makes_the_capture_penalty_two_smaller() -> None:
    game = fight("W-B5", 41, {"li": 2}, {"li": 2}, capturing=True, dice=(1, 2, 9))
    play_card(game, 0, 41)
    assert attack_value(game, 0) == 6


@pytest.mark.rule("MU-CARD-41")
def test_jailer_never_makes_a_bonus_of_the_penalty() -> None:
    game = fight("W-B5", 41, {"li": 2}, {"li": 2}, capturing=True, dice=(1, 2, 2))
    set_side(game, 0, dice=(1, 1, 2))
    play_card(game, 0, 41)
    assert attack_value(game, 0) == 2


@pytest.mark.rule("MU-CARD-12")
def test_scientist_adds_a_second_protection_to_the_round_that_has_been_declared() -> None:
    game = bare_table()
    hold(game, 1, 12)
    land(game, "roma", holder=1, military=3)
    battle(game, "roma", 0, 1, {"li": 5}, {"li": 2})
    set_side(game, 1, protections=("melee",))
    in_window(game, "W-B1", "roma")
    play_card(game, 1, 12)
    assert game.options(1) == (Protect("artillery"), Protect("archery")), "not the kind chosen before"
    act(game, 1, Protect("archery"))
    assert [shielded(game, 1, kind, 4) for kind in ("artillery", "archery", "melee")] == [4, 1, 1]
    assert not isinstance(game.decision, ChooseProtection), "two kinds, not three"


@pytest.mark.rule("MU-CARD-12", "MU-CARD-26")
def test_scientist_works_on_the_tower_that_a_militia_stands_for() -> None:
    game = bare_table()
    hold(game, 1, 12)
    land(game, "roma", holder=1)
    battle(game, "roma", 0, 1, {"li": 5}, {"li": 2})
    assert not offered(in_window(game, "W-B0", "roma"), PlayCard), "no building, no Militia"
    lay_effect(game, "militia-tower", 1, "roma")
    in_window(game, "W-B0", "roma")
    play_card(game, 1, 12)
    game.push(ChooseProtection(1, 1))
    game.run()
    act(game, 1, Protect("archery"), Protect("melee"))
    assert [shielded(game, 1, kind, 3) for kind in ("artillery", "archery", "melee")] == [3, 2, 2]


def gunners_at_sea(galley_level: int, *engines: int) -> tuple[Medioevo, list[int]]:
    """Seat 0's Galley with engines of these levels and an Archer fights seat 1's in the Adriatic; the Artilleryman is played."""
    game = bare_table()
    hold(game, 0, 52)
    sea = world.seas()[0]
    galley = vehicle(game, 0, "galley", galley_level, sea, cargo=Army(0, counts(arc=1)))
    vehicle(game, 1, "galley", 1, sea, cargo=Army(1, counts(li=3)))
    loaded = [vehicle(game, 0, "engine", level, sea, aboard=galley) for level in engines]
    game.fights.append(Fight(sea, (Side(0), Side(1))))
    in_window(game, "W-B1", sea)
    play_card(game, 0, 52)
    return game, loaded


@pytest.mark.rule("MU-CARD-52", "MU-NAV-02")
@pytest.mark.parametrize(
    ("galley_level", "engines", "firing"),
    [
        (1, (3,), ()),
        (1, (1,), (0,)),
        (1, (1, 1), (0,)),
        (2, (1, 2), (1,)),
        (2, (1, 1, 2), (0, 1)),
        (3, (1, 2, 3), (0, 1)),
        (3, (3,), (0,)),
    ],
)
def test_a_galley_serves_unmanned_engines_only_up_to_its_level(
    galley_level: int, engines: tuple[int, ...], firing: tuple[int, ...]
) -> None:
    game, loaded = gunners_at_sea(galley_level, *engines)
    roll_next(game, *([8] * len(firing)))
    fire(game)
    assert [crew.engine for crew in side(game, 0).crews if crew.dice] == [loaded[place] for place in firing]


@pytest.mark.rule("MU-CARD-52", "MU-NAV-02")
def test_a_crewed_engine_takes_up_the_galleys_levels_first() -> None:
    game, (catapult, _) = gunners_at_sea(2, 1, 2)
    set_side(game, 0, crews=(Crew(catapult, counts(arc=1)),))
    roll_next(game, 8, 8)
    fire(game)
    assert [(crew.engine, len(crew.dice)) for crew in side(game, 0).crews] == [(catapult, 2)], "one level is left, not two"


@pytest.mark.rule("MU-CARD-52", "MU-SIE-02")
def test_an_engine_that_fires_unmanned_may_be_aimed_at_a_building() -> None:
    game = bare_table()
    hold(game, 0, 52)
    land(game, "roma", holder=1, military=1)
    battle(game, "roma", 0, 1, {"li": 1}, {"li": 1})
    engine = vehicle(game, 0, "engine", 3, "roma")
    in_window(game, "W-B0", "roma")
    play_card(game, 0, 52)
    game.push(AssignCrews(0, 0))
    game.run()
    act(game, 0, Aim(engine, "military"), CrewsReady())
    roll_next(game, 3)
    fire(game)
    strike(game)
    assert (game.lands["roma"].military, game.lands["roma"].military_damage) == (1, 2), "a Bombard's hit on a Tower of 3"
    assert side(game, 1).pending == 0
