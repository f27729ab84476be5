"""National events of Akla, the Lights, the desert, the lake people and the goblins: figures, limits, beginning and end."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    Allocate,
    Construct,
    Cultivate,
    Embellish,
    FoundTown,
    RecruitLeader,
    RecruitUnits,
    Urbanise,
)
from marchland.games.cendre.rules.civil.operation import OperationTested
from marchland.games.cendre.rules.common.modifiers import added
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty
from marchland.games.cendre.rules.general import recruiting_refusal
from marchland.games.cendre.rules.land.production import harvest, other_gold, raw_materials, tax_income
from marchland.games.cendre.rules.science import allocate
from marchland.games.cendre.rules.towns.upkeep import feed, mouths, town_appetite
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.world import DOMAINS
from marchland.kernel.chance import ScriptExhausted

from .chronicle import (
    RICH,
    able,
    added_to,
    befall,
    calm_of,
    first,
    muster,
    operate,
    settle_everything,
    standing,
    through_the_year,
    units,
    until,
    winter,
)
from .realm import A, M, V, found, garrison, land, leader, nation, no_units, refusals, run, sheet, treaty

L, D, LA, G = "LUMIERES", "DESERT", "LACUSTRES", "GOBELINS"


# -- Akla -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-AKLA-0")
@pytest.mark.parametrize(("draw", "idle"), [(0, "L1"), (1, "L2")])
def test_the_masque_scandal_costs_reputation_and_keeps_one_civil_leader_or_the_ruler_from_acting_for_a_season(draw, idle):
    game = winter()
    before = standing(game, A)
    befall(game, A, 0, draw)
    assert standing(game, A) == (before[0] - 1, *before[1:])
    everybody = {"L1", "L2", "L3", "L4"}
    assert through_the_year(game, lambda now: able(now, A))[:3] == [everybody, everybody - {idle}, everybody]


@pytest.mark.rule("TC-NEV-AKLA-0")
def test_whoever_is_disgraced_gives_no_order_and_soldiers_and_magicians_are_never_the_ones():
    game = until(befall(winter(), A, 0, 1), "printemps")
    sheet(game, A)
    run(game, SecondaryUpkeep())
    assert refusals(operate(game, A, Embellish("L2"))) != []
    assert found(operate(game, A, Embellish("L1"), 9), OperationTested)
    with pytest.raises(ScriptExhausted):
        befall(winter(), A, 0, 2)


@pytest.mark.rule("TC-NEV-AKLA-5")
@pytest.mark.parametrize(("gold", "left", "fell"), [(40, 5, 0), (35, 0, 0), (34, 0, 1), (0, 0, 1)])
def test_a_ruinous_fashion_costs_five_gold_a_town_level_in_spring_or_the_whole_treasury_and_a_point_of_stability(gold, left, fell):
    game = befall(winter(), A, 5)
    land(game, "VAL", controller=V)
    until(game, "printemps")
    nation(game, A, gold=gold)
    stability = game.nations[A].stability
    other_gold(game)
    assert (game.nations[A].goods.gold, stability - game.nations[A].stability) == (left, fell)


@pytest.mark.rule("TC-NEV-AKLA-5")
def test_a_fashion_lasts_one_spring_and_costs_nothing_where_there_are_no_towns():
    def spent(game):
        nation(game, A, gold=100)
        other_gold(game)
        return 100 - game.nations[A].goods.gold

    game = befall(winter(), A, 5)
    assert through_the_year(game, spent) == [0, 35, 0, 0, 0, 0]
    game = befall(winter(), A, 5)
    land(game, "AKL", town=0), land(game, "VAL", town=0)
    assert spent(until(game, "printemps")) == 0


@pytest.mark.rule("TC-NEV-AKLA-15")
@pytest.mark.parametrize("die", [1, 6])
def test_a_season_of_the_arts_brings_artists_and_a_die_of_glory(die):
    game = winter()
    nation(game, A, artistes=2, glory=10)
    befall(game, A, 15, die)
    assert (game.nations[A].civil.artistes, game.nations[A].glory) == (3, 10 + die)


@pytest.mark.rule("TC-NEV-AKLA-20")
@pytest.mark.parametrize(("friends", "glory"), [(0, 0), (3, 3), (8, 8), (9, 8)])
def test_the_great_exhibition_brings_a_name_and_a_point_for_each_major_partner_up_to_eight(friends, glory):
    game = winter()
    nation(game, A, glory=10, reputation=0)
    others = [M, V, L, D, LA, G, "FER", "LUNE", "NORD"][:friends]
    for number, other in enumerate(others):
        treaty(game, ("contract", "pact", "alliance")[number % 3], A, other)
        treaty(game, "contract", A, other)
    treaty(game, "contract", A, "MIN-PME")
    treaty(game, "contract", M, V)
    befall(game, A, 20)
    assert standing(game, A)[::2] == (1, 10 + glory)


# -- the City of Lights -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-LUMIERES-0")
@pytest.mark.parametrize(("level", "more"), [(3, 0), (4, 3), (6, 3)])
def test_a_grain_crisis_makes_owned_towns_of_four_and_more_eat_three_more_for_a_season(level, more):
    assert added_to(lambda game: town_appetite(game, L, "LIM", level), L, 0) == [0, more, 0, 0, 0, 0]

    def occupied():
        game = winter()
        land(game, "LIM", owner=A)
        return game

    assert added_to(lambda game: town_appetite(game, L, "LIM", level), L, 0, game=occupied) == [0] * 6


@pytest.mark.rule("TC-NEV-LUMIERES-0")
def test_a_town_that_starves_in_the_grain_crisis_costs_a_point_of_reputation_but_a_hungry_unit_does_not():
    def shame(crisis, short, season):
        game = befall(winter(), L, 0) if crisis else winter()
        until(game, season)
        need = sum((mouth.need for mouth in mouths(game, L)), Goods())
        nation(game, L, gold=500, provisions=need.provisions - short, reputation=0, tenths=0)
        feed(game, L)
        return game.nations[L].reputation

    assert shame(crisis=True, short=0, season="printemps") == 0
    assert shame(crisis=True, short=1, season="printemps") == 0
    assert shame(crisis=True, short=20, season="printemps") == -1
    assert shame(crisis=False, short=20, season="printemps") == 0
    assert shame(crisis=True, short=20, season="ete") == 0


@pytest.mark.rule("TC-NEV-LUMIERES-5")
def test_a_quarrel_in_the_senate_makes_civil_operations_two_harder_for_a_season():
    def bonus(game):
        (test,) = found(operate(game, L, Embellish("L46"), 5), OperationTested)
        return test.bonus

    def summer_and_spring():
        game = winter()
        nation(game, L, **RICH)
        return game

    assert bonus(until(summer_and_spring(), "printemps")) - bonus(until(befall(summer_and_spring(), L, 5), "printemps")) == 2
    assert bonus(until(summer_and_spring(), "ete")) == bonus(until(befall(summer_and_spring(), L, 5), "ete"))


@pytest.mark.rule("TC-NEV-LUMIERES-5")
def test_a_quarrel_in_the_senate_lets_nobody_recruit_a_leader_for_a_season():
    def refusal(game):
        land_for_more = {code: one for code, one in game.lands.items() if not one.owner}
        for code in list(land_for_more)[:20]:
            land(game, code, owner=L, controller=L)
        return recruiting_refusal(game, L, RecruitLeader("L46", "civil"))

    assert through_the_year(befall(winter(), L, 5), refusal) == ["", "TC-EVT-04", "", "", "", ""]
    assert through_the_year(winter(), refusal) == [""] * 6


def paid(game, kind, die=10, at="LIM", **fields):
    """What a nation that has plenty pays for an order of a fresh leader."""
    nation(game, L, **RICH)
    before = game.nations[L].goods
    operate(game, L, kind(leader=leader(game, L, at, civil=3), territory=at, **fields), die)
    return before - game.nations[L].goods


SILOS = {"kind": Construct, "structure": "silos"}


@pytest.mark.rule("TC-NEV-LUMIERES-15")
@pytest.mark.parametrize(
    ("order", "full", "half", "next_one", "price"),
    [
        (SILOS, Goods(gold=23, bois=6, pierre=2), Goods(gold=12, bois=3, pierre=1), {"kind": Urbanise}, 70),
        ({"kind": Urbanise}, Goods(gold=70, agricole=28), Goods(gold=35, agricole=14), SILOS, 23),
    ],
)
def test_the_contest_halves_gold_and_each_resource_of_the_first_building_or_growth_rounded_up(order, full, half, next_one, price):
    assert paid(until(winter(), "printemps"), **order) == full
    game = until(befall(winter(), L, 15), "printemps")
    assert paid(game, **order) == half
    assert paid(game, **next_one).gold == price


@pytest.mark.rule("TC-NEV-LUMIERES-15")
@pytest.mark.parametrize(("seasons", "gold"), [(("ete",), 12), (("automne",), 12), (("hiver", "printemps"), 23)])
def test_the_contest_waits_until_winter_and_no_longer(seasons, gold):
    game = befall(winter(), L, 15)
    for season in seasons:
        until(game, season)
    assert paid(game, **SILOS).gold == gold


@pytest.mark.rule("TC-NEV-LUMIERES-15")
def test_a_first_order_that_fails_has_used_the_contest_up():
    game = until(befall(winter(), L, 15), "printemps")
    nation(game, L, stability=-6)
    assert paid(game, **SILOS, die=1).gold == 12
    assert not game.lands["LIM"].structures
    assert paid(game, **SILOS).gold == 23


@pytest.mark.rule("TC-NEV-LUMIERES-15")
def test_the_contest_is_not_for_new_towns_nor_for_fields():
    prices = []
    for game in (winter(), befall(winter(), L, 15)):
        until(game, "printemps")
        land(game, "LLA", owner=L, controller=L)
        nation(game, L, known=(*game.nations[L].known, "Essor urbain"))
        prices.append((paid(game, FoundTown, at="LLA"), paid(game, Cultivate)))
    assert prices[0] == prices[1]
    assert game.lands["LLA"].town == 1
    assert paid(game, **SILOS).gold == 12, "it is still open"


@pytest.mark.rule("TC-NEV-LUMIERES-20")
def test_a_new_enlightenment_gives_fifteen_points_of_which_ten_at_most_go_into_one_field():
    game = winter()
    nation(game, L, reputation=0, free_science=0, science=(0,) * len(DOMAINS))
    befall(game, L, 20)
    assert (game.nations[L].reputation, game.nations[L].free_science) == (1, 15)

    def allot(*shares):
        sheet(game, L, *(Allocate(domain, points) for domain, points in shares))
        game.outbox = []
        allocate(game)
        gained = dict(zip(DOMAINS, game.nations[L].science, strict=True))
        return {domain: points for domain, points in gained.items() if points}, game.nations[L].free_science

    assert allot(("physique", 15)) == ({"physique": 10}, 5)
    until(game, "printemps")
    assert allot(("physique", 5)) == ({"physique": 10}, 5)
    assert refusals(game.outbox) == ["TC-SCI-01"]
    nation(game, L, free_science=9)
    assert allot(("physique", 9)) == ({"physique": 14}, 5), "points from elsewhere are not bound"
    assert allot(("magie", 3), ("militaire", 2)) == ({"physique": 14, "magie": 3, "militaire": 2}, 0)
    nation(game, L, free_science=20)
    assert allot(("physique", 20))[0]["physique"] == 34


@pytest.mark.rule("TC-NEV-LUMIERES-20")
def test_fifteen_points_may_be_shared_out_as_one_likes_below_ten():
    game = winter()
    nation(game, L, free_science=0, science=(0,) * len(DOMAINS))
    befall(game, L, 20)
    sheet(game, L, Allocate("magie", 8), Allocate("physique", 7))
    allocate(game)
    assert sorted(game.nations[L].science)[-2:] == [7, 8]
    befall(game, L, 20)
    sheet(game, L, Allocate("magie", 15))
    allocate(game)
    assert (max(game.nations[L].science), game.nations[L].free_science) == (18, 5), "a second gift is bound by itself alone"


# -- the desert -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-DESERT-0")
def test_a_blood_feud_takes_the_weakest_unit_of_two_lands_and_brings_brigands_and_unrest():
    game = winter()
    garrison(game, "DVA", D, des_eclaireurs=1, des_lanciers=2)
    garrison(game, "EHL", D)
    nation(game, D, stability=0)
    befall(game, D, 0, *first(4))
    assert (units(game, "DVA", D), units(game, "EHL", D)) == ({"des-lanciers": 2}, {})
    assert [game.lands[code].brigands for code in ("DVA", "EHL", "EHS", "PSE")] == [2, 2, 0, 0]
    assert units(game, "PSE", D) == {"des-eclaireurs": 1, "des-meharistes": 1}
    assert game.nations[D].stability == -1


@pytest.mark.rule("TC-NEV-DESERT-5")
@pytest.mark.parametrize(("code", "usual", "dry"), [("EHL", 3, 1), ("DVA", 2, 1), ("PME", 3, 3)])
def test_dry_wells_halve_the_harvest_of_owned_deserts_for_a_season(code, usual, dry):
    game = winter()
    land(game, "PME", owner=D, controller=D, farms=3)
    befall(game, D, 5)
    assert through_the_year(game, lambda now: harvest(now, code, D)) == [usual, dry, usual, usual, usual, usual]


@pytest.mark.rule("TC-NEV-DESERT-15")
def test_a_gathering_of_the_clans_calms_and_brings_camel_riders_to_the_capital():
    game = winter()
    nation(game, D, stability=0)
    befall(game, D, 15)
    assert game.nations[D].stability == 1
    assert units(game, "EHL", D) == {"des-meharistes": 3, "des-serments": 1}


@pytest.mark.rule("TC-NEV-DESERT-20")
@pytest.mark.parametrize(("die", "level", "after"), [(1, 6, 7), (6, 10, 10)])
def test_the_uncovering_wind_brings_gold_treasure_and_a_level_in_one_desert_up_to_ten(die, level, after):
    game = winter()
    land(game, "PME", owner=D, controller=D)
    land(game, "DVA", resource_level=level)
    nation(game, D, gold=10, precieux=1)
    levels = {code: game.lands[code].resource_level for code in ("EHL", "EHS", "PSE", "PME")}
    befall(game, D, 20, die, *first(4))
    assert (game.nations[D].goods.gold, game.nations[D].goods.precieux) == (10 + 20 * die, 3)
    assert game.lands["DVA"].resource_level == after
    assert {code: game.lands[code].resource_level for code in levels} == levels


# -- the lake people --------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-LACUSTRES-0")
@pytest.mark.parametrize(("level", "after", "stored", "left"), [(4, 3, 18, 9), (2, 1, 18, 9), (1, 1, 17, 8)])
def test_a_black_flood_takes_a_town_level_and_a_farm_by_the_sea_and_half_the_stores(level, after, stored, left):
    game = winter()
    land(game, "IRI", town=level, farms=4)
    land(game, "HRO", owner=LA, controller=LA, town=2)
    nation(game, LA, provisions=stored)
    danger = game.lands["IRI"].danger
    befall(game, LA, 0, 1)
    assert (game.lands["IRI"].town, game.lands["IRI"].farms, game.nations[LA].goods.provisions) == (after, 3, left)
    assert (game.lands["MAR"].town, game.lands["MAR"].farms, game.lands["HRO"].town) == (2, 5, 2)
    assert game.lands["IRI"].danger == danger + 5 * (level - after)


@pytest.mark.rule("TC-NEV-LACUSTRES-5")
def test_jealous_islets_cost_two_on_stability_tests_until_winter_or_a_new_treaty():
    assert added_to(calm_of(LA), LA, 5) == [-2, -2, -2, -2, -2, 0]
    for kind in ("contract", "pact", "alliance"):
        game = befall(until(winter(), "hiver"), LA, 5)
        calm = calm_of(LA)(game)
        begin_treaty(game, kind, A, V, "TC-DIP-05")
        assert calm_of(LA)(game) == calm
        begin_treaty(game, kind, A, LA, "TC-DIP-05")
        assert calm_of(LA)(game) == calm + 2


@pytest.mark.rule("TC-NEV-LACUSTRES-15")
def test_silver_shoals_bring_two_of_the_sea_and_two_provisions_where_the_sea_is_worked_for_a_season():
    def yielded(code):
        return lambda game: (harvest(game, code, LA), raw_materials(game, LA, [code]).total())

    def fishing():
        game = winter()
        land(game, "MIC", owner=LA, controller=LA, exploitations=1, resource_level=1, farms=1)
        return befall(game, LA, 15)

    assert through_the_year(fishing(), yielded("IRI")) == [(5, 6), (7, 8), (5, 6), (5, 6), (5, 6), (5, 6)]
    (provisions, sea), *_ = through_the_year(fishing(), yielded("MIC"))
    assert through_the_year(fishing(), yielded("MIC"))[1] == (provisions + 2, sea + 2)
    assert through_the_year(fishing(), yielded("MAR")) == [(5, 3)] * 6


@pytest.mark.rule("TC-NEV-LACUSTRES-20")
@pytest.mark.parametrize(("draw", "code"), [(0, "ANA"), (2, "MIC"), (5, "SPO")])
def test_the_league_grows_by_a_vacant_sea_or_coast_next_door(draw, code):
    game = winter()
    before = standing(game, LA), game.nations[LA].goods.gold
    land(game, code, national=())
    befall(game, LA, 20, draw)
    one = game.lands[code]
    assert (one.owner, one.controller, one.national) == (LA, LA, ())
    assert (standing(game, LA), game.nations[LA].goods.gold) == before


@pytest.mark.rule("TC-NEV-LACUSTRES-20")
def test_a_league_that_cannot_grow_is_content_and_sixty_gold_richer():
    game = winter()
    settle_everything(game, V)
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, owner=LA, controller=LA)
    land(game, "HRO", owner="", controller="")
    nation(game, LA, stability=0, gold=10)
    befall(game, LA, 20)
    assert (game.nations[LA].stability, game.nations[LA].goods.gold) == (1, 70)
    assert game.lands["HRO"].owner == ""


# -- the goblins ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-GOBELINS-0")
def test_a_great_strike_stops_every_resource_for_a_season_but_neither_food_nor_taxes():
    def income(game):
        codes = ["FGR", "GOB", "PME"]
        return raw_materials(game, G, codes).total(), harvest(game, "GOB", G), tax_income(game, G, ["GOB"])

    game = winter()
    land(game, "PME", owner=A, controller=G, exploitations=4, resource_level=4)
    befall(game, G, 0)
    usual = (7, 4, 28)
    assert through_the_year(game, income) == [usual, (2, 4, 28), usual, usual, usual, usual]


@pytest.mark.rule("TC-NEV-GOBELINS-0")
def test_nobody_is_recruited_during_the_strike():
    def refused(season):
        game = befall(winter(), G, 0)
        nation(game, G, **RICH)
        until(game, season)
        return refusals(muster(game, G, RecruitUnits(leader="L33", unit="gob-horde", number=1)))

    assert refused("printemps") == ["TC-EVT-04"]
    assert refused("ete") == []


@pytest.mark.rule("TC-NEV-GOBELINS-5")
def test_a_runaway_swarm_is_a_loss_test_and_a_lost_farm_in_one_garrisoned_land():
    game = winter()
    no_units(game, G)
    garrison(game, "FMO", G, gob_horde=4, gob_guepes=1)
    garrison(game, "GOB", G, gob_horde=3)
    befall(game, G, 5, 1, 6, 4, 2)
    assert (units(game, "FMO", G), units(game, "GOB", G)) == ({"gob-horde": 1, "gob-guepes": 1}, {"gob-horde": 3})
    assert [game.lands[code].farms for code in ("FGR", "FMO", "FSE", "GOB")] == [3, 2, 2, 4]


@pytest.mark.rule("TC-NEV-GOBELINS-5")
def test_a_swarm_needs_a_garrison_and_its_land_cannot_have_less_than_no_farm():
    game = winter()
    no_units(game, G)
    befall(game, G, 5)
    assert [game.lands[code].farms for code in ("FGR", "FMO", "FSE", "GOB")] == [3, 3, 2, 4]
    garrison(game, "FMO", G, gob_horde=2)
    land(game, "FMO", farms=0)
    befall(game, G, 5, 1, 1, 2)
    assert (units(game, "FMO", G), game.lands["FMO"].farms) == ({"gob-horde": 2}, 0)


@pytest.mark.rule("TC-NEV-GOBELINS-15")
def test_a_spring_of_broods_peoples_three_lands_up_to_ten_and_sends_a_die_of_mobs_to_the_capital():
    game = winter()
    land(game, "FMO", population=10)
    land(game, "FSE", farm_capacity=2)
    befall(game, G, 15, *first(4), 5)
    assert game.lands["FSE"].farm_capacity == 2
    assert [game.lands[code].population for code in ("FGR", "FMO", "FSE", "GOB")] == [6, 10, 5, 7]
    assert units(game, "GOB", G)["gob-horde"] == 8


@pytest.mark.rule("TC-NEV-GOBELINS-20")
def test_a_cheered_emperor_is_worth_a_point_and_turns_the_national_malus_into_a_bonus_of_one_until_winter():
    game = winter()
    nation(game, G, stability=0)
    befall(game, G, 20)
    assert game.nations[G].stability == 1
    assert added(game, G, "roll.stability") == -1
    assert added_to(calm_of(G), G, 20) == [2, 2, 2, 2, 2, 0], "from -1 to +1"
