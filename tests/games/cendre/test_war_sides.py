"""Several armies in one territory: who attacks, who joins, who watches, who turns back (TC-WAR-22)."""

from __future__ import annotations

import pytest

from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched, standing

from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    C,
    M,
    V,
    X,
    ally,
    army,
    attack,
    bare_table,
    campaign,
    garrison,
    hold,
    of,
    size,
    steps_only,
    war,
)

HOMES = {A: "TEA", V: "WAN", M: "SPO", C: "DVA"}


def meeting(*arrivals, wars=(), alliances=(), master="", there=()):
    """Armies that meet in X: `arrivals` in this order (by speed), `there` from the start; `master` controls X."""
    game = bare_table()
    for nation, home in HOMES.items():
        hold(game, nation, home)
    if master:
        hold(game, master, X)
    for one, other in wars:
        war(game, one, other)
    for one, other in alliances:
        ally(game, one, other)
    keys = {nation: army(game, nation, X, {SLOW: 2}) for nation in there}
    for nation, unit in zip(arrivals, (SWIFT, FAST, SLOW), strict=False):
        keys[nation] = army(game, nation, HOMES[nation], {unit: 2})
        attack(game, keys[nation], X)
    steps_only(game)
    return game, keys


def camps(game):
    lined = line_up(game, X, standing(game, X))
    sides = [sorted({body.nation for body in group}) for group in (lined.defence, lined.attack, lined.watching)]
    return {"defence": sides[0], "attack": sides[1], "watching": sides[2]}


def commanders(game):
    fight = pitched(game, X, line_up(game, X, standing(game, X)))
    return fight.defence.nation, fight.attack.nation


@pytest.mark.rule("TC-WAR-22")
def test_ex42_allies_at_war_with_the_defender_attack_together():
    game, _ = meeting(V, M, wars=[(A, V), (A, M)], alliances=[(V, M)], master=A, there=[A])
    assert camps(game) == {"defence": [A], "attack": [M, V], "watching": []}


@pytest.mark.rule("TC-WAR-22")
def test_ex43_two_enemies_who_are_not_allied_the_second_goes_back():
    game, keys = meeting(V, M, wars=[(A, V), (A, M)], master=A, there=[A])
    assert camps(game) == {"defence": [A], "attack": [V], "watching": []}
    assert game.armies[keys[M]].at == HOMES[M]


@pytest.mark.rule("TC-WAR-22")
def test_ex44_an_ally_at_war_with_the_attacker_defends_too():
    game, _ = meeting(M, V, wars=[(A, V), (M, V)], alliances=[(A, M)], master=A, there=[A])
    assert camps(game) == {"defence": [A, M], "attack": [V], "watching": []}


@pytest.mark.rule("TC-WAR-22")
def test_ex45_a_stranger_goes_back():
    game, keys = meeting(V, C, wars=[(A, V)], there=[A])
    assert camps(game) == {"defence": [A], "attack": [V], "watching": []}
    assert game.armies[keys[C]].at == HOMES[C]


@pytest.mark.rule("TC-WAR-22")
def test_ex46_an_ally_of_the_defender_who_is_not_at_war_watches():
    game, keys = meeting(V, M, wars=[(A, V)], alliances=[(A, M)], master=A, there=[A])
    assert camps(game) == {"defence": [A], "attack": [V], "watching": [M]}
    assert game.armies[keys[M]].at == X


@pytest.mark.rule("TC-WAR-22")
def test_ex47_an_ally_of_the_attacker_who_is_not_at_war_goes_back():
    game, keys = meeting(V, M, wars=[(A, V)], alliances=[(V, M)], there=[A])
    assert camps(game) == {"defence": [A], "attack": [V], "watching": []}
    assert game.armies[keys[M]].at == HOMES[M]


@pytest.mark.rule("TC-WAR-22")
def test_ex48_when_all_are_at_war_the_third_waits_at_home():
    game, keys = meeting(V, A, M, wars=[(A, V), (A, M), (V, M)])
    assert camps(game) == {"defence": [V], "attack": [A], "watching": []}
    assert game.armies[keys[M]].at == HOMES[M]


@pytest.mark.rule("TC-WAR-22", "TC-WAR-19")
def test_ex49_two_friends_of_the_master_fight_on_his_land_and_he_keeps_it():
    game, _ = meeting(V, M, wars=[(M, V)], alliances=[(A, M), (A, V)], master=A, there=[A])
    assert camps(game) == {"defence": [V], "attack": [M], "watching": [A]}
    # ambush 1, attack 6 6 6, defence 1 1 1, fates unhurt
    campaign(game, 1, 6, 6, 6, 1, 1, 1, 5, 5)
    assert game.lands[X].controller == A
    assert size(game, A, X) == 2


@pytest.mark.rule("TC-WAR-22", "TC-WAR-19")
def test_ex50_a_peaceful_ally_of_the_beaten_leaves_without_loss():
    game, _ = meeting(V, wars=[(A, V)], alliances=[(A, M)], master=A, there=[A, M])
    assert camps(game) == {"defence": [A], "attack": [V], "watching": [M]}
    campaign(game, 1, 6, 6, 6, 1, 1, 1, 5, 5)
    assert game.lands[X].controller == V
    assert size(game, M, X) == 0
    assert sum(troop.count for army in game.armies.values() if army.nation == M for troop in army.troops) == 2


