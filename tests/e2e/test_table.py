"""The table page: others' moves, why not, undo, replay, spectators, languages, a lost link, and what a page weighs."""

from __future__ import annotations

import time
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import PATIENCE, Visit
from .unseen import Unseen

HOT = ["me", "hotseat", "hotseat"]


@pytest.mark.long
def test_two_people_see_each_others_moves(visit: Visit, record_property: pytest.RecordProperty) -> None:
    ada, bob = visit(), visit()
    hands.sit_down(bob, hands.new_table(ada, "vinci", ["me", "open", "bot:greedy"], target=60))
    ada.locator(hands.READY).wait_for()
    waits = []
    for _ in range(12):
        mover, watcher = _mover(ada, bob)
        seen = hands.entry(mover)
        hands.answer(mover)
        start = time.monotonic()
        watcher.wait_for_function("(n) => Number(document.querySelector('#act input[name=entry]').value) > n", arg=seen)
        waits.append(time.monotonic() - start)
    record_property("slowest news (ms)", round(1000 * max(waits)))


def _mover(ada: Page, bob: Page) -> tuple[Page, Page]:
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        if hands.is_asked(ada):
            return ada, bob
        if hands.is_asked(bob):
            return bob, ada
        ada.wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def test_a_hidden_page_calls_in_its_title_when_it_is_ones_turn(visit: Visit) -> None:
    ada, bob = visit(), visit()
    hands.sit_down(bob, hands.new_table(ada, "vinci", ["me", "open", "bot:greedy"], target=60))
    ada.locator(hands.READY).wait_for()
    mover, waiting = _mover(ada, bob)
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    waiting.evaluate(hide, True)
    while _mover(waiting, mover)[0] is mover:
        hands.answer(mover)
    assert waiting.title().startswith("●")
    waiting.evaluate(hide, False)
    assert not waiting.title().startswith("●")


def test_a_click_on_anything_else_says_why_not_and_cites_the_rule(visit: Visit) -> None:
    page = _conquering(visit())
    while not (hands.lit(page, ".map") and _barred(page)):
        hands.answer(page)
    page.locator("#tab-log").click()
    hands.point(page, _barred(page)[0])
    bubble = page.locator("#bubble.why")
    expect(bubble.locator(".refused > p")).to_have_count(1)
    bubble.locator(".refused summary").click()
    rule = bubble.locator("a.rule").first.get_attribute("data-rule") or ""
    assert rule.startswith("VI-")
    bubble.locator("a.rule").first.click()
    expect(page.locator(f"#rule-{rule}.found")).to_be_visible()


def _barred(page: Page) -> list[str]:
    """Spaces that nothing can be done with now; with Revolution there may be none."""
    return list(page.evaluate("[...document.querySelectorAll('.map .hit:not([data-lit])')].map((t) => t.dataset.target)"))


def test_rules_are_found_by_their_words(visit: Visit) -> None:
    page = _conquering(visit())
    page.locator("#tab-rules").click()
    field, found = page.locator("#ask-rules"), page.locator("#rules-found")
    field.fill("how much does a mountain cost")
    expect(found.locator("li").first).to_contain_text("What does it cost to conquer a province?")
    expect(page.locator("#rules")).to_be_hidden()
    found.locator(".answer.question a.rule").nth(2).click()
    expect(page.locator("#rule-VI-CONQ-03.found")).to_be_visible()
    expect(found.locator("li")).to_have_count(0)
    field.fill("xyzzy")
    expect(found).to_contain_text("Nothing fits")
    field.fill("")
    expect(page.locator("#rules")).to_be_visible()


def test_pointing_shows_what_a_conquest_would_cost(visit: Visit) -> None:
    page = _conquering(visit())
    target = hands.lit(page, ".map")[0]
    page.mouse.move(*hands.spot(page, target))
    expect(page.locator("#bubble.hint .breakdown tfoot td").first).to_be_visible()


def test_a_conquest_is_taken_back_and_a_turn_restarted(visit: Visit) -> None:
    page = _conquering(visit())
    before = page.locator("[data-part=pieces]").inner_html()
    _conquer(page)
    assert page.locator("[data-part=pieces]").inner_html() != before
    _press(page, "button[form=undo]")
    assert page.locator("[data-part=pieces]").inner_html() == before
    _conquer(page)
    _conquer(page)
    _press(page, "button[form=restart]")
    assert page.locator("[data-part=pieces]").inner_html() == before


