"""National events of the Rock, the Salt, the Oak, the Stars and the Horses: figures, limits, beginning and end."""

import pytest

from marchland.games.cendre.orders import Cultivate, Embellish, Hire, Prospect, RecruitUnits, UseStructure
from marchland.games.cendre.rules.civil.operation import OperationTested
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty, begin_war
from marchland.games.cendre.rules.land.production import harvest, other_gold, raw_materials
from marchland.games.cendre.rules.magic.sources import refill_sources
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.state import Caravan, CasusBelli
from marchland.games.cendre.world import MAJORS

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
from .realm import A, M, V, at_war, found, garrison, land, leader, nation, no_units, refusals, run, sheet, treaty
from .test_sheet import only

R, S, C, E, CV = "ROC", "SEL", "CHENE", "ETOILES", "CHEVAUX"


# -- the Rock ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-ROC-0")
@pytest.mark.parametrize(("guards", "town", "after"), [(3, 3, 2), (3, 2, 1), (4, 3, 3), (3, 1, 1)])
def test_something_below_kills_and_wrecks_and_spares_the_town_only_before_four_units(guards, town, after):
    game = winter()
    land(game, "KAT", town=town, exploitations=5)
    garrison(game, "KAT", R, roc_mineurs=guards)
    befall(game, R, 0, 0, 6, 4, 2)
    assert (units(game, "KAT", R).get("roc-mineurs", 0), game.lands["KAT"].exploitations) == (guards - 3, 4)
    assert game.lands["KAT"].town == after
    assert (game.lands["KTO"].town, game.lands["KTO"].exploitations) == (2, 4)


@pytest.mark.rule("TC-NEV-ROC-5")
def test_a_royal_bout_lays_each_leader_low_on_three_for_a_season_and_drinks_two_of_the_stores():
    everybody = {"L66", "L67", "L68", "L69"}
    game = winter()
    nation(game, R, agricole=3)
    befall(game, R, 5, 3, 4, 1, 10)
    assert game.nations[R].goods.agricole == 1
    assert through_the_year(game, lambda now: able(now, R))[:3] == [everybody, {"L67", "L69"}, everybody]
    nation(game, R, agricole=1)
    befall(game, R, 5, 10, 10, 10, 10)
    assert game.nations[R].goods.agricole == 0


@pytest.mark.rule("TC-NEV-ROC-15")
@pytest.mark.parametrize(
    ("stored", "after"),
    [((0, 0, 0), (4, 4, 2)), ((6, 6, 8), (10, 10, 10)), ((9, 7, 9), (10, 10, 10)), ((12, 0, 10), (12, 4, 10))],
)
def test_a_lost_gallery_fills_the_stores_but_no_further(stored, after):
    game = winter()
    nation(game, R, **dict(zip(("metal", "pierre", "precieux"), stored, strict=True)))
    befall(game, R, 15)
    goods = game.nations[R].goods
    assert (goods.metal, goods.pierre, goods.precieux) == after


@pytest.mark.rule("TC-NEV-ROC-20")
@pytest.mark.parametrize(("level", "after"), [(8, 9), (10, 10)])
def test_the_masterpiece_brings_glory_calm_and_a_level_in_a_mountain_up_to_ten(level, after):
    game = winter()
    land(game, "POR", owner=R, controller=R)
    land(game, "KAT", resource_level=level)
    nation(game, R, glory=10, stability=0)
    plain = game.lands["POR"].resource_level
    befall(game, R, 20, *first(3))
    assert standing(game, R)[1:] == (1, 18)
    assert [game.lands[code].resource_level for code in ("KAT", "KKA", "KTO", "POR")] == [after, 9, 8, plain]


# -- the Salt ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-SEL-0")
def test_the_great_storm_sinks_half_the_ships_the_least_worth_first_and_a_farm_on_every_shore():
    game = winter()
    no_units(game, S)
    garrison(game, "DDO", S, sel_drakkars=2, sel_serpent=1)
    garrison(game, "BVE", S, sel_drakkars=2)
    garrison(game, "ISS", S, sel_huscarls=3)
    land(game, "HRO", owner=S, controller=S, farms=2)
    befall(game, S, 0)
    fleet = {**units(game, "DDO", S)}
    assert fleet["sel-serpent"] == 1
    assert fleet.get("sel-drakkars", 0) + units(game, "BVE", S).get("sel-drakkars", 0) == 2
    assert units(game, "ISS", S) == {"sel-huscarls": 3}
    assert [game.lands[code].farms for code in ("DDO", "GRI", "ISN", "ISS", "HRO")] == [2, 1, 1, 3, 2]


