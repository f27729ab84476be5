"""The forty national structures, one by one: the same figure without the structure and with it, and what limits it."""

from __future__ import annotations

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    Agitate,
    BuildRoads,
    Clear,
    Construct,
    Cultivate,
    DeclareWar,
    Demolish,
    Divert,
    Exploit,
    Intercept,
    Prospect,
    RecruitUnits,
    SignContract,
    Spy,
    Train,
    TunnelAttack,
    UseStructure,
)
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil.intrigue import SpiesNamed
from marchland.games.cendre.rules.civil.operation import OperationTested
from marchland.games.cendre.rules.common.ledger import OrderRefused, count, units_at
from marchland.games.cendre.rules.diplomacy.diplomacy import DiplomaticPhase
from marchland.games.cendre.rules.events.events import event_modifier
from marchland.games.cendre.rules.general import GeneralPhase
from marchland.games.cendre.rules.glory.glory import annual_glory
from marchland.games.cendre.rules.land.danger import danger_of, hunt_agitators
from marchland.games.cendre.rules.land.population import grow_population, regrow_recruits
from marchland.games.cendre.rules.land.production import other_gold, produce
from marchland.games.cendre.rules.leaders import recruits
from marchland.games.cendre.rules.leaders.recruits import create_leader
from marchland.games.cendre.rules.magic.book import SPELLS
from marchland.games.cendre.rules.magic.magic import MagicPhase
from marchland.games.cendre.rules.magic.sources import refill_sources
from marchland.games.cendre.rules.magic.targets import control_of, power_of, spell_cost
from marchland.games.cendre.rules.science import gain_science
from marchland.games.cendre.rules.standing.standing import seasonal_reputation, stability_modifier, yearly_reputation
from marchland.games.cendre.rules.towns.towns import storage
from marchland.games.cendre.rules.towns.upkeep import town_appetite
from marchland.games.cendre.rules.turn.beginning import SecondaryUpkeep, close_year
from marchland.games.cendre.rules.war.battle import BattleReport
from marchland.games.cendre.rules.war.movement import InterceptionTried
from marchland.games.cendre.rules.war.occupation import take_control
from marchland.games.cendre.rules.war.volunteers import automatic_arrivals, automatic_losses
from marchland.games.cendre.state import Caravan, Tally
from marchland.games.cendre.world import DOMAINS, unit_kind

from . import warfare
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
    script,
    seeded,
    sheet,
    table,
    treaty,
)

pytestmark = pytest.mark.rule("TC-STRUCT-08")
RICH = dict.fromkeys(("gold", "agricole", "bois", "metal", "pierre", "precieux", "mer", "provisions"), 500)


def without_and_with(name, code, kind, measure, *, game=table, **fields):
    """The same figure on the same table, without the structure and with it."""
    figures = []
    for structures in ((), (kind,)):
        fresh = game()
        land(fresh, code, owner=name, controller=name, **{"structures": structures, **fields})
        figures.append(measure(fresh))
    return figures


def gold_of(name, act):
    """How much gold an act brings a nation."""

    def measure(game):
        before = game.nations[name].goods.gold
        act(game)
        return game.nations[name].goods.gold - before

    return measure


def stability_of(name):
    return lambda game: stability_modifier(game, name)


def added_to(figures):
    """What the structure adds."""
    bare, built = figures
    return built - bare


def use(game, name, order):
    sheet(game, name, order)
    return run(game, SecondaryUpkeep())


def calm(**fields):
    """A table where nobody leads and nobody stands under arms."""
    game = table()
    no_leaders(game)
    no_units(game)
    return game


# -- Akla -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-AKLA-1")
@pytest.mark.parametrize(("artists", "glory"), [(0, 0), (4, 4), (9, 6)])
def test_the_theatre_gives_glory_for_each_artist_up_to_six_and_calms_by_one(artists, glory):
    def winter_glory(game):
        game.season = "hiver"
        nation(game, A, artistes=artists, glory=0)
        annual_glory(game)
        return game.nations[A].glory

    assert added_to(without_and_with(A, "AKL", "grand-theatre", winter_glory)) == glory
    assert added_to(without_and_with(A, "AKL", "grand-theatre", stability_of(A))) == 1


@pytest.mark.rule("TC-WORK-AKLA-2")
@pytest.mark.parametrize(
    ("season", "war", "gold", "tenths"), [("printemps", False, 30, 1), ("printemps", True, 0, 0), ("ete", False, 0, 0)]
)
def test_gardens_bring_ten_gold_a_level_and_a_tenth_in_a_spring_of_peace(season, war, gold, tenths):
    def spring(game):
        game.season = season
        nation(game, A, tenths=0)
        if war:
            at_war(game, A, V)
        earned = gold_of(A, other_gold)(game)
        return earned, game.nations[A].tenths

    bare, built = without_and_with(A, "VAL", "jardins-des-plaisirs", spring, town=3)
    assert (built[0] - bare[0], built[1] - bare[1]) == (gold, tenths)


@pytest.mark.rule("TC-WORK-AKLA-2")
@pytest.mark.parametrize(("war", "bonus"), [(False, 1), (True, 0)])
def test_two_gardens_calm_by_one_while_at_peace(war, bonus):
    def measure(game):
        land(game, "AKL", structures=game.lands["VAL"].structures)
        if war:
            at_war(game, A, V)
        return stability_modifier(game, A)

    assert added_to(without_and_with(A, "VAL", "jardins-des-plaisirs", measure, town=3)) == bonus


