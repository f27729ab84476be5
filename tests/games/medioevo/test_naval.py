"""Battles at sea."""

import pytest

from marchland.games.medioevo.audit import audit
from marchland.games.medioevo.rules.battle.aftermath import free_captives
from marchland.games.medioevo.rules.battle.battle import BattleBegan, RoundFought
from marchland.games.medioevo.rules.battle.damage import HurtAboard
from marchland.games.medioevo.rules.battle.declarations import Flee, Man
from marchland.games.medioevo.rules.battle.fight import change_side, naval_bonus
from marchland.games.medioevo.rules.battle.flight import Fled
from marchland.games.medioevo.rules.battle.melee import Lead, SacrificeAboard
from marchland.games.medioevo.rules.components.armies import berths, by_kind, change_unit, has_berth, one, place_unit, shift_unit
from marchland.games.medioevo.rules.components.vehicles import remove_vehicle
from marchland.games.medioevo.rules.movement.movement import Muster
from marchland.games.medioevo.state import Prisoner

from .table import Table

SEA = "aegean"


def galley(owner, level=1, cargo=None, space=SEA, **more):
    return {"owner": owner, "kind": "galley", "level": level, "space": space, "cargo": cargo, **more}


def sea_battle(vehicles, dice, seats=4, **more):
    facts = {"place": SEA, "attacker": 0, "defender": 1}
    return Table(seats, order=range(seats), vehicles=vehicles, battle=facts, dice=dice, wars=[[0, 1, 0]], turn=2, **more)


