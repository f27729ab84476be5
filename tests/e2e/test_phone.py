"""A phone in the hand: nothing lies under anything else, nothing scrolls sideways, and a finger hits what it aims at."""

from __future__ import annotations

from itertools import combinations
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .conftest import Visit
from .test_labels import WRITTEN, is_over

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
    looked_at = page.locator("svg.map[data-frame]").get_attribute("viewBox")
    page.locator("#tab-log").tap()
    page.locator("[data-grip]").tap()
    expect(page.locator("#dock")).to_have_attribute("data-height", "full")
    bar, sheet = page.locator(".bar").bounding_box(), page.locator("#dock").bounding_box()
    assert bar
    assert sheet
    assert abs(bar["y"] + bar["height"] - sheet["y"]) < 1
    assert abs(sheet["y"] + sheet["height"] - HEIGHT) < 1
    page.locator("#tab-log").tap()
    expect(page.locator("#dock")).not_to_have_attribute("data-height", "full")
    page.evaluate(DRAWN)
    assert page.locator("svg.map[data-frame]").get_attribute("viewBox") == looked_at
    assert page.evaluate(SMALL, [PRESSED, FINGER]) == []


LENGTHS = [(0, 0), (30, 1), (90, 2), (400, 12)]
"""Letters of a question and buttons that answer it."""
ASK = """([letters, buttons]) => {
  const answers = Array.from({length: buttons}, (_, n) => `<button class="button">Answer number ${n}</button>`);
  const words = 'word '.repeat(letters / 5);
  document.querySelector('[data-part=prompt]').innerHTML = `<p class="prompt yours"><strong>Ask</strong> <span>${words}</span></p>`;
  document.querySelector('[data-part=actions]').innerHTML = `<div class="choices loose">${answers.join('')}</div>`;
}"""
COVERED = """() => [...document.querySelectorAll('.tabs [role=tab], [data-grip]')].filter((tab) => {
  if (!tab.checkVisibility({visibilityProperty: true})) return false;
  const box = tab.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !tab.contains(top) || box.right > innerWidth || box.left < 0;
}).map((tab) => tab.id)"""


