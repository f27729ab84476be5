"""`make reading`: what pages cost to read, and what a quiet player notices while somebody else reads without pause.

First every page of a table of each title is fetched in this process, by its computing time: the dearest come first. Then a site of
its own is started, sixteen connections from one address ask for the dearest page as fast as they are answered, and somebody at
another address plays on: how long do they wait, before and meanwhile?
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from typing import Any

import httpx
from tools.load.players import Player
from tools.load.site import Site

TITLES = ("vinci", "byzantium", "medioevo", "cendre")
PAGES = (
    "", "parts/", "replay/", "replay/?at=10", "replay/?by=turn", "log/", "rules/", "terms/", "papers/", "papers/?as=txt",
    "papers/?as=pdf", "story/", "bonds/", "letters/", "review/", "plan/", "kinds/", "host/", "about/?target=x", "record/",
)  # fmt: skip
ELSEWHERE = ("/", "/tables/", "/people/", "/news/", "/account/export/", "/api/titles", "/api/openapi.json", "/api/docs")
CONNECTIONS = 16


def costs(entries: int) -> list[tuple[float, float, str]]:
    """Computing time of each page in thousandths of a second: asked for once more, and the first time."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "marchland.web.config.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from marchland.web.accounts.services import account_create

    call_command("migrate", interactive=False, verbosity=0)
    person = account_create("reader", "", "a very long secret")
    client = Client(headers={"accept": "text/html", "host": "localhost"})
    client.force_login(person)
    found = []
    for title in TITLES:
        slug = played(person, title, entries)
        paths = [f"/t/{slug}/{page}" for page in PAGES]
        paths += [f"/games/{title}/", f"/games/{title}/find/en/?q=how+do+I+win", f"/new/{title}/", f"/play/{title}/"]
        found += [(*_cost(client, path), path.replace(slug, title)) for path in paths]
    found += [(*_cost(client, path), path) for path in ELSEWHERE]
    return sorted(found, reverse=True)


def _cost(client: Any, path: str) -> tuple[float, float]:
    took = []
    for _ in range(3):
        began = time.process_time()
        answer = client.get(path)
        took.append((time.process_time() - began) * 1000)
    return (min(took[1:]), took[0]) if answer.status_code == httpx.codes.OK else (0.0, 0.0)


def played(person: Any, title: str, entries: int) -> str:
    """A table at which this person has made so many answers for everybody."""
    from marchland.kernel.errors import MarchlandError
    from marchland.web.lobby.services import Place, Wish, table_create
    from marchland.web.tables.services import action_submit
    from marchland.web.titles import title_named

    seats = max(2, title_named(title).seats[0])
    table = table_create(person, Wish(title, [Place("me"), *[Place("hotseat", name=f"p{n}") for n in range(1, seats)]], {}))
    for _ in range(entries):
        table.refresh_from_db()
        if not table.deciders:
            break
        try:
            action_submit(table.slug, person, table.deciders[0], 0, table.entries_made)
        except MarchlandError:
            break
    return str(table.slug)


# -- a quiet player and a noisy reader -----------------------------------------------------------------


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, round(part * (len(values) - 1)))]


class Away(Player):
    """Somebody who comes from another address: the site believes this machine's proxy."""

    def __init__(self, url: str, title: str, address: str) -> None:
        super().__init__(url, title, random.Random(1))
        self.client.headers["x-forwarded-for"] = address


async def quiet(player: Away, seconds: float) -> list[float]:
    """How long each look at the table takes, twenty times a second."""
    waits, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        await player.client.get(f"/t/{player.slug}/parts/")
        waits.append((time.monotonic() - began) * 1000)
        await asyncio.sleep(0.05)
    return waits


async def hammer(player: Away, path: str, until: float, seen: Counter[int]) -> None:
    while time.monotonic() < until:
        answer = await player.client.get(path, headers={"accept": "text/html"})
        seen[answer.status_code] += 1
        await asyncio.sleep(0 if answer.status_code == httpx.codes.OK else 0.02)


async def contend(url: str, options: argparse.Namespace) -> None:
    player, reader = Away(url, options.title, "203.0.113.7"), Away(url, options.title, "198.51.100.9")
    for one in (player, reader):
        await one.sit_down()
    before = await quiet(player, options.seconds / 2)
    path, seen = options.page.format(slug=reader.slug, title=options.title), Counter[int]()
    until = time.monotonic() + options.seconds
    reading = [asyncio.create_task(hammer(reader, path, until, seen)) for _ in range(CONNECTIONS)]
    waits = await quiet(player, options.seconds)
    await asyncio.gather(*reading)
    for name, values in (("alone", before), (f"beside {CONNECTIONS} connections", waits)):
        print(f"{name:24} p50 {share(values, 0.5):7.1f} ms  p99 {share(values, 0.99):7.1f} ms  {len(values)} looks")
    print(f"{path}: answered {dict(seen)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--title", default="vinci")
    parser.add_argument("--page", default="/t/{slug}/replay/", help="what is asked for without pause")
    parser.add_argument("--only", choices=["costs", "contend"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="marchland-reading-") as folder:
        if options.only != "contend":
            os.environ["MARCHLAND_HOME"] = folder
            os.environ["MARCHLAND_LOG_LEVEL"] = "CRITICAL"
            os.environ["MARCHLAND_DEBUG"] = "1"
            for again, first, path in costs(options.entries)[:40]:
                print(f"{again:8.1f} ms ({first:8.1f} ms the first time)  {path}")
    if options.only != "costs":
        os.environ.pop("MARCHLAND_DEBUG", None)
        with Site("sqlite", 1, None) as site:
            asyncio.run(contend(site.url, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
