"""National events of the Federation, the Moon, Merisse, the North and the Fire: figures, limits, beginning and end."""

from copy import deepcopy

import pytest

from marchland.games.cendre.orders import Spy, UseStructure
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied
from marchland.games.cendre.rules.civil.operation import OperationTested
from marchland.games.cendre.rules.common.ledger import OrderDone
from marchland.games.cendre.rules.events.answers import SecretsLearnt
from marchland.games.cendre.rules.land.production import harvest
from marchland.games.cendre.rules.magic.book import spell_named
from marchland.games.cendre.rules.magic.targets import spell_cost
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep
from marchland.games.cendre.state import CasusBelli
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.world import DOMAINS, MAJORS

from .chronicle import (
    able,
    added_to,
    befall,
    calm_of,
    first,
    operate,
    settle_everything,
    standing,
    through_the_year,
    units,
    until,
    winter,
)
from .realm import A, M, V, at_war, found, garrison, land, leader, nation, no_leaders, no_units, refusals, replace, run, sheet
from .test_sheet import only

F, LU, N, FEU = "FER", "LUNE", "NORD", "FEU"


# -- the Federation of Iron -------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-FER-0")
@pytest.mark.parametrize(("war", "legion"), [(True, 1), (False, 2)])
def test_half_of_the_largest_garrison_deserts_in_war_and_a_quarter_in_peace(war, legion):
    game = winter()
    garrison(game, "VIL", F, fer_garde=1, fer_legionnaires=2, fer_recrues=2)
    garrison(game, "WAN", F, fer_recrues=4)
    if war:
        at_war(game, F, A)
    befall(game, F, 0)
    assert (units(game, "VIL", F), game.lands["VIL"].brigands) == ({"fer-garde": 1, "fer-legionnaires": legion}, 1)
    assert (units(game, "WAN", F), game.lands["WAN"].brigands) == ({"fer-recrues": 4}, 0)


@pytest.mark.rule("TC-NEV-FER-0")
def test_a_lone_deserter_makes_no_band_and_of_equal_garrisons_one_is_drawn():
    for draw, struck in ((0, "VIL"), (1, "WAN")):
        game = winter()
        no_units(game, F)
        garrison(game, "VIL", F, fer_recrues=4)
        garrison(game, "WAN", F, fer_recrues=4)
        befall(game, F, 0, draw)
        assert {code: units(game, code, F)["fer-recrues"] for code in ("VIL", "WAN")} == {
            **dict.fromkeys(("VIL", "WAN"), 4),
            struck: 3,
        }
        assert game.lands[struck].brigands == 0
    no_units(game, F)
    befall(game, F, 0)


@pytest.mark.rule("TC-NEV-FER-5")
def test_refused_fatigue_duty_leaves_two_lands_without_a_harvest_for_a_season():
    game = befall(winter(), F, 5, *first(4))
    harvests = through_the_year(game, lambda now: [harvest(now, code, F) for code in ("AVE", "STI", "VIL", "WAN")])
    assert harvests == [[2, 2, 3, 6], [0, 0, 3, 6], *[[2, 2, 3, 6]] * 4]


@pytest.mark.rule("TC-NEV-FER-15")
def test_a_vintage_class_joins_in_each_owned_town_on_national_land():
    game = winter()
    land(game, "STI", town=1, national=())
    befall(game, F, 15)
    assert (units(game, "VIL", F)["fer-legionnaires"], units(game, "WAN", F)["fer-legionnaires"]) == (3, 2)
    assert units(game, "STI", F) == {"fer-loups": 1, "fer-tirailleurs": 1}
    assert units(game, "AVE", F) == {"fer-tirailleurs": 1}


@pytest.mark.rule("TC-NEV-FER-20")
@pytest.mark.parametrize(("reputation", "after"), [(0, (1, 0, 15)), (2, (3, 0, 15)), (3, (3, 1, 15)), (4, (4, 1, 15))])
def test_a_received_embassy_brings_glory_and_a_name_or_from_three_on_stability(reputation, after):
    game = winter()
    nation(game, F, reputation=reputation, stability=0, glory=10)
    assert standing(befall(game, F, 20), F) == after


