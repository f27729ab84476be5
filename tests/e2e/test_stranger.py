"""A stranger's title in the browser: made by the command, installed as a distribution of its own, played to its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import strangers
from tests.web.serving import Server

from . import hands
from .axe import violations
from .conftest import SERVE

NAME = "old_roads"
FIELDS = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site of its own, which finds the title by its entry point; it deals the same every time, and bots have the same whims."""
    home = tmp_path_factory.mktemp("stranger")
    installed = strangers.make(NAME, home)
    server = Server(home / "site", SERVE, PYTHONPATH=strangers.environment(installed)["PYTHONPATH"])
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(params=[(1280, 900), (390, 844)], ids=["desk", "phone"])
def page(server: Server, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    phone = width < 500
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="light",
        locale="en",
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    page: Page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(server.url)
    yield page
    context.close()
    assert not complaints


def test_a_stranger_s_title_is_played_on_the_site_by_pointing_at_what_is_lit(page: Page) -> None:
    expect(page.get_by_text("Old roads").first).to_be_visible()
    hands.fill_in_table(page, NAME, ["me", "bot:greedy"], rounds=4)
    hands.await_turn(page)
    assert len(hands.lit(page, ".map")) == FIELDS, "at the start every field is free"
    assert not violations(page)
    pointed_at = [target for target in _answers_by_pointing(page) if target]
    assert len(pointed_at) == 4, "a lit field answered every question"
    end = page.locator("#end")
    expect(end.locator(".ranking tbody tr")).to_have_count(2)
    expect(end).to_contain_text("The last round is over.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _answers_by_pointing(page: Page) -> Iterator[str]:
    """Play to the end; what was pointed at."""
    while True:
        hands.await_turn(page)
        if hands.is_over(page):
            return
        before, (target, *_) = hands.entry(page), hands.lit(page, ".map")
        hands.point(page, target)
        menu = page.locator("#bubble:visible button.choice")
        if hands.entry(page) == before and menu.count():
            menu.first.click()
        hands.await_change(page, before)
        yield target


def test_its_board_says_why_not_and_shows_ones_own_secret_alone(page: Page) -> None:
    hands.new_table(page, NAME, ["me", "bot:random"], rounds=3)
    hands.await_turn(page)
    hands.point(page, target := hands.lit(page, ".map")[-1])
    menu = page.locator("#bubble:visible button.choice")
    if menu.count():
        menu.first.click()
    page.wait_for_function("() => Number(document.querySelector('#act input[name=entry]').value) >= 2")
    hands.await_turn(page)
    assert target not in hands.lit(page, ".map")
    hands.point(page, target)
    expect(page.locator("#bubble")).to_contain_text("is held by")
    page.keyboard.press("Escape")
    expect(page.locator(f".{NAME}-goal")).to_have_count(1)
