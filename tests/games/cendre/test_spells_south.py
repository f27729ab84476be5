"""Rats, cold and ash: every spell with its own figures, target, reach, duration and what stops it."""

from __future__ import annotations

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied
from marchland.games.cendre.rules.common.ledger import change
from marchland.games.cendre.rules.magic.lasting import is_frozen, terrains
from marchland.games.cendre.rules.war.ways import is_sea
from marchland.kernel.chance import leaning

from .grimoire import (
    ABROAD,
    FOR_GOOD,
    FRIEND,
    FRIENDS,
    HILLS,
    HOME,
    HOSTILE,
    LEVY,
    ONE,
    SEA,
    SLOW,
    SLOWED,
    THIRD,
    TWO,
    VACANT,
    WINTER,
    cast,
    deeds,
    difference,
    felt,
    prove,
    scene,
    unit,
)
from .warfare import FAST, A, M, V, garrison, hold, land, of

FALLEN = f"{ABROAD} {SLOW} of {V}"
FOREIGN = (ABROAD, HILLS, THIRD, VACANT, SEA)
AROUND = (HOME, ABROAD, HILLS, THIRD, FRIEND, VACANT, SEA)

# -- rats -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-RATS-2")
def test_a_thousand_eyes_see_and_steal():
    (seen,) = of(prove("rats/2", "enemy_city", {f"{A} provisions": 1, f"{V} provisions": -1}, visions=1), TerritorySpied)
    assert (seen.territory, seen.dossier.recruits) == (ABROAD, 5)


@pytest.mark.rule("TC-SPELL-RATS-3")
def test_granary_gnawers_steal_half_and_spoil_half():
    prove("rats/3", "enemy_city", {f"{A} provisions": 6, f"{V} provisions": -12})


@pytest.mark.rule("TC-SPELL-RATS-3", "TC-MAG-02")
@pytest.mark.parametrize(("stock", "stolen"), [(9, 6), (4, 4), (0, 0)])
def test_nobody_loses_more_provisions_than_there_are(stock, stolen):
    game = scene("rats")
    change(game, V, goods=Goods(provisions=stock))
    before = game.nations[A].goods.provisions
    cast(game, "rats/3", territory=ABROAD)
    assert (game.nations[V].goods.provisions, game.nations[A].goods.provisions - before) == (0, stolen)


@pytest.mark.rule("TC-SPELL-RATS-4")
def test_the_numberless_litter():
    def room(game):
        land(game, HOME, population=8, recruits=3)

    prove("rats/4", "own_territory", {f"{HOME} population": 1, f"{HOME} recruits": 4}, prepare=room)


@pytest.mark.rule("TC-SPELL-RATS-5")
def test_warrens_for_an_army():
    runs = {"mine gains": ("raid", "tunnelier"), "mine strong": ("supériorité numérique",)}
    prove("rats/5", "own_army", runs={ONE: runs})


@pytest.mark.rule("TC-SPELL-RATS-6")
def test_the_grey_plague():
    done = {FALLEN: -6, f"{ABROAD} population": -1, f"{ABROAD} recruits": -3}
    prove("rats/6", "enemy_city", done, {WINTER: {f"{ABROAD} income": -20}})


@pytest.mark.rule("TC-SPELL-RATS-7")
def test_six_rat_swarms():
    prove("rats/7", "own_territory", {f"{HOME} mag-nuees-rats of {A}": 6}, reach="zone", public=True, unfit="MIO")
    unit("mag-nuees-rats", 2, {"tunnelier"}, provisions=1)


@pytest.mark.rule("TC-SPELL-RATS-8", "TC-MAG-02")
@pytest.mark.parametrize(("choice", "left"), [("fonderie", "scierie"), ("scierie", "fonderie")])
def test_undermining_a_chosen_building(choice, left):
    done = {f"{ABROAD} structures": (left, "chateau", "tour-de-mage"), f"{ABROAD} agitators": 2, f"{ABROAD} brigands": 2}
    prove("rats/8", "enemy_city", done, aim={"territory": ABROAD, "choice": choice})


@pytest.mark.rule("TC-SPELL-RATS-9", "TC-MAG-02")
def test_the_great_theft():
    stolen = {"gold": 140, "provisions": 8, "mer": 8}
    done = {f"{A} {kind}": n for kind, n in stolen.items()} | {f"{V} {kind}": -n for kind, n in stolen.items()}
    prove("rats/9", "nation", done)


@pytest.mark.rule("TC-SPELL-RATS-9", "TC-MAG-02")
def test_thieves_take_no_more_than_there_is():
    game = scene("rats")
    change(game, V, goods=Goods(gold=90, provisions=3, bois=2, metal=1))
    change(game, A, goods=Goods())
    cast(game, "rats/9", nation=V)
    assert game.nations[A].goods == Goods(gold=90, provisions=3, bois=2, metal=1)
    assert game.nations[V].goods == Goods()


