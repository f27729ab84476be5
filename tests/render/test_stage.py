"""Parts of a page: well-formed, complete, in every language, and without anything a strict policy forbids."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from marchland.games.vinci.world import board
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.title import titles
from marchland.render import LIVE, Ending, draw, page_assets

from .scenes import scene

INSTALLED = sorted(titles())
FORBIDDEN = re.compile(r"\sstyle=|\son\w+=|<script|javascript:", re.IGNORECASE)


def parsed(markup: str) -> ElementTree.Element:
    """The part as XML: HTML entities and void elements aside, templates write well-formed markup."""
    plain = markup.replace("&nbsp;", " ")
    plain = re.sub(r"<(input)([^>]*)>", r"<\1/>", plain)
    plain = re.sub(r"(<button[^>]*?) disabled", r'\1 disabled=""', plain)
    return ElementTree.fromstring(f"<part>{plain}</part>")


@pytest.mark.parametrize("title", INSTALLED)
@pytest.mark.parametrize("answers", [0, 25, 120])
def test_every_part_of_every_title_is_well_formed_and_free_of_inline_code(title: str, answers: int) -> None:
    for name, part in draw(scene(title, answers)).items():
        assert not FORBIDDEN.search(part), name
        parsed(part)


@pytest.mark.parametrize("title", INSTALLED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_is_drawn_in_every_language(title: str, language: str) -> None:
    parts = draw(scene(title, 30, language=language))
    assert parts["prompt"]
    assert parts["seats"].count("seat-card") >= 3


@pytest.mark.parametrize("title", INSTALLED)
def test_every_option_is_a_button_whatever_the_board_shows(title: str) -> None:
    for answers in (0, 10, 40, 80):
        shown = scene(title, answers)
        parts = draw(shown)
        bar = re.sub(r'<div class="choices loose narrowed".*?</div>', "", parts["actions"], flags=re.DOTALL)  # once more, by kind
        buttons = re.findall(r'data-choice="(\d+)"', bar + parts["choices"])
        assert sorted(map(int, buttons)) == [choice.index for choice in shown.choices]


@pytest.mark.parametrize("title", INSTALLED)
def test_a_spectator_gets_no_options(title: str) -> None:
    parts = draw(scene(title, 20, viewer=None))
    assert not any("data-choice" in part for part in parts.values())


def test_a_refresh_draws_everything_but_the_ground() -> None:
    parts = draw(scene("vinci", 20), only=LIVE)
    assert "board" not in parts
    assert {"tints", "pieces", "hits", "prompt", "choices", "seats", "panels"} <= set(parts)


def test_every_space_says_its_name_ground_and_holder() -> None:
    hits = parsed(draw(scene("vinci", 60))["hits"])
    labels = {hit.get("data-target"): hit.get("aria-label") or "" for hit in hits}
    assert len(labels) == 45 + len(board("standard").seas) + len({"track"})
    assert labels["urals"].startswith("Urals, Mountain, ")
    assert any("empire of Player" in label for label in labels.values())


def test_what_options_touch_is_on_the_page() -> None:
    """Everything that an option of this title points at can be pointed at."""
    for answers in range(0, 150, 10):
        shown = scene("vinci", answers)
        page = "".join(draw(shown).values())
        for choice in shown.choices:
            for target in choice.touches:
                assert f'data-target="{target}"' in page


def test_the_end_ranks_the_seats_and_draws_their_scores() -> None:
    over = scene("vinci", 5000, target=15)
    assert over.outcome
    series = [{"n": 0, "scores": [10, 10, 10]}, {"n": 9, "scores": list(over.outcome.scores)}]
    over.ending = Ending(series=series)
    end = draw(over)["end"]
    assert end.count("<tr") == 4
    assert end.count('class="curve ') == 3


def test_a_games_stylesheet_is_named_if_it_has_one() -> None:
    assert page_assets(titles()["vinci"]) == ("games/vinci/board.css",)