@pytest.mark.rule("TC-NEV-SEL-0")
def test_of_a_lone_ship_half_is_none_and_no_shore_has_less_than_no_farm():
    game = winter()
    no_units(game, S)
    garrison(game, "DDO", S, sel_drakkars=1)
    land(game, "GRI", farms=0)
    befall(game, S, 0)
    assert (units(game, "DDO", S), game.lands["GRI"].farms) == ({"sel-drakkars": 1}, 0)


@pytest.mark.rule("TC-NEV-SEL-5")
def test_an_empty_sea_yields_nothing_and_every_shore_a_provision_less_for_a_season():
    def income(game):
        return [(harvest(game, code, S), raw_materials(game, S, [code]).total()) for code in ("DDO", "GRI", "HRO", "BVE")]

    game = winter()
    land(game, "BVE", owner=S, controller=S, farms=2, exploitations=1)
    land(game, "HRO", owner=S, controller=S, farms=2, exploitations=1)
    befall(game, S, 5)
    figures = through_the_year(game, income)
    usual = [(4, 4), (2, 3), (2, 1), (3, 1)]
    assert figures == [usual, [(3, 0), (1, 3), (2, 1), (2, 0)], usual, usual, usual, usual]


@pytest.mark.rule("TC-NEV-SEL-15")
def test_a_spring_of_prows_brings_a_longship_and_raiders_to_the_capital():
    game = befall(winter(), S, 15)
    assert units(game, "ISS", S) == {"sel-drakkars": 1, "sel-haches": 1, "sel-huscarls": 1, "sel-pillards": 3}


@pytest.mark.rule("TC-NEV-SEL-20")
@pytest.mark.parametrize(("draw", "code"), [(0, "BHI"), (3, "ILO")])
def test_an_island_rises_from_a_vacant_sea_next_door_owned_controlled_and_national(draw, code):
    game = winter()
    gold = game.nations[S].goods.gold
    befall(game, S, 20, draw)
    one = game.lands[code]
    assert (one.owner, one.controller, S in one.national, game.nations[S].goods.gold) == (S, S, True, gold)


@pytest.mark.rule("TC-NEV-SEL-20")
def test_where_no_sea_is_vacant_there_is_treasure_and_a_vacant_coast_does_not_count():
    game = winter()
    settle_everything(game, V)
    land(game, "LLA", owner="", controller="")
    nation(game, S, gold=3)
    befall(game, S, 20, 4)
    assert (game.nations[S].goods.gold, game.lands["LLA"].owner) == (83, "")


# -- the Oak ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-CHENE-0")
def test_a_great_withering_takes_a_source_level_and_a_grove_in_two_forests():
    game = winter()
    land(game, "BSO", source=0, exploitations=0, fluid=0)
    land(game, "FBO", fluid=4)
    land(game, "LVO", owner=C, controller=C)
    nation(game, C, stability=0)
    befall(game, C, 0, *first(4))
    figures = {code: (game.lands[code].source, game.lands[code].exploitations) for code in ("BSO", "FBO", "FSO", "HBO")}
    assert figures == {"BSO": (0, 0), "FBO": (3, 2), "FSO": (5, 3), "HBO": (4, 2)}
    assert (game.nations[C].stability, game.lands["FBO"].fluid) == (-1, 3)


@pytest.mark.rule("TC-NEV-CHENE-5")
def test_foreign_woodcutters_are_blamed_on_the_neighbour_of_worst_name():
    def blamed(**names):
        game = winter()
        for name in MAJORS:
            nation(game, name, reputation=names.get(name, -5))
        befall(game, C, 5, *first(4), *((0,) if names[M] == names[V] else ()))
        assert [game.lands[code].brigands for code in ("BSO", "FBO", "FSO", "HBO")] == [2, 0, 0, 0]
        return game.casus

    assert blamed(MERISSE=1, VOLTDARG=2) == [CasusBelli(C, M, "insult", 11)]
    assert blamed(MERISSE=1, VOLTDARG=0) == [CasusBelli(C, V, "insult", 11)]
    assert blamed(MERISSE=1, VOLTDARG=1) == [CasusBelli(C, M, "insult", 11)]


