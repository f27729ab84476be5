"""The arithmetic of magic: price and reach of a spell, what several spells make together, and where other chapters feel them."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.orders import CastSpell, Intercept
from marchland.games.cendre.rules.common.ledger import OrderDone, change
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.events.events import EventRolled, NationalEvent, national_roll
from marchland.games.cendre.rules.magic.casting import SpellCast
from marchland.games.cendre.rules.magic.lasting import Subject, modified, spell_adjusted
from marchland.games.cendre.rules.magic.magic import end_spells
from marchland.games.cendre.rules.magic.targets import control_of
from marchland.games.cendre.rules.standing.standing import StabilityTested, hold_stability_tests
from marchland.games.cendre.rules.towns.towns import storage
from marchland.games.cendre.rules.war.aftermath import LeaderTested
from marchland.games.cendre.rules.war.battle import BattleReport
from marchland.games.cendre.rules.war.movement import InterceptionTried
from marchland.games.cendre.state import Troop
from marchland.games.cendre.world import ATLAS

from .sorcery import cast, magician, phase, refused, study
from .warfare import (
    FAST,
    SLOW,
    A,
    V,
    X,
    Y,
    army,
    attack,
    bare_table,
    build,
    campaign,
    give,
    hold,
    land,
    listed,
    of,
    order,
    script,
    war,
)


def well(game, code, fluid=10):
    """A place for another mage of A."""
    hold(game, A, code, source=10, fluid=fluid, colour="mort")
    return code


# -- price and reach --------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("level", "colour", "cost"), [(5, "mort", 5), (5, "feu", 4), (2, "mort", 2), (2, "feu", 1)])
def test_a_spell_costs_its_level_and_one_less_from_a_source_of_its_colour(level, colour, cost):
    game, mage = study(source_colour=colour)
    (spent,) = of(cast(game, mage, f"feu/{level}", 1, territory=Y), SpellCast)
    assert (spent.fluid, game.lands[X].fluid) == (cost, 10 - cost)


@pytest.mark.rule("TC-MAG-02")
def test_no_spell_is_cheaper_than_one_point():
    game, mage = study(source_colour="feu")
    add_mark(game, "spell_cost", game.turn, nation=A, amount=-2, word="feu")
    cast(game, mage, "feu/2", 1, territory=Y)
    assert game.lands[X].fluid == 9
    game, mage = study(source_colour="feu")
    add_mark(game, "spell_cost", game.turn, nation=A, amount=-2, word="mort")
    cast(game, mage, "feu/5", 1, territory=Y)
    assert game.lands[X].fluid == 6


@pytest.mark.rule("TC-MAG-02", "TC-STRUCT-08")
@pytest.mark.parametrize(
    ("tree", "code", "spell", "cost"),
    [(True, "BMU", "nature/4", 3), (False, "BMU", "nature/4", 4), (True, "VAL", "nature/4", 4), (True, "BMU", "vie/3", 3)],
)
def test_a_heart_tree_makes_spells_of_nature_cheaper_in_woods_of_its_owner(tree, code, spell, cost):
    game = bare_table()
    hold(game, A, code, "AKL", source=10, fluid=10, colour="mort")
    build(game, "AKL", *["arbre-coeur"] * tree)
    cast(game, magician(game, A, code, spell.partition("/")[0]), spell, territory=code)
    assert game.lands[code].fluid == 10 - cost


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("fluid", "works"), [(5, True), (4, False)])
def test_without_enough_fluid_the_spell_is_not_cast_and_nothing_is_spent(fluid, works):
    game, mage = study(fluid=fluid)
    events = cast(game, mage, "feu/5", territory=Y)
    assert refused(events) == ([] if works else [("TC-MAG-02", "fluid")])
    assert game.lands[X].fluid == (0 if works else fluid)
    assert game.lands[Y].farms == (3 if works else 5)
    assert game.leaders[mage].acted is works


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(
    ("control", "target", "works"), [(0, X, True), (0, Y, False), (1, Y, True), (1, "TAN", False), (2, "TAN", True)]
)
def test_control_is_how_many_territories_a_spell_reaches(control, target, works):
    game, mage = study(colour="air", control=control)
    assert ATLAS.distances(X)["TAN"] == 2
    assert refused(cast(game, mage, "air/2", territory=target)) == ([] if works else [("TC-MAG-02", "too_far")])


@pytest.mark.rule("TC-MAG-02", "TC-STRUCT-08")
@pytest.mark.parametrize(
    ("structure", "colour", "reach"),
    [
        ("temple-du-crachant", "feu", 3),
        ("temple-du-crachant", "air", 2),
        ("cercle-des-chamans", "air", 3),
        ("cercle-des-chamans", "", 2),
        ("silos", "feu", 2),
    ],
)
def test_a_temple_lends_reach_to_fire_and_a_circle_of_shamans_to_any_spell(structure, colour, reach):
    game, mage = study(control=2)
    build(game, X, structure)
    assert control_of(game, game.leaders[mage], colour) == reach


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("age", "younger"), [(30, 29), (2, 1), (1, 1)])
def test_nobody_grows_younger_than_one(age, younger):
    game, mage = study(colour="vie")
    game.leaders[mage] = msgspec.structs.replace(game.leaders[mage], age=age)
    (done,) = of(cast(game, mage, "vie/2"), OrderDone)
    assert (done.rule, done.order) == ("TC-MAG-02", "CastSpell")
    assert game.leaders[mage].age == younger


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-FEU-8")
@pytest.mark.parametrize(("town", "left"), [(3, 2), (2, 1), (1, 1)])
def test_a_spell_never_wipes_out_a_town(town, left):
    game, mage = study()
    land(game, Y, town=town)
    cast(game, mage, "feu/8", territory=Y)
    assert game.lands[Y].town == left


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("control", "works"), [(1, True), (0, False)])
def test_a_nation_is_in_reach_if_one_territory_it_controls_is(control, works):
    game, mage = study(colour="cendre", control=control)
    assert refused(cast(game, mage, "cendre/5", 1, nation=V)) == ([] if works else [("TC-MAG-02", "too_far")])


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("strong", "weak", "first"), [(9, 5, "WAN"), (5, 9, "VIL")])
def test_at_equal_level_the_more_powerful_magician_comes_first(strong, weak, first):
    game, _ = study()
    for code, power in (("WAN", strong), ("VIL", weak)):
        order(game, A, CastSpell(leader=magician(game, A, well(game, code), "feu", power=power), spell="feu/2", territory=Y))
    events = phase(game, 1)
    assert [event.in_vain for event in of(events, SpellCast)] == [False, True]
    assert [event.nation for event in of(events, SpellCast)] == [A, A]
    spent = [event.territory for event in events if getattr(event, "what", "") == "fluid"]
    assert spent[0] == first


@pytest.mark.rule("TC-MAG-02", "TC-EVT-05")
@pytest.mark.parametrize(("spell", "ash", "left"), [("vie/3", 2, 1), ("vie/3", 0, 0), ("climat/2", 2, 2), ("terre/3", 2, 2)])
def test_only_strong_spells_of_the_cleansing_colours_sweep_ash(spell, ash, left):
    colour = spell.partition("/")[0]
    game, mage = study(colour=colour)
    target = X if colour != "terre" else "HOR"
    hold(game, A, target, source=10, fluid=10)
    game.leaders[mage] = msgspec.structs.replace(game.leaders[mage], at=target)
    land(game, target, ash=ash, brigands=1, farms=2, farm_capacity=2)
    cast(game, mage, spell, territory=target)
    assert game.lands[target].ash == left
    worked = bool(game.spells) or game.lands[target].farms == 3
    assert worked is (ash == left)


# -- several spells together ------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02")
def test_modifiers_add_up_to_their_cap_and_the_lowest_factor_counts():
    game, mage = study(colour="cendre")
    cast(game, mage, "cendre/3", 1, territory=Y)
    assert spell_adjusted(game, "danger", 10, territory=Y) == 25
    for code, spell, total in (("WAN", "climat/5", 30), ("TEA", "mort/4", 40)):
        cast(game, magician(game, A, well(game, code), spell.partition("/")[0]), spell, 1, territory=Y)
        assert spell_adjusted(game, "danger", 10, territory=Y) == total
    assert spell_adjusted(game, "city_income", 25, territory=Y) == 25
    cast(game, magician(game, A, well(game, "DVA"), "rats"), "rats/6", 1, territory=Y)
    assert spell_adjusted(game, "city_income", 25, territory=Y) == 12
    cast(game, magician(game, A, well(game, "SPO"), "nature"), "nature/9", 0, 1, territory=Y)
    assert spell_adjusted(game, "city_income", 25, territory=Y) == 0


@pytest.mark.rule("TC-MAG-02")
def test_overlapping_areas_of_one_spell_count_once():
    game, mage = study(colour="climat")
    hold(game, V, "TAN", "HPL", farms=5)
    cast(game, mage, "climat/5", territory=Y)
    cast(game, magician(game, A, well(game, "WAN"), "climat"), "climat/5", territory="TAN")
    assert "HPL" in ATLAS.neighbours(Y)
    assert "HPL" in ATLAS.neighbours("TAN")
    assert spell_adjusted(game, "provisions_yield", 9, territory="HPL") == 6
    assert len(game.spells) == 2


@pytest.mark.rule("TC-MAG-02")
def test_what_one_casting_has_struck_the_next_of_the_season_leaves_alone():
    game, mage = study(colour="cendre")
    hold(game, V, "TAN", "HPL", farms=5, population=5)
    other = magician(game, A, well(game, "WAN"), "cendre", power=10)
    land(game, "WAN", farms=0), land(game, X, farms=0)
    for who, target in ((mage, Y), (other, "TAN")):
        order(game, A, CastSpell(leader=who, spell="cendre/10", territory=target))
    script(game, 0, *[100] * 40)
    phase(game)
    assert game.lands["HPL"].farms == 4
    assert {game.lands[Y].farms, game.lands["TAN"].farms} == {5 - 2 - 1, 5 - 2 - 1}


@pytest.mark.rule("TC-MAG-02")
def test_cast_again_a_spell_lasts_anew_and_never_counts_twice():
    game, mage = study(colour="vie")
    cast(game, mage, "vie/3", territory=X)
    game.season = "ete"
    game.leaders[mage] = msgspec.structs.replace(game.leaders[mage], acted=False)
    cast(game, mage, "vie/3", territory=X)
    assert [running.since for running in game.spells] == [1]
    assert spell_adjusted(game, "provisions_yield", 5, territory=X) == 7


@pytest.mark.rule("TC-MAG-02", "TC-WAR-03")
def test_summoned_units_leave_armies_too_and_only_when_their_time_is_over():
    game, _ = study()
    key = army(game, A, X, {SLOW: 3})
    game.armies[key] = msgspec.structs.replace(game.armies[key], troops=(Troop(SLOW, 3), Troop("mag-squelettes", 4, 1)))
    end_spells(game)
    assert sum(troop.count for troop in game.armies[key].troops) == 7
    game.season = "ete"
    end_spells(game)
    assert game.armies[key].troops == (Troop(SLOW, 3),)


# -- where other chapters feel them -----------------------------------------------------------------------------


def field(spell="", **target):
    """A's army in X, ten to ten, about to be attacked from Y by V; a mage of A stands behind in WAN."""
    game, _ = study()
    war(game, A, V)
    mine, theirs = army(game, A, X, {SLOW: 10}), army(game, V, Y, {SLOW: 10})
    if spell:
        mage = magician(game, A, well(game, "WAN"), spell.partition("/")[0])
        aim = {"target": mine} if target == {} else target
        cast(game, mage, spell, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, **aim)
    attack(game, theirs, X)
    return game, mine, theirs


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-GUERRE-7", "TC-WAR-15")
@pytest.mark.parametrize(("spell", "bonus", "force"), [("", 0, 20), ("guerre/2", 1, 20), ("guerre/7", 2, 30), ("guerre/9", 2, 40)])
def test_blades_and_songs_are_felt_in_battle(spell, bonus, force):
    game, _, _ = field(spell)
    (report,) = of(campaign(game, 1, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5), BattleReport)
    assert (listed(report.defence_bonuses).get("spell", 0), report.defence_force) == (bonus, force)
    assert "spell" not in listed(report.attack_bonuses)


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-TERRE-5", "TC-LAND-08")
def test_risen_walls_are_a_defensive_bonus():
    game, _, _ = field("terre/5", territory=X)
    (report,) = of(campaign(game, 1, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5), BattleReport)
    assert listed(report.defence_bonuses)["spell_defence"] == 2


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-PROTECTION-4")
def test_the_lucky_star_keeps_the_better_dice_of_the_defender():
    game, _, _ = field("protection/4")
    (report,) = of(campaign(game, 1, 3, 3, 3, 1, 1, 1, 6, 5, 4, 5, 5, 5, 5, 5, 5), BattleReport)
    assert (report.attack_dice, report.defence_dice) == ((3, 3, 3), (6, 5, 4))


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-NATURE-2", "TC-WAR-14")
@pytest.mark.parametrize(
    ("spell", "die", "ambushed"), [("nature/2", 6, True), ("nature/2", 5, False), ("", 9, False), ("", 10, True)]
)
def test_beast_trails_help_the_ambush_roll(spell, die, ambushed):
    game, _, _ = field(spell)
    (report,) = of(campaign(game, die, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5), BattleReport)
    assert (report.ambush, report.ambushed) == (die + (4 if spell else 0), ambushed)


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-PROTECTION-2", "TC-WAR-17")
@pytest.mark.parametrize(("spell", "fate"), [("", 4), ("protection/2", 6)])
def test_a_charm_helps_the_fate_roll(spell, fate):
    game, mine, _ = field(spell)
    events = campaign(game, 1, 6, 6, 6, 1, 1, 1, 9, 4, 5, 5, 5, 5)
    assert {event.die for event in of(events, LeaderTested) if event.leader == mine} == {fate}


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-PROTECTION-7", "TC-WAR-17")
@pytest.mark.parametrize(("spell", "dead"), [("", True), ("protection/7", False)])
def test_an_aegis_keeps_the_beaten_chief_alive(spell, dead):
    game, mine, _ = field(spell)
    campaign(game, 1, 6, 6, 6, 1, 1, 1, 9, 1, 5, 5, 5, 5)
    assert (mine not in game.leaders) is dead


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-GUERRE-4", "TC-WAR-11")
@pytest.mark.parametrize(("spell", "tried"), [("", False), ("guerre/4", True)])
def test_the_generals_eye_intercepts_without_trait_or_tactic(spell, tried):
    game, mine, _ = field(spell)
    hold(game, A, "TEA")
    theirs = army(game, V, "DVA", {FAST: 1})
    hold(game, V, "DVA")
    attack(game, theirs, "TEA")
    give(game, mine, Intercept)
    tries = of(campaign(game, *[4] * 60), InterceptionTried)
    assert bool(tries) is tried
    assert all(attempt.total - attempt.die == 1 + 2 for attempt in tries)


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-PROTECTION-6", "TC-EVT-01", "TC-STAB-03")
def test_the_mantle_of_fortune_rolls_events_twice_and_steadies_the_people():
    game, mage = study(colour="protection")
    change(game, A, stability=0)
    plain = hold_test(game)
    cast(game, mage, "protection/6")
    assert hold_test(game) == plain + 1
    script(game, 9, 12, *[1] * 20)
    national_roll(game, A)
    (rolled,) = of(game.outbox, EventRolled)
    (event,) = of(game.outbox, NationalEvent)
    assert (rolled.die, rolled.bonus, event.score) == (12, 2, 14)


def hold_test(game):
    game.outbox = []
    script(game, *[5] * 40)
    hold_stability_tests(game)
    change(game, A, stability=0)
    return next(test.bonus for test in of(game.outbox, StabilityTested) if test.nation == A)


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-FROID-2")
def test_an_ice_larder_keeps_eight_more_provisions():
    game, mage = study(colour="froid")
    land(game, X, town=2)
    plain = storage(game, A).provisions
    cast(game, mage, "froid/2", territory=X)
    assert storage(game, A).provisions == plain + 8


@pytest.mark.rule("TC-MAG-02")
def test_a_modifier_of_a_side_counts_once_however_many_armies_carry_it():
    game, mage = study(colour="guerre")
    subjects = [Subject(army=(army(game, A, X, {SLOW: 1}),), nation=A, territory=X) for _ in range(3)]
    cast(game, mage, "guerre/10")
    assert modified(game, "combat_test", 0, *subjects) == 3