# -- City of Lights ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-LUMIERES-1")
@pytest.mark.parametrize(("season", "points"), [("printemps", 7 + 5 // 2), ("ete", 0)])
def test_a_centre_of_studies_teaches_its_towns_level_and_half_the_next_in_spring(season, points):
    def studied(game):
        game.season = season
        land(game, "PCO", town=5)
        sheet(game, "LUMIERES")
        run(game, SecondaryUpkeep())
        return game.nations["LUMIERES"].free_science

    assert added_to(without_and_with("LUMIERES", "LIM", "centre-d-etudes", studied, town=7)) == points


@pytest.mark.rule("TC-WORK-LUMIERES-2")
def test_the_curia_rolls_the_first_failed_operation_of_a_season_again_for_nothing():
    def farmed(game):
        no_leaders(game)
        land(game, "PCO", farms=1, farm_capacity=9)
        nation(game, "LUMIERES", gold=100, stability=0)
        orders = [Cultivate(leader=leader(game, "LUMIERES", at="PCO", civil=1), territory="PCO") for _ in range(2)]
        sheet(game, "LUMIERES", *orders)
        # the first fails on 1 (again on 10 with the curia); the second fails on 1 and stays failed
        script(game, 1, 10, 1) if game.lands["LIM"].structures else script(game, 1, 1)
        run(game, CivilPhase())
        return game.lands["PCO"].farms, game.nations["LUMIERES"].goods.gold

    (bare, cost), (built, same_cost) = without_and_with("LUMIERES", "LIM", "grande-curie", farmed)
    assert (bare, built) == (1, 2)
    assert cost == same_cost == 80
    assert added_to(without_and_with("LUMIERES", "LIM", "grande-curie", stability_of("LUMIERES"))) == 2


# -- Desert clans -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-DESERT-1")
@pytest.mark.parametrize(
    ("passing", "season", "gold"), [(1, "printemps", 15), (6, "printemps", 90), (8, "printemps", 90), (1, "ete", 0)]
)
def test_a_caravanserai_earns_fifteen_a_caravan_and_ninety_at_most_in_spring(passing, season, gold):
    def spring(game):
        game.season = season
        for number in range(passing):
            game.caravans.append(Caravan(creator=A, partner=M, start="AKL", end="MER", route=("AKL", "EHL", "MER"), since=number))
        game.caravans.append(Caravan(creator=A, partner=V, start="AKL", end="VOL", route=("AKL", "VOL"), since=99))
        return gold_of("DESERT", other_gold)(game)

    assert added_to(without_and_with("DESERT", "EHL", "caravanserail", spring)) == gold
    assert added_to(without_and_with("DESERT", "EHL", "caravanserail", lambda game: storage(game, "DESERT").bois)) == 2
    assert added_to(without_and_with("DESERT", "EHL", "caravanserail", lambda game: storage(game, "DESERT").provisions)) == 0


@pytest.mark.rule("TC-WORK-DESERT-2")
@pytest.mark.parametrize(("capacity", "farms", "after"), [(2, 1, (4, 2)), (9, 9, (10, 10)), (10, 10, (10, 10))])
def test_an_oasis_opens_land_in_the_desert_when_it_is_finished(capacity, farms, after):
    game = table(10)
    land(game, "EHL", farms=farms, farm_capacity=capacity, structures=())
    nation(game, "DESERT", **RICH, stability=3)
    who = leader(game, "DESERT", at="EHL", civil=9)
    sheet(game, "DESERT", Construct(leader=who, territory="EHL", structure="oasis-sacree"))
    run(game, CivilPhase())
    assert (game.lands["EHL"].farm_capacity, game.lands["EHL"].farms) == after


@pytest.mark.rule("TC-WORK-DESERT-2")
def test_an_oasis_makes_land_ten_per_cent_safer_and_its_defenders_unafraid():
    assert added_to(without_and_with("DESERT", "EHL", "oasis-sacree", lambda game: danger_of(game, "EHL"), danger=40)) == -10
    assert [defence_force("oasis-sacree", holder) for holder in ("", A, M)] == [4, 6, 4]


def defence_force(kind, holder):
    """Two horsemen of A (force two, three on the plain) defend PME against terror: their force, the structure being `holder`'s."""
    game = warfare.bare_table()
    warfare.war(game, A, V)
    warfare.hold(game, A, warfare.X)
    warfare.hold(game, V, "WAN")
    if holder:
        warfare.build(game, warfare.X, kind)
        warfare.land(game, warfare.X, owner=holder)
    warfare.garrison(game, A, warfare.X, min_cavaliers=2)
    warfare.attack(game, warfare.army(game, V, "WAN", {"nor-reine": 1}), warfare.X)
    (report,) = warfare.of(warfare.campaign(game, 1, 2, 2, 2, 6, 6, 6, 5), BattleReport)
    return report.defence_force


# -- Lake cities ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-LACUSTRES-1")
@pytest.mark.parametrize(("mill", "most"), [((), 4), (("manufacture",), 8)])
def test_a_fishery_turns_sea_into_food_and_gold_up_to_the_town_level(mill, most):
    def fished(amount):
        def measure(game):
            no_leaders(game)
            nation(game, "LACUSTRES", gold=0, provisions=0, mer=20)
            land(game, "IRI", structures=(*(one.kind for one in game.lands["IRI"].structures), *mill))
            use(game, "LACUSTRES", UseStructure("pecherie", "IRI", amount))
            goods = game.nations["LACUSTRES"].goods
            return goods.mer, goods.provisions, goods.gold

        return measure

    bare, built = without_and_with("LACUSTRES", "IRI", "pecherie", fished(most), town=4)
    assert [now - before for before, now in zip(bare, built, strict=True)] == [-most, most, 5 * most]
    bare, built = without_and_with("LACUSTRES", "IRI", "pecherie", fished(most + 1), town=4)
    assert bare == built


@pytest.mark.rule("TC-WORK-LACUSTRES-2")
@pytest.mark.parametrize(("season", "gold"), [("ete", 5 * 2), ("printemps", 5 * 2 + 10 * 2)])
def test_toll_houses_count_seas_each_season_and_caravans_in_spring(season, gold):
    def tolls(game):
        game.season = season
        land(game, "MIC", owner="LACUSTRES", controller="LACUSTRES")
        for creator, partner, start, end in (("LACUSTRES", A, "MAR", "AKL"), (M, "LACUSTRES", "MER", "IRI"), (A, M, "AKL", "MER")):
            game.caravans.append(Caravan(creator=creator, partner=partner, start=start, end=end, route=(start, end), since=0))
        return gold_of("LACUSTRES", other_gold)(game)

    # the islands of IRI and the sea MIC; a sea only controlled does not count
    assert added_to(without_and_with("LACUSTRES", "IRI", "chambre-des-peages", tolls)) == gold


# -- Goblins ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-GOBELINS-1")
@pytest.mark.parametrize(("troubled", "more"), [(False, (2, 1)), (True, (0, 0))])
def test_a_termite_hill_feeds_and_yields_in_quiet_seasons(troubled, more):
    def produced(game):
        nation(game, "GOBELINS", provisions=0, agricole=0)
        produce(game)
        goods = game.nations["GOBELINS"].goods
        return goods.provisions, goods.agricole

    bare, built = without_and_with("GOBELINS", "GOB", "termitiere", produced, exploitations=1, troubled=troubled)
    assert (built[0] - bare[0], built[1] - bare[1]) == more


@pytest.mark.rule("TC-WORK-GOBELINS-1")
@pytest.mark.parametrize(
    ("kinds", "die", "foe", "left"),
    [
        ((), 0, True, 3),
        (("termitiere",), 6, True, 1),
        (("termitiere",), 4, True, 2),
        (("termitiere",), 1, True, 3),
        (("termitiere",), 0, False, 3),
    ],
)
def test_termites_take_one_die_of_losses_from_enemies_who_enter(kinds, die, foe, left):
    game = warfare.bare_table()
    if foe:
        warfare.war(game, A, V)
    else:
        warfare.ally(game, A, V)
    warfare.hold(game, V, "FGR")
    warfare.build(game, "FGR", *kinds)
    warfare.hold(game, A, "NUR")
    warfare.attack(game, warfare.army(game, A, "NUR", {warfare.SLOW: 3}), "FGR")
    warfare.steps_only(game, *([die] if die else []))
    assert warfare.size(game, A, "FGR") == left


@pytest.mark.rule("TC-WORK-GOBELINS-2")
def test_the_shouting_pit_calms_by_three_and_by_one_more_for_each_mob_thrown_in_in_spring():
    def thrown(amount, season="printemps"):
        def measure(game):
            no_leaders(game)
            no_units(game)
            garrison(game, "GOB", "GOBELINS", gob_horde=5)
            game.season = season
            use(game, "GOBELINS", UseStructure("fosse-aux-ordres", "GOB", amount))
            return stability_modifier(game, "GOBELINS"), count(units_at(game, "GOB", "GOBELINS"))

        return measure

    def effect(measure):
        bare, built = without_and_with("GOBELINS", "GOB", "fosse-aux-ordres", measure)
        return built[0] - bare[0], built[1] - bare[1]

    assert added_to(without_and_with("GOBELINS", "GOB", "fosse-aux-ordres", stability_of("GOBELINS"))) == 3
    assert effect(thrown(2)) == (3 + 2, -2)
    assert effect(thrown(3)) == (3 + 3, -3)
    assert effect(thrown(4)) == (3, 0)
    assert effect(thrown(2, "ete")) == (3, 0)


# -- Iron federation --------------------------------------------------------------------------------------------


def recruited(name, code, lines, *, structures=(), **fields):
    """Orders to recruit, all goods at hand: how many units came, what they cost, and what was refused."""
    game = warfare.bare_table()
    land(game, code, structures=structures, **{"recruits": 9, "population": 9, **fields})
    nation(game, name, **RICH, known=())
    before = game.nations[name].goods
    for line in lines:
        warfare.order(game, name, line)
    events = warfare.campaign(game)
    refused = [(event.rule, event.facts.get("why")) for event in found(events, OrderRefused)]
    return warfare.size(game, name, code), before - game.nations[name].goods, refused


@pytest.mark.rule("TC-WORK-FER-1")
def test_a_training_camp_raises_one_unit_a_season_without_a_leader_at_the_normal_price():
    camp = RecruitUnits(leader="camp-d-entrainement@VIL", unit="fer-recrues", number=1)
    price = unit_kind("fer-recrues").price - Goods(gold=5)
    assert recruited("FER", "VIL", [camp]) == (0, Goods(), [("TC-STRUCT-08", "unknown")])
    assert recruited("FER", "VIL", [camp], structures=("camp-d-entrainement",)) == (1, price, [])
    assert recruited("FER", "VIL", [camp, camp], structures=("camp-d-entrainement",)) == (1, price, [("TC-STRUCT-08", "used")])
    two = replace(camp, number=2)
    assert recruited("FER", "VIL", [two], structures=("camp-d-entrainement",))[0] == 0


@pytest.mark.rule("TC-WORK-FER-1")
def test_recruits_come_back_by_one_more_where_there_is_a_training_camp():
    def regrown(game):
        regrow_recruits(game)
        return game.lands["VIL"].recruits

    assert without_and_with("FER", "VIL", "camp-d-entrainement", regrown, population=5, recruits=0) == [1, 2]


@pytest.mark.rule("TC-WORK-FER-2")
def test_federal_forges_make_as_many_recruits_cheaper_as_the_town_has_levels():
    game = warfare.bare_table()
    key = warfare.leader(game, "FER", "VIL")
    order = RecruitUnits(leader=key, unit="fer-legionnaires", number=3)

    def cost(*structures):
        game = warfare.bare_table()
        warfare.leader(game, "FER", "VIL")
        land(game, "VIL", structures=structures, recruits=9, town=2)
        nation(game, "FER", **RICH, known=())
        warfare.order(game, "FER", order)
        warfare.campaign(game)
        return Goods(*[500] * 8) - game.nations["FER"].goods

    assert cost() - cost("forges-federales") == Goods(gold=2 * 5, metal=2 * 1)


@pytest.mark.rule("TC-WORK-FER-2")
@pytest.mark.parametrize(("amount", "gold"), [(2, 50), (4, 100), (5, 0)])
def test_unused_forge_slots_sell_metal_for_twenty_five_and_equip_nobody(amount, gold):
    def sold(game):
        no_leaders(game)
        nation(game, "FER", gold=0, metal=9)
        use(game, "FER", UseStructure("forges-federales", "VIL", amount))
        return game.nations["FER"].goods.gold, game.nations["FER"].goods.metal

    bare, built = without_and_with("FER", "VIL", "forges-federales", sold, town=4)
    assert (built[0] - bare[0], bare[1] - built[1]) == (gold, gold // 25)


# -- Black Moon -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-LUNE-1")
def test_gallows_make_land_safer_and_the_police_keener_and_are_talked_about():
    assert added_to(without_and_with("LUNE", "PLU", "champ-de-gibets", lambda game: danger_of(game, "PLU"), danger=40)) == -15

    def hunted(die):
        def measure(game):
            script(game, die)
            hunt_agitators(game)
            return game.lands["PLU"].agitators

        return measure

    facts = {"police": 2, "agitators": 1}
    assert without_and_with("LUNE", "PLU", "champ-de-gibets", hunted(20), **facts) == [0, 0]
    assert without_and_with("LUNE", "PLU", "champ-de-gibets", hunted(50), **facts) == [1, 0]
    assert without_and_with("LUNE", "PLU", "champ-de-gibets", hunted(51), **facts) == [1, 1]

    def talk(game):
        no_leaders(game)
        for name in game.nations:
            nation(game, name, diplomates=0)
        game.season = "hiver"
        land(game, "COU", structures=game.lands["PLU"].structures)
        nation(game, "LUNE", tenths=0)
        yearly_reputation(game)
        return game.nations["LUNE"].tenths

    assert added_to(without_and_with("LUNE", "PLU", "champ-de-gibets", talk)) == -2


@pytest.mark.rule("TC-WORK-LUNE-2")
@pytest.mark.parametrize(("people", "given"), [(3, True), (1, False)])
def test_the_temple_of_the_moon_trades_people_for_glory_and_fluid_in_winter(people, given):
    def sacrifice(game):
        no_leaders(game)
        game.season = "automne"
        use(game, "LUNE", UseStructure("temple-de-la-lune", "PLU"))
        game.season = "hiver"
        nation(game, "LUNE", glory=0, tenths=0)
        refill_sources(game)
        here = game.lands["PLU"]
        return here.population, here.fluid, game.nations["LUNE"].glory, game.nations["LUNE"].tenths

    bare, built = without_and_with("LUNE", "PLU", "temple-de-la-lune", sacrifice, population=people, source=4, fluid=0)
    assert bare == (people, 4, 0, 0)
    assert built == ((people - 1, 5, 5, -2) if given else bare)
    assert added_to(without_and_with("LUNE", "PLU", "temple-de-la-lune", stability_of("LUNE"))) == 3


# -- Merisse ----------------------------------------------------------------------------------------------------


def operation(name, order, *dice, gold=100, **fields):
    """Carry out one civil order: what was tested, and what was refused."""

    def measure(game):
        nation(game, name, **{"gold": gold, "stability": 0, **fields})
        script(game, *dice)
        sheet(game, name, order)
        events = run(game, CivilPhase())
        return game, events

    return measure


@pytest.mark.rule("TC-WORK-MERISSE-1")
@pytest.mark.parametrize(("die", "success"), [(7, True), (6, False)])
def test_the_house_of_masks_spies_with_plus_eight_without_spies_and_unseen(die, success):
    spying = Spy(leader="maison-des-masques@MER", territory="AKL")

    def spied(game):
        # eight police take eight off: seven is left to throw; Akla finds something out on a ten, but only a mask
        land(game, "AKL", police=8)
        return operation(M, spying, die, 10, espions=0)(game)

    (_, refused), (game, events) = without_and_with(M, "MER", "maison-des-masques", spied)
    assert refusals(refused) == ["TC-STRUCT-08"]
    assert (f"{M}:AKL" in game.knowledge) == success
    assert (game.nations[M].goods.gold, game.nations[M].civil.espions) == (80, 0)
    assert not found(events, SpiesNamed, accused=M)
    assert refusals(run_again(game, M, spying)) == ["TC-STRUCT-08"]


def run_again(game, name, order):
    sheet(game, name, order)
    return run(game, CivilPhase())


@pytest.mark.rule("TC-WORK-MERISSE-1")
def test_the_house_of_masks_agitates_instead():
    order = Agitate(leader="maison-des-masques@MER", territory="AKL")
    (bare, _), (built, _) = without_and_with(M, "MER", "maison-des-masques", operation(M, order, 1))
    assert built.lands["AKL"].agitators - bare.lands["AKL"].agitators == 1
    assert (bare.nations[M].goods.gold, built.nations[M].goods.gold) == (100, 90)


@pytest.mark.rule("TC-WORK-MERISSE-2")
def test_a_bank_of_secrets_pays_fifteen_for_each_success_and_sixty_a_season():
    def spied(number):
        def measure(game):
            no_leaders(game)
            nation(game, M, gold=500, espions=9, stability=0)
            spies = [leader(game, M, civil=9) for _ in range(number)]
            script(game, *[10] * number, *[5] * number)
            sheet(
                game,
                M,
                *(Spy(leader=who, territory=code) for who, code in zip(spies, ("AKL", "VAL", "BPL", "VOL", "HOR"), strict=False)),
            )
            run(game, CivilPhase())
            return game.nations[M].goods.gold

        return measure

    for number, gold in ((1, 15), (4, 60), (5, 60)):
        script_free = without_and_with(M, "MER", "banque-des-secrets", spied(number))
        assert added_to(script_free) == gold


@pytest.mark.rule("TC-WORK-MERISSE-2")
@pytest.mark.parametrize(("spied", "gold", "declared", "left"), [((A,), 60, True, 10), ((A,), 40, False, 40), ((), 40, True, 40)])
def test_a_blackmailed_nation_pays_fifty_or_declares_no_war(spied, gold, declared, left):
    game = table()
    no_leaders(game)
    land(game, "MER", structures=("banque-des-secrets",))
    game.nations[M] = replace(game.nations[M], year=Tally(spied=spied))
    events = use(game, M, UseStructure("banque-des-secrets", "MER", choice=A))
    assert bool(refusals(events)) == (not spied)
    nation(game, A, gold=gold)
    bank = game.nations[M].goods.gold
    game.sheets = {}
    sheet(game, A, DeclareWar(M))
    run(game, DiplomaticPhase())
    assert (f"{A}|{M}" in game.wars) == declared
    assert game.nations[A].goods.gold == left
    assert game.nations[M].goods.gold - bank == gold - left


# -- North ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-NORD-1")
def test_an_ossuary_gives_up_a_corpse_each_spring():
    def corpses(game):
        no_units(game)
        script(game)
        game.chance = seeded("ossuary").chance
        automatic_arrivals(game)
        return sum(troop.count for troop in units_at(game, "PGR", "NORD") if troop.unit == "pdn-cadavres")

    assert added_to(without_and_with("NORD", "PGR", "ossuaire", corpses)) == 1


@pytest.mark.rule("TC-WORK-NORD-1")
@pytest.mark.parametrize(
    ("place", "dice", "fallen", "risen"),
    [
        ("WAN", (6, 6, 6, 2, 2, 2), 6, 1),
        ("WAN", (4, 4, 4, 2, 2, 2), 3, 0),
        ("WAN", (6, 6, 6, 1, 1, 1), 9, 2),
        ("VIL", (6, 6, 6, 1, 1, 1), 9, 0),
    ],
)
def test_an_ossuary_beside_a_battle_raises_a_quarter_of_the_fallen(place, dice, fallen, risen):
    game = warfare.bare_table()
    warfare.war(game, A, V)
    warfare.hold(game, A, warfare.X)
    warfare.hold(game, V, "TEA")
    warfare.hold(game, "NORD", "WAN", "VIL")
    warfare.build(game, place, "ossuaire")
    warfare.garrison(game, A, warfare.X, mag_pantins_cendre=9)
    warfare.attack(game, warfare.army(game, V, "TEA", {warfare.SLOW: 9}), warfare.X)
    warfare.campaign(game, 1, *dice, 5)
    left = sum(warfare.size(game, name, code) for name in (A, V) for code in game.lands)
    assert 18 - left == fallen
    assert warfare.size(game, "NORD", place) == risen


@pytest.mark.rule("TC-WORK-NORD-1")
@pytest.mark.parametrize(("queens", "fallen", "risen"), [(6, 15, 3), (7, 16, 3)])
def test_an_ossuary_raises_three_at_most(queens, fallen, risen):
    game = warfare.bare_table()
    warfare.war(game, A, V)
    warfare.hold(game, A, warfare.X)
    warfare.hold(game, V, "TEA")
    warfare.hold(game, "NORD", "WAN")
    warfare.build(game, "WAN", "ossuaire")
    warfare.garrison(game, A, warfare.X, mag_pantins_cendre=20)
    warfare.attack(game, warfare.army(game, V, "TEA", {"nor-reine": queens}), warfare.X)
    warfare.campaign(game, 1, 6, 6, 6, 1, 1, 1, 5)
    assert 20 - sum(warfare.size(game, A, code) for code in game.lands) == fallen
    assert warfare.size(game, "NORD", "WAN") == risen


@pytest.mark.rule("TC-WORK-NORD-2")
@pytest.mark.parametrize(("die", "farms", "agitators"), [(10, 1, 0), (9, 0, 0), (6, 0, 0), (5, 0, 1), (1, 0, 1)])
def test_tireless_hands_farm_with_competence_three_and_a_bad_failure_stirs_up_the_town(die, farms, agitators):
    # competence 3, not doubled, +3 for the Principality's own work, stability -6; 10 is needed in frozen FCA
    order = Cultivate(leader="ateliers-mortuaires@PGR", territory="FCA")

    def measure(game):
        land(game, "FCA", farms=0, farm_capacity=5)
        land(game, "PGR", agitators=0)
        game, events = operation("NORD", order, die, stability=-6)(game)
        tested = found(events, OperationTested)
        return (
            game.lands["FCA"].farms,
            game.lands["PGR"].agitators,
            [(test.bonus, test.difficulty) for test in tested],
            refusals(events),
        )

    bare, built = without_and_with("NORD", "PGR", "ateliers-mortuaires", measure, town=4)
    assert bare == (0, 0, [], ["TC-STRUCT-08"])
    assert built == (farms, agitators, [(3 + 3 - 6, 10)], [])


# -- Fire -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-FEU-1")
def test_the_temple_of_the_crachant_calms_raises_its_source_and_carries_fire_further():
    assert added_to(without_and_with("FEU", "CFE", "temple-du-crachant", stability_of("FEU"))) == 2

    def reach_of(colour):
        def measure(game):
            mage = game.leaders[leader(game, "FEU", at="CFE", power=9, control=2, colours=("feu", "eau"))]
            return control_of(game, mage, colour)

        return measure

    assert without_and_with("FEU", "CFE", "temple-du-crachant", reach_of("feu")) == [2, 3]
    assert without_and_with("FEU", "CFE", "temple-du-crachant", reach_of("eau")) == [2, 2]


@pytest.mark.rule("TC-WORK-FEU-1")
@pytest.mark.parametrize(("source", "raised"), [(5, 7), (9, 10)])
def test_a_temple_raises_its_source_by_two_as_long_as_it_stands(source, raised):
    game = table(10)
    land(game, "CFE", town=5, structures=(), source=source, fluid=source)
    nation(game, "FEU", **RICH, stability=3)
    who = leader(game, "FEU", at="CFE", civil=9)
    sheet(game, "FEU", Construct(leader=who, territory="CFE", structure="temple-du-crachant"))
    run(game, CivilPhase())
    assert game.lands["CFE"].source == raised


def mountain_battle(kind, *, holder=A, dice=(2, 2, 2, 6, 6, 6)):
    """A defends KAD in the mountains against V: the attacker's losses, and the bonuses of the defender."""
    game = warfare.bare_table()
    warfare.war(game, A, V)
    warfare.hold(game, A, "KAD")
    warfare.hold(game, V, "MBT")
    if kind:
        warfare.build(game, "KAD", kind)
        warfare.land(game, "KAD", owner=holder)
    warfare.garrison(game, A, "KAD", mag_pantins_cendre=9)
    warfare.attack(game, warfare.army(game, V, "MBT", {warfare.SLOW: 9}), "KAD")
    (report,) = warfare.of(warfare.campaign(game, 1, *dice, 5), BattleReport)
    return 9 - warfare.size(game, V, "MBT"), warfare.listed(report.defence_bonuses), report.ambush


@pytest.mark.rule("TC-WORK-FEU-2")
@pytest.mark.parametrize(
    ("kind", "holder", "lost", "bonus"), [("", A, 6, 0), ("canaux-de-lave", A, 7, 1), ("canaux-de-lave", M, 6, 0)]
)
def test_lava_canals_help_an_owner_who_defends_and_cost_the_attacker_one_more(kind, holder, lost, bonus):
    losses, bonuses, _ambush = mountain_battle(kind, holder=holder)
    assert (losses, bonuses.get("structure", 0)) == (lost, bonus)


@pytest.mark.rule("TC-WORK-FEU-2")
@pytest.mark.parametrize(("code", "resource", "more"), [("PNO", "metal", 1), ("CFE", "precieux", 0)])
def test_lava_canals_yield_metal_or_stone(code, resource, more):
    def produced(game):
        before = game.nations["FEU"].goods[resource]
        produce(game)
        return game.nations["FEU"].goods[resource] - before

    assert added_to(without_and_with("FEU", code, "canaux-de-lave", produced, exploitations=2)) == more


# -- Roc --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-ROC-1")
@pytest.mark.parametrize(("code", "before", "after"), [("MBT", 30, 25), ("MBT", 3, 0), ("LSD", 30, 30)])
def test_the_explorers_guild_prospects_without_prospectors_and_tames_wild_mountains(code, before, after):
    def explored(game):
        land(game, code, danger=before)
        order = Prospect(leader="guilde-des-explorateurs@KKA", territory=code)
        game, events = operation("ROC", order, 5, prospecteurs=0)(game)
        bonus = [test.bonus for test in found(events, OperationTested)]
        known = f"ROC:{code}" in game.knowledge
        return game.lands[code].danger, known, game.nations["ROC"].goods.gold, bonus, refusals(events)

    bare, built = without_and_with("ROC", "KKA", "guilde-des-explorateurs", explored)
    assert bare == (before, False, 100, [], ["TC-STRUCT-08"])
    assert built == (after, True, 80, [4 * 2], [])


@pytest.mark.rule("TC-WORK-ROC-2")
@pytest.mark.parametrize(("breweries", "bonus"), [(1, 1), (3, 3), (4, 3)])
def test_breweries_calm_by_one_each_and_three_at_most_and_feed_two(breweries, bonus):
    towns = ("KKA", "KAT", "KTO", "KAD")

    def brewed(game):
        built = game.lands["KKA"].structures
        for code in towns[1:]:
            land(game, code, owner="ROC", controller="ROC", town=3)
        for code in towns[1:breweries]:
            land(game, code, structures=built)
        nation(game, "ROC", provisions=0)
        produce(game)
        return stability_modifier(game, "ROC"), game.nations["ROC"].goods.provisions

    bare, built = without_and_with("ROC", "KKA", "brasserie", brewed, town=3)
    assert (built[0] - bare[0], built[1] - bare[1]) == (bonus, 2 * breweries)


@pytest.mark.rule("TC-WORK-ROC-2")
def test_a_brewery_in_a_troubled_land_brews_on():
    def produced(game):
        nation(game, "ROC", provisions=0)
        produce(game)
        return game.nations["ROC"].goods.provisions

    assert added_to(without_and_with("ROC", "KKA", "brasserie", produced, town=3, farms=4, troubled=True)) == 2


@pytest.mark.rule("TC-WORK-ROC-2")
@pytest.mark.parametrize("breweries", [1, 3])
def test_each_brewery_adds_five_to_the_chance_that_a_new_leader_drinks(monkeypatch, breweries):
    asked = {}
    monkeypatch.setattr(recruits, "percent", lambda game, nation, purpose, chance: bool(asked.update({purpose: chance})))

    def chance(game):
        for code in ("KAT", "KTO")[: breweries - 1]:
            land(game, code, structures=game.lands["KKA"].structures)
        create_leader(game, "ROC", ("civil",))
        return asked["alcoholic"]

    assert added_to(without_and_with("ROC", "KKA", "brasserie", chance, game=lambda: seeded("drinkers"))) == 5 * breweries


# -- Sel --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-SEL-1")
@pytest.mark.parametrize(("built", "troubled", "gold", "stored"), [(1, 0, 10, 5), (2, 0, 20, 10), (3, 0, 20, 10), (3, 2, 10, 10)])
def test_one_saltworks_counts_for_two_territories(built, troubled, gold, stored):
    def salted(game):
        kinds = game.lands["ISS"].structures
        for code in ("GRI", "ISN")[: built - 1]:
            land(game, code, structures=kinds)
        for code in ("ISS", "GRI")[:troubled]:
            land(game, code, troubled=True)
        return gold_of("SEL", other_gold)(game), storage(game, "SEL").provisions

    bare, with_salt = without_and_with("SEL", "ISS", "salines-royales", salted)
    assert (with_salt[0] - bare[0], with_salt[1] - bare[1]) == (gold, stored)


def hall_raid(hall, before=0):
    game = warfare.bare_table()
    game.nations["SEL"] = replace(game.nations["SEL"], year=Tally(glory=(("halle-des-capitaines", before),)))
    warfare.hold(game, "SEL", "WAN")
    warfare.hold(game, A, warfare.X)
    warfare.garrison(game, A, warfare.X, min_levee=1)
    if hall:
        warfare.build(game, "ISS", "halle-des-capitaines")
    warfare.raid(game, warfare.army(game, "SEL", "WAN", {warfare.FAST: 5}), warfare.X)
    glory = game.nations["SEL"].glory
    (report,) = warfare.of(warfare.campaign(game, 1, 6, 6, 6, 2, 2, 2, 5), BattleReport)
    return warfare.listed(report.attack_bonuses).get("structure", 0), game.nations["SEL"].glory - glory


@pytest.mark.rule("TC-WORK-SEL-2")
def test_the_captains_hall_helps_raids_and_gives_glory_for_each_success():
    assert (hall_raid(False), hall_raid(True)) == ((0, 0), (1, 1))
    assert (hall_raid(True, 3), hall_raid(True, 4)) == ((1, 1), (1, 0))


@pytest.mark.rule("TC-WORK-SEL-2")
def test_new_captains_of_the_hall_know_raiding():
    def tactics(game):
        military = game.leaders[create_leader(game, "SEL", ("militaire",))].military
        return len(military.tactics), "raid" in military.tactics

    bare, built = without_and_with("SEL", "ISS", "halle-des-capitaines", tactics, game=lambda: seeded("no raider"))
    assert (bare[1], built[1]) == (False, True)
    assert built[0] == bare[0] + 1


# -- Oak --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-CHENE-1")
def test_the_heart_tree_makes_spells_of_nature_cheaper_in_owned_woods():
    def cost(spell, code):
        def measure(game):
            land(game, code, owner="CHENE", controller="CHENE", colour="vie")
            mage = game.leaders[leader(game, "CHENE", at=code, power=9, control=2, colours=("nature", "vie"))]
            return spell_cost(game, mage, SPELLS[spell])

        return measure

    assert without_and_with("CHENE", "FSO", "arbre-coeur", cost("nat-pousse", "BSO")) == [4, 3]
    assert without_and_with("CHENE", "FSO", "arbre-coeur", cost("nat-pousse", "TET")) == [4, 4]
    assert added_to(without_and_with("CHENE", "FSO", "arbre-coeur", cost("vie-grenier", "BSO"))) == 0


@pytest.mark.rule("TC-WORK-CHENE-1")
def test_the_heart_tree_raises_its_source_and_is_never_forgiven():
    game = table(10)
    land(game, "FSO", structures=(), source=4, fluid=4)
    nation(game, "CHENE", **RICH, stability=3)
    who = leader(game, "CHENE", at="FSO", civil=9)
    sheet(game, "CHENE", Construct(leader=who, territory="FSO", structure="arbre-coeur"))
    run(game, CivilPhase())
    assert game.lands["FSO"].source == 6
    game = warfare.bare_table()
    warfare.hold(game, A, "FSO", owner="CHENE", source=6, fluid=6)
    warfare.build(game, "FSO", "arbre-coeur")
    warfare.give(game, warfare.army(game, A, "FSO", {warfare.SLOW: 1}), Demolish, structure="arbre-coeur")
    warfare.campaign(game)
    assert game.lands["FSO"].source == 4
    assert [(casus.holder, casus.against) for casus in game.casus if casus.cause == "desecrated"] == [("CHENE", A)]


@pytest.mark.rule("TC-WORK-CHENE-2")
@pytest.mark.parametrize(("kinds", "tried"), [((), 1), (("sentes-cachees",), 0)])
def test_hidden_paths_cannot_be_intercepted(kinds, tried):
    game = warfare.bare_table()
    warfare.war(game, A, V)
    warfare.hold(game, A, "BSO")
    warfare.build(game, "BSO", *kinds)
    warfare.hold(game, V, "HBO", "FLI")
    catcher = warfare.army(game, V, "FLI", {warfare.SLOW: 1}, tactics=("interception",))
    warfare.give(game, catcher, Intercept)
    warfare.attack(game, warfare.army(game, A, "BSO", {warfare.SLOW: 1}), "HBO")
    assert len(warfare.of(warfare.steps_only(game, 1), InterceptionTried)) == tried


@pytest.mark.rule("TC-WORK-CHENE-2")
@pytest.mark.parametrize(("kinds", "at"), [((), "BSO"), (("sentes-cachees",), "FBO")])
def test_hidden_paths_lead_enemies_no_further(kinds, at):
    game = warfare.bare_table()
    warfare.war(game, A, V)
    warfare.hold(game, V, "FBO", "BSO")
    warfare.build(game, "FBO", *kinds)
    warfare.hold(game, A, "BES")
    riders = warfare.army(game, A, "BES", {warfare.FAST: 1})
    warfare.attack(game, riders, "FBO", "BSO")
    warfare.steps_only(game)
    assert game.armies[riders].at == at
    assert added_to(without_and_with("CHENE", "FBO", "sentes-cachees", lambda game: danger_of(game, "FBO"), danger=30)) == -5


# -- Stars ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-ETOILES-1")
@pytest.mark.parametrize("shift", [1, -1])
def test_an_observatory_reads_and_bends_the_signs_once_in_two_years(shift):
    def read(game):
        no_leaders(game)
        nation(game, "ETOILES", stability=0, known=())
        before = event_modifier(game, "ETOILES")
        game.season = "automne"
        use(game, "ETOILES", UseStructure("observatoire", "TET", shift))
        return before, event_modifier(game, "ETOILES"), game

    bare, built = without_and_with("ETOILES", "TET", "observatoire", read)
    assert (built[0] - bare[0], built[1] - bare[1]) == (2, 2 + shift)
    game = built[2]
    for later, bent in ((1, False), (2, True)):
        game.year = 201 + later
        game.season = "printemps"
        close_year(game)
        game.season = "automne"
        game.marks = []
        game.nations["ETOILES"] = replace(game.nations["ETOILES"], season=Tally())
        assert (not refusals(use(game, "ETOILES", UseStructure("observatoire", "TET", shift)))) == bent


@pytest.mark.rule("TC-WORK-ETOILES-1")
@pytest.mark.parametrize("field", ["physique", "magie"])
def test_an_observatory_studies_two_points_a_season(field):
    def studied(game):
        no_leaders(game)
        nation(game, "ETOILES", science=(0,) * 8)
        use(game, "ETOILES", UseStructure("observatoire", "TET", 0, field))
        gain_science(game)
        return game.nations["ETOILES"].science[DOMAINS.index(field)]

    assert added_to(without_and_with("ETOILES", "TET", "observatoire", studied)) == 2


@pytest.mark.rule("TC-WORK-ETOILES-2")
@pytest.mark.parametrize(("power", "lent"), [(5, 6), (10, 10)])
def test_the_palace_of_conjunctions_lends_a_point_of_power(power, lent):
    def measure(game):
        return power_of(game, game.leaders[leader(game, "ETOILES", at="TET", power=power)])

    assert without_and_with("ETOILES", "TET", "palais-des-conjonctions", measure) == [power, lent]


@pytest.mark.rule("TC-WORK-ETOILES-2")
def test_what_is_diverted_to_the_palace_arrives_whole():
    def poured(game):
        mage = leader(game, "ETOILES", at="TET", power=6, control=3, colours=("vie",))
        land(game, "TET", fluid=0, source=9, colour="vie")
        land(game, "BPR", fluid=9, source=9, colour="vie", owner="ETOILES", controller="ETOILES")
        sheet(game, "ETOILES", Divert(mage, "BPR", 4))
        run(game, MagicPhase())
        return game.lands["TET"].fluid, game.lands["BPR"].fluid

    assert without_and_with("ETOILES", "TET", "palais-des-conjonctions", poured) == [(2, 5), (4, 5)]


# -- Horses -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-CHEVAUX-1")
def test_a_royal_stud_makes_horsemen_cheaper_and_raises_one_a_year_by_itself():
    stud = RecruitUnits(leader="haras-royal@GPA", unit="cvx-cavaliers", number=1)
    price = unit_kind("cvx-cavaliers").price
    cheap = price - Goods(gold=10, agricole=1)
    assert recruited("CHEVAUX", "GPA", [stud]) == (0, Goods(), [("TC-STRUCT-08", "unknown")])
    assert recruited("CHEVAUX", "GPA", [stud], structures=("haras-royal",)) == (1, cheap, [])
    assert recruited("CHEVAUX", "GPA", [stud, stud], structures=("haras-royal",)) == (1, cheap, [("TC-STRUCT-08", "used")])
    foot = replace(stud, unit="cvx-fantassins")
    assert recruited("CHEVAUX", "GPA", [foot], structures=("haras-royal",))[0] == 0

    def bill(*structures):
        game = warfare.bare_table()
        key = warfare.leader(game, "CHEVAUX", "GPA")
        land(game, "GPA", structures=structures, recruits=9)
        nation(game, "CHEVAUX", **RICH, known=())
        warfare.order(game, "CHEVAUX", RecruitUnits(leader=key, unit="cvx-cavaliers", number=2))
        warfare.campaign(game)
        return Goods(*[500] * 8) - game.nations["CHEVAUX"].goods

    assert (bill(), bill("haras-royal")) == (price * 2, cheap * 2)


@pytest.mark.rule("TC-WORK-CHEVAUX-2")
@pytest.mark.parametrize(("season", "amount", "gold"), [("ete", 6, 90 + 5), ("ete", 7, 5), ("printemps", 6, 0)])
def test_the_horse_fair_buys_in_summer_and_each_guest_brings_five(season, amount, gold):
    def fair(game):
        no_leaders(game)
        game.season = season
        treaty(game, "contract", "CHEVAUX", A)
        nation(game, "CHEVAUX", gold=0, agricole=9)
        use(game, "CHEVAUX", UseStructure("foire-aux-chevaux", "GPA", amount))
        return game.nations["CHEVAUX"].goods.gold

    assert added_to(without_and_with("CHEVAUX", "GPA", "foire-aux-chevaux", fair, town=3)) == gold


@pytest.mark.rule("TC-WORK-CHEVAUX-2")
@pytest.mark.parametrize(("contract", "saved"), [(True, 1), (False, 0)])
def test_a_partner_of_the_horse_fair_saves_on_one_unit_of_cavalry_a_year(contract, saved):
    def bill(*structures):
        game = warfare.bare_table()
        land(game, "GPA", structures=structures)
        land(game, "AKL", recruits=9)
        if contract:
            treaty(game, "contract", "CHEVAUX", A)
        nation(game, A, **RICH, known=())
        for _ in range(2):
            warfare.order(game, A, RecruitUnits(leader=warfare.leader(game, A, "AKL"), unit="akl-lances", number=1))
        warfare.campaign(game)
        return Goods(*[500] * 8) - game.nations[A].goods

    assert bill() - bill("foire-aux-chevaux") == Goods(agricole=saved)


# -- Mere -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-MERE-1")
def test_a_sacred_hatchery_brings_people_and_recruits():
    def regrown(game):
        regrow_recruits(game)
        return game.lands["BSA"].recruits

    assert without_and_with("MERE", "BSA", "couvoir-sacre", regrown, population=5, recruits=0) == [1, 2]

    def grown(die):
        def measure(game):
            script(game, die)
            for name in game.nations:
                if name not in ("MERE",):
                    for code in game.lands:
                        if game.lands[code].owner == name:
                            land(game, code, population=10)
            grow_population(game)
            return game.lands["BSA"].population

        return measure

    assert without_and_with("MERE", "BSA", "couvoir-sacre", grown(25), population=5) == [5, 6]
    assert without_and_with("MERE", "BSA", "couvoir-sacre", grown(26), population=5) == [5, 5]
    assert without_and_with("MERE", "BSA", "couvoir-sacre", grown(1), population=10) == [10, 10]


@pytest.mark.rule("TC-WORK-MERE-1")
def test_a_sacred_hatchery_does_not_survive_an_enemy_and_is_never_forgiven():
    def taken(game):
        take_control(game, "BSA", "DESERT", "conquest", "TC-WAR-19")
        wrongs = [(casus.holder, casus.against) for casus in game.casus if casus.cause == "desecrated"]
        return game.lands["BSA"].structures, wrongs

    assert without_and_with("MERE", "BSA", "couvoir-sacre", taken) == [((), []), ((), [("MERE", "DESERT")])]


@pytest.mark.rule("TC-WORK-MERE-2")
def test_a_circle_of_shamans_calms_and_makes_spells_cheaper_and_longer():
    assert added_to(without_and_with("MERE", "BSA", "cercle-des-chamans", stability_of("MERE"))) == 2

    def magic(code, spell):
        def measure(game):
            land(game, code, colour="feu")
            mage = game.leaders[leader(game, "MERE", at=code, power=9, control=2, colours=("eau",))]
            return spell_cost(game, mage, SPELLS[spell]), control_of(game, mage, "eau")

        return measure

    assert without_and_with("MERE", "BSA", "cercle-des-chamans", magic("BSA", "eau-gues")) == [(4, 2), (3, 3)]
    assert without_and_with("MERE", "BSA", "cercle-des-chamans", magic("DVL", "eau-gues")) == [(4, 2), (4, 2)]


# -- Grey cities ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-GRISES-1")
@pytest.mark.parametrize(("die", "left"), [(2, 1), (1, 0)])
def test_the_great_bell_calms_and_drives_the_swarms_once_a_year_until_it_cracks(die, left):
    assert added_to(without_and_with("GRISES", "VTR", "grande-cloche", stability_of("GRISES"))) == 3
    forces = []
    for kinds in ((), ("grande-cloche",)):
        game = warfare.bare_table()
        warfare.war(game, "GRISES", V)
        warfare.build(game, "VTR", *kinds)
        warfare.hold(game, "GRISES", warfare.X)
        warfare.hold(game, V, "WAN")
        warfare.garrison(game, "GRISES", warfare.X, gri_nuee=3)
        warfare.attack(game, warfare.army(game, V, "WAN", {warfare.SLOW: 3}), warfare.X)
        warfare.order(game, "GRISES", UseStructure("grande-cloche", "VTR"), UseStructure("grande-cloche", "VTR"))
        script(game, *([die] if kinds else []))
        events = run(game, SecondaryUpkeep())
        assert len(refusals(events)) == (1 if kinds else 2)
        (report,) = warfare.of(warfare.campaign(game, 1, 6, 6, 6, 2, 2, 2, 5), BattleReport)
        forces.append(report.defence_force)
        assert len(game.lands["VTR"].structures) == (left if kinds else 0)
    assert forces == [3, 6]


@pytest.mark.rule("TC-WORK-GRISES-2")
@pytest.mark.parametrize(("level", "bare", "built"), [(5, 4, 2), (2, 1, 1)])
def test_deep_warrens_eat_two_less_and_at_least_one_and_store_more(level, bare, built):
    def eaten(game):
        return town_appetite(game, "GRISES", "ATV", level)

    assert without_and_with("GRISES", "ATV", "terriers-profonds", eaten, town=level) == [bare, built]
    assert added_to(without_and_with("GRISES", "ATV", "terriers-profonds", lambda game: storage(game, "GRISES").bois, town=4)) == 3


@pytest.mark.rule("TC-WORK-GRISES-2")
def test_deep_warrens_hide_their_gold_and_let_their_people_dig_once_a_year():
    def plundered(game):
        nation(game, "GRISES", gold=100)
        take_control(game, "ATV", A, "conquest", "TC-WAR-19")
        return game.nations["GRISES"].goods.gold

    assert without_and_with("GRISES", "ATV", "terriers-profonds", plundered, town=4) == [60, 100]

    def dug(*structures):
        game = warfare.bare_table()
        warfare.war(game, "GRISES", A)
        warfare.build(game, "ATV", *structures)
        warfare.hold(game, A, "TIN", "FAR")
        for aim in ("TIN", "TIN"):
            warfare.give(game, warfare.army(game, "GRISES", "ATV", {warfare.SLOW: 1}), TunnelAttack, territory=aim)
        return [event.facts["why"] for event in warfare.of(warfare.campaign(game), OrderRefused)], warfare.size(
            game, "GRISES", "TIN"
        )

    assert (dug(), dug("terriers-profonds")) == ((["cannot_tunnel"] * 2, 0), (["cannot_tunnel"], 1))


# -- Passes -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-COLS-1")
@pytest.mark.parametrize(("war", "bonus"), [(False, 2), (True, 0)])
def test_totems_calm_in_peace(war, bonus):
    def measure(game):
        if war:
            at_war(game, "COLS", A)
        return stability_modifier(game, "COLS")

    assert added_to(without_and_with("COLS", "HVA", "cercle-des-totems", measure)) == bonus


@pytest.mark.rule("TC-WORK-COLS-1")
def test_totems_keep_the_bears_and_recruits_cost_five_less_there():
    def bears(game):
        no_units(game)
        garrison(game, "HVA", "COLS", col_ours=4)
        script(game, 1, 2, 3, 4)
        automatic_losses(game)
        return count(units_at(game, "HVA", "COLS"))

    assert without_and_with("COLS", "HVA", "cercle-des-totems", bears) == [2, 3]

    def bill(place, *structures):
        game = warfare.bare_table()
        key = warfare.leader(game, "COLS", place)
        land(game, "HVA", structures=structures)
        land(game, place, recruits=9)
        nation(game, "COLS", **RICH, known=())
        warfare.order(game, "COLS", RecruitUnits(leader=key, unit="col-ours", number=2))
        warfare.campaign(game)
        return 500 - game.nations["COLS"].goods.gold

    assert (bill("HVA"), bill("HVA", "cercle-des-totems"), bill("HRU", "cercle-des-totems")) == (100, 90, 100)


@pytest.mark.rule("TC-WORK-COLS-2")
@pytest.mark.parametrize(("kind", "holder", "ambush"), [("", A, 1), ("nid-de-vautours", A, 3), ("nid-de-vautours", M, 1)])
def test_a_vultures_nest_helps_its_owner_to_lay_ambushes(kind, holder, ambush):
    assert mountain_battle(kind, holder=holder)[2] == ambush


@pytest.mark.rule("TC-WORK-COLS-2")
@pytest.mark.parametrize(("kinds", "bonus"), [((), 0), (("nid-de-vautours",), 1)])
def test_raids_from_a_vultures_nest_strike_harder_and_its_land_is_safer(kinds, bonus):
    game = warfare.bare_table()
    warfare.hold(game, V, "KAD")
    warfare.build(game, "KAD", *kinds)
    warfare.hold(game, A, "MBT")
    warfare.garrison(game, A, "MBT", min_levee=1)
    warfare.raid(game, warfare.army(game, V, "KAD", {warfare.FAST: 5}), "MBT")
    (report,) = warfare.of(warfare.campaign(game, 1, 6, 6, 6, 2, 2, 2, 5), BattleReport)
    assert warfare.listed(report.attack_bonuses).get("structure", 0) == bonus
    assert added_to(without_and_with("COLS", "HVA", "nid-de-vautours", lambda game: danger_of(game, "HVA"), danger=30)) == -5


# -- Quiet Vale -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-TRANQUILLE-1")
@pytest.mark.parametrize(("baths", "bonus"), [(1, 1), (2, 2), (3, 2)])
def test_baths_calm_by_one_each_and_two_at_most(baths, bonus):
    def measure(game):
        for code in ("CVA", "PVA")[: baths - 1]:
            land(game, code, structures=game.lands["VAA"].structures)
        return stability_modifier(game, "TRANQUILLE")

    assert added_to(without_and_with("TRANQUILLE", "VAA", "bains-chauds", measure)) == bonus


@pytest.mark.rule("TC-WORK-TRANQUILLE-1")
@pytest.mark.parametrize(("season", "war", "gold"), [("printemps", False, 20), ("printemps", True, 0), ("ete", False, 0)])
def test_visitors_pay_at_the_baths_in_a_spring_of_peace(season, war, gold):
    def spring(game):
        game.season = season
        if war:
            at_war(game, "TRANQUILLE", A)
        return gold_of("TRANQUILLE", other_gold)(game)

    assert added_to(without_and_with("TRANQUILLE", "VAA", "bains-chauds", spring, town=4)) == gold


@pytest.mark.rule("TC-WORK-TRANQUILLE-1")
def test_baths_heal_for_nothing_and_the_leader_may_still_act():
    def healed(game):
        who = leader(game, "TRANQUILLE", at="VAA", civil=2, wounded=True)
        run(game, GeneralPhase())
        return game.leaders[who].wounded, game.leaders[who].acted

    assert without_and_with("TRANQUILLE", "VAA", "bains-chauds", healed) == [(True, False), (False, False)]


@pytest.mark.rule("TC-WORK-TRANQUILLE-2")
@pytest.mark.parametrize(("war", "tenths"), [(False, 1), (True, 0)])
def test_the_great_inn_makes_friends_in_every_season_of_peace_and_stores_ten_more(war, tenths):
    def friends(game):
        nation(game, "TRANQUILLE", tenths=0)
        if war:
            at_war(game, "TRANQUILLE", A)
        seasonal_reputation(game)
        return game.nations["TRANQUILLE"].tenths

    assert added_to(without_and_with("TRANQUILLE", "VAA", "grande-auberge", friends)) == tenths
    assert (
        added_to(without_and_with("TRANQUILLE", "VAA", "grande-auberge", lambda game: storage(game, "TRANQUILLE").provisions)) == 10
    )


@pytest.mark.rule("TC-WORK-TRANQUILLE-2")
@pytest.mark.parametrize(("before", "glory"), [(0, 1), (5, 1), (6, 0)])
def test_each_treaty_signed_at_the_great_inn_brings_glory_six_times_a_year(before, glory):
    def signed(game):
        name = "TRANQUILLE"
        game.nations[name] = replace(game.nations[name], year=Tally(glory=(("grande-auberge", before),)))
        nation(game, name, glory=0)
        sheet(game, name, SignContract(A))
        sheet(game, A, SignContract(name))
        run(game, DiplomaticPhase())
        return game.nations[name].glory

    assert added_to(without_and_with("TRANQUILLE", "VAA", "grande-auberge", signed)) == glory


# -- Voltdarg ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WORK-VOLTDARG-1")
@pytest.mark.parametrize(("order", "price"), [(Cultivate, 5), (Exploit, 5), (Clear, 10), (BuildRoads, None)])
@pytest.mark.parametrize(("battles", "raids", "competence"), [(0, 0, 2), (1, 1, 4), (9, 9, 5)])
def test_the_house_of_slaves_works_at_half_price_and_better_after_victories(order, price, battles, raids, competence):
    def worked(game):
        land(game, "HOR", farms=0, farm_capacity=5, exploitations=0, resource_level=5, roads=False)
        game.nations[V] = replace(game.nations[V], year=Tally(battles_won=battles, raids_won=raids), known=("Réseau routier",))
        game, events = operation(V, order(leader="maison-des-esclaves@VOL", territory="HOR"), 10)(game)
        return 100 - game.nations[V].goods.gold, [test.bonus for test in found(events, OperationTested)], refusals(events)

    bare, built = without_and_with(V, "VOL", "maison-des-esclaves", worked)
    assert bare == (0, [], ["TC-STRUCT-08"])
    full = price if price is not None else built[0]
    assert built == (full, [competence], [])


@pytest.mark.rule("TC-WORK-VOLTDARG-1")
@pytest.mark.parametrize(("die", "brigands"), [(1, 1), (9, 0)])
def test_slaves_who_fail_badly_take_to_the_hills_and_building_the_house_costs_a_good_name(die, brigands):
    game = table()
    land(game, "VOL", structures=("maison-des-esclaves",), brigands=0)
    land(game, "HOR", farms=0, farm_capacity=5)
    operation(V, Cultivate(leader="maison-des-esclaves@VOL", territory="HOR"), die, stability=-1)(game)
    assert game.lands["VOL"].brigands == brigands
    game = table(10)
    land(game, "VOL", town=4, structures=())
    nation(game, V, **RICH, stability=3, reputation=0)
    sheet(game, V, Construct(leader=leader(game, V, at="VOL", civil=9), territory="VOL", structure="maison-des-esclaves"))
    run(game, CivilPhase())
    assert game.nations[V].reputation == -1


@pytest.mark.rule("TC-WORK-VOLTDARG-2")
def test_the_field_of_mars_raises_one_unit_a_season_for_five_less():
    order = RecruitUnits(leader="champ-de-mars@VOL", unit="vol-conscrits", number=1)
    price = unit_kind("vol-conscrits").price
    assert recruited(V, "VOL", [order]) == (0, Goods(), [("TC-STRUCT-08", "unknown")])
    assert recruited(V, "VOL", [order, order], structures=("champ-de-mars",)) == (
        1,
        price - Goods(gold=5),
        [("TC-STRUCT-08", "used")],
    )


@pytest.mark.rule("TC-WORK-VOLTDARG-2")
@pytest.mark.parametrize(("kind", "bare", "built"), [("militaire", 120, 60), ("civil", 120, 120)])
def test_officers_train_on_the_field_of_mars_for_half(kind, bare, built):
    def cost(game):
        skills = {"military": 6} if kind == "militaire" else {"civil": 3}
        nation(game, V, gold=500)
        sheet(game, V, Train(leader(game, V, at="VOL", **skills), kind, "fort", 1))
        script(game, 1)
        run(game, GeneralPhase())
        return 500 - game.nations[V].goods.gold

    assert without_and_with(V, "VOL", "champ-de-mars", cost) == [bare, built]


@pytest.mark.rule("TC-WORK-VOLTDARG-2")
@pytest.mark.parametrize(("before", "glory"), [(0, 1), (5, 0)])
def test_victories_bring_one_glory_more_five_times_a_year(before, glory):
    def won(*structures):
        game = warfare.bare_table()
        warfare.war(game, A, V)
        warfare.build(game, "VOL", *structures)
        warfare.hold(game, A, warfare.X)
        warfare.hold(game, V, "WAN")
        game.nations[V] = replace(game.nations[V], year=Tally(glory=(("champ-de-mars", before),)))
        warfare.garrison(game, A, warfare.X, min_levee=1)
        warfare.attack(game, warfare.army(game, V, "WAN", {warfare.SLOW: 3}), warfare.X)
        start = game.nations[V].glory
        warfare.campaign(game, 1, 6, 6, 6, 2, 2, 2, 5)
        return game.nations[V].glory - start

    assert won("champ-de-mars") - won() == glory