@pytest.mark.rule("TC-NEV-CHENE-5")
def test_woodcutters_are_found_in_forests_only():
    game = winter()
    nation(game, M, reputation=-9)
    land(game, "ANA", owner=C, controller=C)
    befall(game, C, 5, *first(4))
    assert (game.lands["BSO"].brigands, game.lands["ANA"].brigands) == (2, 0)


@pytest.mark.rule("TC-NEV-CHENE-5")
def test_the_people_are_two_angrier_until_winter_unless_war_is_declared_on_the_culprit():
    def accused():
        game = winter()
        nation(game, M, reputation=-5)
        nation(game, V, reputation=5)
        return game

    assert added_to(calm_of(C), C, 5, *first(4), game=accused) == [-2, -2, -2, -2, -2, 0]
    for declarer, other, calmer in ((C, M, 2), (C, V, 0), (M, C, 0)):
        game = befall(accused(), C, 5, *first(4))
        angry, peace = calm_of(C)(game), 1
        begin_war(game, declarer, other, game.turn, "test", "TC-DIP-02")
        assert calm_of(C)(game) == angry - peace + calmer, (declarer, other)


@pytest.mark.rule("TC-NEV-CHENE-5")
def test_whoever_is_at_war_with_the_culprit_already_is_not_angry():
    def fighting():
        game = winter()
        nation(game, M, reputation=-5)
        nation(game, V, reputation=5)
        at_war(game, C, M)
        return game

    assert added_to(calm_of(C), C, 5, *first(4), game=fighting) == [0] * 6


@pytest.mark.rule("TC-NEV-CHENE-15")
def test_a_song_of_acorns_makes_a_vacant_forest_next_door_national_without_taking_it():
    game = winter()
    land(game, "VFO", national=())
    others = ("BCH", "BES", "BLA", "BMU", "BVD", "FGI", "FOB")
    for code in others:
        land(game, code, national=(C,))
    befall(game, C, 15)
    one = game.lands["VFO"]
    assert (one.owner, one.controller, one.national) == ("", "", (C,))


@pytest.mark.rule("TC-NEV-CHENE-15")
@pytest.mark.parametrize(("draws", "posted"), [((2, 1), {"BSO", "FBO"}), ((0, 1), {"FBO", "HBO"})])
def test_without_such_a_forest_two_watchers_at_most_go_where_fewer_than_two_units_stand(draws, posted):
    game = winter()
    settle_everything(game, V)
    land(game, "ANA", owner=C, controller=C)
    no_units(game, C)
    garrison(game, "BSO", C, che_guetteurs=1)
    garrison(game, "FSO", C, che_archers=2)
    before = {code: units(game, code, C).get("che-guetteurs", 0) for code in ("BSO", "FBO", "FSO", "HBO")}
    befall(game, C, 15, *draws)
    after = {code: units(game, code, C).get("che-guetteurs", 0) for code in before}
    assert {code for code in after if after[code] > before[code]} == posted
    assert sum(after.values()) - sum(before.values()) == 2


@pytest.mark.rule("TC-NEV-CHENE-20")
def test_an_elder_wakes_in_one_owned_forest():
    game = winter()
    land(game, "LVO", owner=C, controller=C)
    befall(game, C, 20, *first(4))
    assert units(game, "BSO", C) == {"che-arbres": 1, "che-archers": 1, "che-guetteurs": 1}
    assert sum("che-arbres" in units(game, code, C) for code in game.lands) == 1


# -- the Stars --------------------------------------------------------------------------------------------------


def crowned(season="printemps", *names):
    """Both royal towns ready for work, in a season after the quarrel."""
    game = winter()
    land(game, "LVO", owner=E, controller=E, town=2)
    until(befall(game, E, 0), season)
    nation(game, E, **RICH)
    game.sheets = {}
    if names:
        sheet(game, E, *(UseStructure("deux-couronnes", name) for name in names))
        game.outbox = []
        run(game, SecondaryUpkeep())
    return game


def closed(game):
    """Which royal towns refuse work: fields, police and recruits alike."""
    refused = set()
    for code in ("TET", "BPR"):
        civil, general = leader(game, E, code, civil=9), leader(game, E, code, military=9)
        work = [
            operate(game, E, Cultivate(leader=civil, territory=code), 10),
            operate(game, E, Hire(leader=leader(game, E, code, civil=9), unit="police", territory=code), 10),
            muster(game, E, RecruitUnits(leader=general, unit="eto-eclaireurs", number=1)),
        ]
        refusing = [bool(refusals(events)) for events in work]
        assert len(set(refusing)) == 1, (code, refusing)
        if all(refusing):
            refused.add(code)
    return refused


