"""`make chaos`: a thousand deaths over five thousand acknowledged moves, none of them lost, none doubled.

Starts PostgreSQL, Redis, two web processes (one of them with a crew), two workers and their bots in folders of their own. Programs
play all four titles through the interface and remember what was acknowledged. Meanwhile web, worker and bot processes, Redis and
PostgreSQL are killed and come back, workers stand still, jobs are put off and done twice at once, the clock is moved, the
database's disk is full. Now and then, and in the end, everything is checked; at the end every table is played again from its key.

The same seed draws the same faults and moves; what falls together with what is still the machine's affair.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import defaultdict
from itertools import cycle
from typing import Any

from .faults import Faults
from .players import LIVE, SLEEPS, TIMED, TITLES, Ledger, Program
from .stage import Stage

PEOPLE = 8
CHECK_EVERY = 60.0
"""Seconds between two looks at the whole database."""
SETTLE = 120.0
HOUR = 3600.0


class Run:
    """One run, from the raising of the curtain to the last check."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.dice = random.Random(options.seed)
        self.stage = Stage()
        self.ledger = Ledger()
        self.faults = Faults(self.stage, random.Random(options.seed + 1), options.faults.split(",") if options.faults else ())
        self.wrong: list[str] = []
        self.checks = 0
        self.started = time.monotonic()

    async def act(self) -> dict[str, Any]:
        await asyncio.to_thread(self.stage.open)
        self.started = time.monotonic()
        names = [f"person{n}" for n in range(PEOPLE)]
        keys = await asyncio.to_thread(self.stage.ask, "people", names=names)
        self.programs = [Program(self.stage.urls, keys[name], self.ledger, random.Random(self.dice.random())) for name in names]
        playing = [asyncio.create_task(self._table(number)) for number in range(self.options.tables)]
        playing.append(asyncio.create_task(self.programs[0].forget_passwords([f"{name}@example.org" for name in names])))
        checking = asyncio.create_task(self._check_regularly())
        try:
            await self._strike_until_done(playing)
        finally:
            for task in (*playing, checking):
                task.cancel()
            await asyncio.gather(*playing, checking, return_exceptions=True)
        await self.faults.end()
        return await self._last_check()

    async def _table(self, number: int) -> None:
        """One game after the other; every second table has two people and deadlines, which they let pass now and then."""
        titles = cycle(TITLES[number % len(TITLES) :] + TITLES[: number % len(TITLES)])
        host, guest = self.programs[number % PEOPLE], self.programs[(number + 1) % PEOPLE]
        for title in titles:
            if number % 2:
                slug = (await host.open(title, TIMED))["slug"]
                await guest.join(slug)
                await asyncio.gather(host.play(slug), guest.play(slug, SLEEPS))
            else:
                await host.play((await host.open(title, LIVE))["slug"])

    async def _strike_until_done(self, playing: list[asyncio.Task[None]]) -> None:
        """As quickly as moves come in: the share of kills done keeps to the share of moves made."""
        kills, moves = self.options.kills, self.options.moves
        while self.faults.kills < kills or len(self.ledger.acknowledged) < moves:
            await asyncio.sleep(self.options.pause)
            failed = [task.exception() for task in playing if task.done() and not task.cancelled()]
            if failed:
                raise RuntimeError("a program stopped playing") from failed[0]
            if self.faults.kills < kills and (self.faults.kills / kills <= len(self.ledger.acknowledged) / moves):
                await self.faults.strike()
            self._tell_progress()
            if time.monotonic() - self.started > self.options.seconds:
                self.wrong.append(f"not done after {self.options.seconds} s")
                return

    def _tell_progress(self) -> None:
        if sys.stderr.isatty():
            seconds = time.monotonic() - self.started
            print(f"\r{seconds:5.0f} s  {self.faults.kills} kills  {len(self.ledger.acknowledged)} moves ", end="", file=sys.stderr)

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(CHECK_EVERY)
            await self._check(is_quiet=False)

    async def _check(self, is_quiet: bool, replay: bool = False) -> dict[str, Any] | None:
        """None: the database was away; while things die that is nothing."""
        facts: dict[str, Any] = {name: by_table(moves) for name, moves in self.ledger.facts().items()}
        facts |= {"jobs": self.ledger.jobs, "jobs_in_doubt": self.ledger.jobs_in_doubt}
        path = self.stage.folder / f"facts-{time.monotonic_ns()}.json"
        path.write_text(json.dumps({**facts, "is_quiet": is_quiet, "replay": replay}))
        try:
            found: dict[str, Any] = await asyncio.to_thread(self.stage.ask, "check", 600.0 if replay else 120.0, facts=str(path))
        except RuntimeError:
            if is_quiet:
                raise
            return None
        self.checks += 1
        self.wrong += found["wrong"]
        return found

    async def _last_check(self) -> dict[str, Any]:
        """Once more past every deadline; then everybody has some time to do what is left, and nothing may be left."""
        self.stage.clock.write_text(str(float(self.stage.clock.read_text()) + 3 * HOUR))
        deadline, found = time.monotonic() + SETTLE, None
        while found is None or (found["unsettled"] and time.monotonic() < deadline):
            await asyncio.sleep(2)
            found = await self._check(is_quiet=True)
        self.wrong += found["unsettled"]
        found = await self._check(is_quiet=True, replay=True)
        assert found is not None
        counted: dict[str, Any] = found["counted"]
        return counted

    def report(self, counted: dict[str, Any]) -> dict[str, Any]:
        return {
            "seed": self.options.seed,
            "seconds": round(time.monotonic() - self.started),
            "kills": self.faults.kills,
            "faults": dict(sorted(self.faults.done.items())),
            "ended_by_themselves": dict(self.faults.ended),
            "acknowledged": len(self.ledger.acknowledged),
            "in_doubt": len(self.ledger.in_doubt),
            "games": dict(self.ledger.games),
            "answers": dict(self.ledger.statuses),
            "checks": self.checks,
            "counted": counted,
            "wrong": list(dict.fromkeys(self.wrong)),
        }


def by_table(moves: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for move in moves:
        found[move["slug"]].append(move)
    return found


def tell(report: dict[str, Any]) -> None:
    print(f"seed {report['seed']}, {report['seconds']} s")
    faults = ", ".join(f"{number} {kind}" for kind, number in report["faults"].items())
    print(f"{report['kills']} kills ({faults})")
    games = ", ".join(f"{number} {title}" for title, number in report["games"].items())
    print(f"{report['acknowledged']} acknowledged moves, {report['in_doubt']} sent and never answered; games: {games}")
    print("looked at in the end:", ", ".join(f"{number} {what}" for what, number in report["counted"].items()))
    print(f"{report['checks']} checks: {len(report['wrong'])} things wrong")
    for wrong in report["wrong"][:50]:
        print(f"  {wrong}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--faults", default="", help="these alone, with commas between them: web, worker, bots, redis, postgres, ..."
    )
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between two looks whether it is time for a fault")
    parser.add_argument("--seconds", type=float, default=3600, help="give up after so many")
    parser.add_argument("--keep", action="store_true", help="leave logs and database where they are")
    parser.add_argument("--json", action="store_true")
    run = Run(parser.parse_args())
    try:
        report = run.report(asyncio.run(run.act()))
    finally:
        if run.options.keep:
            print(run.stage.folder, file=sys.stderr)
        run.stage.close(run.options.keep)
    tell(report)
    if run.options.json:
        print(json.dumps(report))
    return 1 if report["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