@pytest.mark.rule("TC-SPELL-RATS-10")
def test_the_grey_tide_troubles_foreign_neighbours():
    done = {f"{HOME} mag-nuees-rats of {A}": 6, f"{HOME} mag-rats-ogres of {A}": 2}
    done |= {f"{code} brigands": 1 for code in (HILLS, VACANT, "MIO", ABROAD)}
    prove("rats/10", "own_territory", done, reach="zone", public=True, unfit="MIO")
    unit("mag-rats-ogres", 5, {"monstre", "destructeur"}, provisions=2)


# -- cold -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-FROID-2", "TC-MAG-02")
def test_the_ice_larder():
    prove("froid/2", "own_city", {f"{A} provisions": 2}, {WINTER: {f"{A} storage": 8}})


@pytest.mark.rule("TC-SPELL-FROID-3")
def test_the_hobbling_frost():
    prove("froid/3", "enemy_army", runs={ONE: {**SLOWED, "theirs no raid": True, "garrison no raid": True}})


@pytest.mark.rule("TC-SPELL-FROID-4")
def test_winters_breath():
    runs = {f"{ABROAD} frozen": True, f"{ABROAD} provisions": -1}
    prove("froid/4", "any_territory", HOSTILE, {WINTER: runs}, public=True)
    game = scene("froid")
    cast(game, "froid/4", territory=HOME)
    assert felt(game, "fro-souffle") == {f"{HOME} frozen": True, f"{HOME} provisions": -1}


@pytest.mark.rule("TC-SPELL-FROID-5")
def test_rimeskin():
    runs = {"mine gains": ("terres gelées",), "mine strong": ("terres gelées",), "mine losses": -1}
    prove("froid/5", "own_army", runs={WINTER: runs})


@pytest.mark.rule("TC-SPELL-FROID-6", "TC-MAG-02")
def test_frozen_springs_feed_no_foreigner():
    prove("froid/6", "source", runs={TWO: {f"{code} shut": True for code in (ABROAD, HILLS, THIRD)}})


@pytest.mark.rule("TC-SPELL-FROID-7")
def test_the_bridge_of_ice_for_all_and_the_habit_of_ice_for_friends():
    def frozen(*codes):
        return {f"{code} {what}": True for code in codes for what in ("frozen", "dry")} | {f"{SEA} terrains": ()}

    runs = frozen(*AROUND) | {f"{who} gains": ("terres gelées",) for who in FRIENDS}
    beside = {f"{who} gains at {code}": ("terres gelées",) for who in FRIENDS for code in (HOME, HILLS, THIRD)}
    beside |= frozen(*(code for code in AROUND if code != ABROAD))
    prove("froid/7", "any_territory", HOSTILE, {ONE: runs}, public=True, unfit=HILLS, warded=beside)


@pytest.mark.rule("TC-SPELL-FROID-7")
@pytest.mark.parametrize("target", [HOME, "MIO"])
def test_the_bridge_freezes_ones_own_sea_too(target):
    game = scene("froid")
    hold(game, A, "MIO")
    cast(game, "froid/7", territory=target)
    assert terrains(game, "MIO") == ()
    assert is_frozen(game, "MIO")
    assert not is_sea(game, "MIO")


@pytest.mark.rule("TC-SPELL-FROID-8")
def test_the_tomb_of_ice():
    prove("froid/8", "enemy_leader", {"their chief wounded": True}, {WINTER: {"their chief no act": True}})


@pytest.mark.rule("TC-SPELL-FROID-9")
def test_five_icemen():
    prove("froid/9", "own_territory", {f"{HOME} mag-hommes-glace of {A}": 5}, reach="zone", public=True, unfit="MIO")
    unit("mag-hommes-glace", 4, {"troupe lourde", "terres gelées"}, gold=5)


@pytest.mark.rule("TC-SPELL-FROID-10")
def test_the_long_winter_spares_those_used_to_frost():
    def icemen(game):
        garrison(game, M, VACANT, mag_hommes_glace=9)

    done = {FALLEN: -6, f"{HILLS} {LEVY} of {V}": -6, f"{THIRD} {SLOW} of {M}": -6, **HOSTILE}
    runs = {f"{code} {what}": n for code in FOREIGN for what, n in (("frozen", True), ("provisions", -3))}
    runs |= {**SLOWED, f"third {FAST} speed": -1}
    prove("froid/10", "enemy_territory", done, {WINTER: runs}, public=True, prepare=icemen)


# -- ash --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-CENDRE-2")
def test_the_grey_shroud():
    deeds_ = ("agitation", "assassinat", "brigandage", "espionnage", "prospection")
    runs = {f"{HOME} {deed}": -3 for deed in deeds_} | {f"{who} ambush at {HOME}": 3 for who in ("mine", "home guard")}
    prove("cendre/2", "own_territory", runs={WINTER: runs})


