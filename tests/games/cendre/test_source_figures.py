"""What magicians do to sources, what they learn, and what their spells move, in figures and with every refusal."""

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
from marchland.games.cendre.rules.civil.intrigue import TerritorySpied
from marchland.games.cendre.rules.common.figures import total
from marchland.games.cendre.rules.common.ledger import OrderRefused, change
from marchland.games.cendre.rules.magic import casting as magic_casting
from marchland.games.cendre.rules.magic import effects as magic_effects
from marchland.games.cendre.rules.magic.book import SPELLS
from marchland.games.cendre.rules.magic.casting import CasterFound, _found_out
from marchland.games.cendre.rules.magic.effects import move_figure
from marchland.games.cendre.rules.magic.lasting import Subject
from marchland.games.cendre.rules.magic.magic import ColourChanged, MagicLearnt, learning_difficulty, learning_parts
from marchland.games.cendre.rules.magic.targets import _check_within_reach, power_of
from marchland.games.cendre.rules.magic.visions import ArmiesSeen, LeadersSeen, LedgerSeen, OperationsSeen, show
from marchland.games.cendre.state import Lasting
from marchland.games.cendre.tables import TABLES
from marchland.kernel.errors import IllegalAction

from .sorcery import magician, phase
from .warfare import A, M, V, X, Y, bare_table, build, hold, land, of, order, script

replace = msgspec.structs.replace
ALL = ("Renforcer une source", "Siphonner une source", "Changer la couleur", "Assécher une source", "Booster la magie")


def springs(*, power=5, known=ALL, **there):
    """A mage of A in X (source 6, fluid 2); Y next door is A's too (source 8, fluid 8), both of fire."""
    game = bare_table()
    hold(game, A, X, Y)
    land(game, X, source=6, fluid=2, colour="feu")
    land(game, Y, **{"source": 8, "fluid": 8, "colour": "feu", **there})
    change(game, A, known=known)
    return game, magician(game, A, X, "feu", power=power, control=2)


def attempt(game, line, *dice):
    """The refusal of one line, or None; and the fluid of both sources afterwards."""
    game.sheets.clear()
    order(game, A, line)
    events = phase(game, *dice)
    refused = [(event.rule, event.facts) for event in of(events, OrderRefused)]
    return refused[0] if refused else None, (game.lands[X].fluid, game.lands[Y].fluid)


@pytest.mark.rule("TC-MAG-03")
@pytest.mark.parametrize(("power", "fluid", "left"), [(5, 8, 3), (5, 4, 0), (5, 5, 0)])
def test_an_exhausted_source_loses_the_magicians_power(power, fluid, left):
    game, mage = springs(power=power, fluid=fluid)
    assert attempt(game, Exhaust(leader=mage, territory=Y)) == (None, (2, left))
    assert game.leaders[mage].acted


@pytest.mark.rule("TC-MAG-03", "TC-MAG-06", "TC-LAND-12")
@pytest.mark.parametrize(("points", "fluid", "palace", "found"), [
    (4, 8, False, (4, 4)), (5, 8, False, (4, 3)), (5, 3, False, (3, 0)), (4, 8, True, (6, 4)), (5, 8, True, (6, 3)),
])  # fmt: skip
def test_half_of_diverted_fluid_is_lost_and_a_source_does_not_overflow(points, fluid, palace, found):
    game, mage = springs(fluid=fluid)
    if palace:
        build(game, X, "palais-des-conjonctions")
    assert attempt(game, Divert(leader=mage, territory=Y, points=points)) == (None, found)
    assert game.leaders[mage].acted


