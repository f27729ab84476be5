"""Whole games in the browser: by clicks, on a phone, with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .conftest import Visit

AGAINST_BOTS = ["me", "bot:greedy", "bot:greedy"]
SHORT = 22
"""Points to reach: two or three rounds from the starting ten."""


@pytest.mark.long
def test_a_whole_game_is_played_by_clicks_to_its_end_screen(visit: Visit) -> None:
    page = visit()
    hands.fill_in_table(page, "vinci", AGAINST_BOTS, target=SHORT)
    answers = hands.play_to_the_end(page)
    assert answers > 10
    end = page.locator("#end")
    expect(end.locator("h2")).to_be_visible()
    expect(end.locator(".ranking tbody tr")).to_have_count(3)
    expect(end.locator(".chart .curve")).to_have_count(3)
    assert page.locator("#share-link").input_value() == page.url
    best = max(int(score) for score in end.locator(".ranking tbody td.score").all_inner_texts())
    assert best >= SHORT
    page.locator("[data-hide=end]").click()
    page.locator("#tab-chat").click()
    page.locator("#chat-text").fill("Well played")
    page.locator("#chat-text").press("Enter")
    expect(page.locator(".chat")).to_contain_text("Well played")
    expect(end).to_be_hidden()


@pytest.mark.long
def test_a_game_on_a_phone_asks_before_it_plays(visit: Visit) -> None:
    page = visit(width=390, height=844, phone=True)
    hands.fill_in_table(page, "vinci", AGAINST_BOTS, target=15)
    for _ in range(200):
        hands.await_turn(page)
        if hands.is_over(page):
            break
        _tap_one_answer(page)
    expect(page.locator("#end .ranking")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def _tap_one_answer(page: Page) -> None:
    before = hands.entry(page)
    targets = hands.lit(page)
    if not targets:
        page.locator("[data-part=actions] button").first.tap()
    else:
        hands.bring_to_front(page, targets[0])
        hands.tap(page, targets[before % len(targets)])
        page.locator("#bubble button.choice").first.tap()
    hands.await_change(page, before)


def test_a_game_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    hands.new_table(page, "vinci", AGAINST_BOTS, target=15)
    for _ in range(200):
        hands.await_turn(page)
        if hands.is_over(page):
            break
        _press_one_answer(page)
    expect(page.locator("#end .ranking")).to_be_visible()


def _press_one_answer(page: Page) -> None:
    """Go to something that can be played and press Enter; take the first option of a menu."""
    before = hands.entry(page)
    _go_to_an_answer(page)
    page.keyboard.press("Enter")
    page.wait_for_function(
        """(n) => Number(document.querySelector('#act input[name=entry]').value) !== n
          || document.querySelector('#bubble.menu:not([hidden])')""",
        arg=before,
    )
    if hands.entry(page) == before:
        assert page.evaluate("document.activeElement.matches('#bubble button.choice')")
        page.keyboard.press("Enter")
    hands.await_change(page, before)


STOPS = "document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]').length"
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


def _go_to_an_answer(page: Page) -> None:
    """With Tab, at most once around the page, and with arrows over the map, which is one stop; to a button if nothing is lit."""
    wanted = "[data-lit]" if hands.lit(page, shown=True) else "[data-part=actions] button[data-choice]"
    for _ in range(page.evaluate(STOPS)):
        if _is_at(page, wanted) or (_is_at(page, ".map [data-target]") and _steps_to(page, wanted)):
            return
        page.keyboard.press("Tab")
    raise AssertionError("nothing that can be played is reached with Tab")


def _steps_to(page: Page, wanted: str) -> bool:
    for arrow in ARROWS:
        page.keyboard.press(arrow)
        if _is_at(page, wanted):
            return True
    return False


def _is_at(page: Page, wanted: str) -> bool:
    return bool(page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted))


def test_a_title_without_a_board_of_its_own_is_played_to_the_end(visit: Visit) -> None:
    page = visit()
    hands.new_table(page, "pebbles", ["me", "bot:random", "bot:random"])
    hands.play_to_the_end(page)
    expect(page.locator("#end .ranking tbody tr")).to_have_count(3)
