"""A season's story in the browser, on a phone: headlines on the desk, each of which leads to its place on the map."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit

IN_SIGHT = """(space) => {
  const place = document.querySelector(`[data-looked="${space}"]`).getBoundingClientRect();
  const room = document.getElementById("board").getBoundingClientRect();
  const x = place.left + place.width / 2, y = place.top + place.height / 2;
  return place.width > 20 && room.height > 100 && x > room.left && x < room.right && y > room.top && y < room.bottom;
}"""


def is_lit(page: Page, space: str) -> None:
    expect(page.locator("#board [data-looked]")).to_have_attribute("data-looked", space)
    page.wait_for_function(IN_SIGHT, arg=space)


def test_a_season_is_told_and_its_headlines_light_the_map(visit: Visit) -> None:
    page = visit(width=390, height=844, phone=True)
    table = hands.new_table(page, "cendre", ["me", "bot:warlord"], nations="CHEVAUX,LACUSTRES")
    hands.await_others(page)
    hands.open_text(page)
    expect(page.locator(".story-card")).to_have_count(0)
    hands.hand_in(page, "warlord")
    raided = page.locator(".story-card[open] .headline.lost a").filter(has_text="Lake Cities Coalition raids Hautes Plaines (HPL)")
    raided.focus()
    page.keyboard.press("Enter")
    is_lit(page, "HPL")
    page.keyboard.press("Escape")
    expect(page.locator("#board [data-looked]")).to_have_count(0)
    page.get_by_role("link", name="The whole story").click()
    expect(page.locator("h1")).to_have_text("spring 201")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    expect(page.locator(".fight .hosts").first).to_contain_text(re.compile("Horse Lords|Lake Cities"))
    page.locator(".headline.won a").filter(has_text="Your raid on Ouestie (OUE)").tap()
    page.wait_for_url(f"{table}?look=OUE")
    page.locator(hands.READY).wait_for()
    is_lit(page, "OUE")
    expect(page.locator(".story-card:not([open])")).to_have_count(1)
