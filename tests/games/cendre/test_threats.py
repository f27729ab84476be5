"""The outside threats at war: the Heart of Ash, the Rime Queen, the Khan, the flagship, and where they come ashore."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.audit import audit
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Raid
from marchland.games.cendre.rules.common.inquiry import controlled, leaders_of
from marchland.games.cendre.rules.common.ledger import GoodsMoved, all_units, count, units_at
from marchland.games.cendre.rules.events.threats.ash import SOUTH
from marchland.games.cendre.rules.events.threats.hordes import EAST, NORTH, TributeDemanded, khan
from marchland.games.cendre.rules.events.threats.sails import WEST
from marchland.games.cendre.rules.events.threats.threats import (
    ThreatAnnounced,
    ThreatEnded,
    announce,
    nearest,
    reinforce,
    table,
    total,
    write_threat,
)
from marchland.games.cendre.rules.events.threats.turn import give_orders, review, wake, winter
from marchland.games.cendre.rules.land.danger import danger_of
from marchland.games.cendre.rules.land.production import provisions_yield
from marchland.games.cendre.rules.leaders.people import disband_army
from marchland.games.cendre.rules.war.aftermath import TroopsRetreated
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.bodies import army_body, strategy
from marchland.games.cendre.state import MINOR, THREAT, Army, Nation
from marchland.games.cendre.world import THREATS

from .realm import leader as any_leader
from .warfare import (
    SLOW,
    A,
    M,
    V,
    ally,
    army,
    attack,
    bare_table,
    campaign,
    garrison,
    hold,
    land,
    of,
    script,
    size,
    troops,
    war,
)

pytestmark = pytest.mark.rule("TC-EVT-05")
HOME, BESIDE, BEHIND = "DGR", "DES", "LDE"
"""The Heart's land, a neighbour of it, and another one."""
WIN, LOSE = (6, 6, 6), (2, 2, 2)
"""A winner's dice cost the loser six units, a loser's cost nobody any."""


def awake(side, home="", **fields):
    """A bare table with one active threat."""
    game = bare_table()
    nation = f"EXT-{side.upper()}"
    game.nations[nation] = Nation(id=nation, kind=THREAT)
    write_threat(game, side, state="active", since=game.turn, home=home, **fields)
    return game


def ash(vigour=40, **units):
    """The Heart stands in DGR with these units; A holds DES beside it."""
    game = awake("south", HOME, vigour=vigour)
    hold(game, SOUTH, HOME, owner="")
    hold(game, A, BESIDE)
    garrison(game, SOUTH, HOME, sud_coeur=1, **units)
    return game


# -- south: the Heart -------------------------------------------------------------------------------------------


def test_the_heart_never_leaves_its_land_and_whoever_beats_it_there_retreats():
    game = ash(sud_revenants=8)
    hold(game, SOUTH, BEHIND, owner="")
    key = army(game, A, BESIDE, {SLOW: 9})
    attack(game, key, HOME)
    # ambush 1, A 18 and more beats 6, A's leader unhurt
    events = campaign(game, 1, *WIN, *LOSE, 5)
    assert of(events, BattleFought)[0].winner == "attaque"
    assert all_units(game, SOUTH) == {HOME: troops({"sud_coeur": 1, "sud_revenants": 2})}
    assert game.lands[HOME].controller == SOUTH
    assert (game.armies[key].at, size(game, A, BESIDE)) == (BESIDE, 9)
    assert [(gone.nation, gone.reason) for gone in of(events, TroopsRetreated)] == [(A, "heart")]
    assert game.threats["south"].vigour == 40 - 6


def test_a_lost_attack_on_the_heart_takes_nothing_from_it():
    game = ash(sud_revenants=8)
    attack(game, army(game, A, BESIDE, {SLOW: 9}), HOME)
    campaign(game, 1, *LOSE, *WIN, 5)
    review(game)
    assert game.threats["south"].vigour == 40
    assert total(game, SOUTH) == 9


def test_the_dead_rise_beside_the_heart_even_after_it_was_beaten():
    game = ash(sud_revenants=2)
    attack(game, army(game, A, BESIDE, {SLOW: 9}), HOME)
    campaign(game, 1, *WIN, *LOSE, 5)
    review(game)
    for key in list(game.armies):
        disband_army(game, key)
    game.year += 1
    wake(game)
    assert all_units(game, SOUTH) == {HOME: troops({"sud_coeur": 1, "sud_revenants": 2, "sud_tourbillons": 1})}
    assert game.lands[HOME].controller == SOUTH


