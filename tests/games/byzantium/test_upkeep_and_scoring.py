"""2 and the end: income, upkeep, cubes that return, the final score."""

import pytest

from marchland.games.byzantium.rules.scoring import CitiesScored, standing, total
from marchland.games.byzantium.rules.upkeep import CubesDeserted, IncomeReceived, UpkeepPaid, can_settle
from marchland.games.byzantium.title import TITLE
from marchland.kernel.testing import check_illegal

from .table import BLUE, RED, YELLOW, asked, happened, menu, order, play, table

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}
RICH = {"byzantine": {"treasury": 50}, "arab": {"treasury": 50}}


def end_of_turn(red, cities=None, boxes=None, **more):
    """Red is about to pass as the last player; yellow has everything he needs."""
    return table(2, passed=["yellow"], cities=cities or {}, boxes=boxes or {}, red=red, yellow=RICH, **more)


@pytest.mark.rule("BY-INC-01")
def test_income_is_two_bezants_a_token_for_the_citys_side():
    cities = {"damascus": {"control": "red", "fortified": True}, "mecca": "red", "athens": "yellow", "nicea": {"tokens": 1}}
    game = end_of_turn(RICH, cities)
    events = play(game, "pass")
    incomes = {(event.seat, event.side): event.bezants for event in happened(events, IncomeReceived)}
    assert incomes == {(RED, "byzantine"): 6, (RED, "arab"): 4, (YELLOW, "byzantine"): 4, (YELLOW, "arab"): 0}


@pytest.mark.rule("BY-UPK-01")
def test_upkeep_is_two_for_elite_and_one_for_others_and_guards_are_free():
    game = end_of_turn(
        {"byzantine": {"elite": 2, "main": 3, "militia": 1, "move": 1, "treasury": 20}, "arab": {**NO_ARMY, "treasury": 3}},
        boxes={"emperor": "red"},
    )
    events = play(game, "pass")
    paid = {(event.seat, event.side): event.bezants for event in happened(events, UpkeepPaid)}
    assert (paid[RED, "byzantine"], paid[RED, "arab"]) == (-9, 0)
    assert game.realm(RED, "byzantine").treasury == 11


@pytest.mark.rule("BY-UPK-01")
def test_income_comes_before_upkeep():
    game = end_of_turn({"byzantine": {"treasury": 50}, "arab": {**NO_ARMY, "main": 4, "treasury": 0}}, {"mecca": "red"})
    events = play(game, "pass")
    assert happened(events, CubesDeserted) == []
    assert game.realm(RED, "arab").main == 4


@pytest.mark.rule("BY-UPK-02")
def test_unpaid_cubes_leave_the_game_and_cost_a_point_each():
    game = end_of_turn({"byzantine": {"treasury": 50}, "arab": {**NO_ARMY, "elite": 1, "main": 3, "treasury": 3}})
    play(game, "pass")
    assert (asked(game), game.deciders) == ("ChooseDeserter", (RED,))
    assert menu(game) == {"desert arab-elite", "desert arab-main"}
    assert check_illegal(game, RED, order("desert arab-move"), "BY-UPK-02").facts == {"need": 5, "have": 3}
    play(game, "desert arab-elite")
    assert game.turn == 2, "three bezants pay for the three others"
    assert (game.realm(RED, "arab").points, game.realm(RED, "arab").treasury) == (9, 0)
    assert game.players[RED].removed == 1


@pytest.mark.rule("BY-UPK-02")
def test_no_cube_stays_unpaid_that_could_have_been_paid():
    game = end_of_turn({"byzantine": {"treasury": 50}, "arab": {**NO_ARMY, "elite": 1, "main": 1, "treasury": 1}})
    events = play(game, "pass")
    assert [event.slot for event in happened(events, CubesDeserted)] == ["arab-elite"], "the other choice would waste the bezant"
    assert game.realm(RED, "arab").main == 1
    assert can_settle((1, 1, 0, 0), (0, 1, 0, 0), 1)
    assert not can_settle((1, 1, 0, 0), (1, 0, 0, 0), 1)


@pytest.mark.rule("BY-UPK-02")
def test_one_treasury_does_not_pay_for_the_other():
    game = end_of_turn({"byzantine": {"treasury": 50}, "arab": {**NO_ARMY, "main": 2, "treasury": 0}})
    play(game, "pass")
    assert game.realm(RED, "arab").main == 0
    assert game.realm(RED, "arab").points == 8


@pytest.mark.rule("BY-END-03", "BY-UPK-02")
def test_a_track_never_falls_below_zero():
    game = end_of_turn({"byzantine": {"treasury": 50}, "arab": {**NO_ARMY, "main": 4, "treasury": 0, "points": 1}})
    events = play(game, "pass")
    assert game.realm(RED, "arab").points == 0
    assert sum(event.points for event in happened(events, CubesDeserted)) == -1


@pytest.mark.rule("BY-DEST-01", "BY-UPK-02")
def test_an_army_that_deserts_leaves_the_map():
    game = end_of_turn({"byzantine": {"treasury": 50}, "arab": {**NO_ARMY, "main": 2, "treasury": 0, "at": "mecca"}})
    play(game, "pass")
    assert game.realm(RED, "arab").at is None


