"""The common events and the world's events in figures, on both sides of every condition."""

from __future__ import annotations

import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.common.ledger import LandChanged, all_units, count
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.events import events, scores
from marchland.games.cendre.rules.events.events import event_modifier, is_due, national_events
from marchland.games.cendre.rules.events.scores import NATIONAL, outlying, target
from marchland.games.cendre.rules.events.steps import Step, candidates
from marchland.games.cendre.rules.events.world import WORLD, SeasonTurned, WorldEvent, season_effects, world_event
from marchland.games.cendre.rules.land.ownership import NationFounded, break_away
from marchland.games.cendre.rules.leaders.people import LeaderJoined, LeaderLeft
from marchland.games.cendre.state import REBEL, Troop
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.world import MAJORS, SITES

from .realm import A, M, V, at_war, found, garrison, land, leader, nation, no_leaders, no_units, replace, script, table

FOOT = ("akl-milice", "akl-arbaletriers", "akl-condottieri")


def winter(*dice):
    """Winter 202: Akla holds AKL (its capital, a port with a town), BPL beside Merisse, and VAL beside the City of Lights."""
    game = table(*dice)
    game.year, game.season = 202, "hiver"
    return game


def marked(game):
    return [(mark.kind, mark.nation, mark.territory, mark.until - game.turn, mark.amount) for mark in game.marks]


def moved(game, act):
    """What an act changes in the land: {(code, field): difference}."""
    before = dict(game.lands)
    act()
    fields = ("farms", "farm_capacity", "exploitations", "resource_level", "population", "brigands", "fluid", "source")
    return {
        (code, what): getattr(game.lands[code], what) - getattr(before[code], what)
        for code in SITES
        for what in fields
        if getattr(game.lands[code], what) != getattr(before[code], what)
    }


def rebel(game, code, owner=A):
    """A territory in the hands of rebels."""
    rebels = break_away(game, (code,), "révolte locale", "TC-EVT-04", kind=REBEL)
    assert (game.lands[code].owner, game.lands[code].controller) == (owner, rebels)
    return rebels


# -- the roll ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-01")
@pytest.mark.parametrize(("year", "season", "astral", "due"), [
    (201, "hiver", False, True),
    (202, "hiver", False, True),
    (202, "ete", False, False),
    (202, "ete", True, True),
    (201, "ete", True, False),
    (201, "hiver", True, True),
])  # fmt: skip
def test_when_events_come(year, season, astral, due):
    game = table()
    game.year, game.season = year, season
    if astral:
        add_mark(game, "astral", game.turn + 9)
    assert is_due(game) == due


@pytest.mark.rule("TC-EVT-01")
@pytest.mark.parametrize(("marks", "war", "shift"), [
    ((), False, 0),
    (("peace_stars",), False, 2),
    (("peace_stars",), True, 0),
    (("red_stars",), False, 0),
    (("red_stars",), True, 2),
    (("flowers",), False, 3),
])  # fmt: skip
def test_what_the_stars_of_a_year_add(marks, war, shift):
    game = winter()
    no_leaders(game)
    nation(game, A, stability=0, reputation=3, known=())
    if war:
        at_war(game, A, V)
    base = event_modifier(game, A)
    for mark in marks:
        add_mark(game, mark, game.turn)
    assert event_modifier(game, A) - base == shift


@pytest.mark.rule("TC-EVT-01")
def test_what_a_nation_itself_adds_to_its_event():
    game = winter()
    no_leaders(game)
    nation(game, A, stability=0, reputation=3, known=())
    base = event_modifier(game, A)
    nation(game, A, stability=-2)
    assert event_modifier(game, A) - base == -2
    nation(game, A, stability=0, known=("Astronomie",))
    assert event_modifier(game, A) - base == TABLES.science.effects.astronomy_roll == 2
    nation(game, A, known=())
    for number in (1, 2):
        leader(game, A, civil=2, gifts=("astrologue",))
        assert event_modifier(game, A) - base == number * TABLES.leaders.gift_effects.astrologue_roll
    no_leaders(game)
    add_mark(game, "event_shift", game.turn, nation=A, amount=-4)
    add_mark(game, "event_shift", game.turn, nation=M, amount=9)
    assert event_modifier(game, A) - base == -4


