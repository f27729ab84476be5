"""A season's story in the browser, on a phone: headlines on the desk, each of which leads to its place on the map."""

from __future__ import annotations

from urllib.parse import urljoin

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


def hand_in(page: Page, table: str) -> None:
    """The sheet as it is filled in, without looking at it."""
    form = {"do": "hand:sure", "entry": str(hands.entry(page)), "text": page.input_value("#desk-text")}
    form["csrfmiddlewaretoken"] = page.locator("#desk [name=csrfmiddlewaretoken]").input_value()
    assert page.request.post(urljoin(table, "desk/"), form=form, headers={"Accept": "application/json", "Referer": table}).ok


def test_a_season_is_told_and_its_headlines_light_the_map(visit: Visit) -> None:
    page = visit(width=390, height=844, phone=True)
    table = hands.new_table(page, "cendre", ["me=CHEVAUX", "bot:warlord=LACUSTRES"])
    hands.await_others(page)
    hands.open_text(page)
    expect(page.locator(".story-card")).to_have_count(0)
    hand_in(page, table)
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
    page.locator(".headline.lost a[data-look=HPL]").tap()
    page.wait_for_url(f"{table}?look=HPL")
    page.locator(hands.READY).wait_for()
    is_lit(page, "HPL")
    expect(page.locator(".story-card:not([open])")).to_have_count(1)