# -- the Moon ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-LUNE-0")
@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_a_noble_is_executed_on_three_and_flees_to_the_market_above(die):
    game = winter()
    stability = game.nations[LU].stability
    befall(game, LU, 0, 1, die)
    assert ("L52" in game.leaders, "L52" in game.market) == (die > 3, die > 3)
    assert {who.id for who in game.leaders.values() if who.nation == LU} == {"L50", "L51", "L53"}
    assert game.nations[LU].stability == stability - 1


@pytest.mark.rule("TC-NEV-LUNE-0")
def test_the_ruler_is_spared_and_without_other_leaders_there_is_unrest_only():
    game = winter()
    for key in ("L51", "L52", "L53"):
        del game.leaders[key]
    nation(game, LU, stability=0)
    befall(game, LU, 0)
    assert ("L50" in game.leaders, game.nations[LU].stability) == (True, -1)


@pytest.mark.rule("TC-NEV-LUNE-5")
@pytest.mark.parametrize(("people", "farms", "after"), [(4, 2, (3, 1, 3)), (2, 1, (1, 0, 3)), (1, 0, (1, 0, 3))])
def test_an_empty_village_loses_people_and_a_farm_to_brigands_outside_the_capital(people, farms, after):
    game = winter()
    land(game, "COU", population=people, farms=farms, brigands=1)
    befall(game, LU, 5, *first(3))
    one = game.lands["COU"]
    assert (one.population, one.farms, one.brigands) == after
    assert one.farm_capacity == 5
    assert [game.lands[code].brigands for code in ("MOR", "PLU", "RLA")] == [0, 0, 0]


@pytest.mark.rule("TC-NEV-LUNE-15")
@pytest.mark.parametrize(("die", "joins"), [(20, True), (21, False)])
def test_a_night_of_conversions_brings_two_serfs_and_one_time_in_five_a_vacant_neighbour(die, joins):
    game = winter()
    land(game, "BFR", national=())
    befall(game, LU, 15, die, *((0,) if joins else ()))
    assert units(game, "PLU", LU)["lun-serfs"] == 4
    one = game.lands["BFR"]
    assert (one.owner, one.controller, one.national) == ((LU, LU, ()) if joins else ("", "", ()))


@pytest.mark.rule("TC-NEV-LUNE-15")
def test_conversions_need_a_vacant_neighbour():
    game = winter()
    settle_everything(game, V)
    befall(game, LU, 15, 1)
    assert units(game, "PLU", LU)["lun-serfs"] == 4


@pytest.mark.rule("TC-NEV-LUNE-20")
@pytest.mark.parametrize(("spell", "saved"), [("mort/5", 2), ("mort/2", 1), ("nature/5", 0)])
def test_a_total_eclipse_calms_and_makes_spells_of_death_two_cheaper_next_spring_only(spell, saved):
    def cost(game):
        mage = replace(game.leaders["L53"], at="RLA")
        land(game, "RLA", colour="eau")
        return spell_cost(game, mage, spell_named(spell))

    def early():
        game = winter()
        game.season = "ete"
        return game

    assert added_to(cost, LU, 20) == [0, -saved, 0, 0, 0, 0]
    assert added_to(cost, LU, 20, game=early) == [0, 0, 0, -saved, 0, 0], "summer of an astral year: spring is far"
    game = winter()
    nation(game, LU, stability=0)
    assert befall(game, LU, 20).nations[LU].stability == 1
    assert cost(until(game, "printemps")) >= 1


# -- Merisse ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-MERISSE-0")
@pytest.mark.parametrize(("die", "fate"), [(1, "dead"), (3, "dead"), (4, "wounded"), (7, "wounded"), (8, "unhurt"), (10, "unhurt")])
def test_stilettos_strike_two_leaders_but_not_the_ruler_while_there_are_three_others(die, fate):
    game = befall(winter(), M, 0, *first(3), die, 10)
    struck = game.leaders.get("L59")
    assert ("dead" if struck is None else "wounded" if struck.wounded else "unhurt") == fate
    assert not any(game.leaders[key].wounded for key in ("L58", "L60", "L61"))
    game = befall(winter(), M, 0, *first(3), 10, 3)
    assert ("L60" in game.leaders, "L61" in game.leaders) == (False, True)


