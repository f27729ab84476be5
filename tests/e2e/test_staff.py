"""The first operator, named on the machine, logs in on a phone and looks after the site."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import expect

from ..web.serving import Person, Server
from .axe import violations
from .conftest import Visit
from .hands import new_table, play_to_the_end

SECRET = "an operator's long secret"


def test_an_operator_pauses_a_table_and_finds_it_in_the_book(site: Server, visit: Visit) -> None:
    slug = Person(site).play_now("pebbles")
    command = [sys.executable, "-m", "marchland", "admin", "sue", "--mail", "sue@example.org"]
    subprocess.run(command, env={**site.environment, "MARCHLAND_PASSWORD": SECRET}, check=True, capture_output=True)
    page = visit(width=390, height=844, phone=True)
    page.locator("input[name=username]").fill("sue")
    page.locator("input[type=password]").fill(SECRET)
    page.locator("main").get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Operators").click()
    expect(page.get_by_role("heading", name="What the doctor finds")).to_be_visible()
    for name in ("People", "Jobs", "Mails", "Book", "Tables"):
        assert violations(page) == [], page.url
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        page.get_by_role("navigation", name="Operators' pages").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("link", name=slug).click()
    page.get_by_label("Why").fill("We look into it.")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("status")).to_contain_text("written into the book")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator(".staff-table").last).to_contain_text("We look into it.")
    assert violations(page) == []
    page.get_by_role("navigation", name="Operators' pages").get_by_role("link", name="People").click()
    page.locator("main table").get_by_role("link").filter(has_not_text="sue").first.click()
    expect(page.get_by_role("button", name="Suspend")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_host_of_a_finished_game_takes_the_table_away_as_a_file(site: Server, visit: Visit) -> None:
    """On a phone, in sight and by keyboard; the page and what can be downloaded from it have no serious violations."""
    page = visit(width=390, height=844, phone=True)
    new_table(page, "pebbles", ["me", "bot:random"], rounds=1)
    play_to_the_end(page)
    button = page.locator("#end").get_by_role("link", name="The table as a file")
    expect(button).to_be_visible()
    assert violations(page) == []
    with page.expect_download() as file:
        button.press("Enter")
    assert file.value.suggested_filename.endswith(".table.json")
