"""What happened, in the browser: the strip over the board, cards of the moment, the log in view, the replay by turns."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from . import hands
from .axe import violations
from .conftest import Visit
from .unseen import Unseen

HOT = ["me", "hotseat", "hotseat"]
NEXT_CARD = """() => {
  const [cards, bar] = ['#moments', '.bar'].map((name) => document.querySelector(name));
  window.next_card = new Promise((told) => new MutationObserver(() => requestAnimationFrame(() => {
    const card = cards.lastElementChild;
    told({text: card.textContent, below: card.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom});
  })).observe(cards, {childList: true}));
}"""
"""A card goes by itself: what it says, and whether it lies below the question, is noted as soon as it is drawn."""


def test_what_others_did_is_told_over_the_board_and_lights_it(visit: Visit) -> None:
    """On a wide screen the log stands in view, too; what happens now is shown in a card that never covers the question."""
    page = visit("/", width=1600, height=900)
    address = hands.new_table(page, "vinci", HOT, target=60)
    page.locator(hands.READY).wait_for()
    expect(page.locator("#pane-log")).to_be_visible()
    expect(page.locator("#pane-panels")).to_be_visible()
    expect(page.locator("#tab-log")).to_be_hidden()
    page.evaluate(NEXT_CARD)
    hands.answer(page)
    card = page.evaluate("window.next_card")
    assert "takes" in card["text"]
    assert card["below"]
    game = Unseen(page, address)
    game.look()
    while "conquers" not in game.part("since") or "placed" not in game.part("since"):
        options = game.buttons()
        game.take(options[game.news["entry"] % len(options)][0])
        game.look()
    game.show()
    strip = page.locator("#since")
    expect(strip).to_have_attribute("open", "")
    clause = strip.get_by_role("link", name=re.compile("^conquers"))
    places = (clause.get_attribute("data-look") or "").split()
    assert places
    clause.click()
    expect(page.locator(".map .looked")).to_have_count(len(places))
    assert not violations(page, "#board .corner")
    replay = strip.locator(".to-replay").first
    entry = re.search(r"entry=(\d+)", replay.get_attribute("href") or "")
    assert entry
    replay.click()
    page.locator(f"{hands.READY} [data-replay]").wait_for()
    expect(page.locator(".pane-past .entry.new .step")).to_have_text(entry[1])
    assert not violations(page)


def test_a_game_is_seen_again_turn_by_turn_on_a_phone(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    address = hands.new_table(page, "vinci", HOT, target=60)
    game = Unseen(page, address)
    while game.news.get("entry", 0) < 40:
        game.look()
        options = game.buttons()
        game.take(options[game.news["entry"] % len(options)][0])
    page.goto(f"{address}replay/?at=0")
    page.locator(hands.READY).wait_for()
    steps = page.locator("#at-text")
    moves = int((page.locator("#at").get_attribute("max")) or 0)
    page.locator("#by").select_option("turn")
    expect(steps).not_to_have_text(f"0 / {moves}")
    turns = int(page.locator("#at").get_attribute("max") or 0)
    assert 4 <= turns < moves
    for at in range(1, 5):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-replay]")).to_have_attribute("data-at", str(at))
        expect(steps).to_have_text(f"{at} / {turns}")
    expect(page.locator(".map .changed")).not_to_have_count(0)
    expect(page.locator(".pane-past .entry.new")).not_to_have_count(0)
    pieces, link = page.locator("[data-part=pieces]").inner_html(), page.locator("#moment-link").input_value()
    assert re.search(r"entry=\d+&by=turn$", link)
    page.locator("#speed").select_option("4")
    page.locator("[data-go=run]").click()
    expect(steps).to_have_text(f"{turns} / {turns}")
    expect(page.locator("[data-go=run]")).to_have_attribute("aria-pressed", "false")
    page.goto(link)
    page.locator(hands.READY).wait_for()
    expect(steps).to_have_text(f"4 / {turns}")
    assert page.locator("[data-part=pieces]").inner_html() == pieces
    assert not violations(page)
