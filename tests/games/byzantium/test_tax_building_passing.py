"""D, E and G: tax, churches and mosques, passing."""

import pytest

from marchland.games.byzantium.rules.building import Built
from marchland.games.byzantium.rules.cubes import ArmyDestroyed
from marchland.games.byzantium.rules.passing import FirstToPass, Passed
from marchland.games.byzantium.title import TITLE
from marchland.kernel.testing import check_illegal

from .table import RED, YELLOW, asked, happened, menu, order, play, table, why

NO_ARMY = {"elite": 0, "main": 0, "militia": 0, "move": 0}


@pytest.mark.rule("BY-TAX-01")
def test_tax_brings_two_bezants_a_cube_split_at_will():
    game = table(2)
    play(game, "collecttax")
    assert check_illegal(game, RED, order("levy 10"), "BY-TAX-01").facts == {"cubes": 10, "have": 9}
    check_illegal(game, RED, order("levy 0"), "BY-TAX-01")
    play(game, "levy 4")
    assert menu(game) == {f"split {share}" for share in range(9)}
    check_illegal(game, RED, order("split 9"), "BY-TAX-01")
    lines = game.decision.preview(game, RED, order("split 3"))
    assert [(line.amount, line.facts["side"]) for line in lines] == [(3, "byzantine"), (5, "arab")]
    play(game, "split 3")
    assert (game.realm(RED, "byzantine").treasury, game.realm(RED, "arab").treasury) == (18, 10)
    assert (game.players[RED].pool, game.players[RED].tax) == (5, 4)


@pytest.mark.rule("BY-TAX-01")
def test_tax_takes_pool_cubes_only():
    game = table(2, red={"pool": 0})
    assert check_illegal(game, RED, order("collecttax"), "BY-TAX-01").facts == {"cubes": 1, "have": 0}
    assert why(game, "box:tax") == ["BY-TAX-01"]


@pytest.mark.rule("BY-REL-01")
@pytest.mark.parametrize(("building", "side"), [("church", "byzantine"), ("mosque", "arab")])
def test_a_building_costs_six_bezants_and_a_cube_for_two_points(building, side):
    game = table(2, red={side: {"treasury": 7}})
    events = play(game, f"build {building}")
    assert happened(events, Built)[0].points == 2
    assert asked(game) == "ChooseAction", "one bezant is left, so the cube comes from the pool"
    assert (game.realm(RED, side).treasury, game.realm(RED, side).points, game.players[RED].pool) == (1, 12, 8)
    view = TITLE.view(game, None).players[RED]
    assert (view.churches, view.mosques) == ((1, 0) if building == "church" else (0, 1))


@pytest.mark.rule("BY-REL-01")
def test_a_building_with_a_bought_cube_costs_nine():
    game = table(2, red={"pool": 0, "byzantine": {"treasury": 9}})
    play(game, "build church", "take casualties byzantine")
    assert game.realm(RED, "byzantine").treasury == 0
    short = table(2, red={"pool": 0, "byzantine": {"treasury": 8}})
    assert check_illegal(short, RED, order("build church"), "BY-CUBE-02").facts == {"source": "casualties", "need": 9, "have": 8}
    poor = table(2)
    assert check_illegal(poor, RED, order("build mosque"), "BY-REL-01").facts == {"need": 6, "have": 5, "side": "arab"}
    assert why(poor, "box:mosque") == ["BY-REL-01"]


@pytest.mark.rule("BY-REL-01")
def test_buildings_have_no_limit_and_keep_their_cubes():
    rich = {"byzantine": {"treasury": 60}, "arab": {"treasury": 60}}
    game = table(2, red=rich, yellow=rich)
    play(game, *["build church", "take pool"] * 4, "pass", "pass")
    assert game.turn == 2
    assert [player.churches for player in game.players] == [2, 2]


@pytest.mark.rule("BY-PASS-01")
def test_the_pass_cube_comes_from_casualties():
    game = table(2)
    before = game.players[RED].casualties
    play(game, "pass")
    assert (game.players[RED].casualties, game.players[RED].passing) == (before - 1, 1)
    assert game.realm(RED, "arab").treasury == 5


@pytest.mark.rule("BY-PASS-01", "BY-DEST-01")
def test_without_casualties_the_player_gives_a_cube_of_his_sheet():
    game = table(3, red={"casualties": 0, "arab": {**NO_ARMY, "move": 1, "at": "mecca"}})
    play(game, "pass")
    assert asked(game) == "ChoosePassCube"
    assert {"take arab-move free", "take byzantine-main free"} <= menu(game)
    events = play(game, "take arab-move")
    assert happened(events, ArmyDestroyed)[0].side == "arab"


@pytest.mark.rule("BY-PASS-01")
def test_with_nothing_else_the_pool_gives_the_cube_or_nobody():
    bare = {"casualties": 0, "byzantine": NO_ARMY, "arab": NO_ARMY}
    game = table(3, red={**bare, "pool": 2})
    play(game, "pass")
    assert (game.players[RED].pool, game.players[RED].passing) == (1, 1)
    empty = table(3, red={**bare, "pool": 0})
    if empty.deciders == (RED,):
        play(empty, "pass")
    assert empty.players[RED].passing == 0
    assert RED in empty.passed


@pytest.mark.rule("BY-PASS-02")
def test_the_first_to_pass_is_remembered():
    game = table(3)
    events = play(game, "pass", (YELLOW, "pass"))
    assert [event.seat for event in happened(events, FirstToPass)] == [RED]
    assert [event.seat for event in happened(events, Passed)] == [RED, YELLOW]
    assert game.passed == (RED, YELLOW)
