"""Orders given on the map of Terre de Cendre: somebody is chosen, spaces light up, a second click gives the order: it is drawn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit

FEW = ["me", "bot:novice", "bot:novice"]
CAPTAIN = "Brasco Denti"


def at_desk(page: Page) -> Page:
    hands.new_table(page, "cendre", FEW)
    hands.await_others(page)
    page.locator(".desk-group[data-space=AKL]").first.wait_for(state="attached")
    return page


def choose(page: Page, name: str, *, phone: bool) -> None:
    """The first click: a leader where he stands."""
    if phone:
        page.locator("#tab-play").tap()  # folded: now there is the whole map
    (hands.tap if phone else hands.point)(page, "AKL")
    page.locator(".bubble .choice").filter(has_text=name).click()
    expect(page.locator("#lights")).to_contain_text(name)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_an_order_is_given_by_two_clicks_on_the_map(visit: Visit, phone: bool) -> None:
    page = at_desk(visit(width=390, height=800, phone=True) if phone else visit())
    choose(page, CAPTAIN, phone=phone)
    expect(page.locator(".map [data-target=VAL]")).to_have_attribute("data-light", "march")
    expect(page.locator(".map [data-target=BMU]")).to_have_attribute("data-light", "attack")
    expect(page.locator(".map [data-target=MIO]")).to_have_attribute("data-light", "sea")
    expect(page.locator(".map [data-target=MER]")).not_to_have_attribute("data-light", re.compile("."))
    expect(page.locator(".map [data-target=VAL]")).to_have_attribute("aria-label", re.compile("March to Valem"))
    assert violations(page) == []
    (hands.tap if phone else hands.point)(page, "VAL")
    if phone:  # a finger covers what it points at: it is asked first
        page.locator(".bubble .choice").filter(has_text="March to Valem").click()
    drawn = page.locator(".traces .trace.look-march")
    expect(drawn.locator("title")).to_have_text('"Brasco Denti" : march VAL')
    expect(page.locator("#desk-text")).to_have_value(
        re.compile(r'\narmy "Brasco Denti" foot-condottieri=2 burgher-militia=1\n(.*\n)*"Brasco Denti" : march VAL\n')
    )
    line = drawn.get_attribute("data-line")
    if not phone:
        page.locator(f"[data-order='{line}']:not([hidden]), .card-edit[data-line-now='{line}']").first.hover()
        expect(drawn).to_have_class(re.compile("hot"))
    expect(page.locator("#lights")).to_be_hidden()
    assert page.locator("#desk-text").input_value().splitlines()[int(line or 0) - 1] == '"Brasco Denti" : march VAL'
    if phone:  # all layers can be reached beside the desk
        page.locator("#layers summary").tap()
        page.locator("[data-switch=owners]").tap()
        expect(page.locator(".map [data-layer=owners]")).to_be_hidden()


def test_lights_go_out_places_are_told_and_layers_stay_as_they_were_left(visit: Visit) -> None:
    page = at_desk(visit())
    choose(page, CAPTAIN, phone=False)
    page.locator("[data-look=place]").click()
    hands.point(page, "VAL")
    expect(page.locator(".bubble .choice")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#lights")).to_be_visible()
    page.locator(".map [data-target=AKL]").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".map [data-light]:focus:not([data-target=AKL])")).to_have_count(1)  # only what is lit is on the way
    page.keyboard.press("Escape")
    expect(page.locator("#lights")).to_be_hidden()
    expect(page.locator(".map [data-light]")).to_have_count(0)
    hands.point(page, "MER")
    expect(page.locator(".place-card")).to_contain_text("Merisse (MER)")
    page.locator(".place-card .place-orders button").filter(has_text="Claim").first.click()
    expect(page.locator(".traces .look-claim title")).to_have_text("ruler : claim MER")
    page.locator("#layers summary").focus()
    page.keyboard.press("Enter")
    page.locator("[data-switch=owners]").uncheck()
    page.locator("[data-switch=danger]").check()
    expect(page.locator(".map [data-layer=owners]")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#layers")).not_to_have_attribute("open", "")
    page.reload()
    page.locator(hands.READY).wait_for()
    expect(page.locator(".map [data-layer=owners]")).to_be_hidden()
    expect(page.locator(".map .tints [data-layer=danger]")).not_to_have_attribute("data-off", "")
