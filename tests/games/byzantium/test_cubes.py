"""Cubes: sources, prices, conservation, and armies that run out."""

import pytest

from marchland.games.byzantium.rules.cubes import ArmyDestroyed, CubeSpent
from marchland.games.byzantium.title import TITLE
from marchland.kernel.testing import Walk, check_illegal

from .table import RED, happened, menu, order, play, table, why

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}


@pytest.mark.rule("BY-CUBE-01")
def test_a_pool_cube_is_free_for_either_side():
    game = table(2)
    play(game, "takecontrol athens", "take pool", "claim emperor", "take pool", "takecontrol mecca", "take pool")
    assert game.players[RED].pool == 7
    assert (game.realm(RED, "byzantine").treasury, game.realm(RED, "arab").treasury) == (15, 5)


@pytest.mark.rule("BY-CUBE-02")
def test_a_bought_cube_costs_three_bezants_of_the_side_that_benefits():
    game = table(2)
    play(game, "takecontrol mecca")
    events = play(game, "take byzantine-militia arab")
    assert happened(events, CubeSpent)[0].bezants == -3
    assert game.realm(RED, "arab").treasury == 2
    assert game.realm(RED, "byzantine").militia == 1


@pytest.mark.rule("BY-CUBE-02")
def test_without_money_no_cube_is_bought():
    assert "takecontrol mecca" in menu(table(2, red={"arab": {"treasury": 2}}))
    poor = table(2, red={"pool": 0, "arab": {"treasury": 2}})
    refusal = check_illegal(poor, RED, order("takecontrol mecca"), "BY-CUBE-02")
    assert refusal.facts == {"source": "casualties", "need": 3, "have": 2}
    assert "takecontrol athens" in menu(poor)


@pytest.mark.rule("BY-CUBE-02", "BY-CUBE-01")
def test_an_empty_place_is_no_source():
    game = table(2, red={"pool": 0, "byzantine": {"elite": 0}})
    play(game, "takecontrol athens")
    assert check_illegal(game, RED, order("take byzantine-elite byzantine"), "BY-CUBE-02").facts["have"] == 0
    check_illegal(game, RED, order("take pool"), "BY-CUBE-01")
    assert why(game, "slot:byzantine-elite") == ["BY-CUBE-02"]
    assert why(game, "slot:byzantine-main") == []


@pytest.mark.rule("BY-CUBE-03", "BY-REINF-01")
def test_cubes_come_from_several_slots_and_never_go_to_the_pool():
    game = table(2, red={"byzantine": {"treasury": 9}})
    play(game, "reinforce byzantine-main", "take byzantine-militia byzantine")
    play(game, "reinforce byzantine-main", "take arab-militia byzantine")
    check_illegal(game, RED, order("reinforce pool"), "BY-REINF-01")
    play(game, "reinforce byzantine-main", "take casualties byzantine")
    assert game.realm(RED, "byzantine").main == 6
    assert game.realm(RED, "byzantine").treasury == 0
    assert game.bank_paid == 0 + 5 + 20


@pytest.mark.rule("BY-CUBE-03")
def test_a_cube_does_not_go_where_it_came_from():
    game = table(2)
    play(game, "reinforce arab-main")
    check_illegal(game, RED, order("take arab-main arab"), "BY-CUBE-03")


@pytest.mark.rule("BY-CUBE-04")
def test_all_cubes_are_always_somewhere():
    walk = Walk(TITLE, 3, "cubes")
    while not walk.state.is_over:
        walk.step()
        TITLE.audit(walk.state)
    broken = walk.state.clone()
    broken.change(RED, pool=broken.players[RED].pool + 1)
    with pytest.raises(AssertionError, match="BY-CUBE-04"):
        TITLE.audit(broken)


@pytest.mark.rule("BY-DEST-01")
def test_buying_the_last_field_cube_removes_the_pawn():
    game = table(2, red={"arab": {**NO_ARMY, "move": 1, "at": "mecca"}})
    events = play(game, "takecontrol athens", "take arab-move byzantine")
    assert [event.city for event in happened(events, ArmyDestroyed)] == ["mecca"]
    assert game.realm(RED, "arab").at is None


@pytest.mark.rule("BY-DEST-01")
def test_moving_the_last_cube_within_an_army_keeps_the_pawn():
    game = table(2, red={"arab": {**NO_ARMY, "move": 1, "at": "mecca"}})
    events = play(game, "reinforce arab-elite", "take arab-move arab")
    assert happened(events, ArmyDestroyed) == []
    assert game.realm(RED, "arab").at == "mecca"


@pytest.mark.rule("BY-DEST-01")
def test_militia_alone_is_no_army():
    game = table(2, red={"byzantine": {**NO_ARMY, "militia": 5}})
    play(game, "takecontrol athens", "take pool")
    assert game.realm(RED, "byzantine").at is None
    assert game.players[RED].mustered


def test_a_price_is_shown_before_it_is_paid():
    game = table(2)
    play(game, "takecontrol athens")
    (line,) = game.decision.preview(game, RED, order("take casualties byzantine"))
    assert (line.rule, line.amount, line.unit) == ("BY-CUBE-02", -3, "bezants")
