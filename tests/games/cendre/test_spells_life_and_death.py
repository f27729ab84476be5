"""Protection, death and life: every spell with its own figures, target, reach, duration and what stops it."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import CastSpell
from marchland.games.cendre.rules.common.ledger import change
from marchland.games.cendre.rules.events.blows import night_of_knives
from marchland.games.cendre.rules.events.steps import Step
from marchland.games.cendre.rules.leaders.succession import old_age
from marchland.games.cendre.rules.magic.visions import ArmiesSeen, LeadersSeen, SeenLeader, SeenTroop
from marchland.games.cendre.rules.towns.upkeep import feed
from marchland.kernel.chance import leaning

from .grimoire import (
    ABROAD,
    BACK,
    COUNCILLOR,
    FRIEND,
    HILLS,
    HOME,
    HOSTILE,
    MAGE,
    MINE,
    ONE,
    THEIRS,
    TWO,
    VACANT,
    WINTER,
    cast,
    deeds,
    difference,
    felt,
    next_season,
    prove,
    scene,
    unit,
)
from .sorcery import magician, phase, refused
from .warfare import A, V, land, of

# -- protection -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-PROTECTION-2")
def test_the_travellers_charm_guards_one_leader():
    prove("protection/2", "own_leader", runs={WINTER: {"my chief murder": -4, "my chief fate": 2}})


@pytest.mark.rule("TC-SPELL-PROTECTION-3", "TC-MAG-02")
def test_the_blessed_threshold_quiets_a_territory():
    hindered = {f"{HOME} {deed}": -3 for deed in ("agitation", "brigandage", "espionnage")}
    prove("protection/3", "own_territory", runs={WINTER: {f"{HOME} danger": -15, **hindered}})


@pytest.mark.rule("TC-SPELL-PROTECTION-4")
def test_the_lucky_star_rolls_twice_in_defence():
    prove("protection/4", "own_army", runs={ONE: {"mine twice in défense": 1, "my chief fate": 2}})


@pytest.mark.rule("TC-SPELL-PROTECTION-5", "TC-MAG-02")
def test_the_circle_of_warding_stops_spells_of_level_five():
    prove("protection/5", "own_territory", runs={WINTER: {f"{HOME} ward": 5, f"{HOME} danger": -10}}, public=True)


@pytest.mark.rule("TC-SPELL-PROTECTION-6")
def test_the_mantle_of_fortune_bends_the_nations_luck():
    luck = {f"{A} event": 2, f"{A} event twice": 1, f"{A} stability test": 1}
    prove("protection/6", "self_nation", runs={WINTER: luck}, reach="zone")


@pytest.mark.rule("TC-SPELL-PROTECTION-7")
def test_the_aegis_wards_an_army_for_two_seasons_and_spares_it_losses_for_one():
    safe = {"my chief no leader_death": True, "my chief no leader_capture": True}
    prove("protection/7", "own_army", runs={ONE: {"mine losses": -3, **safe}, TWO: {"mine ward": 7}}, public=True)


@pytest.mark.rule("TC-SPELL-PROTECTION-8")
def test_the_breaking_of_curses_wards_own_land_around_its_target():
    prove("protection/8", "any_territory", HOSTILE, {WINTER: {f"{HOME} ward": 5}}, public=True)
    game = scene("protection")
    assert difference(deeds(game), (cast(game, "protection/8", territory=HOME), deeds(game))[1]) == {f"{HOME} fluid": -8}
    assert felt(game, "pro-rupture") == {f"{HOME} ward": 5, f"{BACK} ward": 5}


@pytest.mark.rule("TC-SPELL-PROTECTION-9")
def test_the_oath_of_inviolability_shuts_a_territory():
    barred = {f"{who} no {deed} at {HOME}": True for who in ("theirs", "garrison", "third") for deed in ("enter", "raid")}
    runs = {ONE: barred, TWO: {f"{HOME} ward": 9, f"{HOME} danger": -20}}
    prove("protection/9", "own_territory", runs=runs, public=True)


@pytest.mark.rule("TC-SPELL-PROTECTION-10")
def test_the_dome_of_ages_covers_all_controlled_land():
    dome = {f"{code} {what}": figure for code in (HOME, BACK) for what, figure in (("ward", 6), ("danger", -5))}
    stand = {f"{who} defence at {HOME}": 1 for who in ("mine", "home guard")}
    prove("protection/10", "self_nation", runs={WINTER: {**dome, **stand}}, reach="zone", public=True)


@pytest.mark.rule("TC-SPELL-PROTECTION-8", "TC-MAG-02")
def test_the_breaking_of_curses_ends_hostile_spells_up_to_its_level_in_and_around_its_target():
    game = scene("protection")
    land(game, ABROAD, source=10, fluid=10)
    curses = [("mort/8", HOME), ("nature/9", HOME), ("mort/4", BACK), ("cendre/3", FRIEND)]
    for spell, code in curses:
        land(game, ABROAD, fluid=10)
        witch = magician(game, V, ABROAD, spell.partition("/")[0])
        game.sheets = {V: (CastSpell(leader=witch, spell=spell, territory=code),)}
        assert not refused(phase(game))
    kindly = magician(game, A, BACK, "vie")
    land(game, BACK, source=10, fluid=10)
    game.sheets = {A: (CastSpell(leader=kindly, spell="vie/3", territory=HOME),)}
    phase(game)
    cast(game, "protection/8", territory=HOME)
    assert sorted(running.spell for running in game.spells) == ["cen-pluie", "nat-friche", "pro-rupture", "vie-nuisibles"]
    assert felt(game, "cen-pluie") == {f"{FRIEND} provisions": -4, f"{FRIEND} danger": 15}
    assert felt(game, "nat-friche") == {f"{HOME} income": -40}


# -- death ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-MORT-2")
def test_the_graves_whisper_of_units_and_leaders():
    events = prove("mort/2", "any_territory", visions=1)
    (armies,) = of(events, ArmiesSeen)
    assert SeenTroop(V, "min-levee", 30) in armies.troops
    assert SeenTroop(V, "min-archers", 5) in armies.troops
    assert set(armies.people) == {SeenLeader(V, "Captain L2", ("militaire",)), SeenLeader(V, "Captain L6", ("civil",))}
    (leaders,) = of(events, LeadersSeen)
    assert {(who.id, who.age, who.nation) for who in leaders.leaders} == {(THEIRS, 30, V), (COUNCILLOR, 30, V)}
    assert leaders.audience == armies.audience != None  # noqa: E711
    assert next(who for who in leaders.leaders if who.id == COUNCILLOR).civil.gifts == ("mécène",)
    at_home = cast(scene("mort"), "mort/2", territory=HOME)
    assert [len(of(at_home, kind)) for kind in (ArmiesSeen, LeadersSeen)] == [1, 1]


@pytest.mark.rule("TC-SPELL-MORT-3")
def test_four_skeletons_rise_and_fall_to_dust_in_winter():
    prove("mort/3", "own_territory", {f"{HOME} mag-squelettes of {A} until 7": 4}, reach="zone")
    unit("mag-squelettes", 1, {"mort-vivants", "infanterie"})


@pytest.mark.rule("TC-SPELL-MORT-4", "TC-MAG-02")
def test_the_slow_fever_takes_people_and_recruits():
    prove("mort/4", "enemy_territory", {f"{ABROAD} population": -1, f"{ABROAD} recruits": -2}, {WINTER: {f"{ABROAD} danger": 15}})


@pytest.mark.rule("TC-SPELL-MORT-5")
def test_the_breath_of_the_vault_ages_and_weakens_an_army():
    ages = {"their chief age": 3, "councillor age": 3}
    done = {f"{ABROAD} mag-pantins-cendre of {V}": -6, **ages, **HOSTILE}
    prove("mort/5", "enemy_army", done, {ONE: {"theirs combat": -1, "garrison combat": -1}}, public=True)


@pytest.mark.rule("TC-SPELL-MORT-6")
def test_four_barrow_guards_stay_for_good():
    prove("mort/6", "own_territory", {f"{HOME} mag-gardes-tertres of {A}": 4}, reach="zone", public=True)
    unit("mag-gardes-tertres", 3, {"mort-vivants", "moral de fer"}, gold=5)


@pytest.mark.rule("TC-SPELL-MORT-7", "TC-MAG-02")
def test_the_scythe_wounds_and_ages():
    prove("mort/7", "enemy_leader", {"their chief wounded": True, "their chief age": 5})


@pytest.mark.rule("TC-SPELL-MORT-7", "TC-MAG-02")
def test_the_scythe_kills_when_chance_will_have_it():
    game = scene("mort")
    game.chance = leaning(high=False)
    cast(game, "mort/7", nation=V, target=THEIRS)
    assert THEIRS not in game.leaders


@pytest.mark.rule("TC-SPELL-MORT-8", "TC-MAG-02")
def test_the_black_harvest_reaps_a_territory():
    done = {f"{ABROAD} mag-pantins-cendre of {V}": -12, f"{ABROAD} population": -2, f"{ABROAD} recruits": -2, f"{ABROAD} farms": -1}
    prove("mort/8", "enemy_territory", {**done, f"{A} tenths": -2}, {WINTER: {f"{ABROAD} danger": 10}}, public=True)


@pytest.mark.rule("TC-SPELL-MORT-9")
def test_revenants_and_a_wraith_lord_march():
    done = {f"{HOME} mag-revenants of {A}": 4, f"{HOME} mag-seigneur-spectral of {A}": 1, f"{A} tenths": -1}
    prove("mort/9", "own_territory", done, reach="zone", public=True)
    unit("mag-revenants", 3, {"terreur", "mort-vivants"}, gold=5)
    unit("mag-seigneur-spectral", 5, {"volant", "terreur"}, move=2, gold=10)


@pytest.mark.rule("TC-SPELL-MORT-10")
def test_the_night_of_the_departed_empties_a_land_and_its_foreign_neighbours():
    fallen = {f"{ABROAD} mag-pantins-cendre of {V}": -18, f"{HILLS} min-levee of {V}": -6, "LLA mag-pantins-cendre of MERISSE": -6}
    people = {f"{code} {what}": -1 for code in (HILLS, "LLA", VACANT) for what in ("population", "recruits")}
    people |= {f"{ABROAD} population": -2, f"{ABROAD} recruits": -2}
    runs = {ONE: {f"{V} stability test": -3}}
    prove("mort/10", "enemy_territory", {**fallen, **people, f"{A} tenths": -6}, runs, public=True)


# -- life -------------------------------------------------------------------------------------------------------


def hurt(game):
    for key in (MINE, MAGE):
        game.leaders[key] = msgspec.structs.replace(game.leaders[key], wounded=key == MINE)


@pytest.mark.rule("TC-SPELL-VIE-2", "TC-MAG-02")
def test_soothing_hands_heal_and_make_younger():
    prove("vie/2", "own_leader", {"my chief wounded": False, "my chief age": -1}, prepare=hurt)


@pytest.mark.rule("TC-SPELL-VIE-3")
def test_vermin_flee():
    runs = {WINTER: {f"{HOME} provisions": 2, f"{HOME} danger": -5}}
    prove("vie/3", "own_territory", {f"{HOME} brigands": -1}, runs)


@pytest.mark.rule("TC-SPELL-VIE-4")
def test_the_blessed_granary_feeds_a_town():
    prove("vie/4", "own_city", runs={WINTER: {f"{HOME} appetite": -4, f"{HOME} fed": True}})


@pytest.mark.rule("TC-SPELL-VIE-4", "TC-CITY-04")
@pytest.mark.parametrize("blessed", [True, False])
def test_a_blessed_town_loses_no_level_when_the_stores_are_empty(blessed):
    game = scene("vie")
    game.garrisons.clear(), game.armies.clear()
    land(game, BACK, town=0)
    if blessed:
        cast(game, "vie/4", territory=HOME)
    change(game, A, goods=Goods())
    feed(game, A)
    assert (game.lands[HOME].town == 4) is blessed


@pytest.mark.rule("TC-SPELL-VIE-5", "TC-MAG-02")
def test_quickened_harvests_add_land_then_farms():
    prove("vie/5", "own_territory", {f"{HOME} farm_capacity": 1, f"{HOME} farms": 2}, {WINTER: {f"{HOME} provisions": 1}})


@pytest.mark.rule("TC-SPELL-VIE-6", "TC-MAG-02")
def test_joyful_births_bring_people_and_recruits():
    prove("vie/6", "own_territory", {f"{HOME} population": 2, f"{HOME} recruits": 4}, {WINTER: {f"{HOME} danger": -10}})


@pytest.mark.rule("TC-SPELL-VIE-7", "TC-MAG-02")
def test_the_refusal_of_the_grave_keeps_an_army_alive():
    safe = {"my chief no leader_death": True, "my chief no leader_wound": True}
    prove("vie/7", "own_army", runs={ONE: {"mine losses": -4, **safe}, TWO: {"mine loss test": -2}}, public=True)


@pytest.mark.rule("TC-SPELL-VIE-8")
def test_the_fountain_of_youth_refreshes_every_leader_of_the_nation():
    done = {"my chief wounded": False, "my chief age": -1, "my mage age": -1}
    runs = {WINTER: {"my chief no old_age": True, "my mage no old_age": True}}
    prove("vie/8", "self_nation", done, runs, reach="zone", prepare=hurt)


@pytest.mark.rule("TC-SPELL-VIE-8", "TC-LEAD-04")
@pytest.mark.parametrize("young", [True, False])
def test_nobody_dies_of_old_age_in_the_coming_winter(young):
    game = scene("vie")
    if young:
        cast(game, "vie/8")
    for _ in ("printemps", "ete", "automne"):
        next_season(game)
    game.leaders = {
        key: msgspec.structs.replace(who, age=100, ruler=False) for key, who in game.leaders.items() if key in (MINE, THEIRS)
    }
    old_age(game)
    assert set(game.leaders) & {MINE, THEIRS} == ({MINE} if young else set())


@pytest.mark.rule("TC-SPELL-VIE-9")
def test_a_year_of_plenty_for_all_controlled_land():
    land_ = {f"{code} {what}": n for code in (HOME, BACK) for what, n in (("provisions", 2), ("danger", -5), ("fed", True))}
    prove("vie/9", "self_nation", runs={WINTER: {**land_, f"{A} stability test": 1}}, reach="zone", public=True)


DEATHLESS = {f"{who} no {what}": True for who in ("my chief", "my mage") for what in ("leader_death", "old_age")}


@pytest.mark.rule("TC-SPELL-VIE-10")
def test_the_deathless_year():
    runs = {WINTER: {**DEATHLESS, "mine losses": -1, "home guard losses": -1, f"{A} stability test": 1}}
    prove("vie/10", "self_nation", runs=runs, reach="zone", public=True)


@pytest.mark.rule("TC-SPELL-VIE-10")
def test_the_deathless_year_makes_land_populous_by_chance():
    game = scene("vie")
    game.chance = leaning(high=False)
    before = deeds(game)
    cast(game, "vie/10")
    grown = {f"{code} {what}": 1 for code in (HOME, BACK) for what in ("population", "recruits")}
    assert difference(before, deeds(game)) == {f"{HOME} fluid": -10, **grown}


@pytest.mark.rule("TC-SPELL-VIE-10", "TC-LEAD-04")
@pytest.mark.parametrize("deathless", [True, False])
def test_in_the_deathless_year_knives_only_wound(deathless):
    game = scene("vie")
    if deathless:
        cast(game, "vie/10")
    game.chance = leaning(high=False)
    night_of_knives(game, A, Step(do="knives", number=2))
    assert (MINE in game.leaders and game.leaders[MINE].wounded) is deathless
