"""Chapter "Le pays": danger, troubles, independence, production."""

import pytest

from marchland.games.cendre.goods import RESOURCES
from marchland.games.cendre.rules.common.ledger import GoodsMoved, change_land
from marchland.games.cendre.rules.land.danger import break_away_lands, break_out_troubles, danger_of, hunt_agitators, hunt_brigands
from marchland.games.cendre.rules.land.ownership import NationFounded
from marchland.games.cendre.rules.land.population import regrow_recruits
from marchland.games.cendre.rules.land.production import (
    harvest,
    produce,
    provisions_yield,
    raw_materials,
    resource_yield,
    tax_yield,
)
from marchland.games.cendre.rules.war.control import settle_vacant_land
from marchland.games.cendre.rules.war.occupation import take_control
from marchland.games.cendre.world import SITES

from .realm import A, M, at_war, found, garrison, land, leader, nation, no_leaders, no_units, replace, script, table


@pytest.mark.rule("TC-LAND-13")
def test_danger_adds_up_by_table_3():
    """DT-02: base 10, not national, occupied, roads, 2 brigands, 1 militia."""
    game = table()
    no_units(game)
    land(game, "MER", controller=A, national=(M,), danger=10, roads=True, brigands=2, militia=1)
    assert danger_of(game, "MER") == 10 + 10 + 10 - 5 + 10 - 5


@pytest.mark.rule("TC-LAND-13", "TC-STRUCT-04")
def test_a_castle_calms_only_its_owner():
    game = table()
    no_units(game)
    land(game, "VAL", danger=20, roads=False, structures=("chateau",))
    assert danger_of(game, "VAL") == 15
    land(game, "VAL", controller=M, national=(A, M))
    assert danger_of(game, "VAL") == 20 + 10


@pytest.mark.rule("TC-LAND-13", "TC-SCI-05", "TC-SCI-08")
def test_laws_and_national_union_move_the_danger():
    game = table()
    no_units(game)
    land(game, "VAL", danger=20, roads=False)
    nation(game, A, known=("Code de Lois",))
    assert danger_of(game, "VAL") == 10
    nation(game, A, known=("Union nationale",))
    land(game, "VAL", controller=M)
    assert danger_of(game, "VAL") == 20 + 10 + 10
    at_war(game, A, M)
    assert danger_of(game, "VAL") == 20 + 10 + 10 + 10


@pytest.mark.rule("TC-LEAD-11", "TC-LEAD-12")
def test_a_steward_quiets_all_occupied_land_wherever_he_is_but_not_the_nations_own():
    """Of all tactics only gestionnaire and stratège work beyond the leader's own army."""
    game = table()
    no_units(game)
    land(game, "MER", controller=A, danger=30, roads=False, national=(M,))
    land(game, "VAL", danger=30, roads=False)
    before = danger_of(game, "MER")
    leader(game, A, at="VAL", military=6, tactics=("gestionnaire",))
    assert danger_of(game, "MER") == before - 10
    assert danger_of(game, "VAL") == 30
    held = leader(game, A, at="", military=6, tactics=("gestionnaire",))
    game.leaders[held] = replace(game.leaders[held], captor=M)
    assert danger_of(game, "MER") == before - 10


@pytest.mark.rule("TC-LAND-16")
def test_units_with_the_trait_serve_as_militia():
    game = table()
    no_units(game)
    land(game, "VAL", danger=30, roads=False)
    garrison(game, "VAL", A, akl_milice=2)
    assert danger_of(game, "VAL") == 20


@pytest.mark.rule("TC-LAND-14", "TC-TURN-02")
def test_troubles_stop_provisions_resources_and_taxes_but_not_in_the_first_year():
    game = table()
    break_out_troubles(game)
    assert not any(one.troubled for one in game.lands.values())
    game.year = 202
    for code in game.lands:
        land(game, code, controller=A if code == "VAL" else "", danger=40, roads=False)
    no_units(game)
    script(game, 40)
    break_out_troubles(game)
    assert game.lands["VAL"].troubled
    assert harvest(game, "VAL", A) == 0
    assert not raw_materials(game, A, ["VAL"])
    script(game, 41)
    break_out_troubles(game)
    assert not game.lands["VAL"].troubled


@pytest.mark.rule("TC-LAND-15", "TC-DIP-11")
@pytest.mark.parametrize(("danger", "breaks"), [(85, True), (84, False)])
def test_a_territory_breaks_away_when_danger_and_unrest_reach_one_hundred(danger, breaks):
    """DT-02: danger 85 with stability -3 -> independent; 84 -> not."""
    game = table()
    no_units(game)
    nation(game, A, stability=-3)
    garrison(game, "VAL", A, akl_lances=2)
    chief = leader(game, A, at="VAL", civil=3)
    land(game, "VAL", danger=danger, roads=False)
    break_away_lands(game)
    assert (game.lands["VAL"].owner == "MIN-VAL") == breaks
    if breaks:
        assert [event.territories for event in found(game.outbox, NationFounded)] == [("VAL",)]
        assert "AKLA|MIN-VAL" in game.wars
        assert any(troop.unit == "akl-lances" for troop in game.garrisons["VAL:MIN-VAL"])
        assert "VAL:AKLA" not in game.garrisons
        assert game.leaders[chief].at == "AKL"
        assert game.nations[A].stability == -3


