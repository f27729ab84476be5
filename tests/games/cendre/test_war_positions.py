"""Positions of war built from the book's words: several armies a side, raids beside attacks, ways barred and lost."""

from __future__ import annotations

import pytest

from marchland.games.cendre.orders import Cultivate, Intercept
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.leaders.actors import civil_actor
from marchland.games.cendre.rules.war.aftermath import TroopsRetreated
from marchland.games.cendre.rules.war.battle import BattleFought, defence_bonuses
from marchland.games.cendre.rules.war.forces import Field, side_force
from marchland.games.cendre.rules.war.movement import InterceptionTried
from marchland.games.cendre.rules.war.raids import RaidResolved
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.state import Lasting

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
    steps_only,
    war,
)


def at_war(*dice):
    game = bare_table(*dice)
    war(game, A, V)
    return game


def fight_in(game, code=X):
    return pitched(game, code, line_up(game, code, standing(game, code)))


# -- raids that do not reach their aim --------------------------------------------------------------------------


def raid_under_mud(first_holder):
    """V's riders (two territories a season) raid Y through X, in a year of mud."""
    game = at_war()
    add_mark(game, "mud", game.turn)
    hold(game, V, "WAN")
    hold(game, A, Y, population=4, farms=4)
    hold(game, first_holder, X, population=4, farms=4)
    riders = army(game, V, "WAN", {FAST: 3})
    raid(game, riders, X, Y)
    return game, riders


@pytest.mark.rule("TC-WAR-12", "TC-EVT-02")
def test_a_raid_stuck_in_the_mud_is_an_ordinary_attack_on_the_enemy_where_it_stands():
    game, riders = raid_under_mud(A)
    events = campaign(game)
    assert not of(events, RaidResolved)
    assert game.armies[riders].at == X
    assert game.lands[X].controller == V
    assert game.nations[V].year.raids == 0


@pytest.mark.rule("TC-WAR-12", "TC-EVT-02")
@pytest.mark.parametrize("holder", [V, M])
def test_a_raid_stuck_in_the_mud_robs_neither_its_own_people_nor_allies(holder):
    game, riders = raid_under_mud(holder)
    ally(game, V, M)
    goods = game.nations[holder].goods
    events = campaign(game)
    assert not of(events, RaidResolved)
    assert not game.casus
    assert game.nations[holder].goods == goods
    assert (game.armies[riders].at, game.lands[X].controller) == (X, holder)


@pytest.mark.rule("TC-WAR-12", "TC-WAR-08")
def test_a_raid_stuck_in_the_mud_does_not_even_enter_land_closed_to_armies():
    game, riders = raid_under_mud(M)
    events = campaign(game)
    assert not of(events, RaidResolved)
    assert game.armies[riders].at == "WAN"


@pytest.mark.rule("TC-WAR-12", "TC-EVT-02")
def test_mud_does_not_hinder_a_raid_next_door():
    game = at_war()
    add_mark(game, "mud", game.turn)
    hold(game, V, "WAN")
    hold(game, A, X, population=4, farms=4)
    raid(game, army(game, V, "WAN", {FAST: 3}), X)
    (event,) = of(campaign(game), RaidResolved)
    assert (event.victim, event.success) == (A, True)


# -- interception -----------------------------------------------------------------------------------------------


def waiting_for(spell="", place=""):
    """A waits in TEA for V, who walks from WAN into X, land of A; V's spell lies on a place."""
    game = at_war()
    hold(game, A, X, "TEA")
    hold(game, V, "WAN")
    catcher = army(game, A, "TEA", {SLOW: 2}, tactics=("interception",))
    give(game, catcher, Intercept)
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    if spell:
        anchor = {"army": (catcher,)} if place == "army" else {"territory": place}
        game.spells = [Lasting(spell=spell, caster=V, level=8, until=game.turn, since=game.turn, **anchor)]
    return game, catcher


