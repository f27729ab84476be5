"""Keys, sessions and the second factor in the browser: pages for all eyes, and a tab that notices when it is logged out."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pyotp
import pytest
from playwright.sync_api import Page, expect

from ..web.serving import await_true
from .axe import violations
from .conftest import Visit
from .hands import lay_table

PASSWORD = "a very long secret"


def send(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.fill(f"main [name={name}]", value)
    page.locator("main button.primary[type=submit]").click()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_pages_of_ones_security_have_no_serious_violations_and_need_no_room_beside(visit: Visit, width: int) -> None:
    page, found = visit("/account/register/", width=width), []
    name = f"Guarded{width}"
    send(page, username=name, password=PASSWORD)

    def look(path: str = "") -> None:
        if path:
            page.goto(urljoin(page.url, path))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        found.extend(violations(page))

    look("/account/keys/")
    send(page, label="my program")
    expect(page.locator("#new-token")).to_have_text(re.compile("ml_"))
    look()
    look("/account/address/")
    look("/account/sessions/")
    look("/account/second-factor/")
    send(page, password=PASSWORD)
    secret = (page.locator(".secret").text_content() or "").replace(" ", "")
    look()
    send(page, code=pyotp.TOTP(secret).now())
    expect(page.locator(".codes li")).to_have_count(10)
    code = page.locator(".codes li").first.inner_text()
    look()
    look("/account/second-factor/")
    other = visit("/account/login/", width=width)
    send(other, username=name, password=PASSWORD)
    expect(other.locator("h1")).to_have_text("And now your code")
    found.extend(violations(other))
    send(other, code=code)
    expect(other).to_have_url(re.compile(r"/$"))
    assert found == []


def test_a_table_that_stands_open_elsewhere_notices_that_one_has_logged_out_there(visit: Visit) -> None:
    name = "Wanderer"
    here, there = visit("/account/register/"), visit("/account/login/")
    send(here, username=name, password=PASSWORD)
    send(there, username=name, password=PASSWORD)
    expect(there).to_have_url(re.compile(r"/$"))
    heard: list[str] = []
    there.on("websocket", lambda line: line.on("framereceived", lambda _said: heard.append(line.url)))
    there.goto(lay_table(there, "pebbles", ["me", "bot:random"]))
    await_true(lambda: bool(there.evaluate("1")) and any("/ws/t/" in one for one in heard), "the table's socket says nothing")
    here.goto(urljoin(here.url, "/account/sessions/"))
    here.get_by_role("button", name="Log out there").click()
    expect(here.locator(".access li")).to_have_count(1)
    expect(there.get_by_role("link", name="Log in").first).to_be_attached()
