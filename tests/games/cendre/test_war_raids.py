"""Raids: who defends, what is carried off, and the way home (TC-WAR-12)."""

from __future__ import annotations

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import TunnelRaid
from marchland.games.cendre.rules.common.ledger import OrderRefused, change
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty
from marchland.games.cendre.rules.war.battle import BattleFought, BattleReport
from marchland.games.cendre.rules.war.raids import RaidResolved, loot_of
from marchland.games.cendre.state import Nation

from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    V,
    X,
    Y,
    army,
    attack,
    bare_table,
    build,
    campaign,
    garrison,
    give,
    hold,
    land,
    listed,
    of,
    raid,
    size,
    war,
)


def raided(*, at_war=True, controller=A):
    game = bare_table()
    if at_war:
        war(game, A, V)
    hold(game, controller, X)
    land(game, X, population=4, farms=6, exploitations=3)
    hold(game, V, "WAN", "STE")
    hold(game, A, "TEA", "SPO")
    change(game, A, goods=Goods(*[100] * 8))
    change(game, V, goods=Goods())
    return game


@pytest.mark.rule("TC-WAR-12", "TC-LAND-10")
def test_dt10_what_eight_raiders_carry_off():
    game = raided()
    raid(game, army(game, V, "WAN", {FAST: 8}), X)
    (done,) = of(campaign(game), RaidResolved)
    assert (done.success, done.fought) == (True, False)
    assert game.nations[V].goods == Goods(gold=20, provisions=6, agricole=3)
    assert game.nations[A].goods.gold == 80
    assert game.lands[X].controller == A
    assert size(game, V, "WAN") == 8


@pytest.mark.rule("TC-WAR-12")
def test_loot_is_limited_by_the_survivors_and_by_the_masters_stock():
    game = raided()
    change(game, A, goods=Goods(gold=3, provisions=50))
    raid(game, army(game, V, "WAN", {FAST: 2}), X)
    campaign(game)
    assert game.nations[V].goods == Goods(gold=3, provisions=2)


@pytest.mark.rule("TC-WAR-12")
def test_born_raiders_carry_off_more():
    game = bare_table()
    assert loot_of(game, V, X, 2) == Goods(gold=10, provisions=2, agricole=2)
    assert loot_of(game, "SEL", X, 2) == Goods(gold=20, provisions=4, agricole=4)
    assert loot_of(game, "COLS", X, 3) == Goods(gold=22, provisions=4, agricole=4)


@pytest.mark.rule("TC-WAR-12")
def test_dt08_a_raid_doubles_the_attack_halves_the_defenders_losses_and_drives_nobody_away():
    game = raided()
    garrison(game, A, X, **{SLOW.replace("-", "_"): 5})
    glory = game.nations[V].glory
    raid(game, army(game, V, "WAN", {"vol-reitres": 5}), X)
    # ambush 1, raiders 6 4 1, defenders 5 3 1, the captain's fate
    events = campaign(game, 1, 6, 4, 1, 5, 3, 1, 5)
    (report,), (fought,) = of(events, BattleReport), of(events, BattleFought)
    assert report.attack_force == 2 * 5 * 4
    assert (fought.winner, fought.defence_losses, fought.attack_losses, fought.raid) == ("attaque", 2, 1, True)
    assert size(game, A, X) == 3
    assert size(game, V, "WAN") == 4
    assert game.nations[V].goods.gold == 20
    assert game.nations[V].glory == glory
    assert next(iter(game.wars.values())).counter == 0


@pytest.mark.rule("TC-WAR-12", "TC-STRUCT-04", "TC-LAND-08")
def test_works_and_castles_are_worth_more_against_raids():
    game = raided()
    garrison(game, A, X, **{SLOW.replace("-", "_"): 5})
    build(game, X, "chateau", "ouvrages-defensifs", border="WAN")
    raid(game, army(game, V, "WAN", {"vol-reitres": 5}), X)
    (report,) = of(campaign(game, 1, 2, 2, 2, 3, 3, 3, 5), BattleReport)
    assert report.attack_force == 5 * 4
    assert {"works": 2, "castle": 2}.items() <= listed(report.defence_bonuses).items()


@pytest.mark.rule("TC-WAR-12")
def test_beaten_raiders_go_home_with_nothing():
    game = raided()
    garrison(game, A, X, min_garde=9)
    raid(game, army(game, V, "WAN", {FAST: 5}), X)
    (done,) = of(campaign(game, 1, 1, 2, 2, 4, 4, 4, 5), RaidResolved)
    assert not done.success
    assert game.nations[V].goods == Goods()
    assert size(game, V, "WAN") == 5 - 3 - 1