@pytest.mark.rule("TC-WAR-11", "TC-MAG-02")
@pytest.mark.parametrize(
    ("spell", "place"), [("gue-champ", "TEA"), ("pro-serment", X), ("ter-gouffre", "TEA"), ("air-contraires", "army")]
)
def test_an_army_that_a_spell_holds_or_shuts_out_intercepts_nobody(spell, place):
    game, catcher = waiting_for(spell, place)
    assert not of(steps_only(game), InterceptionTried)
    assert game.armies[catcher].at == "TEA"


@pytest.mark.rule("TC-WAR-11", "TC-MAG-02")
def test_a_spell_elsewhere_does_not_keep_an_interceptor():
    game, catcher = waiting_for("gue-champ", "WAN")
    (tried,) = of(steps_only(game, 9), InterceptionTried)
    assert tried.success
    assert game.armies[catcher].at == X


@pytest.mark.rule("TC-WAR-11")
@pytest.mark.parametrize(("catcher", "bonus"), [(A, 1), ("CHEVAUX", 1 + 2)])
def test_horse_lords_are_better_at_intercepting(catcher, bonus):
    game = bare_table()
    war(game, catcher, V)
    hold(game, catcher, X, "TEA")
    hold(game, V, "WAN")
    give(game, army(game, catcher, "TEA", {SLOW: 2}, tactics=("interception",)), Intercept)
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    (tried,) = of(steps_only(game, 1), InterceptionTried)
    assert tried.total == 1 + bonus


@pytest.mark.rule("TC-MAG-02", "TC-WAR-09")
@pytest.mark.parametrize(
    ("spell", "place", "by_sea", "by_land"),
    [("eau-muraille", "PCO", "BHI", "PCO"), ("eau-muraille", "AKL", "PCO", "PCO"), ("gue-champ", "AKL", "PCO", "PCO")],
)
def test_a_spell_against_landings_stops_those_who_come_by_sea_and_only_there(spell, place, by_sea, by_land):
    game = at_war()
    hold(game, A, "PCO")
    hold(game, V, "BHI", "LLA")
    ships = army(game, V, "BHI", {SLOW: 1})
    walkers = army(game, V, "LLA", {SLOW: 1})
    for key in (ships, walkers):
        attack(game, key, "PCO")
    game.spells = [Lasting(spell=spell, caster=A, level=8, until=game.turn, since=game.turn, territory=place)]
    steps_only(game)
    assert (game.armies[ships].at, game.armies[walkers].at) == (by_sea, by_land)


# -- tactics ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-11", "TC-LEAD-12")
@pytest.mark.parametrize(("own_army", "force"), [(True, 3 * 2 + 2), (False, 2 * 2 + 2)])
def test_a_personal_guard_of_two_counts_once_also_where_a_garrison_joins(own_army, force):
    game = at_war()
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, **{SLOW: 2})
    if own_army:
        army(game, A, X, {SLOW: 1}, tactics=("garde personnelle",))
    else:
        leader(game, A, X, tactics=("garde personnelle",))
    attack(game, army(game, V, "WAN", {SLOW: 1}), X)
    steps_only(game)
    fight = fight_in(game)
    assert side_force(Field(game, fight), fight.defence) == force


@pytest.mark.rule("TC-LEAD-11")
def test_two_leaders_bring_two_personal_guards():
    game = at_war()
    hold(game, A, X)
    hold(game, V, "WAN")
    for command in (4, 6):
        army(game, A, X, {SLOW: 1}, command=command, tactics=("garde personnelle",))
    attack(game, army(game, V, "WAN", {SLOW: 1}), X)
    steps_only(game)
    fight = fight_in(game)
    assert side_force(Field(game, fight), fight.defence) == 2 * 2 + 2 + 2


