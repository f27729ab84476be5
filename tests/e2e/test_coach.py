"""The coach in a browser: asked on a phone and on a desk, shown on the board, played; and a finished game looked through."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .axe import violations
from .hands import await_change, await_turn, entry, new_table
from .unseen import Unseen

IN_SIGHT = """() => {
  const idea = document.querySelector('[data-part=advice] .idea'), box = idea?.getBoundingClientRect();
  return Boolean(box?.width && idea.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 12)));
}"""
TO_THE_END = "(pane) => { for (let one = pane; one; one = one.parentElement) one.scrollTop = 9999; }"


@pytest.mark.parametrize("phone", [False, True])
def test_ideas_are_seen_also_where_the_question_is_answered_in_another_tab(visit: Callable[..., Page], phone: bool) -> None:
    page = visit(width=360 if phone else 1280, height=640 if phone else 800, phone=phone)
    new_table(page, "vinci", ["me", "bot:greedy", "bot:greedy"])
    await_turn(page)
    expect(page.locator("#tab-panels")).to_have_attribute("aria-selected", "true")
    page.locator("button[form=advise]").click()
    page.wait_for_function(IN_SIGHT)


@pytest.mark.parametrize(("phone", "title", "language"), [(False, "vinci", "en"), (True, "byzantium", "fr")])
def test_advice_comes_is_shown_on_the_board_and_played(visit: Callable[..., Page], phone: bool, title: str, language: str) -> None:
    page = visit(width=390 if phone else 1280, height=844 if phone else 800, phone=phone, language=language)
    new_table(page, title, ["me", "bot:greedy", "bot:greedy"])
    await_turn(page)
    if title == "vinci":
        while not page.locator(".map .hit[data-lit]").count():
            before = entry(page)
            page.locator("[data-part] button[data-choice]").first.evaluate("button => button.click()")
            await_change(page, before)
            await_turn(page)
    if phone:
        overtake(page)
    page.locator("#pane-play").evaluate(TO_THE_END)
    page.locator("button[form=advise]").click()
    ideas = page.locator("[data-part=advice] .idea")
    page.wait_for_function(IN_SIGHT)
    assert violations(page) == []
    ideas.first.locator("a[data-look]").click()
    expect(page.locator("[data-looked], [data-looked-at]").first).to_be_attached()
    ideas.first.get_by_role("button", name=re.compile("^(Play this|Jouer cela)")).click()
    expect(page.locator("[data-part=advice] .idea")).to_have_count(0)


def overtake(page: Page) -> None:
    """The coach is quicker than the answer to the question put to it: its news comes while the page still waits."""
    address = page.url

    def hold_back(route: Route) -> None:
        answer = route.fetch()
        while (
            'class="idea'
            not in page.request.get(f"{address}parts/", headers={"Accept": "application/json"}).json()["parts"]["advice"]
        ):
            pass
        route.fulfill(response=answer)

    page.route("**/advise/*", hold_back)


def test_a_finished_game_is_looked_through(visit: Callable[..., Page]) -> None:
    page = visit()
    table = new_table(page, "vinci", ["me", "bot:greedy"], target=50)
    unseen = Unseen(page, table)
    unseen.play_to_the_end()
    unseen.show()
    page.locator("button[form=review]").click()
    expect(page.locator("[data-part=review] .lapses")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="All of it on a page").click()
    expect(page.get_by_role("heading", name="Your moves")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name=re.compile("^See it")).first.click()
    page.wait_for_url("**/replay/?entry=*")