@pytest.mark.rule("TC-EVT-01")
def test_what_booklets_and_structures_add_to_an_event(monkeypatch):
    game = winter()
    base = event_modifier(game, A)
    monkeypatch.setattr(events, "added", lambda game, name, what: {"roll.event": 5}[what])
    monkeypatch.setattr(events, "event_bonus", lambda game, name: 30)
    assert event_modifier(game, A) - base == 35


@pytest.mark.rule("TC-EVT-01")
def test_every_major_nation_has_one_event(monkeypatch):
    game = winter()
    drawn = []
    monkeypatch.setattr(events, "national_roll", lambda game, name: drawn.append(name))
    national_events(game)
    assert drawn == list(MAJORS)


# -- one event after the other ----------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-05", "TC-EVT-04")
def test_an_event_finds_a_random_land_owned_and_held_and_the_outlying_ones_without_the_capital():
    game = winter(1)
    assert target(game, A) == "BPL"
    assert outlying(game, A) == ["BPL", "VAL"]
    land(game, "BPL", controller=M)
    script(game, 1)
    assert target(game, A) == "VAL"
    for code in ("AKL", "VAL"):
        land(game, code, controller=M)
    assert target(game, A) is None


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("dice", "gone"), [((10, 11), ("BPL",)), ((11, 10), ("VAL",)), ((11, 11), ()), ((1, 1), ("BPL", "VAL"))])
def test_a_civil_war_takes_one_land_in_ten(dice, gone):
    game = winter(*dice)
    NATIONAL[-5](game, A)
    assert [event.territories for event in found(game.outbox, NationFounded)] == ([gone] if gone else [])
    assert [code for code in SITES if game.lands[code].owner == A] == [code for code in ("AKL", "BPL", "VAL") if code not in gone]


@pytest.mark.rule("TC-EVT-04")
def test_a_civil_war_takes_rebels_along_and_whatever_is_cut_off():
    game = winter()
    rebel(game, "BPL")
    game.outbox = []
    script(game, 11)
    NATIONAL[-5](game, A)
    (founded,) = found(game.outbox, NationFounded)
    assert founded.territories == ("BPL",)
    game = winter()
    land(game, "PCO", owner=A, controller=A)
    # PCO hangs on VAL: once VAL leaves, it is cut off from the capital
    script(game, 99, 99, 1)
    NATIONAL[-5](game, A)
    (founded,) = found(game.outbox, NationFounded)
    assert founded.territories == ("PCO", "VAL")


@pytest.mark.rule("TC-EVT-04")
def test_secession_takes_a_rebel_land_before_a_claimed_one_before_one_that_is_not_national():
    game = winter()
    land(game, "BPL", national=(A, M))
    rebel(game, "VAL")
    NATIONAL[-4](game, A)
    assert (game.lands["VAL"].owner, game.lands["BPL"].owner) == ("LUMIERES", A)
    game = winter()
    land(game, "BPL", national=(A, M))
    land(game, "VAL", national=())
    NATIONAL[-4](game, A)
    assert (game.lands["VAL"].owner, game.lands["BPL"].owner) == (A, M)
    game = winter()
    land(game, "VAL", national=())
    NATIONAL[-4](game, A)
    assert (game.lands["VAL"].owner, game.lands["BPL"].owner) == ("LUMIERES", A)


