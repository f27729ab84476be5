"""What spells reach and what they do not: slowed marches, armies without a leader, wards, dispels, veils and ice."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.orders import CastSpell, Cultivate, FormArmy, Heal
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied, learn
from marchland.games.cendre.rules.common.inquiry import gifted
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.events.threats.threats import muster
from marchland.games.cendre.rules.general import heal_leaders
from marchland.games.cendre.rules.land.production import provisions_yield
from marchland.games.cendre.rules.magic.lasting import Subject, is_forbidden, modified, spell_adjusted
from marchland.games.cendre.rules.magic.magic import end_spells
from marchland.games.cendre.rules.war.armies import form_armies
from marchland.games.cendre.rules.war.bodies import army_body, speed
from marchland.games.cendre.rules.war.movement import ArmyHalted, ArmyMoved
from marchland.games.cendre.rules.war.raids import RaidResolved
from marchland.games.cendre.state import Civil, Troop
from marchland.games.cendre.world import ATLAS

from .sorcery import cast, magician, phase, refused, study
from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    M,
    V,
    X,
    Y,
    ally,
    army,
    attack,
    bare_table,
    campaign,
    garrison,
    hold,
    land,
    leader,
    of,
    order,
    raid,
    script,
    size,
    war,
)

SEASONS = ("printemps", "ete", "automne", "hiver")


def next_season(game):
    """The magical effects of the season end, and the next one begins."""
    end_spells(game)
    number = SEASONS.index(game.season) + 1
    game.season = SEASONS[number % 4]
    game.year += number // 4
    game.leaders = {key: msgspec.structs.replace(who, acted=False) for key, who in game.leaders.items()}
    game.sheets.clear()


# -- slowed marches ---------------------------------------------------------------------------------------------


def marching(units, spell, *, mage_at="WAN"):
    """An army of V in Y, two steps from TEA by X; A's mage next door slows it, or does not."""
    game = bare_table()
    war(game, A, V)
    hold(game, V, Y, X)
    hold(game, A, "WAN", "TEA", fluid=10, source=10)
    key = army(game, V, Y, units)
    if spell:
        colour = spell.partition("/")[0]
        cast(game, magician(game, A, mage_at, colour), spell, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, territory=Y)
    return game, key


@pytest.mark.rule("TC-MAG-02", "TC-WAR-08")
@pytest.mark.parametrize(("spell", "end"), [("", "TEA"), ("climat/4", X), ("froid/3", X)])
def test_a_slowed_army_makes_one_step_of_its_march(spell, end):
    game, key = marching({FAST: 3}, spell)
    attack(game, key, X, "TEA")
    events = campaign(game, *[1] * 40)
    assert not of(events, OrderRefused)
    assert game.armies[key].at == end or size(game, V, end) > 0
    halted = [event.reason for event in of(events, ArmyHalted)]
    assert halted == (["slowed"] if spell else [])


@pytest.mark.rule("TC-MAG-02", "TC-WAR-12")
def test_a_slowed_raid_is_an_ordinary_attack_where_it_stands():
    game, key = marching({SWIFT: 3}, "climat/4")
    game.leaders[key] = msgspec.structs.replace(
        game.leaders[key], military=msgspec.structs.replace(game.leaders[key].military, tactics=("raid",))
    )
    hold(game, M, X)
    war(game, V, M)
    raid(game, key, X, "TEA")
    campaign(game, *[1] * 40)
    assert game.armies[key].at == X
    assert game.armies[key].mode == "attack"


@pytest.mark.rule("TC-WAR-08")
def test_a_way_that_is_too_long_without_any_spell_is_refused():
    game, key = marching({SLOW: 3}, "climat/4")
    attack(game, key, X, "TEA")
    (no,) = of(campaign(game), OrderRefused)
    assert (no.rule, no.facts["need"], no.facts["have"]) == ("TC-WAR-08", 2, 1)


