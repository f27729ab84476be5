"""Chapter "Les opérations civiles": the nineteen operations."""

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    Agitate,
    Brigandage,
    BuildRoads,
    Claim,
    Clear,
    Construct,
    Cultivate,
    Develop,
    Embellish,
    Exploit,
    FoundTown,
    Hire,
    Populate,
    Prospect,
    Research,
    Spy,
    Stabilise,
    Urbanise,
)
from marchland.games.cendre.rules.civil.affairs import TerritoryClaimed
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil.intrigue import ProspectorsSeen, SpiesNamed, TerritorySpied, satisfy_curiosity
from marchland.games.cendre.rules.civil.operation import OperationTested, terrain_difficulty
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.state import Army
from marchland.games.cendre.world import DOMAINS

from .realm import A, M, V, found, land, leader, nation, no_leaders, refusals, replace, run, script, sheet, table


def ready(*dice, gold=500, stability=0, **fields):
    """Akla with money, one civil leader of competence 3 in AKL (a plain: difficulty 5), and room to develop."""
    game = table(*dice)
    no_leaders(game)
    nation(game, A, gold=gold, stability=stability, agricole=20, bois=20, metal=20, pierre=20, precieux=20, **fields)
    land(game, "AKL", farms=2, farm_capacity=5, exploitations=2, resource_level=5, population=4, recruits=2, roads=False)
    return game, leader(game, A, at="AKL", civil=3, name="Ilario")


def act(game, *orders):
    sheet(game, A, *orders)
    return run(game, CivilPhase())


# -- the test ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-01", "TC-LAND-07", "TC-STAB-01")
def test_die_stability_and_competence_against_the_terrain():
    for die, farms in ((3, 2), (4, 3)):
        game, who = ready(die, stability=-2)
        events = act(game, Cultivate(leader=who, territory="AKL"))
        assert game.lands["AKL"].farms == farms
        (test,) = found(events, OperationTested)
        assert (test.die, test.bonus, test.difficulty, test.success) == (die, 1, 5, farms == 3)
        assert game.nations[A].goods.gold == 490


@pytest.mark.rule("TC-CIV-01", "TC-LEAD-10")
def test_a_talent_counts_twice_and_a_specialist_never_fails_at_it():
    game, _ = ready(1, 1)
    no_leaders(game)
    who = leader(game, A, at="AKL", civil=3, talents=("culture",))
    assert found(act(game, Cultivate(leader=who, territory="AKL")), OperationTested)[0].bonus == 6
    game, _ = ready(1, stability=-6)
    sure = leader(game, A, at="AKL", civil=1, talents=("culture",), gifts=("spécialiste",))
    act(game, Cultivate(leader=sure, territory="AKL"))
    assert game.lands["AKL"].farms == 3


@pytest.mark.rule("TC-LAND-07")
def test_the_hardest_terrain_decides_and_ice_is_hard():
    game = table()
    assert terrain_difficulty(game, "AKL") == 5
    assert terrain_difficulty(game, "HBO") == 7
    assert terrain_difficulty(game, "KKA") == 10
    land(game, "AKL", frozen=True)
    assert terrain_difficulty(game, "AKL") == 10


@pytest.mark.rule("TC-CIV-01", "TC-SCI-06", "TC-LEAD-10")
def test_engineering_and_the_planner():
    game, _ = ready(1)
    nation(game, A, known=("Ingénierie",))
    who = leader(game, A, at="AKL", civil=1, gifts=("planificateur",))
    (test,) = found(act(game, Populate(leader=who, territory="AKL")), OperationTested)
    assert test.bonus == 6
    assert game.nations[A].goods.gold == 480


@pytest.mark.rule("TC-CIV-01", "TC-LAND-02", "TC-LAND-03", "TC-LAND-04")
def test_development_needs_land_owned_and_controlled_and_the_leader_on_the_spot():
    game, who = ready()
    assert refusals(act(game, Cultivate(leader=who, territory="MER"))) == ["TC-LAND-02"]
    land(game, "AKL", controller=M)
    assert refusals(act(game, Cultivate(leader=who, territory="AKL"))) == ["TC-LAND-02"]