@pytest.mark.rule("TC-EVT-04")
def test_national_land_nobody_claims_does_not_secede_nor_does_the_capital():
    game = winter()
    before = dict(game.lands)
    NATIONAL[-4](game, A)
    assert game.lands == before
    land(game, "AKL", national=(M,))
    before = dict(game.lands)
    NATIONAL[-4](game, A)
    assert game.lands == before
    land(game, "BPL", national=(M,))
    land(game, "VAL", national=("LUMIERES",))
    script(game, 1)
    NATIONAL[-4](game, A)
    assert (game.lands["VAL"].owner, game.lands["BPL"].owner) == ("LUMIERES", A), "one of the equals is drawn"


@pytest.mark.rule("TC-EVT-04")
def test_neither_rulers_nor_prisoners_turn_traitor():
    game = winter()
    no_leaders(game)
    leader(game, A, civil=3, ruler=True)
    leader(game, A, civil=3, captor=V)
    game.outbox = []
    NATIONAL[-3](game, A)
    assert not game.outbox
    who = leader(game, A, civil=3)
    at_war(game, A, V)
    at_war(game, A, M)
    script(game, 1)
    NATIONAL[-3](game, A)
    assert [(event.leader, event.reason, event.audience) for event in found(game.outbox, LeaderLeft)] == [(who, "treason", None)]
    assert game.leaders[who].nation == (joined := found(game.outbox, LeaderJoined)[0]).nation == V
    assert joined.reason == "treason"


@pytest.mark.rule("TC-EVT-04")
def test_rebels_at_war_are_no_enemies_to_turn_to():
    game = winter()
    no_leaders(game)
    rebel(game, "BPL")
    who = leader(game, A, civil=3)
    NATIONAL[-3](game, A)
    assert who in game.market


@pytest.mark.rule("TC-EVT-04")
def test_nothing_burns_where_nothing_is_built():
    game = winter()
    NATIONAL[-2](game, A)
    assert not game.outbox
    land(game, "BPL", structures=("silos",))
    NATIONAL[-2](game, A)
    assert game.lands["BPL"].structures == ()


@pytest.mark.rule("TC-EVT-04")
def test_one_of_the_leaders_present_leads_a_local_revolt_with_the_troops_that_stand_there():
    game = winter()
    no_leaders(game)
    ruler = leader(game, A, at="BPL", civil=3, ruler=True)
    prisoner = leader(game, A, at="BPL", civil=3, captor=V)
    elsewhere = leader(game, A, at="VAL", civil=3)
    chief = leader(game, A, at="BPL", military=3)
    script(game, 0)
    NATIONAL[-1](game, A)
    rebels = game.lands["BPL"].controller
    assert game.nations[rebels].kind == REBEL
    assert {who: game.leaders[who].nation for who in (ruler, prisoner, elsewhere, chief)} == {
        ruler: A, prisoner: A, elsewhere: A, chief: rebels,
    }  # fmt: skip
    assert [event.audience for event in found(game.outbox, LeaderLeft, leader=chief, reason="rebellion")] == [None]
    assert found(game.outbox, LeaderJoined, leader=chief, reason="rebellion", nation=rebels)
    assert game.garrisons[f"BPL:{rebels}"] == (Troop("akl-milice", 1),)
    assert marked(game) == [("rebels", rebels, "BPL", 3, 0)]


@pytest.mark.rule("TC-EVT-04")
def test_without_outlying_land_there_is_no_revolt():
    game = winter()
    for code in ("BPL", "VAL"):
        land(game, code, controller=M)
    game.outbox = []
    NATIONAL[-1](game, A)
    assert not game.outbox


@pytest.mark.rule("TC-EVT-04")
def test_deserters_of_a_nation_at_war_turn_to_brigandage_one_by_one():
    game = winter()
    no_units(game)
    garrison(game, "AKL", A, akl_garde=3)
    garrison(game, "BPL", A, akl_milice=2)
    NATIONAL[1](game, A)
    assert (count(all_units(game, A)["AKL"]), count(all_units(game, A)["BPL"])) == (3, 2), "at peace nobody deserts"
    at_war(game, A, V)
    brigands = game.lands["BPL"].brigands
    # BPL; one militia man, again (50), the other one; nobody is left
    script(game, 1, 0, 50, 51)
    NATIONAL[1](game, A)
    assert all_units(game, A) == {"AKL": (Troop("akl-garde", 3),)}
    assert game.lands["BPL"].brigands == brigands + 2


