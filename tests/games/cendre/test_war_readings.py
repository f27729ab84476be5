"""Our readings of diplomacy, war and magic where the rulebook is silent (the list is in the title's README)."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.orders import CastSpell
from marchland.games.cendre.rules.common.inquiry import pair
from marchland.games.cendre.rules.magic.lasting import Subject, modified
from marchland.games.cendre.rules.magic.magic import MagicPhase
from marchland.games.cendre.rules.magic.targets import reach
from marchland.games.cendre.rules.war.battle import BattleReport
from marchland.games.cendre.rules.war.forces import Field, side_force
from marchland.games.cendre.rules.war.movement import ArmyHalted
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.state import Magic

from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    M,
    V,
    X,
    Y,
    ally,
    army,
    attack,
    bare_table,
    campaign,
    garrison,
    hold,
    land,
    leader,
    listed,
    of,
    order,
    raid,
    size,
    steps_only,
    war,
)


def coalition():
    """V (first) and M, allies, attack A in X."""
    game = bare_table()
    war(game, A, V)
    war(game, A, M)
    ally(game, V, M)
    hold(game, A, X)
    hold(game, V, "WAN")
    hold(game, M, "SPO")
    return game


@pytest.mark.rule("TC-DIP-09", "TC-WAR-22")
def test_a_battle_of_coalitions_moves_every_war_between_them():
    game = coalition()
    garrison(game, A, X, min_levee=3)
    attack(game, army(game, V, "WAN", {FAST: 4}), X)
    attack(game, army(game, M, "SPO", {SLOW: 4}), X)
    campaign(game, 0, 1, 6, 6, 6, 1, 1, 1, 5, 5)
    assert abs(game.wars[pair(A, V)].counter) == abs(game.wars[pair(A, M)].counter) == 1


@pytest.mark.rule("TC-WAR-19", "TC-WAR-22")
def test_of_several_allied_conquerors_the_first_takes_control():
    game = coalition()
    attack(game, army(game, V, "WAN", {SLOW: 4}), X)
    attack(game, army(game, M, "SPO", {FAST: 4}), X)
    campaign(game)
    assert game.lands[X].controller == M
    assert size(game, V, X) == 4


@pytest.mark.rule("TC-WAR-08", "TC-WAR-12")
def test_raiders_at_war_pin_an_army_and_a_halted_raid_is_an_attack():
    game = bare_table()
    war(game, A, V)
    hold(game, A, X, Y)
    hold(game, V, "WAN")
    leaving = army(game, A, X, {SLOW: 2})
    attack(game, leaving, Y)
    raid(game, army(game, V, "WAN", {"vol-reitres": 2}, tactics=()), X)
    events = steps_only(game)
    assert [event.reason for event in of(events, ArmyHalted)] == ["pinned"]
    game = bare_table()
    war(game, A, V)
    hold(game, A, X, Y)
    hold(game, V, "WAN")
    garrison(game, A, X, min_levee=1)
    stopped = army(game, V, "WAN", {FAST: 2})
    raid(game, stopped, X, Y)
    steps_only(game)
    assert (game.armies[stopped].at, game.armies[stopped].mode) == (X, "attack")


@pytest.mark.rule("TC-LAND-08", "TC-WAR-22")
@pytest.mark.parametrize(("by_river", "by_land", "river"), [(3, 0, 1), (0, 3, 0)])
def test_the_commanders_way_is_the_way_of_the_attack(by_river, by_land, river):
    game = bare_table()
    war(game, A, V)
    hold(game, A, "MER")
    hold(game, V, "BPL", "FLI")
    garrison(game, A, "MER", min_levee=1)
    attack(game, army(game, V, "BPL", {SLOW: 2}, strategy=by_river), "MER")
    attack(game, army(game, V, "FLI", {SLOW: 2}, strategy=by_land), "MER")
    (report,) = of(campaign(game, 1, 2, 2, 2, 3, 3, 3, 5, 5), BattleReport)
    assert listed(report.defence_bonuses).get("river", 0) == river


@pytest.mark.rule("TC-LEAD-11", "TC-WAR-01")
def test_unit_tactics_serve_the_garrison_a_leader_stands_with():
    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, **{SLOW.replace("-", "_"): 2})
    leader(game, A, X, tactics=("commandant:infanterie",))
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    steps_only(game)
    fight = pitched(game, X, line_up(game, X, standing(game, X)))
    assert side_force(Field(game, fight), fight.defence) == 2 * 3


@pytest.mark.rule("TC-WAR-16")
def test_equal_priorities_fall_by_force_and_then_by_chance():
    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    # loss priority 5 for both kinds of militia, force 1; 10 for conscripts
    garrison(game, A, X, akl_milice=2, mer_sbires=2, vol_conscrits=3)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    # ambush, attack 6 4 3: three fall, of four equals: draws 3, 0, 0; then the captain's fate
    campaign(game, 1, 6, 4, 3, 2, 2, 3, 3, 0, 0, 5)
    left = {troop.unit: troop.count for key, troops in game.garrisons.items() if key.endswith(A) for troop in troops}
    assert sum(left.values()) == 4
    assert left["vol-conscrits"] == 3


def mage(game, nation, code, colour):
    key = leader(game, nation, code)
    game.leaders[key] = msgspec.structs.replace(game.leaders[key], military=None, magic=Magic("fort", 10, 5, (colour,)))
    land(game, code, source=10, fluid=10, colour="")
    return key


@pytest.mark.rule("TC-MAG-02")
def test_a_ward_carried_by_an_army_shields_it_wherever_it_goes():
    game = bare_table()
    hold(game, A, X)
    hold(game, V, Y)
    chief = army(game, A, X, {SLOW: 2})
    order(game, A, CastSpell(leader=mage(game, A, X, "protection"), spell="protection/7", target=chief))
    order(game, V, CastSpell(leader=mage(game, V, Y, "climat"), spell="climat/4", territory=Y))
    game.push(MagicPhase())
    game.run()
    assert modified(game, "movement", 3, Subject(army=("L99",), nation=A, territory=Y)) == 1
    assert modified(game, "movement", 3, Subject(army=(chief,), nation=A, territory=Y)) == 3


@pytest.mark.rule("TC-MAG-02")
def test_magic_reaches_over_lava():
    assert reach("PCR")["RFE"] == 1


@pytest.mark.rule("TC-WAR-22")
def test_no_dice_are_spent_on_arrivals_that_do_not_matter():
    game = bare_table()
    war(game, A, V)
    hold(game, A, "TEA", "WAN")
    hold(game, V, "SPO", "DVA")
    attack(game, army(game, A, "TEA", {SWIFT: 1}), "WAN")
    attack(game, army(game, V, "SPO", {SWIFT: 1}), X)
    steps_only(game)
    assert game.chance.counter == 0