@pytest.mark.rule("TC-WAR-22", "TC-WAR-08")
def test_ex50_variant_land_of_a_nation_at_peace_cannot_be_attacked():
    game, keys = meeting(V, wars=[(A, V)], alliances=[(A, M)], master=M, there=[A, M])
    assert game.armies[keys[V]].at == HOMES[V]
    assert not line_up(game, X, standing(game, X)).is_battle


@pytest.mark.rule("TC-WAR-22", "TC-WAR-18")
def test_ex51_beaten_allies_retreat_each_to_their_own_refuge():
    game, keys = meeting(V, wars=[(A, V), (M, V)], alliances=[(A, M)], master=A, there=[A, M])
    assert camps(game)["defence"] == [A, M]
    # commander drawn between equals, ambush 1, dice, then fates: nobody hurt; attack wins 14 to 3 and kills 2
    campaign(game, 0, 1, 5, 4, 3, 2, 2, 1, 5, 5, 5)
    places = {nation: {army.at for army in game.armies.values() if army.nation == nation} for nation in (A, M)}
    assert X not in places[A] | places[M]
    assert all(game.lands[code].controller in (A, M) for code in places[A] | places[M])
    assert keys[V] in game.armies


@pytest.mark.rule("TC-WAR-22")
def test_ex52_four_nations_in_two_camps_are_commanded_by_those_at_war_with_everybody():
    game, _ = meeting(C, V, wars=[(A, C), (M, C), (A, V)], alliances=[(A, M), (C, V)], master=A, there=[A, M])
    assert camps(game) == {"defence": [A, M], "attack": [C, V], "watching": []}
    assert commanders(game) == (A, C)


@pytest.mark.rule("TC-WAR-22")
def test_ex53_who_is_not_at_war_with_all_the_others_may_not_command():
    game = bare_table()
    for nation, home in HOMES.items():
        hold(game, nation, home)
    for one, other in [(A, M), (V, M), (C, V)]:
        war(game, one, other)
    for one, other in [(A, V), (C, M)]:
        ally(game, one, other)
    first = army(game, A, HOMES[A], {SWIFT: 2}, strategy=5)
    attack(game, first, X)
    for nation, unit in ((V, FAST), (C, FAST), (M, SLOW)):
        attack(game, army(game, nation, HOMES[nation], {unit: 2}), X)
    steps_only(game, 0)
    assert camps(game) == {"defence": [A, V], "attack": [C, M], "watching": []}
    assert commanders(game) == (V, M)


@pytest.mark.rule("TC-WAR-22")
def test_ex54_only_the_friend_of_all_commands_a_coalition():
    game = bare_table()
    for nation, home in HOMES.items():
        hold(game, nation, home)
    for nation in (M, V, C):
        war(game, A, nation)
    ally(game, M, V)
    ally(game, M, C)
    hold(game, A, X)
    garrison(game, A, X, min_piquiers=2)
    for nation, unit in ((C, SWIFT), (V, FAST), (M, SLOW)):
        attack(game, army(game, nation, HOMES[nation], {unit: 2}, strategy=3 if nation == C else 0), X)
    steps_only(game)
    assert camps(game) == {"defence": [A], "attack": [C, M, V], "watching": []}
    assert commanders(game) == (A, M)


@pytest.mark.rule("TC-WAR-22")
def test_ex55_without_war_and_without_alliance_nobody_fights():
    game, keys = meeting(V, M, C)
    assert camps(game) == {"defence": [], "attack": [], "watching": [V]}
    assert game.armies[keys[M]].at == HOMES[M]
    assert game.armies[keys[C]].at == HOMES[C]


@pytest.mark.rule("TC-WAR-22")
def test_an_army_that_turns_back_may_find_an_enemy_at_home():
    game = bare_table()
    hold(game, A, X)
    hold(game, M, "SPO")
    hold(game, V, "WAN")
    war(game, A, V)
    war(game, A, M)
    war(game, M, V)
    garrison(game, A, X, min_piquiers=1)
    first = army(game, V, "WAN", {SWIFT: 1})
    late = army(game, M, "SPO", {FAST: 1})
    thief = army(game, A, X, {SLOW: 1})
    attack(game, first, X)
    attack(game, late, X)
    attack(game, thief, "SPO")
    steps_only(game)
    assert game.armies[late].at == "SPO"
    # V pinned the thief in X before it could leave
    assert game.armies[thief].at == X


@pytest.mark.rule("TC-WAR-22", "TC-GLORY-01")
def test_the_commanding_nation_takes_the_glory_and_its_allies_half():
    game, _ = meeting(V, M, wars=[(A, V), (A, M)], alliances=[(V, M)], master=A)
    garrison(game, A, X, min_levee=17)
    glory = {nation: game.nations[nation].glory for nation in (A, V, M)}
    # equal commanders: V is drawn; 21 units: 3 points; ambush; dice; fates of V's and M's leaders
    events = campaign(game, 0, 1, 6, 6, 6, 1, 1, 1, 5, 5)
    assert of(events, BattleFought)[0].attack_commander == V
    gained = {nation: game.nations[nation].glory - glory[nation] for nation in (A, V, M)}
    assert gained == {A: -3, V: 3, M: 1}
