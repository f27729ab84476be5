"""How long one waits for bots: one person at a table of each title, at each level, on a server of its own.

    python tools/pace.py [--titles vinci,medioevo] [--levels easy,normal] [--answers 40]

Answers at random as soon as it is asked, and notes when each entry can first be read: the longest time between two moves of
which the second is a bot's, and the longest time from an answer to the next question. A title whose turns are written is watched
until every bot has handed in its first sheet.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.load.site import SQLITE, Site  # noqa: E402 - the same server

LOOK = 0.02
CHOICE = re.compile(r'data-choice="(\d+)"')


@dataclass
class Waits:
    """What somebody at a table saw of the bots."""

    gaps: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=list)

    def told(self) -> str:
        gaps, rounds = sorted(self.gaps) or [0.0], sorted(self.rounds) or [0.0]
        moves = f"{len(gaps)} moves of bots, {gaps[len(gaps) // 2]:.2f} s apart, at most {gaps[-1]:.2f} s"
        return f"{moves}; waited for all of them at most {rounds[-1]:.1f} s"


class Person:
    def __init__(self, client: httpx.AsyncClient, table: str) -> None:
        self.client, self.table = client, table
        self.news: dict[str, Any] = {}
        self.luck = random.Random(table)

    async def look(self) -> None:
        seen = self.news.get("entry", 0)
        self.news = (await self.client.get(f"{self.table}parts/?append&seen={seen}")).json()

    async def answer(self) -> bool:
        options = sorted({int(number) for number in CHOICE.findall("".join(self.news["parts"].values()))})
        if not options:
            return False
        told = {"entry": self.news["entry"], "seat": self.news["seat"], "option": self.luck.choice(options)}
        token = {"x-csrftoken": self.client.cookies["csrftoken"]}
        self.news = (await self.client.post(f"{self.table}act/?append", data=told, headers=token)).json()
        return True

    async def wait(self, waits: Waits) -> None:
        """Until one is asked, or the game is over."""
        begun = last = time.monotonic()
        while not (self.news.get("yours") or self.news.get("over")):
            entry = self.news.get("entry", 0)
            await asyncio.sleep(LOOK)
            await self.look()
            if self.news["entry"] != entry:
                waits.gaps.append(time.monotonic() - last)
                last = time.monotonic()
        waits.rounds.append(time.monotonic() - begun)


async def seen_at(url: str, title: str, level: str, answers: int) -> Waits:
    waits = Waits()
    async with httpx.AsyncClient(base_url=url, headers={"accept": "application/json"}, timeout=60, follow_redirects=True) as client:
        await client.get("/account/login/", headers={"accept": "text/html"})
        token = {"x-csrftoken": client.cookies["csrftoken"], "accept": "text/html"}
        wish = {"level": level, "pick": await first_pick(client, title)}
        page = await client.post(f"/play/{title}/", data=wish, headers=token)
        person = Person(client, re.sub(r"[?#].*", "", str(page.url)))
        for _ in range(answers):
            await person.wait(waits)
            if person.news["over"] or not await person.answer():
                break
    return waits


async def first_pick(client: httpx.AsyncClient, title: str) -> str:
    """What to play, where the title asks for it."""
    page = (await client.get(f"/play/{title}/", headers={"accept": "text/html"})).text
    found = re.search(r'name="pick"\s+value="([^"]+)"', page)
    return found[1] if found else ""


async def measure(titles: list[str], levels: list[str], answers: int) -> None:
    with Site(SQLITE, processes=1, pause=None) as site:
        for title in titles:
            for level in levels:
                waits = await seen_at(site.url, title, level, answers)
                print(f"{title} {level}: {waits.told()}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--titles", default="vinci,byzantium,medioevo,cendre")
    parser.add_argument("--levels", default="easy,normal")
    parser.add_argument("--answers", type=int, default=40)
    wanted = parser.parse_args()
    asyncio.run(measure(wanted.titles.split(","), wanted.levels.split(","), wanted.answers))


if __name__ == "__main__":
    main()
