"""Many armies in one war: allies, guests, coalitions, raids beside attacks and moves at the same time, from the book's words."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.orders import Demolish, Intercept, March, Pillage, TunnelAttack
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.diplomacy.counter import WarScored
from marchland.games.cendre.rules.leaders.people import LeaderCaptured
from marchland.games.cendre.rules.war.aftermath import LeaderTested, TroopsRetreated
from marchland.games.cendre.rules.war.battle import BattleFought, BattleReport
from marchland.games.cendre.rules.war.forces import Field, side_force
from marchland.games.cendre.rules.war.movement import InterceptionTried
from marchland.games.cendre.rules.war.raids import RaidResolved
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.state import MINOR, Nation
from marchland.games.cendre.world import unit_kind

from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    C,
    M,
    V,
    X,
    Y,
    ally,
    army,
    attack,
    bare_table,
    build,
    campaign,
    garrison,
    give,
    hold,
    land,
    leader,
    listed,
    of,
    raid,
    size,
    steps_only,
    war,
)

WIN, LOSE = (6, 6, 6), (2, 2, 2)
HOMES = {A: "TEA", V: "WAN", M: "SPO", C: "DVA"}


def world(*, wars=(), alliances=(), master="", owner=None):
    """A, V, M and C each hold a land beside X; `master` holds X."""
    game = bare_table()
    for nation, home in HOMES.items():
        hold(game, nation, home)
    if master:
        hold(game, master, X, owner=owner)
    for one, other in wars:
        war(game, one, other)
    for one, other in alliances:
        ally(game, one, other)
    return game


def camps(game, code=X):
    lined = line_up(game, code, standing(game, code))
    return tuple(sorted({body.nation for body in group}) for group in (lined.defence, lined.attack, lined.watching))


def fight_in(game, code=X):
    return pitched(game, code, line_up(game, code, standing(game, code)))


# -- guests and empty land --------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-22", "TC-WAR-19")
def test_a_peaceful_guest_does_not_keep_an_enemy_out_of_his_hosts_empty_land():
    game = world(wars=[(A, V)], alliances=[(A, M)], master=A)
    garrison(game, M, X, min_levee=2)
    attack(game, army(game, V, "WAN", {SLOW: 1}), X)
    campaign(game)
    assert game.lands[X].controller == V
    assert size(game, V, X) == 1
    assert (size(game, M, X), size(game, M, "SPO") + size(game, M, "TEA")) == (0, 2)


@pytest.mark.rule("TC-WAR-22", "TC-WAR-19")
def test_of_two_enemies_of_the_master_on_his_empty_land_the_first_takes_it_and_the_second_goes_back():
    game = world(wars=[(A, V), (A, C)], master=A)
    first = army(game, V, "WAN", {FAST: 1})
    second = army(game, C, "DVA", {SLOW: 1})
    attack(game, first, X)
    attack(game, second, X)
    campaign(game)
    assert game.lands[X].controller == V
    assert (game.armies[first].at, game.armies[second].at) == (X, "DVA")


@pytest.mark.rule("TC-WAR-22", "TC-WAR-19")
def test_an_ally_who_comes_after_a_conqueror_stays_with_him():
    game = world(wars=[(A, V), (A, M)], alliances=[(V, M)], master=A)
    first = army(game, V, "WAN", {FAST: 1})
    second = army(game, M, "SPO", {SLOW: 1})
    attack(game, first, X)
    attack(game, second, X)
    campaign(game)
    assert game.lands[X].controller == V
    assert game.armies[second].at == X


@pytest.mark.rule("TC-WAR-22")
def test_on_vacant_land_of_two_strangers_the_first_stays_and_the_second_goes_back():
    game = world()
    first = army(game, V, "WAN", {FAST: 9})
    second = army(game, C, "DVA", {SLOW: 9})
    attack(game, first, X)
    attack(game, second, X)
    campaign(game, 1, 1, *WIN, *LOSE, 5)
    assert game.lands[X].controller == V
    assert game.armies[second].at == "DVA"


@pytest.mark.rule("TC-WAR-22", "TC-WAR-21")
def test_two_allies_take_vacant_land_together_and_the_first_holds_it():
    game = world(alliances=[(V, M)])
    attack(game, army(game, V, "WAN", {FAST: 2}), X)
    attack(game, army(game, M, "SPO", {SLOW: 3}), X)
    (battle,) = of(campaign(game, 6, 1, *WIN, *LOSE, 5, 5), BattleFought)
    assert (battle.attack_units, battle.defenders) == (5, ())
    assert game.lands[X].controller == V


@pytest.mark.rule("TC-WAR-19")
@pytest.mark.parametrize(("owner", "controller", "here"), [(V, V, 1), (A, V, 1), (M, M, 1), (C, C, 0), ("", V, 1)])
def test_to_whom_land_taken_from_an_enemy_goes(owner, controller, here):
    """V drives A out of X, which belongs to V, to A, to V's ally M, to the neutral C or to nobody."""
    game = world(wars=[(A, V)], alliances=[(V, M)], master=A, owner=owner)
    attack(game, army(game, V, "WAN", {SLOW: 1}), X)
    campaign(game)
    assert game.lands[X].controller == controller
    assert size(game, V, X) == here
    assert sum(size(game, V, code) for code in game.lands) == 1


