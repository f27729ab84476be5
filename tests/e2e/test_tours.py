"""Guided first games in a browser, by somebody who only follows the card: every title's, on both devices, in every language."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.title import titles
from marchland.kernel.tour import tour_of

from ..web.serving import Server
from . import hands
from .axe import violations
from .conftest import Visit
from .test_phone import in_hand, sideways

CARD = f"{hands.READY} .tour-card"
HERE = f"{CARD}:not([id$=watched])"
"""The learner is to read or to do something: nobody else moves."""
GUIDED = [title.id for title in titles().values() if tour_of(title) is not None]
RUNS = [
    (title, device, LANGUAGES[(place + turn) % len(LANGUAGES)])
    for place, title in enumerate(GUIDED)
    for turn, device in enumerate(("desktop", "phone", "phone"))
]
"""Every title on each device and in each language at least once."""
WHERE = "document.querySelector('.tour-card')?.id + ' ' + document.querySelector('#act input[name=entry]').value"


def seen(page: Page, name: str) -> None:
    """For whoever wants to look: pictures of what a learner sees."""
    if folder := os.environ.get("MARCHLAND_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def begin(page: Page, title: str) -> None:
    page.locator(f"form[action='/learn/{title}/'] button").click()
    page.wait_for_url("**/t/*/")
    page.locator(HERE).wait_for()


def follow(page: Page, phone: bool) -> None:
    """Read on, or do the first thing that is lit or can be pressed."""
    before = page.evaluate(WHERE)
    if page.locator(f"{CARD} button[value^=next]").count():
        page.locator(f"{CARD} button[value^=next]").click()
    else:
        _play(page, phone)
    page.wait_for_function(f"(before) => ({WHERE}) !== before", arg=before)
    page.locator(HERE).wait_for()


def _play(page: Page, phone: bool) -> None:
    targets = hands.lit(page)
    if targets and phone:
        hands.bring_to_front(page, targets[0])
        hands.tap(page, targets[0])
        page.locator("#bubble:visible button.choice").first.dispatch_event("click")
    elif targets or not page.evaluate(hands.PRESS):
        hands.answer(page)


@pytest.mark.long
@pytest.mark.parametrize(("title", "device", "language"), RUNS)
def test_from_the_first_click_to_the_end(visit: Visit, title: str, device: str, language: str) -> None:
    phone = device == "phone"
    page = in_hand(visit, language=language) if phone else visit("/", height=800, language=language)
    begin(page, title)
    tour = tour_of(titles()[title])
    assert tour is not None
    for words in re.split(r"\s*\{\w+\}\s*", tour.steps[0].say[language].strip()):
        expect(page.locator(HERE)).to_contain_text(words)
    if language == LANGUAGES[0]:
        assert violations(page) == []
    for _ in range(200):
        number = int(page.locator(HERE).get_attribute("data-tour") or 0)
        seen(page, f"{title}-{device}-{language}-{number:02}")
        assert not phone or sideways(page) <= 0
        if page.locator(f"{HERE} [form=tour-real]").count():
            break
        follow(page, phone)
    expect(page.locator(HERE)).to_have_attribute("data-tour", str(len(tour.steps)))
    assert violations(page, ".tour-card") == []
    if phone:
        _one_at_a_time(page)


def _one_at_a_time(page: Page) -> None:
    """On a phone the card and the strip of what happened lately fold for each other."""
    page.locator("#since summary").tap()
    expect(page.locator(f"{CARD} p").first).to_be_hidden()
    page.locator(f"{CARD} summary").tap()
    expect(page.locator(f"{CARD} p").first).to_be_visible()
    expect(page.locator("#since > *:not(summary)").first).to_be_hidden()


def test_a_lesson_is_left_taken_up_and_begun_again(visit: Visit) -> None:
    """With the keyboard alone."""
    page = visit("/")
    begin(page, "pebbles")
    page.locator(f"{CARD} button[value^=next]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(HERE)).to_have_attribute("data-tour", "1")
    page.locator(f"{CARD} summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{CARD} p").first).to_be_hidden()
    table = page.url
    page.goto(page.url.rpartition("/t/")[0])
    begin(page, "pebbles")
    assert page.url == table, "on where one was"
    expect(page.locator(HERE)).to_have_attribute("data-tour", "1")
    page.locator(f"{CARD} [form=tour-again]").click()
    page.wait_for_url(lambda url: url != table)
    expect(page.locator(HERE)).to_have_attribute("data-tour", "0")
    page.locator(f"{CARD} button[value=leave]").click()
    expect(page.locator(".tour-card")).to_have_count(0)
    hands.await_turn(page)
    hands.answer(page)


def test_without_scripts_the_card_has_a_button_for_what_it_asks(chromium: Browser, site: Server) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url)
    page.locator("form[action='/learn/pebbles/'] button").click()
    for _ in range(12):
        card = page.locator(".tour-card")
        if card.locator("[form=tour-real]").count():
            break
        button = card.locator("button[value^=next], button[form=act]").first
        if not button.count():
            page.reload()
            continue
        button.click()
    expect(page.locator(".tour-card")).to_contain_text("You know how to bid")
    context.close()