@pytest.mark.rule("TC-NEV-MERISSE-0")
def test_the_ruler_may_be_struck_where_fewer_than_three_others_serve():
    game = winter()
    del game.leaders["L61"]
    befall(game, M, 0, *first(3), 5, 5)
    assert (game.leaders["L58"].wounded, game.leaders["L59"].wounded, game.leaders["L60"].wounded) == (True, True, False)


@pytest.mark.rule("TC-NEV-MERISSE-5")
def test_stolen_letters_cost_reputation_and_help_whoever_spies_on_merisse_by_two_until_winter():
    def least_die(game, spy=A, target="MER"):
        """The lowest die with which spies succeed."""
        for die in range(1, 11):
            trial = deepcopy(game)
            no_leaders(trial, spy)
            nation(trial, spy, gold=500, espions=3, stability=0)
            events = operate(trial, spy, Spy(leader=leader(trial, spy, civil=3), territory=target), die, 10, 0, 0)
            if found(events, OperationTested)[-1].success:
                return die
        return 11

    def seasons(game, **who):
        return [least_die(until(game, season), **who) for season in ("printemps", "ete", "automne")]

    assert seasons(winter()) == [4, 4, 4]
    assert seasons(befall(winter(), M, 5)) == [2, 2, 2]
    assert seasons(befall(winter(), M, 5), spy=M, target="VOL") == seasons(winter(), spy=M, target="VOL")
    game = until(befall(winter(), M, 5), "hiver")
    assert seasons(game) == [4, 4, 4]
    game = winter()
    nation(game, M, reputation=0)
    assert befall(game, M, 5).nations[M].reputation == -1


@pytest.mark.rule("TC-NEV-MERISSE-15")
@pytest.mark.parametrize("die", [1, 6])
def test_an_inheritance_is_twenty_gold_a_point_and_spies(die):
    game = winter()
    nation(game, M, gold=5, espions=1)
    befall(game, M, 15, die)
    assert (game.nations[M].goods.gold, game.nations[M].civil.espions) == (5 + 20 * die, 2)


def answer(game, territory, choice="", name=M, about="secret-du-voisin"):
    game.sheets = {}
    sheet(game, name, UseStructure(about, territory, choice=choice))
    return run(game, SecondaryUpkeep())


@pytest.mark.rule("TC-NEV-MERISSE-20")
def test_a_neighbours_secret_shows_the_named_nation_and_then_takes_up_to_sixty_gold():
    for treasury, taken in ((200, 60), (45, 45)):
        game = until(befall(winter(), M, 20), "printemps")
        nation(game, M, gold=0)
        nation(game, V, gold=treasury, stability=-2)
        events = answer(game, "VOL")
        (books,) = found(events, SecretsLearnt, other=V)
        assert (books.goods.gold, books.stability, books.audience) == (treasury, -2, (game.seats[M],))
        assert set(books.serving) == {who.name for who in game.leaders.values() if who.nation == V}
        assert {spied.territory for spied in found(events, TerritorySpied)} == {"BSB", "HOR", "VOL"}
        assert (game.nations[M].goods.gold, game.nations[V].goods.gold) == (0, treasury)
        until(game, "ete")
        assert refusals(answer(game, "AKL", "or")) == ["TC-EVT-03"], "not another nation's"
        answer(game, "VOL", "or")
        assert (game.nations[M].goods.gold, game.nations[V].goods.gold) == (taken, treasury - taken)
        assert refusals(answer(game, "VOL", "or")) == ["TC-EVT-03"], "once"
        assert not game.casus


@pytest.mark.rule("TC-NEV-MERISSE-20")
def test_a_neighbours_secret_may_be_used_for_a_casus_belli_until_winter_instead():
    game = until(befall(winter(), M, 20), "printemps")
    gold = game.nations[V].goods.gold
    events = answer(game, "HOR", "casus")
    assert len(found(events, SecretsLearnt, other=V)) == len(found(events, OrderDone, nation=M)) == 1
    assert game.casus == [CasusBelli(M, V, "insult", game.turn + 3)]
    assert game.nations[V].goods.gold == gold