@pytest.mark.rule("TC-MAG-04", "TC-MAG-06", "TC-LAND-12")
@pytest.mark.parametrize(("kind", "here", "found"), [
    (Reinforce, 2, (7, 3)), (Reinforce, 6, (10, 3)), (Siphon, 2, (6, 3)), (Siphon, 8, (8, 3)), (Reinforce, 10, (10, 3)),
])  # fmt: skip
def test_reinforcing_overflows_up_to_ten_and_siphoning_does_not(kind, here, found):
    game, mage = springs()
    land(game, X, fluid=here)
    assert attempt(game, kind(leader=mage, territory=Y, points=5)) == (None, found)
    assert game.leaders[mage].acted


@pytest.mark.rule("TC-MAG-03", "TC-MAG-06", "TC-MAG-04")
@pytest.mark.parametrize(("kind", "points", "facts", "refusal"), [
    (Divert, 0, {}, ("TC-MAG-06", {"why": "power", "need": 0, "have": 5})),
    (Divert, 6, {}, ("TC-MAG-06", {"why": "power", "need": 6, "have": 5})),
    (Divert, 1, {"colour": "eau"}, ("TC-MAG-03", {"why": "colour", "territory": Y})),
    (Divert, 1, {"controller": V}, ("TC-MAG-03", {"why": "not_controlled", "territory": Y})),
    (Reinforce, 1, {"controller": V}, ("TC-MAG-03", {"why": "not_controlled", "territory": Y})),
    (Siphon, 5, {"controller": V, "colour": "eau"}, None),
    (Siphon, 1, {}, None),
])  # fmt: skip
def test_what_fluid_may_be_moved(kind, points, facts, refusal):
    game, mage = springs(**facts)
    assert attempt(game, kind(leader=mage, territory=Y, points=points))[0] == refusal
    assert game.leaders[mage].acted == (refusal is None)


@pytest.mark.rule("TC-MAG-06")
def test_a_source_is_not_moved_into_itself():
    game, mage = springs()
    assert attempt(game, Divert(leader=mage, territory=X, points=1)) == (("TC-MAG-06", {"why": "same_source"}), (2, 8))


@pytest.mark.rule("TC-SCI-07", "TC-MAG-04")
@pytest.mark.parametrize(("line", "discovery"), [
    (Reinforce, "Renforcer une source"), (Siphon, "Siphonner une source"), (ChangeColour, "Changer la couleur"),
    (DryUp, "Assécher une source"), (BoostSource, "Booster la magie"),
])  # fmt: skip
def test_what_must_be_discovered_first(line, discovery):
    fields = {Reinforce: {"territory": Y, "points": 1}, Siphon: {"territory": Y, "points": 1}, ChangeColour: {"colour": "feu"}}
    fields |= {DryUp: {"territory": Y}, BoostSource: {}}
    for known, refusal in ((ALL, None), (tuple(one for one in ALL if one != discovery), ("TC-SCI-07", {"discovery": discovery}))):
        game, mage = springs(known=known, source=4)
        land(game, X, fluid=6)
        assert attempt(game, line(leader=mage, **fields[line]))[0] == refusal


@pytest.mark.rule("TC-MAG-04")
@pytest.mark.parametrize(("colour", "fluid", "refusal"), [
    ("eau", 6, None),
    ("eau", 7, None),
    ("eau", 5, ("TC-MAG-04", {"why": "not_full", "need": 6, "have": 5})),
    ("air", 6, ("TC-MAG-04", {"why": "unknown_colour", "colour": "air"})),
])  # fmt: skip
def test_a_full_source_takes_another_colour_and_is_empty(colour, fluid, refusal):
    game, mage = springs()
    game.leaders[mage] = replace(game.leaders[mage], magic=replace(game.leaders[mage].magic, colours=("feu", "eau")))
    land(game, X, fluid=fluid)
    assert attempt(game, ChangeColour(leader=mage, colour=colour))[0] == refusal
    assert (game.lands[X].colour, game.lands[X].fluid) == ((colour, 0) if refusal is None else ("feu", fluid))
    told = [(event.territory, event.colour, event.audience) for event in of(game.outbox, ColourChanged)]
    assert told == ([(X, colour, (game.seats[A],))] if refusal is None else [])
    assert game.leaders[mage].acted == (refusal is None)


