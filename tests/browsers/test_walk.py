"""One walk through every title in every browser: from the landing page to a table, a move, its undoing, the end, the replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from ..e2e.conftest import SERVE
from ..e2e.hands import FILLED, SPOT, UNCOVER
from ..e2e.test_newcomer import NEXT
from ..web.serving import Person, Server, await_true, awaited
from .driving import BROWSERS, Window

SHORT: dict[str, tuple[list[str], dict[str, object]]] = {
    "vinci": (["me", "bot:easy", "bot:easy"], {"target": 15}),
    "byzantium": (["me", "bot:easy"], {}),
    "medioevo": (["me", "bot:easy"], {"honour_limit": 1}),
    "cendre": (["me", "bot:easy"], {"years": 1}),
}
"""Seats and options of a game that is over soon."""

MOST, MANY = 40, 4000
"""Answers within which a player can take something back, and within which a game is over."""

HERE = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && !one.disabled);
  if (!shown) return null;
  shown.scrollIntoView({block: 'nearest'});
  const {left, top, width, height} = shown.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return shown.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
THERE = "(selector) => Boolean(document.querySelector(selector))"
ASKED = "html[data-ready] body:has(#board:not([data-busy])) [data-part=prompt] .yours"
ENTRY = "() => Number(document.querySelector('#act input[name=entry]').value)"
LAY = f"""async (title, wishes) => {{
  const page = await (await fetch(`/new/${{title}}/`)).text();
  const answer = await fetch(`/new/${{title}}/`, {{method: 'POST', body: new URLSearchParams(({FILLED})([page, wishes]))}});
  return answer.url;
}}"""
PLAY_ON = """async (table, most) => {
  const headers = {Accept: 'application/json', 'X-CSRFToken': /csrftoken=(\\w+)/.exec(document.cookie)[1]};
  let news = {entry: 0};
  for (let answers = 0; answers < most;) {
    if (news.over) return news.entry;
    if (!news.yours) { news = await (await fetch(`${table}parts/?append&seen=${news.entry}`, {headers})).json(); continue; }
    const body = new URLSearchParams({entry: news.entry, seat: news.seat});
    const options = [...`${news.parts.actions}${news.parts.choices}`.matchAll(/ data-choice="(\\d+)"/g)];
    body.set('option', options[news.entry % options.length][1]);
    news = await (await fetch(`${table}act/?append`, {method: 'POST', headers, body})).json();
    if (news.error) throw new Error(news.error);
    answers += 1;
  }
  return 0;
}"""
"""The dull middle of a game, by the page's own requests and with nothing drawn."""

HAND_IN = """async (table, most) => {
  const headers = {Accept: 'application/json', 'X-CSRFToken': /csrftoken=(\\w+)/.exec(document.cookie)[1]};
  const news = async () => (await fetch(`${table}parts/`, {headers})).json();
  const desk = async (body) => (await fetch(`${table}desk/`, {method: 'POST', headers, body: new URLSearchParams(body)})).json();
  for (let answers = 0; answers < most;) {
    const {over, yours, entry, seat} = await news();
    if (over) return entry;
    if (!yours) continue;
    const {text} = await desk({entry, seat, text: '', do: 'start:bot:ruler'});
    await desk({entry, seat, text, do: 'hand:sure'});
    answers += 1;
  }
  return 0;
}"""
"""The same where a turn is a sheet: a bot's, handed in as it is."""
HANDED = """() => {
  const desk = document.querySelector('.desk');
  if (desk.matches('.handed')) return true;
  if (!document.querySelector('#board[data-busy], .desk[aria-busy=true]'))
    (desk.querySelector('button[value="hand:sure"]') ?? desk.querySelector('button[value="hand"]'))?.click();
  return false;
}"""
"""Hand in, and say so again where one is asked whether that is all."""