@pytest.mark.parametrize(("revenants", "left", "vigour"), [(6, 0, 38), (7, 1, 40)])
def test_only_an_army_of_the_ash_that_is_wiped_out_weakens_the_heart(revenants, left, vigour):
    game = ash()
    hold(game, SOUTH, BEHIND, owner="")
    hold(game, A, "CDE")
    garrison(game, SOUTH, BEHIND, sud_revenants=revenants)
    attack(game, army(game, A, "CDE", {SLOW: 9}), BEHIND)
    campaign(game, 1, *WIN, *LOSE, 5)
    review(game)
    assert total(game, SOUTH, "sud-revenants") == left
    assert game.threats["south"].vigour == vigour
    assert dict(game.threats["south"].credit) == ({A: 2} if vigour == 38 else {})


def test_each_of_two_ash_armies_wiped_out_in_one_battle_weakens_the_heart():
    game = ash()
    hold(game, SOUTH, "EHL", owner="")
    garrison(game, A, BESIDE, **{SLOW: 9})
    for number, start in enumerate((HOME, "LDE")):
        hold(game, SOUTH, start, owner="")
        name = f"{SOUTH}#{number}"
        game.armies[name] = Army(leader=name, nation=SOUTH, at=start, origin=start, troops=troops({"sud_revenants": 2}))
        attack(game, name, BESIDE)
    campaign(game, 1, *LOSE, *WIN)
    assert total(game, SOUTH, "sud-revenants") == 0
    assert game.threats["south"].vigour == 40 - 2 - 2


@pytest.mark.parametrize("stance", ["army", "garrison"])
def test_an_ash_army_that_wins_its_battle_weakens_nobody(stance):
    game = ash()
    hold(game, SOUTH, BEHIND, owner="")
    hold(game, A, "CDE")
    if stance == "army":
        garrison(game, A, "CDE", min_levee=1)
        name = f"{SOUTH}#1"
        game.armies[name] = Army(leader=name, nation=SOUTH, at=BEHIND, origin=BEHIND, troops=troops({"sud_revenants": 9}))
        attack(game, name, "CDE")
        campaign(game, 1, *WIN, *LOSE)
    else:
        garrison(game, SOUTH, BEHIND, sud_revenants=9)
        attack(game, army(game, A, "CDE", {SLOW: 2}), BEHIND)
        campaign(game, 1, *LOSE, *WIN, 5)
    assert total(game, SOUTH, "sud-revenants") == 9
    assert game.threats["south"].vigour == 40


def test_a_battle_counts_in_its_own_season_only():
    game = ash(sud_revenants=2)
    game.season = "automne"
    attack(game, army(game, A, BESIDE, {SLOW: 9}), HOME)
    campaign(game, 1, *WIN, *LOSE, 5)
    events = list(game.outbox)
    review(game)
    game.season = "hiver"
    game.outbox = events
    winter(game)
    review(game)
    assert game.threats["south"].vigour == 40 - 6


def test_the_ash_dies_with_its_vigour_and_pays_those_who_took_it():
    game = ash(vigour=6)
    hold(game, SOUTH, BEHIND, owner="")
    write_threat(game, "south", credit=((M, 10), (V, 3)))
    attack(game, army(game, A, BESIDE, {SLOW: 9}), HOME)
    campaign(game, 1, *WIN, *LOSE, 5)
    glory = {name: game.nations[name].glory for name in (A, M, V)}
    reputation = {name: game.nations[name].reputation for name in (A, M, V)}
    review(game)
    assert game.threats["south"].state == "ended"
    assert not total(game, SOUTH)
    assert game.lands[BEHIND].controller == ""
    assert [game.nations[name].glory - glory[name] for name in (M, A, V)] == [40, 20, 5]
    assert [game.nations[name].reputation - reputation[name] for name in (A, M, V)] == [1, 1, 1]


def test_stacks_of_six_march_and_leave_the_heart_alone():
    game = ash(sud_revenants=6)
    hold(game, A, "EHL", "EHS", "LDE", "TPE")
    garrison(game, A, BESIDE, min_levee=1)
    for code in ("EHL", "EHS", "TPE"):
        garrison(game, A, code, min_levee=2)
    garrison(game, A, "LDE", **{SLOW: 1})
    give_orders(game)
    (order,) = game.sheets[SOUTH]
    # one defender each in DES and LDE: the levy of force one is weaker than the puppet of force two
    assert order.territory == BESIDE
    assert all_units(game, SOUTH)[HOME] == troops({"sud_coeur": 1, "sud_revenants": 6})
    game.armies.clear()
    game.garrisons[f"{HOME}:{SOUTH}"] = troops({"sud_coeur": 1, "sud_revenants": 5})
    game.sheets = {}
    give_orders(game)
    assert game.sheets[SOUTH] == ()


