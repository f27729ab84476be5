"""People find each other: friends, a game with whoever waits, a tournament, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .axe import violations
from .conftest import Visit
from .test_people import address, register


def test_two_people_become_friends_and_meet_at_a_rated_table_and_in_a_tournament(visit: Visit) -> None:
    una, tom = visit(phone=True, width=390, height=844), visit()
    register(una, "Una-of-Ur")
    register(tom, "Tom-of-Tyre")
    una.goto(address(una, "/people/Tom-of-Tyre/"))
    una.get_by_role("button", name="Ask to be friends").tap()
    expect(una.locator("main")).to_contain_text("You have asked")
    tom.goto(address(tom, "/people/"))
    tom.get_by_role("button", name=re.compile("^Agree")).click()
    expect(tom.locator("main")).to_contain_text("Una-of-Ur")
    una.goto(address(una, "/people/"))
    una.locator("summary", has_text="Wait for a game").tap()
    una.select_option("[name=title]", "pebbles")
    una.select_option("[name=seats]", "2")
    una.get_by_label("Rated").check()
    una.get_by_role("button", name="Wait for a game").tap()
    expect(una.locator("main")).to_contain_text("1 more wanted")
    assert violations(una) == []
    tom.reload()
    assert violations(tom) == []
    tom.get_by_role("button", name="Join them").click()
    expect(tom.locator("[data-table]")).to_be_visible()
    tom.goto(address(tom, "/tournaments/"))
    assert violations(tom) == []
    tom.fill("[name=name]", "Cup of Tyre")
    tom.select_option("[name=title]", "pebbles")
    tom.select_option("[name=seats]", "2")
    tom.get_by_role("button", name="Announce it").click()
    tom.get_by_role("button", name="Enter").click()
    una.goto(tom.url)
    una.get_by_role("button", name="Enter").tap()
    expect(una.get_by_role("row", name="Una-of-Ur")).to_be_visible()
    tom.reload()
    tom.get_by_role("button", name="Begin").click()
    expect(tom.get_by_role("link", name="To the table")).to_be_visible()
    assert violations(tom) == []
    for path in ("/people/Una-of-Ur/", "/ratings/pebbles/"):
        una.goto(address(una, path))
        assert violations(una) == []
