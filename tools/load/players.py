"""Pages without a browser: each says which parts it has, fetches what changed, thinks, moves."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
from typing import Any

import httpx
import websockets
from tools.servers import UNSEALED
from websockets.typing import Origin

SEATS = 3
PICK = re.compile(r'name="pick"\s+value="([^"]+)"')
"""What to play, where the title asks for it."""
KEY = re.compile(r"ml_[\w-]{20,}")


class Player:
    """Somebody at a table with bots: after a second or three of thought, or as soon as the socket says that something happened."""

    def __init__(self, url: str, title: str, dice: random.Random, pace: str = "live") -> None:
        self.url, self.title, self.pace, self.dice = url, title, pace, dice
        headers = {"accept": "application/json"}
        self.client = httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=60, headers=headers, verify=UNSEALED)
        self.moves = self.games = 0
        self.page_ms: list[float] = []
        self.whole_ms: list[float] = []
        self.marks: dict[str, str] = {}
        self.choices: dict[str, int] = {}
        self.key = ""

    async def sit_down(self) -> None:
        await self.client.get("/account/login/", headers={"accept": "text/html"})
        asking = (await self.client.get(f"/play/{self.title}/", headers={"accept": "text/html"})).text
        pick = PICK.search(asking)
        page = await self._post(f"/play/{self.title}/", seats=SEATS, level="easy", pick=pick[1] if pick else "")
        found = re.search(r"/t/(\w+)/", str(page.url))
        if found is None:
            raise SystemExit(f"no table: {page.status_code} {page.url}")
        self.slug = found[1]
        self.marks, self.choices = {}, {}
        self.games += 1

    async def play(self, until: float, think: float) -> None:
        while time.monotonic() < until:
            if think:
                await self._look_now_and_then(until, think)
            else:
                with contextlib.suppress(TimeoutError, websockets.ConnectionClosed):
                    await self._follow(until)
            if time.monotonic() < until:
                await self.sit_down()

    async def _look_now_and_then(self, until: float, think: float) -> None:
        news = {"entry": -1, "over": False}
        while time.monotonic() < until and not news["over"]:
            await asyncio.sleep(min(self.dice.uniform(think / 2, think * 1.5), max(0.0, until - time.monotonic())))
            if time.monotonic() >= until:
                return
            news = await self._look(news["entry"])
            if news["yours"]:
                news = await self._move(news)

    async def _follow(self, until: float) -> None:
        """As a page does: it fetches what the socket tells of, and what happened while it fetched comes with the next answer."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address = f"{self.url.replace('http', 'ws', 1)}/ws/t/{self.slug}/"
        async with websockets.connect(address, origin=Origin(self.url), additional_headers={"Cookie": cookies}) as socket:
            news: dict[str, Any] = {"entry": -1, "over": False, "yours": False}
            while time.monotonic() < until and not news["over"]:
                if news["yours"]:
                    news = await self._move(news)
                    continue
                told = -1
                while told <= news["entry"]:
                    heard = await asyncio.wait_for(socket.recv(), until - time.monotonic())
                    told = json.loads(heard).get("entry", -1)
                news = await self._look(news["entry"])

    async def look(self) -> None:
        """Open the table once."""
        await self._look(-1)

    async def _look(self, seen: int) -> dict[str, Any]:
        return self._taken(await self.client.get(f"/t/{self.slug}/parts/?seen={seen}&append", headers=self._held()))

    async def _move(self, news: dict[str, Any]) -> dict[str, Any]:
        """Any of the first options: a game in which something happens. Where there are none, the sheet as it comes filled in."""
        choices = sum(self.choices.values())
        if not choices:
            return await self._write(news)
        option = self.dice.randrange(max(1, min(choices, 12)))
        started = time.perf_counter()
        answer = await self._post(f"/t/{self.slug}/act/?append", entry=news["entry"], option=option)
        if answer.status_code != httpx.codes.OK:
            return await self._look(-1)
        self.whole_ms.append((time.perf_counter() - started) * 1000)
        self.moves += 1
        return self._taken(answer)

    async def _write(self, news: dict[str, Any]) -> dict[str, Any]:
        self.key = self.key or await self._new_key()
        headers, path = {"authorization": f"Bearer {self.key}"}, f"/api/tables/{self.slug}/sheet"
        form = await self.client.get(path, headers=headers)
        if form.status_code == httpx.codes.OK:
            sheet = {"n": news["entry"], "text": form.json()["text"], "hand_in": True}
            answer = await self.client.post(path, json=sheet, headers=headers)
            self.moves += answer.status_code == httpx.codes.OK
        else:
            await asyncio.sleep(0.5)
        return await self._look(news["entry"])

    async def _new_key(self) -> str:
        page = await self._post("/account/keys/", label="load", scopes="play", days="")
        found = KEY.search(page.text)
        if found is None:
            raise SystemExit(f"no key: {page.status_code} {page.text[:200]}")
        return found[0]

    def _taken(self, answer: httpx.Response) -> dict[str, Any]:
        self.page_ms.append(float(answer.headers["server-timing"].split("=")[1]))
        news: dict[str, Any] = answer.json()
        self.marks |= news.get("marks", {})
        self.choices |= {part: len(re.findall(r'data-choice="\d+"', html)) for part, html in news["parts"].items()}
        return news

    def _held(self) -> dict[str, str]:
        return {"x-drawn": " ".join(f"{name}:{mark}" for name, mark in self.marks.items())}

    async def _post(self, path: str, **fields: object) -> httpx.Response:
        return await self.client.post(path, data=fields, headers={"x-csrftoken": self.client.cookies["csrftoken"], **self._held()})
