"""The verbs of the stack: how rules find, change and leave what is under way."""

import pytest

from marchland.kernel.chance import scripted
from marchland.kernel.frames import DONE, Decision, Procedure

from .toy import Bids, Heap, Play, TakeStones


class Hunt(Procedure, frozen=True):
    STEPS = ("track", "catch")
    prey: str = "hare"

    def track(self, game: Heap) -> None:
        game.stones += 1

    def catch(self, game: Heap) -> None:
        game.stones += 10


def heap(*frames):
    """A table on which these frames lie, the outermost first."""
    game = Heap(chance=scripted(), stones=5, taken=[0, 0])
    for frame in frames:
        game.push(frame)
    return game


def under_way(game):
    return [(type(frame).__name__, step) for frame, step in game.stack]


def test_what_is_named_first_is_done_first():
    game = heap()
    game.push(TakeStones(1), TakeStones(0))
    assert game.top == TakeStones(1)
    assert under_way(game) == [("TakeStones", ""), ("TakeStones", "")]


def test_nothing_goes_on_in_a_finished_game():
    assert heap().top is None
    assert heap().find(Procedure) is None


def test_the_innermost_frame_of_a_class_is_found():
    game = heap(Play(), Hunt("hare"), Hunt("stag"), TakeStones(0))
    assert game.find(Hunt) == Hunt("stag")
    assert game.running(Hunt) == Hunt("stag")
    assert game.find(Procedure) == Hunt("stag")
    assert game.frames(Procedure) == [Hunt("stag"), Hunt("hare"), Play()]
    assert game.frames(Decision) == [TakeStones(0)]


def test_what_must_be_under_way_and_is_not_is_named():
    with pytest.raises(LookupError, match="no Hunt is under way"):
        heap(Play()).running(Hunt)
    assert heap(Play()).find(Hunt) is None


def test_a_procedure_tells_where_it_goes_on():
    game = heap(Play())
    game.push_at(Hunt(), "catch")
    assert game.step_of(game.running(Hunt)) == "catch"
    assert game.step_of(game.running(Play)) == "bid"


def test_a_procedure_begun_in_the_middle_leaves_out_what_comes_before():
    game = heap()
    game.push_at(Hunt(), "catch")
    game.run()
    assert game.stones == 15


def test_frames_are_told_apart_by_identity_not_by_what_they_hold():
    game = heap(Hunt(), Hunt())
    inner, outer = game.frames(Hunt)
    game.update(outer, prey="stag")
    assert [frame.prey for frame in game.frames(Hunt)] == ["hare", "stag"]
    game.leave(inner)
    assert [frame.prey for frame in game.frames(Hunt)] == ["stag"]


def test_leaving_drops_the_frame_and_all_above_it():
    game = heap(Play(), Hunt("hare"), Hunt("stag"), TakeStones(0))
    game.leave(next(frame for frame in game.frames(Hunt) if frame.prey == "hare"))
    assert under_way(game) == [("Play", "bid")]


def test_jumping_drops_what_is_above_and_goes_on_elsewhere():
    game = heap(Play(), Hunt(), TakeStones(0))
    game.jump(game.running(Hunt), "catch")
    assert under_way(game) == [("Play", "bid"), ("Hunt", "catch")]
    game.jump(game.running(Hunt), DONE)
    assert under_way(game) == [("Play", "bid"), ("Hunt", DONE)]


def test_a_step_may_jump_in_its_own_procedure_or_end_the_game():
    class Stop(Procedure, frozen=True):
        STEPS = ("stop", "never")

        def stop(self, game: Heap) -> None:
            game.end_game()

        def never(self, game: Heap) -> None:
            raise AssertionError("the game is over")

    game = heap(Play(), Stop())
    game.run()
    assert game.is_over
    game = heap(Hunt(), Stop())
    game.jump(game.running(Hunt), "catch")
    game.run()
    assert (game.is_over, game.stones) == (True, 15)


def test_a_step_that_does_not_exist_is_named_at_once():
    game = heap(Hunt())
    with pytest.raises(LookupError, match="Hunt has no step 'rest'"):
        game.jump(game.running(Hunt), "rest")
    with pytest.raises(LookupError, match="Hunt has no step 'rest'"):
        game.push_at(Hunt(), "rest")
    assert under_way(game) == [("Hunt", "track")]


@pytest.mark.parametrize("verb", ["update", "leave", "step_of"])
def test_a_frame_that_does_not_lie_there_is_named(verb):
    with pytest.raises(LookupError, match="Hunt is not on the stack"):
        getattr(heap(Hunt()), verb)(Hunt())


def test_options_are_worked_out_anew_when_the_question_changes():
    game = heap(Play(), TakeStones(0))
    assert len(game.options()) == 3
    game.stones = 1
    game.update(game.running(TakeStones), seat=1)
    assert len(game.options(1)) == 1
    game.leave(game.running(TakeStones))
    assert game.options() == ()
    game.push(Bids(seats=(0, 1)))
    game.end_game()
    assert game.options() == ()
