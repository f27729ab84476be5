"""National structures: what each booklet's buildings do outside battle."""

import pytest

from marchland.games.cendre.orders import Agitate, Construct, Cultivate, RecruitLeader, Spy, Train, UseStructure
from marchland.games.cendre.rules.booklet import (
    event_bonus,
    fair_income,
    regrowth,
    season_reputation,
    seasonal_gold,
    spring_units,
    stability_bonus,
    structure_yield,
    winter_glory,
    winter_reputation,
)
from marchland.games.cendre.rules.danger import hunt_agitators
from marchland.games.cendre.rules.events import event_modifier
from marchland.games.cendre.rules.general import training_price, training_row
from marchland.games.cendre.rules.intrigue import SpiesNamed
from marchland.games.cendre.rules.lands import take_control
from marchland.games.cendre.rules.marks import has_mark, mark_total
from marchland.games.cendre.rules.national_events import national_event
from marchland.games.cendre.rules.phases import CivilPhase, GeneralPhase, SecondaryUpkeep
from marchland.games.cendre.rules.recruits import create_leader
from marchland.games.cendre.rules.science import gain_science, study_centres
from marchland.games.cendre.rules.towns import lose_structure, storage
from marchland.games.cendre.rules.upkeep import town_appetite
from marchland.games.cendre.rules.winter import automatic_losses, refill_sources
from marchland.games.cendre.state import Caravan, Structure
from marchland.games.cendre.world import DOMAINS

from .realm import (
    A,
    M,
    V,
    at_war,
    found,
    garrison,
    land,
    leader,
    nation,
    no_leaders,
    no_units,
    refusals,
    replace,
    run,
    seeded,
    sheet,
    table,
    treaty,
)

pytestmark = pytest.mark.rule("TC-STRUCT-08")


def use(game, name, order):
    game.nations[name] = replace(game.nations[name], season=type(game.nations[name].season)())
    sheet(game, name, order)
    return run(game, SecondaryUpkeep())


def test_the_theatre_turns_artists_into_glory():
    game = table()
    land(game, "AKL", structures=("grand-theatre",))
    nation(game, A, artistes=9, glory=0)
    winter_glory(game, A)
    assert game.nations[A].glory == 6
    assert stability_bonus(game, A) == 1


def test_gardens_count_once_and_only_in_peace():
    game = table()
    land(game, "AKL", structures=("jardins-des-plaisirs",))
    land(game, "VAL", town=3, structures=("jardins-des-plaisirs",))
    assert stability_bonus(game, A) == 1
    at_war(game, A, V)
    assert stability_bonus(game, A) == 0


def test_a_centre_of_studies_teaches_in_spring():
    game = table()
    land(game, "LIM", town=7, structures=("centre-d-etudes",))
    land(game, "PCO", town=5)
    study_centres(game)
    assert game.nations["LUMIERES"].free_science == 9


def test_a_caravanserai_lives_on_passing_caravans():
    game = table()
    land(game, "EHL", structures=("caravanserail",))
    for number in range(7):
        game.caravans.append(Caravan(creator=A, partner=M, start="AKL", end="MER", route=("AKL", "EHL", "MER"), since=number))
    nation(game, "DESERT", gold=0)
    seasonal_gold(game, "DESERT")
    assert game.nations["DESERT"].goods.gold == 90
    assert storage(game, "DESERT").bois == 3 + 4 + 2


def test_an_oasis_opens_land_when_it_is_finished():
    game = table(10)
    land(game, "EHL", farms=1, farm_capacity=2, structures=())
    nation(game, "DESERT", gold=500, agricole=50, bois=50, metal=50, pierre=50, precieux=50, mer=50, stability=3)
    who = leader(game, "DESERT", at="EHL", civil=9)
    sheet(game, "DESERT", Construct(leader=who, territory="EHL", structure="oasis-sacree"))
    run(game, CivilPhase())
    assert (game.lands["EHL"].farm_capacity, game.lands["EHL"].farms) == (4, 2)
    game.sheets = {}
    land(game, "GPA", town=3, structures=())
    rider = leader(game, "CHEVAUX", at="GPA", civil=9)
    sheet(game, "CHEVAUX", Construct(leader=rider, territory="GPA", structure="oasis-sacree"))
    assert refusals(run(game, CivilPhase())) == ["TC-STRUCT-08"]