@pytest.mark.rule("TC-EVT-04")
def test_desertion_ends_by_the_die_and_begins_only_on_ones_own_land():
    game = winter()
    no_units(game)
    at_war(game, A, V)
    garrison(game, "BMU", A, akl_garde=3)
    NATIONAL[1](game, A)
    assert all_units(game, A) == {"BMU": (Troop("akl-garde", 3),)}
    garrison(game, "AKL", A, akl_garde=1, akl_milice=2)
    script(game, 2, 51)
    NATIONAL[1](game, A)
    assert all_units(game, A)["AKL"] == (Troop("akl-garde", 1), Troop("akl-milice", 1))
    assert found(game.outbox, LandChanged, territory="AKL", what="brigands")[0].amount == 1


@pytest.mark.rule("TC-EVT-04")
def test_the_greatest_town_is_unruly_and_brings_no_gold():
    game = winter()
    NATIONAL[2](game, A)
    assert marked(game) == [("town_no_gold", A, "AKL", 1, 0)]
    game.marks.clear()
    for code in ("AKL", "VAL"):
        land(game, code, town=0)
    NATIONAL[2](game, A)
    assert not game.marks


@pytest.mark.rule("TC-EVT-04")
def test_a_major_neighbour_is_insulted_until_winter():
    game = winter()
    for code in ("AKL", "BPL"):
        land(game, code, controller=M, owner=M)
    # VAL borders on Merisse and on the City of Lights
    script(game, 0)
    NATIONAL[3](game, A)
    (casus,) = game.casus
    assert (casus.holder, casus.against, casus.until) == ("LUMIERES", A, game.turn + 4)
    game.casus.clear()
    for code in ("HNA", "AKL", "PCO"):
        land(game, code, owner="", controller="")
    NATIONAL[3](game, A)
    assert not game.casus


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("score", "mark"), [
    (4, ("no_tax", A, "BPL", 4, 0)), (9, ("no_provisions", A, "BPL", 1, 0)),
])  # fmt: skip
def test_events_that_leave_a_mark_on_one_land(score, mark):
    game = winter(1)
    NATIONAL[score](game, A)
    assert marked(game) == [mark]
    assert game.marks[0].word == ("troops" if score == 4 else "")
    game.marks.clear()
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, controller=M)
    NATIONAL[score](game, A)
    assert not game.marks


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("score", "dice", "facts", "change"), [
    (6, (1, 0), {"farms": 5}, {"farms": -1}),
    (6, (1, 5), {"farms": 8}, {"farms": -6}),
    (6, (1, 5), {"farms": 2}, {"farms": -2}),
    (7, (1,), {"exploitations": 3, "resource_level": 7}, {"exploitations": -1, "resource_level": -1}),
    (7, (1,), {"exploitations": 0, "resource_level": 1}, {"resource_level": -1}),
    (7, (1,), {"exploitations": 1, "resource_level": 0}, {"exploitations": -1}),
    (11, (1, 0), {}, {"brigands": 1}),
    (11, (1, 5), {}, {"brigands": 6}),
    (17, (1,), {"farms": 2, "farm_capacity": 5}, {"farms": 1}),
    (17, (1,), {"farms": 5, "farm_capacity": 5}, {"farms": 1, "farm_capacity": 1}),
    (17, (1,), {"farms": 10, "farm_capacity": 10}, {}),
    (17, (1,), {"farms": 9, "farm_capacity": 10}, {"farms": 1}),
    (18, (1,), {"resource_level": 9}, {"resource_level": 1}),
    (18, (1,), {"resource_level": 10}, {}),
])  # fmt: skip
def test_events_that_change_one_land(score, dice, facts, change):
    game = winter(*dice)
    land(game, "BPL", **facts)
    assert moved(game, lambda: NATIONAL[score](game, A)) == {("BPL", what): amount for what, amount in change.items()}


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize("score", [6, 7, 8, 11, 17, 18, 19])
def test_events_of_one_land_find_nothing_where_a_nation_holds_none(score):
    game = winter()
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, controller=M)
    game.outbox = []
    NATIONAL[score](game, A)
    assert not game.outbox


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("season", "source", "die", "change", "left"), [
    ("hiver", 3, 11, {}, [("empty_source", A, "BPL", 1, 0)]),
    ("hiver", 3, 10, {"source": -1, "fluid": -1}, [("empty_source", A, "BPL", 1, 0)]),
    ("ete", 3, 11, {"fluid": -3}, []),
    ("ete", 3, 10, {"fluid": -3, "source": -1}, []),
    ("ete", 0, None, {}, []),
])  # fmt: skip
def test_a_flow_that_is_drained(season, source, die, change, left):
    game = winter(1, *([die] if die else []))
    game.season = season
    land(game, "BPL", source=source, fluid=source)
    assert moved(game, lambda: NATIONAL[8](game, A)) == {("BPL", what): amount for what, amount in change.items()}
    assert marked(game) == left


