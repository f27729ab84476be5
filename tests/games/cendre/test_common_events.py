"""Table 59, the events common to all nations: what each does in figures, to whom, and for how long."""

import pytest

from marchland.games.cendre.rules.events import scores
from marchland.games.cendre.rules.events import world as world_events
from marchland.games.cendre.rules.events.events import NationalEvent, national_roll
from marchland.games.cendre.rules.events.scores import NATIONAL
from marchland.games.cendre.rules.land.ownership import NationFounded, break_away
from marchland.games.cendre.rules.land.production import harvest, tax_income, town_income
from marchland.games.cendre.rules.leaders.recruits import most_leaders
from marchland.games.cendre.rules.magic.sources import refill_sources
from marchland.games.cendre.state import MINOR, REBEL, CasusBelli
from marchland.games.cendre.world import DOMAINS, SITES, recruitable, unit_kind
from marchland.kernel.chance import ScriptExhausted

from .chronicle import calm_of, first, standing, through_the_year, units, until, winter
from .realm import A, M, V, at_war, found, garrison, land, leader, nation, no_leaders, no_units, replace, script

common = pytest.mark.rule("TC-EVT-04")


def strike(game, score, *dice):
    """The event happens to Akla with exactly these dice and draws."""
    script(game, *dice)
    NATIONAL[score](game, A)
    assert not game.chance.script, f"dice left over: {game.chance.script}"
    return game


def mixed():
    """Akla holds two of its lands; a third is occupied, and it occupies one of Merisse's."""
    game = winter()
    land(game, "VAL", controller=V)
    land(game, "LVO", owner=M, controller=A)
    return game


def struck(game, before):
    """Where something changed or a mark lies."""
    return {code for code in SITES if game.lands[code] != before[code]} | {mark.territory for mark in game.marks if mark.territory}


# -- where events strike ----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-05")
@pytest.mark.parametrize(("score", "dice"), [(4, ()), (6, (0,)), (7, ()), (8, (100,)), (9, ()), (11, (0,)), (17, ()), (18, ())])
def test_events_on_land_strike_one_territory_owned_and_controlled_drawn_at_random(score, dice):
    for draw, code in enumerate(("AKL", "BPL")):
        game = mixed()
        before = dict(game.lands)
        strike(game, score, draw, *dice)
        assert struck(game, before) == {code}
    with pytest.raises(ScriptExhausted):
        strike(mixed(), score, 2, *dice)


@pytest.mark.rule("TC-EVT-05")
def test_more_people_come_to_two_different_lands_owned_and_controlled():
    game = mixed()
    before = dict(game.lands)
    strike(game, 22, *first(2))
    assert struck(game, before) == {"AKL", "BPL"}
    game = winter()
    before = dict(game.lands)
    strike(game, 22, *first(3))
    assert struck(game, before) == {"AKL", "BPL"}


@pytest.mark.rule("TC-EVT-05")
def test_a_nation_without_land_of_its_own_is_spared():
    game = winter()
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, controller=V)
    no_units(game, A)
    before = dict(game.lands)
    for score in (4, 6, 7, 8, 9, 11, 17, 18, 19, 22, 2, -1, -2):
        strike(game, score)
    assert struck(game, before) == set()


@pytest.mark.rule("TC-EVT-05")
@pytest.mark.parametrize(("score", "sign"), [(10, -1), (16, 1)])
@pytest.mark.parametrize(("known", "times"), [((), 1), (("Religion",), 2)])
def test_omens_move_stability_by_one_and_its_tests_by_three_until_winter_and_religion_doubles_both(score, sign, known, times):
    def calm(struck_by):
        game = winter()
        nation(game, A, stability=0, known=known)
        if struck_by:
            strike(game, score)
            assert game.nations[A].stability == sign * times
            nation(game, A, stability=0)
        return through_the_year(game, calm_of(A))

    difference = [after - before for before, after in zip(calm(False), calm(True), strict=True)]
    assert difference == [sign * times * 3] * 5 + [0]


