"""How to play, in a real browser: answers while one types, links that unfold, on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from marchland.kernel.title import titles

from .axe import violations
from .conftest import Visit

PHONE = {"width": 390, "height": 844}


def _is_narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


LETTERS = """() => Math.min(...[...document.querySelectorAll('figure svg.map text')]
  .filter((text) => getComputedStyle(text).visibility === 'visible' && text.textContent.trim())
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
"""How large the smallest letters on pictures are, in pixels."""
READABLE = 10.9


def test_answers_come_while_one_types_and_links_unfold(visit: Visit) -> None:
    page = visit("/games/vinci/", language="fr")
    page.fill("#ask", "combien coûte une montagne")
    answer = page.locator("#found .answer").first
    expect(answer).to_contain_text("Combien coûte la conquête d'une province\u00a0?")
    answer.locator("h3 a").click()
    expect(page.locator("#q-cost p").first).to_be_visible()
    page.locator("#q-cost a.rule").first.click()
    expect(page.locator("#rule-VI-CONQ-01 dd")).to_be_in_viewport()
    page.locator(".jump a[href='#glossary']").click()
    expect(page.locator("#term-token dd")).to_be_visible()
    page.fill("#ask", "")
    expect(page.locator("#found .answer")).to_have_count(0)


@pytest.mark.parametrize("title_id", titles())
def test_the_page_of_every_title_reads_well_by_day_and_by_night(visit: Visit, title_id: str) -> None:
    page = visit(f"/games/{title_id}/", phone=True, language="it", **PHONE)
    page.evaluate(
        "for (const folded of document.querySelectorAll('.howto-questions details, .howto-glossary details')) folded.open = true"
    )
    assert violations(page) == []
    assert _is_narrow(page)
    if page.locator("figure svg.map").count():
        assert page.evaluate(LETTERS) >= READABLE
    page.set_viewport_size({"width": 1280, "height": 800})
    assert _is_narrow(page)