@pytest.mark.rule("TC-WAR-19")
def test_land_held_by_an_ally_does_not_change_hands_when_his_guest_is_driven_off():
    game = world(wars=[(A, V)], alliances=[(A, M), (V, M)], master=M)
    garrison(game, A, X, min_levee=1)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    campaign(game, 1, *WIN, *LOSE, 5)
    assert game.lands[X].controller == M
    assert (size(game, A, X), size(game, V, X)) == (0, 9)


# -- several armies a side --------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-01", "TC-WAR-22")
def test_garrison_and_all_armies_of_a_nation_defend_as_one():
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, min_levee=2)
    army(game, A, X, {SLOW: 3}, command=4)
    army(game, A, X, {SLOW: 1}, command=3)
    attack(game, army(game, V, "WAN", {SLOW: 5}), X)
    attack(game, army(game, V, "WAN", {SLOW: 2}, command=5), X)
    (battle,) = of(campaign(game, 1, *WIN, *LOSE, 5, 5, 5, 5), BattleFought)
    assert (battle.attack_units, battle.defence_units) == (7, 6)


@pytest.mark.rule("TC-WAR-22")
@pytest.mark.parametrize(
    ("one", "other", "commander"),
    [
        ({"command": 6, "strategy": 1}, {"command": 8, "strategy": 0}, 1),
        ({"command": 6, "strategy": 1}, {"command": 6, "strategy": 2}, 1),
        ({"command": 6, "strategy": 2}, {"command": 6, "strategy": 1}, 0),
    ],
)
def test_the_best_command_leads_then_the_best_strategy(one, other, commander):
    game = world(wars=[(A, V)], master=A)
    keys = [army(game, A, X, {SLOW: 1}, **figures) for figures in (one, other)]
    attack(game, army(game, V, "WAN", {SLOW: 5}), X)
    steps_only(game)
    assert fight_in(game).defence.commander == keys[commander]


@pytest.mark.rule("TC-WAR-22")
@pytest.mark.parametrize(("first", "second", "commander"), [(1, 3, 1), (3, 1, 0)])
def test_of_equals_the_leader_with_more_troops_of_his_own_commands(first, second, commander):
    game = world(wars=[(A, V)], master=A)
    keys = [army(game, A, X, {SLOW: number}, command=6) for number in (first, second)]
    attack(game, army(game, V, "WAN", {SLOW: 5}), X)
    steps_only(game)
    assert fight_in(game).defence.commander == keys[commander]


@pytest.mark.rule("TC-WAR-22")
def test_a_leader_of_a_small_contingent_does_not_lead_for_the_size_of_his_nations_others():
    game = world(wars=[(A, V), (A, M)], alliances=[(V, M)], master=A)
    garrison(game, A, X, min_levee=1)
    small = army(game, V, "WAN", {FAST: 1}, command=6)
    army(game, V, "WAN", {FAST: 4}, command=3)
    large = army(game, M, "SPO", {SWIFT: 3}, command=6)
    for key in list(game.armies):
        attack(game, key, X)
    steps_only(game)
    assert fight_in(game).attack.commander == large
    assert small in fight_in(game).attack.leaders