# -- disasters --------------------------------------------------------------------------------------------------


@common
def test_civil_war_takes_rebel_land_one_land_in_ten_and_what_is_cut_off_with_its_troops():
    game = winter()
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, owner="", controller="")
    chain = ("AKL", "LVO", "GPA", "PVL")
    for code in chain:
        land(game, code, owner=A, controller=A)
    no_units(game)
    no_leaders(game)
    garrison(game, "GPA", A, akl_lances=2)
    who = leader(game, A, "GPA", civil=2)
    strike(game, -5, *(10 if code == "LVO" else 11 for code in sorted(chain) if code != "AKL"))
    (founded,) = found(game.outbox, NationFounded)
    assert set(founded.territories) == {"GPA", "LVO", "PVL"}
    assert game.nations[founded.nation].kind == MINOR
    assert f"AKLA|{founded.nation}" in game.wars
    assert units(game, "GPA", founded.nation)["akl-lances"] == 2
    assert (game.leaders[who].nation, game.leaders[who].at, game.lands["AKL"].owner) == (A, "AKL", A)


@common
def test_rebels_of_the_nation_join_a_civil_war_without_a_die_and_those_of_others_do_not():
    game = winter()
    mine, theirs = (break_away(game, (code,), "revolt", "TC-EVT-04", kind=REBEL) for code in ("VAL", "IST"))
    land(game, "VAL", owner=A, controller=mine)
    land(game, "IST", owner=M, controller=theirs)
    game.outbox = []
    strike(game, -5, 11)
    assert [founded.territories for founded in found(game.outbox, NationFounded)] == [("VAL",)]
    assert game.lands["IST"].controller == theirs


@common
def test_a_civil_war_that_nobody_joins_is_none():
    game = strike(winter(), -5, 11, 11)
    assert not found(game.outbox, NationFounded)
    assert {code for code in SITES if game.lands[code].owner == A} == {"AKL", "BPL", "VAL"}


@common
def test_secession_takes_a_rebel_border_first_then_a_claimed_one_then_one_that_is_not_national():
    def gone(**lands):
        game = winter()
        for code, fields in lands.items():
            land(game, code, **fields)
        land(game, "MIC", owner=M, controller=M)
        script(game, 0)
        NATIONAL[-4](game, A)
        return {code for code in ("AKL", "BPL", "VAL") if game.lands[code].owner != A}

    assert gone() == set(), "national land nobody claims stays"
    assert gone(BPL={"national": (A, M)}) == {"BPL"}
    assert gone(BPL={"national": ()}) == {"BPL"}
    neighbour = {"owner": "CHEVAUX", "controller": "CHEVAUX"}
    assert gone(BPL={"national": ()}, VAL={"national": (A, "CHEVAUX")}, LVO=neighbour) == {"VAL"}
    assert gone(BPL={"national": ()}, AKL={"national": ()}) == {"BPL"}, "never the capital"


@common
def test_a_rebel_border_secedes_before_a_claimed_one():
    game = winter()
    land(game, "BPL", national=(A, M))
    land(game, "LVO", owner="CHEVAUX", controller="CHEVAUX")
    rebels = break_away(game, ("VAL",), "revolt", "TC-EVT-04", kind=REBEL)
    land(game, "VAL", owner=A, controller=rebels)
    script(game, 0, 0)
    NATIONAL[-4](game, A)
    assert game.lands["VAL"].owner not in (A, "")
    assert game.lands["BPL"].owner == A


@common
@pytest.mark.parametrize(("score", "name"), [(-4, "sécession"), (3, "maladresse diplomatique"), (12, "année paisible")])
def test_the_roll_leads_to_the_row_of_its_score(score, name):
    game = winter()
    nation(game, A, stability=0, known=())
    no_leaders(game, A)
    script(game, *((max(1, score),) if score > 0 else (1,)), 0, 0)
    if score < 0:
        nation(game, A, stability=-5)
    national_roll(game, A)
    (event,) = found(game.outbox, NationalEvent, nation=A)
    assert (event.score, event.event, event.audience is None) == (score, name, score != 12)