def test_a_fishery_makes_food_and_gold_of_the_sea():
    game = table()
    land(game, "IRI", town=4, structures=("pecherie", "manufacture"))
    nation(game, "LACUSTRES", gold=0, provisions=0, mer=9)
    assert refusals(use(game, "LACUSTRES", UseStructure("pecherie", "IRI", 9))) == ["TC-STRUCT-08"]
    use(game, "LACUSTRES", UseStructure("pecherie", "IRI", 8))
    goods = game.nations["LACUSTRES"].goods
    assert (goods.mer, goods.provisions, goods.gold) == (1, 8, 40)


def test_toll_houses_count_seas_and_caravans():
    game = table()
    game.season = "ete"
    land(game, "IRI", structures=("chambre-des-peages",))
    land(game, "MIC", owner="LACUSTRES", controller="LACUSTRES")
    nation(game, "LACUSTRES", gold=0)
    seasonal_gold(game, "LACUSTRES")
    assert game.nations["LACUSTRES"].goods.gold == 10


def test_a_termite_hill_feeds_and_yields():
    game = table()
    land(game, "GOB", structures=("termitiere",))
    assert structure_yield(game, "GOB", "GOBELINS", "provisions") == 2
    assert structure_yield(game, "GOB", "GOBELINS", "resource") == 1


def test_mobs_thrown_into_the_pit_calm_the_rest():
    game = table()
    no_units(game)
    garrison(game, "GOB", "GOBELINS", gob_horde=5)
    land(game, "GOB", structures=("fosse-aux-ordres",))
    use(game, "GOBELINS", UseStructure("fosse-aux-ordres", "GOB", 3))
    assert mark_total(game, "stability_test", nation="GOBELINS") == 3
    assert game.garrisons["GOB:GOBELINS"][0].count == 2
    game.season = "ete"
    assert refusals(use(game, "GOBELINS", UseStructure("fosse-aux-ordres", "GOB", 1))) == ["TC-STRUCT-08"]


def test_a_training_camp_brings_recruits_back_sooner():
    game = table()
    land(game, "VIL", structures=("camp-d-entrainement",))
    assert regrowth(game, "VIL", "FER") == 1


def test_federal_forges_sell_the_metal_they_do_not_use():
    game = table()
    land(game, "VIL", town=4, structures=("forges-federales",))
    nation(game, "FER", gold=0, metal=5)
    use(game, "FER", UseStructure("forges-federales", "VIL", 2))
    assert (game.nations["FER"].goods.gold, game.nations["FER"].goods.metal) == (50, 3)
    assert mark_total(game, "forge_slots", nation="FER") == 2


def test_gallows_help_the_police_and_are_talked_about():
    game = table(25)
    land(game, "PLU", structures=("champ-de-gibets",), police=1, agitators=1)
    hunt_agitators(game)
    assert game.lands["PLU"].agitators == 0
    nation(game, "LUNE", tenths=0)
    winter_reputation(game, "LUNE")
    assert game.nations["LUNE"].tenths == -1


def test_the_temple_of_the_moon_is_promised_people_in_autumn():
    game = table()
    land(game, "PLU", structures=("temple-de-la-lune",), population=3, recruits=3, source=4, fluid=0)
    assert refusals(use(game, "LUNE", UseStructure("temple-de-la-lune", "PLU"))) == ["TC-STRUCT-08"]
    game.season = "automne"
    use(game, "LUNE", UseStructure("temple-de-la-lune", "PLU"))
    game.season = "hiver"
    nation(game, "LUNE", glory=0, tenths=0)
    refill_sources(game)
    assert (game.lands["PLU"].population, game.lands["PLU"].fluid) == (2, 5)
    assert (game.nations["LUNE"].glory, game.nations["LUNE"].tenths) == (5, -2)


def test_the_house_of_masks_needs_no_spies_and_is_never_named():
    game = table(10, 10)
    land(game, "MER", structures=("maison-des-masques",))
    nation(game, M, gold=100, espions=0, stability=0)
    nation(game, A, stability=0)
    sheet(game, M, Spy(leader="maison-des-masques@MER", territory="AKL"))
    events = run(game, CivilPhase())
    assert f"{M}:AKL" in game.knowledge
    assert not found(events, SpiesNamed)
    sheet(game, M, Agitate(leader="maison-des-masques@MER", territory="AKL"))
    assert refusals(run(game, CivilPhase())) == ["TC-STRUCT-08"]