@pytest.mark.rule("TC-LEAD-12", "TC-LEAD-11")
@pytest.mark.parametrize(
    ("tactic", "side", "lost"),
    [("", V, (0, 6)), ("sanguinaire", V, (0, 7)), ("prudent", A, (0, 5)), ("évasion", A, (0, 4)), ("prudent", V, (0, 6))],
)
def test_tactics_serve_every_battle_in_which_their_leaders_army_takes_part(tactic, side, lost):
    """The second leader of a side has the tactic; the first, with the better command, has none."""
    game = world(wars=[(A, V)], master=A)
    for nation, place in ((A, X), (V, "WAN")):
        army(game, nation, place, {SLOW: 8}, command=9)
        army(game, nation, place, {"sud-golems": 2}, command=3, tactics=(tactic,) if tactic and nation == side else ())
    for key, held in list(game.armies.items()):
        if held.nation == V:
            attack(game, key, X)
    (battle,) = of(campaign(game, 1, *WIN, *LOSE, 5, 5, 5, 5), BattleFought)
    assert (battle.attack_losses, battle.defence_losses) == lost


@pytest.mark.rule("TC-LEAD-12", "TC-WAR-14")
@pytest.mark.parametrize(("wary", "ambush"), [(0, 9), (1, 7)])
def test_a_wary_leader_of_any_attacking_army_spoils_the_ambush(wary, ambush):
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, **{SLOW: 1})
    attack(game, army(game, V, "WAN", {SLOW: 1}, command=9), X)
    attack(game, army(game, V, "WAN", {SLOW: 1}, command=3, tactics=("perspicace",) * wary), X)
    (report,) = of(campaign(game, 9, *WIN, *LOSE, 5, 5), BattleReport)
    assert report.ambush == ambush


@pytest.mark.rule("TC-WAR-15", "TC-LEAD-11")
def test_only_the_commanders_strategy_counts():
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, **{SLOW: 1})
    attack(game, army(game, V, "WAN", {SLOW: 1}, command=9, strategy=1), X)
    attack(game, army(game, V, "WAN", {SLOW: 1}, command=3, strategy=4, tactics=("attaquant",)), X)
    (report,) = of(campaign(game, 1, *WIN, *LOSE, 5, 5), BattleReport)
    assert listed(report.attack_bonuses)["strategy"] == 1


@pytest.mark.rule("TC-GLORY-01", "TC-WAR-22", "TC-DIP-09")
def test_glory_and_counters_of_a_battle_between_coalitions():
    """V and M (V commands) beat A and C (A commands); twenty-two units fight, the smaller side has eight."""
    game = world(wars=[(A, V), (A, M), (C, V), (C, M)], alliances=[(V, M), (A, C)], master=A)
    army(game, A, X, {SLOW: 6}, command=9)
    army(game, C, X, {"sud-golems": 2}, command=3)
    attack(game, army(game, V, "WAN", {SLOW: 9}, command=9), X)
    attack(game, army(game, M, "SPO", {FAST: 5}, command=3), X)
    before = {nation: game.nations[nation].glory for nation in (A, C, M, V)}
    events = campaign(game, 1, *WIN, *LOSE, 5, 5, 5, 5)
    assert {nation: game.nations[nation].glory - before[nation] for nation in before} == {V: 3, M: 1, A: -3, C: -1}
    scored = {(event.nation, event.against): event.points for event in of(events, WarScored) if event.reason == "battle"}
    assert scored == {(V, A): 3, (V, C): 3, (M, A): 3, (M, C): 3}


@pytest.mark.rule("TC-WAR-17", "TC-WAR-22")
def test_every_leader_of_a_beaten_side_risks_his_life_and_the_commanding_nation_takes_prisoners():
    game = world(wars=[(A, V), (A, M)], alliances=[(V, M)], master=A)
    army(game, A, X, {SLOW: 7}, command=9)
    army(game, A, X, {"sud-golems": 2}, command=3)
    attack(game, army(game, V, "WAN", {SLOW: 9}, command=9), X)
    attack(game, army(game, M, "SPO", {FAST: 5}, command=3), X)
    # fates: V and M unhurt, the first A unhurt, the second taken
    events = campaign(game, 1, *WIN, *LOSE, 5, 5, 5, 2)
    (taken,) = of(events, LeaderCaptured)
    assert taken.captor == V


# -- retreats ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-18")
def test_beaten_attackers_each_go_back_to_their_own_start():
    game = world(wars=[(A, V), (A, M)], alliances=[(V, M)], master=A)
    garrison(game, A, X, **{SLOW: 20})
    attack(game, army(game, V, "WAN", {SLOW: 9}, command=9), X)
    attack(game, army(game, M, "SPO", {FAST: 9}, command=3), X)
    events = campaign(game, 1, *LOSE, *WIN, 5, 5)
    assert sorted((gone.nation, gone.end) for gone in of(events, TroopsRetreated)) == [(M, "SPO"), (V, "WAN")]