def test_everybodys_troops_count_when_a_threat_looks_for_the_weakest():
    game = ash()
    hold(game, A, BEHIND)
    garrison(game, A, BEHIND, min_levee=1)
    garrison(game, M, BESIDE, min_levee=2)
    assert nearest(game, HOME, SOUTH, [BESIDE, BEHIND]) == BEHIND


@pytest.mark.parametrize(("lands", "ended"), [(29, False), (30, True)])
def test_thirty_lands_in_winter_end_the_world(lands, ended):
    game = ash()
    for code in sorted(game.lands)[:30]:
        hold(game, SOUTH, code, owner="")
    hold(game, SOUTH, HOME, owner="")
    for code in controlled(game, SOUTH)[lands:]:
        hold(game, A, code)
    assert len(controlled(game, SOUTH)) == lands
    game.season = "hiver"
    glory = game.nations[A].glory
    review(game)
    assert (game.ending == "ash") == ended
    assert game.nations[A].glory - glory == (-50 if ended else 0)


@pytest.mark.parametrize(("counters", "provisions", "danger"), [(0, 0, 0), (1, -1, 0), (2, -2, 10), (3, -2, 10)])
def test_ash_counters_cost_provisions_and_then_safety(counters, provisions, danger):
    game = bare_table()
    land(game, "AKL", farms=5)
    clean = provisions_yield(game, "AKL", A), danger_of(game, "AKL")
    land(game, "AKL", ash=counters)
    assert (provisions_yield(game, "AKL", A) - clean[0], danger_of(game, "AKL") - clean[1]) == (provisions, danger)


def test_ash_drifts_one_step_a_season_and_three_high():
    game = ash()
    land(game, "EHL", ash=3)
    game.season = "ete"
    wake(game)
    assert {code: game.lands[code].ash for code in game.lands if game.lands[code].ash} == dict.fromkeys(
        ("DES", "EHS", "LDE", "TPE"), 1
    ) | {"EHL": 3}


def test_the_dead_rise_where_ash_lies_thick_and_attack_those_who_stand_there():
    game = ash()
    land(game, BESIDE, ash=3)
    land(game, "LDE", ash=2)
    garrison(game, A, BESIDE, min_levee=1)
    script(game, 3)
    give_orders(game)
    assert all_units(game, SOUTH) == {BESIDE: troops({"sud_revenants": 3}), HOME: troops({"sud_coeur": 1})}
    events = campaign(game, 1, *WIN, *LOSE)
    (battle,) = of(events, BattleFought)
    assert (battle.attackers, battle.defenders, battle.territory) == ((SOUTH,), (A,), BESIDE)
    assert game.lands[BESIDE].controller == SOUTH


def test_the_dead_rise_far_from_the_heart_too_and_are_lost_there_when_beaten():
    game = ash()
    hold(game, A, "AKL", ash=3)
    for code in game.lands:
        if game.lands[code].controller == SOUTH and code != HOME:
            hold(game, A, code)
    garrison(game, A, "AKL", **{SLOW: 5})
    script(game, 2)
    give_orders(game)
    campaign(game, 1, *LOSE, *WIN)
    assert total(game, SOUTH, "sud-revenants") == 0
    assert game.threats["south"].vigour == 38


def test_held_land_withers_in_winter_and_is_dead_after_the_second():
    game = ash()
    land(game, HOME, farms=2, exploitations=1, population=0, town=3)
    for year in (201, 202):
        game.year, game.season = year, "hiver"
        winter(game)
    here = game.lands[HOME]
    assert (here.farms, here.exploitations, here.population, here.dead) == (0, 0, 0, True)
    assert total(game, SOUTH, "sud-revenants") == 2
    assert game.threats["south"].vigour == 40 + 2 + 2


def test_land_held_for_one_winter_is_not_dead():
    game = ash()
    game.season = "hiver"
    winter(game)
    assert not game.lands[HOME].dead


@pytest.mark.parametrize(("lands", "golems"), [(3, 0), (4, 1)])
def test_a_golem_rises_in_summer_when_the_ash_holds_four_lands(lands, golems):
    game = ash()
    for code in ("LDE", "TPE", "EHS")[: lands - 1]:
        hold(game, SOUTH, code, owner="")
    game.season = "ete"
    wake(game)
    assert total(game, SOUTH, "sud-golems") == golems


