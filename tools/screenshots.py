"""Pictures of the site for the README: lobby, table, replay and end screen, at 1280 and 390 pixels, by day and by night.

    python tools/screenshots.py [--into docs/screenshots] [--title TITLE]

Starts a site of its own, plays against bots in Chromium and takes the pictures on the way: a whole game of the first title,
and a table some turns in of every other one. The strips of the boards in the list of games are taken on the way too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from marchland.kernel.title import find_title

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.e2e import hands  # noqa: E402 - the same hands play in the browser tests

LOOKS = [(width, dark) for width in (1280, 390) for dark in (False, True)]
HEIGHTS = {1280: 860, 390: 844}
SEATS = ["me", "bot:greedy", "bot:greedy", "bot:greedy"]
SHOWN_WHOLE = "vinci"
TABLES = {
    "byzantium": ["me", "bot:greedy", "bot:greedy"],
    "medioevo": ["me", "bot:greedy", "bot:greedy"],
    "cendre": ["me", *["bot:ruler"] * 19],
}
"""Titles of which only a table is shown, with who sits there."""
RICH = {"medioevo": 110, "cendre": 6}
SOON = 22
"""Answers after which the board shows something, of some titles and of the others."""
WISHES = {
    "medioevo": "^Start with (War wagon|Caravan) I$|^Pay the upkeep|^Recruit (Heavy|Archer|Cavalry)|^Take along|"
    "^Set out|^Buy 1 cube|^No Trade Route|^Tax of 20 |^Bid 25 |^Refuse|^Fight$|^Roll|^Keep"
}
"""What is chosen before anything else: most first options in the list let things rest."""
WISH = """(words) => {
  const buttons = [...document.querySelectorAll(':is([data-part=actions], [data-part=choices]) button[data-choice]')];
  const button = buttons.find((one) => new RegExp(words).test(one.querySelector('span').textContent));
  button?.click();
  return Boolean(button);
}"""
BANNER = (640, 200)
STRIP = (800, 250)
UP = 0.4
"""A banner, the part of the screen that it shows, and how far down the map that is."""
PATIENCE = 400
"""Looks whether the site has started, of a third of a second each: the machine may have much to do."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--title", choices=[SHOWN_WHOLE, *TABLES], help="only this one")
    wanted = parser.parse_args()
    wanted.into.mkdir(parents=True, exist_ok=True)
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        if wanted.title in (None, SHOWN_WHOLE):
            photograph(browser, url, SHOWN_WHOLE, wanted.into)
        for title in TABLES:
            if wanted.title in (None, title):
                photograph_table(browser, url, title, wanted.into)
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """A site with a folder of its own, gone afterwards."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as home:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        settings = {**os.environ, "MARCHLAND_HOME": home, "MARCHLAND_BOT_PAUSE": "0"}
        server = subprocess.Popen(
            [sys.executable, "-c", f"from marchland.web.serve import serve; serve(port={port})"],
            env=settings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            await_health(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=10)


def await_health(url: str) -> None:
    for _ in range(PATIENCE):
        try:
            with urllib.request.urlopen(f"{url}/health/", timeout=2):
                return
        except OSError:
            time.sleep(0.3)
    raise SystemExit("the site did not start")


def photograph(browser: Browser, url: str, title: str, folder: Path) -> None:
    player = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce", locale="en")
    page = player.new_page()
    page.goto(url)
    address = hands.new_table(page, title, SEATS, target=45)
    answers = reach_a_rich_position(page, title)
    hang_banner(page, title)
    take(browser, player, url, folder, "lobby")
    take(browser, player, address, folder, "table")
    hands.play_to_the_end(page)
    take(browser, player, address, folder, "end")
    take(browser, player, f"{address}replay/?at={answers * 3}", folder, "replay")


def photograph_table(browser: Browser, url: str, title: str, folder: Path) -> None:
    player = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce", locale="en")
    page = player.new_page()
    page.goto(url)
    address = hands.new_table(page, title, TABLES[title])
    reach_a_rich_position(page, title)
    hang_banner(page, title)
    take(browser, player, address, folder, title)
    if page.locator(".desk").count():
        take(browser, player, f"{address}papers/", folder, f"{title}-report")


def reach_a_rich_position(page: Page, title: str) -> int:
    """Some turns in, with much to choose from on the map; how many answers that took."""
    for count in range(300):
        hands.await_turn(page)
        if hands.is_over(page) or (count >= RICH.get(title, SOON) and len(hands.lit(page, ".map")) > 3):
            return count
        if page.locator(".desk").count():
            if count >= RICH[title]:
                return count
            hands.hand_in(page, "ruler")
        elif title in WISHES:
            answer_as_wished(page, title)
        else:
            hands.answer(page)
    return 300


def answer_as_wished(page: Page, title: str) -> None:
    """What is wished for, else something on the map, else the first button: what lies in a folded panel is left alone."""
    before = hands.entry(page)
    on_map = hands.lit(page, ".map")
    if not page.evaluate(WISH, WISHES[title]):
        if on_map:
            hands.point(page, on_map[before % len(on_map)])
            menu = page.locator("#bubble:visible button.choice")
            if menu.count():
                menu.first.click()
        else:
            page.evaluate(hands.PRESS)
    hands.await_change(page, before)


def hang_banner(page: Page, title: str) -> None:
    """A strip of the board as the list of games shows it: without words, since it is the same in every language."""
    page.locator("#tab-panels").click()
    page.locator("[data-zoom=fit]").click()
    page.mouse.move(0, 0)
    page.locator("#board svg.map text").evaluate_all("(all) => all.forEach((word) => { word.style.visibility = 'hidden'; })")
    page.wait_for_timeout(400)
    seen = page.locator("#board svg.map[data-frame]").bounding_box()
    assert seen is not None, f"{title} has no map"
    left, top = seen["x"] + (seen["width"] - STRIP[0]) / 2, seen["y"] + (seen["height"] - STRIP[1]) * UP
    picture = Image.open(BytesIO(page.screenshot(clip={"x": left, "y": top, "width": STRIP[0], "height": STRIP[1]})))
    place = find_title(title).folder / "board" / "static" / "banner.webp"
    picture.resize(BANNER, Image.Resampling.LANCZOS).save(place, quality=60, method=6)
    page.reload()


def take(browser: Browser, player: BrowserContext, address: str, folder: Path, name: str) -> None:
    """One page in every size and light, seen by the same person."""
    for width, dark in LOOKS:
        phone = width < 800
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS[width]},
            storage_state=player.storage_state(),
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            locale="en",
        )
        page = context.new_page()
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        page.screenshot(path=folder / f"{name}-{width}-{'dark' if dark else 'light'}.jpg", type="jpeg", quality=82)
        context.close()


if __name__ == "__main__":
    main()