@pytest.mark.rule("TC-CIV-01")
def test_a_leader_with_an_army_or_in_winter_does_not_leave_his_place_to_develop_another():
    game, who = ready()
    game.armies[who] = Army(leader=who, nation=A, at="AKL", troops=(), origin="AKL")
    assert refusals(act(game, Cultivate(leader=who, territory="VAL"))) == ["TC-CIV-01"]
    game, _ = ready()
    owl = leader(game, A, at="AKL", civil=3, gifts=("insomniaque",))
    game.season = "hiver"
    assert refusals(act(game, Cultivate(leader=owl, territory="VAL", winter=True))) == ["TC-CIV-01"]
    assert game.nations[A].goods.gold == 500


# -- development ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-06", "TC-CIV-07", "TC-CIV-08", "TC-CIV-09", "TC-CIV-10", "TC-LAND-10")
@pytest.mark.parametrize(
    ("order", "what", "gold", "rule"),
    [
        (Cultivate, "farms", 10, "TC-CIV-06"),
        (Clear, "farm_capacity", 20, "TC-CIV-07"),
        (Develop, "resource_level", 20, "TC-CIV-08"),
        (Exploit, "exploitations", 10, "TC-CIV-09"),
        (Populate, "population", 30, "TC-CIV-10"),
    ],
)
def test_development_raises_one_figure_to_its_limit(order, what, gold, rule):
    game, who = ready(10)
    before = getattr(game.lands["AKL"], what)
    act(game, order(leader=who, territory="AKL"))
    assert getattr(game.lands["AKL"], what) == before + 1
    assert game.nations[A].goods.gold == 500 - gold
    full = {"farms": 10, "farm_capacity": 10, "exploitations": 10, "resource_level": 10, "population": 10, "recruits": 10}
    land(game, "AKL", **full)
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, order(leader=who, territory="AKL"))) == [rule]
    assert game.nations[A].goods.gold == 500 - gold


@pytest.mark.rule("TC-CIV-10", "TC-LAND-11")
def test_settlers_bring_recruits():
    game, who = ready(10)
    act(game, Populate(leader=who, territory="AKL"))
    assert game.lands["AKL"].recruits == 3


@pytest.mark.rule("TC-CIV-16", "TC-SCI-06")
def test_roads_need_their_discovery_and_cost_five_times_the_difficulty():
    game, who = ready(10)
    assert refusals(act(game, BuildRoads(leader=who, territory="AKL"))) == ["TC-SCI-06"]
    nation(game, A, known=("Réseau routier",))
    act(game, BuildRoads(leader=who, territory="AKL"))
    assert game.lands["AKL"].roads
    assert game.nations[A].goods.gold == 475
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, BuildRoads(leader=who, territory="AKL"))) == ["TC-CIV-16"]


@pytest.mark.rule("TC-CIV-15", "TC-CITY-10")
def test_a_town_grows_by_a_level_up_to_its_peoples_limit():
    game, who = ready(10)
    land(game, "AKL", town=2)
    act(game, Urbanise(leader=who, territory="AKL", resources=Goods(bois=6)))
    assert game.lands["AKL"].town == 3
    assert (game.nations[A].goods.gold, game.nations[A].goods.bois) == (470, 14)
    game = table()
    chief = leader(game, "COLS", at="HVA", civil=3)
    land(game, "HVA", town=3)
    nation(game, "COLS", gold=999, agricole=99)
    sheet(game, "COLS", Urbanise(leader=chief, territory="HVA"))
    assert refusals(run(game, CivilPhase())) == ["TC-CITY-10"]


@pytest.mark.rule("TC-CIV-20", "TC-DIP-04")
@pytest.mark.parametrize(("season", "winters"), [("printemps", 0), ("ete", 0), ("automne", 1)])
def test_a_claim_gives_a_cause_for_war_that_can_still_be_used(season, winters):
    game, who = ready(1)
    game.season = season
    act(game, Claim(leader=who, territory="MER"))
    (casus,) = [casus for casus in game.casus if casus.cause == "claimed"]
    assert (casus.holder, casus.against, casus.until) == (M, A, 3 + 4 * winters)