# -- armies held back -------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02", "TC-WAR-08")
@pytest.mark.parametrize(
    ("spell", "aim", "end"),
    [
        ("", {}, X),
        ("air/6", {"territory": Y, "nation": V}, Y),
        ("guerre/8", {"territory": Y}, Y),
        ("guerre/8", {"territory": "WAN"}, X),
        ("protection/9", {"territory": X}, Y),
        ("protection/9", {"territory": "WAN"}, X),
    ],
)
def test_spells_that_hold_an_army_or_shut_a_territory_halt_the_march(spell, aim, end):
    game = bare_table()
    war(game, A, V)
    hold(game, V, Y)
    hold(game, A, X, "WAN", fluid=10, source=10)
    key = army(game, V, Y, {SLOW: 3})
    if spell:
        cast(game, magician(game, A, "WAN", spell.partition("/")[0]), spell, **aim)
    attack(game, key, X)
    events = campaign(game, *[1] * 40)
    assert [event.end for event in of(events, ArmyMoved)] == ([X] if end == X else [])
    assert [event.reason for event in of(events, ArmyHalted)] == ([] if end == X else ["barred"])


@pytest.mark.rule("TC-MAG-02", "TC-WAR-12")
@pytest.mark.parametrize(
    ("spell", "aim", "raids"), [("", {}, 1), ("froid/3", {"territory": Y, "nation": V}, 0), ("protection/9", {"territory": X}, 0)]
)
def test_spells_that_forbid_raids(spell, aim, raids):
    game = bare_table()
    war(game, A, V)
    hold(game, V, Y)
    hold(game, A, X, "WAN", fluid=10, source=10, population=5)
    key = army(game, V, Y, {FAST: 3})
    if spell:
        cast(game, magician(game, A, "WAN", spell.partition("/")[0]), spell, 1, **aim)
    raid(game, key, X)
    assert len(of(campaign(game, *[3] * 60), RaidResolved)) == raids


@pytest.mark.rule("TC-MAG-02", "TC-WAR-09")
@pytest.mark.parametrize(("spell", "unit", "start", "lands"), [
    ("", "min-navires", "MIO", True), ("eau/8", "min-navires", "MIO", False), ("eau/8", SLOW, "HRO", True),
])  # fmt: skip
def test_a_wall_of_waves_stops_landings_and_nobody_on_foot(spell, unit, start, lands):
    game = bare_table()
    war(game, A, V)
    hold(game, V, start)
    hold(game, A, "VAL", fluid=10, source=10)
    key = army(game, V, start, {unit: 3})
    if spell:
        cast(game, magician(game, A, "VAL", "eau"), spell, territory="VAL")
    attack(game, key, "VAL")
    assert bool(of(campaign(game, *[1] * 40), ArmyMoved)) is lands


# -- armies of outside threats ----------------------------------------------------------------------------------


def cold_army(game, code, number=1, **units):
    """An army of the Children of the Great Cold on the march: it has no leader."""
    north = "EXT-NORTH"
    game.nations.setdefault(north, msgspec.structs.replace(game.nations[A], id=north, kind="threat"))
    troops = tuple(Troop(unit.replace("_", "-"), count) for unit, count in units.items())
    game.garrisons[f"{code}:{north}"] = troops
    return muster(game, north, code, troops, number)


@pytest.mark.rule("TC-MAG-02", "TC-WAR-20")
def test_damage_spells_strike_marching_armies_of_outside_threats():
    game, mage = study(colour="feu")
    key = cold_army(game, Y, nor_loups=6)
    assert not refused(cast(game, mage, "feu/4", 6, 5, 4, territory=Y, nation="EXT-NORTH"))
    assert game.armies[key].troops == (Troop("nor-loups", 2),)
    wolves = Subject(army=(key,), nation="EXT-NORTH", territory=Y, traits=frozenset(("cavalerie",)))
    assert modified(game, "combat_test", 0, wolves) == -2