@pytest.mark.rule("BY-REC-01")
def test_boxes_tax_pass_and_half_the_casualties_return():
    game = end_of_turn({**RICH, "casualties": 8, "tax": 3, "pool": 1}, boxes={"growth_arab": ["red", "yellow", "red"]})
    play(game, "pass")
    player = game.players[RED]
    assert player.casualties == 3, "eight less the pass cube is seven, of which four return"
    assert player.pool == 1 + 3 + 2 + 1 + 4
    assert (player.tax, player.passing) == (0, 0)


@pytest.mark.rule("BY-REC-02")
def test_boxes_are_free_again_and_what_is_built_stays():
    game = end_of_turn(
        {**RICH, "churches": 2, "mosques": 1},
        {"mecca": "red", "athens": {"side": "bulgar", "tokens": 1}},
        {"bulgars": ["yellow", "red"], "fleet_byzantine": "yellow"},
        bulgars=5,
    )
    play(game, "pass")
    assert all(cubes == () for cubes in game.boxes.values())
    assert (game.players[RED].churches, game.players[RED].mosques, game.bulgars) == (2, 1, 5)
    assert game.cities["mecca"].controller == RED
    assert game.cities["athens"].side == "bulgar"


@pytest.mark.rule("BY-END-01")
def test_the_third_turn_has_its_upkeep_and_then_cities_score():
    cities = {"damascus": {"control": "red", "fortified": True}, "mecca": "red", "athens": "yellow"}
    game = end_of_turn(RICH, cities, turn=3)
    events = play(game, "pass")
    scored = {(event.seat, event.side): event.points for event in happened(events, CitiesScored)}
    assert scored == {(RED, "byzantine"): 3, (RED, "arab"): 2, (YELLOW, "byzantine"): 2, (YELLOW, "arab"): 0}
    assert happened(events, UpkeepPaid)
    assert game.is_over
    assert TITLE.outcome(game).scores == (25, 22)


@pytest.mark.rule("BY-END-02")
@pytest.mark.parametrize(
    ("byzantine", "arab", "result"), [(40, 18, 40), (30, 15, 45), (15, 30, 45), (31, 15, 31), (0, 0, 0), (0, 9, 9)]
)
def test_the_lower_track_counts_from_half_the_higher(byzantine, arab, result):
    assert total(byzantine, arab) == result


def finished(*realms, cities=None):
    players = {name: {"byzantine": b, "arab": a} for name, (b, a) in zip(("red", "yellow", "blue"), realms, strict=True)}
    return table(3, phase="final", turn=3, cities=cities or {}, **players)


@pytest.mark.rule("BY-END-02")
def test_ties_go_to_the_sum_then_cities_then_money_then_are_shared():
    def realms(byzantine, arab, money=0):
        return {"points": byzantine, "treasury": money}, {"points": arab, "treasury": 0}

    by_sum = finished(realms(40, 5), realms(40, 15), realms(20, 15))
    assert TITLE.outcome(by_sum).winners == (YELLOW,)
    two_to_one = {
        "athens": {"tokens": 2, "control": "red"},
        "nicea": {"tokens": 1, "control": "yellow"},
        "smyrna": {"tokens": 1, "control": "yellow"},
    }
    by_cities = finished(realms(20, 20, 9), realms(20, 20), realms(0, 0), cities=two_to_one)
    assert TITLE.outcome(by_cities).winners == (YELLOW,)
    by_money = finished(realms(20, 20, 3), realms(20, 20, 4), realms(20, 20, 2))
    assert TITLE.outcome(by_money).winners == (YELLOW,)
    shared = finished(realms(20, 20, 3), realms(20, 20, 3), realms(20, 20, 2))
    assert TITLE.outcome(shared).winners == (RED, YELLOW)
    assert standing(shared, BLUE).money == 2


@pytest.mark.rule("BY-CONST-04")
def test_after_the_fall_byzantine_points_do_not_break_ties():
    game = finished(({"points": 50}, {"points": 20}), ({"points": 0}, {"points": 20}), ({}, {}))
    game.fell_to = RED
    assert TITLE.outcome(game).scores == (20, 20, 10)
    assert TITLE.outcome(game).winners == (RED, YELLOW)
    game.change_realm(YELLOW, "arab", treasury=6)
    assert TITLE.outcome(game).winners == (YELLOW,)


def test_shortages_are_settled_in_turn_order_side_by_side():
    poor = {"byzantine": {**NO_ARMY, "main": 2, "move": 2, "treasury": 1}, "arab": {**NO_ARMY, "main": 2, "move": 2, "treasury": 1}}
    game = table(2, first="yellow", phase="upkeep", passed=["yellow", "red"], red=poor, yellow=poor)
    seen = []
    while asked(game) == "ChooseDeserter":
        seen.append((game.deciders[0], game.decision.side))
        play(game, sorted(menu(game))[0])
    assert list(dict.fromkeys(seen)) == [(YELLOW, "byzantine"), (YELLOW, "arab"), (RED, "byzantine"), (RED, "arab")]
