"""A program that plays at a Marchland table through the interface for programs. Standard library only.

    MARCHLAND_TOKEN=ml_... python docs/examples/player.py --site http://localhost:8000 --title vinci

It opens a table against bots (or sits down at one: --table SLUG), listens to the table's stream of news and answers whenever it
is asked, with the option that a rule of thumb likes best. Put your own idea of a good move into `choose`. Keys are made on the
profile page of the site; the whole interface is described at /api/docs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

CONFLICT = 409


class Site:
    """The interface: every call is one request, every refusal an exception with the site's own words."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept-Language": "en"}

    def get(self, path: str) -> Any:
        return self._ask(urllib.request.Request(f"{self.url}/api/{path}", headers=self.headers))

    def post(self, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode()
        return self._ask(urllib.request.Request(f"{self.url}/api/{path}", data, self.headers, method="POST"))

    def _ask(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def news(self, slug: str) -> Iterator[str]:
        """The kinds of news of a table as they happen: hello, entry, chat, seats, rematch."""
        request = urllib.request.Request(f"{self.url}/api/tables/{slug}/stream", headers=self.headers)
        with urllib.request.urlopen(request, timeout=60) as stream:
            for line in stream:
                if line.startswith(b"event: "):
                    yield line.removeprefix(b"event: ").decode().strip()


def choose(options: list[dict[str, Any]]) -> dict[str, Any]:
    """The option whose previewed figures are the smallest: cheap things first. Yours will be better."""
    return min(options, key=lambda option: sum(line["amount"] for line in option["preview"]) if option["preview"] else 10**6)


def play(site: Site, slug: str) -> dict[str, Any]:
    """Answer until the game is over; the table at its end."""
    while True:
        try:
            for _ in site.news(slug):
                while answer_if_asked(site, slug):
                    pass
                table = site.get(f"tables/{slug}")["table"]
                if table["status"] == "over":
                    return dict(table)
        except (TimeoutError, ConnectionError, urllib.error.URLError) as lost:
            print(f"lost the stream ({lost}); listening again", file=sys.stderr)
            time.sleep(1)


def answer_if_asked(site: Site, slug: str) -> bool:
    """One answer, if the table waits for us. `n` says what we have seen; if more has happened, it is refused and we look again."""
    asked = site.get(f"tables/{slug}/options")
    if not asked["options"]:
        return False
    option = choose(asked["options"])
    try:
        site.post(f"tables/{slug}/act", n=asked["n"], action=option["action"])
    except urllib.error.HTTPError as refusal:
        if refusal.code != CONFLICT:
            raise
    else:
        print(option["text"])
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", default="http://localhost:8000")
    parser.add_argument("--title", default="vinci")
    parser.add_argument("--table", help="sit down at this table instead of opening one")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    wanted = parser.parse_args()
    site = Site(wanted.site, os.environ["MARCHLAND_TOKEN"])
    if wanted.table:
        slug = wanted.table
        site.post(f"tables/{slug}/join")
    else:
        options = dict(pair.split("=", 1) for pair in wanted.option)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}]
        slug = site.post("tables", title=wanted.title, seats=seats, options=options)["slug"]
    print(f"{wanted.site}/t/{slug}/")
    over = play(site, slug)
    print(f"scores {over['outcome']['scores']}, won by seat {over['outcome']['winners']}")


if __name__ == "__main__":
    main()
