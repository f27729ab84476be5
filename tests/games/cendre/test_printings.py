"""Printings of the national booklets: a game keeps the one it was begun with."""

from __future__ import annotations

import pytest

from marchland.games.cendre.opening import lay_out
from marchland.games.cendre.rules.common.modifiers import added
from marchland.games.cendre.rules.glory.account import GloryChanged
from marchland.games.cendre.rules.leaders.recruits import base_level
from marchland.games.cendre.state import Cendre
from marchland.games.cendre.statistics import Statistics, cast
from marchland.games.cendre.title import NATIONS, TITLE
from marchland.games.cendre.world import PRINTINGS
from marchland.kernel.chance import scripted


def laid(**options: object) -> Cendre:
    return lay_out(20, TITLE.settings(options), scripted())


def test_new_games_have_the_latest_printing_and_kept_ones_that_name_none_the_first() -> None:
    new = lay_out(20, TITLE.for_new_table({}), scripted())
    assert {record.printing for record in new.nations.values()} == {2}
    assert {record.printing for record in laid().nations.values()} == {1}
    assert "printing" not in str(laid().to_plain()["nations"]), "states of before have not changed their text"


@pytest.mark.parametrize("printing", PRINTINGS)
def test_modifiers_and_the_start_are_those_of_the_printing(printing: int) -> None:
    game = laid(booklets=("first", "second")[printing - 1])
    assert added(game, "FER", "national.glory") == 0, "nobody admires them yet"
    for nation, booklet in PRINTINGS[printing].items():
        said = [modifier for modifier in booklet.modifiers if modifier.target == "national.glory" and not modifier.condition]
        assert added(game, nation, "national.glory") == sum(modifier.value for modifier in said), nation
        assert game.nations[nation].goods.gold == booklet.start.gold, nation
        assert base_level(game, nation, "civil") == booklet.leader_levels["civil"], nation
        people = [who.civil.competence for who in game.leaders.values() if who.nation == nation and who.civil]
        assert people == [who.civil.competence for who in booklet.leaders if who.civil], nation


def test_towns_and_land_do_not_change_from_printing_to_printing() -> None:
    """What the second set of books starts from is the same for all."""
    first, second = PRINTINGS[1], PRINTINGS[2]
    assert all(first[nation].start.cities == second[nation].start.cities for nation in NATIONS)
    assert laid(booklets="second").lands == laid().lands


def test_leagues_learn_who_was_which_nation_and_simulations_where_glory_came_from() -> None:
    assert cast(lay_out(3, TITLE.settings({"nations": "SEL,AKLA"}), scripted()), ()) == {
        "nation": (("SEL",), ("AKLA",), ("CHENE",))
    }
    counted = Statistics()
    for amount in (3, 4):
        counted.add(
            [
                GloryChanged(nation="SEL", amount=amount, now=0, reason="towns", rule=""),
                GloryChanged(nation="SEL", amount=-2, now=0, reason="war", rule=""),
            ]
        )
    assert counted.report()["glory"] == {"SEL": {"all": 1.5, "towns": 3.5, "war": -2.0}}