@pytest.mark.rule("TC-NEV-MERISSE-20")
def test_a_secret_is_of_another_major_nation_and_waits_until_winter():
    game = until(befall(winter(), M, 20), "printemps")
    land(game, "PME", owner="MIN-PME", controller="MIN-PME")
    for place, choice in (("MER", "or"), ("PME", "or"), ("LVO", "or"), ("VOL", "bois")):
        assert refusals(answer(game, place, choice)) == ["TC-EVT-03"]
    assert refusals(answer(game, "AKL", "or", name=V)) == ["TC-EVT-03"]
    assert refusals(answer(until(game, "automne"), "VOL", "or")) == []
    game = until(until(befall(winter(), M, 20), "hiver"), "printemps")
    assert refusals(answer(game, "VOL", "or")) == ["TC-EVT-03"]


@pytest.mark.rule("TC-NEV-MERISSE-20")
@pytest.mark.parametrize("written", ["national secret-du-voisin VOL choix=or", "national neighbours-secret VOL choice=or"])
def test_the_secret_is_asked_for_on_the_sheet(written):
    assert only(written).order == UseStructure("secret-du-voisin", "VOL", choice="or")
    assert "names a major nation" in TITLE.catalogue.find("TC-NEV-MERISSE-20").text("en")


# -- the Northern Principality ----------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-NORD-0")
def test_loose_bonds_cost_every_undead_unit_that_rolls_a_one_and_a_farm_in_up_to_three_lands():
    game = winter()
    no_units(game, N)
    garrison(game, "FCA", N, pdn_cadavres=2, pdn_archers=1)
    garrison(game, "PGR", N, pdn_boyards=2, pdn_cadavres=1)
    farms = {code: game.lands[code].farms for code in ("FCA", "MMO", "PGR")}
    befall(game, N, 0, 2, 1, 1, 6, 2, *first(3))
    assert (units(game, "FCA", N), game.lands["FCA"].brigands) == ({"pdn-archers": 1}, 2)
    assert (units(game, "PGR", N), game.lands["PGR"].brigands) == ({"pdn-boyards": 2, "pdn-cadavres": 1}, 0)
    assert {code: farms[code] - game.lands[code].farms for code in farms} == {"FCA": 1, "MMO": 1, "PGR": 0}


@pytest.mark.rule("TC-NEV-NORD-5")
def test_a_crusade_gives_the_nearest_major_of_good_name_a_casus_belli_until_winter():
    def crusader(*good, draw=()):
        game = winter()
        for name in MAJORS:
            nation(game, name, reputation=1 if name in good else 0)
        befall(game, N, 5, *draw)
        return game.casus

    assert crusader("CHENE", "GRISES") == [CasusBelli("CHENE", N, "insult", 11)]
    assert crusader("GRISES") == [CasusBelli("GRISES", N, "insult", 11)]
    assert crusader() == []


@pytest.mark.rule("TC-NEV-NORD-5")
def test_equally_near_crusaders_are_drawn():
    holders = set()
    for draw in (0, 1):
        game = winter()
        for name in MAJORS:
            nation(game, name, reputation=1 if name in ("CHENE", "ROC") else 0, capital="PGR" if name == N else "KKA")
        befall(game, N, 5, draw)
        holders.add(game.casus[0].holder)
    assert holders == {"CHENE", "ROC"}


@pytest.mark.rule("TC-NEV-NORD-5")
def test_a_crusade_preached_in_autumn_lasts_until_the_winter_after_the_next_sheets():
    game = winter()
    game.season = "automne"
    for name in MAJORS:
        nation(game, name, reputation=1 if name == "GRISES" else 0)
    befall(game, N, 5)
    assert game.casus == [CasusBelli("GRISES", N, "insult", 11)]