@pytest.mark.rule("TC-WAR-18")
@pytest.mark.parametrize(("holder", "end"), [(V, "WAN"), (M, "SPO")])
def test_an_attacker_who_set_out_from_an_allys_land_is_not_bound_to_it(holder, end):
    """V sets out from WAN, its own or its ally's; SPO, as near and first in the alphabet, is its own in any case."""
    game = world(wars=[(A, V)], alliances=[(V, M)], master=A)
    hold(game, V, "SPO")
    hold(game, holder, "WAN")
    garrison(game, A, X, **{SLOW: 20})
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    (gone,) = of(campaign(game, 1, *LOSE, *WIN, 5), TroopsRetreated)
    assert (gone.end, gone.lost) == (end, 0)


@pytest.mark.rule("TC-WAR-18")
def test_nobody_flees_into_a_land_where_an_enemy_stands():
    game = world(wars=[(A, V)], master=A)
    hold(game, A, Y, "GPA")
    garrison(game, A, X, **{SLOW: 9})
    hold(game, V, "TAN")
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    attack(game, army(game, V, "TAN", {SLOW: 1}), Y)
    hold(game, V, "TEA")
    hold(game, C, "DVA")
    events = campaign(game, 1, *WIN, *LOSE, 5)
    # from X over Y (which V has just entered, still A's) to GPA
    assert [(gone.end, gone.lost) for gone in of(events, TroopsRetreated)] == [("GPA", 0)]


@pytest.mark.rule("TC-WAR-18")
def test_beaten_troops_do_not_fight_again_this_season():
    """A loses PME; its nearest land is Y, which V does not reach: nothing more happens there."""
    game = world(wars=[(A, V)], master=A)
    hold(game, A, Y)
    hold(game, C, "TEA")
    garrison(game, A, X, **{SLOW: 9})
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    events = campaign(game, 1, *WIN, *LOSE, 5)
    assert len(of(events, BattleFought)) == 1
    assert size(game, A, Y) == 3


# -- raids beside attacks ---------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-12")
def test_a_raid_and_an_attack_of_two_allies_the_raid_first():
    game = world(wars=[(A, V), (A, M)], alliances=[(V, M)], master=A)
    land(game, X, population=4, farms=4)
    garrison(game, A, X, **{SLOW: 9})
    raiders = army(game, V, "WAN", {FAST: 4})
    raid(game, raiders, X)
    attackers = army(game, M, "SPO", {SLOW: 9})
    attack(game, attackers, X)
    # raid: ambush 1, 6 6 6 against 2 2 2: nine lose three; then the battle
    events = campaign(game, 1, *WIN, *LOSE, 5, 1, *WIN, *LOSE, 5)
    fought = of(events, BattleFought)
    assert [(battle.raid, battle.attackers, battle.defence_units) for battle in fought] == [(True, (V,), 9), (False, (M,), 6)]
    assert (game.armies[raiders].at, game.armies[attackers].at) == ("WAN", X)
    assert game.lands[X].controller == M


@pytest.mark.rule("TC-WAR-12")
def test_an_allied_guest_at_war_with_the_raider_defends_and_a_neutral_one_does_not():
    for at_war_too, units in ((True, 5), (False, 3)):
        game = world(wars=[(A, V), *([(M, V)] if at_war_too else [])], alliances=[(A, M)], master=A)
        garrison(game, A, X, **{SLOW: 3})
        garrison(game, M, X, **{FAST: 2})
        raid(game, army(game, V, "WAN", {FAST: 4}), X)
        (battle,) = of(campaign(game, 1, 1, 1, 1, *WIN, 5), BattleFought)
        assert battle.defence_units == units


@pytest.mark.rule("TC-WAR-12", "TC-DIP-04")
def test_a_raid_on_an_ally_is_resisted_by_his_troops_and_leaves_a_casus_belli():
    game = world(alliances=[(V, M)], master=M)
    garrison(game, M, X, **{SLOW: 3})
    raid(game, army(game, V, "WAN", {FAST: 4}), X)
    (battle,) = of(campaign(game, 1, *LOSE, *WIN, 5), BattleFought)
    assert (battle.raid, battle.defenders) == (True, (M,))
    assert [(casus.holder, casus.against) for casus in game.casus] == [(M, V)]