@pytest.mark.rule("TC-MAG-02")
def test_slowing_spells_hold_armies_of_outside_threats():
    game, mage = study(colour="froid")
    key = cold_army(game, Y, nor_loups=6)
    free = speed(game, army_body(key, game.armies[key]))
    cast(game, mage, "froid/3", territory=Y, nation="EXT-NORTH")
    assert (free, speed(game, army_body(key, game.armies[key]))) == (2, 1)


# -- the same spell twice ---------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02")
def test_the_same_spell_on_two_allied_armies_in_one_territory_strikes_both():
    game, mage = study(colour="feu")
    ally(game, V, M)
    hold(game, A, "WAN", source=10, fluid=10)
    other = magician(game, A, "WAN", "feu", power=9)
    first, second = army(game, V, Y, {SLOW: 6}), army(game, M, Y, {SLOW: 6})
    order(game, A, CastSpell(leader=mage, spell="feu/4", territory=Y, nation=V))
    order(game, A, CastSpell(leader=other, spell="feu/4", territory=Y, nation=M))
    phase(game, 6, 5, 4, 6, 5, 4)
    assert game.armies[first].troops == game.armies[second].troops == (Troop(SLOW, 2),)


@pytest.mark.rule("TC-MAG-02")
def test_the_same_spell_twice_on_one_army_strikes_once():
    game, mage = study(colour="feu")
    hold(game, A, "WAN", source=10, fluid=10)
    other = magician(game, A, "WAN", "feu", power=9)
    key = army(game, V, Y, {SLOW: 9})
    for who in (mage, other):
        order(game, A, CastSpell(leader=who, spell="feu/4", territory=Y, nation=V))
    phase(game, 6, 5, 4)
    assert game.armies[key].troops == (Troop(SLOW, 5),)
    assert (game.lands[X].fluid, game.lands["WAN"].fluid) == (6, 6)


# -- wards ------------------------------------------------------------------------------------------------------


def warded():
    """V's keeper lays a ward of strength five on Y; A's mage stands ready in X."""
    game, mage = study(colour="climat")
    land(game, Y, source=10, fluid=10, colour="mort")
    cast(game, magician(game, V, Y, "protection"), "protection/5", territory=Y)
    return game, mage


@pytest.mark.rule("TC-MAG-02")
def test_a_spell_that_a_ward_stopped_does_not_start_when_the_ward_ends():
    game, mage = warded()
    plain = provisions_yield(game, Y, V)
    cast(game, mage, "climat/5", territory=Y)
    assert provisions_yield(game, Y, V) == plain
    game.spells = [running for running in game.spells if running.spell != "pro-cercle"]
    assert provisions_yield(game, Y, V) == plain
    assert spell_adjusted(game, "danger", 50, territory=Y) == 50


@pytest.mark.rule("TC-MAG-02")
def test_a_ward_spares_its_own_land_and_the_rest_of_the_spell_works():
    game, mage = warded()
    for near in ("TAN", "HPL"):
        hold(game, V, near, farms=5)
    cast(game, mage, "climat/5", territory=Y)
    game.spells = [running for running in game.spells if running.spell != "pro-cercle"]
    changes = {code: spell_adjusted(game, "provisions_yield", 9, territory=code) for code in (Y, "TAN", "HPL")}
    assert changes == {Y: 9, "TAN": 6, "HPL": 6}


@pytest.mark.rule("TC-MAG-02")
def test_an_army_that_was_warded_is_free_of_the_spell_after_its_ward():
    game, mage = study(colour="air")
    land(game, Y, source=10, fluid=10, colour="mort")
    chief = army(game, V, Y, {SLOW: 4})
    keeper = magician(game, V, Y, "protection")
    order(game, V, CastSpell(leader=keeper, spell="protection/7", target=chief))
    order(game, A, CastSpell(leader=mage, spell="air/6", territory=Y, nation=V))
    phase(game)
    subject = Subject(army=(chief,), nation=V, territory=Y)
    assert not is_forbidden(game, "move", subject)
    game.spells = [running for running in game.spells if running.spell != "pro-egide"]
    assert not is_forbidden(game, "move", subject)
    assert modified(game, "combat_test", 0, subject) == 0


