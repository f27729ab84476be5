"""Letters between two people in the browser: written, counted, answered; and an announcement in the season's gazette."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit

SECRET, ANSWER, NEWS = "Meet me at the old mill.", "I shall be there.", "Whoever attacks us attacks all."
COUNT = "[data-unread] .badge"


def send(page: Page, form: str, **fields: str) -> None:
    box = page.locator(f"form:has(button[value={form}])")
    for name, text in fields.items():
        box.locator(f"[name={name}]").fill(text)
    box.locator(f"button[value={form}]").click()


def hand_in(page: Page, table: str) -> None:
    """The sheet as it is filled in, without looking at it."""
    page.goto(table)
    hands.open_text(page)
    form = {
        "do": "hand:sure",
        "entry": page.locator("[data-table]").get_attribute("data-entry") or "",
        "text": page.input_value("#desk-text"),
    }
    form["csrfmiddlewaretoken"] = page.locator("#desk [name=csrfmiddlewaretoken]").input_value()
    assert page.request.post(urljoin(table, "desk/"), form=form, headers={"Accept": "application/json", "Referer": table}).ok


def is_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))


def test_two_people_write_to_each_other_and_announce_something(visit: Visit) -> None:
    ada, bob = visit(), visit(width=390, height=844, phone=True, language="en")
    table = hands.lay_table(ada, "cendre", ["me", "open"], pace="slow")
    hands.sit_down(bob, table)
    expect(bob.locator(COUNT)).to_be_hidden()

    ada.goto(urljoin(table, "letters/"))
    ada.locator("#new input[type=checkbox]").check()
    send(ada, "write", subject="The mill", text=SECRET)
    expect(ada.locator(".missive .text")).to_have_text(SECRET)
    expect(bob.locator(COUNT)).to_have_text("1")  # told while the page is open
    bob.locator("[data-unread]").click()
    bob.locator(".bundles .unread a").click()
    expect(bob.locator(".missive .text")).to_have_text(SECRET)
    assert violations(bob) == []
    assert not is_wider_than_the_screen(bob)
    send(bob, "answer", text=ANSWER)

    ada.locator("[data-fresh] a").click()  # the page says by itself that a letter has come
    ada.locator(".bundles .unread a").click()
    expect(ada.locator(".missive .text").last).to_have_text(ANSWER)
    send(ada, "announce", text=NEWS)
    expect(ada.locator(".waiting .text")).to_have_text(NEWS)
    assert violations(ada) == []
    ada.goto(urljoin(table, "bonds/"))
    assert violations(ada) == []

    ada.goto(table)
    ada.locator("#deals-open summary").click()
    ada.get_by_role("button", name="Sign a contract").first.click()
    expect(ada.locator("#deals-open .written")).to_contain_text("Sign a contract")
    hand_in(ada, table)
    bob.goto(urljoin(table, "papers/?paper=gazette"))
    expect(bob.locator("article")).not_to_contain_text(NEWS)
    hand_in(bob, table)
    bob.goto(urljoin(table, "papers/?paper=gazette"))
    expect(bob.locator("article")).to_contain_text(f"“{NEWS}”")
    bob.goto(urljoin(table, "bonds/"))
    assert not is_wider_than_the_screen(bob)