@pytest.mark.rule("TC-NEV-ETOILES-0")
def test_a_quarrel_of_crowns_costs_stability_and_closes_the_town_that_is_not_named():
    game = winter()
    nation(game, E, stability=1)
    assert befall(game, E, 0).nations[E].stability == 0
    assert closed(crowned()) == {"BPR"}, "without a word the capital obeys"
    assert closed(crowned("printemps", "TET")) == {"BPR"}
    assert closed(crowned("printemps", "BPR")) == {"TET"}
    assert closed(crowned("printemps", "BPR", "TET")) == {"TET"}, "the first word counts"


@pytest.mark.rule("TC-NEV-ETOILES-0")
def test_the_crown_is_named_anew_each_season_until_winter_and_other_towns_do_not_mind():
    game = crowned("printemps", "BPR")
    assert closed(until(game, "ete")) == {"BPR"}
    assert closed(crowned("automne", "BPR")) == {"TET"}
    game = crowned("hiver")
    assert closed(until(game, "printemps")) == set()
    game = crowned()
    assert not refusals(operate(game, E, Cultivate(leader=leader(game, E, "LVO", civil=9), territory="LVO"), 10))
    assert refusals(operate(game, E, Prospect(leader=leader(game, E, "BPR", civil=9), territory="BPR"), 10)) != []


@pytest.mark.rule("TC-NEV-ETOILES-0")
def test_where_the_capital_is_lost_the_other_crown_obeys_without_a_word():
    game = crowned()
    land(game, "TET", controller=V)
    assert not refusals(operate(game, E, Cultivate(leader=leader(game, E, "BPR", civil=9), territory="BPR"), 10))


@pytest.mark.rule("TC-NEV-ETOILES-0")
def test_only_the_quarrelling_nation_names_a_crown_and_only_a_royal_town():
    for name, place in ((E, "LVO"), (A, "TET")):
        game = crowned()
        sheet(game, name, UseStructure("deux-couronnes", place))
        assert refusals(run(game, SecondaryUpkeep())) == ["TC-EVT-03"]
    game = until(winter(), "printemps")
    sheet(game, E, UseStructure("deux-couronnes", "TET"))
    assert refusals(run(game, SecondaryUpkeep())) == ["TC-EVT-03"]
    assert only("national deux-couronnes BPR").order == UseStructure("deux-couronnes", "BPR")


@pytest.mark.rule("TC-NEV-ETOILES-5")
def test_a_slighted_partner_costs_reputation_and_brings_no_caravan_gold_next_spring():
    def earned(game):
        before = {name: game.nations[name].goods.gold for name in (E, A, M)}
        other_gold(game)
        return [game.nations[name].goods.gold - before[name] for name in (E, A, M)]

    def trading():
        game = winter()
        nation(game, E, reputation=1)
        for other, end in ((A, "AKL"), (M, "MER")):
            begin_treaty(game, "contract", E, other, "TC-DIP-05")
            game.caravans.append(Caravan(creator=E, partner=other, start="TET", end=end, route=("TET", "LVO", end), since=0))
        return game

    usual = through_the_year(trading(), earned)
    game = befall(trading(), E, 5, 0)
    assert game.nations[E].reputation == 0
    slighted = through_the_year(game, earned)
    assert usual[1][1] > 0
    assert slighted[1][1:] == [0, usual[1][2]]
    assert slighted[1][0] < usual[1][0]
    assert slighted[5] == usual[5]


@pytest.mark.rule("TC-NEV-ETOILES-5")
def test_without_a_partner_nobody_is_slighted():
    game = winter()
    nation(game, E, reputation=1)
    treaty(game, "contract", A, M)
    assert befall(game, E, 5).nations[E].reputation == 1


