"""`make load`: fifty tables at once on SQLite, on this machine alone, and how long the server takes for a move.

Starts the site in a folder of its own, seats one program and two bots at each table, lets every program move after a
second or three of thought, and stops after a fixed time. The figures are the server's own: from the asking for the
lock of a table to the news of the move having gone out (people and bots), and the whole of an answer to a page.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx

GOAL_MS = 50


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(home: Path, port: int) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "MARCHLAND_HOME": str(home),
        "MARCHLAND_LOG_LEVEL": "INFO",
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
    }
    environment.pop("DATABASE_URL", None)
    log = (home / "log").open("wb")
    return subprocess.Popen(
        [sys.executable, "-c", f"from marchland.web.serve import serve; serve(port={port})"],
        env=environment,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )


async def wait_until_open(url: str) -> None:
    async with httpx.AsyncClient() as client:
        for _ in range(300):
            try:
                await client.get(f"{url}/health/")
            except httpx.TransportError:
                await asyncio.sleep(0.2)
            else:
                return
    raise SystemExit("the server did not start")


class Player:
    """A page without a browser: fetches what changed, thinks, moves."""

    def __init__(self, url: str, title: str, dice: random.Random) -> None:
        self.client = httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=30, headers={"accept": "application/json"})
        self.title, self.dice = title, dice
        self.moves = self.games = 0
        self.page_ms: list[float] = []

    async def sit_down(self) -> None:
        await self.client.get("/account/login/", headers={"accept": "text/html"})
        page = await self._post(f"/play/{self.title}/")
        found = re.search(r"/t/(\w+)/", str(page.url))
        if found is None:
            raise SystemExit(f"no table: {page.status_code} {page.url}")
        self.slug = found[1]
        self.games += 1

    async def play(self, until: float, think: tuple[float, float]) -> None:
        seen = -1
        while time.monotonic() < until:
            await asyncio.sleep(self.dice.uniform(*think))
            news = (await self.client.get(f"/t/{self.slug}/parts/?seen={seen}&append")).json()
            seen = news["entry"]
            if news["over"]:
                await self.sit_down()
                seen = -1
            elif news["yours"]:
                seen = await self._move(news)

    async def _move(self, news: dict[str, object]) -> int:
        """Any of the first options: a game in which something happens."""
        choices = len(re.findall(r'data-choice="\d+"', " ".join(map(str, news["parts"].values()))))  # type: ignore[attr-defined]
        option = self.dice.randrange(max(1, min(choices, 12)))
        answer = await self._post(f"/t/{self.slug}/act/?append", entry=news["entry"], option=option)
        if answer.status_code == httpx.codes.OK:
            self.moves += 1
            self.page_ms.append(float(answer.headers["server-timing"].split("=")[1]))
            return int(answer.json()["entry"])
        return -1

    async def _post(self, path: str, **fields: object) -> httpx.Response:
        return await self.client.post(path, data=fields, headers={"x-csrftoken": self.client.cookies["csrftoken"]})


async def drive(url: str, options: argparse.Namespace) -> tuple[list[Player], str]:
    """The players after the run, and the moment when all of them sat."""
    await wait_until_open(url)
    players = [Player(url, options.title, random.Random(number)) for number in range(options.tables)]
    for player in players:
        await player.sit_down()
    seated = datetime.now(UTC).isoformat(timespec="milliseconds")
    until = time.monotonic() + options.seconds
    await asyncio.gather(*(player.play(until, (options.think / 2, options.think * 1.5)) for player in players))
    return players, seated


def moves_in(log: Path, since: str) -> list[dict[str, float]]:
    """The server's own figures for every move since then."""
    lines = (json.loads(line) for line in log.read_text().splitlines() if line.startswith("{"))
    return [line for line in lines if line["message"] == "move" and line["time"] >= since]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=2.0, help="seconds of thought before a move, on average")
    parser.add_argument("--title", default="vinci")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="marchland-load-") as folder:
        home, port = Path(folder), free_port()
        server = start(home, port)
        try:
            players, seated = asyncio.run(drive(f"http://127.0.0.1:{port}", options))
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(20)
        moves = moves_in(home / "log", seated)
    return report(options, players, moves)


def report(options: argparse.Namespace, players: list[Player], moves: list[dict[str, float]]) -> int:
    pages = [ms for player in players for ms in player.page_ms]
    if not moves or not pages:
        print("nobody moved")
        return 1
    figures = {"move": [move["ms"] for move in moves], "cpu": [move["cpu_ms"] for move in moves], "page": pages}
    result = {
        "tables": options.tables,
        "seconds": options.seconds,
        "moves": len(moves),
        "moves_of_people": sum(one.moves for one in players),
    }
    for name, values in figures.items():
        result |= {f"{name}_p50_ms": round(percentile(values, 0.5), 1), f"{name}_p99_ms": round(percentile(values, 0.99), 1)}
    told = {
        "move": f"server time for a move (goal: p99 under {GOAL_MS} ms)",
        "cpu": "  of it computing, without waiting for other programs",
        "page": "whole answer to a page",
    }
    print("{tables} tables for {seconds:.0f} s on SQLite: {moves} moves, {moves_of_people} of them by people".format(**result))
    for name, text in told.items():
        print(f"p50 {result[f'{name}_p50_ms']:6.1f} ms  p99 {result[f'{name}_p99_ms']:6.1f} ms  {text}")
    if options.json:
        print(json.dumps(result))
    return 0 if result["move_p99_ms"] < GOAL_MS else 1


if __name__ == "__main__":
    sys.exit(main())
