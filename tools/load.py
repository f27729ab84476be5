"""`make load`: fifty tables at once on SQLite, on this machine alone, and how long the server takes for a move.

Starts the site in a folder of its own, seats one program and two bots at each table, lets every program move after a
second or three of thought, and stops after a fixed time. With `--think 0` nobody thinks and no bot pauses: a closed loop that shows
how many moves a second the site holds; programs then listen at the table's socket and fetch what happened, as pages do.

The figures are the server's own: from the asking for the lock of a table to the news of the move having gone out (people and
bots), and the whole of an answer to a page. Where the machine has other work, computing time tells more than the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
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
from typing import Any

import httpx
import websockets
from websockets.typing import Origin

GOAL_MS = 50
LULL, IDLE, PATIENCE = 2.0, 0.03, 60.0
"""A server that computed for less than this share of two seconds has nothing to do; after a minute nobody waits for that."""


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(home: Path, port: int, pause: float | None = None) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "MARCHLAND_HOME": str(home),
        "MARCHLAND_LOG_LEVEL": "INFO",
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
    }
    environment.pop("DATABASE_URL", None)
    if pause is not None:
        environment["MARCHLAND_BOT_PAUSE"] = str(pause)
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


async def wait_until_warm(server: int) -> None:
    """Beside its first requests a server draws every title once; what is measured begins after that."""
    before, now = -1.0, cpu_seconds(server)
    deadline = time.monotonic() + PATIENCE
    while now - before > IDLE * LULL and time.monotonic() < deadline:
        await asyncio.sleep(LULL)
        before, now = now, cpu_seconds(server)


class Player:
    """A page without a browser: says which parts it has, fetches what changed, thinks, moves."""

    def __init__(self, url: str, title: str, dice: random.Random) -> None:
        self.url = url
        self.client = httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=60, headers={"accept": "application/json"})
        self.title, self.dice = title, dice
        self.moves = self.games = 0
        self.page_ms: list[float] = []
        self.whole_ms: list[float] = []
        self.marks: dict[str, str] = {}
        self.choices: dict[str, int] = {}

    async def sit_down(self) -> None:
        await self.client.get("/account/login/", headers={"accept": "text/html"})
        page = await self._post(f"/play/{self.title}/")
        found = re.search(r"/t/(\w+)/", str(page.url))
        if found is None:
            raise SystemExit(f"no table: {page.status_code} {page.url}")
        self.slug = found[1]
        self.marks, self.choices = {}, {}
        self.games += 1

    async def play(self, until: float, think: float) -> None:
        """With a second or three of thought, or in a closed loop: as soon as the socket says that something happened."""
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
            await asyncio.sleep(self.dice.uniform(think / 2, think * 1.5))
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

    async def _look(self, seen: int) -> dict[str, Any]:
        return self._taken(await self.client.get(f"/t/{self.slug}/parts/?seen={seen}&append", headers=self._held()))

    async def _move(self, news: dict[str, Any]) -> dict[str, Any]:
        """Any of the first options: a game in which something happens."""
        option = self.dice.randrange(max(1, min(sum(self.choices.values()), 12)))
        started = time.perf_counter()
        answer = await self._post(f"/t/{self.slug}/act/?append", entry=news["entry"], option=option)
        if answer.status_code != httpx.codes.OK:
            return await self._look(-1)
        self.whole_ms.append((time.perf_counter() - started) * 1000)
        self.moves += 1
        return self._taken(answer)

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


async def drive(url: str, server: int, options: argparse.Namespace) -> tuple[list[Player], str, dict[str, float]]:
    """The players after the run, the moment when all of them sat, and the seconds each program computed from then on."""
    await wait_until_open(url)
    await wait_until_warm(server)
    players = [Player(url, options.title, random.Random(number)) for number in range(options.tables)]
    for player in players:
        await player.sit_down()
    seated, before = datetime.now(UTC).isoformat(timespec="milliseconds"), computed(server)
    until = time.monotonic() + options.seconds
    await asyncio.gather(*(player.play(until, options.think) for player in players))
    after = computed(server)
    return players, seated, {name: after[name] - before[name] for name in after}


def computed(server: int) -> dict[str, float]:
    """Seconds of computing so far: the server's, its bots' and our own."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return {
        "server": cpu_seconds(server),
        "bots": sum(cpu_seconds(int(child)) for child in children),
        "players": time.process_time(),
    }


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def moves_in(log: Path, since: str) -> list[dict[str, float]]:
    """The server's own figures for every move since then."""
    lines = (json.loads(line) for line in log.read_text().splitlines() if line.startswith("{"))
    return [line for line in lines if line["message"] == "move" and line["time"] >= since]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=2.0, help="seconds of thought before a move, on average; 0: a closed loop")
    parser.add_argument("--title", default="vinci")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="marchland-load-") as folder:
        home, port = Path(folder), free_port()
        server = start(home, port, pause=None if options.think else 0)
        try:
            players, seated, spent = asyncio.run(drive(f"http://127.0.0.1:{port}", server.pid, options))
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(20)
        moves = moves_in(home / "log", seated)
    return report(options, players, moves, spent)


def report(options: argparse.Namespace, players: list[Player], moves: list[dict[str, float]], spent: dict[str, float]) -> int:
    pages, whole = [ms for player in players for ms in player.page_ms], [ms for player in players for ms in player.whole_ms]
    if not moves or not whole:
        print("nobody moved")
        return 1
    figures = {"move": [move["ms"] for move in moves], "cpu": [move["cpu_ms"] for move in moves], "page": pages, "whole": whole}
    result = {
        "title": options.title,
        "tables": options.tables,
        "seconds": options.seconds,
        "moves": len(moves),
        "moves_of_people": sum(one.moves for one in players),
        "moves_per_second": round(len(moves) / options.seconds, 1),
        "pages": len(pages),
        **{f"{name}_cpu_ms_per_move": round(seconds * 1000 / len(moves), 2) for name, seconds in spent.items()},
        **{f"{name}_cores": round(seconds / options.seconds, 2) for name, seconds in spent.items()},
    }
    for name, values in figures.items():
        result |= {f"{name}_p50_ms": round(percentile(values, 0.5), 1), f"{name}_p99_ms": round(percentile(values, 0.99), 1)}
    tell(options, result)
    return 0 if options.think == 0 or result["move_p99_ms"] < GOAL_MS else 1


def tell(options: argparse.Namespace, result: dict[str, Any]) -> None:
    told = {
        "move": f"server time for a move (goal: p99 under {GOAL_MS} ms)" if options.think else "server time for a move",
        "cpu": "  of it computing, without waiting for other programs",
        "page": "whole answer to a page, as the server saw it",
        "whole": "whole answer to a move, as the player saw it",
    }
    print(
        "{title}: {tables} tables for {seconds:.0f} s on SQLite: {moves} moves, {moves_of_people} of them by people".format(
            **result
        )
    )
    print("{moves_per_second} moves/s, {pages} pages".format(**result), "(closed loop)" if options.think == 0 else "")
    for name, text in told.items():
        print(f"p50 {result[f'{name}_p50_ms']:6.1f} ms  p99 {result[f'{name}_p99_ms']:6.1f} ms  {text}")
    for name in ("server", "bots", "players"):
        print(f"{name:8} {result[f'{name}_cpu_ms_per_move']:6.2f} ms of computing a move, {result[f'{name}_cores']:.2f} cores")
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    sys.exit(main())