@pytest.mark.rule("TC-WAR-12")
def test_raiders_of_two_enemies_do_not_meet_and_share_what_there_is():
    game = world(wars=[(A, V), (A, C), (V, C)], master=A)
    land(game, X, population=2, farms=3, exploitations=0)
    for nation, home in ((V, "WAN"), (C, "DVA")):
        raid(game, army(game, nation, home, {FAST if nation == V else SWIFT: 2}), X)
    events = campaign(game)
    assert [(event.nation, event.loot.gold, event.loot.provisions) for event in of(events, RaidResolved)] == [(C, 10, 2), (V, 0, 1)]
    assert not of(events, BattleFought)


@pytest.mark.rule("TC-WAR-12", "TC-WAR-19")
def test_raiders_whose_home_is_taken_meanwhile_go_elsewhere():
    game = world(wars=[(A, V)], master=A)
    hold(game, V, "VIL")
    raiders = army(game, V, "WAN", {FAST: 3})
    raid(game, raiders, X)
    attack(game, army(game, A, "TEA", {SLOW: 2}), "WAN")
    campaign(game)
    assert game.lands["WAN"].controller == A
    assert game.armies[raiders].at == "VIL"


@pytest.mark.rule("TC-WAR-12", "TC-WAR-11")
def test_an_interceptor_defends_against_a_raid():
    game = world(wars=[(A, V)], master=A)
    land(game, X, population=4)
    catcher = army(game, A, "TEA", {SLOW: 9}, tactics=("interception",))
    give(game, catcher, Intercept)
    raiders = army(game, V, "WAN", {FAST: 4})
    raid(game, raiders, X)
    events = campaign(game, 9, 1, *LOSE, *WIN, 5, 5)
    (battle,) = of(events, BattleFought)
    assert (battle.raid, battle.defenders, battle.winner) == (True, (A,), "défense")
    assert [event.success for event in of(events, RaidResolved)] == [False]


@pytest.mark.rule("TC-WAR-12", "TC-WAR-11")
def test_a_raid_caught_on_its_way_is_an_attack_where_it_was_caught():
    game = world(wars=[(A, V)], master=A)
    hold(game, A, Y, population=4)
    give(game, army(game, A, "TEA", {SLOW: 2}, tactics=("interception",)), Intercept)
    raid(game, army(game, V, "WAN", {FAST: 9}), X, Y)
    events = campaign(game, 9, 1, *WIN, *LOSE, 5, 5)
    (battle,) = of(events, BattleFought)
    assert (battle.raid, battle.territory) == (False, X)
    assert not of(events, RaidResolved)
    assert game.lands[X].controller == V


@pytest.mark.rule("TC-WAR-23", "TC-WAR-12")
@pytest.mark.parametrize("kind", [Pillage, Demolish])
def test_no_plunder_and_no_demolition_where_somebody_raids(kind):
    game = world(wars=[(A, V)], master=V, owner=A)
    land(game, X, town=3)
    build(game, X, "silos")
    fields = {"structure": "silos"} if kind is Demolish else {}
    give(game, army(game, V, X, {SLOW: 2}), kind, **fields)
    raid(game, army(game, C, "DVA", {FAST: 1}), X)
    events = campaign(game, 1, 1, 1, 1, *WIN, 5, 5)
    assert [(refused.rule, refused.facts["why"]) for refused in of(events, OrderRefused)] == [("TC-WAR-23", "battle")]


# -- moves at the same time -------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-08")
def test_three_enemies_in_a_ring_the_first_to_arrive_moves_and_the_others_follow_from_that():
    """A in TEA goes to X, V in X to WAN, C in WAN to TEA: all at war, all slow; light troops say who is first."""
    game = world(wars=[(A, V), (V, C), (A, C)])
    hold(game, V, X)
    hold(game, C, "WAN")
    keys = {
        A: army(game, A, "TEA", {"min-levee": 3}),
        V: army(game, V, X, {"min-levee": 2}),
        C: army(game, C, "WAN", {"min-levee": 1}),
    }
    for nation, aim in ((A, X), (V, "WAN"), (C, "TEA")):
        attack(game, keys[nation], aim)
    steps_only(game)
    # A is first and moves: V is pinned in X and pins nobody, so C is free to walk into A's land
    assert {nation: game.armies[key].at for nation, key in keys.items()} == {A: X, V: X, C: "TEA"}


