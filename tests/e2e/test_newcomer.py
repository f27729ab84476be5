"""Somebody who has never heard of the game, reads nothing and only follows what the page offers: a whole game comes to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .conftest import Visit
from .hands import await_change, await_turn, entry, is_over, new_table, no_notice, point

MOST = 400
"""Steps after which a newcomer has given up."""
NEXT = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && !one.disabled);
  const primary = shown('[data-part=actions] button.primary');
  if (primary) { primary.click(); return 'pressed'; }
  const lit = [...document.querySelectorAll('[data-lit]')].find((one) => one.checkVisibility());
  if (lit) return lit.dataset.target;
  const listed = document.querySelector('[data-part=choices] button[data-choice]');
  const button = shown('[data-part=actions] button[data-choice]') ?? listed;
  button?.click();
  return button ? 'pressed' : '';
}"""
"""In one breath: the button that stands out; else the first thing that is lit, to be clicked; else the first button."""


def step(page: Page) -> None:
    """One answer, as somebody gives it who reads nothing: whatever opens, its first line is taken."""
    before = entry(page)
    found = page.evaluate(NEXT)
    assert found, f"nothing to follow: {page.locator('[data-part=prompt]').inner_text()}"
    if found != "pressed":
        point(page, found)
    menu = page.locator("#bubble:visible button.choice")
    if menu.count() and entry(page) == before:
        menu.first.click()
    await_change(page, before)


@pytest.mark.long
@pytest.mark.parametrize(("title", "options"), [("vinci", {"target": 20}), ("byzantium", {})])
def test_a_newcomer_who_follows_the_page_comes_to_the_end(visit: Visit, title: str, options: dict[str, object]) -> None:
    page = visit()
    new_table(page, title, ["me", "bot:easy"], **options)
    for _ in range(MOST):
        await_turn(page)
        if is_over(page):
            break
        no_notice(page)
        step(page)
    assert is_over(page), f"no end after {MOST} steps: {page.locator('[data-part=prompt]').inner_text()}"