@pytest.mark.parametrize(("vigour", "after"), [(40, 50), (55, 60)])
def test_a_second_sign_strengthens_the_heart(vigour, after):
    game = ash(vigour=vigour)
    reinforce(game, "south")
    assert game.threats["south"].vigour == after
    assert all_units(game, SOUTH) == {HOME: troops({"sud_coeur": 1, "sud_golems": 1})}


# -- north: the queen -------------------------------------------------------------------------------------------


def gains(game, act):
    glory = {name: game.nations[name].glory for name in (A, M, V)}
    act(game)
    return {name: game.nations[name].glory - glory[name] for name in (A, M, V)}


def test_the_queens_glory_goes_to_whoever_slew_her_and_not_to_the_last_victor():
    game = awake("north")
    hold(game, NORTH, "MEN", "MBR", "PIN", owner="")
    hold(game, A, "MBL")
    hold(game, M, "PRO")
    garrison(game, NORTH, "MBR", nor_reine=1)
    garrison(game, NORTH, "MEN", nor_loups=9)
    attack(game, army(game, M, "PRO", {SLOW: 9}), "MBR")
    attack(game, army(game, A, "MBL", {SLOW: 9}), "MEN")
    events = campaign(game, 1, *WIN, *LOSE, 5, 1, *WIN, *LOSE, 5)
    assert [battle.territory for battle in of(events, BattleFought)] == ["MBR", "MEN"]
    science = game.nations[M].science
    assert gains(game, review) == {A: 0, M: 25, V: 0}
    assert sum(game.nations[M].science) - sum(science) == 20


def test_a_queen_who_dies_winning_is_slain_by_the_beaten():
    game = awake("north")
    hold(game, NORTH, "MEN", owner="")
    hold(game, A, "MBL")
    garrison(game, NORTH, "MEN", nor_reine=1)
    attack(game, army(game, A, "MBL", {SLOW: 9}), "MEN")
    # 4 3 2 against 6 6 6: the Cold wins and loses one unit, the only one it has
    campaign(game, 1, 4, 3, 2, *WIN, 5)
    assert not total(game, NORTH)
    assert gains(game, review)[A] == 25


def test_without_its_queen_the_cold_fights_on_until_the_next_spring():
    game = awake("north")
    hold(game, NORTH, "MEN", "MBR", owner="")
    hold(game, A, "MBL")
    garrison(game, NORTH, "MEN", nor_reine=1)
    garrison(game, NORTH, "MBR", nor_loups=9)
    game.season = "automne"
    attack(game, army(game, A, "MBL", {SLOW: 9}), "MEN")
    campaign(game, 1, *WIN, *LOSE, 5)
    assert gains(game, review)[A] == 25
    assert game.threats["north"].state == "active"
    assert gains(game, review)[A] == 0
    game.year, game.season = game.year + 1, "printemps"
    wake(game)
    assert game.threats["north"].state == "ended"
    assert NORTH not in game.nations
    assert game.lands["MBR"].controller == ""


def test_a_queen_lost_to_no_army_brings_nobody_glory():
    game = awake("north")
    garrison(game, NORTH, "MEN", nor_loups=2)
    write_threat(game, "north", victor=A)
    assert gains(game, review) == {A: 0, M: 0, V: 0}
    assert game.threats["north"].leaderless


def test_whoever_destroys_the_last_army_of_the_cold_has_ten_more():
    game = awake("north", leaderless=True)
    hold(game, NORTH, "MEN", owner="")
    hold(game, A, "MBL")
    garrison(game, NORTH, "MEN", nor_loups=3)
    attack(game, army(game, A, "MBL", {SLOW: 9}), "MEN")
    campaign(game, 1, *WIN, *LOSE, 5)
    assert gains(game, review) == {A: 10, M: 0, V: 0}
    assert game.threats["north"].state == "ended"


def wintry(at="MBL", **units):
    """An army of the Cold with its queen; PIN is frozen land beside BLA, which is not."""
    game = awake("north")
    hold(game, NORTH, at, owner="")
    garrison(game, NORTH, at, nor_reine=1, **units)
    return game


@pytest.mark.parametrize(("at", "wolves", "aim"), [("PIN", 1, []), ("BLA", 0, ["PIN"])])
def test_in_spring_the_cold_grows_on_frozen_land_and_goes_back_to_it_from_elsewhere(at, wolves, aim):
    game = wintry(at)
    wake(game)
    assert total(game, NORTH, "nor-loups") == wolves
    give_orders(game)
    assert [order.territory for order in game.sheets[NORTH]] == aim


