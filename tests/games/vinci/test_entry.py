"""How a civilization enters the board."""

import pytest

from marchland.games.vinci.rules.conquest.conquest import Conquer, EndConquests, conquest_costs, cost_breakdown
from marchland.games.vinci.rules.turn import EndTurn
from marchland.kernel.testing import check_illegal

from .table import RED, held, play, table


def newcomer(*civ, hand=13, **position):
    return table(civ={"red": civ or ("barbarians", "barbarians")}, hand={"red": hand}, fresh=["red"], **position)


def entries(game):
    return set(conquest_costs(game, RED))


@pytest.mark.rule("VI-ENTRY-01")
def test_provinces_on_the_edge_are_open():
    assert {"atlas", "syria", "urals", "novgorod", "steppe"} <= entries(newcomer())


@pytest.mark.rule("VI-ENTRY-02", "VI-ENTRY-03")
def test_scotland_ireland_and_southern_spain_are_open_france_and_northern_italy_are_not():
    open_provinces = entries(newcomer())
    assert {"scotland", "ireland", "south_spain"} <= open_provinces
    assert not {"neustria", "flanders", "aquitaine", "auvergne", "burgundy", "northern_italy"} & open_provinces


@pytest.mark.rule("VI-ENTRY-03")
@pytest.mark.parametrize("province", ["castile", "northern_italy", "sardinia"])
def test_inland_and_two_seas_away_is_refused(province):
    game = newcomer()
    check_illegal(game, RED, Conquer(province), "VI-ENTRY-03")
    assert [refusal.rule for refusal in game.decision.why_not(game, RED, province)] == ["VI-ENTRY-03"]


@pytest.mark.rule("VI-ENTRY-04")
def test_astronomy_opens_chains_of_seas():
    open_provinces = entries(newcomer("astronomy", "barbarians"))
    assert {"sardinia", "northern_italy", "neustria", "anatolia", "sweden"} <= open_provinces
    assert "castile" not in open_provinces


@pytest.mark.rule("VI-ENTRY-05", "VI-SPECIAL-11")
def test_revolution_opens_every_province_at_its_normal_cost():
    game = newcomer("revolution", "barbarians")
    assert entries(game) == set(game.board.provinces)
    assert conquest_costs(game, RED)["castile"] == 3


@pytest.mark.rule("VI-ENTRY-06")
def test_entry_has_no_origin_so_only_the_target_counts():
    game = newcomer(land={"south_spain": held("yellow", 2)})
    assert conquest_costs(game, RED)["south_spain"] == 5
    assert [line.rule for line in cost_breakdown(game, RED, "south_spain")] == ["VI-CONQ-02", "VI-CONQ-04"]


@pytest.mark.rule("VI-ENTRY-06")
def test_weapons_mountaineering_and_espionage_help_to_enter():
    assert conquest_costs(newcomer("weapons", "barbarians"), RED)["south_spain"] == 3
    assert conquest_costs(newcomer("mountaineers", "barbarians"), RED)["scotland"] == 2
    game = newcomer("espionage", "barbarians", land={"south_spain": held("yellow", 9)})
    play(game, RED, Conquer("south_spain", True))
    assert game.land["south_spain"].tokens == 2


@pytest.mark.rule("VI-ENTRY-07")
def test_shipbuilding_helps_from_the_sea_and_not_over_the_land_edge():
    costs = conquest_costs(newcomer("galleys", "barbarians"), RED)
    assert costs["ireland"] == 2
    assert costs["urals"] == 3
    assert costs["novgorod"] == 2, "open by land and by sea: the cheaper way counts"


@pytest.mark.rule("VI-ENTRY-08")
def test_after_the_entry_only_neighbours_can_be_attacked():
    game = newcomer()
    play(game, RED, Conquer("ireland"))
    assert entries(game) == {"scotland"}
    check_illegal(game, RED, Conquer("atlas"), "VI-CONQ-10")


@pytest.mark.rule("VI-ENTRY-09", "VI-ELIM-01")
def test_coming_back_obeys_the_same_rules():
    game = table(civ={"red": ("barbarians", "weapons")}, hand={"red": 4})
    assert "castile" not in entries(game)
    assert "scotland" in entries(game)
    revolution = table(civ={"red": ("revolution", "weapons")}, hand={"red": 4})
    assert "castile" in entries(revolution)


@pytest.mark.rule("VI-ENTRY-10", "VI-ELIM-05", "VI-ELIM-06")
def test_a_civilization_may_stay_off_the_board_and_keeps_its_tokens():
    game = newcomer(land={"castile": held("red", declining=True), "aquitaine": held("red", declining=True)}, score={"red": 20})
    events = play(game, RED, EndConquests(), EndTurn())
    assert game.score[RED] == 22
    assert game.hand[RED] == game.tokens[RED] == 13
    assert events
