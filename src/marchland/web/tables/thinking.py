"""Bots think in a process of their own, so that no move waits for them. This module knows no database: only plain data crosses."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

import msgspec

from marchland.bots.protocol import answer, bot_names, make_bot
from marchland.kernel.actions import Seat as SeatNumber
from marchland.kernel.vocabulary import plain
from marchland.web.titles import title_named

LEVELS = ("easy", "normal", "hard")
USUAL_LEVEL = "hard"


def bot_levels(title_id: str) -> tuple[str, ...]:
    """Who can sit at a table of this title for a person: three levels, and the bots behind them by name."""
    return (*LEVELS, *bot_names(title_named(title_id)))


@dataclass(frozen=True)
class Question:
    """What a bot is asked: a state in which all that its seat cannot see was dealt anew."""

    slug: str
    title: str
    seat: SeatNumber
    level: str
    state: bytes
    n: int
    luck: str


def choose(question: Question) -> dict[str, Any]:
    """The bot's answer as plain data."""
    title = title_named(question.title)
    state = title.load(msgspec.json.decode(question.state))
    return plain(answer(make_bot(title, question.level), title, state, question.seat, seed=question.luck))


def die_with_parent() -> None:
    """However the server ends, even by kill -9, its thinking processes end with it."""
    threading.Thread(target=_wait_and_leave, name="parent watch", daemon=True).start()


def _wait_and_leave() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


class Thinker:
    """A pool of thinking processes; with 0 workers thinking happens on the spot."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor | None:
        if not self.workers:
            return None
        return ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=die_with_parent)

    async def think(self, question: Question) -> dict[str, Any]:
        """The answer; a process that died (out of memory, killed) is replaced, once."""
        try:
            return await self._ask(question)
        except BrokenProcessPool:
            self.pool = self._new_pool()
            return await self._ask(question)

    async def _ask(self, question: Question) -> dict[str, Any]:
        if self.pool is None:
            return choose(question)
        return await asyncio.get_running_loop().run_in_executor(self.pool, choose, question)

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
