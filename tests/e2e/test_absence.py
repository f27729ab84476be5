"""Somebody arranges for their absence, goes on vacation, and comes back with one click."""

from __future__ import annotations

from datetime import date, timedelta
from urllib.parse import urljoin

from playwright.sync_api import expect

from . import hands
from .axe import violations
from .conftest import Visit


def test_orders_are_left_a_vacation_is_announced_and_one_click_ends_it(visit: Visit) -> None:
    page = visit(width=390, height=844, phone=True)
    table = hands.new_table(page, "cendre", ["me", "bot:ruler"], pace="deadline")
    page.locator(hands.READY).wait_for()
    page.locator("#late > summary").click()
    page.get_by_label("First").select_option("standing")
    page.get_by_label("Standing orders").fill("[PRODUCTION]\n")
    assert violations(page) == []
    assert page.evaluate("document.querySelector('#late').scrollWidth <= document.querySelector('#late').clientWidth")
    page.locator("#late form > .button").click()
    expect(page.get_by_role("alert").filter(has_text="Saved.")).to_be_visible()
    page.goto(urljoin(table, "/account/vacation/"))
    today = date.today()
    page.get_by_label("First day").fill((today + timedelta(days=1)).isoformat())
    page.get_by_label("Last day").fill((today + timedelta(days=2)).isoformat())
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("at least 3 days.")).to_be_visible()
    page.get_by_label("First day").fill(today.isoformat())
    page.get_by_role("button", name="Announce").click()
    expect(page.locator(".vacations .tag")).to_have_text("now")
    page.goto(table)
    page.locator(hands.READY).wait_for()
    expect(page.locator("#absence")).to_contain_text("You are on vacation until")
    assert violations(page, within=".bar") == []
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_text("Welcome back")).to_be_visible()
    expect(page.locator("#absence form")).to_have_count(0)