@pytest.mark.rule("TC-WAR-08")
def test_an_army_pinned_by_an_enemy_pins_nobody_itself():
    """A2 pins V1, who wanted to attack A1; so A1 may leave."""
    game = world(wars=[(A, V)])
    hold(game, A, X, Y)
    hold(game, V, "WAN")
    hold(game, A, "STE")
    a_one = army(game, A, X, {SLOW: 1})
    a_two = army(game, A, "STE", {SLOW: 1})
    v_one = army(game, V, "WAN", {SLOW: 1})
    give(game, a_one, March, territory=Y)
    attack(game, a_two, "WAN")
    attack(game, v_one, X)
    steps_only(game)
    assert (game.armies[a_one].at, game.armies[a_two].at, game.armies[v_one].at) == (Y, "WAN", "WAN")


@pytest.mark.rule("TC-WAR-08", "TC-WAR-22")
def test_two_enemies_who_meet_half_way_both_stop_there():
    game = world(wars=[(A, V)])
    hold(game, A, "TEA", Y)
    one = army(game, A, "TEA", {FAST: 3})
    other = army(game, V, "WAN", {FAST: 2})
    attack(game, one, X, Y)
    attack(game, other, X, "DVA")
    hold(game, V, "DVA")
    steps_only(game, 0)
    assert game.armies[one].at == game.armies[other].at == X
    assert sorted({*camps(game)[0], *camps(game)[1]}) == [A, V]


@pytest.mark.rule("TC-WAR-08")
def test_allies_pass_through_each_other_and_through_each_others_land():
    game = world(alliances=[(A, M)], master=M)
    garrison(game, M, X, min_levee=3)
    hold(game, A, Y)
    rider = army(game, A, "TEA", {FAST: 1})
    attack(game, rider, X, Y)
    campaign(game)
    assert game.armies[rider].at == Y
    assert game.lands[X].controller == M


@pytest.mark.rule("TC-WAR-08", "TC-WAR-10")
def test_infiltrators_leave_a_land_an_enemy_enters_in_the_same_step():
    game = world(wars=[(A, V)], master=A)
    hold(game, A, Y)
    spies = army(game, A, X, {SLOW: 1}, tactics=("infiltration",))
    attack(game, spies, Y)
    attack(game, army(game, V, "WAN", {SLOW: 1}), X)
    campaign(game)
    assert game.armies[spies].at == Y
    assert game.lands[X].controller == V


@pytest.mark.rule("TC-WAR-22")
def test_an_army_that_arrives_first_but_for_a_raid_is_still_the_attacker():
    game = world(wars=[(A, V)], master=V)
    land(game, X, population=4)
    raiders = army(game, A, "TEA", {SWIFT: 4})
    raid(game, raiders, X)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    (battle,) = of(campaign(game, 1, *LOSE, *WIN, 5, 5), BattleFought)
    assert (battle.raid, battle.attackers, battle.defenders) == (True, (A,), (V,))


@pytest.mark.rule("TC-WAR-11")
def test_of_two_interceptors_the_second_tries_after_the_first_has_failed_and_both_may_come():
    game = world(wars=[(A, V)], master=A)
    hold(game, A, Y)
    catchers = [army(game, A, code, {SLOW: 1}, tactics=("interception",)) for code in ("TEA", Y)]
    for key in catchers:
        give(game, key, Intercept)
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    events = steps_only(game, 2, 9)
    assert [event.success for event in of(events, InterceptionTried)] == [False, True]
    assert [game.armies[key].at for key in catchers] == ["TEA", X]


@pytest.mark.rule("TC-WAR-11")
def test_an_army_engaged_where_it_waits_intercepts_nobody():
    game = world(wars=[(A, V)], master=A)
    catcher = army(game, A, "TEA", {SLOW: 2}, tactics=("interception",))
    give(game, catcher, Intercept)
    hold(game, V, "STE")
    attack(game, army(game, V, "STE", {SLOW: 1}), "TEA")
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    assert not of(steps_only(game), InterceptionTried)
    assert game.armies[catcher].at == "TEA"


@pytest.mark.rule("TC-WAR-11")
@pytest.mark.parametrize(("holder", "tried"), [(A, 1), (V, 1), (M, 0), ("", 0)])
def test_whose_land_an_enemy_may_be_intercepted_on(holder, tried):
    """V walks into X, which is A's, V's own, A's ally's (at war with V too) or nobody's."""
    game = world(wars=[(A, V), (M, V)], alliances=[(A, M)], master=holder)
    give(game, army(game, A, "TEA", {SLOW: 2}, tactics=("interception",)), Intercept)
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    assert len(of(steps_only(game, *[1] * tried), InterceptionTried)) == tried


