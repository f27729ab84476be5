"""One link for a table of friends: seats chosen on phones, seen at once by everybody; whoever was not invited sees nothing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .axe import violations
from .conftest import Visit
from .hands import READY
from .test_people import address


def phone(visit: Visit) -> Page:
    return visit(width=390, height=800, phone=True)


def test_friends_meet_behind_one_link_and_strangers_find_nothing(visit: Visit) -> None:
    host, anna, bert, outsider = visit(), phone(visit), phone(visit), visit()
    host.goto(address(host, "/new/cendre/"))
    host.select_option("[name=seats]", "3")
    for number in (1, 2):
        host.select_option(f"[name=seat_{number}]", "open")
    host.fill("[name=name]", "The back room")
    host.uncheck("[name=public]")
    host.click("#new-table button[type=submit]")
    link = host.locator("#link-table").input_value()
    for friend in (anna, bert):
        friend.goto(link)
    anna.get_by_role("button", name="Sit down").last.click()
    seats = [page.locator(".room-seat") for page in (host, anna, bert)]
    expect(seats[1].nth(2)).to_contain_text("you")
    guest = anna.locator(".room-seat.mine strong").inner_text()
    for page in seats:
        expect(page.nth(2)).to_contain_text(guest)
    bert.get_by_role("button", name="Sit down").click()
    anna.get_by_label("Plays").select_option("ROC")
    expect(seats[0].nth(2).get_by_label("Plays")).to_have_value("ROC")
    expect(bert.locator("#pick-1 option[value=ROC]")).to_be_disabled()
    assert [violations(page) for page in (host, anna)] == [[], []]
    host.get_by_role("button", name="Start the game").click()
    host.locator(READY).wait_for()
    for friend in (anna, bert):
        friend.wait_for_url(host.url)
        friend.locator(READY).wait_for()
    assert outsider.goto(host.url).status == 404
    expect(outsider.locator("body")).not_to_contain_text("The back room")
