"""A newcomer's first spring, by following the lead alone: on a phone, without typing a line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit
from .test_phone import in_hand, sideways

NEXT = ".lesson-next"


def seen(page: Page, name: str) -> None:
    """For whoever wants to look: pictures of what a newcomer sees."""
    if folder := os.environ.get("MARCHLAND_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


CHOSEN = """(card) => {
  const choice = [...card.querySelectorAll('.card-field:not(.more-fields *) :is(input[type=radio], option)')]
    .find((one) => one.value && !one.checked && !one.selected);
  return choice ? [choice.localName, choice.value] : null;
}"""


def choose(page: Page, kind: str) -> None:
    """In the card that lies open: of the first menu something that is not chosen yet; an order without menus is given already."""
    card = page.locator(f".card-edit[data-kind='{kind}']")
    page.wait_for_function(
        "(kind) => document.querySelector(`.card-edit[data-kind='${kind}'], .order[data-kind='${kind}']`)", arg=kind
    )
    found = card.evaluate(CHOSEN) if card.count() else None
    if found and found[0] == "option":
        card.locator(f"select:has(option[value='{found[1]}'])").select_option(found[1])
    elif found:
        hands.press(page, f".card-edit[data-kind='{kind}'] label:has(input[value='{found[1]}'])")


UNSEEN = """() => [...document.querySelectorAll('.desk-group')].filter((group) =>
  group.querySelectorAll('.chip-order').length !==
  group.querySelectorAll(`.order:not([hidden]), .card-edit:not([data-line-now="0"])`).length).map((group) => group.dataset.group)"""
"""Groups of which something is written that does not show, or shows twice."""


def follow(page: Page, done: int) -> None:
    """Do what the lesson asks for next: press its button and choose; the card before lies open still."""
    button = page.locator(NEXT).get_by_role("button", name="Show me")
    kind = button.get_attribute("data-kind") or ""
    button.tap()
    choose(page, kind)
    assert page.evaluate(UNSEEN) == []
    expect(page.locator(".lesson li.done")).to_have_count(done)


@pytest.mark.long
def test_a_newcomers_first_spring_by_following_the_lead_alone(visit: Visit) -> None:
    page = in_hand(visit)
    page.locator(".title-card", has_text="Terre de Cendre").get_by_role("link", name="Play now").tap()
    expect(page.locator(".portrait:visible")).to_have_count(3)
    assert sideways(page) <= 0
    assert violations(page) == []
    seen(page, "pick-phone")
    page.get_by_role("button", name="Play Quiet Vale").tap()
    page.wait_for_url("**/t/*/")
    hands.await_others(page)
    expect(page.locator(".lesson h4")).to_have_text("Your first spring")
    seen(page, "spring-phone")
    for done in (1, 2, 3):
        follow(page, done)
        seen(page, f"spring-phone-{done}")
        assert sideways(page) <= 0
    page.locator(NEXT).get_by_role("button", name="Hand in").tap()
    expect(page.locator(".desk")).to_have_attribute("data-turn", "201-ete")
    expect(page.locator(".lesson h4")).to_have_text("Summer: science and diplomacy")
    seen(page, "summer-phone")
    hands.press(page, ".proposals button[value='advise steward']")
    expect(page.locator(".proposal").first).to_be_visible()
    expect(page.locator(".proposals h4")).to_be_in_viewport()
    assert sideways(page) <= 0
    assert violations(page) == []
    page.get_by_role("button", name="Leave the lesson").tap()
    expect(page.locator(".lesson")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Guide me through this season").tap()
    expect(page.locator(".lesson h4")).to_have_text("Summer: science and diplomacy")