@pytest.mark.rule("TC-MAG-04")
@pytest.mark.parametrize(("source", "fluid", "after"), [(5, 3, (4, 2)), (1, 0, (0, 0)), (5, 0, (4, 0)), (6, 3, None), (0, 0, None)])
def test_a_source_no_stronger_than_the_magician_dries_up(source, fluid, after):
    game, mage = springs(source=source, fluid=fluid)
    refusal, _ = attempt(game, DryUp(leader=mage, territory=Y))
    assert refusal == (None if after else ("TC-MAG-04", {"why": "resists", "have": 5}))
    assert (game.lands[Y].source, game.lands[Y].fluid) == (after or (source, fluid))
    assert game.leaders[mage].acted == bool(after)


@pytest.mark.rule("TC-MAG-04")
@pytest.mark.parametrize(("source", "after"), [(6, 7), (9, 10), (10, None)])
def test_a_source_is_boosted_up_to_ten(source, after):
    game, mage = springs()
    land(game, X, source=source)
    refusal, _ = attempt(game, BoostSource(leader=mage))
    assert refusal == (None if after else ("TC-MAG-04", {"why": "full", "have": 10}))
    assert game.lands[X].source == (after or source)
    assert game.leaders[mage].acted == bool(after)


# -- learning ---------------------------------------------------------------------------------------------------


def student(*colours, power=5, gold=500, **facts):
    game = bare_table()
    for code in game.lands:
        hold(game, "", code)
    hold(game, A, X)
    land(game, X, source=0)
    change(game, A, colours=("feu", "eau", "air", "terre"), goods=Goods(*[gold] * 8), **{"stability": 0, **facts})
    return game, magician(game, A, X, *(colours or ("feu",)), power=power)


@pytest.mark.rule("TC-MAG-05")
@pytest.mark.parametrize(("colours", "colour", "extra", "gold", "why"), [
    (("feu",), "eau", Goods(), 500, None),
    (("feu",), "feu", Goods(), 500, "colour"),
    (("feu",), "mort", Goods(), 500, "colour"),
    (("feu", "air"), "eau", Goods(), 500, None),
    (("feu", "air", "terre"), "eau", Goods(), 500, "too_many"),
    (("feu",), "eau", Goods(gold=1), 500, "extra"),
    (("feu",), "eau", Goods(provisions=1), 500, "extra"),
    (("feu",), "eau", Goods(bois=1), 500, "extra"),
    (("feu",), "eau", Goods(gold=TABLES.magic.learn.gold_bonus, bois=TABLES.magic.learn.resource_bonus), 500, None),
    (("feu",), "eau", Goods(), TABLES.magic.learn.cost, None),
    (("feu",), "eau", Goods(), TABLES.magic.learn.cost - 1, "cannot_pay"),
])  # fmt: skip
def test_who_may_learn_what_and_for_how_much(colours, colour, extra, gold, why):
    game, mage = student(*colours, gold=gold)
    refusal, _ = attempt(game, LearnMagic(leader=mage, colour=colour, extra=extra), 10)
    assert (refusal and (refusal[0], refusal[1]["why"])) == (why and ("TC-MAG-05", why))
    if why is None:
        assert game.nations[A].goods == Goods(*[gold] * 8) - Goods(gold=TABLES.magic.learn.cost) - extra
        assert game.leaders[mage].acted
    else:
        assert game.nations[A].goods == Goods(*[gold] * 8)


@pytest.mark.rule("TC-MAG-05")
def test_a_student_succeeds_at_the_difficulty_and_not_below():
    game, mage = student()
    need = learning_difficulty(game.leaders[mage])
    for stability, learnt in ((need - 1, True), (need - 2, False)):
        game, mage = student(stability=stability)
        attempt(game, LearnMagic(leader=mage, colour="eau"), 1)
        (told,) = of(game.outbox, MagicLearnt)
        assert (told.die, told.total, told.difficulty, told.success) == (1, stability + 1, need, learnt)
        assert game.leaders[mage].magic.colours == (("feu", "eau") if learnt else ("feu",))


