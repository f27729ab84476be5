"""A slow game with a host, two people and a bot: a missed deadline, a stand-in, a return, a pause, and a season taken back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ..web.serving import Server, await_true, awaited
from . import hands
from .axe import violations
from .conftest import Visit

ANN, BEN = 1, 2
SPRING, SUMMER, AUTUMN = "201-printemps", "201-ete", "201-automne"
DRAWN = ("board", "tableau", "panels", "text")
"""Parts that are drawn from what a viewer may see, and from nothing else."""


class Keeper:
    """The game's database, for what no page tells: fingerprints, and deadlines, which are moved here instead of the clock."""

    def __init__(self, site: Server, table: str) -> None:
        self.path, self.slug = site.home / "marchland.sqlite3", table.rstrip("/").rsplit("/", 1)[1]

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        here = sql.replace("THIS", f"(SELECT id FROM tables_table WHERE slug = '{self.slug}')")
        with closing(sqlite3.connect(self.path, timeout=30)) as database, database:
            return database.execute(here, values).fetchall()

    def late(self) -> list[int]:
        """The seats whose time ran out."""
        late = "SELECT seat FROM tables_entry WHERE table_id = THIS AND kind = 'time' AND action LIKE '%\"late\"%' ORDER BY n"
        return [seat for (seat,) in self.rows(late)]

    def fingerprint(self, which: str) -> str:
        """Of the table after the last entry of this kind, or that opened this season."""
        found = "SELECT fingerprint FROM tables_entry WHERE table_id = THIS AND ? IN (kind, turn) ORDER BY n DESC"
        return str(self.rows(found, which)[0][0])

    def be_late(self, seat: int) -> None:
        """As if the seat's time had run out long ago."""
        self.rows("UPDATE tables_seat SET due = '2020-01-01' WHERE table_id = THIS AND due IS NOT NULL AND number = ?", seat)

    def pause_for_weeks(self) -> None:
        """As if it had lasted for forty days, and all had had one more when it began."""
        self.rows("UPDATE tables_table SET paused = datetime('now', '-40 days') WHERE id = THIS")
        self.rows("UPDATE tables_seat SET due = datetime('now', '-39 days') WHERE table_id = THIS AND due IS NOT NULL")


def drawer(page: Page, do: str, seat: int | None = None) -> Locator:
    """The form for an act on the desk, opened."""
    whose = f":has(input[name=seat][value='{seat}'])" if seat is not None else ":not(:has(input[type=hidden][name=seat]))"
    form = page.locator(f".desk form:has(input[name=do][value={do}]){whose}").first
    form.locator("xpath=ancestor::details[1]").evaluate("(drawer) => { drawer.open = true; }")
    return form


def send(page: Page, form: Locator, note: str) -> None:
    form.locator("[name=note]").fill(note)
    form.locator("button[type=submit]").click()
    expect(page.locator(".messages .success")).to_be_visible()


def looks(pages: list[Page], table: str) -> list[dict[str, str]]:
    """What each of them is shown of the game."""
    shown = [page.request.get(f"{table}parts/", headers={"Accept": "application/json"}).json() for page in pages]
    return [{name: one["parts"][name] for name in DRAWN if name in one["parts"]} for one in shown]


def hand_in(page: Page, table: str, turn: str) -> None:
    """The sheet of a season as it is filled in already, at the second word: such a sheet gives cause for thought."""
    page.goto(table)
    page.locator(f"{hands.READY} .desk[data-turn='{turn}']").wait_for(state="attached")
    hands.hand_surely(page)


SHEET = """(html) => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const turn = page.querySelector('.desk')?.dataset.turn;
  return {turn, form: turn ? Object.fromEntries(new FormData(page.querySelector('form#desk'))) : {}};
}"""


def send_in(page: Page, table: str, turn: str) -> None:
    """The same, but nobody looks at the desk: for those of whose page nothing more is asked."""

    def sheet() -> dict[str, Any] | None:
        shown = page.evaluate(SHEET, page.request.get(table).text())
        return dict(shown["form"]) if shown["turn"] == turn else None

    form = awaited(sheet, f"nobody is asked for {turn}")
    done = page.request.post(f"{table}desk/", form={**form, "do": "hand:sure"}, headers={"Accept": "application/json"})
    assert done.ok, done.text()


def all_asked(page: Page, table: str, turn: str) -> None:
    """The season has begun, and the bot has handed in."""
    page.goto(table)
    page.locator(f"{hands.READY} .desk[data-turn='{turn}']").wait_for(state="attached")
    hands.await_asked(page, 3)


@pytest.mark.long
def test_a_slow_game_is_kept_going(visit: Visit, site: Server) -> None:
    host, ann, ben, watcher = (visit() for _ in range(4))
    table = hands.lay_table(host, "cendre", ["me", "open", "open", "bot:ruler"], pace="deadline")
    ann.goto(table)
    ann.get_by_role("button", name="Sit down").first.click()
    expect(ann.get_by_role("button", name="Leave the table")).to_be_visible()
    hands.sit_down(ben, table)
    keeper, people = Keeper(site, table), [host, ann, ben]
    for page in people:
        send_in(page, table, SPRING)
    all_asked(host, table, SUMMER)
    began, shown = keeper.fingerprint(SUMMER), looks([*people, watcher], table)

    # The host gives Ann more time, and Ben's has run out: the title answers for him.
    send_in(host, table, SUMMER)
    keeper.be_late(BEN)
    host.goto(f"{table}host/")
    send(host, drawer(host, "extend", ANN), "Ann is on a train")
    await_true(lambda: keeper.late() == [BEN], "nobody noticed that Ben is late")
    hand_in(ann, table, SUMMER)
    expect(ann.locator("[data-part=log]")).to_contain_text("let the time run out")
    expect(ann.locator("[data-part=log]")).to_contain_text("“Ann is on a train”")

    # A stand-in plays for Ben, until he hands in a sheet himself.
    all_asked(host, table, AUTUMN)
    host.goto(f"{table}host/")
    form = drawer(host, "hand_over", BEN)
    form.locator("select").select_option("ruler")
    send(host, form, "Ben is away")
    ben.goto(table)
    hands.await_asked(ben, 2)
    expect(ben.locator(".seat-card", has_text="Computer").first).to_be_visible()
    hand_in(ben, table, AUTUMN)
    expect(ben.locator("[data-part=log]")).to_contain_text("is back")

    # In a pause nobody is late, however long it lasts.
    host.goto(f"{table}host/")
    send(host, drawer(host, "pause"), "Carnival")
    expect(host.locator(".paused")).to_be_visible()
    keeper.pause_for_weeks()
    send(host, drawer(host, "go_on"), "Lent")

    # The season is taken back: everybody sees what they saw then, and the game goes on from there.
    form = drawer(host, "take_back")
    form.locator("select").select_option(label="summer 201")
    send(host, form, "Ben's sheet was lost")
    assert not violations(host)
    assert keeper.fingerprint("back") == began
    assert keeper.late() == [BEN], "somebody was late in a pause"
    all_asked(host, table, SUMMER)
    assert looks([*people, watcher], table) == shown
    expect(host.locator("[data-part=log] .entry.undone")).not_to_have_count(0)
    for page in people:
        send_in(page, table, SUMMER)
    all_asked(host, table, AUTUMN)