@pytest.mark.rule("TC-CITY-02", "TC-CIV-15")
def test_a_mix_of_the_wrong_kinds_is_refused():
    game, who = ready()
    land(game, "AKL", town=2)
    wrong = (Goods(metal=6), Goods(bois=5), Goods(bois=7), Goods(bois=6, metal=1), Goods(bois=6, gold=1))
    for mix in wrong:
        assert refusals(act(game, Urbanise(leader=who, territory="AKL", resources=mix))) == ["TC-CITY-02"]
    assert game.nations[A].goods.bois == 20


@pytest.mark.rule("TC-CITY-02", "TC-CIV-15")
@pytest.mark.parametrize("mix", [Goods(bois=6), Goods()])
def test_a_right_mix_that_one_does_not_have_is_too_dear_and_not_wrong(mix):
    game, who = ready()
    land(game, "AKL", town=2)
    nation(game, A, bois=5, agricole=0)
    (refusal,) = found(act(game, Urbanise(leader=who, territory="AKL", resources=mix)), OrderRefused)
    assert (refusal.rule, refusal.facts["why"]) == ("TC-CIV-15", "price")


@pytest.mark.rule("TC-SCI-06", "TC-CIV-05")
def test_a_wrong_rebate_is_refused_as_such():
    game, who = ready(known=("Techniques de construction",))
    for wrong in (Goods(pierre=6), Goods(metal=1), Goods(gold=5)):
        order = Construct(leader=who, territory="AKL", structure="chateau", resources=wrong)
        assert refusals(act(game, order)) == ["TC-SCI-06"]


@pytest.mark.rule("TC-CIV-14", "TC-SCI-10")
def test_founding_a_town_needs_its_discovery_and_empty_land():
    game, who = ready(10)
    game.leaders[who] = replace(game.leaders[who], at="BPL")
    land(game, "BPL", town=0)
    assert refusals(act(game, FoundTown(leader=who, territory="BPL"))) == ["TC-SCI-10"]
    nation(game, A, known=("Essor urbain",))
    act(game, FoundTown(leader=who, territory="BPL"))
    assert game.lands["BPL"].town == 1
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, FoundTown(leader=who, territory="BPL"))) == ["TC-CIV-14"]


# -- people and learning ----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-12")
def test_embellishment_gives_plain_competence_in_glory():
    game, _ = ready(10)
    who = leader(game, A, civil=4, talents=("embellissement",))
    nation(game, A, glory=0)
    act(game, Embellish(leader=who))
    assert game.nations[A].glory == 4
    assert game.nations[A].goods.gold == 470


@pytest.mark.rule("TC-CIV-18")
def test_research_adds_competence_to_one_domain():
    game, who = ready(10, science=(0,) * 8)
    act(game, Research(leader=who, domain="magie"))
    assert game.nations[A].science[DOMAINS.index("magie")] == 3
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, Research(leader=who, domain="cuisine"))) == ["TC-CIV-18"]


@pytest.mark.rule("TC-CIV-19")
def test_stabilisation_helps_at_the_next_test():
    game, who = ready(10)
    act(game, Stabilise(leader=who))
    assert game.nations[A].effort == 3


@pytest.mark.rule("TC-CIV-11", "TC-UNIT-01", "TC-UNIT-02")
def test_hiring_fills_the_pool_or_the_territory():
    game, who = ready(10)
    two = leader(game, A, at="AKL", civil=3)
    script(game, 10, 10)
    act(game, Hire(leader=who, unit="sages"), Hire(leader=two, unit="police", territory="AKL"))
    assert game.nations[A].civil.sages == 1
    assert game.lands["AKL"].police == 1
    assert game.nations[A].goods.gold == 450
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, Hire(leader=who, unit="milice", territory="MER"))) == ["TC-CIV-11"]
    assert refusals(act(game, Hire(leader=who, unit="brigands"))) == ["TC-CIV-11"]