@common
def test_the_roll_is_carried_out_by_the_table_or_by_the_booklet():
    game = winter()
    no_leaders(game, A)
    nation(game, A, stability=0, known=(), artistes=0, glory=0)
    script(game, 12)
    national_roll(game, A)
    assert game.nations[A].stability == 1
    nation(game, A, stability=0)
    script(game, 15, 4)
    national_roll(game, A)
    assert (game.nations[A].civil.artistes, game.nations[A].glory) == (1, 4)


@common
def test_a_traitor_is_any_leader_but_the_ruler_or_a_prisoner():
    game = winter()
    game.leaders["L2"] = replace(game.leaders["L2"], captor=V)
    strike(game, -3, 0)
    assert (set(game.market) & {"L1", "L2", "L3", "L4"}, game.leaders["L1"].nation) == ({"L3"}, A)
    game = winter()
    at_war(game, A, V)
    at_war(game, A, M)
    strike(game, -3, 2, 1)
    assert game.leaders["L4"].nation == V
    assert game.market == {}


@common
def test_a_ruin_destroys_one_structure_of_a_land_owned_and_controlled():
    game = mixed()
    land(game, "BPL", structures=("chateau",))
    land(game, "VAL", structures=("chateau",))
    land(game, "LVO", structures=("chateau",))
    strike(game, -2)
    assert [len(game.lands[code].structures) for code in ("BPL", "VAL", "LVO")] == [0, 1, 1]


@common
def test_a_revolt_keeps_its_owner_takes_its_troops_and_may_find_a_leader_there():
    game = winter()
    no_leaders(game, A)
    ruler, chief = leader(game, A, "VAL", civil=3, ruler=True), leader(game, A, "VAL", civil=2)
    strike(game, -1, 1)
    rebels = game.lands["VAL"].controller
    assert (game.lands["VAL"].owner, game.nations[rebels].kind) == (A, REBEL)
    assert units(game, "VAL", rebels) == {"akl-arbaletriers": 2, "akl-lances": 1}
    assert (game.leaders[chief].nation, game.leaders[ruler].nation) == (rebels, A)
    game = strike(winter(), -1, 0)
    assert game.lands["BPL"].controller != A
    with pytest.raises(ScriptExhausted):
        strike(winter(), -1, 2)


@common
def test_deserters_become_brigands_one_after_the_other_while_the_dice_say_so_in_war_only():
    def left(*dice, war=True, number=3):
        game = winter()
        no_units(game, A)
        garrison(game, "VAL", A, akl_lances=number)
        garrison(game, "MER", A, akl_lances=1)
        if war:
            at_war(game, A, V)
        strike(game, 1, *dice)
        return units(game, "VAL", A).get("akl-lances", 0), game.lands["VAL"].brigands

    assert left(0, 51) == (2, 1)
    assert left(2, 50, 1, 51) == (1, 2)
    assert left(0, 50, 0, 50, 50) == (0, 3)
    assert left(war=False) == (3, 0)


@common
def test_the_greatest_town_earns_no_gold_in_the_next_season():
    game = strike(winter(), 2)
    incomes = through_the_year(game, lambda now: [town_income(now, A, code) for code in ("AKL", "VAL")])
    usual = incomes[2]
    assert usual[0] > usual[1] > 0
    assert incomes[1] == [0, usual[1]]
    assert incomes[3:] == [usual] * 3


@common
def test_a_blunder_gives_one_neighbour_a_casus_belli_until_winter():
    for draw, insulted in enumerate(("LUMIERES", M)):
        assert strike(winter(), 3, draw).casus == [CasusBelli(insulted, A, "insult", 11)]
    with pytest.raises(ScriptExhausted):
        strike(winter(), 3, 2)