@pytest.mark.parametrize(("at", "left"), [("PIN", 2), ("BLA", 1)])
def test_in_summer_the_cold_melts_outside_frozen_land_and_what_it_lost_thaws(at, left):
    game = wintry(at, nor_loups=2)
    land(game, "AKL", frozen=True)
    land(game, "PIN", frozen=True)
    game.season = "ete"
    wake(game)
    assert total(game, NORTH, "nor-loups") == left
    assert not game.lands["AKL"].frozen
    assert game.lands["PIN"].frozen == (at == "PIN")


@pytest.mark.parametrize("season", ["automne", "hiver"])
def test_in_autumn_and_winter_the_cold_marches_on_the_nearest_town(season):
    game = wintry()
    for code in game.lands:
        land(game, code, town=0)
    land(game, "COU", town=2)
    game.season = season
    if season == "hiver":
        winter(game)
    else:
        give_orders(game)
    # MBL - BFR - COU
    assert [order.territory for order in game.sheets[NORTH]] == ["BFR"]


def test_winter_frost_takes_farms_towns_and_raises_the_frozen():
    game = wintry()
    hold(game, NORTH, "BFR", owner=A, farms=2, town=3)
    game.season = "hiver"
    review(game)
    assert (game.lands["BFR"].farms, game.lands["BFR"].town, game.lands["BFR"].frozen) == (1, 2, True)
    assert all_units(game, NORTH) == {"MBL": troops({"nor_geles": 1, "nor_reine": 1})}


@pytest.mark.parametrize(("year", "ended"), [(201, False), (202, False), (203, True)])
def test_the_cold_withdraws_after_its_third_winter(year, ended):
    game = wintry()
    hold(game, NORTH, "BFR", owner=A)
    game.year, game.season = year, "hiver"
    review(game)
    assert (game.threats["north"].state == "ended") == ended
    assert game.lands["BFR"].controller == (A if ended else NORTH)


# -- east: the Khan ---------------------------------------------------------------------------------------------


def horde(units, at="KAD"):
    game = awake("east")
    hold(game, EAST, at, owner="")
    chief = any_leader(game, EAST, at, military=14, strategy=4)
    garrison(game, EAST, at, **units)
    return game, chief


def test_the_archers_have_a_strategy_of_one_and_the_khan_his_own():
    game, chief = horde({"est_archers": 6, "est_lances": 4})
    hold(game, A, "KAT", population=5)
    give_orders(game)
    found = {key: strategy(game, army_body(key, held)) for key, held in game.armies.items()}
    assert found == {chief: 4, f"{EAST}#1": 1}


def test_nine_horsemen_ride_together():
    game, chief = horde({"est_archers": 6, "est_lances": 3})
    hold(game, A, "KAT", population=5)
    give_orders(game)
    assert set(game.armies) == {chief}


def test_all_who_fought_the_horde_this_year_have_a_good_name_when_the_khan_falls():
    game, _ = horde({"est_lances": 9})
    hold(game, A, "KAT")
    attack(game, army(game, A, "KAT", {SLOW: 9}), "KAD")
    # M fought it in spring, A beats it in summer and the Khan dies (1)
    write_threat(game, "east", fought=(M,))
    campaign(game, 1, *WIN, 1, 2, 2, 5, 1)
    assert not khan(game)
    before = {name: game.nations[name].reputation for name in (A, M, V)}
    assert gains(game, review) == {A: 30, M: 0, V: 0}
    assert [game.nations[name].reputation - before[name] for name in (A, M, V)] == [1, 1, 0]


def test_a_new_year_forgets_who_fought():
    game, _ = horde({"est_lances": 9})
    write_threat(game, "east", fought=(M,), since=-4)
    wake(game)
    assert game.threats["east"].fought == ()


def test_the_khan_passes_by_those_who_pay_even_on_his_way_to_others():
    """KAD lies between KAT (land of M, with a levy) and KKA, MBT, PGR (undefended, of A)."""
    game, chief = horde({"est_lances": 5})
    for code in ("KKA", "MBT", "PGR"):
        hold(game, A, code)
    hold(game, M, "KAT")
    garrison(game, M, "KAT", min_levee=1)
    give_orders(game)
    assert [order.territory for order in game.sheets[EAST]] == ["KKA"]
    game.armies.clear()
    garrison(game, EAST, "KAD", est_lances=5)
    write_threat(game, "east", tribute=(A,))
    give_orders(game)
    assert [order.territory for order in game.sheets[EAST]] == ["KAT"]
    game.armies.clear()
    garrison(game, EAST, "KAD", est_lances=5)
    write_threat(game, "east", tribute=(A, M))
    give_orders(game)
    assert game.sheets[EAST] == ()
    assert chief in game.armies


