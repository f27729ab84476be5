"""Marches, ways, interceptions, raids and control in figures, on both sides of every condition."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Defend, Demolish, Intercept, March, Pillage, Raid, TunnelAttack, TunnelRaid
from marchland.games.cendre.rules.common.figures import total
from marchland.games.cendre.rules.common.ledger import OrderRefused, change
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty
from marchland.games.cendre.rules.land.production import yield_of
from marchland.games.cendre.rules.magic.lasting import terrains
from marchland.games.cendre.rules.towns.fortifications import resists_plunder
from marchland.games.cendre.rules.war.aftermath import TroopsRetreated
from marchland.games.cendre.rules.war.bodies import all_have, army_body, bodies_at, has_tactic, traits_of, unit_speed
from marchland.games.cendre.rules.war.control import CityPillaged
from marchland.games.cendre.rules.war.movement import ArmyHalted, ArmyMoved, InterceptionTried, can_intercept, interception_parts
from marchland.games.cendre.rules.war.orders import check_army, is_infiltrating, knows_warrens
from marchland.games.cendre.rules.war.raids import RaidResolved, _remember, carry_off, go_home, raid_defenders, roused_people
from marchland.games.cendre.rules.war.sides import in_order, line_up
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.rules.war.ways import may_enter, spell_bars, took_hidden_paths, way_between
from marchland.games.cendre.state import MINOR, REBEL, THREAT, Lasting, Nation
from marchland.games.cendre.world import SITES, unit_kind
from marchland.kernel.errors import IllegalAction

from .campaigns import REST, at_war, minor, state_of, told
from .warfare import (
    FAST,
    SLOW,
    SWIFT,
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
    raid,
    script,
    size,
    steps_only,
    war,
)

replace = msgspec.structs.replace


def body_of(game, key):
    return army_body(key, game.armies[key])


# -- orders -----------------------------------------------------------------------------------------------------


def refusal(act, *arguments):
    with pytest.raises(IllegalAction) as caught:
        act(*arguments)
    return caught.value.rule, caught.value.facts


@pytest.mark.rule("TC-WAR-01")
def test_only_ones_own_army_with_troops_acts():
    game = bare_table()
    key = army(game, A, X, {SLOW: 1})
    assert check_army(game, A, Defend(leader=key)).key == key
    idle, empty = leader(game, A, X), army(game, A, X, {})
    for who in (idle, empty):
        assert refusal(check_army, game, A, Defend(leader=who)) == ("TC-WAR-01", {"why": "no_army", "leader": who})
    game.armies["EXT#1"] = replace(game.armies[key], leader="EXT#1", nation=V)
    assert refusal(check_army, game, A, Defend(leader="EXT#1")) == ("TC-WAR-01", {"why": "no_army", "leader": "EXT#1"})
    assert check_army(game, V, Defend(leader="EXT#1")).nation == V
    game.leaders[key] = replace(game.leaders[key], acted=True)
    assert refusal(check_army, game, A, Defend(leader=key))[1]["why"] == "acted"


@pytest.mark.rule("TC-WAR-08")
def test_a_march_is_refused_with_its_reason():
    game = at_war()
    hold(game, A, X, Y, "WAN")
    hold(game, M, "TEA")
    key = army(game, A, X, {FAST: 1})

    def why(territory, *via, kind=March):
        game.sheets.clear()
        game.leaders[key] = replace(game.leaders[key], acted=False)
        give(game, key, kind, territory=territory, via=via)
        game.outbox = []
        MilitaryPhase().set_out(game)
        return [(event.rule, event.facts) for event in of(game.outbox, OrderRefused)]

    assert why("XXX") == [("TC-LAND-01", {"territory": "XXX"})]
    assert why(Y, "XXX") == [("TC-LAND-01", {"territory": Y})]
    assert why(X, Y, "TAN") == [("TC-WAR-08", {"why": "too_far", "need": 3, "have": 2})]
    assert why(X, Y) == []
    game.armies[key] = replace(game.armies[key], path=())
    assert why("STE") == [("TC-LAND-06", {"start": X, "end": "STE"})]
    assert why("TEA") == [("TC-WAR-08", {"why": "no_entry", "territory": "TEA", "holder": M})]
    assert why("TEA", kind=TunnelAttack) == [("TC-WAR-13", {"why": "cannot_tunnel"})]
    assert why("TEA", kind=TunnelRaid) == [("TC-WAR-13", {"why": "cannot_tunnel"})]
    assert why("TEA", kind=Raid) == []
    assert why("WAN", kind=Raid) == [("TC-WAR-12", {"why": "nothing_to_raid", "territory": "WAN"})]
    hold(game, "", "WAN")
    assert why("WAN", kind=Raid) == [("TC-WAR-12", {"why": "nothing_to_raid", "territory": "WAN"})]
    minor(game, "WAN", REBEL)
    assert why("WAN", kind=Raid) == [("TC-WAR-12", {"why": "nothing_to_raid", "territory": "WAN"})]
    slow = army(game, A, X, {SLOW: 1})
    give(game, slow, Raid, territory="TEA")
    game.outbox = []
    MilitaryPhase().set_out(game)
    assert told(game.outbox, OrderRefused, "rule", "facts")[-1] == ("TC-WAR-12", {"why": "cannot_raid"})


@pytest.mark.rule("TC-STRUCT-08")
def test_the_warrens_lead_under_ground_once_a_year_and_spare_born_diggers_their_turn():
    game = at_war()
    hold(game, A, X)
    hold(game, V, "WAN")
    key = army(game, A, X, {SLOW: 1})
    body = army_body(key, game.armies[key])
    assert not knows_warrens(game, body)
    build(game, X, "terriers-profonds")
    assert knows_warrens(game, body)
    land(game, X, owner=M)
    assert not knows_warrens(game, body)
    land(game, X, owner=A)
    digger = army(game, A, X, {SLOW: 1}, tactics=("tunnelier",))
    give(game, digger, TunnelAttack, territory="WAN")
    MilitaryPhase().set_out(game)
    assert knows_warrens(game, body)
    game.sheets.clear()
    give(game, key, TunnelAttack, territory="WAN")
    MilitaryPhase().set_out(game)
    assert game.nations[A].year.used == (f"terriers-profonds@{X}",)
    assert not knows_warrens(game, body)
    assert (game.armies[key].mode, game.armies[key].path) == ("tunnel", ("WAN",))


@pytest.mark.rule("TC-WAR-08")
@pytest.mark.parametrize(("kind", "via", "mode", "path"), [
    (March, (), "move", (Y,)), (March, ("WAN",), "move", ("WAN",)), (Raid, ("WAN",), "attack", ("WAN",)), (Raid, (), "raid", (Y,)),
])  # fmt: skip
def test_in_mud_a_longer_way_is_cut_after_its_first_step_and_a_raid_with_it(kind, via, mode, path):
    game = at_war()
    hold(game, A, X, "WAN")
    hold(game, V, Y)
    add_mark(game, "mud", game.turn)
    key = army(game, A, X, {SWIFT: 1})
    give(game, key, kind, territory=Y, via=(*via, *((X,) if via else ())))
    MilitaryPhase().set_out(game)
    assert (game.armies[key].mode, game.armies[key].path) == (mode, path)


@pytest.mark.rule("TC-WAR-10")
@pytest.mark.parametrize(("units", "mode", "hidden"), [
    ({"mer-lames": 2}, "attack", True), ({"mer-lames": 2, SLOW: 1}, "attack", False),
    ({SLOW: 1}, "tunnel", True), ({SLOW: 1}, "raid_tunnel", True),
    ({SLOW: 1}, "raid", False),
])  # fmt: skip
def test_who_slips_through_unseen(units, mode, hidden):
    game = bare_table()
    key = army(game, A, X, units)
    game.armies[key] = replace(game.armies[key], mode=mode)
    assert is_infiltrating(game, army_body(key, game.armies[key])) == hidden


# -- ways -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-08")
def test_who_may_enter():
    game = at_war()
    ally(game, A, M)
    hold(game, A, X)
    hold(game, V, Y)
    hold(game, M, "WAN")
    hold(game, C, "TEA")
    hold(game, C, "SPO", owner=A)
    hold(game, "", "DVA")
    found = {code: may_enter(game, A, code, False) for code in (X, Y, "WAN", "TEA", "SPO", "DVA")}
    assert found == {X: True, Y: True, "WAN": True, "TEA": False, "SPO": True, "DVA": True}
    assert may_enter(game, A, "TEA", True)


@pytest.mark.rule("TC-WAR-08", "TC-WAR-09", "TC-WAR-07")
@pytest.mark.parametrize(("unit", "start", "end", "tunnel", "way"), [
    (SLOW, X, "STE", False, ""),
    (SLOW, X, "WAN", False, "land"),
    (SLOW, X, "WAN", True, "tunnel"),
    (SLOW, "BPL", "MER", False, "river"),
    (SLOW, "PVL", "GPA", False, "river"),
    (SLOW, "PCR", "RFE", False, ""),
    ("mag-seigneur-spectral", "PCR", "RFE", False, "air"),
    ("mag-seigneur-spectral", X, "WAN", True, "air"),
    (SLOW, "VAL", "MIO", False, "sea"),
    (SLOW, "MIO", "VAL", False, "water"),
    (SLOW, "MIO", "MIC", False, "sea"),
    (SLOW, "MIC", "IRI", False, "water"),
    ("akl-galeasse", "MIC", "IRI", False, "water"),
    ("akl-galeasse", "MIO", "MIC", False, "sea"),
    ("akl-galeasse", "VAL", "MIO", False, "sea"),
    ("akl-galeasse", "MIO", "VAL", False, "sailing"),
    ("akl-galeasse", "MIC", "BPL", False, "water"),
    ("akl-galeasse", "PVL", "GPA", False, "sailing"),
    ("akl-galeasse", "BHI", "PCO", False, "sailing"),
    ("akl-galeasse", X, "WAN", False, ""),
    ("akl-galeasse", X, "WAN", True, ""),
    ("akl-galeasse", "AKL", "BPL", False, "water"),
])  # fmt: skip
def test_how_a_step_is_made(unit, start, end, tunnel, way):
    game = bare_table()
    key = army(game, A, start, {unit: 1})
    assert way_between(game, army_body(key, game.armies[key]), start, end, tunnel) == way


@pytest.mark.rule("TC-STRUCT-08")
@pytest.mark.parametrize(("changes", "owner", "at", "hidden"), [
    ({}, A, "BSO", True),
    ({"path": ("FSO",)}, A, "BSO", False),
    ({"entered": ""}, A, "BSO", False),
    ({"entered": "BES"}, A, "BSO", False),
    ({}, M, "BSO", False),
    ({}, A, X, False),
])  # fmt: skip
def test_hidden_paths_lead_from_wood_to_wood_in_one_step(changes, owner, at, hidden):
    game = bare_table()
    hold(game, A, "FBO", owner=owner)
    build(game, "FBO", "sentes-cachees")
    key = army(game, A, "FBO", {SLOW: 1})
    game.armies[key] = replace(game.armies[key], **{"at": at, "origin": "FBO", "entered": "FBO", **changes})
    assert took_hidden_paths(game, army_body(key, game.armies[key])) == hidden
    build(game, "FBO", "chateau")
    assert not took_hidden_paths(game, army_body(key, game.armies[key]))
    garrison(game, A, "BSO", min_levee=1)
    assert not took_hidden_paths(game, next(body for body in bodies_at(game, "BSO") if body.army is None))


@pytest.mark.rule("TC-MAG-02")
def test_spells_that_hold_an_army_back():
    """The killing field lets nobody but friends leave; other spells bar the way in, a landing or a raid."""
    game = at_war()
    hold(game, V, X)
    key = army(game, A, X, {SLOW: 1})
    assert not spell_bars(game, body_of(game, key), X, Y, "land")
    game.spells.append(Lasting(spell="gue-champ", caster=V, level=8, until=game.turn, since=game.turn, territory=X))
    assert spell_bars(game, body_of(game, key), X, Y, "land")
    assert not spell_bars(game, body_of(game, key), Y, X, "land")
    game.spells.clear()
    game.spells.append(Lasting(spell="gue-champ", caster=A, level=8, until=game.turn, since=game.turn, territory=X))
    assert not spell_bars(game, body_of(game, key), X, Y, "land")


@pytest.mark.rule("TC-LAND-01", "TC-MAG-02")
def test_the_terrains_a_land_counts_as():
    game = bare_table()
    own = SITES["FBO"].terrains
    assert (terrains(game, X), terrains(game, "FBO")) == (("plaine",), own)
    land(game, "FBO", dead=True)
    assert (terrains(game, X), terrains(game, "FBO")) == (("plaine",), ("terre morte",))
    land(game, "FBO", dead=False)
    game.spells.append(Lasting(spell="nat-ronces", caster=V, level=6, until=game.turn, since=game.turn, territory=X))
    assert (terrains(game, X), terrains(game, "FBO")) == (("plaine", "jungle"), own)
    game.spells.append(Lasting(spell="fro-pont", caster=V, level=7, until=game.turn, since=game.turn, territory="MIO"))
    assert "mer" in SITES["MIO"].terrains
    assert "mer" not in terrains(game, "MIO")
    assert "gelé" not in terrains(game, "MIO")


# -- movement and interception ----------------------------------------------------------------------------------


def waiting(*, units=None, at="TEA", tactics=("interception",), nation=A):
    """A waits in TEA; V has just come from WAN into X, which A holds."""
    game = at_war()
    hold(game, A, X, "TEA")
    hold(game, V, "WAN")
    key = army(game, nation, at, units or {SLOW: 2}, tactics=tactics)
    foe = army(game, V, X, {SLOW: 2})
    game.armies[foe] = replace(game.armies[foe], origin="WAN", entered="WAN", rank=1, step=3, way="land")
    return game, key, foe


@pytest.mark.rule("TC-WAR-11")
def test_who_can_be_intercepted_and_by_whom():
    game, key, foe = waiting()
    assert can_intercept(game, key, foe, [foe])
    assert not can_intercept(game, key, foe, []), "enemies who stood there before"
    for changes in ({"way": "sailing"}, {"mode": "tunnel"}, {"troops": ()}):
        game, key, foe = waiting()
        game.armies[foe] = replace(game.armies[foe], **changes)
        assert not can_intercept(game, key, foe, [foe])
    game, key, foe = waiting()
    game.armies[key] = replace(game.armies[key], troops=())
    assert not can_intercept(game, key, foe, [foe])
    game, key, foe = waiting(at="STE")
    assert not can_intercept(game, key, foe, [foe]), "only next door"
    game, key, foe = waiting(units={"akl-galeasse": 1})
    assert not can_intercept(game, key, foe, [foe]), "ships do not walk"
    game, key, foe = waiting()
    game.wars.clear()
    assert not can_intercept(game, key, foe, [foe])
    game, key, foe = waiting()
    garrison(game, V, "TEA", min_levee=1)
    assert not can_intercept(game, key, foe, [foe]), "an enemy at home"
    game, key, foe = waiting()
    garrison(game, V, X, min_levee=1)
    assert not can_intercept(game, key, foe, [foe])
    for holder, possible in ((V, True), (M, False), ("", False), (A, True)):
        game, key, foe = waiting()
        hold(game, holder, X)
        assert can_intercept(game, key, foe, [foe]) == possible


@pytest.mark.rule("TC-WAR-11")
def test_no_interception_under_a_tunnel_nor_where_a_spell_forbids_it():
    game, key, foe = waiting(tactics=("interception", "tunnelier"), units={"akl-galeasse": 1})
    game.armies[key] = replace(game.armies[key], mode="tunnel")
    assert not can_intercept(game, key, foe, [foe])
    game, key, foe = waiting()
    game.spells.append(Lasting(spell="cli-brouillard", caster=V, level=3, until=game.turn, since=game.turn, territory=X))
    assert not can_intercept(game, key, foe, [foe]), "nobody sees through the mists"
    game, key, foe = waiting()
    game.spells.append(Lasting(spell="gue-champ", caster=V, level=8, until=game.turn, since=game.turn, territory="TEA"))
    assert not can_intercept(game, key, foe, [foe]), "nobody leaves the killing field"


def chances(game, key, foe):
    wary = has_tactic(game, foe, "perspicace")
    return total(interception_parts(game, body_of(game, key), game.armies[foe].at, wary=wary))


@pytest.mark.rule("TC-WAR-11")
@pytest.mark.parametrize(("nation", "strategy", "castle", "controller", "tactics", "bonus"), [
    (A, 0, "", A, (), 1),
    (A, 0, "", V, (), 0),
    (A, 3, "", V, (), 3),
    (A, 0, X, V, (), 1),
    (A, 0, "TEA", V, (), 1),
    (A, 0, "WAN", V, (), 0),
    (A, 0, "", V, ("perspicace",), -2),
    ("CHEVAUX", 0, "", V, (), 2),
])  # fmt: skip
def test_what_helps_and_hinders_an_interception(nation, strategy, castle, controller, tactics, bonus):
    game = bare_table()
    hold(game, controller, X, owner=nation)
    hold(game, nation, "TEA", "WAN")
    if castle:
        build(game, castle, "chateau")
    key = army(game, nation, "TEA", {SLOW: 1}, strategy=strategy)
    foe = army(game, V, X, {SLOW: 1}, tactics=tactics)
    assert chances(game, key, foe) == bonus
    if castle:
        land(game, castle, owner=M)
        assert chances(game, key, foe) == bonus - (castle != "WAN")


@pytest.mark.rule("TC-WAR-11")
def test_an_interceptor_who_succeeds_stands_in_the_way_and_tries_no_more():
    game = at_war()
    hold(game, A, X, "TEA", Y)
    hold(game, V, "WAN", "SPO")
    key = army(game, A, "TEA", {SLOW: 2}, tactics=("interception",))
    give(game, key, Intercept)
    one, two = army(game, V, "WAN", {FAST: 2}), army(game, V, "SPO", {FAST: 2})
    attack(game, one, X, Y)
    attack(game, two, X)
    events = steps_only(game, 5)
    ((nation, territory, intruder, die, total, difficulty, success),) = told(
        events, InterceptionTried, "nation", "territory", "intruder", "die", "total", "difficulty", "success"
    )
    assert (nation, territory, intruder, die, total, difficulty, success) == (A, X, V, 5, 6, 5, True)
    assert (game.armies[key].at, game.armies[key].step, game.armies[key].rank, game.armies[key].way) == (X, 2, 0, "land")
    assert told(events, ArmyHalted, "leader", "reason", "rule") == [(one, "intercepted", "TC-WAR-11")]
    assert game.armies[one].path == ()


@pytest.mark.rule("TC-STRUCT-08")
@pytest.mark.parametrize(("die", "left"), [(1, 4), (2, 4), (3, 4), (4, 3), (5, 3), (6, 2)])
def test_termites_eat_by_one_die_of_the_loss_table(die, left):
    game = at_war()
    hold(game, V, X)
    build(game, X, "termitiere")
    hold(game, A, "WAN")
    key = army(game, A, "WAN", {FAST: 4})
    give(game, key, March, territory=X)
    steps_only(game, die)
    assert size(game, A, X) == left


@pytest.mark.rule("TC-STRUCT-08")
@pytest.mark.parametrize(("owner", "controller", "stopped"), [(V, V, True), (A, V, False), (M, M, False), (A, A, False)])
def test_structures_trouble_only_enemies_of_a_master_who_owns_the_land(owner, controller, stopped):
    game = at_war()
    ally(game, A, M)
    hold(game, controller, X, owner=owner)
    build(game, X, "sentes-cachees", "termitiere")
    hold(game, V, Y)
    hold(game, A, "WAN")
    key = army(game, A, "WAN", {FAST: 4})
    attack(game, key, X, Y)
    events = steps_only(game, 6)
    assert game.armies[key].at == (X if stopped else Y)
    assert size(game, A, game.armies[key].at) == (2 if stopped else 4)
    halted = [("hidden_paths", "TC-STRUCT-08")] if stopped else []
    assert told(events, ArmyHalted, "reason", "rule") == halted


@pytest.mark.rule("TC-WAR-08")
def test_where_armies_stand_after_each_step():
    game = at_war()
    hold(game, A, "WAN", X, Y, "TAN")
    keys = {unit: army(game, A, "WAN", {unit: 1}) for unit in (SLOW, FAST, SWIFT)}
    for unit, via in ((SLOW, ()), (FAST, (X,)), (SWIFT, (X, Y))):
        give(game, keys[unit], March, territory={SLOW: X, FAST: Y, SWIFT: "TAN"}[unit], via=via)
    events = steps_only(game)
    assert sorted(told(events, ArmyMoved, "step", "leader", "start", "end")) == sorted([
        (1, keys[SWIFT], "WAN", X),
        (2, keys[SWIFT], X, Y),
        (2, keys[FAST], "WAN", X),
        (3, keys[SWIFT], Y, "TAN"),
        (3, keys[FAST], X, Y),
        (3, keys[SLOW], "WAN", X),
    ])  # fmt: skip
    assert not of(events, ArmyHalted)


@pytest.mark.rule("TC-WAR-09", "TC-WAR-10")
def test_an_army_on_its_way_is_pinned_only_by_those_who_can_get_at_it():
    for units, at, holder, stopped in (
        ({FAST: 2}, X, {"min_levee": 1}, True),
        ({"mer-lames": 2}, X, {"min_levee": 1}, False),
        ({"akl-galeasse": 2}, "PCO", {"min_levee": 1}, False),
        ({"akl-galeasse": 2}, "PCO", {"lac_bateliers": 1}, True),
        ({"akl-galeasse": 2}, "PCO", {"min_navires": 1}, True),
    ):
        game = at_war()
        end = Y if at == X else "LVO"
        hold(game, V, at, end)
        garrison(game, V, at, **holder)
        start = "WAN" if at == X else "BHI"
        hold(game, A, start)
        key = army(game, A, start, units)
        attack(game, key, at, end)
        steps_only(game)
        assert game.armies[key].at == (at if stopped else end)


# -- control ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-STRUCT-05")
@pytest.mark.parametrize(("besieged", "structure", "safe"), [
    (False, "chateau", False), (True, "chateau", True),
    (False, "fortifications-superieures", True), (True, "fortifications-superieures", True),
])  # fmt: skip
def test_what_cannot_be_plundered(besieged, structure, safe):
    game = bare_table()
    build(game, X, structure)
    assert resists_plunder(land(game, X, besieged=besieged)) == safe


@pytest.mark.rule("TC-WAR-23")
@pytest.mark.parametrize(("units", "town", "shares"), [(4, 2, 2), (1, 3, 1), (3, 3, 3)])
def test_plunder_is_ten_gold_and_a_resource_for_each_unit_and_level(units, town, shares):
    game = at_war()
    hold(game, V, X, owner=A, town=town, brigands=0)
    key = army(game, V, X, {SLOW: units})
    before = game.nations[V].goods
    give(game, key, Pillage)
    events = campaign(game, *(0 for _ in range(shares)))
    loot = Goods(gold=10 * shares, agricole=shares)
    assert game.nations[V].goods - before == loot
    ((nation, territory, told_loot, audience),) = told(events, CityPillaged, "nation", "territory", "loot", "audience")
    assert (nation, territory, told_loot) == (V, X, loot)
    assert audience == tuple(sorted((game.seats[A], game.seats[V])))
    assert (game.lands[X].town, game.lands[X].brigands, game.leaders[key].acted) == (town - 1, 1, True)


@pytest.mark.rule("TC-WAR-23")
def test_only_a_foreign_heart_tree_is_never_forgiven():
    for structure, owner, casus in (
        ("arbre-coeur", A, [(A, V)]),
        ("arbre-coeur", V, []),
        ("arbre-coeur", "", []),
        ("chateau", A, []),
    ):
        game = at_war()
        hold(game, V, X, owner=owner)
        build(game, X, "silos", structure)
        key = army(game, V, X, {SLOW: 1})
        give(game, key, Demolish, structure=structure)
        campaign(game)
        assert [built.kind for built in game.lands[X].structures] == ["silos"]
        assert [(cause.holder, cause.against) for cause in game.casus] == casus
        assert game.leaders[key].acted


@pytest.mark.rule("TC-WAR-23")
def test_nobody_plunders_where_a_raid_is_coming():
    game = at_war()
    hold(game, V, X, owner=A, town=3)
    hold(game, M, "TEA")
    key = army(game, V, X, {SLOW: 1})
    give(game, key, Pillage)
    raid(game, army(game, M, "TEA", {FAST: 1}), X)
    steps_only(game)
    game.outbox = []
    MilitaryPhase().pillage(game)
    assert told(game.outbox, OrderRefused, "rule", "facts") == [("TC-WAR-23", {"why": "battle", "territory": X})]


@pytest.mark.rule("TC-WAR-19")
def test_only_strangers_at_peace_are_shown_out_and_unharmed():
    for nation, stays in ((A, True), (M, True), (V, True), (C, False), ("EXT-NORTH", True)):
        game = at_war()
        ally(game, A, M)
        game.nations["EXT-NORTH"] = Nation(id="EXT-NORTH", kind=THREAT)
        hold(game, A, X)
        hold(game, C, Y)
        garrison(game, A, X, min_levee=1)
        garrison(game, nation, X, min_levee=2)
        game.outbox = []
        MilitaryPhase().control(game)
        assert (size(game, nation, X) > 0) == stays
        assert told(game.outbox, TroopsRetreated, "nation", "end", "lost", "reason", "rule") == (
            [] if stays else [(C, Y, 0, "unwelcome", "TC-WAR-19")]
        )
    game = bare_table()
    garrison(game, C, X, min_levee=2)
    hold(game, "", X)
    MilitaryPhase().control(game)
    assert (game.lands[X].controller, size(game, C, X)) == (C, 2)


@pytest.mark.rule("TC-WAR-19")
def test_an_army_without_troops_takes_nothing_and_is_no_army():
    game = at_war()
    hold(game, A, X)
    key = army(game, V, X, {})
    MilitaryPhase().control(game)
    assert key not in game.armies
    assert game.leaders[key].at == game.nations[V].capital
    assert game.lands[X].controller == A


# -- raids ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-12")
def test_who_defends_against_a_raid():
    game = bare_table()
    hold(game, A, X)
    war(game, M, V)
    ally(game, C, V)
    key = army(game, V, "WAN", {FAST: 1})
    game.armies[key] = replace(game.armies[key], at=X, mode="raid", rank=3, origin="WAN")

    def defenders():
        return [body.nation for body in raid_defenders(game, body_of(game, key), bodies_at(game, X))]

    assert defenders() == []
    garrison(game, "FER", X, min_levee=1)
    assert defenders() == [], "a stranger looks on"
    garrison(game, M, X, min_levee=1)
    assert defenders() == [M], "an enemy of the raider"
    garrison(game, A, X, min_levee=1)
    assert defenders() == [A, M], "the master, although at peace"
    friend = army(game, C, X, {SLOW: 1})
    game.armies[friend] = replace(game.armies[friend], rank=1)
    assert defenders() == [A, M]
    game.garrisons = {f"{X}:{C}": game.garrisons[f"{X}:{A}"]}
    late = army(game, A, X, {SLOW: 1})
    game.armies[late] = replace(game.armies[late], rank=2)
    assert defenders() == [], "a friend of the raider holds the field"


@pytest.mark.rule("TC-WAR-21")
def test_only_the_people_of_a_minor_nation_without_troops_resist_a_raid():
    for kind, troops_, roused in ((MINOR, 0, True), (MINOR, 1, False), (REBEL, 0, False)):
        game = bare_table(2)
        name = minor(game, kind=kind)
        if troops_:
            garrison(game, name, X, min_levee=troops_)
        key = army(game, V, X, {FAST: 1})
        found = roused_people(game, body_of(game, key), bodies_at(game, X))
        assert [body.size for body in found] == ([2 + game.lands[X].danger // 5] if roused else [])
    game = bare_table()
    hold(game, A, X)
    assert roused_people(game, body_of(game, army(game, V, X, {FAST: 1})), []) == []
    hold(game, "", X)
    assert roused_people(game, body_of(game, army(game, V, X, {FAST: 1})), []) == []


@pytest.mark.rule("TC-WAR-12", "TC-LAND-10")
def test_what_a_land_yields_and_what_is_carried_off():
    game = bare_table()
    hold(game, A, X, population=4, farms=6, exploitations=3)
    assert yield_of(game, X) == Goods(gold=20, provisions=6, agricole=3)
    change(game, A, goods=Goods(*[100] * 8))
    change(game, V, goods=Goods())
    assert carry_off(game, V, A, X, 2, Goods(gold=15)) == Goods(gold=5, provisions=2, agricole=2)
    assert carry_off(game, V, A, X, 9, Goods(gold=25)) == Goods(provisions=6, agricole=3)
    assert game.nations[V].goods == Goods(gold=5, provisions=8, agricole=5)
    assert game.nations[A].goods == Goods(*[100] * 8) - Goods(gold=5, provisions=8, agricole=5)
    for raider, victim in ((A, A), (V, ""), (V, "NOBODY")):
        assert carry_off(game, raider, victim, X, 9, Goods()) == Goods()
    change(game, A, goods=Goods(gold=-5, provisions=1))
    assert carry_off(game, V, A, X, 9, Goods()) == Goods(provisions=1)


@pytest.mark.rule("TC-WAR-12")
def test_raiders_go_back_or_elsewhere_if_an_enemy_is_there_now():
    for occupied, end in ((False, "WAN"), (True, "STE")):
        game = at_war()
        hold(game, V, "WAN", "STE")
        key = army(game, V, X, {FAST: 2})
        game.armies[key] = replace(game.armies[key], origin="WAN", mode="raid", rank=2, entered="WAN", way="land")
        if occupied:
            garrison(game, A, "WAN", min_levee=1)
            hold(game, A, "WAN")
        go_home(game, body_of(game, key))
        assert game.armies[key].at == end
        assert state_of(game.armies[key]) == REST
        assert told(game.outbox, TroopsRetreated, "reason", "rule") == ([("raid_over", "TC-WAR-12")] if occupied else [])
    game = at_war()
    key = army(game, V, X, {FAST: 2})
    body = body_of(game, key)
    game.armies[key] = replace(game.armies[key], origin="WAN", troops=())
    go_home(game, body)
    assert key not in game.armies
    assert game.leaders[key].at == game.nations[V].capital


@pytest.mark.rule("TC-DIP-04", "TC-WAR-12")
@pytest.mark.parametrize(
    ("treaty", "won", "casus"), [("pact", True, 1), ("alliance", False, 1), ("contract", True, 0), ("", True, 0)]
)
def test_raids_are_remembered_by_raider_and_victim(treaty, won, casus):
    game = bare_table()
    game.season = "ete"
    if treaty:
        begin_treaty(game, treaty, A, V, "TC-DIP-01")
    _remember(game, V, A, won)
    for span in ("season", "year"):
        spent = getattr(game.nations[V], span)
        assert (spent.raids, spent.raids_won) == (1, int(won))
    assert [(cause.holder, cause.against, cause.until) for cause in game.casus] == [(A, V, game.turn + 1)] * casus


@pytest.mark.rule("TC-DIP-04", "TC-STRUCT-08")
@pytest.mark.parametrize(("owner", "won", "glory"), [(V, True, 1), (V, False, 0), (M, True, 0)])
def test_the_captains_hall_makes_a_successful_raid_glorious(owner, won, glory):
    game = bare_table()
    hold(game, V, "VOL", owner=owner)
    build(game, "VOL", "halle-des-capitaines")
    before = game.nations[V].glory
    _remember(game, V, A, won)
    assert game.nations[V].glory - before == glory


@pytest.mark.rule("TC-WAR-12")
def test_a_threat_remembers_who_beat_its_raid_and_raiders_without_troops_lose_their_leader():
    game = at_war()
    game.nations["EXT-WEST"] = Nation(id="EXT-WEST", kind=THREAT)
    game.threats["west"] = replace(game.threats["west"], state="active")
    hold(game, A, X)
    garrison(game, A, X, **{SLOW: 9})
    key = army(game, "EXT-WEST", X, {SWIFT: 2})
    game.armies[key] = replace(game.armies[key], mode="raid", rank=1, origin="WAN", entered="WAN", way="land")
    script(game, 1, 1, 1, 1, 6, 6, 6, 5)
    MilitaryPhase().raids(game)
    assert told(game.outbox, RaidResolved, "success", "fought") == [(False, True)]
    assert (game.threats["west"].victor, game.threats["west"].raided) == (A, False)
    assert key not in game.armies


# -- sides ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-22")
def test_in_what_order_troops_stand_in_a_territory():
    game = bare_table()
    hold(game, M, X)
    for nation in (A, M, V):
        garrison(game, nation, X, min_levee=1)
    first, second = army(game, A, X, {SLOW: 1}), army(game, V, X, {SLOW: 1})
    mine = army(game, M, X, {SLOW: 1})
    game.armies[first] = replace(game.armies[first], rank=2)
    game.armies[second] = replace(game.armies[second], rank=1)
    order_ = [body.key for body in in_order(game, X, bodies_at(game, X))]
    assert order_ == [f"{X}:{M}", mine, f"{X}:{A}", f"{X}:{V}", second, first]


@pytest.mark.rule("TC-WAR-22")
def test_without_enemies_strangers_who_came_turn_back_and_friends_stay():
    game = bare_table()
    hold(game, A, X)
    ally(game, A, M)
    keys = {nation: army(game, nation, X, {SLOW: 1}) for nation in (M, V, C)}
    for rank, nation in enumerate((M, V, C)):
        game.armies[keys[nation]] = replace(game.armies[keys[nation]], rank=rank)
    lined = line_up(game, X, bodies_at(game, X))
    assert [body.nation for body in lined.watching] == [M]
    assert [body.nation for body in lined.returning] == [V, C]
    assert not lined.is_battle
    garrison(game, V, X, min_levee=1)
    lined = line_up(game, X, bodies_at(game, X))
    assert [(body.nation, body.rank) for body in lined.watching] == [(V, 0), (M, 0), (V, 1)]
    assert [body.nation for body in lined.returning] == [C]
    assert line_up(game, "TEA", []) == type(lined)()


@pytest.mark.rule("TC-WAR-22")
@pytest.mark.parametrize(
    ("rank", "allies", "stays"), [(0, (), True), (1, (), False), (1, (A,), True), (2, (M,), True), (1, (V,), False)]
)
def test_who_looks_on_at_a_battle(rank, allies, stays):
    """V attacks A on land of M: C stays if it was there before, or as a guest of the defender or of the master."""
    game = at_war()
    hold(game, M, X)
    for friend in allies:
        ally(game, C, friend)
    keys = {nation: army(game, nation, X, {SLOW: 1}) for nation in (A, V, C)}
    game.armies[keys[V]] = replace(game.armies[keys[V]], rank=3)
    game.armies[keys[C]] = replace(game.armies[keys[C]], rank=rank)
    lined = line_up(game, X, bodies_at(game, X))
    assert [[body.nation for body in group] for group in (lined.defence, lined.attack)] == [[A], [V]]
    assert [[body.nation for body in group] for group in (lined.watching, lined.returning)] == ([[C], []] if stays else [[], [C]])


# -- units ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-05")
def test_a_trait_is_shared_only_if_every_unit_has_it_and_some_come_from_the_leader():
    game = bare_table()
    for units, tactics, shared in (
        ({FAST: 1}, (), True),
        ({FAST: 1, SLOW: 1}, (), False),
        ({SLOW: 1}, ("raid",), True),
        ({}, (), False),
    ):
        key = army(game, A, X, units, tactics=tactics)
        assert all_have(game, body_of(game, key), "raid") == shared
        assert not all_have(game, body_of(game, key), "volant")


@pytest.mark.rule("TC-WAR-05", "TC-MAG-02")
def test_spells_give_and_take_traits_where_they_lie():
    game = bare_table()
    key = army(game, A, X, {FAST: 1})
    own = frozenset(unit_kind(FAST).traits)
    assert traits_of(game, body_of(game, key), FAST) == own
    game.spells.append(Lasting(spell="gue-cor", caster=A, level=3, until=game.turn, since=game.turn, army=(key,)))
    assert traits_of(game, body_of(game, key), FAST) == own | {"moral de fer"}
    game.spells.append(Lasting(spell="gue-effroi", caster=V, level=6, until=game.turn, since=game.turn, army=(key,)))
    assert "moral de fer" not in traits_of(game, body_of(game, key), FAST)


@pytest.mark.rule("TC-SCI-03")
@pytest.mark.parametrize(("unit", "known", "more"), [
    ("akl-galeasse", (), 0), ("akl-galeasse", ("Voiles",), 1), (SLOW, ("Voiles",), 0),
])  # fmt: skip
def test_sails_make_ships_one_faster_and_spells_anybody(unit, known, more):
    game = bare_table()
    change(game, A, known=known)
    key = army(game, A, X, {unit: 1})
    move = unit_kind(unit).move
    assert unit_speed(game, body_of(game, key), unit_kind(unit), True) == move + more
    hold(game, V, X)
    game.spells.append(Lasting(spell="nat-ronces", caster=V, level=6, until=game.turn, since=game.turn, territory=X))
    slowed = unit_speed(game, body_of(game, key), unit_kind(unit), True)
    assert slowed == max(1, move + more - 2)
    assert unit_speed(game, body_of(game, key), unit_kind(unit), False) == move + more
    game.armies[key] = replace(game.armies[key], at=Y)
    assert unit_speed(game, body_of(game, key), unit_kind(unit), True) == slowed, "what counts is where it set out"
    game.armies[key] = replace(game.armies[key], at=X, origin="")
    assert unit_speed(game, body_of(game, key), unit_kind(unit), True) == slowed, "or where it stands, if it has not set out"
    game.armies[key] = replace(game.armies[key], at=X, origin=Y)
    assert unit_speed(game, body_of(game, key), unit_kind(unit), True) == move + more
