"""A phone in the hand: nothing lies under anything else, nothing scrolls sideways, and a finger hits what it aims at."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .conftest import Visit

PAGES = ("/", "/new/vinci/", "/new/cendre/", "/account/login/", "/account/register/", "/account/reset/", "/nothing/")
WIDTH, HEIGHT = 390, 844
FINGER = 39.5
PRESSED = "button, select, summary, .masthead a, .footing a, a.button, label:has([type=checkbox])"
SMALL = """([pressed, least]) => [...document.querySelectorAll(pressed)]
  .filter((one) => one.checkVisibility() && !one.closest('[inert], .sr'))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => Math.min(box.width, box.height) < least)
  .map(([box, one]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""

DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def in_hand(visit: Visit, url: str = "/", language: str = "en") -> Page:
    return visit(url, width=WIDTH, height=HEIGHT, phone=True, language=language)


def sideways(page: Page) -> int:
    """How much too wide it is; a phone would make a wide page small rather than scroll it."""
    return int(page.evaluate("() => document.scrollingElement.scrollWidth")) - WIDTH


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_pages_fit_and_fingers_hit(visit: Visit, language: str) -> None:
    page = in_hand(visit, language=language)
    for url in PAGES:
        page.goto(urljoin(page.url, url))
        assert sideways(page) <= 0, url
        assert page.evaluate(SMALL, [PRESSED, FINGER]) == [], url


def test_the_sheet_at_its_highest_leaves_the_question_alone_and_the_map_where_it_was(visit: Visit) -> None:
    page = in_hand(visit)
    hands.new_table(page, "vinci", ["me", "bot:random", "bot:random"])
    hands.await_turn(page)
    page.locator("[data-zoom=in]").tap()
    page.evaluate(DRAWN)
    looked_at = page.locator("svg.map").get_attribute("viewBox")
    tab = page.locator("#tab-log")
    tab.tap()
    tab.tap()
    expect(page.locator("#dock")).to_have_attribute("data-height", "full")
    bar, sheet = page.locator(".bar").bounding_box(), page.locator("#dock").bounding_box()
    assert bar
    assert sheet
    assert abs(bar["y"] + bar["height"] - sheet["y"]) < 1
    assert abs(sheet["y"] + sheet["height"] - HEIGHT) < 1
    tab.tap()
    expect(page.locator("#dock")).not_to_have_attribute("data-height", "full")
    page.evaluate(DRAWN)
    assert page.locator("svg.map").get_attribute("viewBox") == looked_at
    assert page.evaluate(SMALL, [PRESSED, FINGER]) == []


def test_the_desk_with_its_verdicts_is_as_wide_as_the_phone(visit: Visit) -> None:
    page = in_hand(visit)
    hands.new_table(page, "cendre", ["me", "bot:ruler"])
    hands.await_turn(page)
    page.locator("#tab-play").tap()
    hands.take_idea(page, "ruler")
    hands.open_text(page)
    hands.press(page, ".desk button[value=check]")
    page.locator("#desk-verdicts .canonical").wait_for()
    page.locator("#desk-verdicts details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    page.locator("#desk-verdicts .canonical pre").scroll_into_view_if_needed()
    assert sideways(page) <= 0
    assert page.evaluate("() => [document.body.scrollTop, document.body.scrollLeft]") == [0, 0]