def test_what_was_revealed_cannot_be_taken_back(visit: Visit) -> None:
    """Taking a civilization draws a new pair from the bag: no way back."""
    page = visit()
    hands.new_table(page, "vinci", HOT, target=30)
    page.locator(hands.READY).wait_for()
    expect(page.locator("button[form=undo]")).to_be_disabled()
    hands.answer(page)
    expect(page.locator("button[form=undo]")).to_be_disabled()
    before = hands.entry(page)
    page.evaluate("document.getElementById('undo').requestSubmit()")
    expect(page.locator("#notice")).to_be_visible()
    assert hands.entry(page) == before


def test_a_game_is_replayed_step_by_step(visit: Visit) -> None:
    page = _conquering(visit())
    _conquer(page)
    last = page.locator("[data-part=pieces]").inner_html()
    page.get_by_role("link", name="Replay", exact=True).click()
    page.locator(f"{hands.READY} [data-replay]").wait_for()
    steps = int(page.locator("#at").get_attribute("max") or 0)
    assert steps >= 4
    assert page.locator("[data-part=pieces]").inner_html() == last
    page.get_by_role("link", name="To the start").click()
    expect(page.locator("#at-text")).to_have_text(f"0 / {steps}")
    expect(page.locator("[data-part=pieces] .chip")).to_have_count(0)
    page.get_by_role("link", name="One step on").click()
    expect(page.locator("#at-text")).to_have_text(f"1 / {steps}")
    expect(page.locator("#happened")).not_to_be_empty()
    page.locator("#at").fill(str(steps))
    expect(page.locator("[data-part=pieces] .chip")).not_to_have_count(0)


def test_spectators_see_the_table_and_nothing_hidden(visit: Visit) -> None:
    """Pebbles deals hidden hands: a spectator's page and its fragments hold none of their numbers."""
    ada, eve = visit(), visit()
    address = hands.new_table(ada, "pebbles", ["me", "bot:random", "bot:random"])
    ada.locator(hands.READY).wait_for()
    own = _hand(ada)
    assert own
    eve.goto(address)
    expect(eve.locator("[data-part=choices] button")).to_have_count(0)
    expect(eve.locator("button[form=undo]")).to_have_count(0)
    assert _hand(eve) == ""
    fresh = eve.evaluate(
        "fetch(location.pathname + 'parts/?seen=-1', {headers: {Accept: 'application/json'}}).then((r) => r.json())"
    )
    assert fresh["yours"] is False
    assert "data-choice" not in str(fresh["parts"])


def _hand(page: Page) -> str:
    """The table called Hand on a plain board."""
    box = page.locator(".tableau", has=page.get_by_role("heading", name="Hand", exact=True)).locator("tbody")
    return box.inner_text().strip() if box.count() else ""


@pytest.mark.parametrize(("language", "asked"), [("fr", ", à vous de jouer"), ("it", ", tocca a te")])
def test_the_table_speaks_the_readers_language(visit: Visit, language: str, asked: str) -> None:
    page = visit()
    hands.new_table(page, "vinci", HOT, target=30)
    page.locator(hands.READY).wait_for()
    expect(page.locator("[data-part=prompt]")).to_contain_text(", your move")
    hands.read_in(page, language)
    expect(page.locator("[data-part=prompt]")).to_contain_text(asked)
    assert page.locator("#tab-panels .word").inner_text() in ("Marché", "Mercato")


def test_a_lost_link_recovers_by_itself(visit: Visit) -> None:
    ada, eve = visit(), visit()
    eve.goto(hands.new_table(ada, "vinci", HOT, target=30))
    eve.locator(hands.READY).wait_for()
    eve.context.set_offline(True)
    eve.evaluate("window.dispatchEvent(new Event('offline'))")
    hands.answer(ada)
    eve.context.set_offline(False)
    eve.evaluate("window.dispatchEvent(new Event('online'))")
    eve.wait_for_function("(n) => Number(document.querySelector('#act input[name=entry]').value) >= n", arg=hands.entry(ada))


def test_nothing_moves_for_those_who_want_no_motion(visit: Visit) -> None:
    """`visit` asks for reduced motion: lit provinces do not beckon, and a choice shows at once."""
    page = _conquering(visit())
    assert page.evaluate("document.getAnimations().length") == 0
    page.locator("#tab-log").click()
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator("#log-filter")).to_be_in_viewport()


def test_chat_reaches_the_others(visit: Visit) -> None:
    ada, bob = visit(), visit()
    hands.sit_down(bob, hands.new_table(ada, "vinci", ["me", "open", "bot:greedy"], target=15))
    for person in (ada, bob):
        person.locator(hands.READY).wait_for()
        person.locator("#tab-chat").click()
    ada.locator("#chat-text").fill("Well met <b>friend</b>")
    ada.locator("#chat-text").press("Enter")
    expect(bob.locator(".chat")).to_contain_text("Well met <b>friend</b>")
    expect(ada.locator("#chat-text")).to_have_value("")


