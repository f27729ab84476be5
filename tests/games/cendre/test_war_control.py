"""Control of land, plunder, demolition, recruitment (TC-WAR-02, TC-WAR-03, TC-WAR-19, TC-WAR-23)."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Demolish, Disband, Pillage, RecruitUnits
from marchland.games.cendre.rules.common.ledger import OrderRefused, change
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.diplomacy.homeward import send_home
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty
from marchland.games.cendre.rules.war.recruitment import Levy, price
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.state import Civil, Nation, Structure
from marchland.games.cendre.world import BOOKLETS, unit_kind

from .warfare import (
    FAST,
    SLOW,
    A,
    C,
    M,
    V,
    X,
    Y,
    ally,
    army,
    attack,
    bare_table,
    build,
    campaign,
    garrison,
    give,
    hold,
    land,
    leader,
    of,
    order,
    size,
    war,
)


def refused(events):
    return [(event.rule, event.facts.get("why", "")) for event in of(events, OrderRefused)]


def invaded(*, owner=A, controller=A, **facts):
    """V walks from WAN into X, which nobody defends."""
    game = bare_table()
    war(game, A, V)
    hold(game, V, "WAN")
    land(game, X, owner=owner, controller=controller, **facts)
    attack(game, army(game, V, "WAN", {SLOW: 3}), X)
    return game


# -- control ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-19")
def test_undefended_enemy_land_is_taken_police_flee_and_militia_turn_to_brigandage():
    game = invaded(police=2, militia=3, brigands=1, town=2)
    change(game, A, goods=Goods(gold=100))
    gold = game.nations[V].goods.gold
    campaign(game)
    taken = game.lands[X]
    assert (taken.controller, taken.owner) == (V, A)
    assert (taken.police, taken.militia, taken.brigands) == (0, 0, 4)
    assert (game.nations[V].goods.gold - gold, game.nations[A].goods.gold) == (20, 80)


@pytest.mark.rule("TC-WAR-19", "TC-STRUCT-05")
def test_superior_fortifications_withhold_town_and_treasure():
    game = invaded(town=3)
    build(game, X, "fortifications-superieures")
    gold = game.nations[V].goods.gold
    campaign(game)
    assert game.lands[X].besieged
    assert game.nations[V].goods.gold == gold


@pytest.mark.rule("TC-WAR-19")
def test_gold_is_taken_only_from_the_owner_and_only_what_he_has():
    game = invaded(town=5)
    change(game, A, goods=Goods(gold=12))
    gold = game.nations[V].goods.gold
    campaign(game)
    assert game.nations[V].goods.gold == gold + 12
    game = invaded(owner=M, controller=A, town=5)
    war(game, M, V)
    gold = game.nations[V].goods.gold
    campaign(game)
    assert game.lands[X].controller == V
    assert game.nations[V].goods.gold == gold


@pytest.mark.rule("TC-WAR-19")
def test_land_of_an_ally_is_given_back_to_him():
    game = invaded(owner=M, controller=A)
    ally(game, M, V)
    campaign(game)
    assert game.lands[X].controller == M
    assert size(game, V, X) == 3


@pytest.mark.rule("TC-WAR-19")
def test_land_of_a_neutral_is_given_back_and_the_army_leaves():
    game = invaded(owner=M, controller=A)
    campaign(game)
    assert game.lands[X].controller == M
    assert size(game, V, X) == 0
    assert size(game, V, "WAN") == 3


@pytest.mark.rule("TC-WAR-19")
def test_ones_own_land_is_taken_back():
    game = invaded(owner=V, controller=A)
    campaign(game)
    assert (game.lands[X].controller, game.lands[X].owner) == (V, V)


@pytest.mark.rule("TC-WAR-19")
def test_transit_takes_no_control():
    game = bare_table()
    war(game, A, V)
    hold(game, V, "WAN")
    hold(game, A, X, Y)
    attack(game, army(game, V, "WAN", {FAST: 3}), X, Y)
    campaign(game)
    assert (game.lands[X].controller, game.lands[Y].controller) == (A, V)


@pytest.mark.rule("TC-WAR-19", "TC-LEAD-04")
def test_leaders_caught_without_a_battle_escape():
    game = invaded()
    hold(game, A, "AKL")
    civilian = leader(game, A, X)
    game.leaders[civilian] = msgspec.structs.replace(game.leaders[civilian], military=None, civil=Civil("moyen"))
    campaign(game)
    assert game.leaders[civilian].at == "AKL"


@pytest.mark.rule("TC-WAR-19", "TC-DIP-10")
def test_a_conquest_keeps_a_war_awake():
    game = invaded()
    game.season = "automne"
    campaign(game)
    assert next(iter(game.wars.values())).last_action == game.turn


@pytest.mark.rule("TC-WAR-21")
def test_a_minor_nation_without_units_is_defended_by_its_people():
    game = bare_table()
    game.nations["MIN-PME"] = Nation(id="MIN-PME", kind="minor", capital=X)
    hold(game, "MIN-PME", X)
    war(game, V, "MIN-PME")
    hold(game, V, "WAN")
    attack(game, army(game, V, "WAN", {SLOW: 3}), X)
    # the people: 2 + 20/5; ambush, V 1 1 2, people 3 3 3, fate
    campaign(game, 2, 1, 1, 1, 2, 3, 3, 3, 5)
    assert game.lands[X].controller == "MIN-PME"


@pytest.mark.rule("TC-DIP-06")
def test_troops_are_sent_home_without_loss():
    game = bare_table()
    hold(game, V, X, "WAN")
    hold(game, A, Y)
    garrison(game, A, X, min_levee=2)
    garrison(game, A, "WAN", min_levee=3)
    send_home(game, A, (V,))
    assert size(game, A, Y) == 5


# -- plunder and demolition -------------------------------------------------------------------------------------


def occupied(**facts):
    game = bare_table()
    war(game, A, V)
    hold(game, V, X, owner=A, **facts)
    return game, army(game, V, X, {SLOW: 4})


@pytest.mark.rule("TC-WAR-23")
def test_a_town_is_pillaged_as_far_as_it_is_large_and_shrinks():
    game, robbers = occupied(town=3, danger=10, brigands=0)
    before = game.nations[V].goods
    give(game, robbers, Pillage)
    campaign(game, 0, 1, 1)
    assert game.nations[V].goods - before == Goods(gold=30, agricole=1, bois=2)
    assert (game.lands[X].town, game.lands[X].danger, game.lands[X].brigands) == (2, 15, 1)


@pytest.mark.rule("TC-WAR-23")
@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"town": 0}, "no_town"),
        ({"town": 2, "owner": V}, "own"),
        ({"town": 2, "besieged": True}, "besieged"),
        ({"town": 2, "structures": (Structure("fortifications-superieures"),)}, "besieged"),
        ({"town": 2, "controller": A}, "not_controlled"),
    ],
)
def test_what_cannot_be_pillaged(facts, why):
    game, robbers = occupied()
    land(game, X, **facts)
    give(game, robbers, Pillage)
    assert ("TC-WAR-23", why) in refused(campaign(game))


@pytest.mark.rule("TC-WAR-23")
def test_no_plunder_and_no_demolition_where_there_is_fighting():
    game, robbers = occupied(town=3)
    build(game, X, "chateau")
    give(game, robbers, Pillage)
    hold(game, A, "TEA")
    attack(game, army(game, A, "TEA", {SLOW: 1}), X)
    assert refused(campaign(game, 1, 1, 1, 1, 2, 2, 2, 5, 5)) == [("TC-WAR-23", "battle")]


@pytest.mark.rule("TC-WAR-23")
def test_an_army_tears_down_what_it_holds():
    game, wreckers = occupied(town=3)
    build(game, X, "chateau", "scierie")
    give(game, wreckers, Demolish, structure="chateau")
    campaign(game)
    assert [built.kind for built in game.lands[X].structures] == ["scierie"]
    game.leaders[wreckers] = msgspec.structs.replace(game.leaders[wreckers], acted=False)
    game.sheets.clear()
    give(game, wreckers, Demolish, structure="palais")
    assert refused(campaign(game)) == [("TC-WAR-23", "absent")]


# -- recruitment ------------------------------------------------------------------------------------------------


def recruiting(*, at="VOL", gold=500, **facts):
    game = bare_table()
    land(game, at, recruits=4, **facts)
    change(game, V, goods=Goods(*[gold] * 8), known=())
    return game, leader(game, V, at)


@pytest.mark.rule("TC-WAR-02")
def test_units_are_raised_on_national_land_for_people_gold_and_resources():
    game, captain = recruiting()
    kind = unit_kind("vol-hallebardiers")
    order(game, V, RecruitUnits(leader=captain, unit=kind.id, number=2))
    campaign(game)
    assert size(game, V, "VOL") == 2
    assert game.lands["VOL"].recruits == 4 - 2 * kind.people
    assert game.nations[V].goods == Goods(*[500] * 8) - kind.price * 2
    assert game.leaders[captain].acted


@pytest.mark.rule("TC-WAR-02")
def test_all_or_nothing_unless_as_many_as_possible_are_asked_for():
    game, captain = recruiting()
    order(game, V, RecruitUnits(leader=captain, unit="vol-conscrits", number=5))
    (no,) = of(campaign(game), OrderRefused)
    assert (no.rule, no.facts["need"], no.facts["have"]) == ("TC-WAR-02", 5, 4)
    game.sheets.clear()
    order(game, V, RecruitUnits(leader=captain, unit="vol-conscrits", number=5, most=True))
    campaign(game)
    assert size(game, V, "VOL") == 4


@pytest.mark.rule("TC-WAR-02")
@pytest.mark.parametrize(
    ("at", "unit", "facts", "why"),
    [
        ("VOL", "akl-garde", {}, "unknown_unit"),
        ("VOL", "caraque", {}, "unknown_unit"),
        ("VOL", "vol-conscrits", {"national": ()}, "not_national"),
        ("VOL", "vol-conscrits", {"controller": A}, "not_national"),
        ("HOR", "vol-galeres", {}, "no_port"),
        ("MIR", "vol-conscrits", {"owner": V, "controller": V, "national": (V,)}, "only_ships"),
    ],
)
def test_what_cannot_be_recruited(at, unit, facts, why):
    game, captain = recruiting(at=at, **facts)
    order(game, V, RecruitUnits(leader=captain, unit=unit, number=1))
    assert refused(campaign(game)) == [("TC-WAR-02", why)]


@pytest.mark.rule("TC-WAR-02", "TC-SCI-03", "TC-SCI-04")
def test_discoveries_open_new_units():
    game, captain = recruiting()
    change(game, V, known=("Caraques", "Suprématie martiale"))
    order(game, V, RecruitUnits(leader=captain, unit="caraque", number=1))
    campaign(game)
    assert size(game, V, "VOL") == 1


@pytest.mark.rule("TC-WAR-02", "TC-LEAD-10")
def test_a_militarist_recruits_too_and_for_less():
    game, civilian = recruiting()
    civil = Civil("fort", 4, (), ("militariste",))
    game.leaders[civilian] = msgspec.structs.replace(game.leaders[civilian], military=None, civil=civil)
    order(game, V, RecruitUnits(leader=civilian, unit="vol-conscrits", number=1))
    campaign(game)
    kind = unit_kind("vol-conscrits")
    assert game.nations[V].goods.gold == 500 - (kind.price.gold - 5)


def bill(game, nation, unit, at, number=1, **fields):
    return price(game, Levy(nation=nation, at=at, kind=unit_kind(unit), **fields), number)


@pytest.mark.rule("TC-WAR-02", "TC-SCI-03", "TC-SCI-04", "TC-SCI-09")
def test_discoveries_make_recruits_cheaper():
    game = bare_table()
    full = unit_kind("akl-galeasse").price
    change(game, A, known=("Chantiers navals",))
    assert full - bill(game, A, "akl-galeasse", "AKL") == Goods(gold=10, bois=1)
    full = unit_kind("akl-lances").price
    change(game, A, known=("Élevage de chevaux",))
    assert full - bill(game, A, "akl-lances", "AKL") == Goods(gold=10, agricole=1)
    full = unit_kind("akl-garde").price
    change(game, A, known=("Arsenaux",))
    assert (full - bill(game, A, "akl-garde", "AKL")).total() == 1


@pytest.mark.rule("TC-STRUCT-08", "TC-WAR-02")
def test_structures_make_recruits_cheaper_or_raise_them_alone():
    game = bare_table()
    change(game, V, goods=Goods(*[500] * 8))
    land(game, "VOL", recruits=4)
    build(game, "VOL", "champ-de-mars")
    order(game, V, RecruitUnits(leader="champ-de-mars@VOL", unit="vol-conscrits", number=1))
    order(game, V, RecruitUnits(leader="champ-de-mars@VOL", unit="vol-conscrits", number=1))
    assert refused(campaign(game)) == [("TC-STRUCT-08", "used")]
    assert size(game, V, "VOL") == 1


@pytest.mark.rule("TC-STRUCT-08", "TC-WAR-02")
def test_structures_make_recruits_cheaper():
    game = bare_table()
    build(game, "VIL", "forges-federales")
    land(game, "VIL", town=2)
    unit = next(kind for kind in BOOKLETS["FER"].units if "infanterie" not in kind.traits)
    plain = bill(bare_table(), "FER", unit.id, "VIL", 3)
    saved = plain - bill(game, "FER", unit.id, "VIL", 3)
    assert saved.gold == 2 * 5
    game = bare_table()
    build(game, "GPA", "foire-aux-chevaux")
    begin_treaty(game, "contract", A, "CHEVAUX", "TC-DIP-01")
    assert unit_kind("akl-lances").price * 2 - bill(game, A, "akl-lances", "AKL", 2) == Goods(agricole=1)
    build(game, "GPA", "haras-royal")
    horse = next(kind for kind in BOOKLETS["CHEVAUX"].units if "cavalerie" in kind.traits)
    assert bill(bare_table(), "CHEVAUX", horse.id, "GPA") - bill(game, "CHEVAUX", horse.id, "GPA") == Goods(gold=10, agricole=1)


@pytest.mark.rule("TC-EVT-04", "TC-WAR-02")
def test_events_may_stop_a_levy_or_pay_for_it():
    for kind, unit, stopped in (
        ("no_units", "vol-conscrits", True),
        ("no_cavalry", "vol-conscrits", False),
        ("no_cavalry", "vol-reitres", True),
    ):
        game, captain = recruiting()
        add_mark(game, kind, game.turn, nation=V)
        order(game, V, RecruitUnits(leader=captain, unit=unit, number=1))
        assert (refused(campaign(game)) == [("TC-EVT-04", "no_levy")]) is stopped
    game, captain = recruiting()
    add_mark(game, "free_resources", game.turn, nation=V, amount=2)
    kind = unit_kind("vol-hallebardiers")
    order(game, V, RecruitUnits(leader=captain, unit=kind.id, number=3))
    campaign(game)
    assert game.nations[V].goods == Goods(*[500] * 8) - kind.price - Goods(gold=kind.price.gold) * 2
    assert not game.marks


@pytest.mark.rule("TC-WAR-23")
def test_units_are_sent_back_to_civil_life():
    game, captain = recruiting()
    garrison(game, V, "VOL", vol_conscrits=3)
    order(game, V, Disband(leader=captain, units=(("vol-conscrits", 2),)))
    campaign(game)
    assert size(game, V, "VOL") == 1
    assert game.lands["VOL"].recruits == 4
    game.leaders[captain] = msgspec.structs.replace(game.leaders[captain], acted=False)
    assert refused(campaign(game)) == [("TC-WAR-23", "no_units")]


@pytest.mark.rule("TC-DIP-11", "TC-WAR-03")
def test_nations_without_a_player_arm_themselves_in_war():
    game = bare_table()
    game.nations["MIN-PME"] = Nation(id="MIN-PME", kind="minor", capital=X, goods=Goods(*[100] * 8))
    hold(game, "MIN-PME", X)
    land(game, X, recruits=2)
    war(game, C, "MIN-PME")
    MilitaryPhase().recruit(game)
    assert size(game, "MIN-PME", X) == 1
    assert game.garrisons[f"{X}:MIN-PME"][0].unit == "min-garde"


@pytest.mark.rule("TC-DIP-11")
def test_a_minor_nation_retakes_its_land_when_it_is_strong_enough():
    from marchland.games.cendre.rules.diplomacy.minor import write_sheets

    for defenders, expected in ((1, 1), (4, 0)):
        game = bare_table()
        game.nations["MIN-PME"] = Nation(id="MIN-PME", kind="minor", capital=X)
        hold(game, "MIN-PME", X)
        hold(game, V, Y, owner="MIN-PME")
        war(game, V, "MIN-PME")
        leader(game, "MIN-PME", X)
        garrison(game, "MIN-PME", X, min_garde=2)
        garrison(game, V, Y, min_garde=defenders)
        write_sheets(game)
        assert len(game.sheets.get("MIN-PME", ())) == expected
