"""News in the browser: what waits, the messages a device shows, and the site as an app that is there without a network."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ..web.serving import Server, awaited
from . import hands
from .axe import violations
from .conftest import FLAGS, PATIENCE, Visit

FAKE = """() => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const subscription = {toJSON: () => ({endpoint: 'https://93.184.216.34/push', keys})};
  PushManager.prototype.subscribe = async () => subscription;
  PushManager.prototype.getSubscription = async () => subscription;
}"""
"""A push service, which tests do not have: what it would answer (the keys are those of RFC 8291's example)."""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((one) => ({title: one.title, body: one.body, tag: one.tag, url: one.data.url, icon: new URL(one.icon).pathname}))"""


def test_a_person_reads_what_waits_and_chooses_how_to_be_told(visit: Visit) -> None:
    ada = visit(width=390, height=844, phone=True)
    table = hands.lay_table(ada, "pebbles", ["me", "open"], pace="slow")
    bob = visit()
    hands.sit_down(bob, table)
    for page in (ada, bob):
        page.goto(urlsplit(page.url)._replace(path="/news/").geturl())
        expect(page.locator(".bell .badge")).to_contain_text("1")
        expect(page.locator("li.to-move a")).to_have_attribute("href", urlsplit(table).path)
        assert not violations(page)
    hands.sit_down(ada.context.new_page(), hands.lay_table(bob, "pebbles", ["me", "open"], pace="slow"))
    expect(ada.locator("li.to-move")).to_have_count(2)  # in the other tab, by itself
    expect(ada.locator(".bell .badge")).to_have_text("2")
    ada.goto(urlsplit(ada.url)._replace(path="/news/settings/").geturl())
    assert not violations(ada)
    ada.get_by_label("One mail a day").check()
    ada.get_by_label("12 hours before").check()
    ada.get_by_role("button", name="Save").click()
    expect(ada.get_by_label("12 hours before")).to_be_checked()
    expect(ada.get_by_label("One mail a day")).to_be_checked()
    assert ada.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than a phone"


@pytest.fixture
def installed(chromium: Browser, site: Server, tmp_path: Path) -> Iterator[BrowserContext]:
    """A whole browser with a profile of its own: elsewhere nothing can be installed, and no message is shown."""
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=shutil.which("chromium"), args=FLAGS, locale="en", permissions=["notifications"]
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def test_the_app_can_be_installed_shows_messages_and_has_a_page_without_a_network(installed: BrowserContext, site: Server) -> None:
    page = installed.pages[0]
    page.add_init_script(f"({FAKE})()")
    page.goto(f"{site.url}/account/login/")
    hands.lay_table(page, "pebbles", ["me", "open"], pace="slow")  # from now on a guest
    devtools = installed.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.goto(f"{site.url}/news/settings/")
    page.get_by_role("button", name="Show messages on this device").click()
    expect(page.locator("#devices li")).to_contain_text("this device")
    # A worker that is still about to begin is handed no messages by the DevTools.
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    _can_be_installed(devtools)
    _shows_messages(page, devtools, registrations[-1]["registrationId"], site.url)
    _is_there_without_a_network(page, installed, site.url)


def _can_be_installed(devtools: Any) -> None:
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    facts = json.loads(manifest["data"])
    assert (facts["start_url"], facts["scope"], facts["display"]) == ("/news/", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in facts["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def _shows_messages(page: Page, devtools: Any, registration: str, origin: str) -> None:
    for title in ("Your turn", "Your turn once more"):
        news = {"title": title, "body": "Pebbles, Sunday round", "url": "/t/abc/", "tag": "abc.turn"}
        message = {"origin": origin, "registrationId": registration, "data": json.dumps(news).ljust(512)}
        awaited(lambda message=message, title=title: _shown(page, devtools, message, title), f"{title!r} is not shown")
    (shown,) = page.evaluate(SHOWN)
    assert "marchland-192" in shown.pop("icon")
    assert shown == news, "the second took the place of the first: they are about the same thing"


def _shown(page: Page, devtools: Any, message: dict[str, str], title: str) -> bool:
    """The DevTools say nothing where a worker was not awake in time, so that a message is delivered until it is shown."""
    devtools.send("ServiceWorker.deliverPushMessage", message)
    return title in [one["title"] for one in page.evaluate(SHOWN)]


def _is_there_without_a_network(page: Page, context: BrowserContext, origin: str) -> None:
    context.set_offline(True)
    page.goto(f"{origin}/news/")
    expect(page.locator("h1")).to_have_text("No network")
    assert page.evaluate("() => getComputedStyle(document.body).fontFamily.includes('Alegreya')"), "with its looks"
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("News")