@pytest.mark.rule("TC-MAG-02")
def test_a_curse_in_force_is_not_lifted_by_walking_into_a_ward():
    game, mage = study(colour="air")
    hold(game, V, "TAN", source=10, fluid=10)
    chief = army(game, V, Y, {SLOW: 4})
    cast(game, magician(game, V, "TAN", "protection"), "protection/9", territory="TAN")
    cast(game, mage, "air/6", territory=Y, nation=V)
    assert modified(game, "combat_test", 0, Subject(army=(chief,), nation=V, territory="TAN")) == -1


@pytest.mark.rule("TC-MAG-02")
def test_a_warded_army_walks_unharmed_into_a_spell_on_the_land():
    plain = Subject(army=("L99",), nation=V, territory=Y)
    game, mage = study(colour="climat")
    hold(game, V, "TAN", source=10, fluid=10)
    chief = army(game, V, "DVA", {SLOW: 4})
    cast(game, magician(game, V, "TAN", "protection"), "protection/7", target=chief)
    cast(game, mage, "climat/4", territory=Y)
    assert modified(game, "movement", 3, plain) == 1
    assert modified(game, "movement", 3, Subject(army=(chief,), nation=V, territory=Y)) == 3


@pytest.mark.rule("TC-MAG-02")
def test_a_warded_army_that_stood_in_the_land_is_free_of_the_spell_after_its_ward():
    game, mage = study(colour="climat")
    hold(game, V, "TAN", source=10, fluid=10)
    chief, bare = army(game, V, Y, {SLOW: 4}), army(game, V, Y, {SLOW: 4})
    cast(game, magician(game, V, "TAN", "protection"), "protection/7", target=chief)
    cast(game, mage, "climat/4", territory=Y)
    game.spells = [running for running in game.spells if running.spell != "pro-egide"]
    speeds = [modified(game, "movement", 3, Subject(army=(key,), nation=V, territory=Y)) for key in (chief, bare)]
    assert speeds == [3, 1]


@pytest.mark.rule("TC-MAG-02")
def test_renewing_a_spell_against_a_fresh_ward_leaves_the_old_one_running():
    game, mage = study(colour="climat")
    cast(game, mage, "climat/5", territory=Y)
    next_season(game)
    land(game, Y, source=10, fluid=10, colour="mort")
    land(game, X, fluid=10)
    cast(game, magician(game, V, Y, "protection"), "protection/5", territory=Y)
    cast(game, mage, "climat/5", territory=Y)
    assert spell_adjusted(game, "provisions_yield", 9, territory=Y) == 6


# -- dispels ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-PROTECTION-8")
def test_a_dispel_ends_every_spell_that_reaches_into_its_area_and_there_alone():
    game, mage = study(colour="climat")
    hold(game, V, "TAN", "AVL", "HPL", source=10, fluid=10)
    cast(game, mage, "climat/5", territory="TAN")
    yields = {code: spell_adjusted(game, "provisions_yield", 9, territory=code) for code in (Y, "TAN", "AVL")}
    assert yields == {Y: 6, "TAN": 6, "AVL": 6}
    cast(game, magician(game, V, "HPL", "protection"), "protection/8", territory=X)
    yields = {code: spell_adjusted(game, "provisions_yield", 9, territory=code) for code in (Y, "TAN", "AVL")}
    assert {Y, "TAN"} & {*ATLAS.neighbours(X)} == {Y}
    assert yields == {Y: 9, "TAN": 6, "AVL": 6}