@pytest.mark.rule("TC-NEV-ETOILES-15")
def test_under_a_friendly_comet_the_first_failure_of_each_season_is_rolled_again():
    def tries(game):
        nation(game, E, **RICH, stability=0)
        rolls = []
        for _ in range(2):
            events = operate(game, E, Embellish(leader=leader(game, E, civil=1)), 1, 10)
            rolls.append([test.die for test in found(events, OperationTested)])
        return rolls

    game = befall(winter(), E, 15)
    twice, once = [[1, 10], [1]], [[1], [1]]
    until(game, "printemps")
    assert [tries(game), tries(until(game, "ete")), tries(until(game, "automne"))] == [twice] * 3
    until(game, "hiver")
    assert tries(until(game, "printemps")) == once
    assert tries(until(winter(), "printemps")) == once


@pytest.mark.rule("TC-NEV-ETOILES-20")
@pytest.mark.parametrize("season", ["hiver", "ete"])
def test_a_night_of_stars_brings_glory_a_name_and_sources_one_above_their_level(season):
    game = winter()
    game.season = season
    land(game, "TET", source=6, fluid=2)
    land(game, "BPR", source=10, fluid=0, controller=A)
    land(game, "AKL", source=3, fluid=1)
    nation(game, E, glory=10, reputation=0)
    befall(game, E, 20)
    if season == "hiver":
        refill_sources(game)
    assert standing(game, E)[::2] == (1, 16)
    assert [game.lands[code].fluid for code in ("TET", "BPR")] == [7, 10]
    assert game.lands["AKL"].fluid == (3 if season == "hiver" else 1)


# -- the Horses -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-CHEVAUX-0")
def test_a_hoof_plague_kills_a_die_of_horsemen_wherever_they_are():
    game = winter()
    no_units(game, CV)
    garrison(game, "GPA", CV, cvx_cavaliers=1, cvx_bergers=2)
    garrison(game, "LVO", CV, cvx_garde=1, cvx_lances=1)
    befall(game, CV, 0, *first(3), 2)
    left = {**units(game, "GPA", CV), **units(game, "LVO", CV)}
    assert left["cvx-bergers"] == 2
    assert sum(left.values()) == 3
    befall(game, CV, 0, 3)
    assert {**units(game, "GPA", CV), **units(game, "LVO", CV)} == {"cvx-bergers": 2}


@pytest.mark.rule("TC-NEV-CHEVAUX-0")
def test_no_cavalry_is_raised_in_the_season_after_the_plague_but_herdsmen_are():
    def refused(season, unit):
        game = winter()
        no_units(game, CV)
        nation(game, CV, **RICH)
        until(befall(game, CV, 0, 1), season)
        return refusals(muster(game, CV, RecruitUnits(leader="L9", unit=unit, number=1)))

    assert refused("printemps", "cvx-cavaliers") == ["TC-EVT-04"]
    assert refused("printemps", "cvx-bergers") == []
    assert refused("ete", "cvx-cavaliers") == []


@pytest.mark.rule("TC-NEV-CHEVAUX-5")
@pytest.mark.parametrize("die", [1, 3])
def test_a_grazing_dispute_brings_brigands_to_a_plain_and_two_off_this_seasons_test(die):
    game = befall(winter(), CV, 5, *first(2), die)
    assert [game.lands[code].brigands for code in ("GPA", "HPL", "PVL")] == [die, 0, 0]
    assert added_to(calm_of(CV), CV, 5, *first(2), die) == [-2, 0, 0, 0, 0, 0]


@pytest.mark.rule("TC-NEV-CHEVAUX-15")
@pytest.mark.parametrize(("stored", "after"), [(2, 5), (5, 6), (6, 6), (8, 8)])
def test_storm_foals_mount_a_troop_and_fill_the_barns_as_far_as_they_hold(stored, after):
    game = winter()
    nation(game, CV, agricole=stored)
    befall(game, CV, 15)
    assert units(game, "GPA", CV)["cvx-cavaliers"] == 3
    assert game.nations[CV].goods.agricole == after


@pytest.mark.rule("TC-NEV-CHEVAUX-20")
@pytest.mark.parametrize(("wars", "gold"), [(0, 100), (9, 100), (10, 90), (18, 10), (19, 0)])
def test_the_race_brings_a_name_and_ten_gold_for_each_nation_at_peace_up_to_a_hundred(wars, gold):
    game = winter()
    nation(game, CV, reputation=0, gold=7)
    for other in [name for name in MAJORS if name != CV][:wars]:
        at_war(game, CV, other)
    at_war(game, CV, "MIN-PME")
    befall(game, CV, 20)
    assert (game.nations[CV].reputation, game.nations[CV].goods.gold) == (1, 7 + gold)
