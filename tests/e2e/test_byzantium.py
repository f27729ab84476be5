"""Byzantium in the browser: a whole game for two by clicks, odds before an attack, a battle with its dice, a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit

TWO = ["me", "hotseat"]
ACTIONS_A_TURN = 3
"""After so many actions each player passes, so that three turns fit into a minute."""


def seated(page: Page) -> Page:
    """Two people at one screen, at their first question."""
    hands.new_table(page, "byzantium", TWO)
    page.locator(hands.READY).wait_for()
    return page


def take(page: Page, target: str, option: str = "") -> None:
    """Point at something and take an option there, by its words if there are several."""
    before = hands.entry(page)
    hands.point(page, target)
    if hands.asks_back(page, before):
        page.locator("#bubble button.choice", has_text=option).first.click()
    hands.await_change(page, before)


def press(page: Page, words: str) -> None:
    before = hands.entry(page)
    page.locator("[data-part=actions] button", has_text=words).click()
    hands.await_change(page, before)


def besieged(page: Page) -> Page:
    """The first player holds Dyrrachium with his army; the second sends the Bulgars against it. Free cubes pay unasked."""
    seated(page)
    take(page, "dyrrachium", "Take control")
    take(page, "dyrrachium", "Bulgars attack")
    return page


@pytest.mark.long
def test_a_whole_game_for_two_is_played_by_clicks(visit: Visit) -> None:
    page = seated(visit())
    answers = actions = 0
    while not hands.is_over(page) and answers < 300:
        if "box:pass" in hands.lit(page, ".map") and (actions := actions + 1) % (2 * ACTIONS_A_TURN + 2) > 2 * ACTIONS_A_TURN - 1:
            take(page, "box:pass")
        else:
            hands.answer(page)
        answers += 1
        hands.await_turn(page)
    assert answers > 25
    expect(page.locator("#end .ranking tbody tr")).to_have_count(2)
    expect(page.locator("#end")).to_contain_text(re.compile("three turns are over|Constantinople has fallen"))
    shown = page.locator(".seat-card .score").evaluate_all("(all) => all.map((score) => Number(score.lastChild.textContent))")
    ranked = [int(score) for score in page.locator("#end .ranking tbody td.score").all_text_contents()]
    assert sorted(shown) == sorted(ranked)


def test_pointing_at_a_city_shows_the_odds_of_every_attack_on_it(visit: Visit) -> None:
    page = seated(visit())
    page.mouse.move(*hands.spot(page, "dyrrachium"))
    hint = page.locator("#bubble.hint")
    expect(hint).to_contain_text("Bulgars attack Dyrrachium")
    expect(hint).to_contain_text(re.compile(r"\d+ % against the city alone; about \d cubes? lost"))
    expect(hint.locator(".gauge")).to_have_count(1)
    page.locator("#tab-play").click()
    entry = page.locator("#pane-play button.choice", has_text="Bulgars attack Dyrrachium")
    expect(entry.locator(".figure").last).to_have_text(re.compile(r"^\d+ %$"))


def test_a_battle_is_shown_step_by_step_with_its_dice(visit: Visit) -> None:
    page = besieged(visit())
    fight = page.locator("#pane-panels .fight.now")
    expect(fight.get_by_role("heading")).to_have_text("Battle of Dyrrachium")
    expect(fight.locator(".phases .now")).to_have_text("Flight")
    expect(page.locator(".map .by-clash")).to_have_count(1)
    press(page, "Stand and fight")
    told = page.locator("#pane-panels .fight")
    assert told.locator(".dice").count() >= 2
    hits = sum(int(text.split()[0]) for text in told.locator(".dice .hits").all_inner_texts())
    expect(told.locator(".die.counts")).to_have_count(hits)
    page.locator("#tab-log").click()
    assert page.locator("#pane-log .die").count() >= told.locator(".die").count() > 3


def test_options_are_listed_by_kind_and_found_by_their_words(visit: Visit) -> None:
    page = seated(visit())
    page.locator("#tab-play").click()
    groups = page.locator("#pane-play details.group")
    assert groups.count() > 5
    expect(page.locator("details[data-verb=TakeControl]")).not_to_have_attribute("open", "")
    page.locator("[data-find=choices]").fill("take damascus")
    expect(page.locator("#pane-play ul.choices > li:visible")).to_have_count(1)
    expect(page.locator("details[data-verb=Reinforce]")).to_be_hidden()
    page.get_by_label("choose which cube pays").check()
    page.locator("#pane-play .choice:visible").click()
    expect(page.locator("[data-part=prompt]")).to_contain_text("Damascus")


def test_a_click_on_what_cannot_be_played_cites_the_rule(visit: Visit) -> None:
    page = seated(visit())
    hands.point(page, "hira")
    why = page.locator("#bubble.why .refused")
    expect(why.first).to_be_visible()
    assert (why.locator("details:not([open]) a.rule").first.get_attribute("data-rule") or "").startswith("BY-")
    page.keyboard.press("Escape")
    hands.point(page, "box:civil_war_arab")
    expect(page.locator("#bubble.why")).to_contain_text("not on the map")


def test_every_players_sheet_is_in_sight_at_once(visit: Visit) -> None:
    page = visit(height=860)
    hands.fill_in_table(page, "byzantium", ["me", "hotseat", "hotseat", "hotseat"])
    page.locator(hands.READY).wait_for()
    for slot in page.locator(".army-sheet .slot").all():
        expect(slot).to_be_in_viewport(ratio=1)
    assert page.locator(".army-sheet .slot").count() == 4 * 10


def test_the_first_actions_on_a_phone(visit: Visit) -> None:
    """What is asked next comes to the front: cities on the map, then the cubes of one's own sheet."""
    page = seated(visit(width=390, height=844, phone=True))
    before = hands.entry(page)
    page.get_by_label("choose which cube pays").check()
    hands.tap(page, "nicea")
    page.locator("#bubble button.choice", has_text="Take control").tap()
    hands.await_change(page, before)
    expect(page.locator("#pane-players")).to_be_visible()
    pool = page.locator("button[data-target='slot:pool']")
    expect(pool).to_be_in_viewport()
    box = pool.bounding_box() or {"width": 0, "height": 0}
    assert min(box["width"], box["height"]) >= 24
    pool.tap()
    page.locator("#bubble button.choice").first.tap()
    expect(page.locator(".map [data-piece=nicea] .by-piece").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("language", "words"), [("fr", ("Cases", "Fuite", "Empereur")), ("it", ("Caselle", "Fuga", "Imperatore"))])
def test_the_board_speaks_the_readers_language(visit: Visit, language: str, words: tuple[str, ...]) -> None:
    page = besieged(visit())
    hands.read_in(page, language)
    for word in words:
        expect(page.locator("#dock")).to_contain_text(word)


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_the_table_has_no_serious_accessibility_violations(visit: Visit, width: int) -> None:
    page = visit(width=width, height=844)
    found = violations(seated(page))
    for tab in ("play", "panels"):
        page.locator(f"#tab-{tab}").click()
        page.locator("#dock .pane[data-active] details").evaluate_all("(all) => all.forEach((group) => { group.open = true; })")
        found += violations(page, "#dock")
    besieged(page)
    found += violations(page)
    press(page, "Stand and fight")
    found += violations(page)
    assert not found, "\n".join(dict.fromkeys(found))
