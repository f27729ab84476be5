"""Battles, round by round, with the rulebook's worked examples (dice are scripted as d4, d6, d8)."""

import pytest

from marchland.games.medioevo.rules.battle.aftermath import BattleEnded
from marchland.games.medioevo.rules.battle.battle import BattleBegan, RoundFought
from marchland.games.medioevo.rules.battle.damage import weakened
from marchland.games.medioevo.rules.battle.declarations import Flee, TryCapture
from marchland.games.medioevo.rules.battle.fight import attack_of_dice, order_penalty
from marchland.games.medioevo.rules.battle.melee import Lead, Sacrifice
from marchland.games.medioevo.rules.components.armies import UnitChanged, UnitLost
from marchland.games.medioevo.rules.components.table import change
from marchland.games.medioevo.rules.movement.meeting import Attack, Refrain
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.state import BARBARIANS
from marchland.games.medioevo.tables import tables

from .table import Table

FIELD = "wallachia"


def battle(attacker, defender, dice, *, foe=1, first=0, seats=4, order=None, place=FIELD, **more):
    """Seat 0 fights seat 1, or barbarians with `foe="barbarians"`; whoever is `first` attacks."""
    armies = {place: {0: attacker, foe: defender}}
    second = foe if first == 0 else 0
    facts = {"place": place, "attacker": first, "defender": second}
    return Table(seats, order=order or range(seats), armies=armies, battle=facts, dice=dice, wars=[[0, 1, 0]], turn=2, **more)


@pytest.mark.rule("MU-BAT-03")
def test_equal_dice_multiply_if_that_is_more():
    """E-32"""
    assert attack_of_dice((3, 3, 3)) == 27
    assert attack_of_dice((4, 5, 5)) == 25
    assert attack_of_dice((2, 2, 5)) == 5


@pytest.mark.rule("MU-BAT-04")
def test_later_places_in_the_order_cost_attack():
    """E-33 and the table: third of four fights at -2; barbarians never suffer."""
    table = Table(4)
    assert [order_penalty(table.game, seat) for seat in range(4)] == [0, -1, -2, -3]
    assert order_penalty(table.game, -1) == 0
    for players, row in tables().order_penalty.items():
        middle = players - 2
        assert row[0] == 0
        assert row[-1] == -3
        assert row.count(-1) == (middle + 1) // 2
        assert row.count(-2) == middle // 2


@pytest.mark.rule("MU-BAT-02", "MU-BAT-03", "MU-BAT-04", "MU-BAT-05")
def test_a_round_with_rerolls_penalty_and_superiority():
    """E-34: Blue 5,5,1 after a reroll; Yellow, last of four, 7,4,2: 25 to 4, score 1, superiority cuts Blue's loss."""
    table = battle({"hi": 1}, {"hi": 2}, [1, 5, 3, 1, 5, 2, 1, 4, 4, 7], order=[0, 2, 3, 1])
    table.do("stand", "stand", "reroll [0,2]", "reroll [1,2]")
    fought = table.happened(RoundFought)[0]
    assert (fought.attacks, fought.score, fought.winner) == ((25, 4), 1, 0)
    table.do("ease", "hurt li")
    assert table.units(FIELD, 0) == {"hi": 1}, "Blue's loss of 1 was eased to 0"
    assert table.game.fights[-1].sides[1].suffered == 3
    assert table.units(FIELD, 1) == {"li": 1}


@pytest.mark.rule("MU-BAT-05")
@pytest.mark.parametrize(
    ("attacker", "defender", "uses"), [((1, 5, 5), (1, 2, 7), 0), ((1, 5, 5), (1, 2, 6), 1), ((4, 4, 4), (2, 3, 5), 3)]
)
def test_superiority_comes_with_every_twenty_points(attacker, defender, uses):
    """R-08: exactly 20 gives one; here the gaps are 19, 20 and 60 (the second of four fights at -1)."""
    table = battle({"hi": 5}, {"hi": 5}, [*attacker, *defender])
    table.do("stand", "stand", "keepdice", "keepdice")
    values = table.happened(RoundFought)[0].attacks
    assert (values[0] - values[1]) // 20 == uses
    assert table.game.fights[-1].superiority == uses
    assert (table.asked() == "UseSuperiority") == (uses > 0)