# -- ways -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-13", "TC-WAR-18")
def test_beaten_diggers_go_back_the_way_they_came():
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, **{SLOW: 20})
    diggers = army(game, V, "WAN", {SLOW: 9}, tactics=("tunnelier",))
    give(game, diggers, TunnelAttack, territory=X)
    campaign(game, 7, 1, *LOSE, *WIN, 5)
    assert game.armies[diggers].at == "WAN"


@pytest.mark.rule("TC-WAR-07")
def test_each_army_of_a_side_minds_its_own_landing():
    """Two armies of V attack PCO: one by land from LLA, one from the sea HRO; only the second is helpless."""
    game = bare_table()
    war(game, A, V)
    hold(game, A, "PCO")
    hold(game, V, "LLA", "BHI")
    garrison(game, A, "PCO", min_levee=1)
    by_land = army(game, V, "LLA", {SLOW: 2}, command=9)
    by_sea = army(game, V, "BHI", {SLOW: 2}, command=3)
    attack(game, by_land, "PCO")
    attack(game, by_sea, "PCO")
    steps_only(game)
    fight = fight_in(game, "PCO")
    assert {game.armies[key].way for key in (by_land, by_sea)} == {"land", "water"}
    assert side_force(Field(game, fight), fight.attack) == 2 * 2 + 2 * 1


@pytest.mark.rule("TC-WAR-01", "TC-WAR-17")
def test_a_leader_who_stands_with_beaten_troops_but_leads_none_goes_with_them():
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, **{SLOW: 9})
    key = leader(game, A, X)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    campaign(game, 1, *WIN, *LOSE, 5, 5)
    assert size(game, A, "TEA") == 3
    assert game.leaders[key].at == "TEA"


@pytest.mark.rule("TC-WAR-22")
@pytest.mark.parametrize(("garrison_of", "commander"), [(A, A), (M, M)])
def test_a_leader_without_an_army_counts_the_garrison_he_stands_with(garrison_of, commander):
    """A's leader has no army, M's has one of three; five more units stand with one of them."""
    game = world(wars=[(A, V), (M, V)], alliances=[(A, M)], master=A)
    leader(game, A, X, command=6)
    army(game, M, X, {SLOW: 3}, command=6)
    garrison(game, A, X, min_levee=1)
    garrison(game, garrison_of, X, min_levee=5)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    steps_only(game)
    assert fight_in(game).defence.nation == commander


# -- siege, prisoners, land of minors -----------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-05", "TC-WAR-19")
@pytest.mark.parametrize(("owner", "besieged"), [(A, True), (M, False)])
def test_only_a_town_taken_from_its_owner_is_besieged(owner, besieged):
    game = world(wars=[(A, V), (M, V)], master=A, owner=owner)
    land(game, X, town=3)
    build(game, X, "fortifications-superieures")
    attack(game, army(game, V, "WAN", {SLOW: 1}), X)
    campaign(game)
    assert game.lands[X].besieged == besieged


@pytest.mark.rule("TC-STRUCT-05", "TC-WAR-19")
def test_a_town_its_owner_takes_back_serves_him_at_once():
    game = world(wars=[(A, V)], master=V, owner=A)
    land(game, X, town=3, besieged=True)
    build(game, X, "fortifications-superieures")
    attack(game, army(game, A, "TEA", {SLOW: 1}), X)
    campaign(game)
    assert (game.lands[X].controller, game.lands[X].besieged) == (A, False)


@pytest.mark.rule("TC-WAR-17")
@pytest.mark.parametrize(("die", "again", "fate"), [(1, 5, "wounded"), (1, 6, "killed"), (2, 0, "unhurt")])
def test_the_fate_of_a_victor(die, again, fate):
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, min_levee=1)
    key = army(game, V, "WAN", {SLOW: 9})
    attack(game, key, X)
    events = campaign(game, 1, *WIN, *LOSE, die, *([again] if again else []))
    assert [event.fate for event in of(events, LeaderTested)] == [fate]
    assert (key in game.leaders) == (fate != "killed")
    assert size(game, V, X) == 9