@pytest.mark.rule("TC-MAG-05")
def test_what_makes_learning_harder_and_easier():
    table = TABLES.magic.learn
    for most, difficulty in table.difficulty:
        game, mage = student(power=most)
        assert learning_difficulty(game.leaders[mage]) == difficulty
        game, mage = student("feu", "air", power=most)
        assert learning_difficulty(game.leaders[mage]) == difficulty + table.second
    game, mage = student(stability=2)
    line = LearnMagic(leader=mage, colour="eau")
    assert total(learning_parts(game, A, line)) == 2
    codes = sorted(game.lands)[: table.sources_maximum + 1]
    for number, code in enumerate(codes, 1):
        hold(game, A, code, source=3, colour="eau")
        assert total(learning_parts(game, A, line)) == 2 + min(number, table.sources_maximum)
    land(game, codes[0], source=0)
    land(game, codes[1], colour="feu")
    assert total(learning_parts(game, A, line)) == 2 + table.sources_maximum - 1
    extra = Goods(gold=table.gold_bonus, bois=table.resource_bonus, mer=table.resource_bonus)
    assert total(learning_parts(game, A, replace(line, extra=extra))) == 2 + table.sources_maximum - 1 + 3


# -- power, and what spells move --------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-01", "TC-STRUCT-08")
@pytest.mark.parametrize(("power", "structure", "owner", "found"), [
    (5, "", A, 5),
    (5, "palais-des-conjonctions", A, 6),
    (5, "palais-des-conjonctions", V, 5),
    (10, "palais-des-conjonctions", A, 10),
    (5, "chateau", A, 5),
])  # fmt: skip
def test_a_palace_lends_power_to_its_own_magicians(power, structure, owner, found):
    game, mage = springs(power=power)
    if structure:
        build(game, X, structure)
    land(game, X, owner=owner)
    assert power_of(game, game.leaders[mage]) == found


@pytest.mark.rule("TC-MAG-01")
@pytest.mark.parametrize(("spell", "refused"), [("feu/2", False), ("eau/2", True), ("nothing", True)])
def test_only_spells_of_ones_own_colours_are_cast(spell, refused):
    game, mage = springs()
    rule = attempt(game, CastSpell(leader=mage, spell=spell, territory=Y))[0]
    assert (rule is not None and rule[0] == "TC-MAG-01") == refused


@pytest.mark.rule("TC-LAND-10")
@pytest.mark.parametrize(("what", "amount", "facts", "found"), [
    ("farms", 2, {"farms": 3, "farm_capacity": 9}, {"farms": 5}),
    ("farms", 2, {"farms": 3, "farm_capacity": 4}, {"farms": 4}),
    ("farms", 2, {"farms": 5, "farm_capacity": 4}, {"farms": 5}),
    ("farms", -2, {"farms": 1, "farm_capacity": 4}, {"farms": 0}),
    ("farm_capacity", -2, {"farms": 4, "farm_capacity": 5}, {"farms": 3, "farm_capacity": 3}),
    ("farm_capacity", -2, {"farms": 2, "farm_capacity": 5}, {"farms": 2, "farm_capacity": 3}),
    ("farm_capacity", 1, {"farms": 6, "farm_capacity": 4}, {"farms": 6, "farm_capacity": 5}),
    ("farm_capacity", 0, {"farms": 6, "farm_capacity": 4}, {"farms": 6, "farm_capacity": 4}),
    ("resource_level", -1, {"exploitations": 4, "resource_level": 4}, {"exploitations": 3, "resource_level": 3}),
    ("exploitations", -1, {"exploitations": 4, "resource_level": 2}, {"exploitations": 3, "resource_level": 2}),
    ("brigands", 3, {"brigands": 1}, {"brigands": 4}),
])  # fmt: skip
def test_figures_move_between_their_limits(what, amount, facts, found):
    game = bare_table()
    land(game, X, **facts)
    move_figure(game, X, what, amount)
    assert {field: getattr(game.lands[X], field) for field in found} == found


