"""Getting in, inviting, leaving: what people do around the tables, in a real browser."""

from __future__ import annotations

import email
import email.policy
import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from ..web.serving import Server, awaited
from .axe import violations
from .conftest import PATIENCE, Visit
from .hands import PRESS, READY, fill_in_table, is_over, read_in, sit_down

SECRET = "a-long-secret-2"


def register(page: Page, name: str, mail: str = "") -> None:
    page.goto(re.sub(r"(https?://[^/]+)/.*", r"\1/account/register/", page.url))
    page.fill("[name=username]", name)
    page.fill("[name=email]", mail)
    page.fill("[name=password]", SECRET)
    page.click("main button[type=submit]")
    expect(page.locator(".messages")).to_contain_text(name)


def log_in(page: Page, name: str, secret: str) -> None:
    page.fill("[name=username]", name)
    page.fill("[name=password]", secret)
    page.click("main button[type=submit]")


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log out")).to_have_count(0)


def address(page: Page, path: str) -> str:
    return re.sub(r"(https?://[^/]+)/.*", rf"\1{path}", page.url)


def await_mail(site: Server, to: str) -> str:
    """The newest mail to this address: mails are files in the site's folder."""

    def newest() -> str | None:
        for path in sorted((site.home / "mail").glob("*"), reverse=True):
            message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            if to in str(message["To"]):
                return str(message.get_content())
        return None

    return awaited(newest, f"no mail to {to}")


def test_a_stranger_plays_within_two_clicks(visit: Visit) -> None:
    page = visit("/")
    page.locator(".title-card", has_text="Vinci").get_by_role("link", name="Play now").click()
    assert violations(page) == []
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("[data-part=prompt]")).not_to_be_empty()


def test_a_guest_makes_an_account_and_keeps_the_game(visit: Visit) -> None:
    page = visit()
    table = fill_in_table(page, "pebbles", ["me", "bot:greedy"])
    register(page, "giulia")
    expect(page.locator("#own-tables + ul a").first).to_have_attribute("href", re.sub(r"https?://[^/]+", "", table))
    log_out(page)
    again = visit("/account/login/")
    log_in(again, "giulia", SECRET)
    expect(again.locator(".masthead")).to_contain_text("giulia")
    again.goto(table)
    expect(again.locator("[data-part=controls]")).to_be_visible()
    expect(again.locator(".seat-card.you")).to_contain_text("giulia")


def test_a_password_is_reset_by_mail(visit: Visit, site: Server) -> None:
    page = visit()
    register(page, "otto", "otto@example.org")
    log_out(page)
    page.goto(address(page, "/account/login/"))
    page.get_by_role("link", name="Forgot your password?").click()
    page.fill("[name=email]", "otto@example.org")
    page.click("main button[type=submit]")
    expect(page.locator("main")).to_contain_text("on its way")
    link = re.search(r"https?://\S+/account/reset/\S+", await_mail(site, "otto@example.org"))
    assert link is not None
    page.goto(link[0])
    page.fill("[name=new_password1]", "another-long-secret-3")
    page.fill("[name=new_password2]", "another-long-secret-3")
    page.click("main button[type=submit]")
    expect(page.locator(".masthead")).to_contain_text("otto")
    fresh = visit("/account/login/")
    log_in(fresh, "otto", SECRET)
    expect(fresh.locator(".errorlist")).to_be_visible()


def test_a_friend_joins_by_a_link_and_both_pages_start_by_themselves(visit: Visit) -> None:
    host, friend = visit(), visit()
    register(host, "hanna")
    fill_in_table(host, "pebbles", ["me", "invited"])
    link = host.locator("#link-1").input_value()
    friend.goto(link)
    expect(friend.locator("h1")).to_contain_text("hanna invites you")
    friend.get_by_role("button", name="Sit down and play").click()
    friend.wait_for_url("**/t/*/")
    expect(friend.locator("[data-part=prompt]")).to_be_visible()
    expect(host.locator("[data-part=prompt]")).to_be_visible()
    late = visit()
    late.goto(link)
    expect(late.locator("main")).to_contain_text("taken")


def test_whoever_leaves_can_be_replaced_at_once_without_a_reload(visit: Visit) -> None:
    host, friend, watcher = visit(), visit(), visit()
    table = fill_in_table(host, "pebbles", ["me", "open"])
    sit_down(friend, table)
    host.locator(READY).wait_for()
    watcher.goto(table)
    expect(watcher.get_by_role("button", name="Sit down")).to_have_count(0)
    friend.get_by_text("Leave the table").click()
    friend.get_by_role("button", name="Leave for good").click()
    expect(watcher.get_by_role("button", name="Sit down")).to_be_visible()
    host.get_by_label(re.compile("Replace")).select_option("hard")
    host.get_by_role("button", name="Replace").click()
    expect(host.locator(".seat-card").nth(1)).to_contain_text("Computer")