@pytest.mark.rule("TC-MAG-02", "TC-SPELL-PROTECTION-8")
def test_a_dispel_frees_armies_and_leaders_in_its_area_and_spares_friends():
    game, mage = study(colour="air", colours=("froid",))
    hold(game, V, "HPL", source=10, fluid=10)
    hold(game, A, "WAN", source=10, fluid=10)
    chief = army(game, V, Y, {SLOW: 4})
    thinker = leader(game, V, Y)
    own = army(game, V, Y, {SLOW: 1})
    cast(game, mage, "air/6", territory=Y, nation=V)
    cast(game, magician(game, A, "WAN", "froid"), "froid/8", 1, nation=V, target=thinker)
    cast(game, magician(game, V, "HPL", "guerre", power=9), "guerre/2", target=own)
    assert is_forbidden(game, "move", Subject(army=(chief,), nation=V, territory=Y))
    assert is_forbidden(game, "act", Subject(leader=thinker))
    land(game, "HPL", fluid=10)
    cast(game, magician(game, V, "HPL", "protection"), "protection/8", territory=Y)
    assert not is_forbidden(game, "move", Subject(army=(chief,), nation=V, territory=Y))
    assert not is_forbidden(game, "act", Subject(leader=thinker))
    assert modified(game, "combat_test", 0, Subject(army=(own,), nation=V, territory=Y)) == 1
    assert sorted(running.spell for running in game.spells) == ["gue-chant", "pro-rupture"]


@pytest.mark.rule("TC-MAG-02")
@pytest.mark.parametrize(("ward", "left"), [("protection/5", 9), ("protection/9", 6)])
def test_a_dispel_is_itself_a_spell_that_a_stronger_ward_stops(ward, left):
    game, mage = study(colour="climat")
    hold(game, V, "TAN", source=10, fluid=10)
    cast(game, mage, "climat/5", territory=Y)
    land(game, Y, source=10, fluid=10)
    cast(game, magician(game, V, Y, "protection"), ward, territory=Y)
    hold(game, M, "HPL", source=10, fluid=10)
    cast(game, magician(game, M, "HPL", "protection"), "protection/8", territory=Y)
    assert spell_adjusted(game, "provisions_yield", 9, territory=Y) == left


# -- veils ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SPELL-AIR-5", "TC-INFO-07")
@pytest.mark.parametrize(("seer", "sees"), [("foe", False), ("friend", True), ("self", True)])
@pytest.mark.parametrize("code", [Y, "TAN"])
def test_the_veil_of_air_blinds_foreigners_and_neither_its_caster_nor_his_allies(seer, sees, code):
    game, _ = study()
    hold(game, V, "TAN")
    land(game, Y, source=10, fluid=10)
    cast(game, magician(game, V, Y, "air"), "air/5", territory=Y)
    ally(game, V, M)
    nation = {"foe": A, "friend": M, "self": V}[seer]
    game.outbox = []
    learn(game, nation, code, "TC-INFO-07", spies=True)
    assert bool(of(game.outbox, TerritorySpied)) is sees
    hold(game, nation, "HPL", source=10, fluid=10)
    events = cast(game, magician(game, nation, "HPL", "air"), "air/2", territory=code)
    assert bool(of(events, TerritorySpied)) is sees


@pytest.mark.rule("TC-SPELL-AIR-5")
def test_the_veil_of_air_covers_the_neighbours_its_caster_controls_until_winter():
    game, _ = study()
    hold(game, V, "TAN")
    hold(game, M, "HPL", source=10, fluid=10)
    land(game, Y, source=10, fluid=10)
    cast(game, magician(game, V, Y, "air"), "air/5", territory=Y)
    assert spell_adjusted(game, "detection_test", 3, nation=V) == 7
    assert spell_adjusted(game, "detection_test", 3, nation=A) == 3

    def seen():
        game.outbox = []
        for code in (Y, "TAN", "HPL"):
            learn(game, A, code, "TC-INFO-07", spies=True)
        return [event.territory for event in of(game.outbox, TerritorySpied)]

    for _ in SEASONS:
        assert seen() == ["HPL"]
        next_season(game)
    assert seen() == [Y, "TAN", "HPL"]
    assert spell_adjusted(game, "detection_test", 3, nation=V) == 3