def test_a_bank_of_secrets_pays_for_spies_and_blackmails():
    game = table(10, 5)
    land(game, "MER", structures=("banque-des-secrets",))
    nation(game, M, gold=100, espions=1, stability=0)
    who = leader(game, M, civil=5)
    sheet(game, M, Spy(leader=who, territory="AKL"))
    run(game, CivilPhase())
    assert game.nations[M].goods.gold == 100 - 20 + 15
    use(game, M, UseStructure("banque-des-secrets", "MER", choice=A))
    assert has_mark(game, "blackmail", nation=A)
    assert refusals(use(game, M, UseStructure("banque-des-secrets", "MER", choice=A))) == ["TC-STRUCT-08"]


def test_an_ossuary_gives_up_a_corpse_each_spring():
    game = table()
    no_units(game)
    land(game, "PGR", structures=("ossuaire",))
    spring_units(game, "NORD")
    assert game.garrisons["PGR:NORD"][0].unit == "pdn-cadavres"


def test_work_by_the_dead_that_fails_badly_stirs_up_the_town():
    game = table(1)
    land(game, "PGR", town=4, structures=("ateliers-mortuaires",), agitators=0)
    land(game, "FCA", farms=0, farm_capacity=5)
    nation(game, "NORD", gold=50, stability=-6)
    sheet(game, "NORD", Cultivate(leader="ateliers-mortuaires@PGR", territory="FCA"))
    run(game, CivilPhase())
    assert game.lands["PGR"].agitators == 1


def test_a_temple_raises_its_source_as_long_as_it_stands():
    game = table(10)
    land(game, "CFE", town=5, structures=(), source=5, fluid=5)
    nation(game, "FEU", gold=500, agricole=50, bois=50, metal=50, pierre=50, precieux=50, mer=50, stability=3)
    who = leader(game, "FEU", at="CFE", civil=9)
    sheet(game, "FEU", Construct(leader=who, territory="CFE", structure="temple-du-crachant"))
    run(game, CivilPhase())
    assert game.lands["CFE"].source == 7
    land(game, "CFE", fluid=7)
    lose_structure(game, "CFE", Structure("temple-du-crachant"), "demolished", "TC-WAR-23")
    assert (game.lands["CFE"].source, game.lands["CFE"].fluid) == (5, 5)


def test_lava_canals_help_mines_only():
    game = table()
    land(game, "PNO", structures=("canaux-de-lave",))
    land(game, "CFE", structures=("canaux-de-lave",))
    assert structure_yield(game, "PNO", "FEU", "resource") == 1
    assert structure_yield(game, "CFE", "FEU", "resource") == 0


def test_breweries_feed_calm_and_tempt():
    game = seeded("breweries")
    for code in ("KKA", "KAT", "KTO", "KAD"):
        land(game, code, owner="ROC", controller="ROC", town=3, structures=("brasserie",))
    assert stability_bonus(game, "ROC") == 3
    assert structure_yield(game, "KKA", "ROC", "provisions") == 2
    drinkers = sum("alcoholic" in game.leaders[create_leader(game, "ROC", ("civil",))].specials for _ in range(100))
    assert 25 <= drinkers <= 55


def test_saltworks_count_once_for_two_territories():
    game = table()
    game.season = "ete"
    for code in ("ISS", "GRI", "ISN"):
        land(game, code, structures=("salines-royales",))
    nation(game, "SEL", gold=0)
    seasonal_gold(game, "SEL")
    assert game.nations["SEL"].goods.gold == 20
    land(game, "ISS", troubled=True)
    land(game, "GRI", troubled=True)
    seasonal_gold(game, "SEL")
    assert game.nations["SEL"].goods.gold == 30


def test_the_captains_hall_teaches_raiding():
    game = seeded("captains")
    land(game, "ISS", structures=("halle-des-capitaines",))
    captain = game.leaders[create_leader(game, "SEL", ("militaire",))]
    assert "raid" in captain.military.tactics


def test_an_observatory_reads_bends_and_studies():
    game = table()
    no_leaders(game)
    land(game, "TET", town=5, structures=("observatoire",))
    nation(game, "ETOILES", science=(0,) * 8, stability=0, known=())
    assert event_bonus(game, "ETOILES") == 2
    game.season = "automne"
    use(game, "ETOILES", UseStructure("observatoire", "TET", 1, "magie"))
    assert event_modifier(game, "ETOILES") == 3
    gain_science(game)
    assert game.nations["ETOILES"].science[DOMAINS.index("magie")] == 2
    game.year += 1
    assert refusals(use(game, "ETOILES", UseStructure("observatoire", "TET", -1))) == ["TC-STRUCT-08"]