@pytest.mark.rule("TC-EVT-05")
@pytest.mark.parametrize(("score", "known", "stability", "test"), [
    (16, (), 1, 3), (16, ("Religion",), 2, 6), (10, (), -1, -3), (10, ("Religion",), -2, -6),
])  # fmt: skip
def test_omens_move_stability_and_its_tests_until_winter(score, known, stability, test):
    game = winter()
    nation(game, A, stability=0, known=known)
    NATIONAL[score](game, A)
    assert game.nations[A].stability == stability
    assert marked(game) == [("stability_test", A, "", 4, test)]
    assert {getattr(event, "reason", "") for event in game.outbox} == {TABLES.events.national[score]}


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("war", "gold", "reputation", "stability", "left"), [
    (False, 30, 1, 1, 0), (False, 31, 1, 1, 1), (False, 29, -1, 1, 29), (True, 30, 0, 0, 30),
])  # fmt: skip
def test_quiet_years_and_feasts_are_for_times_of_peace(war, gold, reputation, stability, left):
    game = winter()
    nation(game, A, stability=0, reputation=0, gold=gold)
    if war:
        at_war(game, A, V)
    NATIONAL[12](game, A)
    NATIONAL[13](game, A)
    record = game.nations[A]
    assert (record.stability, record.reputation, record.goods.gold) == (stability, reputation, left)


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("drawn", "gold"), [(0, 25), (5, 150)])
def test_a_legacy_of_twenty_five_to_a_hundred_and_fifty(drawn, gold):
    game = winter(drawn)
    before = game.nations[A].goods
    NATIONAL[14](game, A)
    assert game.nations[A].goods - before == Goods(gold=gold)


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize(("code", "goods", "fit"), [
    ("AKL", Goods(gold=10, provisions=2), (*FOOT, "akl-lances", "akl-garde", "akl-galeasse")),
    ("AKL", Goods(gold=10, provisions=1), (*FOOT, "akl-garde", "akl-galeasse")),
    ("AKL", Goods(gold=1), ("akl-milice",)),
    ("AKL", Goods(), ()),
    ("IST", Goods(gold=10, provisions=2), (*FOOT, "akl-lances", "akl-garde")),
    ("MIR", Goods(gold=10, provisions=2), ("akl-galeasse",)),
])  # fmt: skip
def test_volunteers_are_of_a_kind_that_can_be_raised_and_fed_there(monkeypatch, code, goods, fit):
    game = winter()
    no_units(game)
    for place in ("AKL", "BPL", "VAL"):
        land(game, place, owner=M, controller=M)
    land(game, code, owner=A, controller=A)
    game.nations[A] = replace(game.nations[A], goods=goods)
    offered = []
    monkeypatch.setattr(scores, "pick", lambda game, items: offered.append(items) or items[0])
    NATIONAL[19](game, A)
    assert tuple(unit.id for unit in offered[1]) == fit if fit else len(offered) == 1
    assert all_units(game, A) == ({code: (Troop(fit[0], 1),)} if fit else {})


