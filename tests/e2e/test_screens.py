"""One device, several people: the curtain, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit

SHARED = ["me", "hotseat", "hotseat"]


def own_secrets(page: Page) -> str:
    """What the page shows and a spectator's does not: here, the pebbles in one's hand."""
    return page.locator("[data-part=panels]").inner_text() + page.locator("[data-part=choices]").inner_text()


def lay_a_bid(page: Page) -> None:
    page.locator(f"{hands.READY} :is([data-part=actions], [data-part=choices]) button[data-choice]").first.click()


def test_the_device_is_passed_on_before_the_next_person_sees_anything(visit: Visit) -> None:
    page = visit()
    table = hands.new_table(page, "pebbles", SHARED)
    watcher = visit()
    watcher.goto(table)
    first = own_secrets(page)
    lay_a_bid(page)
    curtain = page.get_by_role("dialog", name=re.compile("Pass the device"))
    expect(curtain).to_be_visible()
    assert own_secrets(page) == own_secrets(watcher) != first
    expect(page.get_by_role("button", name="I am Guest 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".seat-card.you")).to_contain_text("Guest 1")
    lay_a_bid(page)
    page.get_by_role("button", name="I am Guest 2").click()
    expect(page.locator(".seat-card.you")).to_contain_text("Guest 2")
    page.go_back()
    page.locator("[data-table]").wait_for()
    assert page.locator(".seat-card.you").filter(has_text="Guest 1").count() == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_the_curtain_has_no_serious_accessibility_violations(visit: Visit, width: int) -> None:
    page = visit(width=width, height=844)
    hands.new_table(page, "pebbles", SHARED)
    page.locator(hands.READY).wait_for()
    page.evaluate("() => document.querySelector('[data-part=actions] button, [data-part=choices] button').click()")
    expect(page.locator(".curtain")).to_be_visible()
    assert violations(page) == []