def test_a_rematch_keeps_a_seat_that_is_taken_by_one_click(visit: Visit) -> None:
    host, friend = visit(), visit()
    table = fill_in_table(host, "pebbles", ["me", "open"], rounds=1)
    sit_down(friend, table)
    host.locator(READY).wait_for()
    deadline = time.monotonic() + PATIENCE / 1000
    while not is_over(host) and time.monotonic() < deadline:
        for page in (host, friend):
            page.evaluate(PRESS)
            page.wait_for_function("() => !document.getElementById('board').dataset.busy")
    expect(friend.locator("#end")).to_be_visible()
    host.get_by_role("button", name="Rematch").click()
    host.wait_for_url(lambda url: url != table)
    friend.get_by_role("button", name="Join the rematch").click()
    friend.get_by_role("button", name="Sit down and play").click()
    friend.locator("[data-table]").wait_for()
    expect(host.locator("[data-table]")).to_be_visible()


def test_the_lobby_shows_at_once_that_it_is_ones_turn(visit: Visit) -> None:
    host, friend = visit(), visit()
    register(host, "irma")
    table = fill_in_table(host, "pebbles", ["me", "open"])
    sit_down(friend, table)
    friend.goto(address(friend, "/"))
    host.locator(f"{READY} [data-part=actions] button").first.click()  # the room has become the table by itself
    expect(friend.locator(".table-card .badge").first).to_have_text("Your turn")


def test_language_and_look_change_everywhere_and_stay(visit: Visit) -> None:
    page = visit("/")
    read_in(page, "fr")
    expect(page.get_by_role("link", name="Jouer tout de suite").first).to_be_visible()
    page.select_option("#looks-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_load_state()
    page.goto(address(page, "/new/vinci/"))
    expect(page.locator("h1")).to_have_text("Une nouvelle table de Vinci")
    read_in(page, "it")
    expect(page.locator("h1")).to_have_text("Un nuovo tavolo di Vinci")


def test_who_chooses_before_the_script_has_come_is_heard(visit: Visit) -> None:
    page, held = visit("/"), list[Route]()
    script = re.compile(r"/js/site\b.*\.js")
    page.route(script, lambda route: held.append(route), times=1)
    with page.expect_request(script):
        page.goto(address(page, "/new/vinci/"), wait_until="commit")
    page.select_option("#looks-language", "fr")
    held[0].continue_()
    expect(page.locator("h1")).to_have_text("Une nouvelle table de Vinci")


def test_one_takes_ones_data_away_and_deletes_the_account(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    register(page, "karl", "karl@example.org")
    page.goto(address(page, "/account/"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything about me").click()
    download.value.save_as(tmp_path / "data.json")
    assert json.loads((tmp_path / "data.json").read_text())["account"]["name"] == "karl"
    page.get_by_role("link", name="Delete my account").click()
    page.fill("main [name=username]", "karl")
    page.get_by_role("button", name="Delete for ever").click()
    expect(page.locator(".messages")).to_contain_text("deleted")
    page.goto(address(page, "/account/login/"))
    log_in(page, "karl", SECRET)
    expect(page.locator(".errorlist")).to_be_visible()


def test_the_form_for_a_new_table_shows_only_the_seats_that_are_played(visit: Visit) -> None:
    page = visit("/new/pebbles/")
    page.select_option("[name=seats]", "2")
    expect(page.locator("[data-place='1']")).to_be_visible()
    expect(page.locator("[data-place='2']")).to_be_hidden()
    page.locator("[data-place='1'] select").select_option("hotseat")
    expect(page.locator("[data-place='1'] [data-place-name]")).to_be_visible()


def test_the_interface_documents_itself_under_the_strict_policy(visit: Visit) -> None:
    page = visit("/api/docs")
    expect(page.locator(".swagger-ui .opblock").first).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_around_the_tables_has_serious_accessibility_violations(visit: Visit, width: int) -> None:
    page = visit("/", width=width)
    found = violations(page)
    for path in (
        "/account/login/",
        "/account/register/",
        "/account/reset/",
        "/account/reset/sent/",
        "/new/vinci/",
        "/nothing/here/",
    ):
        page.goto(address(page, path))
        found += violations(page)
    fill_in_table(page, "pebbles", ["me", "invited", "open"])
    found += violations(page)
    for path in ("/", "/account/", "/account/vacation/", "/account/delete/"):
        page.goto(address(page, path))
        found += violations(page)
    assert found == []


def test_the_first_page_is_light(visit: Visit, record_property: pytest.RecordProperty) -> None:
    """Everything a first visit loads, as it travels: under 200 KB."""
    page = visit("/health/")
    page.goto(address(page, "/"))
    page.wait_for_load_state("networkidle")
    listed = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
    sizes = page.evaluate(f"() => {listed}.map((entry) => [entry.name, entry.transferSize])")
    record_property("bytes", sum(size for _, size in sizes))
    assert sum(size for _, size in sizes) < 200_000, sizes
