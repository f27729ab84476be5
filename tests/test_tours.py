"""Every guided first game of every title can be played as it says, in every language, and says nothing that is not so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from marchland import render
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.sentences import sentence
from marchland.kernel.title import find_title, titles
from marchland.kernel.tour import PART, Moment, Tour, act_out, tour_of
from marchland.kernel.vocabulary import plain

PLAYERS = ("Ada", "Ida", "Otto", "Berta", "Corvin", "Egil", "Fausta", "Hanno")
GUIDED = [title.id for title in titles().values() if tour_of(title) is not None]
LONGEST = 320
"""Letters that a card over the board has room for on a phone, in any language."""


@pytest.fixture(params=GUIDED)
def tour(request: pytest.FixtureRequest) -> Tour:
    found = tour_of(find_title(request.param))
    assert found is not None
    return found


def test_it_is_acted_out_to_its_end_with_everything_it_points_at(tour: Tour) -> None:
    numbers = [moment.standing.number for moment in act_out(tour) if _points_at_what_is_drawn(tour, moment)]
    assert sorted(set(numbers)) == list(range(len(tour.steps) + 1))


def test_every_figure_that_is_said_is_looked_at(tour: Tour) -> None:
    """A rule that changes breaks the lesson here, and not before the learner's eyes."""
    for moment in act_out(tour):
        step = moment.standing.step
        known = set(_numbers([step.expect, len(step.own), *_previewed(moment), *map(plain, moment.answers)]))
        for language in LANGUAGES:
            said = {int(figure) for figure in re.findall(r"\d+", _words(step, language))}
            assert said <= known, f"step {moment.standing.number + 1} ({language}) says {said - known} and expects {known}"


def test_it_is_short_and_names_only_those_who_sit_there(tour: Tour) -> None:
    for text in tour.texts:
        assert len({tuple(sorted(re.findall(r"\d+", text[language]))) for language in LANGUAGES}) == 1, f"other figures: {text}"
        for language in LANGUAGES:
            assert len(text[language]) <= LONGEST, text[language]
            assert sentence(text[language], language).facts <= set(tour.seat_names), text[language]
            assert tour.said(text, language, PLAYERS[: len(tour.seat_names)])


def _words(step: Any, language: str) -> str:
    return " ".join(text[language] for text in (step.heading, step.say) if text)


def _numbers(data: Any) -> Iterator[int]:
    match data:
        case bool():
            return
        case int():
            yield abs(data)
        case dict():
            for value in data.values():
                yield from _numbers(value)
        case list() | tuple():
            for value in data:
                yield from _numbers(value)


def _previewed(moment: Moment) -> Iterator[list[int]]:
    """The breakdown of each answer that counts, and its sum."""
    asked, decision = moment.standing.asked, moment.state.decision
    for action in moment.answers if asked is not None and decision is not None else ():
        amounts = [line.amount for line in decision.preview(moment.state, asked.seat, action)]
        yield [*amounts, sum(amounts)]


def _points_at_what_is_drawn(tour: Tour, moment: Moment) -> bool:
    step = moment.standing.step
    wanted = [target for target in step.point if not target.startswith(PART)]
    if wanted:
        seats = tuple(render.SeatCard(seat=number, name=PLAYERS[number]) for number in range(len(tour.seat_names)))
        scene = render.Scene(title=tour.title.at_table(tour.options), view=moment.view, language="en", seats=seats)
        drawn = " ".join(render.draw(scene).values())
        lacking = [target for target in wanted if f'data-target="{target}"' not in drawn]
        assert not lacking, f"step {moment.standing.number + 1} points at {lacking}"
    return True
