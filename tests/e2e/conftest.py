"""The site in a real browser: a server process of its own, Chromium, and a fresh person for every `visit`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from ..web.serving import Server, model_site

CHROMIUM = shutil.which("chromium-headless-shell") or ""
"""The same engine without the windows, bars and profiles that nobody sees in a test: a third less computing for every page."""
WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable"),
    *("LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""What Chromium does without. The first three draw lists below an address bar that nobody sees, in two pages of their own for each
person who comes: half a second of computing. The others are those of Playwright, whose list this one takes the place of."""
UNPAINTED = () if os.environ.get("MARCHLAND_PICTURES") else ("--force-gpu-mem-available-mb=1",)
"""Room for hardly any picture. All that tests ask for is laid out, moves and lies under the pointer as ever, but none looks at a
pixel, and to paint them all without a graphics card is a sixth of what Chromium computes. Whoever wants pictures gets them."""
TILES = ("--default-tile-width=512", "--default-tile-height=512")
"""What is painted all the same is painted in larger pieces: what reaches over several is painted for each of them."""
FLAGS = ("--no-sandbox", "--disable-gpu", *UNPAINTED, *TILES, f"--disable-features={','.join(WITHOUT)}")
PATIENCE = 90_000
"""Milliseconds until what should appear is missed: generous, since it costs time only where something is wrong."""
LATE = int(os.environ.get("MARCHLAND_LATE", "0"))
"""Milliseconds by which all that a page asks for comes late (`make late`): finds tests and pages that count on a quick machine."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("slow")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Figures are told, not asserted: a slow machine fails no test."""
    figures = [
        f"{report.nodeid.split('::')[-1]}: {name} {value}"
        for report in terminalreporter.stats.get("passed", [])
        for name, value in report.user_properties
    ]
    if figures:
        terminalreporter.section("figures")
        terminalreporter.write_line("\n".join(figures))


SERVE = """
import django
django.setup()
from django.conf import settings
settings.PASSWORD_HASHERS.insert(0, "django.contrib.auth.hashers.MD5PasswordHasher")
from marchland.kernel.chance import key_from_seed
from marchland.web.lobby import services
from marchland.web.tables import bots
services.os = type("Same", (), {{"urandom": staticmethod(lambda size: key_from_seed("in the browser")[:size])}})
bots.luck_of = lambda table, place: key_from_seed(f"{{table.question}} {{place.number}}")
from marchland.web.serve import serve
serve(port={port})
"""
"""The site, with the same key for every table and the same whims for its bots: every run deals and rolls the same. Passwords are
hashed quickly: nobody guesses at them here."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Each worker has a site of its own: a process, a folder with the database and mails as files, and a port."""
    server = Server(tmp_path_factory.mktemp("site"), SERVE, model=model_site(tmp_path_factory), MARCHLAND_BOT_PAUSE="0.02")
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "Chromium is missing: install the package `chromium-headless-shell`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(site: Server, chromium: Browser) -> Iterator[Visit]:
    """`visit()` lets a new person come, to a small page with a form: most tests begin elsewhere.

    A browser that is shown no page asks for `/favicon.ico`, and the answer that there is none lays a token into its cookies,
    perhaps between a form and its sending. No page may report an error of its own, nor break the content-security policy.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(
        url: str = "/account/login/",
        width: int = 1280,
        height: int = 900,
        *,
        phone: bool = False,
        language: str = "en",
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light",
            locale=language,
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if LATE:
            _be_late(page)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda line: complaints.append(f"{page.url}: {line.text}") if _is_complaint(line.text) else None)
        page.goto(site.url + url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def _be_late(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    slow = {"offline": False, "latency": LATE, "downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", slow)


def _is_complaint(text: str) -> bool:
    """Refused requests are part of some tests; broken policies and scripts never are."""
    return "Content Security Policy" in text or "Uncaught" in text
