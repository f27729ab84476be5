"""Battles: forces, bonuses, dice, losses, leaders, retreats (TC-WAR-04 to TC-WAR-07 and TC-WAR-13 to TC-WAR-21)."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from marchland.games.cendre.orders import TunnelAttack
from marchland.games.cendre.rules.common.ledger import change
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.diplomacy.counter import WarScored, battle_points
from marchland.games.cendre.rules.leaders.people import LeaderCaptured, LeaderHurt, LeaderLeft
from marchland.games.cendre.rules.war.aftermath import TroopsRetreated, TroopsTrapped
from marchland.games.cendre.rules.war.battle import BattleFought, BattleReport, TunnelDug, superiority, terrain_defence
from marchland.games.cendre.rules.war.bodies import PASSIVE, kind_of_unit
from marchland.games.cendre.rules.war.forces import Field, side_force, unit_force
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import conquer_at, loss_test, pitched, standing
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import ATLAS

from .warfare import (
    FAST,
    SLOW,
    A,
    C,
    V,
    X,
    army,
    attack,
    bare_table,
    bonuses,
    build,
    campaign,
    campaign_from_battles,
    clash,
    forces,
    garrison,
    give,
    hold,
    land,
    leader,
    listed,
    of,
    script,
    size,
    steps_only,
    war,
)

# -- forces -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-06")
def test_ex04_a_strong_point_held_three_times_counts_three_times(unit):
    triple = unit("triple", strengths=("attaque",) * 3)
    plain = unit("plain-a")
    assert forces({triple: 1}, {plain: 1}) == (5, 2)


@pytest.mark.rule("TC-WAR-04")
def test_dt21_force_stays_between_one_and_ten_and_artillery_doubles_at_a_castle(unit):
    feeble = unit("feeble", weaknesses=("attaque", "attaque", "plaine"))
    gun = unit("gun", force=4, traits=("artillerie",), strengths=("défense", "plaine"))
    game, fight = clash({feeble: 1}, {gun: 1})
    assert side_force(Field(game, fight), fight.attack) == 1
    assert side_force(Field(game, fight), fight.defence) == 6
    build(game, X, "chateau")
    assert side_force(Field(game, fight), fight.defence) == 10


@pytest.mark.rule("TC-WAR-06")
@pytest.mark.parametrize(
    ("point", "enemy_traits", "expected"),
    [
        ("absence de cavalerie", ("infanterie",), True),
        ("absence de cavalerie", ("cavalerie",), False),
        ("absence de légers", ("infanterie", "troupe légère"), False),
        ("absence de lourds", ("infanterie",), True),
        ("absence d'infanterie", ("infanterie",), False),
        ("attaque", ("infanterie",), True),
        ("défense", ("infanterie",), False),
        ("distance", ("infanterie", "distance"), True),
        ("sans distance", ("infanterie", "distance"), False),
        ("que distance", ("infanterie", "distance"), True),
        ("que léger", ("infanterie", "troupe légère"), True),
        ("que lourd", ("infanterie",), False),
        ("troupe légère", ("infanterie", "troupe légère"), True),
        ("troupe lourde", ("infanterie", "troupe lourde"), True),
        ("volant", ("cavalerie", "volant"), True),
        ("géants", ("infanterie", "géants"), True),
        ("nain", ("infanterie", "nain"), True),
        ("elfe", ("infanterie", "nain"), False),
        ("terres gelées", ("infanterie", "terres gelées"), True),
        ("plaine", ("infanterie",), True),
        ("marais", ("infanterie",), False),
        ("supériorité numérique", ("infanterie",), False),
        ("infériorité numérique", ("infanterie",), True),
    ],
)
def test_every_strong_point_has_its_condition(unit, point, enemy_traits, expected):
    brave = unit("brave", force=5, strengths=(point,), traits=("infanterie", "moral de fer"))
    foe = unit("foe", traits=enemy_traits)
    attackers, _ = forces({brave: 1}, {foe: 2})
    assert attackers == 5 + expected


@pytest.mark.rule("TC-WAR-06")
def test_one_enemy_with_the_trait_is_enough(unit):
    hater = unit("hater", strengths=("troupe lourde",))
    light, heavy = unit("light"), unit("heavy", traits=("infanterie", "troupe lourde"))
    assert forces({hater: 3}, {light: 4, heavy: 1})[0] == 9


@pytest.mark.rule("TC-WAR-05")
@pytest.mark.parametrize(
    ("own", "enemy", "force"),
    [
        (("infanterie",), ("infanterie", "monstre"), 3),
        (("infanterie", "moral de fer"), ("infanterie", "monstre"), 4),
        (("infanterie", "géants"), ("infanterie", "monstre"), 4),
        (("infanterie", "troupe légère"), ("infanterie", "géants"), 1),
        (("cavalerie",), ("infanterie", "feu"), 1),
        (("infanterie", "monstre"), ("infanterie", "feu"), 1),
        (("infanterie", "terres gelées"), ("infanterie", "feu"), 3),
        (("infanterie",), ("infanterie", "terreur"), 3),
        (("infanterie", "mort-vivants"), ("infanterie", "terreur"), 4),
        (("infanterie", "terreur"), ("infanterie", "terreur"), 4),
        (("infanterie", "troupe légère"), ("infanterie", "terreur"), 1),
        (("infanterie", "troupe légère", "distance"), ("infanterie", "terreur"), 3),
        (("infanterie", "incompétent"), ("infanterie",), 1),
    ],
)
def test_what_the_enemys_traits_do(unit, own, enemy, force):
    me, foe = unit("me", force=4, traits=own), unit("them", traits=enemy)
    assert forces({me: 1}, {foe: 1})[0] == force


@pytest.mark.rule("TC-WAR-05", "TC-LAND-08")
def test_frozen_land_weakens_those_who_do_not_know_it(unit):
    me, used = unit("me", force=3), unit("used", force=3, traits=("infanterie", "terres gelées"))
    game, fight = clash({me: 1}, {used: 1})
    land(game, X, frozen=True)
    field = Field(game, fight)
    assert (side_force(field, fight.attack), side_force(field, fight.defence)) == (2, 3)


@pytest.mark.rule("TC-WAR-07", "TC-SCI-03")
def test_who_is_at_home_at_sea(unit):
    ship = unit("ship", force=3, traits=("naval",), move=2)
    frog = unit("frog", force=3, traits=("infanterie", "amphibie"))
    foot = unit("foot", force=3)
    bird = unit("bird", force=3, traits=("cavalerie", "volant"))
    game, fight = clash({ship: 1}, {foot: 1, frog: 1, bird: 1, ship: 1}, at="MIO", start="MIC")
    field = Field(game, fight)
    (body,) = fight.defence.bodies
    assert {name: unit_force(field, fight.defence, body, kind_of_unit(name)) for name in (ship, frog, foot, bird)} == {
        ship: 3,
        frog: 2,
        foot: 1,
        bird: 3,
    }


@pytest.mark.rule("TC-WAR-07", "TC-SCI-03")
def test_ships_are_weak_on_the_coast_until_they_are_armed(unit):
    ship = unit("ship", force=3, traits=("naval",), weaknesses=("distance",), move=2)
    archer = unit("archer", traits=("infanterie", "distance"))
    game, fight = clash({archer: 1}, {ship: 1}, at="VAL", start="HRO")
    assert side_force(Field(game, fight), fight.defence) == 1
    change(game, A, known=("Armement",))
    assert side_force(Field(game, fight), fight.defence) == 4


@pytest.mark.rule("TC-WAR-07", "TC-SCI-03")
def test_a_landing_without_the_discovery_makes_all_but_flyers_helpless(unit):
    foot, frog, bird = (
        unit("foot", force=4),
        unit("frog", force=4, traits=("infanterie", "amphibie")),
        unit("bird", force=4, traits=("cavalerie", "volant")),
    )
    game, fight = clash({foot: 1, frog: 1, bird: 1}, {SLOW: 1}, at="VAL", start="MIO")
    (body,) = fight.attack.bodies

    def strength(name):
        return unit_force(Field(game, fight), fight.attack, body, kind_of_unit(name))

    assert (strength(foot), strength(frog), strength(bird)) == (1, 3, 4)
    assert bonuses(game, fight)[1]["landing"] == 1
    change(game, V, known=("Débarquement",))
    assert (strength(foot), strength(frog), strength(bird)) == (4, 4, 4)
    assert "landing" not in bonuses(game, fight)[1]


@pytest.mark.rule("TC-WAR-07")
def test_on_an_archipelago_land_troops_stand_on_the_islands(unit):
    foot, ship = unit("foot", force=3, strengths=("plaine",)), unit("ship", force=3, traits=("naval",), strengths=("plaine",))
    game, fight = clash({ship: 1}, {foot: 1, ship: 1}, at="IRI", start="MIC")
    (body,) = fight.defence.bodies
    field = Field(game, fight)
    assert unit_force(field, fight.defence, body, kind_of_unit(foot)) == 4
    assert unit_force(field, fight.defence, body, kind_of_unit(ship)) == 3
    assert fight.attack.bodies[0].way == "water"


@pytest.mark.rule("TC-LEAD-11", "TC-WAR-06")
def test_leaders_make_their_own_units_stronger(unit):
    horse = unit("horse", force=3, traits=("cavalerie",))
    dwarf = unit("dwarf", traits=("infanterie", "nain"))
    assert forces({horse: 2}, {dwarf: 1}, leads=("commandant:cavalerie",))[0] == 8
    assert forces({horse: 2}, {dwarf: 1}, leads=("haine:nain",))[0] == 8
    assert forces({horse: 2}, {dwarf: 1}, leads=("garde personnelle",))[0] == 8
    assert forces({horse: 2}, {dwarf: 1}, leads=("commandant:infanterie",))[0] == 6


@pytest.mark.rule("TC-SCI-04")
def test_combined_arms_count_every_kind_of_unit(unit):
    game, fight = clash({unit("one"): 1, unit("two"): 2}, {SLOW: 1})
    before = side_force(Field(game, fight), fight.attack)
    change(game, V, known=("Armes combinées",))
    assert side_force(Field(game, fight), fight.attack) == before + 2


# -- bonuses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-15")
@pytest.mark.parametrize(
    ("own", "other", "bonus"),
    [(14, 10, 0), (15, 10, 1), (20, 10, 2), (29, 10, 2), (30, 10, 3), (75, 10, 7), (10, 10, 0), (10, 75, 0)],
)
def test_dt07_superiority_by_the_ratio_of_forces(own, other, bonus):
    assert superiority(own, other) == bonus


@pytest.mark.rule("TC-LAND-08")
@pytest.mark.parametrize(
    ("code", "calm", "ambush"),
    [
        ("PME", 0, 0),
        ("BPL", 1, 1),
        ("HRO", 0, 1),
        ("HVA", 1, 2),
        ("KAT", 2, 2),
        ("CLA", 2, 2),
        ("EHL", 1, 1),
        ("SPO", 2, 2),
        ("FMO", 2, 2),
        ("CDE", 0, 0),
    ],
)
def test_every_terrain_defends_as_table_44_says(unit, code, calm, ambush):
    game = bare_table()
    war(game, A, V)
    hold(game, A, code)
    garrison(game, A, code, min_levee=1)
    near = ATLAS.neighbours(code, "open")[0]
    hold(game, V, near)
    attack(game, army(game, V, near, {SLOW: 1}), code)
    steps_only(game)
    fight = pitched(game, code, line_up(game, code, standing(game, code)))
    field = Field(game, fight)
    assert (terrain_defence(field, False), terrain_defence(field, True)) == (calm, ambush)


@pytest.mark.rule("TC-LAND-08", "TC-WAR-05")
def test_marsh_troops_mind_no_marsh_and_swimmers_no_river(unit):
    frog = unit("frog", traits=("infanterie", "troupes des marais", "amphibie"))
    game, fight = clash({frog: 1}, {SLOW: 1}, at="TEA", start="WAN")
    assert "terrain" not in bonuses(game, fight)[1]
    game, fight = clash({frog: 1}, {SLOW: 1}, at="MER", start="BPL")
    assert "river" not in bonuses(game, fight)[1]
    game, fight = clash({SLOW: 1}, {SLOW: 1}, at="MER", start="BPL")
    assert bonuses(game, fight)[1]["river"] == 1


@pytest.mark.rule("TC-STRUCT-04", "TC-LAND-08")
def test_works_guard_one_border_and_artillery_behind_them_doubles(unit):
    gun = unit("gun", force=3, traits=("artillerie",))
    game, fight = clash({SLOW: 1}, {gun: 1})
    build(game, X, "ouvrages-defensifs", border="WAN")
    assert bonuses(game, fight)[1]["works"] == 1
    assert side_force(Field(game, fight), fight.defence) == 6
    build(game, X, "ouvrages-defensifs", border="TEA")
    assert "works" not in bonuses(game, fight)[1]


@pytest.mark.rule("TC-STRUCT-04", "TC-WAR-15")
def test_a_castle_helps_its_owner_on_either_side():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    build(game, X, "chateau")
    assert bonuses(game, fight)[1]["castle"] == 1
    land(game, X, owner=V)
    mine, theirs = bonuses(game, fight)
    assert mine["castle"] == 1
    assert "castle" not in theirs


@pytest.mark.rule("TC-WAR-15", "TC-SCI-04", "TC-SCI-05")
def test_discoveries_of_the_commanding_nation_count():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    land(game, X, national=(A, V))
    change(game, A, known=("Science militaire", "Nationalisme", "Spécialisation"), focus="défense")
    change(game, V, known=("Spécialisation",), focus="défense")
    mine, theirs = bonuses(game, fight)
    assert {"science": 1, "nationalism": 1, "specialisation": 1}.items() <= theirs.items()
    assert "specialisation" not in mine


@pytest.mark.rule("TC-LEAD-11", "TC-WAR-15")
@pytest.mark.parametrize(
    ("tactic", "bonus"),
    [((), 2), (("attaquant",), 3), (("défenseur",), 2), (("spécialiste:plaine",), 3), (("spécialiste:jungle",), 2)],
)
def test_strategy_is_better_in_a_leaders_own_way_of_fighting(tactic, bonus):
    game, fight = clash({SLOW: 1}, {SLOW: 1}, leads=tactic, strategy=2)
    assert bonuses(game, fight)[0]["strategy"] == bonus


@pytest.mark.rule("TC-WAR-15")
def test_the_booklet_of_a_people_may_change_its_tests():
    game = bare_table()
    war(game, A, C)
    hold(game, A, "HRO")
    hold(game, C, "VAL")
    garrison(game, A, "HRO", min_levee=1)
    attack(game, army(game, C, "VAL", {SLOW: 1}), "HRO")
    steps_only(game)
    fight = pitched(game, "HRO", line_up(game, "HRO", standing(game, "HRO")))
    assert bonuses(game, fight)[0]["people"] == -1


@pytest.mark.rule("TC-EVT-04", "TC-WAR-15")
def test_events_may_change_attacks():
    game, fight = clash({SLOW: 2}, {SLOW: 2})
    add_mark(game, "attack_test", game.turn, territory=X, amount=-1)
    add_mark(game, "attack_force", game.turn, nation=V, amount=1)
    assert bonuses(game, fight)[0]["event"] == -1
    assert side_force(Field(game, fight), fight.attack) == 6
    assert side_force(Field(game, fight), fight.defence) == 4


# -- ambush and tunnels -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-14")
@pytest.mark.parametrize(
    ("die", "own", "enemy", "wary", "sprung"),
    [(9, 0, 0, (), False), (10, 0, 0, (), True), (8, 2, 0, (), True), (10, 2, 3, (), False), (10, 1, 0, ("perspicace",), False)],
)
def test_an_ambush_succeeds_on_ten_with_skirmishers(unit, die, own, enemy, wary, sprung):
    scout = unit("scout", traits=("infanterie", "tirailleur"))
    game, _ = clash({SLOW: 4, scout: enemy} if enemy else {SLOW: 4}, {SLOW: 4, scout: own} if own else {SLOW: 4}, leads=wary)
    (report,) = of(campaign_from_battles(game, die, 1, 1, 1, 1, 1, 1, 5, 5), BattleReport)
    assert report.ambushed is sprung
    assert listed(report.defence_bonuses).get("ambush", 0) == sprung


@pytest.mark.rule("TC-WAR-13")
@pytest.mark.parametrize(("die", "bonus", "lost"), [(1, 0, 1), (3, -1, 0), (5, 0, 0), (8, 1, 0), (10, 2, 0)])
def test_table_42_how_a_tunnel_comes_out(die, bonus, lost):
    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, min_piquiers=1)
    build(game, X, "ouvrages-defensifs", border="WAN")
    give(game, army(game, V, "WAN", {SLOW: 3}, tactics=("tunnelier",)), TunnelAttack, territory=X)
    events = campaign(game, die, 1, 6, 6, 6, 2, 2, 2, 5)
    (dug,) = of(events, TunnelDug)
    (report,) = of(events, BattleReport)
    assert (dug.bonus, dug.lost) == (bonus, lost)
    assert listed(report.attack_bonuses).get("tunnel", 0) == bonus
    assert "works" not in listed(report.defence_bonuses)
    assert size(game, V, X) == 3 - lost


@pytest.mark.rule("TC-WAR-13")
def test_a_lone_digger_buried_in_his_tunnel_fights_no_more():
    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, min_piquiers=1)
    give(game, army(game, V, "WAN", {SLOW: 1}, tactics=("tunnelier",)), TunnelAttack, territory=X)
    events = campaign(game, 1, 5)
    (fought,) = of(events, BattleFought)
    assert fought.winner == "défense"
    assert game.lands[X].controller == A
    assert not game.armies


# -- dice and losses --------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-15")
def test_a_tie_goes_to_the_defender():
    game, _ = clash({SLOW: 4}, {SLOW: 4})
    (fought,) = of(campaign_from_battles(game, 1, 3, 3, 3, 2, 3, 3, 5, 5), BattleFought)
    (report,) = of(game.outbox, BattleReport)
    assert report.attack_total == report.defence_total + 1
    assert fought.winner == "attaque"
    game, _ = clash({SLOW: 4}, {SLOW: 4})
    (fought,) = of(campaign_from_battles(game, 1, 3, 3, 3, 3, 3, 3, 5, 5), BattleFought)
    assert fought.winner == "défense"


@pytest.mark.rule("TC-WAR-16")
def test_dt08_losses_by_the_single_dice():
    game, _ = clash({SLOW: 9}, {SLOW: 9})
    (fought,) = of(campaign_from_battles(game, 1, 6, 4, 1, 5, 3, 1, 5, 5), BattleFought)
    assert (fought.winner, fought.defence_losses, fought.attack_losses) == ("attaque", 4, 1)


@pytest.mark.rule("TC-WAR-16")
def test_ex06_average_losses_over_all_rolls():
    table = TABLES.war.losses
    wins = lost_by_winner = lost_by_loser = 0
    faces = list(product(range(6), repeat=3))
    for one in faces:
        for other in faces:
            attack_wins = sum(one) > sum(other)
            winner, loser = (one, other) if attack_wins else (other, one)
            wins += not attack_wins
            lost_by_loser += sum(table.winner_inflicts[face] for face in winner) + sum(table.loser_suffers[face] for face in loser)
            lost_by_winner += sum(table.loser_inflicts[face] for face in loser)
    rolls = len(faces) ** 2
    assert round(wins / rolls, 3) == 0.546
    assert round(lost_by_winner / rolls, 2) == 1.07
    assert round(lost_by_loser / rolls, 2) == 4.06


@pytest.mark.rule("TC-WAR-16", "TC-WAR-05")
def test_losses_fall_by_priority_and_immortals_never_die(unit):
    cheap, dear = unit("cheap", priority=5), unit("dear", priority=50)
    undying = unit("undying", priority=1, traits=("infanterie", "immortel"))
    game, _ = clash({SLOW: 9}, {cheap: 2, dear: 3, undying: 1})
    campaign_from_battles(game, 1, 6, 4, 1, 2, 2, 1, 5, 5)
    left = {troop.unit: troop.count for held in game.armies.values() if held.nation == A for troop in held.troops}
    assert left == {dear: 1, undying: 1}


@pytest.mark.rule("TC-WAR-16", "TC-LEAD-11", "TC-SCI-06", "TC-WAR-05")
@pytest.mark.parametrize(
    ("facts", "known", "lost"),
    [
        ({}, (), 4),
        ({"guards": ("prudent",)}, (), 3),
        ({"leads": ("sanguinaire",)}, (), 5),
        ({}, ("Médecine",), 3),
        ({"guards": ("évasion",)}, (), 2),
    ],
)
def test_tactics_and_medicine_change_losses(facts, known, lost):
    game, _ = clash({SLOW: 9}, {SLOW: 9}, **facts)
    change(game, A, known=known)
    (fought,) = of(campaign_from_battles(game, 1, 6, 4, 1, 2, 2, 1, 5, 5), BattleFought)
    assert (fought.winner, fought.defence_losses) == ("attaque", lost)


@pytest.mark.rule("TC-WAR-05")
def test_each_destroyer_kills_one_more(unit):
    brute = unit("brute", traits=("infanterie", "destructeur"))
    game, _ = clash({brute: 2, SLOW: 7}, {SLOW: 9})
    (fought,) = of(campaign_from_battles(game, 1, 3, 3, 4, 2, 2, 2, 5, 5), BattleFought)
    assert fought.defence_losses == 3


@pytest.mark.rule("TC-WAR-20")
@pytest.mark.parametrize(("dice", "lost"), [((6, 5, 4), 4), ((6, 1, 1), 0), ((1, 1, 1), 0), ((6, 6, 6), 6), ((3, 2, 4), 1)])
def test_dt09_loss_tests(dice, lost):
    game = bare_table()
    garrison(game, A, X, min_levee=9)
    script(game, *dice)
    assert loss_test(game, X, A, "test", "TC-WAR-20") == lost
    assert size(game, A, X) == 9 - lost


@pytest.mark.rule("TC-WAR-20")
def test_dt09_distribution_of_loss_tests():
    counts = dict.fromkeys(range(7), 0)
    for faces in product(range(6), repeat=3):
        counts[max(0, sum(TABLES.war.loss_test[face] for face in faces))] += 1
    assert counts == {0: 60, 1: 48, 2: 48, 3: 35, 4: 18, 5: 6, 6: 1}


# -- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-17")
@pytest.mark.parametrize(
    ("fates", "kinds"),
    [((1, 3, 5), [LeaderHurt]), ((1, 7, 5), [LeaderLeft]), ((5, 1), [LeaderLeft]), ((5, 2), [LeaderCaptured]), ((5, 3), [])],
)
def test_table_47_the_fate_of_leaders(fates, kinds):
    game, _ = clash({SLOW: 9}, {SLOW: 9})
    events = campaign_from_battles(game, 1, 6, 6, 6, 2, 2, 2, *fates)
    found = [type(event) for event in events if isinstance(event, LeaderHurt | LeaderLeft | LeaderCaptured)]
    assert found == kinds


@pytest.mark.rule("TC-WAR-17", "TC-GLORY-01", "TC-DIP-09")
def test_a_prisoner_brings_glory_and_counts_in_the_war():
    game, _ = clash({SLOW: 1}, {SLOW: 1})
    glory = game.nations[V].glory
    events = campaign_from_battles(game, 1, 6, 6, 6, 2, 2, 2, 5, 2)
    (caught,) = of(events, LeaderCaptured)
    assert (caught.nation, caught.captor) == (A, V)
    assert game.leaders[caught.leader].captor == V
    assert game.nations[V].glory == glory + 1 + 1
    assert [scored.points for scored in of(events, WarScored)] == [1, 1]


@pytest.mark.rule("TC-WAR-17", "TC-LEAD-04")
def test_an_immortal_leader_is_not_killed_but_can_be_taken():
    for die, captor in ((1, ""), (2, V)):
        game, _ = clash({SLOW: 9}, {SLOW: 9})
        hero = next(key for key, held in game.armies.items() if held.nation == A)
        game.leaders[hero] = msgspec.structs.replace(game.leaders[hero], specials=("immortal",))
        campaign_from_battles(game, 1, 6, 6, 6, 2, 2, 2, 5, die)
        assert game.leaders[hero].captor == captor
        assert not game.leaders[hero].wounded


@pytest.mark.rule("TC-WAR-17", "TC-WAR-01")
def test_a_leader_without_an_army_leads_the_garrison_he_stands_with():
    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, min_piquiers=3)
    chief = leader(game, A, X, command=1, strategy=4)
    attack(game, army(game, V, "WAN", {SLOW: 3}), X)
    steps_only(game)
    fight = pitched(game, X, line_up(game, X, standing(game, X)))
    assert fight.defence.commander == chief
    assert bonuses(game, fight)[1]["strategy"] == 4


# -- glory, counters, retreat -----------------------------------------------------------------------------------


@pytest.mark.rule("TC-GLORY-01", "TC-DIP-09")
def test_dt11_glory_and_counter_of_a_battle():
    game, _ = clash({SLOW: 7}, {SLOW: 5})
    before = game.nations[V].glory, game.nations[A].glory
    events = campaign_from_battles(game, 1, 6, 6, 6, 2, 2, 2, 5, 5)
    assert (game.nations[V].glory - before[0], game.nations[A].glory - before[1]) == (2, -2)
    (scored,) = of(events, WarScored)
    assert (scored.nation, scored.points) == (V, 2)
    assert [battle_points(number) for number in (3, 4, 7, 8, 14, 15)] == [1, 2, 2, 3, 3, 4]


@pytest.mark.rule("TC-WAR-18")
def test_beaten_attackers_go_back_to_where_they_came_from():
    game, _ = clash({SLOW: 5}, {SLOW: 5})
    events = campaign_from_battles(game, 1, 1, 2, 2, 4, 3, 3, 5, 5)
    (gone,) = [event for event in of(events, TroopsRetreated) if event.nation == V]
    assert (gone.end, gone.lost) == ("WAN", 0)
    assert size(game, V, "WAN") == 3


@pytest.mark.rule("TC-WAR-18")
def test_a_retreat_through_hostile_land_costs_a_unit_for_each_territory():
    game = bare_table()
    war(game, A, V)
    for code in game.lands:
        hold(game, V, code)
    hold(game, A, X, "GPA")
    army(game, A, X, {SLOW: 9})
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    events = campaign(game, 1, 6, 3, 3, 2, 2, 2, 5, 5)
    (gone,) = of(events, TroopsRetreated)
    assert (gone.end, gone.lost) == ("GPA", 1)
    assert size(game, A, "GPA") == 9 - 2 - 1


@pytest.mark.rule("TC-WAR-18")
def test_troops_with_no_way_out_are_lost():
    game = bare_table()
    war(game, A, V)
    for code in game.lands:
        hold(game, V, code)
    hold(game, A, X)
    army(game, A, X, {SLOW: 9})
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    events = campaign(game, 1, 6, 3, 3, 2, 2, 2, 5, 5)
    assert of(events, TroopsTrapped)
    assert not any(held.nation == A for held in game.armies.values())


@pytest.mark.rule("TC-WAR-18", "TC-WAR-19")
def test_the_beaten_leave_even_when_no_victor_is_left_and_control_does_not_change():
    game, _ = clash({SLOW: 1}, {SLOW: 9})
    campaign_from_battles(game, 1, 6, 6, 6, 4, 1, 1, 5, 5)
    assert size(game, V, X) == 0
    assert size(game, A, X) == 0
    assert game.lands[X].controller == A


@pytest.mark.rule("TC-WAR-18", "TC-WAR-09")
def test_land_troops_leave_their_ships_behind_when_there_is_no_way_by_water():
    game = bare_table()
    war(game, A, V)
    for code in game.lands:
        hold(game, V, code)
    hold(game, A, "PCO", "HRO")
    garrison(game, A, "PCO", min_levee=9, akl_galeasse=2)
    attack(game, army(game, V, "LLA", {SLOW: 9}), "PCO")
    events = campaign(game, 1, 6, 3, 3, 2, 2, 2, 5)
    assert of(events, TroopsTrapped)[0].units == 2
    assert size(game, A, "HRO") == 9 - 2


# -- vacant land ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-21")
def test_ex37_two_armies_on_vacant_land_fight_first_then_the_winner_meets_the_land():
    game = bare_table()
    war(game, A, V)
    hold(game, A, "TEA")
    hold(game, V, "WAN")
    attack(game, army(game, A, "TEA", {FAST: 9}), X)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    # field battle: ambush 1, V 1 2 2, A 6 6 6, fates; passive defence 3 (+4), ambush, A 6 6 6, land 1 1 1, fate
    events = campaign(game, 1, 1, 2, 2, 6, 6, 6, 5, 5, 3, 1, 6, 6, 6, 1, 1, 1, 5)
    first, second = of(events, BattleFought)
    assert (first.defenders, first.winner, first.rule) == ((A,), "défense", "TC-WAR-15")
    assert (second.attackers, second.defenders, second.defence_units) == ((A,), (), 3 + 20 // 5)
    assert game.lands[X].controller == A
    assert game.lands[X].owner == ""


@pytest.mark.rule("TC-WAR-21")
def test_whoever_loses_to_the_land_goes_back():
    game = bare_table()
    hold(game, V, "WAN")
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    campaign(game, 6, 1, 2, 2, 2, 3, 3, 3, 5)
    assert game.lands[X].controller == ""
    assert size(game, V, "WAN") == 2


@pytest.mark.rule("TC-WAR-21")
def test_the_passive_defence_is_everything_at_once_and_its_skirmishers_lay_ambushes():
    assert set(PASSIVE.traits) == {"infanterie", "cavalerie", "troupe légère", "troupe lourde", "tirailleur"}
    game = bare_table()
    hold(game, V, "WAN")
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    (report,) = of(campaign(game, 6, 1, 2, 2, 2, 3, 3, 3, 5), BattleReport)
    assert (report.ambush, report.ambushed, report.defence_force) == (11, True, 10)


@pytest.mark.rule("TC-WAR-17", "TC-WAR-21")
def test_beasts_take_no_prisoners():
    game = bare_table()
    hold(game, V, "WAN")
    attack(game, army(game, V, "WAN", {SLOW: 2}), X)
    events = campaign(game, 6, 1, 2, 2, 2, 3, 3, 3, 2)
    assert of(events, LeaderHurt)
    assert not of(events, LeaderCaptured)


@pytest.mark.rule("TC-WAR-21")
def test_nobody_fights_the_land_he_holds():
    game = bare_table()
    hold(game, V, X)
    garrison(game, V, X, min_levee=1)
    conquer_at(game, X)
    assert not game.outbox