@common
def test_an_unruly_country_pays_no_taxes_until_winter():
    def taxes(game):
        return tax_income(game, A, ["BPL"])

    assert through_the_year(strike(winter(), 4, 1), taxes) == [0, 0, 0, 0, 0, 15]
    game = strike(winter(), 4, 1)
    garrison(game, "BPL", A, akl_lances=2)
    assert taxes(until(game, "printemps")) == 0
    garrison(game, "BPL", A, akl_lances=3)
    assert taxes(game) == 15
    no_units(game, A)
    assert taxes(until(game, "ete")) == 15, "once quiet, it stays so"


# -- land and people --------------------------------------------------------------------------------------------


@common
@pytest.mark.parametrize(("die", "farms", "after"), [(0, 5, 4), (5, 8, 2), (5, 3, 0)])
def test_sick_herds_cost_a_die_of_farms(die, farms, after):
    game = winter()
    land(game, "AKL", farms=farms)
    assert strike(game, 6, 0, die).lands["AKL"].farms == after


@common
@pytest.mark.parametrize(("mines", "level", "after"), [(3, 5, (2, 4)), (5, 5, (4, 4)), (0, 0, (0, 0)), (0, 1, (0, 0))])
def test_an_exhausted_vein_costs_a_mine_and_a_level(mines, level, after):
    game = winter()
    land(game, "AKL", exploitations=mines, resource_level=level)
    strike(game, 7, 0)
    assert (game.lands["AKL"].exploitations, game.lands["AKL"].resource_level) == after


@common
@pytest.mark.parametrize(("die", "source"), [(10, 2), (11, 3)])
def test_a_drained_source_is_empty_in_spring_after_a_winter_and_at_once_in_other_seasons(die, source):
    game = winter()
    land(game, "AKL", source=3, fluid=3)
    strike(game, 8, 0, die)
    assert game.lands["AKL"].fluid == source
    refill_sources(game)
    assert (game.lands["AKL"].source, game.lands["AKL"].fluid) == (source, source)
    until(game, "printemps")
    world_events.season_effects(game)
    assert (game.lands["AKL"].source, game.lands["AKL"].fluid) == (source, 0)
    game = winter()
    game.season = "ete"
    land(game, "AKL", source=3, fluid=3)
    strike(game, 8, 0, die)
    assert (game.lands["AKL"].source, game.lands["AKL"].fluid) == (source, 0)


@common
def test_a_ruined_harvest_brings_nothing_for_a_season():
    game = strike(winter(), 9, 0)
    assert through_the_year(game, lambda now: harvest(now, "AKL", A))[1:] == [0, 5, 5, 5, 5]


@common
@pytest.mark.parametrize("die", [0, 5])
def test_brigands_come_by_the_die(die):
    game = winter()
    land(game, "AKL", brigands=1)
    assert strike(game, 11, 0, die).lands["AKL"].brigands == 2 + die


@common
def test_a_good_harvest_adds_a_farm_up_to_ten_and_room_where_it_lacks():
    for farms, capacity, after in ((5, 8, (6, 8)), (8, 8, (9, 9)), (10, 10, (10, 10))):
        game = winter()
        land(game, "AKL", farms=farms, farm_capacity=capacity)
        strike(game, 17, 0)
        assert (game.lands["AKL"].farms, game.lands["AKL"].farm_capacity) == after


@common
@pytest.mark.parametrize(("what", "score", "dice"), [("resource_level", 18, (0,)), ("population", 22, first(3))])
def test_a_new_vein_and_new_people_stop_at_ten(what, score, dice):
    for now, after in ((6, 7), (9, 10), (10, 10)):
        game = winter()
        land(game, "AKL", **{what: now})
        strike(game, score, *dice)
        assert getattr(game.lands["AKL"], what) == after


