"""Who fights whom under any politics: what must hold of two camps whatever the treaties, wars and arrivals (TC-WAR-22)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from marchland.games.cendre.orders import Intercept
from marchland.games.cendre.rules.common.inquiry import allied, at_war
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.bodies import bodies
from marchland.games.cendre.rules.war.sides import in_order, line_up
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.world import land_neighbours
from marchland.kernel.chance import Chance, key_from_seed

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
    give,
    hold,
    of,
    raid,
    script,
    size,
    steps_only,
    war,
)

HOMES = {A: "TEA", V: "WAN", M: "SPO", C: "DVA"}


def meeting(seed):
    """Four nations with random wars and alliances; some stand in X, others come, and somebody may hold it."""
    dice = random.Random(seed)
    game = bare_table()
    for one, other in combinations(HOMES, 2):
        tie = dice.choice(("war", "alliance", "", ""))
        if tie == "war":
            war(game, one, other)
        elif tie == "alliance":
            ally(game, one, other)
    master = dice.choice((*HOMES, ""))
    for nation, home in HOMES.items():
        hold(game, nation, home)
    if master:
        hold(game, master, X)
    for nation, home in HOMES.items():
        unit = dice.choice((SLOW, FAST, SWIFT))
        if nation == master and dice.random() < 0.6:
            army(game, nation, X, {unit: 2})
        elif dice.random() < 0.8:
            attack(game, army(game, nation, home, {unit: 2}), X)
    script(game, *[0] * 40)
    steps_only(game)
    return game


def nations(group):
    return {body.nation for body in group}


@pytest.mark.rule("TC-WAR-22")
@pytest.mark.parametrize("block", range(6))
def test_two_camps_under_any_politics(block):
    battles = 0
    for seed in range(block * 50, block * 50 + 50):
        game = meeting(seed)
        present = in_order(game, X, standing(game, X))
        lined = line_up(game, X, present)
        groups = (lined.attack, lined.defence, lined.watching, lined.returning)
        assert sorted(body.key for group in groups for body in group) == sorted(body.key for body in present), seed
        assert not lined.returning, seed
        for camp in (lined.attack, lined.defence):
            assert not any(at_war(game, one, other) for one, other in combinations(sorted(nations(camp)), 2)), seed
        if not lined.attack:
            assert not any(at_war(game, one, other) for one, other in combinations(sorted(nations(present)), 2)), seed
            continue
        battles += 1
        check_camps(game, lined, present, seed)
    assert battles > 5


def check_camps(game, lined, present, seed):
    """Everybody in a camp has an enemy opposite and a friend beside him; nobody at war with the first defender stays out."""
    attack_side, defence_side = nations(lined.attack), nations(lined.defence)
    for camp, foes in ((attack_side, defence_side), (defence_side, attack_side)):
        for nation in camp:
            assert any(at_war(game, nation, foe) for foe in foes), seed
            assert len(camp) == 1 or any(allied(game, nation, friend) for friend in camp), seed
    fighting = [body for body in present if body.nation in attack_side | defence_side]
    assert fighting[0].nation in defence_side, seed
    fight = pitched(game, X, lined)
    for side, foes in ((fight.attack, defence_side), (fight.defence, attack_side)):
        able = [n for n in side.nations if all(at_war(game, n, foe) for foe in foes)]
        able = [n for n in able if all(n == friend or allied(game, n, friend) for friend in side.nations)]
        assert not able or side.nation in able, seed


# -- whole campaigns --------------------------------------------------------------------------------------------

LANDS = ("PME", "PVL", "TEA", "WAN", "SPO", "DVA", "STE", "TAN", "GPA", "VIL", "BTR", "EHL")
TALENTS: tuple[tuple[str, ...], ...] = ((), (), ("raid",), ("infiltration",), ("interception",), ("sanguinaire",))


def melee(seed):
    """Twelve lands of four nations at odds, with garrisons and armies that attack, raid and lie in wait at random."""
    dice = random.Random(seed)
    game = bare_table()
    for one, other in combinations(HOMES, 2):
        tie = dice.choice(("war", "war", "alliance", ""))
        if tie == "war":
            war(game, one, other)
        elif tie == "alliance":
            ally(game, one, other)
    for code in LANDS:
        nation = dice.choice((*HOMES, ""))
        hold(game, nation, code, owner=dice.choice((nation, nation, "")))
        if nation and dice.random() < 0.5:
            garrison(game, nation, code, **{SLOW: dice.randint(1, 4)})
        if nation and dice.random() < 0.6:
            _set_out(game, nation, code, dice)
    game.chance = Chance(key_from_seed(str(seed)))
    return game


def _set_out(game, nation, code, dice):
    units = {dice.choice((SLOW, FAST, SWIFT)): dice.randint(1, 6)}
    key = army(game, nation, code, units, command=dice.randint(3, 9), strategy=dice.randint(0, 3), tactics=dice.choice(TALENTS))
    path = [code]
    for _ in range(dice.randint(1, 3)):
        path.append(dice.choice(land_neighbours(path[-1])))
    if "interception" in game.leaders[key].military.tactics:
        give(game, key, Intercept)
    elif dice.random() < 0.35:
        raid(game, key, *path[1:])
    else:
        attack(game, key, *path[1:])


@pytest.mark.rule("TC-WAR-19", "TC-WAR-18", "TC-WAR-12")
@pytest.mark.parametrize("block", range(4))
def test_after_any_campaign_nobody_stands_where_he_may_not(block):
    """No enemies share a land, troops and leaders are on land of their own or of an ally, and nobody has come from nowhere."""
    fought = 0
    for seed in range(block * 20, block * 20 + 20):
        game = melee(seed)
        strength = {nation: sum(size(game, nation, code) for code in game.lands) for nation in HOMES}
        fought += len(of(campaign(game), BattleFought))
        for code, group in bodies(game).items():
            holder = game.lands[code].controller
            assert all(body.nation == holder or allied(game, body.nation, holder) for body in group), (seed, code)
            assert not any(at_war(game, one.nation, other.nation) for one, other in combinations(group, 2)), (seed, code)
        for nation, before in strength.items():
            assert sum(size(game, nation, code) for code in game.lands) <= before, seed
        for who in game.leaders.values():
            holder = game.lands[who.at].controller if who.at else who.nation
            assert who.captor or holder == who.nation or allied(game, who.nation, holder), (seed, who.id)
    assert fought > 5
