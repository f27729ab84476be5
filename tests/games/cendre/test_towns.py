"""Chapter "Les villes": upkeep, famine, industry, stores and structures."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Annex, Construct, ConvertInBuilding, ConvertInTown, FoundTown, RunLaboratory, Urbanise
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil_units import pay_civil_units
from marchland.games.cendre.rules.diplomacy.diplomacy import DiplomaticPhase
from marchland.games.cendre.rules.economy.industry import convert_in_buildings, convert_in_towns, town_capacity
from marchland.games.cendre.rules.land.ownership import cede
from marchland.games.cendre.rules.leaders.actors import Actor
from marchland.games.cendre.rules.leaders.pay import pay_leaders
from marchland.games.cendre.rules.science import convert
from marchland.games.cendre.rules.towns.building import structure_price, town_price
from marchland.games.cendre.rules.towns.stores import limit_stores
from marchland.games.cendre.rules.towns.towns import shrink, storage
from marchland.games.cendre.rules.towns.upkeep import Famine, feed, unit_upkeep
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.rules.war.control import settle_vacant_land
from marchland.games.cendre.rules.war.occupation import take_control
from marchland.games.cendre.state import Caravan, Nation

from .realm import A, M, V, at_war, found, garrison, land, leader, nation, no_leaders, no_units, refusals, run, script, sheet, table

PLAIN = Actor("L0", "AKL", 3)


def only_town(game, code="AKL", **fields):
    """Akla with a single territory that matters."""
    for other in ("AKL", "VAL", "BPL"):
        land(game, other, town=0 if other != "AKL" else 1, population=0, farms=0, exploitations=0)
    land(game, code, **fields)
    no_units(game)
    no_leaders(game)


# -- upkeep and famine ------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-02")
def test_the_ruler_is_paid_first_and_the_unpaid_do_not_act():
    game = table()
    no_leaders(game, A)
    other = leader(game, A, civil=3)
    chief = leader(game, A, civil=3, ruler=True)
    nation(game, A, gold=15)
    pay_leaders(game, A)
    assert game.nations[A].goods.gold == 5
    assert (game.leaders[chief].idle, game.leaders[other].idle) == ("", "unpaid")


@pytest.mark.rule("TC-UNIT-01")
def test_civil_units_that_cannot_be_paid_leave_the_cheapest_first():
    game = table()
    nation(game, A, gold=25, artistes=1, espions=2)
    pay_civil_units(game, A)
    assert (game.nations[A].civil.artistes, game.nations[A].civil.espions) == (1, 1)
    assert game.nations[A].goods.gold == 0


@pytest.mark.rule("TC-CITY-01", "TC-WAR-03")
def test_towns_and_troops_are_fed_when_everything_is_there():
    game = table()
    only_town(game, town=4)
    garrison(game, "AKL", A, akl_lances=2)
    nation(game, A, gold=50, provisions=10)
    feed(game, A)
    assert (game.nations[A].goods.gold, game.nations[A].goods.provisions) == (30, 2)


@pytest.mark.rule("TC-CITY-03", "TC-CITY-04")
def test_large_towns_and_weak_units_starve_first():
    game = table()
    only_town(game, town=5, danger=10, brigands=0)
    garrison(game, "AKL", A, akl_condottieri=1, akl_garde=1)
    nation(game, A, gold=100, provisions=4, tenths=0)
    feed(game, A)
    # The guard (70) eats before the town of level 5 (60), which is tried again at each smaller level until it can be fed.
    assert game.lands["AKL"].town == 3
    assert game.nations[A].goods.provisions == 0
    assert "AKL:AKLA" in game.garrisons
    assert {troop.unit for troop in game.garrisons["AKL:AKLA"]} == {"akl-garde"}
    assert (game.lands["AKL"].danger, game.lands["AKL"].brigands) == (20, 3)
    assert game.nations[A].tenths == -1
    assert found(game.outbox, Famine, nation=A)[0].units == 1


@pytest.mark.rule("TC-CITY-04")
def test_a_unit_short_of_gold_alone_dissolves_and_nothing_is_taken_for_it():
    game = table()
    only_town(game)
    garrison(game, "AKL", A, akl_lances=1)
    nation(game, A, gold=9, provisions=50)
    feed(game, A)
    assert "AKL:AKLA" not in game.garrisons
    assert game.nations[A].goods.gold == 9


@pytest.mark.rule("TC-CITY-05", "TC-SCI-09")
def test_agronomy_halves_famine_losses_rounded_up():
    game = table()
    only_town(game)
    garrison(game, "AKL", A, akl_lances=3)
    nation(game, A, gold=0, provisions=50, known=("Agronomie",))
    feed(game, A)
    assert sum(troop.count for troop in game.garrisons["AKL:AKLA"]) == 1


@pytest.mark.rule("TC-CITY-04", "TC-LAND-05")
def test_a_capital_keeps_a_town_of_level_one_and_another_town_disappears():
    game = table()
    land(game, "AKL", town=1, danger=5)
    assert shrink(game, "AKL", 1, "famine", "TC-CITY-04") == 0
    assert (game.lands["AKL"].town, game.lands["AKL"].danger) == (1, 10)
    land(game, "VAL", town=1)
    shrink(game, "VAL", 1, "famine", "TC-CITY-04")
    assert game.lands["VAL"].town == 0


@pytest.mark.rule("TC-SCI-09")
def test_urban_farming_halves_what_all_towns_eat_together_rounded_up():
    game = table()
    only_town(game, town=3)
    land(game, "VAL", town=2)
    nation(game, A, provisions=10, known=("Cultures urbaines",))
    feed(game, A)
    assert game.nations[A].goods.provisions == 10 - 3


@pytest.mark.rule("TC-SCI-04", "TC-SCI-03", "TC-SCI-09", "TC-WAR-03")
def test_discoveries_make_troops_cheaper_to_keep():
    game = table()
    assert unit_upkeep(game, A, "AKL", "akl-lances") == Goods(gold=10, provisions=2)
    nation(game, A, known=("Casernement", "Élevage de chevaux"))
    assert unit_upkeep(game, A, "AKL", "akl-lances") == Goods(gold=5, provisions=1)
    nation(game, A, known=("Chantiers navals",))
    assert unit_upkeep(game, A, "AKL", "akl-galeasse") == Goods(gold=0, provisions=1)


@pytest.mark.rule("TC-CITY-06", "TC-ECO-05")
def test_a_shrinking_town_loses_its_newest_buildings_and_caravans():
    game = table()
    land(game, "VAL", town=3, danger=0, structures=("silos", "chateau", "scierie"))
    for end, partner in (("MER", M), ("VOL", V), ("LIM", "LUMIERES")):
        game.caravans.append(Caravan(creator=A, partner=partner, start="VAL", end=end, route=("VAL", end), since=0))
    shrink(game, "VAL", 1, "pillage", "TC-WAR-23")
    assert [built.kind for built in game.lands["VAL"].structures] == ["silos", "chateau"]
    assert [caravan.partner for caravan in game.caravans] == [M, V]
    assert game.lands["VAL"].danger == 5


def _ceded(game, nation_):
    cede(game, "VAL", nation_, "peace", "TC-DIP-07")


def _annexed(game, nation_):
    game.nations["MIN-VAL"] = Nation(id="MIN-VAL", kind="minor", capital="VAL")
    land(game, "VAL", owner="MIN-VAL", controller=nation_)
    at_war(game, nation_, "MIN-VAL")
    sheet(game, nation_, Annex("MIN-VAL"))
    assert refusals(run(game, DiplomaticPhase())) == []


def _settled(game, nation_):
    land(game, "VAL", owner="", controller=nation_)
    settle_vacant_land(game)


def _converted(game, nation_):
    game.nations["MIN-VAL"] = Nation(id="MIN-VAL", kind="minor", capital="VAL")
    land(game, "VAL", owner="MIN-VAL", controller="MIN-VAL")
    convert(game, "MIN-VAL", nation_)


def _converted_while_occupied(game, nation_):
    game.nations["MIN-VAL"] = Nation(id="MIN-VAL", kind="minor", capital="VAL")
    land(game, "VAL", owner="MIN-VAL", controller=V)
    convert(game, "MIN-VAL", nation_)


ACQUIRED = (_ceded, _annexed, _settled, _converted, _converted_while_occupied)


@pytest.mark.rule("TC-CITY-10", "TC-CITY-06")
@pytest.mark.parametrize("acquire", ACQUIRED, ids=lambda way: way.__name__)
@pytest.mark.parametrize(
    ("people", "town", "left", "danger"),
    [("COLS", 6, 3, 15), ("COLS", 4, 3, 5), ("COLS", 3, 3, 0), ("DESERT", 6, 4, 10), (M, 10, 10, 0), ("FEU", 9, 8, 5)],
)
def test_a_new_owner_cuts_a_town_down_to_what_his_people_can_keep(acquire, people, town, left, danger):
    """At once, whatever the way it was acquired; five per cent of danger for each level, newest buildings first."""
    game = table()
    land(game, "VAL", town=town, danger=0, structures=("silos", "chateau", "tribunal", "entrepots"))
    acquire(game, people)
    assert game.lands["VAL"].owner == people
    assert (game.lands["VAL"].town, game.lands["VAL"].danger) == (left, danger)
    kept = ["silos", "chateau", "tribunal", "entrepots"][: 3 if left == 3 < town else 4]
    assert left == town or [built.kind for built in game.lands["VAL"].structures] == kept


@pytest.mark.rule("TC-CITY-10")
def test_whoever_only_occupies_a_town_leaves_it_as_large_as_it_is():
    game = table()
    land(game, "VAL", town=6, danger=0)
    take_control(game, "VAL", "COLS", "conquest", "TC-WAR-19")
    assert (game.lands["VAL"].owner, game.lands["VAL"].town, game.lands["VAL"].danger) == (A, 6, 0)


@pytest.mark.rule("TC-CITY-10", "TC-CIV-15")
@pytest.mark.parametrize(("people", "capital", "limit"), [("COLS", "HVA", 3), ("DESERT", "EHL", 4), ("GOBELINS", "GOB", 7)])
def test_towns_grow_to_their_people_s_limit_and_no_further(people, capital, limit):
    for town, grown in ((limit - 1, limit), (limit, limit)):
        game = table(10)
        chief = leader(game, people, at=capital, civil=9)
        land(game, capital, town=town)
        nation(game, people, gold=999, stability=3, agricole=99, bois=99, pierre=99, metal=99, precieux=99)
        sheet(game, people, Urbanise(leader=chief, territory=capital))
        assert refusals(run(game, CivilPhase())) == ([] if grown > town else ["TC-CITY-10"])
        assert game.lands[capital].town == grown


@pytest.mark.rule("TC-DIP-12")
def test_land_of_an_annexed_nation_that_a_threat_holds_belongs_to_nobody():
    game = table()
    game.nations["MIN-VAL"] = Nation(id="MIN-VAL", kind="minor", capital="VAL")
    game.nations["EXT-EAST"] = Nation(id="EXT-EAST", kind="threat")
    land(game, "VAL", owner="MIN-VAL", controller="EXT-EAST")
    at_war(game, A, "MIN-VAL")
    sheet(game, A, Annex("MIN-VAL"))
    run(game, DiplomaticPhase())
    assert "MIN-VAL" not in game.nations
    assert (game.lands["VAL"].owner, game.lands["VAL"].controller) == ("", "EXT-EAST")


# -- industry ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CITY-07", "TC-CITY-09")
def test_a_manufactory_doubles_what_a_town_takes_and_what_it_earns():
    """DT-04: level-4 town on metal with manufacture -> 8 metal at 40 = 320."""
    game = table()
    land(game, "VOL", town=4, structures=("manufacture",))
    nation(game, V, metal=8, gold=0)
    sheet(game, V, ConvertInTown("VOL", 8))
    convert_in_towns(game)
    assert (game.nations[V].goods.metal, game.nations[V].goods.gold) == (0, 320)


@pytest.mark.rule("TC-CITY-08", "TC-CITY-09")
def test_a_foundry_works_beside_the_town_at_twice_the_price():
    """DT-04: adding fonderie -> 8 more at 80 = 640."""
    game = table()
    land(game, "VOL", town=4, structures=("manufacture", "fonderie"))
    nation(game, V, metal=8, gold=0)
    sheet(game, V, ConvertInBuilding("VOL", "fonderie", 8))
    convert_in_buildings(game)
    assert game.nations[V].goods.gold == 640


@pytest.mark.rule("TC-CITY-09", "TC-SCI-10")
def test_the_discovery_of_industry_doubles_both_again():
    game = table()
    land(game, "VOL", town=4, structures=("manufacture",))
    nation(game, V, known=("Industrie",))
    assert town_capacity(game, V, "VOL") == 16


@pytest.mark.rule("TC-CITY-08")
def test_a_slaughterhouse_makes_provisions():
    game = table()
    land(game, "AKL", town=5, structures=("abattoir",))
    nation(game, A, agricole=5, provisions=0)
    sheet(game, A, ConvertInBuilding("AKL", "abattoir", 5))
    convert_in_buildings(game)
    assert (game.nations[A].goods.agricole, game.nations[A].goods.provisions) == (0, 5)


@pytest.mark.rule("TC-CITY-07")
def test_a_town_takes_no_more_than_its_level_over_all_lines_and_none_under_siege():
    game = table()
    land(game, "AKL", town=3)
    nation(game, A, agricole=9)
    sheet(game, A, ConvertInTown("AKL", 2), ConvertInTown("AKL", 2))
    assert refusals(run(game, SecondaryUpkeep())) == ["TC-CITY-07"]
    land(game, "AKL", besieged=True)
    assert town_capacity(game, A, "AKL") == 0


@pytest.mark.rule("TC-STRUCT-07")
def test_a_laboratory_turns_resources_into_free_science():
    game = table()
    land(game, "AKL", town=3, structures=("laboratoire",))
    nation(game, A, bois=5)
    sheet(game, A, RunLaboratory("AKL", Goods(bois=3)), RunLaboratory("AKL", Goods(bois=1)))
    events = run(game, SecondaryUpkeep())
    assert game.nations[A].free_science == 3
    assert refusals(events) == ["TC-STRUCT-07"]


# -- stores -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-05", "TC-CITY-01", "TC-SCI-09")
def test_stores_of_a_town_with_silos_and_warehouses():
    """DT-03: level-6 town + silos + entrepots -> 28 provisions, 11 of each resource; with Conservation 38."""
    game = table()
    only_town(game, town=6, structures=("silos", "entrepots"))
    assert storage(game, A) == Goods(0, 28, 11, 11, 11, 11, 11, 11)
    nation(game, A, known=("Conservation",))
    assert storage(game, A).provisions == 38


@pytest.mark.rule("TC-STRUCT-05")
def test_what_the_stores_cannot_hold_is_lost_but_never_gold():
    game = table()
    only_town(game, town=1)
    nation(game, A, gold=999, provisions=9, bois=4)
    limit_stores(game)
    goods = game.nations[A].goods
    assert (goods.gold, goods.provisions, goods.bois) == (999, 3, 1)


# -- building ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-02", "TC-SCI-06", "TC-LEAD-10")
def test_flat_discounts_come_before_percentages():
    """DT-16: castle with Techniques (5 off stone) and Batisseur -> 50 gold, 5 agri, 9 wood, 9 stone."""
    game = table()
    nation(game, A, known=("Techniques de construction",))
    order = Construct(leader="L0", territory="VAL", structure="chateau", resources=Goods(pierre=5))
    builder = Actor("L0", "VAL", 3, (), ("bâtisseur",))
    assert structure_price(game, A, order, builder) == Goods(gold=50, agricole=5, bois=9, pierre=9)


@pytest.mark.rule("TC-CITY-02", "TC-SCI-05", "TC-LEAD-10")
def test_architecture_then_the_town_planner():
    game = table()
    land(game, "AKL", town=5)
    nation(game, A, agricole=21, known=())
    order = Urbanise(leader="L0", territory="AKL")
    assert town_price(game, A, order, PLAIN) == Goods(gold=60, agricole=21)
    nation(game, A, known=("Architecture",))
    assert town_price(game, A, order, PLAIN) == Goods(gold=40, agricole=11)
    planner = Actor("L0", "AKL", 3, (), ("urbaniste",))
    assert town_price(game, A, order, planner) == Goods(gold=20, agricole=6)


@pytest.mark.rule("TC-CITY-02", "TC-LEAD-10")
@pytest.mark.parametrize(
    ("gifts", "known", "gold", "resources"),
    [
        ((), (), 60, 21),
        (("urbaniste",), (), 30, 11),
        (("planificateur",), (), 50, 21),
        (("urbaniste", "planificateur"), (), 25, 11),
        (("urbaniste", "planificateur"), ("Architecture",), 15, 6),
    ],
)
def test_a_planner_takes_ten_off_before_a_town_planner_halves(gifts, known, gold, resources):
    """Flat rebates first, then halves: (60 - 10) / 2 for the sixth level."""
    game = table(10)
    no_leaders(game)
    who = leader(game, A, at="AKL", civil=9, gifts=gifts)
    land(game, "AKL", town=5)
    nation(game, A, gold=100, agricole=30, stability=3, known=known)
    sheet(game, A, Urbanise(leader=who, territory="AKL"))
    run(game, CivilPhase())
    assert game.lands["AKL"].town == 6
    assert (game.nations[A].goods.gold, game.nations[A].goods.agricole) == (100 - gold, 30 - resources)


@pytest.mark.rule("TC-CITY-02", "TC-CIV-14")
def test_a_new_town_costs_the_first_row():
    """EX-08: 50 gold + 10 resources (agri/bois); the cheapest are taken first."""
    game = table()
    land(game, "BPL", town=0)
    nation(game, A, agricole=4, bois=9)
    order = FoundTown(leader="L0", territory="BPL")
    assert town_price(game, A, order, PLAIN) == Goods(gold=50, agricole=4, bois=6)
    nation(game, A, agricole=4, bois=5, pierre=50)
    assert town_price(game, A, order, PLAIN) is None


@pytest.mark.rule("TC-STRUCT-01", "TC-CIV-05")
@pytest.mark.parametrize(
    ("fields", "structure", "rule"),
    [
        ({"town": 2, "structures": ("silos",)}, "scierie", "TC-STRUCT-01"),
        ({"town": 5, "structures": ("silos",)}, "silos", "TC-STRUCT-01"),
        ({"town": 0}, "silos", "TC-STRUCT-01"),
        ({"town": 5}, "compagnie-maritime", "TC-CIV-05"),
        ({"town": 5}, "merveille", "TC-CIV-05"),
        ({}, "ouvrages-defensifs", "TC-CIV-05"),
        ({}, "ossuaire", "TC-STRUCT-08"),
        ({}, "pyramide", "TC-CIV-05"),
    ],
)
def test_what_may_not_be_built(fields, structure, rule):
    game = table()
    land(game, "VOL", town=0)
    land(game, "HOR", **fields)
    who = leader(game, V, at="HOR", civil=3)
    nation(game, V, gold=999, agricole=99, bois=99, metal=99, pierre=99, precieux=99, mer=99)
    sheet(game, V, Construct(leader=who, territory="HOR", structure=structure))
    assert refusals(run(game, CivilPhase())) == [rule]


@pytest.mark.rule("TC-STRUCT-01")
def test_a_unique_structure_counts_wherever_one_is_owned_or_controlled():
    game = table()
    land(game, "AKL", town=5, structures=("palais",))
    land(game, "VAL", town=5, structures=())
    who = leader(game, A, at="VAL", civil=9)
    nation(game, A, gold=999, agricole=99, bois=99, metal=99, pierre=99, precieux=99, mer=99)
    sheet(game, A, Construct(leader=who, territory="VAL", structure="palais"))
    assert refusals(run(game, CivilPhase())) == ["TC-STRUCT-01"]


@pytest.mark.rule("TC-STRUCT-03", "TC-CIV-05", "TC-GLORY-01")
def test_a_palace_brings_glory_and_reputation_and_a_cathedral_stability():
    game = table(1, 1)
    land(game, "AKL", town=6, structures=())
    nation(game, A, gold=999, agricole=99, bois=99, metal=99, pierre=99, precieux=99, mer=99, glory=0, stability=0, reputation=0)
    one, two = leader(game, A, at="AKL", civil=9), leader(game, A, at="AKL", civil=9)
    build = (Construct(leader=who, territory="AKL", structure=kind) for who, kind in ((one, "palais"), (two, "cathedrale")))
    sheet(game, A, *build)
    run(game, CivilPhase())
    record = game.nations[A]
    assert (record.glory, record.stability, record.reputation) == (80, 1, 1)
    assert record.goods.precieux == 99 - 30


@pytest.mark.rule("TC-STRUCT-02")
def test_paid_resources_are_lost_even_when_the_test_fails():
    game = table(1)
    land(game, "HOR", town=3, structures=())
    nation(game, V, gold=100, bois=15, metal=5, stability=-3)
    who = leader(game, V, at="HOR", civil=1)
    sheet(game, V, Construct(leader=who, territory="HOR", structure="scierie"))
    script(game, 5)
    run(game, CivilPhase())
    assert game.lands["HOR"].structures == ()
    assert game.nations[V].goods.gold == 50