@pytest.mark.rule("TC-LEAD-10", "TC-CIV-11")
def test_some_gifts_hire_two_at_once_if_both_can_be_paid():
    game, _ = ready(10)
    who = leader(game, A, at="AKL", civil=3, gifts=("policier",))
    act(game, Hire(leader=who, unit="milice", territory="AKL"))
    assert game.lands["AKL"].militia == 2
    assert game.nations[A].goods.gold == 480
    game, _ = ready(10, gold=15)
    who = leader(game, A, at="AKL", civil=3, gifts=("policier",))
    act(game, Hire(leader=who, unit="milice", territory="AKL"))
    assert (game.lands["AKL"].militia, game.nations[A].goods.gold) == (1, 5)


@pytest.mark.rule("TC-LEAD-10", "TC-TURN-03")
def test_only_the_sleepless_work_in_winter():
    game, who = ready(10)
    game.season = "hiver"
    assert refusals(act(game, Cultivate(leader=who, territory="AKL", winter=True))) == ["TC-LEAD-10"]
    owl = leader(game, A, at="AKL", civil=3, gifts=("insomniaque",))
    act(game, Cultivate(leader=owl, territory="AKL", winter=True))
    assert game.lands["AKL"].farms == 3


@pytest.mark.rule("TC-CIV-20", "TC-REP-02", "TC-DIP-04")
@pytest.mark.parametrize("die", [6, 7])
def test_a_claim_costs_reputation_whatever_comes_of_it(die):
    game, who = ready(die, reputation=1)
    events = act(game, Claim(leader=who, territory="MER"))
    assert (A in game.lands["MER"].national) == (die == 7)
    assert game.nations[A].reputation == 0
    assert any(casus.holder == M and casus.against == A for casus in game.casus)
    assert found(events, TerritoryClaimed)[0].success == (die == 7)


# -- intrigue ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-CIV-02", "TC-CIV-03", "TC-INFO-11")
def test_agitators_and_brigands_are_sent_abroad():
    game, who = ready(10, 10)
    two = leader(game, A, civil=3)
    act(game, Agitate(leader=who, territory="MER"), Brigandage(leader=two, territory="MER"))
    assert (game.lands["MER"].agitators, game.lands["MER"].brigands) == (1, 1)
    assert (game.nations[A].goods.gold, game.nations[A].goods.agricole) == (480, 19)
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, Agitate(leader=who, territory="VAL"))) == ["TC-CIV-02"]


@pytest.mark.rule("TC-CIV-13", "TC-INFO-07", "TC-INFO-10")
def test_spies_bring_home_everything_about_a_territory():
    game, who = ready(10, 5, espions=2)
    leader(game, M, at="MER", civil=2, name="Inconnu")
    events = act(game, Spy(leader=who, territory="MER", extra=1))
    (report,) = found(events, TerritorySpied)
    assert report.dossier.town == game.lands["MER"].town
    assert "Inconnu" in [one.name for one in report.dossier.leaders]
    assert report.dossier.recruits == game.lands["MER"].recruits
    assert game.nations[A].civil.espions == 2
    assert report.audience == (game.seats[A],)
    assert not found(events, SpiesNamed)


@pytest.mark.rule("TC-CIV-13", "TC-LAND-16", "TC-INFO-06")
@pytest.mark.parametrize(("police", "success"), [(2, True), (3, False)])
def test_police_hinder_spies_and_their_master_is_not_told_how_many(police, success):
    game, who = ready(5, 10, espions=4)
    land(game, "MER", police=police)
    (test,) = found(act(game, Spy(leader=who, territory="MER", extra=1)), OperationTested)
    assert test.success is success
    assert (test.die, test.bonus, test.difficulty) == (0, 0, 0)


@pytest.mark.rule("TC-CIV-13", "TC-UNIT-02")
def test_caught_spies_are_lost_diversion_and_all():
    game, who = ready(5, 10, espions=4)
    land(game, "MER", police=3)
    events = act(game, Spy(leader=who, territory="MER", extra=1, diversion=1))
    assert game.nations[A].civil.espions == 1
    assert found(events, SpiesNamed)[0].accused == A


