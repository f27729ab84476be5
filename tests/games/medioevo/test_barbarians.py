"""Hordes, resistance, rebellions and pillage by barbarians."""

import pytest

from marchland.games.medioevo.rules.barbarians import HordeAppeared, LaidWaste, lay_waste, raise_horde, rebellions
from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import BattleBegan, RoundFought
from marchland.games.medioevo.rules.battle.declarations import DeclareIntent
from marchland.games.medioevo.rules.battle.fight import archers
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.powers import PlayCard
from marchland.games.medioevo.rules.components.armies import destroy_unit
from marchland.games.medioevo.rules.conquest.control import refresh_control
from marchland.games.medioevo.rules.diplomacy.relations import are_at_war
from marchland.games.medioevo.rules.events.events import rebel
from marchland.games.medioevo.rules.events.hordes import move_horde
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.rules.victory.honour import Honoured
from marchland.games.medioevo.state import BARBARIANS, Land
from marchland.kernel.events import Rolled

from .table import Table
from .test_battle import FIELD, battle


@pytest.mark.rule("MU-BAR-02", "MU-BAR-05", "MU-EVT-02")
def test_the_horde_fights_with_the_dice_of_the_war_circle():
    """E-62: horde of 2 LI, 7/2; Blue CAV + LI, 8/1: 1 + 2 damage, both LI gone, Blue takes 1."""
    table = battle({"cav": 1, "li": 1}, {"li": 2}, [1, 2, 8], foe="barbarians", circle=[2, 3, 7])
    table.do("keepdice")
    assert table.happened(RoundFought)[0].attacks == (8, 7)
    assert table.units(FIELD, BARBARIANS) == {}
    table.do("hurt li")
    assert table.units(FIELD, 0) == {"cav": 1}
    assert table.happened(BattleEnded)[0].winner == 0


@pytest.mark.rule("MU-BAR-04", "MU-BAT-10")
def test_an_outnumbered_horde_sacrifices_light_infantry():
    """E-63: CAV + 2 HI at 8/2 against 2 LI at 7/2: the horde gives up one for 11, wins by one, and dies of its losses."""
    table = battle({"cav": 1, "hi": 2}, {"li": 2}, [2, 3, 8], foe="barbarians", circle=[2, 3, 7])
    table.do("keepdice")
    fought = table.happened(RoundFought)[0]
    assert fought.attacks == (8, 11)
    assert fought.score == 1
    table.do("hurt hi")
    assert sum(table.units(FIELD, 0).values()) == 3, "the two HI absorb the two losses"
    assert table.units(FIELD, BARBARIANS) == {}
    assert table.game.lands[FIELD].holder == 0