def test_archers_raid_the_richest_neighbour_from_wherever_they_stand():
    game, chief = horde({"est_lances": 6})
    hold(game, EAST, "LSD", owner="")
    garrison(game, EAST, "LSD", est_archers=6)
    hold(game, A, "CFE", population=4, exploitations=1)
    hold(game, A, "FAR", population=2, exploitations=2)
    hold(game, A, "RFE", population=2, exploitations=1)
    give_orders(game)
    (raid,) = [order for order in game.sheets[EAST] if isinstance(order, Raid)]
    assert (raid.territory, game.armies[raid.leader].at) == ("CFE", "LSD")
    assert chief in game.armies


def test_in_winter_the_horde_gathers_over_its_own_land():
    game, _ = horde({"est_lances": 4})
    hold(game, EAST, "MBT", "LSD", owner="")
    garrison(game, EAST, "MBT", est_archers=3)
    garrison(game, EAST, "LSD", est_archers=2)
    game.season = "hiver"
    winter(game)
    assert all_units(game, EAST) == {"KAD": troops({"est_archers": 2, "est_lances": 4}), "LSD": troops({"est_archers": 2})}


@pytest.mark.parametrize(("town", "lances", "archers"), [(2, 4 + 3, 1), (0, 4, 0)])
def test_a_horde_with_a_town_grows_in_winter_and_another_shrinks(town, lances, archers):
    game, _ = horde({"est_archers": 1, "est_lances": 4})
    land(game, "KAD", town=town)
    game.season = "hiver"
    script(game, 3)
    winter(game)
    assert (total(game, EAST, "est-lances"), total(game, EAST, "est-archers")) == (lances, archers)


@pytest.mark.parametrize(("winters", "lands", "ending"), [(0, 8, "settled"), (0, 7, ""), (3, 3, "settled"), (3, 2, "rode_home")])
def test_when_the_horde_settles_and_when_it_rides_home(winters, lands, ending):
    game, chief = horde({"est_lances": 4})
    taken = ("KAD", "MBT", "KVE", "PCE", "LSD", "CDE", "LDE", "TPE")[:lands]
    for code in taken:
        hold(game, EAST, code, owner="")
    land(game, "KAD", town=1)
    game.year, game.season = 201 + winters, "hiver"
    review(game)
    assert [event.reason for event in of(game.outbox, ThreatEnded)] == ([ending] if ending else [])
    if ending == "settled":
        (minor,) = [record for record in game.nations.values() if record.kind == MINOR]
        assert [who.id for who in leaders_of(game, minor.id) if who.ruler] == [chief]
        assert {troop.unit: troop.count for troop in units_at(game, "KAD", minor.id)}["est-lances"] == 4


@pytest.mark.parametrize(("at", "asked"), [("KAD", True), ("CDE", False)])
def test_the_khan_asks_for_tribute_within_two_steps_in_autumn(at, asked):
    game, _ = horde({"est_lances": 4}, at=at)
    hold(game, A, "KAT")
    game.season = "automne"
    review(game)
    demands = {event.nation: event.goods for event in of(game.outbox, TributeDemanded)}
    assert (demands.get(A) == Goods(gold=100, provisions=10)) == asked


@pytest.mark.parametrize(("goods", "spared"), [(Goods(gold=100, provisions=10), True), (Goods(gold=100, provisions=9), False)])
def test_gold_and_food_sent_in_spring_are_tribute(goods, spared):
    game, _ = horde({"est_lances": 4})
    game.season = "ete"
    game.outbox = [GoodsMoved(nation=EAST, goods=goods, reason="trade", rule="TC-ECO-02", other=A)]
    wake(game)
    assert (A in game.threats["east"].tribute) == spared


# -- west: the flagship -----------------------------------------------------------------------------------------


def sails(**fleet):
    game = awake("west")
    hold(game, WEST, "LOC", owner="")
    garrison(game, WEST, "LOC", **fleet)
    game.nations[WEST] = Nation(id=WEST, kind=THREAT, goods=Goods(gold=120))
    hold(game, A, "ISN", population=5, farms=5)
    return game