def test_the_log_is_filtered_and_says_what_is_new(visit: Visit) -> None:
    page = _conquering(visit())
    _conquer(page)
    page.locator("#tab-log").click()
    everything = page.locator(".log .entry:visible").count()
    page.select_option("#log-filter", index=2)
    assert 0 < page.locator(".log .entry:visible").count() < everything
    page.select_option("#log-filter", "new")
    assert page.locator(".log .entry:visible").count() < everything


def test_the_board_zooms_pans_and_fits(visit: Visit) -> None:
    page = _conquering(visit())
    whole = _frame(page)
    page.get_by_role("button", name="Zoom in").click()
    near = _changed(page, whole)
    assert near[2] < whole[2]
    box = page.locator("svg.map[data-frame]").bounding_box() or {}
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 260, steps=5)
    page.mouse.up()
    assert not page.evaluate("document.getElementById('board').dataset.busy"), "dragging the map is not a click on it"
    expect(page.locator("#bubble.why, #bubble.menu")).to_be_hidden()
    moved = _changed(page, near)
    assert moved[0] > near[0]
    page.get_by_role("button", name="Show the whole board").click()
    assert _changed(page, moved) == whole


def test_cards_over_the_map_go_when_they_or_the_map_are_pressed(visit: Visit) -> None:
    page = _conquering(visit())
    page.evaluate(LAY_CARDS, 3)
    page.evaluate("document.querySelector('#moments p').click()")
    assert page.evaluate("document.querySelectorAll('#moments .laid').length") == 2
    page.locator("svg.map[data-frame]").dispatch_event("pointerdown")
    assert page.evaluate("document.querySelectorAll('#moments .laid').length") == 0


LAY_CARDS = """(count) => {
  const card = '<li class="moment laid"><p>Somebody takes something</p></li>';
  document.getElementById('moments').innerHTML = card.repeat(count);
}"""


def _changed(page: Page, before: list[float]) -> list[float]:
    page.wait_for_function(
        "(was) => document.querySelector('svg.map').getAttribute('viewBox') !== was", arg=" ".join(f"{n:g}" for n in before)
    )
    page.evaluate(STILL)
    return _frame(page)


STILL = """async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const seen = () => document.querySelector('svg.map').getAttribute('viewBox');
  for (let before = null; before !== seen(); ) {
    before = seen();
    await frame();
    await frame();
  }
}"""
"""Until the board has not moved for two drawings of the page."""


def _frame(page: Page) -> list[float]:
    return [float(number) for number in (page.locator("svg.map[data-frame]").get_attribute("viewBox") or "").split()]


def test_the_table_page_is_light(visit: Visit, record_property: pytest.RecordProperty) -> None:
    page = visit()
    address = hands.new_table(page, "vinci", HOT, target=30)
    fresh = visit(address.removeprefix(urljoin(address, "/")[:-1]))
    fresh.locator(hands.READY).wait_for()
    ready = fresh.evaluate("performance.getEntriesByName('table-ready')[0].startTime")
    sizes = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).map((e) => e.transferSize)"
    weight = sum(fresh.evaluate(sizes))
    record_property("ready after (ms)", round(ready))
    record_property("bytes", weight)
    assert weight < 200_000


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_of_a_table_has_serious_accessibility_violations(visit: Visit, width: int) -> None:
    page = visit("/", width=width, height=844)
    found = violations(page)
    table = hands.new_table(page, "vinci", HOT, target=14)
    page.locator(hands.READY).wait_for()
    found += violations(page)
    game = Unseen(page, table)
    game.play_to_the_end()
    found += violations(game.show())
    page.locator("[data-hide=end]").click()
    for tab in ("play", "log", "chat", "rules"):
        page.locator(f"#tab-{tab}").click()
        found += violations(page, "#dock")
    page.goto(page.url + "replay/")
    found += violations(page)
    assert not found, "\n".join(dict.fromkeys(found))


# -- hands for this file ------------------------------------------------------------------------------


def _conquering(page: Page) -> Page:
    """A shared table at its first conquest."""
    hands.new_table(page, "vinci", HOT, target=40)
    page.locator(hands.READY).wait_for()
    while not hands.lit(page, ".map"):
        hands.answer(page)
    return page


def _conquer(page: Page) -> None:
    hands.answer(page)


def _press(page: Page, button: str) -> None:
    before = hands.entry(page)
    page.locator(button).click()
    hands.await_change(page, before)
