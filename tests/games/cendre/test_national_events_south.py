"""National events of the Mother, the Grey Ones, the passes, the Vale and Voltdarg: figures, limits, beginning and end."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Allocate, RecruitUnits
from marchland.games.cendre.rules.diplomacy.counter import WarScored
from marchland.games.cendre.rules.economy.industry import national_provisions
from marchland.games.cendre.rules.land.production import harvest
from marchland.games.cendre.rules.science import allocate
from marchland.games.cendre.rules.towns.upkeep import feed
from marchland.games.cendre.rules.war.battle import attack_bonuses
from marchland.games.cendre.rules.war.forces import Field, side_force
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched
from marchland.games.cendre.rules.war.war import standing as standing_at
from marchland.games.cendre.state import CasusBelli, Tally
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import DOMAINS, SITES, land_neighbours

from . import warfare
from .chronicle import (
    RICH,
    able,
    added_to,
    befall,
    calm_of,
    first,
    muster,
    standing,
    through_the_year,
    units,
    until,
    winter,
)
from .realm import A, V, at_war, found, garrison, land, leader, nation, no_leaders, no_units, refusals, replace, sheet

ME, GR, CO, T = "MERE", "GRISES", "COLS", "TRANQUILLE"


def clash(game, attacker, start, defender, at, season):
    """The fight of an army that attacks in a season: its force, the defender's, and the attacker's bonus from events."""
    until(game, season)
    no_units(game)
    no_leaders(game)
    game.wars.clear()
    warfare.war(game, attacker, defender)
    warfare.army(game, defender, at, {warfare.SLOW: 2})
    key = warfare.army(game, attacker, start, {warfare.SLOW: 3})
    warfare.attack(game, key, at)
    warfare.steps_only(game)
    fight = pitched(game, at, line_up(game, at, standing_at(game, at)))
    field = Field(game, fight)
    strength = {side.role: side_force(field, side) for side in (fight.attack, fight.defence)}
    return (*strength.values(), warfare.listed(attack_bonuses(field, strength, 0)).get("event", 0))


def dry_neighbour(code):
    return next(near for near in land_neighbours(code) if not SITES[near].sea)


# -- the Mother -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-MERE-0")
def test_dead_waters_starve_two_marshes_until_winter_and_take_a_point_of_people_each():
    game = winter()
    land(game, "PME", owner=ME, controller=ME, farms=3)
    land(game, "AVL", population=2)
    land(game, "BSA", population=1)
    befall(game, ME, 0, *first(4))
    assert [game.lands[code].population for code in ("AVL", "BSA", "DVL", "TAN")] == [1, 1, 4, 3]
    assert befall(winter(), ME, 0, *first(4)).lands["BSA"].population == 4
    harvests = through_the_year(game, lambda now: [harvest(now, code, ME) for code in ("AVL", "BSA", "DVL", "PME")])
    assert harvests == [*[[0, 0, 3, 3]] * 5, [3, 4, 3, 3]]


@pytest.mark.rule("TC-NEV-MERE-5")
@pytest.mark.parametrize(("draw", "thief"), [(0, "DESERT"), (1, "ETOILES")])
def test_stolen_eggs_leave_one_land_without_recruits_and_the_nearest_major_accused_until_winter(draw, thief):
    game = winter()
    land(game, "AVL", population=10, recruits=10)
    befall(game, ME, 5, *first(4), draw)
    assert [game.lands[code].recruits for code in ("AVL", "BSA", "DVL", "TAN")] == [0, 5, 4, 3]
    assert game.casus == [CasusBelli(ME, thief, "insult", 11)]


@pytest.mark.rule("TC-NEV-MERE-15")
def test_a_great_flood_feeds_owned_marshes_until_winter():
    def owner():
        game = winter()
        land(game, "PME", owner=ME, controller=ME, farms=3)
        land(game, "SPO", owner=A, controller=ME, farms=4)
        return game

    for code, more in (("AVL", 1), ("BSA", 1), ("DVL", 1), ("TAN", 1), ("PME", 0), ("SPO", 0)):
        assert added_to(lambda game, code=code: harvest(game, code, ME), ME, 15, game=owner) == [more] * 5 + [0]


@pytest.mark.rule("TC-NEV-MERE-15")
@pytest.mark.parametrize(("at", "season", "bonus"), [("BSA", "printemps", -1), ("BSA", "automne", -1), ("LVO", "printemps", 0)])
def test_whoever_attacks_a_flooded_marsh_has_one_less_on_the_test(at, season, bonus):
    game = winter()
    start = dry_neighbour(at)
    land(game, at, owner=ME, controller=ME), land(game, start, owner=V, controller=V)
    befall(game, ME, 15)
    assert clash(game, V, start, ME, at, season)[2] == bonus


@pytest.mark.rule("TC-NEV-MERE-15")
def test_the_flood_is_over_in_the_spring_after():
    game = befall(winter(), ME, 15)
    start = dry_neighbour("BSA")
    land(game, start, owner=V, controller=V)
    assert clash(until(game, "hiver"), V, start, ME, "BSA", "printemps")[2] == 0


@pytest.mark.rule("TC-NEV-MERE-20")
@pytest.mark.parametrize(("draw", "code", "joins"), [(0, "CHU", True), (2, "MLZ", False), (5, "TPO", True)])
def test_the_mother_speaks_for_a_vacant_marsh_which_joins_if_it_is_next_door(draw, code, joins):
    game = winter()
    nation(game, ME, stability=0)
    befall(game, ME, 20, draw)
    one = game.lands[code]
    assert game.nations[ME].stability == 1
    assert (ME in one.national, one.owner, one.controller) == (True, *((ME, ME) if joins else ("", "")))


@pytest.mark.rule("TC-NEV-MERE-20")
def test_where_no_marsh_is_vacant_the_mother_only_calms():
    game = winter()
    nation(game, ME, stability=0)
    for code in ("CHU", "IGL", "MLZ", "SPO", "TEA", "TPO"):
        land(game, code, owner=V, controller=V)
    befall(game, ME, 20)
    assert game.nations[ME].stability == 1
    assert not [code for code in ("IGL", "MLZ", "SPO") if ME in game.lands[code].national]


# -- the Grey Ones ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-GRISES-0")
def test_the_litters_fight_where_three_or_more_stand_and_the_two_weakest_die():
    game = winter()
    no_units(game, GR)
    garrison(game, "ATV", GR, gri_coureurs=1, gri_nuee=1, gri_ogres=1)
    garrison(game, "DTT", GR, gri_nuee=2)
    garrison(game, "TIN", GR, gri_nuee=3)
    nation(game, GR, stability=0)
    befall(game, GR, 0)
    assert [units(game, code, GR) for code in ("ATV", "DTT", "TIN")] == [{"gri-ogres": 1}, {"gri-nuee": 2}, {"gri-nuee": 1}]
    assert game.nations[GR].stability == -1


@pytest.mark.rule("TC-NEV-GRISES-5")
@pytest.mark.parametrize(("town", "die", "after"), [(3, 1, 2), (3, 2, 2), (3, 3, 3), (2, 2, 1), (1, 0, 1)])
def test_ash_seeps_into_one_dead_land_its_farms_its_mines_and_perhaps_its_town(town, die, after):
    game = winter()
    land(game, "ATV", town=town)
    land(game, "PME", owner=GR, controller=GR, farms=3)
    befall(game, GR, 5, *first(3), *((die,) if die else ()))
    one = game.lands["ATV"]
    assert (one.farms, one.exploitations, one.town) == (3, 2, after)
    assert [game.lands[code].farms for code in ("DTT", "PME", "VTR")] == [3, 3, 5]


@pytest.mark.rule("TC-NEV-GRISES-5")
def test_ash_takes_no_farm_where_there_is_none():
    game = winter()
    land(game, "ATV", farms=0, exploitations=0, town=0)
    befall(game, GR, 5, *first(3))
    assert (game.lands["ATV"].farms, game.lands["ATV"].exploitations) == (0, 0)


@pytest.mark.rule("TC-NEV-GRISES-15")
@pytest.mark.parametrize(("people", "after"), [(5, 6), (10, 10)])
def test_a_grey_tide_brings_a_die_of_swarms_to_the_capital_and_people_to_one_land_up_to_ten(people, after):
    game = winter()
    land(game, "ATV", population=people)
    befall(game, GR, 15, 6, *first(3))
    assert units(game, "VTR", GR)["gri-nuee"] == 8
    assert [game.lands[code].population for code in ("ATV", "DTT", "VTR")] == [after, 4, 7]


@pytest.mark.rule("TC-NEV-GRISES-20")
def test_diggers_find_a_town_of_level_one_where_there_is_none_at_no_cost():
    game = winter()
    land(game, "TIN", owner=GR, controller=GR, town=0)
    goods = game.nations[GR].goods
    befall(game, GR, 20, 1)
    assert [game.lands[code].town for code in ("ATV", "DTT", "TIN", "VTR")] == [3, 0, 1, 5]
    assert (game.nations[GR].goods, game.nations[GR].free_science) == (goods, 0)


@pytest.mark.rule("TC-NEV-GRISES-20")
def test_where_every_land_has_a_town_there_are_eight_points_for_one_field_of_the_players_choice():
    game = winter()
    land(game, "DTT", town=1)
    nation(game, GR, science=(0,) * len(DOMAINS), free_science=0)
    befall(game, GR, 20)
    assert game.nations[GR].free_science == 8

    def allot(*shares):
        sheet(game, GR, *(Allocate(domain, points) for domain, points in shares))
        allocate(game)
        return {domain: points for domain, points in zip(DOMAINS, game.nations[GR].science, strict=True) if points}

    assert allot(("magie", 3), ("physique", 5)) == {"magie": 3}, "the first field is the field"
    assert allot(("magie", 9)) == {"magie": 8}
    nation(game, GR, free_science=4)
    assert allot(("physique", 4)) == {"magie": 8, "physique": 4}


# -- the passes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-COLS-0")
def test_at_peace_the_clans_fight_everywhere_but_in_the_capital():
    game = winter()
    for code in ("CLA", "HRU", "HVA"):
        garrison(game, code, CO, col_guerriers=4)
    befall(game, CO, 0, 4, 2, 2, 6, 2, 2)
    assert [units(game, code, CO)["col-guerriers"] for code in ("CLA", "HRU", "HVA")] == [3, 2, 4]
    assert [game.lands[code].brigands for code in ("CLA", "HRU", "HVA")] == [1, 1, 0]


@pytest.mark.rule("TC-NEV-COLS-0")
def test_at_war_they_fight_in_one_place_only():
    game = winter()
    at_war(game, CO, A)
    for code in ("CLA", "HRU", "HVA"):
        garrison(game, code, CO, col_guerriers=4)
    befall(game, CO, 0, 0, 6, 2, 2)
    assert [units(game, code, CO)["col-guerriers"] for code in ("CLA", "HRU", "HVA")] == [4, 2, 4]
    assert [game.lands[code].brigands for code in ("CLA", "HRU", "HVA")] == [0, 1, 0]


@pytest.mark.rule("TC-NEV-COLS-5")
@pytest.mark.parametrize(("farms", "mines", "after"), [(3, 3, (1, 2)), (1, 0, (0, 0))])
def test_an_avalanche_buries_a_mine_and_two_farms(farms, mines, after):
    game = winter()
    land(game, "CLA", farms=farms, exploitations=mines)
    befall(game, CO, 5, *first(3))
    assert (game.lands["CLA"].farms, game.lands["CLA"].exploitations) == after
    assert game.lands["HRU"].farms == 3


@pytest.mark.rule("TC-NEV-COLS-5")
def test_any_leader_under_the_avalanche_is_hurt_on_three_guests_included_but_nobody_elsewhere():
    game = winter()
    mine, guest, lucky = leader(game, CO, "CLA", civil=1), leader(game, A, "CLA", military=3), leader(game, CO, "CLA", civil=1)
    befall(game, CO, 5, *first(3), 3, 1, 4)
    assert [game.leaders[who].wounded for who in (mine, guest, lucky)] == [True, True, False]
    assert not any(game.leaders[who].wounded for who in ("L13", "L14", "L15", "L16"))


@pytest.mark.rule("TC-NEV-COLS-15")
def test_a_winter_pack_brings_wolves_and_warriors_to_the_capital():
    game = befall(winter(), CO, 15)
    assert units(game, "HVA", CO) == {"col-aurochs": 1, "col-guerriers": 3, "col-loups": 1, "col-ours": 1}


@pytest.mark.rule("TC-NEV-COLS-20")
@pytest.mark.parametrize("die", [1, 3])
def test_the_spirits_bring_bears_by_the_die_to_the_capital(die):
    assert units(befall(winter(), CO, 20, die), "HVA", CO)["col-ours"] == 1 + die


@pytest.mark.rule("TC-NEV-COLS-20")
def test_in_spring_every_attacking_unit_of_the_passes_has_one_more_force():
    def force(season, attacker=CO, event=True):
        game = winter()
        if event:
            befall(game, CO, 20, 1)
        land(game, "CLA", owner=CO, controller=CO), land(game, "KVE", owner=V, controller=V)
        ways = (CO, "CLA", V, "KVE") if attacker == CO else (V, "KVE", CO, "CLA")
        return clash(game, *ways, season)[:2]

    plain = force("printemps", event=False)
    assert force("printemps") == (plain[0] + 3, plain[1])
    assert force("ete") == force("ete", event=False)
    assert force("printemps", attacker=V) == force("printemps", attacker=V, event=False)


@pytest.mark.rule("TC-NEV-COLS-20")
def test_spirits_who_walk_in_an_astral_summer_wait_for_spring():
    game = winter()
    game.season = "ete"
    befall(game, CO, 20, 1)
    land(game, "KVE", owner=V, controller=V)
    bare = winter()
    bare.season = "ete"
    land(bare, "KVE", owner=V, controller=V)
    assert clash(game, CO, "CLA", V, "KVE", "automne") == clash(bare, CO, "CLA", V, "KVE", "automne")


# -- the Vale ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-TRANQUILLE-0")
def test_a_spoilt_spring_halves_the_harvest_and_ends_the_food_bonus_for_a_season():
    def eaten(game):
        nation(game, T, provisions=0)
        national_provisions(game)
        return [*(harvest(game, code, T) for code in ("CVA", "PVA", "VAA")), game.nations[T].goods.provisions]

    usual = [6, 9, 6, 3]
    assert through_the_year(befall(winter(), T, 0), eaten) == [usual, [3, 4, 3, 0], usual, usual, usual, usual]


@pytest.mark.rule("TC-NEV-TRANQUILLE-5")
@pytest.mark.parametrize(("draw", "host", "stored", "left"), [(0, "L74", 24, 19), (2, "L76", 3, 0)])
def test_tiresome_cousins_keep_a_civil_leader_busy_for_a_season_and_eat_a_die(draw, host, stored, left):
    everybody = {"L74", "L75", "L76", "L77"}
    game = winter()
    nation(game, T, provisions=stored)
    befall(game, T, 5, draw, 5)
    assert game.nations[T].goods.provisions == left
    assert through_the_year(game, lambda now: able(now, T))[:3] == [everybody, everybody - {host}, everybody]


@pytest.mark.rule("TC-NEV-TRANQUILLE-15")
def test_the_pumpkin_contest_adds_a_farm_in_two_lands_up_to_ten_with_the_room_it_needs():
    game = winter()
    land(game, "CVA", farms=9, farm_capacity=9)
    land(game, "PVA", farms=10, farm_capacity=10)
    nation(game, T, glory=10)
    befall(game, T, 15, *first(3))
    assert befall(winter(), T, 15, *first(3)).lands["CVA"].farms == 6
    farms = [(game.lands[code].farms, game.lands[code].farm_capacity) for code in ("CVA", "PVA", "VAA")]
    assert farms == [(10, 10), (10, 10), (5, 9)]
    assert game.nations[T].glory == 12


@pytest.mark.rule("TC-NEV-TRANQUILLE-20")
@pytest.mark.parametrize(("gold", "after", "left"), [(20, (1, 1, 14), 0), (50, (1, 1, 14), 30), (19, (0, 1, 10), 19)])
def test_the_party_is_paid_and_admired_at_peace_or_only_enjoyed(gold, after, left):
    game = winter()
    nation(game, T, gold=gold, reputation=0, stability=0, glory=10)
    befall(game, T, 20)
    assert (standing(game, T), game.nations[T].goods.gold) == (after, left)


@pytest.mark.rule("TC-NEV-TRANQUILLE-20")
def test_at_war_the_party_moves_every_war_score_by_two_and_nothing_else():
    game = winter()
    for other in (A, V):
        at_war(game, T, other)
    at_war(game, A, V)
    nation(game, T, gold=50, reputation=0, stability=0, glory=10)
    game.outbox = []
    befall(game, T, 20)
    counters = {key: war.counter for key, war in game.wars.items()}
    assert counters == {"AKLA|TRANQUILLE": -2, "TRANQUILLE|VOLTDARG": 2, "AKLA|VOLTDARG": 0}, "positive for the first named"
    assert [(event.against, event.counter) for event in found(game.outbox, WarScored)] == [(A, 2), (V, 2)]
    assert (standing(game, T), game.nations[T].goods.gold) == ((0, 0, 10), 50)


# -- Voltdarg ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-VOLTDARG-0")
@pytest.mark.parametrize(
    ("die", "left"),
    [
        (1, {"vol-arquebusiers": 1, "vol-galeres": 1, "vol-hallebardiers": 1}),
        (3, {"vol-galeres": 1}),
    ],
)
def test_a_failed_coup_drives_the_best_general_to_the_market_with_the_weakest_of_the_capital(die, left):
    game = winter()
    lesser = leader(game, V, "HOR", military=5)
    nation(game, V, stability=1)
    befall(game, V, 0, die)
    assert (set(game.market) & {"L78", "L79", lesser}, game.leaders["L79"].nation) == ({"L79"}, "")
    assert units(game, "VOL", V) == left
    assert game.nations[V].stability == 0


@pytest.mark.rule("TC-NEV-VOLTDARG-0")
def test_equal_generals_are_drawn_and_without_one_the_people_are_twice_as_shaken():
    game = winter()
    rival = leader(game, V, "HOR", military=8)
    befall(game, V, 0, 1, 1)
    assert rival in game.market
    assert "L79" not in game.market
    game = winter()
    del game.leaders["L79"]
    nation(game, V, stability=1)
    befall(game, V, 0)
    assert (game.nations[V].stability, game.leaders["L78"].nation) == (-1, V)
    assert units(game, "VOL", V)["vol-hallebardiers"] == 2


@pytest.mark.rule("TC-NEV-VOLTDARG-5")
def test_pay_in_arrears_is_three_gold_more_a_unit_for_a_season():
    def wages(game):
        nation(game, V, **RICH)
        feed(game, V)
        return 500 - game.nations[V].goods.gold

    def small():
        game = winter()
        no_units(game)
        garrison(game, "VOL", V, vol_hallebardiers=2)
        garrison(game, "HOR", V, vol_conscrits=1)
        return game

    assert added_to(wages, V, 5, game=small) == [0, 9, 0, 0, 0, 0]


def levied(game, number, *, unit="vol-hallebardiers", structures=()):
    """The resources three or so recruits cost."""
    land(game, "VOL", recruits=9, population=9, structures=structures)
    nation(game, V, **RICH, known=())
    before = game.nations[V].goods
    assert not refusals(muster(game, V, RecruitUnits(leader=leader(game, V, "VOL", military=9), unit=unit, number=number)))
    return before - game.nations[V].goods


@pytest.mark.rule("TC-NEV-VOLTDARG-15")
@pytest.mark.parametrize(("number", "bill"), [(1, Goods(gold=40)), (2, Goods(gold=80)), (3, Goods(gold=120, bois=1, metal=1))])
def test_a_model_levy_brings_a_unit_and_spares_the_next_order_the_resources_of_two(number, bill):
    game = befall(winter(), V, 15)
    assert units(game, "VOL", V)["vol-hallebardiers"] == 3
    until(game, "ete")
    assert levied(game, number) == bill
    assert levied(game, 2) == Goods(gold=80, bois=2, metal=2), "only the next order"


@pytest.mark.rule("TC-NEV-VOLTDARG-15")
def test_the_levy_waits_for_an_order_that_is_carried_out_and_not_beyond_the_year():
    game = until(befall(winter(), V, 15), "automne")
    nation(game, V, gold=0)
    land(game, "VOL", recruits=9, population=9)
    assert refusals(muster(game, V, RecruitUnits(leader=leader(game, V, "VOL", military=9), unit="vol-hallebardiers", number=1)))
    assert levied(game, 2) == Goods(gold=80)
    game = until(until(befall(winter(), V, 15), "hiver"), "printemps")
    assert levied(game, 2) == Goods(gold=80, bois=2, metal=2)


@pytest.mark.rule("TC-NEV-VOLTDARG-15")
def test_what_forges_spare_is_not_spared_twice():
    game = until(befall(winter(), V, 15), "printemps")
    land(game, "VOL", town=1)
    assert levied(game, 3, structures=("forges-federales",)) == Goods(gold=115, bois=1, metal=1)


@pytest.mark.rule("TC-NEV-VOLTDARG-20")
@pytest.mark.parametrize(("battles", "glory"), [(0, 13), (1, 18), (4, 18)])
def test_a_triumph_brings_calm_and_three_points_or_eight_after_a_battle_won_this_year(battles, glory):
    game = winter()
    nation(game, V, stability=0, glory=10, year=Tally(battles_won=battles))
    befall(game, V, 20, 0, 1)
    assert standing(game, V)[1:] == (1, glory)


@pytest.mark.rule("TC-NEV-VOLTDARG-20")
def test_a_triumph_teaches_one_military_leader_a_tactic():
    game = winter()
    for key in ("L78", "L79"):
        game.leaders[key] = replace(game.leaders[key], military=replace(game.leaders[key].military, tactics=()))
    befall(game, V, 20, 1, 1)
    assert (game.leaders["L78"].military.tactics, len(game.leaders["L79"].military.tactics)) == ((), 1)
    assert game.leaders["L79"].military.tactics[0].split(":")[0] == TABLES.leaders.tactics[0]
    assert calm_of(V)(game) == calm_of(V)(winter())
    everything = replace(game.leaders["L79"].military, tactics=tuple(TABLES.leaders.tactics))
    game.leaders["L79"] = replace(game.leaders["L79"], military=everything)
    befall(game, V, 20, 1)
    assert game.leaders["L79"].military == everything, "there is nothing left to learn"
    no_leaders(game, V)
    befall(game, V, 20)