def test_a_raid_beaten_off_may_sink_the_flagship_and_wins_the_chest_at_once():
    game = sails(oue_amirale=1, oue_abordeurs=3)
    garrison(game, A, "ISN", **{SLOW: 9})
    write_threat(game, "west", target=A)
    give_orders(game)
    gold = game.nations[A].goods.gold
    # ambush 1; the raiders throw 1 1 1 and lose 6 + 3
    campaign(game, 1, 1, 1, 1, *WIN)
    assert not total(game, WEST)
    assert gains(game, review) == {A: 15, M: 0, V: 0}
    assert game.nations[A].goods.gold == gold + 120
    assert game.threats["west"].state == "ended"


def test_fleets_without_the_flagship_sail_on_and_pay_nobody():
    game = sails(oue_corsaires=3)
    write_threat(game, "west", victor=A)
    assert gains(game, review) == {A: 0, M: 0, V: 0}
    assert game.threats["west"].state == "active"


@pytest.mark.parametrize(("ships", "season", "ended"), [(2, "ete", False), (2, "hiver", True), (3, "hiver", False)])
def test_a_fleet_of_fewer_than_three_does_not_come_back_after_winter(ships, season, ended):
    game = sails(oue_corsaires=ships)
    write_threat(game, "west", raided=True, leaderless=True)
    game.season = season
    review(game)
    assert (game.threats["west"].state == "ended") == ended


def test_two_fleets_never_come_back_as_one():
    game = sails(oue_corsaires=3)
    garrison(game, WEST, "MBA", oue_corsaires=4)
    write_threat(game, "west", since=-4)
    script(game, 0, 0)
    wake(game)
    assert sorted(count(troops) for troops in all_units(game, WEST).values()) == [4, 5]


def test_each_fleet_raids_the_richest_coast_in_reach_and_never_the_same():
    game = sails(oue_corsaires=3)
    garrison(game, WEST, "MBA", oue_corsaires=3)
    for code in game.lands:
        land(game, code, population=0, farms=0, exploitations=0)
    land(game, "ISN", population=4, farms=2, exploitations=1)
    land(game, "GRI", population=4, farms=4, controller="SEL")
    give_orders(game)
    # both coasts are worth forty: the first in the alphabet is taken first
    assert [order.territory for order in game.sheets[WEST]] == ["GRI", "ISN"]


def test_hired_sails_raid_their_target_and_spare_their_payer():
    game = sails(oue_corsaires=3)
    hold(game, M, "GRI", population=9, farms=9)
    write_threat(game, "west", target=A, payer=M)
    give_orders(game)
    assert [order.territory for order in game.sheets[WEST]] == ["ISN"]
    game.armies.clear()
    garrison(game, WEST, "LOC", oue_corsaires=3)
    write_threat(game, "west", target="", payer=A)
    give_orders(game)
    assert "ISN" not in [order.territory for order in game.sheets[WEST]]


def test_a_year_without_a_successful_raid_ends_the_sails():
    game = sails(oue_amirale=1, oue_corsaires=3)
    game.season = "hiver"
    review(game)
    assert game.threats["west"].state == "ended"


def test_a_successful_raid_brings_them_back_and_fills_the_chest():
    game = sails(oue_amirale=1, oue_corsaires=3)
    write_threat(game, "west", target=A)
    game.nations[A] = msgspec.structs.replace(game.nations[A], goods=Goods(gold=100, provisions=9))
    give_orders(game)
    campaign(game)
    assert game.nations[WEST].goods.gold == 120 + 20
    game.season = "hiver"
    review(game)
    assert game.threats["west"].state == "active"


# -- announcement -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "side"), [(0, "north"), (1, "east"), (2, "south"), (3, "west")])
def test_a_sleeping_threat_is_announced_by_a_die_of_four_and_is_not_there_yet(drawn, side):
    game = bare_table(drawn)
    announce(game)
    (told,) = of(game.outbox, ThreatAnnounced)
    assert (told.side, told.reinforced, told.audience) == (side, False, None)
    assert {name: record.state for name, record in game.threats.items() if record.state != "asleep"} == {side: "announced"}


def test_a_threat_that_is_over_is_drawn_again_and_nothing_happens_when_all_are():
    game = bare_table(0, 2)
    write_threat(game, "north", state="ended")
    announce(game)
    assert game.threats["west"].state == "announced"
    for side in game.threats:
        write_threat(game, side, state="ended")
    game.outbox = []
    announce(game)
    assert not game.outbox


def test_a_second_sign_brings_the_cold_a_third_army():
    game = wintry()
    script(game, 0)
    reinforce(game, "north")
    assert sorted(count(troops) for troops in all_units(game, NORTH).values()) == [1, 6]