@pytest.mark.rule("TC-WAR-12")
@pytest.mark.parametrize(("units", "success"), [(1, True), (2, False)])
def test_a_raid_succeeds_when_the_defender_is_driven_off_or_destroyed(units, success):
    """The raiders lose the test, but their dice (6 6 1) cost the defender two halves: one unit."""
    game = raided()
    garrison(game, A, X, sud_golems=units)
    raid(game, army(game, V, "WAN", {FAST: 9}), X)
    events = campaign(game, 1, 6, 6, 1, 6, 6, 5, 5)
    (fought,) = of(events, BattleFought)
    assert (fought.winner, fought.defence_losses) == ("défense", 1)
    (done,) = of(events, RaidResolved)
    assert done.success == success
    assert done.loot == (Goods(gold=10, provisions=2, agricole=2) if success else Goods())
    assert game.nations[V].year.raids_won == success


@pytest.mark.rule("TC-WAR-12", "TC-WAR-22")
def test_ex38_armies_that_come_later_defend_against_a_raid():
    game = raided()
    land(game, X, controller=A)
    raider = army(game, V, "WAN", {"est-archers": 3})
    raid(game, raider, X)
    attack(game, army(game, A, "TEA", {SLOW: 2}), X)
    attack(game, army(game, A, "SPO", {SLOW: 2}), X)
    # equal commanders are drawn; ambush, dice; fates of three leaders
    events = campaign(game, 0, 1, 1, 2, 2, 3, 3, 3, 5, 5, 5)
    (fought,) = of(events, BattleFought)
    assert (fought.attackers, fought.defenders, fought.defence_units) == ((V,), (A,), 4)
    assert game.armies[raider].at == "WAN"


@pytest.mark.rule("TC-WAR-12", "TC-WAR-22")
def test_ex39_a_raid_then_an_attack_on_the_survivors():
    game = raided()
    raider, follower = army(game, V, "WAN", {SWIFT: 3}), army(game, V, "WAN", {SLOW: 9})
    raid(game, raider, X)
    attack(game, follower, X)
    for home in ("TEA", "SPO"):
        attack(game, army(game, A, home, {FAST: 4}), X)
    # raid: one of A's equal captains is drawn, ambush, attack, defence, three equal units fall, three fates;
    # battle: the captain with more troops left commands; ambush, attack, defence, fates
    events = campaign(game, 0, 1, 6, 6, 6, 2, 2, 2, 0, 0, 0, 5, 5, 5, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5)
    first, second = of(events, BattleFought)
    assert (first.raid, first.attack_units, first.defence_units, first.defence_losses) == (True, 3, 8, 3)
    assert (second.raid, second.attackers, second.attack_units, second.defence_units) == (False, (V,), 9, 5)
    assert game.armies[raider].at == "WAN"


@pytest.mark.rule("TC-WAR-12", "TC-WAR-22")
def test_ex40_a_raid_where_ones_own_army_stands_first_is_unopposed_and_comes_before_control():
    game = raided()
    raider = army(game, V, "STE", {"vol-reitres": 2})
    raid(game, raider, "WAN", X)
    claimer = army(game, V, "WAN", {SWIFT: 9})
    attack(game, claimer, X)
    for home in ("TEA", "SPO"):
        attack(game, army(game, A, home, {SLOW: 2}), X)
    # one raid without dice; then V defends: attackers' commander drawn, ambush, dice, fates
    events = campaign(game, 0, 1, 1, 2, 2, 6, 6, 6, 5, 5, 5)
    (done,) = of(events, RaidResolved)
    assert (done.fought, done.success, done.victim) == (False, True, A)
    assert done.loot == Goods(gold=10, provisions=2, agricole=2)
    (fought,) = of(events, BattleFought)
    assert (fought.defenders, fought.attackers) == ((V,), (A,))
    assert game.lands[X].controller == V


@pytest.mark.rule("TC-WAR-12")
def test_ex40_no_loot_from_ones_own_land():
    game = raided(controller=V)
    assert game.lands[X].controller == V
    raid(game, army(game, V, "WAN", {FAST: 2}), X)
    assert not of(campaign(game), RaidResolved)


@pytest.mark.rule("TC-WAR-12")
def test_ex41_several_raids_come_one_by_one_and_share_what_there_is():
    game = raided()
    garrison(game, A, X, **{SLOW.replace("-", "_"): 2})
    first, second = army(game, V, "WAN", {SWIFT: 4}), army(game, V, "STE", {FAST: 4})
    raid(game, first, X)
    raid(game, second, "WAN", X)
    # first raid: ambush, dice 4 3 3 against 2 2 2, fate; second raid meets what is left of the garrison
    events = campaign(game, 1, 4, 3, 3, 2, 2, 2, 5, 1, 6, 6, 6, 1, 1, 1, 5)
    loots = [event.loot for event in of(events, RaidResolved)]
    assert loots[0] == Goods(gold=20, provisions=4, agricole=3)
    assert loots[1] == Goods(provisions=2)