@pytest.mark.rule("MU-BAT-09")
def test_light_infantry_is_sacrificed_for_four_points():
    """E-35: the first player gives up one LI and rolls 7,5,1: attack 11, losses 1."""
    table = battle({"li": 1, "hi": 1}, {"hi": 1}, [1, 5, 7, 1, 2, 3])
    table.do("stand", "stand")
    assert Sacrifice("li") in table.offers()
    table.do("sacrifice li", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks[0] == 11
    assert [event.kind for event in table.happened(UnitLost) if event.rule == "MU-BAT-09"] == ["li"]


@pytest.mark.rule("MU-BAT-09", "MU-BAT-07")
def test_light_infantry_facing_light_infantry_is_not_sacrificed():
    table = battle({"li": 2}, {"li": 1}, [1, 5, 7])
    table.do("stand", "stand")
    assert table.asked() == "ChooseReroll"


@pytest.mark.rule("MU-BAT-11", "MU-BAT-10", "MU-BAT-05", "MU-BAT-07")
def test_cavalry_alone_strikes_harder():
    """E-36: Yellow CAV + HI 5/1 against Blue 2 HI 4/1: 1 + 2 damage; left are CAV + LI against nobody."""
    table = battle({"cav": 1, "hi": 1}, {"hi": 2}, [1, 2, 5, 1, 2, 5], order=[0, 1, 2, 3])
    table.do("stand", "stand", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (5, 4)
    table.do("hurt li", "hurt hi")
    assert table.units(FIELD, 0) == {"cav": 1, "li": 1}
    assert table.units(FIELD, 1) == {}
    assert table.happened(BattleEnded)[0].winner == 0


@pytest.mark.rule("MU-BAT-08", "MU-BAT-07", "MU-BAT-10", "MU-BAT-11")
def test_archers_shoot_before_melee_and_powers_are_fixed_after():
    """E-37: the Archer hits the Cavalry; Yellow 9/1 beats Blue 7/1; left are CAV + LI against LI."""
    dice = [1, 1, 4, 8, 1, 3, 3]
    table = battle({"arc": 1, "hi": 1, "cav": 1}, {"cav": 1}, dice, seats=2, order=[1, 0])
    table.do("stand", "stand")
    assert table.units(FIELD, 1) == {"hi": 1}, "the arrow turned the Cavalry into Heavy infantry"
    assert "cav:1" in table.game.fights[-1].sides[0].powers
    table.do("keepdice", "keepdice")
    attacks = table.happened(RoundFought)[0].attacks
    assert attacks == (5, 9)
    assert table.happened(RoundFought)[0].score == 1, "capped by the one unit the winner has in melee"
    table.do("hurt arc", "hurt hi")
    assert table.units(FIELD, 0) == {"cav": 1, "li": 1}
    assert table.units(FIELD, 1) == {"li": 1}


@pytest.mark.rule("MU-BAT-08")
@pytest.mark.parametrize(("arrow", "hits"), [(1, 1), (3, 1), (4, 0), (8, 0)])
def test_an_arrow_hits_on_three_or_less(arrow, hits):
    table = battle({"arc": 1}, {"li": 2}, [arrow, 1, 2, 3])
    table.do("stand", "stand")
    assert len([e for e in table.happened(UnitLost) if e.rule == "MU-BAT-08"]) == hits


@pytest.mark.rule("MU-BAT-12")
def test_a_captain_may_act_as_an_archer_free_or_stop_a_power():
    """E-38: one use; as an Archer he rolls 2 and a blue LI falls before melee."""
    table = battle({"cap1": 1, "cav": 1}, {"li": 1, "hi": 1, "cav": 1}, [2, 1, 2, 3])
    table.do("stand", "stand")
    offered = {option.use for option in table.offers(Lead)}
    assert {"as:arc", "free:cav", "stop:hi", "stop:li", "stop:cav"} <= offered
    assert "as:cav" not in offered, "the enemy has Cavalry"
    table.do("lead as:arc", "hurt li")
    assert table.units(FIELD, 1) == {"hi": 1, "cav": 1}


@pytest.mark.rule("MU-BAT-12")
def test_captains_of_equal_level_cancel_each_other_and_the_better_uses_the_difference():
    even = battle({"cap2": 1}, {"cap1": 2}, [1, 2, 3])
    even.do("stand", "stand")
    assert even.asked() == "ChooseReroll"
    better = battle({"cap3": 1}, {"cap1": 1}, [1, 1, 2, 3])
    better.do("stand", "stand", "lead as:arc")
    assert better.asked() == "UseCaptain", "two uses: level 3 against level 1"


@pytest.mark.rule("MU-BAT-12")
def test_a_freed_type_uses_its_power_and_a_stopped_one_does_not():
    freed = battle({"cap1": 1, "cav": 1}, {"cav": 1}, [1, 2, 3])
    freed.do("stand", "stand", "lead free:cav")
    assert "cav:1" in freed.game.fights[-1].sides[0].powers
    assert not any(p.startswith("cav") for p in freed.game.fights[-1].sides[1].powers)
    stopped = battle({"cap1": 1}, {"hi": 1}, [1, 2, 3])
    stopped.do("stand", "stand", "lead stop:hi")
    assert stopped.game.fights[-1].sides[1].powers == ()


@pytest.mark.rule("MU-BAT-06", "MU-BAT-13", "MU-SIE-01", "MU-SIE-02")
def test_siege_engine_example_with_a_tie():
    """E-40: a Catapult hits once (2 damage); on a 6 to 6 tie Yellow's Cavalry still strikes: melee LI, then crew LI."""
    engines = [{"owner": 0, "kind": "engine", "space": FIELD}]
    table = battle({"cav": 1, "li": 2}, {"cav": 1, "li": 2}, [1, 5, 1, 2, 6, 1, 2, 7], vehicles=engines)
    table.do("stand", "stand", "man 1 cav", "man 1 li", "crewsready", "hurt li", "hurt li")
    assert table.units(FIELD, 1) == {"cav": 1}, "two LI fell to one hit"
    table.do("roll", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (6, 6)
    table.do("hurt li")
    assert table.units(FIELD, 0) == {"hi": 1}, "the melee LI, then a crew LI; the loss turns the crew's Cavalry into HI"
    assert table.units(FIELD, 1) == {"hi": 1}


@pytest.mark.rule("MU-SIE-01")
@pytest.mark.parametrize(("level", "damage"), [(1, 2), (2, 3), (3, 4)])
def test_engines_hurt_units_by_level(level, damage):
    engines = [{"owner": 0, "kind": "engine", "level": level, "space": FIELD}]
    table = battle({"arc": 1, "hi": 1}, {"li": 9, "arc": 1}, [3, 8, 1, 2, 3], vehicles=engines)
    table.do("stand", "stand", "man 1 arc", "crewsready")
    before = 10
    while table.asked() == "ChooseDamage":
        table.do("hurt li")
    assert before - sum(table.units(FIELD, 1).values()) == damage


@pytest.mark.rule("MU-SIE-01")
def test_a_crew_of_three_shoots_three_times_and_a_fourth_is_refused():
    """E-39"""
    engines = [{"owner": 0, "kind": "engine", "space": FIELD}]
    table = battle({"li": 4}, {"hi": 9}, [8, 8, 8, 1, 2, 3], vehicles=engines)
    table.do("stand", "stand", "man 1 li", "man 1 li", "man 1 li")
    assert table.asked() == "ChooseSacrifice", "with three at the engine there was nothing more to choose"
    assert len(table.game.fights[-1].sides[0].crews[0].dice) == 3


@pytest.mark.rule("MU-SIE-01", "MU-SIE-02", "MU-CTL-06")
def test_engines_can_be_aimed_at_a_building():
    engines = [{"owner": 0, "kind": "engine", "level": 2, "space": "buda"}, {"owner": 0, "kind": "engine", "space": "buda"}]
    lands = {"buda": {"holder": 1, "military": 1, "civil": 1}}
    table = battle({"li": 4}, {"hi": 3}, [1, 8, 8, 8, 1, 2, 3], place="buda", lands=lands, vehicles=engines)
    table.do("protect artillery", "stand", "stand", "man 1 li", "aim 1 military")
    assert not [o for o in table.offers() if type(o).__name__ == "Aim" and o.engine == 2], "a Catapult cannot hurt buildings"
    table.do("crewsready")
    assert table.game.lands["buda"].military_damage == 1, "damage to buildings is never reduced"


@pytest.mark.rule("MU-FOR-01")
def test_walls_take_off_one_kind_of_damage():
    """E-43: a Tower set against archery stops the one hit."""
    lands = {"buda": {"holder": 1, "military": 1}}
    table = battle({"arc": 1, "hi": 1}, {"li": 2}, [2, 1, 2, 3], place="buda", lands=lands)
    table.do("protect archery", "stand", "stand")
    assert table.units("buda", 1) == {"li": 2}
    assert table.asked() in ("ChooseReroll", "ChooseSacrifice")


@pytest.mark.rule("MU-BAT-13")
def test_crews_suffer_only_what_is_left_over():
    engines = [{"owner": 1, "kind": "engine", "space": FIELD}]
    table = battle({"cav": 3}, {"li": 2}, [8, 1, 6, 8, 1, 2, 3], vehicles=engines)
    table.do("stand", "stand", "man 1 li", "crewsready", "keepdice", "roll", "keepdice")
    lost = [event.kind for event in table.happened(UnitLost) if event.owner == 1]
    assert lost == ["li", "li"], "the fighter first, then the crew; the excess is lost"


@pytest.mark.rule("MU-BAT-01", "MU-BAT-14")
def test_only_the_attacker_may_flee_and_a_new_round_follows_while_enemies_are_left():
    wagons = [{"owner": 0, "kind": "wagon", "space": "adrianople"}, {"owner": 1, "kind": "wagon", "space": "adrianople"}]
    table = battle({"hi": 3}, {"hi": 3}, [4, 5, 6, 4, 5, 6] * 2, place="adrianople", vehicles=wagons, lands={})
    assert any(isinstance(o, Flee) for o in table.offers())
    table.do("stand")
    assert not any(isinstance(o, Flee) for o in table.offers())
    assert TryCapture() in table.offers()
    table.do("stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    table.do("fighton", "fighton")
    assert table.game.fights[-1].round == 2
    assert table.asked() == "DeclareIntent"


@pytest.mark.rule("MU-BAT-15", "MU-CTL-01")
def test_when_all_units_fall_home_land_returns_and_other_land_is_barbarian():
    table = battle({"li": 1}, {"li": 1}, [1, 2, 3, 1, 2, 3], place="buda")
    table.do("stand", "stand", "keepdice", "keepdice")
    assert table.happened(BattleEnded)[0].winner is None
    assert table.game.lands["buda"].holder == 1
    wagons = [{"owner": 0, "kind": "wagon", "space": "tarnovo"}]
    armies = {FIELD: {1: {"li": 1}}, "tarnovo": {0: {"li": 1}}}
    wild = Table(2, armies=armies, wars=[[0, 1, 0]], turn=2, order=[0, 1], vehicles=wagons)
    wild.script(1, 2, 3, 1, 2, 6).do(Muster("tarnovo"), "take 1", "boardall", f"go {FIELD}", "stand", "stand")
    wild.do("keepdice", "keepdice")
    assert wild.game.lands[FIELD].holder == -1


@pytest.mark.rule("MU-BAT-16", "MU-BAR-06")
def test_a_horde_is_fought_before_a_rival():
    table = Table(
        2,
        order=[0, 1],
        turn=2,
        wars=[[0, 1, 0]],
        armies={FIELD: {1: {"hi": 2}, "barbarians": {"li": 1}}, "tarnovo": {0: {"cav": 3}}},
        lands={FIELD: {"holder": "barbarians"}},
        vehicles=[{"owner": 0, "kind": "wagon", "space": "tarnovo"}],
    )
    table.script(1, 2, 8).do(Muster("tarnovo"), "take 1", "boardall", f"go {FIELD}")
    began = table.happened(BattleBegan)[0]
    assert (began.attacker, began.defender) == (0, -1)


def crowded(armies, holder, dice):
    """Seat 0 rides from Tarnovo into a field where several armies stand; it is at war with seats 1 and 2, not with 3."""
    table = Table(
        4,
        order=[0, 1, 2, 3],
        turn=2,
        wars=[[0, 1, 0], [0, 2, 0]],
        armies={FIELD: armies, "tarnovo": {0: {"cav": 3}}},
        lands={FIELD: {"holder": holder}},
        vehicles=[{"owner": 0, "kind": "wagon", "space": "tarnovo"}],
    )
    table.script(*dice).do(Muster("tarnovo"), "take 1", "boardall", f"go {FIELD}")
    return table


def win(table):
    """Fight the battle that has begun to its end."""
    ended = len(table.happened(BattleEnded))
    answers = {"DeclareIntent": "stand", "ChooseReroll": "keepdice", "OfferTerms": "fighton"}
    while len(table.happened(BattleEnded)) == ended:
        table.do(answers.get(table.asked()) or table.offers()[0])


@pytest.mark.rule("MU-BAT-16")
def test_the_active_player_chooses_whom_he_fights_and_need_not_fight_a_second_enemy():
    table = crowded({1: {"li": 1}, 2: {"li": 1}}, 1, [1, 6, 6, 1, 2, 3])
    assert set(table.offers()) == {Attack(1), Attack(2)}, "enemies at war are here: one of them is fought"
    table.do(Attack(2))
    win(table)
    assert table.units(FIELD, 2) == {}
    assert set(table.offers()) == {Attack(1), Refrain()}, "a second battle is his choice"
    table.do(Refrain())
    assert table.units(FIELD, 1) == {"li": 1}
    assert len(table.happened(BattleBegan)) == 1
    assert table.game.lands[FIELD].holder != 0, "with an enemy left the land is not conquered"


@pytest.mark.rule("MU-BAT-16")
def test_both_enemies_may_be_fought_one_after_the_other():
    table = crowded({1: {"li": 1}, 2: {"li": 1}}, 1, [1, 6, 6, 1, 2, 3] * 2)
    table.do(Attack(2))
    win(table)
    table.do(Attack(1))
    win(table)
    assert [event.defender for event in table.happened(BattleBegan)] == [2, 1]
    assert table.game.lands[FIELD].holder == 0


@pytest.mark.rule("MU-BAT-16")
def test_after_the_horde_a_rival_is_fought_at_the_active_players_choice():
    table = crowded({1: {"li": 1}, "barbarians": {"li": 1}}, "barbarians", [1, 6, 6])
    win(table)
    assert [event.defender for event in table.happened(BattleBegan)] == [-1], "the horde came first and had to be fought"
    assert set(table.offers()) == {Attack(1), Refrain()}
    assert table.do(Refrain()).units(FIELD, 1) == {"li": 1}


@pytest.mark.rule("MU-BAT-10", "MU-BAT-11")
def test_without_figures_in_reserve_a_wounded_unit_falls_further():
    table = battle({"cav": 1, "li": 3}, {"cav": 5}, [1, 2, 3, 4, 5, 6])
    game = table.game
    change(game, 0, reserve=(0, 0, 9, 10, 3))
    assert weakened(game, 0, "cav") == ""
    change(game, 0, reserve=(1, 0, 9, 10, 3))
    assert weakened(game, 0, "cav") == "li"
    assert weakened(game, 1, "cav") == "hi"
    assert weakened(game, 1, "hi") == "li"
    assert weakened(game, 1, "arc") == ""


@pytest.mark.rule("MU-BAT-02")
def test_the_attacker_loses_first():
    table = battle({"hi": 2}, {"hi": 2}, [2, 3, 5, 2, 3, 6], seats=2, order=[1, 0])
    table.do("stand", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    owners = [event.owner for event in table.happened(UnitChanged) + table.happened(UnitLost) if event.rule == "MU-BAT-03"]
    assert owners[0] == 0


@pytest.mark.rule("MU-CON-01", "MU-BAT-15")
@pytest.mark.parametrize(
    ("dice", "winner", "holder"),
    [
        ([1, 6, 6, 1, 2, 3], 0, 0),  # only the attacker is left: he conquers
        ([1, 2, 3, 1, 6, 6], 1, 1),  # only the defender is left: nothing changes
        ([1, 2, 3, 1, 2, 4], None, BARBARIANS),  # nobody is left (the defender's dice cost him 1): wild land
    ],
)
def test_whoever_is_left_has_won_and_holds_the_field(dice, winner, holder):
    table = battle({"li": 1 if winner is None else 3}, {"li": 1 if winner is None else 3}, dice * 4, seats=2)
    win(table)
    ended = table.happened(BattleEnded)[0]
    assert (ended.winner, ended.outcome) == (winner, "destroyed")
    assert table.game.lands[FIELD].holder == holder