def test_a_second_sign_sends_riders_to_the_khan_wherever_he_is():
    game, _ = horde({"est_lances": 1}, at="LSD")
    hold(game, EAST, "KAD", owner="")
    garrison(game, EAST, "KAD", est_lances=5)
    reinforce(game, "east")
    assert all_units(game, EAST)["LSD"] == troops({"est_archers": 4, "est_lances": 4})
    assert all_units(game, EAST)["KAD"] == troops({"est_lances": 5})


def test_a_second_sign_strengthens_every_fleet():
    game = sails(oue_amirale=1)
    garrison(game, WEST, "MBA", oue_corsaires=2)
    reinforce(game, "west")
    assert all_units(game, WEST) == {
        "LOC": troops({"oue_abordeurs": 2, "oue_amirale": 1, "oue_corsaires": 1}),
        "MBA": troops({"oue_abordeurs": 2, "oue_corsaires": 3}),
    }


# -- arrival ----------------------------------------------------------------------------------------------------


def coming(side, *, holder=A, **units):
    """A threat is announced and all the land where it may appear has an owner."""
    game = bare_table()
    write_threat(game, side, state="announced")
    for code in THREATS[side].appears_in:
        hold(game, holder, code)
        if units:
            garrison(game, holder, code, **units)
    return game


def test_a_threat_that_appears_on_undefended_land_takes_it_at_once():
    game = coming("south")
    script(game, 0)
    wake(game)
    place = THREATS["south"].appears_in[0]
    assert game.lands[place].controller == SOUTH
    assert game.lands[place].owner == A
    audit(game)


def test_a_threat_that_appears_on_owned_land_attacks_its_garrison_at_once():
    game = coming("north", min_levee=3)
    hold(game, A, "LEL")
    script(game, 0, 0, 10, *WIN, *LOSE, 10, *WIN, *LOSE)
    wake(game)
    fought = of(game.outbox, BattleFought)
    assert [(battle.attackers, battle.defenders) for battle in fought] == [((NORTH,), (A,))] * 2
    assert {game.lands[code].controller for code in all_units(game, NORTH)} == {NORTH}
    assert not game.armies
    audit(game)


def test_a_threat_beaten_where_it_appears_is_gone():
    game = coming("east", **{SLOW: 9})
    script(game, 0, 1, *LOSE, *WIN, 5, 0)
    wake(game)
    assert total(game, EAST) == 0
    assert game.lands[THREATS["east"].appears_in[0]].controller == A


def test_the_allies_of_the_master_help_against_a_threat_that_appears():
    game = coming("east", **{SLOW: 5})
    ally(game, A, M)
    garrison(game, M, "PCE", **{SLOW: 5})
    # the place, ambush 1, the battle, which of the equal defenders falls to the Khan's cruelty, his own fate
    script(game, 0, 1, *LOSE, *WIN, 0, 5)
    wake(game)
    (battle,) = of(game.outbox, BattleFought)
    assert (battle.defenders, battle.defence_units) == ((A, M), 10)


def test_a_heart_that_appears_among_defenders_stays_even_if_they_win():
    game = coming("south", **{SLOW: 9})
    script(game, 0, 1, *LOSE, *WIN)
    wake(game)
    home = game.threats["south"].home
    assert total(game, SOUTH, "sud-coeur") == 1
    assert game.lands[home].controller == SOUTH
    assert size(game, A, home) == 0
    assert game.threats["south"].vigour == table().vigour - 6
    audit(game)


def test_land_nobody_owns_is_chosen_first():
    game = coming("south", **{SLOW: 9})
    hold(game, "", "LDE")
    game.garrisons.pop(f"LDE:{A}")
    wake(game)
    assert list(all_units(game, SOUTH)) == ["LDE"]
    assert not of(game.outbox, BattleFought)


def test_wars_of_others_are_not_settled_when_a_threat_appears():
    game = coming("south")
    war(game, A, V)
    hold(game, V, "WAN")
    garrison(game, A, "WAN", min_levee=1)
    script(game, 0)
    wake(game)
    assert game.lands["WAN"].controller == V


def test_nations_without_a_player_raise_nothing_in_the_threats_winter():
    game = awake("north")
    garrison(game, NORTH, "MEN", nor_reine=1)
    hold(game, NORTH, "MEN", owner="")
    game.seats.pop(A)
    war(game, A, V)
    game.season = "hiver"
    campaign(game)
    assert not [key for key in game.garrisons if key.endswith(A)]