@pytest.mark.rule("TC-EVT-04")
def test_a_chance_discovery_is_worth_ten_points_in_one_domain():
    game = winter(2)
    before = game.nations[A].science
    NATIONAL[21](game, A)
    gained = [now - then for then, now in zip(before, game.nations[A].science, strict=True)]
    assert sorted(gained) == [0] * (len(gained) - 1) + [10]
    assert gained[2] == 10


@pytest.mark.rule("TC-EVT-04")
def test_people_grow_in_two_lands_that_have_room():
    game = winter(1, 0)
    grown = moved(game, lambda: NATIONAL[22](game, A))
    assert len(grown) == 2
    assert set(grown.values()) == {1}
    assert {what for _, what in grown} == {"population"}
    game = winter(1, 0)
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, population=10)
    assert not moved(game, lambda: NATIONAL[22](game, A))
    game = winter(1, 0)
    for code in ("AKL", "BPL", "VAL"):
        land(game, code, population=9)
    assert len(moved(game, lambda: NATIONAL[22](game, A))) == 2


@pytest.mark.rule("TC-EVT-04")
@pytest.mark.parametrize("room", [True, False])
def test_a_providential_leader_is_one_level_better_and_needs_room(monkeypatch, room):
    game = winter()
    asked = []
    monkeypatch.setattr(scores, "has_room", lambda game, name: room)
    monkeypatch.setattr(scores, "random_leader", lambda *args, **kwargs: asked.append((args[1:], kwargs)))
    NATIONAL[23](game, A)
    assert asked == ([((A, "leader providentiel", "TC-EVT-04"), {"plus": 1})] if room else [])


# -- the world --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-02")
@pytest.mark.parametrize("score", [1, 2, 4, 6, 7, 8, 9])
def test_every_world_event_is_told_to_all_and_leaves_its_mark(score):
    game = winter(score)
    world_event(game)
    (told,) = found(game.outbox, WorldEvent)
    assert (told.score, told.event, told.audience) == (score, TABLES.events.world[score], None)
    assert (
        marked(game)
        == {
            1: [("astral", "", "", 3, 0)],
            2: [("world_provisions", "", "", 4, -1)],
            4: [("mud", "", "", 4, 0)],
            6: [("disorder", "", "", 4, 0), ("no_refill", "", "", 4, 0)],
            7: [("peace_stars", "", "", 0, 0)],
            8: [("red_stars", "", "", 0, 0)],
            9: [("flowers", "", "", 0, 0)],
        }[score]
    )


@pytest.mark.rule("TC-EVT-02")
def test_old_ash_takes_one_of_everything_in_six_lands():
    game = table()
    script(game, *(0 for _ in range(len(SITES))))
    for code in SITES:
        land(game, code, farms=3, farm_capacity=4, exploitations=2, resource_level=5, population=2)
    spoilt = moved(game, lambda: WORLD[3](game))
    codes = {code for code, _ in spoilt}
    assert len(codes) == TABLES.events.ash_territories == 6
    assert spoilt == {(code, what): -1 for code in codes for what in ("farms", "exploitations", "farm_capacity", "population")}
    for code in SITES:
        land(game, code, farms=0, farm_capacity=0, exploitations=0, population=0)
    script(game, *(0 for _ in range(len(SITES))))
    assert not moved(game, lambda: WORLD[3](game))
    for code in SITES:
        land(game, code, farms=2, farm_capacity=1, exploitations=3, resource_level=1)
    script(game, *(0 for _ in range(len(SITES))))
    spoilt = moved(game, lambda: WORLD[3](game))
    assert {what: amount for (_, what), amount in spoilt.items()} == {"farms": -2, "farm_capacity": -1, "exploitations": -2}


