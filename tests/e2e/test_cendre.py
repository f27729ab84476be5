"""Terre de Cendre in the browser: against nineteen bots a person writes a sheet, hands it in and reads the report of the season."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit

ALL = ["me", *["bot:ruler"] * 19]
GOOD, DOUBTFUL, BAD = "contrat MERISSE", "contrat VOLTDRAG", "guerre ATLANTIS"


def seated(page: Page, seats: list[str] | None = None) -> Page:
    hands.new_table(page, "cendre", seats or ALL)
    return at_desk(page)


def at_desk(page: Page) -> Page:
    hands.await_others(page)
    return hands.open_text(page)


def write(page: Page, *lines: str) -> None:
    """Add lines to the diplomacy of the pre-filled sheet."""
    sheet = page.locator("#desk-text")
    sheet.fill(sheet.input_value().replace("[DIPLOMACY]", "\n".join(("[DIPLOMACY]", *lines))))


def desk(page: Page, button: str) -> None:
    hands.press(page, f".desk button[value='{button}']")


def check(page: Page) -> None:
    desk(page, "check")
    page.locator("#desk-verdicts .verdicts:not(.stale)").wait_for()


@pytest.mark.long
def test_a_season_from_the_sheet_to_the_report(visit: Visit) -> None:
    page = visit()
    hands.fill_in_table(page, "cendre", ALL)
    at_desk(page)
    expect(page.locator("#desk-text")).to_have_value(re.compile(r"^SHEET nation=AKLA turn=201-spring\n"))
    write(page, GOOD, DOUBTFUL, BAD)
    check(page)
    verdict = page.locator("#desk-verdicts .verdict")
    expect(verdict.filter(has_text="guerre ATLANTIS")).to_have_class(re.compile("refused"))
    expect(verdict.filter(has_text="read as: VOLTDRAG = VOLTDARG")).to_have_class(re.compile("doubtful"))
    expect(page.locator("#desk-verdicts .count.refused b")).to_have_text("1")
    expect(page.locator(".gutter .refused")).to_have_count(1)
    expect(page.locator(".gutter .doubtful")).to_have_count(1)
    page.locator("#desk-verdicts .canonical summary").click()
    canonical = page.locator("#desk-verdicts .canonical pre")
    expect(canonical).to_contain_text("contract VOLTDARG")
    expect(canonical).not_to_contain_text("ATLANTIS")
    verdict.filter(has_text="guerre ATLANTIS").locator("a.rule").click()
    expect(page.locator(".rule-entry.found")).to_have_attribute("id", "rule-TC-SHEET-03")
    page.locator("#tab-play").click()
    desk(page, "hand")
    expect(page.locator(".desk-warning")).to_be_visible()
    desk(page, "hand")
    expect(page.locator(".unsure")).to_contain_text("Without anything to do")
    desk(page, "hand:sure")
    expect(page.locator(".desk")).to_have_attribute("data-turn", "201-ete")
    page.locator(".desk-report").click()
    expect(page.locator(".letter h1")).to_have_text("Akla, summer 201")
    orders = page.locator(".letter section").filter(has=page.get_by_role("heading", name="Your orders"))
    expect(orders).to_contain_text("contract MERISSE")
    expect(orders).not_to_contain_text("ATLANTIS")
    page.select_option("#paper-kind", "gazette")
    expect(page.locator(".letter h1")).to_have_text("Gazette, summer 201")
    page.select_option("#paper-turn", label="spring 201")
    expect(page.locator(".letter h1")).to_contain_text("spring 201")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Text").click()
    assert taken.value.suggested_filename == "201-printemps-gazette.txt"


def test_a_sheet_can_be_replaced_while_another_person_writes(visit: Visit) -> None:
    page, other = visit(), visit()
    hands.sit_down(other, hands.new_table(page, "cendre", ["me", "open", "bot:ruler"]))
    hands.open_text(page)
    for number in (1, 2):
        hands.hand_surely(page)
        expect(page.locator(".desk-state.done")).to_contain_text(f"receipt {number}")
        page.locator("#desk-text").fill(page.locator("#desk-text").input_value() + "# again\n")
    hands.press(page, ".desk-head button[form=undo]")
    expect(page.locator(".desk:not(.handed)")).to_be_visible()
    expect(page.locator("#desk-text")).to_have_value(re.compile("# again\n$"))
    hands.hand_surely(page)
    with page.expect_response(re.compile("/receipt/")) as letter:
        page.locator(".desk-state a").click()
    assert "HMAC-SHA-256" in letter.value.text()


def test_drafts_ideas_and_help(visit: Visit) -> None:
    page = seated(visit())
    page.locator("#desk-text").fill("FEUILLE nation=AKLA tour=201-printemps\n# my plan\n")
    page.reload()
    page.locator(hands.READY).wait_for()
    expect(page.locator("#desk-text")).to_have_value(re.compile("# my plan"))
    expect(page.locator(".desk-saved")).to_be_visible()
    page.evaluate("localStorage.clear()")  # as on another device
    page.reload()
    page.locator(hands.READY).wait_for()
    expect(page.locator("#desk-text")).to_have_value(re.compile("# my plan"))
    hands.take_idea(page, "ruler")
    hands.open_text(page)
    expect(page.locator("#desk-text")).to_have_value(re.compile(r"\[ORDERS\]\n.* : "))
    desk(page, "start:form")
    expect(page.locator("#desk-text")).to_have_value(re.compile(r"place ruler AKL"))
    page.locator(".desk-kinds summary").click()
    page.locator("[data-find=kinds]").fill("grow-town AKL")
    expect(page.locator(".kind:visible")).to_have_count(1)
    page.locator(".kind:visible [data-insert]").click()
    expect(page.locator("#desk-text")).to_have_value(re.compile(r'\[ORDERS\]\n(.*\n)*".*" : grow-town AKL\n\[TRADE\]'))


def test_pointing_at_a_territory_tells_what_is_known_of_it(visit: Visit) -> None:
    page = seated(visit())
    page.mouse.move(*hands.spot(page, "AKL"))
    expect(page.locator("#bubble.hint .answers")).to_contain_text("Farms 5/8")
    hands.point(page, "MER")
    told = page.locator(".place-card")
    expect(told).to_contain_text("Merisse")
    expect(told).not_to_contain_text("Farms")


def test_a_spectator_reads_the_gazette_only(visit: Visit) -> None:
    address = seated(visit(), ["me", "bot:ruler"]).url
    page = visit("/" + address.split("/", 3)[3])
    expect(page.locator(".desk")).to_have_count(0)
    expect(page.locator(".ce-realm")).to_have_count(0)
    page.get_by_role("link", name="Reports").click()
    expect(page.locator(".letter h1")).to_have_text("Gazette, spring 201")
    expect(page.locator("#paper-kind")).to_have_count(0)


def test_on_a_phone(visit: Visit) -> None:
    page = seated(visit(width=390, height=844, phone=True), ["me", "bot:ruler"])
    expect(page.locator("#pane-play")).to_be_visible()  # whoever is asked for a sheet finds it open
    write(page, BAD)
    check(page)
    expect(page.locator("#desk-verdicts .verdict.refused")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#tab-panels").tap()
    expect(page.locator(".ce-goods")).to_contain_text("gold")
    page.goto(page.url + "papers/")
    expect(page.locator(".letter h1")).to_have_text("Akla, spring 201")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_no_serious_accessibility_violations(visit: Visit, width: int) -> None:
    page = seated(visit(width=width, height=844), ["me", "bot:ruler"])
    write(page, GOOD, DOUBTFUL, BAD)
    check(page)
    page.locator(".desk-kinds summary").click()
    page.locator(".kind").first.wait_for()
    found = violations(page)
    page.locator("#tab-panels").click()
    page.locator("#pane-panels details").evaluate_all("(all) => all.forEach((book) => { book.open = true; })")
    found += violations(page, "#dock")
    page.goto(page.url.split("#")[0] + "papers/")
    found += violations(page)
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("language", ["fr", "it"])
def test_the_head_of_every_page_of_a_table_is_one_row(visit: Visit, language: str) -> None:
    """With the longest name of a nation, and a guest who is offered an account."""
    page = visit(width=1280, height=800, language=language)
    hands.new_table(page, "cendre", ["me=LACUSTRES", "bot:novice"])
    hands.await_turn(page)
    pages = [link for link in page.eval_on_selector_all(".masthead a", "all => all.map((one) => one.href)") if "/t/" in link]
    assert len(pages) > 3
    for address in [page.url, *pages]:
        page.goto(address)
        assert page.locator(".masthead").evaluate("(head) => head.offsetHeight") < 60, address
