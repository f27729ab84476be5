"""Guided first games: how their file is read, where one stands in them, and what acting one out finds."""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from marchland.kernel.errors import BadFile
from marchland.kernel.tour import Tour, TourFailed, act_out, other_ways, read_tour, tour_of

sys.path.insert(0, str(Path(__file__).parent.parent / "titles"))
from pebbles.rules.turns import Bid, Draw, Place, Stop
from pebbles.title import TITLE

sys.path.pop(0)

YOU, BERTA = 0, 1
BIDS = [(BERTA, Bid(0)), (YOU, Bid(2))]
LAID = [*BIDS, (YOU, Place(24, "stone02")), (YOU, Place(3, "stone01"))]
DATA = msgspec.yaml.decode((TITLE.folder / "data" / "tour.yaml").read_bytes())


def changed(**changes: Any) -> Tour:
    """The tour with other things in its third step."""
    data = copy.deepcopy(DATA)
    data["steps"][2] |= changes
    return read_tour(TITLE, data)


@pytest.fixture
def tour() -> Tour:
    found = tour_of(TITLE)
    assert found is not None
    return found


def test_where_one_stands_follows_from_the_answers(tour: Tour) -> None:
    assert tour.after([]).following.seat == BERTA
    assert tour.after(BIDS[:1]).is_read
    assert tour.after(BIDS[:1], read=0).asked.fits(Bid(2))
    assert not tour.after(BIDS[:1], read=0).asked.fits(Bid(1))
    first, second = tour.after(LAID[:3], read=0), tour.after(LAID[:2], read=0)
    assert (first.number, first.done, second.number, second.done) == (2, 1, 2, 0), "taken back: the same step, once more"
    watched = tour.after([*LAID, (YOU, Draw()), (YOU, Stop())], read=0)
    assert (watched.number, watched.following.seat) == (4, BERTA)


def test_a_step_that_was_read_stays_read_and_another_answer_leaves_the_tour(tour: Tour) -> None:
    assert tour.after(BIDS[:1], read=5).number == 1, "what lies ahead is not passed over"
    assert tour.after([(BERTA, Bid(1))]) is None
    assert tour.after([(BERTA, Bid(0)), (YOU, Bid(1))]) is None


def test_sentences_name_those_who_sit_there(tour: Tour) -> None:
    assert tour.said(tour.steps[0].say, "en", ("Ada", "Berta")) == "You play against Berta. Most points win."


def test_several_answers_may_be_wanted_in_an_order() -> None:
    tour = changed(do={"all": ["place 24 stone02", "place 3 stone01"]}, times=1)
    first, second = tour.after(LAID[:2], read=0), tour.after(LAID[:3], read=0)
    assert (first.asked.fits(LAID[2][1]), first.asked.fits(LAID[3][1]), second.asked.fits(LAID[3][1])) == (True, False, True)
    assert [moment.standing.is_end for moment in act_out(tour)][-1]


def test_every_answer_that_counts_is_tried_once(tour: Tour) -> None:
    ways = list(other_ways(tour))
    assert len(ways) == 2, "the other pebble first, and a throw instead of a draw"
    assert all([moment.standing.is_end for moment in act_out(tour, way)][-1] for way in ways)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"do": "place 5 stone01", "times": 1}, "step 3: PB-"),
        ({"do": ["place 3 stone01", "place 5 stone01"]}, "step 3: PB-"),
        ({"do": {"any": "Bid"}}, "step 3: none of Bid is possible"),
        ({"expect": {"scores.0": 1}}, "step 3: scores.0 is 0, not 1"),
        ({"times": 1}, "step 4: scores.0 is 3, not 27"),
        ({"then": [{"berta": "stop"}]}, "step 3: seat 1 is not asked now"),
        ({"then": [{"berta": {"any": "Stop"}}]}, "seat 1 must be told which Stop"),
    ],
)
def test_what_is_not_as_it_says_is_found_at_its_step(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(TourFailed, match=why):
        list(act_out(changed(**changes)))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"do": {"any": "Dance"}}, "unknown action 'Dance'"),
        ({"say": {"en": "Only this"}}, "lacks fr, it"),
        ({"point": ["part:kitchen"]}, "no part:kitchen; the parts are prompt"),
        ({"then": [{"otto": "stop"}]}, "no seat 'otto'; the seats are you, berta"),
        ({"also": 1}, "also"),
    ],
)
def test_a_slip_of_the_pen_is_told(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFile, match=why):
        changed(**changes)