@pytest.mark.rule("TC-SPELL-CENDRE-3")
def test_the_ashfall():
    prove("cendre/3", "enemy_territory", runs={WINTER: {f"{ABROAD} provisions": -4, f"{ABROAD} danger": 15}})


@pytest.mark.rule("TC-SPELL-CENDRE-4")
def test_four_ash_puppets_crumble_in_winter():
    prove("cendre/4", "own_territory", {f"{HOME} {SLOW} of {A} until 7": 4}, reach="zone", unfit="MIO")
    unit(SLOW, 2, {"infanterie"})


@pytest.mark.rule("TC-SPELL-CENDRE-5", "TC-MAG-02")
@pytest.mark.parametrize(("points", "lost"), [(25, -9), (15, -5), (10, None)])
def test_forgetting_never_undoes_a_discovery(points, lost):
    def learned(game):
        change(game, V, science=(points,) * 8)

    prove("cendre/5", "nation", {f"{V} science": lost} if lost else {}, prepare=learned)


@pytest.mark.rule("TC-SPELL-CENDRE-6", "TC-MAG-02")
@pytest.mark.parametrize(("level", "lost"), [(6, -2), (2, -1), (1, None)])
def test_the_choked_spring_keeps_one_level(level, lost):
    game = scene("cendre")
    land(game, ABROAD, source=level, fluid=level)
    before = deeds(game)
    cast(game, "cendre/6", territory=ABROAD)
    found = difference(before, deeds(game))
    assert (found[f"{ABROAD} fluid"], found.get(f"{ABROAD} source")) == (-level, lost)


@pytest.mark.rule("TC-SPELL-CENDRE-6", "TC-MAG-02")
def test_whose_spring_may_be_choked():
    prove("cendre/6", "source", {f"{ABROAD} fluid": -6, f"{ABROAD} source": -2})


@pytest.mark.rule("TC-SPELL-CENDRE-7")
def test_the_ashen_embrace():
    runs = {"theirs combat": -2, "garrison combat": -2, **SLOWED, "theirs loses": ("distance",)}
    prove("cendre/7", "enemy_army", {FALLEN: -12, **HOSTILE}, {ONE: runs}, public=True)


@pytest.mark.rule("TC-SPELL-CENDRE-8")
def test_dead_land_for_ever():
    done = {f"{ABROAD} farm_capacity": -2, f"{ABROAD} farms": -2, f"{ABROAD} exploitations": -2, f"{A} tenths": -3}
    done |= {f"{ABROAD} population": -1, f"{ABROAD} recruits": -1}
    prove("cendre/8", "enemy_territory", done, {FOR_GOOD: {f"{ABROAD} terrains": ("plaine", "terre morte")}}, public=True)


@pytest.mark.rule("TC-SPELL-CENDRE-9")
def test_the_slag_colossus():
    done = {f"{HOME} mag-colosse-scories of {A}": 1, f"{HOME} {SLOW} of {A}": 6, f"{HOME} danger": 5}
    prove("cendre/9", "own_territory", done, reach="zone", public=True, unfit="MIO")
    unit("mag-colosse-scories", 6, {"géants", "feu", "terreur", "destructeur"})


CATASTROPHE = {
    FALLEN: -12,
    f"{ABROAD} farms": -2,
    f"{ABROAD} farm_capacity": -1,
    f"{ABROAD} exploitations": -2,
    f"{ABROAD} population": -2,
    f"{ABROAD} recruits": -2,
    f"{ABROAD} source": -1,
    f"{ABROAD} fluid": -1,
    f"{A} tenths": -7,
    f"{A} stability": -1,
    **{f"{code} farms": -1 for code in (HOME, HILLS, THIRD, FRIEND, VACANT, SEA)},
}


@pytest.mark.rule("TC-SPELL-CENDRE-10", "TC-MAG-02")
def test_the_lesser_catastrophe_strikes_friends_too():
    def calm(game):
        change(game, A, stability=0)

    prove("cendre/10", "enemy_territory", CATASTROPHE, public=True, prepare=calm)


@pytest.mark.rule("TC-SPELL-CENDRE-10", "TC-MAG-02")
def test_the_lesser_catastrophe_kills_people_next_door_by_chance():
    game = scene("cendre")
    game.chance = leaning(high=False)
    before = deeds(game)
    cast(game, "cendre/10", territory=ABROAD)
    found = difference(before, deeds(game))
    assert [found.get(f"{code} population") for code in (HOME, HILLS, THIRD, FRIEND, VACANT)] == [-1] * 5
    assert found[f"{ABROAD} population"] == -2