@pytest.mark.rule("TC-WAR-12", "TC-DIP-04")
@pytest.mark.parametrize(("kind", "casus"), [("pact", True), ("alliance", True), ("contract", False)])
def test_a_raid_without_war_is_legal_but_a_pact_makes_it_a_casus_belli(kind, casus):
    game = raided(at_war=False)
    begin_treaty(game, kind, A, V, "TC-DIP-01")
    garrison(game, A, X, min_levee=1)
    raid(game, army(game, V, "WAN", {FAST: 3}), X)
    (done,) = of(campaign(game, 1, 6, 6, 6, 1, 1, 1, 5), RaidResolved)
    assert done.fought
    assert bool(game.casus) is casus
    assert (game.nations[V].year.raids, game.nations[V].season.raids) == (1, 1)


@pytest.mark.rule("TC-WAR-12")
def test_a_raid_cannot_cross_land_it_may_not_enter():
    game = raided(at_war=False)
    hold(game, A, Y)
    raider = army(game, V, "WAN", {FAST: 3})
    raid(game, raider, X, Y)
    assert not of(campaign(game), RaidResolved)
    assert game.armies[raider].at == "WAN"


@pytest.mark.rule("TC-WAR-13", "TC-WAR-12")
def test_a_raid_by_tunnel_combines_both():
    game = raided()
    garrison(game, A, X, min_levee=5)
    build(game, X, "ouvrages-defensifs", border="WAN")
    diggers = army(game, V, "WAN", {FAST: 5}, tactics=("tunnelier",))
    give(game, diggers, TunnelRaid, territory=X)
    events = campaign(game, 5, 1, 6, 6, 6, 1, 1, 1, 5)
    (report,) = of(events, BattleReport)
    assert listed(report.attack_bonuses)["tunnel"] == 1
    assert "works" not in listed(report.defence_bonuses)
    assert report.attack_force == 2 * 5 * 3


@pytest.mark.rule("TC-WAR-12", "TC-STRUCT-08")
def test_the_captains_hall_brings_glory_for_raids_four_times_a_year():
    game = raided()
    hold(game, V, "VOL")
    build(game, "VOL", "halle-des-capitaines")
    glory = game.nations[V].glory
    for _ in range(6):
        game.sheets.clear()
        raid(game, army(game, V, "WAN", {FAST: 1}), X)
        campaign(game)
    assert game.nations[V].glory == glory + 4


@pytest.mark.rule("TC-WAR-12", "TC-WAR-21")
def test_the_people_of_a_minor_nation_resist_raiders_and_rebels_have_nothing_to_take():
    game = bare_table()
    game.nations["MIN-PME"] = Nation(id="MIN-PME", kind="minor", capital=X, goods=Goods(gold=50))
    hold(game, "MIN-PME", X)
    hold(game, V, "WAN")
    raid(game, army(game, V, "WAN", {FAST: 6}), X)
    # the people: 2 + 20/5; ambush, raiders 6 6 6, people 1 1 1, the captain's fate
    (done,) = of(campaign(game, 2, 1, 6, 6, 6, 1, 1, 1, 5), RaidResolved)
    assert (done.fought, done.success) == (True, True)
    game.nations["MIN-PME"] = Nation(id="MIN-PME", kind="rebel", capital=X)
    game.sheets.clear()
    raid(game, army(game, V, "WAN", {FAST: 6}), X)
    (refused,) = of(campaign(game), OrderRefused)
    assert refused.facts["why"] == "nothing_to_raid"


@pytest.mark.rule("TC-DIP-10", "TC-WAR-17")
def test_a_prisoner_taken_in_a_raid_counts_in_the_war_but_does_not_keep_it_awake():
    game = raided()
    game.season = "automne"
    garrison(game, A, X, min_garde=9)
    raider = army(game, V, "WAN", {FAST: 5})
    captain = game.armies[raider].leader
    raid(game, raider, X)
    campaign(game, 1, 1, 2, 2, 4, 4, 4, 2)  # the last die is the captain's fate
    (quarrel,) = game.wars.values()
    assert game.leaders[captain].captor == A
    assert (quarrel.one, quarrel.counter) == (A, 1)
    assert quarrel.last_action == 0 < game.turn
