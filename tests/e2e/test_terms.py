"""Everything on the table says what it is: no sign and no figure without a name and an explanation, whatever is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit
from .unseen import Unseen

WALK = (Path(__file__).parent / "walk.js").read_text(encoding="utf-8")
TABS = ("players", "play", "panels", "log")
MIDDLE = {
    "vinci": (["me", "bot:random", "bot:random"], 40),
    "byzantium": (["me", "bot:random"], 30),
    "medioevo": (["me", "bot:random"], 90),
}
"""Who sits there, and how many answers have been given."""


def at_table(page: Page, title: str) -> Page:
    """In the middle of a game; a title that is written for shows its first season."""
    if title not in MIDDLE:
        hands.new_table(page, title, ["me", "bot:ruler"])
        hands.await_turn(page)
        page.locator(hands.CARDS).wait_for(state="attached")
        return page
    seats, answers = MIDDLE[title]
    hand = Unseen(page, hands.lay_table(page, title, seats))
    for _ in range(answers):
        hand.look()
        options = hand.buttons()
        hand.take(options[hand.news["entry"] % len(options)][0])
    hand.look()
    return hand.show()


def unexplained(page: Page) -> list[str]:
    """Every visible sign and figure that says nothing of itself, on the board and behind each tab."""
    found: list[str] = page.evaluate(WALK)
    for tab in TABS:
        if page.locator(f"#tab-{tab}").is_visible():
            page.locator(f"#tab-{tab}").click()
            page.evaluate("(tab) => document.querySelectorAll(`#pane-${tab} details`).forEach((one) => { one.open = true; })", tab)
            found += page.evaluate(WALK)
    page.locator("#legend > summary").click()
    return sorted({*found, *page.evaluate(WALK)})


@pytest.mark.parametrize("title", [*MIDDLE, "cendre"])
def test_every_sign_and_figure_of_the_table_is_explained(visit: Visit, title: str) -> None:
    page = at_table(visit(), title)
    assert unexplained(page) == []
    assert not violations(page, "#board")


def test_a_sign_without_a_word_is_found(visit: Visit) -> None:
    """The walk itself: one explanation less, and it names what lacks it."""
    page = at_table(visit(), "cendre")
    page.evaluate("document.querySelector('.seat-card .score').removeAttribute('data-term')")
    assert [one for one in unexplained(page) if "score" in one] != []


def test_a_term_answers_the_pointer_the_keyboard_and_those_who_listen(visit: Visit) -> None:
    page = at_table(visit(), "vinci")
    tokens, bubble = page.locator(".seat-card [data-term=tokens_in_hand]").first, page.locator("#bubble")
    tokens.hover()
    expect(bubble).to_contain_text("Tokens in hand / in all")
    page.mouse.move(2, 2)
    expect(bubble).to_be_hidden()
    first = page.locator(".seat-card [data-term][tabindex='0']").first
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(bubble).to_have_attribute("aria-live", "polite")
    expect(page.locator(".seat-card").first.locator("[data-term][tabindex='0']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#bubble.term")).to_be_visible()
    assert not violations(page)
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()


def test_a_first_tap_shows_the_card_and_a_long_one_only_tells(visit: Visit) -> None:
    page = at_table(visit(width=390, height=844, phone=True), "vinci")
    while not hands.lit(page, ".map"):
        hands.answer(page)
        hands.await_turn(page)
    before, target = hands.entry(page), hands.lit(page, ".map")[0]
    hands.tap(page, target)
    card = page.locator("#bubble.menu")
    expect(card.locator(".answers")).to_be_visible()
    expect(card.locator("button.choice").first).to_be_visible()
    assert hands.entry(page) == before
    card.locator(".close").tap()
    page.locator(".seat-card [data-term=active_empire]").first.evaluate("(one) => one.scrollIntoView()")
    long_press(page, "[data-term=undo]")
    expect(page.locator("#bubble.term")).to_contain_text("Takes back your last answer")
    assert hands.entry(page) == before


def long_press(page: Page, selector: str) -> None:
    """A finger that stays where it is."""
    box = page.locator(selector).first.bounding_box()
    assert box
    devtools = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.locator("#bubble:visible").wait_for()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_click_where_nothing_can_be_done_says_one_sentence_about_this_step(visit: Visit) -> None:
    page = at_table(visit(), "byzantium")
    hands.point(page, page.evaluate("document.querySelector('.map circle.hit:not([data-lit])').dataset.target"))
    refused = page.locator("#bubble.why .refused")
    expect(refused.locator("> p")).to_have_count(1)
    expect(refused.locator("details")).not_to_have_attribute("open", "")