@pytest.mark.rule("TC-SCI-01")
def test_science_is_never_taken_below_a_discovery():
    game = bare_table()
    first = TABLES.science.thresholds[0]
    fields = len(game.nations[A].science)

    def moved(points, amount, *dice):
        change(game, A, science=points)
        script(game, *dice)
        magic_effects._add_science(game, None, None, A, amount)
        return game.nations[A].science

    level = (first,) * fields
    assert moved(level, -5) == level, "nothing to lose anywhere"
    assert moved((first + 3, *level[1:]), -5) == level
    assert moved((first + 9, *level[1:]), -5) == (first + 4, *level[1:])
    assert moved(level, 1, 1) == (first, first + 1, *level[2:])


# -- visions, reach and blame -----------------------------------------------------------------------------------


@pytest.mark.rule("TC-INFO-12", "TC-INFO-07")
@pytest.mark.parametrize(("what", "kind"), [
    ("territory_info", TerritorySpied), ("leaders_info", LeadersSeen),
    ("garrison", ArmiesSeen), ("ledger", LedgerSeen), ("operations", OperationsSeen),
])  # fmt: skip
def test_what_each_vision_shows_and_to_whom(what, kind):
    game = bare_table()
    hold(game, V, Y)
    subject = Subject(nation=V) if what in ("ledger", "operations") else Subject(territory=Y)
    game.outbox = []
    show(game, A, what, subject)
    assert [(type(event), event.audience) for event in game.outbox] == [(kind, (game.seats[A],))]
    if subject.territory:
        game.spells.append(Lasting(spell="air-voile", caster=V, level=5, until=game.turn, since=game.turn, territory=Y))
        game.outbox = []
        show(game, A, what, subject)
        assert not game.outbox, "a veil lies over the land"
        show(game, V, what, subject)
        assert len(game.outbox) == 1


@pytest.mark.rule("TC-INFO-06")
@pytest.mark.parametrize(("control", "reached"), [(0, False), (1, True), (2, True)])
def test_a_foreign_leader_is_reached_within_control_or_does_not_exist(control, reached):
    game, mage = springs()
    game.leaders[mage] = replace(game.leaders[mage], magic=replace(game.leaders[mage].magic, control=control))
    if reached:
        _check_within_reach(game, game.leaders[mage], SPELLS["gue-chant"], Y)
        return
    with pytest.raises(IllegalAction) as caught:
        _check_within_reach(game, game.leaders[mage], SPELLS["gue-chant"], Y)
    assert caught.value.facts["why"] == "nobody_there"


@pytest.mark.rule("TC-INFO-10")
@pytest.mark.parametrize("short", [0, 1])
def test_a_secret_caster_is_found_at_the_difficulty_and_not_below(short):
    game = bare_table()
    need = TABLES.operations.discovery.difficulty
    change(game, M, stability=need - 4 - short)
    script(game, 4)
    assert _found_out(game, A, M) == (short == 0)
    told = [(event.nation, event.caster, event.die, event.total, event.audience) for event in of(game.outbox, CasterFound)]
    assert told == ([] if short else [(M, A, 4, need, (game.seats[M],))])


@pytest.mark.rule("TC-INFO-10")
def test_a_watchful_people_finds_casters_more_easily(monkeypatch):
    game = bare_table()
    need = TABLES.operations.discovery.difficulty
    change(game, M, stability=need - 4 - 3)
    monkeypatch.setattr(magic_casting, "added", lambda game, name, what: 3 if (name, what) == (M, "roll.detection") else 0)
    script(game, 4)
    assert _found_out(game, A, M)