class Walker:
    """Somebody in front of one of the browsers."""

    def __init__(self, window: Window, site: Server) -> None:
        self.window, self.site = window, site

    def until(self, condition: str, *given: object) -> Any:
        """Looked at again and again: a page that goes away takes what it was asked with it."""
        return awaited(lambda: self.window.ask(condition, *given), f"in vain: {condition} {given}")

    def see(self, selector: str) -> None:
        self.until(THERE, selector)

    def press(self, selector: str) -> None:
        """Once it has come to rest: nobody aims at what still moves."""
        places: list[Any] = [None]

        def is_at_rest() -> bool:
            places.append(self.window.ask(HERE, selector))
            return places[-1] is not None and places[-1] == places[-2]

        await_true(is_at_rest, f"cannot be pressed: {selector}")
        self.window.click(*places[-1])

    def go(self, path: str) -> None:
        self.window.go(f"{self.site.url}{path}")

    def entry(self) -> int:
        return int(self.window.ask(ENTRY))

    def await_change(self, before: int) -> None:
        self.until(f"(before) => ({ENTRY})() !== before", before)

    def follow(self) -> None:
        """One answer, as the page offers it: its first button or the first thing that is lit."""
        self.see(ASKED)
        before, found = self.entry(), self.window.ask(NEXT)
        assert found, "nothing to follow"
        if found != "pressed":
            self.window.ask(UNCOVER)
            self.window.click(*self.window.ask(SPOT, [found, 40]))
            self.until(f"(before) => document.querySelector('#bubble')?.checkVisibility() || ({ENTRY})() !== before", before)
            if self.entry() == before:
                self.press("#bubble button.choice")
        self.await_change(before)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("site"), SERVE, MARCHLAND_BOT_PAUSE="0.02")
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="module", params=list(BROWSERS))
def walker(request: pytest.FixtureRequest, site: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walker]:
    with BROWSERS[request.param](tmp_path_factory.mktemp(request.param)) as window:
        yield Walker(window, site)


def come_to_a_table(walker: Walker, title: str) -> None:
    """As a stranger does: landing page, *Play now*, begin."""
    walker.go("/")
    walker.press(f"a[href$='/play/{title}/']")
    walker.press("#play button[type=submit], button[form=play]")
    walker.see("html[data-ready] #act")


@pytest.mark.parametrize("title", [title for title in SHORT if title != "cendre"])
def test_a_board_is_played_undone_ended_and_seen_again(walker: Walker, title: str) -> None:
    come_to_a_table(walker, title)
    undo_a_move(walker)
    see_the_end(walker, title)


def undo_a_move(walker: Walker) -> None:
    """Play on until there is something to take back, which what was revealed is not; take it back and play it again."""
    for _ in range(MOST):
        walker.follow()
        walker.see(ASKED)
        if walker.window.ask("() => document.querySelector('button[form=undo]:enabled')?.checkVisibility()"):
            break
    moved = walker.entry()
    walker.press("button[form=undo]")
    walker.await_change(moved)
    walker.follow()


def lay_table(walker: Walker, title: str, seats: list[str], **options: object) -> str:
    wishes = {"seats": str(len(seats)), "pace": "live", "host_starts": ""}
    wishes |= {f"seat_{number}": kind for number, kind in enumerate(seats)}
    wishes |= {f"option_{name}": str(value) for name, value in options.items()}
    table = str(walker.window.ask(LAY, title, wishes))
    assert "/t/" in table, table
    return table


def see_the_end(walker: Walker, title: str, play_on: str = PLAY_ON) -> None:
    """A short game to its end screen, and its replay by a step."""
    seats, options = SHORT[title]
    table = lay_table(walker, title, seats, **options)
    assert walker.window.ask(play_on, table, MANY)
    walker.window.go(table)
    walker.until("(n) => document.querySelectorAll('#end .ranking tbody tr').length === n", len(seats))
    walker.press("#end a.button.primary")
    walker.until("() => document.querySelector('html[data-ready] [data-replay]')?.dataset.at === '0'")
    walker.press("[data-go=next]")
    walker.until("() => document.querySelector('[data-replay]').dataset.at === '1'")


def test_a_sheet_is_handed_in_taken_back_and_a_game_ended_and_seen_again(walker: Walker) -> None:
    """Terre de Cendre, where a turn is a sheet: it can be taken back while somebody else still writes."""
    come_to_a_table(walker, "cendre")
    table = lay_table(walker, "cendre", ["me", "open"])
    assert Person(walker.site).post(f"{urlsplit(table).path}choose/", seat=1).is_success
    walker.window.go(table)
    walker.see("html[data-ready] .desk [data-desk=cards][aria-busy=false]")
    walker.until(HANDED)
    walker.press(".desk-head button[form=undo]")
    walker.see(".desk:not(.handed)")
    see_the_end(walker, "cendre", HAND_IN)
