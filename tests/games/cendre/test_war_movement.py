"""Movement: arrival order, pinned armies, interception, rivers and seas (TC-WAR-08 to TC-WAR-11)."""

from __future__ import annotations

import pytest

from marchland.games.cendre.orders import Attack, Intercept, March, TunnelAttack
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.movement import ArmyHalted, InterceptionTried
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import standing

from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    C,
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
    leader,
    of,
    order,
    raid,
    size,
    steps_only,
    war,
)


def defender(game, code=X):
    """The nation that would defend a territory now."""
    return line_up(game, code, standing(game, code)).defence[0].nation


def at_war():
    game = bare_table()
    war(game, A, V)
    return game


@pytest.mark.rule("TC-WAR-22")
def test_ex30_who_arrives_in_an_earlier_step_defends():
    game = at_war()
    hold(game, A, "TEA")
    hold(game, V, "WAN")
    first = army(game, A, "TEA", {SWIFT: 1})
    second = army(game, V, "WAN", {SLOW: 1})
    attack(game, first, X)
    attack(game, second, X)
    steps_only(game)
    assert game.armies[first].step == 1
    assert game.armies[second].step == 3
    assert defender(game) == A


@pytest.mark.rule("TC-WAR-22")
def test_ex31_in_the_same_step_the_slowest_comes_first():
    game = at_war()
    hold(game, A, "TEA")
    hold(game, V, "WAN", "VIL")
    slow = army(game, A, "TEA", {SLOW: 1})
    fast = army(game, V, "VIL", {FAST: 1})
    attack(game, slow, X)
    attack(game, fast, "WAN", X)
    steps_only(game)
    assert game.armies[slow].step == game.armies[fast].step == 3
    assert defender(game) == A


@pytest.mark.rule("TC-WAR-22")
@pytest.mark.parametrize(
    ("light", "strategy", "dice", "expected"),
    [
        ((2, 1), (0, 3), (), A),
        ((1, 1), (2, 1), (), A),
        ((1, 1), (1, 2), (), V),
        ((1, 1), (1, 1), (0,), V),
        ((1, 1), (1, 1), (1,), A),
    ],
)
def test_ex32_then_light_troops_then_strategy_then_chance(light, strategy, dice, expected):
    game = at_war()
    hold(game, A, "TEA")
    hold(game, V, "WAN")
    one = army(game, A, "TEA", {"min-levee": light[0], SLOW: 1}, strategy=strategy[0])
    other = army(game, V, "WAN", {"min-levee": light[1], SLOW: 1}, strategy=strategy[1])
    attack(game, one, X)
    attack(game, other, X)
    steps_only(game, *dice)
    assert defender(game) == expected


@pytest.mark.rule("TC-WAR-22")
def test_ex33_whoever_was_there_defends():
    game = at_war()
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, min_levee=1)
    attack(game, army(game, V, "WAN", {SWIFT: 3}), X)
    steps_only(game)
    assert defender(game) == A


@pytest.mark.rule("TC-WAR-08")
def test_ex34_an_attack_from_behind_pins_an_army():
    game = at_war()
    hold(game, A, X, "TAN")
    hold(game, V, Y)
    standing_still = army(game, A, X, {SLOW: 1})
    pinned = army(game, V, Y, {SLOW: 1})
    behind = army(game, A, "TAN", {SLOW: 1})
    attack(game, pinned, X)
    attack(game, behind, Y)
    events = steps_only(game)
    assert game.armies[pinned].at == Y
    assert game.armies[behind].at == Y
    assert of(events, ArmyHalted)[0].reason == "pinned"
    assert defender(game, Y) == V
    assert game.armies[standing_still].at == X
    assert not line_up(game, X, standing(game, X)).is_battle


@pytest.mark.rule("TC-WAR-08", "TC-WAR-18")
def test_ex35_too_late_to_pin_it_but_not_to_take_its_way_home():
    game = at_war()
    hold(game, A, X, "TAN")
    hold(game, V, Y)
    defending = army(game, A, X, {SLOW: 4})
    gone = army(game, V, Y, {FAST: 4})
    late = army(game, A, "TAN", {SLOW: 1})
    attack(game, gone, X)
    attack(game, late, Y)
    # ambush 1; dice of attack 1 1 1 and defence 6 3 3; fates of both leaders unhurt
    events = campaign(game, 1, 1, 1, 1, 6, 3, 3, 5, 5)
    battle = of(events, BattleFought)[0]
    assert (battle.territory, battle.attackers, battle.winner) == (X, (V,), "défense")
    assert game.lands[Y].controller == A
    assert game.armies.get(gone) is None or game.armies[gone].at != Y
    assert game.armies[defending].at == X


