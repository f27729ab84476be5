"""Several tokens at once: with the mouse, with fingers and with the keyboard, sent as one answer."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from . import hands
from .axe import violations
from .conftest import Visit
from .unseen import Unseen

CONQUESTS = 3


def reorganizing(page: Page) -> list[str]:
    """A table of Vinci after a few conquests, when several tokens are to be spread; the provinces they may go to."""
    game = Unseen(page, hands.lay_table(page, "vinci", ["me", "hotseat", "hotseat"]))
    conquests = 0
    while game.look() and "data-allot" not in game.part("actions"):
        wanted, on_board = game.buttons("actions"), game.buttons("choices")
        targets = [touched for _, touched, _ in on_board if touched]
        enough = wanted and (conquests >= CONQUESTS or not targets)
        game.take((wanted if enough else on_board)[0][0])
        conquests += bool(targets)
    return (game.show().locator("[data-allot]").get_attribute("data-places") or "").split()


def left(page: Page) -> int:
    return int(page.locator(".allot output").inner_text().split()[0])


def sent(page: Page) -> None:
    before = hands.entry(page)
    page.get_by_role("button", name="Done").click()
    hands.await_change(page, before)


def test_with_the_mouse(visit: Visit) -> None:
    page = visit()
    first, second, *_ = reorganizing(page)
    amount = int(page.locator("[data-allot]").get_attribute("data-amount") or 0)
    before = hands.entry(page)
    page.get_by_role("button", name="Several at once").click()
    hands.point(page, first)
    hands.point(page, first)
    assert left(page) == amount - 2
    page.mouse.click(*hands.spot(page, first), button="right")
    assert left(page) == amount - 1
    expect(page.get_by_role("button", name="Done")).to_be_disabled()
    page.keyboard.down("Shift")
    hands.point(page, second)
    page.keyboard.up("Shift")
    assert (left(page), hands.entry(page)) == (0, before)
    assert page.locator(".allotted text").all_text_contents() == ["+1", f"+{amount - 1}"]
    assert violations(page) == []
    sent(page)
    assert hands.entry(page) == before + 1
    expect(page.locator(".allotted text")).to_have_count(0)
    page.locator("#tab-log").click()
    expect(page.locator(".log .entry").filter(has_text=f"{amount - 1} tokens").first).to_be_visible()


def test_one_click_places_one_where_nothing_else_is_wished(visit: Visit) -> None:
    page = visit()
    first, *_ = reorganizing(page)
    amount = int(page.locator("[data-allot]").get_attribute("data-amount") or 0)
    before = hands.entry(page)
    hands.point(page, first)
    hands.await_change(page, before)
    now = page.locator("[data-allot]")
    assert not now.count() or int(now.get_attribute("data-amount") or 0) == amount - 1


def test_with_the_keyboard(visit: Visit) -> None:
    page = visit()
    first, second, *_ = reorganizing(page)
    amount = int(page.locator("[data-allot]").get_attribute("data-amount") or 0)
    page.locator(f".map [data-target={first}]").focus()
    page.keyboard.press("2")
    assert left(page) == amount - 2
    page.keyboard.press("Backspace")
    assert left(page) == amount - 1
    page.keyboard.press("Enter")
    assert left(page) == amount - 2
    page.locator(f".map [data-target={second}]").focus()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("button", name="Done")).to_be_focused()
    before = hands.entry(page)
    page.keyboard.press("Enter")
    hands.await_change(page, before)


def test_with_fingers(visit: Visit) -> None:
    page = visit(width=390, height=844, phone=True)
    first, *_ = reorganizing(page)
    amount = int(page.locator("[data-allot]").get_attribute("data-amount") or 0)
    page.get_by_role("button", name="Several at once").tap()
    hands.tap(page, first)
    bubble = page.locator("#bubble")
    expect(bubble.locator("output")).to_have_text("1")
    bubble.get_by_role("button", name="One more").tap()
    bubble.get_by_role("button", name="One less").tap()
    expect(bubble.locator("output")).to_have_text("1")
    bubble.get_by_role("button", name="All the rest").tap()
    expect(bubble.locator("output")).to_have_text(str(amount))
    sent(page)
    page.reload()
    if page.locator("[data-allot]").count():
        expect(page.get_by_role("button", name="Several at once")).to_have_attribute("aria-pressed", "true")