# -- ice --------------------------------------------------------------------------------------------------------


def frozen(**parts):
    """A leader of V in Y whom A's mage has just shut in ice; his wounds are healed, so that the ice alone holds him."""
    game, mage = study(colour="froid")
    key = leader(game, V, Y)
    game.leaders[key] = msgspec.structs.replace(game.leaders[key], **parts)
    cast(game, mage, "froid/8", 1, nation=V, target=key)
    assert game.leaders[key].wounded
    game.leaders[key] = msgspec.structs.replace(game.leaders[key], wounded=False)
    return game, key


def civil_refusals(game, key, *orders):
    game.sheets = {V: orders}
    game.outbox, game.stack = [], []
    game.push(CivilPhase())
    game.run()
    return [(event.rule, event.facts.get("why")) for event in of(game.outbox, OrderRefused)]


@pytest.mark.rule("TC-SPELL-FROID-8", "TC-MAG-02")
def test_the_tomb_of_ice_holds_a_civil_leader_and_his_gifts_until_winter():
    game, key = frozen(military=None, civil=Civil("fort", 5, ("culture",), ("populiste", "mécène")))
    game.nations[V] = msgspec.structs.replace(game.nations[V], goods=msgspec.structs.replace(game.nations[V].goods, gold=900))
    deed = Cultivate(leader=key, territory=Y)
    for _ in ("printemps", "ete", "automne"):
        assert civil_refusals(game, key, deed) == [("TC-MAG-02", "spellbound")]
        assert not gifted(game, V, "mécène")
        next_season(game)
    assert game.season == "hiver"
    assert not gifted(game, V, "populiste")
    next_season(game)
    script(game, *[10] * 9)
    assert civil_refusals(game, key, deed) == []
    assert [who.id for who in gifted(game, V, "populiste")] == [key]


@pytest.mark.rule("TC-SPELL-FROID-8", "TC-GEN-01")
def test_whoever_is_held_in_ice_cannot_even_see_to_his_wounds():
    game, key = frozen()
    game.leaders[key] = msgspec.structs.replace(game.leaders[key], wounded=True)
    game.sheets = {V: (Heal(leader=key),)}
    game.outbox = []
    heal_leaders(game)
    assert [(event.rule, event.facts.get("why")) for event in of(game.outbox, OrderRefused)] == [("TC-MAG-02", "spellbound")]
    assert game.leaders[key].wounded


@pytest.mark.rule("TC-SPELL-FROID-8", "TC-WAR-01")
def test_whoever_is_held_in_ice_commands_nobody():
    game, key = frozen()
    garrison(game, V, Y, min_levee=2)
    game.sheets = {V: (FormArmy(leader=key, territory=Y, units=(("min-levee", 2),)),)}
    game.outbox = []
    form_armies(game)
    assert [event.rule for event in of(game.outbox, OrderRefused)] == ["TC-WAR-01"]
    assert key not in game.armies


# -- summons ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-MAG-02", "TC-WAR-03")
@pytest.mark.parametrize(
    ("spell", "code", "works"),
    [
        ("nature/5", "MIO", False),
        ("nature/5", "IRI", True),
        ("nature/5", "VAL", True),
        ("cendre/9", "MIO", False),
        ("eau/6", "MIO", True),
        ("eau/6", "VAL", True),
        ("eau/6", "HRO", False),
    ],
)
def test_land_units_are_not_summoned_on_open_sea_nor_ships_inland(spell, code, works):
    game = bare_table()
    hold(game, A, code, source=10, fluid=10, colour="mort")
    mage = magician(game, A, code, spell.partition("/")[0])
    no = refused(cast(game, mage, spell, territory=code))
    assert no == ([] if works else [("TC-MAG-02", "requires")])
    assert (size(game, A, code) > 0) is works
    assert (game.lands[code].fluid < 10) is works
