"""What the rules of a fight do in figures, on both sides of every condition: the tests that notice a line that is off by one."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.rules.common.ledger import change
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.war import battle
from marchland.games.cendre.rules.war.battle import (
    BattleFought,
    BattleReport,
    TunnelDug,
    adjusted_losses,
    dig,
    lay_ambush,
    side_strategy,
    strike,
    superiority,
    take_losses,
    terrain_defence,
    throw,
)
from marchland.games.cendre.rules.war.bodies import PASSIVE, Body, bodies_at, kind_of_unit
from marchland.games.cendre.rules.war.forces import DEFENCE, Field, Side, base_force, side_force, unit_force
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.state import Lasting, Troop
from marchland.kernel.events import Rolled

from .warfare import (
    SLOW,
    A,
    M,
    V,
    X,
    army,
    attack,
    bare_table,
    bonuses,
    build,
    campaign_from_battles,
    clash,
    garrison,
    give,
    hold,
    land,
    of,
    script,
    size,
    steps_only,
    war,
)

replace = msgspec.structs.replace


def lay(game, spell, caster, **where):
    """A spell that runs this season."""
    game.spells.append(Lasting(spell=spell, caster=caster, level=8, until=game.turn, since=game.turn, **where))


def reported(game, *dice):
    (report,) = of(campaign_from_battles(game, *dice), BattleReport)
    return report


# -- totals -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-15")
def test_a_total_is_the_three_dice_and_all_bonuses():
    game, _ = clash({SLOW: 4}, {SLOW: 4}, at="TEA", strategy=2)
    report = reported(game, 1, 3, 3, 3, 2, 3, 3, 5, 5)
    assert [(line.name, line.amount) for line in report.attack_bonuses] == [("strategy", 2)]
    assert [(line.name, line.amount) for line in report.defence_bonuses] == [("terrain", 2)]
    assert (report.attack_dice, report.defence_dice) == ((3, 3, 3), (2, 3, 3))
    assert (report.attack_total, report.defence_total) == (9 + 2, 8 + 2)
    (fought,) = of(game.outbox, BattleFought)
    assert (fought.winner, fought.attackers, fought.defenders, fought.territory) == ("attaque", (V,), (A,), "TEA")


@pytest.mark.rule("TC-WAR-15")
@pytest.mark.parametrize(("own", "other", "bonus"), [(3, 0, 3), (3, 1, 3), (3, 2, 1), (4, 3, 0), (0, 3, 0), (3, 3, 0), (2, 1, 2)])
def test_superiority_over_few_and_over_nobody(own, other, bonus):
    assert superiority(own, other) == bonus


@pytest.mark.rule("TC-WAR-15", "TC-STRUCT-08")
@pytest.mark.parametrize(("holder", "bonus"), [(A, 1), (V, 0), (M, 0)])
def test_lava_channels_help_only_those_who_defend_their_own(holder, bonus):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    build(game, X, "canaux-de-lave")
    land(game, X, owner=holder)
    mine, theirs = bonuses(game, fight)
    assert (mine.get("structure", 0), theirs.get("structure", 0)) == (0, bonus)


@pytest.mark.rule("TC-WAR-15", "TC-STRUCT-08")
@pytest.mark.parametrize(("structure", "at", "owner", "bonus"), [
    ("halle-des-capitaines", "VOL", V, 1),
    ("halle-des-capitaines", "VOL", M, 0),
    ("nid-de-vautours", "WAN", V, 1),
    ("nid-de-vautours", "WAN", M, 0),
    ("nid-de-vautours", "VOL", V, 0),
])  # fmt: skip
def test_halls_and_nests_help_raids_and_no_other_attack(structure, at, owner, bonus):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    hold(game, V, at, owner=owner)
    build(game, at, structure)
    assert "structure" not in bonuses(game, fight)[0]
    assert bonuses(game, replace(fight, raid=True))[0].get("structure", 0) == bonus


@pytest.mark.rule("TC-STRUCT-08")
def test_the_captains_hall_trains_captains_and_a_nest_sends_out_armies():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    hold(game, V, "VOL")
    build(game, "VOL", "halle-des-capitaines")
    build(game, "WAN", "nid-de-vautours")
    raid_ = replace(fight, raid=True)
    assert bonuses(game, raid_)[0]["structure"] == 2
    del game.leaders[fight.attack.commander]
    assert bonuses(game, replace(raid_, attack=replace(fight.attack, commander="", leaders=())))[0]["structure"] == 1
    (band,) = fight.attack.bodies
    guards = replace(fight.attack, bodies=(replace(band, key=f"WAN:{V}", army=None),), commander="", leaders=())
    assert "structure" not in bonuses(game, replace(raid_, attack=guards))[0]


@pytest.mark.rule("TC-WAR-15", "TC-MAG-02")
def test_spells_add_to_the_test_of_one_side_and_to_its_defence():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    assert bonuses(game, fight) == ({}, {})
    lay(game, "gue-champ", A, territory=X)
    assert bonuses(game, fight) == ({}, {"spell": 3})
    game.spells.clear()
    lay(game, "gue-champ", V, territory=X)
    assert bonuses(game, fight) == ({"spell": 3}, {})


@pytest.mark.rule("TC-LEAD-11")
def test_strategy_is_that_of_an_able_commander_or_of_the_first_army():
    game, fight = clash({SLOW: 1}, {SLOW: 1}, strategy=3, leads=("attaquant", "prudent"), guards=("défenseur", "attaquant"))
    field = Field(game, fight)
    assert (side_strategy(field, fight.attack), side_strategy(field, fight.defence)) == (4, 1)
    assert side_strategy(field, replace(fight.attack, commander="")) == 3
    game.leaders[fight.attack.commander] = replace(game.leaders[fight.attack.commander], wounded=True)
    assert side_strategy(field, fight.attack) == 0


@pytest.mark.rule("TC-STRUCT-04")
@pytest.mark.parametrize(("structure", "owner", "raiding", "found"), [
    ("chateau", A, False, (0, 1)),
    ("chateau", A, True, (0, 2)),
    ("chateau", V, True, (2, 0)),
    ("chateau", M, False, (0, 0)),
    ("scierie", A, False, (0, 0)),
])  # fmt: skip
def test_a_castle_is_worth_one_and_two_against_raids_to_its_owner_alone(structure, owner, raiding, found):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    build(game, X, structure)
    land(game, X, owner=owner)
    mine, theirs = bonuses(game, replace(fight, raid=raiding))
    assert (mine.get("castle", 0), theirs.get("castle", 0)) == found


@pytest.mark.rule("TC-STRUCT-04", "TC-LAND-08")
@pytest.mark.parametrize(("way", "border", "raiding", "works"), [
    ("land", "WAN", False, 1),
    ("land", "WAN", True, 2),
    ("land", "TEA", False, 0), ("air", "WAN", False, 0), ("tunnel", "WAN", False, 0),
])  # fmt: skip
def test_works_stop_those_who_come_over_their_border_on_foot(way, border, raiding, works):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    build(game, X, "ouvrages-defensifs", border=border)
    (band,) = fight.attack.bodies
    fight = replace(fight, raid=raiding, attack=replace(fight.attack, bodies=(replace(band, army=replace(band.army, way=way)),)))
    assert bonuses(game, fight)[1].get("works", 0) == works
    build(game, X, "chateau", border=border)
    assert "works" not in bonuses(game, fight)[1]
    build(game, X, "ouvrages-defensifs", border="")
    unled = replace(fight, attack=replace(fight.attack, bodies=(replace(band, army=None),), commander="", leaders=()))
    assert "works" not in bonuses(game, unled)[1]


@pytest.mark.rule("TC-SCI-04", "TC-SCI-05")
@pytest.mark.parametrize(("known", "focus", "home", "line"), [
    (("Science militaire",), "", False, {"science": 1}),
    (("Spécialisation",), "attaque", False, {"specialisation": 1}),
    (("Spécialisation",), "défense", False, {}),
    ((), "attaque", False, {}),
    (("Nationalisme",), "", True, {"nationalism": 1}),
    (("Nationalisme",), "", False, {}),
    ((), "", True, {}),
])  # fmt: skip
def test_what_each_discovery_adds_to_an_attack(known, focus, home, line):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    land(game, X, national=(V,) if home else (A,))
    change(game, V, known=known, focus=focus)
    assert bonuses(game, fight) == (line, {})


@pytest.mark.rule("TC-LAND-08")
def test_only_those_who_cannot_swim_mind_a_river_and_only_if_they_cross_it(unit):
    frog = unit("frog", traits=("infanterie", "amphibie"))
    for troops_, start, line in (({SLOW: 1}, "BPL", 1), ({frog: 1}, "BPL", 0), ({frog: 1, SLOW: 1}, "BPL", 1)):
        game, fight = clash(troops_, {SLOW: 1}, at="MER", start=start)
        assert bonuses(game, fight)[1].get("river", 0) == line
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    assert "river" not in bonuses(game, fight)[1]


@pytest.mark.rule("TC-LAND-08")
def test_marsh_troops_mind_no_marsh_only_if_all_of_them_are(unit):
    frog = unit("frog", traits=("infanterie", "troupes des marais"))
    for troops_, terrain in (({frog: 1}, 0), ({frog: 1, SLOW: 1}, 2)):
        _, fight = (found := clash(troops_, {SLOW: 1}, at="TEA"))
        assert terrain_defence(Field(found[0], fight), False) == terrain


# -- ambush and tunnels -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-13")
def test_an_attack_over_ground_digs_nothing():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    assert dig(game, fight) == (0, fight)
    (band,) = fight.attack.bodies
    unled = replace(fight, attack=replace(fight.attack, bodies=(replace(band, army=None),), commander="", leaders=()))
    assert dig(game, unled) == (0, unled)
    assert not of(game.outbox, TunnelDug)


@pytest.mark.rule("TC-WAR-13")
@pytest.mark.parametrize(("die", "bonus", "left"), [(1, 0, 2), (2, -1, 3), (4, 0, 3), (7, 1, 3), (9, 2, 3)])
def test_who_comes_out_of_a_tunnel_and_how_surprising_it_is(die, bonus, left):
    game, fight = clash({SLOW: 3}, {SLOW: 1})
    (band,) = fight.attack.bodies
    digging = replace(fight, attack=replace(fight.attack, bodies=(replace(band, army=replace(band.army, mode="tunnel")),)))
    script(game, die)
    found, after = dig(game, digging)
    assert (found, after.attack.size, size(game, V, X)) == (bonus, left, left)
    assert (after.defence, after.at) == (fight.defence, X)
    (dug,) = of(game.outbox, TunnelDug)
    assert (dug.nation, dug.territory, dug.die, dug.lost) == (V, X, die, 3 - left)
    script(game, die)
    assert dig(game, replace(digging, raid=True))[0] == (1 if die == 4 else bonus)


@pytest.mark.rule("TC-WAR-13")
def test_those_buried_in_their_tunnel_are_no_losses_of_the_fight():
    from marchland.games.cendre.orders import TunnelAttack

    game = bare_table()
    war(game, A, V)
    hold(game, A, X)
    hold(game, V, "WAN")
    garrison(game, A, X, min_piquiers=2)
    give(game, army(game, V, "WAN", {SLOW: 1}, tactics=("tunnelier",)), TunnelAttack, territory=X)
    steps_only(game)
    (fought,) = of(campaign_from_battles(game, 1, 5), BattleFought)
    assert (fought.winner, fought.attack_units, fought.attack_losses) == ("défense", 0, 0)
    assert (fought.defence_units, fought.defence_losses, size(game, A, X)) == (2, 0, 2)


@pytest.mark.rule("TC-WAR-14")
def test_no_ambush_is_tried_where_a_spell_forbids_it():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    lay(game, "gue-champ", V, territory=X)
    script(game)
    assert lay_ambush(Field(game, fight)) == (0, False)
    game.spells.clear()
    script(game, 10)
    assert lay_ambush(Field(game, fight)) == (10, True)


@pytest.mark.rule("TC-WAR-14", "TC-STRUCT-08")
@pytest.mark.parametrize(("nation", "at", "start", "nest", "total"), [
    (A, X, "WAN", "", 5), (A, X, "WAN", A, 7), (A, X, "WAN", M, 5),
    ("CHENE", "FBO", "BES", "", 7), ("CHENE", X, "WAN", "", 5), (A, "FBO", "BES", "", 5),
])  # fmt: skip
def test_elves_in_their_woods_and_watchers_in_a_nest_lay_better_ambushes(nation, at, start, nest, total):
    game = bare_table()
    war(game, nation, V)
    hold(game, nation, at, owner=nest or nation)
    hold(game, V, start)
    if nest:
        build(game, at, "nid-de-vautours")
    garrison(game, nation, at, **{SLOW: 1})
    attack(game, army(game, V, start, {SLOW: 1}), at)
    steps_only(game)
    script(game, 5)
    assert lay_ambush(Field(game, pitched(game, at, line_up(game, at, standing(game, at))))) == (total, False)


# -- dice and losses --------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-15", "TC-MAG-02")
@pytest.mark.parametrize(("better", "kept"), [(0, (1, 2, 6)), (1, (4, 4, 4)), (-1, (1, 2, 6))])
def test_a_side_that_throws_twice_keeps_the_better_or_the_worse(monkeypatch, better, kept):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    monkeypatch.setattr(battle, "rolls_twice", lambda *_: better)
    script(game, 1, 2, 6, 4, 4, 4)
    field = Field(game, fight)
    assert throw(field, fight.attack) == kept
    assert {(rolled.sides, len(rolled.values)) for rolled in of(game.outbox, Rolled)} == {(6, 3)}
    if not better:
        assert throw(field, fight.attack) == (4, 4, 4)
    else:
        script(game, 4, 4, 4, 1, 2, 6)
        assert throw(field, fight.attack) == kept


@pytest.mark.rule("TC-WAR-15", "TC-MAG-02")
def test_the_lucky_star_lets_its_army_throw_twice_in_defence():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    for body in (*fight.attack.bodies, *fight.defence.bodies):
        lay(game, "pro-etoile", body.nation, army=(body.key,))
    field = Field(game, fight)
    script(game, 1, 1, 1, 2, 2, 2, 1, 1, 1)
    assert throw(field, fight.defence) == (2, 2, 2)
    assert throw(field, fight.attack) == (1, 1, 1)


@pytest.mark.rule("TC-WAR-16")
@pytest.mark.parametrize("winner", ["attack", "defence"])
def test_table_46_in_full(winner):
    game, fight = clash({SLOW: 20}, {SLOW: 20})
    won, lost = getattr(fight, winner), fight.against(getattr(fight, winner))
    thrown = {won.role: (3, 4, 5), lost.role: (1, 4, 6)}
    # the winner's four and five cost one and two, the loser's one costs himself one; his four and six cost the winner two
    assert take_losses(Field(game, fight), won, thrown) == {lost.role: 4, won.role: 2}
    assert (size(game, V, X), size(game, A, X)) == ((18, 16) if winner == "attack" else (16, 18))
    game, fight = clash({SLOW: 20}, {SLOW: 20})
    won, lost = getattr(fight, winner), fight.against(getattr(fight, winner))
    assert take_losses(Field(game, fight), won, {won.role: (1, 2, 6), lost.role: (2, 3, 5)}) == {lost.role: 2, won.role: 1}


@pytest.mark.rule("TC-WAR-16", "TC-LEAD-11", "TC-LEAD-12")
@pytest.mark.parametrize(("leads", "guards", "found"), [
    ((), (), (5, 5)),
    (("sanguinaire",), (), (5, 6)),
    (("prudent",), (), (4, 5)),
    ((), ("sanguinaire",), (6, 5)),
    ((), ("prudent",), (5, 4)),
    ((), ("évasion",), (3, 3)),
    (("évasion",), (), (5, 5)),
    (("évasion",), ("évasion",), (3, 3)),
])  # fmt: skip
def test_how_tactics_of_either_side_change_what_both_lose(leads, guards, found):
    """The attacker has won with as many troops: only the beaten slip away."""
    game, fight = clash({SLOW: 9}, {SLOW: 9}, leads=leads, guards=guards)
    field = Field(game, fight)
    assert tuple(adjusted_losses(field, side, fight.attack, 5) for side in (fight.attack, fight.defence)) == found


@pytest.mark.rule("TC-LEAD-11")
@pytest.mark.parametrize(("own", "found"), [(8, 3), (9, 5), (10, 5)])
def test_a_winner_slips_away_only_from_more_than_he_has(own, found):
    game, fight = clash({SLOW: own}, {SLOW: 9}, leads=("évasion",))
    assert adjusted_losses(Field(game, fight), fight.defence, fight.attack, 5) == found


@pytest.mark.rule("TC-WAR-16")
def test_what_else_changes_losses(unit):
    brute = unit("brute", traits=("infanterie", "destructeur"))
    game, fight = clash({SLOW: 3, brute: 2}, {SLOW: 5})

    def losses(base=5, raiding=False):
        field = Field(game, replace(fight, raid=raiding))
        return tuple(adjusted_losses(field, side, fight.attack, base) for side in (fight.attack, fight.defence))

    assert losses() == (5, 5 + 2)
    assert losses(raiding=True) == (5, 7 // 2)
    change(game, A, known=("Médecine",))
    assert losses() == (5, 6)
    assert losses(0) == (0, 1)
    change(game, V, known=("Médecine",))
    assert losses() == (4, 6)
    assert losses(0)[0] == 0
    change(game, V, known=())
    build(game, X, "canaux-de-lave")
    assert losses() == (6, 6)
    land(game, X, owner=M)
    assert losses() == (5, 6)
    lay(game, "gue-champ", V, territory=X)
    assert losses() == (5, 9)
    game.spells.clear()
    lay(game, "gue-champ", A, territory=X)
    assert losses() == (8, 6)
    game.spells.clear()
    lay(game, "gue-lames", V, army=tuple(body.key for body in fight.attack.bodies))
    assert losses() == (5, 8)


@pytest.mark.rule("TC-WAR-16")
def test_only_a_raid_halves_losses_and_only_the_defenders():
    game, fight = clash({SLOW: 9}, {SLOW: 9})
    for raiding, found in ((False, (5, 5)), (True, (5, 2))):
        field = Field(game, replace(fight, raid=raiding))
        assert tuple(adjusted_losses(field, side, fight.attack, 5) for side in (fight.attack, fight.defence)) == found


@pytest.mark.rule("TC-WAR-16")
def test_the_fallen_leave_armies_and_garrisons_and_the_people_of_the_land_only_the_count(unit):
    cheap, dear = unit("cheap", force=2, priority=5), unit("dear", force=1, priority=9)
    game = bare_table()
    garrison(game, A, X, **{cheap: 2})
    key = army(game, A, X, {dear: 3})
    game.garrisons[f"{X}:{A}"] = (Troop(cheap, 2),)
    game.armies[key] = replace(game.armies[key], troops=(Troop(dear, 3),))
    group = bodies_at(game, X)
    assert strike(game, group, 0, "test", "TC-WAR-16") == 0
    assert strike(game, group, -1, "test", "TC-WAR-16") == 0
    assert strike(game, group, 3, "test", "TC-WAR-16") == 3
    assert (game.garrisons.get(f"{X}:{A}", ()), game.armies[key].troops) == ((), (Troop(dear, 2),))
    assert strike(game, bodies_at(game, X), 5, "test", "TC-WAR-16") == 2
    wild = Body(key=PASSIVE.id, nation="", at=X, troops=(Troop(PASSIVE.id, 3),))
    assert strike(game, (wild,), 2, "test", "TC-WAR-16") == 2
    assert strike(game, (wild,), 9, "test", "TC-WAR-16") == 3


@pytest.mark.rule("TC-WAR-16")
def test_of_equal_priority_the_weaker_fall_first_and_of_equals_chance_decides(unit):
    weak, strong = unit("weak", force=1), unit("strong", force=3)
    game = bare_table()
    key = army(game, A, X, {})
    game.armies[key] = replace(game.armies[key], troops=(Troop(strong, 2), Troop(weak, 1)))
    assert strike(game, bodies_at(game, X), 2, "test", "TC-WAR-16") == 2
    assert game.armies[key].troops == (Troop(strong, 1),)
    other = army(game, M, X, {})
    game.armies[other] = replace(game.armies[other], troops=(Troop(strong, 1),))
    script(game, 1)
    assert strike(game, bodies_at(game, X), 1, "test", "TC-WAR-16") == 1
    assert (size(game, A, X), size(game, M, X)) == (1, 0)


# -- forces -----------------------------------------------------------------------------------------------------


def force_of(field, side, unit_, number=0):
    return unit_force(field, side, side.bodies[number], kind_of_unit(unit_))


@pytest.mark.rule("TC-WAR-06", "TC-WAR-12")
def test_a_raid_doubles_the_attackers_force_unless_works_stop_it():
    game, fight = clash({SLOW: 3}, {SLOW: 3})
    raid_ = replace(fight, raid=True)

    def found(what):
        return side_force(Field(game, what), what.attack), side_force(Field(game, what), what.defence)

    assert (found(fight), found(raid_)) == ((6, 6), (12, 6))
    build(game, X, "ouvrages-defensifs", border="WAN")
    assert found(raid_) == (6, 6)


@pytest.mark.rule("TC-WAR-04")
def test_artillery_doubles_behind_works_and_on_both_sides_of_a_castle_only(unit):
    gun = unit("gun", force=2, traits=("artillerie",))
    game, fight = clash({gun: 1}, {gun: 1})

    def found():
        field = Field(game, fight)
        return force_of(field, fight.attack, gun), force_of(field, fight.defence, gun)

    assert found() == (2, 2)
    build(game, X, "ouvrages-defensifs", border="WAN")
    assert found() == (2, 4)
    build(game, X, "chateau")
    assert found() == (4, 4)


@pytest.mark.rule("TC-WAR-04", "TC-LEAD-11")
@pytest.mark.parametrize(("tactics", "traits", "force"), [
    ((), ("cavalerie",), 3),
    (("commandant:cavalerie",), ("cavalerie",), 4),
    (("commandant:infanterie",), ("cavalerie",), 3),
    (("amiral",), ("cavalerie",), 3),
    (("amateur de monstres",), ("monstre",), 4),
    (("amateur de monstres",), ("géants",), 4),
    (("amateur de monstres",), ("cavalerie",), 3),
    (("prudent",), ("cavalerie",), 3),
    (("commandant:cavalerie", "commandant:cavalerie"), ("cavalerie",), 5),
])  # fmt: skip
def test_what_leaders_add_to_their_own_units(unit, tactics, traits, force):
    horse = unit("horse", force=3, traits=traits)
    game, fight = clash({horse: 1}, {SLOW: 1}, leads=tactics)
    assert force_of(Field(game, fight), fight.attack, horse) == force


@pytest.mark.rule("TC-WAR-04", "TC-LEAD-11")
def test_an_admiral_makes_ships_stronger(unit):
    ship = unit("ship", force=3, traits=("naval",), move=2)
    for tactics, force in (((), 3), (("amiral",), 4)):
        game, fight = clash({ship: 1}, {ship: 1}, at="MIO", start="MIC", leads=tactics)
        assert force_of(Field(game, fight), fight.attack, ship) == force


@pytest.mark.rule("TC-WAR-04")
def test_what_a_people_and_its_events_add_to_its_units(unit):
    flame, foot = unit("flame", force=3, traits=("infanterie", "feu")), unit("foot", force=3, traits=("artillerie",))
    game = bare_table()
    war(game, "FEU", V)
    hold(game, "FEU", X)
    hold(game, V, "WAN")
    army(game, "FEU", X, {flame: 1, foot: 1})
    attack(game, army(game, V, "WAN", {foot: 1}), X)
    steps_only(game)
    fight = pitched(game, X, line_up(game, X, standing(game, X)))

    def found():
        field = Field(game, fight)
        return force_of(field, fight.defence, flame), force_of(field, fight.defence, foot), force_of(field, fight.attack, foot)

    assert found() == (3, 3, 3)
    land(game, X, national=("FEU",))
    assert found() == (4, 3, 3)
    add_mark(game, "attack_force", game.turn, nation=V, amount=2)
    add_mark(game, "attack_force", game.turn, nation="FEU", amount=2)
    assert found() == (4, 3, 5)
    wild = Side(role=DEFENCE, bodies=(Body(key=PASSIVE.id, nation="", at=X, troops=(Troop(PASSIVE.id, 3),)),))
    desert = replace(fight, defence=wild)
    assert side_force(Field(game, desert), wild) == 3


@pytest.mark.rule("TC-SCI-03")
def test_boarding_parties_and_the_great_bell(unit):
    game = bare_table()
    ship = unit("ship", force=3, traits=("naval",))
    body = Body(key=f"{X}:{A}", nation=A, at=X, troops=(Troop(ship, 1),))
    wild = replace(body, nation="")

    def found(other=wild):
        return [base_force(game, who, kind_of_unit(kind)) for who in (body, other) for kind in (ship, SLOW, "gri-nuee")]

    swarm = kind_of_unit("gri-nuee").force
    assert found() == [3, 2, swarm, 3, 2, swarm]
    change(game, A, known=("Troupes embarquées",))
    assert found() == [3 + 1, 2, swarm, 3, 2, swarm]
    change(game, A, known=())
    add_mark(game, "bell", game.turn, nation=A)
    assert swarm < 2
    assert found(replace(body, nation=V)) == [3, 2, 2, 3, 2, swarm]


@pytest.mark.rule("TC-WAR-06", "TC-LEAD-11")
@pytest.mark.parametrize(("tactics", "enemy", "force"), [
    ((), ("infanterie", "nain"), 3),
    (("haine:nain",), ("infanterie", "nain"), 4),
    (("haine:elfe",), ("infanterie", "nain"), 3),
    (("tueur de géants",), ("infanterie", "géants"), 4),
    (("tueur de géants",), ("infanterie",), 3),
    (("prudent",), ("infanterie", "géants"), 3),
])  # fmt: skip
def test_whom_a_leader_hates(unit, tactics, enemy, force):
    horse, foe = unit("horse", force=3, traits=("cavalerie",)), unit("foe", traits=enemy)
    game, fight = clash({horse: 1}, {foe: 1}, leads=tactics)
    assert force_of(Field(game, fight), fight.attack, horse) == force


@pytest.mark.rule("TC-WAR-06", "TC-WAR-07", "TC-SCI-03")
def test_armed_ships_are_strong_against_archers_and_at_home_on_the_coast(unit):
    ship = unit("ship", force=4, traits=("naval",), weaknesses=("distance", "attaque"), move=2)
    archer = unit("archer", force=4, traits=("infanterie", "distance"), weaknesses=("distance", "attaque"))
    foot = unit("foot", traits=("infanterie",))
    for enemy, known, found in (
        (archer, (), (2, 3)),
        (archer, ("Armement",), (5, 3)),
        (foot, (), (3, 4)),
        (foot, ("Armement",), (4, 4)),
    ):
        game, fight = clash({enemy: 1}, {ship: 1, archer: 1}, at="VAL", start="HRO")
        change(game, A, known=known)
        field = Field(game, fight)
        assert (force_of(field, fight.defence, ship), force_of(field, fight.defence, archer)) == found


@pytest.mark.rule("TC-WAR-06", "TC-MAG-02")
def test_a_spell_may_lend_a_strong_point():
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    lay(game, "gue-marche", V, army=(fight.attack.bodies[0].key,))
    assert force_of(Field(game, fight), fight.attack, SLOW) == 3


@pytest.mark.rule("TC-WAR-06", "TC-WAR-05", "TC-WAR-07")
def test_fear_and_frost_weaken_together(unit):
    me, used = unit("me", force=6, weaknesses=("défense",)), unit("used", force=6, traits=("infanterie", "terres gelées"))
    beast = unit("beast", traits=("infanterie", "monstre", "terreur", "feu"))
    game, fight = clash({beast: 1}, {me: 1, used: 1})
    assert [force_of(Field(game, fight), fight.defence, kind) for kind in (me, used)] == [6 - 1 - 2, 6 - 2 - 1]
    land(game, X, frozen=True)
    assert [force_of(Field(game, fight), fight.defence, kind) for kind in (me, used)] == [6 - 1 - 2 - 1, 6 - 2 - 1]


@pytest.mark.rule("TC-WAR-05")
@pytest.mark.parametrize(("own", "enemy", "force"), [
    (("infanterie", "monstre"), ("infanterie", "monstre"), 4),
    (("infanterie", "moral de fer"), ("infanterie", "terreur"), 4),
    (("infanterie", "troupe légère", "moral de fer"), ("infanterie", "terreur"), 4),
    (("infanterie", "troupe légère", "mort-vivants"), ("infanterie", "terreur"), 4),
    (("infanterie", "troupe légère", "terreur"), ("infanterie", "terreur"), 4),
    (("infanterie", "troupe légère", "distance"), ("infanterie", "géants"), 1),
    (("infanterie", "troupe lourde"), ("infanterie", "géants"), 4),
    (("infanterie",), ("infanterie", "feu"), 4),
    (("infanterie",), ("infanterie", "monstre", "terreur"), 2),
    (("infanterie", "géants"), ("infanterie", "terreur"), 3),
    (("infanterie", "mort-vivants"), ("infanterie", "monstre"), 3),
])  # fmt: skip
def test_who_fears_whom(unit, own, enemy, force):
    me, foe = unit("me", force=4, traits=own), unit("foe", traits=enemy)
    game, fight = clash({me: 1}, {foe: 1})
    assert force_of(Field(game, fight), fight.attack, me) == force


@pytest.mark.rule("TC-STRUCT-08", "TC-WAR-05")
@pytest.mark.parametrize(("owner", "structure", "attack_", "defence"), [
    (A, "oasis-sacree", 1, 4), (M, "oasis-sacree", 1, 1), (A, "chateau", 1, 1), (V, "oasis-sacree", 1, 1),
])  # fmt: skip
def test_only_defenders_of_their_own_oasis_know_no_terror(unit, owner, structure, attack_, defence):
    light = unit("light", force=4, traits=("infanterie", "troupe légère"))
    terror = unit("terror", force=4, traits=("infanterie", "terreur"))
    game, fight = clash({light: 1, terror: 1}, {light: 1, terror: 1})
    build(game, X, structure)
    land(game, X, owner=owner)
    field = Field(game, fight)
    assert (force_of(field, fight.attack, light), force_of(field, fight.defence, light)) == (attack_, defence)


@pytest.mark.rule("TC-WAR-07")
@pytest.mark.parametrize(("traits", "at", "start", "known", "found"), [
    (("infanterie",), "VAL", "MIO", (), (1, 4)),
    (("infanterie",), "VAL", "MIO", ("Débarquement",), (4, 4)),
    (("infanterie", "amphibie"), "VAL", "MIO", (), (3, 4)),
    (("infanterie", "amphibie"), "VAL", "MIO", ("Débarquement",), (4, 4)),
    (("infanterie", "amphibie"), "MIO", "MIC", (), (3, 3)),
    (("infanterie", "volant"), "MIO", "MIC", (), (4, 4)),
    (("naval",), "MIO", "MIC", (), (4, 4)),
    (("infanterie",), "MIO", "MIC", (), (1, 1)),
    (("infanterie",), "VAL", "HRO", (), (4, 4)),
])  # fmt: skip
def test_on_the_water_and_out_of_it(unit, traits, at, start, known, found):
    kind = unit("kind", force=4, traits=traits, move=2)
    game, fight = clash({kind: 1}, {kind: 1}, at=at, start=start)
    change(game, V, known=known)
    field = Field(game, fight)
    assert (force_of(field, fight.attack, kind), force_of(field, fight.defence, kind)) == found
