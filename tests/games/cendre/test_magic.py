"""Magic: sources, learning, casting and what every spell does (TC-MAG-01 to TC-MAG-06)."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    BoostSource,
    CastSpell,
    ChangeColour,
    Divert,
    DryUp,
    Exhaust,
    LearnMagic,
    Reinforce,
    Siphon,
)
from marchland.games.cendre.report.estate import grimoire
from marchland.games.cendre.report.pen import Pen
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied
from marchland.games.cendre.rules.common.figures import total
from marchland.games.cendre.rules.common.ledger import LandChanged, OrderRefused, change
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty
from marchland.games.cendre.rules.leaders.people import LeaderHurt, LeaderLeft
from marchland.games.cendre.rules.magic.book import SPELLS, WHATS, last_turn, spell_named
from marchland.games.cendre.rules.magic.casting import CasterFound, SpellCast
from marchland.games.cendre.rules.magic.lasting import (
    Subject,
    granted,
    is_forbidden,
    is_frozen,
    modified,
    spell_adjusted,
    spell_forbids,
    terrains,
)
from marchland.games.cendre.rules.magic.magic import MagicLearnt, end_spells, learning_difficulty, learning_parts
from marchland.games.cendre.rules.magic.visions import ArmiesSeen, LedgerSeen, OperationsSeen
from marchland.games.cendre.state import NEVER, Magic, Troop
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.world import SITES, summoned_units

from .sorcery import cast, magician, phase, refused, study
from .warfare import SLOW, A, V, X, Y, army, bare_table, build, garrison, hold, land, leader, of, order, size, war

COLOURS = tuple(dict.fromkeys(spell.colour for spell in SPELLS.values()))

# -- the book ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-01")
def test_thirteen_colours_of_nine_spells():
    assert len(COLOURS) == 13
    for colour in COLOURS:
        levels = sorted(spell.level for spell in SPELLS.values() if spell.colour == colour)
        assert levels == list(range(2, 11))


@pytest.mark.rule("TC-MAG-01")
def test_every_spell_has_a_name_and_a_text_in_three_languages():
    for spell in SPELLS.values():
        assert all(spell.name[language] and spell.text[language] for language in ("en", "fr", "it")), spell.id


@pytest.mark.rule("TC-MAG-01")
def test_spells_are_found_by_level_id_or_name():
    wanted = SPELLS["feu-boule"]
    assert spell_named("feu/4") is wanted
    assert spell_named("feu-boule") is wanted
    assert spell_named("Boule de feu") is wanted
    assert spell_named("fireball") is wanted
    assert spell_named("feu/11") is None
    assert spell_named("nothing") is None


@pytest.mark.rule("TC-MAG-01")
def test_every_atom_speaks_of_something_its_operation_can_touch():
    from marchland.games.cendre.rules.magic.book import OPS

    for spell in SPELLS.values():
        for atom in spell.effect:
            assert WHATS[atom.what].kind in OPS[atom.op].kinds, spell.id


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(
    ("duration", "phase", "since", "last"),
    [
        ("season", "militaire", 0, 0),
        ("season", "entretien_prealable", 0, 1),
        ("season", "civile", 2, 4),
        ("until_winter", "militaire", 0, 3),
        ("until_winter", "entretien_prealable", 1, 3),
        ("until_winter", "entretien_prealable", 2, 4),
        ("until_winter", "militaire", 2, 3),
        ("permanent", "magique", 2, NEVER),
        ("instant", "magique", 1, 1),
    ],
)
def test_how_long_effects_last(duration, phase, since, last):
    assert last_turn(duration, phase, since) == last


# -- casting ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("power", "colour", "works"), [(5, "feu", True), (5, "mort", False), (4, "feu", False)])
def test_dt13_power_is_checked_before_the_discount_of_a_matching_source(power, colour, works):
    game, mage = study(power=power, fluid=4, source_colour=colour)
    events = cast(game, mage, "feu/5", territory=Y)
    assert bool(of(events, SpellCast)) is works
    assert game.lands[X].fluid == (0 if works else 4)
    assert game.leaders[mage].acted is works


@pytest.mark.rule("TC-MAG-02")
def test_a_magician_casts_only_from_land_his_nation_controls_and_within_his_control():
    game, mage = study(control=1)
    land(game, X, controller=V)
    assert refused(cast(game, mage, "feu/2", territory=Y)) == [("TC-MAG-02", "not_controlled")]
    land(game, X, controller=A)
    assert refused(cast(game, mage, "feu/2", territory="VOL")) == [("TC-MAG-02", "too_far")]
    assert refused(cast(game, mage, "feu/9", territory=Y)) == [("TC-MAG-02", "not_own")]
    hold(game, A, "WAN")
    assert refused(cast(game, mage, "feu/9", territory="WAN")) == [("TC-MAG-02", "same_zone")]


@pytest.mark.rule("TC-MAG-01", "TC-MAG-02")
def test_a_magician_casts_only_his_colours_and_one_spell_a_season():
    game, mage = study()
    assert refused(cast(game, mage, "vie/2")) == [("TC-MAG-01", "")]
    order(game, A, CastSpell(leader=mage, spell="feu/2", territory=Y), CastSpell(leader=mage, spell="feu/5", territory=Y))
    assert refused(phase(game)) == [("TC-LEAD-01", "acted")]


@pytest.mark.rule("TC-MAG-02")
def test_peoples_and_structures_save_fluid():
    game = bare_table()
    fire = magician(game, "FEU", "CFE", "feu")
    land(game, "CFE", fluid=9, source=9, colour="feu")
    hold(game, V, "LSD")
    cast(game, fire, "feu/5", territory="LSD")
    assert game.lands["CFE"].fluid == 9 - 3
    shaman = magician(game, "MERE", "TAN", "eau", control=1)
    land(game, "TAN", fluid=9, source=9, colour="mort")
    build(game, "TAN", "cercle-des-chamans")
    hold(game, V, "GPA")
    cast(game, shaman, "eau/7", territory="GPA")
    assert game.lands["TAN"].fluid == 9 - 6


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("draw", "last"), [(0, ["VIL", "WAN"]), (1, ["WAN", "VIL"])])
def test_spells_resolve_by_level_then_power_then_chance(draw, last):
    game, _ = study()
    for code, power, level in (("WAN", 5, 2), ("VIL", 5, 2), ("TEA", 9, 2), ("SPO", 6, 5)):
        hold(game, A, code)
        land(game, code, source=9, fluid=9, colour="mort")
        mage = magician(game, A, code, "feu", power=power)
        order(game, A, CastSpell(leader=mage, spell=f"feu/{level}", territory=Y))
    # the two equals are drawn first; then the victim of the one secret spell that works looks for its caster
    events = phase(game, draw, 1)
    spent = [event.territory for event in of(events, LandChanged) if event.what == "fluid"]
    assert spent == ["SPO", "TEA", *last]


@pytest.mark.rule("TC-MAG-02")
def test_the_same_spell_works_once_on_a_target_in_a_season():
    game, mage = study()
    hold(game, A, "WAN")
    land(game, "WAN", source=9, fluid=9)
    other = magician(game, A, "WAN", "feu", power=5)
    order(game, A, CastSpell(leader=mage, spell="feu/2", territory=Y), CastSpell(leader=other, spell="feu/2", territory=Y))
    events = phase(game, 1, 1)
    assert [event.in_vain for event in of(events, SpellCast)] == [False, True]
    assert game.lands[Y].farms == 4
    assert game.lands["WAN"].fluid < 9


@pytest.mark.rule("TC-MAG-02", "TC-INFO-10", "TC-DIP-04", "TC-REP-03")
@pytest.mark.parametrize(("stability", "die", "found"), [(0, 7, True), (0, 6, False), (3, 4, True)])
def test_the_victim_of_a_secret_spell_looks_for_the_caster(stability, die, found):
    game, mage = study()
    change(game, V, stability=stability)
    change(game, A, tenths=0)
    events = cast(game, mage, "feu/2", die, territory=Y)
    assert bool(of(events, CasterFound)) is found
    assert any(casus.holder == V and casus.against == A for casus in game.casus) is found
    assert game.nations[A].tenths == (-1 if found else 0)
    assert of(events, SpellCast)[0].audience == (game.seats[A],)


@pytest.mark.rule("TC-MAG-02", "TC-DIP-04")
def test_public_spells_name_their_caster_and_wars_excuse_them():
    game, mage = study()
    events = cast(game, mage, "feu/5", territory=Y)
    assert of(events, SpellCast)[0].audience is None
    assert any(casus.holder == V for casus in game.casus)
    game, mage = study()
    war(game, A, V)
    cast(game, mage, "feu/5", territory=Y)
    assert not game.casus


@pytest.mark.rule("TC-MAG-02")
def test_friends_are_no_target_of_hostile_spells():
    game, mage = study()
    begin_treaty(game, "alliance", A, V, "TC-DIP-01")
    assert refused(cast(game, mage, "feu/5", territory=Y)) == [("TC-MAG-02", "not_foreign")]


# -- wards and dispels ------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("spell", "farms"), [("feu/5", 5), ("climat/7", 3)])
def test_a_ward_stops_foreign_spells_up_to_its_strength(spell, farms):
    game, mage = study(colours=("climat",))
    land(game, Y, source=9, fluid=9, colour="mort")
    keeper = magician(game, V, Y, "protection")
    cast(game, keeper, "protection/5", territory=Y)
    garrison(game, V, Y, min_levee=1)
    cast(game, mage, spell, 1, 1, 1, 1, territory=Y)
    assert game.lands[Y].farms == farms
    assert game.lands[X].fluid < 10


@pytest.mark.rule("TC-MAG-02")
def test_a_ward_does_not_lift_what_was_there_before_nor_hinder_its_own_side():
    game, mage = study(colour="climat")
    cast(game, mage, "climat/5", territory=Y)
    assert spell_adjusted(game, "provisions_yield", 5, territory=Y) == 2
    land(game, Y, source=9, fluid=9, colour="mort")
    keeper = magician(game, V, Y, "protection", "vie")
    cast(game, keeper, "protection/5", territory=Y)
    assert spell_adjusted(game, "provisions_yield", 5, territory=Y) == 2
    game.leaders[keeper] = msgspec.structs.replace(game.leaders[keeper], acted=False)
    cast(game, keeper, "vie/3", territory=Y)
    assert spell_adjusted(game, "provisions_yield", 5, territory=Y) == 4


@pytest.mark.rule("TC-MAG-02")
def test_a_dispel_ends_hostile_effects_and_limited_summons_around():
    game, mage = study(colour="climat", colours=("mort",))
    cast(game, mage, "climat/5", territory=Y)
    land(game, Y, source=9, fluid=9, colour="mort")
    game.garrisons[f"{Y}:{A}"] = (Troop("mag-squelettes", 4, 3),)
    keeper = magician(game, V, Y, "protection")
    cast(game, keeper, "protection/8", territory=Y)
    assert [running.caster for running in game.spells] == [V]
    assert size(game, A, Y) == 0


# -- sources ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-03")
def test_exhausting_takes_as_much_fluid_as_the_magician_has_power():
    game, mage = study(power=3)
    order(game, A, Exhaust(leader=mage, territory=Y))
    phase(game)
    assert game.lands[Y].fluid == 1
    game, mage = study(power=9)
    order(game, A, Exhaust(leader=mage, territory=Y))
    phase(game)
    assert game.lands[Y].fluid == 0


@pytest.mark.rule("TC-MAG-03", "TC-MAG-06")
@pytest.mark.parametrize(("points", "left", "here"), [(5, 3, 4), (4, 4, 4), (9, 0, 6)])
def test_diverting_moves_half_and_never_more_than_there_is_or_fits(points, left, here):
    game, mage = study(fluid=2, source=6, source_colour="feu")
    hold(game, A, Y)
    land(game, Y, source=8, fluid=8, colour="feu")
    order(game, A, Divert(leader=mage, territory=Y, points=points))
    phase(game)
    assert (game.lands[Y].fluid, game.lands[X].fluid) == (left, here)


@pytest.mark.rule("TC-MAG-03", "TC-MAG-06")
def test_diverting_needs_control_the_same_colour_and_the_power():
    game, mage = study(power=3, source_colour="feu")
    order(game, A, Divert(leader=mage, territory=Y, points=2))
    assert refused(phase(game)) == [("TC-MAG-03", "not_controlled")]
    hold(game, A, Y)
    assert refused(phase(game)) == [("TC-MAG-03", "colour")]
    land(game, Y, colour="feu")
    game.sheets.clear()
    order(game, A, Divert(leader=mage, territory=Y, points=4))
    assert refused(phase(game)) == [("TC-MAG-06", "power")]


@pytest.mark.rule("TC-MAG-04", "TC-SCI-07")
def test_reinforcing_fills_a_source_beyond_its_level():
    game, mage = study(source=5, fluid=5, source_colour="feu")
    hold(game, A, Y)
    land(game, Y, source=8, fluid=8, colour="feu")
    order(game, A, Reinforce(leader=mage, territory=Y, points=8))
    assert refused(phase(game)) == [("TC-SCI-07", "")]
    change(game, A, known=("Renforcer une source",))
    phase(game)
    assert (game.lands[X].fluid, game.lands[Y].fluid) == (10, 0)


@pytest.mark.rule("TC-MAG-04")
def test_siphoning_takes_from_foreign_sources_of_any_colour():
    game, mage = study(source=6, fluid=1)
    change(game, A, known=("Siphonner une source",))
    order(game, A, Siphon(leader=mage, territory=Y, points=3))
    phase(game)
    assert (game.lands[X].fluid, game.lands[Y].fluid) == (4, 1)


@pytest.mark.rule("TC-MAG-04")
def test_a_full_source_takes_a_new_colour_and_is_emptied():
    game, mage = study(source=5, fluid=4)
    change(game, A, known=("Changer la couleur",))
    order(game, A, ChangeColour(leader=mage, colour="feu"))
    assert refused(phase(game)) == [("TC-MAG-04", "not_full")]
    land(game, X, fluid=5)
    phase(game)
    assert (game.lands[X].colour, game.lands[X].fluid) == ("feu", 0)
    game, mage = study()
    change(game, A, known=("Changer la couleur",))
    order(game, A, ChangeColour(leader=mage, colour="vie"))
    assert refused(phase(game)) == [("TC-MAG-04", "unknown_colour")]


@pytest.mark.rule("TC-MAG-04")
@pytest.mark.parametrize(("power", "works"), [(4, True), (3, False)])
def test_drying_up_needs_power_no_less_than_the_source(power, works):
    game, mage = study(power=power)
    change(game, A, known=("Assécher une source",))
    order(game, A, DryUp(leader=mage, territory=Y))
    events = phase(game)
    assert (not refused(events)) is works
    assert (game.lands[Y].source, game.lands[Y].fluid) == ((3, 3) if works else (4, 4))


@pytest.mark.rule("TC-MAG-04")
def test_boosting_raises_the_source_up_to_ten():
    game, mage = study(source=9)
    change(game, A, known=("Booster la magie",))
    order(game, A, BoostSource(leader=mage))
    phase(game)
    assert game.lands[X].source == 10
    game.leaders[mage] = msgspec.structs.replace(game.leaders[mage], acted=False)
    assert refused(phase(game)) == [("TC-MAG-04", "full")]


# -- learning ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-05")
@pytest.mark.parametrize(("power", "difficulty"), [(1, 15), (3, 10), (6, 7), (8, 10), (10, 15)])
def test_dt14_difficulty_of_learning_by_power(power, difficulty):
    game, mage = study(power=power)
    assert learning_difficulty(game.leaders[mage]) == difficulty
    game, mage = study(power=power, colours=("mort",))
    assert learning_difficulty(game.leaders[mage]) == difficulty + 5


@pytest.mark.rule("TC-MAG-05")
def test_dt14_bonuses_of_learning():
    game, mage = study(power=6)
    change(game, A, stability=1, colours=("feu", "vie"), goods=Goods(gold=500, bois=50, metal=50))
    for code in (X, "WAN", "TEA", "SPO", "DVA"):
        hold(game, A, code)
        land(game, code, colour="vie", source=3)
    lesson = LearnMagic(leader=mage, colour="vie", extra=Goods(gold=100, bois=20, metal=20))
    assert total(learning_parts(game, A, lesson)) == 8
    order(game, A, lesson)
    (learnt,) = of(phase(game, 1), MagicLearnt)
    assert (learnt.total, learnt.difficulty, learnt.success) == (9, 7, True)
    assert game.leaders[mage].magic.colours == ("feu", "vie")
    assert game.nations[A].goods == Goods(gold=300, bois=30, metal=30)


@pytest.mark.rule("TC-MAG-05")
def test_learning_that_fails_costs_all_the_same():
    game, mage = study(power=6)
    change(game, A, stability=0, colours=("feu", "vie"), goods=Goods(gold=100))
    order(game, A, LearnMagic(leader=mage, colour="vie"))
    (learnt,) = of(phase(game, 1), MagicLearnt)
    assert not learnt.success
    assert game.nations[A].goods.gold == 0
    assert game.leaders[mage].magic.colours == ("feu",)


@pytest.mark.rule("TC-MAG-05")
@pytest.mark.parametrize(
    ("colours", "wanted", "extra", "gold", "why"),
    [
        (("feu",), "mort", Goods(), 500, "colour"),
        (("feu",), "feu", Goods(), 500, "colour"),
        (("feu", "mort", "eau"), "vie", Goods(), 500, "too_many"),
        (("feu",), "vie", Goods(gold=50), 500, "extra"),
        (("feu",), "vie", Goods(bois=10), 500, "extra"),
        (("feu",), "vie", Goods(), 99, "cannot_pay"),
    ],
)
def test_what_cannot_be_learnt(colours, wanted, extra, gold, why):
    game, mage = study(colour=colours[0], colours=colours[1:])
    change(game, A, colours=("feu", "vie"), goods=Goods(gold=gold))
    order(game, A, LearnMagic(leader=mage, colour=wanted, extra=extra))
    assert refused(phase(game)) == [("TC-MAG-05", why)]


# -- single effects ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02", "TC-LAND-10")
def test_figures_stay_within_their_limits():
    game, mage = study(colour="vie")
    land(game, X, farms=5, farm_capacity=5, population=10)
    cast(game, mage, "vie/5", territory=X)
    assert (game.lands[X].farms, game.lands[X].farm_capacity) == (6, 6)
    game, mage = study(colour="cendre")
    land(game, Y, farms=8, farm_capacity=8)
    cast(game, mage, "cendre/8", territory=Y)
    assert (game.lands[Y].farms, game.lands[Y].farm_capacity) == (6, 6)


@pytest.mark.rule("TC-MAG-02", "TC-WAR-20")
def test_fire_burns_armies_and_makes_them_fight_worse():
    game, mage = study()
    victim = army(game, V, Y, {SLOW: 6, "min-cavaliers": 1})
    cast(game, mage, "feu/4", 6, 5, 4, territory=Y)
    assert size(game, V, Y) == 3
    subject = Subject(army=(victim,), nation=V, territory=Y, side="défense", traits=frozenset(("cavalerie",)))
    assert modified(game, "combat_test", 0, subject) == -2
    horseless = Subject(army=(victim,), nation=V, territory=Y, side="défense", traits=frozenset(("infanterie",)))
    assert modified(game, "combat_test", 0, horseless) == 0


@pytest.mark.rule("TC-MAG-02", "TC-WAR-03")
def test_summoned_units_leave_when_the_spell_ends_or_stay_for_good():
    game, mage = study(colour="mort")
    cast(game, mage, "mort/3")
    assert game.garrisons[f"{X}:{A}"] == (Troop("mag-squelettes", 4, 3),)
    for season in ("ete", "automne", "hiver"):
        end_spells(game)
        assert size(game, A, X) == 4
        game.season = season
    end_spells(game)
    assert size(game, A, X) == 0
    game, mage = study(colour="nature")
    cast(game, mage, "nature/5")
    assert game.garrisons[f"{X}:{A}"] == (Troop("mag-loups", 3, 0),)
    assert set(summoned_units()) >= {"mag-loups", "mag-kraken"}


@pytest.mark.rule("TC-MAG-02")
def test_lasting_spells_end_with_their_season():
    game, mage = study(colour="guerre")
    chief = army(game, A, X, {SLOW: 1})
    cast(game, mage, "guerre/2", target=chief)
    subject = Subject(army=(chief,), nation=A, territory=X, side="attaque")
    assert modified(game, "combat_test", 0, subject) == 1
    end_spells(game)
    assert not game.spells


@pytest.mark.rule("TC-MAG-02")
def test_different_spells_add_up_to_a_cap():
    game, mage = study(colour="guerre")
    chief = army(game, A, X, {SLOW: 1})
    cast(game, mage, "guerre/10")
    for place, level in (("WAN", 9), ("TEA", 7)):
        hold(game, A, place)
        land(game, place, source=10, fluid=10)
        cast(game, magician(game, A, place, "guerre"), f"guerre/{level}", target=chief)
    assert modified(game, "combat_test", 0, Subject(army=(chief,), nation=A, territory=X)) == 5
    assert modified(game, "unit_force", 3, Subject(army=(chief,), nation=A, territory=X)) == 6


@pytest.mark.rule("TC-MAG-02")
def test_terrain_may_be_granted_and_taken():
    game, mage = study(colour="nature", colours=("froid",))
    cast(game, mage, "nature/6", territory=Y)
    assert terrains(game, Y) == ("plaine", "jungle")
    game, mage = study(colour="froid")
    cast(game, mage, "froid/4", territory=Y)
    assert is_frozen(game, Y)
    game = bare_table()
    hold(game, A, "VAL")
    land(game, "VAL", source=9, fluid=9)
    cast(game, magician(game, A, "VAL", "froid"), "froid/7", territory="MIO")
    assert "mer" not in terrains(game, "MIO")
    assert is_frozen(game, "VAL")
    assert SITES["MIO"].sea


@pytest.mark.rule("TC-MAG-02")
def test_an_oath_keeps_foreign_armies_out():
    game, mage = study(colour="protection")
    cast(game, mage, "protection/9", territory=X)
    foe = Subject(army=("L9",), nation=V, territory=X)
    own = Subject(army=("L8",), nation=A, territory=X)
    assert is_forbidden(game, "enter", foe)
    assert not is_forbidden(game, "enter", own)
    assert spell_adjusted(game, "danger", 30, territory=X) == 10


@pytest.mark.rule("TC-MAG-02")
def test_a_frozen_leader_cannot_act():
    game, mage = study(colour="froid")
    victim = army(game, V, Y, {SLOW: 1})
    cast(game, mage, "froid/8", 1, nation=V, target=victim)
    assert spell_forbids(game, "act", leader=victim)
    assert game.leaders[victim].wounded
    assert not spell_forbids(game, "act", leader=mage)


@pytest.mark.rule("TC-MAG-02", "TC-LEAD-04")
@pytest.mark.parametrize(("die", "dead"), [(50, True), (51, False)])
def test_the_scythe_kills_half_of_the_time(die, dead):
    game, mage = study(colour="mort")
    victim = army(game, V, Y, {SLOW: 1})
    events = cast(game, mage, "mort/7", die, 1, nation=V, target=victim)
    assert of(events, LeaderHurt)
    assert bool(of(events, LeaderLeft)) is dead


@pytest.mark.rule("TC-MAG-02")
def test_rats_steal_and_forgetting_never_takes_a_discovery():
    game, mage = study(colour="rats")
    change(game, V, goods=Goods(gold=100, provisions=3))
    change(game, A, goods=Goods())
    cast(game, mage, "rats/9", 1, nation=V)
    assert game.nations[A].goods == Goods(gold=100, provisions=3)
    game, mage = study(colour="cendre")
    change(game, V, science=(15, 0, 0, 0, 0, 0, 0, 0))
    cast(game, mage, "cendre/5", 1, nation=V)
    assert game.nations[V].science[0] == 10


@pytest.mark.rule("TC-MAG-02", "TC-INFO-07", "TC-INFO-12")
def test_visions_come_to_the_caster_alone_and_come_again_while_they_last():
    game, mage = study(colour="air")
    (seen,) = of(cast(game, mage, "air/2", territory=Y), TerritorySpied)
    assert seen.audience == (game.seats[A],)
    game, mage = study(colour="air")
    garrison(game, V, Y, min_levee=2)
    events = cast(game, mage, "air/8", nation=V)
    assert of(events, LedgerSeen)
    assert of(events, OperationsSeen)
    assert any(event.territory == Y for event in of(events, ArmiesSeen))
    game.season = "ete"
    assert of(phase(game), LedgerSeen)


@pytest.mark.rule("TC-MAG-02")
def test_a_veil_of_air_blinds_foreign_eyes():
    game, mage = study(colour="air")
    keeper = magician(game, V, Y, "air")
    land(game, Y, source=9, fluid=9)
    cast(game, keeper, "air/5", territory=Y)
    assert not of(cast(game, mage, "air/2", territory=Y), TerritorySpied)


@pytest.mark.rule("TC-MAG-02", "TC-EVT-05")
def test_strong_spells_of_some_colours_sweep_ash_away_instead_of_working():
    game, mage = study(colour="vie")
    land(game, X, ash=2, brigands=1)
    cast(game, mage, "vie/3", territory=X)
    assert (game.lands[X].ash, game.lands[X].brigands) == (1, 1)
    assert not game.spells


@pytest.mark.rule("TC-MAG-02")
def test_a_shut_source_feeds_no_spell():
    game, mage = study(colour="froid")
    victim = magician(game, V, Y, "feu")
    land(game, Y, source=9, fluid=9)
    cast(game, mage, "froid/6", 1, territory=Y)
    assert refused(cast(game, victim, "feu/2", territory=X)) == [("TC-MAG-02", "source_shut")]


@pytest.mark.rule("TC-MAG-02")
def test_traits_are_lent_to_an_army():
    game, mage = study(colour="air")
    chief = army(game, A, X, {SLOW: 2})
    cast(game, mage, "air/7", target=chief)
    assert granted(game, "trait", Subject(army=(chief,), nation=A, territory=X)) == ("infiltration", "volant")


@pytest.mark.rule("TC-INFO-06", "TC-MAG-02")
def test_a_refusal_tells_nothing_about_hidden_leaders_or_sources():
    game, mage = study(colour="mort", control=1)
    far = army(game, V, "VOL", {SLOW: 1})
    distant = of(cast(game, mage, "mort/7", nation=V, target=far), OrderRefused)
    unknown = of(cast(game, mage, "mort/7", nation=V, target="Nobody"), OrderRefused)
    assert distant[0].facts == unknown[0].facts
    change(game, A, known=("Assécher une source",))
    game.leaders[mage] = msgspec.structs.replace(game.leaders[mage], magic=Magic("fort", 2, 1, ("mort",)))
    order(game, A, DryUp(leader=mage, territory=Y))
    (no,) = of(phase(game), OrderRefused)
    assert "need" not in no.facts


@pytest.mark.rule("TC-MAG-01", "TC-INFO-04")
def test_the_private_report_explains_the_spells_a_nation_can_cast():
    game, mage = study(colour="guerre")
    chief = army(game, A, X, {SLOW: 1})
    cast(game, mage, "guerre/2", target=chief)
    own = TITLE.view(game, game.seats[A]).estate
    table, running = grimoire(own, Pen("it"))
    assert [row[0] for row in table.rows] == [f"guerre/{level}" for level in range(2, 11)]
    assert SPELLS["gue-chant"].name["it"] in running.text


@pytest.mark.rule("TC-MAG-02")
def test_a_charm_on_a_leader_guards_him_and_not_the_place_he_stands_in():
    game, mage = study(colour="protection")
    guarded, other = leader(game, A, X), leader(game, A, X)
    cast(game, mage, "protection/2", target=guarded)
    deed = {"operation": "assassinat"}
    assert spell_adjusted(game, "hostile_operation_test", 0, leader=guarded, **deed) == -4
    assert spell_adjusted(game, "hostile_operation_test", 0, leader=other, **deed) == 0
    assert spell_adjusted(game, "hostile_operation_test", 0, territory=X, **deed) == 0
