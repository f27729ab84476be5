"""Weather, earth, air and fire: every spell with its own figures, target, reach, duration and what stops it."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.orders import CastSpell, Exhaust
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied
from marchland.games.cendre.rules.magic.visions import ArmiesSeen, LedgerSeen, OperationsSeen, SeenDeed
from marchland.games.cendre.rules.war.bodies import army_body, speed
from marchland.games.cendre.state import CivilUnits
from marchland.games.cendre.world import ATLAS
from marchland.kernel.chance import leaning

from .grimoire import (
    ABROAD,
    BACK,
    COUNCILLOR,
    FRIEND,
    FRIENDS,
    HILLS,
    HOME,
    HOSTILE,
    LEVY,
    MAGE,
    MINE,
    ONE,
    SEA,
    SLOW,
    SLOWED,
    STRANGERS,
    THEIRS,
    THIRD,
    TWO,
    VACANT,
    WINTER,
    cast,
    faster,
    felt,
    next_season,
    prove,
    scene,
    unit,
)
from .sorcery import phase, refused
from .warfare import FAST, A, M, V, army, hold, of, order

FALLEN = f"{ABROAD} {SLOW} of {V}"
FOREIGN = (ABROAD, HILLS, THIRD, VACANT, SEA)
THIRD_SLOWED = {f"third {FAST} speed": -1}
RUINED = {f"{ABROAD} structures": ("fonderie", "chateau", "tour-de-mage")}
"""Dice fall high: of the two buildings the second is lost."""


def hills(game):
    """Akla holds the hills, and they may still yield more."""
    hold(game, A, HILLS, resource_level=6, exploitations=3)


def cast_on_the_hills_from_home(spell):
    game = scene("terre", control=1)
    hills(game)
    return refused(cast(game, spell, territory=HILLS))


# -- weather ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-CLIMAT-2")
def test_the_kindly_rain():
    prove("climat/2", "own_territory", runs={WINTER: {f"{HOME} provisions": 2, f"{BACK} provisions": 1}})


@pytest.mark.rule("TC-SPELL-CLIMAT-3")
def test_the_thick_fog_hides_everybody():
    everybody = (*FRIENDS, *STRANGERS)
    runs = {f"{who} no intercept": True for who in everybody} | {f"{who} ambush at {ABROAD}": 3 for who in FRIENDS}
    beside = {f"{who} no intercept at {code}": True for who in everybody for code in (HOME, HILLS, THIRD)}
    prove("climat/3", "any_territory", runs={ONE: runs}, warded=beside)
    game = scene("climat")
    cast(game, "climat/3", territory=BACK)
    assert felt(game, "cli-brouillard") == {f"{who} no intercept at {HOME}": True for who in everybody}


@pytest.mark.rule("TC-SPELL-CLIMAT-4")
def test_mud_and_gales_slow_foreign_armies_around():
    prove("climat/4", "any_territory", HOSTILE, {ONE: {**SLOWED, **THIRD_SLOWED}}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-5")
def test_the_drought_on_a_land_and_its_foreign_neighbours():
    runs = {f"{code} {what}": n for code in FOREIGN for what, n in (("provisions", -3), ("danger", 5))}
    prove("climat/5", "enemy_territory", HOSTILE, {WINTER: runs}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-6")
def test_the_golden_season_within_two_steps():
    runs = {f"{code} {what}": n for code in (HOME, BACK) for what, n in (("provisions", 1), ("resource", 1), ("danger", -5))}
    prove("climat/6", "own_territory", runs={WINTER: runs}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-6")
def test_how_far_the_golden_season_reaches():
    game = scene("climat")
    hold(game, A, HILLS, THIRD)
    cast(game, "climat/6", territory=HOME)
    steps, found = ATLAS.distances(HOME), felt(game, "cli-saison")
    assert (steps[HILLS], steps[THIRD]) == (1, 2)
    assert {key: n for key, n in found.items() if key.startswith(HILLS)} == {f"{HILLS} provisions": 1, f"{HILLS} danger": -5}
    assert {key: n for key, n in found.items() if key.startswith(THIRD)} == {f"{THIRD} provisions": 1, f"{THIRD} resource": 1}
    game = scene("climat")
    hold(game, A, HILLS, THIRD)
    cast(game, "climat/6", territory=BACK)
    assert ATLAS.distances(BACK)[THIRD] == 3
    assert not [key for key in felt(game, "cli-saison") if key.startswith(THIRD)]


@pytest.mark.rule("TC-SPELL-CLIMAT-7")
def test_the_deluge_drowns_the_harvest():
    done = {FALLEN: -6, f"{ABROAD} farms": -2, **HOSTILE}
    runs = {f"{code} provisions": -2 for code in (HILLS, THIRD, VACANT, SEA)}
    prove("climat/7", "enemy_territory", done, {WINTER: {f"{ABROAD} provisions": -3, **runs}}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-8")
def test_lightning_strikes_an_army():
    runs = {"theirs combat": -2, "garrison combat": -2, **SLOWED}
    prove("climat/8", "enemy_army", {FALLEN: -18, **HOSTILE}, {ONE: runs}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-8")
def test_lightning_wounds_leaders_by_chance():
    game = scene("climat")
    game.chance = leaning(high=False)
    cast(game, "climat/8", territory=ABROAD, nation=V)
    assert [game.leaders[key].wounded for key in (THEIRS, COUNCILLOR, MINE)] == [True, True, False]


@pytest.mark.rule("TC-SPELL-CLIMAT-9", "TC-MAG-02")
def test_seasons_unhinged_all_over_a_nation():
    each = (("provisions", -2), ("resource", -1), ("danger", 5))
    runs = {f"{code} {what}": n for code in (ABROAD, HILLS) for what, n in each}
    prove("climat/9", "nation", HOSTILE, {WINTER: {**runs, f"{V} event": -3}}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-10")
def test_the_eye_of_the_cyclone():
    done = {FALLEN: -12, f"{HILLS} {LEVY} of {V}": -6, f"{THIRD} {SLOW} of {M}": -6, **RUINED, f"{ABROAD} farms": -2, **HOSTILE}
    done |= {f"{code} farms": -1 for code in (HILLS, THIRD, VACANT, SEA)}
    prove("climat/10", "enemy_territory", done, {ONE: {**SLOWED, **THIRD_SLOWED}}, public=True)


@pytest.mark.rule("TC-SPELL-CLIMAT-10")
def test_the_cyclone_slows_armies_two_steps_away_and_no_further():
    game = scene("climat")
    two, three = army(game, V, "CDR", {FAST: 1}), army(game, V, "PLU", {FAST: 1})
    steps = ATLAS.distances(ABROAD)
    assert (steps["CDR"], steps["PLU"]) == (2, 3)
    cast(game, "climat/10", territory=ABROAD)
    assert [speed(game, army_body(key, game.armies[key])) for key in (two, three)] == [1, 2]


# -- earth ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-TERRE-2")
def test_the_opened_vein():
    prove("terre/2", "own_territory", {f"{A} pierre": 3, f"{A} metal": 1})


@pytest.mark.rule("TC-SPELL-TERRE-3")
def test_stone_terraces_in_hills():
    done = {f"{HILLS} farm_capacity": 1, f"{HILLS} farms": 1}
    prove("terre/3", "own_territory", done, aim={"territory": HILLS}, at=HILLS, unfit=HOME, prepare=hills)
    assert cast_on_the_hills_from_home("terre/3") == []


@pytest.mark.rule("TC-SPELL-TERRE-4")
def test_deep_veins_where_there_is_metal_stone_or_treasure():
    done = {f"{HILLS} resource_level": 1, f"{HILLS} exploitations": 1, f"{A} precieux": 1}
    prove("terre/4", "own_territory", done, aim={"territory": HILLS}, at=HILLS, unfit=HOME, prepare=hills)
    assert cast_on_the_hills_from_home("terre/4") == []


@pytest.mark.rule("TC-SPELL-TERRE-5")
def test_risen_walls_serve_the_nation_and_its_allies():
    runs = {f"{who} defence at {HOME}": 2 for who in FRIENDS}
    prove("terre/5", "own_territory", runs={WINTER: runs}, public=True)


@pytest.mark.rule("TC-SPELL-TERRE-6")
def test_ways_beneath_the_rock():
    runs = {"mine gains": ("tunnelier",), "mine strong": ("collines", "montagnes"), "mine combat in attaque": 1}
    prove("terre/6", "own_army", runs={ONE: runs})


@pytest.mark.rule("TC-SPELL-TERRE-7")
def test_three_stone_golems():
    prove("terre/7", "own_territory", {f"{HOME} mag-golems-roc of {A}": 3}, reach="zone", public=True, unfit="MIO")
    unit("mag-golems-roc", 4, {"troupe lourde", "moral de fer"}, pierre=1)


@pytest.mark.rule("TC-SPELL-TERRE-8", "TC-MAG-02")
def test_the_earthquake_takes_a_building_and_a_structure():
    done = {FALLEN: -6, f"{ABROAD} structures": ("fonderie", "chateau"), f"{ABROAD} exploitations": -1, **HOSTILE}
    prove("terre/8", "enemy_city", done, public=True)


@pytest.mark.rule("TC-SPELL-TERRE-9")
def test_the_heart_of_the_mountain():
    done = {f"{HILLS} resource_level": 2, f"{HILLS} exploitations": 3, f"{A} precieux": 3, f"{A} metal": 3}
    aim = {"territory": HILLS}
    prove("terre/9", "own_territory", done, aim=aim, at=HILLS, unfit=HOME, prepare=hills, reach="zone", public=True)
    assert cast_on_the_hills_from_home("terre/9") == [("TC-MAG-02", "same_zone")]


@pytest.mark.rule("TC-SPELL-TERRE-10", "TC-MAG-02")
def test_the_earth_opens():
    done = {FALLEN: -18, f"{ABROAD} structures": ("fonderie", "chateau"), f"{ABROAD} roads": False, **HOSTILE}
    done |= {f"{ABROAD} exploitations": -3, f"{ABROAD} resource_level": -1}
    runs = {f"{who} no leave at {ABROAD}": True for who in STRANGERS}
    prove("terre/10", "enemy_territory", done, {ONE: runs}, public=True)


# -- air --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-AIR-2")
def test_rumours_on_the_wind():
    (seen,) = of(prove("air/2", "any_territory", visions=1), TerritorySpied)
    assert (seen.territory, seen.dossier.farms, seen.dossier.recruits) == (ABROAD, 5, 5)
    assert seen.dossier.structures == ("fonderie", "scierie", "chateau", "tour-de-mage")
    assert (V, LEVY, 30) in seen.dossier.units
    assert [event.territory for event in of(cast(scene("air"), "air/2", territory=HOME), TerritorySpied)] == [HOME]


@pytest.mark.rule("TC-SPELL-AIR-3")
def test_the_bearing_breeze():
    prove("air/3", "own_army", runs={ONE: {**faster("mine"), "mine interception": 3}})


@pytest.mark.rule("TC-SPELL-AIR-4")
def test_the_ear_of_the_heights_hears_all_neighbours():
    seen = of(prove("air/4", "any_territory", visions=1), TerritorySpied)
    assert sorted(event.territory for event in seen) == sorted((ABROAD, *ATLAS.neighbours(ABROAD)))
    assert all(event.dossier.recruits >= 0 for event in seen)


@pytest.mark.rule("TC-SPELL-AIR-5")
def test_the_veil_of_air():
    runs = {f"{code} veiled from {seer}": True for code in (HOME, BACK) for seer in (V, M)}
    prove("air/5", "own_territory", runs={WINTER: {**runs, f"{A} detection": 4}})


@pytest.mark.rule("TC-SPELL-AIR-6")
def test_contrary_winds_hold_an_army():
    runs = {f"{who} {what}": n for who in ("theirs", "garrison") for what, n in (("no move", True), ("combat", -1))}
    prove("air/6", "enemy_army", HOSTILE, {ONE: runs}, public=True)


@pytest.mark.rule("TC-SPELL-AIR-7")
def test_riders_of_the_winds():
    runs = {"mine gains": ("infiltration", "volant"), **faster("mine"), "mine combat": 1}
    prove("air/7", "own_army", runs={ONE: runs})


def council(game):
    """Voltdarg has a plan, spies, a discovery, and troops abroad."""
    army(game, V, FRIEND, {SLOW: 2})
    game.nations[V] = msgspec.structs.replace(game.nations[V], civil=CivilUnits(espions=3), known=("Banque",))


@pytest.mark.rule("TC-SPELL-AIR-8", "TC-MAG-02")
def test_the_secrets_of_the_council_are_read_every_season_until_winter():
    game = scene("air")
    council(game)
    plan = Exhaust(leader=THEIRS, territory=HOME)
    order(game, A, CastSpell(leader=MAGE, spell="air/8", nation=V))
    for turn in range(6):
        order(game, V, plan)
        events = phase(game)
        seen = [event for kind in (LedgerSeen, OperationsSeen, ArmiesSeen) for event in of(events, kind)]
        if turn < 4:
            ledger, doing, *armies = seen
            assert (ledger.other, ledger.goods, ledger.civil) == (V, game.nations[V].goods, CivilUnits(espions=3))
            assert (ledger.units, ledger.known, ledger.science) == (54 + 30 + 30 + 2, ("Banque",), (15,) * 8)
            assert doing.deeds == (SeenDeed("Exhaust", "Captain L2", order=plan),)
            assert sorted(event.territory for event in armies) == sorted((ABROAD, HILLS))
            assert {event.audience for event in seen} == {(game.seats[A],)}
        else:
            assert not seen
        next_season(game)


@pytest.mark.rule("TC-SPELL-AIR-8")
def test_who_may_be_overheard():
    prove("air/8", "nation", visions=4)


@pytest.mark.rule("TC-SPELL-AIR-9", "TC-MAG-02")
def test_the_whirlwind_takes_a_building_a_caravan_and_the_next_harvest():
    done = {FALLEN: -18, **RUINED, "caravans": -1, **HOSTILE}
    prove("air/9", "enemy_territory", done, {TWO: {f"{ABROAD} provisions": -5}}, public=True)


@pytest.mark.rule("TC-SPELL-AIR-10")
def test_the_throne_of_winds():
    runs = {f"{code} veiled from {seer}": True for code in (HOME, BACK) for seer in (V, M)}
    runs |= {"mine combat": 1, "home guard combat": 1, **faster("mine"), **faster("home guard", LEVY)}
    events = prove("air/10", "self_nation", runs={WINTER: runs}, reach="zone", public=True, visions=4)
    neighbours = {*ATLAS.neighbours(HOME), *ATLAS.neighbours(BACK)} - {HOME, BACK}
    assert sorted(event.territory for event in of(events, ArmiesSeen)) == sorted(neighbours)
    game = scene("air")
    cast(game, "air/10")
    for turn in range(1, 6):
        next_season(game)
        assert len(of(phase(game), ArmiesSeen)) == (len(neighbours) if turn < 4 else 0)


# -- fire -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-FEU-2")
def test_the_spark():
    prove("feu/2", "enemy_territory", {f"{ABROAD} farms": -1, f"{V} provisions": -3})


@pytest.mark.rule("TC-SPELL-FEU-3")
def test_burning_blades():
    prove("feu/3", "own_army", runs={ONE: {"mine gains": ("feu",)}})


@pytest.mark.rule("TC-SPELL-FEU-4")
def test_the_fireball_frightens_horses():
    prove("feu/4", "enemy_army", {FALLEN: -6, **HOSTILE}, {ONE: {"theirs combat": -2}}, public=True)


@pytest.mark.rule("TC-SPELL-FEU-5")
def test_scorched_earth():
    done = {f"{ABROAD} farms": -2, f"{ABROAD} exploitations": -1, f"{V} provisions": -5, **HOSTILE}
    prove("feu/5", "enemy_territory", done, public=True)


@pytest.mark.rule("TC-SPELL-FEU-6")
def test_walls_of_flame():
    runs = {f"{who} defence at {HOME}": 2 for who in FRIENDS}
    runs |= {f"{who} losses at {HOME} in attaque": 1 for who in STRANGERS}
    prove("feu/6", "own_territory", runs={WINTER: runs}, public=True)


@pytest.mark.rule("TC-SPELL-FEU-7")
def test_the_rain_of_embers():
    prove("feu/7", "enemy_army", {FALLEN: -18, **HOSTILE}, {ONE: {"theirs combat": -2, "garrison combat": -2}}, public=True)


@pytest.mark.rule("TC-SPELL-FEU-8")
def test_a_city_in_flames():
    done = {f"{ABROAD} town": -1, f"{ABROAD} danger": 5, **RUINED, f"{V} provisions": -8, f"{A} tenths": -3}
    prove("feu/8", "enemy_city", done, public=True)


@pytest.mark.rule("TC-SPELL-FEU-9")
def test_the_spawn_of_the_crachant():
    done = {f"{HOME} mag-elementaires-feu of {A}": 3, f"{A} tenths": -2}
    prove("feu/9", "own_territory", done, reach="zone", public=True, unfit="MIO")
    unit("mag-elementaires-feu", 5, {"feu", "monstre"}, gold=5)


@pytest.mark.rule("TC-SPELL-FEU-10")
def test_fire_from_the_sky():
    done = {
        FALLEN: -24,
        f"{ABROAD} town": -1,
        f"{ABROAD} danger": 5,
        **RUINED,
        f"{ABROAD} farms": -3,
        f"{ABROAD} exploitations": -2,
    }
    prove("feu/10", "enemy_territory", {**done, f"{A} tenths": -6}, public=True)