def test_the_horse_fair_buys_in_summer_and_counts_its_guests():
    game = table()
    land(game, "GPA", town=3, structures=("foire-aux-chevaux",))
    nation(game, "CHEVAUX", gold=0, agricole=8)
    treaty(game, "contract", "CHEVAUX", A)
    assert refusals(use(game, "CHEVAUX", UseStructure("foire-aux-chevaux", "GPA", 6))) == ["TC-STRUCT-08"]
    game.season = "ete"
    nation(game, "CHEVAUX", gold=0)
    use(game, "CHEVAUX", UseStructure("foire-aux-chevaux", "GPA", 6))
    assert game.nations["CHEVAUX"].goods.gold == 90 + 5
    game.season = "automne"
    fair_income(game, "CHEVAUX")
    assert game.nations["CHEVAUX"].goods.gold == 95


def test_a_sacred_hatchery_does_not_survive_an_enemy():
    game = table()
    land(game, "BSA", structures=("couvoir-sacre",))
    take_control(game, "BSA", "DESERT", "conquest", "TC-WAR-19")
    assert game.lands["BSA"].structures == ()
    assert any(casus.holder == "MERE" and casus.against == "DESERT" for casus in game.casus)


def test_the_great_bell_is_rung_once_a_year_and_may_crack():
    game = table(1)
    land(game, "VTR", structures=("grande-cloche",))
    use(game, "GRISES", UseStructure("grande-cloche", "VTR"))
    assert has_mark(game, "bell", nation="GRISES")
    assert game.lands["VTR"].structures == ()


def test_deep_warrens_eat_less_and_hide_their_gold():
    game = table()
    land(game, "ATV", town=4, structures=("terriers-profonds",))
    assert town_appetite(game, "GRISES", "ATV", 4) == 4 - 1 - 2
    gold = game.nations["GRISES"].goods.gold
    take_control(game, "ATV", A, "conquest", "TC-WAR-19")
    assert game.nations["GRISES"].goods.gold == gold


def test_totems_keep_the_bears():
    game = table(2, 2, 1)
    no_units(game)
    garrison(game, "HVA", "COLS", col_ours=3)
    land(game, "HVA", structures=("cercle-des-totems",))
    automatic_losses(game)
    assert game.garrisons["HVA:COLS"][0].count == 2


def test_hot_baths_heal_for_nothing():
    game = table()
    land(game, "VAA", structures=("bains-chauds",))
    who = leader(game, "TRANQUILLE", at="VAA", civil=2, wounded=True)
    run(game, GeneralPhase())
    assert not game.leaders[who].wounded
    assert not game.leaders[who].acted


def test_the_great_inn_makes_friends_in_peace():
    game = table()
    land(game, "VAA", structures=("grande-auberge",))
    nation(game, "TRANQUILLE", tenths=0)
    season_reputation(game, "TRANQUILLE")
    assert game.nations["TRANQUILLE"].tenths == 1
    assert storage(game, "TRANQUILLE").provisions == 3 * 8 + 10


def test_a_field_of_mars_halves_the_training_of_officers():
    game = table()
    land(game, "VOL", structures=("champ-de-mars",))
    who = leader(game, V, at="VOL", military=6)
    order = Train(who, "militaire", "fort", 1)
    row = training_row(game, game.leaders[who], order)
    assert training_price(game, game.leaders[who], order, row) == 60


def test_building_the_house_of_slaves_costs_reputation():
    game = table(10)
    land(game, "VOL", town=4, structures=())
    nation(game, V, gold=500, agricole=50, bois=50, metal=50, pierre=50, precieux=50, mer=50, stability=3, reputation=0)
    who = leader(game, V, at="VOL", civil=9)
    sheet(game, V, Construct(leader=who, territory="VOL", structure="maison-des-esclaves"))
    run(game, CivilPhase())
    assert game.nations[V].reputation == -1


@pytest.mark.rule("TC-EVT-04")
def test_a_quarrel_in_the_senate_stops_recruiting():
    game = table()
    game.season = "hiver"
    national_event(game, "LUMIERES", 5)
    game.year, game.season = 202, "printemps"
    who = leader(game, "LUMIERES", civil=3)
    no_leaders(game, "AKLA")
    nation(game, "LUMIERES", gold=500)
    game.leaders = {id_: one for id_, one in game.leaders.items() if one.nation != "LUMIERES" or id_ == who}
    sheet(game, "LUMIERES", RecruitLeader(who, "civil"))
    assert refusals(run(game, GeneralPhase())) == ["TC-EVT-04"]
