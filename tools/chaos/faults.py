"""What goes wrong, one thing after the other, drawn by a seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from pathlib import Path

from .stage import Stage

HOUR = 3600.0
KILLS = {"web", "worker", "bots", "redis", "postgres"}
"""Faults in which a process is killed with kill -9 (PostgreSQL: all of its processes at once)."""


class Faults:
    """Each is told in `done`; `kills` are those by which somebody died."""

    def __init__(self, stage: Stage, dice: random.Random, only: Collection[str] = ()) -> None:
        self.stage, self.dice = stage, dice
        self.done: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        """Processes that ended though nobody killed them."""
        self.errands: set[asyncio.Task[None]] = set()
        disk = 1 if stage.disk is not None else 0
        self.kinds: list[tuple[str, Callable[[], Awaitable[bool]], int]] = [
            ("web", self.kill_web, 46), ("worker", self.kill_worker, 22), ("bots", self.kill_bots, 16),
            ("redis", self.kill_redis, 4), ("postgres", self.kill_postgres, 2), ("stop", self.stop_for_a_while, 5),
            ("double", self.double, 6), ("delay", self.delay, 3), ("clock", self.move_clock, 4), ("disk", self.fill_disk, disk),
        ]  # fmt: skip
        self.kinds = [kind for kind in self.kinds if not only or kind[0] in only]

    @property
    def kills(self) -> int:
        return sum(number for kind, number in self.done.items() if kind in KILLS)

    async def strike(self) -> None:
        self.ended.update(self.stage.revive())
        (kind, fault, _weight), *_ = self.dice.choices(self.kinds, [weight for *_, weight in self.kinds])
        if await fault():
            self.done[kind] += 1

    async def kill_web(self) -> bool:
        return self.stage.kill(self.dice.choice(self.stage.webs))

    async def kill_worker(self) -> bool:
        return self.stage.kill(self.dice.choice(self.stage.workers))

    async def kill_bots(self) -> bool:
        """A thinking process, in the middle of a thought if there is one."""
        minds = [child for actor in self.stage.actors for child in actor.children() if "spawn_main" in _command(child)]
        if not minds:
            return False
        with suppress(ProcessLookupError):
            os.kill(self.dice.choice(minds), signal.SIGKILL)
            return True
        return False

    async def kill_redis(self) -> bool:
        self.stage.redis.kill()
        await asyncio.sleep(self.dice.uniform(0, 0.5))
        await asyncio.to_thread(self.stage.redis.start)
        return True

    async def kill_postgres(self) -> bool:
        """It recovers by its log, as after a crash of the machine."""
        await asyncio.to_thread(self.stage.database.stop, "immediate")
        await asyncio.to_thread(self._start_postgres)
        return True

    def _start_postgres(self) -> None:
        for _ in range(5):
            try:
                self.stage.database.start()
            except RuntimeError:
                if self.stage.database.is_running():
                    return
            else:
                return
        self.stage.database.start()

    async def stop_for_a_while(self) -> bool:
        """Longer than a claim lasts: whoever stood still comes back to work that others have taken over, and does it late."""
        actor = self.dice.choice(self.stage.workers)
        if not actor.is_alive():
            return False
        self._errand(self._stand_still(actor.pid, self.dice.uniform(0.5, 6)))
        return True

    async def _stand_still(self, process: int, seconds: float) -> None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(process, signal.SIGCONT)

    async def double(self) -> bool:
        """Every job is done once more, beside those who do it."""
        self.stage.order("double", "double")
        return True

    async def delay(self) -> bool:
        """What waits to be done waits longer."""
        self.stage.order("delay", "delay")
        return True

    async def move_clock(self) -> bool:
        """Mostly on, past deadlines; now and then a little back."""
        by = self.dice.uniform(0.6, 1.5) * HOUR if self.dice.random() < 0.7 else -self.dice.uniform(1, 20)
        draft = self.stage.clock.with_suffix(".draft")
        draft.write_text(str(float(self.stage.clock.read_text()) + by))
        draft.rename(self.stage.clock)
        return True

    async def fill_disk(self) -> bool:
        """Not a byte is left for the database, for a second or two."""
        assert self.stage.disk is not None
        ballast = self.stage.disk / "ballast"
        free = os.statvfs(self.stage.disk)
        with ballast.open("wb") as file:
            with suppress(OSError):
                os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
            await asyncio.sleep(self.dice.uniform(0.5, 2))
        ballast.unlink()
        await asyncio.sleep(0.3)
        if not await asyncio.to_thread(self.stage.database.is_running):
            await asyncio.to_thread(self._start_postgres)
        return True

    def _errand(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    async def end(self) -> None:
        """Everybody is well again."""
        await asyncio.gather(*self.errands)
        if not self.stage.database.is_running():
            await asyncio.to_thread(self._start_postgres)
        self.stage.revive()


def _command(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""
