"""Time in the browser: a pace is chosen, and clocks run by the server's time without asking for it."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from .axe import violations
from .conftest import Visit
from .hands import READY

WRONG_CLOCK = "Date = class extends Date { static now() { return super.now() + 5 * 3600e3 } }"
"""A device whose clock is five hours fast."""
TICK = """(before) => {
  const shown = document.querySelector('.seat-card time[data-clock]').textContent;
  return shown !== before && !shown.includes('UTC') && shown;
}"""
"""What the clock shows, once that is something else; a page that was just drawn says it in UTC until the next tick."""


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return int(minutes) * 60 + int(rest)


def choose(page: Page, pace: str) -> None:
    """Only what this pace needs to know is asked, and a script has nothing to do with it."""
    page.select_option("[name=pace]", pace)
    asked = {"bank": "clock", "length": "deadline", "at": "schedule"}
    for name, of in asked.items():
        expect(page.locator(f"[name={name}]")).to_be_visible(visible=of == pace)
    expect(page.locator("[name=zone]")).to_be_visible(visible=pace in ("deadline", "schedule"))


def test_a_clock_is_chosen_and_runs_by_the_servers_time(visit: Visit) -> None:
    page = visit()
    page.context.add_init_script(WRONG_CLOCK)
    page.goto(urljoin(page.url, "/new/pebbles/"))
    for pace in ("live", "schedule", "deadline", "clock"):
        choose(page, pace)
        assert violations(page, ".pace-choice") == []
    page.fill("[name=bank]", "10")
    page.select_option("[name=seats]", "2")
    page.click("#new-table button[type=submit]")
    page.locator(READY).wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    shown, left = "", []
    for _ in range(3):
        shown = page.wait_for_function(TICK, arg=shown).json_value()
        left.append(seconds(shown))
    assert left == sorted(left, reverse=True)
    assert 300 < left[-1] < left[0] <= 600
    assert sum("/parts/" in url for url in asked) <= 1  # the computer may have bid meanwhile