@pytest.mark.rule("TC-WAR-08")
@pytest.mark.parametrize(("dice", "moved"), [((0,), "second"), ((1,), "first")])
def test_ex36_of_two_armies_that_change_places_the_first_moves_and_the_other_is_pinned(dice, moved):
    game = at_war()
    hold(game, A, X)
    hold(game, V, Y)
    first = army(game, A, X, {SLOW: 1})
    second = army(game, V, Y, {SLOW: 1})
    attack(game, first, Y)
    attack(game, second, X)
    steps_only(game, *dice)
    place = {"first": Y, "second": X}[moved]
    assert game.armies[first].at == game.armies[second].at == place
    assert defender(game, place) == (V if moved == "first" else A)


@pytest.mark.rule("TC-WAR-08")
def test_speed_is_that_of_the_slowest_unit_and_limits_the_way():
    game = at_war()
    hold(game, A, "WAN", "VIL", X)
    mixed = army(game, A, "VIL", {FAST: 2, SLOW: 1})
    attack(game, mixed, "WAN", X)
    events = steps_only(game)
    refused = of(events, OrderRefused)[0]
    assert (refused.rule, refused.facts["need"], refused.facts["have"]) == ("TC-WAR-08", 2, 1)
    assert game.armies[mixed].at == "VIL"


@pytest.mark.rule("TC-WAR-08")
def test_a_fast_army_with_a_short_way_uses_its_earliest_steps():
    game = at_war()
    hold(game, A, "WAN", X)
    swift = army(game, A, "WAN", {SWIFT: 1})
    attack(game, swift, X)
    steps_only(game)
    assert game.armies[swift].step == 1


@pytest.mark.rule("TC-WAR-08")
def test_a_march_ends_where_it_meets_an_enemy():
    game = at_war()
    hold(game, V, X, Y)
    hold(game, A, "WAN")
    garrison(game, V, X, min_levee=1)
    fast = army(game, A, "WAN", {FAST: 2})
    attack(game, fast, X, Y)
    events = steps_only(game)
    assert game.armies[fast].at == X
    assert of(events, ArmyHalted)[0].reason == "enemy"


@pytest.mark.rule("TC-WAR-08")
def test_land_of_a_third_nation_cannot_be_entered():
    game = at_war()
    hold(game, C, X)
    hold(game, A, "WAN")
    stopped = army(game, A, "WAN", {FAST: 2})
    attack(game, stopped, X)
    (refused,) = of(steps_only(game), OrderRefused)
    assert refused.rule == "TC-WAR-08"
    assert refused.facts["why"] == "no_entry"
    through = army(game, A, "WAN", {FAST: 2})
    game.sheets.clear()
    hold(game, V, Y)
    attack(game, through, X, Y)
    (halted,) = of(steps_only(game), ArmyHalted)
    assert halted.reason == "barred"
    assert game.armies[through].at == "WAN"


@pytest.mark.rule("TC-LAND-06", "TC-WAR-08")
def test_an_army_walks_only_over_borders_it_can_cross():
    game = at_war()
    hold(game, A, "PCR", "CFE", "RFE", "PNO")
    walker = army(game, A, "PCR", {SLOW: 1})
    attack(game, walker, "RFE")
    (refused,) = of(steps_only(game), OrderRefused)
    assert refused.rule == "TC-LAND-06"
    game.sheets.clear()
    flyer = army(game, A, "PCR", {"mag-seigneur-spectral": 1})
    attack(game, flyer, "RFE")
    steps_only(game)
    assert game.armies[flyer].at == "RFE"
    assert game.armies[flyer].way == "air"


@pytest.mark.rule("TC-WAR-08")
def test_under_the_year_of_mud_only_the_first_step_is_made():
    game = at_war()
    hold(game, A, "WAN", X, Y)
    add_mark(game, "mud", game.turn)
    fast = army(game, A, "WAN", {FAST: 1})
    give(game, fast, March, territory=Y, via=(X,))
    steps_only(game)
    assert game.armies[fast].at == X
    assert game.armies[fast].step == 2