@pytest.mark.rule("TC-WAR-17", "TC-DIP-09", "TC-GLORY-01")
def test_the_army_of_a_captured_leader_goes_home_without_him():
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, **{SLOW: 20})
    key = army(game, V, "WAN", {SLOW: 9})
    attack(game, key, X)
    glory = game.nations[A].glory
    campaign(game, 1, *LOSE, *WIN, 2)
    assert game.leaders[key].captor == A
    assert size(game, V, "WAN") == 3
    # 29 units: three points for the battle and one for the prisoner
    assert game.nations[A].glory - glory == 3 + 1


@pytest.mark.rule("TC-WAR-17")
def test_a_wounded_leader_neither_leads_nor_risks_anything_but_leaves_with_the_beaten():
    game = world(wars=[(A, V)], master=A)
    garrison(game, A, X, **{SLOW: 9})
    key = leader(game, A, X, strategy=5)
    game.leaders[key] = msgspec.structs.replace(game.leaders[key], wounded=True)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    events = campaign(game, 1, *WIN, *LOSE, 5)
    (report,) = of(events, BattleReport)
    assert "strategy" not in listed(report.defence_bonuses)
    assert len(of(events, LeaderTested)) == 1
    assert game.leaders[key].at != X


def minor_land(units):
    """X and Y are land of the minor nation MIN-X, at war with V; `units` levies stand in X."""
    game = world()
    game.nations["MIN-X"] = Nation(id="MIN-X", kind=MINOR, capital=Y)
    hold(game, "MIN-X", X, Y)
    war(game, V, "MIN-X")
    if units:
        garrison(game, "MIN-X", X, min_levee=units)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    return game


@pytest.mark.rule("TC-WAR-21", "TC-DIP-09")
@pytest.mark.parametrize(("units", "defenders"), [(2, [("MIN-X",)]), (0, [()])])
def test_a_minor_nation_is_fought_through_its_troops_or_its_people(units, defenders):
    game = minor_land(units)
    dice = (1, *WIN, *LOSE, 5) if units else (3, 1, *WIN, *LOSE, 5)
    events = campaign(game, *dice)
    fought = of(events, BattleFought)
    assert [battle.defenders for battle in fought] == defenders
    assert game.lands[X].controller == V


# -- water ------------------------------------------------------------------------------------------------------


def fleet_battle(attackers, defenders, *, at="MIC", start="IRI", known=()):
    """V sails from the islands of IRI into the sea MIC, which A holds: forces of the two sides."""
    game = bare_table()
    war(game, A, V)
    hold(game, A, at)
    hold(game, V, start)
    game.nations[V] = msgspec.structs.replace(game.nations[V], known=known)
    garrison(game, A, at, **defenders)
    attack(game, army(game, V, start, attackers), at)
    steps_only(game)
    fight = fight_in(game, at)
    field = Field(game, fight)
    return side_force(field, fight.attack), side_force(field, fight.defence)


@pytest.mark.rule("TC-WAR-07")
def test_land_troops_are_helpless_at_sea_on_either_side_and_ships_are_not():
    ship = unit_kind("akl-galeasse").force
    assert fleet_battle({SLOW: 3}, {"mag_pantins_cendre": 2}) == (3, 2)
    assert fleet_battle({"akl-galeasse": 2}, {"mag_pantins_cendre": 2}) == (2 * ship, 2)
    assert fleet_battle({"akl-galeasse": 2}, {"mag_pantins_cendre": 2}, known=("Troupes embarquées",)) == (2 * (ship + 1), 2)


@pytest.mark.rule("TC-WAR-07", "TC-WAR-09")
@pytest.mark.parametrize(("known", "force"), [((), 2), (("Débarquement",), 4)])
def test_an_attack_on_an_archipelago_is_a_landing_and_its_land_troops_stand_on_the_islands(known, force):
    attack_force, defence_force = fleet_battle({SLOW: 2}, {"mag_pantins_cendre": 2}, at="IRI", start="MIC", known=known)
    assert (attack_force, defence_force) == (force, 4)


@pytest.mark.rule("TC-WAR-18", "TC-WAR-09")
def test_beaten_ships_go_to_the_nearest_friendly_water_or_shore():
    game = bare_table()
    war(game, A, V)
    hold(game, A, "MIC", "MAR")
    hold(game, V, "IRI")
    garrison(game, A, "MIC", akl_galeasse=9)
    attack(game, army(game, V, "IRI", {"akl-galeasse": 9}), "MIC")
    events = campaign(game, 1, *WIN, *LOSE, 5)
    (gone,) = of(events, TroopsRetreated)
    assert game.lands[gone.end].controller == A
    assert gone.lost == 0
