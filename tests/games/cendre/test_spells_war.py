"""Nature, war and water: every spell with its own figures, target, reach, duration and what stops it."""

from __future__ import annotations

import pytest

from .grimoire import (
    ABROAD,
    BACK,
    FRIENDS,
    HILLS,
    HOME,
    HOSTILE,
    LEVY,
    ONE,
    SEA,
    SHIPS,
    SLOW,
    SLOWED,
    STRANGERS,
    THIRD,
    VACANT,
    WINTER,
    cast,
    faster,
    felt,
    prove,
    scene,
    unit,
)
from .warfare import A, C, M, V, garrison, hold, land

FALLEN = f"{ABROAD} {SLOW} of {V}"

# -- nature -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-NATURE-2")
def test_beast_trails_help_ambushes():
    prove("nature/2", "own_army", runs={ONE: {"mine ambush": 4, "mine strong": ("forêts",)}})


@pytest.mark.rule("TC-SPELL-NATURE-3")
def test_the_gnawing_swarm_eats_a_farm_and_the_harvests():
    prove("nature/3", "enemy_territory", {f"{ABROAD} farms": -1}, {WINTER: {f"{ABROAD} provisions": -3}})


@pytest.mark.rule("TC-SPELL-NATURE-4")
def test_hastened_growth_gives_land_a_farm_and_food():
    prove("nature/4", "own_territory", {f"{HOME} farm_capacity": 1, f"{HOME} farms": 1, f"{A} provisions": 4})


@pytest.mark.rule("TC-SPELL-NATURE-5")
def test_three_wolf_packs_come():
    prove("nature/5", "own_territory", {f"{HOME} mag-loups of {A}": 3}, reach="zone", unfit="MIO")
    unit("mag-loups", 2, {"tirailleur"}, move=2, provisions=1)


@pytest.mark.rule("TC-SPELL-NATURE-6")
def test_the_wall_of_briars_slows_whoever_starts_there():
    runs = {WINTER: {f"{ABROAD} terrains": ("plaine", "jungle"), **SLOWED}}
    prove("nature/6", "any_territory", HOSTILE, runs, public=True)
    game = scene("nature")
    cast(game, "nature/6", territory=HOME)
    assert felt(game, "nat-ronces") == {f"{HOME} terrains": ("plaine", "jungle")}


@pytest.mark.rule("TC-SPELL-NATURE-7")
def test_beasts_rise_against_a_territory():
    done = {FALLEN: -6, f"{ABROAD} brigands": 2, f"{ABROAD} farms": -2, **HOSTILE}
    prove("nature/7", "enemy_territory", done, {WINTER: {f"{ABROAD} danger": 10}}, public=True)


@pytest.mark.rule("TC-SPELL-NATURE-8")
def test_three_elder_oaks_awake():
    prove("nature/8", "own_territory", {f"{HOME} mag-vieux-chenes of {A}": 3}, reach="zone", public=True, unfit="MIO")
    unit("mag-vieux-chenes", 5, {"géants"}, bois=1)


@pytest.mark.rule("TC-SPELL-NATURE-9", "TC-MAG-02")
@pytest.mark.parametrize(("choice", "left"), [("fonderie", "scierie"), ("scierie", "fonderie")])
def test_a_city_goes_wild(choice, left):
    done = {
        f"{ABROAD} structures": (left, "chateau", "tour-de-mage"),
        f"{ABROAD} roads": False,
        f"{ABROAD} exploitations": -2,
        **HOSTILE,
    }
    aim = {"territory": ABROAD, "choice": choice}
    prove("nature/9", "enemy_city", done, {WINTER: {f"{ABROAD} income": -40}}, aim=aim, public=True)