@pytest.mark.rule("MU-BAR-04")
@pytest.mark.parametrize(("light", "sacrificed"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_how_many_a_horde_sacrifices(light, sacrificed):
    table = battle({"hi": 6}, {"li": light}, [1, 2, 3], foe="barbarians", circle=[2, 3, 7])
    table.do("keepdice")
    assert table.happened(RoundFought)[0].attacks[1] == 7 + 4 * sacrificed


@pytest.mark.rule("MU-BAR-03")
def test_barbarian_archers_always_shoot_and_captains_count_as_one_each():
    table = battle({"hi": 3}, {"arc": 2, "cap1": 1}, [8, 8, 8, 1, 2, 3], foe="barbarians")
    assert len(table.game.fights[-1].sides[1].arrows) == 3
    blocked = battle({"arc": 1, "cap1": 1}, {"arc": 2, "cap1": 1}, [1, 2, 3], foe="barbarians")
    assert archers(blocked.game, 1) == 0


@pytest.mark.rule("MU-BAR-02", "MU-BAR-03")
@pytest.mark.parametrize("first", [0, "barbarians"])
def test_the_player_throws_the_hordes_arrows_whoever_attacks(first):
    """Two barbarian Archers against two HI: seat 0 throws both dice for them; 3 hits, 4 misses."""
    table = battle({"hi": 2}, {"arc": 2}, [3, 4, 1, 2, 8], foe="barbarians", first=first, circle=[1, 2, 3])
    thrown = [(event.seat, event.values) for event in table.happened(Rolled) if event.purpose == "archery"]
    assert thrown == [(0, (3, 4))]
    assert table.units(FIELD, 0) == {"hi": 1, "li": 1}


@pytest.mark.rule("MU-BAR-02", "MU-BAT-13")
@pytest.mark.parametrize(("die", "left"), [(3, {"arc": 1, "cap1": 1}), (4, {"cap1": 1}), (5, {})])
def test_nobody_is_asked_whom_the_horde_loses(die, left):
    """3, 4 or 5 against 3 is no, one or two points of damage, and its lowest die costs the horde one more: LI, Archer, Captain."""
    table = battle({"hi": 4}, {"li": 1, "arc": 1, "cap1": 1}, [8, 8, 1, 2, die, *[4] * 6], foe="barbarians", circle=[1, 2, 3])
    table.do("keepdice")
    assert table.units(FIELD, BARBARIANS) == left


@pytest.mark.rule("MU-BAR-05", "MU-BAR-02")
def test_barbarians_neither_choose_nor_reroll():
    table = battle({"li": 1}, {"li": 3}, [1, 2, 3, 4, 5, 6], foe="barbarians", first="barbarians")
    assert table.asked() == "ChooseReroll"
    assert table.game.deciders == (0,)
    assert not any(isinstance(frame, DeclareIntent) and frame.seat < 0 for frame, _ in table.game.stack)
    assert table.game.fights[-1].sides[0].dice == table.game.circle.dice


@pytest.mark.rule("MU-MOV-09", "MU-BAR-01")
def test_wild_land_resists_with_the_horde_of_the_turn():
    wagons = [{"owner": 0, "kind": "wagon", "space": "adrianople"}]
    table = Table(2, armies={"adrianople": {0: {"cav": 3}}}, vehicles=wagons, circle=[1, 5, 2], dice=[8, 1, 2, 3])
    table.do(Muster("adrianople"), "take 1", "boardall", "go tarnovo")
    assert table.happened(HordeAppeared)[0].space == "tarnovo"
    assert table.units("tarnovo", BARBARIANS) == {"li": 2, "cap1": 1}
    assert table.happened(BattleBegan)[0].defender == BARBARIANS
    assert are_at_war(table.game, 0, BARBARIANS)


@pytest.mark.rule("MU-BAR-07", "MU-EVT-14", "MU-CTL-03")
def test_barbarians_alone_pillage_everything():
    lands = {"buda": {"civil": 2, "military": 1, "cathedral": 1, "cubes": ["salt"], "token": 1}}
    vehicles = [
        {"owner": 1, "kind": "caravan", "space": "buda", "goods": ["furs"]},
        {"owner": 0, "kind": "engine", "space": "buda"},
    ]
    table = Table(2, lands=lands, vehicles=vehicles)
    raise_horde(table.game, "buda", "MU-EVT-10")
    lay_waste(table.game, "buda")
    land = table.game.lands["buda"]
    assert (land.civil, land.military, land.cathedral, land.cubes, land.token) == (0, 0, 0, (), BARBARIANS)
    assert table.game.vehicles == {}
    assert any(isinstance(event, LaidWaste) for event in table.game.outbox)


@pytest.mark.rule("MU-EVT-17", "MU-EVT-14", "MU-PH-05")
def test_a_garrison_that_beats_a_rebellion_earns_honour():
    table = Table(2, armies={"buda": {1: {"cav": 3}}}, circle=[4, 6, 8], order=[1, 0])
    table.script(1, 2, 8)
    rebel(table.game, 1, "buda", "MU-EVT-17")
    table.game.run()
    assert table.asked() == "ChooseReroll"
    table.do("keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.honour(1) == 11
    assert table.game.lands["buda"].holder == 1


def fight_it_out(table):
    """Keep every die, take every loss, until the question is another one."""
    while table.asked() in ("ChooseReroll", "ChooseDamage", "ChooseSacrifice"):
        table.do("keepdice" if table.asked() == "ChooseReroll" else table.offers()[0])


@pytest.mark.rule("MU-PH-05", "MU-EVT-14")
def test_a_horde_driven_onto_a_garrison_is_no_rebellion_and_beating_it_earns_nothing():
    """Honour is for a rebellion put down where it occurred; a horde that somebody drove in never was one."""
    armies = {"buda": {1: {"cav": 3}}, "vienna": {"barbarians": {"li": 1}}}
    table = Table(2, armies=armies, circle=[4, 6, 8], order=[1, 0])
    table.script(1, 2, 8)
    move_horde(table.game, 1, "vienna", "buda")
    table.game.run()
    fight_it_out(table)
    assert table.units("buda", BARBARIANS) == {}
    assert table.honour(1) == 10
    assert table.game.lands["buda"] == Land(holder=1), "it is an ordinary home territory again"


@pytest.mark.rule("MU-PH-05", "MU-EVT-16")
def test_barbarians_who_came_onto_a_garrison_are_a_rebellion_only_once_the_land_is_theirs():
    armies = {"buda": {1: {"cav": 3}}, "vienna": {"barbarians": {"li": 1}}}
    table = Table(2, armies=armies, circle=[4, 6, 8], order=[1, 0])
    game = table.game
    lay_effect(game, "no-fight", 0, "buda", until="turn")
    move_horde(game, 1, "vienna", "buda")
    game.run()
    assert rebellions(game, 1) == [], "it stands beside the garrison: a Bishop has put the fight off"
    rebel(game, 1, "buda", "MU-EVT-17")
    assert rebellions(game, 1) == ["buda"], "now one has broken out"
    move_horde(game, 0, "buda", "vienna")
    move_horde(game, 0, "vienna", "buda")
    assert rebellions(game, 1) == []
    for _ in range(3):
        destroy_unit(game, "buda", 1, "cav", "MU-MOV-14")
    refresh_control(game, "buda")
    assert rebellions(game, 1) == ["buda"], "a home territory that barbarians hold is a rebellion in progress"


@pytest.mark.rule("MU-PH-05")
@pytest.mark.parametrize(("seat", "earned"), [(1, 1), (0, 0)])
def test_retaking_home_land_from_barbarians_earns_its_owner_honour_and_nobody_else(seat, earned):
    armies = {"buda": {"barbarians": {"li": 1}}, "vienna": {seat: {"cav": 3}}}
    wagons = [{"owner": seat, "kind": "wagon", "space": "vienna"}]
    table = Table(2, armies=armies, vehicles=wagons, circle=[4, 6, 8], order=[seat, 1 - seat], wars=[[0, 1, 0]], turn=2)
    table.script(1, 2, 8)
    table.do(Muster("vienna"), "take 1", "boardall", "go buda")
    while table.asked() != "ChooseReroll":
        table.do(table.offers()[0])
    fight_it_out(table)
    assert table.units("buda", BARBARIANS) == {}
    assert [event.points for event in table.happened(Honoured) if event.rule == "MU-PH-05"] == [1] * earned


@pytest.mark.rule("MU-CARD-01", "MU-PH-07")
def test_a_bishop_cannot_undo_a_defeat_that_the_round_has_brought():
    table = battle({"li": 1}, {"li": 9}, [1, 2, 3], foe="barbarians", circle=[2, 3, 7])
    lay_effect(table.game, "no-fight", 0, FIELD, until="turn")
    fight_it_out(table)
    assert table.happened(BattleEnded)[0].outcome == "destroyed"
    assert table.honour(0) == 9


@pytest.mark.rule("MU-PH-07", "MU-BAR-07")
def test_losing_all_units_to_barbarians_costs_honour_and_the_land_is_pillaged():
    lands = {"buda": {"civil": 1}}
    table = Table(2, armies={"buda": {1: {"li": 1}}}, lands=lands, circle=[1, 2, 3], order=[1, 0])
    table.script(8, 8, 1, 2, 3)
    rebel(table.game, 1, "buda", "MU-EVT-17")
    table.game.run()
    while table.asked() in ("ChooseReroll", "ChooseDamage", "ChooseSacrifice"):
        table.do("keepdice" if table.asked() == "ChooseReroll" else table.offers()[0])
    assert table.honour(1) == 9
    assert table.game.lands["buda"].holder == BARBARIANS
    assert table.game.lands["buda"].civil == 0


@pytest.mark.rule("MU-VAR-04", "MU-BAR-07")
def test_barbarians_who_take_a_home_territory_draw_blood():
    table = Table(2, options={"blood": True}, lands={"buda": {"civil": 1}})
    rebel(table.game, 1, "alfold", "MU-EVT-17")
    table.game.run()
    assert table.game.players[1].blood == 1, "nothing to pillage, but a home is lost"
    rebel(table.game, 1, "buda", "MU-EVT-17")
    table.game.run()
    assert table.game.players[1].blood == 3, "for the Village and for the land"
    lay_waste(table.game, "alfold")
    assert table.game.players[1].blood == 3, "it was lost before"


@pytest.mark.rule("MU-EVT-14")
def test_a_player_may_react_before_an_arriving_horde_does_anything():
    """A Militia puts an Archer into the Village's territory; the horde then has to fight it instead of pillaging."""
    table = Table(2, options={"ask_2": "always"}, players={1: {"hand": [24]}}, lands={"buda": {"civil": 1}},
                  armies={"vienna": {"barbarians": {"li": 1}}}, circle=[4, 6, 8], order=[1, 0])  # fmt: skip
    move_horde(table.game, 0, "vienna", "buda")
    table.game.run()
    assert (table.asked(), table.game.deciders) == ("React", (1,))
    assert table.game.lands["buda"].civil == 1, "nothing has happened yet"
    table.script(1, 1, 2, 8).do(PlayCard(24), "target kind:arc")
    assert table.happened(BattleBegan)[0].defender == 1
    assert table.game.lands["buda"].civil == 1


@pytest.mark.rule("MU-BAR-06", "MU-BAR-07", "MU-CARD-51")
@pytest.mark.parametrize(("garrison", "asked"), [({}, 1), ({1: {"li": 1}}, 2)])
def test_who_was_warned_of_a_horde_is_asked_again_about_the_pillage_only_after_a_battle(garrison, asked):
    """A Diplomat: once when the horde arrives; after a lost battle once more, before it pillages."""
    armies = {"vienna": {"barbarians": {"li": 5}}, **({"buda": garrison} if garrison else {})}
    table = Table(2, options={"ask_2": "always"}, players={1: {"hand": [51]}}, lands={"buda": {"civil": 1, "holder": 1}},
                  armies=armies, circle=[1, 2, 8], order=[1, 0])  # fmt: skip
    table.script(1, 2, 3)
    move_horde(table.game, 0, "vienna", "buda")
    table.game.run()
    moments = []
    while table.asked() in ("React", "ChooseReroll", "ChooseDamage"):
        if table.asked() == "React" and PlayCard(51) in table.offers():
            moments.append(table.game.decision.window)
        table.do({"React": "pass", "ChooseReroll": "keepdice"}.get(table.asked()) or table.offers()[0])
    assert [moment for moment in moments if moment in ("W-2e", "W-6c")] == ["W-2e", "W-6c"][:asked]
    assert table.game.lands["buda"].civil == 0