@pytest.mark.rule("TC-EVT-02")
def test_a_principality_needs_vacant_land():
    game = table()
    for code in SITES:
        land(game, code, owner=M, controller=M)
    game.outbox = []
    WORLD[5](game)
    assert not found(game.outbox, NationFounded)
    land(game, "LVO", owner="", controller="")
    WORLD[5](game)
    (founded,) = found(game.outbox, NationFounded)
    assert (founded.territories, founded.former, founded.reason) == (("LVO",), "", "principauté")


@pytest.mark.rule("TC-EVT-02")
@pytest.mark.parametrize(("die", "provisions"), [(1, -1), (3, -1), (4, 0), (5, 1), (6, 1)])
def test_the_weather_of_a_disordered_year_changes_with_the_season(die, provisions):
    game = winter(die)
    game.season = "ete"
    add_mark(game, "disorder", game.turn + 4)
    season_effects(game)
    (turned,) = found(game.outbox, SeasonTurned)
    assert (turned.die, turned.provisions) == (die, provisions)
    assert ("world_provisions", "", "", 0, provisions) in marked(game)


@pytest.mark.rule("TC-EVT-02")
def test_what_the_start_of_a_season_leaves_alone():
    game = winter()
    add_mark(game, "disorder", game.turn + 4)
    add_mark(game, "season_provisions", game.turn + 4, amount=1)
    add_mark(game, "empty_source", game.turn + 4, territory="BPL")
    season_effects(game)
    assert len(game.marks) == 3, "nothing happens in winter"
    game.marks = [mark for mark in game.marks if mark.kind != "disorder"]
    game.season = "printemps"
    season_effects(game)
    assert not found(game.outbox, SeasonTurned)
    assert not game.marks
    assert (game.lands["BPL"].fluid, game.lands["VAL"].fluid) == (0, 2)


# -- where a booklet's event happens ----------------------------------------------------------------------------


@pytest.mark.rule("TC-EVT-05")
@pytest.mark.parametrize(("fields", "codes"), [
    ({}, ["AKL", "BPL", "VAL"]),
    ({"terrain": ("forêt",)}, ["BPL"]),
    ({"resource": ("bois",)}, [code for code in ("AKL", "BPL", "VAL") if SITES[code].resource == "bois"]),
    ({"coastal": True}, ["AKL", "BPL", "VAL"]),
    ({"town": True}, ["AKL", "VAL"]),
    ({"national": True}, ["AKL", "BPL"]),
    ({"garrison": True}, ["AKL", "VAL"]),
    ({"not_capital": True}, ["BPL", "VAL"]),
    ({"town": True, "not_capital": True}, ["VAL"]),
])  # fmt: skip
def test_a_step_happens_only_where_it_fits(fields, codes):
    game = winter()
    land(game, "VAL", national=())
    del game.garrisons[f"BPL:{A}"]
    assert candidates(game, A, Step(do="", **fields)) == codes


@pytest.mark.rule("TC-EVT-05")
def test_a_step_on_the_coast_spares_the_inland():
    game = winter()
    land(game, "IST", owner=A, controller=A, town=1)
    assert candidates(game, A, Step(do="", town=True)) == ["AKL", "IST", "VAL"]
    assert candidates(game, A, Step(do="", coastal=True)) == ["AKL", "BPL", "VAL"]
    assert candidates(game, A, Step(do="", coastal=False)) == ["AKL", "BPL", "IST", "VAL"]