# -- retreat ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-18")
@pytest.mark.parametrize(("first", "refuge"), [(SWIFT, Y), (SLOW, "GPA")])
def test_only_a_beaten_attacker_goes_back_to_where_it_set_out(first, refuge):
    """A rides from GPA over Y into vacant X; V comes from WAN, after it (A defends) or before it (A attacks)."""
    game = at_war()
    hold(game, A, "GPA", Y)
    hold(game, V, "WAN")
    attack(game, army(game, A, "GPA", {first if first == SWIFT else FAST: 9}), Y, X)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    role = "défense" if first == SWIFT else "attaque"
    winner, loser = ((6, 6, 6), (2, 2, 2))
    dice = (*winner, *loser) if role == "défense" else (*loser, *winner)
    # ambush 1, the battle, nobody hurt; then the land itself: strength 1, ambush 1, dice, the leader unhurt
    events = campaign(game, 1, *dice, 5, 5, 1, 1, 6, 6, 6, 1, 1, 1, 5)
    battle = of(events, BattleFought)[0]
    assert A in (battle.defenders if role == "défense" else battle.attackers)
    assert battle.winner != role
    assert [(gone.nation, gone.end) for gone in of(events, TroopsRetreated)] == [(A, refuge)]


@pytest.mark.rule("TC-WAR-18")
def test_a_beaten_attacker_whose_start_is_lost_goes_to_the_nearest_land():
    game = at_war()
    hold(game, A, "TEA", Y)
    hold(game, V, X, "WAN", "STE")
    garrison(game, V, X, **{SLOW: 9})
    attack(game, army(game, A, "TEA", {FAST: 9}), X)
    attack(game, army(game, V, "STE", {SLOW: 2}), "TEA")
    events = campaign(game, 1, 2, 2, 2, 6, 6, 6, 5)
    assert [(gone.nation, gone.end) for gone in of(events, TroopsRetreated)] == [(A, Y)]


# -- structures in war ------------------------------------------------------------------------------------------


def out_of_the_wood(*structures, holder=A, beyond=False):
    """A marches from the wood BSO over a river into HBO, a wood of V's where 2 levies stand; another A waits nowhere."""
    game = at_war()
    hold(game, A, "BSO")
    build(game, "BSO", *structures)
    land(game, "BSO", owner=holder)
    hold(game, V, "HBO")
    garrison(game, V, "HBO", **{SLOW: 2})
    attack(game, army(game, A, "BSO", {SLOW: 2}), "HBO")
    steps_only(game)
    fight = fight_in(game, "HBO")
    field = Field(game, fight)
    forces = {side.role: side_force(field, side) for side in (fight.attack, fight.defence)}
    return listed(defence_bonuses(field, forces, False))


@pytest.mark.rule("TC-STRUCT-08", "TC-LAND-08")
@pytest.mark.parametrize(("structures", "holder", "river"), [((), A, 1), (("sentes-cachees",), A, 0), (("sentes-cachees",), M, 1)])
def test_hidden_paths_cancel_the_river_for_their_owner(structures, holder, river):
    assert out_of_the_wood(*structures, holder=holder).get("river", 0) == river


@pytest.mark.rule("TC-STRUCT-08")
@pytest.mark.parametrize(("won", "lost", "competence"), [(0, 2, 2), (1, 2, 3), (2, 0, 4), (7, 0, 5)])
def test_the_house_of_slaves_counts_only_raids_that_were_won(won, lost, competence):
    game = bare_table()
    hold(game, V, "VOL")
    build(game, "VOL", "maison-des-esclaves")
    hold(game, A, "HOR")
    for number in range(won + lost):
        game.garrisons.pop(f"HOR:{A}", None)
        if number >= won:
            garrison(game, A, "HOR", **{SLOW: 9})
        raid(game, army(game, V, "VOL", {FAST: 1}), "HOR")
        campaign(game, 1, 1, 1, 1, 6, 6, 6, 5)
        game.sheets = {}
        game.armies = {}
    assert game.nations[V].year.raids == won + lost
    actor = civil_actor(game, V, 0, Cultivate(leader="maison-des-esclaves@VOL", territory="VOL"))
    assert actor.competence == competence