@pytest.mark.rule("MU-NAV-02")
def test_the_higher_sum_of_galley_levels_attacks_with_the_difference():
    """E-41: three of level I against two of level II: +1 for the second side."""
    fleet = [galley(0, 1, {"li": 1}) for _ in range(3)] + [galley(1, 2, {"li": 1}) for _ in range(2)]
    table = sea_battle(fleet, [1, 2, 5, 1, 2, 6, 8, 8, 8])
    assert (naval_bonus(table.game, 0), naval_bonus(table.game, 1)) == (0, 1)
    table.do("stand", "stand", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (5, 6 + 1 - 1)


@pytest.mark.rule("MU-NAV-02")
@pytest.mark.parametrize(
    ("level", "engines", "served"),
    [(2, (1, 1), {1, 2}), (2, (2, 1), {1}), (3, (1, 2), {1, 2}), (3, (3, 1), {1}), (3, (1, 1, 1), {1, 2, 3})],
)
def test_a_galley_serves_engine_levels_up_to_its_own(level, engines, served):
    """E-42: level II two Catapults or one Trebuchet; level III Catapult and Trebuchet, a Bombard, or three Catapults."""
    aboard = [{"owner": 0, "kind": "engine", "level": number, "space": SEA, "aboard": 9} for number in engines]
    vehicles = [*aboard, *[galley(2, 1, space="ionian")] * (8 - len(aboard)), galley(0, level, {"hi": 3}), galley(1, 1, {"hi": 9})]
    table = sea_battle(vehicles, [8, 8, 8, 1, 2, 3, 1, 2, 3])
    table.do("stand", "stand")
    manned = set()
    for engine in range(1, len(engines) + 1):
        if Man(engine, "hi") in table.offers():
            table.do(Man(engine, "hi"))
            manned.add(engine)
    assert manned == served


@pytest.mark.rule("MU-NAV-03")
def test_at_sea_heavy_troops_have_no_powers_and_one_point_removes_them():
    """5 against 6 - 1: on land Cavalry would strike on the tie, and Heavy infantry would cut its own losses and become Light."""
    table = sea_battle([galley(0, 1, {"hi": 2}), galley(1, 1, {"cav": 2})], [1, 2, 5, 1, 2, 6])
    table.do("stand", "stand", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (5, 5)
    assert (aboard(table, 1), aboard(table, 2)) == ({"hi": 1}, {"cav": 1}), "each lost a unit to its loss of 1, without replacement"


@pytest.mark.rule("MU-NAV-03", "MU-BAT-08")
@pytest.mark.parametrize(("die", "left"), [(3, {"hi": 1}), (4, {"hi": 2})])
def test_archers_shoot_at_sea_and_a_hit_removes_a_heavy_unit(die, left):
    table = sea_battle([galley(0, 1, {"arc": 1, "li": 1}), galley(1, 1, {"hi": 2})], [die, *[1, 2, 5] * 2])
    table.do("stand", "stand")
    assert table.units(SEA, 1) == left


@pytest.mark.rule("MU-NAV-03", "MU-BAT-09")
def test_light_infantry_is_sacrificed_at_sea_for_four_points():
    table = sea_battle([galley(0, 1, {"li": 3}), galley(1, 1, {"hi": 3})], [1, 2, 5, 1, 2, 3, 8])
    table.do("stand", "stand", "sacrifice li", "roll", "keepdice", "keepdice")
    assert table.happened(RoundFought)[0].attacks == (5 + 4, 3 - 1)


@pytest.mark.rule("MU-NAV-03", "MU-BAT-12")
def test_captains_at_sea_act_as_archers_or_light_infantry_only():
    table = sea_battle([galley(0, 1, {"cap1": 1, "hi": 1}), galley(1, 1, {"hi": 1})], [1, 1, 2, 3])
    table.do("stand", "stand")
    assert {option.use for option in table.offers(Lead)} == {"as:arc", "as:li"}
    mixed = {"li": 1, "hi": 1, "cav": 1}
    table = sea_battle([galley(0, 2, {"cap1": 1, **mixed}), galley(1, 1, mixed)], [1, 1, 2, 3])
    table.do("stand", "stand")
    assert {option.use for option in table.offers(Lead)} == {"as:arc", "free:li", "stop:li"}, "nothing of Cavalry or Heavy troops"


@pytest.mark.rule("MU-NAV-04")
@pytest.mark.parametrize(("die", "left"), [(3, False), (4, True)])
def test_a_galley_without_units_sinks_on_three_or_less(die, left):
    table = sea_battle([galley(0, 1, {"li": 3}), galley(1, 1, {"hi": 1})], [1, 2, 8, 1, 2, 3, die])
    table.do("stand", "stand", "roll", "keepdice", "keepdice")
    assert (2 in table.game.vehicles) == left
    if left:
        assert table.asked() == "ChooseLoot", "an empty Galley that stays afloat is booty"
        table.do("pillage v:2")
        assert table.florins(0) == 1600 + 50


@pytest.mark.rule("MU-NAV-01")
def test_docked_galleys_do_not_fight_at_sea():
    vehicles = [galley(0, 1, {"li": 1}, space="ionian"), galley(1, 1, space="smyrna")]
    table = Table(2, order=[0, 1], vehicles=vehicles, wars=[[0, 1, 0]], turn=2, armies={"smyrna": {1: {"li": 1}}})
    table.do(Muster("ionian"), "take 1", "go aegean")
    assert table.happened(BattleBegan) == []


@pytest.mark.rule("MU-NAV-01", "MU-MOV-10")
def test_hostile_galleys_in_one_sea_zone_fight():
    vehicles = [galley(0, 1, {"li": 1}, space="ionian"), galley(1, 1, {"li": 1})]
    table = Table(2, order=[0, 1], vehicles=vehicles, wars=[[0, 1, 0]], turn=2, dice=[1, 2, 3, 1, 2, 3])
    table.do(Muster("ionian"), "take 1", "go aegean")
    assert table.happened(BattleBegan)[0].place == SEA


@pytest.mark.rule("MU-FLE-01", "MU-NAV-01")
def test_galleys_flee_with_those_aboard_and_what_they_carry():
    vehicles = [galley(0, 2, {"hi": 5}, pm=2), galley(1, 1, {"hi": 3}), {"owner": 0, "kind": "wagon", "space": SEA, "aboard": 1}]
    table = sea_battle(vehicles, [1, 2, 3, 1, 2, 3])
    table.do("flee smyrna 1", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    fled = next(event for event in table.events if isinstance(event, Fled))
    assert fled.to == "smyrna"
    assert sum(table.units("smyrna", 0).values()) == fled.units
    assert {table.game.vehicles[number].space for number in (1, 3)} == {"smyrna"}


def aboard(table, number):
    """Units aboard one Galley."""
    cargo = table.game.vehicles[number].cargo
    return by_kind(cargo.counts) if cargo else {}


@pytest.mark.rule("MU-BAT-13", "MU-NAV-04")
def test_the_owner_says_aboard_which_galley_a_unit_falls():
    table = sea_battle([galley(0, 1, {"hi": 2}), galley(1, 2, {"hi": 3}), galley(1, 1, {"hi": 1})], [1, 2, 8, 1, 2, 3, 8])
    table.do("stand", "stand", "keepdice", "keepdice")
    assert set(table.offers()) == {HurtAboard("hi", 2), HurtAboard("hi", 3)}
    table.do(HurtAboard("hi", 3))
    assert aboard(table, 3) == {}, "not the fullest"
    assert aboard(table, 2) == {"hi": 1}, "with one Galley left there was nothing more to choose"


@pytest.mark.rule("MU-BAT-09", "MU-NAV-03")
def test_the_owner_says_aboard_which_galley_light_infantry_is_sacrificed():
    table = sea_battle([galley(0, 1, {"li": 1}), galley(0, 1, {"li": 2}), galley(1, 1, {"hi": 2})], [1, 2, 8, 1, 2, 3])
    table.do("stand", "stand")
    assert set(table.offers(SacrificeAboard)) == {SacrificeAboard("li", 1), SacrificeAboard("li", 2)}
    table.do(SacrificeAboard("li", 1))
    assert (aboard(table, 1), aboard(table, 2)) == ({}, {"li": 2})


@pytest.mark.rule("MU-TEC-42")
def test_a_unit_that_becomes_another_kind_stays_aboard_its_galley():
    table = sea_battle([galley(0, 2, {"li": 3}), galley(0, 1, {"hi": 1}), galley(1, 1, {"hi": 2})], [])
    shift_unit(table.game, SEA, 0, "li", "hi", "MU-TEC-42")
    assert [special.kind for special in table.game.vehicles[1].cargo.specials] == ["hi"]
    change_unit(table.game, SEA, 0, "li", "arc", "MU-EVT-06")
    assert (aboard(table, 1), aboard(table, 2)) == ({"li": 1, "arc": 1}, {"hi": 1})


@pytest.mark.rule("MU-CAP-03", "MU-NAV-04")
def test_freed_prisoners_whose_ship_has_sunk_come_back_like_surrendered_units():
    table = sea_battle([galley(0, 1, {"hi": 1}), galley(1, 1, {"hi": 1})], [])
    game = table.game
    game.prisoners = [Prisoner(0, 1, "li")]
    change_side(game, 0, captives=("li",))
    remove_vehicle(game, 2, "MU-NAV-04")
    free_captives(game, 0)
    assert game.prisoners == []
    assert game.players[1].exiles == one("li")


@pytest.mark.rule("MU-MOV-03", "MU-CARD-35")
def test_room_aboard_is_that_of_any_galley_less_what_is_loaded():
    wagon = {"owner": 0, "kind": "wagon", "space": SEA, "aboard": 2}
    table = sea_battle([galley(0, 1, {"hi": 3}), galley(0, 1, {"hi": 1}), galley(1, 1, {"hi": 1}), wagon], [])
    assert (berths(table.game, 1), berths(table.game, 2)) == (0, 1)
    assert has_berth(table.game, SEA, 0)
    place_unit(table.game, SEA, 0, "li", "MU-CARD-35")
    assert aboard(table, 2) == {"hi": 1, "li": 1}
    assert not has_berth(table.game, SEA, 0)


@pytest.mark.rule("MU-NAV-04", "MU-TEC-42")
def test_a_galley_that_goes_gives_back_the_figures_of_changed_units_too():
    table = sea_battle([galley(0, 2, {"li": 2}), galley(1, 1, {"hi": 1})], [])
    shift_unit(table.game, SEA, 0, "li", "cav", "MU-TEC-42")
    remove_vehicle(table.game, 1, "MU-MOV-14")
    audit(table.game)


@pytest.mark.rule("MU-FLE-01", "MU-NAV-01", "MU-MOV-09")
def test_a_fleet_may_flee_to_a_wild_shore_where_its_troops_meet_resistance():
    table = sea_battle([galley(0, 2, {"hi": 5}, pm=1), galley(1, 1, {"hi": 3})], [1, 2, 3] * 3)
    ways = {option.to for option in table.offers(Flee)}
    assert {"candia", "attalia", "smyrna", "ionian"} <= ways
    assert "sicily" not in ways, "two steps away"
    table.do("flee candia 1", "stand", "keepdice", "keepdice")
    while table.asked() == "ChooseDamage":
        table.do(table.offers()[0])
    assert table.units("candia", 0) == {"hi": 3}, "losses of 1, and 1 for the way"
    assert (table.game.vehicles[1].space, table.game.vehicles[1].pm, table.game.vehicles[1].cargo) == ("candia", 0, None)
    assert [event.place for event in table.happened(BattleBegan)] == [SEA, "candia"]
    assert table.units("candia", -1) == {"li": 1}


@pytest.mark.rule("MU-NAV-04", "MU-CON-02", "MU-VAR-04")
def test_the_winner_at_sea_takes_or_pillages_what_the_beaten_fleet_left_and_the_beaten_bleed():
    vehicles = [
        {"owner": 0, "kind": "galley", "space": "black_sea_west", "cargo": {"li": 3}},
        {"owner": 1, "kind": "galley", "level": 2, "space": "aegean", "cargo": {"li": 1}},
    ]
    table = Table(2, options={"blood": True}, vehicles=vehicles, wars=[[0, 1, 0]], turn=2, order=[0, 1])
    table.script(1, 6, 6, 1, 2, 3, 8).do("muster black_sea_west", "take 1", "go aegean")
    answers = {"DeclareIntent": "stand", "ChooseReroll": "keepdice", "ChooseSacrifice": "roll"}
    while table.asked() != "ChooseLoot":
        table.do(answers.get(table.asked()) or table.offers()[0])
    assert table.game.deciders == (0,)
    table.do("pillage v:2")
    assert table.florins(0) == 1600 + 100
    assert [player.blood for player in table.game.players] == [0, 1]
