"""Civil operations, science, structures and recruiting in figures, on both sides of every condition."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    Agitate,
    Allocate,
    Assassinate,
    Brigandage,
    BuildRoads,
    Claim,
    Clear,
    Construct,
    Cultivate,
    Disband,
    Discover,
    DrainSource,
    Embellish,
    FoundTown,
    Hire,
    Prospect,
    RecruitUnits,
    Research,
    RunLaboratory,
    Spy,
    Stabilise,
    Urbanise,
    UseStructure,
)
from marchland.games.cendre.rules.civil import intrigue as intrigue_chapter
from marchland.games.cendre.rules.civil.affairs import (
    TerritoryClaimed,
    claim_territories,
    hire_refusal,
    hire_units,
    number_hired,
    operate,
)
from marchland.games.cendre.rules.civil.assassins import (
    AssassinationAttempt,
    AssassinsReturned,
    assassinate,
    find_target,
    outcome_of,
)
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil.construction import construct_refusal, town_refusal
from marchland.games.cendre.rules.civil.development import RoadsBuilt
from marchland.games.cendre.rules.civil.intrigue import (
    agitate,
    brigandage,
    dossier,
    hostile_parts,
    identified,
    is_prospect,
    learn,
    may_prospect,
    operations_of,
    prospect,
    reward_spies,
    satisfy_curiosity,
    spy,
)
from marchland.games.cendre.rules.civil.operation import (
    OperationTested,
    as_told,
    development_refusal,
    difficulty_of,
    has_second_try,
    is_development,
    operation_parts,
    rebate,
    terrain_difficulty,
)
from marchland.games.cendre.rules.civil.operation import tested as try_out
from marchland.games.cendre.rules.civil_units import commit, lose_agents, unit_price
from marchland.games.cendre.rules.common.figures import Part, total
from marchland.games.cendre.rules.common.ledger import GoodsMoved, LandChanged, OrderDone, OrderRefused, ScienceGained
from marchland.games.cendre.rules.common.marks import add_mark, has_mark, mark_total
from marchland.games.cendre.rules.economy.industry import national_provisions, use_structures
from marchland.games.cendre.rules.leaders.actors import Actor
from marchland.games.cendre.rules.science import (
    allocate,
    choices,
    choose_discoveries,
    discover,
    drain_sources,
    gain_science,
    is_option_legal,
    open_colours,
    pending,
    proper_name,
    run_laboratories,
    study_centres,
)
from marchland.games.cendre.rules.towns.booklet import (
    event_bonus,
    fair_income,
    regrowth,
    season_reputation,
    seasonal_gold,
    spring_units,
    stability_bonus,
    structure_yield,
    town_provisions,
    winter_glory,
    winter_reputation,
)
from marchland.games.cendre.rules.towns.building import (
    already_has,
    building_effects,
    building_rebate,
    half_price,
    has_room_for,
    is_place_right,
    mix_refusal,
    resource_mix,
    structure_price,
    town_bill,
    town_cost,
    town_price,
)
from marchland.games.cendre.rules.towns.towns import counting_saltworks, sink_source, structure_storage
from marchland.games.cendre.rules.towns.workshops import (
    bank_of_secrets,
    fishery,
    forges,
    great_bell,
    horse_fair,
    moon_temple,
    observatory,
    order_pit,
)
from marchland.games.cendre.rules.war.recruitment import Levy, affordable, check_levy, disband, price, recruit
from marchland.games.cendre.state import Army, Caravan, Structure, Tally, Troop
from marchland.games.cendre.world import ATLAS, BOOKLETS, DOMAINS, MAJORS, SITES
from marchland.kernel.errors import IllegalAction

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
    replace,
    run,
    script,
    sheet,
    table,
    treaty,
)

OWN, NEXT, THIRD = "AKL", "VAL", "BPL"
PLAIN = Actor("L0", OWN, 3)


def empty(*names):
    game = table()
    no_leaders(game)
    for name in names or (A,):
        nation(game, name, known=(), stability=0, reputation=0, tenths=0, glory=0)
    return game


def refused(game):
    return [(event.rule, event.facts) for event in found(game.outbox, OrderRefused)]


def done(game):
    return [event.line for event in found(game.outbox, OrderDone)]


def moved(game, name, reason):
    return [event.goods for event in found(game.outbox, GoodsMoved, nation=name, reason=reason)]


def on_land(game, code):
    return [(event.what, event.amount) for event in found(game.outbox, LandChanged, territory=code)]


def gifted_actor(*gifts, talents=(), at=OWN, competence=3):
    return Actor("L0", at, competence, talents, gifts)


# -- the test of an operation -----------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-01")
def test_what_counts_in_an_operation():
    game = empty()
    base = total(operation_parts(game, A, PLAIN, "recherche"))
    assert base == 3
    nation(game, A, stability=-2)
    assert total(operation_parts(game, A, PLAIN, "recherche")) == 1
    nation(game, A, stability=0)
    assert total(operation_parts(game, A, gifted_actor(talents=("recherche",)), "recherche")) == 6
    assert total(operation_parts(game, A, gifted_actor(talents=("recherche",)), "stabilisation")) == 3
    plain = total(operation_parts(game, A, PLAIN, "culture", OWN))
    nation(game, A, known=("Ingénierie",))
    assert total(operation_parts(game, A, PLAIN, "recherche")) == 3
    assert total(operation_parts(game, A, PLAIN, "culture", OWN)) == plain + 5
    add_mark(game, "operation_test", 9, nation=A, amount=-2)
    add_mark(game, "operation_test", 9, nation=M, amount=-9)
    assert total(operation_parts(game, A, PLAIN, "recherche")) == 1
    assert [is_development(name, OWN, A, game) for name in ("culture", "recherche", "prospection")] == [True, False, True]
    assert not is_development("prospection", "MER", A, game)
    assert not is_development("prospection", "", A, game)


@pytest.mark.rule("TC-CIV-01", "TC-INFO-06")
def test_an_operation_is_rolled_and_told():
    game = empty()
    for die, success in ((7, True), (6, False)):
        script(game, die)
        game.outbox = []
        test = try_out(game, A, 4, Stabilise(leader="L0"), PLAIN, (Part("stability", 2, "TC-STAB-01"),), 9, "TC-CIV-19")
        assert test.success is success
        (told,) = found(game.outbox, OperationTested)
        assert (told.nation, told.line, told.operation, told.leader) == (A, 4, "stabilisation", "L0")
        assert (told.die, told.bonus, told.difficulty, told.rule) == (die, 2, 9, "TC-CIV-19")
        assert told.audience == (game.seats[A],)
    expert = gifted_actor("spécialiste", talents=("stabilisation",))
    script(game, 1)
    assert try_out(game, A, 0, Stabilise(leader="L0"), expert, (), 99, "TC-CIV-19").success
    script(game, 1)
    assert not try_out(game, A, 0, Embellish(leader="L0"), expert, (), 99, "TC-CIV-12").success
    script(game, 1)
    assert not try_out(game, A, 0, Stabilise(leader="L0"), gifted_actor(talents=("stabilisation",)), (), 99, "TC-CIV-19").success
    for operation in ("espionnage", "assassinat"):
        secret = as_told(replace(told, operation=operation, die=7, bonus=2, difficulty=9))
        assert (secret.die, secret.bonus, secret.difficulty) == (0, 0, 0)
    assert as_told(told) == told


@pytest.mark.rule("TC-STRUCT-08", "TC-CIV-01")
def test_the_first_failure_of_a_season_is_rolled_again_where_there_is_a_curia_or_an_omen():
    game = empty()
    assert not has_second_try(game, A)
    land(game, OWN, structures=("grande-curie",))
    assert has_second_try(game, A)
    script(game, 1, 9)
    assert try_out(game, A, 0, Stabilise(leader="L0"), PLAIN, (), 9, "TC-CIV-19").success
    assert [event.die for event in found(game.outbox, OperationTested)] == [1, 9]
    assert game.nations[A].season.rerolled
    assert not has_second_try(game, A)
    land(game, OWN, structures=())
    nation(game, A, season=Tally())
    add_mark(game, "second_try", 9, nation=A)
    assert has_second_try(game, A)
    script(game, 9)
    try_out(game, A, 0, Stabilise(leader="L0"), PLAIN, (), 9, "TC-CIV-19")
    assert not game.nations[A].season.rerolled


@pytest.mark.rule("TC-STRUCT-08")
def test_work_that_fails_badly_troubles_the_town():
    for structure, what in (("ateliers-mortuaires", "agitators"), ("maison-des-esclaves", "brigands")):
        for die, trouble in ((5, []), (4, [(what, 1)])):
            game = empty()
            script(game, die)
            actor = Actor("x", OWN, 3, structure=structure)
            try_out(game, A, 0, Cultivate(leader="x", territory=OWN), actor, (), 9, "TC-CIV-06")
            assert on_land(game, OWN) == trouble
    game = empty()
    script(game, 1)
    try_out(game, A, 0, Cultivate(leader="x", territory=OWN), PLAIN, (), 20, "TC-CIV-06")
    assert on_land(game, OWN) == []


@pytest.mark.rule("TC-LAND-07")
def test_how_hard_the_land_is():
    game = empty()
    plain = next(code for code, site in SITES.items() if site.terrains == ("plaine",) and not site.frozen)
    mixed = next(code for code, site in SITES.items() if len(site.terrains) == 2 and not site.frozen)
    table_35 = {"plaine": 5, "collines": 7, "forêt": 7, "mer": 5}
    assert terrain_difficulty(game, plain) == 5
    assert terrain_difficulty(game, mixed) == max(table_35.get(terrain, 10) for terrain in SITES[mixed].terrains)
    land(game, plain, frozen=True)
    assert terrain_difficulty(game, plain) == 10
    land(game, plain, frozen=False, dead=True)
    assert terrain_difficulty(game, plain) == 10
    assert difficulty_of(game, Cultivate(leader="", territory=plain)) == 10
    assert difficulty_of(game, Research(leader="", domain="magie")) == 5


@pytest.mark.rule("TC-LEAD-10")
def test_a_planner_takes_ten_off_developments_alone():
    game = empty()
    planner = gifted_actor("planificateur")
    assert rebate(game, A, Cultivate(leader="", territory=OWN), planner) == -10
    assert rebate(game, A, Stabilise(leader=""), planner) == 0
    assert rebate(game, A, Cultivate(leader="", territory=OWN), PLAIN) == 0


def operated(*orders, dice=(9,), gold=100, season="ete", prepare=None, **fields):
    """Orders of the one civil leader of Akla, carried out."""
    game = empty()
    game.season = season
    nation(game, A, gold=gold)
    who = leader(game, A, at=OWN, civil=3, **fields)
    if prepare:
        prepare(game)
    sheet(game, A, *(order(who) for order in orders))
    script(game, *dice)
    return game, who


@pytest.mark.rule("TC-CIV-01", "TC-CIV-06")
def test_an_operation_is_refused_or_paid_then_tested_then_applied():
    def grow(who, territory=NEXT):
        return Cultivate(leader=who, territory=territory)

    def field(game):
        land(game, NEXT, farms=1, farm_capacity=5)

    game, who = operated(grow, prepare=field)
    operate(game, Cultivate)
    assert on_land(game, NEXT) == [("farms", 1)]
    assert (game.leaders[who].acted, game.leaders[who].at, game.nations[A].goods.gold) == (True, NEXT, 90)
    assert found(game.outbox, GoodsMoved)[0].territory == NEXT
    game, who = operated(grow, prepare=field, dice=(1,))
    operate(game, Cultivate)
    assert (on_land(game, NEXT), game.leaders[who].acted, game.nations[A].goods.gold) == ([], True, 90)
    game, who = operated(grow, prepare=field, gold=9)
    operate(game, Cultivate)
    assert refused(game) == [("TC-CIV-06", {"why": "price"})]
    assert not game.leaders[who].acted
    game, who = operated(lambda who: grow(who, "MER"))
    operate(game, Cultivate)
    assert refused(game) == [("TC-LAND-02", {"territory": "MER"})]
    game, who = operated(lambda who: grow("L999"))
    operate(game, Cultivate)
    assert refused(game) == [("TC-LEAD-01", {"leader": "L999", "why": "unknown"})]
    game, who = operated(grow, prepare=field)
    operate(game, Stabilise)
    assert game.outbox == []


@pytest.mark.rule("TC-CIV-01", "TC-LEAD-10")
def test_orders_for_winter_wait_for_winter():
    for season, winter, gift, works in (
        ("ete", False, "", True),
        ("automne", True, "insomniaque", False),
        ("hiver", True, "insomniaque", True),
        ("hiver", False, "insomniaque", False),
    ):
        game, who = operated(
            lambda who, winter=winter: Stabilise(leader=who, winter=winter), season=season, gifts=(gift,) * bool(gift)
        )
        operate(game, Stabilise)
        assert (game.nations[A].effort == 3) is works
    game, who = operated(lambda who: Stabilise(leader=who, winter=True), season="hiver")
    operate(game, Stabilise)
    assert refused(game) == [("TC-LEAD-10", {"leader": who, "why": "winter"})]


@pytest.mark.rule("TC-CIV-01", "TC-STRUCT-08")
def test_houses_work_in_their_own_step():
    slave = f"maison-des-esclaves@{OWN}"

    def ready(structures=("maison-des-esclaves",)):
        def prepare(game):
            land(game, OWN, farms=1, farm_capacity=5, structures=structures)

        return operated(lambda who: Cultivate(leader=slave, territory=OWN), prepare=prepare)[0]

    game = ready()
    operate(game, Cultivate, apart=("maison-des-esclaves",))
    assert game.outbox == []
    operate(game, Cultivate, houses=("guilde-des-explorateurs",))
    assert game.outbox == []
    operate(game, Cultivate, houses=("maison-des-esclaves",))
    assert on_land(game, OWN) == [("farms", 1)]
    assert (found(game.outbox, OperationTested)[0].bonus, moved(game, A, "culture")) == (2, [Goods(gold=-5)])
    script(game, 9)
    operate(game, Cultivate)
    assert refused(game) == [("TC-STRUCT-08", {"structure": "maison-des-esclaves", "why": "used"})]
    game = ready(())
    operate(game, Cultivate)
    assert refused(game) == [("TC-STRUCT-08", {"structure": "maison-des-esclaves", "why": "unknown"})]


@pytest.mark.rule("TC-CIV-01")
def test_where_development_is_possible():
    game = empty()
    order = Cultivate(leader="L0", territory=OWN)
    assert development_refusal(game, A, order, PLAIN) == ""
    assert development_refusal(game, A, order, Actor("L0", NEXT, 3)) == "TC-CIV-01"
    assert development_refusal(game, A, order, Actor("x", NEXT, 3, structure="maison-des-esclaves")) == ""
    assert development_refusal(game, A, Cultivate(leader="L0", territory="ZZZ"), PLAIN) == "TC-LAND-02"
    add_mark(game, "crown", 9, nation=A, territory=OWN)
    add_mark(game, "crown_named", 9, nation=A, territory=NEXT)
    assert development_refusal(game, A, order, PLAIN) == "TC-EVT-03"
    land(game, OWN, controller=M)
    assert development_refusal(game, A, order, PLAIN) == "TC-LAND-02"


@pytest.mark.rule("TC-CIV-07")
def test_clearing_sweeps_ash_first():
    for ash, capacity, change in ((0, 5, [("farm_capacity", 1)]), (2, 5, [("ash", -1)])):
        game, _who = operated(
            lambda who: Clear(leader=who, territory=OWN),
            prepare=lambda game, ash=ash, c=capacity: land(game, OWN, ash=ash, farm_capacity=c),
        )
        operate(game, Clear)
        assert on_land(game, OWN) == change


@pytest.mark.rule("TC-CIV-16")
def test_roads_are_built_once_by_those_who_know_how():
    def road(known=True, roads=False, owner=A):
        def prepare(game):
            nation(game, A, known=("Réseau routier",) * known)
            land(game, OWN, roads=roads, owner=owner)

        game, _ = operated(lambda who: BuildRoads(leader=who, territory=OWN), prepare=prepare)
        operate(game, BuildRoads)
        return game

    game = road()
    assert game.lands[OWN].roads
    (built,) = found(game.outbox, RoadsBuilt)
    assert (built.nation, built.territory, built.audience) == (A, OWN, None)
    assert moved(game, A, "réseau routier") == [Goods(gold=-5 * terrain_difficulty(game, OWN))]
    assert [rule for rule, _ in refused(road(known=False))] == ["TC-SCI-06"]
    assert [rule for rule, _ in refused(road(roads=True))] == ["TC-CIV-16"]
    assert [rule for rule, _ in refused(road(owner=M))] == ["TC-LAND-02"]


@pytest.mark.rule("TC-CIV-12", "TC-CIV-18", "TC-CIV-19")
def test_beauty_learning_and_calm_by_competence():
    game, _ = operated(lambda who: Embellish(leader=who), talents=("embellissement",))
    operate(game, Embellish)
    assert game.nations[A].glory == 3
    game, _ = operated(lambda who: Research(leader=who, domain="magie"))
    operate(game, Research)
    assert game.nations[A].science[DOMAINS.index("magie")] == table().nations[A].science[DOMAINS.index("magie")] + 3
    game, _ = operated(lambda who: Research(leader=who, domain="cooking"))
    operate(game, Research)
    assert [rule for rule, _ in refused(game)] == ["TC-CIV-18"]
    game, _who = operated(lambda who: Stabilise(leader=who), prepare=lambda game: nation(game, A, effort=2))
    operate(game, Stabilise)
    assert game.nations[A].effort == 5


@pytest.mark.rule("TC-CIV-11", "TC-UNIT-01", "TC-LEAD-10")
def test_hiring_in_figures():
    game = empty()
    assert unit_price(game, A, "espions") == Goods(gold=20)
    assert hire_refusal(game, A, Hire(leader="", unit="espions"), PLAIN) == ""
    assert hire_refusal(game, A, Hire(leader="", unit="police", territory=OWN), PLAIN) == ""
    for unit, territory in (
        ("dragons", ""),
        ("brigands", OWN),
        ("police", NEXT),
        ("police", ""),
        ("police", "MER"),
        ("police", "ZZZ"),
    ):
        assert hire_refusal(game, A, Hire(leader="", unit=unit, territory=territory), PLAIN) == "TC-CIV-11"
    nation(game, A, gold=40)
    shadow = gifted_actor("homme de l'ombre")
    assert [number_hired(game, A, shadow, unit) for unit in ("espions", "assassins")] == [2, 1]
    assert number_hired(game, A, PLAIN, "espions") == 1
    nation(game, A, gold=39)
    assert number_hired(game, A, shadow, "espions") == 1
    for gift, unit in (("policier", "milice"), ("policier", "police"), ("criminel", "brigands"), ("criminel", "assassins")):
        nation(game, A, gold=99, agricole=9)
        assert number_hired(game, A, gifted_actor(gift), unit) == 2

    def hired(unit, territory="", dice=(9,), **fields):
        game, _who = operated(lambda who: Hire(leader=who, unit=unit, territory=territory), dice=dice, **fields)
        nation(game, A, agricole=9, espions=1)
        hire_units(game)
        return game

    assert hired("espions").nations[A].civil.espions == 2
    assert hired("espions", dice=(1,)).nations[A].civil.espions == 1
    assert on_land(hired("police", NEXT), NEXT) == [("police", 1)]
    assert on_land(hired("milice", NEXT), NEXT) == [("militia", 1)]
    assert refused(hired("espions", gold=19)) == [("TC-UNIT-01", {"unit": "espions", "why": "price"})]
    assert refused(hired("dragons")) == [("TC-CIV-11", {"unit": "dragons", "why": ""})]
    assert hired("espions", season="hiver").outbox == []


@pytest.mark.rule("TC-CIV-20")
def test_a_claim_in_figures():
    def claimed(territory="MER", die=9, season="ete", **fields):
        game, _who = operated(
            lambda who: Claim(leader=who, territory=territory),
            dice=(die,),
            season=season,
            prepare=lambda game: land(game, territory if territory in SITES else OWN, **fields),
        )
        claim_territories(game)
        return game

    game = claimed()
    assert A in game.lands["MER"].national
    assert game.nations[A].reputation == -1
    assert [(casus.holder, casus.against, casus.cause, casus.until) for casus in game.casus] == [(M, A, "claimed", 3)]
    (told,) = found(game.outbox, TerritoryClaimed)
    assert (told.nation, told.territory, told.owner, told.success) == (A, "MER", M, True)
    game = claimed(die=1)
    assert A not in game.lands["MER"].national
    assert (game.nations[A].reputation, len(game.casus), found(game.outbox, TerritoryClaimed)[0].success) == (-1, 1, False)
    for owner in ("", A):
        game = claimed(owner=owner)
        assert (game.nations[A].reputation, game.casus) == (-1, [])
    for game in (claimed(national=(A,)), claimed("ZZZ")):
        assert [rule for rule, _ in refused(game)] == ["TC-CIV-20"]
        assert (game.nations[A].reputation, found(game.outbox, TerritoryClaimed)) == (0, [])
    assert claimed(season="hiver").outbox == []


# -- in the shadows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-UNIT-02")
def test_how_many_agents_an_operation_needs():
    game = empty()
    for spies, extra, diversion, busy, enough in (
        (1, 0, 0, 0, True),
        (0, 0, 0, 0, False),
        (3, 1, 1, 0, True),
        (2, 1, 1, 0, False),
        (2, 2, 0, 0, False),
        (2, 0, 2, 0, False),
        (3, 0, 0, 2, True),
        (3, 0, 0, 3, False),
        (9, -1, 0, 0, False),
        (9, 0, -1, 0, False),
    ):
        nation(game, A, espions=spies, season=Tally(used=(f"espions#{busy}", "assassins#9") if busy else ()))
        assert commit(game, A, "espions", Spy(leader="", territory=OWN, extra=extra, diversion=diversion), PLAIN) is enough
    nation(game, A, espions=0, prospecteurs=2)
    assert commit(game, A, "espions", Spy(leader="", territory=OWN), Actor("x", OWN, 3, structure="maison-des-masques"))
    assert commit(game, A, "prospecteurs", Prospect(leader="", territory=OWN, extra=1), PLAIN)
    assert not commit(game, A, "prospecteurs", Prospect(leader="", territory=OWN, extra=2), PLAIN)
    nation(game, A, espions=2)
    lose_agents(game, A, "espions", 1, "TC-CIV-13")
    assert game.nations[A].civil.espions == 1
    lose_agents(game, A, "espions", 5, "TC-CIV-13")
    assert game.nations[A].civil.espions == 0


@pytest.mark.rule("TC-INFO-10")
def test_whom_the_victim_believes_to_be_behind_it():
    game = empty(A, M)
    innocents = [name for name in MAJORS if name not in (A, M)]

    def accused(die, diversion=0, pick=0, masked=False):
        script(game, die, pick)
        return identified(game, A, M, diversion, masked=masked)

    extra = next(die for die in range(1, 11) if accused(die) == A) - 7
    assert [accused(die + extra) for die in (7, 6, 3)] == [A, "", ""]
    assert [accused(2 + extra, pick=place) for place in (0, 5)] == [innocents[0], innocents[5]]
    assert accused(8 + extra, diversion=2) == ""
    assert accused(9 + extra, diversion=2) == A
    assert accused(7 + extra, diversion=-3) == A
    assert accused(6 + extra, diversion=-3) == ""
    assert accused(9 + extra, masked=True) == ""
    nation(game, M, stability=1)
    assert accused(6 + extra) == A


@pytest.mark.rule("TC-CIV-13")
def test_spies_learn_or_are_lost_and_spells_hinder_strangers(monkeypatch):
    def spied(territory="MER", dice=(9, 5), spies=3, **order):
        game, _who = operated(lambda who: Spy(leader=who, territory=territory, **order), dice=dice)
        nation(game, A, espions=spies)
        nation(game, M, stability=0)
        land(game, "MER", police=0)
        spy(game)
        return game

    game = spied()
    assert f"{A}:MER" in game.knowledge
    assert game.nations[A].civil.espions == 3
    assert game.nations[A].year.spied == (M,)
    game = spied(dice=(1, 5), extra=1, diversion=1)
    assert (game.knowledge, game.nations[A].civil.espions) == ({}, 0)
    assert refused(spied("ZZZ")) == [("TC-CIV-13", {"territory": "ZZZ"})]
    assert refused(spied(spies=0)) == [("TC-CIV-13", {"why": "agents"})]
    monkeypatch.setattr(intrigue_chapter, "spell_adjusted", lambda game, what, value, **target: value - 4)
    game = empty()
    assert (total(hostile_parts(game, OWN, "espionnage", A)), total(hostile_parts(game, OWN, "espionnage", M))) == (0, -4)


@pytest.mark.rule("TC-STRUCT-08")
def test_a_bank_of_secrets_pays_for_spies_up_to_its_limit():
    game = empty()
    reward_spies(game, A, M)
    assert (game.nations[A].year.spied, moved(game, A, "banque-des-secrets")) == ((M,), [])
    reward_spies(game, A, M)
    reward_spies(game, A, "")
    assert game.nations[A].year.spied == (M,)
    land(game, OWN, structures=("banque-des-secrets",))
    for _ in range(5):
        reward_spies(game, A, V)
    assert game.nations[A].year.spied == (M, V)
    assert moved(game, A, "banque-des-secrets") == [Goods(gold=15)] * 4
    assert game.nations[A].season.spy_gold == 60


@pytest.mark.rule("TC-INFO-07", "TC-INFO-08", "TC-INFO-09")
def test_what_a_dossier_holds(monkeypatch):
    game = empty()
    no_units(game)
    here, away = leader(game, M, at="MER", civil=2, name="Zoé"), leader(game, M, at=OWN, civil=2)
    leader(game, M, at="MER", civil=2, captor=A, name="Captive")
    first = leader(game, V, at="MER", civil=2, name="Anne")
    garrison(game, "MER", M, akl_lances=2)
    land(game, "MER", structures=("silos",), recruits=4, danger=20)
    sheet(game, M, Stabilise(leader=here), Embellish(leader=away))
    plain = dossier(game, "MER", spies=False)
    assert (plain.recruits, plain.structures, plain.units, plain.leaders, plain.danger_now) == (-1, (), (), (), -1)
    assert (plain.owner, plain.resource, plain.turn, plain.danger) == (M, SITES["MER"].resource, game.turn, 20)
    full = dossier(game, "MER", spies=True)
    assert (full.recruits, full.structures, full.units) == (4, ("silos",), ((M, "akl-lances", 2),))
    assert [who.id for who in full.leaders] == [first, here]
    assert full.operations == (("Zoé", "Stabilise"),)
    assert operations_of(game, game.leaders[away]) == ["Embellish"]
    land(game, "MER", controller="")
    assert dossier(game, "MER", spies=True).danger_now == 20
    learn(game, A, "MER", "TC-INFO-07", spies=True)
    assert set(game.knowledge) == {f"{A}:MER"}
    monkeypatch.setattr(intrigue_chapter, "is_veiled", lambda *_: True)
    learn(game, A, "PME", "TC-INFO-07", spies=True)
    assert set(game.knowledge) == {f"{A}:MER"}
    monkeypatch.undo()
    leader(game, A, civil=2, gifts=("curieux",))
    leader(game, A, civil=2)
    foreign = [code for code in SITES if game.lands[code].controller != A]
    script(game, 3)
    game.outbox = []
    satisfy_curiosity(game)
    (told,) = found(game.outbox, intrigue_chapter.TerritorySpied)
    assert (told.nation, told.territory, told.rule, told.dossier.recruits) == (
        A,
        foreign[3],
        "TC-INFO-09",
        game.lands[foreign[3]].recruits,
    )


@pytest.mark.rule("TC-CIV-17", "TC-INFO-08")
def test_prospecting_at_home_and_abroad():
    game = empty()
    for fields, good in (
        ({"resource_level": 9}, True),
        ({"resource_level": 10}, False),
        ({"resource_level": 9, "controller": M}, False),
    ):
        land(game, OWN, controller=A)
        land(game, OWN, **fields)
        assert is_prospect(game, A, OWN) is good
    land(game, "MER", resource_level=10)
    assert is_prospect(game, A, "MER")
    assert not is_prospect(game, A, "ZZZ")
    nation(game, A, gold=20, prospecteurs=1)
    order = Prospect(leader="", territory="MER")
    assert may_prospect(game, A, order, PLAIN)
    nation(game, A, gold=19)
    assert not may_prospect(game, A, order, PLAIN)
    nation(game, A, gold=20, prospecteurs=0)
    assert not may_prospect(game, A, order, PLAIN)
    nation(game, A, prospecteurs=1)
    assert not may_prospect(game, A, Prospect(leader="", territory="ZZZ"), PLAIN)

    def prospected(territory, die, level=1):
        game, _ = operated(lambda who: Prospect(leader=who, territory=territory), dice=(die,))
        nation(game, A, prospecteurs=1)
        land(game, OWN, resource_level=level)
        prospect(game)
        return game

    assert on_land(prospected(OWN, 10), OWN) == [("resource_level", 1)]
    failed = prospected(OWN, 1)
    assert (on_land(failed, OWN), failed.nations[A].civil.prospecteurs) == ([], 1)
    assert f"{A}:MER" in prospected("MER", 10).knowledge
    failed = prospected("MER", 1)
    assert (failed.knowledge, failed.nations[A].civil.prospecteurs) == ({}, 0)
    assert refused(prospected(OWN, 10, level=10)) == [("TC-CIV-17", {"territory": OWN})]


@pytest.mark.rule("TC-STRUCT-08", "TC-CIV-17")
def test_the_guild_makes_wild_hills_safer():
    wild = next(c for c, s in SITES.items() if not s.owner and {"montagnes", "collines"} & set(s.terrains))
    flat = next(c for c, s in SITES.items() if not s.owner and not {"montagnes", "collines"} & set(s.terrains))
    for code, danger, change in ((wild, 12, [("danger", -5)]), (wild, 3, [("danger", -3)]), (flat, 12, [])):
        game = empty()
        nation(game, A, gold=99)
        land(game, OWN, structures=("guilde-des-explorateurs",))
        land(game, code, danger=danger)
        sheet(game, A, Prospect(leader=f"guilde-des-explorateurs@{OWN}", territory=code))
        script(game, 10)
        prospect(game, houses=("guilde-des-explorateurs",))
        assert on_land(game, code) == change


@pytest.mark.rule("TC-CIV-02", "TC-CIV-03", "TC-INFO-11")
def test_rabble_is_sent_abroad_for_gold():
    for order, step, what, reason, cost in (
        (Agitate, agitate, "agitators", "agitation", Goods(gold=-10)),
        (Brigandage, brigandage, "brigands", "brigandage", Goods(gold=-10, agricole=-1)),
    ):

        def sent(territory="MER", die=9, gold=100, order=order, step=step, **fields):
            game, _who = operated(lambda who: order(leader=who, territory=territory), dice=(die,), gold=gold, **fields)
            nation(game, A, agricole=9)
            step(game)
            return game

        game = sent()
        assert on_land(game, "MER") == [(what, 1)]
        assert moved(game, A, reason) == [cost]
        assert on_land(sent(die=1), "MER") == []
        rule = "TC-CIV-02" if order is Agitate else "TC-CIV-03"
        assert refused(sent(OWN)) == [(rule, {"territory": OWN})]
        assert refused(sent("ZZZ")) == [(rule, {"territory": "ZZZ"})]
        assert refused(sent(gold=9)) == [(rule, {"why": "price"})]


# -- murder -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-04")
def test_how_an_attempt_ends():
    assert [outcome_of(True, 0), outcome_of(False, 1), outcome_of(False, 3), outcome_of(False, 4)] == [
        "dead",
        "wounded",
        "wounded",
        "unhurt",
    ]
    game = empty(A, M)
    captive = leader(game, M, civil=1, name="Jean", captor=V)
    assert find_target(game, Assassinate(leader="", nation=M, name="Jean")) is None
    free = leader(game, M, civil=1, name="Jean")
    assert find_target(game, Assassinate(leader="", nation=M, name="jean")).id == free
    assert find_target(game, Assassinate(leader="", nation=V, name="Jean")) is None
    assert captive != free


@pytest.mark.rule("TC-CIV-04", "TC-REP-03")
def test_an_attempt_in_figures():
    def attempt(dice, name="Target", police=0, extra=0, agents=3, specials=(), victim=M, ruler=False):
        game = empty(A, M)
        nation(game, A, gold=100, assassins=agents)
        author = leader(game, A, at=OWN, civil=3)
        target = leader(game, victim, civil=2, name="Target", specials=specials, ruler=ruler)
        land(game, game.nations[victim].capital, police=police)
        sheet(game, A, Assassinate(leader=author, nation=victim, name=name, extra=extra))
        script(game, *dice, *[1] * 5)
        assassinate(game)
        return game, author, target

    game, author, target = attempt((7, 5))
    assert target not in game.leaders
    (told,) = found(game.outbox, AssassinationAttempt)
    assert (told.nation, told.name, told.outcome, told.accused, told.audience) == (M, "Target", "dead", "", (game.seats[M],))
    assert (game.nations[A].goods.gold, game.nations[A].civil.assassins) == (60, 3)
    game, author, target = attempt((6, 5))
    assert (game.leaders[target].wounded, game.nations[A].civil.assassins) == (True, 2)
    game, author, target = attempt((4, 5))
    assert game.leaders[target].wounded
    game, author, target = attempt((3, 5))
    assert (game.leaders[target].wounded, found(game.outbox, AssassinationAttempt)[0].outcome) == (False, "unhurt")
    assert target in attempt((7, 5), police=1)[0].leaders
    assert target not in attempt((6, 5), extra=1)[0].leaders
    game, author, target = attempt((5,), name="Nobody")
    assert [(event.why, event.name, event.victim) for event in found(game.outbox, AssassinsReturned)] == [
        ("nobody_there", "Nobody", M)
    ]
    game, author, target = attempt((5,), specials=("immortal",))
    assert [event.why for event in found(game.outbox, AssassinsReturned)] == ["deathless"]
    assert target in game.leaders
    game, author, target = attempt((7, 10))
    assert game.nations[A].tenths == -2
    assert [(casus.holder, casus.against, casus.cause) for casus in game.casus] == [(M, A, "assassination")]
    game, author, target = attempt((6, 10), victim=A)
    assert (game.nations[A].reputation, game.leaders[target].nation) == (-1, "")
    game, author, target = attempt((6, 10), victim=A, ruler=True)
    assert (game.leaders[target].nation, game.leaders[author].nation) == (A, "")
    game = empty(A, M)
    nation(game, A, gold=100, assassins=3)
    fool = leader(game, A, civil=3, name="Fool")
    sheet(game, A, Assassinate(leader=fool, nation=A, name="Fool"))
    assassinate(game)
    assert refused(game) == [("TC-CIV-04", {"why": "self", "leader": fool})]


# -- towns and structures ---------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-15", "TC-CITY-02")
def test_when_a_town_may_grow_or_be_founded():
    game = empty()
    small = next(booklet for booklet in BOOKLETS.values() if booklet.city_size_limit)
    for town, refusal in ((0, "TC-CIV-15"), (1, ""), (9, ""), (10, "TC-CITY-10")):
        land(game, OWN, town=town)
        assert town_refusal(game, A, Urbanise(leader="", territory=OWN)) == refusal
    land(game, OWN, town=small.city_size_limit)
    assert town_refusal(game, small.id, Urbanise(leader="", territory=OWN)) == "TC-CITY-10"
    land(game, OWN, town=0)
    assert town_refusal(game, A, FoundTown(leader="", territory=OWN)) == "TC-SCI-10"
    nation(game, A, known=("Essor urbain",))
    assert town_refusal(game, A, FoundTown(leader="", territory=OWN)) == ""
    land(game, OWN, town=1)
    assert town_refusal(game, A, FoundTown(leader="", territory=OWN)) == "TC-CIV-14"


@pytest.mark.rule("TC-CITY-02", "TC-LEAD-10")
def test_what_a_town_costs():
    game = empty()
    assert [town_cost(game, A, level) for level in (1, 2, 10)] == [(50, 10), (20, 3), (100, 55)]
    assert town_cost(game, A, 3, 0.5) == (15, 3)
    assert town_cost(game, A, 3, 0.5, -1) == (15, 3)
    assert town_cost(game, A, 3, 1.0, -40) == (0, 6)
    nation(game, A, known=("Architecture",))
    assert town_cost(game, A, 10) == (80, 45)
    assert town_cost(game, A, 2) == (0, 0)
    assert town_cost(game, A, 4, 0.5) == (10, 0)
    nation(game, A, known=())
    land(game, OWN, town=2)
    grow, found_one = Urbanise(leader="", territory=OWN), FoundTown(leader="", territory=OWN)
    assert town_bill(game, A, grow, PLAIN) == (30, 6)
    assert town_bill(game, A, grow, gifted_actor("urbaniste")) == (15, 3)
    assert town_bill(game, A, found_one, gifted_actor("urbaniste")) == (30, 6)
    assert town_bill(game, A, grow, gifted_actor("planificateur")) == (20, 6)


@pytest.mark.rule("TC-CITY-02")
def test_which_resources_pay_for_a_town():
    game = empty()
    nation(game, A, agricole=2, bois=9, pierre=5)
    kinds = ("agricole", "bois")
    assert resource_mix(game, A, Goods(), kinds, 6) == Goods(agricole=2, bois=4)
    assert resource_mix(game, A, Goods(), kinds, 1) == Goods(agricole=1)
    assert resource_mix(game, A, Goods(), kinds, 11) == Goods(agricole=2, bois=9)
    assert resource_mix(game, A, Goods(), kinds, 12) is None
    assert resource_mix(game, A, Goods(), kinds, 0) == Goods()
    assert resource_mix(game, A, Goods(bois=6), kinds, 6) == Goods(bois=6)
    assert resource_mix(game, A, Goods(agricole=6), kinds, 6) == Goods(agricole=6)
    for wrong in (Goods(bois=5), Goods(bois=7), Goods(pierre=6), Goods(bois=7, agricole=-1), Goods(bois=5, pierre=1)):
        assert resource_mix(game, A, wrong, kinds, 6) is None
    land(game, OWN, town=2)
    assert town_price(game, A, Urbanise(leader="", territory=OWN), PLAIN) == Goods(gold=30, agricole=2, bois=4)
    nation(game, A, agricole=0, bois=0)
    assert town_price(game, A, Urbanise(leader="", territory=OWN), PLAIN) is None
    assert mix_refusal(game, A, Urbanise(leader="", territory=OWN), PLAIN) == ""
    assert mix_refusal(game, A, Urbanise(leader="", territory=OWN, resources=Goods(bois=6)), PLAIN) == ""
    assert mix_refusal(game, A, Urbanise(leader="", territory=OWN, resources=Goods(bois=5)), PLAIN) == "TC-CITY-02"


@pytest.mark.rule("TC-STRUCT-01", "TC-STRUCT-02")
def test_what_may_be_built_where():
    def why(structure, border="", name="", **fields):
        game = empty()
        land(game, OWN, town=3, structures=(), national=(A,))
        land(game, OWN, **fields)
        order = Construct(leader="", territory=OWN, structure=structure, border=border, name=name)
        return construct_refusal(game, A, order)

    inland = next(code for code, site in SITES.items() if not site.port)
    neighbour = next(iter(ATLAS.neighbours(OWN)))
    assert why("silos") == ""
    assert why("castle in the air") == "TC-CIV-05"
    assert why("silos", structures=("silos",)) == "TC-STRUCT-01"
    assert why("silos", structures=("atelier",)) == ""
    assert why("silos", structures=("atelier", "fonderie")) == "TC-STRUCT-01"
    assert why("silos", town=0) == "TC-STRUCT-01"
    assert why("silos", town=1) == "TC-STRUCT-01"
    assert why("chateau", structures=("tour-de-mage", "atelier", "fonderie")) == ""
    assert why("chateau", structures=("tour-de-mage", "ouvrages-defensifs")) == ""
    assert why("chateau", structures=("tour-de-mage", "ouvrages-defensifs", "arbre-coeur")) == "TC-STRUCT-01"
    assert why("grande-cloche") == "TC-STRUCT-08"
    assert why("grand-theatre") == ""
    assert why("merveille") == "TC-CIV-05"
    assert why("merveille", name="Phare") == ""
    assert why("ouvrages-defensifs") == "TC-CIV-05"
    assert why("ouvrages-defensifs", border=neighbour) == ""
    assert why("ouvrages-defensifs", border=OWN) == "TC-CIV-05"
    game = empty()
    for code in (inland, OWN):
        land(game, code, town=3, structures=(), owner=A, controller=A)
    ships = [is_place_right(game, A, Construct(leader="", territory=c, structure="compagnie-maritime")) for c in (inland, OWN)]
    assert ships == [False, SITES[OWN].port]
    dry = next(code for code, site in SITES.items() if not site.by_the_sea)
    wet = next(code for code, site in SITES.items() if site.by_the_sea)
    fish = [is_place_right(game, A, Construct(leader="", territory=c, structure="pecherie")) for c in (dry, wet)]
    assert fish == [False, True]
    desert = next(code for code, site in SITES.items() if "désert" in site.terrains)
    other = next(code for code, site in SITES.items() if "désert" not in site.terrains)
    oasis = [is_place_right(game, A, Construct(leader="", territory=c, structure="oasis-sacree")) for c in (desert, other)]
    assert oasis == [True, False]
    camp = Construct(leader="", territory=OWN, structure="camp-d-entrainement")
    for national, right in (((A,), True), ((M,), False)):
        land(game, OWN, national=national)
        assert is_place_right(game, A, camp) is right


@pytest.mark.rule("TC-STRUCT-01")
def test_a_unique_structure_and_the_room_there_is():
    game = empty()
    for code in SITES:
        land(game, code, structures=())
    assert not already_has(game, A, "palais")
    land(game, NEXT, structures=("palais",), owner=A, controller=M)
    assert (already_has(game, A, "palais"), already_has(game, M, "palais"), already_has(game, V, "palais")) == (True, True, False)
    land(game, OWN, town=5)
    assert construct_refusal(game, A, Construct(leader="", territory=OWN, structure="palais")) == "TC-STRUCT-01"
    assert construct_refusal(game, A, Construct(leader="", territory=OWN, structure="tribunal")) == ""
    for town, built, room in ((0, 0, False), (1, 0, False), (2, 0, True), (2, 1, False), (3, 1, True)):
        land(game, OWN, town=town, structures=("atelier",) * built)
        assert has_room_for(game, OWN, "silos") is room
    land(game, OWN, structures=("chateau", "tour-de-mage"))
    assert has_room_for(game, OWN, "ouvrages-defensifs")


@pytest.mark.rule("TC-STRUCT-02", "TC-SCI-06", "TC-EVT-04")
def test_what_a_structure_costs():
    game = empty()
    order = Construct(leader="", territory=OWN, structure="silos")
    share = structure_price(game, A, order, PLAIN)
    assert share == Goods(gold=25, bois=6, pierre=2)
    assert structure_price(game, A, order, gifted_actor("bâtisseur")) == Goods(gold=23, bois=6, pierre=2)
    assert structure_price(game, A, order, gifted_actor("planificateur")) == Goods(gold=15, bois=6, pierre=2)
    nation(game, A, known=("Techniques de construction",))
    cheaper = structure_price(game, A, order, PLAIN)
    assert (cheaper.gold, cheaper.bois + cheaper.pierre) == (5, 3)
    assert structure_price(game, A, order, gifted_actor("planificateur")).gold == 0
    wished = Construct(leader="", territory=OWN, structure="silos", resources=Goods(bois=5))
    assert structure_price(game, A, wished, PLAIN) == Goods(gold=5, bois=1, pierre=2)
    too_much = Construct(leader="", territory=OWN, structure="silos", resources=Goods(pierre=3))
    assert structure_price(game, A, too_much, PLAIN) is None
    land(game, OWN, town=3, structures=())
    assert construct_refusal(game, A, too_much) == "TC-SCI-06"
    assert construct_refusal(game, A, wished) == ""
    price = Goods(gold=50, metal=10, pierre=3)
    assert building_rebate(price, Goods()) == Goods(metal=5)
    assert building_rebate(Goods(gold=50, metal=2, pierre=2), Goods()) == Goods(metal=2, pierre=2)
    assert building_rebate(Goods(precieux=3, metal=9), Goods()) == Goods(precieux=3, metal=2)
    assert building_rebate(price, Goods(pierre=3, metal=2)) == Goods(pierre=3, metal=2)
    assert building_rebate(price, Goods(pierre=1)) == Goods(pierre=1)
    for wrong in (Goods(metal=6), Goods(pierre=4), Goods(gold=1), Goods(metal=3, gold=1)):
        assert building_rebate(price, wrong) is None
    assert half_price(game, A, Goods(gold=5, bois=4)) == Goods(gold=5, bois=4)
    add_mark(game, "half_price", 9, nation=M)
    assert half_price(game, A, Goods(gold=5, bois=4)) == Goods(gold=5, bois=4)
    add_mark(game, "half_price", 9, nation=A)
    assert half_price(game, A, Goods(gold=5, bois=4)) == Goods(gold=3, bois=2)


@pytest.mark.rule("TC-STRUCT-03", "TC-STRUCT-08", "TC-CIV-05", "TC-CIV-15")
def test_what_a_finished_structure_brings():
    game = empty()
    building_effects(game, A, OWN, Structure("palais"))
    assert (game.nations[A].glory, game.nations[A].reputation) == (40, 1)
    game = empty()
    building_effects(game, A, OWN, Structure("maison-des-esclaves"))
    assert game.nations[A].reputation == -1
    for source, raised in ((3, 2), (9, 1), (10, 0)):
        game = empty()
        land(game, OWN, source=source)
        building_effects(game, A, OWN, Structure("arbre-coeur"))
        assert on_land(game, OWN) == [("source", raised)] * bool(raised)
    for farms, capacity, change in (
        (1, 3, [("farm_capacity", 2), ("farms", 1)]),
        (5, 9, [("farm_capacity", 1), ("farms", 1)]),
        (10, 10, []),
    ):
        game = empty()
        land(game, OWN, farms=farms, farm_capacity=capacity)
        building_effects(game, A, OWN, Structure("oasis-sacree"))
        assert on_land(game, OWN) == change

    def built(order, *, mark=False, dice=(10,)):
        def prepare(game):
            land(game, OWN, town=3, structures=())
            nation(game, A, gold=100, agricole=20, bois=20, pierre=20)
            if mark:
                add_mark(game, "half_price", 9, nation=A)

        game, _ = operated(order, prepare=prepare, dice=dice)
        run(game, CivilPhase())
        return game

    def silos(who):
        return Construct(leader=who, territory=OWN, structure="silos")

    game = built(silos)
    assert game.lands[OWN].structures == (Structure("silos"),)
    assert (game.nations[A].glory, moved(game, A, "construction")) == (2, [Goods(gold=-25, bois=-6, pierre=-2)])
    game = built(silos, mark=True)
    assert moved(game, A, "construction") == [Goods(gold=-13, bois=-3, pierre=-1)]
    assert not has_mark(game, "half_price")
    assert built(silos, dice=(1,)).lands[OWN].structures == ()
    game = built(lambda who: Urbanise(leader=who, territory=OWN), mark=True)
    assert (on_land(game, OWN), moved(game, A, "urbanisation")) == ([("town", 1)], [Goods(gold=-20, agricole=-5)])
    assert not has_mark(game, "half_price")


@pytest.mark.rule("TC-STRUCT-08")
def test_a_source_sinks_with_its_structure():
    game = empty()
    land(game, OWN, source=5, fluid=5)
    sink_source(game, OWN, 2, "arbre-coeur")
    assert (game.lands[OWN].source, game.lands[OWN].fluid) == (3, 3)
    sink_source(game, OWN, 9, "arbre-coeur")
    assert (game.lands[OWN].source, game.lands[OWN].fluid) == (0, 0)


@pytest.mark.rule("TC-STRUCT-08")
def test_what_national_structures_yield():
    game = empty()
    metal = next(code for code, site in SITES.items() if site.resource == "metal")
    wood = next(code for code, site in SITES.items() if site.resource == "bois")
    for code in (metal, wood):
        land(game, code, owner=A, controller=A, structures=("canaux-de-lave", "termitiere", "chateau"))
    assert [structure_yield(game, code, A, "resource") for code in (metal, wood)] == [2, 1]
    assert [structure_yield(game, code, A, "provisions") for code in (metal, wood)] == [2, 2]
    assert structure_yield(game, metal, M, "resource") == 0
    land(game, OWN, structures=("brasserie", "termitiere", "silos"))
    assert (town_provisions(game, OWN, A), town_provisions(game, OWN, M)) == (2, 0)
    land(game, OWN, structures=("camp-d-entrainement", "couvoir-sacre", "silos"))
    assert (regrowth(game, OWN, A), regrowth(game, OWN, M)) == (2, 0)
    land(game, OWN, structures=("observatoire", "silos"))
    assert (event_bonus(game, A), event_bonus(game, M)) == (2, 0)


@pytest.mark.rule("TC-STRUCT-08")
def test_what_national_structures_earn():
    def earned(season="ete", change=None, **structures):
        game = empty()
        game.season = season
        for code in SITES:
            land(game, code, structures=())
        for code, kinds in structures.items():
            land(game, code, structures=kinds)
        if change:
            change(game)
        seasonal_gold(game, A)
        return [event.goods.gold for event in found(game.outbox, GoodsMoved, nation=A)]

    assert earned() == []
    salt = {"AKL": ("salines-royales",), "VAL": ("salines-royales",), "BPL": ("salines-royales",)}
    lands = sum(site.owner == A for site in SITES.values())
    assert earned(**salt) == [10 * min(3, lands // 2)]
    assert earned(AKL=("salines-royales",), change=lambda game: land(game, OWN, troubled=True)) == []
    sea = next(code for code, site in SITES.items() if site.sea)

    def hold_sea(game):
        land(game, sea, owner=A, controller=A)

    seas = sum(site.sea for site in SITES.values() if site.owner == A)
    assert earned(AKL=("chambre-des-peages",), change=hold_sea) == [5 * (seas + (SITES[sea].owner != A))]
    ways = [(A, M, ("AKL", "MER")), (V, A, ("MER", "AKL")), (M, V, ("MER", "PME"))]

    def trade(game, times=1):
        game.caravans = [Caravan(creator=a, partner=b, start=r[0], end=r[-1], route=r, since=0) for a, b, r in ways * times]

    assert earned("printemps", trade, AKL=("caravanserail",)) == [30]
    assert earned("printemps", lambda game: trade(game, 4), AKL=("caravanserail",)) == [90]
    assert earned("ete", trade, AKL=("caravanserail",)) == []
    tolls = [gold for gold in earned("printemps", trade, AKL=("chambre-des-peages",)) if gold != 5 * seas]
    assert tolls == [20]

    def town(game):
        land(game, OWN, town=3)

    def town_at_war(game):
        town(game)
        at_war(game, A, M)

    assert earned("printemps", town, AKL=("jardins-des-plaisirs", "bains-chauds")) == [30, 15]
    assert earned("ete", town, AKL=("jardins-des-plaisirs", "bains-chauds")) == []
    assert earned("printemps", town_at_war, AKL=("jardins-des-plaisirs", "bains-chauds")) == []


@pytest.mark.rule("TC-STRUCT-08")
def test_what_national_structures_do_for_calm_name_and_glory():
    def bonus(*kinds, war=False, elsewhere=()):
        game = empty()
        land(game, OWN, structures=kinds)
        land(game, NEXT, structures=elsewhere)
        if war:
            at_war(game, A, M)
        return stability_bonus(game, A)

    assert [bonus("grand-theatre"), bonus("grand-theatre", elsewhere=("grand-theatre",)), bonus("silos")] == [1, 2, 0]
    assert bonus("bains-chauds", elsewhere=("bains-chauds",)) == 2
    assert bonus("jardins-des-plaisirs", elsewhere=("jardins-des-plaisirs",)) == 1
    assert [bonus("jardins-des-plaisirs", "grand-theatre", war=war) for war in (False, True)] == [2, 1]
    game = empty()
    land(game, OWN, structures=("grande-auberge",))
    season_reputation(game, A)
    assert game.nations[A].tenths == 1
    at_war(game, A, M)
    season_reputation(game, A)
    assert game.nations[A].tenths == 1
    land(game, OWN, structures=("champ-de-gibets",))
    land(game, NEXT, structures=("champ-de-gibets",))
    nation(game, A, tenths=0)
    winter_reputation(game, A)
    assert game.nations[A].tenths == -2
    for artists, glory in ((4, 4), (9, 6)):
        nation(game, A, artistes=artists, glory=0)
        land(game, OWN, structures=("grand-theatre",))
        winter_glory(game, A)
        assert game.nations[A].glory == glory
    land(game, OWN, structures=("ossuaire",))
    no_units(game)
    spring_units(game, A)
    assert game.garrisons == {f"{OWN}:{A}": (Troop("pdn-cadavres", 1),)}
    land(game, OWN, structures=("foire-aux-chevaux",))
    treaty(game, "contract", A, M)
    treaty(game, "pact", A, V)
    for season, gold in (("printemps", []), ("ete", [Goods(gold=5)])):
        game.season, game.outbox = season, []
        fair_income(game, A)
        assert moved(game, A, "foire-aux-chevaux") == gold


@pytest.mark.rule("TC-STRUCT-08")
def test_what_national_structures_store_and_feed(monkeypatch):
    from marchland.games.cendre.rules.economy import industry

    game = empty()
    for code in SITES:
        land(game, code, structures=())
    land(game, OWN, structures=("grande-auberge", "caravanserail", "silos"))
    assert (structure_storage(game, A, "provisions"), structure_storage(game, A, "resources")) == (10, 2)
    lands = sum(site.owner == A for site in SITES.values())
    for code in (OWN, NEXT, THIRD):
        land(game, code, structures=("salines-royales",))
    assert counting_saltworks(game, A) == min(3, lands // 2)
    assert structure_storage(game, A, "provisions") == 5 * min(3, lands // 2)
    monkeypatch.setattr(industry, "added", lambda game, nation, target: 3 if (nation, target) == (A, "national.provisions") else 0)
    national_provisions(game)
    assert moved(game, A, "national") == [Goods(provisions=3)]
    add_mark(game, "no_food_bonus", 9, nation=A)
    game.outbox = []
    national_provisions(game)
    assert moved(game, A, "national") == []


# -- structures that take orders --------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-08")
def test_a_structure_is_used_once_a_season_where_it_is_held():
    game = empty()
    nation(game, A, mer=9, gold=0)
    land(game, OWN, town=3, structures=("pecherie",))
    land(game, NEXT, town=3, structures=("pecherie",), controller=M)
    sheet(
        game,
        A,
        UseStructure("nothing", OWN, 1),
        UseStructure("pecherie", "ZZZ", 1),
        UseStructure("pecherie", NEXT, 1),
        UseStructure("pecherie", THIRD, 1),
        UseStructure("pecherie", OWN, 9),
        UseStructure("pecherie", OWN, 2),
        UseStructure("pecherie", OWN, 1),
    )
    use_structures(game)
    assert [facts["structure"] for _, facts in refused(game)] == ["nothing", *["pecherie"] * 5]
    assert done(game) == [5]
    assert game.nations[A].season.used == (f"pecherie@{OWN}",)
    assert moved(game, A, "pecherie") == [Goods(mer=-2), Goods(gold=10, provisions=2)]


@pytest.mark.rule("TC-STRUCT-08")
def test_the_workshops_in_figures():
    def used(workshop, structure, amount, season="ete", choice="", stock=9, prepare=None, town=3, **fields):
        game = empty(A, M)
        game.season = season
        no_units(game)
        nation(game, A, mer=stock, metal=stock, agricole=stock, gold=0, provisions=0)
        land(game, OWN, town=town, structures=(structure,))
        land(game, OWN, **fields)
        if prepare:
            prepare(game)
        return workshop(game, A, UseStructure(structure, OWN, amount, choice)), game

    assert [used(fishery, "pecherie", amount)[0] for amount in (0, 1, 3, 4)] == [False, True, True, False]
    assert used(fishery, "pecherie", 6, structures=("pecherie", "manufacture"))[0]
    assert not used(fishery, "pecherie", 3, stock=2)[0]
    assert used(fishery, "pecherie", 3)[1].nations[A].goods.gold == 15
    assert [used(forges, "forges-federales", amount)[0] for amount in (0, 1, 3, 4)] == [False, True, True, False]
    assert not used(forges, "forges-federales", 3, stock=2)[0]
    game = used(forges, "forges-federales", 2)[1]
    assert (game.nations[A].goods.gold, game.nations[A].goods.metal, mark_total(game, "forge_slots", nation=A)) == (50, 7, 2)
    assert [used(horse_fair, "foire-aux-chevaux", amount)[0] for amount in (0, 1, 6, 7)] == [False, True, True, False]
    assert not used(horse_fair, "foire-aux-chevaux", 1, "printemps")[0]
    assert not used(horse_fair, "foire-aux-chevaux", 3, stock=2)[0]
    game = used(horse_fair, "foire-aux-chevaux", 2)[1]
    assert (game.nations[A].goods.gold, game.nations[A].goods.agricole) == (30, 7)

    def mobs(game):
        garrison(game, OWN, A, gob_horde=1, akl_lances=2)
        garrison(game, NEXT, A, gob_horde=4)

    pit = [used(order_pit, "fosse-aux-ordres", amount, "printemps", prepare=mobs)[0] for amount in (0, 1, 3, 4)]
    assert pit == [False, True, True, False]
    assert not used(order_pit, "fosse-aux-ordres", 1, "ete", prepare=mobs)[0]
    assert not used(order_pit, "fosse-aux-ordres", 1, "printemps")[0]
    game = used(order_pit, "fosse-aux-ordres", 3, "printemps", prepare=mobs)[1]
    assert game.garrisons == {f"{OWN}:{A}": (Troop("akl-lances", 2),), f"{NEXT}:{A}": (Troop("gob-horde", 2),)}
    assert mark_total(game, "stability_test", nation=A) == 3
    moon = [
        used(moon_temple, "temple-de-la-lune", 0, season, population=people)[0]
        for season, people in (("automne", 2), ("automne", 1), ("ete", 2))
    ]
    assert moon == [True, False, False]
    (mark,) = used(moon_temple, "temple-de-la-lune", 0, "automne", population=2)[1].marks
    assert (mark.kind, mark.until, mark.nation, mark.territory) == ("moon_sacrifice", 3, A, OWN)


@pytest.mark.rule("TC-STRUCT-08")
def test_observatory_bell_and_bank_in_figures():
    def watched(amount=0, choice="", season="automne", before=()):
        game = empty()
        game.season = season
        nation(game, A, year=Tally(used=before))
        seen = observatory(game, A, UseStructure("observatoire", OWN, amount, choice))
        return seen, [(mark.kind, mark.amount, mark.word) for mark in game.marks], game.nations[A].year.used[len(before) :]

    assert watched() == (False, [], ())
    assert watched(1) == (True, [("event_shift", 1, "")], ("observatoire:201",))
    assert watched(-1) == (True, [("event_shift", -1, "")], ("observatoire:201",))
    assert watched(2) == watched(-2) == watched(0, "cooking") == watched(1, "", "ete") == (False, [], ())
    assert watched(1, "", "automne", ("observatoire:200",)) == (False, [], ())
    assert watched(1, "", "automne", ("other:200",))[0]
    assert watched(0, "magie", "ete", ("observatoire:200",)) == (True, [("observatory_field", 0, "magie")], ())
    assert watched(1, "physique") == (True, [("observatory_field", 0, "physique"), ("event_shift", 1, "")], ("observatoire:201",))
    for die, cracked in ((1, True), (2, False)):
        game = empty()
        land(game, OWN, structures=("silos", "grande-cloche"))
        script(game, die)
        assert great_bell(game, A, UseStructure("grande-cloche", OWN))
        assert [built.kind for built in game.lands[OWN].structures] == ["silos"] + ["grande-cloche"] * (not cracked)
        (mark,) = game.marks
        assert (mark.kind, mark.until, mark.nation, mark.amount) == ("bell", game.turn, A, 2)
        assert game.nations[A].year.used == ("grande-cloche",)
        assert not great_bell(game, A, UseStructure("grande-cloche", OWN))
    for choice, spied, before, works in (
        (M, (M,), (), True),
        (M, (), (), False),
        ("MIN", ("MIN",), (), False),
        (M, (M,), ("banque-des-secrets",), False),
    ):
        game = empty()
        nation(game, A, year=Tally(spied=spied, used=before))
        assert bank_of_secrets(game, A, UseStructure("banque-des-secrets", OWN, 0, choice)) is works
        assert [(mark.kind, mark.nation, mark.amount, mark.word, mark.until) for mark in game.marks] == [
            ("blackmail", M, 50, A, 3)
        ] * works
        assert game.nations[A].year.used == (("banque-des-secrets",) if works or before else ())


# -- science ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-07")
def test_laboratories_and_towers_in_figures(monkeypatch):
    game = empty()
    nation(game, A, bois=9, gold=50, free_science=0)
    land(game, OWN, town=3, structures=("laboratoire",))
    land(game, NEXT, town=3, structures=("laboratoire",), controller=M)
    land(game, THIRD, town=3, structures=())
    lines = [(OWN, Goods(bois=4)), (OWN, Goods()), (OWN, Goods(gold=2)), (OWN, Goods(mer=1)), (NEXT, Goods(bois=1))]
    lines += [(THIRD, Goods(bois=1)), ("ZZZ", Goods(bois=1)), (OWN, Goods(bois=3)), (OWN, Goods(bois=1))]
    nation(game, A, mer=0)
    sheet(game, A, *(RunLaboratory(*line) for line in lines))
    run_laboratories(game)
    assert [facts["most"] for _, facts in refused(game)] == [3, 3, 3, 3, 0, 0, 0, 3]
    assert done(game) == [7]
    assert (game.nations[A].free_science, game.nations[A].goods.bois) == (3, 6)
    land(game, OWN, besieged=True)
    game.outbox = []
    sheet(game, A, RunLaboratory(OWN, Goods(bois=1)))
    run_laboratories(game)
    assert [facts["most"] for _, facts in refused(game)] == [0]
    game = empty()
    nation(game, A, free_science=0)
    land(game, OWN, structures=("tour-de-mage",), fluid=4)
    land(game, NEXT, fluid=3)
    sheet(game, A, DrainSource("ZZZ"), DrainSource("MER"), DrainSource(OWN), DrainSource(NEXT))
    drain_sources(game)
    assert [facts["territory"] for _, facts in refused(game)] == ["ZZZ", "MER", NEXT]
    assert (game.nations[A].free_science, on_land(game, OWN), done(game)) == (4, [("fluid", -4)], [2])
    game = empty()
    land(game, OWN, structures=(), fluid=4)
    sheet(game, A, DrainSource(OWN))
    drain_sources(game)
    assert len(refused(game)) == 1


@pytest.mark.rule("TC-STRUCT-08")
def test_a_centre_of_studies_teaches_in_spring():
    for season, towns, points in (("printemps", (4, 5, 2), 6), ("printemps", (4, 0, 0), 4), ("ete", (4, 5, 2), 0)):
        game = empty()
        game.season = season
        nation(game, A, free_science=0)
        for code in SITES:
            if game.lands[code].owner == A:
                land(game, code, town=0)
        for code, town in zip((OWN, NEXT, THIRD), towns, strict=True):
            land(game, code, town=town)
        land(game, OWN, structures=("centre-d-etudes",))
        study_centres(game)
        assert game.nations[A].free_science == points


@pytest.mark.rule("TC-SCI-01", "TC-SCI-07", "TC-SCI-04")
def test_points_thresholds_and_choices():
    game = empty()
    nation(game, A, free_science=5, science=(0,) * 8)
    sheet(game, A, Allocate("cooking", 1), Allocate("magie", 0), Allocate("magie", 3), Allocate("social", 9), Allocate("magie", 1))
    allocate(game)
    assert [facts["have"] for _, facts in refused(game)] == [5, 5, 0]
    place, other = DOMAINS.index("magie"), DOMAINS.index("social")
    assert (game.nations[A].science[place], game.nations[A].science[other], game.nations[A].free_science) == (3, 2, 0)
    assert [event.facts["points"] for event in found(game.outbox, OrderDone)] == [3, 2]
    for points, open_now in ((9, 0), (10, 1), (29, 1), (30, 2), (280, 7)):
        nation(game, A, science=tuple(points * (n == place) for n in range(8)))
        assert pending(game, A, "magie") == open_now
    nation(game, A, known=("Siphonner une source",))
    assert pending(game, A, "magie") == 6
    names = choices(game, A, "magie")
    assert len(names) == 5
    assert "Booster la magie" not in names
    nation(game, A, known=(*names, "Siphonner une source"))
    assert choices(game, A, "magie") == ("Booster la magie",)
    nation(game, A, known=(*names, "Siphonner une source", "Booster la magie"))
    assert choices(game, A, "magie") == ()
    nation(game, A, known=())
    assert [proper_name(game, A, name) for name in ("Choc", "Nouvelle magie", "Banque")] == [
        "Troupes embarquées",
        "Nouvelle magie",
        "Banque",
    ]
    nation(game, A, known=("Nouvelle magie",))
    assert [proper_name(game, A, name) for name in ("Nouvelle magie", "Banque")] == ["Nouvelle magie 2", "Banque"]
    assert [is_option_legal(game, A, "Spécialisation", option) for option in ("attaque", "défense", "", "eau")] == [
        True,
        True,
        False,
        False,
    ]
    nation(game, A, colours=("eau",))
    assert [is_option_legal(game, A, "Nouvelle magie 2", option) for option in ("eau", "feu", "rats", "cendre", "")] == [
        False,
        True,
        False,
        False,
        False,
    ]
    assert is_option_legal(game, A, "Banque", "")
    assert "cendre" not in open_colours(game, A)
    add_mark(game, "ash_beaten", 9, nation=A)
    assert "cendre" in open_colours(game, A)


@pytest.mark.rule("TC-SCI-01")
def test_discoveries_are_chosen_and_told():
    game = empty()
    place = DOMAINS.index("économie")
    nation(game, A, science=tuple(30 * (n == place) for n in range(8)), known=("Irrigation",))
    sheet(
        game,
        A,
        Discover("économie", "Irrigation"),
        Discover("cooking", "Banque"),
        Discover("économie", "Bourgeoisie"),
        Discover("économie", "Banque"),
        Discover("économie", "Banque"),
        Discover("économie", "Industrie"),
        Discover("économie", "Imprimerie"),
    )
    choose_discoveries(game)
    assert game.nations[A].known == ("Irrigation", "Banque", "Industrie")
    assert done(game) == [3, 5]
    assert [facts["discovery"] for _, facts in refused(game)] == ["Irrigation", "Banque", "Bourgeoisie", "Banque", "Imprimerie"]
    assert (game.nations[A].glory, game.nations[A].tenths) == (20, 0)
    six = ("Banque", "Frappe de monnaie", "Établir une caravane", "Industrie", "Imprimerie", "Essor urbain")
    for points, known, after in ((280, six, True), (279, six, False), (280, six[:5], False)):
        game = empty()
        nation(game, A, science=tuple(points * (n == place) for n in range(8)), known=known)
        choose_discoveries(game)
        assert ("Bourgeoisie" in game.nations[A].known) is after
        assert (game.nations[A].glory, game.nations[A].tenths) == ((50, 5) if after else (0, 0))
    game = empty()
    discover(game, A, "Spécialisation", "attaque")
    assert game.nations[A].focus == "attaque"


@pytest.mark.rule("TC-SCI-07", "TC-SCI-04", "TC-SCI-08")
def test_what_a_discovery_does_at_once():
    game = empty()
    nation(game, A, colours=("eau",))
    discover(game, A, "Nouvelle magie", "feu")
    assert (game.nations[A].colours, game.nations[A].new_colour) == (("eau", "feu"), "feu")
    officers = [leader(game, A, military=3) for _ in range(2)]
    clerk = leader(game, A, civil=3)
    script(game, 1, 2)
    discover(game, A, "Nouvelle technique", "")
    assert [game.leaders[who].military.tactics for who in officers] == [("infiltration",), ("raid",)]
    assert game.leaders[clerk].military is None
    discover(game, A, "Héritier", "")
    assert all(A in game.lands[code].national for code in SITES)
    assert {(c.holder, c.against, c.cause, c.until) for c in game.casus if M in (c.holder, c.against)} == {
        (M, A, "claimed", 3),
        (A, M, "claim_held", 1_000_000),
    }
    assert not [c for c in game.casus if c.holder == c.against or "" in (c.holder, c.against)]


@pytest.mark.rule("TC-SCI-01", "TC-LEAD-10", "TC-LEAD-11", "TC-STRUCT-08")
def test_science_that_comes_by_itself_source_by_source():
    game = empty()
    nation(game, A, sages=3, known=("Imprimerie",), free_science=0)
    for code in SITES:
        land(game, code, structures=())
    land(game, OWN, structures=("academie", "observatoire"))
    land(game, NEXT, structures=("academie",))
    leader(game, A, civil=4, gifts=("chercheur:social", "fermier"))
    leader(game, A, military=3, strategy=2, tactics=("stratège",))
    leader(game, A, military=3, strategy=4, tactics=("raid",))
    leader(game, A, military=3, strategy=5, tactics=("stratège",), captor=M)
    gain_science(game)
    gained = [(event.domain, event.points, event.reason) for event in found(game.outbox, ScienceGained, nation=A)]
    own = [row for row in gained if row[2] != "national"]
    assert own == [
        ("", 3, "sages"),
        ("", 10, "academie"),
        ("social", 4, "chercheur"),
        ("militaire", 2, "stratège"),
        ("", 4, "Imprimerie"),
        ("physique", 2, "observatoire"),
    ]
    add_mark(game, "observatory_field", 9, nation=A, word="magie")
    nation(game, A, known=())
    game.outbox = []
    gain_science(game)
    gained = [(event.domain, event.reason) for event in found(game.outbox, ScienceGained, nation=A)]
    assert ("magie", "observatoire") in gained
    assert ("", "Imprimerie") not in gained


# -- recruiting units -------------------------------------------------------------------------------------------


def why(act, game, *arguments):
    try:
        act(game, *arguments)
    except IllegalAction as refusal:
        return refusal.rule, refusal.facts.get("why")
    return None


@pytest.mark.rule("TC-WAR-02", "TC-EVT-04")
def test_where_and_what_a_leader_may_recruit():
    sea = next(code for code, site in SITES.items() if site.open_sea)
    dry = next(code for code, site in SITES.items() if not site.port and not site.sea)

    def levy(unit="akl-lances", number=1, at=OWN, change=None, **fields):
        game = empty()
        who = leader(game, A, at=at, military=3)
        land(game, at, owner=A, controller=A, national=(A,))
        land(game, at, **fields)
        if change:
            change(game)
        return why(check_levy, game, A, RecruitUnits(who, unit, number))

    assert levy() is None
    assert levy(number=0) == ("TC-WAR-02", "number")
    assert levy(unit="gob-horde") == ("TC-WAR-02", "unknown_unit")
    for fields in ({"owner": M}, {"controller": M}, {"national": (M,)}):
        assert levy(**fields) == ("TC-WAR-02", "not_national")

    def shut(game):
        add_mark(game, "crown", 9, nation=A, territory=OWN)
        add_mark(game, "crown_named", 9, nation=A, territory=NEXT)

    assert levy(change=shut) == ("TC-WAR-02", "not_national")
    assert levy("akl-galeasse", at=dry) == ("TC-WAR-02", "no_port")
    assert levy("akl-galeasse", at=sea) is None
    assert levy("akl-lances", at=sea) == ("TC-WAR-02", "only_ships")
    assert levy("akl-garde", at=dry) is None
    for unit, mark, refusal in (
        ("akl-lances", "no_cavalry", ("TC-EVT-04", "no_levy")),
        ("akl-garde", "no_cavalry", None),
        ("akl-garde", "no_units", ("TC-EVT-04", "no_levy")),
        ("akl-lances", "no_units", ("TC-EVT-04", "no_levy")),
    ):
        assert levy(unit, change=lambda game, mark=mark: add_mark(game, mark, 9, nation=A)) == refusal


@pytest.mark.rule("TC-WAR-02")
def test_recruiting_is_paid_in_goods_and_people_all_or_as_many_as_possible():
    def raised(number, most=False, gold=180, recruits=9):
        game = empty()
        no_units(game)
        nation(game, A, gold=gold, metal=9, precieux=9)
        who = leader(game, A, at=OWN, military=3)
        land(game, OWN, owner=A, controller=A, national=(A,), recruits=recruits, structures=())
        refusal = why(recruit, game, A, RecruitUnits(who, "akl-garde", number, most))
        return refusal, sum(troop.count for troop in game.garrisons.get(f"{OWN}:{A}", ())), game, who

    refusal, count, game, who = raised(2)
    assert (refusal, count, game.lands[OWN].recruits, game.leaders[who].acted) == (None, 2, 7, True)
    assert moved(game, A, "recruit") == [Goods(gold=-120, metal=-4, precieux=-2)]
    assert raised(3)[:2] == (None, 3)
    assert raised(4)[:2] == (("TC-WAR-02", "cannot_pay"), 0)
    assert raised(4, most=True)[:2] == (None, 3)
    assert raised(3, recruits=2)[:2] == (("TC-WAR-02", "cannot_pay"), 0)
    assert raised(3, most=True, recruits=2)[:2] == (None, 2)
    assert raised(1, most=True, recruits=0)[:2] == (("TC-WAR-02", "cannot_pay"), 0)
    assert raised(1, most=True, gold=59)[:2] == (("TC-WAR-02", "cannot_pay"), 0)
    crowd = next(unit for booklet in BOOKLETS.values() for unit in booklet.units if unit.people > 1)
    for recruits, number in ((crowd.people, 1), (2 * crowd.people - 1, 1), (2 * crowd.people, 2), (crowd.people - 1, 0)):
        game = empty()
        nation(game, A, **dict.fromkeys(("gold", "agricole", "bois", "metal", "pierre", "precieux", "mer"), 999))
        land(game, OWN, recruits=recruits)
        assert affordable(game, Levy(nation=A, at=OWN, kind=crowd), 5) == number


@pytest.mark.rule("TC-WAR-02", "TC-SCI-03", "TC-SCI-04", "TC-SCI-09", "TC-STRUCT-08")
def test_what_makes_recruits_cheaper():
    def cost(unit="akl-garde", number=1, known=(), structures=(), structure="", change=None, **person):
        game = empty()
        nation(game, A, known=known)
        who = leader(game, A, at=OWN, civil=2, military=3, **person)
        land(game, OWN, owner=A, controller=A, national=(A,), structures=structures, town=2)
        if change:
            change(game)
        levy = check_levy(game, A, RecruitUnits(who, unit, number))
        return price(game, levy, number)

    garde, lances, ship = Goods(gold=60, metal=2, precieux=1), Goods(gold=55, agricole=2), Goods(gold=40, bois=3)
    assert (cost(), cost("akl-lances"), cost("akl-galeasse"), cost(number=3)) == (garde, lances, ship, garde * 3)
    assert garde - cost(gifts=("militariste",)) == Goods(gold=5)
    assert garde - cost(tactics=("recruteur",)) == Goods(gold=10)
    assert garde - cost(structures=("cercle-des-totems",)) == Goods(gold=5)
    assert ship - cost("akl-galeasse", known=("Chantiers navals",)) == Goods(gold=10, bois=1)
    assert garde == cost(known=("Chantiers navals", "Élevage de chevaux"))
    assert lances - cost("akl-lances", known=("Élevage de chevaux",)) == Goods(gold=10, agricole=1)
    assert lances - cost("akl-lances", structures=("haras-royal",)) == Goods(gold=10, agricole=1)
    assert garde == cost(structures=("haras-royal",))
    assert garde - cost(known=("Arsenaux",)) == Goods(metal=1)
    assert lances - cost("akl-lances", known=("Arsenaux",)) == Goods(agricole=1)
    assert garde * 3 - cost(number=3, structures=("forges-federales",)) == Goods(gold=10, metal=2)
    sold = cost(
        number=3, structures=("forges-federales",), change=lambda game: add_mark(game, "forge_slots", 9, nation=A, amount=1)
    )
    assert garde * 3 - sold == Goods(gold=5, metal=1)
    used = cost(
        number=3,
        structures=("forges-federales",),
        change=lambda game: nation(game, A, season=Tally(used=("forges-federales",) * 3)),
    )
    assert used == garde * 3
    free = cost(number=3, change=lambda game: add_mark(game, "free_resources", 9, nation=A, amount=2))
    assert garde * 3 - free == Goods(metal=4, precieux=2)

    def fair(game, owner=M):
        land(game, "MER", structures=("foire-aux-chevaux",), owner=owner)
        treaty(game, "contract", A, M)

    assert lances * 2 - cost("akl-lances", 2, change=fair) == Goods(agricole=1)
    assert cost(change=fair) == garde
    assert cost("akl-lances", change=lambda game: fair(game, V)) == lances

    def again(game):
        fair(game)
        nation(game, A, year=Tally(used=("foire-aux-chevaux",)))

    assert cost("akl-lances", change=again) == lances


@pytest.mark.rule("TC-STRUCT-08", "TC-WAR-02")
def test_structures_that_recruit_by_themselves():
    def levy(structure, unit="akl-garde", number=1, code=OWN, season=(), year=()):
        game = empty()
        land(game, OWN, owner=A, controller=A, national=(A,), structures=("camp-d-entrainement", "champ-de-mars"))
        nation(game, A, season=Tally(used=season), year=Tally(used=year))
        return why(check_levy, game, A, RecruitUnits(f"{structure}@{code}", unit, number))

    assert levy("camp-d-entrainement") is None
    assert levy("champ-de-mars") is None
    assert levy("champ-de-mars", number=2) == ("TC-STRUCT-08", "used")
    assert levy("silos") == ("TC-STRUCT-08", "unknown")
    assert levy("camp-d-entrainement", code="ZZZ") == ("TC-STRUCT-08", "unknown")
    assert levy("camp-d-entrainement", code=NEXT) == ("TC-STRUCT-08", "unknown")
    assert levy("haras-royal") == ("TC-STRUCT-08", "unknown")
    used = f"camp-d-entrainement@{OWN}"
    assert levy("camp-d-entrainement", season=(used,)) == ("TC-STRUCT-08", "used")
    assert levy("camp-d-entrainement", year=(used,)) is None
    riders = next(booklet.id for booklet in BOOKLETS.values() if any(unit.id == "cvx-cavaliers" for unit in booklet.units))
    game = empty(riders)
    home = game.nations[riders].capital
    land(game, home, structures=("haras-royal",), recruits=9)
    nation(game, riders, gold=500, agricole=50, metal=50, bois=50)
    stud = f"haras-royal@{home}"
    others = [unit.id for unit in BOOKLETS[riders].units if unit.id != "cvx-cavaliers"]
    assert why(check_levy, game, riders, RecruitUnits(stud, others[0], 1)) == ("TC-STRUCT-08", "used")
    assert why(recruit, game, riders, RecruitUnits(stud, "cvx-cavaliers", 1)) is None
    assert stud in game.nations[riders].year.used
    assert why(recruit, game, riders, RecruitUnits(stud, "cvx-cavaliers", 1)) == ("TC-STRUCT-08", "used")
    nation(game, riders, year=Tally(), season=Tally(used=(stud,)))
    assert why(check_levy, game, riders, RecruitUnits(stud, "cvx-cavaliers", 1)) is None


@pytest.mark.rule("TC-WAR-23")
def test_dismissing_units_from_army_and_garrison():
    def dismissed(*units):
        game = empty()
        no_units(game)
        who = leader(game, A, at=OWN, military=5)
        garrison(game, OWN, A, akl_lances=2, akl_garde=1)
        game.armies[who] = Army(leader=who, nation=A, at=OWN, troops=(Troop("akl-lances", 3),))
        land(game, OWN, recruits=1)
        refusal = None
        try:
            disband(game, A, Disband(who, units))
        except IllegalAction as error:
            refusal = (error.rule, dict(error.facts))
        left = {troop.unit: troop.count for troop in game.garrisons.get(f"{OWN}:{A}", ())}
        assert game.lands[OWN].recruits == 1
        assert game.leaders[who].acted is (refusal is None)
        return refusal, sum(troop.count for troop in game.armies[who].troops), left

    assert dismissed(("akl-lances", 2)) == (None, 1, {"akl-lances": 2, "akl-garde": 1})
    assert dismissed(("akl-lances", 4)) == (None, 0, {"akl-lances": 1, "akl-garde": 1})
    assert dismissed(("akl-lances", 3), ("akl-lances", 2), ("akl-garde", 1)) == (None, 0, {})
    short = {"why": "no_units", "unit": "akl-lances", "need": 6, "have": 5}
    assert dismissed(("akl-garde", 1), ("akl-lances", 6)) == (("TC-WAR-23", short), 3, {"akl-lances": 2, "akl-garde": 1})
    for number in (0, -1):
        refusal = dismissed(("akl-garde", number))[0]
        assert refusal == ("TC-WAR-23", {"why": "no_units", "unit": "akl-garde", "need": 0, "have": 1})