@pytest.mark.rule("TC-SPELL-NATURE-10")
def test_green_wrath_and_the_foreign_neighbours():
    done = {FALLEN: -12, f"{ABROAD} brigands": 2, f"{ABROAD} farms": -3, f"{ABROAD} exploitations": -2, **HOSTILE}
    done |= {f"{code} farms": -1 for code in (HILLS, THIRD, VACANT, SEA)}
    runs = {WINTER: {f"{code} danger": 10 for code in (ABROAD, HILLS, THIRD, VACANT, SEA)}}
    prove("nature/10", "enemy_territory", done, runs, public=True)


# -- war --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-GUERRE-2")
def test_the_song_of_steel():
    prove("guerre/2", "own_army", runs={ONE: {"mine combat": 1}})


@pytest.mark.rule("TC-SPELL-GUERRE-2")
def test_a_garrison_is_an_army_too():
    prove("guerre/2", "own_army", runs={ONE: {"home guard combat": 1}}, aim={"territory": HOME})


@pytest.mark.rule("TC-SPELL-GUERRE-3")
def test_the_rallying_horn():
    prove("guerre/3", "own_army", runs={ONE: {"mine gains": ("moral de fer",), "mine losses": -1}})


@pytest.mark.rule("TC-SPELL-GUERRE-4")
def test_the_generals_eye():
    runs = {ONE: {"mine combat": 1, "mine ambush": 3, "mine may intercept": True, "mine interception": 2}}
    prove("guerre/4", "own_army", runs=runs)


@pytest.mark.rule("TC-SPELL-GUERRE-5")
def test_the_iron_march():
    runs = {ONE: {**faster("mine"), "mine strong": ("attaque",), "my chief no leader_capture": True}}
    prove("guerre/5", "own_army", runs=runs)


@pytest.mark.rule("TC-SPELL-GUERRE-6")
def test_the_wind_of_dread():
    runs = {f"{who} {what}": n for who in ("theirs", "garrison") for what, n in (("combat", -3), ("no intercept", True))}
    prove("guerre/6", "enemy_army", HOSTILE, {ONE: {**runs, "theirs loses": ("moral de fer",)}}, public=True)


@pytest.mark.rule("TC-SPELL-GUERRE-7", "TC-MAG-02")
def test_enchanted_blades():
    prove("guerre/7", "own_army", runs={ONE: {"mine force": 1, "mine combat": 2, "mine kills": 2}}, public=True)


@pytest.mark.rule("TC-SPELL-GUERRE-8", "TC-MAG-02")
def test_the_killing_field_helps_friends_and_holds_strangers():
    runs = {f"{who} combat at {ABROAD}": 3 for who in FRIENDS}
    held = (("losses", 3), ("no ambush", True), ("no leave", True))
    runs |= {f"{who} {what} at {ABROAD}": n for who in STRANGERS for what, n in held}
    prove("guerre/8", "any_territory", HOSTILE, {ONE: runs}, public=True)


@pytest.mark.rule("TC-SPELL-GUERRE-9")
def test_the_avatar_of_battle():
    runs = {"mine force": 2, "mine gains": ("terreur",), "mine combat": 2, "mine losses": -1, "my chief no leader_death": True}
    prove("guerre/9", "own_army", runs={ONE: runs}, public=True)


@pytest.mark.rule("TC-SPELL-GUERRE-10")
def test_the_hour_of_battles_for_all_armies_of_the_nation():
    each = (("combat", 3), ("kills", 1), ("losses", -1))
    runs = {f"{who} {what}": n for who in ("mine", "home guard") for what, n in each}
    prove(
        "guerre/10", "self_nation", runs={ONE: {**runs, **faster("mine"), **faster("home guard", LEVY)}}, reach="zone", public=True
    )


# -- water ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-EAU-2")
def test_the_miraculous_catch_by_the_sea():
    prove("eau/2", "own_territory", {f"{A} provisions": 6, f"{A} mer": 4}, unfit=HILLS)


@pytest.mark.rule("TC-SPELL-EAU-3")
def test_friendly_currents_carry_ships_and_help_on_coasts():
    runs = {**faster("mine", SHIPS), **{f"mine combat at {code}": 1 for code in (HOME, ABROAD, THIRD)}}
    prove("eau/3", "own_army", runs={ONE: runs})


