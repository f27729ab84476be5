"""A game is played to where a test begins: with the page's own requests, but nothing is drawn in between."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Page

from ..web.serving import await_true
from . import hands

BUTTON = re.compile(r'<button[^>]* data-choice="(\d+)"([^>]*)>(.*?)</button>', re.DOTALL)
SPAN = re.compile(r"<span[^>]*>(.*?)</span>", re.DOTALL)
ASKED = re.compile(r"<span data-asked[^>]*>(.*?)</span>", re.DOTALL)


class Unseen:
    """The person of a page, at a table that the page does not show meanwhile."""

    def __init__(self, page: Page, table: str) -> None:
        self.page, self.table = page, table
        self.news: dict[str, Any] = {}
        self.parts: dict[str, str] = {}
        self.marks: dict[str, str] = {}
        token = next(cookie.get("value", "") for cookie in page.context.cookies() if cookie.get("name") == "csrftoken")
        self.headers = {"Accept": "application/json", "X-CSRFToken": token, "Referer": table}
        page.goto(urljoin(table, "/health/"))

    def look(self) -> bool:
        """Wait until one is asked; False if the game is over. A question that is one's own stays the same until one answers."""
        if not self._is_awaited():
            await_true(self._look_again, f"nobody is asked at {self.table}, and the game is not over")
        return not self.news["over"]

    def _is_awaited(self) -> bool:
        return bool(self.news and (self.news["yours"] or self.news["over"]))

    def _look_again(self) -> bool:
        seen = self.news.get("entry", 0)
        self._hear(self.page.request.get(f"{self.table}parts/?append&seen={seen}", headers=self._headers()).json())
        return self._is_awaited()

    def _headers(self) -> dict[str, str]:
        """As the page does, one says what one has already: it does not come again."""
        return {**self.headers, "X-Drawn": " ".join(f"{name}:{mark}" for name, mark in self.marks.items())}

    def _hear(self, news: dict[str, Any]) -> None:
        self.news = news
        self.parts |= news["parts"]
        self.marks |= news.get("marks", {})

    def part(self, *names: str) -> str:
        return "".join(self.parts.get(name, "") for name in names)

    def buttons(self, *parts: str) -> list[tuple[int, str, str]]:
        """The options in these parts of the page: number, what they touch, and words."""
        found = BUTTON.findall(self.part(*parts or ("actions", "choices")))
        return [
            (int(number), rest.partition('data-touches="')[2].partition('"')[0], _first_span(words))
            for number, rest, words in found
        ]

    def asked(self) -> str:
        """What is asked now."""
        self.look()
        found = ASKED.search(self.part("prompt")) or SPAN.search(self.part("prompt"))
        return html.unescape(re.sub("<[^>]+>", "", found[1])).strip() if found else ""

    def take(self, option: int) -> None:
        answer = {"entry": self.news["entry"], "seat": self.news["seat"], "option": option}
        done = self.page.request.post(f"{self.table}act/?append", headers=self._headers(), form=answer)
        assert done.ok, done.text()
        self._hear(done.json())

    def choose(self, words: str) -> str:
        """Take the first option whose words fit; its words, or nothing if there is none."""
        self.look()
        for number, _, told in self.buttons():
            if re.search(words, told):
                self.take(number)
                return told
        return ""

    def play_to_the_end(self) -> None:
        while self.look():
            options = self.buttons()
            self.take(options[self.news["entry"] % len(options)][0])

    def show(self) -> Page:
        """Open the page where the game stands now."""
        self.page.goto(self.table)
        self.page.locator(hands.READY).wait_for()
        return self.page


def _first_span(text: str) -> str:
    found = SPAN.search(text)
    return html.unescape(re.sub("<[^>]+>", "", found[1] if found else text)).strip()