@pytest.mark.rule("TC-WAR-01")
def test_only_an_army_with_a_free_leader_acts():
    game = at_war()
    hold(game, A, X, Y)
    idle = leader(game, A, X)
    order(game, A, Attack(leader=idle, territory=Y))
    (refused,) = of(steps_only(game), OrderRefused)
    assert refused.rule == "TC-WAR-01"
    assert refused.facts["why"] == "no_army"
    moving = army(game, A, X, {SLOW: 1})
    game.sheets.clear()
    attack(game, moving, Y)
    attack(game, moving, X)
    (second,) = of(steps_only(game), OrderRefused)
    assert second.facts["why"] == "acted"


# -- infiltration and tunnels -----------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-10")
def test_infiltrators_pass_through_occupied_land_and_are_never_pinned():
    game = at_war()
    hold(game, V, X, Y)
    hold(game, A, "WAN")
    garrison(game, V, X, min_levee=3)
    ghosts = army(game, A, "WAN", {"mer-lames": 2})
    attack(game, ghosts, X, Y)
    events = steps_only(game)
    assert game.armies[ghosts].at == Y
    assert not of(events, ArmyHalted)
    assert not line_up(game, X, standing(game, X)).is_battle


@pytest.mark.rule("TC-WAR-10", "TC-LEAD-11")
def test_one_unit_without_the_trait_spoils_infiltration_unless_the_leader_knows_how():
    for tactics, place in (((), X), (("infiltration",), Y)):
        game = at_war()
        hold(game, V, X, Y)
        hold(game, A, "WAN")
        garrison(game, V, X, min_levee=3)
        mixed = army(game, A, "WAN", {"mer-lames": 2, FAST: 1}, tactics=tactics)
        attack(game, mixed, X, Y)
        steps_only(game)
        assert game.armies[mixed].at == place


@pytest.mark.rule("TC-WAR-13")
def test_a_tunnel_needs_diggers_and_counts_as_infiltration():
    game = at_war()
    hold(game, V, X)
    hold(game, A, "WAN")
    clumsy = army(game, A, "WAN", {SLOW: 1})
    give(game, clumsy, TunnelAttack, territory=X)
    (refused,) = of(steps_only(game), OrderRefused)
    assert refused.rule == "TC-WAR-13"
    game.sheets.clear()
    diggers = army(game, A, "WAN", {SLOW: 1}, tactics=("tunnelier",))
    give(game, diggers, TunnelAttack, territory=X)
    steps_only(game)
    assert (game.armies[diggers].at, game.armies[diggers].way) == (X, "tunnel")


# -- interception -----------------------------------------------------------------------------------------------


def intercepting(*, castle=False, tactics=(), intruder=SLOW, strategy=0):
    """A waits in TEA for V, who walks from WAN into X, land of A."""
    game = at_war()
    hold(game, A, X, "TEA")
    hold(game, V, "WAN")
    if castle:
        build(game, X, "chateau")
    waiting = army(game, A, "TEA", {SLOW: 2}, strategy=strategy, tactics=("interception",))
    walking = army(game, V, "WAN", {intruder: 2}, tactics=tactics)
    give(game, waiting, Intercept)
    attack(game, walking, X)
    return game, waiting, walking


@pytest.mark.rule("TC-WAR-11")
@pytest.mark.parametrize(("die", "caught"), [(3, False), (4, True)])
def test_interception_succeeds_on_five_with_one_for_own_land(die, caught):
    game, waiting, _ = intercepting()
    events = steps_only(game, die)
    (tried,) = of(events, InterceptionTried)
    assert (tried.total, tried.success) == (die + 1, caught)
    assert game.armies[waiting].at == (X if caught else "TEA")
    assert (defender(game) == A) if caught else True


@pytest.mark.rule("TC-WAR-11")
@pytest.mark.parametrize(
    ("facts", "bonus"),
    [({"strategy": 3}, 4), ({"castle": True}, 2), ({"tactics": ("perspicace",)}, -1), ({"castle": True, "strategy": 1}, 3)],
)
def test_strategy_and_castles_help_to_intercept_and_the_perspicacious_are_hard_to_catch(facts, bonus):
    game, _, _ = intercepting(**facts)
    (tried,) = of(steps_only(game, 1), InterceptionTried)
    assert tried.total == 1 + bonus


@pytest.mark.rule("TC-WAR-11", "TC-WAR-10")
def test_infiltrators_are_never_intercepted():
    game, waiting, _ = intercepting(intruder="mer-lames")
    assert not of(steps_only(game), InterceptionTried)
    assert game.armies[waiting].at == "TEA"


