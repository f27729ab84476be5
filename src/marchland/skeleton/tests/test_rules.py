"""The rules, chapter by chapter: every test names the rule that it proves."""

from pathlib import Path

import msgspec
import pytest
from marchland.kernel.chance import Chance, key_from_seed, scripted
from marchland.kernel.events import Forced, Rolled
from marchland.kernel.scenario import read_scenario, run_scenario
from marchland.kernel.testing import check_illegal

from homestead.position import lay
from homestead.rules.scoring import GoalShown, bonus, points
from homestead.rules.turns import Raid, Repelled, Rest, Rested, Settle, Settled, Taken, Turn
from homestead.sequence import set_up
from homestead.state import Game
from homestead.tables import FIELDS
from homestead.title import TITLE
from homestead.view import view

SCENARIOS = sorted((TITLE.folder / "data" / "scenarios").glob("*.yaml"))
RED, BLUE = 0, 1


def table(fields: dict[str, str] | None = None, *dice: int, **position: object) -> Game:
    """A game of red and blue in which they hold these fields and the dice fall like that."""
    game = set_up(2, {"rounds": 3}, Chance(key_from_seed("rules")))
    game.chance = scripted(*dice)
    lay(game, {"fields": fields or {}, **position}, ("red", "blue"))
    return game


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_holds(path: Path) -> None:
    run_scenario(read_scenario(msgspec.yaml.decode(path.read_bytes())))


@pytest.mark.rule("HO-GOAL-01")
def test_everybody_has_another_secret_ground_and_sees_no_other() -> None:
    game = set_up(4, {"rounds": 3}, Chance(key_from_seed(1)))
    seen = [view(game, seat).goal for seat in range(4)]
    assert len(set(seen)) == 4
    assert [event.audience for event in game.outbox] == [(0,), (1,), (2,), (3,)]


@pytest.mark.rule("HO-TURN-01", "HO-SETTLE-01")
def test_a_turn_is_one_act() -> None:
    game = table()
    assert game.options() == (*map(Settle, FIELDS), Rest())
    assert game.apply(RED, Settle("beacon")) == [Settled(seat=RED, field="beacon")]
    assert game.holders["beacon"] == RED
    assert game.decision == Turn(BLUE)


@pytest.mark.rule("HO-SETTLE-01")
def test_a_field_that_is_held_cannot_be_settled() -> None:
    refusal = check_illegal(table({"beacon": "blue"}), RED, Settle("beacon"), "HO-SETTLE-01")
    assert refusal.facts == {"field": "beacon", "holder": BLUE}


@pytest.mark.rule("HO-TURN-01")
def test_who_can_do_nothing_rests_without_being_asked() -> None:
    game = table(dict.fromkeys(FIELDS, "red") | {"beacon": "blue"}, 6, round=3)
    happened = game.apply(RED, Raid("beacon"))
    assert [type(event) for event in happened[:4]] == [Rolled, Taken, Forced, Rested]
    assert game.is_over


@pytest.mark.rule("HO-TURN-02")
def test_each_round_begins_with_the_next_player() -> None:
    game = table()
    asked: list[int] = []
    for field in FIELDS[:4]:
        asked += game.deciders
        game.apply(game.deciders[0], Settle(field))
    assert asked == [RED, BLUE, BLUE, RED]


@pytest.mark.rule("HO-RAID-01")
def test_only_fields_next_to_ones_own_are_raided() -> None:
    game = table({"windy_top": "red", "old_oaks": "blue", "low_common": "blue"})
    assert [option for option in game.options() if isinstance(option, Raid)] == [Raid("old_oaks")]
    check_illegal(game, RED, Raid("low_common"), "HO-RAID-01")


@pytest.mark.rule("HO-RAID-02")
@pytest.mark.parametrize(("rolled", "event", "holder"), [(3, Repelled, BLUE), (4, Taken, RED)])
def test_a_raid_needs_more_than_the_field_is_worth(rolled: int, event: type, holder: int) -> None:
    game = table({"windy_top": "red", "old_oaks": "blue"}, rolled)
    assert isinstance(game.apply(RED, Raid("old_oaks"))[-1], event)
    assert game.holders["old_oaks"] == holder


@pytest.mark.rule("HO-SCORE-01", "HO-SCORE-02")
def test_fields_count_their_worth_and_secret_ground_twice() -> None:
    game = table({"old_oaks": "red", "fox_wood": "red", "beacon": "red"}, goals=["forest", "hills"])
    assert (points(game, RED), bonus(game, RED)) == (7, 4)
    assert (points(game, BLUE), bonus(game, BLUE)) == (0, 0)


@pytest.mark.rule("HO-END-01", "HO-SCORE-02")
def test_after_the_last_round_goals_are_shown_and_the_most_points_win() -> None:
    game = table({"old_oaks": "red"}, goals=["forest", "hills"], round=3)
    game.apply(RED, Settle("fox_wood"))
    happened = game.apply(BLUE, Settle("beacon"))
    assert happened[1:] == [
        GoalShown(seat=RED, ground="forest", points=4),
        GoalShown(seat=BLUE, ground="hills", points=3),
    ]
    outcome = TITLE.outcome(game)
    assert (outcome.scores, outcome.winners, outcome.reason) == ((8, 6), (RED,), "rounds")