# -- the state --------------------------------------------------------------------------------------------------


@common
@pytest.mark.parametrize(("war", "after"), [(False, 1), (True, 0)])
def test_a_peaceful_year_calms_whoever_is_at_peace(war, after):
    game = winter()
    nation(game, A, stability=0)
    if war:
        at_war(game, A, V)
    assert standing(strike(game, 12), A)[1] == after


@common
@pytest.mark.parametrize(("gold", "left", "name"), [(30, 0, 1), (100, 70, 1), (29, 29, -1)])
def test_a_feast_costs_thirty_gold_and_brings_a_name_or_shame(gold, left, name):
    game = winter()
    nation(game, A, gold=gold, reputation=0)
    strike(game, 13)
    assert (game.nations[A].goods.gold, game.nations[A].reputation) == (left, name)


@common
@pytest.mark.parametrize(("die", "gold"), [(0, 25), (5, 150)])
def test_a_legacy_is_twenty_five_gold_a_point(die, gold):
    game = winter()
    nation(game, A, gold=7)
    assert strike(game, 14, die).nations[A].goods.gold == 7 + gold


@common
def test_volunteers_are_of_a_kind_that_can_be_raised_there_and_kept():
    game = mixed()
    no_units(game, A)
    nation(game, A, gold=1000, provisions=100)
    fit = sorted(recruitable(A, game.nations[A].known))
    for draw in range(len(fit)):
        trial = mixed()
        no_units(trial, A)
        nation(trial, A, gold=1000, provisions=100)
        strike(trial, 19, 1, draw)
        assert sum(units(trial, "BPL", A).values()) == 1
        assert set(units(trial, "BPL", A)) <= set(fit)
    nation(game, A, gold=0, provisions=0)
    free = [unit for unit in fit if not unit_kind(unit).upkeep.total() and not unit_kind(unit).upkeep.gold]
    strike(game, 19, 1, *((0,) if len(free) > 1 else ()))
    assert sum(units(game, "BPL", A).values()) == bool(free)


@common
@pytest.mark.parametrize(("code", "ships"), [("HRO", (False,)), ("MIC", (True,)), ("AKL", (False, True))])
def test_ships_volunteer_where_there_is_water_and_only_ships_at_sea(code, ships):
    game = winter()
    no_units(game)
    for other in ("AKL", "BPL", "VAL"):
        land(game, other, owner="", controller="")
    land(game, code, owner=A, controller=A)
    nation(game, A, gold=1000, provisions=100, bois=100, metal=100)
    kinds = [unit_kind(unit) for unit in recruitable(A, game.nations[A].known)]
    fit = [kind for kind in kinds if ("naval" in kind.traits) in ships]
    raised = set()
    for draw in range(len(fit)):
        trial = game.clone()
        strike(trial, 19, *((draw,) if len(fit) > 1 else ()))
        raised |= set(units(trial, code, A))
    assert raised == {kind.id for kind in fit}


@common
@pytest.mark.parametrize("draw", [0, 6])
def test_a_chance_discovery_is_ten_points_in_a_random_field(draw):
    game = winter()
    nation(game, A, science=(0,) * len(DOMAINS), free_science=0)
    strike(game, 21, draw)
    assert game.nations[A].science == tuple(10 * (place == draw) for place in range(len(DOMAINS)))
    assert game.nations[A].free_science == 0


@common
def test_a_providential_leader_comes_one_level_better_and_only_where_there_is_room(monkeypatch):
    made = []
    monkeypatch.setattr(scores, "random_leader", lambda game, name, *words, **fields: made.append((name, fields)))
    game = winter()
    no_leaders(game, A)
    for place in range(most_leaders(game, A) + 1):
        leader(game, A, civil=2, ruler=not place)
    strike(game, 23)
    assert made == []
    game.leaders.popitem()
    strike(game, 23)
    assert made == [(A, {"plus": 1})]