@pytest.mark.rule("TC-WAR-11")
def test_no_interception_where_enemy_units_already_stood():
    game, _, _ = intercepting()
    garrison(game, V, X, min_levee=1)
    assert not of(steps_only(game), InterceptionTried)


@pytest.mark.rule("TC-WAR-11")
def test_an_army_may_try_again_until_it_succeeds():
    game, waiting, _ = intercepting()
    hold(game, V, "STE")
    other = army(game, V, "STE", {FAST: 1})
    hold(game, A, "WAN")
    game.armies = {key: value for key, value in game.armies.items() if value.at != "WAN"}
    game.sheets.pop(V)
    attack(game, other, "WAN", X)
    events = steps_only(game, 2, 9)
    assert [event.success for event in of(events, InterceptionTried)] == [False, True]
    assert game.armies[waiting].step == 3


@pytest.mark.rule("TC-WAR-11")
def test_interception_needs_the_trait_or_the_tactic():
    game = at_war()
    hold(game, A, X)
    plain = army(game, A, X, {SLOW: 1})
    give(game, plain, Intercept)
    (refused,) = of(steps_only(game), OrderRefused)
    assert refused.rule == "TC-WAR-11"


# -- water ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-09", "TC-WAR-07")
def test_ships_sail_up_navigable_rivers_past_those_who_cannot_reach_them():
    game = at_war()
    hold(game, V, "PCO", "LVO")
    garrison(game, V, "PCO", min_levee=5)
    fleet = army(game, A, "BHI", {"akl-galeasse": 2})
    attack(game, fleet, "PCO", "LVO")
    steps_only(game)
    assert (game.armies[fleet].at, game.armies[fleet].way) == ("LVO", "sailing")


@pytest.mark.rule("TC-WAR-09")
def test_ships_are_stopped_on_a_river_by_amphibious_or_naval_enemies():
    game = at_war()
    hold(game, V, "PCO", "LVO")
    garrison(game, V, "PCO", lac_bateliers=1)
    fleet = army(game, A, "BHI", {"akl-galeasse": 2})
    attack(game, fleet, "PCO", "LVO")
    steps_only(game)
    assert game.armies[fleet].at == "PCO"


@pytest.mark.rule("TC-WAR-09")
def test_ships_do_not_go_over_land():
    game = at_war()
    hold(game, A, X, Y)
    fleet = army(game, A, X, {"akl-galeasse": 1})
    attack(game, fleet, Y)
    (refused,) = of(steps_only(game), OrderRefused)
    assert refused.rule == "TC-WAR-09"


@pytest.mark.rule("TC-WAR-07")
def test_land_troops_may_put_to_sea_and_land_again():
    game = at_war()
    hold(game, A, "VAL")
    hold(game, V, "OUE")
    boats = army(game, A, "VAL", {FAST: 2})
    attack(game, boats, "MIO", "OUE")
    steps_only(game)
    assert (game.armies[boats].at, game.armies[boats].way) == ("OUE", "water")


@pytest.mark.rule("TC-LAND-06", "TC-LAND-08")
def test_crossing_a_river_is_remembered():
    game = at_war()
    hold(game, A, "BPL")
    hold(game, V, "MER")
    foot = army(game, A, "BPL", {SLOW: 1})
    attack(game, foot, "MER")
    steps_only(game)
    assert game.armies[foot].way == "river"


@pytest.mark.rule("TC-WAR-08", "TC-STRUCT-08")
def test_termites_and_hidden_paths_trouble_those_who_enter():
    game = at_war()
    hold(game, V, "FBO", "BSO")
    build(game, "FBO", "termitiere", "sentes-cachees")
    hold(game, A, "BES")
    foot = army(game, A, "BES", {FAST: 3})
    attack(game, foot, "FBO", "BSO")
    steps_only(game, 6)
    assert game.armies[foot].at == "FBO"
    assert size(game, A, "FBO") == 1
    assert land(game, "FBO").controller == V


@pytest.mark.rule("TC-WAR-12")
def test_a_raid_needs_raiders_and_foreign_land():
    game = at_war()
    hold(game, A, X, Y)
    hold(game, V, "WAN")
    plain = army(game, A, X, {SLOW: 1})
    raid(game, plain, "WAN")
    riders = army(game, A, X, {FAST: 1})
    raid(game, riders, Y)
    refusals = of(steps_only(game), OrderRefused)
    assert [(refused.rule, refused.facts["why"]) for refused in refusals] == [
        ("TC-WAR-12", "cannot_raid"),
        ("TC-WAR-12", "nothing_to_raid"),
    ]