@pytest.mark.rule("TC-SPELL-EAU-4")
def test_willing_fords():
    prove("eau/4", "own_army", runs={ONE: {"mine gains": ("amphibie",), "mine may landing": True}})


@pytest.mark.rule("TC-SPELL-EAU-5")
def test_the_maelstrom_strikes_ships_twice():
    done = {FALLEN: -6, f"{ABROAD} {SHIPS} of {V}": -6, **HOSTILE}
    prove("eau/5", "enemy_army", done, {ONE: SLOWED}, public=True, unfit=HILLS)


@pytest.mark.rule("TC-SPELL-EAU-6")
def test_two_sea_serpents_join():
    prove("eau/6", "own_territory", {f"{HOME} mag-serpents-mer of {A}": 2}, reach="zone", public=True, unfit=HILLS)
    unit("mag-serpents-mer", 4, {"naval", "monstre"}, move=2, provisions=1)


@pytest.mark.rule("TC-SPELL-EAU-7")
def test_the_sudden_flood():
    done = {FALLEN: -6, f"{ABROAD} farms": -2, f"{ABROAD} exploitations": -2, f"{ABROAD} roads": False, **HOSTILE}
    prove("eau/7", "enemy_territory", done, public=True, unfit=HILLS)


@pytest.mark.rule("TC-SPELL-EAU-8")
def test_the_wall_of_waves_around_a_shore():
    runs = {f"{who} no landing at {code}": True for who in STRANGERS for code in (HOME, ABROAD, HILLS)}
    runs |= {f"{who} defence at {code}": 1 for who in ("mine", "home guard") for code in (HOME, ABROAD)}
    runs |= {f"{HOME} provisions": 1, f"{BACK} provisions": 1}
    prove("eau/8", "own_territory", runs={WINTER: runs}, public=True, unfit=HILLS)


@pytest.mark.rule("TC-SPELL-EAU-8")
def test_the_wall_of_waves_does_nothing_for_fields_inland():
    game = scene("eau")
    hold(game, A, HILLS)
    cast(game, "eau/8", territory=HOME)
    assert {key: n for key, n in felt(game, "eau-muraille").items() if "provisions" in key} == {
        f"{HOME} provisions": 1,
        f"{BACK} provisions": 1,
    }


@pytest.mark.rule("TC-SPELL-EAU-9")
def test_the_kraken_wakes():
    done = {f"{HOME} mag-kraken of {A}": 1, f"{HOME} mag-serpents-mer of {A}": 2}
    prove("eau/9", "own_territory", done, reach="zone", public=True, unfit=HILLS)
    unit("mag-kraken", 6, {"naval", "monstre", "terreur", "destructeur"}, move=2, provisions=3)


@pytest.mark.rule("TC-SPELL-EAU-10", "TC-MAG-02")
def test_the_tidal_wave_and_the_ships_next_to_it():
    def fleets(game):
        for nation, code in ((M, THIRD), (V, HILLS), (C, "LIM"), (A, HOME)):
            garrison(game, nation, code, min_navires=9)

    done = {
        FALLEN: -18,
        f"{ABROAD} town": -1,
        f"{ABROAD} danger": 5,
        f"{ABROAD} farms": -3,
        f"{ABROAD} exploitations": -2,
        **HOSTILE,
    }
    done |= {f"{code} farms": -1 for code in (THIRD, VACANT, SEA)}
    done |= {f"{THIRD} {SHIPS} of {M}": -6}
    prove("eau/10", "enemy_territory", done, public=True, unfit=HILLS, prepare=fleets)


@pytest.mark.rule("TC-SPELL-EAU-10", "TC-MAG-02")
def test_a_town_is_never_washed_away():
    game = scene("eau")
    land(game, ABROAD, town=1)
    cast(game, "eau/10", territory=ABROAD)
    assert game.lands[ABROAD].town == 1