@pytest.mark.rule("TC-LAND-05")
def test_a_capital_never_breaks_away():
    game = table()
    land(game, "AKL", danger=200)
    break_away_lands(game)
    assert game.lands["AKL"].owner == A


@pytest.mark.rule("TC-LAND-16")
def test_police_find_agitators_and_militia_brigands_ten_per_cent_each():
    game = table()
    no_units(game)
    land(game, "VAL", police=2, agitators=3, militia=3, brigands=2)
    script(game, 20)
    hunt_agitators(game)
    assert game.lands["VAL"].agitators == 2
    script(game, 21)
    hunt_agitators(game)
    assert game.lands["VAL"].agitators == 2
    script(game, 30)
    hunt_brigands(game)
    assert game.lands["VAL"].brigands == 1


# -- production -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LAND-10", "TC-LAND-02")
def test_farms_exploitations_and_population_produce():
    game = table()
    land(game, "VAL", farms=4, farm_capacity=8, exploitations=3, resource_level=5, population=6)
    assert provisions_yield(game, "VAL", A) == 4
    assert resource_yield(game, "VAL", A) == 3
    assert tax_yield(game, "VAL", A) == 30


@pytest.mark.rule("TC-LAND-09")
def test_every_territory_gives_its_one_resource_and_no_other():
    game = table()
    for code, site in SITES.items():
        land(game, code, owner=A, controller=A, exploitations=2, resource_level=2, troubled=False)
        goods = raw_materials(game, A, [code])
        assert {kind for kind in RESOURCES if goods[kind]} == {site.resource}, code


@pytest.mark.rule("TC-LAND-04", "TC-LAND-03")
def test_an_occupier_gets_half_and_the_owner_nothing():
    game = table()
    for code, one in game.lands.items():
        land(game, code, controller="" if one.controller not in (A,) else A)
    land(game, "MER", controller=A, farms=5, farm_capacity=5, exploitations=3, resource_level=3)
    assert harvest(game, "MER", A) == 2
    produce(game)
    assert not found(game.outbox, GoodsMoved, nation=M)


@pytest.mark.rule("TC-SCI-09", "TC-SCI-03", "TC-SCI-06")
def test_discoveries_raise_production_where_they_apply():
    game = table()
    land(game, "AKL", farms=1, exploitations=1)
    nation(game, A, known=("Irrigation", "Élevage intensif"))
    assert provisions_yield(game, "AKL", A) == 3
    assert resource_yield(game, "AKL", A) == 2
    land(game, "AKL", exploitations=0)
    assert resource_yield(game, "AKL", A) == 0
    nation(game, V := "VOLTDARG", known=("Techniques de mine",))
    land(game, "VOL", exploitations=2)
    assert resource_yield(game, "VOL", V) == 3
    nation(game, "LACUSTRES", known=("Chalutiers",))
    land(game, "MIC", controller="LACUSTRES", farms=1, exploitations=1)
    assert provisions_yield(game, "MIC", "LACUSTRES") == 2
    nation(game, "CHENE", known=("Exploitations forestières",))
    land(game, "FSO", exploitations=2)
    assert resource_yield(game, "FSO", "CHENE") == 3


@pytest.mark.rule("TC-LAND-11")
def test_recruitment_capacity_follows_population_and_regrows_in_winter():
    game = table()
    land(game, "VAL", population=4, recruits=1)
    change_land(game, "VAL", "population", 1, "growth", "TC-CIV-10")
    assert game.lands["VAL"].recruits == 2
    change_land(game, "VAL", "population", -3, "growth", "TC-CIV-10")
    assert (game.lands["VAL"].population, game.lands["VAL"].recruits) == (2, 0)
    regrow_recruits(game)
    assert game.lands["VAL"].recruits == 1
    land(game, "VAL", population=2, recruits=2)
    regrow_recruits(game)
    assert game.lands["VAL"].recruits == 2


@pytest.mark.rule("TC-LAND-12")
def test_every_source_starts_full_and_has_one_colour():
    game = table()
    assert all(one.fluid == one.source for one in game.lands.values())
    assert all(one.colour for one in game.lands.values() if one.source)


# -- control ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-19", "TC-LAND-16")
def test_control_taken_scatters_police_and_turns_militia_into_brigands():
    game = table()
    no_leaders(game)
    land(game, "VAL", police=2, militia=3, brigands=0, town=2)
    nation(game, A, gold=15)
    nation(game, M, gold=0)
    take_control(game, "VAL", M, "conquest", "TC-WAR-19")
    after = game.lands["VAL"]
    assert (after.owner, after.controller, after.police, after.militia, after.brigands) == (A, M, 0, 0, 3)
    assert (game.nations[A].goods.gold, game.nations[M].goods.gold) == (0, 15)


@pytest.mark.rule("TC-STRUCT-05", "TC-CITY-06")
def test_superior_fortifications_keep_the_town_until_winter():
    game = table()
    land(game, "VAL", town=3, structures=("fortifications-superieures",))
    gold = game.nations[A].goods.gold
    take_control(game, "VAL", M, "conquest", "TC-WAR-19")
    assert game.lands["VAL"].besieged
    assert game.nations[A].goods.gold == gold


@pytest.mark.rule("TC-WAR-21", "TC-LAND-01")
def test_vacant_land_still_held_in_winter_becomes_owned_but_not_national():
    game = table()
    land(game, "ANA", controller=A)
    settle_vacant_land(game)
    assert game.lands["ANA"].owner == A
    assert A not in game.lands["ANA"].national