@pytest.mark.rule("TC-CIV-13")
def test_no_spies_no_espionage():
    game, who = ready(espions=1)
    assert refusals(act(game, Spy(leader=who, territory="MER", extra=1))) == ["TC-CIV-13"]
    assert game.nations[A].goods.gold == 500


@pytest.mark.rule("TC-CIV-17", "TC-INFO-08", "TC-SCI-06")
def test_prospectors_report_on_foreign_land_and_the_owner_is_told():
    game, who = ready(5, prospecteurs=2, known=("Géologie",))
    events = act(game, Prospect(leader=who, territory="MER", extra=1))
    (report,) = found(events, TerritorySpied)
    assert (report.dossier.source, report.dossier.recruits) == (game.lands["MER"].source, -1)
    assert found(events, ProspectorsSeen)[0].by == A
    game, who = ready(1, prospecteurs=1)
    act(game, Prospect(leader=who, territory="ANA"))
    assert game.nations[A].civil.prospecteurs == 0


@pytest.mark.rule("TC-CIV-17")
def test_prospectors_on_ones_own_land_raise_its_level_and_always_return():
    game, who = ready(2, prospecteurs=1)
    act(game, Prospect(leader=who, territory="AKL"))
    assert game.lands["AKL"].resource_level == 6
    game, who = ready(1, prospecteurs=1)
    act(game, Prospect(leader=who, territory="AKL"))
    assert (game.lands["AKL"].resource_level, game.nations[A].civil.prospecteurs) == (5, 1)
    land(game, "AKL", controller=M)
    game.leaders[who] = replace(game.leaders[who], acted=False)
    assert refusals(act(game, Prospect(leader=who, territory="AKL"))) == ["TC-CIV-17"]


@pytest.mark.rule("TC-INFO-09", "TC-LEAD-10")
def test_the_curious_learn_of_a_random_foreign_territory():
    game, _ = ready()
    leader(game, A, civil=2, gifts=("curieux",))
    script(game, 0)
    satisfy_curiosity(game)
    assert found(game.outbox, TerritorySpied)[0].rule == "TC-INFO-09"


# -- houses -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-08", "TC-CIV-17")
def test_the_explorers_guild_acts_in_its_own_name_once_a_season():
    game = table(2, 2)
    land(game, "KKA", town=5, structures=("guilde-des-explorateurs",))
    nation(game, "ROC", gold=100, stability=0)
    land(game, "KVE", danger=20, owner="", controller="")
    order = Prospect(leader="guilde-des-explorateurs@KKA", territory="KVE")
    sheet(game, "ROC", order, order)
    events = run(game, CivilPhase())
    assert refusals(events) == ["TC-STRUCT-08"]
    assert game.lands["KVE"].danger == 15
    assert game.nations["ROC"].goods.gold == 80


@pytest.mark.rule("TC-STRUCT-08")
def test_slaves_work_at_half_price_and_blunder_into_brigandage():
    game = table(1)
    land(game, "VOL", town=4, structures=("maison-des-esclaves",), brigands=0)
    land(game, "HOR", farms=0, farm_capacity=5)
    nation(game, V, gold=100, stability=-1)
    sheet(game, V, Cultivate(leader="maison-des-esclaves@VOL", territory="HOR"))
    run(game, CivilPhase())
    assert game.nations[V].goods.gold == 95
    assert game.lands["VOL"].brigands == 1


@pytest.mark.rule("TC-STRUCT-08")
def test_the_great_curia_rolls_the_first_failure_again():
    game = table(1, 10, 1)
    land(game, "LIM", town=6, structures=("grande-curie",), farms=1, farm_capacity=5)
    nation(game, "LUMIERES", gold=100, stability=-6)
    one, two = leader(game, "LUMIERES", at="LIM", civil=1), leader(game, "LUMIERES", at="LIM", civil=1)
    sheet(game, "LUMIERES", *(Cultivate(leader=who, territory="LIM") for who in (one, two)))
    events = run(game, CivilPhase())
    assert [test.die for test in found(events, OperationTested)] == [1, 10, 1]