SHOWN = """(height) => {
  const dock = document.querySelector('#dock'), legend = document.querySelector('#legend');
  if (height) dock.dataset.height = height; else delete dock.dataset.height;
  legend.open = true;
  const key = legend.querySelector('.key').getBoundingClientRect(), chip = legend.querySelector('summary').getBoundingClientRect();
  const is_on_top = (x, y) => legend.contains(document.elementFromPoint(x, y));
  const corners = [[key.left + 4, key.top + 4], [key.right - 4, key.top + 4], [key.left + 4, key.bottom - 4]];
  const middle = [chip.left + chip.width / 2, chip.top + chip.height / 2];
  return [...corners, middle].map(([x, y]) => is_on_top(x, y)).concat(key.top >= 0, key.width > innerWidth * 0.9);
}"""
"""With the legend open over a sheet of this height: is all of it in sight, and what folds it?"""
AT_RIGHT = """() => {
  const map = document.querySelector('svg.map[data-frame]'), [x, y, w] = map.dataset.frame.split(' ').map(Number);
  const corner = new DOMPoint(x + w, y).matrixTransform(map.getScreenCTM());
  const zoom = document.querySelector('.zoom').getBoundingClientRect();
  return corner.x <= zoom.left || corner.y >= zoom.bottom;
}"""
"""Is the whole map beside the buttons or below them?"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_the_legend_and_the_whole_board_are_seen_whatever_the_sheet(visit: Visit, width: int, height: int) -> None:
    page = visit(width=width, height=height, phone=True)
    hands.new_table(page, "byzantium", ["me", "bot:greedy", "bot:greedy"])
    hands.await_turn(page)
    for sheet in ("", "half", "full"):
        assert page.evaluate(SHOWN, sheet) == [True] * 6, sheet
        page.locator("#legend > summary").tap()
        expect(page.locator("#legend")).not_to_have_attribute("open", "")
    for sheet in ("", "half"):
        page.evaluate(SHOWN, sheet)
        page.locator("#legend > summary").tap()
        page.locator("[data-zoom=fit]").tap()
        page.wait_for_function(AT_RIGHT)
    page.locator("[data-zoom=out]").tap()
    page.locator("svg.map .by-label[data-crowded]").first.wait_for(state="attached")
    labels = [one for one in page.evaluate(WRITTEN) if {"by-label", "by-key", "by-motto"} & set(one["kind"].split())]
    assert [(one, other) for one, other in combinations(labels, 2) if is_over(one["box"], other["box"])] == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_every_tab_can_be_tapped_however_high_the_sheet_and_long_the_question(visit: Visit, width: int, height: int) -> None:
    page = visit(width=width, height=height, phone=True, language="it")
    hands.new_table(page, "medioevo", ["me", "bot:greedy", "bot:greedy"])
    hands.await_turn(page)
    dock = page.locator("#dock")
    edge = page.locator(".bar").evaluate("(bar) => bar.getBoundingClientRect().bottom")
    for length in LENGTHS:
        page.evaluate(ASK, length)
        assert page.locator(".bar").evaluate("(bar) => bar.getBoundingClientRect().bottom") == edge, "the bar keeps its height"
        for tab in page.locator(".tabs [role=tab]").all():
            tab.tap()
            expect(dock).to_have_attribute("data-height", "half")
            assert page.evaluate(COVERED) == []
            expect(page.locator(f"#{tab.get_attribute('aria-controls')}")).to_be_visible()
        page.locator("[data-grip]").tap()
        expect(dock).to_have_attribute("data-height", "full")
        assert page.evaluate(COVERED) == []
        page.locator("#tab-players").tap()
        expect(page.locator("#pane-players")).to_be_visible()
        page.locator("#tab-players").tap()
        expect(dock).not_to_have_attribute("data-height", "full")
        expect(dock).not_to_have_attribute("data-height", "half")
        assert page.evaluate(COVERED) == []
    assert page.evaluate(SMALL, [PRESSED, FINGER]) == []


def test_a_sheet_is_pulled_up_and_down_and_what_does_not_fit_above_stands_in_a_menu(visit: Visit) -> None:
    page = in_hand(visit)
    hands.new_table(page, "vinci", ["me", "bot:random", "bot:random"])
    hands.await_turn(page)
    dock, links = page.locator("#dock"), page.locator("#links")
    dock.evaluate("(dock) => { delete dock.dataset.height; }")
    for by, reached in ((-80, "half"), (-80, "full"), (80, "half"), (80, None)):
        box = page.locator("#tab-log").bounding_box()
        assert box
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] + 20 + by)
        page.mouse.up()
        assert dock.get_attribute("data-height") == reached
    assert page.locator(".masthead").evaluate("(head) => head.scrollWidth <= head.clientWidth")
    expect(links).to_be_hidden()
    page.locator("[popovertarget=links]").tap()
    expect(links).to_be_visible()
    assert page.evaluate(SMALL, [PRESSED, FINGER]) == []
    assert page.evaluate(COVERED) == []
    links.get_by_role("link", name="Tables").tap()
    expect(page.locator("#own-tables")).to_be_visible()
    expect(page.locator(".title-card")).to_have_count(0)


def test_the_desk_with_its_verdicts_is_as_wide_as_the_phone(visit: Visit) -> None:
    page = in_hand(visit)
    hands.new_table(page, "cendre", ["me", "bot:ruler"])
    hands.await_turn(page)
    page.locator("[data-grip]").tap()
    hands.take_idea(page, "ruler")
    hands.open_text(page)
    hands.press(page, ".desk button[value=check]")
    page.locator("#desk-verdicts .canonical").wait_for()
    page.locator("#desk-verdicts details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    page.locator("#desk-verdicts .canonical pre").scroll_into_view_if_needed()
    assert sideways(page) <= 0
    assert page.evaluate("() => [document.body.scrollTop, document.body.scrollLeft]") == [0, 0]


def test_a_sheet_that_came_with_a_question_goes_with_it_unless_somebody_touched_it(visit: Visit) -> None:
    page = in_hand(visit)
    hands.new_table(page, "vinci", ["me", "bot:random", "bot:random"])
    hands.await_turn(page)
    sheet = page.locator("#dock")
    expect(sheet).to_have_attribute("data-height", "half")
    page.locator("#pane-panels [data-lit]").first.tap()
    _take_first(page)
    expect(sheet).not_to_have_attribute("data-height", "half")
    page.locator("#tab-log").tap()
    hands.tap(page, hands.lit(page, "svg.map")[0])
    _take_first(page)
    expect(sheet).to_have_attribute("data-height", "half")


def _take_first(page: Page) -> None:
    before = hands.entry(page)
    page.locator("#bubble:visible button.choice").first.tap()
    hands.await_change(page, before)
    hands.await_turn(page)


LATE = """async ([target, ms]) => {
  const touch = {pointerType: 'touch', isPrimary: true, bubbles: true};
  const [down, up] = ['pointerdown', 'pointerup'].map((name) => new PointerEvent(name, touch));
  const thing = document.querySelector(`[data-target="${CSS.escape(target)}"]`);
  thing.dispatchEvent(down);
  await new Promise((over) => setTimeout(over, ms));
  thing.dispatchEvent(up);
  thing.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
}"""
LONG = 800
"""More milliseconds than a finger stays for what it points at to be explained."""


def test_a_tap_is_a_tap_however_late_the_page_is_told_of_it(visit: Visit) -> None:
    """By the finger it was short, though a busy machine said so after the time of a long press."""
    page = in_hand(visit)
    hands.new_table(page, "vinci", ["me", "bot:random", "bot:random"])
    hands.await_turn(page)
    before, target = hands.entry(page), hands.lit(page, shown=True)[0]
    page.evaluate(LATE, [target, LONG])
    hands.asks_back(page, before)