@pytest.mark.rule("TC-NEV-NORD-15")
@pytest.mark.parametrize("die", [1, 6])
def test_a_bountiful_winter_raises_a_die_of_corpses_and_archers_in_the_capital(die):
    game = befall(winter(), N, 15, die)
    assert units(game, "PGR", N) == {"pdn-archers": 1, "pdn-boyards": 1, "pdn-cadavres": 2 + die, "pdn-squelettes": 2}


@pytest.mark.rule("TC-NEV-NORD-20")
@pytest.mark.parametrize(("draws", "code"), [((2, 1), "FCA"), ((0, 1), "PGR")])
def test_a_crypt_of_kings_opens_in_one_land_with_riders_and_spectres_and_treasure(draws, code):
    game = winter()
    no_units(game, N)
    nation(game, N, precieux=1)
    befall(game, N, 20, *draws)
    raised = {place: units(game, place, N) for place in ("FCA", "MMO", "PGR") if units(game, place, N)}
    assert raised == {code: {"pdn-cavaliers": 1, "pdn-spectres": 1}}
    assert game.nations[N].goods.precieux == 3


# -- the Fire ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-NEV-FEU-0")
@pytest.mark.parametrize(("die", "structures"), [(1, 1), (2, 2)])
def test_an_eruption_burns_farms_a_mine_men_and_on_a_one_a_structure(die, structures):
    game = winter()
    land(game, "PNO", structures=("chateau", "ouvrages-defensifs"), farms=3, exploitations=3)
    garrison(game, "PNO", FEU, feu_frondeurs=1, feu_veilleurs=2)
    befall(game, FEU, 0, 2, 2, 6, 3, 2, die, *((1,) if die == 1 else ()))
    one = game.lands["PNO"]
    assert (one.farms, one.exploitations, len(one.structures)) == (1, 2, structures)
    assert units(game, "PNO", FEU) == {"feu-frondeurs": 1}
    assert game.lands["PCR"].farms == 2


@pytest.mark.rule("TC-NEV-FEU-0")
def test_an_eruption_takes_no_more_than_is_there():
    game = winter()
    no_units(game, FEU)
    land(game, "PNO", farms=1, exploitations=0)
    befall(game, FEU, 0, 2, 3, 1)
    assert (game.lands["PNO"].farms, game.lands["PNO"].exploitations) == (0, 0)


@pytest.mark.rule("TC-NEV-FEU-5")
@pytest.mark.parametrize(("draw", "gone"), [(0, "L29"), (3, "L32")])
def test_a_mystic_fever_takes_one_leader_of_any_kind_away_for_a_season_and_a_point_from_that_seasons_test(draw, gone):
    everybody = {"L29", "L30", "L31", "L32"}
    game = befall(winter(), FEU, 5, draw)
    assert through_the_year(game, lambda now: able(now, FEU))[:3] == [everybody, everybody - {gone}, everybody]
    assert added_to(calm_of(FEU), FEU, 5, draw) == [0, -1, 0, 0, 0, 0]


@pytest.mark.rule("TC-NEV-FEU-15")
def test_fertile_rain_brings_a_provision_in_every_owned_land_until_winter():
    def conqueror():
        game = winter()
        land(game, "PME", owner=A, controller=FEU, farms=4)
        return game

    for code in ("CFE", "PCR", "PNO", "RFE"):
        assert added_to(lambda game, code=code: harvest(game, code, FEU), FEU, 15) == [1, 1, 1, 1, 1, 0]
    assert added_to(lambda game: harvest(game, "PME", FEU), FEU, 15, game=conqueror) == [0] * 6


@pytest.mark.rule("TC-NEV-FEU-20")
@pytest.mark.parametrize(("source", "after"), [(4, 5), (10, 10)])
def test_a_vision_deepens_one_source_up_to_ten_and_teaches_ten_points_of_magic(source, after):
    game = winter()
    land(game, "CFE", source=source)
    nation(game, FEU, science=(0,) * len(DOMAINS))
    befall(game, FEU, 20, *first(4))
    assert (game.lands["CFE"].source, game.lands["PCR"].source) == (after, 5)
    assert dict(zip(DOMAINS, game.nations[FEU].science, strict=True)) == {**dict.fromkeys(DOMAINS, 0), "magie": 10}
